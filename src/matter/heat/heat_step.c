/* SPDX-License-Identifier: MIT
   One implicit step of heat in all bodies. Unknown is the change of temperature, so that what conjugate gradients leave
   of the residual is small against the heat that flows; and it goes into the nodes at last, which makes the step
   exactly what flows in and out by the fluxes at the temperatures found: heat is neither made nor lost, at any
   tolerance. */
#include <math.h>
#include <string.h>

#include "matter/heat/heat.h"
#include "matter/number_track.h"

static const double tolerance = 1e-10; /* of the residual, relative to the right-hand side */
enum { MOST_ROUNDS = 500, GRAIN = 2048 };

/* The system of all bodies; node i of body b is first[b] + i. */
typedef struct heat_system {
  const pl_heat_step *step;
  size_t *first, count;
  double *diagonal; /* C + h (loss + sum of conductances), J/K */
  double *capacity; /* C */
  double *loss;     /* W/K */
  uint8_t *held;
} heat_system;

pl_status pl_heat_reserve(pl_krylov *krylov, size_t nodes)
{
  if (krylov->shape.length >= nodes) return PL_OK;
  pl_krylov bigger;
  PL_TRY(pl_krylov_create(&(pl_vector_shape){.length = nodes, .lanes = 1, .planes = 1, .columns = 1}, &bigger));
  pl_krylov_free(krylov);
  *krylov = bigger;
  return PL_OK;
}

size_t pl_heat_scratch(size_t nodes, size_t bodies)
{
  return (5 * sizeof(double) + 1) * nodes + (sizeof(size_t) + 2 * sizeof(void *)) * bodies + 1024;
}

/* ---- the operator ---- */

typedef struct row_work {
  const heat_system *system;
  const pl_heat *heat;
  size_t first;
  const double *x;
  double *y;
  double h;
} row_work;

/* y = (C + h loss) x + h L x, each node gathering from its neighbours. */
static void multiply_rows(void *context, size_t begin, size_t end)
{
  const row_work *w = context;
  const pl_heat *heat = w->heat;
  const double *x = w->x + w->first;
  for (size_t i = begin; i < end; i++) {
    double sum = 0;
    for (size_t k = heat->starts[i]; k < heat->starts[i + 1]; k++)
      sum += heat->conductance[heat->through[k]] * x[heat->others[k]];
    w->y[w->first + i] = w->system->diagonal[w->first + i] * x[i] - w->h * sum;
  }
}

static size_t node_of(const heat_system *system, const pl_heat_bridge *bridge, int side)
{
  return system->first[bridge->bodies[side]] + bridge->nodes[side];
}

static void multiply_all(const heat_system *system, const double *x, double *y, pl_pool *pool)
{
  const pl_heat_step *step = system->step;
  for (size_t b = 0; b < step->count; b++) {
    row_work work = {system, step->bodies[b], system->first[b], x, y, step->h};
    pl_parallel_for(pool, step->bodies[b]->count, GRAIN, multiply_rows, &work);
  }
  for (size_t k = 0; k < step->bridge_count; k++) {
    const pl_heat_bridge *bridge = &step->bridges[k];
    size_t i = node_of(system, bridge, 0), j = node_of(system, bridge, 1);
    y[i] -= step->h * bridge->conductance * x[j];
    y[j] -= step->h * bridge->conductance * x[i];
  }
}

/* Nodes that are held have no equation. */
static void multiply(void *context, double *x, double *y, pl_pool *pool)
{
  const heat_system *system = context;
  multiply_all(system, x, y, pool);
  for (size_t i = 0; i < system->count; i++)
    if (system->held[i]) y[i] = 0;
}

static void precondition(void *context, double *r, double *z, pl_pool *pool)
{
  (void)pool;
  const heat_system *system = context;
  for (size_t i = 0; i < system->count; i++) z[i] = system->held[i] ? 0 : r[i] / system->diagonal[i];
}

/* ---- coefficients ---- */

