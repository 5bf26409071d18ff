/* SPDX-License-Identifier: MIT
   Particles set from outside: the nodes are found that carry them there. A rigid motion is found exactly; what remains
   is the shape of least elastic energy whose particles come close to those given, since nodes may be freer than what
   particles show. */
#include "model/embedded/embedded.h"

#include <string.h>

#include "base/status.h"
#include "math/rotation.h"

/* Closer than this part of the body's size is there. */
static const double there = 1e-12;

static void mean(size_t count, const double *x, double out[3])
{
  pl_vec3_set(out, 0, 0, 0);
  for (size_t i = 0; i < count; i++) pl_vec3_add(out, x + 3 * i, out);
  pl_vec3_scale(out, 1 / (double)count, out);
}

static double farthest(size_t count, const double *a, const double *b)
{
  double most = 0;
  for (size_t i = 0; i < count; i++) most = fmax(most, pl_vec3_distance(a + 3 * i, b + 3 * i));
  return most;
}

/* The rigid motion of the rest shape that comes closest to the particles at x. */
static void place_rigidly(pl_embedded *nodes, const double *x)
{
  double centre[3], rest_centre[3], covariance[9], rotation[9];
  mean(nodes->particles, x, centre);
  mean(nodes->particles, nodes->rest_x, rest_centre);
  pl_mat3_zero(covariance);
  for (size_t i = 0; i < nodes->particles; i++) {
    double now[3], was[3];
    pl_vec3_sub(x + 3 * i, centre, now);
    pl_vec3_sub(nodes->rest_x + 3 * i, rest_centre, was);
    pl_mat3_outer_add(covariance, 1, now, was);
  }
  pl_closest_rotation(covariance, NULL, rotation);
  for (size_t i = 0; i < nodes->unknowns; i += 3) {
    double arm[3], turned[3];
    pl_vec3_sub(nodes->rest + i, rest_centre, arm);
    pl_mat3_apply(rotation, arm, turned);
    pl_vec3_add(turned, centre, nodes->y + i);
  }
}

/* A few springs per node are enough to place it; evenly through the list of particles. */
typedef struct sample {
  pl_spring *springs;
  uint32_t *particles;
  size_t count;
} sample;

static const double one = 1.0;

static pl_status take_sample(const pl_embedded *nodes, const double *goals, double stiffness, pl_arena *scratch,
                             sample *out)
{
  size_t most = 4 * nodes->unknowns, stride = (nodes->particles + most - 1) / most;
  out->count = (nodes->particles + stride - 1) / stride;
  out->springs = PL_TAKE(scratch, pl_spring, out->count);
  out->particles = PL_TAKE(scratch, uint32_t, out->count);
  if (!out->springs || !out->particles) return PL_ERROR_MEMORY;
  for (size_t k = 0; k < out->count; k++) {
    out->particles[k] = (uint32_t)(k * stride);
    pl_spring spring = {&out->particles[k], &one, 1, stiffness, {0, 0, 0}, NULL};
    memcpy(spring.goal, goals + 3 * k * stride, sizeof spring.goal);
    out->springs[k] = spring;
  }
  return PL_OK;
}

static pl_status import_positions(pl_model_body *body, const pl_model_context *context)
{
  pl_embedded *nodes = body->data;
  double *x = PL_TAKE(context->scratch, double, 3 * nodes->particles);
  if (!x) return PL_ERROR_MEMORY;
  nodes->kind->nodes_changed(nodes);
  nodes->kind->positions(nodes, context->pool, x);
  if (farthest(nodes->particles, x, body->x) <= there * nodes->size) return PL_OK;
  place_rigidly(nodes, body->x);
  nodes->kind->nodes_changed(nodes);
  nodes->kind->positions(nodes, context->pool, x);
  if (farthest(nodes->particles, x, body->x) <= there * nodes->size) return PL_OK;
  sample springs;
  PL_TRY(take_sample(nodes, body->x, nodes->penalty, context->scratch, &springs));
  pl_rest_spring *held = PL_TAKE(context->scratch, pl_rest_spring, springs.count);
  if (!held) return PL_ERROR_MEMORY;
  for (size_t k = 0; k < springs.count; k++) {
    held[k] = (pl_rest_spring){&springs.particles[k], &one, 1, nodes->penalty, {0, 0, 0}};
    memcpy(held[k].target, springs.springs[k].goal, sizeof held[k].target);
  }
  pl_statics_task task = {.springs = held, .spring_count = springs.count, .tolerance = 1e-9 * nodes->size, .most = 100};
  pl_statics_result answer;
  return pl_embedded_pose(nodes, &task, context, &answer);
}

