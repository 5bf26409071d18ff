/* SPDX-License-Identifier: MIT
   From the intervals of regions to differences between prefix sums. */
#pragma once

#include "model/surface/regions/regions.h"

/* Regions from prefix sums of particles. */
pl_status pl_region_rows_flat(pl_regions *regions);

/* Regions from plates from bars, for lattices ([R] sect. 4): bars are the different intervals of all regions, plates
   the different sets of bars that a region has in a slice, regions sets of plates. slice: per path of particles. limit:
   the longest chain. */
pl_status pl_region_rows_lattice(pl_regions *regions, const uint32_t *slice, uint32_t limit);

/* Puts lists side by side in pairs. Release also after a failure. */
pl_status pl_row_pairs_create(const pl_row_lists *lists, pl_row_pairs *out);
void pl_row_lists_release(pl_row_lists *lists);

void pl_region_rows_release(pl_regions *regions);
