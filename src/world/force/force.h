/* SPDX-License-Identifier: MIT
   What the world keeps of forces, and how bodies come to feel them.

   Thrusters and gyros are forces on particles as they are when a small step begins. Fluids and repulsion depend on
   where particles get in it, and can be so strong that an explicit step would be unstable: they
   are potentials of the place at its end (pl_outer). Models that solve for it themselves use them; for others every
   particle is carried through the small step by itself, with its own mass and the other forces on it, and the mean
   force that it felt is handed over. No model answers an impulse with more than a free particle's velocity, so that
   this is stable for any strength, too. */
#pragma once

#include "base/bytes.h"
#include "contact/obstacle/moving.h"
#include "model/model.h"
#include "pliant/force.h"

#define PL_ANY_BODY UINT32_MAX

/* A flat record, of changes and snapshots. */
typedef struct pl_force {
  uint32_t generation, state; /* pl_slot_state */
  uint32_t kind;
  uint32_t body; /* serial, or PL_ANY_BODY */
  char name[PL_MOST_FORCE_NAME + 1];
  double vector[3]; /* m/s of a stream, N, N m */
  pl_key keys[PL_MOST_FORCE_KEYS];
  uint64_t key_count;
  double gust, period, circulation, center[3], axis[3], core, resistance;
  uint32_t callback, turns;
  pl_obstacle_id obstacle;
  double strength, range;
  uint32_t particles[PL_MOST_FORCE_PARTICLES]; /* storage order */
  uint64_t particle_count;
  double attitude[3], stiffness, damping;
} pl_force;

typedef struct pl_forces {
  pl_force *items;
  size_t count, capacity;
  pl_flow_callback flow;
  void *flow_user;
} pl_forces;

struct pl_world;
struct pl_body;

/* list.c */
pl_status pl_force_apply_create(struct pl_world *world, pl_reader *payload);
pl_status pl_force_apply_change(struct pl_world *world, pl_reader *payload);
void pl_force_await(pl_world *world, pl_reader payload); /* the slot is kept for one that comes later */
pl_status pl_force_apply_remove(struct pl_world *world, pl_reader *payload);
void pl_forces_without_body(struct pl_world *world, uint32_t serial);
void pl_forces_without_obstacle(struct pl_world *world, pl_obstacle_id id);
bool pl_force_acts(const pl_force *force, const struct pl_body *body);
bool pl_body_is_forced(const struct pl_body *body); /* by any of them */
/* Of a snapshot: nonsense is found before it is used. */
bool pl_force_is_possible(const struct pl_world *world, const pl_force *force);
void pl_force_vector_at(const pl_force *force, double time, double out[3]); /* in its own axes */

/* flow.c */
void pl_flow_at(const struct pl_world *world, const pl_force *fluid, const double point[3], double time, double out[3]);

/* rigid.c: thrusters and gyros: adds to the forces on the particles. */
void pl_force_push(const pl_force *force, const struct pl_body *body, double h, double *out);

/* ---- what depends on where particles get: outer.c, fluid.c, repulsion.c, free_particle.c ---- */

typedef struct pl_repulsion {
  const pl_moving_obstacle *obstacle;
  double strength, range;
} pl_repulsion;

typedef struct pl_potential_forces {
  pl_outer outer;
  const double *mass;
  const double *across; /* 9 per particle: area of the surface there times n n^T, m^2; NULL: no fluid */
  const double *aim;    /* 3 per particle, m: where the fluids would carry it in the small step */
  double thickness;     /* N s/m^3 / s: resistance of all fluids, by h */
  const pl_repulsion *repulsions;
  size_t repulsion_count;
  double h;
} pl_potential_forces;

/* What a body feels in the coming small step, from the arena; NULL: nothing of the kind. fluids: or repulsion alone.
   obstacles: all, for the coming step. */
pl_status pl_potential_forces_find(struct pl_world *world, const struct pl_body *body, bool fluids,
                                   const pl_moving_obstacle *obstacles, size_t obstacle_count,
                                   const pl_potential_forces **out);
size_t pl_potential_forces_scratch(const struct pl_world *world); /* bytes that finding takes for all bodies at once */

/* fluid.c: area times n n^T at each particle of a surface, and the like of a curve. area: room for 3 per particle. */
void pl_fluid_across(const struct pl_body *body, double *area, double *across);

/* repulsion.c */
double pl_repulsion_at(const pl_potential_forces *forces, const pl_repulsion *repulsion, double mass, const double x[3],
                       double gradient[3], double *hessian);
/* Near an obstacle that repels it a body should not go farther than this in a small step, m; infinite: anything goes.
   distance: how far it may go in a whole one. */
double pl_forces_stride(const struct pl_body *body, double distance);

/* free_particle.c: adds to `force` the mean of what a particle feels that has this mass and these other forces on it */
void pl_potential_forces_add_mean(const pl_potential_forces *forces, const struct pl_body *body,
                                  const double gravity[3], pl_pool *pool, double *force);
