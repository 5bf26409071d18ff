/* SPDX-License-Identifier: MIT */
#include "contact/attach/equality.h"

#include <math.h>

#include "math/mat3.h"

static pl_anchor anchor_of(const pl_equality *equality)
{
  return (pl_anchor){.items = equality->particles, .count = equality->particle_count};
}

void pl_equality_slack(const pl_coupled *bodies, const pl_equality *equality, double part, double out[3])
{
  pl_anchor anchor = anchor_of(equality);
  pl_anchor_velocity(bodies, &anchor, out);
  for (int c = 0; c < 3; c++) {
    double impulse = equality->applied[c] + part * (equality->impulse[c] - equality->applied[c]);
    out[c] += equality->softness * impulse - equality->goal[c];
  }
}

void pl_equality_project(const pl_equality *equality, const double wanted[3], double out[3])
{
  double length = pl_vec3_length(wanted);
  pl_vec3_scale(wanted, length > equality->most ? equality->most / length : 1, out);
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

void pl_equalities_prepare(const pl_equalities *equalities, const pl_coupled *bodies)
{
  for (size_t k = 0; k < equalities->count; k++) {
    pl_equality *equality = equalities->items[k];
    pl_anchor anchor = anchor_of(equality);
    double block[9], scaled[9];
    pl_anchor_block(bodies, &anchor, block);
    equality->response = block[0] + block[4] + block[8]; /* the largest eigenvalue is no larger */
    /* in directions of nearly zero compliance a small part of the trace keeps the inverse bounded */
    double size = equality->response + equality->softness, trace = 1e-12;
    if (!(size > 0)) {
      pl_mat3_zero(equality->inverse);
      pl_vec3_copy(equality->applied, equality->impulse);
      continue;
    }
    for (int r = 0; r < 3; r++)
      for (int c = 0; c < 3; c++)
        scaled[3 * r + c] = (0.5 * (block[3 * r + c] + block[3 * c + r]) + (r == c ? equality->softness : 0)) / size +
                            (r == c ? trace : 0);
    invert(scaled, equality->inverse);
    for (int i = 0; i < 9; i++) equality->inverse[i] /= size;
  }
}

double pl_equalities_scale(const pl_equalities *equalities, const pl_coupled *bodies)
{
  double scale = 0, off[3];
  for (size_t k = 0; k < equalities->count; k++) {
    pl_equality_slack(bodies, equalities->items[k], 1, off);
    scale = fmax(scale, pl_vec3_length(off));
    scale = fmax(scale, equalities->items[k]->response * pl_vec3_length(equalities->items[k]->impulse));
  }
  return scale;
}

double pl_equalities_relax(const pl_equalities *equalities, pl_coupled *bodies)
{
  double most = 0;
  for (size_t k = 0; k < equalities->count; k++) {
    pl_equality *equality = equalities->items[k];
    double off[3], change[3], wanted[3];
    pl_equality_slack(bodies, equality, 1, off);
    pl_mat3_apply(equality->inverse, off, change);
    pl_vec3_sub(equality->impulse, change, wanted);
    pl_equality_project(equality, wanted, wanted);
    pl_vec3_sub(wanted, equality->impulse, change);
    double size = pl_vec3_length(change);
    if (size == 0) continue;
    pl_anchor anchor = anchor_of(equality);
    pl_vec3_copy(wanted, equality->impulse);
    pl_anchor_push(bodies, &anchor, change);
    most = fmax(most, equality->response * size);
  }
  return most;
}

static void not_applied(const pl_equality *equality, double out[3])
{
  pl_vec3_sub(equality->impulse, equality->applied, out);
}

double pl_equalities_slope(const pl_equalities *equalities, const pl_coupled *bodies, double part)
{
  double sum = 0, off[3], start[3];
  for (size_t k = 0; k < equalities->count; k++) {
    pl_equality_slack(bodies, equalities->items[k], part, off);
    not_applied(equalities->items[k], start);
    sum += pl_vec3_dot(start, off);
  }
  return sum;
}

void pl_equalities_push_start(const pl_equalities *equalities, pl_coupled *bodies, double part)
{
  for (size_t k = 0; k < equalities->count; k++) {
    const pl_equality *equality = equalities->items[k];
    double start[3];
    not_applied(equality, start);
    pl_vec3_scale(start, part, start);
    pl_anchor anchor = anchor_of(equality);
    if (pl_vec3_length(start) > 0) pl_anchor_push(bodies, &anchor, start);
  }
}

void pl_equalities_shorten_start(const pl_equalities *equalities, double part)
{
  for (size_t k = 0; k < equalities->count; k++) {
    pl_equality *equality = equalities->items[k];
    for (int c = 0; c < 3; c++)
      equality->impulse[c] = equality->applied[c] + part * (equality->impulse[c] - equality->applied[c]);
  }
}

void pl_equalities_gather(const pl_equalities *equalities, pl_coupled *bodies)
{
  for (size_t k = 0; k < equalities->count; k++) {
    pl_anchor anchor = anchor_of(equalities->items[k]);
    double rest[3];
    not_applied(equalities->items[k], rest);
    pl_anchor_gather(bodies, &anchor, rest);
  }
}

void pl_equalities_mark_applied(const pl_equalities *equalities)
{
  for (size_t k = 0; k < equalities->count; k++)
    pl_vec3_copy(equalities->items[k]->impulse, equalities->items[k]->applied);
}
