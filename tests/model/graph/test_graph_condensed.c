/* SPDX-License-Identifier: MIT
   Steps in the coordinates of a subspace against the same steps over all particles, which a factor in double takes. */
#include <string.h>

#include "fixtures.h"
#include "math/vec3.h"
#include "model/graph/graph.h"
#include "pliant/subspace.h"
#include "world/world.h"

enum {
  PINNED = 1,
  LAPLACIAN = 2,
  MASS = 4,
  DAMPED = 8,
  LITERAL = 16,
  HELD = 32,
  PUSHED = 64,
  TWICE = 128,
  FLOOR = 256
};

static pl_body *make(pl_world *world, unsigned kind, pl_precision precision)
{
  pl_mesh *mesh = make_bar(11, 3, 4, 0.05, 26);
  size_t n = pl_mesh_view(mesh).vertex_count;
  uint32_t face[16];
  pl_pin_def pin = pl_default_pin_def();
  pin.particles = face;
  pin.count = select_particles(mesh, 0, 0, face);
  pl_body_def def = stiff_body(mesh, 1500);
  def.pins = &pin;
  def.pin_count = kind & PINNED ? 1 : 0;
  def.graph.precision = precision;
  def.graph.laplacian = kind & LAPLACIAN ? 0.5 : 0;
  def.graph.covariance = kind & MASS ? PL_COVARIANCE_MASS : PL_COVARIANCE_ENERGY;
  def.graph.damping_stiffness = kind & DAMPED ? 0.002 : 0;
  def.graph.damping_mass = kind & DAMPED ? 0.3 : 0;
  def.graph.damping = kind & LITERAL ? PL_DAMPING_LITERAL : PL_DAMPING_COROTATED;
  def.graph.iterations = kind & TWICE ? 2 : 1;
  def.contact.rolling_friction = 0; /* its yes or no makes much of a difference of rounding */
  pl_body *body = make_body(world, &def);
  double *basis = malloc(n * 14 * sizeof(double));
  size_t size;
  assert_ok(pl_subspace_modes(body, 10, !(kind & PINNED), basis, &size, NULL));
  assert_ok(pl_body_set_subspace(body, basis, size));
  if (kind & HELD) {
    pl_pin_def late = pl_default_pin_def();
    late.particles = (uint32_t[]){131};
    late.count = 1;
    pl_pin_id id;
    assert_ok(pl_pin_create(body, &late, &id));
  }
  if (kind & FLOOR) {
    pl_obstacle_def floor = pl_default_obstacle_def(PL_OBSTACLE_PLANE);
    floor.point[1] = -0.1;
    assert_ok(pl_obstacle_create(world, &floor, NULL));
  }
  double *v = malloc(3 * n * sizeof(double));
  const double *x = pl_body_rest(body).positions;
  for (size_t i = 0; i < n; i++) pl_vec3_set(v + 3 * i, -3 * x[3 * i + 1], 2 * x[3 * i], 4 * x[3 * i + 1]);
  assert_ok(pl_body_set_velocities(body, v));
  free(v);
  free(basis);
  pl_mesh_destroy(mesh);
  return body;
}

/* Floats hold operators to 6e-8 and rotations to about 1e-6; forces of a bend are some ten times smaller than those
   that cancel in them, and errors add up over a swing. */
static void same_motion(unsigned kind)
{
  enum { STEPS = 120 };
  pl_world_def def = pl_default_world_def();
  def.threads = 1;
  pl_world *quick = make_world(&def), *slow = make_world(&def);
  pl_body *a = make(quick, kind, PL_PRECISION_FLOAT), *b = make(slow, kind, PL_PRECISION_DOUBLE);
  size_t n = pl_body_particle_count(a);
  double far = 0, moved = 0;
  for (int k = 0; k < STEPS; k++) {
    if (kind & PUSHED) {
      assert_ok(pl_body_apply_force(a, (uint32_t[]){131, 5}, 2, (double[]){0.2, 0.5, 0}));
      assert_ok(pl_body_apply_force(b, (uint32_t[]){131, 5}, 2, (double[]){0.2, 0.5, 0}));
    }
    step_times(quick, 1);
    step_times(slow, 1);
    far = fmax(far, largest_difference(pl_body_positions(a), pl_body_positions(b), 3 * n));
    moved = fmax(moved, largest_difference(pl_body_positions(b), pl_body_rest(b).positions, 3 * n));
    assert_less(largest_difference(pl_body_velocities(a), pl_body_velocities(b), 3 * n), 1e-3);
  }
  assert_true(pl_graph_is_condensed(a->view.data) && !pl_graph_is_condensed(b->view.data));
  assert_true(moved > 0.02);
  assert_less(far, 2e-5);
  pl_world_destroy(quick);
  pl_world_destroy(slow);
}

