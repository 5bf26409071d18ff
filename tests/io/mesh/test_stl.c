/* SPDX-License-Identifier: MIT */
#include "failing.h"
#include "mesh_cases.h"

#define FACET(a, b, c)                                                                                                 \
  "facet normal 0 0 1\n outer loop\n  vertex " a "\n  vertex " b "\n  vertex " c "\n endloop\nendfacet\n"
#define SQUARE FACET("0 0 0", "1 0 0", "1 1 0") FACET("-0 0 0", "1 1 0", "0 1 0")

static void reads_text(void **state)
{
  (void)state;
  static const char *const contents[] = {
      "solid square\n" SQUARE "endsolid square\n",
      "solid\n" SQUARE,
      "  SOLID a b c\nFACET NORMAL nan nan nan OUTER LOOP\nOUTER\nLOOP VERTEX 0 0 0 VERTEX 1 0 0\rvertex 1 1 0 endloop "
      "endfacet\nendsolid\nsolid two\n" FACET("0 0 0", "1 1 0", "0 1 0") "endsolid two",
  };
  for (size_t i = 0; i < sizeof contents / sizeof *contents; i++) {
    pl_mesh_notes notes;
    pl_mesh *mesh = read_mesh("square.stl", contents[i], &notes);
    assert_int_equal(pl_mesh_view(mesh).vertex_count, 4);
    expect_triangles(mesh, 2, (const uint32_t[]){0, 1, 2, 0, 2, 3});
    assert_string_equal(notes.text, "STL repeats every corner: 6 corners at exactly equal places became 4 vertices.\n");
    pl_mesh_destroy(mesh);
  }
}

/* Two triangles, the header starting like a text file's. */
static size_t write_binary(char *content)
{
  static const float corners[2][12] = {{0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 1, 0}, {0, 0, 1, 0, 0, 0, 1, 1, 0, 0, 1, 0}};
  memset(content, 0, 184);
  memcpy(content, "solid but binary", 16);
  content[80] = 2;
  memcpy(content + 84, corners[0], 48);
  memcpy(content + 134, corners[1], 48);
  return 184;
}

static void reads_binary(void **state)
{
  (void)state;
  char content[256] = {0};
  size_t size = write_binary(content);
  for (size_t extra = 0; extra < 3; extra += 2) {
    pl_mesh *mesh = NULL;
    pl_mesh_notes notes;
    assert_ok(pl_mesh_read("square.stl", content, size + extra, &mesh, &notes));
    assert_int_equal(pl_mesh_view(mesh).vertex_count, 4);
    expect_triangles(mesh, 2, (const uint32_t[]){0, 1, 2, 0, 2, 3});
    assert_int_equal(strstr(notes.text, "2 bytes after the last triangle were ignored.\n") != NULL, extra == 2);
    pl_mesh_destroy(mesh);
  }
}

static void refuses_every_truncation(void **state)
{
  (void)state;
  char content[256];
  size_t size = write_binary(content);
  for (size_t length = 0; length < size; length++) {
    char *copy = malloc(length ? length : 1);
    assert_non_null(copy);
    memcpy(copy, content, length);
    pl_mesh *mesh = NULL;
    assert_int_equal(pl_mesh_read("x.stl", copy, length, &mesh, NULL), PL_ERROR_FORMAT);
    assert_null(mesh);
    free(copy);
  }
}

static void says_what_is_wrong_where(void **state)
{
  (void)state;
  static char cut[134], not_a_number[184];
  write_binary(not_a_number);
  memcpy(cut, not_a_number, sizeof cut);
  memcpy(not_a_number + 150, "\0\0\x80\x7f", 4);
  const bad_mesh cases[] = {
      {"a.stl", "", 0, PL_ERROR_FORMAT,
       "a.stl: the file is cut off or not STL: 0 triangles need 84 bytes, but there are only 0"},
      {"a.stl", cut, sizeof cut, PL_ERROR_FORMAT,
       "a.stl: the file is cut off or not STL: 2 triangles need 184 bytes, but there are only 134"},
      {"a.stl", not_a_number, sizeof not_a_number, PL_ERROR_FORMAT,
       "a.stl: byte 150: y of triangle 1 must be a finite number, found inf"},
      {"a.stl", "solid x\nendsolid x\n", 0, PL_ERROR_FORMAT, "a.stl: the mesh has no triangles"},
      {"a.stl", "solid x\nfacet normal 0 0 1\nouter loop\nvertex 0 0\n", 0, PL_ERROR_FORMAT,
       "a.stl:4:11: z must be a finite number, found the end of the line"},
      {"a.stl", "solid x\nfacet normal 0 0 1\nouter loop\nvertex 0 0 nan\n", 0, PL_ERROR_FORMAT,
       "a.stl:4:12: z must be a finite number, found 'nan'"},
      {"a.stl", "solid x\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nendloop\n", 0, PL_ERROR_FORMAT,
       "a.stl:6:1: expected 'vertex', found 'endloop'"},
      {"a.stl",
       "solid x\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 1 1 0\nvertex 0 1 0\nendloop\n", 0,
       PL_ERROR_FORMAT, "a.stl:7:1: expected 'endloop', found 'vertex'"},
      {"a.stl", "solid x\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0", 0, PL_ERROR_FORMAT,
       "a.stl:4:13: expected 'vertex', found the end of the file"},
      {"a.stl", "solid x\nhello\n", 0, PL_ERROR_FORMAT, "a.stl:2:1: expected 'facet' or 'endsolid', found 'hello'"},
  };
  check_bad_meshes(cases, sizeof cases / sizeof *cases);
}

static pl_status read_square(void *context)
{
  (void)context;
  pl_mesh *mesh = NULL;
  pl_status status = pl_mesh_read("a.stl", "solid\n" SQUARE, strlen("solid\n" SQUARE), &mesh, NULL);
  pl_mesh_destroy(mesh);
  return status;
}

static void survives_a_lack_of_memory(void **state)
{
  (void)state;
  assert_true(fail_each_allocation(read_square, NULL) > 5);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(reads_text),
      cmocka_unit_test(reads_binary),
      cmocka_unit_test(refuses_every_truncation),
      cmocka_unit_test(says_what_is_wrong_where),
      cmocka_unit_test(survives_a_lack_of_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
