/* SPDX-License-Identifier: MIT
   Pieces of a torn body fall asleep each for itself, while others of them still move. They share their body's matrix,
   so that a piece that sleeps is stepped like the others: contact knows what it would do, and what rests on it is
   borne. At the end of the step it is put back to where it was, with no velocity.

   What such a step has given it tells when to wake. From rest to rest that is nothing but the quiver of solvers; what
   loses its support, or is hit, gets a mean velocity. These are added up, forgotten within `memory`, and when the sum
   exceeds what a piece may have and fall asleep, and what a part of its weight gives, it moves on from there. */
#include "world/step/sleep_pieces.h"

#include <math.h>
#include <string.h>

#include "base/floats.h"
#include "base/status.h"
#include "math/vec3.h"
#include "model/common/pieces.h"
#include "pliant/fracture.h"
#include "world/step/quiet.h"

static const double memory = 0.05;      /* s */
static const double weight_part = 0.05; /* of the weight: less than that is not missed from below */

static pl_particles particles_of(const pl_pieces *pieces, size_t piece)
{
  size_t first = pieces->first[piece];
  return (pl_particles){pieces->particle + first, pieces->first[piece + 1] - first};
}

/* All particles of a piece hold its state, so that what breaks off has it, too. */
static void set_rest(pl_body *body, const pl_particles *particles, pl_piece_rest rest)
{
  for (size_t k = 0; k < particles->count; k++) body->matter->piece_rest[particles->list[k]] = rest;
}

void pl_body_rouse_pieces(pl_body *body)
{
  if (body->matter && body->matter->piece_rest)
    memset(body->matter->piece_rest, 0, body->count * sizeof(pl_piece_rest));
}

/* ---- staying asleep ---- */

static void mean_velocity(const pl_body *body, const pl_particles *particles, double out[3])
{
  double mass = 0;
  pl_vec3_set(out, 0, 0, 0);
  for (size_t k = 0; k < particles->count; k++) {
    size_t i = particles->list[k];
    mass += body->view.mass[i];
    pl_vec3_add_scaled(out, body->view.mass[i], body->view.v + 3 * i, out);
  }
  pl_vec3_scale(out, 1 / mass, out);
}

static bool is_pushed(const pl_body *body, const pl_particles *particles, pl_piece_rest *rest)
{
  const pl_world *world = body->world;
  double velocity[3], gravity[3];
  pl_world_gravity(world, gravity);
  mean_velocity(body, particles, velocity);
  pl_vec3_scale(rest->pushed, fmax(0, 1 - world->h / memory), rest->pushed);
  pl_vec3_add(rest->pushed, velocity, rest->pushed);
  double most = PL_STEADY_PART * world->clock.sleep.speed * body->size;
  return pl_vec3_length(rest->pushed) > most + weight_part * memory * pl_vec3_length(gravity);
}

static void put_back_piece(pl_body *body, const pl_particles *particles)
{
  const unsigned char *before = body->world->last_good + body->positions_at;
  for (size_t k = 0; k < particles->count; k++) {
    size_t i = particles->list[k];
    memcpy(body->view.x + 3 * i, before + i * 3 * sizeof(double), 3 * sizeof(double));
    pl_vec3_set(body->view.v + 3 * i, 0, 0, 0);
  }
}

/* asleep: per piece */
static void put_back(pl_body *body, const uint8_t *asleep)
{
  const pl_pieces *pieces = &body->view.links->pieces;
  bool any = false;
  for (size_t p = 0; p < pieces->count; p++) {
    pl_particles particles = particles_of(pieces, p);
    if (asleep[p] && !body->model->put_back) put_back_piece(body, &particles);
    any = any || asleep[p];
  }
  if (!any) return;
  if (body->model->put_back) body->model->put_back(&body->view, asleep);
  pl_body_forget_energy(body); /* that of the end of the step was with what they would have done */
}

