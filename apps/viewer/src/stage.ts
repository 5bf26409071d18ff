// SPDX-License-Identifier: MIT
// What is seen: bodies, obstacles and the camera, and where the mouse is among them.
import * as THREE from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import type { Vector } from "./engine";
import { bodyColor, look } from "./look";
import { Obstacles } from "./obstacles";
import { Marks } from "./marks";
import { Overlays } from "./overlays";
import type { BodyFrame, Frame, Obstacle, SceneInfo, Topology } from "./protocol";
import { hit, makeShell, near, putNormals, smoothShell, type Shell } from "./shell";
import { Studio } from "./studio";
import { Tubes } from "./tubes";

const MANY = 100000; // vertices: too many to look for edges between them

interface Shown {
  topology: Topology;
  shell: Shell | null;
  mesh: THREE.Mesh<THREE.BufferGeometry, THREE.MeshStandardMaterial> | null;
  tubes: Tubes | null;
  positions: Float32Array; // the body's own vertices
}

export class Stage {
  readonly camera = new THREE.PerspectiveCamera(28, 1, 0.01, 200);
  readonly controls: OrbitControls;
  private readonly scene = new THREE.Scene();
  private readonly studio: Studio;
  private readonly obstacles = new Obstacles();
  readonly overlays = new Overlays();
  readonly marks: Marks;
  range: [number, number] = [0, 0]; // of the colours
  private bodies: Shown[] = [];
  private framed = false;
  private follows = true; // the camera, until somebody moves it
  private seen = new THREE.Box3(); // all that bodies reached
  private info: SceneInfo | null = null;
  private lowest = Infinity;
  private wire = false;
  private boxes = false;
  private boxGroup = new THREE.Group();
  private dirty = true;

  constructor(readonly canvas: HTMLCanvasElement) {
    this.studio = new Studio(canvas, this.scene);
    this.controls = new OrbitControls(this.camera, canvas);
    this.marks = new Marks(this);
    this.scene.add(this.obstacles.group, this.boxGroup, this.overlays.group, this.marks.group);
    this.controls.enableDamping = true;
    this.controls.dampingFactor = 0.12;
    this.controls.addEventListener("change", () => (this.dirty = true));
    this.controls.addEventListener("start", () => (this.follows = false));
    new ResizeObserver(() => {
      this.resize();
    }).observe(canvas.parentElement ?? canvas);
    this.resize();
  }

  private resize(): void {
    const box = this.canvas.parentElement?.getBoundingClientRect();
    if (!box || box.width < 2 || box.height < 2) return;
    this.studio.renderer.setSize(box.width, box.height, false);
    this.camera.aspect = box.width / box.height;
    this.camera.updateProjectionMatrix();
    this.dirty = true;
  }

  /* --- what the engine tells --- */

  setScene(info: SceneInfo): void {
    const other = this.info?.name !== info.name;
    this.info = info;
    if (!other) return;
    this.framed = false;
    this.follows = true;
    this.seen.makeEmpty();
  }

  private remove(b: Shown): void {
    if (b.mesh) {
      this.scene.remove(b.mesh);
      b.mesh.geometry.dispose();
      b.mesh.material.dispose();
    }
    if (b.tubes) {
      this.scene.remove(b.tubes.group);
      b.tubes.dispose();
    }
  }

  /** Of a new world. */
  setTopology(list: readonly Topology[], meshes: ReadonlyMap<number, THREE.BufferGeometry>): void {
    for (const b of this.bodies) this.remove(b);
    this.overlays.clear();
    this.obstacles.clear();
    this.obstacles.meshes.clear();
    meshes.forEach((g, i) => this.obstacles.meshes.set(i, g));
    this.bodies = list.map((topology) => ({
      topology,
      shell: null,
      mesh: null,
      tubes: null,
      positions: new Float32Array(),
    }));
    this.lowest = Infinity;
  }

  /** Of single bodies: they broke, or are blobs. */
  changeTopology(list: readonly Topology[]): void {
    for (const topology of list) {
      const k = this.bodies.findIndex((b) => b.topology.body === topology.body);
      const b = this.bodies[k];
      if (!b) continue;
      this.remove(b);
      this.bodies[k] = { topology, shell: null, mesh: null, tubes: null, positions: new Float32Array() };
    }
  }

  private material(i: number): THREE.MeshStandardMaterial {
    return new THREE.MeshStandardMaterial({
      color: bodyColor(i),
      roughness: 0.5,
      metalness: 0,
      side: THREE.DoubleSide,
      wireframe: this.wire,
      shadowSide: THREE.DoubleSide,
    });
  }

