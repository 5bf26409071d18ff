/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "fixtures.h"
#include "math/mat3.h"
#include "math/vec3.h"
#include "model/hybrid/hybrid.h"
#include "pliant/make.h"
#include "world/world.h"

static pl_body_def hybrid_body(const pl_mesh *mesh, double magnitude, double stretch, double bend)
{
  pl_body_def def = pl_default_body_def(PL_MODEL_HYBRID);
  def.mesh = mesh;
  def.density = 1000;
  def.hybrid.magnitude.value = magnitude;
  def.hybrid.stretch.value = stretch;
  def.hybrid.bend.value = bend;
  return def;
}

/* Central differences of a quartic energy err by h^2; 1e-6 of the largest force is far above that and rounding. */
static void check_gradient(const pl_mesh *mesh, double thickness, const double *field, double bend)
{
  pl_world_def world_def = quiet_world(0.01);
  pl_world *world = make_world(&world_def);
  pl_body_def def = hybrid_body(mesh, 3.0, 2.0, bend);
  def.thickness = thickness;
  def.hybrid.stretch.values = def.hybrid.magnitude.values = field;
  if (bend > 0) def.hybrid.bend.values = field;
  pl_body *body = make_body(world, &def);
  size_t n = 3 * pl_body_particle_count(body);
  double *x = calloc(n, sizeof *x);
  uint64_t seed = 5;
  for (size_t k = 0; k < n; k++) x[k] = pl_body_positions(body)[k] + 0.05 * random_unit(&seed);
  assert_forces_are_gradient(body, x, 1 + n / 60, 1e-5, 1e-6);
  free(x);
  pl_world_destroy(world);
}

static void forces_are_the_gradient(void **state)
{
  (void)state;
  pl_mesh *bar = make_bar(5, 4, 3, 0.3, 6), *sheet, *ball, *coil, *ring; /* the ring is closed in both directions */
  assert_ok(pl_make_sheet(1, 0.7, 6, 5, &sheet));
  assert_ok(pl_make_icosphere(0.5, 2, &ball));
  assert_ok(pl_make_helix(0.3, 0.5, 1, 13, &coil));
  assert_ok(pl_make_torus(0.5, 0.2, 8, 6, &ring));
  double field[200];
  for (int k = 0; k < 200; k++) field[k] = 1.5 + sin(k);
  check_gradient(bar, 0, field, 0.1);
  check_gradient(sheet, 0.01, field, 0.1);
  check_gradient(ball, 0, field, 0);
  check_gradient(coil, 0.05, field, 0.1);
  check_gradient(ring, 0.01, field, 0.1);
  pl_mesh_destroy(bar);
  pl_mesh_destroy(sheet);
  pl_mesh_destroy(ball);
  pl_mesh_destroy(coil);
  pl_mesh_destroy(ring);
}

static void rigid_motion_costs_nothing(void **state)
{
  (void)state;
  pl_mesh *bar = make_bar(5, 4, 3, 0.3, 6);
  pl_world_def world_def = quiet_world(0.01);
  pl_world *world = make_world(&world_def);
  pl_body_def def = hybrid_body(bar, 100, 100, 10);
  pl_body *body = make_body(world, &def);
  size_t n = pl_body_particle_count(body);
  double *x = calloc(3 * n, sizeof *x), *y = calloc(3 * n, sizeof *y), R[9], t[3] = {1, -2, 3};
  uint64_t seed = 8;
  for (size_t k = 0; k < 3 * n; k++) x[k] = pl_body_positions(body)[k] + 0.03 * random_unit(&seed);
  random_rotation(&seed, 3, R);
  double before = elastic_energy(body, x, NULL);
  move_points(x, n, R, t, y);
  assert_true(before > 0.1);
  assert_close(elastic_energy(body, y, NULL), before, 1e-10 * before);
  move_points(pl_body_positions(body), n, R, t, y);
  assert_close(elastic_energy(body, y, NULL), 0, 1e-20 * before + 1e-22);
  free(x);
  free(y);
  pl_mesh_destroy(bar);
  pl_world_destroy(world);
}

/* Momenta from differences of positions, of a body thrown and shaken, with weights that fall by 90 % over it: the
   centre must go straight, and angular momentum stay, to the rounding of differences. */
