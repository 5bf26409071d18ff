/* SPDX-License-Identifier: MIT
   What bodies are drawn by, and its topology: sent with a new world, and for a body again when its topology is
   another. */
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "pliant/fracture.h"
#include "session.h"

pl_status engine_show(const pl_body *body, shown *out)
{
  *out = (shown){0};
  if (pl_body_blobby_def(body).radius > 0) {
    pl_blobby_surface blob;
    PL_TRY(pl_body_blobby(body, &blob));
    out->rest = (pl_mesh_data){
        .vertex_count = blob.vertex_count, .triangles = blob.triangles, .triangle_count = blob.triangle_count};
    out->positions = blob.positions;
    out->nearest = blob.nearest;
    return PL_OK;
  }
  out->detail = pl_detail_mesh(body).vertex_count > 0;
  out->rest = out->detail ? pl_detail_mesh(body) : pl_body_skin(body); /* torn where it broke */
  out->positions = out->detail ? pl_detail_positions(body) : pl_body_positions(body);
  out->velocities = out->detail ? pl_detail_velocities(body) : pl_body_velocities(body);
  return out->positions && out->velocities ? PL_OK : PL_ERROR_MEMORY;
}

/* --- when it is another --- */

/* A blobby surface is made anew for every state, other bodies are drawn otherwise when they break. */
static uint64_t mark_of(const engine *e, const pl_body *body)
{
  return pl_body_blobby_def(body).radius > 0 ? 1 + (uint64_t)e->change : pl_body_skin_revision(body);
}

static pl_status watch_shapes(engine *e)
{
  size_t count = pl_world_body_count(e->world);
  if (!e->shapes) e->shapes = PL_NEW(body_shape, count + 1);
  if (!e->shapes) return PL_ERROR_MEMORY;
  for (size_t b = 0; b < count; b++) {
    uint64_t mark = mark_of(e, pl_world_body_at(e->world, b));
    if (mark == e->shapes[b].mark) continue;
    e->shapes[b] = (body_shape){mark, ++e->shape_change};
  }
  return PL_OK;
}

/* --- topology --- */

static void put_mesh(block_writer *to, const pl_mesh_data *mesh, size_t edges)
{
  block_put(to, mesh->triangles, 3 * mesh->triangle_count * sizeof(uint32_t));
  block_put(to, mesh->edges, 2 * edges * sizeof(uint32_t));
}

static void write_obstacle_meshes(engine *e, block_writer *to)
{
  for (size_t i = 0; i < pl_world_obstacle_count(e->world); i++) {
    pl_obstacle_def def;
    if (pl_world_obstacle_at(e->world, i, &def, NULL) != PL_OK || def.shape != PL_OBSTACLE_MESH || !def.mesh) continue;
    pl_mesh_data mesh = pl_mesh_view(def.mesh);
    uint32_t head[4] = {(uint32_t)i, (uint32_t)mesh.vertex_count, (uint32_t)mesh.triangle_count, 0};
    block_begin(to, BLOCK_TAG('o', 'm', 's', 'h'));
    block_put(to, head, sizeof head);
    block_put(to, mesh.triangles, 3 * mesh.triangle_count * sizeof(uint32_t));
    for (size_t k = 0; k < 3 * mesh.vertex_count; k++) {
      float x = (float)mesh.positions[k];
      block_put(to, &x, sizeof x);
    }
    block_end(to);
  }
}

static pl_status write_shape(const engine *e, size_t b, block_writer *to)
{
  shown s;
  PL_TRY(engine_show(pl_world_body_at(e->world, b), &s));
  /* Edges of a graph are inside where there are triangles; a curve is shown by them. */
  uint32_t edges = s.rest.triangle_count > 0 || s.nearest ? 0 : (uint32_t)s.rest.edge_count;
  uint32_t head[6] = {e->revision,
                      (uint32_t)b,
                      (uint32_t)s.rest.vertex_count,
                      (uint32_t)s.rest.triangle_count,
                      edges,
                      (uint32_t)pl_world_body_count(e->world)};
  block_begin(to, BLOCK_TAG('t', 'o', 'p', 'o'));
  block_put(to, head, sizeof head);
  put_mesh(to, &s.rest, edges);
  block_end(to);
  return PL_OK;
}

pl_status engine_write_topology(engine *e, engine_client *client, block_writer *to)
{
  bool whole = client->revision != e->revision;
  PL_TRY(watch_shapes(e));
  for (size_t b = 0; b < pl_world_body_count(e->world); b++)
    if (whole || e->shapes[b].change > client->shapes) PL_TRY(write_shape(e, b, to));
  if (whole) write_obstacle_meshes(e, to);
  client->shapes = e->shape_change;
  client->revision = e->revision;
  return PL_OK;
}
