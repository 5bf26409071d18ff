/* SPDX-License-Identifier: MIT
   One vector type for kernel sources, of the width of the instruction set they are compiled for. Define PL_REAL_FLOAT
   before including for float, nothing for double. Fused multiply-add where the set has it; the baseline multiplies, then
   adds. */
#pragma once

#include <stddef.h>
#include <string.h>

#if defined(PL_REAL_FLOAT)
typedef float real;
#else
typedef double real;
#endif

#if defined(__AVX512F__)
#include <immintrin.h>
#if defined(PL_REAL_FLOAT)
typedef __m512 vec;
#define vec_load(p) _mm512_loadu_ps(p)
#define vec_store(p, v) _mm512_storeu_ps(p, v)
#define vec_all(x) _mm512_set1_ps(x)
#define vec_fma(a, b, c) _mm512_fmadd_ps(a, b, c)
#define vec_fnma(a, b, c) _mm512_fnmadd_ps(a, b, c)
#define vec_sum(v) _mm512_reduce_add_ps(v)
#else
typedef __m512d vec;
#define vec_load(p) _mm512_loadu_pd(p)
#define vec_store(p, v) _mm512_storeu_pd(p, v)
#define vec_all(x) _mm512_set1_pd(x)
#define vec_fma(a, b, c) _mm512_fmadd_pd(a, b, c)
#define vec_fnma(a, b, c) _mm512_fnmadd_pd(a, b, c)
#define vec_sum(v) _mm512_reduce_add_pd(v)
#endif
enum { VEC_BYTES = 64 };

#elif defined(__AVX2__)
#include <immintrin.h>
#if defined(PL_REAL_FLOAT)
typedef __m256 vec;
#define vec_load(p) _mm256_loadu_ps(p)
#define vec_store(p, v) _mm256_storeu_ps(p, v)
#define vec_all(x) _mm256_set1_ps(x)
#define vec_fma(a, b, c) _mm256_fmadd_ps(a, b, c)
#define vec_fnma(a, b, c) _mm256_fnmadd_ps(a, b, c)
static inline float vec_sum(__m256 v)
{
  __m128 s = _mm_add_ps(_mm256_castps256_ps128(v), _mm256_extractf128_ps(v, 1));
  s = _mm_add_ps(s, _mm_movehl_ps(s, s));
  return _mm_cvtss_f32(_mm_add_ss(s, _mm_movehdup_ps(s)));
}
#else
typedef __m256d vec;
#define vec_load(p) _mm256_loadu_pd(p)
#define vec_store(p, v) _mm256_storeu_pd(p, v)
#define vec_all(x) _mm256_set1_pd(x)
#define vec_fma(a, b, c) _mm256_fmadd_pd(a, b, c)
#define vec_fnma(a, b, c) _mm256_fnmadd_pd(a, b, c)
static inline double vec_sum(__m256d v)
{
  __m128d s = _mm_add_pd(_mm256_castpd256_pd128(v), _mm256_extractf128_pd(v, 1));
  return _mm_cvtsd_f64(_mm_add_sd(s, _mm_unpackhi_pd(s, s)));
}
#endif
enum { VEC_BYTES = 32 };

#else
typedef real vec __attribute__((vector_size(16)));
enum { VEC_BYTES = 16 };
static inline vec vec_load(const real *p)
{
  vec v;
  memcpy(&v, p, sizeof v);
  return v;
}
static inline void vec_store(real *p, vec v) { memcpy(p, &v, sizeof v); }
static inline vec vec_all(real x) { return (vec){0} + x; }
static inline vec vec_fma(vec a, vec b, vec c) { return a * b + c; }
static inline vec vec_fnma(vec a, vec b, vec c) { return c - a * b; }
static inline real vec_sum(vec v)
{
  real sum = v[0];
  for (size_t i = 1; i < VEC_BYTES / sizeof(real); i++) sum += v[i];
  return sum;
}
#endif

enum {
  VEC = VEC_BYTES / sizeof(real), /* numbers in a vector */
  LANES = 64 / sizeof(real),      /* numbers in a cache line: rows of a tile */
  LINE = LANES / VEC              /* vectors in a cache line */
};

/* Loops over a constant number of registers; unrolled, or the registers would live in memory. */
#if defined(__clang__)
#define PL_UNROLL _Pragma("unroll")
#else
#define PL_UNROLL _Pragma("GCC unroll 32")
#endif
