/* SPDX-License-Identifier: MIT
   Restitution after contact is solved: contacts separate with a part of their approach velocity (Newton). Velocities
   alone change, since displacements could cause penetrations that no row sees. Poisson's rule does not fit: a
   speculative contact closes its gap within the step, so that an impact late in the step has hardly any impulse.

   Impulses act at the present positions, other than those of contact, which act at the start of the step and displace
   positions as well: this keeps angular momentum.

   Newton's rule may add energy with several contacts or friction. Contact impulses p that change the velocity from u to
   u' take the energy -p.(u + u')/2; restitution of an island is scaled so that it adds no more than that. */
#include <math.h>
#include <string.h>

#include "base/status.h"
#include "contact/solve/solver.h"

double pl_contact_approach_velocity(const pl_contact_solver *s, const pl_contact *contact)
{
  double sum = 0;
  for (uint32_t e = 0; e < pl_contact_particle_count(contact); e++) {
    double velocity[3];
    memcpy(velocity, s->setup->bodies[contact->owners[e]].start_velocity + contact->particles[e] * sizeof velocity,
           sizeof velocity);
    sum -= contact->swept.weights[e] * pl_vec3_dot(velocity, contact->swept.normal);
  }
  return sum;
}

static double restitution_of(const pl_contact_setup *setup, const pl_contact *contact)
{
  if (contact->obstacle != PL_NO_OBSTACLE) return setup->obstacles[contact->obstacle].shape->restitution;
  return fmax(setup->bodies[contact->bodies[0]].def->restitution, setup->bodies[contact->bodies[1]].def->restitution);
}

/* Energy of restitution in an island. */
typedef struct energy_balance {
  double taken;         /* energy taken by contact impulses, J */
  double along, square; /* a part s of the impulses adds s along + s^2 square / 2, J */
  double part;          /* largest part in [0, 1] that adds no more than `taken` */
} energy_balance;

typedef struct restitution_pass {
  const pl_contact_solver *solver;
  const pl_contact_pass *pass;
  double *back;             /* per contact: restitution impulse along its normal, N s */
  energy_balance *balances; /* per body that identifies an island */
} restitution_pass;

static energy_balance *balance_of(const restitution_pass *b, size_t contact)
{
  return &b->balances[b->solver->island[b->pass->contacts.items[contact].bodies[0]]];
}

/* Present normal velocity of a contact, m/s. */
static double opening(const restitution_pass *b, size_t contact)
{
  const pl_row *row = &b->pass->rows[b->pass->where[contact]];
  pl_anchor anchor = {row->particles, row->particle_count, row->shift};
  double velocity[3];
  pl_anchor_velocity(b->solver->bodies, &anchor, velocity);
  pl_vec3_sub(velocity, row->surface_velocity, velocity);
  return pl_vec3_dot(velocity, row->normal);
}

static pl_status begin(restitution_pass *b, bool *any)
{
  const pl_contact_solver *s = b->solver;
  const pl_contacts *contacts = &b->pass->contacts;
  *any = false;
  b->back = PL_TAKE(s->context->scratch, double, contacts->count);
  if (!b->back) return PL_ERROR_MEMORY;
  for (size_t k = 0; k < contacts->count; k++) {
    const pl_contact *contact = &contacts->items[k];
    const pl_row *row = &b->pass->rows[b->pass->where[k]];
    /* Poisson's rule; replaced by Newton's where the compliance of the row is known */
    b->back[k] = contact->hit ? restitution_of(s->setup, contact) * pl_vec3_dot(row->impulse, row->normal) : 0;
    *any = *any || b->back[k] > 0;
  }
  if (!*any) return PL_OK;
  b->balances = PL_TAKE(s->context->scratch, energy_balance, s->setup->body_count);
  if (!b->balances) return PL_ERROR_MEMORY;
  memset(b->balances, 0, s->setup->body_count * sizeof(energy_balance));
  return PL_OK;
}

