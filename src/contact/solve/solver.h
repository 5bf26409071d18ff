/* SPDX-License-Identifier: MIT
   State of the contact stage during a step: touched particles, contacts, and their rows as solved last. */
#pragma once

#include "contact/narrow/find.h"
#include "contact/solve/response.h"

typedef struct pl_contact_pass {
  pl_contacts contacts;
  pl_row *rows;    /* by island */
  uint32_t *where; /* per contact: index of its row */
} pl_contact_pass;

typedef struct pl_contact_solver {
  const pl_contact_setup *setup;
  const pl_model_context *context;
  size_t *first;              /* per body: offset of its particles in `slot` */
  uint32_t *slot;             /* per particle of all bodies; PL_UNTOUCHED */
  pl_coupled *bodies;         /* per body */
  uint8_t *has_new_particles; /* per body: has touched particles without slots */
  uint32_t *island;           /* per body: the lowest body of its island */
  uint32_t *members;          /* bodies by island */
  uint8_t *moved_bodies;      /* per body: moved since detection, to be queried again */
  double *max_speed;          /* per body, m/s: faster particles exceed the speculative margin of obstacle queries */
  pl_equality *equalities;    /* per attachment */
  pl_equality **held;         /* equality rows that act on particles, by island */
  size_t held_count;
  pl_attached_index attached; /* by particle */
} pl_contact_solver;

#define PL_UNTOUCHED UINT32_MAX

/* The lowest body of an island (union-find). island: per body, itself or a parent in the same island. */
static inline uint32_t pl_island_root(uint32_t *island, uint32_t body)
{
  while (island[body] != body) body = island[body] = island[island[body]];
  return body;
}

/* Joins two islands; returns the lowest body. */
static inline uint32_t pl_island_join(uint32_t *island, uint32_t first, uint32_t second)
{
  uint32_t a = pl_island_root(island, first), b = pl_island_root(island, second), least = a < b ? a : b;
  island[a < b ? b : a] = least;
  return least;
}

struct pl_contact_state {
  pl_contact_setup setup;
  pl_model_context context;
  pl_contact_solver solver;
  pl_contact_pass passes[2], *done; /* the last solved pass; NULL: no contacts, no attachments */
  double *settled_positions;        /* 3 per particle of all bodies: positions after contact; NULL: not recorded */
  double *queried_positions;        /* positions at the last query */
  bool obstacles_after_correction;  /* `settled` has contacts with obstacles found after correction */
  /* per body, after_correction.c: with the mean velocity over the step; NULL: not needed yet */
  pl_contact_body *apparent;
  pl_contacts settled; /* contacts of the last pass, and those caused by volume correction */
};

/* Assigns slots to touched and attached particles; recomputes the compliance of bodies with new ones. */
pl_status pl_contact_gather(const pl_contact_solver *solver, const pl_contacts *contacts);

/* Contacts with obstacles, followed by contacts of bodies at their present velocities, without pairs of particles
   attached to each other. wanted: per body, only pairs with at least one such body; NULL: all. */
pl_status pl_contact_find(const pl_contact_solver *solver, const pl_contact_setup *setup, const pl_contacts *obstacles,
                          pl_detection detection, const uint8_t *wanted, pl_contacts *out);

/* Adds contacts caused by volume correction to `settled`. */
pl_status pl_contact_detect_after_correction(pl_contact_state *state);

/* make_rows.c: rows of a pass, with the impulses of the same contacts in the last pass. */
pl_status pl_contact_make_rows(pl_contact_solver *solver, pl_contact_pass *pass, const pl_contact_pass *last);
/* Whether the gap is below what is allowed. A penetration at the start of the step is recovered over several steps. */
bool pl_contact_violates_gap(const pl_contact_solver *solver, const pl_contact *contact);

/* warm_start.c: whether the contact pushed in the last step; warm start from the stored impulses; storing for the next
   step. */
bool pl_contact_was_active(const pl_contact_setup *setup, const pl_contact *contact);
void pl_contact_warm_start(const pl_contact_solver *solver, const pl_contact_pass *pass);
void pl_contact_store_impulses(const pl_contact_setup *setup, const pl_contact_pass *pass, pl_pool *pool);
void pl_contact_clear_impulses(const pl_contact_setup *setup, pl_pool *pool);

/* The particles of a contact, with weights, and its normal, as the anchor of a row. */
void pl_contact_set_anchor(const pl_contact_solver *solver, const pl_contact *contact, pl_row *row);

/* Approach velocity of a contact at the start of the step, without what elasticity adds during the step. */
double pl_contact_approach_velocity(const pl_contact_solver *solver, const pl_contact *contact);

/* restitution.c: restitution by Newton's rule, or Poisson's where the effective mass is not known. */
pl_status pl_contact_apply_restitution(const pl_contact_solver *solver, const pl_contact_pass *pass);

/* rolling.c: brakes what rolls, and adds the friction that goes along to the rows' impulses. */
pl_status pl_contact_apply_rolling_friction(const pl_contact_solver *solver, const pl_contact_pass *pass);
size_t pl_rolling_scratch(void); /* bytes per body */

/* Marks the particles of a contact as touching the obstacle: volume correction does not move them. */
void pl_contact_mark_touched(const pl_contact_setup *setup, const pl_contact *contact);

/* Marks the contact as active in this step, with impulse 0. */
void pl_contact_mark_active(const pl_contact_setup *setup, const pl_contact *contact);
