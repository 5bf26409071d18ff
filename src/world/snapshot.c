/* SPDX-License-Identifier: MIT
   Snapshots: all registered state, and what holds and bounds the bodies. The file of a snapshot is these bytes. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/floats.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/status.h"
#include "world/bodies/magnitudes.h"
#include "world/world.h"

static const char magic[8] = "PLIANTSS";

enum { VERSION = 14, BYTE_ORDER_MARK = 0x01020304 };

typedef struct snapshot_header {
  char magic[8];
  uint32_t version;
  uint32_t byte_order;
  uint64_t identity;   /* of the world it belongs to */
  uint64_t state_size; /* of the registered arrays */
  uint64_t checksum;   /* of all that follows */
  double h;            /* of small steps */
  double step;
  uint32_t substeps;
  uint32_t padding;
} snapshot_header;

static uint64_t checksum_of(const unsigned char *data, size_t size)
{
  const size_t start = offsetof(snapshot_header, h);
  return pl_hash_bytes(PL_HASH_START, data + start, size - start);
}

/* Two worlds with the same bodies can exchange snapshots: names, models, rest shapes, masses and the order in which
   particles are stored (which follows from pins and energies of the definition) decide. */
uint64_t pl_world_identity(const pl_world *world)
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
    hash = pl_hash_bytes(hash, body->order, body->count * sizeof(uint32_t));
  }
  return hash;
}

/* ---- writing ---- */

