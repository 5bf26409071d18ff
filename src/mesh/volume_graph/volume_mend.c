/* SPDX-License-Identifier: MIT
   What the construction leaves to do: moving lattice nodes to the middle of their neighbours, tying what hangs loose,
   and edges out of the plane for nodes whose own all lie in one. */
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "math/functions.h"
#include "math/mat3.h"
#include "mesh/core/sets.h"
#include "mesh/core/topology.h"
#include "mesh/volume_graph/volume_graph.h"

enum { SWEEPS = 3, NEAR = 32, LOOSE_EDGES = 4, RESCUES = 5, RESCUES_IN_SIGHT = 2 };

/* Smallest over largest eigenvalue of the sum of e e^T over edges e: below `thin` a node gets a further edge, below
   `flat` rounding in a step would decide about its third direction and it counts as lying in a plane. */
static const double thin = 1e-3, flat = 1e-6;

pl_status pl_fill_adjacency(const pl_fill_build *b, uint32_t **starts, uint32_t **neighbours)
{
  uint32_t *pairs = PL_NEW(uint32_t, 2 * b->edge_count);
  if (!pairs) return PL_ERROR_MEMORY;
  for (size_t e = 0; e < b->edge_count; e++) {
    pairs[2 * e] = b->edges[e].low;
    pairs[2 * e + 1] = b->edges[e].high;
  }
  pl_status status = pl_mesh_adjacency(pairs, b->edge_count, b->node_count, starts, neighbours);
  pl_release(pairs);
  return status;
}

static void average(const pl_fill_build *b, const uint32_t *starts, const uint32_t *neighbours, size_t node,
                    double out[3])
{
  double count = starts[node + 1] - starts[node];
  pl_vec3_set(out, 0, 0, 0);
  for (uint32_t i = starts[node]; i < starts[node + 1]; i++)
    pl_vec3_add_scaled(out, 1 / count, b->nodes + 3 * (size_t)neighbours[i], out);
}

/* Where lattice node i goes: to the middle of its neighbours, but no farther than a quarter of a cell from its place in
   the lattice, so that no two meet (they are 0.87 cells apart), and not out of the body, where the middle may be around
   a concave corner. */
static void move_node(const pl_fill_build *b, size_t node, const double place[3], double to[3])
{
  double offset[3];
  const double *from = b->nodes + 3 * node;
  pl_vec3_sub(to, place, offset);
  double length = pl_vec3_length(offset), most = b->cell / 4;
  if (length > most) pl_vec3_add_scaled(place, most / length, offset, to);
  bool still = pl_vec3_distance(to, from) < 1e-9 * b->cell;
  if (still || !pl_inside_passes(&b->core, from, to, false)) pl_vec3_copy(from, to);
}

pl_status pl_fill_smooth(pl_fill_build *b)
{
  size_t shell = b->surface_count + b->report.shell_count, size = 3 * b->report.lattice_count * sizeof(double);
  uint32_t *starts = NULL, *neighbours = NULL;
  PL_TRY(pl_fill_adjacency(b, &starts, &neighbours));
  double *moved = PL_NEW(double, 3 * b->report.lattice_count), *places = PL_NEW(double, 3 * b->report.lattice_count);
  pl_status status = moved && places ? PL_OK : PL_ERROR_MEMORY;
  if (status == PL_OK) memcpy(places, b->nodes + 3 * shell, size);
  for (int sweep = 0; status == PL_OK && sweep < SWEEPS; sweep++) {
    for (size_t i = shell; i < b->node_count; i++) {
      double *to = moved + 3 * (i - shell);
      pl_vec3_copy(b->nodes + 3 * i, to);
      if (starts[i] == starts[i + 1]) continue;
      average(b, starts, neighbours, i, to);
      move_node(b, i, places + 3 * (i - shell), to);
    }
    memcpy(b->nodes + 3 * shell, moved, size);
  }
  pl_release(starts);
  pl_release(neighbours);
  pl_release(moved);
  pl_release(places);
  return status;
}

