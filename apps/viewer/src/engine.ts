// SPDX-License-Identifier: MIT
// Two engines behind one interface: the library in a worker of this page, and the program behind a WebSocket.
import { message, numbers } from "./protocol";

export interface Engine {
  readonly kind: "wasm" | "native";
  onmessage: (data: ArrayBuffer) => void;
  /** "lost" and "back" of the native one; a text when it can not go on. */
  onstate: (state: "ready" | "lost" | "failed", text: string) => void;
  send(data: ArrayBuffer): void;
  close(): void;
}

declare global {
  interface Window {
    /** In a page of one file: the worker's script and the library, base64. */
    pliantEmbedded?: { worker: string; wasm: string };
  }
}

function decode(base64: string): Uint8Array<ArrayBuffer> {
  const raw = atob(base64);
  const out = new Uint8Array(raw.length);
  for (let i = 0; i < raw.length; i++) out[i] = raw.charCodeAt(i);
  return out;
}

interface Library {
  script: string;
  wasm: WebAssembly.Module;
  threads?: { script: string; worker: string };
}
let library: Promise<Library> | null = null;

const here = (name: string): string => new URL(name, document.baseURI).href;

/** While it comes, where the server says what it is; else when it is there. */
async function compile(name: string): Promise<WebAssembly.Module> {
  const answer = await fetch(here(name));
  if (!answer.ok) throw new Error(`${name}: ${String(answer.status)} ${answer.statusText}`);
  if (answer.headers.get("Content-Type") === "application/wasm") return WebAssembly.compileStreaming(answer);
  return WebAssembly.compile(await answer.arrayBuffer());
}

/** Worker script and library, made once for all. Threads share memory: only isolated pages may (browsers' rule). */
function load(): Promise<Library> {
  library ??= (async () => {
    const embedded = window.pliantEmbedded;
    if (embedded) {
      const script = URL.createObjectURL(new Blob([decode(embedded.worker)], { type: "text/javascript" }));
      return { script, wasm: await WebAssembly.compile(decode(embedded.wasm)) };
    }
    if (window.crossOriginIsolated && document.documentElement.dataset["threads"] === "here") {
      const threads = { script: here("threads/engine-alone.js"), worker: here("threads/engine.worker.js") };
      return { script: here("threads/engine.js"), wasm: await compile("threads/engine.wasm"), threads };
    }
    return { script: here("engine.js"), wasm: await compile("engine.wasm") };
  })();
  return library;
}

type Answer = ArrayBuffer | { failed: string };

/** A worker with the library, and what it said before anybody listened. */
interface Started {
  worker: Worker;
  said: MessageEvent<Answer>[];
}
let spare: Promise<Started> | null = null;

async function startWorker(): Promise<Started> {
  const { script, ...start } = await load();
  const worker = new Worker(script);
  const said: MessageEvent<Answer>[] = [];
  worker.onmessage = (event: MessageEvent<Answer>) => said.push(event);
  worker.postMessage(start);
  return { worker, said };
}

/** An engine for the scene that will be opened next: when it is, the library is there and ready. */
export function prepareEngine(): void {
  if (nativeHere() || window.pliantEmbedded) return;
  spare ??= startWorker();
  spare.catch(() => (spare = null)); // said when a scene is opened
}

export class WorkerEngine implements Engine {
  readonly kind = "wasm";
  onmessage: Engine["onmessage"] = () => undefined;
  onstate: Engine["onstate"] = () => undefined;
  private worker: Worker | null = null;
  private waiting: ArrayBuffer[] = [];
  private closed = false;

  constructor() {
    const started = spare ?? startWorker();
    spare = null;
    started.then(
      (of) => {
        this.start(of);
      },
      (error: unknown) => {
        library = null; // to be tried again
        this.onstate("failed", String(error));
      },
    );
  }

  private start({ worker, said }: Started): void {
    if (this.closed) {
      worker.terminate();
      return;
    }
    this.worker = worker;
    const hear = (event: MessageEvent<Answer>): void => {
      if (event.data instanceof ArrayBuffer) this.onmessage(event.data);
      else this.onstate("failed", event.data.failed);
    };
    worker.onmessage = hear;
    worker.onerror = (event) => {
      this.onstate("failed", event.message || "the engine's worker could not be started");
    };
    for (const data of this.waiting) worker.postMessage(data);
    this.waiting = [];
    this.onstate("ready", "");
    said.forEach(hear);
  }

