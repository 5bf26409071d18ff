/* SPDX-License-Identifier: MIT
   The energy budget of a step. Contact and volume correction are each designed not to add energy, but for bodies
   squashed far in one step they rest on predictions: the implicit map underestimates elastic energy, volumes are
   restored at the expense of shape, and contacts found late demand too much. So energy is measured at the end: the
   kinetic, elastic and gravitational energy of an island of touching bodies may not exceed that at the start of the
   step. A surplus is removed from velocities; where these do not suffice, the island is set back to the start of the
   step.

   Whatever else may give a body energy (handles, forces, pressure, obstacles that move, attachments) is not counted:
   islands with such a body are left alone. */
#include "world/step/budget.h"

#include <math.h>
#include <string.h>

#include "base/status.h"
#include "contact/islands/islands.h"
#include "math/vec3.h"
#include "model/common/aggregate.h"

/* Gains below this part of an island's energy are rounding: elastic energies are sums of floats. */
static const double rounding = 1e-6;

/* ---- when the step begins ---- */

static bool is_pushed(const pl_body *body)
{
  const double *force = body->world->blocks.force + 3 * body->first;
  for (size_t k = 0; k < 3 * body->count; k++)
    if (force[k] != 0) return true;
  return false;
}

static bool has_volume_target(const pl_body *body)
{
  const pl_volume_def *def = &body->def.volume;
  double time = body->world->clock.time;
  if (!body->volume || def->mode == PL_VOLUME_FREE) return false;
  return def->mode == PL_VOLUME_PRESSURE || def->velocities == PL_VOLUME_VELOCITIES_ALL ||
         pl_volume_target(def, time) != 1 || pl_volume_target(def, time + body->world->h) != 1;
}

/* Kinetic and gravitational energy of the particles, in any copy of the state. */
static double measure_particles(const pl_body *body, const void *positions, const void *velocities)
{
  const unsigned char *from_x = positions, *from_v = velocities;
  double gravity[3], twice = 0, weight[3] = {0, 0, 0};
  pl_world_gravity(body->world, gravity);
  for (size_t i = 0; i < body->count; i++) {
    double x[3], v[3], mass = body->view.mass[i];
    memcpy(x, from_x + i * sizeof x, sizeof x);
    memcpy(v, from_v + i * sizeof v, sizeof v);
    twice += mass * pl_vec3_dot(v, v);
    pl_vec3_add_scaled(weight, mass, x, weight);
  }
  return 0.5 * twice - pl_vec3_dot(gravity, weight);
}

/* Kinetic and gravitational energy of a body. */
static pl_status measure(const pl_body *body, double *energy)
{
  pl_body_signals signals = {0};
  double gravity[3];
  if (!body->model->measure) {
    *energy = measure_particles(body, body->view.x, body->view.v);
    return PL_OK;
  }
  pl_world_gravity(body->world, gravity);
  PL_TRY(body->model->measure(&body->view, gravity, &signals));
  *energy = signals.kinetic + signals.gravitational;
  return PL_OK;
}

size_t pl_budget_scratch(const pl_world *world)
{
  enum { PIECES = 12, ROUNDING = 128 };
  size_t most = 0; /* positions of one body as they were */
  for (size_t b = 0; b < world->body_count; b++)
    if (world->bodies[b]->count > most) most = world->bodies[b]->count;
  return world->body_count * (4 * sizeof(double) + 2 * sizeof(uint8_t) + 2 * sizeof(uint32_t) + 3 * sizeof(void *) +
                              sizeof(pl_contact_role) + 2 * sizeof(pl_aggregate)) +
         3 * most * sizeof(double) + PIECES * ROUNDING;
}

pl_status pl_budget_begin(pl_world *world, pl_budget *budget)
{
  budget->before = PL_TAKE(&world->scratch, double, world->body_count);
  budget->driven = PL_TAKE(&world->scratch, uint8_t, world->body_count);
  if (!budget->before || !budget->driven) return PL_ERROR_MEMORY;
  for (size_t b = 0; b < world->body_count; b++) {
    const pl_body *body = world->bodies[b];
    if (pl_body_is_asleep(body)) continue;
    if (body->model->measure)
      PL_TRY(measure(body, &budget->before[b])); /* for particles it is computed from last_good when needed */
    budget->driven[b] = is_pushed(body) || has_volume_target(body) || pl_body_is_forced(body);
  }
  return PL_OK;
}

/* ---- velocities ---- */

/* The factor on velocities that removes *energy, or as much as there is, from a kinetic energy; *energy: what remains
   to be removed. */
static double factor_for(double kinetic, double *energy)
{
  double taken = fmin(fmax(0, kinetic), *energy), left = kinetic - taken;
  *energy -= taken;
  return taken > 0 ? sqrt(fmax(0, left) / kinetic) : 1;
}

