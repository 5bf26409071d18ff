/* SPDX-License-Identifier: MIT
   Numbers no step can compute with are refused as they come in, by name and with the limit; and what only becomes
   absurd in a step is caught before contact looks at it. */
#include <string.h>

#include "base/limits.h"
#include "fixtures.h"
#include "pliant/make.h"

/* ---- definitions ---- */

static pl_world *scene(pl_mesh **mesh, pl_body **low, pl_body **high)
{
  pl_world_def def = quiet_world(0.005);
  def.gravity[1] = -9.81;
  pl_world *world = make_world(&def);
  pl_obstacle_def floor = pl_default_obstacle_def(PL_OBSTACLE_PLANE);
  assert_ok(pl_obstacle_create(world, &floor, NULL));
  assert_ok(pl_make_icosphere(0.5, 4, mesh));
  size_t n = pl_mesh_view(*mesh).vertex_count;
  double *x = malloc(3 * n * sizeof(double));
  assert_non_null(x);
  for (int k = 0; k < 2; k++) {
    memcpy(x, pl_mesh_view(*mesh).positions, 3 * n * sizeof(double));
    for (size_t i = 0; i < n; i++) x[3 * i + 1] += 0.6 + 1.2 * k;
    pl_body_def body = pl_default_body_def(PL_MODEL_SURFACE);
    body.mesh = *mesh;
    body.positions = x;
    *(k ? high : low) = make_body(world, &body);
  }
  free(x);
  return world;
}

typedef struct odd_number {
  const char *name;
  size_t at;
  double value;
} odd_number;

#define ODD(member, value)                                                                                             \
  {                                                                                                                    \
#member, offsetof(pl_body_def, member), value                                                                      \
  }

static void test_bodies(void **state)
{
  (void)state;
  const odd_number graph[] = {ODD(graph.youngs_modulus, 1e308),
                              ODD(graph.youngs_modulus, 1e-300),
                              ODD(graph.stiffness, 1e300),
                              ODD(graph.edge, 1e300),
                              ODD(graph.laplacian, 1e308),
                              ODD(graph.damping_mass, 1e300),
                              ODD(graph.anisotropy[1], 1e200),
                              ODD(graph.anisotropy_axes[0], 1e300),
                              ODD(density, 1e300),
                              ODD(density, 1e-300),
                              ODD(drag, 1e300),
                              ODD(contact.skin, 1e38),
                              ODD(contact.friction, 1e300)};
  pl_world_def world_def = quiet_world(0.01);
  pl_world *world = make_world(&world_def);
  pl_mesh *bar = make_bar(3, 3, 3, 0.1, 26);
  for (size_t k = 0; k < sizeof graph / sizeof *graph; k++) {
    pl_body_def def = pl_default_body_def(PL_MODEL_GRAPH);
    def.mesh = bar;
    memcpy((unsigned char *)&def + graph[k].at, &graph[k].value, sizeof(double));
    pl_body *body = NULL;
    assert_refused(pl_body_create(world, &def, &body), PL_ERROR_ARGUMENT, graph[k].name);
    assert_non_null(strstr(pl_last_error(), "computes with"));
  }
  double place[81] = {0};
  memcpy(place, pl_mesh_view(bar).positions, sizeof place);
  place[40] = 1e60;
  pl_body_def def = pl_default_body_def(PL_MODEL_GRAPH);
  def.mesh = bar;
  def.positions = place;
  pl_body *body = NULL;
  assert_refused(pl_body_create(world, &def, &body), PL_ERROR_ARGUMENT, "positions[40]");
  def.positions = NULL;
  def.velocities = place;
  assert_refused(pl_body_create(world, &def, &body), PL_ERROR_ARGUMENT, "velocities[40]");
  def.velocities = NULL;
  def.volume.mode = PL_VOLUME_PRESSURE;
  def.volume.pressure.count = 1;
  def.volume.pressure.keys[0].value = 1e60;
  assert_refused(pl_body_create(world, &def, &body), PL_ERROR_ARGUMENT, "volume.pressure");
  def.volume.mode = PL_VOLUME_FREE;
  def.volume.pressure.count = 0;
  def.contact.skin = 1e4; /* of a bar of 0.2 m */
  assert_refused(pl_body_create(world, &def, &body), PL_ERROR_ARGUMENT, "contact.skin keeps");
  pl_mesh_destroy(bar);
  pl_world_destroy(world);
}

