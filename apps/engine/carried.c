/* SPDX-License-Identifier: MIT
   Bodies whose vertices are linear in few points: the corners of hexahedra, or the vertices of a cage and its scaled
   normals (Green Coordinates). A page gets the weights once and the points in every frame, and places the vertices
   itself: a cage of 56 vertices costs 2 kB a frame whatever it carries. */
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "mesh/cage/green.h"
#include "pliant/inside.h"
#include "session.h"

enum { CORNERS = 8, MOST_WEIGHTS = 4 << 20 };

struct carried_cage {
  pl_green *green;
  double *normals; /* s_j n_j */
  float *weights;  /* of a vertex: phi per vertex of the cage, then psi per face */
};

void engine_free_carried(engine *e)
{
  for (size_t b = 0; e->cages && b < pl_world_body_count(e->world); b++) {
    carried_cage *cage = &e->cages[b];
    pl_green_destroy(cage->green);
    pl_release(cage->normals);
    pl_release(cage->weights);
  }
  pl_release(e->cages);
  e->cages = NULL;
}

/* --- what can be carried --- */

static bool is_caged(const pl_carriers *c) { return c->triangle_count > 0; }

static size_t point_count(const pl_carriers *c) { return c->node_count + (is_caged(c) ? c->triangle_count : 0); }

/* Points come in float, vertices in 16 bits: few points must carry many vertices. */
bool engine_can_carry(const pl_body *body, const shown *s)
{
  const pl_carriers c = pl_body_carriers(body);
  if (s->detail || s->nearest || c.node_count == 0 || s->rest.vertex_count != pl_body_particle_count(body))
    return false;
  if (2 * point_count(&c) >= s->rest.vertex_count) return false;
  if (!is_caged(&c)) return c.host != NULL && c.weights != NULL;
  return s->rest.vertex_count * (c.node_count + c.triangle_count) <= MOST_WEIGHTS;
}

/* --- cages --- */

static pl_status find_weights(const pl_carriers *c, const double *points, size_t count, carried_cage *cage)
{
  size_t nodes = c->node_count, faces = c->triangle_count, row = nodes + faces;
  double *phi = PL_NEW(double, count *nodes), *psi = PL_NEW(double, count *faces);
  cage->weights = PL_NEW(float, count *row);
  pl_status status = phi && psi && cage->weights ? PL_OK : PL_ERROR_MEMORY;
  if (status == PL_OK)
    status = pl_green_coordinates(cage->green, points, count, NULL, &(pl_green_values){phi, psi, NULL, NULL});
  for (size_t i = 0; status == PL_OK && i < count; i++) {
    for (size_t k = 0; k < nodes; k++) cage->weights[i * row + k] = (float)phi[i * nodes + k];
    for (size_t k = 0; k < faces; k++) cage->weights[i * row + nodes + k] = (float)psi[i * faces + k];
  }
  pl_release(phi);
  pl_release(psi);
  return status;
}

static pl_status make_cage(const pl_carriers *c, const pl_mesh_data *rest, carried_cage *cage)
{
  PL_TRY(pl_green_create(c->rest, c->node_count, c->triangles, c->triangle_count, &cage->green));
  cage->normals = PL_NEW(double, 3 * c->triangle_count);
  if (!cage->normals) return PL_ERROR_MEMORY;
  memcpy(cage->normals, cage->green->normals, 3 * c->triangle_count * sizeof(double));
  return find_weights(c, rest->positions, rest->vertex_count, cage);
}

/* Made when it is first wanted. */
static pl_status find_cage(engine *e, size_t index, const pl_carriers *c, carried_cage **out)
{
  const pl_mesh_data rest = pl_body_rest(pl_world_body_at(e->world, index));
  if (!e->cages) e->cages = PL_NEW(carried_cage, pl_world_body_count(e->world) + 1);
  if (!e->cages) return PL_ERROR_MEMORY;
  *out = &e->cages[index];
  return (*out)->weights ? PL_OK : make_cage(c, &rest, *out);
}

/* --- told --- */

/* u32 body, vertices, points, weights per vertex (0: of every point), then u32 indices unless of every point, f32
   weights */
static pl_status write_cage(engine *e, size_t index, const pl_carriers *c, const pl_mesh_data *rest, block_writer *to)
{
  carried_cage *cage = NULL;
  PL_TRY(find_cage(e, index, c, &cage));
  const uint32_t head[4] = {(uint32_t)index, (uint32_t)rest->vertex_count, (uint32_t)point_count(c), 0};
  block_begin(to, BLOCK_TAG('c', 'a', 'r', 'y'));
  block_put(to, head, sizeof head);
  block_put(to, cage->weights, rest->vertex_count * point_count(c) * sizeof *cage->weights);
  block_end(to);
  return PL_OK;
}

static void write_cells(size_t index, const pl_carriers *c, size_t vertices, block_writer *to)
{
  const uint32_t head[4] = {(uint32_t)index, (uint32_t)vertices, (uint32_t)c->node_count, CORNERS};
  block_begin(to, BLOCK_TAG('c', 'a', 'r', 'y'));
  block_put(to, head, sizeof head);
  for (size_t i = 0; i < vertices; i++)
    block_put(to, c->corners + CORNERS * (size_t)c->host[i], CORNERS * sizeof *c->corners);
  for (size_t k = 0; k < CORNERS * vertices; k++) {
    float weight = (float)c->weights[k];
    block_put(to, &weight, sizeof weight);
  }
  block_end(to);
}

pl_status engine_write_weights(engine *e, engine_client *client, block_writer *to)
{
  if (!client->carried || client->weights_of == e->revision) return PL_OK;
  for (size_t b = 0; b < pl_world_body_count(e->world); b++) {
    const pl_body *body = pl_world_body_at(e->world, b);
    const pl_carriers c = pl_body_carriers(body);
    shown s;
    PL_TRY(engine_show(body, &s));
    if (!engine_can_carry(body, &s)) continue;
    if (is_caged(&c))
      PL_TRY(write_cage(e, b, &c, &s.rest, to));
    else
      write_cells(b, &c, s.rest.vertex_count, to);
  }
  client->weights_of = e->revision;
  return PL_OK;
}

static void put_points(block_writer *to, const double *x, size_t count)
{
  for (size_t k = 0; k < 3 * count; k++) {
    float value = (float)x[k];
    block_put(to, &value, sizeof value);
  }
}

pl_status engine_put_carriers(engine *e, size_t index, block_writer *to)
{
  const pl_carriers c = pl_body_carriers(pl_world_body_at(e->world, index));
  const uint32_t head[2] = {(uint32_t)point_count(&c), 0};
  block_put(to, head, sizeof head);
  put_points(to, c.positions, c.node_count);
  if (!is_caged(&c)) return PL_OK;
  carried_cage *cage = NULL;
  PL_TRY(find_cage(e, index, &c, &cage));
  pl_green_normals(cage->green, c.positions, cage->normals, NULL);
  put_points(to, cage->normals, c.triangle_count);
  return PL_OK;
}
