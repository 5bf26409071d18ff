/* SPDX-License-Identifier: MIT
   A mesh while it grows: generators and readers add to it and turn it into a pl_mesh at the end. Start with {0}. The
   first failure sticks and is returned by pl_builder_finish, so that the calls between need no checks. */
#pragma once

#include "pliant/mesh.h"

typedef struct pl_mesh_builder {
  double *positions;
  size_t vertex_count, vertex_capacity;
  uint32_t *triangles;
  size_t triangle_count, triangle_capacity;
  uint32_t *edges;
  size_t edge_count, edge_capacity;
  pl_grid grid; /* where the vertices are those of one */
  pl_status status;
} pl_mesh_builder;

PL_API uint32_t pl_builder_vertex(pl_mesh_builder *builder, double x, double y, double z);
PL_API void pl_builder_triangle(pl_mesh_builder *builder, uint32_t a, uint32_t b, uint32_t c);
PL_API void pl_builder_quad(pl_mesh_builder *builder, uint32_t a, uint32_t b, uint32_t c, uint32_t d);
PL_API void pl_builder_edge(pl_mesh_builder *builder, uint32_t a, uint32_t b);

PL_API pl_status pl_builder_finish(pl_mesh_builder *builder, pl_mesh **out); /* frees the builder either way */
PL_API void pl_builder_free(pl_mesh_builder *builder);
