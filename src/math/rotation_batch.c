/* SPDX-License-Identifier: MIT
   Chooses the copy of the batched kernel for this processor. */
#include "math/rotation.h"
#include "math/rotation_kernel.h"

pl_rotation_kernel pl_rotation_kernel_for(pl_isa isa)
{
  if (isa > pl_isa_best()) return NULL;
#if defined(__x86_64__)
  if (isa == PL_ISA_AVX512) return pl_rotation_kernel_avx512;
  if (isa == PL_ISA_AVX2) return pl_rotation_kernel_avx2;
#endif
  return isa == PL_ISA_BASELINE ? pl_rotation_kernel_baseline : NULL;
}

size_t pl_closest_rotations(const double *A, size_t blocks, double *R)
{
  return PL_ISA_PICK(pl_rotation_kernel)(A, blocks, R);
}