static void momenta_hold_in_positions(void **state)
{
  (void)state;
  pl_mesh *bar = make_bar(6, 4, 3, 0.2, 6);
  pl_world_def world_def = quiet_world(0.01);
  pl_world *world = make_world(&world_def);
  double field[72];
  for (int k = 0; k < 72; k++) field[k] = 1e5 * (1 - 0.9 * (k / 12) / 5.0);
  pl_body_def def = hybrid_body(bar, 0, 0, 10);
  def.hybrid.magnitude.values = def.hybrid.stretch.values = field;
  pl_body *body = make_body(world, &def);
  size_t n = pl_body_particle_count(body);
  double *v = calloc(3 * n, sizeof *v), *before = calloc(3 * n, sizeof *before);
  uint64_t seed = 3;
  for (size_t i = 0; i < n; i++) {
    const double spin[3] = {1, 2, -1.5};
    pl_vec3_cross(spin, pl_body_positions(body) + 3 * i, v + 3 * i);
    for (size_t k = 0; k < 3; k++) v[3 * i + k] += 0.2 * random_unit(&seed) + (k == 0 ? 1 : 0);
  }
  assert_ok(pl_body_set_velocities(body, v));
  double first[2][3] = {{0}}, h = 0.01;
  for (int step = 0; step < 200; step++) {
    memcpy(before, pl_body_positions(body), 3 * n * sizeof *before);
    step_times(world, 1);
    double p[3] = {0}, l[3] = {0};
    for (size_t i = 0; i < n; i++) {
      double m = pl_body_masses(body)[i], rate[3], turn[3];
      pl_vec3_sub(pl_body_positions(body) + 3 * i, before + 3 * i, rate);
      pl_vec3_cross(before + 3 * i, rate, turn);
      pl_vec3_add_scaled(p, m / h, rate, p);
      pl_vec3_add_scaled(l, m / h, turn, l);
    }
    if (step == 0) memcpy(first, (double[2][3]){{p[0], p[1], p[2]}, {l[0], l[1], l[2]}}, sizeof first);
    for (int k = 0; k < 3; k++) {
      assert_close(p[k], first[0][k], 1e-9 * fabs(first[0][0]));
      assert_close(l[k], first[1][k], 1e-8 * pl_vec3_length(first[1]));
    }
  }
  free(v);
  free(before);
  pl_mesh_destroy(bar);
  pl_world_destroy(world);
}

/* Euler's equations in the axes of the body and its orientation, by Runge-Kutta with steps of 20 microseconds. */
static void euler_rate(const double inertia[3], const double L[3], const double R[9], double dR[9])
{
  double body[3], spin[3], skew[9];
  pl_mat3_apply_transpose(R, L, body);
  for (int k = 0; k < 3; k++) body[k] /= inertia[k];
  pl_mat3_apply(R, body, spin);
  memcpy(skew, (double[9]){0, -spin[2], spin[1], spin[2], 0, -spin[0], -spin[1], spin[0], 0}, sizeof skew);
  pl_mat3_multiply(skew, R, dR);
}

static void euler_orientation(const double inertia[3], const double L[3], double time, double R[9])
{
  int steps = 20000;
  double h = time / steps;
  pl_mat3_identity(R);
  for (int s = 0; s < steps; s++) {
    double k[4][9], at[9];
    euler_rate(inertia, L, R, k[0]);
    for (int stage = 1; stage < 4; stage++) {
      for (int j = 0; j < 9; j++) at[j] = R[j] + h * (stage == 3 ? 1 : 0.5) * k[stage - 1][j];
      euler_rate(inertia, L, at, k[stage]);
    }
    for (int j = 0; j < 9; j++) R[j] += h / 6 * (k[0][j] + 2 * k[1][j] + 2 * k[2][j] + k[3][j]);
  }
}

/* Distance of the corners from where Euler's equations have them after 1 s at 2.5 rad/s, near the axis about which it
   tumbles. */
