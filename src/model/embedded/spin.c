/* SPDX-License-Identifier: MIT
   Bodies that nothing holds: their momenta are known before a step, and far turns are made on arcs. */
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "math/mat3.h"
#include "math/vec3.h"
#include "model/embedded/embedded.h"

/* Turning by less than this in a step, rad, stretches a body by less than a thousandth. */
static const double least_turn = 0.04;

/* The three fields of rotation about a point, and their products with M. */
typedef struct spin_fields {
  double *field[3], *momentum[3];
} spin_fields;

static bool take_fields(const pl_embedded *nodes, pl_arena *scratch, spin_fields *fields)
{
  bool all = true;
  for (int k = 0; k < 3; k++) {
    fields->field[k] = PL_TAKE(scratch, double, nodes->unknowns);
    fields->momentum[k] = PL_TAKE(scratch, double, nodes->unknowns);
    all = all && fields->field[k] && fields->momentum[k];
  }
  return all;
}

static void fill_fields(const pl_embedded *nodes, spin_fields *fields)
{
  double centre[3];
  nodes->kind->centre(nodes, centre);
  for (int k = 0; k < 3; k++) {
    double axis[3] = {k == 0, k == 1, k == 2}, arm[3];
    for (size_t i = 0; i < nodes->unknowns; i += 3) {
      pl_vec3_sub(nodes->y + i, centre, arm);
      pl_vec3_cross(axis, arm, fields->field[k] + i);
    }
    nodes->kind->mass(nodes, fields->field[k], fields->momentum[k]);
  }
}

static double dot(size_t count, const double *a, const double *b)
{
  double sum = 0;
  for (size_t k = 0; k < count; k++) sum += a[k] * b[k];
  return sum;
}

static void inertia_of(const pl_embedded *nodes, const spin_fields *fields, double inertia[9])
{
  for (int k = 0; k < 9; k++) inertia[k] = dot(nodes->unknowns, fields->field[k / 3], fields->momentum[k % 3]);
}

/* Momentum, and angular momentum about the centre of mass. */
static void momenta_of(const pl_embedded *nodes, const spin_fields *fields, double drift[3], double spin[3])
{
  double *momentum = nodes->work;
  nodes->kind->momentum(nodes, momentum);
  pl_vec3_set(drift, 0, 0, 0);
  for (size_t i = 0; i < nodes->unknowns; i += 3) pl_vec3_add(drift, momentum + i, drift);
  for (int k = 0; k < 3; k++) spin[k] = dot(nodes->unknowns, fields->field[k], momentum);
}

/* inertia × out = momentum */
static void spin_of(const double inertia[9], const double momentum[3], double out[3])
{
  double determinant = pl_mat3_determinant(inertia);
  pl_vec3_set(out, 0, 0, 0);
  for (int k = 0; determinant > 0 && k < 3; k++) {
    double column[3];
    pl_vec3_cross(inertia + 3 * ((k + 1) % 3), inertia + 3 * ((k + 2) % 3), column);
    pl_vec3_add_scaled(out, momentum[k] / determinant, column, out);
  }
}

/* Internal forces have neither a sum nor a moment: both momenta after the step are known. The rigid motion that is missing where the
   nodes have come to is added to their velocities. */
static void keep_momentum(pl_embedded *nodes, const spin_fields *fields, const double drift[3], const double spin[3])
{
  double inertia[9], shift[3], missing[3], turn[3] = {0, 0, 0};
  momenta_of(nodes, fields, shift, missing);
  inertia_of(nodes, fields, inertia);
  for (int k = 0; k < 3; k++) {
    shift[k] = (drift[k] - shift[k]) / nodes->total_mass;
    missing[k] = spin[k] - missing[k];
  }
  spin_of(inertia, missing, turn);
  double *dw = nodes->work;
  for (size_t i = 0; i < nodes->unknowns; i++) {
    dw[i] = shift[i % 3];
    for (int k = 0; k < 3; k++) dw[i] += turn[k] * fields->field[k][i];
    nodes->w[i] += dw[i];
  }
  if (nodes->kind->push) nodes->kind->push(nodes, dw);
}

