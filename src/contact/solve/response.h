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
  const pl_tangle_regions *tangle_regions; /* what contact must leave alone; NULL: nothing */
  struct pl_report *report;                /* where to tell what happened; NULL: nobody asks */
  pl_attached_list attached;
} pl_contact_setup;

/* Lives in the scratch arena for the rest of the step. */
typedef struct pl_contact_state pl_contact_state;

/* Pushes the bodies apart after their free motion, with friction. Adds to the stats of the context. */
pl_status pl_contact_resolve(const pl_contact_setup *setup, const pl_model_context *context, pl_contact_state **out);

/* Particles that were moved into obstacles since are moved back: positions, not velocities. Tells
   whether there were any; they then count as touching. */
pl_status pl_contact_depenetrate(pl_contact_state *state, bool *moved);

/* What is moved between these two calls, by something else than contact, gets through no sheet and not through its own
   body: whatever went too far goes back so far that it did not. `held` becomes true when others may go instead;
   otherwise it stays as it is. */
pl_status pl_contact_record_positions(pl_contact_state *state);
pl_status pl_contact_limit_correction(pl_contact_state *state, bool *held);

/* Was the volume of this body kept while contact was solved, so that nobody has to see to it any more? */
bool pl_contact_kept_volume(const pl_contact_state *state, size_t body);

/* The bytes that obstacles alone make it take from the arena at most, nearly always, without what models take. What
   bodies need for each other is taken as it comes. */
size_t pl_contact_scratch(const pl_contact_body *body, size_t obstacle_count);
