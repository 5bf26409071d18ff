/* SPDX-License-Identifier: MIT
   A world takes over what a snapshot says, all of it or nothing. */
#include <stdio.h>
#include <string.h>

#include "base/floats.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/status.h"
#include "world/snapshot/snapshot.h"

/* ---- taking over ---- */

#define SWAP(type, a, b)                                                                                               \
  do {                                                                                                                 \
    type swapped = (a);                                                                                                \
    (a) = (b);                                                                                                         \
    (b) = swapped;                                                                                                     \
  } while (0)

/* Everything but the registered state and the factors changes hands. Doing it twice changes nothing. */
static void swap_parts(pl_world *world, pl_snapshot *read)
{
  SWAP(double, world->h, read->header.h);
  SWAP(double, world->step, read->header.step);
  SWAP(uint32_t, world->substeps, read->header.substeps);
  SWAP(pl_obstacle *, world->obstacles, read->obstacles);
  SWAP(size_t, world->obstacle_count, read->obstacle_count);
  SWAP(size_t, world->obstacle_capacity, read->obstacle_capacity);
  SWAP(pl_touching_list, world->report.now, read->touching);
  SWAP(pl_attachments, world->attachments, read->attachments);
  SWAP(pl_forces, world->forces, read->forces);
  SWAP(pl_schedule, world->schedule, read->schedule);
  for (size_t b = 0; b < world->body_count; b++) {
    pl_body *body = world->bodies[b];
    pl_body_part *part = &read->bodies[b];
    SWAP(pl_body_def, body->def, part->def);
    SWAP(bool, body->view.flows, part->flows);
    SWAP(double *, body->basis, part->basis);
    SWAP(size_t, body->view.basis_size, part->basis_size);
    body->view.basis = body->basis;
    SWAP(pl_pin *, body->pins, part->pins);
    SWAP(size_t, body->pin_count, part->pin_count);
    SWAP(size_t, body->pin_capacity, part->pin_capacity);
    SWAP(pl_grab *, body->grabs, part->grabs);
    SWAP(size_t, body->grab_count, part->grab_count);
    SWAP(size_t, body->grab_capacity, part->grab_capacity);
  }
}

/* Factors that depended on what was just replaced are made anew; only where something really differs. */
static pl_status prepare_again(pl_body *body, pl_body_part *part, const pl_snapshot_header *before)
{
  size_t fixed_before = body->view.fixed_count;
  uint64_t hash_before = pl_hash_bytes(PL_HASH_START, body->fixed, fixed_before * sizeof(uint32_t));
  pl_body_collect_fixed(body);
  unsigned changes = body->stale;
  if (body->world->h != before->h || body->world->step != before->step) changes |= PL_CHANGED_STEP;
  const pl_model *model = body->model;
  if (memcmp(pl_model_part_of(model, &part->def), pl_model_part_of(model, &body->def), model->part.size) != 0)
    changes |= PL_CHANGED_MATERIAL;
  if (part->flows != body->view.flows) changes |= PL_CHANGED_MATERIAL;
  if (memcmp(&part->def.inelastic, &body->def.inelastic, sizeof(pl_inelastic_def)) != 0) changes |= PL_CHANGED_MATERIAL;
  if (body->view.fixed_count != fixed_before ||
      hash_before != pl_hash_bytes(PL_HASH_START, body->fixed, fixed_before * sizeof(uint32_t)))
    changes |= PL_CHANGED_FIXED;
  size_t basis_bytes = body->count * body->view.basis_size * sizeof(double);
  if (body->view.basis_size != part->basis_size || (basis_bytes && memcmp(body->basis, part->basis, basis_bytes) != 0))
    changes |= PL_CHANGED_BASIS;
  if (!changes) return PL_OK;
  part->prepared = changes;
  PL_TRY(pl_body_prepare(body, changes));
  body->stale = 0;
  return PL_OK;
}

