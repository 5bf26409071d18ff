// SPDX-License-Identifier: MIT
// A scene that is open: the stage, the bar below it and the panel beside it.
import { Bar, button } from "./bar";
import { el, save } from "./dom";
import { nativeHere, openEngine, type Vector } from "./engine";
import { beginning, drawn, PENS, type Pen } from "./flatland";
import { Hands, toolChoice } from "./hands";
import { parse, type Json } from "./jsonc";
import { Plots } from "./plots";
import { counts, join, numbers, texts, type Frame, type SceneInfo, type Signals } from "./protocol";
import { SceneText } from "./scenetext";
import { See } from "./see";
import { Share } from "./share";
import { bodyColor } from "./look";
import { modelsOf, tune } from "./tune";
import { Viewer, type Tape } from "./viewer";

export interface PlayerOptions {
  name: string;
  text?: string; // none: the engine has a scene already
  path?: string; // in the gallery
  set: [string, string][];
  hash?: string; // what the link says that the end must be
  home: boolean; // there is a gallery
  flat?: boolean; // Flatland: a plane to draw in
  empty?: () => void; // the engine turned out to have no scene
}

export class Player {
  readonly root: HTMLElement;
  readonly main: Viewer;
  private other: Viewer | null = null;
  private info: SceneInfo | null = null;
  private text = "";
  private body = 0;
  private wanted: Json = null;
  private changed = new Map<string, string>();
  private edited = false;
  private ready = false;
  private tape: Tape | null = null;
  private last: Frame | null = null;
  private counted = performance.now();
  private shownFrames = 0;
  private cutShort = false; // since the state was shown
  private closed = false;
  private readonly plots = new Plots();
  private readonly views = el("div", { class: "views" });
  private readonly canvas = el("canvas", {
    tabindex: "0",
    "aria-label":
      "The scene. Drag a body to pull it, drag beside it to turn the view. Keys: space plays, full stop steps, " +
      "r resets, g grabs in the middle and arrows pull.",
  });
  private readonly title = el("h1", {});
  private readonly status = el("p", { class: "status", role: "status" });
  private readonly alert = el("p", { class: "alert", role: "alert", hidden: true });
  private readonly tunePanel = el("div", {});
  private readonly editor = new SceneText((text) => {
    this.edit(text);
  });
  private readonly bar = new Bar({
    play: (on) => {
      this.play(on);
    },
    step: () => {
      this.step();
    },
    reset: () => {
      this.reset();
    },
    seek: (step) => {
      this.each((v) => {
        v.say.seek(step);
      });
    },
    frame: () => {
      this.main.stage.frame();
    },
  });
  private readonly see = new See(
    (act) => {
      this.each(act);
    },
    () => this.hands,
    (model) => {
      this.compareWith(model);
    },
  );
  private readonly share = new Share(
    () => ({
      main: this.main,
      canvas: this.canvas,
      fileName: () => this.fileName(),
      text: () => this.text,
      link: () => this.link(),
    }),
    nativeHere(),
  );
  readonly hands: Hands;
  private readonly panel: HTMLElement;

