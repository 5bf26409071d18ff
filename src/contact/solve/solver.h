/* SPDX-License-Identifier: MIT
   State of the contact stage during a step: touched particles, contacts, and their rows as solved last. */
#pragma once

#include "contact/narrow/find.h"
#include "contact/solve/response.h"

typedef struct pl_contact_pass {
  pl_contacts contacts;
  pl_row *rows;    /* by island */
  uint32_t *where; /* per contact: its row */
} pl_contact_pass;

typedef struct pl_contact_solver {
  const pl_contact_setup *setup;
  const pl_model_context *context;
  size_t *first;              /* per body: where its particles begin in `slot` */
  uint32_t *slot;             /* per particle of all bodies; PL_UNTOUCHED */
  pl_coupled *bodies;         /* per body */
  uint8_t *has_new_particles; /* per body: touched particles that are not in its matrix yet */
  uint32_t *island;           /* per body: the least body of its island */
  uint32_t *members;          /* bodies by island */
  uint8_t *moved_bodies;      /* per body: moved since detection, to be tested again */
  double *max_speed;          /* per body, m/s: faster ones may reach obstacles that detection left out */
  pl_equality *equalities;    /* per attachment */
  pl_equality **held;         /* those that act on particles, by island */
  size_t held_count;
  pl_attached_index attached; /* by particle */
} pl_contact_solver;

#define PL_UNTOUCHED UINT32_MAX

/* The least body of an island. island: per body, itself or another one of its island. */
static inline uint32_t pl_island_root(uint32_t *island, uint32_t body)
{
  while (island[body] != body) body = island[body] = island[island[body]];
  return body;
}

/* Returns the least body of both. */
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
  pl_contact_pass passes[2], *done; /* NULL: nothing touches, nothing is attached */
  double *settled_positions; /* 3 per particle of all bodies: where contact left them; NULL: nothing moves any more */
  double *queried_positions; /* where they were when detection saw them last */
  bool obstacles_after_correction; /* `settled` has contacts with obstacles that were not near before */
  /* per body, after_correction.c: with its mean velocity over the step; NULL: not needed yet */
  pl_contact_body *apparent;
  pl_contacts settled; /* those of the last pass, and what volumes moved into since */
};

/* Every touched or attached particle gets a slot; the compliance of bodies with new ones is found again. */
pl_status pl_contact_gather(const pl_contact_solver *solver, const pl_contacts *contacts);

/* Contacts with obstacles, and behind them those of bodies as they move now, but of particles that are attached to each
   other. wanted: per body, only pairs with one that is; NULL: all. */
pl_status pl_contact_find(const pl_contact_solver *solver, const pl_contact_setup *setup, const pl_contacts *obstacles,
                          pl_detection look, const uint8_t *wanted, pl_contacts *out);

/* Volume correction moves particles into bodies that they did not touch: those contacts are added to `settled`. */
pl_status pl_contact_detect_after_correction(pl_contact_state *state);

/* make_rows.c: rows of a pass; impulses of the same contacts in the last pass are kept. */
pl_status pl_contact_make_rows(pl_contact_solver *solver, pl_contact_pass *pass, const pl_contact_pass *last);
/* Is its gap below what is allowed? A penetration from before the step is recovered over several steps. */
bool pl_contact_violates_gap(const pl_contact_solver *solver, const pl_contact *contact);

/* warm_start.c: did it push in the last step? Rows start from the impulses of then; those of now are stored for the
   next one. */
bool pl_contact_was_active(const pl_contact_setup *setup, const pl_contact *contact);
void pl_contact_warm_start(const pl_contact_solver *solver, const pl_contact_pass *pass);
void pl_contact_store_impulses(const pl_contact_setup *setup, const pl_contact_pass *pass, pl_pool *pool);
void pl_contact_clear_impulses(const pl_contact_setup *setup, pl_pool *pool);

/* The particles of a contact, with weights, as the anchor of a row. */
void pl_contact_set_anchor(const pl_contact_solver *solver, const pl_contact *contact, pl_row *row);

/* Normal velocity of a contact at the start of the step; what elasticity has added since does not count as approach. */
double pl_contact_approach_velocity(const pl_contact_solver *solver, const pl_contact *contact);

/* restitution.c: restitution by Newton's rule, or Poisson's where the effective mass is not known. */
pl_status pl_contact_apply_restitution(const pl_contact_solver *solver, const pl_contact_pass *pass);

/* Marks the particles of a contact as touching the obstacle: volume correction does not move them. */
void pl_contact_mark_touched(const pl_contact_setup *setup, const pl_contact *contact);

/* The contact counts as one that pushed in this step, without an impulse. */
void pl_contact_mark_active(const pl_contact_setup *setup, const pl_contact *contact);

/* Excludes the particles of a contact, by their weights, from volume correction in this step. */
void pl_contact_mark_proximity(const pl_contact_setup *setup, const pl_contact *contact);
