// SPDX-License-Identifier: MIT
// node page.mjs wasm|native PAGE [PROGRAM]: what a visitor does, in a real browser, with either engine. PAGE is the
// folder that `make web` made. ONLY=name,name picks tests; LEAN=yes those that a change is most likely to break.
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import assert from "node:assert/strict";
import { connection } from "./connection.mjs";
import { hands } from "./hands.mjs";
import { axe, lasso, open, root, serve, shoot, shots, state, until, view } from "./browser.mjs";

const [kind, folder, program] = process.argv.slice(2);
const native = kind === "native";
const server = native ? await view(program, "--page", folder, "--port", "0") : await serve(folder);
const { browser, context, page, troubles } = await open();

/** Nothing that tools for people who cannot see or use a mouse would stumble over. */
async function accessible(what) {
  await page.evaluate(axe);
  const found = await page.evaluate(async () =>
    (await window.axe.run(document, { resultTypes: ["violations"] })).violations.map(
      (v) => `${v.id}: ${v.nodes.map((n) => n.target.join(" ")).join(", ")}`,
    ),
  );
  assert.deepEqual(found, [], `axe: ${what}`);
}

/** Of those scenes that `make web` drew, all are shown. */
async function pictures() {
  const drawn = page.locator('.card img[src^="thumbnails/"]'),
    count = await drawn.count();
  for (let i = 0; i < count; i += 8) await drawn.nth(i).scrollIntoViewIfNeeded(); // they come when they are seen
  if (count > 0) await drawn.nth(count - 1).scrollIntoViewIfNeeded();
  await page.waitForFunction(() =>
    [...document.querySelectorAll('.card img[src^="thumbnails/"]')].every((i) => i.complete && i.naturalWidth === 320),
  );
  await page.evaluate(() => {
    document.querySelector(".card")?.scrollIntoView({ block: "center" });
    scrollTo(0, 0);
  });
}

const base = server.address.split("#")[0];
async function openScene(path, extra = "") {
  await page.evaluate(() => {
    location.hash = "gallery";
  });
  await page.waitForSelector(".card");
  await page.evaluate((hash) => {
    location.hash = hash;
  }, `scene=scenes/${path}.json${extra}`);
  await until(page, `${path} moves`, (s) => s.step > 2 && s.frames > 2);
  await page.waitForSelector("[data-path]", { state: "attached" }); // controls come after the picture
}

