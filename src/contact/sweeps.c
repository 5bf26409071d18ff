/* SPDX-License-Identifier: MIT
   Sweeps over the rows (projected Gauss-Seidel): each in turn gets the impulse that satisfies it with all others as they are. Rows whose
   particles have not changed since are left out: in a heap most are settled long before the last. */
#include <math.h>
#include <string.h>

#include "base/status.h"
#include "contact/rows.h"

/* Sweeps, and how often each row is looked at on average, at most. */
enum { MOST_SWEEPS = 400, MOST_LOOKS = 100, PLAIN_SWEEPS = 12, MOST_CHECKS = 2 };

/* Sweeps end when no velocity changes by more than this part of the largest that had to be changed. Bodies keep a distance from each
   other that forgives more. */
static const double sweep_tolerance = 1e-6, sweep_tolerance_of_bodies = 1e-4;

typedef struct sweeping {
  pl_rows *rows;
  /* Who is touched by which rows. Bodies that pass on what one of their particles gets count as one. */
  uint32_t *starts;   /* per particle or body: its first place in `touching` */
  uint32_t *touching; /* rows */
  uint64_t *active;   /* a bit per row that is to be looked at */
  size_t words;       /* of these bits */
  uint32_t *looked;   /* rows that the last sweep looked at, rising */
  size_t looked_count;
  uint32_t sweep; /* counts them */
  double least;   /* m/s: changes of velocity that matter */
  double changed; /* by the last sweep, sum of squares, J; 0: begins anew */
} sweeping;

static const uint32_t *place_of(const sweeping *s, const pl_row_end *end)
{
  const pl_coupled *coupled = &s->rows->bodies[end->body];
  return &s->starts[coupled->first + (coupled->model->coupling == PL_COUPLING_NONE ? end->slot : 0)];
}

/* Does the row touch there only what an end before this one does? */
static bool is_repeated(const sweeping *s, const pl_row *row, uint32_t end)
{
  for (uint32_t e = 0; e < end; e++)
    if (place_of(s, &row->ends[e]) == place_of(s, &row->ends[end])) return true;
  return false;
}

static pl_status start(sweeping *s, pl_arena *scratch)
{
  pl_rows *rows = s->rows;
  uint32_t places = 0;
  for (size_t m = 0; m < rows->member_count; m++) {
    pl_coupled *coupled = &rows->bodies[rows->members[m]];
    coupled->first = places;
    places += coupled->model->coupling == PL_COUPLING_NONE ? (uint32_t)coupled->count : 1;
  }
  s->words = rows->count / 64 + 1;
  s->starts = PL_TAKE(scratch, uint32_t, places + 2);
  s->touching = PL_TAKE(scratch, uint32_t, PL_MOST_ROW_ENDS * rows->count);
  s->active = PL_TAKE(scratch, uint64_t, s->words);
  s->looked = PL_TAKE(scratch, uint32_t, rows->count);
  if (!s->starts || !s->touching || !s->active || !s->looked) return PL_ERROR_MEMORY;
  memset(s->active, 0, s->words * sizeof(uint64_t));
  memset(s->starts, 0, (places + 2) * sizeof(uint32_t));
  uint32_t *next = s->starts + 1; /* ends up as starts */
  for (size_t k = 0; k < rows->count; k++) {
    pl_row *row = &rows->rows[k];
    row->looked = 0;
    for (uint32_t e = 0; e < row->end_count; e++)
      if (!is_repeated(s, row, e)) next[place_of(s, &row->ends[e]) - s->starts + 1]++;
  }
  for (uint32_t i = 0; i < places; i++) next[i + 1] += next[i];
  for (uint32_t k = 0; k < rows->count; k++)
    for (uint32_t e = 0; e < rows->rows[k].end_count; e++)
      if (!is_repeated(s, &rows->rows[k], e)) s->touching[next[place_of(s, &rows->rows[k].ends[e]) - s->starts]++] = k;
  return PL_OK;
}

static void wake(const sweeping *s, size_t row) { s->active[row / 64] |= UINT64_C(1) << row % 64; }

/* All rows that touch what this one does. */
static void wake_around(const sweeping *s, const pl_row *row)
{
  for (uint32_t e = 0; e < row->end_count; e++) {
    const uint32_t *place = place_of(s, &row->ends[e]);
    for (uint32_t k = place[0]; k < place[1]; k++) wake(s, s->touching[k]);
  }
}

