/* SPDX-License-Identifier: MIT
   What every embedded body has: its arrays, its material, its signals. */
#include "model/embedded/embedded.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "math/vec3.h"

pl_status pl_embedded_allocate(pl_embedded *nodes, size_t unknowns, size_t particles)
{
  nodes->unknowns = unknowns;
  nodes->particles = particles;
  nodes->y = PL_NEW(double, unknowns);
  nodes->w = PL_NEW(double, unknowns);
  nodes->rest = PL_NEW(double, unknowns);
  nodes->rest_x = PL_NEW(double, 3 * particles);
  nodes->work = PL_NEW(double, 3 * unknowns);
  nodes->start = PL_NEW(double, unknowns);
  nodes->load = PL_NEW(double, unknowns);
  nodes->pending = PL_NEW(double, unknowns);
  if (!nodes->y || !nodes->w || !nodes->rest || !nodes->rest_x || !nodes->work || !nodes->start || !nodes->load ||
      !nodes->pending)
    return PL_ERROR_MEMORY;
  if (!nodes->kind->positions_and_velocities) return PL_OK;
  nodes->ahead_x = PL_NEW(double, 3 * particles);
  nodes->ahead_y = PL_NEW(double, unknowns);
  return nodes->ahead_x && nodes->ahead_y ? PL_OK : PL_ERROR_MEMORY;
}

void pl_embedded_free(pl_embedded *nodes)
{
  pl_release(nodes->y);
  pl_release(nodes->w);
  pl_release(nodes->rest);
  pl_release(nodes->rest_x);
  pl_release(nodes->work);
  pl_release(nodes->start);
  pl_release(nodes->load);
  pl_release(nodes->pending);
  pl_release(nodes->springs);
  pl_release(nodes->numbers);
  pl_release(nodes->ahead_x);
  pl_release(nodes->ahead_y);
  pl_release(nodes->piece_targets);
  pl_pieces_free(&nodes->pieces);
}

pl_status pl_embedded_check_material(const char *model, const pl_embedded_material *m)
{
  if (!(m->youngs_modulus > 0 && isfinite(m->youngs_modulus)))
    return pl_fail(PL_ERROR_ARGUMENT, "%s.youngs_modulus must be positive, in Pa, got %g", model, m->youngs_modulus);
  if (!(m->poisson_ratio >= 0 && m->poisson_ratio < 0.5))
    return pl_fail(PL_ERROR_ARGUMENT, "%s.poisson_ratio must be in [0, 0.5), got %g", model, m->poisson_ratio);
  if (!(m->penalty >= 0 && isfinite(m->penalty)))
    return pl_fail(PL_ERROR_ARGUMENT, "%s.penalty must be zero (chosen from the material) or positive, in N/m, got %g",
                   model, m->penalty);
  if (!(m->plane_penalty >= 0 && isfinite(m->plane_penalty)))
    return pl_fail(PL_ERROR_ARGUMENT,
                   "%s.plane_penalty must be zero (contact pushes out of planes) or positive, in N/m, got %g", model,
                   m->plane_penalty);
  if (!(m->damping_ratio >= 0 && isfinite(m->damping_ratio)))
    return pl_fail(PL_ERROR_ARGUMENT, "%s.damping_ratio must be zero or positive, got %g", model, m->damping_ratio);
  if (m->angular_momentum != PL_MOMENTUM_KEEP && m->angular_momentum != PL_MOMENTUM_FREE)
    return pl_fail(PL_ERROR_ARGUMENT, "%s.angular_momentum must be keep or free, got %d", model,
                   (int)m->angular_momentum);
  return PL_OK;
}

static void set_material(pl_embedded *nodes, const pl_embedded_material *m)
{
  nodes->lambda = m->youngs_modulus * m->poisson_ratio / ((1 + m->poisson_ratio) * (1 - 2 * m->poisson_ratio));
  nodes->mu = m->youngs_modulus / (2 * (1 + m->poisson_ratio));
  nodes->beta = pl_model_loss_time(m->damping_ratio, m->youngs_modulus, m->density, nodes->size);
  /* a pin yields a hundredth of what the whole body would under the same force */
  nodes->penalty_is_shared = m->penalty == 0;
  nodes->penalty = m->penalty > 0 ? m->penalty : 100 * m->youngs_modulus * nodes->size;
  nodes->plane_penalty = m->plane_penalty;
  /* where forces are no gradient, internal ones turn a body: what it had is not what it must keep */
  nodes->keeps_momentum = nodes->exact && m->angular_momentum == PL_MOMENTUM_KEEP;
}

pl_status pl_embedded_create(const pl_embedded_kind *kind, const pl_model_setup *setup, void **data, uint32_t *order)
{
  for (size_t i = 0; i < setup->rest.vertex_count; i++) order[i] = (uint32_t)i;
  if (setup->rest.triangle_count == 0)
    return pl_fail(PL_ERROR_MESH, "the mesh has no triangles: this model fills a surface with matter");
  pl_embedded *nodes = pl_allocate(1, kind->size);
  if (!nodes) return PL_ERROR_MEMORY;
  nodes->kind = kind;
  pl_status status = kind->make(nodes, setup);
  if (status != PL_OK) {
    pl_embedded_destroy(nodes);
    return status;
  }
  *data = nodes;
  return PL_OK;
}

void pl_embedded_destroy(void *data)
{
  pl_embedded *nodes = data;
  if (!nodes) return;
  nodes->kind->empty(nodes);
  pl_embedded_free(nodes);
  pl_release(nodes);
}

