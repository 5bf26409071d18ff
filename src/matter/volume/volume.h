/* SPDX-License-Identifier: MIT
   The volume constraint of Diziol et al. [D], sect. 5, for any body with a closed surface. In a step, after elasticity
   and contact,

     positions:   x -= w (V - V0)/S g,   velocities:   v -= w F/S g,   S = sum w g.g,   F = sum v.g = dV/dt,

   with g = n/3 the gradient of the volume. (The paper's constraint 3 V - 3 V0 with the gradient n/3 goes three times
   too far.) The first moves no velocities, the second no positions.

   Where the particles are not the unknowns of the model, or hang together so stiffly that moving some of them by hand
   would load them with energy, w g goes as impulses to the model's unknowns, and its response takes the place of w
   g. */
#pragma once

#include "matter/volume/volume_kernel.h"
#include "model/model.h"

/* Angular momentum that stage 5 leaves for stage 6 to remove, per part. */
typedef struct pl_volume_spin_error {
  double spin[3]; /* angular momentum that moving the particles has added, kg m^2/s */
} pl_volume_spin_error;

typedef struct pl_volume {
  pl_volume_shape shape;
  const pl_volume_kernels *kernels;
  double *weight;       /* per particle, before particles at obstacles are excluded */
  double *smoothed;     /* of positions */
  double *spare;        /* between two rounds of smoothing */
  double *moved;        /* m: how far elasticity moved each particle in this step */
  double *flight;       /* 3 per particle: where free flight would take it; NULL until wanted */
  uint8_t *closed;      /* 0, PL_VOLUME_PINNED or PL_VOLUME_TOUCHED */
  double *gradient;     /* 4 per site */
  double *spins;        /* 3 per block */
  pl_volume_sums *sums; /* per block */
  pl_volume_spin_error *spin_errors;
  bool held, touched; /* in this step: is anything pinned, does anything touch an obstacle? */
} pl_volume;

typedef struct pl_volume_setup {
  pl_volume *volume;
  const pl_volume_def *def;
  const pl_model *model;
  pl_model_body *body;
  const uint32_t *touched; /* per particle: not 0 at an obstacle; NULL: none is */
  double time;             /* at the end of the step, s */
} pl_volume_setup;

/* rest in the caller's order, place[vertex] = particle. */
pl_status pl_volume_make(const pl_mesh_data *rest, const uint32_t *place, pl_volume **out);
void pl_volume_free(pl_volume *volume);
/* Room for what a definition needs beyond, so that steps need no memory. */
pl_status pl_volume_reserve(pl_volume *volume, const pl_volume_def *def, const pl_model *model);
pl_status pl_volume_check(const pl_volume_def *def);

/* Stage 1: forces of the pressure, and a note of where free flight would take the particles. time: at the start of the
   step. */
void pl_volume_begin(const pl_volume_setup *setup, double *force, const pl_model_context *context);
/* After stage 2 (before_contact.c), for a body in contact: corrects the volume before collision detection, in positions
   and velocities. Only of models whose particles are uncoupled. */
void pl_volume_restore(const pl_volume_setup *setup, const pl_model_context *context);
/* Stages 5 and 6. */
pl_status pl_volume_correct_positions(const pl_volume_setup *setup, const pl_model_context *context);
pl_status pl_volume_correct_velocities(const pl_volume_setup *setup, const pl_model_context *context);
/* Do these stages use the arena and the model? Bodies for which they do not can be processed in parallel. */
bool pl_volume_is_in_unknowns(const pl_volume_setup *setup);
size_t pl_volume_scratch(const pl_volume *volume, const pl_model *model, const pl_model_body *body, bool obstacles);

/* Enclosed volume of a part at x (3 per particle), m^3. */
double pl_volume_of_part(const pl_volume *volume, size_t part, const double *x);
/* Factor on the rest volume that is wanted at a time, and what the pressure is for a volume. */
double pl_volume_target(const pl_volume_def *def, double time);
double pl_volume_pressure(const pl_volume_def *def, double time, double volume, double rest_volume);

/* ---- between the files of the constraint ---- */

