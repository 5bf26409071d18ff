// SPDX-License-Identifier: MIT
// node check_gltf.cjs NODE_MODULES FILE...: Khronos' validator finds nothing to complain about.
const fs = require("fs");
const path = require("path");
const validator = require(path.join(process.argv[2], "gltf-validator"));

async function check(file) {
  const report = await validator.validateBytes(new Uint8Array(fs.readFileSync(file)), { uri: file, maxIssues: 20 });
  const { numErrors, numWarnings, numInfos, numHints, messages } = report.issues;
  console.log(
    `${path.basename(file)}: ${numErrors} errors, ${numWarnings} warnings, ${numInfos} infos, ${numHints} hints; ` +
      `${report.info.animationCount} animation, ${report.info.maxAttributes} attributes, ` +
      `morph targets: ${report.info.hasMorphTargets}, ${report.info.totalTriangleCount} triangles`,
  );
  for (const message of messages) console.log(`  ${message.code} ${message.pointer}: ${message.message}`);
  return numErrors + numWarnings + numInfos + numHints === 0 && report.info.hasMorphTargets;
}

Promise.all(process.argv.slice(3).map(check)).then((fine) => process.exit(fine.every(Boolean) ? 0 : 1));
