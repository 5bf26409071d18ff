/* SPDX-License-Identifier: MIT
   Contact of particles with obstacles: after the free motion, find impulses p at the touching particles such that for every
   contact, with W the model's compliance (dv = W p),

     gap + h n.dv >= 0,   n.p >= 0,   one of them zero,      |tangential p| <= friction n.p, against the sliding,

   by sweeps over the contacts (projected Gauss-Seidel), starting from the impulses of the last step. Then the impulses go
   through the model's door, and the set is looked at again: pushing some particles may have moved others. */
#include "contact/response.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "contact/obstacle.h"
#include "math/mat3.h"

enum { MOST_PASSES = 4, MOST_SWEEPS = 100 };

/* Sweeps end when no velocity changes by more than this part of the largest that had to be changed. */
static const double sweep_tolerance = 1e-6;

/* Deeper than this part of the body's size is worth another pass. */
static const double depth_tolerance = 1e-6;

/* A body that starts inside an obstacle is pushed out at no more than its own size per this many seconds, not flung out. */
static const double recovery_time = 0.5;

typedef struct contact {
  uint32_t particle;
  uint32_t slot;     /* among the distinct touched particles */
  uint32_t obstacle; /* in the setup's list */
  double gap;        /* m, negative inside */
  double normal[3];
  double moving[3]; /* velocity of the obstacle there, m/s */
  double goal;      /* least normal velocity of the particle, m/s */
  double impulse[3];
} contact;

typedef struct contact_set {
  contact *contacts;
  size_t count;
  uint32_t *particles; /* distinct, by slot */
  size_t particle_count;
  double *velocity;   /* 3 per slot, with the impulses so far */
  double *compliance; /* particle_count^2 */
} contact_set;

double pl_obstacle_gap(const pl_moving_obstacle *obstacle, const double point[3], double h, double normal[3],
                       double velocity[3])
{
  double local[3], local_normal[3], was[3];
  pl_pose_apply_inverse(&obstacle->now, point, local);
  double gap = pl_shape_distance(obstacle->shape, local, local_normal);
  pl_mat3_apply(obstacle->now.rotation, local_normal, normal);
  pl_pose_apply(&obstacle->before, local, was);
  for (int c = 0; c < 3; c++) velocity[c] = (point[c] - was[c]) / h;
  return gap;
}

/* ---- finding ---- */

/* No particle of the body can be nearer to the obstacle than this: distances change no faster than points move. */
static double least_gap(const pl_contact_setup *setup, const pl_moving_obstacle *obstacle, double h)
{
  double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
  for (size_t k = 0; k < setup->particle_count; k++) {
    const double *x = setup->body->x + 3 * (size_t)setup->particles[k];
    for (int c = 0; c < 3; c++) {
      low[c] = fmin(low[c], x[c]);
      high[c] = fmax(high[c], x[c]);
    }
  }
  double center[3], normal[3], velocity[3];
  for (int c = 0; c < 3; c++) center[c] = 0.5 * (low[c] + high[c]);
  return pl_obstacle_gap(obstacle, center, h, normal, velocity) - 0.5 * pl_vec3_distance(low, high);
}

/* Particles nearer than this may be pushed in by the response of their neighbours: what they can move in two steps, and a
   thousandth of the body. */
static double search_margin(const pl_contact_setup *setup, double h)
{
  double fastest = 0;
  for (size_t k = 0; k < setup->particle_count; k++)
    fastest = fmax(fastest, pl_vec3_length(setup->body->v + 3 * (size_t)setup->particles[k]));
  return 2 * h * fastest + 1e-3 * setup->size;
}

static int nearest_first(const void *a, const void *b)
{
  const contact *p = a, *q = b;
  if (p->gap != q->gap) return p->gap < q->gap ? -1 : 1;
  if (p->particle != q->particle) return p->particle < q->particle ? -1 : 1;
  return p->obstacle < q->obstacle ? -1 : p->obstacle > q->obstacle;
}

