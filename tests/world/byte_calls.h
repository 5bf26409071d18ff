/* SPDX-License-Identifier: MIT
   Any bytes as what a host might say to a world: bodies of every model with numbers from zero to beyond what a double
   holds, pins, grabs, forces, obstacles, attachments, heat, subspaces, made, changed and removed between steps, saved,
   restored and replayed. Whatever is said is done or refused; the state stays finite, and what was restored goes on as
   what was saved. For tests and fuzzers. */
#pragma once

#include "byte_definitions.h"

/* ---- bodies ---- */

static inline pl_body_def call_def(pl_model_kind model)
{
  pl_body_def def = pl_default_body_def(model);
  def.cage.vertices = 12;
  def.cage.points = 24;
  def.hex.nodes = 27;
  def.volume.target.keys[0].value = def.volume.target.keys[1].value = def.volume.target.keys[1].time = 1;
  return def;
}

static inline pl_mesh *call_mesh(calls *c)
{
  pl_mesh *mesh = NULL;
  switch (call_byte(c) % 6) {
  case 0: pl_make_icosphere(0.1, 1, &mesh); break;
  case 1: pl_make_icosphere(0.1, 2, &mesh); break;
  case 2: pl_make_box((uint32_t[]){2, 1, 1}, 0.1, &mesh); break;
  case 3: pl_make_sheet(0.2, 0.2, 3, 3, &mesh); break;
  case 4: pl_make_line((double[]){0, 0, 0}, (double[]){0.3, 0, 0}, 6, &mesh); break;
  default: pl_make_torus(0.1, 0.03, 6, 3, &mesh);
  }
  return mesh;
}

static inline void call_create_body(calls *c)
{
  uint32_t which = call_byte(c) % CALL_BODIES;
  if (c->bodies[which]) return;
  pl_model_kind model = (pl_model_kind)(1 + call_byte(c) % 6);
  pl_mesh *mesh = call_mesh(c), *cage = NULL;
  if (!mesh) return;
  double x[3 * CALL_PARTICLES], v[3 * CALL_PARTICLES];
  size_t n = pl_mesh_view(mesh).vertex_count;
  pl_body_def def = call_def(model);
  uint32_t how = call_byte(c), held[2] = {0, 1};
  pl_pin_def pin = pl_default_pin_def();
  pl_pose_key keys[2] = {{.time = 0}, {.time = 0.05}};
  def.mesh = mesh;
  if (model == PL_MODEL_CAGE && pl_make_icosphere(0.5, 1, &cage) == PL_OK)
    def.cage.mesh = cage; /* making one takes long */
  def.thickness = how & 1 ? 0.01 : 0;
  def.positions = x;
  def.velocities = how & 2 ? v : NULL;
  if (n > CALL_PARTICLES) def.positions = def.velocities = NULL;
  for (size_t i = 0; i < 3 * n && i < 3 * CALL_PARTICLES; i++) {
    x[i] = pl_mesh_view(mesh).positions[i] + (i % 3 == 1 ? 0.1 + 0.15 * which : 0);
    v[i] = 0;
  }
  if (how & 4) x[call_byte(c) % 36] = call_number(c);
  if (how & 8) v[call_byte(c) % 36] = call_number(c);
  pin.particles = held;
  pin.count = 2;
  if (how & 16) {
    call_numbers(c, keys[1].translate, 3);
    call_numbers(c, keys[1].rotate, 3);
    pin.motion = (pl_motion){.keys = keys, .count = 2};
  }
  def.pins = &pin;
  def.pin_count = how & 32 ? 1 : 0;
  call_change_def(c, &def);
  if (pl_body_create(c->world, &def, &c->bodies[which]) == PL_OK) c->same_bodies = false;
  pl_mesh_destroy(mesh);
  pl_mesh_destroy(cage);
}

/* ---- what is said to a body ---- */

