/* SPDX-License-Identifier: MIT
   The same bits for any number of threads, with the host's threads, in worlds side by side, run after run, and whatever
   OpenBLAS does. Called with the argument "print" it prints its hashes: the test runs itself so with other settings. */
#include <pthread.h>
#include <string.h>

#include "world/busy_scene.h"

enum { STEPS = 60 };

static void backwards(void (*task)(void *context, size_t i), void *context, size_t count, void *user)
{
  (void)user;
  while (count-- > 0) task(context, count);
}

static void hashes_of(int threads, pl_parallel_callback callback, pl_precision precision, uint64_t *hashes)
{
  busy_scene s = busy_start(threads, callback, precision);
  busy_run(&s, 0, STEPS, hashes);
  pl_world_destroy(s.world);
}

static void compare(const uint64_t *a, const uint64_t *b, const char *what)
{
  for (int k = 0; k < STEPS; k++) {
    if (a[k] != b[k]) print_error("%s: bits differ from step %d on\n", what, k);
    assert_true(a[k] == b[k]);
  }
}

static void test_threads(void **state)
{
  (void)state;
  const pl_precision precisions[] = {PL_PRECISION_DOUBLE, PL_PRECISION_FLOAT};
  uint64_t one[2][STEPS], other[STEPS];
  for (int p = 0; p < 2; p++) {
    hashes_of(1, NULL, precisions[p], one[p]);
    hashes_of(2, NULL, precisions[p], other);
    compare(one[p], other, "2 threads");
    hashes_of(7, NULL, precisions[p], other);
    compare(one[p], other, "7 threads");
    hashes_of(0, backwards, precisions[p], other);
    compare(one[p], other, "the host's threads");
    for (int k = 1; k < STEPS; k++) assert_true(one[p][k] != one[p][k - 1]);
  }
  assert_true(one[0][STEPS - 1] != one[1][STEPS - 1]); /* float was float */
}

/* ---- worlds side by side ---- */

typedef struct runner {
  pl_precision precision;
  int threads;
  uint64_t hashes[STEPS];
} runner;

static void *run_world(void *context)
{
  runner *r = context;
  hashes_of(r->threads, NULL, r->precision, r->hashes);
  return NULL;
}

static void test_worlds_side_by_side(void **state)
{
  (void)state;
  enum { WORLDS = 4 };
  runner alone[2] = {{.precision = PL_PRECISION_DOUBLE, .threads = 1}, {.precision = PL_PRECISION_FLOAT, .threads = 1}};
  run_world(&alone[0]);
  run_world(&alone[1]);
  runner beside[WORLDS];
  pthread_t threads[WORLDS];
  for (int w = 0; w < WORLDS; w++) {
    beside[w] = (runner){.precision = alone[w % 2].precision, .threads = 1 + w / 2};
    assert_int_equal(pthread_create(&threads[w], NULL, run_world, &beside[w]), 0);
  }
  for (int w = 0; w < WORLDS; w++) pthread_join(threads[w], NULL);
  for (int w = 0; w < WORLDS; w++) compare(alone[w % 2].hashes, beside[w].hashes, "a world beside others");
}

/* ---- OpenBLAS ---- */

static const char *program;

static void print_hashes(void)
{
  uint64_t hashes[STEPS];
  for (int p = PL_PRECISION_FLOAT; p <= PL_PRECISION_DOUBLE; p++) {
    hashes_of(2, NULL, (pl_precision)p, hashes);
    for (int k = 0; k < STEPS; k++) printf("%016llx\n", (unsigned long long)hashes[k]);
  }
}

static void output_with(const char *blas_threads, char *text, size_t size)
{
  char command[4096];
  snprintf(command, sizeof command, "OPENBLAS_NUM_THREADS=%s '%s' print", blas_threads, program);
  FILE *pipe = popen(command, "r");
  assert_non_null(pipe);
  size_t got = fread(text, 1, size - 1, pipe);
  text[got] = 0;
  assert_int_equal(pclose(pipe), 0);
}

static void test_openblas_threads(void **state)
{
  (void)state;
  static char one[8192], two[8192];
  output_with("1", one, sizeof one);
  output_with("2", two, sizeof two);
  assert_int_equal(strlen(one), 2 * STEPS * 17);
  assert_string_equal(one, two);
}

int main(int argc, char **argv)
{
  program = argv[0];
  if (argc > 1 && strcmp(argv[1], "print") == 0) {
    print_hashes();
    return 0;
  }
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_threads), cmocka_unit_test(test_worlds_side_by_side),
                                     cmocka_unit_test(test_openblas_threads)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
