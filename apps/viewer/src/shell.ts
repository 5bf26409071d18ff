// SPDX-License-Identifier: MIT
// A body's surface for the screen: vertices are split where the surface has an edge, so that boxes look like boxes and
// ducks smooth; and what the mouse meets of it.

const CREASE = Math.cos((50 * Math.PI) / 180);

export interface Shell {
  /** For each vertex on the screen, the body's vertex. */
  source: Uint32Array;
  index: Uint32Array;
}

function faceNormals(triangles: Uint32Array, x: Float32Array): Float32Array {
  const out = new Float32Array(triangles.length);
  for (let f = 0; f < triangles.length; f += 3) {
    const a = 3 * (triangles[f] ?? 0);
    const b = 3 * (triangles[f + 1] ?? 0);
    const c = 3 * (triangles[f + 2] ?? 0);
    const ux = (x[b] ?? 0) - (x[a] ?? 0),
      uy = (x[b + 1] ?? 0) - (x[a + 1] ?? 0),
      uz = (x[b + 2] ?? 0) - (x[a + 2] ?? 0);
    const vx = (x[c] ?? 0) - (x[a] ?? 0),
      vy = (x[c + 1] ?? 0) - (x[a + 1] ?? 0),
      vz = (x[c + 2] ?? 0) - (x[a + 2] ?? 0);
    const nx = uy * vz - uz * vy,
      ny = uz * vx - ux * vz,
      nz = ux * vy - uy * vx;
    const length = Math.hypot(nx, ny, nz) || 1;
    out[f] = nx / length;
    out[f + 1] = ny / length;
    out[f + 2] = nz / length;
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
  out.fill(0);
  for (let f = 0; f < index.length; f += 3) {
    const a = 3 * (index[f] as number),
      b = 3 * (index[f + 1] as number),
      c = 3 * (index[f + 2] as number);
    const ax = x[a] as number,
      ay = x[a + 1] as number,
      az = x[a + 2] as number;
    const ux = (x[b] as number) - ax,
      uy = (x[b + 1] as number) - ay,
      uz = (x[b + 2] as number) - az;
    const vx = (x[c] as number) - ax,
      vy = (x[c + 1] as number) - ay,
      vz = (x[c + 2] as number) - az;
    const nx = uy * vz - uz * vy,
      ny = uz * vx - ux * vz,
      nz = ux * vy - uy * vx;
    for (const k of [a, b, c]) {
      out[k] = (out[k] as number) + nx;
      out[k + 1] = (out[k + 1] as number) + ny;
      out[k + 2] = (out[k + 2] as number) + nz;
    }
  }
}

/** How far along the ray the first triangle is; Infinity: none. */
export function hit(index: Uint32Array, x: Float32Array, o: readonly number[], d: readonly number[]): number {
  const [ox = 0, oy = 0, oz = 0] = o;
  const [dx = 0, dy = 0, dz = 0] = d;
  let best = Infinity;
  for (let f = 0; f < index.length; f += 3) {
    const a = 3 * (index[f] as number),
      b = 3 * (index[f + 1] as number),
      c = 3 * (index[f + 2] as number);
    const ax = x[a] as number,
      ay = x[a + 1] as number,
      az = x[a + 2] as number;
    const ux = (x[b] as number) - ax,
      uy = (x[b + 1] as number) - ay,
      uz = (x[b + 2] as number) - az;
    const vx = (x[c] as number) - ax,
      vy = (x[c + 1] as number) - ay,
      vz = (x[c + 2] as number) - az;
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
    const t = (vx * qx + vy * qy + vz * qz) / det;
    if (t > 0 && t < best) best = t;
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