static inline void call_hold(calls *c, uint32_t which)
{
  pl_body *body = c->bodies[which];
  uint32_t how = call_byte(c), particles[3] = {call_byte(c) % 16, call_byte(c) % 12, 5};
  double numbers[6] = {0};
  call_numbers(c, numbers, how & 8 ? 6 : 3);
  if (how % 4 == 0) {
    pl_pin_def pin = pl_default_pin_def();
    pl_pose_key keys[2] = {{.time = 0}, {.time = 0.02}};
    memcpy(keys[1].translate, numbers, sizeof keys[1].translate);
    memcpy(keys[1].rotate, numbers + 3, sizeof keys[1].rotate);
    pin.particles = particles;
    pin.count = 1 + how / 16 % 3;
    pin.motion = (pl_motion){.keys = keys, .count = 2};
    pl_pin_create(body, &pin, &c->pins[which]);
  } else if (how % 4 == 1) {
    pl_grab_def grab = pl_default_grab_def();
    grab.particles = particles;
    grab.count = 1 + how / 16 % 3;
    memcpy(grab.target, numbers, sizeof grab.target);
    memcpy(grab.attitude, numbers + 3, sizeof grab.attitude);
    grab.turns = how & 128;
    if (how & 64) grab.stiffness = call_number(c);
    if (how & 32) grab.damping = call_number(c);
    pl_grab_create(body, &grab, &c->grabs[which]);
  } else if (how % 4 == 2) {
    pl_grab_move(body, c->grabs[which], numbers);
    pl_grab_turn(body, c->grabs[which], numbers + 3);
  } else if (how & 16) {
    pl_grab_remove(body, c->grabs[which]);
  } else {
    pl_pin_remove(body, c->pins[which]);
  }
}

static inline void call_set_state(calls *c, pl_body *body)
{
  double values[3 * CALL_PARTICLES];
  size_t n = pl_body_particle_count(body);
  uint32_t how = call_byte(c) % 4;
  const double *now = how == 0 ? pl_body_positions(body) : pl_body_velocities(body);
  if (!now || n > CALL_PARTICLES) return;
  memcpy(values, now, 3 * n * sizeof *values);
  for (uint32_t k = call_byte(c) % 4; k > 0; k--) values[call_byte(c) % (3 * n)] = call_number(c);
  if (how == 0)
    pl_body_set_positions(body, values);
  else if (how == 1)
    pl_body_set_velocities(body, values);
  else if (how == 2)
    pl_body_set_temperatures(body, values);
  else
    pl_body_apply_force(body, (uint32_t[]){call_byte(c)}, 1, values);
}

static inline void call_material(calls *c, pl_body *body)
{
  pl_body_def def = call_def((pl_model_kind)(1 + call_byte(c) % 6));
  uint32_t how = call_byte(c) % 4;
  call_change_def(c, &def);
  if (how == 0)
    pl_body_set_volume(body, &def.volume);
  else if (how == 1)
    pl_body_set_inelastic(body, &def.inelastic);
  else
    pl_body_set_material(body, &def);
}

static inline void call_space(calls *c, pl_body *body)
{
  double basis[8 * CALL_PARTICLES];
  size_t size = 0, n = pl_body_particle_count(body);
  if (n > CALL_PARTICLES) return;
  uint32_t how = call_byte(c) % 4;
  if (how == 0) {
    pl_body_set_subspace(body, NULL, 0);
  } else if (how == 1) {
    for (size_t k = 0; k < 2 * n; k++) basis[k] = k < 8 ? call_number(c) : (double)(k % 7);
    pl_body_set_subspace(body, basis, 2);
  } else if (pl_subspace_modes(body, 1 + call_byte(c) % 3, how == 2, basis, &size, NULL) == PL_OK) {
    pl_body_set_subspace(body, basis, size);
  }
}

static inline void call_settle(calls *c, pl_body *body)
{
  pl_statics_def def = pl_default_statics_def();
  pl_handle handle = {.particle = call_byte(c)};
  call_numbers(c, handle.target, 3);
  def.handles = &handle;
  def.handle_count = 1;
  def.iterations = 1 + call_byte(c) % 8;
  def.stiffness = call_number(c);
  pl_body_settle(body, &def, NULL);
}

static inline void call_show(calls *c, pl_body *body)
{
  pl_blobby_def def = pl_default_blobby_def();
  pl_blobby_surface surface;
  def.radius = call_number(c);
  def.spacing = call_number(c);
  def.sharpness = call_number(c);
  pl_body_set_blobby(body, &def);
  pl_body_blobby(body, &surface);
  def.radius = 0;
  pl_body_set_blobby(body, &def);
}

