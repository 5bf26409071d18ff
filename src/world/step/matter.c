/* SPDX-License-Identifier: MIT
   Stage 4, and the public interface of creep and yield. */
#include "matter/matter.h"

#include <string.h>

#include "base/floats.h"
#include "base/status.h"
#include "math/vec3.h"
#include "world/bodies/magnitudes.h"
#include "world/bodies/skin.h"
#include "world/snapshot/records.h"
#include "world/step/stages.h"

pl_matter_setup pl_body_matter(pl_body *body)
{
  return (pl_matter_setup){body->matter, &body->def.inelastic, &body->def.fracture, body->model, &body->view};
}

/* ---- the stage ---- */

pl_status pl_matter_update(pl_world *world)
{
  pl_model_context context = pl_world_context(world);
  PL_TRY(pl_models_carry(world, &context));
  for (size_t b = 0; b < world->body_count; b++) {
    pl_body *body = world->bodies[b];
    if (pl_body_is_asleep(body)) continue;
    pl_matter_setup setup = pl_body_matter(body);
    PL_TRY(pl_matter_flow(&setup, &context));
    PL_TRY(pl_matter_break(&setup, &context));
    pl_body_find_skin(body);
  }
  return PL_OK;
}

/* ---- the laws of a body ---- */

pl_status pl_body_set_up_matter(pl_body *body, const pl_body_def *def)
{
  unsigned needs = 0;
  if (body->heat && body->heat->softening.end > 0) needs |= PL_NEEDS_REST | PL_NEEDS_WEIGHTS;
  if (body->heat && body->heat->softening.melting > 0) needs |= PL_NEEDS_LINKS;
  if (pl_fracture_is_on(&def->fracture)) needs |= PL_NEEDS_LINKS;
  pl_matter_def worn = {&def->inelastic, &def->fracture, needs, body->count};
  return pl_matter_set_up(&body->matter, body->model, &body->view, &worn);
}

pl_status pl_inelastic_apply(pl_body *body, pl_reader *payload)
{
  pl_body_def before = body->def, next = body->def;
  pl_record_get(payload, pl_layout_of_inelastic, &next.inelastic);
  if (payload->failed)
    return pl_fail(PL_ERROR_FORMAT, "a recorded inelastic law of body '%s' is incomplete", body->name);
  PL_TRY(pl_inelastic_check(&next.inelastic));
  PL_TRY(pl_magnitudes_of_matter(&next));
  PL_TRY(body->model->check(&next));
  pl_status status = pl_body_set_up_matter(body, &next);
  body->def = next;
  pl_body_forget_energy(body);
  if (status == PL_OK) status = pl_body_prepare(body, PL_CHANGED_MATERIAL);
  if (status == PL_OK) return PL_OK;
  body->def = before;
  pl_body_set_up_matter(body, &before); /* restores what was there */
  pl_model_context context = pl_world_context(body->world);
  body->model->prepare(&body->view, &body->def, PL_CHANGED_BACK, &context);
  return status;
}

pl_status pl_body_set_inelastic(pl_body *body, const pl_inelastic_def *inelastic)
{
  PL_OWN_FLOATS;
  if (!body || !inelastic)
    return pl_fail(PL_ERROR_ARGUMENT, "pl_body_set_inelastic: %s is NULL", body ? "inelastic" : "body");
  pl_body_def next = body->def;
  next.inelastic = *inelastic;
  PL_TRY(pl_inelastic_check(inelastic));
  PL_TRY(pl_magnitudes_of_matter(&next));
  PL_TRY(body->model->check(&next));
  if (pl_inelastic_is_on(inelastic) && !body->model->fibres)
    return pl_fail(PL_ERROR_UNSUPPORTED, "body '%s': the %s model has no links that could creep or yield", body->name,
                   body->model->name);
  pl_bytes payload = {0};
  pl_record_put(&payload, pl_layout_of_inelastic, inelastic);
  return pl_change_queue(body->world, PL_CHANGE_BODY_INELASTIC, body, &payload);
}

pl_inelastic_def pl_body_inelastic(const pl_body *body)
{
  return body ? body->def.inelastic : pl_default_inelastic_def();
}

