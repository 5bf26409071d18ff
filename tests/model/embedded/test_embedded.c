/* SPDX-License-Identifier: MIT
   What holds for every body whose particles are carried by nodes. */
#include "embedded_cases.h"
#include "failing.h"

#define FOR_EACH_CASE(which) for (embedded_case which = 0; which < CASE_COUNT; which++)

typedef struct subject {
  pl_world *world;
  pl_mesh *mesh;
  pl_body *body;
} subject;

static subject start(embedded_case which, double step, double youngs_modulus)
{
  subject s = {.mesh = case_mesh()};
  pl_world_def world_def = quiet_world(step);
  s.world = make_world(&world_def);
  pl_body_def def = case_def(which, s.mesh);
  set_stiffness(&def, youngs_modulus, 0);
  s.body = make_body(s.world, &def);
  return s;
}

static void end(subject *s)
{
  pl_world_destroy(s->world);
  pl_mesh_destroy(s->mesh);
}

/* Whatever the rotation, a body moved rigidly feels nothing. */
static void rigid_motion_costs_nothing(void **state)
{
  (void)state;
  FOR_EACH_CASE(which)
  {
    subject s = start(which, 0.01, 1e5);
    pl_embedded *nodes = inside(s.body);
    double *y = malloc(nodes->unknowns * sizeof(double)), *f = malloc(nodes->unknowns * sizeof(double));
    double *shaken = shaken_nodes(s.body, 0.01, 5);
    elastic_at(s.body, shaken, f);
    double scale = largest_of(f, nodes->unknowns);
    assert_true(scale > 1);
    uint64_t seed = 3;
    for (int k = 0; k < 20; k++) {
      double R[9], t[3] = {random_unit(&seed), 3, -2};
      random_rotation(&seed, 3.1, R);
      move_points(nodes->rest, nodes->unknowns / 3, R, t, y);
      double energy = elastic_at(s.body, y, f);
      assert_less(largest_of(f, nodes->unknowns), 1e-9 * scale);
      assert_less(energy, 1e-18 * nodes->mu);
    }
    free(y);
    free(f);
    free(shaken);
    end(&s);
  }
}

static void forces_are_the_gradient_of_the_energy(void **state)
{
  (void)state;
  FOR_EACH_CASE(which)
  {
    subject s = start(which, 0.01, 1e5);
    pl_embedded *nodes = inside(s.body);
    if (nodes->exact) {
      double *y = shaken_nodes(s.body, 0.03, 8), *f = malloc(nodes->unknowns * sizeof(double));
      elastic_at(s.body, y, f);
      double scale = largest_of(f, nodes->unknowns), step = 1e-6 * nodes->size;
      for (size_t k = 0; k < nodes->unknowns; k += 5) {
        double at = y[k];
        y[k] = at + step;
        double up = elastic_at(s.body, y, NULL);
        y[k] = at - step;
        double down = elastic_at(s.body, y, NULL);
        y[k] = at;
        assert_close(f[k], -(up - down) / (2 * step), 1e-6 * scale);
      }
      free(y);
      free(f);
    }
    end(&s);
  }
}

/* Internal forces add up to nothing; nor do they turn the body, where they are an exact gradient. */
static void forces_keep_momentum(void **state)
{
  (void)state;
  FOR_EACH_CASE(which)
  {
    subject s = start(which, 0.01, 1e5);
    pl_embedded *nodes = inside(s.body);
    double *y = shaken_nodes(s.body, 0.05, 21), *f = malloc(nodes->unknowns * sizeof(double));
    elastic_at(s.body, y, f);
    double sum[3] = {0, 0, 0}, moment[3] = {0, 0, 0}, scale = 0;
    for (size_t i = 0; i < nodes->unknowns; i += 3) {
      double part[3];
      pl_vec3_cross(y + i, f + i, part);
      pl_vec3_add(sum, f + i, sum);
      pl_vec3_add(moment, part, moment);
      scale += pl_vec3_length(f + i);
    }
    assert_less(pl_vec3_length(sum), 1e-11 * scale);
    if (nodes->exact) assert_less(pl_vec3_length(moment), 1e-11 * scale * nodes->size);
    free(y);
    free(f);
    end(&s);
  }
}

