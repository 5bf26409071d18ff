/* SPDX-License-Identifier: MIT */
#include "contact/broad/pairs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "contact/broad/motion_kernel.h"
#include "contact/narrow/edge_edge.h"
#include "math/vec3.h"

/* A list holds until bodies have moved against each other by this part of an edge. */
static const double margin_part = 0.25;

/* Surfaces that penetrate deeper than this part of an edge are tangled: contact cannot tell the direction of
   separation. */
static const double deepest_part = 0.25;

/* Surfaces nearer than the distance they keep and as much again make rows: the response of neighbours may push them
   in. */
static const double reach_factor = 2;

static void free_pair(pl_pair *pair)
{
  pl_release(pair->list);
  pl_release(pair->convex_edges);
}

void pl_pairs_free(pl_pairs *pairs)
{
  for (size_t k = 0; k < pairs->count; k++) free_pair(&pairs->items[k]);
  pl_release(pairs->items);
  for (int k = 0; k < PL_LIST_CHUNKS; k++) pl_near_free(&pairs->others[k]);
  *pairs = (pl_pairs){0};
}

/* ---- how bodies move ---- */

typedef struct motions {
  const pl_contact_body *bodies;
  pl_body_motion *of;
  pl_body_drift *since; /* PL_REFERENCE_POSES per body */
  double h;
  const uint8_t *wanted; /* per body; NULL: all are */
} motions;

static pl_body_drift *drift_of(const motions *all, uint32_t body, uint32_t reference)
{
  return &all->since[PL_REFERENCE_POSES * (size_t)body + reference];
}

/* Square of the distance of a point from the segment between the origin and `end`. */
static double off_segment(const double point[3], const double end[3])
{
  double length = pl_vec3_dot(end, end), along = length > 0 ? pl_vec3_dot(point, end) / length : 0, off[3];
  pl_vec3_add_scaled(point, -(along < 0 ? 0 : along > 1 ? 1 : along), end, off);
  return pl_vec3_dot(off, off);
}

static void measure_bodies(void *context, size_t begin, size_t end)
{
  const motions *all = context;
  const pl_motion_kernels *kernels = PL_ISA_PICK(pl_motion_kernels);
  for (size_t k = begin; k < end; k++) {
    const pl_contact_body *b = &all->bodies[k];
    if (b->surface->vertex_count == 0) continue;
    bool whole = b->particle_count == b->body->count;
    pl_moving_particles of = {.particles = whole ? NULL : b->particles,
                              .count = b->particle_count,
                              .x = b->body->x,
                              .v = b->body->v,
                              .h = all->h};
    kernels->measure(&of, &all->of[k]);
    for (uint32_t r = 0; r < PL_REFERENCE_POSES; r++) {
      const pl_reference_pose *reference = &b->surface->references[r];
      pl_allowed_motion since = {reference->before, reference->motion_bound};
      if (reference->epoch) kernels->measure_since(&of, &since, all->of[k].way, drift_of(all, (uint32_t)k, r));
    }
  }
}

/* Upper bound of the relative motion of two features since the list was made that its mean motion does not account for:
   at the start of the step, and in it. */
static double drift_between(const pl_body_drift *a, const pl_body_drift *b)
{
  return a->spread + b->spread + pl_vec3_distance(a->drift, b->drift) + a->excess + b->excess;
}

/* The same since the reference poses of a pair, plus how far the mean displacements are off those that its list allows
   for. */
static double beyond(const pl_pair *pair, const motions *all)
{
  double ways[3];
  pl_vec3_sub(all->of[pair->first].way, all->of[pair->second].way, ways);
  return drift_between(drift_of(all, pair->first, pair->references[0]),
                       drift_of(all, pair->second, pair->references[1])) +
         sqrt(off_segment(ways, pair->allowed));
}

/* ---- which bodies ---- */

double pl_pair_deepest(const pl_contact_body *a, const pl_contact_body *b)
{
  return fmax(reach_factor * pl_pair_apart(a, b), deepest_part * fmin(a->surface->mean_edge, b->surface->mean_edge));
}

