/* SPDX-License-Identifier: MIT
   Bodies from any bytes, for fuzzing contact: vertices on a grid of few places, so that many coincide or lie in one
   plane, triangles and edges as the bytes say, most of them degenerate, all of it touching itself and each other. */
#pragma once

#include <math.h>
#include <string.h>

#include "pliant/pliant.h"

typedef struct byte_reader {
  const uint8_t *data;
  size_t size, at;
} byte_reader;

static inline uint32_t next_byte(byte_reader *bytes) { return bytes->at < bytes->size ? bytes->data[bytes->at++] : 0; }

enum { BYTE_VERTICES = 10, BYTE_TRIANGLES = 12, BYTE_STEPS = 6 };

/* A mesh may not use a vertex twice in a triangle; that they are at the same place is the point. */
static inline void byte_triangle(byte_reader *bytes, uint32_t n, uint32_t out[3])
{
  uint32_t first = next_byte(bytes) % n, second = next_byte(bytes) % (n - 1), third = next_byte(bytes) % (n - 2);
  out[0] = first;
  out[1] = (first + 1 + second) % n;
  out[2] = (first + 1 + third) % n;
  if (third >= second) out[2] = (out[2] + 1) % n;
}

static inline pl_status byte_body(pl_world *world, byte_reader *bytes)
{
  double x[3 * BYTE_VERTICES], v[3 * BYTE_VERTICES], masses[BYTE_VERTICES];
  uint32_t triangles[3 * BYTE_TRIANGLES], edges[2 * BYTE_VERTICES];
  uint32_t n = 4 + next_byte(bytes) % (BYTE_VERTICES - 3), count = 1 + next_byte(bytes) % BYTE_TRIANGLES;
  uint32_t how = next_byte(bytes);
  for (uint32_t i = 0; i < n; i++) {
    masses[i] = how & 1 ? 0.1 : 1e-3 * (1 + next_byte(bytes));
    for (uint32_t c = 0; c < 3; c++) {
      x[3 * i + c] = 0.05 * (next_byte(bytes) % 8);
      v[3 * i + c] = how & 2 ? 0 : 0.25 * ((double)(next_byte(bytes) % 64) - 32);
    }
    edges[2 * i] = i;
    edges[2 * i + 1] = i + 1;
  }
  for (uint32_t t = 0; t < count; t++) byte_triangle(bytes, n, triangles + 3 * t);
  const pl_mesh_data data = {.positions = x,
                             .vertex_count = n,
                             .triangles = triangles,
                             .triangle_count = count,
                             .edges = edges,
                             .edge_count = n - 1};
  pl_mesh *mesh = NULL;
  pl_status status = pl_mesh_create(&data, &mesh);
  if (status != PL_OK) return status;
  pl_body_def def = pl_default_body_def(PL_MODEL_GRAPH);
  def.mesh = mesh;
  def.masses = masses;
  def.velocities = v;
  def.thickness = how & 4 ? 0.01 : 0.001;
  def.graph.stiffness = how & 8 ? 1e4 : 100;
  def.contact.bodies = def.contact.self = true;
  def.contact.friction = how & 16 ? 0 : 0.5;
  def.contact.restitution = how & 32 ? 0.5 : 0;
  pl_body *body = NULL;
  status = pl_body_create(world, &def, &body);
  pl_mesh_destroy(mesh);
  return status;
}

static inline int is_finite_world(const pl_world *world)
{
  for (size_t b = 0; b < pl_world_body_count(world); b++) {
    const pl_body *body = pl_world_body_at(world, b);
    const double *x = pl_body_positions(body), *v = pl_body_velocities(body);
    for (size_t i = 0; i < 3 * pl_body_particle_count(body); i++)
      if (!isfinite(x[i]) || !isfinite(v[i])) return 0;
  }
  return 1;
}

/* Up to three such bodies above a floor, for a few steps. 0: a step failed, or something is not finite any more; what
   bodies refuse from the start is fine. */
static inline int run_bytes(const uint8_t *data, size_t size)
{
  byte_reader bytes = {data, size, 0};
  pl_world_def def = pl_default_world_def();
  def.threads = 1;
  pl_world *world = NULL;
  if (pl_world_create(&def, &world) != PL_OK) return 0;
  pl_obstacle_def floor = pl_default_obstacle_def(PL_OBSTACLE_PLANE);
  uint32_t bodies = 1 + next_byte(&bytes) % 3;
  int fine = next_byte(&bytes) % 2 == 0 || pl_obstacle_create(world, &floor, NULL) == PL_OK;
  for (uint32_t b = 0; b < bodies && fine; b++)
    if (byte_body(world, &bytes) != PL_OK) break;
  for (int step = 0; step < BYTE_STEPS && fine; step++) fine = pl_world_step(world) == PL_OK && is_finite_world(world);
  pl_world_destroy(world);
  return fine;
}
