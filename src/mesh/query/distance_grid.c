/* SPDX-License-Identifier: MIT */
#include "mesh/query/distance_grid.h"

#include <math.h>

#include "base/memory.h"
#include "base/status.h"
#include "math/vec3.h"

static size_t node_count(const pl_distance_grid *grid)
{
  return (size_t)grid->counts[0] * grid->counts[1] * grid->counts[2];
}

static size_t index_of(const pl_distance_grid *grid, size_t x, size_t y, size_t z)
{
  return x + grid->counts[0] * (y + grid->counts[1] * z);
}

/* ---- size ---- */

static pl_status lay_out(pl_distance_grid *grid, double spacing)
{
  double low[3], high[3], longest = 0, nodes = 1;
  pl_bvh_bounds(grid->solid.inside.bvh, low, high);
  for (int c = 0; c < 3; c++) {
    low[c] -= grid->solid.half;
    high[c] += grid->solid.half;
    longest = fmax(longest, high[c] - low[c]);
  }
  grid->spacing = spacing > 0 ? spacing : longest / PL_GRID_DEFAULT_CELLS;
  double cells[3];
  for (int c = 0; c < 3; c++) {
    cells[c] = fmax(1, ceil((high[c] - low[c]) / grid->spacing)) + 2 * PL_GRID_PAD;
    nodes *= cells[c] + 1;
  }
  if (!(nodes <= PL_GRID_MOST_NODES))
    return pl_fail(
        PL_ERROR_LIMIT,
        "a spacing of %g m makes a grid of %.3g nodes, and the most is %d; give a larger one (without any it is "
        "%g m)",
        grid->spacing, nodes, (int)PL_GRID_MOST_NODES, longest / PL_GRID_DEFAULT_CELLS);
  for (int c = 0; c < 3; c++) {
    grid->counts[c] = (uint32_t)cells[c] + 1;
    grid->origin[c] = 0.5 * (low[c] + high[c] - cells[c] * grid->spacing);
  }
  return PL_OK;
}

/* ---- values at the nodes ---- */

static const double on_surface = 1e-4; /* of the spacing: nearer than this, a ray may miss the surface at its end */

/* Whether a node is inside, next to one of which this is known: winding numbers only where something is between them.
   */
static bool side_after(const pl_distance_grid *grid, const double point[3], double nearest, bool before)
{
  const pl_inside *inside = &grid->solid.inside;
  const double back[3] = {-grid->spacing, 0, 0};
  if (nearest > on_surface * grid->spacing && !pl_bvh_blocked(inside->bvh, point, back, 0, 1)) return before;
  return pl_inside_contains(inside, point);
}

/* Distances along a row: the nearest point of the node before is not far from that of the next, and the side changes
   only where the surface can be between them. The first node of a row is outside. */
static void fill_row(const pl_distance_grid *grid, size_t y, size_t z)
{
  const pl_solid *solid = &grid->solid;
  double s = grid->spacing, before = INFINITY;
  bool inside = false;
  pl_bvh_point closest = {.point = {INFINITY}};
  for (size_t x = 0; x < grid->counts[0]; x++) {
    double point[3] = {grid->origin[0] + (double)x * s, grid->origin[1] + (double)y * s,
                       grid->origin[2] + (double)z * s};
    double bound = pl_vec3_distance(point, closest.point) + 1e-9 * s;
    if (!pl_bvh_closest(solid->inside.bvh, point, bound, &closest))
      pl_bvh_closest(solid->inside.bvh, point, INFINITY, &closest);
    if (solid->half <= 0 && closest.distance + before <= 1.001 * s)
      inside = side_after(grid, point, fmin(closest.distance, before), inside);
    grid->values[index_of(grid, x, y, z)] = (float)(inside ? -closest.distance : closest.distance - solid->half);
    before = closest.distance;
  }
}

static void fill_rows(void *context, size_t begin, size_t end)
{
  const pl_distance_grid *grid = context;
  for (size_t row = begin; row < end; row++) fill_row(grid, row % grid->counts[1], row / grid->counts[1]);
}

/* ---- asking ---- */

typedef struct cell {
  size_t first; /* node */
  double t[3];  /* where in it, [0, 1] */
} cell;

static cell cell_at(const pl_distance_grid *grid, const double point[3])
{
  size_t at[3];
  cell found;
  for (int c = 0; c < 3; c++) {
    double u = (point[c] - grid->origin[c]) / grid->spacing, last = grid->counts[c] - 2;
    double whole = u > 0 ? fmin(floor(u), last) : 0;
    at[c] = (size_t)whole;
    found.t[c] = fmin(fmax(u - whole, 0), 1);
  }
  found.first = index_of(grid, at[0], at[1], at[2]);
  return found;
}