static pl_status hold_pieces(pl_body *body)
{
  pl_world *world = body->world;
  const pl_pieces *pieces = &body->view.links->pieces;
  pl_arena_mark mark = pl_arena_here(&world->scratch);
  uint8_t *asleep = PL_TAKE(&world->scratch, uint8_t, pieces->count);
  if (!asleep) return PL_ERROR_MEMORY;
  for (size_t p = 0; p < pieces->count; p++) {
    pl_particles particles = particles_of(pieces, p);
    pl_piece_rest rest = body->matter->piece_rest[particles.list[0]];
    asleep[p] = 0;
    if (rest.asleep == 0) continue;
    asleep[p] = !is_pushed(body, &particles, &rest);
    set_rest(body, &particles, asleep[p] ? rest : (pl_piece_rest){0});
  }
  put_back(body, asleep);
  pl_arena_back_to(&world->scratch, mark);
  return PL_OK;
}

pl_status pl_pieces_hold(pl_world *world)
{
  for (size_t b = 0; b < world->body_count; b++)
    if (!pl_body_is_asleep(world->bodies[b]) && pl_is_in_pieces(&world->bodies[b]->view))
      PL_TRY(hold_pieces(world->bodies[b]));
  return PL_OK;
}

/* ---- falling asleep ---- */

/* Pieces that something holds sleep with the body alone. */
static bool is_held(const pl_body *body, size_t piece)
{
  const pl_world *world = body->world;
  const uint32_t *of = body->view.links->pieces.of;
  for (size_t k = 0; k < body->view.fixed_count; k++)
    if (of[body->view.fixed[k]] == piece) return true;
  for (size_t k = 0; k < body->view.hold_count; k++)
    for (size_t e = 0; e < body->view.holds[k].count; e++)
      if (of[body->view.holds[k].particles[e]] == piece) return true;
  for (size_t k = 0; k < world->attachments.count; k++) {
    const pl_attachment *one = &world->attachments.items[k];
    for (uint32_t e = 0; pl_attachment_holds(world, k) && e < one->particle_count; e++)
      if (world->bodies[one->particles[e].body] == body && of[one->particles[e].particle] == piece) return true;
  }
  return false;
}

/* Something bears it: what only floats never sleeps. */
static bool lies(const pl_body *body, const pl_particles *particles)
{
  const float *force = body->world->blocks.contact_force + 3 * body->first;
  for (size_t k = 0; k < particles->count; k++)
    for (size_t c = 0; c < 3; c++)
      if (force[3 * (size_t)particles->list[k] + c] != 0) return true;
  return false;
}

pl_status pl_pieces_fall_asleep(pl_body *body, bool *all)
{
  pl_world *world = body->world;
  const pl_pieces *pieces = &body->view.links->pieces;
  pl_arena_mark mark = pl_arena_here(&world->scratch);
  uint8_t *falls = PL_TAKE(&world->scratch, uint8_t, pieces->count);
  if (!falls) return PL_ERROR_MEMORY;
  *all = true;
  for (size_t p = 0; p < pieces->count; p++) {
    pl_particles particles = particles_of(pieces, p);
    pl_piece_rest rest = body->matter->piece_rest[particles.list[0]];
    falls[p] = 0;
    if (rest.asleep != 0) continue;
    bool quiet = pl_particles_are_quiet(body, &particles, rest.quiet);
    rest.quiet = quiet ? rest.quiet + world->step : 0;
    falls[p] = rest.quiet >= world->clock.sleep.time && lies(body, &particles) && !is_held(body, p);
    rest.asleep = falls[p];
    set_rest(body, &particles, rest);
    *all = *all && quiet;
  }
  put_back(body, falls);
  pl_arena_back_to(&world->scratch, mark);
  return PL_OK;
}

/* ---- what is said ---- */

size_t pl_body_pieces(const pl_body *body, uint32_t *of, uint8_t *asleep)
{
  if (!body) return 0;
  const pl_pieces *pieces = body->view.links && body->view.links->pieces.of ? &body->view.links->pieces : NULL;
  for (size_t i = 0; i < body->count; i++) {
    size_t at = body->order[i];
    if (of) of[at] = pieces ? pieces->of[i] : 0;
    bool rests = pieces && pieces->count > 1 && body->matter->piece_rest[i].asleep != 0;
    if (asleep) asleep[at] = rests || pl_body_is_asleep(body);
  }
  return pieces ? pieces->count : 1;
}
