/* SPDX-License-Identifier: MIT
   What a body of the surface model keeps between steps: the same bits for any number of threads, after snapshots,
   resets and changes of its material; no memory asked for in steps; none lost when there is none; broken input refused.
   */
#include "failing.h"
#include "surface_cases.h"

/* A small body that one thread does alone, one that is shared out, and another small one; two of them held. */
typedef struct scene {
  pl_world *world;
  pl_body *bodies[3];
} scene;

static scene make_scene(int threads, const pl_surface_def *surface)
{
  uint64_t seed = 21;
  scene s = {0};
  pl_world_def world_def = pl_default_world_def();
  world_def.threads = threads;
  s.world = make_world(&world_def);
  static const uint32_t sizes[3] = {14, 60, 9};
  for (int b = 0; b < 3; b++) {
    pl_mesh *mesh = make_uv_sphere(0.4, sizes[b]);
    size_t n = pl_mesh_view(mesh).vertex_count;
    pl_body_def def = surface_body(mesh);
    double *x = deformed(mesh, 0.05, 0, &seed), *v = random_vectors(n, 1, &seed);
    uint32_t pinned[2] = {0, 5};
    pl_pin_def pin = pl_default_pin_def();
    pin.particles = pinned;
    pin.count = 2;
    def.positions = x;
    def.velocities = v;
    def.surface = *surface;
    if (b == 0) def.pins = &pin, def.pin_count = 1;
    s.bodies[b] = make_body(s.world, &def);
    pl_mesh_destroy(mesh);
    free(x);
    free(v);
  }
  pl_grab_def grab = pl_default_grab_def();
  pl_grab_id id;
  uint32_t grabbed[2] = {1, 7};
  grab.particles = grabbed;
  grab.count = 2;
  grab.target[1] = 1;
  assert_ok(pl_grab_create(s.bodies[1], &grab, &id));
  pl_obstacle_def floor = pl_default_obstacle_def(PL_OBSTACLE_PLANE);
  pl_obstacle_id floor_id;
  floor.point[1] = -3;
  assert_ok(pl_obstacle_create(s.world, &floor, &floor_id));
  return s;
}

static pl_surface_def busy_surface(void)
{
  pl_surface_def def = pl_default_body_def(PL_MODEL_SURFACE).surface;
  def.damping = 10;
  def.passes = 2;
  def.normal_point = true;
  return def;
}

static void test_same_bits_for_any_number_of_threads(void **state)
{
  (void)state;
  for (int sums = PL_SUMMATION_AUTO; sums <= PL_SUMMATION_DIRECT; sums++) {
    pl_surface_def surface = busy_surface();
    surface.sums = (pl_summation)sums;
    uint64_t hash[3];
    for (int t = 0; t < 3; t++) {
      scene s = make_scene(1 + t + t / 2, &surface); /* 1, 2, 4 */
      step_times(s.world, 30);
      hash[t] = pl_world_hash(s.world);
      pl_world_destroy(s.world);
    }
    assert_true(hash[0] == hash[1] && hash[0] == hash[2]);
  }
}

static void test_snapshots_and_resets_continue_bit_for_bit(void **state)
{
  (void)state;
  pl_surface_def surface = busy_surface();
  scene s = make_scene(1, &surface);
  step_times(s.world, 10);
  void *data = NULL;
  size_t size;
  assert_ok(pl_world_save(s.world, &data, &size));
  step_times(s.world, 10);
  uint64_t later = pl_world_hash(s.world);
  assert_ok(pl_world_restore(s.world, data, size));
  step_times(s.world, 10);
  assert_true(pl_world_hash(s.world) == later);
  /* another material in between comes back with the snapshot, too */
  surface.region = 5;
  surface.normal_point = false;
  for (int b = 0; b < 3; b++) assert_ok(pl_body_set_surface(s.bodies[b], &surface));
  step_times(s.world, 3);
  assert_ok(pl_world_restore(s.world, data, size));
  step_times(s.world, 10);
  assert_true(pl_world_hash(s.world) == later);
  pl_free(data);
  pl_world_destroy(s.world);
}

