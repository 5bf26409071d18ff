/* SPDX-License-Identifier: MIT
   What conjugate gradients do to vectors. `lanes` columns lie side by side (1, or 4 of which the last is zero). */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "base/isa.h"

typedef struct pl_vector_kernels {
  /* out[l] = sum of a b of lane l */
  void (*dot)(const double *a, const double *b, size_t begin, size_t end, size_t lanes, double *out);
  /* x += s p; r -= s q; out[l] = sum of r r */
  void (*advance)(double *x, double *r, const double *p, const double *q, const double *s, size_t begin, size_t end,
                  size_t lanes, double *out);
  /* p = z + s p */
  void (*turn)(double *p, const double *z, const double *s, size_t begin, size_t end, size_t lanes);
  /* y = b - A x for rows of a sparse matrix, one column */
  void (*residual)(const size_t *starts, const uint32_t *columns, const double *values, size_t begin, size_t end,
                   const double *b, const double *x, double *y);
} pl_vector_kernels;

extern const pl_vector_kernels pl_vector_table_baseline;
#if defined(__x86_64__)
extern const pl_vector_kernels pl_vector_table_avx2;
extern const pl_vector_kernels pl_vector_table_avx512;
#endif
