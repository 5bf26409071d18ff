/* SPDX-License-Identifier: MIT
   Frames on their way to a picture: where to stand, and how far the ground lies down, is known only when the last one
   has come. What is needed to draw them waits in a scratch file, places as float. */
#pragma once

#include "pliant/io_picture.h"

typedef struct pl_film pl_film;

typedef struct pl_film_options {
  size_t stride;     /* every so many frames are kept */
  size_t most;       /* when more than this are kept, every second is dropped and stride doubles; 0: no limit */
  const char *color; /* as in pl_render_options; copied */
  int width, height; /* of the pictures, for the framing */
} pl_film_options;

pl_status pl_film_create(const char *path, const pl_frame *first, const pl_film_options *options, pl_film **out);
void pl_film_destroy(pl_film *film); /* leaves the file; NULL is fine */
pl_status pl_film_add(pl_film *film, const pl_frame *frame, size_t index);

size_t pl_film_count(const pl_film *film); /* frames kept; the last one given is always among them */
size_t pl_film_stride(const pl_film *film);
size_t pl_film_index(const pl_film *film, size_t i); /* of the i-th kept frame, as it was given */
/* Valid until the next call. */
pl_status pl_film_frame(pl_film *film, size_t i, pl_frame *out);

/* Over all frames, kept or not. */
const pl_framing *pl_film_framing(const pl_film *film);
void pl_film_color_range(const pl_film *film, double range[2]);
