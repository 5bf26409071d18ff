/* SPDX-License-Identifier: MIT
   What solves the linear systems of primal bodies: whichever is chosen, the body moves alike. And statics tell what is
   not in balance. */
#include "continuum_cases.h"

#include "mesh/core/grid.h"
#include "pliant/statics.h"

static const char *const names[] = {"auto", "cholesky", "cg", "cg-incomplete", "sor"};

typedef struct shaken {
  pl_continuum_step step;
  bool spline;
  int threads, steps;
  const double *shape; /* 3 × 3, row-major: how it is pulled at first; NULL: 1.1 wide in all directions */
} shaken;

static const double wide[9] = {1.1, 0, 0, 0, 1.1, 0, 0, 0, 1.1};

/* A body that is pulled out of shape, hangs at its first two particles, is damped, shakes and meets a floor: pins, a
   grab, contact, impulses. */
static pl_body *shaken_body(pl_world *world, const pl_mesh *mesh, const shaken *how, pl_linear_solver solver)
{
  pl_mesh_data data = pl_mesh_view(mesh);
  pl_body_def def = plain_continuum(mesh);
  double *x = calloc(3 * data.vertex_count, sizeof *x), *v = calloc(3 * data.vertex_count, sizeof *v);
  assert_non_null(x);
  assert_non_null(v);
  for (size_t i = 0; i < data.vertex_count; i++) {
    const double *at = data.positions + 3 * i;
    pl_mat3_apply(how->shape ? how->shape : wide, at, x + 3 * i);
    v[3 * i] = 0.2 * sin(3 * at[1]);
    v[3 * i + 1] = 0.3 * cos(5 * at[0]);
    v[3 * i + 2] = 0.1 * at[0];
  }
  uint32_t pinned[2] = {0, 1}, last = (uint32_t)data.vertex_count - 1;
  pl_pin_def pin = pl_default_pin_def();
  pin.particles = pinned;
  pin.count = 2;
  def.pins = &pin;
  def.pin_count = 1;
  def.positions = x;
  def.continuum.damping.value = 0.1;
  def.continuum.step = how->step;
  def.continuum.solver = solver;
  def.continuum.solver_tolerance = 1e-13;
  def.continuum.tolerance = 1e-9;
  def.continuum.iterations = 20;
  if (how->spline) def.continuum.energy = PL_CONTINUUM_SPLINE;
  size_t dimension = pl_grid_dimension(&data.grid);
  static const double stretches[] = {0, 50, 1000, 5e4}; /* N, N/m, Pa: far above what the mass has in the matrix */
  for (int k = 0; k < 3; k++) {
    def.continuum.stretch[k].value = def.continuum.shear[k].value = stretches[dimension];
    def.continuum.bend[k].value = dimension == 3 ? 0 : 1e-3;
  }
  pl_body *body = make_body(world, &def);
  assert_ok(pl_body_set_velocities(body, v));
  pl_grab_def grab = pl_default_grab_def();
  pl_grab_id held;
  grab.particles = &last;
  grab.count = 1;
  grab.stiffness = 20;
  assert_ok(pl_grab_create(body, &grab, &held));
  free(x);
  free(v);
  return body;
}

static void run_shaken(const pl_mesh *mesh, const shaken *how, pl_linear_solver solver, double *out)
{
  pl_world_def world_def = quiet_world(0.01);
  world_def.threads = how->threads;
  world_def.gravity[1] = -10;
  pl_world *world = make_world(&world_def);
  pl_body *body = shaken_body(world, mesh, how, solver);
  if (solver != PL_LINEAR_AUTO)
    assert_int_equal(pl_solver_kind_of(continuum_of(body)->matrix.solver), (pl_solver_kind)solver);
  step_times(world, how->steps);
  memcpy(out, pl_body_positions(body), 3 * body->count * sizeof *out);
  pl_world_destroy(world);
}

static void compare(const pl_mesh *mesh, const shaken *how, const char *what)
{
  size_t n = 3 * pl_mesh_view(mesh).vertex_count;
  double *x = calloc(n, sizeof *x), *y = calloc(n, sizeof *y);
  assert_non_null(x);
  assert_non_null(y);
  run_shaken(mesh, how, PL_LINEAR_CHOLESKY, x);
  for (int solver = PL_LINEAR_AUTO; solver <= (int)PL_LINEAR_SOR; solver++) {
    run_shaken(mesh, how, (pl_linear_solver)solver, y);
    double off = largest_difference(x, y, n);
    print_message("%s, %s: %.2g m\n", what, names[solver], off);
    assert_close(off, 0, 1e-8);
  }
  free(x);
  free(y);
}

