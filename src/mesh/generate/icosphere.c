/* SPDX-License-Identifier: MIT */
#include <math.h>

#include "base/floats.h"
#include "base/memory.h"
#include "base/status.h"
#include "math/vec3.h"
#include "mesh/core/builder.h"
#include "mesh/core/topology.h"
#include "pliant/make.h"

enum { CORNERS = 12, FACES = 20, EDGES = 30, CUT_LIMIT = 2048 };

/* The three golden rectangles: corners 4 r + 2 a + b of rectangle r. */
static void corner_position(uint32_t corner, double out[3])
{
  double golden = (1 + sqrt(5)) / 2, length = sqrt(1 + golden * golden);
  uint32_t rectangle = corner / 4;
  out[rectangle] = 0;
  out[(rectangle + 1) % 3] = (corner & 2 ? 1 : -1) / length;
  out[(rectangle + 2) % 3] = (corner & 1 ? golden : -golden) / length;
}

/* Faces are the triples of corners at mutual distance of one edge, turned outwards. */
static void find_faces(double positions[3 * CORNERS], uint32_t faces[3 * FACES])
{
  for (uint32_t i = 0; i < CORNERS; i++) corner_position(i, positions + 3 * i);
  uint32_t n = 0;
  for (uint32_t i = 0; i < CORNERS; i++)
    for (uint32_t j = i + 1; j < CORNERS; j++)
      for (uint32_t k = j + 1; k < CORNERS; k++) {
        const double *a = positions + 3 * i, *b = positions + 3 * j, *c = positions + 3 * k;
        double next = 0.4; /* cosines are 0.447 for neighbours, -0.447 or -1 for the others */
        if (pl_vec3_dot(a, b) < next || pl_vec3_dot(b, c) < next || pl_vec3_dot(c, a) < next) continue;
        double normal[3];
        pl_vec3_cross(a, b, normal);
        faces[n++] = i;
        faces[n++] = pl_vec3_dot(normal, c) > 0 ? j : k;
        faces[n++] = pl_vec3_dot(normal, c) > 0 ? k : j;
      }
}

typedef struct sphere {
  pl_mesh_builder builder;
  double radius;
  uint32_t cuts;
  double corners[3 * CORNERS];
  uint32_t edges[2 * EDGES];
} sphere;

/* A point of a face by its barycentric numbers, pushed out to the sphere. */
static uint32_t add_point(sphere *s, const uint32_t corners[3], const uint32_t weights[3])
{
  static const double up[3] = {0, 1, 0};
  double p[3] = {0, 0, 0};
  for (int k = 0; k < 3; k++) pl_vec3_add_scaled(p, weights[k], s->corners + 3 * (size_t)corners[k], p);
  pl_vec3_normalise(p, up, p);
  return pl_builder_vertex(&s->builder, s->radius * p[0], s->radius * p[1], s->radius * p[2]);
}

/* Vertex number `step` of the way from corner a to corner b. */
static uint32_t on_edge(const sphere *s, uint32_t a, uint32_t b, uint32_t step)
{
  if (step == 0) return a;
  if (step == s->cuts) return b;
  if (a > b) return on_edge(s, b, a, s->cuts - step);
  uint32_t e = 0;
  while (s->edges[2 * e] != a || s->edges[2 * e + 1] != b) e++;
  return CORNERS + e * (s->cuts - 1) + step - 1;
}

/* Row i from corner 0 holds i + 1 vertices: ends on two edges, the rest inside the face. */
static void add_face(sphere *s, const uint32_t f[3])
{
  uint32_t inside = (uint32_t)s->builder.vertex_count;
  for (uint32_t i = 2; i < s->cuts; i++)
    for (uint32_t j = 1; j < i; j++) add_point(s, f, (const uint32_t[3]){s->cuts - i, i - j, j});
  for (uint32_t i = 0; i < s->cuts; i++)
    for (uint32_t j = 0; j <= i; j++) {
      uint32_t v[4]; /* (i, j), (i, j + 1), (i + 1, j), (i + 1, j + 1) */
      for (uint32_t k = 0; k < 4; k++) {
        uint32_t row = i + k / 2, at = j + k % 2;
        if (at > row)
          v[k] = 0; /* the last of a row has no neighbour to the right */
        else if (row == s->cuts)
          v[k] = on_edge(s, f[1], f[2], at);
        else if (at == 0)
          v[k] = on_edge(s, f[0], f[1], row);
        else if (at == row)
          v[k] = on_edge(s, f[0], f[2], row);
        else
          v[k] = inside + (row - 1) * (row - 2) / 2 + at - 1;
      }
      pl_builder_triangle(&s->builder, v[0], v[2], v[3]);
      if (j < i) pl_builder_triangle(&s->builder, v[0], v[3], v[1]);
    }
}

pl_status pl_make_icosphere(double radius, uint32_t cuts, pl_mesh **out)
{
  PL_OWN_FLOATS;
  *out = NULL;
  if (!(radius > 0 && isfinite(radius)))
    return pl_fail(PL_ERROR_ARGUMENT, "icosphere: the radius must be positive, got %g", radius);
  if (cuts < 1 || cuts > CUT_LIMIT)
    return pl_fail(PL_ERROR_ARGUMENT, "icosphere: cuts must be 1 to %d, got %u", CUT_LIMIT, cuts);
  sphere s = {.radius = radius, .cuts = cuts};
  uint32_t faces[3 * FACES], *edges = NULL;
  size_t edge_count = 0;
  find_faces(s.corners, faces);
  PL_TRY(pl_mesh_edges_from_triangles(faces, FACES, CORNERS, &edges, &edge_count));
  for (size_t i = 0; i < 2 * EDGES; i++) s.edges[i] = edges[i];
  pl_release(edges);
  for (uint32_t i = 0; i < CORNERS; i++) add_point(&s, (const uint32_t[3]){i, i, i}, (const uint32_t[3]){1, 0, 0});
  for (uint32_t e = 0; e < EDGES; e++)
    for (uint32_t i = 1; i < cuts; i++)
      add_point(&s, (const uint32_t[3]){s.edges[2 * e], s.edges[2 * e + 1], 0}, (const uint32_t[3]){cuts - i, i, 0});
  for (uint32_t f = 0; f < FACES; f++) add_face(&s, faces + 3 * f);
  return pl_builder_finish(&s.builder, out);
}
