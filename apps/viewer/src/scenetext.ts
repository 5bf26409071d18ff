// SPDX-License-Identifier: MIT
// The whole scene as text, to edit; what is wrong with it stands below, and is found in it.
import { el } from "./dom";

const LINE = 18; // pixels

export class SceneText {
  readonly root: HTMLElement;
  private running = ""; // what the engine has
  private readonly editor = el("textarea", { spellcheck: "false", "aria-label": "The scene's text", wrap: "off" });
  private readonly error = el("p", { class: "alert", role: "alert", hidden: true });

  constructor(take: (text: string) => void) {
    const apply = (): void => {
      take(this.editor.value);
    };
    this.editor.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) apply();
    });
    const back = (): void => {
      this.editor.value = this.running;
    };
    this.root = el(
      "div",
      { class: "text-page" },
      this.editor,
      this.error,
      el(
        "div",
        { class: "row" },
        el("button", { type: "button", onclick: apply }, "Take it (Ctrl+Enter)"),
        el("button", { type: "button", onclick: back }, "Back to what runs"),
      ),
      el("p", { class: "about" }, "Bodies that stay the same keep their pose."),
    );
  }

  get focused(): boolean {
    return document.activeElement === this.editor;
  }

  /** What the engine took. */
  show(text: string): void {
    this.running = text;
    if (!this.focused) this.editor.value = text;
    this.error.hidden = true;
  }

  /** Whether the error names a line, which is shown then. */
  showError(text: string): boolean {
    const line = /:(\d+):(\d+): /.exec(text);
    if (!line) return false;
    this.error.textContent = text;
    this.error.hidden = false;
    const lines = this.editor.value.split("\n");
    const n = Number(line[1]) - 1;
    const begin = lines.slice(0, n).reduce((sum, l) => sum + l.length + 1, 0);
    if (this.focused) this.editor.setSelectionRange(begin, begin + (lines[n]?.length ?? 0));
    this.editor.scrollTop = Math.max(0, (n - 4) * LINE);
    return true;
  }
}
