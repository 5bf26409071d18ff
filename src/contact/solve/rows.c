/* SPDX-License-Identifier: MIT
   Velocity, compliance and impulses of rows; warm start of the sweeps; applying impulses to the models. */
#include "contact/solve/rows.h"

#include <math.h>
#include <string.h>

#include "base/status.h"
#include "contact/islands/solver_slots.h"
#include "contact/solve/active_set.h"
#include "math/mat3.h"

enum { MOST_REPEATS = 1 };

/* A normal compliance below this part of the sum over the single particles is rounding (weights that cancel on one
   particle): the row counts as rigid and gets no impulse. */
static const double least_answer = 1e-12;

static pl_anchor anchor_of(const pl_row *row) { return (pl_anchor){row->particles, row->particle_count, row->shift}; }

void pl_row_velocity(const pl_rows *rows, const pl_row *row, double velocity[3])
{
  if (rows->uncoupled) {
    pl_solver_slots_velocity(rows, row, velocity);
    return;
  }
  pl_anchor anchor = anchor_of(row);
  pl_anchor_velocity(rows->bodies, &anchor, velocity);
}

void pl_row_project(const pl_row *row, const double wanted[3], double out[3])
{
  double normal = pl_vec3_dot(wanted, row->normal), across[3];
  pl_vec3_add_scaled(wanted, -normal, row->normal, across);
  normal = fmax(0, normal);
  double grip = pl_vec3_length(across), most = row->friction * normal;
  for (int c = 0; c < 3; c++) out[c] = (grip > most ? most / grip : 1) * across[c] + normal * row->normal[c];
}

void pl_row_push(pl_rows *rows, const pl_row *row, const double impulse[3])
{
  if (rows->uncoupled) {
    pl_solver_slots_push(rows, row, impulse);
    return;
  }
  pl_anchor anchor = anchor_of(row);
  pl_anchor_push(rows->bodies, &anchor, impulse);
}

/* Trace of the compliance of the single particles, summed without cancellation. */
static double answer_of_ends(const pl_rows *rows, const pl_row *row)
{
  double sum = 0, block[9];
  for (uint32_t e = 0; e < row->particle_count; e++) {
    pl_coupled_block(&rows->bodies[row->particles[e].body], row->particles[e].slot, row->particles[e].slot, block);
    sum += row->particles[e].weight * row->particles[e].weight * (block[0] + block[4] + block[8]);
  }
  return sum;
}

/* Compliance along the normal, and tangentially the larger eigenvalue of the 2x2 block, so that friction of one row
   never overshoots. */
void pl_row_find_compliance(const pl_rows *rows, pl_row *row)
{
  double trace, square, of_ends;
  if (rows->uncoupled) {
    double response = pl_solver_slots_compliance(rows, row, &of_ends); /* along all directions */
    pl_vec3_scale(row->normal, response, row->by_normal);
    trace = response + response + response;
    square = response * response + response * response + response * response;
  } else {
    double block[9];
    pl_anchor anchor = anchor_of(row);
    pl_anchor_block(rows->bodies, &anchor, block);
    of_ends = answer_of_ends(rows, row);
    pl_mat3_apply(block, row->normal, row->by_normal);
    trace = block[0] + block[4] + block[8];
    square = pl_mat3_inner(block, block);
  }
  double w = pl_vec3_dot(row->normal, row->by_normal), across = trace - w;
  double squares = square - 2 * pl_vec3_dot(row->by_normal, row->by_normal) + w * w;
  row->along = w > least_answer * of_ends ? w : 0;
  double apart = 0.5 * squares - 0.25 * across * across;
  row->across = 0.5 * across + sqrt(apart > 0 ? apart : 0); /* the larger eigenvalue */
}

/* The part of the impulse that is not applied yet; false: 0. */
static bool find_rest(const pl_row *row, double rest[3])
{
  pl_vec3_sub(row->impulse, row->applied, rest);
  return rest[0] != 0 || rest[1] != 0 || rest[2] != 0;
}

/* Sums per slot of the impulses that are not applied yet. */
static void gather_impulses(const pl_rows *rows)
{
  for (size_t m = 0; m < rows->member_count; m++) {
    pl_coupled *coupled = &rows->bodies[rows->members[m]];
    memset(coupled->pushed, 0, 3 * coupled->count * sizeof(double));
    pl_vec3_set(coupled->couple, 0, 0, 0);
  }
  for (size_t k = 0; k < rows->count; k++) {
    const pl_row *row = &rows->rows[k];
    pl_anchor anchor = anchor_of(row);
    double rest[3];
    if (find_rest(row, rest)) pl_anchor_gather(rows->bodies, &anchor, rest);
  }
  pl_equalities_gather(&rows->equalities, rows->bodies);
}

