/* SPDX-License-Identifier: MIT
   Projected Gauss-Seidel: each row in turn gets the impulse that satisfies it with all others fixed. Rows whose
   particles have not changed since their last visit are skipped. */
#include <math.h>
#include <string.h>

#include "base/isa.h"
#include "base/status.h"
#include "contact/solve/sweeps.h"
#include "math/extremes.h"

/* Limits: sweeps; sweeps if particles are coupled, where visiting a row costs as much as all particles of its bodies;
   visits per row on average; sweeps before acceleration; full checks of all changed rows. */
enum { MOST_SWEEPS = 400, MOST_COUPLED_SWEEPS = 100, MOST_VISITS = 100, PLAIN_SWEEPS = 12, MOST_CHECKS = 2 };

/* Made even if the work budget is exhausted. */
enum { FEWEST_SWEEPS = 8 };

/* With pressures each sweep spreads impulses over whole bodies: after the first number sweeps end as soon as changes
   are below pl_rows.enough; the second is the limit. */
enum { PRESSED_SWEEPS = 8, MOST_PRESSED_SWEEPS = 96 };

/* Sweeps end when no velocity changes by more than this part of the largest violation at the start. The gap kept
   between bodies allows a larger tolerance. */
static const double sweep_tolerance = 1e-6, sweep_tolerance_of_bodies = 1e-4;

static pl_row *row_at(const pl_sweep *s, size_t row) { return &s->rows->rows[s->order[row]]; }

/* Adds a row to the list of a slot, a bit in a word of 64 rows. */
static void list_row(pl_sweep *s, uint32_t slot, size_t row, uint32_t *count)
{
  uint64_t bit = UINT64_C(1) << row % 64;
  uint32_t word = (uint32_t)(row / 64), newest = s->newest[slot];
  if (newest != PL_NONE && s->touching[newest].word == word) {
    s->touching[newest].rows |= bit;
    return;
  }
  s->touching[*count] = (pl_rows_at){.rows = bit, .word = word, .before = newest};
  s->newest[slot] = (*count)++;
}

/* Numbers the slots of the sub-island in the order of its rows, and lists the rows that act on each. */
static void number_places(pl_sweep *s)
{
  uint32_t listed = 0;
  s->slot_count = 0;
  for (size_t k = 0; k < s->count; k++) {
    const pl_row_slots *at = &s->rows->at[s->order[k]];
    s->at[k].count = at->count;
    for (uint32_t e = 0; e < at->count; e++) {
      uint32_t *local = &s->local[at->items[e]];
      if (*local == PL_ELSEWHERE) {
        *local = s->slot_count;
        s->newest[s->slot_count] = PL_NONE;
        s->names[s->slot_count++] = at->items[e];
      }
      s->at[k].items[e] = *local;
      list_row(s, *local, k, &listed);
    }
  }
}

static void make_uncoupled(const pl_row *row, const pl_row_slots *at, double least, pl_uncoupled_row *out)
{
  double mass = row->along > 0 ? 1 / row->along : 0, matters = least * mass;
  double away = pl_vec3_dot(row->surface_velocity, row->normal);
  out->mass = mass;
  out->lift = row->goal * mass;
  out->particle_count = row->particle_count;
  for (uint32_t e = 0; e < PL_MAX_ROW_PARTICLES; e++) {
    bool there = e < row->particle_count;
    out->slots[e] = at->items[there ? e : 0];
    out->weights[e] = there ? row->particles[e].weight : 0;
  }
  for (int c = 0; c < 3; c++) {
    out->normal[c] = row->normal[c];
    out->impulse[c] = row->impulse[c];
    out->drift[c] = mass * (row->surface_velocity[c] - away * row->normal[c]);
  }
  out->normal[3] = row->friction;
  out->impulse[3] = matters * matters;
  out->drift[3] = 0;
}

