/* SPDX-License-Identifier: MIT
   Meshes as obstacles: resting, not passing, being pushed, with any number of threads, snapshots, bad input. */
#include <string.h>

#include "contact/obstacle/moving.h"
#include "failing.h"
#include "fixtures.h"
#include "math/vec3.h"
#include "mesh/generate/lathe.h"
#include "pliant/make.h"
#include "world/world.h"

static const double pi = 3.14159265358979323846;
static const pl_pose still = {{1, 0, 0, 0, 1, 0, 0, 0, 1}, {0}};

/* A bowl that opens upwards. With a wall: its whole surface, with a round rim; without: half a sphere, open. */
static pl_mesh *make_bowl(double radius, double wall)
{
  enum { ARC = 48, RIM = 6, AROUND = 128 };
  pl_ring rings[2 * ARC + RIM + 4];
  size_t n = 0;
  double middle = radius + wall / 2;
  for (int k = 0; k <= ARC; k++) { /* outside, from the bottom to the rim */
    double a = pi / 2 * k / ARC, r = radius + wall;
    rings[n++] = (pl_ring){k ? r * sin(a) : 0, -r * cos(a), k ? AROUND : 1};
  }
  for (int k = 1; wall > 0 && k < RIM; k++)
    rings[n++] = (pl_ring){middle + wall / 2 * cos(pi * k / RIM), wall / 2 * sin(pi * k / RIM), AROUND};
  for (int k = ARC; wall > 0 && k >= 0; k--) {
    double a = pi / 2 * k / ARC;
    rings[n++] = (pl_ring){k ? radius * sin(a) : 0, -radius * cos(a), k ? AROUND : 1};
  }
  pl_mesh_builder builder = {0};
  pl_mesh *mesh = NULL;
  pl_lathe(&builder, rings, n, 0);
  assert_ok(pl_builder_finish(&builder, &mesh));
  return mesh;
}

/* A plate of half sizes a, b, c about the origin. */
static pl_mesh *make_plate(double a, double b, double c)
{
  const uint32_t counts[3] = {3, 2, 3};
  pl_mesh *made = NULL, *mesh = NULL;
  assert_ok(pl_make_box(counts, 1, &made));
  pl_mesh_data data = pl_mesh_view(made);
  double *x = test_calloc(3 * data.vertex_count, sizeof *x), low[3] = {INFINITY, INFINITY, INFINITY};
  const double half[3] = {a, b, c}, extent[3] = {2, 1, 2};
  for (size_t i = 0; i < 3 * data.vertex_count; i++) low[i % 3] = fmin(low[i % 3], data.positions[i]);
  for (size_t i = 0; i < 3 * data.vertex_count; i++)
    x[i] = ((data.positions[i] - low[i % 3]) / extent[i % 3] * 2 - 1) * half[i % 3];
  data.positions = x;
  assert_ok(pl_mesh_create(&data, &mesh));
  test_free(x);
  pl_mesh_destroy(made);
  return mesh;
}

static pl_obstacle_def mesh_obstacle(const pl_mesh *mesh, double thickness)
{
  pl_obstacle_def def = pl_default_obstacle_def(PL_OBSTACLE_MESH);
  def.mesh = mesh;
  def.thickness = thickness;
  return def;
}

static double middle_height(const pl_body *body)
{
  double sum = 0;
  size_t n = pl_body_particle_count(body);
  for (size_t i = 0; i < n; i++) sum += pl_body_positions(body)[3 * i + 1];
  return sum / (double)n;
}

static pl_body *add_ball(pl_world *world, double radius, const double at[3], double drag)
{
  pl_mesh *mesh = NULL;
  assert_ok(pl_make_icosphere(radius, 4, &mesh));
  size_t n = pl_mesh_view(mesh).vertex_count;
  double *x = test_calloc(3 * n, sizeof *x);
  move_points(pl_mesh_view(mesh).positions, n, still.rotation, at, x);
  pl_body_def def = pl_default_body_def(PL_MODEL_SURFACE);
  def.mesh = mesh;
  def.density = 500;
  def.surface.damping = 0.1;
  def.drag = drag;
  def.positions = x;
  pl_body *body = make_body(world, &def);
  test_free(x);
  pl_mesh_destroy(mesh);
  return body;
}

