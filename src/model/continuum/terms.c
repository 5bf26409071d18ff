/* SPDX-License-Identifier: MIT
   Terms at given positions: energy, exact derivative, and a positive part of the second derivative.

   The second derivative of w/2 (f - f0)^2 is w grad f grad f^T + w (f - f0) f''. The first part is positive; of the
   second what can be said in closed form is kept where it is positive: tension of edges, the positive half of shear,
   the directions across a curvature. */
#include <math.h>
#include <string.h>

#include "math/functions.h"
#include "math/vec3.h"
#include "model/continuum/continuum.h"

static void difference(const pl_term *term, const double *coefficient, const double *x, double out[3])
{
  pl_vec3_set(out, 0, 0, 0);
  for (size_t i = 0; i < term->count; i++) pl_vec3_add_scaled(out, coefficient[i], x + 3 * (size_t)term->node[i], out);
}

/* gradient = factor × the first row, and the row is kept with weight c. */
static void scale_row(const pl_term *term, double factor, double c, pl_term_value *out)
{
  for (size_t k = 0; k < 3 * (size_t)term->count; k++) out->gradient[k] = factor * out->row[0][k];
  out->c[0] = c;
}

/* The printed step has a_ij D_i^T D_j for its matrix, positive or not; off the diagonal that is taken apart into
   squares of which only one is kept, the other is left to the right-hand side. The strain G_ij - G0_ij of surfaces and
   solids, (27). */
static void metric(const pl_terms *terms, const pl_term *term, const double *x, bool printed, pl_term_value *out)
{
  const pl_term_pattern *p = &terms->pattern[term->pattern];
  double A[3], B[3], w = term->measure * term->stiffness;
  bool edge = term->count == 2;
  difference(term, p->a, x, A);
  difference(term, p->b, x, B);
  double off = pl_vec3_dot(A, B) - term->rest, stress = 0.5 * w * off;
  out->energy = 0.25 * w * off * off;
  for (size_t i = 0; i < term->count; i++)
    for (size_t c = 0; c < 3; c++) out->row[0][3 * i + c] = p->a[i] * B[c] + p->b[i] * A[c];
  scale_row(term, stress, printed ? 0 : 0.5 * w, out);
  if (edge) {
    out->g = 2 * stress;
    if (out->g < 0 && !printed) out->g = 0;
    memcpy(out->shape, p->a, sizeof out->shape);
  } else {
    out->g = 0.5 * fabs(stress);
    for (size_t i = 0; i < PL_TERM_NODES; i++) out->shape[i] = stress > 0 ? p->a[i] + p->b[i] : p->a[i] - p->b[i];
  }
}

/* d(n.C) = n.dC + t.(dA x B + A x dB) with t the part of C across n, over |A x B|. The printed step leaves the second
   part out. An entry of the curvature tensor, (28). */
static void bend(const pl_terms *terms, const pl_term *term, const double *x, bool printed, pl_term_value *out)
{
  const pl_term_pattern *p = &terms->pattern[term->pattern];
  double A[3], B[3], C[3], n[3], across[3], to_a[3], to_b[3], w = term->measure * term->stiffness;
  difference(term, p->a, x, A);
  difference(term, p->b, x, B);
  difference(term, p->k, x, C);
  pl_vec3_cross(A, B, n);
  double area = pl_vec3_length(n);
  if (!(area > 0)) return; /* no normal */
  pl_vec3_scale(n, 1 / area, n);
  double curvature = pl_vec3_dot(n, C), off = curvature - term->rest;
  pl_vec3_add_scaled(C, -curvature, n, across);
  pl_vec3_scale(across, printed ? 0 : 1 / area, across);
  pl_vec3_cross(B, across, to_a);
  pl_vec3_cross(across, A, to_b);
  for (size_t i = 0; i < term->count; i++)
    for (size_t c = 0; c < 3; c++) out->row[0][3 * i + c] = p->k[i] * n[c] + p->a[i] * to_a[c] + p->b[i] * to_b[c];
  out->energy = 0.5 * w * off * off;
  scale_row(term, w * off, w, out);
}