void pl_sweep_prepare(const pl_sweep *s, uint32_t row)
{
  pl_row *prepared = row_at(s, row);
  if (s->state[s->order[row]] != PL_ROW_PUSHES) pl_row_find_compliance(s->rows, prepared);
  s->conjugates[row] =
      (pl_conjugate){.response = pl_larger(prepared->along, prepared->across),
                     .least = pl_larger(s->least, prepared->tolerance)}; /* no direction to search along yet */
  if (s->uncoupled) make_uncoupled(prepared, &s->at[row], s->conjugates[row].least, &s->uncoupled[row]);
}

/* Room for the largest sub-island. */
static pl_status reserve(pl_sweep *s, const pl_sub_islands *sub_islands, pl_arena *scratch)
{
  size_t most = sub_islands->alone, slots = s->rows->slot_count;
  for (uint32_t b = 0; b < sub_islands->count; b++) {
    size_t count = sub_islands->starts[b + 1] - sub_islands->starts[b];
    most = count > most ? count : most;
  }
  size_t near = PL_MAX_ROW_PARTICLES * most < slots ? PL_MAX_ROW_PARTICLES * most : slots;
  s->state = PL_TAKE(scratch, uint8_t, s->rows->count);
  s->local = PL_TAKE(scratch, uint32_t, slots);
  s->names = PL_TAKE(scratch, uint32_t, near);
  s->at = PL_TAKE(scratch, pl_row_slots, most);
  s->newest = PL_TAKE(scratch, uint32_t, near);
  s->moved = PL_TAKE(scratch, uint32_t, near);
  s->touching = PL_TAKE(scratch, pl_rows_at, PL_MAX_ROW_PARTICLES * most);
  s->active = PL_TAKE(scratch, uint64_t, most / 64 + 1);
  s->conjugates = PL_TAKE(scratch, pl_conjugate, most);
  s->visited = PL_TAKE(scratch, uint32_t, most);
  s->pushing = PL_TAKE(scratch, uint32_t, most);
  if (s->rows->uncoupled) s->uncoupled = PL_TAKE(scratch, pl_uncoupled_row, most);
  if (s->rows->uncoupled) s->slots = PL_TAKE(scratch, pl_solver_slot, near);
  if (s->rows->pressed) s->pressed = PL_TAKE(scratch, pl_pressed, near + 1);
  bool missing = (s->rows->uncoupled && (!s->uncoupled || !s->slots)) || (s->rows->pressed && !s->pressed);
  if (!s->state || !s->local || !s->names || !s->at || !s->newest || !s->moved || !s->touching || !s->active ||
      !s->conjugates || !s->visited || !s->pushing || missing)
    return PL_ERROR_MEMORY;
  memset(s->local, 0xff, slots * sizeof(uint32_t));
  return PL_OK;
}

/* Initial state of all rows. Returns the largest violation or velocity change by the initial impulses, m/s. */
static double find_states(const pl_sweep *s)
{
  double scale = pl_equalities_scale(&s->rows->equalities, s->rows->bodies);
  for (size_t k = 0; k < s->rows->count; k++) {
    pl_row *row = &s->rows->rows[k];
    double velocity[3], square = pl_vec3_dot(row->impulse, row->impulse);
    pl_row_velocity(s->rows, row, velocity);
    double lack = row->goal - pl_vec3_dot(row->normal, velocity);
    s->state[k] = square > 0 ? PL_ROW_PUSHES : lack > 0 ? PL_ROW_VIOLATED : PL_ROW_IDLE;
    if (s->state[k] != PL_ROW_IDLE) scale = pl_larger(scale, lack);
    if (!(square > 0)) continue;
    pl_row_find_compliance(s->rows, row);
    scale = pl_larger(scale, row->along * sqrt(square));
  }
  return scale;
}

static void activate_all(const pl_sweep *s)
{
  for (size_t k = 0; k < s->count; k++) pl_sweep_activate(s, k);
}

/* Activates rows with a slot that changed since their last visit. With coupled particles or pressures, all rows:
   changes are not recorded per slot. */
