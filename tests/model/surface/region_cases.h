/* SPDX-License-Identifier: MIT
   Graphs that regions are tested on, and regions found in the plainest way: distances between all pairs. */
#pragma once

#include <stdbool.h>
#include <string.h>

#include "testing.h"

#include "base/memory.h"
#include "mesh/core/topology.h"
#include "model/surface/regions/regions.h"
#include "pliant/make.h"

typedef struct region_graph {
  const char *name;
  size_t count;
  double *positions;
  uint32_t *edges;
  size_t edge_count;
} region_graph;

static inline region_graph graph_of_mesh(const char *name, pl_mesh *mesh)
{
  pl_mesh_data data = pl_mesh_view(mesh);
  region_graph g = {.name = name, .count = data.vertex_count};
  g.positions = PL_NEW(double, 3 * g.count);
  assert_non_null(g.positions);
  memcpy(g.positions, data.positions, 3 * g.count * sizeof(double));
  if (data.edge_count) {
    g.edge_count = data.edge_count;
    g.edges = PL_NEW(uint32_t, 2 * g.edge_count);
    assert_non_null(g.edges);
    memcpy(g.edges, data.edges, 2 * g.edge_count * sizeof(uint32_t));
  } else {
    assert_ok(pl_mesh_edges_from_triangles(data.triangles, data.triangle_count, g.count, &g.edges, &g.edge_count));
  }
  pl_mesh_destroy(mesh);
  return g;
}

static inline region_graph icosphere_graph(uint32_t cuts)
{
  pl_mesh *mesh;
  assert_ok(pl_make_icosphere(1.0, cuts, &mesh));
  return graph_of_mesh("icosphere", mesh);
}

static inline region_graph sphere_graph(uint32_t n)
{
  pl_mesh *mesh;
  assert_ok(pl_make_sphere(1.0, n, &mesh));
  return graph_of_mesh("sphere", mesh);
}

static inline region_graph torus_graph(uint32_t around, uint32_t across)
{
  pl_mesh *mesh;
  assert_ok(pl_make_torus(0.7, 0.3, around, across, &mesh));
  return graph_of_mesh("torus", mesh);
}

static inline region_graph character_graph(pl_character which, uint32_t vertices)
{
  pl_mesh *mesh;
  assert_ok(pl_make_character(which, 2.0, vertices, &mesh));
  return graph_of_mesh(pl_character_name(which), mesh);
}

static inline region_graph lattice_graph(uint32_t nx, uint32_t ny, uint32_t nz, double spacing, int neighbours)
{
  pl_lattice_def def = pl_default_lattice_def();
  def.counts[0] = nx;
  def.counts[1] = ny;
  def.counts[2] = nz;
  def.spacing = spacing;
  def.neighbours = neighbours;
  pl_mesh *mesh;
  assert_ok(pl_make_lattice(&def, &mesh));
  return graph_of_mesh("lattice", mesh);
}

/* What is left of a lattice where some nodes are missing: a body with holes, tunnels, crumbs. Uses the graph up. */
static inline region_graph hollowed_graph(region_graph whole, bool (*missing)(const double *position, uint64_t *seed))
{
  region_graph g = {.name = "voxels"};
  uint64_t seed = 17;
  uint32_t *place = PL_NEW(uint32_t, whole.count);
  g.positions = PL_NEW(double, 3 * whole.count);
  g.edges = PL_NEW(uint32_t, 2 * whole.edge_count);
  assert_true(place && g.positions && g.edges);
  for (size_t i = 0; i < whole.count; i++) {
    place[i] = UINT32_MAX;
    if (missing(whole.positions + 3 * i, &seed)) continue;
    memcpy(g.positions + 3 * g.count, whole.positions + 3 * i, 3 * sizeof(double));
    place[i] = (uint32_t)g.count++;
  }
  for (size_t e = 0; e < whole.edge_count; e++) {
    uint32_t a = place[whole.edges[2 * e]], b = place[whole.edges[2 * e + 1]];
    if (a == UINT32_MAX || b == UINT32_MAX) continue;
    g.edges[2 * g.edge_count] = a;
    g.edges[2 * g.edge_count++ + 1] = b;
  }
  pl_release(place);
  pl_release(whole.positions);
  pl_release(whole.edges);
  return g;
}

static inline bool missing_by_chance(const double *position, uint64_t *seed)
{
  (void)position;
  return random_bits(seed) % 4 == 0;
}

/* A horseshoe: a gap splits the body from one side, so that near nodes are far apart along edges. */
static inline bool missing_in_gap(const double *position, uint64_t *seed)
{
  (void)seed;
  return position[2] > 0.45 && position[2] < 0.55 && position[0] > 0.35;
}

