/* SPDX-License-Identifier: MIT
   Curves, surfaces and solids of the continuum model, and a look inside them. */
#pragma once

#include <string.h>

#include "fixtures.h"
#include "math/mat3.h"
#include "math/vec3.h"
#include "model/continuum/continuum.h"
#include "pliant/make.h"
#include "world/world.h"

static inline pl_continuum *continuum_of(const pl_body *body) { return body->view.data; }

/* Weights of about 1, so that errors are relative to it. */
static inline pl_body_def plain_continuum(const pl_mesh *mesh)
{
  pl_body_def def = pl_default_body_def(PL_MODEL_CONTINUUM);
  def.mesh = mesh;
  def.thickness = 0.01;
  def.density = 100;
  for (int k = 0; k < 3; k++) {
    def.continuum.stretch[k].value = 1 + 0.3 * k;
    def.continuum.shear[k].value = 0.7 - 0.1 * k;
    def.continuum.bend[k].value = 0;
  }
  return def;
}

/* A square of 1 m with n × n nodes. */
static inline pl_mesh *sheet_of(uint32_t n)
{
  pl_mesh *mesh = NULL;
  assert_ok(pl_make_sheet(1, 1, n, n, &mesh));
  return mesh;
}

/* The mesh with its points moved by an amount that is not small, the same for each seed. */
static inline void disturb(const pl_mesh *mesh, double by, uint64_t seed, double *x)
{
  pl_mesh_data data = pl_mesh_view(mesh);
  for (size_t k = 0; k < 3 * data.vertex_count; k++) x[k] = data.positions[k] + by * random_unit(&seed);
}
