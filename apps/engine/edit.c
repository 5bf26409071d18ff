/* SPDX-License-Identifier: MIT
   A new text for the scene that is open. Where only numbers changed that a running world takes, it goes on; else a
   new world takes its place, and bodies that are still the same keep their pose. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "scene/json/text.h"
#include "scene/read/data.h"
#include "session.h"

/* --- what is different --- */

static bool same(const pl_json *a, const pl_json *b)
{
  if (!a || !b) return a == b;
  if (a->extent != b->extent) return false;
  for (uint32_t i = 0; i < a->extent; i++) {
    const pl_json *p = a + i, *q = b + i;
    if (p->type != q->type || p->count != q->count || p->extent != q->extent) return false;
    if (i > 0 && (p->key != NULL) != (q->key != NULL)) return false;
    if (i > 0 && p->key && strcmp(p->key, q->key) != 0) return false;
    if (p->type == PL_JSON_NUMBER && p->number != q->number) return false;
    if (p->type == PL_JSON_STRING && strcmp(p->string, q->string) != 0) return false;
  }
  return true;
}

/* Whether all differences are in members that `allowed` names. */
static bool same_but(const pl_json *a, const pl_json *b, const char *const *allowed)
{
  if (!a || !b) return a == b;
  if (a->type != PL_JSON_OBJECT || b->type != PL_JSON_OBJECT) return same(a, b);
  for (int turn = 0; turn < 2; turn++) {
    const pl_json *from = turn ? b : a, *other = turn ? a : b, *member = pl_json_first(from);
    for (uint32_t i = 0; i < from->count; i++, member = pl_json_next(member)) {
      bool may = false;
      for (const char *const *name = allowed; *name; name++) may = may || strcmp(*name, member->key) == 0;
      if (!may && !same(member, pl_json_member(other, member->key))) return false;
    }
  }
  return true;
}

/* The model's name, if the body has one and only numbers of it differ. */
static bool same_body(const pl_json *a, const pl_json *b)
{
  static const char *const body_keys[] = {"model", "volume", NULL};
  if (!same_but(a, b, body_keys)) return false;
  if ((pl_json_member(a, "volume") != NULL) != (pl_json_member(b, "volume") != NULL)) return false;
  const pl_json *p = pl_json_member(a, "model"), *q = pl_json_member(b, "model");
  if (same(p, q)) return true;
  return p && q && p->type == PL_JSON_OBJECT && q->type == PL_JSON_OBJECT && p->count == 1 && q->count == 1 &&
         strcmp(pl_json_first(p)->key, pl_json_first(q)->key) == 0;
}

/* Whether a world of the first scene can become one of the second while it runs. */
static bool can_become(const pl_scene *from, const pl_scene *to)
{
  static const char *const root_keys[] = {"title",   "description", "$schema", "camera", "gravity",
                                          "threads", "sleep",       "time",    "bodies", NULL};
  const pl_json *a = pl_json_root(&from->document), *b = pl_json_root(&to->document);
  if (!same_but(a, b, root_keys)) return false;
  if (!same(pl_json_member(a, "gravity"), pl_json_member(b, "gravity")) &&
      (from->gravity_key_count > 0 || to->gravity_key_count > 0))
    return false;
  const pl_json *bodies = pl_json_member(a, "bodies"), *others = pl_json_member(b, "bodies");
  if (!bodies || !others || bodies->count != others->count) return false;
  const pl_json *p = pl_json_first(bodies), *q = pl_json_first(others);
  for (uint32_t i = 0; i < bodies->count; i++, p = pl_json_next(p), q = pl_json_next(q))
    if (!same_body(p, q)) return false;
  return true;
}

/* --- taking it up --- */

static pl_status set_body(pl_body *body, const pl_scene_body *was, const pl_scene_body *now)
{
  const pl_json *a = was->at, *b = now->at;
  if (!same(pl_json_member(a, "volume"), pl_json_member(b, "volume")))
    PL_TRY(pl_body_set_volume(body, &now->def.volume));
  if (same(pl_json_member(a, "model"), pl_json_member(b, "model"))) return PL_OK;
  return pl_body_set_material(body, &now->def);
}

static pl_status become(engine *e, const pl_scene *to)
{
  const pl_json *a = pl_json_root(&e->scene->document), *b = pl_json_root(&to->document);
  if (!same(pl_json_member(a, "gravity"), pl_json_member(b, "gravity")))
    PL_TRY(pl_world_set_gravity(e->world, to->data.gravity.value));
  if (!same(pl_json_member(a, "sleep"), pl_json_member(b, "sleep")))
    PL_TRY(pl_world_set_sleep(e->world, &to->data.sleep.def));
  if (to->data.time.step != e->scene->data.time.step) PL_TRY(pl_world_set_step(e->world, to->data.time.step));
  const pl_scene_body *was = e->scene->data.bodies.items, *now = to->data.bodies.items;
  for (size_t i = 0; i < to->data.bodies.count; i++) PL_TRY(set_body(pl_world_body_at(e->world, i), &was[i], &now[i]));
  return PL_OK;
}

