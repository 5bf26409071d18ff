/* SPDX-License-Identifier: MIT
   Where surfaces go through each other: edges that pierce triangles. */
#pragma once

#include "contact/broad/pairs.h"

typedef struct pl_intersection {
  uint32_t of;       /* 0: an edge of the first surface pierces a triangle of the second; 1: the other way round */
  uint32_t edge;     /* of the one */
  uint32_t triangle; /* of the other */
} pl_intersection;

typedef struct pl_intersections {
  pl_intersection *items;
  size_t count, capacity;
} pl_intersections;

void pl_intersections_free(pl_intersections *crossings);

/* Brings a body's tree (surface->now) to where its particles are; makes it the first time. */
pl_status pl_contact_body_refit(const pl_contact_body *body);

/* Adds all crossings of two surfaces as their particles are now, the first one moved by `shift`, sorted. For a body
   with itself both are the same and the shift is zero; neighbours that share a corner do not cross. An edge that ends
   in a triangle, or a triangle without area, crosses nothing. Both must have been refitted. reaching: per particle of
   the first, triangles that have none that does are known to cross nothing; NULL: nothing is known. */
pl_status pl_intersections_find(const pl_contact_body *first, const pl_contact_body *second, const double shift[3],
                                const uint8_t *reaching, const pl_model_context *context, pl_intersections *out);

/* Where the edge of a crossing goes through the plane of its triangle: the point is (1 - part) start + part end, and on
   the triangle it has the weights (1 - b - c, b, c). Surfaces are not shifted, so that a crossing may come out just
   beside. */
typedef struct pl_piercing {
  double part, b, c;
  double point[3];   /* m, on the edge */
  double normal[3];  /* of the triangle, unit */
  double heights[2]; /* m, of start and end over the triangle */
} pl_piercing;
pl_piercing pl_intersection_locate(const pl_intersection *crossing, const pl_contact_body *first,
                                   const pl_contact_body *second);
