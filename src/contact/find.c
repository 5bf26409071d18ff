/* SPDX-License-Identifier: MIT */
#include "contact/find.h"

#include <math.h>
#include <string.h>

#include "base/status.h"
#include "contact/closed.h"
#include "contact/ridges.h"
#include "math/vec3.h"

enum { GRAIN = 1024 };

/* ---- obstacles ---- */

/* A ball about some particles, and how fast the fastest of them is. */
typedef struct body_extent {
  double centre[3], radius; /* m */
  double fastest;           /* m/s */
} body_extent;

static body_extent extent_of(const pl_model_body *body, const uint32_t *particles, size_t count)
{
  double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY}, fastest = 0;
  for (size_t k = 0; k < count; k++) {
    const double *x = body->x + 3 * (size_t)particles[k];
    const double *v = body->v + 3 * (size_t)particles[k];
    for (int c = 0; c < 3; c++) {
      low[c] = x[c] < low[c] ? x[c] : low[c];
      high[c] = x[c] > high[c] ? x[c] : high[c];
    }
    double square = pl_vec3_dot(v, v);
    fastest = square > fastest ? square : fastest;
  }
  body_extent extent = {.fastest = sqrt(fastest)};
  double farthest = 0;
  for (int c = 0; c < 3; c++) extent.centre[c] = 0.5 * (low[c] + high[c]);
  for (size_t k = 0; k < count; k++) {
    double off[3];
    pl_vec3_sub(body->x + 3 * (size_t)particles[k], extent.centre, off);
    double square = pl_vec3_dot(off, off);
    farthest = square > farthest ? square : farthest;
  }
  extent.radius = sqrt(farthest) * (1 + 1e-12);
  return extent;
}

/* No particle of the body can be nearer to the obstacle than this: distances change no faster than points move. */
static double least_gap(const body_extent *extent, const pl_moving_obstacle *obstacle, double h)
{
  double normal[3], velocity[3];
  return pl_obstacle_gap(obstacle, extent->centre, h, normal, velocity) - pl_obstacle_slack(obstacle) - extent->radius;
}

static double gap_at(const pl_moving_obstacle *obstacle, const pl_model_body *body, uint32_t particle, double h,
                     double normal[3], double moving[3])
{
  const double *x = body->x + 3 * (size_t)particle;
  double from[3]; /* models move x by h v */
  pl_vec3_add_scaled(x, -h, body->v + 3 * (size_t)particle, from);
  return pl_obstacle_meet(obstacle, from, x, h, normal, moving);
}

double pl_contact_height(const pl_contact_setup *setup, const pl_contact *contact)
{
  double height = 0;
  for (uint32_t e = 0; e < pl_contact_end_count(contact); e++)
    height += contact->touch.weights[e] * pl_vec3_dot(contact->touch.normal, setup->bodies[contact->owners[e]].body->x +
                                                                                 3 * (size_t)contact->particles[e]);
  return height;
}

void pl_contact_look_at_obstacle(const pl_contact_setup *setup, pl_contact *contact, double h, double moving[3])
{
  pl_touch *touch = &contact->touch;
  if (pl_contact_is_poke(contact)) {
    touch->gap = pl_contact_height(setup, contact) - contact->level;
    touch->depth = fmax(0, -touch->gap);
    pl_vec3_copy(contact->moving, moving);
    return;
  }
  touch->gap = gap_at(&setup->obstacles[contact->obstacle], setup->bodies[contact->bodies[0]].body,
                      contact->candidate.a, h, touch->normal, moving);
  touch->depth = fmax(0, -touch->gap);
}

typedef struct obstacle_search {
  const pl_contact_setup *setup;
  const pl_contact_body *body;
  const uint32_t *near; /* obstacles that may be touched */
  size_t near_count;
  double h, margin;
  uint8_t *found;   /* per particle and near obstacle */
  uint32_t *pokers; /* near obstacles that may poke through the surface */
  size_t poker_count;
  double *gaps; /* of all particles of the body, per poker */
  pl_pokes pokes;
} obstacle_search;