static void test_reset_repeats_the_motion(void **state)
{
  (void)state;
  pl_mesh *mesh = make_uv_sphere(0.5, 12);
  uint64_t seed = 2;
  double *x = deformed(mesh, 0.1, 0.02, &seed);
  pl_world_def world_def = quiet_world(0.005);
  pl_world *world = make_world(&world_def);
  pl_body_def def = surface_body(mesh);
  def.positions = x;
  make_body(world, &def);
  step_times(world, 15);
  uint64_t first = pl_world_hash(world);
  assert_ok(pl_world_reset(world));
  step_times(world, 15);
  assert_true(pl_world_hash(world) == first);
  pl_world_destroy(world);
  pl_mesh_destroy(mesh);
  free(x);
}

/* A material that is set later is the same as one of the definition. */
static void test_material_can_be_changed(void **state)
{
  (void)state;
  pl_mesh *mesh = make_uv_sphere(0.5, 16);
  uint64_t seed = 4, hash[2];
  double *x = deformed(mesh, 0.1, 0.02, &seed);
  for (int later = 0; later < 2; later++) {
    pl_world_def world_def = quiet_world(0.005);
    pl_world *world = make_world(&world_def);
    pl_body_def def = surface_body(mesh);
    pl_surface_def other = def.surface;
    other.radius = 0.25;
    other.weights = PL_REGION_MASS;
    other.normal_point = true;
    other.stiffness = 5000;
    other.damping_part = 0.2;
    other.sums = PL_SUMMATION_DIRECT;
    def.positions = x;
    if (!later) def.surface = other;
    pl_body *body = make_body(world, &def);
    if (later) assert_ok(pl_body_set_surface(body, &other));
    step_times(world, 5);
    hash[later] = pl_world_hash(world);
    pl_world_destroy(world);
  }
  assert_true(hash[0] == hash[1]);
  pl_mesh_destroy(mesh);
  free(x);
}

/* ---- memory ---- */

static void test_steps_ask_for_no_memory(void **state)
{
  (void)state;
  pl_surface_def surface = busy_surface();
  failing_memory memory = {0};
  pl_set_allocator(&(pl_allocator){failing_allocate, failing_release, &memory});
  scene s = make_scene(2, &surface);
  step_times(s.world, 2);
  size_t before = memory.allocated;
  step_times(s.world, 20);
  assert_int_equal(memory.allocated, before);
  pl_world_destroy(s.world);
  pl_set_allocator(NULL);
  assert_int_equal(memory.live, 0);
}

static pl_status live(void *context)
{
  const pl_mesh *mesh = context;
  pl_world_def world_def = pl_default_world_def();
  world_def.threads = 1;
  pl_world *world = NULL;
  pl_body *body = NULL;
  pl_status status = pl_world_create(&world_def, &world);
  pl_body_def def = surface_body(mesh);
  double factors[64];
  for (int i = 0; i < 64; i++) factors[i] = 1;
  def.surface.normal_point = true;
  def.surface.damping = 5;
  def.stiffness = factors;
  if (status == PL_OK) status = pl_body_create(world, &def, &body);
  if (status == PL_OK) status = pl_world_step(world);
  def.surface.region = 2;
  def.surface.normal_point = false;
  if (status == PL_OK) status = pl_body_set_surface(body, &def.surface);
  if (status == PL_OK) status = pl_world_step(world);
  pl_body_signals signals;
  if (status == PL_OK) status = pl_body_measure(body, &signals);
  pl_world_destroy(world);
  return status;
}

static void test_every_allocation_may_fail(void **state)
{
  (void)state;
  pl_mesh *mesh = make_uv_sphere(0.5, 6);
  assert_int_equal(pl_mesh_view(mesh).vertex_count, 32);
  size_t failed = fail_each_allocation(live, mesh);
  assert_true(failed > 50);
  pl_mesh_destroy(mesh);
}

/* ---- refusals ---- */

