/* SPDX-License-Identifier: MIT */
#include "bench/contact/bench_contact_through.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "crossing.h"
#include "math/vec3.h"

static void remember(const pl_world *world, double *places)
{
  for (size_t b = 0; b < pl_world_body_count(world); b++) {
    const pl_body *body = pl_world_body_at(world, b);
    size_t count = 3 * pl_body_particle_count(body);
    memcpy(places, pl_body_positions(body), count * sizeof(double));
    places += count;
  }
}

pl_status through_begin(const pl_world *world, through *out)
{
  size_t particles = 0;
  for (size_t b = 0; b < pl_world_body_count(world); b++)
    particles += pl_body_particle_count(pl_world_body_at(world, b));
  *out = (through){
      .before = PL_NEW(double, 3 * particles), .inside = PL_NEW(int, particles), .above = PL_NEW(int, particles)};
  if (!out->before || !out->inside || !out->above) return PL_ERROR_MEMORY;
  memset(out->inside, 0, particles * sizeof(int));
  memset(out->above, 0, particles * sizeof(int));
  remember(world, out->before);
  return PL_OK;
}

static bool faces_up(const pl_mesh_data *rest, const uint32_t *triangle)
{
  double u[3], v[3], normal[3];
  pl_vec3_sub(rest->positions + 3 * (size_t)triangle[1], rest->positions + 3 * (size_t)triangle[0], u);
  pl_vec3_sub(rest->positions + 3 * (size_t)triangle[2], rest->positions + 3 * (size_t)triangle[0], v);
  pl_vec3_cross(u, v, normal);
  return normal[1] > 0.5 * pl_vec3_length(normal);
}

/* Where the particles of one pair are. */
typedef struct thrown {
  const pl_body *slab, *ball;
  size_t slab_first, ball_first; /* of all particles */
} thrown;

/* All go straight from where they were. */
static void count_at(const thrown *pair, through *t)
{
  pl_mesh_data rest = pl_body_rest(pair->slab);
  const double *now = pl_body_positions(pair->slab), *before = t->before + 3 * pair->slab_first;
  const double *ball = pl_body_positions(pair->ball), *ball_before = t->before + 3 * pair->ball_first;
  for (size_t k = 0; k < rest.triangle_count; k++) {
    const uint32_t *corner = rest.triangles + 3 * k;
    const double *from[3], *to[3];
    bool upper = faces_up(&rest, corner);
    for (int c = 0; c < 3; c++) {
      from[c] = before + 3 * (size_t)corner[c];
      to[c] = now + 3 * (size_t)corner[c];
    }
    for (size_t i = 0; i < pl_body_particle_count(pair->ball); i++) {
      int count = crossings(ball_before + 3 * i, ball + 3 * i, from, to);
      t->inside[pair->ball_first + i] += count;
      t->above[pair->ball_first + i] += upper ? count : 0;
    }
  }
}

/* The pair that begins with body b; first: its first particle, which becomes that of the next pair. */
static thrown pair_at(const pl_world *world, size_t b, size_t *first)
{
  thrown pair = {.slab = pl_world_body_at(world, b), .ball = pl_world_body_at(world, b + 1), .slab_first = *first};
  pair.ball_first = *first + pl_body_particle_count(pair.slab);
  *first = pair.ball_first + pl_body_particle_count(pair.ball);
  return pair;
}

void through_update(const pl_world *world, through *t)
{
  size_t first = 0;
  for (size_t b = 0; b + 1 < pl_world_body_count(world); b += 2) {
    thrown pair = pair_at(world, b, &first);
    count_at(&pair, t);
  }
  remember(world, t->before);
}

void through_end(const pl_world *world, through *t)
{
  static const double inside_out = -0.5, most = 0.5;
  size_t first = 0;
  t->swallowed = 0;
  t->worst_part = 0;
  for (size_t b = 0; b + 1 < pl_world_body_count(world); b += 2) {
    thrown pair = pair_at(world, b, &first);
    size_t count = pl_body_particle_count(pair.ball), inside = 0, gone = 0;
    for (size_t i = 0; i < count; i++) {
      inside += t->inside[pair.ball_first + i] != 0;
      gone += t->above[pair.ball_first + i] != 0;
    }
    t->worst_part = fmax(t->worst_part, (double)inside / (double)count);
    t->swallowed += (double)gone > most * (double)count || pl_body_volume_error(pair.slab) < inside_out;
  }
}

void through_free(through *t)
{
  pl_release(t->before);
  pl_release(t->inside);
  pl_release(t->above);
  *t = (through){0};
}
