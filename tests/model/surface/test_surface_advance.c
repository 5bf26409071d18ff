/* SPDX-License-Identifier: MIT
   The step of the surface model against its equations in double (surface_reference.h), and what must hold for every
   step. */
#include "surface_cases.h"
#include "surface_reference.h"

static const double step_size = 0.005;

/* ---- against the reference ---- */

typedef struct variant {
  const char *name;
  int rings, passes, normal_point;
  pl_region_weights weights;
  pl_summation sums;
  double pull, damping;
} variant;

static reference make_reference(const pl_body *body, const variant *v, const double *x, const double *speed)
{
  pl_mesh_data rest = pl_body_rest(body);
  size_t n = rest.vertex_count;
  reference r = {.n = (int)n,
                 .rest = rest.positions,
                 .edges = rest.edges,
                 .edge_count = (int)rest.edge_count,
                 .triangles = rest.triangles,
                 .triangle_count = (int)rest.triangle_count,
                 .mass = pl_body_masses(body),
                 .rings = v->rings,
                 .passes = v->passes,
                 .share = v->weights == PL_REGION_SHARE,
                 .normal_point = v->normal_point,
                 .pull = v->pull,
                 .damping = v->damping,
                 .h = step_size,
                 .gravity = {0, -9.81, 0},
                 .x = malloc(3 * n * sizeof(double)),
                 .v = malloc(3 * n * sizeof(double)),
                 .moved = malloc(n * sizeof(double))};
  memcpy(r.x, x, 3 * n * sizeof(double));
  memcpy(r.v, speed, 3 * n * sizeof(double));
  reference_regions(&r);
  return r;
}

static void compare_in(pl_precision precision, double tolerance, const pl_mesh *mesh, double noise, const variant *v)
{
  uint64_t seed = 17;
  size_t n = pl_mesh_view(mesh).vertex_count;
  pl_world_def world_def = quiet_world(step_size);
  world_def.gravity[1] = -9.81;
  pl_world *world = make_world(&world_def);
  double *x = deformed(mesh, 0.2, noise, &seed), *speed = random_vectors(n, 50 * noise, &seed);
  double *masses = malloc(n * sizeof(double));
  for (size_t i = 0; i < n; i++) masses[i] = 0.01 * (1.5 + random_unit(&seed));
  pl_body_def def = surface_body(mesh);
  def.masses = masses;
  def.positions = x;
  def.velocities = speed;
  def.surface.region = v->rings;
  def.surface.passes = v->passes;
  def.surface.normal_point = v->normal_point != 0;
  def.surface.weights = v->weights;
  def.surface.sums = v->sums;
  def.surface.pull = v->pull;
  def.surface.damping_part = v->damping;
  def.surface.momentum = PL_MOMENTUM_FREE;
  def.surface.precision = precision;
  pl_body *body = make_body(world, &def);
  reference r = make_reference(body, v, x, speed);
  for (int step = 0; step < 3; step++) {
    assert_ok(pl_world_step(world));
    reference_step(&r);
  }
  double dx = largest_difference(pl_body_positions(body), r.x, 3 * n);
  double dv = largest_difference(pl_body_velocities(body), r.v, 3 * n);
  if (!(dx < tolerance) || !(dv < tolerance / step_size))
    print_error("%s, precision %d: off by %g m, %g m/s\n", v->name, (int)precision, dx, dv);
  assert_less(dx, tolerance);
  assert_less(dv, tolerance / step_size);
  reference_free(&r);
  pl_world_destroy(world);
  free(x);
  free(speed);
  free(masses);
}

/* Floats carry the displacements: a few 1e-7 of the body's size per step. In double rounding is left, and what keeps
   the inertia of regions regular, 1e-9 of it; and normals of triangles, where they nearly cancel. */
static void compare_with_reference(const pl_mesh *mesh, double noise, const variant *v)
{
  compare_in(PL_PRECISION_AUTO, 2e-6, mesh, noise, v);
  compare_in(PL_PRECISION_DOUBLE, 1e-9, mesh, noise, v);
}

