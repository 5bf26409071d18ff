/* SPDX-License-Identifier: MIT
   pliant mesh cage, coords and deform from their command lines to their files. */
#include <jansson.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

#include "pliant/io.h"
#include "program.h"

static char folder[] = "/tmp/pliant-cage-XXXXXX";

static int start(void **state)
{
  (void)state;
  return mkdtemp(folder) && chdir(folder) == 0 ? 0 : -1;
}

static int finish(void **state)
{
  (void)state;
  static const char *const made[] = {"ball.obj", "cage.obj", "duck.obj", "moved.obj", "out.obj",
                                     "out.ply",  "c.json",   "c.bin",    "far.obj",   "open.obj"};
  for (size_t i = 0; i < sizeof made / sizeof *made; i++) unlink(made[i]);
  return chdir("/") == 0 ? rmdir(folder) : -1; /* fails if anything else was left */
}

static void expect(const char *arguments, int code, const char *text)
{
  char line[4096];
  snprintf(line, sizeof line, "mesh %s", arguments);
  expect_program("", line, code, text);
}

static void make_meshes(void)
{
  expect("make icosphere --radius 1 --cuts 3 -o ball.obj", 0, "92 vertices");
  expect("make icosphere --radius 1.5 --cuts 2 -o cage.obj", 0, "42 vertices");
}

/* The cage file turned by 90 degrees about z, doubled and shifted; also a copy without its last face. */
static void write_moved(void)
{
  FILE *in = fopen("cage.obj", "r"), *out = fopen("moved.obj", "w"), *open = fopen("open.obj", "w");
  char line[256], last[256] = "";
  assert_true(in && out && open);
  while (fgets(line, sizeof line, in)) {
    double x, y, z;
    fputs(last, open);
    snprintf(last, sizeof last, "%s", line);
    if (sscanf(line, "v %lf %lf %lf", &x, &y, &z) == 3)
      fprintf(out, "v %.17g %.17g %.17g\n", 1 - 2 * y, 2 * x, 2 * z);
    else
      fputs(line, out);
  }
  fclose(in);
  fclose(out);
  fclose(open);
}

static void makes_and_checks_a_cage(void **state)
{
  (void)state;
  expect("make duck --vertices 1200 -o duck.obj", 0, "closed");
  expect("cage duck.obj -o cage.obj --vertices 40", 0, "A cage of 40 vertices and 76 faces.\n");
  expect("info --strict cage.obj", 0, "facing outwards");
  expect("cage duck.obj --check cage.obj", 0, "The mesh is inside; the least distance between them is ");
  expect("cage duck.obj --check cage.obj --margin 0.3", 1, "nearer to the mesh than 0.3 m");
  expect("cage cage.obj --check duck.obj", 1, "vertices of the mesh are outside");
  expect("cage duck.obj -o cage.obj --margin 0.05 --offset 0.15", 0, "A cage of 56 vertices");
  expect("cage duck.obj --check cage.obj --margin 0.0495", 0, "does not meet itself");
  expect("cage --help", 0, "pliant mesh cage duck.obj --vertices 56 -o cage.obj");
}

static double sum_of(const json_t *numbers)
{
  double sum = 0;
  for (size_t i = 0; i < json_array_size(numbers); i++) sum += json_number_value(json_array_get(numbers, i));
  return sum;
}

static void writes_coordinates(void **state)
{
  (void)state;
  make_meshes();
  expect("coords --cage cage.obj --points ball.obj -o c.json", 0, "c.json: 92 points, 42 vertices and 80 faces");
  json_t *root = json_load_file("c.json", 0, NULL), *points = json_object_get(root, "points");
  assert_non_null(root);
  assert_int_equal(json_integer_value(json_object_get(root, "cage_vertices")), 42);
  assert_int_equal(json_array_size(points), 92);
  for (size_t p = 0; p < 92; p++) {
    const json_t *point = json_array_get(points, p), *phi = json_object_get(point, "phi");
    assert_int_equal(json_array_size(phi), 42);
    assert_int_equal(json_array_size(json_object_get(point, "psi")), 80);
    assert_close(sum_of(phi), 1, 1e-13);
    assert_null(json_object_get(point, "dphi"));
  }
  json_decref(root);
  expect("coords --cage cage.obj --points ball.obj -o c.json --gradients", 0, "92 points");
  root = json_load_file("c.json", 0, NULL);
  const json_t *point = json_array_get(json_object_get(root, "points"), 91);
  assert_int_equal(json_array_size(json_object_get(point, "dphi")), 42);
  assert_int_equal(json_array_size(json_array_get(json_object_get(point, "dpsi"), 79)), 3);

  /* the binary file holds the same bits */
  expect("coords --cage cage.obj --points ball.obj -o c.bin --gradients", 0, "92 points");
  FILE *file = fopen("c.bin", "rb");
  char magic[8];
  uint64_t header[4];
  double row[4 * (42 + 80)];
  assert_true(file && fread(magic, 1, 8, file) == 8 && fread(header, 8, 4, file) == 4);
  assert_memory_equal(magic, "PLGREEN1", 8);
  assert_true(header[0] == 92 && header[1] == 42 && header[2] == 80 && header[3] == 1);
  for (int p = 0; p < 92; p++) assert_int_equal(fread(row, sizeof row, 1, file), 1);
  assert_int_equal(fgetc(file), EOF);
  fclose(file);
  assert_true(row[41] == json_number_value(json_array_get(json_object_get(point, "phi"), 41)));
  assert_true(row[42] == json_number_value(json_array_get(json_object_get(point, "psi"), 0)));
  const json_t *gradient = json_array_get(json_object_get(point, "dpsi"), 79);
  assert_true(row[4 * (42 + 80) - 1] == json_number_value(json_array_get(gradient, 2)));
  json_decref(root);
  expect("coords --help", 0, "s_j = sqrt(|U|^2 |w|^2");
}

