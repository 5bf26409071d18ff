/* SPDX-License-Identifier: MIT
   What sheets and membranes do on obstacles. */
#include "continuum_cases.h"
#include "mesh/core/grid.h"

/* A sheet on a floor lies at half its thickness, and one that hangs over a ball is nowhere nearer to it: its corners
   fold over the ball's side and its middle presses on the top. 5 % of half the thickness is what contact leaves. */
static void sheets_keep_their_thickness(void **state)
{
  (void)state;
  const double half = 0.01, radius = 0.25;
  for (int ball = 0; ball < 2; ball++) {
    pl_world_def world_def = quiet_world(0.01);
    world_def.gravity[1] = -9.81;
    pl_world *world = make_world(&world_def);
    pl_mesh *mesh = NULL;
    assert_ok(pl_make_sheet(0.8, 0.8, 15, 15, &mesh));
    pl_obstacle_def obstacle = pl_default_obstacle_def(ball ? PL_OBSTACLE_SPHERE : PL_OBSTACLE_PLANE);
    pl_obstacle_id id;
    obstacle.radius = radius;
    assert_ok(pl_obstacle_create(world, &obstacle, &id));
    pl_body_def def = pl_default_body_def(PL_MODEL_CONTINUUM);
    assert_ok(pl_continuum_set_material(&def.continuum, PL_CONTINUUM_CLOTH, 1e-3, &def.density));
    def.mesh = mesh;
    def.thickness = 2 * half;
    def.drag = 2;
    double *start = calloc(3 * 225, sizeof *start), nearest = INFINITY, low = INFINITY;
    for (size_t i = 0; i < 225; i++)
      pl_vec3_add(pl_mesh_view(mesh).positions + 3 * i, (double[]){0, ball ? radius + 0.1 : 0.1, 0}, start + 3 * i);
    def.positions = start;
    pl_body *body = make_body(world, &def);
    for (int k = 0; k < 100; k++) {
      step_times(world, 1);
      low = INFINITY;
      for (size_t i = 0; i < 225; i++) {
        const double *x = body->view.x + 3 * i;
        low = fmin(low, x[1]);
        nearest = fmin(nearest, ball ? pl_vec3_length(x) - radius : x[1]);
      }
    }
    print_message("%s: nearest %.5f m, lowest at the end %.5f m\n", ball ? "ball" : "floor", nearest, low);
    assert_less(0.95 * half, nearest);
    if (ball)
      assert_less(low, 0.5 * radius); /* it hangs */
    else
      assert_close(low, half, 0.05 * half);
    free(start);
    pl_world_destroy(world);
    pl_mesh_destroy(mesh);
  }
}

/* A membrane without a natural shape shrinks over two balls. Their convex hull is a cylinder of their radius between
   them; the membrane is waisted there, as its tension has it, and as thick as they are where it lies on them. */
