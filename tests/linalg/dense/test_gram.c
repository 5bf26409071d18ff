/* SPDX-License-Identifier: MIT */
#include "linalg/dense/gram.h"

#include <string.h>

#include "linalg/dense/dot_kernel.h"
#include "linalg/matrices.h"

static void agrees_with_plain_sums(void **state)
{
  (void)state;
  const size_t sizes[][2] = {{1, 8}, {5, 8}, {23, 40}, {50, 1200}, {168, 208}};
  for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
    size_t n = sizes[s][0], depth = sizes[s][1], stride = depth + 8;
    uint64_t seed = n;
    double *x = PL_NEW(double, n *stride), *c = PL_NEW(double, n *n);
    for (size_t k = 0; k < n * stride; k++) x[k] = random_unit(&seed);
    for (size_t k = 0; k < n * n; k++) c[k] = 1;
    pl_gram(n, depth, x, stride, -2, c, n, NULL);
    pl_gram_mirror(n, c, n);
    for (size_t i = 0; i < n; i++)
      for (size_t j = 0; j < n; j++) {
        double sum = 0;
        for (size_t k = 0; k < depth; k++) sum += x[i * stride + k] * x[j * stride + k];
        assert_close(c[i * n + j], 1 - 2 * sum, 1e-12 * (double)depth); /* rounding of so many terms below 1 */
      }
    pl_release(x);
    pl_release(c);
  }
}

static void same_bits_for_any_number_of_threads(void **state)
{
  (void)state;
  enum { N = 159, DEPTH = 1208 };
  uint64_t seed = 3;
  double *x = PL_NEW(double, N *DEPTH), *one = PL_NEW(double, N *N), *many = PL_NEW(double, N *N);
  for (size_t k = 0; k < (size_t)N * DEPTH; k++) x[k] = random_unit(&seed);
  pl_gram(N, DEPTH, x, DEPTH, 1, one, N, NULL);
  for (int threads = 2; threads <= 4; threads++) {
    pl_pool *pool = NULL;
    assert_ok(pl_pool_create(threads, NULL, NULL, &pool));
    memset(many, 0, N * N * sizeof(double));
    pl_gram(N, DEPTH, x, DEPTH, 1, many, N, pool);
    assert_memory_equal(one, many, N * N * sizeof(double));
    pl_pool_destroy(pool);
  }
  pl_release(x);
  pl_release(one);
  pl_release(many);
}

/* A product is the same number wherever in a block it stands. */
static void rims_sum_as_the_inside_does(void **state)
{
  (void)state;
  enum { N = 13, DEPTH = 64 };
  uint64_t seed = 11;
  double x[N * DEPTH], c[N * N] = {0};
  for (size_t k = 0; k < N * DEPTH; k++) x[k] = random_unit(&seed);
  for (size_t i = 1; i < N; i++) memcpy(x + i * DEPTH, x, DEPTH * sizeof(double));
  pl_gram(N, DEPTH, x, DEPTH, 1, c, N, NULL);
  for (size_t i = 0; i < N; i++)
    for (size_t j = 0; j <= i; j++) assert_true(c[i * N + j] == c[0]);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(agrees_with_plain_sums),
      cmocka_unit_test(same_bits_for_any_number_of_threads),
      cmocka_unit_test(rims_sum_as_the_inside_does),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
