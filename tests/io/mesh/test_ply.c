/* SPDX-License-Identifier: MIT */
#include "base/timer.h"
#include "failing.h"
#include "mesh_cases.h"

#define HEAD(format, vertices, faces)                                                                                  \
  "ply\nformat " format " 1.0\ncomment made by hand\nelement vertex " vertices                                         \
  "\nproperty float x\nproperty float y\nproperty float z\nelement face " faces                                        \
  "\nproperty list uchar int vertex_indices\nend_header\n"
#define SQUARE "0 0 0\n1 0 0\n1 1 0\n0 1 0\n"

static void reads_text(void **state)
{
  (void)state;
  static const char *const contents[] = {
      HEAD("ascii", "4", "1") SQUARE "4 0 1 2 3\n",
      HEAD("ascii", "4", "2") SQUARE "\n3 0 1 2\n\n3 0 2 3",
      "ply\r\nformat ascii 1.0\r\nobj_info x\r\nelement vertex 4\r\nproperty uchar red\r\nproperty double "
      "x\r\nproperty float64 y\r\nproperty list uchar float w\r\nproperty double z\r\nelement nothing 3\r\nelement "
      "thing "
      "2\r\nproperty list int int a\r\nproperty float b\r\nelement face 1\r\nproperty uchar flag\r\nproperty list "
      "uint8 "
      "uint32 vertex_index\r\nend_header\r\n1 0 0 2 1 nan 0\r\n1 1 0 0 0\r\n1 1 1 0 0\r\n1 0 1 0 0\r\n3 1 2 3 0.5\r\n0 "
      "7\r\n1 4 0 1 2 3\r\n",
  };
  for (size_t i = 0; i < sizeof contents / sizeof *contents; i++) {
    pl_mesh *mesh = read_mesh("square.ply", contents[i], NULL);
    assert_int_equal(pl_mesh_view(mesh).vertex_count, 4);
    assert_close(pl_mesh_view(mesh).positions[7], 1, 0);
    expect_triangles(mesh, 2, (const uint32_t[]){0, 1, 2, 0, 2, 3});
    pl_mesh_destroy(mesh);
  }
}

/* The same mesh in both byte orders, with every type once. */
static size_t write_binary(char *content, size_t capacity, int big)
{
  static const struct {
    double value;
    int size;
    char kind;
  } items[] = {
      /* x float, skipped int8, y double, skipped list uint16 of int16, z short */
      {0.5, 4, 'f'},
      {-1, 1, 'i'},
      {2.25, 8, 'f'},
      {0, 2, 'i'},
      {-3, 2, 'i'},
      {1.5, 4, 'f'},
      {9, 1, 'i'},
      {0.1, 8, 'f'},
      {2, 2, 'i'},
      {7, 2, 'i'},
      {8, 2, 'i'},
      {300, 2, 'i'},
      {0, 4, 'f'},
      {9, 1, 'i'},
      {0, 8, 'f'},
      {0, 2, 'i'},
      {0, 2, 'i'},
      /* list uint of uchar */
      {3, 4, 'i'},
      {0, 1, 'i'},
      {1, 1, 'i'},
      {2, 1, 'i'},
      /* edges ushort */
      {2, 2, 'i'},
      {1, 2, 'i'},
  };
  size_t used = (size_t)snprintf(content, capacity,
                                 "ply\nformat binary_%s_endian 1.0\nelement vertex 3\nproperty float x\nproperty char "
                                 "a\nproperty double y\nproperty list ushort short b\nproperty short z\nelement face "
                                 "1\nproperty list uint uchar vertex_indices\nelement edge 1\nproperty ushort "
                                 "vertex1\nproperty ushort vertex2\nend_header\n",
                                 big ? "big" : "little");
  for (size_t i = 0; i < sizeof items / sizeof *items; i++) {
    unsigned char bytes[8];
    float single = (float)items[i].value;
    int64_t integer = (int64_t)items[i].value;
    const void *from = items[i].kind == 'i' ? (const void *)&integer
                       : items[i].size == 4 ? (const void *)&single
                                            : &items[i].value;
    memcpy(bytes, from, (size_t)items[i].size); /* the tests run on little-endian machines */
    for (int k = 0; k < items[i].size; k++) content[used++] = (char)bytes[big ? items[i].size - 1 - k : k];
  }
  return used;
}

