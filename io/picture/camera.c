/* SPDX-License-Identifier: MIT
   Framing. With the view direction fixed, a point fits into a perspective view when four linear inequalities hold, so
   the largest values of four linear functions over all points of all frames are all that the camera depends on. The
   same holds for their shadows on a ground at height 0, and raising the ground shifts those values by a constant. */
#include <math.h>

#include "base/floats.h"
#include "base/status.h"
#include "math/mat3.h"
#include "picture/camera.h"
#include "pliant/io_picture.h"

enum { FRAMING_MARK = 0x66726d31 };

static const double margin = 0.80;        /* part of the picture, each way, that the bodies may fill */
static const double shadow_margin = 0.96; /* and with their shadows */
static const double shadow_step = 1.25;   /* how much further away the camera may stand for the shadows */

pl_framing pl_framing_start(int width, int height)
{
  pl_framing f = {.mark = FRAMING_MARK, .fov = 28, .aspect = height > 0 ? (double)width / (double)height : 1};
  const double azimuth = 0.50, elevation = 0.30; /* radians: from the front, turned to the right; from above */
  pl_vec3_set(f.direction, sin(azimuth) * cos(elevation), sin(elevation), cos(azimuth) * cos(elevation));
  for (int k = 0; k < 3; k++) {
    f.lower[k] = INFINITY;
    f.upper[k] = -INFINITY;
  }
  for (int k = 0; k < 4; k++) f.support[k] = f.shadow_support[k] = -INFINITY;
  f.nearest = -INFINITY;
  f.ground = NAN;
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

void pl_camera_key(double axes[3][3], double key[3])
{
  static const double x_axis[3] = {1, 0, 0}, z_axis[3] = {0, 0, 1}, y_axis[3] = {0, 1, 0};
  double right[3] = {axes[0][0], 0, axes[0][2]}, toward[3] = {axes[2][0], 0, axes[2][2]};
  pl_vec3_normalise(right, x_axis, right);
  pl_vec3_normalise(toward, z_axis, toward);
  for (int k = 0; k < 3; k++) key[k] = -0.72 * right[k] + 0.30 * toward[k] + y_axis[k];
  pl_vec3_normalise(key, y_axis, key);
}

typedef struct view {
  double axes[3][3];
  double tangent[2];        /* of half the angle of view that may be filled, horizontal and vertical */
  double shadow_tangent[2]; /* and with shadows */
  double slope[3];          /* where a shadow falls, per metre of height */
} view;

static view view_of(const pl_framing *f)
{
  static const double up[3] = {0, 1, 0};
  view v;
  double key[3], half = tan(f->fov * 3.14159265358979323846 / 360);
  pl_camera_axes(f->direction, up, v.axes);
  pl_camera_key(v.axes, key);
  for (int k = 0; k < 3; k++) v.slope[k] = key[k] / key[1];
  for (int k = 0; k < 2; k++) {
    double full = k == 0 ? half * f->aspect : half;
    v.tangent[k] = margin * full;
    v.shadow_tangent[k] = shadow_margin * full;
  }
  return v;
}

/* How far a point reaches to the right, left, top and bottom of the view. */
static void reach_of(const view *v, const double tangent[2], const double p[3], double reach[4])
{
  double back = pl_vec3_dot(p, v->axes[2]);
  for (int k = 0; k < 2; k++) {
    double across = pl_vec3_dot(p, v->axes[k]);
    reach[2 * k] = across + back * tangent[k];
    reach[2 * k + 1] = -across + back * tangent[k];
  }
}

static void add_point(pl_framing *f, const view *v, const double p[3], double radius)
{
  double reach[4], shadow_reach[4], shadow[3];
  pl_vec3_add_scaled(p, -p[1], v->slope, shadow);
  reach_of(v, v->tangent, p, reach);
  reach_of(v, v->shadow_tangent, shadow, shadow_reach);
  for (int k = 0; k < 4; k++) {
    f->support[k] = fmax(f->support[k], reach[k] + 1.1 * radius);
    f->shadow_support[k] = fmax(f->shadow_support[k], shadow_reach[k] + 1.1 * radius);
  }
  f->nearest = fmax(f->nearest, pl_vec3_dot(p, v->axes[2]) + radius);
}

static double largest_extent(const pl_framing *f)
{
  double size = 0;
  for (int k = 0; k < 3; k++) size = fmax(size, f->upper[k] - f->lower[k]);
  return size;
}

/* The corners of the box around a mesh, where it stands. */
static void add_mesh(pl_framing *f, const view *v, const pl_obstacle_def *o, const double *axes, double limit)
{
  static const double upright[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  pl_mesh_data mesh = pl_mesh_view(o->mesh);
  double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
  for (size_t i = 0; i < 3 * mesh.vertex_count; i++) {
    low[i % 3] = fmin(low[i % 3], mesh.positions[i]);
    high[i % 3] = fmax(high[i % 3], mesh.positions[i]);
  }
  if (!(pl_vec3_distance(low, high) <= 2 * limit)) return;
  for (int k = 0; k < 8; k++) {
    double corner[3] = {k & 1 ? high[0] : low[0], k & 2 ? high[1] : low[1], k & 4 ? high[2] : low[2]}, place[3];
    pl_mat3_apply(axes ? axes : upright, corner, place);
    pl_vec3_add(place, o->center, place);
    add_point(f, v, place, 0);
  }
}

/* Obstacles are shown too, unless they are much larger than what moves: a floor made of a box need not fit. */
static void add_obstacle(pl_framing *f, const view *v, const pl_obstacle_def *o, const double *axes)
{
  double limit = 1.5 * largest_extent(f), length = pl_vec3_length(o->normal);
  if (o->shape == PL_OBSTACLE_PLANE && o->normal[1] > 0.999 * length)
    f->ground = isnan(f->ground) ? o->point[1] : fmin(f->ground, o->point[1]);
  bool ball = o->shape == PL_OBSTACLE_SPHERE || o->shape == PL_OBSTACLE_BOWL;
  bool rod = o->shape == PL_OBSTACLE_CAPSULE || o->shape == PL_OBSTACLE_CYLINDER || o->shape == PL_OBSTACLE_GLASS;
  if (o->shape == PL_OBSTACLE_MESH && o->mesh) add_mesh(f, v, o, axes, limit);
  if (ball && o->radius <= limit) add_point(f, v, o->center, o->radius);
  if (o->shape == PL_OBSTACLE_BOX && pl_vec3_length(o->half_size) <= limit)
    add_point(f, v, o->center, 0.8 * pl_vec3_length(o->half_size));
  if (rod && pl_vec3_distance(o->point_a, o->point_b) + 2 * o->radius <= 2 * limit) {
    add_point(f, v, o->point_a, o->radius);
    add_point(f, v, o->point_b, o->radius);
  }
}

pl_status pl_framing_add(pl_framing *framing, const pl_frame *frame)
{
  PL_OWN_FLOATS;
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
  for (size_t i = 0; i < frame->obstacle_count; i++)
    add_obstacle(framing, &v, &frame->obstacles[i], frame->obstacle_axes ? frame->obstacle_axes + 9 * i : NULL);
  return PL_OK;
}

/* How far away the camera must stand so that both bodies (reach a, b on both sides of an axis) and shadows (c, d) fit.
   */
static double distance_for(const double reach[2], double tangent, const double shadow[2], double shadow_tangent)
{
  double both = tangent + shadow_tangent, distance = 0.5 * (shadow[0] + shadow[1]) / shadow_tangent;
  return fmax(distance, fmax((reach[0] + shadow[1]) / both, (shadow[0] + reach[1]) / both));
}

/* Where to put the camera along an axis: the bodies must fit, the shadows should. */
static double place_for(const double reach[2], double tangent, const double shadow[2], double shadow_tangent,
                        double back)
{
  double low = reach[0] - back * tangent, high = back * tangent - reach[1];
  double wanted_low = fmax(low, shadow[0] - back * shadow_tangent);
  double wanted_high = fmin(high, back * shadow_tangent - shadow[1]);
  if (wanted_low > wanted_high) return fmin(high, fmax(low, 0.5 * (wanted_low + wanted_high)));
  return fmin(wanted_high, fmax(wanted_low, 0.5 * (low + high)));
}

pl_camera pl_framing_camera(const pl_framing *framing)
{
  PL_OWN_FLOATS;
  pl_camera camera = {{0, 0.5, 3}, {0, 0, 0}, {0, 1, 0}, 28};
  if (!framing || framing->mark != FRAMING_MARK || !isfinite(framing->nearest)) return camera;
  view v = view_of(framing);
  const double *reach = framing->support;
  double lift[4], shadow[4], ground = isnan(framing->ground) ? framing->lower[1] : framing->ground;
  reach_of(&v, v.shadow_tangent, v.slope, lift);
  for (int k = 0; k < 4; k++) shadow[k] = isfinite(ground) ? framing->shadow_support[k] + ground * lift[k] : reach[k];
  double back = fmax(0.5 * (reach[0] + reach[1]) / v.tangent[0], 0.5 * (reach[2] + reach[3]) / v.tangent[1]);
  double center[2], size = fmax(largest_extent(framing), 1e-9), middle = 0;
  double with_shadows = back;
  for (int k = 0; k < 2; k++)
    with_shadows = fmax(with_shadows, distance_for(reach + 2 * k, v.tangent[k], shadow + 2 * k, v.shadow_tangent[k]));
  for (int k = 0; k < 3; k++) middle += 0.5 * (framing->lower[k] + framing->upper[k]) * v.axes[2][k];
  if (!isfinite(middle)) middle = framing->nearest;
  back = fmin(with_shadows, middle + shadow_step * fmax(back - middle, 0));
  /* A single point has no size; stand off by a metre then, and never inside anything. */
  back = fmax(back, framing->nearest + (size > 1e-9 ? 0.05 * size : 1));
  for (int k = 0; k < 2; k++)
    center[k] = place_for(reach + 2 * k, v.tangent[k], shadow + 2 * k, v.shadow_tangent[k], back);
  for (int k = 0; k < 3; k++) {
    double across = center[0] * v.axes[0][k] + center[1] * v.axes[1][k];
    camera.eye[k] = across + back * v.axes[2][k];
    camera.target[k] = across + middle * v.axes[2][k];
  }
  camera.fov = framing->fov;
  return camera;
}