/* How high a soft ball lies that fell into a bowl a little beside its middle, and how deep it got into it. */
static double rests_at(pl_obstacle_def def, double *deepest, double *speed)
{
  pl_world_def world_def = pl_default_world_def();
  pl_world *world = make_world(&world_def);
  pl_obstacle_id id;
  assert_ok(pl_obstacle_create(world, &def, &id));
  pl_body *ball = add_ball(world, 0.2, (double[]){0.005, -0.2, 0}, 2); /* without drag it rolls for long */
  *deepest = 0;
  for (int k = 0; k < 400; k++) {
    step_times(world, 1);
    for (size_t i = 0; i < pl_body_particle_count(ball); i++) {
      double distance;
      assert_ok(pl_obstacle_distance(world, id, pl_body_positions(ball) + 3 * i, &distance, NULL));
      *deepest = fmax(*deepest, -distance);
    }
  }
  double height = middle_height(ball);
  *speed = fastest(ball);
  pl_world_destroy(world);
  return height;
}

static void test_rests_in_a_bowl(void **state)
{
  (void)state;
  pl_mesh *walled = make_bowl(0.5, 0.05), *open = make_bowl(0.525, 0);
  pl_obstacle_def bowl = pl_default_obstacle_def(PL_OBSTACLE_BOWL); /* radius 0.5, thickness 0.05 */
  double deepest[3], speed[3];
  double wanted = rests_at(bowl, &deepest[0], &speed[0]);
  double solid = rests_at(mesh_obstacle(walled, 0), &deepest[1], &speed[1]);
  double shell = rests_at(mesh_obstacle(open, 0.05), &deepest[2], &speed[2]);
  print_message(
      "height in a bowl %.6f m, in its mesh %.6f, in a shell %.6f; deepest %.2g, %.2g, %.2g m; %.2g, %.2g, %.2g m/s\n",
      wanted, solid, shell, deepest[0], deepest[1], deepest[2], speed[0], speed[1], speed[2]);
  /* of the shell only facets differ: 0.525 m (1 - cos(pi/192)) < 0.1 mm across, as much around at this depth; of the
     grid a twentieth of its spacing, 1.1 m / 64, more */
  assert_close(shell, wanted, 4e-4);
  assert_close(solid, wanted, 4e-4 + 0.05 * 1.1 / 64);
  for (int k = 0; k < 3; k++) {
    assert_less(deepest[k], 1e-2 * 0.4); /* a hundredth of the ball in motion */
    assert_less(speed[k], 0.02);
  }
  pl_mesh_destroy(walled);
  pl_mesh_destroy(open);
}

/* Points thrown through thin things from all sides, much faster than they are thick: always told of the side they came
   from. */
static void test_nothing_passes(void **state)
{
  (void)state;
  pl_mesh *meshes[4] = {make_plate(0.5, 0.001, 0.5), make_plate(0.5, 0.02, 0.5), NULL, NULL};
  assert_ok(pl_make_sheet(1, 1, 4, 4, &meshes[2]));
  assert_ok(pl_make_icosphere(0.01, 3, &meshes[3]));
  double thickness[4] = {0, 0, 0.002, 0};
  uint64_t seed = 11;
  for (int s = 0; s < 4; s++) {
    pl_distance_grid *grid = NULL;
    pl_mesh_data data = pl_mesh_view(meshes[s]);
    assert_ok(pl_distance_grid_create(&data, 0, thickness[s], NULL, &grid));
    pl_obstacle_def shape = mesh_obstacle(meshes[s], thickness[s]);
    pl_moving_obstacle obstacle = {
        .shape = &shape, .axis = pl_shape_find_axis(&shape), .grid = grid, .before = still, .now = still};
    int thrown = 0;
    for (int k = 0; k < 10000; k++) {
      double inside[3] = {s == 3 ? 0 : 0.4 * random_unit(&seed), 0, s == 3 ? 0 : 0.4 * random_unit(&seed)};
      double from[3], to[3], way[3], normal[3], velocity[3];
      for (int c = 0; c < 3; c++) way[c] = random_unit(&seed);
      pl_vec3_normalise(way, (double[]){0, 1, 0}, way);
      if (s < 3 && fabs(way[1]) < 0.1) continue; /* might go round the rim */
      double length = s == 1 ? 0.3 : 0.1;
      pl_vec3_add_scaled(inside, -length, way, from);
      pl_vec3_add_scaled(inside, length, way, to);
      if (s == 1 && fabs(from[1]) < 0.021) continue;
      double gap = pl_obstacle_swept_gap(&obstacle, from, to, 0.01, normal, velocity);
      assert_less(gap, 0);
      assert_less(pl_vec3_dot(normal, way), 0);
      thrown++;
    }
    assert_true(thrown > 5000);
    pl_distance_grid_destroy(grid);
    pl_mesh_destroy(meshes[s]);
  }
}

