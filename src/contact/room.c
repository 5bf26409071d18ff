/* SPDX-License-Identifier: MIT
   What comes after contact moves particles, too, without a look at what is in the way. Closed bodies come out of each other again; what
   got through a sheet, or through another part of its own body, stays there. So no particle is moved farther than it has room:
   less than half of the way to the nearest feature, where both sides move (A. H. Chen et al., "Offset geometric contact",
   2025). */
#include <math.h>
#include <string.h>

#include "base/status.h"
#include "contact/solver.h"
#include "math/vec3.h"

/* Of the way between two features, the part that both together may move. */
static const double used_part = 0.9;

typedef struct rooms {
  const pl_contact_solver *solver;
  const double *from; /* 3 per particle of all bodies: where contact left them */
  double *most;       /* m, per particle of all bodies: how far it may be from there */
  double *moved;      /* m, per body: how far one of its particles is */
} rooms;

/* Surfaces that do not know inside from outside. */
static bool can_get_lost(const pl_contact_body *a, const pl_contact_body *b)
{
  return pl_may_touch(a, b) && (a == b || !a->surface->closed || !b->surface->closed);
}

static bool any_can_get_lost(const pl_contact_setup *setup)
{
  for (size_t b = 0; b < setup->body_count; b++) {
    const pl_contact_body *body = &setup->bodies[b];
    if (body->surface->triangle_count == 0 || body->asleep) continue;
    if (body->def->self || (body->def->bodies && !body->surface->closed)) return true;
  }
  return false;
}

pl_status pl_contact_remember_places(pl_contact_state *state)
{
  const pl_contact_solver *s = &state->solver;
  size_t count = state->setup.body_count, particles = 0;
  state->places = NULL;
  if (count == 0) return PL_OK;
  if (any_can_get_lost(&state->setup))
    PL_TRY(pl_pairs_update(state->setup.pairs, state->setup.bodies, count, &state->context, PL_LIST_ALL, NULL));
  for (size_t b = 0; b < count; b++) particles += s->bodies[b].body->count;
  state->places = PL_TAKE(state->context.scratch, double, 3 * particles);
  state->seen = PL_TAKE(state->context.scratch, double, 3 * particles);
  if (!state->places || !state->seen) return PL_ERROR_MEMORY;
  for (size_t b = 0; b < count; b++)
    memcpy(state->places + 3 * s->first[b], s->bodies[b].body->x, 3 * s->bodies[b].body->count * sizeof(double));
  memcpy(state->seen, state->places, 3 * particles * sizeof(double));
  return PL_OK;
}

/* ---- how much room there is ---- */

static bool find_moved(const rooms *r)
{
  bool any = false;
  for (size_t b = 0; b < r->solver->setup->body_count; b++) {
    const pl_model_body *body = r->solver->bodies[b].body;
    const double *from = r->from + 3 * r->solver->first[b];
    r->moved[b] = 0;
    for (size_t i = 0; i < body->count; i++)
      r->moved[b] = fmax(r->moved[b], pl_vec3_distance(body->x + 3 * i, from + 3 * i));
    for (size_t i = 0; i < body->count; i++) r->most[r->solver->first[b] + i] = INFINITY;
    any = any || r->moved[b] > 0;
  }
  return any;
}

/* The part of the way between their features that each of two bodies may go. */
static double share_of(const rooms *r, size_t a, size_t b)
{
  return a == b || (r->moved[a] > 0 && r->moved[b] > 0) ? 0.5 * used_part : used_part;
}

static void limit_body(const rooms *r, size_t body, double most)
{
  double *all = r->most + r->solver->first[body];
  for (size_t i = 0; i < r->solver->bodies[body].body->count; i++) all[i] = fmin(all[i], most);
}

/* Bodies that are in no list are no nearer than the boxes around them. */
static double between_boxes(const rooms *r, size_t a, size_t b)
{
  double lower[2][3], upper[2][3], square = 0;
  const size_t bodies[2] = {a, b};
  for (int k = 0; k < 2; k++) {
    const double *from = r->from + 3 * r->solver->first[bodies[k]];
    for (size_t c = 0; c < 3; c++) lower[k][c] = upper[k][c] = from[c];
    for (size_t i = 3; i < 3 * r->solver->bodies[bodies[k]].body->count; i++) {
      lower[k][i % 3] = fmin(lower[k][i % 3], from[i]);
      upper[k][i % 3] = fmax(upper[k][i % 3], from[i]);
    }
  }
  for (int c = 0; c < 3; c++) {
    double apart = fmax(0, fmax(lower[0][c] - upper[1][c], lower[1][c] - upper[0][c]));
    square += apart * apart;
  }
  return sqrt(square);
}

static void limit_candidate(const rooms *r, const pl_pair *pair, const pl_candidate *candidate, double share)
{
  uint32_t particles[4], owners[4];
  pl_points points;
  pl_candidate_particles(pair, candidate, r->solver->setup->bodies, particles, owners);
  for (int k = 0; k < 4; k++) pl_vec3_copy(r->from + 3 * (r->solver->first[owners[k]] + particles[k]), points.at[k]);
  double most = share * pl_nearest(pl_candidate_features(candidate), &points).distance;
  for (int k = 0; k < 4; k++) {
    double *room = &r->most[r->solver->first[owners[k]] + particles[k]];
    *room = fmin(*room, most);
  }
}

