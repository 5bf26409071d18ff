/* SPDX-License-Identifier: MIT
   From what the file says to the definitions of the C interface, with the checks that need more than one key. */
#include "scene/read/resolve.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "math/keyframes.h"
#include "mesh/measure/measure.h"

static pl_status resolve_motion(pl_scene *scene, const pl_scene_motion *motion, pl_motion *out)
{
  *out = (pl_motion){0};
  if (!motion->at) return PL_OK;
  const pl_scene_pose_data *poses = motion->keys.items;
  if (motion->keys.count == 0) return pl_scene_fail(scene, motion->keys.at, "must have at least one key");
  pl_pose_key *keys = PL_KEEP(scene, pl_pose_key, motion->keys.count);
  if (!keys) return PL_ERROR_MEMORY;
  for (size_t i = 0; i < motion->keys.count; i++) {
    if (i > 0 && poses[i].key.time <= poses[i - 1].key.time)
      return pl_scene_fail(scene, pl_json_member(poses[i].at, "time"),
                           "must be later than the key before, which is at %g s", poses[i - 1].key.time);
    keys[i] = poses[i].key;
  }
  *out = (pl_motion){.keys = keys, .count = motion->keys.count};
  memcpy(out->pivot, motion->pivot, sizeof out->pivot);
  return pl_scene_wrap(scene, motion->at, pl_motion_check("motion", out));
}

pl_status pl_scene_resolve_track(pl_scene *scene, const pl_scene_track *track, const pl_key **keys, size_t *count)
{
  *keys = NULL;
  *count = track->keys.count;
  if (!track->keys.at) return PL_OK;
  if (*count == 0) return pl_scene_fail(scene, track->keys.at, "must have at least one key");
  const pl_scene_key_data *given = track->keys.items;
  pl_key *made = PL_KEEP(scene, pl_key, *count);
  if (!made) return PL_ERROR_MEMORY;
  for (size_t i = 0; i < *count; i++) {
    if (i > 0 && given[i].key.time <= given[i - 1].key.time)
      return pl_scene_fail(scene, pl_json_member(given[i].at, "time"),
                           "must be later than the key before, which is at %g s", given[i - 1].key.time);
    made[i] = given[i].key;
  }
  *keys = made;
  return PL_OK;
}

const pl_scene_body *pl_scene_find_body(const pl_scene *scene, const char *name)
{
  const pl_scene_body *bodies = scene->data.bodies.items;
  for (size_t i = 0; i < scene->data.bodies.count; i++)
    if (strcmp(bodies[i].name, name) == 0) return &bodies[i];
  return NULL;
}

size_t pl_scene_find_obstacle(const pl_scene *scene, const char *name)
{
  const pl_scene_obstacle *obstacles = scene->data.obstacles.items;
  size_t i = 0;
  while (i < scene->data.obstacles.count && !(obstacles[i].def.name && strcmp(obstacles[i].def.name, name) == 0)) i++;
  return i;
}

/* Names: given ones must differ, missing ones are made. */
static pl_status name_bodies(pl_scene *scene)
{
  pl_scene_body *bodies = scene->data.bodies.items;
  for (size_t i = 0; i < scene->data.bodies.count; i++) {
    if (!bodies[i].name[0]) {
      char *name = PL_KEEP(scene, char, 32);
      if (!name) return PL_ERROR_MEMORY;
      snprintf(name, 32, "body %zu", i + 1);
      bodies[i].name = name;
    }
    for (size_t j = 0; j < i; j++)
      if (strcmp(bodies[j].name, bodies[i].name) == 0) {
        const pl_json *at = pl_json_member(bodies[i].at, "name");
        return pl_scene_fail(scene, at ? at : bodies[i].at, "%s \"%s\", as the body at line %u; give it another name",
                             at ? "is" : "would be called", bodies[i].name, bodies[j].at->line);
      }
  }
  return PL_OK;
}

