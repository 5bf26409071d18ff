/* SPDX-License-Identifier: MIT
   How a body touches other bodies and itself, and what contact did in the last step. */
#pragma once

#include <stdbool.h>

#include "pliant/obstacle.h"
#include "pliant/status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct pl_contact_def {
  bool bodies; /* touches other bodies that touch it; default true */
  bool self;   /* touches itself; default false */
  /* Coulomb coefficient, >= 0; of two bodies the geometric mean counts; default 0.5. Against an obstacle, that of the
     obstacle counts */
  double friction;
  /* Tangent of the steepest slope that a round body stays on, >= 0: a couple of up to this times the height of the
     centre of mass over the contact times the normal force brakes what rolls on an obstacle, while no other body is
     near. That of the obstacle is added; default 0.05 */
  double rolling_friction;
  double restitution; /* part of the approach speed given back, [0, 1]; of two bodies the larger counts; default 0 */
  double skin;        /* m, > 0: kept free around the surface; default 0: 6 % of the mesh's mean edge, from one to
                         three thousandths of the body's size; or half the thickness of an open surface */
  uint32_t group;     /* 0 to 31; default 0 */
  uint32_t ignores;   /* bit g set: passes through bodies of group g; default 0 */
} pl_contact_def;

typedef struct pl_world pl_world;
typedef struct pl_body pl_body;

/* A body and what it touches: an obstacle, another body, or itself. Names live as long as body and obstacle. */
typedef struct pl_contact_pair {
  pl_body *body;
  pl_body *other;          /* NULL: an obstacle */
  pl_obstacle_id obstacle; /* generation 0: a body */
  const char *name, *other_name;
  size_t contacts;    /* that pushed */
  double force[3];    /* N, on body, along the normals; the other gets the opposite. A body gets none from itself */
  double friction[3]; /* N, on body, across the normals */
  double load;        /* N, sum of the sizes of the normal forces of all contacts */
  double penetration; /* m, how deep they are in each other at the deepest; 0: not at all */
} pl_contact_pair;

/* Pairs in contact in the last step: with an impulse, or a penetration. By body in order of creation, obstacles before
   bodies. A snapshot holds it. */
PL_API size_t pl_world_contact_pair_count(const pl_world *world);
PL_API pl_contact_pair pl_world_contact_pair(const pl_world *world, size_t i);

/* A pair began to touch, or it ended: it did not touch for a whole step. */
typedef struct pl_contact_event {
  bool begins;
  double time;          /* s, end of the step */
  pl_contact_pair pair; /* as it is when it begins, as it was when it touched last */
} pl_contact_event;

/* Events of the last pl_world_step or pl_world_advance. Bodies that were removed have none. */
PL_API size_t pl_world_contact_event_count(const pl_world *world);
PL_API pl_contact_event pl_world_contact_event(const pl_world *world, size_t i);

/* Forces that contact put on each particle in the last step, N, 3 per particle in the caller's order: along the normals
   and across them. Either may be NULL: not wanted. Rounded to float. */
PL_API pl_status pl_body_contact_forces(const pl_body *body, double *contact, double *friction);

#ifdef __cplusplus
}
#endif
