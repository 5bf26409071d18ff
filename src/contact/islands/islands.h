/* SPDX-License-Identifier: MIT
   Islands of bodies that touched each other in a step: for sleep and the energy balance after contact. */
#pragma once

#include "contact/solve/response.h"

typedef struct pl_contact_role {
  uint32_t island;                     /* the lowest body of its island; itself if alone */
  bool touches;                        /* any contact, attachment or intersection region */
  bool grounded;                       /* touches an obstacle */
  bool joined;                         /* with another body */
  bool started_inside;                 /* deep in an obstacle, and still inside */
  bool driven;                         /* by a moving obstacle, one that it started inside, or an attachment */
  bool island_grounded, island_driven; /* any of its island; set for the lowest body */
} pl_contact_role;

/* roles: one per body */
void pl_contact_find_roles(const pl_contact_state *state, pl_contact_role *roles);

/* Positions after contact and before volume correction, 3 per particle of a body; NULL: not recorded. */
const double *pl_contact_settled_position(const pl_contact_state *state, size_t body);
