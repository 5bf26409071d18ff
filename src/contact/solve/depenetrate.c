/* SPDX-License-Identifier: MIT
   Volume correction after contact moves some particles into obstacles and other bodies. These penetrations are removed
   by displacements alone, without a change of velocity. */
#include <math.h>
#include <string.h>

#include "base/status.h"
#include "contact/islands/restricted_island.h"
#include "contact/solve/solver.h"
#include "math/extremes.h"
#include "math/vec3.h"

/* Obstacles: penetrations beyond this part of the allowed depth (pl_contact.least) are removed. */
static const double worth = 0.1;

/* Part of the distance kept between bodies that volume correction may use up. Particles are moved back to that distance
   and not farther: otherwise correction and its reversal alternate from step to step. */
static const double taken_part = 0.5;

/* Tolerances of gaps between bodies: of the kept distance, and of the allowed depth, since edges may keep a distance
   of 0. */
static const double slack = 0.01, rounding = 1e-5;

/* Whether the particle may be displaced: its body is awake, was corrected or is moved out of an obstacle (`moves`, per
   body), and its touched particles fit in a compliance matrix. */
static bool is_movable(const pl_contact_state *state, const uint8_t *moves, const pl_contact *contact, uint32_t end)
{
  uint32_t body = contact->owners[end];
  bool moved = moves[body] || contact->obstacle != PL_NO_OBSTACLE;
  const pl_coupled *coupled = &state->solver.bodies[body];
  return moved && !state->setup.bodies[body].asleep &&
         coupled->count <= pl_coupling_most(coupled->body->traits.coupling);
}

/* Keeps only the particles of a row that may be displaced. */
static void keep_movable(const pl_contact_state *state, const uint8_t *moves, const pl_contact *contact, pl_row *row)
{
  uint32_t kept = 0;
  for (uint32_t e = 0; e < row->particle_count; e++)
    if (is_movable(state, moves, contact, e)) row->particles[kept++] = row->particles[e];
  row->particle_count = kept;
}

/* Gap at the present positions: for a particle at an obstacle with a new normal, on the side where contact left it; for
   all others along the normal of the contact. */
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

/* Uncoupled particles at obstacles: penetrations are removed at once, unless present at the start. */
static bool is_free(const pl_contact_state *state, const pl_contact *contact)
{
  return contact->obstacle != PL_NO_OBSTACLE && !pl_contact_is_between_particles(contact) &&
         state->solver.bodies[contact->owners[0]].body->traits.coupling == PL_COUPLING_NONE;
}

/* Whether the particles of both bodies are uncoupled. */
static bool is_loose(const pl_contact_state *state, const pl_contact *contact)
{
  const pl_coupled *bodies = state->solver.bodies;
  return bodies[contact->bodies[0]].body->traits.coupling == PL_COUPLING_NONE &&
         bodies[contact->bodies[1]].body->traits.coupling == PL_COUPLING_NONE;
}

/* Change of the gap that a contact needs or allows. */
typedef struct violation {
  bool bad;    /* the gap is violated; penetrations of the start of the step are recovered over several steps */
  double open; /* m: required increase of the gap, or, negative, allowed decrease */
} violation;

static violation violation_of(const pl_contact_state *state, pl_contact *contact)
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
  return (violation){bad, bad ? settled - gap : pl_smaller(0, settled - gap)};
}

/* Marks the particles of a contact as touching an obstacle, and edge pairs as active, so that the next step tests
   them. */
static void mark(const pl_contact_setup *setup, const pl_contact *contact)
{
  if (contact->obstacle != PL_NO_OBSTACLE)
    pl_contact_mark_touched(setup, contact);
  else if (contact->candidate.kind == PL_EDGES)
    pl_contact_mark_active(setup, contact);
}

