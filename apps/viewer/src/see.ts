// SPDX-License-Identifier: MIT
// What is seen: colours, overlays, and what the mouse does.
import { el } from "./dom";
import { nativeHere } from "./engine";
import { toolChoice, type Hands } from "./hands";
import { OVERLAYS } from "./overlays";
import { counts, type SceneInfo } from "./protocol";
import type { Viewer } from "./viewer";

export class See {
  readonly root: HTMLElement;
  readonly compare = el(
    "select",
    { "aria-label": "Compare with another model" },
    el("option", { value: "nothing" }, "nothing"),
  );
  private color = 0;
  private contacts = false;
  private positions = "16 bits";
  private overlays = 0;
  private colors: SceneInfo["colors"] = [];
  private readonly coloring = el("select", { id: "coloring" });
  private readonly low = el("span", {});
  private readonly high = el("span", {});
  private readonly legend = el(
    "div",
    { class: "legend", hidden: true },
    el("div", { class: "scale", "aria-hidden": "true" }),
    el("p", { class: "ends quiet" }, this.low, this.high),
  );
  private readonly pose = el("input", { type: "checkbox" });
  private readonly encoding = el(
    "select",
    {
      "aria-label": "Positions come as",
      onchange: () => {
        this.positions = this.encoding.value;
        this.want();
      },
    },
    ...[
      ["16 bits", "16 bits"],
      ["float", "floats"],
      ["carried", "points of cages, cells, subspaces"],
    ].map(([value = "", text = ""]) => el("option", { value }, text)),
  );

  /** Far away fewer bytes count, here fewer sums. */
  private start(): void {
    if (!nativeHere() || ["127.0.0.1", "localhost"].includes(location.hostname)) return;
    this.positions = this.encoding.value = "carried";
    this.want();
  }

  constructor(
    private readonly each: (act: (v: Viewer) => void) => void,
    hands: () => Hands,
    compareWith: (model: string) => void,
  ) {
    this.coloring.addEventListener("change", () => {
      this.color = this.colors[this.coloring.selectedIndex]?.id ?? 0;
      this.legend.hidden = this.color === 0;
      this.want();
    });
    this.compare.addEventListener("change", () => {
      compareWith(this.compare.value);
    });
    this.pose.addEventListener("change", () => {
      this.each((v) => {
        v.say.raw("pose", counts([this.pose.checked ? 1 : 0]));
      });
    });
    this.root = el(
      "div",
      {},
      el("div", { class: "control" }, el("label", { for: "coloring" }, "Colour by"), this.coloring),
      this.legend,
      this.check("Wireframe", (on) => {
        this.each((v) => {
          v.stage.setWireframe(on);
        });
      }),
      this.check("Contacts", (on) => {
        this.contacts = on;
        this.want();
      }),
      ...OVERLAYS.map((label, i) =>
        this.check(label, (on) => {
          this.overlays = on ? this.overlays | (1 << i) : this.overlays & ~(1 << i);
          this.want();
        }),
      ),
      this.check("Boxes around bodies", (on) => {
        this.each((v) => {
          v.stage.setBoxes(on);
        });
      }),
      el("div", { class: "control" }, el("label", {}, "Positions come as ", this.encoding)),
      el("h3", {}, "Mouse"),
      toolChoice(
        hands,
        "The mouse can",
        [
          ["pull", "Pull"],
          ["pin", "Pin"],
          ["lasso", "Lasso"],
        ],
        "tool",
      ),
      el(
        "div",
        { class: "row" },
        el(
          "button",
          {
            type: "button",
            onclick: () => {
              this.each((v) => {
                v.say.simple("unpn");
              });
            },
          },
          "Take out all pins",
        ),
        el(
          "button",
          {
            type: "button",
            onclick: () => {
              this.each((v) => {
                v.say.simple("unhd");
              });
            },
          },
          "Take away all handles",
        ),
      ),
      el("label", { class: "check" }, this.pose, "Pose: no motion, the shape of least energy"),
      el(
        "p",
        { class: "about" },
        "A lasso makes a handle of what it encloses; drag the handle. Posing is for cages and hexahedra; " +
          "Play goes on from the pose.",
      ),
      el("h3", {}, "Side by side"),
      el("div", { class: "control" }, el("label", {}, "Compare with ", this.compare)),
      el("p", { class: "about" }, "The same body with another model: both are pulled by one hand."),
      el("h3", {}, "Mouse and keys"),
      el(
        "ul",
        { class: "about" },
        ...[
          "Drag a body: pull it. Let go in motion: throw it.",
          "Drag beside it, or with two fingers: turn and move the view.",
          "Shift and click: pin or unpin.",
          "Space: play. Full stop: one step. R: back to the start.",
          "G: take hold in the middle of the picture; arrows pull; G again lets go.",
        ].map((t) => el("li", {}, t)),
      ),
    );
  }

  private check(label: string, act: (on: boolean) => void): HTMLElement {
    const box = el("input", {
      type: "checkbox",
      onchange: () => {
        act(box.checked);
      },
    });
    return el("label", { class: "check" }, box, label);
  }

  private started = false;

  /** The colours that this world has. One that was chosen stays. */
  take(info: SceneInfo): void {
    if (!this.started) {
      this.started = true;
      this.start();
    }
    this.colors = info.colors;
    this.coloring.replaceChildren(...info.colors.map((c) => el("option", { selected: c.id === this.color }, c.name)));
    if (!info.colors.some((c) => c.id === this.color)) {
      this.color = 0;
      this.want();
    }
    this.legend.hidden = this.color === 0;
  }

  playing(): void {
    this.pose.checked = false;
  }

  want(): void {
    this.each((v) => {
      this.tell(v);
    });
  }
  tell(v: Viewer): void {
    v.say.raw(
      "want",
      counts([
        this.color,
        this.contacts ? 1 : 0,
        this.positions === "float" ? 1 : 0,
        this.overlays,
        this.positions === "carried" ? 1 : 0,
      ]),
    );
  }

  /** What the ends of the scale stand for. */
  showRange(low: number, high: number): void {
    if (this.legend.hidden) return;
    const unit = this.colors.find((c) => c.id === this.color)?.unit ?? "";
    const text = (v: number): string => `${String(Number(v.toPrecision(3)))} ${unit === "1" ? "" : unit}`;
    this.low.textContent = text(low);
    this.high.textContent = text(high);
  }
}
