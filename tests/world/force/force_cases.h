/* SPDX-License-Identifier: MIT
   Sheets of every model that forces act on. */
#pragma once

#include <string.h>

#include "world/busy_scene.h"

/* A sheet of 0.04 m^2 and 1 kg/m^2 in the plane y = 0, without bending or gravity. */
static inline pl_mesh *sheet_of(uint32_t n)
{
  pl_mesh *mesh = NULL;
  assert_ok(pl_make_sheet(0.2, 0.2, n, n, &mesh));
  return mesh;
}

static const pl_model_kind sheet_models[] = {PL_MODEL_CONTINUUM, PL_MODEL_HYBRID, PL_MODEL_GRAPH, PL_MODEL_SURFACE};
enum { SHEET_MODELS = sizeof sheet_models / sizeof *sheet_models };

static inline pl_body *add_sheet(pl_world *world, pl_model_kind model, double height)
{
  pl_mesh *mesh = sheet_of(6);
  double positions[108], masses[36];
  memcpy(positions, pl_mesh_view(mesh).positions, sizeof positions);
  for (size_t i = 0; i < 36; i++) { /* by cells, as resistance: flat, it moves flat */
    bool at_x = i / 6 == 0 || i / 6 == 5, at_z = i % 6 == 0 || i % 6 == 5;
    masses[i] = 0.04 / 25 * (at_x ? 0.5 : 1) * (at_z ? 0.5 : 1);
    positions[3 * i + 1] += height;
  }
  pl_body_def def = pl_default_body_def(model);
  def.mesh = mesh;
  def.thickness = 0.001;
  def.masses = masses;
  def.positions = positions;
  if (model == PL_MODEL_CONTINUUM)
    for (size_t k = 0; k < 3; k++) {
      def.continuum.stretch[k].value = def.continuum.shear[k].value = 100;
      def.continuum.bend[k].value = 0.01;
    }
  pl_body *body = make_body(world, &def);
  pl_mesh_destroy(mesh);
  return body;
}

static inline pl_force_id add(pl_world *world, const pl_force_def *def)
{
  pl_force_id id;
  assert_ok(pl_force_create(world, def, &id));
  return id;
}
