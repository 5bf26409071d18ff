/* SPDX-License-Identifier: MIT
   The step of the graph model against a second implementation that shares nothing with it, and what a prototype
   measured of spinning bars. */
#include "graph_cases.h"
#include "model/dense_step.h"

typedef struct setting {
  const char *name;
  double edge, laplacian, alpha, beta;
  int corotated;
  int pins; /* 0 none, 1 fixed, 2 keyframed */
  int mass_covariance;
} setting;

static const double motion_turn[3] = {0.4, -0.9, 0.3};
static const double motion_shift[3] = {0.2, 0.1, -0.15};

/* Where the keyframed pins take a rest position at a time: linear keys from time 0 to 0.3 s, then rest. */
static void moved(const double r[3], double time, double out[3])
{
  double s = time < 0.3 ? time / 0.3 : 1, w[3] = {s * motion_turn[0], s * motion_turn[1], s * motion_turn[2]}, R[9];
  double angle = sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]);
  for (int a = 0; a < 3; a++) /* Rodrigues' formula, its own way: columns are turned axes */
    for (int b = 0; b < 3; b++) {
      double u = angle > 0 ? w[a] / angle : 0, v = angle > 0 ? w[b] / angle : 0;
      R[3 * a + b] = (a == b ? cos(angle) : 0) + (1 - cos(angle)) * u * v;
    }
  if (angle > 0) {
    double k = sin(angle) / angle;
    R[1] -= k * w[2], R[2] += k * w[1], R[3] += k * w[2], R[5] -= k * w[0], R[6] -= k * w[1], R[7] += k * w[0];
  }
  for (int a = 0; a < 3; a++)
    out[a] = R[3 * a] * r[0] + R[3 * a + 1] * r[1] + R[3 * a + 2] * r[2] + s * motion_shift[a];
}

static void compare_with_dense(const setting *s)
{
  enum { STEPS = 50 };
  const double h = 0.01, le = 30;
  uint64_t seed = 11;
  pl_mesh *mesh = make_bar(6, 3, 3, 0.2, 26);
  pl_mesh_data rest = pl_mesh_view(mesh);
  int n = (int)rest.vertex_count;
  double *masses = random_masses(&seed, rest.vertex_count), *x = noisy(mesh, &seed, 0.03);
  double *v = calloc(3 * rest.vertex_count, sizeof(double));
  for (int i = 0; i < n; i++) { /* a spin and some noise */
    v[3 * i] = -2 * rest.positions[3 * i + 1] + 0.1 * random_unit(&seed);
    v[3 * i + 1] = 2 * rest.positions[3 * i] + 0.1 * random_unit(&seed);
  }
  uint32_t held[64];
  size_t held_count = s->pins ? select_particles(mesh, 0, 0, held) : 0;
  unsigned char *pinned = calloc(rest.vertex_count, 1);
  for (size_t k = 0; k < held_count; k++) {
    pinned[held[k]] = 1;
    for (int c = 0; c < 3; c++) x[3 * held[k] + (size_t)c] = rest.positions[3 * held[k] + (size_t)c];
  }
  pl_pose_key keys[2] = {{.time = 0}, {.time = 0.3}};
  memcpy(keys[1].rotate, motion_turn, sizeof motion_turn);
  memcpy(keys[1].translate, motion_shift, sizeof motion_shift);
  pl_pin_def pin = pl_default_pin_def();
  pin.particles = held;
  pin.count = held_count;
  if (s->pins == 2) pin.motion = (pl_motion){.keys = keys, .count = 2};

  pl_world_def world_def = quiet_world(h);
  world_def.gravity[1] = -9.81;
  pl_world *world = make_world(&world_def);
  pl_body_def def = stiff_body(mesh, le);
  def.graph.edge = s->edge;
  def.graph.laplacian = s->laplacian;
  def.graph.weights = PL_WEIGHTS_UNIFORM;
  def.graph.covariance = s->mass_covariance ? PL_COVARIANCE_MASS : PL_COVARIANCE_ENERGY;
  def.graph.angular_momentum = PL_MOMENTUM_FREE; /* the paper does not keep it */
  def.graph.damping = s->corotated ? PL_DAMPING_COROTATED : PL_DAMPING_LITERAL;
  def.graph.damping_mass = s->alpha;
  def.graph.damping_stiffness = s->beta;
  def.masses = masses;
  def.positions = x;
  def.velocities = v;
  def.pins = &pin;
  def.pin_count = s->pins ? 1 : 0;
  pl_body *body = make_body(world, &def);

  dense_graph dense = {.n = n,
                       .rest = rest.positions,
                       .edges = rest.edges,
                       .edge_count = (int)rest.edge_count,
                       .mass = masses,
                       .le = s->edge * le,
                       .ll = s->laplacian * le,
                       .alpha = s->alpha,
                       .beta = s->beta,
                       .h = h,
                       .gravity = {0, -9.81, 0},
                       .corotated = s->corotated,
                       .mass_covariance = s->mass_covariance,
                       .pinned = pinned};
  dense_build(&dense);
  dense_rotations(&dense, x, dense.R); /* the damping starts from where the body is */
  for (int k = 0; k < STEPS; k++) {
    for (size_t p = 0; p < held_count; p++) {
      size_t i = held[p];
      double target[3] = {x[3 * i], x[3 * i + 1], x[3 * i + 2]};
      if (s->pins == 2) moved(rest.positions + 3 * i, (k + 1) * h, target);
      for (size_t c = 0; c < 3; c++) v[3 * i + c] = (target[c] - x[3 * i + c]) / h;
    }
    dense_step(&dense, x, v);
    assert_ok(pl_world_step(world));
    /* sizes and speeds are of order 1; rounding grows to 1e-13 or so over 50 steps, any other formula is off by 1e-4 */
    double dx = largest_difference(pl_body_positions(body), x, 3 * rest.vertex_count);
    double dv = largest_difference(pl_body_velocities(body), v, 3 * rest.vertex_count);
    if (dx > 1e-9 || dv > 1e-8) print_error("%s: off by %g m, %g m/s at step %d\n", s->name, dx, dv, k + 1);
    assert_true(dx <= 1e-9 && dv <= 1e-8);
  }
  /* something happened: it moved by centimetres at least */
  assert_true(largest_difference(x, rest.positions, 3 * rest.vertex_count) > 0.05);
  dense_free(&dense);
  pl_world_destroy(world);
  pl_mesh_destroy(mesh);
  free(masses);
  free(x);
  free(v);
  free(pinned);
}

