/* SPDX-License-Identifier: MIT
   Rolling friction, after contact is solved. What rolls on an obstacle is braked by a couple of at most

     (coefficient × height of the centre of mass over the contact) × normal impulse,

   so that the coefficient is the tangent of the steepest slope that a round body stays on. Friction goes along with it:
   the velocity of the rigid motion at the contact stays what it was, so that what rolls does not begin to slide.

   With u = (spin, velocity) the rigid motion at the contact as the obstacle sees it, d = (spin across the normal, 0)
   and M the 6×6 inertia there, the impulse -s y with y = M d changes u by -s d and kinetic energy by -s u.y + s^2 d.y /
   2. s is the largest in [0, 1] that the bound of the couple, the cone of Coulomb friction and the minimum of that
   energy, s = u.y / d.y, allow: energy never rises. What rocks on its contact instead of rolling is then braked by a
   couple alone.

   Velocities alone change. So what stays on a slope creeps by what a step adds and rolling friction takes again, at
   most some h g times the coefficient, until it falls asleep.

   Only what touches a single obstacle, and has no other body near, is braked: between several others a body cannot roll
   on one without sliding on the next or being pushed by it, and whatever is a yes or no from step to step keeps heaps
   from lying still. */
#include <math.h>
#include <string.h>

#include "base/status.h"
#include "contact/solve/solver.h"
#include "math/mat3.h"
#include "model/common/aggregate.h"
#include "model/common/pieces.h"

/* What a body touches, and how it is pushed. */
typedef struct rolling_contact {
  uint32_t obstacle;          /* PL_NO_OBSTACLE: none */
  bool alone;                 /* there is no other obstacle, and no body near */
  double load;                /* N s, sum of the normal impulses */
  double normal[3];           /* their direction */
  double across[3];           /* N s, friction */
  double point[3];            /* m, mean place by load */
  double friction;            /* Coulomb's coefficient */
  double reaction[3];         /* N s: friction that goes along */
  pl_aggregate aggregate;     /* the body as a whole */
  pl_rigid_motion motion, of; /* with the changes so far; of the obstacle at the point: spin, and velocity as drift */
} rolling_contact;

typedef struct rolling {
  const pl_contact_solver *solver;
  const pl_contact_pass *pass;
  rolling_contact *bodies; /* per body */
} rolling;

static pl_row *row_of(const rolling *r, size_t contact) { return &r->pass->rows[r->pass->where[contact]]; }

/* ---- what touches ---- */

static void start_bodies(const rolling *r)
{
  const pl_contact_setup *setup = r->solver->setup;
  for (size_t b = 0; b < setup->body_count; b++)
    r->bodies[b] = (rolling_contact){.obstacle = PL_NO_OBSTACLE, .alone = !setup->bodies[b].asleep};
  for (size_t k = 0; k < setup->pairs->count; k++) {
    const pl_pair *pair = &setup->pairs->items[k];
    if (pair->near && pair->first != pair->second) r->bodies[pair->first].alone = r->bodies[pair->second].alone = false;
  }
  for (size_t k = 0; k < setup->attached.count; k++)
    for (uint32_t e = 0; e < r->solver->equalities[k].particle_count; e++)
      r->bodies[r->solver->equalities[k].particles[e].body].alone = false;
}

static void add_contact(const rolling *r, size_t k)
{
  const pl_contact *contact = &r->pass->contacts.items[k];
  const pl_row *row = row_of(r, k);
  rolling_contact *touch = &r->bodies[contact->bodies[0]];
  double load = pl_vec3_dot(row->impulse, row->normal), across[3];
  if (contact->obstacle == PL_NO_OBSTACLE) return;
  if (touch->obstacle != PL_NO_OBSTACLE && touch->obstacle != contact->obstacle) touch->alone = false;
  touch->obstacle = contact->obstacle;
  touch->friction = row->friction;
  if (!(load > 0)) return;
  for (uint32_t e = 0; e < pl_contact_particle_count(contact); e++)
    pl_vec3_add_scaled(touch->point, load * contact->swept.weights[e],
                       r->solver->setup->bodies[contact->owners[e]].body->x + 3 * (size_t)contact->particles[e],
                       touch->point);
  pl_vec3_add_scaled(row->impulse, -load, row->normal, across);
  pl_vec3_add(touch->across, across, touch->across);
  pl_vec3_add_scaled(touch->normal, load, row->normal, touch->normal);
  touch->load += load;
}

