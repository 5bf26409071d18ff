/* SPDX-License-Identifier: MIT
   Contact as a whole step shows it: resting, sliding, bouncing, being pushed and carried. */
#include <string.h>

#include "fixtures.h"

static pl_obstacle_id add_plane(pl_world *world, double angle, double height, double friction, double restitution)
{
  pl_obstacle_def def = pl_default_obstacle_def(PL_OBSTACLE_PLANE);
  def.point[1] = height;
  def.normal[0] = sin(angle);
  def.normal[1] = cos(angle);
  def.friction = friction;
  def.restitution = restitution;
  pl_obstacle_id id;
  assert_ok(pl_obstacle_create(world, &def, &id));
  return id;
}

static double lowest(const pl_body *body)
{
  double low = INFINITY;
  for (size_t i = 0; i < pl_body_particle_count(body); i++) low = fmin(low, pl_body_positions(body)[3 * i + 1]);
  return low;
}

/* A bar falls 20 cm, tilted, and lies still. */
static void check_falls_and_lies_still(double step, double youngs_modulus, double turn)
{
  pl_mesh *mesh = make_bar(9, 4, 4, 0.05, 26);
  pl_mesh_data rest = pl_mesh_view(mesh);
  double x[3 * 144], R[9] = {cos(turn), -sin(turn), 0, sin(turn), cos(turn), 0, 0, 0, 1};
  move_points(rest.positions, rest.vertex_count, R, (double[]){0, 0.2, 0}, x);
  pl_world_def world_def = quiet_world(step);
  world_def.gravity[1] = -9.81;
  pl_world *world = make_world(&world_def);
  add_plane(world, 0, 0, 0.5, 0);
  pl_body_def def = pl_default_body_def(PL_MODEL_GRAPH);
  def.mesh = mesh;
  def.graph.youngs_modulus = youngs_modulus;
  def.positions = x;
  pl_body *body = make_body(world, &def);
  double energy = total_energy(body), deepest = 0;
  for (int k = 0; k < (int)(8 / step); k++) {
    step_times(world, 1);
    deepest = fmax(deepest, -lowest(body));
    double now = total_energy(body);
    if (now > energy + 1e-3 * fabs(energy)) print_error("energy grows from %g to %g J at step %d\n", energy, now, k);
    assert_true(now <= energy + 1e-3 * fabs(energy)); /* never gains: a thousandth for the end of iterations */
  }
  if (!(fastest(body) < 1e-3) || !(deepest < 1e-5))
    print_error("h %g, E %g: %g m/s, %g m deep\n", step, youngs_modulus, fastest(body), deepest);
  assert_less(fastest(body), 1e-3);
  assert_less(deepest, 1e-5); /* the bar is 0.4 m long; passes end at a millionth of its size */
  assert_less(lowest(body), 1e-3);
  assert_true(pl_world_stats(world).contact_count >= 3);
  pl_world_destroy(world);
  pl_mesh_destroy(mesh);
}

static void test_falls_and_lies_still(void **state)
{
  (void)state;
  check_falls_and_lies_still(1.0 / 200, 1e5, 0.3);
  check_falls_and_lies_still(1.0 / 60, 1e5, 0.3);
  check_falls_and_lies_still(1.0 / 200, 3e4, 0);
  check_falls_and_lies_still(1.0 / 100, 1e6, -0.5);
}

