/* SPDX-License-Identifier: MIT
   Sub-islands: rows that share slots, directly or through others, independent of all other rows. Without coupling each
   contact patch is one. Each is swept until it has converged, so that its data stay in the cache. */
#pragma once

#include "contact/solve/rows.h"

typedef struct pl_sub_islands {
  uint32_t *order;  /* rows that are alone, then the others by sub-island, ascending in each */
  uint32_t alone;   /* number of rows that share no slot with others */
  uint32_t *starts; /* per sub-island of several rows: its first in `order`; and the end */
  uint32_t count;
} pl_sub_islands;

/* Slots are numbered. With coupled particles, pressures or equality rows all rows are one sub-island. */
pl_status pl_sub_islands_find(const pl_rows *rows, pl_arena *scratch, pl_sub_islands *out);
