/* SPDX-License-Identifier: MIT
   One implicit Euler step of (15) in inertial axes; hybrid.h has the equations. */
#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/status.h"
#include "math/mat3.h"
#include "math/rotation.h"
#include "math/vec3.h"
#include "model/common/momentum.h"
#include "model/hybrid/hybrid.h"

/* Sums over the nodes of a piece that no round of a step changes. */
typedef struct sums {
  double centre[3];
  double places[9]; /* sum m x r^T */
  double push[3];   /* sum p of p = M v + h f, and */
  double turn[9];   /* sum p r^T */
} sums;

static void push_of(const pl_model_body *body, double m, double h, size_t i, double push[3])
{
  for (size_t k = 0; k < 3; k++) push[k] = m * body->v[3 * i + k] + h * body->force[3 * i + k];
}

static sums find_sums(const pl_model_body *body, const pl_hybrid *b, size_t piece, double h)
{
  pl_hybrid_nodes nodes = pl_hybrid_nodes_of(b, piece);
  sums s = {.centre = {0, 0, 0}};
  for (size_t k = 0; k < nodes.count; k++) {
    size_t i = nodes.node[k];
    double push[3], m = b->mass[i];
    push_of(body, m, h, i, push);
    pl_vec3_add_scaled(s.centre, m, body->x + 3 * i, s.centre);
    pl_vec3_add(s.push, push, s.push);
    pl_mat3_outer_add(s.places, m, body->x + 3 * i, b->r + 3 * i);
    pl_mat3_outer_add(s.turn, 1, push, b->r + 3 * i);
  }
  pl_vec3_scale(s.centre, 1 / b->piece[piece].mass, s.centre);
  return s;
}

/* sum r × w from sum w r^T */
static void sum_of_crosses(const double t[9], double out[3])
{
  pl_vec3_set(out, t[7] - t[5], t[2] - t[6], t[3] - t[1]);
}

/* R for where b->u takes the nodes, and the spin that b->u has about it, axes of the body. The centre needs no part in
   it, since sum m r is zero. */
static void predict(pl_hybrid *b, size_t piece, const sums *s, double h, double spin[3])
{
  pl_hybrid_nodes nodes = pl_hybrid_nodes_of(b, piece);
  double going[9] = {0}, moment[9], turned[9], moved[6] = {0}, xi[6], *rotation = pl_hybrid_rotation(b, piece);
  for (size_t k = 0; k < nodes.count; k++) {
    size_t i = nodes.node[k];
    pl_mat3_outer_add(going, b->mass[i], b->u + 3 * i, b->r + 3 * i);
  }
  for (size_t k = 0; k < 9; k++) moment[k] = s->places[k] + h * going[k];
  pl_closest_rotation(moment, rotation, rotation);
  pl_mat3_transpose_multiply(rotation, going, turned);
  sum_of_crosses(turned, moved + 3);
  pl_hybrid_rigid_answer(b, piece, moved, xi);
  pl_vec3_copy(xi + 3, spin);
}

/* In the axes of the body: e - h P u into b->e, M v + h f into b->right. Of u only its rigid part is in e - h P u: with
   the rest gone, so are the centre's way and the deformation on its way, and it is R^T (x - c) - r + h spin × r. */
static void turn_to_body(const pl_model_body *body, pl_hybrid *b, size_t piece, const sums *s, double h,
                         const double spin[3])
{
  pl_hybrid_nodes nodes = pl_hybrid_nodes_of(b, piece);
  const double *flowed = b->lent.rest;
  double rotation[9], onward[3];
  pl_mat3_copy(pl_hybrid_rotation(b, piece), rotation);
  pl_vec3_scale(spin, h, onward);
  for (size_t n = 0; n < nodes.count; n++) {
    size_t i = nodes.node[n];
    double q[3], push[3], turn[3], *e = b->e + 3 * i;
    const double *r = b->r + 3 * i;
    push_of(body, b->mass[i], h, i, push);
    pl_vec3_sub(body->x + 3 * i, s->centre, q);
    pl_mat3_apply_transpose(rotation, push, b->right + 3 * i);
    pl_mat3_apply_transpose(rotation, q, e);
    pl_vec3_cross(onward, r, turn);
    for (size_t k = 0; k < 3; k++) e[k] += turn[k] - r[k];
    if (flowed) pl_vec3_sub(e, flowed + 3 * i, e);
  }
}

/* b->u of a piece from its deformation in b->answer and what pushes the whole of it. */
static void turn_to_world(pl_hybrid *b, size_t piece, const sums *s)
{
  pl_hybrid_nodes nodes = pl_hybrid_nodes_of(b, piece);
  double turned[9], pushed[6], xi[6], rotation[9];
  pl_mat3_copy(pl_hybrid_rotation(b, piece), rotation);
  pl_mat3_apply_transpose(rotation, s->push, pushed);
  pl_mat3_transpose_multiply(rotation, s->turn, turned);
  sum_of_crosses(turned, pushed + 3);
  pl_hybrid_rigid_answer(b, piece, pushed, xi);
  for (size_t n = 0; n < nodes.count; n++) {
    size_t i = nodes.node[n];
    double u[3], turn[3];
    pl_vec3_cross(xi + 3, b->r + 3 * i, turn);
    for (size_t k = 0; k < 3; k++) u[k] = b->answer[3 * i + k] + xi[k] + turn[k];
    pl_mat3_apply(rotation, u, b->u + 3 * i);
  }
}

