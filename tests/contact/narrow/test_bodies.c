/* SPDX-License-Identifier: MIT
   Bodies against bodies and against themselves, as whole steps show it. */
#include <string.h>

#include "fixtures.h"
#include "math/vec3.h"
#include "pliant/make.h"
#include "world/world.h"

static const double eye[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};

/* A block of n^3 nodes, turned by R and shifted, as a body of its own. */
static pl_body *add_block(pl_world *world, uint32_t n, double spacing, const double R[9], const double t[3],
                          const double velocity[3], pl_body_def def)
{
  pl_mesh *mesh = make_bar(n, n, n, spacing, 26);
  pl_mesh_data rest = pl_mesh_view(mesh);
  double *x = test_calloc(6 * rest.vertex_count, sizeof *x), *v = x + 3 * rest.vertex_count;
  move_points(rest.positions, rest.vertex_count, R, t, x);
  for (size_t i = 0; i < rest.vertex_count; i++) pl_vec3_copy(velocity, v + 3 * i);
  def.contact.bodies = def.contact.self = true;
  def.mesh = mesh;
  def.positions = x;
  def.velocities = v;
  pl_body *body = make_body(world, &def);
  test_free(x);
  pl_mesh_destroy(mesh);
  return body;
}

static double world_fastest(const pl_world *world)
{
  double most = 0;
  for (size_t b = 0; b < pl_world_body_count(world); b++) most = fmax(most, fastest(pl_world_body_at(world, b)));
  return most;
}

/* Two blocks fly into each other, off centre, without gravity: they part, what they had together they keep, and energy
   is only lost. */
static void test_collision_keeps_momentum(void **state)
{
  (void)state;
  for (int k = 0; k < 3; k++) {
    pl_world_def world_def = quiet_world(1.0 / 200);
    pl_world *world = make_world(&world_def);
    double R[9], linear[2][3], angular[2][3];
    uint64_t seed = 4 + (uint64_t)k;
    random_rotation(&seed, 2, R);
    pl_body_def def = pl_default_body_def(PL_MODEL_GRAPH);
    def.graph.precision = PL_PRECISION_DOUBLE;
    def.contact.restitution = k == 2 ? 0.5 : 0;
    add_block(world, 4, 0.1, eye, (double[]){0, 0, 0}, (double[]){2, 0, 0}, def);
    add_block(world, 4, 0.08, R, (double[]){0.9, 0.1, 0.05}, (double[]){-2, 0, 0}, def);
    world_momentum(world, linear[0], angular[0]);
    double energy = world_energy(world), scale = energy;
    size_t touched = 0;
    for (int step = 0; step < 160; step++) {
      step_times(world, 1);
      touched += pl_world_stats(world).contact_count;
      double now = world_energy(world);
      if (now > energy + 1e-3 * scale)
        print_error("round %d, energy from %g to %g J at step %d\n", k, energy, now, step);
      assert_true(now <= energy + 1e-3 * scale);
      energy = fmin(energy, now);
      assert_less(pl_world_stats(world).penetration, 0.005); /* a hundredth of its size, in motion */
    }
    assert_true(touched > 4);
    energy = world_energy(world);
    assert_less(energy, 0.9 * scale);
    world_momentum(world, linear[1], angular[1]);
    assert_less(largest_difference(linear[0], linear[1], 3), 1e-10 * 27);
    /* contact answers with the whole moment; a trace of 1e-9 keeps inertia invertible
       (contact/compliance/angular_momentum.c) */
    assert_less(largest_difference(angular[0], angular[1], 3), 1e-7 * pl_vec3_length(angular[0]));
    print_message("kept %g of the energy, momentum off by %.1g, angular by %.1g\n", energy / scale,
                  largest_difference(linear[0], linear[1], 3), largest_difference(angular[0], angular[1], 3));
    pl_world_destroy(world);
  }
}

/* The same pile, stepped some times: hash of its state. */
static uint64_t pile_hash(int threads, bool fresh_lists, int steps)
{
  pl_world_def world_def = pl_default_world_def();
  world_def.threads = threads;
  pl_world *world = make_world(&world_def);
  pl_obstacle_def floor = pl_default_obstacle_def(PL_OBSTACLE_PLANE);
  assert_ok(pl_obstacle_create(world, &floor, NULL));
  uint64_t seed = 9;
  for (int k = 0; k < 4; k++) {
    double R[9];
    random_rotation(&seed, 1, R);
    add_block(world, 4, 0.05, R, (double[]){0.02 * k, 0.12 + 0.27 * k, 0.03 * (k % 2)}, (double[]){0, -2, 0},
              pl_default_body_def(PL_MODEL_GRAPH));
  }
  size_t touched = 0;
  for (int k = 0; k < steps; k++) {
    if (fresh_lists) pl_pairs_free(&world->pairs);
    step_times(world, 1);
    touched += pl_world_stats(world).contact_count;
  }
  assert_true(touched > 100);
  uint64_t hash = pl_world_hash(world);
  pl_world_destroy(world);
  return hash;
}

