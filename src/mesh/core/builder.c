/* SPDX-License-Identifier: MIT */
#include "mesh/core/builder.h"

#include "base/memory.h"
#include "base/status.h"

/* Room for one more element of `size` bytes; NULL after a failure. */
static void *more(pl_mesh_builder *builder, void **array, size_t *count, size_t *capacity, size_t size)
{
  if (builder->status != PL_OK) return NULL;
  builder->status = *count < UINT32_MAX ? pl_grow(array, capacity, *count + 1, size)
                                        : pl_fail(PL_ERROR_LIMIT, "a mesh has at most %u elements", UINT32_MAX);
  if (builder->status != PL_OK) return NULL;
  return (char *)*array + size * (*count)++;
}

uint32_t pl_builder_vertex(pl_mesh_builder *b, double x, double y, double z)
{
  double *p = more(b, (void **)&b->positions, &b->vertex_count, &b->vertex_capacity, 3 * sizeof(double));
  if (!p) return 0;
  p[0] = x;
  p[1] = y;
  p[2] = z;
  return (uint32_t)(b->vertex_count - 1);
}

void pl_builder_triangle(pl_mesh_builder *b, uint32_t i, uint32_t j, uint32_t k)
{
  uint32_t *t = more(b, (void **)&b->triangles, &b->triangle_count, &b->triangle_capacity, 3 * sizeof(uint32_t));
  if (!t) return;
  t[0] = i;
  t[1] = j;
  t[2] = k;
}

void pl_builder_quad(pl_mesh_builder *b, uint32_t i, uint32_t j, uint32_t k, uint32_t l)
{
  pl_builder_triangle(b, i, j, k);
  pl_builder_triangle(b, i, k, l);
}

void pl_builder_edge(pl_mesh_builder *b, uint32_t i, uint32_t j)
{
  uint32_t *e = more(b, (void **)&b->edges, &b->edge_count, &b->edge_capacity, 2 * sizeof(uint32_t));
  if (!e) return;
  e[0] = i;
  e[1] = j;
}

pl_status pl_builder_finish(pl_mesh_builder *b, pl_mesh **out)
{
  pl_status status = b->status;
  *out = NULL;
  if (status == PL_OK) {
    pl_mesh_data data = {.positions = b->positions,
                         .vertex_count = b->vertex_count,
                         .triangles = b->triangles,
                         .triangle_count = b->triangle_count,
                         .edges = b->edges,
                         .edge_count = b->edge_count,
                         .grid = b->grid};
    status = pl_mesh_create(&data, out);
  }
  pl_builder_free(b);
  return status;
}

void pl_builder_free(pl_mesh_builder *b)
{
  pl_release(b->positions);
  pl_release(b->triangles);
  pl_release(b->edges);
  *b = (pl_mesh_builder){0};
}
