/* SPDX-License-Identifier: MIT */
#include "pliant/cage.h"

#include <string.h>

#include "failing.h"
#include "fixtures.h"
#include "mesh/cage/green.h"
#include "mesh/cage_checks.h"
#include "pliant/make.h"

/* Makes a cage and checks it by brute force; the mesh is destroyed. Returns the report. */
static pl_cage_report check_made(pl_mesh *mesh, size_t vertices)
{
  pl_cage_def def = pl_default_cage_def();
  pl_cage_report report;
  pl_mesh *cage = NULL;
  def.mesh = mesh;
  def.vertices = vertices;
  assert_ok(pl_make_cage(&def, &cage, &report));
  pl_mesh_data data = pl_mesh_view(cage), inner = pl_mesh_view(mesh);
  assert_true(report.good);
  assert_int_equal(report.vertex_count, data.vertex_count);
  assert_int_equal(report.wanted, vertices);
  assert_valid_cage(&data, &inner, 0.0099 * diagonal(&inner));
  assert_true(report.clearance >= 0.0099 * diagonal(&inner));
  pl_green *green = NULL;
  assert_ok(pl_green_create(data.positions, data.vertex_count, data.triangles, data.triangle_count, &green));
  assert_ok(pl_green_check_points(green, inner.positions, inner.vertex_count));
  pl_green_destroy(green);
  pl_mesh_destroy(cage);
  pl_mesh_destroy(mesh);
  return report;
}

static pl_mesh *character(pl_character which)
{
  pl_mesh *mesh = NULL;
  assert_ok(pl_make_character(which, 1, which == PL_CHARACTER_ARMADILLO ? 1500 : 1000, &mesh));
  return mesh;
}

static void encloses_characters(void **state)
{
  (void)state;
  for (int which = 0; which < PL_CHARACTER_COUNT; which++) {
    pl_cage_report report = check_made(character((pl_character)which), 56);
    assert_int_equal(report.vertex_count, 56);
    assert_int_equal(report.triangle_count, 108);
  }
}

static void reaches_other_numbers(void **state)
{
  (void)state;
  static const size_t wanted[] = {8, 20, 250};
  for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
    assert_int_equal(check_made(character(PL_CHARACTER_DUCK), wanted[i]).vertex_count, wanted[i]);
}

static void encloses_shapes(void **state)
{
  (void)state;
  pl_mesh *torus = NULL, *plant = NULL, *sheet = NULL, *tube = NULL;
  assert_ok(pl_make_torus(1, 0.3, 40, 16, &torus));
  assert_int_equal(check_made(torus, 60).vertex_count, 60);
  assert_ok(pl_make_plant(1, 6, 4, 14, &plant));
  assert_int_equal(check_made(plant, 60).vertex_count, 60);
  assert_ok(pl_make_sheet(1, 1, 12, 12, &sheet));
  assert_int_equal(check_made(sheet, 30).vertex_count, 30);
  assert_ok(pl_make_tube(0.5, 0.45, 2, 24, 20, &tube));
  assert_int_equal(check_made(tube, 56).vertex_count, 56);
}

