/* SPDX-License-Identifier: MIT
   Grids of numbers as surfaces: heights over a plane, ranges from an axis. */
#include <math.h>

#include "base/floats.h"
#include "base/status.h"
#include "math/functions.h"
#include "mesh/core/builder.h"
#include "pliant/make.h"

static pl_status check(const char *what, const double sizes[2], size_t size_count, const uint32_t counts[2],
                       uint32_t least, const double *values, double least_value)
{
  for (size_t k = 0; k < size_count; k++)
    if (!(sizes[k] > 0 && isfinite(sizes[k])))
      return pl_fail(PL_ERROR_ARGUMENT, "%s: its size must be positive, in m, got %g", what, sizes[k]);
  if (!values) return pl_fail(PL_ERROR_ARGUMENT, "%s: there are no values", what);
  if (counts[0] < least || counts[1] < 2 || (uint64_t)counts[0] * counts[1] > UINT32_MAX)
    return pl_fail(PL_ERROR_ARGUMENT, "%s: needs at least %u columns and 2 rows, got %u and %u", what, least, counts[0],
                   counts[1]);
  for (size_t k = 0; k < (size_t)counts[0] * counts[1]; k++)
    if (!(isfinite(values[k]) && values[k] > least_value))
      return pl_fail(PL_ERROR_ARGUMENT, "%s: the value in column %zu, row %zu must be %s, got %g", what, k % counts[0],
                     k / counts[0], isfinite(least_value) ? "positive" : "finite", values[k]);
  return PL_OK;
}

/* Cells of a grid whose vertex (i, k) has index i rows + k; diagonals alternate. */
static pl_status finish(pl_mesh_builder *b, uint32_t columns, uint32_t rows, bool closed, pl_mesh **out)
{
  b->grid = (pl_grid){.counts = {columns, rows}, .closed = {closed}};
  for (uint32_t i = 0; i + (closed ? 0 : 1) < columns; i++)
    for (uint32_t k = 0; k + 1 < rows; k++) {
      uint32_t a = i * rows + k, next = (i + 1) % columns * rows + k;
      if ((i + k) % 2 == 0)
        pl_builder_quad(b, a, a + 1, next + 1, next);
      else
        pl_builder_quad(b, a + 1, next + 1, next, a);
    }
  return pl_builder_finish(b, out);
}

pl_status pl_make_height_field(double width, double depth, uint32_t columns, uint32_t rows, const double *heights,
                               pl_mesh **out)
{
  PL_OWN_FLOATS;
  *out = NULL;
  PL_TRY(check("height field", (double[2]){width, depth}, 2, (uint32_t[2]){columns, rows}, 2, heights, -INFINITY));
  pl_mesh_builder b = {0};
  for (uint32_t i = 0; i < columns; i++)
    for (uint32_t k = 0; k < rows; k++)
      pl_builder_vertex(&b, width * i / (columns - 1) - width / 2, heights[(size_t)k * columns + i],
                        depth * k / (rows - 1) - depth / 2);
  return finish(&b, columns, rows, false, out);
}

pl_status pl_make_range_field(double height, uint32_t columns, uint32_t rows, const double *ranges, pl_mesh **out)
{
  PL_OWN_FLOATS;
  const double turn = 6.283185307179586;
  *out = NULL;
  PL_TRY(check("range field", (double[2]){height, 0}, 1, (uint32_t[2]){columns, rows}, 3, ranges, 0));
  pl_mesh_builder b = {0};
  for (uint32_t i = 0; i < columns; i++)
    for (uint32_t k = 0; k < rows; k++) {
      double range = ranges[(size_t)k * columns + i], angle = turn * i / columns;
      pl_builder_vertex(&b, range * pl_sin(angle), height * (0.5 - (double)k / (rows - 1)), range * pl_cos(angle));
    }
  return finish(&b, columns, rows, true, out);
}
