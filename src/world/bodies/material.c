/* SPDX-License-Identifier: MIT
   Other materials for bodies that are there already. */
#include "base/floats.h"
#include "base/status.h"
#include "world/bodies/magnitudes.h"
#include "world/world.h"

/* A material for another model than the body's would do nothing. */
static pl_status check_model(const pl_body *body, pl_model_kind kind)
{
  const pl_model *model = pl_model_find(kind);
  if (body->model == model) return PL_OK;
  return pl_fail(PL_ERROR_ARGUMENT, "body '%s' is of the %s model, not the %s model", body->name, body->model->name,
                 model ? model->name : "unknown");
}

pl_status pl_body_set_material(pl_body *body, const pl_body_def *def)
{
  PL_OWN_FLOATS;
  if (!body || !def) return pl_fail(PL_ERROR_ARGUMENT, "pl_body_set_material: a pointer is NULL");
  PL_TRY(check_model(body, def->model));
  const pl_model *model = body->model;
  pl_body_def next;
  pl_status status = pl_model_change_part(model, &body->def, def, &next);
  if (status != PL_OK) return pl_fail_in(status, "body '%s': ", body->name);
  PL_TRY(model->check(&next));
  PL_TRY(pl_magnitudes_of_material(&next));
  pl_bytes payload = {0};
  pl_record_put(&payload, model->layout, &next);
  return pl_change_queue(body->world, PL_CHANGE_BODY_MATERIAL, body, &payload);
}
