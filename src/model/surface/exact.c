/* SPDX-License-Identifier: MIT
   The same step with all of it in double and every sum over a region a loop: the paper's equations as they stand
   (surface.h), for comparing digits. Regions gather, so that any number of threads gives the same bits. */
#include <math.h>
#include <string.h>

#include "math/mat3.h"
#include "math/rotation.h"
#include "math/vec3.h"
#include "model/common/momentum.h"
#include "model/surface/surface_kernel.h"

/* What matching, or damping, finds of a region. */
struct pl_surface_motion {
  double mass, t[3], t0[3];
  double R[9];      /* its rotation */
  double normal[3]; /* of a sheet, where it is now */
  double spin[3], shift[3];
};

typedef struct exact_step {
  const pl_surface_step *step;
  pl_surface_motion *motions;
  double *p, *from; /* where particles will be; and before the pull of a pass, or their velocities before damping */
} exact_step;

static double weight_of(const pl_surface_step *step, size_t j)
{
  const pl_surface *surface = step->surface;
  double weight = step->mass[j] * (double)surface->made.held[j];
  return surface->def.weights == PL_REGION_SHARE ? weight / surface->made.regions.size[j] : weight;
}

static void rest_of(const pl_surface *surface, size_t j, double out[3])
{
  pl_vec3_copy(surface->rest + 3 * (size_t)surface->made.regions.order[j], out);
}

#define EACH_MEMBER(regions, i, j)                                                                                     \
  for (uint32_t interval = (regions)->start[i]; interval < (regions)->start[(i) + 1]; interval++)                      \
    for (size_t j = (regions)->intervals[interval].lo; j < (regions)->intervals[interval].hi; j++)

static void predict(void *context, size_t begin, size_t end)
{
  const exact_step *e = context;
  const pl_surface_step *step = e->step;
  for (size_t i = begin; i < end; i++) {
    if (!(step->pinned && step->pinned[i]))
      pl_vec3_add_scaled(step->v + 3 * i, step->h / step->mass[i], step->force + 3 * i, step->v + 3 * i);
    pl_vec3_copy(step->x + 3 * i, e->p + 3 * i);
    pl_vec3_add_scaled(e->p + 3 * i, step->h, step->v + 3 * i, e->p + 3 * i);
  }
}

static void centres(const exact_step *e, size_t i, pl_surface_motion *m)
{
  const pl_surface *surface = e->step->surface;
  m->mass = 0;
  pl_vec3_set(m->t, 0, 0, 0);
  pl_vec3_set(m->t0, 0, 0, 0);
  EACH_MEMBER(&surface->made.regions, i, j)
  {
    double w = weight_of(e->step, j), rest[3];
    rest_of(surface, j, rest);
    m->mass += w;
    pl_vec3_add_scaled(m->t, w, e->p + 3 * j, m->t);
    pl_vec3_add_scaled(m->t0, w, rest, m->t0);
  }
  pl_vec3_scale(m->t, 1 / m->mass, m->t);
  pl_vec3_scale(m->t0, 1 / m->mass, m->t0);
}

/* Normal of the triangles about particle i, by area; false: it has none. */
static bool normal_at(const exact_step *e, size_t i, bool at_rest, double out[3])
{
  const pl_surface *surface = e->step->surface;
  double corner[3][3], area[3];
  pl_vec3_set(out, 0, 0, 0);
  for (uint32_t t = surface->made.fan_start[i]; t < surface->made.fan_start[i + 1]; t++) {
    const size_t at[3] = {i, surface->made.fan[2 * t], surface->made.fan[2 * t + 1]};
    for (int k = 0; k < 3; k++)
      if (at_rest)
        rest_of(surface, at[k], corner[k]);
      else
        pl_vec3_copy(e->p + 3 * at[k], corner[k]);
    pl_vec3_sub(corner[1], corner[0], corner[1]);
    pl_vec3_sub(corner[2], corner[0], corner[2]);
    pl_vec3_cross(corner[1], corner[2], area);
    pl_vec3_add(out, area, out);
  }
  double length = pl_vec3_length(out);
  if (length > 0) pl_vec3_scale(out, 1 / length, out);
  return length > 0;
}