static void test_step_is_as_written(void **state)
{
  (void)state;
  static const variant variants[] = {
      {"share", 2, 1, 0, PL_REGION_SHARE, PL_SUMMATION_AUTO, 0.9, 0},
      {"mass", 2, 1, 0, PL_REGION_MASS, PL_SUMMATION_AUTO, 0.9, 0},
      {"one ring", 1, 1, 0, PL_REGION_SHARE, PL_SUMMATION_DIRECT, 1, 0},
      {"wide", 5, 1, 0, PL_REGION_SHARE, PL_SUMMATION_PATHS, 0.5, 0},
      {"normal point", 2, 1, 1, PL_REGION_MASS, PL_SUMMATION_PATHS, 0.9, 0},
      {"damped", 3, 1, 0, PL_REGION_SHARE, PL_SUMMATION_PATHS, 0.9, 0.3},
      {"damped by mass, normal point", 2, 1, 1, PL_REGION_MASS, PL_SUMMATION_DIRECT, 0.9, 1},
      {"passes", 2, 4, 0, PL_REGION_SHARE, PL_SUMMATION_AUTO, 0.7, 0.1},
  };
  pl_mesh *ball = NULL;
  assert_ok(pl_make_icosphere(0.5, 4, &ball));
  for (size_t k = 0; k < sizeof variants / sizeof *variants; k++) compare_with_reference(ball, 0.02, &variants[k]);
  pl_mesh_destroy(ball);
}

static void test_open_surfaces_and_graphs_are_as_written(void **state)
{
  (void)state;
  static const variant damped = {"open", 2, 1, 1, PL_REGION_SHARE, PL_SUMMATION_AUTO, 0.9, 0.2};
  static const variant plain = {"plain", 2, 1, 0, PL_REGION_SHARE, PL_SUMMATION_AUTO, 0.9, 0.2};
  static const variant graph = {"graph", 1, 1, 1, PL_REGION_SHARE, PL_SUMMATION_AUTO, 0.8, 0.2};
  pl_mesh *sheet = NULL, *plant = NULL, *bar = make_bar(5, 3, 3, 0.2, 6);
  assert_ok(pl_make_sheet(1, 1, 9, 7, &sheet));
  assert_ok(pl_make_plant(1, 1, 4, 6, &plant)); /* three triangles on an edge */
  compare_with_reference(sheet, 0.02, &damped);
  compare_with_reference(plant, 0.001, &plain); /* its fins have no outside */
  compare_with_reference(bar, 0.02, &graph);
  pl_mesh_destroy(sheet);
  pl_mesh_destroy(plant);
  pl_mesh_destroy(bar);
}

/* ---- what must hold ---- */

static void test_rigid_motion_is_left_alone(void **state)
{
  (void)state;
  uint64_t seed = 5;
  pl_mesh *mesh = make_uv_sphere(0.5, 16);
  size_t n = pl_mesh_view(mesh).vertex_count;
  for (int normal_point = 0; normal_point < 2; normal_point++) {
    pl_world_def world_def = quiet_world(step_size);
    pl_world *world = make_world(&world_def);
    double *x = deformed(mesh, 0, 0, &seed), *speed = malloc(3 * n * sizeof(double));
    const double spin[3] = {2, -1, 3}, drift[3] = {4, 5, -6}; /* rad/s, m/s */
    for (size_t i = 0; i < n; i++) {
      pl_vec3_cross(spin, x + 3 * i, speed + 3 * i);
      pl_vec3_add(speed + 3 * i, drift, speed + 3 * i);
    }
    pl_body_def def = surface_body(mesh);
    def.positions = x;
    def.velocities = speed;
    def.surface.damping = 50;
    def.surface.normal_point = normal_point;
    pl_body *body = make_body(world, &def);
    pl_body_signals start, end;
    assert_ok(pl_body_measure(body, &start));
    assert_less(start.elastic, 1e-8); /* J; the same body stretched by 1 % has more than 1 J */
    step_times(world, 200);
    assert_ok(pl_body_measure(body, &end));
    /* straight lines, not arcs, are what explicit steps follow: a spin of 3.7 rad/s swells by (0.019)^2/2 in all */
    assert_less(shape_error(body), 1e-3);
    for (int c = 0; c < 3; c++) {
      assert_close(end.momentum[c], start.momentum[c], 1e-9 * pl_vec3_length(start.momentum));
      assert_close(end.angular_momentum[c], start.angular_momentum[c], 1e-9 * pl_vec3_length(start.angular_momentum));
    }
    assert_close(end.kinetic / start.kinetic, 1, 1e-4); /* swelling takes a little */
    pl_world_destroy(world);
    free(x);
    free(speed);
  }
  pl_mesh_destroy(mesh);
}

