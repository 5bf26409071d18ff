/* SPDX-License-Identifier: MIT
   Limits the corrections that move particles after contact without collision detection. Closed bodies recover from
   penetration; what passed through a sheet, or through another part of its own body, stays there. So a particle that
   would come near a feature on its path moves by less than its distance to that feature, less than half of it where
   both sides move (A. H. Chen et al., "Offset geometric contact", 2025). */
#include <math.h>
#include <string.h>

#include "base/status.h"
#include "contact/broad/swept_volumes.h"
#include "contact/solve/solver.h"
#include "math/vec3.h"

/* Part of the distance of two features that both together may move. */
static const double used_part = 0.9;

typedef enum feature { VERTICES, EDGES, TRIANGLES, FEATURES } feature;

typedef struct limits {
  const pl_contact_solver *solver;
  const double *from;      /* 3 per particle of all bodies: positions after contact */
  double *most;            /* m, per particle of all bodies: largest displacement from there */
  double *moved;           /* m, per body: largest displacement of its particles */
  pl_swept_volumes *swept; /* FEATURES per body; without clusters: not built yet */
  bool last;               /* the last round: its limits are not tested again */
} limits;

/* May the two surfaces pass through each other for good? All but two closed bodies may: they have no inside to recover
   from. */
static bool can_get_lost(const pl_contact_body *a, const pl_contact_body *b)
{
  return pl_may_touch(a, b) && (a == b || !a->surface->closed || !b->surface->closed);
}

static bool any_can_get_lost(const pl_contact_setup *setup)
{
  for (size_t b = 0; b < setup->body_count; b++) {
    const pl_contact_body *body = &setup->bodies[b];
    if (body->surface->vertex_count == 0 || body->asleep) continue;
    if (body->def->self || (body->def->bodies && !body->surface->closed)) return true;
  }
  return false;
}

pl_status pl_contact_record_positions(pl_contact_state *state)
{
  const pl_contact_solver *s = &state->solver;
  size_t count = state->setup.body_count, particles = 0;
  state->settled_positions = NULL;
  if (count == 0) return PL_OK;
  if (any_can_get_lost(&state->setup))
    PL_TRY(pl_pairs_update(state->setup.pairs, state->setup.bodies, count, &state->context, PL_LIST_ALL, NULL));
  for (size_t b = 0; b < count; b++) particles += s->bodies[b].body->count;
  state->settled_positions = PL_TAKE(state->context.scratch, double, 3 * particles);
  state->queried_positions = PL_TAKE(state->context.scratch, double, 3 * particles);
  if (!state->settled_positions || !state->queried_positions) return PL_ERROR_MEMORY;
  for (size_t b = 0; b < count; b++)
    memcpy(state->settled_positions + 3 * s->first[b], s->bodies[b].body->x,
           3 * s->bodies[b].body->count * sizeof(double));
  memcpy(state->queried_positions, state->settled_positions, 3 * particles * sizeof(double));
  return PL_OK;
}

/* ---- limits of displacements ---- */

static bool find_moved(const limits *r)
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

/* The part of the distance between their features that each of two bodies may move. */
static double share_of(const limits *r, size_t a, size_t b)
{
  return a == b || (r->moved[a] > 0 && r->moved[b] > 0) ? 0.5 * used_part : used_part;
}

/* Distance of the bodies' bounding boxes, a lower bound for bodies without a list. */
static double between_boxes(const limits *r, size_t a, size_t b)
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

/* Positions of the particles of a candidate after contact, and now. */
static void place_candidate(const limits *r, const uint32_t particles[4], const uint32_t owners[4], pl_points *before,
                            pl_points *now)
{
  for (int k = 0; k < 4; k++) {
    pl_vec3_copy(r->from + 3 * (r->solver->first[owners[k]] + particles[k]), before->at[k]);
    pl_vec3_copy(r->solver->bodies[owners[k]].body->x + 3 * (size_t)particles[k], now->at[k]);
  }
}

/* Limits the particles of a candidate whose features come near each other on their paths; in the last round also where
   only their relative motion would allow that. Neighbours move alike and are not limited. */