static void blend(const pl_rigid_motion *common, double all, const pl_rigid_motion *own, double part,
                  pl_rigid_motion *out)
{
  for (int c = 0; c < 3; c++) {
    out->drift[c] = all * common->drift[c] + part * (own->drift[c] - common->drift[c]);
    out->spin[c] = all * common->spin[c] + part * (own->spin[c] - common->spin[c]);
  }
}

/* The motion of the bodies of an island. */
typedef struct motions {
  pl_aggregate *aggregates; /* per member */
  const pl_aggregate **parts;
  double rigid, loose; /* J, of rigid motions and of the rest, removable without changing any momentum */
} motions;

static pl_status measure_motions(pl_world *world, const pl_budget_island *island, motions *out)
{
  pl_model_context context = pl_world_context(world);
  out->rigid = out->loose = 0;
  for (size_t k = 0; k < island->count; k++) {
    pl_aggregate *aggregate = &out->aggregates[k];
    PL_TRY(pl_aggregate_of(island->members[k]->model, &island->members[k]->view, &context, aggregate));
    out->parts[k] = aggregate;
    out->rigid += pl_aggregate_rigid_energy(aggregate);
    out->loose += aggregate->kinetic - pl_aggregate_rigid_energy(aggregate);
  }
  return PL_OK;
}

static pl_status find_motions(pl_world *world, const pl_budget_island *island, motions *out)
{
  out->aggregates = PL_TAKE(&world->scratch, pl_aggregate, island->count);
  out->parts = PL_TAKE(&world->scratch, const pl_aggregate *, island->count);
  return out->aggregates && out->parts ? measure_motions(world, island, out) : PL_ERROR_MEMORY;
}

static pl_status remove_energy(pl_world *world, const pl_budget_island *island, const motions *now, double energy)
{
  pl_model_context context = pl_world_context(world);
  pl_aggregate whole;
  if (!(energy > 0)) return PL_OK;
  pl_aggregate_join(now->parts, island->count, &whole);
  double part = factor_for(now->loose, &energy), apart = factor_for(now->rigid - whole.kinetic, &energy);
  double all = island->grounded ? factor_for(whole.kinetic, &energy) : 1;
  for (size_t k = 0; k < island->count; k++) {
    const pl_aggregate *aggregate = now->parts[k];
    pl_rigid_motion common, to = aggregate->motion;
    pl_aggregate_carry(&whole, aggregate->centre, &common);
    if (apart < 1 || all < 1) blend(&common, all, &aggregate->motion, apart, &to);
    PL_TRY(
        pl_aggregate_set_motion(island->members[k]->model, &island->members[k]->view, aggregate, &to, part, &context));
  }
  return PL_OK;
}

pl_status pl_budget_remove(pl_world *world, const pl_budget_island *island, double energy)
{
  motions now;
  pl_arena_mark mark = pl_arena_here(&world->scratch);
  pl_status status = find_motions(world, island, &now);
  if (status == PL_OK) status = remove_energy(world, island, &now, energy);
  pl_arena_back_to(&world->scratch, mark);
  return status;
}

/* ---- what there is ---- */

#define NO_NEXT UINT32_MAX

typedef struct energy_balance {
  pl_world *world;
  const pl_budget *budget;
  const pl_contact_state *touching;
  pl_contact_role *roles;
  uint32_t *next;            /* per body: the next one of its island that is awake, or NO_NEXT */
  double *moving;            /* per body, J: kinetic and gravitational energy now */
  double *started, *elastic; /* per body, J: elastic energy at both ends of the step */
  pl_model_context context;
} energy_balance;

void pl_body_forget_energy(pl_body *body) { body->energy = (pl_energy_state){NAN, 0}; }

/* The elastic energy at the start of the step: the last step's, if it was measured and the body has not been moved
   since. */
static pl_status elastic_before(const energy_balance *s, size_t b, double *energy)
{
  const pl_body *body = s->world->bodies[b];
  bool known = body->energy.moving == s->budget->before[b];
  if (known || body->model->energy_at_start) {
    *energy = known ? body->energy.elastic : body->model->energy_at_start(&body->view);
    return PL_OK;
  }
  pl_arena_mark mark = pl_arena_here(s->context.scratch);
  double *x = PL_TAKE(s->context.scratch, double, 3 * body->count);
  if (!x) return PL_ERROR_MEMORY;
  memcpy(x, s->world->last_good + body->positions_at, 3 * body->count * sizeof(double));
  pl_status status = body->model->energy(&body->view, x, &s->context, energy, NULL);
  pl_arena_back_to(s->context.scratch, mark);
  return status;
}

