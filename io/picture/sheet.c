/* SPDX-License-Identifier: MIT */
#include "picture/sheet.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/status.h"

static const uint8_t ink[3] = {52, 56, 62};
static const uint8_t paper = 250;

static int columns_for(int tiles, int tile_width, int tile_height)
{
  int best = 1;
  double best_cost = INFINITY;
  for (int columns = 1; columns <= tiles; columns++) {
    int rows = (tiles + columns - 1) / columns;
    double aspect = (double)(columns * tile_width) / (double)(rows * tile_height);
    double cost = fabs(log(aspect / 1.9)) + 0.6 * (double)(columns * rows - tiles) / (double)tiles;
    if (cost < best_cost) {
      best = columns;
      best_cost = cost;
    }
  }
  return best;
}

/* The size of letters that a text has room with, `size` if it can be. */
static double fit(double size, const char *text, double room)
{
  double width = pl_text_width(size, text);
  return width > room ? size * room / width : size;
}

pl_status pl_sheet_create(int tiles, int tile_width, int tile_height, const char *title, pl_sheet *out)
{
  pl_sheet s = {.tiles = tiles, .tile_width = tile_width, .tile_height = tile_height};
  s.columns = columns_for(tiles, tile_width, tile_height);
  s.rows = (tiles + s.columns - 1) / s.columns;
  s.gap = tile_height / 36 + 2;
  double size = tile_height / 13.0;
  s.header = title && title[0] ? (int)(2.2 * size) : 0;
  *out = s;
  PL_TRY(pl_image_create(s.columns * (tile_width + s.gap) + s.gap, s.rows * (tile_height + s.gap) + s.gap + s.header,
                         &out->image));
  memset(out->image.pixels, paper, 3 * (size_t)out->image.width * (size_t)out->image.height);
  if (!s.header) return PL_OK;
  pl_image_text(&out->image, s.gap + 2, s.gap + 1.5 * size, fit(size, title, out->image.width - 2.0 * s.gap - 4), ink,
                title);
  return PL_OK;
}

void pl_sheet_place(pl_sheet *sheet, int tile, const pl_image *picture, const char *caption)
{
  int x = sheet->gap + tile % sheet->columns * (sheet->tile_width + sheet->gap);
  int y = sheet->gap + sheet->header + tile / sheet->columns * (sheet->tile_height + sheet->gap);
  for (int row = 0; row < sheet->tile_height; row++)
    memcpy(sheet->image.pixels + 3 * ((size_t)(y + row) * (size_t)sheet->image.width + (size_t)x),
           picture->pixels + 3 * (size_t)row * (size_t)picture->width, 3 * (size_t)sheet->tile_width);
  double size = fmax(8, sheet->tile_height / 19.0);
  pl_image_text(&sheet->image, x + 0.8 * size, y + sheet->tile_height - 0.9 * size,
                fit(size, caption, sheet->tile_width - 1.6 * size), ink, caption);
}

void pl_sheet_free(pl_sheet *sheet) { pl_image_free(&sheet->image); }

void pl_caption_text(const pl_frame *frame, char *text, size_t size)
{
  int used = snprintf(text, size, "%.2f s", frame->time);
  if (!frame->keeps_volume || used < 0 || (size_t)used >= size) return;
  if (fabs(frame->volume_error) < 1e-6)
    snprintf(text + used, size - (size_t)used, "   volume error below 0.0001 %%");
  else
    snprintf(text + used, size - (size_t)used, "   volume error %.2g %%", 100 * frame->volume_error);
}

void pl_caption(pl_image *image, const char *text)
{
  double size = fmax(9, image->height / 34.0), width = pl_text_width(size, text);
  double x = 1.6 * size, y = image->height - 1.6 * size;
  int x0 = (int)(x - 0.8 * size), x1 = (int)(x + width + 0.8 * size), y0 = (int)(y - 1.7 * size),
      y1 = (int)(y + 0.7 * size);
  for (int row = y0 > 0 ? y0 : 0; row < y1 && row < image->height; row++)
    for (int column = x0 > 0 ? x0 : 0; column < x1 && column < image->width; column++) {
      uint8_t *p = image->pixels + 3 * ((size_t)row * (size_t)image->width + (size_t)column);
      for (int k = 0; k < 3; k++) p[k] = (uint8_t)((2 * p[k] + 3 * 246) / 5);
    }
  pl_image_text(image, x, y, size, ink, text);
}