static void limit_candidate(const limits *r, const pl_pair *pair, const pl_candidate *candidate, double share)
{
  const pl_contact_body *bodies = r->solver->setup->bodies;
  pl_feature_pair kind = pl_candidate_features(candidate);
  uint32_t particles[4], owners[4];
  pl_points before, now;
  pl_closest_points then;
  pl_candidate_particles(pair, candidate, bodies, particles, owners);
  place_candidate(r, particles, owners, &before, &now);
  double apart = pl_nearest(kind, &before).distance;
  if (pl_relative_motion(kind, &before, &now) <= used_part * apart && !r->last) return;
  if (pl_candidate_is_of_neighbours(pair, candidate, bodies)) return;
  if (!r->last && pl_first_meeting(kind, &before, &now, (1 - used_part) * apart, &then) == 1) return;
  for (int k = 0; k < 4; k++) {
    double *limit = &r->most[r->solver->first[owners[k]] + particles[k]];
    *limit = fmin(*limit, share * apart);
  }
}

static pl_status find_swept(const limits *r, size_t body, feature which, const pl_swept_volumes **out)
{
  const pl_contact_surface *s = r->solver->setup->bodies[body].surface;
  const pl_clusters *clusters[FEATURES] = {&s->vertex_clusters, &s->edge_clusters, &s->triangle_clusters};
  pl_swept_volumes *swept = &r->swept[FEATURES * body + which];
  *out = swept;
  if (swept->clusters) return PL_OK;
  return pl_swept_volumes_find(clusters[which], r->from + 3 * r->solver->first[body], r->solver->bodies[body].body->x,
                               r->solver->context->scratch, swept);
}

typedef struct visiting {
  const limits *limits;
  pl_pair pair; /* no list */
  uint32_t kind;
  double share;
} visiting;

static void limit_visited(void *context, uint32_t first, uint32_t second)
{
  const visiting *v = context;
  const pl_contact_body *bodies = v->limits->solver->setup->bodies;
  const uint32_t *vertices = bodies[v->kind == PL_SECOND_ON_FIRST ? v->pair.second : v->pair.first].surface->vertices;
  pl_candidate candidate = {.kind = v->kind, .a = v->kind == PL_EDGES ? first : vertices[first], .b = second};
  limit_candidate(v->limits, &v->pair, &candidate, v->share);
}

/* Limits all feature pairs whose swept volumes overlap, listed or not. */
static pl_status limit_all(const limits *r, uint32_t a, uint32_t b)
{
  visiting v = {.limits = r, .pair = {.first = a, .second = b}, .share = share_of(r, a, b)};
  for (v.kind = PL_FIRST_ON_SECOND; v.kind <= PL_EDGES; v.kind++) {
    bool swapped = v.kind == PL_SECOND_ON_FIRST, edges = v.kind == PL_EDGES;
    const pl_swept_volumes *querying, *queried;
    if (swapped && a == b) continue;
    PL_TRY(find_swept(r, swapped ? b : a, edges ? EDGES : VERTICES, &querying));
    PL_TRY(find_swept(r, swapped ? a : b, edges ? EDGES : TRIANGLES, &queried));
    pl_swept_volumes_meet(querying, queried, used_part, limit_visited, &v);
  }
  return PL_OK;
}

static void limit_listed(const limits *r, const pl_pair *pair, double together)
{
  double share = share_of(r, pair->first, pair->second);
  for (size_t k = 0; k < pair->count; k++) {
    double apart = pl_least_distance(pl_candidate_bound_distance(pair, &pair->list[k], r->solver->setup->bodies));
    if (used_part * (apart - together) < together) /* the bound includes motion since contact */
      limit_candidate(r, pair, &pair->list[k], share);
  }
}

/* Unlisted features are farther apart than pair->deepest, and bodies without a list than twice the distance that they
   keep. For larger motion all feature pairs are tested by swept volumes. */
