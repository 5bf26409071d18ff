// SPDX-License-Identifier: MIT
// One engine and what is seen of it. Two of them side by side make a comparison.
import * as THREE from "three";
import { Commands, type Engine, type Vector } from "./engine";
import {
  blocks,
  counts,
  doubles,
  readCarried,
  readFrame,
  readObstacles,
  readSignals,
  readText,
  readTopology,
  words,
  type Carried,
  type Frame,
  type Obstacle,
  type SceneInfo,
  type Signals,
  type Topology,
} from "./protocol";
import { readLook } from "./look";
import { Stage } from "./stage";
import type { SceneSchema } from "./tune";

export interface Tape {
  count: number;
  bytes: number;
  first: number;
  last: number;
  firstTime: number;
  lastTime: number;
}

export interface Events {
  scene(info: SceneInfo, text: string): void;
  frame(frame: Frame, signals: Signals | null, tape: Tape | null): void;
  error(text: string): void;
  hash(step: number, hash: string, touched: boolean, whole: boolean): void;
  snapshot(data: Uint8Array): void;
  file(name: string, data: Uint8Array): void;
  held(bytes: Uint8Array): void;
  target(at: Vector): void;
  mouse(mine: boolean): void;
  state(state: "ready" | "lost" | "failed", text: string): void;
}

export class Viewer {
  readonly say: Commands;
  readonly stage: Stage;
  schema: SceneSchema | null = null;
  onschema: (() => void) | null = null;
  frames = 0;
  lastBytes = 0; // of the last frame
  bytes = 0;
  private info: SceneInfo | null = null;
  private world = 0; // that the topology is of
  private readonly carried = new Map<number, Carried>();
  private meshes = new Map<number, THREE.BufferGeometry>();

  constructor(
    readonly engine: Engine,
    canvas: HTMLCanvasElement,
    private readonly events: Partial<Events>,
  ) {
    this.say = new Commands(engine);
    this.stage = new Stage(canvas);
    engine.onmessage = (data) => {
      this.read(data);
    };
    engine.onstate = (state, text) => {
      if (state === "lost") this.world = 0; // it may be another program that answers next
      this.events.state?.(state, text);
    };
  }

  private read(data: ArrayBuffer): void {
    let frame: Frame | null = null,
      signals: Signals | null = null,
      tape: Tape | null = null,
      obstacles: Obstacle[] = [],
      contacts: Float32Array | null = null;
    const topology: Topology[] = [];
    this.bytes += data.byteLength;
    for (const { tag, bytes } of blocks(data)) {
      if (tag === "schm") {
        this.schema = JSON.parse(readText(bytes)) as SceneSchema;
        this.onschema?.();
      } else if (tag === "look") readLook(bytes);
      else if (tag === "scen") {
        this.info = JSON.parse(readText(bytes)) as SceneInfo;
        this.stage.setScene(this.info);
      } else if (tag === "text") {
        if (this.info) this.events.scene?.(this.info, readText(bytes));
      } else if (tag === "topo") topology.push(readTopology(bytes));
      else if (tag === "cary") {
        const [body, of] = readCarried(bytes);
        this.carried.set(body, of);
      } else if (tag === "omsh") this.addMesh(bytes, topology);
      else if (tag === "fram") frame = readFrame(bytes, this.carried);
      else if (tag === "obst") obstacles = readObstacles(bytes);
      else if (tag === "sign") signals = readSignals(bytes);
      else if (tag === "tape") {
        const d = doubles(bytes);
        tape = {
          count: d[0] ?? 0,
          bytes: d[1] ?? 0,
          first: d[2] ?? 0,
          last: d[3] ?? 0,
          firstTime: d[4] ?? 0,
          lastTime: d[5] ?? 0,
        };
      } else if (tag === "pull") this.readPull(doubles(bytes));
      else if (tag === "pins") this.stage.marks.setPins(doubles(bytes));
      else if (tag === "cont") contacts = new Float32Array(bytes.slice().buffer);
      else if (tag === "eror") this.events.error?.(readText(bytes));
      else if (tag === "hash") this.readHash(bytes);
      else if (tag === "snap") this.events.snapshot?.(bytes.slice());
      else if (tag === "rept") this.events.file?.("", bytes.slice());
      else if (tag === "file") this.readFile(bytes);
      else if (tag === "hdls") this.stage.marks.setHandles(doubles(bytes));
      else if (tag === "oedg") {
        const w = words(bytes);
        this.stage.overlays.setEdges(w[0] ?? 0, w[1] ?? 0, w.slice(4, 4 + 2 * (w[2] ?? 0)));
      } else if (tag === "opnt") {
        const w = words(bytes);
        this.stage.overlays.setPoints(
          w[0] ?? 0,
          w[1] ?? 0,
          new Float32Array(bytes.buffer, bytes.byteOffset + 16, 3 * (w[2] ?? 0)),
        );
      } else if (tag === "held") this.events.held?.(bytes.slice());
      else if (tag === "mous") this.events.mouse?.((words(bytes)[0] ?? 0) !== 0);
    }
    const world = topology[0]?.world;
    if (world !== undefined && world !== this.world) {
      this.world = world;
      this.stage.setTopology(topology, this.meshes);
      this.meshes = new Map();
    } else this.stage.changeTopology(topology);
    if (!frame) return;
    this.say.raw("ackn", counts([frame.number]));
    this.stage.setFrame(frame, obstacles);
    this.stage.marks.setContacts(contacts);
    this.stage.showInside();
    this.frames++;
    this.lastBytes = frame.bytes;
    this.events.frame?.(frame, signals, tape);
  }

  /** Name, zero byte, what is in it. */
  private readFile(bytes: Uint8Array): void {
    const end = bytes.indexOf(0);
    if (end > 0) this.events.file?.(readText(bytes.subarray(0, end)), bytes.slice(end + 1));
  }

  private addMesh(bytes: Uint8Array, topology: readonly Topology[]): void {
    if (topology.length === 0) return;
    const w = words(bytes);
    const [index = 0, vertices = 0, triangles = 0] = w;
    const x = new Float32Array(bytes.slice(16 + 12 * triangles, 16 + 12 * triangles + 12 * vertices).buffer);
    const geometry = new THREE.BufferGeometry().setAttribute("position", new THREE.BufferAttribute(x, 3));
    geometry.setIndex(new THREE.BufferAttribute(w.slice(4, 4 + 3 * triangles), 1));
    geometry.computeVertexNormals();
    this.meshes.set(index, geometry);
  }

  private readPull(d: Float64Array): void {
    const at = (k: number): Vector => [d[k] ?? 0, d[k + 1] ?? 0, d[k + 2] ?? 0];
    const held = (d[0] ?? 0) !== 0;
    this.stage.marks.setHold({ held, force: d[1] ?? 0, at: at(2), target: at(5) });
    if (held) this.events.target?.(at(5));
  }

  private readHash(bytes: Uint8Array): void {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    const hash = view.getBigUint64(8, true).toString(16).padStart(16, "0");
    this.events.hash?.(
      Number(view.getBigUint64(0, true)),
      hash,
      view.getUint32(16, true) !== 0,
      view.getUint32(20, true) !== 0,
    );
  }

  close(): void {
    this.engine.close();
    this.stage.dispose();
  }
}
