/* SPDX-License-Identifier: MIT
   Registered state by name: a world made in the same way and given the fields of another goes on to the bit. */
#include <math.h>
#include <string.h>

#include "fixtures.h"
#include "world/world.h"

typedef struct subject {
  pl_world *world;
  pl_body *body;
} subject;

/* A ball falls on a floor and touches it within ten steps. */
static subject make(pl_model_kind kind)
{
  subject s;
  pl_world_def world = pl_default_world_def();
  world.threads = 1;
  s.world = make_world(&world);
  pl_mesh *mesh = NULL;
  assert_ok(pl_make_icosphere(0.25, 3, &mesh));
  pl_body_def def = pl_default_body_def(kind);
  def.mesh = mesh;
  def.volume.mode = PL_VOLUME_KEEP;
  def.cage.vertices = 20;
  def.hex.nodes = 60;
  s.body = make_body(s.world, &def);
  pl_mesh_destroy(mesh);
  pl_obstacle_def floor = pl_default_obstacle_def(PL_OBSTACLE_PLANE);
  pl_obstacle_id id;
  floor.point[1] = -0.255;
  assert_ok(pl_obstacle_create(s.world, &floor, &id));
  return s;
}

typedef struct copy {
  pl_field_values *fields;
  size_t count;
} copy;

static copy read_all(const pl_world *world)
{
  copy c = {calloc(pl_world_field_count(world), sizeof *c.fields), pl_world_field_count(world)};
  for (size_t i = 0; i < c.count; i++) {
    pl_field field = pl_world_field(world, i);
    double *values = malloc((field.count * (size_t)field.components + 1) * sizeof *values);
    assert_ok(pl_world_field_read(world, i, values));
    c.fields[i] = (pl_field_values){i, values};
  }
  return c;
}

static void release(copy *c)
{
  for (size_t i = 0; i < c->count; i++) free((void *)c->fields[i].values);
  free(c->fields);
}

static void test_goes_on(void **state)
{
  (void)state;
  static const pl_model_kind kinds[] = {PL_MODEL_GRAPH, PL_MODEL_SURFACE, PL_MODEL_CAGE, PL_MODEL_HEX};
  for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
    subject a = make(kinds[k]), b = make(kinds[k]);
    step_times(b.world, 1); /* what waits for the first step is done */
    step_times(a.world, 15);
    copy c = read_all(a.world);
    assert_ok(pl_world_set_fields(b.world, c.fields, c.count));
    assert_true(pl_world_hash(a.world) == pl_world_hash(b.world));
    step_times(a.world, 10);
    step_times(b.world, 10);
    assert_true(pl_world_hash(a.world) == pl_world_hash(b.world));
    release(&c);
    pl_world_destroy(a.world);
    pl_world_destroy(b.world);
  }
}

static size_t find(const pl_world *world, const char *name)
{
  for (size_t i = 0; i < pl_world_field_count(world); i++)
    if (strcmp(pl_world_field(world, i).name, name) == 0) return i;
  fail_msg("no field %s", name);
  return 0;
}

/* What a field cannot hold is refused, and nothing of the rest is taken either. */
static void test_refuses(void **state)
{
  (void)state;
  subject s = make(PL_MODEL_SURFACE);
  step_times(s.world, 1);
  uint64_t before = pl_world_hash(s.world);
  copy c = read_all(s.world);
  size_t positions = find(s.world, "positions"), partners = find(s.world, "body partner");
  ((double *)c.fields[positions].values)[0] += 0.1;
  ((double *)c.fields[partners].values)[0] = 0.5;
  assert_refused(pl_world_set_fields(s.world, c.fields, c.count), PL_ERROR_ARGUMENT, "body partner");
  assert_true(pl_world_hash(s.world) == before);
  ((double *)c.fields[partners].values)[0] = 0;
  ((double *)c.fields[positions].values)[1] = NAN;
  assert_true(pl_world_set_fields(s.world, c.fields, c.count) != PL_OK);
  assert_true(pl_world_hash(s.world) == before);
  pl_field_values none = {pl_world_field_count(s.world), c.fields[0].values};
  assert_refused(pl_world_set_fields(s.world, &none, 1), PL_ERROR_ARGUMENT, "names no field");
  release(&c);
  pl_world_destroy(s.world);
}

