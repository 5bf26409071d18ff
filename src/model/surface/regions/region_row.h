/* SPDX-License-Identifier: MIT
   A row of 4, 8, 12 or 16 floats in registers as wide as the instruction set has. The width is a constant wherever
   these are inlined, so only the parts that it needs are left. */
#pragma once

#include <stddef.h>
#include <string.h>

#define ROW_INLINE static inline __attribute__((always_inline))

typedef float float4 __attribute__((vector_size(16)));

ROW_INLINE float4 load4(const float *from)
{
  float4 a;
  memcpy(&a, from, sizeof a);
  return a;
}
ROW_INLINE void store4(float4 a, float *to) { memcpy(to, &a, sizeof a); }

#if defined(__AVX512F__)
#include <immintrin.h>
typedef struct row {
  __m512 all; /* 12 and 16 */
  __m256 eight;
  float4 four;
} row;

ROW_INLINE row row_zero(void) { return (row){_mm512_setzero_ps(), _mm256_setzero_ps(), {0}}; }

/* A row of values: nothing beyond its width is read. */
ROW_INLINE row row_load(size_t width, const float *from)
{
  row r = row_zero();
  if (width == 16) r.all = _mm512_loadu_ps(from);
  if (width == 12) r.all = _mm512_maskz_loadu_ps(0x0fff, from);
  if (width == 8) r.eight = _mm256_loadu_ps(from);
  if (width == 4) r.four = load4(from);
  return r;
}
ROW_INLINE void row_store(size_t width, row r, float *to)
{
  if (width == 16) _mm512_storeu_ps(to, r.all);
  if (width == 12) {
    _mm256_storeu_ps(to, _mm512_castps512_ps256(r.all));
    _mm_storeu_ps(to + 8, _mm512_extractf32x4_ps(r.all, 2));
  }
  if (width == 8) _mm256_storeu_ps(to, r.eight);
  if (width == 4) store4(r.four, to);
}
ROW_INLINE row row_add(row a, row b)
{
  return (row){_mm512_add_ps(a.all, b.all), _mm256_add_ps(a.eight, b.eight), a.four + b.four};
}
ROW_INLINE row row_subtract(row a, row b)
{
  return (row){_mm512_sub_ps(a.all, b.all), _mm256_sub_ps(a.eight, b.eight), a.four - b.four};
}

#elif defined(__AVX2__)
#include <immintrin.h>
typedef struct row {
  __m256 eight, next; /* next: 16 */
  float4 four;        /* 4 and the end of 12 */
} row;

ROW_INLINE row row_zero(void) { return (row){_mm256_setzero_ps(), _mm256_setzero_ps(), {0}}; }

ROW_INLINE row row_load(size_t width, const float *from)
{
  row r = row_zero();
  if (width >= 8) r.eight = _mm256_loadu_ps(from);
  if (width == 16) r.next = _mm256_loadu_ps(from + 8);
  if (width % 8) r.four = load4(from + width - 4);
  return r;
}

ROW_INLINE void row_store(size_t width, row r, float *to)
{
  if (width >= 8) _mm256_storeu_ps(to, r.eight);
  if (width == 16) _mm256_storeu_ps(to + 8, r.next);
  if (width % 8) store4(r.four, to + width - 4);
}

ROW_INLINE row row_add(row a, row b)
{
  return (row){_mm256_add_ps(a.eight, b.eight), _mm256_add_ps(a.next, b.next), a.four + b.four};
}
ROW_INLINE row row_subtract(row a, row b)
{
  return (row){_mm256_sub_ps(a.eight, b.eight), _mm256_sub_ps(a.next, b.next), a.four - b.four};
}

#else
typedef struct row {
  float4 first, second, third, fourth;
} row;

ROW_INLINE row row_zero(void) { return (row){{0}, {0}, {0}, {0}}; }

ROW_INLINE row row_load(size_t width, const float *from)
{
  row r = row_zero();
  r.first = load4(from);
  if (width > 4) r.second = load4(from + 4);
  if (width > 8) r.third = load4(from + 8);
  if (width > 12) r.fourth = load4(from + 12);
  return r;
}

ROW_INLINE void row_store(size_t width, row r, float *to)
{
  store4(r.first, to);
  if (width > 4) store4(r.second, to + 4);
  if (width > 8) store4(r.third, to + 8);
  if (width > 12) store4(r.fourth, to + 12);
}

ROW_INLINE row row_add(row a, row b)
{
  return (row){a.first + b.first, a.second + b.second, a.third + b.third, a.fourth + b.fourth};
}
ROW_INLINE row row_subtract(row a, row b)
{
  return (row){a.first - b.first, a.second - b.second, a.third - b.third, a.fourth - b.fourth};
}
#endif

/* Rows of prefix sums are a stride apart: with registers of 16 all of it is read and written, for it lies in one line.
   */
#if defined(__AVX512F__)
enum { ROW_SIXTEENS = 1 };
#else
enum { ROW_SIXTEENS = 0 };
#endif
ROW_INLINE row row_load_sums(size_t width, const float *from)
{
  return row_load(ROW_SIXTEENS && width == 12 ? 16 : width, from);
}
ROW_INLINE void row_store_sums(size_t width, row r, float *to)
{
  row_store(ROW_SIXTEENS && width == 12 ? 16 : width, r, to);
}
