/* SPDX-License-Identifier: MIT
   Bodies in a world that keep their volume, in the unknowns of their model. */
#include <string.h>

#include "fixtures.h"

#include "math/vec3.h"
#include "pliant/subspace.h"

static pl_body_def jelly(const pl_mesh *mesh)
{
  pl_body_def def = pl_default_body_def(PL_MODEL_GRAPH);
  def.mesh = mesh;
  def.graph.youngs_modulus = 1e4;
  def.graph.precision = PL_PRECISION_DOUBLE;
  def.volume.mode = PL_VOLUME_KEEP;
  def.volume.tolerance = 0;
  return def;
}

/* Stretched by a fifth along its axis, squeezed by nothing across: far too much volume at the start. */
static void stretch(const pl_mesh *mesh, double factor, double *positions)
{
  pl_mesh_data data = pl_mesh_view(mesh);
  for (size_t k = 0; k < 3 * data.vertex_count; k++) positions[k] = data.positions[k] * (k % 3 == 0 ? factor : 1);
}

static void a_graph_bar_keeps_volume_momentum_and_energy(void **state)
{
  (void)state;
  for (int local = 0; local < 2; local++) {
    pl_mesh *mesh = make_bar(9, 4, 4, 0.1, 26);
    size_t n = pl_mesh_view(mesh).vertex_count;
    double *start = calloc(3 * n, sizeof *start), *velocity = calloc(3 * n, sizeof *velocity);
    stretch(mesh, 1.2, start);
    for (size_t i = 0; i < n; i++) { /* it spins and flies */
      double spin[3] = {0, 3, 2};
      pl_vec3_cross(spin, start + 3 * i, velocity + 3 * i);
      velocity[3 * i] += 1;
    }
    pl_world_def world_def = quiet_world(0.005);
    pl_world *world = make_world(&world_def);
    pl_body_def def = jelly(mesh);
    def.positions = start;
    def.velocities = velocity;
    def.volume.tolerance = 1e-6;
    def.volume.alpha = local ? 0.1 : 1;
    pl_body *body = make_body(world, &def);
    pl_body_signals before = signals_of(body);
    assert_close(before.volume_error, 0.2, 1e-9);
    double most = before.kinetic + before.elastic;
    for (int step = 0; step < 200; step++) {
      step_times(world, 1);
      pl_body_signals now = signals_of(body);
      assert_close(now.volume_error, 0, 1e-6);
      for (int c = 0; c < 3; c++) {
        assert_close(now.momentum[c], before.momentum[c], 1e-10 * pl_vec3_length(before.momentum));
        /* pl_angular_momentum of the graph model is as exact as its own test asks for */
        assert_close(now.angular_momentum[c], before.angular_momentum[c],
                     1e-9 * pl_vec3_length(before.angular_momentum));
      }
      /* The first correction moves what was stretched. From then on a uniform pressure does no work on a volume that
         does not change; local weights are a heuristic that may. */
      double energy = now.kinetic + now.elastic;
      assert_less(energy, step == 0 ? 1.05 * most : local ? 1.1 * most : most * (1 + 1e-9));
      if (step == 0 || !local) most = energy;
    }
    pl_world_destroy(world);
    pl_mesh_destroy(mesh);
    free(start);
    free(velocity);
  }
}

/* Squeezed by a plate to 60 % of its height: without the constraint it loses volume, with it almost none. */
static double squeeze(bool keep, double tolerance, double *deepest)
{
  pl_mesh *mesh = make_bar(6, 6, 6, 0.1, 26);
  pl_world_def world_def = quiet_world(0.005);
  pl_world *world = make_world(&world_def);
  pl_body_def def = jelly(mesh);
  def.volume.mode = keep ? PL_VOLUME_KEEP : PL_VOLUME_FREE;
  def.volume.tolerance = tolerance;
  pl_body *body = make_body(world, &def);
  double low[3] = {1e9, 1e9, 1e9}, high[3] = {-1e9, -1e9, -1e9};
  for (size_t k = 0; k < 648; k++) {
    low[k % 3] = fmin(low[k % 3], pl_body_positions(body)[k]);
    high[k % 3] = fmax(high[k % 3], pl_body_positions(body)[k]);
  }
  pl_obstacle_def floor = pl_default_obstacle_def(PL_OBSTACLE_PLANE),
                  plate = pl_default_obstacle_def(PL_OBSTACLE_PLANE);
  floor.normal[1] = 1;
  floor.point[1] = low[1];
  floor.friction = 0.5;
  pl_pose_key keys[] = {{.time = 0}, {.time = 1, .translate = {0, -0.4 * (high[1] - low[1]), 0}}};
  plate.normal[1] = -1;
  plate.point[1] = high[1];
  plate.friction = 0.5;
  plate.motion = (pl_motion){.keys = keys, .count = 2};
  pl_obstacle_id id;
  assert_ok(pl_obstacle_create(world, &floor, &id));
  assert_ok(pl_obstacle_create(world, &plate, &id));
  double worst = 0;
  *deepest = 0;
  for (int step = 0; step < 300; step++) {
    step_times(world, 1);
    worst = fmax(worst, fabs(signals_of(body).volume_error));
    for (size_t i = 0; i < 216; i++) *deepest = fmax(*deepest, low[1] - pl_body_positions(body)[3 * i + 1]);
  }
  pl_world_destroy(world);
  pl_mesh_destroy(mesh);
  return worst;
}

