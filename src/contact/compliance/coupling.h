/* SPDX-License-Identifier: MIT
   The touched particles of one body while contact iterates: their velocities, and how impulses change them, for every
   way in which a model couples particles. */
#pragma once

#include "contact/compliance/angular_momentum.h"
#include "contact/compliance/pressure.h"
#include "math/vec3.h"

typedef struct pl_coupled {
  const pl_model *model;
  pl_model_body *body;
  const uint32_t *particles; /* distinct */
  size_t count;
  uint32_t first;   /* of them among those of its island, while sweeping */
  double *velocity; /* m/s, with the impulses so far: all x, then all y, then all z */
  double *visited;  /* the same when it was read from the body */
  double *pushed;   /* 3 per particle, N s: scratch */
  double couple[3]; /* N m s, the same; only with an angular correction */
  const struct pl_coupling_kernels *kernels;
  double *compliance; /* as the model's compliance gives it; NULL: only those that push get a matrix (active_set.h) */
  /* impulses change the model's unknowns alone; x and v follow by `unknowns_to_particles` */
  bool deferred;
  pl_pressure *pressure;          /* keeps its volume while contact is solved; NULL: not kept here */
  pl_angular_correction *angular; /* what compliance and respond lack; NULL: nothing */
} pl_coupled;

/* Particles that fit in a matrix of this kind of coupling. */
size_t pl_coupling_most(pl_coupling coupling);

/* Takes memory from the scratch arena, and finds the compliance if particles are few; velocities are not read yet. */
pl_status pl_coupled_gather(pl_coupled *coupled, const pl_model_context *context);

/* The same in two parts: memory for velocities; and the matrix, whatever its size. */
pl_status pl_coupled_reserve(pl_coupled *coupled, const pl_model_context *context);
pl_status pl_coupled_find_compliance(pl_coupled *coupled, const pl_model_context *context);
size_t pl_coupled_scratch(pl_coupling coupling, size_t most_particles); /* bytes that gathering takes at most */

static inline void pl_coupled_velocity(const pl_coupled *coupled, size_t slot, double velocity[3])
{
  for (size_t c = 0; c < 3; c++) velocity[c] = coupled->velocity[c * coupled->count + slot];
  if (coupled->pressure) pl_pressure_add_velocity(coupled->pressure, coupled->particles[slot], velocity);
  if (coupled->angular) pl_angular_correction_add_velocity(coupled->angular, coupled->particles[slot], velocity);
}

/* Impulses go through the model: x and v follow. */
pl_status pl_coupled_apply_impulses(pl_coupled *coupled, const pl_impulse *impulses, size_t count,
                                    const pl_model_context *context);

/* What is in `pushed`, through the model alone: with u the velocity change, x += positions u (s), v += velocities u. */
pl_status pl_coupled_displace(const pl_coupled *coupled, double positions, double velocities,
                              const pl_model_context *context);

/* What is in `pushed` and `couple`, with an angular correction, changes velocities alone. */
pl_status pl_coupled_change_velocities(pl_coupled *coupled, const pl_model_context *context);

/* Moves the body by its pressure, which is 0 then. */
pl_status pl_coupled_apply_pressure(pl_coupled *coupled, const pl_model_context *context);

/* The velocities that the body has now. `reread` does not change the values that pl_coupled_changed compares with. */
pl_status pl_coupled_read_velocities(pl_coupled *coupled, const pl_model_context *context);
pl_status pl_coupled_reread_velocities(pl_coupled *coupled, const pl_model_context *context);

/* The most that a velocity changed in the body since, m/s. */
double pl_coupled_changed(const pl_coupled *coupled);

/* An impulse on one particle of the list changes the velocities of those it is coupled with; the angular correction has
   to be updated then. Needs compliance. */
void pl_coupled_push(pl_coupled *coupled, size_t slot, const double impulse[3]);

/* Change of the velocity of one per impulse on another, row-major, 1/kg, without the angular correction. Needs
   compliance. */
void pl_coupled_block(const pl_coupled *coupled, size_t slot, size_t pushed, double block[9]);
