/* SPDX-License-Identifier: MIT
   The paper's contact with planes: springs inside the implicit step. That its step is the paper's with frozen normals
   is seen in test_cage_reference. */
#include "embedded_cases.h"
#include "failing.h"

typedef struct lying {
  pl_world *world;
  pl_mesh *mesh;
  pl_body *body;
} lying;

static lying lay(embedded_case which, double plane_penalty, double step, double gravity, double height)
{
  lying l = {.mesh = case_mesh()};
  pl_world_def world_def = quiet_world(step);
  world_def.gravity[1] = -gravity;
  l.world = make_world(&world_def);
  pl_obstacle_def plane = pl_default_obstacle_def(PL_OBSTACLE_PLANE);
  plane.point[1] = height;
  assert_ok(pl_obstacle_create(l.world, &plane, NULL));
  pl_body_def def = case_def(which, l.mesh);
  set_stiffness(&def, 1e6, 0);
  def.hex.plane_penalty = def.cage.plane_penalty = plane_penalty;
  l.body = make_body(l.world, &def);
  return l;
}

static void finish(lying *l)
{
  pl_world_destroy(l->world);
  pl_mesh_destroy(l->mesh);
}

/* Of all particles below a height, N/m × m^2. */
static double penalty_energy(pl_body *body, const double *y, double height, double plane_penalty)
{
  pl_embedded *nodes = inside(body);
  double sum = 0;
  set_nodes(body, y);
  for (uint32_t p = 0; p < nodes->particles; p++) {
    double place[3];
    nodes->kind->position_one(nodes, p, place);
    double depth = height - place[1];
    if (depth > 0) sum += 0.5 * plane_penalty * depth * depth;
  }
  return sum;
}

/* In a step so short that nothing else counts, M dw = -h × the derivative of the springs' energy. */
static void pushes_along_the_gradient(void **state)
{
  (void)state;
  const double height = 0.13, stiffness = 2e3, step = 1e-7;
  for (embedded_case which = 0; which < CASE_FROZEN; which++) {
    lying l = lay(which, stiffness, step, 0, height);
    pl_embedded *nodes = inside(l.body);
    size_t n = nodes->unknowns;
    double *y = malloc(n * sizeof(double)), *given = malloc(n * sizeof(double)), most = 0;
    memcpy(y, nodes->y, n * sizeof(double));
    step_times(l.world, 1);
    assert_true(pl_world_stats(l.world).contact_count > 50);
    double *w = malloc(n * sizeof(double));
    memcpy(w, nodes->w, n * sizeof(double));
    set_nodes(l.body, y);
    nodes->kind->mass(nodes, w, given);
    for (size_t k = 0; k < n; k++) most = fmax(most, fabs(given[k]) / step);
    assert_true(most > 1);
    for (size_t k = 0; k < n; k++) {
      double at = y[k], ends[2], move = 1e-6;
      for (int side = 0; side < 2; side++) {
        y[k] = at + (side ? move : -move);
        ends[side] = penalty_energy(l.body, y, height, stiffness);
      }
      y[k] = at;
      assert_close(given[k] / step, -(ends[1] - ends[0]) / (2 * move),
                   1e-4 * most); /* a particle may just cross the plane */
    }
    free(y);
    free(given);
    free(w);
    finish(&l);
  }
}

static double mean_height(const pl_body *body)
{
  const double *x = pl_body_positions(body);
  double sum = 0;
  for (size_t i = 0; i < pl_body_particle_count(body); i++) sum += x[3 * i + 1];
  return sum / (double)pl_body_particle_count(body);
}

/* At rest the springs carry the weight: stiffness × sum of depths. And it lies where contact lets it lie, less that
   depth. */
static void rests_on_its_springs(void **state)
{
  (void)state;
  const double stiffness = 2e4, gravity = 9.81;
  for (embedded_case which = 0; which < CASE_COUNT; which++) {
    lying springs = lay(which, stiffness, 0.01, gravity, -0.001), contact = lay(which, 0, 0.01, gravity, -0.001);
    step_times(springs.world, 600);
    step_times(contact.world, 600);
    const double *x = pl_body_positions(springs.body);
    double depths = 0, count = 0, weight = inside(springs.body)->total_mass * gravity;
    for (size_t i = 0; i < pl_body_particle_count(springs.body); i++) {
      double depth = -0.001 - x[3 * i + 1];
      if (depth <= 0) continue;
      depths += depth;
      count++;
    }
    double below = mean_height(contact.body) - mean_height(springs.body), expected = weight / (stiffness * count);
    print_message("%-12s carries %.6f of the weight with %g springs, lies %.3g m deeper than by contact, weight over "
                  "stiffness %.3g m\n",
                  case_name(which), stiffness * depths / weight, count, below, expected);
    assert_true(count > 10);
    assert_close(stiffness * depths, weight, 1e-3 * weight); /* it still rocks a little */
    assert_close(below, expected,
                 0.15 * expected); /* contact holds corners, springs the whole side: it bends otherwise */
    /* no plane is left to contact, whose count would come on top */
    assert_true((double)pl_world_stats(springs.world).contact_count == count);
    finish(&springs);
    finish(&contact);
  }
}

/* Other obstacles are contact's, and a plane that moves up takes the body along. */
static void planes_alone(void **state)
{
  (void)state;
  lying l = lay(CASE_CAGE, 2e4, 0.005, 9.81, -10);
  pl_obstacle_def box = pl_default_obstacle_def(PL_OBSTACLE_BOX);
  box.center[1] = -0.6;
  box.half_size[0] = box.half_size[2] = 2;
  assert_ok(pl_obstacle_create(l.world, &box, NULL));
  step_times(l.world, 200);
  const double *x = pl_body_positions(l.body);
  for (size_t i = 0; i < pl_body_particle_count(l.body); i++) assert_true(x[3 * i + 1] > -0.101);
  finish(&l);

  l = lay(CASE_CAGE, 2e4, 0.005, 9.81, -10);
  pl_obstacle_def lift = pl_default_obstacle_def(PL_OBSTACLE_PLANE);
  const pl_pose_key keys[2] = {{.time = 0}, {.time = 1, .translate = {0, 0.5, 0}}};
  lift.motion.keys = keys;
  lift.motion.count = 2;
  assert_ok(pl_obstacle_create(l.world, &lift, NULL));
  step_times(l.world, 400);
  assert_true(mean_height(l.body) > 0.5 && mean_height(l.body) < 0.8);
  finish(&l);
}

static void steps_do_not_allocate(void **state)
{
  (void)state;
  for (embedded_case which = 0; which < CASE_COUNT; which++) {
    failing_memory memory = {0};
    pl_set_allocator(&(pl_allocator){failing_allocate, failing_release, &memory});
    lying l = lay(which, 2e4, 0.005, 9.81, -0.05);
    step_times(l.world, 2);
    size_t before = memory.allocated;
    step_times(l.world, 60);
    assert_true(pl_world_stats(l.world).contact_count > 0);
    assert_int_equal(memory.allocated, before);
    finish(&l);
    pl_set_allocator(NULL);
    assert_int_equal(memory.live, 0);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(pushes_along_the_gradient),
                                     cmocka_unit_test(rests_on_its_springs), cmocka_unit_test(planes_alone),
                                     cmocka_unit_test(steps_do_not_allocate)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
