/* SPDX-License-Identifier: MIT */
#include <math.h>

#include "bench/cage/bench_cage.h"
#include "clock.h"
#include "model/cage/cage.h"
#include "world/world.h"

static double now(void) { return 1e3 * bench_clock(true); }

pl_status cage_bench_cage(const pl_mesh *mesh, size_t vertices, pl_mesh **out)
{
  pl_cage_def def = pl_default_cage_def();
  def.mesh = mesh;
  def.vertices = vertices;
  return pl_make_cage(&def, out, NULL);
}

pl_status cage_bench_make(const pl_mesh *mesh, const pl_mesh *cage, uint32_t points, pl_cage_normals normals,
                          cage_bench *out)
{
  *out = (cage_bench){0};
  pl_world_def world_def = pl_default_world_def();
  world_def.substeps = 1; /* as papers have it */
  world_def.threads = 1;
  world_def.step = 0.005;
  pl_status status = pl_world_create(&world_def, &out->world);
  pl_body_def def = pl_default_body_def(PL_MODEL_CAGE);
  def.mesh = mesh;
  def.cage.mesh = cage;
  def.cage.points = points;
  def.cage.normals = normals;
  def.cage.youngs_modulus = 2e5;
  double start = now();
  if (status == PL_OK) status = pl_body_create(out->world, &def, &out->body);
  out->set_up = now() - start;
  return status;
}

pl_status cage_bench_steps(const cage_bench *b, int count, double *milliseconds)
{
  *milliseconds = INFINITY;
  for (int k = 0; k < count; k++) {
    double start = now();
    pl_status status = pl_world_step(b->world);
    if (status != PL_OK) return status;
    *milliseconds = fmin(*milliseconds, now() - start);
  }
  return PL_OK;
}

void cage_bench_assembly(const cage_bench *b, double *milliseconds, double *rate, size_t *n, size_t *depth)
{
  pl_model_context context = pl_world_context(b->world);
  pl_cage *cage = b->body->view.data;
  double work = 0;
  *milliseconds = INFINITY;
  for (int k = 0; k < 60; k++) {
    double start = now();
    work = pl_cage_assemble(cage, 1, 1e-4, &context);
    *milliseconds = fmin(*milliseconds, now() - start);
  }
  *n = cage->nodes.unknowns;
  *depth = (cage->full ? 4 : 1) * cage->block_count * PL_CAGE_LANES;
  *rate = 1e-6 * work / *milliseconds;
}
