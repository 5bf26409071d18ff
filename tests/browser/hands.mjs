// SPDX-License-Identifier: MIT
// What hands do beyond a pull with the mouse: throw, touch, several handles, two models under one hand. Steps are
// counted and nothing depends on how fast pictures are drawn.
import assert from "node:assert/strict";
import { lasso, state } from "./browser.mjs";

/** `openScene`, `stepTo` and `stepOn` as in page.mjs. */
export function hands({ page, openScene, stepTo, stepOn, shoot }) {
  /** Where the main body is in the page. */
  const onPage = () => page.evaluate(() => window.pliant.main.stage.onPage(window.pliant.main.stage.middle()));
  const height = async () => (await state(page)).middle[1];
  const held = (is) => page.waitForFunction((wanted) => window.pliant.main.stage.marks.spring.visible === wanted, is);

  return {
    /** Let go while it is pulled up, a ball flies on upwards: faster than it was thrown by the scene. */
    async throws() {
      await openScene("ball");
      await stepTo(3);
      const [x, y] = await onPage();
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x, y - 160, { steps: 4 });
      await held(true);
      await stepOn(20);
      await page.mouse.up();
      await held(false);
      const thrown = await height();
      await stepOn(4);
      const speed = ((await height()) - thrown) / (4 * 0.004); // m/s
      assert.ok(speed > 2, `it flies on with ${speed} m/s; the scene gave it 1.5 m/s`);
    },

    /** One finger pulls, two move the view and pull nothing. */
    async touch() {
      await openScene("ball");
      const alone = (await stepTo(20)).middle[1];
      await stepTo(3);
      const session = await page.context().newCDPSession(page);
      const touch = (type, ...points) =>
        session.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
      const [x, y] = await onPage();
      await touch("touchStart", [x, y]);
      for (let i = 1; i <= 6; i++) await touch("touchMove", [x, y - 25 * i]);
      await held(true);
      const pulled = (await stepOn(17)).middle[1];
      await shoot("touch");
      await touch("touchEnd");
      await held(false);
      assert.ok(pulled > alone + 0.01, `pulled to ${pulled} m, left alone at ${alone} m`);
      const eye = () => page.evaluate(() => window.pliant.main.stage.camera.position.length());
      const before = await eye();
      const box = await page.locator("canvas").first().boundingBox();
      const [a, b] = [
        [box.x + 30, box.y + 40],
        [box.x + 120, box.y + 40],
      ];
      await touch("touchStart", a, b);
      for (let i = 1; i <= 8; i++) await touch("touchMove", a, [b[0] + 12 * i, b[1]]);
      await page.waitForFunction(
        (from) => Math.abs(window.pliant.main.stage.camera.position.length() - from) > 0.01,
        before,
      );
      assert.equal(await page.evaluate(() => window.pliant.main.stage.marks.spring.visible), false);
      await touch("touchEnd");
      await session.detach();
    },

    /** Two outlines make two handles: one is dragged, the other keeps its end where it is. */
    async handles() {
      await openScene("bar");
      await stepTo(60);
      await page.getByRole("tab", { name: "See" }).click();
      await page.getByLabel("Lasso").check();
      await lasso(page, 0.02, 0.4);
      await page.waitForFunction(() => window.pliant.main.stage.marks.handles.length === 1);
      await lasso(page, 0.6, 0.98);
      await page.waitForFunction(() => window.pliant.main.stage.marks.handles.length === 2);
      const all = () => page.evaluate(() => window.pliant.main.stage.marks.handles.map((h) => h.at));
      const before = await all();
      const to = await page.evaluate(() =>
        window.pliant.main.stage.onPage(window.pliant.main.stage.marks.handles[1].at),
      );
      await page.mouse.move(...to);
      await page.mouse.down();
      await page.mouse.move(to[0], to[1] - 80, { steps: 4 });
      await page.mouse.up();
      await stepOn(40);
      const after = await all();
      await shoot("handles");
      assert.ok(after[1][1] > before[1][1] + 0.02, `dragged from ${before[1][1]} m to ${after[1][1]} m`);
      const strayed = Math.hypot(...after[0].map((v, c) => v - before[0][c]));
      assert.ok(strayed < 0.01, `the other went ${strayed} m`);
      await page.getByRole("button", { name: "Take away all handles" }).click();
      await page.waitForFunction(() => window.pliant.main.stage.marks.handles.length === 0);
      await page.getByLabel("Pull", { exact: true }).check();
      await page.getByRole("tab", { name: "Tune" }).click();
    },

    /** One hand pulls the same body of both models, which would sink a little by itself. */
    async both() {
      await openScene("duck");
      await page.getByRole("tab", { name: "See" }).click();
      await page.getByLabel("Compare with another model").selectOption("surface");
      await page.waitForFunction(() => window.pliant.other?.frames > 1, null, { timeout: 60000 });
      await stepTo(2);
      const middles = () =>
        page.evaluate(() => [window.pliant.main, window.pliant.other].map((v) => v.stage.middle()[1]));
      const frames = () => page.evaluate(() => window.pliant.other.frames);
      const [x, y] = await onPage();
      const before = await middles();
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x, y - 120, { steps: 4 });
      await held(true);
      await page.waitForFunction(() => window.pliant.other.stage.marks.spring.visible);
      const [here, there] = await page.evaluate(() =>
        [window.pliant.main, window.pliant.other].map((v) => v.stage.marks.knob.position.toArray()),
      );
      const apart = Math.hypot(...here.map((v, c) => v - there[c]));
      assert.ok(apart < 0.02, `held ${apart} m apart, at ${here.join()} and ${there.join()}`);
      const seen = await frames();
      await stepOn(40);
      await page.waitForFunction((from) => window.pliant.other.frames > from, seen);
      await page.waitForTimeout(300);
      const after = await middles();
      await shoot("both");
      await page.mouse.up();
      for (const i of [0, 1])
        assert.ok(after[i] > before[i] + 5e-4, `${["first", "second"][i]}: ${before[i]} to ${after[i]} m`);
      await page.getByLabel("Compare with another model").selectOption("nothing");
      await page.getByRole("tab", { name: "Tune" }).click();
    },
  };
}
