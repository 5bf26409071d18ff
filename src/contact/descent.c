/* SPDX-License-Identifier: MIT
   Rows of bodies with more touched particles than a matrix holds. What W does is known only by pushing, one solve for all rows at
   once, so the iteration goes along the projected gradient: d = P(p - step (u - goal)) - p, as far along d as lowers the dual
   objective most, with the step of Barzilai and Borwein ("Two-point step size gradient methods", 1988). The bodies are always at the last
   trial p + d; velocities at the iterate p follow because the doors are linear. */
#include <math.h>

#include "base/status.h"
#include "contact/rows.h"
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
  double *gradient, *change; /* 3 per row */
  double slope, square;      /* gradient.change, change.change */
  double curvature;          /* change.W change */
  double wanted;             /* largest change of a row's velocity, m/s */
} descent;

static void choose(pl_rows *rows, double step, descent *at)
{
  at->slope = at->square = at->wanted = 0;
  for (size_t k = 0; k < rows->count; k++) {
    const pl_row *row = &rows->rows[k];
    double *gradient = at->gradient + 3 * k, *change = at->change + 3 * k, wanted[3];
    slack(rows, row, gradient);
    pl_vec3_add_scaled(row->impulse, -step, gradient, wanted);
    pl_row_project(row, wanted, change);
    pl_vec3_sub(change, row->impulse, change);
    at->slope += pl_vec3_dot(gradient, change);
    at->square += pl_vec3_dot(change, change);
    at->wanted = fmax(at->wanted, pl_vec3_length(change) / step);
  }
}

static void move(pl_rows *rows, const descent *at, double part)
{
  for (size_t k = 0; k < rows->count; k++)
    pl_vec3_add_scaled(rows->rows[k].impulse, part, at->change + 3 * k, rows->rows[k].impulse);
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

/* change.W change: the velocities moved from the iterate to the trial. */
static double curvature(const pl_rows *rows, const descent *at)
{
  double sum = 0;
  for (size_t k = 0; k < rows->count; k++) {
    const pl_row *row = &rows->rows[k];
    for (uint32_t e = 0; e < row->end_count; e++) {
      const pl_coupled *coupled = &rows->bodies[row->ends[e].body];
      double here[3], difference[3];
      pl_coupled_velocity(coupled, row->ends[e].slot, here);
      pl_vec3_sub(coupled->body->v + 3 * (size_t)coupled->particles[row->ends[e].slot], here, difference);
      sum += row->ends[e].weight * pl_vec3_dot(at->change + 3 * k, difference);
    }
  }
  return sum;
}

pl_status pl_rows_descend(pl_rows *rows, const pl_model_context *context, bool *converged)
{
  descent at = {.gradient = PL_TAKE(context->scratch, double, 3 * rows->count),
                .change = PL_TAKE(context->scratch, double, 3 * rows->count)};
  if (!at.gradient || !at.change) return PL_ERROR_MEMORY;
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
