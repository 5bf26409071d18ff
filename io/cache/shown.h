/* SPDX-License-Identifier: MIT
   The vertices of a body that can be seen. A lattice has many inside that no triangle uses; programs for artists drop
   or stumble over such points, so caches for them hold only those of the triangles (without triangles those of the
   edges, without edges all), in the caller's order. */
#pragma once

#include "pliant/mesh.h"

typedef struct pl_shown {
  size_t count;
  uint32_t *vertices; /* of the body, rising; count of them */
  size_t index_count; /* 3 per triangle, or 2 per edge, or none */
  uint32_t *indices;  /* into vertices */
  int corner_count;   /* 3 triangles, 2 edges, 1 points */
} pl_shown;

pl_status pl_shown_create(const pl_mesh_data *mesh, pl_shown *out);
void pl_shown_release(pl_shown *shown);
