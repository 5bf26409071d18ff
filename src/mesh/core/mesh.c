/* SPDX-License-Identifier: MIT */
#include "mesh/core/mesh.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/floats.h"
#include "base/memory.h"
#include "base/status.h"
#include "mesh/core/grid.h"

static pl_status check_indices(const char *what, const uint32_t *indices, size_t count, size_t per, size_t vertex_count)
{
  for (size_t i = 0; i < count * per; i++)
    if (indices[i] >= vertex_count)
      return pl_fail(PL_ERROR_MESH, "%s %zu uses vertex %u, but there are only %zu vertices", what, i / per, indices[i],
                     vertex_count);
  return PL_OK;
}

static pl_status check(const pl_mesh_data *data)
{
  if (!data->positions || data->vertex_count == 0) return pl_fail(PL_ERROR_MESH, "the mesh has no vertices");
  if (data->vertex_count > UINT32_MAX / 4)
    return pl_fail(PL_ERROR_MESH, "the mesh has %zu vertices; at most %u are supported", data->vertex_count,
                   UINT32_MAX / 4);
  if ((data->triangle_count && !data->triangles) || (data->edge_count && !data->edges))
    return pl_fail(PL_ERROR_ARGUMENT, "a mesh array is NULL but its count is not zero");
  for (size_t i = 0; i < 3 * data->vertex_count; i++)
    if (!isfinite(data->positions[i]))
      return pl_fail(PL_ERROR_MESH, "vertex %zu has a position that is not a finite number", i / 3);
  PL_TRY(check_indices("triangle", data->triangles, data->triangle_count, 3, data->vertex_count));
  PL_TRY(check_indices("edge", data->edges, data->edge_count, 2, data->vertex_count));
  for (size_t i = 0; i < data->edge_count; i++) {
    if (data->edges[2 * i] == data->edges[2 * i + 1])
      return pl_fail(PL_ERROR_MESH, "edge %zu connects vertex %u with itself", i, data->edges[2 * i]);
    if (data->edge_shares && !(data->edge_shares[i] > 0 && data->edge_shares[i] <= 1))
      return pl_fail(PL_ERROR_MESH, "the share of edge %zu must be in (0, 1], got %g", i, data->edge_shares[i]);
    if (data->edge_weights && !(isfinite(data->edge_weights[2 * i]) && isfinite(data->edge_weights[2 * i + 1])))
      return pl_fail(PL_ERROR_MESH, "the weights of edge %zu must be finite, got %g and %g", i,
                     data->edge_weights[2 * i], data->edge_weights[2 * i + 1]);
  }
  for (size_t i = 0; data->vertex_volumes && i < data->vertex_count; i++)
    if (!(data->vertex_volumes[i] > 0 && isfinite(data->vertex_volumes[i])))
      return pl_fail(PL_ERROR_MESH, "the volume of vertex %zu must be positive, got %g", i, data->vertex_volumes[i]);
  return pl_grid_check(&data->grid, data->vertex_count);
}

/* Copies an array of the caller's if it is there; false when memory ran out. */
static bool copy_array(const void *from, size_t count, size_t size, const void **to)
{
  *to = NULL;
  if (!from || count == 0) return true;
  void *copy = pl_allocate(count, size);
  if (!copy) return false;
  memcpy(copy, from, count * size);
  *to = copy;
  return true;
}

pl_status pl_mesh_create(const pl_mesh_data *data, pl_mesh **out)
{
  PL_OWN_FLOATS;
  if (!out) return pl_fail(PL_ERROR_ARGUMENT, "pl_mesh_create: out is NULL");
  *out = NULL;
  if (!data) return pl_fail(PL_ERROR_ARGUMENT, "pl_mesh_create: data is NULL");
  PL_TRY(check(data));
  pl_mesh *mesh = PL_NEW(pl_mesh, 1);
  if (!mesh) return PL_ERROR_MEMORY;
  pl_mesh_data *to = &mesh->data;
  to->vertex_count = data->vertex_count;
  to->triangle_count = data->triangle_count;
  to->edge_count = data->edge_count;
  to->grid = data->grid;
  bool copied =
      copy_array(data->positions, 3 * data->vertex_count, sizeof(double), (const void **)&to->positions) &&
      copy_array(data->triangles, 3 * data->triangle_count, sizeof(uint32_t), (const void **)&to->triangles) &&
      copy_array(data->edges, 2 * data->edge_count, sizeof(uint32_t), (const void **)&to->edges) &&
      copy_array(data->vertex_volumes, data->vertex_count, sizeof(double), (const void **)&to->vertex_volumes) &&
      copy_array(data->edge_shares, data->edge_count, sizeof(double), (const void **)&to->edge_shares) &&
      copy_array(data->edge_weights, 2 * data->edge_count, sizeof(double), (const void **)&to->edge_weights);
  if (!copied) {
    pl_mesh_destroy(mesh);
    return PL_ERROR_MEMORY;
  }
  *out = mesh;
  return PL_OK;
}

void pl_mesh_destroy(pl_mesh *mesh)
{
  if (!mesh) return;
  pl_release((void *)mesh->data.positions);
  pl_release((void *)mesh->data.triangles);
  pl_release((void *)mesh->data.edges);
  pl_release((void *)mesh->data.vertex_volumes);
  pl_release((void *)mesh->data.edge_shares);
  pl_release((void *)mesh->data.edge_weights);
  pl_release(mesh);
}

pl_mesh_data pl_mesh_view(const pl_mesh *mesh) { return mesh ? mesh->data : (pl_mesh_data){0}; }