static inline void call_body(calls *c)
{
  uint32_t which = call_byte(c) % CALL_BODIES;
  pl_body *body = c->bodies[which];
  if (!body) return;
  switch (call_byte(c) % 12) {
  case 0:
  case 1: call_hold(c, which); break;
  case 2:
  case 3: call_set_state(c, body); break;
  case 4:
  case 5: call_material(c, body); break;
  case 6: call_space(c, body); break;
  case 7: call_settle(c, body); break;
  case 8: call_show(c, body); break;
  case 9: pl_body_reset(body); break;
  case 10: call_byte(c) % 2 ? pl_body_sleep(body) : pl_body_wake(body); break;
  default:
    pl_body_remove(body);
    c->bodies[which] = NULL;
    c->same_bodies = false;
  }
}

/* ---- what is said to the world ---- */

static inline void call_force(calls *c)
{
  pl_force_def def = pl_default_force_def((pl_force_kind)(1 + call_byte(c) % 4));
  uint32_t how = call_byte(c);
  def.body = c->bodies[how % CALL_BODIES];
  call_numbers(c, def.vector, 3);
  memcpy(def.flow.velocity, def.vector, sizeof def.vector);
  if (how & 4) def.flow.gust = call_number(c);
  if (how & 4) def.flow.period = call_number(c);
  if (how & 8) def.flow.circulation = call_number(c);
  if (how & 8) def.flow.core = call_number(c);
  if (how & 16) def.strength = call_number(c);
  if (how & 16) def.range = call_number(c);
  if (how & 32) def.stiffness = call_number(c);
  if (how & 32) def.damping = call_number(c);
  if (how & 64) def.resistance = call_number(c);
  if (how & 128)
    pl_force_change(c->world, c->force, &def);
  else
    pl_force_create(c->world, &def, &c->force);
}

static inline void call_obstacle(calls *c)
{
  pl_obstacle_def def = pl_default_obstacle_def((pl_obstacle_shape)(1 + call_byte(c) % 7));
  pl_pose_key keys[2] = {{.time = 0}, {.time = 0.05}};
  uint32_t how = call_byte(c);
  def.center[1] = -0.5;
  if (how & 1) def.radius = call_number(c);
  if (how & 2) def.thickness = call_number(c);
  if (how & 4) call_numbers(c, def.normal, 3);
  if (how & 8) call_numbers(c, def.point_a, 3);
  if (how & 16) def.temperature = call_number(c);
  if (how & 32) {
    call_numbers(c, keys[1].translate, 3);
    call_numbers(c, keys[1].rotate, 3);
    def.motion = (pl_motion){.keys = keys, .count = 2};
  }
  if (how & 64) def.friction = call_number(c);
  c->same_bodies = false;
  if (how & 128)
    pl_obstacle_remove(c->world, c->obstacle);
  else
    pl_obstacle_create(c->world, &def, &c->obstacle);
}

static inline void call_attach(calls *c)
{
  pl_attachment_def tie = pl_default_attachment_def();
  uint32_t how = call_byte(c);
  pl_body *a = c->bodies[how % CALL_BODIES], *b = c->bodies[how / 4 % CALL_BODIES];
  if (!a || !b) return;
  tie.a = (pl_attachment_end){.kind = PL_ATTACH_PARTICLE, .body = a, .particle = call_byte(c) % 16};
  tie.b = (pl_attachment_end){.kind = PL_ATTACH_PARTICLE, .body = b, .particle = call_byte(c) % 16};
  if (how & 16) {
    tie.b = (pl_attachment_end){.kind = PL_ATTACH_PLACE};
    call_numbers(c, tie.b.place, 3);
  }
  if (how & 32) tie.stiffness = call_number(c);
  if (how & 64) tie.breaks = call_number(c);
  if (how & 128)
    pl_attachment_release(c->world, c->attachment);
  else
    pl_world_attach(c->world, &tie, &c->attachment);
}

static inline void call_world(calls *c)
{
  double numbers[3];
  uint32_t how = call_byte(c) % 8;
  call_numbers(c, numbers, how < 2 ? 3 : 1);
  if (how < 2)
    pl_world_set_gravity(c->world, numbers);
  else if (how == 2)
    pl_world_set_step(c->world, numbers[0]);
  else if (how == 3)
    pl_world_set_substeps(c->world, call_count(c));
  else if (how == 4)
    pl_world_schedule(c->world, numbers[0]);
  else if (how == 5)
    pl_world_schedule(c->world, -1);
  else if (how == 6)
    pl_world_find_tangles(c->world);
  else
    pl_world_reset(c->world);
}

