/* SPDX-License-Identifier: MIT
   Bodies whose vertices are linear in few points: the corners of hexahedra, the vertices of a cage and its scaled
   normals (Green Coordinates), or the coordinates of a subspace, which count from where the body started. A page gets
   the weights once and the points in every frame, and places the vertices itself: a cage of 56 vertices costs 2 kB a
   frame whatever it carries, a subspace of 30 functions 0.4 kB. */
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "mesh/cage/green.h"
#include "pliant/inside.h"
#include "pliant/subspace.h"
#include "session.h"

enum { CORNERS = 8, MOST_WEIGHTS = 4 << 20 };

/* What is kept of a body. */
struct carried_body {
  float *weights;      /* per vertex, of every point; NULL: not made, or of cells */
  pl_green *green;     /* of a cage */
  double *normals;     /* s_j n_j */
  double *coordinates; /* of a subspace */
};

static void forget(carried_body *kept)
{
  pl_green_destroy(kept->green);
  pl_release(kept->normals);
  pl_release(kept->coordinates);
  pl_release(kept->weights);
  *kept = (carried_body){0};
}

void engine_free_carried(engine *e)
{
  for (size_t b = 0; e->carried && b < pl_world_body_count(e->world); b++) forget(&e->carried[b]);
  pl_release(e->carried);
  e->carried = NULL;
}

/* --- what can be carried --- */

typedef enum carrier { CELLS, CAGE, SUBSPACE, NOTHING } carrier;

static carrier carrier_of(const pl_body *body, const pl_carriers *c)
{
  if (c->triangle_count > 0) return CAGE;
  if (c->node_count > 0) return c->host && c->weights ? CELLS : NOTHING;
  return pl_body_subspace_size(body) > 0 ? SUBSPACE : NOTHING;
}

static size_t point_count(const pl_body *body, const pl_carriers *c)
{
  return c->node_count > 0 ? c->node_count + c->triangle_count : pl_body_subspace_size(body);
}

/* Points come in float, vertices in 16 bits: few points must carry many vertices. */
bool engine_can_carry(const pl_body *body, const shown *s)
{
  const pl_carriers c = pl_body_carriers(body);
  const size_t points = point_count(body, &c);
  if (s->detail || s->nearest || s->rest.vertex_count != pl_body_particle_count(body)) return false;
  switch (carrier_of(body, &c)) {
  case NOTHING: return false;
  case CELLS: return 2 * points < s->rest.vertex_count;
  default: return 2 * points < s->rest.vertex_count && s->rest.vertex_count * points <= MOST_WEIGHTS;
  }
}

/* --- cages --- */

static pl_status find_cage_weights(const pl_carriers *c, const double *points, size_t count, carried_body *kept)
{
  size_t nodes = c->node_count, faces = c->triangle_count, row = nodes + faces;
  double *phi = PL_NEW(double, count *nodes), *psi = PL_NEW(double, count *faces);
  kept->weights = PL_NEW(float, count *row);
  pl_status status = phi && psi && kept->weights ? PL_OK : PL_ERROR_MEMORY;
  if (status == PL_OK)
    status = pl_green_coordinates(kept->green, points, count, NULL, &(pl_green_values){phi, psi, NULL, NULL});
  for (size_t i = 0; status == PL_OK && i < count; i++) {
    for (size_t k = 0; k < nodes; k++) kept->weights[i * row + k] = (float)phi[i * nodes + k];
    for (size_t k = 0; k < faces; k++) kept->weights[i * row + nodes + k] = (float)psi[i * faces + k];
  }
  pl_release(phi);
  pl_release(psi);
  return status;
}

static pl_status make_cage(const pl_carriers *c, const pl_mesh_data *rest, carried_body *kept)
{
  PL_TRY(pl_green_create(c->rest, c->node_count, c->triangles, c->triangle_count, &kept->green));
  kept->normals = PL_NEW(double, 3 * c->triangle_count);
  if (!kept->normals) return PL_ERROR_MEMORY;
  memcpy(kept->normals, kept->green->normals, 3 * c->triangle_count * sizeof(double));
  return find_cage_weights(c, rest->positions, rest->vertex_count, kept);
}

/* --- subspaces --- */