/* With t = 1 - s0/s > 0 the second derivative is t I + (1 - t) e e^T; under pressure e e^T is kept. */
static void stretch(const pl_terms *terms, const pl_term *term, const double *x, bool printed, pl_term_value *out)
{
  const pl_term_pattern *p = &terms->pattern[term->pattern];
  double A[3], w = term->measure * term->stiffness;
  difference(term, p->a, x, A);
  double s = pl_vec3_length(A), off = s - term->rest, t = s > 0 ? off / s : 0;
  out->energy = 0.5 * w * off * off;
  if (!(s > 0)) return; /* no direction */
  for (size_t i = 0; i < term->count; i++)
    for (size_t c = 0; c < 3; c++) out->row[0][3 * i + c] = p->a[i] * A[c] / s;
  scale_row(term, w * off, printed ? 0 : t > 0 ? w * (1 - t) : w, out);
  out->g = t > 0 || printed ? w * t : 0;
  memcpy(out->shape, p->a, sizeof out->shape);
}

/* out (row-major 3 × 3) += s × [v] with [v] u = v x u */
static void add_cross(double s, const double v[3], double out[9])
{
  out[1] -= s * v[2];
  out[2] += s * v[1];
  out[3] += s * v[2];
  out[5] -= s * v[0];
  out[6] -= s * v[1];
  out[7] += s * v[0];
}

static void add_outer(double s, const double a[3], const double b[3], double out[9])
{
  for (size_t r = 0; r < 3; r++)
    for (size_t c = 0; c < 3; c++) out[3 * r + c] += s * a[r] * b[c];
}

/* kappa = u / L with u = 2 e x f / d, d = |e||f| + e.f, L = (|e| + |f|)/2:
   d kappa = (2/(d L)) (e x df - f x de) - kappa (dd/d + dL/L). */
static bool curvature_of(const pl_term *term, const double *x, double kappa[3], double by_e[9], double by_f[9])
{
  double e[3], f[3], ue[3], uf[3], to_e[3], to_f[3];
  pl_vec3_sub(x + 3 * (size_t)term->node[1], x + 3 * (size_t)term->node[0], e);
  pl_vec3_sub(x + 3 * (size_t)term->node[2], x + 3 * (size_t)term->node[1], f);
  double le = pl_vec3_length(e), lf = pl_vec3_length(f), d = le * lf + pl_vec3_dot(e, f), L = 0.5 * (le + lf);
  if (!(d > 1e-12 * le * lf)) return false; /* folded back on itself */
  pl_vec3_cross(e, f, kappa);
  pl_vec3_scale(kappa, 2 / (d * L), kappa);
  pl_vec3_scale(e, 1 / le, ue);
  pl_vec3_scale(f, 1 / lf, uf);
  for (size_t c = 0; c < 3; c++) {
    to_e[c] = (lf * ue[c] + f[c]) / d + 0.5 * ue[c] / L;
    to_f[c] = (le * uf[c] + e[c]) / d + 0.5 * uf[c] / L;
  }
  memset(by_e, 0, 9 * sizeof(double));
  memset(by_f, 0, 9 * sizeof(double));
  add_cross(-2 / (d * L), f, by_e);
  add_cross(2 / (d * L), e, by_f);
  add_outer(-1, kappa, to_e, by_e);
  add_outer(-1, kappa, to_f, by_f);
  return true;
}

/* Three rows: along the curvature, and across it where it is more than natural, (1 - kappa0/|kappa|) of each. In a
   plane one: along the normal, about which a curvature has a sign, so that an arc that is pushed through its straight
   shape comes back. */
