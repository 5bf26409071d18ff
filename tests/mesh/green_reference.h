/* SPDX-License-Identifier: MIT
   Two other ways to the coordinates: the closed form once more in long double, written plainly, and the integrals of
   the definition by subdivision, which know nothing of the closed form. And cages to try them on. */
#pragma once

#include <string.h>

#include "testing.h"

#include "math/vec3.h"
#include "mesh/cage/green.h"
#include "pliant/make.h"

typedef long double wide;
#define REFERENCE_PI 3.14159265358979323846264338327950288L

static inline wide dot_wide(const wide a[3], const wide b[3]) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

static inline void cross_wide(const wide a[3], const wide b[3], wide out[3])
{
  for (int k = 0; k < 3; k++) out[k] = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
}

/* NOTES: as printed in the comment of green_kernel.c. dphi: 3 per corner. */
static inline void face_reference(const double *corners[3], const double point[3], wide phi[3], wide *psi, wide dphi[9],
                                  wide dpsi[3])
{
  wide v[3][3], r[3][3], rho[3], n[3], u[3], w[3];
  for (int k = 0; k < 3; k++) {
    for (int c = 0; c < 3; c++) {
      v[k][c] = corners[k][c];
      r[k][c] = v[k][c] - (wide)point[c];
    }
    rho[k] = sqrtl(dot_wide(r[k], r[k]));
  }
  for (int c = 0; c < 3; c++) {
    u[c] = v[1][c] - v[0][c];
    w[c] = v[2][c] - v[0][c];
  }
  cross_wide(u, w, n);
  wide A2 = sqrtl(dot_wide(n, n));
  for (int c = 0; c < 3; c++) n[c] /= A2;
  wide h = dot_wide(n, r[0]), m[3][3], d[3], H[3], L[3], gl[3][3], go[3] = {0, 0, 0};
  for (int k = 0; k < 3; k++) {
    const wide *a = r[(k + 1) % 3], *b = r[(k + 2) % 3];
    wide ra = rho[(k + 1) % 3], rb = rho[(k + 2) % 3], t[3], across[3];
    for (int c = 0; c < 3; c++) t[c] = b[c] - a[c];
    wide l = sqrtl(dot_wide(t, t));
    cross_wide(t, n, m[k]);
    for (int c = 0; c < 3; c++) m[k][c] /= l;
    d[k] = dot_wide(m[k], a);
    H[k] = A2 / l;
    cross_wide(a, b, across);
    wide ab = dot_wide(a, b), q = ab <= 0 ? dot_wide(across, across) / (ra * rb - ab) : ra * rb + ab;
    L[k] = logl((ra + rb + l) * (ra + rb + l) / (2 * q));
    for (int c = 0; c < 3; c++) {
      gl[k][c] = l / q * (a[c] / ra + b[c] / rb);
      go[c] += across[c] * (ra + rb) / (ra * rb * q);
    }
  }
  wide below = rho[0] * rho[1] * rho[2] + dot_wide(r[0], r[1]) * rho[2] + dot_wide(r[1], r[2]) * rho[0] +
               dot_wide(r[2], r[0]) * rho[1];
  wide om = 2 * atan2l(h * A2, below), sum = -h * om;
  for (int c = 0; c < 3; c++) dpsi[c] = n[c] * om / (4 * REFERENCE_PI);
  for (int k = 0; k < 3; k++) {
    sum += d[k] * L[k];
    for (int c = 0; c < 3; c++) dpsi[c] -= m[k][c] * L[k] / (4 * REFERENCE_PI);
    wide logs = 0, glogs[3] = {0, 0, 0};
    for (int e = 0; e < 3; e++) {
      wide mm = dot_wide(m[k], m[e]);
      logs += mm * L[e];
      for (int c = 0; c < 3; c++) glogs[c] += mm * gl[e][c];
    }
    phi[k] = (d[k] * om + h * logs) / H[k] / (4 * REFERENCE_PI);
    for (int c = 0; c < 3; c++)
      dphi[3 * k + c] = (-m[k][c] * om + d[k] * go[c] - n[c] * logs + h * glogs[c]) / H[k] / (4 * REFERENCE_PI);
  }
  *psi = sum / (4 * REFERENCE_PI);
}

/* φ, ψ, ∇φ, ∇ψ of one point, laid out like a row of pl_green_values. */
static inline void green_reference(const pl_green *green, const double point[3], wide *phi, wide *psi, wide *dphi,
                                   wide *dpsi)
{
  memset(phi, 0, green->vertex_count * sizeof *phi);
  memset(dphi, 0, 3 * green->vertex_count * sizeof *dphi);
  for (size_t f = 0; f < green->face_count; f++) {
    const uint32_t *t = green->triangles + 3 * f;
    const double *corners[3];
    wide part[3], gradient[9];
    for (int k = 0; k < 3; k++) corners[k] = green->positions + 3 * (size_t)t[k];
    face_reference(corners, point, part, psi + f, gradient, dpsi + 3 * f);
    for (size_t k = 0; k < 3; k++) {
      phi[t[k]] += part[k];
      for (size_t c = 0; c < 3; c++) dphi[3 * (size_t)t[k] + c] += gradient[3 * k + c];
    }
  }
}

