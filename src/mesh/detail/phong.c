/* SPDX-License-Identifier: MIT */
#include "mesh/detail/phong.h"

#include "math/vec3.h"

enum { ITERATIONS = 40 };

static void interpolate(const double *const values[3], const double w[2], double out[3])
{
  double last = 1 - w[0] - w[1];
  for (int k = 0; k < 3; k++) out[k] = w[0] * values[0][k] + w[1] * values[1][k] + last * values[2][k];
}

void pl_phong_point(const pl_phong_triangle *triangle, const double w[2], double point[3])
{
  interpolate(triangle->corner, w, point);
}

void pl_phong_normal(const pl_phong_triangle *triangle, const double w[2], double normal[3])
{
  interpolate(triangle->normal, w, normal);
}

/* F and the vectors it is made of. */
typedef struct state {
  double offset[3]; /* p - q */
  double normal[3];
  double F[3];
  double square; /* |F|^2 */
} state;

static state evaluate(const pl_phong_triangle *triangle, const double p[3], const double w[2])
{
  state s;
  double q[3];
  pl_phong_point(triangle, w, q);
  pl_phong_normal(triangle, w, s.normal);
  pl_vec3_sub(p, q, s.offset);
  pl_vec3_cross(s.offset, s.normal, s.F);
  s.square = pl_vec3_dot(s.F, s.F);
  return s;
}

/* dF/dw_k = -(corner_k - corner_2) x n + (p - q) x (normal_k - normal_2) */
static void derivative(const pl_phong_triangle *triangle, const state *s, int k, double out[3])
{
  double edge[3], bend[3], one[3], two[3];
  pl_vec3_sub(triangle->corner[k], triangle->corner[2], edge);
  pl_vec3_sub(triangle->normal[k], triangle->normal[2], bend);
  pl_vec3_cross(s->offset, bend, one);
  pl_vec3_cross(edge, s->normal, two);
  pl_vec3_sub(one, two, out);
}

/* One step of (J^T J + damping) d = -J^T F; damping is relative to the diagonal. */
static bool solve(const pl_phong_triangle *triangle, const state *s, double damping, double step[2])
{
  double a[3], b[3];
  derivative(triangle, s, 0, a);
  derivative(triangle, s, 1, b);
  double aa = pl_vec3_dot(a, a) * (1 + damping), bb = pl_vec3_dot(b, b) * (1 + damping), ab = pl_vec3_dot(a, b);
  double determinant = aa * bb - ab * ab;
  if (!(determinant > 1e-14 * aa * bb)) return false;
  double fa = pl_vec3_dot(a, s->F), fb = pl_vec3_dot(b, s->F);
  step[0] = (ab * fb - bb * fa) / determinant;
  step[1] = (ab * fa - aa * fb) / determinant;
  return true;
}

/* |F| / |n| is how far p lies beside the line along n_q: next to nothing of the lengths that it was computed from, and
   of the distance to the origin, which costs digits. */
static bool is_small(const pl_phong_triangle *triangle, const state *s, const double p[3], double tolerance)
{
  double size = fmax(pl_vec3_distance(triangle->corner[0], triangle->corner[2]),
                     pl_vec3_distance(triangle->corner[1], triangle->corner[2]));
  double reach = tolerance * (pl_vec3_length(s->offset) + size + 0.01 * pl_vec3_length(p));
  return s->square <= reach * reach * pl_vec3_dot(s->normal, s->normal);
}

bool pl_phong_project(const pl_phong_triangle *triangle, const double p[3], double w[2])
{
  double damping = 0;
  state now = evaluate(triangle, p, w);
  for (int i = 0; i < ITERATIONS; i++) {
    double step[2];
    if (!solve(triangle, &now, damping, step)) return false;
    double tried[2] = {w[0] + step[0], w[1] + step[1]};
    if (!(fabs(tried[0]) + fabs(tried[1]) < 1e3)) return false;
    state then = evaluate(triangle, p, tried);
    if (then.square <= now.square) {
      w[0] = tried[0];
      w[1] = tried[1];
      now = then;
      damping = damping > 1e-6 ? damping / 10 : 0;
    } else {
      damping = damping > 0 ? damping * 10 : 1e-3;
    }
    if (is_small(triangle, &now, p, 1e-13)) return true;
  }
  return is_small(triangle, &now, p, 1e-10);
}
