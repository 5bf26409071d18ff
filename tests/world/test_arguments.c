/* SPDX-License-Identifier: MIT
   NULL pointers and definitions that cannot be: every public function of the world answers, and its message names what
   is wrong. */
#include <string.h>

#include "fixtures.h"

typedef struct fixture {
  pl_mesh *mesh;
  pl_world *world;
  pl_body *body;
} fixture;

static int setup(void **state)
{
  static fixture f;
  f.mesh = make_bar(3, 3, 3, 0.1, 26);
  pl_world_def def = quiet_world(0.01);
  f.world = make_world(&def);
  pl_body_def body_def = stiff_body(f.mesh, 100);
  body_def.name = "cube";
  f.body = make_body(f.world, &body_def);
  *state = &f;
  return 0;
}

static int teardown(void **state)
{
  fixture *f = *state;
  pl_world_destroy(f->world);
  pl_mesh_destroy(f->mesh);
  return 0;
}

static void test_null_is_answered(void **state)
{
  fixture *f = *state;
  pl_world *world = NULL;
  pl_body *body = NULL;
  pl_pin_id pin = {0};
  pl_grab_id grab = {0};
  double three[3] = {0};
  void *data = NULL;
  const void *const_data = NULL;
  size_t size = 0;
  pl_body_signals signals;
  pl_obstacle_def obstacle = pl_default_obstacle_def(PL_OBSTACLE_SPHERE);
  pl_pin_def pin_def = pl_default_pin_def();
  pl_grab_def grab_def = pl_default_grab_def();
  pl_world_def world_def = pl_default_world_def();
  pl_body_def body_def = stiff_body(f->mesh, 1);
  const pl_status wanted = PL_ERROR_ARGUMENT;
  assert_refused(pl_world_create(NULL, &world), wanted, "definition is NULL");
  assert_refused(pl_world_create(&world_def, NULL), wanted, "out is NULL");
  assert_refused(pl_world_step(NULL), wanted, "world is NULL");
  assert_refused(pl_world_advance(NULL, 1, 0), wanted, "world is NULL");
  assert_refused(pl_world_set_gravity(NULL, three), wanted, "NULL");
  assert_refused(pl_world_set_gravity(f->world, NULL), wanted, "NULL");
  assert_refused(pl_world_set_step(NULL, 1), wanted, "world is NULL");
  assert_refused(pl_world_save(NULL, &data, &size), wanted, "NULL");
  assert_refused(pl_world_save(f->world, NULL, &size), wanted, "NULL");
  assert_refused(pl_world_save(f->world, &data, NULL), wanted, "NULL");
  assert_refused(pl_world_restore(NULL, "x", 1), wanted, "world is NULL");
  assert_refused(pl_world_restore(f->world, NULL, 1), wanted, "data is NULL");
  assert_refused(pl_world_reset(NULL), wanted, "world is NULL");
  assert_refused(pl_world_record(NULL, true), wanted, "world is NULL");
  assert_refused(pl_world_recording(NULL, &const_data, &size), wanted, "NULL");
  assert_refused(pl_world_recording(f->world, NULL, &size), wanted, "NULL");
  assert_refused(pl_world_replay(NULL, "x", 1), wanted, "NULL");
  assert_refused(pl_world_replay(f->world, NULL, 1), wanted, "NULL");
  assert_refused(pl_world_field_read(NULL, 0, three), wanted, "world is NULL");
  assert_refused(pl_world_field_read(f->world, 0, NULL), wanted, "values is NULL");
  assert_refused(pl_world_field_read(f->world, 999, three), wanted, "no field 999");
  assert_refused(pl_body_create(NULL, &body_def, &body), wanted, "world is NULL");
  assert_refused(pl_body_create(f->world, NULL, &body), wanted, "definition is NULL");
  assert_refused(pl_body_create(f->world, &body_def, NULL), wanted, "out is NULL");
  assert_refused(pl_body_remove(NULL), wanted, "body is NULL");
  assert_refused(pl_body_reset(NULL), wanted, "body is NULL");
  assert_refused(pl_body_set_positions(NULL, three), wanted, "positions");
  assert_refused(pl_body_set_positions(f->body, NULL), wanted, "positions");
  assert_refused(pl_body_set_velocities(NULL, three), wanted, "velocities");
  assert_refused(pl_body_set_velocities(f->body, NULL), wanted, "velocities");
  assert_refused(pl_body_set_graph(NULL, &body_def.graph), wanted, "NULL");
  assert_refused(pl_body_set_graph(f->body, NULL), wanted, "NULL");
  assert_refused(pl_body_apply_force(NULL, (uint32_t[]){0}, 1, three), wanted, "NULL");
  assert_refused(pl_body_apply_force(f->body, NULL, 1, three), wanted, "NULL");
  assert_refused(pl_body_apply_force(f->body, (uint32_t[]){0}, 1, NULL), wanted, "NULL");
  assert_refused(pl_body_measure(NULL, &signals), wanted, "body is NULL");
  assert_refused(pl_body_measure(f->body, NULL), wanted, "out is NULL");
  assert_refused(pl_pin_create(NULL, &pin_def, &pin), wanted, "NULL");
  assert_refused(pl_pin_create(f->body, NULL, &pin), wanted, "NULL");
  assert_refused(pl_pin_create(f->body, &pin_def, NULL), wanted, "NULL");
  assert_refused(pl_pin_remove(NULL, pin), wanted, "body is NULL");
  assert_refused(pl_grab_create(NULL, &grab_def, &grab), wanted, "NULL");
  assert_refused(pl_grab_create(f->body, NULL, &grab), wanted, "NULL");
  assert_refused(pl_grab_create(f->body, &grab_def, NULL), wanted, "NULL");
  assert_refused(pl_grab_move(NULL, grab, three), wanted, "body is NULL");
  assert_refused(pl_grab_remove(NULL, grab), wanted, "body is NULL");
  assert_refused(pl_obstacle_create(NULL, &obstacle, NULL), wanted, "world is NULL");
  assert_refused(pl_obstacle_create(f->world, NULL, NULL), wanted, "definition is NULL");
  assert_refused(pl_obstacle_remove(NULL, (pl_obstacle_id){0}), wanted, "world is NULL");
  assert_refused(pl_world_obstacle_at(NULL, 0, &obstacle, NULL), wanted, "world is NULL");
  assert_refused(pl_world_obstacle_at(f->world, 0, NULL, NULL), wanted, "def is NULL");
  assert_refused(pl_world_obstacle_at(f->world, 0, &obstacle, NULL), wanted, "fewer obstacles");
  assert_refused(pl_obstacle_distance(NULL, (pl_obstacle_id){0}, three, three, NULL), wanted, "world is NULL");
  grab_def.particles = (uint32_t[]){0};
  grab_def.count = 1;
  assert_ok(pl_grab_create(f->body, &grab_def, &grab));
  assert_refused(pl_grab_move(f->body, grab, NULL), wanted, "target is NULL");
  pl_obstacle_id id;
  assert_ok(pl_obstacle_create(f->world, &obstacle, &id));
  assert_refused(pl_obstacle_distance(f->world, id, NULL, three, NULL), wanted, "NULL");
  assert_refused(pl_obstacle_distance(f->world, id, three, NULL, NULL), wanted, "NULL");
}

