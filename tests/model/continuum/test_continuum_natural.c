/* SPDX-License-Identifier: MIT
   Natural shapes and weights: tensors that are given, weights that vary, named materials against what an engineer
   expects of them, and what the metric cannot see. */
#include "continuum_cases.h"

#include "pliant/statics.h"

static pl_statics_def to_rest(void)
{
  pl_statics_def statics = pl_default_statics_def();
  statics.tolerance = 1e-9;
  statics.iterations = 500;
  return statics;
}

/* A flat sheet with G0 = 1 and B0_11 = 1/r rolls up to a piece of a cylinder: every three nodes along it lie on a
   circle of radius r. The discrete curvature of a chord h is that of the circle to (h/r)^2 / 12 = 0.1 %. */
static void given_tensors_roll_a_sheet(void **state)
{
  (void)state;
  enum { N = 17 };
  const double r = 0.6;
  pl_world_def world_def = quiet_world(0.01);
  pl_world *world = make_world(&world_def);
  pl_mesh *mesh = NULL;
  assert_ok(pl_make_sheet(1, 0.25, N, 5, &mesh));
  double metric[3 * N * 5], curvature[3 * N * 5] = {0};
  for (int i = 0; i < N * 5; i++) {
    metric[3 * i] = metric[3 * i + 1] = 1;
    metric[3 * i + 2] = 0;
    curvature[3 * i] = 1 / r;
  }
  pl_body_def def = plain_continuum(mesh);
  for (int k = 0; k < 3; k++) {
    def.continuum.stretch[k].value = def.continuum.shear[k].value = 100;
    def.continuum.bend[k].value = 0.1;
  }
  def.continuum.natural = PL_NATURAL_GIVEN;
  def.continuum.metric = metric;
  def.continuum.curvature = curvature;
  pl_body *body = make_body(world, &def);
  pl_statics_def statics = to_rest();
  pl_statics_report report;
  assert_ok(pl_body_settle(body, &statics, &report));
  assert_true(report.converged);
  for (size_t i = 1; i + 1 < N; i++) {
    const double *a = pl_body_positions(body) + 3 * (5 * i - 3), *b = a + 15, *c = b + 15;
    double e[3], f[3], g[3], area[3];
    pl_vec3_sub(b, a, e);
    pl_vec3_sub(c, b, f);
    pl_vec3_sub(c, a, g);
    pl_vec3_cross(e, f, area);
    double radius = pl_vec3_length(e) * pl_vec3_length(f) * pl_vec3_length(g) / (2 * pl_vec3_length(area));
    assert_close(radius, r, 0.005 * r);
  }
  pl_world_destroy(world);
  pl_mesh_destroy(mesh);
}

/* A thread of which one half is three times as stiff hangs from one end: springs in a row, so that a weight at its
   end stretches the soft half three times as much. */
static void weights_stand_in_a_row(void **state)
{
  (void)state;
  enum { N = 21 };
  pl_world_def world_def = quiet_world(0.01);
  pl_world *world = make_world(&world_def);
  pl_mesh *mesh = NULL;
  assert_ok(pl_make_line((double[]){0, 0, 0}, (double[]){0, -1, 0}, N, &mesh));
  double weights[N];
  for (int i = 0; i < N; i++) weights[i] = i < 10 ? 300 : i == 10 ? 150 : 100; /* 150: the harmonic mean of both */
  pl_body_def def = plain_continuum(mesh);
  def.continuum.stretch[0].values = weights;
  pl_body *body = make_body(world, &def);
  pl_handle handles[2] = {{0, {0, 0, 0}}, {N - 1, {0, -1.1, 0}}};
  pl_statics_def statics = to_rest();
  statics.handles = handles;
  statics.handle_count = 2;
  statics.stiffness = 1e9;
  pl_statics_report report;
  assert_ok(pl_body_settle(body, &statics, &report));
  assert_true(report.converged);
  const double *x = pl_body_positions(body);
  double stiff = (x[1] - x[3 * 9 + 1]) / 0.45 - 1, soft = (x[3 * 11 + 1] - x[3 * 20 + 1]) / 0.45 - 1;
  assert_close(soft / stiff, 3, 1e-6);
  pl_world_destroy(world);
  pl_mesh_destroy(mesh);
}

