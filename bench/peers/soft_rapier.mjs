// SPDX-License-Identifier: MIT
// Rapier's soft bodies: node soft_rapier.mjs NODE_MODULES MESH.obj STEP STEPS MASS drops the mesh on the floor y = 0
// with shape matching and volume preservation, everything else as it comes. Prints a line for each step: milliseconds
// of processor time, volume, lowest vertex.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [modules, file, step, steps, mass] = process.argv.slice(2);
const RAPIER = (await import(pathToFileURL(`${modules}/@dimforge/rapier3d-compat/dist/rapier.mjs`).href)).default;
await RAPIER.init();

const vertices = [];
const triangles = [];
for (const line of readFileSync(file, "utf8").split("\n")) {
  const words = line.trim().split(/\s+/);
  if (words[0] === "v") vertices.push(...words.slice(1, 4).map(Number));
  if (words[0] === "f") triangles.push(...words.slice(1, 4).map((word) => parseInt(word, 10) - 1));
}

function volume(p) {
  let sum = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2]];
    sum += p[a] * (p[b + 1] * p[c + 2] - p[b + 2] * p[c + 1]);
    sum += p[a + 1] * (p[b + 2] * p[c] - p[b] * p[c + 2]);
    sum += p[a + 2] * (p[b] * p[c + 1] - p[b + 1] * p[c]);
  }
  return sum / 6;
}

const world = new RAPIER.World({ x: 0, y: -9.81, z: 0 });
world.timestep = Number(step);
world.createCollider(RAPIER.ColliderDesc.cuboid(50, 1, 50).setTranslation(0, -1, 0));
const description = RAPIER.SoftBodyDesc.trimesh(new Float32Array(vertices), new Uint32Array(triangles))
  .setVolumePreservation(true)
  .setShapeMatching(true)
  .setMass(Number(mass))
  .setCanSleep(false);
const body = world.createSoftBody(description);
for (let i = 0; i < Number(steps); i++) {
  const start = process.cpuUsage();
  world.step();
  const used = process.cpuUsage(start);
  const milliseconds = (used.user + used.system) / 1000;
  const positions = body.particlePositions();
  let lowest = Infinity;
  for (let k = 1; k < positions.length; k += 3) lowest = Math.min(lowest, positions[k]);
  console.log(`${milliseconds} ${volume(positions)} ${lowest}`);
}
