/* SPDX-License-Identifier: MIT
   Contact and friction of all bodies with obstacles, with each other and with themselves, and attachments: one solver
   for all bodies, whose impulses are applied by the models. */
#pragma once

#include "contact/attach/attachment.h"
#include "contact/broad/pairs.h"
#include "contact/obstacle/moving.h"
#include "contact/tangle/regions.h"

typedef struct pl_contact_setup {
  const pl_contact_body *bodies;
  size_t body_count;
  const pl_moving_obstacle *obstacles;
  size_t obstacle_count;
  double gravity;                          /* |g|, m/s^2: sets the velocity threshold of restitution */
  pl_pairs *pairs;                         /* kept from step to step */
  const pl_tangle_regions *tangle_regions; /* regions that contact leaves to pl_tangle_regions_separate; NULL: none */
  struct pl_report *report;                /* collects pairs, forces, depths; NULL: none */
  pl_attached_list attached;
} pl_contact_setup;

/* Lives in the scratch arena for the rest of the step. */
typedef struct pl_contact_state pl_contact_state;

/* Solves contact, friction and attachments after the free motion. Adds to the stats of the context. */
pl_status pl_contact_resolve(const pl_contact_setup *setup, const pl_model_context *context, pl_contact_state **out);

/* Moves particles that corrections put into obstacles or bodies out again: positions, not velocities. *moved: there
   were some. */
pl_status pl_contact_depenetrate(pl_contact_state *state, bool *moved);

/* Displacement between these two calls (volume correction) is limited so that nothing passes through a sheet or its own
   body. */
pl_status pl_contact_record_positions(pl_contact_state *state);
pl_status pl_contact_limit_correction(pl_contact_state *state);

/* Whether contact kept the volume of this body, so that it needs no correction. */
bool pl_contact_kept_volume(const pl_contact_state *state, size_t body);

/* Estimate of the arena bytes for contact with obstacles, without those of models. Memory for contact between bodies is
   not included. */
size_t pl_contact_scratch(const pl_contact_body *body, size_t obstacle_count);
