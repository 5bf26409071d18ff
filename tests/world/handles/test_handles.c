/* SPDX-License-Identifier: MIT
   Pins and grabs: what holds, holds exactly, whenever it came. */
#include <string.h>

#include "fixtures.h"
#include "math/mat3.h"

typedef struct held_bar {
  pl_mesh *mesh;
  pl_world *world;
  pl_body *body;
  uint32_t end[64];
  size_t particle_count;
} held_bar;

static held_bar hang(bool in_definition, const pl_motion *motion, pl_precision precision)
{
  held_bar b = {.mesh = make_bar(7, 3, 3, 0.1, 26)};
  b.particle_count = select_particles(b.mesh, 0, 0, b.end);
  pl_world_def world_def = quiet_world(0.01);
  world_def.gravity[1] = -9.81;
  b.world = make_world(&world_def);
  pl_pin_def pin = pl_default_pin_def();
  pin.particles = b.end;
  pin.count = b.particle_count;
  if (motion) pin.motion = *motion;
  pl_body_def def = stiff_body(b.mesh, 0);
  def.graph.youngs_modulus = 5e4;
  def.graph.precision = precision;
  if (in_definition) {
    def.pins = &pin;
    def.pin_count = 1;
  }
  b.body = make_body(b.world, &def);
  pl_pin_id id;
  if (!in_definition) assert_ok(pl_pin_create(b.body, &pin, &id));
  return b;
}

static void let_go(held_bar *b)
{
  pl_world_destroy(b->world);
  pl_mesh_destroy(b->mesh);
}

static void check_held(const held_bar *b)
{
  const double *x = pl_body_positions(b->body), *v = pl_body_velocities(b->body);
  const double *rest = pl_mesh_view(b->mesh).positions;
  for (size_t k = 0; k < b->particle_count; k++)
    for (size_t c = 0; c < 3; c++) {
      assert_true(x[3 * b->end[k] + c] == rest[3 * b->end[k] + c]); /* exactly */
      assert_true(fabs(v[3 * b->end[k] + c]) <= 1e-9);
    }
}

static void test_pins_hold_exactly(void **state)
{
  (void)state;
  for (int kind = 0; kind < 4; kind++) {
    held_bar b = hang(kind & 1, NULL, kind & 2 ? PL_PRECISION_DOUBLE : PL_PRECISION_AUTO);
    for (int k = 0; k < 200; k++) {
      step_times(b.world, 1);
      if ((kind & 2) || (kind & 1)) check_held(&b);
    }
    assert_less(pl_body_positions(b.body)[3 * 60 + 1], 0.0); /* the other end hangs */
    let_go(&b);
  }
}

static const pl_pose_key swing_keys[3] = {{.time = 0},
                                          {.time = 0.3, .translate = {0.1, 0.2, 0}, .rotate = {0.2, 0.5, -0.7}},
                                          {.time = 0.8, .translate = {0, -0.1, 0.3}, .rotate = {0, 7, 0}}};
static const pl_motion swing = {.keys = swing_keys, .count = 3, .pivot = {0, 0.1, 0.1}};

/* A late pin is a Schur complement on top of the factor of the whole, one of the definition leaves the rows out: the
   same motion, to rounding that grows over 150 steps. */
static void test_late_pins_equal_elimination(void **state)
{
  (void)state;
  const pl_motion *motions[] = {NULL, &swing};
  for (int m = 0; m < 2; m++) {
    held_bar a = hang(true, motions[m], PL_PRECISION_DOUBLE), b = hang(false, motions[m], PL_PRECISION_DOUBLE);
    for (int k = 0; k < 150; k++) {
      step_times(a.world, 1);
      step_times(b.world, 1);
      size_t n = 3 * pl_body_particle_count(a.body);
      double off = largest_difference(pl_body_positions(a.body), pl_body_positions(b.body), n);
      if (off > 1e-9) print_error("motion %d: off by %g at step %d\n", m, off, k);
      assert_true(off <= 1e-9);
    }
    let_go(&a);
    let_go(&b);
  }
}

/* x -> pivot + R (x - pivot) + t, linear in t and in the rotation vector between keys. */
static void test_moving_pins_follow_their_keys(void **state)
{
  (void)state;
  for (int late = 0; late < 2; late++) {
    held_bar b = hang(!late, &swing, PL_PRECISION_DOUBLE);
    const double *rest = pl_mesh_view(b.mesh).positions;
    for (int k = 1; k <= 100; k++) {
      step_times(b.world, 1);
      double t = k * 0.01, w[3], shift[3], R[9];
      const pl_pose_key *from = &swing_keys[t < 0.3 ? 0 : 1], *to = from + 1;
      double s = fmin(1, (t - from->time) / (to->time - from->time));
      for (int c = 0; c < 3; c++) {
        w[c] = from->rotate[c] + s * (to->rotate[c] - from->rotate[c]);
        shift[c] = from->translate[c] + s * (to->translate[c] - from->translate[c]);
      }
      pl_mat3_from_rotation_vector(w, R);
      for (size_t p = 0; p < b.particle_count; p++) {
        double arm[3], wanted[3];
        pl_vec3_sub(rest + 3 * b.end[p], swing.pivot, arm);
        pl_mat3_apply(R, arm, wanted);
        for (int c = 0; c < 3; c++) wanted[c] += swing.pivot[c] + shift[c];
        assert_less(largest_difference(pl_body_positions(b.body) + 3 * b.end[p], wanted, 3), 1e-13);
      }
    }
    let_go(&b);
  }
}