/* What cannot fail says nothing of nothing. */
static void test_questions_about_nothing(void **state)
{
  fixture *f = *state;
  char text[8] = "x";
  pl_world_destroy(NULL);
  pl_free(NULL);
  assert_close(pl_world_time(NULL), 0, 0);
  assert_int_equal(pl_world_step_count(NULL), 0);
  assert_close(pl_world_step_size(NULL), 0, 0);
  assert_int_equal(pl_world_body_count(NULL), 0);
  assert_null(pl_world_body_at(NULL, 0));
  assert_null(pl_world_body_at(f->world, 5));
  assert_null(pl_world_body(NULL, "cube"));
  assert_null(pl_world_body(f->world, NULL));
  assert_null(pl_world_body(f->world, "sphere"));
  assert_ptr_equal(pl_world_body(f->world, "cube"), f->body);
  assert_int_equal(pl_world_field_count(NULL), 0);
  assert_null(pl_world_field(NULL, 0).name);
  assert_int_equal(pl_world_obstacle_count(NULL), 0);
  assert_int_equal(pl_world_stats(NULL).contact_count, 0);
  (void)pl_world_hash(NULL);
  assert_string_equal(pl_body_name(NULL), "");
  assert_int_equal(pl_body_particle_count(NULL), 0);
  assert_int_equal(pl_body_rest(NULL).vertex_count, 0);
  assert_null(pl_body_masses(NULL));
  assert_null(pl_body_positions(NULL));
  assert_null(pl_body_velocities(NULL));
  assert_int_equal(pl_body_pin(NULL, 0).generation, 0);
  pl_body_describe(NULL, text, sizeof text);
  assert_string_equal(text, "");
  pl_body_describe(f->body, NULL, 0);
  pl_body_describe(f->body, text, sizeof text);
  assert_true(strlen(text) < sizeof text);
  assert_string_equal(pl_stage_name((pl_stage)77), "unknown");
}

