/* SPDX-License-Identifier: MIT
   Forces that act on bodies of any model for as long as they are there (Terzopoulos and Fleischer, "Deformable models",
   sect. 3): fluids that flow about them, repulsion by obstacles, thrusters and gyros. Springs to points are grabs
   (pliant/body.h), still air is a body's drag. A body that one of them acts on does not fall asleep. */
#pragma once

#include <stdbool.h>

#include "pliant/body.h"
#include "pliant/keyframes.h"
#include "pliant/obstacle.h"
#include "pliant/status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum pl_force_kind {
  PL_FORCE_FLUID = 1, /* a viscous fluid or wind, (22): resistance (n . (flow - v)) n per area of a surface; of a curve
                         what is across it, times the body's thickness, per length */
  PL_FORCE_REPULSION, /* the potential strength range exp(-distance / range) per mass about obstacles, (23), beside the
                         common contact */
  PL_FORCE_THRUST,    /* a thruster: `vector` N in all, shared among particles by mass */
  PL_FORCE_GYRO       /* a moment: `vector` N m and what holds an attitude, with no force in all */
} pl_force_kind;

/* A velocity at every point and time: that of the stream with its gusts, of a vortex, and of the world's callback
   (pl_world_set_flow), added up. */
typedef struct pl_flow {
  double velocity[3]; /* m/s, of the stream; default 0 */
  const pl_key *keys; /* the same over time, instead; NULL: constant. At most PL_MOST_FORCE_KEYS */
  size_t key_count;
  /* by so many times itself, at most, the stream swells and fades, >= 0; default 0. Gusts travel with it */
  double gust;
  double period;      /* s, > 0, of gusts, about; default 1 */
  double circulation; /* m^2/s, about the axis of a vortex: circulation r / (2 pi (r^2 + core^2)) at distance r from it;
                         default 0: none */
  double center[3];   /* m, a point of the axis; default origin */
  double axis[3];     /* of any length; default +y */
  double core;        /* m, > 0; default 0.1 */
  bool callback;      /* add the world's; default false */
} pl_flow;

/* Velocity (m/s) at a point (m) and a time (s). Must depend on these alone. Called by the thread that steps. */
typedef void (*pl_flow_callback)(void *user, const double point[3], double time, double velocity[3]);

enum { PL_MOST_FORCE_KEYS = 32, PL_MOST_FORCE_PARTICLES = 64, PL_MOST_FORCE_NAME = 31 };

typedef struct pl_force_def {
  uint32_t mark;    /* set by pl_default_force_def */
  const char *name; /* at most 31 bytes; default "force N" */
  pl_force_kind kind;
  /* on which it acts; NULL (fluid and repulsion only): on every body on which it can act */
  pl_body *body;

  /* fluid */
  pl_flow flow;
  double resistance; /* N s/m^3, >= 0; default 1 */

  /* repulsion */
  pl_obstacle_id obstacle; /* whose; generation 0 (default): of all obstacles, also those that come later */
  double strength; /* m/s^2, > 0, that it gives a particle at the obstacle's surface; default 50. Inside it grows
                              to e^3 times that */
  double range;    /* m, > 0; default 0.02 */

  /* thrust and gyro */
  double vector[3];   /* N, of a gyro N m; default 0 */
  const pl_key *keys; /* the same over time, instead; NULL: constant. At most PL_MOST_FORCE_KEYS */
  size_t key_count;
  bool turns;                /* the vector turns with the body, from how it is in the rest shape; default true */
  const uint32_t *particles; /* thrust: on these, at most PL_MOST_FORCE_PARTICLES; NULL (default): on all */
  size_t particle_count;
  double attitude[3]; /* rotation vector, rad, from the rest shape, that a gyro with stiffness holds; default 0 */
  double stiffness;   /* N m/rad, >= 0; default 0 */
  double damping;     /* N m s/rad, >= 0; default 0 */
} pl_force_def;

typedef struct pl_force_id {
  uint32_t index;
  uint32_t generation; /* 0: no force */
} pl_force_id;

PL_API pl_force_def pl_default_force_def(pl_force_kind kind);

/* Queued for the start of the next step, all three. A force ends with its body, or with the obstacle that it names.
   Changing replaces all but the kind and the body. */
PL_API pl_status pl_force_create(pl_world *world, const pl_force_def *def, pl_force_id *out);
PL_API pl_status pl_force_change(pl_world *world, pl_force_id id, const pl_force_def *def);
PL_API pl_status pl_force_remove(pl_world *world, pl_force_id id);

/* Not part of snapshots or recordings: set it again before restoring or replaying one. NULL: still. Acts at once. */
PL_API pl_status pl_world_set_flow(pl_world *world, pl_flow_callback callback, void *user);

/* Velocity of a fluid at a point and a time, m/s. */
PL_API pl_status pl_force_flow(const pl_world *world, pl_force_id id, const double point[3], double time,
                               double velocity[3]);

PL_API size_t pl_world_force_count(const pl_world *world);                 /* of those that act */
PL_API pl_force_id pl_world_force_at(const pl_world *world, size_t index); /* generation 0: none */
PL_API const char *pl_force_name(const pl_world *world, pl_force_id id);   /* "": there is none of that id */

#ifdef __cplusplus
}
#endif
