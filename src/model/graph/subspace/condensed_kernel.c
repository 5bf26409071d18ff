/* SPDX-License-Identifier: MIT
   Lanes are particles. A block's slopes stay in the first-level cache between the covariances that they give and the
   forces that they take, and rotations are found in registers in between. */
#include "model/graph/subspace/condensed_kernel.h"

#include <string.h>

#include "math/rotation.h"
#define PL_WIDE_FLOAT
#include "math/rotation_newton.h"

enum { LANES = PL_CONDENSED_LANES, WIDE = PL_WIDE_LANES, STEP_LIMIT = 6 };

/* Where the processor can, the operators of the next block come nearer while this one is worked on. */
#define COME_NEARER(at) __builtin_prefetch(at, 0, 2)

/* Rotations are kept column after column, as everywhere in this model. */
static inline size_t kept_at(size_t k) { return (k % 3 * 3 + k / 3) * LANES; }

/* A = start + sum z_k g_k^T of the lanes from `lane` on. */
static inline void covariances(const pl_condensed_pass *pass, size_t block, size_t lane, pl_wide a[9])
{
  const float *start = pass->rows->start + block * 9 * LANES + lane;
  const float *slope = pass->rows->slope + block * 3 * pass->columns * LANES + lane;
  for (size_t k = 0; k < 9; k++) a[k] = pl_wide_load(start + k * LANES);
  for (size_t k = 0; k < pass->columns; k++, slope += 3 * LANES) {
    pl_wide z[3] = {pl_wide_set(pass->z[3 * k]), pl_wide_set(pass->z[3 * k + 1]), pl_wide_set(pass->z[3 * k + 2])};
    for (size_t c = 0; c < 3; c++) {
      pl_wide g = pl_wide_load(slope + c * LANES);
      for (size_t r = 0; r < 3; r++) a[3 * r + c] = pl_wide_fma(z[r], g, a[3 * r + c]);
    }
  }
}

/* The lanes in `bits`, where Newton's method did not converge: by the direct method, which does not fail. */
static void solve_directly(const pl_wide a[9], const float *last, unsigned bits, pl_wide R[9])
{
  float matrices[9][WIDE], results[9][WIDE];
  for (size_t k = 0; k < 9; k++) {
    pl_wide_store(a[k], matrices[k]);
    pl_wide_store(R[k], results[k]);
  }
  for (size_t lane = 0; lane < WIDE; lane++) {
    if (!(bits >> lane & 1)) continue;
    double matrix[9], start[9], rotation[9];
    for (size_t k = 0; k < 9; k++) {
      matrix[k] = (double)matrices[k][lane];
      start[k] = (double)last[kept_at(k) + lane];
    }
    pl_closest_rotation(matrix, start, rotation);
    for (size_t k = 0; k < 9; k++) results[k][lane] = (float)rotation[k];
  }
  for (size_t k = 0; k < 9; k++) R[k] = pl_wide_load(results[k]);
}

/* From the last rotations. */
static inline void closest_rotations(const pl_wide a[9], float *rotation, pl_wide R[9])
{
  for (size_t k = 0; k < 9; k++) R[k] = pl_wide_load(rotation + kept_at(k));
  unsigned unsolved = pl_newton_search(a, STEP_LIMIT, R);
  if (unsolved) solve_directly(a, rotation, unsolved, R);
  for (size_t k = 0; k < 9; k++) pl_wide_store(R[k], rotation + kept_at(k));
}

/* R - I + lead (R - before) */
static inline void turns(const pl_condensed_pass *pass, size_t at, const pl_wide R[9], pl_wide out[9])
{
  pl_wide lead = pl_wide_set(pass->lead), one = pl_wide_set(1);
  for (size_t k = 0; k < 9; k++) out[k] = R[k];
  for (size_t k = 0; k < 9; k += 4) out[k] = out[k] - one;
  for (size_t k = 0; k < 9 && pass->before; k++)
    out[k] = pl_wide_fma(lead, R[k] - pl_wide_load(pass->before + at + kept_at(k)), out[k]);
}

/* lanes += turn p_k */
static inline void pulls(const pl_condensed_pass *pass, size_t block, size_t lane, const pl_wide t[9], float *lanes)
{
  size_t stride = 3 * pass->columns * LANES;
  const float *pull = pass->rows->pull + block * stride + lane;
  for (size_t k = 0; k < pass->columns; k++, pull += 3 * LANES, lanes += 3 * WIDE) {
    pl_wide sum[3] = {pl_wide_load(lanes), pl_wide_load(lanes + WIDE), pl_wide_load(lanes + 2 * WIDE)};
    for (size_t c = 0; c < 3; c++) {
      pl_wide p = pl_wide_load(pull + c * LANES);
      COME_NEARER(pull + stride + c * LANES);
      for (size_t r = 0; r < 3; r++) sum[r] = pl_wide_fma(t[3 * r + c], p, sum[r]);
    }
    for (size_t r = 0; r < 3; r++) pl_wide_store(sum[r], lanes + r * WIDE);
  }
}

static void pass_blocks(const pl_condensed_pass *pass, size_t begin, size_t end, float *lanes, double *sums)
{
  memset(lanes, 0, 3 * pass->columns * WIDE * sizeof(float));
  for (size_t block = begin; block < end; block++)
    for (size_t lane = 0; lane < LANES; lane += WIDE) {
      size_t at = block * PL_CONDENSED_ROTATIONS + lane;
      pl_wide a[9], R[9], turned[9];
      covariances(pass, block, lane, a);
      closest_rotations(a, pass->rotation + at, R);
      turns(pass, at, R, turned);
      pulls(pass, block, lane, turned, lanes);
    }
  for (size_t k = 0; k < 3 * pass->columns; k++) {
    double sum[WIDE];
    for (size_t l = 0; l < WIDE; l++) sum[l] = (double)lanes[k * WIDE + l];
    for (size_t width = WIDE / 2; width > 0; width /= 2)
      for (size_t l = 0; l < width; l++) sum[l] += sum[l + width];
    sums[k] = sum[0];
  }
}

const pl_condensed_kernels PL_ISA_NAME(pl_condensed_kernels) = {pass_blocks};
