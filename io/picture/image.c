/* SPDX-License-Identifier: MIT */
#ifdef PLIANT_PNG
#include <png.h>
#include <setjmp.h>
#endif
#include <string.h>

#include "base/floats.h"
#include "base/memory.h"
#include "file.h"
#include "pliant/io_picture.h"

pl_status pl_image_create(int width, int height, pl_image *out)
{
  PL_OWN_FLOATS;
  *out = (pl_image){0};
  if (width < 1 || height < 1 || width > 32768 || height > 32768)
    return pl_fail(PL_ERROR_ARGUMENT, "a picture must have 1 to 32768 pixels each way, got %d x %d", width, height);
  uint8_t *pixels = PL_NEW(uint8_t, 3 * (size_t)width * (size_t)height);
  if (!pixels) return PL_ERROR_MEMORY;
  *out = (pl_image){width, height, pixels};
  return PL_OK;
}

void pl_image_free(pl_image *image)
{
  if (!image) return;
  pl_release(image->pixels);
  *image = (pl_image){0};
}

#ifdef PLIANT_PNG

/* What libpng's callbacks need to know and leave behind. */
typedef struct writing {
  pl_file *file;
  pl_status status; /* the first failure */
} writing;

/* libpng ends here on every failure. Where no callback of ours has said why, its own words count. */
static void png_failed(png_structp png, png_const_charp text)
{
  writing *w = png_get_error_ptr(png);
  if (w->status == PL_OK) w->status = pl_fail(PL_ERROR_FILE, "%s: PNG: %s", pl_file_path(w->file), text);
  longjmp(png_jmpbuf(png), 1);
}

static void png_warned(png_structp png, png_const_charp text)
{
  (void)png;
  (void)text;
}

static void png_write_bytes(png_structp png, png_bytep data, png_size_t size)
{
  writing *w = png_get_io_ptr(png);
  w->status = pl_file_write(w->file, data, size);
  if (w->status != PL_OK) png_error(png, "writing failed");
}

static void png_flush_nothing(png_structp png) { (void)png; }

static png_voidp png_take(png_structp png, png_alloc_size_t size)
{
  void *memory = pl_allocate(size, 1);
  writing *w = png_get_mem_ptr(png);
  if (!memory) w->status = PL_ERROR_MEMORY;
  return memory;
}

static void png_give(png_structp png, png_voidp memory)
{
  (void)png;
  pl_release(memory);
}

/* No locals change after setjmp, so none can be lost by the jump. */
static void encode(png_structp png, png_infop info, const pl_image *image, writing *w)
{
  if (setjmp(png_jmpbuf(png))) return;
  png_set_write_fn(png, w, png_write_bytes, png_flush_nothing);
  png_set_compression_level(png, 3);
  png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_SUB | PNG_FILTER_UP);
  png_set_IHDR(png, info, (png_uint_32)image->width, (png_uint_32)image->height, 8, PNG_COLOR_TYPE_RGB,
               PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_set_sRGB(png, info, PNG_sRGB_INTENT_PERCEPTUAL);
  png_write_info(png, info);
  for (int y = 0; y < image->height; y++) png_write_row(png, image->pixels + 3 * (size_t)y * (size_t)image->width);
  png_write_end(png, info);
}

pl_status pl_image_write_png(const pl_image *image, const char *path)
{
  PL_OWN_FLOATS;
  if (!image || !image->pixels || !path) return pl_fail(PL_ERROR_ARGUMENT, "pl_image_write_png: no image or no path");
  writing w = {0};
  PL_TRY(pl_file_create(path, &w.file));
  png_structp png =
      png_create_write_struct_2(PNG_LIBPNG_VER_STRING, &w, png_failed, png_warned, &w, png_take, png_give);
  png_infop info = png ? png_create_info_struct(png) : NULL;
  if (info)
    encode(png, info, image, &w);
  else
    w.status = PL_ERROR_MEMORY;
  png_destroy_write_struct(&png, &info);
  if (w.status == PL_OK) return pl_file_commit(w.file);
  pl_file_abandon(w.file);
  return w.status;
}

#else

pl_status pl_image_write_png(const pl_image *image, const char *path)
{
  PL_OWN_FLOATS;
  (void)image;
  return pl_fail(PL_ERROR_UNSUPPORTED, "%s: this build writes no pictures", path ? path : "pl_image_write_png");
}

#endif
