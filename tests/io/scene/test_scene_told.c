/* SPDX-License-Identifier: MIT
   What is told of a scene: the same scene has the same fingerprint, frames fall on steps, warnings and explanations;
   and running out of memory leaves nothing behind. */
#include "failing.h"
#include "scene/read/data.h"
#include "scene_text.h"

static uint64_t hash_of(const char *text)
{
  pl_scene *scene = parse(text);
  uint64_t hash = pl_scene_hash(scene);
  pl_scene_destroy(scene);
  return hash;
}

static void hashes_tell_what_moves_differently(void **state)
{
  (void)state;
  uint64_t hash = hash_of(SCENE("", ""));
  assert_true(hash_of("/* c */ " SCENE("", "")) == hash);
  assert_true(hash_of(SCENE("", ", \"title\": \"t\", \"threads\": 2, \"time\": {\"duration\": 9, \"fps\": 25}")) ==
              hash);
  assert_true(hash_of(SCENE(", \"density\": 1e3", ", \"gravity\": [0, -9.81, 0], \"time\": {\"step\": 5e-3}")) == hash);
  assert_true(hash_of(SCENE(", \"density\": 999", "")) != hash);
  assert_true(hash_of(SCENE(", \"name\": \"x\"", "")) != hash);
  assert_true(hash_of(SCENE("", ", \"gravity\": [0, -9.8, 0]")) != hash);
  assert_true(hash_of(SCENE("", ", \"time\": {\"step\": 0.006}")) != hash);
  assert_true(hash_of(SCENE("", ", \"obstacles\": [{\"plane\": {}}]")) != hash);
  static const char *const rings[2] = {
      SCENE("", ", \"obstacles\": [{\"mesh\": {\"torus\": {\"tube\": 0.1}, \"translate\": [9, 0, 0]}}]"),
      SCENE("", ", \"obstacles\": [{\"mesh\": {\"torus\": {\"tube\": 0.1}, \"translate\": [9, 0, 1]}}]")};
  assert_true(hash_of(rings[0]) != hash_of(rings[1]));
  assert_true(hash_of(SCENE(", \"masses\": 1", "")) != hash_of(SCENE(", \"masses\": 2", "")));
  pl_scene *scene = parse(SCENE("", ""));
  assert_ok(pl_scene_set_threads(scene, 5));
  assert_ok(pl_scene_set_duration(scene, 5));
  assert_true(pl_scene_hash(scene) == hash);
  assert_ok(pl_scene_set_step(scene, 0.006));
  assert_true(pl_scene_hash(scene) == hash_of(SCENE("", ", \"time\": {\"step\": 0.006}")));
  assert_int_equal(pl_scene_set_step(scene, 0), PL_ERROR_ARGUMENT);
  assert_int_equal(pl_scene_set_step(scene, NAN), PL_ERROR_ARGUMENT);
  assert_int_equal(pl_scene_set_duration(scene, -1), PL_ERROR_ARGUMENT);
  assert_int_equal(pl_scene_set_fps(scene, 0), PL_ERROR_ARGUMENT);
  assert_int_equal(pl_scene_set_threads(scene, -1), PL_ERROR_ARGUMENT);
  pl_scene_destroy(scene);
}

static void frames_fall_on_the_nearest_steps(void **state)
{
  (void)state;
  pl_scene *scene = parse(SCENE("", ""));
  assert_int_equal(pl_scene_step_count(scene), 800);
  assert_int_equal(pl_scene_frame_count(scene), 201);
  assert_int_equal(pl_scene_frame_step(scene, 200), 800);
  assert_ok(pl_scene_set_fps(scene, 60)); /* 3.33 steps per frame */
  assert_int_equal(pl_scene_frame_count(scene), 241);
  assert_int_equal(pl_scene_frame_step(scene, 1), 3);
  assert_int_equal(pl_scene_frame_step(scene, 2), 7);
  assert_int_equal(pl_scene_frame_step(scene, 240), 800);
  assert_ok(pl_scene_set_duration(scene, 0));
  assert_int_equal(pl_scene_step_count(scene), 0);
  assert_int_equal(pl_scene_frame_count(scene), 1);
  /* Whatever the numbers, frames never lie beyond the last step and never go back. */
  uint64_t random = 3;
  for (int i = 0; i < 2000; i++) {
    assert_ok(pl_scene_set_step(scene, exp(3 * random_unit(&random) - 4)));
    assert_ok(pl_scene_set_fps(scene, exp(2 * random_unit(&random) + 3)));
    assert_ok(pl_scene_set_duration(scene, 1 + random_unit(&random)));
    size_t frames = pl_scene_frame_count(scene);
    assert_true(pl_scene_frame_step(scene, frames - 1) <= pl_scene_step_count(scene));
    assert_true(pl_scene_frame_step(scene, 0) == 0);
  }
  pl_scene_destroy(scene);
}

