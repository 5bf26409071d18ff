// SPDX-License-Identifier: MIT
// What the mouse, a finger and keys do in the picture: pull, pin, draw an outline around handles, drag them.
import { el } from "./dom";
import type { Vector } from "./engine";
import { numbers, counts, join } from "./protocol";
import type { Pen } from "./flatland";
import type { Viewer } from "./viewer";

export type Tool = "pull" | "pin" | "lasso" | Pen;

export interface Hand {
  main: Viewer;
  mine(): boolean;
  each(act: (v: Viewer) => void): void;
  key(event: KeyboardEvent): boolean;
  /** A stroke with a pen, on the page. */
  drawn?(pen: Pen, stroke: [number, number][]): void;
}

const REACH = 16; // pixels around a handle
const draws = (tool: Tool): tool is "lasso" | Pen => tool !== "pull" && tool !== "pin";

export class Hands {
  tool: Tool = "pull";
  private pulling = false;
  private dragged = -1; // handle
  private outline: [number, number][] = [];
  private readonly line = document.createElementNS("http://www.w3.org/2000/svg", "polyline");
  readonly drawing = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  private keyAt: [number, number] | null = null;

  constructor(
    private readonly hand: Hand,
    private readonly canvas: HTMLCanvasElement,
  ) {
    this.drawing.setAttribute("class", "outline");
    this.drawing.setAttribute("aria-hidden", "true");
    this.drawing.append(this.line);
    canvas.addEventListener(
      "pointerdown",
      (event) => {
        this.down(event);
      },
      { capture: true },
    );
    canvas.addEventListener("pointermove", (event) => {
      this.move(event);
    });
    for (const end of ["pointerup", "pointercancel"])
      canvas.addEventListener(end, () => {
        this.up();
      });
    canvas.addEventListener("keydown", (event) => {
      this.key(event);
    });
  }

  private get stage(): Viewer["stage"] {
    return this.hand.main.stage;
  }

  private nearHandle(event: PointerEvent): number {
    return this.stage.marks.handles.findIndex((h) => {
      const [x, y] = this.stage.onPage(h.at);
      return Math.hypot(x - event.clientX, y - event.clientY) < REACH;
    });
  }

  private down(event: PointerEvent): void {
    if (event.button !== 0) return;
    const handle = this.nearHandle(event);
    const lasso = draws(this.tool) && handle < 0;
    const met = this.stage.meets(event.clientX, event.clientY);
    if (!lasso && handle < 0 && !met) return;
    if (!this.hand.mine()) this.hand.main.say.simple("take");
    event.stopImmediatePropagation();
    this.canvas.focus();
    const { origin, direction, normal } = this.stage.ray(event.clientX, event.clientY);
    if (handle < 0 && !lasso && (event.shiftKey || this.tool === "pin")) {
      this.hand.each((v) => {
        v.say.pin(origin, direction);
      });
      return;
    }
    this.canvas.setPointerCapture(event.pointerId);
    if (handle >= 0) this.dragged = handle;
    else if (lasso) {
      this.outline = [this.place(event)];
      this.line.setAttribute("class", this.tool);
    } else {
      this.pulling = true;
      this.hand.main.say.grab(origin, direction, normal);
    }
    this.canvas.classList.add("pulling");
  }

