// SPDX-License-Identifier: MIT
// Messages between page and engine: a header, then blocks with a tag and a size. apps/engine/block.h is the other side.

const MAGIC = 0x57564c50; // "PLVW"
const VERSION = 1;
const utf8 = new TextEncoder();
const text = new TextDecoder();

/** One block; numbers are written in order, and padded at the end. */
export function message(tag: string, payload: Uint8Array = new Uint8Array()): ArrayBuffer {
  const padded = Math.ceil(payload.length / 8) * 8;
  const out = new ArrayBuffer(16 + padded);
  const view = new DataView(out);
  view.setUint32(0, MAGIC, true);
  view.setUint32(4, VERSION, true);
  new Uint8Array(out, 8, 4).set(utf8.encode(tag));
  view.setUint32(12, payload.length, true);
  new Uint8Array(out, 16).set(payload);
  return out;
}

export const numbers = (values: readonly number[]): Uint8Array => new Uint8Array(new Float64Array(values).buffer);
export const counts = (values: readonly number[]): Uint8Array => new Uint8Array(new Uint32Array(values).buffer);
export const texts = (first: string, second: string): Uint8Array => utf8.encode(`${first}\0${second}`);

export function join(a: Uint8Array, b: Uint8Array): Uint8Array {
  const out = new Uint8Array(a.length + b.length);
  out.set(a);
  out.set(b, a.length);
  return out;
}

export interface Block {
  tag: string;
  bytes: Uint8Array;
}

/** What is cut off or of another version is left out. */
export function blocks(data: ArrayBuffer): Block[] {
  const out: Block[] = [];
  const view = new DataView(data);
  if (data.byteLength < 8 || view.getUint32(0, true) !== MAGIC || view.getUint32(4, true) !== VERSION) return out;
  for (let at = 8; at + 8 <= data.byteLength;) {
    const size = view.getUint32(at + 4, true);
    if (at + 8 + size > data.byteLength) break;
    out.push({ tag: text.decode(new Uint8Array(data, at, 4)), bytes: new Uint8Array(data, at + 8, size) });
    at += 8 + Math.ceil(size / 8) * 8;
  }
  return out;
}

export const readText = (bytes: Uint8Array): string => text.decode(bytes);
/** Blocks begin at multiples of 8. */
export const doubles = (bytes: Uint8Array): Float64Array =>
  new Float64Array(bytes.buffer, bytes.byteOffset, Math.floor(bytes.length / 8));
export const words = (bytes: Uint8Array): Uint32Array =>
  new Uint32Array(bytes.buffer, bytes.byteOffset, Math.floor(bytes.length / 4));

export interface BodyFrame {
  body: number;
  positions: Float32Array;
  colors: Uint8Array | null;
  range: [number, number];
}

export interface Frame {
  number: number;
  revision: number;
  time: number;
  step: number;
  stepSeconds: number;
  pace: number;
  playing: boolean;
  bodies: BodyFrame[];
  bytes: number;
}

const align = (at: number): number => Math.ceil(at / 8) * 8;

/** How vertices follow few points: the weights of each, of all points or of those in `indices`; from where. */
export interface Carried {
  vertices: number;
  points: number;
  perVertex: number; // 0: every point counts
  indices: Uint32Array;
  weights: Float32Array;
  start: Float32Array | null; // where vertices are when all points are zero; null: at zero, too
}

export function readCarried(bytes: Uint8Array): [number, Carried] {
  const [body = 0, vertices = 0, points = 0, perVertex = 0] = words(bytes);
  const listed = vertices * perVertex,
    count = perVertex > 0 ? listed : vertices * points;
  const data = bytes.slice(16).buffer;
  const indices = new Uint32Array(data, 0, listed),
    weights = new Float32Array(data, 4 * listed, count);
  const end = 4 * (listed + count),
    more = data.byteLength >= end + 12 * vertices;
  return [
    body,
    { vertices, points, perVertex, indices, weights, start: more ? new Float32Array(data, end, 3 * vertices) : null },
  ];
}

function carry(c: Carried, x: Float32Array, out: Float32Array): void {
  const per = c.perVertex > 0 ? c.perVertex : c.points;
  for (let i = 0, k = 0; i < c.vertices; i++) {
    let a = c.start?.[3 * i] ?? 0,
      b = c.start?.[3 * i + 1] ?? 0,
      d = c.start?.[3 * i + 2] ?? 0;
    for (let j = 0; j < per; j++, k++) {
      const w = c.weights[k] as number,
        p = 3 * (c.perVertex > 0 ? (c.indices[k] as number) : j);
      a += w * (x[p] as number);
      b += w * (x[p + 1] as number);
      d += w * (x[p + 2] as number);
    }
    out[3 * i] = a;
    out[3 * i + 1] = b;
    out[3 * i + 2] = d;
  }
}

