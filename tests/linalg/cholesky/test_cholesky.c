/* SPDX-License-Identifier: MIT */
#include "linalg/cholesky/cholesky.h"

#include "cholesky_cases.h"
#include "linalg/matrices.h"

/* Small relatives of the measured cases, still with several groups and levels. */
static const cholesky_case cases[] = {{"bar", {31, 7, 7}, 26, 0},
                                      {"bar", {31, 7, 7}, 6, 1},
                                      {"block", {18, 15, 13}, 26, 1},
                                      {"torus", {96, 64, 0}, 6, 0}};
enum { CASES = sizeof cases / sizeof *cases };

static pl_cholesky *factor_of(const pl_sparse *a, const double *coordinates, pl_ordering ordering,
                              pl_precision precision, pl_pool *pool)
{
  pl_cholesky *c = NULL;
  assert_ok(pl_cholesky_analyse(a, coordinates, ordering, &c));
  assert_ok(pl_cholesky_factorise(c, a, precision, pool));
  return c;
}

/* A right-hand side by itself has the bits that it has among three. */
static void check_one_by_one(pl_cholesky *c, const pl_sparse *a, const double *b, const double *x)
{
  double *one = calloc(a->n + 1, sizeof *one);
  assert_non_null(one);
  for (size_t column = 0; column < 3; column++) {
    for (size_t i = 0; i < a->n; i++) one[i] = b[3 * i + column];
    assert_ok(pl_cholesky_solve_one(c, one, PL_ROWS_ORIGINAL, NULL));
    for (size_t i = 0; i < a->n; i++) assert_true(one[i] == x[3 * i + column]);
  }
  free(one);
}

static void check_solve(const pl_sparse *a, const double *coordinates, pl_ordering ordering)
{
  double *b = random_vectors(a->n, 11), *x = copy_vectors(a->n, b);
  pl_cholesky *c = factor_of(a, coordinates, ordering, PL_PRECISION_DOUBLE, NULL);
  assert_ok(pl_cholesky_solve(c, x, PL_ROWS_ORIGINAL, NULL));
  /* rounding of double times the condition of one strip, with room */
  assert_less(residual_of(a, x, b), 1e-12);
  check_one_by_one(c, a, b, x);
  pl_cholesky_destroy(c);
  pl_release(b);
  pl_release(x);
}

static void every_ordering_solves(void **state)
{
  (void)state;
  for (size_t k = 0; k < CASES; k++) {
    cholesky_problem p;
    assert_ok(cholesky_problem_create(&cases[k], 1e3, &p));
    check_solve(&p.matrix, p.coordinates, PL_ORDER_AUTO);
    check_solve(&p.matrix, NULL, PL_ORDER_AUTO);
    check_solve(&p.matrix, NULL, PL_ORDER_COORDINATES);
    check_solve(&p.matrix, NULL, PL_ORDER_NATURAL);
    cholesky_problem_free(&p);
  }
}

static void unusual_matrices_solve(void **state)
{
  (void)state;
  pl_sparse matrices[] = {
      random_matrix(1, 0, 2.0, 1),     random_matrix(2, 1, 2.0, 1),   random_matrix(17, 40, 1.0, 2), /* dense */
      random_matrix(500, 0, 1.0, 3),                                                                 /* diagonal */
      random_matrix(300, 1, 1.0, 4),                                                                 /* in pieces */
      random_matrix(150, 150, 1.0, 5),                                                               /* one wide node */
      random_matrix(3000, 3, 1.0, 6),  random_matrix(33, 2, 1e-9, 7),
  };
  for (size_t k = 0; k < sizeof matrices / sizeof *matrices; k++) {
    for (int ordering = PL_ORDER_AUTO; ordering <= PL_ORDER_NATURAL; ordering++)
      if (ordering != PL_ORDER_METIS) check_solve(&matrices[k], NULL, (pl_ordering)ordering);
    pl_sparse_free(&matrices[k]);
  }
}

