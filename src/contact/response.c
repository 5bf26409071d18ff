/* SPDX-License-Identifier: MIT
   After the free motion contacts are found and become rows, attachments become ties; what hangs together is solved, starting from the impulses of the last step,
   and the impulses go through the doors of the models. Then everything is looked at again: pushing some particles may
   have moved others. */
#include "contact/response.h"

#include <math.h>
#include <string.h>

#include "base/status.h"
#include "base/timer.h"
#include "contact/report.h"
#include "contact/solver.h"
#include "math/vec3.h"

enum { MOST_PASSES = 4, MOST_PASSES_THROUGH = 12 /* while something is through something else */ };

/* A body that starts inside an obstacle is pushed out at no more than its own size per this many seconds, not flung out. */
static const double recovery_time = 0.5;

/* Surfaces of bodies that are nearer than they should be get back this part of it in a step. So do particles inside obstacles that nodes
   carry: those take them a little deeper than velocities say, and to throw all of that out at once would be energy from nowhere. */
static const double recovered_part = 0.2;

/* ---- who is pushed ---- */

static pl_status start_ties(pl_contact_solver *s)
{
  const pl_attached_list *attached = &s->setup->attached;
  s->ties = PL_TAKE(s->context->scratch, pl_tie, attached->count);
  s->held = PL_TAKE(s->context->scratch, pl_tie *, attached->count);
  if (!s->ties || !s->held) return PL_ERROR_MEMORY;
  pl_ties_start(attached, s->setup->bodies, s->context->h, s->ties);
  return pl_attached_sort(attached, s->context, &s->attached);
}

static pl_status start_solver(pl_contact_solver *s)
{
  size_t count = s->setup->body_count, particles = 0;
  pl_arena *scratch = s->context->scratch;
  s->first = PL_TAKE(scratch, size_t, count);
  s->bodies = PL_TAKE(scratch, pl_coupled, count);
  s->grown = PL_TAKE(scratch, uint8_t, count);
  s->island = PL_TAKE(scratch, uint32_t, count);
  s->members = PL_TAKE(scratch, uint32_t, count);
  s->fastest = PL_TAKE(scratch, double, count);
  s->stirred = PL_TAKE(scratch, uint8_t, count);
  if (!s->fastest || !s->stirred || !s->first || !s->bodies || !s->grown || !s->island || !s->members)
    return PL_ERROR_MEMORY;
  for (size_t b = 0; b < count; b++) {
    const pl_contact_body *body = &s->setup->bodies[b];
    s->first[b] = particles;
    s->bodies[b] = (pl_coupled){.model = body->model, .body = body->body};
    s->grown[b] = 0;
    particles += body->body->count;
  }
  s->slot = PL_TAKE(scratch, uint32_t, particles);
  if (!s->slot) return PL_ERROR_MEMORY;
  memset(s->slot, 0xff, particles * sizeof(uint32_t));
  return start_ties(s);
}

static pl_status gather_body(const pl_contact_solver *s, size_t b)
{
  pl_coupled *coupled = &s->bodies[b];
  size_t n = coupled->body->count, count = 0;
  uint32_t *slot = s->slot + s->first[b];
  for (size_t i = 0; i < n; i++) count += slot[i] != PL_UNTOUCHED;
  uint32_t *particles = PL_TAKE(s->context->scratch, uint32_t, count);
  if (!particles) return PL_ERROR_MEMORY;
  coupled->count = 0;
  for (uint32_t i = 0; i < n; i++) {
    if (slot[i] == PL_UNTOUCHED) continue;
    slot[i] = (uint32_t)coupled->count;
    particles[coupled->count++] = i;
  }
  bool first = !coupled->particles;
  coupled->particles = particles;
  s->grown[b] = 0;
  if (first) PL_TRY(pl_turning_start(coupled->model, coupled->body, s->context, &coupled->turning));
  return pl_coupled_gather(coupled, s->context);
}

static void note_particle(const pl_contact_solver *s, uint32_t body, uint32_t particle)
{
  uint32_t *slot = &s->slot[s->first[body] + particle];
  if (*slot != PL_UNTOUCHED) return;
  *slot = 0;
  s->grown[body] = 1;
}

