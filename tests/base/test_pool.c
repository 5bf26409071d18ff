/* SPDX-License-Identifier: MIT */
#include "base/pool.h"

#include <float.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>
#include <time.h>

#include "base/floats.h"
#include "failing.h"
#include "testing.h"

enum { MOST = 4096 };

typedef struct visits {
  atomic_int times[MOST];
  size_t count, grain;
  atomic_bool wrong; /* a range that is not a block */
} visits;

static void visit(void *context, size_t begin, size_t end)
{
  visits *seen = context;
  size_t expected = begin + seen->grain < seen->count ? begin + seen->grain : seen->count;
  if (begin % seen->grain != 0 || end != expected) atomic_store(&seen->wrong, true);
  for (size_t i = begin; i < end; i++) atomic_fetch_add(&seen->times[i], 1);
}

/* Every element once, in the same blocks, whatever runs them. */
static void check_visits(pl_pool *pool)
{
  static visits seen;
  const size_t counts[] = {1, 2, 3, 63, 64, 65, 1000, MOST};
  const size_t grains[] = {1, 2, 7, 64, 5000};
  for (size_t c = 0; c < sizeof counts / sizeof *counts; c++)
    for (size_t g = 0; g < sizeof grains / sizeof *grains; g++) {
      memset(&seen, 0, sizeof seen);
      seen.count = counts[c];
      seen.grain = grains[g];
      pl_parallel_for(pool, seen.count, seen.grain, visit, &seen);
      assert_false(atomic_load(&seen.wrong));
      for (size_t i = 0; i < MOST; i++) assert_int_equal(atomic_load(&seen.times[i]), i < seen.count);
    }
}

static void every_element_once_for_any_number_of_threads(void **state)
{
  (void)state;
  check_visits(NULL);
  const int threads[] = {1, 2, 7, 64};
  for (size_t i = 0; i < sizeof threads / sizeof *threads; i++) {
    pl_pool *pool = NULL;
    assert_ok(pl_pool_create(threads[i], NULL, NULL, &pool));
    assert_int_equal(pl_pool_threads(pool), threads[i]);
    check_visits(pool);
    pl_pool_destroy(pool);
  }
}

static void count_calls(void *context, size_t begin, size_t end)
{
  (void)begin;
  (void)end;
  atomic_fetch_add((atomic_int *)context, 1);
}

static void no_element_no_call_and_grain_zero_is_one(void **state)
{
  (void)state;
  pl_pool *pool = NULL;
  assert_ok(pl_pool_create(2, NULL, NULL, &pool));
  atomic_int calls = 0;
  pl_parallel_for(pool, 0, 10, count_calls, &calls);
  assert_int_equal(atomic_load(&calls), 0);
  pl_parallel_for(pool, 5, 0, count_calls, &calls);
  assert_int_equal(atomic_load(&calls), 5);
  pl_pool_destroy(pool);
}

static void number_of_threads_is_checked_and_capped(void **state)
{
  (void)state;
  pl_pool *pool = NULL;
  assert_int_equal(pl_pool_create(-1, NULL, NULL, &pool), PL_ERROR_ARGUMENT);
  assert_null(pool);
  assert_non_null(strstr(pl_last_error(), "-1"));
  assert_ok(pl_pool_create(0, NULL, NULL, &pool));
  assert_in_range(pl_pool_threads(pool), 1, 64);
  pl_pool_destroy(pool);
  assert_ok(pl_pool_create(100000, NULL, NULL, &pool));
  assert_int_equal(pl_pool_threads(pool), 64);
  pl_pool_destroy(pool);
  assert_int_equal(pl_pool_threads(NULL), 1);
  pl_pool_destroy(NULL);
}

/* Many short loops, with pauses long enough for helpers to fall asleep in between: a lost wake-up would hang or skip.
   */
static void many_loops_one_after_another(void **state)
{
  (void)state;
  pl_pool *pool = NULL;
  assert_ok(pl_pool_create(7, NULL, NULL, &pool));
  atomic_int calls = 0;
  for (int i = 0; i < 3000; i++) {
    pl_parallel_for(pool, 16, 1, count_calls, &calls);
    assert_int_equal(atomic_load(&calls), 16 * (i + 1));
    if (i % 100 == 0) nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
  }
  pl_pool_destroy(pool);
}