/* Turned inside out, with a hole, in two parts far from each other, one within another. */
static void encloses_messy_meshes(void **state)
{
  (void)state;
  pl_mesh *ball = NULL, *made = NULL;
  assert_ok(pl_make_icosphere(1, 6, &ball));
  pl_mesh_data data = pl_mesh_view(ball);
  size_t n = data.vertex_count, m = data.triangle_count;
  uint32_t *triangles = malloc(6 * m * sizeof *triangles);
  double *x = malloc(6 * n * sizeof *x);
  for (size_t i = 0; i < 3 * m; i++) {
    triangles[i] = data.triangles[i - i % 3 + (2 - i % 3)];
    triangles[3 * m + i] = (uint32_t)n + data.triangles[i];
  }
  memcpy(x, data.positions, 3 * n * sizeof *x);
  for (size_t i = 0; i < 3 * n; i++) x[3 * n + i] = data.positions[i] / 2 + (i % 3 == 0 ? 5 : 0);
  pl_mesh_data flipped = {.positions = x, .vertex_count = n, .triangles = triangles, .triangle_count = m};
  assert_ok(pl_mesh_create(&flipped, &made));
  assert_int_equal(check_made(made, 40).vertex_count, 40);
  pl_mesh_data open = {.positions = x, .vertex_count = n, .triangles = data.triangles, .triangle_count = m - 40};
  assert_ok(pl_mesh_create(&open, &made));
  assert_int_equal(check_made(made, 40).vertex_count, 40);
  pl_mesh_data two = {.positions = x, .vertex_count = 2 * n, .triangles = triangles, .triangle_count = 2 * m};
  assert_ok(pl_mesh_create(&two, &made));
  pl_cage_report report = check_made(made, 60);
  assert_int_equal(report.vertex_count, 60);
  assert_int_equal(report.parts, 2);
  for (size_t i = 0; i < 3 * n; i++) x[3 * n + i] = data.positions[i] / 2;
  assert_ok(pl_mesh_create(&two, &made));
  report = check_made(made, 40);
  assert_int_equal(report.parts, 1);
  free(x);
  free(triangles);
  pl_mesh_destroy(ball);
}

/* Tiny and far away: a grain of sand ten kilometres off, where doubles still resolve a hundred-thousandth of it. */
static void size_and_place_do_not_matter(void **state)
{
  (void)state;
  static const double scale[3] = {1e-4, 1e6, 1}, shift[3] = {10, -1e7, 1e4};
  for (int trial = 0; trial < 3; trial++) {
    pl_mesh *duck = character(PL_CHARACTER_DUCK), *moved = NULL;
    pl_mesh_data data = pl_mesh_view(duck);
    double *x = malloc(3 * data.vertex_count * sizeof *x);
    for (size_t i = 0; i < 3 * data.vertex_count; i++) x[i] = scale[trial] * data.positions[i] + shift[trial];
    data.positions = x;
    assert_ok(pl_mesh_create(&data, &moved));
    free(x);
    pl_mesh_destroy(duck);
    assert_int_equal(check_made(moved, 56).vertex_count, 56);
  }
}

/* More parts than the vertices suffice for: they are taken together, further out. */
static void many_parts_share_a_cage(void **state)
{
  (void)state;
  pl_mesh *ball = NULL, *made = NULL;
  assert_ok(pl_make_icosphere(0.1, 1, &ball));
  pl_mesh_data data = pl_mesh_view(ball);
  enum { PARTS = 27 };
  size_t n = data.vertex_count, m = data.triangle_count;
  double *x = malloc(3 * PARTS * n * sizeof *x);
  uint32_t *t = malloc(3 * PARTS * m * sizeof *t);
  for (size_t part = 0; part < PARTS; part++) {
    const double place[3] = {(double)(part % 3), (double)(part / 3 % 3), (double)(part / 9)};
    for (size_t i = 0; i < 3 * n; i++) x[3 * part * n + i] = 0.4 * place[i % 3] + data.positions[i];
    for (size_t i = 0; i < 3 * m; i++) t[3 * part * m + i] = (uint32_t)(part * n) + data.triangles[i];
  }
  pl_mesh_data all = {.positions = x, .vertex_count = PARTS * n, .triangles = t, .triangle_count = PARTS * m};
  assert_ok(pl_mesh_create(&all, &made));
  pl_cage_report report = check_made(made, 40);
  print_message("%zu vertices, %zu parts, %zu tries, offset %g\n", report.vertex_count, report.parts, report.tries,
                report.offset);
  assert_true(report.vertex_count <= 48);
  assert_true(report.tries > 1);
  free(x);
  free(t);
  pl_mesh_destroy(ball);
}

