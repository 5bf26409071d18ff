/* SPDX-License-Identifier: MIT
   Bodies from a tenth of a millimetre to ten kilometres, at steps that suit them, behave alike: nothing in a step has a
   length of its own. Froude's similarity: lengths by L, times by sqrt(L), moduli by L, pulls (1/s^2) by 1/L. */
#include <math.h>
#include <string.h>

#include "fixtures.h"
#include "pliant/make.h"

enum { STEPS = 60, BODIES = 2 };

/* Two balls fall on a floor and on each other; where they are in the end, in parts of their size. */
static size_t play(pl_model_kind model, double size, double **out)
{
  pl_world_def world_def = quiet_world(0.005 * sqrt(size));
  world_def.gravity[1] = -9.81;
  world_def.substeps = 1; /* by itself a step is taken in parts of at most 5 ms, whatever the size */
  world_def.sleep.speed = 0;
  pl_world *world = make_world(&world_def);
  pl_obstacle_def floor = pl_default_obstacle_def(PL_OBSTACLE_PLANE);
  assert_ok(pl_obstacle_create(world, &floor, NULL));
  pl_mesh *mesh = NULL;
  assert_ok(pl_make_icosphere(0.5 * size, 2, &mesh));
  size_t n = pl_mesh_view(mesh).vertex_count;
  double *x = malloc(3 * n * sizeof(double));
  *out = malloc(3 * n * BODIES * sizeof(double));
  assert_true(x && *out);
  pl_body *bodies[BODIES];
  for (int b = 0; b < BODIES; b++) {
    memcpy(x, pl_mesh_view(mesh).positions, 3 * n * sizeof(double));
    for (size_t i = 0; i < n; i++) {
      x[3 * i] += 0.1 * b * size;
      x[3 * i + 1] += (0.55 + 1.05 * b) * size;
    }
    pl_body_def def = pl_default_body_def(model);
    def.mesh = mesh;
    def.positions = x;
    def.graph.youngs_modulus = 2e6 * size;
    def.surface.stiffness = 20000 / size;
    bodies[b] = make_body(world, &def);
  }
  size_t met = 0;
  for (int k = 0; k < STEPS; k++) {
    assert_ok(pl_world_step(world));
    met += pl_world_stats(world).contact_count > 0;
  }
  assert_true(met > 5); /* they lie on each other */
  for (int b = 0; b < BODIES; b++)
    for (size_t i = 0; i < 3 * n; i++) (*out)[3 * n * (size_t)b + i] = pl_body_positions(bodies[b])[i] / size;
  free(x);
  pl_mesh_destroy(mesh);
  pl_world_destroy(world);
  return 3 * n * BODIES;
}

/* Measured: 1.2e-7 of the size at worst, which is how contact sorts (in float); 1e-5 leaves room for other rounding. */
static void test_alike(void **state)
{
  (void)state;
  static const pl_model_kind models[] = {PL_MODEL_GRAPH, PL_MODEL_SURFACE};
  static const double sizes[] = {1e-4, 1e-3, 100, 1e4};
  for (size_t m = 0; m < sizeof models / sizeof *models; m++) {
    double *one = NULL;
    size_t count = play(models[m], 1, &one);
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
      double *other = NULL, most = 0;
      play(models[m], sizes[s], &other);
      for (size_t i = 0; i < count; i++) most = fmax(most, fabs(one[i] - other[i]));
      print_message("model %d, %g m: %.2g of its size apart\n", (int)models[m], sizes[s], most);
      assert_true(most < 1e-5);
      free(other);
    }
    free(one);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_alike)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
