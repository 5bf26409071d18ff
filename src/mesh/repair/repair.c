/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <string.h>

#include "base/floats.h"
#include "base/memory.h"
#include "base/status.h"
#include "mesh/core/edges.h"
#include "mesh/core/mesh.h"
#include "mesh/core/triangles.h"
#include "mesh/query/winding.h"
#include "mesh/repair/weld.h"
#include "pliant/mesh_info.h"

enum { MARK = 0x72657061 };
#define DROPPED UINT32_MAX

typedef struct repair {
  const pl_mesh_data *from;
  const pl_repair_options *options;
  pl_repair_report *report;
  uint32_t *map; /* new index of each old vertex */
  double *positions;
  double *volumes;
  size_t vertex_count;
  uint32_t *triangles;
  size_t triangle_count;
  uint32_t *edges;
  double *shares;
  double *weights; /* 2 per edge */
  size_t edge_count;
  bool *flags; /* scratch, one per triangle or edge */
} repair;

pl_repair_options pl_default_repair_options(void)
{
  return (pl_repair_options){.mark = MARK, .degenerate = true, .duplicate = true, .winding = true};
}

static pl_status allocate(repair *r)
{
  const pl_mesh_data *d = r->from;
  size_t most = d->triangle_count > d->edge_count ? d->triangle_count : d->edge_count;
  r->map = PL_NEW(uint32_t, d->vertex_count);
  r->positions = PL_NEW(double, 3 * d->vertex_count);
  r->volumes = PL_NEW(double, d->vertex_count);
  r->triangles = PL_NEW(uint32_t, 3 * d->triangle_count);
  r->edges = PL_NEW(uint32_t, 2 * d->edge_count);
  r->shares = PL_NEW(double, d->edge_count);
  r->weights = PL_NEW(double, 2 * d->edge_count);
  r->flags = PL_NEW(bool, most);
  bool all = r->map && r->positions && r->volumes && r->triangles && r->edges && r->shares && r->weights && r->flags;
  return all ? PL_OK : PL_ERROR_MEMORY;
}

static void free_repair(repair *r)
{
  pl_release(r->map);
  pl_release(r->positions);
  pl_release(r->volumes);
  pl_release(r->triangles);
  pl_release(r->edges);
  pl_release(r->shares);
  pl_release(r->weights);
  pl_release(r->flags);
}

/* map[v] becomes the vertex that stands for v, still in old numbers. */
static pl_status weld(repair *r)
{
  const pl_mesh_data *d = r->from;
  if (r->options->weld) {
    double distance = r->options->weld_distance;
    if (distance == 0) distance = pl_weld_distance(d->positions, d->vertex_count);
    PL_TRY(pl_weld(d->positions, d->vertex_count, distance, r->map));
  } else {
    for (size_t v = 0; v < d->vertex_count; v++) r->map[v] = (uint32_t)v;
  }
  for (size_t v = 0; v < d->vertex_count; v++) r->report->welded += r->map[v] != v;
  return PL_OK;
}

static void map_elements(repair *r)
{
  const pl_mesh_data *d = r->from;
  for (size_t i = 0; i < 3 * d->triangle_count; i++) r->triangles[i] = r->map[d->triangles[i]];
  for (size_t i = 0; i < 2 * d->edge_count; i++) r->edges[i] = r->map[d->edges[i]];
  for (size_t i = 0; i < d->edge_count; i++) r->shares[i] = d->edge_shares ? d->edge_shares[i] : 1;
  if (d->edge_weights) memcpy(r->weights, d->edge_weights, 2 * d->edge_count * sizeof *r->weights);
  r->triangle_count = d->triangle_count;
  r->edge_count = d->edge_count;
}

/* Keeps the triangles without a flag, in their order; returns how many were dropped. */
static size_t drop_triangles(repair *r)
{
  size_t kept = 0;
  for (size_t i = 0; i < r->triangle_count; i++)
    if (!r->flags[i]) memmove(r->triangles + 3 * kept++, r->triangles + 3 * i, 3 * sizeof *r->triangles);
  size_t dropped = r->triangle_count - kept;
  r->triangle_count = kept;
  return dropped;
}

static pl_status mend_triangles(repair *r)
{
  const pl_mesh_data *d = r->from;
  if (r->options->degenerate) {
    for (size_t i = 0; i < r->triangle_count; i++)
      r->flags[i] = pl_triangle_is_degenerate(d->positions, r->triangles + 3 * i);
    r->report->degenerate = drop_triangles(r);
  }
  if (r->options->duplicate) {
    PL_TRY(pl_triangles_find_duplicates(r->triangles, r->triangle_count, d->vertex_count, r->flags));
    r->report->duplicate = drop_triangles(r);
  }
  if (!r->options->winding) return PL_OK;
  pl_winding_report winding;
  PL_TRY(pl_winding_mend(d->positions, d->vertex_count, r->triangles, r->triangle_count, &winding));
  r->report->turned = winding.turned;
  r->report->nested = winding.nested;
  return PL_OK;
}