/* A host that runs tasks backwards on two threads of its own. */
typedef struct host {
  void (*task)(void *context, size_t i);
  void *context;
  size_t count;
  int calls;
} host;

static void *host_odd(void *argument)
{
  host *job = argument;
  for (size_t i = job->count; i-- > 0;)
    if (i % 2) job->task(job->context, i);
  return NULL;
}

static void host_parallel(void (*task)(void *context, size_t i), void *context, size_t count, void *user)
{
  host *job = user;
  *job = (host){task, context, count, job->calls + 1};
  pthread_t thread;
  assert_int_equal(pthread_create(&thread, NULL, host_odd, job), 0);
  for (size_t i = count; i-- > 0;)
    if (i % 2 == 0) task(context, i);
  pthread_join(thread, NULL);
}

static void host_may_lend_its_threads(void **state)
{
  (void)state;
  host job = {0};
  pl_pool *pool = NULL;
  assert_ok(pl_pool_create(2, host_parallel, &job, &pool));
  check_visits(pool);
  assert_true(job.calls > 0);
  pl_pool_destroy(pool);
}

typedef struct nested {
  pl_pool *pool;
  atomic_int inner_calls;
} nested;

static void call_inner(void *context, size_t begin, size_t end)
{
  nested *n = context;
  for (size_t i = begin; i < end; i++) pl_parallel_for(n->pool, 10, 1, count_calls, &n->inner_calls);
}

static void loops_inside_loops_run_in_place(void **state)
{
  (void)state;
  const int threads[] = {1, 2, 7};
  for (size_t i = 0; i < 3; i++) {
    nested n = {0};
    assert_ok(pl_pool_create(threads[i], NULL, NULL, &n.pool));
    pl_parallel_for(n.pool, 8, 1, call_inner, &n);
    assert_int_equal(atomic_load(&n.inner_calls), 80);
    pl_pool_destroy(n.pool);
  }
}

/* A loop of one block (one body, say) is no loop: what it calls may still use the threads. */
static void single_block_leaves_the_threads_to_inner_loops(void **state)
{
  (void)state;
  host job = {0};
  nested n = {0};
  assert_ok(pl_pool_create(2, host_parallel, &job, &n.pool));
  pl_parallel_for(n.pool, 1, 1, call_inner, &n);
  assert_int_equal(atomic_load(&n.inner_calls), 10);
  assert_int_equal(job.calls, 1);
  pl_pool_destroy(n.pool);
}

/* The smallest normal number halved: zero where denormals are flushed. */
static double half_of_smallest(void)
{
  volatile double smallest = DBL_MIN;
  return smallest * 0.5;
}

static void note_flushing(void *context, size_t begin, size_t end)
{
  (void)begin;
  (void)end;
  if (half_of_smallest() != 0) atomic_store((atomic_bool *)context, true);
}

static void denormals_are_flushed_inside_and_restored_after(void **state)
{
  (void)state;
#if !defined(__SSE2__)
  skip(); /* pl_denormals_flush does nothing on this processor */
#endif
  const int threads[] = {1, 2, 7};
  for (size_t i = 0; i < 3; i++) {
    pl_pool *pool = NULL;
    assert_ok(pl_pool_create(threads[i], NULL, NULL, &pool));
    for (size_t blocks = 1; blocks <= 64; blocks *= 8) {
      atomic_bool kept = false;
      assert_true(half_of_smallest() != 0);
      pl_parallel_for(pool, blocks, 1, note_flushing, &kept);
      assert_false(atomic_load(&kept));
      assert_true(half_of_smallest() != 0);
    }
    pl_pool_destroy(pool);
  }
  unsigned before = pl_denormals_flush();
  assert_true(half_of_smallest() == 0);
  pl_denormals_restore(before);
  assert_true(half_of_smallest() != 0);
}

