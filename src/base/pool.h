/* SPDX-License-Identifier: MIT
   A small thread pool. Work is cut into blocks whose borders depend on the problem alone, never on the number of
   threads, so that results are the same bits for any number. Clean under the thread sanitizer. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "pliant/status.h"
#include "pliant/threads.h"

typedef struct pl_pool pl_pool;

/* threads: total including the caller, 0 = one per core (at most 64). With a callback the host's threads are used. */
PL_API pl_status pl_pool_create(int threads, pl_parallel_callback callback, void *user, pl_pool **out);
PL_API void pl_pool_destroy(pl_pool *pool);
PL_API int pl_pool_threads(const pl_pool *pool); /* 1 for NULL */

typedef void (*pl_range_function)(void *context, size_t begin, size_t end);

/* Calls function(context, begin, end) for [0, grain), [grain, 2 grain), … up to count, each once, in parallel, and
   returns when all are done. With a NULL pool, or called from inside another parallel loop, blocks run in order here.
   */
PL_API void pl_parallel_for(pl_pool *pool, size_t count, size_t grain, pl_range_function function, void *context);

/* Are pieces of this size, of all that is to be done, small enough that whole ones side by side keep all threads busy?
   Both ways of sharing out must give the same bits. */
PL_API bool pl_pool_takes_whole(const pl_pool *pool, size_t size, size_t all);
