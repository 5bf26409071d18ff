/* SPDX-License-Identifier: MIT
   Regions: which particles each particle is matched together with, laid out so that sums over them are fast.

   [D] Diziol, Bender, Bayer, "Robust Real-Time Deformation of Incompressible Surface Meshes", sect. 4. The region of a
   particle holds all particles within ω rings of it along edges (itself included), or within a radius in metres along
   them. Particles are stored in the order of paths (paths.h), so that a region is a handful of intervals of
   neighbouring particles, about 2 ω + 1 of them on a surface, and its sum the difference of prefix sums at their ends
   (region_sums.h).

   [R] Rivers, James, "FastLSM: Fast Lattice Shape Matching for Robust Real-Time Deformation". On a lattice paths are
   columns along z, and a region has (2 ω + 1)^2 intervals. But regions share them: their sums (bars) are chained along
   y, a region has 2 ω + 1 slices (plates), each the difference of two prefix sums of bars; plates are chained along x,
   and a region is one difference again, whatever ω is. Regions are those of the edges here too: in bodies that are not
   boxes what cannot be reached within ω steps does not belong to a region, and there are a few more bars, plates and
   differences.

   Regions are symmetric: j is in the region of i exactly if i is in that of j. Momentum depends on it. So lengths along
   edges are counted in whole units of 2^-20 of the radius: a sum of them does not depend on its direction. Ways that
   are longer than the radius by a thousandth still count, so that it may be a multiple of the edges' length. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "pliant/status.h"

enum {
  PL_MOST_RINGS = 64,
  PL_PATH_LIMIT = 512, /* particles; [D] sect. 6: longer prefix sums cost digits */
  PL_REGION_CHAINS = 2
};

/* Items lo … hi - 1; never empty. */
typedef struct pl_interval {
  uint32_t lo, hi;
} pl_interval;

/* Sums that other sums are made of, as differences between rows of sums below them: item i is the sum of row[hi] -
   row[lo] over rows[start[i]] … rows[start[i + 1] - 1]. */
typedef struct pl_row_lists {
  size_t count;
  uint32_t *start;
  pl_interval *rows;
} pl_row_lists;

/* The same for two items at a time, 2 q and 2 q + 1: the differences of both in turns, rows[start[q]] … rows[start[q +
   1] - 1], filled up with {0, 0} (row 0 is a row of zeros) where one has fewer. The end of such a loop is mispredicted
   half as often. */
typedef struct pl_row_pairs {
  size_t count; /* items */
  uint32_t *start;
  pl_interval *rows;
} pl_row_pairs;

/* Items that lie one behind the other in chains. Their rows are prefix sums along chains: row i + 1 = row previous[i] +
   item i, and row 0 is zero. Items are kept by where they lie in space, not by chains, so that neighbours are read
   together. */
typedef struct pl_region_chains {
  pl_row_lists items;
  uint32_t *previous;    /* per item: the row of the one before it, 0: none */
  uint32_t *order;       /* items, group after group, rising within one */
  uint32_t *group_start; /* group_count + 1: groups of whole chains, which threads work on side by side */
  size_t group_count;
} pl_region_chains;

typedef enum pl_sums_method {
  PL_SUMS_AUTO,   /* what is faster for these regions: pl_regions_pick_method */
  PL_SUMS_DIRECT, /* every particle of a region is added up: the reference */
  PL_SUMS_PATHS   /* by prefix sums over paths: [D], on a lattice [R] */
} pl_sums_method;

typedef struct pl_regions {
  size_t count;           /* particles = regions, storage order */
  uint32_t *order;        /* order[storage] = the caller's index */
  uint32_t *size;         /* particles of a region, at least 1 */
  uint32_t *start;        /* count + 1 */
  pl_interval *intervals; /* particles of region i: intervals start[i] … start[i + 1] - 1, rising, none across a path */
  size_t path_count;
  uint32_t *path_start;  /* path_count + 1: path p holds the particles path_start[p] … path_start[p + 1] - 1 */
  pl_sums_method method; /* DIRECT or PATHS; what the other one needs is not there */

  /* DIRECT: the intervals written out, for a loop over many short ones is mispredicted at every end; NULL where regions
     are large */
  size_t *member_start; /* count + 1 */
  uint32_t *members;
  /* PATHS: prefix sums of path p begin with a row of zeros, row path_start[p] + p, and go on with one row per particle;
     on a lattice chains[0] are bars made of them and chains[1] plates made of bars */
  pl_region_chains chains[PL_REGION_CHAINS];
  size_t chain_count; /* 0 on surfaces, 2 on lattices */
  pl_row_pairs sums;  /* regions, made of the last rows */
} pl_regions;

/* What regions are made from, in the caller's order. */
typedef struct pl_region_setup {
  size_t count;
  const double *positions; /* rest, 3 per particle, m */
  const uint32_t *edges;   /* 2 per edge; loops and repeated edges do no harm */
  size_t edge_count;
  uint32_t rings;      /* ω, 1 to PL_MOST_RINGS; 0: a radius is given */
  double radius;       /* m, > 0; used if rings is 0 */
  double spacing;      /* m, of the cubic lattice on which the particles lie; 0: found out where they have more than 8
                     neighbours on average */
  uint32_t path_limit; /* longest path; 0: PL_PATH_LIMIT */
  pl_sums_method method;
  const pl_regions *as_here; /* order and paths are taken from there instead of being made; NULL: made */
} pl_region_setup;

/* Release also after a failure. Slow: time and memory grow with the size of regions. */
PL_API pl_status pl_regions_create(const pl_region_setup *setup, pl_regions *out);
PL_API void pl_regions_release(pl_regions *regions);

/* Puts bodies one behind the other: one set of arrays in the order of paths for a whole batch, to be summed in one go,
   as a GPU needs it. The method is PATHS whatever theirs are, with the bits that each of them would give alone by
   PATHS; lattices keep their chains if all bodies are lattices. `order` counts the caller's particles over all bodies.
   Release also after a failure. */
PL_API pl_status pl_regions_join(const pl_regions *const *bodies, size_t count, pl_regions *out);

/* The method that makes sums faster, DIRECT or PATHS, by a model of the cost from counts alone, never by timing, so
   that it is the same on every run. */
PL_API pl_sums_method pl_regions_pick_method(const pl_regions *regions);

/* Bytes of memory that the regions hold. */
PL_API size_t pl_regions_bytes(const pl_regions *regions);
