/* SPDX-License-Identifier: MIT
   The continuum model in motion: what is known in closed form, with the order of convergence; stiffness; momenta; pins
   and grabs; bits. */
#include "continuum_cases.h"

#include "pliant/statics.h"

static const double pi = 3.141592653589793;

static pl_mesh *string_of(uint32_t n)
{
  pl_mesh *mesh = NULL;
  assert_ok(pl_make_line((double[]){0, 0, 0}, (double[]){1, 0, 0}, n, &mesh));
  return mesh;
}

/* Nothing holds it: it falls as implicit Euler says, to rounding, and its momentum, measured by where it is, too. */
static void free_fall_is_exact(void **state)
{
  (void)state;
  const double h = 0.01;
  const int steps = 20;
  for (int step = PL_CONTINUUM_STABLE; step <= PL_CONTINUUM_PRINTED; step++) {
    pl_world_def world_def = quiet_world(h);
    world_def.gravity[1] = -10;
    pl_world *world = make_world(&world_def);
    pl_mesh *mesh = sheet_of(6);
    pl_body_def def = plain_continuum(mesh);
    def.continuum.step = (pl_continuum_step)step;
    pl_body *body = make_body(world, &def);
    step_times(world, steps);
    double fallen = -10 * h * h * steps * (steps + 1) / 2;
    for (size_t i = 0; i < body->count; i++) assert_close(pl_body_positions(body)[3 * i + 1], fallen, 1e-12);
    pl_world_destroy(world);
    pl_mesh_destroy(mesh);
  }
}

/* Time between two downward crossings of y = 0 by a vertex that starts at `start` above it, s. */
static double period_of(pl_world *world, const pl_body *body, size_t vertex, double start)
{
  double h = pl_world_step_size(world), before = start, crossed[2] = {0, 0};
  int found = 0;
  for (int s = 0; s < 100000 && found < 2; s++) {
    step_times(world, 1);
    double now = pl_body_positions(body)[3 * vertex + 1];
    if (before > 0 && now <= 0) crossed[found++] = h * (s + before / (before - now));
    before = now;
  }
  assert_int_equal(found, 2);
  return crossed[1] - crossed[0];
}

/* A string under tension, pinned at its ends, let go from its first mode: frequency sqrt(T/mu)/2. Small amplitude, so
   that tension stays; time steps shrink with the grid. What implicit Euler damps is seen in the amplitude and is of
   first order in the step, the frequency is of second. */
static double string_period_error(uint32_t n, double h)
{
  const double stretched = 1.25, w1 = 40, mu = 0.5, amplitude = 1e-3;
  const double tension = w1 * (stretched - 1), wanted = 2 * stretched / sqrt(tension / mu * stretched);
  pl_world_def world_def = quiet_world(h);
  pl_world *world = make_world(&world_def);
  pl_mesh *mesh = string_of(n);
  pl_body_def def = plain_continuum(mesh);
  double *x = malloc(3 * n * sizeof(double)), *masses = malloc(n * sizeof(double));
  for (uint32_t i = 0; i < n; i++) {
    double u = (double)i / (n - 1);
    pl_vec3_set(x + 3 * (size_t)i, stretched * u, amplitude * sin(pi * u), 0);
    masses[i] = mu / (n - 1) * (i == 0 || i + 1 == n ? 0.5 : 1);
  }
  uint32_t ends[2] = {0, n - 1};
  pl_pin_def pin = pl_default_pin_def();
  pin.particles = ends;
  pin.count = 2;
  def.pins = &pin;
  def.pin_count = 1;
  def.positions = x;
  def.masses = masses;
  def.continuum.stretch[0].value = w1;
  def.continuum.tolerance = 1e-9;
  pl_body *body = make_body(world, &def);
  /* the middle passes zero downwards after a quarter of the period and again after five quarters */
  double period = period_of(world, body, (size_t)(n / 2), amplitude);
  free(x);
  free(masses);
  pl_world_destroy(world);
  pl_mesh_destroy(mesh);
  return fabs(period - wanted) / wanted;
}

static void a_string_vibrates(void **state)
{
  (void)state;
  double coarse = string_period_error(11, 4e-3), fine = string_period_error(21, 2e-3);
  assert_less(coarse, 0.02);
  assert_less(fine, coarse / 3.3);
}

