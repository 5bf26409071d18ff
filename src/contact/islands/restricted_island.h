/* SPDX-License-Identifier: MIT
   Some rows of an island and all of its ties, as an island of their own: bodies know only the particles that these
   name, and have matrices of them. */
#pragma once

#include "contact/solve/rows.h"

typedef struct pl_narrow {
  pl_rows rows;
  uint32_t *names; /* per row: which one it is in the whole island */
} pl_narrow;

/* chosen: per row. Taken from the scratch arena; velocities are those that the island has in its lists. */
pl_status pl_rows_narrow(const pl_rows *rows, const uint8_t *chosen, const pl_model_context *context, pl_narrow *out);

/* What was solved goes back to the rows and ties of the island. */
void pl_rows_widen(const pl_narrow *narrow, pl_rows *rows);
