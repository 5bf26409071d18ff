/* SPDX-License-Identifier: MIT */
#include "picture/trace/scenery.h"

#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "math/mat3.h"
#include "picture/color.h"
#include "picture/palette.h"

pl_status pl_scenery_vertex(pl_scenery *scenery, vec place, vec color, uint32_t *index)
{
  size_t n = scenery->vertex_count;
  PL_TRY(pl_grow((void **)&scenery->positions, &scenery->position_capacity, 3 * n + 3, sizeof(double)));
  PL_TRY(pl_grow((void **)&scenery->colors, &scenery->color_capacity, n + 1, sizeof(vec)));
  pl_vec3_set(scenery->positions + 3 * n, place.x, place.y, place.z);
  scenery->colors[n] = color;
  *index = (uint32_t)scenery->vertex_count++;
  return PL_OK;
}

pl_status pl_scenery_triangle(pl_scenery *scenery, const uint32_t corners[3], const vec normals[3])
{
  size_t n = scenery->triangle_count;
  PL_TRY(pl_grow((void **)&scenery->triangles, &scenery->triangle_capacity, 3 * n + 3, sizeof(uint32_t)));
  PL_TRY(pl_grow((void **)&scenery->normals, &scenery->normal_capacity, 3 * n + 3, sizeof(vec)));
  PL_TRY(pl_grow((void **)&scenery->objects, &scenery->object_capacity, n + 1, sizeof(uint32_t)));
  memcpy(scenery->triangles + 3 * n, corners, 3 * sizeof *corners);
  memcpy(scenery->normals + 3 * n, normals, 3 * sizeof *normals);
  scenery->objects[n] = scenery->object_count - 1;
  scenery->triangle_count++;
  return PL_OK;
}

vec pl_scenery_place(const pl_scenery *scenery, const double x[3])
{
  double p[3];
  for (int k = 0; k < 3; k++) p[k] = (x[k] - scenery->center[k]) * scenery->scale;
  return vec_of(p);
}

/* Thickness of lines and points: a part of the mean rest length of the edges, or of the body's rest size. */
static double line_radius(const pl_mesh_data *rest)
{
  double sum = 0, lower[3] = {INFINITY, INFINITY, INFINITY}, upper[3] = {-INFINITY, -INFINITY, -INFINITY};
  for (size_t e = 0; e < rest->edge_count; e++)
    sum += pl_vec3_distance(rest->positions + 3 * (size_t)rest->edges[2 * e],
                            rest->positions + 3 * (size_t)rest->edges[2 * e + 1]);
  for (size_t i = 0; i < rest->vertex_count; i++)
    for (int k = 0; k < 3; k++) {
      lower[k] = fmin(lower[k], rest->positions[3 * i + (size_t)k]);
      upper[k] = fmax(upper[k], rest->positions[3 * i + (size_t)k]);
    }
  double size = rest->vertex_count ? pl_vec3_distance(lower, upper) : 0;
  double by_length =
      rest->edge_count ? 0.12 * sum / (double)rest->edge_count : 0.3 * size / cbrt((double)rest->vertex_count);
  return fmin(fmax(by_length, 0.001 * size), rest->edge_count ? 0.012 * size : 0.03 * size);
}

static pl_status add_lines(pl_scenery *scenery, const pl_frame_body *body, const vec *colors)
{
  const pl_mesh_data *rest = &body->rest;
  /* Not thinner than about a pixel of a small picture. */
  double own = body->thickness > 0 ? 0.5 * body->thickness : line_radius(rest);
  float radius = fmaxf((float)(own * scenery->scale), 0.0022f);
  pl_thread_style style = {colors, NULL, radius, radius, rest->edge_count > 20000 ? 6 : 10};
  return pl_scenery_threads(scenery, body, &style);
}

/* What is left of a torn body where no triangle is: threads, and lone particles. */
static pl_status add_threads(pl_scenery *scenery, const pl_frame_body *body, const vec *colors)
{
  const pl_mesh_data *rest = &body->rest;
  uint8_t *held = PL_NEW(uint8_t, rest->vertex_count);
  if (!held) return PL_ERROR_MEMORY;
  float radius = fmaxf((float)(0.5 * line_radius(rest) * scenery->scale), 0.0012f);
  for (size_t k = 0; k < 3 * rest->triangle_count; k++) {
    const uint32_t *t = rest->triangles + k - k % 3;
    if (t[0] != t[1]) held[rest->triangles[k]] = 1;
  }
  pl_thread_style style = {colors, held, radius, 2 * radius, 6};
  pl_status status = pl_scenery_threads(scenery, body, &style);
  pl_release(held);
  return status;
}

/* Marks are drawn thinner than bodies, in red and dark grey. */
static const float mark_radius = 0.0018f;
static const vec spring_color = {0.55f, 0.05f, 0.03f}, arrow_color = {0.04f, 0.04f, 0.05f};

