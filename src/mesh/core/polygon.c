/* SPDX-License-Identifier: MIT */
#include "mesh/core/polygon.h"

#include <math.h>
#include <stdbool.h>

/* Ears of a polygon with n corners cost up to n^3 tests; beyond this many a fan has to do. */
enum { TEST_LIMIT = 20000000 };

typedef struct plane {
  int u, v;    /* the two axes kept; the one along which the normal is longest is dropped */
  double sign; /* of what is dropped, so that the polygon turns left */
} plane;

/* Newell's normal: the sum of the cross products around the polygon, which no corner on a straight line can spoil. */
static plane plane_of(const double *positions, const uint32_t *corners, size_t count)
{
  double normal[3] = {0, 0, 0};
  const double *o = positions + 3 * (size_t)corners[0];
  for (size_t i = 1; i + 1 < count; i++) {
    const double *a = positions + 3 * (size_t)corners[i], *b = positions + 3 * (size_t)corners[i + 1];
    for (int axis = 0; axis < 3; axis++) {
      int u = (axis + 1) % 3, v = (axis + 2) % 3;
      normal[axis] += (a[u] - o[u]) * (b[v] - o[v]) - (a[v] - o[v]) * (b[u] - o[u]);
    }
  }
  int longest = 0;
  for (int axis = 1; axis < 3; axis++)
    if (fabs(normal[axis]) > fabs(normal[longest])) longest = axis;
  return (plane){(longest + 1) % 3, (longest + 2) % 3, normal[longest] < 0 ? -1 : 1};
}

/* Twice the area of a triangle in the plane, positive when it turns left. */
static double turn(const plane *p, const double *a, const double *b, const double *c)
{
  return p->sign * ((b[p->u] - a[p->u]) * (c[p->v] - a[p->v]) - (b[p->v] - a[p->v]) * (c[p->u] - a[p->u]));
}

typedef struct polygon {
  const double *positions;
  uint32_t *left; /* corners not cut off yet */
  size_t count;
  plane plane;
  long tests;
} polygon;

static const double *corner(const polygon *p, size_t i) { return p->positions + 3 * (size_t)p->left[i % p->count]; }

static bool is_ear(polygon *p, size_t i)
{
  const double *a = corner(p, i + p->count - 1), *b = corner(p, i), *c = corner(p, i + 1);
  if (!(turn(&p->plane, a, b, c) > 0)) return false;
  for (size_t k = 2; k + 1 < p->count; k++) {
    const double *q = corner(p, i + k);
    p->tests++;
    /* Only a corner that turns right or runs straight on can reach into the triangle. */
    if (q == a || q == b || q == c || turn(&p->plane, corner(p, i + k - 1), q, corner(p, i + k + 1)) > 0) continue;
    if (turn(&p->plane, a, b, q) >= 0 && turn(&p->plane, b, c, q) >= 0 && turn(&p->plane, c, a, q) >= 0) return false;
  }
  return true;
}

/* The next ear, counted from the second corner on; the second corner itself if there is none. */
static size_t find_ear(polygon *p)
{
  for (size_t k = 0; k < p->count && p->tests < TEST_LIMIT; k++)
    if (is_ear(p, (1 + k) % p->count)) return (1 + k) % p->count;
  return 1;
}

void pl_polygon_triangulate(const double *positions, const uint32_t *corners, size_t count, uint32_t *left,
                            uint32_t *triangles)
{
  if (count < 3) return;
  for (size_t i = 0; i < count; i++) left[i] = corners[i];
  polygon p = {positions, left, count, plane_of(positions, corners, count), 0};
  for (; p.count > 3; triangles += 3) {
    size_t ear = find_ear(&p);
    triangles[0] = left[(ear + p.count - 1) % p.count];
    triangles[1] = left[ear];
    triangles[2] = left[(ear + 1) % p.count];
    p.count--;
    for (size_t i = ear; i < p.count; i++) left[i] = left[i + 1];
  }
  for (size_t i = 0; i < 3; i++) triangles[i] = left[i];
}
