/* SPDX-License-Identifier: MIT
   The surface of a body for contact: vertices, triangles and edges in storage order, each edge owned by one triangle,
   and boxes around where clusters of them may get to since the candidate lists were made. */
#pragma once

#include "contact/broad/reference_pose.h"
#include "contact/narrow/edge_edge_kernel.h"
#include "mesh/query/bvh.h"
#include "pliant/mesh.h"

#define PL_NO_TRIANGLE UINT32_MAX

/* Number of reference poses of a surface. Where one list needs a new pose, lists for other surfaces stay valid. */
enum { PL_REFERENCE_POSES = 2 };

typedef struct pl_contact_surface {
  size_t particle_count;
  uint32_t *triangles; /* 3 per triangle */
  size_t triangle_count;
  uint32_t *vertices; /* that triangles have, rising */
  size_t vertex_count;
  uint32_t *edges;          /* 2 per edge */
  uint32_t *edge_triangles; /* 2 per edge; PL_NO_TRIANGLE on a border */
  /* of closed ones, 4 particles per edge, lined up in clusters: its ends, as the first triangle runs, and the third
     corners of both triangles */
  uint32_t *edge_wings;
  size_t edge_count;
  uint32_t *triangle_edges;       /* 3 per triangle: side k goes from corner k to the next; UINT32_MAX: degenerate */
  uint8_t *owned;                 /* per triangle: bit k: it owns the edge of side k */
  double *rest;                   /* 3 per particle, m */
  bool closed;                    /* and thick enough to tell inside from outside */
  bool thin;                      /* closed as a mesh, and too thin for that: it has two sides */
  bool branched;                  /* some edge has more than two triangles: it has no sides */
  double skin;                    /* m, kept free around it */
  double mean_edge, longest_edge; /* m, at rest */

  /* of the last step, registered: where the iteration starts */
  double *edge_impulse; /* 3 per edge, N s */
  /* per edge: serial + 1 of the body it lay on, UINT32_MAX - 1 - index of the obstacle, 0: none */
  uint32_t *edge_partner;
  double *triangle_impulse;   /* 3 per triangle, N s */
  uint32_t *triangle_partner; /* per triangle: index + 1 of the obstacle it lay on, 0: none */

  pl_clusters vertex_clusters, edge_clusters, triangle_clusters;
  pl_reference_pose references[PL_REFERENCE_POSES];
  uint32_t newest; /* of them */
  float *spans;    /* room for PL_SPAN numbers per particle */

  /* of closed ones: the step for which convex edges were listed last */
  uint8_t *near_edges; /* per cluster of edges: is some other surface near? */
  pl_folded *folded;   /* of those: bounds; others have no convex edges */
  bool edges_pushed;   /* has any edge pushed in the step before? */
  float *fold_places;  /* room for two pl_fold_places */

  pl_bvh *now; /* over its pose when intersections were last searched; NULL: never yet */
} pl_contact_surface;

/* order[storage] = index in the mesh. Curves have edges and vertices alone, the skin about them is their surface; any
   other mesh without triangles makes a surface that touches nothing. Free also after a failure. */
pl_status pl_contact_surface_build(const pl_mesh_data *mesh, const uint32_t *order, const uint32_t *place,
                                   pl_contact_surface *out);
void pl_contact_surface_free(pl_contact_surface *surface);

/* Makes the step from x - h v to x (3 per particle) the newest reference pose for candidates, in place of the oldest;
   way: mean displacement of the body's particles, m. */
void pl_contact_surface_refer(pl_contact_surface *surface, const double *x, const double *v, double h,
                              const double way[3]);
