/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "failing.h"
#include "pliant/make.h"
#include "pliant/mesh_info.h"
#include "testing.h"

#define PI 3.14159265358979323846

static void expect_closed(const char *name, pl_mesh *mesh, size_t genus, double volume, double part, double least_angle)
{
  pl_mesh_info info;
  assert_ok(pl_mesh_inspect(mesh, &info));
  print_message("%-22s %6zu vertices, volume %.3f %% of the ideal, smallest angle %.1f degrees\n", name,
                info.vertex_count, 100 * info.volume / volume, info.angle_smallest);
  assert_true(info.closed && info.manifold && info.oriented && info.has_genus);
  assert_int_equal(info.genus, genus);
  assert_int_equal(info.components, 1);
  assert_int_equal(info.degenerate_count + info.duplicate_count + info.double_vertex_count + info.unused_vertex_count,
                   0);
  assert_close(info.volume, volume, part * volume);
  assert_less(info.volume, volume * (1 + 1e-12)); /* inscribed */
  assert_less(least_angle, info.angle_smallest);
  pl_mesh_destroy(mesh);
}

/* Inscribed surfaces lose about (2 pi / n)^2 / 6 of their volume per curved direction with n vertices around; the
   bounds are twice that (an icosahedron has 5 around). */
static void enclose_what_they_should(void **state)
{
  (void)state;
  pl_mesh *mesh = NULL;
  for (uint32_t n = 20; n <= 40; n += 20) {
    assert_ok(pl_make_sphere(2, n, &mesh));
    assert_int_equal(pl_mesh_view(mesh).vertex_count, n == 20 ? 382 : 1562);
    expect_closed("sphere", mesh, 0, 32 * PI / 3, 16.0 / (n * n), 3);
  }
  for (uint32_t cuts = 1; cuts <= 16; cuts *= 2) {
    assert_ok(pl_make_icosphere(2, cuts, &mesh));
    assert_int_equal(pl_mesh_view(mesh).vertex_count, 10 * cuts * cuts + 2);
    expect_closed("icosphere", mesh, 0, 32 * PI / 3, 0.6 / (cuts * cuts), 44);
  }
  assert_ok(pl_make_torus(3, 1, 60, 24, &mesh));
  assert_int_equal(pl_mesh_view(mesh).vertex_count, 60 * 24);
  expect_closed("torus", mesh, 1, 6 * PI * PI, 0.03, 25);
  assert_ok(pl_make_cylinder(1, 3, 32, 15, &mesh));
  expect_closed("cylinder", mesh, 0, 3 * PI, 0.015, 25);
  assert_ok(pl_make_cylinder(1, 3, 3, 1, &mesh));
  expect_closed("prism", mesh, 0, 3 * PI, 0.6, 10);
  assert_ok(pl_make_capsule(1, 2, 32, 10, &mesh));
  expect_closed("capsule", mesh, 0, 10 * PI / 3, 0.03, 20);
  assert_ok(pl_make_capsule(1, 2, 3, 1, &mesh));
  expect_closed("smallest capsule", mesh, 0, 10 * PI / 3, 0.7, 10);
  assert_ok(pl_make_box((const uint32_t[]){2, 2, 2}, 3, &mesh));
  expect_closed("smallest box", mesh, 0, 27, 1e-14, 44);
  assert_ok(pl_make_box((const uint32_t[]){31, 31, 31}, 0.1, &mesh));
  assert_int_equal(pl_mesh_view(mesh).vertex_count, 31 * 31 * 31 - 29 * 29 * 29);
  expect_closed("cube", mesh, 0, 27, 1e-13, 44);
  assert_ok(pl_make_tube(1, 0.6, 3, 32, 15, &mesh));
  assert_true(pl_mesh_view(mesh).vertex_count > 600);
  pl_mesh_info info;
  assert_ok(pl_mesh_inspect(mesh, &info));
  assert_true(info.closed && info.manifold && info.oriented && info.genus == 1);
  assert_close(info.volume, 3 * PI * (1 - 0.36), 0.1); /* the hole is inscribed, too: it may be above */
  pl_mesh_destroy(mesh);
}