static void shrink_wraps_are_waisted(void **state)
{
  (void)state;
  const double radius = 0.12, apart = 0.3, skin = 0.01;
  pl_world_def world_def = quiet_world(0.01);
  pl_world *world = make_world(&world_def);
  for (int side = -1; side < 2; side += 2) {
    pl_obstacle_def obstacle = pl_default_obstacle_def(PL_OBSTACLE_SPHERE);
    pl_obstacle_id id;
    obstacle.radius = radius;
    obstacle.friction = 0;
    pl_vec3_set(obstacle.center, 0, side * apart, 0);
    assert_ok(pl_obstacle_create(world, &obstacle, &id));
  }
  pl_mesh *mesh = NULL;
  assert_ok(pl_make_sphere(0.5, 12, &mesh));
  pl_body_def def = plain_continuum(mesh);
  def.density = 1000;
  def.thickness = 0.002;
  def.drag = 6;
  def.contact.skin = skin;
  def.contact.friction = 0;
  def.continuum.natural = PL_NATURAL_NONE;
  for (int k = 0; k < 3; k++) {
    def.continuum.stretch[k].value = 4;
    def.continuum.shear[k].value = 4;
  }
  pl_body *body = make_body(world, &def);
  step_times(world, 200);
  double waist = 0, widest = 0, nearest = INFINITY;
  for (size_t i = 0; i < body->count; i++) {
    const double *x = body->view.x + 3 * i;
    double r = hypot(x[0], x[2]);
    if (fabs(x[1]) < 0.05) waist = fmax(waist, r);
    widest = fmax(widest, r);
    for (int side = -1; side < 2; side += 2)
      nearest = fmin(nearest, pl_vec3_distance(x, (double[]){0, side * apart, 0}) - radius);
  }
  print_message("shrink wrap: waist %.3f m, widest %.3f m, %.4f m from the balls, %.1e m/s\n", waist, widest, nearest,
                fastest(body));
  assert_less(0.95 * skin, nearest);
  assert_less(waist, 0.9 * radius);
  assert_close(widest, radius + skin, 0.1 * radius);
  pl_world_destroy(world);
  pl_mesh_destroy(mesh);
}

/* A rope whose points are nearer to each other than it is thick, and that touches itself: straight it lies still, as it
   does without contact; bent into a U whose legs are thrown at each other they stop where they touch. */
static void thick_curves_touch_themselves(void **state)
{
  (void)state;
  enum { N = 41, LEG = 15, BEND = N - 2 * LEG };
  const double spacing = 0.01, thickness = 0.03, radius = 0.03, pi = 3.141592653589793;
  pl_mesh *mesh = NULL;
  assert_ok(pl_make_line((double[]){0, 0, 0}, (double[]){spacing * (N - 1), 0, 0}, N, &mesh));
  for (int bent = 0; bent < 2; bent++) {
    pl_world_def world_def = quiet_world(0.005);
    pl_world *world = make_world(&world_def);
    pl_body_def def = pl_default_body_def(PL_MODEL_CONTINUUM);
    double x[3 * N], v[3 * N] = {0};
    def.mesh = mesh;
    def.thickness = thickness;
    def.continuum.youngs_modulus = 1e5;
    def.contact.self = true;
    for (int i = 0; i < N; i++) {
      int from_bend = i < LEG ? LEG - i : i - (N - 1 - LEG);
      double side = i < N / 2 ? 1 : -1, angle = pi * (i - LEG) / (BEND - 1);
      if (i < LEG || i >= N - LEG)
        pl_vec3_set(x + 3 * i, -spacing * from_bend, side * radius, 0);
      else
        pl_vec3_set(x + 3 * i, radius * sin(angle), radius * cos(angle), 0);
      if (bent && (i < LEG || i >= N - LEG)) pl_vec3_set(v + 3 * i, 0, -side, 0);
    }
    if (bent) def.positions = x;
    if (bent) def.velocities = v;
    pl_body *body = make_body(world, &def);
    double nearest = INFINITY;
    for (int k = 0; k < 30; k++) {
      step_times(world, 1);
      for (size_t i = 0; bent && i < 10; i++)
        for (size_t j = N - 10; j < N; j++)
          nearest = fmin(nearest, pl_vec3_distance(body->view.x + 3 * i, body->view.x + 3 * j));
    }
    if (bent) {
      assert_less(0.95 * thickness, nearest);
      assert_less(nearest, 1.1 * thickness); /* they do meet: 6 cm apart, at 2 m/s */
    } else {
      assert_close(largest_difference(body->view.x, pl_mesh_view(mesh).positions, (size_t)3 * N), 0, 1e-12);
    }
    pl_world_destroy(world);
  }
  pl_mesh_destroy(mesh);
}

enum { NET_SIDE = 9, NET_NODES = NET_SIDE * NET_SIDE };

