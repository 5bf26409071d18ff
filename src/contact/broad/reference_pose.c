/* SPDX-License-Identifier: MIT */
#include "contact/broad/reference_pose.h"

#include <math.h>
#include <stdbool.h>

#include "base/memory.h"
#include "math/vec3.h"

pl_status pl_reference_pose_reserve(pl_reference_pose *reference, size_t particle_count,
                                    const pl_clusters *const clusters[PL_CLUSTER_KINDS])
{
  reference->before = PL_NEW(double, 3 * particle_count);
  reference->motion_bound = PL_NEW(double, 3 * particle_count);
  bool all = reference->before && reference->motion_bound;
  for (int k = 0; k < PL_CLUSTER_KINDS; k++) {
    reference->boxes[k] = PL_NEW(float, PL_SPAN *(clusters[k]->count + 1));
    all = all && reference->boxes[k];
  }
  return all ? PL_OK : PL_ERROR_MEMORY;
}

void pl_reference_pose_free(pl_reference_pose *reference)
{
  pl_release(reference->before);
  pl_release(reference->motion_bound);
  for (int k = 0; k < PL_CLUSTER_KINDS; k++) pl_release(reference->boxes[k]);
  *reference = (pl_reference_pose){0};
}

/* Swept box of a particle: its start and its motion bound, rounded outwards. */
static void box_particle(const double before[3], const double motion_bound[3], float span[PL_SPAN])
{
  for (size_t c = 0; c < 3; c++) {
    double from = before[c], to = from + motion_bound[c], rounding = 1e-7 * (fabs(from) + fabs(to));
    span[c] = (float)((from < to ? from : to) - rounding);
    span[4 + c] = -(float)((from < to ? to : from) + rounding);
  }
}

static void box_clusters(const pl_clusters *clusters, const float *spans, float *boxes)
{
  const pl_blocks_kernels *kernels = PL_ISA_PICK(pl_blocks_kernels);
  for (size_t k = 0; k < clusters->count; k++)
    kernels->span(spans, clusters->particles + clusters->starts[k], clusters->starts[k + 1] - clusters->starts[k],
                  boxes + PL_SPAN * k);
}

static void box_all(pl_reference_pose *reference, size_t clusters)
{
  for (size_t c = 0; c < 3; c++) {
    float low = INFINITY, high = INFINITY;
    for (size_t k = 0; k < clusters; k++) {
      const float *box = reference->boxes[PL_VERTEX_CLUSTERS] + PL_SPAN * k;
      low = box[c] < low ? box[c] : low;
      high = box[c + 4] < high ? box[c + 4] : high;
    }
    reference->around[c] = low;
    reference->around[c + 3] = -high;
  }
}

void pl_reference_pose_take(pl_reference_pose *reference, size_t particle_count,
                            const pl_clusters *const clusters[PL_CLUSTER_KINDS], const double *x, const double *v,
                            double h, const double way[3], float *spans)
{
  for (size_t i = 0; i < particle_count; i++) {
    double *before = reference->before + 3 * i, *motion_bound = reference->motion_bound + 3 * i;
    pl_vec3_add_scaled(x + 3 * i, -h, v + 3 * i, before);
    for (size_t c = 0; c < 3; c++) motion_bound[c] = PL_MOTION_FACTOR * (h * v[3 * i + c] - way[c]);
    box_particle(before, motion_bound, spans + PL_SPAN * i);
  }
  for (int k = 0; k < PL_CLUSTER_KINDS; k++) box_clusters(clusters[k], spans, reference->boxes[k]);
  box_all(reference, clusters[PL_VERTEX_CLUSTERS]->count);
}