static double spin_error(double step)
{
  pl_mesh *bar = make_bar(6, 4, 3, 0.2, 6);
  pl_world_def world_def = quiet_world(step);
  pl_world *world = make_world(&world_def);
  pl_body_def def = hybrid_body(bar, 1e9, 1e9, 0);
  pl_body *body = make_body(world, &def);
  size_t n = pl_body_particle_count(body);
  double inertia[3] = {0}, L[3], spin[3] = {0.6, 2.4, 0.4}, R[9], centre[3] = {0}, worst = 0, mass = mass_of(body);
  double *v = calloc(3 * n, sizeof *v), *r = calloc(3 * n, sizeof *r);
  for (size_t i = 0; i < n; i++)
    pl_vec3_add_scaled(centre, pl_body_masses(body)[i] / mass, pl_body_positions(body) + 3 * i, centre);
  for (size_t i = 0; i < n; i++) {
    pl_vec3_sub(pl_body_positions(body) + 3 * i, centre, r + 3 * i);
    pl_vec3_cross(spin, r + 3 * i, v + 3 * i);
    for (size_t k = 0; k < 3; k++)
      inertia[k] += pl_body_masses(body)[i] * (pl_vec3_dot(r + 3 * i, r + 3 * i) - r[3 * i + k] * r[3 * i + k]);
  }
  for (int k = 0; k < 3; k++) L[k] = inertia[k] * spin[k];
  assert_ok(pl_body_set_velocities(body, v));
  step_times(world, (int)lround(1 / step));
  euler_orientation(inertia, L, 1, R);
  for (size_t i = 0; i < n; i++) {
    double wanted[3];
    pl_mat3_apply(R, r + 3 * i, wanted);
    pl_vec3_add(wanted, centre, wanted);
    worst = fmax(worst, pl_vec3_distance(wanted, pl_body_positions(body) + 3 * i));
  }
  free(v);
  free(r);
  pl_mesh_destroy(bar);
  pl_world_destroy(world);
  return worst;
}

static void free_spin_precesses_as_euler_says(void **state)
{
  (void)state;
  double coarse = spin_error(0.01), middle = spin_error(0.005), fine = spin_error(0.0025);
  double orders[2] = {log2(coarse / middle), log2(middle / fine)};
  print_message("free spin: errors %.2e %.2e %.2e m, orders %.2f %.2f\n", coarse, middle, fine, orders[0], orders[1]);
  for (int k = 0; k < 2; k++) assert_true(orders[k] > 0.9); /* implicit Euler: one */
  assert_true(fine < 0.02);                                 /* of a body of 1 m */
}

/* Struck at a corner, a body with weights beyond measure (h^2 w / density = 1e10) gets the velocity of a rigid one. */
static void very_stiff_is_rigid(void **state)
{
  (void)state;
  pl_mesh *bar = make_bar(5, 4, 3, 0.2, 6);
  pl_world_def world_def = quiet_world(0.01);
  pl_world *world = make_world(&world_def);
  pl_body_def def = hybrid_body(bar, 1e17, 0, 0);
  pl_body *body = make_body(world, &def);
  size_t n = pl_body_particle_count(body);
  double *dv = calloc(3 * n, sizeof *dv), *j = calloc(3 * n, sizeof *j), centre[3] = {0}, inertia[9] = {0},
         mass = mass_of(body);
  pl_model_context context = {.h = 0.01};
  for (size_t i = 0; i < n; i++) pl_vec3_add_scaled(centre, body->view.mass[i] / mass, body->view.x + 3 * i, centre);
  for (size_t i = 0; i < n; i++) {
    double q[3];
    pl_vec3_sub(body->view.x + 3 * i, centre, q);
    for (size_t k = 0; k < 9; k++)
      inertia[k] += body->view.mass[i] * ((k % 4 == 0 ? pl_vec3_dot(q, q) : 0) - q[k / 3] * q[k % 3]);
  }
  memcpy(j, (double[3]){3, -2, 5}, sizeof(double[3]));
  assert_ok(body->model->impulse_response(&body->view, j, &context, dv));
  double arm[3], torque[3], spin[3];
  pl_vec3_sub(body->view.x, centre, arm);
  pl_vec3_cross(arm, j, torque);
  for (int k = 0; k < 3; k++) spin[k] = torque[k] / inertia[4 * k]; /* the axes of the bar */
  for (size_t i = 0; i < n; i++) {
    double q[3], wanted[3];
    pl_vec3_sub(body->view.x + 3 * i, centre, q);
    pl_vec3_cross(spin, q, wanted);
    pl_vec3_add_scaled(wanted, 1 / mass, j, wanted);
    for (int k = 0; k < 3; k++) assert_close(dv[3 * i + (size_t)k], wanted[k], 1e-8);
  }
  free(dv);
  free(j);
  pl_mesh_destroy(bar);
  pl_world_destroy(world);
}