static bool is_exact(const pl_distance_grid *grid, size_t first) { return grid->exact[first / 32] >> (first % 32) & 1; }

/* The trilinear value in a cell, and its gradient. */
static double interpolate(const pl_distance_grid *grid, const cell *in, double gradient[3])
{
  size_t row = grid->counts[0], layer = row * grid->counts[1];
  const float *v = grid->values + in->first;
  double x = in->t[0], y = in->t[1], z = in->t[2], value[2][2], slope[2][2];
  for (size_t k = 0; k < 2; k++)
    for (size_t j = 0; j < 2; j++) {
      double a = (double)v[j * row + k * layer], b = (double)v[j * row + k * layer + 1];
      slope[k][j] = b - a;
      value[k][j] = a + x * slope[k][j];
    }
  double low = value[0][0] + y * (value[0][1] - value[0][0]), high = value[1][0] + y * (value[1][1] - value[1][0]);
  double flat = slope[0][0] + y * (slope[0][1] - slope[0][0]), upper = slope[1][0] + y * (slope[1][1] - slope[1][0]);
  gradient[0] = (flat + z * (upper - flat)) / grid->spacing;
  gradient[1] = ((1 - z) * (value[0][1] - value[0][0]) + z * (value[1][1] - value[1][0])) / grid->spacing;
  gradient[2] = (high - low) / grid->spacing;
  return low + z * (high - low);
}

/* The triangles themselves, with the grid's help. A node that can be seen from the point is on the same side; winding
   numbers cost ten times as much. */
static double ask_triangles(const pl_distance_grid *grid, const cell *in, const double point[3], double normal[3])
{
  const pl_solid *solid = &grid->solid;
  size_t row = grid->counts[0], layer = row * grid->counts[1];
  size_t nearest = (in->t[0] > 0.5) | (size_t)(in->t[1] > 0.5) << 1 | (size_t)(in->t[2] > 0.5) << 2;
  for (size_t k = 0; k < 8 && solid->half <= 0; k++) {
    size_t corner = nearest ^ k;
    double to_corner[3];
    float value = grid->values[in->first + (corner & 1) + (corner >> 1 & 1) * row + (corner >> 2) * layer];
    if (fabs((double)value) < on_surface * grid->spacing) continue;
    for (size_t c = 0; c < 3; c++) to_corner[c] = ((double)(corner >> c & 1) - in->t[c]) * grid->spacing;
    if (pl_bvh_blocked(solid->inside.bvh, point, to_corner, 0, 1)) continue;
    return pl_solid_distance_on(solid, point, value < 0, normal);
  }
  return pl_solid_distance(solid, point, normal);
}

static double at_inside_grid(const pl_distance_grid *grid, const double point[3], double normal[3])
{
  static const double least_slope = 0.25; /* where ways out part, the gradient is no direction */
  cell in = cell_at(grid, point);
  if (is_exact(grid, in.first)) return ask_triangles(grid, &in, point, normal);
  double gradient[3], value = interpolate(grid, &in, gradient), slope = pl_vec3_length(gradient);
  if (!(slope > least_slope)) return ask_triangles(grid, &in, point, normal);
  pl_vec3_scale(gradient, 1 / slope, normal);
  return value;
}

/* The grid's box is convex and holds the solid: from a point outside, over its nearest point q of the box, to any point
   of the solid there is no sharp turn at q, so that distance^2 >= |point - q|^2 + (distance at q)^2. */
double pl_distance_grid_at(const pl_distance_grid *grid, const double point[3], double normal[3])
{
  double q[3], beyond[3], away[3];
  bool outside = false;
  for (int c = 0; c < 3; c++) {
    double low = grid->origin[c], high = low + (grid->counts[c] - 1) * grid->spacing;
    q[c] = fmin(fmax(point[c], low), high);
    beyond[c] = point[c] - q[c];
    outside = outside || beyond[c] != 0;
  }
  double value = at_inside_grid(grid, q, normal);
  if (!outside) return value;
  pl_vec3_add_scaled(beyond, value, normal, away);
  pl_vec3_normalise(away, normal, normal);
  return sqrt(pl_vec3_dot(beyond, beyond) + value * value);
}

/* Distances change no faster than points move, so a trilinear value is off by at most the mean way to the corners of
   the cell, weighted: sqrt(3)/2 of the spacing, in the middle. A little more for rounding to float. */
