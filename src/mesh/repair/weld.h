/* SPDX-License-Identifier: MIT */
#pragma once

#include "pliant/mesh.h"

/* For each vertex the first one within `distance` of it (itself if there is none): first[v] <= v and first[first[v]] ==
   first[v]. A distance of 0 joins equal positions only. */
PL_API pl_status pl_weld(const double *positions, size_t vertex_count, double distance, uint32_t *first);

/* A millionth of the diagonal of the bounding box: far below any feature, above the rounding of a float file. */
PL_API double pl_weld_distance(const double *positions, size_t vertex_count);