static pl_status check_selection_names(pl_scene *scene, const pl_scene_body *body)
{
  const pl_scene_named_selection *named = body->selections.items;
  for (size_t i = 0; i < body->selections.count; i++) {
    const pl_json *at = pl_json_member(named[i].at, "name");
    if (strcmp(named[i].name, "all") == 0)
      return pl_scene_fail(scene, at, "must not be \"all\", which always means every particle");
    for (size_t j = 0; j < i; j++)
      if (strcmp(named[j].name, named[i].name) == 0)
        return pl_scene_fail(scene, at, "is \"%s\", as the selection at line %u; give it another name", named[i].name,
                             named[j].at->line);
    uint32_t *particles = NULL;
    size_t count = 0;
    PL_TRY(pl_scene_select(scene, body, named[i].particles, i, &particles, &count));
  }
  return PL_OK;
}

static bool is_zero(const double v[3]) { return v[0] == 0 && v[1] == 0 && v[2] == 0; }

static pl_status check_normal(const pl_scene *scene, const pl_json *at, const double normal[3])
{
  return is_zero(normal) ? pl_scene_fail(scene, pl_json_member(at, "normal"), "must not be of length zero") : PL_OK;
}

/* Two pins may not hold the same particle: they could want it in two places. */
static pl_status check_pins_apart(pl_scene *scene, const pl_scene_body *body, bool *held)
{
  const pl_scene_pin *pins = body->pins.items;
  for (size_t i = 0; i < body->pins.count; i++)
    for (size_t k = 0; k < pins[i].def.count && !pl_scene_is_timed(&pins[i].span); k++) {
      if (held[pins[i].def.particles[k]])
        return pl_scene_fail(scene, pins[i].at, "holds particle %u, which an earlier pin of body \"%s\" holds already",
                             pins[i].def.particles[k], body->name);
      held[pins[i].def.particles[k]] = true;
    }
  return PL_OK;
}

static pl_status resolve_pins(pl_scene *scene, pl_scene_body *body)
{
  pl_scene_pin *pins = body->pins.items;
  pl_pin_def *defs = PL_KEEP(scene, pl_pin_def, body->pins.count);
  bool *held = PL_KEEP(scene, bool, pl_mesh_view(body->built).vertex_count);
  if (!defs || !held) return PL_ERROR_MEMORY;
  for (size_t i = 0; i < body->pins.count; i++) {
    uint32_t *particles = NULL;
    PL_TRY(pl_scene_select(scene, body, pins[i].particles, body->selections.count, &particles, &pins[i].def.count));
    PL_TRY(resolve_motion(scene, &pins[i].motion, &pins[i].def.motion));
    pins[i].def.particles = particles;
    PL_TRY(pl_scene_check_span(scene, pins[i].at, &pins[i].span));
    if (!pl_scene_is_timed(&pins[i].span)) defs[body->def.pin_count++] = pins[i].def;
  }
  body->def.pins = defs;
  return check_pins_apart(scene, body, held);
}

static pl_status resolve_grabs(pl_scene *scene, pl_scene_body *body)
{
  enum { GRAB_LIMIT = 16 }; /* pl_grab_def */
  pl_scene_grab *grabs = body->grabs.items;
  for (size_t i = 0; i < body->grabs.count; i++) {
    pl_grab_def *def = &grabs[i].def;
    uint32_t *particles = NULL;
    PL_TRY(pl_scene_select(scene, body, grabs[i].particles, body->selections.count, &particles, &def->count));
    if (def->count > GRAB_LIMIT)
      return pl_scene_fail(scene, grabs[i].particles->at,
                           "selects %zu particles; a grab holds at most %d, a pin any number", def->count,
                           (int)GRAB_LIMIT);
    if (def->damping < 0 && def->damping != -1)
      return pl_scene_fail(scene, pl_json_member(grabs[i].at, "damping"),
                           "must be >= 0, or -1 for critical damping, got %g", def->damping);
    PL_TRY(pl_scene_spread(scene, &grabs[i].weights, def->count, "particle", &def->weights));
    def->particles = particles;
    PL_TRY(pl_scene_check_span(scene, grabs[i].at, &grabs[i].span));
    PL_TRY(pl_scene_resolve_track(scene, &grabs[i].target, &def->keys, &def->key_count));
    PL_TRY(pl_scene_resolve_track(scene, &grabs[i].attitude, &def->attitude_keys, &def->attitude_key_count));
    memcpy(def->target, grabs[i].target.value, sizeof def->target);
    memcpy(def->attitude, grabs[i].attitude.value, sizeof def->attitude);
    def->turns = grabs[i].attitude.at;
  }
  return PL_OK;
}

