/* SPDX-License-Identifier: MIT
   Vertex contacts at the end of contact, for quantities other than forces that pass through contact, such as heat. */
#pragma once

#include "contact/solve/response.h"

/* A vertex at an obstacle, or at a face of another body or of the same. */
typedef struct pl_vertex_contact {
  uint32_t obstacle;             /* its index in the world; PL_NO_OBSTACLE: a body */
  uint32_t body, other;          /* in the setup's list */
  uint32_t particle, corners[3]; /* of the body; of the other */
  double weights[3];             /* of the corners, sum 1 */
  double normal[3];              /* towards the body */
} pl_vertex_contact;

/* Contacts of the step, and the k-th of them; false: it is no vertex, or does not touch. */
size_t pl_contact_count(const pl_contact_state *state);
bool pl_contact_vertex(const pl_contact_state *state, size_t k, pl_vertex_contact *out);