/* Features that are not in the list are farther apart than what is surely in it. */
static void limit_pair(const rooms *r, const pl_pair *pair)
{
  const pl_contact_body *bodies = r->solver->setup->bodies;
  double together = r->moved[pair->first] + r->moved[pair->second], share = share_of(r, pair->first, pair->second);
  if (!pair->near || !(together > 0) || !can_get_lost(&bodies[pair->first], &bodies[pair->second])) return;
  limit_body(r, pair->first, share * pair->deepest);
  limit_body(r, pair->second, share * pair->deepest);
  for (size_t k = 0; k < pair->count; k++)
    if (used_part * (pl_least_of(pl_candidate_look(pair, &pair->list[k], bodies)) - together) <
        together) /* it sees who moved since */
      limit_candidate(r, pair, &pair->list[k], share);
}

static bool is_listed(const pl_pairs *pairs, size_t a, size_t b)
{
  for (size_t k = 0; k < pairs->count; k++)
    if (pairs->items[k].near && pairs->items[k].first == a && pairs->items[k].second == b) return true;
  return false;
}

/* No list holds bodies that are farther apart than twice what they keep. */
static void limit_far(const rooms *r)
{
  const pl_contact_setup *setup = r->solver->setup;
  for (size_t a = 0; a < setup->body_count; a++)
    for (size_t b = a + 1; b < setup->body_count; b++) {
      const pl_contact_body *first = &setup->bodies[a], *second = &setup->bodies[b];
      double together = r->moved[a] + r->moved[b];
      if (!(together > used_part * 2 * pl_pair_apart(first, second)) || !can_get_lost(first, second)) continue;
      if (is_listed(setup->pairs, a, b)) continue;
      double most = share_of(r, a, b) * between_boxes(r, a, b);
      limit_body(r, a, most);
      limit_body(r, b, most);
    }
}

/* ---- going back ---- */

static void hold_particles(const rooms *r, size_t b, bool *held)
{
  const pl_model_body *body = r->solver->bodies[b].body;
  const double *from = r->from + 3 * r->solver->first[b], *most = r->most + r->solver->first[b];
  for (size_t i = 0; i < body->count; i++) {
    double way[3];
    pl_vec3_sub(body->x + 3 * i, from + 3 * i, way);
    double length = pl_vec3_length(way);
    if (length <= most[i]) continue;
    pl_vec3_add_scaled(from + 3 * i, most[i] / length, way, body->x + 3 * i);
    r->solver->setup->bodies[b].near[i] = PL_QUITE_NEAR; /* others go instead */
    *held = true;
  }
}

/* Particles that hang together go back together. */
static pl_status hold_body(const rooms *r, size_t b)
{
  const pl_model *model = r->solver->bodies[b].model;
  pl_model_body *body = r->solver->bodies[b].body;
  const double *from = r->from + 3 * r->solver->first[b], *most = r->most + r->solver->first[b];
  double part = 1;
  for (size_t i = 0; i < body->count; i++) {
    double length = pl_vec3_distance(body->x + 3 * i, from + 3 * i);
    if (length > most[i]) part = fmin(part, most[i] / length);
  }
  if (part == 1) return PL_OK;
  for (size_t k = 0; k < 3 * body->count; k++) body->x[k] = from[k] + part * (body->x[k] - from[k]);
  return model->moved ? model->moved(body, r->solver->context) : PL_OK;
}

pl_status pl_contact_hold_places(pl_contact_state *state, bool *held)
{
  const pl_contact_solver *s = &state->solver;
  size_t particles = 0, count = state->setup.body_count;
  if (!state->places || !any_can_get_lost(&state->setup)) return PL_OK;
  for (size_t b = 0; b < count; b++) particles += s->bodies[b].body->count;
  pl_arena_mark mark = pl_arena_here(state->context.scratch);
  rooms r = {.solver = s, .from = state->places};
  r.most = PL_TAKE(state->context.scratch, double, particles);
  r.moved = PL_TAKE(state->context.scratch, double, count);
  if (!r.most || !r.moved) return PL_ERROR_MEMORY;
  pl_status status = PL_OK;
  if (find_moved(&r)) {
    for (size_t k = 0; k < state->setup.pairs->count; k++) limit_pair(&r, &state->setup.pairs->items[k]);
    limit_far(&r);
    for (size_t b = 0; b < count && status == PL_OK; b++) {
      if (!(r.moved[b] > 0) || s->bodies[b].model->shift)
        continue; /* nodes that carry particles are not moved by them */
      if (s->bodies[b].model->answer)
        status = hold_body(&r, b);
      else
        hold_particles(&r, b, held);
    }
  }
  pl_arena_back_to(state->context.scratch, mark);
  return status;
}
