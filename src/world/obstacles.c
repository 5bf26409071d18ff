/* SPDX-License-Identifier: MIT
   The world's obstacles: shapes that stand or move by keyframes. */
#include <math.h>
#include <string.h>

#include "base/floats.h"
#include "base/memory.h"
#include "base/status.h"
#include "contact/obstacle/obstacle.h"
#include "math/mat3.h"
#include "world/bodies/magnitudes.h"
#include "world/step/sleep.h"

pl_obstacle_def pl_default_obstacle_def(pl_obstacle_shape shape)
{
  return (pl_obstacle_def){.mark = PL_MARK_OBSTACLE,
                           .shape = shape,
                           .normal = {0, 1, 0},
                           .half_size = {0.5, 0.5, 0.5},
                           .point_b = {0, 1, 0},
                           .radius = 0.5,
                           .thickness = shape == PL_OBSTACLE_MESH ? 0 : 0.05,
                           .friction = 0.5};
}

pl_status pl_obstacle_check(const pl_obstacle_def *def)
{
  if (def->mark != PL_MARK_OBSTACLE)
    return pl_fail(PL_ERROR_ARGUMENT,
                   "obstacle: start from pl_default_obstacle_def(); this definition was not made by it");
  if (def->shape < PL_OBSTACLE_PLANE || def->shape > PL_OBSTACLE_MESH)
    return pl_fail(PL_ERROR_ARGUMENT, "obstacle: there is no shape %d", (int)def->shape);
  const double *vectors[] = {def->point, def->normal, def->center, def->half_size, def->point_a, def->point_b};
  for (size_t k = 0; k < sizeof vectors / sizeof *vectors; k++)
    for (int c = 0; c < 3; c++)
      if (!isfinite(vectors[k][c])) return pl_fail(PL_ERROR_ARGUMENT, "obstacle: a position or size is not finite");
  if ((def->shape == PL_OBSTACLE_PLANE || def->shape == PL_OBSTACLE_BOWL) && !(pl_vec3_length(def->normal) > 0))
    return pl_fail(PL_ERROR_ARGUMENT, "obstacle: the normal of a plane or a bowl must not be zero");
  bool ended = def->shape == PL_OBSTACLE_CYLINDER || def->shape == PL_OBSTACLE_GLASS;
  if (ended && !(pl_vec3_distance(def->point_a, def->point_b) > 0))
    return pl_fail(PL_ERROR_ARGUMENT, "obstacle: point_a and point_b of a cylinder or a glass must differ");
  if (pl_shape_is_hollow(def) && !(def->thickness > 0 && isfinite(def->thickness)))
    return pl_fail(PL_ERROR_ARGUMENT, "obstacle: thickness must be positive, in m, got %g", def->thickness);
  bool mesh = def->shape == PL_OBSTACLE_MESH;
  if (mesh && !def->mesh) return pl_fail(PL_ERROR_ARGUMENT, "obstacle: a mesh obstacle needs a mesh, which is NULL");
  bool round = def->shape != PL_OBSTACLE_PLANE && def->shape != PL_OBSTACLE_BOX && !mesh;
  if (round && !(def->radius > 0 && isfinite(def->radius)))
    return pl_fail(PL_ERROR_ARGUMENT, "obstacle: radius must be positive, in m, got %g", def->radius);
  for (int c = 0; c < 3 && def->shape == PL_OBSTACLE_BOX; c++)
    if (!(def->half_size[c] > 0))
      return pl_fail(PL_ERROR_ARGUMENT, "obstacle: half_size must be positive, in m, got %g", def->half_size[c]);
  if (!(def->friction >= 0 && isfinite(def->friction)))
    return pl_fail(PL_ERROR_ARGUMENT, "obstacle: friction must be zero or positive, got %g", def->friction);
  if (!(def->rolling_friction >= 0 && isfinite(def->rolling_friction)))
    return pl_fail(PL_ERROR_ARGUMENT, "obstacle: rolling_friction must be zero or positive, got %g",
                   def->rolling_friction);
  if (!(def->restitution >= 0 && def->restitution <= 1))
    return pl_fail(PL_ERROR_ARGUMENT, "obstacle: restitution must be in [0, 1], got %g", def->restitution);
  if (!(def->temperature >= 0 && isfinite(def->temperature)))
    return pl_fail(PL_ERROR_ARGUMENT, "obstacle: temperature must be positive, in K, or 0 for none, got %g",
                   def->temperature);
  PL_TRY(pl_magnitudes_of_obstacle(def));
  return pl_motion_check("obstacle", &def->motion);
}

