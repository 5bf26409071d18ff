/* SPDX-License-Identifier: MIT */
#include "model/common/momentum.h"

#include "math/mat3.h"

static void centre_of_mass(size_t count, const double *mass, const double *x, double out[3])
{
  double total = 0, sum[3] = {0, 0, 0};
  for (size_t i = 0; i < count; i++) {
    pl_vec3_add_scaled(sum, mass[i], x + 3 * i, sum);
    total += mass[i];
  }
  pl_vec3_scale(sum, 1 / total, out);
}

/* Sum of (x - centre) × (weight y); weight NULL: 1. */
static void moment(size_t count, const double *x, const double center[3], const double *weight, const double *y,
                   double out[3])
{
  double sum[3] = {0, 0, 0};
  for (size_t i = 0; i < count; i++) {
    double arm[3], part[3];
    pl_vec3_sub(x + 3 * i, center, arm);
    pl_vec3_cross(arm, y + 3 * i, part);
    pl_vec3_add_scaled(sum, weight ? weight[i] : 1, part, sum);
  }
  pl_vec3_copy(sum, out);
}

void pl_angular_momentum(size_t count, const double *mass, const double *x, const double *v, double out[3])
{
  double center[3];
  centre_of_mass(count, mass, x, center);
  moment(count, x, center, mass, v, out); /* the mean velocity has no moment about the centre of mass */
}

void pl_torque(size_t count, const double *mass, const double *x, const double *force, double out[3])
{
  double center[3];
  centre_of_mass(count, mass, x, center);
  moment(count, x, center, NULL, force, out);
}

/* sum m (|r|^2 - r r^T); mass NULL: 1 */
static void inertia(size_t count, const double *mass, const double *x, const double center[3], double out[9])
{
  double sum[9] = {0};
  for (size_t i = 0; i < count; i++) {
    double arm[3];
    pl_vec3_sub(x + 3 * i, center, arm);
    double square = pl_vec3_dot(arm, arm);
    double m = mass ? mass[i] : 1;
    pl_mat3_outer_add(sum, -m, arm, arm);
    for (int c = 0; c < 3; c++) sum[4 * c] += m * square;
  }
  pl_mat3_copy(sum, out);
}

/* By the adjugate. */
void pl_solve_inertia(const double matrix[9], const double c[3], double b[3])
{
  double a[9], trace = matrix[0] + matrix[4] + matrix[8];
  pl_mat3_copy(matrix, a);
  for (int k = 0; k < 3; k++) a[4 * k] += 1e-14 * trace;
  double determinant = pl_mat3_determinant(a), column[3];
  pl_vec3_set(b, 0, 0, 0);
  if (!(determinant > 0)) return;
  for (int k = 0; k < 3; k++) {
    pl_vec3_cross(a + 3 * ((k + 1) % 3), a + 3 * ((k + 2) % 3), column);
    pl_vec3_add_scaled(b, c[k] / determinant, column, b);
  }
}

/* A body that turns by more than a fifth of a radian per step is not followed well by its rotations, and keeping its
   spin would pump energy into it; at twice that the correction is gone. */
double pl_spin_correction_part(double spin, double h)
{
  const double full = 0.2, none = 0.4;
  double turn = h * spin;
  return turn <= full ? 1 : turn < none ? (none - turn) / (none - full) : 0;
}

void pl_missing_spin(const double inertia_matrix[9], const double wanted[3], const double missing[3], double h,
                     double spin[3])
{
  double wanted_spin[3];
  pl_solve_inertia(inertia_matrix, wanted, wanted_spin);
  pl_solve_inertia(inertia_matrix, missing, spin);
  pl_vec3_scale(spin, pl_spin_correction_part(pl_vec3_length(wanted_spin), h), spin);
}

static void set_about(size_t count, const double *mass, const double *x, const double center[3], const double wanted[3],
                      double h, double *v)
{
  double now[3], missing[3], turn[9], spin[3];
  moment(count, x, center, mass, v, now);
  pl_vec3_sub(wanted, now, missing);
  inertia(count, mass, x, center, turn);
  pl_missing_spin(turn, wanted, missing, h, spin);
  for (size_t i = 0; i < count; i++) {
    double arm[3], part[3];
    pl_vec3_sub(x + 3 * i, center, arm);
    pl_vec3_cross(spin, arm, part);
    pl_vec3_add(v + 3 * i, part, v + 3 * i);
  }
}

