/* SPDX-License-Identifier: MIT */
#include "mesh/core/polygon.h"

#include <math.h>
#include <stdbool.h>

/* Ears of a polygon with n corners cost up to n^3 tests; beyond this many a fan has to do, which takes n. */
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
  const uint32_t *corners;
  uint32_t *next, *before; /* of the corners not cut off yet: which follows, which comes before */
  uint32_t first;
  size_t count;
  plane plane;
  long tests;
} polygon;

static const double *corner(const polygon *p, uint32_t i) { return p->positions + 3 * (size_t)p->corners[i]; }

static bool is_ear(polygon *p, uint32_t i)
{
  const double *a = corner(p, p->before[i]), *b = corner(p, i), *c = corner(p, p->next[i]);
  p->tests++;
  if (!(turn(&p->plane, a, b, c) > 0)) return false;
  uint32_t end = p->before[i];
  for (uint32_t k = p->next[p->next[i]]; k != end && p->tests < TEST_LIMIT; k = p->next[k]) {
    const double *q = corner(p, k);
    p->tests++;
    /* Only a corner that turns right or runs straight on can reach into the triangle. */
    if (q == a || q == b || q == c || turn(&p->plane, corner(p, p->before[k]), q, corner(p, p->next[k])) > 0) continue;
    if (turn(&p->plane, a, b, q) >= 0 && turn(&p->plane, b, c, q) >= 0 && turn(&p->plane, c, a, q) >= 0) return false;
  }
  return true;
}

/* The next ear, counted from the second corner on; the second corner itself if there is none. */
static uint32_t find_ear(polygon *p)
{
  uint32_t i = p->next[p->first];
  for (size_t k = 0; k < p->count && p->tests < TEST_LIMIT; k++, i = p->next[i])
    if (is_ear(p, i)) return i;
  return p->next[p->first];
}

static void cut(polygon *p, uint32_t ear, uint32_t triangle[3])
{
  uint32_t before = p->before[ear], next = p->next[ear];
  triangle[0] = p->corners[before];
  triangle[1] = p->corners[ear];
  triangle[2] = p->corners[next];
  p->next[before] = next;
  p->before[next] = before;
  if (p->first == ear) p->first = next;
  p->count--;
}

void pl_polygon_triangulate(const double *positions, const uint32_t *corners, size_t count, uint32_t *links,
                            uint32_t *triangles)
{
  if (count < 3) return;
  polygon p = {positions, corners, links, links + count, 0, count, plane_of(positions, corners, count), 0};
  for (size_t i = 0; i < count; i++) {
    p.next[i] = (uint32_t)((i + 1) % count);
    p.before[i] = (uint32_t)((i + count - 1) % count);
  }
  for (; p.count > 3; triangles += 3) cut(&p, find_ear(&p), triangles);
  cut(&p, p.next[p.first], triangles);
}
