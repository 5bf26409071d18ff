/* SPDX-License-Identifier: MIT
   A body-centred cubic lattice inside the shell: the corners and the centres of cubic cells. Points nearer to a vertex
   of the shell than half an edge collapse into it. Places are kept in half cells: corners are even, centres odd. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "math/functions.h"
#include "math/vec3.h"
#include "mesh/measure/measure.h"
#include "mesh/volume_graph/volume_graph.h"

enum { TRIALS = 24, CELLS_ACROSS = 1 << 20, QUESTIONS_MOST = 20000000, STAND_INS = 8 };

typedef struct filling {
  pl_fill_build *build;
  int32_t offset[3]; /* place of lattice index 0, in half cells */
  double reach;      /* points within it of an inner vertex collapse */
  size_t capacity, clearance_capacity, node_capacity;
  size_t collapsed;
} filling;

static pl_status too_many(const pl_fill_build *b, double cell)
{
  return pl_fail(PL_ERROR_LIMIT,
                 "a lattice of %g m cells has more than %d nodes inside this surface; give a larger spacing",
                 cell * b->scale, PL_LATTICE_MOST);
}

static pl_status add_point(void *context, const uint32_t index[3], const double point[3])
{
  filling *f = context;
  pl_fill_build *b = f->build;
  if (b->point_count == PL_LATTICE_MOST) return too_many(b, b->cell);
  PL_TRY(pl_grow((void **)&b->lattice, &f->capacity, b->point_count + 1, 3 * sizeof *b->lattice));
  PL_TRY(pl_grow((void **)&b->point_clearance, &f->clearance_capacity, b->point_count + 1, sizeof(double)));
  PL_TRY(pl_grow((void **)&b->point_node, &f->node_capacity, b->point_count + 1, sizeof(uint32_t)));
  for (int k = 0; k < 3; k++) b->lattice[3 * b->point_count + (size_t)k] = f->offset[k] + 2 * (int32_t)index[k];
  pl_near_point nearest = {INFINITY, PL_NO_NODE};
  bool near = pl_point_grid_nearest(&b->inner_grid, point, 2 * f->reach, 1, &nearest) == 1;
  bool collapses = near && nearest.distance < f->reach &&
                   pl_inside_passes(&b->body, point, b->inner + 3 * (size_t)nearest.index, false);
  b->point_clearance[b->point_count] = nearest.distance;
  b->point_node[b->point_count++] = collapses ? b->inner_node[nearest.index] : PL_NO_NODE;
  f->collapsed += collapses;
  return PL_OK;
}

/* All lattice points inside the core for one size of cell. */
static pl_status fill(pl_fill_build *b, double cell, size_t most_tests, size_t *kept)
{
  filling f = {.build = b, .reach = 0.5 * fmin(b->edge_mean, cell)};
  double low[3], high[3];
  pl_release(b->lattice);
  pl_release(b->point_clearance);
  pl_release(b->point_node);
  b->lattice = NULL;
  b->point_clearance = NULL;
  b->point_node = NULL;
  b->point_count = 0;
  b->cell = cell;
  *kept = 0;
  pl_bvh_bounds(b->core.bvh, low, high);
  for (int odd = 0; odd < 2; odd++) {
    pl_point_lattice points = {.spacing = cell, .most_tests = most_tests};
    for (int k = 0; k < 3; k++) {
      double begin = ceil(low[k] / cell - 0.5 * odd), end = floor(high[k] / cell - 0.5 * odd);
      points.counts[k] = end >= begin ? (uint32_t)(end - begin) + 1 : 0;
      points.origin[k] = cell * (begin + 0.5 * odd);
      f.offset[k] = 2 * (int32_t)begin + odd;
    }
    PL_TRY(pl_inside_visit(&b->core, &points, add_point, &f));
  }
  *kept = b->point_count - f.collapsed;
  return PL_OK;
}

/* The largest cell found that keeps at least `wanted` points: counts jump as points pass the shell, so this is a
   bisection for the smallest excess rather than a root. */
static pl_status search(pl_fill_build *b, size_t wanted, double volume)
{
  double fine = 0, coarse = INFINITY, best = 0;
  double cell = pl_cbrt(2 * volume / (double)wanted);
  size_t best_count = SIZE_MAX, kept;
  for (int trial = 0; trial < TRIALS; trial++) {
    pl_status status = fill(b, cell, 100000 + 50 * wanted, &kept);
    if (status == PL_ERROR_LIMIT) break; /* so thin that hardly any point is inside: enough of it */
    PL_TRY(status);
    if (kept >= wanted) {
      fine = fmax(fine, cell);
      if (kept < best_count) {
        best_count = kept;
        best = cell;
      }
      if (kept - wanted <= wanted / 200) break;
    } else {
      coarse = fmin(coarse, cell);
    }
    if (fine == 0)
      cell *= 0.8;
    else
      cell = coarse < INFINITY && coarse > fine ? (fine + coarse) / 2 : 1.1 * fine;
  }
  /* Without room for that many, as many as the finest trial gave. */
  if (best_count == SIZE_MAX) best = coarse;
  return best < INFINITY && best != b->cell ? fill(b, best, 0, &kept) : PL_OK;
}

