/* SPDX-License-Identifier: MIT
   Sleep: bodies that lie still, with all that they touch and hold on to, are left out of steps until something happens
   to them. */
#pragma once

#include "world/world.h"

void pl_body_wake_island(pl_body *body); /* with all that fell asleep with it */
void pl_world_wake_all(pl_world *world); /* all bodies */

bool pl_world_is_still(const pl_world *world); /* all sleep, and nothing moves that could wake them */

/* Before a step: wakes bodies that something prescribed will move. */
void pl_sleep_wake_driven(pl_world *world);

/* After contact: wakes sleepers that were pushed, with their islands, and returns whether there are any. The step then
   has to be taken again with them. */
bool pl_sleep_was_disturbed(pl_world *world);

/* Adds the contacts of sleepers to the stats. */
void pl_sleep_add_contacts(pl_world *world, const pl_touching_list *touching);

/* At the end of a good step: islands that were quiet for long enough fall asleep. */
pl_status pl_sleep_update(pl_world *world);

pl_status pl_sleep_check(const pl_sleep_def *def);
pl_status pl_sleep_apply(pl_body *body, pl_reader *payload);
