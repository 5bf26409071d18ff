/* SPDX-License-Identifier: MIT
   Where attachments take hold: points of bodies as weighted sums of particles, as the world is now. */
#include <math.h>
#include <string.h>

#include "base/floats.h"
#include "base/status.h"
#include "math/mat3.h"
#include "mesh/query/bvh.h"
#include "world/world.h"

static const double *at(const pl_body *body, uint32_t vertex) { return body->view.x + 3 * (size_t)body->place[vertex]; }

static uint32_t index_of(const pl_world *world, const pl_body *body)
{
  uint32_t index = 0;
  while (world->bodies[index] != body) index++;
  return index;
}

/* ---- nearest ---- */

static pl_status check_place(const pl_body *body, const double place[3], const void *out)
{
  if (!body || !place || !out) return pl_fail(PL_ERROR_ARGUMENT, "nearest point of a body: a pointer is NULL");
  for (int c = 0; c < 3; c++)
    if (!isfinite(place[c]))
      return pl_fail(PL_ERROR_ARGUMENT, "nearest point of a body: the place must be finite, got %g", place[c]);
  return PL_OK;
}

pl_status pl_body_nearest_particle(const pl_body *body, const double place[3], uint32_t *particle, double *distance)
{
  PL_OWN_FLOATS;
  PL_TRY(check_place(body, place, particle));
  double least = INFINITY;
  for (uint32_t i = 0; i < body->count; i++) {
    double d = pl_vec3_distance(at(body, i), place);
    if (!(d < least)) continue;
    least = d;
    *particle = i;
  }
  if (distance) *distance = least;
  return PL_OK;
}

pl_status pl_body_nearest_point(const pl_body *body, const double place[3], uint32_t *triangle, double weights[3],
                                double *distance)
{
  PL_OWN_FLOATS;
  PL_TRY(check_place(body, place, triangle && weights ? triangle : NULL));
  pl_mesh_data rest = pl_mesh_view(body->rest);
  pl_bvh *bvh;
  pl_bvh_point near;
  PL_TRY(pl_bvh_create(pl_body_positions(body), rest.triangles, rest.triangle_count, &bvh));
  bool found = pl_bvh_closest(bvh, place, INFINITY, &near);
  pl_bvh_destroy(bvh);
  if (!found) return pl_fail(PL_ERROR_UNSUPPORTED, "body '%s' has no triangles; use a particle", body->name);
  *triangle = near.triangle;
  weights[1] = fmax(0, near.u);
  weights[2] = fmax(0, near.v);
  weights[0] = fmax(0, 1 - weights[1] - weights[2]);
  if (distance) *distance = near.distance;
  return PL_OK;
}

/* ---- sums ---- */

static void add_end(pl_attachment *to, uint32_t body, uint32_t particle, double weight)
{
  if (weight != 0) to->particles[to->particle_count++] = (pl_attached_particle){body, particle, weight};
}

static void add_point(const pl_world *world, const pl_attachment_end *end, double sign, pl_attachment *to)
{
  const pl_body *body = end->body;
  uint32_t index = index_of(world, body);
  if (end->kind == PL_ATTACH_PARTICLE) {
    add_end(to, index, body->place[end->particle], sign);
    return;
  }
  const uint32_t *corners = pl_mesh_view(body->rest).triangles + 3 * (size_t)end->triangle;
  for (int k = 0; k < 3; k++) add_end(to, index, body->place[corners[k]], sign * end->weights[k]);
}

static void sum_of(const pl_world *world, const pl_attachment *one, double out[3])
{
  pl_vec3_set(out, 0, 0, 0);
  for (uint32_t e = 0; e < one->particle_count; e++)
    pl_vec3_add_scaled(out, one->particles[e].weight,
                       world->bodies[one->particles[e].body]->view.x + 3 * (size_t)one->particles[e].particle, out);
}

static pl_pose pose_of(const pl_world *world, pl_obstacle_id obstacle)
{
  static const pl_motion none = {0};
  return pl_motion_at(obstacle.generation ? &world->obstacles[obstacle.index].def.motion : &none, world->clock.time);
}

void pl_attachment_apart(const pl_world *world, const pl_attachment *attachment, double out[3])
{
  double place[3];
  pl_pose pose = pose_of(world, attachment->obstacle);
  if (attachment->obstacle.generation)
    pl_pose_apply(&pose, attachment->place, place);
  else
    pl_vec3_copy(attachment->place, place);
  sum_of(world, attachment, out);
  pl_vec3_sub(out, place, out);
}

static void set_place(const pl_world *world, const double place[3], pl_attachment *out)
{
  pl_pose pose = pose_of(world, out->obstacle);
  if (out->obstacle.generation)
    pl_pose_apply_inverse(&pose, place, out->place);
  else
    pl_vec3_copy(place, out->place);
}

void pl_attachment_settle_place(const pl_world *world, pl_attachment *attachment)
{
  double point[3];
  sum_of(world, attachment, point); /* there is no other body in it */
  set_place(world, point, attachment);
}

/* ---- gaps ---- */

/* Some triangle that has the particle; false: none. */
static bool triangle_at(const pl_body *body, uint32_t particle, uint32_t *triangle)
{
  pl_mesh_data rest = pl_mesh_view(body->rest);
  for (size_t k = 0; k < 3 * rest.triangle_count; k++)
    if (rest.triangles[k] == particle) {
      *triangle = (uint32_t)(k / 3);
      return true;
    }
  return false;
}