/* b->u: from the velocities of the last round to those of the next one. s: one per piece. */
static pl_status solve_once(pl_model_body *body, const sums *s, const pl_model_context *context)
{
  pl_hybrid *b = body->data;
  double h = context->h, spin[3];
  for (size_t p = 0; p < b->pieces.count; p++) {
    predict(b, p, &s[p], h, spin);
    turn_to_body(body, b, p, &s[p], h, spin);
  }
  pl_hybrid_multiply(b, b->e, b->answer, context->pool);
  for (size_t k = 0; k < 3 * b->count; k++) b->right[k] -= h * b->answer[k];
  PL_TRY(pl_hybrid_answer_deformation(b, b->right, b->answer, context->pool));
  for (size_t p = 0; p < b->pieces.count; p++) turn_to_world(b, p, &s[p]);
  return pl_hybrid_hold(body, context, b->u);
}

/* What the rounding of a whole body did to its momenta. */
static void keep_momenta(const pl_hybrid *b, pl_model_body *body, double h)
{
  double spin[3], torque[3], wanted[3] = {0, 0, 0}, got[3] = {0, 0, 0};
  pl_angular_momentum(b->count, body->mass, body->x, body->v, spin);
  pl_torque(b->count, body->mass, body->x, body->force, torque);
  pl_vec3_add_scaled(spin, h, torque, spin);
  for (size_t i = 0; i < b->count; i++) {
    pl_vec3_add_scaled(wanted, body->mass[i], body->v + 3 * i, wanted);
    pl_vec3_add_scaled(wanted, h, body->force + 3 * i, wanted);
    pl_vec3_add_scaled(got, body->mass[i], b->u + 3 * i, got);
  }
  for (size_t i = 0; i < b->count; i++)
    for (size_t k = 0; k < 3; k++) b->u[3 * i + k] += (wanted[k] - got[k]) / b->piece[0].mass;
  if (b->def.angular_momentum == PL_MOMENTUM_KEEP)
    pl_set_angular_momentum(b->count, body->mass, body->x, spin, h, b->u);
}

static pl_status solve_velocities(pl_model_body *body, const pl_model_context *context)
{
  pl_hybrid *b = body->data;
  bool parted = b->pieces.count > 1;
  sums *s = PL_TAKE(context->scratch, sums, b->pieces.count);
  pl_piece_momentum *wanted = parted ? pl_piece_momenta_after(body, context->h, 0, context->scratch) : NULL;
  if (!s || (parted && !wanted)) return PL_ERROR_MEMORY;
  memcpy(b->u, body->v, 3 * b->count * sizeof(double));
  for (size_t p = 0; p < b->pieces.count; p++) s[p] = find_sums(body, b, p, context->h);
  for (int round = 0; round < b->def.iterations; round++) PL_TRY(solve_once(body, s, context));
  if (!parted && body->fixed_count + body->hold_count == 0) keep_momenta(b, body, context->h);
  memcpy(body->v, b->u, 3 * b->count * sizeof(double));
  if (!parted) return PL_OK;
  bool angular = b->def.angular_momentum == PL_MOMENTUM_KEEP;
  return pl_piece_momenta_set(body, wanted, angular, context->h, context->scratch);
}

pl_status pl_hybrid_stable_step(pl_model_body *body, const pl_model_context *context)
{
  pl_hybrid *b = body->data;
  pl_arena_mark mark = pl_arena_here(context->scratch);
  pl_status status = solve_velocities(body, context);
  pl_arena_back_to(context->scratch, mark);
  PL_TRY(status);
  for (size_t k = 0; k < body->fixed_count; k++)
    pl_vec3_copy(body->fixed_velocity + 3 * k, body->v + 3 * (size_t)body->fixed[k]);
  for (size_t k = 0; k < 3 * b->count; k++) body->x[k] += context->h * body->v[k];
  return PL_OK;
}

/* Bytes that a step takes from the arena. */
size_t pl_hybrid_step_scratch(const pl_model_body *body)
{
  const pl_hybrid *b = body->data;
  return b->broken ? body->count * sizeof(sums) + 2 * pl_pieces_scratch(body->count) + 1024 : sizeof(sums) + 64;
}

static pl_status advance_body(pl_model_body *body, const pl_model_context *context)
{
  const pl_hybrid *b = body->data;
  return b->def.step == PL_HYBRID_PRINTED ? pl_hybrid_printed(body, context) : pl_hybrid_stable_step(body, context);
}

pl_status pl_hybrid_advance(pl_model_body *const *bodies, size_t count, const pl_model_context *context)
{
  for (size_t k = 0; k < count; k++) PL_TRY(advance_body(bodies[k], context));
  return PL_OK;
}