void pl_obstacle_free(pl_obstacle *obstacle)
{
  pl_release(obstacle->name);
  obstacle->name = NULL;
  pl_distance_grid_destroy(obstacle->grid);
  pl_mesh_destroy(obstacle->mesh);
  obstacle->grid = NULL;
  obstacle->mesh = NULL;
  obstacle->def.mesh = NULL;
  pl_motion_free(&obstacle->def.motion);
  obstacle->state = PL_SLOT_FREE;
}

static bool is_same_surface(const pl_mesh_data *a, const pl_mesh_data *b)
{
  return a->vertex_count == b->vertex_count && a->triangle_count == b->triangle_count &&
         memcmp(a->positions, b->positions, 3 * a->vertex_count * sizeof(double)) == 0 &&
         memcmp(a->triangles, b->triangles, 3 * a->triangle_count * sizeof(uint32_t)) == 0;
}

/* The grid of an obstacle that looks the same, or NULL. */
static pl_distance_grid *find_grid(const pl_obstacle *among, size_t count, const pl_obstacle *wanted)
{
  pl_mesh_data mesh = pl_mesh_view(wanted->mesh);
  for (size_t o = 0; o < count; o++) {
    const pl_obstacle *other = &among[o];
    if (other == wanted || !other->grid) continue;
    pl_mesh_data theirs = pl_mesh_view(other->mesh);
    if (other->def.spacing == wanted->def.spacing && other->def.thickness == wanted->def.thickness &&
        is_same_surface(&theirs, &mesh))
      return other->grid;
  }
  return NULL;
}

/* Copies the surface and makes its grid, once for all obstacles that look the same. */
pl_status pl_obstacle_take_mesh(const pl_world *world, const pl_obstacle *others, size_t other_count,
                                const pl_mesh_data *mesh, pl_obstacle *obstacle)
{
  pl_mesh_data surface = {.positions = mesh->positions,
                          .vertex_count = mesh->vertex_count,
                          .triangles = mesh->triangles,
                          .triangle_count = mesh->triangle_count};
  PL_TRY(pl_mesh_create(&surface, &obstacle->mesh));
  obstacle->def.mesh = obstacle->mesh;
  pl_distance_grid *same = find_grid(world->obstacles, world->obstacle_count, obstacle);
  if (!same) same = find_grid(others, other_count, obstacle);
  if (same) {
    obstacle->grid = pl_distance_grid_share(same);
    return PL_OK;
  }
  pl_status status =
      pl_distance_grid_create(&surface, obstacle->def.spacing, obstacle->def.thickness, world->pool, &obstacle->grid);
  return status == PL_OK ? PL_OK : pl_fail_in(status, "obstacle '%s': ", obstacle->name);
}

static pl_status fill(const pl_world *world, pl_obstacle *obstacle, const pl_obstacle_def *def)
{
  obstacle->def = *def;
  obstacle->def.motion = (pl_motion){0};
  PL_TRY(pl_motion_copy(&def->motion, &obstacle->def.motion));
  const char *name = def->name ? def->name : "obstacle";
  obstacle->name = PL_NEW(char, strlen(name) + 1);
  if (!obstacle->name) return PL_ERROR_MEMORY;
  memcpy(obstacle->name, name, strlen(name) + 1);
  obstacle->def.name = obstacle->name;
  obstacle->def.mesh = NULL;
  if (def->shape == PL_OBSTACLE_MESH) {
    pl_mesh_data mesh = pl_mesh_view(def->mesh);
    PL_TRY(pl_obstacle_take_mesh(world, NULL, 0, &mesh, obstacle));
  }
  obstacle->state = PL_SLOT_ACTIVE;
  obstacle->generation++;
  return PL_OK;
}