static void warnings_name_what_is_probably_not_meant(void **state)
{
  (void)state;
  static const struct {
    const char *text, *warning;
  } cases[] = {
      {SCENE("", ",\n\"time\": {\"fps\": 60}"),
       "s.json:2:9: time has 3.333 steps per frame; each frame shows the nearest step. "
       "A step of 0.00416666667 s gives 4 per frame"},
      {SCENE("", ",\n\"time\": {\"fps\": 300}"),
       "s.json:2:9: time asks for 300 frames per second but takes only 200 steps per "
       "second; frames will repeat"},
      {SCENE("", ",\n\"time\": {\"duration\": 0.001}"),
       "s.json:2:9: time has a duration of 0.001 s, less than one step of 0.005 s"},
      {SCENE("", ",\n\"obstacles\": [{\"plane\": {\"point\": [0, 0.25, 0]}}]"),
       "s.json:2:15: obstacles[0] has 12 of the 36 particles of body \"body 1\" inside at the start, up to 0.25 m "
       "deep; they "
       "will be pushed out at once"},
      {SCENE("",
             ",\n\"obstacles\": [{\"mesh\": {\"box\": {\"counts\": [9, 2, 9], \"spacing\": 0.5}, \"scale\": [1, 0.2, "
             "1]}}]"),
       "s.json:2:15: obstacles[0] has 12 of the 36 particles of body \"body 1\" inside at the start, up to 0.05 m "
       "deep; they "
       "will be pushed out at once"},
      {SCENE("", ",\n\"gravity\": [0, -30000, 0]"),
       "s.json:1:26: bodies[0] is 1.5 m large and falls 0.75 m farther in each small step of 0.005 s than in the one "
       "before: too long for its size; small steps of 0.0022 s or less suit it (time.step, time.substeps)"},
      {SCENE(",\n\"thickness\": 0.1", ""),
       "s.json:2:14: bodies[0].thickness is not used: the mesh knows the volume of its vertices"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    pl_scene *scene = parse(cases[i].text);
    assert_int_equal(pl_scene_warning_count(scene), 1);
    assert_string_equal(pl_scene_warning(scene, 0), cases[i].warning);
    assert_string_equal(pl_scene_warning(scene, 1), "");
    pl_scene_destroy(scene);
  }
  /* An obstacle that a motion takes out of the way at time 0 is no trouble. */
  pl_scene *scene = parse(SCENE("", ", \"obstacles\": [{\"sphere\": {}, \"motion\": {\"keys\": [{\"time\": 0, "
                                    "\"translate\": [0, 9, 0]}]}}]"));
  assert_int_equal(pl_scene_warning_count(scene), 0);
  pl_scene_destroy(scene);
}

static void explain_says_value_unit_and_source(void **state)
{
  (void)state;
  pl_scene *scene = parse(SCENE(",\n\"density\": 900", ""));
  assert_ok(pl_scene_set_step(scene, 0.002));
  char *text = NULL;
  assert_ok(pl_scene_explain(scene, &text));
  static const char *const lines[] = {
      "\ntime.step                                    0.002 s                      set by the caller\n",
      "\ntime.duration                                4 s                          default\n",
      "\nbodies[0].density                            900 kg/m^3                   s.json:2\n",
      "\nbodies[0].model.graph.stiffness              0 N/m                        default: from youngs_modulus\n",
      "\nbody 1.particles                             36                           derived\n",
      "\nbody 1.mass                                  1350 kg                      derived\n",
      "\nbody 1.edge stiffness ", /* what the model made of Young's modulus */
  };
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    if (!strstr(text, lines[i])) print_error("missing: %s\nin:\n%s", lines[i], text);
    assert_non_null(strstr(text, lines[i]));
  }
  pl_free(text);
  pl_scene_destroy(scene);
}

static const char rich[] = SCENE(
    ", \"name\": \"x\", \"masses\": 2, \"start\": {\"spin\": [1, 0, 0], \"translate\": [0, 1, 0]}, \"selections\": "
    "[{\"name\": \"a\", \"particles\": {\"union\": [{\"indices\": [0]}, {\"complement\": {\"range\": {\"first\": 3, "
    "\"last\": 35}}}]}}], \"pins\": [{\"particles\": \"a\", \"motion\": {\"keys\": [{\"time\": 0}]}}], \"grabs\": "
    "[{\"particles\": {\"indices\": [9]}, \"target\": [0, 0, 0], \"weights\": 1}]",
    ", \"time\": {\"fps\": 60}, \"obstacles\": [{\"plane\": {\"point\": [0, 1, 0]}}, {\"mesh\": {\"box\": {\"counts\": "
    "[2, 2, 2], "
    "\"spacing\": 1}}}], \"gravity\": {\"keys\": "
    "[{\"time\": 0, \"value\": [0, 1, 0]}]}");

static pl_status load_and_explain(void *context)
{
  (void)context;
  pl_scene *scene = NULL;
  char *text = NULL;
  pl_status status = pl_scene_parse("s.json", rich, sizeof rich - 1, &scene);
  if (status == PL_OK) status = pl_scene_explain(scene, &text);
  if (status == PL_OK) {
    pl_free(text);
    text = NULL;
    status = pl_scene_schema(&text);
  }
  pl_free(text);
  pl_scene_destroy(scene);
  return status;
}

static void failed_allocations_leave_nothing(void **state)
{
  (void)state;
  assert_true(fail_each_allocation(load_and_explain, NULL) > 100);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(hashes_tell_what_moves_differently),       cmocka_unit_test(frames_fall_on_the_nearest_steps),
      cmocka_unit_test(warnings_name_what_is_probably_not_meant), cmocka_unit_test(explain_says_value_unit_and_source),
      cmocka_unit_test(failed_allocations_leave_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
