/* SPDX-License-Identifier: MIT
   Loading by file name: our own readers, Assimp, and the meshes of ../shared where they are. */
#include <string.h>
#include <unistd.h>

#include "pliant/io_mesh.h"
#include "pliant/mesh_info.h"
#include "testing.h"

static void write_text(const char *path, const char *text)
{
  FILE *stream = fopen(path, "w");
  assert_non_null(stream);
  fputs(text, stream);
  assert_int_equal(fclose(stream), 0);
}

static void picks_the_reader_by_extension(void **state)
{
  (void)state;
  char folder[] = "/tmp/pliant-load-XXXXXX", path[64], expected[160];
  assert_non_null(mkdtemp(folder));
  pl_mesh *mesh = NULL;
  pl_mesh_notes notes = {"old"};
  snprintf(path, sizeof path, "%s/a.b.OBJ", folder);
  write_text(path, "v 0 0 0\n");
  assert_ok(pl_mesh_load(path, &mesh, &notes));
  assert_string_equal(notes.text, "");
  pl_mesh_destroy(mesh);
  assert_ok(pl_mesh_load(path, &mesh, NULL));
  pl_mesh_destroy(mesh);
  write_text(path, "v 0 0\n");
  assert_int_equal(pl_mesh_load(path, &mesh, NULL), PL_ERROR_FORMAT);
  snprintf(expected, sizeof expected, "%s:1:6: z must be a finite number, found the end of the line", path);
  assert_string_equal(pl_last_error(), expected);
  unlink(path);
  assert_int_equal(pl_mesh_load(path, &mesh, NULL), PL_ERROR_FILE);
  snprintf(expected, sizeof expected, "%s: there is no such file", path);
  assert_string_equal(pl_last_error(), expected);
  assert_null(mesh);
  assert_int_equal(pl_mesh_load(NULL, &mesh, NULL), PL_ERROR_ARGUMENT);
  snprintf(path, sizeof path, "%s/a", folder); /* no extension, but a dot in the folder is none either */
  write_text(path, "v 0 0 0\n");
  assert_int_equal(pl_mesh_load(path, &mesh, NULL), PL_ERROR_UNSUPPORTED);
  unlink(path);
  assert_int_equal(rmdir(folder), 0);
}

/* A cube of quads in OFF, which only Assimp knows. */
static void reads_the_rest_through_assimp(void **state)
{
  (void)state;
  char path[] = "/tmp/pliant-load-XXXXXX.off";
  int file = mkstemps(path, 4);
  assert_true(file >= 0);
  close(file);
  write_text(path, "OFF\n8 6 0\n0 0 0\n1e-6 0 0\n1e-6 1e-6 0\n0 1e-6 0\n0 0 1e-6\n1e-6 0 1e-6\n1e-6 1e-6 1e-6\n0 1e-6 "
                   "1e-6\n4 0 3 2 1\n4 4 5 6 7\n4 0 1 5 4\n4 1 2 6 5\n4 2 3 7 6\n4 3 0 4 7\n");
  pl_mesh *mesh = NULL;
  pl_mesh_notes notes;
  pl_status status = pl_mesh_load(path, &mesh, &notes);
  if (status == PL_ERROR_UNSUPPORTED) {
    assert_non_null(strstr(pl_last_error(), "for other formats build with Assimp (libassimp-dev)"));
    print_message("SKIPPED: this build is without Assimp\n");
    unlink(path);
    skip();
  }
  assert_ok(status);
  pl_mesh_info info;
  assert_ok(pl_mesh_inspect(mesh, &info));
  assert_true(info.closed && info.manifold && info.oriented);
  assert_int_equal(info.vertex_count, 8); /* micrometres do not collapse */
  assert_close(info.volume, 1e-18, 1e-24);
  assert_non_null(strstr(notes.text, "The order of vertices is not the file's"));
  assert_non_null(strstr(notes.text, "6 of 6 faces had more than 3 corners"));
  pl_mesh_destroy(mesh);
  write_text(path, "OFF\nnonsense\n");
  assert_int_not_equal(pl_mesh_load(path, &mesh, NULL), PL_OK);
  assert_memory_equal(pl_last_error(), path, strlen(path));
  unlink(path);
}

static void reads_the_shared_meshes(void **state)
{
  (void)state;
  static const struct {
    const char *name;
    size_t vertices, triangles, genus;
  } meshes[] = {
      {"armadillo_15k.obj", 14587, 29170, 0}, {"armadillo_43k.obj", 43243, 86482, 0}, {"bunny_3k.obj", 3301, 6598, 0},
      {"bunny_30k.obj", 29834, 59664, 0},     {"spot_1k.obj", 829, 1654, 0},          {"spot_12k.obj", 11533, 23062, 0},
      {"spot_12k.ply", 11533, 23062, 0},      {"bob_5k.obj", 5344, 10688, 1},         {"koala_4k.obj", 3560, 7116, 0},
      {"penguin_13k.obj", 13442, 26880, 0},   {"torus_2k.obj", 2304, 4608, 1},        {"sphere_642.obj", 642, 1280, 0},
      {"duck_2k.obj", 2108, 4212, 0},
  };
  const char *shared = getenv("PLIANT_SHARED") ? getenv("PLIANT_SHARED") : PLIANT_SHARED;
  for (size_t i = 0; i < sizeof meshes / sizeof *meshes; i++) {
    char path[1024];
    snprintf(path, sizeof path, "%s/meshes/%s", shared, meshes[i].name);
    if (access(path, R_OK) != 0) {
      print_message("SKIPPED: %s is not there\n", path);
      if (i == 0) skip();
      continue;
    }
    pl_mesh *mesh = NULL;
    pl_mesh_notes notes;
    pl_mesh_info info;
    assert_ok(pl_mesh_load(path, &mesh, &notes));
    assert_ok(pl_mesh_inspect(mesh, &info));
    assert_int_equal(info.vertex_count, meshes[i].vertices);
    assert_int_equal(info.triangle_count, meshes[i].triangles);
    assert_true(info.closed && info.manifold && info.oriented && info.has_genus);
    assert_int_equal(info.genus, meshes[i].genus);
    assert_int_equal(info.components, 1);
    assert_less(0, info.volume);
    assert_int_equal(info.unused_vertex_count + info.duplicate_count, 0);
    assert_string_equal(notes.text, "");
    pl_mesh_destroy(mesh);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(picks_the_reader_by_extension),
      cmocka_unit_test(reads_the_rest_through_assimp),
      cmocka_unit_test(reads_the_shared_meshes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
