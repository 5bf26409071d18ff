/* SPDX-License-Identifier: MIT
   Obstacles under coarse sheets: nothing shows through between particles. Depths are those of samples all over the
   triangles, found without asking contact. */
#include <string.h>

#include "failing.h"
#include "fixtures.h"
#include "math/vec3.h"
#include "pliant/make.h"

static pl_obstacle_def sphere_under(void)
{
  pl_obstacle_def def = pl_default_obstacle_def(PL_OBSTACLE_SPHERE);
  def.radius = 0.2;
  return def;
}

/* Thinner than an edge of the sheet is long. */
static pl_obstacle_def capsule_under(void)
{
  pl_obstacle_def def = pl_default_obstacle_def(PL_OBSTACLE_CAPSULE);
  def.radius = 0.02;
  pl_vec3_set(def.point_a, -0.6, 0, -0.13);
  pl_vec3_set(def.point_b, 0.6, 0, 0.17);
  return def;
}

static pl_obstacle_def tip_under(void)
{
  pl_obstacle_def def = pl_default_obstacle_def(PL_OBSTACLE_CAPSULE);
  def.radius = 0.02;
  pl_vec3_set(def.point_a, 0.02, -1, 0.01);
  pl_vec3_set(def.point_b, 0.02, 0, 0.01);
  return def;
}

/* Turns a diagonal of a cube upright. */
static const pl_pose_key corner_up[] = {{.rotate = {-0.6755108588, 0, 0.6755108588}}};

static pl_obstacle_def corner_under(void)
{
  pl_obstacle_def def = pl_default_obstacle_def(PL_OBSTACLE_BOX);
  pl_vec3_set(def.half_size, 0.1, 0.1, 0.1);
  def.motion.keys = corner_up;
  def.motion.count = 1;
  return def;
}

/* Its rim is thinner than an edge. */
static pl_obstacle_def bowl_under(void)
{
  pl_obstacle_def def = pl_default_obstacle_def(PL_OBSTACLE_BOWL);
  def.radius = 0.2;
  def.thickness = 0.04;
  return def;
}

typedef struct drape {
  pl_world *world;
  pl_body *sheet;
  pl_obstacle_id obstacle;
} drape;

/* A sheet of 1 m and 10 × 10 squares falls flat, a little off, from where the obstacle begins. */
static drape lay(const pl_obstacle_def *obstacle, double top, double speed, bool mirrored, int threads)
{
  pl_mesh *sheet = NULL;
  assert_ok(pl_make_sheet(1, 1, 11, 11, &sheet));
  pl_mesh_data data = pl_mesh_view(sheet);
  double x[3 * 121], v[3 * 121], turn = mirrored ? -0.3 : 0.3, side = mirrored ? -1 : 1;
  double R[9] = {cos(turn), 0, sin(turn), 0, 1, 0, -sin(turn), 0, cos(turn)};
  double *flipped = test_calloc(3 * data.vertex_count, sizeof *flipped);
  for (size_t i = 0; i < data.vertex_count; i++)
    for (size_t c = 0; c < 3; c++) flipped[3 * i + c] = (mirrored && c == 0 ? -1 : 1) * data.positions[3 * i + c];
  move_points(flipped, data.vertex_count, R, (double[]){side * 0.017, top + 0.01, 0.023}, x);
  for (size_t i = 0; i < data.vertex_count; i++) pl_vec3_set(v + 3 * i, 0, -speed, 0);
  test_free(flipped);
  pl_world_def world_def = pl_default_world_def();
  world_def.step = 1.0 / 200;
  world_def.threads = threads;
  drape d = {.world = make_world(&world_def)};
  assert_ok(pl_obstacle_create(d.world, obstacle, &d.obstacle));
  pl_body_def def = pl_default_body_def(PL_MODEL_GRAPH);
  def.mesh = sheet;
  def.thickness = 0.004;
  def.positions = x;
  def.velocities = v;
  def.graph.stiffness = 300;
  def.graph.laplacian = 0.02;
  def.graph.damping_stiffness = 0.002;
  def.graph.damping_mass = 4;
  def.graph.precision = PL_PRECISION_DOUBLE;
  d.sheet = make_body(d.world, &def);
  pl_mesh_destroy(sheet);
  return d;
}

/* How deep the deepest of many samples of all triangles is. */
static double deepest(const drape *d)
{
  enum { PARTS = 12 };
  pl_mesh_data rest = pl_body_rest(d->sheet);
  const double *x = pl_body_positions(d->sheet);
  double least = INFINITY;
  for (size_t t = 0; t < rest.triangle_count; t++)
    for (int i = 0; i <= PARTS; i++)
      for (int j = 0; i + j <= PARTS; j++) {
        double u = (double)i / PARTS, w = (double)j / PARTS, weights[3] = {1 - u - w, u, w}, point[3] = {0, 0, 0}, gap;
        for (int k = 0; k < 3; k++)
          pl_vec3_add_scaled(point, weights[k], x + 3 * (size_t)rest.triangles[3 * t + (size_t)k], point);
        assert_ok(pl_obstacle_distance(d->world, d->obstacle, point, &gap, NULL));
        least = fmin(least, gap);
      }
  return fmax(0, -least);
}

