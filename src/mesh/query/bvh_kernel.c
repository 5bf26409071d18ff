/* SPDX-License-Identifier: MIT
   Traversal of the tree. Loops over the four lanes of a node or a block are plain C that compilers turn into vector
   code; boxes are tested in float, triangles in double. */
#include <math.h>

#include "mesh/query/bvh_tree.h"

typedef struct entry {
  float near; /* distance to the box: parameter of the ray, or squared distance of the point */
  uint32_t child;
} entry;

/* Puts the children that were met on the stack, the nearest on top. */
static inline int push_sorted(entry *stack, int top, const pl_bvh_node *node, const float near[PL_BVH_WIDTH],
                              const int met[PL_BVH_WIDTH])
{
  int first = top;
  for (int c = 0; c < PL_BVH_WIDTH; c++) {
    if (!met[c]) continue;
    int place = top++;
    for (; place > first && stack[place - 1].near < near[c]; place--) stack[place] = stack[place - 1];
    stack[place] = (entry){near[c], node->child[c]};
  }
  return top;
}

typedef struct float_ray {
  float origin[3];
  float inverse[3]; /* of the direction */
} float_ray;

/* Slab test of four boxes. Widening the far side by a few roundings makes it conservative (T. Ize, "Robust BVH ray
   traversal", 2013); the padding of the boxes covers the rounding of the origin. */
static inline void meet_boxes(const pl_bvh_node *node, const float_ray *ray, float t_min, float t_max,
                              float near[PL_BVH_WIDTH], int met[PL_BVH_WIDTH])
{
  float far[PL_BVH_WIDTH];
  for (int c = 0; c < PL_BVH_WIDTH; c++) {
    near[c] = t_min;
    far[c] = t_max;
  }
  for (int k = 0; k < 3; k++) {
    for (int c = 0; c < PL_BVH_WIDTH; c++) {
      float a = (node->lower[k][c] - ray->origin[k]) * ray->inverse[k];
      float b = (node->upper[k][c] - ray->origin[k]) * ray->inverse[k];
      float enter = a < b ? a : b, leave = (a < b ? b : a) * 1.0000004f;
      near[c] = enter > near[c] ? enter : near[c];
      far[c] = leave < far[c] ? leave : far[c];
    }
  }
  /* An empty box gives near = +inf, far = -inf, or the other way round when turned: so the box itself is tested, too.
     */
  for (int c = 0; c < PL_BVH_WIDTH; c++) met[c] = (near[c] <= far[c]) & (node->lower[0][c] <= node->upper[0][c]);
}

/* T. Moeller and B. Trumbore, "Fast, minimum storage ray/triangle intersection" (1997), four triangles at once. Returns
   whether the hit got better; degenerate triangles give NaN or infinity and fail every comparison. */
static inline bool meet_block(const pl_bvh_block *block, const double o[3], const double d[3], double t_min,
                              pl_bvh_hit *best)
{
  double t[PL_BVH_WIDTH], u[PL_BVH_WIDTH], v[PL_BVH_WIDTH];
  for (int i = 0; i < PL_BVH_WIDTH; i++) {
    double bx = block->edge_b[0][i], by = block->edge_b[1][i], bz = block->edge_b[2][i];
    double cx = block->edge_c[0][i], cy = block->edge_c[1][i], cz = block->edge_c[2][i];
    double px = d[1] * cz - d[2] * cy, py = d[2] * cx - d[0] * cz, pz = d[0] * cy - d[1] * cx;
    double inverse = 1.0 / (bx * px + by * py + bz * pz);
    double sx = o[0] - block->corner[0][i], sy = o[1] - block->corner[1][i], sz = o[2] - block->corner[2][i];
    double qx = sy * bz - sz * by, qy = sz * bx - sx * bz, qz = sx * by - sy * bx;
    u[i] = (sx * px + sy * py + sz * pz) * inverse;
    v[i] = (d[0] * qx + d[1] * qy + d[2] * qz) * inverse;
    t[i] = (cx * qx + cy * qy + cz * qz) * inverse;
  }
  bool better = false;
  for (int i = 0; i < PL_BVH_WIDTH; i++) {
    bool inside = u[i] >= 0 && v[i] >= 0 && u[i] + v[i] <= 1 && t[i] >= t_min && t[i] <= best->t;
    if (!inside || block->triangle[i] == PL_BVH_NONE) continue;
    if (t[i] == best->t && block->triangle[i] >= best->triangle) continue;
    *best = (pl_bvh_hit){t[i], u[i], v[i], block->triangle[i]};
    better = true;
  }
  return better;
}

/* Float that is not below x. */
static inline float above(double x) { return (float)x * (x > 0 ? 1.000001f : 0.999999f); }

