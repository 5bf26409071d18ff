// SPDX-License-Identifier: MIT
// Rapier's soft bodies: node heap_rapier.mjs NODE_MODULES SCENE.json lets balls fall into a bowl of planes. Writes for
// each step, in the machine's own bytes: milliseconds of processor time as a double and all positions as floats; then
// waits for a byte: "n" asks for the next step, anything else ends it.
import { readFileSync, readSync, writeSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [modules, file] = process.argv.slice(2);
const RAPIER = (await import(pathToFileURL(`${modules}/@dimforge/rapier3d-compat/dist/rapier.mjs`).href)).default;
await RAPIER.init();
const scene = JSON.parse(readFileSync(file, "utf8"));

const world = new RAPIER.World({ x: 0, y: -9.81, z: 0 });
world.timestep = scene.step;
for (const { point, normal } of scene.planes) {
  const [thick, wide] = [1, 6];
  const [x, y, z] = point.map((value, k) => value - thick * normal[k]);
  // the shortest turn from up to the normal: half way between them
  const [a, b, c, d] = [normal[2], 0, -normal[0], 1 + normal[1]];
  const length = Math.hypot(a, b, c, d);
  const turn = { x: a / length, y: b / length, z: c / length, w: d / length };
  const side = RAPIER.ColliderDesc.cuboid(wide, thick, wide).setTranslation(x, y, z).setRotation(turn);
  world.createCollider(side.setFriction(scene.friction));
}
const balls = scene.centers.map((center) => {
  const vertices = Float32Array.from(scene.positions, (value, i) => value + center[i % 3]);
  return world.createSoftBody(
    RAPIER.SoftBodyDesc.trimesh(vertices, new Uint32Array(scene.triangles))
      .setVolumePreservation(true)
      .setShapeMatching(true)
      .setMass(scene.mass)
      .setLinearDamping(scene.drag)
      .setCanSleep(false),
  );
});

function send(values) {
  const bytes = Buffer.from(values.buffer, values.byteOffset, values.byteLength);
  for (let at = 0; at < bytes.length;) at += writeSync(1, bytes, at);
}

function answer() {
  const byte = Buffer.alloc(1);
  return readSync(0, byte, 0, 1, null) === 1 ? byte.toString() : "";
}

for (let more = true; more;) {
  const start = process.cpuUsage();
  world.step();
  const used = process.cpuUsage(start);
  send(new Float64Array([(used.user + used.system) / 1000]));
  for (const ball of balls) send(ball.particlePositions());
  more = answer() === "n";
}
