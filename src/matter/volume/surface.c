/* SPDX-License-Identifier: MIT */
#include "matter/volume/surface.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "math/vec3.h"
#include "matter/volume/inner_structures.h"
#include "mesh/core/topology.h"

void pl_volume_shape_free(pl_volume_shape *shape)
{
  pl_release(shape->sites);
  pl_release(shape->first);
  pl_release(shape->walk);
  pl_release(shape->parts);
  pl_release(shape->partner);
  pl_release(shape->length);
  pl_release(shape->thickness);
  *shape = (pl_volume_shape){0};
}

/* ---- is it closed? ---- */

static pl_status refuse_edge(const pl_mesh_data *rest, const pl_topology *topology, size_t edge)
{
  uint32_t a = topology->edges[2 * edge], b = topology->edges[2 * edge + 1];
  size_t sides = pl_topology_sides(topology, edge);
  double at[3];
  for (size_t c = 0; c < 3; c++)
    at[c] = 0.5 * (rest->positions[3 * (size_t)a + c] + rest->positions[3 * (size_t)b + c]);
  if (sides == 1)
    return pl_fail(PL_ERROR_MESH,
                   "volume needs a closed surface, but there is a hole: the edge between vertices %u and %u near (%g, "
                   "%g, %g) m has a triangle on one side only; close the hole, or weld vertices at the same place with "
                   "`pliant mesh repair --weld`",
                   a, b, at[0], at[1], at[2]);
  if (sides > 2)
    return pl_fail(PL_ERROR_MESH,
                   "volume needs a surface with an inside, but the edge between vertices %u and %u near (%g, %g, %g) m "
                   "has %zu triangles; an edge must have two",
                   a, b, at[0], at[1], at[2], sides);
  return pl_fail(PL_ERROR_MESH,
                 "volume needs a surface with an outside, but the two triangles at the edge between vertices %u and %u "
                 "near (%g, %g, %g) m face different ways; `pliant mesh repair` turns them",
                 a, b, at[0], at[1], at[2]);
}

static bool is_proper(const pl_topology *topology, size_t edge)
{
  const uint32_t *sides = topology->sides + topology->starts[edge];
  return pl_topology_sides(topology, edge) == 2 && topology->triangles[sides[0]] != topology->triangles[sides[1]];
}

static pl_status check_closed(const pl_mesh_data *rest)
{
  if (rest->triangle_count == 0)
    return pl_fail(PL_ERROR_MESH, "volume needs a closed surface, but the mesh has no triangles");
  for (size_t t = 0; t < rest->triangle_count; t++) {
    const uint32_t *v = rest->triangles + 3 * t;
    if (v[0] == v[1] || v[1] == v[2] || v[2] == v[0])
      return pl_fail(PL_ERROR_MESH,
                     "volume needs a proper surface, but triangle %zu uses a vertex twice; `pliant mesh repair` drops "
                     "such triangles",
                     t);
  }
  pl_topology topology;
  pl_status status = pl_topology_build(rest->triangles, rest->triangle_count, rest->vertex_count, &topology);
  for (size_t e = 0; status == PL_OK && e < topology.edge_count; e++)
    if (!is_proper(&topology, e)) status = refuse_edge(rest, &topology, e);
  pl_topology_free(&topology);
  return status;
}

/* ---- walks ---- */

/* A corner of a triangle: at a particle, the side from `from` to `to` lies opposite. */
typedef struct side {
  uint32_t from, to;
} side;

/* Follows the sides around a particle, from where one ends to where the next begins. Where several fans of triangles
   meet in the particle alone, every further fan is joined by a way from the start of the first one and back, which
   encloses nothing. Returns the length of the walk. */
