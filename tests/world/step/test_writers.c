/* SPDX-License-Identifier: MIT
   Who writes what: every registered array has its stages in the table of world/step/writers.c, and none is written by
   another. */
#include "world/step/writers.h"

#include "fixtures.h"
#include "pliant/io_scene.h"

static pl_scene *load(const char *name)
{
  char path[512];
  pl_scene *scene = NULL;
  snprintf(path, sizeof path, PLIANT_SCENES "/%s", name);
  assert_ok(pl_scene_load(path, &scene));
  return scene;
}

static void run_watched(const char *name, int steps)
{
  pl_scene *scene = load(name);
  pl_world *world = NULL;
  assert_ok(pl_scene_world(scene, &world));
  world->watch.on = true;
  for (int k = 0; k < steps; k++) assert_ok(pl_world_step(world));
  for (size_t i = 0; i < world->registry.count; i++) {
    const pl_registered *entry = &world->registry.entries[i];
    if (entry->writers == 0) print_error("%s: '%s' has no line in the table\n", name, entry->name);
    assert_true(entry->writers != 0);
  }
  pl_world_destroy(world);
  pl_scene_destroy(scene);
}

/* All models, attachments, pins that move, a subspace, bodies that start inside each other, heat, creep, volume. */
static void test_only_they_write(void **state)
{
  (void)state;
  run_watched("contact/attachments.json", 200);
  run_watched("contact/tangled.json", 60);
  run_watched("matter/hex-melts.json", 40);
  run_watched("continuum/fig7c_highly_viscoelastic.json", 40);
  run_watched("ball.json", 60);
  run_watched("continuum/precession.json", 20);
  run_watched("reduced.json", 60);
  run_watched("twist.json", 20);
}

/* The watch sees what is written by a stage that may not, names it once, and lets others pass. */
static void test_others_are_seen(void **state)
{
  (void)state;
  pl_scene *scene = load("drop.json");
  pl_world *world = NULL;
  assert_ok(pl_scene_world(scene, &world));
  world->watch.on = true;
  assert_ok(pl_world_step(world));
  world->blocks.v[0] += 1;
  pl_watch_stage(world, PL_STAGE_ELASTICITY);
  assert_ok(pl_watch_result(world));
  world->blocks.obstacle_partner[0] += 1;
  pl_watch_stage(world, PL_STAGE_ELASTICITY);
  assert_refused(pl_watch_result(world), PL_ERROR_UNSUPPORTED, "'elasticity' has written 'obstacle partner' of ");
  assert_ok(pl_watch_result(world));
  world->clock.time += 1;
  pl_watch_stage(world, PL_STAGE_CHANGES);
  assert_ok(pl_watch_result(world));
  pl_world_destroy(world);
  pl_scene_destroy(scene);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_only_they_write), cmocka_unit_test(test_others_are_seen)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
