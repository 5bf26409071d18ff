/* SPDX-License-Identifier: MIT
   What identifies worlds and bodies, and a world as bytes. */
#include <string.h>

#include "base/floats.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/status.h"
#include "world/snapshot/records.h"
#include "world/snapshot/snapshot.h"

const char pl_snapshot_magic[8] = "PLIANTSS";

uint64_t pl_snapshot_checksum(const unsigned char *data, size_t size)
{
  const size_t start = offsetof(pl_snapshot_header, h);
  return pl_hash_words(PL_HASH_START, data + start, size - start);
}

void pl_body_identify(pl_body *body)
{
  uint64_t hash = PL_HASH_START;
  pl_mesh_data rest = pl_mesh_view(body->rest);
  hash = pl_hash_bytes(hash, body->name, strlen(body->name) + 1);
  hash = pl_hash_bytes(hash, body->model->name, strlen(body->model->name) + 1);
  hash = pl_hash_bytes(hash, rest.positions, 3 * rest.vertex_count * sizeof(double));
  hash = pl_hash_bytes(hash, rest.edges, 2 * rest.edge_count * sizeof(uint32_t));
  hash = pl_hash_bytes(hash, rest.triangles, 3 * rest.triangle_count * sizeof(uint32_t));
  hash = pl_hash_bytes(hash, body->mass, body->count * sizeof(double));
  if (pl_body_plane(body)) hash = pl_hash_bytes(hash, pl_body_plane(body), 3 * sizeof(double));
  body->identity = pl_hash_bytes(hash, body->order, body->count * sizeof(uint32_t));
}

uint64_t pl_world_identity(const pl_world *world)
{
  uint64_t hash = PL_HASH_START;
  for (size_t b = 0; b < world->body_count; b++) {
    hash = pl_hash_bytes(hash, &world->bodies[b]->identity, sizeof world->bodies[b]->identity);
  }
  return hash;
}

static void put_text(pl_bytes *to, const char *text)
{
  size_t size = strlen(text);
  pl_size_put(to, size);
  pl_bytes_put(to, text, size);
}

static void put_bodies(pl_bytes *to, const pl_world *world)
{
  pl_size_put(to, world->body_count);
  for (size_t b = 0; b < world->body_count; b++) {
    put_text(to, world->bodies[b]->name);
    PL_PUT(to, world->bodies[b]->identity);
    PL_PUT(to, world->bodies[b]->serial);
  }
}

static void put_pins(pl_bytes *to, const pl_body *body)
{
  pl_size_put(to, body->pin_count);
  for (size_t p = 0; p < body->pin_count; p++) {
    const pl_pin *pin = &body->pins[p];
    uint32_t flags[3] = {pin->generation, pin->state, pin->eliminated};
    PL_PUT(to, flags);
    pl_size_put(to, pin->count);
    if (pin->state != PL_SLOT_ACTIVE) continue;
    pl_bytes_put(to, pin->particles, pin->count * sizeof(uint32_t));
    pl_bytes_put(to, pin->anchors, 3 * pin->count * sizeof(double));
    PL_PUT(to, pin->start);
    pl_motion_put(to, &pin->motion);
  }
}

static void put_grabs(pl_bytes *to, const pl_body *body)
{
  pl_size_put(to, body->grab_count);
  for (size_t g = 0; g < body->grab_count; g++) pl_record_put(to, pl_layout_of_grab, &body->grabs[g]);
}

static void put_basis(pl_bytes *to, const pl_body *body)
{
  pl_size_put(to, body->view.basis_size);
  pl_bytes_put(to, body->basis, body->count * body->view.basis_size * sizeof(double));
}

static void put_surface(pl_bytes *to, const pl_mesh *mesh)
{
  pl_mesh_data data = pl_mesh_view(mesh);
  pl_size_put(to, data.vertex_count);
  pl_size_put(to, data.triangle_count);
  pl_bytes_put(to, data.positions, 3 * data.vertex_count * sizeof(double));
  pl_bytes_put(to, data.triangles, 3 * data.triangle_count * sizeof(uint32_t));
}

