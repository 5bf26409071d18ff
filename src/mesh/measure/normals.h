/* SPDX-License-Identifier: MIT
   Unit normals of the vertices of a surface that moves, and how fast they turn. Every vertex gathers from its triangles
   in their order, so that the bits are those of pl_mesh_normals for any number of threads. */
#pragma once

#include "base/pool.h"
#include "pliant/mesh.h"

typedef struct pl_normals {
  size_t vertex_count, triangle_count;
  uint32_t *triangles; /* 3 per triangle */
  uint32_t *first;     /* triangles around vertex v are around[first[v]] … around[first[v + 1] - 1], rising */
  uint32_t *around;
  double *cross;  /* 3 per triangle: twice the area, along the normal */
  double *turn;   /* 3 per triangle: its change per second */
  double *normal; /* 3 per vertex: triangles weigh by area; +y where they cancel */
  double *rate;   /* 3 per vertex, 1/s */
} pl_normals;

/* Copies the triangles. Free also after a failure. */
pl_status pl_normals_create(const uint32_t *triangles, size_t triangle_count, size_t vertex_count, pl_normals *out);
void pl_normals_free(pl_normals *normals);

/* Fills normal. */
void pl_normals_update(pl_normals *normals, const double *positions, pl_pool *pool);
/* Fills normal and rate. */
void pl_normals_update_rates(pl_normals *normals, const double *positions, const double *velocities, pl_pool *pool);
