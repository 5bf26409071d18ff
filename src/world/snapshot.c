/* SPDX-License-Identifier: MIT
   Snapshots: all registered state, and what holds and bounds the bodies. The file of a snapshot is these bytes. */
#include <string.h>

#include "base/hash.h"
#include "base/memory.h"
#include "base/status.h"
#include "world/world.h"

static const char magic[8] = "PLIANTSS";

enum { VERSION = 1, BYTE_ORDER_MARK = 0x01020304 };

typedef struct snapshot_header {
  char magic[8];
  uint32_t version;
  uint32_t byte_order;
  uint64_t identity;   /* of the world it belongs to */
  uint64_t state_size; /* of the registered arrays */
  double h;
} snapshot_header;

/* Two worlds with the same bodies can exchange snapshots: names, models, rest shapes and masses decide. */
static uint64_t identity_of(const pl_world *world)
{
  uint64_t hash = PL_HASH_START;
  for (size_t b = 0; b < world->body_count; b++) {
    const pl_body *body = world->bodies[b];
    pl_mesh_data rest = pl_mesh_view(body->rest);
    hash = pl_hash_bytes(hash, body->name, strlen(body->name) + 1);
    hash = pl_hash_bytes(hash, body->model->name, strlen(body->model->name) + 1);
    hash = pl_hash_bytes(hash, rest.positions, 3 * rest.vertex_count * sizeof(double));
    hash = pl_hash_bytes(hash, rest.edges, 2 * rest.edge_count * sizeof(uint32_t));
    hash = pl_hash_bytes(hash, rest.triangles, 3 * rest.triangle_count * sizeof(uint32_t));
    hash = pl_hash_bytes(hash, body->mass, body->count * sizeof(double));
  }
  return hash;
}

/* ---- writing ---- */

static void put_pins(pl_bytes *to, const pl_body *body)
{
  PL_PUT(to, body->pin_count);
  for (size_t p = 0; p < body->pin_count; p++) {
    const pl_pin *pin = &body->pins[p];
    uint32_t flags[3] = {pin->generation, pin->state == PL_SLOT_ACTIVE, pin->eliminated};
    PL_PUT(to, flags);
    PL_PUT(to, pin->count);
    pl_bytes_put(to, pin->particles, pin->count * sizeof(uint32_t));
    pl_bytes_put(to, pin->anchors, 3 * pin->count * sizeof(double));
    PL_PUT(to, pin->start);
    pl_motion_put(to, &pin->motion);
  }
}

static void put_grabs(pl_bytes *to, const pl_body *body)
{
  PL_PUT(to, body->grab_count);
  pl_bytes_put(to, body->grabs, body->grab_count * sizeof(pl_grab));
}