/* Particles that lie together: a patch of the surface, whose vertices are those that can touch; without triangles some that follow each other.
   Returns how many there are; names: in the body's list. */
static size_t take_some(const pl_contact_body *body, size_t group, uint32_t names[PL_BLOCK])
{
  const pl_patches *patches = &body->surface->vertex_patches;
  size_t count = 0;
  for (size_t k = PL_BLOCK * group; k < body->particle_count && count < PL_BLOCK; k++)
    names[count++] = patches->count ? patches->features[k] : (uint32_t)k;
  return count;
}

/* Where some are surely too far, none of them is looked at. */
static void search_particles(void *context, size_t begin, size_t end)
{
  const obstacle_search *s = context;
  for (size_t group = begin; group < end; group++) {
    uint32_t names[PL_BLOCK], particles[PL_BLOCK];
    size_t count = take_some(s->body, group, names);
    for (size_t k = 0; k < count; k++) particles[k] = s->body->particles[names[k]];
    body_extent extent = extent_of(s->body->body, particles, count);
    for (size_t o = 0, p = 0; o < s->near_count; o++) {
      const pl_moving_obstacle *obstacle = &s->setup->obstacles[s->near[o]];
      bool pokes = p < s->poker_count && s->pokers[p] == s->near[o];
      bool far = !pokes && least_gap(&extent, obstacle, s->h) > s->margin;
      for (size_t k = 0; k < count; k++) {
        double normal[3], moving[3];
        double gap = far ? INFINITY : gap_at(obstacle, s->body->body, particles[k], s->h, normal, moving);
        s->found[names[k] * s->near_count + o] = gap < s->margin;
        if (pokes) s->gaps[p * s->body->body->count + particles[k]] = gap;
      }
      p += pokes;
    }
  }
}

/* What may poke through the surface between particles. */
static pl_status choose_pokers(obstacle_search *s, const body_extent *extent, const pl_model_context *context)
{
  const double *particle = s->body->body->x + 3 * (size_t)s->body->particles[0];
  s->pokers = PL_TAKE(context->scratch, uint32_t, s->near_count);
  if (!s->pokers) return PL_ERROR_MEMORY;
  for (size_t o = 0; o < s->near_count && s->body->surface->triangle_count; o++)
    if (pl_may_poke(&s->setup->obstacles[s->near[o]], extent->centre, extent->radius, particle))
      s->pokers[s->poker_count++] = s->near[o];
  s->gaps = PL_TAKE(context->scratch, double, s->poker_count * s->body->body->count);
  return s->gaps ? PL_OK : PL_ERROR_MEMORY;
}

static pl_status find_pokes(obstacle_search *s, const pl_model_context *context)
{
  pl_poke_search search = {.body = s->body,
                           .obstacles = s->setup->obstacles,
                           .pokers = s->pokers,
                           .poker_count = s->poker_count,
                           .gaps = s->gaps,
                           .margin = 0.5 * (s->margin + 1e-3 * s->body->size), /* what they can move in a step */
                           .h = s->h};
  return s->poker_count ? pl_pokes_find(&search, context, &s->pokes) : PL_OK;
}

/* Sleepers stay as they are on what stands still. */
static bool is_wanted(const pl_contact_body *body, const pl_moving_obstacle *obstacle)
{
  return !body->asleep || obstacle->moves;
}

static bool is_anything_wanted(const pl_contact_setup *setup, const pl_contact_body *body)
{
  bool any = !body->asleep;
  for (size_t o = 0; o < setup->obstacle_count && !any; o++) any = setup->obstacles[o].moves;
  return any;
}

