/* SPDX-License-Identifier: MIT
   Cages around meshes that were not made for us. */
#include "mesh/cage/green.h"
#include "mesh/cage_checks.h"
#include "pliant/cage.h"
#include "pliant/io_mesh.h"
#include "shared_meshes.h"

static void check(const char *name, size_t wanted)
{
  const char *path = shared_mesh(name);
  if (!path) return;
  pl_mesh *mesh = NULL, *cage = NULL;
  pl_cage_def def = pl_default_cage_def();
  pl_cage_report report;
  assert_ok(pl_mesh_load(path, &mesh, NULL));
  def.mesh = mesh;
  def.vertices = wanted;
  assert_ok(pl_make_cage(&def, &cage, &report));
  print_message("%s: %zu of %zu vertices, offset %g, %zu tries\n", name, report.vertex_count, wanted, report.offset,
                report.tries);
  pl_mesh_data data = pl_mesh_view(cage), inner = pl_mesh_view(mesh);
  assert_true(report.good);
  assert_true(5 * report.vertex_count >= 4 * wanted && 5 * report.vertex_count <= 6 * wanted); /* within 20 % */
  if (inner.triangle_count <= 12000) { /* brute force is for small ones */
    assert_valid_cage(&data, &inner, 0.0099 * diagonal(&inner));
  } else {
    assert_closed_manifold(&data);
    assert_int_equal(count_piercings(&data, &data), 0);
  }
  pl_green *green = NULL;
  assert_ok(pl_green_create(data.positions, data.vertex_count, data.triangles, data.triangle_count, &green));
  assert_ok(pl_green_check_points(green, inner.positions, inner.vertex_count));
  pl_green_destroy(green);
  pl_mesh_destroy(cage);
  pl_mesh_destroy(mesh);
}

static void reaches_the_number_within_a_fifth(void **state)
{
  (void)state;
  static const char *names[] = {"armadillo_15k.obj", "armadillo_43k.obj", "bob_5k.obj",   "bunny_30k.obj",
                                "bunny_3k.obj",      "duck_2k.obj",       "koala_4k.obj", "penguin_13k.obj",
                                "sphere_642.obj",    "spot_12k.obj",      "spot_1k.obj",  "torus_2k.obj"};
  if (!shared_mesh(names[0])) skip();
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    check(names[i], 56);
    if (i % 3 == 1) check(names[i], 30);
    if (i % 3 == 2) check(names[i], 100);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(reaches_the_number_within_a_fifth)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
