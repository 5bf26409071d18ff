/* SPDX-License-Identifier: MIT
   Impulses reach the frame and the deformation: H = B (B^T M B)^-1 B^T + A^-1 without its rigid part, in the axes of
   the body. Where pins, grabs or fixed particles hold it, rows of these are a Schur complement on top, three for
   each. */
#include <math.h>
#include <string.h>

#include "base/status.h"
#include "linalg/dense/dense.h"
#include "math/mat3.h"
#include "math/vec3.h"
#include "model/hybrid/hybrid.h"

pl_status pl_hybrid_impulses_to_unknowns(pl_model_body *body, const double *impulse, const pl_model_context *context,
                                         double *dv)
{
  pl_hybrid *b = body->data;
  for (size_t p = 0; p < b->pieces.count; p++) {
    pl_hybrid_nodes nodes = pl_hybrid_nodes_of(b, p);
    const double *rotation = pl_hybrid_rotation(b, p);
    for (size_t k = 0; k < nodes.count; k++) {
      size_t i = nodes.node[k];
      pl_mat3_apply_transpose(rotation, impulse + 3 * i, b->right + 3 * i);
    }
  }
  for (size_t p = 0; p < b->pieces.count; p++) {
    double sums[6];
    pl_hybrid_gather(b, p, b->right, false, sums);
    pl_hybrid_rigid_answer(b, p, sums, b->piece[p].xi);
  }
  return pl_hybrid_answer(b, b->right, dv, context->pool);
}

/* Fixed particles come first, then holds. */
typedef struct held_row {
  const uint32_t *particles;
  const double *weights;
  size_t count;
  const double *goal;
  double softness;
} held_row;

static const double one = 1;

static size_t rows_of(const pl_model_body *body) { return body->fixed_count + body->hold_count; }

static held_row row_of(const pl_model_body *body, size_t k)
{
  if (k < body->fixed_count) return (held_row){body->fixed + k, &one, 1, body->fixed_velocity + 3 * k, 0};
  const pl_hold *hold = &body->holds[k - body->fixed_count];
  return (held_row){hold->particles, hold->weights, hold->count, hold->goal, hold->softness};
}

static void row_value(const held_row *row, const double *u, double out[3])
{
  pl_vec3_set(out, 0, 0, 0);
  for (size_t p = 0; p < row->count; p++)
    pl_vec3_add_scaled(out, row->weights[p], u + 3 * (size_t)row->particles[p], out);
}

static pl_status factor_rows(pl_model_body *body, const pl_model_context *context)
{
  pl_hybrid *b = body->data;
  size_t rows = rows_of(body), n = 3 * rows;
  double most = 0;
  for (size_t column = 0; column < n; column++) {
    held_row row = row_of(body, column / 3);
    memset(b->pushed, 0, 3 * b->count * sizeof(double));
    for (size_t p = 0; p < row.count; p++) b->pushed[3 * (size_t)row.particles[p] + column % 3] += row.weights[p];
    PL_TRY(pl_hybrid_impulses_to_unknowns(body, b->pushed, context, b->pushed));
    for (size_t other = 0; other < rows; other++) {
      held_row to = row_of(body, other);
      double value[3];
      row_value(&to, b->pushed, value);
      for (size_t k = 0; k < 3; k++) b->hold_matrix[(3 * other + k) * n + column] = value[k];
    }
    most = fmax(most, b->hold_matrix[column * n + column]);
  }
  /* more pins than a stiff body has freedom cannot all be obeyed: a trace of softness shares out what cannot be had */
  for (size_t k = 0; k < n; k++) b->hold_matrix[k * n + k] += fmax(row_of(body, k / 3).softness, 1e-10 * most);
  return pl_dense_cholesky(n, b->hold_matrix, n);
}

/* u -= H C^T S^-1 (C u - goal), goals NULL: zero. */
static pl_status obey(pl_model_body *body, const pl_model_context *context, bool goals, double *u)
{
  pl_hybrid *b = body->data;
  size_t rows = rows_of(body), n = 3 * rows;
  for (size_t k = 0; k < rows; k++) {
    held_row row = row_of(body, k);
    double value[3];
    row_value(&row, u, value);
    for (size_t c = 0; c < 3; c++) b->hold_right[3 * k + c] = (goals ? row.goal[c] : 0) - value[c];
  }
  pl_dense_solve(n, b->hold_matrix, n, b->hold_right);
  memset(b->pushed, 0, 3 * b->count * sizeof(double));
  for (size_t k = 0; k < rows; k++) {
    held_row row = row_of(body, k);
    for (size_t p = 0; p < row.count; p++)
      pl_vec3_add_scaled(b->pushed + 3 * (size_t)row.particles[p], row.weights[p], b->hold_right + 3 * k,
                         b->pushed + 3 * (size_t)row.particles[p]);
  }
  PL_TRY(pl_hybrid_impulses_to_unknowns(body, b->pushed, context, b->pushed));
  for (size_t k = 0; k < 3 * b->count; k++) u[k] += b->pushed[k];
  return PL_OK;
}

pl_status pl_hybrid_hold(pl_model_body *body, const pl_model_context *context, double *u)
{
  size_t rows = rows_of(body);
  if (rows == 0) return PL_OK;
  if (rows > PL_HYBRID_MOST_HELD)
    return pl_fail(PL_ERROR_LIMIT, "a hybrid body can be held at %d particles, got %zu", PL_HYBRID_MOST_HELD, rows);
  PL_TRY(factor_rows(body, context));
  return obey(body, context, true, u);
}

pl_status pl_hybrid_impulse_response(pl_model_body *body, const double *impulse, const pl_model_context *context,
                                     double *dv)
{
  PL_TRY(pl_hybrid_impulses_to_unknowns(body, impulse, context, dv));
  return rows_of(body) ? obey(body, context, false, dv) : PL_OK;
}

pl_status pl_hybrid_apply_impulses(pl_model_body *body, const pl_impulse *impulses, size_t count,
                                   const pl_model_context *context)
{
  pl_hybrid *b = body->data;
  if (count == 0) return PL_OK;
  memset(b->u, 0, 3 * b->count * sizeof(double));
  for (size_t k = 0; k < count; k++)
    pl_vec3_add(b->u + 3 * (size_t)impulses[k].particle, impulses[k].value, b->u + 3 * (size_t)impulses[k].particle);
  PL_TRY(pl_hybrid_impulse_response(body, b->u, context, b->u));
  for (size_t k = 0; k < 3 * b->count; k++) {
    body->v[k] += b->u[k];
    body->x[k] += context->h * b->u[k];
  }
  return PL_OK;
}

/* Column by column; of a body that nothing holds, one solve for three particles would do, since the solve has no
   axes. */
pl_status pl_hybrid_compliance(pl_model_body *body, const uint32_t *particles, size_t count,
                               const pl_model_context *context, double *out)
{
  pl_hybrid *b = body->data;
  for (size_t column = 0; column < 3 * count; column++) {
    memset(b->u, 0, 3 * b->count * sizeof(double));
    b->u[3 * (size_t)particles[column / 3] + column % 3] = 1;
    PL_TRY(pl_hybrid_impulse_response(body, b->u, context, b->u));
    for (size_t a = 0; a < count; a++)
      for (size_t k = 0; k < 3; k++)
        out[9 * (a * count + column / 3) + 3 * k + column % 3] = b->u[3 * (size_t)particles[a] + k];
  }
  return PL_OK;
}
