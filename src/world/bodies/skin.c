/* SPDX-License-Identifier: MIT */
#include "world/bodies/skin.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "mesh/core/grid.h"

/* ---- which links ---- */

typedef struct named_link {
  uint32_t low, high, link; /* particles, the caller's order */
} named_link;

typedef struct link_index {
  named_link *list;
  size_t count;
} link_index;

static int by_ends(const void *a, const void *b)
{
  const named_link *one = a, *two = b;
  if (one->low != two->low) return one->low < two->low ? -1 : 1;
  return one->high < two->high ? -1 : one->high > two->high;
}

static pl_status index_links(const pl_body *body, const pl_fibres *fibres, link_index *out)
{
  out->count = fibres->link_ends ? fibres->link_count : 0;
  out->list = PL_NEW(named_link, out->count + 1);
  if (!out->list) return PL_ERROR_MEMORY;
  for (size_t k = 0; k < out->count; k++) {
    uint32_t a = body->order[fibres->link_ends[2 * k]], b = body->order[fibres->link_ends[2 * k + 1]];
    out->list[k] = (named_link){a < b ? a : b, a < b ? b : a, (uint32_t)k};
  }
  qsort(out->list, out->count, sizeof *out->list, by_ends);
  return PL_OK;
}

static uint32_t link_between(const link_index *index, uint32_t a, uint32_t b)
{
  named_link wanted = {a < b ? a : b, a < b ? b : a, 0};
  const named_link *found = bsearch(&wanted, index->list, index->count, sizeof wanted, by_ends);
  return found ? found->link : PL_NO_LINK;
}

/* Links that are cells: the one that the vertex is in. */
static const uint32_t *hosts_of(const pl_body *body)
{
  pl_model_cells cells = {0};
  if (body->model->cells) cells = body->model->cells(&body->view);
  return cells.host;
}

static void find_touch(const pl_body *body, const pl_fibres *fibres, const link_index *index, pl_skin *skin)
{
  pl_mesh_data rest = pl_mesh_view(body->rest);
  const uint32_t *host = fibres->cells ? hosts_of(body) : NULL;
  for (size_t k = 0; k < 3 * rest.triangle_count; k++) {
    uint32_t from = rest.triangles[k], to = rest.triangles[k - k % 3 + (k + 1) % 3];
    skin->touch[k] = host ? host[body->place[from]] : link_between(index, from, to);
  }
  for (size_t k = 0; k < rest.edge_count; k++)
    skin->touch[3 * rest.triangle_count + k] =
        host ? host[body->place[rest.edges[2 * k]]] : link_between(index, rest.edges[2 * k], rest.edges[2 * k + 1]);
}

/* ---- cells of a grid ---- */

static size_t cells_of(const pl_grid *grid, size_t d)
{
  return grid->counts[d] < 2 ? 0 : grid->counts[d] - (grid->closed[d] ? 0 : 1);
}

static uint32_t cell_at(const pl_grid *grid, const int64_t at[3])
{
  size_t sum = 0;
  for (size_t d = 0; d < 3; d++) {
    int64_t n = (int64_t)cells_of(grid, d), i = at[d];
    if (grid->closed[d] && n > 0) i = (i + n) % n;
    if (i < 0 || i >= n) return PL_NO_LINK;
    sum = sum * (size_t)n + (size_t)i;
  }
  return (uint32_t)sum;
}

static bool fill_cell(const pl_grid *grid, const int64_t at[3], const link_index *index, pl_skin *skin)
{
  uint32_t cell = cell_at(grid, at), *corner = skin->corner + 8 * (size_t)cell;
  for (int64_t k = 0; k < 8; k++)
    if (!pl_grid_vertex(grid, at[0] + (k >> 2), at[1] + (k >> 1 & 1), at[2] + (k & 1), &corner[k])) return false;
  uint32_t *link = skin->link + 12 * (size_t)cell;
  for (uint32_t k = 0, e = 0; k < 8; k++)
    for (uint32_t bit = 1; bit < 8; bit *= 2)
      if (!(k & bit)) link[e++] = link_between(index, corner[k], corner[k | bit]);
  for (size_t f = 0; f < 6; f++) {
    int64_t next[3] = {at[0], at[1], at[2]};
    next[f / 2] += f % 2 ? 1 : -1;
    skin->beside[6 * (size_t)cell + f] = cell_at(grid, next);
  }
  return true;
}

