/* SPDX-License-Identifier: MIT
   Vertices, polygons and lines as a file gives them, before they become a mesh. Polygons are cut into triangles at the
   end, when all positions are known. Start with {0}. */
#pragma once

#include "base/status.h"
#include "mesh/core/builder.h"
#include "pliant/io_mesh.h"

typedef struct pl_soup {
  pl_mesh_builder builder; /* vertices and edges */
  uint32_t *corners;
  size_t corner_count, corner_capacity;
  uint32_t *polygons; /* number of corners of each */
  size_t polygon_count, polygon_capacity;
} pl_soup;

pl_status pl_soup_corner(pl_soup *soup, uint32_t vertex);   /* of the polygon that is being read */
pl_status pl_soup_polygon(pl_soup *soup, uint32_t corners); /* closes it */

/* Makes the mesh and frees the soup either way. Indices must be in range. */
pl_status pl_soup_finish(pl_soup *soup, pl_mesh **out, pl_mesh_notes *notes);
void pl_soup_free(pl_soup *soup);

/* Adds a sentence; notes may be NULL. What does not fit is dropped. */
void pl_notes_add(pl_mesh_notes *notes, const char *format, ...) PL_PRINTF(2, 3);

/* The readers. `name` is for messages. */
pl_status pl_obj_read(const char *name, const char *data, size_t size, pl_mesh **out, pl_mesh_notes *notes);
pl_status pl_ply_read(const char *name, const char *data, size_t size, pl_mesh **out, pl_mesh_notes *notes);
pl_status pl_stl_read(const char *name, const char *data, size_t size, pl_mesh **out, pl_mesh_notes *notes);
