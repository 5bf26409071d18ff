// SPDX-License-Identifier: MIT
// node numbers.mjs BUILD: what the page costs. Steps in WebAssembly beside the program's, how large page and engine
// are, how long it takes from a click to the first moving frame, and what is streamed. Prints; judges nothing.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { engines, open as openIn, root, step, told } from "./engine.mjs";
import { open, serve, until, view } from "./browser.mjs";

const build = process.argv[2] ?? join(root, "build");
const program = join(build, "pliant"),
  page = join(build, "web");
const rows = (isa) =>
  execFileSync(program, ["bench", "page", "--steps", "--json"], {
    env: { ...process.env, ...(isa ? { PLIANT_ISA: isa } : {}) },
    encoding: "utf8",
  })
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

/* --- steps --- */

const make = engines(join(root, "build-web"));
async function wasmStep(name) {
  const m = await make();
  openIn(m, "scene.json", readFileSync(join(root, "scenes", `${name}.json`)));
  const trouble = told(m).eror?.toString();
  if (trouble) throw new Error(trouble);
  step(m, 20);
  let best = Infinity;
  for (const begun = performance.now(); performance.now() - begun < 1500;) {
    const from = performance.now();
    step(m, 1);
    best = Math.min(best, performance.now() - from);
  }
  return best;
}

console.log("steps, one thread, ms, the best of many            WebAssembly   baseline   best here");
const best = rows(),
  baseline = rows("baseline");
for (const [i, { scene, isa, step_ms }] of best.entries()) {
  const wasm = await wasmStep(scene);
  console.log(
    `  ${scene.padEnd(46)} ${wasm.toFixed(3).padStart(12)} ${baseline[i].step_ms.toFixed(3).padStart(10)} ` +
      `${step_ms.toFixed(3).padStart(11)}  ${isa}; ` +
      `WebAssembly / baseline ${(wasm / baseline[i].step_ms).toFixed(2)}`,
  );
}

/* --- size --- */

const files = readdirSync(page, { recursive: true }).filter(
  (name) =>
    !/^(scenes|thumbnails|threads)\b|single\.html|gallery\.json/.test(name) && statSync(join(page, name)).isFile(),
);
const compressed = files.reduce((sum, name) => sum + gzipSync(readFileSync(join(page, name)), { level: 9 }).length, 0);
console.log(`page and engine: ${(compressed / 1000).toFixed(0)} kB compressed (${files.join(", ")})`);

/* --- from a click to the first moving frame --- */

for (const kind of ["wasm", "native"]) {
  const server = kind === "wasm" ? await serve(page) : await view(program, "--page", page, "--port", "0");
  const { browser, page: tab } = await open();
  await tab.goto(server.address);
  await tab.waitForSelector(".card");
  const begun = performance.now();
  await tab.locator('.card[href$="scenes/contact/pile.json"]').click();
  await until(tab, "the demo moves", (s) => s.step > 0 && s.frames > 1);
  console.log(
    `${kind}: ${((performance.now() - begun) / 1000).toFixed(2)} s from the click to the first moving frame ` +
      "of contact/pile",
  );

  /* --- streaming --- */
  if (kind === "native") {
    for (const [cuts, seconds] of [
      [28, 4],
      [57, 4],
      [316, 20],
    ]) {
      // In the page, but without drawing: what comes over the loopback while the world plays.
      const got = await tab.evaluate(
        async ([cuts, seconds]) => {
          window.pliant.main.engine.close();
          const token = sessionStorage.getItem("pliant-token");
          const socket = new WebSocket(`${location.origin.replace("http", "ws")}/engine?token=${token}`);
          socket.binaryType = "arraybuffer";
          await new Promise((done) => {
            socket.onopen = done;
          });
          const say = (tag, payload) => {
            const out = new Uint8Array(16 + Math.ceil(payload.length / 8) * 8),
              v = new DataView(out.buffer);
            v.setUint32(0, 0x57564c50, true);
            v.setUint32(4, 1, true);
            out.set(new TextEncoder().encode(tag), 8);
            v.setUint32(12, payload.length, true);
            out.set(payload, 16);
            socket.send(out);
          };
          const text = JSON.stringify({
            pliant: 1,
            time: { step: 0.01666 },
            bodies: [{ mesh: { icosphere: { cuts } }, model: { surface: { region: 1 } } }],
          });
          say("take", new Uint8Array());
          say("open", new TextEncoder().encode(`ball.json\0${text}`));
          const play = new Uint8Array(16);
          new DataView(play.buffer).setUint32(0, 1, true);
          new DataView(play.buffer).setFloat64(8, 1, true);
          say("play", play);
          let frames = 0,
            bytes = 0,
            first = 0,
            last = 0,
            wanted = 10 * cuts * cuts + 2;
          return await new Promise((done) => {
            const result = () => done({ frames: frames - 1, seconds: (last - first) / 1000, bytes });
            setTimeout(result, 1000 * (seconds + 60));
            socket.onmessage = ({ data }) => {
              const v = new DataView(data);
              for (let at = 8; at + 8 <= data.byteLength;) {
                const tag = String.fromCharCode(...new Uint8Array(data, at, 4)),
                  size = v.getUint32(at + 4, true);
                if (tag === "fram") {
                  say("ackn", new Uint8Array(data.slice(at + 8, at + 12)));
                  if (v.getUint32(at + 8 + 48 + 8, true) === wanted && v.getFloat64(at + 8 + 16, true) > 0) {
                    last = performance.now();
                    if (frames++ === 0) first = last;
                    bytes = size;
                    if (last - first > 1000 * seconds) {
                      socket.close();
                      result();
                    }
                  }
                }
                at += 8 + Math.ceil(size / 8) * 8;
              }
            };
          });
        },
        [cuts, seconds],
      );
      console.log(
        `streamed: ${String(10 * cuts * cuts + 2).padStart(7)} vertices, ` +
          `${(got.frames / got.seconds).toFixed(1)} frames/s, ${got.bytes} bytes per frame`,
      );
      await tab.reload();
      await tab.waitForFunction(() => window.pliant);
    }
  }
  await browser.close();
  if (kind === "wasm") server.close();
  else await server.stop();
}