static void test_momentum_is_conserved(void **state)
{
  (void)state;
  static const struct {
    pl_region_weights weights;
    bool normal_point;
    double linear,
        angular; /* bounds on sum of m dv over that of its magnitudes, and on the moment about where forces act */
  } cases[] = {{PL_REGION_SHARE, false, 2e-6, 2e-6},
               {PL_REGION_SHARE, true, 2e-6, 5e-3}, /* the point above the surface has no mass to answer */
               {PL_REGION_MASS, false, 5e-2, 5e-2}};
  pl_mesh *mesh = make_uv_sphere(0.5, 16); /* regions of very different size at the poles */
  size_t n = pl_mesh_view(mesh).vertex_count;
  double change[3][2] = {{0}};
  for (int k = 0; k < 3; k++) {
    uint64_t seed = 8;
    pl_world_def world_def = quiet_world(step_size);
    pl_world *world = make_world(&world_def);
    double *x = deformed(mesh, 0.1, 0.03, &seed), *speed = random_vectors(n, 1, &seed);
    pl_body_def def = surface_body(mesh);
    def.positions = x;
    def.velocities = speed;
    def.surface.weights = cases[k].weights;
    def.surface.normal_point = cases[k].normal_point;
    def.surface.damping = 20;
    def.surface.momentum = PL_MOMENTUM_FREE;
    pl_body *body = make_body(world, &def);
    assert_ok(pl_world_step(world));
    const double *after = pl_body_velocities(body), *mass = pl_body_masses(body);
    double linear[3] = {0, 0, 0}, angular[3] = {0, 0, 0}, pushed = 0, turned = 0;
    for (size_t i = 0; i < n; i++) {
      double kick[3], moment[3];
      pl_vec3_sub(after + 3 * i, speed + 3 * i, kick);
      double ahead[3]; /* goals are found where particles would be without them: there the forces act */
      pl_vec3_add_scaled(x + 3 * i, step_size, speed + 3 * i, ahead);
      pl_vec3_cross(ahead, kick, moment);
      pl_vec3_add_scaled(linear, mass[i], kick, linear);
      pl_vec3_add_scaled(angular, mass[i], moment, angular);
      pushed += mass[i] * pl_vec3_length(kick);
      turned += mass[i] * pl_vec3_length(moment);
    }
    change[k][0] = pl_vec3_length(linear) / pushed;
    change[k][1] = pl_vec3_length(angular) / turned;
    print_message("weights %d, normal point %d: momentum %.1e, angular %.1e of what moved\n", (int)cases[k].weights,
                  cases[k].normal_point, change[k][0], change[k][1]);
    assert_less(change[k][0], cases[k].linear);
    assert_less(change[k][1], cases[k].angular);
    pl_world_destroy(world);
    free(x);
    free(speed);
  }
  assert_less(1e-5, change[2][0]); /* and the paper's weights do not conserve it: the measure can fail */
  pl_mesh_destroy(mesh);
}

