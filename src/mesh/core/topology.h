/* SPDX-License-Identifier: MIT
   Which triangle meets which. A side is one of the three sides of a triangle: side 3 t + s goes from corner s of
   triangle t to the next corner. An edge is an unordered pair of vertices with the sides that lie on it: one on a
   border, two on a manifold, more where sheets are glued together. */
#pragma once

#include <stdbool.h>

#include "pliant/mesh.h"

typedef struct pl_topology {
  const uint32_t *triangles; /* the caller's */
  size_t triangle_count;
  size_t vertex_count;
  uint32_t *edges; /* 2 per edge, smaller vertex first, sorted */
  size_t edge_count;
  uint32_t *starts; /* sides of edge e are sides[starts[e]] … sides[starts[e + 1] - 1] */
  uint32_t *sides;
} pl_topology;

/* Triangles that use a vertex twice contribute only their proper sides. Free also after a failure. */
PL_API pl_status pl_topology_build(const uint32_t *triangles, size_t triangle_count, size_t vertex_count,
                                   pl_topology *out);
PL_API void pl_topology_free(pl_topology *topology);

static inline size_t pl_topology_sides(const pl_topology *t, size_t edge)
{
  return t->starts[edge + 1] - t->starts[edge];
}

/* The vertex that a side starts from, and the one it ends at. */
static inline uint32_t pl_side_from(const uint32_t *triangles, uint32_t side) { return triangles[side]; }
static inline uint32_t pl_side_to(const uint32_t *triangles, uint32_t side)
{
  return triangles[side - side % 3 + (side + 1) % 3];
}

/* The unique edges of triangles, for a graph on a surface: sorted, smaller vertex first. Release with pl_release. */
PL_API pl_status pl_mesh_edges_from_triangles(const uint32_t *triangles, size_t triangle_count, size_t vertex_count,
                                              uint32_t **edges, size_t *edge_count);

/* Neighbours of each vertex along edges: those of v are neighbours[starts[v]] … neighbours[starts[v + 1] - 1],
   ascending if the edges are sorted. Release both with pl_release. */
PL_API pl_status pl_mesh_adjacency(const uint32_t *edges, size_t edge_count, size_t vertex_count, uint32_t **starts,
                                   uint32_t **neighbours);

/* Numbers the parts of a mesh that hang together through triangles and edges, from 0 in order of their first vertex;
   components (one per vertex) gets the number, or UINT32_MAX for a vertex that nothing uses. */
PL_API pl_status pl_mesh_components(const pl_mesh_data *data, uint32_t *components, size_t *count);

/* How often each vertex would have to be split so that the triangles around it form one fan: 0 for a proper vertex, 0
   for an unused one. *fans, if wanted, is the number of fans in all. splits may be NULL. */
PL_API pl_status pl_topology_fans(const pl_topology *topology, uint32_t *splits, size_t *fans);

/* A closed walk along edges with only one triangle, or an open one where the border runs into a non-manifold edge. */
typedef struct pl_border {
  uint32_t first_vertex;
  size_t edge_count;
  bool closed;
  double length; /* m */
  double centre[3];
} pl_border;

/* Release with pl_release. */
PL_API pl_status pl_topology_borders(const pl_topology *topology, const double *positions, pl_border **borders,
                                     size_t *count);

/* Which triangles to turn so that neighbours across an edge with two sides agree: turn[t] is set to true for them. Of
   each connected part the orientation that turns fewer triangles is taken. part[t] numbers the parts (connected across
   such edges); *orientable is false if some part (a Moebius strip) cannot be oriented. */
PL_API pl_status pl_topology_orient(const pl_topology *topology, bool *turn, uint32_t *part, size_t *part_count,
                                    bool *orientable);
