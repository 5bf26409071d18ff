/* SPDX-License-Identifier: MIT */
#include "contact/surface.h"

#include <math.h>
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
  s->roam = PL_NEW(double, 3 * s->particle_count);
  s->triangle_boxes = PL_NEW(float, 6 * s->triangle_count);
  s->normals = PL_NEW(double, 3 * s->triangle_count);
  s->triangle_impulse = PL_NEW(double, 3 * s->triangle_count);
  s->triangle_obstacle = PL_NEW(uint32_t, s->triangle_count);
  bool all = s->triangles && s->triangle_edges && s->owned && s->rest && s->before && s->roam && s->triangle_boxes &&
             s->normals && s->triangle_impulse && s->triangle_obstacle;
  return all ? PL_OK : PL_ERROR_MEMORY;
}

static pl_status take_edges(pl_contact_surface *s, const pl_topology *topology)
{
  s->edge_count = topology->edge_count;
  s->edges = PL_NEW(uint32_t, 2 * s->edge_count);
  s->edge_triangles = PL_NEW(uint32_t, 2 * s->edge_count);
  s->edge_impulse = PL_NEW(double, 3 * s->edge_count);
  s->edge_partner = PL_NEW(uint32_t, s->edge_count);
  s->edge_boxes = PL_NEW(float, 6 * s->edge_count);
  s->ridges = PL_NEW(uint8_t, s->edge_count);
  if (!s->edges || !s->edge_triangles || !s->edge_impulse || !s->edge_partner || !s->edge_boxes || !s->ridges)
    return PL_ERROR_MEMORY;
  if (s->edge_count) memcpy(s->edges, topology->edges, 2 * s->edge_count * sizeof(uint32_t));
  memset(s->triangle_edges, 0xff, 3 * s->triangle_count * sizeof(uint32_t));
  double sum = 0;
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
    uint32_t owner = topology->sides[topology->starts[e]];
    s->owned[owner / 3] = (uint8_t)(s->owned[owner / 3] | (1u << owner % 3));
    sum += pl_vec3_distance(s->rest + 3 * (size_t)s->edges[2 * e], s->rest + 3 * (size_t)s->edges[2 * e + 1]);
  }
  s->mean_edge = s->edge_count ? sum / (double)s->edge_count : 0;
  return PL_OK;
}

static pl_status take_vertices(pl_contact_surface *s)
{
  uint8_t *taken = PL_NEW(uint8_t, s->particle_count);
  s->vertices = PL_NEW(uint32_t, s->particle_count);
  s->vertex_boxes = PL_NEW(float, 6 * s->particle_count);
  bool enough = taken && s->vertices && s->vertex_boxes;
  if (enough) {
    for (size_t k = 0; k < 3 * s->triangle_count; k++) taken[s->triangles[k]] = 1;
    for (uint32_t i = 0; i < s->particle_count; i++)
      if (taken[i]) s->vertices[s->vertex_count++] = i;
  }
  pl_release(taken);
  return enough ? PL_OK : PL_ERROR_MEMORY;
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
  return status == PL_OK ? take_vertices(out) : status;
}

void pl_contact_surface_free(pl_contact_surface *surface)
{
  pl_release(surface->triangles);
  pl_release(surface->vertices);
  pl_release(surface->edges);
  pl_release(surface->edge_triangles);
  pl_release(surface->triangle_edges);
  pl_release(surface->triangle_impulse);
  pl_release(surface->triangle_obstacle);
  pl_release(surface->edge_impulse);
  pl_release(surface->edge_partner);
  pl_release(surface->owned);
  pl_release(surface->rest);
  pl_release(surface->before);
  pl_release(surface->roam);
  pl_release(surface->vertex_boxes);
  pl_release(surface->normals);
  pl_release(surface->ridges);
  pl_release(surface->triangle_boxes);
  pl_release(surface->edge_boxes);
  pl_bvh_destroy(surface->now);
  *surface = (pl_contact_surface){0};
}

/* Around all that the particles of every feature may reach. */
static void box_features(const pl_contact_surface *s, const uint32_t *corners, size_t count, size_t each, float *boxes)
{
  for (size_t f = 0; f < count; f++)
    for (size_t c = 0; c < 3; c++) {
      double low = INFINITY, high = -INFINITY;
      for (size_t k = 0; k < each; k++) {
        size_t at = 3 * (size_t)corners[each * f + k] + c;
        double from = s->before[at], to = from + s->roam[at], least = from < to ? from : to,
               most = from < to ? to : from;
        low = low < least ? low : least;
        high = high > most ? high : most;
      }
      double rounding = 1e-7 * (fabs(low) + fabs(high));
      boxes[6 * f + c] = (float)(low - rounding);
      boxes[6 * f + 3 + c] = (float)(high + rounding);
    }
}

static void box_all(pl_contact_surface *s)
{
  for (size_t c = 0; c < 3; c++) {
    s->around[c] = INFINITY;
    s->around[c + 3] = -INFINITY;
    for (size_t k = 0; k < s->vertex_count; k++) {
      const float *box = s->vertex_boxes + 6 * k;
      s->around[c] = box[c] < s->around[c] ? box[c] : s->around[c];
      s->around[c + 3] = box[c + 3] > s->around[c + 3] ? box[c + 3] : s->around[c + 3];
    }
  }
}

void pl_contact_surface_refer(pl_contact_surface *surface, const double *x, const double *v, double h,
                              const double way[3])
{
  for (size_t i = 0; i < surface->particle_count; i++) {
    double *roam = surface->roam + 3 * i;
    pl_vec3_add_scaled(x + 3 * i, -h, v + 3 * i, surface->before + 3 * i);
    for (size_t c = 0; c < 3; c++) roam[c] = PL_ROAM_FACTOR * (h * v[3 * i + c] - way[c]);
  }
  box_features(surface, surface->vertices, surface->vertex_count, 1, surface->vertex_boxes);
  box_features(surface, surface->edges, surface->edge_count, 2, surface->edge_boxes);
  box_features(surface, surface->triangles, surface->triangle_count, 3, surface->triangle_boxes);
  box_all(surface);
  surface->epoch++;
}