static pl_status search_body(obstacle_search *s, uint32_t *near, const pl_model_context *context, double *fastest)
{
  if (!is_anything_wanted(s->setup, s->body)) return PL_OK;
  body_extent extent = extent_of(s->body->body, s->body->particles, s->body->particle_count);
  /* Particles nearer than this may be pushed in by the response of their neighbours, or have come from the other side: what
     they can move in two steps, and a thousandth of the body. */
  s->margin = 2 * s->h * extent.fastest + 1e-3 * s->body->size;
  *fastest = s->margin / s->h - extent.fastest; /* from where free motion ends no farther than the margin */
  s->near = near;
  s->near_count = 0;
  for (uint32_t o = 0; o < s->setup->obstacle_count; o++)
    if (is_wanted(s->body, &s->setup->obstacles[o]) &&
        !(s->body->body->meets_planes && s->setup->obstacles[o].shape->shape == PL_OBSTACLE_PLANE) &&
        least_gap(&extent, &s->setup->obstacles[o], s->h) <= s->margin)
      near[s->near_count++] = o;
  if (s->near_count == 0) return PL_OK;
  PL_TRY(choose_pokers(s, &extent, context));
  s->found = PL_TAKE(context->scratch, uint8_t, s->body->particle_count * s->near_count);
  if (!s->found) return PL_ERROR_MEMORY;
  pl_parallel_for(context->pool, (s->body->particle_count + PL_BLOCK - 1) / PL_BLOCK, GRAIN / PL_BLOCK,
                  search_particles, s);
  return find_pokes(s, context);
}

static pl_contact at_obstacle(uint32_t body, uint32_t particle, uint32_t obstacle, double size)
{
  /* deeper than this part of the body's size is worth another pass */
  static const double depth_tolerance = 1e-6;
  return (pl_contact){.obstacle = obstacle,
                      .bodies = {body, body},
                      .candidate = {.a = particle},
                      .particles = {particle},
                      .owners = {body},
                      .touch = {.weights = {1}},
                      .least = depth_tolerance * size,
                      .forgiven = 0.01 * depth_tolerance * size};
}

/* Keeps the obstacle beyond where it ends now, along the normal. */
static pl_contact from_poke(const pl_contact_setup *setup, uint32_t body, const pl_poke *poke, pl_obstacle_feature kind)
{
  const pl_contact_surface *surface = setup->bodies[body].surface;
  const uint32_t *particles = kind == PL_EDGE_AT_OBSTACLE ? surface->edges + 2 * (size_t)poke->feature
                                                          : surface->triangles + 3 * (size_t)poke->feature;
  pl_contact contact = at_obstacle(body, poke->feature, poke->obstacle, setup->bodies[body].size);
  contact.candidate.kind = kind;
  contact.least = fmax(contact.least, 0.1 * poke->dip);
  contact.forgiven = 0.01 * contact.least;
  for (uint32_t e = 0; e <= kind; e++) {
    contact.particles[e] = particles[e];
    contact.owners[e] = body;
    contact.touch.weights[e] = poke->deepest.weights[e];
  }
  pl_vec3_copy(poke->deepest.normal, contact.touch.normal);
  pl_vec3_copy(poke->moving, contact.moving);
  contact.level = pl_contact_height(setup, &contact) - poke->deepest.gap;
  return contact;
}

bool pl_obstacles_are_outrun(const pl_contact_setup *setup, const double *fastest)
{
  for (size_t b = 0; b < setup->body_count; b++) {
    const pl_contact_body *body = &setup->bodies[b];
    for (size_t k = 0; k < body->particle_count; k++)
      if (pl_vec3_length(body->body->v + 3 * (size_t)body->particles[k]) > fastest[b]) return true;
  }
  return false;
}