/* Random points and random edges between them, with loops and repeated ones: several components, isolated points. */
static inline region_graph random_graph(size_t count, size_t edge_count, uint64_t seed)
{
  region_graph g = {.name = "random", .count = count, .edge_count = edge_count};
  g.positions = PL_NEW(double, 3 * count);
  g.edges = PL_NEW(uint32_t, 2 * edge_count);
  assert_true(g.positions && g.edges);
  for (size_t i = 0; i < 3 * count; i++) g.positions[i] = random_unit(&seed);
  for (size_t i = 0; i < 2 * edge_count; i++) g.edges[i] = (uint32_t)(random_bits(&seed) % count);
  return g;
}

/* Two graphs side by side. Both are used up. */
static inline region_graph both_graphs(region_graph a, region_graph b)
{
  region_graph g = {.name = "two parts", .count = a.count + b.count, .edge_count = a.edge_count + b.edge_count};
  g.positions = PL_NEW(double, 3 * g.count);
  g.edges = PL_NEW(uint32_t, 2 * g.edge_count);
  assert_true(g.positions && g.edges);
  memcpy(g.positions, a.positions, 3 * a.count * sizeof(double));
  memcpy(g.positions + 3 * a.count, b.positions, 3 * b.count * sizeof(double));
  memcpy(g.edges, a.edges, 2 * a.edge_count * sizeof(uint32_t));
  for (size_t e = 0; e < 2 * b.edge_count; e++) g.edges[2 * a.edge_count + e] = b.edges[e] + (uint32_t)a.count;
  pl_release(a.positions);
  pl_release(a.edges);
  pl_release(b.positions);
  pl_release(b.edges);
  return g;
}

static inline void free_graph(region_graph *g)
{
  pl_release(g->positions);
  pl_release(g->edges);
}

/* Every kind once, small enough for distances between all pairs. */
enum { REGION_GRAPHS = 8 };
static inline region_graph region_graph_number(size_t which)
{
  switch (which) {
  case 0: return icosphere_graph(7);
  case 1: return sphere_graph(20);
  case 2: return torus_graph(30, 14);
  case 3: return character_graph(PL_CHARACTER_DUCK, 1000);
  case 4: return random_graph(300, 320, 5);
  case 5: return both_graphs(torus_graph(12, 9), icosphere_graph(4));
  case 6: return lattice_graph(7, 6, 5, 0.125, 26);
  default: return random_graph(40, 0, 7);
  }
}

static inline pl_region_setup rings_of(const region_graph *g, uint32_t rings)
{
  return (pl_region_setup){
      .count = g->count, .positions = g->positions, .edges = g->edges, .edge_count = g->edge_count, .rings = rings};
}

/* Bodies on lattices of spacing 0.1 m. */
enum { LATTICE_GRAPHS = 5 };
static inline region_graph lattice_graph_number(size_t which)
{
  switch (which) {
  case 0: return lattice_graph(9, 8, 10, 0.1, 26);
  case 1: return lattice_graph(2, 3, 40, 0.1, 26);
  case 2: return lattice_graph(8, 7, 6, 0.1, 6);
  case 3: return hollowed_graph(lattice_graph(9, 8, 7, 0.1, 26), missing_by_chance);
  default: return hollowed_graph(lattice_graph(10, 4, 11, 0.1, 26), missing_in_gap);
  }
}

static inline pl_region_setup radius_of(const region_graph *g, double radius)
{
  pl_region_setup setup = rings_of(g, 0);
  setup.radius = radius;
  return setup;
}

static inline pl_regions make_regions(const pl_region_setup *setup)
{
  pl_regions regions;
  assert_ok(pl_regions_create(setup, &regions));
  return regions;
}

/* Shortest ways between all pairs, count^2, in the caller's order: in edges, or in metres. Relaxed until nothing
   changes. */
static inline double *all_distances(const region_graph *g, bool metres)
{
  size_t n = g->count;
  double *d = PL_NEW(double, n *n);
  assert_non_null(d);
  for (size_t i = 0; i < n * n; i++) d[i] = i % (n + 1) ? INFINITY : 0;
  for (size_t i = 0; i < n; i++)
    for (bool changed = true; changed;) {
      changed = false;
      for (size_t e = 0; e < g->edge_count; e++) {
        uint32_t a = g->edges[2 * e], b = g->edges[2 * e + 1];
        const double *p = g->positions + 3 * (size_t)a, *q = g->positions + 3 * (size_t)b;
        double way =
            metres ? sqrt((p[0] - q[0]) * (p[0] - q[0]) + (p[1] - q[1]) * (p[1] - q[1]) + (p[2] - q[2]) * (p[2] - q[2]))
                   : 1;
        double *row = d + n * i;
        if (row[a] + way < row[b] * (1 - 1e-15)) row[b] = row[a] + way, changed = true;
        if (row[b] + way < row[a] * (1 - 1e-15)) row[a] = row[b] + way, changed = true;
      }
    }
  return d;
}