static void wake_all(const sweeping *s)
{
  for (size_t k = 0; k < s->rows->count; k++) wake(s, k);
}

static void look_at(sweeping *s, uint32_t k, double *change)
{
  pl_row *row = &s->rows->rows[k];
  if (row->looked + 1 != s->sweep) pl_vec3_set(row->way, 0, 0, 0);
  row->looked = s->sweep;
  s->looked[s->looked_count++] = k;
  pl_vec3_copy(row->impulse, row->last);
  double moved = pl_row_relax(s->rows, row);
  if (moved > s->least) wake_around(s, row);
  *change = fmax(*change, moved);
}

/* One sweep over the active rows. Those that a change wakes come still in this one if they stand behind it, else in the next. */
static double sweep_active(sweeping *s)
{
  double change = 0;
  s->sweep++;
  s->looked_count = 0;
  for (uint32_t w = 0; w < s->words; w++) {
    uint64_t behind = UINT64_MAX;
    for (uint64_t left; (left = s->active[w] & behind) != 0;) {
      uint64_t bit = left & (~left + 1);
      behind = ~(bit | (bit - 1));
      s->active[w] &= ~bit;
      look_at(s, 64 * w + (uint32_t)__builtin_ctzll(bit), &change);
    }
  }
  return change;
}

/* Where sweeps come to an end slowly they go on along conjugate directions (M. Silcowitz et al., "A nonsmooth nonlinear conjugate
   gradient method for interactive contact force problems", 2010). */
static void go_on(sweeping *s)
{
  double now = 0, change[3];
  for (size_t i = 0; i < s->looked_count; i++) {
    const pl_row *row = &s->rows->rows[s->looked[i]];
    pl_vec3_sub(row->impulse, row->last, change);
    now += fmax(row->along, row->across) * pl_vec3_dot(change, change);
  }
  double part = now < s->changed ? now / s->changed : 0;
  s->changed = now;
  for (size_t i = 0; i < s->looked_count; i++) {
    pl_row *row = &s->rows->rows[s->looked[i]];
    pl_vec3_sub(row->impulse, row->last, change);
    pl_vec3_scale(row->way, part, row->way);
    double moved = fmax(row->along, row->across) * pl_vec3_length(row->way);
    if (moved > 0) {
      pl_vec3_add(row->impulse, row->way, row->impulse);
      pl_row_push(s->rows, row, row->way);
      wake(s, s->looked[i]); /* it may have left its cone */
    }
    if (moved > fmax(s->least, row->forgiven)) wake_around(s, row);
    pl_vec3_add(row->way, change, row->way);
  }
}

/* Ends when nothing that matters changes any more, and did not when all was looked at: small changes of others add up. */
static bool sweep_until_still(sweeping *s, bool of_bodies, double scale)
{
  size_t looks = 0;
  double left = 0;
  bool all = true;
  wake_all(s);
  for (int round = 0, checks = 0; round < MOST_SWEEPS && looks <= MOST_LOOKS * s->rows->count; round++) {
    if (of_bodies && round > PLAIN_SWEEPS && !all) go_on(s);
    double pull = pl_ties_relax(&s->rows->ties, s->rows->bodies);
    if (pull > sweep_tolerance * scale) wake_all(s);
    double change = sweep_active(s);
    bool still = change <= s->least && pull <= sweep_tolerance * scale;
    looks += s->looked_count;
    s->rows->sweeps++;
    if (still && (all || checks == MOST_CHECKS)) return true;
    left = fmax(change, pull);
    if (all || still) s->changed = 0;
    all = still;
    if (still) wake_all(s);
    checks += still;
  }
  return left <= 1e-2 * scale;
}

pl_status pl_rows_iterate(pl_rows *rows, pl_arena *scratch, bool *converged)
{
  bool of_bodies = false;
  for (size_t k = 0; k < rows->count; k++) of_bodies = of_bodies || rows->rows[k].end_count > 1;
  double scale = pl_rows_scale(rows);
  sweeping s = {.rows = rows, .least = scale * (of_bodies ? sweep_tolerance_of_bodies : sweep_tolerance)};
  pl_arena_mark mark = pl_arena_here(scratch);
  PL_TRY(start(&s, scratch));
  *converged = sweep_until_still(&s, of_bodies, scale);
  pl_arena_back_to(scratch, mark);
  return PL_OK;
}
