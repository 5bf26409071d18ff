/* SPDX-License-Identifier: MIT
   Pins, grabs and fixed particles: rows sum w u = goal on top of the free body, a Schur complement of three equations
   for each. H is isotropic but for rigid motion: with a = C A^-1 C^T, one number per pair of rows, and of each row only
   sum w, sum w r and sum w zeta,

     C H C^T = a I + C B (B^T M B)^-1 B^T C^T - C Z (B^T M Z)^-1 Z^T C^T

   in the axes of the body, where all of it is constant. So a row costs a third of a solve, once for as long as the
   matrix and the rows stay what they are. Each row stands in the axes of the piece that its first particle is of; rows
   of particles of several pieces turn against one another, and are factorised again in every round. */
#include <math.h>
#include <string.h>

#include "base/hash.h"
#include "base/status.h"
#include "linalg/dense/dense.h"
#include "math/mat3.h"
#include "math/vec3.h"
#include "model/hybrid/hybrid.h"

/* Fixed particles come first, then holds. */
typedef struct held_row {
  const uint32_t *particles;
  const double *weights;
  size_t count;
  const double *goal;
  double softness;
} held_row;

static const double one = 1;

size_t pl_hybrid_rows(const pl_model_body *body) { return body->fixed_count + body->hold_count; }

static held_row row_of(const pl_model_body *body, size_t k)
{
  if (k < body->fixed_count) return (held_row){body->fixed + k, &one, 1, body->fixed_velocity + 3 * k, 0};
  const pl_hold *hold = &body->holds[k - body->fixed_count];
  return (held_row){hold->particles, hold->weights, hold->count, hold->goal, hold->softness};
}

static size_t piece_of(const pl_hybrid *b, const held_row *row)
{
  return row->count ? b->pieces.of[row->particles[0]] : 0;
}

/* ---- what of a row one piece sees ---- */

/* Of particles of a piece: sums of weights, of arms and of zeta. */
typedef struct reduced {
  double weight, arm[3], zeta[4];
} reduced;

static void reduce(const pl_hybrid *b, const held_row *row, size_t piece, reduced *out)
{
  *out = (reduced){0};
  for (size_t p = 0; p < row->count; p++) {
    size_t i = row->particles[p];
    double w = row->weights[p];
    if (b->pieces.of[i] != piece) continue;
    out->weight += w;
    pl_vec3_add_scaled(out->arm, w, b->r + 3 * i, out->arm);
    for (size_t k = 0; k < 4; k++) out->zeta[k] += w * b->zeta[4 * i + k];
  }
}

/* Rigid answer and the rigid part that the deformation has not, at `to` for unit impulses at `from`: column by column,
   in the axes of the piece. */
static void add_rigid_block(const pl_hybrid *b, size_t piece, const reduced *to, const reduced *from, double block[9])
{
  for (size_t c = 0; c < 3; c++) {
    double f[3] = {0}, in[6] = {0}, xi[6], lambda[6], turn[2][3];
    f[c] = 1;
    in[c] = from->weight;
    pl_vec3_cross(from->arm, f, in + 3);
    pl_hybrid_rigid_answer(b, piece, in, xi);
    pl_vec3_scale(f, from->zeta[0], lambda);
    pl_vec3_cross(from->zeta + 1, f, lambda + 3);
    pl_dense_solve(6, b->piece[piece].coupling, 6, lambda);
    pl_vec3_cross(xi + 3, to->arm, turn[0]);
    pl_vec3_cross(lambda + 3, to->zeta + 1, turn[1]);
    for (size_t k = 0; k < 3; k++)
      block[3 * k + c] += to->weight * xi[k] + turn[0][k] - to->zeta[0] * lambda[k] - turn[1][k];
  }
}

/* ---- their matrix ---- */

static void row_value(const held_row *row, const double *u, double out[3])
{
  pl_vec3_set(out, 0, 0, 0);
  for (size_t p = 0; p < row->count; p++)
    pl_vec3_add_scaled(out, row->weights[p], u + 3 * (size_t)row->particles[p], out);
}