pl_status pl_contact_gather(const pl_contact_solver *s, const pl_contacts *contacts)
{
  for (size_t k = 0; k < s->setup->attached.count; k++)
    for (uint32_t e = 0; e < s->ties[k].end_count; e++) {
      const pl_attached_end *end = &s->setup->attached.items[k].ends[e];
      note_particle(s, end->body, end->particle);
    }
  for (size_t k = 0; k < contacts->count; k++) {
    const pl_contact *contact = &contacts->items[k];
    for (uint32_t e = 0; e < pl_contact_end_count(contact); e++)
      note_particle(s, contact->owners[e], contact->particles[e]);
  }
  for (size_t b = 0; b < s->setup->body_count; b++)
    if (s->grown[b]) PL_TRY(gather_body(s, b));
  return PL_OK;
}

/* ---- rows ---- */

static uint32_t root_of(uint32_t *island, uint32_t body)
{
  while (island[body] != body) body = island[body] = island[island[body]];
  return body;
}

static void join(uint32_t *island, uint32_t first, uint32_t second)
{
  uint32_t a = root_of(island, first), b = root_of(island, second);
  island[a < b ? b : a] = a < b ? a : b;
}

/* Bodies that touch or hold each other are of one island, named by its least body. */
static void find_islands(const pl_contact_solver *s, const pl_contacts *contacts)
{
  for (uint32_t b = 0; b < s->setup->body_count; b++) s->island[b] = b;
  for (size_t k = 0; k < contacts->count; k++)
    join(s->island, contacts->items[k].bodies[0], contacts->items[k].bodies[1]);
  for (size_t k = 0; k < s->setup->attached.count; k++) {
    const pl_attached *attached = &s->setup->attached.items[k];
    for (uint32_t e = 1; e < s->ties[k].end_count; e++) join(s->island, attached->ends[0].body, attached->ends[e].body);
  }
  for (uint32_t b = 0; b < s->setup->body_count; b++) s->island[b] = root_of(s->island, b);
}

/* Rows of an island stand together, in the order of their contacts. */
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

/* Slots may have changed since the last pass, and who holds on to whom in which island. */
static pl_status place_ties(pl_contact_solver *s)
{
  size_t bodies = s->setup->body_count;
  pl_arena_mark mark = pl_arena_here(s->context->scratch);
  size_t *next = PL_TAKE(s->context->scratch, size_t, bodies + 1);
  if (!next) return PL_ERROR_MEMORY;
  memset(next, 0, (bodies + 1) * sizeof(size_t));
  for (size_t k = 0; k < s->setup->attached.count; k++) {
    const pl_attached *attached = &s->setup->attached.items[k];
    pl_tie *tie = &s->ties[k];
    for (uint32_t e = 0; e < tie->end_count; e++) {
      const pl_attached_end *end = &attached->ends[e];
      tie->ends[e] = (pl_row_end){end->body, s->slot[s->first[end->body] + end->particle], end->weight};
    }
    pl_tie_aim(attached, s->setup->bodies, s->context->h, tie);
    if (tie->end_count) next[s->island[tie->ends[0].body] + 1]++;
  }
  for (size_t b = 0; b < bodies; b++) next[b + 1] += next[b];
  s->held_count = next[bodies];
  for (size_t k = 0; k < s->setup->attached.count; k++)
    if (s->ties[k].end_count) s->held[next[s->island[s->ties[k].ends[0].body]]++] = &s->ties[k];
  pl_arena_back_to(s->context->scratch, mark);
  return PL_OK;
}

static double friction_of(const pl_contact_setup *setup, const pl_contact *contact)
{
  if (contact->obstacle != PL_NO_OBSTACLE) return setup->obstacles[contact->obstacle].shape->friction;
  return sqrt(setup->bodies[contact->bodies[0]].def->friction * setup->bodies[contact->bodies[1]].def->friction);
}

/* Bodies that come from further away than this part of their size are pushed where they touch: that they do not get through counts more. */
static const double most_shift = 0.5;

/* Where a step begins the sides of a contact are apart, and impulses that do not run along the line between them make a couple. Bodies
   that turn are pushed in the middle, or where the other one is that does not. */
static void find_shift(const pl_contact_solver *s, const pl_contact *contact, double shift[3])
{
  const pl_coupled *first = &s->bodies[contact->bodies[0]], *second = &s->bodies[contact->bodies[1]];
  int turning = (first->turning != NULL) + (second != first && second->turning != NULL);
  double size = fmin(s->setup->bodies[contact->bodies[0]].size, s->setup->bodies[contact->bodies[1]].size);
  pl_vec3_set(shift, 0, 0, 0);
  for (uint32_t e = 0; e < 4 && turning; e++) {
    const pl_model_body *body = s->bodies[contact->owners[e]].body;
    size_t at = 3 * (size_t)contact->particles[e];
    double start[3];
    pl_vec3_add_scaled(body->x + at, -s->context->h, body->v + at, start);
    pl_vec3_add_scaled(shift, -contact->touch.weights[e] / turning, start, shift);
  }
  if (pl_vec3_length(shift) > most_shift * size) pl_vec3_set(shift, 0, 0, 0);
}