/* ---- definitions ---- */

static void world_with(double step, const double *gravity, const pl_key *keys, size_t count, const char *text)
{
  pl_world *world = NULL;
  pl_world_def def = pl_default_world_def();
  def.step = step;
  if (gravity) memcpy(def.gravity, gravity, sizeof def.gravity);
  def.gravity_keys = keys;
  def.gravity_key_count = count;
  assert_refused(pl_world_create(&def, &world), PL_ERROR_ARGUMENT, text);
  assert_null(world);
}

static void test_world_definitions(void **state)
{
  (void)state;
  world_with(0, NULL, NULL, 0, "step must be positive");
  world_with(-1, NULL, NULL, 0, "step must be positive");
  world_with(NAN, NULL, NULL, 0, "step must be positive");
  world_with(INFINITY, NULL, NULL, 0, "step must be positive");
  world_with(0.01, (double[]){0, NAN, 0}, NULL, 0, "must be finite");
  world_with(0.01, NULL, NULL, 2, "gravity: the keys are NULL");
  world_with(0.01, NULL, (pl_key[]){{1, {0}}, {1, {0}}}, 2, "must be after");
  world_with(0.01, NULL, (pl_key[]){{0, {NAN}}}, 1, "not finite");
  pl_world *world = NULL;
  pl_world_def unmarked = {.step = 0.01};
  assert_refused(pl_world_create(&unmarked, &world), PL_ERROR_ARGUMENT, "pl_default_world_def");
}

typedef void (*spoil)(pl_body_def *def);
static double nan_array[81];

static void no_mark(pl_body_def *def) { def->mark = 0; }
static void no_model(pl_body_def *def) { def->model = (pl_model_kind)99; }
static void no_mesh(pl_body_def *def) { def->mesh = NULL; }
static void same_name(pl_body_def *def) { def->name = "cube"; }
static void no_density(pl_body_def *def) { def->density = 0; }
static void nan_density(pl_body_def *def) { def->density = NAN; }
static void bad_thickness(pl_body_def *def) { def->thickness = -1; }
static void bad_masses(pl_body_def *def) { def->masses = nan_array; }
static void bad_positions(pl_body_def *def) { def->positions = nan_array; }
static void bad_velocities(pl_body_def *def) { def->velocities = nan_array; }
static void null_pins(pl_body_def *def) { def->pin_count = 2; }
static void bad_stiffness(pl_body_def *def) { def->graph.stiffness = -1; }
static void bad_modulus(pl_body_def *def) { def->graph.stiffness = 0, def->graph.youngs_modulus = 0; }
static void bad_edge(pl_body_def *def) { def->graph.edge = NAN; }
static void bad_laplacian(pl_body_def *def) { def->graph.laplacian = -2; }
static void no_energy(pl_body_def *def) { def->graph.edge = 0; }
static void bad_alpha(pl_body_def *def) { def->graph.damping_mass = -0.1; }
static void bad_beta(pl_body_def *def) { def->graph.damping_stiffness = INFINITY; }
static void bad_weights(pl_body_def *def) { def->graph.weights = (pl_graph_weights)7; }
static void bad_covariance(pl_body_def *def) { def->graph.covariance = (pl_covariance)7; }
static void bad_damping(pl_body_def *def) { def->graph.damping = (pl_damping)7; }
static void bad_precision(pl_body_def *def) { def->graph.precision = (pl_precision)7; }

