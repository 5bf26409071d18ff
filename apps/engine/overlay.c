/* SPDX-License-Identifier: MIT
   What is inside bodies, drawn over them: the nodes that carry a surface, the points where energy is summed, the edges
   of a graph. Edges are sent once for a topology, places with every frame. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "pliant/cage.h"
#include "pliant/inside.h"
#include "session.h"

enum { CORNERS = 8 };

static void put_head(block_writer *to, uint32_t tag, size_t body, engine_overlay kind, size_t count)
{
  uint32_t head[4] = {(uint32_t)body, (uint32_t)kind, (uint32_t)count, 0};
  block_begin(to, tag);
  block_put(to, head, sizeof head);
}

static void put_points(block_writer *to, const double *x, size_t count)
{
  for (size_t k = 0; k < 3 * count; k++) {
    float value = (float)x[k];
    block_put(to, &value, sizeof value);
  }
}

/* --- edges --- */

static int compare(const void *a, const void *b)
{
  uint64_t p = *(const uint64_t *)a, q = *(const uint64_t *)b;
  return p < q ? -1 : p > q;
}

/* All edges of cells and triangles, each once. */
static pl_status carrier_edges(const pl_carriers *c, uint64_t **out, size_t *count)
{
  size_t n = 0;
  uint64_t *keys = PL_NEW(uint64_t, 12 * c->cell_count + 3 * c->triangle_count + 1);
  if (!keys) return PL_ERROR_MEMORY;
  for (size_t k = 0; k < c->cell_count; k++)
    for (unsigned a = 0; a < CORNERS; a++)
      for (unsigned bit = 1; bit < CORNERS; bit *= 2) {
        uint64_t p = c->corners[CORNERS * k + a], q = c->corners[CORNERS * k + (a | bit)];
        if (!(a & bit)) keys[n++] = p < q ? p << 32 | q : q << 32 | p;
      }
  for (size_t k = 0; k < 3 * c->triangle_count; k++) {
    uint64_t p = c->triangles[k], q = c->triangles[k % 3 == 2 ? k - 2 : k + 1];
    keys[n++] = p < q ? p << 32 | q : q << 32 | p;
  }
  qsort(keys, n, sizeof *keys, compare);
  *count = 0;
  for (size_t k = 0; k < n; k++)
    if (*count == 0 || keys[*count - 1] != keys[k]) keys[(*count)++] = keys[k];
  *out = keys;
  return PL_OK;
}

static pl_status write_carrier_edges(size_t body, const pl_carriers *c, block_writer *to)
{
  uint64_t *keys;
  size_t count;
  PL_TRY(carrier_edges(c, &keys, &count));
  put_head(to, BLOCK_TAG('o', 'e', 'd', 'g'), body, ENGINE_OVERLAY_CARRIERS, count);
  for (size_t k = 0; k < count; k++) {
    uint32_t ends[2] = {(uint32_t)(keys[k] >> 32), (uint32_t)keys[k]};
    block_put(to, ends, sizeof ends);
  }
  block_end(to);
  pl_release(keys);
  return PL_OK;
}

static pl_status write_edges(engine *e, uint32_t overlays, block_writer *to)
{
  for (size_t b = 0; b < pl_world_body_count(e->world); b++) {
    const pl_body *body = pl_world_body_at(e->world, b);
    const pl_carriers c = pl_body_carriers(body);
    if (overlays & 1U << ENGINE_OVERLAY_CARRIERS && c.node_count > 0) PL_TRY(write_carrier_edges(b, &c, to));
    if (!(overlays & 1U << ENGINE_OVERLAY_GRAPH)) continue;
    pl_mesh_data rest = pl_body_rest(body);
    put_head(to, BLOCK_TAG('o', 'e', 'd', 'g'), b, ENGINE_OVERLAY_GRAPH, rest.edge_count);
    block_put(to, rest.edges, 2 * rest.edge_count * sizeof(uint32_t));
    block_end(to);
  }
  return PL_OK;
}

/* --- points --- */

