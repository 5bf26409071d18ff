/* SPDX-License-Identifier: MIT */
#include "matter/volume/volume.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/pool.h"
#include "base/status.h"
#include "math/functions.h"
#include "math/vec3.h"

/* ---- making ---- */

pl_status pl_volume_make(const pl_mesh_data *rest, const uint32_t *place, pl_volume **out)
{
  *out = NULL;
  pl_volume *volume = PL_NEW(pl_volume, 1);
  if (!volume) return PL_ERROR_MEMORY;
  volume->kernels = PL_ISA_PICK(pl_volume_kernels);
  pl_status status = pl_volume_shape_make(rest, place, &volume->shape);
  if (status == PL_OK) {
    size_t n = rest->vertex_count, sites = volume->shape.site_count, blocks = sites / PL_VOLUME_GRAIN + 1;
    volume->weight = PL_NEW(double, n);
    volume->smoothed = PL_NEW(double, n);
    volume->spare = PL_NEW(double, n);
    volume->closed = PL_NEW(uint8_t, n);
    volume->gradient = PL_NEW(double, 4 * sites);
    volume->spins = PL_NEW(double, 3 * blocks);
    volume->sums = PL_NEW(pl_volume_sums, blocks);
    volume->spin_errors = PL_NEW(pl_volume_spin_error, volume->shape.part_count);
    bool all = volume->weight && volume->smoothed && volume->spare && volume->closed && volume->gradient &&
               volume->spins && volume->sums && volume->spin_errors;
    if (!all) status = PL_ERROR_MEMORY;
  }
  if (status != PL_OK) {
    pl_volume_free(volume);
    return status;
  }
  *out = volume;
  return PL_OK;
}

void pl_volume_free(pl_volume *volume)
{
  if (!volume) return;
  pl_volume_shape_free(&volume->shape);
  pl_release(volume->weight);
  pl_release(volume->smoothed);
  pl_release(volume->spare);
  pl_release(volume->moved);
  pl_release(volume->flight);
  pl_release(volume->closed);
  pl_release(volume->gradient);
  pl_release(volume->spins);
  pl_release(volume->sums);
  pl_release(volume->spin_errors);
  pl_release(volume);
}

/* Only local corrections depend on how far elasticity moved a particle. */
static bool wants_flight(const pl_volume_def *def, const pl_model *model)
{
  return def->mode == PL_VOLUME_KEEP && def->alpha < 1 && !model->elastic_displacements;
}

pl_status pl_volume_reserve(pl_volume *volume, const pl_volume_def *def, const pl_model *model)
{
  size_t n = volume->shape.particle_count;
  if (!volume->moved && def->alpha < 1) volume->moved = PL_NEW(double, n);
  if (!volume->flight && wants_flight(def, model)) volume->flight = PL_NEW(double, 3 * n);
  bool all = (volume->moved || def->alpha >= 1) && (volume->flight || !wants_flight(def, model));
  return all ? PL_OK : PL_ERROR_MEMORY;
}

/* ---- sums over a part ---- */

typedef struct part_loop {
  pl_volume *volume;
  size_t first; /* site */
  const pl_volume_gather *at;
  const pl_volume_change *change;
  double *to;
} part_loop;

static void gather_block(void *context, size_t begin, size_t end)
{
  const part_loop *loop = context;
  loop->volume->kernels->gather(loop->at, loop->first + begin, loop->first + end,
                                &loop->volume->sums[begin / PL_VOLUME_GRAIN]);
}

static void change_block(void *context, size_t begin, size_t end)
{
  const part_loop *loop = context;
  loop->volume->kernels->change(loop->change, loop->first + begin, loop->first + end, loop->to,
                                loop->volume->spins + 3 * (begin / PL_VOLUME_GRAIN));
}

static void add_sums(pl_volume_sums *to, const pl_volume_sums *more)
{
  to->volume += more->volume;
  to->flux += more->flux;
  to->strength += more->strength;
  to->most = fmax(to->most, more->most);
  to->mass += more->mass;
  pl_vec3_add(to->force, more->force, to->force);
  pl_vec3_add(to->torque, more->torque, to->torque);
  pl_vec3_add(to->moment, more->moment, to->moment);
  pl_vec3_add(to->square, more->square, to->square);
  pl_vec3_add(to->product, more->product, to->product);
}