/* Keys that do not begin with the identity: the pin starts from where the particles are, in both kinds, and after a
   reset. */
static void test_pins_start_where_particles_are(void **state)
{
  (void)state;
  const pl_pose_key keys[2] = {{.time = 0, .translate = {5, 0, 0}}, {.time = 1, .translate = {6, 0, 0}}};
  const pl_motion motion = {.keys = keys, .count = 2};
  for (int late = 0; late < 2; late++) {
    held_bar b = hang(!late, &motion, PL_PRECISION_DOUBLE);
    step_times(b.world, 10);
    assert_close(pl_body_positions(b.body)[3 * b.end[0]], 0.1, 1e-13);
    assert_ok(pl_world_reset(b.world));
    step_times(b.world, 10);
    assert_close(pl_body_positions(b.body)[3 * b.end[0]], 0.1, 1e-13);
    let_go(&b);
  }
}

static void test_a_pin_of_the_definition_can_go(void **state)
{
  (void)state;
  held_bar b = hang(true, NULL, PL_PRECISION_DOUBLE);
  step_times(b.world, 20);
  pl_pin_id id = pl_body_pin(b.body, 0);
  assert_true(id.generation > 0);
  assert_int_equal(pl_body_pin(b.body, 1).generation, 0);
  assert_ok(pl_pin_remove(b.body, id));
  pl_body_signals before, after;
  assert_ok(pl_body_measure(b.body, &before));
  step_times(b.world, 50);
  assert_ok(pl_body_measure(b.body, &after));
  double mass = 0;
  for (size_t i = 0; i < pl_body_particle_count(b.body); i++) mass += pl_body_masses(b.body)[i];
  /* free fall: the momentum is that of gravity alone */
  assert_close(after.momentum[1] - before.momentum[1], -9.81 * mass * 0.5, 1e-9 * mass);
  assert_int_equal(pl_body_pin(b.body, 0).generation, 0);
  assert_refused(pl_pin_remove(b.body, id), PL_ERROR_STALE, "removed");
  let_go(&b);
}

/* In equilibrium the spring carries the weight: stiffness × stretch = m g. */
static void test_grab_carries_by_its_spring(void **state)
{
  (void)state;
  pl_mesh *mesh = make_bar(4, 3, 3, 0.1, 26);
  pl_world_def world_def = quiet_world(0.01);
  world_def.gravity[1] = -9.81;
  pl_world *world = make_world(&world_def);
  pl_body_def def = stiff_body(mesh, 0);
  def.graph.youngs_modulus = 3e4;
  def.graph.damping_mass = 3; /* to come to rest soon */
  pl_body *body = make_body(world, &def);
  const double weights[4] = {1, 2, 3, 2}, stiffness = 2000;
  const uint32_t particles[4] = {0, 4, 9, 13};
  pl_grab_def grab = pl_default_grab_def();
  grab.particles = particles;
  grab.weights = weights;
  grab.count = 4;
  grab.target[1] = 1;
  grab.stiffness = stiffness;
  pl_grab_id id;
  assert_ok(pl_grab_create(body, &grab, &id));
  step_times(world, 1500);
  assert_less(fastest(body), 1e-5);
  double mass = 0, point = 0;
  for (size_t i = 0; i < pl_body_particle_count(body); i++) mass += pl_body_masses(body)[i];
  for (int k = 0; k < 4; k++) point += weights[k] / 8 * pl_body_positions(body)[3 * particles[k] + 1];
  assert_close(stiffness * (1 - point), 9.81 * mass, 1e-4 * 9.81 * mass);

  assert_ok(pl_grab_move(body, id, (double[]){0.5, 2, 0}));
  step_times(world, 1500);
  point = 0;
  for (int k = 0; k < 4; k++) point += weights[k] / 8 * pl_body_positions(body)[3 * particles[k] + 1];
  assert_close(stiffness * (2 - point), 9.81 * mass, 1e-4 * 9.81 * mass);

  assert_ok(pl_grab_remove(body, id));
  step_times(world, 1);
  assert_refused(pl_grab_move(body, id, (double[]){0, 0, 0}), PL_ERROR_STALE, "no grab");
  assert_refused(pl_grab_remove(body, id), PL_ERROR_STALE, "no grab");
  double y = pl_body_positions(body)[1];
  step_times(world, 20);
  assert_less(pl_body_positions(body)[1], y - 0.1); /* it falls */
  pl_world_destroy(world);
  pl_mesh_destroy(mesh);
}

