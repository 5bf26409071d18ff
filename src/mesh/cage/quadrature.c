/* SPDX-License-Identifier: MIT
   An eighth of a voxel with one Gauss point in it is called a cell here. */
#include "mesh/cage/quadrature.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "math/functions.h"
#include "math/vec3.h"
#include "mesh/measure/measure.h"
#include "mesh/measure/moments.h"
#include "mesh/query/inside.h"
#include "mesh/query/point_grid.h"
#include "mesh/query/winding.h"

enum { SAMPLES = 3, TRIALS = 20, MOST_CELLS = 64000000 }; /* samples of the inside per side of a cell */
static const uint32_t NONE = UINT32_MAX;

typedef struct making {
  const pl_green *cage;
  pl_inside body;
  double low[3], high[3], centre[3], size;
  double moments[PL_MOMENTS]; /* of the surface, closed where it was open; from `centre` in units of `size` */
  double sampled[PL_MOMENTS]; /* the same from samples */

  /* the grid */
  double spacing, origin[3];
  uint32_t voxels[3];
  size_t cell_count;
  uint32_t *owner;          /* of each cell: the point that has its volume, NONE while there is none */
  uint32_t *inside;         /* samples inside each cell */
  uint32_t side[3];         /* which of the two Gauss points along each axis is visited */
  size_t tests, most_tests; /* whether places are inside: a thin surface would have hardly any end of them */

  pl_quadrature *out;
} making;

static double weigh_samples(const making *m)
{
  double side = m->spacing / (2 * SAMPLES);
  return side * side * side;
}

static size_t cell_at(const making *m, const uint32_t index[3])
{
  return ((size_t)index[0] * 2 * m->voxels[1] + index[1]) * 2 * m->voxels[2] + index[2];
}

static void cell_centre(const making *m, size_t cell, double p[3])
{
  size_t n1 = 2 * (size_t)m->voxels[1], n2 = 2 * (size_t)m->voxels[2];
  const size_t index[3] = {cell / (n1 * n2), cell / n2 % n1, cell % n2};
  for (int k = 0; k < 3; k++) p[k] = m->origin[k] + m->spacing / 2 * ((double)index[k] + 0.5);
}

/* Gauss points of [0, 1] */
static double gauss(uint32_t side) { return 0.5 + (side ? 0.5 : -0.5) / sqrt(3.0); }

static void gauss_point(const making *m, size_t cell, double p[3])
{
  size_t n1 = 2 * (size_t)m->voxels[1], n2 = 2 * (size_t)m->voxels[2];
  const size_t index[3] = {cell / (n1 * n2), cell / n2 % n1, cell % n2};
  for (int k = 0; k < 3; k++) {
    size_t voxel = index[k] / 2;
    p[k] = m->origin[k] + m->spacing * ((double)voxel + gauss(index[k] % 2));
  }
}

static pl_status lay_grid(making *m, double spacing)
{
  double cells = 1;
  m->spacing = spacing;
  for (int k = 0; k < 3; k++) {
    double count = fmax(1, ceil((m->high[k] - m->low[k]) / spacing - 1e-9));
    cells *= 2 * count;
    if (!(cells <= MOST_CELLS))
      return pl_fail(PL_ERROR_LIMIT, "a spacing of %g m is too fine for this surface: more than %d cells", spacing,
                     (int)MOST_CELLS);
    m->voxels[k] = (uint32_t)count;
    m->origin[k] = m->centre[k] - spacing * count / 2;
  }
  m->cell_count = (size_t)cells;
  pl_release(m->owner);
  m->owner = PL_NEW(uint32_t, m->cell_count);
  if (!m->owner) return PL_ERROR_MEMORY;
  memset(m->owner, 0xff, m->cell_count * sizeof *m->owner);
  return PL_OK;
}

static pl_status take_point(void *context, const uint32_t index[3], const double point[3])
{
  making *m = context;
  uint32_t cell[3];
  for (int k = 0; k < 3; k++) cell[k] = 2 * index[k] + m->side[k];
  if (m->cage && pl_green_check_points(m->cage, point, 1) != PL_OK) return PL_OK;
  m->owner[cell_at(m, cell)] = 0;
  m->out->count++;
  return PL_OK;
}

/* Marks the cells whose Gauss points are inside, and counts them. */
static pl_status find_points(making *m, double spacing)
{
  PL_TRY(lay_grid(m, spacing));
  m->out->count = 0;
  for (uint32_t corner = 0; corner < 8; corner++) {
    pl_point_lattice lattice = {.spacing = spacing, .most_tests = m->most_tests, .tests = &m->tests};
    for (int k = 0; k < 3; k++) {
      m->side[k] = corner >> k & 1;
      lattice.origin[k] = m->origin[k] + spacing * gauss(m->side[k]);
      lattice.counts[k] = m->voxels[k];
    }
    PL_TRY(pl_inside_visit(&m->body, &lattice, take_point, m));
  }
  return PL_OK;
}

