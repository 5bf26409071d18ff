/* SPDX-License-Identifier: MIT */
#include <string.h>
#include <unistd.h>

#include "pliant/io_mesh.h"
#include "pliant/make.h"
#include "testing.h"

static void expect_equal(const pl_mesh *a, const pl_mesh *b)
{
  pl_mesh_data x = pl_mesh_view(a), y = pl_mesh_view(b);
  assert_int_equal(x.vertex_count, y.vertex_count);
  assert_int_equal(x.triangle_count, y.triangle_count);
  assert_int_equal(x.edge_count, y.edge_count);
  assert_memory_equal(x.positions, y.positions, 3 * x.vertex_count * sizeof(double));
  if (x.triangle_count) assert_memory_equal(x.triangles, y.triangles, 3 * x.triangle_count * sizeof(uint32_t));
  if (x.edge_count) assert_memory_equal(x.edges, y.edges, 2 * x.edge_count * sizeof(uint32_t));
}

/* Every bit comes back, also of numbers that need all 17 digits. */
static void what_is_written_can_be_read(void **state)
{
  (void)state;
  pl_mesh *meshes[3] = {NULL, NULL, NULL};
  pl_lattice_def def = pl_default_lattice_def();
  def.spacing = 1e-3 / 3;
  def.origin[0] = -1.0 / 7;
  assert_ok(pl_make_lattice(&def, &meshes[0]));
  assert_ok(pl_make_torus(0.7, 0.3, 20, 10, &meshes[1]));
  assert_ok(pl_make_helix(0.1, 0.7, 3, 50, &meshes[2]));
  char folder[] = "/tmp/pliant-save-XXXXXX", path[64];
  assert_non_null(mkdtemp(folder));
  for (int i = 0; i < 3; i++)
    for (int ply = 0; ply < 2; ply++) {
      snprintf(path, sizeof path, "%s/mesh.%s", folder, ply ? "ply" : "obj");
      assert_ok(pl_mesh_save(path, meshes[i]));
      pl_mesh *back = NULL;
      pl_mesh_notes notes;
      assert_ok(pl_mesh_load(path, &back, &notes));
      assert_string_equal(notes.text, "");
      expect_equal(meshes[i], back);
      pl_mesh_destroy(back);
      assert_int_equal(unlink(path), 0);
    }
  assert_int_equal(rmdir(folder), 0); /* nothing else was left there */
  for (int i = 0; i < 3; i++) pl_mesh_destroy(meshes[i]);
}

static void refuses_other_formats(void **state)
{
  (void)state;
  pl_mesh *mesh = NULL;
  assert_ok(pl_make_sheet(1, 1, 2, 2, &mesh));
  assert_int_equal(pl_mesh_save("x.fbx", mesh), PL_ERROR_UNSUPPORTED);
  assert_string_equal(pl_last_error(), "x.fbx: meshes are written as .obj or .ply");
  assert_int_equal(pl_mesh_save("/nowhere/x.obj", mesh), PL_ERROR_FILE);
  assert_string_equal(pl_last_error(),
                      "/nowhere/x.obj: cannot create it: No such file or directory; does the folder exist?");
  assert_int_equal(pl_mesh_save(NULL, mesh), PL_ERROR_ARGUMENT);
  pl_mesh_destroy(mesh);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_is_written_can_be_read),
      cmocka_unit_test(refuses_other_formats),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
