/* SPDX-License-Identifier: MIT */
#include "mesh/query/bvh.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "mesh/query/bvh_tree.h"

static inline double smaller(double a, double b) { return a < b ? a : b; }
static inline double larger(double a, double b) { return a > b ? a : b; }

static void measure_bounds(pl_bvh *bvh, const double *positions)
{
  for (int k = 0; k < 3; k++) {
    bvh->lower[k] = INFINITY;
    bvh->upper[k] = -INFINITY;
  }
  for (size_t i = 0; i < 3 * bvh->triangle_count; i++) {
    const double *x = positions + 3 * (size_t)bvh->triangles[i];
    for (int k = 0; k < 3; k++) {
      bvh->lower[k] = x[k] < bvh->lower[k] ? x[k] : bvh->lower[k];
      bvh->upper[k] = x[k] > bvh->upper[k] ? x[k] : bvh->upper[k];
    }
  }
}

/* In the middle of the present positions, so that rounding does not depend on earlier ones. */
static void place_origin(pl_bvh *bvh)
{
  for (int k = 0; k < 3; k++) bvh->origin[k] = bvh->triangle_count ? 0.5 * bvh->lower[k] + 0.5 * bvh->upper[k] : 0;
}

/* Float boxes must hold the triangles in spite of rounding of corners, of ray origins and in the slab test: a few units
   in the last place of the largest coordinate. */
static void choose_padding(pl_bvh *bvh)
{
  double largest = 0;
  for (int k = 0; k < 3; k++)
    largest = fmax(largest, fmax(fabs(bvh->lower[k] - bvh->origin[k]), fabs(bvh->upper[k] - bvh->origin[k])));
  bvh->padding = 1e-6 * largest + FLT_MIN;
}

static void fill_block(const pl_bvh *bvh, pl_bvh_block *block, const double *positions)
{
  for (int lane = 0; lane < PL_BVH_WIDTH; lane++) {
    uint32_t t = block->triangle[lane];
    for (int k = 0; k < 3; k++) {
      double a = 0, b = 0, c = 0;
      if (t != PL_BVH_NONE) {
        const uint32_t *corner = bvh->triangles + 3 * (size_t)t;
        a = positions[3 * (size_t)corner[0] + (size_t)k];
        b = positions[3 * (size_t)corner[1] + (size_t)k];
        c = positions[3 * (size_t)corner[2] + (size_t)k];
      }
      block->corner[k][lane] = a - bvh->origin[k];
      block->edge_b[k][lane] = b - a;
      block->edge_c[k][lane] = c - a;
    }
  }
}

/* Unused lanes repeat the first triangle here, so that they do not matter. */
static void block_bounds(const pl_bvh_block *block, double padding, float lower[3], float upper[3])
{
  for (int k = 0; k < 3; k++) {
    double low = INFINITY, high = -INFINITY;
    for (int lane = 0; lane < PL_BVH_WIDTH; lane++) {
      int used = block->triangle[lane] == PL_BVH_NONE ? 0 : lane;
      double a = block->corner[k][used], b = a + block->edge_b[k][used], c = a + block->edge_c[k][used];
      low = smaller(low, smaller(a, smaller(b, c)));
      high = larger(high, larger(a, larger(b, c)));
    }
    lower[k] = (float)(low - padding);
    upper[k] = (float)(high + padding);
  }
}

static void node_bounds(const pl_bvh_node *node, float lower[3], float upper[3])
{
  for (int k = 0; k < 3; k++) {
    lower[k] = INFINITY;
    upper[k] = -INFINITY;
    for (int c = 0; c < PL_BVH_WIDTH; c++) {
      lower[k] = node->lower[k][c] < lower[k] ? node->lower[k][c] : lower[k];
      upper[k] = node->upper[k][c] > upper[k] ? node->upper[k][c] : upper[k];
    }
  }
}

/* Boxes from the leaves up: children come after their parents, so backwards. */
void pl_bvh_refit(pl_bvh *bvh, const double *positions)
{
  measure_bounds(bvh, positions);
  place_origin(bvh);
  choose_padding(bvh);
  for (size_t i = bvh->node_count; i-- > 0;) {
    pl_bvh_node *node = &bvh->nodes[i];
    for (int c = 0; c < PL_BVH_WIDTH; c++) {
      float lower[3] = {INFINITY, INFINITY, INFINITY}, upper[3] = {-INFINITY, -INFINITY, -INFINITY};
      uint32_t child = node->child[c];
      if (child != PL_BVH_NONE && (child & PL_BVH_LEAF)) {
        pl_bvh_block *block = &bvh->blocks[child & ~PL_BVH_LEAF];
        fill_block(bvh, block, positions);
        block_bounds(block, bvh->padding, lower, upper);
      } else if (child != PL_BVH_NONE) {
        node_bounds(&bvh->nodes[child], lower, upper);
      }
      for (int k = 0; k < 3; k++) {
        node->lower[k][c] = lower[k];
        node->upper[k][c] = upper[k];
      }
    }
  }
}

void pl_bvh_rebuild(pl_bvh *bvh, const double *positions)
{
  measure_bounds(bvh, positions);
  place_origin(bvh);
  pl_bvh_build_tree(bvh, positions);
  pl_bvh_refit(bvh, positions);
}

