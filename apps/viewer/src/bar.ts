// SPDX-License-Identifier: MIT
// The bar below a scene: play, pause, single steps, back to the start, the moments that were recorded, the speed.
import { el } from "./dom";
import type { Frame } from "./protocol";
import type { Tape } from "./viewer";

const SPEEDS = [0.1, 0.25, 0.5, 1, 2];
const PATHS: Record<string, string> = {
  play: "M8 5v14l11-7z",
  pause: "M7 5h4v14H7zM13 5h4v14h-4z",
  step: "M6 5v14l9-7zM16 5h3v14h-3z",
  reset: "M12 5V1L7 6l5 5V7a5 5 0 1 1-5 5H5a7 7 0 1 0 7-7z",
  frame: "M4 4h6v2H6v4H4zM14 4h6v6h-2V6h-4zM4 14h2v4h4v2H4zM18 14h2v6h-6v-2h4z",
  panel: "M4 6h16v2H4zM4 11h16v2H4zM4 16h16v2H4z",
};

function icon(name: string): SVGSVGElement {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", PATHS[name] ?? "");
  svg.append(path);
  return svg;
}

/** A round button with a picture on it. */
export const button = (name: string, label: string, act: () => void): HTMLButtonElement =>
  el("button", { type: "button", class: "icon", "aria-label": label, title: label, onclick: act }, icon(name));

export interface BarActs {
  play(on: boolean): void;
  step(): void;
  reset(): void;
  seek(step: number): void;
  frame(): void;
}

export class Bar {
  readonly root: HTMLElement;
  playing = false;
  private readonly clock = el("output", { class: "clock" });
  private readonly slider = el("input", {
    type: "range",
    min: "0",
    max: "0",
    value: "0",
    "aria-label": "Recorded moments",
  });
  private readonly playButton: HTMLButtonElement;
  private readonly speeds = el(
    "select",
    { "aria-label": "Speed" },
    ...SPEEDS.map((s) => el("option", { value: String(s), selected: s === 1 }, `${String(s)}×`)),
  );

  constructor(act: BarActs) {
    this.playButton = button("play", "Play", () => {
      act.play(!this.playing);
    });
    this.slider.addEventListener("input", () => {
      act.seek(Number(this.slider.value));
    });
    this.speeds.addEventListener("change", () => {
      if (this.playing) act.play(true);
    });
    this.root = el(
      "footer",
      { class: "bar", "aria-label": "Play" },
      this.playButton,
      button("step", "One step", () => {
        act.step();
      }),
      button("reset", "Back to the start", () => {
        act.reset();
      }),
      this.slider,
      this.clock,
      this.speeds,
      button("frame", "All in view", () => {
        act.frame();
      }),
    );
  }

  get speed(): number {
    return Number(this.speeds.value);
  }

  showPlaying(on: boolean): void {
    this.playing = on;
    this.playButton.replaceChildren(icon(on ? "pause" : "play"));
    this.playButton.setAttribute("aria-label", on ? "Pause" : "Play");
    this.playButton.title = on ? "Pause" : "Play";
  }

  show(frame: Frame, tape: Tape | null): void {
    if (frame.playing !== this.playing) this.showPlaying(frame.playing);
    if (tape) {
      this.slider.min = String(tape.first);
      this.slider.max = String(Math.max(tape.last, frame.step));
      if (document.activeElement !== this.slider || this.playing) this.slider.value = String(frame.step);
    }
    this.clock.textContent = `${frame.time.toFixed(2)} s`;
  }
}