/* A deformed body spins for ten seconds: what matching brakes is given back, exactly, and energy only falls. */
static void test_spin_is_kept(void **state)
{
  (void)state;
  pl_mesh *mesh = NULL;
  assert_ok(pl_make_torus(0.4, 0.15, 24, 12, &mesh));
  size_t n = pl_mesh_view(mesh).vertex_count;
  double left[2];
  for (int braked = 0; braked < 2; braked++) {
    uint64_t seed = 9;
    pl_world_def world_def = quiet_world(step_size);
    pl_world *world = make_world(&world_def);
    double *x = deformed(mesh, 0.05, 0, &seed), *speed = malloc(3 * n * sizeof(double));
    const double spin[3] = {3, 6, -2}; /* rad/s: turns by 0.035 in a step */
    double centre[3] = {0, 0, 0};
    for (size_t i = 0; i < n; i++) pl_vec3_add_scaled(centre, 1.0 / (double)n, x + 3 * i, centre);
    for (size_t i = 0; i < n; i++) {
      pl_vec3_sub(x + 3 * i, centre, x + 3 * i);
      pl_vec3_cross(spin, x + 3 * i, speed + 3 * i);
    }
    pl_body_def def = surface_body(mesh);
    def.positions = x;
    def.velocities = speed;
    def.surface.weights = braked ? PL_REGION_SHARE : PL_REGION_MASS; /* also what these do is undone */
    def.surface.momentum = braked ? PL_MOMENTUM_FREE : PL_MOMENTUM_KEEP;
    pl_body *body = make_body(world, &def);
    pl_body_signals start, now;
    assert_ok(pl_body_measure(body, &start));
    double most = start.kinetic + start.elastic;
    for (int k = 0; k < 20; k++) {
      step_times(world, 100);
      assert_ok(pl_body_measure(body, &now));
      assert_less(now.kinetic + now.elastic, most * 1.0001);
    }
    left[braked] = pl_vec3_length(now.angular_momentum) / pl_vec3_length(start.angular_momentum);
    for (int c = 0; c < 3 && !braked; c++) {
      assert_close(now.momentum[c], start.momentum[c], 1e-9 * most);
      assert_close(now.angular_momentum[c], start.angular_momentum[c], 1e-9 * most);
    }
    pl_world_destroy(world);
    free(x);
    free(speed);
  }
  print_message("spin left after 10 s: %.4f kept, %.4f as in the paper\n", left[0], left[1]);
  assert_less(left[1], 0.5);
  pl_mesh_destroy(mesh);
}

/* The force is the gradient of the energy: central differences along random directions. */
static void test_force_is_the_gradient(void **state)
{
  (void)state;
  uint64_t seed = 3;
  pl_mesh *mesh = make_uv_sphere(0.5, 12);
  size_t n = pl_mesh_view(mesh).vertex_count;
  pl_world_def world_def = quiet_world(step_size);
  pl_world *world = make_world(&world_def);
  double *x = deformed(mesh, 0.1, 0.03, &seed), *y = malloc(3 * n * sizeof(double));
  pl_body_def def = surface_body(mesh);
  def.positions = x;
  def.surface.region = 2;
  pl_body *body = make_body(world, &def);
  /* one step from rest: the change of m v is h times the force at x */
  assert_ok(pl_world_step(world));
  double *force = malloc(3 * n * sizeof(double));
  for (size_t k = 0; k < 3 * n; k++) force[k] = pl_body_masses(body)[k / 3] * pl_body_velocities(body)[k] / step_size;
  for (int trial = 0; trial < 5; trial++) {
    double *d = random_vectors(n, 1, &seed), energy[2], work = 0, norm = 0;
    const double far = 1e-3;
    for (int side = 0; side < 2; side++) {
      for (size_t k = 0; k < 3 * n; k++) y[k] = x[k] + (side ? far : -far) * d[k];
      assert_ok(pl_body_set_positions(body, y));
      pl_body_signals signals;
      void *saved = NULL; /* changes are applied by saving */
      size_t size;
      assert_ok(pl_world_save(world, &saved, &size));
      pl_free(saved);
      assert_ok(pl_body_measure(body, &signals));
      energy[side] = signals.elastic;
    }
    for (size_t k = 0; k < 3 * n; k++) {
      work += force[k] * d[k];
      norm += fabs(force[k] * d[k]);
    }
    /* differences of second order in 1e-3 of the size, and energies in float */
    assert_close((energy[0] - energy[1]) / (2 * far), work, 2e-3 * norm);
    free(d);
  }
  pl_world_destroy(world);
  pl_mesh_destroy(mesh);
  free(x);
  free(y);
  free(force);
}

