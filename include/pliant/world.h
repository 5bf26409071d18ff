/* SPDX-License-Identifier: MIT
   The world: bodies, obstacles, gravity, a fixed time step. A world is used by one thread at a time; several worlds may
   run in several threads. */
#pragma once

#include <stdbool.h>

#include "pliant/body.h"
#include "pliant/keyframes.h"
#include "pliant/obstacle.h"
#include "pliant/status.h"
#include "pliant/threads.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Bodies that lie still fall asleep: steps leave them out until something touches or changes them. A body sleeps only
   together with all bodies that it touches, and they with it (an island), once all of them were slow for a while, and
   if the island touches an obstacle, or one that is held is in it. Pins, obstacles, volumes and gravity that move keep
   awake, and so does plasticity. */
typedef struct pl_sleep_def {
  /* 1/s: particles that move less than this part of the body's size in a second are still, and the body as a whole less
     than half of it; single ones may be faster if they only quiver; default 0.01; 0: bodies never sleep */
  double speed;
  double time; /* s, how long; default 0.5 */
} pl_sleep_def;

typedef struct pl_world_def {
  uint32_t mark; /* set by pl_default_world_def */
  double step;   /* s, > 0; default 1/200 */
  /* Small steps of equal length that every step is taken in, at most 100. 0 (default): as many as keep them at 1/200 s
     or less, but no more than 16, and while something goes farther than half its size in one of them, twice as many,
     again and again, up to 16. Contact, fast turns and stiff swings are right only in small steps; many of them are
     often cheaper than one large one. */
  int substeps;
  double gravity[3];          /* m/s^2; default (0, -9.81, 0) */
  const pl_key *gravity_keys; /* over time, instead of gravity; NULL: constant */
  size_t gravity_key_count;
  pl_sleep_def sleep;
  int threads;                   /* 0: one per core (default) */
  pl_parallel_callback parallel; /* the host's job system; NULL: threads of our own */
  void *parallel_user;
} pl_world_def;

PL_API pl_world_def pl_default_world_def(void);
PL_API pl_status pl_world_create(const pl_world_def *def, pl_world **out);
PL_API void pl_world_destroy(pl_world *world);

/* One step. What was queued is applied once, at its start. Its small steps take what moves by keys (pins, obstacles,
   volumes' targets) at their own ends, gravity and pressures at their own starts; forces act in all of them. On
   PL_ERROR_DIVERGED the message names the body and the state before the step is kept, but for forces, which were for
   this step. A queued change that finds too little memory keeps waiting, with all that came after it; the step then
   returns PL_ERROR_MEMORY and can be tried again. */
PL_API pl_status pl_world_step(pl_world *world);
/* Adds dt (s) to the time not yet simulated and takes as many whole steps as fit, at most max_steps (the rest is
   dropped, so that a slow machine does not fall behind for ever; 0: no limit). */
PL_API pl_status pl_world_advance(pl_world *world, double dt, int max_steps);

PL_API double pl_world_time(const pl_world *world); /* s */
PL_API uint64_t pl_world_step_count(const pl_world *world);
PL_API double pl_world_step_size(const pl_world *world); /* s */
PL_API int pl_world_substeps(const pl_world *world);     /* small steps in a step while nothing moves fast */
PL_API size_t pl_world_body_count(const pl_world *world);
PL_API pl_body *pl_world_body_at(const pl_world *world, size_t i); /* in order of creation */

/* Queued for the start of the next step. */
PL_API pl_status pl_world_set_gravity(pl_world *world, const double gravity[3]);
PL_API pl_status pl_world_set_sleep(pl_world *world, const pl_sleep_def *sleep); /* wakes everybody */
PL_API pl_status pl_world_set_step(pl_world *world, double step);                /* costs a factorisation per body */
PL_API pl_status pl_world_set_substeps(pl_world *world, int substeps);           /* as in pl_world_def; costs as much */

/* What is queued from now on (all that is said to be queued here and in other headers) waits for the first step that
   begins at this time (s) or later; a grab or a pin that waits counts as held. A negative time: for the next step, as
   at first. What was said for a time stays: pl_world_reset lets it wait anew, and takes away what it had made.
   Snapshots and recordings hold it. */
PL_API pl_status pl_world_schedule(pl_world *world, double time);

/* Snapshots hold all that influences the future: restored, it continues bit for bit. Refused ones change nothing. */
PL_API pl_status pl_world_save(pl_world *world, void **data, size_t *size); /* release with pl_free */
PL_API pl_status pl_world_restore(pl_world *world, const void *data, size_t size);
PL_API void pl_free(void *memory);
PL_API pl_status pl_world_reset(pl_world *world); /* all bodies to their start, time to 0 */

