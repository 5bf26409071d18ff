/* SPDX-License-Identifier: MIT */
#include "picture/palette.h"

#include "cache/palette.h"

static vec from_srgb(int r, int g, int b)
{
  float c[3];
  pl_linear_color((const unsigned char[3]){(unsigned char)r, (unsigned char)g, (unsigned char)b}, c);
  return (vec){c[0], c[1], c[2]};
}

vec pl_palette_body(size_t i)
{
  float c[3];
  pl_body_color(i, c);
  return (vec){c[0], c[1], c[2]};
}

vec pl_palette_obstacle(size_t i)
{
  static const unsigned char greys[][3] = {{150, 158, 168}, {168, 160, 150}, {132, 142, 150}};
  const unsigned char *c = greys[i % 3];
  return from_srgb(c[0], c[1], c[2]);
}

vec pl_palette_scale(float s)
{
  static const unsigned char stops[][3] = {{38, 40, 92},    {52, 96, 168},  {62, 168, 168},
                                           {150, 208, 110}, {250, 220, 80}, {240, 110, 60}};
  enum { LAST = sizeof stops / sizeof *stops - 1 };
  float at = clamp01(s) * LAST;
  int i = at >= LAST ? LAST - 1 : (int)at;
  vec a = from_srgb(stops[i][0], stops[i][1], stops[i][2]);
  vec b = from_srgb(stops[i + 1][0], stops[i + 1][1], stops[i + 1][2]);
  return vec_mix(a, b, at - (float)i);
}
