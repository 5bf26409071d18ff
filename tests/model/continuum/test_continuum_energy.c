/* SPDX-License-Identifier: MIT
   Energies of the continuum model: derivatives, rigid motion, exactness, and the matrix that stands for the second
   derivative. */
#include "continuum_cases.h"

typedef enum shape { LINE, RING, COIL, SHEET, WRAP, BALL, BLOCK, SHAPES } shape;
static const char *const names[SHAPES] = {"line", "ring", "coil", "sheet", "torus", "ball", "block"};

static pl_mesh *make_shape(shape which)
{
  pl_mesh *mesh = NULL;
  pl_lattice_def lattice = pl_default_lattice_def();
  double points[30];
  switch (which) {
  case LINE: assert_ok(pl_make_line((double[]){0, 0, 0}, (double[]){1, 0.2, 0}, 7, &mesh)); break;
  case RING:
    for (int k = 0; k < 10; k++) {
      points[3 * k] = cos(0.2 * 3.141592653589793 * k);
      points[3 * k + 1] = 0.1 * (k % 3);
      points[3 * k + 2] = sin(0.2 * 3.141592653589793 * k);
    }
    assert_ok(pl_make_curve(points, 10, 1, &mesh));
    break;
  case COIL: assert_ok(pl_make_helix(0.3, 0.5, 1, 13, &mesh)); break;
  case SHEET: assert_ok(pl_make_sheet(1, 0.8, 5, 4, &mesh)); break;
  case WRAP: assert_ok(pl_make_torus(0.5, 0.2, 8, 6, &mesh)); break;
  case BALL: assert_ok(pl_make_sphere(0.5, 6, &mesh)); break;
  case BLOCK:
    lattice.counts[0] = 4;
    lattice.counts[1] = lattice.counts[2] = 3;
    lattice.spacing = 0.2;
    assert_ok(pl_make_lattice(&lattice, &mesh));
    break;
  case SHAPES: break;
  }
  return mesh;
}

/* Which weights are on: each term by itself, then all. */
typedef enum weights { STRETCH, SHEAR, BEND_1, BEND_2, BEND_12, TWIST, ALL, WEIGHTS } weights;

static void choose(pl_body_def *def, weights which)
{
  const pl_continuum_def all = def->continuum;
  pl_continuum_def *c = &def->continuum;
  for (int k = 0; k < 3; k++) {
    c->stretch[k].value = which == STRETCH || which == ALL ? all.stretch[k].value : 0;
    c->shear[k].value = which == SHEAR || which == ALL ? all.shear[k].value : 0;
    bool on = which == ALL || which == (weights)(BEND_1 + k);
    c->bend[k].value = on ? 0.02 * (k + 1) : 0;
  }
  c->twist.value = which == TWIST || which == ALL ? 0.01 : 0;
}

/* Differences of fourth order over steps of 2e-4: their error is 1e-16 of fifth derivatives (torsion of short edges:
   1e8), rounding 1e-12. */
static void check_gradient(const pl_body *body, const double *x, const char *name, int weights_on)
{
  size_t n = body->count;
  double *force = malloc(3 * n * sizeof(double)), *y = malloc(3 * n * sizeof(double)), largest = 0, worst = 0;
  elastic_energy(body, x, force);
  largest = largest_of(force, 3 * n);
  memcpy(y, x, 3 * n * sizeof(double));
  for (size_t k = 0; k < 3 * n; k++) {
    const double step = 2e-4, weight[4] = {1, -8, 8, -1}, place[4] = {-2, -1, 1, 2};
    double slope = 0;
    for (int p = 0; p < 4; p++) {
      y[k] = x[k] + place[p] * step;
      slope += weight[p] * elastic_energy(body, y, NULL) / (12 * step);
    }
    y[k] = x[k];
    worst = fmax(worst, fabs(force[k] + slope));
  }
  if (!(worst <= 2e-7 * (largest + 1e-3)))
    fail_msg("%s, weights %d: forces of up to %g are wrong by %g", name, weights_on, largest, worst);
  free(force);
  free(y);
}