/** `carried`: by body, what was told of it last. */
export function readFrame(bytes: Uint8Array, carried: ReadonlyMap<number, Carried>): Frame {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const frame: Frame = {
    number: view.getUint32(0, true),
    revision: view.getUint32(4, true),
    time: view.getFloat64(8, true),
    step: view.getFloat64(16, true),
    stepSeconds: view.getFloat64(24, true),
    pace: view.getFloat64(32, true),
    playing: view.getUint32(40, true) !== 0,
    bodies: [],
    bytes: bytes.length,
  };
  const count = view.getUint32(44, true);
  let at = 48;
  for (let b = 0; b < count; b++) {
    const body = view.getUint32(at, true);
    const encoding = view.getUint32(at + 4, true);
    const vertices = view.getUint32(at + 8, true);
    const flags = view.getUint32(at + 12, true);
    const f = (i: number): number => view.getFloat32(at + 16 + 4 * i, true);
    const low = [f(0), f(1), f(2)] as const;
    const scale = [f(3) / 65535, f(4) / 65535, f(5) / 65535] as const;
    const range: [number, number] = [f(6), f(7)];
    at += 48;
    const positions = new Float32Array(3 * vertices);
    if (encoding === 0) {
      positions.set(new Float32Array(bytes.buffer, bytes.byteOffset + at, 3 * vertices));
      at = align(at + 12 * vertices);
    } else if (encoding === 2) {
      const points = view.getUint32(at, true);
      const of = carried.get(body);
      if (of?.points === points)
        carry(of, new Float32Array(bytes.buffer, bytes.byteOffset + at + 8, 3 * points), positions);
      at = align(at + 8 + 12 * points);
    } else {
      const raw = new Uint16Array(bytes.buffer, bytes.byteOffset + at, 3 * vertices);
      for (let i = 0; i < raw.length; i += 3) {
        positions[i] = low[0] + scale[0] * (raw[i] ?? 0);
        positions[i + 1] = low[1] + scale[1] * (raw[i + 1] ?? 0);
        positions[i + 2] = low[2] + scale[2] * (raw[i + 2] ?? 0);
      }
      at = align(at + 6 * vertices);
    }
    let colors: Uint8Array | null = null;
    if (flags & 1) {
      colors = bytes.slice(at, at + vertices);
      at = align(at + vertices);
    }
    frame.bodies.push({ body, positions, colors, range });
  }
  return frame;
}

export interface Topology {
  world: number;
  body: number;
  vertices: number;
  triangles: Uint32Array;
  edges: Uint32Array;
}

export function readTopology(bytes: Uint8Array): Topology {
  const w = words(bytes);
  const triangles = w[3] ?? 0;
  const edges = w[4] ?? 0;
  return {
    world: w[0] ?? 0,
    body: w[1] ?? 0,
    vertices: w[2] ?? 0,
    triangles: w.slice(6, 6 + 3 * triangles),
    edges: w.slice(6 + 3 * triangles, 6 + 3 * triangles + 2 * edges),
  };
}

export interface Obstacle {
  shape: number;
  point: number[];
  normal: number[];
  center: number[];
  half: number[];
  a: number[];
  b: number[];
  radius: number;
  thickness: number;
  axes: number[];
}

export function readObstacles(bytes: Uint8Array): Obstacle[] {
  const count = words(bytes)[0] ?? 0;
  const d = doubles(bytes).subarray(1);
  return Array.from({ length: count }, (_, i) => {
    const of = Array.from(d.subarray(30 * i, 30 * i + 30));
    return {
      shape: of[0] ?? 0,
      point: of.slice(1, 4),
      normal: of.slice(4, 7),
      center: of.slice(7, 10),
      half: of.slice(10, 13),
      a: of.slice(13, 16),
      b: of.slice(16, 19),
      radius: of[19] ?? 0,
      thickness: of[20] ?? 0,
      axes: of.slice(21, 30),
    };
  });
}

export interface Signals {
  stages: number[];
  contactWork: number;
  contactCutShort: number; // small steps in which contact ended early
  bodies: {
    kinetic: number;
    elastic: number;
    gravity: number;
    volume: number;
    rest: number;
    error: number;
    depth: number;
    momentum: number[];
    contacts: number;
    asleep: boolean;
  }[];
}

export function readSignals(bytes: Uint8Array): Signals {
  const w = words(bytes);
  const d = doubles(bytes);
  const stages = w[1] ?? 0;
  const bodies = Array.from({ length: w[0] ?? 0 }, (_, i) => {
    const of = d.subarray(1 + stages + 12 * i);
    const at = (k: number): number => of[k] ?? 0;
    return {
      kinetic: at(0),
      elastic: at(1),
      gravity: at(2),
      volume: at(3),
      rest: at(4),
      error: at(5),
      depth: at(6),
      momentum: [at(7), at(8), at(9)],
      contacts: at(10),
      asleep: at(11) !== 0,
    };
  });
  const end = 1 + stages + 12 * bodies.length;
  return {
    stages: Array.from(d.subarray(1, 1 + stages)),
    contactWork: d[end] ?? 0,
    contactCutShort: d[end + 1] ?? 0,
    bodies,
  };
}

export interface SceneInfo {
  name: string;
  title: string;
  description: string;
  step: number;
  steps: number;
  duration: number;
  hash: string;
  kept: boolean;
  bodies: { name: string; model: string; particles: number; thickness: number; blobby: boolean; described: string }[];
  camera?: { eye: [number, number, number]; target: [number, number, number]; fov: number };
  colors: { id: number; name: string; unit: string }[];
  warnings: string[];
}