static pl_status add_springs(pl_scenery *scenery, const pl_frame *frame)
{
  if (frame->spring_count) scenery->object_count++;
  for (size_t k = 0; k < frame->spring_count; k++) {
    vec from = pl_scenery_place(scenery, frame->springs + 6 * k),
        to = pl_scenery_place(scenery, frame->springs + 6 * k + 3);
    PL_TRY(pl_scenery_capsule(scenery, from, to, mark_radius, spring_color, spring_color, 8));
    PL_TRY(pl_scenery_capsule(scenery, to, to, 3 * mark_radius, spring_color, spring_color, 12));
  }
  return PL_OK;
}

/* From the middle of its vertices the way that the body goes in so many seconds. */
static pl_status add_arrow(pl_scenery *scenery, const pl_frame_body *body, const double back[3], double seconds)
{
  double middle[3] = {0}, direction[3] = {0}, tip[3], across[3], n = (double)body->rest.vertex_count;
  for (size_t i = 0; i < body->rest.vertex_count; i++) {
    pl_vec3_add_scaled(middle, 1 / n, body->positions + 3 * i, middle);
    if (body->velocities) pl_vec3_add_scaled(direction, seconds / n, body->velocities + 3 * i, direction);
  }
  scenery->object_count++;
  vec from = pl_scenery_place(scenery, middle);
  PL_TRY(pl_scenery_capsule(scenery, from, from, 3 * mark_radius, arrow_color, arrow_color, 12));
  pl_vec3_add(middle, direction, tip);
  vec to = pl_scenery_place(scenery, tip);
  if (!(vec_length(vec_sub(to, from)) > 6 * mark_radius)) return PL_OK;
  PL_TRY(pl_scenery_capsule(scenery, from, to, mark_radius, arrow_color, arrow_color, 8));
  pl_vec3_cross(direction, back, across);
  for (int side = -1; side <= 1; side += 2) { /* a head of two strokes that lie in the picture */
    double barb[3], along = 0.012 / scenery->scale / pl_vec3_length(direction), out = pl_vec3_length(across);
    pl_vec3_add_scaled(tip, -along, direction, barb);
    if (out > 0) pl_vec3_add_scaled(barb, side * 0.006 / scenery->scale / out, across, barb);
    PL_TRY(pl_scenery_capsule(scenery, to, pl_scenery_place(scenery, barb), mark_radius, arrow_color, arrow_color, 8));
  }
  return PL_OK;
}

static bool all_finite(const double *values, size_t count)
{
  for (size_t i = 0; i < count; i++)
    if (!isfinite(values[i])) return false;
  return true;
}

static pl_status add_body(pl_scenery *scenery, const pl_frame_body *body, size_t number, const char *color,
                          const double range[2])
{
  const pl_mesh_data *rest = &body->rest;
  if (!all_finite(body->positions, 3 * rest->vertex_count))
    return pl_fail(PL_ERROR_DIVERGED, "body '%s' has positions that are not finite numbers; it cannot be drawn",
                   body->name ? body->name : "");
  vec *colors = PL_NEW(vec, rest->vertex_count);
  if (!colors) return PL_ERROR_MEMORY;
  pl_color_body(body, number, color, range, colors);
  scenery->object_count++;
  pl_status status = body->blobby.radius > 0 ? pl_scenery_blobby(scenery, body, colors)
                     : rest->triangle_count  ? pl_scenery_surface(scenery, body, colors)
                                             : add_lines(scenery, body, colors);
  if (status == PL_OK && body->revision > 1 && body->blobby.radius == 0 && rest->triangle_count)
    status = add_threads(scenery, body, colors);
  pl_release(colors);
  return status;
}

static void add_plane(pl_scenery *scenery, const double point[3], const double normal[3])
{
  if (scenery->plane_count == PL_SCENERY_PLANES) return;
  pl_scenery_plane *plane = &scenery->planes[scenery->plane_count++];
  plane->normal = vec_unit(vec_of(normal));
  plane->offset = vec_dot(plane->normal, pl_scenery_place(scenery, point));
}

