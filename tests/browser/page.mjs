// SPDX-License-Identifier: MIT
// node page.mjs wasm|native PAGE [PROGRAM]: what a visitor does, in a real browser, with either engine. PAGE is the
// folder that `make web` made.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import assert from "node:assert/strict";
import { axe, open, root, serve, shoot, state, until, view } from "./browser.mjs";

const [kind, folder, program] = process.argv.slice(2);
const native = kind === "native";
const server = native ? await view(program, "--page", folder, "--port", "0") : await serve(folder);
const { browser, page, troubles } = await open();

/** Nothing that tools for people who cannot see or use a mouse would stumble over. */
async function accessible(what) {
  await page.evaluate(axe);
  const found = await page.evaluate(async () => (await window.axe.run(document, { resultTypes: ["violations"] })).violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target.join(" ")).join(", ")}`));
  assert.deepEqual(found, [], `axe: ${what}`);
}

const base = server.address.split("#")[0];
async function openScene(path, extra = "") {
  await page.evaluate(() => { location.hash = "gallery"; });
  await page.waitForSelector(".card");
  await page.evaluate((hash) => { location.hash = hash; }, `scene=scenes/${path}.json${extra}`);
  await until(page, `${path} moves`, (s) => s.step > 2 && s.frames > 2);
}

/** Paused, from the start, and so many steps on. */
async function stepTo(steps) {
  await page.evaluate(() => { window.pliant.play(false); window.pliant.reset(); });
  await until(page, "is at the start", (s) => s.step === 0 && !s.playing);
  return stepOn(steps);
}
async function stepOn(steps) {
  const from = (await state(page)).step;
  await page.evaluate((count) => window.pliant.step(count), steps);
  return until(page, `takes ${steps} steps`, (s) => s.step === from + steps);
}

const tests = {
  async gallery() {
    await page.goto(native ? server.address : base);
    if (native) await page.waitForFunction(() => location.hash === "#gallery");
    await page.waitForSelector(".card");
    assert.ok((await page.locator(".card").count()) > 40);
    await page.getByRole("searchbox").fill("duck");
    const found = await page.locator(".card:visible").count();
    assert.ok(found >= 1 && found < 20, `${found} scenes with ducks`);
    await page.getByRole("searchbox").fill("");
    await accessible("gallery");
    if (!native) await shoot(page, "gallery");
  },

  /** One scene of each model opens, plays and moves; the gallery is left by a click. */
  async models() {
    await page.locator('.card[href$="scenes/bar.json"]').click();
    await until(page, "the bar moves", (s) => s.step > 2 && s.models[0] === "graph");
    for (const [path, model] of [["surface/fig6-twirl", "surface"], ["cage/fig5-head", "cage"]]) {
      await openScene(path);
      assert.equal((await state(page)).models[0], model);
    }
  },

  /** Dragged up the bar is higher after thirty steps than left alone, and than dragged down. Let go, nothing is held. */
  async drag() {
    await openScene("bar");
    const alone = (await stepTo(90)).middle[1];
    const heights = [];
    for (const way of [-1, 1]) {
      await stepTo(60);
      const [x, y] = await page.evaluate(() => {
        const stage = window.pliant.main.stage;
        const box = stage.canvas.getBoundingClientRect();
        for (let i = 0; i < 4000; i++) {
          const x = box.left + box.width * (0.2 + (0.6 * (i % 60)) / 60), y = box.bottom - 40 - (Math.floor(i / 60) * box.height) / 68;
          if (stage.meets(x, y)) return [x, y];
        }
        return [0, 0];
      });
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x, y + way * 120, { steps: 4 });
      await page.waitForTimeout(300);
      heights.push((await stepOn(30)).middle[1]);
      if (!native && way < 0) await shoot(page, "drag");
      await page.mouse.up();
      await page.waitForFunction(() => !window.pliant.main.stage.spring.visible);
    }
    assert.ok(heights[0] > alone + 0.005 && heights[0] > heights[1] + 0.005, `up ${heights[0]} m, down ${heights[1]} m, alone ${alone} m`);
  },

  /** Beside the bar the view turns, and nothing is pulled. */
  async orbit() {
    const box = await page.locator("canvas").first().boundingBox();
    const eye = () => page.evaluate(() => window.pliant.main.stage.camera.position.toArray());
    const before = await eye();
    await page.mouse.move(box.x + 20, box.y + box.height - 60);
    await page.mouse.down();
    await page.mouse.move(box.x + 120, box.y + box.height - 90, { steps: 5 });
    await page.mouse.up();
    const after = await eye();
    assert.ok(Math.hypot(...after.map((v, i) => v - before[i])) > 0.05, "the camera did not move");
  },

  /** Ten times softer: the bar hangs lower. The text keeps its comments. */
  async tune() {
    await openScene("bar");
    const hang = async () => (await stepTo(90)).middle[1];
    const stiff = await hang();
    await page.getByLabel("Youngs modulus", { exact: true }).fill("30000");
    await until(page, "is told", (s) => /"youngs_modulus": 30000,/.test(s.text));
    assert.match((await state(page)).text, /\/\/ Pa: soft rubber/);
    const soft = await hang();
    assert.ok(soft < stiff - 0.02, `a soft bar hangs at ${soft} m, a stiff one at ${stiff} m`);
    await accessible("a scene");
    if (!native) await shoot(page, "tune");
  },

  /** An error stands where it was made, and what ran goes on. */
  async mistake() {
    await page.getByRole("tab", { name: "Text" }).click();
    const editor = page.getByLabel("The scene's text");
    const text = await editor.inputValue();
    await editor.fill(text.replace(/"youngs_modulus": \d+/, '"youngs_modulus": -5'));
    await page.getByRole("button", { name: /Take it/ }).click();
    await page.waitForFunction(() => [...document.querySelectorAll(".alert")].some((a) => !a.hidden && /bar\.json:\d+:\d+: .*youngs_modulus/.test(a.textContent)));
    await page.getByRole("button", { name: /Back to what runs/ }).click();
    await page.getByRole("tab", { name: "Tune" }).click();
  },

  async scrub() {
    await openScene("drop");
    await until(page, "has fallen", (s) => s.time > 0.8);
    await page.evaluate(() => window.pliant.play(false));
    const late = await until(page, "stands still", (s) => !s.playing);
    await page.evaluate((step) => window.pliant.main.say.seek(step), 40);
    const early = await until(page, "is back", (s) => s.step < 60);
    assert.ok(early.middle[1] > late.middle[1] + 0.05, "it is as high as it was");
    await page.getByLabel("One step").click();
    await until(page, "steps from there", (s) => s.step === early.step + 1);
  },

  async model() {
    await openScene("surface/drop");
    await page.locator('[data-path="bodies.0.model"] select').selectOption("graph");
    await until(page, "another model", (s) => s.models[0] === "graph" && s.step > 2);
  },

  /** Two models side by side: both worlds run, in two pictures. */
  async compare() {
    await openScene("duck");
    await page.getByRole("tab", { name: "See" }).click();
    await page.getByLabel("Compare with another model").selectOption("surface");
    await page.waitForFunction(() => window.pliant.other?.frames > 1, null, { timeout: 60000 });
    assert.equal(await page.locator(".view canvas").count(), 2);
    await page.evaluate(() => { window.pliant.play(false); });
    if (!native) await shoot(page, "compare");
    await page.getByLabel("Compare with another model").selectOption("nothing");
  },

  async plots() {
    await page.evaluate(() => { window.pliant.play(true); });
    await page.getByRole("tab", { name: "Plots" }).click();
    await page.waitForFunction(() => document.querySelectorAll(".uplot").length === 4);
    await page.waitForTimeout(1500);
    await page.evaluate(() => { window.pliant.play(false); });
    if (!native) await shoot(page, "plots");
  },

  async phone() {
    await page.setViewportSize({ width: 390, height: 780 });
    await openScene("ball");
    await until(page, "plays", (s) => s.time > 0.2);
    await page.evaluate(() => window.pliant.play(false));
    const wide = await page.evaluate(() => Math.max(...[...document.querySelectorAll("body *")].filter((e) => e.checkVisibility()).map((e) => e.getBoundingClientRect().right)));
    assert.ok(wide <= 391, `the page is ${wide} pixels wide`);
    if (!native) await shoot(page, "phone");
    await page.setViewportSize({ width: 960, height: 600 });
  },
};

/** Only of the program: who may come, who holds the mouse, and how it ends. */
const ofTheProgram = {
  async guards() {
    const socket = (query, origin) => new Promise((done) => {
      const s = new WebSocket(`${base.replace(/^http/, "ws")}engine?${query}`, origin ? { headers: { Origin: origin } } : undefined);
      s.onopen = () => { s.close(); done("open"); };
      s.onerror = () => done("refused");
    }).catch(() => "refused");
    assert.equal(await page.evaluate((address) => new Promise((done) => { const s = new WebSocket(address); s.onopen = () => done("open"); s.onerror = () => done("refused"); }), `${base.replace(/^http/, "ws")}engine?token=00`), "refused", "a wrong token");
    troubles.splice(0, troubles.length, ...troubles.filter((t) => !/engine\?token=00/.test(t)));
    if (globalThis.WebSocket) assert.equal(await socket("token=00"), "refused");
    const other = await fetch(`${base}../../etc/passwd`);
    assert.equal(other.status, 404);
  },
  async watchers() {
    await openScene("bar");
    const second = await page.context().newPage();
    await second.goto(server.address);
    await until(second, "the same world", (s) => s.step > 0 && /swings/.test(s.text));
    await second.close();
  },
};

/** A file that carries everything, opened from the disk. */
async function single() {
  const work = mkdtempSync(join(tmpdir(), "pliant-"));
  const file = join(work, "bar.html"), tricky = join(work, "tricky.json");
  writeFileSync(tricky, '{ "pliant": 1, "title": "</script><b>", "bodies": [{ "mesh": { "icosphere": {} }, "model": { "surface": {} } }] }');
  execFileSync(program, ["view", tricky, "--page", folder, "--export", file]);
  await page.goto(`file://${file}`);
  await until(page, "the file plays", (s) => s.step > 5);
  assert.equal(await page.title(), "</script><b> – Pliant");
  rmSync(work, { recursive: true });
}

let failed = 0;
async function run(name, test) {
  const begun = performance.now();
  try {
    await test();
    console.log(`ok      ${kind} ${name} ${((performance.now() - begun) / 1000).toFixed(1)} s`);
  } catch (error) {
    failed++;
    console.log(`FAILED  ${kind} ${name}: ${error.stack}`);
    await shoot(page, `failed-${kind}-${name}`).catch(() => undefined);
  }
}
const only = process.env.ONLY?.split(",");
for (const [name, test] of Object.entries(native ? { ...tests, ...ofTheProgram } : tests)) if (!only || only.includes(name)) await run(name, test);
if (!native && program) await run("single", single);
await run("console", async () => assert.deepEqual(troubles, []));
if (native) await run("ctrl-c", async () => { const ended = await server.stop(); assert.equal(ended.code, 0); assert.ok(ended.seconds < 2, `it took ${ended.seconds} s`); });
else server.close();
await browser.close();
console.log(`pictures: ${process.env.PLIANT_SHOTS ?? join(root, "build/shots")}`);
process.exit(failed ? 1 : 0);
