/* SPDX-License-Identifier: MIT */
#include "base/memory.h"
#include "math/rotation.h"
#include "rotation_cases.h"

enum { BLOCKS = 256, COUNT = BLOCKS * PL_ROTATION_LANES };
static const double half_turn = 3.14159265358979;

typedef struct batch {
  double *A, *start, *R;
} batch;

static batch make_batch(void)
{
  batch b = {PL_NEW(double, BLOCKS *PL_ROTATION_BLOCK), PL_NEW(double, BLOCKS *PL_ROTATION_BLOCK),
             PL_NEW(double, BLOCKS *PL_ROTATION_BLOCK)};
  assert_true(b.A && b.start && b.R);
  return b;
}

static void free_batch(batch *b)
{
  pl_release(b->A);
  pl_release(b->start);
  pl_release(b->R);
}

/* Kinds are mixed within blocks, and starts are anything from exact to half a turn away; some are no rotations. */
static void fill_with_anything(batch *b, uint64_t *seed)
{
  for (size_t i = 0; i < COUNT; i++) {
    double A[9], best[9], turn[9], start[9];
    make_case((rotation_kind)(random_bits(seed) % KIND_COUNT), seed, A);
    pl_closest_rotation_cold(A, NULL, best);
    random_rotation(seed, random_unit(seed) < 0.0 ? half_turn : random_magnitude(seed, -16.0, 0.0), turn);
    pl_mat3_multiply(best, turn, start);
    if (random_bits(seed) % 64 == 0) start[random_bits(seed) % 9] = random_unit(seed) < 0.0 ? NAN : 0.3;
    pl_rotation_store(b->A, i, A);
    pl_rotation_store(b->start, i, start);
  }
}

static void fill_warm(batch *b, uint64_t *seed, rotation_kind kind, double angle)
{
  for (size_t i = 0; i < COUNT; i++) {
    double A[9], best[9], turn[9], start[9];
    make_case(kind, seed, A);
    pl_closest_rotation_cold(A, NULL, best);
    random_rotation(seed, angle, turn);
    pl_mat3_multiply(best, turn, start);
    pl_rotation_store(b->A, i, A);
    pl_rotation_store(b->start, i, start);
  }
}

static size_t solve(pl_rotation_kernel kernel, batch *b)
{
  memcpy(b->R, b->start, BLOCKS * PL_ROTATION_BLOCK * sizeof(double));
  return kernel(b->A, BLOCKS, b->R);
}

static void check_batches(pl_rotation_kernel kernel, int batches, uint64_t seed)
{
  batch b = make_batch();
  for (int n = 0; n < batches; n++) {
    fill_with_anything(&b, &seed);
    solve(kernel, &b);
    for (size_t i = 0; i < COUNT; i++) {
      double A[9], R[9];
      pl_rotation_load(b.A, i, A);
      pl_rotation_load(b.R, i, R);
      check_rotation(A, R);
    }
  }
  free_batch(&b);
}

/* 489 × 2048 = 1,001,472 matrices. */
static void a_million_matrices(void **state)
{
  (void)state;
  check_batches(pl_closest_rotations, 489, 11);
}

static void every_instruction_set(void **state)
{
  (void)state;
  for (pl_isa isa = PL_ISA_BASELINE; isa <= pl_isa_best(); isa++)
    check_batches(pl_rotation_kernel_for(isa), 10, 12 + isa);
  if (pl_isa_best() < PL_ISA_AVX512) print_message("only up to %s on this processor\n", pl_isa_name(pl_isa_best()));
}

/* The sets fuse differently, so bits may differ, but no more than the last step's error allows. */
static void instruction_sets_agree(void **state)
{
  (void)state;
  uint64_t seed = 13;
  batch b = make_batch();
  double *first = PL_NEW(double, BLOCKS *PL_ROTATION_BLOCK);
  assert_non_null(first);
  fill_warm(&b, &seed, KIND_STRETCH, 0.3);
  for (pl_isa isa = PL_ISA_BASELINE; isa <= pl_isa_best(); isa++) {
    solve(pl_rotation_kernel_for(isa), &b);
    if (isa == PL_ISA_BASELINE) memcpy(first, b.R, BLOCKS * PL_ROTATION_BLOCK * sizeof(double));
    for (size_t k = 0; k < BLOCKS * PL_ROTATION_BLOCK; k++) assert_close(b.R[k], first[k], 1e-11);
  }
  pl_release(first);
  free_batch(&b);
}

/* A matrix gets the same bits in every lane and beside any neighbours: the batch is solved again in an order that
   moves every matrix to another lane and another block. */