pl_status pl_obstacle_create(pl_world *world, const pl_obstacle_def *def, pl_obstacle_id *out)
{
  PL_OWN_FLOATS;
  if (!world || !def)
    return pl_fail(PL_ERROR_ARGUMENT, "pl_obstacle_create: %s is NULL", world ? "the definition" : "world");
  PL_TRY(pl_obstacle_check(def));
  for (size_t b = 0; b < world->body_count; b++) PL_TRY(world->bodies[b]->model->reserve(&world->bodies[b]->view));
  size_t slot = 0;
  while (slot < world->obstacle_count && world->obstacles[slot].state != PL_SLOT_FREE) slot++;
  PL_TRY(pl_grow((void **)&world->obstacles, &world->obstacle_capacity, slot + 1, sizeof(pl_obstacle)));
  pl_status status = fill(world, &world->obstacles[slot], def);
  if (status == PL_OK && slot == world->obstacle_count) world->obstacle_count++;
  if (status == PL_OK) status = pl_world_reserve_scratch(world);
  if (status != PL_OK) {
    pl_obstacle_free(&world->obstacles[slot]);
    return status;
  }
  pl_world_wake_all(world);
  if (out) *out = (pl_obstacle_id){(uint32_t)slot, world->obstacles[slot].generation};
  return PL_OK;
}

static pl_status check_id(const pl_world *world, pl_obstacle_id id)
{
  if (!world) return pl_fail(PL_ERROR_ARGUMENT, "obstacle: world is NULL");
  if (id.index < world->obstacle_count && world->obstacles[id.index].generation == id.generation &&
      world->obstacles[id.index].state == PL_SLOT_ACTIVE)
    return PL_OK;
  return pl_fail(PL_ERROR_STALE, "there is no obstacle %u of generation %u; it was removed", id.index, id.generation);
}

pl_status pl_obstacle_remove(pl_world *world, pl_obstacle_id id)
{
  PL_OWN_FLOATS;
  PL_TRY(check_id(world, id));
  pl_bytes payload = {0};
  PL_PUT(&payload, id);
  return pl_change_queue(world, PL_CHANGE_OBSTACLE_REMOVE, NULL, &payload);
}

pl_status pl_obstacle_apply_remove(pl_world *world, pl_reader *payload)
{
  pl_obstacle_id id;
  PL_GET(payload, id);
  if (payload->failed || check_id(world, id) != PL_OK) return PL_OK;
  pl_attachments_without_obstacle(world, id);
  pl_forces_without_obstacle(world, id);
  pl_obstacle_free(&world->obstacles[id.index]);
  return PL_OK;
}

size_t pl_obstacles_collect(const pl_world *world, pl_moving_obstacle *out)
{
  size_t count = 0;
  for (size_t o = 0; o < world->obstacle_count; o++) {
    const pl_obstacle *obstacle = &world->obstacles[o];
    if (obstacle->state != PL_SLOT_ACTIVE) continue;
    out[count++] = (pl_moving_obstacle){.shape = &obstacle->def,
                                        .axis = pl_shape_find_axis(&obstacle->def),
                                        .grid = obstacle->grid,
                                        .index = (uint32_t)o,
                                        .generation = obstacle->generation,
                                        .before = pl_motion_at(&obstacle->def.motion, world->clock.time),
                                        .now = pl_motion_at(&obstacle->def.motion, world->clock.time + world->h)};
    out[count - 1].moves = memcmp(&out[count - 1].before, &out[count - 1].now, sizeof(pl_pose)) != 0;
  }
  return count;
}

