/* SPDX-License-Identifier: MIT
   Every instruction set's kernels do the same sums, to rounding, as loops that follow the definition. */
#include "linalg/cholesky/front_kernel.h"

#include "linalg/matrices.h"

enum { HEIGHT = 75, STRIDE = 7 * 16, MOST = STRIDE * (HEIGHT + PL_FRONT_COLUMNS + 1) };

static double get(const pl_front_kernels *k, const void *array, size_t at)
{
  return k->size == 4 ? (double)((const float *)array)[at] : ((const double *)array)[at];
}

static void set(const pl_front_kernels *k, void *array, size_t at, double value)
{
  if (k->size == 4)
    ((float *)array)[at] = (float)value;
  else
    ((double *)array)[at] = value;
}

/* A positive definite front, its plain partial factorisation, and the kernels' result compared with it. */
static void check_factor(const pl_front_kernels *k, uint32_t width, double tolerance)
{
  static double a[HEIGHT][HEIGHT];
  void *front = pl_allocate(MOST, k->size), *inverse = pl_allocate(PL_STRIP * PL_STRIP, k->size);
  uint32_t lines = pl_strip_lines(HEIGHT, 0, k->lanes);
  void *tiles = pl_allocate((size_t)lines * k->lanes * width, k->size);
  uint64_t seed = width;
  for (size_t j = 0; j < HEIGHT; j++)
    for (size_t i = j; i < HEIGHT; i++) {
      a[i][j] = i == j ? HEIGHT : random_unit(&seed);
      set(k, front, i + j * STRIDE, a[i][j]);
      a[i][j] = get(k, front, i + j * STRIDE);
    }
  for (size_t j = 0; j < width; j++) {
    a[j][j] = sqrt(a[j][j]);
    for (size_t i = j + 1; i < HEIGHT; i++) a[i][j] /= a[j][j];
    for (size_t c = j + 1; c < HEIGHT; c++)
      for (size_t i = c; i < HEIGHT; i++) a[i][c] -= a[i][j] * a[c][j];
  }
  assert_int_equal(k->diagonal(front, STRIDE, width, inverse), width);
  k->rows(front, STRIDE, width, 0, lines * k->lanes, inverse, tiles);
  k->update(front, STRIDE, HEIGHT, 0, width, width, HEIGHT);
  for (size_t j = 0; j < HEIGHT; j++)
    for (size_t i = j; i < HEIGHT; i++) assert_close(get(k, front, i + j * STRIDE), a[i][j], tolerance * HEIGHT);
  /* P L11 is the unit matrix above and -L21 below. */
  for (size_t i = 0; i < HEIGHT; i++)
    for (size_t j = 0; j < width; j++) {
      double sum = 0.0;
      for (size_t c = j; c < width; c++)
        sum += get(k, tiles, i / k->lanes * k->lanes * width + c * k->lanes + i % k->lanes) * a[c][j];
      assert_close(sum, i < width ? (double)(i == j) : -a[i][j], tolerance);
    }
  pl_release(front);
  pl_release(inverse);
  pl_release(tiles);
}