static void fill_diagonal(const heat_system *system)
{
  const pl_heat_step *step = system->step;
  for (size_t b = 0; b < step->count; b++) {
    const pl_heat *heat = step->bodies[b];
    for (size_t i = 0; i < heat->count; i++) {
      double sum = 0;
      for (size_t k = heat->starts[i]; k < heat->starts[i + 1]; k++) sum += heat->conductance[heat->through[k]];
      size_t at = system->first[b] + i;
      system->loss[at] = heat->air[i];
      system->capacity[at] = heat->capacity[i];
      system->diagonal[at] = sum;
    }
  }
  for (size_t k = 0; k < step->leak_count; k++)
    system->loss[system->first[step->leaks[k].body] + step->leaks[k].node] += step->leaks[k].conductance;
  for (size_t k = 0; k < step->bridge_count; k++)
    for (int side = 0; side < 2; side++)
      system->diagonal[node_of(system, &step->bridges[k], side)] += step->bridges[k].conductance;
  for (size_t i = 0; i < system->count; i++)
    system->diagonal[i] = system->capacity[i] + step->h * (system->diagonal[i] + system->loss[i]);
}

/* The heat that would flow into each node in a step if temperatures stayed, J. */
static void fill_right(const heat_system *system, double *b)
{
  const pl_heat_step *step = system->step;
  for (size_t n = 0; n < step->count; n++) {
    const pl_heat *heat = step->bodies[n];
    for (size_t i = 0; i < heat->count; i++) {
      double sum = heat->air[i] * (heat->ambient - heat->temperature[i]);
      for (size_t k = heat->starts[i]; k < heat->starts[i + 1]; k++)
        sum += heat->conductance[heat->through[k]] * (heat->temperature[heat->others[k]] - heat->temperature[i]);
      b[system->first[n] + i] = step->h * sum;
    }
    for (size_t s = 0; s < heat->source_count; s++) {
      const pl_heat_source *source = &heat->sources[s];
      double power = pl_number_track_at(&source->power, step->time, 0);
      for (size_t k = 0; k < source->count; k++)
        b[system->first[n] + source->nodes[k]] += step->h * source->parts[k] * power;
    }
  }
  for (size_t k = 0; k < step->leak_count; k++) {
    const pl_heat_leak *leak = &step->leaks[k];
    double difference = leak->temperature - step->bodies[leak->body]->temperature[leak->node];
    b[system->first[leak->body] + leak->node] += step->h * leak->conductance * difference;
  }
  for (size_t k = 0; k < step->bridge_count; k++) {
    const pl_heat_bridge *bridge = &step->bridges[k];
    double flow = bridge->conductance * (step->bodies[bridge->bodies[1]]->temperature[bridge->nodes[1]] -
                                         step->bodies[bridge->bodies[0]]->temperature[bridge->nodes[0]]);
    b[node_of(system, bridge, 0)] += step->h * flow;
    b[node_of(system, bridge, 1)] -= step->h * flow;
  }
}

/* The nodes with prescribed temperatures, and their changes. */
static void hold(const heat_system *system, double *change)
{
  const pl_heat_step *step = system->step;
  memset(system->held, 0, system->count);
  memset(change, 0, system->count * sizeof(double));
  for (size_t b = 0; b < step->count; b++) {
    const pl_heat *heat = step->bodies[b];
    for (size_t s = 0; s < heat->source_count; s++) {
      const pl_heat_source *source = &heat->sources[s];
      if (source->temperature.count == 0) continue;
      double wanted = pl_number_track_at(&source->temperature, step->time, 0);
      for (size_t k = 0; k < source->count; k++) {
        size_t at = system->first[b] + source->nodes[k];
        system->held[at] = 1;
        change[at] = wanted - heat->temperature[source->nodes[k]];
      }
    }
  }
}

/* ---- heat flows ---- */