/* Of a body that nothing holds, all in one piece. */
static bool is_free(const pl_contact_body *own)
{
  const pl_model_body *body = own->body;
  bool rigid = body->basis_size == 0 || (own->model->has_rigid_motions && own->model->has_rigid_motions(body));
  return body->fixed_count == 0 && body->hold_count == 0 && rigid && !pl_is_in_pieces(body);
}

/* Spin (of small angles per step) and velocity of an obstacle. */
static void motion_of_obstacle(const pl_moving_obstacle *obstacle, const double point[3], double h,
                               pl_rigid_motion *out)
{
  const double *now = obstacle->now.rotation, *before = obstacle->before.rotation;
  double turn[9] = {0}, normal[3];
  *out = (pl_rigid_motion){0};
  if (!obstacle->moves) return;
  for (int i = 0; i < 9; i++)
    for (int k = 0; k < 3; k++) turn[i] += now[i / 3 * 3 + k] * before[i % 3 * 3 + k];
  pl_vec3_set(out->spin, turn[7] - turn[5], turn[2] - turn[6], turn[3] - turn[1]);
  pl_vec3_scale(out->spin, 0.5 / h, out->spin);
  pl_obstacle_gap(obstacle, point, h, normal, out->drift);
}

/* ---- one body ---- */

/* The largest part, at most `part`, of -force that friction can give besides what it gives. */
static double within_cone(const rolling_contact *touch, const double force[3], double part)
{
  double up = pl_vec3_dot(force, touch->normal), across[3];
  double most = touch->friction * touch->load, rise = touch->friction * up;
  pl_vec3_add_scaled(force, -up, touch->normal, across);
  /* |friction - s across|^2 <= (most - s rise)^2 */
  double a = pl_vec3_dot(across, across) - rise * rise, b = rise * most - pl_vec3_dot(touch->across, across);
  double c = pl_vec3_dot(touch->across, touch->across) - most * most;
  if (part * up > touch->load || !(c < 0)) return 0;
  if (a * part * part + 2 * b * part + c <= 0) return part;
  return a > 0 ? fmin(part, (sqrt(b * b - a * c) - b) / a) : 0;
}

/* Brakes by a couple, with the force that keeps the velocity at the contact or without. *left: what the couple may
   still be, N m s. */
static void brake_by(rolling_contact *touch, bool force, double *left)
{
  double arm[3], spin[3], velocity[3], turning[3], moving[3], couple[3], moment[3], push[3];
  pl_vec3_sub(touch->aggregate.centre, touch->point, arm);
  pl_vec3_sub(touch->motion.spin, touch->of.spin, spin);
  pl_vec3_cross(arm, touch->motion.spin, velocity); /* of the body at the contact: drift + spin × -arm */
  pl_vec3_add(velocity, touch->motion.drift, velocity);
  pl_vec3_sub(velocity, touch->of.drift, velocity);
  pl_vec3_add_scaled(spin, -pl_vec3_dot(spin, touch->normal), touch->normal, turning);
  pl_vec3_cross(turning, arm, moving); /* of the centre, with d */
  if (!force) pl_vec3_set(moving, 0, 0, 0);
  pl_vec3_scale(moving, touch->aggregate.mass, push);
  pl_mat3_apply(touch->aggregate.inertia, turning, couple);
  pl_vec3_cross(arm, push, moment);
  pl_vec3_add(couple, moment, couple); /* y = (couple, push), at the contact */
  double energy = pl_vec3_dot(spin, couple) + pl_vec3_dot(velocity, push), curvature = pl_vec3_dot(turning, couple);
  if (!(energy > 0 && curvature > 0)) return;
  pl_vec3_add_scaled(couple, -pl_vec3_dot(couple, touch->normal), touch->normal, couple);
  double part = fmin(1, energy / curvature), size = pl_vec3_length(couple);
  if (part * size > *left) part = *left / size;
  if (force) part = within_cone(touch, push, part);
  *left -= part * size;
  pl_vec3_add_scaled(touch->motion.spin, -part, turning, touch->motion.spin);
  pl_vec3_add_scaled(touch->motion.drift, -part, moving, touch->motion.drift);
  pl_vec3_add_scaled(touch->reaction, -part, push, touch->reaction);
}

