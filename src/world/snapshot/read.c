/* SPDX-License-Identifier: MIT
   Bytes as a snapshot, everything in it held against what may be there. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/limits.h"
#include "base/memory.h"
#include "base/status.h"
#include "world/bodies/magnitudes.h"
#include "world/snapshot/records.h"
#include "world/snapshot/snapshot.h"
#include "world/step/sleep.h"

void pl_snapshot_free(pl_snapshot *read)
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

pl_status pl_snapshot_damaged(const char *what)
{
  return pl_fail(PL_ERROR_FORMAT, "the snapshot is cut off or damaged: %s", what);
}

static pl_status get_pin(pl_reader *from, const pl_body *body, pl_pin *pin)
{
  uint32_t flags[3];
  PL_GET(from, flags);
  size_t count = pl_size_get(from);
  pin->generation = flags[0];
  pin->eliminated = flags[2] != 0;
  if (flags[1] == PL_SLOT_WAITING) { /* for its time */
    pin->count = count;
    pin->state = PL_SLOT_WAITING;
  }
  if (flags[1] != PL_SLOT_ACTIVE)
    return from->failed || count > PL_MOST_HELD || pin->eliminated ? pl_snapshot_damaged("a pin is incomplete") : PL_OK;
  const void *particles = pl_reader_take(from, count, sizeof(uint32_t));
  const void *anchors = pl_reader_take(from, count, 3 * sizeof(double));
  PL_GET(from, pin->start);
  PL_TRY(pl_motion_get(from, &pin->motion));
  if (from->failed) return pl_snapshot_damaged("a pin is incomplete");
  pin->state = PL_SLOT_ACTIVE;
  pin->particles = PL_NEW(uint32_t, count);
  pin->anchors = PL_NEW(double, 3 * count);
  if (!pin->particles || !pin->anchors) return PL_ERROR_MEMORY;
  pin->count = count;
  memcpy(pin->particles, particles, count * sizeof(uint32_t));
  memcpy(pin->anchors, anchors, 3 * count * sizeof(double));
  for (size_t k = 0; k < count; k++)
    if (pin->particles[k] >= body->count) return pl_snapshot_damaged("it pins a particle that does not exist");
  if (!pl_are_within(PL_QUANTITY_LENGTH, pin->anchors, 3 * count, NULL) || !pl_is_within(PL_QUANTITY_TIME, pin->start))
    return pl_snapshot_damaged("a pin holds something nowhere");
  return pl_motion_check("the snapshot is damaged: pin", &pin->motion);
}

static pl_status get_pins(pl_reader *from, const pl_body *body, pl_body_part *part)
{
  enum { LEAST_BYTES = 20 }; /* of a pin */
  size_t count = pl_size_get(from);
  if (from->failed || count > from->left / LEAST_BYTES) return pl_snapshot_damaged("pins are missing");
  PL_TRY(pl_grow((void **)&part->pins, &part->pin_capacity, count, sizeof(pl_pin)));
  for (part->pin_count = 0; part->pin_count < count;) PL_TRY(get_pin(from, body, &part->pins[part->pin_count++]));
  return PL_OK;
}

static pl_status get_grabs(pl_reader *from, const pl_body *body, pl_body_part *part)
{
  size_t count = pl_size_get(from);
  if (from->failed || count > from->left / sizeof(double[3])) return pl_snapshot_damaged("grabs are missing");
  PL_TRY(pl_grow((void **)&part->grabs, &part->grab_capacity, count, sizeof(pl_grab)));
  for (part->grab_count = 0; part->grab_count < count; part->grab_count++) {
    pl_grab *grab = &part->grabs[part->grab_count];
    *grab = (pl_grab){0};
    pl_record_get(from, pl_layout_of_grab, grab);
    if (from->failed || !pl_grab_is_possible(grab, body)) return pl_snapshot_damaged("a grab is impossible");
  }
  if (pl_held_count(part->pins, part->pin_count, part->grabs, part->grab_count) > PL_MOST_HELD)
    return pl_snapshot_damaged("it holds too many particles");
  return PL_OK;
}

