/* SPDX-License-Identifier: MIT */
#include "mesh/measure/normals_kernel.h"

#include "math/vec3.h"

static inline void edges_of(const uint32_t *t, const double *x, double ab[3], double ac[3])
{
  const double *a = x + 3 * (size_t)t[0];
  pl_vec3_sub(x + 3 * (size_t)t[1], a, ab);
  pl_vec3_sub(x + 3 * (size_t)t[2], a, ac);
}

static void crosses(const pl_normals *normals, const double *x, size_t begin, size_t end)
{
  for (size_t t = begin; t < end; t++) {
    double ab[3], ac[3];
    edges_of(normals->triangles + 3 * t, x, ab, ac);
    pl_vec3_cross(ab, ac, normals->cross + 3 * t);
  }
}

/* d(ab x ac)/dt */
static void turns(const pl_normals *normals, const double *x, const double *v, size_t begin, size_t end)
{
  for (size_t t = begin; t < end; t++) {
    double ab[3], ac[3], ab_rate[3], ac_rate[3], one[3], two[3];
    edges_of(normals->triangles + 3 * t, x, ab, ac);
    edges_of(normals->triangles + 3 * t, v, ab_rate, ac_rate);
    pl_vec3_cross(ab_rate, ac, one);
    pl_vec3_cross(ab, ac_rate, two);
    pl_vec3_add(one, two, normals->turn + 3 * t);
  }
}

static inline void sum_around(const pl_normals *normals, size_t v, const double *values, double sum[3])
{
  pl_vec3_set(sum, 0, 0, 0);
  for (uint32_t k = normals->first[v]; k < normals->first[v + 1]; k++)
    pl_vec3_add(sum, values + 3 * (size_t)normals->around[k], sum);
}

static void gather(const pl_normals *normals, size_t begin, size_t end)
{
  static const double up[3] = {0, 1, 0};
  for (size_t v = begin; v < end; v++) {
    double sum[3];
    sum_around(normals, v, normals->cross, sum);
    pl_vec3_normalise(sum, up, normals->normal + 3 * v);
  }
}

/* n = N / |N|: dn/dt = (dN/dt - n (n . dN/dt)) / |N| */
static void gather_rates(const pl_normals *normals, size_t begin, size_t end)
{
  for (size_t v = begin; v < end; v++) {
    double sum[3], change[3], *rate = normals->rate + 3 * v;
    const double *n = normals->normal + 3 * v;
    sum_around(normals, v, normals->cross, sum);
    sum_around(normals, v, normals->turn, change);
    double square = pl_vec3_dot(sum, sum);
    pl_vec3_add_scaled(change, -pl_vec3_dot(n, change), n, rate);
    pl_vec3_scale(rate, square >= 1e-280 ? 1 / sqrt(square) : 0, rate);
  }
}

const pl_normals_kernels PL_ISA_NAME(pl_normals_kernels) = {crosses, turns, gather, gather_rates};