static void test_threads_and_lists_change_nothing(void **state)
{
  (void)state;
  uint64_t hash = pile_hash(1, false, 60);
  assert_true(hash == pile_hash(2, false, 60));
  assert_true(hash == pile_hash(4, false, 60));
  assert_true(hash == pile_hash(1, true, 60)); /* lists made anew in every step */
}

/* Three blocks on top of each other come to rest, with next to nothing of one in another. */
static void test_stack_rests(void **state)
{
  (void)state;
  pl_world_def world_def = pl_default_world_def();
  pl_world *world = make_world(&world_def);
  pl_obstacle_def floor = pl_default_obstacle_def(PL_OBSTACLE_PLANE);
  assert_ok(pl_obstacle_create(world, &floor, NULL));
  pl_body_def def = pl_default_body_def(PL_MODEL_GRAPH);
  def.graph.youngs_modulus = 5e5;
  def.graph.damping_stiffness = 0.003;
  for (int k = 0; k < 3; k++) {
    double a = 0.4 * k, R[9] = {cos(a), 0, sin(a), 0, 1, 0, -sin(a), 0, cos(a)}, middle[3];
    pl_vec3_set(middle, -0.15 * (cos(a) + sin(a)), 0.002 + 0.305 * k, -0.15 * (cos(a) - sin(a)));
    add_block(world, 4, 0.1, R, middle, (double[]){0, 0, 0}, def);
  }
  double energy = world_energy(world);
  for (int k = 0; k < 600; k++) {
    step_times(world, 1);
    double now = world_energy(world);
    assert_true(now <= energy * (1 + 1e-4));
    energy = fmin(energy, now);
  }
  print_message("stack: %.2g m/s, %.2g m deep, %zu contacts\n", world_fastest(world), pl_world_stats(world).penetration,
                pl_world_stats(world).contact_count);
  assert_less(world_fastest(world), 0.01);
  assert_less(pl_world_stats(world).penetration, 1e-3 * 0.52);
  assert_true(pl_body_positions(pl_world_body_at(world, 2))[1] > 0.55);
  pl_world_destroy(world);
}

/* Bodies that ignore each other's group pass through. */
static void test_groups(void **state)
{
  (void)state;
  for (int ignore = 0; ignore < 2; ignore++) {
    pl_world_def world_def = quiet_world(1.0 / 200);
    pl_world *world = make_world(&world_def);
    pl_body_def def = pl_default_body_def(PL_MODEL_GRAPH);
    add_block(world, 3, 0.1, eye, (double[]){0, 0, 0}, (double[]){2, 0, 0}, def);
    def.contact.group = 5;
    def.contact.ignores = ignore ? 1 : 0;
    pl_body *second = add_block(world, 3, 0.1, eye, (double[]){0.5, 0, 0}, (double[]){0, 0, 0}, def);
    step_times(world, 100);
    assert_true((fastest(second) > 0.1) == !ignore);
    pl_world_destroy(world);
  }
}

