/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdbool.h>

#include "base/floats.h"
#include "base/memory.h"
#include "base/status.h"
#include "mesh/core/mesh.h"
#include "pliant/make.h"

enum { MARK = 0x6c617474, OFFSET_COUNT = 13 };

/* Half of the 26 neighbours: those with a larger index, in order of index. Those along an axis have one nonzero. */
static const int offsets[OFFSET_COUNT][3] = {
    {0, 0, 1},  {0, 1, -1}, {0, 1, 0}, {0, 1, 1},  {1, -1, -1}, {1, -1, 0}, {1, -1, 1},
    {1, 0, -1}, {1, 0, 0},  {1, 0, 1}, {1, 1, -1}, {1, 1, 0},   {1, 1, 1},
};

typedef struct lattice {
  size_t n[3];
  double *positions;
  double *volumes;
  uint32_t *edges;
  double *shares;
  uint32_t *triangles;
  size_t edge_count;
  size_t triangle_count;
} lattice;

pl_lattice_def pl_default_lattice_def(void)
{
  return (pl_lattice_def){.mark = MARK, .counts = {41, 9, 9}, .spacing = 0.025, .neighbours = 26};
}

static pl_status check(const pl_lattice_def *def)
{
  if (!def || def->mark != MARK)
    return pl_fail(PL_ERROR_ARGUMENT, "lattice: start the definition with pl_default_lattice_def()");
  for (int axis = 0; axis < 3; axis++) {
    if (def->counts[axis] < 2)
      return pl_fail(PL_ERROR_ARGUMENT,
                     "lattice: at least 2 nodes are needed along %c, got %u (for a thin body make a sheet or a curve)",
                     "xyz"[axis], def -> counts[axis]);
    if (!isfinite(def->origin[axis]))
      return pl_fail(PL_ERROR_ARGUMENT, "lattice: the origin must be finite, got %g along %c", def->origin[axis],
                     "xyz"[axis]);
  }
  if (!(def->spacing > 0 && isfinite(def->spacing)))
    return pl_fail(PL_ERROR_ARGUMENT, "lattice: spacing must be positive, got %g", def->spacing);
  if (def->neighbours != 6 && def->neighbours != 26)
    return pl_fail(PL_ERROR_ARGUMENT, "lattice: neighbours must be 6 or 26, got %d", def->neighbours);
  double nodes = (double)def->counts[0] * def->counts[1] * def->counts[2];
  if (nodes > UINT32_MAX / 4)
    return pl_fail(PL_ERROR_LIMIT, "lattice: %u x %u x %u nodes are too many; at most %u are supported", def->counts[0],
                   def->counts[1], def->counts[2], UINT32_MAX / 4);
  return PL_OK;
}

static uint32_t node(const lattice *l, size_t i, size_t j, size_t k)
{
  return (uint32_t)((i * l->n[1] + j) * l->n[2] + k);
}

/* Cells on both sides of a node along an axis: 1 at the ends, 2 inside. */
static int sides(size_t i, size_t n) { return (i > 0) + (i + 1 < n); }

static void add_edges(lattice *l, const size_t at[3], bool axes_only)
{
  for (int o = 0; o < OFFSET_COUNT; o++) {
    size_t to[3];
    double share = 1;
    int moved = 0;
    bool inside = true;
    for (int axis = 0; axis < 3; axis++) {
      to[axis] = at[axis] + (size_t)offsets[o][axis]; /* -1 wraps round and is then too large */
      inside = inside && to[axis] < l->n[axis];
      moved += offsets[o][axis] != 0;
      if (offsets[o][axis] == 0) share *= 0.5 * sides(at[axis], l->n[axis]);
    }
    if (!inside || (axes_only && moved > 1)) continue;
    l->edges[2 * l->edge_count] = node(l, at[0], at[1], at[2]);
    l->edges[2 * l->edge_count + 1] = node(l, to[0], to[1], to[2]);
    l->shares[l->edge_count++] = share;
  }
}