static pl_status make_cells(const pl_body *body, const link_index *index, pl_skin *skin)
{
  pl_grid grid = pl_mesh_view(body->rest).grid;
  size_t n[3] = {cells_of(&grid, 0), cells_of(&grid, 1), cells_of(&grid, 2)}, count = n[0] * n[1] * n[2];
  if (count == 0 || index->count == 0) return PL_OK;
  skin->corner = PL_NEW(uint32_t, 8 * count);
  skin->link = PL_NEW(uint32_t, 12 * count);
  skin->beside = PL_NEW(uint32_t, 6 * count);
  skin->torn = PL_NEW(uint8_t, count);
  if (!skin->corner || !skin->link || !skin->beside || !skin->torn) return PL_ERROR_MEMORY;
  for (size_t c = 0; c < count; c++) {
    const int64_t at[3] = {(int64_t)(c / n[2] / n[1]), (int64_t)(c / n[2] % n[1]), (int64_t)(c % n[2])};
    if (!fill_cell(&grid, at, index, skin)) return PL_OK; /* no solid of cells after all */
  }
  skin->cell_count = count;
  return PL_OK;
}

/* ---- the body's ---- */

void pl_skin_free(pl_skin *skin)
{
  if (!skin) return;
  pl_release(skin->touch);
  pl_release(skin->removed);
  pl_release(skin->edges);
  pl_release(skin->corner);
  pl_release(skin->link);
  pl_release(skin->beside);
  pl_release(skin->torn);
  pl_release(skin->shown);
  pl_release(skin->lines);
  pl_release(skin);
}

static pl_status fill(const pl_body *body, pl_skin *skin)
{
  pl_mesh_data rest = pl_mesh_view(body->rest);
  pl_fibres fibres;
  link_index index;
  body->model->fibres(&body->view, &fibres);
  PL_TRY(index_links(body, &fibres, &index));
  skin->touch = PL_NEW(uint32_t, 3 * rest.triangle_count + rest.edge_count + 1);
  skin->removed = PL_NEW(uint8_t, rest.triangle_count + 1);
  skin->edges = PL_NEW(uint32_t, 2 * body->surface.edge_count + 1);
  skin->lines = PL_NEW(uint32_t, 2 * rest.edge_count + 1);
  pl_status status = skin->touch && skin->removed && skin->edges && skin->lines ? PL_OK : PL_ERROR_MEMORY;
  if (status == PL_OK) find_touch(body, &fibres, &index, skin);
  if (status == PL_OK && rest.triangle_count) status = make_cells(body, &index, skin);
  pl_release(index.list);
  PL_TRY(status);
  skin->closed = body->surface.closed;
  if (body->surface.edge_count)
    memcpy(skin->edges, body->surface.edges, 2 * body->surface.edge_count * sizeof(uint32_t));
  skin->shown_count = skin->cell_count ? 12 * skin->cell_count : rest.triangle_count;
  skin->shown = PL_NEW(uint32_t, 3 * skin->shown_count + 1);
  return skin->shown ? PL_OK : PL_ERROR_MEMORY;
}

pl_status pl_body_make_skin(pl_body *body)
{
  if (!body->view.links) return PL_OK;
  body->skin = PL_NEW(pl_skin, 1);
  if (!body->skin) return PL_ERROR_MEMORY;
  PL_TRY(fill(body, body->skin));
  body->skin->links_at = UINT64_MAX;
  pl_body_find_skin(body);
  return PL_OK;
}

static bool is_broken(const pl_links *links, uint32_t link)
{
  return link != PL_NO_LINK && links->state[link] == PL_LINK_BROKEN;
}