/* How far a block gets in a second on a slope, along it. */
static double slid(double angle, double friction, double *expected)
{
  pl_mesh *mesh = make_bar(4, 3, 4, 0.1, 26);
  pl_mesh_data rest = pl_mesh_view(mesh);
  double x[3 * 48], c = cos(-angle), s = sin(-angle), R[9] = {c, -s, 0, s, c, 0, 0, 0, 1};
  move_points(rest.positions, rest.vertex_count, R, (double[]){0, 0, 0}, x); /* its bottom lies on the slope */
  pl_world_def world_def = quiet_world(1.0 / 200);
  world_def.gravity[1] = -9.81;
  pl_world *world = make_world(&world_def);
  add_plane(world, angle, 0, friction, 0);
  pl_body_def def = pl_default_body_def(PL_MODEL_GRAPH);
  def.mesh = mesh;
  def.graph.youngs_modulus = 3e5;
  def.graph.precision = PL_PRECISION_DOUBLE;
  def.positions = x;
  pl_body *body = make_body(world, &def);
  step_times(world, 100); /* half a second to settle */
  pl_body_signals at, then;
  assert_ok(pl_body_measure(body, &at));
  step_times(world, 100);
  assert_ok(pl_body_measure(body, &then));
  double mass = 0;
  for (size_t i = 0; i < rest.vertex_count; i++) mass += pl_body_masses(body)[i];
  double gain = ((then.momentum[0] - at.momentum[0]) * cos(angle) - (then.momentum[1] - at.momentum[1]) * sin(angle));
  *expected = fmax(0, 9.81 * (sin(angle) - friction * cos(angle)));
  pl_world_destroy(world);
  pl_mesh_destroy(mesh);
  return gain / mass / 0.5; /* m/s^2 */
}

static void test_slopes(void **state)
{
  (void)state;
  double expected, angle = 0.4; /* tan 0.4 = 0.4228 */
  assert_close(slid(angle, 0.45, &expected), 0, 0.01);
  assert_close(expected, 0, 0);
  double got = slid(angle, 0.3, &expected);
  print_message("friction 0.3: %.4f m/s^2, Coulomb says %.4f\n", got, expected);
  assert_close(got, expected, 0.03 * expected);
  got = slid(angle, 0, &expected);
  assert_close(got, expected, 0.01 * expected);
  got = slid(0.7, 0.5, &expected);
  assert_close(got, expected, 0.03 * expected);
}

/* The notes' drop (5.1): bar 5×1×1 of unit masses... here 11×3×3, le = 1e4 and 1e6, from 0.3 m: the peak of the total
   energy is what it started with. */
static void test_stiff_drops_gain_nothing(void **state)
{
  (void)state;
  const double stiffness[] = {1e4, 1e5, 1e6}, steps[] = {1.0 / 200, 1.0 / 60};
  for (int s = 0; s < 3; s++)
    for (int h = 0; h < 2; h++)
      for (int flat = 0; flat < 2; flat++) {
        pl_mesh *mesh = make_bar(11, 3, 3, 0.1, 26);
        size_t n = pl_mesh_view(mesh).vertex_count;
        double x[3 * 99], masses[99], a = flat ? 0 : 0.4, R[9] = {cos(a), -sin(a), 0, sin(a), cos(a), 0, 0, 0, 1};
        move_points(pl_mesh_view(mesh).positions, n, R, (double[]){0, 0.3, 0}, x);
        for (size_t i = 0; i < n; i++) masses[i] = 5.0 / 99;
        pl_world_def world_def = quiet_world(steps[h]);
        world_def.gravity[1] = -9.81;
        pl_world *world = make_world(&world_def);
        add_plane(world, 0, 0, 0.5, 0);
        pl_body_def def = stiff_body(mesh, stiffness[s]);
        def.graph.weights = PL_WEIGHTS_UNIFORM;
        def.masses = masses;
        def.positions = x;
        pl_body *body = make_body(world, &def);
        double start = total_energy(body), peak = 0;
        for (int k = 0; k < 3 / steps[h]; k++) {
          step_times(world, 1);
          peak = fmax(peak, total_energy(body));
        }
        if (!(peak <= 1.001 * start))
          print_error("le %g, h %g: energy times %g\n", stiffness[s], steps[h], peak / start);
        assert_true(peak <= 1.001 * start);
        pl_world_destroy(world);
        pl_mesh_destroy(mesh);
      }
}

/* A single particle: bounces to restitution^2 of its height, less what a step of falling is. */
static void test_restitution(void **state)
{
  (void)state;
  const double part[] = {0, 0.3, 0.7, 1};
  for (int k = 0; k < 4; k++) {
    const double at[3] = {0, 0.5, 0};
    pl_mesh *mesh = make_graph(at, 1, NULL, 0);
    pl_world_def world_def = quiet_world(1.0 / 1000);
    world_def.gravity[1] = -9.81;
    pl_world *world = make_world(&world_def);
    add_plane(world, 0, 0, 0, part[k]);
    pl_body_def def = stiff_body(mesh, 1);
    def.masses = (double[]){2};
    pl_body *body = make_body(world, &def);
    double y = 0.5, top = 0;
    int step = 0;
    for (; step < 1000 && y > 0.01; step++, y = pl_body_positions(body)[1]) step_times(world, 1);
    for (; step < 1000; step++) {
      step_times(world, 1);
      y = pl_body_positions(body)[1];
      if (pl_body_velocities(body)[1] > 0) top = fmax(top, y);
    }
    assert_true(y > -1e-6);
    assert_close(top, part[k] * part[k] * 0.5, 0.02 * 0.5);
    pl_world_destroy(world);
    pl_mesh_destroy(mesh);
  }
}

