/* SPDX-License-Identifier: MIT
   Bodies in subspaces, through the public interface. */
#include <string.h>

#include "fixtures.h"
#include "model/common/basis.h"
#include "world/world.h"

/* Of the bars' factors. In float, steps are taken in the coordinates of the space; in double, over all particles. */
static pl_precision precision = PL_PRECISION_DOUBLE;

/* A bar whose end at x = 0 is pinned by its definition, or not. */
static pl_body *bar_in(pl_world *world, uint32_t nx, uint32_t ny, bool pinned, double stiffness)
{
  pl_mesh *mesh = make_bar(nx, ny, ny, 0.05, 26);
  uint32_t held[64];
  pl_pin_def pin = pl_default_pin_def();
  pin.particles = held;
  pin.count = select_particles(mesh, 0, 0, held);
  pl_body_def def = stiff_body(mesh, stiffness);
  def.pins = &pin;
  def.pin_count = pinned;
  def.graph.precision = precision;
  pl_body *body = make_body(world, &def);
  pl_mesh_destroy(mesh);
  return body;
}

static void set_modes(pl_body *body, size_t count, bool rotations)
{
  double *basis = malloc(pl_body_particle_count(body) * (count + 4) * sizeof(double));
  size_t size;
  assert_ok(pl_subspace_modes(body, count, rotations, basis, &size, NULL));
  assert_ok(pl_body_set_subspace(body, basis, size));
  free(basis);
}

/* How far positions are from the subspace, relative to the body. */
static double outside(pl_body *body)
{
  size_t n = body->count;
  double *moved = malloc(3 * n * sizeof(double)), residual;
  for (size_t k = 0; k < 3 * n; k++) moved[k] = body->view.x[k] - body->start_x[k];
  pl_basis_setting setting = {n, body->view.mass, NULL};
  assert_ok(pl_basis_project(&setting, body->view.basis_size, body->view.basis, moved, &residual));
  free(moved);
  return residual / body->size;
}

/* Positions are start + Phi z, after steps that bend a pinned bar, or turn a free one: to rounding of lengths of 1
   m. */
static void coordinates_say_where_particles_are(void **state)
{
  (void)state;
  enum { MODES = 6, MOST = MODES + PL_SUBSPACE_ROTATIONS };
  for (int pinned = 0; pinned < 2; pinned++) {
    pl_world_def def = pl_default_world_def();
    pl_world *world = make_world(&def);
    pl_body *bar = bar_in(world, 8, 4, pinned, 2000);
    set_modes(bar, MODES, !pinned);
    size_t n = pl_body_particle_count(bar);
    double *v = calloc(3 * n, sizeof(double)), *start = malloc(3 * n * sizeof(double));
    double *basis = malloc(n * MOST * sizeof(double)), z[3 * MOST], moved = 0;
    for (size_t k = 0; k < n; k++) v[3 * k + 1] = 8 * pl_body_positions(bar)[3 * k];
    assert_ok(pl_body_set_velocities(bar, v));
    step_times(world, 40);
    size_t size = pl_body_subspace_size(bar);
    assert_true(size >= MODES && size <= MOST); /* without what depends on others */
    assert_ok(pl_body_subspace(bar, basis));
    assert_ok(pl_body_subspace_coordinates(bar, start, z));
    const double *x = pl_body_positions(bar);
    for (size_t i = 0; i < n; i++)
      for (size_t c = 0; c < 3; c++) {
        double found = start[3 * i + c];
        for (size_t k = 0; k < size; k++) found += basis[i * size + k] * z[3 * k + c];
        assert_close(found, x[3 * i + c], 1e-12);
        moved = fmax(moved, fabs(x[3 * i + c] - start[3 * i + c]));
      }
    assert_true(moved > 1e-3); /* the pinned one swings through 9 mm */
    assert_ok(pl_body_set_subspace(bar, NULL, 0));
    step_times(world, 1);
    assert_ok(pl_body_subspace_coordinates(bar, start, z)); /* of no functions */
    assert_refused(pl_body_subspace_coordinates(NULL, start, z), PL_ERROR_ARGUMENT, "body");
    free(v);
    free(start);
    free(basis);
    pl_world_destroy(world);
  }
}

