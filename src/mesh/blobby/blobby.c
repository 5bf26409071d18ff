/* SPDX-License-Identifier: MIT */
#include "mesh/blobby/blobby.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "math/functions.h"
#include "math/vec3.h"

/* Potentials below exp(-6) of that on the surface of a single point are left out: 0.25 % each. */
static const double faintest = 6;

struct pl_blobby_node {
  int32_t at[3]; /* in spacings */
  double value, gradient[3];
  double most;        /* of a single point, */
  uint32_t nearest;   /* which it is */
  uint32_t vertex[8]; /* on the edge to the node at the corner of that number; UINT32_MAX: none yet */
};

void pl_blobby_free(pl_blobby *b)
{
  pl_release(b->nodes);
  pl_release(b->slots);
  pl_release(b->positions);
  pl_release(b->normals);
  pl_release(b->nearest);
  pl_release(b->triangles);
  *b = (pl_blobby){0};
}

/* ---- nodes of the grid, by a hash table ---- */

static size_t hash_of(const int32_t at[3])
{
  uint64_t h = 0;
  for (int k = 0; k < 3; k++) h = (h ^ (uint32_t)at[k]) * UINT64_C(0x9e3779b97f4a7c15), h ^= h >> 29;
  return (size_t)h;
}

static bool same(const int32_t a[3], const int32_t b[3]) { return a[0] == b[0] && a[1] == b[1] && a[2] == b[2]; }

static size_t find_slot(const pl_blobby *b, const int32_t at[3])
{
  size_t slot = hash_of(at) & (b->slot_count - 1);
  while (b->slots[slot] && !same(b->nodes[b->slots[slot] - 1].at, at)) slot = (slot + 1) & (b->slot_count - 1);
  return slot;
}

static pl_status make_room(pl_blobby *b)
{
  PL_TRY(pl_grow((void **)&b->nodes, &b->node_capacity, b->node_count + 1, sizeof *b->nodes));
  if (2 * (b->node_count + 1) <= b->slot_count) return PL_OK;
  size_t wanted = b->slot_count ? 2 * b->slot_count : 4096;
  PL_TRY(pl_grow((void **)&b->slots, &b->slot_capacity, wanted, sizeof *b->slots));
  b->slot_count = wanted;
  memset(b->slots, 0, wanted * sizeof *b->slots);
  for (size_t n = 0; n < b->node_count; n++) b->slots[find_slot(b, b->nodes[n].at)] = (uint32_t)n + 1;
  return PL_OK;
}

/* The node at a place, made if it is not there. */
static pl_status node_at(pl_blobby *b, const int32_t at[3], uint32_t *out)
{
  PL_TRY(make_room(b));
  size_t slot = find_slot(b, at);
  if (!b->slots[slot]) {
    pl_blobby_node *node = &b->nodes[b->node_count++];
    *node = (pl_blobby_node){.at = {at[0], at[1], at[2]}};
    memset(node->vertex, 0xff, sizeof node->vertex);
    b->slots[slot] = (uint32_t)b->node_count;
  }
  *out = b->slots[slot] - 1;
  return PL_OK;
}

/* ---- the potential ---- */

typedef struct field {
  double radius, sharpness, spacing, reach;
} field;

static pl_status add_point(pl_blobby *b, const field *f, const double x[3], uint32_t number)
{
  int32_t low[3], high[3], at[3];
  for (int k = 0; k < 3; k++) {
    low[k] = (int32_t)ceil((x[k] - f->reach) / f->spacing);
    high[k] = (int32_t)floor((x[k] + f->reach) / f->spacing);
  }
  double steep = f->sharpness / (f->radius * f->radius);
  for (at[0] = low[0]; at[0] <= high[0]; at[0]++)
    for (at[1] = low[1]; at[1] <= high[1]; at[1]++)
      for (at[2] = low[2]; at[2] <= high[2]; at[2]++) {
        double d[3];
        for (int k = 0; k < 3; k++) d[k] = at[k] * f->spacing - x[k];
        double square = pl_vec3_dot(d, d);
        if (square > f->reach * f->reach) continue;
        uint32_t n;
        PL_TRY(node_at(b, at, &n));
        double value = pl_exp(f->sharpness - steep * square);
        pl_blobby_node *node = &b->nodes[n];
        node->value += value;
        pl_vec3_add_scaled(node->gradient, -2 * steep * value, d, node->gradient);
        if (value > node->most) {
          node->most = value;
          node->nearest = number;
        }
      }
  return PL_OK;
}