  private make(b: Shown, x: Float32Array): void {
    const i = b.topology.body;
    if (b.topology.triangles.length > 0) {
      const smooth = this.info?.bodies[i]?.blobby === true || b.topology.vertices > MANY;
      b.shell = smooth
        ? smoothShell(b.topology.triangles, b.topology.vertices)
        : makeShell(b.topology.triangles, b.topology.vertices, x);
      const geometry = new THREE.BufferGeometry();
      const count = b.shell.source.length;
      for (const name of ["position", "normal"])
        geometry.setAttribute(
          name,
          new THREE.BufferAttribute(new Float32Array(3 * count), 3).setUsage(THREE.DynamicDrawUsage),
        );
      geometry.setIndex(new THREE.BufferAttribute(b.shell.index, 1));
      b.mesh = new THREE.Mesh(geometry, this.material(i));
      b.mesh.castShadow = b.mesh.receiveShadow = true;
      b.mesh.frustumCulled = false;
      this.scene.add(b.mesh);
    } else {
      b.tubes = new Tubes(b.topology, this.material(i), this.info?.bodies[i]?.thickness ?? 0);
      this.scene.add(b.tubes.group);
    }
  }

  private pose(b: Shown, frame: BodyFrame): void {
    b.positions = frame.positions;
    if (!b.mesh && !b.tubes) this.make(b, frame.positions);
    b.tubes?.pose(frame.positions);
    if (b.tubes) this.paintTubes(b.tubes, b.topology.body, frame);
    if (!b.mesh || !b.shell) return;
    const position = b.mesh.geometry.getAttribute("position") as THREE.BufferAttribute;
    const normal = b.mesh.geometry.getAttribute("normal") as THREE.BufferAttribute;
    const x = position.array as Float32Array;
    b.shell.source.forEach((v, i) => {
      x[3 * i] = frame.positions[3 * v] as number;
      x[3 * i + 1] = frame.positions[3 * v + 1] as number;
      x[3 * i + 2] = frame.positions[3 * v + 2] as number;
    });
    putNormals(b.shell.index, x, normal.array as Float32Array);
    position.needsUpdate = normal.needsUpdate = true;
    this.paint(b, frame);
  }

  private paint(b: Shown, frame: BodyFrame): void {
    if (!b.mesh || !b.shell) return;
    const colored = frame.colors !== null;
    if (b.mesh.material.vertexColors !== colored) {
      b.mesh.material.vertexColors = colored;
      b.mesh.material.color.set(colored ? 0xffffff : bodyColor(b.topology.body));
      b.mesh.material.needsUpdate = true;
    }
    if (!frame.colors) return;
    let attribute = b.mesh.geometry.getAttribute("color") as THREE.BufferAttribute | undefined;
    if (!attribute) {
      attribute = new THREE.BufferAttribute(new Float32Array(3 * b.shell.source.length), 3);
      b.mesh.geometry.setAttribute("color", attribute);
    }
    const out = attribute.array as Float32Array;
    const colors = frame.colors;
    const table = this.places(frame.range);
    b.shell.source.forEach((v, i) => {
      const k = table[colors[v] as number] as number;
      out[3 * i] = look.scale[k] as number;
      out[3 * i + 1] = look.scale[k + 1] as number;
      out[3 * i + 2] = look.scale[k + 2] as number;
    });
    attribute.needsUpdate = true;
  }

  /** Where the 256 values of a body's range are on the scale that all bodies share. */
  private places([low, high]: readonly [number, number]): Uint16Array {
    const [least, most] = this.range;
    const scale = most > least ? 255 / (most - least) : 0;
    return Uint16Array.from(
      { length: 256 },
      (_, i) => 3 * Math.round(Math.min(255, Math.max(0, scale * (low + (i / 255) * (high - low) - least)))),
    );
  }

  /** One scale for all bodies. What was high sinks slowly, so that rest does not look like motion. */
  private findRange(frame: Frame): void {
    const colored = frame.bodies.filter((b) => b.colors !== null);
    const least = colored.length > 0 ? Math.min(...colored.map((b) => b.range[0])) : 0;
    const most = colored.length > 0 ? Math.max(...colored.map((b) => b.range[1])) : 0;
    const kind = colored.length;
    const sinking =
      kind === this.coloredBodies && least === this.range[0] && least === 0 && frame.time > this.rangeTime
        ? 0.99 * this.range[1]
        : most;
    this.range = [least, Math.max(most, Math.min(sinking, 1e3 * most))];
    this.coloredBodies = kind;
    this.rangeTime = frame.time;
  }
  private coloredBodies = 0;
  private rangeTime = 0;

