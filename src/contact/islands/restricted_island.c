/* SPDX-License-Identifier: MIT */
#include "contact/islands/restricted_island.h"

#include <string.h>

#include "base/status.h"

#define UNNUMBERED UINT32_MAX
#define NUMBERED 0

/* Per body and slot: whether a chosen row or equality row names it, then its number among those. */
typedef struct numbering {
  uint32_t **slots; /* per body; NULL: not a member */
  pl_arena *scratch;
} numbering;

static uint32_t body_count(const pl_rows *rows)
{
  uint32_t count = 0;
  for (size_t m = 0; m < rows->member_count; m++) count = rows->members[m] + 1 > count ? rows->members[m] + 1 : count;
  return count;
}

static void name_particles(const numbering *n, const pl_anchor_particle *particles, uint32_t count)
{
  for (uint32_t e = 0; e < count; e++) n->slots[particles[e].body][particles[e].slot] = NUMBERED;
}

static void renumber_particles(const numbering *n, pl_anchor_particle *particles, uint32_t count)
{
  for (uint32_t e = 0; e < count; e++) particles[e].slot = n->slots[particles[e].body][particles[e].slot];
}

static pl_status start_numbering(const pl_rows *rows, const uint8_t *chosen, numbering *n)
{
  uint32_t bodies = body_count(rows);
  n->slots = PL_TAKE(n->scratch, uint32_t *, bodies);
  if (!n->slots) return PL_ERROR_MEMORY;
  for (size_t m = 0; m < rows->member_count; m++) {
    uint32_t b = rows->members[m];
    n->slots[b] = PL_TAKE(n->scratch, uint32_t, rows->bodies[b].count);
    if (!n->slots[b]) return PL_ERROR_MEMORY;
    memset(n->slots[b], 0xff, rows->bodies[b].count * sizeof(uint32_t));
  }
  for (size_t k = 0; k < rows->count; k++)
    if (chosen[k]) name_particles(n, rows->rows[k].particles, rows->rows[k].particle_count);
  for (size_t k = 0; k < rows->equalities.count; k++)
    name_particles(n, rows->equalities.items[k]->particles, rows->equalities.items[k]->particle_count);
  return PL_OK;
}

/* The compliance of uncoupled particles is known. */
static pl_status copy_compliance(const pl_coupled *all, const uint32_t *slots, pl_coupled *some, pl_arena *scratch)
{
  some->compliance = PL_TAKE(scratch, double, some->count);
  if (!some->compliance) return PL_ERROR_MEMORY;
  for (size_t s = 0; s < all->count; s++)
    if (slots[s] != UNNUMBERED) some->compliance[slots[s]] = all->compliance[s];
  return PL_OK;
}

static pl_status narrow_body(const pl_coupled *all, uint32_t *slots, const pl_model_context *context, pl_coupled *some)
{
  uint32_t *particles = PL_TAKE(context->scratch, uint32_t, all->count);
  if (!particles) return PL_ERROR_MEMORY;
  *some = (pl_coupled){.model = all->model,
                       .body = all->body,
                       .particles = particles,
                       .pressure = all->pressure,
                       .angular = all->angular,
                       .deferred = all->deferred};
  for (size_t s = 0; s < all->count; s++) {
    if (slots[s] == UNNUMBERED) continue;
    slots[s] = (uint32_t)some->count;
    particles[some->count++] = all->particles[s];
  }
  if (some->count == 0) return PL_OK;
  PL_TRY(pl_coupled_reserve(some, context));
  if (all->body->traits.coupling == PL_COUPLING_NONE)
    PL_TRY(copy_compliance(all, slots, some, context->scratch));
  else
    PL_TRY(pl_coupled_find_compliance(some, context));
  for (size_t s = 0; s < all->count; s++)
    for (size_t c = 0; c < 3 && slots[s] != UNNUMBERED; c++)
      some->velocity[c * some->count + slots[s]] = all->velocity[c * all->count + s];
  memcpy(some->visited, some->velocity, 3 * some->count * sizeof(double));
  return PL_OK;
}

static pl_status restrict_equalities(const pl_equalities *all, const numbering *n, pl_equalities *some)
{
  pl_equality *equalities = PL_TAKE(n->scratch, pl_equality, all->count);
  pl_equality **items = PL_TAKE(n->scratch, pl_equality *, all->count);
  if (!equalities || !items) return PL_ERROR_MEMORY;
  for (size_t k = 0; k < all->count; k++) {
    equalities[k] = *all->items[k];
    renumber_particles(n, equalities[k].particles, equalities[k].particle_count);
    items[k] = &equalities[k];
  }
  *some = (pl_equalities){items, all->count};
  return PL_OK;
}

pl_status pl_rows_restrict(const pl_rows *rows, const uint8_t *chosen, const pl_model_context *context,
                           pl_restricted_island *out)
{
  numbering n = {.scratch = context->scratch};
  uint32_t bodies = body_count(rows), *members = PL_TAKE(n.scratch, uint32_t, rows->member_count);
  *out = (pl_restricted_island){.rows = {.rows = PL_TAKE(n.scratch, pl_row, rows->count),
                                         .bodies = PL_TAKE(n.scratch, pl_coupled, bodies),
                                         .members = members},
                                .names = PL_TAKE(n.scratch, uint32_t, rows->count)};
  if (!members || !out->rows.rows || !out->rows.bodies || !out->names) return PL_ERROR_MEMORY;
  PL_TRY(start_numbering(rows, chosen, &n));
  for (size_t m = 0; m < rows->member_count; m++) {
    uint32_t b = rows->members[m];
    PL_TRY(narrow_body(&rows->bodies[b], n.slots[b], context, &out->rows.bodies[b]));
    if (out->rows.bodies[b].count) members[out->rows.member_count++] = b;
  }
  for (uint32_t k = 0; k < rows->count; k++) {
    if (!chosen[k]) continue;
    pl_row *row = &out->rows.rows[out->rows.count];
    *row = rows->rows[k];
    renumber_particles(&n, row->particles, row->particle_count);
    out->names[out->rows.count++] = k;
  }
  return restrict_equalities(&rows->equalities, &n, &out->rows.equalities);
}

void pl_rows_copy_back(const pl_restricted_island *narrow, pl_rows *rows)
{
  for (size_t k = 0; k < narrow->rows.count; k++) {
    pl_row *row = &rows->rows[narrow->names[k]];
    const pl_row *solved = &narrow->rows.rows[k];
    pl_vec3_copy(solved->impulse, row->impulse);
    pl_vec3_copy(solved->applied, row->applied);
    pl_vec3_copy(solved->by_normal, row->by_normal);
    row->along = solved->along;
    row->across = solved->across;
  }
  for (size_t k = 0; k < rows->equalities.count; k++) {
    pl_equality *equality = rows->equalities.items[k];
    const pl_equality *solved = narrow->rows.equalities.items[k];
    pl_vec3_copy(solved->impulse, equality->impulse);
    pl_vec3_copy(solved->applied, equality->applied);
    memcpy(equality->inverse, solved->inverse, sizeof equality->inverse);
    equality->response = solved->response;
  }
  rows->sweeps += narrow->rows.sweeps;
}
