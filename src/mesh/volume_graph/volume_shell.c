/* SPDX-License-Identifier: MIT
   The inner shell: every vertex goes inwards by the mean edge length, less where that would take it out of the body,
   close to another wall, or turn a triangle of the shell over. Where hardly anything is left there is no shell node. */
#include "base/memory.h"
#include "base/status.h"
#include "math/vec3.h"
#include "mesh/volume_graph/volume_graph.h"

/* A shell this near to the surface, in mean edges, is none. */
static const double least_depth = 0.1;
static const double shrink = 0.8;
enum { PROBES = 8, UNFOLDINGS = 16, LEVELLINGS = 8 };

static void go_inwards(const pl_fill_build *b, size_t v, double depth, double out[3])
{
  pl_vec3_add_scaled(b->surface + 3 * v, -depth, b->normals + 3 * v, out);
}

/* Is the point, `depth` below vertex v, too near to a wall that does not face v's way? */
static bool is_near_other_wall(const pl_fill_build *b, size_t v, const double point[3], double depth)
{
  pl_bvh_point closest;
  if (!pl_bvh_closest(b->body.bvh, point, 0.4 * depth, &closest)) return false;
  const uint32_t *t = b->body.triangles + 3 * (size_t)closest.triangle;
  double ab[3], ac[3], normal[3], none[3] = {0, 0, 0};
  pl_vec3_sub(b->body.positions + 3 * (size_t)t[1], b->body.positions + 3 * (size_t)t[0], ab);
  pl_vec3_sub(b->body.positions + 3 * (size_t)t[2], b->body.positions + 3 * (size_t)t[0], ac);
  pl_vec3_cross(ab, ac, normal);
  pl_vec3_normalise(normal, none, normal);
  return pl_vec3_dot(normal, b->normals + 3 * v) < 0.5;
}

/* Between two parallel walls a third each is left for the shell of either and for the space between. */
static double free_depth(const pl_fill_build *b, size_t v)
{
  double depth = b->edge_mean, inwards[3];
  pl_bvh_hit hit;
  pl_vec3_scale(b->normals + 3 * v, -1, inwards);
  if (pl_bvh_ray(b->body.bvh, b->surface + 3 * v, inwards, 1e-4 * depth, 3 * depth, &hit)) depth = hit.t / 3;
  for (int i = 0; i < PROBES && depth > least_depth * b->edge_mean; i++) {
    double point[3];
    go_inwards(b, v, depth, point);
    if (pl_inside_contains(&b->body, point) && !is_near_other_wall(b, v, point, depth)) return depth;
    depth *= shrink;
  }
  double point[3];
  go_inwards(b, v, depth, point);
  return pl_inside_contains(&b->body, point) ? depth : 0;
}

/* Depths of neighbours differ by at most half of their distance, so that the shell has no steps. */
static void level(pl_fill_build *b)
{
  bool changed = true;
  for (int sweep = 0; sweep < LEVELLINGS && changed; sweep++) {
    changed = false;
    for (size_t e = 0; e < b->mesh_edge_count; e++) {
      uint32_t i = b->mesh_edges[2 * e], j = b->mesh_edges[2 * e + 1];
      double slack = pl_vec3_distance(b->surface + 3 * (size_t)i, b->surface + 3 * (size_t)j) / 2;
      if (b->depth[i] > b->depth[j] + slack) {
        b->depth[i] = b->depth[j] + slack;
        changed = true;
      } else if (b->depth[j] > b->depth[i] + slack) {
        b->depth[j] = b->depth[i] + slack;
        changed = true;
      }
    }
  }
}

static void cross_of(const double *positions, const uint32_t *t, double out[3])
{
  double ab[3], ac[3];
  pl_vec3_sub(positions + 3 * (size_t)t[1], positions + 3 * (size_t)t[0], ab);
  pl_vec3_sub(positions + 3 * (size_t)t[2], positions + 3 * (size_t)t[0], ac);
  pl_vec3_cross(ab, ac, out);
}

