/* SPDX-License-Identifier: MIT
   Some rows of an island and all of its equality rows as an island of their own, whose bodies have only the particles
   of these rows, with compliance matrices of them. */
#pragma once

#include "contact/solve/rows.h"

typedef struct pl_restricted_island {
  pl_rows rows;
  uint32_t *names; /* per row: its index in the whole island */
} pl_restricted_island;

/* chosen: per row. Taken from the scratch arena; velocities are copied from the lists of the island. */
pl_status pl_rows_restrict(const pl_rows *rows, const uint8_t *chosen, const pl_model_context *context,
                           pl_restricted_island *out);

/* Copies impulses and compliance back to the rows and equality rows of the island. */
void pl_rows_copy_back(const pl_restricted_island *narrow, pl_rows *rows);
