/* SPDX-License-Identifier: MIT
   Colours, as linear light. */
#pragma once

#include <stddef.h>

#include "picture/trace/vector.h"

vec pl_palette_body(size_t i);     /* the same as in files for other programs */
vec pl_palette_obstacle(size_t i); /* quiet greys */
vec pl_palette_scale(float s);     /* dark to bright for s in [0, 1] */
