/* SPDX-License-Identifier: MIT
   Grabs that turn what they hold: the attitude they end at, the frequency of their torsional spring against that of a
   rigid body, targets over time, for bodies of every model. */
#include <math.h>

#include "fixtures.h"

static const double pi = 3.14159265358979323846;

static pl_body *rod(pl_world *world, pl_model_kind model, double spacing)
{
  pl_mesh *mesh = make_bar(6, 3, 3, spacing, 26);
  pl_body_def def = pl_default_body_def(model);
  def.mesh = mesh;
  def.graph.youngs_modulus = def.hex.youngs_modulus = def.continuum.youngs_modulus = 1e6;
  def.hybrid.stretch.value = 1e6;
  def.drag = 2;
  pl_body *body = make_body(world, &def);
  pl_mesh_destroy(mesh);
  return body;
}

/* The face at x = 0, its mean. */
static pl_grab_def by_the_end(const pl_body *body, uint32_t particles[16])
{
  pl_mesh_data rest = pl_body_rest(body);
  pl_grab_def def = pl_default_grab_def();
  for (uint32_t i = 0; i < rest.vertex_count && def.count < 9; i++) {
    if (fabs(rest.positions[3 * i]) > 1e-9) continue;
    particles[def.count++] = i;
    for (size_t c = 0; c < 3; c++) def.target[c] += rest.positions[3 * i + c] / 9;
  }
  def.particles = particles;
  def.turns = true;
  return def;
}

/* The far end turns about x with the near one: its corner goes from one side to another. */
static void test_turns_every_model(void **state)
{
  (void)state;
  static const pl_model_kind models[] = {PL_MODEL_GRAPH, PL_MODEL_SURFACE, PL_MODEL_HEX, PL_MODEL_CONTINUUM,
                                         PL_MODEL_HYBRID};
  for (size_t m = 0; m < sizeof models / sizeof *models; m++) {
    pl_world_def world_def = quiet_world(0.01);
    pl_world *world = make_world(&world_def);
    pl_body *body = rod(world, models[m], 0.1);
    uint32_t particles[16];
    pl_grab_def def = by_the_end(body, particles);
    const pl_key keys[2] = {{0, {0, 0, 0}}, {1, {pi / 2, 0, 0}}};
    const pl_key way[2] = {{0, {0, 0.1, 0.1}}, {1, {0, 0.6, 0.1}}};
    def.attitude_keys = keys;
    def.keys = way;
    def.attitude_key_count = def.key_count = 2;
    pl_grab_id id;
    assert_ok(pl_grab_create(body, &def, &id));
    step_times(world, 250);
    const double *x = pl_body_positions(body), *far = x + 3 * (6 * 9 - 1);
    /* the corner was at (0.1, 0.1) from the axis: after a quarter turn at (-0.1, 0.1) */
    double off = hypot(far[1] - 0.6 + 0.1, far[2] - 0.1 - 0.1);
    if (off > 0.01) print_error("model %d: the corner is off by %g m\n", (int)models[m], off);
    assert_true(off < 0.01);
    assert_close(far[0], 0.5, 0.01);
    assert_ok(pl_grab_turn(body, id, (double[]){0, 0, 0}));
    step_times(world, 200);
    assert_close(pl_body_positions(body)[3 * (6 * 9 - 1) + 1], 0.7, 0.01);
    pl_world_destroy(world);
  }
}

/* A nearly rigid body on a weak torsional spring swings at sqrt(k / I). Implicit Euler brakes it: h = 1 ms, and half a
   period is timed. All of the body is held, so that the handle adds no stiffness of its own. */
static void test_frequency(void **state)
{
  (void)state;
  pl_world_def world_def = quiet_world(0.0005);
  pl_world *world = make_world(&world_def);
  pl_mesh *mesh = make_bar(4, 2, 2, 0.2, 26);
  pl_body_def def = pl_default_body_def(PL_MODEL_HYBRID);
  def.mesh = mesh;
  def.hybrid.stretch.value = 1e9;
  pl_body *body = make_body(world, &def);
  pl_mesh_destroy(mesh);
  uint32_t all[16];
  double middle[3] = {0, 0, 0}, inertia = 0, second = 0, along = 0;
  const double *x = pl_body_positions(body), *mass = pl_body_masses(body);
  for (uint32_t i = 0; i < 16; i++) {
    all[i] = i;
    for (size_t c = 0; c < 3; c++) middle[c] += x[3 * i + c] / 16;
  }
  for (size_t i = 0; i < 16; i++) {
    double a[3] = {x[3 * i] - middle[0], x[3 * i + 1] - middle[1], x[3 * i + 2] - middle[2]};
    inertia += mass[i] * (a[0] * a[0] + a[1] * a[1]);
    along += a[0] * a[0] + a[1] * a[1];
    second += 2.0 / 3 * (a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
  }
  pl_grab_def grab = pl_default_grab_def();
  grab.particles = all;
  grab.count = 16;
  for (size_t c = 0; c < 3; c++) grab.target[c] = middle[c];
  grab.turns = true;
  grab.attitude[2] = 0.02;
  grab.turn_stiffness = 100;
  grab.turn_damping = 0;
  pl_grab_id id;
  assert_ok(pl_grab_create(body, &grab, &id));
  double wanted = pi / sqrt(100 * along / second / inertia), last = -1, time = 0;
  for (int k = 0; k < 100000 && time == 0; k++) { /* until it comes back: half a period from its start */
    step_times(world, 1);
    double turned = (pl_body_positions(body)[3 * 12 + 1] - pl_body_positions(body)[1]) / 0.6;
    if (turned < last) time = pl_world_time(world) - 0.5 * 0.0005;
    last = turned;
  }
  assert_close(time, wanted, 0.01 * wanted);
  pl_world_destroy(world);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_turns_every_model), cmocka_unit_test(test_frequency)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
