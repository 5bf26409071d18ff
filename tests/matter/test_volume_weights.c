/* SPDX-License-Identifier: MIT */
#include "volume_cases.h"

/* The formulas of NOTES 3.2, as they stand there. */
static void weights_by_hand(const loose_body *b, double *velocity, double *position)
{
  const pl_volume_shape *shape = &b->volume->shape;
  size_t n = shape->site_count;
  double total = 0, *g = calloc(n, sizeof *g), *old = calloc(n, sizeof *old), shortest = 1e9, longest = 0;
  for (size_t s = 0; s < n; s++) {
    double length = pl_vec3_distance(b->rest.positions + 3 * s, b->rest.positions + 3 * (size_t)shape->partner[s]);
    shortest = fmin(shortest, length);
    longest = fmax(longest, length);
  }
  for (size_t s = 0; s < n; s++) {
    size_t k = shape->partner[s];
    double rest = pl_vec3_distance(b->rest.positions + 3 * s, b->rest.positions + 3 * k);
    double d = fabs(pl_vec3_distance(b->x + 3 * s, b->x + 3 * k) - rest);
    double stiffness = b->def.s_max + (b->def.s_min - b->def.s_max) * (rest - shortest) / (longest - shortest);
    double c = b->h * pl_vec3_length(b->v + 3 * s); /* flight led nowhere, see loose_positions */
    g[s] = b->def.beta * stiffness * d + (1 - b->def.beta) * c;
    total += g[s];
  }
  for (size_t s = 0; s < n; s++) {
    velocity[s] = (1 - b->def.alpha) * (total > 0 ? g[s] / total : 1 / (double)n) + b->def.alpha / (double)n;
    position[s] = b->touched[s] ? 0 : velocity[s];
  }
  for (int round = 0; round < b->def.smoothing; round++) {
    memcpy(old, position, n * sizeof *old);
    for (size_t s = 0; s < n; s++) {
      double mean = 0, count = 0;
      bool *seen = calloc(n, sizeof *seen);
      for (size_t t = 0; t < b->rest.triangle_count; t++) {
        const uint32_t *v = b->rest.triangles + 3 * t;
        if (v[0] != s && v[1] != s && v[2] != s) continue;
        for (int k = 0; k < 3; k++) {
          if (v[k] == s || seen[v[k]]) continue;
          seen[v[k]] = true;
          mean += old[v[k]];
          count += 1;
        }
      }
      free(seen);
      position[s] = b->touched[s] ? 0 : old[s] + (mean / count - old[s]);
    }
  }
  free(g);
  free(old);
}

static void check_weights(double alpha, double beta, int smoothing, double speed)
{
  loose_body b;
  loose_open(&b, uv_sphere(1, 10), NULL);
  b.def.alpha = alpha;
  b.def.beta = beta;
  b.def.smoothing = smoothing;
  b.def.peak = 0;
  b.def.s_max = 0.9;
  loose_shake(&b, speed > 0 ? 0.1 : 0, speed, 31);
  for (size_t i = 5; i < 20; i++) b.touched[i] = 1;
  size_t n = b.body.count;
  double *velocity = calloc(n, sizeof *velocity), *position = calloc(n, sizeof *position);
  weights_by_hand(&b, velocity, position);
  loose_positions(&b);
  for (size_t i = 0; i < n; i++) { /* weights are around 1/n = 0.01: rounding */
    assert_close(b.volume->weight[i], velocity[i], 1e-16 * 10);
    assert_close(b.volume->smoothed[i], position[i], 1e-16 * 10);
  }
  free(velocity);
  free(position);
  loose_close(&b);
}

static void weights_follow_the_formulas(void **state)
{
  (void)state;
  check_weights(1, 0.1, 1, 1);
  check_weights(0, 0, 0, 1);
  check_weights(0.1, 0.1, 1, 1);
  check_weights(0.3, 1, 4, 1);
  check_weights(0, 0.5, 1, 0); /* nothing was deformed: all alike */
}

/* Two parts, an odd number of rounds: each part has its own smoothed weights, summing to about 1. */
static void parts_are_weighed_by_themselves(void **state)
{
  (void)state;
  loose_body b;
  loose_open(&b, side_by_side(uv_sphere(1, 10), uv_sphere(1, 10), 3), NULL);
  b.def.alpha = 0.1;
  loose_shake(&b, 0.01, 1, 5);
  size_t half = b.body.count / 2;
  for (size_t k = 0; k < 3 * half; k++) b.v[k] *= 100; /* one is deformed far more than the other */
  loose_positions(&b);
  double sum[2] = {0}, smooth[2] = {0};
  for (size_t i = 0; i < b.body.count; i++) {
    sum[i >= half] += b.volume->weight[i];
    smooth[i >= half] += b.volume->smoothed[i];
  }
  for (int p = 0; p < 2; p++) {
    assert_close(sum[p], 1, 1e-13);
    assert_close(smooth[p], 1, 0.2);
  }
  loose_close(&b);
}

/* However the deformation is spread, nobody has more than the peak. */
static void weights_have_a_peak(void **state)
{
  (void)state;
  loose_body b;
  loose_open(&b, uv_sphere(1, 10), NULL);
  b.def.alpha = 0;
  b.def.beta = 0;
  b.def.peak = 3;
  for (size_t i = 0; i < 5; i++) b.v[3 * i] = 1 + (double)i;
  loose_positions(&b);
  size_t n = b.body.count, at_peak = 0;
  for (size_t i = 0; i < n; i++) {
    assert_true(b.volume->weight[i] <= 3 / (double)n);
    at_peak += b.volume->weight[i] == 3 / (double)n;
  }
  assert_int_equal(at_peak, 5);
  loose_close(&b);
}

static void half_way(const pl_model_body *body, double *out)
{
  for (size_t i = 0; i < body->count; i++) out[i] = i < body->count / 2 ? 1 : 0;
}

/* A model that knows how far elasticity went is believed. */
static void models_tell_how_far_they_moved(void **state)
{
  (void)state;
  loose_body b;
  loose_open(&b, uv_sphere(1, 10), NULL);
  b.model.elastic_displacements = half_way;
  b.def.alpha = 0;
  b.def.beta = 0;
  loose_positions(&b);
  assert_null(b.volume->flight);
  for (size_t i = 0; i < b.body.count; i++)
    assert_close(b.volume->weight[i], i < b.body.count / 2 ? 2.0 / (double)b.body.count : 0, 1e-16);
  loose_close(&b);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(weights_follow_the_formulas),
      cmocka_unit_test(parts_are_weighed_by_themselves),
      cmocka_unit_test(weights_have_a_peak),
      cmocka_unit_test(models_tell_how_far_they_moved),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
