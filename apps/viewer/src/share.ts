// SPDX-License-Identifier: MIT
// What can be taken along: a link, the scene, a snapshot, a report, pictures, videos and animations.
import { el, save } from "./dom";
import { message, texts } from "./protocol";
import type { Viewer } from "./viewer";

export interface Shared {
  main: Viewer;
  canvas: HTMLCanvasElement;
  fileName(): string;
  text(): string;
  link(): string;
}

export class Share {
  readonly root: HTMLElement;
  readonly about = el("div", {});
  readonly hashLine = el("p", { class: "quiet" });
  private recorder: MediaRecorder | null = null;
  private readonly of: () => Shared;

  constructor(of: () => Shared, native: boolean) {
    this.of = of;
    const link = el("input", { type: "text", readonly: true, "aria-label": "Link" });
    const record = this.act("Record a video", () => {
      this.record(record);
    });
    const file = el("input", {
      type: "file",
      accept: ".pliant-snapshot",
      "aria-label": "A snapshot to go on from",
      onchange: () => {
        this.load(file);
      },
    });
    this.root = el(
      "div",
      {},
      this.about,
      el("h3", {}, "Link"),
      el(
        "p",
        { class: "about" },
        "Opens this scene with what was tuned. Played to its end untouched, it tells whether the other machine " +
          "got the same bits.",
      ),
      el(
        "div",
        { class: "row" },
        this.act("Make a link", () => {
          link.value = this.of().link();
          link.select();
          navigator.clipboard.writeText(link.value).catch(() => undefined);
        }),
      ),
      link,
      this.hashLine,
      el("h3", {}, "Files"),
      el(
        "div",
        { class: "row" },
        this.act("Scene as JSON", () => {
          save(`${this.of().fileName()}.json`, this.of().text(), "application/json");
        }),
        this.act("Snapshot", () => {
          this.of().main.say.simple("save");
        }),
        this.act("Report", () => {
          this.of().main.say.simple("rept");
        }),
        this.act("Picture", () => {
          this.of().canvas.toBlob((blob) => {
            if (blob) save(`${this.of().fileName()}.png`, blob, "image/png");
          });
        }),
        record,
        ...(native
          ? [
              this.act("GLB", () => {
                this.export("glb");
              }),
              this.act("PC2", () => {
                this.export("pc2");
              }),
            ]
          : []),
      ),
      el(
        "p",
        { class: "about" },
        "A report has the scene, how it began, all that was done since and hashes: pliant replay plays it again. " +
          (native ? "GLB and PC2 hold what the slider reaches." : "pliant view also exports GLB and PC2."),
      ),
      el("h3", {}, "Go on from a snapshot"),
      el("p", { class: "about" }, "Of the same scene, from the program or from a page."),
      file,
    );
  }

  private act(label: string, run: () => void): HTMLButtonElement {
    return el("button", { type: "button", onclick: run }, label);
  }

  private export(format: string): void {
    this.of().main.say.raw("expt", texts(format, ""));
  }

  private load(file: HTMLInputElement): void {
    const chosen = file.files?.[0];
    if (!chosen) return;
    void chosen.arrayBuffer().then((data) => {
      this.of().main.engine.send(message("load", new Uint8Array(data)));
      file.value = "";
    });
  }

  private record(control: HTMLButtonElement): void {
    if (this.recorder) {
      this.recorder.stop();
      return;
    }
    const parts: Blob[] = [];
    const tell = (): void => {
      const size = parts.reduce((sum, part) => sum + part.size, 0);
      control.textContent = `Stop and save the video, ${(size / 1024).toFixed(0)} kB`;
    };
    const recorder = new MediaRecorder(this.of().canvas.captureStream(60), {
      mimeType: "video/webm",
      videoBitsPerSecond: 12e6,
    });
    recorder.ondataavailable = (event) => {
      parts.push(event.data);
      tell();
    };
    recorder.onstop = () => {
      this.recorder = null;
      control.textContent = "Record a video";
      save(`${this.of().fileName()}.webm`, new Blob(parts, { type: "video/webm" }), "video/webm");
    };
    recorder.start(250); // ms between parts; the first come when the encoder has begun
    this.recorder = recorder;
    tell();
  }
}
