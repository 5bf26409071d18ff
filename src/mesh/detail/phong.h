/* SPDX-License-Identifier: MIT
   Points beside a triangle seen along its interpolated normals (Diziol et al., sect. 6): a point p belongs to the point
   q of the triangle from which the Phong normal n_q points at it, (p - q) x n_q = 0. The field of normals is continuous
   across edges, so that neighbouring points stay neighbours however the surface bends. */
#pragma once

#include <stdbool.h>

typedef struct pl_phong_triangle {
  const double *corner[3];
  const double *normal[3]; /* unit */
} pl_phong_triangle;

/* Point and normal (not of unit length) at the weights w[0], w[1] of the first two corners. */
void pl_phong_point(const pl_phong_triangle *triangle, const double w[2], double point[3]);
void pl_phong_normal(const pl_phong_triangle *triangle, const double w[2], double normal[3]);

/* Gauss-Newton iterations on F(w) = (p - q) x n_q from the weights given, which are replaced by the solution. It may
   lie outside the triangle. False: no solution was found, and w means nothing. */
bool pl_phong_project(const pl_phong_triangle *triangle, const double p[3], double w[2]);
