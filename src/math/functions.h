/* SPDX-License-Identifier: MIT
   Elementary functions that give the same bits wherever they are compiled. A C library's own differ from one to the
   next in the last place, and so would states; these use only what IEEE 754 rounds correctly (+ - * / sqrt) and what is
   exact (ldexp, frexp, floor, fmod). Within 3 units in the last place of the result, unless said otherwise. */
#pragma once

#include <math.h>

/* x + x^3 c[0] + x^5 c[1] + …, less x itself. */
static inline double pl_odd_tail(double x, const double *c, int count)
{
  double square = x * x, sum = c[count - 1];
  for (int i = count - 2; i >= 0; i--) sum = sum * square + c[i];
  return x * square * sum;
}

/* --- sine and cosine --- */

/* x = quarters * pi/2 + (*r + *rest), |*r| <= pi/4. pi/2 is taken in three parts; the first two have 33 bits, so that
   their products with a count below 2^20 are exact. Beyond that turns are taken off first with a rounded 2 pi. */
static inline int pl_reduce_angle(double x, double *r, double *rest)
{
  static const double first = 0x1.921fb544p+0, second = 0x1.0b4611a6p-34, third = 0x1.3198a2e037073p-69;
  static const double per = 0.63661977236758134308, most = 1e6, turn = 6.28318530717958647693;
  if (!(fabs(x) < most)) x = fmod(x, turn);
  if (isnan(x)) {
    *r = *rest = x;
    return 0;
  }
  double n = floor(x * per + 0.5), a = x - n * first, b = n * second, c = a - b;
  double lost = (a - c) - b, tail = n * third - lost;
  *r = c - tail;
  *rest = (c - *r) - tail;
  return (int)(n - 4 * floor(n / 4));
}

/* |x| <= pi/4, and x + rest is meant. */
static inline double pl_sin_near(double x, double rest)
{
  static const double c[] = {-1.0 / 6,
                             1.0 / 120,
                             -1.0 / 5040,
                             1.0 / 362880,
                             -1.0 / 39916800,
                             1.0 / 6227020800.0,
                             -1.0 / 1307674368000.0,
                             1.0 / 355687428096000.0};
  return x + (pl_odd_tail(x, c, 8) + rest * (1 - 0.5 * x * x));
}

static inline double pl_cos_near(double x, double rest)
{
  static const double c[] = {1.0 / 24,          -1.0 / 720,           1.0 / 40320,           -1.0 / 3628800,
                             1.0 / 479001600.0, -1.0 / 87178291200.0, 1.0 / 20922789888000.0};
  double square = x * x, sum = c[6], half = 0.5 * square, main = 1 - half;
  for (int i = 5; i >= 0; i--) sum = sum * square + c[i];
  return main + ((1 - main) - half + (square * square * sum - x * rest));
}

static inline double pl_sin(double x)
{
  double r, rest;
  switch (pl_reduce_angle(x, &r, &rest)) {
  case 0: return pl_sin_near(r, rest);
  case 1: return pl_cos_near(r, rest);
  case 2: return -pl_sin_near(r, rest);
  default: return -pl_cos_near(r, rest);
  }
}

static inline double pl_cos(double x)
{
  double r, rest;
  switch (pl_reduce_angle(x, &r, &rest)) {
  case 0: return pl_cos_near(r, rest);
  case 1: return -pl_sin_near(r, rest);
  case 2: return -pl_cos_near(r, rest);
  default: return pl_sin_near(r, rest);
  }
}

/* --- exponential --- */

/* exp(x) - 1 for |x| <= 0.5 */
static inline double pl_expm1_near(double x)
{
  double sum = 1.0 / 16;
  for (int i = 15; i >= 3; i--) sum = 1.0 / i * (1 + x * sum);
  return x + 0.5 * x * x * (1 + x * sum);
}

static inline double pl_exp(double x)
{
  static const double high = 0x1.62e42feep-1, low = 0x1.a39ef35793c76p-33, per = 1.44269504088896340736;
  if (!(x > -750)) return x != x ? x : 0;
  if (x > 710) return (double)INFINITY;
  double n = floor(x * per + 0.5), a = x - n * high, b = n * low, r = a - b, rest = (a - r) - b;
  return ldexp(1 + (pl_expm1_near(r) + rest), (int)n);
}