/* Sums are relative to a point of the part: a distant one would lose digits. */
void pl_volume_gather_part(const pl_volume_setup *setup, size_t part, const double *weight,
                           const pl_model_context *context, pl_volume_gather *at, pl_volume_sums *sums)
{
  pl_volume *volume = setup->volume;
  const pl_volume_part *range = &volume->shape.parts[part];
  *at = (pl_volume_gather){.shape = &volume->shape,
                           .x = setup->body->x,
                           .v = setup->body->v,
                           .mass = setup->body->mass,
                           .weight = weight,
                           .gradient = volume->gradient};
  pl_vec3_copy(setup->body->x + 3 * (size_t)volume->shape.sites[range->begin], at->origin);
  part_loop loop = {.volume = volume, .first = range->begin, .at = at};
  size_t count = range->end - range->begin;
  pl_parallel_for(context->pool, count, PL_VOLUME_GRAIN, gather_block, &loop);
  *sums = volume->sums[0];
  for (size_t b = 1; b * PL_VOLUME_GRAIN < count; b++) add_sums(sums, &volume->sums[b]);
}

void pl_volume_change_part(const pl_volume_setup *setup, size_t part, const pl_volume_change *change, double *to,
                           const pl_model_context *context, double spin[3])
{
  pl_volume *volume = setup->volume;
  const pl_volume_part *range = &volume->shape.parts[part];
  part_loop loop = {.volume = volume, .first = range->begin, .change = change, .to = to};
  size_t count = range->end - range->begin;
  pl_parallel_for(context->pool, count, PL_VOLUME_GRAIN, change_block, &loop);
  pl_vec3_set(spin, 0, 0, 0);
  for (size_t b = 0; b * PL_VOLUME_GRAIN < count; b++) pl_vec3_add(spin, volume->spins + 3 * b, spin);
}

double pl_volume_of_part(const pl_volume *volume, size_t part, const double *x)
{
  const pl_volume_part *range = &volume->shape.parts[part];
  const double *origin = x + 3 * (size_t)volume->shape.sites[range->begin];
  double sum = 0;
  for (size_t begin = range->begin; begin < range->end; begin += PL_VOLUME_GRAIN) {
    size_t end = begin + PL_VOLUME_GRAIN < range->end ? begin + PL_VOLUME_GRAIN : range->end;
    sum += volume->kernels->measure(&volume->shape, x, origin, begin, end);
  }
  return sum / 3;
}

/* ---- residuals ---- */

double pl_volume_wanted(const pl_volume_setup *setup, size_t part)
{
  return setup->volume->shape.parts[part].rest_volume * pl_volume_target(setup->def, setup->time);
}

double pl_volume_missing(const pl_volume_setup *setup, size_t part, const pl_volume_sums *sums)
{
  return pl_volume_wanted(setup, part) - sums->volume / 3;
}

/* The volume must grow as fast as its target does. */
double pl_volume_missing_flux(const pl_volume_setup *setup, size_t part, const pl_volume_sums *sums, double h)
{
  double growth = pl_volume_target(setup->def, setup->time) - pl_volume_target(setup->def, setup->time - h);
  return setup->volume->shape.parts[part].rest_volume * growth / h - sums->flux;
}

double pl_volume_longest_step(const pl_volume_part *part) { return 0.25 * pl_cbrt(part->rest_volume); }

/* The first pass is left out only for a much smaller error: a volume that drifted up to the tolerance and was then
   corrected would jerk. */
bool pl_volume_is_near(const pl_volume_setup *setup, size_t part, int pass, double missing)
{
  double tolerance = pass == 0 ? 0.01 * setup->def->tolerance : setup->def->tolerance;
  return tolerance > 0 && fabs(missing) <= tolerance * pl_volume_wanted(setup, part);
}

/* A uniform expansion leaves a relative error of a third of the square; with few particles moving it is larger, and
   three times the square is a safe bound. */
bool pl_volume_will_be_near(const pl_volume_setup *setup, size_t part, double missing)
{
  double part_missing = missing / pl_volume_wanted(setup, part);
  return setup->def->tolerance > 0 && 3 * part_missing * part_missing <= setup->def->tolerance;
}

