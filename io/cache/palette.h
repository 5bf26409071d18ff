/* SPDX-License-Identifier: MIT
   Colours of bodies, the same in caches and in pictures. */
#pragma once

#include <stddef.h>

/* Linear light, 0 to 1: pleasant neighbours, repeated after ten. */
void pl_body_color(size_t body, float color[3]);

/* From 8-bit sRGB to linear light. */
void pl_linear_color(const unsigned char srgb[3], float color[3]);
