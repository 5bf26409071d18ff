/* SPDX-License-Identifier: MIT */
#include "model/common/basis.h"

#include <string.h>

#include "testing.h"

enum { N = 40, MOST = 12 };

static const uint8_t nobody[N];

/* Masses from 0.1 to 10 kg. */
static void fill_masses(double *mass)
{
  uint64_t seed = 9;
  for (size_t i = 0; i < N; i++) mass[i] = pow(10, random_unit(&seed));
}

static void assert_orthonormal(const pl_basis_setting *setting, size_t size, const double *basis)
{
  for (size_t a = 0; a < size; a++)
    for (size_t b = 0; b < size; b++) {
      double sum = 0;
      for (size_t i = 0; i < N; i++) sum += setting->mass[i] * basis[i * size + a] * basis[i * size + b];
      assert_close(sum, a == b, 1e-13); /* rounding of forty terms */
    }
}

/* Nearly dependent columns come out orthonormal; dependent and zero ones are left out; fixed particles keep zero. */
static void columns_become_orthonormal(void **state)
{
  (void)state;
  double mass[N], basis[N * 6];
  uint8_t fixed[N] = {0};
  fill_masses(mass);
  fixed[3] = fixed[17] = 1;
  uint64_t seed = 1;
  for (size_t i = 0; i < N; i++) {
    double *row = basis + 6 * i;
    row[0] = random_unit(&seed);
    row[1] = row[0] + 1e-5 * random_unit(&seed);
    row[2] = 3 * row[0] - row[1];
    row[3] = 0;
    row[4] = fixed[i] ? 5 : 0; /* moves nobody who can move */
    row[5] = 1e-30 * random_unit(&seed);
  }
  pl_basis_setting setting = {N, mass, fixed};
  size_t rank = 0;
  assert_ok(pl_basis_orthonormalise(&setting, 6, 1e-7, basis, &rank));
  assert_int_equal(rank, 3);
  assert_orthonormal(&setting, rank, basis);
  for (size_t k = 0; k < rank; k++) assert_true(basis[3 * rank + k] == 0 && basis[17 * rank + k] == 0);
}

/* Displacements from three functions of falling strength: three components, the strongest first, in the space of the
   functions. */
static void components_are_found(void **state)
{
  (void)state;
  enum { SAMPLES = 7 };
  double mass[N], functions[N * 3], moved[SAMPLES * 3 * N], basis[N * MOST], residual;
  fill_masses(mass);
  pl_basis_setting setting = {N, mass, nobody};
  uint64_t seed = 2;
  for (size_t k = 0; k < N * 3; k++) functions[k] = random_unit(&seed);
  for (size_t s = 0; s < SAMPLES; s++)
    for (size_t c = 0; c < 3; c++) {
      double a = random_unit(&seed), b = 0.1 * random_unit(&seed), d = 1e-3 * random_unit(&seed);
      for (size_t i = 0; i < N; i++)
        moved[3 * (s * N + i) + c] = a * functions[3 * i] + b * functions[3 * i + 1] + d * functions[3 * i + 2];
    }
  size_t made = 0;
  assert_ok(pl_basis_components(&setting, moved, SAMPLES, MOST, 1e-6, basis, &made));
  assert_int_equal(made, 3);
  assert_orthonormal(&setting, made, basis);
  double first[3 * N], copy[3 * N];
  memcpy(copy, moved, sizeof copy);
  assert_ok(pl_basis_project(&setting, made, basis, copy, &residual));
  assert_less(residual, 1e-12); /* 1e-16 over the square of the weakest strength, which stands in the Gram matrix */
  assert_ok(pl_basis_components(&setting, moved, SAMPLES, 1, 1e-6, basis, &made));
  assert_int_equal(made, 1);
  for (size_t i = 0; i < N; i++)
    for (size_t c = 0; c < 3; c++) first[3 * i + c] = functions[3 * i];
  assert_ok(pl_basis_project(&setting, 1, basis, first, &residual));
  assert_less(residual, 0.2); /* the strongest function is most of the first component */
  memset(moved, 0, sizeof moved);
  assert_ok(pl_basis_components(&setting, moved, SAMPLES, MOST, 1e-6, basis, &made));
  assert_int_equal(made, 0);
}

static void projection_keeps_what_is_inside(void **state)
{
  (void)state;
  double mass[N], basis[N * 8], values[3 * N], again[3 * N], positions[3 * N], residual;
  fill_masses(mass);
  pl_basis_setting setting = {N, mass, NULL};
  uint64_t seed = 3;
  for (size_t k = 0; k < N * 4; k++) basis[k] = random_unit(&seed);
  for (size_t k = 0; k < 3 * N; k++) positions[k] = random_unit(&seed);
  for (size_t k = 0; k < 3 * N; k++) values[k] = random_unit(&seed);
  size_t size = 0;
  assert_ok(pl_basis_add_rotations(&setting, positions, 4, basis, &size));
  assert_int_equal(size, 8);
  assert_orthonormal(&setting, size, basis);
  memcpy(again, positions, sizeof again);
  assert_ok(pl_basis_project(&setting, size, basis, again, &residual));
  assert_less(residual, 1e-14);
  assert_ok(pl_basis_project(&setting, size, basis, values, &residual));
  assert_true(residual > 0.1);
  memcpy(again, values, sizeof again);
  assert_ok(pl_basis_project(&setting, size, basis, again, &residual));
  assert_less(residual, 1e-14);
  basis[5] = NAN;
  assert_int_equal(pl_basis_orthonormalise(&setting, size, 1e-7, basis, &size), PL_ERROR_ARGUMENT);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(columns_become_orthonormal),
                                     cmocka_unit_test(components_are_found),
                                     cmocka_unit_test(projection_keeps_what_is_inside)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