static uint64_t key_of(const pl_model_body *body)
{
  const pl_hybrid *b = body->data;
  uint64_t hash = pl_hash_bytes(PL_HASH_START, &b->made, sizeof b->made);
  for (size_t k = 0; k < pl_hybrid_rows(body); k++) {
    held_row row = row_of(body, k);
    hash = pl_hash_bytes(hash, &row.count, sizeof row.count);
    hash = pl_hash_bytes(hash, row.particles, row.count * sizeof *row.particles);
    hash = pl_hash_bytes(hash, row.weights, row.count * sizeof *row.weights);
    hash = pl_hash_bytes(hash, &row.softness, sizeof row.softness);
  }
  return hash;
}

/* a of three rows from `first` on, by one solve: it takes the axes for right-hand sides of their own. */
static pl_status solve_rows(pl_model_body *body, size_t first, const pl_model_context *context)
{
  pl_hybrid *b = body->data;
  size_t rows = pl_hybrid_rows(body);
  memset(b->right, 0, 3 * b->count * sizeof(double));
  for (size_t k = 0; k < 3 && first + k < rows; k++) {
    held_row row = row_of(body, first + k);
    for (size_t p = 0; p < row.count; p++) b->right[3 * (size_t)row.particles[p] + k] += row.weights[p];
  }
  PL_TRY(pl_hybrid_solve(b, b->right, b->answer, context->pool));
  for (size_t other = 0; other < rows; other++) {
    held_row row = row_of(body, other);
    double value[3];
    row_value(&row, b->answer, value);
    for (size_t k = 0; k < 3 && first + k < rows; k++) b->hold_answer[rows * (first + k) + other] = value[k];
  }
  return PL_OK;
}

/* Adds what a piece gives to the block of two rows, each in the axes of its home. */
static void add_piece(const pl_hybrid *b, size_t piece, const held_row *to, const held_row *from, double block[9])
{
  reduced parts[2];
  double own[9] = {0};
  reduce(b, to, piece, &parts[0]);
  reduce(b, from, piece, &parts[1]);
  add_rigid_block(b, piece, &parts[0], &parts[1], own);
  const held_row *rows[2] = {to, from};
  for (size_t k = 0; k < 2; k++) { /* F_to^T R own, and then its transpose with the other row */
    double turn[9], turned[9];
    if (piece_of(b, rows[k]) != piece) {
      pl_mat3_transpose_multiply(pl_hybrid_rotation(b, piece_of(b, rows[k])), pl_hybrid_rotation(b, piece), turn);
      pl_mat3_multiply(turn, own, turned);
      pl_mat3_copy(turned, own);
    }
    pl_mat3_transpose(own, turned);
    pl_mat3_copy(turned, own);
  }
  for (size_t k = 0; k < 9; k++) block[k] += own[k];
}

static bool came_before(const pl_hybrid *b, const held_row *row, size_t p)
{
  for (size_t q = 0; q < p; q++)
    if (b->pieces.of[row->particles[q]] == b->pieces.of[row->particles[p]]) return true;
  return false;
}

static void find_block(const pl_hybrid *b, const held_row *to, const held_row *from, double a, double block[9])
{
  size_t pieces[2] = {piece_of(b, to), piece_of(b, from)};
  pl_mat3_identity(block);
  if (pieces[0] != pieces[1])
    pl_mat3_transpose_multiply(pl_hybrid_rotation(b, pieces[0]), pl_hybrid_rotation(b, pieces[1]), block);
  for (size_t k = 0; k < 9; k++) block[k] *= a;
  for (size_t p = 0; p < from->count; p++)
    if (!came_before(b, from, p)) add_piece(b, b->pieces.of[from->particles[p]], to, from, block);
}

static pl_status factor_rows(pl_model_body *body, const pl_model_context *context)
{
  pl_hybrid *b = body->data;
  size_t rows = pl_hybrid_rows(body), n = 3 * rows;
  double most = 0;
  uint64_t key = key_of(body);
  bool same = b->hold_key == key && b->hold_rows == rows;
  if (same && !b->hold_turns) return PL_OK;
  b->hold_rows = 0; /* until it is made */
  for (size_t first = 0; !same && first < rows; first += 3) PL_TRY(solve_rows(body, first, context));
  b->hold_turns = false;
  for (size_t column = 0; column < rows; column++) {
    held_row from = row_of(body, column);
    for (size_t p = 1; p < from.count; p++)
      b->hold_turns = b->hold_turns || b->pieces.of[from.particles[p]] != b->pieces.of[from.particles[0]];
    for (size_t other = column; other < rows; other++) {
      held_row to = row_of(body, other);
      double block[9];
      find_block(b, &to, &from, b->hold_answer[rows * column + other], block);
      for (size_t k = 0; k < 9; k++) b->hold_matrix[(3 * other + k / 3) * n + 3 * column + k % 3] = block[k];
    }
    for (size_t k = 3 * column; k < 3 * column + 3; k++) most = fmax(most, b->hold_matrix[k * n + k]);
  }
  /* more pins than a stiff body has freedom cannot all be obeyed: a trace of softness shares out what cannot be had */
  for (size_t k = 0; k < n; k++) b->hold_matrix[k * n + k] += fmax(row_of(body, k / 3).softness, 1e-10 * most);
  PL_TRY(pl_dense_cholesky(n, b->hold_matrix, n));
  b->hold_key = key;
  b->hold_rows = rows;
  return PL_OK;
}