static void arc(const pl_terms *terms, const pl_term *term, const double *x, bool printed, pl_term_value *out)
{
  double kappa[3], by_e[9], by_f[9], axis[3][3], w = term->measure * term->stiffness;
  if (!curvature_of(term, x, kappa, by_e, by_f)) {
    out->energy = INFINITY;
    return;
  }
  double size = terms->planar ? pl_vec3_dot(kappa, terms->normal) : pl_vec3_length(kappa), off = size - term->rest;
  out->energy = 0.5 * w * off * off;
  if (terms->planar)
    pl_vec3_copy(terms->normal, axis[0]);
  else if (size > 0)
    pl_vec3_scale(kappa, 1 / size, axis[0]);
  else if (term->rest > 0)
    return; /* straight: no direction of bending is defined */
  else
    pl_vec3_set(axis[0], 1, 0, 0);
  pl_vec3_perpendicular(axis[0], axis[1]);
  pl_vec3_cross(axis[0], axis[1], axis[2]);
  double across = terms->planar ? 0 : size > 0 ? fmax(0, off / size) : 1;
  for (size_t r = 0; r < 3; r++) {
    out->c[r] = printed ? 0 : r == 0 ? w : w * across;
    for (size_t c = 0; c < 3; c++) {
      double e = 0, f = 0;
      for (size_t k = 0; k < 3; k++) {
        e += axis[r][k] * by_e[3 * k + c];
        f += axis[r][k] * by_f[3 * k + c];
      }
      out->row[r][c] = -e;
      out->row[r][3 + c] = e - f;
      out->row[r][6 + c] = f;
    }
  }
  for (size_t k = 0; k < 9; k++) out->gradient[k] = w * off * out->row[0][k];
}

/* Dihedral angle between the planes of edges 1, 2 and 2, 3, over the length of edge 2. Straight pieces have none. */
static void torsion(const pl_term *term, const double *x, bool printed, pl_term_value *out)
{
  static const double straight = 1e-4; /* sine of the angle between edges */
  double b[3][3], n1[3], n2[3], g[4][3], w = term->measure * term->stiffness;
  for (size_t k = 0; k < 3; k++) pl_vec3_sub(x + 3 * (size_t)term->node[k + 1], x + 3 * (size_t)term->node[k], b[k]);
  pl_vec3_cross(b[0], b[1], n1);
  pl_vec3_cross(b[1], b[2], n2);
  double l1 = pl_vec3_length(b[0]), l2 = pl_vec3_length(b[1]), l3 = pl_vec3_length(b[2]);
  double q1 = pl_vec3_dot(n1, n1), q2 = pl_vec3_dot(n2, n2);
  if (!(sqrt(q1) > straight * l1 * l2 && sqrt(q2) > straight * l2 * l3)) return;
  double angle = pl_atan2(l2 * pl_vec3_dot(b[0], n2), pl_vec3_dot(n1, n2));
  double off = angle - term->rest * l2;
  off -= 6.283185307179586 * round(off / 6.283185307179586);
  double tau_off = off / l2, tau = tau_off + term->rest;
  double p = pl_vec3_dot(b[0], b[1]) / (l2 * l2), q = pl_vec3_dot(b[2], b[1]) / (l2 * l2);
  pl_vec3_scale(n1, -l2 / q1, g[0]);
  pl_vec3_scale(n2, l2 / q2, g[3]);
  for (size_t c = 0; c < 3; c++) {
    g[1][c] = -(1 + p) * g[0][c] + q * g[3][c];
    g[2][c] = -(1 + q) * g[3][c] + p * g[0][c];
  }
  for (size_t k = 0; k < 4; k++) pl_vec3_scale(g[k], 1 / l2, out->row[0] + 3 * k);
  pl_vec3_add_scaled(out->row[0] + 3, tau / (l2 * l2), b[1], out->row[0] + 3); /* tau = angle / |b2| */
  pl_vec3_add_scaled(out->row[0] + 6, -tau / (l2 * l2), b[1], out->row[0] + 6);
  out->energy = 0.5 * w * tau_off * tau_off;
  scale_row(term, w * tau_off, printed ? 0 : w, out);
}

