/* SPDX-License-Identifier: MIT
   The list of models, and what goes alike for all of their definitions. */
#include "model/model.h"

#include <string.h>

#include "base/status.h"
#include "model/cage/cage.h"
#include "model/continuum/continuum.h"
#include "model/graph/graph.h"
#include "model/hex/hex.h"
#include "model/hybrid/hybrid.h"
#include "model/surface/surface.h"

static const pl_model *(*const models[])(void) = {pl_graph_model, pl_surface_model,   pl_cage_model,
                                                  pl_hex_model,   pl_continuum_model, pl_hybrid_model};

const pl_model *pl_model_find(pl_model_kind kind)
{
  for (size_t m = 0; m < sizeof models / sizeof *models; m++)
    if (models[m]()->kind == kind) return models[m]();
  return NULL;
}

/* ---- definitions ---- */

void pl_models_fill_defaults(pl_body_def *def)
{
  for (size_t m = 0; m < sizeof models / sizeof *models; m++) models[m]()->defaults(def);
}

void *pl_model_part_of(const pl_model *model, pl_body_def *def) { return (unsigned char *)def + model->part.at; }

pl_body_def pl_def_without_pointers(const pl_body_def *def)
{
  pl_body_def kept = *def;
  kept.name = NULL;
  kept.mesh = NULL;
  kept.masses = kept.stiffness = kept.positions = kept.velocities = NULL;
  kept.pins = NULL;
  kept.pin_count = 0;
  kept.heat.temperature.values = kept.heat.conductivity.values = NULL;
  kept.heat.sources = NULL;
  kept.heat.source_count = 0;
  for (size_t m = 0; m < sizeof models / sizeof *models; m++)
    if (models[m]()->forget_pointers) models[m]()->forget_pointers(&kept);
  return kept;
}

pl_status pl_model_change_part(const pl_model *model, const pl_body_def *now, const pl_body_def *next, pl_body_def *out)
{
  for (size_t k = 0; k < model->frozen_count; k++) {
    const pl_frozen_key *key = &model->frozen[k];
    if (memcmp((const unsigned char *)now + key->at, (const unsigned char *)next + key->at, key->size) != 0)
      return pl_fail(PL_ERROR_ARGUMENT,
                     "%s was settled when the body was created and cannot be another while it moves; create a new body",
                     key->name);
  }
  *out = *now;
  memcpy((unsigned char *)out + model->part.at, (const unsigned char *)next + model->part.at, model->part.size);
  *out = pl_def_without_pointers(out);
  return PL_OK;
}

/* ---- bodies ---- */

size_t pl_model_body_fixed_place(const pl_model_body *body, uint32_t particle)
{
  size_t low = 0, high = body->fixed_count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (body->fixed[middle] < particle)
      low = middle + 1;
    else
      high = middle;
  }
  return low < body->fixed_count && body->fixed[low] == particle ? low : body->fixed_count;
}

bool pl_model_body_is_pinned(const pl_model_body *body, uint32_t particle)
{
  if (pl_model_body_fixed_place(body, particle) < body->fixed_count) return true;
  for (size_t k = 0; k < body->hold_count; k++)
    if (body->holds[k].softness == 0 && body->holds[k].count == 1 && body->holds[k].particles[0] == particle)
      return true;
  return false;
}