typedef struct expected {
  pl_continuum_material which;
  double E, nu; /* Pa, of handbooks */
  double slack; /* of shear and bending */
} expected;

/* Energy of a sheet of a material that is stretched, sheared and rolled by a little, against that of a plate: E t e^2
   / 2, G t g^2 / 2 and D k^2 / 2 per area. Metric energies are quartic: e = g = 1e-4 leaves 3e-4 of them. */
static void sheets_have_engineering_weights(void **state)
{
  (void)state;
  static const expected sheets[] = {{PL_CONTINUUM_RUBBER_SHEET, 1e6, 0.5, 1},
                                    {PL_CONTINUUM_CLOTH, 5e6, 0, 0.05},
                                    {PL_CONTINUUM_PAPER, 2e9, 0.3, 1},
                                    {PL_CONTINUUM_SHEET_METAL, 2e11, 0.3, 1}};
  pl_world_def world_def = quiet_world(0.01);
  enum { N = 33 };
  for (size_t m = 0; m < sizeof sheets / sizeof *sheets; m++) {
    const double t = 1e-3, E = sheets[m].E, nu = sheets[m].nu, small = 1e-4, r = 5;
    const double D = E * t * t * t / (12 * (1 - nu * nu)), G = E / (2 * (1 + nu)), slack = sheets[m].slack;
    pl_world *world = make_world(&world_def);
    pl_mesh *mesh = NULL;
    assert_ok(pl_make_sheet(1, 1, N, N, &mesh));
    pl_body_def def = plain_continuum(mesh);
    assert_ok(pl_continuum_set_material(&def.continuum, sheets[m].which, t, &def.density));
    def.thickness = t;
    pl_body *body = make_body(world, &def);
    double x[3 * N * N];
    const double *rest = pl_mesh_view(mesh).positions;
    for (int way = 0; way < 2; way++) {
      memcpy(x, rest, sizeof x);
      for (int i = 0; i < N * N; i++) x[3 * i + 2 * way] *= 1 + small;
      assert_close(elastic_energy(body, x, NULL), 0.5 * E * t * small * small, 4e-4 * 0.5 * E * t * small * small);
    }
    memcpy(x, rest, sizeof x);
    for (int i = 0; i < N * N; i++) x[3 * i] += small * rest[3 * i + 2];
    double wanted = 0.5 * slack * G * t * small * small;
    assert_close(elastic_energy(body, x, NULL), wanted, 1e-2 * wanted); /* and a stretch of small^2 / 2 */
    for (int i = 0; i < N * N; i++) /* nodes inside, as far apart as on the cylinder's chords */
      pl_vec3_set(x + 3 * i, r * sin(rest[3 * i] / r), r * cos(rest[3 * i] / r), rest[3 * i + 2]);
    for (size_t k = 0; k < continuum_of(body)->terms.count; k++)
      if (continuum_of(body)->terms.term[k].kind == PL_TERM_METRIC) continuum_of(body)->terms.term[k].stiffness = 0;
    wanted = 0.5 * slack * D / (r * r) * (N - 2) / (N - 1);
    assert_close(elastic_energy(body, x, NULL), wanted, 1e-4 * wanted);
    for (int i = 0; i < N * N; i++) /* warped: x y of 0.01 per m, B_12 = 0.01; both orders of the indices count */
      pl_vec3_set(x + 3 * i, rest[3 * i], 0.01 * rest[3 * i] * rest[3 * i + 2], rest[3 * i + 2]);
    wanted = slack * D * (1 - nu) * 1e-4;
    assert_close(elastic_energy(body, x, NULL), wanted, 1e-3 * wanted);
    pl_world_destroy(world);
    pl_mesh_destroy(mesh);
  }
}

/* Likewise a rod: E A e^2 / 2, E I k^2 / 2 and G J tau^2 / 2 per length, of a helix that is turned from a straight
   one. */