/* The same of a square membrane under the same tension both ways: frequency sqrt(T/mu) sqrt(2)/(2 L). */
static double membrane_period_error(uint32_t n, double h)
{
  const double stretched = 1.1, w = 30, rho = 50, thickness = 0.01, amplitude = 1e-3;
  const double G = stretched * stretched, a = w * (G - 1); /* force a_11 x_u per metre of material */
  const double mu = rho * thickness, wanted = 2 / sqrt(2 * a / mu);
  pl_world_def world_def = quiet_world(h);
  pl_world *world = make_world(&world_def);
  pl_mesh *mesh = sheet_of(n);
  pl_body_def def = plain_continuum(mesh);
  size_t count = (size_t)n * n, rim = 0;
  double *x = malloc(3 * count * sizeof(double));
  uint32_t *pinned = malloc(count * sizeof(uint32_t));
  for (size_t i = 0; i < count; i++) {
    const double *at = pl_mesh_view(mesh).positions + 3 * i;
    pl_vec3_set(x + 3 * i, stretched * at[0], amplitude * cos(pi * at[0]) * cos(pi * at[2]), stretched * at[2]);
    if (i / n == 0 || i / n == n - 1 || i % n == 0 || i % n == n - 1) pinned[rim++] = (uint32_t)i;
  }
  pl_pin_def pin = pl_default_pin_def();
  pin.particles = pinned;
  pin.count = rim;
  def.pins = &pin;
  def.pin_count = 1;
  def.positions = x;
  def.density = rho;
  def.thickness = thickness;
  for (int k = 0; k < 3; k++) {
    def.continuum.stretch[k].value = w;
    def.continuum.shear[k].value = w / 2;
  }
  def.continuum.tolerance = 1e-9;
  pl_body *body = make_body(world, &def);
  double period = period_of(world, body, (size_t)(n / 2 * n + n / 2), amplitude);
  free(x);
  free(pinned);
  pl_world_destroy(world);
  pl_mesh_destroy(mesh);
  return fabs(period - wanted) / wanted;
}

static void a_membrane_vibrates(void **state)
{
  (void)state;
  double coarse = membrane_period_error(7, 4e-3), fine = membrane_period_error(13, 2e-3);
  assert_less(coarse, 0.05);
  assert_less(fine, coarse / 3.3);
}

/* A pulse along a rod: two points a distance apart are passed at the speed sqrt(w1/mu). The front is found at half of
   its height. */
static void waves_have_their_speed(void **state)
{
  (void)state;
  const uint32_t n = 401;
  const double h = 2e-4, w1 = 4, mu = 1, wanted = 2;
  pl_world_def world_def = quiet_world(h);
  pl_world *world = make_world(&world_def);
  pl_mesh *mesh = string_of(n);
  pl_body_def def = plain_continuum(mesh);
  double *v = calloc(3 * n, sizeof(double)), *masses = malloc(n * sizeof(double));
  for (uint32_t i = 0; i < n; i++) {
    masses[i] = mu / (n - 1) * (i == 0 || i + 1 == n ? 0.5 : 1);
    if (i < n / 10) v[3 * i] = 1e-3;
  }
  def.masses = masses;
  def.velocities = v;
  def.continuum.stretch[0].value = w1;
  pl_body *body = make_body(world, &def);
  double passed[2] = {0, 0};
  const size_t at[2] = {n * 3 / 10, n * 6 / 10};
  for (int s = 1; s < 4000 && passed[1] == 0; s++) {
    step_times(world, 1);
    for (int k = 0; k < 2; k++)
      if (passed[k] == 0 && pl_body_velocities(body)[3 * at[k]] > 0.25e-3) passed[k] = s * h;
  }
  double speed = 0.3 / (passed[1] - passed[0]);
  assert_close(speed, wanted, 0.02 * wanted); /* damping of the step widens the front by 1 % of the way */
  free(v);
  free(masses);
  pl_world_destroy(world);
  pl_mesh_destroy(mesh);
}