static void a_squeezed_bar_keeps_its_volume(void **state)
{
  (void)state;
  double deepest, loose = squeeze(false, 0, &deepest);
  double one = squeeze(true, 0, &deepest);
  double exact = squeeze(true, 1e-6, &deepest);
  assert_true(loose > 0.1);
  assert_less(one, 0.006);
  assert_less(exact, 1.0001e-6);
}

/* ---- other ways of having unknowns ---- */

/* Few smooth functions: the correction stays in their space, and still meets the tolerance. */
static void a_body_in_a_subspace_keeps_its_volume(void **state)
{
  (void)state;
  pl_mesh *mesh = make_bar(9, 4, 4, 0.1, 26);
  size_t n = pl_mesh_view(mesh).vertex_count, size = 0;
  pl_world_def world_def = quiet_world(0.005);
  pl_world *world = make_world(&world_def);
  pl_body_def def = jelly(mesh);
  def.volume.tolerance = 1e-6;
  pl_body *body = make_body(world, &def);
  double *basis = calloc(n * 24, sizeof *basis), *velocity = calloc(3 * n, sizeof *velocity);
  assert_ok(pl_subspace_modes(body, 20, true, basis, &size, NULL));
  assert_ok(pl_body_set_subspace(body, basis, size));
  const double *rest = pl_mesh_view(mesh).positions;
  for (size_t i = 0; i < n; i++) { /* it spins, and is being pressed flat */
    velocity[3 * i] = -2 * rest[3 * i + 1];
    velocity[3 * i + 1] = 2 * rest[3 * i] - 3 * rest[3 * i + 1];
  }
  assert_ok(pl_body_set_velocities(body, velocity));
  step_times(world, 1);
  pl_body_signals before = signals_of(body);
  double energy = before.kinetic + before.elastic;
  for (int step = 0; step < 100; step++) {
    step_times(world, 1);
    pl_body_signals now = signals_of(body);
    assert_close(now.volume_error, 0, 1e-6);
    assert_less(now.kinetic + now.elastic, energy * (1 + 1e-9));
    energy = now.kinetic + now.elastic;
    for (int c = 0; c < 3; c++) {
      assert_close(now.momentum[c], before.momentum[c], 1e-9 * pl_vec3_length(before.momentum));
      assert_close(now.angular_momentum[c], before.angular_momentum[c], 1e-8 * pl_vec3_length(before.angular_momentum));
    }
  }
  double *positions = calloc(3 * n, sizeof *positions);
  memcpy(positions, pl_body_positions(body), 3 * n * sizeof *positions);
  assert_ok(pl_body_set_positions(body, positions)); /* projects: nothing must be left outside the space */
  step_times(world, 1);
  assert_less(pl_body_subspace_residual(body), 1e-10);
  free(positions);
  free(basis);
  free(velocity);
  pl_world_destroy(world);
  pl_mesh_destroy(mesh);
}

/* A surface carried by nodes: they follow, and its volume is kept to what was asked for, also at the end of the step.
   */
