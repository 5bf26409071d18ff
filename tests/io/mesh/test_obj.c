/* SPDX-License-Identifier: MIT */
#include <locale.h>

#include "base/timer.h"
#include "mesh_cases.h"

#define SQUARE "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n"

static void reads_every_form_of_face(void **state)
{
  (void)state;
  static const char *const faces[] = {
      "f 1 2 3\nf 1 3 4\n",
      "f 1 2 3 4\n",
      "f 1/1 2/2 3/3 4/4\n",
      "f 1//1 2//1 3//1 4//1\n",
      "f 1/1/1 2/2/1 3/3/1 4/4/1\n",
      "f -4 -3 -2 -1\n",
      "f 1/ 2/ 3/ 4/\n",
      "f 1 2 \\\n  3 4\n",
      "f\t1  2 3\t4   # a square\n",
      "f 1 2 3 4",
      "# nothing\n\n   \ng group\nusemtl red#1\ns off\nvn 0 0 1\nvt 0 0\nf 1 2 3 4\n",
  };
  for (size_t i = 0; i < sizeof faces / sizeof *faces; i++) {
    char content[512];
    snprintf(content, sizeof content, SQUARE "%s", faces[i]);
    pl_mesh *mesh = read_mesh("square.obj", content, NULL);
    expect_triangles(mesh, 2, (const uint32_t[]){0, 1, 2, 0, 2, 3});
    pl_mesh_destroy(mesh);
  }
}

static void reads_every_end_of_line(void **state)
{
  (void)state;
  static const char *const contents[] = {
      "v 0 0 0\r\nv 1 0 0\r\nv 0 1 0\r\nf 1 2 3\r\n",
      "v 0 0 0\rv 1 0 0\rv 0 1 0\rf 1 2 3",
      "\xef\xbb\xbfv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 \\\r\n 2 3",
  };
  for (size_t i = 0; i < sizeof contents / sizeof *contents; i++) {
    pl_mesh *mesh = read_mesh("x.OBJ", contents[i], NULL);
    assert_int_equal(pl_mesh_view(mesh).vertex_count, 3);
    expect_triangles(mesh, 1, (const uint32_t[]){0, 1, 2});
    pl_mesh_destroy(mesh);
  }
}

static void keeps_order_and_unused_vertices(void **state)
{
  (void)state;
  pl_mesh *mesh = read_mesh("x.obj", "f 3 2 4\nv 9 9 9 1 0.5 0.5 0.5\nv 1 0 0\nv 0 1 0\nv 0.1 -2e-3 +.5\n", NULL);
  pl_mesh_data data = pl_mesh_view(mesh);
  assert_int_equal(data.vertex_count, 4);
  assert_close(data.positions[0], 9, 0);
  assert_close(data.positions[9], 0.1, 0);
  assert_close(data.positions[10], -0.002, 0);
  assert_close(data.positions[11], 0.5, 0);
  expect_triangles(mesh, 1, (const uint32_t[]){2, 1, 3});
  pl_mesh_destroy(mesh);
}

static void lines_are_edges(void **state)
{
  (void)state;
  pl_mesh_notes notes;
  pl_mesh *mesh = read_mesh("x.obj", SQUARE "l 1 2 3/7\nl 4 -2 2\nl 2 1\n", &notes);
  pl_mesh_data data = pl_mesh_view(mesh);
  const uint32_t expected[] = {0, 1, 1, 2, 3, 2};
  assert_int_equal(data.edge_count, 3);
  assert_memory_equal(data.edges, expected, sizeof expected);
  assert_string_equal(notes.text, "2 edges were there more than once; the first of each was kept.\n");
  pl_mesh_destroy(mesh);
}

/* An L: a fan about its first corner would cover ground outside it. */
static void cuts_concave_polygons(void **state)
{
  (void)state;
  pl_mesh_notes notes;
  pl_mesh *mesh = read_mesh(
      "l.obj", "v 0 0 2\nv 0 0 0\nv 2 0 0\nv 2 0 1\nv 1 0 1\nv 1 0 2\nf 3 4 5 6 1 2\nfoo 3\nf 1 2 3\n", &notes);
  pl_mesh_data data = pl_mesh_view(mesh);
  assert_int_equal(data.triangle_count, 5);
  double area = 0, least = 1;
  for (size_t t = 0; t < 4; t++) {
    const double *a = data.positions + 3 * data.triangles[3 * t], *b = data.positions + 3 * data.triangles[3 * t + 1],
                 *c = data.positions + 3 * data.triangles[3 * t + 2];
    double twice = (b[2] - a[2]) * (c[0] - a[0]) - (b[0] - a[0]) * (c[2] - a[2]);
    area += twice / 2;
    least = fmin(least, fabs(twice));
  }
  assert_close(fabs(area), 3, 1e-15); /* all turn the same way, none is degenerate */
  assert_less(0.5, least);
  assert_string_equal(notes.text, "1 lines that are not in the OBJ format were skipped; the first is line 8, 'foo'.\n"
                                  "1 of 2 faces had more than 3 corners (up to 6) and were cut into triangles.\n");
  pl_mesh_destroy(mesh);
}