static size_t walk_around(side *sides, size_t count, uint32_t *walk)
{
  size_t length = 0, done = 0;
  uint32_t first_vertex = sides[0].from;
  while (done < count) {
    uint32_t start = sides[done].from, at = start;
    bool further = done > 0;
    if (length && further && walk[length - 1] != first_vertex) walk[length++] = first_vertex;
    do {
      size_t next = done;
      while (sides[next].from != at) next++;
      side taken = sides[next];
      sides[next] = sides[done];
      sides[done++] = taken;
      walk[length++] = at;
      at = taken.to;
    } while (at != start);
    if (further) {
      walk[length++] = start;
      walk[length++] = first_vertex;
    }
  }
  return length;
}

static int by_start(const side *a, const side *b) { return a->from < b->from ? -1 : a->from > b->from; }

/* A particle has few sides: insertion sort, so that walks do not depend on the order of triangles. */
static void sort_sides(side *sides, size_t count)
{
  for (size_t a = 1; a < count; a++)
    for (size_t b = a; b > 0 && by_start(&sides[b], &sides[b - 1]) < 0; b--) {
      side swapped = sides[b];
      sides[b] = sides[b - 1];
      sides[b - 1] = swapped;
    }
}

typedef struct corners {
  uint32_t *first; /* per particle, and one more */
  side *sides;
} corners;

static pl_status gather_corners(const pl_mesh_data *rest, const uint32_t *place, corners *out)
{
  size_t n = rest->vertex_count;
  out->first = PL_NEW(uint32_t, n + 1);
  out->sides = PL_NEW(side, 3 * rest->triangle_count);
  uint32_t *next = PL_NEW(uint32_t, n);
  pl_status status = out->first && out->sides && next ? PL_OK : PL_ERROR_MEMORY;
  if (status == PL_OK) {
    for (size_t k = 0; k < 3 * rest->triangle_count; k++) out->first[place[rest->triangles[k]] + 1]++;
    for (size_t i = 0; i < n; i++) out->first[i + 1] += out->first[i];
    memcpy(next, out->first, n * sizeof(uint32_t));
    for (size_t t = 0; t < rest->triangle_count; t++)
      for (size_t k = 0; k < 3; k++) {
        const uint32_t *v = rest->triangles + 3 * t;
        out->sides[next[place[v[k]]]++] = (side){place[v[(k + 1) % 3]], place[v[(k + 2) % 3]]};
      }
    for (size_t i = 0; i < n; i++) sort_sides(out->sides + out->first[i], out->first[i + 1] - out->first[i]);
  }
  pl_release(next);
  return status;
}

/* A walk is as long as the particle has sides, and three steps longer for every further fan of at least three sides. */
static pl_status make_walks(pl_volume_shape *shape, const corners *from, size_t corner_count)
{
  shape->first = PL_NEW(uint32_t, shape->site_count + 1);
  shape->walk = PL_NEW(uint32_t, 2 * corner_count);
  if (!shape->first || !shape->walk) return PL_ERROR_MEMORY;
  for (size_t s = 0; s < shape->site_count; s++) {
    uint32_t i = shape->sites[s];
    size_t count = from->first[i + 1] - from->first[i];
    size_t length = walk_around(from->sides + from->first[i], count, shape->walk + shape->first[s]);
    shape->first[s + 1] = shape->first[s] + (uint32_t)length;
  }
  return PL_OK;
}

/* ---- parts ---- */

/* Numbers the part of each component of the mesh; curves have no volume and are no part. Sites are sorted by part. */
static void make_sites(pl_volume_shape *shape, const uint32_t *owner, size_t component_count, uint32_t *part)
{
  for (size_t i = 0; i < shape->particle_count; i++)
    if (owner[i] != UINT32_MAX) part[owner[i]]++;
  for (size_t c = 0; c < component_count; c++) {
    size_t count = part[c];
    part[c] = UINT32_MAX;
    if (count == 0) continue;
    part[c] = (uint32_t)shape->part_count;
    shape->parts[shape->part_count++] = (pl_volume_part){shape->site_count, shape->site_count, 0};
    shape->site_count += count;
  }
  for (size_t i = 0; i < shape->particle_count; i++)
    if (owner[i] != UINT32_MAX) shape->sites[shape->parts[part[owner[i]]].end++] = (uint32_t)i;
}