static void carried_bodies_keep_their_volume(void **state)
{
  (void)state;
  static const pl_model_kind kinds[] = {PL_MODEL_CAGE, PL_MODEL_HEX};
  for (int k = 0; k < 2; k++) {
    pl_mesh *mesh = NULL;
    assert_ok(pl_make_icosphere(0.5, 6, &mesh));
    pl_mesh_data data = pl_mesh_view(mesh);
    double *velocity = calloc(3 * data.vertex_count, sizeof *velocity);
    for (size_t i = 0; i < data.vertex_count; i++) velocity[3 * i + 1] = -2 * data.positions[3 * i + 1];
    double worst[2] = {0, 0};
    for (int keep = 0; keep < 2; keep++) {
      pl_world_def world_def = quiet_world(0.005);
      pl_world *world = make_world(&world_def);
      pl_body_def def = pl_default_body_def(kinds[k]);
      def.mesh = mesh;
      def.cage.youngs_modulus = def.hex.youngs_modulus = 2e4;
      def.velocities = velocity;
      def.volume.mode = keep ? PL_VOLUME_KEEP : PL_VOLUME_FREE;
      def.volume.tolerance = 1e-6;
      pl_body *body = make_body(world, &def);
      pl_body_signals before = signals_of(body);
      double energy = before.kinetic + before.elastic;
      for (int step = 0; step < 60; step++) {
        step_times(world, 1);
        pl_body_signals now = signals_of(body);
        worst[keep] = fmax(worst[keep], fabs(now.volume_error));
        assert_less(now.kinetic + now.elastic, energy * 1.001);
      }
      pl_world_destroy(world);
    }
    assert_true(worst[0] > 1e-3);
    assert_less(worst[1], 1.000001e-6);
    free(velocity);
    pl_mesh_destroy(mesh);
  }
}

/* ---- pins and holds ---- */

static void pinned_particles_stay_where_they_are_held(void **state)
{
  (void)state;
  for (int late = 0; late < 2; late++) {
    pl_mesh *mesh = make_bar(9, 4, 4, 0.1, 26);
    pl_world_def world_def = pl_default_world_def();
    world_def.threads = 1;
    pl_world *world = make_world(&world_def);
    uint32_t held[64];
    pl_pin_def pin = pl_default_pin_def();
    pin.particles = held;
    pin.count = select_particles(mesh, 0, 0, held);
    pl_body_def def = jelly(mesh);
    def.volume.tolerance = 1e-6;
    def.pins = &pin;
    def.pin_count = !late;
    pl_body *body = make_body(world, &def);
    pl_pin_id id;
    if (late) assert_ok(pl_pin_create(body, &pin, &id));
    const double *rest = pl_mesh_view(mesh).positions;
    for (int step = 0; step < 60; step++) {
      step_times(world, 1);
      assert_close(signals_of(body).volume_error, 0, 1e-6 + 1e-9);
      for (size_t k = 0; k < pin.count; k++)
        assert_close(pl_vec3_distance(pl_body_positions(body) + 3 * (size_t)held[k], rest + 3 * (size_t)held[k]), 0,
                     1e-9);
    }
    pl_world_destroy(world);
    pl_mesh_destroy(mesh);
  }
}

/* ---- pressure ---- */

/* A membrane of springs that is blown up evenly: its energy is E (s - 1)^2 for a radius s times that at rest, since no
   rotation helps, and it rests where 2 E (s - 1) = p dV/ds = 3 p V0 s^2. The mesh is an icosphere, not quite even: 1 %.
   */
static void a_balloon_rests_where_pressure_and_springs_balance(void **state)
{
  (void)state;
  pl_mesh *mesh = NULL;
  assert_ok(pl_make_icosphere(1, 6, &mesh));
  pl_mesh_data data = pl_mesh_view(mesh);
  double *twice = calloc(3 * data.vertex_count, sizeof *twice);
  for (size_t k = 0; k < 3 * data.vertex_count; k++) twice[k] = 2 * data.positions[k];
  pl_world_def world_def = quiet_world(0.01);
  pl_world *world = make_world(&world_def);
  pl_body_def def = stiff_body(mesh, 1000);
  def.density = 10;
  def.graph.damping_mass = 5;
  def.positions = twice;
  pl_body *probe = make_body(world, &def);
  double stiffness = signals_of(probe).elastic, rest_volume = signals_of(probe).rest_volume;
  pl_world_destroy(world);
  for (int gas = 0; gas < 2; gas++) {
    double wanted = 1.2, pressure = 2 * stiffness * (wanted - 1) / (3 * rest_volume * wanted * wanted);
    world = make_world(&world_def);
    def.positions = NULL;
    def.volume.mode = PL_VOLUME_PRESSURE;
    def.volume.gas = gas;
    def.volume.pressure.count = 1; /* a gas that has expanded pushes less */
    def.volume.pressure.keys[0].value = pressure * (gas ? wanted * wanted * wanted : 1);
    pl_body *body = make_body(world, &def);
    step_times(world, 400);
    assert_less(fastest(body), 1e-3);
    assert_close(cbrt(signals_of(body).volume / rest_volume), wanted, 0.01 * wanted);
    assert_close(signals_of(body).volume_error, wanted * wanted * wanted - 1, 0.03 * wanted * wanted * wanted);
    pl_world_destroy(world);
  }
  free(twice);
  pl_mesh_destroy(mesh);
}