  send(data: ArrayBuffer): void {
    if (this.worker) this.worker.postMessage(data);
    else this.waiting.push(data);
  }

  close(): void {
    this.closed = true;
    this.worker?.terminate();
  }
}

export class SocketEngine implements Engine {
  readonly kind = "native";
  onmessage: Engine["onmessage"] = () => undefined;
  onstate: Engine["onstate"] = () => undefined;
  private socket: WebSocket | null = null;
  private closed = false;
  private waiting: ArrayBuffer[] = [];
  private pause = 250;

  constructor(
    private readonly token: string,
    private readonly world: number,
  ) {
    this.connect();
  }

  private connect(): void {
    const address = `${location.origin.replace(/^http/, "ws")}/engine?token=${this.token}&world=${String(this.world)}`;
    const socket = new WebSocket(address);
    this.socket = socket;
    socket.binaryType = "arraybuffer";
    socket.onopen = () => {
      this.pause = 250;
      for (const data of this.waiting) socket.send(data);
      this.waiting = [];
      this.onstate("ready", "");
    };
    socket.onmessage = (event: MessageEvent<ArrayBuffer>) => {
      this.onmessage(event.data);
    };
    let opened = false;
    socket.addEventListener("open", () => {
      opened = true;
    });
    socket.onclose = () => {
      if (this.closed) return;
      this.onstate("lost", "The connection to pliant view is lost; trying again");
      if (!opened) void this.askWhether();
      setTimeout(() => {
        this.connect();
      }, this.pause);
      this.pause = Math.min(2 * this.pause, 4000);
    };
  }

  /** Whoever answers, but does not let this page in, has another secret. */
  private async askWhether(): Promise<void> {
    const answer = await fetch(location.pathname, { cache: "no-store" }).catch(() => null);
    if (!answer?.ok || this.closed || this.socket?.readyState === WebSocket.OPEN) return;
    this.onstate("lost", "pliant view was started anew: open the address that it prints");
  }

  send(data: ArrayBuffer): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(data);
    else if (this.waiting.length < 50) this.waiting.push(data);
  }

  close(): void {
    this.closed = true;
    this.socket?.close();
  }
}

export const nativeHere = (): boolean => document.documentElement.dataset["engine"] === "native";

function token(): string {
  const given = /[#&]token=([0-9a-f]+)/.exec(location.hash)?.[1];
  if (given) {
    sessionStorage.setItem("pliant-token", given);
    history.replaceState(null, "", location.pathname + location.search);
  }
  return given ?? sessionStorage.getItem("pliant-token") ?? "";
}

export const openEngine = (world: number): Engine =>
  nativeHere() ? new SocketEngine(token(), world) : new WorkerEngine();

export type Vector = [number, number, number];

/** What a page says to an engine. */
export class Commands {
  constructor(readonly engine: Engine) {}
  private say(tag: string, payload?: Uint8Array): void {
    this.engine.send(message(tag, payload));
  }
  raw(tag: string, payload: Uint8Array): void {
    this.say(tag, payload);
  }
  play(on: boolean, speed: number): void {
    const bytes = new Uint8Array(16);
    new DataView(bytes.buffer).setUint32(0, on ? 1 : 0, true);
    new DataView(bytes.buffer).setFloat64(8, speed, true);
    this.say("play", bytes);
  }
  seek(step: number): void {
    const bytes = new Uint8Array(8);
    new DataView(bytes.buffer).setBigUint64(0, BigInt(Math.max(0, Math.round(step))), true);
    this.say("seek", bytes);
  }
  grab(origin: Vector, direction: Vector, normal: Vector): void {
    this.say("grab", numbers([...origin, ...direction, ...normal]));
  }
  move(origin: Vector, direction: Vector): void {
    this.say("move", numbers([...origin, ...direction]));
  }
  pin(origin: Vector, direction: Vector): void {
    this.say("pin ", numbers([...origin, ...direction]));
  }
  simple(tag: "drop" | "rset" | "unpn" | "unhd" | "save" | "rept" | "take"): void {
    this.say(tag);
  }
}