/* The number of points jumps as the spacing changes: halving between one that gives too few and one that gives enough
   ends at a jump. The spacing with the fewest points that are enough is taken. */
static pl_status no_room(size_t wanted)
{
  return pl_fail(PL_ERROR_MESH, "the surface has no room for %zu quadrature points inside; is it thin, or open?",
                 wanted);
}

static pl_status search_spacing(making *m, size_t wanted)
{
  double fine = 0, coarse = 0, best = 0,
         spacing = m->size * pl_cbrt(8 * m->moments[0] / (m->size * m->size * m->size * (double)wanted));
  size_t best_count = SIZE_MAX;
  for (int trial = 0; trial < TRIALS && best_count != wanted; trial++) {
    pl_status status = find_points(m, spacing);
    if (status == PL_ERROR_LIMIT) return no_room(wanted);
    PL_TRY(status);
    size_t count = m->out->count;
    if (count >= wanted) {
      if (count < best_count) {
        best_count = count;
        best = spacing;
      }
      fine = fmax(fine, spacing);
      spacing = coarse > fine ? (fine + coarse) / 2 : spacing * 1.0625;
    } else {
      coarse = coarse > 0 ? fmin(coarse, spacing) : spacing;
      if (coarse <= fine) fine = 0; /* more points with a coarser grid: it happens */
      spacing = fine > 0 ? (fine + coarse) / 2
                         : spacing * (count ? fmax(0.5, 0.98 * pl_cbrt((double)count / (double)wanted)) : 0.5);
    }
  }
  return best_count == SIZE_MAX ? no_room(wanted) : find_points(m, best);
}

static pl_status take_sample(void *context, const uint32_t index[3], const double point[3])
{
  making *m = context;
  const uint32_t cell[3] = {index[0] / SAMPLES, index[1] / SAMPLES, index[2] / SAMPLES};
  double local[3], values[PL_MOMENTS];
  m->inside[cell_at(m, cell)]++;
  for (int k = 0; k < 3; k++) local[k] = (point[k] - m->centre[k]) / m->size;
  pl_moments_at(local, values);
  for (int k = 0; k < PL_MOMENTS; k++) m->sampled[k] += weigh_samples(m) * values[k];
  return PL_OK;
}

static pl_status sample_cells(making *m)
{
  m->inside = PL_NEW(uint32_t, m->cell_count);
  if (!m->inside) return PL_ERROR_MEMORY;
  pl_point_lattice lattice = {.spacing = m->spacing / (2 * SAMPLES), .most_tests = m->most_tests, .tests = &m->tests};
  for (int k = 0; k < 3; k++) {
    lattice.origin[k] = m->origin[k] + lattice.spacing / 2;
    lattice.counts[k] = 2 * SAMPLES * m->voxels[k];
  }
  return pl_inside_visit(&m->body, &lattice, take_sample, m);
}

/* Points in the order of their cells. */
static pl_status list_points(making *m)
{
  pl_quadrature *q = m->out;
  q->points = PL_NEW(double, 3 * q->count);
  q->weights = PL_NEW(double, q->count);
  if (!q->points || !q->weights) return PL_ERROR_MEMORY;
  uint32_t next = 0;
  for (size_t cell = 0; cell < m->cell_count; cell++) {
    if (m->owner[cell] == NONE) continue;
    gauss_point(m, cell, q->points + 3 * (size_t)next);
    m->owner[cell] = next++;
  }
  return PL_OK;
}

/* Other than `except`. */
static size_t nearest_point(const pl_quadrature *q, const double p[3], size_t except)
{
  size_t best = 0;
  double least = INFINITY;
  for (size_t i = 0; i < q->count; i++) {
    double d[3];
    pl_vec3_sub(q->points + 3 * i, p, d);
    double square = pl_vec3_dot(d, d);
    if (i == except || square >= least) continue;
    least = square;
    best = i;
  }
  return best;
}