/* Angular corrections, velocities and anchors at the present positions. */
static pl_status update_rows(const restitution_pass *b)
{
  const pl_contact_solver *s = b->solver;
  pl_model_context here = *s->context;
  here.h = 0;
  for (size_t k = 0; k < b->pass->contacts.count; k++) {
    const pl_row *row = &b->pass->rows[b->pass->where[k]];
    for (uint32_t e = 0; e < row->particle_count && b->back[k] != 0; e++)
      s->has_new_particles[row->particles[e].body] = 1;
  }
  pl_contact_solver now = *s;
  now.context = &here;
  for (size_t k = 0; k < s->setup->body_count; k++) {
    pl_coupled *coupled = &s->bodies[k];
    if (s->has_new_particles[k])
      PL_TRY(pl_angular_correction_start(coupled->model, coupled->body, &here, &coupled->angular));
    s->has_new_particles[k] = 0;
    PL_TRY(pl_coupled_read_velocities(coupled, &here));
  }
  for (size_t k = 0; k < b->pass->contacts.count; k++)
    if (b->back[k] != 0) pl_contact_set_anchor(&now, &b->pass->contacts.items[k], &b->pass->rows[b->pass->where[k]]);
  return PL_OK;
}

/* Applies the restitution impulses, or with `rest` removes the part that would add energy. */
static pl_status push_rows(const restitution_pass *b, bool rest)
{
  const pl_contact_solver *s = b->solver;
  for (size_t k = 0; k < s->setup->body_count; k++) {
    pl_coupled *coupled = &s->bodies[k];
    if (coupled->count) memset(coupled->pushed, 0, 3 * coupled->count * sizeof(double));
    pl_vec3_set(coupled->couple, 0, 0, 0);
    s->has_new_particles[k] = 0;
  }
  for (size_t k = 0; k < b->pass->contacts.count; k++) {
    const pl_row *row = &b->pass->rows[b->pass->where[k]];
    double part = rest ? balance_of(b, k)->part - 1 : 1, impulse[3];
    if (b->back[k] * part == 0) continue;
    pl_vec3_scale(row->normal, part * b->back[k], impulse);
    pl_anchor anchor = {row->particles, row->particle_count, row->shift};
    pl_anchor_gather(s->bodies, &anchor, impulse);
    for (uint32_t e = 0; e < row->particle_count; e++) s->has_new_particles[row->particles[e].body] = 1;
  }
  for (size_t k = 0; k < s->setup->body_count; k++) {
    if (!s->has_new_particles[k]) continue;
    s->has_new_particles[k] = 0;
    PL_TRY(pl_coupled_change_velocities(&s->bodies[k], s->context));
    PL_TRY(pl_coupled_read_velocities(&s->bodies[k], s->context));
  }
  return PL_OK;
}

static void limit_part(energy_balance *a)
{
  a->part = 1;
  if (a->along + 0.5 * a->square <= a->taken || !(a->square > 0)) return;
  double taken = fmax(0, a->taken);
  a->part = fmin(1, fmax(0, (sqrt(a->along * a->along + 2 * a->square * taken) - a->along) / a->square));
}

static pl_status restitute(const restitution_pass *b)
{
  const pl_contact_solver *s = b->solver;
  const pl_contacts *contacts = &b->pass->contacts;
  PL_TRY(update_rows(b));
  for (size_t k = 0; k < contacts->count; k++) {
    const pl_row *row = &b->pass->rows[b->pass->where[k]];
    if (b->back[k] == 0) continue;
    energy_balance *a = balance_of(b, k);
    double approach =
        pl_contact_approach_velocity(s, &contacts->items[k]) + pl_vec3_dot(row->surface_velocity, row->normal);
    double now = opening(b, k), part = restitution_of(s->setup, &contacts->items[k]);
    if (row->along > 0) b->back[k] = fmax(0, part * approach - now) / row->along;
    a->taken += 0.5 * pl_vec3_dot(row->impulse, row->normal) * (approach - now);
    a->along += b->back[k] * now;
    a->square -= b->back[k] * now;
  }
  PL_TRY(push_rows(b, false));
  for (size_t k = 0; k < contacts->count; k++)
    if (b->back[k] != 0) balance_of(b, k)->square += b->back[k] * opening(b, k);
  for (size_t k = 0; k < s->setup->body_count; k++) limit_part(&b->balances[k]);
  return push_rows(b, true);
}

pl_status pl_contact_apply_restitution(const pl_contact_solver *solver, const pl_contact_pass *pass)
{
  restitution_pass b = {.solver = solver, .pass = pass};
  bool any;
  PL_TRY(begin(&b, &any));
  if (!any) return PL_OK;
  PL_TRY(restitute(&b));
  for (size_t k = 0; k < pass->contacts.count; k++) {
    pl_row *row = &pass->rows[pass->where[k]];
    if (b.back[k] == 0) continue;
    pl_vec3_add_scaled(row->impulse, balance_of(&b, k)->part * b.back[k], row->normal, row->impulse);
    pl_vec3_copy(row->impulse, row->applied);
  }
  return PL_OK;
}