bool pl_may_touch(const pl_contact_body *a, const pl_contact_body *b)
{
  if (a->surface->vertex_count == 0 || b->surface->vertex_count == 0) return false;
  if (a == b) return a->def->self;
  if (!a->def->bodies || !b->def->bodies) return false;
  return !((a->def->ignores >> b->def->group) & 1) && !((b->def->ignores >> a->def->group) & 1);
}

static bool boxes_meet(const pl_body_motion *a, const pl_body_motion *b, double reach)
{
  for (int c = 0; c < 3; c++)
    if (a->lower[c] > b->upper[c] + reach || b->lower[c] > a->upper[c] + reach) return false;
  return true;
}

/* Where it is, or would be. */
static size_t place_of(const pl_pairs *pairs, uint32_t first, uint32_t second)
{
  size_t low = 0, high = pairs->count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    const pl_pair *p = &pairs->items[middle];
    if (p->first < first || (p->first == first && p->second < second))
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static bool is_at(const pl_pairs *pairs, size_t at, uint32_t first, uint32_t second)
{
  return at < pairs->count && pairs->items[at].first == first && pairs->items[at].second == second;
}

const pl_pair *pl_pairs_find(const pl_pairs *pairs, uint32_t first, uint32_t second)
{
  size_t at = place_of(pairs, first, second);
  return is_at(pairs, at, first, second) ? &pairs->items[at] : NULL;
}

/* Marks the pair as near; makes it if it is new. */
static pl_status note_pair(pl_pairs *pairs, uint32_t first, uint32_t second)
{
  size_t at = place_of(pairs, first, second);
  if (!is_at(pairs, at, first, second)) {
    PL_TRY(pl_grow((void **)&pairs->items, &pairs->capacity, pairs->count + 1, sizeof(pl_pair)));
    memmove(pairs->items + at + 1, pairs->items + at, (pairs->count - at) * sizeof(pl_pair));
    pairs->items[at] = (pl_pair){.first = first, .second = second};
    pairs->count++;
  }
  pairs->items[at].near = true;
  return PL_OK;
}

typedef struct along {
  double lower;
  uint32_t body;
} along;

static int by_lower(const void *a, const void *b)
{
  const along *p = a, *q = b;
  if (p->lower != q->lower) return p->lower < q->lower ? -1 : 1;
  return p->body < q->body ? -1 : p->body > q->body;
}

static bool is_wanted(const motions *all, uint32_t a, uint32_t b)
{
  return !all->wanted || all->wanted[a] || all->wanted[b];
}

/* Sweep and prune along x, then bounding boxes. */
static pl_status find_pairs(pl_pairs *pairs, const motions *all, size_t count, const pl_model_context *context)
{
  const pl_contact_body *bodies = all->bodies;
  along *sorted = PL_TAKE(context->scratch, along, count);
  if (!sorted) return PL_ERROR_MEMORY;
  double reach = 0;
  size_t used = 0;
  for (uint32_t b = 0; b < count; b++) {
    if (bodies[b].surface->vertex_count == 0) continue;
    sorted[used++] = (along){all->of[b].lower[0], b};
    reach = fmax(reach, reach_factor * pl_pair_apart(&bodies[b], &bodies[b]));
  }
  qsort(sorted, used, sizeof *sorted, by_lower);
  for (size_t k = 0; k < pairs->count; k++) pairs->items[k].near = false;
  for (size_t i = 0; i < used; i++) {
    uint32_t a = sorted[i].body;
    if (bodies[a].def->self && !bodies[a].asleep && is_wanted(all, a, a)) PL_TRY(note_pair(pairs, a, a));
    for (size_t j = i + 1; j < used && sorted[j].lower <= all->of[a].upper[0] + reach; j++) {
      uint32_t b = sorted[j].body;
      double near = reach_factor * pl_pair_apart(&bodies[a], &bodies[b]);
      if ((bodies[a].asleep && bodies[b].asleep) || !is_wanted(all, a, b)) continue;
      if (!pl_may_touch(&bodies[a], &bodies[b]) || !boxes_meet(&all->of[a], &all->of[b], near)) continue;
      PL_TRY(note_pair(pairs, a < b ? a : b, a < b ? b : a));
    }
  }
  return PL_OK;
}

/* Removes pairs that are no longer near, when there are many of them, and pairs of removed bodies. */
static void forget_pairs(pl_pairs *pairs, size_t body_count)
{
  size_t near = 0, kept = 0;
  for (size_t k = 0; k < pairs->count; k++) near += pairs->items[k].near;
  bool many = pairs->count > 4 * near + 64;
  for (size_t k = 0; k < pairs->count; k++) {
    pl_pair *p = &pairs->items[k];
    if (p->second >= body_count || (many && !p->near))
      free_pair(p);
    else
      pairs->items[kept++] = *p;
  }
  pairs->count = kept;
}

/* ---- lists ---- */

static bool is_valid(const pl_pair *pair, const motions *all)
{
  const pl_contact_body *bodies[2] = {&all->bodies[pair->first], &all->bodies[pair->second]};
  for (int k = 0; k < 2; k++) {
    uint64_t epoch = bodies[k]->surface->references[pair->references[k]].epoch;
    if (!epoch || pair->epochs[k] != epoch || pair->serials[k] != bodies[k]->serial) return false;
  }
  return beyond(pair, all) <= pair->margin;
}

static double step_motion(const pl_body_motion *a, const pl_body_motion *b)
{
  return a->stray + b->stray + pl_vec3_distance(a->way, b->way);
}

/* The margin that a list is made for, m. */
static double margin_of(const pl_pair *pair, const motions *all)
{
  return margin_part * fmin(all->bodies[pair->first].surface->mean_edge, all->bodies[pair->second].surface->mean_edge);
}

typedef struct renewal {
  const motions *all;
  uint8_t *done; /* per body */
} renewal;

static const pl_reference_pose *newest_of(const motions *all, uint32_t body)
{
  const pl_contact_surface *surface = all->bodies[body].surface;
  return &surface->references[surface->newest];
}

static pl_body_drift *since_newest(const motions *all, uint32_t body)
{
  return drift_of(all, body, all->bodies[body].surface->newest);
}

static void renew(const renewal *r, uint32_t body)
{
  const pl_contact_body *b = &r->all->bodies[body];
  pl_contact_surface_refer(b->surface, b->body->x, b->body->v, r->all->h, r->all->of[body].way);
  *since_newest(r->all, body) = (pl_body_drift){0};
  r->done[body] = 1;
}

static double moved(const pl_body_drift *drift) { return pl_vec3_length(drift->drift) + drift->spread + drift->excess; }

/* For a pair whose list is invalid and whose bodies moved far against each other since the newest references were
   taken: the body that moved more gets a new reference. Returns whether one did. */
static bool renew_for(const renewal *r, const pl_pair *pair)
{
  const pl_body_drift *a = since_newest(r->all, pair->first), *b = since_newest(r->all, pair->second);
  bool known = newest_of(r->all, pair->first)->epoch && newest_of(r->all, pair->second)->epoch;
  if (known && drift_between(a, b) <= 0.5 * margin_of(pair, r->all)) return false;
  bool can[2] = {!r->done[pair->first], !r->done[pair->second]};
  if (!can[0] && !can[1]) return false;
  bool first = moved(a) >= moved(b) || !newest_of(r->all, pair->first)->epoch;
  renew(r, (first && can[0]) || !can[1] ? pair->first : pair->second);
  return true;
}

/* Every body gets at most one new reference, so the loop ends. */
static void renew_references(const pl_pairs *pairs, const renewal *r)
{
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t k = 0; k < pairs->count; k++) {
      const pl_pair *pair = &pairs->items[k];
      if (pair->near && !is_valid(pair, r->all)) changed |= renew_for(r, pair);
    }
  }
}