/* Slivers turn over at the slightest difference of depth; they say nothing about the shell. */
static bool is_sliver(const double *positions, const uint32_t *t, double twice_area)
{
  double longest = 0;
  for (int k = 0; k < 3; k++)
    longest = fmax(longest, pl_vec3_distance(positions + 3 * (size_t)t[k], positions + 3 * (size_t)t[(k + 1) % 3]));
  return twice_area < 0.05 * longest * longest;
}

/* Shrinks the depths around triangles of the shell that have lost nearly all of their area or turned over, which is how
   the shell meets itself where the surface is curved more sharply than the mean edge; returns whether there were any.
   */
static bool unfold(pl_fill_build *b, bool *folded)
{
  bool any = false;
  for (size_t v = 0; v < b->surface_count; v++) folded[v] = false;
  for (size_t i = 0; i < b->triangle_count; i++) {
    const uint32_t *t = b->triangles + 3 * i;
    double above[3], below[3];
    cross_of(b->surface, t, above);
    cross_of(b->inner, t, below);
    double twice_area = pl_vec3_length(above);
    if (pl_vec3_dot(above, below) > 0.05 * twice_area * twice_area || is_sliver(b->surface, t, twice_area)) continue;
    for (int k = 0; k < 3; k++) folded[t[k]] = b->depth[t[k]] > 0;
    any = true;
  }
  for (size_t v = 0; v < b->surface_count; v++)
    if (folded[v]) b->depth[v] *= shrink;
  return any;
}

static void place(pl_fill_build *b)
{
  for (size_t v = 0; v < b->surface_count; v++) {
    if (b->depth[v] < least_depth * b->edge_mean) b->depth[v] = 0;
    go_inwards(b, v, b->depth[v], b->inner + 3 * v);
  }
}

static pl_status find_depths(pl_fill_build *b)
{
  bool *folded = PL_NEW(bool, b->surface_count);
  if (!folded) return PL_ERROR_MEMORY;
  for (size_t v = 0; v < b->surface_count; v++) b->depth[v] = b->used[v] && b->report.volume > 0 ? free_depth(b, v) : 0;
  level(b);
  place(b);
  for (int round = 0; round < UNFOLDINGS && unfold(b, folded); round++) {
    level(b);
    place(b);
  }
  pl_release(folded);
  return PL_OK;
}

static void count_nodes(pl_fill_build *b)
{
  pl_volume_graph_report *r = &b->report;
  for (size_t v = 0; v < b->surface_count; v++) {
    b->inner_node[v] = b->first[v];
    if (!b->used[v]) continue;
    if (b->depth[v] > 0)
      b->inner_node[v] = (uint32_t)(b->surface_count + r->shell_count++);
    else
      r->without_shell++;
    r->shortened += b->depth[v] > 0 && b->depth[v] < 0.999 * b->edge_mean;
  }
}

pl_status pl_fill_shell(pl_fill_build *b)
{
  b->depth = PL_NEW(double, b->surface_count);
  b->inner = PL_NEW(double, 3 * b->surface_count);
  b->inner_node = PL_NEW(uint32_t, b->surface_count);
  if (!b->depth || !b->inner || !b->inner_node) return PL_ERROR_MEMORY;
  PL_TRY(find_depths(b));
  count_nodes(b);
  if (b->def->nodes && b->def->nodes < b->surface_count + b->report.shell_count) {
    b->report.shell_left_out = true;
    b->report.shell_count = b->report.shortened = b->report.without_shell = 0;
    for (size_t v = 0; v < b->surface_count; v++) b->depth[v] = 0;
    place(b);
    count_nodes(b);
  }
  PL_TRY(pl_inside_create(b->inner, b->surface_count, b->triangles, b->triangle_count, &b->core));
  return pl_point_grid_create(b->inner, b->surface_count, b->used, b->edge_mean, &b->inner_grid);
}
