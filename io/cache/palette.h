/* SPDX-License-Identifier: MIT
   Colours of bodies in files that have colours, by their order in the world. Linear RGB. */
#pragma once

#include <stddef.h>

static inline const float *pl_palette(size_t body)
{
  static const float colours[][3] = {
      {0.80f, 0.24f, 0.10f}, {0.08f, 0.33f, 0.62f}, {0.85f, 0.56f, 0.08f}, {0.13f, 0.46f, 0.21f},
      {0.45f, 0.16f, 0.50f}, {0.05f, 0.48f, 0.48f}, {0.70f, 0.22f, 0.38f}, {0.36f, 0.34f, 0.30f},
  };
  return colours[body % (sizeof colours / sizeof colours[0])];
}