static void moves_as_over_all_particles(void **state)
{
  (void)state;
  static const unsigned kinds[] = {PINNED,
                                   0,
                                   PINNED | LAPLACIAN,
                                   LAPLACIAN | MASS,
                                   PINNED | DAMPED,
                                   DAMPED,
                                   PINNED | DAMPED | LITERAL,
                                   HELD,
                                   PINNED | PUSHED,
                                   PINNED | TWICE | DAMPED,
                                   FLOOR | DAMPED};
  for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) same_motion(kinds[k]);
}

/* Fields stay what they were when a body goes into a subspace, so that files of frames go on; rotations can be read as
   ever. */
static void fields_stay(void **state)
{
  (void)state;
  pl_world_def def = quiet_world(0.005);
  pl_world *world = make_world(&def);
  pl_body *body = make(world, 0, PL_PRECISION_FLOAT); /* the subspace waits for the first step */
  size_t n = pl_body_particle_count(body), read = 0, fields = 0;
  double *values = malloc(9 * n * sizeof(double)), *wanted = malloc(9 * n * sizeof(double));
  for (int after = 0; after < 2; after++) {
    size_t particle_fields = 0;
    for (size_t f = 0; f < pl_world_field_count(world); f++) {
      pl_field field = pl_world_field(world, f);
      particle_fields += strcmp(field.domain, "particle") == 0;
      if (strcmp(field.name, "rotations") != 0) continue;
      assert_int_equal(field.count, n);
      assert_ok(pl_world_field_read(world, f, after ? values : wanted));
      read++;
    }
    if (!after) {
      fields = particle_fields;
      step_times(world, 40);
    }
    assert_int_equal(particle_fields, fields);
  }
  assert_int_equal(read, 2);
  const pl_graph *graph = body->view.data;
  double *last = malloc((9 * n + 1) * sizeof(double));
  pl_graph_last_rotations(graph, last);
  for (size_t i = 0; i < n; i++)
    assert_memory_equal(values + 9 * (size_t)body->order[i], last + 9 * i, 9 * sizeof(double));
  assert_true(largest_difference(values, wanted, 9 * n) > 0.1);
  free(values);
  free(wanted);
  free(last);
  pl_world_destroy(world);
}

/* Rest shape, no forces: not a bit moves. */
static void rest_is_rest(void **state)
{
  (void)state;
  pl_world_def def = quiet_world(0.005);
  pl_world *world = make_world(&def);
  pl_body *body = make(world, PINNED, PL_PRECISION_FLOAT);
  size_t n = pl_body_particle_count(body);
  double *none = calloc(3 * n, sizeof(double));
  assert_ok(pl_body_set_velocities(body, none));
  step_times(world, 50);
  assert_memory_equal(pl_body_positions(body), pl_body_rest(body).positions, 3 * n * sizeof(double));
  free(none);
  pl_world_destroy(world);
}

static pl_body *make_active(pl_world *world, unsigned kind, pl_precision precision, double threshold, uint32_t reuse)
{
  pl_body *body = make(world, kind, precision);
  pl_graph_def graph = body->def.graph;
  graph.rotations.mode = PL_ROTATIONS_PROPAGATED;
  graph.rotations.threshold = threshold;
  graph.rotations.reuse = reuse;
  assert_ok(pl_body_set_graph(body, &graph));
  return body;
}

/* Active rotations alone: with the choice of every step they are those of the paper, which go over all particles (but
   for nodes at the very border of the criterion, and floats); kept for steps, they are fewer decompositions and not far
   off. */