/* A (A^-1 b) = b where A is put together from products and A^-1 from the factor, springs included. */
static void factor_inverts_the_products(void **state)
{
  (void)state;
  FOR_EACH_CASE(which)
  {
    subject s = start(which, 0.01, 1e5);
    pl_embedded *nodes = inside(s.body);
    pl_model_context context = context_of(s.body);
    size_t n = nodes->unknowns;
    double *y = malloc(n * sizeof(double)), *b = malloc(n * sizeof(double)), *x = malloc(n * sizeof(double)), R[9];
    double *part = malloc(n * sizeof(double)), *sum = malloc(n * sizeof(double));
    uint64_t seed = 1;
    for (size_t k = 0; k < n; k++) b[k] = x[k] = random_unit(&seed);
    random_rotation(&seed, 3, R); /* no stress: then a cage adds nothing of its own to the matrix */
    move_points(nodes->rest, n / 3, R, (double[]){1, 0, 2}, y);
    elastic_at(s.body, y, part);
    const uint32_t held = 17, behind = 5;
    const double one = 1, stiffness = 40, axis[3] = {0.6, 0, 0.8};
    const pl_spring springs[] = {{&held, &one, 1, stiffness, {0, 0, 0}, NULL},
                                 {&behind, &one, 1, stiffness, {0, 0, 0}, axis}};
    assert_ok(nodes->kind->factorise(nodes, 2, 1e-3, springs, 2, &context));
    assert_ok(nodes->kind->solve(nodes, x, &context));
    nodes->kind->mass(nodes, x, sum);
    assert_ok(nodes->kind->stiffness(nodes, x, &context, part));
    for (size_t k = 0; k < n; k++) sum[k] = 2 * sum[k] + 1e-3 * part[k];
    double velocity[3];
    nodes->kind->spread_some(nodes, x, (uint32_t[]){held}, 1, velocity);
    pl_vec3_scale(velocity, stiffness, velocity);
    nodes->kind->gather_one(nodes, held, velocity, sum);
    nodes->kind->spread_some(nodes, x, (uint32_t[]){behind}, 1, velocity);
    pl_vec3_scale(axis, stiffness * pl_vec3_dot(axis, velocity), velocity);
    nodes->kind->gather_one(nodes, behind, velocity, sum);
    assert_less(largest_difference(sum, b, n), 1e-8); /* the condition number of the matrix is about 1e5 */
    free(y);
    free(b);
    free(x);
    free(part);
    free(sum);
    end(&s);
  }
}

/* J is the derivative of positions, J^T its transpose, and the mass matrix has the body's mass. */
static void particles_follow_nodes(void **state)
{
  (void)state;
  FOR_EACH_CASE(which)
  {
    subject s = start(which, 0.01, 1e5);
    pl_embedded *nodes = inside(s.body);
    size_t n = nodes->unknowns, particles = nodes->particles;
    double *y = shaken_nodes(s.body, 0.02, 4), *u = malloc(n * sizeof(double)), *moved = malloc(n * sizeof(double));
    double *up = malloc(3 * particles * sizeof(double)), *down = malloc(3 * particles * sizeof(double));
    double *v = malloc(3 * particles * sizeof(double)), *f = calloc(n, sizeof(double)), step = 1e-6;
    uint64_t seed = 9;
    for (size_t k = 0; k < n; k++) u[k] = random_unit(&seed);
    for (int side = 0; side < 2; side++) {
      for (size_t k = 0; k < n; k++) moved[k] = y[k] + (side ? -step : step) * u[k];
      set_nodes(s.body, moved);
      nodes->kind->positions(nodes, NULL, side ? down : up);
    }
    set_nodes(s.body, y);
    nodes->kind->spread(nodes, u, NULL, v);
    if (nodes->exact)
      for (size_t k = 0; k < 3 * particles; k++) assert_close(v[k], (up[k] - down[k]) / (2 * step), 1e-7);
    double one_by_one[3];
    nodes->kind->spread_some(nodes, u, (uint32_t[]){33}, 1, one_by_one);
    /* a cage carries many particles with coordinates in float, one with double */
    assert_less(largest_difference(one_by_one, v + 3 * 33, 3), which == CASE_HEX ? 1e-13 : 1e-7);
    for (size_t k = 0; k < 3 * particles; k++) up[k] = random_unit(&seed);
    nodes->kind->gather(nodes, up, f);
    double there = 0, here = 0, mass = 0;
    for (size_t k = 0; k < 3 * particles; k++) there += up[k] * v[k];
    for (size_t k = 0; k < n; k++) here += f[k] * u[k];
    assert_close(there, here, which == CASE_HEX ? 1e-10 : 1e-6);
    for (size_t k = 0; k < n; k++) u[k] = k % 3 == 1;
    nodes->kind->mass(nodes, u, f);
    for (size_t k = 0; k < n; k++) mass += f[k] * u[k];
    assert_close(mass, 1000 * 0.0625, 1e-9); /* density × volume of the bar */
    free(y);
    free(u);
    free(moved);
    free(up);
    free(down);
    free(v);
    free(f);
    end(&s);
  }
}

