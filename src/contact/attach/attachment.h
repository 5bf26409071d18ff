/* SPDX-License-Identifier: MIT
   Attachments during a step: points of bodies attached to points of others or of obstacles. They become equality rows
   of the solver; contacts between attached places are left out. */
#pragma once

#include "contact/attach/equality.h"
#include "contact/broad/pairs.h"
#include "contact/obstacle/moving.h"

struct pl_contacts;

typedef struct pl_attached_particle {
  uint32_t body, particle; /* in the setup's list, storage order */
  double weight;           /* of the one point positive together, of the other negative */
} pl_attached_particle;

/* The sum of its ends is constrained to a place: zero where two points of bodies are attached. */
typedef struct pl_attached {
  pl_attached_particle particles[PL_MAX_EQUALITY_PARTICLES];
  uint32_t particle_count;
  uint32_t first_count;     /* ends of the first point; the others are the second's, or there are none */
  uint32_t obstacle;        /* that holds it, in the setup's list; PL_NO_OBSTACLE */
  double before[3], now[3]; /* the place at t and t + h, m */
  double stiffness;         /* N/m; 0: rigid */
  double damping;           /* N s/m */
  double strength;          /* N that it bears; 0: everything */

  /* registered */
  double *force;    /* 3, N, on the first point: where the iteration starts, and what it came to */
  uint32_t *broken; /* set to 1 when it breaks */
} pl_attached;

typedef struct pl_attached_list {
  pl_attached *items;
  size_t count;
} pl_attached_list;

/* Ties with the impulses of the last step, not yet with points and goals. A rigid attachment of what cannot move
   becomes none: particle_count 0. */
void pl_equalities_start(const pl_attached_list *attached, const pl_contact_body *bodies, double h,
                         pl_equality *equalities);

/* The goal velocity of an attachment, from where its bodies are at the end of the step as they move now. */
void pl_equality_set_goal(const pl_attached *attached, const pl_contact_body *bodies, double h, pl_equality *equality);

/* Forces for the next step, and which attachments broke. */
void pl_equalities_store(const pl_attached_list *attached, const pl_equality *equalities, double h);

/* Attachments by particle. */
typedef struct pl_attached_index {
  struct pl_attached_place *points;
  size_t count;
} pl_attached_index;

pl_status pl_attached_sort(const pl_attached_list *attached, const pl_model_context *context, pl_attached_index *out);

/* Removes contacts between features that are attached to each other. */
void pl_attached_exclude(const pl_attached_list *attached, const pl_attached_index *index,
                         struct pl_contacts *contacts);

/* Bytes that all of this takes from the arena, for bodies of so many particles together. */
size_t pl_attached_scratch(size_t count);