static pl_status take_over(pl_world *world, pl_snapshot *read)
{
  for (size_t b = 0; b < world->body_count; b++) {
    pl_body *body = world->bodies[b];
    PL_TRY(pl_body_set_up_matter(body, &body->def));
    PL_TRY(prepare_again(body, &read->bodies[b], &read->header));
    PL_TRY(pl_body_set_up_volume(body, &body->def.volume));
    if (pl_world_obstacle_count(world) || world->attachments.count || body->grab_count || body->pin_count)
      PL_TRY(body->model->reserve(&body->view));
  }
  PL_TRY(pl_world_redeclare(world)); /* a material that flows has state that another has not */
  if (read->header.state_size != pl_registry_bytes(&world->registry))
    return pl_snapshot_damaged("the state has the wrong size");
  pl_status status = pl_registry_check(&world->registry, read->state);
  if (status != PL_OK) return pl_fail_in(status, "the snapshot is damaged: ");
  PL_TRY(pl_world_reserve_scratch(world));
  return pl_world_return_to_state(world, read->state);
}

/* Back to what the world was; a model that cannot be prepared for want of memory is prepared before the next step. */
static void undo(pl_world *world, pl_snapshot *read, const unsigned char *state, size_t size)
{
  swap_parts(world, read);
  for (size_t b = 0; b < world->body_count; b++) {
    pl_body *body = world->bodies[b];
    pl_body_collect_fixed(body);
    pl_body_set_up_matter(body, &body->def);
    if (read->bodies[b].prepared && pl_body_prepare(body, read->bodies[b].prepared) != PL_OK)
      body->stale |= read->bodies[b].prepared;
  }
  if (pl_world_redeclare(world) == PL_OK && pl_registry_bytes(&world->registry) == size)
    pl_world_return_to_state(world, state);
}

static pl_status swap_in(pl_world *world, pl_snapshot *read)
{
  size_t size = pl_registry_bytes(&world->registry);
  unsigned char *state = PL_NEW(unsigned char, size);
  if (!state) return PL_ERROR_MEMORY;
  pl_registry_copy_out(&world->registry, state);
  swap_parts(world, read);
  pl_status status = take_over(world, read);
  if (status != PL_OK) {
    char message[512];
    snprintf(message, sizeof message, "%s", pl_last_error());
    undo(world, read, state, size);
    pl_fail(status, "%s", message);
  }
  pl_release(state);
  return status;
}

/* Serials name bodies in lists of contacts, in forces and in the state. Doing it twice changes nothing. */
static void swap_serials(pl_world *world, pl_snapshot *read)
{
  SWAP(uint32_t, world->next_serial, read->header.next_serial);
  for (size_t b = 0; b < world->body_count; b++) SWAP(uint32_t, world->bodies[b]->serial, read->bodies[b].serial);
}

static pl_status restore(pl_world *world, pl_reader *from, pl_snapshot *read)
{
  swap_serials(world, read);
  pl_status status = pl_snapshot_read_parts(world, from, read);
  if (status == PL_OK) status = swap_in(world, read);
  if (status != PL_OK) swap_serials(world, read);
  return status;
}

/* What is said about a definition that came as bytes is said about the bytes. */
static pl_status as_damage(pl_status status)
{
  if (status == PL_OK || status == PL_ERROR_MEMORY || status == PL_ERROR_MISMATCH || status == PL_ERROR_FORMAT)
    return status;
  char message[512];
  snprintf(message, sizeof message, "%s", pl_last_error());
  return pl_fail(PL_ERROR_FORMAT, "the snapshot is damaged: %s", message);
}

pl_status pl_world_restore(pl_world *world, const void *data, size_t size)
{
  PL_OWN_FLOATS;
  if (!world || !data) return pl_fail(PL_ERROR_ARGUMENT, "pl_world_restore: %s is NULL", world ? "data" : "world");
  pl_snapshot read = {0};
  pl_reader from;
  pl_status status = pl_snapshot_read_bodies(world, data, size, &from, &read);
  if (status == PL_OK) status = restore(world, &from, &read);
  if (status == PL_OK) world->changes.size = world->report.event_count = 0;
  world->revision++;
  pl_snapshot_free(&read);
  return as_damage(status);
}
