/* SPDX-License-Identifier: MIT
   Seven multipliers. A change w (scale g + m (a + b × p)), with p seen from the centre of w m^2, must have

     momentum  scale F + a M = 0,   angular momentum  scale T + B b = spin,   volume  scale S + F.a + T.b = missing,

   F = sum w m g, M = sum w m^2, T = sum w m p × g, B = sum w m^2 (|p|^2 - p p^T). Weights of zero stay zero. */
#include <math.h>

#include "math/mat3.h"
#include "matter/volume/volume.h"
#include "model/common/momentum.h"

/* Less of S left than this, and momentum cannot be kept: too few particles have any weight. */
static const double least_left = 1e-6;

typedef struct balance {
  double center[3]; /* of w m^2, from the origin */
  double torque[3]; /* T */
  double inertia[9];
} balance;

static void see_from_center(const pl_volume_sums *sums, balance *out)
{
  double shifted[3];
  pl_vec3_scale(sums->moment, 1 / sums->mass, out->center);
  pl_vec3_cross(out->center, sums->force, shifted);
  pl_vec3_sub(sums->torque, shifted, out->torque);
  const double *c = out->center, *q = sums->square, *p = sums->product;
  double square[3], product[3];
  for (int k = 0; k < 3; k++) {
    square[k] = q[k] - sums->mass * c[k] * c[k];
    product[k] = p[k] - sums->mass * c[k] * c[(k + 1) % 3];
  }
  pl_mat3_zero(out->inertia);
  for (int k = 0; k < 3; k++) {
    int next = (k + 1) % 3;
    out->inertia[4 * k] = square[next] + square[(k + 2) % 3];
    out->inertia[3 * k + next] = out->inertia[3 * next + k] = -product[k];
  }
}

static bool balance_all(const pl_volume_sums *sums, double missing, const double spin[3], pl_volume_change *out)
{
  balance seen;
  if (!(sums->mass > 0)) return false;
  see_from_center(sums, &seen);
  double by_torque[3], by_spin[3], moved[3];
  pl_solve_inertia(seen.inertia, seen.torque, by_torque);
  pl_solve_inertia(seen.inertia, spin, by_spin);
  double left =
      sums->strength - pl_vec3_dot(sums->force, sums->force) / sums->mass - pl_vec3_dot(seen.torque, by_torque);
  if (!(left > least_left * sums->strength)) return false;
  out->scale = (missing - pl_vec3_dot(seen.torque, by_spin)) / left;
  pl_vec3_add_scaled(by_spin, -out->scale, by_torque, out->turn);
  pl_vec3_scale(sums->force, -out->scale / sums->mass, out->push);
  pl_vec3_cross(out->turn, seen.center, moved);
  pl_vec3_sub(out->push, moved, out->push);
  return true;
}

bool pl_volume_balance(const pl_volume_sums *sums, double missing, const double spin[3], bool keep, double longest,
                       pl_volume_change *out)
{
  if (!(sums->strength > 0) || !isfinite(sums->strength) || !isfinite(missing)) return false;
  if (!keep || !balance_all(sums, missing, spin, out)) {
    out->scale = missing / sums->strength;
    pl_vec3_set(out->push, 0, 0, 0);
    pl_vec3_set(out->turn, 0, 0, 0);
  }
  double length = fabs(out->scale) * sums->most;
  if (!isfinite(length)) return false;
  if (length > longest) {
    double part = longest / length;
    out->scale *= part;
    pl_vec3_scale(out->push, part, out->push);
    pl_vec3_scale(out->turn, part, out->turn);
  }
  return true;
}
