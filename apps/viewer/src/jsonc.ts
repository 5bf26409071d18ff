// SPDX-License-Identifier: MIT
// Scenes are JSON with comments and trailing commas. The engine judges them; here only values are wanted.

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

export function parse(text: string): Json {
  let out = "";
  for (let i = 0; i < text.length; i++) {
    const c = text[i] ?? "";
    if (c === '"') {
      const begin = i;
      for (i++; i < text.length && text[i] !== '"'; i++) if (text[i] === "\\") i++;
      out += text.slice(begin, i + 1);
    } else if (c === "/" && text[i + 1] === "/") {
      while (i + 1 < text.length && text[i + 1] !== "\n") i++;
    } else if (c === "/" && text[i + 1] === "*") {
      i = Math.max(text.indexOf("*/", i + 2), i) + 1;
    } else if (c === "]" || c === "}") {
      out = out.replace(/,\s*$/, "") + c;
    } else out += c;
  }
  return JSON.parse(out) as Json;
}

export function at(value: Json | undefined, path: string): Json | undefined {
  for (const name of path.split(".")) {
    if (value === null || value === undefined || typeof value !== "object") return undefined;
    value = Array.isArray(value) ? value[Number(name)] : value[name];
  }
  return value;
}