/* Two pools in two threads, as two worlds have them. */
static void *run_own_pool(void *argument)
{
  atomic_int *calls = argument;
  pl_pool *pool = NULL;
  if (pl_pool_create(3, NULL, NULL, &pool) != PL_OK) return NULL;
  for (int i = 0; i < 500; i++) pl_parallel_for(pool, 20, 1, count_calls, calls);
  pl_pool_destroy(pool);
  return argument;
}

static void pools_do_not_disturb_each_other(void **state)
{
  (void)state;
  pthread_t threads[4];
  atomic_int calls[4] = {0};
  for (int i = 0; i < 4; i++) assert_int_equal(pthread_create(&threads[i], NULL, run_own_pool, &calls[i]), 0);
  for (int i = 0; i < 4; i++) assert_int_equal(pthread_join(threads[i], NULL), 0);
  for (int i = 0; i < 4; i++) assert_int_equal(atomic_load(&calls[i]), 10000);
}

/* Signals belong to the host's threads: helpers block them all. */
typedef struct masks {
  pthread_t caller;
  atomic_int helpers_seen;
  atomic_int unblocked;
} masks;

static void look_at_mask(void *context, size_t begin, size_t end)
{
  (void)begin;
  (void)end;
  masks *seen = context;
  nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL); /* gives helpers the time to join */
  if (pthread_equal(pthread_self(), seen->caller)) return;
  sigset_t now;
  pthread_sigmask(SIG_BLOCK, NULL, &now);
  atomic_fetch_add(&seen->helpers_seen, 1);
  if (!sigismember(&now, SIGINT) || !sigismember(&now, SIGTERM)) atomic_fetch_add(&seen->unblocked, 1);
}

static void helpers_take_no_signals(void **state)
{
  (void)state;
  pl_pool *pool = NULL;
  assert_ok(pl_pool_create(4, NULL, NULL, &pool));
  masks seen = {.caller = pthread_self()};
  for (int i = 0; i < 1000 && atomic_load(&seen.helpers_seen) == 0; i++)
    pl_parallel_for(pool, 16, 1, look_at_mask, &seen);
  assert_true(atomic_load(&seen.helpers_seen) > 0);
  assert_int_equal(atomic_load(&seen.unblocked), 0);
  sigset_t now;
  pthread_sigmask(SIG_BLOCK, NULL, &now);
  assert_false(sigismember(&now, SIGINT)); /* the caller's own mask is as it was */
  pl_pool_destroy(pool);
}

static pl_status create_and_destroy(void *context)
{
  (void)context;
  pl_pool *pool = NULL;
  pl_status status = pl_pool_create(2, NULL, NULL, &pool);
  assert_true((status == PL_OK) == (pool != NULL));
  pl_pool_destroy(pool);
  return status;
}

static void creation_fails_cleanly_without_memory(void **state)
{
  (void)state;
  assert_true(fail_each_allocation(create_and_destroy, NULL) > 0);
}

/* Tiny pieces, and those of which every thread gets at least three. */
static void small_pieces_are_taken_whole(void **state)
{
  (void)state;
  pl_pool *pool = NULL;
  assert_ok(pl_pool_create(2, NULL, NULL, &pool));
  assert_true(pl_pool_takes_whole(pool, 100, 100));
  assert_true(pl_pool_takes_whole(pool, 5000, 30000));
  assert_false(pl_pool_takes_whole(pool, 5001, 30000));
  assert_true(pl_pool_takes_whole(NULL, 10000, 30000));
  pl_pool_destroy(pool);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_element_once_for_any_number_of_threads),
      cmocka_unit_test(no_element_no_call_and_grain_zero_is_one),
      cmocka_unit_test(number_of_threads_is_checked_and_capped),
      cmocka_unit_test(many_loops_one_after_another),
      cmocka_unit_test(host_may_lend_its_threads),
      cmocka_unit_test(loops_inside_loops_run_in_place),
      cmocka_unit_test(single_block_leaves_the_threads_to_inner_loops),
      cmocka_unit_test(denormals_are_flushed_inside_and_restored_after),
      cmocka_unit_test(pools_do_not_disturb_each_other),
      cmocka_unit_test(helpers_take_no_signals),
      cmocka_unit_test(creation_fails_cleanly_without_memory),
      cmocka_unit_test(small_pieces_are_taken_whole),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