static void forces_are_the_gradient(void **state)
{
  (void)state;
  pl_world_def world_def = quiet_world(0.01);
  for (int s = 0; s < SHAPES; s++)
    for (int w = 0; w < WEIGHTS; w++)
      for (int natural = PL_NATURAL_MESH; natural <= PL_NATURAL_NONE; natural++) {
        if (natural == PL_NATURAL_GIVEN) continue;
        pl_world *world = make_world(&world_def);
        pl_mesh *mesh = make_shape((shape)s);
        pl_body_def def = plain_continuum(mesh);
        choose(&def, (weights)w);
        def.continuum.natural = (pl_natural_shape)natural;
        pl_body *body = make_body(world, &def);
        double *x = malloc(3 * body->count * sizeof(double));
        disturb(mesh, 0.04, 7, x);
        check_gradient(body, x, names[s], w);
        free(x);
        pl_world_destroy(world);
        pl_mesh_destroy(mesh);
      }
}

/* Splines too: their forces are linear, so differences are exact up to rounding. */
static void splines_have_gradients(void **state)
{
  (void)state;
  pl_world_def world_def = quiet_world(0.01);
  for (int s = 0; s < SHAPES; s++) {
    pl_world *world = make_world(&world_def);
    pl_mesh *mesh = make_shape((shape)s);
    pl_body_def def = plain_continuum(mesh);
    choose(&def, ALL);
    def.continuum.energy = PL_CONTINUUM_SPLINE;
    pl_body *body = make_body(world, &def);
    double *x = malloc(3 * body->count * sizeof(double));
    disturb(mesh, 0.1, 8, x);
    check_gradient(body, x, names[s], ALL);
    free(x);
    pl_world_destroy(world);
    pl_mesh_destroy(mesh);
  }
}

/* Rigid motion costs nothing and changes no energy; forces have neither sum nor moment. Rounding of 1e-13 of what is
   summed. */
static void rigid_motion_is_free(void **state)
{
  (void)state;
  pl_world_def world_def = quiet_world(0.01);
  uint64_t seed = 11;
  for (int s = 0; s < SHAPES; s++) {
    pl_world *world = make_world(&world_def);
    pl_mesh *mesh = make_shape((shape)s);
    pl_body_def def = plain_continuum(mesh);
    choose(&def, ALL);
    pl_body *body = make_body(world, &def);
    size_t n = body->count;
    double *x = malloc(3 * n * sizeof(double)), *y = malloc(3 * n * sizeof(double));
    double *force = malloc(3 * n * sizeof(double)), R[9], sum[3] = {0, 0, 0}, moment[3] = {0, 0, 0};
    random_rotation(&seed, 3, R);
    move_points(pl_mesh_view(mesh).positions, n, R, (double[]){1, -2, 0.5}, x);
    assert_less(elastic_energy(body, x, force), 1e-24);
    assert_less(largest_of(force, 3 * n), 1e-11);
    disturb(mesh, 0.05, 9, x);
    move_points(x, n, R, (double[]){1, -2, 0.5}, y);
    double here = elastic_energy(body, x, NULL), there = elastic_energy(body, y, force);
    assert_true(here > 1e-5);
    assert_close(here, there, 1e-12 * here);
    double size = largest_of(force, 3 * n);
    for (size_t i = 0; i < n; i++) {
      double arm[3];
      pl_vec3_add(sum, force + 3 * i, sum);
      pl_vec3_cross(y + 3 * i, force + 3 * i, arm);
      pl_vec3_add(moment, arm, moment);
    }
    assert_less(largest_of(sum, 3), 1e-12 * size * (double)n);
    assert_less(largest_of(moment, 3), 1e-11 * size * (double)n);
    free(x);
    free(y);
    free(force);
    pl_world_destroy(world);
    pl_mesh_destroy(mesh);
  }
}

/* Under a linear map all tensors are the same everywhere: energy is density times material, whatever the grid, and
   nodes inside feel nothing. */
