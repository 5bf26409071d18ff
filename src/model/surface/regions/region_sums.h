/* SPDX-License-Identifier: MIT
   Sums over regions: sums row i = the sum of values rows j over all j in the region of i ([D] sect. 4, "Fast
   Summation").

   Values are rows of `width` floats per particle, in storage order, one row after the other; width is 4, 8, 12 or 16.
   Floats suffice if they stay within about [-1, 1]: take positions relative to the body's centre, scaled by its size
   (digest of [D], trap 13). Rows of NaN or infinity spoil their path.

   In a step either call pl_region_sums, or its two halves: prepare once, then take sums of ranges of regions where they
   are used, while they are in the cache; ranges may be taken from several threads and their borders do not matter. The
   bits of the sums depend on the method and the instruction set, not on threads or ranges. Values that fade away become
   denormal and slow: take sums inside pl_parallel_for, whose blocks flush them, or flush them around the call
   (base/pool.h). */
#pragma once

#include "base/pool.h"
#include "model/surface/regions/regions.h"

/* Floats of scratch memory that sums of this width need; the memory must be aligned to 64 bytes. */
PL_API size_t pl_region_sums_scratch(const pl_regions *regions, size_t width);

/* Makes prefix sums (and on lattices the sums of lower levels). Nothing is done for PL_SUMS_DIRECT. */
PL_API void pl_region_sums_prepare(const pl_regions *regions, const float *values, size_t width, float *scratch,
                                   pl_pool *pool);

/* The sums of the regions first … last - 1, into `sums` (row 0 for region `first`). `values` and `scratch` are those
   that were prepared. */
PL_API void pl_region_sums_take(const pl_regions *regions, const float *values, size_t width, const float *scratch,
                                size_t first, size_t last, float *sums);

/* Both: sums for all regions. */
PL_API void pl_region_sums(const pl_regions *regions, const float *values, size_t width, float *scratch, float *sums,
                           pl_pool *pool);
