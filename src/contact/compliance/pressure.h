/* SPDX-License-Identifier: MIT
   Volumes that are kept while contact is solved. A closed part of a body has a pressure impulse P beside the impulses
   of its rows: with g the gradient of its volume and W the body's compliance, particles get P W g, and P is always the
   one that leaves the volume right at the end of the step, to first order: an impulse j on a particle changes the flux
   by (W g).j, and P by -(W g).j / S, S = g.W g. So rows see

     W' = W - (W g)(W g)^T / S

   without its ever being made: each impulse costs a dot product more. The gradients have neither sum nor moment, so
   that momentum is that of the rows. What is left by a volume's being a cubic goes in further passes
   (contact/solve/response.c).

   Where particles are the unknowns W g is the gradient over the mass, and each belongs to one part. Else W g is the
   model's response to g (pressure_in_unknowns.c), found once in a small step, and all particles respond to all parts:
   gradients of later parts are then made orthogonal to earlier ones, g_i.W g_j = 0. */
#pragma once

#include "contact/compliance/angular_momentum.h"
#include "matter/volume/volume.h"

typedef struct pl_pressed_part {
  double inverse;          /* 1 / S; 0: nothing moves it */
  double missing;          /* flux that is still to be reached, m^3/s */
  double longest;          /* W g of any particle, m^2/kg */
  double pressure_impulse; /* P, Pa s */
  double before;           /* the same at the last call of pl_pressure_changed */
} pl_pressed_part;

typedef struct pl_pressure {
  pl_pressed_part *parts;
  size_t count;
  double *response; /* W g, m^2/kg; 0 in no part. 3 per particle; of each part if in unknowns */
  uint32_t *part;   /* per particle; in none, the first. NULL: in unknowns, all particles respond to all parts */
  bool used;        /* the body has moved by it in this step */

  /* in unknowns */
  const pl_model *model;
  size_t particles, course_size;
  double *gradient; /* of each part, 3 per particle, m^2 */
  double *courses;  /* of each part, what the model's unknowns do; NULL: particles are the unknowns */
  double *mixed;    /* count^2: of how much of earlier gradients each was freed */
} pl_pressure;

/* Volumes of bodies of coupled particles with more parts are not kept in contact. */
enum { PL_MAX_PRESSED_PARTS = 8 };

/* Gradients and what is missing, as the body is now; P is 0. *out NULL: memory is taken from the scratch arena. Once
   W g is known only what is missing is found anew. angular may be NULL. */
pl_status pl_pressure_find(const pl_volume_setup *setup, const pl_angular_correction *angular,
                           const pl_model_context *context, pl_pressure **out);
bool pl_pressure_can_keep(const pl_volume_setup *setup);

/* pressure_in_unknowns.c */
pl_status pl_pressure_find_in_unknowns(const pl_volume_setup *setup, const pl_angular_correction *angular,
                                       const pl_model_context *context, pl_pressure **out);
/* Velocities change by P W g, positions by h times it; deferred: unknowns alone, until the model's
   `unknowns_to_particles`. */
pl_status pl_pressure_apply_in_unknowns(const pl_pressure *pressure, pl_model_body *body, bool deferred,
                                        const pl_model_context *context);

/* The largest error of a part's volume at the end of the step, relative to what is wanted. */
pl_status pl_pressure_error(const pl_volume_setup *setup, const pl_model_context *context, double *error);

/* Flux that a part lacks, at most what one pass may correct. */
double pl_pressure_missing(const pl_volume_setup *setup, size_t part, double volume, double h);

/* P is what keeps the volume before anything is pushed. */
void pl_pressure_begin(pl_pressure *pressure);

/* Velocities change by P W g, positions by h times it, and P is 0 again. */
pl_status pl_pressure_apply(pl_pressure *pressure, pl_model_body *body, bool deferred, const pl_model_context *context);

/* The same where positions alone are changed, by impulses that last h: P begins as 0, and asks for no volume. */
void pl_pressure_begin_displacement(pl_pressure *pressure);
/* Where particles are the unknowns. */
void pl_pressure_displace(const pl_pressure *pressure, pl_model_body *body, double h);
/* Else: adds P g, 3 per particle. */
void pl_pressure_add_impulses(const pl_pressure *pressure, double *impulse);

/* The most that velocities changed by pressures since the last call, m/s. */
double pl_pressure_changed(pl_pressure *pressure);

static inline void pl_pressure_note(pl_pressed_part *part, double flux)
{
  part->pressure_impulse -= flux * part->inverse;
}

/* W g of a part at a particle; and below, the range of parts that move a particle. */
static inline const double *pl_pressure_response(const pl_pressure *pressure, size_t part, uint32_t particle)
{
  return pressure->response + 3 * ((pressure->part ? 0 : part * pressure->particles) + particle);
}

static inline size_t pl_pressure_first_part(const pl_pressure *pressure, uint32_t particle)
{
  return pressure->part ? pressure->part[particle] : 0;
}

static inline size_t pl_pressure_past_parts(const pl_pressure *pressure, uint32_t particle)
{
  return pressure->part ? pressure->part[particle] + 1 : pressure->count;
}

static inline void pl_pressure_add_velocity(const pl_pressure *pressure, uint32_t particle, double velocity[3])
{
  for (size_t p = pl_pressure_first_part(pressure, particle); p < pl_pressure_past_parts(pressure, particle); p++) {
    const double *response = pl_pressure_response(pressure, p, particle);
    for (size_t c = 0; c < 3; c++) velocity[c] += pressure->parts[p].pressure_impulse * response[c];
  }
}

static inline void pl_pressure_push(pl_pressure *pressure, uint32_t particle, const double impulse[3])
{
  for (size_t p = pl_pressure_first_part(pressure, particle); p < pl_pressure_past_parts(pressure, particle); p++) {
    const double *response = pl_pressure_response(pressure, p, particle);
    pl_pressure_note(&pressure->parts[p],
                     response[0] * impulse[0] + response[1] * impulse[1] + response[2] * impulse[2]);
  }
}

size_t pl_pressure_scratch(const pl_volume_setup *setup); /* bytes, about */
