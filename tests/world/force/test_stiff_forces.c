/* SPDX-License-Identifier: MIT
   Bodies of Terzopoulos and Fleischer under forces up to ten thousand times as stiff as a step of 1/60 s bears
   explicitly: springs, repulsion, fluids and what holds an attitude are solved for with the step, so that none needs
   smaller ones. Each is told by a law of its own: energy that does not rise, places of rest, speeds in closed form. */
#include "force_cases.h"
#include "math/mat3.h"
#include "world/world.h"

static const double h = 1.0 / 60, gravity = 9.81;
static const double factors[] = {1, 1e2, 1e4};
enum { FACTORS = sizeof factors / sizeof *factors, N = 36 };

typedef struct form {
  const char *name;
  pl_model_kind model;
  bool printed;
} form;

static const form forms[] = {{"primal, stable", PL_MODEL_CONTINUUM, false},
                             {"primal, printed", PL_MODEL_CONTINUUM, true},
                             {"hybrid, stable", PL_MODEL_HYBRID, false},
                             {"hybrid, printed", PL_MODEL_HYBRID, true}};
enum { FORMS = sizeof forms / sizeof *forms };

/* One step of 1/60 s is one solve: quiet_world takes no small steps. The sheet is so slack that the printed step, which
   is explicit in stretch, bears it: what is stiff here comes from outside. */
static pl_body *add_form(pl_world *world, const form *f, double height, double drag)
{
  pl_mesh *mesh = sheet_of(6);
  double positions[3 * N], masses[N];
  memcpy(positions, pl_mesh_view(mesh).positions, sizeof positions);
  for (size_t i = 0; i < N; i++) {
    bool at_x = i / 6 == 0 || i / 6 == 5, at_z = i % 6 == 0 || i % 6 == 5;
    masses[i] = 0.04 / 25 * (at_x ? 0.5 : 1) * (at_z ? 0.5 : 1);
    positions[3 * i + 1] += height;
  }
  pl_body_def def = pl_default_body_def(f->model);
  def.mesh = mesh;
  def.thickness = 0.001;
  def.masses = masses;
  def.positions = positions;
  def.drag = drag;
  for (size_t k = 0; k < 3; k++) {
    def.continuum.stretch[k].value = def.continuum.shear[k].value = 0.5;
    def.continuum.bend[k].value = 1e-3;
  }
  def.continuum.step = f->printed ? PL_CONTINUUM_PRINTED : PL_CONTINUUM_STABLE;
  def.hybrid.step = f->printed ? PL_HYBRID_PRINTED : PL_HYBRID_STABLE;
  pl_body *body = make_body(world, &def);
  pl_mesh_destroy(mesh);
  return body;
}

static pl_world *world_with(double down)
{
  pl_world_def def = quiet_world(h);
  def.gravity[1] = -down;
  return make_world(&def);
}

/* What is tested is stiff: explicit steps of the same length lose it. */
static bool explicit_holds(double stiffness, double mass)
{
  double x = 1, v = 0;
  for (int s = 0; s < 200; s++) {
    v -= h * stiffness / mass * x;
    x += h * v;
  }
  return fabs(x) < 1e3;
}

/* A spring to every node of the sheet, pulled 5 cm aside: no oscillation grows, and at rest each gives way by its
   weight. */
