/* SPDX-License-Identifier: MIT */
#include "mesh/generate/lathe.h"
#include "math/functions.h"

#include <math.h>

#define PI 3.14159265358979323846

static uint32_t vertices_of(const pl_ring *ring) { return ring->radius == 0 ? 1 : ring->count; }

static void add_ring(pl_mesh_builder *b, const pl_ring *ring)
{
  uint32_t count = vertices_of(ring);
  for (uint32_t i = 0; i < count; i++) {
    double angle = 2 * PI * i / count;
    pl_builder_vertex(b, ring->radius * pl_cos(angle), ring->y, -ring->radius * pl_sin(angle));
  }
}

/* Triangles between two rings: step by step on the side that is further behind, so that the strip turns evenly. */
static void zip(pl_mesh_builder *b, uint32_t low, uint32_t low_count, uint32_t high, uint32_t high_count)
{
  uint32_t i = 0, j = 0;
  uint32_t low_steps = low_count > 1 ? low_count : 0, high_steps = high_count > 1 ? high_count : 0;
  while (i < low_steps || j < high_steps) {
    uint32_t a = low + i % low_count, c = high + j % high_count;
    /* compares (i + 1/2) / low_count with (j + 1/2) / high_count */
    int advance_low =
        j == high_steps || (i < low_steps && (uint64_t)(2 * i + 1) * high_count <= (uint64_t)(2 * j + 1) * low_count);
    if (advance_low) {
      pl_builder_triangle(b, a, low + ++i % low_count, c);
    } else {
      pl_builder_triangle(b, a, high + ++j % high_count, c);
    }
  }
}

void pl_lathe(pl_mesh_builder *b, const pl_ring *rings, size_t count, int closed)
{
  uint32_t first = (uint32_t)b->vertex_count, low = first;
  for (size_t i = 0; i < count; i++) add_ring(b, &rings[i]);
  for (size_t i = 0; i + 1 < count; i++) {
    uint32_t high = low + vertices_of(&rings[i]);
    zip(b, low, vertices_of(&rings[i]), high, vertices_of(&rings[i + 1]));
    low = high;
  }
  if (closed) zip(b, low, vertices_of(&rings[count - 1]), first, vertices_of(&rings[0]));
}