/* A basis that holds everything changes nothing but rounding. */
static void complete_basis_is_the_full_step(void **state)
{
  (void)state;
  for (int pinned = 0; pinned < 2; pinned++) {
    pl_world_def def = pl_default_world_def();
    def.threads = 1;
    pl_world *full = make_world(&def), *reduced = make_world(&def);
    pl_body *a = bar_in(full, 5, 3, pinned, 500), *b = bar_in(reduced, 5, 3, pinned, 500);
    size_t n = pl_body_particle_count(a);
    double *basis = calloc(n * n, sizeof(double)), *v = calloc(3 * n, sizeof(double));
    uint64_t seed = 3;
    for (size_t k = 0; k < n * n; k++) basis[k] = random_unit(&seed);
    for (size_t k = 0; k < 3 * n; k++) v[k] = random_unit(&seed);
    assert_ok(pl_body_set_velocities(a, v));
    assert_ok(pl_body_set_subspace(b, basis, n));
    assert_ok(pl_body_set_velocities(b, v));
    for (int k = 0; k < 50; k++) {
      step_times(full, 1);
      step_times(reduced, 1);
      assert_less(largest_difference(pl_body_positions(a), pl_body_positions(b), 3 * n),
                  precision == PL_PRECISION_DOUBLE ? 1e-10 : 1e-6); /* floats, 50 steps, edges of 0.05 m */
    }
    assert_int_equal(pl_body_subspace_size(b), pinned ? n - 9 : n);
    free(basis);
    free(v);
    pl_world_destroy(full);
    pl_world_destroy(reduced);
  }
}

/* With 1, x, y and z in the space, a rotated and shifted body is in it; a free spin goes on as it should. */
static void rotations_are_in_the_space(void **state)
{
  (void)state;
  pl_world_def def = quiet_world(0.01);
  pl_world *world = make_world(&def);
  pl_body *body = bar_in(world, 7, 3, false, 2000);
  pl_mesh_data rest = pl_body_rest(body);
  size_t n = rest.vertex_count;
  double *x = malloc(3 * n * sizeof(double)), *v = malloc(3 * n * sizeof(double));
  uint64_t seed = 11;
  double R[9];
  random_rotation(&seed, 3, R);
  move_points(rest.positions, n, R, (double[]){0.3, -2, 1}, x);
  set_modes(body, 6, false);
  assert_ok(pl_body_set_positions(body, x));
  step_times(world, 1);
  assert_true(pl_body_subspace_residual(body) > 1e-4); /* six smooth shapes alone do not turn exactly */
  set_modes(body, 6, true);
  assert_ok(pl_body_set_positions(body, x));
  for (size_t i = 0; i < n; i++) {
    v[3 * i] = -2 * x[3 * i + 1];
    v[3 * i + 1] = 2 * x[3 * i];
    v[3 * i + 2] = 0.1;
  }
  assert_ok(pl_body_set_velocities(body, v));
  step_times(world, 1);
  assert_less(pl_body_subspace_residual(body), 1e-13); /* rounding of positions of 2 m */
  pl_body_signals before, after;
  assert_ok(pl_body_measure(body, &before));
  step_times(world, 300);
  assert_ok(pl_body_measure(body, &after));
  for (int c = 0; c < 3; c++) assert_close(after.momentum[c], before.momentum[c], 1e-10);
  /* about the centre of mass, as the step keeps it: the same about the origin, since momentum is kept too */
  for (int c = 0; c < 3; c++) assert_close(after.angular_momentum[c], before.angular_momentum[c], 1e-9);
  assert_less(outside(body), 1e-12);
  free(x);
  free(v);
  pl_world_destroy(world);
}

/* A pinned bar that swings: it never has more energy than it began with (from step to step the energy of the full step
   goes up and down, too, since rotations are those of the predicted positions), its pins stay, it stays in the space;
   and in twelve functions made from the motion of the full one it moves like that. */