/* Violated contacts and the particles joined to them. */
typedef struct depenetration {
  pl_contact_state *state;
  uint8_t *moves; /* per body: volume correction moved it, or it is moved out of an obstacle */
  double *open;   /* per contact: required increase of the gap, m; NAN: not computed */
  uint32_t *bad;  /* violated contacts */
  size_t bad_count;
  uint32_t *joined; /* per particle of all bodies: parent in the union-find over contacts (pl_island_root) */
  uint8_t *wanted;  /* per root of `joined`: its set has a violated contact */
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

/* Whether a gap exceeds twice the displacement since contact (the factor is for distance grids) and so is still open.
   False with contacts found after correction, whose gaps belong to other positions. */
static bool is_surely_clear(const pl_contact_state *state, const pl_contact *contact)
{
  if (contact->obstacle == PL_NO_OBSTACLE || pl_contact_is_between_particles(contact) || !state->settled_positions ||
      state->obstacles_after_correction)
    return false;
  size_t at = 3 * (state->solver.first[contact->owners[0]] + contact->particles[0]);
  const double *x = state->setup.bodies[contact->owners[0]].body->x + 3 * (size_t)contact->particles[0];
  return contact->swept.gap > 2 * pl_vec3_distance(x, state->settled_positions + at);
}

static void find_violations(depenetration *c)
{
  pl_contact_state *state = c->state;
  for (size_t k = 0; k < state->settled.count; k++) { /* obstacles first */
    pl_contact *contact = &state->settled.items[k];
    c->open[k] = NAN;
    if (!can_move(c, contact) || is_surely_clear(state, contact)) continue;
    violation violation = violation_of(state, contact);
    c->open[k] = violation.open;
    if (!violation.bad) continue;
    mark(&state->setup, contact);
    if (contact->obstacle != PL_NO_OBSTACLE) c->moves[contact->owners[0]] = 1;
    c->bad[c->bad_count++] = (uint32_t)k;
  }
}

static uint32_t *particle_of(const depenetration *c, const pl_contact *contact, uint32_t end)
{
  return &c->joined[c->state->solver.first[contact->owners[end]] + contact->particles[end]];
}

/* The root of the set of particles that a contact displaces. */
static uint32_t moved_by(const depenetration *c, const pl_contact *contact)
{
  uint32_t e = 0;
  while (!is_movable(c->state, c->moves, contact, e)) e++;
  return pl_island_root(c->joined, (uint32_t)(particle_of(c, contact, e) - c->joined));
}

/* With a pressure all particles of the body are one set. */
static uint32_t join_end(const depenetration *c, const pl_contact *contact, uint32_t end, uint32_t least)
{
  uint32_t body = contact->owners[end];
  if (c->state->solver.bodies[body].pressure)
    least = pl_island_join(c->joined, least, (uint32_t)c->state->solver.first[body]);
  return pl_island_join(c->joined, least, (uint32_t)(particle_of(c, contact, end) - c->joined));
}

/* Marks sets with a violated contact: all contacts of these sets become rows, so that removing one penetration causes
   no other. */
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

/* Rows of marked sets; goals are displacements divided by the time step. */
static pl_status make_rows(depenetration *c, pl_rows *out)
{
  pl_contact_state *state = c->state;
  PL_TRY(find_wanted(c));
  out->rows = PL_TAKE(state->context.scratch, pl_row, state->settled.count);
  if (!out->rows) return PL_ERROR_MEMORY;
  for (size_t k = 0; k < state->settled.count; k++) {
    pl_contact *contact = &state->settled.items[k];
    if (!can_move(c, contact) || !c->wanted[moved_by(c, contact)]) continue;
    if (isnan(c->open[k])) c->open[k] = violation_of(state, contact).open;
    pl_row *row = &out->rows[out->count++];
    *row = (pl_row){.goal = c->open[k] / state->context.h};
    pl_contact_set_anchor(&state->solver, contact, row);
    pl_vec3_set(row->shift, 0, 0, 0);
    keep_movable(state, c->moves, contact, row);
  }
  return PL_OK;
}

/* Bodies of the rows, with velocities 0. */
static void find_members(const pl_contact_solver *s, pl_rows *rows)
{
  for (size_t k = 0; k < rows->count; k++)
    for (uint32_t e = 0; e < rows->rows[k].particle_count; e++)
      s->has_new_particles[rows->rows[k].particles[e].body] = 1;
  for (uint32_t b = 0; b < s->setup->body_count; b++) {
    if (!s->has_new_particles[b]) continue;
    s->has_new_particles[b] = 0;
    s->members[rows->member_count++] = b;
    s->bodies[b].angular = NULL; /* no correction for displacements */
    memset(s->bodies[b].velocity, 0, 3 * s->bodies[b].count * sizeof(double));
  }
}

/* Keeps the volumes that contact kept: with new gradients and the missing flux where particles are the unknowns; else
   with the known gradients, since each new one is a solve. */
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
  find_violations(&c);
  *moved = c.bad_count > 0;
  return *moved ? move_back(&c) : PL_OK;
}
