/* SPDX-License-Identifier: MIT
   After contact the volume is corrected, and that moves particles, some of them into obstacles and other bodies. Those
   are moved back: positions alone, since nothing hit anything. */
#include <math.h>
#include <string.h>

#include "base/status.h"
#include "contact/islands/restricted_island.h"
#include "contact/solve/solver.h"
#include "math/extremes.h"
#include "math/vec3.h"

/* Deeper than this part of what is as good as touching is worth moving back. */
static const double worth = 0.1;

/* Of the distance that bodies keep volumes may take this part. What they took more of goes back to there, whether it is
   through or not: particles that are sent back from one place to another, farther out, come again and are sent back
   again in every second step. */
static const double taken_part = 0.5;

/* Of the distance that bodies keep, or, since edges keep the one they have and that may be none, of what is as good as
   touching: nearer by less is not worth moving back, or rounding. */
static const double slack = 0.01, rounding = 1e-5;

/* Is it a particle that is moved here, and can be? Of bodies with very many that touch it is not known how: the next
   step sees to them. moves: per body, whether volumes moved it, or it is moved out of an obstacle. */
static bool is_movable(const pl_contact_state *state, const uint8_t *moves, const pl_contact *contact, uint32_t end)
{
  uint32_t body = contact->owners[end];
  bool moved = moves[body] || contact->obstacle != PL_NO_OBSTACLE;
  const pl_coupled *coupled = &state->solver.bodies[body];
  return moved && !state->setup.bodies[body].asleep &&
         coupled->count <= pl_coupling_most(coupled->body->traits.coupling);
}

/* Who was not moved stays. */
static void keep_movable(const pl_contact_state *state, const uint8_t *moves, const pl_contact *contact, pl_row *row)
{
  uint32_t kept = 0;
  for (uint32_t e = 0; e < row->particle_count; e++)
    if (is_movable(state, moves, contact, e)) row->particles[kept++] = row->particles[e];
  row->particle_count = kept;
}

/* Gap where the particles are now: of a particle at an obstacle with a new normal, on the side that contact left it on;
   of all others along the one they have. */
static double gap_of(const pl_contact_state *state, pl_contact *contact)
{
  if (contact->obstacle == PL_NO_OBSTACLE) return pl_contact_height(&state->setup, contact) - contact->swept.kept;
  if (pl_contact_is_between_particles(contact)) return pl_contact_height(&state->setup, contact) - contact->level;
  const double *x = state->setup.bodies[contact->owners[0]].body->x + 3 * (size_t)contact->particles[0];
  size_t at = 3 * (state->solver.first[contact->owners[0]] + contact->particles[0]);
  const pl_moving_obstacle *obstacle = &state->setup.obstacles[contact->obstacle];
  pl_moving_obstacle still;
  double surface_velocity[3];
  if (obstacle->moves) {
    still = *obstacle;
    still.before = still.now;
    obstacle = &still;
  }
  double gap = pl_obstacle_swept_gap(obstacle, state->settled_positions ? state->settled_positions + at : x, x,
                                     state->context.h, contact->swept.normal, surface_velocity);
  return pl_contact_own_gap(&state->setup.bodies[contact->owners[0]], gap, contact->swept.normal);
}

/* Particles that are coupled with no others leave obstacles at once, unless they were put there. */
static bool is_free(const pl_contact_state *state, const pl_contact *contact)
{
  return contact->obstacle != PL_NO_OBSTACLE && !pl_contact_is_between_particles(contact) &&
         state->solver.bodies[contact->owners[0]].body->traits.coupling == PL_COUPLING_NONE;
}

/* Are the particles of both bodies coupled with no others? */
static bool is_loose(const pl_contact_state *state, const pl_contact *contact)
{
  const pl_coupled *bodies = state->solver.bodies;
  return bodies[contact->bodies[0]].body->traits.coupling == PL_COUPLING_NONE &&
         bodies[contact->bodies[1]].body->traits.coupling == PL_COUPLING_NONE;
}

/* What a contact should be open, and how far it is from that. */
typedef struct lack {
  bool bad;    /* it has to open again; who is inside comes out over several steps */
  double open; /* m: so far it has to open, or, negative, so far it may close */
} lack;

static lack lack_of(const pl_contact_state *state, pl_contact *contact)
{
  double settled = pl_smaller(0, contact->swept.gap), gap = gap_of(state, contact), worst;
  if (contact->obstacle != PL_NO_OBSTACLE) {
    if (is_free(state, contact) && !pl_contact_started_inside(&state->setup, contact)) settled = 0;
    worst = settled - worth * contact->least;
  } else {
    double kept = contact->swept.kept, least = rounding * contact->least;
    settled = pl_smaller(-taken_part * kept, contact->swept.after_impulses ? 0 : settled);
    worst = is_loose(state, contact) ? settled - pl_larger(slack * kept, least) : pl_smaller(settled, -kept) - least;
  }
  bool bad = gap < worst;
  return (lack){bad, bad ? settled - gap : pl_smaller(0, settled - gap)};
}

