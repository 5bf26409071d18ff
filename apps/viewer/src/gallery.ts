// SPDX-License-Identifier: MIT
import { el } from "./dom";

export interface Entry {
  path: string;
  group: string;
  title: string;
  description: string;
  effects: string[];
  picture: string;
}

export async function entries(): Promise<Entry[]> {
  if (window.pliantEmbedded) return [];
  const answer = await fetch(new URL("gallery.json", document.baseURI));
  return answer.ok ? ((await answer.json()) as Entry[]) : [];
}

/** All scenes, grouped by paper, with a choice of effects and a search over titles, descriptions and groups. */
export function gallery(list: readonly Entry[], pointedAt: (path: string) => void): HTMLElement {
  const groups = [...new Set(list.map((e) => e.group))];
  const found = el("p", { class: "quiet", role: "status" });
  const sections = groups.map((name) => {
    const cards = list
      .filter((e) => e.group === name)
      .map((e) => ({
        effects: e.effects,
        words: `${e.title} ${e.description} ${e.group} ${e.path}`.toLowerCase(),
        card: el(
          "a",
          {
            class: "card",
            href: `#scene=${e.path}`,
            onpointerenter: () => {
              pointedAt(e.path);
            },
          },
          el("img", { src: e.picture, alt: "", loading: "lazy", width: "320", height: "200" }),
          el("span", { class: "card-title" }, e.title),
          el("span", { class: "card-path" }, e.path),
        ),
      }));
    return {
      cards,
      section: el("section", {}, el("h2", {}, name), el("div", { class: "cards" }, ...cards.map((c) => c.card))),
    };
  });
  let effect = "";
  const sift = (): void => {
    const words = search.value.toLowerCase().split(/\s+/);
    let count = 0;
    for (const { cards, section } of sections) {
      let any = false;
      for (const c of cards) {
        c.card.hidden = !words.every((w) => c.words.includes(w)) || (effect !== "" && !c.effects.includes(effect));
        if (!c.card.hidden) {
          any = true;
          count++;
        }
      }
      section.hidden = !any;
    }
    found.textContent = search.value || effect ? `${String(count)} of ${String(list.length)} scenes` : "";
  };
  const search = el("input", {
    type: "search",
    placeholder: "Search: duck, contact, volume …",
    "aria-label": "Search scenes",
    oninput: sift,
  });
  const effects = [...new Set(list.flatMap((e) => e.effects))].sort();
  const chips = el(
    "div",
    { class: "presets", role: "group", "aria-label": "Effects" },
    ...effects.map((name) => {
      const chip = el(
        "button",
        {
          type: "button",
          "aria-pressed": "false",
          onclick: () => {
            effect = effect === name ? "" : name;
            for (const other of chips.children)
              other.setAttribute("aria-pressed", String(other.textContent === effect));
            sift();
          },
        },
        name,
      );
      return chip;
    }),
  );
  return el(
    "main",
    { class: "gallery" },
    el(
      "header",
      { class: "hero" },
      el("h1", {}, "Pliant"),
      el(
        "p",
        {},
        "Soft things that bend, swing, twist and come to rest. Open one and pull at it, or ",
        el("a", { href: "#flatland" }, "draw some in Flatland"),
        ".",
      ),
      search,
      chips,
      found,
    ),
    ...sections.map((s) => s.section),
  );
}
