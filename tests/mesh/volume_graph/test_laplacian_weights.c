/* SPDX-License-Identifier: MIT */
#include <stdbool.h>

#include "failing.h"
#include "math/vec3.h"
#include "mesh/volume_graph/laplacian_weights.h"

enum { MOST = 130 };

/* A node at the origin with `count` neighbours: star edges 0-1, 0-2, … */
static void make_star(size_t count, const double *arms, double *positions, uint32_t *edges)
{
  for (size_t i = 0; i < 3 * (count + 1); i++) positions[i] = i < 3 ? 0 : arms[i - 3];
  for (size_t i = 0; i < count; i++) {
    edges[2 * i] = 0;
    edges[2 * i + 1] = (uint32_t)i + 1;
  }
}

/* Half the gradient of the quadratic program's objective for neighbour i, lengths in mean edges. */
static double slope(const double (*arms)[4], const double *w, size_t count, size_t i)
{
  double sum = 1e-6 * w[i];
  for (size_t j = 0; j < count; j++)
    for (int k = 0; k < 4; k++) sum += (k == 3 ? 0.01 : 1) * arms[i][k] * arms[j][k] * w[j];
  return sum;
}

/* Karush, Kuhn and Tucker: free weights have one slope, those on the bound none that is smaller. The problem is convex,
   so this is the optimum. */
static void check_optimum(const double *positions, size_t count, const double *w)
{
  static double arms[MOST][4];
  double mean = 0, sum = 0, low = INFINITY, high = -INFINITY, bound = INFINITY;
  for (size_t i = 0; i < count; i++) {
    pl_vec3_copy(positions + 3 * (i + 1), arms[i]);
    mean += pl_vec3_length(arms[i]) / (double)count;
  }
  for (size_t i = 0; i < count; i++) {
    for (int k = 0; k < 3; k++) arms[i][k] /= mean;
    arms[i][3] = pl_vec3_length(arms[i]);
    assert_true(w[i] >= 0.01 - 1e-12);
    sum += w[i];
  }
  for (size_t i = 0; i < count; i++) {
    double s = slope((const double(*)[4])arms, w, count, i);
    if (w[i] > 0.01 + 1e-12) {
      low = fmin(low, s);
      high = fmax(high, s);
    } else {
      bound = fmin(bound, s);
    }
  }
  assert_close(sum, 1, 1e-9);
  if (high > -INFINITY) assert_close(low, high, 1e-8); /* the matrix has a condition of 1e6 to 1e7 */
  if (high > -INFINITY) assert_true(bound > high - 1e-7);
}

static void finds_the_optimum(void **state)
{
  (void)state;
  uint64_t random = 7;
  static double positions[3 * MOST], arms[3 * MOST], weights[2 * MOST], row[MOST];
  static uint32_t edges[2 * MOST];
  for (int round = 0; round < 400; round++) {
    size_t count = 1 + (size_t)(round * 7 % 99);
    double scale = round % 5 == 0 ? 1e-40 : round % 5 == 1 ? 1e40 : 1;
    bool one_sided = round % 3 == 0, flat = round % 4 == 0;
    for (size_t i = 0; i < 3 * count; i++) {
      double x = random_unit(&random);
      arms[i] = scale * (i % 3 == 2 && flat ? 0 : i % 3 == 1 && one_sided ? fabs(x) : x);
    }
    make_star(count, arms, positions, edges);
    assert_ok(pl_laplacian_weigh(positions, count + 1, edges, count, weights));
    for (size_t i = 0; i < count; i++) {
      row[i] = weights[2 * i];
      assert_close(weights[2 * i + 1], 1, 1e-12); /* the only neighbour of a leaf */
    }
    check_optimum(positions, count, row);
  }
}

/* A node in the middle of a box's corners is their mean; nearer neighbours weigh more where there is a choice. */
static void knows_simple_cases(void **state)
{
  (void)state;
  static double positions[3 * MOST], weights[2 * MOST];
  static uint32_t edges[2 * MOST];
  double corners[24], line[] = {1, 0, 0, -2, 0, 0};
  for (size_t i = 0; i < 24; i++) corners[i] = (i / 3) >> (i % 3) & 1 ? 1 : -1;
  make_star(8, corners, positions, edges);
  assert_ok(pl_laplacian_weigh(positions, 9, edges, 8, weights));
  for (size_t i = 0; i < 8; i++) assert_close(weights[2 * i], 0.125, 1e-9); /* the condition is 1e6 */
  make_star(2, line, positions, edges);
  assert_ok(pl_laplacian_weigh(positions, 3, edges, 2, weights));
  assert_close(weights[0], 2.0 / 3, 0.01); /* but for the pull of the second term towards the nearer one */
  static double crowd[3 * MOST];
  for (size_t i = 0; i < 120; i++) crowd[3 * i] = 1 + (double)i;
  make_star(120, crowd, positions, edges);
  assert_ok(pl_laplacian_weigh(positions, 121, edges, 120, weights));
  for (size_t i = 0; i < 120; i++) assert_close(weights[2 * i], 1.0 / 120, 1e-15);
  const double same[6] = {0};
  make_star(2, same, positions, edges); /* all in one place: uniform, never NaN */
  assert_ok(pl_laplacian_weigh(positions, 3, edges, 2, weights));
  assert_close(weights[0], 0.5, 0);
}

static pl_status weigh(void *context)
{
  static const double positions[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
  static const uint32_t edges[4] = {0, 1, 0, 2};
  return pl_laplacian_weigh(positions, 3, edges, 2, context);
}

static void survives_a_lack_of_memory(void **state)
{
  (void)state;
  double weights[4];
  assert_int_equal(fail_each_allocation(weigh, weights), 3);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(finds_the_optimum),
      cmocka_unit_test(knows_simple_cases),
      cmocka_unit_test(survives_a_lack_of_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
