/* SPDX-License-Identifier: MIT
   Solver slots of an island during the sweeps: one per touched particle of bodies without coupling, one per body whose
   particles are coupled. If no body is coupled an impulse changes one velocity alone, and all velocities are in one
   list. */
#pragma once

#include "contact/solve/rows.h"

/* Numbers the slots. Memory is from the scratch arena, in use until the end of the sweeps. */
pl_status pl_solver_slots_begin(pl_rows *rows, pl_arena *scratch);

/* Copies the velocities of the list back to the bodies. */
void pl_solver_slots_end(pl_rows *rows);

/* Slots of a row's particles. */
static inline const uint32_t *pl_solver_slots_at(const pl_rows *rows, const pl_row *row)
{
  return rows->at[row - rows->rows].items;
}

/* With the list: velocity of a row's sum, an impulse on it, and its compliance, 1/kg. of_ends: trace of the compliance
   of the single particles, summed without cancellation. */
static inline void pl_solver_slots_velocity(const pl_rows *rows, const pl_row *row, double out[3])
{
  const uint32_t *at = pl_solver_slots_at(rows, row);
  pl_vec3_set(out, 0, 0, 0);
  for (uint32_t e = 0; e < row->particle_count; e++)
    pl_vec3_add_scaled(out, row->particles[e].weight, rows->uncoupled[at[e]].velocity, out);
  for (uint32_t e = 0; e < row->particle_count && rows->pressed; e++) {
    const pl_pressed *pressed = &rows->pressed[at[e]];
    pl_vec3_add_scaled(out, row->particles[e].weight * pressed->part->pressure_impulse, pressed->response, out);
  }
}

static inline void pl_solver_slots_push(const pl_rows *rows, const pl_row *row, const double impulse[3])
{
  const uint32_t *at = pl_solver_slots_at(rows, row);
  for (uint32_t e = 0; e < row->particle_count; e++) {
    pl_solver_slot *slot = &rows->uncoupled[at[e]];
    double part[3];
    pl_vec3_scale(impulse, row->particles[e].weight, part);
    pl_vec3_add_scaled(slot->velocity, slot->compliance, part, slot->velocity);
    if (rows->pressed) pl_pressure_note(rows->pressed[at[e]].part, pl_vec3_dot(rows->pressed[at[e]].response, part));
  }
}

static inline double pl_solver_slots_compliance(const pl_rows *rows, const pl_row *row, double *of_ends)
{
  const uint32_t *at = pl_solver_slots_at(rows, row);
  double sum = 0;
  *of_ends = 0;
  for (uint32_t a = 0; a < row->particle_count; a++) {
    for (uint32_t b = 0; b < row->particle_count; b++)
      if (at[a] == at[b])
        sum += row->particles[a].weight * row->particles[b].weight * rows->uncoupled[at[a]].compliance;
    *of_ends += row->particles[a].weight * row->particles[a].weight * (3 * rows->uncoupled[at[a]].compliance);
  }
  return sum;
}