static pl_status send_to_body(pl_coupled *coupled, const pl_model_context *context)
{
  pl_arena_mark mark = pl_arena_here(context->scratch);
  pl_impulse *impulses = PL_TAKE(context->scratch, pl_impulse, coupled->count);
  if (!impulses) return PL_ERROR_MEMORY;
  size_t count = 0;
  for (size_t s = 0; s < coupled->count; s++) {
    const double *pushed = coupled->pushed + 3 * s;
    if (!(pl_vec3_dot(pushed, pushed) > 0)) continue;
    impulses[count++] = (pl_impulse){coupled->particles[s], {pushed[0], pushed[1], pushed[2]}};
  }
  pl_status status = pl_coupled_apply_impulses(coupled, impulses, count, context);
  if (status == PL_OK && coupled->pressure && coupled->pressure->used)
    status = pl_coupled_apply_pressure(coupled, context);
  pl_arena_back_to(context->scratch, mark);
  return status;
}

pl_status pl_rows_apply_impulses(pl_rows *rows, const pl_model_context *context)
{
  gather_impulses(rows);
  for (size_t m = 0; m < rows->member_count; m++) PL_TRY(send_to_body(&rows->bodies[rows->members[m]], context));
  for (size_t k = 0; k < rows->count; k++) pl_vec3_copy(rows->rows[k].impulse, rows->rows[k].applied);
  pl_equalities_mark_applied(&rows->equalities);
  return PL_OK;
}

/* Rows with a warm-start impulse. */
typedef struct starters {
  uint32_t *rows;
  size_t count;
} starters;

static pl_status find_starters(const pl_rows *rows, pl_arena *scratch, starters *out)
{
  *out = (starters){.rows = PL_TAKE(scratch, uint32_t, rows->count)};
  if (!out->rows) return PL_ERROR_MEMORY;
  for (uint32_t k = 0; k < rows->count; k++) {
    double start[3];
    pl_vec3_sub(rows->rows[k].impulse, rows->rows[k].applied, start);
    if (pl_vec3_dot(start, start) > 0) out->rows[out->count++] = k;
  }
  return PL_OK;
}

/* Derivative of the objective along the warm-start impulses: their sum times the velocity errors, with `part` of them
   in the velocities. */
static double slope(const pl_rows *rows, const starters *from, double part)
{
  double sum = pl_equalities_slope(&rows->equalities, rows->bodies, part);
  for (size_t i = 0; i < from->count; i++) {
    const pl_row *row = &rows->rows[from->rows[i]];
    double velocity[3], start[3];
    pl_vec3_sub(row->impulse, row->applied, start);
    pl_row_velocity(rows, row, velocity);
    pl_vec3_sub(velocity, row->surface_velocity, velocity);
    double goal = row->goal - pl_vec3_dot(row->surface_velocity, row->normal);
    sum += pl_vec3_dot(start, velocity) - goal * pl_vec3_dot(start, row->normal);
  }
  return sum;
}

static void push_start(pl_rows *rows, const starters *from, double part)
{
  for (size_t i = 0; i < from->count; i++) {
    const pl_row *row = &rows->rows[from->rows[i]];
    double start[3];
    pl_vec3_sub(row->impulse, row->applied, start);
    pl_vec3_scale(start, part, start);
    if (pl_vec3_dot(start, start) > 0) pl_row_push(rows, row, start);
  }
  pl_equalities_push_start(&rows->equalities, rows->bodies, part);
}

/* Warm start: the impulses of the last step times the factor in [0, 1] that minimises the objective, so that those of
   an impact are not repeated if the sweeps are cut short. */
