// SPDX-License-Identifier: MIT
// Camera, light and colours of `pliant render`, as the engine tells them.
import * as THREE from "three";

export interface Look {
  fov: number; // degrees
  camera: THREE.Vector3; // direction from what is looked at
  light: THREE.Vector3;
  bodies: THREE.Color[];
  obstacles: THREE.Color[];
  scale: Float32Array; // 256 colours, three numbers each
}

const grey = (): THREE.Color => new THREE.Color(0.5, 0.5, 0.5);

/** Until the engine tells. */
export const look: Look = {
  fov: 28,
  camera: new THREE.Vector3(0.5, 0.3, 0.9).normalize(),
  light: new THREE.Vector3(-0.5, 1, 0.6).normalize(),
  bodies: [grey()],
  obstacles: [grey()],
  scale: new Float32Array(3 * 256),
};

export function readLook(bytes: Uint8Array): void {
  const f = new Float32Array(bytes.slice().buffer),
    w = new Uint32Array(f.buffer);
  const [bodies = 0, obstacles = 0, steps = 0] = w.subarray(7, 10);
  const colors = (from: number, count: number): THREE.Color[] =>
    Array.from({ length: count }, (_, i) => new THREE.Color().fromArray(f, from + 3 * i));
  look.fov = f[0] ?? look.fov;
  look.camera.fromArray(f, 1);
  look.light.fromArray(f, 4);
  look.bodies = colors(10, bodies);
  look.obstacles = colors(10 + 3 * bodies, obstacles);
  const at = 10 + 3 * (bodies + obstacles);
  look.scale = f.slice(at, at + 3 * steps);
}

export const bodyColor = (i: number): THREE.Color => look.bodies[i % look.bodies.length] ?? grey();
export const obstacleColor = (i: number): THREE.Color => look.obstacles[i % look.obstacles.length] ?? grey();
