/* SPDX-License-Identifier: MIT */
#include "model/common/aggregate.h"

#include <string.h>

#include "base/status.h"
#include "math/mat3.h"
#include "math/vec3.h"
#include "model/common/momentum.h"

double pl_aggregate_rigid_energy(const pl_aggregate *aggregate)
{
  return 0.5 * (pl_vec3_dot(aggregate->momentum, aggregate->motion.drift) +
                pl_vec3_dot(aggregate->moment, aggregate->motion.spin));
}

/* inertia += that of a mass at an arm from the centre */
static void add_inertia(double inertia[9], double mass, const double arm[3])
{
  double square = pl_vec3_dot(arm, arm);
  pl_mat3_outer_add(inertia, -mass, arm, arm);
  for (int c = 0; c < 3; c++) inertia[4 * c] += mass * square;
}

static void find_motion(pl_aggregate *aggregate)
{
  pl_vec3_scale(aggregate->momentum, aggregate->mass > 0 ? 1 / aggregate->mass : 0, aggregate->motion.drift);
  pl_solve_inertia(aggregate->inertia, aggregate->moment, aggregate->motion.spin);
}

/* Sums over particles, seen from one of them so that nothing cancels: one pass, since the whole of it is to cost
   little. */
static void aggregate_of_particles(const pl_model_body *body, pl_aggregate *out)
{
  const double *from = body->x;
  double second[6] = {0}, moment[3];
  *out = (pl_aggregate){0};
  for (size_t i = 0; i < body->count; i++) {
    const double *v = body->v + 3 * i;
    double arm[3], momentum[3], m = body->mass[i];
    pl_vec3_sub(body->x + 3 * i, from, arm);
    pl_vec3_scale(v, m, momentum);
    pl_vec3_cross(arm, momentum, moment);
    pl_vec3_add_scaled(out->centre, m, arm, out->centre);
    pl_vec3_add(out->momentum, momentum, out->momentum);
    pl_vec3_add(out->moment, moment, out->moment);
    out->mass += m;
    out->kinetic += 0.5 * pl_vec3_dot(momentum, v);
    for (int c = 0; c < 3; c++) {
      second[c] += m * arm[c] * arm[c];
      second[3 + c] += m * arm[c] * arm[(c + 1) % 3];
    }
  }
  pl_vec3_scale(out->centre, out->mass > 0 ? 1 / out->mass : 0, out->centre);
  pl_vec3_cross(out->centre, out->momentum, moment);
  pl_vec3_sub(out->moment, moment, out->moment);
  for (int c = 0; c < 3; c++) {
    int d = (c + 1) % 3;
    out->inertia[4 * c] = second[(c + 1) % 3] + second[(c + 2) % 3];
    out->inertia[3 * c + d] = out->inertia[3 * d + c] = -second[3 + c];
  }
  add_inertia(out->inertia, -out->mass, out->centre); /* from there to the centre (Steiner) */
  pl_vec3_add(out->centre, from, out->centre);
  find_motion(out);
}

static void set_particles_motion(pl_model_body *body, const pl_aggregate *aggregate, const pl_rigid_motion *to,
                                 double part)
{
  const pl_rigid_motion *from = &aggregate->motion;
  for (size_t i = 0; i < body->count; i++) {
    double arm[3], before[3], after[3], *v = body->v + 3 * i;
    pl_vec3_sub(body->x + 3 * i, aggregate->centre, arm);
    pl_vec3_cross(from->spin, arm, before);
    pl_vec3_cross(to->spin, arm, after);
    for (size_t c = 0; c < 3; c++) v[c] = to->drift[c] + after[c] + part * (v[c] - from->drift[c] - before[c]);
  }
}

pl_status pl_aggregate_of(const pl_model *model, const pl_model_body *body, const pl_model_context *context,
                          pl_aggregate *out)
{
  if (model->aggregate) {
    PL_TRY(model->aggregate(body, context, out));
    find_motion(out);
  } else {
    aggregate_of_particles(body, out);
  }
  return PL_OK;
}

pl_status pl_aggregate_set_motion(const pl_model *model, pl_model_body *body, const pl_aggregate *aggregate,
                                  const pl_rigid_motion *to, double part, const pl_model_context *context)
{
  if (model->set_rigid_motion) return model->set_rigid_motion(body, aggregate, to, part, context);
  set_particles_motion(body, aggregate, to, part);
  return model->particles_moved ? model->particles_moved(body, context) : PL_OK;
}

void pl_aggregate_join(const pl_aggregate *const *parts, size_t count, pl_aggregate *out)
{
  *out = (pl_aggregate){0};
  for (size_t k = 0; k < count; k++) {
    pl_vec3_add_scaled(out->centre, parts[k]->mass, parts[k]->centre, out->centre);
    pl_vec3_add(out->momentum, parts[k]->momentum, out->momentum);
    out->mass += parts[k]->mass;
  }
  pl_vec3_scale(out->centre, out->mass > 0 ? 1 / out->mass : 0, out->centre);
  for (size_t k = 0; k < count; k++) {
    double arm[3], moment[3];
    pl_vec3_sub(parts[k]->centre, out->centre, arm);
    pl_vec3_cross(arm, parts[k]->momentum, moment);
    for (size_t c = 0; c < 3; c++) out->moment[c] += parts[k]->moment[c] + moment[c];
    for (size_t c = 0; c < 9; c++) out->inertia[c] += parts[k]->inertia[c];
    add_inertia(out->inertia, parts[k]->mass, arm);
  }
  find_motion(out);
  out->kinetic = pl_aggregate_rigid_energy(out);
}

void pl_aggregate_carry(const pl_aggregate *whole, const double centre[3], pl_rigid_motion *out)
{
  double arm[3], along[3];
  *out = whole->motion;
  pl_vec3_sub(centre, whole->centre, arm);
  pl_vec3_cross(whole->motion.spin, arm, along);
  pl_vec3_add(out->drift, along, out->drift);
}
