/* SPDX-License-Identifier: MIT
   Light and material of the pictures: what a ray sees, how much light arrives there, what colour that makes. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "picture/trace/scenery.h"

enum { PL_SURFACE_NONE = -1 }; /* the background; 0 … plane_count - 1 are planes, then come objects */

/* What one camera ray meets. */
typedef struct pl_sample {
  vec place, direction; /* scenery coordinates; direction of the ray */
  vec normal;           /* for shading, towards the camera */
  vec flat_normal;      /* of the triangle */
  vec color;
  float distance;
  float fade; /* of a plane: part of the background that shows through, [0, 1] */
  int surface;
} pl_sample;

/* Light that arrives: part of the key light that is not in shadow, and from everywhere else. */
typedef struct pl_incident_light {
  float key;
  vec ambient;
} pl_incident_light;

typedef struct pl_studio {
  const pl_scenery *scenery;
  vec eye, right, up, backward; /* right and up are scaled to half the picture */
  vec key, key_a, key_b;        /* to the light; two directions across it, scaled to its radius */
  int key_samples, sky_samples; /* per pixel; 4 x 4 pixels share a pattern of 16 times as many */
  vec *key_points, *sky_points; /* on the light's disc; on the hemisphere, denser towards its pole z; by pattern */
} pl_studio;

pl_status pl_studio_set(pl_studio *studio, const pl_scenery *scenery, const pl_camera *camera, double aspect,
                        int key_samples, int sky_samples);
void pl_studio_free(pl_studio *studio);

/* x, y in [-1, 1] from the middle of the picture, y up. */
pl_sample pl_studio_sample(const pl_studio *studio, float x, float y);
/* pattern: 0 … 15. */
pl_incident_light pl_studio_incident_light(const pl_studio *studio, const pl_sample *sample, int pattern);
/* Linear light that leaves to the camera. */
vec pl_studio_shade(const pl_studio *studio, const pl_sample *sample, const pl_incident_light *light);
/* sRGB in [0, 255] after the filmic curve. */
void pl_tone(vec light, float out[3]);