/* A block that was pressed flat gets its shape back in a step, while it falls slowly: elasticity, not that it fell,
   brings its lower side down to the floor. It once stopped where it was, as what hits something does. */
static void test_no_hit_by_elasticity(void **state)
{
  (void)state;
  const double above = 0.03;
  pl_mesh *mesh = make_bar(3, 3, 3, 0.1, 26);
  pl_world_def world_def = quiet_world(0.005);
  world_def.gravity[1] = -9.81;
  pl_world *world = make_world(&world_def);
  add_plane(world, 0, 0, 0.5, 0);
  pl_body_def def = pl_default_body_def(PL_MODEL_SURFACE);
  double x[81], v[81] = {0}, low = INFINITY;
  for (size_t k = 0; k < 81; k++) x[k] = pl_mesh_view(mesh).positions[k];
  for (size_t i = 0; i < 27; i++) {
    x[3 * i + 1] = above + 0.5 * x[3 * i + 1];
    v[3 * i + 1] = -0.3;
  }
  def.mesh = mesh;
  def.positions = x;
  def.velocities = v;
  def.surface.pull = 1;
  pl_body *body = make_body(world, &def);
  step_times(world, 1);
  for (size_t i = 0; i < 27; i++) low = fmin(low, pl_body_positions(body)[3 * i + 1]);
  assert_less(fabs(low), 0.1 * above);
  pl_world_destroy(world);
  pl_mesh_destroy(mesh);
}

