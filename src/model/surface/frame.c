/* SPDX-License-Identifier: MIT
   The rigid motion that lays the rest shape over the body. It only says from where the body is seen, so that the
   numbers in the sums are small: results do not depend on it but for rounding, and a sample of particles is enough. */
#include <math.h>

#include "math/mat3.h"
#include "math/vec3.h"
#include "model/surface/surface.h"

enum { SAMPLES = 128 };

typedef struct sample_sums {
  double mass;
  double x[3], rest[3], v[3];
  double covariance[9]; /* sum w x x0^T */
  double spin[3];       /* sum w x × v */
  double second[9];     /* sum w x x^T */
} sample_sums;

static void rest_of(const pl_surface *surface, size_t i, double out[3])
{
  for (size_t c = 0; c < 3; c++) out[c] = surface->size * (double)surface->made.place[4 * i + c];
}

/* Means first, then moments about them. */
static void sum_samples(const pl_surface *surface, const double *x, const double *v, size_t stride, sample_sums *sums)
{
  *sums = (sample_sums){0};
  for (size_t i = 0; i < surface->count; i += stride) {
    double w = 1 / surface->inverse_mass[i], rest[3];
    rest_of(surface, i, rest);
    sums->mass += w;
    pl_vec3_add_scaled(sums->x, w, x + 3 * i, sums->x);
    pl_vec3_add_scaled(sums->rest, w, rest, sums->rest);
    if (v) pl_vec3_add_scaled(sums->v, w, v + 3 * i, sums->v);
  }
  pl_vec3_scale(sums->x, 1 / sums->mass, sums->x);
  pl_vec3_scale(sums->rest, 1 / sums->mass, sums->rest);
  pl_vec3_scale(sums->v, 1 / sums->mass, sums->v);
  for (size_t i = 0; i < surface->count; i += stride) {
    double w = 1 / surface->inverse_mass[i], rest[3], arm[3], speed[3], moment[3];
    rest_of(surface, i, rest);
    pl_vec3_sub(x + 3 * i, sums->x, arm);
    pl_vec3_sub(rest, sums->rest, rest);
    pl_mat3_outer_add(sums->covariance, w, arm, rest);
    if (!v) continue;
    pl_vec3_sub(v + 3 * i, sums->v, speed);
    pl_vec3_cross(arm, speed, moment);
    pl_vec3_add_scaled(sums->spin, w, moment, sums->spin);
    pl_mat3_outer_add(sums->second, w, arm, arm);
  }
}

/* Solves (tr(C) 1 - C) w = L, a little of the trace added so that lines and points have an answer, too. */
static void spin_of(const double C[9], const double L[3], double w[3])
{
  double trace = C[0] + C[4] + C[8], inertia[9], adjugate[9];
  for (int k = 0; k < 9; k++) inertia[k] = (k % 4 == 0 ? trace * (1 + 1e-6) : 0) - C[k];
  const double *row[3] = {inertia, inertia + 3, inertia + 6};
  for (int r = 0; r < 3; r++) pl_vec3_cross(row[(r + 1) % 3], row[(r + 2) % 3], adjugate + 3 * r);
  double determinant = pl_vec3_dot(row[0], adjugate);
  pl_mat3_apply_transpose(adjugate, L, w); /* the inertia is symmetric */
  if (determinant > 0)
    pl_vec3_scale(w, 1 / determinant, w);
  else
    pl_vec3_set(w, 0, 0, 0);
}

void pl_surface_lay(const pl_surface *surface, const double *x, const double *v, double h, pl_surface_frame *out)
{
  sample_sums sums;
  sum_samples(surface, x, v, 1 + surface->count / SAMPLES, &sums);
  double turn[3], ahead[9], now[9], centre[3];
  pl_vec3_copy(sums.v, out->velocity);
  spin_of(sums.second, sums.spin, out->spin);
  pl_vec3_add_scaled(sums.x, h, out->velocity, out->centre);
  pl_vec3_scale(out->spin, h, turn);
  pl_mat3_from_rotation_vector(turn, ahead);
  pl_closest_rotation(sums.covariance, NULL, now);
  pl_mat3_multiply(ahead, now, out->rotation);
  pl_mat3_apply(out->rotation, sums.rest, centre);
  pl_vec3_sub(out->centre, centre, out->origin);
}
