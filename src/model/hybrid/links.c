/* SPDX-License-Identifier: MIT
   Links: steps of the grid from a node to the next one, or edges of the mesh. [T] sect. 4.3: where one is broken, the
   weights of all terms that reach across it are zero: the stretch along it, bending at its ends along it, and the
   twist of cells that it borders. The magnitude, which holds a node to the frame, stays. A crease leaves the stretch.

   [T] has one frame for all fragments, and the magnitude would pull them back to it. Here each piece gets a frame of
   its own, and its reference shape is its part of the first one with what has flowed. */
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "math/mat3.h"
#include "math/rotation.h"
#include "math/vec3.h"
#include "mesh/core/grid.h"
#include "model/common/momentum.h"
#include "model/hybrid/hybrid.h"

/* ---- numbers ---- */

static void number_steps(pl_hybrid *b)
{
  size_t directions = pl_grid_dimension(&b->grid), n[3] = {1, 1, 1}, stride[3] = {0};
  for (size_t d = 0; d < directions; d++) n[d] = b->grid.counts[d];
  for (size_t d = directions, s = 1; d-- > 0; s *= n[d]) stride[d] = s;
  for (size_t k = 0; k < 3 * b->count; k++) b->link_at[k] = PL_NO_LINK;
  for (size_t i = 0; i < b->count; i++)
    for (size_t d = 0; d < directions; d++) {
      size_t at = i / stride[d] % n[d];
      if (n[d] < 2 || (at + 1 == n[d] && !b->grid.closed[d])) continue;
      b->link_ends[2 * b->link_count] = (uint32_t)i;
      b->link_ends[2 * b->link_count + 1] = (uint32_t)(at + 1 < n[d] ? i + stride[d] : i - at * stride[d]);
      b->link_at[3 * i + d] = (uint32_t)b->link_count++;
    }
}

pl_status pl_hybrid_number_links(pl_hybrid *b)
{
  if (pl_grid_dimension(&b->grid) == 0) {
    b->link_count = b->edge_count;
    b->link_ends = PL_NEW(uint32_t, 2 * b->edge_count);
    if (!b->link_ends) return PL_ERROR_MEMORY;
    memcpy(b->link_ends, b->edges, 2 * b->edge_count * sizeof *b->edges);
    return PL_OK;
  }
  b->link_at = PL_NEW(uint32_t, 3 * b->count);
  b->link_ends = PL_NEW(uint32_t, 6 * b->count);
  if (!b->link_at || !b->link_ends) return PL_ERROR_MEMORY;
  number_steps(b);
  return PL_OK;
}

double pl_hybrid_hold_of(const pl_hybrid *b, const uint32_t *links, size_t count, bool smooth)
{
  for (size_t k = 0; b->broken && k < count; k++) {
    if (links[k] == PL_NO_LINK) continue;
    if (b->broken[links[k]] == PL_LINK_BROKEN || (smooth && b->broken[links[k]] == PL_LINK_CREASED)) return 0;
  }
  return 1;
}

/* ---- room ---- */

pl_status pl_hybrid_allow_links(pl_hybrid *b, const pl_model_body *body)
{
  size_t n = body->links ? b->count : 1;
  bool first = !b->rotation;
  if (!first && (!body->links || b->broken)) return PL_OK;
  double *rotation = PL_NEW(double, 9 * n);
  pl_hybrid_piece *piece = PL_NEW(pl_hybrid_piece, n);
  uint8_t *broken = body->links ? PL_NEW(uint8_t, b->link_count + 1) : NULL;
  if (!rotation || !piece || (body->links && !broken)) {
    pl_release(rotation);
    pl_release(piece);
    pl_release(broken);
    return PL_ERROR_MEMORY;
  }
  for (size_t k = 0; k < n; k++) pl_mat3_identity(rotation + 9 * k);
  if (!first) pl_mat3_copy(b->rotation, rotation);
  pl_release(b->rotation);
  pl_release(b->piece);
  b->rotation = rotation;
  b->piece = piece;
  b->broken = broken;
  pl_hybrid_find_pieces(b, body, false);
  return PL_OK;
}

/* ---- pieces ---- */

