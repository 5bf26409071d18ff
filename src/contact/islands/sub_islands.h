/* SPDX-License-Identifier: MIT
   Rows that share particles, directly or through others: sub-islands are independent of each other. Of bodies without
   coupling each patch where two lie on each other is a sub-island. It stays in the cache while it is swept, and stops
   when it has converged: the cost of a heap is the sum of the costs of its sub-islands. */
#pragma once

#include "contact/solve/rows.h"

typedef struct pl_sub_islands {
  uint32_t *order;  /* rows that are alone, and behind them the others by sub-island, rising in each */
  uint32_t alone;   /* of those: they share no place with any other */
  uint32_t *starts; /* per sub-island of several: its first in `order`; and the end */
  uint32_t count;
} pl_sub_islands;

/* With slots numbered. Rows of bodies with coupled particles, or beside equality rows, are one sub-island. */
pl_status pl_sub_islands_find(const pl_rows *rows, pl_arena *scratch, pl_sub_islands *out);
