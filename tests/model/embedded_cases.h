/* SPDX-License-Identifier: MIT
   Bodies carried by nodes, of every kind, and a look inside them. */
#pragma once

#include <string.h>

#include "fixtures.h"
#include "math/mat3.h"
#include "model/embedded/embedded.h"
#include "world/world.h"

typedef enum embedded_case { CASE_HEX, CASE_COUNT } embedded_case;

static inline const char *case_name(embedded_case which)
{
  static const char *const names[] = {"hex"};
  return names[which];
}

/* A bar of 1 × 0.25 × 0.25 m. */
static inline pl_mesh *case_mesh(void) { return make_bar(13, 4, 4, 1.0 / 12, 6); }

static inline pl_body_def case_def(embedded_case which, const pl_mesh *mesh)
{
  (void)which;
  pl_body_def def = pl_default_body_def(PL_MODEL_HEX);
  def.mesh = mesh;
  def.hex.cells[0] = 6;
  def.hex.cells[1] = def.hex.cells[2] = 2;
  return def;
}

static inline void set_stiffness(pl_body_def *def, double youngs_modulus, double penalty)
{
  def->hex.youngs_modulus = youngs_modulus;
  def->hex.penalty = penalty;
}

static inline pl_embedded *inside(pl_body *body) { return body->view.data; }
static inline pl_model_context context_of(pl_body *body) { return pl_world_context(body->world); }

/* Nodes at rest, then looked at. */
static inline void set_nodes(pl_body *body, const double *y)
{
  pl_embedded *nodes = inside(body);
  memcpy(nodes->y, y, nodes->unknowns * sizeof(double));
  nodes->kind->look(nodes);
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
