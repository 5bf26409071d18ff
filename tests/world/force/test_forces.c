/* SPDX-License-Identifier: MIT
   Thrusters and gyros against what they do to momentum; what forces of all kinds have in common: bits, recordings, what
   is refused, bodies kept awake. */
#include "force_cases.h"
#include "math/mat3.h"
#include "world/world.h"

/* ---- thrusters and gyros ---- */

static void momenta(const pl_body *body, double linear[3], double angular[3])
{
  const double *x = pl_body_positions(body), *v = pl_body_velocities(body), *m = pl_body_masses(body);
  double center[3] = {0, 0, 0};
  memset(linear, 0, 3 * sizeof(double));
  memset(angular, 0, 3 * sizeof(double));
  for (size_t i = 0; i < body->count; i++) {
    pl_vec3_add_scaled(linear, m[i], v + 3 * i, linear);
    pl_vec3_add_scaled(center, m[i] / mass_of(body), x + 3 * i, center);
  }
  for (size_t i = 0; i < body->count; i++) {
    double arm[3], part[3];
    pl_vec3_sub(x + 3 * i, center, arm);
    pl_vec3_cross(arm, v + 3 * i, part);
    pl_vec3_add_scaled(angular, m[i], part, angular);
  }
}

static const pl_model_kind bar_models[] = {PL_MODEL_CONTINUUM, PL_MODEL_HYBRID, PL_MODEL_GRAPH, PL_MODEL_SURFACE};
enum { BAR_MODELS = sizeof bar_models / sizeof *bar_models };

static pl_body *add_block(pl_world *world, pl_model_kind model)
{
  pl_mesh *mesh = make_bar(5, 4, 3, 0.1, 26);
  pl_body_def def = pl_default_body_def(model);
  def.mesh = mesh;
  def.hybrid.stretch.value = 1e8; /* it keeps its shape when it spins */
  pl_body *body = make_body(world, &def);
  pl_mesh_destroy(mesh);
  return body;
}

/* In the world's axes the momentum gained is the impulse, force over time with its keys, and the angular momentum
   gained is the moment's; a gyro moves no centre. */
static void pushes_are_momentum(void **state)
{
  (void)state;
  const double h = 0.005;
  for (size_t m = 0; m < BAR_MODELS; m++) {
    pl_world_def world_def = quiet_world(h);
    pl_world *world = make_world(&world_def);
    pl_body *body = add_block(world, bar_models[m]);
    const pl_key keys[2] = {{0, {4, 0, 0}}, {0.5, {0, 2, 8}}};
    pl_force_def thrust = pl_default_force_def(PL_FORCE_THRUST);
    thrust.body = body;
    thrust.turns = false;
    thrust.keys = keys;
    thrust.key_count = 2;
    add(world, &thrust);
    pl_force_def gyro = pl_default_force_def(PL_FORCE_GYRO);
    gyro.body = body;
    gyro.turns = false;
    pl_vec3_set(gyro.vector, 0.3, -0.2, 0.5);
    add(world, &gyro);
    double linear[3], angular[3], wanted[3] = {0, 0, 0};
    for (int s = 0; s < 40; s++) {
      double f[3];
      pl_keys_at(keys, 2, pl_world_time(world), f);
      pl_vec3_add_scaled(wanted, h, f, wanted);
      step_times(world, 1);
    }
    momenta(body, linear, angular);
    for (size_t c = 0; c < 3; c++) assert_close(linear[c], wanted[c], 1e-8);
    /* models keep angular momentum to what their corrections leave, for shape matching of first order */
    double tolerance = bar_models[m] == PL_MODEL_SURFACE ? 5e-3 : 1e-6;
    for (size_t c = 0; c < 3; c++) assert_close(angular[c], 0.2 * gyro.vector[c], tolerance);
    pl_world_destroy(world);
  }
}

/* A thruster that turns with its body drives it in circles: after whole turns momentum is what it was. Beside the
   centre it turns the body: moment = arm × force. */
