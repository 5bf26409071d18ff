/* SPDX-License-Identifier: MIT
   Everything that is to be seen in one frame, as triangles with normals and colours under one tree, and planes. Places
   are relative to the camera's target and scaled by its distance, so that millimetres and kilometres look alike and
   float is enough for shading. */
#pragma once

#include "mesh/query/bvh.h"
#include "picture/trace/vector.h"
#include "pliant/io_picture.h"

enum { PL_SCENERY_PLANES = 16 };

typedef struct pl_scenery_plane {
  vec normal;
  float offset; /* dot(normal, x) = offset on the plane */
} pl_scenery_plane;

typedef struct pl_scenery {
  double center[3], scale; /* from the world: (x - center) scale */
  double *positions;       /* 3 per vertex */
  vec *colors;             /* per vertex */
  size_t vertex_count, position_capacity, color_capacity;
  uint32_t *triangles; /* 3 per triangle */
  vec *normals;        /* 3 per triangle, at its corners */
  uint32_t *objects;   /* per triangle: which thing it belongs to */
  size_t triangle_count, triangle_capacity, normal_capacity, object_capacity;
  uint32_t object_count;
  pl_scenery_plane planes[PL_SCENERY_PLANES];
  int plane_count;
  pl_bvh *bvh;
} pl_scenery;

pl_status pl_scenery_fill(pl_scenery *scenery, const pl_frame *frame, const pl_camera *camera,
                          const pl_render_options *options);
void pl_scenery_free(pl_scenery *scenery);

vec pl_scenery_place(const pl_scenery *scenery, const double x[3]); /* from the world */

/* For the files that fill the scenery. Positions are in scenery coordinates. */
pl_status pl_scenery_vertex(pl_scenery *scenery, vec place, vec color, uint32_t *index);
pl_status pl_scenery_triangle(pl_scenery *scenery, const uint32_t corners[3], const vec normals[3]);

/* Shapes with smooth normals; each becomes part of the object opened last. */
pl_status pl_scenery_capsule(pl_scenery *scenery, vec a, vec b, float radius, vec color_a, vec color_b, int sides);
pl_status pl_scenery_cylinder(pl_scenery *scenery, vec a, vec b, float radius, vec color);
pl_status pl_scenery_bowl(pl_scenery *scenery, vec center, vec axis, float radius, float thickness, vec color);
pl_status pl_scenery_glass(pl_scenery *scenery, vec a, vec b, float radius, float thickness, vec color);
pl_status pl_scenery_box(pl_scenery *scenery, vec center, const vec half_axes[3], vec color);

/* Adds a body's triangles. Normals are smooth except across edges that are sharp in the rest shape, so that the
   creases of a box stay where they are while it bends. */
pl_status pl_scenery_surface(pl_scenery *scenery, const pl_frame_body *body, const vec *colors);

/* Adds its edges as threads, and knots: where nothing holds on, or at all vertices that are not hidden. hidden: per
   vertex, edges between two of them are not drawn; NULL: all are. */
typedef struct pl_thread_style {
  const vec *colors; /* per vertex */
  const uint8_t *hidden;
  float radius, knot;
  int sides;
} pl_thread_style;
pl_status pl_scenery_threads(pl_scenery *scenery, const pl_frame_body *body, const pl_thread_style *style);

/* Adds its blobby surface, with the normals that it has; colours per particle. */
pl_status pl_scenery_blobby(pl_scenery *scenery, const pl_frame_body *body, const vec *colors);
