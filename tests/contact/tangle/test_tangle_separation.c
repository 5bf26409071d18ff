/* SPDX-License-Identifier: MIT
   Bodies that start inside each other, or through themselves, come free: soon, slowly, and with the shape and the
   momentum they had. */
#include <string.h>

#include "failing.h"
#include "fixtures.h"
#include "math/vec3.h"
#include "pliant/tangle.h"

static const double nowhere[3] = {0, 0, 0}, pi = 3.14159265358979323846;

static pl_body_def body_of(pl_model_kind model)
{
  pl_body_def def = pl_default_body_def(model);
  def.contact.bodies = true;
  def.surface.damping = 20;
  def.surface.region = 4;
  def.graph.damping_stiffness = 0.003;
  def.graph.youngs_modulus = 2e5;
  def.cage.vertices = 20;
  def.cage.points = 64;
  if (model == PL_MODEL_SURFACE) def.volume.mode = PL_VOLUME_KEEP;
  return def;
}

/* Takes the mesh. */
static pl_body *add(pl_world *world, pl_body_def def, pl_mesh *mesh, const double R[9], const double at[3])
{
  static const double eye[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  pl_mesh_data data = pl_mesh_view(mesh);
  double *x = test_calloc(3 * data.vertex_count, sizeof *x);
  move_points(data.positions, data.vertex_count, R ? R : eye, at, x);
  def.mesh = mesh;
  def.positions = x;
  pl_body *body = make_body(world, &def);
  test_free(x);
  pl_mesh_destroy(mesh);
  return body;
}

static pl_mesh *ball(double radius, uint32_t cuts)
{
  pl_mesh *mesh = NULL;
  assert_ok(pl_make_icosphere(radius, cuts, &mesh));
  return mesh;
}

/* How far the body is from its rest shape: the largest change of a distance between particles, of the size of the
   body. */
static double distortion(const pl_body *body, double size)
{
  pl_mesh_data rest = pl_body_rest(body);
  const double *x = pl_body_positions(body);
  double most = 0;
  for (size_t i = 0; i < rest.vertex_count; i++) {
    size_t j = (i * 7 + 3) % rest.vertex_count;
    double was = pl_vec3_distance(rest.positions + 3 * i, rest.positions + 3 * j);
    most = fmax(most, fabs(pl_vec3_distance(x + 3 * i, x + 3 * j) - was));
  }
  return most / size;
}

static void momentum_of(const pl_world *world, double linear[3], double angular[3])
{
  pl_vec3_copy(nowhere, linear);
  pl_vec3_copy(nowhere, angular);
  for (size_t b = 0; b < pl_world_body_count(world); b++) {
    pl_body_signals s;
    assert_ok(pl_body_measure(pl_world_body_at(world, b), &s));
    pl_vec3_add(linear, s.momentum, linear);
    pl_vec3_add(angular, s.angular_momentum, angular);
  }
}

typedef struct outcome {
  double free_at;         /* s; INFINITY: never */
  double fastest;         /* m/s, of any particle, any time */
  double at_end;          /* m/s, of any particle, in the end */
  double worst;           /* distortion in the end */
  double linear, angular; /* momentum in the end, kg m/s, kg m^2/s: nothing had any */
} outcome;

/* Runs for `seconds` and tells; nothing may be lost to NaN. */
static outcome run(pl_world *world, double seconds, double size)
{
  outcome o = {.free_at = INFINITY};
  int steps = (int)(seconds / pl_world_step_size(world) + 0.5);
  double linear[3], angular[3];
  for (int k = 0; k < steps; k++) {
    step_times(world, 1);
    bool tangled = pl_world_tangle_count(world) > 0;
    if (tangled)
      o.free_at = INFINITY;
    else if (o.free_at == INFINITY)
      o.free_at = pl_world_time(world) - pl_world_step_size(world);
    o.at_end = 0;
    for (size_t b = 0; b < pl_world_body_count(world); b++)
      o.at_end = fmax(o.at_end, fastest(pl_world_body_at(world, b)));
    o.fastest = fmax(o.fastest, o.at_end);
  }
  for (size_t b = 0; b < pl_world_body_count(world); b++)
    o.worst = fmax(o.worst, distortion(pl_world_body_at(world, b), size));
  momentum_of(world, linear, angular);
  o.linear = pl_vec3_length(linear);
  o.angular = pl_vec3_length(angular);
  print_message("free after %.3f s, fastest %.2f m/s, in the end %.3f m/s, %.2g off shape, momentum %.1g, %.1g\n",
                o.free_at, o.fastest, o.at_end, o.worst, o.linear, o.angular);
  return o;
}

static const pl_model_kind models[] = {PL_MODEL_SURFACE, PL_MODEL_GRAPH, PL_MODEL_CAGE};

static void try_balls(pl_model_kind model, double apart, double radius)
{
  pl_world_def world_def = quiet_world(1.0 / 200);
  pl_world *world = make_world(&world_def);
  uint32_t cuts = model == PL_MODEL_SURFACE ? 3 : 2;
  add(world, body_of(model), ball(0.5, cuts), NULL, nowhere);
  add(world, body_of(model), ball(radius, cuts), NULL, (double[]){0.6 * apart, 0.8 * apart, 0});
  outcome o = run(world, 2, 1);
  assert_less(o.free_at, 1);
  assert_less(o.fastest,
              2 * 2 * sqrt(3) * 2 * radius + 0.5); /* opening at two diagonals per second, and contact after it */
  assert_less(o.worst, 0.02);
  /* balls of 524 kg at 1 m/s; the graph's factor is of floats, and implicit models answer pushes with damped turns
     (2.02 % of 524 kg m^2/s in the worst case) */
  assert_less(o.linear, 1e-6 * 524);
  assert_less(o.angular, 0.025 * 524);
  pl_world_destroy(world);
}

static void test_balls(void **state)
{
  (void)state;
  for (size_t m = 0; m < sizeof models / sizeof *models; m++) {
    try_balls(models[m], 0.9, 0.5);
    try_balls(models[m], 0.5, 0.5);
    try_balls(models[m], 0, 0.5);
    try_balls(models[m], 0.05, 0.2);
  }
}

/* Boxes put into each other face to face, by 14 mm. Their corners are in the planes of the other's side faces. Pushed
   out of these they interlocked, squeezed by 7 mm each. */
static void test_boxes_face_to_face(void **state)
{
  (void)state;
  static const double side = 0.4;
  pl_world_def world_def = quiet_world(1.0 / 60);
  world_def.substeps = 0;
  pl_world *world = make_world(&world_def);
  static const pl_model_kind kinds[2] = {PL_MODEL_CAGE, PL_MODEL_GRAPH};
  for (int k = 0; k < 2; k++) {
    pl_mesh *box = NULL;
    if (k == 0) assert_ok(pl_make_box((const uint32_t[3]){5, 5, 5}, side / 4, &box));
    if (k == 1) box = make_bar(5, 5, 5, side / 4, 26); /* from the origin on */
    const double at[2][3] = {{0, 0, 0}, {0.5 * side - 0.014, -0.5 * side, -0.5 * side}};
    add(world, body_of(kinds[k]), box, NULL, at[k]);
  }
  outcome o = run(world, 1, side);
  assert_less(o.free_at, 0.5);
  assert_less(o.fastest, 2);
  assert_less(o.worst, 1e-3); /* interlocked: 0.14, after 10 m/s */
  pl_world_destroy(world);
}

static void test_bars(void **state)
{
  (void)state;
  for (int turned = 0; turned < 2; turned++) {
    pl_world_def world_def = quiet_world(1.0 / 200);
    pl_world *world = make_world(&world_def);
    double a = turned ? 1.1 : pi / 2, R[9] = {cos(a), 0, sin(a), 0, 1, 0, -sin(a), 0, cos(a)};
    add(world, body_of(PL_MODEL_GRAPH), make_bar(11, 4, 4, 0.05, 26), NULL, (double[]){-0.25, -0.075, -0.075});
    add(world, body_of(PL_MODEL_GRAPH), make_bar(11, 4, 4, 0.05, 26), R,
        (double[]){-0.25 * R[0] - 0.075 * R[2], -0.06, -0.25 * R[6] - 0.075 * R[8]});
    outcome o = run(world, 1.5, 0.5);
    assert_less(o.free_at, 1);
    assert_less(o.fastest, 2);
    assert_less(o.worst, 0.02);
    pl_world_destroy(world);
  }
}

static void test_folded_sheet(void **state)
{
  (void)state;
  pl_world_def world_def = quiet_world(1.0 / 200);
  pl_world *world = make_world(&world_def);
  pl_mesh *mesh = NULL;
  assert_ok(pl_make_sheet(1, 0.5, 25, 13, &mesh));
  pl_mesh_data data = pl_mesh_view(mesh);
  double *x = test_calloc(3 * data.vertex_count, sizeof *x);
  for (size_t i = 0; i < data.vertex_count; i++) { /* turned over and back, and down through itself */
    double s = data.positions[3 * i] + 0.5, r = 0.06, turn = (s - 0.42) / r, back = s - 0.42 - pi * r;
    x[3 * i] = turn < 0 ? s : back < 0 ? 0.42 + r * sin(turn) : 0.42 - 0.92 * back;
    x[3 * i + 1] = turn < 0 ? 0 : back < 0 ? r * (1 - cos(turn)) : 2 * r - 0.39 * back;
    x[3 * i + 2] = data.positions[3 * i + 2];
  }
  pl_body_def def = pl_default_body_def(PL_MODEL_GRAPH);
  def.contact.self = true;
  def.thickness = 0.01;
  def.graph.youngs_modulus = 1e5;
  def.graph.damping_stiffness = 0.003;
  def.mesh = mesh;
  def.positions = x;
  make_body(world, &def);
  assert_ok(pl_world_find_tangles(world));
  assert_int_equal(pl_world_tangle_count(world), 1);
  outcome o = run(world, 1.5, 1);
  assert_less(o.free_at, 1);
  assert_less(o.fastest, 10);
  test_free(x);
  pl_mesh_destroy(mesh);
  pl_world_destroy(world);
}

/* Sheets have no inside: two of them through each other, and one through a ball, off its middle. */
static void test_sheets(void **state)
{
  (void)state;
  for (int with_ball = 0; with_ball < 2; with_ball++) {
    pl_world_def world_def = quiet_world(1.0 / 200);
    pl_world *world = make_world(&world_def);
    pl_mesh *mesh = NULL;
    double a = 1.2, R[9] = {cos(a), -sin(a), 0, sin(a), cos(a), 0, 0, 0, 1};
    pl_body_def def = body_of(PL_MODEL_GRAPH);
    def.thickness = 0.01;
    assert_ok(pl_make_sheet(1, 0.6, 21, 13, &mesh));
    add(world, def, mesh, NULL, nowhere);
    assert_ok(pl_make_sheet(0.8, 0.4, 17, 9, &mesh));
    if (with_ball) pl_mesh_destroy(mesh);
    if (with_ball)
      add(world, body_of(PL_MODEL_GRAPH), ball(0.15, 3), NULL, (double[]){0.1, 0.06, 0});
    else
      add(world, def, mesh, R, (double[]){0.1, 0.3, 0.2});
    outcome o = run(world, 2, 1);
    assert_less(o.free_at, 1);
    assert_less(o.fastest, 3);
    pl_world_destroy(world);
  }
}

/* A bar bent so far that one end is in the other. */
static void test_bar_through_itself(void **state)
{
  (void)state;
  pl_world_def world_def = quiet_world(1.0 / 200);
  pl_world *world = make_world(&world_def);
  pl_mesh *mesh = make_bar(33, 4, 4, 0.03, 26);
  pl_mesh_data data = pl_mesh_view(mesh);
  double *x = test_calloc(3 * data.vertex_count, sizeof *x);
  for (size_t i = 0; i < data.vertex_count; i++) {
    const double *p = data.positions + 3 * i;
    double turn = 2 * pi * p[0] / 0.9,
           r = 0.9 / (2 * pi) - p[1]; /* the bar is 0.96 m long: 6 cm more than once around */
    pl_vec3_set(x + 3 * i, r * sin(turn), -r * cos(turn), p[2] + 0.05 * p[0]);
  }
  pl_body_def def = body_of(PL_MODEL_GRAPH);
  def.contact.self = true;
  def.mesh = mesh;
  def.positions = x;
  make_body(world, &def);
  test_free(x);
  pl_mesh_destroy(mesh);
  assert_ok(pl_world_find_tangles(world));
  assert_int_equal(pl_world_tangle_count(world), 1);
  outcome o = run(world, 4, 1);
  assert_less(o.free_at, 1);
  assert_less(o.worst, 0.1); /* nearly straight again; it was 0.9 */
  pl_world_destroy(world);
}

/* ---- what must not change ---- */

static uint64_t tangled_hash(int threads, bool broken_off)
{
  pl_world_def world_def = pl_default_world_def();
  world_def.threads = threads;
  pl_world *world = make_world(&world_def);
  pl_obstacle_def floor = pl_default_obstacle_def(PL_OBSTACLE_PLANE);
  floor.point[1] = -0.6;
  assert_ok(pl_obstacle_create(world, &floor, NULL));
  add(world, body_of(PL_MODEL_SURFACE), ball(0.5, 3), NULL, nowhere);
  add(world, body_of(PL_MODEL_GRAPH), ball(0.4, 3), NULL, (double[]){0.3, 0.4, 0});
  add(world, body_of(PL_MODEL_SURFACE), ball(0.3, 2), NULL, (double[]){-0.1, 0.1, 0});
  step_times(world, 30);
  assert_true(pl_world_tangle_count(world) > 0);
  if (broken_off) {
    void *data;
    size_t size;
    assert_ok(pl_world_save(world, &data, &size));
    step_times(world, 7);
    assert_ok(pl_world_restore(world, data, size));
    pl_free(data);
  }
  step_times(world, 30);
  uint64_t hash = pl_world_hash(world);
  pl_world_destroy(world);
  return hash;
}

static void test_same_bits(void **state)
{
  (void)state;
  uint64_t hash = tangled_hash(1, false);
  assert_true(hash == tangled_hash(2, false));
  assert_true(hash == tangled_hash(4, false));
  assert_true(hash == tangled_hash(1, true)); /* saved and restored half way */
}

/* Looking as often as one likes changes nothing, and bodies that touch without being tangled are left alone. */
static void test_looking_changes_nothing(void **state)
{
  (void)state;
  uint64_t hashes[2];
  for (int looking = 0; looking < 2; looking++) {
    pl_world_def world_def = pl_default_world_def();
    pl_world *world = make_world(&world_def);
    pl_obstacle_def floor = pl_default_obstacle_def(PL_OBSTACLE_PLANE);
    assert_ok(pl_obstacle_create(world, &floor, NULL));
    for (int k = 0; k < 3; k++)
      add(world, body_of(PL_MODEL_GRAPH), make_bar(4, 4, 4, 0.1, 26), NULL, (double[]){0.02 * k, 0.01 + 0.31 * k, 0});
    for (int k = 0; k < 60; k++) {
      if (looking) assert_ok(pl_world_find_tangles(world));
      assert_int_equal(pl_world_tangle_count(world), 0);
      step_times(world, 1);
    }
    assert_true(pl_world_stats(world).contact_count > 0);
    hashes[looking] = pl_world_hash(world);
    pl_world_destroy(world);
  }
  assert_true(hashes[0] == hashes[1]);
}

typedef struct two_meshes {
  pl_mesh *sheet, *ball;
} two_meshes;

static pl_status untangle_new_world(void *context)
{
  const two_meshes *meshes = context;
  pl_world_def world_def = quiet_world(1.0 / 200);
  pl_world *world = NULL;
  pl_status status = pl_world_create(&world_def, &world);
  for (int b = 0; b < 3 && status == PL_OK; b++) {
    pl_body_def def = body_of(b ? PL_MODEL_SURFACE : PL_MODEL_GRAPH);
    pl_body *body;
    def.mesh = b ? meshes->ball : meshes->sheet;
    if (!b) def.thickness = 0.01;
    def.volume.mode = PL_VOLUME_FREE;
    status = pl_body_create(world, &def, &body);
  }
  for (int k = 0; k < 2 && status == PL_OK; k++) status = pl_world_step(world);
  pl_world_destroy(world);
  return status;
}

static void test_failing_memory(void **state)
{
  (void)state;
  two_meshes meshes = {NULL, ball(0.3, 1)};
  assert_ok(pl_make_sheet(1, 1, 5, 5, &meshes.sheet));
  assert_true(fail_each_allocation(untangle_new_world, &meshes) > 50);
  pl_mesh_destroy(meshes.sheet);
  pl_mesh_destroy(meshes.ball);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_balls),         cmocka_unit_test(test_boxes_face_to_face),
      cmocka_unit_test(test_bars),          cmocka_unit_test(test_folded_sheet),
      cmocka_unit_test(test_sheets),        cmocka_unit_test(test_bar_through_itself),
      cmocka_unit_test(test_same_bits),     cmocka_unit_test(test_looking_changes_nothing),
      cmocka_unit_test(test_failing_memory)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
