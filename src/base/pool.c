/* SPDX-License-Identifier: MIT */
#include "base/pool.h"

#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <unistd.h>

#include "base/floats.h"
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

/* The gate is one word: the number of the loop, whether helpers may still join it, and how many are inside. A helper
   that wakes too late finds the gate closed and is not waited for, so threads beyond the free cores cost next to
   nothing. */
enum { GATE_INSIDE = 0xff, GATE_OPEN = 0x100, GATE_LOOP = 0x200 };

struct pl_pool {
  int threads;
  int started; /* helpers running, threads - 1 */
  pl_parallel_callback callback;
  void *user;

  pthread_mutex_t mutex; /* guards sleeping, not the work */
  pthread_cond_t wake;
  pthread_cond_t finished;
  atomic_int sleepers;
  atomic_bool stop;

  loop current; /* written while no thread is in a loop */
  atomic_uint gate;
  atomic_size_t next; /* next block to take */
  pthread_t helpers[MOST_THREADS];
};

static _Thread_local bool inside_loop;

static void pause_briefly(void)
{
#if defined(__SSE2__)
  _mm_pause();
#endif
}

static size_t block_count(const loop *work) { return (work->count - 1) / work->grain + 1; }

static void run_range(const loop *work, size_t begin)
{
  size_t end = work->count - begin < work->grain ? work->count : begin + work->grain;
  unsigned denormals = pl_denormals_flush();
  work->function(work->context, begin, end);
  pl_denormals_restore(denormals);
}

/* Blocks that run next to others are inside a loop: a loop within one runs its blocks in order. */
static void run_block(const loop *work, size_t block)
{
  bool before = inside_loop;
  inside_loop = true;
  run_range(work, block * work->grain);
  inside_loop = before;
}

static void take_blocks(pl_pool *pool)
{
  size_t blocks = block_count(&pool->current);
  for (;;) {
    size_t block = atomic_fetch_add(&pool->next, 1);
    if (block >= blocks) return;
    run_block(&pool->current, block);
  }
}

static bool may_join(unsigned gate, unsigned seen) { return (gate & GATE_OPEN) && gate / GATE_LOOP != seen; }

static bool has_call(pl_pool *pool, unsigned seen)
{
  return atomic_load(&pool->stop) || may_join(atomic_load(&pool->gate), seen);
}

/* Returns when there is a loop other than the one seen, or when the pool is being destroyed. */
static void wait_for_call(pl_pool *pool, unsigned seen)
{
  for (int spin = 0; spin < SPINS; spin++) {
    if (has_call(pool, seen)) return;
    pause_briefly();
  }
  pthread_mutex_lock(&pool->mutex);
  atomic_fetch_add(&pool->sleepers, 1);
  while (!has_call(pool, seen)) pthread_cond_wait(&pool->wake, &pool->mutex);
  atomic_fetch_sub(&pool->sleepers, 1);
  pthread_mutex_unlock(&pool->mutex);
}

/* Enters the open loop if there is one that was not seen yet; its number goes to *seen. */
static bool join_loop(pl_pool *pool, unsigned *seen)
{
  unsigned gate = atomic_load(&pool->gate);
  while (may_join(gate, *seen)) {
    if (atomic_compare_exchange_weak(&pool->gate, &gate, gate + 1)) {
      *seen = gate / GATE_LOOP;
      return true;
    }
  }
  return false;
}

static void leave_loop(pl_pool *pool)
{
  unsigned gate = atomic_fetch_sub(&pool->gate, 1) - 1;
  if (gate & (GATE_OPEN | GATE_INSIDE)) return;
  pthread_mutex_lock(&pool->mutex);
  pthread_cond_signal(&pool->finished);
  pthread_mutex_unlock(&pool->mutex);
}

