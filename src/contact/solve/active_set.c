/* SPDX-License-Identifier: MIT */
#include "contact/solve/active_set.h"

#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "contact/islands/restricted_island.h"
#include "math/extremes.h"

const pl_active_limits pl_active_usual = {
    .joining = 48, .scalar = PL_MOST_PUSHED, .blocks = PL_MOST_BLOCKS, .rounds = 10};

/* Part of the largest initial violation that is tolerated, about the residual of the sweeps. At 1e-3 a body pressed
   between others passes through them. */
static const double tolerance = 1e-4;

typedef struct lacking {
  double lack; /* m/s */
  uint32_t row;
} lacking;

typedef struct active_set {
  pl_rows *rows;
  const pl_active_limits *limits;
  const pl_model_context *context;
  uint8_t *chosen, *joined; /* per row: in this round; in any round */
  lacking *lacking;         /* violated rows that were not in the last round, largest violation first */
  size_t lacking_count;
  double least;       /* m/s: tolerated violation */
  size_t left_out;    /* rows that push, left out of the last round */
  uint32_t **marked;  /* per body and slot: the last round that included it, from 1 */
  size_t *free_slots; /* per body: particles that still fit */
} active_set;

static bool pushes(const pl_row *row)
{
  return pl_vec3_dot(row->impulse, row->impulse) > 0 || pl_vec3_dot(row->applied, row->applied) > 0;
}

static double lack_of(const pl_rows *rows, const pl_row *row)
{
  double velocity[3];
  pl_row_velocity(rows, row, velocity);
  return row->goal - pl_vec3_dot(velocity, row->normal);
}

static int by_lack(const void *a, const void *b)
{
  const lacking *p = a, *q = b;
  if (p->lack != q->lack) return p->lack > q->lack ? -1 : 1;
  return p->row < q->row ? -1 : p->row > q->row;
}

static pl_status start(active_set *s)
{
  const pl_rows *rows = s->rows;
  pl_arena *scratch = s->context->scratch;
  uint32_t bodies = 0;
  for (size_t m = 0; m < rows->member_count; m++)
    bodies = rows->members[m] + 1 > bodies ? rows->members[m] + 1 : bodies;
  s->chosen = PL_TAKE(scratch, uint8_t, rows->count);
  s->joined = PL_TAKE(scratch, uint8_t, rows->count);
  s->lacking = PL_TAKE(scratch, lacking, rows->count);
  s->marked = PL_TAKE(scratch, uint32_t *, bodies);
  s->free_slots = PL_TAKE(scratch, size_t, bodies);
  if (!s->chosen || !s->joined || !s->lacking || !s->marked || !s->free_slots) return PL_ERROR_MEMORY;
  for (size_t m = 0; m < rows->member_count; m++) {
    pl_coupled *coupled = &rows->bodies[rows->members[m]];
    uint32_t *marked = s->marked[rows->members[m]] = PL_TAKE(scratch, uint32_t, coupled->count);
    if (!marked) return PL_ERROR_MEMORY;
    memset(marked, 0, coupled->count * sizeof(uint32_t));
    coupled->deferred = coupled->model->impulses_to_unknowns != NULL;
  }
  for (size_t k = 0; k < rows->count; k++) {
    s->chosen[k] = 0;
    s->joined[k] = pushes(&rows->rows[k]);
    s->least = pl_larger(s->least, tolerance * lack_of(rows, &rows->rows[k]));
  }
  return PL_OK;
}

static void find_lacking(active_set *s)
{
  s->lacking_count = 0;
  for (uint32_t k = 0; k < s->rows->count; k++) {
    const pl_row *row = &s->rows->rows[k];
    if (s->chosen[k]) continue;
    double lack = lack_of(s->rows, row);
    if (lack > pl_larger(s->least, row->tolerance)) s->lacking[s->lacking_count++] = (lacking){lack, k};
  }
  if (s->lacking_count) qsort(s->lacking, s->lacking_count, sizeof *s->lacking, by_lack);
}

static size_t most_particles(const active_set *s, const pl_coupled *coupled)
{
  switch (coupled->body->traits.coupling) {
  case PL_COUPLING_NONE: return SIZE_MAX;
  case PL_COUPLING_SCALAR: return s->limits->scalar;
  case PL_COUPLING_BLOCKS: return s->limits->blocks;
  }
  return 0;
}

