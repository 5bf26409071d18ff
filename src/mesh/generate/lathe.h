/* SPDX-License-Identifier: MIT */
#pragma once

#include "mesh/core/builder.h"

/* A circle of the lathe: `count` vertices at height y; one vertex on the axis if the radius is 0. */
typedef struct pl_ring {
  double radius, y;
  uint32_t count;
} pl_ring;

/* Turns a profile about the y axis. With a profile that goes upwards on the outside the surface faces outwards. A
   closed profile joins its last ring with its first. Neighbouring rings may have different counts. */
void pl_lathe(pl_mesh_builder *builder, const pl_ring *rings, size_t count, int closed);