static void springs_to_points(void **state)
{
  (void)state;
  for (size_t f = 0; f < FORMS; f++)
    for (size_t k = 0; k < FACTORS; k++) {
      pl_world *world = world_with(gravity);
      pl_body *body = add_form(world, &forms[f], 0, 0);
      const double *m = pl_body_masses(body);
      double stiffness = 4 * 0.04 / 25 / 4 / (h * h) * factors[k]; /* of a corner, where an explicit step ends */
      double sag = m[7] * gravity / stiffness, most = 0, rest[3 * N];
      memcpy(rest, pl_body_positions(body), sizeof rest);
      assert_true(explicit_holds(0.99 * stiffness, m[0]) == (k == 0));
      for (uint32_t i = 0; i < N; i++) {
        pl_grab_def grab = pl_default_grab_def();
        pl_grab_id id;
        grab.particles = &i;
        grab.count = 1;
        grab.stiffness = stiffness * m[i] / m[7];
        pl_vec3_add(rest + 3 * i, (double[3]){0.05, 0, 0}, grab.target);
        assert_ok(pl_grab_create(body, &grab, &id));
      }
      for (int s = 0; s < 240; s++) {
        step_times(world, 1);
        for (size_t i = 0; i < N; i++)
          most = fmax(most, pl_vec3_distance(pl_body_positions(body) + 3 * i, rest + 3 * i));
      }
      assert_true(most < 0.1 + 2 * sag); /* no farther than an undamped spring would swing */
      for (size_t i = 0; i < N; i++) {
        double wanted[3] = {rest[3 * i] + 0.05, rest[3 * i + 1] - sag, rest[3 * i + 2]};
        assert_close(pl_vec3_distance(pl_body_positions(body) + 3 * i, wanted), 0, 1e-5);
      }
      pl_world_destroy(world);
    }
}

/* A potential of (23) throws back what falls on it, no higher than it came from, and carries it where its slope is its
   weight. */
static void repulsion_by_obstacles(void **state)
{
  (void)state;
  const double range = 0.02, height = 0.4;
  for (size_t f = 0; f < FORMS; f++)
    for (size_t k = 0; k < FACTORS; k++) {
      pl_world *world = world_with(gravity);
      pl_body *body = add_form(world, &forms[f], height, 2);
      pl_obstacle_def floor = pl_default_obstacle_def(PL_OBSTACLE_PLANE);
      pl_obstacle_id id;
      assert_ok(pl_obstacle_create(world, &floor, &id));
      pl_force_def def = pl_default_force_def(PL_FORCE_REPULSION);
      def.range = range;
      def.strength = 8 * gravity * factors[k];
      add(world, &def);
      double highest = 0;
      for (int s = 0; s < 600; s++) {
        step_times(world, 1);
        for (size_t i = 0; i < N; i++) highest = fmax(highest, pl_body_positions(body)[3 * i + 1]);
      }
      assert_true(highest <= height);
      for (size_t i = 0; i < N; i++)
        assert_close(pl_body_positions(body)[3 * i + 1], range * log(8 * factors[k]), 1e-4);
      pl_world_destroy(world);
    }
}

/* What is thrown at an obstacle, in a step 17 times as far as its repulsion reaches, comes back with no more energy,
   and is stopped at its surface. The printed hybrid step moves its frame by the velocity before the step and needs the
   small steps that a world takes near what repels. */
static void collisions_of_high_momentum(void **state)
{
  (void)state;
  for (size_t f = 0; f < FORMS; f++)
    for (size_t k = 0; k < FACTORS; k++) {
      pl_world *world = world_with(gravity);
      if (forms[f].model == PL_MODEL_HYBRID && forms[f].printed) assert_ok(pl_world_set_substeps(world, 0));
      pl_body *body = add_form(world, &forms[f], 0.4, 0);
      pl_obstacle_def floor = pl_default_obstacle_def(PL_OBSTACLE_PLANE);
      pl_obstacle_id id;
      assert_ok(pl_obstacle_create(world, &floor, &id));
      pl_force_def def = pl_default_force_def(PL_FORCE_REPULSION);
      def.strength = 8 * gravity * factors[k];
      add(world, &def);
      double v[3 * N], start = 0.5 * 20 * 20 + gravity * 0.4;
      for (size_t i = 0; i < N; i++) pl_vec3_set(v + 3 * i, 0, -20, 0);
      assert_ok(pl_body_set_velocities(body, v));
      bool back = false;
      for (int s = 0; s < 60; s++) {
        step_times(world, 1);
        for (size_t i = 0; i < N; i++) {
          const double *now = pl_body_velocities(body) + 3 * i;
          double y = pl_body_positions(body)[3 * i + 1];
          assert_true(y > -0.02);
          if (y > 0.02 * 20) assert_true(0.5 * pl_vec3_dot(now, now) + gravity * y < start);
          back = back || now[1] >= 0;
        }
      }
      assert_true(back);
      pl_world_destroy(world);
    }
}

