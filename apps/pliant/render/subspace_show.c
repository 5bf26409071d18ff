/* SPDX-License-Identifier: MIT */
#include "render/subspace_show.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "picture/sheet.h"

enum { MOST = 40, WIDTH = 320, HEIGHT = 200 };

/* How far the largest value moves the body, relative to its size. */
static const double swing = 0.15;

typedef struct showing {
  pl_mesh_data rest;
  const double *basis;
  size_t size;
  double length; /* of the body, m */
  double *positions, *values;
} showing;

static double length_of(const pl_mesh_data *rest)
{
  double sum = 0;
  for (size_t c = 0; c < 3; c++) {
    double low = INFINITY, high = -INFINITY;
    for (size_t i = 0; i < rest->vertex_count; i++) {
      low = fmin(low, rest->positions[3 * i + c]);
      high = fmax(high, rest->positions[3 * i + c]);
    }
    sum += (high - low) * (high - low);
  }
  return sqrt(sum);
}

static double move_body(const showing *s, size_t function)
{
  double most = 0;
  for (size_t i = 0; i < s->rest.vertex_count; i++) {
    s->values[i] = s->basis[i * s->size + function];
    most = fmax(most, fabs(s->values[i]));
  }
  for (size_t i = 0; i < s->rest.vertex_count; i++) {
    memcpy(s->positions + 3 * i, s->rest.positions + 3 * i, 3 * sizeof(double));
    s->values[i] /= most > 0 ? most : 1;
    s->positions[3 * i + 1] += swing * s->length * s->values[i];
    s->values[i] += 1; /* colours show magnitudes: blue is -1, the brightest +1 */
  }
  return most;
}

static pl_status draw_tile(const showing *s, size_t function, const pl_camera *camera, pl_sheet *sheet)
{
  move_body(s, function);
  pl_frame_field field = {.name = "function", .components = 1, .values = s->values};
  pl_frame_body body = {.name = "body", .rest = s->rest, .positions = s->positions, .fields = &field, .field_count = 1};
  pl_frame frame = {.bodies = &body, .body_count = 1};
  pl_render_options options = pl_default_render_options();
  options.width = WIDTH;
  options.height = HEIGHT;
  options.color = "function";
  options.color_range[1] = 2;
  options.ground = -INFINITY;
  pl_image image = {0};
  PL_TRY(pl_render_frame(&frame, camera, &options, &image));
  char caption[32];
  snprintf(caption, sizeof caption, "%zu", function + 1);
  pl_sheet_place(sheet, (int)function, &image, caption);
  pl_image_free(&image);
  return PL_OK;
}

static pl_status draw(const showing *s, size_t tiles, const char *title, const char *output)
{
  pl_framing framing = pl_framing_start(WIDTH, HEIGHT);
  for (size_t k = 0; k < tiles; k++) {
    move_body(s, k);
    pl_frame_body body = {.name = "body", .rest = s->rest, .positions = s->positions};
    PL_TRY(pl_framing_add(&framing, &(pl_frame){.bodies = &body, .body_count = 1}));
  }
  pl_camera camera = pl_framing_camera(&framing);
  pl_sheet sheet;
  PL_TRY(pl_sheet_create((int)tiles, WIDTH, HEIGHT, title, &sheet));
  pl_status status = PL_OK;
  for (size_t k = 0; k < tiles && status == PL_OK; k++) status = draw_tile(s, k, &camera, &sheet);
  if (status == PL_OK) status = pl_image_write_png(&sheet.image, output);
  pl_sheet_free(&sheet);
  return status;
}

pl_status subspace_show(const pl_body *body, const double *basis, size_t size, const char *title, const char *output)
{
  showing s = {.rest = pl_body_rest(body), .basis = basis, .size = size};
  s.length = length_of(&s.rest);
  s.positions = PL_NEW(double, 3 * s.rest.vertex_count);
  s.values = PL_NEW(double, s.rest.vertex_count);
  pl_status status = s.positions && s.values ? draw(&s, size < MOST ? size : MOST, title, output) : PL_ERROR_MEMORY;
  pl_release(s.positions);
  pl_release(s.values);
  return status;
}