pl_status pl_contacts_with_obstacles(const pl_contact_setup *setup, const pl_model_context *context, double *fastest,
                                     pl_contacts *out)
{
  *out = (pl_contacts){0};
  obstacle_search *all = PL_TAKE(context->scratch, obstacle_search, setup->body_count);
  uint32_t *near = PL_TAKE(context->scratch, uint32_t, setup->obstacle_count * setup->body_count);
  if (!all || !near) return PL_ERROR_MEMORY;
  size_t count = 0;
  for (size_t b = 0; b < setup->body_count; b++) {
    const pl_contact_body *body = &setup->bodies[b];
    all[b] = (obstacle_search){.setup = setup, .body = body, .h = context->h};
    fastest[b] = INFINITY;
    if (body->particle_count == 0) continue;
    PL_TRY(search_body(&all[b], near + b * setup->obstacle_count, context, &fastest[b]));
    for (size_t k = 0; k < body->particle_count * all[b].near_count; k++) count += all[b].found[k];
    count += all[b].pokes.count;
  }
  out->items = PL_TAKE(context->scratch, pl_contact, count);
  if (!out->items) return PL_ERROR_MEMORY;
  for (uint32_t b = 0; b < setup->body_count; b++) {
    const obstacle_search *s = &all[b];
    for (size_t k = 0; k < s->body->particle_count * s->near_count; k++)
      if (s->found[k])
        out->items[out->count++] =
            at_obstacle(b, s->body->particles[k / s->near_count], s->near[k % s->near_count], s->body->size);
    for (size_t k = 0; k < s->pokes.count; k++)
      out->items[out->count++] = from_poke(setup, b, &s->pokes.items[k],
                                           k < s->pokes.edge_count ? PL_EDGE_AT_OBSTACLE : PL_TRIANGLE_AT_OBSTACLE);
  }
  return PL_OK;
}

/* ---- bodies ---- */

/* What a candidate was found to touch. */
typedef struct found_touch {
  size_t pair, candidate; /* in the pair's list */
  pl_touch touch;
} found_touch;

/* Those of a block of candidates, in order; more are counted than there is room for. */
typedef struct found_touches {
  found_touch *items;
  size_t count, room;
} found_touches;

typedef struct body_search {
  const pl_contact_setup *setup;
  const size_t *starts;  /* per pair: its first candidate among all */
  found_touches *blocks; /* of GRAIN candidates each */
  double h;
  pl_look look;
} body_search;

typedef struct vertex_touch {
  size_t candidate; /* in the pair's list */
  pl_touch touch;
} vertex_touch;

enum { MOST_TOUCHES = 3 };

static void add_touch(vertex_touch *list, int *count, size_t candidate, const pl_touch *touch)
{
  int at = *count;
  for (int k = 0; k < *count; k++)
    if (list[k].candidate == candidate) { /* what is seen last counts */
      list[k].touch = *touch;
      return;
    }
  for (; at > 0 && list[at - 1].candidate > candidate; at--) list[at] = list[at - 1];
  list[at] = (vertex_touch){candidate, *touch};
  (*count)++;
}

/* How many contacts a vertex has with a closed body, in the order of candidates: one, in a hollow two, and another where it came to when it
   was pushed. */
static int touches_of(const body_search *s, const pl_vertex_group *group, vertex_touch out[MOST_TOUCHES])
{
  const pl_contact_body *bodies = s->setup->bodies;
  int count = 0;
  pl_touch touch;
  size_t first = s->look == PL_LOOK_LATE ? SIZE_MAX : pl_touch_closed(group, bodies, s->h, &touch);
  if (first != SIZE_MAX) {
    add_touch(out, &count, first, &touch);
    size_t beside = touch.inside ? SIZE_MAX : pl_touch_beside(group, bodies, s->h, first, &touch);
    if (beside != SIZE_MAX) add_touch(out, &count, beside, &touch);
  }
  size_t late = s->look == PL_LOOK_AHEAD ? SIZE_MAX : pl_touch_late(group, bodies, s->h, &touch);
  if (late != SIZE_MAX) add_touch(out, &count, late, &touch);
  return count;
}

/* Surely too far apart to matter, whatever happened since the list was made? */
static bool is_far(const pl_pair *pair, const pl_candidate *candidate, const pl_contact_body *bodies)
{
  bool ridges = pl_is_of_ridges(pair, candidate, bodies);
  double apart = (double)candidate->apart, reach = ridges ? pl_ridges_reach(pair, apart) : 4 * apart;
  if (pl_candidate_is_beyond(pair, candidate, reach)) return true;
  return pl_least_of(pl_candidate_look(pair, candidate, bodies)) > reach;
}