pl_status pl_embedded_prepare(pl_model_body *body, const pl_body_def *def, unsigned changes,
                              const pl_model_context *context)
{
  (void)context;
  pl_embedded *nodes = body->data;
  if (changes & (PL_CHANGED_MATERIAL | PL_CHANGED_BACK)) {
    pl_embedded_material material = nodes->kind->material(def);
    set_material(nodes, &material);
    if (nodes->kind->define) nodes->kind->define(nodes, def);
    body->traits.collides_with_planes = nodes->plane_penalty > 0;
  }
  return changes & PL_CHANGED_BACK ? PL_OK : pl_embedded_reserve(body);
}

pl_status pl_embedded_reserve(pl_model_body *body)
{
  pl_embedded *nodes = body->data;
  size_t springs = body->fixed_count + PL_MOST_HELD, behind = nodes->plane_penalty > 0 ? nodes->particles : 0;
  size_t numbered = nodes->number_capacity;
  PL_TRY(
      pl_grow((void **)&nodes->springs, &nodes->spring_capacity, springs + PL_MOST_PLANES * behind, sizeof(pl_spring)));
  PL_TRY(pl_grow((void **)&nodes->numbers, &nodes->number_capacity, behind, sizeof(uint32_t)));
  for (size_t i = numbered; i < nodes->number_capacity; i++) nodes->numbers[i] = (uint32_t)i;
  return nodes->kind->reserve ? nodes->kind->reserve(nodes, springs) : PL_OK;
}

void pl_embedded_describe_locking(const pl_embedded *nodes, char *text, size_t size)
{
  double ratio = nodes->lambda / (2 * (nodes->lambda + nodes->mu));
  if (ratio <= 0.45 + 1e-9) return;
  snprintf(
      text, size,
      "a Poisson's ratio of %.4g locks: it bends and shears too stiffly; 0.45 at most, and \"volume\": { \"mode\": "
      "\"keep\" } for what keeps its volume\n",
      ratio);
}

double pl_embedded_pin(const pl_embedded *nodes, size_t count)
{
  const double few = 16;
  return nodes->penalty_is_shared && (double)count > few ? nodes->penalty * few / (double)count : nodes->penalty;
}

size_t pl_embedded_scratch(const pl_model_body *body)
{
  const pl_embedded *nodes = body->data;
  return nodes->kind->scratch(nodes) + pl_embedded_parts_scratch(nodes) +
         (16 * nodes->unknowns + 3 * nodes->particles) * sizeof(double) + 32 * 64;
}

pl_status pl_embedded_declare(pl_model_body *body, pl_registry *registry)
{
  const double beyond = 1e6; /* nodes are around what they carry: where particles are torn apart, far around it */
  pl_embedded *nodes = body->data;
  PL_TRY(pl_registry_add_within(registry, beyond * pl_limit_of(PL_QUANTITY_LENGTH).most, "node positions", PL_PER_BODY,
                                PL_TYPE_DOUBLE, 3, nodes->unknowns / 3, nodes->y));
  PL_TRY(pl_registry_add(registry, "node velocities", PL_PER_BODY, PL_TYPE_DOUBLE, 3, nodes->unknowns / 3, nodes->w));
  return pl_registry_add(registry, "target momentum", PL_PER_BODY, PL_TYPE_DOUBLE, 7, 1, &nodes->target_momentum);
}

void pl_embedded_update_particles(pl_model_body *body, pl_pool *pool)
{
  pl_embedded *nodes = body->data;
  nodes->kind->nodes_changed(nodes);
  if (nodes->kind->record_carriers) nodes->kind->record_carriers(nodes);
  nodes->kind->positions(nodes, pool, body->x);
  nodes->kind->velocities(nodes, pool, body->v);
  pl_embedded_cancel_targets(nodes, NULL);
}

/* From the nodes' own mass matrix; particles only follow. A rigid motion of the nodes is one of the matter, so that
   momenta are products of M w with fields of translation and rotation. */
pl_status pl_embedded_measure(const pl_model_body *body, const double gravity[3], pl_body_signals *out)
{
  const pl_embedded *nodes = body->data;
  double *momentum = nodes->work, centre[3];
  out->kinetic = nodes->kind->kinetic(nodes);
  nodes->kind->momentum(nodes, momentum);
  pl_vec3_set(out->momentum, 0, 0, 0);
  pl_vec3_set(out->angular_momentum, 0, 0, 0);
  for (size_t i = 0; i < nodes->unknowns; i += 3) {
    double moment[3];
    pl_vec3_cross(nodes->y + i, momentum + i, moment);
    pl_vec3_add(out->momentum, momentum + i, out->momentum);
    pl_vec3_add(out->angular_momentum, moment, out->angular_momentum);
  }
  nodes->kind->centre(nodes, centre);
  out->gravitational = -nodes->total_mass * pl_vec3_dot(gravity, centre);
  return PL_OK;
}

pl_status pl_embedded_energy(const pl_model_body *body, const double *x, const pl_model_context *context,
                             double *energy, double *force)
{
  pl_embedded *nodes = body->data;
  if (x != body->x)
    return pl_fail(PL_ERROR_UNSUPPORTED,
                   "body '%s': the energy is known of the state it is in only: its particles are "
                   "carried by nodes",
                   body->name);
  if (force)
    return pl_fail(PL_ERROR_UNSUPPORTED,
                   "body '%s': elastic forces act on the nodes that carry the particles, not on particles", body->name);
  return nodes->kind->elastic(nodes, context, energy, NULL);
}
