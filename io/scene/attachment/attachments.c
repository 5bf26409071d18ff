/* SPDX-License-Identifier: MIT
   Attachments of a scene: names are looked up when it is read, places when the world is made. */
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "scene/read/resolve.h"

typedef pl_scene_attachment_end end;

static bool says(const end *e, const char *key) { return pl_json_member(e->at, key) != NULL; }

static bool says_where(const end *e) { return says(e, "particle") || says(e, "nearest") || says(e, "point"); }

/* ---- when the scene is read ---- */

static pl_status check_body(const pl_scene *scene, const end *e)
{
  const pl_scene_body *body = pl_scene_find_body(scene, e->body);
  if (!body)
    return pl_scene_fail(scene, pl_json_member(e->at, "body"), "is \"%s\", but there is no body of that name", e->body);
  int ways = says(e, "particle") + says(e, "nearest") + says(e, "point");
  if (ways > 1) return pl_scene_fail(scene, e->at, "has more than one of particle, nearest and point");
  if (says(e, "place"))
    return pl_scene_fail_key(scene, pl_json_member(e->at, "place"),
                             "has no use beside a body; say nearest (a vertex) or point (of its surface)");
  size_t count = pl_mesh_view(body->built).vertex_count;
  if (says(e, "particle") && e->particle >= count)
    return pl_scene_fail(scene, pl_json_member(e->at, "particle"), "is %u, but body \"%s\" has the particles 0 to %zu",
                         e->particle, e->body, count - 1);
  return PL_OK;
}

static pl_status check_end(const pl_scene *scene, const end *e, bool must_be_body)
{
  if (says(e, "body") && says(e, "obstacle"))
    return pl_scene_fail_key(scene, pl_json_member(e->at, "obstacle"), "cannot stand beside \"body\"");
  if (says(e, "body")) return check_body(scene, e);
  if (must_be_body) return pl_scene_fail(scene, e->at, "needs the key \"body\"; obstacles and places stand in \"b\"");
  if (says_where(e)) return pl_scene_fail(scene, e->at, "needs the key \"body\" for its particle, nearest or point");
  if (says(e, "obstacle") && pl_scene_find_obstacle(scene, e->obstacle) == scene->data.obstacles.count)
    return pl_scene_fail(scene, pl_json_member(e->at, "obstacle"), "is \"%s\", but there is no obstacle of that name",
                         e->obstacle);
  return PL_OK;
}

static pl_status check(const pl_scene *scene, const pl_scene_attachment *given)
{
  PL_TRY(pl_scene_check_span(scene, given->at, &given->span));
  PL_TRY(check_end(scene, &given->a, true));
  PL_TRY(check_end(scene, &given->b, false));
  if (strlen(given->name) > PL_MOST_ATTACHMENT_NAME)
    return pl_scene_fail(scene, pl_json_member(given->at, "name"), "must have at most %d bytes",
                         (int)PL_MOST_ATTACHMENT_NAME);
  if (given->def.damping > 0 && given->def.stiffness == 0)
    return pl_scene_fail(scene, pl_json_member(given->at, "damping"), "is of a spring; give it a stiffness too");
  if (given->radius > 0) {
    const end *with = says_where(&given->a) ? &given->a : &given->b;
    return says_where(with)
               ? pl_scene_fail(scene, with->at, "cannot say where beside a radius, which takes all that is near")
               : PL_OK;
  }
  if (!says_where(&given->a) && !says_where(&given->b) && !says(&given->b, "place"))
    return pl_scene_fail(scene, given->at,
                         "must say where: particle, nearest or point of a body, the place of b, or a radius");
  return PL_OK;
}

pl_status pl_scene_check_attachments(pl_scene *scene)
{
  const pl_scene_attachment *all = scene->data.attachments.items;
  for (size_t i = 0; i < scene->data.attachments.count; i++) PL_TRY(check(scene, &all[i]));
  return PL_OK;
}

/* ---- when the world is made ---- */

