/* SPDX-License-Identifier: MIT
   One vector type for kernel sources, of the width of the instruction set they are compiled for. Define PL_REAL_FLOAT
   before including for float, nothing for double. Fused multiply-add where the set has it; the baseline multiplies,
   then adds. */
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
#else
typedef __m512d vec;
#define vec_load(p) _mm512_loadu_pd(p)
#define vec_store(p, v) _mm512_storeu_pd(p, v)
#define vec_all(x) _mm512_set1_pd(x)
#define vec_fma(a, b, c) _mm512_fmadd_pd(a, b, c)
#define vec_fnma(a, b, c) _mm512_fnmadd_pd(a, b, c)
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
#else
typedef __m256d vec;
#define vec_load(p) _mm256_loadu_pd(p)
#define vec_store(p, v) _mm256_storeu_pd(p, v)
#define vec_all(x) _mm256_set1_pd(x)
#define vec_fma(a, b, c) _mm256_fmadd_pd(a, b, c)
#define vec_fnma(a, b, c) _mm256_fnmadd_pd(a, b, c)
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
#endif

enum {
  VEC = VEC_BYTES / sizeof(real), /* numbers in a vector */
  LANES = 64 / sizeof(real),      /* numbers in a cache line: rows of a tile */
  LINE = LANES / VEC              /* vectors in a cache line */
};

/* row4_sums: the sums of the numbers of three vectors, as a row (x, y, z, 0).
   rows_to_planes: four rows of four numbers, anywhere, become four numbers in each of three planes.
   planes_to_rows: the way back, added to the rows. */
#if defined(__AVX2__) && defined(PL_REAL_FLOAT)
static inline __m256 vec_half(vec v)
{
#if defined(__AVX512F__)
  return _mm256_add_ps(_mm512_castps512_ps256(v), _mm512_extractf32x8_ps(v, 1));
#else
  return v;
#endif
}
static inline void row4_sums(real *row, vec x, vec y, vec z)
{
  __m256 xy = _mm256_hadd_ps(vec_half(x), vec_half(y)), zo = _mm256_hadd_ps(vec_half(z), _mm256_setzero_ps());
  __m256 all = _mm256_hadd_ps(xy, zo);
  _mm_storeu_ps(row, _mm_add_ps(_mm256_castps256_ps128(all), _mm256_extractf128_ps(all, 1)));
}
static inline void rows_to_planes(const real *a, const real *b, const real *c, const real *d, real *z, size_t plane)
{
  __m128 r0 = _mm_loadu_ps(a), r1 = _mm_loadu_ps(b), r2 = _mm_loadu_ps(c), r3 = _mm_loadu_ps(d);
  _MM_TRANSPOSE4_PS(r0, r1, r2, r3);
  _mm_storeu_ps(z, r0);
  _mm_storeu_ps(z + plane, r1);
  _mm_storeu_ps(z + 2 * plane, r2);
}
static inline void planes_to_rows(const real *z, size_t plane, real *a, real *b, real *c, real *d)
{
  __m128 r0 = _mm_loadu_ps(z), r1 = _mm_loadu_ps(z + plane), r2 = _mm_loadu_ps(z + 2 * plane), r3 = _mm_setzero_ps();
  _MM_TRANSPOSE4_PS(r0, r1, r2, r3);
  _mm_storeu_ps(a, _mm_add_ps(_mm_loadu_ps(a), r0));
  _mm_storeu_ps(b, _mm_add_ps(_mm_loadu_ps(b), r1));
  _mm_storeu_ps(c, _mm_add_ps(_mm_loadu_ps(c), r2));
  _mm_storeu_ps(d, _mm_add_ps(_mm_loadu_ps(d), r3));
}
#elif defined(__AVX2__)
static inline __m256d vec_half(vec v)
{
#if defined(__AVX512F__)
  return _mm256_add_pd(_mm512_castpd512_pd256(v), _mm512_extractf64x4_pd(v, 1));
#else
  return v;
#endif
}
static inline void row4_sums(real *row, vec x, vec y, vec z)
{
  __m256d xy = _mm256_hadd_pd(vec_half(x), vec_half(y)), zo = _mm256_hadd_pd(vec_half(z), _mm256_setzero_pd());
  _mm256_storeu_pd(row, _mm256_add_pd(_mm256_permute2f128_pd(xy, zo, 0x20), _mm256_permute2f128_pd(xy, zo, 0x31)));
}
static inline void transpose4(__m256d r[4])
{
  __m256d low01 = _mm256_unpacklo_pd(r[0], r[1]), high01 = _mm256_unpackhi_pd(r[0], r[1]);
  __m256d low23 = _mm256_unpacklo_pd(r[2], r[3]), high23 = _mm256_unpackhi_pd(r[2], r[3]);
  r[0] = _mm256_permute2f128_pd(low01, low23, 0x20);
  r[1] = _mm256_permute2f128_pd(high01, high23, 0x20);
  r[2] = _mm256_permute2f128_pd(low01, low23, 0x31);
  r[3] = _mm256_permute2f128_pd(high01, high23, 0x31);
}
static inline void rows_to_planes(const real *a, const real *b, const real *c, const real *d, real *z, size_t plane)
{
  __m256d r[4] = {_mm256_loadu_pd(a), _mm256_loadu_pd(b), _mm256_loadu_pd(c), _mm256_loadu_pd(d)};
  transpose4(r);
  for (size_t k = 0; k < 3; k++) _mm256_storeu_pd(z + k * plane, r[k]);
}
static inline void planes_to_rows(const real *z, size_t plane, real *a, real *b, real *c, real *d)
{
  __m256d r[4] = {_mm256_loadu_pd(z), _mm256_loadu_pd(z + plane), _mm256_loadu_pd(z + 2 * plane), _mm256_setzero_pd()};
  transpose4(r);
  _mm256_storeu_pd(a, _mm256_add_pd(_mm256_loadu_pd(a), r[0]));
  _mm256_storeu_pd(b, _mm256_add_pd(_mm256_loadu_pd(b), r[1]));
  _mm256_storeu_pd(c, _mm256_add_pd(_mm256_loadu_pd(c), r[2]));
  _mm256_storeu_pd(d, _mm256_add_pd(_mm256_loadu_pd(d), r[3]));
}
#else
static inline void row4_sums(real *row, vec x, vec y, vec z)
{
  real sum[4] = {x[0], y[0], z[0], 0};
  for (size_t i = 1; i < VEC_BYTES / sizeof(real); i++) {
    sum[0] += x[i];
    sum[1] += y[i];
    sum[2] += z[i];
  }
  memcpy(row, sum, sizeof sum);
}
static inline void rows_to_planes(const real *a, const real *b, const real *c, const real *d, real *z, size_t plane)
{
  for (size_t k = 0; k < 3; k++, z += plane) z[0] = a[k], z[1] = b[k], z[2] = c[k], z[3] = d[k];
}
static inline void planes_to_rows(const real *z, size_t plane, real *a, real *b, real *c, real *d)
{
  for (size_t k = 0; k < 3; k++, z += plane) a[k] += z[0], b[k] += z[1], c[k] += z[2], d[k] += z[3];
}
#endif

/* Loops over a constant number of registers; unrolled, or the registers would live in memory. */
#if defined(__clang__)
#define PL_UNROLL _Pragma("unroll")
#else
#define PL_UNROLL _Pragma("GCC unroll 32")
#endif
