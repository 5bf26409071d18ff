/* SPDX-License-Identifier: MIT
   Several doubles side by side, as many as a register of this translation unit's instruction set holds, so that a
   kernel is written once and compiled per set (base/isa.h). Operators + - * / and comparisons work on pl_wide as on
   doubles; comparisons give a pl_mask, to be joined with & and |, and pl_mask_bits one bit per lane that holds, the
   first lane lowest. pl_wide_least and pl_wide_most are a < b ? a : b and a > b ? a : b: where one is no number, the
   second. With PL_WIDE_SCALAR defined before the first inclusion the same source works on single doubles, with
   PL_WIDE_FLOAT on twice as many floats.

   The compiler may not fuse multiplications and additions on its own (-ffp-contract=off); pl_wide_fma does it where
   the source says so and the set has it, so that which operations are fused depends on the set alone. */
#pragma once

#include <math.h>
#include <stdint.h>
#include <string.h>

#if defined(PL_WIDE_SCALAR)

enum { PL_WIDE_LANES = 1 };
typedef double pl_wide;
typedef int pl_mask;

static inline pl_wide pl_wide_set(double x) { return x; }
static inline pl_wide pl_wide_fma(pl_wide a, pl_wide b, pl_wide c) { return a * b + c; }
static inline pl_wide pl_wide_abs(pl_wide a) { return fabs(a); }
static inline pl_wide pl_wide_select(pl_mask mask, pl_wide yes, pl_wide no) { return mask ? yes : no; }
static inline pl_mask pl_mask_not(pl_mask mask) { return !mask; }
static inline unsigned pl_mask_bits(pl_mask mask) { return mask != 0; }

#else

#if defined(PL_WIDE_FLOAT)

typedef float pl_wide_element;
#if defined(__AVX512F__) && defined(__AVX512DQ__)
#include <immintrin.h>
enum { PL_WIDE_LANES = 16 };
typedef __m512 pl_wide;
typedef int32_t pl_mask __attribute__((vector_size(64)));
static inline pl_wide pl_wide_set(float x) { return _mm512_set1_ps(x); }
static inline pl_wide pl_wide_fma(pl_wide a, pl_wide b, pl_wide c) { return _mm512_fmadd_ps(a, b, c); }
static inline pl_wide pl_wide_least(pl_wide a, pl_wide b) { return _mm512_min_ps(a, b); }
static inline pl_wide pl_wide_most(pl_wide a, pl_wide b) { return _mm512_max_ps(a, b); }
static inline unsigned pl_mask_bits(pl_mask mask) { return _mm512_movepi32_mask((__m512i)mask); }
#elif defined(__AVX2__) && defined(__FMA__)
#include <immintrin.h>
enum { PL_WIDE_LANES = 8 };
typedef __m256 pl_wide;
typedef int32_t pl_mask __attribute__((vector_size(32)));
static inline pl_wide pl_wide_set(float x) { return _mm256_set1_ps(x); }
static inline pl_wide pl_wide_fma(pl_wide a, pl_wide b, pl_wide c) { return _mm256_fmadd_ps(a, b, c); }
static inline pl_wide pl_wide_least(pl_wide a, pl_wide b) { return _mm256_min_ps(a, b); }
static inline pl_wide pl_wide_most(pl_wide a, pl_wide b) { return _mm256_max_ps(a, b); }
static inline unsigned pl_mask_bits(pl_mask mask) { return (unsigned)_mm256_movemask_ps((__m256)mask); }
#else
enum { PL_WIDE_LANES = 4 };
typedef float pl_wide __attribute__((vector_size(16)));
typedef int32_t pl_mask __attribute__((vector_size(16)));
static inline pl_wide pl_wide_set(float x) { return (pl_wide){x, x, x, x}; }
static inline pl_wide pl_wide_fma(pl_wide a, pl_wide b, pl_wide c) { return a * b + c; }
static inline unsigned pl_mask_bits(pl_mask mask)
{
  return (unsigned)((mask[0] & 1) | (mask[1] & 2) | (mask[2] & 4) | (mask[3] & 8));
}
#endif

#else

typedef double pl_wide_element;
#if defined(__AVX512F__) && defined(__AVX512DQ__)
#include <immintrin.h>
enum { PL_WIDE_LANES = 8 };
typedef __m512d pl_wide;
typedef int64_t pl_mask __attribute__((vector_size(64)));
static inline pl_wide pl_wide_set(double x) { return _mm512_set1_pd(x); }
static inline pl_wide pl_wide_fma(pl_wide a, pl_wide b, pl_wide c) { return _mm512_fmadd_pd(a, b, c); }
static inline pl_wide pl_wide_least(pl_wide a, pl_wide b) { return _mm512_min_pd(a, b); }
static inline pl_wide pl_wide_most(pl_wide a, pl_wide b) { return _mm512_max_pd(a, b); }
static inline unsigned pl_mask_bits(pl_mask mask) { return _mm512_movepi64_mask((__m512i)mask); }
#elif defined(__AVX2__) && defined(__FMA__)
#include <immintrin.h>
enum { PL_WIDE_LANES = 4 };
typedef __m256d pl_wide;
typedef int64_t pl_mask __attribute__((vector_size(32)));
static inline pl_wide pl_wide_set(double x) { return _mm256_set1_pd(x); }
static inline pl_wide pl_wide_fma(pl_wide a, pl_wide b, pl_wide c) { return _mm256_fmadd_pd(a, b, c); }
static inline pl_wide pl_wide_least(pl_wide a, pl_wide b) { return _mm256_min_pd(a, b); }
static inline pl_wide pl_wide_most(pl_wide a, pl_wide b) { return _mm256_max_pd(a, b); }
static inline unsigned pl_mask_bits(pl_mask mask) { return (unsigned)_mm256_movemask_pd((__m256d)mask); }
#else
enum { PL_WIDE_LANES = 2 };
typedef double pl_wide __attribute__((vector_size(16)));
typedef int64_t pl_mask __attribute__((vector_size(16)));
static inline pl_wide pl_wide_set(double x) { return (pl_wide){x, x}; }
static inline pl_wide pl_wide_fma(pl_wide a, pl_wide b, pl_wide c) { return a * b + c; }
static inline unsigned pl_mask_bits(pl_mask mask) { return (unsigned)((mask[0] & 1) | (mask[1] & 2)); }
#endif

#endif

static inline pl_wide pl_wide_load(const pl_wide_element *from)
{
  pl_wide a;
  memcpy(&a, from, sizeof a);
  return a;
}

static inline void pl_wide_store(pl_wide a, pl_wide_element *to) { memcpy(to, &a, sizeof a); }

static inline pl_wide pl_wide_abs(pl_wide a) { return (pl_wide)((pl_mask)a & ~(pl_mask)pl_wide_set(-0.0)); }

static inline pl_mask pl_mask_not(pl_mask mask) { return ~mask; }

static inline pl_wide pl_wide_select(pl_mask mask, pl_wide yes, pl_wide no)
{
  return (pl_wide)((mask & (pl_mask)yes) | (~mask & (pl_mask)no));
}

#if !defined(__AVX2__) || !defined(__FMA__)
static inline pl_wide pl_wide_least(pl_wide a, pl_wide b) { return pl_wide_select(a < b, a, b); }
static inline pl_wide pl_wide_most(pl_wide a, pl_wide b) { return pl_wide_select(a > b, a, b); }
#endif

#endif