double pl_distance_grid_slack(const pl_distance_grid *grid) { return 0.87 * grid->spacing + 1e-6 * grid->solid.size; }

/* ---- cells that cannot show the surface ---- */

static void mark(pl_distance_grid *grid, size_t first)
{
  grid->exact_count += !is_exact(grid, first);
  grid->exact[first / 32] |= UINT32_C(1) << (first % 32);
}

/* Samples the grid all over a triangle, at most a quarter of a spacing apart: a cell where it is not zero there is
   marked. */
static void test_triangle(pl_distance_grid *grid, const uint32_t *triangle)
{
  static const double tolerance = 0.05; /* of the spacing */
  const double *x = grid->solid.inside.positions, *corner[3];
  double longest = 0;
  for (int c = 0; c < 3; c++) corner[c] = x + 3 * (size_t)triangle[c];
  for (int c = 0; c < 3; c++) longest = fmax(longest, pl_vec3_distance(corner[c], corner[(c + 1) % 3]));
  size_t cuts = (size_t)fmax(1, ceil(4 * longest / grid->spacing));
  for (size_t i = 0; i <= cuts; i++)
    for (size_t j = 0; i + j <= cuts; j++) {
      double u = (double)i / (double)cuts, v = (double)j / (double)cuts, point[3], gradient[3];
      for (int c = 0; c < 3; c++) point[c] = (1 - u - v) * corner[0][c] + u * corner[1][c] + v * corner[2][c];
      cell in = cell_at(grid, point);
      if (fabs(interpolate(grid, &in, gradient)) > tolerance * grid->spacing) mark(grid, in.first);
    }
}

/* A shell has a crease all along its middle: every cell that it may reach is marked. */
static void mark_shell(pl_distance_grid *grid)
{
  double reach = sqrt(3) * grid->spacing;
  for (size_t z = 0; z + 1 < grid->counts[2]; z++)
    for (size_t y = 0; y + 1 < grid->counts[1]; y++)
      for (size_t x = 0; x + 1 < grid->counts[0]; x++) {
        float largest = -INFINITY;
        for (size_t k = 0; k < 8; k++)
          largest = fmaxf(largest, grid->values[index_of(grid, x + (k & 1), y + (k >> 1 & 1), z + (k >> 2))]);
        if ((double)largest <= reach) mark(grid, index_of(grid, x, y, z));
      }
}

/* ---- making ---- */

static pl_status fill(pl_distance_grid *grid, const pl_mesh_data *mesh, double spacing, double thickness, pl_pool *pool)
{
  PL_TRY(pl_solid_create(mesh, thickness, &grid->solid));
  PL_TRY(lay_out(grid, spacing));
  grid->values = PL_NEW(float, node_count(grid));
  grid->exact = PL_NEW(uint32_t, node_count(grid) / 32 + 1);
  if (!grid->values || !grid->exact) return PL_ERROR_MEMORY;
  pl_parallel_for(pool, (size_t)grid->counts[1] * grid->counts[2], 16, fill_rows, grid);
  const pl_inside *inside = &grid->solid.inside;
  if (thickness > 0) mark_shell(grid);
  for (size_t t = 0; thickness <= 0 && t < inside->triangle_count; t++) test_triangle(grid, inside->triangles + 3 * t);
  return PL_OK;
}

pl_status pl_distance_grid_create(const pl_mesh_data *mesh, double spacing, double thickness, pl_pool *pool,
                                  pl_distance_grid **out)
{
  *out = NULL;
  if (!(spacing >= 0 && isfinite(spacing)))
    return pl_fail(PL_ERROR_ARGUMENT, "spacing must be positive, in m, or zero for the default, got %g", spacing);
  pl_distance_grid *grid = PL_NEW(pl_distance_grid, 1);
  if (!grid) return PL_ERROR_MEMORY;
  grid->users = 1;
  pl_status status = fill(grid, mesh, spacing, thickness, pool);
  if (status == PL_OK)
    *out = grid;
  else
    pl_distance_grid_destroy(grid);
  return status;
}

pl_distance_grid *pl_distance_grid_share(pl_distance_grid *grid)
{
  grid->users++;
  return grid;
}

void pl_distance_grid_destroy(pl_distance_grid *grid)
{
  if (!grid || --grid->users > 0) return;
  pl_solid_free(&grid->solid);
  pl_release(grid->values);
  pl_release(grid->exact);
  pl_release(grid);
}
