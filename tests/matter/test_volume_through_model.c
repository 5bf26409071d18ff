/* SPDX-License-Identifier: MIT
   In the unknowns of a model whose unknowns are not the particles: four vectors q, x = q0 + X q1 + Y q2 + Z q3, with
   X, Y and Z the rest positions. Its answer to impulses is B (B^T M B)^-1 B^T j with the rows B = (1, X, Y, Z). */
#include "linalg/dense/dense.h"
#include "volume_cases.h"

typedef struct affine {
  double q[12]; /* 3 per unknown */
  double factor[16];
  const double *rest;
} affine;

static void row_of(const affine *a, size_t i, double row[4])
{
  row[0] = 1;
  memcpy(row + 1, a->rest + 3 * i, 3 * sizeof(double));
}

/* Change of the unknowns. */
static void push_unknowns(const pl_model_body *body, const double *impulse, double dq[12])
{
  const affine *a = body->data;
  memset(dq, 0, 12 * sizeof(double));
  for (size_t i = 0; i < body->count; i++) {
    double row[4];
    row_of(a, i, row);
    for (size_t k = 0; k < 4; k++) pl_vec3_add_scaled(dq + 3 * k, row[k], impulse + 3 * i, dq + 3 * k);
  }
  pl_dense_cholesky_solve(4, a->factor, 4, dq);
}

static void spread(const pl_model_body *body, const double q[12], double *out)
{
  for (size_t i = 0; i < body->count; i++) {
    double row[4];
    row_of(body->data, i, row);
    pl_vec3_set(out + 3 * i, 0, 0, 0);
    for (size_t k = 0; k < 4; k++) pl_vec3_add_scaled(out + 3 * i, row[k], q + 3 * k, out + 3 * i);
  }
}

static pl_status answer(pl_model_body *body, const double *impulse, const pl_model_context *context, double *dv)
{
  (void)context;
  double dq[12];
  push_unknowns(body, impulse, dq);
  spread(body, dq, dv);
  return PL_OK;
}

static pl_status shift(pl_model_body *body, const double *impulse, double positions, double velocities, bool *cut,
                       const pl_model_context *context)
{
  (void)cut; /* nothing takes energy */
  affine *a = body->data;
  double dq[12];
  push_unknowns(body, impulse, dq);
  for (int k = 0; k < 12; k++) a->q[k] += positions * dq[k];
  spread(body, a->q, body->x);
  double *dv = PL_TAKE(context->scratch, double, 3 * body->count);
  if (!dv) return PL_ERROR_MEMORY;
  spread(body, dq, dv);
  for (size_t k = 0; k < 3 * body->count; k++) body->v[k] += velocities * dv[k];
  return PL_OK;
}

static pl_status compliance(pl_model_body *body, const uint32_t *particles, size_t count,
                            const pl_model_context *context, double *out)
{
  (void)context;
  for (size_t b = 0; b < count; b++) {
    double from[4], to[4], dq[12] = {0};
    row_of(body->data, particles[b], from);
    for (size_t k = 0; k < 4; k++) dq[3 * k] = from[k];
    pl_dense_cholesky_solve(4, ((const affine *)body->data)->factor, 4, dq);
    for (size_t a = 0; a < count; a++) {
      row_of(body->data, particles[a], to);
      out[a * count + b] = to[0] * dq[0] + to[1] * dq[3] + to[2] * dq[6] + to[3] * dq[9];
    }
  }
  return PL_OK;
}

static void open_affine(loose_body *b, affine *a, bool hidden)
{
  loose_open(b, uv_sphere(1, 12), NULL);
  *a = (affine){.q = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1}, .rest = b->rest.positions};
  for (size_t i = 0; i < b->body.count; i++) {
    double row[4];
    row_of(a, i, row);
    for (size_t k = 0; k < 4; k++)
      for (size_t l = 0; l < 4; l++) a->factor[4 * k + l] += b->mass[i] * row[k] * row[l];
  }
  assert_ok(pl_dense_cholesky(4, a->factor, 4));
  b->body.data = a;
  b->model = (pl_model){.name = "affine",
                        .traits = {.coupling = PL_COUPLING_SCALAR, .carried = hidden},
                        .impulse_response = answer,
                        .apply_response = hidden ? shift : NULL,
                        .compliance = compliance};
  b->body.traits = b->model.traits;
  b->def.tolerance = 1e-9;
}

