/* SPDX-License-Identifier: MIT
   Closest rotations of many matrices at once, a register full of lanes at a time. A lane stops at its own last step and
   is kept as it is while others go on: its result depends on nothing but its own matrix and start. */
#include "math/rotation_kernel.h"

#include "math/rotation.h"
#include "math/rotation_newton.h"

enum { LANES = PL_ROTATION_LANES, STEP_LIMIT = 6 };

/* The lanes in `bits`, by the direct method, which does not fail. `starts` are the rotations that came in. */
static size_t solve_directly(const double *matrices, const double *starts, unsigned bits, pl_wide R[9])
{
  size_t count = 0;
  double results[9][PL_WIDE_LANES];
  for (int k = 0; k < 9; k++) pl_wide_store(R[k], results[k]);
  for (int lane = 0; lane < PL_WIDE_LANES; lane++) {
    if (!(bits >> lane & 1)) continue;
    double a[9], r[9];
    for (int k = 0; k < 9; k++) {
      a[k] = matrices[LANES * k + lane];
      r[k] = starts[LANES * k + lane];
    }
    pl_closest_rotation_cold(a, r, r);
    for (int k = 0; k < 9; k++) results[k][lane] = r[k];
    count++;
  }
  for (int k = 0; k < 9; k++) R[k] = pl_wide_load(results[k]);
  return count;
}

size_t PL_ISA_NAME(pl_rotation_kernel)(const double *A, size_t blocks, double *R)
{
  size_t cold = 0;
  for (size_t b = 0; b < blocks; b++, A += PL_ROTATION_BLOCK, R += PL_ROTATION_BLOCK)
    for (int first = 0; first < LANES; first += PL_WIDE_LANES) {
      pl_wide r[9];
      for (int k = 0; k < 6; k++) r[k] = pl_wide_load(R + first + LANES * k);
      pl_wide a[9];
      for (int k = 0; k < 9; k++) a[k] = pl_wide_load(A + first + LANES * k);
      unsigned unsolved = pl_newton_search(a, STEP_LIMIT, r);
      if (unsolved) cold += solve_directly(A + first, R + first, unsolved, r);
      for (int k = 0; k < 9; k++) pl_wide_store(r[k], R + first + LANES * k);
    }
  return cold;
}