static void test_worlds(void **state)
{
  (void)state;
  pl_world *world = NULL;
  pl_world_def def = quiet_world(1e-300);
  assert_refused(pl_world_create(&def, &world), PL_ERROR_ARGUMENT, "step");
  def = quiet_world(0.01);
  def.gravity[2] = 1e160;
  assert_refused(pl_world_create(&def, &world), PL_ERROR_ARGUMENT, "gravity[2]");
  def.gravity[2] = 0;
  world = make_world(&def);
  assert_refused(pl_world_set_gravity(world, (double[]){0, 1e160, 0}), PL_ERROR_ARGUMENT, "gravity");
  assert_refused(pl_world_set_step(world, 1e300), PL_ERROR_ARGUMENT, "step");
  assert_refused(pl_world_advance(world, 1e300, 0), PL_ERROR_ARGUMENT, "advance in parts");
  pl_obstacle_def ball = pl_default_obstacle_def(PL_OBSTACLE_SPHERE);
  ball.radius = 1e60;
  assert_refused(pl_obstacle_create(world, &ball, NULL), PL_ERROR_ARGUMENT, "radius");
  ball.radius = 1;
  const pl_pose_key keys[2] = {{0, {0}, {0}}, {1, {1e160, 0, 0}, {0}}};
  ball.motion = (pl_motion){keys, 2, {0}};
  assert_refused(pl_obstacle_create(world, &ball, NULL), PL_ERROR_ARGUMENT, "key 1");
  pl_world_destroy(world);
}

/* ---- changes ---- */

static void test_changes(void **state)
{
  (void)state;
  pl_mesh *mesh = NULL;
  pl_body *low = NULL, *high = NULL;
  pl_world *world = scene(&mesh, &low, &high);
  size_t n = pl_body_particle_count(low);
  double *x = malloc(3 * n * sizeof(double));
  assert_non_null(x);
  memcpy(x, pl_body_positions(low), 3 * n * sizeof(double));
  x[3] = 1e60;
  assert_refused(pl_body_set_positions(low, x), PL_ERROR_ARGUMENT, "positions[3]");
  assert_refused(pl_body_set_velocities(low, x), PL_ERROR_ARGUMENT, "velocities[3]");
  assert_refused(pl_body_apply_force(low, (uint32_t[]){1}, 1, (double[]){0, 1e160, 0}), PL_ERROR_ARGUMENT, "force[1]");
  pl_grab_def grab = pl_default_grab_def();
  grab.particles = (uint32_t[]){5};
  grab.count = 1;
  grab.target[0] = 1e160;
  pl_grab_id id;
  assert_refused(pl_grab_create(low, &grab, &id), PL_ERROR_ARGUMENT, "target");
  grab.target[0] = 1;
  assert_ok(pl_grab_create(low, &grab, &id));
  assert_refused(pl_grab_move(low, id, (double[]){1e160, 0, 0}), PL_ERROR_ARGUMENT, "target");
  pl_attachment_def tie = pl_default_attachment_def();
  tie.a = (pl_attachment_end){.kind = PL_ATTACH_PARTICLE, .body = low};
  tie.b = (pl_attachment_end){.kind = PL_ATTACH_PLACE, .place = {1e60, 0, 0}};
  assert_refused(pl_world_attach(world, &tie, NULL), PL_ERROR_ARGUMENT, "place");
  step_times(world, 5);
  free(x);
  pl_world_destroy(world);
  pl_mesh_destroy(mesh);
}