static void linear_patches_are_exact(void **state)
{
  (void)state;
  const double map[9] = {1.2, 0.3, 0.1, -0.1, 0.9, 0.2, 0.05, 0.1, 1.1};
  pl_world_def world_def = quiet_world(0.01);
  for (uint32_t n = 4; n <= 7; n++) {
    pl_world *world = make_world(&world_def);
    pl_mesh *sheet = NULL, *block = NULL;
    pl_lattice_def lattice = pl_default_lattice_def();
    assert_ok(pl_make_sheet(1, 2, n, n + 1, &sheet));
    lattice.counts[0] = n;
    lattice.counts[1] = n + 1;
    lattice.counts[2] = n - 1;
    lattice.spacing = 0.5;
    assert_ok(pl_make_lattice(&lattice, &block));
    const pl_mesh *meshes[2] = {sheet, block};
    for (int k = 0; k < 2; k++) {
      pl_body_def def = plain_continuum(meshes[k]);
      def.continuum.bend[0].value = def.continuum.bend[1].value = def.continuum.bend[2].value = 0.1;
      pl_body *body = make_body(world, &def);
      double *x = malloc(3 * body->count * sizeof(double)), *force = malloc(3 * body->count * sizeof(double));
      for (size_t i = 0; i < body->count; i++) pl_mat3_apply(map, pl_mesh_view(meshes[k]).positions + 3 * i, x + 3 * i);
      double energy = elastic_energy(body, x, force), G[3][3], wanted = 0;
      size_t axes[2][3] = {{0, 2, 1}, {0, 1, 2}}; /* the sheet lies in x and z */
      for (size_t i = 0; i < 3; i++)
        for (size_t j = 0; j < 3; j++) {
          G[i][j] = i == j ? -1 : 0;
          for (size_t r = 0; r < 3; r++) G[i][j] += map[3 * r + axes[k][i]] * map[3 * r + axes[k][j]];
        }
      for (size_t i = 0; i < (k ? 3U : 2U); i++)
        for (size_t j = 0; j < (k ? 3U : 2U); j++) {
          double w = i == j ? def.continuum.stretch[i].value : def.continuum.shear[i + j - 1].value;
          wanted += 0.25 * w * G[i][j] * G[i][j];
        }
      wanted *= k ? 0.125 * (n - 1) * n * (n - 2) : 2;
      assert_close(energy, wanted, 1e-12 * wanted);
      const uint32_t *counts = pl_mesh_view(meshes[k]).grid.counts;
      for (uint32_t i = 1; i + 1 < counts[0]; i++)
        for (uint32_t j = 1; j + 1 < counts[1]; j++) {
          size_t at = k ? ((size_t)i * counts[1] + j) * counts[2] + 1 : (size_t)i * counts[1] + j;
          assert_less(pl_vec3_length(force + 3 * at), 1e-12);
        }
      free(x);
      free(force);
    }
    pl_world_destroy(world);
    pl_mesh_destroy(sheet);
    pl_mesh_destroy(block);
  }
}

/* A sheet rolled to a cylinder of radius r has the curvature 1/r, a helix its curvature and torsion: second order. */
static double rolled_error(uint32_t n)
{
  const double r = 0.5, D = 0.3;
  pl_world_def world_def = quiet_world(0.01);
  pl_world *world = make_world(&world_def);
  pl_mesh *sheet = NULL;
  assert_ok(pl_make_sheet(1, 1, n, n, &sheet));
  pl_body_def def = plain_continuum(sheet);
  for (int k = 0; k < 3; k++) {
    def.continuum.stretch[k].value = def.continuum.shear[k].value = 0;
    def.continuum.bend[k].value = D;
  }
  pl_body *body = make_body(world, &def);
  double *x = malloc(3 * body->count * sizeof(double));
  for (size_t i = 0; i < body->count; i++) {
    const double *from = pl_mesh_view(sheet).positions + 3 * i;
    pl_vec3_set(x + 3 * i, r * sin(from[0] / r), r * cos(from[0] / r), from[2]);
  }
  double energy = elastic_energy(body, x, NULL);
  /* nodes inside: both half cells at the borders, where a free plate has no curvature, are left out */
  double wanted = 0.5 * D / (r * r) * (double)(n - 2) / (n - 1);
  free(x);
  pl_world_destroy(world);
  pl_mesh_destroy(sheet);
  return fabs(energy - wanted) / wanted;
}