/** Paused, from the start, and so many steps on. */
async function stepTo(steps) {
  await page.evaluate(() => {
    window.pliant.play(false);
    window.pliant.reset();
  });
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
    await pictures();
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
    for (const [path, model] of [
      ["surface/fig6-twirl", "surface"],
      ["cage/fig5-head", "cage"],
      ["continuum/flag", "continuum"],
      ["continuum/precession", "hybrid"],
      ["matter/hex-melts", "hex"],
    ]) {
      await openScene(path);
      assert.equal((await state(page)).models[0], model);
      const controls = await page.locator(`[data-path^="bodies.0.model.${model}."]`).count();
      assert.ok(controls >= 3, `${String(controls)} controls for ${model}`);
    }
    await accessible("hexahedra");
  },

  /** A curve is a tube as thick as it collides, a blobby body the surface around its particles, new in every frame. */
  async shapes() {
    await openScene("curve");
    const tubes = await page.evaluate(() => window.pliant.main.stage.drawn);
    assert.ok(tubes.tubes > 0, "no tube is drawn");
    if (!native) await shoot(page, "curve");
    await openScene("matter/goop");
    const blob = await stepTo(10);
    const before = await page.evaluate(() => window.pliant.main.stage.drawn.triangles);
    assert.ok(before > 200, `${String(before)} triangles of a blob`);
    await stepOn(60);
    const after = await page.evaluate(() => window.pliant.main.stage.drawn.triangles);
    assert.notEqual(after, before, "the surface is another after it was bent");
    assert.ok((await state(page)).middle[0] !== blob.middle[0]);
    if (!native) await shoot(page, "goop");
    await openScene("matter/graph-breaks");
    await until(page, "plays", (s) => s.time > 1);
    await page.evaluate(() => window.pliant.play(false));
    if (!native) await shoot(page, "breaks");
    await openScene("matter/goop");
    await stepTo(60);
    await page.getByRole("tab", { name: "See" }).click();
    await page.getByLabel("Colour by").selectOption({ label: "Plastic strain" });
    await page.waitForFunction(() => window.pliant.main.stage.range[1] > 0);
    if (!native) await shoot(page, "goop-plastic");
    await page.getByRole("tab", { name: "Tune" }).click();
  },

  /** What is inside: every colour that a world offers, and what carries particles. */
  async inside() {
    await openScene("matter/hex-melts");
    await stepTo(20);
    await page.getByRole("tab", { name: "See" }).click();
    const names = await page.locator("#coloring option").allTextContents();
    assert.ok(
      names.includes("Temperature") &&
        names.includes("Displacement") &&
        names.includes("Stretch") &&
        names.includes("Contact force"),
      names.join(),
    );
    await page.getByLabel("Colour by").selectOption({ label: "Temperature" });
    await page.waitForFunction(() => window.pliant.main.stage.range[0] > 200); // K
    if (!native) await shoot(page, "temperature");
    await page.getByLabel("Colour by").selectOption({ label: "Body" });
    for (const label of ["Cages and hexahedra", "Quadrature points", "Graph with its inner edges"]) {
      await page.getByLabel(label).check();
      await page.waitForFunction(() => {
        const c = window.pliant.main.stage.overlays.counts;
        return c.lines + c.points > 50;
      });
      if (!native && label.startsWith("Cages")) await shoot(page, "hexahedra");
      await page.getByLabel(label).uncheck();
      await page.waitForFunction(() => {
        const c = window.pliant.main.stage.overlays.counts;
        return c.lines + c.points === 0;
      });
    }
    await page.getByRole("tab", { name: "Tune" }).click();
  },

  /** Carried by the points of a cage, or a few numbers of a subspace, a frame is smaller, and vertices are where they
      were. A body in a subspace is pulled and played like any other. */
  async carried() {
    const bytes = async () => page.evaluate(() => window.pliant.main.lastBytes);
    for (const [path, part] of [
      ["cage/fig5-head", 0.5],
      ["reduced", 0.1],
    ]) {
      await openScene(path);
      await stepTo(5);
      await page.getByRole("tab", { name: "See" }).click();
      const [large, there] = [await bytes(), (await state(page)).middle];
      await page.getByLabel("Positions come as").selectOption("carried");
      await page.waitForFunction((most) => window.pliant.main.lastBytes < most, part * large);
      (await state(page)).middle.forEach((v, c) =>
        assert.ok(Math.abs(v - there[c]) < 1e-3, `${path}: ${v} m, before ${there[c]} m`),
      );
      const moved = (await stepOn(60)).middle;
      assert.ok(Math.hypot(...moved.map((v, c) => v - there[c])) > 1e-3, `${path} does not move`);
      if (!native) await shoot(page, `carried-${path.split("/").pop()}`);
      await page.getByLabel("Positions come as").selectOption("16 bits");
      await page.waitForFunction((least) => window.pliant.main.lastBytes > least, 0.9 * large);
      await page.getByRole("tab", { name: "Tune" }).click();
    }
  },

  /** Parts that a scene does not have yet, such as heat, are given to a body by a button, and then have controls. */
  async parts() {
    await openScene("duck");
    await page.getByRole("button", { name: "Add inelastic" }).click();
    await until(page, "the body flows", (s) => /"inelastic"/.test(s.text) && s.step > 0);
    await page.getByText("Inelastic", { exact: true }).waitFor();
  },

  /** An outline makes a handle; dragged, the body follows it. */
  async lasso() {
    await openScene("bar");
    await stepTo(60);
    await page.getByRole("tab", { name: "See" }).click();
    await page.getByLabel("Lasso").check();
    await lasso(page, 0.55, 0.95);
    await page.waitForFunction(() => window.pliant.main.stage.marks.handles.length > 0);
    const before = await page.evaluate(() => window.pliant.main.stage.marks.handles[0].at);
    const [x, y] = await page.evaluate(() =>
      window.pliant.main.stage.onPage(window.pliant.main.stage.marks.handles[0].at),
    );
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x, y - 80, { steps: 5 });
    await page.mouse.up();
    await stepOn(40);
    const after = await page.evaluate(() => window.pliant.main.stage.marks.handles[0].at);
    assert.ok(after[1] > before[1] + 0.02, `the handle went from ${before[1]} m to ${after[1]} m`);
    if (!native) await shoot(page, "lasso");
    await page.getByRole("button", { name: "Take away all handles" }).click();
    await page.waitForFunction(() => window.pliant.main.stage.marks.handles.length === 0);
    await page.getByLabel("Pull", { exact: true }).check();
    await page.getByRole("tab", { name: "Tune" }).click();
  },

  /** A link carries what was tuned and the hash at the end; whoever opens it learns that it is the same there. */
  async link() {
    await openScene("ball", `&set=${encodeURIComponent("time.duration:0.2")}`);
    await until(page, "is played to its end", (s) => s.time >= 0.2);
    await page.getByRole("tab", { name: "Share" }).click();
    await page.waitForFunction(() => document.querySelector("[data-hash]"));
    await page.getByRole("button", { name: "Make a link" }).click();
    const link = await page.getByLabel("Link", { exact: true }).inputValue();
    assert.match(link, /#scene=scenes\/ball\.json&set=.*&hash=[0-9a-f]{16}$/);
    await page.evaluate((hash) => {
      location.hash = hash;
    }, link.split("#")[1]);
    await page.waitForFunction(() => document.querySelector("[data-same]")?.dataset.same === "true", null, {
      timeout: 60000,
    });
  },

  /** Flatland: a stroke becomes a thing that falls. */
  async flatland() {
    await page.evaluate(() => {
      location.hash = "flatland";
    });
    await until(page, "plays", (s) => s.step > 2);
    const bodies = (await state(page)).models.length;
    await page.locator('input[name="pen"]').nth(1).check();
    const box = await page.locator("canvas").first().boundingBox();
    const at = (u, v) => [box.x + u * box.width, box.y + v * box.height];
    await page.mouse.move(...at(0.6, 0.2));
    await page.mouse.down();
    for (let i = 1; i <= 24; i++)
      await page.mouse.move(...at(0.55 + 0.05 * Math.cos(i * 0.26), 0.2 + 0.08 * Math.sin(i * 0.26)));
    await page.mouse.up();
    await until(page, "one more body", (s) => s.models.length === bodies + 1);
    if (!native) await shoot(page, "flatland");
    await accessible("flatland");
  },

  /** Dragged up the bar is higher after thirty steps than left alone or dragged down. Let go, nothing is held. */
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
          const x = box.left + box.width * (0.2 + (0.6 * (i % 60)) / 60),
            y = box.bottom - 40 - (Math.floor(i / 60) * box.height) / 68;
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
      await page.waitForFunction(() => !window.pliant.main.stage.marks.spring.visible);
    }
    assert.ok(
      heights[0] > alone + 0.005 && heights[0] > heights[1] + 0.005,
      `up ${heights[0]} m, down ${heights[1]} m, alone ${alone} m`,
    );
  },

  /** Beside the bar the view turns, and nothing is pulled. */
  async orbit() {
    await openScene("bar");
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
    await openScene("bar");
    await page.getByRole("tab", { name: "Text" }).click();
    const editor = page.getByLabel("The scene's text");
    const text = await editor.inputValue();
    await editor.fill(text.replace(/"youngs_modulus": \d+/, '"youngs_modulus": -5'));
    await page.getByRole("button", { name: /Take it/ }).click();
    await page.waitForFunction(() =>
      [...document.querySelectorAll(".alert")].some(
        (a) => !a.hidden && /bar\.json:\d+:\d+: .*youngs_modulus/.test(a.textContent),
      ),
    );
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
    // From the same moment it goes on otherwise, with what was tuned then.
    const fallen = (await stepOn(19)).middle[1];
    await page.evaluate((step) => {
      window.pliant.main.say.seek(step);
      window.pliant.set("gravity", [0, 4, 0]);
    }, 40);
    await until(page, "is back, and told", (s) => s.step === early.step && /"gravity":\s*\[0,\s*4,\s*0\]/.test(s.text));
    const risen = (await stepOn(20)).middle[1];
    assert.ok(risen > fallen + 0.005, `with gravity upwards at ${risen} m, downwards at ${fallen} m`);
  },

  /** What is played, as a video. */
  async video() {
    await openScene("ball");
    await page.getByRole("tab", { name: "Share" }).click();
    await page.getByRole("button", { name: "Record a video" }).click();
    const stop = page.getByRole("button", { name: /Stop and save the video, ([4-9]|\d\d+) kB/ });
    await stop.waitFor({ timeout: 60000 });
    const [download] = await Promise.all([page.waitForEvent("download"), stop.click()]);
    const data = readFileSync(await download.path());
    assert.match(download.suggestedFilename(), /\.webm$/);
    assert.equal(data.readUInt32BE(0), 0x1a45dfa3, "EBML, as WebM begins");
    assert.ok(data.length > 4000, `${data.length} bytes`);
    if (!native) copyFileSync(await download.path(), join(shots, "ball.webm"));
    await page.getByRole("tab", { name: "Tune" }).click();
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
    await page.evaluate(() => {
      window.pliant.play(false);
    });
    if (!native) await shoot(page, "compare");
    await page.getByLabel("Compare with another model").selectOption("nothing");
  },

  async plots() {
    await page.evaluate(() => {
      window.pliant.play(true);
    });
    await page.getByRole("tab", { name: "Plots" }).click();
    await page.waitForFunction(() => document.querySelectorAll(".uplot").length === 6);
    await page.waitForTimeout(1500);
    await page.evaluate(() => {
      window.pliant.play(false);
    });
    if (!native) await shoot(page, "plots");
  },

  async phone() {
    await page.setViewportSize({ width: 390, height: 780 });
    await openScene("ball");
    await until(page, "plays", (s) => s.time > 0.2);
    await page.evaluate(() => window.pliant.play(false));
    const wide = await page.evaluate(() =>
      Math.max(
        ...[...document.querySelectorAll("body *")]
          .filter((e) => e.checkVisibility())
          .map((e) => e.getBoundingClientRect().right),
      ),
    );
    assert.ok(wide <= 391, `the page is ${wide} pixels wide`);
    if (!native) await shoot(page, "phone");
    await page.setViewportSize({ width: 960, height: 600 });
  },
};

