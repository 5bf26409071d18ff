/* SPDX-License-Identifier: MIT
   Detail: a fine mesh that a body carries for show. The body's own triangles do the moving, touching and volume
   keeping; the fine mesh follows them smoothly, along the normals that are interpolated over each triangle (Diziol et
   al., sect. 6). Any model, open or closed surfaces. It costs nothing unless it is used. */
#pragma once

#include "pliant/body.h"
#include "pliant/mesh.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How well the fine mesh could be bound. */
typedef struct pl_detail_report {
  size_t vertex_count;
  size_t extended; /* vertices that no interpolated normal points at (past a border, beyond a crease, deep inside); they
                        follow the nearest triangle, extended in its plane */
  double extension; /* the farthest of them from the triangle they follow, m */
  double height;    /* the farthest vertex from the body's surface, m */
  /* the most by which a vertex is put back elsewhere than it was while the body has its rest shape, m: rounding, unless
     the body's surface is folded onto itself */
  double difference;
} pl_detail_report;

/* Gives the body a fine mesh, in place of one it had. The mesh lies where it belongs on the body's rest shape
   (pl_body_rest), not on where the body started; it is copied. The report may be NULL. Not a change of motion: it acts
   at once and is no part of recordings and snapshots. */
PL_API pl_status pl_detail_create(pl_body *body, const pl_mesh *mesh, pl_detail_report *report);
PL_API void pl_detail_destroy(pl_body *body); /* none is fine */

PL_API pl_mesh_data pl_detail_mesh(const pl_body *body); /* as it was given; no vertices: the body has none */

/* Positions (m), velocities (m/s) and unit normals, 3 per vertex in the mesh's order; NULL without a detail. Made on
   demand once per step, in parallel, valid until the next step or change. */
PL_API const double *pl_detail_positions(const pl_body *body);
PL_API const double *pl_detail_velocities(const pl_body *body);
PL_API const double *pl_detail_normals(const pl_body *body);

/* Values of the body's particles (components per particle, the caller's order) at the vertices of its detail. */
PL_API pl_status pl_detail_interpolate(const pl_body *body, const double *values, int components, double *out);

#ifdef __cplusplus
}
#endif
