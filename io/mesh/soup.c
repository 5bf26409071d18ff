/* SPDX-License-Identifier: MIT */
#include "mesh/soup.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "mesh/core/edges.h"
#include "mesh/core/polygon.h"

pl_status pl_soup_corner(pl_soup *soup, uint32_t vertex)
{
  PL_TRY(pl_grow((void **)&soup->corners, &soup->corner_capacity, soup->corner_count + 1, sizeof *soup->corners));
  soup->corners[soup->corner_count++] = vertex;
  return PL_OK;
}

pl_status pl_soup_polygon(pl_soup *soup, uint32_t corners)
{
  PL_TRY(pl_grow((void **)&soup->polygons, &soup->polygon_capacity, soup->polygon_count + 1, sizeof *soup->polygons));
  soup->polygons[soup->polygon_count++] = corners;
  return PL_OK;
}

static pl_status cut_polygons(pl_soup *soup, pl_mesh_notes *notes)
{
  uint32_t largest = 3;
  size_t cut = 0, first = 0;
  for (size_t i = 0; i < soup->polygon_count; i++) {
    cut += soup->polygons[i] > 3;
    if (soup->polygons[i] > largest) largest = soup->polygons[i];
  }
  uint32_t *scratch = PL_NEW(uint32_t, 5 * (size_t)largest);
  if (!scratch) return PL_ERROR_MEMORY;
  for (size_t i = 0; i < soup->polygon_count; first += soup->polygons[i], i++) {
    size_t count = soup->polygons[i];
    uint32_t *links = scratch, *triangles = scratch + 2 * (size_t)largest;
    pl_polygon_triangulate(soup->builder.positions, soup->corners + first, count, links, triangles);
    for (size_t t = 0; t + 2 < count; t++)
      pl_builder_triangle(&soup->builder, triangles[3 * t], triangles[3 * t + 1], triangles[3 * t + 2]);
  }
  pl_release(scratch);
  if (cut)
    pl_notes_add(notes, "%zu of %zu faces had more than 3 corners (up to %u) and were cut into triangles.", cut,
                 soup->polygon_count, largest);
  return soup->builder.status;
}

static pl_status drop_repeated_edges(pl_soup *soup, pl_mesh_notes *notes)
{
  size_t before = soup->builder.edge_count;
  if (before == 0) return PL_OK;
  PL_TRY(pl_edges_drop_repeated(soup->builder.edges, &soup->builder.edge_count, soup->builder.vertex_count));
  if (soup->builder.edge_count < before)
    pl_notes_add(notes, "%zu edges were there more than once; the first of each was kept.",
                 before - soup->builder.edge_count);
  return PL_OK;
}

pl_status pl_soup_finish(pl_soup *soup, pl_mesh **out, pl_mesh_notes *notes)
{
  *out = NULL;
  pl_status status = soup->builder.status;
  if (status == PL_OK) status = cut_polygons(soup, notes);
  if (status == PL_OK) status = drop_repeated_edges(soup, notes);
  if (status == PL_OK) status = pl_builder_finish(&soup->builder, out);
  pl_soup_free(soup);
  return status;
}

void pl_soup_free(pl_soup *soup)
{
  pl_builder_free(&soup->builder);
  pl_release(soup->corners);
  pl_release(soup->polygons);
  *soup = (pl_soup){0};
}

void pl_notes_add(pl_mesh_notes *notes, const char *format, ...)
{
  if (!notes) return;
  char sentence[512];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(sentence, sizeof sentence, format, arguments);
  va_end(arguments);
  size_t used = strlen(notes->text), length = strlen(sentence);
  if (used + length + 2 > sizeof notes->text) return;
  snprintf(notes->text + used, sizeof notes->text - used, "%s\n", sentence);
}
