/* SPDX-License-Identifier: MIT
   Our symmetric rank-k update beside OpenBLAS' DSYRK at the cage model's sizes: one thread, in turn, best of many,
   counting n^2 k operations. */
#include <cblas.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "base/timer.h"
#include "linalg/dense/gram.h"

enum { N = 168, ROUNDS = 200 };

static int compare(size_t depth)
{
  double *x = PL_NEW(double, N *depth), *c = PL_NEW(double, N *N), best[2] = {INFINITY, INFINITY};
  if (!x || !c) return 1;
  for (size_t k = 0; k < N * depth; k++) x[k] = sin((double)k);
  for (int round = 0; round < ROUNDS; round++) {
    double start = pl_seconds();
    pl_gram(N, depth, x, depth, 1, c, N, NULL);
    best[0] = fmin(best[0], pl_seconds() - start);
    start = pl_seconds();
    cblas_dsyrk(CblasRowMajor, CblasLower, CblasNoTrans, N, (int)depth, 1, x, (int)depth, 1, c, N);
    best[1] = fmin(best[1], pl_seconds() - start);
  }
  double work = 1e-9 * N * N * (double)depth;
  printf("n %d, k %5zu: ours %6.1f GF/s, DSYRK %6.1f GF/s, ratio %.2f\n", N, depth, work / best[0], work / best[1],
         best[1] / best[0]);
  pl_release(x);
  pl_release(c);
  return 0;
}

int main(void)
{
  openblas_set_num_threads(1);
  const size_t depths[] = {200, 304, 800, 1200};
  for (size_t k = 0; k < sizeof depths / sizeof *depths; k++)
    if (compare(depths[k])) return 1;
  return 0;
}