/* The pose goes over where a body of that name has as many particles and triangles. */
static pl_status carry_poses(const pl_world *from, pl_world *to)
{
  for (size_t i = 0; i < pl_world_body_count(from); i++) {
    const pl_body *was = pl_world_body_at(from, i);
    pl_body *now = pl_world_body(to, pl_body_name(was));
    if (!now || pl_body_particle_count(now) != pl_body_particle_count(was) ||
        pl_body_rest(now).triangle_count != pl_body_rest(was).triangle_count)
      continue;
    PL_TRY(pl_body_set_positions(now, pl_body_positions(was)));
    PL_TRY(pl_body_set_velocities(now, pl_body_velocities(was)));
  }
  return PL_OK;
}

static pl_status replace(engine *e, const pl_scene *scene, const char *text)
{
  pl_world *world = NULL;
  PL_TRY(pl_scene_world(scene, &world));
  bool begun = pl_world_step_count(e->world) > 0;
  pl_status status = begun ? carry_poses(e->world, world) : PL_OK;
  if (status != PL_OK) {
    pl_world_destroy(world);
    return status;
  }
  PL_TRY(engine_put_world(e, world, text));
  e->touched = begun;
  return PL_OK;
}

pl_status engine_edit(engine *e, const char *text, size_t size)
{
  if (size > SCENE_TEXT_LIMIT)
    return pl_fail(PL_ERROR_LIMIT, "the scene's text has %zu bytes; at most %d are taken", size, SCENE_TEXT_LIMIT);
  pl_scene *scene = NULL;
  char *copy = PL_NEW(char, size + 1);
  if (!copy) return PL_ERROR_MEMORY;
  memcpy(copy, text, size);
  pl_status status = (e->options.confined ? pl_scene_parse_confined : pl_scene_parse)(e->name, text, size, &scene);
  if (status == PL_OK) status = pl_scene_set_threads(scene, e->options.threads);
  if (status == PL_OK) {
    /* Before the first step a new world costs nothing that was played, and its hash is the scene's own. */
    bool begun = pl_world_step_count(e->world) > 0;
    e->kept = begun && can_become(e->scene, scene) && become(e, scene) == PL_OK;
    if (e->kept)
      e->touched = true;
    else
      status = replace(e, scene, copy);
  }
  if (status != PL_OK) {
    pl_scene_destroy(scene);
    pl_release(copy);
    return status;
  }
  pl_scene_destroy(e->scene);
  pl_release(e->text);
  e->scene = scene;
  e->text = copy;
  e->scene_number++;
  e->change++;
  return PL_OK;
}

/* --- one value of the text --- */

/* The next name of "bodies.0.model" and whether there is one. */
static bool next_name(const char **path, char name[64])
{
  size_t length = strcspn(*path, ".");
  if (length == 0 || length > 63) return false;
  memcpy(name, *path, length);
  name[length] = '\0';
  *path += length + ((*path)[length] == '.');
  return true;
}

static const pl_json *child(const pl_json *at, const char *name)
{
  if (at->type == PL_JSON_OBJECT) return pl_json_member(at, name);
  if (at->type != PL_JSON_ARRAY) return NULL;
  char *end;
  unsigned long index = strtoul(name, &end, 10);
  if (*end != '\0' || index >= at->count) return NULL;
  const pl_json *element = pl_json_first(at);
  while (index-- > 0) element = pl_json_next(element);
  return element;
}

/* "name": {"rest": value}, for what was not in the text. */
static void add_member(pl_text *text, const char *name, const char *rest, const char *value)
{
  char inner[64];
  pl_text_add_json(text, name);
  pl_text_add(text, ": ");
  int deep = 0;
  while (next_name(&rest, inner)) {
    pl_text_add(text, "{ ");
    pl_text_add_json(text, inner);
    pl_text_add(text, ": ");
    deep++;
  }
  pl_text_add(text, "%s", value);
  while (deep-- > 0) pl_text_add(text, " }");
}

pl_status engine_set_parameter(engine *e, const char *path, const char *value)
{
  const pl_json *at = pl_json_root(&e->scene->document), *found = at;
  const char *rest = path;
  char name[64] = "";
  while (found && next_name(&rest, name)) {
    at = found;
    found = child(at, name);
  }
  if (!name[0] || (!found && at->type != PL_JSON_OBJECT))
    return pl_fail(PL_ERROR_ARGUMENT, "the scene has no place '%s'", path);
  const char *from = e->scene->document.text;
  pl_text text = {0};
  if (found) {
    pl_text_add(&text, "%.*s%s%s", (int)found->begin, from, value, from + found->end);
  } else {
    pl_text_add(&text, "%.*s ", (int)at->begin + 1, from);
    add_member(&text, name, rest, value);
    pl_text_add(&text, "%s%s", at->count > 0 ? "," : " ", from + at->begin + 1);
  }
  char *changed = NULL;
  PL_TRY(pl_text_finish(&text, &changed));
  pl_status status = engine_edit(e, changed, strlen(changed));
  pl_release(changed);
  return status;
}
