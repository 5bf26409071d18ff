/* SPDX-License-Identifier: MIT
   The copies of the batched kernel, one per instruction set; callers use pl_closest_rotations of rotation.h. */
#pragma once

#include <stddef.h>

#include "base/isa.h"

size_t pl_rotation_kernel_baseline(const double *A, size_t blocks, double *R);
#if defined(__x86_64__)
size_t pl_rotation_kernel_avx2(const double *A, size_t blocks, double *R);
size_t pl_rotation_kernel_avx512(const double *A, size_t blocks, double *R);
#endif