/* Smallest and largest eigenvalue of a symmetric matrix and the axis of the smallest, by cyclic Jacobi rotations. */
static void thinnest_axis(double m[9], double *least, double *most, double axis[3])
{
  double v[9];
  pl_mat3_identity(v);
  for (int sweep = 0; sweep < 8; sweep++)
    for (int p = 0; p < 2; p++)
      for (int q = p + 1; q < 3; q++) {
        double off = m[3 * p + q];
        if (off == 0) continue;
        double half = (m[4 * q] - m[4 * p]) / 2, t = off / (fabs(half) + pl_hypot(half, off)) * (half < 0 ? -1 : 1);
        double c = 1 / sqrt(1 + t * t), s = t * c;
        for (int k = 0; k < 3; k++) {
          double a = m[3 * k + p], d = m[3 * k + q], x = v[3 * k + p], y = v[3 * k + q];
          m[3 * k + p] = c * a - s * d;
          m[3 * k + q] = s * a + c * d;
          v[3 * k + p] = c * x - s * y;
          v[3 * k + q] = s * x + c * y;
        }
        for (int k = 0; k < 3; k++) {
          double a = m[3 * p + k], d = m[3 * q + k];
          m[3 * p + k] = c * a - s * d;
          m[3 * q + k] = s * a + c * d;
        }
      }
  int thin = 0, thick = 0;
  for (int k = 1; k < 3; k++) {
    if (m[4 * k] < m[4 * thin]) thin = k;
    if (m[4 * k] > m[4 * thick]) thick = k;
  }
  *least = m[4 * thin];
  *most = m[4 * thick];
  for (int k = 0; k < 3; k++) axis[k] = v[3 * k + thin];
}

typedef struct repair {
  pl_fill_build *b;
  uint32_t *starts, *neighbours;
  pl_point_grid grid; /* of all nodes */
} repair;

/* Do the node's edges lie in a plane? Its normal, then. */
static bool is_flat(const repair *m, size_t node, double flatness, double axis[3])
{
  double sum[9] = {0}, least, most;
  for (uint32_t i = m->starts[node]; i < m->starts[node + 1]; i++) {
    double edge[3];
    pl_vec3_sub(m->b->nodes + 3 * (size_t)m->neighbours[i], m->b->nodes + 3 * node, edge);
    pl_mat3_outer_add(sum, 1, edge, edge);
  }
  thinnest_axis(sum, &least, &most, axis);
  return !(least > flatness * most);
}

static bool is_neighbour(const repair *m, size_t node, uint32_t other)
{
  for (uint32_t i = m->starts[node]; i < m->starts[node + 1]; i++)
    if (m->neighbours[i] == other) return true;
  return false;
}

/* The node to tie a flat one to: the one that stands out of its plane most steeply. */
typedef struct choice {
  size_t node;
  const double *axis; /* normal of the plane */
  bool in_sight;      /* must be */
  double slope;       /* of the best so far */
  uint32_t best;
} choice;

static void consider(const repair *m, choice *c, uint32_t other)
{
  const pl_fill_build *b = m->b;
  const double *from = b->nodes + 3 * c->node, *to = b->nodes + 3 * (size_t)other;
  double offset[3], distance = pl_vec3_distance(from, to);
  pl_vec3_sub(to, from, offset);
  double out = fabs(pl_vec3_dot(offset, c->axis)) / distance;
  if (other == c->node || !(distance > 0.01 * b->edge_mean) || !(out > c->slope)) return;
  if (is_neighbour(m, c->node, other) || (c->in_sight && !pl_inside_passes(&b->body, from, to, true))) return;
  c->slope = out;
  c->best = other;
}

/* Ties a flat node to one near it and in sight or, as a last resort, to a neighbour of its neighbours. */
static pl_status add_edge_out_of_plane(repair *m, size_t node, const double axis[3], bool last_resort)
{
  pl_fill_build *b = m->b;
  choice c = {.node = node, .axis = axis, .in_sight = !last_resort, .slope = 0.1, .best = PL_NO_NODE};
  if (last_resort) {
    c.slope = 1e-3;
    for (uint32_t i = m->starts[node]; i < m->starts[node + 1]; i++)
      for (uint32_t j = m->starts[m->neighbours[i]]; j < m->starts[m->neighbours[i] + 1]; j++)
        consider(m, &c, m->neighbours[j]);
  } else {
    pl_near_point near[NEAR];
    size_t found = pl_point_grid_nearest(&m->grid, b->nodes + 3 * node, 4 * fmax(b->edge_mean, b->cell), NEAR, near);
    for (size_t i = 0; i < found; i++) consider(m, &c, near[i].index);
  }
  if (c.best == PL_NO_NODE) return PL_OK;
  b->report.rescued++;
  return pl_fill_edge(b, (uint32_t)node, c.best);
}

