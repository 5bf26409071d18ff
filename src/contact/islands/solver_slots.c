/* SPDX-License-Identifier: MIT */
#include "contact/islands/solver_slots.h"

#include "base/status.h"

static bool passes_on(const pl_coupled *coupled) { return coupled->body->traits.coupling != PL_COUPLING_NONE; }

/* Slots of bodies without a pressure refer to a part that is 0. */
static pl_status make_pressed(pl_rows *rows, pl_arena *scratch)
{
  pl_pressed *pressed = rows->pressed = PL_TAKE(scratch, pl_pressed, rows->slot_count + 1);
  pl_pressed_part *nobody = PL_TAKE(scratch, pl_pressed_part, 1);
  if (!pressed || !nobody) return PL_ERROR_MEMORY;
  *nobody = (pl_pressed_part){0};
  for (size_t m = 0; m < rows->member_count; m++) {
    const pl_coupled *coupled = &rows->bodies[rows->members[m]];
    const pl_pressure *pressure = coupled->pressure;
    for (size_t s = 0; s < coupled->count; s++, pressed++) {
      uint32_t i = coupled->particles[s];
      *pressed = (pl_pressed){.part = pressure ? &pressure->parts[pressure->part[i]] : nobody};
      if (pressure) pl_vec3_copy(pressure->response + 3 * (size_t)i, pressed->response);
    }
  }
  return PL_OK;
}

static pl_status make_list(pl_rows *rows, pl_arena *scratch)
{
  pl_solver_slot *slot = rows->uncoupled = PL_TAKE(scratch, pl_solver_slot, rows->slot_count);
  if (!slot) return PL_ERROR_MEMORY;
  for (size_t m = 0; m < rows->member_count; m++) {
    const pl_coupled *coupled = &rows->bodies[rows->members[m]];
    for (size_t s = 0; s < coupled->count; s++, slot++) {
      for (size_t c = 0; c < 3; c++) slot->velocity[c] = coupled->velocity[c * coupled->count + s];
      slot->compliance = coupled->compliance[s];
    }
  }
  return rows->pressures ? make_pressed(rows, scratch) : PL_OK;
}

pl_status pl_solver_slots_begin(pl_rows *rows, pl_arena *scratch)
{
  bool uncoupled = rows->equalities.count == 0; /* equality rows use the lists of the bodies */
  rows->slot_count = 0;
  rows->pressures = false;
  rows->pressed = NULL;
  for (size_t m = 0; m < rows->member_count; m++) {
    pl_coupled *coupled = &rows->bodies[rows->members[m]];
    uncoupled = uncoupled && !passes_on(coupled);
    rows->pressures = rows->pressures || coupled->pressure;
    coupled->first = rows->slot_count;
    rows->slot_count += passes_on(coupled) ? 1 : (uint32_t)coupled->count;
  }
  rows->at = PL_TAKE(scratch, pl_row_slots, rows->count);
  if (!rows->at) return PL_ERROR_MEMORY;
  for (size_t k = 0; k < rows->count; k++) {
    const pl_row *row = &rows->rows[k];
    rows->at[k].count = row->particle_count;
    for (uint32_t e = 0; e < row->particle_count; e++) {
      const pl_coupled *coupled = &rows->bodies[row->particles[e].body];
      rows->at[k].items[e] = coupled->first + (passes_on(coupled) ? 0 : row->particles[e].slot);
    }
  }
  rows->uncoupled = NULL;
  return uncoupled ? make_list(rows, scratch) : PL_OK;
}

void pl_solver_slots_end(pl_rows *rows)
{
  const pl_solver_slot *slot = rows->uncoupled;
  for (size_t m = 0; m < rows->member_count && rows->uncoupled; m++) {
    const pl_coupled *coupled = &rows->bodies[rows->members[m]];
    for (size_t s = 0; s < coupled->count; s++, slot++)
      for (size_t c = 0; c < 3; c++) coupled->velocity[c * coupled->count + s] = slot->velocity[c];
  }
  rows->uncoupled = NULL;
  rows->pressed = NULL;
}
