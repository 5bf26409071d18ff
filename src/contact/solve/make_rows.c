/* SPDX-License-Identifier: MIT
   Constraint rows of contacts, by islands: goal velocity, friction, tolerance. */
#include <math.h>
#include <string.h>

#include "base/status.h"
#include "contact/solve/solver.h"
#include "math/vec3.h"

/* s: a penetration at the start of the step is recovered at no more than the size of the body per this time. */
static const double recovery_time = 0.5;

/* Part of a penetration at the start of the step that is recovered per step, between bodies and for particles embedded
   in nodes: nodes move these slightly deeper than velocities predict, and recovering all of it at once adds energy. */
static const double recovered_part = 0.2;

/* Part of the kept distance that may be missing after solving between surfaces without an inside: more, and they may
   pass through each other, which is not resolved later. */
static const double most_taken = 0.75;

/* Islands of bodies with contacts or attachments between them, identified by the lowest body. */
static void find_islands(const pl_contact_solver *s, const pl_contacts *contacts)
{
  for (uint32_t b = 0; b < s->setup->body_count; b++) s->island[b] = b;
  for (size_t k = 0; k < contacts->count; k++)
    pl_island_join(s->island, contacts->items[k].bodies[0], contacts->items[k].bodies[1]);
  for (size_t k = 0; k < s->setup->attached.count; k++) {
    const pl_attached *attached = &s->setup->attached.items[k];
    for (uint32_t e = 1; e < s->equalities[k].particle_count; e++)
      pl_island_join(s->island, attached->particles[0].body, attached->particles[e].body);
  }
  for (uint32_t b = 0; b < s->setup->body_count; b++) s->island[b] = pl_island_root(s->island, b);
}

/* Rows of an island are consecutive, in the order of their contacts. */
static pl_status place_rows(const pl_contact_solver *s, pl_contact_pass *p)
{
  size_t bodies = s->setup->body_count;
  size_t *next = PL_TAKE(s->context->scratch, size_t, bodies + 1);
  p->rows = PL_TAKE(s->context->scratch, pl_row, p->contacts.count);
  p->where = PL_TAKE(s->context->scratch, uint32_t, p->contacts.count);
  if (!next || !p->rows || !p->where) return PL_ERROR_MEMORY;
  memset(next, 0, (bodies + 1) * sizeof(size_t));
  for (size_t k = 0; k < p->contacts.count; k++) next[s->island[p->contacts.items[k].bodies[0]] + 1]++;
  for (size_t b = 0; b < bodies; b++) next[b + 1] += next[b];
  for (size_t k = 0; k < p->contacts.count; k++)
    p->where[k] = (uint32_t)next[s->island[p->contacts.items[k].bodies[0]]]++;
  return PL_OK;
}

/* Equality rows by island; slots and islands may have changed since the last pass. */
static pl_status place_equalities(pl_contact_solver *s)
{
  size_t bodies = s->setup->body_count;
  pl_arena_mark mark = pl_arena_here(s->context->scratch);
  size_t *next = PL_TAKE(s->context->scratch, size_t, bodies + 1);
  if (!next) return PL_ERROR_MEMORY;
  memset(next, 0, (bodies + 1) * sizeof(size_t));
  for (size_t k = 0; k < s->setup->attached.count; k++) {
    const pl_attached *attached = &s->setup->attached.items[k];
    pl_equality *equality = &s->equalities[k];
    for (uint32_t e = 0; e < equality->particle_count; e++) {
      const pl_attached_particle *point = &attached->particles[e];
      equality->particles[e] =
          (pl_anchor_particle){point->body, s->slot[s->first[point->body] + point->particle], point->weight};
    }
    pl_equality_set_goal(attached, s->setup->bodies, s->context->h, equality);
    if (equality->particle_count) next[s->island[equality->particles[0].body] + 1]++;
  }
  for (size_t b = 0; b < bodies; b++) next[b + 1] += next[b];
  s->held_count = next[bodies];
  for (size_t k = 0; k < s->setup->attached.count; k++)
    if (s->equalities[k].particle_count)
      s->held[next[s->island[s->equalities[k].particles[0].body]]++] = &s->equalities[k];
  pl_arena_back_to(s->context->scratch, mark);
  return PL_OK;
}

