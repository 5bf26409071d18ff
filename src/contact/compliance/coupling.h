/* SPDX-License-Identifier: MIT
   The touched particles of one body while contact is solved: their velocities, and the compliance that relates impulses
   to velocity changes, for each kind of coupling. */
#pragma once

#include "contact/compliance/angular_momentum.h"
#include "contact/compliance/pressure.h"
#include "math/vec3.h"

typedef struct pl_coupled {
  const pl_model *model;
  pl_model_body *body;
  const uint32_t *particles; /* distinct */
  size_t count;
  uint32_t first;   /* during the sweeps: offset of its solver slots in the island */
  double *velocity; /* m/s, with the impulses so far: all x, then all y, then all z */
  double *visited;  /* the same when last read from the body */
  double *pushed;   /* summed impulses, 3 per particle, N s: scratch */
  double couple[3]; /* summed couples, N m s; only with an angular correction */
  const struct pl_coupling_kernels *kernels;
  double *compliance; /* as given by the model; NULL: computed for the active set only (active_set.h) */
  /* impulses change the model's unknowns alone, x and v only by `unknowns_to_particles` */
  bool deferred;
  pl_pressure *pressure;          /* keeps the volume while contact is solved; NULL: not kept */
  pl_angular_correction *angular; /* NULL: none */
} pl_coupled;

/* Largest number of particles in a compliance matrix of this coupling. */
size_t pl_coupling_most(pl_coupling coupling);

/* Takes memory from the scratch arena; computes the compliance if uncoupled or few; does not read velocities. */
pl_status pl_coupled_gather(pl_coupled *coupled, const pl_model_context *context);

/* The same in two parts: memory for velocities; the compliance of any size. */
pl_status pl_coupled_reserve(pl_coupled *coupled, const pl_model_context *context);
pl_status pl_coupled_find_compliance(pl_coupled *coupled, const pl_model_context *context);
size_t pl_coupled_scratch(pl_coupling coupling, size_t most_particles); /* bytes of gathering, upper bound */

static inline void pl_coupled_velocity(const pl_coupled *coupled, size_t slot, double velocity[3])
{
  for (size_t c = 0; c < 3; c++) velocity[c] = coupled->velocity[c * coupled->count + slot];
  if (coupled->pressure) pl_pressure_add_velocity(coupled->pressure, coupled->particles[slot], velocity);
  if (coupled->angular) pl_angular_correction_add_velocity(coupled->angular, coupled->particles[slot], velocity);
}

/* Applies impulses to the model: x and v change. */
pl_status pl_coupled_apply_impulses(pl_coupled *coupled, const pl_impulse *impulses, size_t count,
                                    const pl_model_context *context);

/* With u the model's response to `pushed`: x += positions u, v += velocities u. positions: s. */
pl_status pl_coupled_displace(const pl_coupled *coupled, double positions, double velocities,
                              const pl_model_context *context);

/* Applies `pushed` and `couple`, with the angular correction, to velocities alone. */
pl_status pl_coupled_change_velocities(pl_coupled *coupled, const pl_model_context *context);

/* Applies the pressure impulse to the body and resets it to 0. */
pl_status pl_coupled_apply_pressure(pl_coupled *coupled, const pl_model_context *context);

/* Reads the velocities of the body. `reread` leaves the values that pl_coupled_changed compares with. */
pl_status pl_coupled_read_velocities(pl_coupled *coupled, const pl_model_context *context);
pl_status pl_coupled_reread_velocities(pl_coupled *coupled, const pl_model_context *context);

/* Largest velocity change in the body since pl_coupled_read_velocities, m/s. */
double pl_coupled_changed(const pl_coupled *coupled);

/* An impulse on one particle of the list changes the velocities of all coupled with it. The angular correction is to be
   updated afterwards. Needs compliance. */
void pl_coupled_push(pl_coupled *coupled, size_t slot, const double impulse[3]);

/* Block of W: velocity of `slot` per impulse on `pushed`, row-major, 1/kg, without the angular correction. Needs
   compliance. */
void pl_coupled_block(const pl_coupled *coupled, size_t slot, size_t pushed, double block[9]);
