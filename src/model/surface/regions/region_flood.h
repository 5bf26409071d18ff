/* SPDX-License-Identifier: MIT
   Finds the particles of regions by walking along edges, in storage order. */
#pragma once

#include "model/surface/regions/regions.h"

enum { PL_FLOOD_BUCKETS = 64 };
#define PL_FLOOD_NONE UINT32_MAX

typedef struct pl_region_flood {
  size_t count;
  const uint32_t *starts, *neighbours; /* edges between particles in storage order */
  const uint32_t *lengths;             /* per neighbour; NULL: every edge is one ring */
  uint32_t limit;                      /* rings, or length */
  const uint8_t *begins_path;          /* per particle */

  uint32_t *seen;    /* per particle: the last region it was found in, plus 1 */
  uint32_t *members; /* of the last region, as they were found */
  size_t member_count;

  /* with lengths: particles to go on from wait in buckets of similar distance */
  uint32_t *distance;                /* per particle, of the region it was seen in */
  uint32_t *before, *after;          /* per particle: its neighbours in a bucket; PL_FLOOD_NONE at the ends */
  uint8_t *waits;                    /* per particle */
  uint32_t bucket[PL_FLOOD_BUCKETS]; /* the first in each */
} pl_region_flood;

/* Takes the memory that finding needs. Release also after a failure. */
pl_status pl_region_flood_start(pl_region_flood *flood);
void pl_region_flood_release(pl_region_flood *flood);

/* Finds the members of the region of particle `centre`. */
void pl_region_flood_find(pl_region_flood *flood, uint32_t centre);

/* The members found last, as intervals that do not cross paths, rising. Returns their number; `out` has room for
   member_count. */
size_t pl_region_flood_intervals(const pl_region_flood *flood, pl_interval *out);
