/* SPDX-License-Identifier: MIT */
#include "matter/volume.h"

#include "volume_cases.h"

/* A ball that had a part of its volume when the step began, and has another one when elasticity is done with it: out of shape, on its way, and turning. */
static double *squeeze(loose_body *b, double before, double now, uint64_t seed)
{
  loose_open(b, uv_sphere(1, 20), NULL);
  size_t count = 3 * b->body.count;
  double *start = calloc(count, sizeof *start);
  for (size_t k = 0; k < count; k++) start[k] = b->x[k] * cbrt(before);
  for (size_t i = 0; i < b->body.count; i++) {
    double *x = b->x + 3 * i;
    pl_vec3_set(x, 1.2 * cbrt(now) * x[0], 1.2 * cbrt(now) * x[1] + 0.1 * x[0], cbrt(now) / 1.44 * x[2]);
    for (int c = 0; c < 3; c++) x[c] += 0.002 * random_unit(&seed);
    for (size_t c = 0; c < 3; c++) b->v[3 * i + c] = (x[c] - start[3 * i + c]) / b->h;
    b->v[3 * i] += 3 - 2 * x[1];
    b->v[3 * i + 1] += 2 * x[0];
  }
  return start;
}

static bool give_back(loose_body *b, const double *start)
{
  pl_volume_setup setup = loose_setup(b);
  pl_model_context context = loose_context(b);
  setup.touched = NULL;
  bool low = pl_volume_is_low(&setup);
  if (low) pl_volume_give_back(&setup, start, &context);
  return low;
}

static double kinetic_of(const loose_body *b)
{
  double twice = 0;
  for (size_t k = 0; k < 3 * b->body.count; k++) twice += b->mass[k / 3] * b->v[k] * b->v[k];
  return 0.5 * twice;
}

/* Three passes of Newton's method leave a thousandth of what was lost. Momenta are of 1e4: 1e-13 of that. */
static void a_loss_comes_back_with_its_velocities(void **state)
{
  (void)state;
  for (uint64_t seed = 1; seed <= 5; seed++) {
    loose_body b;
    double before[6], after[6], *start = squeeze(&b, 1, 1 - 0.1 * (double)(seed + 1), seed), kinetic = kinetic_of(&b);
    size_t count = 3 * b.body.count;
    double *x = calloc(count, sizeof *x), *v = calloc(count, sizeof *v), moved = 0, astray = 0;
    memcpy(x, b.x, count * sizeof *x);
    memcpy(v, b.v, count * sizeof *v);
    loose_momenta(&b, before);
    assert_true(give_back(&b, start));
    loose_momenta(&b, after);
    assert_close(loose_error(&b, 0), 0, 1e-3 * 0.1 * (double)(seed + 1));
    for (int k = 0; k < 6; k++) assert_close(after[k], before[k], 1e-9);
    assert_less(kinetic_of(&b), kinetic); /* what shrank moves less */
    for (size_t k = 0; k < count; k++) {
      moved = fmax(moved, fabs(b.x[k] - x[k]));
      astray = fmax(astray, fabs(b.x[k] - x[k] - b.h * (b.v[k] - v[k])));
    }
    print_message("moved by %.4f m, %.2e m more or less than velocities tell\n", moved, astray);
    assert_less(astray, 0.05 * moved); /* but for the spin that moving took */
    free(start);
    free(x);
    free(v);
    loose_close(&b);
  }
}

/* No particle moves for a loss that stage 5 sees to, nor for one that is older than the step. */
static void a_little_is_left_alone(void **state)
{
  (void)state;
  static const double volumes[][2] = {{1, 0.93}, {0.5, 0.48}, {0.5, 0.7}, {1.3, 0.95}};
  for (size_t k = 0; k < sizeof volumes / sizeof *volumes; k++) {
    loose_body b;
    double *start = squeeze(&b, volumes[k][0], volumes[k][1], k), *x = calloc(3 * b.body.count, sizeof *x);
    memcpy(x, b.x, 3 * b.body.count * sizeof *x);
    give_back(&b, start);
    assert_memory_equal(x, b.x, 3 * b.body.count * sizeof *x);
    free(start);
    free(x);
    loose_close(&b);
  }
}

static void no_more_comes_back_than_there_was(void **state)
{
  (void)state;
  loose_body b;
  double *start = squeeze(&b, 0.6, 0.4, 7);
  assert_true(give_back(&b, start));
  assert_close(loose_error(&b, 0), -0.4, 1e-3);
  free(start);
  loose_close(&b);
}

/* Between a little and much it is given back by degrees: what is left of a loss never jumps. */
static void it_begins_by_degrees(void **state)
{
  (void)state;
  double last = NAN;
  for (int k = 0; k <= 100; k++) {
    loose_body b;
    double *start = squeeze(&b, 1, 0.95 - 0.001 * k, 3);
    give_back(&b, start);
    double error = loose_error(&b, 0);
    if (k > 0) assert_close(error, last, 0.006);
    last = error;
    free(start);
    loose_close(&b);
  }
  assert_close(last, 0, 1e-3);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_loss_comes_back_with_its_velocities),
      cmocka_unit_test(a_little_is_left_alone),
      cmocka_unit_test(no_more_comes_back_than_there_was),
      cmocka_unit_test(it_begins_by_degrees),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
