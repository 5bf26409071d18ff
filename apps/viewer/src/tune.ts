// SPDX-License-Identifier: MIT
// Controls made from the schema of scenes: every number, choice and switch of a body, its model and the world.
import { el, id } from "./dom";
import { at, type Json } from "./jsonc";

export interface Schema {
  $ref?: string;
  type?: string;
  enum?: (string | number)[];
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  allOf?: Schema[];
  oneOf?: Schema[];
  description?: string;
  default?: Json;
  properties?: Record<string, Schema>;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
}
export interface SceneSchema {
  $defs: Record<string, Schema>;
}
export type Set = (path: string, value: Json) => void;

const PRESETS: [string, number][] = [
  ["Jelly", 1e4],
  ["Soft rubber", 1e5],
  ["Rubber", 1e6],
  ["Stiff rubber", 1e7],
];

const words = (name: string): string => {
  const t = name.replaceAll("_", " ");
  return t.charAt(0).toUpperCase() + t.slice(1);
};

function split(description: string): [string, string] {
  const found = /^(.*?) ?Unit: (.*)\.$/s.exec(description);
  return found ? [found[1] ?? "", found[2] ?? ""] : [description, ""];
}

/** A number with a slider: factors of what it was, or its whole range if short. NaN: the engine chooses. */
function number(path: string, name: string, schema: Schema, part: Schema, value: number, set: Set): HTMLElement {
  const [text, unit] = split(schema.description ?? "");
  const low = part.minimum ?? part.exclusiveMinimum ?? -Infinity;
  const high = part.maximum ?? part.exclusiveMaximum ?? Infinity;
  const whole = part.type === "integer";
  const given = Number.isFinite(value);
  const linear = Number.isFinite(low) && Number.isFinite(high) && high - low <= 1000;
  const usual =
    given && value !== 0
      ? Math.abs(value)
      : typeof schema.default === "number" && schema.default !== 0
        ? Math.abs(schema.default)
        : 1;
  const least = linear ? low : low < 0 ? -10 * usual : Math.max(low, 0);
  const most = linear ? high : Math.min(high, 30 * usual);
  const log = !linear && low >= 0;
  // Logarithmic from a thousandth of the top, with 0 at the left end where it is allowed.
  const toSlider = (v: number): number =>
    log ? (v <= most / 3000 ? 0 : 1 + Math.log(v / most) / Math.log(3000)) : (v - least) / (most - least);
  const fromSlider = (s: number): number => {
    let v = log ? (s <= 0 ? least : most * 3000 ** (s - 1)) : least + s * (most - least);
    if (log && v <= 0 && part.exclusiveMinimum !== undefined) v = most / 3000;
    return whole ? Math.round(v) : Number(v.toPrecision(3));
  };
  const ids = id();
  const input = el("input", {
    type: "number",
    id: ids,
    step: whole ? "1" : "any",
    value: given ? String(value) : "",
    placeholder: "automatic",
    "aria-describedby": `${ids}-about`,
  });
  if (Number.isFinite(low)) input.min = String(low);
  if (Number.isFinite(high)) input.max = String(high);
  const slider = el("input", {
    type: "range",
    min: "0",
    max: "1",
    step: "0.001",
    "aria-label": `${words(name)}, slider`,
  });
  slider.value = String(toSlider(given ? value : usual));
  let timer = 0;
  const send = (v: number): void => {
    clearTimeout(timer);
    timer = window.setTimeout(() => {
      set(path, v);
    }, 120);
  };
  slider.addEventListener("input", () => {
    const v = fromSlider(Number(slider.value));
    input.value = String(v);
    send(v);
  });
  input.addEventListener("input", () => {
    const v = input.valueAsNumber;
    if (Number.isFinite(v)) {
      slider.value = String(toSlider(v));
      send(v);
    }
  });
  return el(
    "div",
    { class: "control", "data-path": path, title: text },
    el("label", { for: ids }, words(name)),
    el("span", { class: "with-unit" }, input, el("span", { class: "unit" }, unit)),
    slider,
    el("p", { class: "about", id: `${ids}-about` }, text),
  );
}

function choice(
  path: string,
  name: string,
  about: string,
  options: readonly (string | number)[],
  value: Json | undefined,
  set: Set,
): HTMLElement {
  const ids = id();
  const select = el(
    "select",
    {
      id: ids,
      onchange: () => {
        const v = options[select.selectedIndex];
        if (v !== undefined) set(path, v);
      },
    },
    ...options.map((o) => el("option", { selected: o === value }, String(o))),
  );
  return el(
    "div",
    { class: "control", "data-path": path, title: about },
    el("label", { for: ids }, words(name)),
    select,
    el("p", { class: "about" }, about),
  );
}

function vector(path: string, name: string, schema: Schema, value: number[], set: Set): HTMLElement {
  const [about, unit] = split(schema.description ?? "");
  const inputs = ["x", "y", "z"].map((axis, i) =>
    el("input", {
      type: "number",
      step: "any",
      value: String(value[i] ?? 0),
      "aria-label": `${words(name)} ${axis}`,
      oninput: () => {
        const v = inputs.map((input) => input.valueAsNumber);
        if (v.every(Number.isFinite)) set(path, v);
      },
    }),
  );
  return el(
    "fieldset",
    { class: "control vector", "data-path": path, title: about },
    el("legend", {}, `${words(name)}${unit ? `, ${unit}` : ""}`),
    ...inputs,
  );
}

