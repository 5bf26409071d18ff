/* SPDX-License-Identifier: MIT
   Which bodies touched each other in a step, by islands: for sleep and the count of energy after contact. */
#pragma once

#include "contact/solve/response.h"

typedef struct pl_contact_role {
  uint32_t island; /* the least body of those that it touched, directly or through others; itself, if it touched none */
  bool touches;    /* anything at all */
  bool grounded;   /* an obstacle */
  bool joined;     /* another body */
  bool started_inside; /* far into an obstacle, and is not out of it yet */
  bool driven; /* by something else than contact: an obstacle that moves, or that it was put into; an attachment */
  bool island_grounded, island_driven; /* of the island's least body: is anyone? */
} pl_contact_role;

/* roles: one per body */
void pl_contact_find_roles(const pl_contact_state *state, pl_contact_role *roles);

/* Where contact left the particles of a body, 3 each, before volumes moved them; NULL: nothing did. */
const double *pl_contact_settled_position(const pl_contact_state *state, size_t body);
