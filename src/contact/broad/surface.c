/* SPDX-License-Identifier: MIT */
#include "contact/broad/surface.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "math/vec3.h"
#include "mesh/core/grid.h"
#include "mesh/core/topology.h"
#include "mesh/measure/measure.h"

static pl_status allocate(pl_contact_surface *s)
{
  s->triangles = PL_NEW(uint32_t, 3 * s->triangle_count);
  s->triangle_edges = PL_NEW(uint32_t, 3 * s->triangle_count);
  s->owned = PL_NEW(uint8_t, s->triangle_count);
  s->rest = PL_NEW(double, 3 * s->particle_count);
  s->spans = PL_NEW(float, PL_SPAN * s->particle_count);
  s->triangle_impulse = PL_NEW(double, 3 * s->triangle_count);
  s->triangle_partner = PL_NEW(uint32_t, s->triangle_count);
  bool all = s->triangles && s->triangle_edges && s->owned && s->rest && s->spans && s->triangle_impulse &&
             s->triangle_partner;
  return all ? PL_OK : PL_ERROR_MEMORY;
}

/* An edge whose triangles are inconsistently oriented has no usable fold: both third corners are the same. */
static void take_wings(const pl_contact_surface *s, const uint32_t sides[2], uint32_t wings[4])
{
  const uint32_t *t = s->triangles;
  for (int k = 0; k < 2; k++) wings[2 + k] = t[sides[k] - sides[k] % 3 + (sides[k] + 2) % 3];
  wings[0] = pl_side_from(t, sides[0]);
  wings[1] = pl_side_to(t, sides[0]);
  if (pl_side_from(t, sides[1]) != wings[1]) wings[3] = wings[2];
}

static pl_status make_edges(pl_contact_surface *s, size_t count)
{
  s->edge_count = count;
  s->edges = PL_NEW(uint32_t, 2 * count);
  s->edge_triangles = PL_NEW(uint32_t, 2 * count);
  s->edge_impulse = PL_NEW(double, 3 * count);
  s->edge_partner = PL_NEW(uint32_t, count);
  s->edge_wings = PL_NEW(uint32_t, 4 * count);
  bool all = s->edge_wings && s->edges && s->edge_triangles && s->edge_impulse && s->edge_partner;
  return all ? PL_OK : PL_ERROR_MEMORY;
}

static void measure_edges(pl_contact_surface *s)
{
  double sum = 0;
  for (size_t e = 0; e < s->edge_count; e++) {
    double length = pl_vec3_distance(s->rest + 3 * (size_t)s->edges[2 * e], s->rest + 3 * (size_t)s->edges[2 * e + 1]);
    s->longest_edge = fmax(s->longest_edge, length);
    sum += length;
  }
  s->mean_edge = s->edge_count ? sum / (double)s->edge_count : 0;
}

/* Closed bodies thinner than this part of their size are treated as two-sided surfaces. An impact can push one side of
   a slab through the other in a step, and its inside is then no longer defined; as two sheets both sides stay where
   they were. */
static const double thin_part = 0.05;

/* Of a slab twice the volume over the area is the thickness; of a ball it is a third of its size. */
static bool is_thin(const pl_contact_surface *s)
{
  double lower[3], upper[3];
  pl_vec3_copy(s->rest + 3 * (size_t)s->triangles[0], lower);
  pl_vec3_copy(lower, upper);
  for (size_t k = 0; k < 3 * s->triangle_count; k++)
    for (size_t c = 0; c < 3; c++) {
      double x = s->rest[3 * (size_t)s->triangles[k] + c];
      lower[c] = fmin(lower[c], x);
      upper[c] = fmax(upper[c], x);
    }
  double thickness = 2 * fabs(pl_mesh_volume(s->rest, s->triangles, s->triangle_count)) /
                     pl_mesh_area(s->rest, s->triangles, s->triangle_count);
  return thickness < thin_part * pl_vec3_distance(lower, upper);
}

static pl_status take_edges(pl_contact_surface *s, const pl_topology *topology)
{
  PL_TRY(make_edges(s, topology->edge_count));
  if (s->edge_count) memcpy(s->edges, topology->edges, 2 * s->edge_count * sizeof(uint32_t));
  memset(s->triangle_edges, 0xff, 3 * s->triangle_count * sizeof(uint32_t));
  s->closed = s->edge_count > 0;
  for (size_t e = 0; e < s->edge_count; e++) {
    size_t sides = pl_topology_sides(topology, e);
    s->closed = s->closed && sides == 2;
    s->branched = s->branched || sides > 2;
    for (size_t k = 0; k < 2; k++) {
      uint32_t side = k < sides ? topology->sides[topology->starts[e] + k] : PL_NO_TRIANGLE;
      s->edge_triangles[2 * e + k] = k < sides ? side / 3 : PL_NO_TRIANGLE;
    }
    for (size_t k = 0; k < sides; k++) s->triangle_edges[topology->sides[topology->starts[e] + k]] = (uint32_t)e;
    if (sides == 2) take_wings(s, topology->sides + topology->starts[e], s->edge_wings + 4 * e);
    uint32_t owner = topology->sides[topology->starts[e]];
    s->owned[owner / 3] = (uint8_t)(s->owned[owner / 3] | (1u << owner % 3));
  }
  measure_edges(s);
  s->thin = s->closed && is_thin(s);
  s->closed = s->closed && !s->thin;
  return PL_OK;
}

/* Edges that no triangle has. */
static pl_status take_curve(pl_contact_surface *s, const pl_mesh_data *mesh, const uint32_t *place)
{
  PL_TRY(make_edges(s, mesh->edge_count));
  for (size_t k = 0; k < 2 * s->edge_count; k++) {
    s->edges[k] = place[mesh->edges[k]];
    s->edge_triangles[k] = PL_NO_TRIANGLE;
  }
  measure_edges(s);
  return PL_OK;
}

