/* SPDX-License-Identifier: MIT
   Timings of sums over regions, for `pliant bench sums` and for the tables of the surface model. */
#pragma once

#include "base/pool.h"
#include "model/surface/regions/regions.h"
#include "pliant/mesh.h"

typedef struct sums_timing {
  pl_sums_method method;
  size_t particles;
  double size;        /* mean number of particles of a region */
  double intervals;   /* mean number of intervals of a region; of differences in all, if less (lattices) */
  double nanoseconds; /* per particle and sum, best of many runs */
  double bytes;       /* memory of the regions per particle */
  double error;       /* worst, of values in [-1, 1), relative to the root of the region's size */
} sums_timing;

/* Sums of rows of `width` floats over the regions of a mesh within `rings`, on the pool's threads, for about `seconds`.
   */
pl_status bench_sums_measure(const pl_mesh_data *mesh, uint32_t rings, pl_sums_method method, size_t width,
                             double seconds, pl_pool *pool, sums_timing *out);
