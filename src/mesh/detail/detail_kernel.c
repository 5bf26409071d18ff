/* SPDX-License-Identifier: MIT */
#include "mesh/detail/detail_kernel.h"

#include "math/vec3.h"

/* Square lengths below this have lost their direction: opposite normals met. */
#define LOST 1e-280

static inline void mix(const pl_detail_bond *bond, const double w[2], const double *values, double out[3])
{
  const double *a = values + 3 * (size_t)bond->corner[0];
  const double *b = values + 3 * (size_t)bond->corner[1];
  const double *c = values + 3 * (size_t)bond->corner[2];
  double last = 1 - w[0] - w[1];
  for (int k = 0; k < 3; k++) out[k] = w[0] * a[k] + w[1] * b[k] + last * c[k];
}

/* p = q + height n / |n| */
static void positions(const pl_detail_bond *bonds, const double *x, const double *normal, size_t begin, size_t end,
                      double *out)
{
  for (size_t i = begin; i < end; i++) {
    const pl_detail_bond *bond = &bonds[i];
    double q[3], n[3];
    mix(bond, bond->point, x, q);
    mix(bond, bond->normal, normal, n);
    double square = pl_vec3_dot(n, n);
    double reach = square > LOST ? bond->height / sqrt(square) : 0;
    pl_vec3_add_scaled(q, reach, n, out + 3 * i);
  }
}

/* dp/dt = dq/dt + height (dn/dt - n (n . dn/dt) / |n|^2) / |n| */
static void velocities(const pl_detail_bond *bonds, const double *v, const double *normal, const double *rate,
                       size_t begin, size_t end, double *out)
{
  for (size_t i = begin; i < end; i++) {
    const pl_detail_bond *bond = &bonds[i];
    double q[3], n[3], turn[3];
    mix(bond, bond->point, v, q);
    mix(bond, bond->normal, normal, n);
    mix(bond, bond->normal, rate, turn);
    double square = pl_vec3_dot(n, n);
    double reach = square > LOST ? bond->height / sqrt(square) : 0;
    double along = square > LOST ? pl_vec3_dot(n, turn) / square : 0;
    pl_vec3_add_scaled(turn, -along, n, turn);
    pl_vec3_add_scaled(q, reach, turn, out + 3 * i);
  }
}

const pl_detail_kernels PL_ISA_NAME(pl_detail_kernels) = {positions, velocities};
