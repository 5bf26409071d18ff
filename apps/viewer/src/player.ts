// SPDX-License-Identifier: MIT
// A scene that is open: the stage, the bar below it and the panel beside it.
import { el, save } from "./dom";
import { openEngine, type Vector } from "./engine";
import { parse, type Json } from "./jsonc";
import { Plots } from "./plots";
import { counts, join, numbers, texts, type Frame, type SceneInfo, type Signals } from "./protocol";
import { COLORS } from "./stage";
import { modelsOf, tune } from "./tune";
import { Viewer, type Tape } from "./viewer";

export interface PlayerOptions {
  name: string;
  text?: string; // none: the engine has a scene already
  path?: string; // in the gallery
  set: [string, string][];
  hash?: string; // what the link says that the end must be
  home: boolean; // there is a gallery
  empty?: () => void; // the engine turned out to have no scene
}

const SPEEDS = [0.1, 0.25, 0.5, 1, 2];
const PATHS: Record<string, string> = {
  play: "M8 5v14l11-7z", pause: "M7 5h4v14H7zM13 5h4v14h-4z", step: "M6 5v14l9-7zM16 5h3v14h-3z", reset: "M12 5V1L7 6l5 5V7a5 5 0 1 1-5 5H5a7 7 0 1 0 7-7z",
  frame: "M4 4h6v2H6v4H4zM14 4h6v6h-2V6h-4zM4 14h2v4h4v2H4zM18 14h2v6h-6v-2h4z", panel: "M4 6h16v2H4zM4 11h16v2H4zM4 16h16v2H4z",
};
const COLORINGS = ["Body", "Speed", "Displacement", "Stretch", "Contact force"];

function icon(name: string): SVGSVGElement {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", PATHS[name] ?? "");
  svg.append(path);
  return svg;
}

const button = (name: string, label: string, act: () => void): HTMLButtonElement => el("button", { type: "button", class: "icon", "aria-label": label, title: label, onclick: act }, icon(name));

export class Player {
  readonly root: HTMLElement;
  readonly main: Viewer;
  private other: Viewer | null = null;
  private info: SceneInfo | null = null;
  private text = "";
  private body = 0;
  private playing = false;
  private wanted: Json = null;
  private changed = new Map<string, string>();
  private edited = false;
  private ready = false;
  private grabbing = false;
  private pinning = false;
  private tape: Tape | null = null;
  private last: Frame | null = null;
  private counted = performance.now();
  private shownFrames = 0;
  private closed = false;
  private recorder: MediaRecorder | null = null;
  private readonly plots = new Plots();
  private readonly views = el("div", { class: "views" });
  private readonly canvas = el("canvas", { tabindex: "0", "aria-label": "The scene. Drag a body to pull it, drag beside it to turn the view. Keys: space plays, full stop steps, r resets, g grabs in the middle and arrows pull." });
  private readonly title = el("h1", {});
  private readonly status = el("p", { class: "status", role: "status" });
  private readonly alert = el("p", { class: "alert", role: "alert", hidden: true });
  private readonly clock = el("output", { class: "clock" });
  private readonly slider = el("input", { type: "range", min: "0", max: "0", value: "0", "aria-label": "Recorded moments" });
  private readonly playButton = button("play", "Play", () => { this.play(!this.playing); });
  private readonly speed = el("select", { "aria-label": "Speed" }, ...SPEEDS.map((s) => el("option", { value: String(s), selected: s === 1 }, `${String(s)}×`)));
  private readonly tunePanel = el("div", {});
  private readonly editor = el("textarea", { spellcheck: "false", "aria-label": "The scene's text", wrap: "off" });
  private readonly editError = el("p", { class: "alert", role: "alert", hidden: true });
  private readonly hashLine = el("p", { class: "quiet" });
  private readonly about = el("div", {});
  private readonly compare = el("select", { "aria-label": "Compare with another model" }, el("option", { value: "nothing" }, "nothing"));
  private readonly panel: HTMLElement;

