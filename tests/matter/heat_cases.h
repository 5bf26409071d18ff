/* SPDX-License-Identifier: MIT
   Bars that conduct: a lattice along x that does not move. */
#pragma once

#include "fixtures.h"

static const double conductivity = 50, capacity = 500, density = 2000;

/* It may fall, but in worlds without gravity it stays where it is. */
static inline pl_body_def heated(const pl_mesh *mesh)
{
  pl_body_def def = pl_default_body_def(PL_MODEL_GRAPH);
  def.mesh = mesh;
  def.density = density;
  def.graph.precision = PL_PRECISION_DOUBLE;
  def.sleep = false;
  def.heat.conducts = true;
  def.heat.conductivity.value = conductivity;
  def.heat.capacity = capacity;
  return def;
}

static inline pl_heat_signals heat_of(const pl_body *body)
{
  pl_heat_signals signals;
  assert_ok(pl_body_measure_heat(body, &signals));
  return signals;
}
