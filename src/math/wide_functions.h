/* SPDX-License-Identifier: MIT
   Roots, logarithms and angles of several doubles side by side. The answer in a lane depends on nothing but its own
   argument. Series are plain Taylor series after a reduction that makes them short; both functions are within a few
   units in the last place of the result, or of 1 where the result is smaller. */
#pragma once

#include "math/wide.h"

#if defined(PL_WIDE_SCALAR)
#error "wide functions look at the bits of their lanes; a scalar source has libm"
#endif

static inline pl_wide pl_wide_sqrt(pl_wide a)
{
#if defined(__AVX512F__) && defined(__AVX512DQ__)
  return _mm512_sqrt_pd(a);
#elif defined(__AVX2__) && defined(__FMA__)
  return _mm256_sqrt_pd(a);
#else
  return (pl_wide){sqrt(a[0]), sqrt(a[1])};
#endif
}

/* x + x³ c₁ + x⁵ c₂ + … with x² given and c in falling order of power */
static inline pl_wide pl_wide_odd_series(pl_wide x, pl_wide square, const double *c, int count)
{
  pl_wide sum = pl_wide_set(c[0]);
  for (int i = 1; i < count; i++) sum = pl_wide_fma(sum, square, pl_wide_set(c[i]));
  return pl_wide_fma(x * square, sum, x);
}

/* Natural logarithm of normal, positive, finite numbers: a = 2^e m with m in [√½, √2), and with s = (m - 1) / (m + 1)
   ln m = 2 (s + s³/3 + s⁵/5 + …), where s² < 0.03. */
static inline pl_wide pl_wide_log(pl_wide a)
{
  static const double odd[] = {1.0 / 23, 1.0 / 21, 1.0 / 19, 1.0 / 17, 1.0 / 15, 1.0 / 13,
                               1.0 / 11, 1.0 / 9,  1.0 / 7,  1.0 / 5,  1.0 / 3};
  static const double ln2 = 0.693147180559945309417, sqrt2 = 1.41421356237309504880;
  const pl_mask one = (pl_mask)pl_wide_set(1.0), exponent_zero = (pl_mask)pl_wide_set(0x1p52);
  pl_mask bits = (pl_mask)a;
  pl_wide m = (pl_wide)((bits & 0x000fffffffffffff) | one);
  pl_wide e = (pl_wide)((bits >> 52) | exponent_zero) - pl_wide_set(0x1p52 + 1023);
  pl_mask upper = m > pl_wide_set(sqrt2);
  m = pl_wide_select(upper, m * pl_wide_set(0.5), m);
  e = pl_wide_select(upper, e + pl_wide_set(1.0), e);
  pl_wide s = (m - pl_wide_set(1.0)) / (m + pl_wide_set(1.0));
  pl_wide series = pl_wide_odd_series(s, s * s, odd, (int)(sizeof odd / sizeof *odd));
  return pl_wide_fma(e, pl_wide_set(ln2), series + series);
}

/* The angle of (x, y) in [-π, π], as atan2(y, x); 0 for (0, 0). With the larger of |x|, |y| as u and the other as w,
   the nearest c of 0, tan π/8 and 1 to w / u leaves an angle below π/16: atan(w / u) = atan c + atan((w - c u) / (u + c
   w)). */
static inline pl_wide pl_wide_atan2(pl_wide y, pl_wide x)
{
  static const double odd[] = {1.0 / 25, -1.0 / 23, 1.0 / 21, -1.0 / 19, 1.0 / 17, -1.0 / 15,
                               1.0 / 13, -1.0 / 11, 1.0 / 9,  -1.0 / 7,  1.0 / 5,  -1.0 / 3};
  static const double pi = 3.14159265358979323846, tan_16 = 0.19891236737965800691, tan_8 = 0.41421356237309504880,
                      tan_3_16 = 0.66817863791929891999;
  const pl_wide zero = pl_wide_set(0.0);
  pl_wide ax = pl_wide_abs(x), ay = pl_wide_abs(y);
  pl_mask steep = ay > ax;
  pl_wide u = pl_wide_select(steep, ay, ax), w = pl_wide_select(steep, ax, ay);
  pl_mask middle = w > pl_wide_set(tan_16) * u, high = w > pl_wide_set(tan_3_16) * u;
  pl_wide c = pl_wide_select(middle, pl_wide_set(tan_8), zero),
          base = pl_wide_select(middle, pl_wide_set(pi / 8), zero);
  c = pl_wide_select(high, pl_wide_set(1.0), c);
  base = pl_wide_select(high, pl_wide_set(pi / 4), base);
  pl_wide below = u + c * w;
  below = pl_wide_select(below > zero, below, pl_wide_set(1.0));
  pl_wide t = (w - c * u) / below;
  pl_wide angle = base + pl_wide_odd_series(t, t * t, odd, (int)(sizeof odd / sizeof *odd));
  angle = pl_wide_select(steep, pl_wide_set(pi / 2) - angle, angle);
  angle = pl_wide_select(x < zero, pl_wide_set(pi) - angle, angle);
  return pl_wide_select(y < zero, -angle, angle);
}