  constructor(private readonly options: PlayerOptions) {
    this.views.append(el("div", { class: "view" }, this.canvas));
    this.panel = this.makePanel();
    this.root = el("div", { class: "player" },
      el("header", { class: "top" }, options.home ? el("a", { href: "#gallery", class: "home" }, "Pliant") : el("span", { class: "home" }, "Pliant"), this.title, button("panel", "Show or hide the panel", () => { this.root.classList.toggle("closed"); })),
      el("main", { class: "stage" }, this.views, this.status, this.alert), this.panel, this.makeBar());
    if (matchMedia("(max-width: 760px)").matches) this.root.classList.add("closed");
    document.body.append(this.root); // the stage needs a size
    this.main = new Viewer(openEngine(0), this.canvas, {
      scene: (info, text) => { this.takeScene(info, text); },
      frame: (frame, signals, tape) => { this.takeFrame(frame, signals, tape); },
      error: (text) => { this.showError(text); },
      hash: (step, hash, touched, whole) => { this.takeHash(step, hash, touched, whole); },
      snapshot: (data) => { save(`${this.fileName()}.pliant-snapshot`, data as BlobPart, "application/octet-stream"); },
      held: (bytes) => { this.holdOther(bytes); },
      target: (at) => { this.other?.say.raw("pull", numbers(at)); },
      mouse: (mine) => { this.status.classList.toggle("mine", mine); this.showState(mine ? "" : "Another page holds the mouse. Drag to take it."); this.mine = mine; },
      state: (state, text) => { this.takeState(state, text); },
    });
    if (options.text !== undefined) this.main.say.raw("open", texts(options.name, options.text));
    for (const [path, value] of options.set) { this.changed.set(path, value); this.main.say.raw("parm", texts(path, value)); }
    this.listen();
    this.loop();
  }

  private mine = true;
  private readonly fileName = (): string => (this.info?.name.split("/").pop() ?? "scene").replace(/\.json$/, "");

  /* --- what the engine says --- */

  private takeScene(info: SceneInfo, text: string): void {
    this.info = info;
    this.text = text;
    this.title.textContent = info.title || info.name;
    document.title = `${info.title || info.name} – Pliant`;
    if (document.activeElement !== this.editor) this.editor.value = text;
    this.editError.hidden = this.alert.hidden = true;
    try { this.wanted = parse(text); } catch { this.wanted = null; }
    if (this.body >= info.bodies.length) this.body = 0;
    if (!this.panel.contains(document.activeElement) || document.activeElement === this.editor || !this.tunePanel.hasChildNodes() || document.activeElement instanceof HTMLSelectElement || document.activeElement instanceof HTMLButtonElement) this.fillTune();
    this.about.replaceChildren(info.description ? el("p", {}, info.description) : "", ...info.warnings.map((w) => el("p", { class: "quiet" }, w)));
    if (!this.ready) {
      this.ready = true;
      this.play(true);
    }
  }

  private takeFrame(frame: Frame, signals: Signals | null, tape: Tape | null): void {
    this.last = frame;
    if (frame.playing !== this.playing) this.showPlaying(frame.playing);
    if (signals) this.plots.add(frame.time, signals);
    if (tape) {
      this.tape = tape;
      this.slider.min = String(tape.first);
      this.slider.max = String(Math.max(tape.last, frame.step));
      if (document.activeElement !== this.slider || this.playing) this.slider.value = String(frame.step);
    }
    this.clock.textContent = `${frame.time.toFixed(2)} s`;
    this.shownFrames++;
    const now = performance.now();
    if (now - this.counted > 1000) {
      const fps = (1000 * this.shownFrames) / (now - this.counted);
      const behind = frame.playing && frame.pace > 0 && frame.pace < 0.9 * Number(this.speed.value) ? `, plays at ${(100 * frame.pace).toFixed(0)} % of real time` : "";
      if (this.mine) this.showState(`${fps.toFixed(0)} frames/s, ${(1000 * frame.stepSeconds).toFixed(2)} ms per step, ${(frame.bytes / 1024).toFixed(0)} kB per frame${behind}`);
      this.counted = now;
      this.shownFrames = 0;
    }
  }