  constructor(private readonly options: PlayerOptions) {
    const first = el("div", { class: "view" }, this.canvas);
    this.views.append(first);
    this.panel = this.makePanel();
    this.root = el(
      "div",
      { class: "player" },
      el(
        "header",
        { class: "top" },
        options.home ? el("a", { href: "#gallery", class: "home" }, "Pliant") : el("span", { class: "home" }, "Pliant"),
        this.title,
        button("panel", "Show or hide the panel", () => {
          this.root.classList.toggle("closed");
        }),
      ),
      el("main", { class: "stage" }, this.views, this.status, this.alert),
      this.panel,
      this.bar.root,
    );
    if (matchMedia("(max-width: 760px)").matches) this.root.classList.add("closed");
    document.body.append(this.root); // the stage needs a size
    this.main = new Viewer(openEngine(0), this.canvas, {
      scene: (info, text) => {
        this.takeScene(info, text);
      },
      frame: (frame, signals, tape) => {
        this.takeFrame(frame, signals, tape);
      },
      error: (text) => {
        this.showError(text);
      },
      hash: (step, hash, touched, whole) => {
        this.takeHash(step, hash, touched, whole);
      },
      file: (name, data) => {
        save(name || `${this.fileName()}.pliant-report`, data as BlobPart, "application/octet-stream");
      },
      snapshot: (data) => {
        save(`${this.fileName()}.pliant-snapshot`, data as BlobPart, "application/octet-stream");
      },
      held: (bytes) => {
        this.holdOther(bytes);
      },
      target: (at) => {
        this.other?.say.raw("pull", numbers(at));
      },
      mouse: (mine) => {
        this.status.classList.toggle("mine", mine);
        this.showState(mine ? "" : "Another page holds the mouse. Drag to take it.");
        this.mine = mine;
      },
      state: (state, text) => {
        this.takeState(state, text);
      },
    });
    if (options.flat)
      this.main.onschema = () => {
        if (!this.ready) this.main.say.raw("open", texts(options.name, beginning(this.main.schema)));
      };
    else if (options.text !== undefined) this.main.say.raw("open", texts(options.name, options.text));
    for (const [path, value] of options.set) {
      this.changed.set(path, value);
      this.main.say.raw("parm", texts(path, value));
    }
    this.hands = new Hands(
      {
        main: this.main,
        mine: () => this.mine,
        each: (act) => {
          this.each(act);
        },
        key: (event) => this.key(event),
        drawn: (pen, stroke) => {
          this.draw(pen, stroke);
        },
      },
      this.canvas,
    );
    if (options.flat) {
      this.main.stage.setFlat();
      first.append(
        el(
          "div",
          { class: "pens" },
          toolChoice(() => this.hands, "Draw", [["pull", "Pull"], ...PENS], "pen"),
        ),
      );
    }
    first.append(this.hands.drawing as unknown as HTMLElement, this.main.stage.marks.force);
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
    this.editor.show(text);
    this.alert.hidden = true;
    try {
      this.wanted = parse(text);
    } catch {
      this.wanted = null;
    }
    if (this.body >= info.bodies.length) this.body = 0;
    if (
      this.ready &&
      (!this.panel.contains(document.activeElement) ||
        this.editor.focused ||
        document.activeElement instanceof HTMLSelectElement ||
        document.activeElement instanceof HTMLButtonElement)
    )
      this.fillTune();
    this.see.take(info);
    this.share.about.replaceChildren(
      info.description ? el("p", {}, info.description) : "",
      ...info.warnings.map((w) => el("p", { class: "quiet" }, w)),
    );
    if (!this.ready) {
      this.ready = true;
      this.play(true);
    }
  }

  private takeFrame(frame: Frame, signals: Signals | null, tape: Tape | null): void {
    this.last = frame;
    this.bar.show(frame, tape);
    if (signals) {
      this.plots.add(frame.time, signals);
      this.cutShort ||= signals.contactCutShort > 0;
    }
    this.see.showRange(...this.main.stage.range);
    if (tape) this.tape = tape;
    // The picture comes first; of a world that stands still there is only one.
    if (this.main.frames > 1 && !this.tunePanel.hasChildNodes()) this.fillTune();
    if (this.main.frames === 1)
      setTimeout(() => {
        this.fillTune();
      }, 50);
    this.shownFrames++;
    const now = performance.now();
    if (now - this.counted > 1000) {
      const fps = (1000 * this.shownFrames) / (now - this.counted);
      const behind =
        frame.playing && frame.pace > 0 && frame.pace < 0.9 * this.bar.speed
          ? `, plays at ${(100 * frame.pace).toFixed(0)} % of real time`
          : "";
      const cut = this.cutShort ? ", contact was cut short" : "";
      if (this.mine)
        this.showState(
          `${fps.toFixed(0)} frames/s, ${(1000 * frame.stepSeconds).toFixed(2)} ms per step, ` +
            `${(frame.bytes / 1024).toFixed(0)} kB per frame${behind}${cut}`,
        );
      this.cutShort = false;
      this.counted = now;
      this.shownFrames = 0;
    }
  }

