#!/bin/sh
# SPDX-License-Identifier: MIT
# check.sh gltf|blender|paraview FOLDER [NPM_FOLDER]: has other programs open what write_caches wrote. 77: the program
# is not installed (`make test-slow` installs it).
set -eu
here=$(cd "$(dirname "$0")" && pwd)
what=$1 folder=$2

need() {
  command -v "$1" >/dev/null 2>&1 && return
  echo "SKIPPED: $1 is not installed"
  exit 77
}

case $what in
gltf)
  need node
  need npm
  npm_folder=$3
  mkdir -p "$npm_folder"
  cp "$here/../../npm/package.json" "$here/../../npm/package-lock.json" "$npm_folder"
  (cd "$npm_folder" && npm ci --no-audit --no-fund --silent) || {
    echo "SKIPPED: npm could not fetch gltf-validator"
    exit 77
  }
  node "$here/check_gltf.cjs" "$npm_folder/node_modules" "$folder/run.glb" "$folder/curves.glb"
  ;;
blender)
  need blender
  blender -b --factory-startup --python-exit-code 1 --python "$here/check_blender.py" -- "$folder"
  ;;
paraview)
  need pvpython
  need xvfb-run
  xvfb-run -a pvpython "$here/check_paraview.py" "$folder"
  ;;
esac