static inline bool call_is_finite(const pl_world *world)
{
  for (size_t b = 0; b < pl_world_body_count(world); b++) {
    const pl_body *body = pl_world_body_at(world, b);
    const double *x = pl_body_positions(body), *v = pl_body_velocities(body);
    for (size_t i = 0; x && v && i < 3 * pl_body_particle_count(body); i++)
      if (!isfinite(x[i]) || !isfinite(v[i])) return false;
  }
  return true;
}

static inline pl_status call_step(calls *c)
{
  if (c->steps >= CALL_STEPS || (double)(clock() - c->begun) > call_seconds * CLOCKS_PER_SEC) return PL_OK;
  c->steps++;
  pl_status status = pl_world_step(c->world);
  if (!call_is_finite(c->world)) c->broken = "a step left what is not finite";
  return status;
}

static inline void call_save(calls *c)
{
  pl_free(c->snapshot);
  c->snapshot = NULL;
  if (pl_world_save(c->world, &c->snapshot, &c->snapshot_size) != PL_OK) return;
  c->snapshot_hash = pl_world_hash(c->world);
  c->same_bodies = true;
}

static inline void call_restore(calls *c)
{
  if (!c->snapshot) return;
  uint64_t before = pl_world_hash(c->world);
  pl_status status = pl_world_restore(c->world, c->snapshot, c->snapshot_size);
  uint64_t after = pl_world_hash(c->world);
  if (status == PL_OK && after != c->snapshot_hash) c->broken = "what was restored is not what was saved";
  if (status != PL_OK && after != before) c->broken = "a snapshot that was refused has changed something";
  if (status != PL_OK && status != PL_ERROR_MEMORY && c->same_bodies) c->broken = "a world refused its own snapshot";
}

/* Saved, stepped, restored and stepped again: twice the same. */
static inline void call_twice(calls *c)
{
  call_save(c);
  if (!c->snapshot || c->steps + 4 > CALL_STEPS) return;
  pl_status first = call_step(c);
  if (first == PL_OK) first = call_step(c);
  uint64_t hash = pl_world_hash(c->world);
  int steps = c->steps;
  call_restore(c);
  if (first != PL_OK || c->broken || !c->same_bodies) return;
  pl_status second = call_step(c);
  if (second == PL_OK) second = call_step(c);
  if (c->steps == steps + 2 && (second != PL_OK || pl_world_hash(c->world) != hash))
    c->broken = "what was restored went on in another way";
}

static inline void call_record(calls *c)
{
  const void *recording = NULL;
  size_t size = 0;
  if (call_byte(c) % 2)
    pl_world_record(c->world, true);
  else if (pl_world_recording(c->world, &recording, &size) == PL_OK && recording) {
    void *copy = malloc(size + 1);
    if (!copy) return;
    memcpy(copy, recording, size);
    pl_world_record(c->world, false);
    pl_world_replay(c->world, copy, size);
    call_step(c);
    pl_world_replay(c->world, NULL, 0);
    free(copy);
  }
}

static inline void call_next(calls *c)
{
  switch (call_byte(c) % 16) {
  case 0:
  case 1: call_create_body(c); break;
  case 2:
  case 3:
  case 4:
  case 5: call_body(c); break;
  case 6: call_force(c); break;
  case 7: call_obstacle(c); break;
  case 8: call_attach(c); break;
  case 9: call_world(c); break;
  case 10: call_save(c); break;
  case 11: call_restore(c); break;
  case 12: call_twice(c); break;
  case 13: call_record(c); break;
  default: call_step(c);
  }
}

/* NULL: all went well; or what did not hold. */
static inline const char *run_calls(const uint8_t *data, size_t size)
{
  calls c = {.data = data, .size = size, .begun = clock()};
  pl_world_def def = pl_default_world_def();
  def.threads = 1;
  uint32_t how = call_byte(&c);
  def.substeps = how % 4;
  if (how & 8) def.step = call_number(&c);
  pl_obstacle_def floor = pl_default_obstacle_def(PL_OBSTACLE_PLANE);
  if (pl_world_create(&def, &c.world) != PL_OK) return NULL;
  if (how & 4) pl_obstacle_create(c.world, &floor, &c.obstacle);
  call_create_body(&c);
  for (int k = 0; k < CALL_CALLS && c.at < size && !c.broken; k++) call_next(&c);
  if (!c.broken) call_step(&c);
  pl_free(c.snapshot);
  pl_world_destroy(c.world);
  return c.broken;
}