  private showState(text: string): void { this.status.textContent = text; }

  private takeState(state: string, text: string): void {
    this.alert.hidden = state === "ready";
    this.alert.textContent = text;
    if (state === "ready" && this.options.empty && !this.ready) setTimeout(() => { if (!this.ready && !this.closed) this.options.empty?.(); }, 1200);
  }

  /** Beside the text, at its line, if it names one. */
  private showError(text: string): void {
    const line = /:(\d+):(\d+): /.exec(text);
    const box = line ? this.editError : this.alert;
    box.textContent = text;
    box.hidden = false;
    if (!line) return;
    this.alert.textContent = text;
    this.alert.hidden = false;
    const lines = this.editor.value.split("\n");
    const n = Number(line[1]) - 1;
    const begin = lines.slice(0, n).reduce((sum, l) => sum + l.length + 1, 0);
    if (document.activeElement === this.editor) this.editor.setSelectionRange(begin, begin + (lines[n]?.length ?? 0));
    this.editor.scrollTop = Math.max(0, (n - 4) * 18);
  }

  private takeHash(step: number, hash: string, touched: boolean, whole: boolean): void {
    if (touched) { this.hashLine.textContent = `Step ${String(step)}: ${hash}, after it was touched.`; return; }
    const wanted = this.options.hash;
    const same = !wanted ? "" : wanted === hash ? " The same as on the machine that made the link." : ` The link says ${wanted}: this machine got something else.`;
    this.hashLine.textContent = `Hash of the ${whole ? "final " : ""}state, step ${String(step)}: ${hash}.${same}`;
    this.hashLine.dataset["hash"] = hash;
    if (wanted) this.hashLine.dataset["same"] = String(wanted === hash);
  }

  /* --- play --- */

  private each(act: (v: Viewer) => void): void {
    act(this.main);
    if (this.other) act(this.other);
  }

  play(on: boolean): void {
    this.each((v) => { v.say.play(on, Number(this.speed.value)); });
    this.showPlaying(on);
  }

  private showPlaying(on: boolean): void {
    this.playing = on;
    this.playButton.replaceChildren(icon(on ? "pause" : "play"));
    this.playButton.setAttribute("aria-label", on ? "Pause" : "Play");
    this.playButton.title = on ? "Pause" : "Play";
  }

  step(count = 1): void { this.each((v) => { v.say.raw("step", counts([count])); }); }

  reset(): void {
    this.plots.clear();
    this.each((v) => { v.say.simple("rset"); });
  }

  private makeBar(): HTMLElement {
    this.slider.addEventListener("input", () => { this.each((v) => { v.say.seek(Number(this.slider.value)); }); });
    this.speed.addEventListener("change", () => { if (this.playing) this.play(true); });
    return el("footer", { class: "bar", "aria-label": "Play" }, this.playButton, button("step", "One step", () => { this.step(); }), button("reset", "Back to the start", () => { this.reset(); }), this.slider, this.clock, this.speed, button("frame", "All in view", () => { this.main.stage.frame(); }));
  }

  /* --- the panel --- */

  private makePanel(): HTMLElement {
    const pages: [string, HTMLElement][] = [["Tune", this.tunePanel], ["See", this.makeSee()], ["Plots", this.plots.root], ["Text", this.makeText()], ["Share", this.makeShare()]];
    const tabs = pages.map(([name, page], i) => {
      page.id = `page-${name}`;
      page.setAttribute("role", "tabpanel");
      page.setAttribute("aria-labelledby", `tab-${name}`);
      page.setAttribute("tabindex", "0");
      page.classList.add("page");
      page.hidden = i > 0;
      return el("button", { type: "button", role: "tab", id: `tab-${name}`, "aria-controls": `page-${name}`, "aria-selected": i === 0 ? "true" : "false", onclick: () => { choose(i); } }, name);
    });
    const choose = (k: number): void => {
      pages.forEach(([, page], i) => { page.hidden = i !== k; tabs[i]?.setAttribute("aria-selected", String(i === k)); });
      if (pages[k]?.[0] === "Plots") this.plots.draw();
      if (pages[k]?.[0] === "Tune") this.fillTune();
    };
    return el("aside", { class: "panel", "aria-label": "Panel" }, el("div", { class: "tabs", role: "tablist" }, ...tabs), ...pages.map(([, page]) => page));
  }

