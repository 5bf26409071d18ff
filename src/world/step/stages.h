/* SPDX-License-Identifier: MIT
   The stages of a step that are not in a room of their own. */
#pragma once

#include "world/world.h"

pl_status pl_forces_apply(pl_world *world);
pl_status pl_tangles_update(pl_world *world);     /* tangles.c */
bool pl_body_started_inside(const pl_body *body); /* the same: into what it may be tangled with, from outside */
pl_status pl_models_advance(pl_world *world);
pl_status pl_contacts_resolve(pl_world *world, pl_contact_state **state);
void pl_volumes_begin(pl_world *world);
pl_status pl_volumes_restore(pl_world *world); /* what elasticity took, where it is much */
/* Can the volume of a body be kept while contact is solved? Fills in how. */
bool pl_volume_is_kept_in_contact(const pl_body *body, pl_volume_setup *out);
/* Of bodies whose volume contact has not kept. */
bool pl_volumes_are_kept(const pl_world *world, const pl_contact_state *touching);
pl_status pl_volumes_correct(pl_world *world, const pl_contact_state *touching);
pl_status pl_fluxes_correct(pl_world *world, const pl_contact_state *touching);
pl_status pl_models_carry(pl_world *world, const pl_model_context *context);
pl_status pl_matter_update(pl_world *world);                                   /* matter.c */
pl_status pl_heats_advance(pl_world *world, const pl_contact_state *touching); /* heat.c */
pl_status pl_world_accept(pl_world *world);
