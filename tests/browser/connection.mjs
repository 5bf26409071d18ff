// SPDX-License-Identifier: MIT
// What becomes of a page whose connection breaks, or whose program ends and is started anew.
import assert from "node:assert/strict";
import { join } from "node:path";
import { root, shoot, until, view } from "./browser.mjs";

export function connection({ context, program, folder }) {
  return {
    /** A broken connection comes back by itself, to the world as it went on. */
    async breaks() {
      const server = await view(program, join(root, "scenes/bar.json"), "--page", folder);
      const page = await context.newPage();
      try {
        await page.goto(server.address);
        const before = await until(page, "plays", (s) => s.step > 20);
        await page.evaluate(() => window.pliant.main.engine.socket.close());
        await page.waitForSelector(".stage .alert:not([hidden])");
        const after = await until(page, "is back", (s) => s.frames > before.frames + 5);
        assert.ok(after.step > before.step, `step ${after.step} after ${before.step}: it began anew`);
        assert.equal(await page.locator(".stage .alert").isHidden(), true);
      } finally {
        await page.close();
        await server.stop();
      }
    },

    /** A program that was killed is missed, one that was started anew is told of: its address has another secret. */
    async restarts() {
      const first = await view(program, join(root, "scenes/bar.json"), "--page", folder);
      const port = new URL(first.address).port;
      const page = await context.newPage();
      let second = null;
      try {
        await page.goto(first.address);
        await until(page, "plays", (s) => s.step > 5);
        first.child.removeAllListeners("exit");
        first.child.kill("SIGKILL");
        const alert = page.locator(".stage .alert");
        await alert.getByText(/connection to pliant view is lost/i).waitFor();
        second = await view(program, join(root, "scenes/ball.json"), "--page", folder, "--port", port);
        await alert.getByText(/started anew/).waitFor({ timeout: 20000 });
        await shoot(page, "started-anew");
        await page.goto(second.address);
        await page.reload(); // another secret behind the same address is no new page
        await until(page, "plays the other scene", (s) => s.step > 5 && /[Bb]all/.test(s.text));
      } finally {
        await page.close();
        if (second) await second.stop();
      }
    },
  };
}