static void swings_like_its_samples(void **state)
{
  (void)state;
  enum { STEPS = 120, EVERY = 5, N = 13 * 9, TIP = 3 * (N - 1) + 1 };
  pl_world_def def = pl_default_world_def();
  def.threads = 1;
  pl_world *world = make_world(&def), *full = make_world(&def);
  pl_body *body = bar_in(world, 13, 3, true, 3000), *other = bar_in(full, 13, 3, true, 3000);
  const double *rest = pl_body_rest(body).positions;
  double *samples = malloc(STEPS / EVERY * 3 * N * sizeof(double)), *basis = malloc(N * 12 * sizeof(double));
  double tip[STEPS], sag = 0, off = 0;
  size_t size;
  for (size_t k = 0; k < STEPS; k++) {
    step_times(full, 1);
    tip[k] = pl_body_positions(other)[TIP];
    sag = fmax(sag, fabs(tip[k] - rest[TIP]));
    if (k % EVERY == 0) memcpy(samples + k / EVERY * 3 * N, pl_body_positions(other), 3 * N * sizeof(double));
  }
  assert_ok(pl_subspace_components(body, samples, STEPS / EVERY, 12, false, basis, &size));
  assert_int_equal(size, 12);
  assert_ok(pl_body_set_subspace(body, basis, size));
  double first = total_energy(body);
  for (size_t k = 0; k < STEPS; k++) {
    step_times(world, 1);
    assert_true(total_energy(body) <= first);
    const double *x = pl_body_positions(body);
    for (size_t i = 0; i < 9; i++) assert_memory_equal(x + 3 * i, rest + 3 * i, 3 * sizeof(double));
    assert_less(outside(body), 1e-12);
    off = fmax(off, fabs(x[TIP] - tip[k]));
  }
  assert_true(sag > 0.02);
  assert_less(off, 0.02 * sag);
  free(samples);
  free(basis);
  pl_world_destroy(world);
  pl_world_destroy(full);
}

/* A bar with pins, a grab and a floor, all in the subspace. */
typedef struct touched {
  pl_world *world;
  pl_body *body;
} touched;

static touched start_touched(int threads)
{
  pl_world_def def = pl_default_world_def();
  def.threads = threads;
  touched t = {.world = make_world(&def)};
  t.body = bar_in(t.world, 17, 4, false, 1500);
  set_modes(t.body, 10, true);
  pl_obstacle_def floor = pl_default_obstacle_def(PL_OBSTACLE_PLANE);
  floor.point[1] = -0.15;
  assert_ok(pl_obstacle_create(t.world, &floor, NULL));
  pl_pin_def pin = pl_default_pin_def();
  pin.particles = (uint32_t[]){0, 3};
  pin.count = 2;
  pl_pin_id pin_id;
  assert_ok(pl_pin_create(t.body, &pin, &pin_id));
  pl_grab_def grab = pl_default_grab_def();
  grab.particles = (uint32_t[]){271, 270};
  grab.count = 2;
  grab.target[0] = 0.8;
  grab.target[1] = -0.3;
  grab.target[2] = 0.1;
  pl_grab_id grab_id;
  assert_ok(pl_grab_create(t.body, &grab, &grab_id));
  return t;
}

static void handles_and_contact(void **state)
{
  (void)state;
  touched t = start_touched(1);
  pl_mesh_data rest = pl_body_rest(t.body);
  size_t touching = 0;
  double lowest = 0;
  for (int k = 0; k < 200; k++) {
    step_times(t.world, 1);
    size_t now = pl_world_stats(t.world).contact_count;
    touching = now > touching ? now : touching;
    const double *x = pl_body_positions(t.body);
    for (size_t i = 0; i < rest.vertex_count; i++) lowest = fmin(lowest, x[3 * i + 1]);
    for (size_t i = 0; i <= 3; i += 3) /* a softness of 1e-9 and a step's motion */
      assert_less(largest_difference(x + 3 * i, rest.positions + 3 * i, 3), 1e-6);
    assert_less(outside(t.body), 1e-11);
  }
  assert_true(touching > 0);
  assert_less(-0.15 - lowest, 1e-5); /* what the contact iteration leaves */
  assert_less(fastest(t.body), 0.2); /* it comes to rest */
  pl_world_destroy(t.world);
}

