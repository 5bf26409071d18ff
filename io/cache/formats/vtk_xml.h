/* SPDX-License-Identifier: MIT
   One VTK XML file with raw appended data: PolyData (.vtp) or UnstructuredGrid (.vtu). */
#pragma once

#include <stdbool.h>

#include "file.h"
#include "pliant/io_cache.h"

/* Cells of a body, in VTK's terms. They are the same in every frame. */
typedef struct pl_vtk_cells {
  bool unstructured; /* lines and vertices besides triangles: .vtu */
  size_t cell_count;
  size_t corner_count;
  int32_t *corners; /* all cells' points */
  int32_t *ends;    /* per cell, where its corners end */
  uint8_t *types;   /* per cell */
} pl_vtk_cells;

pl_status pl_vtk_cells_create(const pl_mesh_data *mesh, pl_vtk_cells *out);
void pl_vtk_cells_release(pl_vtk_cells *cells);

/* Positions, velocities and fields as Float32. Errors stick to the file. */
pl_status pl_vtk_write(pl_file *file, const pl_frame_body *body, const pl_vtk_cells *cells, double time);

/* Text with XML's special characters escaped. */
void pl_vtk_attribute(pl_file *file, const char *text);