/* Systems are solved to 1e-13 and bodies are about a metre, so that 1e-8 m leaves room for what steps make of it. */
static void all_solvers_move_it_alike(void **state)
{
  (void)state;
  pl_mesh *string, *sheet, *solid;
  assert_ok(pl_make_line((double[]){0, 1, 0}, (double[]){1, 1, 0}, 30, &string));
  assert_ok(pl_make_sheet(1, 1, 9, 9, &sheet));
  solid = make_bar(5, 4, 4, 0.25, 6);
  pl_mesh *meshes[] = {string, sheet, solid};
  static const char *const kinds[] = {"string", "sheet", "solid"};
  for (int k = 0; k < 3; k++) {
    compare(meshes[k], &(shaken){PL_CONTINUUM_STABLE, false, 1, 8, NULL}, kinds[k]);
    compare(meshes[k], &(shaken){PL_CONTINUUM_STABLE, true, 1, 8, NULL}, kinds[k]);
    compare(meshes[k], &(shaken){PL_CONTINUUM_PRINTED, false, 1, 1, NULL}, kinds[k]); /* the string blows up later */
  }
  for (int k = 0; k < 3; k++) pl_mesh_destroy(meshes[k]);
}

/* The printed step has tension, shear and pressure in its matrix, whatever solves: pulled askew, pressed (in the last
   case further than the mass can bear), turned as a whole, and both. */
static void the_printed_step_is_the_same_for_all(void **state)
{
  (void)state;
  static const double shapes[][9] = {{1, 0.4, 0.4, 0, 1, 0.4, 0, 0, 1},
                                     {0.8, 0, 0, 0, 0.8, 0, 0, 0, 0.8},
                                     {0.6, 0, -0.8, 0, 1, 0, 0.8, 0, 0.6},
                                     {0.54, 0, -0.72, 0.2, 0.9, 0, 0.64, 0, 0.48},
                                     {0.3, 0, 0, 0, 0.3, 0, 0, 0, 0.3}};
  static const char *const names_of[] = {"sheared", "pressed", "turned", "turned, sheared, pressed", "pressed hard"};
  pl_mesh *sheet, *solid = make_bar(5, 4, 4, 0.25, 6);
  assert_ok(pl_make_sheet(1, 1, 9, 9, &sheet));
  for (size_t k = 0; k < sizeof shapes / sizeof *shapes; k++) {
    compare(sheet, &(shaken){PL_CONTINUUM_PRINTED, false, 1, 3, shapes[k]}, names_of[k]);
    compare(solid, &(shaken){PL_CONTINUUM_PRINTED, false, 1, 3, shapes[k]}, names_of[k]);
  }
  pl_mesh_destroy(sheet);
  pl_mesh_destroy(solid);
}

static void any_number_of_threads_gives_the_same_bits(void **state)
{
  (void)state;
  pl_mesh *sheet;
  assert_ok(pl_make_sheet(1, 1, 24, 24, &sheet)); /* 1728 rows: enough for products to be shared out */
  size_t n = 3 * (size_t)576;
  double *x = calloc(n, sizeof *x), *y = calloc(n, sizeof *y);
  for (int solver = PL_LINEAR_CG; solver <= (int)PL_LINEAR_SOR; solver++) {
    run_shaken(sheet, &(shaken){PL_CONTINUUM_STABLE, false, 1, 1, NULL}, (pl_linear_solver)solver, x);
    run_shaken(sheet, &(shaken){PL_CONTINUUM_STABLE, false, 3, 1, NULL}, (pl_linear_solver)solver, y);
    assert_memory_equal(x, y, n * sizeof *x);
  }
  free(x);
  free(y);
  pl_mesh_destroy(sheet);
}

/* Contact asks for three directions of a particle at a time: the same block from what is direct and what iterates, and
   as impulses one by one have it. */