static void put_obstacles(pl_bytes *to, const pl_world *world)
{
  pl_size_put(to, world->obstacle_count);
  for (size_t o = 0; o < world->obstacle_count; o++) {
    const pl_obstacle *obstacle = &world->obstacles[o];
    uint32_t flags[2] = {obstacle->generation, obstacle->state == PL_SLOT_ACTIVE};
    PL_PUT(to, flags);
    pl_record_put(to, pl_layout_of_obstacle, &obstacle->def);
    put_text(to, obstacle->name ? obstacle->name : "");
    pl_motion_put(to, &obstacle->def.motion);
    if (obstacle->mesh) put_surface(to, obstacle->mesh);
  }
}

/* Pairs in contact: those of the snapshot are not reported as new when it is restored. */
static void put_touching(pl_bytes *to, const pl_touching_list *list)
{
  pl_size_put(to, list->count);
  for (size_t k = 0; k < list->count; k++) pl_record_put(to, pl_layout_of_touching, &list->items[k]);
}

static void put_attachments(pl_bytes *to, const pl_world *world)
{
  pl_size_put(to, world->attachments.count);
  for (size_t k = 0; k < world->attachments.count; k++)
    pl_record_put(to, pl_layout_of_attachment, &world->attachments.items[k]);
}

static void put_forces(pl_bytes *to, const pl_world *world)
{
  pl_size_put(to, world->forces.count);
  for (size_t k = 0; k < world->forces.count; k++) pl_record_put(to, pl_layout_of_force, &world->forces.items[k]);
}

static void put_schedule(pl_bytes *to, const pl_schedule *schedule)
{
  PL_PUT(to, schedule->numbered);
  pl_size_put(to, schedule->done);
  pl_size_put(to, schedule->entries.size);
  pl_bytes_put(to, schedule->entries.data, schedule->entries.size);
}

static pl_status put_state(pl_bytes *to, const pl_world *world, size_t size)
{
  unsigned char *state = PL_NEW(unsigned char, size);
  if (!state) return PL_ERROR_MEMORY;
  pl_registry_copy_out(&world->registry, state);
  pl_bytes_put(to, state, size);
  pl_release(state);
  return PL_OK;
}

static void put_body(pl_bytes *to, const pl_body *body)
{
  uint32_t flows = body->view.flows;
  pl_record_put(to, body->model->layout, &body->def);
  pl_record_put(to, pl_layout_of_volume, &body->def.volume);
  pl_record_put(to, pl_layout_of_inelastic, &body->def.inelastic);
  PL_PUT(to, flows);
  put_basis(to, body);
  put_pins(to, body);
  put_grabs(to, body);
}

static pl_status write_snapshot(const pl_world *world, pl_bytes *to)
{
  pl_snapshot_header header = {.version = PL_RECORDS_VERSION,
                               .byte_order = PL_BYTE_ORDER_MARK,
                               .identity = pl_world_identity(world),
                               .state_size = pl_registry_bytes(&world->registry),
                               .h = world->h,
                               .step = world->step,
                               .substeps = world->substeps,
                               .next_serial = world->next_serial};
  memcpy(header.magic, pl_snapshot_magic, sizeof header.magic);
  PL_PUT(to, header);
  put_bodies(to, world);
  for (size_t b = 0; b < world->body_count; b++) put_body(to, world->bodies[b]);
  put_obstacles(to, world);
  put_touching(to, &world->report.now);
  put_attachments(to, world);
  put_forces(to, world);
  put_schedule(to, &world->schedule);
  PL_TRY(put_state(to, world, header.state_size));
  if (to->status != PL_OK) return to->status;
  header.checksum = pl_snapshot_checksum(to->data, to->size);
  memcpy(to->data, &header, sizeof header);
  return PL_OK;
}

pl_status pl_world_save(pl_world *world, void **data, size_t *size)
{
  PL_OWN_FLOATS;
  if (!world || !data || !size) return pl_fail(PL_ERROR_ARGUMENT, "pl_world_save: a pointer is NULL");
  *data = NULL;
  *size = 0;
  PL_TRY(pl_changes_apply(world));
  pl_bytes bytes = {0};
  pl_status status = write_snapshot(world, &bytes);
  if (status != PL_OK) {
    pl_bytes_free(&bytes);
    return status;
  }
  *data = bytes.data;
  *size = bytes.size;
  return PL_OK;
}

void pl_free(void *memory) { pl_release(memory); }
