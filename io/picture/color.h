/* SPDX-License-Identifier: MIT
   Colouring bodies by a quantity. */
#pragma once

#include "picture/trace/vector.h"
#include "pliant/io_picture.h"

/* The values that colour a body, or NULL where it has none of that name. */
const double *pl_color_values(const pl_frame_body *body, const char *name, int *components);
double pl_color_magnitude(const double *values, int components); /* of one particle; a single value keeps its sign */

pl_status pl_color_missing(const char *name); /* the failure: no body has such values */

/* Widens range to hold all values of a frame; false: no body has any. */
bool pl_color_extend(const pl_frame *frame, const char *name, double range[2]);

/* One colour per vertex: the number's colour of the palette, or by the quantity. */
void pl_color_body(const pl_frame_body *body, size_t number, const char *name, const double range[2], vec *colors);
