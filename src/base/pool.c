/* SPDX-License-Identifier: MIT */
#include "base/pool.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/status.h"

#if defined(__SSE2__)
#include <immintrin.h>
#endif

enum {
  MOST_THREADS = 64,
  SPINS = 2000 /* about 20 µs: the pause between two loops of one step is shorter, between two steps longer */
};

typedef struct loop {
  pl_range_function function;
  void *context;
  size_t count;
  size_t grain;
} loop;

struct pl_pool {
  int threads;
  int started; /* helpers running, threads - 1 */
  pl_parallel_callback callback;
  void *user;

  pthread_mutex_t mutex;
  pthread_cond_t wake;
  pthread_cond_t finished;
  bool stop;

  loop current;
  atomic_uint round;  /* rises with every loop; helpers wait for it */
  atomic_size_t next; /* next block to take */
  atomic_int busy;    /* helpers that have not finished the current loop */
  pthread_t helpers[MOST_THREADS];
};

static _Thread_local bool inside_loop;

unsigned pl_denormals_flush(void)
{
#if defined(__SSE2__)
  unsigned before = _mm_getcsr();
  _mm_setcsr(before | 0x8040u);
  return before;
#else
  return 0;
#endif
}

void pl_denormals_restore(unsigned before)
{
#if defined(__SSE2__)
  _mm_setcsr(before);
#else
  (void)before;
#endif
}

static void pause_briefly(void)
{
#if defined(__SSE2__)
  _mm_pause();
#endif
}

static void run_block(const loop *work, size_t block)
{
  size_t begin = block * work->grain;
  size_t end = work->count - begin < work->grain ? work->count : begin + work->grain;
  unsigned denormals = pl_denormals_flush();
  bool outside = !inside_loop;
  inside_loop = true;
  work->function(work->context, begin, end);
  if (outside) inside_loop = false;
  pl_denormals_restore(denormals);
}

static void take_blocks(pl_pool *pool)
{
  size_t blocks = (pool->current.count + pool->current.grain - 1) / pool->current.grain;
  for (;;) {
    size_t block = atomic_fetch_add(&pool->next, 1);
    if (block >= blocks) return;
    run_block(&pool->current, block);
  }
}

static unsigned wait_for_round(pl_pool *pool, unsigned seen)
{
  for (int spin = 0; spin < SPINS; spin++) {
    if (atomic_load(&pool->round) != seen) return atomic_load(&pool->round);
    pause_briefly();
  }
  pthread_mutex_lock(&pool->mutex);
  while (atomic_load(&pool->round) == seen) pthread_cond_wait(&pool->wake, &pool->mutex);
  pthread_mutex_unlock(&pool->mutex);
  return atomic_load(&pool->round);
}

static void *helper_main(void *argument)
{
  pl_pool *pool = argument;
  unsigned seen = 0;
  for (;;) {
    seen = wait_for_round(pool, seen);
    if (pool->stop) return NULL;
    take_blocks(pool);
    if (atomic_fetch_sub(&pool->busy, 1) == 1) {
      pthread_mutex_lock(&pool->mutex);
      pthread_cond_signal(&pool->finished);
      pthread_mutex_unlock(&pool->mutex);
    }
  }
}

static void start_round(pl_pool *pool)
{
  pthread_mutex_lock(&pool->mutex);
  atomic_fetch_add(&pool->round, 1);
  pthread_cond_broadcast(&pool->wake);
  pthread_mutex_unlock(&pool->mutex);
}

static void wait_for_helpers(pl_pool *pool)
{
  for (int spin = 0; spin < SPINS; spin++) {
    if (atomic_load(&pool->busy) == 0) return;
    pause_briefly();
  }
  pthread_mutex_lock(&pool->mutex);
  while (atomic_load(&pool->busy) != 0) pthread_cond_wait(&pool->finished, &pool->mutex);
  pthread_mutex_unlock(&pool->mutex);
}

pl_status pl_pool_create(int threads, pl_parallel_callback callback, void *user, pl_pool **out)
{
  *out = NULL;
  if (threads < 0) return pl_fail(PL_ERROR_ARGUMENT, "threads must be 0 (one per core) or more, got %d", threads);
  if (threads == 0) {
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    threads = cores > 1 ? (int)(cores < MOST_THREADS ? cores : MOST_THREADS) : 1;
  }
  if (threads > MOST_THREADS) threads = MOST_THREADS;
  pl_pool *pool = PL_NEW(pl_pool, 1);
  if (!pool) return PL_ERROR_MEMORY;
  pool->threads = threads;
  pool->callback = callback;
  pool->user = user;
  pthread_mutex_init(&pool->mutex, NULL);
  pthread_cond_init(&pool->wake, NULL);
  pthread_cond_init(&pool->finished, NULL);
  for (int i = 0; !callback && i < threads - 1; i++) {
    if (pthread_create(&pool->helpers[i], NULL, helper_main, pool) != 0) break; /* fewer threads, same results */
    pool->started++;
  }
  *out = pool;
  return PL_OK;
}

void pl_pool_destroy(pl_pool *pool)
{
  if (!pool) return;
  pool->stop = true;
  start_round(pool);
  for (int i = 0; i < pool->started; i++) pthread_join(pool->helpers[i], NULL);
  pthread_cond_destroy(&pool->finished);
  pthread_cond_destroy(&pool->wake);
  pthread_mutex_destroy(&pool->mutex);
  pl_release(pool);
}

int pl_pool_threads(const pl_pool *pool) { return pool ? pool->threads : 1; }

static void callback_block(void *context, size_t block) { run_block(context, block); }

void pl_parallel_for(pl_pool *pool, size_t count, size_t grain, pl_range_function function, void *context)
{
  if (count == 0) return;
  if (grain == 0) grain = 1;
  loop work = {function, context, count, grain};
  size_t blocks = (count + grain - 1) / grain;
  if (pool && pool->callback && blocks > 1 && !inside_loop) {
    pool->callback(callback_block, &work, blocks, pool->user);
    return;
  }
  if (!pool || pool->started == 0 || blocks == 1 || inside_loop) {
    for (size_t block = 0; block < blocks; block++) run_block(&work, block);
    return;
  }
  pool->current = work;
  atomic_store(&pool->next, 0);
  atomic_store(&pool->busy, pool->started);
  start_round(pool);
  take_blocks(pool);
  wait_for_helpers(pool);
}
