/* SPDX-License-Identifier: MIT
   Building the tree: ranges of triangles are split by the surface area heuristic on 16 bins of their centres (I. Wald,
   "On fast construction of SAH-based bounding volume hierarchies", 2007), twice per node to get four children. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "mesh/query/bvh_tree.h"

enum { BINS = 16 };

typedef struct box {
  float lower[3], upper[3];
} box;

typedef struct bin {
  box bounds;
  size_t count;
} bin;

typedef struct range {
  size_t begin, end;
} range;

static const box empty_box = {{FLT_MAX, FLT_MAX, FLT_MAX}, {-FLT_MAX, -FLT_MAX, -FLT_MAX}};

static void box_add(box *b, const float lower[3], const float upper[3])
{
  for (int k = 0; k < 3; k++) {
    b->lower[k] = lower[k] < b->lower[k] ? lower[k] : b->lower[k];
    b->upper[k] = upper[k] > b->upper[k] ? upper[k] : b->upper[k];
  }
}

/* Half of the surface area: the chance that a random ray meets the box, up to a factor. */
static float box_cost(const box *b)
{
  float x = b->upper[0] - b->lower[0], y = b->upper[1] - b->lower[1], z = b->upper[2] - b->lower[2];
  return x < 0 ? 0 : x * y + y * z + z * x;
}

static box center_bounds_of(const pl_bvh *bvh, range r)
{
  box b = empty_box;
  for (size_t i = r.begin; i < r.end; i++) {
    const float *c = bvh->centers + 3 * (size_t)bvh->order[i];
    box_add(&b, c, c);
  }
  return b;
}

static int bin_of(float center, float lower, float scale)
{
  float k = (center - lower) * scale; /* of ranges that overflow a float, too: then what it is no int may hold */
  return k >= BINS ? BINS - 1 : k > 0 ? (int)k : 0;
}

/* The border between two bins with the smallest expected cost; 0: there is none that separates anything. */
static int best_border(const bin bins[BINS], float *cost)
{
  float right_cost[BINS] = {0};
  box b = empty_box;
  size_t count = 0;
  for (int k = BINS - 1; k > 0; k--) {
    box_add(&b, bins[k].bounds.lower, bins[k].bounds.upper);
    count += bins[k].count;
    right_cost[k] = box_cost(&b) * (float)count;
  }
  size_t total = count + bins[0].count;
  b = empty_box;
  count = 0;
  int best = 0;
  for (int k = 1; k < BINS; k++) {
    box_add(&b, bins[k - 1].bounds.lower, bins[k - 1].bounds.upper);
    count += bins[k - 1].count;
    if (count == 0 || count == total) continue;
    float c = box_cost(&b) * (float)count + right_cost[k];
    if (best == 0 || c < *cost) {
      best = k;
      *cost = c;
    }
  }
  return best;
}

/* Keeps the order inside both parts, so that equal input gives an equal tree. The right part passes through scratch. */
static size_t partition(pl_bvh *bvh, range r, int axis, int border, float lower, float scale)
{
  size_t left = r.begin, right = r.end;
  for (size_t i = r.begin; i < r.end; i++) {
    uint32_t t = bvh->order[i];
    bool is_left = bin_of(bvh->centers[3 * (size_t)t + (size_t)axis], lower, scale) < border;
    if (is_left)
      bvh->order[left++] = t;
    else
      bvh->order[bvh->triangle_count + --right] = t;
  }
  for (size_t i = left, k = r.end; i < r.end; i++) bvh->order[i] = bvh->order[bvh->triangle_count + --k];
  return left;
}