static void put_pins(pl_bytes *to, const pl_body *body)
{
  PL_PUT(to, body->pin_count);
  for (size_t p = 0; p < body->pin_count; p++) {
    const pl_pin *pin = &body->pins[p];
    uint32_t flags[3] = {pin->generation, pin->state, pin->eliminated};
    PL_PUT(to, flags);
    PL_PUT(to, pin->count);
    if (pin->state != PL_SLOT_ACTIVE) continue;
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

/* The part of the definition that the body's model reads. */
static void put_material(pl_bytes *to, const pl_body *body)
{
  pl_body_def def = body->def;
  pl_bytes_put(to, pl_model_part_of(body->model, &def), body->model->part.size);
}

static void put_basis(pl_bytes *to, const pl_body *body)
{
  PL_PUT(to, body->view.basis_size);
  pl_bytes_put(to, body->basis, body->count * body->view.basis_size * sizeof(double));
}

static void put_surface(pl_bytes *to, const pl_mesh *mesh)
{
  pl_mesh_data data = pl_mesh_view(mesh);
  PL_PUT(to, data.vertex_count);
  PL_PUT(to, data.triangle_count);
  pl_bytes_put(to, data.positions, 3 * data.vertex_count * sizeof(double));
  pl_bytes_put(to, data.triangles, 3 * data.triangle_count * sizeof(uint32_t));
}

static void put_obstacles(pl_bytes *to, const pl_world *world)
{
  PL_PUT(to, world->obstacle_count);
  for (size_t o = 0; o < world->obstacle_count; o++) {
    const pl_obstacle *obstacle = &world->obstacles[o];
    uint32_t flags[2] = {obstacle->generation, obstacle->state == PL_SLOT_ACTIVE};
    size_t name_size = obstacle->name ? strlen(obstacle->name) + 1 : 0;
    pl_obstacle_def def = obstacle->def; /* addresses mean nothing elsewhere */
    def.name = NULL;
    def.mesh = NULL;
    def.motion = (pl_motion){0};
    PL_PUT(to, flags);
    PL_PUT(to, def);
    PL_PUT(to, name_size);
    pl_bytes_put(to, obstacle->name, name_size);
    pl_motion_put(to, &obstacle->def.motion);
    if (obstacle->mesh) put_surface(to, obstacle->mesh);
  }
}

/* Who touches whom: what touches already does not begin to when the snapshot is taken up. */
static void put_touching(pl_bytes *to, const pl_touching_list *list)
{
  PL_PUT(to, list->count);
  pl_bytes_put(to, list->items, list->count * sizeof(pl_touching));
}

static void put_attachments(pl_bytes *to, const pl_world *world)
{
  PL_PUT(to, world->attachments.count);
  pl_bytes_put(to, world->attachments.items, world->attachments.count * sizeof(pl_attachment));
}

static void put_forces(pl_bytes *to, const pl_world *world)
{
  PL_PUT(to, world->forces.count);
  pl_bytes_put(to, world->forces.items, world->forces.count * sizeof(pl_force));
}

static void put_schedule(pl_bytes *to, const pl_schedule *schedule)
{
  PL_PUT(to, schedule->numbered);
  PL_PUT(to, schedule->done);
  PL_PUT(to, schedule->entries.size);
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

static pl_status write_snapshot(const pl_world *world, pl_bytes *to)
{
  snapshot_header header = {.version = VERSION,
                            .byte_order = BYTE_ORDER_MARK,
                            .identity = pl_world_identity(world),
                            .state_size = pl_registry_bytes(&world->registry),
                            .h = world->h,
                            .step = world->step,
                            .substeps = world->substeps};
  memcpy(header.magic, magic, sizeof magic);
  PL_PUT(to, header);
  for (size_t b = 0; b < world->body_count; b++) {
    put_material(to, world->bodies[b]);
    PL_PUT(to, world->bodies[b]->def.volume);
    PL_PUT(to, world->bodies[b]->def.inelastic);
    uint32_t flows = world->bodies[b]->view.flows;
    PL_PUT(to, flows);
    put_basis(to, world->bodies[b]);
    put_pins(to, world->bodies[b]);
    put_grabs(to, world->bodies[b]);
  }
  put_obstacles(to, world);
  put_touching(to, &world->report.now);
  put_attachments(to, world);
  put_forces(to, world);
  put_schedule(to, &world->schedule);
  PL_TRY(put_state(to, world, header.state_size));
  if (to->status != PL_OK) return to->status;
  header.checksum = checksum_of(to->data, to->size);
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

/* ---- reading ---- */

/* What a snapshot says about one body. Swapped with what the body has, and back if anything fails. */
typedef struct body_part {
  pl_body_def def; /* the body's, with the material and the volume of the snapshot */
  double *basis;
  size_t basis_size;
  pl_pin *pins;
  size_t pin_count, pin_capacity;
  pl_grab *grabs;
  size_t grab_count, grab_capacity;
  bool flows;        /* its rest values are state */
  unsigned prepared; /* what the model was prepared for since the swap */
} body_part;

typedef struct snapshot {
  snapshot_header header;
  const unsigned char *state;
  body_part *bodies;
  size_t body_count;
  pl_obstacle *obstacles;
  size_t obstacle_count, obstacle_capacity;
  pl_touching_list touching;
  pl_attachments attachments;
  pl_forces forces;
  pl_schedule schedule;
} snapshot;

static void snapshot_free(snapshot *read)
{
  for (size_t b = 0; read->bodies && b < read->body_count; b++) {
    for (size_t p = 0; p < read->bodies[b].pin_count; p++) pl_pin_free(&read->bodies[b].pins[p]);
    pl_release(read->bodies[b].pins);
    pl_release(read->bodies[b].basis);
    pl_release(read->bodies[b].grabs);
  }
  for (size_t o = 0; o < read->obstacle_count; o++) pl_obstacle_free(&read->obstacles[o]);
  pl_release(read->bodies);
  pl_release(read->obstacles);
  pl_release(read->touching.items);
  pl_attachments_free(&read->attachments);
  pl_release(read->forces.items);
  pl_bytes_free(&read->schedule.entries);
}

static pl_status damaged(const char *what)
{
  return pl_fail(PL_ERROR_FORMAT, "the snapshot is cut off or damaged: %s", what);
}

static pl_status get_pin(pl_reader *from, const pl_body *body, pl_pin *pin)
{
  uint32_t flags[3];
  size_t count;
  PL_GET(from, flags);
  PL_GET(from, count);
  pin->generation = flags[0];
  pin->eliminated = flags[2] != 0;
  if (flags[1] == PL_SLOT_WAITING) { /* for its time */
    pin->count = count;
    pin->state = PL_SLOT_WAITING;
  }
  if (flags[1] != PL_SLOT_ACTIVE) return from->failed || count > PL_MOST_HELD ? damaged("a pin is incomplete") : PL_OK;
  const void *particles = pl_reader_take(from, count, sizeof(uint32_t));
  const void *anchors = pl_reader_take(from, count, 3 * sizeof(double));
  PL_GET(from, pin->start);
  PL_TRY(pl_motion_get(from, &pin->motion));
  if (from->failed) return damaged("a pin is incomplete");
  pin->state = PL_SLOT_ACTIVE;
  pin->particles = PL_NEW(uint32_t, count);
  pin->anchors = PL_NEW(double, 3 * count);
  if (!pin->particles || !pin->anchors) return PL_ERROR_MEMORY;
  pin->count = count;
  memcpy(pin->particles, particles, count * sizeof(uint32_t));
  memcpy(pin->anchors, anchors, 3 * count * sizeof(double));
  for (size_t k = 0; k < count; k++)
    if (pin->particles[k] >= body->count) return damaged("it pins a particle that does not exist");
  return pl_motion_check("the snapshot is damaged: pin", &pin->motion);
}

static pl_status get_pins(pl_reader *from, const pl_body *body, body_part *part)
{
  size_t count;
  PL_GET(from, count);
  if (from->failed || count > from->left) return damaged("pins are missing");
  PL_TRY(pl_grow((void **)&part->pins, &part->pin_capacity, count, sizeof(pl_pin)));
  for (part->pin_count = 0; part->pin_count < count;) PL_TRY(get_pin(from, body, &part->pins[part->pin_count++]));
  return PL_OK;
}

static pl_status get_grabs(pl_reader *from, const pl_body *body, body_part *part)
{
  size_t count;
  PL_GET(from, count);
  const void *grabs = pl_reader_take(from, count, sizeof(pl_grab));
  if (from->failed) return damaged("grabs are missing");
  PL_TRY(pl_grow((void **)&part->grabs, &part->grab_capacity, count, sizeof(pl_grab)));
  if (count) memcpy(part->grabs, grabs, count * sizeof(pl_grab));
  part->grab_count = count;
  for (size_t g = 0; g < count; g++)
    if (!pl_grab_is_possible(&part->grabs[g], body)) return damaged("a grab is impossible");
  if (pl_held_count(part->pins, part->pin_count, part->grabs, part->grab_count) > PL_MOST_HELD)
    return damaged("it holds too many particles");
  return PL_OK;
}

static pl_status get_basis(pl_reader *from, const pl_body *body, body_part *part)
{
  size_t size;
  PL_GET(from, size);
  if (from->failed || size > body->count) return damaged("the subspace is missing");
  if (size == 0) return PL_OK;
  const void *basis = pl_reader_take(from, body->count * size, sizeof(double));
  if (!basis) return damaged("the subspace is incomplete");
  if (!body->model->modes) return damaged("it has a subspace for a model that knows none");
  part->basis = PL_NEW(double, body->count *size);
  if (!part->basis) return PL_ERROR_MEMORY;
  part->basis_size = size;
  memcpy(part->basis, basis, body->count * size * sizeof(double));
  for (size_t k = 0; k < body->count * size; k++)
    if (!isfinite(part->basis[k])) return damaged("the subspace is impossible");
  return PL_OK;
}

static pl_status get_body(pl_reader *from, const pl_body *body, body_part *part)
{
  part->def = body->def;
  const void *material = pl_reader_take(from, body->model->part.size, 1);
  PL_GET(from, part->def.volume);
  PL_GET(from, part->def.inelastic);
  uint32_t flows = 0;
  PL_GET(from, flows);
  part->flows = flows != 0;
  if (from->failed) return damaged("the material is missing");
  memcpy(pl_model_part_of(body->model, &part->def), material, body->model->part.size);
  part->def = pl_def_without_pointers(&part->def); /* whatever the bytes say */
  PL_TRY(body->model->check(&part->def));
  PL_TRY(pl_magnitudes_of_material(&part->def));
  PL_TRY(pl_volume_check(&part->def.volume));
  PL_TRY(pl_magnitudes_of_volume(&part->def.volume));
  PL_TRY(pl_inelastic_check(&part->def.inelastic));
  PL_TRY(pl_magnitudes_of_matter(&part->def));
  PL_TRY(get_basis(from, body, part));
  PL_TRY(get_pins(from, body, part));
  return get_grabs(from, body, part);
}

/* The surface of a mesh obstacle; its grid is that of one like it, or made again. */
static pl_status get_surface(pl_reader *from, const pl_world *world, const snapshot *read, pl_obstacle *obstacle)
{
  pl_mesh_data data = {0};
  PL_GET(from, data.vertex_count);
  PL_GET(from, data.triangle_count);
  const void *x = pl_reader_take(from, data.vertex_count, 3 * sizeof(double));
  const void *t = pl_reader_take(from, data.triangle_count, 3 * sizeof(uint32_t));
  if (from->failed) return damaged("the mesh of an obstacle is incomplete");
  double *positions = PL_NEW(double, 3 * data.vertex_count);
  uint32_t *triangles = positions ? PL_NEW(uint32_t, 3 * data.triangle_count) : NULL;
  pl_status status = triangles ? PL_OK : PL_ERROR_MEMORY;
  if (status == PL_OK) { /* what is taken need not be aligned */
    memcpy(positions, x, 3 * data.vertex_count * sizeof(double));
    memcpy(triangles, t, 3 * data.triangle_count * sizeof(uint32_t));
    data.positions = positions;
    data.triangles = triangles;
    status = pl_obstacle_take_mesh(world, read->obstacles, read->obstacle_count, &data, obstacle);
  }
  pl_release(positions);
  pl_release(triangles);
  return status;
}

static pl_status get_obstacle(pl_reader *from, const pl_world *world, const snapshot *read, pl_obstacle *obstacle)
{
  uint32_t flags[2];
  size_t name_size;
  PL_GET(from, flags);
  PL_GET(from, obstacle->def);
  obstacle->def.name = NULL;
  obstacle->def.mesh = NULL;
  obstacle->def.motion = (pl_motion){0};
  PL_GET(from, name_size);
  const void *name = pl_reader_take(from, name_size, 1);
  PL_TRY(pl_motion_get(from, &obstacle->def.motion));
  if (from->failed) return damaged("an obstacle is incomplete");
  obstacle->generation = flags[0];
  if (!flags[1]) return PL_OK;
  obstacle->state = PL_SLOT_ACTIVE;
  obstacle->name = PL_NEW(char, name_size + 1);
  if (!obstacle->name) return PL_ERROR_MEMORY;
  memcpy(obstacle->name, name, name_size);
  obstacle->def.name = obstacle->name;
  if (obstacle->def.shape == PL_OBSTACLE_MESH) PL_TRY(get_surface(from, world, read, obstacle));
  return pl_obstacle_check(&obstacle->def);
}

static pl_status get_obstacles(pl_reader *from, const pl_world *world, snapshot *read)
{
  size_t count;
  PL_GET(from, count);
  if (from->failed || count > from->left) return count || from->failed ? damaged("obstacles are missing") : PL_OK;
  PL_TRY(pl_grow((void **)&read->obstacles, &read->obstacle_capacity, count, sizeof(pl_obstacle)));
  while (read->obstacle_count < count)
    PL_TRY(get_obstacle(from, world, read, &read->obstacles[read->obstacle_count++]));
  return PL_OK;
}

static pl_status get_touching(const pl_world *world, pl_reader *from, pl_touching_list *list)
{
  size_t count;
  PL_GET(from, count);
  const void *items = pl_reader_take(from, count, sizeof(pl_touching));
  if (from->failed) return damaged("who touches whom is missing");
  PL_TRY(pl_grow((void **)&list->items, &list->capacity, count, sizeof(pl_touching)));
  if (count) memcpy(list->items, items, count * sizeof(pl_touching));
  for (size_t k = 0; k < count; k++) {
    const pl_touching *pair = &list->items[k];
    if (!pl_world_find_body(world, pair->body)) continue; /* a world whose bodies came and went otherwise */
    if (pair->generation || pl_world_find_body(world, pair->other)) list->items[list->count++] = *pair;
  }
  return PL_OK;
}

static pl_status get_attachments(pl_reader *from, const pl_world *world, snapshot *read)
{
  size_t count;
  PL_GET(from, count);
  const void *items = pl_reader_take(from, count, sizeof(pl_attachment));
  if (from->failed) return damaged("attachments are missing");
  PL_TRY(pl_attachments_resize(&read->attachments, count));
  if (count) memcpy(read->attachments.items, items, count * sizeof(pl_attachment));
  for (size_t k = 0; k < count; k++)
    if (!pl_attachment_is_possible(world, &read->attachments.items[k], read->obstacles, read->obstacle_count))
      return damaged("an attachment is impossible");
  return PL_OK;
}

static pl_status get_forces(pl_reader *from, const pl_world *world, pl_forces *forces)
{
  size_t count;
  PL_GET(from, count);
  const void *items = pl_reader_take(from, count, sizeof(pl_force));
  if (from->failed) return damaged("forces are missing");
  PL_TRY(pl_grow((void **)&forces->items, &forces->capacity, count, sizeof(pl_force)));
  if (count) memcpy(forces->items, items, count * sizeof(pl_force));
  forces->count = count;
  forces->flow = world->forces.flow;
  forces->flow_user = world->forces.flow_user;
  for (size_t f = 0; f < count; f++)
    if (forces->items[f].state != PL_SLOT_FREE && !pl_force_is_possible(world, &forces->items[f]))
      return damaged("a force is impossible");
  return PL_OK;
}

static pl_status get_schedule(pl_reader *from, pl_schedule *schedule)
{
  size_t size;
  PL_GET(from, schedule->numbered);
  PL_GET(from, schedule->done);
  PL_GET(from, size);
  const void *entries = pl_reader_take(from, size, 1);
  if (from->failed) return damaged("changes for later are missing");
  pl_bytes_put(&schedule->entries, entries, size);
  PL_TRY(schedule->entries.status);
  return pl_schedule_check(schedule);
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
  if (header->identity != pl_world_identity(world))
    return pl_fail(
        PL_ERROR_MISMATCH,
        "the snapshot belongs to another scene: bodies, rest shapes, masses or pins of the definition differ");
  bool possible = header->h > 0 && isfinite(header->h) && header->step > 0 && isfinite(header->step);
  if (!possible || header->substeps > PL_MOST_SUBSTEPS) return damaged("the time step is impossible");
  return PL_OK;
}

/* The clock is registered first. */
static pl_status check_clock(const unsigned char *state)
{
  pl_clock clock;
  memcpy(&clock, state, sizeof clock);
  bool sound = isfinite(clock.time) && clock.steps >= 0 && clock.steps < 0x1p53 && isfinite(clock.owed);
  for (int c = 0; c < 3; c++) sound = sound && isfinite(clock.gravity[c]);
  sound = sound && clock.sleep.speed >= 0 && clock.sleep.time >= 0;
  return sound ? PL_OK : damaged("the clock is impossible");
}

static pl_status read_snapshot(const pl_world *world, const void *data, size_t size, snapshot *read)
{
  pl_reader from = {.at = data, .left = size};
  PL_TRY(check_header(world, &from, &read->header));
  if (read->header.checksum != checksum_of(data, size)) return damaged("its bytes do not add up");
  read->bodies = PL_NEW(body_part, world->body_count);
  if (!read->bodies) return PL_ERROR_MEMORY;
  read->body_count = world->body_count;
  for (size_t b = 0; b < world->body_count; b++) PL_TRY(get_body(&from, world->bodies[b], &read->bodies[b]));
  PL_TRY(get_obstacles(&from, world, read));
  PL_TRY(get_touching(world, &from, &read->touching));
  PL_TRY(get_attachments(&from, world, read));
  PL_TRY(get_forces(&from, world, &read->forces));
  PL_TRY(get_schedule(&from, &read->schedule));
  if (from.failed || from.left != read->header.state_size) return damaged("it has the wrong length");
  read->state = pl_reader_take(&from, read->header.state_size, 1);
  if (from.failed) return damaged("the state is missing");
  PL_TRY(check_clock(read->state));
  return PL_OK;
}

/* ---- taking over ---- */

#define SWAP(type, a, b)                                                                                               \
  do {                                                                                                                 \
    type swapped = (a);                                                                                                \
    (a) = (b);                                                                                                         \
    (b) = swapped;                                                                                                     \
  } while (0)

/* Everything but the registered state and the factors changes hands. Doing it twice changes nothing. */
static void swap_parts(pl_world *world, snapshot *read)
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
    body_part *part = &read->bodies[b];
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
static pl_status prepare_again(pl_body *body, body_part *part, const snapshot_header *before)
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

static pl_status follow_state(pl_world *world, const unsigned char *state)
{
  pl_registry_copy_in(&world->registry, state);
  pl_model_context context = pl_world_context(world);
  for (size_t b = 0; b < world->body_count; b++)
    PL_TRY(world->bodies[b]->model->restored(&world->bodies[b]->view, &context));
  return PL_OK;
}

static pl_status take_over(pl_world *world, snapshot *read)
{
  for (size_t b = 0; b < world->body_count; b++) {
    pl_body *body = world->bodies[b];
    PL_TRY(pl_body_wear_matter(body, &body->def));
    PL_TRY(prepare_again(body, &read->bodies[b], &read->header));
    PL_TRY(pl_body_wear_volume(body, &body->def.volume));
    if (pl_world_obstacle_count(world) || world->attachments.count || body->grab_count || body->pin_count)
      PL_TRY(body->model->reserve(&body->view));
  }
  PL_TRY(pl_world_redeclare(world)); /* a material that flows has state that another has not */
  if (read->header.state_size != pl_registry_bytes(&world->registry)) return damaged("the state has the wrong size");
  PL_TRY(pl_world_reserve_scratch(world));
  return follow_state(world, read->state);
}

/* Back to what the world was; a model that cannot be prepared for want of memory is prepared before the next step. */
static void undo(pl_world *world, snapshot *read, const unsigned char *state, size_t size)
{
  swap_parts(world, read);
  for (size_t b = 0; b < world->body_count; b++) {
    pl_body *body = world->bodies[b];
    pl_body_collect_fixed(body);
    pl_body_wear_matter(body, &body->def);
    if (read->bodies[b].prepared && pl_body_prepare(body, read->bodies[b].prepared) != PL_OK)
      body->stale |= read->bodies[b].prepared;
  }
  if (pl_world_redeclare(world) == PL_OK && pl_registry_bytes(&world->registry) == size) follow_state(world, state);
}

static pl_status swap_in(pl_world *world, snapshot *read)
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

pl_status pl_world_restore(pl_world *world, const void *data, size_t size)
{
  PL_OWN_FLOATS;
  if (!world || !data) return pl_fail(PL_ERROR_ARGUMENT, "pl_world_restore: %s is NULL", world ? "data" : "world");
  snapshot read = {0};
  pl_status status = read_snapshot(world, data, size, &read);
  if (status == PL_OK) status = swap_in(world, &read);
  if (status == PL_OK) world->changes.size = world->report.event_count = 0;
  world->revision++;
  snapshot_free(&read);
  return status;
}
