// SPDX-License-Identifier: MIT
// What is inside bodies, drawn over them: cages and hexahedra, the points where energy is summed, the edges of graphs.
import * as THREE from "three";

export const OVERLAYS = ["Cages and hexahedra", "Quadrature points", "Graph with its inner edges"];
const INKS = [0x1d4fb8, 0xc2185b, 0x2e7d32];

type Drawn = THREE.LineSegments | THREE.Points;

export class Overlays {
  readonly group = new THREE.Group();
  private edges = new Map<string, Uint32Array>();
  private drawn = new Map<string, Drawn>();
  private touched = new Set<string>();

  clear(): void {
    for (const d of this.drawn.values()) {
      d.geometry.dispose();
      (d.material as THREE.Material).dispose();
    }
    this.group.clear();
    this.drawn.clear();
  }

  /** Edges come once for a topology. */
  setEdges(body: number, kind: number, edges: Uint32Array): void {
    const key = `${String(body)}/${String(kind)}`;
    this.edges.set(key, edges);
    this.remove(key);
  }

  private remove(key: string): void {
    const d = this.drawn.get(key);
    if (!d) return;
    this.group.remove(d);
    d.geometry.dispose();
    this.drawn.delete(key);
  }

  private make(key: string, kind: number): Drawn {
    const ink = INKS[kind] ?? 0x333333;
    const geometry = new THREE.BufferGeometry();
    const edges = this.edges.get(key);
    if (edges) geometry.setIndex(new THREE.BufferAttribute(edges, 1));
    const d = edges
      ? new THREE.LineSegments(
          geometry,
          new THREE.LineBasicMaterial({
            color: ink,
            transparent: true,
            opacity: kind === 2 ? 0.45 : 0.9,
            depthTest: false,
          }),
        )
      : new THREE.Points(
          geometry,
          new THREE.PointsMaterial({ color: ink, size: 4, sizeAttenuation: false, depthTest: false }),
        );
    d.frustumCulled = false;
    d.renderOrder = 5 + kind;
    this.drawn.set(key, d);
    this.group.add(d);
    return d;
  }

  setPoints(body: number, kind: number, x: Float32Array): void {
    const key = `${String(body)}/${String(kind)}`;
    const d = this.drawn.get(key) ?? this.make(key, kind);
    const old = d.geometry.getAttribute("position") as THREE.BufferAttribute | undefined;
    if (old?.array.length === x.length) {
      (old.array as Float32Array).set(x);
      old.needsUpdate = true;
    } else
      d.geometry.setAttribute("position", new THREE.BufferAttribute(x.slice(), 3).setUsage(THREE.DynamicDrawUsage));
    this.touched.add(key);
  }

  /** After a frame: what it did not bring is wanted no more. Returns whether there is anything. */
  settle(): boolean {
    for (const key of [...this.drawn.keys()]) if (!this.touched.has(key)) this.remove(key);
    const any = this.touched.size > 0;
    this.touched.clear();
    return any;
  }

  /** For tests: how many lines and points are drawn. */
  get counts(): { lines: number; points: number } {
    let lines = 0,
      points = 0;
    for (const d of this.drawn.values()) {
      if (d instanceof THREE.LineSegments) lines += (d.geometry.index?.count ?? 0) / 2;
      else points += d.geometry.getAttribute("position").count;
    }
    return { lines, points };
  }
}