static void active_rotations(void **state)
{
  (void)state;
  enum { STEPS = 100 };
  pl_world_def def = pl_default_world_def();
  def.threads = 1;
  pl_world *paper = make_world(&def), *each = make_world(&def), *kept = make_world(&def), *every = make_world(&def);
  pl_body *a = make_active(paper, PINNED, PL_PRECISION_DOUBLE, 1e-5, 0),
          *b = make_active(each, PINNED, PL_PRECISION_FLOAT, 1e-5, 1);
  pl_body *c = make_active(kept, PINNED | DAMPED, PL_PRECISION_FLOAT, 1e-6, 8),
          *d = make(every, PINNED | DAMPED, PL_PRECISION_FLOAT);
  size_t n = pl_body_particle_count(a), active[2] = {0, 0};
  double apart = 0, off = 0;
  for (int k = 0; k < STEPS; k++) {
    step_times(paper, 1);
    step_times(each, 1);
    step_times(kept, 1);
    step_times(every, 1);
    active[0] += pl_world_stats(each).rotations;
    active[1] += pl_world_stats(kept).rotations;
    apart = fmax(apart, largest_difference(pl_body_positions(a), pl_body_positions(b), 3 * n));
    off = fmax(off, largest_difference(pl_body_positions(c), pl_body_positions(d), 3 * n));
  }
  assert_true(!pl_graph_is_condensed(a->view.data) && pl_graph_keeps_active(b->view.data));
  assert_true(active[0] > STEPS && active[0] < STEPS * n * 9 / 10);
  assert_true(active[1] > STEPS && active[1] < STEPS * n * 9 / 10);
  assert_less(apart, 2e-4);
  assert_less(off, 0.01 * a->size);
  pl_world_destroy(paper);
  pl_world_destroy(each);
  pl_world_destroy(kept);
  pl_world_destroy(every);
}

/* Saved between two choices: the same future, bit for bit. */
static void choices_are_saved(void **state)
{
  (void)state;
  pl_world_def def = pl_default_world_def();
  def.threads = 1;
  pl_world *world = make_world(&def), *other = make_world(&def);
  make_active(world, PINNED | DAMPED, PL_PRECISION_FLOAT, 1e-5, 16);
  make_active(other, PINNED | DAMPED, PL_PRECISION_FLOAT, 1e-5, 16);
  void *data = NULL;
  size_t size;
  step_times(world, 37);
  assert_ok(pl_world_save(world, &data, &size));
  step_times(world, 25);
  assert_ok(pl_world_restore(other, data, size));
  step_times(other, 25);
  assert_true(pl_world_hash(world) == pl_world_hash(other));
  pl_free(data);
  pl_world_destroy(world);
  pl_world_destroy(other);
}

/* A free body far from its start: what floats hold does not grow with the distance. */
static void far_away_is_like_here(void **state)
{
  (void)state;
  pl_world_def def = quiet_world(0.005);
  pl_world *here = make_world(&def), *there = make_world(&def);
  pl_body *a = make(here, 0, PL_PRECISION_FLOAT), *b = make(there, 0, PL_PRECISION_FLOAT);
  size_t n = pl_body_particle_count(a);
  double *x = malloc(3 * n * sizeof(double)), far = 0;
  for (size_t k = 0; k < 3 * n; k++) x[k] = pl_body_rest(b).positions[k] + 1000;
  assert_ok(pl_body_set_positions(b, x));
  step_times(here, 60);
  step_times(there, 60);
  for (size_t k = 0; k < 3 * n; k++) far = fmax(far, fabs(pl_body_positions(b)[k] - pl_body_positions(a)[k] - 1000));
  assert_less(far, 1e-6);
  free(x);
  pl_world_destroy(here);
  pl_world_destroy(there);
}

/* The same bits for any number of threads, for a body of several groups. */
static void same_bits(void **state)
{
  (void)state;
  uint64_t hash[3];
  int threads[] = {1, 2, 7};
  for (int k = 0; k < 3; k++) {
    pl_world_def def = pl_default_world_def();
    def.threads = threads[k];
    pl_world *world = make_world(&def);
    pl_mesh *mesh = make_bar(27, 7, 7, 0.05, 26);
    pl_body_def body_def = stiff_body(mesh, 1500);
    body_def.graph.precision = PL_PRECISION_FLOAT;
    pl_body *body = make_body(world, &body_def);
    double *basis = malloc(pl_body_particle_count(body) * 12 * sizeof(double));
    size_t size;
    assert_ok(pl_subspace_modes(body, 8, true, basis, &size, NULL));
    assert_ok(pl_body_set_subspace(body, basis, size));
    step_times(world, 20);
    hash[k] = pl_world_hash(world);
    free(basis);
    pl_mesh_destroy(mesh);
    pl_world_destroy(world);
  }
  assert_true(hash[0] == hash[1] && hash[0] == hash[2]);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(moves_as_over_all_particles),
                                     cmocka_unit_test(fields_stay),
                                     cmocka_unit_test(rest_is_rest),
                                     cmocka_unit_test(far_away_is_like_here),
                                     cmocka_unit_test(active_rotations),
                                     cmocka_unit_test(choices_are_saved),
                                     cmocka_unit_test(same_bits)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