size_t pl_planes_collect(const pl_world *world, pl_plane *out)
{
  size_t count = 0;
  for (size_t o = 0; o < world->obstacle_count; o++) {
    const pl_obstacle *obstacle = &world->obstacles[o];
    if (obstacle->state != PL_SLOT_ACTIVE || obstacle->def.shape != PL_OBSTACLE_PLANE) continue;
    pl_pose pose = pl_motion_at(&obstacle->def.motion, world->clock.time + world->h);
    double point[3], normal[3];
    pl_pose_apply(&pose, obstacle->def.point, point);
    pl_vec3_normalise(obstacle->def.normal, (double[]){0, 1, 0}, normal);
    pl_mat3_apply(pose.rotation, normal, out[count].normal);
    out[count].offset = pl_vec3_dot(out[count].normal, point);
    count++;
  }
  return count;
}

size_t pl_world_obstacle_count(const pl_world *world)
{
  size_t count = 0;
  for (size_t o = 0; world && o < world->obstacle_count; o++) count += world->obstacles[o].state == PL_SLOT_ACTIVE;
  return count;
}

pl_status pl_world_obstacle_at(const pl_world *world, size_t i, pl_obstacle_def *def, double axes[9])
{
  PL_OWN_FLOATS;
  if (!world || !def) return pl_fail(PL_ERROR_ARGUMENT, "pl_world_obstacle_at: %s is NULL", world ? "def" : "world");
  for (size_t o = 0; o < world->obstacle_count; o++) {
    const pl_obstacle *obstacle = &world->obstacles[o];
    if (obstacle->state != PL_SLOT_ACTIVE || i-- > 0) continue;
    pl_pose pose = pl_motion_at(&obstacle->def.motion, world->clock.time);
    *def = obstacle->def;
    def->motion = (pl_motion){0};
    pl_pose_apply(&pose, obstacle->def.point, def->point);
    bool mesh = def->shape == PL_OBSTACLE_MESH;
    pl_pose_apply(&pose, mesh ? (const double[3]){0, 0, 0} : obstacle->def.center, def->center);
    pl_pose_apply(&pose, obstacle->def.point_a, def->point_a);
    pl_pose_apply(&pose, obstacle->def.point_b, def->point_b);
    pl_mat3_apply(pose.rotation, obstacle->def.normal, def->normal);
    if (axes) memcpy(axes, pose.rotation, sizeof pose.rotation);
    return PL_OK;
  }
  return pl_fail(PL_ERROR_ARGUMENT, "there are fewer obstacles than that");
}

pl_status pl_obstacle_distance(const pl_world *world, pl_obstacle_id id, const double point[3], double *distance,
                               double normal[3])
{
  PL_OWN_FLOATS;
  PL_TRY(check_id(world, id));
  if (!point || !distance) return pl_fail(PL_ERROR_ARGUMENT, "pl_obstacle_distance: a pointer is NULL");
  const pl_obstacle *obstacle = &world->obstacles[id.index];
  pl_pose pose = pl_motion_at(&obstacle->def.motion, world->clock.time);
  pl_moving_obstacle moving = {.shape = &obstacle->def,
                               .axis = pl_shape_find_axis(&obstacle->def),
                               .grid = obstacle->grid,
                               .before = pose,
                               .now = pose};
  double out[3], velocity[3];
  *distance = pl_obstacle_gap(&moving, point, world->h, out, velocity);
  if (obstacle->grid && *distance > obstacle->grid->spacing) { /* where nothing touches, the grid need not be right */
    double local[3], local_normal[3];
    pl_pose_apply_inverse(&pose, point, local);
    *distance = pl_solid_distance(&obstacle->grid->solid, local, local_normal);
    pl_mat3_apply(pose.rotation, local_normal, out);
  }
  if (normal) memcpy(normal, out, sizeof out);
  return PL_OK;
}