static double friction_of(const pl_contact_setup *setup, const pl_contact *contact)
{
  if (contact->obstacle != PL_NO_OBSTACLE) return setup->obstacles[contact->obstacle].shape->friction;
  return sqrt(setup->bodies[contact->bodies[0]].def->friction * setup->bodies[contact->bodies[1]].def->friction);
}

/* Part of the size of a body: a larger lever arm is set to 0, since impulses at the contact point prevent penetration
   better. */
static const double most_shift = 0.5;

/* Lever arm (pl_anchor) of a contact between bodies: at the start of the step its two points are apart, and impulses
   not along the line between them make a couple. With two angular corrections both act at the middle, with one at the
   point of the other body. */
static void find_shift(const pl_contact_solver *s, const pl_contact *contact, double shift[3])
{
  const pl_coupled *first = &s->bodies[contact->bodies[0]], *second = &s->bodies[contact->bodies[1]];
  int angular = (first->angular != NULL) + (second != first && second->angular != NULL);
  double size = fmin(s->setup->bodies[contact->bodies[0]].size, s->setup->bodies[contact->bodies[1]].size);
  pl_vec3_set(shift, 0, 0, 0);
  for (uint32_t e = 0; e < 4 && angular; e++) {
    const pl_model_body *body = s->bodies[contact->owners[e]].body;
    size_t at = 3 * (size_t)contact->particles[e];
    double start[3];
    pl_vec3_add_scaled(body->x + at, -s->context->h, body->v + at, start);
    pl_vec3_add_scaled(shift, -contact->swept.weights[e] / angular, start, shift);
  }
  if (pl_vec3_length(shift) > most_shift * size) pl_vec3_set(shift, 0, 0, 0);
}

void pl_contact_set_anchor(const pl_contact_solver *s, const pl_contact *contact, pl_row *row)
{
  row->particle_count = pl_contact_particle_count(contact);
  for (uint32_t e = 0; e < row->particle_count; e++)
    row->particles[e] = (pl_anchor_particle){
        contact->owners[e], s->slot[s->first[contact->owners[e]] + contact->particles[e]], contact->swept.weights[e]};
  pl_vec3_copy(contact->swept.normal, row->normal);
  if (contact->obstacle == PL_NO_OBSTACLE) find_shift(s, contact, row->shift);
}

/* Whether restitution applies: not active in the last step, approach velocity above that of four steps of gravity, and
   the gap closed in at most three steps at that velocity (else elasticity closed it). before: gap at the start of the
   step, m. */
static bool is_hit(const pl_contact_solver *s, const pl_contact *contact, const double surface_velocity[3],
                   double before)
{
  if (contact->swept.gap > 0 || pl_contact_was_active(s->setup, contact)) return false;
  double approach = pl_contact_approach_velocity(s, contact) + pl_vec3_dot(surface_velocity, contact->swept.normal);
  return approach > 4 * s->context->h * s->setup->gravity && before <= 3 * s->context->h * approach;
}

static bool recovers_in_parts(const pl_contact_solver *s, const pl_contact *contact)
{
  return contact->obstacle == PL_NO_OBSTACLE || pl_contact_is_between_particles(contact) ||
         s->setup->bodies[contact->bodies[0]].body->traits.carried;
}

/* Gap at the start of the step, m: linear in the velocity; at obstacles, if that is negative, at most as deep as the
   signed distance at the start. */
static double gap_before(const pl_contact_solver *s, const pl_contact *contact, double by_velocity)
{
  if (contact->obstacle == PL_NO_OBSTACLE || pl_contact_is_between_particles(contact) || by_velocity >= 0)
    return by_velocity;
  const pl_contact_body *owner = &s->setup->bodies[contact->owners[0]];
  const pl_model_body *body = owner->body;
  size_t at = 3 * (size_t)contact->particles[0];
  double start[3];
  pl_vec3_add_scaled(body->x + at, -s->context->h, body->v + at, start);
  return fmax(by_velocity, pl_obstacle_start_gap(&s->setup->obstacles[contact->obstacle], start) - owner->around);
}

/* Gap that a contact with restitution keeps in the step, m: 0 at planes; a part of the skin at other obstacles, where
   the normal changes. Between bodies none of the gap is closed (INFINITY), since impulses may change the pair of
   features. */