/* The motion and the distances that the list of a pair has to cover. */
static void aim(pl_pair *pair, const motions *all)
{
  const pl_body_motion *p = &all->of[pair->first], *q = &all->of[pair->second];
  pl_vec3_sub(p->way, q->way, pair->allowed);
  pl_vec3_scale(pair->allowed, PL_MOTION_FACTOR, pair->allowed);
  pair->references[0] = all->bodies[pair->first].surface->newest;
  pair->references[1] = all->bodies[pair->second].surface->newest;
  pair->beyond = beyond(pair, all);
  pair->margin = pair->crowded ? pair->beyond : fmax(margin_of(pair, all), 2 * pair->beyond);
  pair->deepest = pl_pair_deepest(&all->bodies[pair->first], &all->bodies[pair->second]);
  pair->epochs[0] = 0; /* marks the list invalid in case building it fails */
  pair->h = all->h;
  pair->serials[0] = all->bodies[pair->first].serial;
  pair->serials[1] = all->bodies[pair->second].serial;
}

/* Lists to be rebuilt, in parallel. */
typedef struct rebuilding {
  pl_pairs *pairs;
  const motions *all;
  uint32_t *which;     /* pairs */
  size_t count, grain; /* of these, and in a chunk */
  bool (*find)(pl_pair *pair, const pl_contact_body *bodies, pl_near_features *others);
} rebuilding;