/* A box that moves sideways carries what lies on it and pushes what stands before it. */
static void test_moving_obstacles(void **state)
{
  (void)state;
  for (int before = 0; before < 2; before++) {
    pl_mesh *mesh = make_bar(3, 3, 3, 0.1, 26);
    double x[81];
    const double eye[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    move_points(pl_mesh_view(mesh).positions, 27, eye, (double[]){before ? 0.55 : -0.1, 0, -0.1}, x);
    pl_world_def world_def = quiet_world(1.0 / 100);
    world_def.gravity[1] = -9.81;
    pl_world *world = make_world(&world_def);
    const pl_pose_key keys[2] = {{.time = 0.2}, {.time = 2.2, .translate = {1, 0, 0}}};
    pl_obstacle_def box = pl_default_obstacle_def(PL_OBSTACLE_BOX);
    box.center[1] = before ? 0 : -0.5;
    box.friction = 0.8;
    box.motion = (pl_motion){.keys = keys, .count = 2};
    assert_ok(pl_obstacle_create(world, &box, NULL));
    if (before) add_plane(world, 0, 0, 0.1, 0);
    pl_body_def def = pl_default_body_def(PL_MODEL_GRAPH);
    def.mesh = mesh;
    def.positions = x;
    pl_body *body = make_body(world, &def);
    step_times(world, 220);
    double moved = pl_body_positions(body)[39] - x[39]; /* the middle */
    double wanted = before ? 0.95 : 1;
    if (fabs(moved - wanted) > 0.03) print_error("%s: moved %g of %g\n", before ? "pushed" : "carried", moved, wanted);
    assert_close(moved, wanted, 0.03);
    assert_close(pl_body_velocities(body)[39], 0.5, 0.05);
    pl_world_destroy(world);
    pl_mesh_destroy(mesh);
  }
}

/* Half in the floor at the start: comes out at no more than its size per half second, and rests. */
static void start_inside(const pl_body_def *def, double size)
{
  pl_world_def world_def = quiet_world(1.0 / 200);
  world_def.gravity[1] = -9.81;
  pl_world *world = make_world(&world_def);
  add_plane(world, 0, 0, 0.5, 0);
  pl_body *body = make_body(world, def);
  double fast = 0, high = 0;
  for (int k = 0; k < 800; k++) {
    step_times(world, 1);
    fast = fmax(fast, fastest(body));
    high = fmax(high, lowest(body));
  }
  print_message("pushed out: at most %.3g m/s, %.3g m above the floor\n", fast, high);
  assert_less(fast, 4 * size);   /* size per half second, and what bending adds */
  assert_less(high, 0.3 * size); /* not flung */
  assert_less(fastest(body), 1e-3);
  assert_less(fabs(lowest(body)), 1e-4);
  pl_world_destroy(world);
}

static void test_start_inside(void **state)
{
  (void)state;
  pl_mesh *mesh = make_bar(5, 3, 3, 0.1, 26);
  double x[135];
  const double eye[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  move_points(pl_mesh_view(mesh).positions, 45, eye, (double[]){0, -0.15, 0}, x);
  pl_body_def def = pl_default_body_def(PL_MODEL_GRAPH);
  def.mesh = mesh;
  def.positions = x;
  start_inside(&def, sqrt(0.16 + 0.04 + 0.04));
  pl_mesh_destroy(mesh);
}

/* Its particles move one by one, and were put on the floor all at once when volumes were right. */
static void test_surface_starts_inside(void **state)
{
  (void)state;
  pl_mesh *mesh = NULL;
  assert_ok(pl_make_icosphere(0.25, 4, &mesh)); /* about the origin */
  pl_body_def def = pl_default_body_def(PL_MODEL_SURFACE);
  def.surface.region = 3;
  def.mesh = mesh;
  def.volume.mode = PL_VOLUME_KEEP;
  start_inside(&def, 0.5 * sqrt(3));
  pl_mesh_destroy(mesh);
}

/* Pins inside or at an obstacle win, and nothing explodes. */
static void test_pinned_body_touching(void **state)
{
  (void)state;
  for (int late = 0; late < 2; late++) {
    pl_mesh *mesh = make_bar(7, 3, 3, 0.1, 26);
    uint32_t end[9];
    pl_pin_def pin = pl_default_pin_def();
    pin.particles = end;
    pin.count = select_particles(mesh, 0, 0, end);
    pl_world_def world_def = quiet_world(1.0 / 200);
    world_def.gravity[1] = -9.81;
    pl_world *world = make_world(&world_def);
    add_plane(world, 0, 0.05, 0.5, 0); /* the pinned end reaches 5 cm into it */
    pl_body_def def = pl_default_body_def(PL_MODEL_GRAPH);
    def.mesh = mesh;
    if (!late) {
      def.pins = &pin;
      def.pin_count = 1;
    }
    pl_body *body = make_body(world, &def);
    pl_pin_id id;
    if (late) assert_ok(pl_pin_create(body, &pin, &id));
    for (int k = 0; k < 400; k++) {
      step_times(world, 1);
      assert_less(fastest(body), 10);
      for (size_t p = 0; p < pin.count; p++)
        assert_true(largest_difference(pl_body_positions(body) + 3 * end[p], pl_mesh_view(mesh).positions + 3 * end[p],
                                       3) == 0);
    }
    assert_less(fastest(body), 1e-3);
    assert_true(pl_body_positions(body)[3 * 54 + 1] > 0.05 - 1e-4); /* the free end is out of it */
    pl_world_destroy(world);
    pl_mesh_destroy(mesh);
  }
}

/* A soft bar comes down on a sphere, a box and a capsule: nothing gets deeper than the last pass leaves it, energy is
   only lost. */
static void test_round_and_cornered_obstacles(void **state)
{
  (void)state;
  pl_obstacle_def shapes[3] = {pl_default_obstacle_def(PL_OBSTACLE_SPHERE), pl_default_obstacle_def(PL_OBSTACLE_BOX),
                               pl_default_obstacle_def(PL_OBSTACLE_CAPSULE)};
  shapes[0].radius = 0.3;
  shapes[0].center[1] = -0.35;
  memcpy(shapes[1].half_size, (double[]){0.12, 0.1, 0.3}, 24);
  shapes[1].center[1] = -0.15;
  memcpy(shapes[2].point_a, (double[]){0, -0.2, -1}, 24);
  memcpy(shapes[2].point_b, (double[]){0, -0.2, 1}, 24);
  shapes[2].radius = 0.12;
  for (int s = 0; s < 3; s++) {
    pl_mesh *mesh = make_bar(15, 3, 3, 0.05, 26);
    double x[3 * 135];
    const double eye[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    move_points(pl_mesh_view(mesh).positions, 135, eye, (double[]){-0.35, 0.02, -0.05}, x);
    pl_world_def world_def = quiet_world(1.0 / 200);
    world_def.gravity[1] = -9.81;
    pl_world *world = make_world(&world_def);
    shapes[s].friction = 0.9;
    pl_obstacle_id id;
    assert_ok(pl_obstacle_create(world, &shapes[s], &id));
    pl_body_def def = pl_default_body_def(PL_MODEL_GRAPH);
    def.mesh = mesh;
    def.graph.youngs_modulus = 5e4;
    def.positions = x;
    pl_body *body = make_body(world, &def);
    double energy = total_energy(body), deepest = 0, scale = 9.81 * 7 * 0.1;
    size_t touching = 0;
    for (int k = 0; k < 600; k++) {
      step_times(world, 1);
      touching += pl_world_stats(world).contact_count;
      double now = total_energy(body);
      assert_true(now <= energy + 1e-3 * scale); /* never more than at the start */
      for (size_t i = 0; i < 135; i++) {
        double distance;
        assert_ok(pl_obstacle_distance(world, id, pl_body_positions(body) + 3 * i, &distance, NULL));
        deepest = fmax(deepest, -distance);
      }
    }
    if (!(deepest < 1e-3)) print_error("shape %d: %g m deep\n", s, deepest);
    print_message("shape %d: deepest %.2g m\n", s, deepest);
    assert_less(deepest, 1e-3); /* a thousandth of the bar: curved surfaces are met by planes */
    assert_true(touching > 600);
    pl_world_destroy(world);
    pl_mesh_destroy(mesh);
  }
}

/* More particles on the floor than a matrix holds: contact goes by pushing alone. The slab lies still, and energy is
   only lost. */
static void test_more_contacts_than_a_matrix_holds(void **state)
{
  (void)state;
  pl_mesh *mesh = make_bar(40, 3, 24, 0.05, 26);
  pl_world_def world_def = pl_default_world_def();
  pl_world *world = make_world(&world_def);
  add_plane(world, 0, -0.05, 0.5, 0);
  pl_body_def def = pl_default_body_def(PL_MODEL_GRAPH);
  def.mesh = mesh;
  pl_body *body = make_body(world, &def);
  double energy = total_energy(body), scale = fabs(energy), deepest = 0;
  int cut_short = 0;
  for (int k = 0; k < 400; k++) {
    step_times(world, 1);
    double now = total_energy(body);
    assert_true(now <= energy + 1e-3 * scale);
    energy = fmin(now, energy);
    deepest = fmax(deepest, -0.05 - lowest(body));
    cut_short += pl_world_stats(world).not_converged;
  }
  print_message("%zu contacts: %.2g m/s after 2 s, deepest %.2g m, %d iterations cut short\n",
                pl_world_stats(world).contact_count, fastest(body), deepest, cut_short);
  assert_true(pl_world_stats(world).contact_count > 768);
  assert_less(fastest(body), 5e-3);
  assert_less(deepest, 1e-3 * 2.3); /* a thousandth of its size, in motion */
  pl_world_destroy(world);
  pl_mesh_destroy(mesh);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_falls_and_lies_still),
                                     cmocka_unit_test(test_slopes),
                                     cmocka_unit_test(test_stiff_drops_gain_nothing),
                                     cmocka_unit_test(test_restitution),
                                     cmocka_unit_test(test_no_hit_by_elasticity),
                                     cmocka_unit_test(test_moving_obstacles),
                                     cmocka_unit_test(test_start_inside),
                                     cmocka_unit_test(test_surface_starts_inside),
                                     cmocka_unit_test(test_pinned_body_touching),
                                     cmocka_unit_test(test_round_and_cornered_obstacles),
                                     cmocka_unit_test(test_more_contacts_than_a_matrix_holds)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
