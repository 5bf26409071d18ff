/* SPDX-License-Identifier: MIT
   Framing. With the view direction fixed, a point fits into a perspective view when four linear inequalities hold, so
   the largest values of four linear functions over all points of all frames are all that the camera depends on. */
#include <math.h>

#include "base/status.h"
#include "math/vec3.h"
#include "picture/camera.h"
#include "pliant/io_picture.h"

enum { FRAMING_MARK = 0x66726d31 };

static const double margin = 0.80; /* part of the picture, each way, that the bodies may fill */

pl_framing pl_framing_start(int width, int height)
{
  pl_framing f = {.mark = FRAMING_MARK, .fov = 28, .aspect = height > 0 ? (double)width / (double)height : 1};
  const double azimuth = 0.50, elevation = 0.30; /* radians: from the front, turned to the right; from above */
  pl_vec3_set(f.direction, sin(azimuth) * cos(elevation), sin(elevation), cos(azimuth) * cos(elevation));
  for (int k = 0; k < 3; k++) {
    f.lower[k] = INFINITY;
    f.upper[k] = -INFINITY;
  }
  for (int k = 0; k < 4; k++) f.support[k] = -INFINITY;
  f.nearest = -INFINITY;
  return f;
}

/* Right, up and backward axes of a view. */
void pl_camera_axes(const double backward[3], const double up[3], double axes[3][3])
{
  static const double x_axis[3] = {1, 0, 0}, z_axis[3] = {0, 0, 1};
  pl_vec3_normalise(backward, z_axis, axes[2]);
  pl_vec3_cross(up, axes[2], axes[0]);
  pl_vec3_normalise(axes[0], x_axis, axes[0]);
  if (fabs(pl_vec3_dot(axes[0], axes[2])) > 1e-6) pl_vec3_perpendicular(axes[2], axes[0]);
  pl_vec3_cross(axes[2], axes[0], axes[1]);
}

typedef struct view {
  double axes[3][3];
  double tangent[2]; /* of half the angle of view that may be filled, horizontal and vertical */
} view;

static view view_of(const pl_framing *f)
{
  static const double up[3] = {0, 1, 0};
  view v;
  pl_camera_axes(f->direction, up, v.axes);
  v.tangent[1] = margin * tan(f->fov * 3.14159265358979323846 / 360);
  v.tangent[0] = v.tangent[1] * f->aspect;
  return v;
}

static void add_point(pl_framing *f, const view *v, const double p[3], double radius)
{
  double u = pl_vec3_dot(p, v->axes[0]), w = pl_vec3_dot(p, v->axes[1]), back = pl_vec3_dot(p, v->axes[2]);
  double reach[4] = {u + back * v->tangent[0], -u + back * v->tangent[0], w + back * v->tangent[1],
                     -w + back * v->tangent[1]};
  for (int k = 0; k < 4; k++) f->support[k] = fmax(f->support[k], reach[k] + 1.1 * radius);
  f->nearest = fmax(f->nearest, back + radius);
}

static double largest_extent(const pl_framing *f)
{
  double size = 0;
  for (int k = 0; k < 3; k++) size = fmax(size, f->upper[k] - f->lower[k]);
  return size;
}

/* Obstacles are shown too, unless they are much larger than what moves: a floor made of a box need not fit. */
static void add_obstacle(pl_framing *f, const view *v, const pl_obstacle_def *o)
{
  double limit = 1.5 * largest_extent(f);
  if (o->shape == PL_OBSTACLE_SPHERE && o->radius <= limit) add_point(f, v, o->center, o->radius);
  if (o->shape == PL_OBSTACLE_BOX && pl_vec3_length(o->half_size) <= limit)
    add_point(f, v, o->center, 0.8 * pl_vec3_length(o->half_size));
  if (o->shape == PL_OBSTACLE_CAPSULE && pl_vec3_distance(o->point_a, o->point_b) + 2 * o->radius <= 2 * limit) {
    add_point(f, v, o->point_a, o->radius);
    add_point(f, v, o->point_b, o->radius);
  }
}

pl_status pl_framing_add(pl_framing *framing, const pl_frame *frame)
{
  if (!framing || framing->mark != FRAMING_MARK)
    return pl_fail(PL_ERROR_ARGUMENT, "pl_framing_add: start the framing with pl_framing_start");
  if (!frame) return pl_fail(PL_ERROR_ARGUMENT, "pl_framing_add: frame is NULL");
  view v = view_of(framing);
  for (size_t b = 0; b < frame->body_count; b++) {
    const pl_frame_body *body = &frame->bodies[b];
    for (size_t i = 0; i < body->rest.vertex_count; i++) {
      const double *x = body->positions + 3 * i;
      if (!isfinite(x[0] + x[1] + x[2])) continue;
      add_point(framing, &v, x, 0);
      for (int k = 0; k < 3; k++) {
        framing->lower[k] = fmin(framing->lower[k], x[k]);
        framing->upper[k] = fmax(framing->upper[k], x[k]);
      }
    }
  }
  for (size_t i = 0; i < frame->obstacle_count; i++) add_obstacle(framing, &v, &frame->obstacles[i]);
  return PL_OK;
}

pl_camera pl_framing_camera(const pl_framing *framing)
{
  pl_camera camera = {{0, 0.5, 3}, {0, 0, 0}, {0, 1, 0}, 28};
  if (!framing || framing->mark != FRAMING_MARK || !isfinite(framing->nearest)) return camera;
  view v = view_of(framing);
  const double *s = framing->support;
  double right = 0.5 * (s[0] - s[1]), above = 0.5 * (s[2] - s[3]);
  double back = fmax(0.5 * (s[0] + s[1]) / v.tangent[0], 0.5 * (s[2] + s[3]) / v.tangent[1]);
  /* A single point has no size; stand off by a metre then, and never inside anything. */
  double depth = framing->nearest, size = fmax(largest_extent(framing), 1e-9);
  back = fmax(back, depth + (size > 1e-9 ? 0.05 * size : 1));
  double middle = 0;
  for (int k = 0; k < 3; k++) middle += 0.5 * (framing->lower[k] + framing->upper[k]) * v.axes[2][k];
  middle = isfinite(middle) ? fmin(middle, back - 0.05 * size) : depth;
  for (int k = 0; k < 3; k++) {
    double center = right * v.axes[0][k] + above * v.axes[1][k];
    camera.eye[k] = center + back * v.axes[2][k];
    camera.target[k] = center + middle * v.axes[2][k];
  }
  camera.fov = framing->fov;
  return camera;
}
