/* SPDX-License-Identifier: MIT */
#include "picture/trace/light.h"

#include <math.h>

#include "base/memory.h"
#include "math/vec3.h"
#include "picture/camera.h"

static const float pi = 3.14159265f;
/* off the surface, against shadows of a triangle on itself; the eye is at distance 1 */
static const float lift = 2e-4f;

static const vec key_color = {1.62f, 1.54f, 1.42f};
static const vec sky_zenith = {0.52f, 0.58f, 0.66f};
static const vec sky_horizon = {0.30f, 0.30f, 0.31f};
static const vec ground_bounce = {0.22f, 0.21f, 0.20f};
static const vec near_bounce = {0.045f, 0.042f,
                                0.04f}; /* from other parts of the bodies, in place of a second bounce */
static const float key_share_on_ground = 0.62f;

/* Point i of n in the unit square, well spread (Fibonacci lattice), shifted by the pixel's pattern (16 of them, spread
   alike), wrapped around. */
static void square_point(int i, int n, int pattern, float *u, float *v)
{
  float a = ((float)i + 0.5f) / (float)n + ((float)pattern + 0.5f) / (16.0f * (float)n);
  float b = (float)i * 0.618033989f + (float)(pattern * 7 % 16) / 16.0f;
  *u = a - floorf(a);
  *v = b - floorf(b);
}

/* Points spread over a disc of radius 1, lifted to the hemisphere above it: seen from its middle they are as dense as
   the light that a matt surface takes in from there. */
static vec *make_points(int count)
{
  vec *points = PL_NEW(vec, 16 * (size_t)count);
  for (int pattern = 0; points && pattern < 16; pattern++)
    for (int i = 0; i < count; i++) {
      float u, v;
      square_point(i, count, pattern, &u, &v);
      float r = sqrtf(u), angle = 2 * pi * v;
      points[pattern * count + i] = (vec){r * cosf(angle), r * sinf(angle), sqrtf(1 - u)};
    }
  return points;
}

pl_status pl_studio_set(pl_studio *studio, const pl_scenery *scenery, const pl_camera *camera, double aspect,
                        int key_samples, int sky_samples)
{
  double backward[3], axes[3][3];
  pl_vec3_sub(camera->eye, camera->target, backward);
  pl_camera_axes(backward, camera->up, axes);
  double half = tan(camera->fov * (double)pi / 360);
  studio->scenery = scenery;
  studio->backward = vec_of(axes[2]);
  studio->eye = studio->backward; /* the scenery's scale puts the eye at distance 1 of the target */
  studio->up = vec_scale(vec_of(axes[1]), (float)half);
  studio->right = vec_scale(vec_of(axes[0]), (float)(half * aspect));
  double key[3];
  pl_camera_key(axes, key);
  studio->key = vec_of(key);
  vec_frame(studio->key, &studio->key_a, &studio->key_b);
  const float radius = 0.07f; /* 4 degrees: soft, but still a shadow */
  studio->key_a = vec_scale(studio->key_a, radius);
  studio->key_b = vec_scale(studio->key_b, radius);
  studio->key_samples = key_samples;
  studio->sky_samples = sky_samples;
  studio->key_points = make_points(key_samples);
  studio->sky_points = make_points(sky_samples);
  if (studio->key_points && studio->sky_points) return PL_OK;
  pl_studio_free(studio);
  return PL_ERROR_MEMORY;
}

void pl_studio_free(pl_studio *studio)
{
  pl_release(studio->key_points);
  pl_release(studio->sky_points);
  studio->key_points = studio->sky_points = NULL;
}

static vec sky(vec direction) { return vec_mix(sky_horizon, sky_zenith, smooth_step(-0.1f, 0.9f, direction.y)); }

/* Behind everything: nearly white at the horizon, a breath of blue above, a little darker below. */
static vec background(vec direction)
{
  static const vec high = {0.42f, 0.50f, 0.60f}, level = {0.86f, 0.88f, 0.90f}, low = {0.56f, 0.575f, 0.59f};
  float y = direction.y;
  return y > 0 ? vec_mix(level, high, smooth_step(0, 0.6f, y)) : vec_mix(level, low, smooth_step(0, 0.9f, -y));
}

/* The nearest plane that the ray meets from its front. */
static int meet_planes(const pl_scenery *scenery, vec origin, vec direction, float *t)
{
  int found = -1;
  for (int i = 0; i < scenery->plane_count; i++) {
    const pl_scenery_plane *p = &scenery->planes[i];
    float speed = vec_dot(p->normal, direction), height = vec_dot(p->normal, origin) - p->offset;
    if (speed > -1e-6f || height < 0) continue;
    float at = -height / speed;
    if (at >= *t) continue;
    *t = at;
    found = i;
  }
  return found;
}

