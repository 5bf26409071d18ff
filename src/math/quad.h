/* SPDX-License-Identifier: MIT
   Vectors of space in registers of four doubles; the fourth lane is idle. Only for kernels (*_kernel.c), which are
   compiled once per instruction set. */
#pragma once

#include <string.h>

#if defined(__FMA__)
#include <immintrin.h>
typedef __m256d pl_quad;
/* a b + c, rounded once where the instruction set can. */
static inline pl_quad pl_quad_multiply_add(pl_quad a, pl_quad b, pl_quad c) { return _mm256_fmadd_pd(a, b, c); }
#else
typedef double pl_quad __attribute__((vector_size(32)));
static inline pl_quad pl_quad_multiply_add(pl_quad a, pl_quad b, pl_quad c) { return a * b + c; }
#endif

static inline pl_quad pl_quad_all(double x) { return (pl_quad){x, x, x, x}; }

/* Four doubles: there must be one behind the vector. */
static inline pl_quad pl_quad_load(const double *from)
{
  pl_quad a;
  memcpy(&a, from, sizeof a);
  return a;
}

static inline pl_quad pl_quad_load_three(const double *from) { return (pl_quad){from[0], from[1], from[2], 0}; }

static inline void pl_quad_store_three(pl_quad a, double *to)
{
  to[0] = a[0];
  to[1] = a[1];
  to[2] = a[2];
}
