/* SPDX-License-Identifier: MIT
   Where a body is and how it moves at time 0. */
#include <string.h>

#include "scene/body/place.h"
#include "scene/read/resolve.h"

/* Mean of the positions, weighed by mass. */
static void centre_of_mass(const pl_scene_body *body, const pl_mesh_data *mesh, const double *positions,
                           double centre[3])
{
  double total = 0;
  memset(centre, 0, 3 * sizeof *centre);
  for (size_t i = 0; i < mesh->vertex_count; i++) {
    double mass = body->def.masses ? body->def.masses[i] : body->volumes[i];
    total += mass;
    for (size_t k = 0; k < 3; k++) centre[k] += mass * positions[3 * i + k];
  }
  for (int k = 0; k < 3; k++) centre[k] /= total > 0 ? total : 1;
}

/* A number in [-1, 1), the same on every machine: splitmix64. */
static double next_random(uint64_t *state)
{
  uint64_t z = (*state += UINT64_C(0x9e3779b97f4a7c15));
  z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
  return (double)((z ^ (z >> 31)) >> 11) * 0x1p-52 - 1.0;
}

/* Squeezed about the centre, scattered, turned and shifted, in this order. */
static void displace(const pl_scene_start *start, const double centre[3], double *positions, size_t count)
{
  uint64_t random = 1;
  for (size_t i = 0; i < 3 * count; i++) {
    double scale = start->scale[i % 3];
    if (scale != 1) positions[i] = centre[i % 3] + (positions[i] - centre[i % 3]) * scale;
    if (start->scatter > 0) positions[i] += start->scatter * next_random(&random);
  }
  pl_solver_slot_points(positions, count, start->rotate, centre, start->translate);
}

static bool is(const double v[3], double value) { return v[0] == value && v[1] == value && v[2] == value; }

static pl_status check_row_count(const pl_scene *scene, const pl_scene_numbers *numbers, size_t vertex_count)
{
  if (!numbers->at || numbers->count == 3 * vertex_count) return PL_OK;
  return pl_scene_fail(scene, numbers->at, "must have %zu rows of 3, one per vertex, but has %zu", vertex_count,
                       numbers->count / 3);
}

static pl_status move_positions(pl_scene *scene, pl_scene_body *body, const double *from, size_t count,
                                double centre[3])
{
  const pl_scene_start *start = &body->start;
  if (is(start->rotate, 0) && is(start->translate, 0) && is(start->scale, 1) && start->scatter == 0) return PL_OK;
  double *positions = PL_KEEP(scene, double, 3 * count);
  if (!positions) return PL_ERROR_MEMORY;
  memcpy(positions, from, 3 * count * sizeof *positions);
  displace(start, centre, positions, count);
  for (int k = 0; k < 3; k++) centre[k] += start->translate[k];
  body->def.positions = positions;
  return PL_OK;
}

static pl_status set_moving(pl_scene *scene, pl_scene_body *body, const double *from, size_t count,
                            const double centre[3])
{
  const pl_scene_start *start = &body->start;
  if (is(start->velocity, 0) && is(start->spin, 0)) return PL_OK;
  double *velocities = PL_KEEP(scene, double, 3 * count);
  if (!velocities) return PL_ERROR_MEMORY;
  const double *w = start->spin;
  for (size_t i = 0; i < count; i++) {
    const double *x = from + 3 * i;
    double d[3] = {x[0] - centre[0], x[1] - centre[1], x[2] - centre[2]};
    double turn[3] = {w[1] * d[2] - w[2] * d[1], w[2] * d[0] - w[0] * d[2], w[0] * d[1] - w[1] * d[0]};
    for (size_t k = 0; k < 3; k++) {
      double given = body->def.velocities ? body->def.velocities[3 * i + k] : 0;
      velocities[3 * i + k] = given + start->velocity[k] + turn[k];
    }
  }
  body->def.velocities = velocities;
  return PL_OK;
}

/* NULL stays NULL where the rest shape and rest are meant. */
pl_status pl_scene_resolve_start(pl_scene *scene, pl_scene_body *body)
{
  pl_mesh_data mesh = pl_mesh_view(body->built);
  PL_TRY(check_row_count(scene, &body->positions, mesh.vertex_count));
  PL_TRY(check_row_count(scene, &body->velocities, mesh.vertex_count));
  body->def.positions = body->positions.values;
  body->def.velocities = body->velocities.values;
  const double *from = body->def.positions ? body->def.positions : mesh.positions;
  double centre[3];
  centre_of_mass(body, &mesh, from, centre);
  PL_TRY(move_positions(scene, body, from, mesh.vertex_count, centre));
  if (body->def.positions) from = body->def.positions;
  return set_moving(scene, body, from, mesh.vertex_count, centre);
}
