/* SPDX-License-Identifier: MIT
   Contact sheets: small pictures in rows, evenly over time. */
#pragma once

#include "pliant/io_picture.h"

typedef struct pl_sheet {
  int tiles, columns, rows;
  int tile_width, tile_height;
  int gap;    /* between tiles and around, pixels */
  int header; /* height of the line on top, pixels */
  pl_image image;
} pl_sheet;

/* Columns are chosen so that the sheet looks like a page held wide. */
pl_status pl_sheet_create(int tiles, int tile_width, int tile_height, const char *title, pl_sheet *out);
void pl_sheet_place(pl_sheet *sheet, int tile, const pl_image *picture, const char *caption);
void pl_sheet_free(pl_sheet *sheet);

/* Words in a corner of a picture: dark on a light patch, readable over anything. */
void pl_caption(pl_image *image, const char *text);
/* "1.25 s", and the error of the volume where bodies keep it. */
void pl_caption_text(const pl_frame *frame, char *text, size_t size);
