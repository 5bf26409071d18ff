/* SPDX-License-Identifier: MIT */
#pragma once

#include "pliant/mesh.h"

typedef struct pl_winding_report {
  size_t turned; /* triangles */
  size_t nested; /* closed parts inside another, left as they are: they may be meant as cavities */
} pl_winding_report;

/* Turns triangles in place so that neighbours agree, and closed parts so that they face outwards. */
pl_status pl_winding_mend(const double *positions, size_t vertex_count, uint32_t *triangles, size_t triangle_count,
                          pl_winding_report *report);
