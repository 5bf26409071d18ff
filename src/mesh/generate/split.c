/* SPDX-License-Identifier: MIT
   A few more vertices, for surfaces that must have an exact number of them. */
#include "mesh/generate/split.h"

#include <stdlib.h>

#include "base/memory.h"
#include "base/status.h"
#include "math/vec3.h"
#include "mesh/core/edges.h"

typedef struct side {
  double length;
  uint32_t record; /* of the first of the edge's two records */
} side;

/* The longest first; equal ones, as mirrored shapes have them, in their order. */
static int longer(const void *a, const void *b)
{
  const side *s = a, *t = b;
  if (s->length != t->length) return s->length > t->length ? -1 : 1;
  return s->record < t->record ? -1 : s->record > t->record;
}

/* Triangle (a, b, c) with its side `id` from a to b becomes (a, middle, c) and (middle, b, c). */
static void cut(pl_mesh_builder *b, uint32_t id, uint32_t middle)
{
  uint32_t *t = b->triangles + 3 * (size_t)(id / 3), next = (id % 3 + 1) % 3;
  uint32_t end = t[next], apex = t[(next + 1) % 3];
  t[next] = middle;
  pl_builder_triangle(b, middle, end, apex);
}

static size_t cut_longest(pl_mesh_builder *b, const pl_edge_record *records, const side *sides, size_t side_count,
                          bool *touched, size_t count)
{
  size_t done = 0;
  for (size_t i = 0; i < side_count && done < count && b->status == PL_OK; i++) {
    const pl_edge_record *one = records + sides[i].record, *other = one + 1;
    if (touched[one->id / 3] || touched[other->id / 3]) continue;
    touched[one->id / 3] = touched[other->id / 3] = true;
    const double *p = b->positions + 3 * (size_t)one->low, *q = b->positions + 3 * (size_t)one->high;
    uint32_t middle = pl_builder_vertex(b, (p[0] + q[0]) / 2, (p[1] + q[1]) / 2, (p[2] + q[2]) / 2);
    cut(b, one->id, middle);
    cut(b, other->id, middle);
    done++;
  }
  return done;
}

pl_status pl_split_longest(pl_mesh_builder *b, size_t count)
{
  if (count == 0) return b->status;
  pl_edge_record *records = NULL;
  size_t record_count = 0;
  PL_TRY(pl_edges_of_triangles(b->triangles, b->triangle_count, b->vertex_count, &records, &record_count));
  side *sides = PL_NEW(side, record_count / 2);
  bool *touched = sides ? PL_NEW(bool, b->triangle_count) : NULL;
  pl_status status = touched ? PL_OK : PL_ERROR_MEMORY;
  if (status == PL_OK) {
    for (size_t i = 0; i < record_count / 2; i++) {
      const pl_edge_record *edge = records + 2 * i;
      const double *p = b->positions + 3 * (size_t)edge->low, *q = b->positions + 3 * (size_t)edge->high;
      sides[i] = (side){pl_vec3_distance(p, q), (uint32_t)(2 * i)};
    }
    qsort(sides, record_count / 2, sizeof *sides, longer);
    size_t done = cut_longest(b, records, sides, record_count / 2, touched, count);
    status = b->status;
    if (status == PL_OK && done < count)
      status = pl_fail(PL_ERROR_MESH, "only %zu of %zu edges could be cut: the surface is too small", done, count);
  }
  pl_release(touched);
  pl_release(sides);
  pl_release(records);
  return status;
}