static inline double pl_expm1(double x) { return fabs(x) <= 0.5 ? pl_expm1_near(x) : pl_exp(x) - 1; }

/* --- logarithm --- */

/* x = 2^e m with m in [sqrt 1/2, sqrt 2); with s = (m - 1) / (m + 1), ln m = 2 (s + s^3/3 + s^5/5 + …). */
static inline double pl_log(double x)
{
  static const double high = 0x1.62e42feep-1, low = 0x1.a39ef35793c76p-33;
  static const double c[] = {1.0 / 3,  1.0 / 5,  1.0 / 7,  1.0 / 9,  1.0 / 11, 1.0 / 13,
                             1.0 / 15, 1.0 / 17, 1.0 / 19, 1.0 / 21, 1.0 / 23};
  if (!(x > 0)) return x == 0 ? -(double)INFINITY : (double)NAN;
  if (x > 1.7976931348623157e308) return x;
  int e;
  double m = frexp(x, &e);
  if (m < 0.70710678118654752440) {
    m *= 2;
    e--;
  }
  double f = m - 1, s = f / (2 + f), tail = pl_odd_tail(s, c, 11), half = 0.5 * f * f;
  /* 2 s = f - s f, and s f = f^2 / 2 - s f^2 / 2: f itself is exact. */
  return e * high + (f - (half - (s * half + 2 * tail) - e * low));
}

static inline double pl_log1p(double x)
{
  double whole = 1 + x;
  return whole == 1 || !(x < 1e300) ? x : pl_log(whole) * (x / (whole - 1));
}

/* --- powers and roots --- */

/* a >= 0. The error grows with the exponent: |b ln a| units in the last place. */
static inline double pl_pow(double a, double b)
{
  if (b == 0 || a == 1) return 1;
  if (a == 0) return b > 0 ? 0 : (double)INFINITY;
  return pl_exp(b * pl_log(a));
}

/* Newton's iteration from a line through the cube roots of 1/8 and 1. */
static inline double pl_cbrt(double x)
{
  if (x == 0 || !(fabs(x) < (double)INFINITY)) return x;
  int e;
  double m = frexp(fabs(x), &e);
  int third = (e + 3000) / 3 - 1000;
  m = ldexp(m, e - 3 * third - 3); /* in [1/16, 1/2), of a root that is half as large */
  double y = 0.35 + 0.9 * m;
  for (int i = 0; i < 6; i++) y -= (y - m / (y * y)) / 3;
  return copysign(ldexp(y, third + 1), x);
}

static inline double pl_hypot(double x, double y)
{
  double a = fmax(fabs(x), fabs(y)), b = fmin(fabs(x), fabs(y));
  if (!(b > 0) || !(a < (double)INFINITY)) return a + b;
  return a * sqrt(1 + (b / a) * (b / a));
}

/* --- angles --- */

/* In [-pi, pi]; 0 for (0, 0). With u the larger of |x|, |y| and w the other, the nearest c of 0, tan pi/8 and 1 to
   w / u leaves an angle below pi/16: atan(w / u) = atan c + atan((w - c u) / (u + c w)). */
static inline double pl_atan2(double y, double x)
{
  static const double pi = 3.14159265358979323846, tan_16 = 0.19891236737965800691, tan_8 = 0.41421356237309504880,
                      tan_3_16 = 0.66817863791929891999;
  static const double odd[] = {-1.0 / 3,  1.0 / 5,  -1.0 / 7,  1.0 / 9,  -1.0 / 11, 1.0 / 13,
                               -1.0 / 15, 1.0 / 17, -1.0 / 19, 1.0 / 21, -1.0 / 23, 1.0 / 25};
  double u = fmax(fabs(x), fabs(y)), w = fmin(fabs(x), fabs(y));
  if (!(u > 0)) return u;
  double ratio = w / u, c = ratio > tan_3_16 ? 1 : ratio > tan_16 ? tan_8 : 0;
  double base = ratio > tan_3_16 ? pi / 4 : ratio > tan_16 ? pi / 8 : 0;
  double t = (ratio - c) / (1 + c * ratio), angle = base + (t + pl_odd_tail(t, odd, 12));
  if (fabs(y) > fabs(x)) angle = pi / 2 - angle;
  if (x < 0) angle = pi - angle;
  return y < 0 ? -angle : angle;
}
