/* SPDX-License-Identifier: MIT
   Gray pictures in: PGM here, PNG in gray_png.c. */
#include "gray.h"

#include <math.h>
#include <string.h>

#include "base/floats.h"
#include "base/memory.h"
#include "base/status.h"
#include "file.h"
#include "mesh/core/grid.h"

pl_status pl_gray_create(const char *name, uint32_t width, uint32_t height, pl_gray *out)
{
  if (width < 1 || height < 1 || width > PL_MOST_GRAY || height > PL_MOST_GRAY)
    return pl_fail(PL_ERROR_FORMAT, "%s: a picture must have 1 to %d pixels each way, this one has %u x %u", name,
                   PL_MOST_GRAY, width, height);
  double *values = PL_NEW(double, (size_t)width *height);
  if (!values) return PL_ERROR_MEMORY;
  *out = (pl_gray){width, height, values};
  return PL_OK;
}

void pl_gray_free(pl_gray *gray)
{
  if (!gray) return;
  pl_release(gray->values);
  *gray = (pl_gray){0};
}

/* ---- PGM ---- */

typedef struct pgm {
  const char *name;
  const unsigned char *at, *end;
} pgm;

/* The next whole number after white space and comments. */
static bool next_number(pgm *p, uint32_t *out)
{
  for (; p->at < p->end && (strchr(" \t\r\n\v\f", *p->at) || *p->at == '#'); p->at++)
    if (*p->at == '#')
      while (p->at + 1 < p->end && p->at[1] != '\n') p->at++;
  uint64_t value = 0;
  const unsigned char *start = p->at;
  for (; p->at < p->end && *p->at >= '0' && *p->at <= '9' && value < 1000000; p->at++)
    value = 10 * value + (uint64_t)(*p->at - '0');
  *out = (uint32_t)value;
  return p->at > start;
}

static pl_status read_plain(pgm *p, uint32_t most, pl_gray *gray)
{
  for (size_t k = 0; k < (size_t)gray->width * gray->height; k++) {
    uint32_t value;
    if (!next_number(p, &value) || value > most)
      return pl_fail(PL_ERROR_FORMAT, "%s: pixel %zu must be a whole number from 0 to %u", p->name, k, most);
    gray->values[k] = (double)value / most;
  }
  return PL_OK;
}

static pl_status read_binary(pgm *p, uint32_t most, pl_gray *gray)
{
  size_t bytes = most > 255 ? 2 : 1, count = (size_t)gray->width * gray->height;
  if (p->at < p->end) p->at++; /* one white space */
  if ((size_t)(p->end - p->at) < bytes * count)
    return pl_fail(PL_ERROR_FORMAT, "%s: must have %zu bytes of pixels, has %zu", p->name, bytes * count,
                   (size_t)(p->end - p->at));
  for (size_t k = 0; k < count; k++, p->at += bytes) {
    unsigned value = bytes == 2 ? 256U * p->at[0] + p->at[1] : p->at[0];
    gray->values[k] = fmin(1, (double)value / most);
  }
  return PL_OK;
}

static pl_status read_pgm(const char *name, const unsigned char *data, size_t size, pl_gray *out)
{
  pgm p = {name, data + 2, data + size};
  uint32_t width, height, most;
  if (!next_number(&p, &width) || !next_number(&p, &height) || !next_number(&p, &most) || most < 1 || most > 65535)
    return pl_fail(PL_ERROR_FORMAT, "%s: a PGM begins with width, height and the largest value, 1 to 65535", name);
  PL_TRY(pl_gray_create(name, width, height, out));
  pl_status status = data[1] == '2' ? read_plain(&p, most, out) : read_binary(&p, most, out);
  if (status != PL_OK) pl_gray_free(out);
  return status;
}

/* ---- all ---- */

pl_status pl_gray_read(const char *name, const void *data, size_t size, pl_gray *out)
{
  PL_OWN_FLOATS;
  if (!out) return pl_fail(PL_ERROR_ARGUMENT, "pl_gray_read: a pointer is NULL");
  *out = (pl_gray){0};
  if (!name || !data) return pl_fail(PL_ERROR_ARGUMENT, "pl_gray_read: a pointer is NULL");
  const unsigned char *bytes = data;
  if (size > 2 && bytes[0] == 'P' && (bytes[1] == '2' || bytes[1] == '5')) return read_pgm(name, bytes, size, out);
  if (size > 8 && memcmp(bytes, "\x89PNG\r\n\x1a\n", 8) == 0) return pl_gray_read_png(name, bytes, size, out);
  return pl_fail(PL_ERROR_FORMAT, "%s: is no PGM and no PNG", name);
}

pl_status pl_gray_load(const char *path, pl_gray *out)
{
  PL_OWN_FLOATS;
  char *data = NULL;
  size_t size = 0;
  if (!out) return pl_fail(PL_ERROR_ARGUMENT, "pl_gray_load: a pointer is NULL");
  *out = (pl_gray){0};
  if (!path) return pl_fail(PL_ERROR_ARGUMENT, "pl_gray_load: a pointer is NULL");
  PL_TRY(pl_file_read(path, &data, &size));
  pl_status status = pl_gray_read(path, data, size, out);
  pl_release(data);
  return status;
}

/* Pixels on both sides of node `at` of a direction, and the part of the second one. */
static void between_pixels(uint32_t pixels, uint32_t nodes, bool closed, uint32_t at, uint32_t side[2], double *part)
{
  double place = closed ? (double)at / nodes * pixels : (double)at / (nodes > 1 ? nodes - 1 : 1) * (pixels - 1);
  uint32_t low = (uint32_t)place;
  if (low >= pixels) low = pixels - 1;
  side[0] = low;
  side[1] = low + 1 < pixels ? low + 1 : closed ? 0 : low;
  *part = place - low;
}

pl_status pl_gray_sample(const pl_gray *gray, double black, double white, const pl_mesh *mesh, double *values)
{
  PL_OWN_FLOATS;
  if (!gray || !gray->values || !mesh || !values)
    return pl_fail(PL_ERROR_ARGUMENT, "pl_gray_sample: a pointer is NULL");
  pl_grid grid = pl_mesh_view(mesh).grid;
  if (pl_grid_dimension(&grid) != 2)
    return pl_fail(PL_ERROR_MESH, "a picture needs a mesh with a grid of two directions: sheet, height_field, sphere, "
                                  "torus, or arrays with a grid");
  for (uint32_t i = 0; i < grid.counts[0]; i++)
    for (uint32_t j = 0; j < grid.counts[1]; j++) {
      uint32_t vertex, column[2], row[2];
      double across, down;
      if (!pl_grid_vertex(&grid, i, j, 0, &vertex)) continue;
      between_pixels(gray->width, grid.counts[0], grid.closed[0], i, column, &across);
      between_pixels(gray->height, grid.counts[1], grid.closed[1], j, row, &down);
      const double *top = gray->values + (size_t)row[0] * gray->width,
                   *bottom = gray->values + (size_t)row[1] * gray->width;
      double high = (1 - across) * top[column[0]] + across * top[column[1]];
      double low = (1 - across) * bottom[column[0]] + across * bottom[column[1]];
      values[vertex] = black + (white - black) * ((1 - down) * high + down * low);
    }
  return PL_OK;
}
