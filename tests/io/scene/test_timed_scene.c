/* SPDX-License-Identifier: MIT
   What begins, moves, changes and ends in scenes: the same as said by hand before the right step; snapshots, resets and
   recordings hold it. */
#include <string.h>

#include "base/status.h"
#include "fixtures.h"
#include "pliant/force.h"
#include "pliant/io.h"

enum { STEPS = 60 };

/* ' stands for " */
static pl_status world_of(const char *given, pl_world **world)
{
  char text[4096];
  snprintf(text, sizeof text, "%s", given);
  for (char *c = text; *c; c++)
    if (*c == '\'') *c = '"';
  pl_scene *scene = NULL;
  *world = NULL;
  PL_TRY(pl_scene_parse("s.json", text, strlen(text), &scene));
  pl_status status = pl_scene_world(scene, world);
  pl_scene_destroy(scene);
  return status;
}

#define BAR(rest)                                                                                                      \
  "{'pliant': 1, 'threads': 1, 'time': {'step': 0.01}, 'bodies': [{'name': 'bar', 'mesh': {'lattice': {'counts': "     \
  "[6, 3, 3], 'spacing': 0.1}}, 'model': {'graph': {'youngs_modulus': 1e5}}" rest

/* All kinds of things come and go, most of them between 0.1 and 0.5 s. */
static const char *const everything =
    BAR(", 'pins': [{'particles': {'indices': [0, 1, 2]}, 'begin': 0.05, 'end': 0.31}],"
        "'grabs': [{'particles': {'plane': {'point': [0.5, 0, 0], 'normal': [1, 0, 0]}}, 'begin': 0.1, 'end': 0.4,"
        "'target': {'keys': [{'time': 0.1, 'value': [0.5, 0.1, 0.1]}, {'time': 0.3, 'value': [0.7, 0.4, 0.1]}]},"
        "'attitude': {'keys': [{'time': 0.1, 'value': [0, 0, 0]}, {'time': 0.3, 'value': [1.5, 0, 0]}]}}],"
        "'changes': [{'time': 0.2, 'model': {'graph': {'youngs_modulus': 1e6}}},"
        "{'time': 0.25, 'volume': {'mode': 'keep'}}]}],"
        "'forces': [{'body': 'bar', 'thrust': {'force': [0, 90, 0]}, 'begin': 0.15, 'end': 0.45}],"
        "'attachments': [{'a': {'body': 'bar', 'particle': 53}, 'b': {}, 'begin': 0.35, 'end': 0.5}]}");

static void run(pl_world *world, int from, uint64_t *hashes)
{
  for (int k = from; k < STEPS; k++) {
    step_times(world, 1);
    hashes[k] = pl_world_hash(world);
  }
}

static void assert_same(const uint64_t *a, const uint64_t *b, int from)
{
  for (int k = from; k < STEPS; k++)
    if (a[k] != b[k]) print_error("they differ from step %d on\n", k);
  assert_memory_equal(a + from, b + from, (size_t)(STEPS - from) * sizeof *a);
}

/* From before anything began, from the middle, and with the end still to come; into another world of the scene. */
static void test_snapshots(void **state)
{
  (void)state;
  for (int at = 0; at < 50; at += 7) {
    uint64_t first[STEPS], second[STEPS];
    pl_world *world, *other;
    assert_ok(world_of(everything, &world));
    assert_ok(world_of(everything, &other));
    step_times(world, at);
    void *data;
    size_t size;
    assert_ok(pl_world_save(world, &data, &size));
    run(world, at, first);
    assert_ok(pl_world_restore(other, data, size));
    run(other, at, second);
    pl_free(data);
    assert_same(first, second, at);
    pl_world_destroy(world);
    pl_world_destroy(other);
  }
}

static void test_resets(void **state)
{
  (void)state;
  uint64_t first[STEPS], second[STEPS];
  for (int at = 0; at <= STEPS; at += 12) {
    pl_world *world;
    assert_ok(world_of(everything, &world));
    run(world, 0, first);
    assert_ok(pl_world_reset(world));
    if (at) step_times(world, at);
    if (at) assert_ok(pl_world_reset(world));
    run(world, 0, second);
    assert_same(first, second, 0);
    pl_world_destroy(world);
  }
}

/* A recording of the scene's world, with something said by hand for later, on another world of the scene. */
static void test_recordings(void **state)
{
  (void)state;
  uint64_t first[STEPS], second[STEPS];
  pl_world *world, *other;
  assert_ok(world_of(everything, &world));
  assert_ok(pl_world_record(world, true));
  step_times(world, 5);
  assert_ok(pl_world_schedule(world, 0.22));
  assert_ok(pl_world_set_gravity(world, (double[]){3, 0, 0}));
  pl_grab_def grab = pl_default_grab_def();
  grab.particles = (uint32_t[]){20};
  grab.count = 1;
  pl_grab_id id;
  assert_ok(pl_grab_create(pl_world_body_at(world, 0), &grab, &id));
  assert_ok(pl_world_schedule(world, 0.33));
  assert_ok(pl_grab_remove(pl_world_body_at(world, 0), id));
  assert_ok(pl_world_schedule(world, -1));
  run(world, 5, first);
  const void *data;
  size_t size;
  assert_ok(pl_world_recording(world, &data, &size));
  assert_ok(world_of(everything, &other));
  assert_ok(pl_world_replay(other, data, size));
  step_times(other, 5);
  run(other, 5, second);
  assert_same(first, second, 5);
  pl_world_destroy(world);
  pl_world_destroy(other);
}

