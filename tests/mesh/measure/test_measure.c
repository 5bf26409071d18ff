/* SPDX-License-Identifier: MIT */
#include "mesh/measure/measure.h"

#include "pliant/make.h"
#include "testing.h"

/* A box of 3 x 2 x 1 m far from the origin, as a surface only. */
static pl_mesh *box(void)
{
  pl_lattice_def def = pl_default_lattice_def();
  def.counts[0] = 7;
  def.counts[1] = 5;
  def.counts[2] = 3;
  def.spacing = 0.5;
  def.origin[0] = 1e6;
  pl_mesh *mesh = NULL;
  assert_ok(pl_make_lattice(&def, &mesh));
  return mesh;
}

static void measures_a_box(void **state)
{
  (void)state;
  pl_mesh *mesh = box();
  pl_mesh_data data = pl_mesh_view(mesh);
  bool closed = false;
  assert_ok(pl_mesh_is_closed(&data, &closed));
  assert_true(closed);
  /* Multiples of 1/2 near 1e6 are exact, and so are their products with small differences. */
  assert_close(pl_mesh_volume(data.positions, data.triangles, data.triangle_count), 6, 1e-12);
  assert_close(pl_mesh_area(data.positions, data.triangles, data.triangle_count), 22, 1e-12);
  data.triangle_count--;
  assert_ok(pl_mesh_is_closed(&data, &closed));
  assert_false(closed);
  pl_mesh_destroy(mesh);
}

static void normals_point_outwards(void **state)
{
  (void)state;
  pl_mesh *mesh = box();
  pl_mesh_data data = pl_mesh_view(mesh);
  double normals[3 * 105];
  assert_int_equal(data.vertex_count, 105);
  pl_mesh_normals(data.positions, data.vertex_count, data.triangles, data.triangle_count, normals);
  size_t middle_of_top = (3 * 5 + 4) * 3 + 1, inside = (3 * 5 + 2) * 3 + 1;
  assert_close(normals[3 * middle_of_top + 1], 1, 1e-15);
  assert_close(normals[3 * inside + 1], 1, 0); /* no triangles: up */
  assert_less(normals[0], -0.3);
  for (size_t v = 0; v < 105; v++) {
    const double *n = normals + 3 * v;
    assert_close(n[0] * n[0] + n[1] * n[1] + n[2] * n[2], 1, 1e-14);
  }
  pl_mesh_destroy(mesh);
}

static const double square[] = {0, 0, 0, 2, 0, 0, 2, 3, 0, 0, 3, 0, 9, 9, 9};
static const uint32_t halves[] = {0, 1, 2, 0, 2, 3};

static void shares_volume(void **state)
{
  (void)state;
  double volumes[5];
  pl_mesh_data open = {.positions = square, .vertex_count = 4, .triangles = halves, .triangle_count = 2};
  assert_ok(pl_mesh_vertex_volumes(&open, 0.1, volumes));
  assert_close(volumes[0], 0.2, 1e-15);
  assert_close(volumes[1], 0.1, 1e-15);

  pl_mesh_data curve = {.positions = square, .vertex_count = 3, .edges = halves, .edge_count = 1};
  const uint32_t line[] = {0, 1, 1, 2};
  curve.edges = line;
  curve.edge_count = 2;
  assert_ok(pl_mesh_vertex_volumes(&curve, 0.2, volumes));
  double section = 3.14159265358979323846 * 0.01;
  assert_close(volumes[0], section, 1e-15);
  assert_close(volumes[1], section * 2.5, 1e-15);

  static const double corners[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
  static const uint32_t tetrahedron[] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3};
  pl_mesh_data closed = {.positions = corners, .vertex_count = 4, .triangles = tetrahedron, .triangle_count = 4};
  assert_ok(pl_mesh_vertex_volumes(&closed, 0, volumes));
  assert_close(volumes[0] + volumes[1] + volumes[2] + volumes[3], 1.0 / 6, 1e-15);
  assert_less(volumes[0], volumes[1]); /* which has a part of the large face */

  static const double given[] = {1, 2, 3, 4};
  closed.vertex_volumes = given;
  assert_ok(pl_mesh_vertex_volumes(&closed, 0, volumes));
  assert_memory_equal(volumes, given, sizeof given);
}

static void says_why_there_is_no_volume(void **state)
{
  (void)state;
  double volumes[5];
  pl_mesh_data data = {.positions = square, .vertex_count = 4, .triangles = halves, .triangle_count = 2};
  assert_int_equal(pl_mesh_vertex_volumes(&data, 0, volumes), PL_ERROR_MESH);
  assert_string_equal(pl_last_error(),
                      "the mesh is not closed, so its vertices have a volume only with a thickness (m, > "
                      "0), got 0; give a thickness or masses");
  data.vertex_count = 5;
  assert_int_equal(pl_mesh_vertex_volumes(&data, 0.1, volumes), PL_ERROR_MESH);
  assert_string_equal(pl_last_error(),
                      "vertex 4 has a volume of 0 m^3: nothing with an extent uses it; remove it (`pliant "
                      "mesh repair`) or give masses");
  static const uint32_t inwards[] = {0, 1, 2, 0, 3, 1, 1, 3, 2, 2, 3, 0};
  static const double corners[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
  pl_mesh_data closed = {.positions = corners, .vertex_count = 4, .triangles = inwards, .triangle_count = 4};
  assert_int_equal(pl_mesh_vertex_volumes(&closed, 0, volumes), PL_ERROR_MESH);
  assert_string_equal(pl_last_error(),
                      "the surface encloses a volume of -0.166667 m^3, but it must be positive; do its "
                      "triangles face inwards? `pliant mesh repair` turns them");
  pl_mesh_data points = {.positions = square, .vertex_count = 4};
  assert_int_equal(pl_mesh_vertex_volumes(&points, 0, volumes), PL_ERROR_MESH);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(measures_a_box),
      cmocka_unit_test(normals_point_outwards),
      cmocka_unit_test(shares_volume),
      cmocka_unit_test(says_why_there_is_no_volume),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
