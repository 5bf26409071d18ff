/* SPDX-License-Identifier: MIT
   Warm start: impulses and partners of contacts, stored per vertex, edge or triangle for the next step. */
#include <math.h>
#include <string.h>

#include "contact/solve/solver.h"
#include "math/extremes.h"
#include "math/vec3.h"

/* Stored impulse and partner of a feature. */
typedef struct memory {
  double *impulse;
  uint32_t *partner;
  uint32_t other; /* the partner for this contact */
} memory;

static memory memory_of(const pl_contact_setup *setup, const pl_contact *contact)
{
  const pl_contact_body *body = &setup->bodies[contact->owners[0]];
  const pl_contact_surface *surface = body->surface;
  size_t at = contact->candidate.a;
  if (contact->obstacle != PL_NO_OBSTACLE) {
    uint32_t obstacle = setup->obstacles[contact->obstacle].index + 1;
    if (contact->candidate.kind == PL_EDGE_AT_OBSTACLE) /* counted down from the top, body serials from 1 */
      return (memory){surface->edge_impulse + 3 * at, surface->edge_partner + at, UINT32_MAX - obstacle};
    if (contact->candidate.kind == PL_TRIANGLE_AT_OBSTACLE)
      return (memory){surface->triangle_impulse + 3 * at, surface->triangle_partner + at, obstacle};
    return (memory){body->obstacle_impulse + 3 * at, body->obstacle_partner + at, obstacle};
  }
  uint32_t other = setup->bodies[contact->owners[3]].serial + 1;
  if (contact->candidate.kind == PL_EDGES)
    return (memory){surface->edge_impulse + 3 * at, surface->edge_partner + at, other};
  return (memory){body->body_impulse + 3 * at, body->body_partner + at, other};
}

bool pl_contact_was_active(const pl_contact_setup *setup, const pl_contact *contact)
{
  memory m = memory_of(setup, contact);
  return *m.partner == m.other;
}

/* Contacts of a feature with one body are consecutive and share its stored impulse. */
static bool same_memory(const pl_contact *a, const pl_contact *b)
{
  return a->obstacle == b->obstacle && a->bodies[0] == b->bodies[0] && a->bodies[1] == b->bodies[1] &&
         a->candidate.kind == b->candidate.kind && a->candidate.a == b->candidate.a;
}

/* A stored impulse is split evenly among its contacts. */
void pl_contact_warm_start(const pl_contact_solver *s, const pl_contact_pass *p)
{
  for (size_t k = 0, end; k < p->contacts.count; k = end) {
    const pl_contact *contact = &p->contacts.items[k];
    for (end = k + 1; end < p->contacts.count && same_memory(contact, &p->contacts.items[end]);) end++;
    memory m = memory_of(s->setup, contact);
    if (*m.partner != m.other) continue;
    for (size_t i = k; i < end; i++) {
      pl_row *row = &p->rows[p->where[i]];
      pl_vec3_scale(m.impulse, 1.0 / (double)(end - k), row->impulse);
      if (contact->obstacle == PL_NO_OBSTACLE || pl_contact_is_between_particles(contact))
        pl_row_project(row, row->impulse, row->impulse);
    }
  }
}

/* Partner 0: the stored impulse is not valid. */
static void forget_bodies(void *context, size_t begin, size_t end)
{
  const pl_contact_setup *setup = context;
  for (size_t b = begin; b < end; b++) {
    const pl_contact_body *body = &setup->bodies[b];
    if (body->asleep) continue;
    memset(body->obstacle_partner, 0, body->body->count * sizeof(uint32_t));
    memset(body->body_partner, 0, body->body->count * sizeof(uint32_t));
    memset(body->surface->edge_partner, 0, body->surface->edge_count * sizeof(uint32_t));
    memset(body->surface->triangle_partner, 0, body->surface->triangle_count * sizeof(uint32_t));
  }
}

void pl_contact_clear_impulses(const pl_contact_setup *setup, pl_pool *pool)
{
  pl_contact_setup copy = *setup;
  pl_parallel_for(pool, setup->body_count, 1, forget_bodies, &copy);
}

/* Particles with at most this weight in a contact are not marked as touching. */
static const double least_share = 0.1;

void pl_contact_mark_touched(const pl_contact_setup *setup, const pl_contact *contact)
{
  for (uint32_t e = 0; e < pl_contact_particle_count(contact); e++) {
    const pl_contact_body *body = &setup->bodies[contact->owners[e]];
    uint32_t particle = contact->particles[e];
    if (body->obstacle_partner[particle] != 0 || contact->swept.weights[e] <= least_share) continue;
    body->obstacle_partner[particle] = setup->obstacles[contact->obstacle].index + 1;
    pl_vec3_set(body->obstacle_impulse + 3 * (size_t)particle, 0, 0, 0);
  }
}

void pl_contact_mark_active(const pl_contact_setup *setup, const pl_contact *contact)
{
  memory m = memory_of(setup, contact);
  if (*m.partner != 0) return;
  *m.partner = m.other;
  pl_vec3_set(m.impulse, 0, 0, 0);
}

/* Of several partners of a feature the one with the largest impulse is stored. */
void pl_contact_store_impulses(const pl_contact_setup *setup, const pl_contact_pass *p, pl_pool *pool)
{
  pl_contact_clear_impulses(setup, pool);
  for (size_t k = 0, end; k < p->contacts.count; k = end) {
    const pl_contact *contact = &p->contacts.items[k];
    double sum[3] = {0, 0, 0};
    for (end = k; end < p->contacts.count && same_memory(contact, &p->contacts.items[end]); end++)
      pl_vec3_add(sum, p->rows[p->where[end]].impulse, sum);
    memory m = memory_of(setup, contact);
    if (pl_vec3_length(sum) <= (*m.partner ? pl_vec3_length(m.impulse) : 0)) continue;
    *m.partner = m.other;
    pl_vec3_copy(sum, m.impulse);
    if (pl_contact_is_between_particles(contact)) pl_contact_mark_touched(setup, contact);
  }
}