/* Tetrahedra from a point of the part: one far from it would cost digits. */
static void add_volumes(pl_volume_shape *shape, const pl_mesh_data *rest, const uint32_t *component,
                        const uint32_t *order, const uint32_t *part)
{
  for (size_t t = 0; t < rest->triangle_count; t++) {
    const uint32_t *v = rest->triangles + 3 * t;
    pl_volume_part *to = &shape->parts[part[component[v[0]]]];
    const double *origin = rest->positions + 3 * (size_t)order[shape->sites[to->begin]];
    double a[3], b[3], c[3], cross[3];
    pl_vec3_sub(rest->positions + 3 * (size_t)v[0], origin, a);
    pl_vec3_sub(rest->positions + 3 * (size_t)v[1], origin, b);
    pl_vec3_sub(rest->positions + 3 * (size_t)v[2], origin, c);
    pl_vec3_cross(b, c, cross);
    to->rest_volume += pl_vec3_dot(a, cross) / 6;
  }
}

static pl_status check_volumes(const pl_volume_shape *shape, const uint32_t *order)
{
  for (size_t p = 0; p < shape->part_count; p++) {
    double volume = shape->parts[p].rest_volume;
    if (volume > 0 && isfinite(volume)) continue;
    return pl_fail(PL_ERROR_MESH,
                   "the part of the surface with vertex %u encloses %g m^3, but volume needs a positive one: its "
                   "triangles face inwards, or it is flat; `pliant mesh repair` turns closed parts outwards",
                   order[shape->sites[shape->parts[p].begin]], volume);
  }
  return PL_OK;
}

/* Surfaces that the matter between them holds together (a cavity and what is around it) are one part. */
static pl_status divide(pl_volume_shape *shape, const pl_mesh_data *rest, const uint32_t *place)
{
  size_t n = rest->vertex_count, count = 0;
  uint32_t *component = PL_NEW(uint32_t, n), *order = PL_NEW(uint32_t, n);
  uint32_t *owner = PL_NEW(uint32_t, n), *part = PL_NEW(uint32_t, n);
  shape->sites = PL_NEW(uint32_t, n);
  pl_status status = component && order && owner && part && shape->sites ? PL_OK : PL_ERROR_MEMORY;
  if (status == PL_OK) status = pl_mesh_components(rest, component, &count);
  if (status == PL_OK) {
    shape->parts = PL_NEW(pl_volume_part, count);
    status = shape->parts ? PL_OK : PL_ERROR_MEMORY;
  }
  if (status == PL_OK) {
    memset(owner, 0xff, n * sizeof(uint32_t));
    for (size_t v = 0; v < n; v++) order[place[v]] = (uint32_t)v;
    for (size_t k = 0; k < 3 * rest->triangle_count; k++)
      owner[place[rest->triangles[k]]] = component[rest->triangles[k]];
    make_sites(shape, owner, count, part);
    add_volumes(shape, rest, component, order, part);
    status = check_volumes(shape, order);
  }
  pl_release(component);
  pl_release(order);
  pl_release(owner);
  pl_release(part);
  return status;
}

pl_status pl_volume_shape_make(const pl_mesh_data *rest, const uint32_t *place, pl_volume_shape *out)
{
  *out = (pl_volume_shape){.particle_count = rest->vertex_count};
  PL_TRY(check_closed(rest));
  corners corner = {0};
  pl_status status = divide(out, rest, place);
  if (status == PL_OK) status = gather_corners(rest, place, &corner);
  if (status == PL_OK) status = make_walks(out, &corner, 3 * rest->triangle_count);
  if (status == PL_OK) status = pl_volume_find_partners(rest, place, out);
  pl_release(corner.first);
  pl_release(corner.sides);
  if (status != PL_OK) pl_volume_shape_free(out);
  return status;
}