/* A chain that hardly stretches hangs as y = a cosh(x/a): its sag, by statics. */
static double catenary_error(uint32_t n)
{
  const double span = 0.8; /* of a length of 1 */
  double low = 0.05, high = 5;
  for (int k = 0; k < 100; k++) { /* 2 a sinh(span / 2a) = 1 */
    double a = 0.5 * (low + high);
    if (2 * a * sinh(span / (2 * a)) > 1)
      low = a;
    else
      high = a;
  }
  double sag = low * (cosh(span / (2 * low)) - 1);
  pl_world_def world_def = quiet_world(0.01);
  world_def.gravity[1] = -10;
  pl_world *world = make_world(&world_def);
  pl_mesh *mesh = string_of(n);
  pl_body_def def = plain_continuum(mesh);
  double *x = malloc(3 * n * sizeof(double)), *masses = malloc(n * sizeof(double));
  for (uint32_t i = 0; i < n; i++) {
    double u = (double)i / (n - 1);
    pl_vec3_set(x + 3 * (size_t)i, span * u, -0.3 * sin(pi * u), 0);
    masses[i] = 1.0 / (n - 1) * (i == 0 || i + 1 == n ? 0.5 : 1);
  }
  uint32_t ends[2] = {0, n - 1};
  pl_pin_def pin = pl_default_pin_def();
  pin.particles = ends;
  pin.count = 2;
  def.pins = &pin;
  def.pin_count = 1;
  def.positions = x;
  def.masses = masses;
  def.continuum.stretch[0].value = 1e6; /* tension is 1e-5 of it */
  pl_body *body = make_body(world, &def);
  pl_statics_def statics = pl_default_statics_def();
  statics.gravity = true;
  statics.stiffness = 1e9;
  statics.tolerance = 1e-10;
  statics.iterations = 1000;
  pl_statics_report report;
  assert_ok(pl_body_settle(body, &statics, &report));
  assert_true(report.converged);
  double error = fabs(-pl_body_positions(body)[3 * (size_t)(n / 2) + 1] - sag) / sag;
  free(x);
  free(masses);
  pl_world_destroy(world);
  pl_mesh_destroy(mesh);
  return error;
}

static void a_chain_hangs_as_a_catenary(void **state)
{
  (void)state;
  double coarse = catenary_error(11), fine = catenary_error(21);
  assert_less(coarse, 0.02);
  assert_less(fine, coarse / 3.3);
}

/* A strip clamped at one end (two rows are held, so that its slope is) bends under its weight by q L^4 / (8 D): free
   edges, no Poisson effect. L is what is free: from the second row on. */
static double cantilever_error(uint32_t n)
{
  const double D = 1, q = 1e-3; /* N m, N/m^2: the tip sinks by 1e-4 L */
  pl_world_def world_def = quiet_world(0.01);
  world_def.gravity[1] = -1;
  pl_world *world = make_world(&world_def);
  pl_mesh *mesh = sheet_of(n);
  pl_body_def def = plain_continuum(mesh);
  uint32_t pinned[128];
  for (uint32_t i = 0; i < 2 * n; i++) pinned[i] = i;
  pl_pin_def pin = pl_default_pin_def();
  pin.particles = pinned;
  pin.count = (size_t)2 * n;
  def.pins = &pin;
  def.pin_count = 1;
  def.density = q / def.thickness;
  for (int k = 0; k < 3; k++) {
    def.continuum.stretch[k].value = def.continuum.shear[k].value = 10;
    def.continuum.bend[k].value = D;
  }
  pl_body *body = make_body(world, &def);
  pl_statics_def statics = pl_default_statics_def();
  statics.gravity = true;
  statics.stiffness = 1e7;
  statics.tolerance = 1e-11;
  statics.iterations = 1000;
  pl_statics_report report;
  assert_ok(pl_body_settle(body, &statics, &report));
  double h = 1.0 / (n - 1), L = 1 - 0.5 * h; /* the slope is held in the middle of the first cell */
  double tip = -pl_body_positions(body)[3 * (size_t)(n * n - n / 2 - 1) + 1];
  double wanted = q * L * L * L * L / (8 * D);
  pl_world_destroy(world);
  pl_mesh_destroy(mesh);
  return fabs(tip - wanted) / wanted;
}

static void a_plate_bends(void **state)
{
  (void)state;
  double coarse = cantilever_error(9), fine = cantilever_error(17);
  assert_less(coarse, 0.05);
  assert_less(fine, coarse / 1.8);
}

/* Spun and shaken, free: momenta from differences of positions stay what they were, and stiff or soft it does not gain
   energy. */