/* A cell without a point of its own gives its inside to the nearest point. */
static pl_status share_out(making *m)
{
  pl_quadrature *q = m->out;
  pl_point_grid grid;
  PL_TRY(pl_point_grid_create(q->points, q->count, NULL, m->spacing / 2, &grid));
  for (size_t cell = 0; cell < m->cell_count; cell++) {
    if (m->inside[cell] == 0) continue;
    uint32_t to = m->owner[cell];
    if (to == NONE) {
      double p[3];
      pl_near_point near = {0};
      cell_centre(m, cell, p);
      pl_point_grid_nearest(&grid, p, INFINITY, 1, &near);
      to = near.index;
    }
    q->weights[to] += weigh_samples(m) * m->inside[cell];
  }
  pl_point_grid_free(&grid);
  /* a point in a corner may have no sample beside it */
  for (size_t i = 0; i < q->count; i++) q->weights[i] = fmax(q->weights[i], weigh_samples(m) / 2);
  return PL_OK;
}

static void leave_out(making *m, size_t wanted)
{
  pl_quadrature *q = m->out;
  while (wanted && q->count > wanted) {
    size_t least = 0;
    for (size_t i = 1; i < q->count; i++)
      if (q->weights[i] < q->weights[least]) least = i;
    q->weights[nearest_point(q, q->points + 3 * least, least)] += q->weights[least];
    size_t after = q->count - least - 1;
    memmove(q->points + 3 * least, q->points + 3 * (least + 1), 3 * after * sizeof(double));
    memmove(q->weights + least, q->weights + least + 1, after * sizeof(double));
    q->count--;
    q->moved++;
  }
}

/* Solves the small symmetric positive system in place; false if it is not positive. */
static bool solve(size_t n, double a[PL_MOMENTS][PL_MOMENTS], double b[PL_MOMENTS])
{
  for (size_t k = 0; k < n; k++) {
    if (!(a[k][k] > 1e-13 * a[0][0])) return false;
    for (size_t i = k + 1; i < n; i++) {
      double factor = a[i][k] / a[k][k];
      for (size_t j = k; j < n; j++) a[i][j] -= factor * a[k][j];
      b[i] -= factor * b[k];
    }
  }
  for (size_t k = n; k-- > 0;) {
    for (size_t j = k + 1; j < n; j++) b[k] -= a[k][j] * b[j];
    b[k] /= a[k][k];
  }
  return true;
}

static void moments_of_point(const making *m, size_t i, double values[PL_MOMENTS])
{
  double local[3];
  pl_vec3_sub(m->out->points + 3 * i, m->centre, local);
  pl_vec3_scale(local, 1 / m->size, local);
  pl_moments_at(local, values);
}

static double factor_of_point(const making *m, size_t i, const double *polynomial, size_t count)
{
  double values[PL_MOMENTS], factor = 1;
  moments_of_point(m, i, values);
  for (size_t k = 0; k < count; k++) factor += polynomial[k] * values[k];
  return factor;
}

/* Multiplies each weight by 1 + a polynomial in its place such that the first `count` moments come out as `target`: of
   all corrections that do, the smallest in Σ (change)² / weight. False, and nothing changed, where a weight would
   shrink below a fifth. */
static bool fit_moments(making *m, const double target[PL_MOMENTS], size_t count)
{
  pl_quadrature *q = m->out;
  double a[PL_MOMENTS][PL_MOMENTS] = {{0}}, polynomial[PL_MOMENTS], values[PL_MOMENTS];
  memcpy(polynomial, target, sizeof polynomial);
  for (size_t i = 0; i < q->count; i++) {
    moments_of_point(m, i, values);
    for (size_t r = 0; r < count; r++) {
      polynomial[r] -= q->weights[i] * values[r];
      for (size_t c = 0; c < count; c++) a[r][c] += q->weights[i] * values[r] * values[c];
    }
  }
  if (!solve(count, a, polynomial)) return false;
  for (size_t i = 0; i < q->count; i++)
    if (!(factor_of_point(m, i, polynomial, count) > 0.2)) return false;
  for (size_t i = 0; i < q->count; i++) q->weights[i] *= factor_of_point(m, i, polynomial, count);
  return true;
}

static void correct_weights(making *m)
{
  static const size_t counts[3] = {1, 4, 10};
  /* parts that overlap are enclosed twice by the surface, but are there once */
  bool overlap = fabs(m->sampled[0] - m->moments[0]) > 0.1 * m->sampled[0];
  const double *target = overlap ? m->sampled : m->moments;
  pl_quadrature *q = m->out;
  q->exact_degree = 2;
  while (q->exact_degree > 0 && !fit_moments(m, target, counts[q->exact_degree])) q->exact_degree--;
  if (q->exact_degree == 0) {
    double sum = 0;
    for (size_t i = 0; i < q->count; i++) sum += q->weights[i];
    for (size_t i = 0; i < q->count; i++) q->weights[i] *= target[0] / sum;
  }
  for (size_t i = 0; i < q->count; i++) q->volume += q->weights[i];
}