Object.assign(
  tests,
  hands({ page, openScene, stepTo, stepOn, shoot: (name) => (native ? undefined : shoot(page, name)) }),
);

/** Only of the program: who may come, who holds the mouse, and how it ends. */
const ofTheProgram = {
  async guards() {
    const socket = (query, origin) =>
      new Promise((done) => {
        const s = new WebSocket(
          `${base.replace(/^http/, "ws")}engine?${query}`,
          origin ? { headers: { Origin: origin } } : undefined,
        );
        s.onopen = () => {
          s.close();
          done("open");
        };
        s.onerror = () => done("refused");
      }).catch(() => "refused");
    assert.equal(
      await page.evaluate(
        (address) =>
          new Promise((done) => {
            const s = new WebSocket(address);
            s.onopen = () => done("open");
            s.onerror = () => done("refused");
          }),
        `${base.replace(/^http/, "ws")}engine?token=00`,
      ),
      "refused",
      "a wrong token",
    );
    troubles.splice(0, troubles.length, ...troubles.filter((t) => !/engine\?token=00/.test(t)));
    if (globalThis.WebSocket) assert.equal(await socket("token=00"), "refused");
    const other = await fetch(`${base}../../etc/passwd`);
    assert.equal(other.status, 404);
  },
  /** What was played, as files for other programs; and a snapshot, which a browser takes up. */
  async exports() {
    await openScene("ball");
    await until(page, "plays", (s) => s.time > 0.3);
    await page.evaluate(() => window.pliant.play(false));
    await page.getByRole("tab", { name: "Share" }).click();
    for (const [name, begins] of [
      ["GLB", "glTF"],
      ["PC2", ".obj"],
    ]) {
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name, exact: true }).click(),
      ]);
      const data = readFileSync(await download.path());
      assert.ok(data.length > 20000, `${name}: ${data.length} bytes`);
      assert.ok(data.includes(begins), `${name}: ${data.subarray(0, 40).toString("latin1")}`);
    }
    await page.getByRole("tab", { name: "Tune" }).click();
  },

  /** Nonsense, half messages and floods from somebody who has the token: the world plays on, and others see it. */
  async hostile() {
    await openScene("bar");
    const before = (await state(page)).step;
    await page.evaluate(async () => {
      const address = `${location.origin.replace("http", "ws")}/engine?token=${sessionStorage.getItem("pliant-token")}`;
      const random = (n) => crypto.getRandomValues(new Uint8Array(n));
      for (let k = 0; k < 12; k++) {
        const s = new WebSocket(address);
        await new Promise((done) => {
          s.onopen = s.onerror = done;
        });
        const head = new Uint8Array([0x50, 0x4c, 0x56, 0x57, 1, 0, 0, 0]); // a right beginning, and then anything
        for (let i = 0; i < 60 && s.readyState === WebSocket.OPEN; i++) {
          const body = random(1 + ((i * 37) % 700));
          const tags = ["grab", "parm", "seek", "load", "edit", "want", "lass", "hndl", "hold"];
          const named = new Uint8Array([
            ...head,
            ...new TextEncoder().encode(tags[i % tags.length]),
            ...new Uint8Array(new Uint32Array([body.length]).buffer),
            ...body,
          ]);
          s.send(k % 3 === 0 ? body : k % 3 === 1 ? named : "text");
        }
        s.close();
      }
    });
    await until(page, "plays on", (s) => s.step > before + 30);
    troubles.length = 0; // the engine told what it did not understand
  },

  async watchers() {
    await openScene("bar");
    const second = await page.context().newPage();
    await second.goto(server.address);
    await until(second, "the same world", (s) => s.step > 0 && /swings/.test(s.text));
    await second.close();
  },
};