static void compliance_is_the_same(void **state)
{
  (void)state;
  pl_mesh *sheet;
  assert_ok(pl_make_sheet(1, 1, 9, 9, &sheet));
  double blocks[PL_LINEAR_SOR + 1][4 * 9], dv[3 * 81], impulse[3 * 81] = {0};
  for (int solver = PL_LINEAR_CHOLESKY; solver <= (int)PL_LINEAR_SOR; solver++) {
    pl_world_def world_def = quiet_world(0.01);
    pl_world *world = make_world(&world_def);
    pl_body *body =
        shaken_body(world, sheet, &(shaken){PL_CONTINUUM_STABLE, false, 1, 1, NULL}, (pl_linear_solver)solver);
    step_times(world, 1);
    pl_model_context context = pl_world_context(world);
    uint32_t particles[2] = {40, 44};
    assert_ok(body->model->compliance(&body->view, particles, 2, &context, blocks[solver]));
    assert_close(largest_difference(blocks[solver], blocks[PL_LINEAR_CHOLESKY], 36), 0, 1e-8);
    memset(impulse, 0, sizeof impulse);
    impulse[3 * 40 + 1] = 1;
    assert_ok(body->model->impulse_response(&body->view, impulse, &context, dv));
    for (size_t k = 0; k < 3; k++) {
      assert_close(dv[3 * 40 + k], blocks[solver][3 * k + 1], 1e-9);
      assert_close(dv[3 * 44 + k], blocks[solver][9 * 2 + 3 * k + 1], 1e-9);
    }
    pl_world_destroy(world);
  }
  pl_mesh_destroy(sheet);
}

static void solvers_that_do_not_fit_are_refused(void **state)
{
  (void)state;
  pl_mesh *sheet;
  assert_ok(pl_make_sheet(1, 1, 4, 4, &sheet));
  pl_world_def world_def = quiet_world(0.01);
  pl_world *world = make_world(&world_def);
  pl_body *body;
  pl_body_def def = plain_continuum(sheet);
  for (int solver = PL_LINEAR_ADI; solver <= (int)PL_LINEAR_CG_MULTIGRID; solver++) {
    def.continuum.solver = (pl_linear_solver)solver;
    assert_refused(pl_body_create(world, &def, &body), PL_ERROR_ARGUMENT, "x, y and z are coupled");
  }
  def.continuum.solver = (pl_linear_solver)8;
  assert_refused(pl_body_create(world, &def, &body), PL_ERROR_ARGUMENT, "continuum.solver has no choice 8");
  def.continuum.solver = PL_LINEAR_SOR;
  def.continuum.solver_tolerance = 0;
  assert_refused(pl_body_create(world, &def, &body), PL_ERROR_ARGUMENT, "continuum.solver_tolerance");
  pl_world_destroy(world);
  pl_mesh_destroy(sheet);
}

/* Another solver while the world runs: as if it had been there from the start. */
static void the_solver_can_change(void **state)
{
  (void)state;
  pl_mesh *sheet;
  assert_ok(pl_make_sheet(1, 1, 9, 9, &sheet));
  double x[3 * 81];
  run_shaken(sheet, &(shaken){PL_CONTINUUM_STABLE, false, 1, 6, NULL}, PL_LINEAR_CHOLESKY, x);
  pl_world_def world_def = quiet_world(0.01);
  world_def.gravity[1] = -10;
  pl_world *world = make_world(&world_def);
  pl_body *body = shaken_body(world, sheet, &(shaken){PL_CONTINUUM_STABLE, false, 1, 6, NULL}, PL_LINEAR_SOR);
  step_times(world, 3);
  pl_continuum_def next = continuum_of(body)->def;
  next.solver = PL_LINEAR_CG_INCOMPLETE;
  assert_ok(pl_body_set_continuum(body, &next));
  step_times(world, 3);
  assert_int_equal(pl_solver_kind_of(continuum_of(body)->matrix.solver), PL_SOLVER_CG_INCOMPLETE);
  assert_close(largest_difference(x, pl_body_positions(body), 3 * 81), 0, 1e-8);
  pl_world_destroy(world);
  pl_mesh_destroy(sheet);
}

/* ---- what statics tell ---- */