static double helix_error(uint32_t n)
{
  pl_world_def world_def = quiet_world(0.01);
  pl_world *world = make_world(&world_def);
  pl_mesh *helix = NULL;
  const double radius = 0.3, pitch = 1, c = pitch / (2 * 3.141592653589793), s2 = radius * radius + c * c;
  assert_ok(pl_make_helix(radius, pitch, 1, n, &helix));
  pl_body_def def = plain_continuum(helix);
  def.continuum.bend[0].value = def.continuum.twist.value = 1;
  pl_body *body = make_body(world, &def);
  double worst = 0;
  const pl_terms *terms = &continuum_of(body)->terms;
  for (size_t t = 0; t < terms->count; t++) {
    double wanted = terms->term[t].kind == PL_TERM_ARC ? radius / s2 : c / s2;
    if (terms->term[t].kind != PL_TERM_STRETCH) worst = fmax(worst, fabs(fabs(terms->term[t].rest) - wanted) / wanted);
  }
  pl_world_destroy(world);
  pl_mesh_destroy(helix);
  return worst;
}

static void curvature_is_of_second_order(void **state)
{
  (void)state;
  double coarse = rolled_error(17), fine = rolled_error(33);
  assert_less(coarse, 0.01);
  assert_less(fine, coarse / 3.8);
  coarse = helix_error(41);
  fine = helix_error(81);
  assert_less(coarse, 0.02);
  assert_less(fine, coarse / 3.8);
}

/* Mass is that of the material, and shares are those of cells: half at a border, a quarter at a corner. */
static void mass_is_shared_exactly(void **state)
{
  (void)state;
  pl_world_def world_def = quiet_world(0.01);
  pl_world *world = make_world(&world_def);
  pl_mesh *sheet = NULL;
  assert_ok(pl_make_sheet(1, 1, 30, 30, &sheet));
  pl_body_def def = plain_continuum(sheet);
  pl_body *body = make_body(world, &def);
  double cell = def.density * def.thickness / (29.0 * 29.0);
  assert_close(mass_of(body), def.density * def.thickness, 1e-13); /* 900 roundings */
  assert_close(pl_body_masses(body)[0], cell / 4, 1e-16);
  assert_close(pl_body_masses(body)[1], cell / 2, 1e-16);
  assert_close(pl_body_masses(body)[31], cell, 1e-16);
  pl_world_destroy(world);
  pl_mesh_destroy(sheet);
}

/* At the natural shape the matrix of the stable step is the second derivative itself. */
static void matrix_is_the_second_derivative(void **state)
{
  (void)state;
  pl_world_def world_def = quiet_world(0.01);
  for (int s = 0; s < SHAPES; s++) {
    pl_world *world = make_world(&world_def);
    pl_mesh *mesh = make_shape((shape)s);
    pl_body_def def = plain_continuum(mesh);
    choose(&def, ALL);
    pl_body *body = make_body(world, &def);
    pl_continuum *c = continuum_of(body);
    size_t n = body->count;
    double *x = malloc(3 * n * sizeof(double)), *up = malloc(3 * n * sizeof(double)),
           *down = malloc(3 * n * sizeof(double));
    double *right = calloc(9 * n, sizeof(double)), *product = malloc(9 * n * sizeof(double));
    uint64_t seed = 5;
    memcpy(x, pl_mesh_view(mesh).positions, 3 * n * sizeof(double));
    for (size_t k = 0; k < 3 * n; k++) right[3 * k] = random_unit(&seed);
    pl_sparse_multiply(&c->matrix.sparse, right, product); /* as prepared, where the body is */
    const double step = 1e-6;
    for (size_t k = 0; k < 3 * n; k++) x[k] += step * right[3 * k];
    elastic_energy(body, x, up);
    for (size_t k = 0; k < 3 * n; k++) x[k] -= 2 * step * right[3 * k];
    elastic_energy(body, x, down);
    double worst = 0, largest = 0;
    for (size_t k = 0; k < 3 * n; k++) {
      double elastic = product[3 * k] - body->view.mass[k / 3] / (0.01 * 0.01) * right[3 * k];
      double wanted = (down[k] - up[k]) / (2 * step);
      largest = fmax(largest, fabs(wanted));
      worst = fmax(worst, fabs(elastic - wanted));
    }
    if (!(worst <= 1e-6 * largest)) fail_msg("%s: wrong by %g of %g", names[s], worst, largest);
    free(x);
    free(up);
    free(down);
    free(right);
    free(product);
    pl_world_destroy(world);
    pl_mesh_destroy(mesh);
  }
}

