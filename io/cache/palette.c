/* SPDX-License-Identifier: MIT */
#include "cache/palette.h"

#include <math.h>

void pl_linear_color(const unsigned char srgb[3], float color[3])
{
  for (int k = 0; k < 3; k++) {
    float c = (float)srgb[k] / 255;
    color[k] = c <= 0.04045f ? c / 12.92f : powf((c + 0.055f) / 1.055f, 2.4f);
  }
}

void pl_body_color(size_t body, float color[3])
{
  static const unsigned char colors[][3] = {{226, 100, 72},  {52, 138, 167},  {240, 178, 62}, {98, 156, 92},
                                            {142, 104, 176}, {222, 130, 156}, {72, 176, 160}, {196, 146, 98},
                                            {92, 118, 196},  {176, 190, 80}};
  pl_linear_color(colors[body % (sizeof colors / sizeof *colors)], color);
}
