/* SPDX-License-Identifier: MIT
   What fuzzers share: memory that ends, steps that end, files for readers that want one, and what must hold after. */
#pragma once

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "pliant/pliant.h"

#define require(condition)                                                                                             \
  do {                                                                                                                 \
    if (!(condition)) {                                                                                                \
      fprintf(stderr, "%s:%d: %s; last error: %s\n", __FILE__, __LINE__, #condition, pl_last_error());                 \
      abort();                                                                                                         \
    }                                                                                                                  \
  } while (0)

/* ---- memory: a size that an input asks for may be gigabytes; here it must do with less ---- */

/* The size stands in the 64 bytes before the block. */
enum { MEMORY_LIMIT = 256 << 20, MEMORY_HEADER = 64 };

static size_t memory_used;

static inline void *limited_allocate(size_t size, void *user)
{
  (void)user;
  if (size > MEMORY_LIMIT || memory_used + size > MEMORY_LIMIT) return NULL;
  unsigned char *block =
      aligned_alloc(MEMORY_HEADER, MEMORY_HEADER + (size + MEMORY_HEADER - 1) / MEMORY_HEADER * MEMORY_HEADER);
  if (!block) return NULL;
  memcpy(block, &size, sizeof size);
  memory_used += size;
  return block + MEMORY_HEADER;
}

static inline void limited_release(void *memory, void *user)
{
  (void)user;
  unsigned char *block = (unsigned char *)memory - MEMORY_HEADER;
  size_t size = 0;
  memcpy(&size, block, sizeof size);
  memory_used -= size;
  free(block);
}

static inline void limit_memory(void) { pl_set_allocator(&(pl_allocator){limited_allocate, limited_release, NULL}); }

/* ---- steps: so many at most, and no new one after so many seconds of all of them ---- */

enum { STEP_BUDGET = 20 };
static const double seconds_budget = 3;

static inline double seconds_now(void)
{
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static inline int is_finite_state(const pl_world *world)
{
  for (size_t b = 0; b < pl_world_body_count(world); b++) {
    const pl_body *body = pl_world_body_at(world, b);
    const double *x = pl_body_positions(body), *v = pl_body_velocities(body);
    for (size_t i = 0; x && v && i < 3 * pl_body_particle_count(body); i++)
      if (!isfinite(x[i]) || !isfinite(v[i])) return 0;
  }
  return 1;
}

/* Steps while they succeed; a step that fails leaves a state that is finite, too. */
static inline void step_within_budget(pl_world *world)
{
  double end = seconds_now() + seconds_budget;
  for (int k = 0; k < STEP_BUDGET && seconds_now() < end; k++) {
    pl_status status = pl_world_step(world);
    require(is_finite_state(world));
    if (status != PL_OK) return;
  }
}

/* ---- a file for readers that want a name ---- */

/* Makes DIR/name for this process with these bytes; the path stays valid until the next call. */
static inline const char *write_input(const char *name, const void *data, size_t size)
{
  static char folder[256], path[512];
  const char *where = getenv("TMPDIR");
  if (!folder[0]) {
    snprintf(folder, sizeof folder, "%s/pliant-fuzz-XXXXXX", where ? where : "/tmp");
    require(mkdtemp(folder) != NULL);
  }
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *file = fopen(path, "wb");
  require(file != NULL);
  require(fwrite(data, 1, size, file) == size);
  require(fclose(file) == 0);
  return path;
}