static bool cast_ray(const pl_bvh *bvh, const double origin[3], const double direction[3], double t_min, double t_max,
                     bool any, pl_bvh_hit *hit)
{
  float_ray ray;
  for (int k = 0; k < 3; k++) {
    ray.origin[k] = (float)origin[k];
    float d = (float)direction[k];
    /* No infinity, so that a box face through the origin does not give 0 x inf. */
    ray.inverse[k] = 1.0f / (d > 1e-30f || d < -1e-30f ? d : (direction[k] < 0 ? -1e-30f : 1e-30f));
  }
  pl_bvh_hit best = {t_max, 0, 0, PL_BVH_NONE};
  float float_min = -above(-t_min), float_max = above(t_max);
  entry stack[PL_BVH_STACK];
  int top = 0;
  stack[top++] = (entry){float_min, 0};
  while (top > 0) {
    entry e = stack[--top];
    if (e.near > float_max) continue;
    if (e.child & PL_BVH_LEAF) {
      if (meet_block(&bvh->blocks[e.child & ~PL_BVH_LEAF], origin, direction, t_min, &best)) {
        if (any) break;
        float_max = above(best.t);
      }
      continue;
    }
    float near[PL_BVH_WIDTH];
    int met[PL_BVH_WIDTH];
    meet_boxes(&bvh->nodes[e.child], &ray, float_min, float_max, near, met);
    top = push_sorted(stack, top, &bvh->nodes[e.child], near, met);
  }
  if (best.triangle == PL_BVH_NONE) return false;
  *hit = best;
  return true;
}

/* Part of the way along an edge of squared length `length2` at which a point projects; 0 on an edge without length. */
static inline double along(double projection, double length2)
{
  double s = length2 > 0 ? projection / length2 : 0;
  s = s < 0 ? 0 : s;
  return s > 1 ? 1 : s;
}

/* Squared distance from s to u b + v c. */
static inline double distance2_at(const double s[3], const double b[3], const double c[3], double u, double v)
{
  double x = u * b[0] + v * c[0] - s[0], y = u * b[1] + v * c[1] - s[1], z = u * b[2] + v * c[2] - s[2];
  return x * x + y * y + z * z;
}

/* Closest points of four triangles (0, b, c): the projection on the plane if it falls inside, else the best point of
   the three edges. Degenerate triangles have no inside and end at their edges. Choices instead of branches, so that
   compilers make vectors of it. */
static inline void closest_on_triangles(const pl_bvh_block *block, const double point[3],
                                        double distance2[PL_BVH_WIDTH], double u[PL_BVH_WIDTH], double v[PL_BVH_WIDTH])
{
  for (int i = 0; i < PL_BVH_WIDTH; i++) {
    double b[3] = {block->edge_b[0][i], block->edge_b[1][i], block->edge_b[2][i]};
    double c[3] = {block->edge_c[0][i], block->edge_c[1][i], block->edge_c[2][i]};
    double s[3] = {point[0] - block->corner[0][i], point[1] - block->corner[1][i], point[2] - block->corner[2][i]};
    double bb = b[0] * b[0] + b[1] * b[1] + b[2] * b[2], bc = b[0] * c[0] + b[1] * c[1] + b[2] * c[2];
    double cc = c[0] * c[0] + c[1] * c[1] + c[2] * c[2], sb = s[0] * b[0] + s[1] * b[1] + s[2] * b[2];
    double sc = s[0] * c[0] + s[1] * c[1] + s[2] * c[2], det = bb * cc - bc * bc;
    double on_b = along(sb, bb), on_c = along(sc, cc), on_bc = along(sc - bc - sb + bb, bb - 2 * bc + cc);
    double best_u = on_b, best_v = 0, best = distance2_at(s, b, c, on_b, 0);
    double d = distance2_at(s, b, c, 0, on_c);
    best_u = d < best ? 0 : best_u;
    best_v = d < best ? on_c : best_v;
    best = d < best ? d : best;
    d = distance2_at(s, b, c, 1 - on_bc, on_bc);
    best_u = d < best ? 1 - on_bc : best_u;
    best_v = d < best ? on_bc : best_v;
    best = d < best ? d : best;
    double pu = (cc * sb - bc * sc) / det, pv = (bb * sc - bc * sb) / det;
    int inside = (det > 1e-14 * bb * cc) & (pu >= 0) & (pv >= 0) & (pu + pv <= 1);
    d = distance2_at(s, b, c, pu, pv);
    distance2[i] = inside ? d : best;
    u[i] = inside ? pu : best_u;
    v[i] = inside ? pv : best_v;
  }
}