/* A crease bends freely; a cut holds nothing. */
static void creases_bend_and_cuts_part(void **state)
{
  (void)state;
  pl_world_def world_def = quiet_world(0.01);
  pl_world *world = make_world(&world_def);
  pl_mesh *sheet = NULL;
  assert_ok(pl_make_sheet(1, 1, 5, 5, &sheet));
  double continuity[25], x[75];
  for (int crease = 0; crease < 3; crease++) {
    for (int i = 0; i < 25; i++) continuity[i] = i / 5 == 2 ? crease : 2;
    pl_body_def def = plain_continuum(sheet);
    for (int k = 0; k < 3; k++) def.continuum.bend[k].value = 1;
    def.continuum.continuity = continuity;
    pl_body *body = make_body(world, &def);
    memcpy(x, pl_mesh_view(sheet).positions, sizeof x);
    for (int i = 0; i < 25; i++)
      if (x[3 * i] > 1e-9) { /* folded up about the middle row */
        x[3 * i + 1] = x[3 * i] * sin(1);
        x[3 * i] *= cos(1);
      }
    double energy = elastic_energy(body, x, NULL);
    if (crease == 2)
      assert_true(energy > 0.1);
    else
      assert_less(energy, 1e-20);
    for (int i = 15; i < 25; i++) x[3 * i + 2] += 3; /* one half moves away */
    energy = elastic_energy(body, x, NULL);
    if (crease == 0)
      assert_less(energy, 1e-20);
    else
      assert_true(energy > 0.1);
  }
  pl_world_destroy(world);
  pl_mesh_destroy(sheet);
}

static void bad_definitions_are_refused(void **state)
{
  (void)state;
  pl_world_def world_def = quiet_world(0.01);
  pl_world *world = make_world(&world_def);
  pl_mesh *sheet = NULL, *ball = NULL;
  pl_body *body = NULL;
  assert_ok(pl_make_sheet(1, 1, 5, 5, &sheet));
  assert_ok(pl_make_icosphere(1, 2, &ball));
  pl_body_def def = plain_continuum(ball);
  assert_refused(pl_body_create(world, &def, &body), PL_ERROR_MESH, "has no grid");
  def = plain_continuum(sheet);
  def.continuum.youngs_modulus = -1;
  assert_refused(pl_body_create(world, &def, &body), PL_ERROR_ARGUMENT, "continuum.youngs_modulus must be positive");
  def = plain_continuum(sheet);
  def.continuum.damping_matrix[1] = 2;
  assert_refused(pl_body_create(world, &def, &body), PL_ERROR_ARGUMENT, "damping_matrix must be symmetric");
  def = plain_continuum(sheet);
  def.continuum.natural = PL_NATURAL_GIVEN;
  assert_refused(pl_body_create(world, &def, &body), PL_ERROR_ARGUMENT, "continuum.metric is not");
  double values[25] = {0};
  values[7] = -1;
  def = plain_continuum(sheet);
  def.continuum.bend[1].values = values;
  assert_refused(pl_body_create(world, &def, &body), PL_ERROR_ARGUMENT, "continuum.bend[7]");
  pl_mesh_data data = pl_mesh_view(sheet);
  pl_mesh *other = NULL;
  data.grid.counts[1] = 6;
  assert_refused(pl_mesh_create(&data, &other), PL_ERROR_MESH, "the grid has 30 nodes, but the mesh has 25");
  pl_world_destroy(world);
  pl_mesh_destroy(sheet);
  pl_mesh_destroy(ball);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(forces_are_the_gradient),
      cmocka_unit_test(splines_have_gradients),
      cmocka_unit_test(rigid_motion_is_free),
      cmocka_unit_test(linear_patches_are_exact),
      cmocka_unit_test(curvature_is_of_second_order),
      cmocka_unit_test(mass_is_shared_exactly),
      cmocka_unit_test(matrix_is_the_second_derivative),
      cmocka_unit_test(creases_bend_and_cuts_part),
      cmocka_unit_test(bad_definitions_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