/* The mesh of an obstacle where it stands: its origin is at `center`. */
static pl_status add_mesh(pl_scenery *scenery, const pl_obstacle_def *o, const double *axes, vec color)
{
  static const double upright[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  if (!o->mesh) return PL_OK;
  pl_frame_body body = {.rest = pl_mesh_view(o->mesh)};
  size_t n = body.rest.vertex_count;
  double *positions = PL_NEW(double, 3 * n);
  vec *colors = positions ? PL_NEW(vec, n) : NULL;
  for (size_t i = 0; colors && i < n; i++) {
    pl_mat3_apply(axes ? axes : upright, body.rest.positions + 3 * i, positions + 3 * i);
    pl_vec3_add(positions + 3 * i, o->center, positions + 3 * i);
    colors[i] = color;
  }
  body.positions = positions;
  pl_status status = colors ? pl_scenery_surface(scenery, &body, colors) : PL_ERROR_MEMORY;
  pl_release(positions);
  pl_release(colors);
  return status;
}

static pl_status add_obstacle(pl_scenery *scenery, const pl_obstacle_def *o, const double *axes, size_t number)
{
  vec color = pl_palette_obstacle(number);
  float scale = (float)scenery->scale, radius = (float)o->radius * scale;
  scenery->object_count++;
  switch (o->shape) {
  case PL_OBSTACLE_PLANE: add_plane(scenery, o->point, o->normal); return PL_OK;
  case PL_OBSTACLE_SPHERE: {
    vec c = pl_scenery_place(scenery, o->center);
    return pl_scenery_capsule(scenery, c, c, radius, color, color, 96);
  }
  case PL_OBSTACLE_CAPSULE:
    return pl_scenery_capsule(scenery, pl_scenery_place(scenery, o->point_a), pl_scenery_place(scenery, o->point_b),
                              radius, color, color, 96);
  case PL_OBSTACLE_CYLINDER:
    return pl_scenery_cylinder(scenery, pl_scenery_place(scenery, o->point_a), pl_scenery_place(scenery, o->point_b),
                               radius, color);
  case PL_OBSTACLE_BOWL:
    return pl_scenery_bowl(scenery, pl_scenery_place(scenery, o->center), vec_of(o->normal), radius,
                           (float)o->thickness * scale, color);
  case PL_OBSTACLE_GLASS:
    return pl_scenery_glass(scenery, pl_scenery_place(scenery, o->point_a), pl_scenery_place(scenery, o->point_b),
                            radius, (float)o->thickness * scale, color);
  case PL_OBSTACLE_MESH: return add_mesh(scenery, o, axes, color);
  case PL_OBSTACLE_BOX: {
    vec half[3];
    for (int k = 0; k < 3; k++) {
      double column[3] = {axes ? axes[k] : k == 0, axes ? axes[3 + k] : k == 1, axes ? axes[6 + k] : k == 2};
      half[k] = vec_scale(vec_of(column), (float)o->half_size[k] * scale);
    }
    return pl_scenery_box(scenery, pl_scenery_place(scenery, o->center), half, color);
  }
  }
  return PL_OK;
}

static double lowest_point(const pl_frame *frame)
{
  double lowest = INFINITY;
  for (size_t b = 0; b < frame->body_count; b++)
    for (size_t i = 0; i < frame->bodies[b].rest.vertex_count; i++)
      lowest = fmin(lowest, frame->bodies[b].positions[3 * i + 1]);
  return lowest;
}

static void add_ground(pl_scenery *scenery, const pl_frame *frame, const pl_camera *camera, double height)
{
  static const double up[3] = {0, 1, 0};
  double y = isnan(height) ? lowest_point(frame) : height;
  if (!isfinite(y) || scenery->plane_count) return;
  add_plane(scenery, (double[3]){camera->target[0], y, camera->target[2]}, up);
}

pl_status pl_scenery_fill(pl_scenery *scenery, const pl_frame *frame, const pl_camera *camera,
                          const pl_render_options *options)
{
  scenery->vertex_count = scenery->triangle_count = 0;
  scenery->object_count = 0;
  scenery->plane_count = 0;
  pl_bvh_destroy(scenery->bvh);
  scenery->bvh = NULL;
  pl_vec3_copy(camera->target, scenery->center);
  scenery->scale = 1 / pl_vec3_distance(camera->eye, camera->target);
  double range[2] = {INFINITY, -INFINITY};
  if (options->color && !pl_color_extend(frame, options->color, range)) return pl_color_missing(options->color);
  if (options->color_range[0] != options->color_range[1]) memcpy(range, options->color_range, sizeof range);
  double back[3];
  pl_vec3_sub(camera->eye, camera->target, back);
  for (size_t b = 0; b < frame->body_count; b++) {
    const pl_frame_body *body = &frame->bodies[b];
    PL_TRY(add_body(scenery, body, frame->colors ? b % frame->colors : b, options->color, range));
    if (options->arrows > 0) PL_TRY(add_arrow(scenery, body, back, options->arrows));
  }
  if (options->springs) PL_TRY(add_springs(scenery, frame));
  for (size_t i = 0; i < frame->obstacle_count; i++)
    PL_TRY(add_obstacle(scenery, &frame->obstacles[i], frame->obstacle_axes ? frame->obstacle_axes + 9 * i : NULL, i));
  add_ground(scenery, frame, camera, options->ground);
  return pl_bvh_create(scenery->positions, scenery->triangles, scenery->triangle_count, &scenery->bvh);
}

void pl_scenery_free(pl_scenery *scenery)
{
  pl_release(scenery->positions);
  pl_release(scenery->colors);
  pl_release(scenery->triangles);
  pl_release(scenery->normals);
  pl_release(scenery->objects);
  pl_bvh_destroy(scenery->bvh);
  *scenery = (pl_scenery){0};
}