/* A fingerprint of all registered state. Equal state, equal hash. */
PL_API uint64_t pl_world_hash(const pl_world *world);

/* Registered state, for caches and viewers. */
typedef struct pl_field {
  const char *name;    /* "positions", "velocities", "rotations" (3×3, column after column), … */
  const pl_body *body; /* NULL: of the world */
  const char *domain;  /* "particle", "edge", "triangle", "body", "world" */
  int components;      /* per element */
  size_t count;        /* elements */
} pl_field;
PL_API size_t pl_world_field_count(const pl_world *world);
PL_API pl_field pl_world_field(const pl_world *world, size_t i);
/* Copies the field as doubles (count × components), particles in the caller's order. */
PL_API pl_status pl_world_field_read(const pl_world *world, size_t i, double *values);
/* The other way, of several fields: all of them or, after a failure, none. Acts at once and is no part of recordings,
   as pl_world_restore. A place or a speed that no step leaves a body with is refused as PL_ERROR_DIVERGED. What does
   not belong together (positions without the nodes that carry them) is for the caller. */
typedef struct pl_field_values {
  size_t field;
  const double *values;
} pl_field_values;
PL_API pl_status pl_world_set_fields(pl_world *world, const pl_field_values *fields, size_t count);

/* Changes (everything said to be queued above) can be recorded and replayed on a world made in the same way: the
   recording holds each change with the step before which it was applied. One of a world with other bodies is refused as
   PL_ERROR_MISMATCH, one of another version of the library's records as PL_ERROR_FORMAT. */
PL_API pl_status pl_world_record(pl_world *world, bool on);
PL_API pl_status pl_world_recording(const pl_world *world, const void **data, size_t *size); /* valid until a change */
PL_API pl_status pl_world_replay(pl_world *world, const void *data, size_t size);

/* Measured while stepping. Times and counts are summed over the small steps of a step; who is awake, contacts and
   depths are those of the last one. */
typedef enum pl_stage {
  PL_STAGE_CHANGES,
  PL_STAGE_FORCES,
  PL_STAGE_ELASTICITY,
  PL_STAGE_CONTACT, /* with the budget of energy */
  PL_STAGE_VOLUME,  /* positions */
  PL_STAGE_FLUX,    /* velocities */
  PL_STAGE_MATTER,
  PL_STAGE_ACCEPT,
  PL_STAGE_COUNT
} pl_stage;
PL_API const char *pl_stage_name(pl_stage stage);

typedef struct pl_step_stats {
  double seconds[PL_STAGE_COUNT]; /* of the last step */
  double residual;                /* relative, of the worst solve */
  int not_converged;              /* solves or contact iterations that hit their cap; try a smaller step */
  int substeps;                   /* small steps that it was taken in; 0: everything sleeps */
  size_t rotations;               /* neighbourhoods whose rotation was computed and not taken over from another */
  double finding;                 /* s of the contact stage that went into finding what touches */
  size_t awake;                   /* bodies that took part in the step */
  size_t contact_count;           /* with those of sleepers */
  int contact_passes;             /* rounds of finding and solving */
  int contact_sweeps;             /* over the contacts of an island, the most in a round, summed over rounds */
  size_t contact_lists;           /* of what may touch, made anew */
  double contact_work;   /* counted, not timed: about as many velocities of particles were changed by contact */
  int contact_cut_short; /* small steps in which contact ended early, so that their time has a bound */
  size_t crossing_count; /* edges that went through triangles when the step began: pliant/tangle.h */
  double penetration;    /* deepest, m, after the step */
  size_t broken;         /* attachments that broke in the step */
  size_t scratch_peak;   /* bytes */
} pl_step_stats;
PL_API pl_step_stats pl_world_stats(const pl_world *world);

/* Energies in J, momenta about the origin in kg m/s and kg m^2/s, volume in m^3 (0 without a closed surface). */
typedef struct pl_body_signals {
  double kinetic;
  double elastic;
  double gravitational;
  double momentum[3];
  double angular_momentum[3];
  double volume;
  double rest_volume;
  double volume_error;     /* relative to what is wanted (the rest volume, or the target); of several parts the worst */
  size_t contacts;         /* that pushed it in the last step, of obstacles, other bodies and itself */
  double penetration;      /* m, the deepest of them after the step */
  double contact_force[3]; /* N, sum over all that touch it, along the normals */
  double friction_force[3]; /* N, the same across them */
  bool asleep;              /* contact is then that of its last step */
} pl_body_signals;
PL_API pl_status pl_body_measure(const pl_body *body, pl_body_signals *out);

#ifdef __cplusplus
}
#endif