static void test_body_definitions(void **state)
{
  fixture *f = *state;
  static const struct {
    spoil change;
    const char *text;
  } cases[] = {{no_mark, "pl_default_body_def"},
               {no_model, "no model 99"},
               {no_mesh, "no mesh"},
               {same_name, "already has a body"},
               {no_density, "density must be positive"},
               {nan_density, "density must be positive"},
               {bad_thickness, "thickness must be positive"},
               {bad_masses, "masses[4]"},
               {bad_positions, "positions[4] must be finite"},
               {bad_velocities, "velocities[4] must be finite"},
               {null_pins, "pins is NULL"},
               {bad_stiffness, "graph.stiffness"},
               {bad_modulus, "graph.youngs_modulus"},
               {bad_edge, "graph.edge"},
               {bad_laplacian, "graph.laplacian"},
               {no_energy, "no stiffness at all"},
               {bad_alpha, "graph.damping_mass"},
               {bad_beta, "graph.damping_stiffness"},
               {bad_weights, "graph.weights"},
               {bad_covariance, "graph.covariance"},
               {bad_damping, "graph.damping"},
               {bad_precision, "graph.precision"}};
  for (size_t k = 0; k < 81; k++) nan_array[k] = k == 4 ? NAN : 1;
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    pl_body_def def = stiff_body(f->mesh, 100);
    def.name = "other";
    cases[k].change(&def);
    pl_body *body = (pl_body *)&def;
    assert_refused(pl_body_create(f->world, &def, &body), PL_ERROR_ARGUMENT, cases[k].text);
    assert_null(body);
    if (def.mark) assert_non_null(strstr(pl_last_error(), def.name)); /* which body */
  }
  assert_int_equal(pl_world_body_count(f->world), 1);
  pl_graph_def graph = stiff_body(f->mesh, 100).graph;
  graph.edge = -1;
  assert_refused(pl_body_set_graph(f->body, &graph), PL_ERROR_ARGUMENT, "graph.edge");
  assert_refused(pl_body_set_positions(f->body, nan_array), PL_ERROR_ARGUMENT, "positions[4]");
  assert_refused(pl_body_set_velocities(f->body, nan_array), PL_ERROR_ARGUMENT, "velocities[4]");
  assert_refused(pl_body_apply_force(f->body, (uint32_t[]){27}, 1, (double[]){0, 0, 0}), PL_ERROR_ARGUMENT,
                 "particle 27");
  assert_refused(pl_body_apply_force(f->body, (uint32_t[]){1}, 1, (double[]){0, NAN, 0}), PL_ERROR_ARGUMENT, "force");
}

static void test_mesh_that_cannot_be_a_body(void **state)
{
  fixture *f = *state;
  const double x[6] = {0, 0, 0, 1, 0, 0};
  pl_mesh *apart = make_graph(x, 2, NULL, 0), *doubled = make_graph(x, 2, (uint32_t[]){0, 1, 1, 0}, 2);
  pl_mesh *line = make_graph(x, 2, (uint32_t[]){0, 1}, 1);
  pl_body *body = NULL;
  pl_body_def def = stiff_body(apart, 100);
  def.masses = (double[]){1, 1};
  assert_refused(pl_body_create(f->world, &def, &body), PL_ERROR_MESH, "neither edges nor triangles");
  def.mesh = doubled;
  assert_refused(pl_body_create(f->world, &def, &body), PL_ERROR_MESH, "given twice");
  def.mesh = line;
  def.masses = NULL;
  assert_refused(pl_body_create(f->world, &def, &body), PL_ERROR_MESH, "thickness");
  pl_mesh_destroy(apart);
  pl_mesh_destroy(doubled);
  pl_mesh_destroy(line);
}

static void test_handle_definitions(void **state)
{
  fixture *f = *state;
  const pl_pose_key back[2] = {{.time = 1}, {.time = 0}}, wild[1] = {{.rotate = {NAN}}};
  pl_pin_id pin_id;
  pl_pin_def pin = pl_default_pin_def(), bad = pin;
  assert_refused(pl_pin_create(f->body, &bad, &pin_id), PL_ERROR_ARGUMENT, "no particle");
  pin.particles = (uint32_t[]){1, 27};
  pin.count = 2;
  assert_refused(pl_pin_create(f->body, &pin, &pin_id), PL_ERROR_ARGUMENT, "particle 27");
  pin.count = 1;
  pin.motion = (pl_motion){.count = 1};
  assert_refused(pl_pin_create(f->body, &pin, &pin_id), PL_ERROR_ARGUMENT, "keys are NULL");
  pin.motion = (pl_motion){.keys = back, .count = 2};
  assert_refused(pl_pin_create(f->body, &pin, &pin_id), PL_ERROR_ARGUMENT, "must be after");
  pin.motion = (pl_motion){.keys = wild, .count = 1};
  assert_refused(pl_pin_create(f->body, &pin, &pin_id), PL_ERROR_ARGUMENT, "not finite");
  pin.motion = (pl_motion){.pivot = {0, INFINITY, 0}};
  assert_refused(pl_pin_create(f->body, &pin, &pin_id), PL_ERROR_ARGUMENT, "pivot");
  pin.motion = (pl_motion){0};
  pin.mark = 0;
  assert_refused(pl_pin_create(f->body, &pin, &pin_id), PL_ERROR_ARGUMENT, "pl_default_pin_def");
  pl_body_def def = stiff_body(f->mesh, 1);
  pl_body *body = NULL;
  def.pins = &pin;
  def.pin_count = 1;
  assert_refused(pl_body_create(f->world, &def, &body), PL_ERROR_ARGUMENT, "pl_default_pin_def");

  pl_grab_id grab_id;
  pl_grab_def grab = pl_default_grab_def();
  assert_refused(pl_grab_create(f->body, &grab, &grab_id), PL_ERROR_ARGUMENT, "no particle");
  grab.particles = (uint32_t[]){1, 2};
  grab.count = 2;
  grab.weights = (double[]){1, 0};
  assert_refused(pl_grab_create(f->body, &grab, &grab_id), PL_ERROR_ARGUMENT, "weight 1");
  grab.weights = NULL;
  grab.target[2] = NAN;
  assert_refused(pl_grab_create(f->body, &grab, &grab_id), PL_ERROR_ARGUMENT, "target");
  grab.target[2] = 0;
  grab.stiffness = -1;
  assert_refused(pl_grab_create(f->body, &grab, &grab_id), PL_ERROR_ARGUMENT, "stiffness");
  grab.stiffness = 1;
  grab.damping = NAN;
  assert_refused(pl_grab_create(f->body, &grab, &grab_id), PL_ERROR_ARGUMENT, "damping");
  grab.damping = 0;
  grab.mark = 1;
  assert_refused(pl_grab_create(f->body, &grab, &grab_id), PL_ERROR_ARGUMENT, "pl_default_grab_def");
}