static void test_broken_materials_are_refused(void **state)
{
  (void)state;
  static const pl_surface_def good = {.region = 3, .stiffness = 1, .passes = 1};
  pl_surface_def bad[13];
  for (int k = 0; k < 13; k++) bad[k] = good;
  bad[0].region = -1;
  bad[1].region = 65;
  bad[2].radius = -1;
  bad[3].stiffness = -1;
  bad[4].stiffness = NAN;
  bad[5].pull = 1.5;
  bad[6].damping = -1;
  bad[7].damping_part = 2;
  bad[8].weights = (pl_region_weights)7;
  bad[9].sums = (pl_summation)9;
  bad[10].passes = 0;
  bad[11].passes = 101;
  bad[12].momentum = (pl_momentum)5;
  static const char *const texts[13] = {"surface.region must be in [1, 64], or 0 for what the material needs, got -1",
                                        "surface.region must be in [1, 64], or 0 for what the material needs, got 65",
                                        "surface.radius must be zero or positive, in m, got -1",
                                        "surface.stiffness must be zero or positive, in 1/s^2, got -1",
                                        "surface.stiffness must be zero or positive, in 1/s^2, got nan",
                                        "surface.pull must be in [0, 1], got 1.5",
                                        "surface.damping must be zero or positive, in 1/s, got -1",
                                        "surface.damping_part must be in [0, 1], got 2",
                                        "surface.weights must be PL_REGION_SHARE or PL_REGION_MASS, got 7",
                                        "surface.sums has no choice 9; choices go from 0 to 2",
                                        "surface.passes must be in [1, 100], got 0",
                                        "surface.passes must be in [1, 100], got 101",
                                        "surface.momentum must be PL_MOMENTUM_KEEP or PL_MOMENTUM_FREE, got 5"};
  pl_mesh *mesh = make_uv_sphere(0.5, 6);
  pl_world_def world_def = quiet_world(0.005);
  pl_world *world = make_world(&world_def);
  pl_body_def def = surface_body(mesh);
  pl_body *body = make_body(world, &def);
  for (int k = 0; k < 13; k++) {
    pl_body *refused = NULL;
    def.surface = bad[k];
    assert_refused(pl_body_create(world, &def, &refused), PL_ERROR_ARGUMENT, texts[k]);
    assert_refused(pl_body_set_surface(body, &bad[k]), PL_ERROR_ARGUMENT, texts[k]);
  }
  assert_refused(pl_body_set_surface(NULL, &good), PL_ERROR_ARGUMENT, "a pointer is NULL");
  assert_refused(pl_body_set_surface(body, NULL), PL_ERROR_ARGUMENT, "a pointer is NULL");
  assert_refused(pl_body_set_graph(body, &def.graph), PL_ERROR_ARGUMENT,
                 "body 'body 0' is of the surface model, not the graph model");
  pl_world_destroy(world);
  pl_mesh_destroy(mesh);
}

static void test_meshes_that_cannot_be_matched_are_refused(void **state)
{
  (void)state;
  static const double points[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
  static const double masses[3] = {1, 1, 1};
  pl_mesh *loose = make_graph(points, 3, NULL, 0);
  pl_world_def world_def = quiet_world(0.005);
  pl_world *world = make_world(&world_def);
  pl_body_def def = surface_body(loose);
  def.masses = masses;
  pl_body *body = NULL;
  assert_refused(pl_body_create(world, &def, &body), PL_ERROR_MESH, "neither triangles nor edges");
  pl_world_destroy(world);
  pl_mesh_destroy(loose);
}

/* A vertex that nothing uses is a region of its own: it falls freely. A single one is a body, too. */
static void test_isolated_vertices_fall(void **state)
{
  (void)state;
  static const double points[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 5, 5, 5};
  static const double masses[4] = {1, 2, 3, 4};
  static const uint32_t edges[4] = {0, 1, 1, 2};
  for (size_t n = 1; n <= 4; n += 3) {
    pl_mesh *mesh = make_graph(points, n, edges, n == 4 ? 2 : 0);
    pl_world_def world_def = pl_default_world_def();
    pl_world *world = make_world(&world_def);
    pl_body_def def = surface_body(mesh);
    def.masses = masses;
    def.surface.damping = 10;
    pl_body *body = make_body(world, &def);
    step_times(world, 100);
    for (size_t i = 0; i < n; i++) {
      assert_close(pl_body_velocities(body)[3 * i + 1], -9.81 * 0.5, 1e-5);
      assert_close(pl_body_positions(body)[3 * i], points[3 * i], 1e-5);
    }
    pl_world_destroy(world);
    pl_mesh_destroy(mesh);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_same_bits_for_any_number_of_threads),
      cmocka_unit_test(test_snapshots_and_resets_continue_bit_for_bit),
      cmocka_unit_test(test_reset_repeats_the_motion),
      cmocka_unit_test(test_material_can_be_changed),
      cmocka_unit_test(test_steps_ask_for_no_memory),
      cmocka_unit_test(test_every_allocation_may_fail),
      cmocka_unit_test(test_broken_materials_are_refused),
      cmocka_unit_test(test_meshes_that_cannot_be_matched_are_refused),
      cmocka_unit_test(test_isolated_vertices_fall),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
