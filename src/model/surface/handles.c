/* SPDX-License-Identifier: MIT
   What holds particles and what pushes them. A particle answers by itself, dv = j/m; pinned ones do not answer. */
#include <math.h>
#include <string.h>

#include "base/status.h"
#include "model/surface/surface.h"

enum { MOST_SWEEPS = 32 };

static bool is_pin(const pl_hold *hold) { return hold->softness == 0 && hold->count == 1; }

/* Marks pinned particles and gives them their prescribed velocities. */
static void set_pinned(pl_model_body *body, uint8_t *pinned)
{
  memset(pinned, 0, body->count);
  for (size_t k = 0; k < body->fixed_count; k++) {
    pinned[body->fixed[k]] = 1;
    memcpy(body->v + 3 * (size_t)body->fixed[k], body->fixed_velocity + 3 * k, 3 * sizeof(double));
  }
  for (size_t k = 0; k < body->hold_count; k++) {
    const pl_hold *hold = &body->holds[k];
    if (!is_pin(hold) || pinned[hold->particles[0]]) continue;
    pinned[hold->particles[0]] = 1;
    memcpy(body->v + 3 * (size_t)hold->particles[0], hold->goal, sizeof hold->goal);
  }
}

static double inverse_mass(const pl_model_body *body, const pl_surface_held *held, size_t i)
{
  return held->pinned && held->pinned[i] ? 0 : 1 / body->mass[i];
}

/* One grab alone: the impulse that makes sum w v + softness × impulse its goal. `kick` is a velocity still to come, h
   f/m. */
static double relax(pl_model_body *body, const pl_hold *hold, const pl_surface_held *held, double force_time,
                    double move, double impulse[3])
{
  double softness = hold->softness, largest = 0;
  for (size_t p = 0; p < hold->count; p++)
    softness += hold->weights[p] * hold->weights[p] * inverse_mass(body, held, hold->particles[p]);
  for (size_t c = 0; c < 3 && softness > 0; c++) {
    double speed = hold->softness * impulse[c];
    for (size_t p = 0; p < hold->count; p++) {
      size_t i = hold->particles[p];
      speed +=
          hold->weights[p] * (body->v[3 * i + c] + force_time * inverse_mass(body, held, i) * body->force[3 * i + c]);
    }
    double more = (hold->goal[c] - speed) / softness;
    impulse[c] += more;
    largest = fmax(largest, fabs(hold->goal[c] - speed));
    for (size_t p = 0; p < hold->count; p++) {
      size_t i = hold->particles[p];
      double dv = more * hold->weights[p] * inverse_mass(body, held, i);
      body->v[3 * i + c] += dv;
      body->x[3 * i + c] += move * dv;
    }
  }
  return largest;
}

/* Grabs that share particles are gone through until they agree. */
static void relax_grabs(pl_model_body *body, const pl_surface_held *held, double force_time, double move)
{
  double first = 0;
  for (int round = 0; round < MOST_SWEEPS; round++) {
    double largest = 0;
    for (size_t k = 0; k < body->hold_count; k++)
      if (!is_pin(&body->holds[k]))
        largest = fmax(largest, relax(body, &body->holds[k], held, force_time, move, held->impulse + 3 * k));
    if (round == 0) first = largest;
    if (largest <= 1e-9 * first) return;
  }
}

pl_status pl_surface_begin_handles(pl_model_body *body, const pl_model_context *context, pl_surface_held *held)
{
  *held = (pl_surface_held){NULL, NULL};
  if (body->fixed_count == 0 && body->hold_count == 0) return PL_OK;
  held->pinned = PL_TAKE(context->scratch, uint8_t, body->count);
  held->impulse = PL_TAKE(context->scratch, double, 3 * body->hold_count);
  if (!held->pinned || !held->impulse) return PL_ERROR_MEMORY;
  memset(held->impulse, 0, 3 * body->hold_count * sizeof(double));
  set_pinned(body, held->pinned);
  relax_grabs(body, held, context->h, 0); /* so that matching uses their new places */
  return PL_OK;
}

/* What matching did to held particles is taken into account. */
void pl_surface_end_handles(pl_model_body *body, const pl_model_context *context, const pl_surface_held *held)
{
  if (body->hold_count) relax_grabs(body, held, 0, context->h);
}

pl_status pl_surface_apply_impulses(pl_model_body *body, const pl_impulse *impulses, size_t count,
                                    const pl_model_context *context)
{
  for (size_t k = 0; k < count; k++) {
    size_t i = impulses[k].particle;
    if (pl_model_body_is_pinned(body, impulses[k].particle)) continue;
    for (size_t c = 0; c < 3; c++) {
      double dv = impulses[k].value[c] / body->mass[i];
      body->v[3 * i + c] += dv;
      body->x[3 * i + c] += context->h * dv;
    }
  }
  return PL_OK;
}

pl_status pl_surface_compliance(pl_model_body *body, const uint32_t *particles, size_t count,
                                const pl_model_context *context, double *out)
{
  (void)context;
  for (size_t k = 0; k < count; k++)
    out[k] = pl_model_body_is_pinned(body, particles[k]) ? 0 : 1 / body->mass[particles[k]];
  return PL_OK;
}
