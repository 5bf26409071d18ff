/* SPDX-License-Identifier: MIT
   Contacts between features of bodies. */
#include "contact/narrow/find.h"

#include <math.h>
#include <string.h>

#include "base/status.h"
#include "contact/narrow/edge_edge.h"
#include "contact/narrow/vertex_solid.h"
#include "math/vec3.h"

enum { GRAIN = 1024 }; /* candidates */

double pl_contact_height(const pl_contact_setup *setup, const pl_contact *contact)
{
  double height = 0;
  for (uint32_t e = 0; e < pl_contact_particle_count(contact); e++)
    height += contact->swept.weights[e] * pl_vec3_dot(contact->swept.normal, setup->bodies[contact->owners[e]].body->x +
                                                                                 3 * (size_t)contact->particles[e]);
  return height;
}

/* The contact of a candidate. */
typedef struct found_contact {
  size_t pair, candidate; /* in the pair's list */
  pl_swept_contact swept;
} found_contact;

/* Those of a block of candidates, in order; more are counted than there is room for. */
typedef struct found_contacts {
  found_contact *items;
  size_t count, room;
} found_contacts;

typedef struct body_search {
  const pl_contact_setup *setup;
  const size_t *starts;   /* per pair: its first candidate among all */
  found_contacts *blocks; /* of GRAIN candidates each */
  double h;
  pl_detection detection;
} body_search;

typedef struct vertex_contact {
  size_t candidate; /* in the pair's list */
  pl_swept_contact swept;
} vertex_contact;

enum { MOST_CONTACTS = 3 };

static void add_contact(vertex_contact *list, int *count, size_t candidate, const pl_swept_contact *swept)
{
  int at = *count;
  for (int k = 0; k < *count; k++)
    if (list[k].candidate == candidate) { /* the last one found counts */
      list[k].swept = *swept;
      return;
    }
  for (; at > 0 && list[at - 1].candidate > candidate; at--) list[at] = list[at - 1];
  list[at] = (vertex_contact){candidate, *swept};
  (*count)++;
}

/* How many contacts a vertex has with a closed body, in the order of candidates: one, in a hollow two, and another
   where it came to when it was pushed. */
static int contacts_of(const body_search *s, const pl_vertex_group *group, vertex_contact out[MOST_CONTACTS])
{
  const pl_contact_body *bodies = s->setup->bodies;
  int count = 0;
  pl_swept_contact swept;
  size_t first =
      s->detection == PL_DETECT_AFTER_CORRECTION ? SIZE_MAX : pl_swept_contact_of_vertex(group, bodies, s->h, &swept);
  if (first != SIZE_MAX) {
    add_contact(out, &count, first, &swept);
    size_t beside = swept.inside ? SIZE_MAX : pl_swept_contact_beside(group, bodies, s->h, first, &swept);
    if (beside != SIZE_MAX) add_contact(out, &count, beside, &swept);
  }
  size_t found_later =
      s->detection == PL_DETECT_FREE_MOTION ? SIZE_MAX : pl_swept_contact_after_impulses(group, bodies, s->h, &swept);
  if (found_later != SIZE_MAX) add_contact(out, &count, found_later, &swept);
  return count;
}

/* Lower bound of the distance greater than any contact's reach? */
static bool is_far(const pl_pair *pair, const pl_candidate *candidate, const pl_contact_body *bodies)
{
  bool convex_edges = pl_is_convex_edge_pair(pair, candidate, bodies);
  double apart = (double)candidate->apart, reach = convex_edges ? pl_edge_edge_reach(pair, apart) : 4 * apart;
  if (pl_candidate_is_beyond(pair, candidate, reach)) return true;
  return pl_least_distance(pl_candidate_bound_distance(pair, candidate, bodies)) > reach;
}

static void keep_contact(found_contacts *found, size_t pair, size_t candidate, const pl_swept_contact *swept)
{
  if (found->count < found->room) found->items[found->count] = (found_contact){pair, candidate, *swept};
  found->count++;
}

static pl_vertex_group group_at(const pl_contact_setup *setup, const pl_pair *pair, size_t begin)
{
  const pl_candidate *candidate = &pair->list[begin];
  uint32_t body = candidate->kind == PL_SECOND_ON_FIRST ? pair->second : pair->first;
  const uint32_t *marks =
      setup->tangle_regions && setup->tangle_regions->count ? setup->tangle_regions->marks[body] : NULL;
  return (pl_vertex_group){pair, begin, pl_vertex_group_end(pair, begin), marks && marks[candidate->a]};
}

