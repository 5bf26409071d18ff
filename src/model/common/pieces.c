/* SPDX-License-Identifier: MIT */
#include "model/common/pieces.h"

#include <string.h>

#include "base/memory.h"
#include "math/vec3.h"
#include "model/common/momentum.h"

/* ---- which ---- */

pl_status pl_pieces_make(size_t particles, pl_pieces *out)
{
  *out = (pl_pieces){.count = 1,
                     .first = PL_NEW(uint32_t, particles + 1),
                     .particle = PL_NEW(uint32_t, particles),
                     .of = PL_NEW(uint32_t, particles)};
  if (!out->first || !out->particle || !out->of) {
    pl_pieces_free(out);
    return PL_ERROR_MEMORY;
  }
  out->first[1] = (uint32_t)particles;
  for (uint32_t i = 0; i < particles; i++) out->particle[i] = i;
  return PL_OK;
}

void pl_pieces_free(pl_pieces *pieces)
{
  pl_release(pieces->first);
  pl_release(pieces->particle);
  pl_release(pieces->of);
  *pieces = (pl_pieces){0};
}

/* The least particle of a piece stands for it. */
static uint32_t root_of(uint32_t *parent, uint32_t i)
{
  while (parent[i] != i) {
    parent[i] = parent[parent[i]];
    i = parent[i];
  }
  return i;
}

void pl_pieces_find(pl_pieces *pieces, size_t particles, size_t ends, const uint32_t *link_ends, const pl_links *links)
{
  uint32_t *of = pieces->of;
  for (uint32_t i = 0; i < particles; i++) of[i] = i;
  for (size_t k = 0; k < links->count; k++) {
    if (links->state[k] == PL_LINK_BROKEN) continue;
    for (size_t e = 1; e < ends; e++) {
      uint32_t a = root_of(of, link_ends[ends * k]), b = root_of(of, link_ends[ends * k + e]);
      if (a < b) of[b] = a;
      if (b < a) of[a] = b;
    }
  }
  for (uint32_t i = 0; i < particles; i++) of[i] = root_of(of, i);
  pl_pieces_number(pieces, particles);
}

void pl_pieces_number(pl_pieces *pieces, size_t particles)
{
  uint32_t *of = pieces->of;
  pieces->count = 0;
  for (uint32_t i = 0; i < particles; i++)
    pieces->particle[i] = of[i] == i ? (uint32_t)pieces->count++ : pieces->particle[of[i]];
  memcpy(of, pieces->particle, particles * sizeof(uint32_t));
  memset(pieces->first, 0, (pieces->count + 1) * sizeof(uint32_t));
  for (uint32_t i = 0; i < particles; i++) pieces->first[of[i] + 1]++;
  for (size_t p = 0; p < pieces->count; p++) pieces->first[p + 1] += pieces->first[p];
  for (uint32_t i = 0; i < particles; i++) pieces->particle[pieces->first[of[i]]++] = i;
  for (size_t p = pieces->count; p > 0; p--) pieces->first[p] = pieces->first[p - 1];
  pieces->first[0] = 0;
}

/* ---- momenta ---- */

/* The particles of a piece, one after the other. */
typedef struct piece_copy {
  double *mass, *x, *y;
} piece_copy;

static bool take_copy(size_t particles, pl_arena *scratch, piece_copy *out)
{
  out->mass = PL_TAKE(scratch, double, particles);
  out->x = PL_TAKE(scratch, double, 3 * particles);
  out->y = PL_TAKE(scratch, double, 3 * particles);
  return out->mass && out->x && out->y;
}

static size_t gather(const pl_model_body *body, size_t piece, const double *y, const piece_copy *copy)
{
  const pl_pieces *pieces = &body->links->pieces;
  size_t count = 0;
  for (uint32_t k = pieces->first[piece]; k < pieces->first[piece + 1]; k++, count++) {
    size_t i = pieces->particle[k];
    copy->mass[count] = body->mass[i];
    pl_vec3_copy(body->x + 3 * i, copy->x + 3 * count);
    pl_vec3_copy(y + 3 * i, copy->y + 3 * count);
  }
  return count;
}

static void mark_held(const pl_model_body *body, pl_piece_momentum *pieces)
{
  const uint32_t *of = body->links->pieces.of;
  for (size_t k = 0; k < body->fixed_count; k++) pieces[of[body->fixed[k]]].free = false;
  for (size_t k = 0; k < body->hold_count; k++)
    for (size_t e = 0; e < body->holds[k].count; e++) pieces[of[body->holds[k].particles[e]]].free = false;
}

pl_piece_momentum *pl_piece_momenta_after(const pl_model_body *body, double h, double damping, pl_arena *scratch)
{
  size_t pieces = body->links->pieces.count;
  pl_piece_momentum *out = PL_TAKE(scratch, pl_piece_momentum, pieces);
  pl_arena_mark mark = pl_arena_here(scratch);
  piece_copy copy;
  if (!out || !take_copy(body->count, scratch, &copy)) return NULL;
  for (size_t p = 0; p < pieces; p++) {
    double torque[3];
    pl_piece_momentum *m = &out[p];
    *m = (pl_piece_momentum){.free = true};
    size_t count = gather(body, p, body->force, &copy);
    for (size_t i = 0; i < count; i++) pl_vec3_add_scaled(m->linear, h, copy.y + 3 * i, m->linear);
    pl_torque(count, copy.mass, copy.x, copy.y, torque);
    gather(body, p, body->v, &copy);
    for (size_t i = 0; i < count; i++) pl_vec3_add_scaled(m->linear, copy.mass[i], copy.y + 3 * i, m->linear);
    pl_angular_momentum(count, copy.mass, copy.x, copy.y, m->angular);
    pl_vec3_add_scaled(m->angular, h, torque, m->angular);
    pl_vec3_scale(m->linear, 1 / (1 + h * damping), m->linear);
    pl_vec3_scale(m->angular, 1 / (1 + h * damping), m->angular);
  }
  mark_held(body, out);
  pl_arena_back_to(scratch, mark);
  return out;
}

pl_status pl_piece_momenta_set(pl_model_body *body, const pl_piece_momentum *wanted, bool angular, double h,
                               pl_arena *scratch)
{
  const pl_pieces *pieces = &body->links->pieces;
  pl_arena_mark mark = pl_arena_here(scratch);
  piece_copy copy;
  if (!take_copy(body->count, scratch, &copy)) return PL_ERROR_MEMORY;
  for (size_t p = 0; p < pieces->count; p++) {
    if (!wanted[p].free) continue;
    double missing[3], total = 0;
    size_t count = gather(body, p, body->v, &copy);
    pl_vec3_copy(wanted[p].linear, missing);
    for (size_t i = 0; i < count; i++) {
      pl_vec3_add_scaled(missing, -copy.mass[i], copy.y + 3 * i, missing);
      total += copy.mass[i];
    }
    for (size_t i = 0; i < count; i++) pl_vec3_add_scaled(copy.y + 3 * i, 1 / total, missing, copy.y + 3 * i);
    if (angular && count > 2) pl_set_angular_momentum(count, copy.mass, copy.x, wanted[p].angular, h, copy.y);
    for (size_t i = 0; i < count; i++)
      pl_vec3_copy(copy.y + 3 * i, body->v + 3 * (size_t)pieces->particle[pieces->first[p] + i]);
  }
  pl_arena_back_to(scratch, mark);
  return PL_OK;
}

size_t pl_pieces_scratch(size_t particles)
{
  return particles * (sizeof(pl_piece_momentum) + 7 * sizeof(double)) + 512;
}