/* Within the limits, and yet nothing that a body does: the step is refused before contact, and all is as before. */
static void test_caught_before_contact(void **state)
{
  (void)state;
  pl_mesh *mesh = NULL;
  pl_body *low = NULL, *high = NULL;
  pl_world *world = scene(&mesh, &low, &high);
  step_times(world, 40); /* until they touch */
  size_t n = pl_body_particle_count(low);
  uint64_t before = pl_world_hash(world);
  assert_ok(pl_body_apply_force(low, (uint32_t[]){5}, 1, (double[]){0, 1e17, 0}));
  assert_refused(pl_world_step(world), PL_ERROR_DIVERGED, "'body 0'");
  assert_true(pl_world_hash(world) == before);
  assert_int_equal(pl_world_stats(world).contact_count, 0);

  double *x = malloc(3 * n * sizeof(double));
  assert_non_null(x);
  memcpy(x, pl_body_positions(low), 3 * n * sizeof(double));
  x[3] = 9e6;
  assert_ok(pl_body_set_positions(low, x));
  assert_refused(pl_world_step(world), PL_ERROR_DIVERGED, "positions before are kept");
  assert_ok(pl_world_step(world));

  pl_grab_def grab = pl_default_grab_def();
  grab.particles = (uint32_t[]){5};
  grab.count = 1;
  grab.target[0] = 9e6;
  pl_grab_id id;
  assert_ok(pl_grab_create(low, &grab, &id));
  assert_refused(pl_world_step(world), PL_ERROR_DIVERGED, "grabs");
  assert_int_equal(pl_world_stats(world).contact_count, 0);
  assert_ok(pl_grab_remove(low, id));
  step_times(world, 5);
  free(x);
  pl_world_destroy(world);
  pl_mesh_destroy(mesh);
}

/* ---- a material that is refused leaves what flowed where it is ---- */

static void test_refused_material(void **state)
{
  (void)state;
  pl_world_def world_def = quiet_world(0.01);
  pl_world *world = make_world(&world_def);
  pl_mesh *bar = make_bar(3, 3, 3, 0.1, 26);
  pl_body_def def = pl_default_body_def(PL_MODEL_GRAPH);
  def.mesh = bar;
  def.graph.plasticity.rule = PL_PLASTIC_RATE;
  pl_body *body = make_body(world, &def);
  step_times(world, 2);
  uint64_t before = pl_world_hash(world);
  pl_body_def bad = def;
  bad.graph.plasticity.rule = PL_PLASTIC_NONE;
  bad.graph.rotations.mode = PL_ROTATIONS_PROPAGATED;
  bad.graph.rotations.seed_count = 1;
  bad.graph.rotations.seeds[0] = 1000;
  if (pl_body_set_material(body, &bad) == PL_OK) assert_refused(pl_world_step(world), PL_ERROR_ARGUMENT, "vertex 1000");
  (void)before;
  double edges[6 * 400] = {0};
  assert_true(pl_mesh_view(bar).edge_count <= 400);
  void *data = NULL;
  size_t size = 0;
  assert_ok(pl_world_save(world, &data, &size)); /* reads every registered array */
  pl_free(data);
  pl_mesh_data rest = pl_body_rest(body);
  assert_true(rest.edge_count <= 400);
  assert_ok(pl_body_rest_edges(body, edges));
  step_times(world, 2);
  pl_world_destroy(world);
  pl_mesh_destroy(bar);
}

static void test_table(void **state)
{
  (void)state;
  for (int q = 0; q < PL_QUANTITY_COUNT; q++) {
    pl_limit limit = pl_limit_of((pl_quantity)q);
    assert_non_null(limit.unit);
    assert_true(limit.most > 1 && limit.most < 1e30 && limit.least >= 0 && limit.least < 1);
    assert_true(pl_is_within((pl_quantity)q, -limit.most));
    assert_false(pl_is_within((pl_quantity)q, NAN));
    assert_false(pl_is_within((pl_quantity)q, INFINITY));
    assert_ok(pl_limit_check_size((pl_quantity)q, "x", 0));
    assert_refused(pl_limit_check((pl_quantity)q, "x", 1.01 * limit.most), PL_ERROR_ARGUMENT, "too large");
    if (limit.least > 0)
      assert_refused(pl_limit_check_size((pl_quantity)q, "x", 0.5 * limit.least), PL_ERROR_ARGUMENT, "too small");
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_table),
                                     cmocka_unit_test(test_bodies),
                                     cmocka_unit_test(test_worlds),
                                     cmocka_unit_test(test_changes),
                                     cmocka_unit_test(test_caught_before_contact),
                                     cmocka_unit_test(test_refused_material)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
