/* SPDX-License-Identifier: MIT
   Memory that runs out at every possible place: an error comes back, nothing is lost, and the world still works. */
#include "failing.h"
#include "fixtures.h"

#include <string.h>

typedef struct scene {
  pl_mesh *mesh;
  uint32_t held[32];
  size_t held_count;
} scene;

static int setup(void **state)
{
  static scene s;
  s.mesh = make_bar(4, 3, 3, 0.1, 26);
  s.held_count = select_particles(s.mesh, 0, 0, s.held);
  *state = &s;
  return 0;
}

static int teardown(void **state)
{
  pl_mesh_destroy(((scene *)*state)->mesh);
  return 0;
}

static const pl_pose_key turn[2] = {{.time = 0}, {.time = 1, .rotate = {0, 1, 0}}};
static const pl_key pull[2] = {{0, {0, -1, 0}}, {1, {0, -9.81, 0}}};

static pl_status create_world(const scene *s, pl_world **world)
{
  (void)s;
  pl_world_def def = pl_default_world_def();
  def.threads = 2;
  def.gravity_keys = pull;
  def.gravity_key_count = 2;
  return pl_world_create(&def, world);
}

static pl_status create_body(const scene *s, pl_world *world, double laplacian, pl_body **body)
{
  pl_pin_def pin = pl_default_pin_def();
  pin.particles = s->held;
  pin.count = s->held_count;
  pin.motion = (pl_motion){.keys = turn, .count = 2};
  pl_body_def def = pl_default_body_def(PL_MODEL_GRAPH);
  def.mesh = s->mesh;
  def.name = "bar";
  def.contact.bodies = false; /* bodies lie in each other here: coming apart is another test */
  def.pins = &pin;
  def.pin_count = 1;
  def.graph.laplacian = laplacian;
  return pl_body_create(world, &def, body);
}

static pl_status create_floor(pl_world *world, pl_obstacle_id *id)
{
  pl_obstacle_def def = pl_default_obstacle_def(PL_OBSTACLE_PLANE);
  def.point[1] = -0.05;
  def.name = "floor";
  def.motion = (pl_motion){.keys = turn, .count = 2};
  return pl_obstacle_create(world, &def, id);
}

static pl_status world_and_body(void *context)
{
  pl_world *world = NULL;
  pl_body *body = NULL;
  pl_status status = create_world(context, &world);
  if (status == PL_OK) status = create_body(context, world, 1, &body);
  pl_world_destroy(world);
  return status;
}

static void test_world_and_body(void **state)
{
  size_t failed = fail_each_allocation(world_and_body, *state);
  print_message("%zu allocations failed in turn\n", failed);
  assert_true(failed > 30);
}

/* ---- everything else: what is asked of a world that lives ---- */

typedef struct live {
  pl_world *world;
  pl_body *body;
  pl_obstacle_id floor;
  pl_pin_id pin;
  pl_grab_id grab;
  const void *snapshot;
  size_t snapshot_size;
} live;

typedef pl_status (*action)(const scene *s, live *l);

static pl_status do_body(const scene *s, live *l)
{
  pl_body_def def = pl_default_body_def(PL_MODEL_GRAPH);
  def.mesh = s->mesh;
  pl_body *body = NULL;
  pl_status status = pl_body_create(l->world, &def, &body);
  assert_true((status == PL_OK) == (body != NULL));
  return status;
}

static pl_status do_floor(const scene *s, live *l)
{
  (void)s;
  return create_floor(l->world, &l->floor);
}

static pl_status do_pin(const scene *s, live *l)
{
  (void)s;
  pl_pin_def def = pl_default_pin_def();
  def.particles = (uint32_t[]){30, 31};
  def.count = 2;
  def.motion = (pl_motion){.keys = turn, .count = 2};
  return pl_pin_create(l->body, &def, &l->pin);
}

static pl_status do_grab(const scene *s, live *l)
{
  (void)s;
  pl_grab_def def = pl_default_grab_def();
  def.particles = (uint32_t[]){20, 21};
  def.count = 2;
  return pl_grab_create(l->body, &def, &l->grab);
}

static pl_status do_release(const scene *s, live *l)
{
  (void)s;
  return pl_pin_remove(l->body, pl_body_pin(l->body, 0));
}

static pl_status do_material(const scene *s, live *l)
{
  (void)s;
  pl_graph_def graph = pl_default_body_def(PL_MODEL_GRAPH).graph;
  graph.youngs_modulus = 2e5;
  graph.laplacian = 1;
  return pl_body_set_graph(l->body, &graph);
}

static pl_status do_step_size(const scene *s, live *l)
{
  (void)s;
  return pl_world_set_step(l->world, 1.0 / 100);
}

static pl_status do_positions(const scene *s, live *l)
{
  return pl_body_set_positions(l->body, pl_mesh_view(s->mesh).positions);
}

static pl_status do_velocities(const scene *s, live *l)
{
  return pl_body_set_velocities(l->body, pl_mesh_view(s->mesh).positions);
}

