/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "bench/continuum/bench_continuum.h"
#include "math/vec3.h"
#include "pliant/make.h"

/* A closed first direction goes round the y axis, which is the second one. */
static void place(const uint32_t n[3], bool closed, double spacing, size_t node, double out[3])
{
  size_t columns = n[1] ? n[1] : 1, i = node / columns;
  pl_vec3_set(out, spacing * (double)i, spacing * (double)(node % columns), 0);
  if (!closed) return;
  double angle = 2 * 3.141592653589793 * (double)i / n[0], radius = spacing * n[0] / (2 * 3.141592653589793);
  out[0] = radius * cos(angle);
  out[2] = radius * sin(angle);
}

pl_status continuum_bench_mesh(const uint32_t counts[3], bool closed, double spacing, pl_mesh **out)
{
  if (counts[2]) { /* with the volumes of its nodes */
    pl_lattice_def lattice = pl_default_lattice_def();
    memcpy(lattice.counts, counts, sizeof lattice.counts);
    lattice.spacing = spacing;
    return pl_make_lattice(&lattice, out);
  }
  size_t columns = counts[1] ? counts[1] : 1, count = counts[0] * columns, stride[2] = {columns, 1}, edges = 0;
  double *x = PL_NEW(double, 3 * count);
  uint32_t *edge = PL_NEW(uint32_t, 4 * count);
  for (size_t i = 0; x && edge && i < count; i++) {
    place(counts, closed, spacing, i, x + 3 * i);
    for (size_t d = 0; d < 2; d++) {
      size_t at = counts[d] ? i / stride[d] % counts[d] : 0;
      bool wraps = d == 0 && closed && at + 1 == counts[d];
      if (counts[d] < 2 || (at + 1 == counts[d] && !wraps)) continue;
      edge[2 * edges] = (uint32_t)i;
      edge[2 * edges++ + 1] = (uint32_t)(wraps ? i - at * stride[d] : i + stride[d]);
    }
  }
  pl_mesh_data data = {.positions = x, .vertex_count = count, .edges = edge, .edge_count = edges};
  memcpy(data.grid.counts, counts, 3 * sizeof *counts);
  data.grid.closed[0] = closed;
  pl_status status = x && edge ? pl_mesh_create(&data, out) : PL_ERROR_MEMORY;
  pl_release(x);
  pl_release(edge);
  return status;
}

pl_status continuum_bench_world(const pl_body_def *def, double h, pl_world **out)
{
  pl_world_def world = pl_default_world_def();
  pl_body_def quiet = *def;
  pl_body *body = NULL;
  world.step = h;
  world.substeps = 1;
  world.threads = 1;
  pl_vec3_set(world.gravity, 0, 0, 0);
  quiet.sleep = false;
  quiet.contact.bodies = false;
  PL_TRY(pl_world_create(&world, out));
  pl_status status = pl_body_create(*out, &quiet, &body);
  if (status == PL_OK) return PL_OK;
  pl_world_destroy(*out);
  *out = NULL;
  return status;
}

pl_status continuum_bench_shake(pl_body *body, const double spin[3], double shake)
{
  size_t n = pl_body_particle_count(body);
  const double *x = pl_body_positions(body);
  double *v = PL_NEW(double, 3 * n), middle[3] = {0, 0, 0}, low[3], high[3], size = 0;
  if (!v) return PL_ERROR_MEMORY;
  pl_vec3_copy(x, low);
  pl_vec3_copy(x, high);
  for (size_t i = 0; i < n; i++) {
    pl_vec3_add_scaled(middle, 1.0 / (double)n, x + 3 * i, middle);
    for (size_t k = 0; k < 3; k++) {
      low[k] = fmin(low[k], x[3 * i + k]);
      high[k] = fmax(high[k], x[3 * i + k]);
    }
  }
  size = pl_vec3_distance(low, high);
  for (size_t i = 0; i < n; i++) {
    double arm[3];
    pl_vec3_sub(x + 3 * i, middle, arm);
    pl_vec3_cross(spin, arm, v + 3 * i);
    for (size_t k = 0; k < 3; k++) v[3 * i + k] += shake * sin(6 * arm[(k + 1) % 3] / size + (double)k);
  }
  pl_status status = pl_body_set_velocities(body, v);
  pl_release(v);
  return status;
}
