/* SPDX-License-Identifier: MIT */
#include "contact/surface.h"

#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "math/vec3.h"
#include "mesh/topology.h"

static pl_status allocate(pl_contact_surface *s)
{
  s->triangles = PL_NEW(uint32_t, 3 * s->triangle_count);
  s->triangle_edges = PL_NEW(uint32_t, 3 * s->triangle_count);
  s->owned = PL_NEW(uint8_t, s->triangle_count);
  s->rest = PL_NEW(double, 3 * s->particle_count);
  s->before = PL_NEW(double, 3 * s->particle_count);
  s->after = PL_NEW(double, 3 * s->particle_count);
  bool all = s->triangles && s->triangle_edges && s->owned && s->rest && s->before && s->after;
  return all ? PL_OK : PL_ERROR_MEMORY;
}

static pl_status take_edges(pl_contact_surface *s, const pl_topology *topology)
{
  s->edge_count = topology->edge_count;
  s->edges = PL_NEW(uint32_t, 2 * s->edge_count);
  s->edge_triangles = PL_NEW(uint32_t, 2 * s->edge_count);
  s->edge_impulse = PL_NEW(double, 3 * s->edge_count);
  s->edge_partner = PL_NEW(uint32_t, s->edge_count);
  if (!s->edges || !s->edge_triangles || !s->edge_impulse || !s->edge_partner) return PL_ERROR_MEMORY;
  if (s->edge_count) memcpy(s->edges, topology->edges, 2 * s->edge_count * sizeof(uint32_t));
  memset(s->triangle_edges, 0xff, 3 * s->triangle_count * sizeof(uint32_t));
  double sum = 0;
  s->closed = s->edge_count > 0;
  for (size_t e = 0; e < s->edge_count; e++) {
    size_t sides = pl_topology_sides(topology, e);
    s->closed = s->closed && sides == 2;
    for (size_t k = 0; k < 2; k++) {
      uint32_t side = k < sides ? topology->sides[topology->starts[e] + k] : PL_NO_TRIANGLE;
      s->edge_triangles[2 * e + k] = k < sides ? side / 3 : PL_NO_TRIANGLE;
    }
    for (size_t k = 0; k < sides; k++) s->triangle_edges[topology->sides[topology->starts[e] + k]] = (uint32_t)e;
    uint32_t owner = topology->sides[topology->starts[e]];
    s->owned[owner / 3] = (uint8_t)(s->owned[owner / 3] | (8u << owner % 3));
    sum += pl_vec3_distance(s->rest + 3 * (size_t)s->edges[2 * e], s->rest + 3 * (size_t)s->edges[2 * e + 1]);
  }
  s->mean_edge = s->edge_count ? sum / (double)s->edge_count : 0;
  return PL_OK;
}

/* The first triangle that has a corner speaks for it. */
static pl_status own_corners(pl_contact_surface *s)
{
  uint8_t *taken = PL_NEW(uint8_t, s->particle_count);
  if (!taken) return PL_ERROR_MEMORY;
  for (size_t k = 0; k < 3 * s->triangle_count; k++) {
    if (taken[s->triangles[k]]) continue;
    taken[s->triangles[k]] = 1;
    s->owned[k / 3] = (uint8_t)(s->owned[k / 3] | (1u << k % 3));
  }
  pl_release(taken);
  return PL_OK;
}

pl_status pl_contact_surface_build(const pl_mesh_data *mesh, const uint32_t *order, const uint32_t *place, double skin,
                                   pl_contact_surface *out)
{
  *out =
      (pl_contact_surface){.particle_count = mesh->vertex_count, .triangle_count = mesh->triangle_count, .skin = skin};
  PL_TRY(allocate(out));
  for (size_t k = 0; k < 3 * mesh->triangle_count; k++) out->triangles[k] = place[mesh->triangles[k]];
  for (size_t i = 0; i < mesh->vertex_count; i++)
    pl_vec3_copy(mesh->positions + 3 * (size_t)order[i], out->rest + 3 * i);
  pl_topology topology = {0};
  pl_status status = pl_topology_build(out->triangles, out->triangle_count, out->particle_count, &topology);
  if (status == PL_OK) status = take_edges(out, &topology);
  pl_topology_free(&topology);
  if (status == PL_OK) status = own_corners(out);
  if (status == PL_OK) status = pl_bvh_create(out->rest, out->triangles, out->triangle_count, &out->bvh);
  return status;
}

void pl_contact_surface_free(pl_contact_surface *surface)
{
  pl_release(surface->triangles);
  pl_release(surface->edges);
  pl_release(surface->edge_triangles);
  pl_release(surface->triangle_edges);
  pl_release(surface->edge_impulse);
  pl_release(surface->edge_partner);
  pl_release(surface->owned);
  pl_release(surface->rest);
  pl_release(surface->before);
  pl_release(surface->after);
  pl_bvh_destroy(surface->bvh);
  *surface = (pl_contact_surface){0};
}

void pl_contact_surface_refer(pl_contact_surface *surface, const double *x, const double *v, double h)
{
  size_t n = surface->particle_count;
  double sum[3] = {0, 0, 0}, most = 0;
  for (size_t i = 0; i < n; i++) {
    pl_vec3_copy(x + 3 * i, surface->after + 3 * i);
    pl_vec3_add_scaled(x + 3 * i, -h, v + 3 * i, surface->before + 3 * i);
    pl_vec3_add_scaled(sum, h, v + 3 * i, sum);
  }
  pl_vec3_scale(sum, 1.0 / (double)n, surface->shift);
  for (size_t i = 0; i < n; i++) {
    double way[3];
    pl_vec3_scale(v + 3 * i, h, way);
    most = fmax(most, pl_vec3_distance(way, surface->shift));
  }
  surface->spread = most;
  pl_bvh_refit(surface->bvh, surface->before);
  surface->epoch++;
}