static void rods_have_engineering_weights(void **state)
{
  (void)state;
  const double d = 2e-3, pi = 3.141592653589793, A = pi * d * d / 4, I = pi * d * d * d * d / 64;
  for (int wire = 0; wire < 2; wire++) {
    pl_continuum_def def = pl_default_body_def(PL_MODEL_CONTINUUM).continuum;
    double density = 0, E = wire ? 2e11 : 1e9;
    assert_ok(pl_continuum_set_material(&def, wire ? PL_CONTINUUM_WIRE : PL_CONTINUUM_STRING, d, &density));
    assert_close(def.stretch[0].value, E * A, 1e-12 * E * A);
    assert_close(def.bend[0].value, wire ? E * I : 0, 1e-12 * E * I);
    assert_close(def.twist.value, wire ? E / (2 * 1.3) * 2 * I : 0, 1e-12 * E * I); /* G J, of round rods J = 2 I */
    assert_close(density, wire ? 7800 : 900, 0);
  }
}

/* What the model's limits say: a solid and its mirror image are the same to it, pressed below 0.577 of its length it
   gives way. */
static void the_metric_is_blind_to_mirrors(void **state)
{
  (void)state;
  pl_world_def world_def = quiet_world(0.01);
  pl_world *world = make_world(&world_def);
  pl_mesh *mesh = make_bar(3, 3, 3, 0.5, 6);
  pl_body_def def = plain_continuum(mesh);
  pl_body *body = make_body(world, &def);
  double x[81], force[2][81], pull[3];
  memcpy(x, pl_mesh_view(mesh).positions, sizeof x);
  for (int i = 0; i < 27; i++) x[3 * i] = -x[3 * i];
  assert_close(elastic_energy(body, x, force[0]), 0, 1e-24);
  const double lengths[3] = {0.7, 0.577, 0.4};
  for (int k = 0; k < 3; k++) { /* the force with which one end pushes */
    memcpy(x, pl_mesh_view(mesh).positions, sizeof x);
    for (int i = 0; i < 27; i++) x[3 * i] *= lengths[k];
    elastic_energy(body, x, force[1]);
    pull[k] = 0;
    for (int i = 18; i < 27; i++) pull[k] += force[1][3 * i];
  }
  assert_true(pull[1] > pull[0] && pull[1] > pull[2]);
  assert_close(pull[1], 2 / (3 * sqrt(3)), 1e-4); /* w s (1 - s^2) at s = 1/sqrt(3), of 1 m^2 */
  pl_world_destroy(world);
  pl_mesh_destroy(mesh);
}

/* A straight wire bends into an S. Its torsion is half a turn where it goes from one side to the other, which is no
   twist of the material: it costs what bending costs. A wire that is naturally a helix pays for it. */
static void straight_curves_have_no_torsion(void **state)
{
  (void)state;
  enum { N = 30 };
  pl_world_def world_def = quiet_world(0.01);
  pl_world *world = make_world(&world_def);
  pl_mesh *meshes[2] = {NULL, NULL};
  assert_ok(pl_make_line((double[]){0, 0, 0}, (double[]){1, 0, 0}, N, &meshes[0]));
  assert_ok(pl_make_helix(0.1, 0.1, 1.5, N, &meshes[1]));
  for (int curved = 0; curved < 2; curved++) {
    double x[3 * N], energy[2];
    for (int i = 0; i < N; i++) {
      double u = (double)i / (N - 1);
      pl_vec3_set(x + 3 * i, u, 0.05 * sin(6.2 * u), 0);
    }
    for (int twist = 0; twist < 2; twist++) {
      pl_body_def def = pl_default_body_def(PL_MODEL_CONTINUUM);
      def.mesh = meshes[curved];
      def.thickness = 0.01;
      def.continuum.twist.value = twist;
      energy[twist] = elastic_energy(make_body(world, &def), x, NULL);
    }
    if (curved)
      assert_less(energy[0] + 1, energy[1]);
    else
      assert_close(energy[1], energy[0], 0);
    pl_mesh_destroy(meshes[curved]);
  }
  pl_world_destroy(world);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(given_tensors_roll_a_sheet),      cmocka_unit_test(weights_stand_in_a_row),
      cmocka_unit_test(sheets_have_engineering_weights), cmocka_unit_test(rods_have_engineering_weights),
      cmocka_unit_test(the_metric_is_blind_to_mirrors),  cmocka_unit_test(straight_curves_have_no_torsion),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