static pl_status get_basis(pl_reader *from, const pl_body *body, pl_body_part *part)
{
  size_t size = pl_size_get(from);
  if (from->failed || size > body->count) return pl_snapshot_damaged("the subspace is missing");
  if (size == 0) return PL_OK;
  const void *basis = pl_reader_take(from, body->count * size, sizeof(double));
  if (!basis) return pl_snapshot_damaged("the subspace is incomplete");
  if (!body->model->modes) return pl_snapshot_damaged("it has a subspace for a model that knows none");
  part->basis = PL_NEW(double, body->count *size);
  if (!part->basis) return PL_ERROR_MEMORY;
  part->basis_size = size;
  memcpy(part->basis, basis, body->count * size * sizeof(double));
  if (!pl_subspace_is_possible(body, part->basis, size)) return pl_snapshot_damaged("the subspace is impossible");
  return PL_OK;
}

static pl_status get_body(pl_reader *from, const pl_body *body, pl_body_part *part)
{
  part->def = body->def;
  uint32_t flows = 0;
  pl_record_get(from, body->model->layout, &part->def);
  pl_record_get(from, pl_layout_of_volume, &part->def.volume);
  pl_record_get(from, pl_layout_of_inelastic, &part->def.inelastic);
  PL_GET(from, flows);
  part->flows = flows != 0;
  if (from->failed) return pl_snapshot_damaged("the material is missing");
  if (part->flows && !body->model->fibres) return pl_snapshot_damaged("matter flows that cannot");
  pl_body_def checked;
  PL_TRY(pl_model_change_part(body->model, &body->def, &part->def, &checked));
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
static pl_status get_surface(pl_reader *from, const pl_world *world, const pl_snapshot *read, pl_obstacle *obstacle)
{
  pl_mesh_data data = {0};
  data.vertex_count = pl_size_get(from);
  data.triangle_count = pl_size_get(from);
  const void *x = pl_reader_take(from, data.vertex_count, 3 * sizeof(double));
  const void *t = pl_reader_take(from, data.triangle_count, 3 * sizeof(uint32_t));
  if (from->failed) return pl_snapshot_damaged("the mesh of an obstacle is incomplete");
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

static pl_status get_obstacle(pl_reader *from, const pl_world *world, const pl_snapshot *read, pl_obstacle *obstacle)
{
  uint32_t flags[2];
  PL_GET(from, flags);
  pl_record_get(from, pl_layout_of_obstacle, &obstacle->def);
  size_t name_size = pl_size_get(from);
  const void *name = pl_reader_take(from, name_size, 1);
  PL_TRY(pl_motion_get(from, &obstacle->def.motion));
  if (from->failed) return pl_snapshot_damaged("an obstacle is incomplete");
  obstacle->generation = flags[0];
  if (!flags[1]) return obstacle->def.motion.count ? pl_snapshot_damaged("an obstacle that is gone moves") : PL_OK;
  obstacle->state = PL_SLOT_ACTIVE;
  obstacle->name = PL_NEW(char, name_size + 1);
  if (!obstacle->name) return PL_ERROR_MEMORY;
  memcpy(obstacle->name, name, name_size);
  obstacle->def.name = obstacle->name;
  if (obstacle->def.shape == PL_OBSTACLE_MESH) PL_TRY(get_surface(from, world, read, obstacle));
  return pl_obstacle_check(&obstacle->def);
}

static pl_status get_obstacles(pl_reader *from, const pl_world *world, pl_snapshot *read)
{
  enum { LEAST_BYTES = 200 }; /* of an obstacle */
  size_t count = pl_size_get(from);
  if (from->failed || count > from->left / LEAST_BYTES) return pl_snapshot_damaged("obstacles are missing");
  PL_TRY(pl_grow((void **)&read->obstacles, &read->obstacle_capacity, count, sizeof(pl_obstacle)));
  while (read->obstacle_count < count)
    PL_TRY(get_obstacle(from, world, read, &read->obstacles[read->obstacle_count++]));
  return PL_OK;
}

static pl_status get_touching(const pl_world *world, pl_reader *from, pl_snapshot *read)
{
  pl_touching_list *list = &read->touching;
  size_t count = pl_size_get(from);
  if (from->failed || count > from->left / sizeof(double[8])) return pl_snapshot_damaged("who touches whom is missing");
  PL_TRY(pl_grow((void **)&list->items, &list->capacity, count, sizeof(pl_touching)));
  for (; list->count < count; list->count++) {
    pl_touching *pair = &list->items[list->count];
    *pair = (pl_touching){0};
    pl_record_get(from, pl_layout_of_touching, pair);
    bool known =
        pl_world_find_body(world, pair->body) &&
        (pair->generation ? pair->other < read->obstacle_count : pl_world_find_body(world, pair->other) != NULL);
    if (from->failed || !known) return pl_snapshot_damaged("something touches what is not there");
  }
  return PL_OK;
}

static pl_status get_attachments(pl_reader *from, const pl_world *world, pl_snapshot *read)
{
  size_t count = pl_size_get(from);
  if (from->failed || count > from->left / sizeof(double[3 * PL_MAX_EQUALITY_PARTICLES]))
    return pl_snapshot_damaged("attachments are missing");
  PL_TRY(pl_attachments_resize(&read->attachments, count));
  for (size_t k = 0; k < count; k++) pl_record_get(from, pl_layout_of_attachment, &read->attachments.items[k]);
  for (size_t k = 0; k < count; k++)
    if (from->failed ||
        !pl_attachment_is_possible(world, &read->attachments.items[k], read->obstacles, read->obstacle_count))
      return pl_snapshot_damaged("an attachment is impossible");
  return PL_OK;
}

static pl_status get_forces(pl_reader *from, const pl_world *world, pl_forces *forces)
{
  size_t count = pl_size_get(from);
  if (from->failed || count > from->left / sizeof(double[4 * PL_MOST_FORCE_KEYS]))
    return pl_snapshot_damaged("forces are missing");
  PL_TRY(pl_grow((void **)&forces->items, &forces->capacity, count, sizeof(pl_force)));
  for (; forces->count < count; forces->count++) {
    pl_force *force = &forces->items[forces->count];
    memset(force, 0, sizeof *force);
    pl_record_get(from, pl_layout_of_force, force);
  }
  if (from->failed) return pl_snapshot_damaged("forces are impossible");
  forces->flow = world->forces.flow;
  forces->flow_user = world->forces.flow_user;
  for (size_t f = 0; f < count; f++)
    if (forces->items[f].state != PL_SLOT_FREE && !pl_force_is_possible(world, &forces->items[f]))
      return pl_snapshot_damaged("a force is impossible");
  return PL_OK;
}

/* ---- which bodies it is of ---- */

static pl_status another(const char *what, const char *name)
{
  return pl_fail(PL_ERROR_MISMATCH, "the snapshot belongs to another scene: %s '%s'", what, name);
}

static const pl_body *body_named(const pl_world *world, const char *name, size_t size)
{
  for (size_t b = 0; b < world->body_count; b++)
    if (strlen(world->bodies[b]->name) == size && memcmp(world->bodies[b]->name, name, size) == 0)
      return world->bodies[b];
  return NULL;
}

/* One body of the list, and how it stands to the world's body at that place (NULL: none). */
static pl_status get_listed(pl_reader *from, const pl_world *world, size_t b, uint32_t *serial)
{
  uint64_t identity = 0;
  size_t size = pl_size_get(from);
  const char *name = pl_reader_take(from, size, 1);
  PL_GET(from, identity);
  PL_GET(from, *serial);
  if (from->failed) return pl_snapshot_damaged("the list of its bodies is cut off");
  char shown[64];
  snprintf(shown, sizeof shown, "%.*s", (int)(size < sizeof shown ? size : sizeof shown - 1), name);
  const pl_body *here = b < world->body_count ? world->bodies[b] : NULL, *known = body_named(world, name, size);
  if (!known) return another("it has a body that is missing here, create it first:", shown);
  if (identity != known->identity) return another("rest shape, masses or pins of the definition differ of body", shown);
  if (known != here) return another("bodies were created in another order, see", shown);
  return PL_OK;
}

static pl_status get_list(pl_reader *from, const pl_world *world, pl_snapshot *read)
{
  size_t count = pl_size_get(from);
  if (from->failed) return pl_snapshot_damaged("the list of its bodies is missing");
  read->bodies = PL_NEW(pl_body_part, world->body_count);
  if (!read->bodies) return PL_ERROR_MEMORY;
  read->body_count = world->body_count;
  for (size_t b = 0; b < count; b++) {
    uint32_t serial = 0;
    PL_TRY(get_listed(from, world, b, &serial)); /* fails beyond the world's last */
    read->bodies[b].serial = serial;
    if (serial >= read->header.next_serial || (b && serial <= read->bodies[b - 1].serial))
      return pl_snapshot_damaged("numbers of bodies do not rise");
  }
  if (count < world->body_count)
    return another("it has fewer bodies; remove the one that is too much here:", world->bodies[count]->name);
  return PL_OK;
}

static pl_status check_header(pl_reader *from, pl_snapshot_header *header)
{
  PL_GET(from, *header);
  if (from->failed || memcmp(header->magic, pl_snapshot_magic, sizeof header->magic) != 0)
    return pl_fail(PL_ERROR_FORMAT, "this is not a snapshot of Pliant");
  if (header->version != PL_RECORDS_VERSION || header->byte_order != PL_BYTE_ORDER_MARK)
    return pl_fail(PL_ERROR_FORMAT,
                   "the snapshot has version %u; this library reads version %d of machines with the same byte order",
                   header->version, (int)PL_RECORDS_VERSION);
  return PL_OK;
}

static pl_status check_step(const pl_snapshot_header *header)
{
  const double most_parts = 1e4; /* many more than a step is ever taken in */
  bool possible = header->h > 0 && header->step > 0 && header->h <= header->step &&
                  header->step <= most_parts * header->h && header->substeps <= PL_MOST_SUBSTEPS &&
                  pl_limit_check_size(PL_QUANTITY_STEP, "h", header->h) == PL_OK &&
                  pl_limit_check_size(PL_QUANTITY_STEP, "step", header->step) == PL_OK;
  return possible ? PL_OK : pl_snapshot_damaged("the time step is impossible");
}

pl_status pl_snapshot_read_bodies(const pl_world *world, const void *data, size_t size, pl_reader *from,
                                  pl_snapshot *out)
{
  *from = (pl_reader){.at = data, .left = size};
  PL_TRY(check_header(from, &out->header));
  if (out->header.checksum != pl_snapshot_checksum(data, size)) return pl_snapshot_damaged("its bytes do not add up");
  PL_TRY(get_list(from, world, out));
  if (out->header.identity != pl_world_identity(world)) return pl_snapshot_damaged("it names another world");
  return check_step(&out->header);
}

/* ---- all else ---- */

static pl_status get_schedule(pl_reader *from, pl_schedule *schedule)
{
  PL_GET(from, schedule->numbered);
  schedule->done = pl_size_get(from);
  size_t size = pl_size_get(from);
  const void *entries = pl_reader_take(from, size, 1);
  if (from->failed) return pl_snapshot_damaged("changes for later are missing");
  pl_bytes_put(&schedule->entries, entries, size);
  PL_TRY(schedule->entries.status);
  return pl_schedule_check(schedule);
}

pl_status pl_clock_check(const unsigned char *state)
{
  pl_clock clock;
  memcpy(&clock, state, sizeof clock);
  bool sound = pl_is_within(PL_QUANTITY_TIME, clock.time) && clock.steps >= 0 && clock.steps < 0x1p53 &&
               pl_is_within(PL_QUANTITY_TIME, clock.owed) &&
               pl_are_within(PL_QUANTITY_ACCELERATION, clock.gravity, 3, NULL) && pl_sleep_check(&clock.sleep) == PL_OK;
  return sound ? PL_OK : pl_fail(PL_ERROR_FORMAT, "the clock is impossible");
}

pl_status pl_snapshot_read_parts(const pl_world *world, pl_reader *from, pl_snapshot *out)
{
  for (size_t b = 0; b < world->body_count; b++) {
    pl_status status = get_body(from, world->bodies[b], &out->bodies[b]);
    if (status != PL_OK) return pl_fail_in(status, "body '%s': ", world->bodies[b]->name);
  }
  PL_TRY(get_obstacles(from, world, out));
  PL_TRY(get_touching(world, from, out));
  PL_TRY(get_attachments(from, world, out));
  PL_TRY(get_forces(from, world, &out->forces));
  PL_TRY(get_schedule(from, &out->schedule));
  if (from->failed || from->left != out->header.state_size) return pl_snapshot_damaged("it has the wrong length");
  out->state = pl_reader_take(from, (size_t)out->header.state_size, 1);
  if (from->failed || out->header.state_size < sizeof(pl_clock)) return pl_snapshot_damaged("the state is missing");
  pl_status status = pl_clock_check(out->state);
  return status == PL_OK ? PL_OK : pl_fail_in(status, "the snapshot is damaged: ");
}
