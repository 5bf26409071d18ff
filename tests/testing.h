/* SPDX-License-Identifier: MIT
   cmocka and what it lacks: comparison of doubles with a stated tolerance, a random stream, the shared meshes. */
#pragma once

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "pliant/status.h"

/* |a - b| <= tolerance, NaN fails. */
#define assert_close(a, b, tolerance)                                                                                  \
  do {                                                                                                                 \
    double a_ = (a), b_ = (b), t_ = (tolerance);                                                                       \
    if (!(fabs(a_ - b_) <= t_)) {                                                                                      \
      print_error("%s = %.17g, %s = %.17g, difference %.3g > %.3g\n", #a, a_, #b, b_, fabs(a_ - b_), t_);              \
      fail();                                                                                                          \
    }                                                                                                                  \
  } while (0)

/* a < b, NaN fails. */
#define assert_less(a, b)                                                                                              \
  do {                                                                                                                 \
    double a_ = (a), b_ = (b);                                                                                         \
    if (!(a_ < b_)) {                                                                                                  \
      print_error("%s = %.17g is not less than %s = %.17g\n", #a, a_, #b, b_);                                         \
      fail();                                                                                                          \
    }                                                                                                                  \
  } while (0)

/* The call succeeded; else its message is shown. */
#define assert_ok(call)                                                                                                \
  do {                                                                                                                 \
    pl_status s_ = (call);                                                                                             \
    if (s_ != PL_OK) {                                                                                                 \
      print_error("%s: %s: %s\n", #call, pl_status_name(s_), pl_last_error());                                         \
      fail();                                                                                                          \
    }                                                                                                                  \
  } while (0)

/* Of a program whose tests mostly use one thread, the thread sanitizer runs those whose names match PLIANT_TESTS; of a
   program with tests of many steps, sanitizers leave out those whose names match PLIANT_TESTS_LEFT_OUT. */
static inline void choose_tests(void)
{
  const char *pattern = getenv("PLIANT_TESTS"), *left_out = getenv("PLIANT_TESTS_LEFT_OUT");
  if (pattern) cmocka_set_test_filter(pattern);
  if (left_out) cmocka_set_skip_filter(left_out);
}

static inline void write_text(const char *path, const char *text)
{
  FILE *stream = fopen(path, "w");
  assert_non_null(stream);
  fputs(text, stream);
  assert_int_equal(fclose(stream), 0);
}

/* splitmix64: the same numbers everywhere. */
static inline uint64_t random_bits(uint64_t *state)
{
  uint64_t z = (*state += UINT64_C(0x9e3779b97f4a7c15));
  z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
  return z ^ (z >> 31);
}

/* Uniform in [-1, 1). */
static inline double random_unit(uint64_t *state) { return (double)(random_bits(state) >> 11) * 0x1p-52 - 1.0; }