/* Points of a cage follow it as its surface does. Made when they are first wanted. */
static pl_status find_rig(engine *e, size_t index, const pl_carriers *c, pl_rig **out)
{
  if (!e->rigs) e->rigs = PL_NEW(pl_rig *, pl_world_body_count(e->world));
  if (!e->rigs) return PL_ERROR_MEMORY;
  if (!e->rigs[index]) {
    pl_mesh *cage = NULL;
    const pl_mesh_data data = {.positions = c->rest,
                               .vertex_count = c->node_count,
                               .triangles = c->triangles,
                               .triangle_count = c->triangle_count};
    PL_TRY(pl_mesh_create(&data, &cage));
    pl_status status = pl_rig_create(cage, c->points, c->point_count, 1, &e->rigs[index]);
    pl_mesh_destroy(cage);
    PL_TRY(status);
  }
  *out = e->rigs[index];
  return PL_OK;
}

void engine_free_rigs(engine *e)
{
  for (size_t b = 0; e->rigs && b < pl_world_body_count(e->world); b++) pl_rig_destroy(e->rigs[b]);
  pl_release(e->rigs);
  e->rigs = NULL;
}

/* Gauss points: trilinear between the corners of each cell, at (1 -+ 1/sqrt 3) / 2. */
static void place_gauss_points(const pl_carriers *c, double *out)
{
  const double near = 0.5 * (1 - sqrt(1.0 / 3)), far = 1 - near;
  for (size_t k = 0; k < c->cell_count; k++)
    for (unsigned q = 0; q < CORNERS; q++) {
      double *at = out + 3 * (CORNERS * k + q);
      at[0] = at[1] = at[2] = 0;
      for (unsigned a = 0; a < CORNERS; a++) {
        unsigned other = a ^ q;
        double weight = (other & 4 ? near : far) * (other & 2 ? near : far) * (other & 1 ? near : far);
        const double *node = c->positions + 3 * (size_t)c->corners[CORNERS * k + a];
        for (int axis = 0; axis < 3; axis++) at[axis] += weight * node[axis];
      }
    }
}

static pl_status write_quadrature(engine *e, size_t index, const pl_carriers *c, block_writer *to)
{
  size_t count = c->triangle_count > 0 ? c->point_count : CORNERS * c->cell_count;
  PL_TRY(pl_grow((void **)&e->values, &e->value_capacity, 3 * count, sizeof *e->values));
  if (c->triangle_count > 0) {
    pl_rig *rig = NULL;
    PL_TRY(find_rig(e, index, c, &rig));
    pl_rig_carry(rig, c->positions, e->values);
  } else {
    place_gauss_points(c, e->values);
  }
  put_head(to, BLOCK_TAG('o', 'p', 'n', 't'), index, ENGINE_OVERLAY_QUADRATURE, count);
  put_points(to, e->values, count);
  block_end(to);
  return PL_OK;
}

pl_status engine_write_overlays(engine *e, engine_client *client, block_writer *to)
{
  if (client->overlay_revision != e->revision || client->overlays_sent != client->overlays)
    PL_TRY(write_edges(e, client->overlays, to));
  client->overlay_revision = e->revision;
  client->overlays_sent = client->overlays;
  for (size_t b = 0; b < pl_world_body_count(e->world); b++) {
    const pl_body *body = pl_world_body_at(e->world, b);
    const pl_carriers c = pl_body_carriers(body);
    if (client->overlays & 1U << ENGINE_OVERLAY_CARRIERS && c.node_count > 0) {
      put_head(to, BLOCK_TAG('o', 'p', 'n', 't'), b, ENGINE_OVERLAY_CARRIERS, c.node_count);
      put_points(to, c.positions, c.node_count);
      block_end(to);
    }
    if (client->overlays & 1U << ENGINE_OVERLAY_QUADRATURE && c.node_count > 0) PL_TRY(write_quadrature(e, b, &c, to));
    if (client->overlays & 1U << ENGINE_OVERLAY_GRAPH && pl_body_positions(body)) {
      put_head(to, BLOCK_TAG('o', 'p', 'n', 't'), b, ENGINE_OVERLAY_GRAPH, pl_body_particle_count(body));
      put_points(to, pl_body_positions(body), pl_body_particle_count(body));
      block_end(to);
    }
  }
  return PL_OK;
}