static void reads_both_byte_orders(void **state)
{
  (void)state;
  for (int big = 0; big < 2; big++) {
    char content[1024];
    size_t size = write_binary(content, sizeof content, big);
    pl_mesh *mesh = NULL;
    pl_mesh_notes notes;
    content[size] = 'x';
    assert_ok(pl_mesh_read("x.ply", content, size + 1, &mesh, &notes));
    assert_string_equal(notes.text, "1 bytes after the last element were ignored.\n");
    pl_mesh_data data = pl_mesh_view(mesh);
    const double expected[] = {0.5, 2.25, -3, 1.5, 0.1, 300, 0, 0, 0};
    assert_int_equal(data.vertex_count, 3);
    assert_memory_equal(data.positions, expected, sizeof expected);
    expect_triangles(mesh, 1, (const uint32_t[]){0, 1, 2});
    assert_int_equal(data.edge_count, 1);
    assert_int_equal(data.edges[0], 2);
    pl_mesh_destroy(mesh);
  }
}

/* Every length from nothing to one byte short is refused, and never read beyond its end. */
static void refuses_every_truncation(void **state)
{
  (void)state;
  char content[1024];
  for (int big = 0; big < 2; big++) {
    size_t size = write_binary(content, sizeof content, big);
    for (size_t length = 0; length < size; length++) {
      char *copy = malloc(length ? length : 1); /* so that the address sanitizer guards the end */
      assert_non_null(copy);
      memcpy(copy, content, length);
      pl_mesh *mesh = NULL;
      assert_int_equal(pl_mesh_read("x.ply", copy, length, &mesh, NULL), PL_ERROR_FORMAT);
      assert_null(mesh);
      free(copy);
    }
  }
}

