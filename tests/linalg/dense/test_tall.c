/* SPDX-License-Identifier: MIT */
#include "linalg/dense/tall.h"

#include <string.h>

#include "base/memory.h"
#include "testing.h"

static double *random_values(size_t count, uint64_t seed)
{
  double *values = PL_NEW(double, count);
  for (size_t k = 0; k < count; k++) values[k] = random_unit(&seed);
  return values;
}

/* Both products against their definition, for sizes on either side of blocks and lanes; the same bits for any threads.
   */
static void products(void **state)
{
  (void)state;
  static const size_t rows[] = {1, 5, 255, 256, 257, 1000}, columns[] = {1, 3, 8, 13, 40};
  for (size_t r = 0; r < 6; r++)
    for (size_t c = 0; c < 5; c++) {
      size_t n = rows[r], m = columns[c];
      double *values = random_values(n * m, 1), *f = random_values(3 * n, 2);
      pl_tall tall;
      assert_ok(pl_tall_make(n, m, values, &tall));
      double *z = PL_NEW(double, 3 * m), *again = PL_NEW(double, 3 * m);
      double *y = PL_NEW(double, 3 * n), *y_again = PL_NEW(double, 3 * n);
      double *w = random_values(3 * m, 3), *x = PL_NEW(double, 3 * n), *v = PL_NEW(double, 3 * n);
      pl_tall_gather(&tall, f, NULL, z);
      pl_tall_spread(&tall, z, NULL, y);
      for (size_t k = 0; k < m; k++)
        for (size_t a = 0; a < 3; a++) {
          double sum = 0;
          for (size_t i = 0; i < n; i++) sum += values[i * m + k] * f[3 * i + a];
          assert_close(z[3 * k + a], sum, 1e-15 * (double)n); /* rounding of n sums below 1 */
        }
      for (size_t i = 0; i < n; i++)
        for (size_t a = 0; a < 3; a++) {
          double sum = 0;
          for (size_t k = 0; k < m; k++) sum += values[i * m + k] * z[3 * k + a];
          assert_close(y[3 * i + a], sum, 1e-15 * (double)(n + m));
        }
      pl_tall_place(&tall, f, z, 0.5, 0, NULL, x, v); /* the sums of a spread, in the same order */
      for (size_t k = 0; k < 3 * n; k++) assert_true(x[k] == f[k] + y[k] && v[k] == 2 * x[k]);
      memcpy(y_again, x, 3 * n * sizeof(double));
      pl_tall_place(&tall, f, w, 0.5, 1, NULL, x, v);
      for (size_t k = 0; k < 3 * n; k++) assert_true(v[k] == 2 * y_again[k] + 2 * (x[k] - y_again[k]));
      for (int threads = 2; threads <= 7; threads += 5) {
        pl_pool *pool = NULL;
        assert_ok(pl_pool_create(threads, NULL, NULL, &pool));
        pl_tall_gather(&tall, f, pool, again);
        pl_tall_spread(&tall, z, pool, y_again);
        assert_memory_equal(z, again, 3 * m * sizeof(double));
        assert_memory_equal(y, y_again, 3 * n * sizeof(double));
        pl_pool_destroy(pool);
      }
      pl_tall_free(&tall);
      pl_release(values);
      pl_release(f);
      pl_release(z);
      pl_release(again);
      pl_release(y);
      pl_release(y_again);
      pl_release(w);
      pl_release(x);
      pl_release(v);
    }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(products)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