static pl_status take_vertices(pl_contact_surface *s)
{
  uint8_t *taken = PL_NEW(uint8_t, s->particle_count);
  s->vertices = PL_NEW(uint32_t, s->particle_count);
  bool enough = taken && s->vertices;
  if (enough) {
    for (size_t k = 0; k < 3 * s->triangle_count; k++) taken[s->triangles[k]] = 1;
    for (size_t k = 0; k < 2 * s->edge_count; k++) taken[s->edges[k]] = 1;
    for (uint32_t i = 0; i < s->particle_count; i++)
      if (taken[i]) s->vertices[s->vertex_count++] = i;
  }
  pl_release(taken);
  return enough ? PL_OK : PL_ERROR_MEMORY;
}

/* From the order of edges to that of their clusters. */
static pl_status line_up_wings(pl_contact_surface *s)
{
  uint32_t *wings = PL_NEW(uint32_t, 4 * PL_BLOCK * s->edge_clusters.count);
  if (!wings) return PL_ERROR_MEMORY;
  pl_clusters_line_up(&s->edge_clusters, s->edge_wings, 4, wings);
  pl_release(s->edge_wings);
  s->edge_wings = wings;
  s->near_edges = PL_NEW(uint8_t, s->edge_clusters.count);
  s->folded = PL_NEW(pl_folded, s->edge_clusters.count);
  s->fold_places = PL_NEW(float, 6 * s->particle_count + 1);
  return s->near_edges && s->folded && s->fold_places ? PL_OK : PL_ERROR_MEMORY;
}

static void find_clusters(const pl_contact_surface *s, const pl_clusters *out[PL_CLUSTER_KINDS])
{
  out[PL_VERTEX_CLUSTERS] = &s->vertex_clusters;
  out[PL_EDGE_CLUSTERS] = &s->edge_clusters;
  out[PL_TRIANGLE_CLUSTERS] = &s->triangle_clusters;
}

static pl_status cut(pl_contact_surface *s)
{
  PL_TRY(pl_clusters_build(s->vertices, 1, s->vertex_count, s->rest, &s->vertex_clusters));
  PL_TRY(pl_clusters_build(s->edges, 2, s->edge_count, s->rest, &s->edge_clusters));
  PL_TRY(line_up_wings(s));
  PL_TRY(pl_clusters_build(s->triangles, 3, s->triangle_count, s->rest, &s->triangle_clusters));
  const pl_clusters *clusters[PL_CLUSTER_KINDS];
  find_clusters(s, clusters);
  for (int k = 0; k < PL_REFERENCE_POSES; k++)
    PL_TRY(pl_reference_pose_reserve(&s->references[k], s->particle_count, clusters));
  return PL_OK;
}

pl_status pl_contact_surface_build(const pl_mesh_data *mesh, const uint32_t *order, const uint32_t *place,
                                   pl_contact_surface *out)
{
  *out = (pl_contact_surface){.particle_count = mesh->vertex_count, .triangle_count = mesh->triangle_count};
  PL_TRY(allocate(out));
  for (size_t k = 0; k < 3 * mesh->triangle_count; k++) out->triangles[k] = place[mesh->triangles[k]];
  for (size_t i = 0; i < mesh->vertex_count; i++)
    pl_vec3_copy(mesh->positions + 3 * (size_t)order[i], out->rest + 3 * i);
  bool is_curve, is_net = mesh->triangle_count == 0 && pl_grid_dimension(&mesh->grid) == 2;
  PL_TRY(pl_mesh_is_curve(mesh, &is_curve));
  pl_topology topology = {0};
  pl_status status = pl_topology_build(out->triangles, out->triangle_count, out->particle_count, &topology);
  if (status == PL_OK) status = is_curve || is_net ? take_curve(out, mesh, place) : take_edges(out, &topology);
  pl_topology_free(&topology);
  if (status == PL_OK) status = take_vertices(out);
  return status == PL_OK ? cut(out) : status;
}

void pl_contact_surface_free(pl_contact_surface *surface)
{
  pl_release(surface->triangles);
  pl_release(surface->vertices);
  pl_release(surface->edges);
  pl_release(surface->edge_triangles);
  pl_release(surface->triangle_edges);
  pl_release(surface->triangle_impulse);
  pl_release(surface->triangle_partner);
  pl_release(surface->edge_impulse);
  pl_release(surface->edge_partner);
  pl_release(surface->owned);
  pl_release(surface->rest);
  for (int k = 0; k < PL_REFERENCE_POSES; k++) pl_reference_pose_free(&surface->references[k]);
  pl_release(surface->spans);
  pl_release(surface->edge_wings);
  pl_release(surface->near_edges);
  pl_release(surface->folded);
  pl_release(surface->fold_places);
  pl_clusters_free(&surface->vertex_clusters);
  pl_clusters_free(&surface->edge_clusters);
  pl_clusters_free(&surface->triangle_clusters);
  pl_bvh_destroy(surface->now);
  *surface = (pl_contact_surface){0};
}

void pl_contact_surface_refer(pl_contact_surface *surface, const double *x, const double *v, double h,
                              const double way[3])
{
  const pl_clusters *clusters[PL_CLUSTER_KINDS];
  uint64_t epoch = surface->references[surface->newest].epoch;
  surface->newest = (surface->newest + 1) % PL_REFERENCE_POSES;
  pl_reference_pose *newest = &surface->references[surface->newest];
  find_clusters(surface, clusters);
  pl_reference_pose_take(newest, surface->particle_count, clusters, x, v, h, way, surface->spans);
  newest->epoch = epoch + 1;
}