/* The rigid motion that comes closest to the velocities of the particles. */
static void move_rigidly(pl_embedded *nodes, const double *x, const double *v)
{
  double centre[3], drift[3], moment[3] = {0, 0, 0}, inertia[9], spin[3] = {0, 0, 0};
  mean(nodes->particles, x, centre);
  mean(nodes->particles, v, drift);
  pl_mat3_zero(inertia);
  for (size_t i = 0; i < nodes->particles; i++) {
    double arm[3], part[3];
    pl_vec3_sub(x + 3 * i, centre, arm);
    pl_vec3_cross(arm, v + 3 * i, part);
    pl_vec3_add(moment, part, moment);
    pl_mat3_outer_add(inertia, -1, arm, arm);
    for (int c = 0; c < 3; c++) inertia[4 * c] += pl_vec3_dot(arm, arm);
  }
  double determinant = pl_mat3_determinant(inertia);
  for (int k = 0; determinant > 0 && k < 3; k++) {
    double column[3];
    pl_vec3_cross(inertia + 3 * ((k + 1) % 3), inertia + 3 * ((k + 2) % 3), column);
    pl_vec3_add_scaled(spin, moment[k] / determinant, column, spin);
  }
  for (size_t i = 0; i < nodes->unknowns; i += 3) {
    double arm[3], part[3];
    pl_vec3_sub(nodes->y + i, centre, arm);
    pl_vec3_cross(spin, arm, part);
    pl_vec3_add(drift, part, nodes->w + i);
  }
}

static pl_status import_velocities(pl_model_body *body, const pl_model_context *context)
{
  pl_embedded *nodes = body->data;
  double *v = PL_TAKE(context->scratch, double, 3 * nodes->particles);
  double *dw = PL_TAKE(context->scratch, double, nodes->unknowns);
  if (!v || !dw) return PL_ERROR_MEMORY;
  nodes->kind->velocities(nodes, context->pool, v);
  double scale = 0;
  for (size_t i = 0; i < nodes->particles; i++) scale = fmax(scale, pl_vec3_length(body->v + 3 * i));
  if (farthest(nodes->particles, v, body->v) <= there * scale) return PL_OK;
  move_rigidly(nodes, body->x, body->v);
  if (nodes->kind->record_carriers) nodes->kind->record_carriers(nodes);
  nodes->kind->spread(nodes, nodes->w, context->pool, v);
  if (farthest(nodes->particles, v, body->v) <= there * scale) return PL_OK;
  sample springs;
  PL_TRY(take_sample(nodes, body->v, nodes->total_mass, context->scratch, &springs));
  PL_TRY(nodes->kind->factorise(nodes, 1e-6, 0, springs.springs, springs.count, context));
  memset(dw, 0, nodes->unknowns * sizeof(double));
  for (size_t k = 0; k < springs.count; k++) {
    double missing[3];
    pl_vec3_sub(springs.springs[k].goal, v + 3 * (size_t)springs.particles[k], missing);
    pl_vec3_scale(missing, springs.springs[k].stiffness, missing);
    nodes->kind->gather_one(nodes, springs.particles[k], missing, dw);
  }
  PL_TRY(nodes->kind->solve(nodes, dw, context));
  for (size_t k = 0; k < nodes->unknowns; k++) nodes->w[k] += dw[k];
  if (nodes->kind->record_carriers) nodes->kind->record_carriers(nodes);
  return PL_OK;
}

pl_status pl_embedded_import(pl_model_body *body, const pl_model_context *context)
{
  pl_arena_mark mark = pl_arena_here(context->scratch);
  pl_status status = import_positions(body, context);
  if (status == PL_OK) status = import_velocities(body, context);
  pl_arena_back_to(context->scratch, mark);
  if (status == PL_OK) pl_embedded_update_particles(body, context->pool);
  return status;
}

pl_status pl_embedded_reset(pl_model_body *body, const pl_model_context *context)
{
  pl_embedded *nodes = body->data;
  memcpy(nodes->y, nodes->rest, nodes->unknowns * sizeof(double));
  memset(nodes->w, 0, nodes->unknowns * sizeof(double));
  nodes->kind->forget(nodes);
  return pl_embedded_import(body, context);
}

/* Registered state came back, particles with it: nothing of it may change. */
pl_status pl_embedded_restored(pl_model_body *body, const pl_model_context *context)
{
  (void)context;
  pl_embedded *nodes = body->data;
  nodes->kind->nodes_changed(nodes);
  return PL_OK;
}