/* Edges without triangles, and a triangle alone. */
static void encloses_what_has_no_inside(void **state)
{
  (void)state;
  pl_mesh *helix = NULL, *flat = NULL;
  assert_ok(pl_make_helix(0.5, 0.4, 3, 60, &helix));
  assert_true(check_made(helix, 60).good);
  static const double x[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0.5, 0.5, 0.5};
  static const uint32_t t[3] = {0, 1, 2};
  pl_mesh_data one = {.positions = x, .vertex_count = 4, .triangles = t, .triangle_count = 1};
  assert_ok(pl_mesh_create(&one, &flat));
  assert_true(check_made(flat, 20).good);
}

static void margins_and_offsets_are_kept(void **state)
{
  (void)state;
  pl_mesh *mesh = character(PL_CHARACTER_BEAR), *cage = NULL;
  pl_cage_def def = pl_default_cage_def();
  pl_cage_report report;
  def.mesh = mesh;
  def.margin = 0.05;
  def.offset = 0.1;
  assert_ok(pl_make_cage(&def, &cage, &report));
  pl_mesh_data data = pl_mesh_view(cage), inner = pl_mesh_view(mesh);
  assert_valid_cage(&data, &inner, 0.0495);
  assert_close(report.offset, 0.1, 1e-12);
  pl_mesh_destroy(cage);
  pl_mesh_destroy(mesh);
}

/* What is wrong is found, each fault by itself, and said. */
static void finds_faults(void **state)
{
  (void)state;
  pl_mesh *ball = NULL, *inner = NULL, *bad = NULL;
  pl_cage_report report;
  char text[2048];
  assert_ok(pl_make_icosphere(1, 3, &ball));
  assert_ok(pl_make_icosphere(0.7, 5, &inner));
  pl_mesh_data data = pl_mesh_view(ball);
  size_t n = data.vertex_count, m = data.triangle_count;
  assert_ok(pl_cage_check(ball, inner, 0, &report));
  assert_true(report.good);
  pl_cage_describe(&report, text, sizeof text);
  assert_non_null(strstr(text, "does not meet itself"));

  assert_ok(pl_cage_check(ball, inner, 0.5, &report)); /* 0.3 and less are between them */
  assert_false(report.good);
  assert_int_equal(report.near_count, m);
  assert_ok(pl_cage_check(inner, ball, 0, &report));
  assert_int_equal(report.outside_count, n);
  pl_cage_describe(&report, text, sizeof text);
  assert_non_null(strstr(text, "vertices of the mesh are outside, vertex 0 the first"));

  double *x = malloc(3 * (n + 1) * sizeof *x);
  uint32_t *t = malloc(3 * m * sizeof *t);
  memcpy(x, data.positions, 3 * n * sizeof *x);
  memcpy(t, data.triangles, 3 * m * sizeof *t);
  x[3 * n] = x[3 * n + 1] = x[3 * n + 2] = 3;
  pl_mesh_data changed = {.positions = x, .vertex_count = n, .triangles = t, .triangle_count = m - 1};
  assert_ok(pl_mesh_create(&changed, &bad));
  assert_ok(pl_cage_check(bad, NULL, 0, &report));
  assert_false(report.closed || report.good);
  pl_mesh_destroy(bad);

  changed.triangle_count = m;
  t[0] = data.triangles[1];
  t[1] = data.triangles[0];
  assert_ok(pl_mesh_create(&changed, &bad));
  assert_ok(pl_cage_check(bad, NULL, 0, &report));
  assert_false(report.oriented || report.good);
  pl_mesh_destroy(bad);

  for (size_t i = 0; i < 3 * m; i++) t[i] = data.triangles[i - i % 3 + (2 - i % 3)];
  assert_ok(pl_mesh_create(&changed, &bad));
  assert_ok(pl_cage_check(bad, NULL, 0, &report));
  assert_true(report.oriented && !report.outward && !report.good);
  pl_cage_describe(&report, text, sizeof text);
  assert_non_null(strstr(text, "look inwards"));
  pl_mesh_destroy(bad);

  memcpy(t, data.triangles, 3 * m * sizeof *t);
  changed.vertex_count = n + 1;
  assert_ok(pl_mesh_create(&changed, &bad));
  assert_ok(pl_cage_check(bad, NULL, 0, &report));
  assert_int_equal(report.unused_count, 1);
  assert_false(report.good);
  pl_mesh_destroy(bad);

  changed.vertex_count = n;
  for (int k = 0; k < 3; k++) x[k] = -1.5 * x[k]; /* a spike through the other side */
  assert_ok(pl_mesh_create(&changed, &bad));
  assert_ok(pl_cage_check(bad, NULL, 0, &report));
  assert_true(report.closed && report.oriented && report.crossing_count > 0 && !report.good);
  pl_mesh_data view = pl_mesh_view(bad);
  assert_true(count_piercings(&view, &view) > 0);
  pl_cage_describe(&report, text, sizeof text);
  assert_non_null(strstr(text, "pairs of faces meet"));
  pl_mesh_destroy(bad);
  free(x);
  free(t);
  pl_mesh_destroy(ball);
  pl_mesh_destroy(inner);
}

