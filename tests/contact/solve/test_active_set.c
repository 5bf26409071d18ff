/* SPDX-License-Identifier: MIT
   Bodies of every model that is coupled land on a floor with far more near it than push: what they do depends
   neither on threads nor on what was kept from step to step, and gains no energy. */
#include "fixtures.h"
#include "pliant/subspace.h"
#include "world/world.h"

typedef struct lander {
  const char *name;
  pl_model_kind model;
  bool in_subspace;
} lander;

static const lander landers[] = {{"graph", PL_MODEL_GRAPH, false},
                                 {"subspace", PL_MODEL_GRAPH, true},
                                 {"cage", PL_MODEL_CAGE, false},
                                 {"hex", PL_MODEL_HEX, false}};
enum { LANDERS = sizeof landers / sizeof *landers, LANDING = 12, RESTING = 18 };

static void enter_subspace(pl_body *body)
{
  size_t size = 0;
  double *basis = test_calloc(pl_body_particle_count(body) * (12 + PL_SUBSPACE_ROTATIONS), sizeof *basis);
  assert_ok(pl_subspace_modes(body, 12, true, basis, &size, NULL));
  assert_ok(pl_body_set_subspace(body, basis, size));
  test_free(basis);
}

/* A slab, turned a little, above a plane. */
static pl_world *make_lander(const lander *of, int threads, pl_body **body)
{
  pl_world_def world_def = pl_default_world_def();
  world_def.threads = threads;
  world_def.step = 1.0 / 60;
  world_def.sleep.speed = 0;
  pl_world *world = make_world(&world_def);
  pl_obstacle_def plane = pl_default_obstacle_def(PL_OBSTACLE_PLANE);
  plane.point[1] = -0.3;
  pl_obstacle_id id;
  assert_ok(pl_obstacle_create(world, &plane, &id));
  pl_mesh *mesh = NULL;
  if (of->model == PL_MODEL_GRAPH)
    mesh = make_bar(13, 4, 13, 0.05, 26);
  else
    assert_ok(pl_make_box((uint32_t[]){13, 4, 13}, 0.05, &mesh));
  pl_mesh_data rest = pl_mesh_view(mesh);
  double *x = test_calloc(3 * rest.vertex_count, sizeof *x), least = INFINITY, turn[9];
  uint64_t seed = 5;
  random_rotation(&seed, 0.05, turn);
  move_points(rest.positions, rest.vertex_count, turn, (double[]){0, 0, 0}, x);
  for (size_t i = 0; i < rest.vertex_count; i++) least = fmin(least, x[3 * i + 1]);
  for (size_t i = 0; i < rest.vertex_count; i++) x[3 * i + 1] -= least + 0.3 - 0.05;
  pl_body_def def = pl_default_body_def(of->model);
  def.mesh = mesh;
  def.positions = x;
  def.graph.youngs_modulus = def.cage.youngs_modulus = def.hex.youngs_modulus = 2e5;
  def.hex.nodes = 200;
  *body = make_body(world, &def);
  if (of->in_subspace) enter_subspace(*body);
  test_free(x);
  pl_mesh_destroy(mesh);
  return world;
}

static void same_bits(const pl_body *a, const pl_body *b)
{
  size_t bytes = 3 * a->count * sizeof(double);
  assert_memory_equal(a->view.x, b->view.x, bytes);
  assert_memory_equal(a->view.v, b->view.v, bytes);
}

static void test_threads(void **state)
{
  (void)state;
  for (int k = 0; k < LANDERS; k++) {
    pl_body *bodies[3];
    pl_world *worlds[3];
    size_t pushing = 0;
    for (int t = 0; t < 3; t++) {
      worlds[t] = make_lander(&landers[k], (int[]){1, 2, 7}[t], &bodies[t]);
      for (int step = 0; step < RESTING; step++) {
        step_times(worlds[t], 1);
        size_t count = pl_world_stats(worlds[t]).contact_count;
        pushing = count > pushing ? count : pushing;
      }
    }
    print_message("%s: up to %zu push\n", landers[k].name, pushing);
    assert_true(pushing > 3);
    for (int t = 1; t < 3; t++) same_bits(bodies[0], bodies[t]);
    for (int t = 0; t < 3; t++) pl_world_destroy(worlds[t]);
  }
}

/* A world that knows nothing of what was kept, and one that kept all, go on alike from the middle of contact. */
static void test_snapshot(void **state)
{
  (void)state;
  for (int k = 0; k < LANDERS; k++) {
    pl_body *body, *again;
    pl_world *world = make_lander(&landers[k], 1, &body), *fresh = make_lander(&landers[k], 1, &again);
    void *data = NULL;
    size_t size = 0;
    step_times(world, LANDING);
    assert_true(pl_world_stats(world).contact_count > 0);
    assert_ok(pl_world_save(world, &data, &size));
    step_times(world, RESTING - LANDING);
    assert_ok(pl_world_restore(fresh, data, size));
    step_times(fresh, RESTING - LANDING);
    same_bits(body, again);
    pl_free(data);
    pl_world_destroy(world);
    pl_world_destroy(fresh);
  }
}

static void test_no_energy(void **state)
{
  (void)state;
  for (int k = 0; k < LANDERS; k++) {
    pl_body *body;
    pl_world *world = make_lander(&landers[k], 1, &body);
    double least = world_energy(world), fallen = mass_of(body) * 9.81 * 0.05, gain = 0;
    int missed = 0;
    for (int step = 0; step < 2 * RESTING; step++) {
      step_times(world, 1);
      missed += pl_world_stats(world).not_converged > 0;
      gain = fmax(gain, world_energy(world) - least);
      least = fmin(least, world_energy(world));
    }
    print_message("%s: gains %.2g of %.3g J, %d steps not converged\n", landers[k].name, gain, fallen, missed);
    assert_less(gain, 1e-3 * fallen); /* the budget of a step */
    assert_true(missed <= 4);
    pl_world_destroy(world);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_threads), cmocka_unit_test(test_snapshot),
                                     cmocka_unit_test(test_no_energy)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
