// SPDX-License-Identifier: MIT
// node hashes.mjs PROGRAM ENGINE [SCENE...]: WebAssembly takes the same steps, bit for bit, as the program with its
// baseline instructions: every scene of the gallery, or those named. And a state goes from the program to the browser
// and back.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { inline } from "../../apps/viewer/inline.mjs";
import { engines, native, open, root, saved, say, step, told } from "./engine.mjs";

const [program, folder, ...named] = process.argv.slice(2);
const SECONDS = 1.5; // of steps in WebAssembly, per scene
const MOST_STEPS = 30;
const make = engines(folder);
const all = readdirSync(join(root, "scenes"), { recursive: true })
  .filter((name) => name.endsWith(".json"))
  .map((name) => relative("", name).replace(/\.json$/, ""))
  .sort();

let failures = 0;
function judge(name, what, wasm, expected) {
  const same = wasm === expected;
  console.log(`${name}, ${what}: ${same ? "same" : "DIFFERENT"} ${wasm} ${expected}`);
  if (!same) failures++;
}

for (const name of named.length > 0 ? named : all) {
  const path = join(root, "scenes", `${name}.json`);
  const m = await make();
  open(m, `${name.split("/").pop()}.json`, Buffer.from(inline(readFileSync(path, "utf8"), dirname(path))));
  const trouble = told(m).eror?.toString();
  if (trouble) {
    console.log(`${name}: FAILED: ${trouble}`);
    failures++;
    continue;
  }
  const begun = performance.now();
  let steps = 0;
  while (steps < MOST_STEPS && (performance.now() - begun) / 1000 < SECONDS) {
    step(m, 1);
    steps++;
  }
  judge(name, `${steps} steps`, saved(m).hash, native(program, path, steps));
}

// What was played here, pulled and all, the program plays again: the report has the state at the start, changes and
// hashes.
const work = mkdtempSync(join(tmpdir(), "pliant-"));
const report = join(work, "drop.pliant-report");
const m = await make();
open(m, "drop.json", readFileSync(join(root, "scenes/drop.json")));
step(m, 20);
say(m, "load", saved(m).snapshot); // the report begins in the middle
step(m, 20);
say(m, "grab", Buffer.from(new Float64Array([0.02, 0.5, 5, 0, 0, -1, 0, 0, 1]).buffer));
step(m, 40);
const end = saved(m).hash;
say(m, "rept");
writeFileSync(report, told(m).rept);
const through = join(work, "drop.snapshot");
try {
  console.log(
    execFileSync(program, ["replay", report, "--snapshot", through], {
      env: { ...process.env, PLIANT_ISA: "baseline" },
      encoding: "utf8",
    }).trim(),
  );
} catch (error) {
  console.log(`drop, a report of the browser played by the program: FAILED\n${error.stdout}`);
  failures++;
}
// And its state comes back.
const back = await make();
open(back, "drop.json", readFileSync(join(root, "scenes/drop.json")));
say(back, "load", readFileSync(through));
judge("drop", "a snapshot of the program, taken up", saved(back).hash, end);
rmSync(work, { recursive: true });
process.exit(failures ? 1 : 0);
