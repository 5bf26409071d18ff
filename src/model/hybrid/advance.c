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

/* Sums over the nodes of a piece, of which only `going` changes from round to round. */
typedef struct sums {
  pl_momenta momenta;        /* that the step will leave: of p = M v + h f */
  double places[9];          /* sum m x r^T */
  double before[9];          /* with damping: R of the start */
  double turn[9];            /* sum p r^T */
  double velocity_moment[9]; /* sum m u r^T, u the velocities of the last round, at first v */
} sums;

static void push_of(const pl_model_body *body, double m, double h, size_t i, double push[3])
{
  for (size_t k = 0; k < 3; k++) push[k] = m * body->v[3 * i + k] + h * body->force[3 * i + k];
}

/* Moments are taken about the first node, which is near, and then about the centre. */
static sums find_sums(const pl_model_body *body, const pl_hybrid *b, size_t piece, double h)
{
  pl_hybrid_nodes nodes = pl_hybrid_nodes_of(b, piece);
  const double *near = body->x + 3 * (size_t)nodes.node[0];
  sums s = {.momenta.mass = b->piece[piece].mass};
  pl_momenta *m = &s.momenta;
  double shift[3], part[3];
  for (size_t k = 0; k < nodes.count; k++) {
    size_t i = nodes.node[k];
    double push[3], arm[3];
    push_of(body, b->mass[i], h, i, push);
    pl_vec3_sub(body->x + 3 * i, near, arm);
    pl_vec3_cross(arm, push, part);
    pl_vec3_add_scaled(m->centre, b->mass[i], arm, m->centre);
    pl_vec3_add(m->linear, push, m->linear);
    pl_vec3_add(m->angular, part, m->angular);
    pl_mat3_outer_add(s.places, b->mass[i], arm, b->r + 3 * i);
    pl_mat3_outer_add(s.turn, 1, push, b->r + 3 * i);
    pl_mat3_outer_add(s.velocity_moment, b->mass[i], body->v + 3 * i, b->r + 3 * i);
  }
  pl_vec3_scale(m->centre, 1 / m->mass, shift);
  pl_vec3_cross(shift, m->linear, part);
  pl_vec3_sub(m->angular, part, m->angular);
  pl_vec3_add(near, shift, m->centre);
  if (b->beta > 0) pl_closest_rotation(s.places, pl_hybrid_rotation(b, piece), s.before);
  return s;
}

static void find_velocity_moment(const pl_hybrid *b, size_t piece, double velocity_moment[9])
{
  pl_hybrid_nodes nodes = pl_hybrid_nodes_of(b, piece);
  pl_mat3_zero(velocity_moment);
  for (size_t k = 0; k < nodes.count; k++) {
    size_t i = nodes.node[k];
    pl_mat3_outer_add(velocity_moment, b->mass[i], b->u + 3 * i, b->r + 3 * i);
  }
}

/* sum r × w from sum w r^T */
static void sum_of_crosses(const double t[9], double out[3])
{
  pl_vec3_set(out, t[7] - t[5], t[2] - t[6], t[3] - t[1]);
}

/* R for where the last round takes the nodes, and the spin that it has about it, axes of the body. The centre needs no
   part in it, since sum m r is zero. */
static void predict(pl_hybrid *b, size_t piece, const sums *s, double h, double spin[3])
{
  double moment[9], turned[9], moved[6] = {0}, xi[6], *rotation = pl_hybrid_rotation(b, piece);
  for (size_t k = 0; k < 9; k++) moment[k] = s->places[k] + h * s->velocity_moment[k];
  pl_closest_rotation(moment, rotation, rotation);
  pl_mat3_transpose_multiply(rotation, s->velocity_moment, turned);
  sum_of_crosses(turned, moved + 3);
  pl_hybrid_rigid_answer(b, piece, moved, xi);
  pl_vec3_copy(xi + 3, spin);
}

/* e := (1 + part) e - part e_before for a node at q from the centre. */
static void add_rate(const double before[9], double part, const double q[3], const double r[3], double e[3])
{
  double then[3];
  pl_mat3_apply_transpose(before, q, then);
  for (size_t k = 0; k < 3; k++) e[k] += part * (e[k] - (then[k] - r[k]));
}

