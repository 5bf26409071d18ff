/* SPDX-License-Identifier: MIT
   Which particles of one surface lie inside another, closed one, or inside another part of their own. */
#pragma once

#include "contact/narrow/intersections.h"

/* Is the point inside the closed surface of `body`, as it is so many seconds before the end of the step? Winding number
   by a sum over all triangles; an inverted fold encloses nothing. */
bool pl_surface_contains(const pl_contact_body *body, double back, const double point[3]);

/* inside[particle] = 1 for the particles of `one` that the closed surface of `other` holds, both moved by their shifts.
   An edge that is pierced an odd number of times has one end inside: one particle of every connected part is asked for,
   the others follow. `crossings` are all of these two bodies; `of` tells which of them `one` is. */
pl_status pl_point_in_solid_find(const pl_contact_body *one, const double shift[3], const pl_contact_body *other,
                                 const double other_shift[3], const pl_intersection *crossings, size_t count,
                                 uint32_t of, const pl_model_context *context, uint8_t *inside);

/* The same of a closed body with itself: of every connected part the smaller share is inside. */
pl_status pl_point_in_solid_self(const pl_contact_body *body, const pl_intersection *crossings, size_t count,
                                 const pl_model_context *context, uint8_t *inside);