/* Cubes with a corner inside have all their corners. */
static pl_status add_neighbours(pl_blobby *b)
{
  size_t count = b->node_count;
  for (size_t n = 0; n < count; n++) {
    if (b->nodes[n].value <= 1) continue;
    for (int c = 0; c < 27; c++) {
      const int32_t *from = b->nodes[n].at;
      int32_t at[3] = {from[0] + c / 9 - 1, from[1] + c / 3 % 3 - 1, from[2] + c % 3 - 1};
      uint32_t neighbour;
      PL_TRY(node_at(b, at, &neighbour));
    }
  }
  return PL_OK;
}

/* ---- the surface ---- */

/* Corner c of a cube is at (c >> 2, c >> 1, c) & 1. Each tetrahedron goes from corner 0 along one axis, the next and
   the last; those of odd order are mirrored. */
static const int tetrahedra[6][4] = {{0, 4, 6, 7}, {0, 2, 3, 7}, {0, 1, 5, 7},
                                     {0, 4, 5, 7}, {0, 2, 6, 7}, {0, 1, 3, 7}};
enum { EVEN_TETRAHEDRA = 3 };

/* Potentials fall as exp(-r^2): their logarithms are nearly linear from node to node. */
static double level_of(const pl_blobby_node *node) { return pl_log(fmax(node->value, 1e-9)); }

static pl_status add_vertex(pl_blobby *b, const field *f, const pl_blobby_node *from, const pl_blobby_node *to,
                            uint32_t *out)
{
  static const double up[3] = {0, 1, 0};
  size_t n = b->vertex_count;
  PL_TRY(pl_grow((void **)&b->positions, &b->position_capacity, 3 * n + 3, sizeof(double)));
  PL_TRY(pl_grow((void **)&b->normals, &b->normal_capacity, 3 * n + 3, sizeof(double)));
  PL_TRY(pl_grow((void **)&b->nearest, &b->nearest_capacity, n + 1, sizeof(uint32_t)));
  double start = level_of(from), end = level_of(to), part = fmin(fmax(start / (start - end), 1e-3), 1 - 1e-3);
  double outwards[3];
  for (int k = 0; k < 3; k++) {
    b->positions[3 * n + (size_t)k] = f->spacing * (from->at[k] + part * (to->at[k] - from->at[k]));
    outwards[k] = -((1 - part) * from->gradient[k] + part * to->gradient[k]);
  }
  pl_vec3_normalise(outwards, up, b->normals + 3 * n);
  b->nearest[n] = from->most > to->most ? from->nearest : to->nearest;
  *out = (uint32_t)b->vertex_count++;
  return PL_OK;
}

typedef struct cube {
  uint32_t node[8];
  bool inside[8];
} cube;

/* The vertex on the edge between two corners, one inside and one not. */
static pl_status vertex_between(pl_blobby *b, const field *f, const cube *c, int p, int q, uint32_t *out)
{
  int low = p < q ? p : q, high = p < q ? q : p;
  uint32_t *vertex = &b->nodes[c->node[low]].vertex[high - low];
  if (*vertex == UINT32_MAX) PL_TRY(add_vertex(b, f, &b->nodes[c->node[low]], &b->nodes[c->node[high]], vertex));
  *out = *vertex;
  return PL_OK;
}

/* Between two edges each, given by their corners. */
static pl_status add_triangle(pl_blobby *b, const field *f, const cube *c, const int corners[6])
{
  uint32_t vertex[3];
  for (int k = 0; k < 3; k++) PL_TRY(vertex_between(b, f, c, corners[2 * k], corners[2 * k + 1], &vertex[k]));
  size_t n = b->triangle_count;
  PL_TRY(pl_grow((void **)&b->triangles, &b->triangle_capacity, 3 * n + 3, sizeof(uint32_t)));
  memcpy(b->triangles + 3 * n, vertex, sizeof vertex);
  b->triangle_count++;
  return PL_OK;
}

static bool is_odd(const int order[4])
{
  int swaps = 0;
  for (int i = 0; i < 4; i++)
    for (int j = i + 1; j < 4; j++) swaps += order[i] > order[j];
  return swaps & 1;
}