static int in_order(const void *a, const void *b)
{
  const contact *p = a, *q = b;
  if (p->particle != q->particle) return p->particle < q->particle ? -1 : 1;
  return p->obstacle < q->obstacle ? -1 : p->obstacle > q->obstacle;
}

/* Above the limit of the model the nearest are kept. */
static void keep_nearest(contact_set *set, pl_step_stats *stats)
{
  if (set->count <= PL_MOST_PUSHED) return;
  qsort(set->contacts, set->count, sizeof(contact), nearest_first);
  set->count = PL_MOST_PUSHED;
  qsort(set->contacts, set->count, sizeof(contact), in_order);
  stats->not_converged++;
}

/* All contacts nearer than the margin, by particle. */
static pl_status find_contacts(const pl_contact_setup *setup, const pl_model_context *context, contact_set *set)
{
  double margin = search_margin(setup, context->h);
  uint32_t *near = PL_TAKE(context->scratch, uint32_t, setup->obstacle_count);
  if (!near) return PL_ERROR_MEMORY;
  uint32_t near_count = 0;
  for (uint32_t o = 0; o < setup->obstacle_count; o++)
    if (least_gap(setup, &setup->obstacles[o], context->h) <= margin) near[near_count++] = o;
  if (near_count == 0) return PL_OK;
  set->contacts = PL_TAKE(context->scratch, contact, setup->particle_count * near_count);
  if (!set->contacts) return PL_ERROR_MEMORY;
  for (size_t k = 0; k < setup->particle_count; k++)
    for (uint32_t o = 0; o < near_count; o++) {
      contact found = {.particle = setup->particles[k], .obstacle = near[o]};
      found.gap = pl_obstacle_gap(&setup->obstacles[near[o]], setup->body->x + 3 * (size_t)found.particle, context->h,
                                  found.normal, found.moving);
      if (found.gap < margin) set->contacts[set->count++] = found;
    }
  keep_nearest(set, context->stats);
  return PL_OK;
}

static pl_status gather_particles(const pl_contact_setup *setup, const pl_model_context *context, contact_set *set)
{
  set->particles = PL_TAKE(context->scratch, uint32_t, set->count);
  if (!set->particles) return PL_ERROR_MEMORY;
  for (size_t k = 0; k < set->count; k++) {
    contact *c = &set->contacts[k];
    if (set->particle_count == 0 || set->particles[set->particle_count - 1] != c->particle)
      set->particles[set->particle_count++] = c->particle;
    c->slot = (uint32_t)(set->particle_count - 1);
  }
  set->velocity = PL_TAKE(context->scratch, double, 3 * set->particle_count);
  set->compliance = PL_TAKE(context->scratch, double, set->particle_count * set->particle_count);
  if (!set->velocity || !set->compliance) return PL_ERROR_MEMORY;
  return setup->model->compliance(setup->body, set->particles, set->particle_count, context, set->compliance);
}

/* ---- one pass ---- */

/* Where things stand now: gaps, normals, and the normal velocity that every contact needs at least. */
static void look(const pl_contact_setup *setup, contact_set *set, const pl_model_context *context, bool first)
{
  double h = context->h;
  for (size_t s = 0; s < set->particle_count; s++)
    pl_vec3_copy(setup->body->v + 3 * (size_t)set->particles[s], set->velocity + 3 * s);
  for (size_t k = 0; k < set->count; k++) {
    contact *c = &set->contacts[k];
    const pl_moving_obstacle *obstacle = &setup->obstacles[c->obstacle];
    c->gap = pl_obstacle_gap(obstacle, setup->body->x + 3 * (size_t)c->particle, h, c->normal, c->moving);
    double now = pl_vec3_dot(c->normal, set->velocity + 3 * (size_t)c->slot), away = pl_vec3_dot(c->normal, c->moving);
    double deep_before = c->gap - h * (now - away); /* the gap at the start of the step, negative inside */
    double goal = now - c->gap / h;
    if (deep_before < 0) goal = fmin(goal, away + setup->size / recovery_time);
    if (first) {
      double bounce = obstacle->shape->restitution * (away - now);
      /* slower than gravity makes in four steps is resting, not bouncing */
      if (c->gap <= 0 && away - now > 4 * h * setup->gravity) goal = fmax(goal, away + bounce);
      c->goal = goal;
    } else {
      c->goal = fmax(goal, fmin(c->goal, now)); /* what the first pass asked for beyond contact stays */
    }
  }
}