/* x -> -x of everything gives -x of everything. */
static void test_mirror(void **state)
{
  (void)state;
  double *ends[2] = {NULL, NULL};
  size_t n = 0;
  for (int side = 0; side < 2; side++) {
    double sign = side ? -1 : 1;
    pl_world_def world_def = pl_default_world_def();
    pl_world *world = make_world(&world_def);
    pl_obstacle_def floor = pl_default_obstacle_def(PL_OBSTACLE_PLANE);
    assert_ok(pl_obstacle_create(world, &floor, NULL));
    for (int k = 0; k < 2; k++) {
      pl_mesh *bar = make_bar(4, 4, 4, 0.05, 26);
      pl_mesh_data data = pl_mesh_view(bar);
      n = data.vertex_count;
      double *x = test_calloc(6 * n, sizeof *x), *v = x + 3 * n, R[9];
      uint64_t seed = 3 + (uint64_t)k;
      random_rotation(&seed, 1, R); /* nothing is parallel to anything: ties are broken by rounding */
      uint32_t *triangles = test_calloc(3 * data.triangle_count, sizeof *triangles);
      move_points(data.positions, n, R, (double[]){0.04 * k, 0.12 + 0.25 * k, 0.013 * k}, x);
      for (size_t i = 0; i < n; i++) {
        x[3 * i] *= sign;
        v[3 * i] = sign * (k ? -0.5 : 0);
      }
      for (size_t t = 0; t < data.triangle_count; t++)
        for (size_t c = 0; c < 3; c++) triangles[3 * t + c] = data.triangles[3 * t + (side && c ? 3 - c : c)];
      pl_mesh_data turned = data;
      turned.positions = x;
      turned.triangles = triangles;
      pl_mesh *mesh = NULL;
      assert_ok(pl_mesh_create(&turned, &mesh));
      pl_body_def def = pl_default_body_def(PL_MODEL_GRAPH);
      def.contact.bodies = def.contact.self = true;
      def.mesh = mesh;
      def.velocities = v;
      def.graph.precision = PL_PRECISION_DOUBLE;
      make_body(world, &def);
      pl_mesh_destroy(mesh);
      pl_mesh_destroy(bar);
      test_free(triangles);
      test_free(x);
    }
    step_times(world, 60);
    ends[side] = test_calloc(6 * n, sizeof(double));
    for (size_t k = 0; k < 2; k++)
      memcpy(ends[side] + 3 * n * k, pl_body_positions(pl_world_body_at(world, k)), 3 * n * sizeof(double));
    pl_world_destroy(world);
  }
  for (size_t i = 0; i < 2 * n; i++) ends[1][3 * i] *= -1;
  print_message("mirrored scenes differ by %.2g m\n", largest_difference(ends[0], ends[1], 6 * n));
  assert_less(largest_difference(ends[0], ends[1], 6 * n), 1e-9); /* rounding, grown over 60 steps with impacts */
  test_free(ends[0]);
  test_free(ends[1]);
}

/* Triangles without area, vertices on top of each other, bodies exactly inside each other: nothing is lost to NaN. */
static void test_degenerate_surfaces(void **state)
{
  (void)state;
  uint64_t seed = 21;
  for (int round = 0; round < 20; round++) {
    pl_world_def world_def = pl_default_world_def();
    pl_world *world = make_world(&world_def);
    pl_obstacle_def floor = pl_default_obstacle_def(PL_OBSTACLE_PLANE);
    floor.point[1] = -0.05;
    assert_ok(pl_obstacle_create(world, &floor, NULL));
    for (int b = 0; b < 3; b++) {
      enum { N = 12, T = 16 };
      double x[3 * N], masses[N];
      uint32_t triangles[3 * T], edges[2 * (N - 1)];
      for (int i = 0; i < N; i++) {
        masses[i] = 0.1;
        for (int c = 0; c < 3; c++) x[3 * i + c] = 0.1 * random_unit(&seed);
        if (i % 3 == 1) pl_vec3_copy(x + 3 * i - 3, x + 3 * i); /* coincident */
        if (i % 4 == 3) x[3 * i + 1] = 0;
      }
      for (uint32_t k = 0; k < 3 * T; k++) triangles[k] = (uint32_t)((random_unit(&seed) + 1) * 0.5 * (N - 1e-9));
      for (uint32_t t = 0; t < T; t++) /* a mesh may not use a vertex twice in a triangle */
        for (uint32_t c = 1; c < 3; c++)
          while (triangles[3 * t + c] == triangles[3 * t] || (c == 2 && triangles[3 * t + 2] == triangles[3 * t + 1]))
            triangles[3 * t + c] = (triangles[3 * t + c] + 1) % N;
      for (uint32_t e = 0; e + 1 < N; e++) {
        edges[2 * e] = e;
        edges[2 * e + 1] = e + 1;
      }
      pl_mesh_data data = {.positions = x,
                           .vertex_count = N,
                           .triangles = triangles,
                           .triangle_count = T,
                           .edges = edges,
                           .edge_count = N - 1};
      pl_mesh *mesh = NULL;
      assert_ok(pl_mesh_create(&data, &mesh));
      pl_body_def def = stiff_body(mesh, 100);
      def.contact.bodies = def.contact.self = true;
      def.masses = masses;
      make_body(world, &def);
      pl_mesh_destroy(mesh);
    }
    for (int k = 0; k < 40; k++) {
      step_times(world, 1);
      assert_true(isfinite(world_fastest(world)));
    }
    pl_world_destroy(world);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_collision_keeps_momentum),
                                     cmocka_unit_test(test_threads_and_lists_change_nothing),
                                     cmocka_unit_test(test_stack_rests),
                                     cmocka_unit_test(test_groups),
                                     cmocka_unit_test(test_mirror),
                                     cmocka_unit_test(test_degenerate_surfaces)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
