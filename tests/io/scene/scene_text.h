/* SPDX-License-Identifier: MIT
   Short scenes as text: a lattice of the graph model, and what else is said of it and beside it. */
#pragma once

#include <string.h>

#include "pliant/io_scene.h"
#include "testing.h"

static inline pl_scene *parse(const char *text)
{
  pl_scene *scene = NULL;
  assert_ok(pl_scene_parse("s.json", text, strlen(text), &scene));
  return scene;
}

#define MESH "\"mesh\": {\"lattice\": {\"counts\": [4, 3, 3], \"spacing\": 0.5}}"
#define GRAPH "\"model\": {\"graph\": {}}"
#define SCENE(body, rest) "{\"pliant\": 1, \"bodies\": [{" MESH ", " GRAPH body "}]" rest "}"
