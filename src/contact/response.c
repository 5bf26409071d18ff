/* SPDX-License-Identifier: MIT
   Contact of particles with obstacles: after the free motion, rows are found, solved starting from the impulses of the last step,
   and the impulses go through the model's door. Then the set is looked at again: pushing some particles may have moved
   others. */
#include "contact/response.h"

#include <math.h>
#include <string.h>

#include "base/status.h"
#include "contact/rows.h"
#include "math/mat3.h"

enum { MOST_PASSES = 4, GRAIN = 1024 };

/* Deeper than this part of the body's size is worth another pass. */
static const double depth_tolerance = 1e-6;

/* A body that starts inside an obstacle is pushed out at no more than its own size per this many seconds, not flung out. */
static const double recovery_time = 0.5;

typedef struct contact {
  uint32_t particle;
  uint32_t obstacle; /* in the setup's list */
} contact;

typedef struct contact_set {
  contact *contacts;
  pl_row *rows; /* one per contact */
  size_t count;
  pl_coupled body;
} contact_set;

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

/* Where a particle was when the step began: models move x by h v. */
static void start_of(const pl_model_body *body, uint32_t particle, double h, double from[3])
{
  pl_vec3_add_scaled(body->x + 3 * (size_t)particle, -h, body->v + 3 * (size_t)particle, from);
}

static double gap_of(const pl_contact_setup *setup, const contact *c, double h, double normal[3], double moving[3])
{
  double from[3];
  start_of(setup->body, c->particle, h, from);
  return pl_obstacle_meet(&setup->obstacles[c->obstacle], from, setup->body->x + 3 * (size_t)c->particle, h, normal,
                          moving);
}

typedef struct search {
  const pl_contact_setup *setup;
  const uint32_t *near; /* obstacles that may be touched */
  size_t near_count;
  double h, margin;
  uint8_t *found; /* per particle and near obstacle */
} search;

static void search_particles(void *context, size_t begin, size_t end)
{
  const search *s = context;
  for (size_t k = begin; k < end; k++)
    for (size_t o = 0; o < s->near_count; o++) {
      contact c = {s->setup->particles[k], s->near[o]};
      double normal[3], moving[3];
      s->found[k * s->near_count + o] = gap_of(s->setup, &c, s->h, normal, moving) < s->margin;
    }
}

/* All contacts nearer than the margin, by particle. */
static pl_status find_contacts(const pl_contact_setup *setup, const pl_model_context *context, contact_set *set)
{
  uint32_t *near = PL_TAKE(context->scratch, uint32_t, setup->obstacle_count);
  if (!near) return PL_ERROR_MEMORY;
  search s = {.setup = setup, .near = near, .h = context->h, .margin = search_margin(setup, context->h)};
  for (uint32_t o = 0; o < setup->obstacle_count; o++)
    if (least_gap(setup, &setup->obstacles[o], context->h) <= s.margin) near[s.near_count++] = o;
  if (s.near_count == 0) return PL_OK;
  size_t pairs = setup->particle_count * s.near_count;
  s.found = PL_TAKE(context->scratch, uint8_t, pairs);
  if (!s.found) return PL_ERROR_MEMORY;
  pl_parallel_for(context->pool, setup->particle_count, GRAIN, search_particles, &s);
  size_t count = 0;
  for (size_t k = 0; k < pairs; k++) count += s.found[k];
  set->contacts = PL_TAKE(context->scratch, contact, count);
  set->rows = PL_TAKE(context->scratch, pl_row, count);
  if (!set->contacts || !set->rows) return PL_ERROR_MEMORY;
  for (size_t k = 0; k < pairs; k++)
    if (s.found[k]) set->contacts[set->count++] = (contact){setup->particles[k / s.near_count], near[k % s.near_count]};
  return PL_OK;
}

static pl_status gather_particles(const pl_contact_setup *setup, const pl_model_context *context, contact_set *set)
{
  uint32_t *particles = PL_TAKE(context->scratch, uint32_t, set->count);
  if (!particles) return PL_ERROR_MEMORY;
  set->body = (pl_coupled){.model = setup->model, .body = setup->body, .particles = particles};
  for (size_t k = 0; k < set->count; k++) {
    uint32_t particle = set->contacts[k].particle;
    if (set->body.count == 0 || particles[set->body.count - 1] != particle) particles[set->body.count++] = particle;
    set->rows[k] = (pl_row){.ends = {{.slot = (uint32_t)(set->body.count - 1), .weight = 1}},
                            .end_count = 1,
                            .friction = setup->obstacles[set->contacts[k].obstacle].shape->friction};
  }
  return pl_coupled_gather(&set->body, context);
}