function flag(path: string, name: string, about: string, value: boolean, set: Set): HTMLElement {
  const ids = id();
  const box = el("input", {
    type: "checkbox",
    id: ids,
    checked: value,
    onchange: () => {
      set(path, box.checked);
    },
  });
  return el(
    "div",
    { class: "control flag", "data-path": path, title: about },
    box,
    el("label", { for: ids }, words(name)),
    el("p", { class: "about" }, split(about)[0]),
  );
}

/** One key; null for what is no number, choice, switch or vector, such as lists of vertices. */
function control(path: string, name: string, schema: Schema, scene: Json, set: Set): HTMLElement | null {
  const value = at(scene, path) ?? schema.default;
  const parts = (schema.allOf ?? [schema]).flatMap((p) => p.oneOf ?? [p]);
  const about = schema.description ?? "";
  for (const part of parts) {
    if (part.enum) return choice(path, name, about, part.enum, value, set);
    if ((part.type === "number" || part.type === "integer") && (typeof value === "number" || value === undefined))
      return number(path, name, schema, part, typeof value === "number" ? value : NaN, set);
    if (part.type === "boolean") return flag(path, name, about, value === true, set);
    if (
      part.type === "array" &&
      part.minItems === 3 &&
      part.maxItems === 3 &&
      Array.isArray(value) &&
      value.every((v) => typeof v === "number")
    )
      return vector(path, name, schema, value, set);
  }
  return null;
}

function group(
  title: string,
  definition: Schema | undefined,
  path: string,
  scene: Json,
  set: Set,
  open: boolean,
  skip: readonly string[] = [],
): HTMLElement | null {
  const controls = Object.entries(definition?.properties ?? {})
    .filter(([name]) => !skip.includes(name))
    .map(([name, schema]) => control(path ? `${path}.${name}` : name, name, schema, scene, set))
    .filter((c) => c !== null);
  return controls.length > 0 ? el("details", { open }, el("summary", {}, title), ...controls) : null;
}

/** Parts that are objects of their own, such as heat: their controls, or a button for what the scene lacks. */
function parts(
  definition: Schema | undefined,
  d: SceneSchema["$defs"],
  path: string,
  scene: Json,
  set: Set,
  skip: readonly string[],
): HTMLElement[] {
  return Object.entries(definition?.properties ?? {}).flatMap(([name, schema]) => {
    const of = d[(schema.allOf?.[0]?.$ref ?? "").replace("#/$defs/", "")];
    if (!of?.properties || skip.includes(name)) return [];
    const here = `${path}.${name}`;
    const has = at(scene, here) !== undefined;
    const controls = has ? group(words(name), of, here, scene, set, false) : null;
    if (controls) return [controls];
    return has
      ? []
      : [
          el(
            "div",
            { class: "add", "data-path": here },
            el(
              "button",
              {
                type: "button",
                title: schema.description ?? "",
                onclick: () => {
                  set(here, {});
                },
              },
              `Add ${words(name).toLowerCase()}`,
            ),
          ),
        ];
  });
}

/** The models that the engine knows, by the names that scenes have for them. */
export const modelsOf = (schema: SceneSchema): string[] => Object.keys(schema.$defs["model"]?.properties ?? {});

export function tune(schema: SceneSchema, scene: Json, body: number, set: Set): HTMLElement {
  const d = schema.$defs;
  const model = Object.keys((at(scene, `bodies.${String(body)}.model`) ?? {}) as Record<string, Json>)[0] ?? "graph";
  const path = `bodies.${String(body)}`;
  const stiff = `${path}.model.${model}.youngs_modulus`;
  const models = modelsOf(schema);
  const definition = d[(d["model"]?.properties?.[model]?.allOf?.[0]?.$ref ?? "").replace("#/$defs/", "")];
  const presets = !definition?.properties?.["youngs_modulus"]
    ? null
    : el(
        "div",
        { class: "presets", role: "group", "aria-label": "Materials" },
        ...PRESETS.map(([name, modulus]) =>
          el(
            "button",
            {
              type: "button",
              onclick: () => {
                set(stiff, modulus);
              },
            },
            name,
          ),
        ),
      );
  return el(
    "div",
    {},
    choice(
      `${path}.model`,
      "model",
      "How the body keeps its shape; another one starts with its defaults, in the pose that it has now.",
      models,
      model,
      (_, v) => {
        set(`${path}.model`, { [String(v)]: {} });
      },
    ),
    presets,
    group("Material", definition, `${path}.model.${model}`, scene, set, true),
    ...parts(definition, d, `${path}.model.${model}`, scene, set, ["mesh", "fill"]),
    group("Body", d["body"], path, scene, set, false, ["name"]),
    ...parts(d["body"], d, path, scene, set, ["mesh", "model", "start", "detail", "subspace"]),
    group(
      "World",
      { properties: { ...(d["scene"]?.properties?.["gravity"] ? { gravity: d["scene"].properties["gravity"] } : {}) } },
      "",
      scene,
      set,
      false,
    ),
    group("Time", d["time"], "time", scene, set, false),
    group("Sleep", d["sleep"], "sleep", scene, set, false),
  );
}