static void falls_as_everything_does(void **state)
{
  (void)state;
  FOR_EACH_CASE(which)
  {
    subject s = start(which, 0.01, 1e5);
    const double gravity[3] = {0, -10, 0};
    assert_ok(pl_world_set_gravity(s.world, gravity));
    step_times(s.world, 10);
    const double *x = pl_body_positions(s.body), *rest = pl_mesh_view(s.mesh).positions;
    for (size_t i = 0; i < pl_body_particle_count(s.body); i++) {
      assert_close(x[3 * i + 1] - rest[3 * i + 1], -10 * 0.01 * 0.01 * 55, 1e-9); /* 1 + 2 + … + 10 */
      assert_close(x[3 * i], rest[3 * i], 1e-9);
    }
    end(&s);
  }
}

/* A stretched and turning body loses energy, never gains. */
static void energy_decays(void **state)
{
  (void)state;
  FOR_EACH_CASE(which)
  {
    subject s = start(which, 0.005, 2e4);
    pl_embedded *nodes = inside(s.body);
    for (size_t k = 0; k < nodes->unknowns; k++) nodes->y[k] *= k % 3 == 0 ? 1.2 : 0.95;
    for (size_t i = 0; i < nodes->unknowns; i += 3) nodes->w[i + 1] = 2 * nodes->y[i];
    pl_embedded_update_particles(&s.body->view, NULL);
    double before = total_energy(s.body), first = before;
    assert_true(first > 1);
    for (int k = 0; k < 300; k++) {
      step_times(s.world, 1);
      double now = total_energy(s.body);
      assert_less(now, before + 2e-3 * first);
      before = now;
    }
    assert_less(before, first);
    end(&s);
  }
}

static void spin_is_kept(void **state)
{
  (void)state;
  FOR_EACH_CASE(which)
  {
    subject s = start(which, 0.01, 1e6);
    pl_embedded *nodes = inside(s.body);
    if (!nodes->keeps_momentum) {
      end(&s);
      continue;
    }
    double centre[3];
    nodes->kind->centre(nodes, centre);
    for (size_t i = 0; i < nodes->unknowns; i += 3) {
      double arm[3];
      pl_vec3_sub(nodes->y + i, centre, arm);
      pl_vec3_cross((double[]){0, 0, 1}, arm, nodes->w + i);
    }
    pl_embedded_update_particles(&s.body->view, NULL);
    pl_body_signals before, after;
    assert_ok(pl_body_measure(s.body, &before));
    step_times(s.world, 200);
    assert_ok(pl_body_measure(s.body, &after));
    assert_close(after.angular_momentum[2] / before.angular_momentum[2], 1, 1e-4);
    end(&s);
  }
}

/* Two seconds of a body with everything: pins, a grab, gravity; the same bits on any number of threads, after a
   snapshot, after a reset. */
static uint64_t busy_hash(pl_world *world, int steps)
{
  step_times(world, steps);
  return pl_world_hash(world);
}

static subject busy(embedded_case which, int threads)
{
  subject s = {.mesh = case_mesh()};
  pl_world_def world_def = pl_default_world_def();
  world_def.threads = threads;
  s.world = make_world(&world_def);
  pl_body_def def = case_def(which, s.mesh);
  set_stiffness(&def, 5e4, 0);
  uint32_t pinned[64];
  pl_pin_def pin = pl_default_pin_def();
  pin.particles = pinned;
  pin.count = select_particles(s.mesh, 0, 0, pinned);
  def.pins = &pin;
  def.pin_count = 1;
  s.body = make_body(s.world, &def);
  pl_grab_def grab = pl_default_grab_def();
  grab.particles = (uint32_t[]){200, 201};
  grab.count = 2;
  grab.target[0] = 1.1;
  grab.target[1] = 0.4;
  pl_grab_id id;
  assert_ok(pl_grab_create(s.body, &grab, &id));
  return s;
}