void pl_contact_ends(const pl_contact_solver *s, const pl_contact *contact, pl_row *row)
{
  row->end_count = pl_contact_end_count(contact);
  for (uint32_t e = 0; e < row->end_count; e++)
    row->ends[e] = (pl_row_end){contact->owners[e], s->slot[s->first[contact->owners[e]] + contact->particles[e]],
                                contact->touch.weights[e]};
  pl_vec3_copy(contact->touch.normal, row->normal);
  if (contact->obstacle == PL_NO_OBSTACLE) find_shift(s, contact, row->shift);
}

/* What a vertex or an edge remembers of the body that it lay on. */
typedef struct memory {
  double *impulse;
  uint32_t *partner;
  uint32_t other; /* who the partner would have to be */
} memory;

static memory memory_of(const pl_contact_setup *setup, const pl_contact *contact)
{
  const pl_contact_body *body = &setup->bodies[contact->owners[0]];
  const pl_contact_surface *surface = body->surface;
  size_t at = contact->candidate.a;
  if (contact->obstacle != PL_NO_OBSTACLE) {
    uint32_t obstacle = setup->obstacles[contact->obstacle].index + 1;
    if (contact->candidate.kind == PL_EDGE_AT_OBSTACLE) /* bodies count from the other end */
      return (memory){surface->edge_impulse + 3 * at, surface->edge_partner + at, UINT32_MAX - obstacle};
    if (contact->candidate.kind == PL_TRIANGLE_AT_OBSTACLE)
      return (memory){surface->triangle_impulse + 3 * at, surface->triangle_obstacle + at, obstacle};
    return (memory){body->obstacle_impulse + 3 * at, body->obstacle + at, obstacle};
  }
  uint32_t other = setup->bodies[contact->owners[3]].serial + 1;
  if (contact->candidate.kind == PL_EDGES)
    return (memory){surface->edge_impulse + 3 * at, surface->edge_partner + at, other};
  return (memory){body->body_impulse + 3 * at, body->partner + at, other};
}

/* Slower than gravity makes in four steps is resting, not bouncing; and who touched before does not bounce again. */
static bool is_hit(const pl_contact_solver *s, const pl_contact *contact, const double moving[3])
{
  memory m = memory_of(s->setup, contact);
  double approach = pl_contact_coming(s, contact) + pl_vec3_dot(moving, contact->touch.normal);
  return contact->touch.gap <= 0 && approach > 4 * s->context->h * s->setup->gravity && *m.partner != m.other;
}

static bool recovers_in_parts(const pl_contact_solver *s, const pl_contact *contact)
{
  return contact->obstacle == PL_NO_OBSTACLE || pl_contact_is_poke(contact) ||
         s->setup->bodies[contact->bodies[0]].model->carried;
}

/* The gap at the start of the step, negative inside: by the velocity, or, where it would have been negative at a curved obstacle, as
   it was. */
static double gap_before(const pl_contact_solver *s, const pl_contact *contact, double by_velocity)
{
  if (contact->obstacle == PL_NO_OBSTACLE || pl_contact_is_poke(contact) || by_velocity >= 0) return by_velocity;
  const pl_model_body *body = s->setup->bodies[contact->owners[0]].body;
  size_t at = 3 * (size_t)contact->particles[0];
  double start[3];
  pl_vec3_add_scaled(body->x + at, -s->context->h, body->v + at, start);
  return fmax(by_velocity, pl_obstacle_start_gap(&s->setup->obstacles[contact->obstacle], start));
}

/* The normal velocity that a contact needs at least. */
static void set_goal(const pl_contact_solver *s, const pl_contact *contact, pl_row *row, const double *goal_before)
{
  double h = s->context->h, velocity[3], gap = contact->touch.gap;
  pl_rows all = {.bodies = s->bodies};
  pl_row_velocity(&all, row, velocity);
  double now = pl_vec3_dot(row->normal, velocity), away = pl_vec3_dot(row->normal, row->moving);
  double before = gap_before(s, contact, gap - h * (now - away));
  double goal = now - gap / h, staying = now - (gap - before) / h; /* as far inside as it was */
  if (before < 0 && !contact->touch.late) {
    const pl_contact_body *bodies = s->setup->bodies;
    double size = fmin(bodies[contact->bodies[0]].size, bodies[contact->bodies[1]].size);
    goal = fmin(goal, staying + size / recovery_time);
    if (recovers_in_parts(s, contact)) goal = fmin(goal, staying - recovered_part * before / h);
  }
  if (goal_before) {
    row->goal = fmax(goal, fmin(*goal_before, now)); /* what the first pass asked for beyond contact stays */
    return;
  }
  if (is_hit(s, contact, row->moving)) goal = fmax(goal, away);
  row->goal = goal;
}

