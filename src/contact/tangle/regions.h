/* SPDX-License-Identifier: MIT
   Splits tangles into regions: connected places where two sides intersect, each with one direction of separation. Two
   closed bodies that overlap in a lens separate along the direction in which its volume shrinks fastest. Where that is
   undetermined (a bar right through another, one ball in the middle of another) whole bodies separate along the
   direction in which they overlap least. Sheets, and bodies through themselves, separate in the direction that shortens
   the line of intersection. */
#pragma once

#include "contact/tangle/tangle.h"

typedef struct pl_tangle_region_side {
  uint32_t body; /* in the list of bodies */
  uint32_t *particles;
  size_t count;
} pl_tangle_region_side;

typedef struct pl_tangle_region {
  pl_tangle_region_side sides[2];
  double way[3]; /* unit: the first side goes there, the second the other way */
  double at[3];  /* m, where they push each other */
  double depth;  /* m, estimate of the distance to separate them */
} pl_tangle_region;

typedef struct pl_tangle_regions {
  pl_tangle_region *items;
  size_t count;
  uint32_t **marks; /* per body: NULL, or per particle 0, or 2 × (region + 1) + side */
  const pl_tangles *tangles;
} pl_tangle_regions;

/* Takes memory from the scratch arena, which must not be given back while the regions are used. */
pl_status pl_tangle_regions_find(const pl_tangles *tangles, const pl_contact_body *bodies, size_t body_count,
                                 const pl_model_context *context, pl_tangle_regions *out);

/* Is a contact (four particles with weights and its normal) of a region, and does it act against the region's
   direction? Its side cannot be told from positions, and contact must leave it out. */
bool pl_tangle_regions_exclude(const pl_tangle_regions *tangle_regions, const uint32_t particles[4],
                               const uint32_t owners[4], const double weights[4], const double normal[3]);
