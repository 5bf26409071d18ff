/* SPDX-License-Identifier: MIT */
#include "contact/narrow/closest_points.h"

#include <math.h>

#include "math/vec3.h"

static double clamp01(double s) { return s < 0 ? 0 : s > 1 ? 1 : s; }

/* The vector to the nearest point p + a u + b v. */
static void separate(pl_closest_points *near, const double p[3], double u, const double a[3], double v,
                     const double b[3])
{
  double x = p[0] + u * a[0] + v * b[0], y = p[1] + u * a[1] + v * b[1], z = p[2] + u * a[2] + v * b[2];
  pl_vec3_set(near->separation, x, y, z);
  near->distance = sqrt(x * x + y * y + z * z);
}

/* Squared distance from u b + v c to s. */
static double square_at(const double s[3], const double b[3], const double c[3], double u, double v)
{
  double d[3] = {u * b[0] + v * c[0] - s[0], u * b[1] + v * c[1] - s[1], u * b[2] + v * c[2] - s[2]};
  return pl_vec3_dot(d, d);
}

/* A vertex relative to the first corner of a triangle, in terms of the edges there. */
typedef struct seen_vertex {
  double b[3], c[3], s[3]; /* the edges, and the vector to the vertex */
  double bb, bc, cc, sb, sc;
  double u, v; /* along the edges; of no use to triangles without area */
  bool inner;
} seen_vertex;

static inline seen_vertex see_vertex(const pl_points *points)
{
  seen_vertex t;
  pl_vec3_sub(points->at[2], points->at[1], t.b);
  pl_vec3_sub(points->at[3], points->at[1], t.c);
  pl_vec3_sub(points->at[0], points->at[1], t.s);
  t.bb = pl_vec3_dot(t.b, t.b), t.bc = pl_vec3_dot(t.b, t.c), t.cc = pl_vec3_dot(t.c, t.c);
  t.sb = pl_vec3_dot(t.s, t.b), t.sc = pl_vec3_dot(t.s, t.c);
  double det = t.bb * t.cc - t.bc * t.bc;
  t.u = (t.cc * t.sb - t.bc * t.sc) / det;
  t.v = (t.bb * t.sc - t.bc * t.sb) / det;
  t.inner = (det > 1e-14 * t.bb * t.cc) & (t.u >= 0) & (t.v >= 0) & (t.u + t.v <= 1);
  return t;
}

bool pl_is_over_triangle(const pl_points *points) { return see_vertex(points).inner; }

/* The feature with the nearest point is unpredictable, so there are few branches, here and above. */
void pl_nearest_on_triangle(const pl_points *points, pl_closest_points *near)
{
  const seen_vertex t = see_vertex(points);
  double u = t.u, v = t.v;
  if (!t.inner) {
    double on_b = t.bb > 0 ? clamp01(t.sb / t.bb) : 0, on_c = t.cc > 0 ? clamp01(t.sc / t.cc) : 0;
    double across = t.bb - 2 * t.bc + t.cc, on_bc = across > 0 ? clamp01((t.sc - t.bc - t.sb + t.bb) / across) : 0;
    const double at[3][2] = {{on_b, 0}, {0, on_c}, {1 - on_bc, on_bc}};
    double best = INFINITY;
    for (int k = 0; k < 3; k++) {
      double square = square_at(t.s, t.b, t.c, at[k][0], at[k][1]);
      bool nearer = square < best;
      best = nearer ? square : best;
      u = nearer ? at[k][0] : u;
      v = nearer ? at[k][1] : v;
    }
  }
  near->weights[0] = 1;
  near->weights[1] = -(1 - u - v);
  near->weights[2] = -u;
  near->weights[3] = -v;
  near->inner = t.inner;
  separate(near, t.s, -u, t.b, -v, t.c);
}

/* Cases as in C. Ericson, "Real-time collision detection" (2005), 5.1.9; parallel edges take any of their nearest
   points. */
static pl_closest_points edge_edge(const pl_points *points)
{
  double d1[3], d2[3], r[3];
  pl_vec3_sub(points->at[1], points->at[0], d1);
  pl_vec3_sub(points->at[3], points->at[2], d2);
  pl_vec3_sub(points->at[0], points->at[2], r);
  double a = pl_vec3_dot(d1, d1), e = pl_vec3_dot(d2, d2), f = pl_vec3_dot(d2, r), c = pl_vec3_dot(d1, r);
  double b = pl_vec3_dot(d1, d2), det = a * e - b * b, s = 0, t = 0;
  bool crossing = det > 1e-10 * a * e;
  if (crossing) s = clamp01((b * f - c * e) / det);
  t = e > 0 ? (b * s + f) / e : 0;
  if (t < 0 || t > 1) {
    t = clamp01(t);
    s = a > 0 ? clamp01((b * t - c) / a) : 0;
  }
  pl_closest_points near = {.weights = {1 - s, s, -(1 - t), -t}, .inner = crossing && s > 0 && s < 1 && t > 0 && t < 1};
  separate(&near, r, s, d1, -t, d2);
  return near;
}

pl_closest_points pl_nearest(pl_feature_pair kind, const pl_points *points)
{
  pl_closest_points near;
  if (kind == PL_VERTEX_TRIANGLE)
    pl_nearest_on_triangle(points, &near);
  else
    near = edge_edge(points);
  return near;
}

double pl_height_along(const pl_points *points, const double weights[4], const double direction[3])
{
  double sum = 0;
  for (int k = 0; k < 4; k++) sum += weights[k] * pl_vec3_dot(direction, points->at[k]);
  return sum;
}

double pl_relative_motion(pl_feature_pair kind, const pl_points *before, const pl_points *after)
{
  double way[4][3], mean[3] = {0}, length[4];
  for (int k = 0; k < 4; k++) {
    pl_vec3_sub(after->at[k], before->at[k], way[k]);
    pl_vec3_add_scaled(mean, 0.25, way[k], mean);
  }
  for (int k = 0; k < 4; k++) length[k] = pl_vec3_distance(way[k], mean);
  double last = fmax(length[2], length[3]);
  return kind == PL_VERTEX_TRIANGLE ? length[0] + fmax(length[1], last) : fmax(length[0], length[1]) + last;
}

/* Additive conservative advancement: the features can be `least` apart no sooner than their distance allows (M. Li et
   al., "Codimensional incremental potential contact", 2021, sect. 5). Each step advances to half of `least`, so that
   none is shorter than that. */
double pl_first_meeting(pl_feature_pair kind, const pl_points *before, const pl_points *after, double least,
                        pl_closest_points *then)
{
  enum { MOST_STEPS = 200 };
  double motion = pl_relative_motion(kind, before, after), t = 0;
  *then = pl_nearest(kind, before);
  for (int k = 0; k < MOST_STEPS && then->distance > least; k++) {
    t += (then->distance - 0.5 * least) / motion;
    if (!(t < 1)) return 1;
    pl_points points;
    for (int i = 0; i < 4; i++)
      for (int c = 0; c < 3; c++) points.at[i][c] = before->at[i][c] + t * (after->at[i][c] - before->at[i][c]);
    *then = pl_nearest(kind, &points);
  }
  return t;
}
