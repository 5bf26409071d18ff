// SPDX-License-Identifier: MIT
// What the tests in a real browser share: a plain file server, Debian's chromium, and a console that must stay empty.
import { createServer } from "node:http";
import { existsSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { spawn } from "node:child_process";

const here = dirname(fileURLToPath(import.meta.url));
export const root = join(here, "../..");
const require = createRequire(join(root, "apps/viewer/package.json"));
const { chromium } = require("playwright-core");
export const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

const types = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
  ".wasm": "application/wasm",
  ".png": "image/png",
};

/** Any folder, without special headers, or with those of a page that may share memory. */
export function serve(folder, isolated = false) {
  const isolation = isolated
    ? { "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp" }
    : {};
  const server = createServer((request, response) => {
    const path = join(folder, normalize(decodeURIComponent(new URL(request.url, "http://x").pathname)));
    const file = existsSync(path) && statSync(path).isDirectory() ? join(path, "index.html") : path;
    if (!existsSync(file)) {
      response.writeHead(404);
      response.end();
      return;
    }
    response.writeHead(200, { "Content-Type": types[extname(file)] ?? "application/octet-stream", ...isolation });
    response.end(readFileSync(file));
  });
  return new Promise((done) =>
    server.listen(0, "127.0.0.1", () =>
      done({ address: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() }),
    ),
  );
}

/** The program; address is what it prints. */
export function view(program, ...options) {
  const child = spawn(program, ["view", "--no-open", ...options], { stdio: ["ignore", "pipe", "inherit"] });
  return new Promise((done, fail) => {
    child.on("exit", (code) => fail(new Error(`pliant view ended with ${code}`)));
    child.stdout.once("data", (data) =>
      done({
        address: String(data).trim(),
        child,
        stop: () =>
          new Promise((ended) => {
            const begun = performance.now();
            child.removeAllListeners("exit");
            child.on("exit", (code) => ended({ code, seconds: (performance.now() - begun) / 1000 }));
            child.kill("SIGINT");
          }),
      }),
    );
  });
}

export async function open(options = {}) {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: [
      "--no-sandbox",
      "--use-gl=angle",
      "--use-angle=swiftshader",
      "--enable-unsafe-swiftshader",
      "--ignore-gpu-blocklist",
      "--disable-quic",
      "--no-first-run",
    ],
  });
  const context = await browser.newContext({ viewport: { width: 960, height: 600 }, ...options });
  const page = await context.newPage();
  const troubles = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type()) && !/GPU stall|GL Driver Message/.test(message.text()))
      troubles.push(message.text());
  });
  page.on("pageerror", (error) => troubles.push(String(error)));
  return { browser, context, page, troubles };
}

export const shots = process.env.PLIANT_SHOTS ?? join(root, "build/shots");
export async function shoot(page, name) {
  mkdirSync(shots, { recursive: true });
  await page.screenshot({ path: join(shots, `${name}.png`) });
}

export const state = (page) => page.evaluate(() => window.pliant.state);
/** Waits until the page's state satisfies the function. */
export async function until(page, what, test, seconds = 90) {
  const end = performance.now() + 1000 * seconds;
  let last;
  while (performance.now() < end) {
    last = await page.evaluate(() => window.pliant?.state ?? null);
    if (last && test(last)) return last;
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error(
    `${what}: not within ${seconds} s; the state is ` +
      JSON.stringify(last, (key, value) => (key === "text" ? undefined : value)),
  );
}

/** Draws an outline around the part of the picture from u0 to u1 of its width. */
export async function lasso(page, u0, u1) {
  const box = await page.locator("canvas").first().boundingBox();
  const [left, right] = [u0, u1].map((u) => box.x + u * box.width);
  const [top, bottom] = [0.05, 0.95].map((v) => box.y + v * box.height);
  await page.mouse.move(left, top);
  await page.mouse.down();
  for (const [x, y] of [
    [right, top],
    [right, bottom],
    [left, bottom],
    [left, top],
  ])
    await page.mouse.move(x, y, { steps: 6 });
  await page.mouse.up();
}
