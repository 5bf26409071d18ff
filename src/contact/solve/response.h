/* SPDX-License-Identifier: MIT
   Contact and friction of all bodies with obstacles, with each other and with themselves, and what is attached to what:
   one solver over the whole world, whose impulses go through the models. */
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
  double gravity;                          /* |g|, m/s^2: what is slow */
  pl_pairs *pairs;                         /* kept from step to step */
  const pl_tangle_regions *tangle_regions; /* regions that contact leaves to pl_tangle_regions_separate; NULL: none */
  struct pl_report *report;                /* gets pairs, forces, depths; NULL: not wanted */
  pl_attached_list attached;
} pl_contact_setup;

/* Lives in the scratch arena for the rest of the step. */
typedef struct pl_contact_state pl_contact_state;

/* Pushes the bodies apart after their free motion, with friction. Adds to the stats of the context. */
pl_status pl_contact_resolve(const pl_contact_setup *setup, const pl_model_context *context, pl_contact_state **out);

/* Particles that corrections have moved into obstacles or bodies are moved out: positions, not velocities. *moved:
   there were some; they then count as touching. */
pl_status pl_contact_depenetrate(pl_contact_state *state, bool *moved);

/* Motion between these two calls (volume correction) is limited so that nothing passes through a sheet or through its
   own body. *held is set when particles were stopped and others may move instead. */
pl_status pl_contact_record_positions(pl_contact_state *state);
pl_status pl_contact_limit_correction(pl_contact_state *state, bool *held);

/* Was the volume of this body kept while contact was solved, so that it needs no correction? */
bool pl_contact_kept_volume(const pl_contact_state *state, size_t body);

/* The bytes that obstacles alone make it take from the arena at most, nearly always, without what models take. What
   bodies need for each other is taken as it comes. */
size_t pl_contact_scratch(const pl_contact_body *body, size_t obstacle_count);
