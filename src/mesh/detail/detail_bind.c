/* SPDX-License-Identifier: MIT
   Which triangle a fine vertex belongs to. The search starts at the closest point of the surface. Where the solution
   leaves the triangle it goes on across the edge it left through; if that leads nowhere, all triangles that touch the
   closest one are tried; and where no normal points at the vertex at all, it hangs on the closest triangle extended in
   its plane, so that the rest shape is put back exactly all the same. */
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "math/vec3.h"
#include "mesh/core/topology.h"
#include "mesh/detail/detail.h"
#include "mesh/detail/phong.h"
#include "mesh/query/bvh.h"

enum { WALK = 12, GRAIN = 256 };
#define OUTSIDE 1e-9 /* weights so little below zero are still on the triangle */
#define FARTHER 2.0  /* a solution so many times farther away than the closest point is another part of the surface */
#define LEANING 0.1  /* cosine of the most that a normal may lean from its triangle's to hang a vertex on it */
#define NONE UINT32_MAX /* no triangle */

typedef struct binder {
  const pl_detail_surface *surface;
  const double *points;
  pl_normals normals;
  pl_bvh *bvh;
  uint32_t *across; /* 3 per triangle: the neighbour opposite each corner; NONE on a border or a non-manifold edge */
  pl_detail_bond *bonds;
  double *extension; /* per point: how far it hangs outside its triangle, m; negative: not at all */
} binder;

typedef struct solution {
  uint32_t triangle;
  double w[2];
  double height;
} solution;

static pl_phong_triangle triangle_of(const binder *b, uint32_t t)
{
  pl_phong_triangle triangle;
  for (int k = 0; k < 3; k++) {
    size_t v = b->surface->triangles[3 * (size_t)t + (size_t)k];
    triangle.corner[k] = b->surface->positions + 3 * v;
    triangle.normal[k] = b->normals.normal + 3 * v;
  }
  return triangle;
}

/* Height of p over q along the unit normal at w. */
static double height_at(const pl_phong_triangle *triangle, const double w[2], const double p[3])
{
  static const double nowhere[3] = {0, 0, 0};
  double q[3], n[3], offset[3];
  pl_phong_point(triangle, w, q);
  pl_phong_normal(triangle, w, n);
  pl_vec3_normalise(n, nowhere, n);
  pl_vec3_sub(p, q, offset);
  return pl_vec3_dot(offset, n);
}

/* The corner with the least weight, and that weight. */
static double least_weight(const double w[2], int *corner)
{
  double weights[3] = {w[0], w[1], 1 - w[0] - w[1]};
  *corner = 0;
  for (int k = 1; k < 3; k++)
    if (weights[k] < weights[*corner]) *corner = k;
  return weights[*corner];
}

typedef enum outcome { INSIDE, LEFT, LOST } outcome;

/* Tries one triangle; LEFT: through the edge opposite *corner. */
static outcome try_triangle(const binder *b, uint32_t t, const double p[3], double most, solution *found, int *corner)
{
  pl_phong_triangle triangle = triangle_of(b, t);
  found->triangle = t;
  if (!pl_phong_project(&triangle, p, found->w)) return LOST;
  found->height = height_at(&triangle, found->w, p);
  if (least_weight(found->w, corner) < -OUTSIDE) return LEFT;
  return fabs(found->height) <= most ? INSIDE : LOST;
}

static bool walk(const binder *b, const pl_bvh_point *start, const double p[3], double most, solution *found)
{
  uint32_t before = NONE;
  found->triangle = start->triangle;
  found->w[0] = 1 - start->u - start->v;
  found->w[1] = start->u;
  for (int i = 0; i < WALK; i++) {
    int corner = 0;
    outcome o = try_triangle(b, found->triangle, p, most, found, &corner);
    if (o != LEFT) return o == INSIDE;
    uint32_t next = b->across[3 * (size_t)found->triangle + (size_t)corner];
    if (next == NONE || next == before) return false; /* a border, or to and fro across a crease */
    before = found->triangle;
    found->triangle = next;
    found->w[0] = found->w[1] = 1.0 / 3;
  }
  return false;
}

/* The nearest solution on the triangles that share a corner with the closest one. */
static bool try_neighbours(const binder *b, uint32_t closest, const double p[3], double most, solution *found)
{
  bool any = false;
  for (size_t k = 0; k < 3; k++) {
    uint32_t v = b->surface->triangles[3 * (size_t)closest + k];
    for (uint32_t i = b->normals.first[v]; i < b->normals.first[v + 1]; i++) {
      solution tried = {.w = {1.0 / 3, 1.0 / 3}};
      int corner;
      if (try_triangle(b, b->normals.around[i], p, most, &tried, &corner) != INSIDE) continue;
      if (any && fabs(tried.height) >= fabs(found->height)) continue;
      *found = tried;
      any = true;
    }
  }
  return any;
}

/* Weights of a point in the triangle's plane. */
static void weights_of(const pl_phong_triangle *triangle, const double q[3], double w[2])
{
  double a[3], b[3], c[3];
  pl_vec3_sub(triangle->corner[0], triangle->corner[2], a);
  pl_vec3_sub(triangle->corner[1], triangle->corner[2], b);
  pl_vec3_sub(q, triangle->corner[2], c);
  double aa = pl_vec3_dot(a, a), ab = pl_vec3_dot(a, b), bb = pl_vec3_dot(b, b);
  double ca = pl_vec3_dot(c, a), cb = pl_vec3_dot(c, b), determinant = aa * bb - ab * ab;
  w[0] = (ca * bb - cb * ab) / determinant;
  w[1] = (cb * aa - ca * ab) / determinant;
}