enum { PL_VOLUME_GRAIN = 1024 }; /* sites per block */
enum { PL_VOLUME_PINNED = 1, PL_VOLUME_TOUCHED = 2 };

/* weights.c */
void pl_volume_weigh(const pl_volume_setup *setup, const pl_model_context *context);

/* volume.c: gradients, and all sums over a part. */
void pl_volume_gather_part(const pl_volume_setup *setup, size_t part, const double *weight,
                           const pl_model_context *context, pl_volume_gather *at, pl_volume_sums *sums);
/* Changes `to` (x or v); returns sum m change × v. */
void pl_volume_change_part(const pl_volume_setup *setup, size_t part, const pl_volume_change *change, double *to,
                           const pl_model_context *context, double spin[3]);
/* Is momentum conserved? Not of a body that an obstacle or a pin acts on. */
bool pl_volume_keeps_momentum(const pl_volume_setup *setup);
/* Of velocities: without what is at obstacles, or all. */
const double *pl_volume_velocity_weights(const pl_volume_setup *setup);
/* The wanted volume of a part, m^3; the volume missing, and the missing flux, m^3/s. */
double pl_volume_wanted(const pl_volume_setup *setup, size_t part);
double pl_volume_missing(const pl_volume_setup *setup, size_t part, const pl_volume_sums *sums);
double pl_volume_missing_flux(const pl_volume_setup *setup, size_t part, const pl_volume_sums *sums, double h);
/* One pass moves a particle no farther than this, m: near collapse gradients vanish and steps would be endless. */
double pl_volume_longest_step(const pl_volume_part *part);
/* Within the tolerance, so that passes from this one (from 0) on can be left out? */
bool pl_volume_is_near(const pl_volume_setup *setup, size_t part, int pass, double missing);
/* A full step leaves an error of second order or less: will that be within tolerance, without another evaluation? */
bool pl_volume_will_be_near(const pl_volume_setup *setup, size_t part, double missing);
int pl_volume_pass_count(const pl_volume_def *def);

/* momentum.c: the change that adds `missing` to the volume (or the flux) and `spin` to the angular momentum.
   keep: without momentum and any other angular momentum, by seven multipliers: of all changes d with these sums the one
   with the least sum of |d|^2 / w. Then at most `longest` at a particle. False: nothing can be changed. */
bool pl_volume_balance(const pl_volume_sums *sums, double missing, const double spin[3], bool keep, double longest,
                       pl_volume_change *out);

/* through_model.c: the same two stages in the model's unknowns. */
pl_status pl_volume_correct_positions_in_unknowns(const pl_volume_setup *setup, const pl_model_context *context);
pl_status pl_volume_correct_velocities_in_unknowns(const pl_volume_setup *setup, const pl_model_context *context);
/* How fast the volume of a part changes if particles move like this (3 per particle). */
double pl_volume_rate(const pl_volume_setup *setup, size_t part, const pl_volume_gather *at, const double *field);

/* energy.c: kinetic energy of the body, J. */
double pl_volume_kinetic(const pl_volume_setup *setup);
bool pl_volume_added_energy(double before, double after);
/* Does the target change, so that the correction may add energy? Or are velocities corrected as in the paper? */
bool pl_volume_may_add_energy(const pl_volume_setup *setup, double h);
/* The largest part, 0 to 1, of a change of velocities that adds no kinetic energy, from the energies before, with half
   and with all of it. */
double pl_volume_harmless_part(double before, double half, double whole);

/* held_particles.c: removes the motion of particles at obstacles from a response by impulses through the model's
   compliance, for up to 768 of them. A direction that would hardly change the volume any more is left as it was. */
typedef struct pl_volume_held {
  uint32_t *particles;
  size_t count; /* 0: nothing can be held */
  double *factor;
  double *push; /* 3 per particle */
} pl_volume_held;
pl_status pl_volume_find_held(const pl_volume_setup *setup, const pl_model_context *context, pl_volume_held *out);
pl_status pl_volume_hold(const pl_volume_setup *setup, const pl_volume_held *held, const pl_volume_gather *at,
                         size_t part, const pl_model_context *context, double *impulse, double *direction,
                         double *rate);
size_t pl_volume_held_scratch(pl_coupling coupling, size_t sites);
