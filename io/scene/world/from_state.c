/* SPDX-License-Identifier: MIT
   A scene that starts from the fields of its bodies that `pliant run --state` wrote. */
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "file.h"
#include "pliant/pliant.h"
#include "scene/read/resolve.h"

/* The state of that step; the last one, if none is named. */
static const pl_json *state_in(const pl_json *list, int64_t step)
{
  const pl_json *found = NULL, *at = pl_json_first(list);
  for (uint32_t k = 0; k < list->count; k++, at = pl_json_next(at)) {
    const pl_json *number = pl_json_member(at, "step");
    if (step < 0 || (number && number->type == PL_JSON_NUMBER && number->number == (double)step)) found = at;
  }
  return found;
}

static const pl_json *body_in(const pl_json *bodies, const char *name)
{
  const pl_json *at = bodies && bodies->type == PL_JSON_ARRAY ? pl_json_first(bodies) : NULL;
  for (uint32_t k = 0; at && k < bodies->count; k++, at = pl_json_next(at)) {
    const pl_json *called = pl_json_member(at, "name");
    if (called && called->type == PL_JSON_STRING && strcmp(called->string, name) == 0) return at;
  }
  return NULL;
}

/* Numbers of an array of numbers or of rows of them, in order; false: something else, or not so many. */
static bool numbers_of(const pl_json *array, size_t count, double *out)
{
  size_t filled = 0;
  if (!array || array->type != PL_JSON_ARRAY) return false;
  for (const pl_json *at = array + 1; at < array + array->extent; at++) {
    if (at->type == PL_JSON_ARRAY) continue;
    bool unknown = at->type == PL_JSON_NULL;
    if ((at->type != PL_JSON_NUMBER && !unknown) || filled == count) return false;
    out[filled++] = unknown ? NAN : at->number;
  }
  return filled == count;
}

typedef struct taking {
  const pl_scene *scene;
  const char *path;
  pl_world *world;
  pl_field_values *fields;
  size_t count;
} taking;

/* The field's numbers, if the state has its body; a body of the state must have all fields of its own. */
static pl_status take_field(taking *t, const pl_json *bodies, size_t i)
{
  pl_field field = pl_world_field(t->world, i);
  const pl_json *body = field.body ? body_in(bodies, pl_body_name(field.body)) : NULL;
  if (!body) return PL_OK;
  bool plain = strcmp(field.name, "positions") == 0 || strcmp(field.name, "velocities") == 0;
  const pl_json *values = pl_json_member(plain ? body : pl_json_member(body, "fields"), field.name);
  size_t count = field.count * (size_t)field.components;
  double *numbers = PL_NEW(double, count + 1);
  if (!numbers) return PL_ERROR_MEMORY;
  t->fields[t->count++] = (pl_field_values){i, numbers};
  if (numbers_of(values, count, numbers)) return PL_OK;
  return pl_scene_fail(t->scene, t->scene->data.from.at, "starts body \"%s\" from %s, %s %zu numbers of '%s'",
                       pl_body_name(field.body), t->path, values ? "which must have" : "which lacks the", count,
                       field.name);
}

static pl_status take_all(taking *t, const pl_json *root)
{
  const pl_scene_from *from = &t->scene->data.from;
  const pl_json *list = pl_json_member(root, "states");
  const pl_json *state = list && list->type == PL_JSON_ARRAY ? state_in(list, from->step) : NULL;
  if (!state)
    return pl_scene_fail(t->scene, from->at, "names %s, which has no state%s; `pliant run --state` writes such files",
                         t->path, from->step < 0 ? "" : " of that step");
  size_t most = pl_world_field_count(t->world);
  t->fields = PL_NEW(pl_field_values, most + 1);
  if (!t->fields) return PL_ERROR_MEMORY;
  for (size_t i = 0; i < most; i++) PL_TRY(take_field(t, pl_json_member(state, "bodies"), i));
  if (t->count == 0) return pl_scene_fail(t->scene, from->at, "names %s, which has none of the bodies here", t->path);
  return pl_scene_wrap(t->scene, from->at, pl_world_set_fields(t->world, t->fields, t->count));
}

pl_status pl_scene_start_from(const pl_scene *scene, pl_world *world)
{
  if (!scene->data.from.at) return PL_OK;
  taking t = {.scene = scene, .path = scene->from_path, .world = world};
  char *text = NULL;
  size_t size = 0;
  pl_json_document document = {0};
  pl_status status = pl_scene_wrap(scene, scene->data.from.at, pl_file_read(t.path, &text, &size));
  if (status == PL_OK) status = pl_scene_wrap(scene, scene->data.from.at, pl_json_read(t.path, text, size, &document));
  if (status == PL_OK) status = take_all(&t, pl_json_root(&document));
  for (size_t f = 0; f < t.count; f++) pl_release((void *)t.fields[f].values);
  pl_release(t.fields);
  pl_json_free(&document);
  pl_release(text);
  return status;
}