/* compliance is the same map, entry by entry, held or not. */
static void compliance_is_the_answer(void **state)
{
  (void)state;
  pl_mesh *bar = make_bar(5, 4, 3, 0.2, 6);
  for (int held = 0; held < 2; held++) {
    pl_world_def world_def = quiet_world(0.01);
    pl_world *world = make_world(&world_def);
    pl_body_def def = hybrid_body(bar, 1e4, 1e5, 10);
    uint32_t pinned[2] = {0, 7}, asked[2] = {20, 33};
    pl_pin_def pin = pl_default_pin_def();
    pin.particles = pinned;
    pin.count = 2;
    def.pins = &pin;
    def.pin_count = held ? 1 : 0;
    pl_body *body = make_body(world, &def);
    step_times(world, 1);
    size_t n = pl_body_particle_count(body);
    double block[36], *j = calloc(3 * n, sizeof *j), *dv = calloc(3 * n, sizeof *dv);
    pl_model_context context = {.h = 0.01};
    assert_ok(body->model->compliance(&body->view, asked, 2, &context, block));
    for (size_t b = 0; b < 2; b++) {
      memset(j, 0, 3 * n * sizeof *j);
      j[3 * asked[b] + 1] = 1;
      assert_ok(body->model->impulse_response(&body->view, j, &context, dv));
      for (size_t a = 0; a < 2; a++)
        for (size_t k = 0; k < 3; k++) assert_close(block[9 * (2 * a + b) + 3 * k + 1], dv[3 * asked[a] + k], 1e-12);
      for (size_t p = 0; held && p < 2; p++) assert_close(pl_vec3_length(dv + 3 * pinned[p]), 0, 1e-8);
    }
    free(j);
    free(dv);
    pl_world_destroy(world);
  }
  pl_mesh_destroy(bar);
}

/* A rigid ball dropped on a soft solid: both come to rest, the ball above. */
static void a_rigid_ball_rests_on_a_soft_solid(void **state)
{
  (void)state;
  pl_world_def world_def = quiet_world(1.0 / 100);
  world_def.gravity[1] = -9.81;
  pl_world *world = make_world(&world_def);
  pl_lattice_def lattice = pl_default_lattice_def();
  for (int k = 0; k < 3; k++) lattice.counts[k] = 7;
  lattice.spacing = 0.1;
  pl_mesh *solid, *ball;
  assert_ok(pl_make_lattice(&lattice, &solid));
  assert_ok(pl_make_icosphere(0.2, 2, &ball));
  pl_body_def soft = hybrid_body(solid, 0, 2e4, 0), rigid = hybrid_body(ball, 1e12, 0, 0);
  pl_obstacle_def floor = pl_default_obstacle_def(PL_OBSTACLE_PLANE);
  pl_obstacle_id id;
  assert_ok(pl_obstacle_create(world, &floor, &id));
  pl_mesh_data data = pl_mesh_view(ball);
  double *start = calloc(3 * data.vertex_count, sizeof *start);
  for (size_t i = 0; i < data.vertex_count; i++)
    pl_vec3_add(data.positions + 3 * i, (double[3]){0.3, 0.9, 0.3}, start + 3 * i);
  rigid.positions = start;
  soft.drag = rigid.drag = 1;
  pl_body *below = make_body(world, &soft), *above = make_body(world, &rigid);
  double energy = world_energy(world);
  for (int step = 0; step < 400; step++) {
    step_times(world, 1);
    assert_true(world_energy(world) < energy + 1e-3 * fabs(energy));
  }
  double low = INFINITY, top = -INFINITY;
  for (size_t i = 0; i < pl_body_particle_count(above); i++) {
    low = fmin(low, pl_body_positions(above)[3 * i + 1]);
    top = fmax(top, pl_body_positions(above)[3 * i + 1]);
  }
  print_message("ball on a solid: lowest %.4f m, fastest %.1e and %.1e m/s\n", low, fastest(below), fastest(above));
  assert_close(top - low, 0.4, 1e-3); /* it is as round as it was */
  assert_true(low > 0.4 && low < 0.62);
  assert_true(fastest(above) < 0.05);
  free(start);
  pl_mesh_destroy(solid);
  pl_mesh_destroy(ball);
  pl_world_destroy(world);
}