/* Contacts become rows; what the last pass knew of them goes on. */
static pl_status make_rows(pl_contact_solver *s, pl_contact_pass *p, const pl_contact_pass *last)
{
  find_islands(s, &p->contacts);
  PL_TRY(place_rows(s, p));
  PL_TRY(place_ties(s));
  size_t old = 0;
  for (size_t b = 0; b < s->setup->body_count; b++) pl_coupled_look(&s->bodies[b]);
  for (size_t k = 0; k < p->contacts.count; k++) {
    pl_contact *contact = &p->contacts.items[k];
    pl_row *row = &p->rows[p->where[k]];
    double moving[3] = {0, 0, 0};
    const double *goal_before = NULL;
    if (contact->obstacle != PL_NO_OBSTACLE) pl_contact_look_at_obstacle(s->setup, contact, s->context->h, moving);
    *row = (pl_row){.friction = friction_of(s->setup, contact), .forgiven = contact->forgiven / s->context->h};
    pl_contact_ends(s, contact, row);
    pl_vec3_copy(moving, row->moving);
    while (last && old < last->contacts.count && pl_contact_compare(&last->contacts.items[old], contact) < 0) old++;
    if (last && old < last->contacts.count && pl_contact_compare(&last->contacts.items[old], contact) == 0) {
      const pl_row *same = &last->rows[last->where[old]];
      pl_vec3_copy(same->impulse, row->impulse);
      pl_vec3_copy(same->sent, row->sent);
      goal_before = &same->goal;
      contact->hit = last->contacts.items[old].hit;
    }
    set_goal(s, contact, row, goal_before);
  }
  return PL_OK;
}

/* ---- from step to step ---- */

/* Contacts of one vertex or edge with one body stand side by side. */
static bool same_memory(const pl_contact *a, const pl_contact *b)
{
  return a->obstacle == b->obstacle && a->bodies[0] == b->bodies[0] && a->bodies[1] == b->bodies[1] &&
         a->candidate.kind == b->candidate.kind && a->candidate.a == b->candidate.a;
}

/* Contacts that share a memory share the impulse. */
static void remember(const pl_contact_solver *s, const pl_contact_pass *p)
{
  for (size_t k = 0, end; k < p->contacts.count; k = end) {
    const pl_contact *contact = &p->contacts.items[k];
    for (end = k + 1; end < p->contacts.count && same_memory(contact, &p->contacts.items[end]);) end++;
    memory m = memory_of(s->setup, contact);
    if (*m.partner != m.other) continue;
    for (size_t i = k; i < end; i++) {
      pl_row *row = &p->rows[p->where[i]];
      pl_vec3_scale(m.impulse, 1.0 / (double)(end - k), row->impulse);
      if (contact->obstacle == PL_NO_OBSTACLE || pl_contact_is_poke(contact))
        pl_row_project(row, row->impulse, row->impulse);
    }
  }
}

static void forget_bodies(void *context, size_t begin, size_t end)
{
  const pl_contact_setup *setup = context;
  for (size_t b = begin; b < end; b++) {
    const pl_contact_body *body = &setup->bodies[b];
    if (body->asleep) continue;
    memset(body->obstacle, 0, body->body->count * sizeof(uint32_t));
    memset(body->obstacle_impulse, 0, 3 * body->body->count * sizeof(double));
    memset(body->partner, 0, body->body->count * sizeof(uint32_t));
    memset(body->near, 0, body->body->count * sizeof(float));
    memset(body->body_impulse, 0, 3 * body->body->count * sizeof(double));
    memset(body->surface->edge_partner, 0, body->surface->edge_count * sizeof(uint32_t));
    memset(body->surface->edge_impulse, 0, 3 * body->surface->edge_count * sizeof(double));
    memset(body->surface->triangle_obstacle, 0, body->surface->triangle_count * sizeof(uint32_t));
    memset(body->surface->triangle_impulse, 0, 3 * body->surface->triangle_count * sizeof(double));
  }
}

static void forget(const pl_contact_setup *setup, pl_pool *pool)
{
  pl_contact_setup copy = *setup;
  pl_parallel_for(pool, setup->body_count, 1, forget_bodies, &copy);
}

