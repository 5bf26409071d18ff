/* SPDX-License-Identifier: MIT
   Snapshots and recordings as somebody would forge them: of a world with a bit of everything, changed here and
   there, and made to add up again. For tests and fuzzers. */
#pragma once

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "pliant/pliant.h"

/* ---- a world with a small body of every model, and all that holds, pushes, warms and bounds them ---- */

enum { FORGED_BODIES = 7 };

typedef struct forged_world {
  pl_world *world;
  pl_body *bodies[FORGED_BODIES];
} forged_world;

static inline pl_body *forged_body(pl_world *world, int which)
{
  static const pl_model_kind kinds[FORGED_BODIES] = {PL_MODEL_GRAPH, PL_MODEL_SURFACE,   PL_MODEL_CAGE,  PL_MODEL_HEX,
                                                     PL_MODEL_GRAPH, PL_MODEL_CONTINUUM, PL_MODEL_HYBRID};
  pl_mesh *mesh = NULL, *cage = NULL;
  pl_body *body = NULL;
  double x[3 * 256];
  if (which < 4)
    pl_make_icosphere(0.1, 1, &mesh);
  else if (which == 4)
    pl_make_box((uint32_t[]){3, 2, 2}, 0.06, &mesh);
  else
    pl_make_sheet(0.2, 0.2, 4, 4, &mesh);
  pl_mesh_data data = pl_mesh_view(mesh);
  for (size_t k = 0; k < 3 * data.vertex_count && k < 3 * 256; k++)
    x[k] = data.positions[k] + (k % 3 == 0 ? 0.17 * which : k % 3 == 1 ? 0.08 : 0);
  pl_pin_def pin = pl_default_pin_def();
  uint32_t held[2] = {0, 1};
  pin.particles = held;
  pin.count = 2;
  pl_body_def def = pl_default_body_def(kinds[which]);
  def.mesh = mesh;
  def.positions = x;
  def.thickness = which > 4 ? 0.01 : 0;
  def.pins = &pin;
  def.pin_count = which == 4;
  def.volume.mode = which == 0 ? PL_VOLUME_KEEP : which == 1 ? PL_VOLUME_PRESSURE : PL_VOLUME_FREE;
  if (which == 2) pl_make_icosphere(0.14, 1, &cage); /* given: to make one takes longer than all the rest */
  def.cage.mesh = cage;
  def.cage.points = 24;
  def.hex.nodes = 27;
  def.inelastic.relaxation_time = which == 0 ? 2 : 0;
  def.graph.plasticity.rule = which == 4 ? PL_PLASTIC_RATE : PL_PLASTIC_NONE;
  def.heat.conducts = which == 3 || which == 4;
  pl_body_create(world, &def, &body);
  pl_mesh_destroy(mesh);
  pl_mesh_destroy(cage);
  return body;
}

static inline void forged_bounds(forged_world *f)
{
  static const pl_pose_key keys[2] = {{.time = 0}, {.time = 1, .translate = {0, 0.2, 0}, .rotate = {0, 1, 0}}};
  pl_obstacle_def floor = pl_default_obstacle_def(PL_OBSTACLE_PLANE),
                  ball = pl_default_obstacle_def(PL_OBSTACLE_SPHERE);
  pl_obstacle_def solid = pl_default_obstacle_def(PL_OBSTACLE_MESH);
  ball.center[1] = -0.4;
  ball.motion = (pl_motion){.keys = keys, .count = 2};
  pl_mesh *mesh = NULL;
  pl_make_box((uint32_t[]){1, 1, 1}, 0.2, &mesh);
  solid.mesh = mesh;
  solid.spacing = 0.1;
  solid.temperature = 350;
  solid.motion.count = 0;
  pl_obstacle_create(f->world, &floor, NULL);
  pl_obstacle_create(f->world, &ball, NULL);
  pl_obstacle_create(f->world, &solid, NULL);
  pl_mesh_destroy(mesh);
}

static inline void forged_forces(forged_world *f)
{
  pl_force_def wind = pl_default_force_def(PL_FORCE_FLUID), push = pl_default_force_def(PL_FORCE_THRUST);
  wind.flow.velocity[0] = 3;
  push.body = f->bodies[2];
  push.vector[1] = 0.5;
  pl_force_create(f->world, &wind, NULL);
  pl_force_create(f->world, &push, NULL);
  pl_attachment_def tie = pl_default_attachment_def();
  tie.a = (pl_attachment_end){.kind = PL_ATTACH_PARTICLE, .body = f->bodies[5], .particle = 0};
  tie.b = (pl_attachment_end){.kind = PL_ATTACH_PARTICLE, .body = f->bodies[6], .particle = 3};
  tie.stiffness = 40;
  tie.breaks = 100;
  pl_world_attach(f->world, &tie, NULL);
}

static inline forged_world forged_make(void)
{
  forged_world f = {0};
  pl_world_def def = pl_default_world_def();
  def.threads = 1;
  def.substeps = 1;
  pl_world_create(&def, &f.world);
  for (int b = 0; b < FORGED_BODIES; b++) f.bodies[b] = forged_body(f.world, b);
  forged_bounds(&f);
  return f;
}