static void momenta_are_kept(void **state)
{
  (void)state;
  const double h = 0.01;
  for (int stiff = 0; stiff < 2; stiff++) {
    pl_world_def world_def = quiet_world(h);
    pl_world *world = make_world(&world_def);
    pl_mesh *mesh = sheet_of(9);
    pl_body_def def = plain_continuum(mesh);
    uint64_t seed = 3;
    double v[243], linear[3], angular[3], x0[243], later[3], spin[3] = {0, 0, 0};
    for (size_t i = 0; i < 81; i++) {
      pl_vec3_cross((double[]){1, 2, 0.5}, pl_mesh_view(mesh).positions + 3 * i, v + 3 * i);
      for (size_t c = 0; c < 3; c++) v[3 * i + c] += 0.2 * random_unit(&seed) + (c == 0 ? 0.5 : 0);
    }
    def.velocities = v;
    for (int k = 0; k < 3; k++) {
      def.continuum.stretch[k].value = def.continuum.shear[k].value = stiff ? 1e5 : 10;
      def.continuum.bend[k].value = stiff ? 10 : 1e-3;
    }
    pl_body *body = make_body(world, &def);
    world_momentum(world, linear, angular);
    double start = total_energy(body);
    for (int s = 0; s < 200; s++) {
      memcpy(x0, pl_body_positions(body), sizeof x0);
      step_times(world, 1);
      assert_less(total_energy(body), 1.02 * start);
    }
    double centre[3] = {0, 0, 0}, mass = 0;
    pl_vec3_set(later, 0, 0, 0);
    for (size_t i = 0; i < 81; i++) {
      pl_vec3_add_scaled(centre, pl_body_masses(body)[i], pl_body_positions(body) + 3 * i, centre);
      mass += pl_body_masses(body)[i];
    }
    pl_vec3_scale(centre, 1 / mass, centre);
    for (size_t i = 0; i < 81; i++) {
      double offset[3], arm[3], moment[3];
      pl_vec3_sub(pl_body_positions(body) + 3 * i, x0 + 3 * i, offset);
      pl_vec3_scale(offset, pl_body_masses(body)[i] / h, offset);
      pl_vec3_add(later, offset, later);
      pl_vec3_sub(pl_body_positions(body) + 3 * i, centre, arm);
      pl_vec3_cross(arm, offset, moment);
      pl_vec3_add(spin, moment, spin);
    }
    assert_close(pl_vec3_distance(linear, later), 0, 1e-9 * pl_vec3_length(linear));
    /* about the centre; at the start the centre is at the origin but moves, which adds nothing there */
    double L0 = 0, L1 = pl_vec3_length(spin), start_spin[3] = {0, 0, 0};
    double c0[3] = {0, 0, 0};
    for (size_t i = 0; i < 81; i++)
      pl_vec3_add_scaled(c0, pl_body_masses(body)[i] / mass, pl_mesh_view(mesh).positions + 3 * i, c0);
    for (size_t i = 0; i < 81; i++) {
      double arm[3], moment[3];
      pl_vec3_sub(pl_mesh_view(mesh).positions + 3 * i, c0, arm);
      pl_vec3_cross(arm, v + 3 * i, moment);
      pl_vec3_add_scaled(start_spin, pl_body_masses(body)[i], moment, start_spin);
    }
    L0 = pl_vec3_length(start_spin);
    assert_close(L1, L0, 1e-6 * L0);
    assert_close(pl_vec3_distance(spin, start_spin), 0, 1e-6 * L0);
    pl_world_destroy(world);
    pl_mesh_destroy(mesh);
  }
}

/* A sheet pinned at two corners, at stiffnesses over eight powers of ten and large steps, comes to rest without blowing
   up. The printed step does not for most of them: it is there for comparison. */
static bool hangs(double w, double h, pl_continuum_step step)
{
  pl_world_def world_def = quiet_world(h);
  world_def.gravity[1] = -9.81;
  pl_world *world = make_world(&world_def);
  pl_mesh *mesh = sheet_of(9);
  pl_body_def def = plain_continuum(mesh);
  uint32_t corners[2] = {0, 8};
  pl_pin_def pin = pl_default_pin_def();
  pin.particles = corners;
  pin.count = 2;
  def.pins = &pin;
  def.pin_count = 1;
  def.continuum.step = step;
  for (int k = 0; k < 3; k++) {
    def.continuum.stretch[k].value = w;
    def.continuum.shear[k].value = 0.3 * w;
    def.continuum.bend[k].value = 1e-5 * w;
  }
  pl_body *body = make_body(world, &def);
  bool good = true;
  for (int s = 0; s < 150 && good; s++) good = pl_world_step(world) == PL_OK && fastest(body) < 20;
  pl_world_destroy(world);
  pl_mesh_destroy(mesh);
  return good;
}

