/* SPDX-License-Identifier: MIT
   Constraint rows of contacts: the normal velocity of a weighted sum of particles is at least a goal, with Coulomb
   friction. With W the compliance of the bodies (dv = W p) and u the velocity of the sum relative to the other side,
   impulses p are found such that for every row

     n.u >= goal,   n.p >= 0,   (n.u - goal) n.p = 0,   |tangential p| <= friction n.p, opposite to sliding. */
#pragma once

#include "contact/attach/equality.h"

enum { PL_MAX_ROW_PARTICLES = 4 };

/* An uncoupled particle during the sweeps. */
typedef struct pl_solver_slot {
  double velocity[3]; /* m/s, with the impulses so far */
  double compliance;  /* 1/kg */
} pl_solver_slot;

/* Velocity of a particle per unit pressure of its part. */
typedef struct pl_pressed {
  double response[4]; /* W g, m^2/kg; the fourth is unused */
  pl_pressed_part *part;
} pl_pressed;

/* Slots of a row, one for each of its particles. */
typedef struct pl_row_slots {
  uint32_t count, items[PL_MAX_ROW_PARTICLES];
} pl_row_slots;

/* Members read by every relaxation come first. */
typedef struct pl_row {
  uint32_t particle_count;
  pl_anchor_particle particles[PL_MAX_ROW_PARTICLES];
  double normal[3];
  double impulse[3]; /* N s, on the sum: each particle gets its weight times it */
  double goal;       /* least normal velocity of the sum, m/s */

  /* found by solving, 1/kg: compliance along the normal and tangentially */
  double along, across;
  double by_normal[3]; /* velocity per unit impulse along the normal, 1/kg */

  double surface_velocity[3]; /* velocity of the obstacle at the contact, m/s */
  double friction;
  double tolerance;  /* m/s: smaller violations count as none */
  double applied[3]; /* the part of the impulse already applied to the models */
  double shift[3];   /* pl_anchor */
} pl_row;

/* Rows and equality rows of an island, and its bodies. */
typedef struct pl_rows {
  pl_row *rows;
  size_t count;
  pl_coupled *bodies;      /* indexed by pl_anchor_particle.body */
  const uint32_t *members; /* bodies that rows act on, each once */
  size_t member_count;
  pl_equalities equalities;
  double enough; /* m/s: changes below this from sweep to sweep count as converged */
  int sweeps;    /* used by solving */

  /* while sweeping (contact/islands/solver_slots.h) */
  uint32_t slot_count;
  pl_row_slots *at;          /* per row */
  pl_solver_slot *uncoupled; /* velocities and compliance, if no body couples its particles; else NULL */
  pl_pressed *pressed;       /* per slot, if any of the bodies has a pressure; else NULL */
  bool pressures;            /* any of the bodies has one */
} pl_rows;

/* An impulse on a row's sum changes the velocities in the bodies' lists. */
void pl_row_push(pl_rows *rows, const pl_row *row, const double impulse[3]);

/* Compliance of a row to its own impulse. Needs slots and the compliance of the bodies. */
void pl_row_find_compliance(const pl_rows *rows, pl_row *row);

/* Velocity of a row's sum. */
void pl_row_velocity(const pl_rows *rows, const pl_row *row, double velocity[3]);

/* Iterates from the impulses in the rows and the velocities of the bodies, and applies the change of impulses to the
   models: bodies have moved on return. *converged false: the impulses are feasible, but the residual is above the
   tolerance. */
pl_status pl_rows_solve(pl_rows *rows, const pl_model_context *context, bool *converged);

/* The same if the compliance of all bodies is known. */
pl_status pl_rows_solve_all(pl_rows *rows, const pl_model_context *context, bool *converged);

/* Applies the part of each impulse that was not applied yet to the models. */
pl_status pl_rows_apply_impulses(pl_rows *rows, const pl_model_context *context);

/* Moves rotating bodies from tangents to arcs (contact/compliance/angular_momentum.h). *any: a body was moved. */
pl_status pl_rows_follow_arcs(const pl_rows *rows, const pl_model_context *context, bool *any);

/* Sweeps without applying: impulses start from 0, velocities in the bodies' lists change, and impulses of particles are
   summed in `pushed`. Needs compliance. */
pl_status pl_rows_sweep(pl_rows *rows, const pl_model_context *context);

/* sweeps.c: iterates from the present impulses and velocities. Slots are numbered and equality rows prepared.
   *converged as above. */
pl_status pl_rows_iterate(pl_rows *rows, const pl_model_context *context, bool *converged);

/* Limits an impulse to what is feasible: normal part >= 0, tangential part within the friction cone. */
void pl_row_project(const pl_row *row, const double wanted[3], double out[3]);

/* Upper bound of the bytes that solving takes from the arena, without those of models. */
size_t pl_rows_scratch(size_t row_count, size_t particle_count); /* equality rows count as rows */