static void vertices_lie_on_the_shape(void **state)
{
  (void)state;
  pl_mesh *mesh = NULL;
  assert_ok(pl_make_torus(3, 1, 30, 12, &mesh));
  pl_mesh_data data = pl_mesh_view(mesh);
  for (size_t v = 0; v < data.vertex_count; v++) {
    const double *p = data.positions + 3 * v;
    assert_close(hypot(hypot(p[0], p[2]) - 3, p[1]), 1, 1e-14);
  }
  pl_mesh_destroy(mesh);
  assert_ok(pl_make_icosphere(5, 7, &mesh));
  data = pl_mesh_view(mesh);
  for (size_t v = 0; v < data.vertex_count; v++) {
    const double *p = data.positions + 3 * v;
    assert_close(sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]), 5, 1e-14 * 5);
  }
  pl_mesh_destroy(mesh);
}

/* Heights of 0 are a sheet; of a plane, its area; ranges of 1 are a cylinder without caps, facing outwards. */
static void fields_are_surfaces(void **state)
{
  (void)state;
  pl_mesh *mesh = NULL, *sheet = NULL;
  pl_mesh_info info;
  double values[60] = {0};
  assert_ok(pl_make_height_field(2, 1, 5, 4, values, &mesh));
  assert_ok(pl_make_sheet(2, 1, 5, 4, &sheet));
  pl_mesh_data a = pl_mesh_view(mesh), b = pl_mesh_view(sheet);
  assert_int_equal(a.triangle_count, b.triangle_count);
  assert_memory_equal(a.positions, b.positions, 60 * sizeof(double));
  assert_memory_equal(a.triangles, b.triangles, 3 * a.triangle_count * sizeof(uint32_t));
  pl_mesh_destroy(mesh);
  for (int k = 0; k < 20; k++) values[k] = 0.75 * 2 * (k % 5) / 4; /* 3/4 up along x, of rows of 5 */
  assert_ok(pl_make_height_field(2, 1, 5, 4, values, &mesh));
  assert_ok(pl_mesh_inspect(mesh, &info));
  assert_close(info.area, 2 * 1.25, 1e-14);
  pl_mesh_destroy(mesh);
  for (int k = 0; k < 60; k++) values[k] = 1;
  assert_ok(pl_make_range_field(3, 20, 3, values, &mesh));
  assert_ok(pl_mesh_inspect(mesh, &info));
  assert_true(info.manifold && info.oriented);
  assert_int_equal(info.hole_count, 2);
  assert_close(info.area, 3 * 20 * 2 * sin(PI / 20), 1e-13);
  a = pl_mesh_view(mesh);
  assert_true(a.grid.closed[0] && a.grid.counts[0] == 20 && a.grid.counts[1] == 3);
  for (size_t t = 0; t < a.triangle_count; t++) {
    const double *p = a.positions + 3 * a.triangles[3 * t], *q = a.positions + 3 * a.triangles[3 * t + 1],
                 *r = a.positions + 3 * a.triangles[3 * t + 2];
    double nx = (q[1] - p[1]) * (r[2] - p[2]) - (q[2] - p[2]) * (r[1] - p[1]);
    double nz = (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
    assert_less(0, nx * p[0] + nz * p[2]);
  }
  pl_mesh_destroy(mesh);
  pl_mesh_destroy(sheet);
}

static void a_sheet_has_one_border(void **state)
{
  (void)state;
  pl_mesh *mesh = NULL;
  assert_ok(pl_make_sheet(2, 1, 5, 4, &mesh));
  pl_mesh_data data = pl_mesh_view(mesh);
  pl_mesh_info info;
  assert_ok(pl_mesh_inspect(mesh, &info));
  assert_false(info.closed);
  assert_true(info.manifold && info.oriented);
  assert_int_equal(info.vertex_count, 20);
  assert_int_equal(info.hole_count, 1);
  assert_int_equal(info.border_edge_count, 14);
  assert_close(info.holes[0].length, 6, 1e-14);
  assert_close(info.area, 2, 1e-14);
  assert_close(data.positions[3 * (1 * 4 + 2)], -0.5, 1e-15);
  assert_close(data.positions[3 * (1 * 4 + 2) + 2], 1.0 / 6, 1e-15);
  /* faces up */
  for (size_t t = 0; t < data.triangle_count; t++) {
    const double *a = data.positions + 3 * data.triangles[3 * t], *b = data.positions + 3 * data.triangles[3 * t + 1],
                 *c = data.positions + 3 * data.triangles[3 * t + 2];
    assert_less(0, (b[2] - a[2]) * (c[0] - a[0]) - (b[0] - a[0]) * (c[2] - a[2]));
  }
  pl_mesh_destroy(mesh);
}

/* The same places as the faces of a lattice, in its order. */
static void a_box_is_a_lattice_without_its_inside(void **state)
{
  (void)state;
  pl_lattice_def def = pl_default_lattice_def();
  pl_mesh *lattice = NULL, *box = NULL;
  const uint32_t counts[3] = {5, 3, 4};
  memcpy(def.counts, counts, sizeof counts);
  def.spacing = 0.5;
  for (int k = 0; k < 3; k++) def.origin[k] = -0.25 * (counts[k] - 1);
  assert_ok(pl_make_lattice(&def, &lattice));
  assert_ok(pl_make_box(counts, 0.5, &box));
  pl_mesh_data all = pl_mesh_view(lattice), outer = pl_mesh_view(box);
  size_t found = 0;
  for (size_t v = 0; v < all.vertex_count; v++) {
    const double *x = all.positions + 3 * v;
    if (fabs(x[0]) < 0.99 && fabs(x[1]) < 0.49 && fabs(x[2]) < 0.74) continue;
    for (size_t k = 0; k < 3; k++) assert_close(outer.positions[3 * found + k], x[k], 1e-15);
    found++;
  }
  assert_int_equal(found, outer.vertex_count);
  assert_int_equal(outer.triangle_count, all.triangle_count);
  pl_mesh_destroy(lattice);
  pl_mesh_destroy(box);
}

static void curves_are_edges(void **state)
{
  (void)state;
  pl_mesh *mesh = NULL;
  assert_ok(pl_make_line((const double[]){0, 0, 0}, (const double[]){3, 0, 4}, 6, &mesh));
  pl_mesh_data data = pl_mesh_view(mesh);
  pl_mesh_info info;
  assert_ok(pl_mesh_inspect(mesh, &info));
  assert_int_equal(data.edge_count, 5);
  assert_int_equal(info.components, 1);
  assert_close(info.edge_shortest, 1, 1e-14);
  assert_close(info.edge_longest, 1, 1e-14);
  assert_close(data.positions[15], 3, 0); /* the end is met exactly */
  pl_mesh_destroy(mesh);

  assert_ok(pl_make_helix(1, 0.5, 3, 301, &mesh));
  assert_ok(pl_mesh_inspect(mesh, &info));
  assert_close(info.high[1], 1.5, 1e-14);
  assert_close(info.edge_mean * 300, 3 * hypot(2 * PI, 0.5), 0.02); /* chords are shorter by (pi/50)^2 / 24 */
  pl_mesh_destroy(mesh);

  assert_ok(pl_make_curve((const double[]){0, 0, 0, 1, 0, 0, 0, 1, 0}, 3, 1, &mesh));
  assert_int_equal(pl_mesh_view(mesh).edge_count, 3);
  pl_mesh_destroy(mesh);
}

#define REFUSES(call, text)                                                                                            \
  do {                                                                                                                 \
    assert_int_equal(call, PL_ERROR_ARGUMENT);                                                                         \
    assert_string_equal(pl_last_error(), text);                                                                        \
  } while (0)

static void refuse_nonsense(void **state)
{
  (void)state;
  pl_mesh *mesh = NULL;
  static const double zero[3];
  REFUSES(pl_make_sphere(0, 20, &mesh), "sphere: the radius must be positive, got 0");
  REFUSES(pl_make_sphere(1, 2, &mesh), "sphere: n must be 3 to 16384, got 2");
  REFUSES(pl_make_icosphere(NAN, 2, &mesh), "icosphere: the radius must be positive, got nan");
  REFUSES(pl_make_icosphere(1, 0, &mesh), "icosphere: cuts must be 1 to 2048, got 0");
  REFUSES(pl_make_torus(1, 2, 9, 9, &mesh), "torus: the radius of the tube, 2, must be less than that of the ring, 1");
  REFUSES(pl_make_cylinder(1, -1, 9, 9, &mesh), "cylinder: the length must be positive, got -1");
  REFUSES(pl_make_capsule(1, 1, 9, 0, &mesh), "capsule: along must be 1 to 16384, got 0");
  REFUSES(pl_make_tube(1, 1, 1, 9, 9, &mesh), "tube: the outer radius, 1, must be greater than the inner one, 1");
  REFUSES(pl_make_box((const uint32_t[]){2, 1, 2}, 1, &mesh), "box: at least 2 vertices are needed along y, got 1");
  REFUSES(pl_make_box((const uint32_t[]){2, 2, 2}, 0, &mesh), "box: spacing must be positive, got 0");
  REFUSES(pl_make_sheet(1, 1, 1, 9, &mesh), "sheet: nx must be 2 to 16384, got 1");
  const double ranges[6] = {1, 1, 1, 1, 0, 1};
  REFUSES(pl_make_range_field(1, 3, 2, ranges, &mesh),
          "range field: the value in column 1, row 1 must be positive, got 0");
  REFUSES(pl_make_range_field(1, 2, 3, ranges, &mesh), "range field: needs at least 3 columns and 2 rows, got 2 and 3");
  REFUSES(pl_make_height_field(0, 1, 3, 2, ranges, &mesh), "height field: its size must be positive, in m, got 0");
  REFUSES(pl_make_curve(zero, 1, 0, &mesh), "curve: at least 2 points are needed, got 1");
  REFUSES(pl_make_line(zero, zero, 0, &mesh), "line: at least 2 points are needed, got 0");
  REFUSES(pl_make_helix(1, 1, INFINITY, 9, &mesh), "helix: the number of turns must be positive, got inf");
}

static pl_status make_some(void *context)
{
  (void)context;
  pl_mesh *capsule = NULL, *sphere = NULL, *helix = NULL;
  pl_mesh_info info;
  pl_status status = pl_make_capsule(1, 1, 8, 2, &capsule);
  if (status == PL_OK) status = pl_make_icosphere(1, 2, &sphere);
  if (status == PL_OK) status = pl_make_helix(1, 1, 1, 9, &helix);
  if (status == PL_OK) status = pl_mesh_inspect(sphere, &info);
  pl_mesh_destroy(capsule);
  pl_mesh_destroy(sphere);
  pl_mesh_destroy(helix);
  return status;
}

static void survive_a_lack_of_memory(void **state)
{
  (void)state;
  assert_true(fail_each_allocation(make_some, NULL) > 20);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(enclose_what_they_should), cmocka_unit_test(vertices_lie_on_the_shape),
      cmocka_unit_test(fields_are_surfaces),      cmocka_unit_test(a_sheet_has_one_border),
      cmocka_unit_test(curves_are_edges),         cmocka_unit_test(a_box_is_a_lattice_without_its_inside),
      cmocka_unit_test(refuse_nonsense),          cmocka_unit_test(survive_a_lack_of_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