/* A flat triangle under smooth normals would throw its straight shadow on itself. Places are moved to where the smooth
   surface would be (J. Hanika, "Hacking the shadow terminator", Ray Tracing Gems II, 2021). */
static vec smooth_place(vec place, const vec corner[3], const vec normal[3], const float weight[3])
{
  vec moved = {0, 0, 0};
  for (int k = 0; k < 3; k++) {
    float below = vec_dot(vec_sub(place, corner[k]), normal[k]);
    moved = vec_mad(moved, weight[k], vec_mad(place, below < 0 ? -below : 0, normal[k]));
  }
  return moved;
}

static void fill_triangle_sample(const pl_scenery *scenery, const pl_bvh_hit *hit, pl_sample *s)
{
  const uint32_t *index = scenery->triangles + 3 * (size_t)hit->triangle;
  vec corner[3], normal[3], color = {0, 0, 0}, smooth = {0, 0, 0}, place = {0, 0, 0};
  float weight[3] = {(float)(1 - hit->u - hit->v), (float)hit->u, (float)hit->v};
  for (int k = 0; k < 3; k++) corner[k] = vec_of(scenery->positions + 3 * (size_t)index[k]);
  vec flat = vec_unit(vec_cross(vec_sub(corner[1], corner[0]), vec_sub(corner[2], corner[0])));
  float side = vec_dot(flat, s->direction) < 0 ? 1.0f : -1.0f;
  for (int k = 0; k < 3; k++) {
    normal[k] = vec_scale(scenery->normals[3 * (size_t)hit->triangle + (size_t)k], side);
    smooth = vec_mad(smooth, weight[k], normal[k]);
    color = vec_mad(color, weight[k], scenery->colors[index[k]]);
    place = vec_mad(place, weight[k], corner[k]);
  }
  s->flat_normal = vec_scale(flat, side);
  s->normal = vec_unit(smooth);
  s->color = color;
  s->place = vec_mad(smooth_place(place, corner, normal, weight), lift, s->flat_normal);
  s->surface = scenery->plane_count + (int)scenery->objects[hit->triangle];
}

/* Planes end softly: with distance from the middle of the view. */
static void fill_plane_sample(const pl_scenery *scenery, int plane, vec place, pl_sample *s)
{
  s->place = vec_mad(place, lift, scenery->planes[plane].normal);
  s->normal = s->flat_normal = scenery->planes[plane].normal;
  s->surface = plane;
  bool level = s->normal.y > 0.999f;
  s->fade = level ? smooth_step(1.2f, 9.0f, vec_length(place)) : smooth_step(0.45f, 1.1f, vec_length(place));
  s->color = (vec){1, 1, 1};
}

pl_sample pl_studio_sample(const pl_studio *studio, float x, float y)
{
  vec d = vec_unit(vec_sub(vec_mad(vec_scale(studio->right, x), y, studio->up), studio->backward));
  pl_sample s = {.direction = d, .distance = 1e4f, .surface = PL_SURFACE_NONE};
  int plane = meet_planes(studio->scenery, studio->eye, d, &s.distance);
  double origin[3] = {studio->eye.x, studio->eye.y, studio->eye.z}, direction[3] = {d.x, d.y, d.z};
  pl_bvh_hit hit;
  if (pl_bvh_ray(studio->scenery->bvh, origin, direction, 1e-4, s.distance, &hit)) {
    s.distance = (float)hit.t;
    fill_triangle_sample(studio->scenery, &hit, &s);
  } else if (plane >= 0) {
    fill_plane_sample(studio->scenery, plane, vec_mad(studio->eye, s.distance, d), &s);
  }
  return s;
}

static bool blocked(const pl_scenery *scenery, vec from, vec direction)
{
  double o[3] = {from.x, from.y, from.z}, d[3] = {direction.x, direction.y, direction.z};
  return pl_bvh_blocked(scenery->bvh, o, d, 0, 1e4);
}

static float key_light(const pl_studio *studio, const pl_sample *s, int pattern)
{
  if (vec_dot(s->normal, studio->key) <= -0.1f) return 0;
  float sum = 0;
  const vec *points = studio->key_points + pattern * studio->key_samples;
  for (int i = 0; i < studio->key_samples; i++) {
    vec d = vec_mad(vec_mad(studio->key, points[i].x, studio->key_a), points[i].y, studio->key_b);
    sum += vec_dot(d, s->normal) > 0 && !blocked(studio->scenery, s->place, d) ? 1.0f : 0.0f;
  }
  return sum / (float)studio->key_samples;
}

/* Cosine-weighted directions about the normal. On a plane the answer is relative to an open sky: 1 where nothing is
   near, so that open ground has no noise. */