typedef struct bed {
  const char *name;
  pl_obstacle_def (*make)(void);
  double top, radius; /* m */
  double most;        /* part of the radius */
} bed;

static const bed beds[] = {{"sphere", sphere_under, 0.2, 0.2, 0.01},
                           {"thin capsule", capsule_under, 0.02, 0.02, 0.01},
                           {"tip of a capsule", tip_under, 0.02, 0.02, 0.01},
                           {"corner of a box", corner_under, 0.1 * 1.7320508, 0.1, 0.01},
                           {"rim of a bowl", bowl_under, 0.02, 0.02, 0.015}};
enum { BEDS = sizeof beds / sizeof *beds };

/* A hundredth of the radius, in any step, falling as well as thrown. Edges may be a thousandth of their length deeper
   than their ends, and triangles as much deeper than their edges: of the rim of the bowl that is 1.4 %. */
static void test_nothing_shows_through(void **state)
{
  (void)state;
  for (int k = 0; k < BEDS; k++)
    for (int fast = 0; fast < 2; fast++) {
      pl_obstacle_def obstacle = beds[k].make();
      drape d = lay(&obstacle, beds[k].top, fast ? 2 : 0, false, 1);
      double worst = 0, last = 0;
      for (int s = 0; s < 300; s++) {
        step_times(d.world, 1);
        last = deepest(&d);
        worst = fmax(worst, last);
      }
      print_message("%-16s at %d m/s: %.2f %% of the radius deep, %.2f %% after 1.5 s\n", beds[k].name, fast ? 2 : 0,
                    100 * worst / beds[k].radius, 100 * last / beds[k].radius);
      assert_less(worst, beds[k].most * beds[k].radius);
      assert_int_equal(pl_world_contact_pair_count(d.world), 1); /* it still lies there */
      pl_world_destroy(d.world);
    }
}

/* What carries the sheet is its weight, told alike for the pair and for the particles. */
static void test_forces_carry_the_weight(void **state)
{
  (void)state;
  pl_obstacle_def obstacle = sphere_under();
  drape d = lay(&obstacle, 0.2, 0, false, 1);
  step_times(d.world, 1200);
  double up = 0, weight = 9.81 * mass_of(d.sheet), contact[3 * 121], friction[3 * 121], sum[3] = {0, 0, 0};
  assert_int_equal(pl_world_contact_pair_count(d.world), 1);
  pl_contact_pair pair = pl_world_contact_pair(d.world, 0);
  up = pair.force[1] + pair.friction[1];
  assert_ok(pl_body_contact_forces(d.sheet, contact, friction));
  for (size_t i = 0; i < 121; i++)
    for (size_t c = 0; c < 3; c++) sum[c] += contact[3 * i + c] + friction[3 * i + c];
  print_message("%.4f N carry %.4f N, moving at %.2g m/s, %zu contacts, %.2g m deep\n", up, weight, fastest(d.sheet),
                pair.contacts, pair.penetration);
  assert_close(up, weight, 0.01 * weight);
  for (size_t c = 0; c < 3; c++) assert_close(sum[c], pair.force[c] + pair.friction[c], 1e-5 * weight); /* floats */
  assert_less(pair.penetration, 1e-3 * 0.2);
  pl_world_destroy(d.world);
}

/* Two triangles fall on a small ball: below the edge that they share it makes one contact, and so it does below one of
   them. */
static void test_one_contact_each(void **state)
{
  (void)state;
  static const double middles[2][2] = {{0, 0}, {0.15, 0.15}};
  double x[12] = {-0.5, 0.0505, -0.5, 0.5, 0.0505, -0.5, 0.5, 0.0505, 0.5, -0.5, 0.0505, 0.5};
  uint32_t triangles[6] = {0, 1, 3, 1, 2, 3};
  for (int k = 0; k < 2; k++) {
    pl_mesh_data data = {.positions = x, .vertex_count = 4, .triangles = triangles, .triangle_count = 2};
    pl_mesh *mesh = NULL;
    assert_ok(pl_mesh_create(&data, &mesh));
    pl_world_def world_def = pl_default_world_def();
    world_def.step = 1.0 / 200;
    drape d = {.world = make_world(&world_def)};
    pl_obstacle_def ball = pl_default_obstacle_def(PL_OBSTACLE_SPHERE);
    ball.radius = 0.05;
    ball.center[0] = middles[k][0];
    ball.center[2] = middles[k][1];
    assert_ok(pl_obstacle_create(d.world, &ball, &d.obstacle));
    pl_body_def def = pl_default_body_def(PL_MODEL_GRAPH);
    def.mesh = mesh;
    def.thickness = 0.01;
    def.graph.stiffness = 1e4;
    d.sheet = make_body(d.world, &def);
    pl_mesh_destroy(mesh);
    for (int s = 0; s < 5 && pl_world_contact_pair_count(d.world) == 0; s++) step_times(d.world, 1);
    assert_int_equal(pl_world_contact_pair_count(d.world), 1);
    assert_int_equal(pl_world_contact_pair(d.world, 0).contacts, 1);
    assert_less(deepest(&d), 1e-4);
    pl_world_destroy(d.world);
  }
}