static void closest_in_block(const pl_bvh_block *block, const double point[3], double *best2, pl_bvh_point *closest)
{
  double distance2[PL_BVH_WIDTH], u[PL_BVH_WIDTH], v[PL_BVH_WIDTH];
  closest_on_triangles(block, point, distance2, u, v);
  for (int i = 0; i < PL_BVH_WIDTH; i++) {
    uint32_t triangle = block->triangle[i];
    if (triangle == PL_BVH_NONE || !(distance2[i] <= *best2)) continue;
    if (distance2[i] == *best2 && triangle >= closest->triangle) continue;
    *best2 = distance2[i];
    *closest = (pl_bvh_point){{0}, 0, u[i], v[i], triangle};
    for (int k = 0; k < 3; k++)
      closest->point[k] = block->corner[k][i] + u[i] * block->edge_b[k][i] + v[i] * block->edge_c[k][i];
  }
}

static bool find_closest(const pl_bvh *bvh, const double point[3], double max_distance, pl_bvh_point *closest)
{
  double best2 = max_distance * max_distance;
  pl_bvh_point best = {.triangle = PL_BVH_NONE};
  entry stack[PL_BVH_STACK];
  int top = 0;
  stack[top++] = (entry){0, 0};
  while (top > 0) {
    entry e = stack[--top];
    if ((double)e.near > best2) continue;
    if (e.child & PL_BVH_LEAF) {
      closest_in_block(&bvh->blocks[e.child & ~PL_BVH_LEAF], point, &best2, &best);
      continue;
    }
    const pl_bvh_node *node = &bvh->nodes[e.child];
    float near[PL_BVH_WIDTH];
    int met[PL_BVH_WIDTH];
    for (int c = 0; c < PL_BVH_WIDTH; c++) {
      double sum = 0;
      for (int k = 0; k < 3; k++) {
        double below = (double)node->lower[k][c] - point[k], over = point[k] - (double)node->upper[k][c];
        double out = below > over ? below : over;
        out = out > 0 ? out : 0;
        sum += out * out;
      }
      near[c] = (float)sum * 0.999999f;
      met[c] = sum <= best2 && node->child[c] != PL_BVH_NONE;
    }
    top = push_sorted(stack, top, node, near, met);
  }
  if (best.triangle == PL_BVH_NONE) return false;
  *closest = best;
  closest->distance = sqrt(best2);
  return true;
}

/* Boxes of the four triangles of a leaf. */
static inline void meet_leaf(const pl_bvh_block *block, const float lower[3], const float upper[3],
                             int met[PL_BVH_WIDTH])
{
  for (int i = 0; i < PL_BVH_WIDTH; i++) met[i] = block->triangle[i] != PL_BVH_NONE;
  for (int k = 0; k < 3; k++)
    for (int i = 0; i < PL_BVH_WIDTH; i++) {
      double a = block->corner[k][i], b = a + block->edge_b[k][i], c = a + block->edge_c[k][i];
      double low = a < b ? a : b, high = a < b ? b : a;
      low = low < c ? low : c;
      high = high > c ? high : c;
      met[i] &= (low <= (double)upper[k]) & (high >= (double)lower[k]);
    }
}

static size_t find_overlap(const pl_bvh *bvh, const float lower[3], const float upper[3], uint32_t *triangles,
                           size_t capacity)
{
  uint32_t stack[PL_BVH_STACK];
  size_t count = 0;
  int top = 0;
  stack[top++] = 0;
  while (top > 0) {
    uint32_t child = stack[--top];
    int met[PL_BVH_WIDTH];
    if (child & PL_BVH_LEAF) {
      const pl_bvh_block *block = &bvh->blocks[child & ~PL_BVH_LEAF];
      meet_leaf(block, lower, upper, met);
      for (int i = 0; i < PL_BVH_WIDTH; i++) {
        if (!met[i]) continue;
        if (count == capacity) return capacity + 1;
        triangles[count++] = block->triangle[i];
      }
      continue;
    }
    const pl_bvh_node *node = &bvh->nodes[child];
    for (int c = 0; c < PL_BVH_WIDTH; c++) met[c] = node->child[c] != PL_BVH_NONE;
    for (int k = 0; k < 3; k++)
      for (int c = 0; c < PL_BVH_WIDTH; c++)
        met[c] &= (node->lower[k][c] <= upper[k]) & (node->upper[k][c] >= lower[k]);
    for (int c = 0; c < PL_BVH_WIDTH; c++)
      if (met[c]) stack[top++] = node->child[c];
  }
  return count;
}

const pl_bvh_kernels PL_ISA_NAME(pl_bvh_kernels) = {cast_ray, find_closest, find_overlap};