/* Particles are where the unknowns say. */
static double off_the_unknowns(loose_body *b, const affine *a)
{
  double *wanted = calloc(3 * b->body.count, sizeof *wanted);
  spread(&b->body, a->q, wanted);
  double off = largest_difference(wanted, b->x, 3 * b->body.count);
  free(wanted);
  return off;
}

static void unknowns_follow(void **state)
{
  (void)state;
  loose_body b;
  affine a;
  open_affine(&b, &a, true);
  a.q[3] = 1.5;  /* stretched along x */
  a.q[7] = 0.95; /* a little flat */
  spread(&b.body, a.q, b.x);
  for (size_t i = 0; i < b.body.count; i++) pl_vec3_scale(b.x + 3 * i, 0.1, b.v + 3 * i);
  assert_close(loose_error(&b, 0), 0.425, 0.01);
  loose_positions(&b);
  assert_close(loose_error(&b, 0), 0, 1e-9);
  assert_close(off_the_unknowns(&b, &a), 0, 0);
  assert_true(a.q[3] < 1.45);
  assert_true(fabs(loose_flux(&b)) > 0.1);
  loose_velocities(&b);
  assert_close(loose_flux(&b), 0, 1e-12);
  assert_close(off_the_unknowns(&b, &a), 0, 0); /* velocities moved no positions */
  loose_close(&b);
}

/* Without unknowns of its own the same answers move the particles themselves: the same result. */
static void both_ways_agree(void **state)
{
  (void)state;
  loose_body b[2];
  affine a[2];
  for (int way = 0; way < 2; way++) {
    open_affine(&b[way], &a[way], way == 0);
    a[way].q[3] = 0.7;
    spread(&b[way].body, a[way].q, b[way].x);
    loose_shake(&b[way], 0, 1, 3);
    loose_positions(&b[way]);
    loose_velocities(&b[way]);
  }
  assert_close(largest_difference(b[0].x, b[1].x, 3 * b[0].body.count), 0, 1e-13);
  assert_close(largest_difference(b[0].v, b[1].v, 3 * b[0].body.count), 0, 1e-13);
  for (int way = 0; way < 2; way++) loose_close(&b[way]);
}

/* Three particles at an obstacle leave three of the four unknowns no choice; the rest does the correction, and they
   stay. */
static void particles_at_obstacles_are_held(void **state)
{
  (void)state;
  for (int hidden = 0; hidden < 2; hidden++) {
    loose_body b;
    affine a;
    open_affine(&b, &a, hidden);
    a.q[3] = a.q[7] = a.q[11] = 0.9;
    spread(&b.body, a.q, b.x);
    static const uint32_t at[3] = {10, 40, 77};
    double before[9];
    for (size_t k = 0; k < 3; k++) {
      b.touched[at[k]] = 1;
      memcpy(before + 3 * k, b.x + 3 * (size_t)at[k], 3 * sizeof(double));
    }
    loose_positions(&b);
    assert_close(loose_error(&b, 0), 0, 1e-9);
    for (size_t k = 0; k < 3; k++) /* softness of 1e-9 in the system that holds them */
      for (size_t c = 0; c < 3; c++) assert_close(b.x[3 * (size_t)at[k] + c], before[3 * k + c], hidden ? 1e-7 : 0);
    loose_close(&b);
  }
}

/* Four of them leave none: holding them would keep everything from moving, so they are not held. */
static void what_cannot_be_held_is_not(void **state)
{
  (void)state;
  loose_body b;
  affine a;
  open_affine(&b, &a, true);
  a.q[3] = a.q[7] = a.q[11] = 0.9;
  spread(&b.body, a.q, b.x);
  for (size_t i = 0; i < 30; i++) b.touched[4 * i] = 1;
  loose_positions(&b);
  assert_close(loose_error(&b, 0), 0, 1e-9);
  assert_close(off_the_unknowns(&b, &a), 0, 0);
  loose_close(&b);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(unknowns_follow),
      cmocka_unit_test(both_ways_agree),
      cmocka_unit_test(particles_at_obstacles_are_held),
      cmocka_unit_test(what_cannot_be_held_is_not),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
