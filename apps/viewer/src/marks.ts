// SPDX-License-Identifier: MIT
// What is drawn over the scene: the spring that pulls, pins, handles, contacts.
import * as THREE from "three";
import { el } from "./dom";
import type { Vector } from "./engine";

export interface Handle {
  at: Vector;
  target: Vector;
}

export interface Hold {
  held: boolean;
  force: number;
  at: Vector;
  target: Vector;
}

/** Through which they are seen. */
interface Seen {
  readonly camera: THREE.PerspectiveCamera;
  readonly canvas: HTMLCanvasElement;
  readonly controls: { target: THREE.Vector3 };
  onPage(at: Vector): [number, number];
}

const ORANGE = 0xff8a3c;

export class Marks {
  readonly group = new THREE.Group();
  readonly spring = new THREE.Line(
    new THREE.BufferGeometry().setAttribute("position", new THREE.BufferAttribute(new Float32Array(6), 3)),
    new THREE.LineBasicMaterial({ color: ORANGE, depthTest: false, linewidth: 2 }),
  );
  readonly knob = new THREE.Mesh(
    new THREE.SphereGeometry(1, 20, 14),
    new THREE.MeshBasicMaterial({ color: ORANGE, depthTest: false, transparent: true, opacity: 0.9 }),
  );
  /** How hard the mouse pulls, beside it. */
  readonly force = el("output", { class: "force", hidden: true });
  handles: Handle[] = [];
  private readonly pins = new THREE.Group();
  private readonly knobs = new THREE.Group();
  private readonly contacts = new THREE.LineSegments(
    new THREE.BufferGeometry(),
    new THREE.LineBasicMaterial({ color: 0xd81b60, depthTest: false }),
  );

  constructor(private readonly seen: Seen) {
    this.spring.renderOrder = this.knob.renderOrder = 10;
    this.spring.visible = this.knob.visible = this.contacts.visible = false;
    this.spring.frustumCulled = this.contacts.frustumCulled = false;
    this.group.add(this.spring, this.knob, this.pins, this.knobs, this.contacts);
  }

  setHold(hold: Hold): void {
    this.spring.visible = this.knob.visible = hold.held;
    this.force.hidden = !hold.held;
    if (!hold.held) return;
    this.force.textContent = `${String(Number(hold.force.toPrecision(3)))} N`;
    const page = this.seen.canvas.getBoundingClientRect(),
      [x, y] = this.seen.onPage(hold.target);
    this.force.style.left = `${String(x - page.left + 12)}px`;
    this.force.style.top = `${String(y - page.top - 24)}px`;
    const at = this.spring.geometry.getAttribute("position") as THREE.BufferAttribute;
    at.setXYZ(0, ...hold.at);
    at.setXYZ(1, ...hold.target);
    at.needsUpdate = true;
    this.knob.position.set(...hold.at);
    this.knob.scale.setScalar(0.008 * this.seen.camera.position.distanceTo(this.knob.position));
  }

  setPins(at: Float64Array): void {
    while (this.pins.children.length > at.length / 3) this.pins.remove(this.pins.children[0] as THREE.Object3D);
    while (this.pins.children.length < Math.floor(at.length / 3))
      this.pins.add(
        new THREE.Mesh(
          new THREE.SphereGeometry(1, 16, 12),
          new THREE.MeshStandardMaterial({ color: 0xffd54a, emissive: 0x553300, depthTest: false }),
        ),
      );
    this.pins.children.forEach((pin, i) => {
      pin.position.set(at[3 * i] ?? 0, at[3 * i + 1] ?? 0, at[3 * i + 2] ?? 0);
      pin.scale.setScalar(0.008 * this.seen.camera.position.distanceTo(pin.position));
      pin.renderOrder = 9;
    });
  }

  /** Eight numbers each: where it is, where it should be, body and particles. */
  setHandles(d: Float64Array): void {
    const at = (k: number): Vector => [d[k] ?? 0, d[k + 1] ?? 0, d[k + 2] ?? 0];
    this.handles = Array.from({ length: Math.floor(d.length / 8) }, (_, i) => ({
      at: at(8 * i),
      target: at(8 * i + 3),
    }));
    while (this.knobs.children.length > this.handles.length)
      this.knobs.remove(this.knobs.children[0] as THREE.Object3D);
    while (this.knobs.children.length < this.handles.length)
      this.knobs.add(
        new THREE.Mesh(
          new THREE.OctahedronGeometry(1),
          new THREE.MeshStandardMaterial({ color: 0x00acc1, emissive: 0x00363d, depthTest: false }),
        ),
      );
    this.knobs.children.forEach((knob, i) => {
      knob.position.set(...(this.handles[i]?.at ?? [0, 0, 0]));
      knob.scale.setScalar(0.012 * this.seen.camera.position.distanceTo(knob.position));
      knob.renderOrder = 9;
    });
  }

  setContacts(of: Float32Array | null): void {
    this.contacts.visible = of !== null;
    if (!of) return;
    let most = 0;
    for (let i = 0; i < of.length; i += 6)
      most = Math.max(most, Math.hypot(of[i + 3] ?? 0, of[i + 4] ?? 0, of[i + 5] ?? 0));
    const scale = most > 0 ? (0.08 * this.seen.camera.position.distanceTo(this.seen.controls.target)) / most : 0;
    const out = new Float32Array(of.length);
    for (let i = 0; i < of.length; i += 6)
      for (let c = 0; c < 3; c++) {
        out[i + c] = of[i + c] ?? 0;
        out[i + 3 + c] = (of[i + c] ?? 0) + scale * (of[i + 3 + c] ?? 0);
      }
    this.contacts.geometry.dispose();
    this.contacts.geometry = new THREE.BufferGeometry().setAttribute("position", new THREE.BufferAttribute(out, 3));
  }
}
