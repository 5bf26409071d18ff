/* SPDX-License-Identifier: MIT
   How deep bodies are in each other and in obstacles, found without anything that contact itself uses to know it:
   winding numbers say which vertices are inside, closest points how far. */
#pragma once

#include "pliant/world.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct depth_surface {
  const double *positions; /* 3 per vertex, m */
  size_t vertex_count;
  const uint32_t *triangles; /* 3 per triangle; closed, facing outwards */
  size_t triangle_count;
  double size; /* m */
} depth_surface;

typedef struct depth {
  double bodies;         /* m: the vertex deepest inside another body; 0: none */
  double relative;       /* the same by the size of the smaller of the two */
  double edges_relative; /* of middles of edges, by that size */
  double obstacles;      /* m: the vertex deepest inside an obstacle */
  double obstacles_relative;
  size_t body_pair[2]; /* who is in whom, if anybody */
} depth;

/* m^3, enclosed. */
double depth_volume(const pl_mesh_data *mesh, const double *positions);

/* Raises what is in `out`. */
pl_status depth_of_surfaces(const depth_surface *surfaces, size_t count, depth *out);
/* Of all bodies with closed surfaces in each other and of all in obstacles; raises what is in `out`. */
pl_status depth_of_world(const pl_world *world, depth *out);

#ifdef __cplusplus
}
#endif
