/* SPDX-License-Identifier: MIT */
#include "contact/attach/equality.h"

#include <math.h>

#include "math/mat3.h"

static pl_anchor ends_of(const pl_equality *tie) { return (pl_anchor){.items = tie->ends, .count = tie->end_count}; }

void pl_equality_slack(const pl_coupled *bodies, const pl_equality *tie, double part, double out[3])
{
  pl_anchor ends = ends_of(tie);
  pl_anchor_velocity(bodies, &ends, out);
  for (int c = 0; c < 3; c++) {
    double impulse = tie->sent[c] + part * (tie->impulse[c] - tie->sent[c]);
    out[c] += tie->softness * impulse - tie->goal[c];
  }
}

void pl_equality_project(const pl_equality *tie, const double wanted[3], double out[3])
{
  double length = pl_vec3_length(wanted);
  pl_vec3_scale(wanted, length > tie->most ? tie->most / length : 1, out);
}

/* Inverse of a symmetric positive matrix by its adjugate; zero if there is nothing to invert. */
static void invert(const double a[9], double out[9])
{
  pl_vec3_cross(a + 3, a + 6, out);
  pl_vec3_cross(a + 6, a, out + 3);
  pl_vec3_cross(a, a + 3, out + 6);
  double determinant = pl_vec3_dot(a, out);
  for (int k = 0; k < 9; k++) out[k] = determinant > 0 ? out[k] / determinant : 0;
}

void pl_equalities_prepare(const pl_equalities *ties, const pl_coupled *bodies)
{
  for (size_t k = 0; k < ties->count; k++) {
    pl_equality *tie = ties->items[k];
    pl_anchor ends = ends_of(tie);
    double block[9], scaled[9];
    pl_anchor_block(bodies, &ends, block);
    tie->answer = block[0] + block[4] + block[8]; /* the largest eigenvalue is no larger */
    /* in directions in which hardly anything moves, hardly anything can be done: a trace keeps the inverse bounded */
    double size = tie->answer + tie->softness, trace = 1e-12;
    if (!(size > 0)) {
      pl_mat3_zero(tie->inverse);
      pl_vec3_copy(tie->sent, tie->impulse);
      continue;
    }
    for (int r = 0; r < 3; r++)
      for (int c = 0; c < 3; c++)
        scaled[3 * r + c] =
            (0.5 * (block[3 * r + c] + block[3 * c + r]) + (r == c ? tie->softness : 0)) / size + (r == c ? trace : 0);
    invert(scaled, tie->inverse);
    for (int i = 0; i < 9; i++) tie->inverse[i] /= size;
  }
}

double pl_equalities_scale(const pl_equalities *ties, const pl_coupled *bodies)
{
  double scale = 0, off[3];
  for (size_t k = 0; k < ties->count; k++) {
    pl_equality_slack(bodies, ties->items[k], 1, off);
    scale = fmax(scale, pl_vec3_length(off));
    scale = fmax(scale, ties->items[k]->answer * pl_vec3_length(ties->items[k]->impulse));
  }
  return scale;
}

double pl_equalities_relax(const pl_equalities *ties, pl_coupled *bodies)
{
  double most = 0;
  for (size_t k = 0; k < ties->count; k++) {
    pl_equality *tie = ties->items[k];
    double off[3], change[3], wanted[3];
    pl_equality_slack(bodies, tie, 1, off);
    pl_mat3_apply(tie->inverse, off, change);
    pl_vec3_sub(tie->impulse, change, wanted);
    pl_equality_project(tie, wanted, wanted);
    pl_vec3_sub(wanted, tie->impulse, change);
    double size = pl_vec3_length(change);
    if (size == 0) continue;
    pl_anchor ends = ends_of(tie);
    pl_vec3_copy(wanted, tie->impulse);
    pl_anchor_push(bodies, &ends, change);
    most = fmax(most, tie->answer * size);
  }
  return most;
}

static void not_sent(const pl_equality *tie, double out[3]) { pl_vec3_sub(tie->impulse, tie->sent, out); }

double pl_equalities_slope(const pl_equalities *ties, const pl_coupled *bodies, double part)
{
  double sum = 0, off[3], start[3];
  for (size_t k = 0; k < ties->count; k++) {
    pl_equality_slack(bodies, ties->items[k], part, off);
    not_sent(ties->items[k], start);
    sum += pl_vec3_dot(start, off);
  }
  return sum;
}

void pl_equalities_push_start(const pl_equalities *ties, pl_coupled *bodies, double part)
{
  for (size_t k = 0; k < ties->count; k++) {
    const pl_equality *tie = ties->items[k];
    double start[3];
    not_sent(tie, start);
    pl_vec3_scale(start, part, start);
    pl_anchor ends = ends_of(tie);
    if (pl_vec3_length(start) > 0) pl_anchor_push(bodies, &ends, start);
  }
}

void pl_equalities_shorten_start(const pl_equalities *ties, double part)
{
  for (size_t k = 0; k < ties->count; k++) {
    pl_equality *tie = ties->items[k];
    for (int c = 0; c < 3; c++) tie->impulse[c] = tie->sent[c] + part * (tie->impulse[c] - tie->sent[c]);
  }
}

void pl_equalities_gather(const pl_equalities *ties, pl_coupled *bodies)
{
  for (size_t k = 0; k < ties->count; k++) {
    pl_anchor ends = ends_of(ties->items[k]);
    double rest[3];
    not_sent(ties->items[k], rest);
    pl_anchor_gather(bodies, &ends, rest);
  }
}

void pl_equalities_sent(const pl_equalities *ties)
{
  for (size_t k = 0; k < ties->count; k++) pl_vec3_copy(ties->items[k]->impulse, ties->items[k]->sent);
}