/* ---- rest edges ---- */

static pl_status rest_edges_of(const pl_body *body, pl_fibres *out)
{
  if (!body) return pl_fail(PL_ERROR_ARGUMENT, "rest edges: body is NULL");
  *out = (pl_fibres){0};
  if (body->model->fibres) body->model->fibres(&body->view, out);
  if (out->components == 3 && out->rest) return PL_OK;
  return pl_fail(PL_ERROR_UNSUPPORTED, "body '%s' has no plasticity: its rest edges are those of its mesh", body->name);
}

static double *rest_edge(const pl_body *body, const pl_fibres *fibres, uint32_t from, uint32_t to)
{
  size_t fibre = pl_fibre_between(fibres, body->place[from], body->place[to]);
  return fibre != SIZE_MAX ? fibres->rest + 3 * fibre : NULL;
}

pl_status pl_body_rest_edges(const pl_body *body, double *edges)
{
  PL_OWN_FLOATS;
  pl_fibres fibres;
  PL_TRY(rest_edges_of(body, &fibres));
  if (!edges) return pl_fail(PL_ERROR_ARGUMENT, "pl_body_rest_edges: edges is NULL");
  pl_mesh_data rest = pl_mesh_view(body->rest);
  for (size_t k = 0; k < 2 * rest.edge_count; k++)
    pl_vec3_copy(rest_edge(body, &fibres, rest.edges[k], rest.edges[k ^ 1]), edges + 3 * k);
  return PL_OK;
}

static pl_status queue_edges(pl_body *body, pl_bytes *payload)
{
  return pl_change_queue(body->world, PL_CHANGE_BODY_REST_EDGES, body, payload);
}

pl_status pl_body_set_rest_edges(pl_body *body, const double *edges)
{
  PL_OWN_FLOATS;
  pl_fibres fibres;
  PL_TRY(rest_edges_of(body, &fibres));
  if (!edges) return pl_fail(PL_ERROR_ARGUMENT, "pl_body_set_rest_edges: edges is NULL");
  size_t count = 6 * pl_mesh_view(body->rest).edge_count;
  PL_TRY(pl_limit_check_all(PL_QUANTITY_LENGTH, "edges", edges, count));
  pl_bytes payload = {0};
  pl_bytes_put(&payload, edges, count * sizeof(double));
  return queue_edges(body, &payload);
}

pl_status pl_body_reset_plasticity(pl_body *body)
{
  PL_OWN_FLOATS;
  pl_fibres fibres;
  PL_TRY(rest_edges_of(body, &fibres));
  pl_mesh_data rest = pl_mesh_view(body->rest);
  pl_bytes payload = {0};
  for (size_t k = 0; k < 2 * rest.edge_count; k++) {
    double edge[3];
    pl_vec3_sub(rest.positions + 3 * (size_t)rest.edges[k ^ 1], rest.positions + 3 * (size_t)rest.edges[k], edge);
    PL_PUT(&payload, edge);
  }
  return queue_edges(body, &payload);
}

/* Rest edges that were set from outside have no history. */
pl_status pl_rest_edges_apply(pl_body *body, pl_reader *payload)
{
  pl_fibres fibres;
  pl_mesh_data rest = pl_mesh_view(body->rest);
  const double *edges = pl_reader_take(payload, 6 * rest.edge_count, sizeof(double));
  if (!edges || !pl_are_within(PL_QUANTITY_LENGTH, edges, 6 * rest.edge_count, NULL))
    return pl_fail(PL_ERROR_FORMAT, "recorded rest edges do not fit body '%s'", body->name);
  if (rest_edges_of(body, &fibres) != PL_OK || !fibres.rest) return PL_OK; /* the material has ceased to flow */
  for (size_t k = 0; k < 2 * rest.edge_count; k++) {
    double *edge = rest_edge(body, &fibres, rest.edges[k], rest.edges[k ^ 1]);
    if (edge) memcpy(edge, edges + 3 * k, 3 * sizeof(double));
  }
  pl_matter_forget_strains(body->matter);
  pl_body_forget_energy(body);
  pl_model_context context = pl_world_context(body->world);
  return body->model->refit(&body->view, PL_REFIT_REST, &context);
}