/* Said for a time and said before the step that begins then. */
static void test_said_by_hand(void **state)
{
  (void)state;
  uint64_t first[STEPS], second[STEPS];
  pl_world *world, *other;
  assert_ok(world_of(BAR(", 'grabs': [{'particles': {'indices': [40, 53]}, 'target': [1, 1, 0], 'begin': 0.2, 'end': "
                         "0.4}], 'changes': [{'time': 0.3, 'model': {'graph': {'youngs_modulus': 1e7}}}]}]}"),
                     &world));
  run(world, 0, first);
  assert_ok(world_of(BAR("}]}"), &other));
  pl_body *body = pl_world_body_at(other, 0);
  pl_grab_id id;
  for (int k = 0; k < STEPS; k++) {
    if (k == 20) {
      pl_grab_def grab = pl_default_grab_def();
      grab.particles = (uint32_t[]){40, 53};
      grab.count = 2;
      grab.target[0] = grab.target[1] = 1;
      assert_ok(pl_grab_create(body, &grab, &id));
    }
    if (k == 30) {
      pl_body_def def = pl_default_body_def(PL_MODEL_GRAPH);
      def.graph.youngs_modulus = 1e7;
      assert_ok(pl_body_set_material(body, &def));
    }
    if (k == 40) assert_ok(pl_grab_remove(body, id));
    step_times(other, 1);
    second[k] = pl_world_hash(other);
  }
  assert_same(first, second, 0);
  pl_world_destroy(world);
  pl_world_destroy(other);
}

/* What is taken back before its time does not come. */
static void test_taken_back(void **state)
{
  (void)state;
  pl_world *world;
  assert_ok(world_of(BAR("}]}"), &world));
  pl_force_def thrust = pl_default_force_def(PL_FORCE_THRUST);
  thrust.body = pl_world_body_at(world, 0);
  pl_force_id id;
  assert_ok(pl_world_schedule(world, 0.05));
  assert_ok(pl_force_create(world, &thrust, &id));
  assert_ok(pl_world_schedule(world, -1));
  step_times(world, 2);
  assert_int_equal(pl_world_force_count(world), 0);
  assert_ok(pl_force_remove(world, id));
  step_times(world, 10);
  assert_int_equal(pl_world_force_count(world), 0);
  assert_refused(pl_world_schedule(world, 0.01), PL_ERROR_ARGUMENT, "must be to come, from 0.12 s on");
  pl_world_destroy(world);
}

/* An attachment that begins later holds what it finds where it finds it. */
static void test_holds_where_it_is(void **state)
{
  (void)state;
  pl_world *world;
  assert_ok(
      world_of(BAR("}], 'attachments': [{'a': {'body': 'bar', 'particle': 0}, 'b': {}, 'begin': 0.5}]}"), &world));
  step_times(world, 50); /* it fell 1.25 m */
  double before = pl_body_positions(pl_world_body_at(world, 0))[1];
  assert_true(before < -1);
  step_times(world, 100);
  assert_close(pl_body_positions(pl_world_body_at(world, 0))[1], before, 2e-3);
  pl_world_destroy(world);
}

static void test_mistakes(void **state)
{
  (void)state;
  pl_world *world;
  assert_refused(
      world_of(BAR(", 'grabs': [{'particles': {'indices': [0]}, 'target': [0, 0, 0], 'begin': 2, 'end': 1}]}]}"),
               &world),
      PL_ERROR_FORMAT, "grabs[0].end must be later than \"begin\", which is 2 s");
  assert_refused(world_of(BAR(", 'changes': [{'time': 1}]}]}"), &world), PL_ERROR_FORMAT, "changes nothing");
  assert_refused(world_of(BAR(", 'changes': [{'time': 1, 'model': {'hybrid': {}}}]}]}"), &world), PL_ERROR_FORMAT,
                 "must be the model that the body has");
  assert_refused(
      world_of(BAR(", 'grabs': [{'particles': {'indices': [0]}, 'target': [0, 0, 0], 'attitude': [0, 0, 1]}]}]}"),
               &world),
      PL_ERROR_ARGUMENT, "needs three particles or more");
}

/* A body of a named material weighs what that does, unless its density is said; becoming another changes no mass. */
static void named_materials_have_their_density(void **state)
{
  (void)state;
#define SHEET(rest)                                                                                                    \
  "{'pliant': 1, 'threads': 1, 'bodies': [{'mesh': {'sheet': {'width': 2, 'depth': 1, 'nx': 5, 'nz': 5}}, "            \
  "'thickness': 0.01, 'model': {'continuum': {'material': 'cloth'}}" rest "}]}"
  static const char *const texts[] = {
      SHEET(""), SHEET(", 'density': 30"),
      SHEET(", 'changes': [{'time': 0.01, 'model': {'continuum': {'material': 'sheet metal'}}}]")};
  static const double densities[] = {500, 30, 500};
  for (size_t k = 0; k < 3; k++) {
    pl_world *world = NULL;
    assert_ok(world_of(texts[k], &world));
    step_times(world, 5);
    double mass = 0;
    for (size_t i = 0; i < 25; i++) mass += pl_body_masses(pl_world_body_at(world, 0))[i];
    assert_close(mass, densities[k] * 0.02, 1e-12);
    pl_world_destroy(world);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(named_materials_have_their_density),
                                     cmocka_unit_test(test_snapshots),
                                     cmocka_unit_test(test_resets),
                                     cmocka_unit_test(test_recordings),
                                     cmocka_unit_test(test_said_by_hand),
                                     cmocka_unit_test(test_taken_back),
                                     cmocka_unit_test(test_holds_where_it_is),
                                     cmocka_unit_test(test_mistakes)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
