/* SPDX-License-Identifier: MIT
   Pins of the definition, pins and grabs that come and go, and pushes, for bodies of the surface model. */
#include "surface_cases.h"

typedef struct fixture {
  pl_mesh *mesh;
  pl_world *world;
  pl_body *body;
} fixture;

static fixture make_fixture(double gravity, const pl_pin_def *pins)
{
  fixture f = {.mesh = make_uv_sphere(0.5, 14)};
  pl_world_def world_def = quiet_world(0.005);
  world_def.gravity[1] = -gravity;
  f.world = make_world(&world_def);
  pl_body_def def = surface_body(f.mesh);
  def.surface.damping = 20;
  def.pins = pins;
  def.pin_count = pins != NULL;
  f.body = make_body(f.world, &def);
  return f;
}

static void free_fixture(fixture *f)
{
  pl_world_destroy(f->world);
  pl_mesh_destroy(f->mesh);
}

/* The top of a ball, half a second to the right and up. */
static size_t top_of(const pl_mesh *mesh, uint32_t *out)
{
  pl_mesh_data data = pl_mesh_view(mesh);
  size_t count = 0;
  for (uint32_t i = 0; i < data.vertex_count; i++)
    if (data.positions[3 * i + 1] > 0.4) out[count++] = i;
  return count;
}

static void test_pins_of_both_kinds_hold(void **state)
{
  (void)state;
  pl_mesh *mesh = make_uv_sphere(0.5, 14);
  uint32_t top[256];
  size_t count = top_of(mesh, top);
  assert_in_range(count, 10, 200);
  const pl_pose_key keys[2] = {{.time = 0}, {.time = 0.5, .translate = {0.2, 0.1, 0}}};
  pl_pin_def pin = pl_default_pin_def();
  pin.particles = top;
  pin.count = count;
  pin.motion.keys = keys;
  pin.motion.count = 2;
  const double *rest = pl_mesh_view(mesh).positions;
  double end[2][3];
  for (int late = 0; late < 2; late++) {
    fixture f = make_fixture(9.81, late ? NULL : &pin);
    pl_pin_id id;
    if (late) assert_ok(pl_pin_create(f.body, &pin, &id));
    step_times(f.world, 100);
    const double *x = pl_body_positions(f.body);
    for (size_t k = 0; k < count; k++) {
      assert_close(x[3 * top[k]], rest[3 * top[k]] + 0.2, 1e-12);
      assert_close(x[3 * top[k] + 1], rest[3 * top[k] + 1] + 0.1, 1e-12);
    }
    pl_vec3_set(end[late], 0, 0, 0);
    for (size_t i = 0; i < pl_body_particle_count(f.body); i++) pl_vec3_add(end[late], x + 3 * i, end[late]);
    step_times(f.world, 400);
    assert_less(fastest(f.body), 0.05); /* it hangs */
    assert_less(shape_error(f.body), 0.5);
    free_fixture(&f);
  }
  assert_less(pl_vec3_distance(end[0], end[1]), 1e-9); /* they are the same thing */
  pl_mesh_destroy(mesh);
}

static void test_grabs_carry_and_let_go(void **state)
{
  (void)state;
  fixture f = make_fixture(0, NULL);
  uint32_t top[256];
  size_t count = top_of(f.mesh, top);
  pl_grab_def grab = pl_default_grab_def();
  pl_grab_id ids[2];
  grab.particles = top;
  grab.count = count < 16 ? count : 16;
  pl_vec3_set(grab.target, 1, 1, 0);
  assert_ok(pl_grab_create(f.body, &grab, &ids[0]));
  grab.particles = top + 4; /* shares particles with the first */
  grab.count = 8;
  assert_ok(pl_grab_create(f.body, &grab, &ids[1]));
  step_times(f.world, 800);
  double mean[3] = {0, 0, 0};
  for (size_t k = 0; k < 8; k++) pl_vec3_add_scaled(mean, 0.125, pl_body_positions(f.body) + 3 * top[4 + k], mean);
  assert_close(mean[0], 1, 0.02);
  assert_close(mean[1], 1, 0.02);
  assert_less(shape_error(f.body), 0.05); /* the whole body came along */
  assert_ok(pl_grab_remove(f.body, ids[0]));
  assert_ok(pl_grab_remove(f.body, ids[1]));
  step_times(f.world, 400);
  assert_less(shape_error(f.body), 0.01);
  free_fixture(&f);
}

/* An impulse on one particle becomes the momentum of the body. */
static void test_pushes_add_up(void **state)
{
  (void)state;
  fixture f = make_fixture(0, NULL);
  const uint32_t particle = 20;
  const double force[3] = {30, 0, 40}; /* N, for one step of 5 ms */
  assert_ok(pl_body_apply_force(f.body, &particle, 1, force));
  step_times(f.world, 50);
  pl_body_signals signals;
  assert_ok(pl_body_measure(f.body, &signals));
  assert_close(signals.momentum[0], 0.15, 1e-9);
  assert_close(signals.momentum[1], 0, 1e-9);
  assert_close(signals.momentum[2], 0.2, 1e-9);
  free_fixture(&f);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_pins_of_both_kinds_hold),
                                     cmocka_unit_test(test_grabs_carry_and_let_go),
                                     cmocka_unit_test(test_pushes_add_up)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