/* What is dead of the mesh, and so of the surface that touches. */
static void find_removed(pl_body *body, pl_skin *skin)
{
  const pl_links *links = body->view.links;
  pl_mesh_data rest = pl_mesh_view(body->rest);
  pl_contact_surface *surface = &body->surface;
  surface->closed = skin->closed; /* until there is a hole */
  for (size_t t = 0; t < rest.triangle_count; t++) {
    skin->removed[t] = 0;
    for (size_t k = 0; k < 3; k++) skin->removed[t] |= is_broken(links, skin->touch[3 * t + k]);
    surface->closed = surface->closed && !skin->removed[t];
    for (size_t k = 0; k < 3; k++)
      surface->triangles[3 * t + k] = body->place[rest.triangles[3 * t + (skin->removed[t] ? 0 : k)]];
  }
  for (size_t e = 0; e < surface->edge_count; e++) {
    const uint32_t *sides = surface->edge_triangles + 2 * e;
    bool held = false, sided = false;
    for (size_t k = 0; k < 2; k++) {
      sided = sided || sides[k] != PL_NO_TRIANGLE;
      held = held || (sides[k] != PL_NO_TRIANGLE && !skin->removed[sides[k]]);
    }
    if (!sided && rest.triangle_count == 0) held = !is_broken(links, skin->touch[e]); /* of a curve or a net */
    surface->edges[2 * e] = skin->edges[2 * e];
    surface->edges[2 * e + 1] = skin->edges[2 * e + (held ? 1 : 0)];
  }
  for (size_t e = 0; e < rest.edge_count; e++) {
    skin->lines[2 * e] = rest.edges[2 * e];
    skin->lines[2 * e + 1] = rest.edges[2 * e + (is_broken(links, skin->touch[3 * rest.triangle_count + e]) ? 0 : 1)];
  }
}

/* The faces of a cell, seen from outside: low and high along each direction. */
static const uint8_t faces[6][4] = {{0, 1, 3, 2}, {4, 6, 7, 5}, {0, 4, 5, 1}, {2, 3, 7, 6}, {0, 2, 6, 4}, {1, 5, 7, 3}};

static void show_cells(const pl_links *links, pl_skin *skin)
{
  static const uint8_t halves[6] = {0, 1, 2, 0, 2, 3};
  for (size_t c = 0; c < skin->cell_count; c++) {
    skin->torn[c] = 0;
    for (size_t k = 0; k < 12; k++) skin->torn[c] |= is_broken(links, skin->link[12 * c + k]);
  }
  for (size_t c = 0; c < skin->cell_count; c++)
    for (size_t f = 0; f < 6; f++) {
      uint32_t beside = skin->beside[6 * c + f];
      bool seen = !skin->torn[c] && (beside == PL_NO_LINK || skin->torn[beside]);
      for (size_t k = 0; k < 6; k++)
        skin->shown[36 * c + 6 * f + k] = skin->corner[8 * c + (seen ? faces[f][halves[k]] : 0)];
    }
}

void pl_body_find_skin(pl_body *body)
{
  pl_skin *skin = body->skin;
  if (!skin || !body->view.links || skin->links_at == body->view.links->revision) return;
  skin->links_at = body->view.links->revision;
  skin->revision++;
  find_removed(body, skin);
  if (skin->cell_count) {
    show_cells(body->view.links, skin);
    return;
  }
  pl_mesh_data rest = pl_mesh_view(body->rest);
  for (size_t k = 0; k < 3 * rest.triangle_count; k++)
    skin->shown[k] = rest.triangles[skin->removed[k / 3] ? k - k % 3 : k];
}

pl_mesh_data pl_body_skin(const pl_body *body)
{
  pl_mesh_data out = pl_body_rest(body);
  if (!body || !body->skin) return out;
  out.triangles = body->skin->shown_count ? body->skin->shown : NULL;
  out.triangle_count = body->skin->shown_count;
  out.edges = body->skin->lines;
  return out;
}

uint64_t pl_body_skin_revision(const pl_body *body) { return body && body->skin ? body->skin->revision : 0; }
