/* SPDX-License-Identifier: MIT
   Plastic flow ([H] sect. 3.3) as plastic_kernel.c states it. */
#include "fixtures.h"

#include "math/vec3.h"

/* A bar held at its left face; its right face is pulled by `pull`, held, and let go. Returns how much longer it stays.
   */
typedef struct pulling {
  double h;
  pl_plasticity plasticity;
  double pull; /* m */
  double hold; /* s */
  double rest; /* s, after letting go */
} pulling;

typedef struct outcome {
  double set;         /* permanent elongation, m */
  double edge_change; /* largest relative change of a rest edge */
} outcome;

static double mean_x(const pl_body *body, const uint32_t *particles, size_t count)
{
  double sum = 0;
  for (size_t k = 0; k < count; k++) sum += pl_body_positions(body)[3 * (size_t)particles[k]];
  return sum / (double)count;
}

static double largest_edge_change(const pl_body *body)
{
  pl_mesh_data rest = pl_body_rest(body);
  double *edges = calloc(6 * rest.edge_count, sizeof(double)), most = 0;
  assert_ok(pl_body_rest_edges(body, edges));
  for (size_t k = 0; k < 2 * rest.edge_count; k++) {
    double first[3];
    pl_vec3_sub(rest.positions + 3 * (size_t)rest.edges[k ^ 1], rest.positions + 3 * (size_t)rest.edges[k], first);
    most = fmax(most, pl_vec3_distance(first, edges + 3 * k) / pl_vec3_length(first));
  }
  free(edges);
  return most;
}

static pl_body *pulled_bar(pl_world *world, const pl_plasticity *plasticity, const uint32_t *left, size_t count)
{
  pl_mesh *mesh = make_bar(9, 3, 3, 0.05, 26);
  pl_body_def def = stiff_body(mesh, 50);
  pl_pin_def pin = pl_default_pin_def();
  pin.particles = left;
  pin.count = count;
  def.pins = &pin;
  def.pin_count = 1;
  def.graph.damping_mass = 5;
  def.graph.plasticity = *plasticity;
  pl_body *body = make_body(world, &def);
  pl_mesh_destroy(mesh);
  return body;
}

static outcome pull(const pulling *p)
{
  pl_world_def world_def = quiet_world(p->h);
  pl_world *world = make_world(&world_def);
  uint32_t left[9], right[9];
  for (uint32_t k = 0; k < 9; k++) {
    left[k] = k;
    right[k] = 72 + k;
  }
  pl_body *body = pulled_bar(world, &p->plasticity, left, 9);
  double length = mean_x(body, right, 9);
  pl_pin_def pin = pl_default_pin_def();
  pin.particles = right;
  pin.count = 9;
  pl_pose_key keys[2] = {{.time = 0}, {.time = 0.5, .translate = {p->pull, 0, 0}}};
  pin.motion.keys = keys;
  pin.motion.count = 2;
  pl_pin_id id;
  assert_ok(pl_pin_create(body, &pin, &id));
  step_times(world, (int)lround((0.5 + p->hold) / p->h));
  assert_ok(pl_pin_remove(body, id));
  step_times(world, (int)lround(p->rest / p->h));
  outcome result = {mean_x(body, right, 9) - length, largest_edge_change(body)};
  pl_world_destroy(world);
  return result;
}

static const pulling usual = {
    .h = 0.005, .plasticity = {PL_PLASTIC_RATE, 0.05, 20, 0}, .pull = 0.12, .hold = 1, .rest = 3};

/* Below the yield nothing stays; above it something does, and more with more creep; the maximum is obeyed. */
static void test_permanent_set(void **state)
{
  (void)state;
  pulling p = usual;
  p.pull = 0.015; /* 3.75 % of 0.4 m */
  outcome below = pull(&p);
  assert_close(below.set, 0, 1e-6);
  assert_close(below.edge_change, 0, 1e-15);

  outcome above = pull(&usual);
  print_message("permanent set %.4f m of %.2f m pulled\n", above.set, usual.pull);
  assert_less(0.02, above.set);
  assert_less(above.set, usual.pull);

  p = usual;
  p.plasticity.creep = 2;
  outcome slower = pull(&p);
  assert_less(slower.set, above.set);

  p = usual;
  p.plasticity.maximum = 0.1;
  outcome limited = pull(&p);
  assert_less(limited.set, above.set);
  assert_close(limited.edge_change, 0.1, 1e-12);
}