pl_status pl_bvh_create(const double *positions, const uint32_t *triangles, size_t triangle_count, pl_bvh **out)
{
  if (!out) return pl_fail(PL_ERROR_ARGUMENT, "pl_bvh_create: out is NULL");
  *out = NULL;
  if (triangle_count && (!positions || !triangles))
    return pl_fail(PL_ERROR_ARGUMENT, "pl_bvh_create: positions or triangles are NULL");
  if (triangle_count > UINT32_MAX / 4)
    return pl_fail(PL_ERROR_LIMIT, "a tree holds at most %u triangles, got %zu", UINT32_MAX / 4, triangle_count);
  pl_bvh *bvh = PL_NEW(pl_bvh, 1);
  if (!bvh) return PL_ERROR_MEMORY;
  bvh->triangle_count = triangle_count;
  bvh->kernels = PL_ISA_PICK(pl_bvh_kernels);
  bvh->triangles = PL_NEW(uint32_t, 3 * triangle_count);
  bvh->order = PL_NEW(uint32_t, 2 * triangle_count);
  bvh->centers = PL_NEW(float, 3 * triangle_count);
  bvh->boxes = PL_NEW(float, 6 * triangle_count);
  /* A leaf has at least one triangle and an inner node at least two children, the root aside. */
  bvh->blocks = PL_NEW(pl_bvh_block, triangle_count);
  bvh->nodes = PL_NEW(pl_bvh_node, triangle_count + 1);
  if (!bvh->triangles || !bvh->order || !bvh->centers || !bvh->boxes || !bvh->blocks || !bvh->nodes) {
    pl_bvh_destroy(bvh);
    return PL_ERROR_MEMORY;
  }
  if (triangle_count) memcpy(bvh->triangles, triangles, 3 * triangle_count * sizeof *triangles);
  pl_bvh_rebuild(bvh, positions);
  *out = bvh;
  return PL_OK;
}

void pl_bvh_destroy(pl_bvh *bvh)
{
  if (!bvh) return;
  pl_release(bvh->triangles);
  pl_release(bvh->order);
  pl_release(bvh->centers);
  pl_release(bvh->boxes);
  pl_release(bvh->blocks);
  pl_release(bvh->nodes);
  pl_release(bvh);
}

void pl_bvh_bounds(const pl_bvh *bvh, double lower[3], double upper[3])
{
  memcpy(lower, bvh->lower, sizeof bvh->lower);
  memcpy(upper, bvh->upper, sizeof bvh->upper);
}

/* Cuts [t_min, t_max] to the part of the ray near the tree, so that a far origin costs the float test no digits. */
static bool clip(const pl_bvh *bvh, const double origin[3], const double direction[3], double *t_min, double *t_max)
{
  if (bvh->triangle_count == 0) return false;
  for (int k = 0; k < 3; k++) {
    double low = bvh->lower[k] - 2 * bvh->padding, high = bvh->upper[k] + 2 * bvh->padding;
    if (direction[k] == 0) {
      if (origin[k] < low || origin[k] > high) return false;
      continue;
    }
    double a = (low - origin[k]) / direction[k], b = (high - origin[k]) / direction[k];
    *t_min = larger(*t_min, smaller(a, b));
    *t_max = smaller(*t_max, larger(a, b));
  }
  return *t_min <= *t_max;
}

static bool cast(const pl_bvh *bvh, const double origin[3], const double direction[3], double t_min, double t_max,
                 bool any, pl_bvh_hit *hit)
{
  double near = t_min, far = t_max;
  if (!clip(bvh, origin, direction, &near, &far)) return false;
  double start[3];
  for (int k = 0; k < 3; k++) start[k] = origin[k] + near * direction[k] - bvh->origin[k];
  /* The slack keeps a triangle that lies in a face of the box from falling to the rounding of the clip. */
  double slack = 1e-9 * (fabs(near) + fabs(far));
  double low = larger(t_min, near - slack) - near, high = smaller(t_max, far + slack) - near;
  if (!bvh->kernels->ray(bvh, start, direction, low, high, any, hit)) return false;
  hit->t += near;
  return true;
}

bool pl_bvh_ray(const pl_bvh *bvh, const double origin[3], const double direction[3], double t_min, double t_max,
                pl_bvh_hit *hit)
{
  return cast(bvh, origin, direction, t_min, t_max, false, hit);
}

bool pl_bvh_blocked(const pl_bvh *bvh, const double origin[3], const double direction[3], double t_min, double t_max)
{
  pl_bvh_hit hit;
  return cast(bvh, origin, direction, t_min, t_max, true, &hit);
}

bool pl_bvh_closest(const pl_bvh *bvh, const double point[3], double max_distance, pl_bvh_point *closest)
{
  if (bvh->triangle_count == 0) return false;
  double local[3];
  for (int k = 0; k < 3; k++) local[k] = point[k] - bvh->origin[k];
  if (!bvh->kernels->closest(bvh, local, max_distance, closest)) return false;
  for (int k = 0; k < 3; k++) closest->point[k] += bvh->origin[k];
  return true;
}

size_t pl_bvh_overlap(const pl_bvh *bvh, const double lower[3], const double upper[3], uint32_t *triangles,
                      size_t capacity)
{
  if (bvh->triangle_count == 0) return 0;
  float low[3], high[3];
  for (int k = 0; k < 3; k++) {
    low[k] = (float)(lower[k] - bvh->origin[k] - bvh->padding);
    high[k] = (float)(upper[k] - bvh->origin[k] + bvh->padding);
  }
  return bvh->kernels->overlap(bvh, low, high, triangles, capacity);
}