/* Along the normal at the closest point down to the triangle's plane, wherever in the plane that is. A degenerate
   triangle, or one whose corners lean away from it, keeps the closest point. Returns how far outside the triangle that
   is. */
static double hang(const binder *b, const pl_bvh_point *closest, const double p[3], pl_detail_bond *bond)
{
  static const double nowhere[3] = {0, 0, 0};
  pl_phong_triangle triangle = triangle_of(b, closest->triangle);
  double n[3], flat[3], offset[3], q[3], w[2] = {1 - closest->u - closest->v, closest->u};
  pl_phong_normal(&triangle, w, n);
  pl_vec3_normalise(n, nowhere, n);
  pl_vec3_normalise(b->normals.cross + 3 * (size_t)closest->triangle, nowhere, flat);
  pl_vec3_sub(p, closest->point, offset);
  double lean = pl_vec3_dot(n, flat);
  bond->height = lean > LEANING ? pl_vec3_dot(offset, flat) / lean : pl_vec3_dot(offset, n);
  memcpy(bond->point, w, sizeof w);
  memcpy(bond->normal, w, sizeof w);
  if (!(lean > LEANING)) return 0;
  pl_vec3_add_scaled(p, -bond->height, n, q);
  weights_of(&triangle, q, bond->point);
  return pl_vec3_distance(q, closest->point);
}

static void bind_one(const binder *b, size_t i)
{
  const double *p = b->points + 3 * i;
  pl_detail_bond *bond = &b->bonds[i];
  pl_bvh_point closest;
  pl_bvh_closest(b->bvh, p, INFINITY, &closest);
  double low[3], high[3];
  pl_bvh_bounds(b->bvh, low, high);
  double most = FARTHER * closest.distance + 1e-9 * pl_vec3_distance(low, high);
  solution found;
  bool normal_case = walk(b, &closest, p, most, &found) || try_neighbours(b, closest.triangle, p, most, &found);
  if (normal_case) {
    memcpy(bond->point, found.w, sizeof found.w);
    memcpy(bond->normal, found.w, sizeof found.w);
    bond->height = found.height;
    b->extension[i] = -1;
  } else {
    b->extension[i] = hang(b, &closest, p, bond);
    found.triangle = closest.triangle;
  }
  memcpy(bond->corner, b->surface->triangles + 3 * (size_t)found.triangle, sizeof bond->corner);
}

static void bind_range(void *context, size_t begin, size_t end)
{
  for (size_t i = begin; i < end; i++) bind_one(context, i);
}

static pl_status find_neighbours(binder *b)
{
  const pl_detail_surface *s = b->surface;
  pl_topology topology;
  pl_status status = pl_topology_build(s->triangles, s->triangle_count, s->vertex_count, &topology);
  b->across = status == PL_OK ? PL_NEW(uint32_t, 3 * s->triangle_count) : NULL;
  if (status == PL_OK && !b->across) status = PL_ERROR_MEMORY;
  if (status == PL_OK) {
    for (size_t k = 0; k < 3 * s->triangle_count; k++) b->across[k] = NONE;
    for (size_t e = 0; e < topology.edge_count; e++) {
      if (pl_topology_sides(&topology, e) != 2) continue;
      const uint32_t *sides = topology.sides + topology.starts[e];
      for (int k = 0; k < 2; k++) {
        uint32_t side = sides[k], opposite = side - side % 3 + (side + 2) % 3;
        b->across[opposite] = sides[1 - k] / 3;
      }
    }
  }
  pl_topology_free(&topology);
  return status;
}

static pl_status prepare(binder *b, size_t count, pl_pool *pool)
{
  const pl_detail_surface *s = b->surface;
  PL_TRY(pl_normals_create(s->triangles, s->triangle_count, s->vertex_count, &b->normals));
  pl_normals_update(&b->normals, s->positions, pool);
  PL_TRY(pl_bvh_create(s->positions, s->triangles, s->triangle_count, &b->bvh));
  PL_TRY(find_neighbours(b));
  b->extension = PL_NEW(double, count);
  return b->extension ? PL_OK : PL_ERROR_MEMORY;
}

static pl_status measure(const binder *b, size_t count, pl_pool *pool, pl_detail_report *report)
{
  double *back = PL_NEW(double, 3 * count);
  if (!back) return PL_ERROR_MEMORY;
  pl_detail_positions_of(b->bonds, count, b->surface->positions, &b->normals, pool, back);
  *report = (pl_detail_report){.vertex_count = count};
  for (size_t i = 0; i < count; i++) {
    report->extended += b->extension[i] >= 0;
    report->extension = fmax(report->extension, b->extension[i]);
    report->height = fmax(report->height, fabs(b->bonds[i].height));
    report->difference = fmax(report->difference, pl_vec3_distance(back + 3 * i, b->points + 3 * i));
  }
  pl_release(back);
  return PL_OK;
}

pl_status pl_detail_bind(const pl_detail_surface *surface, const double *points, size_t count, pl_pool *pool,
                         pl_detail_bond *bonds, pl_detail_report *report)
{
  binder b = {.surface = surface, .points = points, .bonds = bonds};
  pl_status status = prepare(&b, count, pool);
  if (status == PL_OK) {
    pl_parallel_for(pool, count, GRAIN, bind_range, &b);
    status = measure(&b, count, pool, report);
  }
  pl_normals_free(&b.normals);
  pl_bvh_destroy(b.bvh);
  pl_release(b.across);
  pl_release(b.extension);
  return status;
}
