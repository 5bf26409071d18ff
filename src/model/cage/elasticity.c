/* SPDX-License-Identifier: MIT
   Deformation gradients at quadrature points, their rotations, energy and forces: Martin et al., (16) and sect. 5.3;
   with D, (15). */
#include <string.h>

#include "base/status.h"
#include "math/rotation.h"
#include "model/cage/cage.h"
#include "model/embedded/corotated.h"

/* F of carriers at e; the first `carriers` of them. */
static void find_gradients(const pl_cage *cage, size_t carriers, const double *e, double *F)
{
  PL_ISA_PICK(pl_cage_kernels)
      ->gradients(cage->block_count, carriers, cage->gradient, 3 * cage->carriers * PL_CAGE_LANES, e, F);
}

/* out (unknowns) = -B^T of the sum over points of weight × P gradient; P holds stresses times weights. */
static void stress_to_nodes(pl_cage *cage, double *out)
{
  size_t carriers = pl_cage_moving(cage);
  memset(cage->sums, 0, 3 * carriers * PL_CAGE_LANES * sizeof(double));
  PL_ISA_PICK(pl_cage_kernels)
      ->forces(cage->block_count, carriers, cage->gradient, 3 * cage->carriers * PL_CAGE_LANES, cage->P, cage->sums);
  for (size_t k = 0; k < 3 * carriers; k++) {
    const double *s = cage->sums + PL_CAGE_LANES * k;
    cage->change[k] = -(((s[0] + s[4]) + (s[2] + s[6])) + ((s[1] + s[5]) + (s[3] + s[7])));
  }
  memset(out, 0, cage->nodes.unknowns * sizeof(double));
  pl_cage_collect(cage, cage->change, out);
}

static void scale(double *m, double factor)
{
  for (int k = 0; k < 9; k++) m[k] *= factor;
}

pl_status pl_cage_elastic(pl_embedded *nodes, const pl_model_context *context, double *energy, double *f)
{
  pl_cage *cage = (pl_cage *)nodes;
  pl_arena_mark mark = pl_arena_here(context->scratch);
  double *rotation = cage->rotation;
  size_t size = cage->block_count * PL_ROTATION_BLOCK;
  if (!f) {
    rotation = PL_TAKE(context->scratch, double, size);
    if (!rotation) return PL_ERROR_MEMORY;
    memcpy(rotation, cage->rotation, size * sizeof(double));
  }
  find_gradients(cage, cage->carriers, cage->e, cage->F);
  pl_closest_rotations(cage->F, cage->block_count, rotation);
  *energy = 0;
  memset(cage->P, 0, size * sizeof(double));
  for (size_t q = 0; q < cage->point_count; q++) {
    double F[9], R[9], P[9];
    pl_rotation_load(cage->F, q, F);
    pl_rotation_load(rotation, q, R);
    *energy += cage->weight[q] * pl_corotated_energy(nodes->lambda, nodes->mu, F, R);
    if (!f) continue;
    pl_corotated_stress(nodes->lambda, nodes->mu, F, R, P);
    scale(P, cage->weight[q]);
    pl_rotation_store(cage->P, q, P);
  }
  if (f) stress_to_nodes(cage, f);
  *energy += pl_cage_faces_energy(cage, f);
  if (f) {
    if (cage->full) memcpy(cage->face_force, cage->change + nodes->unknowns, 3 * cage->faces * sizeof(double));
    context->stats->rotations += cage->point_count;
  }
  pl_arena_back_to(context->scratch, mark);
  return PL_OK;
}

pl_status pl_cage_stiffness(pl_embedded *nodes, const double *u, const pl_model_context *context, double *out)
{
  (void)context;
  pl_cage *cage = (pl_cage *)nodes;
  pl_cage_extend(cage, u, cage->change);
  find_gradients(cage, pl_cage_moving(cage), cage->change, cage->F);
  memset(cage->P, 0, cage->block_count * PL_ROTATION_BLOCK * sizeof(double));
  for (size_t q = 0; q < cage->point_count; q++) {
    double F[9], R[9], P[9];
    pl_rotation_load(cage->F, q, F);
    pl_rotation_load(cage->rotation, q, R);
    pl_corotated_change(nodes->lambda, nodes->mu, nodes->rotation_stiffness, R, F, P);
    scale(P, -cage->weight[q]);
    pl_rotation_store(cage->P, q, P);
  }
  stress_to_nodes(cage, out);
  pl_cage_faces_stiffness(cage, u, out);
  return PL_OK;
}
