/* SPDX-License-Identifier: MIT
   Links that break (pliant/fracture.h): which of them do so in a step, for any model that lends fibres. */
#pragma once

#include "model/model.h"
#include "pliant/fracture.h"

typedef struct pl_matter_setup pl_matter_setup;

pl_status pl_fracture_check(const pl_fracture_def *def);
bool pl_fracture_is_on(const pl_fracture_def *def);

/* Random factor on the limits of a link: the same in every run. */
double pl_fracture_spread(const pl_fracture_def *def, size_t link);

/* Stage 4: links beyond their limits break or crease, and the model is notified. */
pl_status pl_matter_break(const pl_matter_setup *setup, const pl_model_context *context);
/* Bytes that this takes from the arena at most, besides what the model takes. */
size_t pl_fracture_scratch(const pl_model *model, const pl_model_body *body);
