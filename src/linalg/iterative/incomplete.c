/* SPDX-License-Identifier: MIT */
#include "linalg/iterative/incomplete.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"

void pl_incomplete_free(pl_incomplete *f)
{
  pl_release(f->starts);
  pl_release(f->columns);
  pl_release(f->values);
  *f = (pl_incomplete){0};
}

pl_status pl_incomplete_create(const pl_whole_rows *a, pl_incomplete *out)
{
  size_t n = a->n, entries = (a->starts[n] + n) / 2;
  *out = (pl_incomplete){n, PL_NEW(size_t, n + 1), PL_NEW(uint32_t, entries), PL_NEW(double, entries), 0.0};
  if (!out->starts || !out->columns || !out->values) {
    pl_incomplete_free(out);
    return PL_ERROR_MEMORY;
  }
  size_t used = 0;
  for (size_t i = 0; i < n; i++) {
    for (size_t e = a->starts[i]; e <= a->diagonals[i]; e++) out->columns[used++] = a->columns[e];
    out->starts[i + 1] = used;
  }
  return PL_OK;
}

/* sum over common columns before `end` of row i (up to entry e) and row k */
static double common(const pl_incomplete *f, size_t i, size_t e, size_t k)
{
  double sum = 0.0;
  size_t p = f->starts[i], q = f->starts[k], last = f->starts[k + 1] - 1;
  while (p < e && q < last) {
    if (f->columns[p] == f->columns[q])
      sum += f->values[p++] * f->values[q++];
    else if (f->columns[p] < f->columns[q])
      p++;
    else
      q++;
  }
  return sum;
}

/* Pivots that lose all but a hundred-millionth of the diagonal count as lost. */
static bool factorise(pl_incomplete *f, const pl_whole_rows *a, double shift)
{
  for (size_t i = 0; i < f->n; i++) {
    size_t begin = f->starts[i], diagonal = f->starts[i + 1] - 1;
    const double *row = a->values + a->starts[i];
    for (size_t e = begin; e < diagonal; e++) {
      size_t k = f->columns[e];
      f->values[e] = (row[e - begin] - common(f, i, e, k)) * f->values[f->starts[k + 1] - 1];
    }
    double entry = row[diagonal - begin], pivot = entry * (1.0 + shift);
    for (size_t e = begin; e < diagonal; e++) pivot -= f->values[e] * f->values[e];
    if (!(pivot > 1e-8 * entry) || !isfinite(pivot)) return false;
    f->values[diagonal] = 1.0 / sqrt(pivot);
  }
  return true;
}

void pl_incomplete_fill(pl_incomplete *f, const pl_whole_rows *a)
{
  f->shift = 0.0;
  for (int round = 0; round < 40; round++) {
    if (factorise(f, a, f->shift)) return;
    f->shift = f->shift == 0.0 ? 1e-3 : 2.0 * f->shift;
  }
  for (size_t i = 0; i < f->n; i++) { /* numbers beyond all sense: Jacobi */
    for (size_t e = f->starts[i]; e + 1 < f->starts[i + 1]; e++) f->values[e] = 0.0;
    f->values[f->starts[i + 1] - 1] = 1.0 / sqrt(a->values[a->diagonals[i]]);
  }
}

static inline void solve(const pl_incomplete *f, double *z, size_t lanes)
{
  for (size_t i = 0; i < f->n; i++) {
    double sum[4];
    size_t diagonal = f->starts[i + 1] - 1;
    for (size_t c = 0; c < lanes; c++) sum[c] = z[lanes * i + c];
    for (size_t e = f->starts[i]; e < diagonal; e++)
      for (size_t c = 0; c < lanes; c++) sum[c] -= f->values[e] * z[lanes * (size_t)f->columns[e] + c];
    for (size_t c = 0; c < lanes; c++) z[lanes * i + c] = sum[c] * f->values[diagonal];
  }
  for (size_t i = f->n; i-- > 0;) {
    double own[4];
    size_t diagonal = f->starts[i + 1] - 1;
    for (size_t c = 0; c < lanes; c++) z[lanes * i + c] = own[c] = z[lanes * i + c] * f->values[diagonal];
    for (size_t e = f->starts[i]; e < diagonal; e++)
      for (size_t c = 0; c < lanes; c++) z[lanes * (size_t)f->columns[e] + c] -= f->values[e] * own[c];
  }
}

void pl_incomplete_solve(const pl_incomplete *f, const double *r, double *z, size_t lanes)
{
  if (z != r) memcpy(z, r, f->n * lanes * sizeof *z);
  if (lanes == 4)
    solve(f, z, 4);
  else
    solve(f, z, 1);
}