static void mark_particles(const active_set *s, const pl_anchor_particle *particles, uint32_t count, uint32_t round)
{
  for (uint32_t e = 0; e < count; e++) {
    uint32_t *mark = &s->marked[particles[e].body][particles[e].slot];
    if (*mark == round) continue;
    *mark = round;
    if (s->free_slots[particles[e].body] > 0) s->free_slots[particles[e].body]--;
  }
}

/* Adds a row to the round; false: its particles exceed the limit of a body. */
static bool choose(const active_set *s, uint32_t k, uint32_t round)
{
  const pl_row *row = &s->rows->rows[k];
  for (uint32_t e = 0, needed = 0; e < row->particle_count; e++) { /* particles of a body are consecutive */
    const pl_anchor_particle *end = &row->particles[e];
    if (e == 0 || row->particles[e - 1].body != end->body) needed = 0;
    needed += s->marked[end->body][end->slot] != round;
    if (needed > s->free_slots[end->body]) return false;
  }
  mark_particles(s, row->particles, row->particle_count, round);
  s->chosen[k] = s->joined[k] = 1;
  return true;
}

/* Most violated rows first, then all rows of earlier rounds; if those exceed the limits, each round starts at another
   one. */
static void choose_rows(active_set *s, uint32_t round)
{
  const pl_rows *rows = s->rows;
  size_t joining = s->limits->joining << (round < 20 ? round - 1 : 19),
         first = s->left_out ? s->left_out * (round - 1) : 0;
  for (size_t m = 0; m < rows->member_count; m++)
    s->free_slots[rows->members[m]] = most_particles(s, &rows->bodies[rows->members[m]]);
  for (size_t k = 0; k < rows->equalities.count; k++)
    mark_particles(s, rows->equalities.items[k]->particles, rows->equalities.items[k]->particle_count, round);
  memset(s->chosen, 0, rows->count);
  for (size_t k = 0; k < s->lacking_count && k < joining; k++) choose(s, s->lacking[k].row, round);
  s->left_out = 0;
  for (size_t i = 0; i < rows->count; i++) {
    uint32_t k = (uint32_t)((first + i) % rows->count);
    if (s->joined[k] && !s->chosen[k]) s->left_out += !choose(s, k, round) && pushes(&rows->rows[k]);
  }
}

/* Rereads velocities: applied impulses also changed particles outside the matrices. */
static pl_status reread_velocities(const active_set *s)
{
  for (size_t m = 0; m < s->rows->member_count; m++)
    PL_TRY(pl_coupled_reread_velocities(&s->rows->bodies[s->rows->members[m]], s->context));
  return PL_OK;
}

static pl_status take_round(const active_set *s, bool *converged)
{
  pl_restricted_island narrow;
  pl_arena_mark mark = pl_arena_here(s->context->scratch);
  PL_TRY(pl_rows_restrict(s->rows, s->chosen, s->context, &narrow));
  PL_TRY(pl_rows_solve_all(&narrow.rows, s->context, converged));
  pl_rows_copy_back(&narrow, s->rows);
  pl_arena_back_to(s->context->scratch, mark);
  return reread_velocities(s);
}

static bool any_joined(const active_set *s)
{
  for (size_t k = 0; k < s->rows->count; k++)
    if (s->joined[k]) return true;
  return s->rows->equalities.count > 0;
}

static pl_status take_rounds(active_set *s, bool *converged)
{
  PL_TRY(start(s));
  *converged = true;
  for (int round = 1; round <= s->limits->rounds; round++) {
    bool solved = true;
    find_lacking(s);
    if (s->lacking_count == 0 && s->left_out == 0 && (round > 1 || !any_joined(s))) return PL_OK;
    if (round > 1 && pl_work_is_exhausted(s->context->work)) break;
    choose_rows(s, (uint32_t)round);
    PL_TRY(take_round(s, &solved));
    *converged = solved;
  }
  find_lacking(s);
  *converged = *converged && s->lacking_count == 0 && s->left_out == 0;
  return PL_OK;
}

pl_status pl_rows_solve_active(pl_rows *rows, const pl_active_limits *limits, const pl_model_context *context,
                               bool *converged)
{
  active_set s = {.rows = rows, .limits = limits, .context = context};
  pl_arena_mark mark = pl_arena_here(context->scratch);
  PL_TRY(take_rounds(&s, converged));
  pl_arena_back_to(context->scratch, mark);
  for (size_t m = 0; m < rows->member_count; m++) {
    pl_coupled *coupled = &rows->bodies[rows->members[m]];
    if (coupled->deferred) PL_TRY(coupled->model->unknowns_to_particles(coupled->body, context));
    coupled->deferred = false;
  }
  return PL_OK;
}