static void run_shaken(const pl_mesh *mesh, int threads, pl_linear_solver solver, bool mirrored, int steps, double *out)
{
  pl_world_def world_def = quiet_world(0.01);
  world_def.threads = threads;
  pl_world *world = make_world(&world_def);
  pl_body_def def = hybrid_body(mesh, 1e3, 1e4, 20);
  def.hybrid.solver = solver;
  def.hybrid.tolerance = 1e-12;
  pl_body *body = make_body(world, &def);
  size_t n = pl_body_particle_count(body);
  double *v = calloc(3 * n, sizeof *v);
  for (size_t i = 0; i < n; i++) {
    const double *x = pl_body_positions(body) + 3 * i;
    double side = mirrored ? -1 : 1, at = side * x[0];
    v[3 * i] = side * (sin(3 * at) + x[1]);
    v[3 * i + 1] = cos(5 * at) - at + 0.3 * x[2];
    v[3 * i + 2] = 2 * at * x[1] + sin(2 * x[2]);
  }
  assert_ok(pl_body_set_velocities(body, v));
  step_times(world, steps);
  memcpy(out, pl_body_positions(body), 3 * n * sizeof *out);
  free(v);
  pl_world_destroy(world);
}

static void any_number_of_threads_gives_the_same_bits(void **state)
{
  (void)state;
  pl_mesh *bar = make_bar(24, 21, 20, 0.05, 6); /* 10,080 nodes: enough for products to be shared out */
  size_t n = 3 * (size_t)10080;
  double *x = calloc(n, sizeof *x), *y = calloc(n, sizeof *y);
  run_shaken(bar, 1, PL_LINEAR_CG_MULTIGRID, false, 3, x);
  for (int threads = 2; threads <= 7; threads += 5) {
    run_shaken(bar, threads, PL_LINEAR_CG_MULTIGRID, false, 3, y);
    assert_memory_equal(x, y, n * sizeof *x);
  }
  free(x);
  free(y);
  pl_mesh_destroy(bar);
}

static void all_solvers_move_it_alike(void **state)
{
  (void)state;
  pl_mesh *bar = make_bar(7, 6, 8, 0.1, 6);
  double x[3 * 336], y[3 * 336];
  run_shaken(bar, 1, PL_LINEAR_CHOLESKY, false, 20, x);
  for (int solver = PL_LINEAR_CG; solver <= (int)PL_LINEAR_CG_MULTIGRID; solver++) {
    run_shaken(bar, 1, (pl_linear_solver)solver, false, 20, y);
    assert_close(largest_difference(x, y, 3 * 336), 0, 1e-8);
  }
  pl_mesh_destroy(bar);
}

/* x -> -x of shape and motion. Rounding differs, since sums run the other way round. */
static void mirrored_bodies_move_mirrored(void **state)
{
  (void)state;
  pl_lattice_def lattice = pl_default_lattice_def();
  pl_mesh *one, *other;
  for (int k = 0; k < 3; k++) lattice.counts[k] = (uint32_t)(6 + k);
  lattice.spacing = 0.1;
  assert_ok(pl_make_lattice(&lattice, &one));
  lattice.origin[0] = -0.5;
  assert_ok(pl_make_lattice(&lattice, &other));
  enum { NODES = 6 * 7 * 8 };
  double x[3 * NODES], y[3 * NODES];
  run_shaken(one, 1, PL_LINEAR_CHOLESKY, false, 50, x);
  run_shaken(other, 1, PL_LINEAR_CHOLESKY, true, 50, y);
  for (size_t i = 0; i < NODES; i++) {
    size_t there = i + (5 - 2 * (i / 56)) * 56;
    assert_close(x[3 * i], -y[3 * there], 1e-9);
    assert_close(x[3 * i + 1], y[3 * there + 1], 1e-9);
    assert_close(x[3 * i + 2], y[3 * there + 2], 1e-9);
  }
  pl_mesh_destroy(one);
  pl_mesh_destroy(other);
}

