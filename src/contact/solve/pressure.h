/* SPDX-License-Identifier: MIT
   Volumes that are kept while contact is solved. A closed part of a body has a pressure impulse P beside the impulses of its rows: with g the
   gradient of its volume and W the body's compliance, particles get P W g, and P is always the one that leaves the volume right at the end of the
   step, to first order: an impulse j on a particle changes the flux by (W g).j, and P by -(W g).j / S, S = g.W g. So rows see

     W' = W - (W g)(W g)^T / S

   without its ever being made: each impulse costs a dot product more. The gradients have neither sum nor moment, so that momentum is that of
   the rows. What is left by a volume's being a cubic goes in further passes with new gradients (contact/solve/response.c). */
#pragma once

#include "matter/volume.h"

typedef struct pl_pressed_part {
  double inverse; /* 1 / S; 0: nothing moves it */
  double missing; /* flux that is wanted besides, m^3/s */
  double longest; /* W g of any particle, m^2/kg */
  double press;   /* P, Pa s */
  double before;  /* the same when sweeps asked last */
} pl_pressed_part;

typedef struct pl_pressure {
  pl_pressed_part *parts;
  size_t count;
  double *answer; /* 3 per particle: W g, m^2/kg; 0 in no part */
  uint32_t *part; /* per particle; in none, the first */
  bool used;      /* the body has moved by it in this step */
} pl_pressure;

/* Gradients and what is missing, as the body is now; P is 0. *out NULL: memory is taken from the scratch arena. Only for bodies whose particles
   do not hang together. */
pl_status pl_pressure_find(const pl_volume_setup *setup, const pl_model_context *context, pl_pressure **out);

/* P is what keeps the volume before anything is pushed. */
void pl_pressure_begin(pl_pressure *pressure);

/* Velocities change by P W g, positions by h times it, and P is 0 again. */
void pl_pressure_apply(pl_pressure *pressure, pl_model_body *body, double h);

/* The most that velocities changed by pressures since this was asked last, m/s. */
double pl_pressure_changed(pl_pressure *pressure);

/* The largest error of a part's volume, relative to what is wanted. */
double pl_pressure_error(const pl_volume_setup *setup);

static inline void pl_pressure_note(pl_pressed_part *part, double flux) { part->press -= flux * part->inverse; }

static inline void pl_pressure_add_velocity(const pl_pressure *pressure, uint32_t particle, double velocity[3])
{
  double press = pressure->parts[pressure->part[particle]].press;
  for (size_t c = 0; c < 3; c++) velocity[c] += press * pressure->answer[3 * (size_t)particle + c];
}

static inline void pl_pressure_push(pl_pressure *pressure, uint32_t particle, const double impulse[3])
{
  const double *answer = pressure->answer + 3 * (size_t)particle;
  pl_pressure_note(&pressure->parts[pressure->part[particle]],
                   answer[0] * impulse[0] + answer[1] * impulse[1] + answer[2] * impulse[2]);
}

size_t pl_pressure_scratch(size_t particle_count); /* bytes, about */