static void activate_changed(const pl_sweep *s)
{
  if (!s->uncoupled || s->pressed) {
    activate_all(s);
    return;
  }
  for (size_t k = 0; k < s->count; k++) {
    uint32_t last = 0;
    for (uint32_t e = 0; e < s->at[k].count; e++) {
      uint32_t moved = s->moved[s->at[k].items[e]];
      last = moved > last ? moved : last;
    }
    s->active[k / 64] |= (uint64_t)(last > s->visited[k]) << k % 64;
  }
}

static void activate_around(const pl_sweep *s, uint32_t row)
{
  for (uint32_t e = 0; e < s->at[row].count; e++) pl_sweep_activate_at(s, s->at[row].items[e]);
}

/* Relaxation of one row; returns a bound of the velocity change, m/s. */
static double relax(pl_rows *rows, pl_row *row)
{
  double velocity[3], across[3], impulse[3], change[3], before = pl_vec3_dot(row->impulse, row->normal);
  if (!(row->along > 0)) return 0;
  pl_row_velocity(rows, row, velocity);
  double normal = fmax(0, before + (row->goal - pl_vec3_dot(velocity, row->normal)) / row->along);
  /* sliding velocity after the change of the normal impulse */
  for (int c = 0; c < 3; c++) velocity[c] += (normal - before) * row->by_normal[c] - row->surface_velocity[c];
  double away = pl_vec3_dot(velocity, row->normal), grip = row->across > 0 ? 1 / row->across : 0;
  for (int c = 0; c < 3; c++)
    across[c] = (row->impulse[c] - before * row->normal[c]) - grip * (velocity[c] - away * row->normal[c]);
  /* exactly 0 without a normal impulse: rounding must not count as a contact that pushes */
  double wanted = pl_vec3_length(across), most = row->friction * normal, part = wanted > most ? most / wanted : 1;
  for (int c = 0; c < 3; c++) impulse[c] = normal * row->normal[c] + part * across[c];
  pl_vec3_sub(impulse, row->impulse, change);
  double size = pl_vec3_length(change);
  if (size == 0) return 0;
  pl_vec3_copy(impulse, row->impulse);
  pl_row_push(rows, row, change);
  return fmax(row->along, row->across) * size;
}

static void visit_row(pl_sweep *s, uint32_t k)
{
  pl_row *row = row_at(s, k);
  if (s->visited[k] == 0) pl_sweep_prepare(s, k);
  pl_sweep_note(s, k, row->impulse, true);
  s->visited[k] = ++s->visit;
  double moved = relax(s->rows, row);
  if (!(moved > s->conjugates[k].least)) return;
  s->change = fmax(s->change, moved);
  activate_around(s, k);
}

/* One sweep over the active rows. Rows activated by a change are relaxed in this sweep if they come later in it, else
   in the next. */
static void sweep_active(pl_sweep *s)
{
  s->begun_before = s->begun;
  s->begun = s->visit + 1;
  s->pushing_count = 0;
  s->change = 0;
  if (s->uncoupled) {
    PL_ISA_PICK(pl_uncoupled_kernels)->sweep(s);
    return;
  }
  for (uint32_t k = 0; pl_sweep_next(s, &k); k++) visit_row(s, k);
}

/* For rows that share no slot with others: one visit satisfies each. */
static void sweep_once(pl_sweep *s)
{
  s->noted = false;
  sweep_active(s);
}

static double *impulse_of(const pl_sweep *s, uint32_t row)
{
  return s->uncoupled ? s->uncoupled[row].impulse : row_at(s, row)->impulse;
}

/* The impulse counts as part of the last visit. */
static void push_uncoupled(const pl_sweep *s, const pl_uncoupled_row *row, const double impulse[3])
{
  for (uint32_t e = 0; e < row->particle_count; e++) {
    pl_solver_slot *slot = &s->slots[row->slots[e]];
    pl_vec3_add_scaled(slot->velocity, slot->compliance * row->weights[e], impulse, slot->velocity);
    s->moved[row->slots[e]] = s->visit;
    const pl_pressed *pressed = s->pressed ? &s->pressed[row->slots[e]] : NULL;
    if (pressed) pl_pressure_note(pressed->part, row->weights[e] * pl_vec3_dot(pressed->response, impulse));
  }
}