static void neighbours_do_not_matter(void **state)
{
  (void)state;
  uint64_t seed = 14;
  batch b = make_batch(), other = make_batch();
  fill_with_anything(&b, &seed);
  for (pl_isa isa = PL_ISA_BASELINE; isa <= pl_isa_best(); isa++)
    for (size_t shift = 1; shift < COUNT; shift = 2 * shift + 1) {
      for (size_t i = 0; i < COUNT; i++) {
        double m[9];
        size_t to = (i * 5 + shift) % COUNT; /* 5 and 2048 have no common factor: a permutation */
        pl_rotation_load(b.A, i, m);
        pl_rotation_store(other.A, to, m);
        pl_rotation_load(b.start, i, m);
        pl_rotation_store(other.start, to, m);
      }
      size_t cold = solve(pl_rotation_kernel_for(isa), &b);
      assert_int_equal(solve(pl_rotation_kernel_for(isa), &other), cold);
      for (size_t i = 0; i < COUNT; i++) {
        double R[9], Q[9];
        pl_rotation_load(b.R, i, R);
        pl_rotation_load(other.R, (i * 5 + shift) % COUNT, Q);
        assert_memory_equal(R, Q, sizeof R);
      }
    }
  free_batch(&b);
  free_batch(&other);
}

/* What simulations give is settled without the cold method; what has no proof goes there. */
static void warm_starts_stay_warm(void **state)
{
  (void)state;
  static const struct {
    rotation_kind kind;
    double angle;
    size_t least, most; /* matrices for the cold method */
  } expected[] = {
      {KIND_STRETCH, 0.0, 0, 0},        {KIND_STRETCH, 1e-3, 0, 0},     {KIND_STRETCH, 0.3, 0, 0},
      {KIND_FLAT, 0.1, 0, 0},           {KIND_FLAT_EXACT, 0.1, 0, 0},   {KIND_EQUAL, 0.3, 0, 0},
      {KIND_TINY, 1e-3, 0, COUNT / 50}, /* half of these two are inside out, and a few of those have s2 near s3 */
      {KIND_HUGE, 1e-3, 0, COUNT / 50}, {KIND_LINE, 0.1, COUNT, COUNT}, {KIND_ZERO, 0.0, COUNT, COUNT},
  };
  batch b = make_batch();
  for (size_t k = 0; k < sizeof expected / sizeof *expected; k++)
    for (pl_isa isa = PL_ISA_BASELINE; isa <= pl_isa_best(); isa++) {
      uint64_t seed = 15;
      fill_warm(&b, &seed, expected[k].kind, expected[k].angle);
      assert_in_range(solve(pl_rotation_kernel_for(isa), &b), expected[k].least, expected[k].most);
    }
  free_batch(&b);
}

/* Carried through 100,000 steps, rotations neither drift from orthogonality nor lag behind. */
static void no_drift(void **state)
{
  (void)state;
  double A[PL_ROTATION_BLOCK], R[PL_ROTATION_BLOCK], P[9] = {2.0, 0.1, 0.0, 0.1, 1.0, 0.2, 0.0, 0.2, 0.5}, goal[9],
                                                     m[9];
  pl_rotation_fill_identity(R, 1);
  pl_rotation_fill_identity(A, 1);
  for (int n = 0; n <= 100000; n++) {
    double w[3] = {0.3e-2 * n, -0.1e-2 * n, 0.2e-2 * n};
    pl_mat3_from_rotation_vector(w, goal);
    pl_mat3_multiply(goal, P, m);
    pl_rotation_store(A, 3, m);
    pl_closest_rotations(A, 1, R);
  }
  pl_rotation_load(R, 3, m);
  assert_less(orthogonality_error(m), 1e-14);
  assert_close(angle_between(m, goal), 0.0, 1e-11); /* the angle itself, 374 rad, is rounded to 6e-14 */
  pl_mat3_identity(goal);
  pl_rotation_load(R, 7, m);
  assert_memory_equal(m, goal, sizeof m);
}

static void layout(void **state)
{
  (void)state;
  double blocks[3 * PL_ROTATION_BLOCK], m[9], out[9];
  assert_int_equal(pl_rotation_blocks(0), 0);
  assert_int_equal(pl_rotation_blocks(1), 1);
  assert_int_equal(pl_rotation_blocks(8), 1);
  assert_int_equal(pl_rotation_blocks(17), 3);
  pl_rotation_fill_identity(blocks, 3);
  for (int k = 0; k < 9; k++) m[k] = k + 1;
  pl_rotation_store(blocks, 17, m);
  for (size_t k = 0; k < 9; k++) assert_close(blocks[144 + 1 + 8 * k], m[k], 0.0);
  pl_rotation_load(blocks, 17, out);
  assert_memory_equal(out, m, sizeof m);
  pl_mat3_identity(m);
  for (size_t i = 0; i < 24; i++) {
    pl_rotation_load(blocks, i, out);
    if (i != 17) assert_memory_equal(out, m, sizeof m);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_million_matrices),
      cmocka_unit_test(every_instruction_set),
      cmocka_unit_test(instruction_sets_agree),
      cmocka_unit_test(neighbours_do_not_matter),
      cmocka_unit_test(warm_starts_stay_warm),
      cmocka_unit_test(no_drift),
      cmocka_unit_test(layout),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
