// SPDX-License-Identifier: MIT
// The engine in node, without a page: what a worker does with it, by messages. And the program, for comparison.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const STEPS_AT_ONCE = 50;

/** `folder` has engine.js and engine.wasm. */
export function engines(folder) {
  process.setMaxListeners(200); // each engine has some
  const make = createRequire(import.meta.url)(resolve(folder, "engine.js"));
  const wasmBinary = readFileSync(join(folder, "engine.wasm"));
  return async () => {
    const m = await make({ wasmBinary });
    m._page_start(1);
    return m;
  };
}

export function say(m, tag, payload = Buffer.alloc(0)) {
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

/** The blocks that wait for the page, by tag; a frame is acknowledged. */
export function told(m) {
  const out = {};
  const size = m._page_write();
  const data = Buffer.from(m.HEAPU8.slice(m._page_out(), m._page_out() + size));
  for (let at = 8; at + 8 <= size;) {
    const length = data.readUInt32LE(at + 4);
    out[data.toString("latin1", at, at + 4)] = data.subarray(at + 8, at + 8 + length);
    at += 8 + Math.ceil(length / 8) * 8;
  }
  if (out.fram) say(m, "ackn", out.fram.subarray(0, 4));
  return out;
}

export function open(m, name, text) {
  say(m, "open", Buffer.concat([Buffer.from(`${name}\0`), text]));
}

export function step(m, steps) {
  for (let left = steps; left > 0; left -= STEPS_AT_ONCE) {
    const count = Buffer.alloc(4);
    count.writeUInt32LE(Math.min(left, STEPS_AT_ONCE));
    say(m, "step", count);
  }
}

const hex = (hash) => hash.toString(16).padStart(16, "0");

/** Step, hash and snapshot of the state as it is. */
export function saved(m) {
  say(m, "save");
  const answer = told(m);
  if (answer.eror) throw new Error(answer.eror.toString());
  return {
    step: Number(answer.hash.readBigUInt64LE(0)),
    hash: hex(answer.hash.readBigUInt64LE(8)),
    snapshot: answer.snap,
  };
}

/** The hash that the program prints at the end. */
export function native(program, scene, steps, isa = "baseline", ...options) {
  const printed = execFileSync(
    program,
    ["run", scene, "--steps", String(steps), "--hash", "--quiet", "--threads", "1", ...options],
    { env: { ...process.env, PLIANT_ISA: isa }, encoding: "utf8" },
  );
  return printed.trim().split("\n").pop().split(" 0x")[1];
}