/* A capsule comes up below a sheet whose rim is pinned, and takes it along. */
static void test_moving_obstacles_lift(void **state)
{
  (void)state;
  static const pl_pose_key keys[] = {{.time = 0}, {.time = 0.5, .translate = {0, 0.25, 0}, .rotate = {0, 0.5, 0}}};
  pl_obstacle_def obstacle = capsule_under();
  pl_vec3_set(obstacle.point_a, -0.2, 0, -0.03);
  pl_vec3_set(obstacle.point_b, 0.2, 0, 0.05);
  obstacle.motion = (pl_motion){.keys = keys, .count = 2};
  drape d = lay(&obstacle, 0.02, 0, false, 1);
  pl_mesh_data rest = pl_body_rest(d.sheet);
  uint32_t rim[121];
  size_t count = 0;
  for (uint32_t i = 0; i < 121; i++)
    if (fmax(fabs(rest.positions[3 * i]), fabs(rest.positions[3 * i + 2])) > 0.49) rim[count++] = i;
  pl_pin_def pin = pl_default_pin_def();
  pin.particles = rim;
  pin.count = count;
  pl_pin_id id;
  assert_ok(pl_pin_create(d.sheet, &pin, &id));
  double worst = 0, highest = 0;
  for (int s = 0; s < 120; s++) {
    step_times(d.world, 1);
    worst = fmax(worst, deepest(&d));
  }
  for (size_t i = 0; i < 121; i++) highest = fmax(highest, pl_body_positions(d.sheet)[3 * i + 1]);
  print_message("lifted to %.3f m, %.2f %% of the radius deep\n", highest, 100 * worst / 0.02);
  assert_true(highest > 0.24);
  assert_less(worst, 0.05 * 0.02); /* it moves by an eighth of its radius in a step */
  assert_less(deepest(&d), 0.01 * 0.02);
  pl_world_destroy(d.world);
}

static void test_mirrored(void **state)
{
  (void)state;
  pl_obstacle_def obstacle = sphere_under();
  drape a = lay(&obstacle, 0.2, 1, false, 1), b = lay(&obstacle, 0.2, 1, true, 1);
  step_times(a.world, 60);
  step_times(b.world, 60);
  const double *x = pl_body_positions(a.sheet), *y = pl_body_positions(b.sheet);
  double most = 0;
  for (size_t i = 0; i < 3 * 121; i++) most = fmax(most, fabs(x[i] - (i % 3 == 0 ? -y[i] : y[i])));
  print_message("mirrored sheets differ by %.2g m\n", most);
  assert_less(most, 1e-9); /* rounding, grown by impacts */
  assert_int_equal(pl_world_contact_pair_count(a.world), 1);
  pl_world_destroy(a.world);
  pl_world_destroy(b.world);
}

static void test_same_bits(void **state)
{
  (void)state;
  uint64_t hashes[3];
  pl_obstacle_def obstacle = corner_under();
  for (int k = 0; k < 3; k++) {
    drape d = lay(&obstacle, beds[3].top, 1, false, k == 1 ? 3 : 1);
    step_times(d.world, 60);
    if (k == 2) { /* goes on from a snapshot as if it had never stopped */
      void *data = NULL;
      size_t size;
      assert_ok(pl_world_save(d.world, &data, &size));
      step_times(d.world, 30);
      assert_ok(pl_world_restore(d.world, data, size));
      pl_free(data);
    }
    step_times(d.world, 60);
    hashes[k] = pl_world_hash(d.world);
    pl_world_destroy(d.world);
  }
  assert_int_equal(hashes[1], hashes[0]);
  assert_int_equal(hashes[2], hashes[0]);
}

static void test_steps_do_not_allocate(void **state)
{
  (void)state;
  failing_memory memory = {0};
  pl_set_allocator(&(pl_allocator){failing_allocate, failing_release, &memory});
  pl_obstacle_def obstacle = sphere_under();
  drape d = lay(&obstacle, 0.2, 0, false, 2);
  step_times(d.world, 1);
  size_t before = memory.allocated;
  step_times(d.world, 200);
  assert_int_equal(pl_world_contact_pair_count(d.world), 1);
  assert_int_equal(memory.allocated, before);
  pl_world_destroy(d.world);
  pl_set_allocator(NULL);
  assert_int_equal(memory.live, 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_nothing_shows_through),
                                     cmocka_unit_test(test_forces_carry_the_weight),
                                     cmocka_unit_test(test_one_contact_each),
                                     cmocka_unit_test(test_moving_obstacles_lift),
                                     cmocka_unit_test(test_mirrored),
                                     cmocka_unit_test(test_same_bits),
                                     cmocka_unit_test(test_steps_do_not_allocate)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
