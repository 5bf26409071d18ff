/* SPDX-License-Identifier: MIT
   The elements: deformation gradients at Gauss points, forces, products with stiffness and mass. All elements have one
   shape, so that there is one table of gradients. Elements work in parallel on their own memory; sums over elements run
   in order. */
#include <math.h>
#include <string.h>

#include "base/status.h"
#include "math/rotation.h"
#include "model/embedded/corotated.h"
#include "model/hex/hex.h"

enum { GRAIN = 32 }; /* elements */

/* Value and derivative along one axis of the hat at end 0 or 1 of [0, 1]. */
static double hat(uint32_t end, double t) { return end ? t : 1 - t; }
static double slope(uint32_t end) { return end ? 1 : -1; }
static double gauss(uint32_t side) { return 0.5 + (side ? 0.5 : -0.5) / sqrt(3.0); }

void pl_hex_tabulate(pl_hex *hex)
{
  const double *s = hex->voxels.spacing;
  hex->weight = s[0] * s[1] * s[2] / PL_HEX_POINTS;
  memset(hex->mass, 0, sizeof hex->mass);
  memset(hex->inner, 0, sizeof hex->inner);
  for (uint32_t q = 0; q < PL_HEX_POINTS; q++) {
    const double t[3] = {gauss(q >> 2), gauss(q >> 1 & 1), gauss(q & 1)};
    double value[PL_HEX_CORNERS];
    for (uint32_t k = 0; k < PL_HEX_CORNERS; k++) {
      const uint32_t end[3] = {k >> 2, k >> 1 & 1, k & 1};
      double *g = hex->gradient[q][k];
      value[k] = hat(end[0], t[0]) * hat(end[1], t[1]) * hat(end[2], t[2]);
      g[0] = slope(end[0]) * hat(end[1], t[1]) * hat(end[2], t[2]) / s[0];
      g[1] = hat(end[0], t[0]) * slope(end[1]) * hat(end[2], t[2]) / s[1];
      g[2] = hat(end[0], t[0]) * hat(end[1], t[1]) * slope(end[2]) / s[2];
    }
    for (uint32_t i = 0; i < PL_HEX_CORNERS; i++)
      for (uint32_t j = 0; j < PL_HEX_CORNERS; j++) {
        hex->mass[i][j] += hex->density * hex->weight * value[i] * value[j];
        hex->inner[i][j] += hex->weight * pl_vec3_dot(hex->gradient[q][i], hex->gradient[q][j]);
      }
  }
  memset(hex->crumbs, 0, sizeof hex->crumbs);
  for (uint32_t i = 0; i < PL_HEX_CORNERS; i++)
    for (uint32_t j = 0; j < PL_HEX_CORNERS; j++) hex->crumbs[i][i] += hex->mass[i][j];
}

typedef struct element_loop {
  const pl_hex *hex;
  const double *u;  /* nodes, or changes of them */
  double *F;        /* blocks of deformation gradients, or changes of them */
  double *rotation; /* blocks */
  double *force;    /* PL_HEX_UNKNOWNS per element */
} element_loop;

static void gather_corners(const pl_hex *hex, size_t element, const double *u, double local[PL_HEX_CORNERS][3])
{
  const uint32_t *corner = hex->voxels.corners + PL_HEX_CORNERS * element;
  for (size_t k = 0; k < PL_HEX_CORNERS; k++) pl_vec3_copy(u + 3 * (size_t)corner[k], local[k]);
}

static void gradients_of(void *context, size_t begin, size_t end)
{
  const element_loop *loop = context;
  for (size_t e = begin; e < end; e++) {
    double local[PL_HEX_CORNERS][3];
    gather_corners(loop->hex, e, loop->u, local);
    for (size_t q = 0; q < PL_HEX_POINTS; q++) {
      double F[9];
      pl_mat3_zero(F);
      const double *gradient = pl_hex_gradient(loop->hex, e, q);
      for (size_t k = 0; k < PL_HEX_CORNERS; k++) pl_mat3_outer_add(F, 1, local[k], gradient + 3 * k);
      pl_rotation_store(loop->F, e * PL_HEX_POINTS + q, F);
    }
  }
}

void pl_hex_gradients(const pl_hex *hex, const double *u, pl_pool *pool, double *F)
{
  element_loop loop = {.hex = hex, .u = u, .F = F};
  pl_parallel_for(pool, hex->voxels.element_count, GRAIN, gradients_of, &loop);
}

static void rotate(void *context, size_t begin, size_t end)
{
  const element_loop *loop = context;
  pl_closest_rotations(loop->F + begin * PL_ROTATION_BLOCK, end - begin, loop->rotation + begin * PL_ROTATION_BLOCK);
}

/* Forces on the corners of an element from the stresses (first Piola–Kirchhoff) at its Gauss points. */
static void stress_to_corners(const pl_hex *hex, size_t element, double P[PL_HEX_POINTS][9], double *force)
{
  memset(force, 0, PL_HEX_UNKNOWNS * sizeof(double));
  double weight = hex->weight * pl_hex_strength(hex, element);
  for (size_t q = 0; q < PL_HEX_POINTS; q++) {
    const double *gradient = pl_hex_gradient(hex, element, q);
    for (size_t k = 0; k < PL_HEX_CORNERS; k++) {
      double pull[3];
      pl_mat3_apply(P[q], gradient + 3 * k, pull);
      for (size_t c = 0; c < 3; c++) force[3 * k + c] -= weight * pull[c];
    }
  }
}