static void empty_matrix_is_fine(void **state)
{
  (void)state;
  pl_sparse a;
  assert_ok(pl_sparse_from_triplets(0, 0, NULL, NULL, NULL, &a));
  for (int ordering = PL_ORDER_AUTO; ordering <= PL_ORDER_NATURAL; ordering++) {
    if (ordering == PL_ORDER_METIS) continue;
    pl_cholesky *c = factor_of(&a, NULL, (pl_ordering)ordering, PL_PRECISION_FLOAT, NULL);
    double x[1] = {0};
    assert_ok(pl_cholesky_solve(c, x, PL_ROWS_ORIGINAL, NULL));
    pl_cholesky_destroy(c);
  }
  pl_sparse_free(&a);
}

/* Vectors in factor order give the same bits as in the original one. */
static void factor_order_saves_the_gather(void **state)
{
  (void)state;
  cholesky_problem p;
  assert_ok(cholesky_problem_create(&cases[1], 1e3, &p));
  size_t n = p.matrix.n;
  for (int precision = PL_PRECISION_FLOAT; precision <= PL_PRECISION_DOUBLE; precision++) {
    pl_cholesky *c = factor_of(&p.matrix, p.coordinates, PL_ORDER_AUTO, (pl_precision)precision, NULL);
    const uint32_t *order = pl_cholesky_permutation(c);
    double *x = random_vectors(n, 4), *y = PL_NEW(double, 3 * n), *z = PL_NEW(double, 3 * n);
    for (size_t i = 0; i < 3 * n; i++) y[i] = x[3 * order[i / 3] + i % 3];
    assert_ok(pl_cholesky_multiply(c, y, z, PL_ROWS_FACTOR, NULL));
    assert_ok(pl_cholesky_solve(c, y, PL_ROWS_FACTOR, NULL));
    double *before = copy_vectors(n, x);
    assert_ok(pl_cholesky_solve(c, x, PL_ROWS_ORIGINAL, NULL));
    for (size_t i = 0; i < 3 * n; i++) assert_true(y[i] == x[3 * order[i / 3] + i % 3]);
    pl_sparse_multiply(&p.matrix, before, x);
    for (size_t i = 0; i < 3 * n; i++) assert_close(z[i], x[3 * order[i / 3] + i % 3], 1e-12 * 1e3);
    pl_cholesky_destroy(c);
    pl_release(x);
    pl_release(y);
    pl_release(z);
    pl_release(before);
  }
  cholesky_problem_free(&p);
}

static size_t allocations;
static void *count_allocate(size_t size, void *user)
{
  (void)user;
  allocations++;
  return aligned_alloc(64, (size + 63) / 64 * 64);
}
static void count_release(void *memory, void *user)
{
  (void)user;
  free(memory);
}

static void new_values_need_no_memory(void **state)
{
  (void)state;
  const pl_allocator counting = {count_allocate, count_release, NULL};
  pl_set_allocator(&counting);
  cholesky_problem soft, stiff;
  assert_ok(cholesky_problem_create(&cases[0], 1e2, &soft));
  assert_ok(cholesky_problem_create(&cases[0], 1e4, &stiff));
  size_t n = soft.matrix.n;
  pl_cholesky *c = factor_of(&soft.matrix, soft.coordinates, PL_ORDER_AUTO, PL_PRECISION_FLOAT, NULL);
  double *b = random_vectors(n, 8), *x = copy_vectors(n, b), *y = copy_vectors(n, b);
  size_t before = allocations;
  double residual;
  assert_ok(pl_cholesky_factorise(c, &stiff.matrix, PL_PRECISION_FLOAT, NULL));
  assert_ok(pl_cholesky_solve(c, x, PL_ROWS_ORIGINAL, NULL));
  assert_ok(pl_cholesky_solve_refined(c, b, y, PL_ROWS_ORIGINAL, 5, 1e-10, NULL, &residual, NULL));
  assert_int_equal(allocations, before);
  assert_less(residual, 1e-10);
  /* the same bits as a factor made afresh */
  pl_cholesky *fresh = factor_of(&stiff.matrix, soft.coordinates, PL_ORDER_AUTO, PL_PRECISION_FLOAT, NULL);
  assert_ok(pl_cholesky_solve(fresh, b, PL_ROWS_ORIGINAL, NULL));
  assert_memory_equal(b, x, 3 * n * sizeof *x);
  pl_cholesky_destroy(c);
  pl_cholesky_destroy(fresh);
  pl_release(b);
  pl_release(x);
  pl_release(y);
  cholesky_problem_free(&soft);
  cholesky_problem_free(&stiff);
  pl_set_allocator(NULL);
}

