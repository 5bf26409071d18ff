// SPDX-License-Identifier: MIT
// A body's surface for the screen: vertices are split where the surface has an edge, so that boxes look like boxes and
// ducks smooth; and what the mouse meets of it.

const CREASE = Math.cos((50 * Math.PI) / 180);

export interface Shell {
  /** For each vertex on the screen, the body's vertex. */
  source: Uint32Array;
  index: Uint32Array;
}

/** Of the triangle whose corners begin at f: where the first is, and the edges from there to the other two. */
function corners(index: Uint32Array, f: number, x: Float32Array, out: Float64Array): void {
  const a = 3 * (index[f] as number),
    b = 3 * (index[f + 1] as number),
    c = 3 * (index[f + 2] as number);
  for (let k = 0; k < 3; k++) {
    const from = x[a + k] as number;
    out[k] = from;
    out[3 + k] = (x[b + k] as number) - from;
    out[6 + k] = (x[c + k] as number) - from;
  }
}

/** Products of the two edges: a normal, as long as twice the area. */
function cross(t: Float64Array, out: Float64Array): void {
  const ux = t[3] as number,
    uy = t[4] as number,
    uz = t[5] as number,
    vx = t[6] as number,
    vy = t[7] as number,
    vz = t[8] as number;
  out[0] = uy * vz - uz * vy;
  out[1] = uz * vx - ux * vz;
  out[2] = ux * vy - uy * vx;
}

function faceNormals(triangles: Uint32Array, x: Float32Array): Float32Array {
  const out = new Float32Array(triangles.length),
    t = new Float64Array(9),
    n = new Float64Array(3);
  for (let f = 0; f < triangles.length; f += 3) {
    corners(triangles, f, x, t);
    cross(t, n);
    const length = Math.hypot(...n) || 1;
    for (let k = 0; k < 3; k++) out[f + k] = (n[k] as number) / length;
  }
  return out;
}

/** `x`: how the body stands when it is seen first. */
export function makeShell(triangles: Uint32Array, vertices: number, x: Float32Array): Shell {
  const corners: number[][] = Array.from({ length: vertices }, () => []);
  triangles.forEach((v, corner) => corners[v]?.push(corner));
  const normals = faceNormals(triangles, x);
  const index = new Uint32Array(triangles.length);
  const source: number[] = [];
  for (let v = 0; v < vertices; v++) {
    const groups: { id: number; n: number[] }[] = [];
    for (const corner of corners[v] ?? []) {
      const f = corner - (corner % 3);
      const n = [normals[f] ?? 0, normals[f + 1] ?? 0, normals[f + 2] ?? 0];
      let group = groups.find(
        (g) => (g.n[0] ?? 0) * (n[0] ?? 0) + (g.n[1] ?? 0) * (n[1] ?? 0) + (g.n[2] ?? 0) * (n[2] ?? 0) > CREASE,
      );
      if (!group) {
        group = { id: source.length, n };
        groups.push(group);
        source.push(v);
      }
      index[corner] = group.id;
    }
  }
  return { source: Uint32Array.from(source), index };
}

/** Without edges: every vertex is one on the screen. */
export const smoothShell = (triangles: Uint32Array, vertices: number): Shell => ({
  source: Uint32Array.from({ length: vertices }, (_, v) => v),
  index: triangles,
});

/** Sums of the triangles' normals; the shader makes them unit. */
export function putNormals(index: Uint32Array, x: Float32Array, out: Float32Array): void {
  const t = new Float64Array(9),
    n = new Float64Array(3);
  out.fill(0);
  for (let f = 0; f < index.length; f += 3) {
    corners(index, f, x, t);
    cross(t, n);
    for (let corner = f; corner < f + 3; corner++) {
      const at = 3 * (index[corner] as number);
      for (let k = 0; k < 3; k++) out[at + k] = (out[at + k] as number) + (n[k] as number);
    }
  }
}

/** How far along the ray the first triangle is; Infinity: none. */
export function hit(index: Uint32Array, x: Float32Array, o: readonly number[], d: readonly number[]): number {
  const [ox = 0, oy = 0, oz = 0] = o;
  const [dx = 0, dy = 0, dz = 0] = d;
  const t = new Float64Array(9);
  let best = Infinity;
  for (let f = 0; f < index.length; f += 3) {
    corners(index, f, x, t);
    const ax = t[0] as number,
      ay = t[1] as number,
      az = t[2] as number,
      ux = t[3] as number,
      uy = t[4] as number,
      uz = t[5] as number,
      vx = t[6] as number,
      vy = t[7] as number,
      vz = t[8] as number;
    const px = dy * vz - dz * vy,
      py = dz * vx - dx * vz,
      pz = dx * vy - dy * vx;
    const det = ux * px + uy * py + uz * pz;
    if (Math.abs(det) < 1e-18) continue;
    const sx = ox - ax,
      sy = oy - ay,
      sz = oz - az;
    const u = (sx * px + sy * py + sz * pz) / det;
    if (u < 0 || u > 1) continue;
    const qx = sy * uz - sz * uy,
      qy = sz * ux - sx * uz,
      qz = sx * uy - sy * ux;
    const v = (dx * qx + dy * qy + dz * qz) / det;
    if (v < 0 || u + v > 1) continue;
    const along = (vx * qx + vy * qy + vz * qz) / det;
    if (along > 0 && along < best) best = along;
  }
  return best;
}

/** Whether some vertex is within a finger's width of the ray, for curves. */
export function near(x: Float32Array, o: readonly number[], d: readonly number[], width: number): boolean {
  const [ox = 0, oy = 0, oz = 0] = o;
  const [dx = 0, dy = 0, dz = 0] = d;
  for (let i = 0; i < x.length; i += 3) {
    const sx = (x[i] as number) - ox,
      sy = (x[i + 1] as number) - oy,
      sz = (x[i + 2] as number) - oz;
    const along = sx * dx + sy * dy + sz * dz;
    if (along > 0 && sx * sx + sy * sy + sz * sz - along * along < (width * along) ** 2) return true;
  }
  return false;
}
