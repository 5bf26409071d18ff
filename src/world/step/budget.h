/* SPDX-License-Identifier: MIT
   What bodies that touch may not have at the end of a step: more energy than they had when it began. */
#pragma once

#include "world/world.h"

/* Of the step that is being taken, in the scratch arena. */
typedef struct pl_budget {
  double *before;  /* per body: kinetic and gravitational energy when the step began, J */
  uint8_t *driven; /* per body: something else than contact gives it energy, or may */
} pl_budget;

/* Bytes of the arena, without what models take. */
size_t pl_budget_scratch(const pl_world *world);

pl_status pl_budget_begin(pl_world *world, pl_budget *budget);

/* Takes back what islands have gained. */
pl_status pl_budget_limit(pl_world *world, const pl_budget *budget, const pl_contact_state *touching);

/* Bodies that nothing holds. */
typedef struct pl_budget_island {
  pl_body **members;
  size_t count;
  bool grounded; /* an obstacle takes any momentum */
} pl_budget_island;

/* Takes kinetic energy, J, out of an island, as far as there is any: first of what is not rigid in the motion of its
   bodies, then of their motion against each other; momentum and angular momentum stay, of every body if it can be, else
   of the island. What is missing even then is taken from all motion, if it is grounded. */
pl_status pl_budget_remove(pl_world *world, const pl_budget_island *island, double energy);