/* Edges whose ends were joined, and edges that became double, cannot stay in a graph. */
static pl_status mend_edges(repair *r)
{
  if (r->report->welded == 0 || r->edge_count == 0) return PL_OK;
  PL_TRY(pl_edges_find_repeated(r->edges, r->edge_count, r->from->vertex_count, r->flags));
  size_t kept = 0;
  for (size_t i = 0; i < r->edge_count; i++) {
    if (r->flags[i] || r->edges[2 * i] == r->edges[2 * i + 1]) continue;
    r->edges[2 * kept] = r->edges[2 * i];
    r->edges[2 * kept + 1] = r->edges[2 * i + 1];
    memmove(r->weights + 2 * kept, r->weights + 2 * i, 2 * sizeof *r->weights);
    r->shares[kept++] = r->shares[i];
  }
  r->report->edges = r->edge_count - kept;
  r->edge_count = kept;
  return PL_OK;
}

/* New numbers for the vertices that stay, in their old order. */
static pl_status number_vertices(repair *r)
{
  const pl_mesh_data *d = r->from;
  uint32_t *number = PL_NEW(uint32_t, d->vertex_count);
  if (!number) return PL_ERROR_MEMORY;
  for (size_t v = 0; v < d->vertex_count; v++) number[v] = r->options->unused || r->map[v] != v ? DROPPED : 0;
  for (size_t i = 0; i < 3 * r->triangle_count; i++) number[r->triangles[i]] = 0;
  for (size_t i = 0; i < 2 * r->edge_count; i++) number[r->edges[i]] = 0;
  for (size_t v = 0; v < d->vertex_count; v++) {
    if (r->map[v] == v && number[v] == DROPPED) r->report->unused++;
    if (number[v] == DROPPED) continue;
    number[v] = (uint32_t)r->vertex_count;
    memcpy(r->positions + 3 * r->vertex_count++, d->positions + 3 * v, 3 * sizeof(double));
  }
  for (size_t v = 0; v < d->vertex_count; v++) {
    r->map[v] = number[r->map[v]];
    if (d->vertex_volumes && r->map[v] != DROPPED) r->volumes[r->map[v]] += d->vertex_volumes[v];
  }
  for (size_t i = 0; i < 3 * r->triangle_count; i++) r->triangles[i] = number[r->triangles[i]];
  for (size_t i = 0; i < 2 * r->edge_count; i++) r->edges[i] = number[r->edges[i]];
  r->report->order_kept = r->vertex_count == d->vertex_count;
  pl_release(number);
  return PL_OK;
}

static pl_status run(repair *r, pl_mesh **out)
{
  PL_TRY(allocate(r));
  PL_TRY(weld(r));
  map_elements(r);
  PL_TRY(mend_triangles(r));
  PL_TRY(mend_edges(r));
  PL_TRY(number_vertices(r));
  pl_mesh_data data = {.positions = r->positions,
                       .vertex_count = r->vertex_count,
                       .triangles = r->triangles,
                       .triangle_count = r->triangle_count,
                       .edges = r->edges,
                       .edge_count = r->edge_count,
                       .vertex_volumes = r->from->vertex_volumes ? r->volumes : NULL,
                       .edge_shares = r->from->edge_shares ? r->shares : NULL,
                       .edge_weights = r->from->edge_weights ? r->weights : NULL};
  return pl_mesh_create(&data, out);
}

pl_status pl_mesh_repair(const pl_mesh *mesh, const pl_repair_options *options, pl_mesh **out, uint32_t *map,
                         pl_repair_report *report)
{
  PL_OWN_FLOATS;
  if (!mesh || !out) return pl_fail(PL_ERROR_ARGUMENT, "pl_mesh_repair: an argument is NULL");
  *out = NULL;
  if (!options || options->mark != MARK)
    return pl_fail(PL_ERROR_ARGUMENT, "pl_mesh_repair: start the options with pl_default_repair_options()");
  if (!(options->weld_distance >= 0 && isfinite(options->weld_distance)))
    return pl_fail(PL_ERROR_ARGUMENT, "pl_mesh_repair: weld_distance must not be negative, got %g",
                   options->weld_distance);
  pl_repair_report done = {0};
  PL_TRY(pl_mesh_inspect(mesh, &done.before));
  repair r = {.from = &mesh->data, .options = options, .report = &done};
  pl_mesh *mended = NULL;
  pl_status status = run(&r, &mended);
  if (status == PL_OK) status = pl_mesh_inspect(mended, &done.after);
  if (status == PL_OK) {
    if (map) memcpy(map, r.map, mesh->data.vertex_count * sizeof *map);
    if (report) *report = done;
    *out = mended;
  } else {
    pl_mesh_destroy(mended);
  }
  free_repair(&r);
  return status;
}