/* Where to cut a range in two. Equal centres, or a tree that got too deep, are cut by halves. */
static size_t split(pl_bvh *bvh, range r, int level)
{
  size_t middle = r.begin + (r.end - r.begin) / 2;
  if (level >= PL_BVH_COST_LEVELS) return middle;
  box centers = center_bounds_of(bvh, r);
  int best_axis = -1, best = 0;
  float best_cost = FLT_MAX;
  for (int axis = 0; axis < 3; axis++) {
    float extent = centers.upper[axis] - centers.lower[axis];
    float scale = (float)BINS / extent;
    if (!(extent > 0) || !isfinite(scale)) continue;
    bin bins[BINS];
    for (int k = 0; k < BINS; k++) bins[k] = (bin){empty_box, 0};
    for (size_t i = r.begin; i < r.end; i++) {
      size_t t = bvh->order[i];
      bin *b = &bins[bin_of(bvh->centers[3 * t + (size_t)axis], centers.lower[axis], scale)];
      box_add(&b->bounds, bvh->boxes + 6 * t, bvh->boxes + 6 * t + 3);
      b->count++;
    }
    float cost = 0;
    int border = best_border(bins, &cost);
    if (border && cost < best_cost) {
      best_axis = axis;
      best = border;
      best_cost = cost;
    }
  }
  if (best_axis < 0) return middle;
  float lower = centers.lower[best_axis];
  return partition(bvh, r, best_axis, best, lower, (float)BINS / (centers.upper[best_axis] - lower));
}

/* Up to four parts of a range; returns how many. */
static int split_in_four(pl_bvh *bvh, range r, int level, range parts[PL_BVH_WIDTH])
{
  size_t middle = split(bvh, r, level);
  range halves[2] = {{r.begin, middle}, {middle, r.end}};
  int count = 0;
  for (int h = 0; h < 2; h++) {
    if (halves[h].end - halves[h].begin <= PL_BVH_WIDTH) {
      parts[count++] = halves[h];
      continue;
    }
    middle = split(bvh, halves[h], level);
    parts[count++] = (range){halves[h].begin, middle};
    parts[count++] = (range){middle, halves[h].end};
  }
  return count;
}

static uint32_t make_block(pl_bvh *bvh, range r)
{
  pl_bvh_block *block = &bvh->blocks[bvh->block_count];
  for (size_t k = 0; k < PL_BVH_WIDTH; k++)
    block->triangle[k] = r.begin + k < r.end ? bvh->order[r.begin + k] : PL_BVH_NONE;
  return PL_BVH_LEAF | (uint32_t)bvh->block_count++;
}

/* Depth first, so that parents come before children. Recursion is bounded by the levels of PL_BVH_STACK. */
static uint32_t make_node(pl_bvh *bvh, range r, int level)
{
  uint32_t index = (uint32_t)bvh->node_count++;
  range parts[PL_BVH_WIDTH] = {{0}};
  int count = 1;
  if (r.end - r.begin <= PL_BVH_WIDTH)
    parts[0] = r;
  else
    count = split_in_four(bvh, r, level, parts);
  for (int k = 0; k < PL_BVH_WIDTH; k++) {
    uint32_t child = PL_BVH_NONE;
    if (k < count)
      child = parts[k].end - parts[k].begin <= PL_BVH_WIDTH ? make_block(bvh, parts[k])
                                                            : make_node(bvh, parts[k], level + 1);
    bvh->nodes[index].child[k] = child;
  }
  return index;
}

static void measure_triangles(pl_bvh *bvh, const double *positions)
{
  for (size_t t = 0; t < bvh->triangle_count; t++) {
    box b = empty_box;
    for (int corner = 0; corner < 3; corner++) {
      const double *x = positions + 3 * (size_t)bvh->triangles[3 * t + (size_t)corner];
      float p[3];
      for (int k = 0; k < 3; k++) p[k] = (float)(x[k] - bvh->origin[k]);
      box_add(&b, p, p);
    }
    memcpy(bvh->boxes + 6 * t, &b, sizeof b);
    for (int k = 0; k < 3; k++) bvh->centers[3 * t + (size_t)k] = 0.5f * (b.lower[k] + b.upper[k]);
    bvh->order[t] = (uint32_t)t;
  }
}

void pl_bvh_build_tree(pl_bvh *bvh, const double *positions)
{
  bvh->node_count = bvh->block_count = 0;
  if (bvh->triangle_count == 0) return;
  measure_triangles(bvh, positions);
  make_node(bvh, (range){0, bvh->triangle_count}, 0);
}