static void keep_touch(found_touches *found, size_t pair, size_t candidate, const pl_touch *touch)
{
  if (found->count < found->room) found->items[found->count] = (found_touch){pair, candidate, *touch};
  found->count++;
}

/* Candidates of a vertex with a closed body make one contact; others are looked at one by one. A block takes the groups that begin in it. */
static void search_pair(const body_search *s, size_t p, size_t begin, size_t end, found_touches *found)
{
  const pl_pair *pair = &s->setup->pairs->items[p];
  pl_touch touch;
  for (size_t k = begin; k < end;) {
    const pl_candidate *candidate = &pair->list[k];
    if (!pl_is_against_closed(pair, candidate, s->setup->bodies)) {
      if (s->look != PL_LOOK_LATE && !is_far(pair, candidate, s->setup->bodies) &&
          pl_touch_find(pair, candidate, s->setup->bodies, s->h, &touch))
        keep_touch(found, p, k, &touch);
      k++;
      continue;
    }
    pl_vertex_group group = pl_vertex_group_at(pair, k);
    bool begun = k == begin && k > 0 && pl_vertex_group_at(pair, k - 1).end > k;
    vertex_touch touches[MOST_TOUCHES];
    int count = begun ? 0 : touches_of(s, &group, touches);
    for (int t = 0; t < count; t++) keep_touch(found, p, touches[t].candidate, &touches[t].touch);
    k = group.end;
  }
}

/* Blocks of the candidates of all pairs one after the other: there may be many small pairs, or one large one. */
static void search_candidates(void *context, size_t begin, size_t end)
{
  const body_search *s = context;
  found_touches *found = &s->blocks[begin / GRAIN];
  size_t low = 0, high = s->setup->pairs->count; /* the pair that `begin` is in */
  while (high - low > 1) {
    size_t middle = (low + high) / 2;
    if (s->starts[middle] <= begin)
      low = middle;
    else
      high = middle;
  }
  for (size_t p = low; begin < end; p++) {
    size_t last = s->starts[p + 1] < end ? s->starts[p + 1] : end;
    search_pair(s, p, begin - s->starts[p], last - s->starts[p], found);
    begin = last;
  }
}

/* A vertex over an edge meets both of its triangles at the same place: one contact is enough. */
static bool is_repeated(const pl_contact_setup *setup, const pl_contacts *contacts, size_t first,
                        const pl_contact *contact)
{
  if (contact->candidate.kind == PL_EDGES) return false;
  for (size_t k = contacts->count; k-- > first;) {
    const pl_contact *other = &contacts->items[k];
    if (other->candidate.kind != contact->candidate.kind || other->candidate.a != contact->candidate.a) return false;
    double apart[3] = {0};
    for (int i = 1; i < 4; i++) {
      const double *x = setup->bodies[contact->owners[i]].body->x + 3 * (size_t)contact->particles[i];
      const double *y = setup->bodies[other->owners[i]].body->x + 3 * (size_t)other->particles[i];
      pl_vec3_add_scaled(apart, contact->touch.weights[i], x, apart);
      pl_vec3_add_scaled(apart, -other->touch.weights[i], y, apart);
    }
    bool same_way = pl_vec3_dot(contact->touch.normal, other->touch.normal) > 0.999;
    if (same_way && pl_vec3_length(apart) < 0.01 * (double)contact->candidate.apart) return true;
  }
  return false;
}

static pl_contact of_bodies(const pl_pair *pair, const pl_candidate *candidate, const pl_contact_body *bodies)
{
  pl_contact contact = {.obstacle = PL_NO_OBSTACLE,
                        .bodies = {pair->first, pair->second},
                        .candidate = *candidate,
                        .least = 0.5 * (double)candidate->apart,
                        .forgiven = 0.005 * (double)candidate->apart + 2e-4 * pair->motion};
  pl_candidate_particles(pair, candidate, bodies, contact.particles, contact.owners);
  return contact;
}

