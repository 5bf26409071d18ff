/* SPDX-License-Identifier: MIT */
#include "cache/shown.h"

#include "base/memory.h"
#include "base/status.h"

static void mark_used(const uint32_t *corners, size_t corner_total, uint32_t *used)
{
  for (size_t i = 0; i < corner_total; i++) used[corners[i]] = 1;
}

/* Turns the marks into places among the shown vertices, and lists those. */
static size_t number_used(uint32_t *used, size_t vertex_count, uint32_t *vertices)
{
  size_t count = 0;
  for (size_t v = 0; v < vertex_count; v++) {
    if (!used[v]) continue;
    vertices[count] = (uint32_t)v;
    used[v] = (uint32_t)count++;
  }
  return count;
}

pl_status pl_shown_create(const pl_mesh_data *mesh, pl_shown *out)
{
  const uint32_t *corners = mesh->triangle_count ? mesh->triangles : mesh->edges;
  pl_shown shown = {.corner_count = mesh->triangle_count ? 3 : mesh->edge_count ? 2 : 1};
  shown.index_count = mesh->triangle_count ? 3 * mesh->triangle_count : 2 * mesh->edge_count;
  shown.vertices = PL_NEW(uint32_t, mesh->vertex_count);
  shown.indices = PL_NEW(uint32_t, shown.index_count);
  uint32_t *place = PL_NEW(uint32_t, mesh->vertex_count);
  if (!shown.vertices || !shown.indices || !place) {
    pl_shown_release(&shown);
    pl_release(place);
    return PL_ERROR_MEMORY;
  }
  if (shown.corner_count == 1)
    for (size_t v = 0; v < mesh->vertex_count; v++) place[v] = 1;
  else
    mark_used(corners, shown.index_count, place);
  shown.count = number_used(place, mesh->vertex_count, shown.vertices);
  for (size_t i = 0; i < shown.index_count; i++) shown.indices[i] = place[corners[i]];
  pl_release(place);
  *out = shown;
  return PL_OK;
}

void pl_shown_release(pl_shown *shown)
{
  pl_release(shown->vertices);
  pl_release(shown->indices);
  *shown = (pl_shown){0};
}