/* In the axes of the body: e - h P u into b->e, M v + h f into b->right. Of u only its rigid part is in e - h P u: with
   the rest gone, so are the centre's way and the deformation on its way, and it is R^T (x - c) - r + h spin × r. */
static void turn_to_body(const pl_model_body *body, pl_hybrid *b, size_t piece, const sums *s, double h,
                         const double spin[3])
{
  pl_hybrid_nodes nodes = pl_hybrid_nodes_of(b, piece);
  const double *flowed = b->fibres.rest;
  double rotation[9], onward[3];
  pl_mat3_copy(pl_hybrid_rotation(b, piece), rotation);
  pl_vec3_scale(spin, h, onward);
  for (size_t n = 0; n < nodes.count; n++) {
    size_t i = nodes.node[n];
    double q[3], push[3], turn[3], *e = b->e + 3 * i;
    const double *r = b->r + 3 * i;
    push_of(body, b->mass[i], h, i, push);
    pl_vec3_sub(body->x + 3 * i, s->momenta.centre, q);
    pl_mat3_apply_transpose(rotation, push, b->right + 3 * i);
    pl_mat3_apply_transpose(rotation, q, e);
    pl_vec3_cross(onward, r, turn);
    for (size_t k = 0; k < 3; k++) e[k] += turn[k] - r[k];
    if (b->beta > 0) add_rate(s->before, b->beta / h, q, r, e); /* what flowed is in both, and falls out */
    if (flowed) pl_vec3_sub(e, flowed + 3 * i, e);
  }
}

/* The rigid motion of a piece: what pushes the whole of it. */
static void find_motion(pl_hybrid *b, size_t piece, const sums *s)
{
  const double *rotation = pl_hybrid_rotation(b, piece);
  double turned[9], pushed[6];
  pl_mat3_apply_transpose(rotation, s->momenta.linear, pushed);
  pl_mat3_transpose_multiply(rotation, s->turn, turned);
  sum_of_crosses(turned, pushed + 3);
  pl_hybrid_rigid_answer(b, piece, pushed, b->piece[piece].xi);
}

/* b->u: from the velocities of the last round, of which s->going is, to those of the next one. s: one per piece. */
static pl_status solve_once(pl_model_body *body, const sums *s, const pl_model_context *context)
{
  pl_hybrid *b = body->data;
  double h = context->h, spin[3];
  for (size_t p = 0; p < b->pieces.count; p++) {
    predict(b, p, &s[p], h, spin);
    turn_to_body(body, b, p, &s[p], h, spin);
    find_motion(b, p, &s[p]);
  }
  pl_hybrid_multiply(b, b->e, b->answer, context->pool);
  for (size_t k = 0; k < 3 * b->count; k++) b->right[k] -= h * b->answer[k];
  PL_TRY(pl_hybrid_answer(b, b->right, b->u, context->pool));
  return pl_hybrid_hold(body, context, b->u);
}

static pl_status solve_velocities(pl_model_body *body, const pl_model_context *context)
{
  pl_hybrid *b = body->data;
  bool parted = b->pieces.count > 1;
  sums *s = PL_TAKE(context->scratch, sums, b->pieces.count);
  pl_piece_momentum *wanted = parted ? pl_piece_momenta_after(body, context->h, 0, context->scratch) : NULL;
  if (!s || (parted && !wanted)) return PL_ERROR_MEMORY;
  for (size_t p = 0; p < b->pieces.count; p++) s[p] = find_sums(body, b, p, context->h);
  for (int round = 0; round < b->def.iterations; round++) {
    for (size_t p = 0; round > 0 && p < b->pieces.count; p++) find_velocity_moment(b, p, s[p].velocity_moment);
    PL_TRY(solve_once(body, s, context));
  }
  bool angular = b->def.angular_momentum == PL_MOMENTUM_KEEP;
  if (!parted && body->fixed_count + body->hold_count == 0) /* what rounding and rotations did to them is undone */
    pl_set_momenta(b->count, body->mass, body->x, &s->momenta, angular, context->h, b->u);
  memcpy(body->v, b->u, 3 * b->count * sizeof(double));
  if (!parted) return PL_OK;
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