/* Masses and a Young's modulus want volumes; a body with its own masses and stiffness can do without. */
static pl_status find_volumes(pl_scene *scene, pl_scene_body *body)
{
  pl_mesh_data mesh = pl_mesh_view(body->built);
  const pl_json *thickness = pl_json_member(body->at, "thickness");
  const pl_scene_model_entry *model = pl_scene_model_find(&body->model);
  bool wanted = !body->masses.at || (model->needs_volumes && model->needs_volumes(&body->def));
  body->volumes = mesh.vertex_volumes;
  if (!body->volumes && wanted) {
    double *volumes = PL_KEEP(scene, double, mesh.vertex_count);
    if (!volumes) return PL_ERROR_MEMORY;
    PL_TRY(pl_scene_wrap(scene, body->at, pl_mesh_vertex_volumes(&mesh, body->thickness, volumes)));
    body->volumes = volumes;
  }
  if (body->thickness == 0) return PL_OK;
  bool closed = false;
  if (mesh.triangle_count > 0) PL_TRY(pl_mesh_is_closed(&mesh, &closed));
  if (mesh.vertex_volumes)
    return pl_scene_warn(scene, thickness, "is not used: the mesh knows the volume of its vertices");
  if (closed && !model->shell)
    return pl_scene_warn(scene, thickness, "is not used: the surface is closed, so it is taken as filled");
  return wanted ? PL_OK : pl_scene_warn(scene, thickness, "is not used: masses and stiffness are given");
}

static pl_status resolve_contact(const pl_scene *scene, pl_scene_body *body)
{
  const pl_scene_contact *contact = &body->contact;
  pl_contact_def *def = &body->def.contact;
  *def = (pl_contact_def){.bodies = contact->bodies,
                          .self = contact->self,
                          .friction = contact->friction,
                          .rolling_friction = contact->rolling_friction,
                          .restitution = contact->restitution,
                          .skin = contact->skin,
                          .group = contact->group};
  for (size_t k = 0; k < contact->ignores.count; k++) {
    if (contact->ignores.values[k] > 31)
      return pl_scene_fail(scene, contact->ignores.at, "must be from 0 to 31, got %u", contact->ignores.values[k]);
    def->ignores |= UINT32_C(1) << contact->ignores.values[k];
  }
  return PL_OK;
}

static pl_status resolve_body(pl_scene *scene, pl_scene_body *body)
{
  PL_TRY(pl_scene_build_mesh(scene, body));
  PL_TRY(pl_scene_build_detail(scene, body));
  const pl_scene_model_entry *model = pl_scene_model_find(&body->model);
  body->def = pl_default_body_def(model->kind);
  body->def.name = body->name;
  body->def.mesh = body->built;
  body->def.density = body->density;
  body->def.sleep = body->sleep;
  body->def.thickness = body->thickness;
  body->def.drag = body->drag;
  PL_TRY(resolve_contact(scene, body));
  PL_TRY(model->resolve(scene, body));
  PL_TRY(pl_scene_spread_field(scene, &body->stiffness, body->built, &body->def.stiffness));
  PL_TRY(pl_scene_spread_field(scene, &body->masses, body->built, &body->def.masses));
  const pl_json *density = pl_json_member(body->at, "density"), *masses = body->masses.at;
  if (density && masses)
    return pl_scene_fail_key(scene, masses > density ? masses : density,
                             "cannot stand beside \"%s\"; masses say it all", masses > density ? "density" : "masses");
  PL_TRY(find_volumes(scene, body));
  PL_TRY(check_selection_names(scene, body));
  PL_TRY(pl_scene_resolve_start(scene, body));
  PL_TRY(resolve_pins(scene, body));
  PL_TRY(pl_scene_resolve_subspace(scene, body));
  PL_TRY(pl_scene_resolve_volume(scene, body));
  if (body->inelastic.at) body->def.inelastic = body->inelastic.value;
  if (body->fracture.at) body->def.fracture = body->fracture.value;
  if (body->planar.at) {
    PL_TRY(check_normal(scene, body->planar.at, body->planar.def.normal));
    body->def.planar = body->planar.def;
  }
  PL_TRY(pl_scene_resolve_heat(scene, body));
  PL_TRY(pl_scene_resolve_changes(scene, body));
  return resolve_grabs(scene, body);
}