/* An open surface that faces inwards is turned as a whole: winding_mend turns closed parts only. */
static pl_status find_inside(making *m, const pl_mesh_data *surface, uint32_t *triangles)
{
  pl_winding_report report;
  size_t count = surface->triangle_count;
  PL_TRY(pl_winding_mend(surface->positions, surface->vertex_count, triangles, count, &report));
  PL_TRY(pl_inside_create(surface->positions, surface->vertex_count, triangles, count, &m->body));
  if (!(pl_mesh_volume(m->body.positions, m->body.triangles, m->body.triangle_count) < 0)) return PL_OK;
  for (size_t t = 0; t < count; t++) {
    uint32_t corner = triangles[3 * t];
    triangles[3 * t] = triangles[3 * t + 1];
    triangles[3 * t + 1] = corner;
  }
  pl_inside_free(&m->body);
  return pl_inside_create(surface->positions, surface->vertex_count, triangles, count, &m->body);
}

static pl_status prepare(making *m, const pl_mesh_data *surface)
{
  uint32_t *triangles = PL_NEW(uint32_t, 3 * surface->triangle_count);
  if (!triangles) return PL_ERROR_MEMORY;
  memcpy(triangles, surface->triangles, 3 * surface->triangle_count * sizeof *triangles);
  pl_status status = find_inside(m, surface, triangles);
  pl_release(triangles);
  PL_TRY(status);
  pl_bvh_bounds(m->body.bvh, m->low, m->high);
  for (int k = 0; k < 3; k++) m->centre[k] = (m->low[k] + m->high[k]) / 2;
  m->size = pl_vec3_distance(m->low, m->high);
  if (!(m->size > 0))
    return pl_fail(PL_ERROR_MESH, "the surface has no extent, so nothing can be integrated over its inside");
  pl_mesh_moments(m->body.positions, m->body.triangles, m->body.triangle_count, m->centre, m->size, m->moments);
  if (!(m->moments[0] > 1e-12 * m->size * m->size * m->size))
    return pl_fail(PL_ERROR_MESH, "the surface encloses %g m^3: there is no inside to integrate over", m->moments[0]);
  return PL_OK;
}

static size_t count_voxels(const making *m)
{
  size_t count = 0, n1 = m->voxels[1], n2 = m->voxels[2];
  for (size_t voxel = 0; voxel < m->cell_count / 8; voxel++) {
    bool any = false;
    for (uint32_t corner = 0; corner < 8; corner++) {
      const uint32_t cell[3] = {2 * (uint32_t)(voxel / (n1 * n2)) + (corner & 1),
                                2 * (uint32_t)(voxel / n2 % n1) + (corner >> 1 & 1),
                                2 * (uint32_t)(voxel % n2) + (corner >> 2)};
      any = any || m->owner[cell_at(m, cell)] != NONE;
    }
    count += any;
  }
  return count;
}

static pl_status make(making *m, const pl_mesh_data *surface, size_t points, double spacing)
{
  /* a ball asks for about 100 of them for each point */
  m->most_tests = points ? 200000 + 2000 * points : 20000000;
  PL_TRY(prepare(m, surface));
  PL_TRY(points ? search_spacing(m, points) : find_points(m, spacing));
  if (m->out->count == 0)
    return pl_fail(PL_ERROR_MESH, "no quadrature point is inside the surface at a spacing of %g m; make it smaller",
                   spacing);
  PL_TRY(list_points(m));
  PL_TRY(sample_cells(m));
  PL_TRY(share_out(m));
  m->out->spacing = m->spacing;
  m->out->voxel_count = count_voxels(m);
  leave_out(m, points);
  correct_weights(m);
  return PL_OK;
}

pl_status pl_quadrature_make(const pl_mesh_data *surface, size_t points, double spacing, const pl_green *cage,
                             pl_quadrature *out)
{
  *out = (pl_quadrature){0};
  if ((points > 0) == (spacing > 0) || !(spacing >= 0) || !isfinite(spacing))
    return pl_fail(PL_ERROR_ARGUMENT, "quadrature needs a number of points or a spacing (m, > 0), one of them");
  if (surface->triangle_count == 0) return pl_fail(PL_ERROR_MESH, "the mesh has no triangles, so it has no inside");
  making m = {.cage = cage, .out = out};
  pl_status status = make(&m, surface, points, spacing);
  pl_inside_free(&m.body);
  pl_release(m.owner);
  pl_release(m.inside);
  return status;
}

void pl_quadrature_free(pl_quadrature *quadrature)
{
  pl_release(quadrature->points);
  pl_release(quadrature->weights);
  *quadrature = (pl_quadrature){0};
}