/* Particles with less than this share in a contact do not make it. */
static const double least_share = 0.1;

void pl_contact_mark_touched(const pl_contact_setup *setup, const pl_contact *contact)
{
  for (uint32_t e = 0; e < pl_contact_end_count(contact); e++) {
    uint32_t *obstacle = setup->bodies[contact->owners[e]].obstacle + contact->particles[e];
    if (*obstacle == 0 && contact->touch.weights[e] > least_share)
      *obstacle = setup->obstacles[contact->obstacle].index + 1;
  }
}

/* Of several obstacles or bodies the one that pushes most is remembered. */
static void keep(const pl_contact_setup *setup, const pl_contact_pass *p, pl_pool *pool)
{
  forget(setup, pool);
  for (size_t k = 0, end; k < p->contacts.count; k = end) {
    const pl_contact *contact = &p->contacts.items[k];
    double sum[3] = {0, 0, 0};
    for (end = k; end < p->contacts.count && same_memory(contact, &p->contacts.items[end]); end++)
      pl_vec3_add(sum, p->rows[p->where[end]].impulse, sum);
    memory m = memory_of(setup, contact);
    if (pl_vec3_length(sum) <= pl_vec3_length(m.impulse)) continue;
    *m.partner = m.other;
    pl_vec3_copy(sum, m.impulse);
    if (pl_contact_is_poke(contact)) pl_contact_mark_touched(setup, contact);
  }
}

/* Particles with less than this share in a contact are the less in its way. */
static const double full_share = 0.25;

/* What touches or nearly does: what corrects volumes must not close the gap. All the less the nearer, without a jump: particles that
   are let go and held again by turns never come to rest. */
static double nearness(const pl_contact_solver *s, const pl_contact *contact, const pl_row *row)
{
  double range = contact->obstacle == PL_NO_OBSTACLE ? (double)contact->candidate.apart
                                                     : 2 * s->setup->bodies[contact->owners[0]].surface->skin;
  double near = 1 - contact->touch.gap / range;
  if (contact->obstacle != PL_NO_OBSTACLE || contact->candidate.kind != PL_EDGES) return near;
  /* edges come and go: those count that kept something away */
  return fmin(near, s->context->h * row->along * pl_vec3_dot(row->impulse, row->normal) / range);
}

void pl_contact_mark_near(const pl_contact_setup *setup, const pl_contact *contact, double near)
{
  for (uint32_t e = 0; e < pl_contact_end_count(contact) && near > 0; e++) {
    float *marked = &setup->bodies[contact->owners[e]].near[contact->particles[e]];
    double share = fmin(1, fabs(contact->touch.weights[e]) / full_share);
    float now = PL_QUITE_NEAR * (float)(fmin(1, near) * share);
    if (now > *marked) *marked = now;
  }
}

static void mark_near(const pl_contact_solver *s, const pl_contact_pass *pass)
{
  for (size_t k = 0; k < pass->contacts.count; k++)
    pl_contact_mark_near(s->setup, &pass->contacts.items[k],
                         nearness(s, &pass->contacts.items[k], &pass->rows[pass->where[k]]));
}

/* ---- the whole ---- */

static pl_status solve_islands(const pl_contact_solver *s, pl_contact_pass *p)
{
  size_t begin = 0, held = 0;
  int most = 0;
  for (uint32_t root = 0; root < s->setup->body_count; root++) {
    if (begin == p->contacts.count && held == s->held_count) break;
    if (s->island[root] != root) continue;
    pl_rows rows = {
        .rows = p->rows + begin, .bodies = s->bodies, .members = s->members, .ties = {.items = s->held + held}};
    for (uint32_t b = root; b < s->setup->body_count; b++)
      if (s->island[b] == root && s->bodies[b].count) s->members[rows.member_count++] = b;
    while (begin + rows.count < p->contacts.count && s->island[p->rows[begin + rows.count].ends[0].body] == root)
      rows.count++;
    while (held + rows.ties.count < s->held_count && s->island[s->held[held + rows.ties.count]->ends[0].body] == root)
      rows.ties.count++;
    if (rows.count == 0 && rows.ties.count == 0) continue;
    bool converged = true;
    PL_TRY(pl_rows_solve(&rows, s->context, &converged));
    s->context->stats->not_converged += !converged;
    most = rows.sweeps > most ? rows.sweeps : most;
    begin += rows.count;
    held += rows.ties.count;
  }
  s->context->stats->contact_passes++;
  s->context->stats->contact_sweeps += most;
  return PL_OK;
}