static void says_what_is_wrong_where(void **state)
{
  (void)state;
  static const bad_mesh cases[] = {
      {"a.ply", "", 0, PL_ERROR_FORMAT, "a.ply:1:1: a PLY file must start with 'ply', found the end of the line"},
      {"a.ply", "solid\n", 0, PL_ERROR_FORMAT, "a.ply:1:1: a PLY file must start with 'ply', found 'solid'"},
      {"a.ply", "ply\nformat ascii 1.0\n", 0, PL_ERROR_FORMAT,
       "a.ply:3:1: the file ends in the header; 'end_header' is missing"},
      {"a.ply", "ply\nend_header\n", 0, PL_ERROR_FORMAT, "a.ply:2:1: the header has no line 'format'"},
      {"a.ply", "ply\nformat text 1.0\n", 0, PL_ERROR_FORMAT,
       "a.ply:2:8: the format must be ascii, binary_little_endian or binary_big_endian, found 'text'"},
      {"a.ply", "ply\nformat ascii 2.0\n", 0, PL_ERROR_FORMAT,
       "a.ply:2:14: the version of the format must be 1.0, found '2.0'"},
      {"a.ply", "ply\nformat ascii 1.0\nbanana\n", 0, PL_ERROR_FORMAT,
       "a.ply:3:1: the header may have format, comment, element and property, found 'banana'"},
      {"a.ply", "ply\nformat ascii 1.0\nproperty float x\n", 0, PL_ERROR_FORMAT,
       "a.ply:3:1: a property must come after its element"},
      {"a.ply", "ply\nformat ascii 1.0\nelement vertex many\n", 0, PL_ERROR_FORMAT,
       "a.ply:3:16: the number of elements must be a whole number, found 'many'"},
      {"a.ply", "ply\nformat ascii 1.0\nelement vertex -3\n", 0, PL_ERROR_FORMAT,
       "a.ply:3:9: the number of elements must not be negative, found -3"},
      {"a.ply", "ply\nformat ascii 1.0\nelement vertex 3\nproperty real x\n", 0, PL_ERROR_FORMAT,
       "a.ply:4:10: a type must be one of char, uchar, short, ushort, int, uint, float, double, found 'real'"},
      {"a.ply", "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float x\n", 0, PL_ERROR_FORMAT,
       "a.ply:5:16: property 'x' is there a second time"},
      {"a.ply", "ply\nformat ascii 1.0\nelement vertex 3\nelement vertex 3\n", 0, PL_ERROR_FORMAT,
       "a.ply:4:9: element vertex is there a second time"},
      {"a.ply", "ply\nformat ascii 1.0\nelement face 1\nproperty list float int vertex_indices\n", 0, PL_ERROR_FORMAT,
       "a.ply:4:1: the length of a list must have a whole-number type, found float"},
      {"a.ply", "ply\nformat ascii 1.0\nelement face 1\nproperty list uchar float vertex_indices\n", 0, PL_ERROR_FORMAT,
       "a.ply:4:27: vertex indices must have a whole-number type, found float"},
      {"a.ply", "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\nend_header\n", 0,
       PL_ERROR_FORMAT, "a.ply:6:1: the header has no element vertex with properties x, y and z"},
      {"a.ply",
       "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\nproperty float z\nelement face "
       "1\nproperty uchar red\nend_header\n",
       0, PL_ERROR_FORMAT, "a.ply:9:1: element face has no list vertex_indices"},
      {"a.ply", HEAD("ascii", "0", "0"), 0, PL_ERROR_FORMAT, "a.ply: the mesh has no vertices"},
      {"a.ply", HEAD("ascii", "4", "1") "0 0 0\n1 0", 0, PL_ERROR_FORMAT, "a.ply: the file ends in vertex 1 of 4"},
      {"a.ply", HEAD("ascii", "999999999999", "1") "0 0 0\n", 0, PL_ERROR_FORMAT,
       "a.ply: the file ends in vertex 1 of 999999999999"},
      {"a.ply", HEAD("binary_little_endian", "4000000000", "1") "0000", 0, PL_ERROR_FORMAT,
       "a.ply: the file ends in vertex 0 of 4000000000"},
      {"a.ply", HEAD("ascii", "4", "1") "0 0 0\n1 nan 0\n", 0, PL_ERROR_FORMAT,
       "a.ply:12:3: a coordinate must be a finite number, found 'nan'"},
      {"a.ply", HEAD("ascii", "4", "1") "0 0 0 5\n", 0, PL_ERROR_FORMAT,
       "a.ply:11:7: vertex 0: the line should end here, found '5'"},
      {"a.ply", HEAD("ascii", "4", "1") SQUARE "2 0 1\n", 0, PL_ERROR_FORMAT,
       "a.ply:15:1: face 0: at least 3 corners are needed, found 2"},
      {"a.ply", HEAD("ascii", "4", "1") SQUARE "3 0 1 4\n", 0, PL_ERROR_FORMAT,
       "a.ply:15:7: face 0: a vertex index must be less than the number of vertices, found 4"},
      {"a.ply", HEAD("ascii", "4", "1") SQUARE "3 0 1 -1\n", 0, PL_ERROR_FORMAT,
       "a.ply:15:7: face 0: a vertex index must be less than the number of vertices, found -1"},
      {"a.ply", HEAD("ascii", "4", "1") SQUARE "3 0 1 1.5\n", 0, PL_ERROR_FORMAT,
       "a.ply:15:7: an index or count must be a whole number, found '1.5'"},
      {"a.ply", HEAD("binary_little_endian", "1", "0") "\0\0\0\0\0\0\xc0\x7f\0\0\0\0",
       sizeof(HEAD("binary_little_endian", "1", "0")) - 1 + 12, PL_ERROR_FORMAT,
       "a.ply: byte 194: vertex 0: a coordinate must be a finite number, found nan"},
      {"a.ply",
       "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\nproperty float z\nelement edge "
       "1\nproperty int vertex1\nproperty int vertex2\nend_header\n0 0 0\n0 0\n",
       0, PL_ERROR_FORMAT, "a.ply: edge 0 connects vertex 0 with itself"},
      {"a.ply",
       "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\nproperty float z\nelement "
       "tristrips "
       "1\nproperty list int int vertex_indices\nend_header\n",
       0, PL_ERROR_FORMAT, "a.ply:9:1: triangle strips are not supported; save the mesh with faces"},
  };
  check_bad_meshes(cases, sizeof cases / sizeof *cases);
}

static pl_status read_square(void *context)
{
  const char *content = HEAD("ascii", "4", "1") SQUARE "4 0 1 2 3\n";
  pl_mesh *mesh = NULL;
  (void)context;
  pl_status status = pl_mesh_read("a.ply", content, strlen(content), &mesh, NULL);
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
      cmocka_unit_test(reads_both_byte_orders),
      cmocka_unit_test(refuses_every_truncation),
      cmocka_unit_test(says_what_is_wrong_where),
      cmocka_unit_test(survives_a_lack_of_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