static void find_candidates(void *context, size_t begin, size_t end)
{
  const rebuilding *r = context;
  for (size_t k = begin; k < end; k++)
    r->find(&r->pairs->items[r->which[k]], r->all->bodies, &r->pairs->others[begin / r->grain]);
}

/* A list that exceeds its capacity is built again with more. */
static pl_status make_lists(rebuilding *r, pl_pool *pool)
{
  const pl_contact_body *bodies = r->all->bodies;
  r->grain = (r->count + PL_LIST_CHUNKS - 1) / PL_LIST_CHUNKS;
  for (size_t k = 0; k < r->count; k++)
    PL_TRY(pl_candidates_reserve(&r->pairs->items[r->which[k]], bodies, &r->pairs->others[k / r->grain]));
  if (r->count) pl_parallel_for(pool, r->count, r->grain, find_candidates, r);
  for (size_t k = 0; k < r->count; k++) {
    pl_pair *pair = &r->pairs->items[r->which[k]];
    if (pair->count <= pair->capacity) continue;
    pair->epochs[0] = 0; /* no list, should there be no room */
    PL_TRY(pl_grow((void **)&pair->list, &pair->capacity, pair->count, sizeof(pl_candidate)));
    pair->epochs[0] = bodies[pair->first].surface->references[pair->references[0]].epoch;
    r->find(pair, bodies, &r->pairs->others[k / r->grain]);
  }
  return PL_OK;
}

static pl_status rebuild_lists(pl_pairs *pairs, const motions *all, const pl_model_context *context)
{
  rebuilding r = {.pairs = pairs, .all = all, .find = pl_candidates_find};
  r.which = PL_TAKE(context->scratch, uint32_t, pairs->count);
  if (!r.which) return PL_ERROR_MEMORY;
  for (uint32_t k = 0; k < pairs->count; k++) {
    if (!pairs->items[k].near || is_valid(&pairs->items[k], all)) continue;
    aim(&pairs->items[k], all);
    r.which[r.count++] = k;
  }
  PL_TRY(make_lists(&r, context->pool));
  pairs->rebuilt += r.count;
  return PL_OK;
}

/* Stores, for detection after corrections, the listed convex edges that are near each other at the start or the end of
   the step. Which others are listed depends on when lists of vertices were made, and must not count. */
static pl_status store_edges(pl_pair *pair, const pl_contact_body *bodies)
{
  pair->edge_count = 0;
  PL_TRY(pl_grow((void **)&pair->convex_edges, &pair->edge_capacity, pair->count - pair->kept, sizeof(pl_candidate)));
  for (size_t k = pair->kept; k < pair->count; k++) {
    if (!pl_edge_edge_is_near(pair, &pair->list[k], bodies)) continue;
    pl_candidate *convex = &pair->convex_edges[pair->edge_count++];
    *convex = pair->list[k];
    convex->bound = -INFINITY; /* the bound held for the motion of that time */
  }
  pair->edges_known = true;
  return PL_OK;
}

