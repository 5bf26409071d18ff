/* SPDX-License-Identifier: MIT */
#include "testing.h"

#include "fixtures.h"
#include "math/vec3.h"
#include "model/common/momentum.h"

/* The correction gives exactly what is asked for, and changes neither the linear momentum nor a body that needs none.
   */
static void test_set_angular_momentum(void **state)
{
  (void)state;
  enum { N = 20 };
  uint64_t seed = 3;
  double mass[N], x[3 * N], v[3 * N], before[3 * N], wanted[3] = {1, -2, 3}, now[3], p0[3] = {0}, p1[3] = {0};
  for (size_t i = 0; i < N; i++) mass[i] = 1.5 + random_unit(&seed);
  for (size_t k = 0; k < 3 * N; k++) x[k] = 10 + random_unit(&seed);
  for (size_t k = 0; k < 3 * N; k++) v[k] = before[k] = random_unit(&seed);
  pl_set_angular_momentum(N, mass, x, wanted, 1e-3, v);
  pl_angular_momentum(N, mass, x, v, now);
  for (int c = 0; c < 3; c++) assert_close(now[c], wanted[c], 1e-11); /* rounding of sums around 10 */
  for (size_t i = 0; i < N; i++) {
    pl_vec3_add_scaled(p0, mass[i], before + 3 * i, p0);
    pl_vec3_add_scaled(p1, mass[i], v + 3 * i, p1);
  }
  for (int c = 0; c < 3; c++) assert_close(p0[c], p1[c], 1e-12);
  pl_set_angular_momentum(N, mass, x, now, 1e-3, v);
  pl_angular_momentum(N, mass, x, v, wanted);
  for (int c = 0; c < 3; c++) assert_close(now[c], wanted[c], 1e-11);
}

/* Both momenta at once, after forces: as sums by hand have them, far from the origin. */
static void test_set_momenta(void **state)
{
  (void)state;
  enum { N = 20 };
  const double h = 0.01;
  uint64_t seed = 5;
  double mass[N], x[3 * N], v[3 * N], force[3 * N], next[3 * N], before[3], torque[3], now[3], linear[3] = {0};
  for (size_t i = 0; i < N; i++) mass[i] = 1.5 + random_unit(&seed);
  for (size_t k = 0; k < 3 * N; k++) x[k] = 10 + random_unit(&seed);
  for (size_t k = 0; k < 3 * N; k++) v[k] = random_unit(&seed);
  for (size_t k = 0; k < 3 * N; k++) force[k] = 50 * random_unit(&seed);
  for (size_t k = 0; k < 3 * N; k++) next[k] = random_unit(&seed);
  pl_angular_momentum(N, mass, x, v, before);
  pl_torque(N, mass, x, force, torque);
  pl_momenta momenta;
  pl_momenta_after(N, mass, x, v, force, h, &momenta);
  pl_set_momenta(N, mass, x, &momenta, true, 1e-3, next);
  pl_angular_momentum(N, mass, x, next, now);
  for (int c = 0; c < 3; c++) assert_close(now[c], before[c] + h * torque[c], 1e-11);
  for (size_t i = 0; i < N; i++)
    for (size_t c = 0; c < 3; c++) linear[c] += mass[i] * (next[3 * i + c] - v[3 * i + c]) - h * force[3 * i + c];
  for (int c = 0; c < 3; c++) assert_close(linear[c], 0, 1e-11);
}

/* Particles on a line cannot turn about it, and a lone one not at all: nothing but finite numbers comes out. */
static void test_degenerate(void **state)
{
  (void)state;
  double mass[3] = {1, 1, 1}, x[9] = {0, 0, 0, 1, 0, 0, 2, 0, 0}, v[9] = {0}, wanted[3] = {0, 0, 2};
  pl_set_angular_momentum(3, mass, x, wanted, 1e-3, v);
  for (int k = 0; k < 9; k++) assert_true(isfinite(v[k]));
  double now[3];
  pl_angular_momentum(3, mass, x, v, now);
  assert_close(now[2], 2, 1e-9);
  pl_set_angular_momentum(1, mass, x, wanted, 1e-3, v);
  for (int k = 0; k < 9; k++) assert_true(isfinite(v[k]));
}

/* A free spinning bar, 10 s: angular momentum to 1e-9, total energy at most 1.05 of the start while |omega| h <= 0.1.
   */
static void spin(double h, double youngs_modulus, double omega)
{
  pl_world_def world_def = pl_default_world_def();
  world_def.step = h;
  world_def.substeps = 1;
  world_def.gravity[1] = 0;
  pl_world *world = NULL;
  assert_ok(pl_world_create(&world_def, &world));
  pl_mesh *mesh = make_bar(9, 4, 4, 0.1, 26);
  pl_mesh_data data = pl_mesh_view(mesh);
  double *v = calloc(3 * data.vertex_count, sizeof(double)), w[3] = {0.3 * omega, 0.2 * omega, 0.93 * omega};
  double center[3] = {0.4, 0.15, 0.15};
  for (size_t i = 0; i < data.vertex_count; i++) {
    double arm[3];
    pl_vec3_sub(data.positions + 3 * i, center, arm);
    pl_vec3_cross(w, arm, v + 3 * i);
  }
  pl_body_def def = pl_default_body_def(PL_MODEL_GRAPH);
  def.mesh = mesh;
  def.velocities = v;
  def.graph.youngs_modulus = youngs_modulus;
  pl_body *body = NULL;
  assert_ok(pl_body_create(world, &def, &body));
  pl_body_signals start, now;
  assert_ok(pl_body_measure(body, &start));
  double scale = pl_vec3_length(start.angular_momentum), most = 0;
  for (int k = 0; k < (int)(10 / h); k++) {
    assert_ok(pl_world_step(world));
    assert_ok(pl_body_measure(body, &now));
    most = fmax(most, (now.kinetic + now.elastic) / (start.kinetic + start.elastic));
    assert_less(pl_vec3_distance(now.angular_momentum, start.angular_momentum), 1e-9 * scale);
  }
  assert_less(most, 1.05);
  free(v);
  pl_world_destroy(world);
  pl_mesh_destroy(mesh);
}

static void test_free_bodies_keep_spinning(void **state)
{
  (void)state;
  spin(0.005, 1e5, 6);
  spin(0.005, 1e7, 20);
  spin(1.0 / 60, 1e6, 6);
  spin(1.0 / 30, 1e7, 3);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_set_angular_momentum), cmocka_unit_test(test_set_momenta),
                                     cmocka_unit_test(test_degenerate),
                                     cmocka_unit_test(test_free_bodies_keep_spinning)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
