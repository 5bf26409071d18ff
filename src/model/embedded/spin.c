/* SPDX-License-Identifier: MIT
   Bodies that nothing holds: their momenta are known before a step, and far turns are made on arcs. */
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "math/mat3.h"
#include "math/vec3.h"
#include "model/common/aggregate.h"
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

static void fill_fields(const pl_embedded *nodes, const double *y, const double centre[3], spin_fields *fields)
{
  for (int k = 0; k < 3; k++) {
    double axis[3] = {k == 0, k == 1, k == 2}, arm[3];
    for (size_t i = 0; i < nodes->unknowns; i += 3) {
      pl_vec3_sub(y + i, centre, arm);
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

/* Internal forces have neither a sum nor a moment: both momenta after the step are known. The rigid motion that is
   missing where the nodes have come to is added to their velocities. */
static void keep_momentum(pl_embedded *nodes, const spin_fields *fields, const double drift[3], const double spin[3],
                          double shift[3], double turn[3])
{
  double inertia[9], missing[3];
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
  if (nodes->kind->add_velocity) nodes->kind->add_velocity(nodes, dw);
}

static pl_status correct_momenta(pl_model_body *body, const pl_model_context *context)
{
  pl_embedded *nodes = body->data;
  spin_fields fields;
  double centre[3], shift[3], turn[3];
  if (!take_fields(nodes, context->scratch, &fields)) return PL_ERROR_MEMORY;
  nodes->kind->centre(nodes, centre);
  fill_fields(nodes, nodes->y, centre, &fields);
  keep_momentum(nodes, &fields, nodes->target_momentum.drift, nodes->target_momentum.spin, shift, turn);
  nodes->target_momentum.made = 0;
  for (size_t i = 0; i < nodes->particles; i++) {
    double arm[3], more[3];
    pl_vec3_sub(body->x + 3 * i, centre, arm);
    pl_vec3_cross(turn, arm, more);
    for (size_t c = 0; c < 3; c++) body->v[3 * i + c] += shift[c] + more[c];
  }
  return PL_OK;
}

pl_status pl_embedded_correct_momenta(pl_model_body *body, const pl_model_context *context)
{
  const pl_embedded *nodes = body->data;
  if (nodes->target_momentum.made == 0) return PL_OK;
  pl_arena_mark mark = pl_arena_here(context->scratch);
  pl_status status = correct_momenta(body, context);
  pl_arena_back_to(context->scratch, mark);
  return status;
}

/* A free body: its momenta at the end of the step are predicted when it begins. */
pl_status pl_embedded_balance(pl_embedded *nodes, const double *outside, double drag, const pl_model_context *context)
{
  pl_target_momentum *target = &nodes->target_momentum;
  spin_fields fields;
  if (!take_fields(nodes, context->scratch, &fields)) return PL_ERROR_MEMORY;
  fill_fields(nodes, nodes->y, nodes->start_centre, &fields);
  momenta_of(nodes, &fields, target->drift, target->spin);
  for (int k = 0; k < 3; k++) {
    target->drift[k] -= context->h * drag * target->drift[k];
    target->spin[k] -= context->h * drag * target->spin[k];
    target->spin[k] += context->h * dot(nodes->unknowns, fields.field[k], outside);
  }
  for (size_t i = 0; i < nodes->unknowns; i++) target->drift[i % 3] += context->h * outside[i];
  target->made = 1;
  return PL_OK;
}

/* Does anything move so far against the rest that it may be turning? */
static bool may_turn(const pl_embedded *nodes, const double *moved)
{
  double mean[3] = {0, 0, 0}, most = 0;
  for (size_t i = 0; i < nodes->unknowns; i++) mean[i % 3] += 3 * moved[i] / (double)nodes->unknowns;
  for (size_t i = 0; i < nodes->unknowns; i += 3) {
    double against[3];
    pl_vec3_sub(moved + i, mean, against);
    most = fmax(most, pl_vec3_length(against));
  }
  return most > 0.25 * least_turn * nodes->size;
}

/* How far a body went as a whole, and by which angle it turned. */
typedef struct rigid_motion {
  double drift[3], turn[3];
} rigid_motion;

/* Is most of the motion about the centre a rotation? What crumples is not turned by turning all of it. */
static bool find_rigid(const pl_embedded *nodes, const spin_fields *fields, const double *moved, rigid_motion *out)
{
  double *product = nodes->work, inertia[9], moment[3];
  nodes->kind->mass(nodes, moved, product);
  inertia_of(nodes, fields, inertia);
  pl_vec3_set(out->drift, 0, 0, 0);
  for (size_t i = 0; i < nodes->unknowns; i += 3) pl_vec3_add(out->drift, product + i, out->drift);
  for (int k = 0; k < 3; k++) moment[k] = dot(nodes->unknowns, fields->field[k], product);
  double all = dot(nodes->unknowns, moved, product) - pl_vec3_dot(out->drift, out->drift) / nodes->total_mass;
  spin_of(inertia, moment, out->turn);
  pl_vec3_scale(out->drift, 1 / nodes->total_mass, out->drift);
  return pl_vec3_length(out->turn) > least_turn && pl_vec3_dot(moment, out->turn) > 0.5 * all;
}

/* To where a rotation about the centre takes the nodes with all that is not rigid in their motion. */
static void place_on_arc(const pl_embedded *nodes, const rigid_motion *rigid, const double *moved, const double R[9],
                         double *y)
{
  for (size_t i = 0; i < nodes->unknowns; i += 3) {
    double arm[3], along[3], turned[3];
    pl_vec3_sub(nodes->start + i, nodes->start_centre, arm);
    pl_vec3_cross(rigid->turn, arm, along);
    for (size_t c = 0; c < 3; c++) arm[c] += moved[i + c] - rigid->drift[c] - along[c];
    pl_mat3_apply(R, arm, turned);
    for (size_t c = 0; c < 3; c++) y[i + c] = nodes->start_centre[c] + rigid->drift[c] + turned[c];
  }
}

/* Velocities turn along. */
static void turn_velocities(pl_embedded *nodes, const double R[9])
{
  double drift[3] = {0, 0, 0};
  nodes->kind->momentum(nodes, nodes->work);
  for (size_t i = 0; i < nodes->unknowns; i += 3)
    pl_vec3_add_scaled(drift, 1 / nodes->total_mass, nodes->work + i, drift);
  for (size_t i = 0; i < nodes->unknowns; i += 3) {
    double *w = nodes->w + i, turned[3];
    pl_vec3_sub(w, drift, w);
    pl_mat3_apply(R, w, turned);
    pl_vec3_add(turned, drift, w);
  }
  if (nodes->kind->turn) nodes->kind->turn(nodes, R);
}

/* What turned counts, not what turns now: the two differ where velocities were changed without positions. */
static pl_status find_arc(const pl_embedded *nodes, const pl_model_context *context, double *y, double R[9],
                          bool *turned)
{
  double *moved = PL_TAKE(context->scratch, double, nodes->unknowns);
  if (!moved) return PL_ERROR_MEMORY;
  *turned = false;
  for (size_t i = 0; i < nodes->unknowns; i++) moved[i] = nodes->y[i] - nodes->start[i];
  if (!may_turn(nodes, moved)) return PL_OK;
  spin_fields fields;
  if (!take_fields(nodes, context->scratch, &fields)) return PL_ERROR_MEMORY;
  rigid_motion rigid;
  fill_fields(nodes, nodes->start, nodes->start_centre, &fields);
  *turned = find_rigid(nodes, &fields, moved, &rigid);
  if (!*turned) return PL_OK;
  pl_mat3_from_rotation_vector(rigid.turn, R);
  place_on_arc(nodes, &rigid, moved, R, y);
  return PL_OK;
}

pl_status pl_embedded_arc(const pl_embedded *nodes, const pl_model_context *context, double *y, bool *turned)
{
  double R[9];
  pl_arena_mark mark = pl_arena_here(context->scratch);
  pl_status status = find_arc(nodes, context, y, R, turned);
  pl_arena_back_to(context->scratch, mark);
  return status;
}

pl_status pl_embedded_bend(pl_embedded *nodes, const pl_model_context *context, bool *bent)
{
  double R[9];
  pl_arena_mark mark = pl_arena_here(context->scratch);
  pl_status status = find_arc(nodes, context, nodes->y, R, bent);
  if (status == PL_OK && *bent) turn_velocities(nodes, R);
  pl_arena_back_to(context->scratch, mark);
  return status;
}

/* ---- the body as a whole ---- */

static pl_status find_aggregate(const pl_embedded *nodes, const pl_model_context *context, pl_aggregate *out)
{
  spin_fields fields;
  if (!take_fields(nodes, context->scratch, &fields)) return PL_ERROR_MEMORY;
  *out = (pl_aggregate){.mass = nodes->total_mass, .kinetic = nodes->kind->kinetic(nodes)};
  nodes->kind->centre(nodes, out->centre);
  fill_fields(nodes, nodes->y, out->centre, &fields);
  inertia_of(nodes, &fields, out->inertia);
  momenta_of(nodes, &fields, out->momentum, out->moment);
  return PL_OK;
}

pl_status pl_embedded_aggregate(const pl_model_body *body, const pl_model_context *context, pl_aggregate *out)
{
  pl_arena_mark mark = pl_arena_here(context->scratch);
  pl_status status = find_aggregate(body->data, context, out);
  pl_arena_back_to(context->scratch, mark);
  return status;
}

/* w = to + part (w - from), and what moves besides the nodes in the same way: part of its own motion, and the rigid one
   along `dw`. */
pl_status pl_embedded_set_rigid_motion(pl_model_body *body, const pl_aggregate *aggregate,
                                       const struct pl_rigid_motion *to, double part, const pl_model_context *context)
{
  pl_embedded *nodes = body->data;
  const double shrink[9] = {part, 0, 0, 0, part, 0, 0, 0, part};
  double *dw = nodes->work;
  for (size_t i = 0; i < nodes->unknowns; i += 3) {
    double arm[3], before[3], after[3];
    pl_vec3_sub(nodes->y + i, aggregate->centre, arm);
    pl_vec3_cross(aggregate->motion.spin, arm, before);
    pl_vec3_cross(to->spin, arm, after);
    for (size_t c = 0; c < 3; c++) {
      dw[i + c] = to->drift[c] + after[c] - part * (aggregate->motion.drift[c] + before[c]);
      nodes->w[i + c] = part * nodes->w[i + c] + dw[i + c];
    }
  }
  if (nodes->kind->turn) nodes->kind->turn(nodes, shrink);
  if (nodes->kind->add_velocity) nodes->kind->add_velocity(nodes, dw);
  nodes->target_momentum.made = 0;
  nodes->kind->velocities(nodes, context->pool, body->v);
  return PL_OK;
}

double pl_embedded_energy_at_start(const pl_model_body *body) { return ((const pl_embedded *)body->data)->energy; }