/* What a host says to it, so that a recording has every kind of change. */
static inline void forged_host(forged_world *f)
{
  forged_forces(f);
  pl_pin_id pin_id;
  pl_grab_id grab_id;
  pl_pin_def pin = pl_default_pin_def();
  pin.particles = (uint32_t[]){2, 3};
  pin.count = 2;
  pl_pin_create(f->bodies[1], &pin, &pin_id);
  pl_grab_def grab = pl_default_grab_def();
  grab.particles = (uint32_t[]){4, 5, 6};
  grab.count = 3;
  grab.target[1] = 0.3;
  pl_grab_create(f->bodies[3], &grab, &grab_id);
  pl_world_step(f->world);
  pl_grab_move(f->bodies[3], grab_id, (double[]){0.4, 0.2, 0});
  pl_body_apply_force(f->bodies[0], (uint32_t[]){1, 2}, 2, (double[]){0, 2, 0});
  pl_world_set_gravity(f->world, (double[]){0, -5, 1});
  pl_body_set_velocities(f->bodies[6], pl_body_velocities(f->bodies[6]));
  pl_body_set_positions(f->bodies[5], pl_body_positions(f->bodies[5]));
  pl_body_def material = pl_default_body_def(PL_MODEL_SURFACE);
  material.surface.stiffness = 20000;
  pl_body_set_material(f->bodies[1], &material);
  pl_world_step(f->world);
  pl_volume_def volume = pl_body_volume(f->bodies[1]);
  volume.pressure = (pl_number_track){.keys = {{0, 0}, {1, 50}}, .count = 2};
  pl_body_set_volume(f->bodies[1], &volume);
  double basis[256 * 8];
  size_t size = 0;
  if (pl_subspace_modes(f->bodies[0], 2, false, basis, &size, NULL) == PL_OK)
    pl_body_set_subspace(f->bodies[0], basis, size);
  pl_world_set_step(f->world, 0.004);
  pl_body_sleep(f->bodies[2]);
  pl_world_step(f->world);
  pl_pin_remove(f->bodies[1], pin_id);
  pl_grab_remove(f->bodies[3], grab_id);
  pl_body_reset(f->bodies[4]);
  pl_world_step(f->world);
}

/* ---- forging ---- */

/* What breaks programs: in numbers, counts and indices. */
static inline void forge_place(unsigned char *bytes, size_t size, size_t at, unsigned how)
{
  static const double numbers[] = {1e308, -1e308, 1e-320, 1e160, 1e60, -1, 0, 1e9};
  static const uint64_t counts[] = {UINT64_MAX, UINT64_C(1) << 62, UINT64_C(1) << 32, 0xffffffff, 1 << 24, 255, 1, 0};
  double number = how % 16 == 14 ? (double)NAN : how % 16 == 15 ? (double)INFINITY : numbers[how % 8];
  uint64_t count = counts[how / 16 % 8];
  switch (how % 5) {
  case 0: bytes[at] ^= (unsigned char)(1u << how / 5 % 8); break;
  case 1:
  case 2:
    at &= ~(size_t)(how / 64 % 2 ? 3 : 7);
    if (at + sizeof number <= size) memcpy(bytes + at, &number, sizeof number);
    break;
  case 3:
    at &= ~(size_t)3;
    if (at + sizeof count <= size) memcpy(bytes + at, &count, sizeof count);
    break;
  default:
    at &= ~(size_t)3;
    if (at + sizeof(uint32_t) <= size) memcpy(bytes + at, &count, sizeof(uint32_t));
  }
}

/* Patches of five bytes: a place and what to do there. */
static inline void forge(unsigned char *bytes, size_t size, const unsigned char *patches, size_t patch_size)
{
  for (; size && patch_size >= 5; patches += 5, patch_size -= 5) {
    uint32_t at;
    memcpy(&at, patches, sizeof at);
    forge_place(bytes, size, at % size, patches[4] * 7u + at % 3);
  }
}

/* As the header of a snapshot wants it. */
static inline void forge_checksum(unsigned char *bytes, size_t size)
{
  enum { CHECKSUM = 32, SUMMED = 40 };
  uint64_t hash = size >= SUMMED ? pl_hash_words(PL_HASH_START, bytes + SUMMED, size - SUMMED) : 0;
  if (size >= SUMMED) memcpy(bytes + CHECKSUM, &hash, sizeof hash);
}

/* ---- what must hold ---- */

/* A world that took something over can be saved, takes its own snapshot, and steps or says why not. Steps may wake what
   broke the state: the first that diverges ends it. */
static inline bool forged_is_usable(pl_world *world, int steps)
{
  void *own = NULL;
  size_t size = 0;
  pl_status status = PL_OK;
  for (int k = 0; k < steps && status == PL_OK; k++) status = pl_world_step(world);
  if (pl_world_save(world, &own, &size) == PL_ERROR_MEMORY) return true;
  bool good = own && pl_world_restore(world, own, size) == PL_OK;
  pl_free(own);
  return good;
}