/* Largest velocity change by pressures since the last call, m/s. */
static double pressed_change(const pl_sweep *s)
{
  double most = 0;
  for (size_t m = 0; m < s->rows->member_count && s->rows->pressures; m++) {
    const pl_coupled *coupled = &s->rows->bodies[s->rows->members[m]];
    if (coupled->pressure) most = fmax(most, pl_pressure_changed(coupled->pressure));
  }
  return most;
}

static void push(const pl_sweep *s, uint32_t row, const double impulse[3])
{
  if (s->uncoupled)
    push_uncoupled(s, &s->uncoupled[row], impulse);
  else
    pl_row_push(s->rows, row_at(s, row), impulse);
}

/* Accelerates slow convergence by a step along conjugate directions (M. Silcowitz et al., "A nonsmooth nonlinear
   conjugate gradient method for interactive contact force problems", 2010). changed: sum of squared changes by the
   previous sweep, J; 0: restart. */
static void follow_conjugates(pl_sweep *s, double *changed)
{
  double now = 0, change[3];
  for (size_t i = 0; i < s->pushing_count; i++) {
    const pl_conjugate *conjugate = &s->conjugates[s->pushing[i]];
    pl_vec3_sub(impulse_of(s, s->pushing[i]), conjugate->last, change);
    now += conjugate->response * pl_vec3_dot(change, change);
  }
  double part = now < *changed ? now / *changed : 0;
  *changed = now;
  s->visit++;
  for (size_t i = 0; i < s->pushing_count; i++) {
    uint32_t k = s->pushing[i];
    pl_conjugate *conjugate = &s->conjugates[k];
    double *impulse = impulse_of(s, k);
    pl_vec3_sub(impulse, conjugate->last, change);
    pl_vec3_scale(conjugate->direction, part, conjugate->direction);
    double moved = conjugate->response * pl_vec3_length(conjugate->direction);
    if (moved > 0) {
      pl_vec3_add(impulse, conjugate->direction, impulse);
      push(s, k, conjugate->direction);
      pl_sweep_activate(s, k); /* it may be outside the friction cone */
    }
    if (moved > conjugate->least) activate_around(s, k);
    pl_vec3_add(conjugate->direction, change, conjugate->direction);
  }
}

/* Sweeps until changes are below the tolerance and a check of all changed rows confirms it, since changes below the
   tolerance activate no rows but add up. */
static bool sweep_until_still(pl_sweep *s, bool of_bodies, double scale, int *sweeps)
{
  double left = 0, changed = 0;
  bool all = true;
  int most = s->pressed ? MOST_PRESSED_SWEEPS : s->uncoupled ? MOST_SWEEPS : MOST_COUPLED_SWEEPS;
  for (int round = 0, checks = 0; round < most && s->visit <= MOST_VISITS * s->count; round++) {
    if (round >= FEWEST_SWEEPS && pl_work_is_exhausted(s->work)) break;
    if (of_bodies && round > PLAIN_SWEEPS && !all) follow_conjugates(s, &changed);
    double pull = pl_equalities_relax(&s->rows->equalities, s->rows->bodies);
    if (pull > sweep_tolerance * scale) activate_all(s);
    bool pressed = pressed_change(s) > s->least;
    if (pressed) activate_all(s);
    s->noted = of_bodies && round >= PLAIN_SWEEPS;
    uint32_t visits = s->visit;
    sweep_active(s);
    pl_work_add(s->work, s->visit_cost * (s->visit - visits));
    bool still = s->change == 0 && pull <= sweep_tolerance * scale && !pressed;
    *sweeps = round + 1;
    if (still && (all || checks == MOST_CHECKS)) return true;
    left = fmax(s->change, pull);
    if (s->pressed && round + 1 >= PRESSED_SWEEPS && left <= s->rows->enough) return true;
    if (all || still) changed = 0;
    all = still;
    if (still) activate_changed(s);
    checks += still;
  }
  return left <= 1e-2 * scale;
}