/* The energy that an island has gained in the step, and the sum of the magnitudes that it is the difference of. */
static pl_status find_surplus(const energy_balance *s, uint32_t first, double *surplus, double *scale)
{
  *surplus = *scale = 0;
  for (uint32_t b = first; b != NO_NEXT; b = s->next[b]) {
    const pl_body *body = s->world->bodies[b];
    const unsigned char *start = s->world->last_good;
    double now;
    PL_TRY(measure(body, &now));
    if (!body->model->measure)
      s->budget->before[b] = measure_particles(body, start + body->positions_at, start + body->velocities_at);
    PL_TRY(elastic_before(s, b, &s->started[b]));
    s->moving[b] = now;
    PL_TRY(body->model->energy(&body->view, body->view.x, &s->context, &s->elastic[b], NULL));
    *surplus += now - s->budget->before[b] + s->elastic[b] - s->started[b];
    *scale += fabs(now) + fabs(s->budget->before[b]) + s->started[b] + s->elastic[b];
  }
  return PL_OK;
}

static bool is_free(const pl_body *body)
{
  const pl_model_body *view = &body->view;
  return view->fixed_count == 0 && view->hold_count == 0 &&
         (view->basis_size == 0 || body->model->has_rigid_motions(view));
}

/* Is contact the only thing that can have given the island energy? */
static bool gains_by_contact_only(const energy_balance *s, uint32_t first)
{
  const pl_contact_role *role = &s->roles[s->roles[first].island];
  if (!role->touches || role->island_driven) return false;
  for (uint32_t b = first; b != NO_NEXT; b = s->next[b])
    if (s->budget->driven[b] || !is_free(s->world->bodies[b])) return false;
  return true;
}

/* ---- volumes ---- */

/* Did volume correction move particles of the body, without its cost being limited by the model? Models with unknowns
   of their own limit it themselves. */
static bool had_volume_corrected(const energy_balance *s, size_t b)
{
  const pl_body *body = s->world->bodies[b];
  return pl_contact_settled_position(s->touching, b) && body->volume && body->def.volume.mode == PL_VOLUME_KEEP &&
         !body->model->apply_response && !pl_body_is_asleep(body);
}

/* A loaded body regains lost volume at the expense of shape. The energy of that may stay, up to this part of the body's
   elastic energy per step. */
static const double most_rise = 0.03;

static double corrected_energy(const energy_balance *s, uint32_t first)
{
  double sum = 0;
  for (uint32_t b = first; b != NO_NEXT; b = s->next[b])
    if (had_volume_corrected(s, b)) sum += fmin(s->started[b], s->elastic[b]);
  return sum;
}

/* ---- islands ---- */

/* Links the awake bodies of each island; first: per island, by its root. */
static void link_islands(const energy_balance *s, uint32_t *first)
{
  for (uint32_t b = 0; b < s->world->body_count; b++) first[b] = NO_NEXT;
  for (uint32_t b = (uint32_t)s->world->body_count; b-- > 0;) {
    uint32_t root = s->roles[b].island;
    if (pl_body_is_asleep(s->world->bodies[b])) continue;
    s->next[b] = first[root];
    first[root] = b;
  }
}

static void store_energies(const energy_balance *s, uint32_t first)
{
  for (uint32_t b = first; b != NO_NEXT; b = s->next[b])
    s->world->bodies[b]->energy = (pl_energy_state){s->moving[b], s->elastic[b]};
}

static void forget_energies(const energy_balance *s, uint32_t first)
{
  for (uint32_t b = first; b != NO_NEXT; b = s->next[b]) pl_body_forget_energy(s->world->bodies[b]);
}

/* Kinetic energy of the step's displacements and velocity changes, J: the most that may be removed. Bodies at rest have
   other velocities, which elasticity adds in every step and contact and volume correction cancel; removing these would
   make heaps oscillate for ever. */
static double removable_energy(const energy_balance *s, uint32_t first)
{
  double twice = 0, h = s->world->h;
  const unsigned char *start = s->world->last_good;
  for (uint32_t b = first; b != NO_NEXT; b = s->next[b]) {
    const pl_body *body = s->world->bodies[b];
    for (size_t i = 0; i < body->count; i++) {
      double moved[3], dv[3];
      memcpy(moved, start + body->positions_at + i * sizeof moved, sizeof moved);
      memcpy(dv, start + body->velocities_at + i * sizeof dv, sizeof dv);
      pl_vec3_sub(body->view.x + 3 * i, moved, moved);
      pl_vec3_sub(body->view.v + 3 * i, dv, dv);
      twice += body->view.mass[i] * (pl_vec3_dot(moved, moved) / (h * h) + pl_vec3_dot(dv, dv));
    }
  }
  return 0.5 * twice;
}

