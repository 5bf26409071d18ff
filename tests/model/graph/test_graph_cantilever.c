/* SPDX-License-Identifier: MIT
   The notes' hanging cantilevers (1.8.5): 41×9×9 nodes, 5×1×1 m, 5 kg, clamped at one end. Length over rest length, the
   mean of all lines, when it hangs still. */
#include <string.h>

#include "fixtures.h"

enum { NX = 41, NY = 9, NZ = 9 };

static double hanging_length(double edge, double laplacian, double *tip)
{
  pl_mesh *mesh = make_bar(NX, NY, NZ, 0.125, 26);
  size_t n = (size_t)NX * NY * NZ;
  double *masses = malloc(n * sizeof(double));
  uint32_t end[NY * NZ];
  for (size_t i = 0; i < n; i++) masses[i] = 5.0 / (double)n;
  pl_pin_def pin = pl_default_pin_def();
  pin.particles = end;
  pin.count = select_particles(mesh, 0, 0, end);
  pl_world_def world_def = quiet_world(0.02);
  world_def.gravity[1] = -9.81;
  world_def.threads = 0;
  pl_world *world = make_world(&world_def);
  pl_body_def def = stiff_body(mesh, 1);
  def.graph.edge = edge;
  def.graph.laplacian = laplacian;
  def.graph.weights = PL_WEIGHTS_UNIFORM;
  def.graph.covariance = PL_COVARIANCE_MASS;
  def.graph.damping_mass = 1;
  def.masses = masses;
  def.pins = &pin;
  def.pin_count = 1;
  pl_body *body = make_body(world, &def);
  for (int k = 0; k < 3000; k++) {
    step_times(world, 1);
    if (k > 300 && fastest(body) < 1e-3) break;
  }
  assert_less(fastest(body), 0.02);
  const double *x = pl_body_positions(body);
  double length = 0; /* mean of all lines along the bar */
  for (size_t line = 0; line < NY * NZ; line++)
    for (size_t i = 1; i < NX; i++) {
      const double *a = x + 3 * ((i - 1) * NY * NZ + line), *b = x + 3 * (i * NY * NZ + line);
      length += sqrt((b[0] - a[0]) * (b[0] - a[0]) + (b[1] - a[1]) * (b[1] - a[1]) + (b[2] - a[2]) * (b[2] - a[2]));
    }
  *tip = x[3 * ((NX - 1) * NY * NZ + 40) + 1] - 0.5;
  free(masses);
  pl_world_destroy(world);
  pl_mesh_destroy(mesh);
  return length / (5 * NY * NZ);
}

static void test_hanging_lengths(void **state)
{
  (void)state;
  static const struct {
    double edge, laplacian, length, tolerance;
  } cases[] = {{0, 2e3, 2.07, 0.07}, {0, 2e4, 1.05, 0.035}, {20, 0, 1.003, 0.002}, {20, 2e3, 1.003, 0.002}};
  for (int k = 0; k < 4; k++) {
    double tip, length = hanging_length(cases[k].edge, cases[k].laplacian, &tip);
    print_message("le %g, ll %g: %.4f of its length, tip %.3f m\n", cases[k].edge, cases[k].laplacian, length, tip);
    assert_close(length, cases[k].length, cases[k].tolerance);
    if (k == 2) assert_close(tip, -2.4, 0.1);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_hanging_lengths)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