/* Corners inside first. With them in the order of a tetrahedron that is not mirrored, triangles face the others. */
static pl_status march(pl_blobby *b, const field *f, const cube *c, int number)
{
  const int *t = tetrahedra[number];
  int order[4], count = 0, inside = 0;
  for (int wanted = 1; wanted >= 0; wanted--)
    for (int k = 0; k < 4; k++)
      if (c->inside[t[k]] == wanted) order[count++] = k;
  for (int k = 0; k < 4; k++) inside += c->inside[t[k]];
  if (inside == 0 || inside == 4) return PL_OK;
  if (is_odd(order) != (number >= EVEN_TETRAHEDRA)) {
    int first = inside == 3 ? 0 : 2, kept = order[first]; /* two of one kind */
    order[first] = order[first + 1];
    order[first + 1] = kept;
  }
  int i = t[order[0]], j = t[order[1]], k = t[order[2]], l = t[order[3]];
  if (inside == 1) return add_triangle(b, f, c, (int[]){i, j, i, k, i, l});
  if (inside == 3) return add_triangle(b, f, c, (int[]){l, i, l, j, l, k});
  PL_TRY(add_triangle(b, f, c, (int[]){i, k, i, l, j, l}));
  return add_triangle(b, f, c, (int[]){i, k, j, l, j, k});
}

static pl_status march_all(pl_blobby *b, const field *f)
{
  for (size_t n = 0; n < b->node_count; n++) {
    cube c;
    int inside = 0, there = 0;
    for (int k = 0; k < 8; k++) {
      const int32_t *from = b->nodes[n].at;
      size_t slot = find_slot(b, (int32_t[]){from[0] + (k >> 2), from[1] + (k >> 1 & 1), from[2] + (k & 1)});
      if (!b->slots[slot]) break;
      c.node[k] = b->slots[slot] - 1;
      c.inside[k] = b->nodes[c.node[k]].value > 1;
      inside += c.inside[k];
      there++;
    }
    for (int t = 0; t < 6 && there == 8 && inside > 0 && inside < 8; t++) PL_TRY(march(b, f, &c, t));
  }
  return PL_OK;
}

/* ---- the whole ---- */

/* *full: there are more nodes than there may be. */
static pl_status fill(pl_blobby *b, const field *f, const double *points, size_t count, bool *full)
{
  b->node_count = 0;
  if (b->slots) memset(b->slots, 0, b->slot_count * sizeof *b->slots);
  PL_TRY(make_room(b));
  for (size_t i = 0; i < count && b->node_count <= PL_MOST_BLOBBY_NODES; i++)
    PL_TRY(add_point(b, f, points + 3 * i, (uint32_t)i));
  *full = b->node_count > PL_MOST_BLOBBY_NODES;
  return *full ? PL_OK : add_neighbours(b);
}

static const double coarser = 1.25, coarsest = 0.5; /* of the radius */

/* The first spacing that is tried: as asked for, or as coarse as it takes for a bounded number of places at which
   potentials are evaluated, where that is not beyond the coarsest. */
static double first_spacing(const pl_blobby_def *def, double reach, size_t count)
{
  const double most_places = 1 << 25;
  double spacing = def->spacing > 0 ? def->spacing : def->radius / 3, end = coarsest * def->radius;
  double least = 2 * reach * pl_cbrt((double)(count ? count : 1) / most_places);
  return spacing >= least ? spacing : least < end ? least : end;
}

pl_status pl_blobby_find(pl_blobby *b, const pl_blobby_def *def, const double *points, size_t count,
                         pl_blobby_surface *out)
{
  field f = {.radius = def->radius, .sharpness = def->sharpness};
  f.reach = def->radius * sqrt(1 + faintest / def->sharpness);
  f.spacing = first_spacing(def, f.reach, count);
  for (size_t i = 0; i < 3 * count; i++)
    if (!(fabs(points[i]) < 1e9 * f.spacing))
      return pl_fail(PL_ERROR_LIMIT, "blobby: particle %zu is too far away for a grid of %g m", i / 3, f.spacing);
  bool full = true;
  while (full) {
    PL_TRY(fill(b, &f, points, count, &full));
    if (!full) break;
    if (f.spacing * coarser > coarsest * def->radius)
      return pl_fail(PL_ERROR_LIMIT,
                     "blobby: %zu particles of radius %g m need more than %d nodes of the grid; take a "
                     "smaller radius",
                     count, def->radius, PL_MOST_BLOBBY_NODES);
    f.spacing *= coarser;
  }
  b->vertex_count = b->triangle_count = 0;
  PL_TRY(march_all(b, &f));
  *out = (pl_blobby_surface){.positions = b->positions,
                             .normals = b->normals,
                             .nearest = b->nearest,
                             .vertex_count = b->vertex_count,
                             .triangles = b->triangles,
                             .triangle_count = b->triangle_count,
                             .spacing = f.spacing};
  return PL_OK;
}