/* The rate rule gives the same set for h, h/2 and h/4; the printed rule, which flows per step, does not. */
static void test_rate_does_not_depend_on_the_step(void **state)
{
  (void)state;
  double rate[3], step[3];
  for (int k = 0; k < 3; k++) {
    pulling p = usual;
    p.plasticity.creep = 2; /* far from saturated, where the rate shows */
    p.h = usual.h / (1 << k);
    rate[k] = pull(&p).set;
    p.plasticity.rule = PL_PLASTIC_STEP;
    p.plasticity.creep = 0.02;
    step[k] = pull(&p).set;
  }
  print_message("set at h, h/2, h/4: rate %.5f %.5f %.5f, step %.5f %.5f %.5f\n", rate[0], rate[1], rate[2], step[0],
                step[1], step[2]);
  assert_close(rate[1], rate[0], 0.02 * rate[0]); /* implicit Euler itself is of first order in h */
  assert_close(rate[2], rate[1], 0.01 * rate[0]);
  assert_less(1.2 * step[0], step[2]);
}

/* A yielded bar that is turned round keeps its rest edges: as printed, eq. (6) would shrink them. */
static void test_flow_is_invariant_under_rotation(void **state)
{
  (void)state;
  pl_world_def world_def = quiet_world(0.005);
  pl_world *world = make_world(&world_def);
  pl_mesh *mesh = make_bar(5, 3, 3, 0.05, 26);
  pl_mesh_data data = pl_mesh_view(mesh);
  size_t n = data.vertex_count;
  pl_body_def def = stiff_body(mesh, 50);
  def.graph.plasticity = (pl_plasticity){PL_PLASTIC_STEP, 0.0, 1, 0};
  uint64_t seed = 5;
  double *x = calloc(3 * n, sizeof(double)), *first = calloc(6 * data.edge_count, sizeof(double)),
         *edges = calloc(6 * data.edge_count, sizeof(double));
  double largest = 0;
  for (int turn = 0; turn < 4; turn++) {
    double R[9], t[3] = {1, 2, 3};
    random_rotation(&seed, 3, R);
    move_points(data.positions, n, R, t, x);
    def.positions = x;
    pl_body *body = make_body(world, &def);
    assert_ok(pl_body_rest_edges(body, first));
    step_times(world, 20);
    assert_ok(pl_body_rest_edges(body, edges));
    largest = fmax(largest, largest_difference(first, edges, 6 * data.edge_count));
    assert_ok(pl_body_remove(body));
  }
  assert_close(largest, 0, 1e-12 * 0.05); /* an undeformed body does not flow, wherever it looks, even with yield 0 */
  free(x);
  free(first);
  free(edges);
  pl_mesh_destroy(mesh);
  pl_world_destroy(world);
}

/* Rest edges can be read, set and reset, and are part of snapshots. */
static void test_rest_shape_can_be_kept(void **state)
{
  (void)state;
  pl_world_def world_def = quiet_world(0.005);
  pl_world *world = make_world(&world_def);
  uint32_t left[9] = {0, 1, 2, 3, 4, 5, 6, 7, 8};
  pl_plasticity hard = usual.plasticity;
  hard.yield = 0.3; /* the jump to the new shape must not flow itself */
  pl_body *body = pulled_bar(world, &hard, left, 9);
  size_t count = 6 * pl_body_rest(body).edge_count;
  double *edges = calloc(count, sizeof(double)), *again = calloc(count, sizeof(double)),
         *start = calloc(count, sizeof(double));
  assert_ok(pl_body_rest_edges(body, start));
  for (size_t k = 0; k < count; k++) edges[k] = 1.1 * start[k];
  assert_ok(pl_body_set_rest_edges(body, edges));
  step_times(world, 400);
  assert_ok(pl_body_rest_edges(body, again));
  assert_close(largest_difference(edges, again, count), 0, 1e-15); /* it took the new shape, and nothing flowed */
  uint32_t tip = 76;
  assert_close(pl_body_positions(body)[3 * tip], 0.44, 0.02);

  void *snapshot = NULL;
  size_t size = 0;
  assert_ok(pl_world_save(world, &snapshot, &size));
  uint64_t hash = pl_world_hash(world);
  assert_ok(pl_body_reset_plasticity(body));
  step_times(world, 1);
  assert_ok(pl_body_rest_edges(body, again));
  assert_close(largest_difference(start, again, count), 0, 1e-15);
  assert_ok(pl_world_restore(world, snapshot, size));
  assert_true(pl_world_hash(world) == hash);
  pl_free(snapshot);

  pl_graph_def graph = stiff_body(NULL, 50).graph;
  assert_ok(pl_body_set_graph(body, &graph));
  step_times(world, 1);
  assert_refused(pl_body_rest_edges(body, again), PL_ERROR_UNSUPPORTED, "has no plasticity");
  free(edges);
  free(again);
  free(start);
  pl_world_destroy(world);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_permanent_set), cmocka_unit_test(test_rate_does_not_depend_on_the_step),
      cmocka_unit_test(test_flow_is_invariant_under_rotation), cmocka_unit_test(test_rest_shape_can_be_kept)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
