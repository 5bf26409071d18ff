/* SPDX-License-Identifier: MIT
   Is a surface a valid cage around a mesh? By brute force in long double, with nothing of what makes cages. */
#pragma once

#include <stdbool.h>

#include "testing.h"

#include "pliant/mesh.h"

typedef long double exact;

static inline exact side_of(const double *a, const double *b, const double *c, const double *d)
{
  exact u[3], v[3], w[3];
  for (int k = 0; k < 3; k++) {
    u[k] = (exact)b[k] - (exact)a[k];
    v[k] = (exact)c[k] - (exact)a[k];
    w[k] = (exact)d[k] - (exact)a[k];
  }
  return u[0] * (v[1] * w[2] - v[2] * w[1]) + u[1] * (v[2] * w[0] - v[0] * w[2]) + u[2] * (v[0] * w[1] - v[1] * w[0]);
}

/* Does the segment pq go through the inside of the triangle abc? */
static inline bool goes_through(const double *p, const double *q, const double *a, const double *b, const double *c)
{
  if ((side_of(a, b, c, p) > 0) == (side_of(a, b, c, q) > 0)) return false;
  exact s = side_of(p, q, a, b), t = side_of(p, q, b, c), u = side_of(p, q, c, a);
  return (s > 0 && t > 0 && u > 0) || (s < 0 && t < 0 && u < 0);
}

static inline const double *corner(const pl_mesh_data *m, size_t triangle, size_t k)
{
  return m->positions + 3 * (size_t)m->triangles[3 * triangle + k];
}

/* Pairs of an edge of a triangle of `a` and a triangle of `b` through which it goes; with a == b the edge has no corner
   of the triangle. */
static inline size_t count_piercings(const pl_mesh_data *a, const pl_mesh_data *b)
{
  size_t count = 0;
  for (size_t s = 0; s < a->triangle_count; s++)
    for (size_t k = 0; k < 3; k++) {
      uint32_t p = a->triangles[3 * s + k], q = a->triangles[3 * s + (k + 1) % 3];
      for (size_t t = 0; t < b->triangle_count; t++) {
        const uint32_t *v = b->triangles + 3 * t;
        bool own = a == b && (v[0] == p || v[1] == p || v[2] == p || v[0] == q || v[1] == q || v[2] == q);
        if (!own && goes_through(a->positions + 3 * (size_t)p, a->positions + 3 * (size_t)q, corner(b, t, 0),
                                 corner(b, t, 1), corner(b, t, 2)))
          count++;
      }
    }
  return count;
}

static inline double whole_angle(const pl_mesh_data *m, const double *p)
{
  exact sum = 0;
  for (size_t t = 0; t < m->triangle_count; t++) {
    exact r[3][3], l[3];
    for (size_t k = 0; k < 3; k++) {
      l[k] = 0;
      for (size_t c = 0; c < 3; c++) {
        r[k][c] = (exact)corner(m, t, k)[c] - (exact)p[c];
        l[k] += r[k][c] * r[k][c];
      }
      l[k] = sqrtl(l[k]);
    }
    exact below = l[0] * l[1] * l[2];
    for (size_t k = 0; k < 3; k++) {
      size_t i = (k + 1) % 3, j = (k + 2) % 3;
      below += (r[i][0] * r[j][0] + r[i][1] * r[j][1] + r[i][2] * r[j][2]) * l[k];
    }
    sum += 2 * atan2l(side_of(p, corner(m, t, 0), corner(m, t, 1), corner(m, t, 2)), below);
  }
  return (double)(sum / (4 * 3.14159265358979323846264L));
}

