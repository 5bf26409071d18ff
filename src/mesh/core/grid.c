/* SPDX-License-Identifier: MIT */
#include "mesh/core/grid.h"

#include <math.h>
#include <string.h>

#include "base/status.h"
#include "math/vec3.h"

size_t pl_grid_dimension(const pl_grid *grid)
{
  size_t d = 0;
  while (d < 3 && grid->counts[d] > 0) d++;
  return d;
}

pl_status pl_grid_check(const pl_grid *grid, size_t vertex_count)
{
  size_t d = pl_grid_dimension(grid), nodes = 1;
  if (d == 0) return PL_OK;
  for (size_t k = 0; k < 3; k++) {
    uint32_t least = grid->closed[k] ? 3 : 2;
    if (k >= d && (grid->counts[k] || grid->closed[k]))
      return pl_fail(PL_ERROR_MESH, "the grid has no direction %zu, but it is said to have nodes or to be closed", k);
    if (k < d && grid->counts[k] < least)
      return pl_fail(PL_ERROR_MESH, "direction %zu of the grid needs at least %u nodes, got %u", k, least,
                     grid->counts[k]);
    if (k < d && nodes > SIZE_MAX / grid->counts[k]) return pl_fail(PL_ERROR_MESH, "the grid is too large");
    if (k < d) nodes *= grid->counts[k];
  }
  if (grid->poles && (d != 2 || !grid->closed[1] || grid->closed[0] || grid->counts[0] < 3))
    return pl_fail(PL_ERROR_MESH, "only a surface that is closed in the second direction alone, with at least 3 rows, "
                                  "can have poles");
  if (grid->poles) nodes -= 2 * ((size_t)grid->counts[1] - 1);
  if (nodes == vertex_count) return PL_OK;
  return pl_fail(PL_ERROR_MESH, "the grid has %zu nodes, but the mesh has %zu vertices", nodes, vertex_count);
}

uint32_t pl_grid_steps(const pl_grid *grid, size_t direction)
{
  return grid->counts[direction] - (grid->closed[direction] ? 0 : 1);
}

bool pl_grid_vertex(const pl_grid *grid, int64_t i, int64_t j, int64_t k, uint32_t *vertex)
{
  int64_t at[3] = {i, j, k}, index = 0;
  for (size_t c = 0; c < 3; c++) {
    int64_t n = grid->counts[c] > 0 ? grid->counts[c] : 1;
    if (grid->closed[c]) at[c] = at[c] < 0 ? at[c] + n : at[c] >= n ? at[c] - n : at[c];
    if (at[c] < 0 || at[c] >= n) return false;
    index = index * n + at[c];
  }
  if (grid->poles) {
    int64_t rows = grid->counts[0], around = grid->counts[1];
    index = at[0] == 0 ? 0 : at[0] == rows - 1 ? (rows - 2) * around + 1 : index - around + 1;
  }
  *vertex = (uint32_t)index;
  return true;
}

/* Of the cell between the corners: an edge, the two triangles of a quadrangle either way, or a block of mean edges. */
static double cell_measure(const double *x, const uint32_t *corner, size_t dimension)
{
  double a[3], b[3], c[3], n[3], m[3];
  if (dimension == 1) return pl_vec3_distance(x + 3 * (size_t)corner[0], x + 3 * (size_t)corner[1]);
  if (dimension == 2) { /* corners 00 01 10 11: the diagonals span twice its area, if it is flat */
    pl_vec3_sub(x + 3 * (size_t)corner[3], x + 3 * (size_t)corner[0], a);
    pl_vec3_sub(x + 3 * (size_t)corner[2], x + 3 * (size_t)corner[1], b);
    pl_vec3_cross(a, b, n);
    return pl_vec3_length(n) / 2;
  }
  double edge[3][3] = {{0}};
  for (size_t k = 0; k < 8; k++)
    for (size_t d = 0; d < 3; d++)
      pl_vec3_add_scaled(edge[d], k & (4U >> d) ? 0.25 : -0.25, x + 3 * (size_t)corner[k], edge[d]);
  pl_vec3_copy(edge[0], c);
  pl_vec3_cross(edge[1], edge[2], m);
  return fabs(pl_vec3_dot(c, m));
}

/* positions NULL: every cell measures 1 */
static void share_out(const pl_grid *grid, const double *positions, double *measure)
{
  size_t d = pl_grid_dimension(grid), corners = (size_t)1 << d, vertices = 1;
  uint32_t steps[3] = {1, 1, 1};
  for (size_t k = 0; k < d; k++) {
    steps[k] = pl_grid_steps(grid, k);
    vertices *= grid->counts[k];
  }
  if (grid->poles) vertices -= 2 * ((size_t)grid->counts[1] - 1);
  memset(measure, 0, vertices * sizeof *measure);
  for (uint32_t i = 0; i < steps[0]; i++)
    for (uint32_t j = 0; j < steps[1]; j++)
      for (uint32_t k = 0; k < steps[2]; k++) {
        uint32_t corner[8] = {0};
        for (size_t c = 0; c < corners; c++) { /* the last direction is the lowest bit */
          int64_t along[3] = {0, 0, 0};
          for (size_t e = 0; e < d; e++) along[e] = (c >> (d - 1 - e)) & 1;
          if (!pl_grid_vertex(grid, i + along[0], j + along[1], k + along[2], &corner[c])) return;
        }
        double part = (positions ? cell_measure(positions, corner, d) : 1) / (double)corners;
        for (size_t c = 0; c < corners; c++) measure[corner[c]] += part;
      }
}

void pl_grid_shares(const pl_grid *grid, double *shares) { share_out(grid, NULL, shares); }

void pl_grid_measure(const pl_grid *grid, const double *positions, double *measure)
{
  share_out(grid, positions, measure);
}
