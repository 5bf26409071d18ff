/* SPDX-License-Identifier: MIT
   Attachments that a scene asks for: which points are meant, and that they are what the C interface makes. */
#include <string.h>

#include "failing.h"
#include "fixtures.h"
#include "pliant/io.h"

#define SCENE(attachments)                                                                                             \
  "{\"pliant\": 1, \"obstacles\": [{\"name\": \"plate\", \"plane\": {\"point\": [0, -1, 0]}}], \"bodies\": ["          \
  "{\"name\": \"low\", \"mesh\": {\"box\": {\"counts\": [3, 3, 3], \"spacing\": 0.5}}, \"model\": {\"surface\": {}}}," \
  "{\"name\": \"high\", \"mesh\": {\"box\": {\"counts\": [3, 3, 3], \"spacing\": 0.5}}, \"model\": {\"hex\": "         \
  "{\"nodes\": 27}}, \"start\": {\"translate\": [0, 1.1, 0]}}], \"attachments\": [" attachments "]}"

static pl_status try_world(const char *text, pl_world **out)
{
  pl_scene *scene = NULL;
  pl_status status = pl_scene_parse("s.json", text, strlen(text), &scene);
  if (status == PL_OK) status = pl_scene_world(scene, out);
  pl_scene_destroy(scene);
  return status;
}

static pl_attachment_state state_of(const pl_world *world, size_t index)
{
  pl_attachment_state state;
  assert_ok(pl_attachment_measure(world, pl_world_attachment_at(world, index), &state));
  return state;
}

/* Boxes of 1 m, a gap of 0.1 m between them: how far apart the points are tells which ones were found. */
static void every_way_to_say_where(void **state)
{
  (void)state;
  static const struct {
    const char *text;
    double apart;
  } cases[] = {
      {SCENE("{\"a\": {\"body\": \"high\", \"nearest\": [0, 0.6, 0]}, \"b\": {\"body\": \"low\"}}"), 0.1},
      {SCENE("{\"a\": {\"body\": \"high\"}, \"b\": {\"body\": \"low\", \"nearest\": [0.5, 0.5, 0.5]}}"), 0.1},
      {SCENE(
           "{\"a\": {\"body\": \"high\", \"point\": [0.2, 0.5, 0.1]}, \"b\": {\"body\": \"low\", \"point\": [0.2, 0.5, "
           "0.4]}}"),
       0.31622776601683794}, /* 0.1 and 0.3 m */
      {SCENE(
           "{\"a\": {\"body\": \"high\", \"point\": [0.2, 0.5, 0.1]}, \"b\": {\"body\": \"low\"}, \"keep_gap\": true}"),
       0},
      {SCENE("{\"a\": {\"body\": \"low\", \"nearest\": [0, 2, 0]}, \"b\": {\"place\": [0, 0.7, 0]}}"), 0.2},
      {SCENE("{\"a\": {\"body\": \"low\"}, \"b\": {\"place\": [0.1, 0.7, 0]}}"), 0.22360679774997896},
      {SCENE("{\"a\": {\"body\": \"low\", \"nearest\": [0, 2, 0]}, \"b\": {}}"), 0},
      {SCENE("{\"a\": {\"body\": \"low\", \"nearest\": [0, -2, 0]}, \"b\": {\"obstacle\": \"plate\"}}"), 0},
      {SCENE(
           "{\"a\": {\"body\": \"low\", \"nearest\": [0, -2, 0]}, \"b\": {\"obstacle\": \"plate\", \"place\": [0, -1, "
           "0]}}"),
       0.5},
  };
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    pl_world *world = NULL;
    assert_ok(try_world(cases[k].text, &world));
    assert_int_equal(pl_world_attachment_count(world), 1);
    assert_string_equal(pl_attachment_name(world, pl_world_attachment_at(world, 0)), "attachment 1");
    if (fabs(state_of(world, 0).apart - cases[k].apart) > 1e-9) print_error("case %zu\n", k);
    assert_close(state_of(world, 0).apart, cases[k].apart, 1e-9);
    step_times(world, 3);
    pl_world_destroy(world);
  }
}

static void all_that_is_near(void **state)
{
  (void)state;
  pl_world *world = NULL;
  assert_ok(
      try_world(SCENE("{\"name\": \"weld\", \"a\": {\"body\": \"high\"}, \"b\": {\"body\": \"low\"}, \"radius\": 0.2, "
                      "\"keep_gap\": true, \"breaks\": 1e4},"
                      "{\"name\": \"feet\", \"a\": {\"body\": \"low\"}, \"b\": {\"obstacle\": \"plate\"}, \"radius\": "
                      "0.6, \"keep_gap\": true}"),
                &world));
  assert_int_equal(pl_world_attachment_count(world), 18); /* a face of each, 3 × 3 */
  assert_string_equal(pl_attachment_name(world, pl_world_attachment_at(world, 8)), "weld");
  assert_string_equal(pl_attachment_name(world, pl_world_attachment_at(world, 9)), "feet");
  step_times(world, 20);
  for (size_t k = 0; k < 18; k++) assert_less(state_of(world, k).apart, 1e-6); /* what sweeps leave over */
  assert_int_equal(pl_world_broken_count(world), 0);
  pl_world_destroy(world);
  world = NULL;
  assert_refused(
      try_world(SCENE("{\"a\": {\"body\": \"high\"}, \"b\": {\"body\": \"low\"}, \"radius\": 0.05}"), &world),
      PL_ERROR_ARGUMENT, "no particle of body 'high' is nearer to b than 0.05 m");
}

static pl_status load(void *context)
{
  pl_world *world = NULL;
  pl_status status = try_world(context, &world);
  pl_world_destroy(world);
  return status;
}

static void failing_allocations(void **state)
{
  (void)state;
  static const char text[] =
      SCENE("{\"a\": {\"body\": \"high\"}, \"b\": {\"body\": \"low\"}, \"radius\": 0.2, \"keep_gap\": true},"
            "{\"a\": {\"body\": \"low\", \"nearest\": [0, -2, 0]}, \"b\": {\"obstacle\": \"plate\"}}");
  assert_true(fail_each_allocation(load, (void *)text) > 100);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(every_way_to_say_where), cmocka_unit_test(all_that_is_near),
                                     cmocka_unit_test(failing_allocations)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