static void same_bits(void **state)
{
  (void)state;
  FOR_EACH_CASE(which)
  {
    uint64_t wanted[3] = {0};
    for (int threads = 1; threads <= 3; threads++) {
      subject s = busy(which, threads);
      uint64_t middle = busy_hash(s.world, 20);
      void *data;
      size_t size;
      assert_ok(pl_world_save(s.world, &data, &size));
      uint64_t last = busy_hash(s.world, 20);
      if (threads == 1) {
        wanted[0] = middle;
        wanted[1] = last;
      }
      assert_true(middle == wanted[0] && last == wanted[1] && middle != last);
      assert_ok(pl_world_restore(s.world, data, size));
      assert_true(pl_world_hash(s.world) == middle);
      assert_true(busy_hash(s.world, 20) == last);
      pl_free(data);
      end(&s);
    }
    subject s = start(which, 0.005, 5e4);
    const double push[3] = {5, 20, 0};
    for (int round = 0; round < 2; round++) {
      assert_ok(pl_body_apply_force(s.body, (uint32_t[]){3, 7}, 2, push));
      uint64_t now = busy_hash(s.world, 15);
      if (round == 0) wanted[2] = now;
      assert_true(now == wanted[2]);
      assert_ok(pl_world_reset(s.world));
    }
    end(&s);
  }
}

static double largest_pin_error(embedded_case which, double penalty)
{
  subject s = {.mesh = case_mesh()};
  pl_world_def world_def = pl_default_world_def();
  s.world = make_world(&world_def);
  pl_body_def def = case_def(which, s.mesh);
  set_stiffness(&def, 1e5, penalty);
  uint32_t pinned[64];
  pl_pin_def pin = pl_default_pin_def();
  pin.particles = pinned;
  pin.count = select_particles(s.mesh, 0, 0, pinned);
  def.pins = &pin;
  def.pin_count = 1;
  s.body = make_body(s.world, &def);
  pl_statics_def statics = pl_default_statics_def();
  statics.gravity = true;
  statics.iterations = 400;
  pl_statics_report report;
  assert_ok(pl_body_settle(s.body, &statics, &report));
  assert_less(report.moved, 1e-5); /* rotations are held in each solve: the tail is long */
  const double *x = pl_body_positions(s.body), *rest = pl_mesh_view(s.mesh).positions;
  double most = 0;
  for (size_t k = 0; k < pin.count; k++)
    most = fmax(most, pl_vec3_distance(x + 3 * (size_t)pinned[k], rest + 3 * (size_t)pinned[k]));
  end(&s);
  return most;
}

/* Stiffer pins, less error; of hexahedra, whose nodes are as many as the pins, in proportion. */
static void penalty_converges(void **state)
{
  (void)state;
  /* frozen normals follow a step late: stiff pins make them swing */
  for (embedded_case which = 0; which < CASE_FROZEN; which++) {
    double soft = largest_pin_error(which, 1e5), hard = largest_pin_error(which, 1e6),
           harder = largest_pin_error(which, 1e7);
    assert_true(soft > 1e-5);
    double part = which == CASE_HEX ? 0.11 : 0.5;
    assert_less(hard, part * soft);
    assert_less(harder, part * hard);
  }
}

/* Rigid motions given from outside are taken over exactly, others nearly. */
static void import_finds_nodes(void **state)
{
  (void)state;
  FOR_EACH_CASE(which)
  {
    subject s = start(which, 0.01, 1e5);
    size_t particles = pl_body_particle_count(s.body);
    const double *rest = pl_mesh_view(s.mesh).positions;
    double *x = malloc(3 * particles * sizeof(double)), *v = malloc(3 * particles * sizeof(double));
    uint64_t seed = 12;
    double R[9], t[3] = {1, 2, 3};
    random_rotation(&seed, 3, R);
    move_points(rest, particles, R, t, x);
    for (size_t i = 0; i < particles; i++) pl_vec3_cross((double[]){1, 2, -1}, x + 3 * i, v + 3 * i);
    assert_ok(pl_body_set_positions(s.body, x));
    assert_ok(pl_body_set_velocities(s.body, v));
    assert_ok(pl_changes_apply(s.world));
    assert_less(largest_difference(pl_body_positions(s.body), x, 3 * particles), 1e-11);
    pl_body_signals signals;
    assert_ok(pl_body_measure(s.body, &signals));
    assert_less(signals.elastic, 1e-12);
    if (inside(s.body)->exact) assert_less(largest_difference(pl_body_velocities(s.body), v, 3 * particles), 1e-10);
    for (size_t i = 0; i < particles; i++) {
      pl_vec3_copy(rest + 3 * i, x + 3 * i);
      x[3 * i + 1] += 0.1 * rest[3 * i] * rest[3 * i]; /* bent: at most 0.1 */
    }
    assert_ok(pl_body_set_positions(s.body, x));
    assert_ok(pl_changes_apply(s.world));
    assert_less(largest_difference(pl_body_positions(s.body), x, 3 * particles), 0.02);
    free(x);
    free(v);
    end(&s);
  }
}