/* A target that grows blows a body up, by as much as it says, at every time. */
static void a_target_is_followed(void **state)
{
  (void)state;
  pl_mesh *mesh = make_bar(5, 5, 5, 0.1, 26);
  pl_world_def world_def = quiet_world(0.005);
  pl_world *world = make_world(&world_def);
  pl_body_def def = jelly(mesh);
  def.volume.tolerance = 1e-6;
  def.volume.target = (pl_number_track){.keys = {{0.05, 1}, {0.15, 1.5}, {0.25, 0.8}}, .count = 3};
  pl_body *body = make_body(world, &def);
  for (int step = 1; step <= 60; step++) {
    step_times(world, 1);
    double t = pl_world_time(world), target = t < 0.05   ? 1
                                              : t < 0.15 ? 1 + 5 * (t - 0.05)
                                              : t < 0.25 ? 1.5 - 7 * (t - 0.15)
                                                         : 0.8;
    pl_body_signals s = signals_of(body);
    assert_close(s.volume / s.rest_volume, target, 2e-6);
    assert_close(s.volume_error, 0, 1e-6);
  }
  pl_world_destroy(world);
  pl_mesh_destroy(mesh);
}

/* ---- what is refused ---- */

static void wrong_definitions_are_refused(void **state)
{
  (void)state;
  pl_mesh *mesh = make_bar(3, 3, 3, 0.1, 6), *sheet = NULL;
  assert_ok(pl_make_sheet(1, 1, 3, 3, &sheet));
  pl_world_def world_def = quiet_world(0.005);
  pl_world *world = make_world(&world_def);
  pl_body_def good = jelly(mesh), def;
  pl_body *body = NULL;
#define REFUSED(change, text)                                                                                          \
  def = good;                                                                                                          \
  def.volume.change;                                                                                                   \
  assert_refused(pl_body_create(world, &def, &body), PL_ERROR_ARGUMENT, text)
  REFUSED(alpha = -0.1, "volume.alpha must be in [0, 1], got -0.1");
  REFUSED(beta = NAN, "volume.beta must be in [0, 1], got nan");
  REFUSED(s_min = 2, "volume.s_min");
  REFUSED(s_max = 2, "volume.s_max");
  REFUSED(passes = 0, "volume.passes must be in [1, 3], got 0");
  REFUSED(peak = 0.5, "volume.peak must be 0 (no limit) or at least 1, got 0.5");
  REFUSED(velocities = 7, "volume.velocities has no choice 7");
  REFUSED(smoothing = 99, "volume.smoothing");
  REFUSED(tolerance = -1, "volume.tolerance");
  REFUSED(gas = -1, "volume.gas");
  REFUSED(ambient = -1, "volume.ambient");
  REFUSED(mode = 7, "volume.mode has no choice 7");
  REFUSED(momentum = 7, "volume.momentum has no choice 7");
  REFUSED(target.count = 33, "volume.target can have 32 keys, got 33");
  REFUSED(target.count = 1, "volume.target must be positive, a factor on the rest volume, got 0 in key 0");
  REFUSED(pressure.count = 2, "times of keys must rise");
#undef REFUSED
  def = good;
  def.mesh = sheet;
  def.thickness = 0.1;
  assert_refused(pl_body_create(world, &def, &body), PL_ERROR_MESH, "there is a hole");
  def.volume.mode = PL_VOLUME_FREE;
  body = make_body(world, &def);
  assert_refused(pl_body_set_volume(body, &good.volume), PL_ERROR_MESH, "there is a hole");
  assert_refused(pl_body_set_volume(NULL, &good.volume), PL_ERROR_ARGUMENT, "body is NULL");
  assert_refused(pl_body_set_volume(body, NULL), PL_ERROR_ARGUMENT, "volume is NULL");
  assert_int_equal(pl_body_volume(NULL).mode, PL_VOLUME_FREE);
  assert_close(pl_body_volume_error(NULL), 0, 0);
  assert_close(pl_body_volume_error(body), 0, 0);
  pl_world_destroy(world);
  pl_mesh_destroy(mesh);
  pl_mesh_destroy(sheet);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_graph_bar_keeps_volume_momentum_and_energy),
      cmocka_unit_test(a_squeezed_bar_keeps_its_volume),
      cmocka_unit_test(a_body_in_a_subspace_keeps_its_volume),
      cmocka_unit_test(carried_bodies_keep_their_volume),
      cmocka_unit_test(pinned_particles_stay_where_they_are_held),
      cmocka_unit_test(a_balloon_rests_where_pressure_and_springs_balance),
      cmocka_unit_test(a_target_is_followed),
      cmocka_unit_test(wrong_definitions_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