static void push(contact_set *set, uint32_t slot, const double change[3])
{
  const double *row = set->compliance + (size_t)slot * set->particle_count;
  for (size_t s = 0; s < set->particle_count; s++)
    for (size_t c = 0; c < 3; c++) set->velocity[3 * s + c] += row[s] * change[c];
}

/* The impulse that satisfies one contact with all others as they are; tells how much velocity it changed. */
static double relax(contact_set *set, contact *c, double friction)
{
  double w = set->compliance[(size_t)c->slot * set->particle_count + c->slot];
  if (!(w > 0)) return 0;
  const double *velocity = set->velocity + 3 * (size_t)c->slot;
  double along = pl_vec3_dot(c->impulse, c->normal);
  double normal = fmax(0, along + (c->goal - pl_vec3_dot(velocity, c->normal)) / w);
  double wanted[3], slide[3];
  pl_vec3_sub(velocity, c->moving, slide);
  double away = pl_vec3_dot(slide, c->normal);
  for (int k = 0; k < 3; k++) wanted[k] = (c->impulse[k] - along * c->normal[k]) - (slide[k] - away * c->normal[k]) / w;
  double grip = pl_vec3_length(wanted), most = friction * normal;
  double part = grip > most ? most / grip : 1;
  double change[3];
  for (int k = 0; k < 3; k++) change[k] = part * wanted[k] + normal * c->normal[k] - c->impulse[k];
  double size = pl_vec3_length(change);
  if (size == 0) return 0;
  pl_vec3_add(c->impulse, change, c->impulse);
  push(set, c->slot, change);
  return w * size;
}

static bool sweep(const pl_contact_setup *setup, contact_set *set)
{
  double scale = 0, change = 0;
  for (size_t k = 0; k < set->count; k++) {
    const contact *c = &set->contacts[k];
    scale = fmax(scale, fmax(0, c->goal - pl_vec3_dot(c->normal, set->velocity + 3 * (size_t)c->slot)));
    scale = fmax(scale, set->compliance[(size_t)c->slot * (set->particle_count + 1)] * pl_vec3_length(c->impulse));
  }
  for (int round = 0; round < MOST_SWEEPS; round++) {
    change = 0;
    for (size_t k = 0; k < set->count; k++) {
      contact *c = &set->contacts[k];
      change = fmax(change, relax(set, c, setup->obstacles[c->obstacle].shape->friction));
    }
    if (change <= sweep_tolerance * scale) return true;
  }
  return change <= 1e-2 * scale;
}

/* ---- the whole ---- */

/* The impulses of the last step, where the particle still touches the same obstacle. */
static void remember(const pl_contact_setup *setup, contact_set *set, pl_contact_memory memory)
{
  for (size_t k = 0; k < set->count; k++) {
    contact *c = &set->contacts[k];
    if (memory.obstacle[c->particle] == setup->obstacles[c->obstacle].index + 1)
      pl_vec3_copy(memory.impulse + 3 * (size_t)c->particle, c->impulse);
  }
}

static void keep(const pl_contact_setup *setup, const contact_set *set, pl_contact_memory memory)
{
  memset(memory.obstacle, 0, setup->body->count * sizeof(uint32_t));
  memset(memory.impulse, 0, 3 * setup->body->count * sizeof(double));
  for (size_t k = 0; k < set->count; k++) {
    const contact *c = &set->contacts[k];
    if (pl_vec3_length(c->impulse) <= pl_vec3_length(memory.impulse + 3 * (size_t)c->particle)) continue;
    memory.obstacle[c->particle] = setup->obstacles[c->obstacle].index + 1;
    pl_vec3_copy(c->impulse, memory.impulse + 3 * (size_t)c->particle);
  }
}