/* Impulses may separate edges at their contact and make them penetrate elsewhere. */
static bool touches(const body_search *s, const pl_pair *pair, const pl_candidate *candidate, pl_swept_contact *swept)
{
  const pl_contact_body *bodies = s->setup->bodies;
  bool found =
      s->detection != PL_DETECT_AFTER_CORRECTION && pl_swept_contact_find(pair, candidate, bodies, s->h, swept);
  if (s->detection == PL_DETECT_FREE_MOTION || !pl_is_convex_edge_pair(pair, candidate, bodies) ||
      (found && swept->gap < -0.5 * (double)candidate->apart))
    return found;
  pl_swept_contact found_later;
  if (!pl_swept_contact_of_edges_after_impulses(pair, candidate, bodies, s->h, &found_later)) return found;
  *swept = found_later;
  swept->after_impulses = s->detection == PL_DETECT_AFTER_CORRECTION;
  return true;
}

/* Where the candidates of one kind end, of vertices that have some before `end`. */
static size_t vertices_end(const pl_pair *pair, size_t begin, size_t end)
{
  const pl_candidate *list = pair->list;
  size_t last = begin + 1;
  while (last < pair->count && list[last].kind == list[begin].kind && (last < end || list[last].a == list[last - 1].a))
    last++;
  return last;
}

/* Candidates of one kind of vertices against a closed body: those of one vertex give one contact. Distance bounds of
   all are computed first: in detections after impulses hardly any vertex is near. */
static void search_vertices(const body_search *s, size_t p, size_t begin, size_t last, found_contacts *found)
{
  const pl_pair *pair = &s->setup->pairs->items[p];
  const pl_candidate *list = pair->list;
  double reach = s->detection == PL_DETECT_AFTER_CORRECTION ? 0.5 * (double)list[begin].apart : pair->deepest;
  pl_candidates_bound_distance(pair, begin, last, reach, s->setup->bodies);
  for (size_t k = begin; k < last;) {
    if (!(pl_least_distance(list[k].least) < reach)) {
      k++;
      continue;
    }
    while (k > begin && list[k - 1].a == list[k].a) k--;
    pl_vertex_group group = group_at(s->setup, pair, k);
    vertex_contact touches[MOST_CONTACTS];
    int count = contacts_of(s, &group, touches);
    for (int t = 0; t < count; t++) keep_contact(found, p, touches[t].candidate, &touches[t].swept);
    k = group.end;
  }
}

/* Other candidates are tested one by one. A block takes the vertices whose candidates begin in it. */
static void search_pair(const body_search *s, size_t p, size_t begin, size_t end, found_contacts *found)
{
  const pl_pair *pair = &s->setup->pairs->items[p];
  pl_swept_contact swept;
  for (size_t k = begin; k < end;) {
    const pl_candidate *candidate = &pair->list[k];
    if (pl_is_against_closed(pair, candidate, s->setup->bodies)) {
      bool begun = k == begin && k > 0 && pl_vertex_group_end(pair, k - 1) > k;
      size_t last = begun ? pl_vertex_group_end(pair, k) : vertices_end(pair, k, end);
      if (!begun) search_vertices(s, p, k, last, found);
      k = last;
      continue;
    }
    if (!is_far(pair, candidate, s->setup->bodies) && touches(s, pair, candidate, &swept))
      keep_contact(found, p, k, &swept);
    k++;
  }
}

/* Blocks of the candidates of all pairs one after the other: there may be many small pairs, or one large one. */
static void search_candidates(void *context, size_t begin, size_t end)
{
  const body_search *s = context;
  found_contacts *found = &s->blocks[begin / GRAIN];
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

/* A vertex over an edge has the same nearest point on both triangles: one contact is enough. */
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
      pl_vec3_add_scaled(apart, contact->swept.weights[i], x, apart);
      pl_vec3_add_scaled(apart, -other->swept.weights[i], y, apart);
    }
    bool same_way = pl_vec3_dot(contact->swept.normal, other->swept.normal) > 0.999;
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
                        .tolerance = 0.005 * (double)candidate->apart + 2e-4 * pair->motion};
  pl_candidate_particles(pair, candidate, bodies, contact.particles, contact.owners);
  return contact;
}