static void obstacle_with(pl_world *world, pl_obstacle_def def, const char *text)
{
  pl_obstacle_id id = {0};
  assert_refused(pl_obstacle_create(world, &def, &id), PL_ERROR_ARGUMENT, text);
  assert_int_equal(id.generation, 0);
}

static void test_obstacle_definitions(void **state)
{
  pl_world *world = ((fixture *)*state)->world;
  size_t before = pl_world_obstacle_count(world);
  pl_obstacle_def plane = pl_default_obstacle_def(PL_OBSTACLE_PLANE),
                  ball = pl_default_obstacle_def(PL_OBSTACLE_SPHERE);
  pl_obstacle_def box = pl_default_obstacle_def(PL_OBSTACLE_BOX),
                  capsule = pl_default_obstacle_def(PL_OBSTACLE_CAPSULE);
  pl_obstacle_def def = plane;
  def.mark = 0;
  obstacle_with(world, def, "pl_default_obstacle_def");
  def = plane;
  def.shape = (pl_obstacle_shape)9;
  obstacle_with(world, def, "no shape 9");
  def = plane;
  memset(def.normal, 0, sizeof def.normal);
  obstacle_with(world, def, "normal");
  def = plane;
  def.point[0] = NAN;
  obstacle_with(world, def, "not finite");
  def = ball;
  def.radius = 0;
  obstacle_with(world, def, "radius must be positive");
  def = capsule;
  def.radius = INFINITY;
  obstacle_with(world, def, "radius must be positive");
  def = box;
  def.half_size[1] = 0;
  obstacle_with(world, def, "half_size");
  def = box;
  def.friction = -1;
  obstacle_with(world, def, "friction");
  def = box;
  def.restitution = 1.5;
  obstacle_with(world, def, "restitution");
  def = box;
  def.motion.count = 3;
  obstacle_with(world, def, "keys are NULL");
  assert_int_equal(pl_world_obstacle_count(world), before);
  assert_refused(pl_world_set_step(world, 0), PL_ERROR_ARGUMENT, "step must be positive");
  assert_refused(pl_world_set_gravity(world, (double[]){0, 0, INFINITY}), PL_ERROR_ARGUMENT, "gravity");
  assert_refused(pl_world_advance(world, -1, 0), PL_ERROR_ARGUMENT, "dt");
  assert_refused(pl_world_advance(world, NAN, 0), PL_ERROR_ARGUMENT, "dt");
  assert_refused(pl_world_advance(world, 1, -1), PL_ERROR_ARGUMENT, "max_steps");
  assert_refused(pl_obstacle_remove(world, (pl_obstacle_id){77, 1}), PL_ERROR_STALE, "77");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_null_is_answered),           cmocka_unit_test(test_questions_about_nothing),
      cmocka_unit_test(test_world_definitions),          cmocka_unit_test(test_body_definitions),
      cmocka_unit_test(test_mesh_that_cannot_be_a_body), cmocka_unit_test(test_handle_definitions),
      cmocka_unit_test(test_obstacle_definitions)};
  return cmocka_run_group_tests(tests, setup, teardown);
}
