/* SPDX-License-Identifier: MIT */
#include "cache/formats/glb_morph.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"

/* Values stay within +-16383, so that the difference of any two fits in 16 bits. */
enum { LARGEST = 32767, ACROSS = 32766 };

pl_morph_box pl_morph_box_empty(void)
{
  return (pl_morph_box){{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
}

void pl_morph_box_add(pl_morph_box *box, const float *points, size_t count)
{
  for (size_t i = 0; i < 3 * count; i++) {
    double value = (double)points[i];
    if (value < box->low[i % 3]) box->low[i % 3] = value;
    if (value > box->high[i % 3]) box->high[i % 3] = value;
  }
}

pl_morph_grid pl_morph_grid_of(const pl_morph_box *box)
{
  pl_morph_grid grid = {.scale = 0};
  for (int c = 0; c < 3; c++) {
    grid.centre[c] = 0.5 * (box->low[c] + box->high[c]);
    grid.scale = fmax(grid.scale, box->high[c] - box->low[c]);
  }
  /* A single point that never moves: any scale will do. */
  grid.scale = grid.scale > 0 ? grid.scale * LARGEST / ACROSS : 1;
  return grid;
}

pl_status pl_morph_create(const pl_shown *shown, pl_morph *out)
{
  *out = (pl_morph){.points = PL_NEW(int16_t, 4 * shown->count)};
  if (shown->corner_count == 3) out->normals = PL_NEW(float, 3 * shown->count);
  if (out->points && (out->normals || shown->corner_count != 3)) return PL_OK;
  pl_morph_release(out);
  return PL_ERROR_MEMORY;
}

void pl_morph_release(pl_morph *morph)
{
  pl_release(morph->points);
  pl_release(morph->normals);
  *morph = (pl_morph){0};
}

static void fill_points(size_t count, const float *points, const pl_morph_grid *grid, const pl_morph *base,
                        pl_morph *out)
{
  for (int c = 0; c < 3; c++) {
    out->low[c] = INT16_MAX;
    out->high[c] = INT16_MIN;
  }
  for (size_t i = 0; i < count; i++)
    for (size_t c = 0; c < 3; c++) {
      long value = lround(((double)points[3 * i + c] - grid->centre[c]) / grid->scale * LARGEST);
      if (base) value -= base->points[4 * i + c];
      out->points[4 * i + c] = (int16_t)value;
      if (out->points[4 * i + c] < out->low[c]) out->low[c] = out->points[4 * i + c];
      if (out->points[4 * i + c] > out->high[c]) out->high[c] = out->points[4 * i + c];
    }
}

/* Each triangle adds its normal times its area to its corners. */
static void add_normals(const pl_shown *shown, const float *points, float *normals)
{
  memset(normals, 0, 3 * shown->count * sizeof *normals);
  for (size_t i = 0; i < shown->index_count; i += 3) {
    const uint32_t *corner = shown->indices + i;
    const float *a = points + 3 * corner[0], *b = points + 3 * corner[1], *c = points + 3 * corner[2];
    float u[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]}, v[3] = {c[0] - a[0], c[1] - a[1], c[2] - a[2]};
    float n[3] = {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]};
    for (int k = 0; k < 3; k++)
      for (int d = 0; d < 3; d++) normals[3 * corner[k] + (uint32_t)d] += n[d];
  }
}

static void normalise(float *normals, size_t count)
{
  for (size_t i = 0; i < count; i++) {
    float *n = normals + 3 * i;
    double length = sqrt((double)n[0] * n[0] + (double)n[1] * n[1] + (double)n[2] * n[2]);
    if (length > 0)
      for (int c = 0; c < 3; c++) n[c] = (float)((double)n[c] / length);
    else
      n[1] = 1; /* no triangle with an area: any unit vector */
  }
}

static void fill_normals(const pl_shown *shown, const float *points, const pl_morph *base, pl_morph *out)
{
  add_normals(shown, points, out->normals);
  normalise(out->normals, shown->count);
  out->small_normals = true;
  for (size_t i = 0; i < 3 * shown->count && base; i++) {
    out->normals[i] -= base->normals[i];
    if (fabsf(out->normals[i]) > 1) out->small_normals = false;
  }
}

void pl_morph_fill(const pl_shown *shown, const float *points, const pl_morph_grid *grid, const pl_morph *base,
                   pl_morph *out)
{
  fill_points(shown->count, points, grid, base, out);
  if (out->normals) fill_normals(shown, points, base, out);
}
