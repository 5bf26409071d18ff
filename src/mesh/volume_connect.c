/* SPDX-License-Identifier: MIT
   The edges of a volumetric graph: those of the surface, their copies on the shell, from each vertex to its shell node, the
   shorter diagonal of each side of a prism; nearest neighbours of the lattice; from lattice nodes that lack neighbours to
   the shell; and, where no lattice node fits, from wall to wall. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "math/vec3.h"
#include "mesh/volume_graph.h"

enum {
  BCC_NEIGHBOURS = 8,
  LINKS_MOST = 16 /* lattice nodes that a shell node takes on if they have a choice */
};

static const double *at(const pl_volume_build *b, uint32_t node) { return b->nodes + 3 * (size_t)node; }

static pl_status connect_layers(pl_volume_build *b)
{
  for (size_t v = 0; v < b->surface_count; v++)
    if (b->used[v]) PL_TRY(pl_volume_edge(b, (uint32_t)v, b->inner_node[v]));
  for (size_t e = 0; e < b->mesh_edge_count; e++) {
    uint32_t i = b->mesh_edges[2 * e], j = b->mesh_edges[2 * e + 1], below_i = b->inner_node[i],
             below_j = b->inner_node[j];
    PL_TRY(pl_volume_edge(b, i, j));
    PL_TRY(pl_volume_edge(b, below_i, below_j)); /* from the shell to a vertex where one has no shell node */
    if (below_i == i || below_j == j) continue;
    if (pl_vec3_distance(at(b, i), at(b, below_j)) <= pl_vec3_distance(at(b, j), at(b, below_i)))
      PL_TRY(pl_volume_edge(b, i, below_j));
    else
      PL_TRY(pl_volume_edge(b, j, below_i));
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
  pl_volume_build *b;
  place *places;
  uint8_t *links; /* per node: lattice nodes that hang on it, up to LINKS_MOST */
  double reach;   /* how far a lattice node looks for shell nodes */
} linking;

static pl_status join(linking *l, uint32_t lattice, uint32_t other)
{
  if (l->links[other] < LINKS_MOST) l->links[other]++;
  return pl_volume_edge(l->b, lattice, other);
}

/* Joins a lattice node to as many shell nodes as it lacks neighbours, nearest first. */
static pl_status join_shell(linking *l, uint32_t node, const uint32_t *known, size_t known_count)
{
  const pl_volume_build *b = l->b;
  size_t wanted = BCC_NEIGHBOURS - known_count;
  pl_near_point near[2 * BCC_NEIGHBOURS];
  size_t found = pl_point_grid_nearest(&b->inner_grid, at(b, node), l->reach, 2 * BCC_NEIGHBOURS, near);
  for (size_t i = 0; i < found && wanted > 0; i++) {
    uint32_t other = b->inner_node[near[i].index];
    bool skip = l->links[other] == LINKS_MOST;
    for (size_t k = 0; k < known_count; k++) skip = skip || known[k] == other;
    if (skip || !pl_inside_passes(&b->body, at(b, node), at(b, other), false)) continue;
    PL_TRY(join(l, node, other));
    wanted--;
  }
  return PL_OK;
}

static pl_status join_point(linking *l, size_t point)
{
  pl_volume_build *b = l->b;
  uint32_t node = b->point_node[point], known[BCC_NEIGHBOURS];
  size_t known_count = 0, shell = b->surface_count + b->report.shell_count;
  for (int corner = 0; corner < BCC_NEIGHBOURS; corner++) {
    place key = {.node = 0};
    for (int k = 0; k < 3; k++) key.at[k] = b->lattice[3 * point + (size_t)k] + (corner >> k & 1 ? 1 : -1);
    const place *found = bsearch(&key, l->places, b->point_count, sizeof key, compare_places);
    if (!found || found->node == node ||
        !pl_inside_passes(&b->body, at(b, node), at(b, found->node), node < shell && found->node < shell))
      continue;
    known[known_count++] = found->node;
    if (node >= shell)
      PL_TRY(join(l, node, found->node));
    else if (found->node >= shell)
      PL_TRY(join(l, found->node, node));
  }
  return node >= shell && known_count < BCC_NEIGHBOURS ? join_shell(l, node, known, known_count) : PL_OK;
}

/* A shell node, or a vertex without one, must hold on to something deeper: the nearest lattice node if one is in sight,
   or else the triangle of the opposite wall that it looks at. */
static pl_status join_inwards(linking *l, const pl_point_grid *lattice, uint32_t v)
{
  pl_volume_build *b = l->b;
  uint32_t node = b->inner_node[v];
  pl_near_point near;
  if (pl_point_grid_nearest(lattice, at(b, node), l->reach, 1, &near) == 1 &&
      pl_inside_passes(&b->body, at(b, node), at(b, near.index), false)) {
    /* Where the surface is much finer than the lattice some of its nodes do: the others hold on to them. */
    if (l->links[near.index] == LINKS_MOST) return PL_OK;
    l->links[near.index]++;
    return join(l, near.index, node);
  }
  pl_bvh_hit hit;
  double inwards[3];
  pl_vec3_scale(b->normals + 3 * (size_t)v, -1, inwards);
  if (!pl_bvh_ray(b->body.bvh, at(b, node), inwards, 1e-6, 4, &hit) || hit.triangle >= b->triangle_count) return PL_OK;
  b->report.tied_to_other_wall++;
  for (int k = 0; k < 3; k++)
    PL_TRY(pl_volume_edge(b, node, b->inner_node[b->triangles[3 * (size_t)hit.triangle + (size_t)k]]));
  return PL_OK;
}

static pl_status connect_inside(linking *l)
{
  pl_volume_build *b = l->b;
  for (size_t i = 0; i < b->point_count; i++) {
    memcpy(l->places[i].at, b->lattice + 3 * i, sizeof l->places[i].at);
    l->places[i].node = b->point_node[i];
  }
  qsort(l->places, b->point_count, sizeof *l->places, compare_places);
  for (size_t i = 0; i < b->point_count; i++) PL_TRY(join_point(l, i));
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

pl_status pl_volume_connect(pl_volume_build *b)
{
  PL_TRY(connect_layers(b));
  linking l = {.b = b, .reach = 2 * fmax(b->edge_mean, b->cell)};
  l.places = PL_NEW(place, b->point_count);
  l.links = PL_NEW(uint8_t, b->node_count);
  pl_status status = l.places && l.links ? connect_inside(&l) : PL_ERROR_MEMORY;
  pl_release(l.places);
  pl_release(l.links);
  PL_TRY(status);
  return pl_volume_sort_edges(b);
}
