/* SPDX-License-Identifier: MIT */
#include "world/busy_scene.h"

#include <string.h>

#include "base/hash.h"

enum { STEPS = 60 };

static void compare(const uint64_t *a, const uint64_t *b, int from, const char *what)
{
  for (int k = from; k < STEPS; k++) {
    if (a[k] != b[k]) print_error("%s: bits differ from step %d on\n", what, k);
    assert_true(a[k] == b[k]);
  }
}

/* Saves before step k of the busy scene, then continues in the same world, again after restoring there, and in a new
   world. */
static void save_and_continue(int at, pl_precision precision)
{
  uint64_t straight[STEPS], again[STEPS];
  busy_scene s = busy_start(1, NULL, precision);
  busy_run(&s, 0, STEPS, straight);
  pl_world_destroy(s.world);

  void *data = NULL;
  size_t size = 0;
  s = busy_start(1, NULL, precision);
  busy_run(&s, 0, at, again);
  assert_ok(pl_world_save(s.world, &data, &size));
  busy_scene saved = s;
  busy_run(&s, at, STEPS, again);
  compare(straight, again, at, "saving disturbed the run");
  assert_ok(pl_world_restore(s.world, data, size));
  assert_close(pl_world_time(s.world), at * 0.005, 1e-12);
  s = saved;
  busy_run(&s, at, STEPS, again);
  compare(straight, again, at, "restored in the same world");
  pl_world_destroy(s.world);

  busy_scene fresh = busy_start(2, NULL, precision);
  assert_ok(pl_world_restore(fresh.world, data, size));
  fresh.pin = saved.pin;
  fresh.grab = saved.grab;
  busy_run(&fresh, at, STEPS, again);
  compare(straight, again, at, "restored in a new world");
  pl_world_destroy(fresh.world);
  pl_free(data);
}

static void test_continues_bit_for_bit(void **state)
{
  (void)state;
  const int at[] = {0, 7, 13, 35, 50}; /* before anything, pin, pin and grab and contact, grab, all gone */
  for (size_t k = 0; k < sizeof at / sizeof *at; k++) save_and_continue(at[k], PL_PRECISION_DOUBLE);
  save_and_continue(13, PL_PRECISION_FLOAT);
}

/* Material, step and definition's pins changed; changes and forces that wait when it is saved are applied first. */
static void test_changed_and_waiting(void **state)
{
  (void)state;
  busy_scene s = busy_start(1, NULL, PL_PRECISION_DOUBLE);
  busy_run(&s, 0, 20, NULL);
  pl_graph_def graph = pl_default_body_def(PL_MODEL_GRAPH).graph;
  graph.youngs_modulus = 7e4;
  graph.laplacian = 2;
  assert_ok(pl_body_set_graph(s.free_bar, &graph));
  assert_ok(pl_world_set_step(s.world, 0.004));
  assert_ok(pl_pin_remove(s.held_bar, pl_body_pin(s.held_bar, 0)));
  assert_ok(pl_obstacle_remove(s.world, s.ball));
  step_times(s.world, 3);
  assert_ok(pl_body_apply_force(s.free_bar, (uint32_t[]){7}, 1, (double[]){0, 9, 0}));
  assert_ok(pl_body_set_velocities(s.held_bar, pl_body_velocities(s.free_bar)));
  pl_pin_def pin = pl_default_pin_def();
  pin.particles = (uint32_t[]){5};
  pin.count = 1;
  pl_pin_id id;
  assert_ok(pl_pin_create(s.held_bar, &pin, &id));

  void *data = NULL;
  size_t size = 0;
  assert_ok(pl_world_save(s.world, &data, &size));
  busy_scene fresh = busy_start(1, NULL, PL_PRECISION_DOUBLE);
  assert_ok(pl_world_restore(fresh.world, data, size));
  assert_close(pl_world_step_size(fresh.world), 0.004, 0);
  assert_int_equal(pl_world_obstacle_count(fresh.world), 1);
  assert_true(pl_world_hash(fresh.world) == pl_world_hash(s.world));
  for (int k = 0; k < 20; k++) {
    step_times(s.world, 1);
    step_times(fresh.world, 1);
    assert_true(pl_world_hash(fresh.world) == pl_world_hash(s.world));
  }
  assert_ok(pl_pin_remove(fresh.held_bar, id)); /* ids go on */
  assert_refused(pl_obstacle_remove(fresh.world, s.ball), PL_ERROR_STALE, "removed");
  pl_free(data);
  pl_world_destroy(s.world);
  pl_world_destroy(fresh.world);
}

/* ---- what is refused ---- */

typedef struct small_scene {
  pl_world *world;
  pl_body *body;
} small_scene;

static small_scene small(double youngs_modulus, double mass, bool pinned, double bent)
{
  double x[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1 + bent}, masses[4] = {mass, 1, 1, 1};
  pl_mesh *mesh = make_graph(x, 4, (uint32_t[]){0, 1, 0, 2, 0, 3, 1, 2}, 4);
  pl_world_def world_def = pl_default_world_def();
  world_def.threads = 1;
  pl_pin_def pin = pl_default_pin_def();
  pin.particles = (uint32_t[]){0};
  pin.count = 1;
  pl_body_def def = stiff_body(mesh, 0);
  def.graph.youngs_modulus = youngs_modulus;
  def.masses = masses;
  def.name = "small";
  def.pins = &pin;
  def.pin_count = pinned;
  small_scene s = {.world = make_world(&world_def)};
  s.body = make_body(s.world, &def);
  pl_mesh_destroy(mesh);
  pl_obstacle_def floor = pl_default_obstacle_def(PL_OBSTACLE_PLANE);
  floor.point[1] = -0.01;
  assert_ok(pl_obstacle_create(s.world, &floor, NULL));
  pl_pin_def late = pl_default_pin_def();
  late.particles = (uint32_t[]){1};
  late.count = 1;
  pl_pin_id id;
  assert_ok(pl_pin_create(s.body, &late, &id));
  pl_grab_def grab = pl_default_grab_def();
  grab.particles = (uint32_t[]){2, 3};
  grab.count = 2;
  pl_grab_id grab_id;
  assert_ok(pl_grab_create(s.body, &grab, &grab_id));
  step_times(s.world, 4);
  return s;
}