/* Single particles at 20 m/s against a wall of 2 mm, h = 1/60: a third of a metre per step. */
static void test_fast_particles_stay_on_their_side(void **state)
{
  (void)state;
  pl_mesh *plate = make_plate(0.5, 0.001, 0.5);
  pl_world_def world_def = quiet_world(1.0 / 60);
  pl_world *world = make_world(&world_def);
  pl_obstacle_def wall = mesh_obstacle(plate, 0);
  assert_ok(pl_obstacle_create(world, &wall, NULL));
  enum { COUNT = 200 };
  static double x[3 * COUNT], v[3 * COUNT], masses[COUNT];
  uint32_t edges[2 * COUNT];
  uint64_t seed = 2;
  for (size_t i = 0; i < COUNT; i++) {
    masses[i] = 1;
    edges[2 * i] = (uint32_t)i;
    edges[2 * i + 1] = (uint32_t)i + 2;
    double side = i % 2 ? 1 : -1;
    pl_vec3_set(x + 3 * i, 0.3 * random_unit(&seed), side * (0.3 + 0.2 * random_unit(&seed)), 0.3 * random_unit(&seed));
    pl_vec3_set(v + 3 * i, random_unit(&seed), -20 * side, random_unit(&seed));
  }
  pl_mesh *points = make_graph(x, COUNT, edges, COUNT - 2);
  pl_body_def def = stiff_body(points, 1e-3); /* hardly anything holds them together */
  def.masses = masses;
  def.velocities = v;
  pl_body *body = make_body(world, &def);
  for (int k = 0; k < 20; k++) {
    step_times(world, 1);
    for (size_t i = 0; i < COUNT; i++) {
      double side = i % 2 ? 1 : -1, y = side * pl_body_positions(body)[3 * i + 1];
      if (fabs(pl_body_positions(body)[3 * i]) < 0.5 && fabs(pl_body_positions(body)[3 * i + 2]) < 0.5)
        assert_true(y > 0.001 - 1e-4); /* a ten-thousandth of a metre: what passes leave of a body of a metre */
    }
  }
  pl_world_destroy(world);
  pl_mesh_destroy(points);
  pl_mesh_destroy(plate);
}