/* More pins than functions: they cannot all be obeyed, and nothing breaks. */
static void more_pins_than_functions(void **state)
{
  (void)state;
  pl_world_def def = pl_default_world_def();
  def.threads = 1;
  pl_world *world = make_world(&def);
  pl_body *body = bar_in(world, 9, 4, false, 1500);
  set_modes(body, 3, true);
  uint32_t many[32];
  for (uint32_t k = 0; k < 32; k++) many[k] = k;
  pl_pin_def pin = pl_default_pin_def();
  pin.particles = many;
  pin.count = 32;
  pl_pin_id id;
  assert_ok(pl_pin_create(body, &pin, &id));
  step_times(world, 200);
  assert_less(fastest(body), 1e-2);
  assert_less(outside(body), 1e-8);
  pl_world_destroy(world);
}

/* A drop onto the floor: what the floor takes from the body it does not give back with interest. */
static void contact_gives_no_energy(void **state)
{
  (void)state;
  pl_world_def def = pl_default_world_def();
  def.threads = 1;
  pl_world *world = make_world(&def);
  pl_body *body = bar_in(world, 9, 4, false, 1500);
  set_modes(body, 12, true);
  pl_obstacle_def floor = pl_default_obstacle_def(PL_OBSTACLE_PLANE);
  floor.point[1] = -0.2;
  assert_ok(pl_obstacle_create(world, &floor, NULL));
  step_times(world, 1);
  double first = total_energy(body), most = first;
  size_t touching = 0;
  for (int k = 0; k < 300; k++) {
    step_times(world, 1);
    touching += pl_world_stats(world).contact_count > 0;
    most = fmax(most, total_energy(body));
  }
  assert_true(touching > 20);
  assert_true(most <= first + 1e-9 * fabs(first));
  pl_world_destroy(world);
}

static void same_bits_for_any_threads(void **state)
{
  (void)state;
  uint64_t hash[3];
  int threads[] = {1, 2, 7};
  for (int k = 0; k < 3; k++) {
    touched t = start_touched(threads[k]);
    step_times(t.world, 60);
    hash[k] = pl_world_hash(t.world);
    pl_world_destroy(t.world);
  }
  assert_true(hash[0] == hash[1] && hash[0] == hash[2]);
}

/* Saved in a subspace, restored into a world that is in none, in the middle of contact: the same future, bit for bit;
   and back. */
static void snapshots_carry_the_basis(void **state)
{
  (void)state;
  touched t = start_touched(1);
  void *whole = NULL, *data = NULL;
  size_t size, whole_size;
  step_times(t.world, 40);
  assert_ok(pl_world_save(t.world, &data, &size));
  step_times(t.world, 20);
  uint64_t wanted = pl_world_hash(t.world);
  assert_ok(pl_body_set_subspace(t.body, NULL, 0));
  step_times(t.world, 3);
  assert_int_equal(pl_body_subspace_size(t.body), 0);
  assert_ok(pl_world_save(t.world, &whole, &whole_size));
  step_times(t.world, 5);
  uint64_t free_end = pl_world_hash(t.world);
  assert_ok(pl_world_restore(t.world, data, size));
  assert_int_equal(pl_body_subspace_size(t.body), 13);
  step_times(t.world, 20);
  assert_true(pl_world_hash(t.world) == wanted);
  assert_ok(pl_world_restore(t.world, whole, whole_size));
  assert_int_equal(pl_body_subspace_size(t.body), 0);
  step_times(t.world, 5);
  assert_true(pl_world_hash(t.world) == free_end);
  pl_free(data);
  pl_free(whole);
  pl_world_destroy(t.world);
}