int pl_volume_pass_count(const pl_volume_def *def)
{
  enum { MOST_TO_TOLERANCE = 20 };
  return def->tolerance > 0 ? MOST_TO_TOLERANCE : def->passes;
}

/* ---- the stages ---- */

static void add_pressure(const pl_volume_setup *setup, size_t part, double *force, const pl_model_context *context)
{
  pl_volume *volume = setup->volume;
  const pl_volume_part *range = &volume->shape.parts[part];
  pl_volume_gather at;
  pl_volume_sums sums;
  pl_volume_gather_part(setup, part, volume->weight, context, &at, &sums);
  double pressure = pl_volume_pressure(setup->def, setup->time, sums.volume / 3, range->rest_volume);
  for (size_t s = range->begin; s < range->end; s++)
    for (size_t c = 0; c < 3; c++) force[3 * (size_t)volume->shape.sites[s] + c] += pressure * at.gradient[4 * s + c];
}

void pl_volume_begin(const pl_volume_setup *setup, double *force, const pl_model_context *context)
{
  pl_volume *volume = setup->volume;
  const pl_model_body *body = setup->body;
  double h = context->h;
  if (setup->def->mode == PL_VOLUME_PRESSURE)
    for (size_t p = 0; p < volume->shape.part_count; p++) add_pressure(setup, p, force, context);
  if (!wants_flight(setup->def, setup->model)) return;
  for (size_t k = 0; k < 3 * body->count; k++)
    volume->flight[k] = body->x[k] + h * (body->v[k] + h * force[k] / body->mass[k / 3]);
}

const double *pl_volume_velocity_weights(const pl_volume_setup *setup)
{
  const pl_volume *volume = setup->volume;
  if (setup->def->velocities == PL_VOLUME_VELOCITIES_ALL) return volume->weight;
  return volume->smoothed;
}

bool pl_volume_is_in_unknowns(const pl_volume_setup *setup) { return setup->model->impulse_response != NULL; }

bool pl_volume_keeps_momentum(const pl_volume_setup *setup)
{
  return setup->def->momentum == PL_VOLUME_MOMENTUM_KEEP && !setup->volume->held && !setup->volume->touched;
}

/* One pass; true: it is the last one. */
static bool correct_once(const pl_volume_setup *setup, size_t part, int pass, const pl_model_context *context)
{
  static const double no_spin[3] = {0, 0, 0};
  pl_volume *volume = setup->volume;
  double *spin_error = volume->spin_errors[part].spin, spin[3],
         longest = pl_volume_longest_step(&volume->shape.parts[part]);
  pl_volume_gather at;
  pl_volume_sums sums;
  pl_volume_gather_part(setup, part, volume->smoothed, context, &at, &sums);
  double missing = pl_volume_missing(setup, part, &sums);
  if (pl_volume_is_near(setup, part, pass, missing)) return true;
  pl_volume_change change = {.at = &at};
  if (!pl_volume_balance(&sums, missing, no_spin, pl_volume_keeps_momentum(setup), longest, &change)) return true;
  pl_volume_change_part(setup, part, &change, setup->body->x, context, spin);
  pl_vec3_add(spin_error, spin, spin_error);
  bool whole = fabs(change.scale) * sums.most < longest;
  return whole && pl_volume_will_be_near(setup, part, missing);
}

static void correct_part(const pl_volume_setup *setup, size_t part, const pl_model_context *context)
{
  int passes = pl_volume_pass_count(setup->def);
  for (int pass = 0; pass < passes; pass++)
    if (correct_once(setup, part, pass, context)) return;
}

pl_status pl_volume_correct_positions(const pl_volume_setup *setup, const pl_model_context *context)
{
  pl_volume_weigh(setup, context);
  memset(setup->volume->spin_errors, 0, setup->volume->shape.part_count * sizeof(pl_volume_spin_error));
  if (pl_volume_is_in_unknowns(setup)) return pl_volume_correct_positions_in_unknowns(setup, context);
  for (size_t p = 0; p < setup->volume->shape.part_count; p++) correct_part(setup, p, context);
  return PL_OK;
}