/* A turned, doubled, shifted cage turns, doubles and shifts what is in it. */
static void carries_a_mesh(void **state)
{
  (void)state;
  make_meshes();
  write_moved();
  expect("deform --cage cage.obj --to moved.obj ball.obj -o out.obj", 0, "out.obj: 92 vertices, 180 triangles\n");
  pl_mesh *before = NULL, *after = NULL;
  assert_ok(pl_mesh_load("ball.obj", &before, NULL));
  assert_ok(pl_mesh_load("out.obj", &after, NULL));
  pl_mesh_data a = pl_mesh_view(before), b = pl_mesh_view(after);
  for (size_t v = 0; v < a.vertex_count; v++) {
    assert_close(b.positions[3 * v], 1 - 2 * a.positions[3 * v + 1], 1e-13);
    assert_close(b.positions[3 * v + 1], 2 * a.positions[3 * v], 1e-13);
    assert_close(b.positions[3 * v + 2], 2 * a.positions[3 * v + 2], 1e-13);
  }
  assert_memory_equal(a.triangles, b.triangles, 3 * a.triangle_count * sizeof *a.triangles);
  pl_mesh_destroy(before);
  pl_mesh_destroy(after);
  expect("deform --cage cage.obj --to moved.obj ball.obj -o out.ply", 0, "out.ply: 92 vertices");
  expect("deform --help", 0, "--to bent.obj");
}

static void says_what_is_wrong(void **state)
{
  (void)state;
  make_meshes();
  write_moved();
  expect("cage", 2, "which file?");
  expect("cage ball.obj", 2, "-o FILE to make one, or --check CAGE to look at one");
  expect("cage ball.obj -o a.obj --vertices 4", 2, "--vertices must be a whole number from 8 on, got '4'");
  expect("cage ball.obj -o a.obj --margin x", 2, "--margin must be a positive number of metres, got 'x'");
  expect("cage ball.obj -o a.obj --offset 0", 2, "--offset must be a positive number of metres, got '0'");
  expect("cage ball.obj -o a.obj --offset 1e-3", 1, "ball.obj: an offset of 0.001 m leaves no room");
  expect("cage ball.obj --check none.obj", 1, "none.obj: there is no such file");
  expect("coords --points ball.obj -o c.json", 2, "which cage? (--cage FILE)");
  expect("coords --cage cage.obj -o c.json", 2, "which points? (--points FILE)");
  expect("coords --cage cage.obj --points ball.obj", 2, "where to? (-o FILE)");
  expect("coords --cage cage.obj --points ball.obj -o c.txt", 2, "must end in .json or .bin, got 'c.txt'");
  expect("coords --cage cage.obj --points ball.obj extra -o c.json", 2, "what is 'extra'?");
  expect("coords --cage open.obj --points ball.obj -o far.obj.json", 1, "open.obj: the cage is not closed");
  expect("coords --cage ball.obj --points cage.obj -o far.json", 1, "cage.obj in ball.obj: point 0 (");
  assert_int_equal(access("far.json", F_OK), -1);
  assert_int_equal(access("far.json.part", F_OK), -1);
  expect("deform --cage cage.obj ball.obj -o out.obj", 2, "where is the cage now? (--to FILE)");
  expect("deform --cage cage.obj --to moved.obj -o out.obj", 2, "which mesh?");
  expect("deform --cage cage.obj --to ball.obj ball.obj -o far.obj", 1,
         "ball.obj has 92 vertices, but the cage cage.obj has 42: it must be the same cage, moved");
  expect("deform --cage cage.obj --to open.obj ball.obj -o far.obj", 1,
         "the faces of open.obj are not those of the cage");
  expect("deform --cage ball.obj --to ball.obj cage.obj -o far.obj", 1, "is outside the cage");
  assert_int_equal(access("far.obj", F_OK), -1);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(makes_and_checks_a_cage),
      cmocka_unit_test(writes_coordinates),
      cmocka_unit_test(carries_a_mesh),
      cmocka_unit_test(says_what_is_wrong),
  };
  return cmocka_run_group_tests(tests, start, finish);
}