/* Refused, named, and the world goes on as if nothing had been asked, waiting changes included. */
static void refuse(const void *data, size_t size, pl_status wanted, const char *text)
{
  small_scene s = small(1e4, 1, true, 0), twin = small(1e4, 1, true, 0);
  pl_pin_def pin = pl_default_pin_def();
  pin.particles = (uint32_t[]){3};
  pin.count = 1;
  pl_pin_id id;
  assert_ok(pl_pin_create(s.body, &pin, &id));
  assert_ok(pl_pin_create(twin.body, &pin, &id));
  uint64_t before = pl_world_hash(s.world);
  assert_refused(pl_world_restore(s.world, data, size), wanted, text);
  assert_true(pl_world_hash(s.world) == before);
  for (int k = 0; k < 3; k++) {
    step_times(s.world, 1);
    step_times(twin.world, 1);
    assert_true(pl_world_hash(s.world) == pl_world_hash(twin.world));
  }
  pl_world_destroy(s.world);
  pl_world_destroy(twin.world);
}

static void test_other_scenes_are_refused(void **state)
{
  (void)state;
  const struct {
    double mass, bent;
    bool pinned;
  } others[] = {{2, 0, true}, {1, 0.5, true}, {1, 0, false}};
  for (size_t k = 0; k < 3; k++) {
    small_scene other = small(1e4, others[k].mass, others[k].pinned, others[k].bent);
    void *data = NULL;
    size_t size = 0;
    assert_ok(pl_world_save(other.world, &data, &size));
    refuse(data, size, PL_ERROR_MISMATCH, "another scene");
    pl_free(data);
    pl_world_destroy(other.world);
  }
}

static void test_cut_off_and_wrong_version(void **state)
{
  (void)state;
  small_scene s = small(1e4, 1, true, 0);
  void *data = NULL;
  size_t size = 0;
  assert_ok(pl_world_save(s.world, &data, &size));
  unsigned char *bytes = data;
  for (size_t left = 0; left < size; left++) {
    unsigned char *cut = malloc(left ? left : 1); /* exactly so much, for the address sanitizer */
    memcpy(cut, bytes, left);
    assert_int_equal(pl_world_restore(s.world, cut, left), PL_ERROR_FORMAT);
    free(cut);
  }
  refuse(data, size / 2, PL_ERROR_FORMAT, "damaged");
  refuse("hello", 5, PL_ERROR_FORMAT, "not a snapshot");
  bytes[8]++; /* the version follows eight bytes of magic */
  refuse(data, size, PL_ERROR_FORMAT, "version");
  pl_free(data);
  pl_world_destroy(s.world);
}

/* As the header of a snapshot wants it: what an attacker would repair. */
static void repair_checksum(unsigned char *bytes, size_t size)
{
  enum { CHECKSUM = 32, SUMMED = 40 };
  uint64_t hash = pl_hash_words(PL_HASH_START, bytes + SUMMED, size - SUMMED);
  memcpy(bytes + CHECKSUM, &hash, sizeof hash);
}

/* Every byte of a snapshot changed in turn: refused, because the bytes do not add up. With the checksum made to fit:
   refused or usable, never a crash (this is what the address sanitizer is for), and the world can go on. */
static void test_every_byte_damaged(void **state)
{
  (void)state;
  small_scene s = small(1e4, 1, true, 0);
  void *data = NULL;
  size_t size = 0;
  assert_ok(pl_world_save(s.world, &data, &size));
  unsigned char *copy = malloc(size);
  size_t refused = 0, taken = 0;
  for (size_t k = 0; k < size; k++)
    for (int change = 0; change < 3; change++) {
      memcpy(copy, data, size);
      copy[k] = (unsigned char)(change == 0 ? copy[k] ^ 0xff : change == 1 ? copy[k] ^ 1 : copy[k] ^ 0x80);
      pl_status status = pl_world_restore(s.world, copy, size);
      assert_true(status == PL_ERROR_FORMAT || status == PL_ERROR_MISMATCH);
      repair_checksum(copy, size);
      status = pl_world_restore(s.world, copy, size);
      refused += status != PL_OK;
      taken += status == PL_OK;
      status = pl_world_step(s.world); /* may diverge: positions may be anything now */
      assert_ok(pl_world_restore(s.world, data, size));
    }
  print_message("%zu bytes: with a fitting checksum %zu changes were refused, %zu taken\n", size, refused, taken);
  assert_true(refused > 0 && taken > 0);
  step_times(s.world, 5);
  free(copy);
  pl_free(data);
  pl_world_destroy(s.world);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_continues_bit_for_bit), cmocka_unit_test(test_changed_and_waiting),
      cmocka_unit_test(test_other_scenes_are_refused), cmocka_unit_test(test_cut_off_and_wrong_version),
      cmocka_unit_test(test_every_byte_damaged)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
