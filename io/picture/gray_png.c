/* SPDX-License-Identifier: MIT
   PNG as a gray picture, by libpng: everything becomes 16 bits of luma. */
#include "gray.h"

#include "base/memory.h"
#include "base/status.h"

#ifdef PLIANT_PNG
#include <png.h>
#include <setjmp.h>
#include <string.h>

typedef struct reading {
  const char *name;
  const unsigned char *at, *end;
  pl_gray *out;
  unsigned char *pixels; /* 2 bytes each, the most significant first */
  png_bytepp rows;
  pl_status status; /* the first failure */
} reading;

static void failed(png_structp png, png_const_charp text)
{
  reading *r = png_get_error_ptr(png);
  if (r->status == PL_OK) r->status = pl_fail(PL_ERROR_FORMAT, "%s: PNG: %s", r->name, text);
  longjmp(png_jmpbuf(png), 1);
}

static void warned(png_structp png, png_const_charp text)
{
  (void)png;
  (void)text;
}

static png_voidp allocate(png_structp png, png_alloc_size_t size)
{
  void *memory = pl_allocate(size, 1);
  reading *r = png_get_mem_ptr(png);
  if (!memory) r->status = PL_ERROR_MEMORY;
  return memory;
}

static void release(png_structp png, png_voidp memory)
{
  (void)png;
  pl_release(memory);
}

static void read_bytes(png_structp png, png_bytep out, png_size_t size)
{
  reading *r = png_get_io_ptr(png);
  if ((size_t)(r->end - r->at) < size) png_error(png, "the file ends too early");
  memcpy(out, r->at, size);
  r->at += size;
}

/* Everything that is not gray with 16 bits becomes so. */
static void request_gray_16(png_structp png, png_infop info)
{
  png_byte color = png_get_color_type(png, info);
  png_set_expand(png);
  png_set_strip_alpha(png);
  png_set_expand_16(png);
  if (color != PNG_COLOR_TYPE_GRAY && color != PNG_COLOR_TYPE_GRAY_ALPHA) png_set_rgb_to_gray_fixed(png, 1, -1, -1);
  png_set_interlace_handling(png);
  png_read_update_info(png, info);
}

/* No locals change after setjmp, so none can be lost by the jump. */
static void decode(png_structp png, png_infop info, reading *r)
{
  if (setjmp(png_jmpbuf(png))) return;
  png_set_read_fn(png, r, read_bytes);
  png_set_user_limits(png, PL_MOST_GRAY, PL_MOST_GRAY);
  png_read_info(png, info);
  request_gray_16(png, info);
  png_uint_32 width = png_get_image_width(png, info), height = png_get_image_height(png, info);
  if (png_get_rowbytes(png, info) != 2 * (size_t)width) png_error(png, "cannot be made gray");
  if ((r->status = pl_gray_create(r->name, width, height, r->out)) != PL_OK) return;
  r->pixels = PL_NEW(unsigned char, 2 * (size_t)width * height);
  r->rows = PL_NEW(png_bytep, height);
  if (!r->pixels || !r->rows) {
    r->status = PL_ERROR_MEMORY;
    return;
  }
  for (png_uint_32 y = 0; y < height; y++) r->rows[y] = r->pixels + 2 * (size_t)width * y;
  png_read_image(png, r->rows);
  for (size_t k = 0; k < (size_t)width * height; k++)
    r->out->values[k] = (256.0 * r->pixels[2 * k] + r->pixels[2 * k + 1]) / 65535;
}

pl_status pl_gray_read_png(const char *name, const unsigned char *data, size_t size, pl_gray *out)
{
  reading r = {.name = name, .at = data, .end = data + size, .out = out};
  png_structp png = png_create_read_struct_2(PNG_LIBPNG_VER_STRING, &r, failed, warned, &r, allocate, release);
  png_infop info = png ? png_create_info_struct(png) : NULL;
  if (info)
    decode(png, info, &r);
  else
    r.status = PL_ERROR_MEMORY;
  png_destroy_read_struct(&png, &info, NULL);
  pl_release(r.pixels);
  pl_release(r.rows);
  if (r.status != PL_OK) pl_gray_free(out);
  return r.status;
}

#else

pl_status pl_gray_read_png(const char *name, const unsigned char *data, size_t size, pl_gray *out)
{
  (void)data, (void)size, (void)out;
  return pl_fail(PL_ERROR_UNSUPPORTED, "%s: this build reads no PNG; make it a PGM", name);
}

#endif