/* A free body: what was promised is kept where the nodes have come to, and the next promise is made. */
pl_status pl_embedded_balance(pl_embedded *nodes, const double *outside, double drag, const pl_model_context *context)
{
  pl_promise *promise = &nodes->promise;
  spin_fields fields;
  if (!take_fields(nodes, context->scratch, &fields)) return PL_ERROR_MEMORY;
  fill_fields(nodes, &fields);
  if (promise->made != 0) keep_momentum(nodes, &fields, promise->drift, promise->spin);
  momenta_of(nodes, &fields, promise->drift, promise->spin);
  for (int k = 0; k < 3; k++) {
    promise->drift[k] -= context->h * drag * promise->drift[k];
    promise->spin[k] -= context->h * drag * promise->spin[k];
    promise->spin[k] += context->h * dot(nodes->unknowns, fields.field[k], outside);
  }
  for (size_t i = 0; i < nodes->unknowns; i++) promise->drift[i % 3] += context->h * outside[i];
  promise->made = 1;
  return PL_OK;
}

/* Does anything move so far against the rest that it may be turning? */
static bool may_turn(const pl_embedded *nodes, double h)
{
  double mean[3] = {0, 0, 0}, most = 0;
  for (size_t i = 0; i < nodes->unknowns; i++) mean[i % 3] += 3 * nodes->w[i] / (double)nodes->unknowns;
  for (size_t i = 0; i < nodes->unknowns; i += 3) {
    double against[3];
    pl_vec3_sub(nodes->w + i, mean, against);
    most = fmax(most, pl_vec3_length(against));
  }
  return h * most > 0.25 * least_turn * nodes->size;
}

/* Is most of the motion about the centre a rotation? What crumples is not turned by turning all of it. */
static bool turns(const pl_embedded *nodes, const double drift[3], const double momentum[3], const double spin[3])
{
  double travelling = pl_vec3_dot(drift, drift) / (2 * nodes->total_mass);
  return pl_vec3_dot(momentum, spin) > nodes->kind->kinetic(nodes) - travelling; /* half the one, all of the other */
}

/* To where a rotation about the centre takes the nodes with all that is not rigid in their motion; velocities turn along. */
static void turn_nodes(pl_embedded *nodes, const double centre[3], const double drift[3], const double spin[3],
                       double h)
{
  double R[9], turn[3];
  pl_vec3_scale(spin, h, turn);
  pl_mat3_from_rotation_vector(turn, R);
  for (size_t i = 0; i < nodes->unknowns; i += 3) {
    double *y = nodes->y + i, *w = nodes->w + i, arm[3], own[3], along[3], turned[3];
    pl_vec3_add_scaled(y, -h, w, arm);
    pl_vec3_sub(arm, centre, arm);
    pl_vec3_add_scaled(w, -1 / nodes->total_mass, drift, w);
    pl_vec3_cross(spin, arm, along);
    pl_vec3_sub(w, along, own);
    pl_vec3_add_scaled(arm, h, own, arm);
    pl_mat3_apply(R, arm, turned);
    for (int c = 0; c < 3; c++) y[c] = centre[c] + h * drift[c] / nodes->total_mass + turned[c];
    pl_mat3_apply(R, w, turned);
    pl_vec3_add_scaled(turned, 1 / nodes->total_mass, drift, w);
  }
  if (nodes->kind->turn) nodes->kind->turn(nodes, R);
}

pl_status pl_embedded_bend(pl_embedded *nodes, const pl_model_context *context, bool *bent)
{
  double h = context->h;
  *bent = false;
  if (!may_turn(nodes, h)) return PL_OK;
  pl_arena_mark mark = pl_arena_here(context->scratch);
  spin_fields fields;
  if (!take_fields(nodes, context->scratch, &fields)) return PL_ERROR_MEMORY;
  double drift[3], momentum[3], inertia[9], spin[3], centre[3];
  nodes->kind->centre(nodes, centre);
  for (size_t i = 0; i < nodes->unknowns; i++) nodes->y[i] -= h * nodes->w[i];
  fill_fields(nodes, &fields);
  for (size_t i = 0; i < nodes->unknowns; i++) nodes->y[i] += h * nodes->w[i];
  momenta_of(nodes, &fields, drift, momentum);
  inertia_of(nodes, &fields, inertia);
  spin_of(inertia, momentum, spin);
  if (h * pl_vec3_length(spin) > least_turn && turns(nodes, drift, momentum, spin)) {
    turn_nodes(nodes, centre, drift, spin, h);
    *bent = true;
  }
  pl_arena_back_to(context->scratch, mark);
  return PL_OK;
}
