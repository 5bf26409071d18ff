/* SPDX-License-Identifier: MIT */
#include "mesh/repair/flip.h"

#include <math.h>
#include <stdbool.h>

#include "base/memory.h"
#include "base/status.h"
#include "math/vec3.h"
#include "mesh/core/topology.h"

enum { PASSES = 4 };

typedef struct flipper {
  const double *positions;
  uint32_t *triangles;
  uint32_t *partner; /* the side on the other side of each side */
  uint32_t *valence; /* triangles around each vertex */
} flipper;

static uint32_t next_side(uint32_t side) { return side - side % 3 + (side + 1) % 3; }
static uint32_t previous_side(uint32_t side) { return side - side % 3 + (side + 2) % 3; }
static const double *place(const flipper *f, uint32_t vertex) { return f->positions + 3 * (size_t)vertex; }

static void normal_of(const flipper *f, uint32_t a, uint32_t b, uint32_t c, double out[3])
{
  double ab[3], ac[3];
  pl_vec3_sub(place(f, b), place(f, a), ab);
  pl_vec3_sub(place(f, c), place(f, a), ac);
  pl_vec3_cross(ab, ac, out);
}

static double cotangent(const flipper *f, uint32_t at, uint32_t a, uint32_t b)
{
  double u[3], v[3], cross[3];
  pl_vec3_sub(place(f, a), place(f, at), u);
  pl_vec3_sub(place(f, b), place(f, at), v);
  pl_vec3_cross(u, v, cross);
  return pl_vec3_dot(u, v) / fmax(pl_vec3_length(cross), 1e-300);
}

/* Whether the vertex that `side` starts from has an edge to `other`. */
static bool connected(const flipper *f, uint32_t side, uint32_t other)
{
  uint32_t at = side;
  do {
    if (f->triangles[next_side(at)] == other) return true;
    at = f->partner[previous_side(at)];
  } while (at != side);
  return false;
}

/* After the flip both triangles must look the way both did before. */
static bool folds(const flipper *f, uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
  double before[3], other[3], first[3], second[3];
  normal_of(f, a, b, c, before);
  normal_of(f, b, a, d, other);
  pl_vec3_add(before, other, before);
  normal_of(f, a, d, c, first);
  normal_of(f, d, b, c, second);
  double least = 0.5 * pl_vec3_length(before);
  return pl_vec3_dot(first, before) < least * pl_vec3_length(first) ||
         pl_vec3_dot(second, before) < least * pl_vec3_length(second);
}

static void link_sides(flipper *f, uint32_t a, uint32_t b)
{
  f->partner[a] = b;
  f->partner[b] = a;
}

/* Triangles (a, b, c) and (b, a, d) become (a, d, c) and (d, b, c). */
static bool flip(flipper *f, uint32_t side)
{
  uint32_t twin = f->partner[side];
  uint32_t a = f->triangles[side], b = f->triangles[twin];
  uint32_t c = f->triangles[previous_side(side)], d = f->triangles[previous_side(twin)];
  if (cotangent(f, c, a, b) + cotangent(f, d, a, b) > -1e-9) return false;
  if (f->valence[a] <= 3 || f->valence[b] <= 3 || connected(f, previous_side(side), d) || folds(f, a, b, c, d))
    return false;
  uint32_t bc = f->partner[next_side(side)], ca = f->partner[previous_side(side)];
  uint32_t ad = f->partner[next_side(twin)], db = f->partner[previous_side(twin)];
  uint32_t t = side - side % 3, u = twin - twin % 3;
  const uint32_t corners[6] = {a, d, c, d, b, c};
  for (uint32_t k = 0; k < 3; k++) {
    f->triangles[t + k] = corners[k];
    f->triangles[u + k] = corners[3 + k];
  }
  link_sides(f, t, ad);
  link_sides(f, t + 1, u + 2);
  link_sides(f, t + 2, ca);
  link_sides(f, u, db);
  link_sides(f, u + 1, bc);
  f->valence[a]--;
  f->valence[b]--;
  f->valence[c]++;
  f->valence[d]++;
  return true;
}

static pl_status find_partners(flipper *f, size_t vertex_count, size_t triangle_count)
{
  pl_topology topology;
  pl_status status = pl_topology_build(f->triangles, triangle_count, vertex_count, &topology);
  for (size_t e = 0; status == PL_OK && e < topology.edge_count; e++) {
    if (pl_topology_sides(&topology, e) == 2)
      link_sides(f, topology.sides[topology.starts[e]], topology.sides[topology.starts[e] + 1]);
    else
      status = pl_fail(PL_ERROR_MESH, "only closed manifold surfaces can be smoothed");
  }
  pl_topology_free(&topology);
  return status;
}

pl_status pl_flip_edges(const double *positions, size_t vertex_count, uint32_t *triangles, size_t triangle_count)
{
  flipper f = {.positions = positions, .triangles = triangles};
  f.partner = PL_NEW(uint32_t, 3 * triangle_count);
  f.valence = PL_NEW(uint32_t, vertex_count);
  pl_status status = f.partner && f.valence ? find_partners(&f, vertex_count, triangle_count) : PL_ERROR_MEMORY;
  if (status == PL_OK) {
    for (size_t i = 0; i < 3 * triangle_count; i++) f.valence[triangles[i]]++;
    bool changed = true;
    for (int pass = 0; pass < PASSES && changed; pass++) {
      changed = false;
      for (uint32_t side = 0; side < 3 * triangle_count; side++)
        if (side < f.partner[side]) changed = flip(&f, side) || changed;
    }
  }
  pl_release(f.partner);
  pl_release(f.valence);
  return status;
}