/* Looks at all candidates. Where a block finds more than there is room for, all look again with more of it. */
static pl_status search(body_search *s, size_t candidates, const pl_model_context *context, size_t *found)
{
  size_t blocks = (candidates + GRAIN - 1) / GRAIN, room = 0, most = GRAIN / 8;
  s->blocks = PL_TAKE(context->scratch, found_touches, blocks);
  if (!s->blocks) return PL_ERROR_MEMORY;
  while (room < most) {
    room = most;
    found_touch *items = PL_TAKE(context->scratch, found_touch, blocks * room);
    if (!items) return PL_ERROR_MEMORY;
    for (size_t b = 0; b < blocks; b++) s->blocks[b] = (found_touches){items + b * room, 0, room};
    pl_parallel_for(context->pool, candidates, GRAIN, search_candidates, s);
    *found = 0;
    for (size_t b = 0; b < blocks; b++) {
      *found += s->blocks[b].count;
      most = s->blocks[b].count > most ? s->blocks[b].count : most;
    }
  }
  return PL_OK;
}

static void collect(const body_search *s, size_t candidates, pl_contacts *out)
{
  const pl_contact_body *bodies = s->setup->bodies;
  size_t pair = SIZE_MAX, first = out->count;
  for (size_t b = 0; b * GRAIN < candidates; b++)
    for (size_t k = 0; k < s->blocks[b].count; k++) {
      const found_touch *found = &s->blocks[b].items[k];
      const pl_pair *of = &s->setup->pairs->items[found->pair];
      if (found->pair != pair) first = out->count;
      pair = found->pair;
      pl_contact contact = of_bodies(of, &of->list[found->candidate], bodies);
      contact.touch = found->touch;
      bool alone = pl_is_against_closed(of, &contact.candidate, bodies);
      if (alone || !is_repeated(s->setup, out, first, &contact)) out->items[out->count++] = contact;
    }
}

/* Contacts of what is tangled go. */
static void drop_tangled(const pl_contact_setup *setup, size_t first, pl_contacts *contacts)
{
  size_t kept = first;
  for (size_t k = first; k < contacts->count; k++) {
    const pl_contact *contact = &contacts->items[k];
    if (!pl_knots_hold(setup->knots, contact->particles, contact->owners, contact->touch.weights,
                       contact->touch.normal))
      contacts->items[kept++] = *contact;
  }
  contacts->count = kept;
}

pl_status pl_contacts_with_bodies(const pl_contact_setup *setup, const pl_contacts *obstacles,
                                  const pl_model_context *context, pl_look look, const uint8_t *stirred,
                                  pl_contacts *out)
{
  const pl_pairs *pairs = setup->pairs;
  size_t *starts = PL_TAKE(context->scratch, size_t, pairs->count + 1);
  if (!starts) return PL_ERROR_MEMORY;
  starts[0] = 0;
  for (size_t p = 0; p < pairs->count; p++) {
    const pl_pair *pair = &pairs->items[p];
    bool wanted = pair->near && (!stirred || stirred[pair->first] || stirred[pair->second]);
    starts[p + 1] = starts[p] + (wanted ? pair->count : 0);
  }
  body_search s = {.setup = setup, .starts = starts, .h = context->h, .look = look};
  size_t count = 0;
  PL_TRY(search(&s, starts[pairs->count], context, &count));
  *out = (pl_contacts){.items = PL_TAKE(context->scratch, pl_contact, obstacles->count + count)};
  if (!out->items) return PL_ERROR_MEMORY;
  if (obstacles->count) memcpy(out->items, obstacles->items, obstacles->count * sizeof(pl_contact));
  out->count = obstacles->count;
  collect(&s, starts[pairs->count], out);
  if (setup->knots && setup->knots->count) drop_tangled(setup, obstacles->count, out);
  return PL_OK;
}

/* ---- what slid ---- */

