/* SPDX-License-Identifier: MIT
   A bar of every model that can creep and yield, between a clamped left end and a right end that is pulled. */
#pragma once

#include "fixtures.h"

#include <string.h>

#include "math/vec3.h"

enum { BAR_X = 7, BAR_Y = 3, BAR_SIDE = BAR_Y * BAR_Y, BAR_COUNT = BAR_X * BAR_SIDE };
#define BAR_SPACING 0.05

typedef struct model_bar {
  pl_world *world;
  pl_body *body;
  size_t count, side; /* particles, and those of each end */
  uint32_t left[BAR_SIDE], right[BAR_SIDE];
  double share[BAR_SIDE]; /* of the pull, by the part of the section */
  double length;          /* m, at rest */
} model_bar;

typedef struct bar_model {
  const char *name;
  pl_model_kind kind;
  double load;   /* N that strains the bar by a few per mille, where its energy is quadratic */
  bool weighted; /* its links have weights */
  bool breaks;   /* and may break; of hexahedra links are cells, which tests of their own are about */
} bar_model;

static const bar_model bar_models[] = {{"continuum", PL_MODEL_CONTINUUM, 5, true, true},
                                       {"graph", PL_MODEL_GRAPH, 5, true, true},
                                       {"hex", PL_MODEL_HEX, 5, true, false},
                                       {"hybrid", PL_MODEL_HYBRID, 5, false, true}};
enum { BAR_MODELS = sizeof bar_models / sizeof *bar_models };

static inline pl_body_def bar_material(pl_model_kind kind)
{
  pl_body_def def = pl_default_body_def(kind);
  def.density = 20;
  def.graph.youngs_modulus = def.continuum.youngs_modulus = def.hex.youngs_modulus = 2e5;
  def.hybrid.stretch.value = 2e5;
  def.hex.penalty = 1e9; /* clamps that do not give way */
  def.hex.cells[0] = BAR_X - 1;
  def.hex.cells[1] = def.hex.cells[2] = BAR_Y - 1;
  def.graph.iterations = 4;
  def.graph.precision = PL_PRECISION_DOUBLE;
  def.graph.damping_stiffness = 0.001; /* a light bar stops swinging at once, so that what is seen is creep */
  return def;
}

static inline void find_ends(model_bar *b, const pl_mesh *mesh)
{
  b->count = pl_mesh_view(mesh).vertex_count;
  b->side = select_particles(mesh, 0, 0, b->left);
  select_particles(mesh, 0, b->length, b->right);
  for (size_t k = 0; k < b->side; k++) b->share[k] = (k / BAR_Y == 1 ? 1 : 0.5) * (k % BAR_Y == 1 ? 1 : 0.5) / 4;
}

static inline model_bar make_bar_that_breaks(const bar_model *model, double h, const pl_inelastic_def *law,
                                             const pl_heat_def *heat, const pl_fracture_def *fracture, bool pinned,
                                             int threads)
{
  model_bar b = {.length = (BAR_X - 1) * BAR_SPACING};
  pl_world_def world_def = quiet_world(h);
  world_def.threads = threads;
  world_def.substeps = 0; /* the default */
  b.world = make_world(&world_def);
  pl_mesh *mesh = make_bar(BAR_X, BAR_Y, BAR_Y, BAR_SPACING, 26);
  find_ends(&b, mesh);
  pl_body_def def = bar_material(model->kind);
  def.mesh = mesh;
  def.inelastic = *law;
  if (heat) def.heat = *heat;
  if (fracture) def.fracture = *fracture;
  pl_pin_def pin = pl_default_pin_def();
  pin.particles = b.left;
  pin.count = b.side;
  def.pins = &pin;
  def.pin_count = pinned;
  b.body = make_body(b.world, &def);
  pl_mesh_destroy(mesh);
  return b;
}

static inline model_bar make_heated_bar(const bar_model *model, double h, const pl_inelastic_def *law,
                                        const pl_heat_def *heat, bool pinned, int threads)
{
  return make_bar_that_breaks(model, h, law, heat, NULL, pinned, threads);
}

static inline model_bar make_model_bar(const bar_model *model, double h, const pl_inelastic_def *law, bool pinned,
                                       int threads)
{
  return make_heated_bar(model, h, law, NULL, pinned, threads);
}

static inline double bar_stretch(const model_bar *b)
{
  double sum = 0;
  const double *x = pl_body_positions(b->body);
  for (size_t k = 0; k < b->side; k++) sum += x[3 * (size_t)b->right[k]] - x[3 * (size_t)b->left[k]];
  return sum / (double)b->side - b->length;
}

static inline void pull_bar(model_bar *b, const double force[3])
{
  for (size_t k = 0; k < b->side; k++) {
    double part[3];
    pl_vec3_scale(force, b->share[k], part);
    assert_ok(pl_body_apply_force(b->body, &b->right[k], 1, part));
  }
  assert_ok(pl_world_step(b->world));
}