static pl_status warm_start_edges(pl_pair *pair)
{
  pair->count = pair->kept + pair->edge_count;
  PL_TRY(pl_grow((void **)&pair->list, &pair->capacity, pair->count, sizeof(pl_candidate)));
  if (pair->edge_count) memcpy(pair->list + pair->kept, pair->convex_edges, pair->edge_count * sizeof(pl_candidate));
  return PL_OK;
}

/* ---- crowded pairs ---- */

/* Candidates of a pair that all are tested: at least so many, and as many as two large bodies have in a heap. Of
   crumpled bodies in each other millions would be near, each feature near all others. */
enum { MOST_CANDIDATES = 1 << 15, MOST_PER_PARTICLE = 32, LEAST_PER_PAIR = 1 << 15 };

/* Units of work (base/work.h) of a candidate. */
static const double work_of_candidate = 1000;

static size_t most_candidates(const pl_pairs *pairs, const pl_contact_body *bodies, size_t count)
{
  size_t near = 0, most = MOST_CANDIDATES;
  for (size_t k = 0; k < pairs->count; k++) near += pairs->items[k].near;
  for (size_t b = 0; b < count; b++) most += MOST_PER_PARTICLE * bodies[b].particle_count;
  most /= near ? near : 1;
  return most > LEAST_PER_PAIR ? most : LEAST_PER_PAIR;
}

/* Lists are made for a margin and hold for several steps, so how many candidates they have depends on their past. What
   is left out must not: a pair with more than half of the limit gets a list without a margin, for the present poses
   alone, and this one is thinned where it has more than the limit. */
static void begin_crowds(pl_pairs *pairs, size_t most)
{
  for (size_t k = 0; k < pairs->count; k++) {
    pl_pair *pair = &pairs->items[k];
    if (pair->near && pair->crowded) pair->epochs[0] = 0;
    pair->crowded = pair->near ? false : pair->crowded;
    pair->most = most / 2;
  }
}

/* Marks pairs with too many candidates, and renews the references of their bodies. False: there are no new ones. */
static bool mark_crowds(pl_pairs *pairs, const renewal *r, size_t most)
{
  bool any = false;
  for (size_t k = 0; k < pairs->count; k++) {
    pl_pair *pair = &pairs->items[k];
    size_t edges = pair->count - pair->kept, larger = pair->kept > edges ? pair->kept : edges;
    if (!pair->near || pair->crowded || larger <= pair->most) continue;
    any = pair->crowded = true;
    pair->most = most;
    pair->epochs[0] = 0;
    if (!r->done[pair->first]) renew(r, pair->first);
    if (!r->done[pair->second]) renew(r, pair->second);
  }
  return any;
}

static void count_crowds(const pl_pairs *pairs, pl_work *work)
{
  for (size_t k = 0; k < pairs->count; k++) {
    const pl_pair *pair = &pairs->items[k];
    if (!pair->near || !pair->crowded || pair->stride == 1) continue;
    pl_work_add(work, work_of_candidate * (double)pair->count);
    if (work) work->cut = true;
  }
}

typedef struct folding {
  const motions *all;
  const uint8_t *needed; /* per body */
} folding;

static void fold_bodies(void *context, size_t begin, size_t end)
{
  const folding *f = context;
  for (size_t b = begin; b < end; b++)
    if (f->needed[b]) pl_edge_edge_bound(&f->all->bodies[b], f->all->h, f->all->wanted != NULL);
}

/* Lists edge pairs of closed bodies anew in every step: few edges are convex, and which ones changes. After impulses
   the convex edges known before suffice. */