/* Who is hit is known before anything is pushed. */
static void mark_hits(const pl_contact_solver *s, pl_contact_pass *p)
{
  for (size_t k = 0; k < p->contacts.count; k++) {
    pl_contact *contact = &p->contacts.items[k];
    contact->hit = is_hit(s, contact, p->rows[p->where[k]].moving);
  }
}

typedef struct verdict {
  bool good;    /* nothing is nearer than it may be */
  bool through; /* some surface is through another that cannot tell its sides */
} verdict;

/* Of a contact of bodies, as they move now. */
static double normal_velocity(const pl_contact_solver *s, const pl_contact *contact)
{
  double sum = 0;
  for (uint32_t e = 0; e < pl_contact_end_count(contact); e++)
    sum += contact->touch.weights[e] * pl_vec3_dot(contact->touch.normal, s->setup->bodies[contact->owners[e]].body->v +
                                                                              3 * (size_t)contact->particles[e]);
  return sum;
}

/* Nearer than it may be? Who was too near before comes out over several steps. */
static bool is_too_near(const pl_contact_solver *s, const pl_contact *contact)
{
  double least = -contact->least,
         before = gap_before(s, contact, contact->touch.gap - s->context->h * normal_velocity(s, contact));
  if (before < 0 && !contact->touch.late && recovers_in_parts(s, contact))
    least = (1 - recovered_part) * before - contact->least;
  return contact->touch.gap < least;
}

static verdict judge(const pl_contact_solver *s, const pl_contacts *contacts)
{
  verdict v = {.good = true};
  for (size_t k = 0; k < contacts->count; k++) {
    const pl_contact *contact = &contacts->items[k];
    bool body = contact->obstacle == PL_NO_OBSTACLE;
    v.good = v.good && !is_too_near(s, contact);
    v.through = v.through || (body && contact->touch.depth > 0 && !contact->touch.inside && !contact->touch.sided);
  }
  return v;
}

static void look_at_obstacles(const pl_contact_solver *s, pl_contacts *contacts)
{
  double moving[3];
  for (size_t k = 0; k < contacts->count; k++)
    if (contacts->items[k].obstacle != PL_NO_OBSTACLE)
      pl_contact_look_at_obstacle(s->setup, &contacts->items[k], s->context->h, moving);
}

/* How the contacts stand after solving. */
static void look_again(const pl_contact_solver *s, pl_contacts *contacts)
{
  look_at_obstacles(s, contacts);
  for (size_t k = 0; k < contacts->count; k++) {
    pl_contact *contact = &contacts->items[k];
    if (contact->obstacle != PL_NO_OBSTACLE) continue;
    contact->touch.gap = pl_contact_height(s->setup, contact) - contact->touch.kept;
    contact->touch.depth = fmax(0, -contact->touch.gap - contact->touch.kept);
  }
}

/* Can a body get through another, or itself, for good? Closed bodies come out of each other again. */
static bool can_get_lost(const pl_contact_body *body, bool sheets)
{
  return body->def->self || (body->def->bodies && (sheets || !body->surface->closed));
}

/* Closed bodies come out of each other again, but what is stopped may have others of the same speed at its back. At rest elasticity is
   taken back by less than this part of their size in a step. */
static const double stirring_part = 0.02;

/* Was a body pushed so far that it may have gone through what it had no contact with? Within its skin it cannot. */
static bool is_pushed_far(const pl_contact_solver *s, size_t b, bool sheets)
{
  const pl_contact_body *body = &s->setup->bodies[b];
  if (!body->def->bodies && !body->def->self) return false;
  double reach = fmax(body->surface->skin, can_get_lost(body, sheets) ? 0 : stirring_part * body->size);
  return s->context->h * pl_coupled_changed(&s->bodies[b]) > reach;
}

/* Who has to be looked at again: bodies that were pushed far, and those of contacts that are not kept. Where something can get lost, all.
   False: nobody. */
static bool mark_stirred(const pl_contact_solver *s, const pl_contacts *contacts, uint8_t *stirred)
{
  bool sheets = false, any = false, lost = false;
  size_t count = s->setup->body_count;
  for (size_t b = 0; b < count; b++)
    sheets = sheets || (s->setup->bodies[b].def->bodies && !s->setup->bodies[b].surface->closed &&
                        s->setup->bodies[b].surface->triangle_count > 0);
  for (size_t b = 0; b < count; b++) {
    stirred[b] = is_pushed_far(s, b, sheets);
    lost = lost || can_get_lost(&s->setup->bodies[b], sheets);
  }
  for (size_t k = 0; k < contacts->count; k++)
    if (is_too_near(s, &contacts->items[k]))
      stirred[contacts->items[k].bodies[0]] = stirred[contacts->items[k].bodies[1]] = 1;
  for (size_t b = 0; b < count; b++) any = any || stirred[b];
  if (any && lost) memset(stirred, 1, count);
  return any;
}