/* The stiffness in 1/s^2 is the same at any step, up to 1/h^2. */
static void test_stiffness_and_its_ceiling(void **state)
{
  (void)state;
  pl_mesh *mesh = make_uv_sphere(0.5, 8);
  char text[1024];
  static const struct {
    double stiffness, pull, damping, part;
    const char *wanted[3];
  } cases[] = {
      {10000, 0, 0, 0, {"pull = 0.25 of", "effective stiffness = 10000 1/s^2\n", "damping part = 0 per"}},
      {1e6,
       0,
       0,
       0,
       {"pull = 1 of", "effective stiffness = 40000 1/s^2, less than asked for", "highest stiffness = 40000 1/s^2"}},
      {1e6, 0.5, 100, 0, {"pull = 0.5 of", "effective stiffness = 20000 1/s^2\n", "damping part = 0.393469"}},
      {1e6, 0, 100, 0.25, {"pull = 1 of", "sums = ", "damping part = 0.25 per"}}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    pl_world_def world_def = quiet_world(step_size);
    pl_world *world = make_world(&world_def);
    pl_body_def def = surface_body(mesh);
    def.surface.stiffness = cases[k].stiffness;
    def.surface.pull = cases[k].pull;
    def.surface.damping = cases[k].damping;
    def.surface.damping_part = cases[k].part;
    pl_body_describe(make_body(world, &def), text, sizeof text);
    for (int w = 0; w < 3; w++)
      if (!strstr(text, cases[k].wanted[w])) fail_msg("'%s' is not in '%s'", cases[k].wanted[w], text);
    pl_world_destroy(world);
  }
  pl_mesh_destroy(mesh);
}

/* Factors on the stiffness: a body whose one half is ten times as soft. */
static void test_factors_on_stiffness(void **state)
{
  (void)state;
  pl_mesh *mesh = make_uv_sphere(0.5, 12);
  pl_mesh_data data = pl_mesh_view(mesh);
  size_t n = data.vertex_count;
  double *factors = malloc(n * sizeof(double)), *x = malloc(3 * n * sizeof(double));
  for (size_t i = 0; i < n; i++) {
    factors[i] = data.positions[3 * i] > 0 ? 0.1 : 1;
    for (size_t c = 0; c < 3; c++) x[3 * i + c] = data.positions[3 * i + c] * (c == 1 ? 1.1 : 1);
  }
  double moved[2][2]; /* [with factors][soft side] */
  for (int with = 0; with < 2; with++) {
    pl_world_def world_def = quiet_world(step_size);
    pl_world *world = make_world(&world_def);
    pl_body_def def = surface_body(mesh);
    def.positions = x;
    def.stiffness = with ? factors : NULL;
    def.surface.momentum = PL_MOMENTUM_FREE; /* halves that answer differently push each other about */
    pl_body *body = make_body(world, &def);
    assert_ok(pl_world_step(world));
    for (int soft = 0; soft < 2; soft++) {
      moved[with][soft] = 0;
      for (size_t i = 0; i < n; i++)
        if ((factors[i] < 1) == (soft == 1))
          moved[with][soft] += fabs(pl_body_positions(body)[3 * i + 1] - x[3 * i + 1]);
    }
    pl_world_destroy(world);
  }
  assert_close(moved[1][1] / moved[0][1], 0.1, 1e-4);
  assert_close(moved[1][0] / moved[0][0], 1, 1e-4);
  pl_mesh_destroy(mesh);
  free(factors);
  free(x);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_step_is_as_written),
      cmocka_unit_test(test_open_surfaces_and_graphs_are_as_written),
      cmocka_unit_test(test_rigid_motion_is_left_alone),
      cmocka_unit_test(test_momentum_is_conserved),
      cmocka_unit_test(test_spin_is_kept),
      cmocka_unit_test(test_force_is_the_gradient),
      cmocka_unit_test(test_stiffness_and_its_ceiling),
      cmocka_unit_test(test_factors_on_stiffness),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