/* The point above the particle takes part. */
static void add_normal_point(const exact_step *e, size_t i, const pl_surface_motion *m, double A[9])
{
  const pl_surface *surface = e->step->surface;
  double length = 0, rest[3], normal0[3], normal[3], arm0[3], arm[3];
  if (!surface->made.normal || !(surface->made.normal[4 * i + 3] > 0) || !normal_at(e, i, true, normal0)) return;
  normal_at(e, i, false, normal);
  EACH_MEMBER(&surface->made.regions, i, j)
  {
    rest_of(surface, j, rest);
    length += weight_of(e->step, j) / m->mass * pl_vec3_distance(rest, m->t0);
  }
  rest_of(surface, i, rest);
  pl_vec3_sub(rest, m->t0, arm0);
  pl_vec3_sub(e->p + 3 * i, m->t, arm);
  pl_vec3_add_scaled(arm0, length, normal0, arm0);
  pl_vec3_add_scaled(arm, length, normal, arm);
  pl_mat3_outer_add(A, m->mass / surface->made.regions.size[i], arm, arm0);
}

static void match(void *context, size_t begin, size_t end)
{
  const exact_step *e = context;
  const pl_surface *surface = e->step->surface;
  for (size_t i = begin; i < end; i++) {
    pl_surface_motion *m = &e->motions[i];
    double A[9];
    centres(e, i, m);
    pl_mat3_zero(A);
    EACH_MEMBER(&surface->made.regions, i, j)
    {
      double now[3], rest[3];
      rest_of(surface, j, rest);
      pl_vec3_sub(e->p + 3 * j, m->t, now);
      pl_vec3_sub(rest, m->t0, rest);
      pl_mat3_outer_add(A, weight_of(e->step, j), now, rest);
    }
    add_normal_point(e, i, m, A);
    pl_closest_rotation(A, NULL, m->R);
    if (!surface->made.normals) continue;
    const float *lane = surface->made.normals + i / PL_SURFACE_LANES * 3 * PL_SURFACE_LANES + i % PL_SURFACE_LANES;
    double normal[3] = {(double)lane[0], (double)lane[PL_SURFACE_LANES], (double)lane[2 * PL_SURFACE_LANES]};
    pl_mat3_apply(m->R, normal, m->normal);
  }
}

static void pull(void *context, size_t begin, size_t end)
{
  const exact_step *e = context;
  const pl_surface_step *step = e->step;
  const pl_surface *surface = step->surface;
  for (size_t i = begin; i < end; i++) {
    double sum[3] = {0, 0, 0}, rest[3], part = surface->whole_pull;
    if (step->pinned && step->pinned[i]) continue;
    if (surface->stiffness) part *= surface->stiffness[surface->made.regions.order[i]];
    part = fmin(1, part);
    rest_of(surface, i, rest);
    EACH_MEMBER(&surface->made.regions, i, j)
    {
      const pl_surface_motion *m = &e->motions[j];
      double arm[3], away[3];
      pl_vec3_sub(rest, m->t0, arm);
      pl_mat3_apply(m->R, arm, away);
      for (int c = 0; c < 3; c++) away[c] += m->t[c] - e->from[3 * i + (size_t)c];
      if (surface->made.normals)
        pl_vec3_add_scaled(away, -surface->flat * pl_vec3_dot(m->normal, away), m->normal, away);
      pl_vec3_add(sum, away, sum);
    }
    pl_vec3_add_scaled(e->p + 3 * i, part / surface->made.regions.size[i], sum, e->p + 3 * i);
  }
}

/* Velocities that lead to where all passes have pulled; how far that was. */
static void arrive(void *context, size_t begin, size_t end)
{
  const exact_step *e = context;
  const pl_surface_step *step = e->step;
  const pl_surface *surface = step->surface;
  for (size_t i = begin; i < end; i++) {
    double moved[3];
    for (size_t c = 0; c < 3; c++) {
      size_t k = 3 * i + c;
      moved[c] = e->p[k] - (step->x[k] + step->h * step->v[k]);
      step->v[k] += moved[c] / step->h;
    }
    surface->displacement[i] += surface->newest_part * ((float)pl_vec3_length(moved) - surface->displacement[i]);
  }
}

