// SPDX-License-Identifier: MIT
// Obstacles as three.js shapes, placed anew in every frame because they may move.
import * as THREE from "three";
import { obstacleColor } from "./look";
import type { Obstacle } from "./protocol";

const SPHERE = 2,
  BOX = 3,
  CAPSULE = 4,
  CYLINDER = 5,
  BOWL = 6,
  GLASS = 7,
  MESH = 8;
export const PLANE = 1;

const up = new THREE.Vector3(0, 1, 0);
const vector = (v: readonly number[]): THREE.Vector3 => new THREE.Vector3(v[0], v[1], v[2]);

/** A wall turned about the y axis: inside up, outside down. */
function turned(points: readonly (readonly [number, number])[]): THREE.BufferGeometry {
  return new THREE.LatheGeometry(
    points.map(([r, y]) => new THREE.Vector2(Math.max(r, 1e-4), y)),
    64,
  );
}

function bowl(r: number, wall: number): THREE.BufferGeometry {
  const n = 24;
  const points: [number, number][] = [];
  for (let i = 0; i <= n; i++) {
    const t = ((i / n) * Math.PI) / 2;
    points.push([(r + wall) * Math.sin(t), -(r + wall) * Math.cos(t)]);
  }
  for (let i = n; i >= 0; i--) {
    const t = ((i / n) * Math.PI) / 2;
    points.push([r * Math.sin(t), -r * Math.cos(t)]);
  }
  return turned(points);
}

const glass = (r: number, wall: number, height: number): THREE.BufferGeometry =>
  turned([
    [0, -wall],
    [r + wall, -wall],
    [r + wall, height],
    [r, height],
    [r, 0],
    [0, 0],
  ]);

function geometry(
  o: Obstacle,
  meshes: ReadonlyMap<number, THREE.BufferGeometry>,
  index: number,
): THREE.BufferGeometry | null {
  const length = vector(o.b).sub(vector(o.a)).length();
  switch (o.shape) {
    case PLANE:
      return new THREE.PlaneGeometry(40, 40).rotateX(-Math.PI / 2);
    case SPHERE:
      return new THREE.SphereGeometry(o.radius, 48, 32);
    case BOX:
      return new THREE.BoxGeometry(2 * (o.half[0] ?? 0), 2 * (o.half[1] ?? 0), 2 * (o.half[2] ?? 0));
    case CAPSULE:
      return new THREE.CapsuleGeometry(o.radius, length, 16, 32);
    case CYLINDER:
      return new THREE.CylinderGeometry(o.radius, o.radius, length, 48);
    case BOWL:
      return bowl(o.radius, o.thickness);
    case GLASS:
      return glass(o.radius, o.thickness, length);
    case MESH:
      return meshes.get(index)?.clone() ?? null;
    default:
      return null;
  }
}

function place(mesh: THREE.Object3D, o: Obstacle): void {
  const axes = new THREE.Matrix4().set(
    o.axes[0] ?? 1,
    o.axes[1] ?? 0,
    o.axes[2] ?? 0,
    0,
    o.axes[3] ?? 0,
    o.axes[4] ?? 1,
    o.axes[5] ?? 0,
    0,
    o.axes[6] ?? 0,
    o.axes[7] ?? 0,
    o.axes[8] ?? 1,
    0,
    0,
    0,
    0,
    1,
  );
  const along = vector(o.b).sub(vector(o.a)).normalize();
  switch (o.shape) {
    case PLANE:
      mesh.position.copy(vector(o.point));
      mesh.quaternion.setFromUnitVectors(up, vector(o.normal).normalize());
      break;
    case BOWL:
      mesh.position.copy(vector(o.center));
      mesh.quaternion.setFromUnitVectors(up, vector(o.normal).normalize());
      break;
    case CAPSULE:
    case CYLINDER:
      mesh.position.copy(vector(o.a).add(vector(o.b)).multiplyScalar(0.5));
      mesh.quaternion.setFromUnitVectors(up, along);
      break;
    case GLASS:
      mesh.position.copy(vector(o.a));
      mesh.quaternion.setFromUnitVectors(up, along);
      break;
    default:
      mesh.position.copy(vector(o.center));
      mesh.quaternion.setFromRotationMatrix(axes);
  }
}

export class Obstacles {
  readonly group = new THREE.Group();
  readonly meshes = new Map<number, THREE.BufferGeometry>();
  private key = "";
  /** Height of the highest level plane; NaN: none. */
  ground = NaN;

  clear(): void {
    for (const child of [...this.group.children]) {
      this.group.remove(child);
      if (child instanceof THREE.Mesh) (child.geometry as THREE.BufferGeometry).dispose();
    }
    this.key = "";
  }

  /** Level planes are left to the ground. */
  put(list: readonly Obstacle[]): void {
    const level = (o: Obstacle): boolean => o.shape === PLANE && Math.abs(vector(o.normal).normalize().y - 1) < 1e-6;
    const floors = list.filter(level);
    this.ground = floors.length > 0 ? Math.max(...floors.map((o) => o.point[1] ?? 0)) : NaN;
    const key = JSON.stringify(
      list.map((o) => [
        o.shape,
        o.radius,
        o.thickness,
        o.half,
        o.shape === SPHERE ? 0 : vector(o.b).distanceTo(vector(o.a)).toFixed(6),
      ]),
    );
    if (key !== this.key) {
      this.clear();
      this.key = key;
      list.forEach((o, i) => {
        const shape = level(o) ? null : geometry(o, this.meshes, i);
        const see = o.shape === GLASS || o.shape === BOWL || o.shape === PLANE;
        const material = new THREE.MeshStandardMaterial({
          color: obstacleColor(i),
          roughness: 0.65,
          side: THREE.DoubleSide,
          transparent: see,
          opacity: o.shape === GLASS ? 0.3 : see ? 0.85 : 1,
          depthWrite: o.shape !== GLASS,
        });
        const mesh = new THREE.Mesh(shape ?? new THREE.BufferGeometry(), material);
        mesh.castShadow = o.shape !== GLASS && o.shape !== PLANE;
        mesh.receiveShadow = o.shape !== GLASS;
        mesh.visible = shape !== null;
        this.group.add(mesh);
      });
    }
    list.forEach((o, i) => {
      const mesh = this.group.children[i];
      if (mesh) place(mesh, o);
    });
  }
}
