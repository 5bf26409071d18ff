/* SPDX-License-Identifier: MIT
   Pictures of the functions of a subspace. */
#pragma once

#include "pliant/io.h"

/* One tile per function, at most 40: the body's rest shape, moved sideways and coloured by the function. */
pl_status subspace_show(const pl_body *body, const double *basis, size_t size, const char *title, const char *output);