/* Rigid motions of regions, from velocities and the predicted places. */
static void region_motions(void *context, size_t begin, size_t end)
{
  const exact_step *e = context;
  const pl_surface_step *step = e->step;
  for (size_t i = begin; i < end; i++) {
    pl_surface_motion *m = &e->motions[i];
    double mean[3] = {0, 0, 0}, L[3] = {0, 0, 0}, C[9], arm[3], speed[3], moment[3];
    centres(e, i, m);
    pl_mat3_zero(C);
    EACH_MEMBER(&step->surface->made.regions, i, j)
    pl_vec3_add_scaled(mean, weight_of(step, j) / m->mass, step->v + 3 * j, mean);
    EACH_MEMBER(&step->surface->made.regions, i, j)
    {
      pl_vec3_sub(e->p + 3 * j, m->t, arm);
      pl_vec3_sub(step->v + 3 * j, mean, speed);
      pl_vec3_cross(arm, speed, moment);
      pl_vec3_add_scaled(L, weight_of(step, j), moment, L);
      pl_mat3_outer_add(C, -weight_of(step, j), arm, arm);
    }
    double trace = -(C[0] + C[4] + C[8]);
    for (int k = 0; k < 3; k++) C[4 * k] += trace * (1 + 1e-9);
    pl_vec3_set(m->spin, 0, 0, 0);
    if (trace > 0) pl_solve_inertia(C, L, m->spin);
    pl_vec3_cross(m->spin, m->t, moment);
    pl_vec3_sub(mean, moment, m->shift);
  }
}

static void damp(void *context, size_t begin, size_t end)
{
  const exact_step *e = context;
  const pl_surface_step *step = e->step;
  const pl_surface *surface = step->surface;
  for (size_t i = begin; i < end; i++) {
    double sum[3] = {0, 0, 0}, part = surface->whole_damping, size = surface->made.regions.size[i];
    pl_vec3_copy(step->v + 3 * i, e->from + 3 * i);
    if (step->pinned && step->pinned[i]) continue;
    EACH_MEMBER(&surface->made.regions, i, j)
    {
      double turned[3];
      pl_vec3_cross(e->motions[j].spin, e->p + 3 * i, turned);
      for (int c = 0; c < 3; c++) sum[c] += (e->motions[j].shift[c] + turned[c]) / size;
    }
    for (int c = 0; c < 3; c++) e->from[3 * i + (size_t)c] += part * (sum[c] - step->v[3 * i + (size_t)c]);
  }
}

/* Momentum about the frame's centre, as the kernels count it. */
static void take_moments(const pl_surface_step *step, pl_surface_moments *out)
{
  size_t n = step->surface->count;
  memset(out, 0, (n + PL_SURFACE_GRAIN - 1) / PL_SURFACE_GRAIN * sizeof *out);
  for (size_t i = 0; i < n; i++) {
    double arm[3], moment[3], mass = step->mass[i];
    pl_vec3_sub(step->x + 3 * i, step->frame->centre, arm);
    pl_vec3_cross(arm, step->v + 3 * i, moment);
    out->mass += mass;
    for (int c = 0; c < 3; c++) {
      out->first[c] += mass * arm[c];
      out->momentum[c] += mass * step->v[3 * i + (size_t)c];
      out->spin[c] += mass * moment[c];
      out->squares[c] += mass * arm[c] * arm[c];
      out->products[c] += mass * arm[c] * arm[(c + 1) % 3];
    }
  }
}

size_t pl_surface_exact_scratch(size_t count) { return count * (6 * sizeof(double) + sizeof(pl_surface_motion)) + 384; }

bool pl_surface_take_exact(size_t count, pl_arena *scratch, pl_surface_step *step)
{
  step->exact = PL_TAKE(scratch, pl_surface_motion, count);
  step->to_goal = PL_TAKE(scratch, double, 6 * count);
  return step->exact && step->to_goal;
}

void pl_surface_advance_exactly(pl_surface_step *step, pl_pool *pool)
{
  size_t n = step->surface->count;
  exact_step e = {step, step->exact, step->to_goal, step->to_goal + 3 * n};
  step->to_goal = NULL; /* kernels that follow take a step */
  pl_parallel_for(pool, n, PL_SURFACE_GRAIN, predict, &e);
  if (step->before) take_moments(step, step->before);
  for (int pass = 0; pass < step->surface->def.passes; pass++) {
    pl_parallel_for(pool, n, PL_SURFACE_GRAIN, match, &e);
    memcpy(e.from, e.p, 3 * n * sizeof(double));
    pl_parallel_for(pool, n, PL_SURFACE_GRAIN, pull, &e);
  }
  pl_parallel_for(pool, n, PL_SURFACE_GRAIN, arrive, &e);
  if (step->damps) {
    memcpy(e.p, e.from, 3 * n * sizeof(double)); /* regions move from where the last pass found them */
    pl_parallel_for(pool, n, PL_SURFACE_GRAIN, region_motions, &e);
    pl_parallel_for(pool, n, PL_SURFACE_GRAIN, damp, &e);
    memcpy(step->v, e.from, 3 * n * sizeof(double));
  }
  if (step->after) take_moments(step, step->after);
  for (size_t k = 0; k < 3 * n; k++) step->x[k] += step->h * step->v[k];
}
