/* SPDX-License-Identifier: MIT
   The edges of a volumetric graph: those of the surface, their copies on the shell, from each vertex to its shell node,
   the shorter diagonal of each side of a prism; nearest neighbours of the lattice; from lattice nodes that lack
   neighbours to the shell; and, where no lattice node fits, from wall to wall. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "math/vec3.h"
#include "mesh/volume_graph/volume_graph.h"

enum {
  BCC_NEIGHBOURS = 8,
  TIES_MOST = 4,
  LINKS_MOST = 16 /* lattice nodes that a shell node takes on if they have a choice */
};

static const double *at(const pl_fill_build *b, uint32_t node) { return b->nodes + 3 * (size_t)node; }

static pl_status connect_layers(pl_fill_build *b)
{
  for (size_t v = 0; v < b->surface_count; v++)
    if (b->used[v]) PL_TRY(pl_fill_edge(b, (uint32_t)v, b->inner_node[v]));
  for (size_t e = 0; e < b->mesh_edge_count; e++) {
    uint32_t i = b->mesh_edges[2 * e], j = b->mesh_edges[2 * e + 1], below_i = b->inner_node[i],
             below_j = b->inner_node[j];
    PL_TRY(pl_fill_edge(b, i, j));
    PL_TRY(pl_fill_edge(b, below_i, below_j)); /* from the shell to a vertex where one has no shell node */
    if (below_i == i || below_j == j) continue;
    if (pl_vec3_distance(at(b, i), at(b, below_j)) <= pl_vec3_distance(at(b, j), at(b, below_i)))
      PL_TRY(pl_fill_edge(b, i, below_j));
    else
      PL_TRY(pl_fill_edge(b, j, below_i));
  }
  return PL_OK;
}

/* Places of lattice points, sorted, to find neighbours in. */
typedef struct place {
  int32_t at[3];
  uint32_t node;
} place;

static int compare_places(const void *left, const void *right)
{
  const place *a = left, *b = right;
  for (int k = 0; k < 3; k++)
    if (a->at[k] != b->at[k]) return a->at[k] < b->at[k] ? -1 : 1;
  return 0;
}

typedef struct linking {
  pl_fill_build *b;
  place *places;
  size_t place_count;
  uint8_t *links;   /* per node: lattice nodes that hang on it, up to LINKS_MOST */
  double reach;     /* how far a lattice node looks for shell nodes */
  double far_reach; /* how far a shell node without one looks for lattice nodes */
} linking;

static pl_status join(linking *l, uint32_t lattice, uint32_t other)
{
  if (l->links[other] < LINKS_MOST) l->links[other]++;
  return pl_fill_edge(l->b, lattice, other);
}

/* Joins a lattice node to as many shell nodes as it lacks neighbours, nearest first; *known are those it has. */
static pl_status join_shell(linking *l, uint32_t node, uint32_t known[BCC_NEIGHBOURS], size_t *known_count)
{
  const pl_fill_build *b = l->b;
  size_t own = *known_count;
  pl_near_point near[2 * BCC_NEIGHBOURS];
  size_t found = pl_point_grid_nearest(&b->inner_grid, at(b, node), l->reach, 2 * BCC_NEIGHBOURS, near);
  for (size_t i = 0; i < found && *known_count < BCC_NEIGHBOURS; i++) {
    uint32_t other = b->inner_node[near[i].index];
    bool skip = l->links[other] == LINKS_MOST;
    for (size_t k = 0; k < own; k++) skip = skip || known[k] == other;
    if (skip || !pl_inside_passes(&b->body, at(b, node), at(b, other), false)) continue;
    known[(*known_count)++] = other;
    PL_TRY(join(l, node, other));
  }
  return PL_OK;
}

/* The node at a place given by steps of half cells from a lattice point; PL_NO_NODE if there is none in sight. */
static uint32_t node_beside(const linking *l, size_t point, const int step[3])
{
  const pl_fill_build *b = l->b;
  size_t shell = b->surface_count + b->report.shell_count;
  uint32_t node = b->point_node[point];
  place key = {.node = 0};
  for (int k = 0; k < 3; k++) key.at[k] = b->lattice[3 * point + (size_t)k] + step[k];
  const place *found = bsearch(&key, l->places, l->place_count, sizeof key, compare_places);
  if (!found || found->node == node) return PL_NO_NODE;
  bool on_surface = node < shell && found->node < shell;
  return pl_inside_passes(&b->body, at(b, node), at(b, found->node), on_surface) ? found->node : PL_NO_NODE;
}

/* Under a face that is coarse beside the lattice no shell node is near: neighbours a whole cell away stand in, so that
   the rim of the lattice does not dangle. */
static pl_status join_second_neighbours(linking *l, size_t point, size_t known_count)
{
  for (int side = 0; side < 6 && known_count < BCC_NEIGHBOURS; side++) {
    int step[3] = {0, 0, 0};
    step[side / 2] = side % 2 ? 2 : -2;
    uint32_t other = node_beside(l, point, step);
    if (other == PL_NO_NODE) continue;
    PL_TRY(join(l, l->b->point_node[point], other));
    known_count++;
  }
  return PL_OK;
}

