/* SPDX-License-Identifier: MIT
   Three floats: directions, colours and places of the picture. */
#pragma once

#include <math.h>

typedef struct vec {
  float x, y, z;
} vec;

static inline vec vec_of(const double a[3]) { return (vec){(float)a[0], (float)a[1], (float)a[2]}; }
static inline vec vec_add(vec a, vec b) { return (vec){a.x + b.x, a.y + b.y, a.z + b.z}; }
static inline vec vec_sub(vec a, vec b) { return (vec){a.x - b.x, a.y - b.y, a.z - b.z}; }
static inline vec vec_mul(vec a, vec b) { return (vec){a.x * b.x, a.y * b.y, a.z * b.z}; }
static inline vec vec_scale(vec a, float s) { return (vec){a.x * s, a.y * s, a.z * s}; }
static inline vec vec_mad(vec a, float s, vec b) { return (vec){a.x + s * b.x, a.y + s * b.y, a.z + s * b.z}; }
static inline vec vec_mix(vec a, vec b, float s) { return vec_mad(a, s, vec_sub(b, a)); }
static inline float vec_dot(vec a, vec b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static inline float vec_length(vec a) { return sqrtf(vec_dot(a, a)); }

static inline vec vec_cross(vec a, vec b)
{
  return (vec){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/* +y where there is no direction. */
static inline vec vec_unit(vec a)
{
  float length2 = vec_dot(a, a);
  return length2 > 1e-30f ? vec_scale(a, 1.0f / sqrtf(length2)) : (vec){0, 1, 0};
}

static inline float clamp01(float x) { return x < 0 ? 0 : x > 1 ? 1 : x; }

static inline float smooth_step(float from, float to, float x)
{
  float s = clamp01((x - from) / (to - from));
  return s * s * (3 - 2 * s);
}

/* Two unit vectors that make a right-handed frame with the unit vector n. */
static inline void vec_frame(vec n, vec *a, vec *b)
{
  vec helper = fabsf(n.x) < 0.6f ? (vec){1, 0, 0} : (vec){0, 0, 1};
  *a = vec_unit(vec_cross(helper, n));
  *b = vec_cross(n, *a);
}
