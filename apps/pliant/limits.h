/* SPDX-License-Identifier: MIT
   What the program says about materials that a step, a mesh or a model cannot represent. */
#pragma once

#include "pliant/world.h"

/* A line on stderr for each of the bodies' limits. */
void limits_warn(const pl_world *world, const char *before);
