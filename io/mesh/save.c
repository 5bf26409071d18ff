/* SPDX-License-Identifier: MIT */
#include <string.h>
#include <strings.h>

#include "base/floats.h"
#include "file.h"
#include "mesh/bytes.h"
#include "pliant/io_mesh.h"

static void write_obj(pl_file *file, const pl_mesh_data *data)
{
  pl_file_printf(file, "# Pliant %s: %zu vertices, %zu triangles, %zu edges\n", pl_version(), data->vertex_count,
                 data->triangle_count, data->edge_count);
  for (size_t v = 0; v < data->vertex_count; v++) {
    const double *p = data->positions + 3 * v;
    pl_file_printf(file, "v %.17g %.17g %.17g\n", p[0], p[1], p[2]);
  }
  for (size_t i = 0; i < data->triangle_count; i++) {
    const uint32_t *t = data->triangles + 3 * i;
    pl_file_printf(file, "f %u %u %u\n", t[0] + 1, t[1] + 1, t[2] + 1);
  }
  for (size_t i = 0; i < data->edge_count; i++)
    pl_file_printf(file, "l %u %u\n", data->edges[2 * i] + 1, data->edges[2 * i + 1] + 1);
}

static void write_ply(pl_file *file, const pl_mesh_data *data)
{
  pl_file_printf(file,
                 "ply\nformat binary_little_endian 1.0\ncomment Pliant %s\nelement vertex %zu\nproperty double "
                 "x\nproperty double y\nproperty double z\nelement face %zu\nproperty list uchar uint vertex_indices\n",
                 pl_version(), data->vertex_count, data->triangle_count);
  if (data->edge_count)
    pl_file_printf(file, "element edge %zu\nproperty uint vertex1\nproperty uint vertex2\n", data->edge_count);
  pl_file_printf(file, "end_header\n");
  unsigned char bytes[24];
  for (size_t v = 0; v < data->vertex_count; v++) {
    for (size_t k = 0; k < 3; k++) pl_bytes_store_double(bytes + 8 * k, data->positions[3 * v + k]);
    pl_file_write(file, bytes, 24);
  }
  for (size_t i = 0; i < data->triangle_count; i++) {
    bytes[0] = 3;
    for (size_t k = 0; k < 3; k++) pl_bytes_store(bytes + 1 + 4 * k, 4, data->triangles[3 * i + k]);
    pl_file_write(file, bytes, 13);
  }
  for (size_t i = 0; i < data->edge_count; i++) {
    for (size_t k = 0; k < 2; k++) pl_bytes_store(bytes + 4 * k, 4, data->edges[2 * i + k]);
    pl_file_write(file, bytes, 8);
  }
}

pl_status pl_mesh_save(const char *path, const pl_mesh *mesh)
{
  PL_OWN_FLOATS;
  if (!path || !mesh) return pl_fail(PL_ERROR_ARGUMENT, "pl_mesh_save: an argument is NULL");
  const char *dot = strrchr(path, '.');
  bool obj = dot && strcasecmp(dot, ".obj") == 0, ply = dot && strcasecmp(dot, ".ply") == 0;
  if (!obj && !ply) return pl_fail(PL_ERROR_UNSUPPORTED, "%s: meshes are written as .obj or .ply", path);
  pl_mesh_data data = pl_mesh_view(mesh);
  pl_file *file = NULL;
  PL_TRY(pl_file_create(path, &file));
  if (obj)
    write_obj(file, &data);
  else
    write_ply(file, &data);
  return pl_file_commit(file);
}
