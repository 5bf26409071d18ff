/* SPDX-License-Identifier: MIT */
#include "model/surface/regions/lattice.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/status.h"

enum { AXIS_BITS = 21, MOST_CELLS = 1 << AXIS_BITS };

typedef struct node {
  uint64_t cell; /* x, y, z of the lattice, AXIS_BITS each, x highest */
  uint32_t particle;
} node;

static int compare_nodes(const void *a, const void *b)
{
  uint64_t x = ((const node *)a)->cell, y = ((const node *)b)->cell;
  return (x > y) - (x < y);
}

static void find_low_corner(const double *positions, size_t count, double low[3])
{
  for (size_t c = 0; c < 3; c++) {
    low[c] = positions[c];
    for (size_t i = 1; i < count; i++) low[c] = fmin(low[c], positions[3 * i + c]);
  }
}

/* Sorted nodes of all particles. */
static pl_status sort_nodes(const double *positions, size_t count, double spacing, node *nodes)
{
  double low[3];
  find_low_corner(positions, count, low);
  for (size_t i = 0; i < count; i++) {
    nodes[i] = (node){.particle = (uint32_t)i};
    for (size_t c = 0; c < 3; c++) {
      double at = (positions[3 * i + c] - low[c]) / spacing, whole = nearbyint(at);
      if (!(fabs(at - whole) <= 1e-3) || whole >= MOST_CELLS)
        return pl_fail(PL_ERROR_ARGUMENT, "lattice: particle %zu at (%g, %g, %g) is not on a lattice of spacing %g m",
                       i, positions[3 * i], positions[3 * i + 1], positions[3 * i + 2], spacing);
      nodes[i].cell = nodes[i].cell << AXIS_BITS | (uint64_t)whole;
    }
  }
  qsort(nodes, count, sizeof *nodes, compare_nodes);
  for (size_t i = 1; i < count; i++)
    if (nodes[i].cell == nodes[i - 1].cell)
      return pl_fail(PL_ERROR_ARGUMENT, "lattice: particles %u and %u are on the same node", nodes[i - 1].particle,
                     nodes[i].particle);
  return PL_OK;
}

pl_status pl_lattice_spacing(const double *positions, size_t count, const uint32_t *edges, size_t edge_count,
                             double *spacing)
{
  double shortest = INFINITY;
  for (size_t e = 0; e < edge_count; e++) {
    const double *p = positions + 3 * (size_t)edges[2 * e], *q = positions + 3 * (size_t)edges[2 * e + 1];
    double dx = p[0] - q[0], dy = p[1] - q[1], dz = p[2] - q[2];
    shortest = fmin(shortest, sqrt(dx * dx + dy * dy + dz * dz));
  }
  *spacing = 0;
  if (!(shortest > 0 && isfinite(shortest))) return PL_OK;
  node *nodes = PL_NEW(node, count);
  if (!nodes) return PL_ERROR_MEMORY;
  if (sort_nodes(positions, count, shortest, nodes) == PL_OK) *spacing = shortest;
  pl_release(nodes);
  return PL_OK;
}

static size_t lay_columns(const node *nodes, size_t count, uint32_t limit, uint32_t *order, uint32_t *path_start,
                          uint32_t *slice)
{
  size_t paths = 0;
  uint32_t slices = 0;
  for (size_t i = 0; i < count; i++) {
    bool begins_column = i == 0 || nodes[i].cell >> AXIS_BITS != nodes[i - 1].cell >> AXIS_BITS;
    if (i > 0 && nodes[i].cell >> 2 * AXIS_BITS != nodes[i - 1].cell >> 2 * AXIS_BITS) slices++;
    if (begins_column || i - path_start[paths - 1] == limit) {
      slice[paths] = slices;
      path_start[paths++] = (uint32_t)i;
    }
    order[i] = nodes[i].particle;
  }
  path_start[paths] = (uint32_t)count;
  return paths;
}

pl_status pl_lattice_columns(const double *positions, size_t count, double spacing, uint32_t limit, uint32_t *order,
                             uint32_t *path_start, uint32_t *slice, size_t *path_count)
{
  node *nodes = PL_NEW(node, count);
  if (!nodes) return PL_ERROR_MEMORY;
  pl_status status = sort_nodes(positions, count, spacing, nodes);
  if (status == PL_OK) *path_count = lay_columns(nodes, count, limit, order, path_start, slice);
  pl_release(nodes);
  return status;
}
