/* SPDX-License-Identifier: MIT */
#include "mesh/core/triangles.h"

#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "math/vec3.h"
#include "mesh/core/edges.h"

bool pl_triangle_is_degenerate(const double *positions, const uint32_t t[3])
{
  if (t[0] == t[1] || t[1] == t[2] || t[2] == t[0]) return true;
  double sides[3][3], cross[3], longest = 0;
  for (int k = 0; k < 3; k++) {
    pl_vec3_sub(positions + 3 * (size_t)t[(k + 1) % 3], positions + 3 * (size_t)t[k], sides[k]);
    longest = fmax(longest, pl_vec3_length(sides[k]));
  }
  if (longest == 0) return true;
  for (int k = 0; k < 2; k++) pl_vec3_scale(sides[k], 1 / longest, sides[k]);
  pl_vec3_cross(sides[0], sides[1], cross);
  return !(pl_vec3_length(cross) > 1e-12);
}

/* The corners of a triangle in ascending order. */
static void sorted(const uint32_t t[3], uint32_t out[3])
{
  uint32_t low = t[0] < t[1] ? t[0] : t[1], high = t[0] < t[1] ? t[1] : t[0];
  out[0] = t[2] < low ? t[2] : low;
  out[1] = t[2] < low ? low : t[2] < high ? t[2] : high;
  out[2] = t[2] < high ? high : t[2];
}

/* Two stable sorts, by the last corner and then by the first two, bring equal triangles together in their order. */
pl_status pl_triangles_find_duplicates(const uint32_t *triangles, size_t triangle_count, size_t vertex_count,
                                       bool *duplicate)
{
  pl_edge_record *records = PL_NEW(pl_edge_record, triangle_count);
  if (!records) return PL_ERROR_MEMORY;
  uint32_t corners[3], before[3];
  for (size_t i = 0; i < triangle_count; i++) {
    sorted(triangles + 3 * i, corners);
    records[i] = (pl_edge_record){corners[2], corners[2], (uint32_t)i};
  }
  pl_status status = pl_edges_sort(records, triangle_count, vertex_count);
  for (size_t i = 0; i < triangle_count; i++) {
    sorted(triangles + 3 * (size_t)records[i].id, corners);
    records[i].low = corners[0];
    records[i].high = corners[1];
  }
  if (status == PL_OK) status = pl_edges_sort(records, triangle_count, vertex_count);
  for (size_t i = 0; status == PL_OK && i < triangle_count; i++) {
    sorted(triangles + 3 * (size_t)records[i].id, corners);
    duplicate[records[i].id] = i > 0 && memcmp(corners, before, sizeof before) == 0;
    memcpy(before, corners, sizeof before);
  }
  pl_release(records);
  return status;
}
