// SPDX-License-Identifier: MIT
// Flatland, after fig. 7 of Terzopoulos and Fleischer: planar curves to draw, pull and let go, with walls and springs.
import type { Vector } from "./engine";
import { parse, type Json } from "./jsonc";
import type { Stage } from "./stage";
import type { SceneSchema } from "./tune";

export type Pen = "curve" | "wall" | "spring" | "nail";
export const PENS: [Pen, string][] = [
  ["curve", "Curve"],
  ["wall", "Wall"],
  ["spring", "Spring"],
  ["nail", "Nail"],
];

const SPACING = 0.06; // m, of the points of a curve
const MOST_POINTS = 100;
const THICKNESS = 0.04;
const REACH = 0.25; // m, around the end of a spring

interface Flat {
  gravity: number[];
  bodies: Record<string, Json>[];
  obstacles: Record<string, Json>[];
  attachments?: Record<string, Json>[];
}

const circle = (x: number, y: number, radius: number, count: number): number[][] =>
  Array.from({ length: count }, (_, i) => {
    const at = (2 * Math.PI * i) / count;
    return [x + radius * Math.cos(at), y + radius * Math.sin(at), 0];
  });

function curve(name: string, points: number[][], closed: boolean, planar: boolean): Record<string, Json> {
  return {
    name,
    mesh: { curve: { points, closed } },
    thickness: THICKNESS,
    density: 1000,
    ...(planar ? { planar: { keep_area: closed } } : {}),
    model: { continuum: { youngs_modulus: 2e7, damping: 0.3 } },
    contact: { self: true, friction: 0.3 },
  };
}

const isPlanar = (schema: SceneSchema | null): boolean => schema?.$defs["body"]?.properties?.["planar"] !== undefined;

/** What there is before anything is drawn. */
export function beginning(schema: SceneSchema | null): string {
  const arc = Array.from({ length: 33 }, (_, i) => [
    -1.1 + (1.9 * i) / 32,
    0.55 + 0.25 * Math.sin((Math.PI * i) / 32),
    0,
  ]);
  const planar = isPlanar(schema);
  return JSON.stringify(
    {
      pliant: 1,
      title: "Flatland",
      description: "Planar curves, after figure 7 of Terzopoulos and Fleischer: draw one, pull it, let go.",
      time: { duration: 60 },
      gravity: [0, -9.81, 0],
      camera: { eye: [0, 1.1, 7.6], target: [0, 1.1, 0], fov: 28 },
      bodies: [curve("ring", circle(-0.25, 1.6, 0.45, 48), true, planar), curve("arc", arc, false, planar)],
      obstacles: [
        { name: "floor", plane: {} },
        { name: "left", plane: { point: [-2.3, 0, 0], normal: [1, 0, 0] } },
        { name: "right", plane: { point: [2.3, 0, 0], normal: [-1, 0, 0] } },
      ],
    },
    null,
    1,
  );
}

const length = (a: number[], b: number[]): number => Math.hypot((a[0] ?? 0) - (b[0] ?? 0), (a[1] ?? 0) - (b[1] ?? 0));

/** Points at equal distances along a stroke; closed where its ends meet. */
export function even(stroke: number[][]): { points: number[][]; closed: boolean } {
  const first = stroke[0] ?? [0, 0],
    last = stroke[stroke.length - 1] ?? first;
  let whole = 0;
  for (let i = 1; i < stroke.length; i++) whole += length(stroke[i - 1] ?? first, stroke[i] ?? first);
  const closed = whole > 10 * SPACING && length(first, last) < Math.max(3 * SPACING, 0.12 * whole);
  const line = closed ? [...stroke, first] : stroke;
  if (closed) whole += length(first, last);
  const count = Math.min(MOST_POINTS, Math.max(closed ? 8 : 4, Math.round(whole / SPACING)));
  const apart = whole / (closed ? count : count - 1);
  const points: number[][] = [];
  let passed = 0;
  for (let i = 1; i < line.length; i++) {
    const a = line[i - 1] ?? first,
      b = line[i] ?? first,
      l = length(a, b);
    while (points.length < count && points.length * apart <= passed + l + 1e-9) {
      const t = l > 0 ? (points.length * apart - passed) / l : 0;
      points.push(
        [(a[0] ?? 0) + t * ((b[0] ?? 0) - (a[0] ?? 0)), (a[1] ?? 0) + t * ((b[1] ?? 0) - (a[1] ?? 0)), 0].map((v) =>
          Number(v.toFixed(4)),
        ),
      );
    }
    passed += l;
  }
  return { points, closed };
}

/** The scene's text with what was drawn; null: it was too short, or met nothing. */
export function drawn(
  text: string,
  pen: Pen,
  stroke: Vector[],
  stage: Stage,
  schema: SceneSchema | null,
): string | null {
  const scene = parse(text) as unknown as Flat;
  const a = stroke[0],
    b = stroke[stroke.length - 1];
  if (!a || !b) return null;
  if (pen === "curve") {
    const { points, closed } = even(stroke);
    if (points.length < 4 || stroke.length < 3) return null;
    const names = new Set(scene.bodies.map((body) => body["name"]));
    let n = 1;
    while (names.has(`curve ${String(n)}`)) n++;
    scene.bodies.push(curve(`curve ${String(n)}`, points, closed, isPlanar(schema)));
  } else if (pen === "wall") {
    if (length(a, b) < SPACING) return null;
    const flat = (v: Vector): number[] => [Number(v[0].toFixed(4)), Number(v[1].toFixed(4)), 0];
    scene.obstacles.push({
      name: `wall ${String(scene.obstacles.length)}`,
      capsule: { point_a: flat(a), point_b: flat(b), radius: 0.04 },
    });
  } else {
    const from = stage.nearest(a, REACH),
      to = pen === "nail" ? null : stage.nearest(b, REACH);
    if (!from) return null;
    const end = (of: { body: number; particle: number }): Json => ({
      body: String(scene.bodies[of.body]?.["name"]),
      particle: of.particle,
    });
    const place = (pen === "nail" ? a : b).map((v) => Number(v.toFixed(4)));
    place[2] = 0;
    (scene.attachments ??= []).push({
      a: end(from),
      b: to && (to.body !== from.body || to.particle !== from.particle) ? end(to) : { place },
      ...(pen === "spring" ? { stiffness: 400, damping: 4 } : {}),
    });
  }
  return JSON.stringify(scene, null, 1);
}
