/* SPDX-License-Identifier: MIT
   What the contact stage knows while a step lasts: who is pushed, and the contacts with their rows as they were solved
   last. */
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
  size_t *first;              /* per body: of its particles in slot */
  uint32_t *slot;             /* per particle of all bodies; PL_UNTOUCHED */
  pl_coupled *bodies;         /* per body */
  uint8_t *has_new_particles; /* per body: has particles that its matrix does not know */
  uint32_t *island;           /* per body: the least body of its island */
  uint32_t *members;          /* bodies by island */
  uint8_t *moved_bodies;      /* per body: to be looked at again */
  double *max_speed;          /* per body, m/s: who becomes faster may meet obstacles that were not near */
  pl_equality *equalities;    /* per attachment */
  pl_equality **held;         /* those that hold something, by island */
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
  bool
      /* after_correction.c: settled has contacts with obstacles that were not near before */
      obstacles_after_correction;
  pl_contact_body *apparent; /* per body, after_correction.c: as it seems to have moved; NULL: nobody has asked */
  pl_contacts settled;       /* those of the last pass, and what volumes moved into since */
};

/* Every touched or attached particle gets a slot; bodies with new ones are asked for their compliance again. */
pl_status pl_contact_gather(const pl_contact_solver *solver, const pl_contacts *contacts);

/* Contacts with obstacles, and behind them those of bodies as they move now, but of particles that are attached to each
   other. wanted: per body, only pairs with one that is; NULL: all. */
pl_status pl_contact_find(const pl_contact_solver *solver, const pl_contact_setup *setup, const pl_contacts *obstacles,
                          pl_detection look, const uint8_t *wanted, pl_contacts *out);

/* Contacts of what volumes moved, since contact left it, into what it did not touch then join those that are known. */
pl_status pl_contact_detect_after_correction(pl_contact_state *state);

/* make_rows.c: rows of a pass; what the last pass knew of its contacts goes on. */
pl_status pl_contact_make_rows(pl_contact_solver *solver, pl_contact_pass *pass, const pl_contact_pass *last);
/* Nearer than it may be? Who was too near before comes out over several steps. */
bool pl_contact_violates_gap(const pl_contact_solver *solver, const pl_contact *contact);

/* warm_start.c: did it touch in the last step? Rows start from what they pushed then; what they push now is kept for
   the next one. */
bool pl_contact_was_active(const pl_contact_setup *setup, const pl_contact *contact);
void pl_contact_warm_start(const pl_contact_solver *solver, const pl_contact_pass *pass);
void pl_contact_store_impulses(const pl_contact_setup *setup, const pl_contact_pass *pass, pl_pool *pool);
void pl_contact_clear_impulses(const pl_contact_setup *setup, pl_pool *pool);

/* Particles of a contact as ends of a row. */
void pl_contact_set_anchor(const pl_contact_solver *solver, const pl_contact *contact, pl_row *row);

/* How fast the sum of a contact's particles came when the step began, along its normal: what elasticity makes of it
   since is no approach. */
double pl_contact_approach_velocity(const pl_contact_solver *solver, const pl_contact *contact);

/* restitution.c: what was hit gives back a part of what stopped it. */
pl_status pl_contact_apply_restitution(const pl_contact_solver *solver, const pl_contact_pass *pass);

/* Particles of a contact with an obstacle count as touched by it: whoever corrects volumes leaves them alone. */
void pl_contact_mark_touched(const pl_contact_setup *setup, const pl_contact *contact);

/* A contact counts as one that pushed, without an impulse. */
void pl_contact_mark_active(const pl_contact_setup *setup, const pl_contact *contact);

/* Particles of a contact, as far as they share in it, are left alone by whoever corrects volumes in this step. */
void pl_contact_mark_proximity(const pl_contact_setup *setup, const pl_contact *contact);