/* Whoever corrects volumes again leaves it alone. Edges count as having pushed, so that they are asked in the next
   step, too. */
static void hold(const pl_contact_setup *setup, const pl_contact *contact)
{
  if (contact->obstacle != PL_NO_OBSTACLE)
    pl_contact_mark_touched(setup, contact);
  else if (contact->candidate.kind == PL_EDGES)
    pl_contact_mark_active(setup, contact);
  pl_contact_mark_proximity(setup, contact);
}

/* What is moved back, and by which contacts. */
typedef struct depenetration {
  pl_contact_state *state;
  uint8_t *moves; /* per body: volumes moved it, or it is moved out of an obstacle */
  double *open;   /* per contact: how far it has to open, m; NAN: not looked at */
  uint32_t *bad;  /* contacts that have to open */
  size_t bad_count;
  uint32_t *joined; /* per particle of all bodies: another one that moves with it, by contacts (pl_island_root) */
  uint8_t *wanted;  /* per particle of all bodies that stands for others: some of them have to move */
} depenetration;

static pl_status start_depenetration(pl_contact_state *state, depenetration *c)
{
  size_t contacts = state->settled.count, bodies = state->setup.body_count;
  *c = (depenetration){.state = state,
                       .moves = PL_TAKE(state->context.scratch, uint8_t, bodies),
                       .open = PL_TAKE(state->context.scratch, double, contacts),
                       .bad = PL_TAKE(state->context.scratch, uint32_t, contacts)};
  if (!c->moves || !c->open || !c->bad) return PL_ERROR_MEMORY;
  for (size_t b = 0; b < bodies; b++) c->moves[b] = state->setup.bodies[b].reshaped;
  return PL_OK;
}

static bool can_move(const depenetration *c, const pl_contact *contact)
{
  uint32_t last = pl_contact_particle_count(contact) - 1;
  return is_movable(c->state, c->moves, contact, 0) || is_movable(c->state, c->moves, contact, last);
}

/* Particles come no nearer to an obstacle than they are moved; twice as far where a grid tells distances. Contacts that
   were found late were seen elsewhere. */
static bool is_surely_clear(const pl_contact_state *state, const pl_contact *contact)
{
  if (contact->obstacle == PL_NO_OBSTACLE || pl_contact_is_between_particles(contact) || !state->settled_positions ||
      state->obstacles_after_correction)
    return false;
  size_t at = 3 * (state->solver.first[contact->owners[0]] + contact->particles[0]);
  const double *x = state->setup.bodies[contact->owners[0]].body->x + 3 * (size_t)contact->particles[0];
  return contact->swept.gap > 2 * pl_vec3_distance(x, state->settled_positions + at);
}

static void look_for_lacks(depenetration *c)
{
  pl_contact_state *state = c->state;
  for (size_t k = 0; k < state->settled.count; k++) { /* those at obstacles come first */
    pl_contact *contact = &state->settled.items[k];
    c->open[k] = NAN;
    if (!can_move(c, contact) || is_surely_clear(state, contact)) continue;
    lack lacks = lack_of(state, contact);
    c->open[k] = lacks.open;
    if (!lacks.bad) continue;
    hold(&state->setup, contact);
    if (contact->obstacle != PL_NO_OBSTACLE) c->moves[contact->owners[0]] = 1;
    c->bad[c->bad_count++] = (uint32_t)k;
  }
}

static uint32_t *particle_of(const depenetration *c, const pl_contact *contact, uint32_t end)
{
  return &c->joined[c->state->solver.first[contact->owners[end]] + contact->particles[end]];
}

/* The particle that stands for those that a contact moves, and for all that move with them. */
static uint32_t moved_by(const depenetration *c, const pl_contact *contact)
{
  uint32_t e = 0;
  while (!is_movable(c->state, c->moves, contact, e)) e++;
  return pl_island_root(c->joined, (uint32_t)(particle_of(c, contact, e) - c->joined));
}

/* A pressure moves all particles of its body. */
static uint32_t join_end(const depenetration *c, const pl_contact *contact, uint32_t end, uint32_t least)
{
  uint32_t body = contact->owners[end];
  if (c->state->solver.bodies[body].pressure)
    least = pl_island_join(c->joined, least, (uint32_t)c->state->solver.first[body]);
  return pl_island_join(c->joined, least, (uint32_t)(particle_of(c, contact, end) - c->joined));
}

/* What is moved out of one thing must not enter another: contacts that share particles with bad ones,
   or with others that do, are wanted. */