/* Forces of the deformation F, or of a change F of it. */
static void corner_forces(const element_loop *loop, size_t begin, size_t end, bool of_change)
{
  const pl_hex *hex = loop->hex;
  for (size_t e = begin; e < end; e++) {
    double P[PL_HEX_POINTS][9];
    for (size_t q = 0; q < PL_HEX_POINTS; q++) {
      double F[9], R[9];
      pl_rotation_load(loop->F, e * PL_HEX_POINTS + q, F);
      pl_rotation_load(loop->rotation, e * PL_HEX_POINTS + q, R);
      if (of_change)
        pl_corotated_change(hex->nodes.lambda, hex->nodes.mu, hex->nodes.rotation_stiffness, R, F, P[q]);
      else
        pl_corotated_stress(hex->nodes.lambda, hex->nodes.mu, F, R, P[q]);
    }
    stress_to_corners(hex, e, P, loop->force + e * PL_HEX_UNKNOWNS);
  }
}

static void elastic_forces(void *context, size_t begin, size_t end) { corner_forces(context, begin, end, false); }
static void stiffness_forces(void *context, size_t begin, size_t end) { corner_forces(context, begin, end, true); }

/* out = scale × the sum of what elements say at their corners */
static void add_up(const pl_hex *hex, const double *force, double scale, double *out)
{
  memset(out, 0, hex->nodes.unknowns * sizeof(double));
  for (size_t e = 0; e < hex->voxels.element_count; e++)
    for (size_t k = 0; k < PL_HEX_CORNERS; k++) {
      double *to = out + 3 * (size_t)hex->voxels.corners[PL_HEX_CORNERS * e + k];
      for (size_t c = 0; c < 3; c++) to[c] += scale * force[e * PL_HEX_UNKNOWNS + 3 * k + c];
    }
}

static double total_energy(const pl_hex *hex, const double *blocks, const double *rotation)
{
  double sum = 0;
  for (size_t e = 0; e < hex->voxels.element_count; e++)
    for (size_t q = 0; q < PL_HEX_POINTS; q++) {
      double F[9], R[9];
      pl_rotation_load(blocks, e * PL_HEX_POINTS + q, F);
      pl_rotation_load(rotation, e * PL_HEX_POINTS + q, R);
      sum += hex->weight * pl_hex_strength(hex, e) * pl_corotated_energy(hex->nodes.lambda, hex->nodes.mu, F, R);
    }
  return sum;
}

pl_status pl_hex_elastic(pl_embedded *nodes, const pl_model_context *context, double *energy, double *f)
{
  pl_hex *hex = (pl_hex *)nodes;
  size_t elements = hex->voxels.element_count;
  pl_arena_mark mark = pl_arena_here(context->scratch);
  double *rotation = hex->rotation;
  if (!f) {
    rotation = PL_TAKE(context->scratch, double, elements *PL_ROTATION_BLOCK);
    if (!rotation) return PL_ERROR_MEMORY;
    memcpy(rotation, hex->rotation, elements * PL_ROTATION_BLOCK * sizeof(double));
  }
  element_loop loop = {.hex = hex, .u = nodes->y, .F = hex->F, .rotation = rotation, .force = hex->element};
  pl_parallel_for(context->pool, elements, GRAIN, gradients_of, &loop);
  pl_parallel_for(context->pool, elements, GRAIN, rotate, &loop);
  *energy = total_energy(hex, hex->F, rotation);
  if (f) {
    context->stats->rotations += elements * PL_HEX_POINTS;
    pl_parallel_for(context->pool, elements, GRAIN, elastic_forces, &loop);
    add_up(hex, hex->element, 1, f);
  }
  pl_arena_back_to(context->scratch, mark);
  return PL_OK;
}

pl_status pl_hex_stiffness(pl_embedded *nodes, const double *u, const pl_model_context *context, double *out)
{
  pl_hex *hex = (pl_hex *)nodes;
  size_t elements = hex->voxels.element_count;
  element_loop loop = {.hex = hex, .u = u, .F = hex->F, .rotation = hex->rotation, .force = hex->element};
  pl_parallel_for(context->pool, elements, GRAIN, gradients_of, &loop);
  pl_parallel_for(context->pool, elements, GRAIN, stiffness_forces, &loop);
  add_up(hex, hex->element, -1, out);
  return PL_OK;
}

void pl_hex_mass(const pl_embedded *nodes, const double *u, double *out)
{
  const pl_hex *hex = (const pl_hex *)nodes;
  memset(out, 0, nodes->unknowns * sizeof(double));
  for (size_t e = 0; e < hex->voxels.element_count; e++) {
    const uint32_t *corner = hex->voxels.corners + PL_HEX_CORNERS * e;
    const double *mass = pl_hex_element_mass(hex, e);
    double local[PL_HEX_CORNERS][3];
    gather_corners(hex, e, u, local);
    for (size_t i = 0; i < PL_HEX_CORNERS; i++)
      for (size_t j = 0; j < PL_HEX_CORNERS; j++)
        for (size_t c = 0; c < 3; c++)
          out[3 * (size_t)corner[i] + c] += hex->voxels.fill[e] * mass[PL_HEX_CORNERS * i + j] * local[j][c];
  }
}
