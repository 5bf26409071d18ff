// SPDX-License-Identifier: MIT
// node build.mjs OUT ENGINE SCENES [THUMBNAILS [THREADS]]: makes the page in the folder OUT. ENGINE has engine.js and
// engine.wasm; where it has none, the page has no engine of its own and is for `pliant view` alone. SCENES has the
// gallery; THUMBNAILS has pictures named like the scenes; THREADS has an engine with threads, for pages that may share
// memory.
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { inline } from "./inline.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const [out, engine, scenes, thumbnails, threads] = process.argv.slice(2).map((path) => resolve(path));
if (!scenes) throw new Error("node build.mjs OUT ENGINE SCENES [THUMBNAILS]");
process.chdir(here);
rmSync(out, { recursive: true, force: true });

const quiet = { configFile: false, root: here, logLevel: "warn", base: "./" };
await build({
  ...quiet,
  build: {
    outDir: out,
    emptyOutDir: true,
    target: "es2022",
    chunkSizeWarningLimit: 2000,
    modulePreload: { polyfill: false },
  },
});

/** The worker: emscripten's script, then ours. Returned is what it is. */
async function addEngine() {
  const worker = await build({
    ...quiet,
    build: {
      write: false,
      target: "es2022",
      lib: { entry: join(here, "src/worker.ts"), formats: ["iife"], name: "worker", fileName: "worker" },
    },
  });
  const ours = [worker].flat()[0].output[0].code;
  const script = `${readFileSync(join(engine, "engine.js"), "utf8")}\n${ours}`;
  writeFileSync(join(out, "engine.js"), script);
  copyFileSync(join(engine, "engine.wasm"), join(out, "engine.wasm"));
  if (threads && existsSync(join(threads, "engine.wasm"))) {
    mkdirSync(join(out, "threads"));
    const alone = readFileSync(join(threads, "engine.js"), "utf8");
    writeFileSync(join(out, "threads/engine.js"), `${alone}\n${ours}`);
    writeFileSync(join(out, "threads/engine-alone.js"), alone);
    for (const name of ["engine.wasm", "engine.worker.js"])
      copyFileSync(join(threads, name), join(out, "threads", name));
    const index = join(out, "index.html");
    writeFileSync(index, readFileSync(index, "utf8").replace("<html ", '<html data-threads="here" '));
  }
  return script;
}
const script = existsSync(join(engine, "engine.wasm")) ? await addEngine() : null;

// The gallery.
const groups = {
  graph: "Graph model · Huang et al.",
  surface: "Surface model · Diziol et al.",
  cage: "Cages · Martin et al.",
  continuum: "Continuum and hybrid models · Terzopoulos & Fleischer",
  matter: "Matter that flows, melts and breaks · Terzopoulos & Fleischer",
  contact: "Contact",
};
// What a scene shows, by the keys that it has.
const effects = {
  "Volume kept": /"volume":/,
  Plastic: /"(plasticity|inelastic)":/,
  Heat: /"heat":/,
  Breaks: /"(fracture|breaks)":/,
  Curves: /"(line|curve|helix)":/,
  Sheets: /"(sheet|height_field)":/,
  Forces: /"forces":/,
  Subspaces: /"subspace":/,
  "Tied together": /"attachments":/,
  "Touches itself": /"self": *true/,
  Obstacles: /"obstacles":/,
};
const list = [];
function walk(folder) {
  for (const name of readdirSync(folder).sort()) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) walk(path);
    else if (name.endsWith(".json")) list.push(relative(scenes, path));
  }
}
walk(scenes);
const said = (text, key) =>
  JSON.parse(`"${new RegExp(`^\\s*"${key}":\\s*"((?:[^"\\\\]|\\\\.)*)"`, "m").exec(text)?.[1] ?? ""}"`);
const entries = list.map((path) => {
  const text = inline(readFileSync(join(scenes, path), "utf8"), dirname(join(scenes, path)));
  mkdirSync(dirname(join(out, "scenes", path)), { recursive: true });
  writeFileSync(join(out, "scenes", path), text);
  const folder = path.includes("/") ? path.split("/")[0] : "";
  const png = path.replace(/\.json$/, ".png");
  const has = thumbnails && existsSync(join(thumbnails, png));
  if (has) {
    mkdirSync(dirname(join(out, "thumbnails", png)), { recursive: true });
    copyFileSync(join(thumbnails, png), join(out, "thumbnails", png));
  }
  return {
    path: `scenes/${path}`,
    title: said(text, "title"),
    description: said(text, "description"),
    group: folder ? (groups[folder] ?? folder.charAt(0).toUpperCase() + folder.slice(1)) : "To begin with",
    effects: Object.keys(effects).filter((name) => effects[name].test(text)),
    picture: has
      ? `thumbnails/${png}`
      : "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 10'/%3E",
  };
});
const rank = ["To begin with", "Contact", ...Object.values(groups)];
entries.sort(
  (a, b) => ((rank.indexOf(a.group) + 100) % 100) - ((rank.indexOf(b.group) + 100) % 100) || (a.path < b.path ? -1 : 1),
);
writeFileSync(join(out, "gallery.json"), JSON.stringify(entries));

/** The same as one file, for `pliant view --export`. */
function writeSingle() {
  let page = readFileSync(join(out, "index.html"), "utf8");
  const base64 = (data) => Buffer.from(data).toString("base64");
  const library = base64(readFileSync(join(engine, "engine.wasm")));
  const embedded = `<script>window.pliantEmbedded={worker:"${base64(script)}",wasm:"${library}"}</script>`;
  page = page.replace(
    /<link rel="stylesheet"[^>]*href="\.\/([^"]+)"[^>]*>/g,
    (_, file) => `<style>${readFileSync(join(out, file), "utf8")}</style>`,
  );
  page = page.replace(/<script type="module"[^>]*src="\.\/([^"]+)"[^>]*><\/script>/, (_, file) => {
    const code = readFileSync(join(out, file), "utf8").replaceAll("</script", "<\\/script");
    return `${embedded}<script type="module">${code}</script>`;
  });
  if (page.includes('src="./') || page.includes('href="./'))
    throw new Error("the page of one file still refers to others");
  writeFileSync(join(out, "single.html"), page);
}
if (script) writeSingle();
