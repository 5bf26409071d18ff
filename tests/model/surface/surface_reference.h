/* SPDX-License-Identifier: MIT
   The step of the surface model written down a second time, from its equations alone, in the dullest way: every region
   a list, every sum a loop, LAPACK for rotations and pseudo-inverses. Nothing here is shared with the library.
   Conventions of the notes' cross-checks: regions by rings, damping before the position update with x the predicted
   positions, f = m g. */
#pragma once

#include <lapacke.h>
#include <string.h>

#include "testing.h"

typedef struct reference {
  int n;
  const double *rest; /* 3 n, m */
  const uint32_t *edges;
  int edge_count;
  const uint32_t *triangles;
  int triangle_count;
  const double *mass;
  int rings, passes, share, normal_point;
  double pull, damping, h;
  double gravity[3];
  const unsigned char *pinned; /* n: stays where it is; NULL: nobody does */
  unsigned char *in;           /* n × n: j is in the region of i */
  int *size;                   /* n: |R_i| */
  double *x, *v;               /* 3 n */
  double *moved;               /* n: c_i */
} reference;

static inline void reference_regions(reference *r)
{
  int n = r->n;
  r->in = calloc((size_t)(n * n), 1);
  r->size = calloc((size_t)n, sizeof(int));
  for (int i = 0; i < n; i++) {
    unsigned char *in = r->in + i * n;
    in[i] = 1;
    for (int ring = 1; ring <= r->rings; ring++)
      for (int e = 0; e < r->edge_count; e++) {
        int a = (int)r->edges[2 * e], b = (int)r->edges[2 * e + 1];
        if (in[a] && in[a] <= ring && !in[b]) in[b] = (unsigned char)(ring + 1);
        if (in[b] && in[b] <= ring && !in[a]) in[a] = (unsigned char)(ring + 1);
      }
    for (int j = 0; j < n; j++) r->size[i] += in[j] != 0;
  }
}

static inline int reference_pinned(const reference *r, int i) { return r->pinned && r->pinned[i]; }

static inline double reference_weight(const reference *r, int j)
{
  return r->share ? r->mass[j] / r->size[j] : r->mass[j];
}

static inline double determinant3(const double *a)
{
  return a[0] * (a[4] * a[8] - a[5] * a[7]) - a[1] * (a[3] * a[8] - a[5] * a[6]) + a[2] * (a[3] * a[7] - a[4] * a[6]);
}

/* U diag(1, 1, det(U V^T)) V^T */
static inline void reference_rotation(const double A[9], double R[9])
{
  double a[9], s[3], U[9], VT[9], work[3];
  memcpy(a, A, sizeof a);
  LAPACKE_dgesvd(LAPACK_ROW_MAJOR, 'A', 'A', 3, 3, a, 3, s, U, 3, VT, 3, work);
  double sign = determinant3(U) * determinant3(VT) < 0 ? -1 : 1;
  for (int p = 0; p < 3; p++)
    for (int c = 0; c < 3; c++)
      R[3 * p + c] = U[3 * p] * VT[c] + U[3 * p + 1] * VT[3 + c] + sign * U[3 * p + 2] * VT[6 + c];
}

static inline void cross3(const double a[3], const double b[3], double out[3])
{
  out[0] = a[1] * b[2] - a[2] * b[1];
  out[1] = a[2] * b[0] - a[0] * b[2];
  out[2] = a[0] * b[1] - a[1] * b[0];
}

/* Unit normal of vertex i, weighted by area; false: it has none. */
static inline int reference_normal(const reference *r, const double *x, int i, double out[3])
{
  memset(out, 0, 3 * sizeof(double));
  for (int t = 0; t < r->triangle_count; t++) {
    const uint32_t *k = r->triangles + 3 * t;
    if ((int)k[0] != i && (int)k[1] != i && (int)k[2] != i) continue;
    double a[3], b[3], area[3];
    for (size_t c = 0; c < 3; c++) {
      a[c] = x[3 * k[1] + c] - x[3 * k[0] + c];
      b[c] = x[3 * k[2] + c] - x[3 * k[0] + c];
    }
    cross3(a, b, area);
    for (int c = 0; c < 3; c++) out[c] += area[c];
  }
  double length = sqrt(out[0] * out[0] + out[1] * out[1] + out[2] * out[2]);
  for (int c = 0; c < 3 && length > 0; c++) out[c] /= length;
  return length > 0;
}

typedef struct reference_match {
  double M, t[3], t0[3], R[9];
} reference_match;

static inline void reference_centre(const reference *r, const double *x, int i, double *M, double t[3])
{
  *M = 0;
  memset(t, 0, 3 * sizeof(double));
  for (int j = 0; j < r->n; j++) {
    if (!r->in[i * r->n + j]) continue;
    *M += reference_weight(r, j);
    for (int c = 0; c < 3; c++) t[c] += reference_weight(r, j) * x[3 * j + c];
  }
  for (int c = 0; c < 3; c++) t[c] /= *M;
}