static void stiffness_does_not_matter(void **state)
{
  (void)state;
  for (double w = 10; w < 1e10; w *= 100) {
    assert_true(hangs(w, 0.005, PL_CONTINUUM_STABLE));
    assert_true(hangs(w, 0.03, PL_CONTINUUM_STABLE));
  }
  /* explicit in stretch, the printed step needs h below spacing × sqrt(mu / (2 w)): 0.02 s and 0.0002 s here */
  assert_true(hangs(10, 0.005, PL_CONTINUUM_PRINTED));
  assert_false(hangs(1e5, 0.005, PL_CONTINUUM_PRINTED));
}

/* Both steps go to the same motion as steps shrink, of first order. */
static void both_steps_agree(void **state)
{
  (void)state;
  double apart[2];
  for (int fine = 0; fine < 2; fine++) {
    double h = fine ? 5e-4 : 1e-3, x[2][75];
    for (int step = 0; step < 2; step++) {
      pl_world_def world_def = quiet_world(h);
      world_def.gravity[1] = -9.81;
      pl_world *world = make_world(&world_def);
      pl_mesh *mesh = sheet_of(5);
      pl_body_def def = plain_continuum(mesh);
      uint32_t corners[2] = {0, 4};
      pl_pin_def pin = pl_default_pin_def();
      pin.particles = corners;
      pin.count = 2;
      def.pins = &pin;
      def.pin_count = 1;
      def.continuum.step = (pl_continuum_step)step;
      for (int k = 0; k < 3; k++) {
        def.continuum.stretch[k].value = def.continuum.shear[k].value = 30;
        def.continuum.bend[k].value = 0;
      }
      pl_body *body = make_body(world, &def);
      step_times(world, fine ? 600 : 300);
      memcpy(x[step], pl_body_positions(body), sizeof x[step]);
      pl_world_destroy(world);
      pl_mesh_destroy(mesh);
    }
    apart[fine] = largest_difference(x[0], x[1], 75);
  }
  assert_less(apart[0], 0.05);
  assert_less(apart[1], apart[0] / 1.7);
}

/* Damping of gamma per area lets a free sheet slow down as exp(-gamma t / mu), of first order; a matrix along its axes
   only. */
static void damping_brakes(void **state)
{
  (void)state;
  pl_world_def world_def = quiet_world(0.001);
  pl_world *world = make_world(&world_def);
  pl_mesh *mesh = sheet_of(4);
  pl_body_def def = plain_continuum(mesh);
  double v[48];
  for (int k = 0; k < 48; k++) v[k] = 1;
  def.velocities = v;
  def.continuum.damping.value = 2; /* mu = 1 kg/m^2 */
  def.continuum.damping_matrix[4] = 0;
  pl_body *body = make_body(world, &def);
  step_times(world, 500);
  const double *now = pl_body_velocities(body);
  for (int i = 0; i < 16; i++) {
    assert_close(now[3 * i], exp(-1), 2e-3);
    assert_close(now[3 * i + 1], 1, 1e-9);
    assert_close(now[3 * i + 2], exp(-1), 2e-3);
  }
  pl_world_destroy(world);
  pl_mesh_destroy(mesh);
}

