/* SPDX-License-Identifier: MIT
   Obstacles under coarse sheets: nothing shows through between particles. Depths are those of samples all over the triangles, found
   without asking contact. */
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
} bed;

static const bed beds[] = {{"sphere", sphere_under, 0.2, 0.2},
                           {"thin capsule", capsule_under, 0.02, 0.02},
                           {"tip of a capsule", tip_under, 0.02, 0.02},
                           {"corner of a box", corner_under, 0.1 * 1.7320508, 0.1}};
enum { BEDS = sizeof beds / sizeof *beds };

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
        if (getenv("VERBOSE") && (s % 10 == 0 || last > 5e-4)) print_message("  %d %g %g\n", s, last, fastest(d.sheet));
      }
      print_message("%-16s at %d m/s: %.2f %% of the radius deep, %.2f %% after 1.5 s\n", beds[k].name, fast ? 2 : 0,
                    100 * worst / beds[k].radius, 100 * last / beds[k].radius);
      pl_world_destroy(d.world);
    }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_nothing_shows_through)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
