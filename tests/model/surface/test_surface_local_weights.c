/* SPDX-License-Identifier: MIT
   Local weights of the volume (Diziol et al., eq. 10 with alpha = 0) of surfaces: those with `last_moves` go by how far
   matching moved each particle in the last step alone. That is found from outside: by a body that keeps no volume,
   started from the same state, as how far it is from free flight after a step. */
#include "fixtures.h"
#include "math/vec3.h"
#include "pliant/inside.h"
#include "pliant/make.h"

static const double h = 1.0 / 200; /* one small step */

static pl_world *make_room(void)
{
  pl_world_def def = pl_default_world_def();
  def.step = h;
  def.threads = 1;
  pl_vec3_set(def.gravity, 0, 0, 0);
  return make_world(&def);
}

static pl_body *add_ball(pl_world *world, bool keeps, bool last_moves)
{
  pl_mesh *mesh = NULL;
  assert_ok(pl_make_icosphere(0.25, 4, &mesh));
  pl_body_def def = pl_default_body_def(PL_MODEL_SURFACE);
  def.mesh = mesh;
  def.surface.last_moves = last_moves;
  def.surface.momentum = PL_MOMENTUM_FREE; /* what is given back as a rigid motion is no move of matching */
  def.volume.mode = keeps ? PL_VOLUME_KEEP : PL_VOLUME_FREE;
  def.volume.alpha = def.volume.beta = def.volume.peak = 0; /* eq. (10): the moves alone */
  def.volume.smoothing = 0;
  pl_body *body = make_body(world, &def);
  pl_mesh_destroy(mesh);
  return body;
}

/* What eq. (10) asks for after the next step, times the number of particles. */
static void weights_from_outside(const pl_body *body, double *out)
{
  size_t n = pl_body_particle_count(body);
  pl_world *world = make_room();
  pl_body *twin = add_ball(world, false, true);
  double total = 0;
  assert_ok(pl_body_set_positions(twin, pl_body_positions(body)));
  assert_ok(pl_body_set_velocities(twin, pl_body_velocities(body)));
  step_times(world, 1);
  for (size_t i = 0; i < n; i++) {
    double flight[3];
    pl_vec3_add_scaled(pl_body_positions(body) + 3 * i, h, pl_body_velocities(body) + 3 * i, flight);
    out[i] = pl_vec3_distance(pl_body_positions(twin) + 3 * i, flight);
    total += out[i];
  }
  for (size_t i = 0; i < n; i++) out[i] *= (double)n / total;
  pl_world_destroy(world);
}

/* The largest difference to the weights from outside over some steps of a ball that was squashed on one side. */
static double worst_difference(bool last_moves)
{
  pl_world *world = make_room();
  pl_body *body = add_ball(world, true, last_moves);
  size_t n = pl_body_particle_count(body);
  double *x = test_calloc(3 * n, sizeof *x), *wanted = test_calloc(n, sizeof *wanted);
  double *weights = test_calloc(n, sizeof *weights), worst = 0;
  for (size_t i = 0; i < n; i++) {
    pl_vec3_copy(pl_body_positions(body) + 3 * i, x + 3 * i);
    if (x[3 * i] > 0.1) x[3 * i] = 0.1 + 0.5 * (x[3 * i] - 0.1);
  }
  assert_ok(pl_body_set_positions(body, x));
  step_times(world, 1);
  for (int k = 0; k < 8; k++) {
    weights_from_outside(body, wanted);
    step_times(world, 1);
    assert_ok(pl_body_volume_weights(body, weights));
    for (size_t i = 0; i < n; i++) worst = fmax(worst, fabs(weights[i] - wanted[i]));
  }
  test_free(x);
  test_free(wanted);
  test_free(weights);
  pl_world_destroy(world);
  return worst;
}

static void test_last_moves(void **state)
{
  (void)state;
  double last = worst_difference(true), mean = worst_difference(false);
  print_message("weights off by %.2g with last_moves, by %.2g without\n", last, mean);
  assert_less(last, 1e-3); /* moves are kept as floats, of sums in float: 1e-6 of the body, of moves of a thousandth */
  assert_less(0.1, mean);  /* a mean over the last few steps is something else */
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_last_moves)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
