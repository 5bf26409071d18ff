/* SPDX-License-Identifier: MIT
   What can be run but is probably not meant. */
#include <math.h>

#include "contact/obstacle/obstacle.h"
#include "math/keyframes.h"
#include "math/vec3.h"
#include "mesh/query/solid.h"
#include "scene/read/resolve.h"

static pl_status check_time(pl_scene *scene)
{
  const pl_scene_time *time = &scene->data.time;
  double steps = 1 / (time->fps * time->step);
  const pl_json *at = time->at ? time->at : scene->data.at;
  if (steps < 1 - 1e-9)
    return pl_scene_warn(scene, at,
                         "asks for %g frames per second but takes only %g steps per second; frames will repeat",
                         time->fps, 1 / time->step);
  if (fabs(steps - round(steps)) > 1e-6 * steps)
    return pl_scene_warn(
        scene, at, "has %.4g steps per frame; each frame shows the nearest step. A step of %.9g s gives %.0f per frame",
        steps, 1 / (time->fps * ceil(steps)), ceil(steps));
  if (time->duration < time->step && time->duration > 0)
    return pl_scene_warn(scene, at, "has a duration of %g s, less than one step of %g s", time->duration, time->step);
  return PL_OK;
}

/* How many particles start inside, and how deep the deepest is. A hair's breadth is not worth a word. */
static size_t count_inside(const pl_scene_obstacle *obstacle, const pl_solid *solid, const double *positions,
                           size_t count, double hair, double *deepest)
{
  pl_pose pose = pl_motion_at(&obstacle->def.motion, 0);
  pl_shape_axis axis = pl_shape_find_axis(&obstacle->def);
  size_t inside = 0;
  *deepest = 0;
  for (size_t i = 0; i < count; i++) {
    double point[3], normal[3];
    pl_pose_apply_inverse(&pose, positions + 3 * i, point);
    double distance =
        solid ? pl_solid_distance(solid, point, normal) : pl_shape_distance(&obstacle->def, &axis, point, normal);
    if (distance >= -hair) continue;
    inside++;
    if (-distance > *deepest) *deepest = -distance;
  }
  return inside;
}

static double extent(const double *positions, size_t count)
{
  double low = INFINITY, high = -INFINITY;
  for (size_t i = 0; i < 3 * count; i++) {
    low = fmin(low, positions[i]);
    high = fmax(high, positions[i]);
  }
  return high - low;
}

static pl_status check_inside(pl_scene *scene, const pl_scene_body *body, const pl_scene_obstacle *obstacle,
                              const pl_solid *solid)
{
  pl_mesh_data mesh = pl_mesh_view(body->built);
  const double *positions = body->def.positions ? body->def.positions : mesh.positions;
  double deepest = 0;
  size_t inside = count_inside(obstacle, solid, positions, mesh.vertex_count,
                               1e-9 * extent(positions, mesh.vertex_count), &deepest);
  if (inside == 0) return PL_OK;
  return pl_scene_warn(
      scene, obstacle->at,
      "has %zu of the %zu particles of body \"%s\" inside at the start, up to %.3g m deep; they will be "
      "pushed out at once",
      inside, mesh.vertex_count, body->name, deepest);
}

static pl_status check_obstacle(pl_scene *scene, const pl_scene_obstacle *obstacle, const pl_solid *solid)
{
  const pl_scene_body *bodies = scene->data.bodies.items;
  for (size_t i = 0; i < scene->data.bodies.count; i++) PL_TRY(check_inside(scene, &bodies[i], obstacle, solid));
  return PL_OK;
}

/* Also reports early what is wrong with a mesh that cannot be an obstacle. */
static pl_status check_mesh_obstacle(pl_scene *scene, const pl_scene_obstacle *obstacle)
{
  pl_solid solid;
  pl_mesh_data mesh = pl_mesh_view(obstacle->built);
  pl_status status = pl_scene_wrap(scene, obstacle->mesh.at, pl_solid_create(&mesh, obstacle->thickness, &solid));
  if (status == PL_OK) status = check_obstacle(scene, obstacle, &solid);
  pl_solid_free(&solid);
  return status;
}

static double strongest_gravity(const pl_scene *scene)
{
  double g = pl_vec3_length(scene->data.gravity.value);
  for (size_t k = 0; k < scene->gravity_key_count; k++) g = fmax(g, pl_vec3_length(scene->gravity_keys[k].value));
  return g;
}

/* Nothing in the library has a length of its own: bodies of any size behave alike at steps that suit them. This step
   does not: what falls a tenth of its size in a small step has contacts that nothing can foresee. */
static pl_status check_scale(pl_scene *scene)
{
  static const double part = 0.1;
  const pl_scene_time *time = &scene->data.time;
  double parts = time->substeps ? time->substeps : fmin(fmax(ceil(200 * time->step * (1 - 1e-9)), 1), 16);
  double small = time->step / parts, fall = strongest_gravity(scene) * small * small;
  const pl_scene_body *bodies = scene->data.bodies.items;
  for (size_t i = 0; i < scene->data.bodies.count; i++) {
    pl_mesh_data mesh = pl_mesh_view(bodies[i].built);
    double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY}, size = 0;
    for (size_t k = 0; k < 3 * mesh.vertex_count; k++) {
      low[k % 3] = fmin(low[k % 3], mesh.positions[k]);
      high[k % 3] = fmax(high[k % 3], mesh.positions[k]);
    }
    for (int c = 0; c < 3; c++) size = fmax(size, high[c] - low[c]);
    if (!(size > 0) || fall <= part * size) continue;
    return pl_scene_warn(
        scene, bodies[i].at,
        "is %.3g m large and falls %.2g m farther in each small step of %.3g s than in the one before: "
        "too long for its size; small steps of %.2g s or less suit it (time.step, time.substeps)",
        size, fall, small, small * sqrt(part * size / fall));
  }
  return PL_OK;
}

pl_status pl_scene_warn_of_trouble(pl_scene *scene)
{
  PL_TRY(check_time(scene));
  PL_TRY(check_scale(scene));
  const pl_scene_obstacle *obstacles = scene->data.obstacles.items;
  for (size_t i = 0; i < scene->data.obstacles.count; i++)
    PL_TRY(obstacles[i].built ? check_mesh_obstacle(scene, &obstacles[i]) : check_obstacle(scene, &obstacles[i], NULL));
  return PL_OK;
}