/* A block of a mesh that moves sideways carries what lies on it and pushes what stands before it. */
static void test_keyframes(void **state)
{
  (void)state;
  pl_mesh *block = make_plate(0.5, 0.5, 0.5);
  for (int before = 0; before < 2; before++) {
    pl_mesh *mesh = make_bar(3, 3, 3, 0.1, 26);
    double x[81];
    move_points(pl_mesh_view(mesh).positions, 27, still.rotation, (double[]){before ? 0.55 : -0.1, 0, -0.1}, x);
    pl_world_def world_def = quiet_world(1.0 / 100);
    world_def.gravity[1] = -9.81;
    pl_world *world = make_world(&world_def);
    double y = before ? 0 : -0.5;
    const pl_pose_key keys[2] = {{.time = 0.2, .translate = {0, y, 0}}, {.time = 2.2, .translate = {1, y, 0}}};
    pl_obstacle_def def = mesh_obstacle(block, 0);
    def.friction = 0.8;
    def.motion = (pl_motion){.keys = keys, .count = 2};
    assert_ok(pl_obstacle_create(world, &def, NULL));
    pl_obstacle_def plane = pl_default_obstacle_def(PL_OBSTACLE_PLANE);
    plane.friction = 0.1;
    if (before) assert_ok(pl_obstacle_create(world, &plane, NULL));
    pl_body_def body_def = pl_default_body_def(PL_MODEL_GRAPH);
    body_def.mesh = mesh;
    body_def.positions = x;
    pl_body *body = make_body(world, &body_def);
    step_times(world, 220);
    double moved = pl_body_positions(body)[39] - x[39], wanted = before ? 0.95 : 1; /* the middle */
    if (fabs(moved - wanted) > 0.03) print_error("%s: moved %g of %g\n", before ? "pushed" : "carried", moved, wanted);
    assert_close(moved, wanted, 0.03);
    pl_obstacle_def seen;
    double axes[9];
    assert_ok(pl_world_obstacle_at(world, 0, &seen, axes));
    assert_close(seen.center[0], 1, 1e-9); /* where its origin is */
    assert_close(seen.center[1], y, 1e-9);
    assert_int_equal(pl_mesh_view(seen.mesh).triangle_count, pl_mesh_view(block).triangle_count);
    pl_world_destroy(world);
    pl_mesh_destroy(mesh);
  }
  pl_mesh_destroy(block);
}

/* Two rings alike, one of them turning, and two balls. */
static pl_world *make_rings(int threads, bool with_obstacles)
{
  pl_world_def world_def = pl_default_world_def();
  world_def.threads = threads;
  pl_world *world = make_world(&world_def);
  pl_mesh *mesh = NULL;
  assert_ok(pl_make_torus(0.3, 0.1, 32, 16, &mesh));
  pl_obstacle_def ring = mesh_obstacle(mesh, 0);
  const pl_pose_key keys[2] = {{.time = 0, .translate = {1, 0, 0}}, {.time = 1, .rotate = {0, 0, 2}}};
  if (with_obstacles) assert_ok(pl_obstacle_create(world, &ring, NULL));
  ring.motion = (pl_motion){.keys = keys, .count = 2, .pivot = {1, 0, 0}};
  ring.name = "turning";
  if (with_obstacles) assert_ok(pl_obstacle_create(world, &ring, NULL));
  pl_mesh_destroy(mesh);
  add_ball(world, 0.2, (double[]){0.1, 0.3, 0.02}, 0);
  add_ball(world, 0.2, (double[]){1.1, 0.3, 0.02}, 0);
  return world;
}

static void test_same_bits(void **state)
{
  (void)state;
  pl_world *one = make_rings(1, true), *four = make_rings(4, true);
  for (int k = 0; k < 60; k++) {
    step_times(one, 1);
    step_times(four, 1);
    assert_true(pl_world_hash(one) == pl_world_hash(four));
  }
  assert_true(pl_world_stats(one).contact_count > 0);
  pl_world_destroy(one);
  pl_world_destroy(four);
}

static void test_grids_are_shared(void **state)
{
  (void)state;
  pl_world *world = make_rings(1, true);
  pl_distance_grid *grid = world->obstacles[0].grid;
  assert_ptr_equal(grid, world->obstacles[1].grid);
  assert_int_equal(grid->users, 2);
  assert_ok(pl_obstacle_remove(world, (pl_obstacle_id){0, world->obstacles[0].generation}));
  step_times(world, 1);
  assert_int_equal(grid->users, 1);
  double distance, centre[3] = {1, 0, 0};
  assert_ok(pl_obstacle_distance(world, (pl_obstacle_id){1, 1}, centre, &distance, NULL));
  assert_close(distance, 0.2, 0.02); /* to the tube of the ring, which turns about its own middle */
  pl_world_destroy(world);
}