static void check_same_factor(pl_cholesky *c, const cholesky_problem *p, pl_precision precision, uint64_t seed)
{
  size_t n = p->matrix.n;
  double *x = random_vectors(n, seed), *y = copy_vectors(n, x);
  pl_cholesky *fresh = factor_of(&p->matrix, p->coordinates, PL_ORDER_AUTO, precision, NULL);
  assert_ok(pl_cholesky_solve(c, x, PL_ROWS_ORIGINAL, NULL));
  assert_ok(pl_cholesky_solve(fresh, y, PL_ROWS_ORIGINAL, NULL));
  assert_memory_equal(x, y, 3 * n * sizeof *x);
  pl_cholesky_destroy(fresh);
  pl_release(x);
  pl_release(y);
}

/* Where few numbers change, few groups are computed, and the factor is that of all of them, to the bit: also after
   numbers that have no factor, and back to those of before. */
static void few_new_values_cost_little(void **state)
{
  (void)state;
  for (size_t k = 0; k < CASES; k += CASES - 1)
    for (int precision = PL_PRECISION_FLOAT; precision <= PL_PRECISION_DOUBLE; precision++) {
      cholesky_problem p;
      assert_ok(cholesky_problem_create(&cases[k], 1e2, &p));
      pl_cholesky *c = factor_of(&p.matrix, p.coordinates, PL_ORDER_AUTO, (pl_precision)precision, NULL);
      size_t groups = pl_cholesky_describe(c).groups, least = groups;
      assert_int_equal(pl_cholesky_describe(c).groups_computed, groups);
      for (uint64_t round = 1; round < 9; round++) {
        size_t column = (round * 7919) % p.matrix.n, entry = p.matrix.starts[column];
        double before = p.matrix.values[entry];
        p.matrix.values[entry] = round % 4 == 3 ? -1 : before * (round % 2 ? 0.9 : 1);
        pl_status status = pl_cholesky_factorise(c, &p.matrix, (pl_precision)precision, NULL);
        assert_int_equal(status, round % 4 == 3 ? PL_ERROR_SINGULAR : PL_OK);
        if (status == PL_OK) {
          size_t computed = pl_cholesky_describe(c).groups_computed;
          assert_true(computed == groups || round % 4 != 0);
          if (round % 2 && computed < least) least = computed;
          check_same_factor(c, &p, (pl_precision)precision, round);
        } else {
          p.matrix.values[entry] = before;
        }
      }
      assert_ok(pl_cholesky_factorise(c, &p.matrix, (pl_precision)precision, NULL));
      assert_true(least > 0 && 2 * least < groups);
      pl_cholesky_destroy(c);
      cholesky_problem_free(&p);
    }
}

/* A huge or tiny unit of mass or length must not cost digits, nor leave float's range. */
static void scale_does_not_matter(void **state)
{
  (void)state;
  pl_sparse a = random_matrix(400, 4, 1.0, 9);
  double *b = random_vectors(a.n, 2), *x = copy_vectors(a.n, b);
  pl_cholesky *c = factor_of(&a, NULL, PL_ORDER_AUTO, PL_PRECISION_FLOAT, NULL);
  assert_ok(pl_cholesky_solve(c, x, PL_ROWS_ORIGINAL, NULL));
  const double scales[][2] = {{0x1p+200, 1.0}, {0x1p-300, 1.0}, {1.0, 0x1p+150}, {0x1p-60, 0x1p-200}};
  for (size_t k = 0; k < sizeof scales / sizeof *scales; k++) {
    pl_sparse scaled = random_matrix(400, 4, 1.0, 9);
    double *y = copy_vectors(a.n, b);
    for (size_t e = 0; e < a.starts[a.n]; e++) scaled.values[e] *= scales[k][0];
    for (size_t i = 0; i < 3 * a.n; i++) y[i] *= scales[k][1];
    assert_ok(pl_cholesky_factorise(c, &scaled, PL_PRECISION_FLOAT, NULL));
    assert_ok(pl_cholesky_solve(c, y, PL_ROWS_ORIGINAL, NULL));
    for (size_t i = 0; i < 3 * a.n; i++) assert_true(y[i] == x[i] * (scales[k][1] / scales[k][0]));
    pl_release(y);
    pl_sparse_free(&scaled);
  }
  pl_cholesky_destroy(c);
  pl_release(b);
  pl_release(x);
  pl_sparse_free(&a);
}

