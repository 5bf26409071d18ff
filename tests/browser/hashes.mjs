// SPDX-License-Identifier: MIT
// node hashes.mjs PROGRAM ENGINE: WebAssembly takes the same steps, bit for bit, as the program with its baseline
// instructions.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const [program, folder] = process.argv.slice(2);
// Not among them: what asks the C library for cbrt, hypot, exp, sin or cos on the way (filled graphs, subspaces,
// spheres), whose last bits are the library's.
const scenes = {
  bar: 30, duck: 30, drop: 150, curve: 60, sheet: 30, ball: 60, "contact/slope": 60, "surface/drop": 30, "surface/fig6-twirl": 10,
  "cage/fig1-dragon": 4, "cage/fig5-head": 5,
};
const STEPS_AT_ONCE = 50;

process.setMaxListeners(50); // each engine has some
const make = createRequire(import.meta.url)(join(folder, "engine.js"));
const bytes = readFileSync(join(folder, "engine.wasm"));

function say(m, tag, payload) {
  const data = Buffer.alloc(16 + Math.ceil(payload.length / 8) * 8);
  data.write("PLVW", 0);
  data.writeUInt32LE(1, 4);
  data.write(tag, 8);
  data.writeUInt32LE(payload.length, 12);
  payload.copy(data, 16);
  const at = m._page_room(data.length);
  m.HEAPU8.set(data, at);
  m._page_message(at, data.length);
}

function told(m) {
  const out = {};
  const size = m._page_write();
  const data = Buffer.from(m.HEAPU8.slice(m._page_out(), m._page_out() + size));
  for (let at = 8; at + 8 <= size; ) {
    const length = data.readUInt32LE(at + 4);
    out[data.toString("latin1", at, at + 4)] = data.subarray(at + 8, at + 8 + length);
    at += 8 + Math.ceil(length / 8) * 8;
  }
  return out;
}

let failures = 0;
for (const [name, steps] of Object.entries(scenes)) {
  const path = join(root, "scenes", `${name}.json`);
  const m = await make({ wasmBinary: bytes });
  m._page_start();
  say(m, "open", Buffer.concat([Buffer.from(`${name.split("/").pop()}.json\0`), readFileSync(path)]));
  for (let left = steps; left > 0; left -= STEPS_AT_ONCE) {
    const count = Buffer.alloc(4);
    count.writeUInt32LE(Math.min(left, STEPS_AT_ONCE));
    say(m, "step", count);
  }
  say(m, "save", Buffer.alloc(0));
  const answer = told(m);
  if (answer.eror) throw new Error(answer.eror.toString());
  const wasm = answer.hash.readBigUInt64LE(8).toString(16).padStart(16, "0");
  const printed = execFileSync(program, ["run", path, "--steps", String(steps), "--hash", "--quiet"], { env: { ...process.env, PLIANT_ISA: "baseline" }, encoding: "utf8" });
  const native = printed.trim().split("\n").pop().split(" 0x")[1];
  console.log(`${name}, ${steps} steps: ${wasm === native ? "same" : "DIFFERENT"} ${wasm} ${native}`);
  if (wasm !== native) failures++;
}
process.exit(failures ? 1 : 0);