/* A world that never had these obstacles continues bit for bit. */
static void test_snapshots(void **state)
{
  (void)state;
  pl_world *world = make_rings(1, true), *fresh = make_rings(2, false);
  step_times(world, 30);
  void *data = NULL;
  size_t size = 0;
  assert_ok(pl_world_save(world, &data, &size));
  step_times(world, 30);
  assert_ok(pl_world_restore(fresh, data, size));
  assert_ptr_equal(fresh->obstacles[0].grid, fresh->obstacles[1].grid);
  step_times(fresh, 30);
  assert_true(pl_world_hash(world) == pl_world_hash(fresh));
  pl_distance_grid *before = world->obstacles[0].grid;
  assert_ok(pl_world_restore(world, data, size));
  assert_ptr_equal(before, world->obstacles[0].grid); /* not made again */
  step_times(world, 30);
  assert_true(pl_world_hash(world) == pl_world_hash(fresh));
  pl_free(data);
  pl_world_destroy(world);
  pl_world_destroy(fresh);
}

static void test_refusals(void **state)
{
  (void)state;
  pl_world_def world_def = quiet_world(0.01);
  pl_world *world = make_world(&world_def);
  pl_mesh *sheet = NULL, *bar = make_bar(3, 3, 3, 0.1, 26), *points = make_graph((double[]){0, 0, 0}, 1, NULL, 0);
  assert_ok(pl_make_sheet(1, 1, 4, 4, &sheet));
  pl_obstacle_def def = pl_default_obstacle_def(PL_OBSTACLE_MESH);
  assert_refused(pl_obstacle_create(world, &def, NULL), PL_ERROR_ARGUMENT, "needs a mesh");
  def.mesh = points;
  def.name = "dust";
  assert_refused(pl_obstacle_create(world, &def, NULL), PL_ERROR_ARGUMENT,
                 "obstacle 'dust': the mesh has no triangles");
  def.mesh = sheet;
  assert_refused(pl_obstacle_create(world, &def, NULL), PL_ERROR_ARGUMENT, "give it a thickness");
  def.thickness = -1;
  assert_refused(pl_obstacle_create(world, &def, NULL), PL_ERROR_ARGUMENT, "thickness must be zero or positive");
  def.thickness = 0.01;
  def.spacing = 1e-5;
  assert_refused(pl_obstacle_create(world, &def, NULL), PL_ERROR_LIMIT, "give a larger one");
  def.spacing = NAN;
  assert_refused(pl_obstacle_create(world, &def, NULL), PL_ERROR_ARGUMENT, "spacing");
  assert_int_equal(pl_world_obstacle_count(world), 0);
  def.spacing = 0;
  assert_ok(pl_obstacle_create(world, &def, NULL));
  assert_int_equal(pl_world_obstacle_count(world), 1);
  pl_world_destroy(world);
  pl_mesh_destroy(sheet);
  pl_mesh_destroy(bar);
  pl_mesh_destroy(points);
}

static pl_status live(void *context)
{
  const pl_mesh *mesh = context;
  pl_world_def world_def = quiet_world(0.01);
  pl_world *world = NULL;
  pl_obstacle_def def = mesh_obstacle(mesh, 0);
  def.spacing = 0.2;
  void *data = NULL;
  size_t size = 0;
  pl_status status = pl_world_create(&world_def, &world);
  for (int k = 0; k < 2 && status == PL_OK; k++) status = pl_obstacle_create(world, &def, NULL);
  if (status == PL_OK) status = pl_world_save(world, &data, &size);
  if (status == PL_OK) status = pl_world_restore(world, data, size);
  if (status == PL_OK) status = pl_world_step(world);
  pl_free(data);
  pl_world_destroy(world);
  return status;
}

static void test_failing_memory(void **state)
{
  (void)state;
  pl_mesh *mesh = make_plate(0.5, 0.2, 0.5);
  assert_true(fail_each_allocation(live, mesh) > 20);
  pl_mesh_destroy(mesh);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_rests_in_a_bowl),
                                     cmocka_unit_test(test_nothing_passes),
                                     cmocka_unit_test(test_fast_particles_stay_on_their_side),
                                     cmocka_unit_test(test_keyframes),
                                     cmocka_unit_test(test_same_bits),
                                     cmocka_unit_test(test_grids_are_shared),
                                     cmocka_unit_test(test_snapshots),
                                     cmocka_unit_test(test_refusals),
                                     cmocka_unit_test(test_failing_memory)};
  choose_tests();
  return cmocka_run_group_tests(tests, NULL, NULL);
}