Object.assign(ofTheProgram, connection({ context, program, folder }));

/** A file that carries everything, opened from the disk. */
async function single() {
  const work = mkdtempSync(join(tmpdir(), "pliant-"));
  const file = join(work, "bar.html"),
    tricky = join(work, "tricky.json");
  writeFileSync(
    tricky,
    '{ "pliant": 1, "title": "</script><b>", "bodies": [{ "mesh": { "icosphere": {} }, "model": { "surface": {} } }] }',
  );
  execFileSync(program, ["view", tricky, "--page", folder, "--export", file]);
  await page.goto(`file://${file}`);
  await until(page, "the file plays", (s) => s.step > 5);
  assert.equal(await page.title(), "</script><b> – Pliant");
  rmSync(work, { recursive: true });
}

/** Where memory may be shared, the engine with threads plays, and gets the same bits. */
async function threads() {
  const shared = await serve(folder, true);
  const other = await page.context().newPage();
  other.on("pageerror", (error) => troubles.push(String(error)));
  const scripts = [];
  other.on("worker", (worker) => scripts.push(worker.url()));
  const hashes = [];
  for (const address of [base, shared.address]) {
    await other.goto(`${address}#scene=scenes/ball.json&set=${encodeURIComponent("time.duration:0.2")}`);
    await other.reload();
    await until(other, "is played to its end", (s) => s.time >= 0.2);
    await other.getByRole("tab", { name: "Share" }).click();
    hashes.push(await (await other.waitForSelector("[data-hash]")).getAttribute("data-hash"));
  }
  assert.ok(
    scripts.some((url) => url.endsWith("threads/engine.js")),
    scripts.join(),
  );
  assert.equal(hashes[1], hashes[0]);
  await other.close();
  shared.close();
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
const lean = ["gallery", "models", "drag", "tune", "scrub"];
const only = process.env.ONLY?.split(",") ?? (process.env.LEAN ? lean : undefined);
for (const [name, test] of Object.entries(native ? { ...tests, ...ofTheProgram } : tests))
  if (!only || name === "gallery" || only.includes(name)) await run(name, test);
if (!native && program && (!only || only.includes("single"))) await run("single", single);
if (!native && existsSync(join(folder, "threads")) && (!only || only.includes("threads")))
  await run("threads", threads);
await run("console", async () => assert.deepEqual(troubles, []));
if (native)
  await run("ctrl-c", async () => {
    const ended = await server.stop();
    assert.equal(ended.code, 0);
    assert.ok(ended.seconds < 2, `it took ${ended.seconds} s`);
  });
else server.close();
await browser.close();
console.log(`pictures: ${process.env.PLIANT_SHOTS ?? join(root, "build/shots")}`);
process.exit(failed ? 1 : 0);