/* What touches and slid so far that it may have come over another face: with what it came into, or none. */
static pl_status find_slid(const pl_contact_solver *s, const pl_contact_pass *p, pl_contacts *out)
{
  double start = pl_seconds();
  size_t rebuilt = s->setup->pairs->rebuilt;
  pl_rows all = {.bodies = s->bodies};
  uint8_t *slid = PL_TAKE(s->context->scratch, uint8_t, p->contacts.count);
  if (!slid) return PL_ERROR_MEMORY;
  bool any = false;
  for (size_t k = 0; k < p->contacts.count; k++) {
    const pl_contact *contact = &p->contacts.items[k];
    double velocity[3];
    slid[k] = 0;
    if (contact->obstacle != PL_NO_OBSTACLE || contact->candidate.kind == PL_EDGES || !contact->touch.sided) continue;
    pl_row_velocity(&all, &p->rows[p->where[k]], velocity);
    slid[k] = s->context->h * pl_vec3_length(velocity) > (double)contact->candidate.apart;
    any = any || slid[k];
  }
  *out = (pl_contacts){0};
  if (!any) return PL_OK;
  PL_TRY(pl_pairs_update(s->setup->pairs, s->setup->bodies, s->setup->body_count, s->context, PL_LIST_VERTICES));
  s->context->stats->contact_lists += s->setup->pairs->rebuilt - rebuilt;
  PL_TRY(pl_contacts_of_slid(s->setup, &p->contacts, slid, s->context, out));
  pl_attached_exclude(&s->setup->attached, &s->attached, out);
  s->context->stats->finding += pl_seconds() - start;
  return PL_OK;
}

static pl_status find(const pl_contact_solver *s, const pl_contacts *obstacles, pl_look look, const uint8_t *stirred,
                      pl_contacts *out)
{
  double start = pl_seconds();
  size_t rebuilt = s->setup->pairs->rebuilt;
  PL_TRY(pl_pairs_update(s->setup->pairs, s->setup->bodies, s->setup->body_count, s->context, PL_LIST_ALL));
  s->context->stats->contact_lists += s->setup->pairs->rebuilt - rebuilt;
  PL_TRY(pl_contacts_with_bodies(s->setup, obstacles, s->context, look, stirred, out));
  pl_attached_exclude(&s->setup->attached, &s->attached, out);
  s->context->stats->finding += pl_seconds() - start;
  return PL_OK;
}

/* At sheets the way that something comes tells the side, and may turn out to be another when all was pushed. */
static bool knows_its_side(const pl_contact_solver *s, const pl_contact *contact)
{
  const pl_contact_body *bodies = s->setup->bodies;
  if (contact->obstacle != PL_NO_OBSTACLE) return true;
  return contact->touch.sided && bodies[contact->bodies[0]].surface->closed &&
         bodies[contact->bodies[1]].surface->closed;
}

/* Contacts of bodies that were not looked at again stay. So does what has pushed, found again or not: others push against it, and only
   together with them can it push less. */
static pl_status keep_known(const pl_contact_solver *s, const pl_contact_pass *p, const uint8_t *stirred,
                            pl_contacts *found)
{
  pl_contacts known = {.items = PL_TAKE(s->context->scratch, pl_contact, p->contacts.count)}, again = *found;
  if (!known.items) return PL_ERROR_MEMORY;
  for (size_t k = 0; k < p->contacts.count; k++) {
    const pl_contact *contact = &p->contacts.items[k];
    bool seen = contact->obstacle != PL_NO_OBSTACLE || stirred[contact->bodies[0]] || stirred[contact->bodies[1]];
    bool pushes = pl_vec3_length(p->rows[p->where[k]].impulse) > 0;
    if (!seen || (pushes && knows_its_side(s, contact))) known.items[known.count++] = *contact;
  }
  return pl_contacts_merge(&known, &again, s->context, found);
}

static pl_status find_obstacles(pl_contact_state *state, pl_contacts *out)
{
  double start = pl_seconds();
  *out = (pl_contacts){0};
  if (state->setup.obstacle_count)
    PL_TRY(pl_contacts_with_obstacles(&state->setup, &state->context, state->solver.fastest, out));
  state->context.stats->finding += pl_seconds() - start;
  return PL_OK;
}