/* The reference shape of a piece about its centre, and its inertia; a straight one gets a trace of it about itself. */
static void measure_piece(pl_hybrid *b, size_t p)
{
  pl_hybrid_nodes nodes = pl_hybrid_nodes_of(b, p);
  pl_hybrid_piece *piece = &b->piece[p];
  double centre[3] = {0, 0, 0}, inertia[9] = {0};
  *piece = (pl_hybrid_piece){0};
  for (size_t k = 0; k < nodes.count; k++) piece->mass += b->mass[nodes.node[k]];
  for (size_t k = 0; b->pieces.count > 1 && k < nodes.count; k++) { /* the whole is about its own already */
    size_t i = nodes.node[k];
    pl_vec3_add_scaled(centre, b->mass[i] / piece->mass, b->shape + 3 * i, centre);
  }
  for (size_t k = 0; k < nodes.count; k++) {
    size_t i = nodes.node[k];
    double *r = b->r + 3 * i;
    pl_vec3_sub(b->shape + 3 * i, centre, r);
    double square = pl_vec3_dot(r, r);
    for (size_t c = 0; c < 9; c++) inertia[c] += b->mass[i] * ((c % 4 == 0 ? square : 0) - r[c / 3] * r[c % 3]);
  }
  for (size_t k = 0; k < 3; k++) {
    double axis[3] = {0}, column[3];
    axis[k] = 1;
    pl_solve_inertia(inertia, axis, column);
    for (size_t row = 0; row < 3; row++) piece->inverse_inertia[3 * row + k] = column[row];
  }
}

/* A part that breaks off has turned where its reference shape flowed: s = r + p becomes Q (r + p'), with Q in the frame
   from then on. */
static void take_over_flow(pl_hybrid *b, size_t p)
{
  pl_hybrid_nodes nodes = pl_hybrid_nodes_of(b, p);
  double *rest = b->fibres.rest, *rotation = pl_hybrid_rotation(b, p), middle[3] = {0, 0, 0}, sum[9] = {0}, turn[9];
  for (size_t k = 0; k < nodes.count; k++) {
    size_t i = nodes.node[k];
    pl_vec3_add_scaled(middle, b->mass[i] / b->piece[p].mass, rest + 3 * i, middle);
  }
  for (size_t k = 0; k < nodes.count; k++) {
    size_t i = nodes.node[k];
    double s[3];
    pl_vec3_sub(rest + 3 * i, middle, rest + 3 * i);
    pl_vec3_add(b->r + 3 * i, rest + 3 * i, s);
    pl_mat3_outer_add(sum, b->mass[i], s, b->r + 3 * i);
  }
  pl_mat3_identity(turn);
  pl_closest_rotation(sum, turn, turn);
  for (size_t k = 0; k < nodes.count; k++) {
    size_t i = nodes.node[k];
    double s[3];
    pl_vec3_add(b->r + 3 * i, rest + 3 * i, s);
    pl_mat3_apply_transpose(turn, s, rest + 3 * i);
    pl_vec3_sub(rest + 3 * i, b->r + 3 * i, rest + 3 * i);
  }
  double before[9];
  pl_mat3_copy(rotation, before);
  pl_mat3_multiply(before, turn, rotation);
}

/* Pieces of now, each with the frame of the piece that it was part of; marks in b->u[3 × its first node] those that are
   less than that. Pieces are defined by links, which never heal, so that each lies within one of
   before. */
static void take_over_frames(pl_hybrid *b, const pl_pieces *now)
{
  for (size_t p = 0; p < now->count; p++) {
    size_t root = now->particle[now->first[p]], old = b->pieces.of[root];
    size_t before = b->pieces.first[old + 1] - b->pieces.first[old];
    const double *from = pl_hybrid_rotation(b, old);
    if (b->rotation + 9 * root != from) pl_mat3_copy(from, b->rotation + 9 * root);
    b->u[3 * root] = now->first[p + 1] - now->first[p] < before;
  }
}

void pl_hybrid_find_pieces(pl_hybrid *b, const pl_model_body *body, bool split)
{
  const pl_pieces *now = body->links ? &body->links->pieces : NULL;
  if (now && split) take_over_frames(b, now);
  if (now) {
    b->pieces.count = now->count;
    memcpy(b->pieces.first, now->first, (now->count + 1) * sizeof *now->first);
    memcpy(b->pieces.particle, now->particle, b->count * sizeof *now->particle);
    memcpy(b->pieces.of, now->of, b->count * sizeof *now->of);
  }
  for (size_t p = 0; p < b->pieces.count; p++) measure_piece(b, p);
  for (size_t p = 0; now && split && p < b->pieces.count; p++) {
    double centre[3];
    if (b->u[3 * (size_t)b->pieces.particle[b->pieces.first[p]]] == 0) continue;
    if (b->fibres.rest) take_over_flow(b, p);
    pl_hybrid_frame(b, p, body->x, centre, pl_hybrid_rotation(b, p));
  }
  pl_hybrid_measure_links(b);
}

pl_status pl_hybrid_follow_links(pl_model_body *body, bool split, const pl_model_context *context)
{
  pl_hybrid *b = body->data;
  if (!body->links || !b->broken || memcmp(b->broken, body->links->state, b->link_count) == 0) return PL_OK;
  pl_hybrid_find_pieces(b, body, split);
  memcpy(b->broken, body->links->state, b->link_count);
  return b->solver ? pl_hybrid_factorise(b, b->h, context->pool) : PL_OK;
}
