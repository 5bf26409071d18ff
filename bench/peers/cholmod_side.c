/* SPDX-License-Identifier: MIT */
#include "cholmod_side.h"

#include <cblas.h>
#include <cholmod.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"

struct peer {
  cholmod_common common;
  cholmod_sparse *matrix;
  cholmod_factor *factor;
  cholmod_dense *right, *result, *work_y, *work_e;
  double entries;
};

void peer_set_threads(int threads) { openblas_set_num_threads(threads); }

peer *peer_create(const pl_sparse *a, peer_mode mode)
{
  peer *p = calloc(1, sizeof *p);
  if (!p) return NULL;
  cholmod_common *cm = &p->common;
  cholmod_start(cm);
  cm->nmethods = 1;
  cm->method[0].ordering = CHOLMOD_METIS;
  cm->postorder = 1;
  cm->supernodal = mode == PEER_SIMPLICIAL ? CHOLMOD_SIMPLICIAL : CHOLMOD_SUPERNODAL;
  size_t entries = a->starts[a->n];
  p->matrix = cholmod_allocate_sparse(a->n, a->n, entries, 1, 1, -1, CHOLMOD_REAL, cm);
  p->right = cholmod_allocate_dense(a->n, 3, a->n, CHOLMOD_REAL, cm);
  if (!p->matrix || !p->right) {
    peer_destroy(p);
    return NULL;
  }
  for (size_t j = 0; j <= a->n; j++) ((int *)p->matrix->p)[j] = (int)a->starts[j];
  for (size_t k = 0; k < entries; k++) ((int *)p->matrix->i)[k] = (int)a->rows[k];
  memcpy(p->matrix->x, a->values, entries * sizeof(double));
  return p;
}

void peer_destroy(peer *p)
{
  if (!p) return;
  cholmod_common *cm = &p->common;
  cholmod_free_factor(&p->factor, cm);
  cholmod_free_sparse(&p->matrix, cm);
  cholmod_free_dense(&p->right, cm);
  cholmod_free_dense(&p->result, cm);
  cholmod_free_dense(&p->work_y, cm);
  cholmod_free_dense(&p->work_e, cm);
  cholmod_finish(cm);
  free(p);
}

int peer_analyse(peer *p)
{
  cholmod_free_factor(&p->factor, &p->common);
  p->factor = cholmod_analyze(p->matrix, &p->common);
  p->entries = p->common.lnz;
  return p->factor != NULL;
}

int peer_factorise(peer *p)
{
  return cholmod_factorize(p->matrix, p->factor, &p->common) && p->common.status == CHOLMOD_OK;
}

double peer_solve(peer *p, const double *b, double *x, bool processor_time)
{
  size_t n = p->matrix->nrow;
  double *right = p->right->x;
  for (size_t i = 0; i < n; i++)
    for (size_t c = 0; c < 3; c++) right[i + c * n] = b[3 * i + c];
  double start = bench_clock(processor_time);
  int done = cholmod_solve2(CHOLMOD_A, p->factor, p->right, NULL, &p->result, NULL, &p->work_y, &p->work_e, &p->common);
  double seconds = bench_clock(processor_time) - start;
  if (!done) return -1.0;
  const double *result = p->result->x;
  for (size_t i = 0; i < n; i++)
    for (size_t c = 0; c < 3; c++) x[3 * i + c] = result[i + c * n];
  return seconds;
}

double peer_factor_entries(const peer *p) { return p->entries; }