  private place(event: PointerEvent): [number, number] {
    const box = this.canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  private move(event: PointerEvent): void {
    if (this.pulling) {
      const { origin, direction } = this.stage.ray(event.clientX, event.clientY);
      this.hand.main.say.move(origin, direction);
    } else if (this.dragged >= 0) this.moveHandle(event);
    else if (this.outline.length > 0) this.extend(event);
    else if (event.buttons === 0 && event.pointerType === "mouse")
      this.canvas.classList.toggle(
        "can-pull",
        this.nearHandle(event) >= 0 || this.stage.meets(event.clientX, event.clientY),
      );
  }

  /** In the plane of the screen that the handle is in. */
  private moveHandle(event: PointerEvent): void {
    const at = this.stage.marks.handles[this.dragged]?.target;
    if (!at) return;
    const { origin, direction, normal } = this.stage.ray(event.clientX, event.clientY);
    const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    const t = dot([at[0] - origin[0], at[1] - origin[1], at[2] - origin[2]], normal) / dot(direction, normal);
    const target = origin.map((o, c) => o + t * (direction[c] ?? 0));
    this.hand.each((v) => {
      v.say.raw("hndl", join(counts([this.dragged, 0]), numbers(target)));
    });
  }

  private extend(event: PointerEvent): void {
    const last = this.outline[this.outline.length - 1] ?? [0, 0];
    const at = this.place(event);
    if (Math.hypot(at[0] - last[0], at[1] - last[1]) < 4 || this.outline.length >= 500) return;
    this.outline.push(at);
    this.line.setAttribute("points", this.outline.map((p) => p.join(",")).join(" "));
  }

  private up(): void {
    this.canvas.classList.remove("pulling");
    if (this.pulling)
      this.hand.each((v) => {
        v.say.simple("drop");
      });
    if (this.tool === "lasso" && this.outline.length > 2) this.lasso(this.outline);
    else if (draws(this.tool) && this.tool !== "lasso" && this.outline.length > 0) {
      const box = this.canvas.getBoundingClientRect();
      this.hand.drawn?.(
        this.tool,
        this.outline.map(([x, y]) => [x + box.left, y + box.top]),
      );
    }
    this.pulling = false;
    this.dragged = -1;
    this.outline = [];
    this.line.setAttribute("points", "");
  }

  /** Handles of all particles within an outline, in pixels of the picture. */
  lasso(outline: readonly [number, number][]): void {
    const box = this.canvas.getBoundingClientRect();
    const corners = outline.flatMap(([x, y]) => [(2 * x) / box.width - 1, 1 - (2 * y) / box.height]);
    const head = join(numbers(this.stage.view()), counts([outline.length, 0]));
    this.hand.each((v) => {
      v.say.raw("lass", join(head, new Uint8Array(new Float32Array(corners).buffer)));
    });
  }

  /** Only while the picture has the focus, so that no key is taken from anybody else. */
  private key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const moves: Record<string, [number, number]> = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, -1],
      ArrowDown: [0, 1],
    };
    const move = moves[event.key];
    if (event.key === "g") this.takeByKey();
    else if (move && this.keyAt) {
      this.keyAt = [this.keyAt[0] + 12 * move[0], this.keyAt[1] + 12 * move[1]];
      const { origin, direction } = this.stage.ray(...this.keyAt);
      this.hand.main.say.move(origin, direction);
    } else if (!this.hand.key(event)) return;
    event.preventDefault();
  }

  private takeByKey(): void {
    if (this.keyAt) {
      this.keyAt = null;
      this.hand.each((v) => {
        v.say.simple("drop");
      });
      return;
    }
    const box = this.canvas.getBoundingClientRect();
    let at: [number, number] = [box.left + box.width / 2, box.top + box.height / 2];
    if (!this.stage.meets(...at)) at = this.stage.onPage(this.stage.middle());
    const { origin, direction, normal } = this.stage.ray(...at);
    this.hand.main.say.grab(origin, direction, normal);
    this.keyAt = at;
  }
}

/** Buttons of which one is chosen. */
export function toolChoice(hands: () => Hands, legend: string, tools: [Tool, string][], name: string): HTMLElement {
  return el(
    "fieldset",
    { class: "tools" },
    el("legend", {}, legend),
    ...tools.map(([tool, label], i) =>
      el(
        "label",
        { class: "check" },
        el("input", {
          type: "radio",
          name,
          value: tool,
          checked: i === 0,
          onchange: () => {
            hands().tool = tool;
          },
        }),
        label,
      ),
    ),
  );
}
