/* SPDX-License-Identifier: MIT
   Fills a closed surface with nodes and edges; the order of the stages is that of `build`. */
#include "mesh/volume_graph/volume_graph.h"

#include <math.h>

#include "base/floats.h"
#include "base/memory.h"
#include "base/status.h"
#include "math/vec3.h"
#include "mesh/core/mesh.h"
#include "mesh/core/sets.h"
#include "mesh/core/topology.h"
#include "mesh/volume_graph/laplacian_weights.h"

enum { MARK = 0x766f6c67 /* "volg" */ };

pl_volume_graph_def pl_default_volume_graph_def(void)
{
  return (pl_volume_graph_def){.mark = MARK, .weights = PL_VOLUME_WEIGHTS_UNIFORM};
}

pl_status pl_fill_edge(pl_fill_build *b, uint32_t i, uint32_t j)
{
  if (i == j) return PL_OK;
  PL_TRY(pl_grow((void **)&b->edges, &b->edge_capacity, b->edge_count + 1, sizeof *b->edges));
  b->edges[b->edge_count++] = i < j ? (pl_edge_record){i, j, 0} : (pl_edge_record){j, i, 0};
  return PL_OK;
}

pl_status pl_fill_sort_edges(pl_fill_build *b)
{
  PL_TRY(pl_edges_sort(b->edges, b->edge_count, b->node_count));
  size_t kept = 0;
  for (size_t e = 0; e < b->edge_count; e++) {
    bool repeated =
        kept > 0 && b->edges[kept - 1].low == b->edges[e].low && b->edges[kept - 1].high == b->edges[e].high;
    if (!repeated) b->edges[kept++] = b->edges[e];
  }
  b->edge_count = kept;
  return PL_OK;
}

static pl_status check(const pl_volume_graph_def *def, pl_mesh **out)
{
  if (!out) return pl_fail(PL_ERROR_ARGUMENT, "pl_make_volume_graph: out is NULL");
  *out = NULL;
  if (!def || def->mark != MARK)
    return pl_fail(PL_ERROR_ARGUMENT, "pl_make_volume_graph: start the definition with pl_default_volume_graph_def()");
  if (!def->surface) return pl_fail(PL_ERROR_ARGUMENT, "pl_make_volume_graph: the surface is NULL");
  if (!(def->spacing >= 0 && isfinite(def->spacing)))
    return pl_fail(PL_ERROR_ARGUMENT, "volume graph: spacing must be positive, in m, got %g", def->spacing);
  if (def->nodes && def->spacing > 0)
    return pl_fail(PL_ERROR_ARGUMENT, "volume graph: give either a number of nodes or a spacing, not both");
  if (def->weights != PL_VOLUME_WEIGHTS_UNIFORM && def->weights != PL_VOLUME_WEIGHTS_QP)
    return pl_fail(PL_ERROR_ARGUMENT, "volume graph: weights must be uniform (%d) or qp (%d), got %d",
                   PL_VOLUME_WEIGHTS_UNIFORM, PL_VOLUME_WEIGHTS_QP, (int)def->weights);
  const pl_mesh_data *data = &def->surface->data;
  if (data->triangle_count == 0)
    return pl_fail(PL_ERROR_MESH, "a volume graph fills a surface, but the mesh has no triangles");
  if (def->nodes && def->nodes < data->vertex_count)
    return pl_fail(PL_ERROR_ARGUMENT,
                   "volume graph: %zu nodes were asked for, but the surface alone has %zu vertices; ask for more, or "
                   "give a coarser surface",
                   def->nodes, data->vertex_count);
  return PL_OK;
}

static void free_build(pl_fill_build *b)
{
  pl_inside_free(&b->body);
  pl_inside_free(&b->core);
  pl_point_grid_free(&b->inner_grid);
  void *arrays[] = {b->surface, b->first, b->used,       b->shown,           b->triangles,  b->mesh_edges,
                    b->normals, b->areas, b->depth,      b->inner,           b->inner_node, b->lattice,
                    b->nodes,   b->edges, b->point_node, b->point_clearance, b->volumes,    b->weights};
  for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) pl_release(arrays[i]);
}