static pl_status find_wanted(depenetration *c)
{
  const pl_contact_state *state = c->state;
  size_t last = state->setup.body_count - 1,
         particles = state->solver.first[last] + state->solver.bodies[last].body->count;
  c->joined = PL_TAKE(state->context.scratch, uint32_t, particles);
  c->wanted = PL_TAKE(state->context.scratch, uint8_t, particles);
  if (!c->joined || !c->wanted) return PL_ERROR_MEMORY;
  for (uint32_t i = 0; i < particles; i++) c->joined[i] = i;
  memset(c->wanted, 0, particles);
  for (size_t k = 0; k < state->settled.count; k++) {
    const pl_contact *contact = &state->settled.items[k];
    if (!can_move(c, contact)) continue;
    uint32_t least = moved_by(c, contact);
    for (uint32_t e = 0; e < pl_contact_particle_count(contact); e++)
      if (is_movable(state, c->moves, contact, e)) least = join_end(c, contact, e, least);
  }
  for (size_t k = 0; k < c->bad_count; k++) c->wanted[moved_by(c, &state->settled.items[c->bad[k]])] = 1;
  return PL_OK;
}

/* Rows of what is wanted, with how far it has to move, as velocities that last a step. */
static pl_status make_rows(depenetration *c, pl_rows *out)
{
  pl_contact_state *state = c->state;
  PL_TRY(find_wanted(c));
  out->rows = PL_TAKE(state->context.scratch, pl_row, state->settled.count);
  if (!out->rows) return PL_ERROR_MEMORY;
  for (size_t k = 0; k < state->settled.count; k++) {
    pl_contact *contact = &state->settled.items[k];
    if (!can_move(c, contact) || !c->wanted[moved_by(c, contact)]) continue;
    if (isnan(c->open[k])) c->open[k] = lack_of(state, contact).open;
    pl_row *row = &out->rows[out->count++];
    *row = (pl_row){.goal = c->open[k] / state->context.h};
    pl_contact_set_anchor(&state->solver, contact, row);
    pl_vec3_set(row->shift, 0, 0, 0);
    keep_movable(state, c->moves, contact, row);
  }
  return PL_OK;
}

/* Who is pushed by rows, from no velocity at all. */
static void find_members(const pl_contact_solver *s, pl_rows *rows)
{
  for (size_t k = 0; k < rows->count; k++)
    for (uint32_t e = 0; e < rows->rows[k].particle_count; e++)
      s->has_new_particles[rows->rows[k].particles[e].body] = 1;
  for (uint32_t b = 0; b < s->setup->body_count; b++) {
    if (!s->has_new_particles[b]) continue;
    s->has_new_particles[b] = 0;
    s->members[rows->member_count++] = b;
    s->bodies[b].angular = NULL; /* positions have no moment */
    memset(s->bodies[b].velocity, 0, 3 * s->bodies[b].count * sizeof(double));
  }
}

/* Volumes that contact has kept are kept: where particles are the unknowns, with gradients as the body is now, and what
   is missing is asked for; else with those that are known, since new ones are solves. */
static pl_status start_pressures(const pl_contact_state *state, const pl_rows *rows)
{
  for (size_t m = 0; m < rows->member_count; m++) {
    uint32_t b = rows->members[m];
    pl_pressure *pressure = state->solver.bodies[b].pressure;
    if (!pressure) continue;
    pl_pressure_begin_displacement(pressure);
    if (!pressure->part) continue;
    PL_TRY(pl_pressure_find(state->setup.bodies[b].volume, NULL, &state->context, &pressure));
    pl_pressure_begin(pressure);
  }
  return PL_OK;
}

static pl_status move_back(depenetration *c)
{
  pl_contact_state *state = c->state;
  pl_rows rows = {.bodies = state->solver.bodies, .members = state->solver.members};
  PL_TRY(make_rows(c, &rows));
  find_members(&state->solver, &rows);
  PL_TRY(start_pressures(state, &rows));
  uint8_t *all = PL_TAKE(state->context.scratch, uint8_t, rows.count);
  pl_restricted_island narrow;
  if (!all) return PL_ERROR_MEMORY;
  memset(all, 1, rows.count);
  PL_TRY(pl_rows_restrict(&rows, all, &state->context, &narrow));
  PL_TRY(pl_rows_sweep(&narrow.rows, &state->context));
  for (size_t m = 0; m < narrow.rows.member_count; m++)
    PL_TRY(pl_coupled_displace(&narrow.rows.bodies[narrow.rows.members[m]], state->context.h, 0, &state->context));
  return PL_OK;
}

pl_status pl_contact_depenetrate(pl_contact_state *state, bool *moved)
{
  depenetration c;
  *moved = false;
  PL_TRY(pl_contact_detect_after_correction(state));
  if (state->settled.count == 0) return PL_OK;
  PL_TRY(start_depenetration(state, &c));
  look_for_lacks(&c);
  *moved = c.bad_count > 0;
  return *moved ? move_back(&c) : PL_OK;
}