static void thrusters_turn_with_the_body(void **state)
{
  (void)state;
  const double pi = 3.141592653589793, turning = 2 * pi;
  pl_world_def world_def = quiet_world(0.001);
  pl_world *world = make_world(&world_def);
  pl_body *body = add_block(world, PL_MODEL_HYBRID);
  double v[180], center[3] = {0.2, 0.15, 0.1};
  for (size_t i = 0; i < 60; i++) {
    double arm[3];
    pl_vec3_sub(pl_body_positions(body) + 3 * i, center, arm);
    pl_vec3_cross((double[3]){0, 0, turning}, arm, v + 3 * i);
  }
  assert_ok(pl_body_set_velocities(body, v));
  pl_force_def def = pl_default_force_def(PL_FORCE_THRUST);
  def.body = body;
  pl_vec3_set(def.vector, 5, 0, 0);
  pl_force_id id = add(world, &def);
  double linear[3], angular[3], most = 0;
  for (int s = 0; s < 1000; s++) {
    step_times(world, 1);
    momenta(body, linear, angular);
    most = fmax(most, pl_vec3_length(linear));
  }
  assert_close(most, 2 * 5 / turning, 0.02);
  assert_true(pl_vec3_length(linear) < 0.03);
  const uint32_t corner[1] = {0}; /* at the origin of the rest shape */
  def.particles = corner;
  def.particle_count = 1;
  pl_vec3_set(def.vector, 0, 0, 50);
  assert_ok(pl_force_change(world, id, &def));
  double before[3];
  pl_vec3_copy(angular, before);
  step_times(world, 1);
  momenta(body, linear, angular);
  double arm[3], moment[3];
  pl_body *b = body;
  double x[3] = {0, 0, 0};
  for (size_t i = 0; i < 60; i++)
    pl_vec3_add_scaled(x, pl_body_masses(b)[i] / mass_of(b), pl_body_positions(b) + 3 * i, x);
  pl_vec3_sub(pl_body_positions(b), x, arm);
  pl_vec3_cross(arm, (double[3]){0, 0, 50}, moment);
  for (size_t c = 0; c < 3; c++)
    assert_close(angular[c] - before[c], 0.001 * moment[c], 0.02 * 0.001 * pl_vec3_length(moment));
  pl_world_destroy(world);
}

/* A gyro brings the body to its attitude and holds it there, however stiff; without stiffness and damping it is left
   alone. The turned body's corner is where the rotation has it. */
static void gyros_hold_an_attitude(void **state)
{
  (void)state;
  const double stiffness[2] = {20, 1e7};
  for (size_t m = 0; m < BAR_MODELS; m++)
    for (int k = 0; k < 2; k++) {
      pl_world_def world_def = quiet_world(0.01);
      pl_world *world = make_world(&world_def);
      pl_body *body = add_block(world, bar_models[m]);
      pl_force_def def = pl_default_force_def(PL_FORCE_GYRO);
      def.body = body;
      def.stiffness = stiffness[k];
      def.damping = 0.2 * def.stiffness;
      pl_vec3_set(def.attitude, 0.3, -0.9, 0.4);
      add(world, &def);
      step_times(world, 300);
      double R[9], x[3] = {0, 0, 0}, arm[3], wanted[3];
      pl_mat3_from_rotation_vector(def.attitude, R);
      for (size_t i = 0; i < 60; i++)
        pl_vec3_add_scaled(x, pl_body_masses(body)[i] / mass_of(body), pl_body_positions(body) + 3 * i, x);
      pl_mat3_apply(R, (double[3]){-0.2, -0.15, -0.1}, wanted);
      pl_vec3_sub(pl_body_positions(body), x, arm);
      assert_close(pl_vec3_distance(arm, wanted), 0, 2e-3);
      pl_world_destroy(world);
    }
}

/* ---- said, kept, refused ---- */

/* All kinds at once on bodies of four models, and half-way one goes and another changes. */
static void make_busy(pl_world *world)
{
  pl_obstacle_def ball = pl_default_obstacle_def(PL_OBSTACLE_SPHERE);
  pl_vec3_set(ball.center, 0, -0.3, 0);
  ball.radius = 0.2;
  pl_obstacle_id id;
  assert_ok(pl_obstacle_create(world, &ball, &id));
  for (size_t m = 0; m < SHEET_MODELS; m++) add_sheet(world, sheet_models[m], 0.3 * (double)m);
  pl_force_def def = pl_default_force_def(PL_FORCE_FLUID);
  pl_vec3_set(def.flow.velocity, 1, 0.5, 0);
  def.flow.gust = 0.8;
  def.flow.circulation = 0.4;
  add(world, &def);
  def = pl_default_force_def(PL_FORCE_REPULSION);
  add(world, &def);
  for (size_t b = 0; b < SHEET_MODELS; b++) {
    def = pl_default_force_def(PL_FORCE_THRUST);
    def.body = pl_world_body_at(world, b);
    pl_vec3_set(def.vector, 0, 0.2, 0.1);
    add(world, &def);
    def = pl_default_force_def(PL_FORCE_GYRO);
    def.body = pl_world_body_at(world, b);
    pl_vec3_set(def.vector, 0, 1e-4, 0);
    def.damping = 1e-5;
    add(world, &def);
  }
}