/* Strips of random numbers: down and up are products with P and P^T, strip by strip. */
static void check_solve(const pl_front_kernels *k, uint32_t width, uint32_t below, double tolerance)
{
  uint32_t height = width + below, rows = height + 40;
  size_t entries = pl_strip_entries(width, height, k->lanes);
  void *strips = pl_allocate(entries, k->size), *vector = pl_allocate(4 * (size_t)rows, k->size);
  void *scratch = pl_allocate(3 * (size_t)(height + k->lanes) + 4 * PL_STRIP, k->size);
  uint32_t *where = PL_NEW(uint32_t, below);
  double *down = PL_NEW(double, 3 * (size_t)rows), *up = PL_NEW(double, 3 * (size_t)rows);
  uint64_t seed = width + 1000 * below;
  for (uint32_t i = 0; i < below; i++) where[i] = width + i + 40 * i / below;
  for (size_t i = 0; i < 3 * (size_t)rows; i++) {
    set(k, vector, i / 3 * 4 + i % 3, random_unit(&seed));
    down[i] = up[i] = get(k, vector, i / 3 * 4 + i % 3);
  }
  size_t at = 0;
  for (int upwards = 0; upwards < 2; upwards++) {
    for (uint32_t s = 0; s < width; s += PL_STRIP) {
      uint32_t first = upwards ? (width - 1) / PL_STRIP * PL_STRIP - s : s;
      uint32_t columns = pl_strip_columns(width, first), lines = pl_strip_lines(height, first, k->lanes);
      if (upwards) at -= (size_t)lines * k->lanes * columns;
      double own[3 * PL_STRIP], *x = upwards ? up : down;
      for (uint32_t i = 0; i < 3 * columns; i++) own[i] = x[3 * first + i], x[3 * first + i] = 0.0;
      for (uint32_t r = 0; r < height - first; r++)
        for (uint32_t c = 0; c < columns; c++) {
          size_t entry = at + r / k->lanes * k->lanes * columns + c * k->lanes + r % k->lanes;
          if (!upwards) set(k, strips, entry, c > r ? 0.0 : 0.2 * random_unit(&seed)); /* a triangle on top */
          uint32_t row = first + r, place = row < width ? row : where[row - width];
          for (uint32_t d = 0; d < 3; d++)
            if (upwards)
              x[3 * (first + c) + d] += get(k, strips, entry) * (r < columns ? own[3 * r + d] : x[3 * place + d]);
            else
              x[3 * place + d] += get(k, strips, entry) * own[3 * c + d];
        }
      if (!upwards) at += (size_t)lines * k->lanes * columns;
    }
  }
  pl_strip_node node = {strips, where, 0, width, below, 3};
  void *copy = pl_allocate(4 * (size_t)rows, k->size);
  memcpy(copy, vector, 4 * (size_t)rows * k->size);
  k->down(&node, vector, scratch);
  k->up(&node, copy, scratch);
  double size = largest_of(rows, down) + largest_of(rows, up);
  for (size_t i = 0; i < 3 * (size_t)rows; i++) {
    assert_close(get(k, vector, i / 3 * 4 + i % 3), down[i], tolerance * size);
    assert_close(get(k, copy, i / 3 * 4 + i % 3), up[i], tolerance * size);
  }
  pl_release(strips);
  pl_release(vector);
  pl_release(copy);
  pl_release(scratch);
  pl_release(where);
  pl_release(down);
  pl_release(up);
}

static void check_table(const pl_front_kernels *k)
{
  double tolerance = k->size == 4 ? 2e-5 : 1e-13; /* about 200 roundings */
  for (uint32_t width = 1; width <= PL_STRIP; width++) check_factor(k, width, tolerance);
  const uint32_t sizes[][2] = {{1, 0},    {1, 1},   {3, 7},  {8, 8},   {16, 16}, {17, 30},
                               {31, 100}, {32, 33}, {33, 5}, {70, 90}, {100, 0}};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) check_solve(k, sizes[i][0], sizes[i][1], tolerance);
}

static void baseline_follows_the_definition(void **state)
{
  (void)state;
  check_table(&pl_front_float_baseline);
  check_table(&pl_front_double_baseline);
}

static void avx2_follows_the_definition(void **state)
{
  (void)state;
#if defined(__x86_64__)
  if (pl_isa_best() >= PL_ISA_AVX2) {
    check_table(&pl_front_float_avx2);
    check_table(&pl_front_double_avx2);
    return;
  }
#endif
  print_message("this processor has no AVX2: NOT tested\n");
  skip();
}

static void avx512_follows_the_definition(void **state)
{
  (void)state;
#if defined(__x86_64__)
  if (pl_isa_best() >= PL_ISA_AVX512) {
    check_table(&pl_front_float_avx512);
    check_table(&pl_front_double_avx512);
    return;
  }
#endif
  print_message("this processor has no AVX-512: NOT tested\n");
  skip();
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(baseline_follows_the_definition),
      cmocka_unit_test(avx2_follows_the_definition),
      cmocka_unit_test(avx512_follows_the_definition),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
