/* SPDX-License-Identifier: MIT
   Newton's method with a positive definite matrix, and steps that are cut until they go downhill: it ends lower than it
   began whatever the stiffness. */
#include <math.h>
#include <string.h>

#include "base/status.h"
#include "math/vec3.h"
#include "model/continuum/continuum.h"

static void spring_point(const pl_rest_spring *spring, const double *x, double out[3])
{
  pl_vec3_set(out, 0, 0, 0);
  for (size_t k = 0; k < spring->count; k++)
    pl_vec3_add_scaled(out, spring->weights[k], x + 3 * (size_t)spring->particles[k], out);
}

static double add_springs(const pl_objective *o, const double *x, double *gradient)
{
  double sum = 0;
  for (size_t s = 0; s < o->spring_count; s++) {
    const pl_rest_spring *spring = &o->springs[s];
    double off[3];
    spring_point(spring, x, off);
    pl_vec3_sub(off, spring->target, off);
    sum += 0.5 * spring->stiffness * pl_vec3_dot(off, off);
    for (size_t k = 0; gradient && k < spring->count; k++)
      pl_vec3_add_scaled(gradient + 3 * (size_t)spring->particles[k], spring->stiffness * spring->weights[k], off,
                         gradient + 3 * (size_t)spring->particles[k]);
  }
  return sum;
}

static double add_damping(const pl_continuum *c, const pl_objective *o, const double *x, size_t i, double *gradient)
{
  double displacement[3], pull[3];
  pl_vec3_sub(x + 3 * i, o->start + 3 * i, displacement);
  for (size_t k = 0; k < 3; k++)
    pull[k] = o->damping * c->damping[i] * pl_vec3_dot(c->def.damping_matrix + 3 * k, displacement);
  if (gradient) pl_vec3_add(gradient + 3 * i, pull, gradient + 3 * i);
  return 0.5 * pl_vec3_dot(pull, displacement);
}

/* What the objective has besides the terms. */
static double add_others(pl_continuum *c, const pl_objective *o, const double *x, double *gradient)
{
  double sum = 0;
  for (size_t i = 0; i < c->count; i++) {
    double inertia = o->inertia * o->mass[i];
    for (size_t k = 0; k < 3; k++) {
      double off = x[3 * i + k] - o->target[3 * i + k];
      double force = o->mass[i] * o->gravity[k] + (o->force ? o->force[3 * i + k] : 0);
      sum += 0.5 * inertia * off * off - force * x[3 * i + k];
      if (gradient) gradient[3 * i + k] += inertia * off - force;
    }
    if (c->damped && o->damping > 0) sum += add_damping(c, o, x, i, gradient);
    if (o->outer) sum += o->outer->at(o->outer, i, x + 3 * i, gradient ? gradient + 3 * i : NULL, NULL);
  }
  return sum + add_springs(o, x, gradient);
}

double pl_objective_at(pl_continuum *c, const pl_objective *o, const double *x, pl_pool *pool)
{
  return pl_continuum_evaluate(c, x, false, pool, NULL) + add_others(c, o, x, NULL);
}

double pl_objective_forces(pl_continuum *c, const pl_objective *o, pl_pool *pool, double *load, double *unbalanced)
{
  pl_objective still = *o;
  still.inertia = 0;
  memset(c->trial, 0, 3 * c->count * sizeof(double));
  double sum = pl_continuum_evaluate(c, c->x, false, pool, c->gradient) + add_others(c, &still, c->x, c->trial);
  *load = *unbalanced = 0;
  for (size_t k = 0; k < 3 * c->count; k++) {
    double all = c->gradient[k] + c->trial[k];
    *load += c->trial[k] * c->trial[k];
    *unbalanced += all * all;
  }
  *load = sqrt(*load);
  *unbalanced = sqrt(*unbalanced);
  return sum;
}

/* A spring that holds the mean of several nodes would couple nodes that share no term. In the matrix the square of the
   mean is replaced by the mean of squares, which is larger: the answer is the same, it is only come to more slowly. */
