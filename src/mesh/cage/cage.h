/* SPDX-License-Identifier: MIT
   The stages of pl_make_cage. */
#pragma once

#include "mesh/core/builder.h"
#include "mesh/query/inside.h"
#include "pliant/cage.h"

/* What a cage goes around. */
typedef struct pl_cage_target {
  double low[3], high[3], size; /* bounding box and its diagonal */
  double margin;                /* least distance between cage and mesh */
  double gap;                   /* least distance between faces of the cage that are not neighbours */
  pl_bvh *bvh;                  /* triangles; edges and single vertices as triangles without area */
  pl_inside body;
} pl_cage_target;

PL_API pl_status pl_cage_target_create(const pl_mesh_data *mesh, double margin, pl_cage_target *out);
PL_API void pl_cage_target_free(pl_cage_target *target); /* also after a failure */

/* The outermost surface at the distance `offset` from the mesh, by marching cubes of the given side. */
pl_status pl_cage_surface(const pl_cage_target *target, double offset, double cell, pl_mesh_builder *out);

/* A surface of triangles that is being changed. */
typedef struct pl_cage_faces {
  double *positions;
  size_t vertex_count;
  uint32_t *triangles;
  size_t triangle_count;
} pl_cage_faces;

/* Collapses edges, in place, until `wanted` vertices are left or none can go. Vertices and triangles stay in their
   order. */
pl_status pl_cage_collapse(const pl_cage_target *target, size_t wanted, pl_cage_faces *faces);
