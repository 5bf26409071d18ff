/* SPDX-License-Identifier: MIT */
#include "scene/schema/walk.h"

#include <stdio.h>
#include <string.h>

enum { PATH_SIZE = 512 };

typedef struct walker {
  unsigned skipped;
  pl_scene_visit visit;
  void *context;
  char path[PATH_SIZE];
} walker;

static pl_status walk_object(walker *w, const pl_scene_object *object, const pl_json *at);

/* Adds to the path; returns where it ended before. */
static size_t enter(walker *w, const char *name)
{
  size_t used = strlen(w->path);
  snprintf(w->path + used, PATH_SIZE - used, "%s%s", used && name[0] != '[' ? "." : "", name);
  return used;
}

static pl_status walk_selection(walker *w, const pl_scene_key *key, const pl_json *at)
{
  return at->type == PL_JSON_OBJECT ? walk_object(w, &pl_scene_selection_object, at)
                                    : w->visit(w->context, w->path, key, at);
}

static pl_status walk_list(walker *w, const pl_scene_key *key, const pl_json *at)
{
  const pl_json *element = pl_json_first(at);
  for (uint32_t i = 0; i < at->count; i++, element = pl_json_next(element)) {
    char name[16];
    snprintf(name, sizeof name, "[%u]", i);
    size_t back = enter(w, name);
    pl_status status =
        key->kind == PL_KIND_LIST ? walk_object(w, key->object, element) : walk_selection(w, key, element);
    if (status != PL_OK) return status;
    w->path[back] = '\0';
  }
  return PL_OK;
}

static pl_status walk_value(walker *w, const pl_scene_key *key, const pl_json *at)
{
  switch (key->kind) {
  case PL_KIND_OBJECT:
    if (!at && (key->flags & (PL_KEY_ONE_OF | PL_KEY_OPTIONAL))) return PL_OK;
    return walk_object(w, key->object, at);
  case PL_KIND_LIST:
  case PL_KIND_SELECTIONS: return at ? walk_list(w, key, at) : PL_OK;
  case PL_KIND_SELECTION: return at ? walk_selection(w, key, at) : PL_OK;
  case PL_KIND_TRACK:
    if (at && at->type == PL_JSON_OBJECT) return walk_object(w, &pl_scene_track_object, at);
    break;
  case PL_KIND_NUMBER_TRACK:
    if (at && at->type == PL_JSON_OBJECT) return walk_object(w, &pl_scene_number_track_object, at);
    break;
  case PL_KIND_FIELD:
    if (at && at->type == PL_JSON_OBJECT) return walk_object(w, &pl_scene_image_object, at);
    if (!at) return PL_OK;
    break;
  default:
    if (!at && !key->fallback) return PL_OK;
    break;
  }
  return w->visit(w->context, w->path, key, at);
}

static pl_status walk_object(walker *w, const pl_scene_object *object, const pl_json *at)
{
  for (size_t i = 0; i < object->key_count; i++) {
    if (object->keys[i].flags & w->skipped) continue;
    size_t back = enter(w, object->keys[i].name);
    pl_status status = walk_value(w, &object->keys[i], pl_json_member(at, object->keys[i].name));
    if (status != PL_OK) return status;
    w->path[back] = '\0';
  }
  return PL_OK;
}

pl_status pl_scene_walk(const pl_scene *scene, unsigned skipped, pl_scene_visit visit, void *context)
{
  walker w = {.skipped = skipped, .visit = visit, .context = context};
  return walk_object(&w, &pl_scene_root, pl_json_root(&scene->document));
}