  private fillTune(): void {
    const schema = this.main.schema;
    if (!schema || !this.info || this.wanted === null) return;
    if (this.compare.options.length === 1) this.compare.append(...modelsOf(schema).map((m) => el("option", { value: m }, m)));
    const open = [...this.tunePanel.querySelectorAll("details")].map((d) => [d.querySelector("summary")?.textContent, d.open] as const);
    const bodies = el("select", { "aria-label": "Body", onchange: () => { this.body = bodies.selectedIndex; this.fillTune(); } }, ...this.info.bodies.map((b, i) => el("option", { selected: i === this.body }, b.name)));
    const info = this.info.bodies[this.body];
    this.tunePanel.replaceChildren(
      el("div", { class: "body-line" }, el("i", { style: `background:${COLORS[this.body % COLORS.length] ?? ""}` }), bodies, el("span", { class: "quiet" }, `${String(info?.particles ?? 0)} particles`)),
      tune(schema, this.wanted, this.body, (path, value) => { this.set(path, value); }),
      el("details", {}, el("summary", {}, "What the model made of it"), el("pre", { tabindex: "0" }, info?.described ?? "")));
    for (const d of this.tunePanel.querySelectorAll("details")) {
      const was = open.find(([name]) => name === d.querySelector("summary")?.textContent);
      if (was) d.open = was[1];
    }
  }

  set(path: string, value: Json): void {
    const text = JSON.stringify(value);
    this.changed.set(path, text);
    this.main.say.raw("parm", texts(path, text));
    if (this.other && !path.includes(".model")) this.other.say.raw("parm", texts(path, text));
  }

  private makeSee(): HTMLElement {
    const check = (label: string, act: (on: boolean) => void): HTMLElement => {
      const box = el("input", { type: "checkbox", onchange: () => { act(box.checked); } });
      return el("label", { class: "check" }, box, label);
    };
    let color = 0, contacts = false, exact = false;
    const want = (): void => { this.each((v) => { v.say.raw("want", counts([color, contacts ? 1 : 0, exact ? 1 : 0])); }); };
    const coloring = el("select", { id: "coloring", onchange: () => { color = coloring.selectedIndex; want(); } }, ...COLORINGS.map((c) => el("option", {}, c)));
    this.compare.addEventListener("change", () => { this.compareWith(this.compare.value); });
    return el("div", {},
      el("div", { class: "control" }, el("label", { for: "coloring" }, "Colour by"), coloring),
      el("div", { class: "scale", "aria-hidden": "true" }),
      check("Wireframe", (on) => { this.each((v) => { v.stage.setWireframe(on); }); }),
      check("Contacts", (on) => { contacts = on; want(); }),
      check("Boxes around bodies", (on) => { this.each((v) => { v.stage.setBoxes(on); }); }),
      check("Positions in full precision", (on) => { exact = on; want(); }),
      check("Click pins and unpins", (on) => { this.pinning = on; }),
      el("button", { type: "button", onclick: () => { this.each((v) => { v.say.simple("unpn"); }); } }, "Take out all pins"),
      el("h3", {}, "Side by side"),
      el("div", { class: "control" }, el("label", {}, "Compare with ", this.compare)),
      el("p", { class: "about" }, "The same body with another model: both are pulled by one hand."),
      el("h3", {}, "Mouse and keys"),
      el("ul", { class: "about" }, ...["Drag a body: pull it. Let go in motion: throw it.", "Drag beside it, or with two fingers: turn and move the view.", "Shift and click: pin or unpin.", "Space: play. Full stop: one step. R: back to the start.", "G: take hold in the middle of the picture; arrows pull; G again lets go."].map((t) => el("li", {}, t))));
  }