/* Solves, and looks again whether pushing made new contacts, until it did not. */
static pl_status iterate(pl_contact_state *state)
{
  const pl_contact_solver *s = &state->solver;
  pl_contacts obstacles;
  PL_TRY(find_obstacles(state, &obstacles));
  PL_TRY(find(s, &obstacles, PL_LOOK_AHEAD, NULL, &state->passes[0].contacts));
  for (int k = 0; k < MOST_PASSES_THROUGH; k++) {
    pl_contact_pass *now = &state->passes[k % 2], *next = &state->passes[(k + 1) % 2];
    if (now->contacts.count == 0 && s->setup->attached.count == 0) break;
    PL_TRY(pl_contact_gather(&state->solver, &now->contacts));
    PL_TRY(make_rows(&state->solver, now, state->done));
    if (state->done)
      PL_TRY(pl_report_add_dropped(s->setup,
                                   &(pl_pushed){&state->done->contacts, state->done->rows, state->done->where},
                                   &now->contacts, s->context->h));
    if (k == 0) {
      mark_hits(s, now);
      remember(s, now);
    }
    PL_TRY(solve_islands(s, now));
    state->done = now;
    look_again(s, &now->contacts);
    bool outrun = s->setup->obstacle_count && pl_obstacles_are_outrun(s->setup, s->fastest);
    if (outrun) PL_TRY(find_obstacles(state, &obstacles));
    bool again = mark_stirred(s, &now->contacts, s->stirred);
    if (!outrun && !again) {
      PL_TRY(find_slid(s, now, &next->contacts));
      if (next->contacts.count == 0 || k + 1 >= MOST_PASSES) break;
      continue;
    }
    PL_TRY(find(s, &obstacles, PL_LOOK_AGAIN, s->stirred, &next->contacts));
    PL_TRY(keep_known(s, now, s->stirred, &next->contacts));
    look_at_obstacles(s, &next->contacts);
    verdict v = judge(s, &next->contacts);
    if (v.good || (k + 1 >= MOST_PASSES && !v.through)) break;
  }
  return PL_OK;
}

pl_status pl_contact_resolve(const pl_contact_setup *setup, const pl_model_context *context, pl_contact_state **out)
{
  pl_contact_state *state = *out = PL_TAKE(context->scratch, pl_contact_state, 1);
  if (!state) return PL_ERROR_MEMORY;
  *state = (pl_contact_state){.setup = *setup, .context = *context};
  state->solver = (pl_contact_solver){.setup = &state->setup, .context = &state->context};
  if (setup->body_count == 0) return PL_OK;
  PL_TRY(start_solver(&state->solver));
  PL_TRY(iterate(state));
  pl_contact_pass *done = state->done;
  if (!done) {
    forget(setup, context->pool);
    return PL_OK;
  }
  for (size_t k = 0; k < done->contacts.count; k++) {
    context->stats->contact_count += pl_vec3_length(done->rows[done->where[k]].impulse) > 0;
    context->stats->penetration = fmax(context->stats->penetration, done->contacts.items[k].touch.depth);
  }
  state->settled = done->contacts;
  keep(setup, done, context->pool);
  mark_near(&state->solver, done);
  pl_ties_keep(&setup->attached, state->solver.ties, context->h);
  PL_TRY(pl_contact_bounce(&state->solver, done));
  return pl_report_add(setup, &(pl_pushed){&done->contacts, done->rows, done->where}, &done->contacts, context->h);
}

size_t pl_contact_scratch(const pl_contact_body *body, size_t obstacle_count)
{
  enum { PIECES = 32, ROUNDING = 128 };
  /* nearly all particles are near one or two of them; where more meet, the arena grows once */
  enum { OBSTACLES_NEAR = 2 };
  size_t near = obstacle_count < OBSTACLES_NEAR ? obstacle_count : OBSTACLES_NEAR;
  size_t particles = body->particle_count, contacts = particles * near;
  size_t per_pass = contacts * (sizeof(pl_contact) + sizeof(pl_row) + sizeof(uint32_t)) +
                    pl_rows_scratch(contacts, particles) + PIECES * ROUNDING;
  return near * pl_pokes_scratch(body) + contacts * (sizeof(pl_contact) + 1) + body->body->count * sizeof(uint32_t) +
         particles * sizeof(uint32_t) + pl_coupled_scratch(body->model->coupling, particles) + MOST_PASSES * per_pass +
         pl_turning_scratch(body->body->count) + body->body->count * 3 * sizeof(double) +
         (obstacle_count + 1) * sizeof(uint32_t) + 512 + PIECES * ROUNDING;
}