/* ---- one pass ---- */

/* Where things stand now: gaps, normals, and the normal velocity that every contact needs at least. */
static void look(const pl_contact_setup *setup, contact_set *set, const pl_model_context *context, bool first)
{
  double h = context->h;
  pl_coupled_look(&set->body);
  for (size_t k = 0; k < set->count; k++) {
    const contact *c = &set->contacts[k];
    pl_row *row = &set->rows[k];
    double gap = gap_of(setup, c, h, row->normal, row->moving);
    double now = pl_vec3_dot(row->normal, set->body.velocity + 3 * (size_t)row->ends[0].slot);
    double away = pl_vec3_dot(row->normal, row->moving);
    double deep_before = gap - h * (now - away); /* the gap at the start of the step, negative inside */
    double goal = now - gap / h;
    if (deep_before < 0) goal = fmin(goal, away + setup->size / recovery_time);
    if (first) {
      double bounce = setup->obstacles[c->obstacle].shape->restitution * (away - now);
      /* slower than gravity makes in four steps is resting, not bouncing */
      if (gap <= 0 && away - now > 4 * h * setup->gravity) goal = fmax(goal, away + bounce);
      row->goal = goal;
    } else {
      row->goal = fmax(goal, fmin(row->goal, now)); /* what the first pass asked for beyond contact stays */
    }
  }
}

/* ---- the whole ---- */

/* The impulses of the last step, where the particle still touches the same obstacle. */
static void remember(const pl_contact_setup *setup, contact_set *set, pl_contact_memory memory)
{
  for (size_t k = 0; k < set->count; k++) {
    const contact *c = &set->contacts[k];
    if (memory.obstacle[c->particle] == setup->obstacles[c->obstacle].index + 1)
      pl_vec3_copy(memory.impulse + 3 * (size_t)c->particle, set->rows[k].impulse);
  }
}

static void keep(const pl_contact_setup *setup, const contact_set *set, pl_contact_memory memory)
{
  memset(memory.obstacle, 0, setup->body->count * sizeof(uint32_t));
  memset(memory.impulse, 0, 3 * setup->body->count * sizeof(double));
  for (size_t k = 0; k < set->count; k++) {
    const contact *c = &set->contacts[k];
    const double *impulse = set->rows[k].impulse;
    if (pl_vec3_length(impulse) <= pl_vec3_length(memory.impulse + 3 * (size_t)c->particle)) continue;
    memory.obstacle[c->particle] = setup->obstacles[c->obstacle].index + 1;
    pl_vec3_copy(impulse, memory.impulse + 3 * (size_t)c->particle);
  }
}

static pl_status solve_pass(const pl_contact_setup *setup, contact_set *set, pl_contact_memory memory, bool first,
                            const pl_model_context *context)
{
  look(setup, set, context, first);
  if (first) remember(setup, set, memory);
  pl_rows rows = {set->rows, set->count, &set->body, 1};
  bool converged = true;
  PL_TRY(pl_rows_solve(&rows, context, &converged));
  context->stats->not_converged += !converged;
  return PL_OK;
}

static double deepest(const pl_contact_setup *setup, const contact_set *set, double h)
{
  double depth = 0, normal[3], velocity[3];
  for (size_t k = 0; k < set->count; k++) {
    depth = fmax(depth, -gap_of(setup, &set->contacts[k], h, normal, velocity));
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
  for (size_t k = 0; k < set.count; k++) context->stats->contact_count += pl_vec3_length(set.rows[k].impulse) > 0;
  keep(setup, &set, memory);
  return PL_OK;
}

size_t pl_contact_scratch(pl_coupling coupling, size_t particle_count, size_t obstacle_count)
{
  enum { PIECES = 16, ROUNDING = 128 };
  size_t contacts = particle_count * obstacle_count;
  return contacts * (sizeof(contact) + sizeof(pl_row) + 1) + particle_count * sizeof(uint32_t) +
         pl_coupled_scratch(coupling, particle_count) + MOST_PASSES * pl_rows_scratch(contacts, particle_count) +
         obstacle_count * sizeof(uint32_t) + PIECES * ROUNDING;
}

pl_status pl_contact_resolve(const pl_contact_setup *setup, pl_contact_memory memory, const pl_model_context *context)
{
  if (setup->obstacle_count == 0 || setup->particle_count == 0) return PL_OK;
  pl_arena_mark mark = pl_arena_here(context->scratch);
  pl_status status = resolve_with_scratch(setup, memory, context);
  pl_arena_back_to(context->scratch, mark);
  return status;
}