/* What contact is told about the body is what the door then does. */
static void compliance_foretells_the_response(void **state)
{
  (void)state;
  FOR_EACH_CASE(which)
  {
    subject s = busy(which, 1);
    step_times(s.world, 10);
    enum { COUNT = 60 };
    uint32_t particles[COUNT];
    double *W = malloc(9 * COUNT * COUNT * sizeof(double)), *before = malloc(3 * s.body->count * sizeof(double));
    double *x = malloc(3 * s.body->count * sizeof(double));
    double rounding = which == CASE_HEX ? 1e-11 : 1e-8; /* particles of a cage follow with coordinates in float */
    for (uint32_t k = 0; k < COUNT; k++) particles[k] = 3 * k + 2;
    pl_model_context context = context_of(s.body);
    assert_ok(s.body->model->compliance(&s.body->view, particles, COUNT, &context, W));
    for (size_t b = 0; b < COUNT; b += 7) {
      pl_impulse impulse = {particles[b], {0.3, -0.2, 0.5}};
      memcpy(before, s.body->view.v, 3 * s.body->count * sizeof(double));
      memcpy(x, s.body->view.x, 3 * s.body->count * sizeof(double));
      assert_ok(s.body->model->apply_impulses(&s.body->view, &impulse, 1, &context));
      for (size_t a = 0; a < COUNT; a++) {
        double foretold[3];
        pl_mat3_apply(W + 9 * (a * COUNT + b), impulse.value, foretold);
        for (size_t c = 0; c < 3; c++) {
          size_t k = 3 * (size_t)particles[a] + c;
          assert_close(s.body->view.v[k] - before[k], foretold[c], rounding);
          assert_close(s.body->view.x[k] - x[k], context.h * foretold[c], context.h * rounding);
        }
      }
    }
    free(W);
    free(before);
    free(x);
    end(&s);
  }
}

static pl_status run_once(void *context)
{
  embedded_case which = *(embedded_case *)context;
  pl_world_def world_def = quiet_world(0.01);
  pl_world *world = NULL;
  pl_mesh *mesh = NULL;
  pl_lattice_def lattice = pl_default_lattice_def();
  lattice.counts[0] = 4;
  lattice.counts[1] = lattice.counts[2] = 3;
  lattice.spacing = 0.1;
  pl_status status = pl_make_lattice(&lattice, &mesh);
  if (status == PL_OK) status = pl_world_create(&world_def, &world);
  pl_body *body = NULL;
  if (status == PL_OK) {
    pl_body_def def = case_def(which, mesh);
    status = pl_body_create(world, &def, &body);
  }
  for (int k = 0; status == PL_OK && k < 2; k++) status = pl_world_step(world);
  pl_world_destroy(world);
  pl_mesh_destroy(mesh);
  return status;
}

static void every_failing_allocation_is_survived(void **state)
{
  (void)state;
  FOR_EACH_CASE(which) assert_true(fail_each_allocation(run_once, &which) > 20);
}

static void steps_do_not_allocate(void **state)
{
  (void)state;
  FOR_EACH_CASE(which)
  {
    failing_memory memory = {0};
    pl_set_allocator(&(pl_allocator){failing_allocate, failing_release, &memory});
    subject s = busy(which, 2);
    pl_obstacle_def floor = pl_default_obstacle_def(PL_OBSTACLE_PLANE);
    floor.point[1] = -0.1;
    assert_ok(pl_obstacle_create(s.world, &floor, NULL));
    step_times(s.world, 2);
    size_t before = memory.allocated;
    step_times(s.world, 60);
    assert_int_equal(memory.allocated, before);
    end(&s);
    pl_set_allocator(NULL);
    assert_int_equal(memory.live, 0);
  }
}

int main(void)
{
  choose_tests();
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rigid_motion_costs_nothing),
      cmocka_unit_test(forces_are_the_gradient_of_the_energy),
      cmocka_unit_test(forces_keep_momentum),
      cmocka_unit_test(factor_inverts_the_products),
      cmocka_unit_test(particles_follow_nodes),
      cmocka_unit_test(falls_as_everything_does),
      cmocka_unit_test(energy_decays),
      cmocka_unit_test(spin_is_kept),
      cmocka_unit_test(same_bits),
      cmocka_unit_test(penalty_converges),
      cmocka_unit_test(import_finds_nodes),
      cmocka_unit_test(compliance_foretells_the_response),
      cmocka_unit_test(every_failing_allocation_is_survived),
      cmocka_unit_test(steps_do_not_allocate),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