/* Is a vertex among what the attachment holds already? */
static bool is_taken(const pl_world *world, const pl_attachment *one, const pl_body *body, uint32_t vertex)
{
  for (uint32_t e = 0; e < one->particle_count; e++)
    if (world->bodies[one->particles[e].body] == body && one->particles[e].particle == body->place[vertex]) return true;
  return false;
}

/* The vertex off the plane through `origin`, nearest to the point among those that are well off it and not held
   already. */
static uint32_t off_plane(const pl_attachment *one, const pl_body *body, const double origin[3], const double normal[3],
                          double least, const double point[3], double *height)
{
  uint32_t best = 0;
  double nearest = INFINITY, highest = 0;
  *height = 0;
  for (uint32_t i = 0; i < body->count; i++) {
    double from[3];
    pl_vec3_sub(at(body, i), origin, from);
    double above = fabs(pl_vec3_dot(from, normal)), distance = pl_vec3_distance(at(body, i), point);
    bool better = above >= least ? distance < nearest : nearest == INFINITY && above > highest;
    if (!better || is_taken(body->world, one, body, i)) continue;
    best = i;
    *height = above;
    if (above >= least) nearest = distance;
    highest = fmax(highest, above);
  }
  return best;
}

/* The point of b's matter that is where a is now: a sum of the corners of its triangle and of one particle off the
   plane. Weights that sum to 1 follow every rigid motion, and push and pull along one line: no turning moment comes
   from the gap. */
static pl_status add_with_gap(const pl_world *world, const pl_attachment_end *b, const double point[3],
                              pl_attachment *to)
{
  const pl_body *body = b->body;
  uint32_t triangle = b->triangle;
  if (b->kind == PL_ATTACH_PARTICLE && !triangle_at(body, b->particle, &triangle))
    return pl_fail(PL_ERROR_UNSUPPORTED,
                   "attachment: keep_gap needs triangles, and particle %u of body '%s' has none; attach without it",
                   b->particle, body->name);
  const uint32_t *corners = pl_mesh_view(body->rest).triangles + 3 * (size_t)triangle;
  const double *origin = at(body, corners[0]);
  double side[3][3], normal[3], offset[3], height;
  pl_vec3_sub(at(body, corners[1]), origin, side[0]);
  pl_vec3_sub(at(body, corners[2]), origin, side[1]);
  pl_vec3_cross(side[0], side[1], normal);
  double area = pl_vec3_normalise(normal, (double[]){0, 1, 0}, normal);
  pl_vec3_sub(point, origin, offset);
  double gap = fabs(pl_vec3_dot(offset, normal));
  uint32_t fourth = off_plane(to, body, origin, normal, fmax(gap, 0.5 * sqrt(area)), point, &height);
  if (!(area > 0) || !(height > 1e-6 * body->size))
    return pl_fail(PL_ERROR_UNSUPPORTED,
                   "attachment: keep_gap cannot be kept by body '%s': it is flat; attach without it", body->name);
  pl_vec3_sub(at(body, fourth), origin, side[2]);
  double weights[4], across[3], volume;
  pl_vec3_cross(side[1], side[2], across);
  volume = pl_vec3_dot(side[0], across);
  for (int k = 0; k < 3; k++) { /* Cramer */
    pl_vec3_cross(side[(k + 1) % 3], side[(k + 2) % 3], across);
    weights[k + 1] = pl_vec3_dot(offset, across) / volume;
  }
  weights[0] = 1 - weights[1] - weights[2] - weights[3];
  uint32_t index = index_of(world, body);
  for (int k = 0; k < 4; k++) add_end(to, index, body->place[k < 3 ? corners[k] : fourth], -weights[k]);
  return PL_OK;
}

/* Do the two points differ at all? A particle may be on both sides. */
static bool pulls(const pl_attachment *one)
{
  for (uint32_t e = 0; e < one->particle_count; e++) {
    double weight = 0;
    for (uint32_t k = 0; k < one->particle_count; k++)
      if (one->particles[k].body == one->particles[e].body && one->particles[k].particle == one->particles[e].particle)
        weight += one->particles[k].weight;
    if (fabs(weight) > 1e-9) return true;
  }
  return false;
}

pl_status pl_attachment_resolve(const pl_world *world, const pl_attachment_def *def, pl_attachment *out)
{
  memset(out, 0, sizeof *out); /* padding too: it goes into recordings and snapshots */
  out->stiffness = def->stiffness;
  out->damping = def->damping;
  out->breaks = def->breaks;
  add_point(world, &def->a, 1, out);
  out->first_count = out->particle_count;
  double point[3];
  sum_of(world, out, point);
  bool of_body = def->b.kind == PL_ATTACH_PARTICLE || def->b.kind == PL_ATTACH_POINT;
  if (!of_body) {
    if (def->b.kind == PL_ATTACH_OBSTACLE) out->obstacle = def->b.obstacle;
    set_place(world, def->keep_gap ? point : def->b.place, out);
    return PL_OK;
  }
  if (def->keep_gap)
    PL_TRY(add_with_gap(world, &def->b, point, out));
  else
    add_point(world, &def->b, -1, out);
  if (pulls(out)) return PL_OK;
  return pl_fail(PL_ERROR_ARGUMENT, "attachment: both ends are the same point of body '%s'", def->a.body->name);
}
