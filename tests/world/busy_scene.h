/* SPDX-License-Identifier: MIT
   A scene in which everything happens: two bars (one pinned by keyframes), a floor, a moving sphere, a late pin, a grab
   that moves, a force. The same on every run. */
#pragma once

#include "fixtures.h"

typedef struct busy_scene {
  pl_world *world;
  pl_body *free_bar, *held_bar;
  pl_pin_id pin;
  pl_grab_id grab;
  pl_obstacle_id floor, ball;
} busy_scene;

static inline void busy_obstacles(busy_scene *s)
{
  static const pl_pose_key roll[3] = {
      {.time = 0}, {.time = 0.3, .translate = {0.3, 0, 0}, .rotate = {0, 0, -3}}, {.time = 0.6}};
  pl_obstacle_def floor = pl_default_obstacle_def(PL_OBSTACLE_PLANE);
  floor.point[1] = -0.1;
  assert_ok(pl_obstacle_create(s->world, &floor, &s->floor));
  pl_obstacle_def ball = pl_default_obstacle_def(PL_OBSTACLE_SPHERE);
  ball.radius = 0.2;
  ball.center[0] = -0.3;
  ball.center[1] = 0.1;
  ball.center[2] = 0.1;
  ball.motion = (pl_motion){.keys = roll, .count = 3, .pivot = {-0.3, 0.1, 0.1}};
  assert_ok(pl_obstacle_create(s->world, &ball, &s->ball));
}

static inline busy_scene busy_start(int threads, pl_parallel_callback callback, pl_precision precision)
{
  static const pl_pose_key wave[2] = {{.time = 0}, {.time = 0.5, .translate = {0, 0.1, 0}, .rotate = {0.3, 0, 0.4}}};
  busy_scene s = {0};
  pl_world_def world_def = pl_default_world_def();
  world_def.threads = threads;
  world_def.parallel = callback;
  s.world = make_world(&world_def);
  pl_mesh *mesh = make_bar(9, 4, 4, 0.05, 26);
  uint32_t held[64];
  pl_pin_def pin = pl_default_pin_def();
  pin.particles = held;
  pin.count = select_particles(mesh, 0, 0, held);
  pin.motion = (pl_motion){.keys = wave, .count = 2};
  pl_body_def def = pl_default_body_def(PL_MODEL_GRAPH);
  def.mesh = mesh;
  def.graph.youngs_modulus = 3e4;
  def.graph.precision = precision;
  def.graph.damping_stiffness = 0.002;
  def.contact.ignores = 1; /* both bars begin in the same place */
  def.volume.mode = PL_VOLUME_KEEP;
  def.volume.alpha = 0.3;
  def.volume.passes = 2;
  s.free_bar = make_body(s.world, &def);
  def.volume.mode = PL_VOLUME_FREE;
  def.graph.laplacian = 0.5;
  def.name = "held";
  def.pins = &pin;
  def.pin_count = 1;
  s.held_bar = make_body(s.world, &def);
  pl_mesh_destroy(mesh);
  busy_obstacles(&s);
  return s;
}

/* What the host says before step k. */
static inline void busy_host(busy_scene *s, int k)
{
  if (k == 5) {
    pl_pin_def pin = pl_default_pin_def();
    pin.particles = (uint32_t[]){140, 141, 142};
    pin.count = 3;
    assert_ok(pl_pin_create(s->free_bar, &pin, &s->pin));
  }
  if (k == 8) {
    pl_grab_def grab = pl_default_grab_def();
    grab.particles = (uint32_t[]){130, 131};
    grab.count = 2;
    grab.target[1] = 0.3;
    assert_ok(pl_grab_create(s->held_bar, &grab, &s->grab));
  }
  if (k > 8 && k < 40 && k % 4 == 0)
    assert_ok(pl_grab_move(s->held_bar, s->grab, (double[]){0.01 * k, 0.3, 0.005 * k}));
  if (k == 12) assert_ok(pl_body_apply_force(s->free_bar, (uint32_t[]){3, 77}, 2, (double[]){5, 10, 0}));
  if (k == 15 || k == 35) { /* one bar begins to keep its volume, then more of it; the other gets a pressure */
    pl_volume_def volume = pl_body_volume(s->held_bar);
    volume.mode = PL_VOLUME_KEEP;
    volume.tolerance = 1e-6;
    if (k == 35) volume.target = (pl_number_track){.keys = {{0.1, 1}, {0.3, 1.1}}, .count = 2};
    assert_ok(pl_body_set_volume(s->held_bar, &volume));
  }
  if (k == 37) {
    pl_volume_def volume = pl_body_volume(s->free_bar);
    volume.mode = PL_VOLUME_PRESSURE;
    volume.pressure = (pl_number_track){.keys = {{0, 300}}, .count = 1};
    volume.gas = 1;
    assert_ok(pl_body_set_volume(s->free_bar, &volume));
  }
  if (k == 30) assert_ok(pl_pin_remove(s->free_bar, s->pin));
  if (k == 40) assert_ok(pl_grab_remove(s->held_bar, s->grab));
  if (k == 45) assert_ok(pl_world_set_gravity(s->world, (double[]){1, -9, 0}));
}

static inline void busy_run(busy_scene *s, int from, int to, uint64_t *hashes)
{
  for (int k = from; k < to; k++) {
    busy_host(s, k);
    assert_ok(pl_world_step(s->world));
    if (hashes) hashes[k] = pl_world_hash(s->world);
  }
}