  private paintTubes(tubes: Tubes, body: number, frame: BodyFrame): void {
    const table = this.places(frame.range);
    tubes.material.color.set(frame.colors ? 0xffffff : bodyColor(body));
    tubes.paint(frame.colors, (value, to) => to.fromArray(look.scale, table[Math.round(value)] ?? 0));
  }

  setFrame(frame: Frame, obstacles: readonly Obstacle[]): void {
    this.findRange(frame);
    for (const of of frame.bodies) {
      const b = this.bodies.find((shown) => shown.topology.body === of.body);
      if (b) this.pose(b, of);
    }
    this.obstacles.put(obstacles);
    const box = this.bounds();
    if (!box.isEmpty()) {
      this.lowest = Math.min(this.lowest, box.min.y);
      const floor = this.obstacles.ground;
      this.studio.ground.position.y = Number.isNaN(floor) ? this.lowest - 0.002 : floor;
      this.studio.light(box);
      this.keepInView(box);
    }
    if (this.boxes) this.showBoxes();
    this.dirty = true;
  }

  /** As long as nobody moved the camera it steps back from what leaves the picture, though not from what flies away. */
  private keepInView(box: THREE.Box3): void {
    if (!this.framed) {
      this.seen.copy(box);
      this.start = box.getSize(new THREE.Vector3()).length();
      this.frame();
      return;
    }
    if (!this.follows || this.info?.camera) return;
    const before = this.seen.getSize(new THREE.Vector3()).length();
    const all = this.seen.clone().union(box);
    const after = all.getSize(new THREE.Vector3()).length();
    if (after < 1.04 * before || after > 6 * this.start) return;
    this.seen.copy(all);
    this.frame();
  }
  private start = 1; // size when it was framed first

  private bounds(): THREE.Box3 {
    const box = new THREE.Box3();
    for (const b of this.bodies) if (b.positions.length > 0) box.union(new THREE.Box3().setFromArray(b.positions));
    return box;
  }

  private everything(): THREE.Box3 {
    const box = this.bounds().union(this.follows ? this.seen : new THREE.Box3());
    for (const child of this.obstacles.group.children)
      if (
        child.visible &&
        child instanceof THREE.Mesh &&
        (child.geometry as THREE.BufferGeometry).type !== "PlaneGeometry"
      )
        box.expandByObject(child);
    return box;
  }

  /** As the scene asks, or so that all is in view, from the front right as `pliant render` does. */
  frame(): void {
    this.framed = true;
    const asked = this.info?.camera;
    const narrow = Math.max(1, 1.1 / this.camera.aspect);
    if (asked) {
      const target = new THREE.Vector3(...asked.target);
      this.camera.fov = asked.fov;
      this.camera.position
        .set(...asked.eye)
        .sub(target)
        .multiplyScalar(narrow)
        .add(target);
      this.controls.target.copy(target);
    } else {
      const box = this.everything();
      const floor = this.obstacles.ground;
      if (!Number.isNaN(floor)) box.min.y = Math.min(box.min.y, floor);
      const radius = 0.5 * box.getSize(new THREE.Vector3()).length();
      const center = box.getCenter(new THREE.Vector3());
      this.camera.fov = look.fov;
      this.camera.position
        .copy(center)
        .addScaledVector(look.camera, (1.12 * narrow * radius) / Math.sin((look.fov * Math.PI) / 360));
      this.controls.target.copy(center);
    }
    const far = this.camera.position.distanceTo(this.controls.target);
    this.camera.near = far / 200;
    this.camera.far = far * 30;
    this.camera.updateProjectionMatrix();
    this.controls.update();
    this.dirty = true;
  }

  /** Bodies let see what is inside them, if that was asked for. */
  showInside(): void {
    const inside = this.overlays.settle();
    for (const b of this.bodies) {
      const m = b.mesh?.material;
      if (!m || m.transparent === inside) continue;
      m.transparent = inside;
      m.opacity = inside ? 0.35 : 1;
      m.depthWrite = !inside;
      m.needsUpdate = true;
    }
    this.dirty = true;
  }

  setWireframe(on: boolean): void {
    this.wire = on;
    for (const b of this.bodies) if (b.mesh) b.mesh.material.wireframe = on;
    this.dirty = true;
  }

  setBoxes(on: boolean): void {
    this.boxes = on;
    this.boxGroup.clear();
    if (on) this.showBoxes();
    this.dirty = true;
  }

