/* SPDX-License-Identifier: MIT
   What comes and goes in a scene: queued with its times when the world is made (pl_world_schedule). */
#include "scene/read/resolve.h"

bool pl_scene_is_timed(const pl_scene_span *span) { return span->begin > 0 || span->end < PL_SCENE_NEVER; }

pl_status pl_scene_check_span(const pl_scene *scene, const pl_json *at, const pl_scene_span *span)
{
  if (span->end > span->begin) return PL_OK;
  return pl_scene_fail(scene, pl_json_member(at, "end"), "must be later than \"begin\", which is %g s", span->begin);
}

pl_status pl_scene_begin(pl_world *world, const pl_scene_span *span)
{
  return pl_world_schedule(world, pl_scene_is_timed(span) ? span->begin : -1);
}

bool pl_scene_ends(const pl_scene_span *span) { return span->end < PL_SCENE_NEVER; }

/* ---- other materials ---- */

static pl_status resolve_change(pl_scene *scene, pl_scene_body *body, pl_scene_change *change)
{
  pl_scene_body other = *body;
  const pl_scene_model_entry *model = pl_scene_model_find(&body->model);
  change->def = body->def;
  if (change->model.at) {
    other.model = change->model;
    other.built_cage = NULL;
    if (pl_scene_model_find(&other.model) != model)
      return pl_scene_fail(scene, change->model.at, "must be the model that the body has; only its material changes");
    pl_status status = model->resolve(scene, &other);
    pl_mesh_destroy(other.built_cage);
    PL_TRY(status);
    change->def = other.def;
    change->def.density = body->def.density; /* it weighs what it weighs */
  }
  if (change->volume.at) {
    other.volume = change->volume;
    PL_TRY(pl_scene_resolve_volume(scene, &other));
    change->def.volume = other.def.volume;
  }
  if (change->inelastic.at) change->def.inelastic = change->inelastic.value;
  if (change->model.at || change->volume.at || change->inelastic.at) return PL_OK;
  return pl_scene_fail(scene, change->at, "changes nothing; say model, inelastic or volume");
}

pl_status pl_scene_resolve_changes(pl_scene *scene, pl_scene_body *body)
{
  pl_scene_change *all = body->changes.items;
  for (size_t k = 0; k < body->changes.count; k++) PL_TRY(resolve_change(scene, body, &all[k]));
  return PL_OK;
}

static pl_status queue_change(const pl_scene *scene, const pl_scene_change *change, double time, const pl_body_def *def,
                              pl_world *world, pl_body *body)
{
  PL_TRY(pl_scene_wrap(scene, change->at, pl_world_schedule(world, time)));
  if (change->model.at) PL_TRY(pl_scene_wrap(scene, change->model.at, pl_body_set_material(body, def)));
  if (change->inelastic.at)
    PL_TRY(pl_scene_wrap(scene, change->inelastic.at, pl_body_set_inelastic(body, &def->inelastic)));
  if (change->volume.at) PL_TRY(pl_scene_wrap(scene, change->volume.at, pl_body_set_volume(body, &def->volume)));
  return pl_world_schedule(world, -1);
}

/* What the body is made of at first is said for time 0, so that a world that is reset has it again. */
pl_status pl_scene_add_changes(const pl_scene *scene, const pl_scene_body *given, pl_world *world, pl_body *body)
{
  const pl_scene_change *all = given->changes.items;
  for (size_t k = 0; k < given->changes.count; k++) PL_TRY(queue_change(scene, &all[k], 0, &given->def, world, body));
  for (size_t k = 0; k < given->changes.count; k++)
    PL_TRY(queue_change(scene, &all[k], all[k].time, &all[k].def, world, body));
  return PL_OK;
}
