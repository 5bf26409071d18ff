/* SPDX-License-Identifier: MIT
   Sweeps over rows between uncoupled particles. The compliance of a row is isotropic, so that its relaxed impulse is
   the projection of (impulse - effective mass * velocity error) into the friction cone. */
#include <math.h>
#include <string.h>

#include "base/isa.h"
#include "contact/solve/sweeps.h"

/* A vector of three and the member stored after it. */
typedef double four __attribute__((vector_size(4 * sizeof(double))));

static inline four load(const void *from)
{
  four a;
  memcpy(&a, from, sizeof a);
  return a;
}

static inline four splat(double a) { return (four){a, a, a, a}; }

static inline double dot(four a, four b)
{
  four product = a * b;
  return product[0] + product[1] + product[2];
}

static inline four velocity_of(const pl_solver_slot *slots, const pl_uncoupled_row *row)
{
  four first =
      splat(row->weights[0]) * load(&slots[row->slots[0]]) + splat(row->weights[1]) * load(&slots[row->slots[1]]);
  four second =
      splat(row->weights[2]) * load(&slots[row->slots[2]]) + splat(row->weights[3]) * load(&slots[row->slots[3]]);
  return first + second;
}

/* Velocity of the sum by pressures. */
static inline four pressed_velocity_of(const pl_pressed *pressed, const pl_uncoupled_row *row)
{
  four sum = splat(0);
  for (uint32_t e = 0; e < row->particle_count; e++) {
    const pl_pressed *at = &pressed[row->slots[e]];
    sum += splat(row->weights[e] * at->part->pressure_impulse) * load(at->response);
  }
  return sum;
}

static inline void note_pressures(const pl_pressed *pressed, const pl_uncoupled_row *row, four impulse)
{
  for (uint32_t e = 0; e < row->particle_count; e++) {
    const pl_pressed *at = &pressed[row->slots[e]];
    pl_pressure_note(at->part, row->weights[e] * dot(load(at->response), impulse));
  }
}

static inline void push(const pl_sweep *s, const pl_uncoupled_row *row, four impulse, uint32_t visit)
{
  pl_solver_slot *slots = s->slots;
  uint32_t *moved = s->moved, count = row->particle_count;
  impulse[3] = 0; /* compliance is stored after the velocity */
  for (uint32_t e = 0; e < count; e++) {
    pl_solver_slot *slot = &slots[row->slots[e]];
    four changed = load(slot) + splat(slot->compliance * row->weights[e]) * impulse;
    memcpy(slot, &changed, sizeof changed);
    moved[row->slots[e]] = visit;
  }
}

static void visit_row(pl_sweep *s, uint32_t k)
{
  pl_uncoupled_row *row = &s->uncoupled[k];
  if (s->visited[k] == 0) pl_sweep_prepare(s, k);
  four impulse = load(row->impulse), normal = load(row->normal);
  four velocity = velocity_of(s->slots, row);
  if (s->pressed) velocity += pressed_velocity_of(s->pressed, row);
  four wanted = impulse - splat(row->mass) * velocity;
  double along = dot(wanted, normal), pressure_impulse = along + row->lift > 0 ? along + row->lift : 0;
  bool pushed = row->impulse[0] != 0 || row->impulse[1] != 0 || row->impulse[2] != 0;
  uint32_t visit = ++s->visit;
  bool idle = !pushed && !(pressure_impulse > 0);
  if (!idle) pl_sweep_note(s, k, row->impulse, pushed);
  s->visited[k] = visit;
  if (idle || row->mass == 0) return;
  /* exactly 0 without a normal impulse: rounding must not count as a contact that pushes */
  four across = wanted - splat(along) * normal + load(row->drift);
  double square = dot(across, across), most = row->normal[3] * pressure_impulse;
  four now = splat(pressure_impulse) * normal + splat(square > most * most ? most / sqrt(square) : 1) * across;
  four change = now - impulse;
  double size = dot(change, change);
  if (size == 0) return;
  memcpy(row->impulse, &now, 3 * sizeof(double));
  push(s, row, change, visit);
  if (s->pressed) note_pressures(s->pressed, row, change);
  if (!(size > row->impulse[3])) return;
  double moved = sqrt(size) / row->mass;
  s->change = moved > s->change ? moved : s->change;
  for (uint32_t e = 0; e < row->particle_count; e++) pl_sweep_activate_at(s, row->slots[e]);
}

static void sweep(pl_sweep *s)
{
  for (uint32_t k = 0; pl_sweep_next(s, &k); k++) visit_row(s, k);
}

const pl_uncoupled_kernels PL_ISA_NAME(pl_uncoupled_kernels) = {sweep};
