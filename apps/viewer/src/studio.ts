// SPDX-License-Identifier: MIT
// Where scenes stand: the light that is around them, the sun, the ground, and what draws them.
import * as THREE from "three";
import { RoomEnvironment } from "three/examples/jsm/environments/RoomEnvironment.js";
import { look } from "./look";

const INK = {
  light: { back: 0xe9edf2, ground: 0xdde3ea, grid: 0x9aa7b5 },
  dark: { back: 0x161a20, ground: 0x232a33, grid: 0x4b5866 },
};

let software: boolean | null = null;

/** Without a graphics card the picture costs more than the simulation. Asking takes a while; asked once. */
export function drawsInSoftware(): boolean {
  if (software !== null) return software;
  const gl = document.createElement("canvas").getContext("webgl2");
  const named = gl?.getExtension("WEBGL_debug_renderer_info");
  const name = gl && named ? String(gl.getParameter(named.UNMASKED_RENDERER_WEBGL)) : "";
  gl?.getExtension("WEBGL_lose_context")?.loseContext();
  software = /swiftshader|llvmpipe|software/i.test(name);
  return software;
}

export class Studio {
  readonly renderer: THREE.WebGLRenderer;
  readonly ground: THREE.Mesh<THREE.CircleGeometry, THREE.MeshStandardMaterial>;
  private readonly sun = new THREE.DirectionalLight(0xfff4e6, 2.2);

  constructor(canvas: HTMLCanvasElement, scene: THREE.Scene) {
    const slow = drawsInSoftware();
    this.renderer = new THREE.WebGLRenderer({ canvas, antialias: !slow, preserveDrawingBuffer: true });
    this.renderer.setPixelRatio(slow ? 1 : Math.min(window.devicePixelRatio, 2));
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = THREE.PCFShadowMap;
    this.renderer.toneMapping = THREE.NeutralToneMapping;
    this.renderer.toneMappingExposure = 0.95;
    const maker = new THREE.PMREMGenerator(this.renderer);
    scene.environment = maker.fromScene(new RoomEnvironment(), 0.04).texture;
    scene.environmentIntensity = 0.55;
    maker.dispose();
    this.sun.castShadow = true;
    this.sun.shadow.mapSize.setScalar(slow ? 1024 : 2048);
    this.sun.shadow.radius = 5;
    this.sun.shadow.bias = -0.0004;
    this.sun.shadow.normalBias = 0.02;
    this.ground = new THREE.Mesh(
      new THREE.CircleGeometry(1, 96).rotateX(-Math.PI / 2),
      new THREE.MeshStandardMaterial({ roughness: 0.95, metalness: 0 }),
    );
    this.ground.receiveShadow = true;
    this.fadeGround();
    scene.add(this.sun, this.sun.target, this.ground);
    const ink = matchMedia("(prefers-color-scheme: dark)").matches ? INK.dark : INK.light;
    scene.background = new THREE.Color(ink.back);
    this.ground.material.color.set(ink.ground);
  }

  /** The ground fades into the background at its rim. */
  private fadeGround(): void {
    this.ground.material.transparent = true;
    this.ground.material.onBeforeCompile = (shader) => {
      shader.vertexShader = shader.vertexShader
        .replace("#include <common>", "#include <common>\nvarying vec2 vAt;")
        .replace("#include <begin_vertex>", "#include <begin_vertex>\nvAt = position.xz;");
      shader.fragmentShader = shader.fragmentShader
        .replace("#include <common>", "#include <common>\nvarying vec2 vAt;")
        .replace(
          "#include <opaque_fragment>",
          "diffuseColor.a *= 1.0 - smoothstep(0.25, 1.0, length(vAt));\n#include <opaque_fragment>",
        );
    };
  }

  /** The sun stands where pictures have it, and its shadows reach around everything. */
  light(bodies: THREE.Box3): void {
    const box = bodies.clone();
    box.min.y = Math.min(box.min.y, this.ground.position.y);
    const center = box.getCenter(new THREE.Vector3());
    const radius = 0.5 * box.getSize(new THREE.Vector3()).length() + 1e-3;
    const shadow = this.sun.shadow.camera;
    if (
      Math.abs(shadow.right - radius) < 0.3 * shadow.right &&
      this.sun.target.position.distanceTo(center) < 0.2 * radius
    )
      return;
    this.sun.target.position.copy(center);
    this.sun.position.copy(center).addScaledVector(look.light, 3 * radius);
    shadow.left = shadow.bottom = -1.25 * radius;
    shadow.right = shadow.top = 1.25 * radius;
    shadow.near = 0.5 * radius;
    shadow.far = 6 * radius;
    shadow.updateProjectionMatrix();
    this.sun.shadow.normalBias = 0.006 * radius;
    this.ground.scale.setScalar(14 * radius);
  }
}