/* Vertices where an earlier one lies take part in what is beneath that one, so that they move with it without an edge
   of no length between them; unused vertices hold on to the nearest nodes. */
static pl_status tie_loose_vertices(repair *m)
{
  pl_fill_build *b = m->b;
  for (uint32_t v = 0; v < b->surface_count; v++) {
    uint32_t first = b->first[v];
    if (b->used[v]) continue;
    if (b->used[first]) {
      for (uint32_t i = m->starts[first]; i < m->starts[first + 1]; i++) {
        uint32_t to = m->neighbours[i];
        bool beneath = to >= b->surface_count || b->inner_node[first] == first;
        if (beneath) PL_TRY(pl_fill_edge(b, v, to));
      }
      for (uint32_t i = m->starts[first]; i < m->starts[first + 1]; i++) {
        uint32_t to = m->neighbours[i];
        if (to < b->surface_count) PL_TRY(pl_fill_edge(b, v, b->inner_node[to]));
      }
      continue;
    }
    pl_near_point near[LOOSE_EDGES + 1];
    size_t found = pl_point_grid_nearest(&m->grid, b->nodes + 3 * (size_t)v, INFINITY, LOOSE_EDGES + 1, near);
    for (size_t i = 0; i < found; i++)
      if (near[i].distance > 1e-6) PL_TRY(pl_fill_edge(b, v, near[i].index)); /* it may lie on a lattice node */
  }
  return PL_OK;
}

/* Lattice nodes that hang together but on nothing else are tied to the nearest inner vertex. */
static pl_status tie_islands(pl_fill_build *b)
{
  uint32_t *set = PL_NEW(uint32_t, b->node_count);
  if (!set) return PL_ERROR_MEMORY;
  pl_sets_start(set, b->node_count);
  for (size_t e = 0; e < b->edge_count; e++) pl_sets_join(set, b->edges[e].low, b->edges[e].high);
  pl_status status = PL_OK;
  /* The smallest stands for a set: one above the shell's numbers has no vertex in it. */
  for (size_t i = b->surface_count + b->report.shell_count; status == PL_OK && i < b->node_count; i++) {
    pl_near_point near[LOOSE_EDGES];
    if (pl_sets_find(set, (uint32_t)i) != i) continue;
    size_t found = pl_point_grid_nearest(&b->inner_grid, b->nodes + 3 * i, INFINITY, LOOSE_EDGES, near);
    for (size_t k = 0; status == PL_OK && k < found; k++)
      status = pl_fill_edge(b, (uint32_t)i, b->inner_node[near[k].index]);
  }
  pl_release(set);
  return status;
}

static pl_status renew(repair *m)
{
  PL_TRY(pl_fill_sort_edges(m->b));
  pl_release(m->starts);
  pl_release(m->neighbours);
  m->starts = m->neighbours = NULL;
  return pl_fill_adjacency(m->b, &m->starts, &m->neighbours);
}

static pl_status repair_flat_nodes(repair *m)
{
  pl_fill_build *b = m->b;
  double axis[3];
  bool *take = PL_NEW(bool, b->node_count);
  if (!take) return PL_ERROR_MEMORY;
  for (size_t i = 0; i < b->node_count; i++) take[i] = i >= b->surface_count || b->used[i];
  pl_status status = pl_point_grid_create(b->nodes, b->node_count, take, fmax(b->edge_mean, b->cell / 2), &m->grid);
  pl_release(take);
  PL_TRY(status);
  PL_TRY(tie_islands(b));
  PL_TRY(renew(m));
  PL_TRY(tie_loose_vertices(m));
  PL_TRY(renew(m));
  for (int round = 0; b->report.volume > 0 && round < RESCUES; round++) {
    bool last_resort = round >= RESCUES_IN_SIGHT;
    for (size_t i = 0; i < b->node_count; i++)
      if (is_flat(m, i, last_resort ? flat : thin, axis)) PL_TRY(add_edge_out_of_plane(m, i, axis, last_resort));
    PL_TRY(renew(m));
  }
  for (size_t i = 0; i < b->node_count; i++) b->report.flat += is_flat(m, i, flat, axis);
  return PL_OK;
}

pl_status pl_fill_mend(pl_fill_build *b)
{
  repair m = {.b = b};
  pl_status status = repair_flat_nodes(&m);
  pl_release(m.starts);
  pl_release(m.neighbours);
  pl_point_grid_free(&m.grid);
  return status;
}