/* The place that an end speaks of. */
static void place_of(const pl_attachment_end *e, const end *given, double out[3])
{
  const double *place = e->place;
  if (says(given, "nearest")) place = given->nearest;
  if (says(given, "point")) place = given->point;
  if (says(given, "particle")) place = pl_body_positions(e->body) + 3 * (size_t)e->particle;
  memcpy(out, place, 3 * sizeof(double));
}

static pl_status find_point(pl_attachment_end *e, const double place[3], bool surface)
{
  e->kind = surface ? PL_ATTACH_POINT : PL_ATTACH_PARTICLE;
  if (surface) return pl_body_nearest_point(e->body, place, &e->triangle, e->weights, NULL);
  return pl_body_nearest_particle(e->body, place, &e->particle, NULL);
}

static pl_attachment_end start_end(const pl_scene *scene, const end *given, pl_world *world,
                                   const pl_obstacle_id *obstacles)
{
  pl_attachment_end e = {.kind = PL_ATTACH_PLACE};
  memcpy(e.place, given->place, sizeof e.place);
  if (says(given, "body")) {
    e.kind = PL_ATTACH_PARTICLE;
    e.body = pl_world_body(world, given->body);
    e.particle = given->particle;
  } else if (says(given, "obstacle")) {
    e.kind = PL_ATTACH_OBSTACLE;
    e.obstacle = obstacles[pl_scene_find_obstacle(scene, given->obstacle)];
  }
  return e;
}

static pl_status release(pl_world *world, const pl_attachment_id *ids, size_t count, const pl_scene_span *span)
{
  if (!pl_scene_ends(span)) return PL_OK;
  PL_TRY(pl_world_schedule(world, span->end));
  for (size_t k = 0; k < count; k++) PL_TRY(pl_attachment_release(world, ids[k]));
  return PL_OK;
}

static pl_status attach_near(pl_world *world, const pl_attachment_def *def, const pl_scene_attachment *given)
{
  size_t count = 0, capacity = pl_body_particle_count(def->a.body);
  pl_attachment_id *ids = PL_NEW(pl_attachment_id, capacity);
  if (!ids) return PL_ERROR_MEMORY;
  pl_status status = pl_world_attach_near(world, def, given->radius, ids, capacity, &count);
  if (status == PL_OK && count == 0)
    status =
        pl_fail(PL_ERROR_ARGUMENT, "no particle of body '%s' is nearer to b than %g m", given->a.body, given->radius);
  if (status == PL_OK) status = release(world, ids, count, &given->span);
  pl_release(ids);
  return status;
}

static pl_status attach(const pl_scene *scene, const pl_scene_attachment *given, pl_world *world,
                        const pl_obstacle_id *obstacles, const char *name)
{
  pl_attachment_def def = given->def;
  def.name = name;
  def.a = start_end(scene, &given->a, world, obstacles);
  def.b = start_end(scene, &given->b, world, obstacles);
  PL_TRY(pl_scene_begin(world, &given->span));
  if (given->radius > 0) return attach_near(world, &def, given);
  double place[3];
  bool first = says_where(&given->a), second = says_where(&given->b);
  place_of(first ? &def.a : &def.b, first ? &given->a : &given->b, place);
  if (!says(&given->a, "particle")) PL_TRY(find_point(&def.a, place, says(&given->a, "point")));
  if (second) place_of(&def.b, &given->b, place);
  if (def.b.body && !says(&given->b, "particle"))
    PL_TRY(find_point(&def.b, place, !second || says(&given->b, "point")));
  if (!def.b.body && !says(&given->b, "place")) def.keep_gap = true;
  pl_attachment_id id;
  PL_TRY(pl_world_attach(world, &def, &id));
  return release(world, &id, 1, &given->span);
}

pl_status pl_scene_add_attachments(const pl_scene *scene, pl_world *world, const pl_obstacle_id *obstacles)
{
  const pl_scene_attachment *all = scene->data.attachments.items;
  for (size_t i = 0; i < scene->data.attachments.count; i++) {
    char name[32];
    snprintf(name, sizeof name, "attachment %zu", i + 1);
    PL_TRY(
        pl_scene_wrap(scene, all[i].at, attach(scene, &all[i], world, obstacles, all[i].name[0] ? all[i].name : name)));
  }
  return pl_world_schedule(world, -1);
}
