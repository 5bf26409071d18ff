/* SPDX-License-Identifier: MIT
   Rows of bodies with more touched particles than a matrix holds. What W does is known only by pushing, one solve for all rows at
   once, so the iteration goes along the projected gradient: d = P(p - step (u - goal)) - p, as far along d as lowers the dual
   objective most, with the step of Barzilai and Borwein ("Two-point step size gradient methods", 1988). The bodies are always at the last
   trial p + d; velocities at the iterate p follow because the doors are linear. */
#include <math.h>

#include "base/status.h"
#include "contact/solve/rows.h"
#include "math/vec3.h"

enum { MOST_STEPS = 60 };

/* Ends when no row wants its velocity changed by more than this part of what had to be changed at first. */
static const double tolerance = 1e-3;

/* By how much the velocity of a row is off, were its impulse to be free. */
static void slack(const pl_rows *rows, const pl_row *row, double out[3])
{
  double velocity[3];
  pl_row_velocity(rows, row, velocity);
  double normal = pl_vec3_dot(velocity, row->normal), moving = pl_vec3_dot(row->moving, row->normal);
  for (int c = 0; c < 3; c++)
    out[c] = (velocity[c] - normal * row->normal[c]) - (row->moving[c] - moving * row->normal[c]) +
             (normal - row->goal) * row->normal[c];
}

static double largest_violation(const pl_rows *rows)
{
  double most = 0, off[3];
  for (size_t k = 0; k < rows->count; k++) {
    slack(rows, &rows->rows[k], off);
    most = fmax(most, -pl_vec3_dot(off, rows->rows[k].normal));
  }
  for (size_t k = 0; k < rows->ties.count; k++) {
    pl_tie_slack(rows->bodies, rows->ties.items[k], 1, off);
    most = fmax(most, pl_vec3_length(off));
  }
  return most;
}

/* A push that is shared by all touched particles moves the body as a whole: the first guess of the step. */
static double first_step(const pl_rows *rows)
{
  double step = INFINITY;
  for (size_t m = 0; m < rows->member_count; m++) {
    const pl_coupled *coupled = &rows->bodies[rows->members[m]];
    double mass = 0;
    for (size_t i = 0; i < coupled->body->count; i++) mass += coupled->body->mass[i];
    if (coupled->count) step = fmin(step, mass / (double)coupled->count);
  }
  return step;
}

typedef struct descent {
  double *gradient, *change; /* 3 per row, then 3 per tie */
  double slope, square;      /* gradient.change, change.change */
  double curvature;          /* change.W change */
  double wanted;             /* largest change of a row's velocity, m/s */
} descent;

/* The k-th change, from an impulse to another. */
static void note(descent *at, size_t k, const double from[3], const double to[3], double step)
{
  double *change = at->change + 3 * k;
  pl_vec3_sub(to, from, change);
  at->slope += pl_vec3_dot(at->gradient + 3 * k, change);
  at->square += pl_vec3_dot(change, change);
  at->wanted = fmax(at->wanted, pl_vec3_length(change) / step);
}

static void choose(pl_rows *rows, double step, descent *at)
{
  double wanted[3], to[3], *gradient = at->gradient;
  at->slope = at->square = at->wanted = 0;
  for (size_t k = 0; k < rows->count; k++, gradient += 3) {
    const pl_row *row = &rows->rows[k];
    slack(rows, row, gradient);
    pl_vec3_add_scaled(row->impulse, -step, gradient, wanted);
    pl_row_project(row, wanted, to);
    note(at, k, row->impulse, to, step);
  }
  for (size_t k = 0; k < rows->ties.count; k++, gradient += 3) {
    const pl_tie *tie = rows->ties.items[k];
    pl_tie_slack(rows->bodies, tie, 1, gradient);
    pl_vec3_add_scaled(tie->impulse, -step, gradient, wanted);
    pl_tie_project(tie, wanted, to);
    note(at, rows->count + k, tie->impulse, to, step);
  }
}