static void fill_nodes(lattice *l, const pl_lattice_def *def)
{
  double cell = def->spacing * def->spacing * def->spacing;
  size_t at[3];
  for (at[0] = 0; at[0] < l->n[0]; at[0]++)
    for (at[1] = 0; at[1] < l->n[1]; at[1]++)
      for (at[2] = 0; at[2] < l->n[2]; at[2]++) {
        size_t v = node(l, at[0], at[1], at[2]);
        int cells = 1;
        for (int axis = 0; axis < 3; axis++) {
          l->positions[3 * v + (size_t)axis] = def->origin[axis] + def->spacing * (double)at[axis];
          cells *= sides(at[axis], l->n[axis]);
        }
        l->volumes[v] = cell * cells / 8;
        add_edges(l, at, def->neighbours == 6);
      }
}

/* The two faces across `axis`; u, v, axis turn to the right, so u x v points along the axis. */
static void add_faces(lattice *l, int axis)
{
  int u = (axis + 1) % 3, v = (axis + 2) % 3;
  for (int far = 0; far < 2; far++) {
    size_t at[3];
    at[axis] = far ? l->n[axis] - 1 : 0;
    for (size_t a = 0; a + 1 < l->n[u]; a++)
      for (size_t b = 0; b + 1 < l->n[v]; b++) {
        uint32_t corner[4]; /* around the quad: (a, b), (a+1, b), (a+1, b+1), (a, b+1) */
        for (size_t c = 0; c < 4; c++) {
          at[u] = a + (c == 1 || c == 2);
          at[v] = b + (c >= 2);
          corner[c] = node(l, at[0], at[1], at[2]);
        }
        uint32_t *t = l->triangles + 3 * l->triangle_count;
        l->triangle_count += 2;
        t[0] = t[3] = corner[0];
        t[far ? 1 : 2] = corner[1];
        t[far ? 2 : 1] = t[far ? 4 : 5] = corner[2];
        t[far ? 5 : 4] = corner[3];
      }
  }
}

pl_status pl_make_lattice(const pl_lattice_def *def, pl_mesh **out)
{
  PL_OWN_FLOATS;
  *out = NULL;
  PL_TRY(check(def));
  lattice l = {.n = {def->counts[0], def->counts[1], def->counts[2]}};
  size_t nodes = l.n[0] * l.n[1] * l.n[2], quads = 0;
  for (int axis = 0; axis < 3; axis++) quads += 2 * (l.n[axis] - 1) * (l.n[(axis + 1) % 3] - 1);
  size_t most_edges = nodes * (def->neighbours == 6 ? 3 : OFFSET_COUNT);
  l.positions = PL_NEW(double, 3 * nodes);
  l.volumes = PL_NEW(double, nodes);
  l.edges = PL_NEW(uint32_t, 2 * most_edges);
  l.shares = PL_NEW(double, most_edges);
  l.triangles = PL_NEW(uint32_t, 6 * quads);
  pl_status status = PL_ERROR_MEMORY;
  if (l.positions && l.volumes && l.edges && l.shares && l.triangles) {
    fill_nodes(&l, def);
    for (int axis = 0; axis < 3; axis++) add_faces(&l, axis);
    pl_mesh_data data = {.positions = l.positions,
                         .vertex_count = nodes,
                         .triangles = l.triangles,
                         .triangle_count = l.triangle_count,
                         .edges = l.edges,
                         .edge_count = l.edge_count,
                         .vertex_volumes = l.volumes,
                         .edge_shares = l.shares,
                         .grid = {.counts = {def->counts[0], def->counts[1], def->counts[2]}}};
    status = pl_mesh_create(&data, out);
  }
  pl_release(l.positions);
  pl_release(l.volumes);
  pl_release(l.edges);
  pl_release(l.shares);
  pl_release(l.triangles);
  return status;
}