static void *helper_main(void *argument)
{
  pl_pool *pool = argument;
  unsigned seen = 0;
  for (;;) {
    wait_for_call(pool, seen);
    if (atomic_load(&pool->stop)) return NULL;
    if (!join_loop(pool, &seen)) continue;
    take_blocks(pool);
    leave_loop(pool);
  }
}

/* A helper counts itself as a sleeper before it looks for the last time, and callers change the gate before they count:
   one of the two sees the other. */
static void wake_helpers(pl_pool *pool, size_t wanted)
{
  if (atomic_load(&pool->sleepers) == 0) return;
  pthread_mutex_lock(&pool->mutex);
  for (int i = 0; i < pool->started && (size_t)i < wanted; i++) pthread_cond_signal(&pool->wake);
  pthread_mutex_unlock(&pool->mutex);
}

static void open_gate(pl_pool *pool, size_t blocks)
{
  unsigned number = atomic_load(&pool->gate) / GATE_LOOP + 1;
  if (number > UINT_MAX / GATE_LOOP) number = 1; /* 0 is what a new helper has seen */
  atomic_store(&pool->gate, number * GATE_LOOP + GATE_OPEN);
  wake_helpers(pool, blocks - 1);
}

/* All blocks are taken: the loop closes to further threads and waits for those inside. */
static void close_gate(pl_pool *pool)
{
  atomic_fetch_and(&pool->gate, ~(unsigned)GATE_OPEN);
  for (int spin = 0; spin < SPINS; spin++) {
    if ((atomic_load(&pool->gate) & GATE_INSIDE) == 0) return;
    pause_briefly();
  }
  pthread_mutex_lock(&pool->mutex);
  while (atomic_load(&pool->gate) & GATE_INSIDE) pthread_cond_wait(&pool->finished, &pool->mutex);
  pthread_mutex_unlock(&pool->mutex);
}

/* Helpers take no signals: those belong to the host's threads. */
static void start_helpers(pl_pool *pool)
{
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  for (int i = 0; i < pool->threads - 1; i++) {
    if (pthread_create(&pool->helpers[i], NULL, helper_main, pool) != 0) break; /* fewer threads, same results */
    pool->started++;
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
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
  if (!callback) start_helpers(pool);
  *out = pool;
  return PL_OK;
}

void pl_pool_destroy(pl_pool *pool)
{
  if (!pool) return;
  atomic_store(&pool->stop, true);
  wake_helpers(pool, MOST_THREADS);
  for (int i = 0; i < pool->started; i++) pthread_join(pool->helpers[i], NULL);
  pthread_cond_destroy(&pool->finished);
  pthread_cond_destroy(&pool->wake);
  pthread_mutex_destroy(&pool->mutex);
  pl_release(pool);
}

int pl_pool_threads(const pl_pool *pool) { return pool ? pool->threads : 1; }

bool pl_pool_takes_whole(const pl_pool *pool, size_t size, size_t all)
{
  enum { TINY = 2048, ROUNDS = 3 }; /* not worth being cut; pieces per thread that even out */
  return size <= TINY || size * ROUNDS * (size_t)pl_pool_threads(pool) <= all;
}

static void callback_block(void *context, size_t block) { run_block(context, block); }

void pl_parallel_for(pl_pool *pool, size_t count, size_t grain, pl_range_function function, void *context)
{
  if (count == 0) return;
  if (grain == 0) grain = 1;
  loop work = {function, context, count, grain};
  size_t blocks = block_count(&work);
  if (blocks == 1) { /* not inside a parallel loop: loops of the function may run in parallel */
    run_range(&work, 0);
  } else if (!pool || inside_loop) {
    for (size_t block = 0; block < blocks; block++) run_block(&work, block);
  } else if (pool->callback) {
    pool->callback(callback_block, &work, blocks, pool->user);
  } else {
    pool->current = work;
    atomic_store(&pool->next, 0);
    open_gate(pool, blocks);
    take_blocks(pool);
    close_gate(pool);
  }
}