static pl_status limit_two(const limits *r, uint32_t a, uint32_t b)
{
  const pl_contact_setup *setup = r->solver->setup;
  const pl_contact_body *first = &setup->bodies[a], *second = &setup->bodies[b];
  double together = r->moved[a] + r->moved[b];
  if (!(together > 0) || !can_get_lost(first, second)) return PL_OK;
  const pl_pair *pair = pl_pairs_find(setup->pairs, a, b);
  if (pair && !pair->near) pair = NULL;
  double known = pair ? pair->deepest : 2 * pl_pair_apart(first, second);
  if (together > used_part * known)
    return a == b || used_part * between_boxes(r, a, b) < together ? limit_all(r, a, b) : PL_OK;
  if (pair) limit_listed(r, pair, together);
  return PL_OK;
}

static pl_status limit_particles(const limits *r)
{
  uint32_t count = (uint32_t)r->solver->setup->body_count;
  for (size_t k = 0; k < FEATURES * (size_t)count; k++) r->swept[k] = (pl_swept_volumes){0};
  for (uint32_t a = 0; a < count; a++)
    for (uint32_t b = a; b < count; b++) PL_TRY(limit_two(r, a, b));
  return PL_OK;
}

/* ---- shortening displacements ---- */

static bool hold_particles(const limits *r, size_t b)
{
  const pl_model_body *body = r->solver->bodies[b].body;
  const double *from = r->from + 3 * r->solver->first[b], *most = r->most + r->solver->first[b];
  bool held = false;
  for (size_t i = 0; i < body->count; i++) {
    double displacement[3];
    pl_vec3_sub(body->x + 3 * i, from + 3 * i, displacement);
    double length = pl_vec3_length(displacement);
    if (length <= most[i]) continue;
    pl_vec3_add_scaled(from + 3 * i, most[i] / length, displacement, body->x + 3 * i);
    held = true;
  }
  return held;
}

/* Coupled particles: all displacements of the body are shortened by the same factor. */
static pl_status hold_body(const limits *r, size_t b, bool *back)
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
  *back = true;
  for (size_t k = 0; k < 3 * body->count; k++) body->x[k] = from[k] + part * (body->x[k] - from[k]);
  return model->particles_moved ? model->particles_moved(body, r->solver->context) : PL_OK;
}

/* back: some displacement was shortened */
static pl_status hold_all(const limits *r, bool *back)
{
  *back = false;
  for (size_t b = 0; b < r->solver->setup->body_count; b++) {
    const pl_model *model = r->solver->bodies[b].model;
    if (!(r->moved[b] > 0) || model->apply_response) continue; /* nodes that carry particles are not moved by them */
    if (model->impulse_response)
      PL_TRY(hold_body(r, b, back));
    else
      *back = hold_particles(r, b) || *back;
  }
  return PL_OK;
}

/* A particle held back may obstruct others that moved with it, so limits are found again until no displacement is
   shortened. */
static pl_status hold_places(limits *r)
{
  enum { ROUNDS = 4 };
  pl_arena *scratch = r->solver->context->scratch;
  bool back = true;
  for (int round = 0; round < ROUNDS && back && find_moved(r); round++) {
    pl_arena_mark mark = pl_arena_here(scratch);
    r->last = round + 1 == ROUNDS;
    PL_TRY(limit_particles(r));
    PL_TRY(hold_all(r, &back));
    pl_arena_back_to(scratch, mark);
  }
  return PL_OK;
}

pl_status pl_contact_limit_correction(pl_contact_state *state)
{
  const pl_contact_solver *s = &state->solver;
  size_t particles = 0, count = state->setup.body_count;
  if (!state->settled_positions || !any_can_get_lost(&state->setup)) return PL_OK;
  for (size_t b = 0; b < count; b++) particles += s->bodies[b].body->count;
  pl_arena_mark mark = pl_arena_here(state->context.scratch);
  limits r = {.solver = s, .from = state->settled_positions};
  r.most = PL_TAKE(state->context.scratch, double, particles);
  r.moved = PL_TAKE(state->context.scratch, double, count);
  r.swept = PL_TAKE(state->context.scratch, pl_swept_volumes, FEATURES * count);
  if (!r.most || !r.moved || !r.swept) return PL_ERROR_MEMORY;
  pl_status status = hold_places(&r);
  pl_arena_back_to(state->context.scratch, mark);
  return status;
}
