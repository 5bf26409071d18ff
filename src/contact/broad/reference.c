/* SPDX-License-Identifier: MIT */
#include "contact/broad/reference.h"

#include <math.h>
#include <stdbool.h>

#include "base/memory.h"
#include "math/vec3.h"

pl_status pl_reference_reserve(pl_reference *reference, size_t particle_count,
                               const pl_patches *const patches[PL_PATCH_KINDS])
{
  reference->before = PL_NEW(double, 3 * particle_count);
  reference->roam = PL_NEW(double, 3 * particle_count);
  bool all = reference->before && reference->roam;
  for (int k = 0; k < PL_PATCH_KINDS; k++) {
    reference->boxes[k] = PL_NEW(float, PL_SPAN *(patches[k]->count + 1));
    all = all && reference->boxes[k];
  }
  return all ? PL_OK : PL_ERROR_MEMORY;
}

void pl_reference_free(pl_reference *reference)
{
  pl_release(reference->before);
  pl_release(reference->roam);
  for (int k = 0; k < PL_PATCH_KINDS; k++) pl_release(reference->boxes[k]);
  *reference = (pl_reference){0};
}

/* A particle goes somewhere between where it was and as far as it may. The box around that, rounded outwards. */
static void box_particle(const double before[3], const double roam[3], float span[PL_SPAN])
{
  for (size_t c = 0; c < 3; c++) {
    double from = before[c], to = from + roam[c], rounding = 1e-7 * (fabs(from) + fabs(to));
    span[c] = (float)((from < to ? from : to) - rounding);
    span[4 + c] = -(float)((from < to ? to : from) + rounding);
  }
}

static void box_patches(const pl_patches *patches, const float *spans, float *boxes)
{
  const pl_blocks_kernels *kernels = PL_ISA_PICK(pl_blocks_kernels);
  for (size_t k = 0; k < patches->count; k++)
    kernels->span(spans, patches->particles + patches->starts[k], patches->starts[k + 1] - patches->starts[k],
                  boxes + PL_SPAN * k);
}

static void box_all(pl_reference *reference, size_t patches)
{
  for (size_t c = 0; c < 3; c++) {
    float low = INFINITY, high = INFINITY;
    for (size_t k = 0; k < patches; k++) {
      const float *box = reference->boxes[PL_VERTEX_PATCHES] + PL_SPAN * k;
      low = box[c] < low ? box[c] : low;
      high = box[c + 4] < high ? box[c + 4] : high;
    }
    reference->around[c] = low;
    reference->around[c + 3] = -high;
  }
}

void pl_reference_take(pl_reference *reference, size_t particle_count, const pl_patches *const patches[PL_PATCH_KINDS],
                       const double *x, const double *v, double h, const double way[3], float *spans)
{
  for (size_t i = 0; i < particle_count; i++) {
    double *before = reference->before + 3 * i, *roam = reference->roam + 3 * i;
    pl_vec3_add_scaled(x + 3 * i, -h, v + 3 * i, before);
    for (size_t c = 0; c < 3; c++) roam[c] = PL_ROAM_FACTOR * (h * v[3 * i + c] - way[c]);
    box_particle(before, roam, spans + PL_SPAN * i);
  }
  for (int k = 0; k < PL_PATCH_KINDS; k++) box_patches(patches[k], spans, reference->boxes[k]);
  box_all(reference, patches[PL_VERTEX_PATCHES]->count);
}
