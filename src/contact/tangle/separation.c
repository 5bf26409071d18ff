/* SPDX-License-Identifier: MIT
   A region is one equation: its two sides, each frozen into a rigid body, are pushed apart at one point along one line.
   The impulses on the particles of a side are those of the rigid motion that an impulse n at the point p causes,

     p_i = m_i (n / M + w x r_i),   w = I^-1 ((p - c) x n),

   so that linear and angular momentum are conserved for any sides. The speed of the region is the sum of p_i . v_i over
   both sides; its compliance, p . W p, comes from the models of the bodies. */
#include "contact/tangle/separation.h"

#include <math.h>
#include <string.h>

#include "base/status.h"
#include "math/mat3.h"
#include "math/vec3.h"

/* Deep regions open with this many sizes of the smaller body per second, shallow ones with their depth in this many
   seconds, none slower than this many sizes per second. */
static const double max_speed = 2, opening_time = 0.15, slowest = 0.2;

/* This part of a separating speed above the goal is kept: elastic bodies that were squeezed into each other would fly
   apart. */
static const double speed_kept = 0.7;

/* Largest velocity change of a particle, in opening speeds. */
static const double overshoot = 4;

enum { SWEEPS = 4 };

/* ---- impulses of a side ---- */

/* Inverse of a symmetric matrix. The inertia of a line or a point is singular, so a small multiple of the identity is
   added. */
static void invert(const double from[9], double out[9])
{
  double a[9];
  pl_mat3_copy(from, a);
  double little = 1e-9 * (a[0] + a[4] + a[8]) + 1e-290;
  for (int k = 0; k < 9; k += 4) a[k] += little;
  for (int r = 0; r < 3; r++)
    for (int c = 0; c < 3; c++) {
      int i = (c + 1) % 3, j = (c + 2) % 3, k = (r + 1) % 3, l = (r + 2) % 3;
      out[3 * r + c] = a[3 * i + k] * a[3 * j + l] - a[3 * i + l] * a[3 * j + k];
    }
  double determinant = a[0] * out[0] + a[1] * out[3] + a[2] * out[6];
  for (int k = 0; k < 9; k++) out[k] = determinant != 0 ? out[k] / determinant : 0;
}

/* Adds the impulses on the particles of a side for a unit impulse along `way` at a point, 3 per particle of the
   body. */
static void add_push(const pl_tangle_region_side *side, const pl_model_body *body, const double at[3],
                     const double way[3], double *push)
{
  double mass = 0, centre[3] = {0, 0, 0}, inertia[9] = {0}, inverse[9], arm[3], moment[3], turn[3];
  for (size_t k = 0; k < side->count; k++) {
    uint32_t i = side->particles[k];
    mass += body->mass[i];
    pl_vec3_add_scaled(centre, body->mass[i], body->x + 3 * (size_t)i, centre);
  }
  if (!(mass > 0)) return;
  pl_vec3_scale(centre, 1 / mass, centre);
  for (size_t k = 0; k < side->count; k++) {
    uint32_t i = side->particles[k];
    double r[3];
    pl_vec3_sub(body->x + 3 * (size_t)i, centre, r);
    pl_mat3_outer_add(inertia, -body->mass[i], r, r);
    for (int c = 0; c < 9; c += 4) inertia[c] += body->mass[i] * pl_vec3_dot(r, r);
  }
  invert(inertia, inverse);
  pl_vec3_sub(at, centre, arm);
  pl_vec3_cross(arm, way, moment);
  pl_mat3_apply(inverse, moment, turn);
  for (size_t k = 0; k < side->count; k++) {
    uint32_t i = side->particles[k];
    double r[3], spin[3], *out = push + 3 * (size_t)i;
    pl_vec3_sub(body->x + 3 * (size_t)i, centre, r);
    pl_vec3_cross(turn, r, spin);
    pl_vec3_add_scaled(spin, 1 / mass, way, spin);
    pl_vec3_add_scaled(out, body->mass[i], spin, out);
  }
}

/* ---- one region ---- */

typedef struct pushed_body {
  const pl_contact_body *body;
  double *push; /* 3 per particle: impulses for a unit impulse of the region */
} pushed_body;

typedef struct pushed_region {
  pushed_body bodies[2];
  int body_count;    /* 1: a body with itself */
  double compliance; /* 1/kg */
  double sharpest;   /* 1/kg, most that a particle's velocity changes per unit impulse */
  double goal;       /* m/s */
} pushed_region;

static double dot_all(const double *a, const double *b, size_t count)
{
  double sum = 0;
  for (size_t k = 0; k < count; k++) sum += a[k] * b[k];
  return sum;
}