/* A chain of n masses hangs from its first: the load is n - 1 weights and, up there, what carries all but its own. */
static void statics_tell_what_is_not_balanced(void **state)
{
  (void)state;
  enum { N = 12 };
  const double g = 9.81, m = 0.25;
  for (int hybrid = 0; hybrid < 2; hybrid++) {
    pl_mesh *chain;
    assert_ok(pl_make_line((double[]){0, 0, 0}, (double[]){0, -1, 0}, N, &chain));
    pl_world_def world_def = quiet_world(0.01);
    world_def.gravity[1] = -g;
    pl_world *world = make_world(&world_def);
    pl_body_def def = pl_default_body_def(hybrid ? PL_MODEL_HYBRID : PL_MODEL_CONTINUUM);
    double masses[N], balance[2];
    for (size_t i = 0; i < N; i++) masses[i] = m;
    def.mesh = chain;
    def.masses = masses;
    def.thickness = 0.1;
    def.continuum.stretch[0].value = 1e3;
    def.continuum.bend[0].value = 0;
    def.hybrid.stretch.value = 1e4;
    pl_body *body = make_body(world, &def);
    pl_handle handle = {0, {0, 0, 0}};
    pl_statics_def statics = pl_default_statics_def();
    statics.handles = &handle;
    statics.handle_count = 1;
    statics.gravity = true;
    statics.stiffness = 1e5;
    statics.tolerance = 1e-12;
    for (int done = 0; done < 2; done++) {
      pl_statics_report report;
      statics.iterations = done ? 2000 : 1;
      assert_ok(pl_body_settle(body, &statics, &report));
      assert_true(report.converged == (done == 1));
      balance[done] = report.residual;
      assert_close(report.residual, report.unbalanced / report.load, 1e-15);
      double wanted = sqrt((N - 1) * m * g * m * g + (N - 1) * m * g * (N - 1) * m * g);
      if (done) assert_close(report.load, wanted, 1e-6 * wanted);
      print_message("%s: %.3g of %.4g N not balanced\n", hybrid ? "hybrid" : "continuum", report.residual, report.load);
    }
    assert_less(1e-4, balance[0]);
    assert_less(balance[1], 1e-9); /* rounding of a handle of 1e5 N/m at 1 m */
    pl_world_destroy(world);
    pl_mesh_destroy(chain);
  }
}

/* Half way the unbalanced force is the slope of the energy that is told: along it, by a central difference. */
static void the_unbalanced_force_is_the_slope(void **state)
{
  (void)state;
  pl_mesh *sheet;
  assert_ok(pl_make_sheet(1, 1, 6, 6, &sheet));
  pl_world_def world_def = quiet_world(0.01);
  pl_world *world = make_world(&world_def);
  pl_body_def def = plain_continuum(sheet);
  pl_body *body = make_body(world, &def);
  pl_handle handles[2] = {{0, {-0.5, 0.3, -0.5}}, {35, {0.6, 0.2, 0.5}}};
  pl_statics_def statics = pl_default_statics_def();
  pl_statics_report report;
  statics.handles = handles;
  statics.handle_count = 2;
  statics.stiffness = 20;
  statics.iterations = 2;
  assert_ok(pl_body_settle(body, &statics, &report));
  double x[3 * 36], force[3 * 36], unbalanced = 0, load = 0;
  for (size_t k = 0; k < 3 * 36; k++) x[k] = pl_body_positions(body)[k];
  for (size_t k = 0; k < 3 * 36; k++) { /* elastic forces by differences, springs by hand */
    const double d = 1e-6, was = x[k];
    x[k] = was + d;
    double up = elastic_energy(body, x, NULL);
    x[k] = was - d;
    force[k] = -(up - elastic_energy(body, x, NULL)) / (2 * d);
    x[k] = was;
  }
  for (size_t s = 0; s < 2; s++)
    for (size_t k = 0; k < 3; k++) {
      size_t at = 3 * (size_t)handles[s].particle + k;
      double pull = statics.stiffness * (handles[s].target[k] - x[at]);
      force[at] += pull;
      load += pull * pull;
    }
  for (size_t k = 0; k < 3 * 36; k++) unbalanced += force[k] * force[k];
  assert_true(report.residual > 1e-4);
  assert_close(report.load, sqrt(load), 1e-9 * sqrt(load));
  assert_close(report.unbalanced, sqrt(unbalanced), 1e-5 * sqrt(load)); /* of the differences */
  pl_world_destroy(world);
  pl_mesh_destroy(sheet);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(all_solvers_move_it_alike),
      cmocka_unit_test(the_printed_step_is_the_same_for_all),
      cmocka_unit_test(any_number_of_threads_gives_the_same_bits),
      cmocka_unit_test(compliance_is_the_same),
      cmocka_unit_test(solvers_that_do_not_fit_are_refused),
      cmocka_unit_test(the_solver_can_change),
      cmocka_unit_test(statics_tell_what_is_not_balanced),
      cmocka_unit_test(the_unbalanced_force_is_the_slope),
  };
  choose_tests();
  return cmocka_run_group_tests(tests, NULL, NULL);
}