/* From the space to freedom nothing jumps; back, the body jumps by what it is told. Reset repeats the first motion. */
static void switching(void **state)
{
  (void)state;
  pl_world_def def = pl_default_world_def();
  def.threads = 1;
  def.gravity[1] = 0;
  pl_world *world = make_world(&def);
  pl_body *body = bar_in(world, 13, 3, true, 400);
  size_t n = pl_body_particle_count(body);
  double *x = malloc(3 * n * sizeof(double)), *v = malloc(3 * n * sizeof(double));
  set_modes(body, 12, false);
  uint64_t seed = 1;
  for (size_t k = 0; k < 3 * n; k++) v[k] = random_unit(&seed);
  assert_ok(pl_body_set_velocities(body, v));
  step_times(world, 30);
  uint64_t hash = pl_world_hash(world);
  double energy = total_energy(body);
  memcpy(x, pl_body_positions(body), 3 * n * sizeof(double));
  memcpy(v, pl_body_velocities(body), 3 * n * sizeof(double));
  assert_ok(pl_body_set_subspace(body, NULL, 0));
  step_times(world, 1);
  double far = 0;
  for (size_t k = 0; k < 3 * n; k++) far = fmax(far, fabs(pl_body_positions(body)[k] - x[k] - def.step * v[k]));
  assert_less(far, 0.01); /* accelerations of a step, no jump: the bar is 0.6 m long */
  assert_true(total_energy(body) <= energy * (1 + 1e-9));
  step_times(world, 20);
  memcpy(x, pl_body_positions(body), 3 * n * sizeof(double));
  set_modes(body, 12, false);
  void *data = NULL;
  size_t size;
  assert_ok(pl_world_save(world, &data, &size)); /* applies what waits */
  pl_free(data);
  double residual = pl_body_subspace_residual(body), most = 0;
  for (size_t i = 0; i < n; i++) {
    double lost = 0;
    for (size_t c = 0; c < 3; c++) lost += pow(pl_body_positions(body)[3 * i + c] - x[3 * i + c], 2);
    most = fmax(most, sqrt(lost));
  }
  assert_close(residual, most, 1e-15);
  assert_true(residual > 0 && residual < 0.02);
  assert_ok(pl_world_reset(world));
  for (size_t k = 0; k < 3 * n; k++) v[k] = 0;
  seed = 1;
  for (size_t k = 0; k < 3 * n; k++) v[k] = random_unit(&seed);
  assert_ok(pl_body_set_velocities(body, v));
  step_times(world, 30);
  assert_true(pl_world_hash(world) == hash);
  free(x);
  free(v);
  pl_world_destroy(world);
}

/* Step and material changed in a subspace: the same bits as in a world that had them from the start. A released pin of
   the definition stays where it was, because no function of the basis moves it. */
static void changes_in_a_subspace(void **state)
{
  (void)state;
  pl_world_def early = pl_default_world_def(), late = early;
  early.threads = late.threads = 1;
  early.step = 0.002;
  pl_world *a = make_world(&early), *b = make_world(&late);
  pl_body *soft = bar_in(a, 7, 3, true, 700), *softened = bar_in(b, 7, 3, true, 4000);
  size_t n = pl_body_particle_count(soft), size;
  double *basis = malloc(n * 8 * sizeof(double));
  assert_ok(pl_subspace_modes(soft, 8, false, basis, &size, NULL));
  assert_ok(pl_body_set_subspace(soft, basis, size));
  assert_ok(pl_body_set_subspace(softened, basis, size));
  pl_mesh *mesh = make_bar(7, 3, 3, 0.05, 26);
  pl_graph_def graph = stiff_body(mesh, 700).graph;
  graph.precision = precision;
  assert_ok(pl_body_set_graph(softened, &graph));
  assert_ok(pl_world_set_step(b, early.step));
  step_times(a, 30);
  step_times(b, 30);
  assert_true(pl_world_hash(a) == pl_world_hash(b));
  assert_ok(pl_pin_remove(soft, pl_body_pin(soft, 0)));
  step_times(a, 100);
  assert_memory_equal(pl_body_positions(soft), pl_body_rest(soft).positions, 9 * 3 * sizeof(double));
  assert_less(outside(soft), 1e-12);
  free(basis);
  pl_mesh_destroy(mesh);
  pl_world_destroy(a);
  pl_world_destroy(b);
}