static void not_positive_definite_is_named(void **state)
{
  (void)state;
  for (int precision = PL_PRECISION_FLOAT; precision <= PL_PRECISION_DOUBLE; precision++) {
    pl_sparse a = random_matrix(2000, 3, 1.0, 4);
    pl_cholesky *c = factor_of(&a, NULL, PL_ORDER_AUTO, (pl_precision)precision, NULL);
    double *x = random_vectors(a.n, 1), *b = copy_vectors(a.n, x);
    double kept = a.values[a.starts[1234]];
    a.values[a.starts[1234]] = -1.0;
    assert_int_equal(pl_cholesky_factorise(c, &a, (pl_precision)precision, NULL), PL_ERROR_SINGULAR);
    assert_non_null(strstr(pl_last_error(), "row 1234 "));
    assert_int_equal(pl_cholesky_solve(c, x, PL_ROWS_ORIGINAL, NULL), PL_ERROR_ARGUMENT);
    a.values[a.starts[1234]] = NAN;
    assert_int_equal(pl_cholesky_factorise(c, &a, (pl_precision)precision, NULL), PL_ERROR_SINGULAR);
    a.values[a.starts[1234]] = kept; /* and it recovers */
    assert_ok(pl_cholesky_factorise(c, &a, (pl_precision)precision, NULL));
    assert_ok(pl_cholesky_solve(c, x, PL_ROWS_ORIGINAL, NULL));
    assert_less(residual_of(&a, x, b), 1e-4);
    pl_cholesky_destroy(c);
    pl_release(x);
    pl_release(b);
    pl_sparse_free(&a);
  }
}

static void wrong_arguments_are_refused(void **state)
{
  (void)state;
  pl_sparse a = random_matrix(10, 1, 1.0, 1), other = random_matrix(11, 1, 1.0, 1);
  pl_cholesky *c = NULL;
  double x[30] = {0};
  assert_int_equal(pl_cholesky_analyse(NULL, NULL, PL_ORDER_AUTO, &c), PL_ERROR_ARGUMENT);
  assert_int_equal(pl_cholesky_analyse(&a, NULL, (pl_ordering)77, &c), PL_ERROR_ARGUMENT);
  assert_ok(pl_cholesky_analyse(&a, NULL, PL_ORDER_AUTO, &c));
  assert_int_equal(pl_cholesky_solve(c, x, PL_ROWS_ORIGINAL, NULL), PL_ERROR_ARGUMENT);
  assert_int_equal(pl_cholesky_factorise(c, &other, PL_PRECISION_DOUBLE, NULL), PL_ERROR_ARGUMENT);
  assert_int_equal(pl_cholesky_factorise(c, NULL, PL_PRECISION_DOUBLE, NULL), PL_ERROR_ARGUMENT);
  pl_cholesky_destroy(c);
  pl_cholesky_destroy(NULL);
  pl_sparse_free(&a);
  pl_sparse_free(&other);
}

typedef struct failing {
  long left; /* allocations that still succeed */
  long live;
} failing;

static void *failing_allocate(size_t size, void *user)
{
  failing *f = user;
  if (f->left-- <= 0) return NULL;
  f->live++;
  return aligned_alloc(64, (size + 63) / 64 * 64);
}

static void failing_release(void *memory, void *user)
{
  ((failing *)user)->live--;
  free(memory);
}

static void every_failed_allocation_is_survived(void **state)
{
  (void)state;
  pl_sparse a = random_matrix(300, 2, 1.0, 4);
  pl_set_allocator(NULL);
  pl_status status = PL_ERROR_MEMORY;
  long n = 0;
  for (; status != PL_OK && n < 1000; n++) {
    failing f = {n, 0};
    const pl_allocator failing_allocator = {failing_allocate, failing_release, &f};
    pl_set_allocator(&failing_allocator);
    pl_cholesky *c = NULL;
    status = pl_cholesky_analyse(&a, NULL, PL_ORDER_COORDINATES, &c);
    if (status == PL_OK) status = pl_cholesky_factorise(c, &a, PL_PRECISION_DOUBLE, NULL);
    assert_true(status == PL_OK || status == PL_ERROR_MEMORY);
    pl_cholesky_destroy(c);
    assert_int_equal(f.live, 0);
    pl_set_allocator(NULL);
  }
  assert_ok(status);
  assert_true(n > 40); /* there is that much to fail */
  pl_sparse_free(&a);
}

