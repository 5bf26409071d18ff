/* SPDX-License-Identifier: MIT */
#include "grid_problems.h"

#include <math.h>
#include <stdio.h>

#include "base/memory.h"
#include "base/status.h"

const grid_problem_size grid_problem_sizes[] = {
    {2, 32, 2}, {2, 64, 2},  {2, 128, 2}, {2, 256, 2}, {2, 512, 2},  {2, 1024, 2}, {2, 32, 4},
    {2, 64, 4}, {2, 128, 4}, {2, 256, 4}, {2, 512, 4}, {2, 1024, 4}, {3, 8, 2},    {3, 16, 2},
    {3, 32, 2}, {3, 48, 2},  {3, 8, 4},   {3, 16, 4},  {3, 32, 4},
};
const size_t grid_problem_size_count = sizeof grid_problem_sizes / sizeof *grid_problem_sizes;

void bench_grid_free(bench_grid *g)
{
  for (int k = 0; k < 3; k++) pl_release(g->weights[k]);
  pl_release(g->b);
  pl_release(g->x);
  pl_release(g->coordinates);
  *g = (bench_grid){0};
}

pl_status bench_grid_create(const grid_problem_size *size, double stiffness, bench_grid *out)
{
  *out = (bench_grid){.op.grid.dimensions = size->dimensions, .nodes = 1};
  size_t side = (size_t)size->side;
  for (int a = 0; a < size->dimensions; a++) {
    out->op.grid.counts[a] = side;
    out->nodes *= side;
  }
  for (int k = 0; k < 3; k++) out->weights[k] = PL_NEW(double, out->nodes);
  out->b = PL_NEW(double, 3 * out->nodes);
  out->x = PL_NEW(double, 3 * out->nodes);
  out->coordinates = PL_NEW(double, 3 * out->nodes);
  if (!out->weights[0] || !out->weights[1] || !out->weights[2] || !out->b || !out->x || !out->coordinates) {
    bench_grid_free(out);
    return PL_ERROR_MEMORY;
  }
  double each = size->order == 2 ? 4.0 : 16.0, most = each * size->dimensions;
  if (size->order == 4) most *= size->dimensions; /* every pair of axes */
  for (size_t i = 0; i < out->nodes; i++) {
    out->weights[0][i] = 1.0;
    out->weights[1][i] = stiffness / most;
    out->weights[2][i] = 2.0 * stiffness / most;
    for (size_t c = 0, rest = i; c < 3; c++, rest /= side) {
      out->coordinates[3 * i + c] = (double)(rest % side);
      out->b[3 * i + c] = sin((double)(i * i % 1009)) + 1.0 + (double)c * (double)(i % side) / (double)side;
    }
  }
  out->op.diagonal = out->weights[0];
  for (int a = 0; a < size->dimensions; a++) (size->order == 2 ? out->op.first : out->op.second)[a] = out->weights[1];
  for (int p = 0; size->order == 4 && p < (size->dimensions == 3 ? 3 : size->dimensions - 1); p++)
    out->op.mixed[p] = out->weights[2];
  return PL_OK;
}

void bench_grid_name(const grid_problem_size *s, char *text, size_t room)
{
  snprintf(text, room, "%d^%d %s", s->side, s->dimensions, s->order == 2 ? "springs" : "plate");
}