static pl_status resolve_ends(const pl_scene *scene, const pl_json *at, const double a[3], const double b[3],
                              pl_obstacle_def *def)
{
  memcpy(def->point_a, a, sizeof def->point_a);
  memcpy(def->point_b, b, sizeof def->point_b);
  if (def->shape == PL_OBSTACLE_CAPSULE || memcmp(a, b, sizeof def->point_a) != 0) return PL_OK;
  return pl_scene_fail(scene, at, "has point_a and point_b at the same place");
}

/* The shape that is there; the reader has made sure that there is exactly one. */
static pl_status resolve_shape(pl_scene *scene, const pl_scene_obstacle *obstacle, pl_obstacle_def *def)
{
  size_t vector = sizeof def->point;
  if (obstacle->plane.at) {
    def->shape = PL_OBSTACLE_PLANE;
    memcpy(def->point, obstacle->plane.point, vector);
    memcpy(def->normal, obstacle->plane.normal, vector);
    return check_normal(scene, obstacle->plane.at, obstacle->plane.normal);
  }
  if (obstacle->sphere.at) {
    def->shape = PL_OBSTACLE_SPHERE;
    memcpy(def->center, obstacle->sphere.center, vector);
    def->radius = obstacle->sphere.radius;
    return PL_OK;
  }
  if (obstacle->box.at) {
    def->shape = PL_OBSTACLE_BOX;
    memcpy(def->center, obstacle->box.center, vector);
    memcpy(def->half_size, obstacle->box.half_size, vector);
    return PL_OK;
  }
  if (obstacle->bowl.at) {
    def->shape = PL_OBSTACLE_BOWL;
    memcpy(def->center, obstacle->bowl.center, vector);
    memcpy(def->normal, obstacle->bowl.normal, vector);
    def->radius = obstacle->bowl.radius;
    def->thickness = obstacle->bowl.thickness;
    return check_normal(scene, obstacle->bowl.at, obstacle->bowl.normal);
  }
  if (obstacle->glass.at) {
    def->shape = PL_OBSTACLE_GLASS;
    def->radius = obstacle->glass.radius;
    def->thickness = obstacle->glass.thickness;
    return resolve_ends(scene, obstacle->glass.at, obstacle->glass.point_a, obstacle->glass.point_b, def);
  }
  bool round = obstacle->capsule.at;
  def->shape = round ? PL_OBSTACLE_CAPSULE : PL_OBSTACLE_CYLINDER;
  def->radius = round ? obstacle->capsule.radius : obstacle->cylinder.radius;
  return round
             ? resolve_ends(scene, obstacle->capsule.at, obstacle->capsule.point_a, obstacle->capsule.point_b, def)
             : resolve_ends(scene, obstacle->cylinder.at, obstacle->cylinder.point_a, obstacle->cylinder.point_b, def);
}