static uint64_t run_busy(int threads, int save_at)
{
  pl_world_def world_def = pl_default_world_def();
  world_def.threads = threads;
  pl_world *world = make_world(&world_def);
  make_busy(world);
  for (int s = 0; s < 80; s++) {
    if (s == save_at) {
      void *data = NULL;
      size_t size = 0;
      assert_ok(pl_world_save(world, &data, &size));
      pl_world_destroy(world);
      world = make_world(&world_def);
      make_busy(world);
      step_times(world, 7); /* elsewhere, until it is restored */
      assert_ok(pl_world_restore(world, data, size));
      pl_free(data);
    }
    if (s == 30) {
      assert_ok(pl_force_remove(world, pl_world_force_at(world, 3)));
      pl_force_def def = pl_default_force_def(PL_FORCE_FLUID);
      def.resistance = 2;
      pl_vec3_set(def.flow.velocity, -2, 0, 0);
      assert_ok(pl_force_change(world, pl_world_force_at(world, 0), &def));
    }
    step_times(world, 1);
  }
  assert_int_equal(pl_world_force_count(world), 9);
  uint64_t hash = pl_world_hash(world);
  pl_world_destroy(world);
  return hash;
}

static void same_bits(void **state)
{
  (void)state;
  uint64_t hash = run_busy(1, -1);
  assert_true(run_busy(2, -1) == hash);
  assert_true(run_busy(7, -1) == hash);
  assert_true(run_busy(1, 20) == hash);
  assert_true(run_busy(2, 55) == hash);
}

/* What was done is done again by its recording; a body takes its forces with it. */
static void recordings_hold_them(void **state)
{
  (void)state;
  uint64_t hash[2];
  void *kept = NULL;
  size_t size = 0;
  for (int again = 0; again < 2; again++) {
    pl_world_def world_def = quiet_world(0.005);
    pl_world *world = make_world(&world_def);
    pl_body *body = add_sheet(world, PL_MODEL_HYBRID, 0), *other = add_sheet(world, PL_MODEL_GRAPH, 1);
    if (again)
      assert_ok(pl_world_replay(world, kept, size));
    else
      assert_ok(pl_world_record(world, true));
    pl_force_id id = {0, 0};
    for (int s = 0; s < 30; s++) {
      pl_force_def def = pl_default_force_def(PL_FORCE_THRUST);
      def.body = body;
      pl_vec3_set(def.vector, 0.1, 0.3, 0);
      if (!again && s == 3) assert_ok(pl_force_create(world, &def, &id));
      def.body = other;
      if (!again && s == 4) assert_ok(pl_force_create(world, &def, NULL));
      def.body = body;
      pl_vec3_set(def.vector, -0.4, 0.3, 0);
      if (!again && s == 12) assert_ok(pl_force_change(world, id, &def));
      if (!again && s == 20) assert_ok(pl_force_remove(world, id));
      if (!again && s == 25) assert_ok(pl_body_remove(other));
      step_times(world, 1);
    }
    assert_int_equal(pl_world_force_count(world), 0);
    hash[again] = pl_world_hash(world);
    if (!again) {
      const void *data;
      assert_ok(pl_world_recording(world, &data, &size));
      kept = malloc(size);
      memcpy(kept, data, size);
    }
    pl_world_destroy(world);
  }
  free(kept);
  assert_true(hash[0] == hash[1]);
}