/* Every directed edge exactly once, with its opposite; faces around each vertex in one fan. */
static inline void assert_closed_manifold(const pl_mesh_data *m)
{
  size_t n = m->vertex_count;
  int32_t *next = malloc(n * n * sizeof *next); /* next[a n + b]: the third corner of the face with the side a → b */
  size_t *degree = calloc(n, sizeof *degree);
  for (size_t i = 0; i < n * n; i++) next[i] = -1;
  for (size_t i = 0; i < 3 * m->triangle_count; i++) {
    size_t t = i / 3 * 3, a = m->triangles[i], b = m->triangles[t + (i + 1) % 3];
    assert_int_equal(next[a * n + b], -1);
    next[a * n + b] = (int32_t)m->triangles[t + (i + 2) % 3];
    degree[a]++;
  }
  for (size_t a = 0; a < n; a++) {
    size_t start = n;
    for (size_t b = 0; b < n; b++) {
      assert_true((next[a * n + b] < 0) == (next[b * n + a] < 0));
      if (next[a * n + b] >= 0) start = b;
    }
    assert_true(degree[a] >= 3);
    size_t walked = 0, b = start;
    do {
      b = (size_t)next[a * n + b];
      walked++;
    } while (b != start && walked <= degree[a]);
    assert_int_equal(walked, degree[a]);
  }
  free(next);
  free(degree);
}

/* Point to triangle, by the seven regions of its plane in barycentric coordinates and the three sides. */
static inline double distance_to(const pl_mesh_data *m, size_t t, const double *p)
{
  double least = INFINITY;
  exact u[3], w[3], d[3], uu = 0, uw = 0, ww = 0, du = 0, dw = 0;
  for (int k = 0; k < 3; k++) {
    u[k] = (exact)corner(m, t, 1)[k] - (exact)corner(m, t, 0)[k];
    w[k] = (exact)corner(m, t, 2)[k] - (exact)corner(m, t, 0)[k];
    d[k] = (exact)p[k] - (exact)corner(m, t, 0)[k];
    uu += u[k] * u[k];
    uw += u[k] * w[k];
    ww += w[k] * w[k];
    du += d[k] * u[k];
    dw += d[k] * w[k];
  }
  exact det = uu * ww - uw * uw, s = (ww * du - uw * dw) / det, r = (uu * dw - uw * du) / det;
  if (s >= 0 && r >= 0 && s + r <= 1) {
    exact square = 0;
    for (int k = 0; k < 3; k++) square += (d[k] - s * u[k] - r * w[k]) * (d[k] - s * u[k] - r * w[k]);
    return (double)sqrtl(square);
  }
  for (size_t k = 0; k < 3; k++) {
    const double *a = corner(m, t, k), *b = corner(m, t, (k + 1) % 3);
    exact along = 0, length = 0, square = 0;
    for (int c = 0; c < 3; c++) {
      along += ((exact)p[c] - a[c]) * ((exact)b[c] - a[c]);
      length += ((exact)b[c] - a[c]) * ((exact)b[c] - a[c]);
    }
    exact part = length > 0 ? fminl(fmaxl(along / length, 0), 1) : 0;
    for (int c = 0; c < 3; c++) {
      exact e = (exact)p[c] - a[c] - part * ((exact)b[c] - a[c]);
      square += e * e;
    }
    least = fmin(least, (double)sqrtl(square));
  }
  return least;
}

/* margin: that the cage was made with, less what the making may err by. */
static inline void assert_valid_cage(const pl_mesh_data *cage, const pl_mesh_data *mesh, double margin)
{
  assert_closed_manifold(cage);
  assert_int_equal(count_piercings(cage, cage), 0);
  assert_int_equal(count_piercings(cage, mesh), 0);
  assert_int_equal(count_piercings(mesh, cage), 0);
  for (size_t v = 0; v < mesh->vertex_count; v++) {
    const double *p = mesh->positions + 3 * v;
    assert_close(whole_angle(cage, p), 1, 1e-6);
    for (size_t t = 0; t < cage->triangle_count; t++) assert_true(distance_to(cage, t, p) >= margin);
  }
  for (size_t v = 0; v < cage->vertex_count; v++)
    for (size_t t = 0; t < mesh->triangle_count; t++)
      assert_true(distance_to(mesh, t, cage->positions + 3 * v) >= margin);
}

/* Of the bounding box. */
static inline double diagonal(const pl_mesh_data *m)
{
  double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY}, square = 0;
  for (size_t i = 0; i < 3 * m->vertex_count; i++) {
    low[i % 3] = fmin(low[i % 3], m->positions[i]);
    high[i % 3] = fmax(high[i % 3], m->positions[i]);
  }
  for (int k = 0; k < 3; k++) square += (high[k] - low[k]) * (high[k] - low[k]);
  return sqrt(square);
}