static int compare_clearance(const void *left, const void *right)
{
  const pl_near_point *a = left, *b = right;
  if (a->distance != b->distance) return a->distance < b->distance ? -1 : 1;
  return a->index < b->index ? -1 : a->index > b->index;
}

/* The inner node in sight that is nearest to a lattice point. */
static uint32_t stand_in(const pl_fill_build *b, size_t point)
{
  pl_near_point near[STAND_INS];
  double at[3];
  for (size_t k = 0; k < 3; k++) at[k] = b->cell / 2 * b->lattice[3 * point + k];
  size_t found = pl_point_grid_nearest(&b->inner_grid, at, INFINITY, STAND_INS, near);
  for (size_t i = 0; i < found; i++)
    if (pl_inside_passes(&b->body, at, b->inner + 3 * (size_t)near[i].index, false))
      return b->inner_node[near[i].index];
  return PL_DROPPED;
}

/* Collapses the points nearest to the shell until `wanted` are left. */
static pl_status drop_excess(pl_fill_build *b, size_t wanted)
{
  size_t kept = 0;
  pl_near_point *points = PL_NEW(pl_near_point, b->point_count);
  if (!points) return PL_ERROR_MEMORY;
  for (size_t i = 0; i < b->point_count; i++)
    if (b->point_node[i] == PL_NO_NODE) points[kept++] = (pl_near_point){b->point_clearance[i], (uint32_t)i};
  qsort(points, kept, sizeof *points, compare_clearance);
  for (size_t i = 0; i + wanted < kept; i++) b->point_node[points[i].index] = stand_in(b, points[i].index);
  pl_release(points);
  return PL_OK;
}

static pl_status choose_cell(pl_fill_build *b)
{
  double volume = pl_mesh_volume(b->core.positions, b->core.triangles, b->core.triangle_count);
  size_t shell = b->surface_count + b->report.shell_count, kept;
  if (!(b->report.volume > 0 && volume > 1e-12)) return PL_OK;
  if (b->def->nodes) {
    size_t wanted = b->def->nodes - shell;
    if (wanted == 0) return PL_OK;
    if (wanted > PL_LATTICE_MOST)
      return pl_fail(PL_ERROR_LIMIT, "%zu nodes were asked for; at most %d can be inside", b->def->nodes,
                     PL_LATTICE_MOST);
    PL_TRY(search(b, wanted, volume));
    return drop_excess(b, wanted);
  }
  double cell = b->def->spacing > 0 ? b->def->spacing / b->scale : b->edge_mean;
  if (!(cell * CELLS_ACROSS > 1))
    return pl_fail(PL_ERROR_LIMIT, "a spacing of %g m is too fine for a surface of %g m", b->def->spacing, b->scale);
  if (2 * volume / (cell * cell * cell) > 1.1 * PL_LATTICE_MOST) return too_many(b, cell); /* why begin? */
  return fill(b, cell, QUESTIONS_MOST, &kept);
}

pl_status pl_fill_lattice(pl_fill_build *b)
{
  PL_TRY(choose_cell(b));
  size_t shell = b->surface_count + b->report.shell_count;
  pl_volume_graph_report *r = &b->report;
  for (size_t i = 0; i < b->point_count; i++) {
    if (b->point_node[i] == PL_NO_NODE)
      b->point_node[i] = (uint32_t)(shell + r->lattice_count++);
    else if (b->point_node[i] != PL_DROPPED)
      r->collapsed++;
  }
  r->spacing = r->lattice_count ? b->cell * b->scale : 0;
  b->node_count = shell + r->lattice_count;
  b->nodes = PL_NEW(double, 3 * b->node_count);
  if (!b->nodes) return PL_ERROR_MEMORY;
  memcpy(b->nodes, b->surface, 3 * b->surface_count * sizeof(double));
  for (size_t v = 0; v < b->surface_count; v++)
    if (b->inner_node[v] >= b->surface_count) pl_vec3_copy(b->inner + 3 * v, b->nodes + 3 * (size_t)b->inner_node[v]);
  for (size_t i = 0; i < b->point_count; i++)
    for (size_t k = 0; k < 3 && b->point_node[i] >= shell && b->point_node[i] != PL_DROPPED; k++)
      b->nodes[3 * (size_t)b->point_node[i] + k] = b->cell / 2 * b->lattice[3 * i + k];
  return PL_OK;
}