static pl_status join_point(linking *l, size_t point)
{
  pl_fill_build *b = l->b;
  uint32_t node = b->point_node[point], known[BCC_NEIGHBOURS];
  size_t known_count = 0, shell = b->surface_count + b->report.shell_count;
  for (int corner = 0; corner < BCC_NEIGHBOURS; corner++) {
    int step[3];
    for (int k = 0; k < 3; k++) step[k] = corner >> k & 1 ? 1 : -1;
    uint32_t other = node_beside(l, point, step);
    if (other == PL_NO_NODE) continue;
    known[known_count++] = other;
    if (node >= shell)
      PL_TRY(join(l, node, other));
    else if (other >= shell)
      PL_TRY(join(l, other, node));
  }
  if (node < shell || known_count == BCC_NEIGHBOURS) return PL_OK;
  PL_TRY(join_shell(l, node, known, &known_count));
  return join_second_neighbours(l, point, known_count);
}

/* Joins a shell node to lattice nodes in sight; true if there are any. One will do; a vertex of a surface that is
   coarse beside the lattice stands for many and gets more. */
static pl_status join_lattice(linking *l, const pl_point_grid *lattice, uint32_t node, bool *any)
{
  pl_fill_build *b = l->b;
  pl_near_point near[TIES_MOST];
  size_t ties = 2 * b->cell < b->edge_mean ? TIES_MOST : 1;
  size_t found = pl_point_grid_nearest(lattice, at(b, node), l->far_reach, ties, near);
  *any = false;
  for (size_t i = 0; i < found; i++) {
    if (!pl_inside_passes(&b->body, at(b, near[i].index), at(b, node), false)) continue;
    *any = true;
    /* Where the surface is much finer than the lattice some of its nodes are tied: the others hold on to them. */
    if (l->links[near[i].index] == LINKS_MOST) continue;
    l->links[near[i].index]++;
    PL_TRY(join(l, near[i].index, node));
  }
  return PL_OK;
}

/* A shell node, or a vertex without one, must hold on to something deeper: the nearest lattice node if one is in sight,
   or else the triangle of the opposite wall along its normal. */
static pl_status join_inwards(linking *l, const pl_point_grid *lattice, uint32_t v)
{
  pl_fill_build *b = l->b;
  uint32_t node = b->inner_node[v];
  bool any;
  PL_TRY(join_lattice(l, lattice, node, &any));
  if (any) return PL_OK;
  pl_bvh_hit hit;
  double inwards[3];
  pl_vec3_scale(b->normals + 3 * (size_t)v, -1, inwards);
  if (!pl_bvh_ray(b->body.bvh, at(b, node), inwards, 1e-6, 4, &hit) || hit.triangle >= b->triangle_count) return PL_OK;
  b->report.tied_to_other_wall++;
  for (int k = 0; k < 3; k++)
    PL_TRY(pl_fill_edge(b, node, b->inner_node[b->triangles[3 * (size_t)hit.triangle + (size_t)k]]));
  return PL_OK;
}

static pl_status connect_inside(linking *l)
{
  pl_fill_build *b = l->b;
  for (size_t i = 0; i < b->point_count; i++) {
    if (b->point_node[i] == PL_DROPPED) continue;
    memcpy(l->places[l->place_count].at, b->lattice + 3 * i, sizeof l->places->at);
    l->places[l->place_count++].node = b->point_node[i];
  }
  qsort(l->places, l->place_count, sizeof *l->places, compare_places);
  for (size_t i = 0; i < b->point_count; i++)
    if (b->point_node[i] != PL_DROPPED) PL_TRY(join_point(l, i));
  bool *is_lattice = PL_NEW(bool, b->node_count);
  pl_point_grid lattice = {0};
  pl_status status = is_lattice ? PL_OK : PL_ERROR_MEMORY;
  if (status == PL_OK) {
    for (size_t i = b->surface_count + b->report.shell_count; i < b->node_count; i++) is_lattice[i] = true;
    status = pl_point_grid_create(b->nodes, b->node_count, is_lattice, b->cell > 0 ? b->cell : 1, &lattice);
  }
  for (uint32_t v = 0; status == PL_OK && v < b->surface_count; v++)
    if (b->used[v] && !l->links[b->inner_node[v]]) status = join_inwards(l, &lattice, v);
  pl_point_grid_free(&lattice);
  pl_release(is_lattice);
  return status;
}

pl_status pl_fill_connect(pl_fill_build *b)
{
  PL_TRY(connect_layers(b));
  linking l = {.b = b, .reach = 2 * b->cell, .far_reach = 2 * fmax(b->edge_mean, b->cell)};
  l.places = PL_NEW(place, b->point_count);
  l.links = PL_NEW(uint8_t, b->node_count);
  pl_status status = l.places && l.links ? connect_inside(&l) : PL_ERROR_MEMORY;
  pl_release(l.places);
  pl_release(l.links);
  PL_TRY(status);
  return pl_fill_sort_edges(b);
}