void pl_momenta_after(size_t count, const double *mass, const double *x, const double *v, const double *force, double h,
                      pl_momenta *out)
{
  double linear[3] = {0, 0, 0}, angular[3] = {0, 0, 0};
  out->mass = 0;
  for (size_t i = 0; i < count; i++) out->mass += mass[i];
  centre_of_mass(count, mass, x, out->centre);
  for (size_t i = 0; i < count; i++) {
    double arm[3], push[3], part[3];
    for (size_t k = 0; k < 3; k++) push[k] = mass[i] * v[3 * i + k] + h * force[3 * i + k];
    pl_vec3_sub(x + 3 * i, out->centre, arm);
    pl_vec3_cross(arm, push, part);
    pl_vec3_add(linear, push, linear);
    pl_vec3_add(angular, part, angular);
  }
  pl_vec3_copy(linear, out->linear);
  pl_vec3_copy(angular, out->angular);
}

/* What turns about the centre of mass has no momentum, and what all have alike no angular momentum about it: the two
   corrections do not meet. */
void pl_set_momenta(size_t count, const double *mass, const double *x, const pl_momenta *wanted, bool angular, double h,
                    double *v)
{
  double linear[3] = {0, 0, 0}, now[3] = {0, 0, 0}, missing[3], turn[9] = {0}, spin[3] = {0, 0, 0};
  for (size_t i = 0; i < count; i++) {
    double arm[3], part[3], m = mass[i];
    pl_vec3_sub(x + 3 * i, wanted->centre, arm);
    pl_vec3_cross(arm, v + 3 * i, part);
    pl_vec3_add_scaled(linear, m, v + 3 * i, linear);
    pl_vec3_add_scaled(now, m, part, now);
    pl_mat3_outer_add(turn, -m, arm, arm);
    for (int c = 0; c < 3; c++) turn[4 * c] += m * pl_vec3_dot(arm, arm);
  }
  pl_vec3_sub(wanted->linear, linear, linear);
  pl_vec3_scale(linear, 1 / wanted->mass, linear);
  pl_vec3_sub(wanted->angular, now, missing);
  if (angular) pl_missing_spin(turn, wanted->angular, missing, h, spin);
  for (size_t i = 0; i < count; i++) {
    double arm[3], part[3];
    pl_vec3_sub(x + 3 * i, wanted->centre, arm);
    pl_vec3_cross(spin, arm, part);
    for (size_t c = 0; c < 3; c++) v[3 * i + c] += linear[c] + part[c];
  }
}

void pl_remove_rigid_motion(size_t count, const double *mass, const double *x, double *field)
{
  double center[3], mean[3], now[3], turn[9], spin[3];
  centre_of_mass(count, mass, x, center);
  centre_of_mass(count, mass, field, mean);
  moment(count, x, center, mass, field, now);
  inertia(count, mass, x, center, turn);
  pl_solve_inertia(turn, now, spin);
  for (size_t i = 0; i < count; i++) {
    double arm[3], part[3];
    pl_vec3_sub(x + 3 * i, center, arm);
    pl_vec3_cross(spin, arm, part);
    for (size_t c = 0; c < 3; c++) field[3 * i + c] -= mean[c] + part[c];
  }
}

void pl_set_angular_momentum(size_t count, const double *mass, const double *x, const double wanted[3], double h,
                             double *v)
{
  double center[3];
  centre_of_mass(count, mass, x, center);
  set_about(count, mass, x, center, wanted, h, v);
}

/* sum m r × v over particles is sum r_k × v_k over functions, since the functions are orthonormal by mass. */
void pl_angular_momentum_of_coordinates(size_t count, const double *r, const double *v, double out[3])
{
  moment(count, r, (const double[3]){0, 0, 0}, NULL, v, out);
}

void pl_set_angular_momentum_of_coordinates(size_t count, const double *r, const double wanted[3], double h, double *v)
{
  set_about(count, NULL, r, (const double[3]){0, 0, 0}, wanted, h, v);
}
