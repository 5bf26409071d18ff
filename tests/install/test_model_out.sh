#!/bin/sh
# SPDX-License-Identifier: MIT
# test_model_out.sh SOURCE MODEL [PROGRAM]: a model is its folder, its header, its file of scene keys, and a line in
# each list. Takes them out of a copy, and nothing else; both libraries must still build, without an undefined name, and
# scenes of other models must have the same states as in PROGRAM, which has all models.
set -eu
source=$1 name=$2 program=${3:-}
kind=$(echo "$name" | tr '[:lower:]' '[:upper:]')
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for part in CMakeLists.txt cmake include src io bench apps tests/CMakeLists.txt LICENSE README.md; do
  mkdir -p "$work/$(dirname "$part")"
  cp -R "$source/$part" "$work/$part"
done
cd "$work"

rm -r "src/model/$name" "io/scene/model/$name.c" "include/pliant/model_$name.h"
# the list of kinds and parts of a definition
sed -i "/model_$name\.h\"/d; /PL_MODEL_$kind\b/d; /pl_${name}_def\b/d; /pl_${name}_model_def\b/d" include/pliant/body.h
# the list of models
sed -i "/add_subdirectory($name)/d" src/model/CMakeLists.txt
sed -i "/\"model\/$name\//d; s/\bpl_${name}_model\b, *//; s/, *pl_${name}_model\b//" src/model/model.c
# the scene reader's list
sed -i "s/\b$name\.c\b//" io/scene/model/CMakeLists.txt
sed -i "/MODEL($name,/d; s/&pl_scene_${name}_entry\b, *//
  s/, *&pl_scene_${name}_entry\b//" io/scene/model/models.c
sed -i "/^typedef struct pl_scene_$name {/,/^}/d; /pl_scene_${name}\b/d; /\bpl_scene_${name}_/d" io/scene/model/models.h

left=$(grep -rnwE "PL_MODEL_$kind|pl_${name}_[a-z_]*|pl_scene_$name" include src io --include='*.[ch]' || true)
if [ -n "$left" ]; then
  printf '%s\nthese lines know the model, too\n' "$left" >&2
  exit 1
fi
cmake -S . -B build -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS_DEBUG=-O1 -DPLIANT_WERROR=ON -DPLIANT_TESTS=OFF \
  -DPLIANT_PROGRAM=OFF -DCMAKE_SHARED_LINKER_FLAGS=-Wl,--no-undefined >cmake.log
cmake --build build --parallel 2 --target pliant pliant_io >build.log || { tail -n 40 build.log >&2; exit 1; }
echo "without the $name model both libraries build"
[ -n "$program" ] || exit 0

cat >states.c <<'END'
#include <inttypes.h>
#include <pliant/io.h>
#include <stdio.h>

/* The states of a scene as `pliant run --steps 5 --hash --quiet` prints them. */
int main(int argc, char **argv)
{
  pl_scene *scene = NULL;
  pl_world *world = NULL;
  pl_status status = argc == 2 ? pl_scene_load(argv[1], &scene) : PL_ERROR_ARGUMENT;
  if (status == PL_OK) status = pl_scene_world(scene, &world);
  for (int step = 0; status == PL_OK && step <= 5; step++) {
    if (step > 0) status = pl_world_step(world);
    printf("step %d 0x%016" PRIx64 "\n", step, pl_world_hash(world));
  }
  if (status != PL_OK) fprintf(stderr, "%s: %s\n", argv[1], pl_last_error());
  return status == PL_OK ? 0 : 1;
}
END
${CC:-cc} -Iinclude -Ibuild/include states.c -o states $(find build -name 'libpliant*.so') "-Wl,-rpath,$work/build"
cat >cage.json <<'END'
{ "pliant": 1, "bodies": [ { "mesh": { "icosphere": { "radius": 0.2, "cuts": 4 } }, "model": { "cage": {} } } ] }
END
for scene in cage.json "$source"/scenes/*.json "$source/scenes/continuum/flag.json" \
  "$source/scenes/matter/fig18-net.json"; do
  ./states "$scene" >without
  "$program" run "$scene" --steps 5 --hash --quiet >with
  cmp -s with without || { echo "$scene has other states without the $name model" >&2; exit 1; }
done
echo "scenes of the other models have the same states"