static void nonsense_is_refused(void **state)
{
  (void)state;
  pl_world_def world_def = quiet_world(0.01);
  pl_world *world = make_world(&world_def), *elsewhere = make_world(&world_def);
  pl_body *body = add_sheet(world, PL_MODEL_HYBRID, 0), *stranger = add_sheet(elsewhere, PL_MODEL_HYBRID, 0);
  pl_force_id id;
  pl_force_def def = {.kind = PL_FORCE_FLUID};
  assert_refused(pl_force_create(world, &def, &id), PL_ERROR_ARGUMENT, "pl_default_force_def");
  def = pl_default_force_def((pl_force_kind)9);
  assert_refused(pl_force_create(world, &def, &id), PL_ERROR_ARGUMENT, "no kind 9");
  def = pl_default_force_def(PL_FORCE_FLUID);
  def.resistance = -1;
  assert_refused(pl_force_create(world, &def, &id), PL_ERROR_ARGUMENT, "resistance must be zero or positive");
  def = pl_default_force_def(PL_FORCE_FLUID);
  def.flow.core = 0;
  assert_refused(pl_force_create(world, &def, &id), PL_ERROR_ARGUMENT, "flow.core must be positive");
  def = pl_default_force_def(PL_FORCE_FLUID);
  pl_vec3_set(def.flow.axis, 0, 0, 0);
  assert_refused(pl_force_create(world, &def, &id), PL_ERROR_ARGUMENT, "flow.axis");
  def = pl_default_force_def(PL_FORCE_FLUID);
  def.flow.velocity[1] = 1e30;
  assert_refused(pl_force_create(world, &def, &id), PL_ERROR_ARGUMENT, "flow.velocity");
  def = pl_default_force_def(PL_FORCE_REPULSION);
  def.range = NAN;
  assert_refused(pl_force_create(world, &def, &id), PL_ERROR_ARGUMENT, "range must be positive");
  def = pl_default_force_def(PL_FORCE_REPULSION);
  def.obstacle = (pl_obstacle_id){3, 1};
  assert_refused(pl_force_create(world, &def, &id), PL_ERROR_STALE, "no obstacle 3");
  def = pl_default_force_def(PL_FORCE_THRUST);
  assert_refused(pl_force_create(world, &def, &id), PL_ERROR_ARGUMENT, "needs a body");
  def.body = stranger;
  assert_refused(pl_force_create(world, &def, &id), PL_ERROR_ARGUMENT, "of another world");
  def.body = body;
  const uint32_t far[1] = {1000};
  def.particles = far;
  def.particle_count = 1;
  assert_refused(pl_force_create(world, &def, &id), PL_ERROR_ARGUMENT, "particle 1000 does not exist");
  def.particle_count = 65;
  assert_refused(pl_force_create(world, &def, &id), PL_ERROR_LIMIT, "at most 64");
  def.particle_count = 0;
  def.name = "a name that is far too long to be kept";
  assert_refused(pl_force_create(world, &def, &id), PL_ERROR_ARGUMENT, "31 bytes");
  def.name = NULL;
  assert_ok(pl_force_create(world, &def, &id));
  def.kind = PL_FORCE_GYRO;
  assert_refused(pl_force_change(world, id, &def), PL_ERROR_ARGUMENT, "cannot become others");
  assert_ok(pl_force_remove(world, id));
  step_times(world, 1);
  assert_refused(pl_force_remove(world, id), PL_ERROR_STALE, "no force 0");
  assert_string_equal(pl_force_name(world, id), "");
  pl_world_destroy(world);
  pl_world_destroy(elsewhere);
}

/* A body that a force acts on stays awake; without it, it falls asleep again. */
static void forces_keep_awake(void **state)
{
  (void)state;
  pl_world_def world_def = pl_default_world_def();
  world_def.threads = 1;
  pl_world *world = make_world(&world_def);
  pl_body *body = add_block(world, PL_MODEL_HYBRID);
  pl_obstacle_def floor = pl_default_obstacle_def(PL_OBSTACLE_PLANE);
  pl_obstacle_id id;
  assert_ok(pl_obstacle_create(world, &floor, &id));
  step_times(world, 300);
  assert_true(pl_body_is_asleep(body));
  pl_force_def def = pl_default_force_def(PL_FORCE_THRUST);
  def.body = body;
  pl_vec3_set(def.vector, 0, -1, 0);
  pl_force_id force = add(world, &def);
  step_times(world, 300);
  assert_false(pl_body_is_asleep(body));
  assert_ok(pl_force_remove(world, force));
  step_times(world, 300);
  assert_true(pl_body_is_asleep(body));
  pl_world_destroy(world);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(pushes_are_momentum),    cmocka_unit_test(thrusters_turn_with_the_body),
      cmocka_unit_test(gyros_hold_an_attitude), cmocka_unit_test(same_bits),
      cmocka_unit_test(recordings_hold_them),   cmocka_unit_test(nonsense_is_refused),
      cmocka_unit_test(forces_keep_awake),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
