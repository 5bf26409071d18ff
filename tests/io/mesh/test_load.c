/* SPDX-License-Identifier: MIT
   Loading by file name: our own readers, Assimp, and the meshes of ../shared where they are. */
#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "mesh/foreign/message.h"
#include "pliant/io_mesh.h"
#include "pliant/mesh_info.h"
#include "testing.h"

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

/* Stand-ins for a reader that breaks: what it does to us. */
static void expect_broken(const char *script, const char *mesh_path, const char *said)
{
  char path[] = "/tmp/pliant-reader-XXXXXX";
  int file = mkstemp(path);
  assert_true(file >= 0);
  assert_int_equal(fchmod(file, 0700), 0);
  close(file);
  write_text(path, script);
  setenv("PLIANT_MESH_READER", path, 1);
  pl_mesh *mesh = NULL;
  pl_status status = pl_mesh_load(mesh_path, &mesh, NULL);
  unsetenv("PLIANT_MESH_READER");
  unlink(path);
  assert_null(mesh);
  assert_true(status == PL_ERROR_FORMAT || status == PL_ERROR_FILE);
  if (!strstr(pl_last_error(), said)) fail_msg("said: %s", pl_last_error());
}

/* A whole message, and nothing in it is what it should be. */
static void expect_wrong(const char *mesh_path, foreign_head head, uint32_t corner, uint32_t corners, double x,
                         const char *said)
{
  char path[] = "/tmp/pliant-message-XXXXXX", script[128];
  int file = mkstemp(path);
  assert_true(file >= 0);
  FILE *stream = fdopen(file, "wb");
  assert_non_null(stream);
  memcpy(head.begin, FOREIGN_BEGIN, FOREIGN_MARK);
  const double positions[9] = {0, 0, 0, 1, 0, 0, 0, x, 0};
  const uint32_t triangle[3] = {0, 1, corner};
  fwrite(&head, sizeof head, 1, stream);
  fwrite(positions, sizeof positions, 1, stream);
  fwrite(triangle, sizeof triangle, 1, stream);
  fwrite(&corners, sizeof corners, 1, stream);
  fwrite(FOREIGN_END, 1, FOREIGN_MARK, stream);
  assert_int_equal(fclose(stream), 0);
  snprintf(script, sizeof script, "#!/bin/sh\ncat %s\n", path);
  expect_broken(script, mesh_path, said);
  unlink(path);
}

static void a_reader_that_breaks_breaks_nothing(void **state)
{
  (void)state;
  char path[] = "/tmp/pliant-load-XXXXXX.glb", fifo[80];
  int file = mkstemps(path, 4);
  assert_true(file >= 0);
  close(file);
  pl_mesh *mesh = NULL;
  pl_status status = pl_mesh_load(path, &mesh, NULL); /* empty */
  assert_int_not_equal(status, PL_OK);
  if (status == PL_ERROR_UNSUPPORTED) {
    unlink(path);
    skip();
  }
  expect_broken("#!/bin/sh\nkill -SEGV $$\n", path, "broke off");
  expect_broken("#!/bin/sh\nprintf PLMESH02; head -c 200 /dev/zero\n", path, "broke off");
  expect_broken("#!/bin/sh\nprintf PLMESH02; head -c 100000 /dev/zero | tr '\\0' '\\377'\n", path, "broke off");
  expect_broken("#!/nowhere\n", path, "cannot be started");
  const foreign_head head = {.vertices = 3, .corners = 3, .polygons = 1};
  foreign_head many = head;
  many.vertices = UINT64_C(1) << 61;
  expect_wrong(path, head, 3, 3, 1, "a vertex that is not there");
  expect_wrong(path, head, 2, 4, 1, "corners that are not there");
  expect_wrong(path, head, 2, 3, (double)NAN, "not a finite number");
  expect_wrong(path, many, 2, 3, 1, "broke off");
  setenv("PLIANT_MESH_SECONDS", "1", 1);
  expect_broken("#!/bin/sh\nexec sleep 100\n", path, "not read within 1 seconds");
  unsetenv("PLIANT_MESH_SECONDS");
  setenv("PLIANT_MESH_MEGABYTES", "8", 1); /* less than Assimp itself */
  assert_int_equal(pl_mesh_load(path, &mesh, NULL), PL_ERROR_FORMAT);
  unsetenv("PLIANT_MESH_MEGABYTES");
  snprintf(fifo, sizeof fifo, "%s.glb", path);
  assert_int_equal(mkfifo(fifo, 0600), 0);
  assert_int_equal(pl_mesh_load(fifo, &mesh, NULL), PL_ERROR_FILE);
  assert_non_null(strstr(pl_last_error(), "no plain file"));
  unlink(fifo);
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
      cmocka_unit_test(a_reader_that_breaks_breaks_nothing),
      cmocka_unit_test(reads_the_shared_meshes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