static vec ambient_light(const pl_studio *studio, const pl_sample *s, int pattern)
{
  vec a, b, sum = {0, 0, 0}, open = {0, 0, 0};
  vec_frame(s->normal, &a, &b);
  bool on_plane = s->surface < studio->scenery->plane_count;
  int used = 0;
  const vec *points = studio->sky_points + pattern * studio->sky_samples;
  for (int i = 0; i < studio->sky_samples; i++) {
    vec d = vec_mad(vec_mad(vec_scale(s->normal, points[i].z), points[i].x, a), points[i].y, b);
    if (vec_dot(d, s->flat_normal) <= 0) continue;
    float far = 1e4f;
    bool to_plane = meet_planes(studio->scenery, s->place, d, &far) >= 0;
    vec light = to_plane ? ground_bounce : sky(d);
    open = vec_add(open, light);
    sum = vec_add(sum, blocked(studio->scenery, s->place, d) ? near_bounce : light);
    used++;
  }
  if (used == 0) return near_bounce;
  if (on_plane) return (vec){sum.x / open.x, sum.y / open.y, sum.z / open.z};
  return vec_scale(sum, 1.0f / (float)used);
}

pl_incident_light pl_studio_incident_light(const pl_studio *studio, const pl_sample *sample, int pattern)
{
  if (sample->surface == PL_SURFACE_NONE) return (pl_incident_light){1, {1, 1, 1}};
  return (pl_incident_light){key_light(studio, sample, pattern), ambient_light(studio, sample, pattern)};
}

/* Half-vector highlight of a satin surface (GGX, B. Walter et al. 2007, without masking) and Schlick's Fresnel term. */
static float highlight(vec normal, vec to_light, vec to_eye, float *mirror)
{
  const float roughness = 0.42f, alpha2 = roughness * roughness * roughness * roughness;
  vec half = vec_unit(vec_add(to_light, to_eye));
  float nh = clamp01(vec_dot(normal, half)), nv = clamp01(vec_dot(normal, to_eye));
  float d = nh * nh * (alpha2 - 1) + 1;
  float grazing = 1 - nv, fresnel = 0.04f + 0.96f * grazing * grazing * grazing * grazing * grazing;
  *mirror = fresnel;
  return 0.04f * alpha2 / (pi * d * d) * 0.25f;
}

static vec shade_object(const pl_studio *studio, const pl_sample *s, const pl_incident_light *light)
{
  float facing = vec_dot(s->normal, studio->key);
  vec to_eye = vec_scale(s->direction, -1), key = vec_scale(key_color, light->key * (facing > 0 ? facing : 0));
  float mirror, shine = highlight(s->normal, studio->key, to_eye, &mirror);
  vec diffuse = vec_mul(s->color, vec_add(key, light->ambient));
  vec reflected = vec_mad(s->direction, -2 * vec_dot(s->direction, s->normal), s->normal);
  vec sheen = vec_scale(vec_mul(sky(reflected), light->ambient), 0.35f * mirror);
  return vec_add(vec_mad(diffuse, shine * 4, key), sheen);
}

/* The ground is the background itself, darkened where light is missing: no edge, no horizon line. */
static vec shade_plane(const pl_studio *studio, const pl_sample *s, const pl_incident_light *light)
{
  vec bare = background(s->direction);
  float facing = vec_dot(s->normal, studio->key) > 0 ? 1.0f : 0.0f, share = key_share_on_ground;
  vec lit = vec_add(vec_scale(light->ambient, 1 - share), vec_scale((vec){1, 1, 1}, share * light->key * facing));
  vec tint = s->normal.y > 0.999f ? (vec){0.93f, 0.93f, 0.925f} : (vec){0.66f, 0.69f, 0.72f};
  return vec_mix(vec_mul(vec_mul(bare, lit), tint), bare, s->fade);
}

vec pl_studio_shade(const pl_studio *studio, const pl_sample *sample, const pl_incident_light *light)
{
  if (sample->surface == PL_SURFACE_NONE) return background(sample->direction);
  return sample->surface < studio->scenery->plane_count ? shade_plane(studio, sample, light)
                                                        : shade_object(studio, sample, light);
}

/* An exponential shoulder keeps bright colours from clipping, a little contrast keeps the shadows deep. */
void pl_tone(vec light, float out[3])
{
  float channel[3] = {light.x, light.y, light.z};
  for (int k = 0; k < 3; k++) {
    float x = channel[k] * 1.9f;
    float y = 1 - expf(-x - 0.12f * x * x);
    y = y <= 0.0031308f ? 12.92f * y : 1.055f * powf(y, 1 / 2.4f) - 0.055f;
    out[k] = 255 * clamp01(y);
  }
}
