/* SPDX-License-Identifier: MIT
   Gray pictures: what they say is what was written, what is wrong is told, and they lie on grids as promised. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/status.h"
#include "failing.h"
#include "pliant/io.h"
#include "pliant/make.h"

static pl_gray read_text(const char *text)
{
  pl_gray gray;
  assert_ok(pl_gray_read("g.pgm", text, strlen(text), &gray));
  return gray;
}

static void pgm_of_all_kinds(void **state)
{
  (void)state;
  pl_gray gray = read_text("P2\n# a comment\n3 2 # another\n10\n0 5 10\n1 2 3\n");
  const double wanted[6] = {0, 0.5, 1, 0.1, 0.2, 0.3};
  assert_int_equal(gray.width, 3);
  assert_int_equal(gray.height, 2);
  for (int k = 0; k < 6; k++) assert_close(gray.values[k], wanted[k], 1e-15);
  pl_gray_free(&gray);
  assert_ok(pl_gray_read("g.pgm", "P5 2 1 255\n\x33\xff", 13, &gray));
  assert_close(gray.values[0], 0.2, 1e-15);
  assert_close(gray.values[1], 1, 0);
  pl_gray_free(&gray);
  assert_ok(pl_gray_read("g.pgm", "P5 1 2 65535\n\x01\x00\xff\xff", 17, &gray));
  assert_close(gray.values[0], 256.0 / 65535, 1e-15);
  assert_close(gray.values[1], 1, 0);
  pl_gray_free(&gray);
  assert_null(gray.values);
}

static void what_is_wrong_is_told(void **state)
{
  (void)state;
  static const struct {
    const char *text, *message;
  } wrong[] = {{"GIF89a", "is no PGM and no PNG"},   {"P2 3 x", "begins with width, height and the largest value"},
               {"P2 3 1 70000 1 2 3", "1 to 65535"}, {"P2 0 1 255", "1 to 8192 pixels each way, this one has 0 x 1"},
               {"P2 9999 1 255", "9999 x 1"},        {"P2 3 1 255 1 2", "pixel 2 must be a whole number from 0 to 255"},
               {"P2 3 1 255 1 2 300", "pixel 2"},    {"P5 3 1 255\nab", "must have 3 bytes of pixels, has 2"},
               {"\x89PNG\r\n\x1a\n    ", "PNG: "}};
  pl_gray gray;
  for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
    assert_int_equal(pl_gray_read("g.pgm", wrong[k].text, strlen(wrong[k].text), &gray), PL_ERROR_FORMAT);
    assert_non_null(strstr(pl_last_error(), wrong[k].message));
    assert_non_null(strstr(pl_last_error(), "g.pgm"));
    assert_null(gray.values);
  }
}

/* A PNG of ours, coloured in gray, comes back to 8 bits. */
static pl_status write_png(const char *path)
{
  pl_image image;
  PL_TRY(pl_image_create(5, 3, &image));
  for (int k = 0; k < 45; k++) image.pixels[k] = (uint8_t)(17 * (k / 3));
  pl_status status = pl_image_write_png(&image, path);
  pl_image_free(&image);
  return status;
}

static void png_comes_back(void **state)
{
  (void)state;
  const char *path = "test_gray.png";
  pl_gray gray;
  assert_ok(write_png(path));
  assert_ok(pl_gray_load(path, &gray));
  assert_int_equal(gray.width, 5);
  assert_int_equal(gray.height, 3);
  for (int k = 0; k < 15; k++) assert_close(gray.values[k], 17.0 * k / 255, 0.5 / 255);
  pl_gray_free(&gray);
  remove(path);
  assert_int_equal(pl_gray_load(path, &gray), PL_ERROR_FILE);
}

static pl_status load(void *path)
{
  pl_gray gray;
  PL_TRY(pl_gray_load(path, &gray));
  pl_gray_free(&gray);
  return PL_OK;
}

static void memory_may_run_out(void **state)
{
  (void)state;
  char path[] = "test_gray_memory.png";
  assert_ok(write_png(path));
  assert_true(fail_each_allocation(load, path) >= 4);
  remove(path);
}

/* Left to right along the first direction, top to bottom along the second, linear between pixels; around a torus the
   last column goes over to the first, and the last row. */
static void it_lies_on_grids(void **state)
{
  (void)state;
  pl_gray gray = read_text("P2 3 2 10  0 4 8  1 5 9");
  pl_mesh *sheet = NULL, *ring = NULL, *block = NULL;
  double values[64];
  assert_ok(pl_make_sheet(1, 1, 5, 3, &sheet));
  assert_ok(pl_gray_sample(&gray, 10, 20, sheet, values));
  for (int i = 0; i < 5; i++)
    for (int k = 0; k < 3; k++) assert_close(values[3 * i + k], 10 + 2.0 * i + 0.5 * k, 1e-12);
  assert_ok(pl_make_torus(1, 0.3, 6, 4, &ring));
  assert_ok(pl_gray_sample(&gray, 0, 10, ring, values));
  const double across[4] = {0, 3, 6, 6}, around[6] = {0, 1, 2, 3, 2, 1};
  for (int i = 0; i < 4; i++)
    for (int k = 0; k < 6; k++) assert_close(values[6 * i + k], across[i] + around[k] / 3, 1e-12);
  pl_lattice_def lattice = pl_default_lattice_def();
  lattice.counts[0] = lattice.counts[1] = lattice.counts[2] = 3;
  assert_ok(pl_make_lattice(&lattice, &block));
  assert_int_equal(pl_gray_sample(&gray, 0, 1, block, values), PL_ERROR_MESH);
  pl_gray_free(&gray);
  pl_mesh_destroy(sheet);
  pl_mesh_destroy(ring);
  pl_mesh_destroy(block);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(pgm_of_all_kinds),   cmocka_unit_test(what_is_wrong_is_told), cmocka_unit_test(png_comes_back),
      cmocka_unit_test(memory_may_run_out), cmocka_unit_test(it_lies_on_grids),
  };
  char folder[] = "/tmp/pliant-gray-XXXXXX";
  if (!mkdtemp(folder) || chdir(folder) != 0) return 1;
  int failures = cmocka_run_group_tests(tests, NULL, NULL);
  return rmdir(folder) == 0 ? failures : 1;
}