/* ---- obeying them ---- */

pl_status pl_hybrid_enforce_holds(pl_model_body *body, const pl_model_context *context, bool goals, double *u)
{
  pl_hybrid *b = body->data;
  size_t rows = pl_hybrid_rows(body), n = 3 * rows;
  for (size_t k = 0; k < rows; k++) {
    held_row row = row_of(body, k);
    double value[3], missing[3];
    row_value(&row, u, value);
    for (size_t c = 0; c < 3; c++) missing[c] = (goals ? row.goal[c] : 0) - value[c];
    pl_mat3_apply_transpose(pl_hybrid_rotation(b, piece_of(b, &row)), missing, b->hold_right + 3 * k);
  }
  pl_dense_solve(n, b->hold_matrix, n, b->hold_right);
  memset(b->pushed, 0, 3 * b->count * sizeof(double));
  for (size_t k = 0; k < rows; k++) {
    held_row row = row_of(body, k);
    double push[3];
    pl_mat3_apply(pl_hybrid_rotation(b, piece_of(b, &row)), b->hold_right + 3 * k, push);
    for (size_t p = 0; p < row.count; p++)
      pl_vec3_add_scaled(b->pushed + 3 * (size_t)row.particles[p], row.weights[p], push,
                         b->pushed + 3 * (size_t)row.particles[p]);
  }
  PL_TRY(pl_hybrid_impulses_to_unknowns(body, b->pushed, context, b->pushed));
  for (size_t k = 0; k < 3 * b->count; k++) u[k] += b->pushed[k];
  return PL_OK;
}

pl_status pl_hybrid_hold(pl_model_body *body, const pl_model_context *context, double *u)
{
  size_t rows = pl_hybrid_rows(body);
  if (rows == 0) return PL_OK;
  if (rows > PL_HYBRID_MOST_HELD)
    return pl_fail(PL_ERROR_LIMIT, "a hybrid body can be held at %d particles, got %zu", PL_HYBRID_MOST_HELD, rows);
  PL_TRY(factor_rows(body, context));
  return pl_hybrid_enforce_holds(body, context, true, u);
}

/* ---- compliance of a body that nothing holds ---- */

pl_status pl_hybrid_free_compliance(pl_model_body *body, const uint32_t *particles, size_t count,
                                    const pl_model_context *context, double *out)
{
  pl_hybrid *b = body->data;
  for (size_t first = 0; first < count; first += 3) {
    memset(b->right, 0, 3 * b->count * sizeof(double));
    for (size_t k = 0; k < 3 && first + k < count; k++) b->right[3 * (size_t)particles[first + k] + k] = 1;
    PL_TRY(pl_hybrid_solve(b, b->right, b->answer, context->pool));
    for (size_t k = 0; k < 3 && first + k < count; k++) {
      held_row from = {particles + first + k, &one, 1, NULL, 0};
      size_t piece = piece_of(b, &from);
      const double *rotation = pl_hybrid_rotation(b, piece);
      for (size_t other = 0; other < count; other++) {
        held_row to = {particles + other, &one, 1, NULL, 0};
        double *block = out + 9 * (other * count + first + k), turned[9], back[9], a;
        pl_mat3_zero(block);
        if (piece_of(b, &to) != piece) continue;
        a = b->answer[3 * (size_t)particles[other] + k];
        find_block(b, &to, &from, a, turned);
        pl_mat3_multiply(rotation, turned, block);
        pl_mat3_transpose(rotation, back);
        pl_mat3_multiply(block, back, turned);
        pl_mat3_copy(turned, block);
      }
    }
  }
  return PL_OK;
}
