/* SPDX-License-Identifier: MIT */
#include "mesh/query/winding_number.h"

#include "base/memory.h"
#include "base/status.h"
#include "math/vec3.h"
#include "mesh/query/bvh_tree.h"
#include "mesh/query/solid_angle.h"

#define PI 3.14159265358979323846

/* A cluster is replaced by its dipole from this many radii on: the error is then a few hundredths in all. */
static const double far_enough = 2;

/* What is below one child of a node. */
typedef struct dipole {
  double area[3];   /* sum of the triangles' areas along their normals */
  double centre[3]; /* mean of their middles by area */
  double weight;    /* sum of areas */
  double radius;    /* of a ball about the centre that holds the child's box */
} dipole;

struct pl_winding_tree {
  const pl_bvh *bvh;
  dipole (*dipoles)[PL_BVH_WIDTH]; /* per node, per child */
};

static void lane_corners(const pl_bvh_block *block, int lane, double a[3], double b[3], double c[3])
{
  for (int k = 0; k < 3; k++) {
    a[k] = block->corner[k][lane];
    b[k] = a[k] + block->edge_b[k][lane];
    c[k] = a[k] + block->edge_c[k][lane];
  }
}

static void add_triangle(dipole *d, const double a[3], const double b[3], const double c[3])
{
  double ab[3], ac[3], cross[3];
  pl_vec3_sub(b, a, ab);
  pl_vec3_sub(c, a, ac);
  pl_vec3_cross(ab, ac, cross);
  double area = pl_vec3_length(cross) / 2;
  pl_vec3_add_scaled(d->area, 0.5, cross, d->area);
  for (int k = 0; k < 3; k++) d->centre[k] += area * (a[k] + b[k] + c[k]) / 3;
  d->weight += area;
}

/* The box rather than the triangles, so that parents need not walk over all below them. */
static void enclose(dipole *d, const pl_bvh_node *node, int child)
{
  double square = 0;
  for (int k = 0; k < 3; k++) {
    double low = node->lower[k][child], high = node->upper[k][child];
    d->centre[k] = d->weight > 0 ? d->centre[k] / d->weight : (low + high) / 2;
    double reach = fmax(d->centre[k] - low, high - d->centre[k]);
    square += reach * reach;
  }
  d->radius = sqrt(square);
}

static void gather(pl_winding_tree *tree, size_t node_index, int child)
{
  const pl_bvh_node *node = &tree->bvh->nodes[node_index];
  dipole *d = &tree->dipoles[node_index][child];
  uint32_t below = node->child[child];
  if (below == PL_BVH_NONE) return;
  if (below & PL_BVH_LEAF) {
    const pl_bvh_block *block = &tree->bvh->blocks[below & ~PL_BVH_LEAF];
    for (int lane = 0; lane < PL_BVH_WIDTH; lane++) {
      double a[3], b[3], c[3];
      lane_corners(block, lane, a, b, c);
      if (block->triangle[lane] != PL_BVH_NONE) add_triangle(d, a, b, c);
    }
  } else {
    for (int i = 0; i < PL_BVH_WIDTH; i++) {
      const dipole *part = &tree->dipoles[below][i];
      pl_vec3_add(d->area, part->area, d->area);
      pl_vec3_add_scaled(d->centre, part->weight, part->centre, d->centre);
      d->weight += part->weight;
    }
  }
  enclose(d, node, child);
}

pl_status pl_winding_tree_create(const pl_bvh *bvh, pl_winding_tree **out)
{
  *out = NULL;
  pl_winding_tree *tree = PL_NEW(pl_winding_tree, 1);
  if (!tree) return PL_ERROR_MEMORY;
  tree->bvh = bvh;
  tree->dipoles = pl_allocate(bvh->node_count, sizeof *tree->dipoles);
  if (!tree->dipoles) {
    pl_winding_tree_destroy(tree);
    return PL_ERROR_MEMORY;
  }
  for (size_t i = bvh->node_count; i-- > 0;) /* children come after their parents */
    for (int child = 0; child < PL_BVH_WIDTH; child++) gather(tree, i, child);
  *out = tree;
  return PL_OK;
}

void pl_winding_tree_destroy(pl_winding_tree *tree)
{
  if (!tree) return;
  pl_release(tree->dipoles);
  pl_release(tree);
}

static double block_angle(const pl_bvh_block *block, const double p[3])
{
  double angle = 0;
  for (int lane = 0; lane < PL_BVH_WIDTH; lane++) {
    double a[3], b[3], c[3];
    lane_corners(block, lane, a, b, c);
    if (block->triangle[lane] != PL_BVH_NONE) angle += pl_solid_angle(a, b, c, p);
  }
  return angle;
}

double pl_winding_number(const pl_winding_tree *tree, const double point[3])
{
  const pl_bvh *bvh = tree->bvh;
  if (bvh->triangle_count == 0) return 0;
  double p[3], angle = 0;
  pl_vec3_sub(point, bvh->origin, p);
  uint32_t stack[PL_BVH_STACK];
  int top = 0;
  stack[top++] = 0;
  while (top > 0) {
    uint32_t at = stack[--top];
    if (at & PL_BVH_LEAF) {
      angle += block_angle(&bvh->blocks[at & ~PL_BVH_LEAF], p);
      continue;
    }
    for (int child = 0; child < PL_BVH_WIDTH; child++) {
      uint32_t below = bvh->nodes[at].child[child];
      if (below == PL_BVH_NONE) continue;
      const dipole *d = &tree->dipoles[at][child];
      double arm[3];
      pl_vec3_sub(d->centre, p, arm);
      double distance = pl_vec3_length(arm);
      if (distance > far_enough * d->radius)
        angle += pl_vec3_dot(d->area, arm) / (distance * distance * distance);
      else
        stack[top++] = below;
    }
  }
  return angle / (4 * PI);
}
