/* SPDX-License-Identifier: MIT */
#include "cache/formats/vtk_xml.h"

#include "base/memory.h"
#include "base/status.h"

enum { VTK_VERTEX = 1, VTK_LINE = 3, VTK_TRIANGLE = 5, CHUNK = 4096 };

/* --- cells --- */

static void add_cell(pl_vtk_cells *cells, const uint32_t *corners, size_t count, uint8_t type)
{
  for (size_t i = 0; i < count; i++) cells->corners[cells->corner_count++] = (int32_t)corners[i];
  cells->types[cells->cell_count] = type;
  cells->ends[cells->cell_count++] = (int32_t)cells->corner_count;
}

static size_t mark_used(const pl_mesh_data *mesh, bool *used)
{
  for (size_t i = 0; i < 3 * mesh->triangle_count; i++) used[mesh->triangles[i]] = true;
  for (size_t i = 0; i < 2 * mesh->edge_count; i++) used[mesh->edges[i]] = true;
  size_t loose = 0;
  for (size_t v = 0; v < mesh->vertex_count; v++) loose += !used[v];
  return loose;
}

static pl_status fill_cells(const pl_mesh_data *mesh, const bool *used, size_t loose, pl_vtk_cells *cells)
{
  size_t count = mesh->triangle_count + mesh->edge_count + loose;
  size_t corner_count = 3 * mesh->triangle_count + 2 * mesh->edge_count + loose;
  if (corner_count > INT32_MAX || mesh->vertex_count > INT32_MAX)
    return pl_fail(PL_ERROR_LIMIT, "the mesh has more than 2^31 corners, the most that a VTK file of ours holds");
  cells->unstructured = mesh->edge_count > 0 || loose > 0;
  cells->corners = PL_NEW(int32_t, corner_count);
  cells->ends = PL_NEW(int32_t, count);
  cells->types = PL_NEW(uint8_t, count);
  if (!cells->corners || !cells->ends || !cells->types) return PL_ERROR_MEMORY;
  for (size_t i = 0; i < mesh->triangle_count; i++) add_cell(cells, mesh->triangles + 3 * i, 3, VTK_TRIANGLE);
  for (size_t i = 0; i < mesh->edge_count; i++) add_cell(cells, mesh->edges + 2 * i, 2, VTK_LINE);
  for (uint32_t v = 0; v < mesh->vertex_count; v++)
    if (!used[v]) add_cell(cells, &v, 1, VTK_VERTEX);
  return PL_OK;
}

pl_status pl_vtk_cells_create(const pl_mesh_data *mesh, pl_vtk_cells *out)
{
  *out = (pl_vtk_cells){0};
  bool *used = PL_NEW(bool, mesh->vertex_count);
  if (!used) return PL_ERROR_MEMORY;
  pl_status status = fill_cells(mesh, used, mark_used(mesh, used), out);
  pl_release(used);
  if (status != PL_OK) pl_vtk_cells_release(out);
  return status;
}

void pl_vtk_cells_release(pl_vtk_cells *cells)
{
  pl_release(cells->corners);
  pl_release(cells->ends);
  pl_release(cells->types);
  *cells = (pl_vtk_cells){0};
}

/* --- arrays: first their descriptions with offsets, then, in the same order, their bytes --- */

void pl_vtk_attribute(pl_file *file, const char *text)
{
  for (const char *c = text; *c; c++) {
    if (*c == '&')
      pl_file_printf(file, "&amp;");
    else if (*c == '<')
      pl_file_printf(file, "&lt;");
    else if (*c == '"')
      pl_file_printf(file, "&quot;");
    else
      pl_file_printf(file, "%c", (unsigned char)*c < 0x20 ? '_' : *c);
  }
}

static void describe(pl_file *file, const char *type, const char *name, int components, uint64_t bytes,
                     uint64_t *offset)
{
  pl_file_printf(file, "<DataArray type=\"%s\" Name=\"", type);
  pl_vtk_attribute(file, name);
  pl_file_printf(file, "\" NumberOfComponents=\"%d\" format=\"appended\" offset=\"%llu\"/>\n", components,
                 (unsigned long long)*offset);
  *offset += sizeof(uint64_t) + bytes;
}

