/* SPDX-License-Identifier: MIT
   Undirected edges: sorted, made unique, gathered from triangles. */
#pragma once

#include <stdbool.h>

#include "pliant/mesh.h"

typedef struct pl_edge_record {
  uint32_t low, high; /* the two vertices, low < high (equal in a degenerate triangle) */
  uint32_t id;        /* where it came from */
} pl_edge_record;

/* Sorts by low, then high; records with equal ends keep their order. */
PL_API pl_status pl_edges_sort(pl_edge_record *records, size_t count, size_t vertex_count);

/* One record per side of each triangle, sorted; id = 3 triangle + side, where side s goes from corner s to the next.
   Release with pl_release. Sides from a vertex to itself are left out. */
PL_API pl_status pl_edges_of_triangles(const uint32_t *triangles, size_t triangle_count, size_t vertex_count,
                                       pl_edge_record **records, size_t *count);

/* repeated[i] = true for edges that are there before, whatever their direction. */
PL_API pl_status pl_edges_find_repeated(const uint32_t *edges, size_t count, size_t vertex_count, bool *repeated);

/* Removes repeated edges, whatever their direction; the first stays, in its place. */
PL_API pl_status pl_edges_drop_repeated(uint32_t *edges, size_t *count, size_t vertex_count);
