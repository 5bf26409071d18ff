/* SPDX-License-Identifier: MIT */
#include "linalg/cholesky/multiply_kernel.h"

#include <math.h>
#include <string.h>

#if defined(__AVX2__)
#include <immintrin.h>
typedef __m256d quad;
#define quad_load(p) _mm256_loadu_pd(p)
#define quad_store(p, v) _mm256_storeu_pd(p, v)
#define quad_minus(sum, a, x) _mm256_fnmadd_pd(_mm256_broadcast_sd(a), x, sum)
#define quad_add(a, b) _mm256_add_pd(a, b)
#define quad_zero() _mm256_setzero_pd()
#else
typedef struct quad { /* two halves, which fit the smallest vectors there are */
  double low __attribute__((vector_size(16)));
  double high __attribute__((vector_size(16)));
} quad;
static inline quad quad_load(const double *p)
{
  quad q;
  memcpy(&q, p, sizeof q);
  return q;
}
static inline void quad_store(double *p, quad q) { memcpy(p, &q, sizeof q); }
static inline quad quad_minus(quad sum, const double *a, quad x)
{
  sum.low -= *a * x.low;
  sum.high -= *a * x.high;
  return sum;
}
static inline quad quad_add(quad a, quad b)
{
  a.low += b.low;
  a.high += b.high;
  return a;
}
static inline quad quad_zero(void) { return (quad){0}; }
#endif

double PL_ISA_NAME(pl_rows_residual)(const pl_rows *rows, size_t begin, size_t end, const double *b, const double *x,
                                     double *y)
{
  double largest = 0.0;
  for (size_t i = begin; i < end; i++) {
    size_t e = rows->starts[i], last = rows->starts[i + 1];
    const uint32_t *column = rows->columns;
    const double *value = rows->values;
    quad sum0 = b ? quad_load(b + 4 * i) : quad_zero(), sum1 = quad_zero(), sum2 = quad_zero(), sum3 = quad_zero();
    for (; e + 4 <= last; e += 4) { /* four sums, or each would wait for the one before */
      sum0 = quad_minus(sum0, value + e, quad_load(x + 4 * (size_t)column[e]));
      sum1 = quad_minus(sum1, value + e + 1, quad_load(x + 4 * (size_t)column[e + 1]));
      sum2 = quad_minus(sum2, value + e + 2, quad_load(x + 4 * (size_t)column[e + 2]));
      sum3 = quad_minus(sum3, value + e + 3, quad_load(x + 4 * (size_t)column[e + 3]));
    }
    for (; e < last; e++) sum0 = quad_minus(sum0, value + e, quad_load(x + 4 * (size_t)column[e]));
    quad_store(y + 4 * i, quad_add(quad_add(sum0, sum1), quad_add(sum2, sum3)));
    for (size_t c = 0; c < 3; c++)
      if (!(fabs(y[4 * i + c]) <= largest)) largest = fabs(y[4 * i + c]);
  }
  return largest;
}

/* Numbers without their sign compare like their bits do, and a NaN is above all: no branch. */
double PL_ISA_NAME(pl_largest)(const double *x, size_t count)
{
  int64_t largest = 0;
  for (size_t i = 0; i < count; i++) {
    int64_t bits;
    memcpy(&bits, x + i, sizeof bits);
    bits &= INT64_MAX;
    largest = bits > largest ? bits : largest;
  }
  double result;
  memcpy(&result, &largest, sizeof result);
  return result;
}
