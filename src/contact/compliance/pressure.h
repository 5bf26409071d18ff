/* SPDX-License-Identifier: MIT
   Volume preservation during contact. Each closed part of a body has a pressure impulse P: with g the gradient of its
   volume and W the compliance of the body, velocities change by P W g, and P always satisfies the volume at the end of
   the step to first order: an impulse j on a particle changes the flux by (W g).j, and P by -(W g).j / S, S = g.W g. So
   the compliance for rows is

     W' = W - (W g)(W g)^T / S

   which is not assembled: each impulse costs another dot product. Gradients have neither sum nor moment, so that
   pressures conserve momentum. The volume is cubic in positions; the error of linearising it is reduced in further
   passes (contact/solve/response.c).

   Where particles are the unknowns W g is the gradient over the mass, and each particle belongs to one part. Else W g
   is the model's response to g (pressure_in_unknowns.c), found once per step, and all particles respond to all parts:
   later gradients are made orthogonal to earlier ones, g_i.W g_j = 0. */
#pragma once

#include "contact/compliance/angular_momentum.h"
#include "matter/volume/volume.h"

typedef struct pl_pressed_part {
  double inverse;          /* 1 / S; 0: all its particles are fixed */
  double missing;          /* flux needed to restore the volume, m^3/s */
  double longest;          /* largest |W g| of a particle, m^2/kg */
  double pressure_impulse; /* P, Pa s */
  double before;           /* the same at the last call of pl_pressure_changed */
} pl_pressed_part;

typedef struct pl_pressure {
  pl_pressed_part *parts;
  size_t count;
  double *response; /* W g, m^2/kg, 3 per particle (0 in no part); per part if in unknowns */
  uint32_t *part;   /* per particle; the first if in none. NULL: in unknowns, all particles respond to all parts */
  bool used;        /* contact has used it in this step */

  /* in unknowns */
  const pl_model *model;
  size_t particles, course_size;
  double *gradient; /* per part, 3 per particle, m^2 */
  double *courses;  /* per part, response of the model's unknowns; NULL: response as particle velocities only */
  double *mixed;    /* count^2: factors of the orthogonalisation to earlier gradients */
} pl_pressure;

/* Bodies of coupled particles with more parts do not keep volumes in contact. */
enum { PL_MAX_PRESSED_PARTS = 8 };

/* Gradients and missing flux at the present positions. *out NULL: memory is taken from the scratch arena. In unknowns a
   known W g is kept, and only the missing flux is recomputed. angular may be NULL. */
pl_status pl_pressure_find(const pl_volume_setup *setup, const pl_angular_correction *angular,
                           const pl_model_context *context, pl_pressure **out);
bool pl_pressure_can_keep(const pl_volume_setup *setup);

/* pressure_in_unknowns.c */
pl_status pl_pressure_find_in_unknowns(const pl_volume_setup *setup, const pl_angular_correction *angular,
                                       const pl_model_context *context, pl_pressure **out);
/* Velocities change by P W g, positions by h times it; deferred: unknowns alone, particles by the model's
   `unknowns_to_particles`. */
pl_status pl_pressure_apply_in_unknowns(const pl_pressure *pressure, pl_model_body *body, bool deferred,
                                        const pl_model_context *context);

/* Largest relative error of a part's volume at the end of the step. */
pl_status pl_pressure_error(const pl_volume_setup *setup, const pl_model_context *context, double *error);

/* Missing flux of a part, limited to what one pass may correct. */
double pl_pressure_missing(const pl_volume_setup *setup, size_t part, double volume, double h);

/* Sets P to restore the volume without impulses of rows. */
void pl_pressure_begin(pl_pressure *pressure);

/* Velocities change by P W g, positions by h times it; P is reset to 0. */
pl_status pl_pressure_apply(pl_pressure *pressure, pl_model_body *body, bool deferred, const pl_model_context *context);

/* For displacements: P starts from 0, without missing flux. */
void pl_pressure_begin_displacement(pl_pressure *pressure);
/* Displacements by h P W g, where particles are the unknowns. */
void pl_pressure_displace(const pl_pressure *pressure, pl_model_body *body, double h);
/* Else: adds the impulses P g, 3 per particle. */
void pl_pressure_add_impulses(const pl_pressure *pressure, double *impulse);

/* Largest velocity change by pressures since the last call, m/s. */
double pl_pressure_changed(pl_pressure *pressure);

static inline void pl_pressure_note(pl_pressed_part *part, double flux)
{
  part->pressure_impulse -= flux * part->inverse;
}

/* W g of a part at a particle; below, the range of parts that act on a particle. */
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

size_t pl_pressure_scratch(const pl_volume_setup *setup); /* bytes, estimate */