static inline void reference_region(const reference *r, const double *x, int i, reference_match *m)
{
  double A[9] = {0}, length = 0, n[3], n0[3];
  reference_centre(r, x, i, &m->M, m->t);
  reference_centre(r, r->rest, i, &m->M, m->t0);
  for (int j = 0; j < r->n; j++) {
    if (!r->in[i * r->n + j]) continue;
    double w = reference_weight(r, j), square = 0;
    for (int p = 0; p < 3; p++)
      for (int c = 0; c < 3; c++) A[3 * p + c] += w * (x[3 * j + p] - m->t[p]) * (r->rest[3 * j + c] - m->t0[c]);
    for (int c = 0; c < 3; c++) square += pow(r->rest[3 * j + c] - m->t0[c], 2);
    length += w * sqrt(square) / m->M;
  }
  if (r->normal_point && reference_normal(r, r->rest, i, n0)) {
    reference_normal(r, x, i, n);
    double part = m->M / r->size[i];
    for (int p = 0; p < 3; p++)
      for (int c = 0; c < 3; c++)
        A[3 * p + c] +=
            part * (x[3 * i + p] + length * n[p] - m->t[p]) * (r->rest[3 * i + c] + length * n0[c] - m->t0[c]);
  }
  reference_rotation(A, m->R);
}

static inline void reference_goals(const reference *r, const double *x, double *goals)
{
  reference_match *m = calloc((size_t)r->n, sizeof *m);
  for (int i = 0; i < r->n; i++) reference_region(r, x, i, &m[i]);
  memset(goals, 0, (size_t)(3 * r->n) * sizeof(double));
  for (int i = 0; i < r->n; i++)
    for (int j = 0; j < r->n; j++) {
      if (!r->in[i * r->n + j]) continue;
      for (int p = 0; p < 3; p++) {
        double at = m[j].t[p];
        for (int c = 0; c < 3; c++) at += m[j].R[3 * p + c] * (r->rest[3 * i + c] - m[j].t0[c]);
        goals[3 * i + p] += at / r->size[i];
      }
    }
  free(m);
}

/* w = J^+ L by the eigenvectors of J. */
static inline void reference_spin(const double J[9], const double L[3], double w[3])
{
  double vectors[9], values[3];
  memcpy(vectors, J, sizeof vectors);
  LAPACKE_dsyev(LAPACK_ROW_MAJOR, 'V', 'U', 3, vectors, 3, values);
  memset(w, 0, 3 * sizeof(double));
  for (int k = 0; k < 3; k++) {
    if (values[k] < 1e-5 * values[2]) continue;
    double along = (vectors[k] * L[0] + vectors[3 + k] * L[1] + vectors[6 + k] * L[2]) / values[k];
    for (int c = 0; c < 3; c++) w[c] += along * vectors[3 * c + k];
  }
}

/* Every region's rigid motion; v is blended towards their mean. */
static inline void reference_damp(const reference *r, const double *x, double *v)
{
  int n = r->n;
  size_t count = n > 0 ? (size_t)n : 0;
  double *motion = calloc(count, 6 * sizeof(double)), *damped = calloc(count, 3 * sizeof(double));
  for (int i = 0; i < n; i++) {
    double M, t[3], vc[3], L[3] = {0}, J[9] = {0}, at[3];
    reference_centre(r, x, i, &M, t);
    reference_centre(r, v, i, &M, vc);
    for (int j = 0; j < n; j++) {
      if (!r->in[i * n + j]) continue;
      double w = reference_weight(r, j), arm[3], speed[3], moment[3], square = 0;
      for (int c = 0; c < 3; c++) {
        arm[c] = x[3 * j + c] - t[c];
        speed[c] = v[3 * j + c] - vc[c];
        square += arm[c] * arm[c];
      }
      cross3(arm, speed, moment);
      for (int p = 0; p < 3; p++) {
        L[p] += w * moment[p];
        for (int c = 0; c < 3; c++) J[3 * p + c] += w * ((p == c ? square : 0) - arm[p] * arm[c]);
      }
    }
    reference_spin(J, L, motion + 6 * i);
    cross3(motion + 6 * i, t, at);
    for (int c = 0; c < 3; c++) motion[6 * i + 3 + c] = vc[c] - at[c];
  }
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      if (!r->in[i * n + j]) continue;
      double at[3];
      cross3(motion + 6 * j, x + 3 * i, at);
      for (int c = 0; c < 3; c++) damped[3 * i + c] += (motion[6 * j + 3 + c] + at[c]) / r->size[i];
    }
  for (int k = 0; k < 3 * n; k++)
    if (!reference_pinned(r, k / 3)) v[k] += r->damping * (damped[k] - v[k]);
  free(motion);
  free(damped);
}

static inline void reference_step(reference *r)
{
  int n = r->n;
  size_t bytes = (size_t)(3 * n) * sizeof(double);
  double *ahead = malloc(bytes), *seen = malloc(bytes), *goals = malloc(bytes), *total = calloc(1, bytes);
  for (int k = 0; k < 3 * n; k++) {
    r->v[k] = reference_pinned(r, k / 3) ? 0 : r->v[k] + r->h * r->gravity[k % 3];
    ahead[k] = r->x[k] + r->h * r->v[k];
  }
  for (int pass = 0; pass < r->passes; pass++) {
    memcpy(seen, ahead, bytes);
    reference_goals(r, ahead, goals);
    for (int k = 0; k < 3 * n; k++) {
      double move = reference_pinned(r, k / 3) ? 0 : r->pull * (goals[k] - ahead[k]);
      total[k] += move;
      r->v[k] += move / r->h;
      ahead[k] += move;
    }
  }
  for (int i = 0; i < n; i++)
    r->moved[i] = sqrt(pow(total[3 * i], 2) + pow(total[3 * i + 1], 2) + pow(total[3 * i + 2], 2));
  if (r->damping > 0) reference_damp(r, seen, r->v);
  for (int k = 0; k < 3 * n; k++) r->x[k] += r->h * r->v[k];
  free(ahead);
  free(seen);
  free(goals);
  free(total);
}

static inline void reference_free(reference *r)
{
  free(r->in);
  free(r->size);
  free(r->x);
  free(r->v);
  free(r->moved);
}