/* A circle of one face, with every second corner drawn in: cutting takes time that grows as the corners do, where
   looking at all of them for each would take minutes. The triangles add up to its area. */
static void cuts_a_face_of_many_corners(void **state)
{
  (void)state;
  enum { CORNERS = 300000, LINE = 48 };
  char *text = malloc((size_t)CORNERS * (LINE + 8) + 16), *at = text;
  assert_non_null(text);
  double expected = 0;
  for (int i = 0; i < CORNERS; i++) {
    double angle = 2 * 3.14159265358979323846 * i / CORNERS, radius = i % 2 ? 0.999 : 1;
    at += snprintf(at, LINE, "v %.15f %.15f 0\n", radius * cos(angle), radius * sin(angle));
    expected += 0.5 * 0.999 * sin(2 * 3.14159265358979323846 / CORNERS);
  }
  at += sprintf(at, "f");
  for (int i = 0; i < CORNERS; i++) at += sprintf(at, " %d", i + 1);
  pl_mesh *mesh = read_mesh("star.obj", text, NULL);
  pl_mesh_data data = pl_mesh_view(mesh);
  assert_true(data.triangle_count <= CORNERS - 2 && data.triangle_count > CORNERS - 100);
  double area = 0;
  for (size_t t = 0; t < data.triangle_count; t++) {
    const double *a = data.positions + 3 * data.triangles[3 * t], *b = data.positions + 3 * data.triangles[3 * t + 1],
                 *c = data.positions + 3 * data.triangles[3 * t + 2];
    area += 0.5 * ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]));
  }
  assert_close(area, expected, 1e-9);
  pl_mesh_destroy(mesh);
  free(text);
}

static void numbers_do_not_follow_the_locale(void **state)
{
  (void)state;
  if (!setlocale(LC_NUMERIC, "de_DE.UTF-8")) {
    print_message("SKIPPED: there is no locale de_DE.UTF-8\n");
    skip();
  }
  pl_mesh *mesh = read_mesh("x.obj", "v 1.5 2.25 1e-30\n", NULL);
  setlocale(LC_NUMERIC, "C");
  assert_close(pl_mesh_view(mesh).positions[1], 2.25, 0);
  assert_close(pl_mesh_view(mesh).positions[2], 1e-30, 0);
  pl_mesh_destroy(mesh);
}