/* Values that fields can hold, but of a state in which no world can be: a particle far off, an impossible clock. */
static void test_refuses_what_cannot_be(void **state)
{
  (void)state;
  subject s = make(PL_MODEL_GRAPH);
  step_times(s.world, 1);
  uint64_t before = pl_world_hash(s.world);
  const struct {
    const char *field;
    size_t at;
    double value;
    pl_status status;
    const char *text;
  } bad[] = {{"positions", 3, 1e6, PL_ERROR_DIVERGED, "cannot be at 1e+06"},
             {"velocities", 4, 1e7, PL_ERROR_DIVERGED, "cannot be at"},
             {"positions", 5, 1e8, PL_ERROR_FORMAT, "'positions' of body 1 cannot hold"},
             {"clock", 0, 1e50, PL_ERROR_FORMAT, "the clock is impossible"},
             {"clock", 1, -5, PL_ERROR_FORMAT, "the clock is impossible"},
             {"clock", 3, 1e20, PL_ERROR_FORMAT, "the clock is impossible"}};
  for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
    copy c = read_all(s.world);
    ((double *)c.fields[find(s.world, bad[k].field)].values)[bad[k].at] = bad[k].value;
    assert_refused(pl_world_set_fields(s.world, c.fields, c.count), bad[k].status, bad[k].text);
    assert_true(pl_world_hash(s.world) == before);
    release(&c);
  }
  assert_ok(pl_world_step(s.world));
  pl_world_destroy(s.world);
}

/* What follows from links that broke (pieces, what is seen of them) follows when they are set by name, too. */
static void test_pieces_follow(void **state)
{
  (void)state;
  pl_world *worlds[2];
  pl_body *bodies[2];
  pl_mesh *mesh = make_bar(5, 2, 2, 0.1, 26);
  for (int w = 0; w < 2; w++) {
    pl_world_def def = quiet_world(0.005);
    worlds[w] = make_world(&def);
    pl_body_def body = pl_default_body_def(PL_MODEL_GRAPH);
    body.mesh = mesh;
    body.fracture.strain = 0.5;
    bodies[w] = make_body(worlds[w], &body);
    step_times(worlds[w], 1);
  }
  pl_mesh_destroy(mesh);
  size_t links = pl_body_link_count(bodies[0]);
  uint32_t *ends = malloc(2 * links * sizeof *ends);
  uint8_t *states = calloc(links, 1);
  assert_ok(pl_body_links(bodies[0], ends, states));
  const double *x = pl_body_positions(bodies[0]);
  for (size_t k = 0; k < links; k++)
    if ((x[3 * ends[2 * k]] > 0.25) != (x[3 * ends[2 * k + 1]] > 0.25)) states[k] = PL_LINK_BROKEN;
  assert_ok(pl_body_set_links(bodies[0], states));
  step_times(worlds[0], 3);
  assert_int_equal(bodies[0]->view.links->pieces.count, 2);
  copy c = read_all(worlds[0]);
  assert_ok(pl_world_set_fields(worlds[1], c.fields, c.count));
  assert_int_equal(bodies[1]->view.links->pieces.count, 2);
  step_times(worlds[0], 5);
  step_times(worlds[1], 5);
  assert_true(pl_world_hash(worlds[0]) == pl_world_hash(worlds[1]));
  release(&c);
  free(ends);
  free(states);
  for (int w = 0; w < 2; w++) pl_world_destroy(worlds[w]);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_goes_on), cmocka_unit_test(test_refuses),
                                     cmocka_unit_test(test_refuses_what_cannot_be),
                                     cmocka_unit_test(test_pieces_follow)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
