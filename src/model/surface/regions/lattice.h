/* SPDX-License-Identifier: MIT
   Particles on a cubic lattice, in the order that fast sums on lattices want: columns along z are paths, columns of
   equal x make a slice. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "pliant/status.h"

/* The spacing of the lattice on which the particles lie, m: the length of the shortest edge; 0 if they do not lie on
   one, within a thousandth of the spacing, each on a node of its own, or if there are no edges. */
PL_API pl_status pl_lattice_spacing(const double *positions, size_t count, const uint32_t *edges, size_t edge_count,
                                    double *spacing);

/* order[storage] = particle, by x, then y, then z; path_start: count + 1 entries at most; slice: per path, 0, 1, …
   (count entries at most). Fails if particles do not lie on a lattice of this spacing. */
pl_status pl_lattice_columns(const double *positions, size_t count, double spacing, uint32_t limit, uint32_t *order,
                             uint32_t *path_start, uint32_t *slice, size_t *path_count);