static pl_status resolve_mesh(pl_scene *scene, pl_scene_obstacle *obstacle, pl_obstacle_def *def)
{
  if (obstacle->mesh.fill.at)
    return pl_scene_fail_key(scene, obstacle->mesh.fill.at, "has no use here: an obstacle is met at its surface");
  PL_TRY(pl_scene_build_obstacle(scene, obstacle));
  def->shape = PL_OBSTACLE_MESH;
  def->mesh = obstacle->built;
  def->thickness = obstacle->thickness;
  def->spacing = obstacle->spacing;
  return PL_OK;
}

/* Keys that only a mesh has. */
static pl_status check_mesh_keys(const pl_scene *scene, const pl_scene_obstacle *obstacle)
{
  static const char *const keys[] = {"thickness", "spacing"};
  for (size_t k = 0; k < sizeof keys / sizeof *keys; k++) {
    const pl_json *at = pl_json_member(obstacle->at, keys[k]);
    if (at) return pl_scene_fail_key(scene, at, "stands beside \"mesh\" only");
  }
  return PL_OK;
}

static pl_status resolve_obstacle(pl_scene *scene, pl_scene_obstacle *obstacle)
{
  pl_obstacle_def *def = &obstacle->def;
  if (obstacle->mesh.at) {
    PL_TRY(resolve_mesh(scene, obstacle, def));
  } else {
    PL_TRY(check_mesh_keys(scene, obstacle));
    PL_TRY(resolve_shape(scene, obstacle, def));
  }
  if (!def->name[0]) def->name = NULL;
  return resolve_motion(scene, &obstacle->motion, &def->motion);
}

static pl_status resolve_obstacles(pl_scene *scene)
{
  pl_scene_obstacle *obstacles = scene->data.obstacles.items;
  for (size_t i = 0; i < scene->data.obstacles.count; i++) {
    PL_TRY(resolve_obstacle(scene, &obstacles[i]));
    for (size_t j = 0; j < i; j++)
      if (obstacles[i].def.name && obstacles[j].def.name && strcmp(obstacles[i].def.name, obstacles[j].def.name) == 0)
        return pl_scene_fail(scene, pl_json_member(obstacles[i].at, "name"),
                             "is \"%s\", as the obstacle at line %u; give it another name", obstacles[i].def.name,
                             obstacles[j].at->line);
  }
  return PL_OK;
}

static pl_status check_camera(const pl_scene *scene)
{
  const pl_scene_view *view = &scene->data.camera;
  if (!view->at) return PL_OK;
  double look[3], cross[3];
  const double *up = view->camera.up;
  for (int k = 0; k < 3; k++) look[k] = view->camera.target[k] - view->camera.eye[k];
  for (int k = 0; k < 3; k++) cross[k] = look[(k + 1) % 3] * up[(k + 2) % 3] - look[(k + 2) % 3] * up[(k + 1) % 3];
  if (is_zero(look)) return pl_scene_fail(scene, view->at, "must have its target elsewhere than its eye");
  return is_zero(cross) ? pl_scene_fail(scene, view->at, "must not look along its up direction") : PL_OK;
}

pl_status pl_scene_resolve(pl_scene *scene)
{
  if (scene->data.bodies.count == 0) return pl_scene_fail(scene, scene->data.bodies.at, "must have at least one body");
  PL_TRY(name_bodies(scene));
  PL_TRY(pl_scene_resolve_track(scene, &scene->data.gravity, &scene->gravity_keys, &scene->gravity_key_count));
  pl_scene_body *bodies = scene->data.bodies.items;
  for (size_t i = 0; i < scene->data.bodies.count; i++) PL_TRY(resolve_body(scene, &bodies[i]));
  PL_TRY(resolve_obstacles(scene));
  PL_TRY(pl_scene_check_attachments(scene));
  PL_TRY(pl_scene_resolve_forces(scene));
  PL_TRY(check_camera(scene));
  const pl_scene_from *from = &scene->data.from;
  if (from->at) PL_TRY(pl_scene_path(scene, pl_json_member(from->at, "file"), from->file, &scene->from_path));
  return pl_scene_warn_of_trouble(scene);
}
