/* SPDX-License-Identifier: MIT
   Heat in the step of the world: through contact with a hot plate and between bodies, in snapshots and recordings, and
   that nobody falls asleep while he warms. */
#include <string.h>

#include "failing.h"
#include "matter/heat_cases.h"

static pl_world *plate_world(double temperature, int threads)
{
  pl_world_def def = quiet_world(1.0 / 200);
  def.gravity[1] = -9.81;
  def.threads = threads;
  pl_world *world = make_world(&def);
  pl_obstacle_def plate = pl_default_obstacle_def(PL_OBSTACLE_PLANE);
  plate.temperature = temperature;
  pl_obstacle_id id;
  assert_ok(pl_obstacle_create(world, &plate, &id));
  return world;
}

/* A block of 4 layers of nodes, 10 cm apart, that warms quickly. */
static pl_body *add_block(pl_world *world, const pl_mesh *mesh, const double at[3], double k,
                          const pl_heat_source_def *held)
{
  size_t n = pl_mesh_view(mesh).vertex_count;
  pl_body_def def = heated(mesh);
  double *x = calloc(3 * n, sizeof *x);
  move_points(pl_mesh_view(mesh).positions, n, (double[]){1, 0, 0, 0, 1, 0, 0, 0, 1}, at, x);
  def.positions = x;
  def.graph.youngs_modulus = 2e6;
  def.graph.damping_stiffness = 0.02;
  def.density = 500;
  def.heat.capacity = 0.02;
  def.heat.conductivity.value = k;
  def.heat.contact = 800;
  def.heat.sources = held;
  def.heat.source_count = held != NULL;
  pl_body *body = make_body(world, &def);
  free(x);
  return body;
}

static const double below[3] = {0, 0.005, 0}, above[3] = {0.15, 0.135, 0.15};

/* A wide block that conducts well on a plate of 400 K, and on it a narrow one whose top is held at 300 K: its
   vertices over the middles of the other's faces: one flux through plate, contact and the narrow block, to 0.5 %. */
static void test_two_blocks_on_a_hot_plate(void **state)
{
  (void)state;
  pl_world *world = plate_world(400, 1);
  pl_mesh *wide = make_bar(7, 2, 7, 0.1, 26), *narrow = make_bar(5, 4, 5, 0.1, 26);
  uint32_t top[25];
  pl_heat_source_def held = {top, select_particles(narrow, 1, 0.3, top), {{{0, 300}}, 1}, {.count = 0}};
  const pl_body *lower = add_block(world, wide, below, 1e5, NULL), *upper = add_block(world, narrow, above, 10, &held);
  step_times(world, 300);
  double area = 0.16, resistance = 1 / (800 * 0.36) + (2.0 / 800 + 0.3 / 10) / area, flux = 100 / resistance;
  double in = 0, through = 0, out = 0;
  for (int k = 0; k < 100; k++) { /* the mean: vertices come to touch and leave, and each shakes the flow for a while */
    step_times(world, 1);
    in += heat_of(lower).from_obstacles / 100;
    through += heat_of(upper).from_bodies / 100;
    out -= heat_of(upper).from_sources / 100;
    assert_close(heat_of(upper).from_bodies, -heat_of(lower).from_bodies, 1e-9 * flux);
  }
  assert_close(in, flux, 5e-3 * flux);
  assert_close(through, flux, 5e-3 * flux);
  assert_close(out, flux, 5e-3 * flux);
  pl_mesh_destroy(wide);
  pl_mesh_destroy(narrow);
  pl_world_destroy(world);
}

/* What one body loses the other gets: two blocks alone, on a floor that lets no heat through. */
static void test_bodies_share_their_heat(void **state)
{
  (void)state;
  pl_world *world = plate_world(0, 1);
  pl_mesh *wide = make_bar(7, 2, 7, 0.1, 26), *narrow = make_bar(5, 4, 5, 0.1, 26);
  pl_body *lower = add_block(world, wide, below, 20, NULL), *upper = add_block(world, narrow, above, 5, NULL);
  double hot[100];
  for (int i = 0; i < 100; i++) hot[i] = 390;
  assert_ok(pl_body_set_temperatures(upper, hot));
  step_times(world, 1);
  double all = heat_of(lower).heat + heat_of(upper).heat;
  for (int k = 0; k < 150; k++) {
    step_times(world, 1);
    assert_close(heat_of(lower).heat + heat_of(upper).heat, all, 1e-10 * all);
  }
  double mean = all / (heat_of(lower).capacity + heat_of(upper).capacity);
  assert_close(heat_of(lower).mean, mean, 0.01);
  assert_close(heat_of(upper).mean, mean, 0.01);
  pl_mesh_destroy(wide);
  pl_mesh_destroy(narrow);
  pl_world_destroy(world);
}

/* Snapshots in the middle, threads, and temperatures that were set, give the same bits. */
static void test_the_same_bits(void **state)
{
  (void)state;
  pl_mesh *wide = make_bar(7, 2, 7, 0.1, 26), *narrow = make_bar(5, 4, 5, 0.1, 26);
  uint64_t hash[4] = {0};
  void *saved = NULL;
  size_t size = 0;
  const int threads[4] = {1, 2, 7, 1};
  for (int run = 0; run < 4; run++) {
    pl_world *world = plate_world(400, threads[run]);
    add_block(world, wide, below, 20, NULL);
    pl_body *block = add_block(world, narrow, above, 5, NULL);
    if (run < 3) {
      double T[100];
      for (int i = 0; i < 100; i++) T[i] = 280 + i;
      step_times(world, 20);
      assert_ok(pl_body_set_temperatures(block, T));
      step_times(world, 20);
      if (run == 0) assert_ok(pl_world_save(world, &saved, &size));
    } else {
      assert_ok(pl_world_restore(world, saved, size));
    }
    step_times(world, 40);
    hash[run] = pl_world_hash(world);
    assert_true(hash[run] == hash[0]);
    if (run == 0) { /* as at the start again */
      assert_ok(pl_world_reset(world));
      step_times(world, 1);
      assert_close(heat_of(block).mean, 293.15, 1e-9);
    }
    pl_world_destroy(world);
  }
  pl_free(saved);
  pl_mesh_destroy(wide);
  pl_mesh_destroy(narrow);
}

/* Nobody sleeps while he warms; who is as warm as the plate may. */
static void test_what_warms_stays_awake(void **state)
{
  (void)state;
  pl_mesh *mesh = make_bar(5, 4, 5, 0.1, 26);
  for (int warm = 0; warm < 2; warm++) {
    pl_world *world = plate_world(300, 1);
    pl_body_def def = heated(mesh);
    double x[300];
    move_points(pl_mesh_view(mesh).positions, 100, (double[]){1, 0, 0, 0, 1, 0, 0, 0, 1}, (double[]){0, 0.0005, 0}, x);
    def.positions = x;
    def.graph.damping_stiffness = 0.02;
    def.sleep = true;
    def.heat.temperature.value = warm ? 300 : 290;
    const pl_body *body = make_body(world, &def);
    step_times(world, 400);
    assert_int_equal(pl_body_is_asleep(body), warm);
    pl_world_destroy(world);
  }
  pl_mesh_destroy(mesh);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_two_blocks_on_a_hot_plate), cmocka_unit_test(test_bodies_share_their_heat),
      cmocka_unit_test(test_the_same_bits), cmocka_unit_test(test_what_warms_stays_awake)};
  choose_tests();
  return cmocka_run_group_tests(tests, NULL, NULL);
}
