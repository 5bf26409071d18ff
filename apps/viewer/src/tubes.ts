// SPDX-License-Identifier: MIT
// Curves, and lattices without a surface: a tube along every edge, a ball at every vertex. As thick as they collide.
import * as THREE from "three";
import type { Topology } from "./protocol";

const THIN = 0.006; // of the body's size: the radius of what has no thickness of its own

export class Tubes {
  readonly group = new THREE.Group();
  private readonly rods: THREE.InstancedMesh;
  private readonly balls: THREE.InstancedMesh;

  constructor(
    private readonly topology: Topology,
    readonly material: THREE.MeshStandardMaterial,
    private readonly thickness: number,
  ) {
    this.rods = new THREE.InstancedMesh(
      new THREE.CylinderGeometry(1, 1, 1, 12, 1, true),
      material,
      Math.max(1, topology.edges.length / 2),
    );
    this.balls = new THREE.InstancedMesh(new THREE.SphereGeometry(1, 12, 8), material, Math.max(1, topology.vertices));
    for (const part of [this.rods, this.balls]) {
      part.castShadow = part.receiveShadow = true;
      part.frustumCulled = false;
      this.group.add(part);
    }
  }

  private radius(x: Float32Array): number {
    if (this.thickness > 0) return 0.5 * this.thickness;
    return THIN * new THREE.Box3().setFromArray(x).getSize(new THREE.Vector3()).length();
  }

  pose(x: Float32Array): void {
    const radius = this.radius(x);
    const a = new THREE.Vector3(),
      c = new THREE.Vector3(),
      up = new THREE.Vector3(0, 1, 0),
      m = new THREE.Matrix4(),
      q = new THREE.Quaternion(),
      size = new THREE.Vector3();
    const e = this.topology.edges;
    for (let i = 0; i + 1 < e.length; i += 2) {
      a.fromArray(x, 3 * (e[i] as number));
      c.fromArray(x, 3 * (e[i + 1] as number));
      const along = c.clone().sub(a),
        length = along.length() || 1e-9;
      q.setFromUnitVectors(up, along.divideScalar(length));
      this.rods.setMatrixAt(i / 2, m.compose(a.add(c).multiplyScalar(0.5), q, size.set(radius, length, radius)));
    }
    size.setScalar(radius);
    for (let i = 0; i < this.topology.vertices; i++)
      this.balls.setMatrixAt(i, m.compose(a.fromArray(x, 3 * i), q.identity(), size));
    this.rods.instanceMatrix.needsUpdate = this.balls.instanceMatrix.needsUpdate = true;
  }

  /** One colour per vertex, from `table` by the vertex's value; null: the body's own. */
  paint(colors: Uint8Array | null, color: (value: number, to: THREE.Color) => THREE.Color): void {
    if (!colors) {
      if (!this.rods.instanceColor) return;
      this.rods.instanceColor = this.balls.instanceColor = null;
      this.material.needsUpdate = true;
      return;
    }
    if (!this.rods.instanceColor) this.material.needsUpdate = true;
    const c = new THREE.Color(),
      e = this.topology.edges;
    for (let i = 0; i < this.topology.vertices; i++) this.balls.setColorAt(i, color(colors[i] ?? 0, c));
    for (let i = 0; i + 1 < e.length; i += 2)
      this.rods.setColorAt(i / 2, color(0.5 * ((colors[e[i] as number] ?? 0) + (colors[e[i + 1] as number] ?? 0)), c));
    for (const part of [this.rods, this.balls])
      if (part.instanceColor) (part.instanceColor as THREE.InstancedBufferAttribute).needsUpdate = true;
  }

  dispose(): void {
    for (const part of [this.rods, this.balls]) {
      part.geometry.dispose();
      part.dispose();
    }
    this.material.dispose();
  }
}