/* Threads of a sheet along both directions of its grid. */
static pl_mesh *make_net(double width)
{
  pl_mesh *sheet = NULL, *net = NULL;
  uint32_t edges[4 * NET_NODES];
  assert_ok(pl_make_sheet(width, width, NET_SIDE, NET_SIDE, &sheet));
  pl_mesh_data data = pl_mesh_view(sheet);
  size_t count = 0;
  for (int64_t i = 0; i < NET_SIDE; i++)
    for (int64_t j = 0; j < NET_SIDE; j++)
      for (int64_t d = 0; d < 2; d++)
        count += pl_grid_vertex(&data.grid, i, j, 0, &edges[2 * count]) &&
                 pl_grid_vertex(&data.grid, i + (d == 0), j + (d == 1), 0, &edges[2 * count + 1]);
  data.triangles = NULL;
  data.triangle_count = 0;
  data.edges = edges;
  data.edge_count = count;
  data.edge_shares = data.edge_weights = NULL;
  assert_ok(pl_mesh_create(&data, &net));
  pl_mesh_destroy(sheet);
  return net;
}

/* A net falls on another one that is held at its border, turned against it, so that threads cross threads: it comes to
   lie on it, its mean half a cell below the other's at most (it sags through holes between its knots). A net whose
   contact is off falls 4.9 m in that time. */
static void nets_catch_nets(void **state)
{
  (void)state;
  for (int touch = 1; touch >= 0; touch--) {
    pl_world_def world_def = quiet_world(0.005);
    world_def.gravity[1] = -9.81;
    pl_world *world = make_world(&world_def);
    pl_mesh *mesh[2] = {make_net(0.8), make_net(0.5)};
    pl_body *body[2];
    uint32_t border[NET_NODES];
    size_t held = 0;
    for (uint32_t i = 0; i < NET_NODES; i++) {
      uint32_t a = i / NET_SIDE, b = i % NET_SIDE;
      if (a == 0 || b == 0 || a == NET_SIDE - 1 || b == NET_SIDE - 1) border[held++] = i;
    }
    pl_pin_def pin = pl_default_pin_def();
    pin.particles = border;
    pin.count = held;
    for (int k = 0; k < 2; k++) {
      double start[3 * NET_NODES];
      const double angle = k ? 0.6 : 0, *rest = pl_mesh_view(mesh[k]).positions;
      for (size_t i = 0; i < NET_NODES; i++) {
        const double x = rest[3 * i], z = rest[3 * i + 2];
        pl_vec3_set(start + 3 * i, cos(angle) * x - sin(angle) * z, k ? 0.05 : 0, sin(angle) * x + cos(angle) * z);
      }
      pl_body_def def = pl_default_body_def(PL_MODEL_CONTINUUM);
      def.mesh = mesh[k];
      def.density = 300;
      def.thickness = 0.01;
      def.drag = 1;
      def.positions = start;
      def.contact.bodies = touch;
      for (int d = 0; d < 2; d++) def.continuum.stretch[d].value = 2e4;
      if (!k) {
        def.pins = &pin;
        def.pin_count = 1;
      }
      body[k] = make_body(world, &def);
    }
    step_times(world, 200);
    double mean[2] = {0, 0};
    for (int k = 0; k < 2; k++)
      for (size_t i = 0; i < NET_NODES; i++) mean[k] += body[k]->view.x[3 * i + 1] / NET_NODES;
    print_message("nets %s: one at %.3f m, on it the other at %.3f m\n", touch ? "touch" : "do not", mean[0], mean[1]);
    assert_true(mean[0] > -0.1);
    assert_true(touch ? mean[1] > mean[0] - 0.05 : mean[1] < -3);
    pl_world_destroy(world);
    for (int k = 0; k < 2; k++) pl_mesh_destroy(mesh[k]);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(sheets_keep_their_thickness),
      cmocka_unit_test(shrink_wraps_are_waisted),
      cmocka_unit_test(thick_curves_touch_themselves),
      cmocka_unit_test(nets_catch_nets),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