  private showState(text: string): void {
    this.status.textContent = text;
  }

  private takeState(state: string, text: string): void {
    this.alert.hidden = state === "ready";
    this.alert.textContent = text;
    if (state === "ready" && this.options.empty && !this.ready)
      setTimeout(() => {
        if (!this.ready && !this.closed) this.options.empty?.();
      }, 1200);
  }

  private showError(text: string): void {
    this.editor.showError(text);
    this.alert.textContent = text;
    this.alert.hidden = false;
  }

  private takeHash(step: number, hash: string, touched: boolean, whole: boolean): void {
    if (touched) {
      this.share.hashLine.textContent = `Step ${String(step)}: ${hash}, after it was touched.`;
      return;
    }
    const wanted = this.options.hash;
    const same = !wanted
      ? ""
      : wanted === hash
        ? " The same as on the machine that made the link."
        : ` The link says ${wanted}: this machine got something else.`;
    const what = whole ? "final state" : "state";
    this.share.hashLine.textContent = `Hash of the ${what}, step ${String(step)}: ${hash}.${same}`;
    this.share.hashLine.dataset["hash"] = hash;
    if (wanted) this.share.hashLine.dataset["same"] = String(wanted === hash);
  }

  /* --- play --- */

  private each(act: (v: Viewer) => void): void {
    act(this.main);
    if (this.other) act(this.other);
  }

  play(on: boolean): void {
    this.each((v) => {
      v.say.play(on, this.bar.speed);
    });
    this.bar.showPlaying(on);
    if (on) this.see.playing();
  }

  step(count = 1): void {
    this.each((v) => {
      v.say.raw("step", counts([count]));
    });
  }

  reset(): void {
    this.plots.clear();
    this.each((v) => {
      v.say.simple("rset");
    });
  }

  /* --- the panel --- */

  private makePanel(): HTMLElement {
    const pages: [string, HTMLElement][] = [
      ["Tune", this.tunePanel],
      ["See", this.see.root],
      ["Plots", this.plots.root],
      ["Text", this.editor.root],
      ["Share", this.share.root],
    ];
    const tabs = pages.map(([name, page], i) => {
      page.id = `page-${name}`;
      page.setAttribute("role", "tabpanel");
      page.setAttribute("aria-labelledby", `tab-${name}`);
      page.setAttribute("tabindex", "0");
      page.classList.add("page");
      page.hidden = i > 0;
      return el(
        "button",
        {
          type: "button",
          role: "tab",
          id: `tab-${name}`,
          "aria-controls": `page-${name}`,
          "aria-selected": i === 0 ? "true" : "false",
          onclick: () => {
            choose(i);
          },
        },
        name,
      );
    });
    const choose = (k: number): void => {
      pages.forEach(([, page], i) => {
        page.hidden = i !== k;
        tabs[i]?.setAttribute("aria-selected", String(i === k));
      });
      if (pages[k]?.[0] === "Plots") this.plots.draw();
      if (pages[k]?.[0] === "Tune") this.fillTune();
    };
    return el(
      "aside",
      { class: "panel", "aria-label": "Panel" },
      el("div", { class: "tabs", role: "tablist" }, ...tabs),
      ...pages.map(([, page]) => page),
    );
  }