static pl_status list_edges_of_pair(pl_pairs *pairs, const motions *all, size_t count, const pl_model_context *context,
                                    pl_list_scope listed)
{
  rebuilding r = {.pairs = pairs, .all = all, .find = pl_candidates_find_edges};
  uint8_t *needed = PL_TAKE(context->scratch, uint8_t, count);
  r.which = PL_TAKE(context->scratch, uint32_t, pairs->count);
  if (!r.which || !needed) return PL_ERROR_MEMORY;
  memset(needed, 0, count);
  for (uint32_t k = 0; k < pairs->count; k++) {
    pl_pair *pair = &pairs->items[k];
    if (listed == PL_LIST_ALL && !all->wanted) pair->edges_known = false;
    pair->pushed = all->wanted != NULL;
    if (!pair->near || !pl_pair_is_closed(pair, all->bodies)) continue;
    if (listed == PL_LIST_KNOWN_EDGES && pair->edges_known) {
      PL_TRY(warm_start_edges(pair));
      continue;
    }
    pl_candidates_mark_edges(pair, all->bodies);
    needed[pair->first] = needed[pair->second] = 1;
    r.which[r.count++] = k;
  }
  if (r.count) pl_parallel_for(context->pool, count, 1, fold_bodies, &(folding){all, needed});
  PL_TRY(make_lists(&r, context->pool));
  for (size_t k = 0; k < r.count; k++) PL_TRY(store_edges(&pairs->items[r.which[k]], all->bodies));
  return PL_OK;
}

/* Drops the edges of the last detection, and measures how pairs move in this one. */
static void place_pairs(pl_pairs *pairs, const motions *all)
{
  for (size_t k = 0; k < pairs->count; k++) {
    pl_pair *pair = &pairs->items[k];
    double apart = pl_pair_apart(&all->bodies[pair->first], &all->bodies[pair->second]);
    pair->count = pair->kept;
    pair->h = all->h;
    pair->beyond = beyond(pair, all);
    pair->motion = step_motion(&all->of[pair->first], &all->of[pair->second]);
    pair->reach = fmin(pair->deepest, fmax(reach_factor * apart, pair->motion));
  }
}

static pl_status update_with_scratch(pl_pairs *pairs, const pl_contact_body *bodies, size_t count,
                                     const pl_model_context *context, pl_list_scope listed, const uint8_t *wanted)
{
  motions all = {.bodies = bodies,
                 .of = PL_TAKE(context->scratch, pl_body_motion, count),
                 .since = PL_TAKE(context->scratch, pl_body_drift, PL_REFERENCE_POSES * count),
                 .h = context->h,
                 .wanted = wanted};
  renewal r = {&all, PL_TAKE(context->scratch, uint8_t, count)};
  if (!all.of || !all.since || !r.done) return PL_ERROR_MEMORY;
  memset(all.of, 0, count * sizeof(pl_body_motion));
  memset(all.since, 0, PL_REFERENCE_POSES * count * sizeof(pl_body_drift));
  memset(r.done, 0, count);
  pl_parallel_for(context->pool, count, 1, measure_bodies, &all);
  PL_TRY(find_pairs(pairs, &all, count, context));
  if (!wanted) forget_pairs(pairs, count);
  size_t most = most_candidates(pairs, bodies, count);
  begin_crowds(pairs, most);
  renew_references(pairs, &r);
  do {
    PL_TRY(rebuild_lists(pairs, &all, context));
    place_pairs(pairs, &all);
    if (listed != PL_LIST_VERTICES) PL_TRY(list_edges_of_pair(pairs, &all, count, context, listed));
  } while (mark_crowds(pairs, &r, most));
  count_crowds(pairs, context->work);
  return PL_OK;
}

pl_status pl_pairs_update(pl_pairs *pairs, const pl_contact_body *bodies, size_t count, const pl_model_context *context,
                          pl_list_scope listed, const uint8_t *wanted)
{
  bool any = false;
  for (size_t b = 0; b < count; b++) any = any || bodies[b].def->bodies || bodies[b].def->self;
  for (size_t k = 0; k < pairs->count; k++) pairs->items[k].near = false;
  if (!any) return PL_OK;
  pl_arena_mark mark = pl_arena_here(context->scratch);
  pl_status status = update_with_scratch(pairs, bodies, count, context, listed, wanted);
  pl_arena_back_to(context->scratch, mark);
  return status;
}
