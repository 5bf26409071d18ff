/* SPDX-License-Identifier: MIT
   The frame that follows from particles, and rigid motions of the reference shape. Sums run over the nodes in order. */
#include <string.h>

#include "base/status.h"
#include "linalg/dense/dense.h"
#include "math/mat3.h"
#include "math/rotation.h"
#include "math/vec3.h"
#include "model/hybrid/hybrid.h"

void pl_hybrid_frame(const pl_hybrid *b, size_t piece, const double *x, double centre[3], double rotation[9])
{
  pl_hybrid_nodes nodes = pl_hybrid_nodes_of(b, piece);
  double sum[9] = {0}, mass = b->piece[piece].mass;
  pl_vec3_set(centre, 0, 0, 0);
  for (size_t k = 0; k < nodes.count; k++)
    pl_vec3_add_scaled(centre, b->mass[nodes.node[k]] / mass, x + 3 * (size_t)nodes.node[k], centre);
  for (size_t k = 0; k < nodes.count; k++) {
    size_t i = nodes.node[k];
    double q[3];
    pl_vec3_sub(x + 3 * i, centre, q);
    pl_mat3_outer_add(sum, b->mass[i], q, b->r + 3 * i);
  }
  pl_closest_rotation(sum, rotation, rotation);
}

void pl_hybrid_deformation(const pl_hybrid *b, size_t piece, const double *x, const double centre[3],
                           const double rotation[9], double *e)
{
  pl_hybrid_nodes nodes = pl_hybrid_nodes_of(b, piece);
  for (size_t k = 0; k < nodes.count; k++) {
    size_t i = nodes.node[k];
    double q[3];
    pl_vec3_sub(x + 3 * i, centre, q);
    pl_mat3_apply_transpose(rotation, q, e + 3 * i);
    pl_vec3_sub(e + 3 * i, b->r + 3 * i, e + 3 * i);
    if (b->fibres.rest) pl_vec3_sub(e + 3 * i, b->fibres.rest + 3 * i, e + 3 * i);
  }
}

void pl_hybrid_gather(const pl_hybrid *b, size_t piece, const double *f, bool times_mass, double out[6])
{
  pl_hybrid_nodes nodes = pl_hybrid_nodes_of(b, piece);
  double sum[6] = {0};
  for (size_t k = 0; k < nodes.count; k++) {
    size_t i = nodes.node[k];
    double w = times_mass ? b->mass[i] : 1.0, turn[3];
    pl_vec3_cross(b->r + 3 * i, f + 3 * i, turn);
    pl_vec3_add_scaled(sum, w, f + 3 * i, sum);
    pl_vec3_add_scaled(sum + 3, w, turn, sum + 3);
  }
  memcpy(out, sum, sizeof sum);
}

void pl_hybrid_add_rigid(const pl_hybrid *b, size_t piece, const double xi[6], double scale, bool times_mass, double *f)
{
  pl_hybrid_nodes nodes = pl_hybrid_nodes_of(b, piece);
  for (size_t k = 0; k < nodes.count; k++) {
    size_t i = nodes.node[k];
    double motion[3];
    pl_vec3_cross(xi + 3, b->r + 3 * i, motion);
    for (size_t c = 0; c < 3; c++) f[3 * i + c] += scale * (times_mass ? b->mass[i] : 1.0) * (xi[c] + motion[c]);
  }
}

void pl_hybrid_rigid_answer(const pl_hybrid *b, size_t piece, const double in[6], double xi[6])
{
  for (size_t k = 0; k < 3; k++) xi[k] = in[k] / b->piece[piece].mass;
  pl_mat3_apply(b->piece[piece].inverse_inertia, in + 3, xi + 3);
}

void pl_hybrid_remove_rigid(const pl_hybrid *b, bool times_mass, double *f)
{
  for (size_t p = 0; p < b->pieces.count; p++) {
    double sums[6], xi[6];
    pl_hybrid_gather(b, p, f, times_mass, sums);
    pl_hybrid_rigid_answer(b, p, sums, xi);
    pl_hybrid_add_rigid(b, p, xi, -1, !times_mass, f);
  }
}

/* w = A^-1 g - Z lambda, and B xi */
static void turn_to_world(const pl_hybrid *b, size_t piece, const double lambda[6], double *out)
{
  pl_hybrid_nodes nodes = pl_hybrid_nodes_of(b, piece);
  double rotation[9], xi[6];
  pl_mat3_copy(pl_hybrid_rotation(b, piece), rotation);
  memcpy(xi, b->piece[piece].xi, sizeof xi);
  for (size_t n = 0; n < nodes.count; n++) {
    size_t i = nodes.node[n];
    const double *zeta = b->zeta + 4 * i, *w = b->answer + 3 * i;
    double u[3], back[3], turn[3];
    pl_vec3_cross(lambda + 3, zeta + 1, back);
    pl_vec3_cross(xi + 3, b->r + 3 * i, turn);
    for (size_t k = 0; k < 3; k++) u[k] = w[k] - zeta[0] * lambda[k] - back[k] + xi[k] + turn[k];
    pl_mat3_apply(rotation, u, out + 3 * i);
  }
}

pl_status pl_hybrid_answer(pl_hybrid *b, const double *g, double *out, pl_pool *pool)
{
  PL_TRY(pl_hybrid_solve(b, g, b->answer, pool));
  for (size_t p = 0; p < b->pieces.count; p++) {
    double lambda[6];
    pl_hybrid_gather(b, p, b->answer, true, lambda);
    pl_dense_solve(6, b->piece[p].coupling, 6, lambda);
    turn_to_world(b, p, lambda, out);
  }
  return PL_OK;
}
