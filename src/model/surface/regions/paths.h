/* SPDX-License-Identifier: MIT
   Paths along the edges of a mesh that visit every vertex once and lie side by side, so that a round region meets few
   of them ([D] sect. 4, "Path Construction"). */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "pliant/status.h"

/* order[storage] = vertex, path after path; path_start: vertex_count + 1 entries at most, of which path_count + 1 are
   filled. Neighbours of v: neighbours[starts[v]] … neighbours[starts[v + 1] - 1]. limit: the longest path. */
typedef struct pl_paths {
  uint32_t *order;
  uint32_t *path_start;
  size_t path_count;
} pl_paths;

/* Grows paths greedily. A path starts at the unvisited vertex with most visited neighbours, then fewest unvisited ones,
   then the lowest index; it goes on to an unvisited neighbour, if possible one that touches another path, then the one
   closest to the start in z, then with the lowest index. Arrays come from the caller. */
pl_status pl_paths_grow(const double *positions, size_t vertex_count, const uint32_t *starts,
                        const uint32_t *neighbours, uint32_t limit, pl_paths *paths);
