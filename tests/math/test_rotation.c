/* SPDX-License-Identifier: MIT */
#include "math/rotation.h"

#include "rotation_cases.h"

enum { CASES_PER_KIND = 20000 };
static const double half_turn = 3.14159265358979;

typedef void (*method)(const double A[9], const double previous[9], double R[9]);

static void check_all_kinds(method closest)
{
  uint64_t seed = 1;
  for (rotation_kind kind = 0; kind < KIND_COUNT; kind++)
    for (int n = 0; n < CASES_PER_KIND; n++) {
      double A[9], R[9], previous[9];
      make_case(kind, &seed, A);
      random_rotation(&seed, half_turn, previous);
      closest(A, previous, R);
      check_rotation(A, R);
    }
}

static void any_matrix_any_start(void **state)
{
  (void)state;
  check_all_kinds(pl_closest_rotation);
}

static void any_matrix_cold(void **state)
{
  (void)state;
  check_all_kinds(pl_closest_rotation_cold);
}

/* Warm starts, for which Newton's method does the work: from nothing missing to a third of a turn. */
static void warm_starts(void **state)
{
  (void)state;
  uint64_t seed = 2;
  for (int n = 0; n < 100000; n++) {
    double A[9], R[9], turn[9], previous[9];
    make_case(n % 2 ? KIND_STRETCH : KIND_INSIDE_OUT, &seed, A);
    pl_closest_rotation_cold(A, NULL, R);
    random_rotation(&seed, random_magnitude(&seed, -16.0, 0.3), turn);
    pl_mat3_multiply(R, turn, previous);
    pl_closest_rotation(A, previous, R);
    check_rotation(A, R);
  }
}

static void scale_does_not_matter(void **state)
{
  (void)state;
  uint64_t seed = 3;
  for (int n = 0; n < 1000; n++) {
    double A[9], scaled[9], R[9], Q[9];
    make_case(KIND_RANDOM, &seed, A);
    pl_closest_rotation_cold(A, NULL, R);
    for (int exponent = -900; exponent <= 1000; exponent += 95) {
      for (int k = 0; k < 9; k++) scaled[k] = ldexp(A[k], exponent);
      pl_closest_rotation_cold(scaled, NULL, Q);
      assert_memory_equal(R, Q, sizeof R);
      pl_closest_rotation(scaled, R, Q);
      assert_close(angle_between(R, Q), 0.0, 1e-12);
    }
  }
}

static void nothing_to_go_by_keeps_previous(void **state)
{
  (void)state;
  uint64_t seed = 4;
  double previous[9], R[9], A[9] = {0.0}, identity[9];
  const double bad[] = {NAN, INFINITY, -INFINITY};
  pl_mat3_identity(identity);
  random_rotation(&seed, 1.0, previous);
  pl_closest_rotation(A, previous, R);
  assert_close(angle_between(R, previous), 0.0, 1e-15);
  for (int n = 0; n < 27; n++) {
    pl_mat3_copy(identity, A);
    A[n % 9] = bad[n / 9];
    pl_closest_rotation(A, previous, R);
    assert_close(angle_between(R, previous), 0.0, 1e-15);
    pl_closest_rotation(A, NULL, R);
    assert_memory_equal(R, identity, sizeof R);
  }
}

/* What is handed in as previous may be broken; the answer may not. */
static void previous_need_not_be_a_rotation(void **state)
{
  (void)state;
  uint64_t seed = 5;
  for (int n = 0; n < 20000; n++) {
    double A[9], R[9], previous[9];
    make_case((rotation_kind)(n % KIND_COUNT), &seed, A);
    random_rotation(&seed, half_turn, previous);
    switch (n % 4) {
    case 0: pl_mat3_zero(previous); break;
    case 1: previous[n % 9] = NAN; break;
    case 2: previous[n % 9] += 1e-3; break;
    default: /* a reflection */
      for (int k = 0; k < 9; k++) previous[k] = -previous[k];
    }
    pl_closest_rotation(A, previous, R);
    check_rotation(A, R);
  }
}

/* Lines: the direction is followed exactly, and the free angle is the closest to the last rotation. */
static void lines_turn_as_little_as_they_can(void **state)
{
  (void)state;
  uint64_t seed = 6;
  for (int n = 0; n < 2000; n++) {
    double rest[3], image[3], previous[9], A[9] = {0.0}, R[9], turned[3];
    random_rotation(&seed, half_turn, previous);
    pl_vec3_set(rest, random_unit(&seed), random_unit(&seed), random_unit(&seed));
    pl_vec3_set(image, random_unit(&seed), random_unit(&seed), random_unit(&seed));
    pl_mat3_outer_add(A, 2.0, image, rest);
    pl_closest_rotation(A, previous, R);
    pl_mat3_apply(R, rest, turned);
    assert_close(pl_vec3_dot(turned, image), pl_vec3_length(rest) * pl_vec3_length(image), 1e-14);
    double best = pl_mat3_inner(R, previous);
    pl_vec3_scale(image, 1.0 / pl_vec3_length(image), image);
    for (int k = 1; k < 12; k++) {
      double turn[9], other[9], about[3];
      pl_vec3_scale(image, 2.0 * half_turn * k / 12.0, about);
      pl_mat3_from_rotation_vector(about, turn);
      pl_mat3_multiply(turn, R, other);
      assert_less(pl_mat3_inner(other, previous), best + 1e-12);
    }
  }
}

/* Carried through a million steps of a slow spin, the rotation neither drifts from orthogonality nor lags. */
static void no_drift(void **state)
{
  (void)state;
  double R[9], P[9] = {2.0, 0.1, 0.0, 0.1, 1.0, 0.2, 0.0, 0.2, 0.5}, A[9], goal[9];
  pl_mat3_identity(R);
  for (int n = 0; n <= 1000000; n++) {
    double w[3] = {0.3e-2 * n, -0.1e-2 * n, 0.2e-2 * n};
    pl_mat3_from_rotation_vector(w, goal);
    pl_mat3_multiply(goal, P, A);
    pl_closest_rotation(A, R, R);
  }
  assert_less(orthogonality_error(R), 1e-14);
  assert_close(angle_between(R, goal), 0.0, 1e-13);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(any_matrix_any_start),
      cmocka_unit_test(any_matrix_cold),
      cmocka_unit_test(warm_starts),
      cmocka_unit_test(scale_does_not_matter),
      cmocka_unit_test(nothing_to_go_by_keeps_previous),
      cmocka_unit_test(previous_need_not_be_a_rotation),
      cmocka_unit_test(lines_turn_as_little_as_they_can),
      cmocka_unit_test(no_drift),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