static pl_status remove_surplus(const energy_balance *s, uint32_t first, double surplus, bool grounded,
                                pl_body **members)
{
  pl_budget_island island = {.members = members, .grounded = grounded};
  motions now;
  for (uint32_t b = first; b != NO_NEXT; b = s->next[b]) members[island.count++] = s->world->bodies[b];
  PL_TRY(find_motions(s->world, &island, &now));
  PL_TRY(remove_energy(s->world, &island, &now, fmin(surplus, removable_energy(s, first))));
  for (uint32_t b = first; b != NO_NEXT; b = s->next[b]) PL_TRY(measure(s->world->bodies[b], &s->moving[b]));
  return PL_OK;
}

/* Surplus left after velocities and volumes, relative to the energies it is the difference of, above which an island is
   set back. */
static const double most_surplus_left = 2e-3;

static double surplus_left(const energy_balance *s, uint32_t first)
{
  double sum = -most_rise * corrected_energy(s, first);
  for (uint32_t b = first; b != NO_NEXT; b = s->next[b])
    sum += s->moving[b] - s->budget->before[b] + s->elastic[b] - s->started[b];
  return sum;
}

/* Was the energy of all measured in the last step, and none of them set back in it? */
static bool are_known(const energy_balance *s, uint32_t first)
{
  for (uint32_t b = first; b != NO_NEXT; b = s->next[b])
    if (s->world->bodies[b]->energy.moving != s->budget->before[b]) return false;
  return true;
}

/* Contact has added more elastic energy than all motion can offset: the island returns to the start of the step with
   its common rigid motion only. Not in two consecutive steps, so that nothing stops for good; the separation of tangles
   skips it for a step. */
static pl_status set_back(const energy_balance *s, uint32_t first, pl_body **members)
{
  pl_world *world = s->world;
  pl_budget_island island = {.members = members};
  motions now;
  for (uint32_t b = first; b != NO_NEXT; b = s->next[b]) {
    for (size_t k = 0; k < world->registry.count; k++) {
      const pl_registered *entry = &world->registry.entries[k];
      if (entry->body == b) memcpy(entry->data, world->last_good + entry->at, pl_registered_bytes(entry));
    }
    members[island.count++] = world->bodies[b];
    pl_body_restored(world->bodies[b], &s->context);
  }
  PL_TRY(find_motions(world, &island, &now));
  PL_TRY(remove_energy(world, &island, &now, INFINITY));
  for (uint32_t b = first; b != NO_NEXT; b = s->next[b]) world->bodies[b]->energy.moving = INFINITY;
  return PL_OK;
}

static pl_status limit_island(const energy_balance *s, uint32_t first, pl_body **members)
{
  const pl_contact_role *role = &s->roles[s->roles[first].island];
  double surplus, scale;
  if (!gains_by_contact_only(s, first)) {
    forget_energies(s, first);
    return PL_OK;
  }
  PL_TRY(find_surplus(s, first, &surplus, &scale));
  if (surplus > rounding * scale) PL_TRY(remove_surplus(s, first, surplus, role->island_grounded, members));
  if (surplus > most_surplus_left * scale && surplus_left(s, first) > most_surplus_left * scale && are_known(s, first))
    return set_back(s, first, members);
  store_energies(s, first);
  return PL_OK;
}

static pl_status limit_islands(energy_balance *s)
{
  size_t count = s->world->body_count;
  pl_body **members = PL_TAKE(s->context.scratch, pl_body *, count);
  uint32_t *first = PL_TAKE(s->context.scratch, uint32_t, count);
  s->roles = PL_TAKE(s->context.scratch, pl_contact_role, count);
  s->next = PL_TAKE(s->context.scratch, uint32_t, count);
  s->moving = PL_TAKE(s->context.scratch, double, count);
  s->started = PL_TAKE(s->context.scratch, double, count);
  s->elastic = PL_TAKE(s->context.scratch, double, count);
  if (!members || !first || !s->roles || !s->next || !s->moving || !s->started || !s->elastic) return PL_ERROR_MEMORY;
  pl_contact_find_roles(s->touching, s->roles);
  link_islands(s, first);
  for (uint32_t b = 0; b < count; b++)
    if (first[b] != NO_NEXT) PL_TRY(limit_island(s, first[b], members));
  return PL_OK;
}

pl_status pl_budget_limit(pl_world *world, const pl_budget *budget, const pl_contact_state *touching)
{
  energy_balance s = {.world = world, .budget = budget, .touching = touching, .context = pl_world_context(world)};
  pl_arena_mark mark = pl_arena_here(&world->scratch);
  pl_status status = limit_islands(&s);
  pl_arena_back_to(&world->scratch, mark);
  return status;
}