static void linear(const pl_terms *terms, const pl_term *term, const double *x, pl_term_value *out)
{
  const pl_term_pattern *p = &terms->pattern[term->pattern];
  double A[3], w = term->measure * term->stiffness;
  difference(term, p->a, x, A);
  out->energy = 0.5 * w * pl_vec3_dot(A, A);
  for (size_t i = 0; i < term->count; i++) pl_vec3_scale(A, w * p->a[i], out->gradient + 3 * i);
  out->g = w;
  memcpy(out->shape, p->a, sizeof out->shape);
}

/* Curvature of an arc: the turn of its edges over their mean length, 2 tan(angle / 2). */
static double arc_measure(const pl_terms *terms, const pl_term *term, const double *x)
{
  double e[3], f[3], turn[3];
  pl_vec3_sub(x + 3 * (size_t)term->node[1], x + 3 * (size_t)term->node[0], e);
  pl_vec3_sub(x + 3 * (size_t)term->node[2], x + 3 * (size_t)term->node[1], f);
  double le = pl_vec3_length(e), lf = pl_vec3_length(f);
  pl_vec3_cross(e, f, turn);
  double sine = terms->planar ? pl_vec3_dot(turn, terms->normal) : pl_vec3_length(turn);
  return 2 * sine / (le * lf + pl_vec3_dot(e, f)) / (0.5 * (le + lf));
}

static double torsion_measure(const pl_term *term, const double *x)
{
  double edge[3][3], n[3], f[3];
  for (size_t k = 0; k < 3; k++) pl_vec3_sub(x + 3 * (size_t)term->node[k + 1], x + 3 * (size_t)term->node[k], edge[k]);
  pl_vec3_cross(edge[0], edge[1], n);
  pl_vec3_cross(edge[1], edge[2], f);
  double length = pl_vec3_length(edge[1]);
  return pl_atan2(length * pl_vec3_dot(edge[0], f), pl_vec3_dot(n, f)) / length;
}

double pl_term_measure(const pl_terms *terms, const pl_term *term, const double *x)
{
  const pl_term_pattern *p = &terms->pattern[term->pattern];
  double A[3], B[3], C[3], n[3];
  if (term->kind == PL_TERM_ARC) return arc_measure(terms, term, x);
  if (term->kind == PL_TERM_TORSION) return torsion_measure(term, x);
  if (term->kind == PL_TERM_LINEAR) return 0;
  difference(term, p->a, x, A);
  if (term->kind == PL_TERM_STRETCH) return pl_vec3_length(A);
  difference(term, p->b, x, B);
  if (term->kind == PL_TERM_METRIC) return pl_vec3_dot(A, B);
  difference(term, p->k, x, C);
  pl_vec3_cross(A, B, n);
  double area = pl_vec3_length(n);
  return area > 0 ? pl_vec3_dot(n, C) / area : 0;
}

void pl_term_evaluate(const pl_terms *terms, const pl_term *term, const double *x, bool printed, pl_term_value *out)
{
  out->energy = out->g = 0;
  memset(out->gradient, 0, sizeof out->gradient);
  memset(out->c, 0, sizeof out->c);
  switch ((pl_term_kind)term->kind) {
  case PL_TERM_METRIC: metric(terms, term, x, printed, out); break;
  case PL_TERM_BEND: bend(terms, term, x, printed, out); break;
  case PL_TERM_STRETCH: stretch(terms, term, x, printed, out); break;
  case PL_TERM_ARC: arc(terms, term, x, printed, out); break;
  case PL_TERM_TORSION: torsion(term, x, printed, out); break;
  case PL_TERM_LINEAR: linear(terms, term, x, out); break;
  }
}