/* Samples that lie in a known space: it is found, no more functions than it has, and rotations come on top. */
static void components_of_samples(void **state)
{
  (void)state;
  pl_world_def def = quiet_world(0.01);
  pl_world *world = make_world(&def);
  pl_body *body = bar_in(world, 7, 3, false, 500);
  pl_mesh_data rest = pl_body_rest(body);
  size_t n = rest.vertex_count, size;
  double *samples = malloc(5 * 3 * n * sizeof(double)), *basis = malloc(n * 20 * sizeof(double));
  uint64_t seed = 4;
  for (size_t s = 0; s < 5; s++)
    for (size_t c = 0; c < 3; c++) {
      double a = random_unit(&seed), b = random_unit(&seed);
      for (size_t i = 0; i < n; i++) {
        double along = rest.positions[3 * i];
        samples[3 * (s * n + i) + c] = rest.positions[3 * i + c] + a * along * along + b * sin(20 * along);
      }
    }
  assert_ok(pl_subspace_components(body, samples, 5, 15, false, basis, &size));
  assert_int_equal(size, 2);
  for (size_t a = 0; a < 2; a++)
    for (size_t b = 0; b <= a; b++) {
      double sum = 0;
      for (size_t i = 0; i < n; i++) sum += pl_body_masses(body)[i] * basis[2 * i + a] * basis[2 * i + b];
      assert_close(sum, a == b, 1e-13);
    }
  assert_ok(pl_body_set_subspace(body, basis, size));
  assert_ok(pl_body_set_positions(body, samples));
  step_times(world, 1);
  assert_less(pl_body_subspace_residual(body), 1e-12);
  assert_ok(pl_subspace_components(body, samples, 5, 1, false, basis, &size));
  assert_int_equal(size, 1);
  assert_ok(pl_subspace_components(body, samples, 5, 15, true, basis, &size));
  assert_int_equal(size, 6);
  /* samples of rotations span exactly the three coordinates and, seen from a start that is off the origin, 1 */
  for (size_t s = 0; s < 5; s++) {
    double R[9];
    random_rotation(&seed, 3, R);
    move_points(rest.positions, n, R, (double[]){0, 0, 0}, samples + 3 * s * n);
  }
  assert_ok(pl_subspace_components(body, samples, 5, 15, false, basis, &size));
  assert_int_equal(size, 3);
  free(samples);
  free(basis);
  pl_world_destroy(world);
}

static void refusals(void **state)
{
  (void)state;
  pl_world_def def = quiet_world(0.01);
  pl_world *world = make_world(&def);
  pl_body *body = bar_in(world, 3, 2, false, 500);
  double one[12], values[12 * 17] = {0};
  for (int k = 0; k < 12; k++) one[k] = 1;
  assert_refused(pl_body_set_subspace(NULL, one, 1), PL_ERROR_ARGUMENT, "NULL");
  assert_refused(pl_body_set_subspace(body, NULL, 1), PL_ERROR_ARGUMENT, "size is 1");
  assert_refused(pl_body_set_subspace(body, one, 0), PL_ERROR_ARGUMENT, "size is 0");
  assert_refused(pl_body_set_subspace(body, values, 17), PL_ERROR_ARGUMENT, "12 particles");
  assert_refused(pl_body_set_subspace(body, values, 2), PL_ERROR_ARGUMENT, "moves no particle");
  one[4] = NAN;
  assert_refused(pl_body_set_subspace(body, one, 1), PL_ERROR_ARGUMENT, "finite");
  static const pl_pose_key keys[2] = {{.time = 0}, {.time = 1, .translate = {1, 0, 0}}};
  pl_mesh *mesh = make_bar(3, 2, 2, 0.05, 26);
  pl_pin_def pin = pl_default_pin_def();
  pin.particles = (uint32_t[]){0};
  pin.count = 1;
  pin.motion = (pl_motion){.keys = keys, .count = 2};
  pl_body_def moving = stiff_body(mesh, 500);
  moving.pins = &pin;
  moving.pin_count = 1;
  pl_body *led = make_body(world, &moving);
  one[4] = 1;
  assert_refused(pl_body_set_subspace(led, one, 1), PL_ERROR_UNSUPPORTED, "moves");
  pl_mesh_destroy(mesh);
  pl_world_destroy(world);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(coordinates_say_where_particles_are),
      cmocka_unit_test(complete_basis_is_the_full_step),
      cmocka_unit_test(rotations_are_in_the_space),
      cmocka_unit_test(swings_like_its_samples),
      cmocka_unit_test(handles_and_contact),
      cmocka_unit_test(more_pins_than_functions),
      cmocka_unit_test(contact_gives_no_energy),
      cmocka_unit_test(same_bits_for_any_threads),
      cmocka_unit_test(snapshots_carry_the_basis),
      cmocka_unit_test(switching),
      cmocka_unit_test(components_of_samples),
      cmocka_unit_test(refusals),
      cmocka_unit_test(changes_in_a_subspace),
  };
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  precision = PL_PRECISION_FLOAT;
  return failed + cmocka_run_group_tests(tests, NULL, NULL);
}
