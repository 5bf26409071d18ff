#!/bin/sh
# SPDX-License-Identifier: MIT
# test_floats_entries.sh SOURCE: every function of the interface that returns a status, and the others that compute or
# print numbers, do so in the floating-point environment of the library (src/base/floats.h): PL_OWN_FLOATS is their
# first line.
set -eu
cd "$1"
names=$(cat include/pliant/*.h | tr '\n' ' ' | grep -o 'PL_API *pl_status *pl_[a-z0-9_]* *(' |
  grep -o 'pl_[a-z0-9_]* *($' | tr -d ' (')
[ "$(echo "$names" | wc -l)" -gt 50 ] || { echo "too few functions found: is this test still right?" >&2; exit 1; }
names="$names pl_rig_carry pl_body_volume_error pl_body_area pl_body_temperatures pl_body_describe
  pl_detail_positions pl_detail_velocities pl_detail_normals pl_image_text pl_text_width pl_framing_camera
  pl_mesh_describe pl_repair_describe pl_cage_describe pl_volume_graph_describe"
sources=$(find src io -name '*.c')
bad=0
for name in $names; do
  # the line after the { that follows the head of its definition
  # shellcheck disable=SC2086
  awk -v head="^[a-z].*[ *]$name\\\\(" '
    $0 ~ head { inside = 1 }
    inside && /;$/ && !/^ / && !/\{/ { inside = 0 }
    inside && /^\{/ { if ((getline line) > 0 && line ~ /PL_OWN_FLOATS;/) found = 1; exit }
    END { exit !found }' $sources || { echo "$name does not begin with PL_OWN_FLOATS" >&2; bad=1; }
done
exit $bad