static void says_what_is_wrong_where(void **state)
{
  (void)state;
  static const bad_mesh cases[] = {
      {"a.obj", "v 1 2\n", 0, PL_ERROR_FORMAT, "a.obj:1:6: z must be a finite number, found the end of the line"},
      {"a.obj", "# x\nv 1 two 3\n", 0, PL_ERROR_FORMAT, "a.obj:2:5: y must be a finite number, found 'two'"},
      {"a.obj", "v 1 nan 3\n", 0, PL_ERROR_FORMAT, "a.obj:1:5: y must be a finite number, found 'nan'"},
      {"a.obj", "v -inf 2 3\n", 0, PL_ERROR_FORMAT, "a.obj:1:3: x must be a finite number, found '-inf'"},
      {"a.obj", "v -nan(ind) 2 3\n", 0, PL_ERROR_FORMAT, "a.obj:1:3: x must be a finite number, found '-nan(ind)'"},
      {"a.obj", "v 1 2 1e999\n", 0, PL_ERROR_FORMAT, "a.obj:1:7: z must be a finite number, found '1e999'"},
      {"a.obj", "v 1 2 0x10\n", 0, PL_ERROR_FORMAT, "a.obj:1:7: z must be a finite number, found '0x10'"},
      {"a.obj", "v 1,5 2 3\n", 0, PL_ERROR_FORMAT, "a.obj:1:3: x must be a finite number, found '1,5'"},
      {"a.obj", SQUARE "f 1 2\n", 0, PL_ERROR_FORMAT, "a.obj:5:1: a face needs at least 3 corners, found 2"},
      {"a.obj", SQUARE "f\n", 0, PL_ERROR_FORMAT, "a.obj:5:1: a face needs at least 3 corners, found 0"},
      {"a.obj", SQUARE "f 1 2 5\n", 0, PL_ERROR_FORMAT, "a.obj:5:7: vertex 5 is used, but the file has only 4"},
      {"a.obj", SQUARE "f 7 2 5\nv 1 1 1\n", 0, PL_ERROR_FORMAT,
       "a.obj:5:3: vertex 7 is used, but the file has only 5"},
      {"a.obj", SQUARE "f 0 1 2\n", 0, PL_ERROR_FORMAT, "a.obj:5:3: vertex indices start at 1, found 0"},
      {"a.obj", SQUARE "f 1 2 -5\n", 0, PL_ERROR_FORMAT,
       "a.obj:5:7: index -5 reaches back further than the 4 vertices so far"},
      {"a.obj", SQUARE "f 1 2 x\n", 0, PL_ERROR_FORMAT, "a.obj:5:7: a vertex index must be a whole number, found 'x'"},
      {"a.obj", SQUARE "f 1 2 3.5\n", 0, PL_ERROR_FORMAT,
       "a.obj:5:7: a corner must look like 7, 7/1, 7//3 or 7/1/3, found '3.5'"},
      {"a.obj", SQUARE "f 1 2 3/x\n", 0, PL_ERROR_FORMAT,
       "a.obj:5:7: a corner must look like 7, 7/1, 7//3 or 7/1/3, found '3/x'"},
      {"a.obj", SQUARE "f 1 2 3/1/1/1\n", 0, PL_ERROR_FORMAT,
       "a.obj:5:7: a corner must look like 7, 7/1, 7//3 or 7/1/3, found '3/1/1/1'"},
      {"a.obj", SQUARE "f 1 2 4294967297\n", 0, PL_ERROR_FORMAT, "a.obj:5:7: vertex index 4294967297 is too large"},
      {"a.obj", SQUARE "f 1 2 99999999999999999999\n", 0, PL_ERROR_FORMAT,
       "a.obj:5:7: a vertex index must be a whole number, found '99999999999999999999'"},
      {"a.obj", SQUARE "f 1 \\\n  2 \\\n    y\n", 0, PL_ERROR_FORMAT,
       "a.obj:7:5: a vertex index must be a whole number, found 'y'"},
      {"a.obj", SQUARE "l 1\n", 0, PL_ERROR_FORMAT, "a.obj:5:1: a line needs at least 2 vertices, found 1"},
      {"a.obj", SQUARE "l 1 2 2\n", 0, PL_ERROR_FORMAT, "a.obj:5:7: a line connects vertex 2 with itself"},
      {"a.obj", SQUARE "l 1 9\n", 0, PL_ERROR_FORMAT, "a.obj:5:5: vertex 9 is used, but the file has only 4"},
      {"a.obj", "", 0, PL_ERROR_FORMAT, "a.obj: no vertices; is this an OBJ file?"},
      {"a.obj", "hello world\n", 0, PL_ERROR_FORMAT, "a.obj: no vertices; is this an OBJ file?"},
      {"a.obj", "\xff\xfev\0", 4, PL_ERROR_FORMAT, "a.obj:1:1: this is UTF-16 text; save it as UTF-8"},
      {"a.obj", "v 1 2 \x01\x80 0123456789012345678901234567890123456789\n", 0, PL_ERROR_FORMAT,
       "a.obj:1:7: z must be a finite number, found '\?\?'"},
      {"a.obj", "v 1 2 z123456789012345678901234567890123456789\n", 0, PL_ERROR_FORMAT,
       "a.obj:1:7: z must be a finite number, found 'z12345678901234567890123456789012...'"},
      {"a.xyz", "v 0 0 0\n", 0, PL_ERROR_UNSUPPORTED, "a.xyz: meshes are read from .obj, .ply and .stl files"},
  };
  check_bad_meshes(cases, sizeof cases / sizeof *cases);
}

/* The speed is shown, not judged. */
static void reads_a_large_mesh(void **state)
{
  (void)state;
  enum { SIDE = 320, LINE = 72 };
  size_t capacity = (size_t)SIDE * SIDE * 3 * LINE, used = 0;
  char *content = malloc(capacity);
  assert_non_null(content);
  uint64_t seed = 7;
  for (int i = 0; i < SIDE * SIDE; i++)
    used += (size_t)snprintf(content + used, capacity - used, "v %.9g %.9g %.9g\n", i / SIDE + random_unit(&seed) / 4,
                             i % SIDE + random_unit(&seed) / 4, random_unit(&seed));
  for (int i = 0; i + 1 < SIDE; i++)
    for (int j = 0; j + 1 < SIDE; j++) {
      int a = i * SIDE + j + 1;
      used += (size_t)snprintf(content + used, capacity - used, "f %d/%d/%d %d/%d/%d %d/%d/%d\nf %d %d %d\n", a, a, a,
                               a + SIDE, a, a, a + SIDE + 1, a, a, a, a + SIDE + 1, a + 1);
    }
  double best = 1e9;
  for (int run = 0; run < 5; run++) {
    pl_mesh *mesh = NULL;
    double start = pl_seconds();
    assert_ok(pl_mesh_read("large.obj", content, used, &mesh, NULL));
    best = fmin(best, pl_seconds() - start);
    assert_int_equal(pl_mesh_view(mesh).triangle_count, 2 * (SIDE - 1) * (SIDE - 1));
    pl_mesh_destroy(mesh);
  }
  print_message("OBJ, %d vertices, %.1f MB: %.1f ms, %.0f MB/s\n", SIDE * SIDE, (double)used * 1e-6, best * 1e3,
                (double)used * 1e-6 / best);
  free(content);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(reads_every_form_of_face),
      cmocka_unit_test(reads_every_end_of_line),
      cmocka_unit_test(keeps_order_and_unused_vertices),
      cmocka_unit_test(lines_are_edges),
      cmocka_unit_test(cuts_concave_polygons),
      cmocka_unit_test(cuts_a_face_of_many_corners),
      cmocka_unit_test(numbers_do_not_follow_the_locale),
      cmocka_unit_test(says_what_is_wrong_where),
      cmocka_unit_test(reads_a_large_mesh),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
