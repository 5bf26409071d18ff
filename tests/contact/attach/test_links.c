/* SPDX-License-Identifier: MIT
   Rings that are linked stay linked: scenes/contact/torus-chain.json. Decided by Gauss' linking number of the middles
   of their tubes, whole numbers that change only when one goes through the other. */
#include <string.h>

#include "fixtures.h"
#include "math/vec3.h"
#include "scene_world.h"

enum { RINGS = 5, AROUND = 28, ACROSS = 10 };

static const double pi = 3.14159265358979;

/* Middles of the tube; vertex i around and j across has index j AROUND + i. */
static void middles(const pl_body *ring, double out[AROUND][3])
{
  const double *x = pl_body_positions(ring);
  assert_int_equal(pl_body_particle_count(ring), AROUND * ACROSS);
  memset(out, 0, AROUND * sizeof *out);
  for (size_t i = 0; i < AROUND; i++)
    for (size_t j = 0; j < ACROSS; j++) pl_vec3_add_scaled(out[i], 1.0 / ACROSS, x + 3 * (j * AROUND + i), out[i]);
}

/* Solid angle of the triangle abc seen from the origin, signed. */
static double solid_angle(const double a[3], const double b[3], const double c[3])
{
  double across[3], la = pl_vec3_length(a), lb = pl_vec3_length(b), lc = pl_vec3_length(c);
  pl_vec3_cross(b, c, across);
  return 2 * atan2(pl_vec3_dot(a, across),
                   la * lb * lc + pl_vec3_dot(a, b) * lc + pl_vec3_dot(b, c) * la + pl_vec3_dot(c, a) * lb);
}

/* Sum over pairs of segments of the area that their differences sweep on the sphere. */
static double linking_number(double a[AROUND][3], double b[AROUND][3])
{
  double sum = 0;
  for (int i = 0; i < AROUND; i++)
    for (int j = 0; j < AROUND; j++) {
      double corners[4][3];
      pl_vec3_sub(b[j], a[i], corners[0]);
      pl_vec3_sub(b[j], a[(i + 1) % AROUND], corners[1]);
      pl_vec3_sub(b[(j + 1) % AROUND], a[(i + 1) % AROUND], corners[2]);
      pl_vec3_sub(b[(j + 1) % AROUND], a[i], corners[3]);
      sum += solid_angle(corners[0], corners[1], corners[2]) + solid_angle(corners[0], corners[2], corners[3]);
    }
  return sum / (4 * pi);
}

static void look(const pl_world *world, double links[RINGS - 1])
{
  double lines[RINGS][AROUND][3];
  for (size_t k = 0; k < RINGS; k++) middles(pl_world_body_at(world, k), lines[k]);
  for (size_t k = 0; k + 1 < RINGS; k++) links[k] = linking_number(lines[k], lines[k + 1]);
}

static void test_linked_rings_stay_linked(void **state)
{
  (void)state;
  pl_world *world = scene_world("torus-chain");
  double before[RINGS - 1], now[RINGS - 1];
  look(world, before);
  for (int k = 0; k < RINGS - 1; k++) assert_close(fabs(before[k]), 1, 1e-6);
  for (int step = 0; step < 300; step++) {
    step_times(world, 1);
    look(world, now);
    for (int k = 0; k < RINGS - 1; k++) {
      if (fabs(now[k] - before[k]) > 0.5) print_error("rings %d and %d are apart after step %d\n", k + 1, k + 2, step);
      assert_close(now[k], before[k], 0.5);
    }
  }
  pl_world_destroy(world);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_linked_rings_stay_linked)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