static pl_status brake(const rolling *r, size_t b)
{
  const pl_contact_solver *s = r->solver;
  const pl_contact_body *own = &s->setup->bodies[b];
  rolling_contact *touch = &r->bodies[b];
  double length = pl_vec3_length(touch->normal), arm[3];
  if (!touch->alone || !(length > 0) || !is_free(own)) return PL_OK;
  const pl_moving_obstacle *obstacle = &s->setup->obstacles[touch->obstacle];
  double coefficient = own->def->rolling_friction + obstacle->shape->rolling_friction;
  if (!(coefficient > 0)) return PL_OK;
  pl_vec3_scale(touch->normal, 1 / length, touch->normal);
  pl_vec3_scale(touch->point, 1 / touch->load, touch->point);
  PL_TRY(pl_aggregate_of(own->model, own->body, s->context, &touch->aggregate));
  touch->motion = touch->aggregate.motion;
  motion_of_obstacle(obstacle, touch->point, s->context->h, &touch->of);
  pl_vec3_sub(touch->aggregate.centre, touch->point, arm);
  double left = coefficient * fmax(0, pl_vec3_dot(arm, touch->normal)) * touch->load, most = left;
  brake_by(touch, true, &left);
  brake_by(touch, false, &left);
  if (!(left < most)) return PL_OK;
  return pl_aggregate_set_motion(own->model, own->body, &touch->aggregate, &touch->motion, 1, s->context);
}

/* What friction gave besides, shared by load among the rows, so that reports and the next warm start know it. */
static void share_reactions(const rolling *r)
{
  for (size_t k = 0; k < r->pass->contacts.count; k++) {
    const pl_contact *contact = &r->pass->contacts.items[k];
    const rolling_contact *touch = &r->bodies[contact->bodies[0]];
    pl_row *row = row_of(r, k);
    double load = pl_vec3_dot(row->impulse, row->normal);
    if (contact->obstacle == PL_NO_OBSTACLE || !(load > 0)) continue;
    pl_vec3_add_scaled(row->impulse, load / touch->load, touch->reaction, row->impulse);
    pl_vec3_copy(row->impulse, row->applied);
  }
}

pl_status pl_contact_apply_rolling_friction(const pl_contact_solver *solver, const pl_contact_pass *pass)
{
  size_t count = solver->setup->body_count;
  pl_arena_mark mark = pl_arena_here(solver->context->scratch);
  rolling r = {.solver = solver, .pass = pass, .bodies = PL_TAKE(solver->context->scratch, rolling_contact, count)};
  if (!r.bodies) return PL_ERROR_MEMORY;
  start_bodies(&r);
  for (size_t k = 0; k < pass->contacts.count; k++) add_contact(&r, k);
  pl_status status = PL_OK;
  for (size_t b = 0; b < count && status == PL_OK; b++) status = brake(&r, b);
  if (status == PL_OK) share_reactions(&r);
  pl_arena_back_to(solver->context->scratch, mark);
  return status;
}

size_t pl_rolling_scratch(void) { return sizeof(rolling_contact); }
