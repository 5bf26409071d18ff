// SPDX-License-Identifier: MIT
// The engine's worker. Built behind emscripten's script, which defines PliantEngine.

interface Module {
  HEAPU8: Uint8Array;
  _page_start(threads: number): number;
  _page_room(size: number): number;
  _page_message(data: number, size: number): number;
  _page_play(seconds: number, budget: number): number;
  _page_write(): number;
  _page_out(): number;
}

/** Threads, if there are any, are workers of emscripten's script alone: `script` has it without what stands here. */
interface Start {
  wasm: WebAssembly.Module;
  threads?: { script: string; worker: string };
}
declare const PliantEngine: (options: {
  instantiateWasm: (
    imports: WebAssembly.Imports,
    done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
  ) => object;
  mainScriptUrlOrBlob?: string;
  locateFile?: (name: string) => string;
}) => Promise<Module>;

const budget = 0.012; // s of play before messages get their turn
const scope = self as unknown as {
  postMessage(data: unknown, transfer?: Transferable[]): void;
  onmessage: (event: MessageEvent<ArrayBuffer | Start>) => void;
};

let engine: Module | null = null;
const waiting: ArrayBuffer[] = [];
let timer = 0;
let last = performance.now();

function fail(error: unknown): void {
  engine = null;
  scope.postMessage({
    failed: `The engine stopped: ${String(error)}. Reload the page; a smaller scene may be needed.`,
  });
}

function take(m: Module, data: ArrayBuffer): void {
  const at = m._page_room(data.byteLength);
  if (at === 0) throw new Error("no memory is left");
  m.HEAPU8.set(new Uint8Array(data), at);
  m._page_message(at, data.byteLength);
}

function turn(): void {
  const m = engine;
  if (!m) return;
  try {
    for (const data of waiting.splice(0)) take(m, data);
    const now = performance.now();
    const moving = m._page_play((now - last) / 1000, budget) !== 0;
    last = now;
    const size = m._page_write();
    if (size > 0) {
      const at = m._page_out();
      const copy = m.HEAPU8.slice(at, at + size);
      scope.postMessage(copy.buffer, [copy.buffer]);
    }
    clearTimeout(timer);
    timer = self.setTimeout(turn, moving ? 4 : 100);
  } catch (error) {
    fail(error);
  }
}

scope.onmessage = (event) => {
  const data = event.data;
  if (!(data instanceof ArrayBuffer)) {
    const { wasm, threads } = data;
    PliantEngine({
      instantiateWasm: (imports, done) => {
        WebAssembly.instantiate(wasm, imports).then((instance) => {
          done(instance, wasm);
        }, fail);
        return {};
      },
      ...(threads ? { mainScriptUrlOrBlob: threads.script, locateFile: () => threads.worker } : {}),
    }).then((m) => {
      engine = m;
      m._page_start(threads ? 0 : 1);
      turn();
    }, fail);
    return;
  }
  waiting.push(data);
  clearTimeout(timer);
  timer = self.setTimeout(turn, 0);
};
