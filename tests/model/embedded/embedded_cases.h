/* SPDX-License-Identifier: MIT
   Bodies carried by nodes, of every kind, and a look inside them. */
#pragma once

#include <string.h>

#include "fixtures.h"
#include "math/mat3.h"
#include "model/embedded/embedded.h"
#include "world/world.h"

typedef enum embedded_case { CASE_HEX, CASE_CAGE, CASE_FROZEN, CASE_COUNT } embedded_case;

static inline const char *case_name(embedded_case which)
{
  static const char *const names[] = {"hex", "cage", "frozen cage"};
  return names[which];
}

/* A bar of 1 × 0.25 × 0.25 m. */
static inline pl_mesh *case_mesh(void) { return make_bar(13, 4, 4, 1.0 / 12, 6); }

/* A box of nx × ny × nz cells around it, its surface only, `margin` away. */
static inline pl_mesh *make_box_cage(const double low[3], const double high[3], uint32_t nx, uint32_t ny, uint32_t nz)
{
  pl_mesh *lattice = make_bar(nx + 1, ny + 1, nz + 1, 1, 6);
  pl_mesh_data data = pl_mesh_view(lattice);
  uint32_t *place = malloc(data.vertex_count * sizeof(uint32_t)), *triangles = malloc(3 * data.triangle_count * 4);
  double *positions = malloc(3 * data.vertex_count * sizeof(double));
  memset(place, 0xff, data.vertex_count * sizeof(uint32_t));
  const double cells[3] = {nx, ny, nz};
  uint32_t count = 0;
  for (size_t k = 0; k < 3 * data.triangle_count; k++) {
    uint32_t v = data.triangles[k];
    if (place[v] == UINT32_MAX) {
      for (size_t c = 0; c < 3; c++)
        positions[3 * (size_t)count + c] = low[c] + (high[c] - low[c]) * data.positions[3 * (size_t)v + c] / cells[c];
      place[v] = count++;
    }
    triangles[k] = place[v];
  }
  pl_mesh *cage = NULL;
  pl_mesh_data made = {
      .positions = positions, .vertex_count = count, .triangles = triangles, .triangle_count = data.triangle_count};
  assert_ok(pl_mesh_create(&made, &cage));
  free(place);
  free(triangles);
  free(positions);
  pl_mesh_destroy(lattice);
  return cage;
}

/* Of a cage: for case_def; made once and never released, so that definitions can point to it. */
static inline const pl_mesh *case_cage(void)
{
  static pl_mesh *cage;
  if (!cage) cage = make_box_cage((double[]){-0.1, -0.1, -0.1}, (double[]){1.1, 0.35, 0.35}, 4, 1, 1);
  return cage;
}

static inline pl_body_def case_def(embedded_case which, const pl_mesh *mesh)
{
  pl_body_def def = pl_default_body_def(which == CASE_HEX ? PL_MODEL_HEX : PL_MODEL_CAGE);
  def.mesh = mesh;
  def.hex.cells[0] = 6;
  def.hex.cells[1] = def.hex.cells[2] = 2;
  def.cage.mesh = case_cage();
  def.cage.points = 128;
  def.cage.normals = which == CASE_FROZEN ? PL_NORMALS_FROZEN : PL_NORMALS_FULL;
  return def;
}

static inline void set_stiffness(pl_body_def *def, double youngs_modulus, double penalty)
{
  def->hex.youngs_modulus = def->cage.youngs_modulus = youngs_modulus;
  def->hex.penalty = def->cage.penalty = penalty;
}

static inline pl_embedded *inside(pl_body *body) { return body->view.data; }
static inline pl_model_context context_of(pl_body *body) { return pl_world_context(body->world); }

/* Nodes at rest, then looked at. */
static inline void set_nodes(pl_body *body, const double *y)
{
  pl_embedded *nodes = inside(body);
  memcpy(nodes->y, y, nodes->unknowns * sizeof(double));
  nodes->kind->nodes_changed(nodes);
}

static inline double elastic_at(pl_body *body, const double *y, double *f)
{
  pl_model_context context = context_of(body);
  pl_embedded *nodes = inside(body);
  double energy;
  set_nodes(body, y);
  assert_ok(nodes->kind->elastic(nodes, &context, &energy, f));
  return energy;
}

/* The rest shape with every node moved by up to `most` of the body's size. */
static inline double *shaken_nodes(pl_body *body, double most, uint64_t seed)
{
  pl_embedded *nodes = inside(body);
  double *y = malloc(nodes->unknowns * sizeof(double));
  for (size_t k = 0; k < nodes->unknowns; k++) y[k] = nodes->rest[k] + most * nodes->size * random_unit(&seed);
  return y;
}
