/* SPDX-License-Identifier: MIT
   What the program says about bodies that start inside each other. */
#pragma once

#include <stdio.h>

#include "pliant/tangle.h"

/* One sentence, with at most so many numbers of triangles of each body (0: all), without a line break. */
void tangle_tell(FILE *out, const pl_tangle *tangle, size_t most_triangles);

/* Sentences about the first few on stderr, for a state that is about to be run. */
void tangles_warn(const pl_world *world, const char *before);