static void refuses_bad_definitions(void **state)
{
  (void)state;
  pl_mesh *ball = NULL, *point = NULL, *out = NULL;
  pl_cage_def def = {0};
  pl_cage_report report;
  assert_ok(pl_make_icosphere(1, 2, &ball));
  static const double x[3] = {1, 2, 3};
  assert_ok(pl_mesh_create(&(pl_mesh_data){.positions = x, .vertex_count = 1}, &point));
  assert_refused(pl_make_cage(&def, &out, NULL), PL_ERROR_ARGUMENT, "pl_default_cage_def");
  def = pl_default_cage_def();
  assert_refused(pl_make_cage(&def, &out, NULL), PL_ERROR_ARGUMENT, "needs a mesh");
  def.mesh = ball;
  def.vertices = 7;
  assert_refused(pl_make_cage(&def, &out, NULL), PL_ERROR_ARGUMENT, "from 8 to 1000000 vertices, got 7");
  def.vertices = 20;
  def.margin = -1;
  assert_refused(pl_make_cage(&def, &out, NULL), PL_ERROR_ARGUMENT, "margin");
  def.margin = 0.1;
  def.offset = 0.1;
  assert_refused(pl_make_cage(&def, &out, NULL), PL_ERROR_ARGUMENT, "leaves no room");
  def.offset = NAN;
  assert_refused(pl_make_cage(&def, &out, NULL), PL_ERROR_ARGUMENT, "offset");
  def.offset = 0;
  def.mesh = point;
  assert_refused(pl_make_cage(&def, &out, NULL), PL_ERROR_MESH, "without extent");
  assert_refused(pl_cage_check(ball, NULL, -1, &report), PL_ERROR_ARGUMENT, "margin");
  assert_refused(pl_cage_check(NULL, NULL, 0, &report), PL_ERROR_ARGUMENT, "NULL");
  pl_mesh_destroy(ball);
  pl_mesh_destroy(point);
}

static pl_status make_one(void *context)
{
  pl_cage_def def = pl_default_cage_def();
  pl_mesh *cage = NULL;
  def.mesh = context;
  def.vertices = 30;
  def.offset = 0.5;
  pl_status status = pl_make_cage(&def, &cage, NULL);
  pl_mesh_destroy(cage);
  return status;
}

static void survives_lack_of_memory(void **state)
{
  (void)state;
  pl_mesh *ball = NULL;
  assert_ok(pl_make_icosphere(1, 1, &ball));
  assert_true(fail_each_allocation(make_one, ball) > 20);
  pl_mesh_destroy(ball);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(encloses_characters),
      cmocka_unit_test(reaches_other_numbers),
      cmocka_unit_test(encloses_shapes),
      cmocka_unit_test(encloses_messy_meshes),
      cmocka_unit_test(size_and_place_do_not_matter),
      cmocka_unit_test(many_parts_share_a_cage),
      cmocka_unit_test(encloses_what_has_no_inside),
      cmocka_unit_test(margins_and_offsets_are_kept),
      cmocka_unit_test(finds_faults),
      cmocka_unit_test(refuses_bad_definitions),
      cmocka_unit_test(survives_lack_of_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
