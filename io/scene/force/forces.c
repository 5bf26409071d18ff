/* SPDX-License-Identifier: MIT
   Forces of a scene. */
#include <stdio.h>
#include <string.h>

#include "pliant/force.h"
#include "scene/read/resolve.h"

/* ---- when the scene is read ---- */

static pl_status check_bounds(const pl_scene *scene, const pl_scene_force *force)
{
  if (strlen(force->name) > PL_MOST_FORCE_NAME)
    return pl_scene_fail(scene, pl_json_member(force->at, "name"), "must have at most %d bytes",
                         (int)PL_MOST_FORCE_NAME);
  if (force->body[0] && !pl_scene_find_body(scene, force->body))
    return pl_scene_fail(scene, pl_json_member(force->at, "body"), "is \"%s\", but there is no body of that name",
                         force->body);
  if ((force->thrust.at || force->gyro.at) && !force->body[0])
    return pl_scene_fail(scene, force->at, "needs the key \"body\": a thruster or gyro acts on one");
  const char *obstacle = force->repulsion.at ? force->repulsion.obstacle : "";
  if (obstacle[0] && pl_scene_find_obstacle(scene, obstacle) == scene->data.obstacles.count)
    return pl_scene_fail(scene, pl_json_member(force->repulsion.at, "obstacle"),
                         "is \"%s\", but there is no obstacle of that name", obstacle);
  return PL_OK;
}

static pl_status take_track(pl_scene *scene, const pl_scene_track *track, double value[3], const pl_key **keys,
                            size_t *count)
{
  memcpy(value, track->value, 3 * sizeof(double));
  if (track->keys.count > PL_MOST_FORCE_KEYS)
    return pl_scene_fail(scene, track->keys.at, "must have at most %d keys", (int)PL_MOST_FORCE_KEYS);
  return pl_scene_resolve_track(scene, track, keys, count);
}

static pl_status resolve_fluid(pl_scene *scene, const pl_scene_fluid *given, pl_force_def *def)
{
  *def = pl_default_force_def(PL_FORCE_FLUID);
  def->resistance = given->resistance;
  def->flow.gust = given->gust;
  def->flow.period = given->period;
  if (given->vortex.at) {
    def->flow.circulation = given->vortex.circulation;
    memcpy(def->flow.center, given->vortex.center, sizeof def->flow.center);
    memcpy(def->flow.axis, given->vortex.axis, sizeof def->flow.axis);
    def->flow.core = given->vortex.core;
  }
  return take_track(scene, &given->velocity, def->flow.velocity, &def->flow.keys, &def->flow.key_count);
}

static pl_status resolve_thrust(pl_scene *scene, const pl_scene_force *force, pl_force_def *def)
{
  const pl_scene_thrust *given = &force->thrust;
  *def = pl_default_force_def(PL_FORCE_THRUST);
  def->turns = given->turns;
  PL_TRY(take_track(scene, &given->vector, def->vector, &def->keys, &def->key_count));
  if (!given->particles) return PL_OK;
  const pl_scene_body *body = pl_scene_find_body(scene, force->body);
  uint32_t *particles = NULL;
  PL_TRY(pl_scene_select(scene, body, given->particles, body->selections.count, &particles, &def->particle_count));
  def->particles = particles;
  if (def->particle_count <= PL_MOST_FORCE_PARTICLES) return PL_OK;
  return pl_scene_fail(scene, given->particles->at, "selects %zu particles; a thruster acts on at most %d, or on all",
                       def->particle_count, (int)PL_MOST_FORCE_PARTICLES);
}

static pl_status resolve_gyro(pl_scene *scene, const pl_scene_gyro *given, pl_force_def *def)
{
  *def = pl_default_force_def(PL_FORCE_GYRO);
  def->turns = given->turns;
  memcpy(def->attitude, given->attitude, sizeof def->attitude);
  def->stiffness = given->stiffness;
  def->damping = given->damping;
  return take_track(scene, &given->vector, def->vector, &def->keys, &def->key_count);
}

static pl_status resolve(pl_scene *scene, pl_scene_force *force)
{
  PL_TRY(check_bounds(scene, force));
  PL_TRY(pl_scene_check_span(scene, force->at, &force->span));
  if (force->fluid.at) return resolve_fluid(scene, &force->fluid, &force->def);
  if (force->thrust.at) return resolve_thrust(scene, force, &force->def);
  if (force->gyro.at) return resolve_gyro(scene, &force->gyro, &force->def);
  force->def = pl_default_force_def(PL_FORCE_REPULSION);
  force->def.strength = force->repulsion.strength;
  force->def.range = force->repulsion.range;
  return PL_OK;
}

pl_status pl_scene_resolve_forces(pl_scene *scene)
{
  pl_scene_force *all = scene->data.forces.items;
  for (size_t i = 0; i < scene->data.forces.count; i++) PL_TRY(resolve(scene, &all[i]));
  return PL_OK;
}

/* ---- when the world is made ---- */

static pl_status add(pl_world *world, const pl_force_def *def, const pl_scene_span *span)
{
  pl_force_id id;
  PL_TRY(pl_scene_begin(world, span));
  PL_TRY(pl_force_create(world, def, &id));
  if (!pl_scene_ends(span)) return PL_OK;
  PL_TRY(pl_world_schedule(world, span->end));
  return pl_force_remove(world, id);
}

pl_status pl_scene_add_forces(const pl_scene *scene, pl_world *world, const pl_obstacle_id *obstacles)
{
  const pl_scene_force *all = scene->data.forces.items;
  for (size_t i = 0; i < scene->data.forces.count; i++) {
    const pl_scene_force *given = &all[i];
    pl_force_def def = given->def;
    if (given->name[0]) def.name = given->name;
    if (given->body[0]) def.body = pl_world_body(world, given->body);
    if (given->repulsion.at && given->repulsion.obstacle[0])
      def.obstacle = obstacles[pl_scene_find_obstacle(scene, given->repulsion.obstacle)];
    PL_TRY(pl_scene_wrap(scene, given->at, add(world, &def, &given->span)));
  }
  return pl_world_schedule(world, -1);
}

uint64_t pl_scene_hash_forces(const pl_scene *scene, uint64_t hash)
{
  const pl_scene_force *all = scene->data.forces.items;
  for (size_t i = 0; i < scene->data.forces.count; i++)
    if (all[i].def.particle_count)
      hash = pl_scene_hash_array(hash, all[i].def.particles, all[i].def.particle_count, sizeof(uint32_t));
  return hash;
}