static double landing(const pl_contact_solver *s, const pl_contact *contact)
{
  static const double part_of_skin = 0.5;
  if (contact->obstacle == PL_NO_OBSTACLE) return INFINITY;
  if (s->setup->obstacles[contact->obstacle].shape->shape == PL_OBSTACLE_PLANE) return 0;
  return part_of_skin * s->setup->bodies[contact->owners[0]].surface->skin;
}

/* The least normal velocity of a contact. A speculative contact may close its gap by the end of the step. Restitution
   is decided in the first pass, before impulses. */
static void set_goal(const pl_contact_solver *s, pl_contact *contact, pl_row *row, const double *goal_before,
                     bool first_pass)
{
  double h = s->context->h, velocity[3], gap = contact->swept.gap;
  pl_rows all = {.bodies = s->bodies};
  pl_row_velocity(&all, row, velocity);
  double now = pl_vec3_dot(row->normal, velocity), away = pl_vec3_dot(row->normal, row->surface_velocity);
  double before = gap_before(s, contact, gap - h * (now - away));
  double goal = now - gap / h, staying = now - (gap - before) / h; /* keeps the penetration of the start */
  if (before < 0) {
    const pl_contact_body *bodies = s->setup->bodies;
    double size = fmin(bodies[contact->bodies[0]].size, bodies[contact->bodies[1]].size);
    goal = fmin(goal, staying + size / recovery_time);
    if (!contact->swept.after_impulses && recovers_in_parts(s, contact))
      goal = fmin(goal, staying - recovered_part * before / h);
  }
  if (goal_before) {
    row->goal = fmax(goal, fmin(*goal_before, now)); /* keeps what the first pass set above non-penetration */
    return;
  }
  bool hit = is_hit(s, contact, row->surface_velocity, before);
  if (first_pass) contact->hit = hit;
  row->goal = hit ? fmax(goal, away - fmax(0, before - landing(s, contact)) / h) : goal;
}

pl_status pl_contact_make_rows(pl_contact_solver *s, pl_contact_pass *p, const pl_contact_pass *last)
{
  find_islands(s, &p->contacts);
  PL_TRY(place_rows(s, p));
  PL_TRY(place_equalities(s));
  size_t old = 0;
  for (size_t b = 0; b < s->setup->body_count; b++) PL_TRY(pl_coupled_read_velocities(&s->bodies[b], s->context));
  for (size_t k = 0; k < p->contacts.count; k++) {
    pl_contact *contact = &p->contacts.items[k];
    pl_row *row = &p->rows[p->where[k]];
    const double *goal_before = NULL;
    *row = (pl_row){.friction = friction_of(s->setup, contact), .tolerance = contact->tolerance / s->context->h};
    pl_contact_set_anchor(s, contact, row);
    pl_vec3_copy(contact->surface_velocity, row->surface_velocity);
    while (last && old < last->contacts.count && pl_contact_compare(&last->contacts.items[old], contact) < 0) old++;
    if (last && old < last->contacts.count && pl_contact_compare(&last->contacts.items[old], contact) == 0) {
      const pl_row *same = &last->rows[last->where[old]];
      pl_vec3_copy(same->impulse, row->impulse);
      pl_vec3_copy(same->applied, row->applied);
      goal_before = &same->goal;
      contact->hit = last->contacts.items[old].hit;
    }
    set_goal(s, contact, row, goal_before, !last);
  }
  return PL_OK;
}

/* Of a contact, at the present velocities of its particles. */
static double normal_velocity(const pl_contact_solver *s, const pl_contact *contact)
{
  double sum = 0;
  for (uint32_t e = 0; e < pl_contact_particle_count(contact); e++)
    sum += contact->swept.weights[e] * pl_vec3_dot(contact->swept.normal, s->setup->bodies[contact->owners[e]].body->v +
                                                                              3 * (size_t)contact->particles[e]);
  return sum;
}

bool pl_contact_violates_gap(const pl_contact_solver *s, const pl_contact *contact)
{
  double least = -contact->least;
  if (contact->swept.gap >= least) return false; /* most */
  double before = gap_before(s, contact, contact->swept.gap - s->context->h * normal_velocity(s, contact));
  if (before < 0 && !contact->swept.after_impulses && recovers_in_parts(s, contact))
    least = (1 - recovered_part) * before - contact->least;
  if (contact->obstacle == PL_NO_OBSTACLE && !contact->swept.sided)
    least = fmax(least, -most_taken * contact->swept.kept);
  return contact->swept.gap < least;
}