static pl_status start_warm(pl_rows *rows, pl_arena *scratch)
{
  starters from;
  pl_arena_mark mark = pl_arena_here(scratch);
  PL_TRY(find_starters(rows, scratch, &from));
  double before = slope(rows, &from, 0);
  push_start(rows, &from, 1);
  double curvature = slope(rows, &from, 1) - before, part = curvature > 0 ? fmax(0, -before / curvature) : 0;
  if (part < 1 && curvature != 0) {
    push_start(rows, &from, part - 1);
    for (size_t k = 0; k < rows->count; k++) {
      pl_row *row = &rows->rows[k];
      for (int c = 0; c < 3; c++) row->impulse[c] = row->applied[c] + part * (row->impulse[c] - row->applied[c]);
    }
    pl_equalities_shorten_start(&rows->equalities, part);
  }
  pl_arena_back_to(scratch, mark);
  return PL_OK;
}

pl_status pl_rows_sweep(pl_rows *rows, const pl_model_context *context)
{
  bool converged;
  pl_arena_mark mark = pl_arena_here(context->scratch);
  PL_TRY(pl_solver_slots_begin(rows, context->scratch));
  PL_TRY(pl_rows_iterate(rows, context, &converged));
  pl_solver_slots_end(rows);
  pl_arena_back_to(context->scratch, mark);
  gather_impulses(rows);
  return PL_OK;
}

pl_status pl_rows_follow_arcs(const pl_rows *rows, const pl_model_context *context, bool *any)
{
  *any = false;
  for (size_t m = 0; m < rows->member_count; m++) {
    pl_coupled *coupled = &rows->bodies[rows->members[m]];
    bool arc_spin = false;
    if (coupled->angular)
      PL_TRY(pl_angular_correction_follow_arc(coupled->angular, coupled->model, coupled->body, context, &arc_spin));
    *any = *any || arc_spin;
  }
  return PL_OK;
}

/* Whether to solve again: bodies rotate by more than the angular correction allows, or along other arcs than assumed by
   the last solve. */
static pl_status needs_another_solve(const pl_rows *rows, const pl_model_context *context, bool *any)
{
  *any = false;
  for (size_t m = 0; m < rows->member_count; m++) {
    pl_angular_correction *angular = rows->bodies[rows->members[m]].angular;
    *any = (angular && pl_angular_correction_reduce_share(angular, context->h)) || *any;
  }
  if (!*any) PL_TRY(pl_rows_follow_arcs(rows, context, any));
  for (size_t m = 0; m < rows->member_count && *any; m++)
    PL_TRY(pl_coupled_read_velocities(&rows->bodies[rows->members[m]], context));
  return PL_OK;
}

static pl_status sweep_from_start(pl_rows *rows, const pl_model_context *context, bool *converged)
{
  pl_arena_mark mark = pl_arena_here(context->scratch);
  for (size_t m = 0; m < rows->member_count; m++)
    if (rows->bodies[rows->members[m]].pressure) pl_pressure_begin(rows->bodies[rows->members[m]].pressure);
  PL_TRY(pl_solver_slots_begin(rows, context->scratch));
  pl_equalities_prepare(&rows->equalities, rows->bodies);
  PL_TRY(start_warm(rows, context->scratch));
  PL_TRY(pl_rows_iterate(rows, context, converged));
  pl_solver_slots_end(rows);
  pl_arena_back_to(context->scratch, mark);
  return PL_OK;
}

pl_status pl_rows_solve(pl_rows *rows, const pl_model_context *context, bool *converged)
{
  for (size_t m = 0; m < rows->member_count; m++)
    if (!rows->bodies[rows->members[m]].compliance)
      return pl_rows_solve_active(rows, &pl_active_usual, context, converged);
  return pl_rows_solve_all(rows, context, converged);
}

pl_status pl_rows_solve_all(pl_rows *rows, const pl_model_context *context, bool *converged)
{
  bool again;
  PL_TRY(sweep_from_start(rows, context, converged));
  PL_TRY(needs_another_solve(rows, context, &again));
  for (int round = 0; round < MOST_REPEATS && again; round++) {
    PL_TRY(sweep_from_start(rows, context, converged));
    PL_TRY(needs_another_solve(rows, context, &again));
  }
  if (again) PL_TRY(sweep_from_start(rows, context, converged));
  return pl_rows_apply_impulses(rows, context);
}

size_t pl_rows_scratch(size_t row_count, size_t particle_count)
{
  enum { PIECES = 12, ROUNDING = 128 };
  return particle_count * (sizeof(pl_impulse) + sizeof(pl_solver_slot) + sizeof(uint32_t)) +
         row_count * (6 * sizeof(double) + sizeof(pl_row_slots) + (PL_MAX_ROW_PARTICLES + 2) * sizeof(uint32_t)) +
         PIECES * ROUNDING;
}