  private fillTune(): void {
    const schema = this.main.schema;
    if (!schema || !this.info || this.wanted === null) return;
    if (this.see.compare.options.length === 1)
      this.see.compare.append(...modelsOf(schema).map((m) => el("option", { value: m }, m)));
    const open = [...this.tunePanel.querySelectorAll("details")].map(
      (d) => [d.querySelector("summary")?.textContent, d.open] as const,
    );
    const bodies = el(
      "select",
      {
        "aria-label": "Body",
        onchange: () => {
          this.body = bodies.selectedIndex;
          this.fillTune();
        },
      },
      ...this.info.bodies.map((b, i) => el("option", { selected: i === this.body }, b.name)),
    );
    const info = this.info.bodies[this.body];
    this.tunePanel.replaceChildren(
      el(
        "div",
        { class: "body-line" },
        el("i", { style: `background:#${bodyColor(this.body).getHexString()}` }),
        bodies,
        el("span", { class: "quiet" }, `${String(info?.particles ?? 0)} particles`),
      ),
      tune(schema, this.wanted, this.body, (path, value) => {
        this.set(path, value);
      }),
      el(
        "details",
        {},
        el("summary", {}, "What the model made of it"),
        el("pre", { tabindex: "0" }, info?.described ?? ""),
      ),
    );
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

  private edit(text: string): void {
    this.edited = true;
    this.main.say.raw("edit", new TextEncoder().encode(text));
  }

  private link(): string {
    const parts = [this.options.flat ? "flatland" : `scene=${this.options.path ?? this.fileName()}`];
    if (this.edited || !this.options.path) parts.push(`text=${encodeURIComponent(this.text)}`);
    else for (const [path, value] of this.changed) parts.push(`set=${encodeURIComponent(`${path}:${value}`)}`);
    const hash = this.share.hashLine.dataset["hash"];
    if (hash) parts.push(`hash=${hash}`);
    return `${location.origin}${location.pathname}#${parts.join("&")}`;
  }

  /* --- side by side --- */

  private compareWith(model: string): void {
    this.other?.close();
    this.other = null;
    while (this.views.children.length > 1) this.views.lastElementChild?.remove();
    if (model === "nothing") return;
    const canvas = el("canvas", {
      "aria-label": `The same scene, body ${String(this.body + 1)} with the model ${model}`,
    });
    this.views.append(el("div", { class: "view" }, canvas, el("span", { class: "badge" }, model)));
    const other = new Viewer(openEngine(1), canvas, {
      error: (text) => {
        this.showError(text);
      },
    });
    other.stage.controls.enabled = false;
    this.other = other;
    other.say.raw("open", texts("compared.json", this.text));
    this.see.tell(other);
    other.say.raw("parm", texts(`bodies.${String(this.body)}.model`, JSON.stringify({ [model]: {} })));
    this.reset();
    this.play(true);
    setTimeout(() => {
      this.main.stage.frame();
    }, 100); // the picture has another shape now
  }

  /** Target, weights, body and particles: as they came, for the same mesh. */
  private holdOther(bytes: Uint8Array): void {
    if (!this.other) return;
    this.other.say.raw("hold", join(bytes.subarray(0, 48), bytes.subarray(48, 64)));
  }

  /* --- keys --- */

  /** In Flatland: what was drawn becomes part of the scene, and of the world in the pose that it has. */
  draw(pen: Pen, stroke: [number, number][]): void {
    const text = drawn(
      this.text,
      pen,
      stroke.map(([x, y]) => this.main.stage.inPlane(x, y)),
      this.main.stage,
      this.main.schema,
    );
    if (text === null) return;
    this.edit(text);
  }

  /** Keys of play; those of the mouse are the hands'. */
  private key(event: KeyboardEvent): boolean {
    if (event.key === " ") this.play(!this.bar.playing);
    else if (event.key === ".") this.step();
    else if (event.key === "r") this.reset();
    else if (event.key === "f") this.main.stage.frame();
    else return false;
    return true;
  }

  private loop(): void {
    if (this.closed) return;
    this.main.stage.draw();
    if (this.other) {
      this.other.stage.follow(this.main.stage);
      this.other.stage.draw();
    }
    requestAnimationFrame(() => {
      this.loop();
    });
  }

  /** For tests: what is going on. */
  get state(): {
    time: number;
    step: number;
    playing: boolean;
    frames: number;
    middle: Vector;
    tape: Tape | null;
    text: string;
    models: string[];
  } {
    return {
      time: this.last?.time ?? -1,
      step: this.last?.step ?? -1,
      playing: this.bar.playing,
      frames: this.main.frames,
      middle: this.main.stage.middle(),
      tape: this.tape,
      text: this.text,
      models: this.info?.bodies.map((b) => b.model) ?? [],
    };
  }

  close(): void {
    this.closed = true;
    this.other?.close();
    this.main.close();
  }
}