/* Units of work of visiting a row: constant for uncoupled particles; else in proportion to the particles of its
   bodies. */
static double cost_of(const pl_rows *rows, const pl_row *row)
{
  enum { OF_A_VISIT = 16, OF_A_BLOCK = 3 };
  double cost = OF_A_VISIT;
  for (uint32_t e = 0; e < row->particle_count; e++) {
    const pl_coupled *coupled = &rows->bodies[row->particles[e].body];
    pl_coupling coupling = coupled->body->traits.coupling;
    if (coupling != PL_COUPLING_NONE)
      cost += (coupling == PL_COUPLING_BLOCKS ? OF_A_BLOCK : 1) * (double)coupled->count;
  }
  return cost;
}

static double mean_cost(const pl_sweep *s)
{
  double sum = 0;
  for (size_t k = 0; k < s->count; k++) sum += cost_of(s->rows, &s->rows->rows[s->order[k]]);
  return s->count ? sum / (double)s->count : 0;
}

/* False: no row is active and there are no equality rows. */
static bool begin(pl_sweep *s, const uint32_t *order, size_t count)
{
  bool any = s->rows->equalities.count > 0;
  s->order = order;
  s->count = count;
  s->words = count / 64 + 1;
  s->visit = s->begun = 0;
  memset(s->active, 0, s->words * sizeof(uint64_t));
  for (size_t k = 0; k < count; k++) {
    if (s->state[order[k]] == PL_ROW_IDLE) continue;
    pl_sweep_activate(s, k);
    any = true;
  }
  if (!any) return false;
  s->visit_cost = mean_cost(s);
  number_places(s);
  memset(s->moved, 0, s->slot_count * sizeof(uint32_t));
  memset(s->visited, 0, count * sizeof(uint32_t));
  for (uint32_t i = 0; i < s->slot_count && s->slots; i++) s->slots[i] = s->rows->uncoupled[s->names[i]];
  for (uint32_t i = 0; i < s->slot_count && s->pressed; i++) s->pressed[i] = s->rows->pressed[s->names[i]];
  return true;
}

static void end(const pl_sweep *s)
{
  for (uint32_t i = 0; i < s->slot_count && s->slots; i++) s->rows->uncoupled[s->names[i]] = s->slots[i];
  for (size_t k = 0; k < s->count && s->uncoupled; k++)
    if (s->visited[k]) pl_vec3_copy(s->uncoupled[k].impulse, row_at(s, k)->impulse);
}

pl_status pl_rows_iterate(pl_rows *rows, const pl_model_context *context, bool *converged)
{
  bool of_bodies = false;
  pl_arena *scratch = context->scratch;
  int most = 0;
  for (size_t k = 0; k < rows->count; k++) of_bodies = of_bodies || rows->at[k].count > 1;
  of_bodies = of_bodies || rows->pressures;
  pl_sweep s = {.rows = rows, .work = context->work};
  pl_sub_islands sub_islands;
  pl_arena_mark mark = pl_arena_here(scratch);
  PL_TRY(pl_sub_islands_find(rows, scratch, &sub_islands));
  PL_TRY(reserve(&s, &sub_islands, scratch));
  double scale = find_states(&s);
  s.least = scale * (of_bodies ? sweep_tolerance_of_bodies : sweep_tolerance);
  *converged = true;
  if (sub_islands.alone > 0 && begin(&s, sub_islands.order, sub_islands.alone)) {
    sweep_once(&s);
    most = 1;
    end(&s);
  }
  for (uint32_t b = 0; b < sub_islands.count; b++) {
    int sweeps = 0;
    if (!begin(&s, sub_islands.order + sub_islands.starts[b], sub_islands.starts[b + 1] - sub_islands.starts[b]))
      continue;
    *converged = sweep_until_still(&s, of_bodies, scale, &sweeps) && *converged;
    most = sweeps > most ? sweeps : most;
    end(&s);
  }
  rows->sweeps += most;
  pl_arena_back_to(scratch, mark);
  return PL_OK;
}
