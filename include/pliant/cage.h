/* SPDX-License-Identifier: MIT
   Cages: coarse closed surfaces around a detailed mesh that carry it along. Made automatically, or checked when given;
   and the Green Coordinates that tie points to them. */
#pragma once

#include <stdbool.h>

#include "pliant/mesh.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct pl_cage_def {
  uint32_t mark;       /* set by pl_default_cage_def */
  const pl_mesh *mesh; /* what to enclose: triangles, edges and single vertices; open, messy, in several parts */
  size_t vertices;     /* wanted number of cage vertices, >= 8; default 56 */
  double margin;       /* least distance between cage and mesh, m; 0 (default): 1 % of the diagonal of its box */
  double offset; /* mean distance to begin with, m; 0 (default): 5 % of the diagonal, more if the wanted number cannot
                          be reached so near */
} pl_cage_def;

PL_API pl_cage_def pl_default_cage_def(void);

/* How a cage is, alone and around a mesh. `first_…` is an example, meaningful if its count is not 0. */
typedef struct pl_cage_report {
  size_t vertex_count, triangle_count;
  bool closed;             /* every edge has two faces */
  bool oriented;           /* that agree on what is outside */
  bool outward;            /* which is outside */
  bool manifold;           /* faces around each vertex form one fan */
  size_t parts;            /* connected components */
  size_t degenerate_count; /* faces without area */
  size_t first_degenerate;
  size_t unused_count; /* vertices without faces */
  size_t first_unused;
  size_t crossing_count; /* pairs of faces that meet where they should not */
  size_t first_crossing[2];

  double margin;        /* from the definition, m */
  size_t outside_count; /* vertices of the mesh outside the cage */
  size_t first_outside;
  size_t near_count; /* faces of the cage nearer to the mesh than the margin */
  size_t first_near;
  double clearance; /* least distance between vertices of either and the other, m; INFINITY without a mesh */

  bool good; /* closed, oriented, outward, manifold, no crossing, all inside, nothing too near */

  /* of a cage that was made */
  size_t wanted; /* vertices; 0: the cage was given */
  double offset; /* m, that it began with */
  size_t tries;  /* offsets that were tried */
  bool box;      /* nothing else was valid: the cage is a box */
} pl_cage_report;

/* Makes a cage around any mesh that has an extent: the surface at `offset` from it, its edges collapsed one by one
   while the rest keeps its margin, stays a manifold and does not meet itself. Always valid (report.good). Has the
   wanted number of vertices, or the nearest that could be reached, as in the report. Same bits on every run. report may
   be NULL. */
PL_API pl_status pl_make_cage(const pl_cage_def *def, pl_mesh **out, pl_cage_report *report);

/* Looks at a given cage; mesh may be NULL. margin in m, 0: a millionth of the cage's size, what coordinates need. */
PL_API pl_status pl_cage_check(const pl_mesh *cage, const pl_mesh *mesh, double margin, pl_cage_report *report);

/* All of it in sentences, each on a line, with advice. Like snprintf: writes at most `size` bytes and returns the
   length that the whole text has. */
PL_API size_t pl_cage_describe(const pl_cage_report *report, char *text, size_t size);

/* Green Coordinates of points strictly inside a cage with vertices v_i and unit outward normals n_j:
     x = Σ φ_i v_i + Σ ψ_j s_j n_j
   s_j are 1 at rest; with u, w two edges of a face at rest and U, W where they are now
     s_j = √(|U|²|w|² - 2 (U.W)(u.w) + |u|²|W|²) / (√8 area_j), area_j at rest.
   Row after row: of point p phi[p n + i], psi[p m + j] (m), dphi[3 (p n + i) + axis] (1/m), dpsi[3 (p m + j) + axis]
   for a cage of n vertices and m faces. dphi and dpsi may be NULL, together. threads: 0 = one per core; the bits do not
   depend on it. Errors are below 1e-10. PL_ERROR_MESH for a cage that is not closed and outwards; PL_ERROR_ARGUMENT
   names the first point that is outside or nearer to the cage than a millionth of its size. */
PL_API pl_status pl_cage_coordinates(const pl_mesh *cage, const double *points, size_t count, int threads, double *phi,
                                     double *psi, double *dphi, double *dpsi);

/* Points tied to a cage once and carried by it as often as wanted: 100,000 by 60 vertices in a few milliseconds. */
typedef struct pl_rig pl_rig;

/* Points (3 each, m) as above. threads: 0 = one per core. Copies what it needs. */
PL_API pl_status pl_rig_create(const pl_mesh *cage, const double *points, size_t count, int threads, pl_rig **out);
PL_API void pl_rig_destroy(pl_rig *rig);

/* out (3 per point): where the points are when the cage's vertices are at cage_positions (3 per vertex). Similarities
   are reproduced; a cage at rest gives the points exactly, one moved by d to 1e-6 d. One call at a time. */
PL_API void pl_rig_carry(pl_rig *rig, const double *cage_positions, double *out);

#ifdef __cplusplus
}
#endif