static pl_status make_subspace(const pl_body *body, carried_body *kept)
{
  size_t size = pl_body_subspace_size(body), count = pl_body_particle_count(body) * size;
  double *basis = PL_NEW(double, count);
  kept->weights = PL_NEW(float, count);
  kept->coordinates = PL_NEW(double, 3 * size);
  pl_status status = basis && kept->weights && kept->coordinates ? PL_OK : PL_ERROR_MEMORY;
  if (status == PL_OK) status = pl_body_subspace(body, basis);
  for (size_t k = 0; status == PL_OK && k < count; k++) kept->weights[k] = (float)basis[k];
  pl_release(basis);
  return status;
}

/* Made when it is first wanted. */
static pl_status find_kept(engine *e, size_t index, const pl_carriers *c, carried_body **out)
{
  const pl_body *body = pl_world_body_at(e->world, index);
  const pl_mesh_data rest = pl_body_rest(body);
  if (!e->carried) e->carried = PL_NEW(carried_body, pl_world_body_count(e->world) + 1);
  if (!e->carried) return PL_ERROR_MEMORY;
  *out = &e->carried[index];
  if ((*out)->weights) return PL_OK;
  pl_status status = carrier_of(body, c) == CAGE ? make_cage(c, &rest, *out) : make_subspace(body, *out);
  if (status != PL_OK) forget(*out);
  return status;
}

/* --- sent to the page --- */

static void put_points(block_writer *to, const double *x, size_t count)
{
  for (size_t k = 0; k < 3 * count; k++) {
    float value = (float)x[k];
    block_put(to, &value, sizeof value);
  }
}

/* u32 body, vertices, points, weights per vertex (0: of every point), then u32 indices unless of every point, f32
   weights; of a subspace f32[3] per vertex, where it is when all points are zero */
static pl_status write_weights(engine *e, size_t index, const pl_carriers *c, block_writer *to)
{
  const pl_body *body = pl_world_body_at(e->world, index);
  const size_t vertices = pl_body_particle_count(body), points = point_count(body, c);
  carried_body *kept = NULL;
  PL_TRY(find_kept(e, index, c, &kept));
  const uint32_t head[4] = {(uint32_t)index, (uint32_t)vertices, (uint32_t)points, 0};
  block_begin(to, BLOCK_TAG('c', 'a', 'r', 'y'));
  block_put(to, head, sizeof head);
  block_put(to, kept->weights, vertices * points * sizeof *kept->weights);
  if (carrier_of(body, c) == SUBSPACE) {
    PL_TRY(pl_grow((void **)&e->values, &e->value_capacity, 3 * vertices, sizeof *e->values));
    PL_TRY(pl_body_subspace_coordinates(body, e->values, NULL));
    put_points(to, e->values, vertices);
  }
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
  if (!client->carried || client->weights_of == e->carried_of) return PL_OK;
  for (size_t b = 0; b < pl_world_body_count(e->world); b++) {
    const pl_body *body = pl_world_body_at(e->world, b);
    const pl_carriers c = pl_body_carriers(body);
    shown s;
    PL_TRY(engine_show(body, &s));
    if (!engine_can_carry(body, &s)) continue;
    if (carrier_of(body, &c) == CELLS)
      write_cells(b, &c, s.rest.vertex_count, to);
    else
      PL_TRY(write_weights(e, b, &c, to));
  }
  client->weights_of = e->carried_of;
  return PL_OK;
}

pl_status engine_put_carriers(engine *e, size_t index, block_writer *to)
{
  const pl_body *body = pl_world_body_at(e->world, index);
  const pl_carriers c = pl_body_carriers(body);
  const carrier by = carrier_of(body, &c);
  const uint32_t head[2] = {(uint32_t)point_count(body, &c), 0};
  carried_body *kept = NULL;
  block_put(to, head, sizeof head);
  put_points(to, c.positions, c.node_count);
  if (by == CELLS) return PL_OK;
  PL_TRY(find_kept(e, index, &c, &kept));
  if (by == CAGE) {
    pl_green_normals(kept->green, c.positions, kept->normals, NULL);
    put_points(to, kept->normals, c.triangle_count);
    return PL_OK;
  }
  PL_TRY(pl_body_subspace_coordinates(body, NULL, kept->coordinates));
  put_points(to, kept->coordinates, head[0]);
  return PL_OK;
}