  private showBoxes(): void {
    this.boxGroup.clear();
    for (const b of this.bodies)
      if (b.positions.length > 0)
        this.boxGroup.add(new THREE.Box3Helper(new THREE.Box3().setFromArray(b.positions), new THREE.Color(0x3d7dca)));
  }

  /* --- the mouse --- */

  /** From the eye through a point of the canvas, and the camera's direction. */
  ray(clientX: number, clientY: number): { origin: Vector; direction: Vector; normal: Vector } {
    const box = this.canvas.getBoundingClientRect();
    const at = new THREE.Vector3(
      ((clientX - box.left) / box.width) * 2 - 1,
      1 - ((clientY - box.top) / box.height) * 2,
      0.5,
    );
    this.camera.updateMatrixWorld();
    const direction = at.unproject(this.camera).sub(this.camera.position).normalize();
    const normal = this.camera.getWorldDirection(new THREE.Vector3());
    return { origin: this.camera.position.toArray(), direction: direction.toArray(), normal: normal.toArray() };
  }

  /** What takes points of the world to the picture, from -1 to 1; column-major. */
  view(): number[] {
    this.camera.updateMatrixWorld();
    return new THREE.Matrix4().multiplyMatrices(this.camera.projectionMatrix, this.camera.matrixWorldInverse).toArray();
  }

  /** Where a point of the page is in the plane z = 0. */
  inPlane(clientX: number, clientY: number): Vector {
    const { origin, direction } = this.ray(clientX, clientY);
    const t = direction[2] === 0 ? 0 : -origin[2] / direction[2];
    return [origin[0] + t * direction[0], origin[1] + t * direction[1], 0];
  }

  /** The vertex nearest to a place, no farther than that. */
  nearest(at: Vector, reach: number): { body: number; particle: number } | null {
    let best = reach,
      out: { body: number; particle: number } | null = null;
    for (const b of this.bodies)
      for (let i = 0; i < b.positions.length / 3; i++) {
        const far = Math.hypot(
          (b.positions[3 * i] ?? 0) - at[0],
          (b.positions[3 * i + 1] ?? 0) - at[1],
          (b.positions[3 * i + 2] ?? 0) - at[2],
        );
        if (far < best) {
          best = far;
          out = { body: b.topology.body, particle: i };
        }
      }
    return out;
  }

  /** Flat worlds are looked at straight on. */
  setFlat(): void {
    this.controls.enableRotate = false;
    this.studio.ground.visible = false;
  }

  meets(clientX: number, clientY: number): boolean {
    const { origin, direction } = this.ray(clientX, clientY);
    return this.bodies.some(
      (b) =>
        hit(b.topology.triangles, b.positions, origin, direction) < Infinity ||
        (b.topology.triangles.length === 0 && near(b.positions, origin, direction, 0.02)),
    );
  }

  /** The middle of all vertices, for tests and for the keyboard. */
  middle(): Vector {
    return this.bounds().getCenter(new THREE.Vector3()).toArray();
  }

  /** Where a point of the world is on the page. */
  onPage(at: Vector): [number, number] {
    const box = this.canvas.getBoundingClientRect();
    this.camera.updateMatrixWorld();
    const p = new THREE.Vector3(...at).project(this.camera);
    return [box.left + ((p.x + 1) / 2) * box.width, box.top + ((1 - p.y) / 2) * box.height];
  }

  /** For tests: how much is drawn. */
  get drawn(): { triangles: number; tubes: number } {
    const sum = (of: (b: Shown) => number): number => this.bodies.reduce((all, b) => all + of(b), 0);
    return {
      triangles: sum((b) => b.topology.triangles.length / 3),
      tubes: sum((b) => (b.tubes ? b.topology.edges.length / 2 : 0)),
    };
  }

  draw(): void {
    this.controls.update();
    if (!this.dirty) return;
    this.dirty = false;
    this.studio.renderer.render(this.scene, this.camera);
  }

  follow(other: Stage): void {
    this.camera.position.copy(other.camera.position);
    this.camera.quaternion.copy(other.camera.quaternion);
    this.camera.fov = other.camera.fov;
    this.camera.near = other.camera.near;
    this.camera.far = other.camera.far;
    this.controls.target.copy(other.controls.target);
    this.camera.updateProjectionMatrix();
    this.framed = true;
    this.dirty = true;
  }

  dispose(): void {
    this.controls.dispose();
    this.studio.renderer.dispose();
    this.studio.renderer.forceContextLoss(); // browsers have few, and would take one from a scene that is open
  }
}
