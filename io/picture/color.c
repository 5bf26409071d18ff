/* SPDX-License-Identifier: MIT */
#include "picture/color.h"

#include <math.h>
#include <string.h>

#include "base/status.h"
#include "picture/palette.h"

const double *pl_color_values(const pl_frame_body *body, const char *name, int *components)
{
  for (size_t f = 0; f < body->field_count; f++)
    if (strcmp(body->fields[f].name, name) == 0) {
      *components = body->fields[f].components;
      return body->fields[f].values;
    }
  *components = 3;
  return strcmp(name, "velocity") == 0 ? body->velocities : NULL;
}

double pl_color_magnitude(const double *values, int components)
{
  double sum = 0;
  for (int k = 0; k < components; k++) sum += values[k] * values[k];
  return components == 1 ? values[0] : sqrt(sum);
}

pl_status pl_color_missing(const char *name)
{
  return pl_fail(PL_ERROR_ARGUMENT, "no body has a field '%s' to colour by; 'velocity' always works", name);
}

bool pl_color_extend(const pl_frame *frame, const char *name, double range[2])
{
  bool found = false;
  for (size_t b = 0; b < frame->body_count; b++) {
    int components;
    const double *values = pl_color_values(&frame->bodies[b], name, &components);
    if (!values) continue;
    found = true;
    for (size_t i = 0; i < frame->bodies[b].rest.vertex_count; i++) {
      double m = pl_color_magnitude(values + (size_t)components * i, components);
      range[0] = m < range[0] ? m : range[0];
      range[1] = m > range[1] ? m : range[1];
    }
  }
  return found;
}

void pl_color_body(const pl_frame_body *body, size_t number, const char *name, const double range[2], vec *colors)
{
  int components = 0;
  const double *values = name ? pl_color_values(body, name, &components) : NULL;
  double extent = range[1] - range[0];
  for (size_t i = 0; i < body->rest.vertex_count; i++) {
    colors[i] = pl_palette_body(number);
    if (!values) continue;
    double m = pl_color_magnitude(values + (size_t)components * i, components);
    colors[i] = pl_palette_scale(extent > 0 ? (float)((m - range[0]) / extent) : 0.0f);
  }
}
