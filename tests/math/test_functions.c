/* SPDX-License-Identifier: MIT
   Elementary functions against the C library's in long double (64 bits of mantissa here: its error does not count).
   Bounds are in units of the last place of the result, 2^-52 of its power of two. */
#include "math/functions.h"

#include <float.h>
#include <stdint.h>

#include "testing.h"

enum { SAMPLES = 20000 };

static uint64_t seed = 12345;

static double between(double low, double high)
{
  seed = seed * 6364136223846793005U + 1442695040888963407U;
  return low + (high - low) * (double)(seed >> 11) * 0x1p-53;
}

static double units(double got, long double exact)
{
  if (exact == 0) return fabs(got) / DBL_MIN;
  return (double)(fabsl((long double)got - exact) / ldexpl(1, ilogbl(exact) - 52));
}

typedef struct one_case {
  const char *name;
  double (*own)(double);
  long double (*exact)(long double);
  double low, high, most;
} one_case;

static void is_exact_to_units(void **state)
{
  (void)state;
  static const one_case cases[] = {
      {"sin", pl_sin, sinl, -7, 7, 1.5},           {"sin", pl_sin, sinl, -1e5, 1e5, 1.5},
      {"cos", pl_cos, cosl, -7, 7, 1.5},           {"cos", pl_cos, cosl, -1e5, 1e5, 1.5},
      {"exp", pl_exp, expl, -1, 1, 1.5},           {"exp", pl_exp, expl, -700, 700, 1.5},
      {"expm1", pl_expm1, expm1l, -0.4, 0.4, 3},   {"expm1", pl_expm1, expm1l, -30, 30, 3},
      {"log", pl_log, logl, 0.5, 2, 1.5},          {"log", pl_log, logl, 1e-300, 1e-299, 1.5},
      {"log", pl_log, logl, 1, 1e6, 1.5},          {"log1p", pl_log1p, log1pl, -0.9, 0.9, 3},
      {"log1p", pl_log1p, log1pl, -1e-9, 1e-9, 3}, {"cbrt", pl_cbrt, cbrtl, -1e-3, 1e-3, 1.5},
      {"cbrt", pl_cbrt, cbrtl, 1, 1e9, 1.5},
  };
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    const one_case *c = &cases[k];
    double worst = 0;
    for (int i = 0; i < SAMPLES; i++) {
      double x = between(c->low, c->high), error = units(c->own(x), c->exact((long double)x));
      worst = fmax(worst, error);
    }
    if (worst > c->most)
      fail_msg("%s in [%g, %g]: %.2f units, at most %g allowed", c->name, c->low, c->high, worst, c->most);
  }
}

static void of_two_numbers(void **state)
{
  (void)state;
  double hypots = 0, angles = 0, powers = 0;
  for (int i = 0; i < SAMPLES; i++) {
    double x = between(-3, 3), y = between(-3, 3), b = between(-8, 8), a = fabs(x) + 1e-3;
    hypots = fmax(hypots, units(pl_hypot(x, y), hypotl((long double)x, (long double)y)));
    angles = fmax(angles, units(pl_atan2(y, x), atan2l((long double)y, (long double)x)));
    powers = fmax(powers, units(pl_pow(a, b), powl((long double)a, (long double)b)) / (1 + fabs(b * log(a))));
  }
  if (hypots > 2 || angles > 3 || powers > 2)
    fail_msg("hypot %.2f, atan2 %.2f, pow %.2f units", hypots, angles, powers);
}

static void at_the_edges(void **state)
{
  (void)state;
  assert_true(pl_exp(0) == 1 && pl_exp(-1e9) == 0 && isinf(pl_exp(1e9)) && isnan(pl_exp((double)NAN)));
  assert_true(pl_log(1) == 0 && isinf(pl_log(0)) && isnan(pl_log(-1)));
  assert_true(pl_sin(0) == 0 && pl_cos(0) == 1 && fabs(pl_sin(1e300)) <= 1);
  assert_true(isnan(pl_sin((double)NAN)) && isnan(pl_cos((double)INFINITY)) && isnan(pl_sin(-(double)INFINITY)));
  assert_true(pl_cbrt(0) == 0 && pl_cbrt(27) == 3 && pl_cbrt(-8) == -2);
  assert_true(pl_hypot(3, 4) == 5 && pl_hypot(0, -2) == 2 && pl_hypot(1e300, 1e300) > 1e300);
  assert_true(pl_atan2(0, 0) == 0 && pl_atan2(0, 1) == 0 && pl_atan2(1, 0) > 1.57 && pl_atan2(0, -1) > 3.14);
  assert_true(pl_pow(2, 0) == 1 && pl_pow(0, 2) == 0 && pl_pow(1, 1e9) == 1);
  assert_true(pl_log1p(1e-300) == 1e-300 && pl_expm1(1e-300) == 1e-300);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(is_exact_to_units), cmocka_unit_test(of_two_numbers),
                                     cmocka_unit_test(at_the_edges)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