/* Products of half solves are entries of the inverse, and each half solve has the same bits alone and with others. */
static void check_half_solves(const pl_sparse *a, const double *coordinates, pl_precision precision, double tolerance)
{
  enum { ASKED = 7 };
  pl_cholesky *c = factor_of(a, coordinates, PL_ORDER_AUTO, precision, NULL);
  size_t longest = pl_cholesky_longest_path(c);
  double *y = PL_NEW(double, (ASKED + 3) * longest), *inverse = PL_NEW(double, 3 * a->n);
  uint32_t rows[ASKED];
  for (uint32_t k = 0; k < ASKED; k++) rows[k] = (uint32_t)((k * (a->n - 1)) / (ASKED - 1));
  for (size_t k = 0; k < ASKED; k += 3) {
    double *out[3] = {y + k * longest, y + (k + 1) * longest, y + (k + 2) * longest};
    pl_cholesky_half_solve(c, rows + k, ASKED - k < 3 ? ASKED - k : 3, out);
  }
  for (size_t k = 0; k < ASKED; k++) {
    double *alone = y + (ASKED + 2) * longest;
    size_t length = pl_cholesky_path(c, rows[k]);
    assert_true(length > 0 && length <= longest);
    pl_cholesky_half_solve(c, rows + k, 1, &alone);
    for (size_t i = 0; i < length; i++) assert_true(alone[i] == y[k * longest + i]);
    for (size_t i = 0; i < 3 * a->n; i++) inverse[i] = i == 3 * (size_t)rows[k] ? 1 : 0;
    assert_ok(pl_cholesky_solve(c, inverse, PL_ROWS_ORIGINAL, NULL));
    for (size_t b = 0; b < ASKED; b++) {
      size_t common = pl_cholesky_common_path(c, rows[k], rows[b]);
      double sum = 0, own = inverse[3 * (size_t)rows[k]];
      for (size_t i = 0; i < common; i++) sum += y[k * longest + i] * y[b * longest + i];
      assert_true(common == pl_cholesky_common_path(c, rows[b], rows[k]) && (b != k || common == length));
      assert_less(fabs(sum - inverse[3 * (size_t)rows[b]]), tolerance * own);
    }
  }
  pl_cholesky_destroy(c);
  pl_release(y);
  pl_release(inverse);
}

static void half_solves_give_the_inverse(void **state)
{
  (void)state;
  for (size_t k = 0; k < CASES; k++) {
    cholesky_problem p;
    assert_ok(cholesky_problem_create(&cases[k], 1e3, &p));
    check_half_solves(&p.matrix, p.coordinates, PL_PRECISION_DOUBLE, 1e-11); /* rounding times the condition */
    check_half_solves(&p.matrix, NULL, PL_PRECISION_DOUBLE, 1e-11);
    check_half_solves(&p.matrix, p.coordinates, PL_PRECISION_FLOAT, 1e-3);
    cholesky_problem_free(&p);
  }
  pl_sparse pieces = random_matrix(300, 1, 1.0, 4); /* where ways have nothing in common */
  check_half_solves(&pieces, NULL, PL_PRECISION_DOUBLE, 1e-13);
  pl_sparse_free(&pieces);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_ordering_solves),
      cmocka_unit_test(unusual_matrices_solve),
      cmocka_unit_test(empty_matrix_is_fine),
      cmocka_unit_test(half_solves_give_the_inverse),
      cmocka_unit_test(factor_order_saves_the_gather),
      cmocka_unit_test(new_values_need_no_memory),
      cmocka_unit_test(few_new_values_cost_little),
      cmocka_unit_test(scale_does_not_matter),
      cmocka_unit_test(not_positive_definite_is_named),
      cmocka_unit_test(wrong_arguments_are_refused),
      cmocka_unit_test(every_failed_allocation_is_survived),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