/* Integrals over a triangle of Γ_k ∂G/∂n (three) and of -G, by a seven-point rule of degree 5, cut in four while the
   triangle looks large from the point. bary: corners of the piece in barycentric coordinates of the face. */
static inline void integrate_piece(const double *face[3], const double n[3], const double bary[3][3],
                                   const double point[3], int depth, double sums[4])
{
  double corner[3][3], centre[3] = {0, 0, 0}, size = 0, area;
  for (int i = 0; i < 3; i++)
    for (int c = 0; c < 3; c++) {
      corner[i][c] = bary[i][0] * face[0][c] + bary[i][1] * face[1][c] + bary[i][2] * face[2][c];
      centre[c] += corner[i][c] / 3;
    }
  for (int i = 0; i < 3; i++) size = fmax(size, pl_vec3_distance(corner[i], corner[(i + 1) % 3]));
  if (depth < 24 && size > 0.12 * pl_vec3_distance(centre, point)) {
    double middle[3][3];
    for (int i = 0; i < 3; i++)
      for (int c = 0; c < 3; c++) middle[i][c] = (bary[(i + 1) % 3][c] + bary[(i + 2) % 3][c]) / 2;
    for (int i = 0; i < 3; i++) {
      double piece[3][3];
      memcpy(piece[0], bary[i], sizeof piece[0]);
      memcpy(piece[1], middle[(i + 2) % 3], sizeof piece[1]);
      memcpy(piece[2], middle[(i + 1) % 3], sizeof piece[2]);
      integrate_piece(face, n, (const double(*)[3])piece, point, depth + 1, sums);
    }
    integrate_piece(face, n, (const double(*)[3])middle, point, depth + 1, sums);
    return;
  }
  double u[3], w[3], normal[3];
  pl_vec3_sub(corner[1], corner[0], u);
  pl_vec3_sub(corner[2], corner[0], w);
  pl_vec3_cross(u, w, normal);
  area = pl_vec3_length(normal) / 2;
  const double root = sqrt(15.0), a = (6 - root) / 21, b = (6 + root) / 21;
  const double place[7][3] = {{1.0 / 3, 1.0 / 3, 1.0 / 3}, {1 - 2 * a, a, a}, {a, 1 - 2 * a, a}, {a, a, 1 - 2 * a},
                              {1 - 2 * b, b, b},           {b, 1 - 2 * b, b}, {b, b, 1 - 2 * b}};
  for (int i = 0; i < 7; i++) {
    double weight = i == 0 ? 9.0 / 40 : i < 4 ? (155 - root) / 1200 : (155 + root) / 1200, local[3], offset[3];
    for (int c = 0; c < 3; c++) {
      local[c] = place[i][0] * bary[0][c] + place[i][1] * bary[1][c] + place[i][2] * bary[2][c];
      offset[c] = -point[c];
    }
    for (int k = 0; k < 3; k++)
      for (int c = 0; c < 3; c++) offset[c] += local[k] * face[k][c];
    double r = pl_vec3_length(offset), slope = pl_vec3_dot(offset, n) / (4 * (double)REFERENCE_PI * r * r * r);
    for (int k = 0; k < 3; k++) sums[k] += weight * area * local[k] * slope;
    sums[3] += weight * area / (4 * (double)REFERENCE_PI * r);
  }
}

static inline void green_integrals(const pl_green *green, const double point[3], double *phi, double *psi)
{
  static const double whole[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  memset(phi, 0, green->vertex_count * sizeof *phi);
  for (size_t f = 0; f < green->face_count; f++) {
    const uint32_t *t = green->triangles + 3 * f;
    const double *corners[3];
    double sums[4] = {0, 0, 0, 0};
    for (int k = 0; k < 3; k++) corners[k] = green->positions + 3 * (size_t)t[k];
    integrate_piece(corners, green->normals + 3 * f, whole, point, 0, sums);
    for (int k = 0; k < 3; k++) phi[t[k]] += sums[k];
    psi[f] = sums[3];
  }
}

/* An icosahedron-like ball of the given radius with every vertex moved along its radius by up to `rough` of it: a
   closed cage, not convex, whose kernel holds the centre. 10 cuts² + 2 vertices. */
static inline pl_green *rough_ball(double radius, uint32_t cuts, double rough, const double centre[3], uint64_t seed)
{
  pl_mesh *mesh = NULL;
  pl_green *green = NULL;
  assert_ok(pl_make_icosphere(radius, cuts, &mesh));
  pl_mesh_data data = pl_mesh_view(mesh);
  double *x = malloc(3 * data.vertex_count * sizeof *x);
  for (size_t v = 0; v < data.vertex_count; v++) {
    double factor = 1 + rough * random_unit(&seed);
    for (size_t c = 0; c < 3; c++) x[3 * v + c] = centre[c] + factor * data.positions[3 * v + c];
  }
  assert_ok(pl_green_create(x, data.vertex_count, data.triangles, data.triangle_count, &green));
  free(x);
  pl_mesh_destroy(mesh);
  return green;
}