/* The greatest speed of a particle relative to the first one, m/s. */
static double fastest_of(const pl_volume_setup *setup, size_t part)
{
  const pl_volume_shape *shape = &setup->volume->shape;
  const pl_volume_part *range = &shape->parts[part];
  const double *first = setup->body->v + 3 * (size_t)shape->sites[range->begin];
  double fastest = 0;
  for (size_t s = range->begin; s < range->end; s++)
    fastest = fmax(fastest, pl_vec3_distance(first, setup->body->v + 3 * (size_t)shape->sites[s]));
  return fastest;
}

/* After an impact that distorts a body its volume means little, and few particles may be left to correct it: no
   velocity changes by more than the greatest relative speed, or than position corrections in a step allow. */
static bool balance_velocities(const pl_volume_setup *setup, size_t part, const pl_volume_sums *sums, double missing,
                               double h, pl_volume_change *change)
{
  double removed_spin[3];
  double longest = pl_volume_longest_step(&setup->volume->shape.parts[part]) / h;
  pl_vec3_scale(setup->volume->spin_errors[part].spin, -1, removed_spin);
  if (!pl_volume_balance(sums, missing, removed_spin, pl_volume_keeps_momentum(setup), INFINITY, change)) return false;
  if (fabs(change->scale) * sums->most <= longest) return true;
  longest = fmax(longest, fastest_of(setup, part));
  return pl_volume_balance(sums, missing, removed_spin, pl_volume_keeps_momentum(setup), longest, change);
}

/* a + part b */
static void add_change(pl_volume_change *a, double part, const pl_volume_change *b)
{
  a->scale += part * b->scale;
  pl_vec3_add_scaled(a->push, part, b->push, a->push);
  pl_vec3_add_scaled(a->turn, part, b->turn, a->turn);
}

/* After a change that raised the kinetic energy: reduces it, except for the part that corrects angular momentum. */
static void slow_down(const pl_volume_setup *setup, size_t part, const pl_volume_sums *sums,
                      const pl_volume_change *all, const pl_model_context *context)
{
  double spin[3], whole = pl_volume_kinetic(setup);
  pl_volume_change removed_spin = {.at = all->at}, flux = {.at = all->at}, some = {.at = all->at};
  if (!balance_velocities(setup, part, sums, 0, context->h, &removed_spin)) removed_spin = some;
  add_change(&flux, 1, all);
  add_change(&flux, -1, &removed_spin);
  add_change(&some, -0.5, &flux);
  pl_volume_change_part(setup, part, &some, setup->body->v, context, spin);
  double half = pl_volume_kinetic(setup);
  pl_volume_change_part(setup, part, &some, setup->body->v, context, spin);
  double share = pl_volume_harmless_part(pl_volume_kinetic(setup), half, whole);
  pl_volume_change again = {.at = all->at};
  add_change(&again, share, &flux);
  pl_volume_change_part(setup, part, &again, setup->body->v, context, spin);
}

pl_status pl_volume_correct_velocities(const pl_volume_setup *setup, const pl_model_context *context)
{
  if (setup->def->velocities == PL_VOLUME_VELOCITIES_NONE) return PL_OK;
  if (pl_volume_is_in_unknowns(setup)) return pl_volume_correct_velocities_in_unknowns(setup, context);
  pl_volume *volume = setup->volume;
  for (size_t p = 0; p < volume->shape.part_count; p++) {
    pl_volume_gather at;
    pl_volume_sums sums;
    double spin[3];
    pl_volume_gather_part(setup, p, pl_volume_velocity_weights(setup), context, &at, &sums);
    pl_volume_change change = {.at = &at};
    double missing = pl_volume_missing_flux(setup, p, &sums, context->h);
    if (!balance_velocities(setup, p, &sums, missing, context->h, &change)) continue;
    double before = pl_volume_kinetic(setup);
    pl_volume_change_part(setup, p, &change, setup->body->v, context, spin);
    if (pl_volume_added_energy(before, pl_volume_kinetic(setup)) && !pl_volume_may_add_energy(setup, context->h))
      slow_down(setup, p, &sums, &change, context);
  }
  return PL_OK;
}
