/* SPDX-License-Identifier: MIT */
#include "mesh/query/separation.h"

#include <math.h>

#include "math/vec3.h"

static double clamp(double t) { return fmin(fmax(t, 0), 1); }

double pl_segments_distance_squared(const double a[3], const double b[3], const double c[3], const double d[3])
{
  double u[3], v[3], w[3];
  pl_vec3_sub(b, a, u);
  pl_vec3_sub(d, c, v);
  pl_vec3_sub(a, c, w);
  double uu = pl_vec3_dot(u, u), vv = pl_vec3_dot(v, v), uv = pl_vec3_dot(u, v), uw = pl_vec3_dot(u, w),
         vw = pl_vec3_dot(v, w), determinant = uu * vv - uv * uv;
  /* closest points a + s u, c + t v: of the lines first, then one after the other is brought back to its segment */
  double s = determinant > 1e-14 * uu * vv ? clamp((uv * vw - vv * uw) / determinant) : 0;
  double t = vv > 0 ? (uv * s + vw) / vv : 0;
  if (t < 0 || t > 1) {
    t = clamp(t);
    s = uu > 0 ? clamp((uv * t - uw) / uu) : 0;
  }
  double gap[3];
  for (int k = 0; k < 3; k++) gap[k] = w[k] + s * u[k] - t * v[k];
  return pl_vec3_dot(gap, gap);
}

typedef struct triangle {
  const double *p[3];
  double normal[3]; /* unit */
} triangle;

static bool make_triangle(const double *positions, const uint32_t v[3], triangle *out)
{
  static const double none[3] = {0, 0, 0};
  double u[3], w[3], normal[3];
  for (int k = 0; k < 3; k++) out->p[k] = positions + 3 * (size_t)v[k];
  pl_vec3_sub(out->p[1], out->p[0], u);
  pl_vec3_sub(out->p[2], out->p[0], w);
  pl_vec3_cross(u, w, normal);
  return pl_vec3_normalise(normal, none, out->normal) > 1e-12 * (pl_vec3_dot(u, u) + pl_vec3_dot(w, w));
}

static double height(const triangle *t, const double p[3])
{
  double d[3];
  pl_vec3_sub(p, t->p[0], d);
  return pl_vec3_dot(d, t->normal);
}

/* Does p lie above or below the triangle, seen along its normal? */
static bool over(const triangle *t, const double p[3])
{
  for (int k = 0; k < 3; k++) {
    double edge[3], to[3], out[3];
    pl_vec3_sub(t->p[(k + 1) % 3], t->p[k], edge);
    pl_vec3_sub(p, t->p[k], to);
    pl_vec3_cross(edge, to, out);
    if (pl_vec3_dot(out, t->normal) < 0) return false;
  }
  return true;
}

/* Does the segment from p to q, at heights h and g over the triangle's plane, go through it? */
static bool pierces(const triangle *t, const double p[3], double h, const double q[3], double g)
{
  if ((h > 0) == (g > 0) || h == g) return false;
  double at[3];
  for (int k = 0; k < 3; k++) at[k] = p[k] + h / (h - g) * (q[k] - p[k]);
  return over(t, at);
}

/* All corners strictly on one side of the other's plane, those left aside that are shared. */
static bool apart(const triangle *t, const triangle *of, const bool shared[3], double gap)
{
  double low = INFINITY, high = -INFINITY;
  for (int k = 0; k < 3; k++) {
    if (shared[k]) continue;
    double h = height(t, of->p[k]);
    low = fmin(low, h);
    high = fmax(high, h);
  }
  return low > gap || high < -gap;
}

/* Is the edge opposite corner k of `of`, or the corner at its end, at t? */
static bool edge_meets(const triangle *t, const triangle *of, int k, double gap)
{
  const double *p = of->p[(k + 1) % 3], *q = of->p[(k + 2) % 3];
  double h = height(t, p), g = height(t, q);
  if (pierces(t, p, h, q, g)) return true;
  if ((fabs(h) < gap && over(t, p)) || (fabs(g) < gap && over(t, q))) return true;
  for (int e = 0; e < 3; e++)
    if (pl_segments_distance_squared(p, q, t->p[e], t->p[(e + 1) % 3]) < gap * gap) return true;
  return false;
}

/* Corner `own` is the one that a common edge leaves over. Folded: both on one side of the edge and nearly in one plane.
   */
static bool folded(const triangle *a, const triangle *b) { return pl_vec3_dot(a->normal, b->normal) < -0.996; }

bool pl_triangles_meet(const double *positions, const uint32_t a[3], const uint32_t b[3], double gap)
{
  triangle s, t;
  bool shared_a[3] = {false, false, false}, shared_b[3] = {false, false, false};
  int count = 0;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      if (a[i] == b[j]) {
        shared_a[i] = shared_b[j] = true;
        count++;
      }
  if (!make_triangle(positions, a, &s) || !make_triangle(positions, b, &t) || count > 2) return true;
  if (count == 2) return folded(&s, &t);
  if (apart(&s, &t, shared_b, gap) || apart(&t, &s, shared_a, gap)) return false;
  /* With a common corner only the edges opposite to it can reach the other triangle first. */
  for (int k = 0; k < 3; k++) {
    if ((count == 0 || shared_b[k]) && edge_meets(&s, &t, k, gap)) return true;
    if ((count == 0 || shared_a[k]) && edge_meets(&t, &s, k, gap)) return true;
  }
  return false;
}