/* The group of the vertex of a contact; empty: it is near nothing any more. Contacts come in the order of pairs. */
static pl_vertex_group group_of(const pl_pairs *pairs, size_t *pair, const pl_contact *contact)
{
  while (pairs->items[*pair].first != contact->bodies[0] || pairs->items[*pair].second != contact->bodies[1]) (*pair)++;
  const pl_pair *p = &pairs->items[*pair];
  size_t low = 0, high = p->count; /* the list is sorted by kind and vertex */
  while (low < high) {
    size_t middle = (low + high) / 2;
    const pl_candidate *c = &p->list[middle];
    bool before = c->kind != contact->candidate.kind ? c->kind < contact->candidate.kind : c->a < contact->candidate.a;
    low = before ? middle + 1 : low;
    high = before ? high : middle;
  }
  bool listed = p->near && low < p->count && p->list[low].kind == contact->candidate.kind &&
                p->list[low].a == contact->candidate.a;
  return listed ? pl_vertex_group_at(p, low) : (pl_vertex_group){.pair = p};
}

static bool same_vertex(const pl_contact *a, const pl_contact *b)
{
  return a->bodies[0] == b->bodies[0] && a->bodies[1] == b->bodies[1] && a->candidate.kind == b->candidate.kind &&
         a->candidate.a == b->candidate.a;
}

pl_status pl_contacts_merge(const pl_contacts *first, const pl_contacts *second, const pl_model_context *context,
                            pl_contacts *out)
{
  *out = (pl_contacts){.items = PL_TAKE(context->scratch, pl_contact, first->count + second->count)};
  if (!out->items) return PL_ERROR_MEMORY;
  size_t k = 0;
  for (size_t l = 0; l < second->count; l++) {
    int order = 1;
    while (k < first->count && (order = pl_contact_compare(&first->items[k], &second->items[l])) < 0)
      out->items[out->count++] = first->items[k++];
    bool same = k < first->count && order == 0, known = same && first->items[k].obstacle != PL_NO_OBSTACLE;
    out->items[out->count++] = known ? first->items[k] : second->items[l];
    k += same;
  }
  while (k < first->count) out->items[out->count++] = first->items[k++];
  return PL_OK;
}

pl_status pl_contacts_of_slid(const pl_contact_setup *setup, const pl_contacts *now, const uint8_t *slid,
                              const pl_model_context *context, pl_contacts *out)
{
  pl_contacts late = {.items = PL_TAKE(context->scratch, pl_contact, now->count)};
  *out = (pl_contacts){0};
  if (!late.items) return PL_ERROR_MEMORY;
  size_t pair = 0;
  for (size_t k = 0; k < now->count; k++) {
    if (!slid[k] || (late.count && same_vertex(&late.items[late.count - 1], &now->items[k]))) continue;
    pl_vertex_group group = group_of(setup->pairs, &pair, &now->items[k]);
    pl_touch touch;
    if (group.begin == group.end) continue;
    size_t at = pl_touch_late(&group, setup->bodies, context->h, &touch);
    if (at == SIZE_MAX) continue;
    late.items[late.count] = of_bodies(group.pair, &group.pair->list[at], setup->bodies);
    late.items[late.count++].touch = touch;
  }
  if (setup->knots && setup->knots->count) drop_tangled(setup, 0, &late);
  return late.count ? pl_contacts_merge(now, &late, context, out) : PL_OK;
}

int pl_contact_compare(const pl_contact *a, const pl_contact *b)
{
  if ((a->obstacle == PL_NO_OBSTACLE) != (b->obstacle == PL_NO_OBSTACLE)) return a->obstacle == PL_NO_OBSTACLE ? 1 : -1;
  const uint32_t left[6] = {a->bodies[0], a->bodies[1], a->candidate.kind, a->candidate.a, a->candidate.b, a->obstacle};
  const uint32_t right[6] = {b->bodies[0],   b->bodies[1],   b->candidate.kind,
                             b->candidate.a, b->candidate.b, b->obstacle};
  for (int k = 0; k < 6; k++)
    if (left[k] != right[k]) return left[k] < right[k] ? -1 : 1;
  return 0;
}
