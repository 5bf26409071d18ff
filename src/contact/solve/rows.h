/* SPDX-License-Identifier: MIT
   Contacts as the solver sees them: a weighted sum of particles that must not be slower than a goal along a normal,
   with friction across it. With W the compliance of the bodies (dv = W p), impulses p are wanted such that for every
   row, with u the velocity of the sum against that of the other side,

     n.u >= goal,   n.p >= 0,   one of them equal,      |tangential p| <= friction n.p, against the sliding. */
#pragma once

#include "contact/attach/equality.h"

enum { PL_MAX_ROW_PARTICLES = 4 };

/* An uncoupled particle, while sweeping. */
typedef struct pl_solver_slot {
  double velocity[3]; /* m/s, with the impulses so far */
  double compliance;  /* its compliance, 1/kg */
} pl_solver_slot;

/* Velocity of a particle per unit pressure of its part. */
typedef struct pl_pressed {
  double response[4]; /* W g, m^2/kg; and nothing */
  pl_pressed_part *part;
} pl_pressed;

/* Slots of a row, one for each of its particles. */
typedef struct pl_row_slots {
  uint32_t count, items[PL_MAX_ROW_PARTICLES];
} pl_row_slots;

/* Members that every relaxation reads come first. */
typedef struct pl_row {
  uint32_t particle_count;
  pl_anchor_particle particles[PL_MAX_ROW_PARTICLES];
  double normal[3];
  double impulse[3]; /* N s, on the sum: a particle gets its weight of it */
  double goal;       /* least normal velocity of the sum, m/s */

  /* found by solving, 1/kg: change of the sum's velocity per impulse along the normal and across it */
  double along, across;
  double by_normal[3]; /* per unit impulse along the normal */

  double surface_velocity[3]; /* velocity of the obstacle at the contact, m/s */
  double friction;
  double forgiven;   /* m/s: tolerance */
  double applied[3]; /* the part of the impulse that the models have got */
  double shift[3];   /* pl_anchor */
} pl_row;

/* Rows and equality rows that are coupled, and the bodies that they push. */
typedef struct pl_rows {
  pl_row *rows;
  size_t count;
  pl_coupled *bodies;      /* that ends refer to */
  const uint32_t *members; /* those of them that the rows push, each once */
  size_t member_count;
  pl_equalities equalities;
  double enough; /* m/s: changes below this from sweep to sweep count as converged */
  int sweeps;    /* that solving took */

  /* while sweeping (contact/islands/solver_slots.h) */
  uint32_t slot_count;
  pl_row_slots *at;          /* per row */
  pl_solver_slot *uncoupled; /* velocities and compliance, if no body couples its particles; else NULL */
  pl_pressed *pressed;       /* per slot, if any of the bodies has a pressure; else NULL */
  bool pressures;            /* any of the bodies has one */
} pl_rows;

/* An impulse on a row's sum: velocities in the bodies' lists follow. */
void pl_row_push(pl_rows *rows, const pl_row *row, const double impulse[3]);

/* Compliance of a row to its own impulse. Needs slots and the compliance of the bodies. */
void pl_row_find_compliance(const pl_rows *rows, pl_row *row);

/* Velocity of a row's sum. */
void pl_row_velocity(const pl_rows *rows, const pl_row *row, double velocity[3]);

/* Starts from the impulses in the rows and the velocities in the bodies, iterates, and applies what is new to the
   models, so that the bodies have moved when it returns. converged may come back false: the impulses are then feasible,
   but not the answer. */
pl_status pl_rows_solve(pl_rows *rows, const pl_model_context *context, bool *converged);

/* The same for rows whose bodies all have their matrices. */
pl_status pl_rows_solve_all(pl_rows *rows, const pl_model_context *context, bool *converged);

/* The part of each row's impulse that was not applied yet is applied by the models. */
pl_status pl_rows_apply_impulses(pl_rows *rows, const pl_model_context *context);

/* Rotating bodies are moved from tangents to arcs (contact/compliance/angular_momentum.h). *any: a body was moved. */
pl_status pl_rows_follow_arcs(const pl_rows *rows, const pl_model_context *context, bool *any);

/* Iterates alone: impulses from none, velocities in the bodies' lists follow, and what each particle gets of it is in
   `pushed`. Needs compliance. */
pl_status pl_rows_sweep(pl_rows *rows, const pl_model_context *context);

/* sweeps.c: iterates from the impulses and velocities that there are, with slots numbered and the compliance of
   equality rows known. converged may come back false, as above. */
pl_status pl_rows_iterate(pl_rows *rows, const pl_model_context *context, bool *converged);

/* The feasible impulse nearest to one: not pulling, within the cone of friction. */
void pl_row_project(const pl_row *row, const double wanted[3], double out[3]);

/* Bytes that solving takes from the arena at most, without what models take. */
size_t pl_rows_scratch(size_t row_count, size_t particle_count); /* equality rows count as rows */
