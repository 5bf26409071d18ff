/* SPDX-License-Identifier: MIT
   Volumes in scenes, and in frames. */
#include <string.h>

#include "base/status.h"
#include "failing.h"
#include "fixtures.h"
#include "picture/sheet.h"
#include "pliant/io.h"

/* A scene of one ball with this after its model; ' stands for ". */
static const char *ball(const char *rest)
{
  static char text[1024];
  snprintf(text, sizeof text,
           "{'pliant': 1, 'bodies': [{'name': 'ball', 'mesh': {'icosphere': {'radius': 1, 'cuts': 4}},\n"
           "'model': {'graph': {}},\n%s}]}",
           rest);
  for (char *c = text; *c; c++)
    if (*c == '\'') *c = '"';
  return text;
}

static pl_status world_of(const char *text, pl_world **world)
{
  pl_scene *scene = NULL;
  *world = NULL;
  PL_TRY(pl_scene_parse("s.json", text, strlen(text), &scene));
  pl_status status = pl_scene_world(scene, world);
  pl_scene_destroy(scene);
  return status;
}

static pl_volume_def read_volume(const char *rest)
{
  pl_world *world = NULL;
  assert_ok(world_of(ball(rest), &world));
  pl_volume_def def = pl_body_volume(pl_world_body(world, "ball"));
  pl_world_destroy(world);
  return def;
}

static void keys_reach_the_definition(void **state)
{
  (void)state;
  pl_volume_def def = read_volume("'density': 10");
  assert_int_equal(def.mode, PL_VOLUME_FREE);
  def = read_volume("'volume': {}");
  pl_volume_def plain = pl_default_body_def(PL_MODEL_GRAPH).volume;
  plain.mode = PL_VOLUME_KEEP;
  assert_true(def.mode == plain.mode && def.alpha == plain.alpha && def.beta == plain.beta &&
              def.s_min == plain.s_min && def.s_max == plain.s_max && def.passes == plain.passes &&
              def.tolerance == plain.tolerance && def.smoothing == plain.smoothing && def.peak == plain.peak &&
              def.peak == plain.peak && def.velocities == plain.velocities && def.momentum == plain.momentum &&
              def.target.count == 0);
  def = read_volume(
      "'volume': {'alpha': 0.2, 'beta': 0.3, 's_min': 0.4, 's_max': 0.5, 'passes': 3, 'tolerance': 1e-6, "
      "'smoothing': 2, 'velocities': 'none', 'peak': 5, 'momentum': 'free', 'target': {'keys': [{'time': 1, 'value': "
      "1}, {'time': 2, 'value': 1.5}]}}");
  assert_true(def.alpha == 0.2 && def.beta == 0.3 && def.s_min == 0.4 && def.s_max == 0.5 && def.passes == 3 &&
              def.tolerance == 1e-6 && def.smoothing == 2 && def.velocities == PL_VOLUME_VELOCITIES_NONE &&
              def.peak == 5 && def.momentum == PL_VOLUME_MOMENTUM_FREE);
  assert_int_equal(def.target.count, 2);
  assert_true(def.target.keys[1].time == 2 && def.target.keys[1].value == 1.5);
  def = read_volume("'volume': {'mode': 'pressure', 'pressure': 500, 'gas': 1.4, 'ambient': 1e5}");
  assert_int_equal(def.mode, PL_VOLUME_PRESSURE);
  assert_true(def.pressure.count == 1 && def.pressure.keys[0].value == 500 && def.gas == 1.4 && def.ambient == 1e5);
}