static pl_status do_remove(const scene *s, live *l)
{
  (void)s;
  return pl_body_remove(pl_world_body(l->world, "second"));
}

static pl_status do_force(const scene *s, live *l)
{
  (void)s;
  return pl_body_apply_force(l->body, (uint32_t[]){30}, 1, (double[]){1, 2, 3});
}

static pl_status do_reset(const scene *s, live *l)
{
  (void)s;
  return pl_world_reset(l->world);
}

static pl_status do_save(const scene *s, live *l)
{
  (void)s;
  void *data = NULL;
  size_t size = 0;
  pl_status status = pl_world_save(l->world, &data, &size);
  assert_true((status == PL_OK) == (data != NULL));
  pl_free(data);
  return status;
}

static pl_status do_restore(const scene *s, live *l)
{
  (void)s;
  return pl_world_restore(l->world, l->snapshot, l->snapshot_size);
}

static live start(const scene *s)
{
  live l = {0};
  pl_body *second = NULL;
  assert_ok(create_world(s, &l.world));
  assert_ok(create_body(s, l.world, 0, &l.body));
  pl_body_def def = pl_default_body_def(PL_MODEL_GRAPH);
  def.mesh = s->mesh;
  def.name = "second";
  def.contact.bodies = false;
  assert_ok(pl_body_create(l.world, &def, &second));
  step_times(l.world, 2);
  return l;
}

/* A snapshot with all that can be in one: floor, pin, grab, released pin, changed material and step. */
static void make_snapshot(const scene *s, void **data, size_t *size)
{
  live l = start(s);
  action all[] = {do_floor, do_pin, do_grab, do_release, do_material, do_step_size};
  for (size_t k = 0; k < sizeof all / sizeof *all; k++) assert_ok(all[k](s, &l));
  step_times(l.world, 5);
  assert_ok(pl_world_save(l.world, data, size));
  pl_world_destroy(l.world);
}

static uint64_t hash_after(const scene *s, action act, const void *snapshot, size_t size)
{
  live l = start(s);
  l.snapshot = snapshot;
  l.snapshot_size = size;
  assert_ok(act(s, &l));
  step_times(l.world, 3);
  uint64_t hash = pl_world_hash(l.world);
  pl_world_destroy(l.world);
  return hash;
}

/* Fails the n-th allocation of the action and of the step that applies it. Repeating what failed must end where an
   undisturbed run ends, bit for bit. */
static void fail_in_action(const scene *s, action act, const char *name)
{
  void *snapshot = NULL;
  size_t size = 0, n;
  make_snapshot(s, &snapshot, &size);
  uint64_t expected = hash_after(s, act, snapshot, size);
  for (n = 1;; n++) {
    failing_memory memory = {0};
    pl_set_allocator(&(pl_allocator){failing_allocate, failing_release, &memory});
    live l = start(s);
    l.snapshot = snapshot;
    l.snapshot_size = size;
    uint64_t before = pl_world_hash(l.world);
    memory.fail_at = memory.allocated + n;
    pl_status acted = act(s, &l), stepped = PL_OK;
    if (acted != PL_OK) {
      assert_int_equal(acted, PL_ERROR_MEMORY);
      if (pl_world_hash(l.world) != before) print_error("%s: allocation %zu changed the state\n", name, n);
      assert_true(pl_world_hash(l.world) == before);
      acted = act(s, &l); /* again, with memory */
    }
    assert_ok(acted);
    int taken = 0;
    stepped = pl_world_step(l.world);
    if (stepped == PL_OK) taken = 1;
    bool failed = memory.allocated >= memory.fail_at;
    if (stepped != PL_OK) assert_int_equal(stepped, PL_ERROR_MEMORY);
    step_times(l.world, 3 - taken);
    if (pl_world_hash(l.world) != expected) print_error("%s: allocation %zu changed what followed\n", name, n);
    assert_true(pl_world_hash(l.world) == expected);
    pl_world_destroy(l.world);
    pl_set_allocator(NULL);
    if (memory.live) print_error("%s: allocation %zu left %zu blocks\n", name, n, (size_t)memory.live);
    assert_int_equal(memory.live, 0);
    if (!failed) break;
  }
  print_message("%s: %zu allocations failed in turn\n", name, n - 1);
  pl_free(snapshot);
}

static void test_actions(void **state)
{
  static const struct {
    action act;
    const char *name;
  } actions[] = {{do_body, "body"},
                 {do_floor, "obstacle"},
                 {do_pin, "pin"},
                 {do_grab, "grab"},
                 {do_release, "release a pin"},
                 {do_material, "material"},
                 {do_step_size, "step size"},
                 {do_positions, "positions"},
                 {do_velocities, "velocities"},
                 {do_remove, "remove a body"},
                 {do_force, "force"},
                 {do_reset, "reset"},
                 {do_save, "save"},
                 {do_restore, "restore"}};
  for (size_t k = 0; k < sizeof actions / sizeof *actions; k++) fail_in_action(*state, actions[k].act, actions[k].name);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_world_and_body), cmocka_unit_test(test_actions)};
  return cmocka_run_group_tests(tests, setup, teardown);
}