/* It falls through a fluid at the speed that its weight and (22) give, and comes to it from one side. */
static void fluids(void **state)
{
  (void)state;
  for (size_t f = 0; f < FORMS; f++)
    for (size_t k = 0; k < FACTORS; k++) {
      pl_world *world = world_with(gravity);
      pl_body *body = add_form(world, &forms[f], 0, 0);
      pl_force_def def = pl_default_force_def(PL_FORCE_FLUID);
      def.resistance = 2 / h * factors[k]; /* 1 kg/m^2: the explicit step ends here */
      add(world, &def);
      double speed = gravity / def.resistance, before = 0;
      for (int s = 0; s < 120; s++) {
        step_times(world, 1);
        for (size_t i = 0; i < N; i++) {
          double v = -pl_body_velocities(body)[3 * i + 1];
          assert_true(v > 0 && v < speed * (1 + 1e-6));
          if (i == 14) {
            assert_true(v > before * (1 - 1e-6));
            before = v;
          }
        }
      }
      for (size_t i = 0; i < N; i++) assert_close(pl_body_velocities(body)[3 * i + 1], -speed, 1e-6 * speed);
      pl_world_destroy(world);
    }
}

/* Drag lets the printed step, which has no damping of its own, shake less; 10 s of it. */
static void attitudes(void **state)
{
  (void)state;
  for (size_t f = 0; f < FORMS; f++)
    for (size_t k = 0; k < FACTORS; k++) {
      pl_world *world = world_with(0);
      pl_body *body = add_form(world, &forms[f], 0, 2);
      pl_force_def def = pl_default_force_def(PL_FORCE_GYRO);
      def.body = body;
      def.stiffness = 4 * (0.04 * 0.04 / 12) / (h * h) * factors[k]; /* of its lesser inertia */
      def.damping = 0.1 * def.stiffness;
      pl_vec3_set(def.attitude, 0.2, 0.5, -0.3);
      add(world, &def);
      double R[9], wanted[3];
      step_times(world, 600);
      pl_mat3_from_rotation_vector(def.attitude, R);
      pl_mat3_apply(R, (double[3]){-0.1, 0, -0.1}, wanted);
      assert_close(pl_vec3_distance(pl_body_positions(body), wanted), 0, 1e-4);
      assert_true(fastest(body) < 1e-3);
      pl_world_destroy(world);
    }
}

/* Still air takes exp(-drag t), however thick. */
static void drag_is_exact(void **state)
{
  (void)state;
  for (size_t f = 0; f < FORMS; f++)
    for (size_t k = 0; k < FACTORS; k++) {
      pl_world *world = world_with(0);
      double v[3 * N], rate = 2 / h * factors[k];
      pl_body *body = add_form(world, &forms[f], 0, rate);
      for (size_t i = 0; i < N; i++) pl_vec3_set(v + 3 * i, 1, 2, 3);
      assert_ok(pl_body_set_velocities(body, v));
      step_times(world, 1);
      for (size_t i = 0; i < 3 * N; i++) assert_close(pl_body_velocities(body)[i], v[i] * exp(-rate * h), 1e-12);
      pl_world_destroy(world);
    }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(springs_to_points),
      cmocka_unit_test(repulsion_by_obstacles),
      cmocka_unit_test(collisions_of_high_momentum),
      cmocka_unit_test(fluids),
      cmocka_unit_test(attitudes),
      cmocka_unit_test(drag_is_exact),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
