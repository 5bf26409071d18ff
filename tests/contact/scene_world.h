/* SPDX-License-Identifier: MIT
   Scenes that the project ships, as tests want them. */
#pragma once

#include "pliant/io.h"
#include "testing.h"

/* The world of scenes/contact/NAME.json. */
static inline pl_world *scene_world(const char *name)
{
  char path[1024];
  pl_scene *scene = NULL;
  pl_world *world = NULL;
  snprintf(path, sizeof path, "%s/scenes/contact/%s.json", PLIANT_SOURCE_DIR, name);
  assert_ok(pl_scene_load(path, &scene));
  assert_ok(pl_scene_world(scene, &world));
  pl_scene_destroy(scene);
  return world;
}