static void mistakes_are_named(void **state)
{
  (void)state;
  static const char *const wrong[][2] = {
      {"'volume': {'alpha': 2}", "s.json:3:21: bodies[0].volume.alpha must be from 0 to 1, got 2"},
      {"'volume': {'passes': 4}", "s.json:3:22: bodies[0].volume.passes must be in [1, 3], got 4"},
      {"'volume': {'target': 0}", "s.json:3:22: bodies[0].volume.target must be > 0, got 0"},
      {"'volume': {'target': 'big'}",
       "s.json:3:22: bodies[0].volume.target must be a number or an object with keys, got \"big\""},
      {"'volume': {'target': {'keys': []}}", "s.json:3:31: bodies[0].volume.target.keys must have 1 to 32 keys, got 0"},
      {"'volume': {'target': {'keys': [{'time': 0, 'value': -1}]}}",
       "s.json:3:53: bodies[0].volume.target.keys[0].value must be > 0, got -1"},
      {"'volume': {'target': {'keys': [{'time': 0, 'value': 1}, {'time': 0, 'value': 1}]}}",
       "s.json:3:66: bodies[0].volume.target.keys[1].time must be later than the key before, which is at 0 s"},
      {"'volume': {'pressure': 10}",
       "s.json:3:12: bodies[0].volume.pressure has no effect while the volume is kept; add "
       "\"mode\": \"pressure\""},
      {"'volume': {'mode': 'pressure', 'alpha': 0.1}",
       "s.json:3:32: bodies[0].volume.alpha has no effect in mode \"pressure\", which does not keep the volume"},
      {"'volume': {'presure': 1}",
       "s.json:3:12: bodies[0].volume.presure is not a key of volume; did you mean \"pressure\"?"},
  };
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    pl_world *world = NULL;
    assert_int_not_equal(world_of(ball(wrong[i][0]), &world), PL_OK);
    assert_string_equal(pl_last_error(), wrong[i][1]);
  }
}

static void open_surfaces_are_refused(void **state)
{
  (void)state;
  pl_world *world = NULL;
  const char *sheet = "{\"pliant\": 1, \"bodies\": [{\"mesh\": {\"sheet\": {\"width\": 1, \"depth\": 1, \"nx\": 3, "
                      "\"nz\": 3}}, \"thickness\": 0.1, \"model\": {\"graph\": {}}, \"volume\": {}}]}";
  assert_refused(world_of(sheet, &world), PL_ERROR_MESH, "there is a hole");
}

/* Frames know how well volumes are kept, and pictures say it. */
static void frames_tell_the_error(void **state)
{
  (void)state;
  pl_world *world = NULL;
  pl_frame_buffer *buffer = NULL;
  pl_frame frame;
  char text[96];
  assert_ok(pl_frame_buffer_create(&buffer));
  assert_ok(world_of(ball("'density': 10"), &world));
  assert_ok(pl_world_frame(world, buffer, &frame));
  assert_false(frame.keeps_volume);
  pl_caption_text(&frame, text, sizeof text);
  assert_string_equal(text, "0.00 s");
  pl_world_destroy(world);
  assert_ok(world_of(ball("'volume': {'target': {'keys': [{'time': 0, 'value': 1.25}]}}"), &world));
  assert_ok(pl_world_frame(world, buffer, &frame));
  assert_true(frame.keeps_volume);
  assert_close(frame.volume_error, -0.2, 1e-12); /* a fifth is missing before the first step */
  pl_caption_text(&frame, text, sizeof text);
  assert_string_equal(text, "0.00 s   volume error -20 %");
  for (int step = 0; step < 10; step++) assert_ok(pl_world_step(world));
  assert_ok(pl_world_frame(world, buffer, &frame));
  assert_close(frame.volume_error, 0, 1e-3);
  frame.volume_error = 1e-9;
  pl_caption_text(&frame, text, sizeof text);
  assert_string_equal(text, "0.05 s   volume error below 0.0001 %");
  pl_frame_buffer_destroy(buffer);
  pl_world_destroy(world);
}

static pl_status make_world_of_text(void *context)
{
  pl_world *world = NULL;
  pl_status status = world_of(context, &world);
  pl_world_destroy(world);
  return status;
}

static void every_allocation_may_fail(void **state)
{
  (void)state;
  char text[1024];
  strcpy(text, ball("'volume': {'alpha': 0.5, 'target': {'keys': [{'time': 1, 'value': 2}]}}"));
  assert_true(fail_each_allocation(make_world_of_text, text) > 50);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(keys_reach_the_definition), cmocka_unit_test(mistakes_are_named),
      cmocka_unit_test(open_surfaces_are_refused), cmocka_unit_test(frames_tell_the_error),
      cmocka_unit_test(every_allocation_may_fail),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
