/* SPDX-License-Identifier: MIT
   The frame that follows from particles, and rigid motions of the reference shape. Sums run over the nodes in order. */
#include <string.h>

#include "base/status.h"
#include "linalg/dense/dense.h"
#include "math/rotation.h"
#include "math/vec3.h"
#include "model/hybrid/hybrid.h"

void pl_hybrid_frame(const pl_hybrid *b, const double *x, double centre[3], double rotation[9])
{
  double sum[9] = {0};
  pl_vec3_set(centre, 0, 0, 0);
  for (size_t i = 0; i < b->count; i++) pl_vec3_add_scaled(centre, b->mass[i] / b->total_mass, x + 3 * i, centre);
  for (size_t i = 0; i < b->count; i++) {
    double q[3];
    pl_vec3_sub(x + 3 * i, centre, q);
    pl_mat3_outer_add(sum, b->mass[i], q, b->r + 3 * i);
  }
  pl_closest_rotation(sum, rotation, rotation);
}

void pl_hybrid_deformation(const pl_hybrid *b, const double *x, const double centre[3], const double rotation[9],
                           double *e)
{
  for (size_t i = 0; i < b->count; i++) {
    double q[3];
    pl_vec3_sub(x + 3 * i, centre, q);
    pl_mat3_apply_transpose(rotation, q, e + 3 * i);
    pl_vec3_sub(e + 3 * i, b->r + 3 * i, e + 3 * i);
    if (b->lent.flowed) pl_vec3_sub(e + 3 * i, b->lent.flowed + 3 * i, e + 3 * i);
  }
}

void pl_hybrid_gather(const pl_hybrid *b, const double *f, bool times_mass, double out[6])
{
  double sum[6] = {0};
  for (size_t i = 0; i < b->count; i++) {
    double w = times_mass ? b->mass[i] : 1.0, turn[3];
    pl_vec3_cross(b->r + 3 * i, f + 3 * i, turn);
    pl_vec3_add_scaled(sum, w, f + 3 * i, sum);
    pl_vec3_add_scaled(sum + 3, w, turn, sum + 3);
  }
  memcpy(out, sum, sizeof sum);
}

void pl_hybrid_add_rigid(const pl_hybrid *b, const double xi[6], double scale, bool times_mass, double *f)
{
  for (size_t i = 0; i < b->count; i++) {
    double motion[3];
    pl_vec3_cross(xi + 3, b->r + 3 * i, motion);
    for (size_t k = 0; k < 3; k++) f[3 * i + k] += scale * (times_mass ? b->mass[i] : 1.0) * (xi[k] + motion[k]);
  }
}

void pl_hybrid_rigid_answer(const pl_hybrid *b, const double in[6], double xi[6])
{
  for (size_t k = 0; k < 3; k++) xi[k] = in[k] / b->total_mass;
  pl_mat3_apply(b->inverse_inertia, in + 3, xi + 3);
}

pl_status pl_hybrid_answer_deformation(pl_hybrid *b, const double *g, double *w, pl_pool *pool)
{
  double lambda[6];
  PL_TRY(pl_hybrid_solve(b, g, w, pool));
  pl_hybrid_gather(b, w, true, lambda);
  pl_dense_solve(6, b->coupling, 6, lambda);
  for (size_t i = 0; i < b->count; i++) { /* w -= Z lambda */
    double turn[3];
    pl_vec3_cross(lambda + 3, b->zeta + 4 * i + 1, turn);
    for (size_t k = 0; k < 3; k++) w[3 * i + k] -= b->zeta[4 * i] * lambda[k] + turn[k];
  }
  return PL_OK;
}