static void put_obstacles(pl_bytes *to, const pl_world *world)
{
  PL_PUT(to, world->obstacle_count);
  for (size_t o = 0; o < world->obstacle_count; o++) {
    const pl_obstacle *obstacle = &world->obstacles[o];
    uint32_t flags[2] = {obstacle->generation, obstacle->state == PL_SLOT_ACTIVE};
    size_t name_size = obstacle->name ? strlen(obstacle->name) + 1 : 0;
    PL_PUT(to, flags);
    PL_PUT(to, obstacle->def);
    PL_PUT(to, name_size);
    pl_bytes_put(to, obstacle->name, name_size);
    pl_motion_put(to, &obstacle->def.motion);
  }
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

static pl_status write_snapshot(const pl_world *world, pl_bytes *to)
{
  snapshot_header header = {.version = VERSION,
                            .byte_order = BYTE_ORDER_MARK,
                            .identity = identity_of(world),
                            .state_size = pl_registry_bytes(&world->registry),
                            .h = world->h};
  memcpy(header.magic, magic, sizeof magic);
  PL_PUT(to, header);
  PL_TRY(put_state(to, world, header.state_size));
  for (size_t b = 0; b < world->body_count; b++) {
    PL_PUT(to, world->bodies[b]->def.graph);
    put_pins(to, world->bodies[b]);
    put_grabs(to, world->bodies[b]);
  }
  put_obstacles(to, world);
  return to->status;
}

pl_status pl_world_save(pl_world *world, void **data, size_t *size)
{
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

/* ---- reading ---- */

static pl_status get_pin(pl_reader *from, const pl_body *body, pl_pin *pin)
{
  uint32_t flags[3];
  size_t count;
  PL_GET(from, flags);
  PL_GET(from, count);
  const void *particles = pl_reader_take(from, count, sizeof(uint32_t));
  const void *anchors = pl_reader_take(from, count, 3 * sizeof(double));
  PL_GET(from, pin->start);
  PL_TRY(pl_motion_get(from, &pin->motion));
  if (from->failed) return PL_OK; /* told at the end */
  pin->generation = flags[0];
  pin->state = flags[1] ? PL_SLOT_ACTIVE : PL_SLOT_FREE;
  pin->eliminated = flags[2] != 0;
  if (pin->state == PL_SLOT_FREE) return PL_OK;
  pin->count = count;
  pin->particles = PL_NEW(uint32_t, count);
  pin->anchors = PL_NEW(double, 3 * count);
  if (!pin->particles || !pin->anchors) return PL_ERROR_MEMORY;
  memcpy(pin->particles, particles, count * sizeof(uint32_t));
  memcpy(pin->anchors, anchors, 3 * count * sizeof(double));
  for (size_t k = 0; k < count; k++)
    if (pin->particles[k] >= body->count)
      return pl_fail(PL_ERROR_FORMAT, "the snapshot is damaged: it pins a particle that does not exist");
  return PL_OK;
}

static pl_status get_pins(pl_reader *from, pl_body *body)
{
  size_t count;
  PL_GET(from, count);
  if (from->failed || count > from->left) {
    from->failed = true;
    return PL_OK;
  }
  for (size_t p = 0; p < body->pin_count; p++) pl_pin_free(&body->pins[p]);
  body->pin_count = 0;
  PL_TRY(pl_grow((void **)&body->pins, &body->pin_capacity, count, sizeof(pl_pin)));
  for (size_t p = 0; p < count; p++) {
    body->pins[p] = (pl_pin){0};
    body->pin_count++;
    PL_TRY(get_pin(from, body, &body->pins[p]));
  }
  return PL_OK;
}

static pl_status get_grabs(pl_reader *from, pl_body *body)
{
  size_t count;
  PL_GET(from, count);
  const void *grabs = pl_reader_take(from, count, sizeof(pl_grab));
  if (!grabs) return PL_OK;
  PL_TRY(pl_grow((void **)&body->grabs, &body->grab_capacity, count, sizeof(pl_grab)));
  if (count) memcpy(body->grabs, grabs, count * sizeof(pl_grab));
  body->grab_count = count;
  for (size_t g = 0; g < count; g++)
    for (size_t k = 0; k < body->grabs[g].count; k++)
      if (body->grabs[g].count > PL_MOST_GRAB_PARTICLES || body->grabs[g].particles[k] >= body->count) {
        body->grab_count = 0;
        return pl_fail(PL_ERROR_FORMAT, "the snapshot is damaged: it grabs a particle that does not exist");
      }
  return PL_OK;
}

static pl_status get_obstacle(pl_reader *from, pl_obstacle *obstacle)
{
  uint32_t flags[2];
  size_t name_size;
  PL_GET(from, flags);
  PL_GET(from, obstacle->def);
  obstacle->def.motion = (pl_motion){0};
  PL_GET(from, name_size);
  const void *name = pl_reader_take(from, name_size, 1);
  obstacle->generation = flags[0];
  obstacle->state = flags[1] && !from->failed ? PL_SLOT_ACTIVE : PL_SLOT_FREE;
  PL_TRY(pl_motion_get(from, &obstacle->def.motion));
  if (from->failed || name_size == 0) return PL_OK;
  obstacle->name = PL_NEW(char, name_size + 1);
  if (!obstacle->name) return PL_ERROR_MEMORY;
  memcpy(obstacle->name, name, name_size);
  obstacle->def.name = obstacle->name;
  return PL_OK;
}

static pl_status get_obstacles(pl_reader *from, pl_world *world)
{
  size_t count;
  PL_GET(from, count);
  if (from->failed || count > from->left) {
    from->failed = from->failed || count > 0;
    count = 0;
  }
  for (size_t o = 0; o < world->obstacle_count; o++) pl_obstacle_free(&world->obstacles[o]);
  world->obstacle_count = 0;
  PL_TRY(pl_grow((void **)&world->obstacles, &world->obstacle_capacity, count, sizeof(pl_obstacle)));
  for (size_t o = 0; o < count; o++) {
    world->obstacles[o] = (pl_obstacle){0};
    world->obstacle_count++;
    PL_TRY(get_obstacle(from, &world->obstacles[o]));
  }
  return PL_OK;
}

static pl_status check_header(const pl_world *world, pl_reader *from, snapshot_header *header)
{
  PL_GET(from, *header);
  if (from->failed || memcmp(header->magic, magic, sizeof magic) != 0)
    return pl_fail(PL_ERROR_FORMAT, "this is not a snapshot of Pliant");
  if (header->version != VERSION || header->byte_order != BYTE_ORDER_MARK)
    return pl_fail(PL_ERROR_FORMAT,
                   "the snapshot has version %u; this library reads version %d of machines with the same byte order",
                   header->version, VERSION);
  if (header->identity != identity_of(world) || header->state_size != pl_registry_bytes(&world->registry))
    return pl_fail(PL_ERROR_MISMATCH, "the snapshot belongs to another scene: bodies, rest shapes or masses differ");
  return PL_OK;
}

/* Factors that depended on what was just replaced are made anew; only where something really differs. */
static pl_status prepare_again(pl_body *body, const pl_graph_def *before, double h_before)
{
  size_t fixed_before = body->view.fixed_count;
  uint64_t hash_before = pl_hash_bytes(PL_HASH_START, body->fixed, fixed_before * sizeof(uint32_t));
  pl_body_collect_fixed(body);
  unsigned changes = 0;
  if (body->world->h != h_before) changes |= PL_CHANGED_STEP;
  if (memcmp(before, &body->def.graph, sizeof *before) != 0) changes |= PL_CHANGED_MATERIAL;
  if (body->view.fixed_count != fixed_before ||
      hash_before != pl_hash_bytes(PL_HASH_START, body->fixed, fixed_before * sizeof(uint32_t)))
    changes |= PL_CHANGED_FIXED;
  return changes ? pl_body_prepare(body, changes) : PL_OK;
}

static pl_status read_snapshot(pl_world *world, const void *data, size_t size)
{
  pl_reader from = {.at = data, .left = size};
  snapshot_header header;
  PL_TRY(check_header(world, &from, &header));
  const unsigned char *state = pl_reader_take(&from, header.state_size, 1);
  double h_before = world->h;
  world->h = header.h;
  for (size_t b = 0; b < world->body_count; b++) {
    pl_body *body = world->bodies[b];
    pl_graph_def before = body->def.graph;
    PL_GET(&from, body->def.graph);
    PL_TRY(get_pins(&from, body));
    PL_TRY(get_grabs(&from, body));
    if (!from.failed) PL_TRY(prepare_again(body, &before, h_before));
  }
  PL_TRY(get_obstacles(&from, world));
  if (from.failed || from.left) return pl_fail(PL_ERROR_FORMAT, "the snapshot is cut off or damaged");
  pl_registry_copy_in(&world->registry, state);
  pl_model_context context = pl_world_context(world);
  for (size_t b = 0; b < world->body_count; b++) {
    pl_body *body = world->bodies[b];
    if (pl_world_obstacle_count(world) || body->grab_count || body->pin_count)
      PL_TRY(body->model->reserve(&body->view));
    PL_TRY(body->model->restored(&body->view, &context));
  }
  world->changes.size = 0;
  world->revision++;
  return PL_OK;
}

pl_status pl_world_restore(pl_world *world, const void *data, size_t size)
{
  if (!world || !data) return pl_fail(PL_ERROR_ARGUMENT, "pl_world_restore: a pointer is NULL");
  pl_bytes backup = {0};
  pl_status status = write_snapshot(world, &backup);
  if (status == PL_OK) {
    status = read_snapshot(world, data, size);
    if (status != PL_OK) {
      char message[512];
      strncpy(message, pl_last_error(), sizeof message - 1);
      message[sizeof message - 1] = 0;
      read_snapshot(world, backup.data, backup.size); /* as it was */
      pl_fail(status, "%s", message);
    }
  }
  pl_bytes_free(&backup);
  return status;
}