/* Tests all candidates. Where a block finds more contacts than fit, all are tested again with more room. */
static pl_status search(body_search *s, size_t candidates, const pl_model_context *context, size_t *found)
{
  size_t blocks = (candidates + GRAIN - 1) / GRAIN, room = 0, most = GRAIN / 8;
  s->blocks = PL_TAKE(context->scratch, found_contacts, blocks);
  if (!s->blocks) return PL_ERROR_MEMORY;
  while (room < most) {
    room = most;
    found_contact *items = PL_TAKE(context->scratch, found_contact, blocks * room);
    if (!items) return PL_ERROR_MEMORY;
    for (size_t b = 0; b < blocks; b++) s->blocks[b] = (found_contacts){items + b * room, 0, room};
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
      const found_contact *found = &s->blocks[b].items[k];
      const pl_pair *of = &s->setup->pairs->items[found->pair];
      if (found->pair != pair) first = out->count;
      pair = found->pair;
      pl_contact contact = of_bodies(of, &of->list[found->candidate], bodies);
      contact.swept = found->swept;
      bool alone = pl_is_against_closed(of, &contact.candidate, bodies);
      if (alone || !is_repeated(s->setup, out, first, &contact)) out->items[out->count++] = contact;
    }
}

/* Drops the contacts that tangle regions exclude. */
static void drop_tangled(const pl_contact_setup *setup, size_t first, pl_contacts *contacts)
{
  size_t kept = first;
  for (size_t k = first; k < contacts->count; k++) {
    const pl_contact *contact = &contacts->items[k];
    if (!pl_tangle_regions_exclude(setup->tangle_regions, contact->particles, contact->owners, contact->swept.weights,
                                   contact->swept.normal))
      contacts->items[kept++] = *contact;
  }
  contacts->count = kept;
}

/* Units of work per contact found. The number of candidates tested depends on when lists were built, so it must not
   count. */
enum { OF_A_TOUCH = 300 };

pl_status pl_contacts_with_bodies(const pl_contact_setup *setup, const pl_contacts *obstacles,
                                  const pl_model_context *context, pl_detection detection, const uint8_t *moved_bodies,
                                  pl_contacts *out)
{
  const pl_pairs *pairs = setup->pairs;
  size_t *starts = PL_TAKE(context->scratch, size_t, pairs->count + 1);
  if (!starts) return PL_ERROR_MEMORY;
  starts[0] = 0;
  for (size_t p = 0; p < pairs->count; p++) {
    const pl_pair *pair = &pairs->items[p];
    bool wanted = pair->near && (!moved_bodies || moved_bodies[pair->first] || moved_bodies[pair->second]);
    starts[p + 1] = starts[p] + (wanted ? pair->count : 0);
  }
  body_search s = {.setup = setup, .starts = starts, .h = context->h, .detection = detection};
  size_t count = 0;
  PL_TRY(search(&s, starts[pairs->count], context, &count));
  pl_work_add(context->work, OF_A_TOUCH * (double)count);
  *out = (pl_contacts){.items = PL_TAKE(context->scratch, pl_contact, obstacles->count + count)};
  if (!out->items) return PL_ERROR_MEMORY;
  if (obstacles->count) memcpy(out->items, obstacles->items, obstacles->count * sizeof(pl_contact));
  out->count = obstacles->count;
  collect(&s, starts[pairs->count], out);
  if (setup->tangle_regions && setup->tangle_regions->count) drop_tangled(setup, obstacles->count, out);
  return PL_OK;
}

/* ---- vertices that slid ---- */

/* The group of the vertex of a contact; empty: it has no candidates any more. Contacts come in the order of pairs. */
static pl_vertex_group group_of(const pl_contact_setup *setup, size_t *pair, const pl_contact *contact)
{
  const pl_pairs *pairs = setup->pairs;
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
  return listed ? group_at(setup, p, low) : (pl_vertex_group){.pair = p};
}

static bool same_vertex(const pl_contact *a, const pl_contact *b)
{
  return a->bodies[0] == b->bodies[0] && a->bodies[1] == b->bodies[1] && a->candidate.kind == b->candidate.kind &&
         a->candidate.a == b->candidate.a;
}

