/* SPDX-License-Identifier: MIT */
#include "number.h"

#include <stdio.h>
#include <stdlib.h>

/* 768 digits decide the rounding of any double; one more stands for "and something after that". */
enum { DIGITS_KEPT = 768, EXPONENT_LIMIT = 100000 };

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

typedef struct decimal {
  uint64_t mantissa;            /* the first digits, while they fit */
  int digit_count;              /* significant digits kept in digits */
  int64_t exponent;             /* of the digits taken as an integer */
  bool rest;                    /* a nonzero digit was dropped */
  char digits[DIGITS_KEPT + 1]; /* significant digits, no point */
} decimal;

static void add_digit(decimal *d, char c, bool after_point)
{
  if (after_point) d->exponent--;
  if (d->digit_count == 0 && c == '0') return;
  if (d->digit_count < DIGITS_KEPT) {
    d->digits[d->digit_count++] = c;
    if (d->digit_count <= 19) d->mantissa = d->mantissa * 10 + (uint64_t)(c - '0');
  } else {
    d->exponent++;
    d->rest |= c != '0';
  }
}

/* Through strtod, but without a decimal point, so that no locale can matter. */
static double slow_value(const decimal *d)
{
  char text[DIGITS_KEPT + 32];
  snprintf(text, sizeof text, "%.*s%se%lld", d->digit_count, d->digits, d->rest ? "1" : "",
           (long long)(d->exponent - (d->rest ? 1 : 0)));
  return strtod(text, NULL);
}

static double value(const decimal *d)
{
  static const double tens[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
  if (d->digit_count == 0) return 0;
  /* Both factors are exact doubles, so one rounding is correct rounding (Clinger 1990). */
  if (d->digit_count <= 19 && d->mantissa <= (UINT64_C(1) << 53) && d->exponent >= -22 && d->exponent <= 22)
    return d->exponent < 0 ? (double)d->mantissa / tens[-d->exponent] : (double)d->mantissa * tens[d->exponent];
  return slow_value(d);
}

static const char *read_exponent(const char *at, const char *end, int64_t *exponent)
{
  const char *p = at + 1;
  bool negative = p < end && *p == '-';
  if (p < end && (*p == '-' || *p == '+')) p++;
  if (p == end || !is_digit(*p)) return at; /* "1e" is the number 1 and then an e */
  int64_t value = 0;
  for (; p < end && is_digit(*p); p++)
    if (value < EXPONENT_LIMIT) value = value * 10 + (*p - '0');
  *exponent += negative ? -value : value;
  return p;
}

const char *pl_number_read(const char *begin, const char *end, double *out)
{
  const char *p = begin;
  bool negative = p < end && *p == '-';
  if (p < end && (*p == '-' || *p == '+')) p++;
  decimal d;
  d.mantissa = 0;
  d.digit_count = 0;
  d.exponent = 0;
  d.rest = false;
  bool any = false, after_point = false;
  for (; p < end; p++) {
    if (*p == '.' && !after_point) {
      after_point = true;
    } else if (is_digit(*p)) {
      any = true;
      add_digit(&d, *p, after_point);
    } else {
      break;
    }
  }
  if (!any) return NULL;
  if (p < end && (*p == 'e' || *p == 'E')) p = read_exponent(p, end, &d.exponent);
  double magnitude = value(&d);
  *out = negative ? -magnitude : magnitude;
  return p;
}

const char *pl_integer_read(const char *begin, const char *end, int64_t *out)
{
  const char *p = begin;
  bool negative = p < end && *p == '-';
  if (p < end && (*p == '-' || *p == '+')) p++;
  const char *first = p;
  int64_t value = 0;
  for (; p < end && is_digit(*p); p++) {
    if (value > (INT64_MAX - 9) / 10) return NULL;
    value = value * 10 + (*p - '0');
  }
  if (p == first) return NULL;
  *out = negative ? -value : value;
  return p;
}
