/* SPDX-License-Identifier: MIT
   Other materials for bodies that are there already. */
#include "base/status.h"
#include "world/world.h"

/* A material for another model than the body's would do nothing. */
static pl_status check_model(const pl_body *body, pl_model_kind model)
{
  if (body->def.model == model) return PL_OK;
  return pl_fail(PL_ERROR_ARGUMENT, "body '%s' is of the %s model, not the %s model", body->name, body->model->name,
                 pl_model_find(model)->name);
}

/* part: where it is in def, `size` bytes. */
static pl_status queue_material(pl_body *body, const pl_body_def *def, pl_change kind, const void *part, size_t size)
{
  PL_TRY(body->model->check(def));
  pl_bytes payload = {0};
  pl_bytes_put(&payload, part, size);
  return pl_change_queue(body->world, kind, body, &payload);
}

static pl_status refuse_shape(const pl_body *body, const char *key)
{
  return pl_fail(PL_ERROR_ARGUMENT,
                 "body '%s': %s was settled when the body was created and cannot be another while it moves; create a "
                 "new body",
                 body->name, key);
}

pl_status pl_body_set_graph(pl_body *body, const pl_graph_def *graph)
{
  if (!body || !graph) return pl_fail(PL_ERROR_ARGUMENT, "pl_body_set_graph: a pointer is NULL");
  PL_TRY(check_model(body, PL_MODEL_GRAPH));
  pl_body_def def = body->def;
  def.graph = *graph;
  return queue_material(body, &def, PL_CHANGE_BODY_GRAPH, &def.graph, sizeof def.graph);
}

pl_status pl_body_set_surface(pl_body *body, const pl_surface_def *surface)
{
  if (!body || !surface) return pl_fail(PL_ERROR_ARGUMENT, "pl_body_set_surface: a pointer is NULL");
  PL_TRY(check_model(body, PL_MODEL_SURFACE));
  pl_body_def def = body->def;
  def.surface = *surface;
  return queue_material(body, &def, PL_CHANGE_BODY_SURFACE, &def.surface, sizeof def.surface);
}

pl_status pl_body_set_cage(pl_body *body, const pl_cage_model_def *cage)
{
  if (!body || !cage) return pl_fail(PL_ERROR_ARGUMENT, "pl_body_set_cage: a pointer is NULL");
  PL_TRY(check_model(body, PL_MODEL_CAGE));
  const pl_cage_model_def *now = &body->def.cage;
  if (cage->vertices != now->vertices) return refuse_shape(body, "cage.vertices");
  if (cage->points != now->points) return refuse_shape(body, "cage.points");
  if (cage->spacing != now->spacing) return refuse_shape(body, "cage.spacing");
  if (cage->normals != now->normals) return refuse_shape(body, "cage.normals");
  pl_body_def def = body->def;
  def.cage.youngs_modulus = cage->youngs_modulus;
  def.cage.poisson_ratio = cage->poisson_ratio;
  def.cage.penalty = cage->penalty;
  def.cage.plane_penalty = cage->plane_penalty;
  def.cage.own_mass = cage->own_mass;
  def.cage.own_stiffness = cage->own_stiffness;
  def.cage.angular_momentum = cage->angular_momentum;
  return queue_material(body, &def, PL_CHANGE_BODY_CAGE, &def.cage, sizeof def.cage);
}

pl_status pl_body_set_hex(pl_body *body, const pl_hex_def *hex)
{
  if (!body || !hex) return pl_fail(PL_ERROR_ARGUMENT, "pl_body_set_hex: a pointer is NULL");
  PL_TRY(check_model(body, PL_MODEL_HEX));
  const pl_hex_def *now = &body->def.hex;
  for (int c = 0; c < 3; c++)
    if (hex->cells[c] != now->cells[c]) return refuse_shape(body, "hex.cells");
  if (hex->spacing != now->spacing) return refuse_shape(body, "hex.spacing");
  if (hex->nodes != now->nodes) return refuse_shape(body, "hex.nodes");
  pl_body_def def = body->def;
  def.hex = *hex;
  return queue_material(body, &def, PL_CHANGE_BODY_HEX, &def.hex, sizeof def.hex);
}