static void append(pl_file *file, const void *data, uint64_t bytes)
{
  pl_file_write(file, &bytes, sizeof bytes);
  pl_file_write(file, data, bytes);
}

static void append_as_floats(pl_file *file, const double *values, size_t count)
{
  uint64_t bytes = count * sizeof(float);
  pl_file_write(file, &bytes, sizeof bytes);
  float chunk[CHUNK];
  for (size_t begin = 0; begin < count; begin += CHUNK) {
    size_t size = count - begin < CHUNK ? count - begin : CHUNK;
    for (size_t i = 0; i < size; i++) chunk[i] = (float)values[begin + i];
    pl_file_write(file, chunk, size * sizeof(float));
  }
}

static void describe_cells(pl_file *file, const pl_vtk_cells *cells, uint64_t *offset)
{
  const char *element = cells->unstructured ? "Cells" : "Polys";
  pl_file_printf(file, "<%s>\n", element);
  describe(file, "Int32", "connectivity", 1, cells->corner_count * sizeof(int32_t), offset);
  describe(file, "Int32", "offsets", 1, cells->cell_count * sizeof(int32_t), offset);
  if (cells->unstructured) describe(file, "UInt8", "types", 1, cells->cell_count, offset);
  pl_file_printf(file, "</%s>\n", element);
}

static void describe_points(pl_file *file, const pl_frame_body *body, uint64_t *offset)
{
  size_t n = body->rest.vertex_count;
  pl_file_printf(file, "<PointData Vectors=\"velocity\">\n");
  describe(file, "Float32", "velocity", 3, 3 * n * sizeof(float), offset);
  for (size_t f = 0; f < body->field_count; f++) {
    int components = body->fields[f].components;
    describe(file, "Float32", body->fields[f].name, components, (size_t)components * n * sizeof(float), offset);
  }
  pl_file_printf(file, "</PointData>\n<Points>\n");
  describe(file, "Float32", "Points", 3, 3 * n * sizeof(float), offset);
  pl_file_printf(file, "</Points>\n");
}

static void append_all(pl_file *file, const pl_frame_body *body, const pl_vtk_cells *cells)
{
  size_t n = body->rest.vertex_count;
  append_as_floats(file, body->velocities, 3 * n);
  for (size_t f = 0; f < body->field_count; f++)
    append_as_floats(file, body->fields[f].values, (size_t)body->fields[f].components * n);
  append_as_floats(file, body->positions, 3 * n);
  append(file, cells->corners, cells->corner_count * sizeof(int32_t));
  append(file, cells->ends, cells->cell_count * sizeof(int32_t));
  if (cells->unstructured) append(file, cells->types, cells->cell_count);
}

pl_status pl_vtk_write(pl_file *file, const pl_frame_body *body, const pl_vtk_cells *cells, double time)
{
  const char *kind = cells->unstructured ? "UnstructuredGrid" : "PolyData";
  uint64_t offset = 0;
  pl_file_printf(file,
                 "<?xml version=\"1.0\"?>\n<VTKFile type=\"%s\" version=\"1.0\" byte_order=\"LittleEndian\" "
                 "header_type=\"UInt64\">\n<%s>\n",
                 kind, kind);
  pl_file_printf(file,
                 "<FieldData><DataArray type=\"Float64\" Name=\"TimeValue\" NumberOfTuples=\"1\" "
                 "format=\"ascii\">%.17g</DataArray></FieldData>\n",
                 time);
  pl_file_printf(file, "<Piece NumberOfPoints=\"%zu\" ", body->rest.vertex_count);
  if (cells->unstructured)
    pl_file_printf(file, "NumberOfCells=\"%zu\">\n", cells->cell_count);
  else
    pl_file_printf(file, "NumberOfVerts=\"0\" NumberOfLines=\"0\" NumberOfStrips=\"0\" NumberOfPolys=\"%zu\">\n",
                   cells->cell_count);
  describe_points(file, body, &offset);
  describe_cells(file, cells, &offset);
  pl_file_printf(file, "</Piece>\n</%s>\n<AppendedData encoding=\"raw\">\n_", kind);
  append_all(file, body, cells);
  return pl_file_printf(file, "\n</AppendedData>\n</VTKFile>\n");
}
