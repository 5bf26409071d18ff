// SPDX-License-Identifier: MIT
// A page may read no files: numbers that a scene of the gallery has in files are put into its text.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const lines = (path) =>
  readFileSync(path, "utf8")
    .split("\n")
    .map((line) => line.replace(/#.*/, "").trim())
    .filter((line) => line);

/** Numbers of a text; several in a line are a point. */
function points(path) {
  const rows = lines(path).map((line) => line.split(/[\s,;]+/).map(Number));
  return JSON.stringify(rows[0].length === 1 ? rows.flat() : rows);
}

/** Grey levels of a PGM, in ASCII or in bytes, from what black stands for to what white does. */
function levels(path, black, white) {
  const data = readFileSync(path),
    binary = data.toString("latin1", 0, 2) === "P5";
  const [head, width, most] = /^P[25]\s+(?:#.*\s+)*(\d+)\s+\d+\s+(\d+)\s/.exec(data.toString("latin1")) ?? [];
  if (!head || (binary && Number(most) > 255)) throw new Error(`${path} is no PGM that is put into a text`);
  const rest = data.subarray(head.length);
  const values = binary ? [...rest] : rest.toString("latin1").trim().split(/\s+/).map(Number);
  return `${JSON.stringify(values.map((v) => black + (white - black) * (v / Number(most))))}, "nx": ${width}`;
}

/** The scene's text, by itself. */
export function inline(text, folder) {
  return text
    .replace(/("points":\s*)"([^"]+\.txt)"/g, (all, key, file) =>
      existsSync(join(folder, file)) ? key + points(join(folder, file)) : all,
    )
    .replace(
      /("(?:ranges|heights)":\s*)\{\s*"image":\s*"([^"]+\.pgm)",\s*"black":\s*([\d.]+),\s*"white":\s*([\d.]+)\s*\}/g,
      (_, key, file, black, white) => key + levels(join(folder, file), Number(black), Number(white)),
    );
}