static void note_springs(pl_continuum *c, const pl_objective *o)
{
  for (size_t i = 0; i < c->count; i++) {
    memcpy(c->linearised_at + 4 * i, c->x + 3 * i, 3 * sizeof(double));
    c->linearised_at[4 * i + 3] = c->held[i] ? -1 : 0;
  }
  for (size_t s = 0; s < o->spring_count; s++) {
    const pl_rest_spring *spring = &o->springs[s];
    double whole = 0;
    for (size_t k = 0; k < spring->count; k++) whole += fabs(spring->weights[k]);
    for (size_t k = 0; k < spring->count; k++)
      if (!c->held[spring->particles[k]])
        c->linearised_at[4 * (size_t)spring->particles[k] + 3] += spring->stiffness * fabs(spring->weights[k]) * whole;
  }
}

pl_status pl_continuum_linearise(pl_continuum *c, const pl_objective *o, pl_pool *pool)
{
  note_springs(c, o);
  for (size_t i = 0; i < c->count; i++) {
    double *d = c->diagonal + 9 * i, gamma = c->damped ? o->damping * c->damping[i] : 0;
    for (size_t k = 0; k < 9; k++) d[k] = gamma * c->def.damping_matrix[k];
    for (size_t k = 0; k < 9; k += 4) d[k] += o->inertia * o->mass[i] + c->linearised_at[4 * i + 3];
    if (o->outer) o->outer->at(o->outer, i, c->x + 3 * i, NULL, d);
  }
  bool outer = o->outer || c->outer;
  bool same = c->def.energy == PL_CONTINUUM_SPLINE && !outer && c->h > 0 && o->damping == 1 / c->h;
  for (size_t i = 0; same && i < c->count; i++) same = c->linearised_at[4 * i + 3] == c->factored[4 * i + 3];
  memcpy(c->factored, c->linearised_at, 4 * c->count * sizeof(double));
  if (same) return PL_OK; /* a matrix that does not depend on where the nodes are */
  c->h = o->damping > 0 ? 1 / o->damping : 0;
  c->outer = o->outer;
  return pl_continuum_factorise(c, o->mass, o->inertia, pool);
}

static double longest(const double *step, size_t count)
{
  double most = 0;
  for (size_t i = 0; i < count; i++) most = fmax(most, pl_vec3_dot(step + 3 * i, step + 3 * i));
  return sqrt(most);
}

/* From c->x along c->step: the first of 1, 1/2, 1/4, … of it that goes down by what its slope promises, or none. */
static double go_down(pl_continuum *c, const pl_objective *o, double before, double slope, pl_pool *pool, double *after)
{
  enum { CUTS = 14 };
  const double armijo = 1e-4, slack = 1e-13 * fabs(before);
  for (int cut = 0; cut < CUTS; cut++) {
    double part = ldexp(1, -cut);
    for (size_t k = 0; k < 3 * c->count; k++) c->trial[k] = c->x[k] + part * c->step[k];
    *after = pl_objective_at(c, o, c->trial, pool);
    if (*after <= before + armijo * part * slope + slack) {
      memcpy(c->x, c->trial, 3 * c->count * sizeof(double));
      return part;
    }
  }
  *after = pl_objective_at(c, o, c->x, pool);
  return 0;
}

pl_status pl_continuum_minimise(pl_continuum *c, const pl_objective *o, int most, double tolerance, pl_pool *pool,
                                double *value, double *moved)
{
  *moved = INFINITY;
  for (c->iterations_made = 0; c->iterations_made<most && * moved> tolerance; c->iterations_made++) {
    double slope = 0;
    pl_continuum_gather(c, pool, c->gradient);
    add_others(c, o, c->x, c->gradient);
    PL_TRY(pl_continuum_linearise(c, o, pool));
    for (size_t k = 0; k < 3 * c->count; k++) c->step[k] = -c->gradient[k];
    PL_TRY(pl_continuum_solve(c, c->step, pool));
    for (size_t k = 0; k < 3 * c->count; k++) slope += c->step[k] * c->gradient[k];
    double part = go_down(c, o, *value, slope, pool, value);
    *moved = part * longest(c->step, c->count);
    if (part == 0) { /* as low as rounding lets it */
      *moved = 0;
      return PL_OK;
    }
    if (c->def.energy == PL_CONTINUUM_SPLINE && o->spring_count == 0 && !o->outer)
      *moved = 0; /* quadratic: it is there */
  }
  return PL_OK;
}
