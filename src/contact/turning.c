/* SPDX-License-Identifier: MIT */
#include "contact/turning.h"

#include "base/status.h"
#include "math/vec3.h"
#include "matter/momentum.h"

static void find_centre(const pl_model_body *body, const double *x, double out[3])
{
  double mass = 0;
  pl_vec3_set(out, 0, 0, 0);
  for (size_t i = 0; i < body->count; i++) {
    mass += body->mass[i];
    pl_vec3_add_scaled(out, body->mass[i], x + 3 * i, out);
  }
  pl_vec3_scale(out, 1 / mass, out);
}

pl_status pl_turning_start(const pl_coupled *coupled, const pl_model_context *context, pl_turning *out)
{
  const pl_model_body *body = coupled->body;
  *out = (pl_turning){0};
  if (coupled->model->coupling != PL_COUPLING_SCALAR || !coupled->model->turns || !coupled->model->turns(body))
    return PL_OK;
  out->start = PL_TAKE(context->scratch, double, 3 * body->count);
  if (!out->start) return PL_ERROR_MEMORY;
  for (size_t k = 0; k < 3 * body->count; k++) out->start[k] = body->x[k] - context->h * body->v[k];
  find_centre(body, out->start, out->centre);
  pl_angular_momentum(body->count, body->mass, out->start, body->v, out->momentum);
  return PL_OK;
}

/* Positions move by h v, so the angular momentum of (x + h v, v) is that of (x, v), and so is the moment of what pushes. */
pl_status pl_turning_give_back(const pl_turning *turning, pl_coupled *coupled, const pl_model_context *context)
{
  pl_model_body *body = coupled->body;
  double wanted[3], moment[3];
  pl_vec3_cross(turning->centre, coupled->sent, moment);
  pl_vec3_sub(coupled->sent_moment, moment, moment);
  pl_vec3_add(turning->momentum, moment, wanted);
  pl_set_angular_momentum(body->count, body->mass, turning->start, wanted, context->h, body->v);
  for (size_t k = 0; k < 3 * body->count; k++) body->x[k] = turning->start[k] + context->h * body->v[k];
  return coupled->model->moved ? coupled->model->moved(body, context) : PL_OK;
}