static void snapshots_continue_bit_for_bit(void **state)
{
  (void)state;
  pl_mesh *bar = make_bar(5, 4, 3, 0.2, 6);
  pl_world_def world_def = quiet_world(0.01);
  world_def.gravity[1] = -9.81;
  pl_world *worlds[2];
  for (int k = 0; k < 2; k++) {
    worlds[k] = make_world(&world_def);
    pl_body_def def = hybrid_body(bar, 1e4, 1e5, 10);
    uint32_t pinned[4] = {0, 1, 2, 3};
    pl_pin_def pin = pl_default_pin_def();
    pin.particles = pinned;
    pin.count = 4;
    def.pins = &pin;
    def.pin_count = 1;
    make_body(worlds[k], &def);
  }
  step_times(worlds[0], 20);
  void *data;
  size_t size;
  assert_ok(pl_world_save(worlds[0], &data, &size));
  assert_ok(pl_world_restore(worlds[1], data, size));
  pl_free(data);
  for (int k = 0; k < 2; k++) step_times(worlds[k], 20);
  assert_true(pl_world_hash(worlds[0]) == pl_world_hash(worlds[1]));
  for (int k = 0; k < 2; k++) pl_world_destroy(worlds[k]);
  pl_mesh_destroy(bar);
}

/* Statics end where a damped motion ends: 1e-3 of how far the tip hangs. */
static void statics_are_where_motion_ends(void **state)
{
  (void)state;
  double tips[2];
  pl_mesh *bar = make_bar(11, 3, 3, 0.1, 6);
  for (int moving = 0; moving < 2; moving++) {
    pl_world_def world_def = quiet_world(0.01);
    world_def.gravity[1] = -9.81;
    pl_world *world = make_world(&world_def);
    pl_body_def def = hybrid_body(bar, 0, 1e6, 0);
    uint32_t pinned[9];
    for (uint32_t k = 0; k < 9; k++) pinned[k] = k;
    pl_pin_def pin = pl_default_pin_def();
    pin.particles = pinned;
    pin.count = 9;
    def.pins = &pin;
    def.pin_count = 1;
    def.drag = 8;
    def.sleep = false;
    pl_body *body = make_body(world, &def);
    double start = pl_body_positions(body)[3 * (10 * 9 + 4) + 1];
    if (moving) {
      step_times(world, 300);
    } else {
      pl_statics_def settle = pl_default_statics_def();
      pl_statics_report result;
      settle.gravity = true;
      assert_ok(pl_body_settle(body, &settle, &result));
      assert_true(result.converged);
    }
    tips[moving] = pl_body_positions(body)[3 * (10 * 9 + 4) + 1] - start;
    pl_world_destroy(world);
  }
  print_message("cantilever: the tip hangs %.6f m, after a motion %.6f m\n", tips[0], tips[1]);
  assert_true(tips[0] < -0.01);
  assert_close(tips[0], tips[1], 1e-3 * fabs(tips[0]));
  pl_mesh_destroy(bar);
}

static void wrong_definitions_are_told(void **state)
{
  (void)state;
  pl_mesh *bar = make_bar(3, 3, 3, 0.2, 6), *ball;
  assert_ok(pl_make_icosphere(0.5, 1, &ball));
  pl_world_def world_def = quiet_world(0.01);
  pl_world *world = make_world(&world_def);
  pl_body *body;
  pl_body_def def = hybrid_body(bar, -1, 1, 1);
  assert_refused(pl_body_create(world, &def, &body), PL_ERROR_ARGUMENT, "hybrid.magnitude");
  def = hybrid_body(ball, 0, 1e5, 1);
  assert_refused(pl_body_create(world, &def, &body), PL_ERROR_MESH, "grid");
  def = hybrid_body(ball, 0, 1e5, 0);
  def.hybrid.solver = PL_LINEAR_ADI;
  assert_refused(pl_body_create(world, &def, &body), PL_ERROR_ARGUMENT, "adi needs a grid");
  pl_mesh_destroy(bar);
  pl_mesh_destroy(ball);
  pl_world_destroy(world);
}

int main(void)
{
  choose_tests();
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(forces_are_the_gradient),
      cmocka_unit_test(rigid_motion_costs_nothing),
      cmocka_unit_test(momenta_hold_in_positions),
      cmocka_unit_test(free_spin_precesses_as_euler_says),
      cmocka_unit_test(very_stiff_is_rigid),
      cmocka_unit_test(compliance_is_the_answer),
      cmocka_unit_test(a_rigid_ball_rests_on_a_soft_solid),
      cmocka_unit_test(any_number_of_threads_gives_the_same_bits),
      cmocka_unit_test(all_solvers_move_it_alike),
      cmocka_unit_test(mirrored_bodies_move_mirrored),
      cmocka_unit_test(snapshots_continue_bit_for_bit),
      cmocka_unit_test(statics_are_where_motion_ends),
      cmocka_unit_test(wrong_definitions_are_told),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
