/* SPDX-License-Identifier: MIT
   The surface at a distance from a mesh. Space is sampled on a grid; a sample belongs to the body where it is near
   the mesh, inside it (holes closed), or where no way leads out to the border of the grid: cavities are filled. */
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "math/vec3.h"
#include "mesh/cage/cage.h"
#include "mesh/generate/isosurface.h"

enum { MOST_SAMPLES = 64000000 };

typedef struct grid {
  double origin[3], cell;
  size_t n[3];
  size_t count;
  double *values; /* distance from the surface that is sought, negative in the body */
} grid;

static pl_status lay_grid(const pl_cage_target *target, double offset, double cell, grid *g)
{
  double count = 1;
  g->cell = cell;
  for (int k = 0; k < 3; k++) {
    double extent = target->high[k] - target->low[k] + 2 * offset;
    double n = ceil(extent / cell) + 4;
    count *= n;
    if (!(count <= MOST_SAMPLES))
      return pl_fail(PL_ERROR_LIMIT, "a cage of that many vertices needs a grid finer than %d samples", MOST_SAMPLES);
    g->n[k] = (size_t)n;
    g->origin[k] = (target->low[k] + target->high[k] - cell * (n - 1)) / 2;
  }
  g->count = (size_t)count;
  g->values = PL_NEW(double, g->count);
  return g->values ? PL_OK : PL_ERROR_MEMORY;
}

/* Beyond the reach of the surface the exact distance does not matter. */
static double sample(const pl_cage_target *target, const double p[3], double offset, double cell)
{
  pl_bvh_point closest;
  double reach = offset + 2 * cell;
  double distance = pl_bvh_closest(target->bvh, p, reach, &closest) ? closest.distance : reach;
  if (distance <= offset) return distance - offset;
  return pl_inside_contains(&target->body, p) ? -cell : distance - offset;
}

static void fill_grid(const pl_cage_target *target, double offset, grid *g)
{
  for (size_t k = 0, at = 0; k < g->n[2]; k++)
    for (size_t j = 0; j < g->n[1]; j++)
      for (size_t i = 0; i < g->n[0]; i++, at++) {
        const double p[3] = {g->origin[0] + g->cell * (double)i, g->origin[1] + g->cell * (double)j,
                             g->origin[2] + g->cell * (double)k};
        g->values[at] = sample(target, p, offset, g->cell);
      }
}

/* What cannot be reached from the first sample, at the border, becomes body. */
static pl_status fill_cavities(grid *g)
{
  uint32_t *stack = PL_NEW(uint32_t, g->count);
  bool *open = PL_NEW(bool, g->count);
  size_t top = 0;
  if (!stack || !open) {
    pl_release(stack);
    pl_release(open);
    return PL_ERROR_MEMORY;
  }
  const size_t step[3] = {1, g->n[0], g->n[0] * g->n[1]};
  open[0] = true;
  stack[top++] = 0;
  while (top) {
    size_t at = stack[--top];
    const size_t place[3] = {at % g->n[0], at / step[1] % g->n[1], at / step[2]};
    for (int side = 0; side < 6; side++) {
      int axis = side / 2;
      if (side % 2 ? place[axis] + 1 == g->n[axis] : place[axis] == 0) continue;
      size_t next = side % 2 ? at + step[axis] : at - step[axis];
      if (open[next] || g->values[next] < 0) continue;
      open[next] = true;
      stack[top++] = (uint32_t)next;
    }
  }
  for (size_t i = 0; i < g->count; i++)
    if (!open[i] && !(g->values[i] < 0)) g->values[i] = -g->cell;
  pl_release(stack);
  pl_release(open);
  return PL_OK;
}

static double look_up(const void *context, const double p[3])
{
  const grid *g = context;
  size_t at[3];
  for (int k = 0; k < 3; k++) at[k] = (size_t)lround((p[k] - g->origin[k]) / g->cell);
  return g->values[(at[2] * g->n[1] + at[1]) * g->n[0] + at[0]];
}

pl_status pl_cage_surface(const pl_cage_target *target, double offset, double cell, pl_mesh_builder *out)
{
  grid g = {.values = NULL};
  double low[3], high[3];
  PL_TRY(lay_grid(target, offset, cell, &g));
  fill_grid(target, offset, &g);
  pl_status status = fill_cavities(&g);
  /* the marching grid has one sample more than the box on every side, and is centred: this box makes it ours */
  for (int k = 0; k < 3; k++) {
    low[k] = g.origin[k] + 1.25 * cell;
    high[k] = g.origin[k] + cell * ((double)g.n[k] - 2.25);
  }
  if (status == PL_OK) status = pl_isosurface(look_up, &g, low, high, cell, out);
  pl_release(g.values);
  return status;
}
