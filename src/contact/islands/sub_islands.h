/* SPDX-License-Identifier: MIT
   Rows that share particles, with each other or by way of others: what one sub-island of them does no other sub-island
   sees. Of bodies that pass nothing on, each place where two lie on each other is a sub-island. It stays near the
   processor while it is swept, and is done when it is done: what a heap costs is the sum of what its sub-islands do,
   however many there are. */
#pragma once

#include "contact/solve/rows.h"

typedef struct pl_sub_islands {
  uint32_t *order;  /* rows that are alone, and behind them the others by sub-island, rising in each */
  uint32_t alone;   /* of those: they share no place with any other */
  uint32_t *starts; /* per sub-island of several: its first in `order`; and the end */
  uint32_t count;
} pl_sub_islands;

/* With places numbered. Rows of which some pass on what they get, or that equality rows go by, are one sub-island. */
pl_status pl_sub_islands_find(const pl_rows *rows, pl_arena *scratch, pl_sub_islands *out);
