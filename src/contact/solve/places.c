/* SPDX-License-Identifier: MIT */
#include "contact/solve/places.h"

#include "base/status.h"

static bool passes_on(const pl_coupled *coupled) { return coupled->body->traits.coupling != PL_COUPLING_NONE; }

static pl_status make_list(pl_rows *rows, pl_arena *scratch)
{
  pl_place *place = rows->loose = PL_TAKE(scratch, pl_place, rows->place_count);
  if (!place) return PL_ERROR_MEMORY;
  for (size_t m = 0; m < rows->member_count; m++) {
    const pl_coupled *coupled = &rows->bodies[rows->members[m]];
    for (size_t s = 0; s < coupled->count; s++, place++) {
      pl_coupled_velocity(coupled, s, place->velocity);
      place->give = coupled->compliance[s];
    }
  }
  return PL_OK;
}

pl_status pl_places_begin(pl_rows *rows, pl_arena *scratch)
{
  bool loose = rows->ties.count == 0; /* they look at bodies */
  rows->place_count = 0;
  for (size_t m = 0; m < rows->member_count; m++) {
    pl_coupled *coupled = &rows->bodies[rows->members[m]];
    loose = loose && !passes_on(coupled);
    coupled->first = rows->place_count;
    rows->place_count += passes_on(coupled) ? 1 : (uint32_t)coupled->count;
  }
  rows->at = PL_TAKE(scratch, pl_row_places, rows->count);
  if (!rows->at) return PL_ERROR_MEMORY;
  for (size_t k = 0; k < rows->count; k++) {
    const pl_row *row = &rows->rows[k];
    rows->at[k].count = row->end_count;
    for (uint32_t e = 0; e < row->end_count; e++) {
      const pl_coupled *coupled = &rows->bodies[row->ends[e].body];
      rows->at[k].items[e] = coupled->first + (passes_on(coupled) ? 0 : row->ends[e].slot);
    }
  }
  rows->loose = NULL;
  return loose ? make_list(rows, scratch) : PL_OK;
}

void pl_places_end(pl_rows *rows)
{
  const pl_place *place = rows->loose;
  for (size_t m = 0; m < rows->member_count && rows->loose; m++) {
    const pl_coupled *coupled = &rows->bodies[rows->members[m]];
    for (size_t s = 0; s < coupled->count; s++, place++)
      for (size_t c = 0; c < 3; c++) coupled->velocity[c * coupled->count + s] = place->velocity[c];
  }
  rows->loose = NULL;
}