static void test_ids_go_stale(void **state)
{
  (void)state;
  held_bar b = hang(true, NULL, PL_PRECISION_DOUBLE);
  pl_pin_def pin = pl_default_pin_def();
  pin.particles = (uint32_t[]){60};
  pin.count = 1;
  pl_pin_id first, second;
  assert_ok(pl_pin_create(b.body, &pin, &first));
  assert_ok(pl_pin_remove(b.body, first)); /* while it still waits */
  double y = pl_body_positions(b.body)[3 * 60 + 1];
  step_times(b.world, 5);
  assert_less(pl_body_positions(b.body)[3 * 60 + 1], y); /* never held */
  assert_refused(pl_pin_remove(b.body, first), PL_ERROR_STALE, "generation");
  assert_ok(pl_pin_create(b.body, &pin, &second));
  assert_true(second.index != first.index || second.generation != first.generation);
  assert_refused(pl_pin_remove(b.body, first), PL_ERROR_STALE, "generation");
  step_times(b.world, 1);
  y = pl_body_positions(b.body)[3 * 60 + 1];
  step_times(b.world, 5);
  assert_true(pl_body_positions(b.body)[3 * 60 + 1] == y);
  assert_ok(pl_pin_remove(b.body, second));
  assert_ok(pl_pin_remove(b.body, second)); /* both before the step */
  step_times(b.world, 5);
  assert_refused(pl_pin_remove(b.body, second), PL_ERROR_STALE, "generation");
  assert_refused(pl_pin_remove(b.body, (pl_pin_id){99, 1}), PL_ERROR_STALE, "99");
  let_go(&b);
}

static void test_limit_of_held_particles(void **state)
{
  (void)state;
  pl_mesh *mesh = make_bar(9, 6, 6, 0.1, 26);
  pl_world_def world_def = quiet_world(0.01);
  world_def.gravity[1] = -9.81;
  pl_world *world = make_world(&world_def);
  pl_body_def def = stiff_body(mesh, 0);
  pl_body *body = make_body(world, &def);
  uint32_t many[257];
  for (uint32_t k = 0; k < 257; k++) many[k] = k;
  pl_pin_def pin = pl_default_pin_def();
  pin.particles = many;
  pin.count = 257;
  pl_pin_id id;
  assert_refused(pl_pin_create(body, &pin, &id), PL_ERROR_LIMIT, "256");
  pin.count = 256;
  assert_ok(pl_pin_create(body, &pin, &id));
  pl_grab_def grab = pl_default_grab_def();
  grab.particles = many;
  grab.count = 1;
  pl_grab_id grab_id;
  assert_refused(pl_grab_create(body, &grab, &grab_id), PL_ERROR_LIMIT, "in the body's definition");
  grab.count = 17;
  assert_refused(pl_grab_create(body, &grab, &grab_id), PL_ERROR_LIMIT, "16");
  step_times(world, 10);
  const double *rest = pl_mesh_view(mesh).positions;
  assert_true(memcmp(pl_body_positions(body), rest, 3 * 256 * sizeof(double)) == 0 ||
              largest_difference(pl_body_positions(body), rest, 3 * 256) == 0);
  assert_ok(pl_pin_remove(body, id));
  step_times(world, 1);
  grab.count = 16;
  assert_ok(pl_grab_create(body, &grab, &grab_id));
  step_times(world, 1);
  pl_world_destroy(world);
  pl_mesh_destroy(mesh);
}

/* The same particle held twice, grabbed while pinned, pinned while eliminated: no crash, and the pins win. */
static void test_overlapping_holds(void **state)
{
  (void)state;
  held_bar b = hang(true, NULL, PL_PRECISION_DOUBLE);
  pl_pin_def pin = pl_default_pin_def();
  pin.particles = (uint32_t[]){60, 60, b.end[0]};
  pin.count = 3;
  pl_pin_id one, two;
  assert_ok(pl_pin_create(b.body, &pin, &one));
  assert_ok(pl_pin_create(b.body, &pin, &two));
  pl_grab_def grab = pl_default_grab_def();
  grab.particles = (uint32_t[]){60, b.end[0]};
  grab.count = 2;
  grab.target[1] = 5;
  pl_grab_id id;
  assert_ok(pl_grab_create(b.body, &grab, &id));
  grab.particles = (uint32_t[]){b.end[0]};
  grab.count = 1;
  assert_ok(pl_grab_create(b.body, &grab, &id));
  step_times(b.world, 30);
  check_held(&b);
  assert_less(largest_difference(pl_body_positions(b.body) + 180, pl_mesh_view(b.mesh).positions + 180, 3), 1e-15);
  let_go(&b);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_pins_hold_exactly),
                                     cmocka_unit_test(test_late_pins_equal_elimination),
                                     cmocka_unit_test(test_moving_pins_follow_their_keys),
                                     cmocka_unit_test(test_pins_start_where_particles_are),
                                     cmocka_unit_test(test_a_pin_of_the_definition_can_go),
                                     cmocka_unit_test(test_grab_carries_by_its_spring),
                                     cmocka_unit_test(test_ids_go_stale),
                                     cmocka_unit_test(test_limit_of_held_particles),
                                     cmocka_unit_test(test_overlapping_holds)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