/* A grab carries it, a late pin holds it, and what is mirrored moves mirrored. */
static void handles_hold_and_mirrors_agree(void **state)
{
  (void)state;
  double x[2][243];
  for (int mirrored = 0; mirrored < 2; mirrored++) {
    pl_world_def world_def = quiet_world(0.01);
    world_def.gravity[1] = -9.81;
    pl_world *world = make_world(&world_def);
    pl_mesh *mesh = sheet_of(9);
    pl_body_def def = plain_continuum(mesh);
    for (int k = 0; k < 3; k++) {
      def.continuum.stretch[k].value = def.continuum.shear[k].value = 500;
      def.continuum.bend[k].value = 1e-3;
    }
    pl_body *body = make_body(world, &def);
    uint32_t corner = mirrored ? 8 : 0, others[3] = {72, 73, 63};
    if (mirrored) memcpy(others, (uint32_t[]){80, 79, 71}, sizeof others);
    pl_pin_def pin = pl_default_pin_def();
    pin.particles = &corner;
    pin.count = 1;
    pl_pin_id pin_id;
    assert_ok(pl_pin_create(body, &pin, &pin_id));
    pl_grab_def grab = pl_default_grab_def();
    grab.particles = others;
    grab.count = 3;
    pl_vec3_set(grab.target, 0.4, 0.3, mirrored ? 0.5 : -0.5);
    pl_grab_id grab_id;
    assert_ok(pl_grab_create(body, &grab, &grab_id));
    step_times(world, 150);
    const double *now = pl_body_positions(body);
    assert_less(pl_vec3_distance(now + 3 * (size_t)corner, pl_mesh_view(mesh).positions + 3 * (size_t)corner), 1e-12);
    double point[3] = {0, 0, 0};
    for (int k = 0; k < 3; k++) pl_vec3_add_scaled(point, 1.0 / 3, now + 3 * (size_t)others[k], point);
    assert_less(pl_vec3_distance(point, grab.target), 0.05);
    assert_less(fastest(body), 10); /* it still swings */
    for (size_t i = 0; i < 9; i++)
      for (size_t k = 0; k < 9; k++) {
        size_t to = 9 * i + (mirrored ? 8 - k : k);
        memcpy(x[mirrored] + 3 * to, now + 3 * (9 * i + k), 3 * sizeof(double));
        if (mirrored) x[1][3 * to + 2] = -x[1][3 * to + 2];
      }
    pl_world_destroy(world);
    pl_mesh_destroy(mesh);
  }
  assert_less(largest_difference(x[0], x[1], 243), 1e-6); /* rounding, grown over 150 steps */
}

/* Any number of threads, and from a snapshot on, also of its bits. */
static void bits_are_the_same(void **state)
{
  (void)state;
  uint64_t hash[4];
  for (int run = 0; run < 4; run++) {
    pl_world_def world_def = quiet_world(0.01);
    world_def.gravity[1] = -9.81;
    world_def.threads = run == 0 ? 1 : run == 1 ? 2 : run == 2 ? 7 : 1;
    pl_world *world = make_world(&world_def);
    pl_mesh *mesh = sheet_of(25);
    pl_body_def def = plain_continuum(mesh);
    uint32_t corners[2] = {0, 24};
    pl_pin_def pin = pl_default_pin_def();
    pin.particles = corners;
    pin.count = 2;
    def.pins = &pin;
    def.pin_count = 1;
    for (int k = 0; k < 3; k++) {
      def.continuum.stretch[k].value = def.continuum.shear[k].value = 1e3;
      def.continuum.bend[k].value = 1e-4;
    }
    make_body(world, &def);
    step_times(world, 10);
    if (run == 3) {
      void *bytes = NULL;
      size_t size = 0;
      assert_ok(pl_world_save(world, &bytes, &size));
      step_times(world, 7);
      assert_ok(pl_world_restore(world, bytes, size));
      pl_free(bytes);
    }
    step_times(world, 10);
    hash[run] = pl_world_hash(world);
    pl_world_destroy(world);
    pl_mesh_destroy(mesh);
  }
  for (int run = 1; run < 4; run++) assert_true(hash[run] == hash[0]);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(free_fall_is_exact),
      cmocka_unit_test(a_string_vibrates),
      cmocka_unit_test(a_membrane_vibrates),
      cmocka_unit_test(waves_have_their_speed),
      cmocka_unit_test(a_chain_hangs_as_a_catenary),
      cmocka_unit_test(a_plate_bends),
      cmocka_unit_test(momenta_are_kept),
      cmocka_unit_test(stiffness_does_not_matter),
      cmocka_unit_test(both_steps_agree),
      cmocka_unit_test(damping_brakes),
      cmocka_unit_test(handles_hold_and_mirrors_agree),
      cmocka_unit_test(bits_are_the_same),
  };
  choose_tests();
  return cmocka_run_group_tests(tests, NULL, NULL);
}
