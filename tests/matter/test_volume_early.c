/* SPDX-License-Identifier: MIT */
#include "matter/volume/volume.h"

#include "volume_cases.h"

/* A ball that had a part of its volume when the step began, and has another one when elasticity is done with it: out of
   shape, on its way, and turning. */
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

static void give_back(loose_body *b)
{
  pl_volume_setup setup = loose_setup(b);
  pl_model_context context = loose_context(b);
  setup.touched = NULL;
  pl_volume_restore(&setup, &context);
}

static double kinetic_of(const loose_body *b)
{
  double twice = 0;
  for (size_t k = 0; k < 3 * b->body.count; k++) twice += b->mass[k / 3] * b->v[k] * b->v[k];
  return 0.5 * twice;
}

/* One step of Newton's method leaves the square of what was lost, or less. Momenta are of 1e4: 1e-13 of that. */
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
    give_back(&b);
    loose_momenta(&b, after);
    double loss = 0.1 * (double)(seed + 1);
    assert_close(loose_error(&b, 0), 0, loss * loss);
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

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_loss_comes_back_with_its_velocities),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