/* push . W push */
static pl_status find_compliance(const pushed_body *pushed, const pl_model_context *context, pushed_region *out)
{
  pl_model_body *body = pushed->body->body;
  const pl_model *model = pushed->body->model;
  size_t n = body->count;
  pl_arena_mark mark = pl_arena_here(context->scratch);
  pl_status status = PL_OK;
  if (body->traits.coupling == PL_COUPLING_NONE) {
    uint32_t *all = PL_TAKE(context->scratch, uint32_t, n);
    double *inverse = PL_TAKE(context->scratch, double, n);
    if (!all || !inverse) return PL_ERROR_MEMORY;
    for (uint32_t i = 0; i < n; i++) all[i] = i;
    status = model->compliance(body, all, n, context, inverse);
    for (size_t i = 0; i < n && status == PL_OK; i++) {
      double push = pl_vec3_length(pushed->push + 3 * i);
      out->compliance += inverse[i] * push * push;
      out->sharpest = fmax(out->sharpest, inverse[i] * push);
    }
  } else {
    double *dv = PL_TAKE(context->scratch, double, 3 * n);
    if (!dv) return PL_ERROR_MEMORY;
    status = model->reserve(body);
    if (status == PL_OK) status = model->impulse_response(body, pushed->push, context, dv);
    if (status == PL_OK) out->compliance += dot_all(pushed->push, dv, 3 * n);
    for (size_t i = 0; i < n && status == PL_OK; i++) out->sharpest = fmax(out->sharpest, pl_vec3_length(dv + 3 * i));
  }
  pl_arena_back_to(context->scratch, mark);
  return status;
}

static pl_status prepare(const pl_tangle_region *tangle_region, const pl_contact_body *bodies,
                         const pl_model_context *context, pushed_region *out)
{
  double back[3];
  pl_vec3_scale(tangle_region->way, -1, back);
  *out = (pushed_region){.body_count = tangle_region->sides[0].body == tangle_region->sides[1].body ? 1 : 2};
  for (int k = 0; k < out->body_count; k++) {
    const pl_contact_body *body = &bodies[tangle_region->sides[k].body];
    out->bodies[k] = (pushed_body){body, PL_TAKE(context->scratch, double, 3 * body->body->count)};
    if (!out->bodies[k].push) return PL_ERROR_MEMORY;
    memset(out->bodies[k].push, 0, 3 * body->body->count * sizeof(double));
  }
  add_push(&tangle_region->sides[0], out->bodies[0].body->body, tangle_region->at, tangle_region->way,
           out->bodies[0].push);
  const pushed_body *second = &out->bodies[out->body_count - 1];
  add_push(&tangle_region->sides[1], second->body->body, tangle_region->at, back, second->push);
  for (int k = 0; k < out->body_count; k++) PL_TRY(find_compliance(&out->bodies[k], context, out));
  double size = fmin(bodies[tangle_region->sides[0].body].size, bodies[tangle_region->sides[1].body].size);
  out->goal = fmin(max_speed * size, fmax(slowest * size, tangle_region->depth / opening_time));
  return PL_OK;
}

static pl_status push_body(const pushed_body *pushed, double impulse, const pl_model_context *context)
{
  pl_model_body *body = pushed->body->body;
  pl_arena_mark mark = pl_arena_here(context->scratch);
  pl_impulse *impulses = PL_TAKE(context->scratch, pl_impulse, body->count);
  if (!impulses) return PL_ERROR_MEMORY;
  size_t count = 0;
  for (uint32_t i = 0; i < body->count; i++) {
    const double *push = pushed->push + 3 * (size_t)i;
    if (pl_vec3_dot(push, push) > 0)
      impulses[count++] = (pl_impulse){i, {impulse * push[0], impulse * push[1], impulse * push[2]}};
  }
  pl_status status = pushed->body->model->apply_impulses(body, impulses, count, context);
  pl_arena_back_to(context->scratch, mark);
  return status;
}

static pl_status push_region(const pushed_region *tangle_region, const pl_model_context *context)
{
  double speed = 0;
  for (int k = 0; k < tangle_region->body_count; k++)
    speed += dot_all(tangle_region->bodies[k].push, tangle_region->bodies[k].body->body->v,
                     3 * tangle_region->bodies[k].body->body->count);
  double wanted = speed > tangle_region->goal ? fmax(tangle_region->goal, speed_kept * speed) : tangle_region->goal;
  if (!(tangle_region->compliance > 0) || wanted == speed) return PL_OK;
  /* stiffly coupled sides must not be torn apart: no particle becomes much faster than the region opens */
  double impulse = (wanted - speed) / tangle_region->compliance,
         most = overshoot * tangle_region->goal / tangle_region->sharpest;
  impulse = fmin(most, fmax(-most, impulse));
  for (int k = 0; k < tangle_region->body_count; k++) PL_TRY(push_body(&tangle_region->bodies[k], impulse, context));
  return PL_OK;
}

/* Regions that share a body are coupled: a few Gauss-Seidel sweeps. Regions with a body that may not gain energy are
   skipped. */
pl_status pl_tangle_regions_separate(const pl_tangle_regions *tangle_regions, const pl_contact_body *bodies,
                                     const pl_model_context *context)
{
  size_t count = 0;
  if (tangle_regions->count == 0) return PL_OK;
  pushed_region *pushed = PL_TAKE(context->scratch, pushed_region, tangle_regions->count);
  if (!pushed) return PL_ERROR_MEMORY;
  for (size_t k = 0; k < tangle_regions->count; k++) {
    const pl_tangle_region *tangle_region = &tangle_regions->items[k];
    if (bodies[tangle_region->sides[0].body].no_energy_left || bodies[tangle_region->sides[1].body].no_energy_left)
      continue;
    PL_TRY(prepare(tangle_region, bodies, context, &pushed[count++]));
  }
  int sweeps = count > 1 ? SWEEPS : 1;
  for (int round = 0; round < sweeps; round++)
    for (size_t k = 0; k < count; k++) PL_TRY(push_region(&pushed[k], context));
  return PL_OK;
}