static void test_against_dense_step(void **state)
{
  (void)state;
  static const setting settings[] = {
      {"edge", 1, 0, 0, 0, 0, 0, 1},
      {"Laplacian", 0, 20, 0, 0, 0, 0, 1},
      {"mixed", 0.6, 5, 0, 0, 0, 0, 1},
      {"edge, alpha", 1, 0, 0.8, 0, 0, 0, 1},
      {"edge, alpha and literal beta", 1, 0, 0.5, 0.01, 0, 0, 1},
      {"mixed, literal beta", 0.6, 5, 0, 0.02, 0, 0, 1},
      {"edge, corotated beta", 1, 0, 0, 0.01, 1, 0, 1},
      {"mixed, corotated beta", 0.6, 5, 0.3, 0.02, 1, 0, 1},
      {"edge, pins", 1, 0, 0, 0, 0, 1, 1},
      {"Laplacian, pins, alpha and literal beta", 0, 20, 0.4, 0.01, 0, 1, 1},
      {"mixed, pins, corotated beta", 0.6, 5, 0.4, 0.01, 1, 1, 1},
      {"edge, keyframed pins", 1, 0, 0, 0, 0, 2, 1},
      {"mixed, keyframed pins, alpha and literal beta", 0.6, 5, 0.4, 0.01, 0, 2, 1},
      {"mixed, keyframed pins, corotated beta", 0.6, 5, 0, 0.01, 1, 2, 1},
      {"edge, covariance of the energy", 1, 0, 0, 0, 0, 0, 0},
  };
  for (size_t k = 0; k < sizeof settings / sizeof *settings; k++) compare_with_dense(&settings[k]);
}

/* The notes' spin (1.8.1, 1.8.2): bar 5×3×3, unit masses, le = 1e3, h = 0.01, 2 rad/s about z through the centre, one
   second. */
static double spin_left(double beta, pl_damping damping)
{
  pl_mesh *mesh = make_bar(5, 3, 3, 1, 26);
  pl_mesh_data rest = pl_mesh_view(mesh);
  size_t n = rest.vertex_count;
  double *masses = malloc(n * sizeof(double)), *v = calloc(3 * n, sizeof(double));
  for (size_t i = 0; i < n; i++) {
    masses[i] = 1;
    v[3 * i] = -2 * (rest.positions[3 * i + 1] - 1);
    v[3 * i + 1] = 2 * (rest.positions[3 * i] - 2);
  }
  pl_world_def world_def = quiet_world(0.01);
  pl_world *world = make_world(&world_def);
  pl_body_def def = stiff_body(mesh, 1e3);
  def.graph.weights = PL_WEIGHTS_UNIFORM;
  def.graph.damping_stiffness = beta;
  def.graph.angular_momentum = PL_MOMENTUM_FREE;
  def.graph.damping = damping;
  def.masses = masses;
  def.velocities = v;
  pl_body *body = make_body(world, &def);
  pl_body_signals before, after;
  assert_ok(pl_body_measure(body, &before));
  step_times(world, 100);
  assert_ok(pl_body_measure(body, &after));
  assert_true(before.angular_momentum[2] > 100);
  pl_world_destroy(world);
  pl_mesh_destroy(mesh);
  free(masses);
  free(v);
  return after.angular_momentum[2] / before.angular_momentum[2];
}

static void test_spin_is_kept(void **state)
{
  (void)state;
  double plain = spin_left(0, PL_DAMPING_COROTATED);
  double corotated = spin_left(0.01, PL_DAMPING_COROTATED);
  double literal = spin_left(0.01, PL_DAMPING_LITERAL);
  print_message("spin left after 1 s: %.4f, corotated beta %.4f, literal beta %.4g\n", plain, corotated, literal);
  assert_close(plain, 0.96, 0.01);
  assert_close(corotated, 0.95, 0.02);
  assert_true(fabs(literal) < 0.01);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_against_dense_step), cmocka_unit_test(test_spin_is_kept)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
