/* SPDX-License-Identifier: MIT
   The part of the enclosed volume that each node stands for. The layer between surface and shell is cut into prisms,
   and each prism half way down; the space inside the shell goes to the nearest node, by sampling. */
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "math/functions.h"
#include "math/vec3.h"
#include "mesh/measure/measure.h"
#include "mesh/volume_graph/volume_graph.h"

/* Samples per side of a cell: an even number, so that corners and centres of cells get the same share, and more than 2,
   where every sample would be a tie. */
enum { SAMPLES = 4, SAMPLES_MOST = 30000000, COARSER_MOST = 8 };

/* A pyramid's frustum of height h between triangles of similar shape. */
static double frustum(double top, double bottom, double h) { return (top + bottom + sqrt(top * bottom)) * h / 3; }

static void share_layer(pl_fill_build *b)
{
  for (size_t i = 0; i < b->triangle_count; i++) {
    const uint32_t *t = b->triangles + 3 * i;
    double top = pl_mesh_area(b->surface, t, 1), bottom = pl_mesh_area(b->inner, t, 1);
    double side = (sqrt(top) + sqrt(bottom)) / 2, middle = side * side;
    for (int k = 0; k < 3; k++) {
      uint32_t v = t[k];
      b->volumes[v] += frustum(top, middle, b->depth[v] / 2) / 3;
      b->volumes[b->inner_node[v]] += frustum(middle, bottom, b->depth[v] / 2) / 3;
    }
  }
}

typedef struct sampling {
  pl_fill_build *b;
  pl_point_grid grid; /* of the lattice and the inner vertices */
  double sample;      /* volume of one */
} sampling;

static pl_status take_sample(void *context, const uint32_t index[3], const double point[3])
{
  (void)index;
  sampling *s = context;
  pl_near_point nearest;
  if (pl_point_grid_nearest(&s->grid, point, INFINITY, 1, &nearest) == 1) s->b->volumes[nearest.index] += s->sample;
  return PL_OK;
}

static pl_status take_samples(sampling *s, double spacing)
{
  pl_fill_build *b = s->b;
  double low[3], high[3];
  pl_point_lattice points = {.spacing = spacing, .most_tests = 200000 + 64 * b->node_count};
  pl_bvh_bounds(b->core.bvh, low, high);
  for (int k = 0; k < 3; k++) {
    double begin = floor(low[k] / spacing), end = ceil(high[k] / spacing);
    points.counts[k] = (uint32_t)(end - begin);
    points.origin[k] = (begin + 0.5) * spacing;
  }
  s->sample = spacing * spacing * spacing;
  return pl_inside_visit(&b->core, &points, take_sample, s);
}

static pl_status share_layer_and_inside(pl_fill_build *b)
{
  double volume = pl_mesh_volume(b->core.positions, b->core.triangles, b->core.triangle_count);
  share_layer(b);
  if (!(volume > 1e-12)) return PL_OK;
  sampling s = {.b = b};
  bool *take = PL_NEW(bool, b->node_count);
  if (!take) return PL_ERROR_MEMORY;
  for (size_t v = 0; v < b->surface_count; v++)
    if (b->used[v]) take[b->inner_node[v]] = true;
  for (size_t i = b->surface_count + b->report.shell_count; i < b->node_count; i++) take[i] = true;
  double cell = b->report.lattice_count ? b->cell : b->edge_mean;
  pl_status status = pl_point_grid_create(b->nodes, b->node_count, take, 0.7 * cell, &s.grid);
  double spacing = fmax(cell / SAMPLES, pl_cbrt(volume / SAMPLES_MOST));
  if (status == PL_OK) status = take_samples(&s, spacing);
  /* Where the surface is everywhere, in thin or crumpled bodies, every sample is a question: then there are fewer. */
  for (int coarser = 0; status == PL_ERROR_LIMIT && coarser < COARSER_MOST; coarser++) {
    memset(b->volumes, 0, b->node_count * sizeof *b->volumes);
    share_layer(b);
    status = take_samples(&s, spacing *= 2);
  }
  pl_point_grid_free(&s.grid);
  pl_release(take);
  return status == PL_ERROR_LIMIT ? PL_OK : status;
}

/* Vertices at one place share what the first of them got. */
static pl_status share_with_joined(pl_fill_build *b)
{
  uint32_t *count = PL_NEW(uint32_t, b->surface_count);
  if (!count) return PL_ERROR_MEMORY;
  for (size_t v = 0; v < b->surface_count; v++) count[b->first[v]]++;
  for (size_t v = 0; v < b->surface_count; v++)
    if (b->first[v] == v) b->volumes[v] /= count[v];
  for (size_t v = 0; v < b->surface_count; v++) b->volumes[v] = b->volumes[b->first[v]];
  pl_release(count);
  return PL_OK;
}

static double total_of(const pl_fill_build *b)
{
  double sum = 0;
  for (size_t i = 0; i < b->node_count; i++) sum += b->volumes[i];
  return sum;
}

pl_status pl_fill_shares(pl_fill_build *b)
{
  if (!(b->report.volume > 0)) return PL_OK;
  b->volumes = PL_NEW(double, b->node_count);
  if (!b->volumes) return PL_ERROR_MEMORY;
  PL_TRY(share_layer_and_inside(b));
  double sum = total_of(b);
  if (!(sum > 0)) /* too thin for any sample: by area, as for a surface without a graph */
    for (size_t v = 0; v < b->surface_count; v++) sum += b->volumes[v] = b->areas[v];
  PL_TRY(share_with_joined(b));
  double least = 0.01 * sum / (double)b->node_count;
  for (size_t i = 0; i < b->node_count; i++) b->volumes[i] = fmax(b->volumes[i], least);
  double factor = b->report.volume / total_of(b);
  for (size_t i = 0; i < b->node_count; i++) b->volumes[i] *= factor;
  return PL_OK;
}