static void count_flows(const heat_system *system, const double *change, const double *right, const double *product)
{
  const pl_heat_step *step = system->step;
  for (size_t b = 0; b < step->count; b++) {
    pl_heat *heat = step->bodies[b];
    heat->flows = (pl_heat_flows){0};
    const double *dT = change + system->first[b];
    for (size_t i = 0; i < heat->count; i++) {
      heat->flows.air += heat->air[i] * (heat->ambient - heat->temperature[i] - dT[i]);
      size_t at = system->first[b] + i;
      if (system->held[at]) heat->flows.sources += (product[at] - right[at]) / step->h;
    }
    for (size_t s = 0; s < heat->source_count; s++)
      if (heat->sources[s].power.count)
        heat->flows.sources += pl_number_track_at(&heat->sources[s].power, step->time, 0);
  }
  for (size_t k = 0; k < step->leak_count; k++) {
    const pl_heat_leak *leak = &step->leaks[k];
    pl_heat *heat = step->bodies[leak->body];
    double now = heat->temperature[leak->node] + change[system->first[leak->body] + leak->node];
    heat->flows.obstacles += leak->conductance * (leak->temperature - now);
  }
  for (size_t k = 0; k < step->bridge_count; k++) {
    const pl_heat_bridge *bridge = &step->bridges[k];
    double now[2];
    for (int e = 0; e < 2; e++)
      now[e] = step->bodies[bridge->bodies[e]]->temperature[bridge->nodes[e]] + change[node_of(system, bridge, e)];
    step->bodies[bridge->bodies[0]]->flows.bodies += bridge->conductance * (now[1] - now[0]);
    step->bodies[bridge->bodies[1]]->flows.bodies += bridge->conductance * (now[0] - now[1]);
  }
}

/* ---- the whole ---- */

static pl_status start(const pl_heat_step *step, pl_arena *scratch, heat_system *system)
{
  *system = (heat_system){.step = step, .first = PL_TAKE(scratch, size_t, step->count)};
  if (!system->first) return PL_ERROR_MEMORY;
  for (size_t b = 0; b < step->count; b++) {
    system->first[b] = system->count;
    system->count += step->bodies[b]->count;
  }
  system->diagonal = PL_TAKE(scratch, double, system->count);
  system->capacity = PL_TAKE(scratch, double, system->count);
  system->loss = PL_TAKE(scratch, double, system->count);
  system->held = PL_TAKE(scratch, uint8_t, system->count);
  return system->diagonal && system->capacity && system->loss && system->held ? PL_OK : PL_ERROR_MEMORY;
}

/* Scale of the residual: the norm of the right-hand side, at least the rounding error of the heat content. */
static double size_of(const heat_system *system, const double *right)
{
  static const double last_digits = 1e-15;
  double flows = 0, heat = 0;
  for (size_t b = 0; b < system->step->count; b++)
    for (size_t i = 0; i < system->step->bodies[b]->count; i++) {
      size_t at = system->first[b] + i;
      double held = system->capacity[at] * system->step->bodies[b]->temperature[i];
      flows += right[at] * right[at];
      heat += held * held;
    }
  return fmax(sqrt(flows), last_digits / tolerance * sqrt(heat));
}

/* r = b - A x, zero where there is no equation. */
static void find_residual(const heat_system *system, const double *right, const double *change, double *r,
                          pl_pool *pool)
{
  multiply_all(system, change, r, pool);
  for (size_t i = 0; i < system->count; i++) r[i] = system->held[i] ? 0 : right[i] - r[i];
}

pl_status pl_heat_advance(const pl_heat_step *step, pl_krylov *krylov, const pl_model_context *context)
{
  heat_system system;
  pl_arena_mark mark = pl_arena_here(context->scratch);
  PL_TRY(start(step, context->scratch, &system));
  double *right = PL_TAKE(context->scratch, double, system.count);
  double *change = PL_TAKE(context->scratch, double, system.count);
  if (!right || !change) return PL_ERROR_MEMORY;
  fill_diagonal(&system);
  fill_right(&system, right);
  hold(&system, change);
  double size[3] = {size_of(&system, right), 0, 0}, residual = 0;
  krylov->shape.length = system.count;
  krylov->context = &system;
  krylov->multiply = multiply;
  krylov->precondition = precondition;
  find_residual(&system, right, change, krylov->r, context->pool);
  pl_krylov_solve(krylov, change, size, tolerance, MOST_ROUNDS, &residual, context->pool);
  context->stats->not_converged += !(residual <= tolerance);
  find_residual(&system, right, change, krylov->r, context->pool);
  multiply_all(&system, change, krylov->q, context->pool);
  count_flows(&system, change, right, krylov->q);
  for (size_t b = 0; b < step->count; b++)
    for (size_t i = 0; i < step->bodies[b]->count; i++) {
      size_t at = system.first[b] + i;
      step->bodies[b]->temperature[i] += change[at] + krylov->r[at] / system.capacity[at];
    }
  krylov->context = NULL;
  pl_arena_back_to(context->scratch, mark);
  return PL_OK;
}