  private makeText(): HTMLElement {
    const apply = (): void => { this.edited = true; this.main.say.raw("edit", new TextEncoder().encode(this.editor.value)); };
    this.editor.addEventListener("keydown", (event) => { if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) apply(); });
    return el("div", { class: "text-page" }, this.editor, this.editError, el("div", { class: "row" }, el("button", { type: "button", onclick: apply }, "Take it (Ctrl+Enter)"), el("button", { type: "button", onclick: () => { this.editor.value = this.text; } }, "Back to what runs")), el("p", { class: "about" }, "Bodies that stay the same keep their pose."));
  }

  private link(): string {
    const parts = [`scene=${this.options.path ?? this.fileName()}`];
    if (this.edited || !this.options.path) parts.push(`text=${encodeURIComponent(this.text)}`);
    else for (const [path, value] of this.changed) parts.push(`set=${encodeURIComponent(`${path}:${value}`)}`);
    const hash = this.hashLine.dataset["hash"];
    if (hash) parts.push(`hash=${hash}`);
    return `${location.origin}${location.pathname}#${parts.join("&")}`;
  }

  private makeShare(): HTMLElement {
    const link = el("input", { type: "text", readonly: true, "aria-label": "Link" });
    const act = (label: string, run: () => void): HTMLElement => el("button", { type: "button", onclick: run }, label);
    const record = el("button", { type: "button", onclick: () => { this.record(record); } }, "Record a video");
    return el("div", {}, this.about, el("h3", {}, "Link"), el("p", { class: "about" }, "Opens this scene with what was tuned. Played to its end untouched, it tells whether the other machine got the same bits."),
      el("div", { class: "row" }, act("Make a link", () => { link.value = this.link(); link.select(); navigator.clipboard.writeText(link.value).catch(() => undefined); })), link, this.hashLine,
      el("h3", {}, "Files"), el("div", { class: "row" }, act("Scene as JSON", () => { save(`${this.fileName()}.json`, this.text, "application/json"); }), act("Snapshot", () => { this.main.say.simple("save"); }), act("Picture", () => { this.canvas.toBlob((blob) => { if (blob) save(`${this.fileName()}.png`, blob, "image/png"); }); }), record));
  }

  private record(control: HTMLButtonElement): void {
    if (this.recorder) { this.recorder.stop(); return; }
    const parts: Blob[] = [];
    const recorder = new MediaRecorder(this.canvas.captureStream(60), { mimeType: "video/webm", videoBitsPerSecond: 12e6 });
    recorder.ondataavailable = (event) => { parts.push(event.data); };
    recorder.onstop = () => { this.recorder = null; control.textContent = "Record a video"; save(`${this.fileName()}.webm`, new Blob(parts, { type: "video/webm" }), "video/webm"); };
    recorder.start();
    this.recorder = recorder;
    control.textContent = "Stop and save the video";
  }

  /* --- side by side --- */

  private compareWith(model: string): void {
    this.other?.close();
    this.other = null;
    while (this.views.children.length > 1) this.views.lastElementChild?.remove();
    if (model === "nothing") return;
    const canvas = el("canvas", { "aria-label": `The same scene, body ${String(this.body + 1)} with the model ${model}` });
    this.views.append(el("div", { class: "view" }, canvas, el("span", { class: "badge" }, model)));
    const other = new Viewer(openEngine(1), canvas, { error: (text) => { this.showError(text); } });
    other.stage.controls.enabled = false;
    this.other = other;
    other.say.raw("open", texts("compared.json", this.text));
    other.say.raw("parm", texts(`bodies.${String(this.body)}.model`, JSON.stringify({ [model]: {} })));
    this.reset();
    this.play(true);
    setTimeout(() => { this.main.stage.frame(); }, 100); // the picture has another shape now
  }

  /** Target, weights, body and particles: as they came, for the same mesh. */
  private holdOther(bytes: Uint8Array): void {
    if (!this.other) return;
    this.other.say.raw("hold", join(bytes.subarray(0, 48), bytes.subarray(48, 64)));
  }

  /* --- mouse and keys --- */

  private listen(): void {
    const c = this.canvas;
    c.addEventListener("pointerdown", (event) => {
      if (event.button !== 0 || !this.main.stage.meets(event.clientX, event.clientY)) return;
      if (!this.mine) this.main.say.simple("take");
      const { origin, direction, normal } = this.main.stage.ray(event.clientX, event.clientY);
      event.stopImmediatePropagation();
      c.focus();
      if (event.shiftKey || this.pinning) { this.each((v) => { v.say.pin(origin, direction); }); return; }
      this.grabbing = true;
      c.setPointerCapture(event.pointerId);
      this.main.say.grab(origin, direction, normal);
      c.classList.add("pulling");
    }, { capture: true });
    c.addEventListener("pointermove", (event) => {
      if (this.grabbing) {
        const { origin, direction } = this.main.stage.ray(event.clientX, event.clientY);
        this.main.say.move(origin, direction);
      } else if (event.buttons === 0 && event.pointerType === "mouse") c.classList.toggle("can-pull", this.main.stage.meets(event.clientX, event.clientY));
    });
    const drop = (): void => {
      if (!this.grabbing) return;
      this.grabbing = false;
      c.classList.remove("pulling");
      this.each((v) => { v.say.simple("drop"); });
    };
    c.addEventListener("pointerup", drop);
    c.addEventListener("pointercancel", drop);
    c.addEventListener("keydown", (event) => { this.key(event); });
  }

  private keyTarget: Vector | null = null;

  /** Only while the picture has the focus, so that no key is taken from anybody else. */
  private key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const stage = this.main.stage;
    const box = this.canvas.getBoundingClientRect();
    const point = (): [number, number] => this.keyTarget ? [this.keyTarget[0], this.keyTarget[1]] : [box.left + box.width / 2, box.top + box.height / 2];
    const moves: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const move = moves[event.key];
    if (event.key === " ") this.play(!this.playing);
    else if (event.key === ".") this.step();
    else if (event.key === "r") this.reset();
    else if (event.key === "f") stage.frame();
    else if (event.key === "g") {
      if (this.keyTarget) { this.keyTarget = null; this.each((v) => { v.say.simple("drop"); }); }
      else {
        let [x, y] = point();
        if (!stage.meets(x, y)) [x, y] = stage.onPage(stage.middle());
        const { origin, direction, normal } = stage.ray(x, y);
        this.main.say.grab(origin, direction, normal);
        this.keyTarget = [x, y, 0];
      }
    } else if (move && this.keyTarget) {
      this.keyTarget = [this.keyTarget[0] + 12 * move[0], this.keyTarget[1] + 12 * move[1], 0];
      const { origin, direction } = stage.ray(this.keyTarget[0], this.keyTarget[1]);
      this.main.say.move(origin, direction);
    } else return;
    event.preventDefault();
  }

  private loop(): void {
    if (this.closed) return;
    this.main.stage.draw();
    if (this.other) { this.other.stage.follow(this.main.stage); this.other.stage.draw(); }
    requestAnimationFrame(() => { this.loop(); });
  }

  /** For tests: what is going on. */
  get state(): { time: number; step: number; playing: boolean; frames: number; middle: Vector; tape: Tape | null; text: string; models: string[] } {
    return { time: this.last?.time ?? -1, step: this.last?.step ?? -1, playing: this.playing, frames: this.main.frames, middle: this.main.stage.middle(), tape: this.tape, text: this.text, models: this.info?.bodies.map((b) => b.model) ?? [] };
  }

  close(): void {
    this.closed = true;
    this.other?.close();
    this.main.close();
  }
}
