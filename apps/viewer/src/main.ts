// SPDX-License-Identifier: MIT
import "./style.css";
import { nativeHere, prepareEngine } from "./engine";
import { el } from "./dom";
import { entries, gallery, type Entry } from "./gallery";
import { Player } from "./player";
import { drawsInSoftware } from "./studio";

const app = document.getElementById("app") ?? document.body;
let player: Player | null = null;
let list: Entry[] | null = null;

interface Link {
  scene?: string;
  flat?: boolean;
  set: [string, string][];
  text?: string;
  hash?: string;
}

function readLink(): Link {
  const out: Link = { set: [] };
  for (const part of location.hash.slice(1).split("&")) {
    const at = part.indexOf("=");
    const key = part.slice(0, at),
      value = decodeURIComponent(part.slice(at + 1));
    if (part === "flatland") out.flat = true;
    if (key === "scene") out.scene = value;
    if (key === "text") out.text = value;
    if (key === "hash") out.hash = value;
    if (key === "set") {
      const colon = value.indexOf(":");
      out.set.push([value.slice(0, colon), value.slice(colon + 1)]);
    }
  }
  return out;
}

const texts = new Map<string, Promise<string>>(); // of scenes that were pointed at

async function fetchText(path: string): Promise<string> {
  const answer = await fetch(new URL(path, document.baseURI));
  if (!answer.ok) throw new Error(`${path}: ${String(answer.status)} ${answer.statusText}`);
  return answer.text();
}

function textOf(path: string): Promise<string> {
  const known = texts.get(path) ?? fetchText(path);
  texts.set(path, known);
  known.catch(() => texts.delete(path));
  return known;
}

/** While the gallery is looked at: what every scene needs, before one is opened. */
function prepare(): void {
  prepareEngine();
  setTimeout(drawsInSoftware, 100);
}

function show(player_: Player): void {
  player = player_;
  app.replaceChildren(player_.root);
  (window as unknown as { pliant: unknown }).pliant = player_;
}

async function route(): Promise<void> {
  const link = readLink();
  player?.close();
  player = null;
  delete (window as { pliant?: unknown }).pliant;
  const embedded = JSON.parse(document.getElementById("embedded")?.textContent ?? "{}") as {
    name?: string;
    scene?: string | null;
  };
  if (embedded.scene) {
    show(new Player({ name: embedded.name ?? "scene.json", text: embedded.scene, set: [], home: false }));
    return;
  }
  if (link.flat) {
    show(
      new Player({
        name: "flatland.json",
        set: [],
        home: true,
        flat: !link.text,
        ...(link.text ? { text: link.text } : {}),
      }),
    );
    return;
  }
  list ??= await entries();
  if (link.scene) {
    const known = list.find((e) => e.path === link.scene);
    if (!link.text && !known) throw new Error(`There is no scene ${link.scene} here`);
    const text = link.text ?? (await textOf(link.scene));
    show(
      new Player({
        name: link.scene.split("/").pop() ?? "scene.json",
        path: link.scene,
        text,
        set: link.set,
        ...(link.hash ? { hash: link.hash } : {}),
        home: true,
      }),
    );
    return;
  }
  // The program was given a scene: the page shows it, and the gallery is a click away.
  if (nativeHere() && location.hash.slice(1) !== "gallery") {
    show(
      new Player({
        name: "",
        set: [],
        home: true,
        empty: () => {
          location.hash = "gallery";
        },
      }),
    );
    return;
  }
  app.replaceChildren(
    gallery(list, (path) => {
      void textOf(path).catch(() => undefined);
    }),
  );
  document.title = "Pliant";
  prepare();
}

function start(): void {
  route().catch((error: unknown) => {
    app.replaceChildren(
      el(
        "main",
        { class: "gallery" },
        el("h1", {}, "Pliant"),
        el("p", { role: "alert" }, String(error)),
        el("a", { href: "#" }, "To the gallery"),
      ),
    );
  });
}

window.addEventListener("hashchange", start);
start();