/* One pass: starting impulses, sweeps, and what is new goes through the door. */
static pl_status solve_pass(const pl_contact_setup *setup, contact_set *set, pl_contact_memory memory, bool first,
                            const pl_model_context *context)
{
  double *done = PL_TAKE(context->scratch, double, 3 * set->count);
  pl_impulse *impulses = PL_TAKE(context->scratch, pl_impulse, set->count);
  if (!done || !impulses) return PL_ERROR_MEMORY;
  for (size_t k = 0; k < set->count; k++) pl_vec3_copy(set->contacts[k].impulse, done + 3 * k);
  look(setup, set, context, first);
  if (first) {
    remember(setup, set, memory);
    for (size_t k = 0; k < set->count; k++) push(set, set->contacts[k].slot, set->contacts[k].impulse);
  }
  if (!sweep(setup, set)) context->stats->not_converged++;
  size_t count = 0;
  for (size_t k = 0; k < set->count; k++) {
    pl_impulse *impulse = &impulses[count];
    impulse->particle = set->contacts[k].particle;
    pl_vec3_sub(set->contacts[k].impulse, done + 3 * k, impulse->value);
    count += pl_vec3_length(impulse->value) > 0;
  }
  return setup->model->respond(setup->body, impulses, count, context);
}

static double deepest(const pl_contact_setup *setup, const contact_set *set, double h)
{
  double depth = 0, normal[3], velocity[3];
  for (size_t k = 0; k < set->count; k++) {
    const contact *c = &set->contacts[k];
    depth = fmax(depth, -pl_obstacle_gap(&setup->obstacles[c->obstacle], setup->body->x + 3 * (size_t)c->particle, h,
                                         normal, velocity));
  }
  return depth;
}

static pl_status resolve_with_scratch(const pl_contact_setup *setup, pl_contact_memory memory,
                                      const pl_model_context *context)
{
  contact_set set = {0};
  PL_TRY(find_contacts(setup, context, &set));
  if (set.count > 0) {
    PL_TRY(gather_particles(setup, context, &set));
    for (int pass = 0; pass < MOST_PASSES; pass++) {
      PL_TRY(solve_pass(setup, &set, memory, pass == 0, context));
      double depth = deepest(setup, &set, context->h);
      context->stats->penetration = fmax(context->stats->penetration,
                                         pass + 1 == MOST_PASSES || depth <= depth_tolerance * setup->size ? depth : 0);
      if (depth <= depth_tolerance * setup->size) break;
    }
  }
  for (size_t k = 0; k < set.count; k++) context->stats->contact_count += pl_vec3_length(set.contacts[k].impulse) > 0;
  keep(setup, &set, memory);
  return PL_OK;
}

size_t pl_contact_scratch(size_t particle_count, size_t obstacle_count)
{
  enum { PIECES = 64, ROUNDING = 128 };
  size_t contacts = particle_count * obstacle_count;
  size_t kept = contacts < PL_MOST_PUSHED ? contacts : PL_MOST_PUSHED;
  size_t per_pass = kept * (3 * sizeof(double) + sizeof(pl_impulse));
  return contacts * sizeof(contact) + kept * kept * sizeof(double) + kept * (sizeof(uint32_t) + 3 * sizeof(double)) +
         MOST_PASSES * per_pass + obstacle_count * sizeof(uint32_t) + PIECES * ROUNDING;
}

pl_status pl_contact_resolve(const pl_contact_setup *setup, pl_contact_memory memory, const pl_model_context *context)
{
  if (setup->obstacle_count == 0 || setup->particle_count == 0) return PL_OK;
  pl_arena_mark mark = pl_arena_here(context->scratch);
  pl_status status = resolve_with_scratch(setup, memory, context);
  pl_arena_back_to(context->scratch, mark);
  return status;
}