static void move(pl_rows *rows, const descent *at, double part)
{
  for (size_t k = 0; k < rows->count; k++)
    pl_vec3_add_scaled(rows->rows[k].impulse, part, at->change + 3 * k, rows->rows[k].impulse);
  for (size_t k = 0; k < rows->ties.count; k++) {
    double *impulse = rows->ties.items[k]->impulse;
    pl_vec3_add_scaled(impulse, part, at->change + 3 * (rows->count + k), impulse);
  }
}

/* Velocities of the bodies where they are now, seen from the iterate: `part` of the way there. */
static void follow(pl_rows *rows, double part)
{
  for (size_t m = 0; m < rows->member_count; m++) {
    pl_coupled *coupled = &rows->bodies[rows->members[m]];
    for (size_t s = 0; s < coupled->count; s++) {
      const double *there = coupled->body->v + 3 * (size_t)coupled->particles[s];
      for (size_t c = 0; c < 3; c++) {
        double *here = &coupled->velocity[c * coupled->count + s];
        *here += part * (there[c] - *here);
      }
    }
  }
}

/* What moving from the iterate to the trial did to the velocity of a sum, along a change. */
static double moved_along(const pl_rows *rows, const pl_row_end *ends, uint32_t count, const double change[3])
{
  double sum = 0;
  for (uint32_t e = 0; e < count; e++) {
    const pl_coupled *coupled = &rows->bodies[ends[e].body];
    double here[3], difference[3];
    pl_coupled_velocity(coupled, ends[e].slot, here);
    pl_vec3_sub(coupled->body->v + 3 * (size_t)coupled->particles[ends[e].slot], here, difference);
    sum += ends[e].weight * pl_vec3_dot(change, difference);
  }
  return sum;
}

/* change.W change, and what the softness of ties adds to W. */
static double curvature(const pl_rows *rows, const descent *at)
{
  double sum = 0;
  const double *change = at->change;
  for (size_t k = 0; k < rows->count; k++, change += 3)
    sum += moved_along(rows, rows->rows[k].ends, rows->rows[k].end_count, change);
  for (size_t k = 0; k < rows->ties.count; k++, change += 3) {
    const pl_tie *tie = rows->ties.items[k];
    sum += moved_along(rows, tie->ends, tie->end_count, change) + tie->softness * pl_vec3_dot(change, change);
  }
  return sum;
}

pl_status pl_rows_descend(pl_rows *rows, const pl_model_context *context, bool *converged)
{
  size_t count = rows->count + rows->ties.count;
  descent at = {.gradient = PL_TAKE(context->scratch, double, 3 * count),
                .change = PL_TAKE(context->scratch, double, 3 * count)};
  if (!at.gradient || !at.change) return PL_ERROR_MEMORY;
  for (size_t k = 0; k < rows->count; k++)
    pl_vec3_set(rows->rows[k].shift, 0, 0, 0); /* particles are all it looks at */
  double scale = largest_violation(rows), step = first_step(rows);
  PL_TRY(pl_rows_send(rows, context)); /* where the last step ended */
  follow(rows, 1);
  scale = fmax(scale, largest_violation(rows));
  *converged = false;
  for (int k = 0; k < MOST_STEPS && !*converged; k++) {
    choose(rows, step, &at);
    if (at.wanted <= tolerance * scale) {
      *converged = true;
      break;
    }
    move(rows, &at, 1);
    PL_TRY(pl_rows_send(rows, context));
    move(rows, &at, -1);
    at.curvature = curvature(rows, &at);
    if (!(at.curvature > 0)) break;
    double part = at.slope < 0 ? fmin(1, -at.slope / at.curvature) : 1;
    /* sliding friction is no gradient of anything: where following the objective would stall, the fixed point is followed */
    if (part < 0.2) part = 1;
    move(rows, &at, part);
    follow(rows, part);
    step = at.square / at.curvature;
  }
  return pl_rows_send(rows, context);
}
