/* SPDX-License-Identifier: MIT
   How far triangles are from each other, and whether they meet. Plain double arithmetic: "meet" errs towards yes by the
   gap asked for. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Shortest distance between the segments ab and cd, squared. */
double pl_segments_distance_squared(const double a[3], const double b[3], const double c[3], const double d[3]);

/* Do two triangles of a surface meet, or come nearer to each other than `gap`, other than at the corners they share by
   number? Two with a common edge meet when they are folded onto each other (less than about 5 degrees between them). A
   triangle without area meets everything. */
bool pl_triangles_meet(const double *positions, const uint32_t a[3], const uint32_t b[3], double gap);
