/* SPDX-License-Identifier: MIT
   Inner loop of the sweeps: velocity changes of all coupled particles by one impulse. */
#include "contact/compliance/coupling_kernel.h"

static void push_scalar(size_t count, const double *restrict row, const double impulse[3], double *restrict velocity)
{
  double *restrict x = velocity, *restrict y = velocity + count, *restrict z = velocity + 2 * count;
  double px = impulse[0], py = impulse[1], pz = impulse[2];
  for (size_t s = 0; s < count; s++) {
    double w = row[s];
    x[s] += w * px;
    y[s] += w * py;
    z[s] += w * pz;
  }
}

/* The matrix is symmetric: the row of the pushed particle is read instead of its column, with blocks transposed. */
static void push_blocks(size_t count, const double *restrict row, const double impulse[3], double *restrict velocity)
{
  for (size_t s = 0; s < count; s++)
    for (size_t c = 0; c < 3; c++)
      velocity[c * count + s] +=
          row[9 * s + c] * impulse[0] + row[9 * s + 3 + c] * impulse[1] + row[9 * s + 6 + c] * impulse[2];
}

const pl_coupling_kernels PL_ISA_NAME(pl_coupling_kernels) = {push_scalar, push_blocks};
