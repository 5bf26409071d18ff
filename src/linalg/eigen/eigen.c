/* SPDX-License-Identifier: MIT
   Householder reflections to tridiagonal form, then implicit QR steps with Wilkinson's shift (Golub and Van Loan,
   Matrix Computations, sect. 8.3). The product of all of them is kept transposed, so that both work on whole rows. */
#include "linalg/eigen/eigen.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "math/functions.h"

typedef struct tridiagonal {
  size_t n;
  double *diagonal;
  double *beside;    /* beside[k] couples k and k + 1 */
  double *transform; /* n × n */
} tridiagonal;

static double dot(size_t n, const double *a, const double *b)
{
  double sum = 0;
  for (size_t k = 0; k < n; k++) sum += a[k] * b[k];
  return sum;
}

/* A unit vector whose reflection takes x to a multiple of the first axis; false if x is one already. */
static bool reflector(size_t n, double *x)
{
  double largest = 0;
  for (size_t k = 1; k < n; k++) largest = fmax(largest, fabs(x[k]));
  if (largest == 0) return false;
  largest = fmax(largest, fabs(x[0]));
  for (size_t k = 0; k < n; k++) x[k] /= largest; /* squares must not underflow */
  x[0] += copysign(sqrt(dot(n, x, x)), x[0]);
  double length = sqrt(dot(n, x, x));
  for (size_t k = 0; k < n; k++) x[k] /= length;
  return true;
}

/* A := H A H on the rows and columns from `first` on, H = 1 - 2 v v^T. */
static void reflect_both(size_t n, size_t first, const double *v, double *a, double *w)
{
  size_t m = n - first;
  for (size_t i = 0; i < m; i++) w[i] = 2 * dot(m, a + (first + i) * n + first, v);
  double along = dot(m, v, w);
  for (size_t i = 0; i < m; i++) w[i] -= along * v[i];
  for (size_t i = 0; i < m; i++) {
    double *row = a + (first + i) * n + first;
    for (size_t j = 0; j < m; j++) row[j] -= v[i] * w[j] + w[i] * v[j];
  }
}

/* Q^T := H Q^T */
static void reflect_rows(size_t n, size_t first, const double *v, double *transform, double *w)
{
  memset(w, 0, n * sizeof(double));
  for (size_t i = first; i < n; i++)
    for (size_t j = 0; j < n; j++) w[j] += 2 * v[i - first] * transform[i * n + j];
  for (size_t i = first; i < n; i++)
    for (size_t j = 0; j < n; j++) transform[i * n + j] -= v[i - first] * w[j];
}

static void reduce(double *a, tridiagonal *t, double *v, double *w)
{
  size_t n = t->n;
  for (size_t i = 0; i < n; i++) t->transform[i * n + i] = 1;
  for (size_t k = 0; k + 2 < n; k++) {
    memcpy(v, a + k * n + k + 1, (n - k - 1) * sizeof(double));
    double length = sqrt(dot(n - k - 1, v, v)), first = v[0];
    t->diagonal[k] = a[k * n + k];
    t->beside[k] = first;
    if (!reflector(n - k - 1, v)) continue;
    t->beside[k] = -copysign(length, first);
    reflect_both(n, k + 1, v, a, w);
    reflect_rows(n, k + 1, v, t->transform, w);
  }
  if (n > 1) {
    t->diagonal[n - 2] = a[(n - 2) * n + n - 2];
    t->beside[n - 2] = a[(n - 1) * n + n - 2];
  }
  if (n) t->diagonal[n - 1] = a[n * n - 1];
}

static void turn_rows(size_t n, double c, double s, double *upper, double *lower)
{
  for (size_t k = 0; k < n; k++) {
    double u = upper[k], l = lower[k];
    upper[k] = c * u + s * l;
    lower[k] = c * l - s * u;
  }
}

/* One implicit QR step on the rows low … high, which are coupled all along. */
static void chase(tridiagonal *t, size_t low, size_t high)
{
  double *d = t->diagonal, *e = t->beside;
  double half = 0.5 * (d[high - 1] - d[high]), last = e[high - 1];
  double shift = d[high] - last * (last / (half + copysign(pl_hypot(half, last), half)));
  double x = d[low] - shift, bulge = e[low];
  for (size_t k = low; k < high; k++) {
    double r = pl_hypot(x, bulge), c = r > 0 ? x / r : 1, s = r > 0 ? bulge / r : 0;
    if (k > low) e[k - 1] = r;
    double a = d[k], b = e[k], g = d[k + 1];
    d[k] = c * c * a + 2 * c * s * b + s * s * g;
    d[k + 1] = s * s * a - 2 * c * s * b + c * c * g;
    e[k] = c * s * (g - a) + (c * c - s * s) * b;
    turn_rows(t->n, c, s, t->transform + k * t->n, t->transform + (k + 1) * t->n);
    if (k + 1 == high) break;
    x = e[k];
    bulge = s * e[k + 1];
    e[k + 1] *= c;
  }
}

static pl_status diagonalise(tridiagonal *t)
{
  enum { STEPS_PER_ROW = 60 };
  double *d = t->diagonal, *e = t->beside;
  double scale = 0;
  for (size_t k = 0; k < t->n; k++) scale = fmax(scale, fabs(d[k]) + (k + 1 < t->n ? fabs(e[k]) : 0));
  size_t left = STEPS_PER_ROW * t->n;
  for (size_t high = t->n ? t->n - 1 : 0; high > 0;) {
    for (size_t k = 0; k < high; k++)
      if (fabs(e[k]) <= DBL_EPSILON * (fabs(d[k]) + fabs(d[k + 1])) || fabs(e[k]) <= DBL_MIN + 1e-20 * scale) e[k] = 0;
    if (e[high - 1] == 0) {
      high--;
      continue;
    }
    if (left-- == 0) return pl_fail(PL_ERROR_DIVERGED, "eigenvalues of a matrix of %zu rows were not found", t->n);
    size_t low = high - 1;
    while (low > 0 && e[low - 1] != 0) low--;
    chase(t, low, high);
  }
  return PL_OK;
}

/* Falling eigenvalues, with their rows. */
static void sort_rows(tridiagonal *t)
{
  for (size_t a = 0; a < t->n; a++) {
    size_t most = a;
    for (size_t b = a + 1; b < t->n; b++)
      if (t->diagonal[b] > t->diagonal[most]) most = b;
    if (most == a) continue;
    double value = t->diagonal[a];
    t->diagonal[a] = t->diagonal[most];
    t->diagonal[most] = value;
    turn_rows(t->n, 0, 1, t->transform + a * t->n, t->transform + most * t->n);
  }
}

pl_status pl_symmetric_eigen(size_t n, double *a, double *values)
{
  for (size_t k = 0; k < n * n; k++)
    if (!isfinite(a[k])) return pl_fail(PL_ERROR_ARGUMENT, "the matrix has an entry that is not a number");
  tridiagonal t = {n, values, PL_NEW(double, n), PL_NEW(double, n *n)};
  double *v = PL_NEW(double, n), *w = PL_NEW(double, n);
  pl_status status = t.beside && t.transform && v && w ? PL_OK : PL_ERROR_MEMORY;
  if (status == PL_OK) {
    reduce(a, &t, v, w);
    status = diagonalise(&t);
  }
  if (status == PL_OK) {
    sort_rows(&t);
    memcpy(a, t.transform, n * n * sizeof(double));
  }
  pl_release(t.beside);
  pl_release(t.transform);
  pl_release(v);
  pl_release(w);
  return status;
}