/* Degrees, lengths and connected parts. */
static pl_status count(pl_fill_build *b)
{
  pl_volume_graph_report *r = &b->report;
  uint32_t *degree = PL_NEW(uint32_t, b->node_count), *set = PL_NEW(uint32_t, b->node_count);
  if (degree && set) {
    pl_sets_start(set, b->node_count);
    for (size_t e = 0; e < b->mesh_edge_count; e++) pl_sets_join(set, b->mesh_edges[2 * e], b->mesh_edges[2 * e + 1]);
    for (uint32_t v = 0; v < b->surface_count; v++) r->surface_parts += b->used[v] && pl_sets_find(set, v) == v;
    for (size_t e = 0; e < b->edge_count; e++) {
      pl_sets_join(set, b->edges[e].low, b->edges[e].high);
      degree[b->edges[e].low]++;
      degree[b->edges[e].high]++;
    }
    r->degree_least = SIZE_MAX;
    for (uint32_t i = 0; i < b->node_count; i++) {
      r->parts += pl_sets_find(set, i) == i;
      if (degree[i] < r->degree_least) r->degree_least = degree[i];
      if (degree[i] > r->degree_most) r->degree_most = degree[i];
    }
  }
  pl_status status = degree && set ? PL_OK : PL_ERROR_MEMORY;
  pl_release(degree);
  pl_release(set);
  r->edge_count = b->edge_count;
  r->average_edge = b->edge_mean * b->scale;
  r->surface_count = b->surface_count;
  r->wanted = b->def->nodes;
  return status;
}

static pl_status finish(pl_fill_build *b, uint32_t *edges, double *positions, pl_mesh **out)
{
  for (size_t e = 0; e < b->edge_count; e++) {
    edges[2 * e] = b->edges[e].low;
    edges[2 * e + 1] = b->edges[e].high;
  }
  for (size_t i = 0; i < b->node_count; i++)
    for (size_t k = 0; k < 3; k++)
      positions[3 * i + k] =
          i < b->surface_count ? b->from.positions[3 * i + k] : b->centre[k] + b->scale * b->nodes[3 * i + k];
  if (b->def->weights == PL_VOLUME_WEIGHTS_QP) {
    b->weights = PL_NEW(double, 2 * b->edge_count);
    if (!b->weights) return PL_ERROR_MEMORY;
    PL_TRY(pl_laplacian_weigh(b->nodes, b->node_count, edges, b->edge_count, b->weights));
  }
  pl_mesh_data data = {.positions = positions,
                       .vertex_count = b->node_count,
                       .triangles = b->shown,
                       .triangle_count = b->from.triangle_count,
                       .edges = edges,
                       .edge_count = b->edge_count,
                       .vertex_volumes = b->volumes,
                       .edge_weights = b->weights};
  return pl_mesh_create(&data, out);
}

static pl_status build(pl_fill_build *b, pl_mesh **out)
{
  PL_TRY(pl_fill_surface(b));
  PL_TRY(pl_fill_shell(b));
  PL_TRY(pl_fill_lattice(b));
  PL_TRY(pl_fill_connect(b));
  PL_TRY(pl_fill_smooth(b));
  PL_TRY(pl_fill_mend(b));
  PL_TRY(pl_fill_shares(b));
  PL_TRY(count(b));
  uint32_t *edges = PL_NEW(uint32_t, 2 * b->edge_count);
  double *positions = PL_NEW(double, 3 * b->node_count);
  pl_status status = edges && positions ? finish(b, edges, positions, out) : PL_ERROR_MEMORY;
  pl_release(edges);
  pl_release(positions);
  return status;
}

pl_status pl_make_volume_graph(const pl_volume_graph_def *def, pl_mesh **out, pl_volume_graph_report *report)
{
  PL_OWN_FLOATS;
  PL_TRY(check(def, out));
  pl_fill_build b = {.def = def, .from = def->surface->data};
  b.surface_count = b.from.vertex_count;
  pl_status status = build(&b, out);
  if (status == PL_OK && report) *report = b.report;
  free_build(&b);
  return status;
}