/* By obstacle or bodies, then features; views of the same features are equal. */
static int compare_features(const pl_contact *a, const pl_contact *b)
{
  if ((a->obstacle == PL_NO_OBSTACLE) != (b->obstacle == PL_NO_OBSTACLE)) return a->obstacle == PL_NO_OBSTACLE ? 1 : -1;
  const uint32_t left[6] = {a->bodies[0], a->bodies[1], a->candidate.kind, a->candidate.a, a->candidate.b, a->obstacle};
  const uint32_t right[6] = {b->bodies[0],   b->bodies[1],   b->candidate.kind,
                             b->candidate.a, b->candidate.b, b->obstacle};
  for (int k = 0; k < 6; k++)
    if (left[k] != right[k]) return left[k] < right[k] ? -1 : 1;
  return 0;
}

int pl_contact_compare(const pl_contact *a, const pl_contact *b)
{
  int order = compare_features(a, b);
  if (order == 0 && a->view != b->view) return a->view < b->view ? -1 : 1;
  return order;
}

/* Do two contacts of the same features have the same weights and normal? */
static bool is_same_view(const pl_contact *a, const pl_contact *b)
{
  static const double rounding = 1e-6;
  for (int k = 0; k < 4; k++)
    if (fabs(a->swept.weights[k] - b->swept.weights[k]) > rounding) return false;
  return pl_vec3_distance(a->swept.normal, b->swept.normal) <= rounding;
}

/* Merges a contact of the second list with those of the first that have the same features. */
static size_t merge_views(const pl_contacts *first, size_t k, pl_contact contact, pl_merge how, pl_contacts *out)
{
  bool known = false, obstacle = contact.obstacle != PL_NO_OBSTACLE;
  for (; k < first->count && compare_features(&first->items[k], &contact) == 0; k++) {
    const pl_contact *other = &first->items[k];
    bool same = obstacle || how == PL_MERGE_LAST || is_same_view(other, &contact);
    if (same && known) continue;
    known = known || same;
    contact.view = same ? other->view : other->view + 1;
    out->items[out->count++] = same && !obstacle ? contact : *other;
  }
  if (!known) out->items[out->count++] = contact;
  return k;
}

pl_status pl_contacts_merge(const pl_contacts *first, const pl_contacts *second, pl_merge how,
                            const pl_model_context *context, pl_contacts *out)
{
  *out = (pl_contacts){.items = PL_TAKE(context->scratch, pl_contact, first->count + second->count)};
  if (!out->items) return PL_ERROR_MEMORY;
  size_t k = 0;
  for (size_t l = 0; l < second->count; l++) {
    while (k < first->count && compare_features(&first->items[k], &second->items[l]) < 0)
      out->items[out->count++] = first->items[k++];
    k = merge_views(first, k, second->items[l], how, out);
  }
  while (k < first->count) out->items[out->count++] = first->items[k++];
  return PL_OK;
}

pl_status pl_contacts_after_sliding(const pl_contact_setup *setup, const pl_contacts *now, const uint8_t *slid,
                                    const pl_model_context *context, pl_contacts *out)
{
  pl_contacts found_later = {.items = PL_TAKE(context->scratch, pl_contact, now->count)};
  *out = (pl_contacts){0};
  if (!found_later.items) return PL_ERROR_MEMORY;
  size_t pair = 0;
  for (size_t k = 0; k < now->count; k++) {
    if (!slid[k] || (found_later.count && same_vertex(&found_later.items[found_later.count - 1], &now->items[k])))
      continue;
    pl_vertex_group group = group_of(setup, &pair, &now->items[k]);
    pl_swept_contact swept;
    if (group.begin == group.end) continue;
    pl_candidates_bound_distance(group.pair, group.begin, group.end, 0.5 * (double)now->items[k].candidate.apart,
                                 setup->bodies);
    size_t at = pl_swept_contact_after_impulses(&group, setup->bodies, context->h, &swept);
    if (at == SIZE_MAX) continue;
    found_later.items[found_later.count] = of_bodies(group.pair, &group.pair->list[at], setup->bodies);
    found_later.items[found_later.count++].swept = swept;
  }
  if (setup->tangle_regions && setup->tangle_regions->count) drop_tangled(setup, 0, &found_later);
  return found_later.count ? pl_contacts_merge(now, &found_later, PL_MERGE_VIEWS, context, out) : PL_OK;
}
