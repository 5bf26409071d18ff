/* SPDX-License-Identifier: MIT
   Blocks on a hot plate soften, melt apart and hang together in drops, for a hundred thousand steps: no step fails,
   nothing gathers energy or memory, nothing leaves, no heat is lost. */
#include "fixtures.h"

#include <string.h>

#include "world/world.h"

enum { STEPS = 100000, SIDE = 4 };

static pl_body *drop_block(pl_world *world, pl_model_kind kind, double x)
{
  pl_mesh *mesh = make_bar(SIDE, SIDE, SIDE, 0.04, kind == PL_MODEL_CONTINUUM ? 6 : 26);
  double positions[3 * SIDE * SIDE * SIDE];
  pl_mesh_data data = pl_mesh_view(mesh);
  for (size_t i = 0; i < data.vertex_count; i++) {
    positions[3 * i] = data.positions[3 * i] + x;
    positions[3 * i + 1] = data.positions[3 * i + 1] + 0.2;
    positions[3 * i + 2] = data.positions[3 * i + 2];
  }
  pl_body_def def = pl_default_body_def(kind);
  def.mesh = mesh;
  def.positions = positions;
  def.continuum.youngs_modulus = def.graph.youngs_modulus = 2e4;
  def.inelastic.relaxation_time = 0.5;
  def.inelastic.maximum = 1;
  def.fracture.strain = 0.5;
  def.heat.conducts = true;
  def.heat.temperature.value = 300;
  def.heat.conductivity.value = 20;
  def.heat.capacity = 400;
  def.heat.contact = 2e4;
  def.heat.softening_begin = 320;
  def.heat.softening_end = 390;
  def.heat.soft_stiffness = 0.1;
  def.heat.melting_point = 400;
  def.heat.cohesion = 15;
  def.sleep = false;
  pl_body *body = make_body(world, &def);
  pl_mesh_destroy(mesh);
  return body;
}

static void what_melts_comes_to_rest(void **state)
{
  (void)state;
  pl_world_def world_def = quiet_world(0.005);
  world_def.gravity[1] = -9.81;
  pl_world *world = make_world(&world_def);
  pl_obstacle_def plate = pl_default_obstacle_def(PL_OBSTACLE_PLANE);
  plate.temperature = 480;
  plate.friction = 0.5;
  pl_obstacle_id id;
  assert_ok(pl_obstacle_create(world, &plate, &id));
  pl_body *bodies[2] = {drop_block(world, PL_MODEL_CONTINUUM, 0), drop_block(world, PL_MODEL_GRAPH, 0.2)};
  double speed = 0;
  size_t memory = 0;
  for (int i = 0; i < STEPS; i++) {
    assert_ok(pl_world_step(world));
    if (i % 1000) continue;
    double now = fmax(fastest(bodies[0]), fastest(bodies[1]));
    if (i > STEPS / 2) speed = fmax(speed, now);
    if (i == STEPS / 2) memory = pl_world_stats(world).scratch_peak;
    for (size_t b = 0; b < 2; b++) {
      const double *x = pl_body_positions(bodies[b]);
      for (size_t k = 0; k < 3 * pl_body_particle_count(bodies[b]); k++) assert_true(fabs(x[k]) < 5);
      pl_heat_signals heat;
      assert_ok(pl_body_measure_heat(bodies[b], &heat));
      assert_true(heat.least > 299 && heat.most < 480.1); /* between air and plate */
    }
  }
  for (size_t b = 0; b < 2; b++) {
    size_t links = pl_body_link_count(bodies[b]), broken = 0;
    for (size_t k = 0; k < links; k++) broken += bodies[b]->view.links->state[k] == PL_LINK_BROKEN;
    print_message("%zu of %zu links are broken\n", broken, links);
    assert_true(3 * broken > links); /* what has come loose lets no heat through, but where it touches */
  }
  print_message("at most %.3g m/s in the second half, %zu bytes of scratch\n", speed, memory);
  assert_true(pl_world_stats(world).scratch_peak == memory); /* as in the middle of the run */
  assert_true(speed < 0.5);                                  /* a drop of 4 cm falls over itself faster than that */
  pl_world_destroy(world);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(what_melts_comes_to_rest)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
