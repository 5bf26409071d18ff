/* SPDX-License-Identifier: MIT
   Pictures without a display or a graphics card: a small ray caster on the processor. Soft key light, sky light,
   ground, smooth normals, filmic tone. The pixels are the same for any number of threads. Lengths in metres, times in
   seconds. */
#pragma once

#include "pliant/io_cache.h"

#ifdef __cplusplus
extern "C" {
#endif

/* 8-bit sRGB, 3 bytes per pixel, rows from the top. */
typedef struct pl_image {
  int width, height;
  uint8_t *pixels;
} pl_image;

PL_API pl_status pl_image_create(int width, int height, pl_image *out); /* black */
PL_API void pl_image_free(pl_image *image);                             /* the pixels; an empty image is fine */
PL_API pl_status pl_image_write_png(const pl_image *image, const char *path);

typedef struct pl_camera {
  double eye[3];    /* m */
  double target[3]; /* m, where it looks */
  double up[3];     /* any length; default +y */
  double fov;       /* vertical angle of view, degrees, (0, 170] */
} pl_camera;

typedef enum pl_quality {
  PL_QUALITY_DRAFT = 1, /* videos */
  PL_QUALITY_GOOD,      /* stills; the default */
  PL_QUALITY_BEST       /* about eight times the work of good */
} pl_quality;

typedef struct pl_render_options {
  uint32_t mark;         /* set by pl_default_render_options */
  int width, height;     /* pixels, [16, 16384]; default 1280 x 720 */
  pl_quality quality;    /* default good */
  int threads;           /* 0: one per core (default) */
  const char *color;     /* NULL: each body has a colour (default); "velocity" or the name of a field of the frame: its
                             magnitude, from dark to bright */
  double color_range[2]; /* values at both ends of the colours; equal (default 0, 0): least and largest of the frame */
  double ground;         /* height of the ground, m, used when no obstacle is a plane; NAN (default): at the lowest
                             point of the frame; -INFINITY: no ground */
  bool springs;          /* grabs are drawn as lines to where they pull; default false */
  double
      arrows;   /* s: a dot at the middle of every body, and from there the way it goes in this time; default 0: none */
  bool caption; /* time and, where bodies keep their volume, its error in a corner; default false. Contact sheets
                            and videos always have them */
  bool (*progress)(double done, void *user); /* part of the work done, [0, 1]; false stops with PL_ERROR_INTERRUPTED;
                                                NULL: not called */
  void *progress_user;
} pl_render_options;

PL_API pl_render_options pl_default_render_options(void);

/* A camera from which all frames are visible: add all frames, then get the camera. Costs no memory. */
typedef struct pl_framing {
  uint32_t mark;             /* set by pl_framing_start */
  double direction[3];       /* from the target to the camera, unit */
  double fov;                /* vertical, degrees */
  double aspect;             /* width over height */
  double lower[3], upper[3]; /* bounds of all bodies seen so far, m; lower > upper: none */
  double support[4];         /* how far everything reaches to the right, left, top and bottom of the view, m */
  double shadow_support[4];  /* the same of the shadows, on a ground at height 0 */
  double ground;             /* height of the lowest level plane among the obstacles; NAN: none */
  double nearest;            /* how far everything reaches to the camera, m */
} pl_framing;

/* Three-quarter view from the front right, a little from above. */
PL_API pl_framing pl_framing_start(int width, int height);
PL_API pl_status pl_framing_add(pl_framing *framing, const pl_frame *frame);
PL_API pl_camera pl_framing_camera(const pl_framing *framing);

/* camera NULL: framed for this frame alone. The image is created; release it with pl_image_free. */
PL_API pl_status pl_render_frame(const pl_frame *frame, const pl_camera *camera, const pl_render_options *options,
                                 pl_image *out);

/* Draws text in a stroke font: ASCII; other bytes become '?'. x, y: left end of the base line in pixels from the top
   left corner; size: height of a capital in pixels. Returns the width. */
PL_API double pl_image_text(pl_image *image, double x, double y, double size, const uint8_t color[3], const char *text);
PL_API double pl_text_width(double size, const char *text);

#ifdef __cplusplus
}
#endif
