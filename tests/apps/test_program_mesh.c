/* SPDX-License-Identifier: MIT
   pliant mesh from its command line to its files. */
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

#include "program.h"

static char folder[] = "/tmp/pliant-mesh-XXXXXX";

static int start(void **state)
{
  (void)state;
  return mkdtemp(folder) && chdir(folder) == 0 ? 0 : -1;
}

static int finish(void **state)
{
  (void)state;
  static const char *const made[] = {"a.obj", "a.ply", "b.obj",         "soup.stl",      "map.txt",
                                     "g.obj", "g.ply", "g.volumes.txt", "g.weights.txt", "g.json"};
  for (size_t i = 0; i < sizeof made / sizeof *made; i++) unlink(made[i]);
  return chdir("/") == 0 ? rmdir(folder) : -1; /* fails if anything else was left */
}

static int run(const char *arguments)
{
  char line[4096];
  snprintf(line, sizeof line, "mesh %s", arguments);
  return run_program("", line);
}

static void expect(const char *arguments, int code, const char *text)
{
  char line[4096];
  snprintf(line, sizeof line, "mesh %s", arguments);
  expect_program("", line, code, text);
}

static void makes_every_kind(void **state)
{
  (void)state;
  static const struct {
    const char *arguments, *text;
  } cases[] = {
      {"lattice", "3321 vertices, 2816 triangles, 36152 edges, closed, 0.04 m^3"},
      {"lattice --counts 3,3,3 --spacing=0.5 --neighbours 6 --origin -1,2,3e-1", "27 vertices, 48 triangles, 54 edges"},
      {"sphere --n 40", "1562 vertices"},
      {"icosphere --radius 2 --cuts 4", "162 vertices"},
      {"torus", "960 vertices"},
      {"cylinder", "closed"},
      {"capsule", "closed"},
      {"tube", "closed"},
      {"box --counts 31,31,31", "5402 vertices"},
      {"sheet --nx 3 --nz 4", "12 vertices, 12 triangles, open, 1 m^2"},
      {"line --from 0,0,0 --to 0,1,0 --count 5", "5 vertices, 4 edges\n"},
      {"helix", "101 vertices, 100 edges\n"},
      {"plant", "2606 vertices"},
      {"duck --vertices 1200", "closed"},
      {"rabbit --vertices 1500", "closed"},
      {"bear --vertices 1200 --height 0.3", "closed"},
      {"dino --vertices 1200", "closed"},
      {"armadillo --vertices 1500", "closed"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char arguments[256];
    snprintf(arguments, sizeof arguments, "make %s -o a.%s", cases[i].arguments, i % 2 ? "ply" : "obj");
    expect(arguments, 0, cases[i].text);
    snprintf(arguments, sizeof arguments, "info a.%s", i % 2 ? "ply" : "obj");
    expect(arguments, 0, "No degenerate or duplicate triangles");
  }
}

static void tells_what_a_mesh_is_like(void **state)
{
  (void)state;
  expect("make torus -o a.obj", 0, "a.obj: 960 vertices, 1920 triangles, closed, 0.3");
  expect("info a.obj", 0, "Genus 1 (1 handle; Euler number 0).\n");
  expect("info --strict a.obj", 0, "Closed: every edge has two triangles.\n");
  expect("make sheet -o b.obj", 0, "open");
  expect("info b.obj a.obj", 0,
         "Open: 80 edges have a triangle on one side only, in 1 border:\n  80 edges, 4 m, around");
  expect("info --strict a.obj b.obj", 1, "Open");
}

static void repairs(void **state)
{
  (void)state;
  FILE *stl = fopen("soup.stl", "w");
  assert_non_null(stl);
  fputs("solid soup\n", stl);
  static const char *const corners[] = {"0 0 0", "1 0 0", "0 1 0", "0 0 1", "1e-9 0 0"};
  static const int facets[][3] = {{0, 1, 2}, {4, 1, 3}, {1, 2, 3}, {2, 0, 3}, {0, 1, 2}, {0, 1, 1}};
  for (size_t i = 0; i < 6; i++)
    fprintf(stl, "facet normal 0 0 0\nouter loop\nvertex %s\nvertex %s\nvertex %s\nendloop\nendfacet\n",
            corners[facets[i][0]], corners[facets[i][1]], corners[facets[i][2]]);
  fputs("endsolid\n", stl);
  assert_int_equal(fclose(stl), 0);
  expect("repair soup.stl -o b.obj --weld --map map.txt", 0,
         "STL repeats every corner: 18 corners at exactly equal places became 5 vertices.\n"
         "Joined 1 vertex with an earlier one.\nDropped 1 triangle without area.\nDropped 1 duplicate triangle.\n"
         "Turned 1 triangle.\nVertex indices have changed.\nb.obj: 4 vertices, 4 triangles, closed, 0.1667 m^3\n");
  expect("info --strict b.obj", 0, "facing outwards");
  char map[64] = "";
  FILE *stream = fopen("map.txt", "r");
  assert_non_null(stream);
  assert_true(fread(map, 1, sizeof map - 1, stream) > 0);
  fclose(stream);
  assert_string_equal(map, "0\n1\n2\n0\n3\n");
}

/* Sum of the numbers in a file, and how many there are. */
static double sum_of(const char *path, size_t *count)
{
  FILE *file = fopen(path, "r");
  assert_non_null(file);
  double sum = 0, number;
  for (*count = 0; fscanf(file, "%lf", &number) == 1; (*count)++) sum += number;
  assert_true(feof(file));
  fclose(file);
  return sum;
}

static void fills_a_surface(void **state)
{
  (void)state;
  size_t count;
  expect("make icosphere --radius 1 --cuts 4 -o a.obj", 0, "162 vertices");
  expect("graph a.obj -o g.obj --nodes 500 --weights qp", 0,
         "500 nodes: 162 on the surface, 162 on a shell beneath it, 176 on a lattice inside.\n");
  assert_non_null(strstr(output, "g.obj: 500 vertices, 320 triangles, "));
  expect("info g.obj", 0, "500 vertices, 320 triangles, ");
  assert_close(sum_of("g.volumes.txt", &count), 4.047, 0.001); /* of the icosphere */
  assert_int_equal(count, 500);
  assert_close(sum_of("g.weights.txt", &count), 500, 1e-9); /* each row of the Laplacian adds up to 1 */
  expect("graph a.obj -o g.ply --spacing 0.5", 0, "Lattice cells: 0.5 m.");
  expect("info g.ply", 0, "Closed: every edge has two triangles.");
  expect("graph --help", 0, "pliant mesh graph duck.obj -o graph.obj --nodes 5000");
  expect("graph a.obj -o g.obj --nodes 100", 1,
         "a.obj: volume graph: 100 nodes were asked for, but the surface alone has 162 vertices");
  expect("graph a.obj -o g.obj --nodes x", 2, "--nodes must be a whole number above 0, got 'x'");
  expect("graph a.obj -o g.obj --spacing -1", 2, "--spacing must be a positive number of metres, got '-1'");
  expect("graph a.obj -o g.obj --weights soft", 2, "--weights must be uniform or qp, got 'soft'");
  expect("graph a.obj -o g.obj --nodes 400 --spacing 1", 2, "--nodes or --spacing, not both");
  expect("graph a.obj", 2, "where to? (-o FILE)");
  expect("graph -o g.obj", 2, "which file?");
  expect("make line -o b.obj", 0, "edges");
  expect("graph b.obj -o g.obj", 1, "b.obj: a volume graph fills a surface, but the mesh has no triangles");
}

static void says_what_is_wrong(void **state)
{
  (void)state;
  expect("", 2, "Usage: pliant mesh info FILE");
  expect("bake", 2,
         "pliant mesh: 'bake' is not one of info, make, repair, graph, cage, coords, deform; `pliant mesh --help` "
         "shows how\n");
  expect("info", 2, "pliant mesh info: which file?; `pliant mesh info --help` shows how\n");
  expect("info --loud x", 2, "unknown option '--loud'");
  expect("info none.obj", 1, "none.obj: there is no such file\n");
  expect("make", 2, "which kind?");
  expect("make horse -o a.obj", 2, "there is no kind 'horse'");
  expect("make sphere", 2, "where to? (-o FILE)");
  expect("make sphere -o", 2, "'-o' needs a value");
  expect("make sphere --tube 3 -o a.obj", 2, "sphere has no parameter '--tube' (it has: radius=0.5 n=20)");
  expect("make sphere --n 3.5 -o a.obj", 2, "--n must be a whole number, got '3.5'");
  expect("make lattice --counts 3,3 -o a.obj", 2, "--counts must be three whole numbers a,b,c, got '3,3'");
  expect("make line --to 1,x,0 -o a.obj", 2, "--to must be three numbers x,y,z, got '1,x,0'");
  expect("make sphere extra -o a.obj", 2, "what is 'extra'?");
  expect("make sphere --radius -1 -o a.obj", 1, "sphere: the radius must be positive, got -1\n");
  expect("make sphere -o a.fbx", 1, "a.fbx: meshes are written as .obj or .ply\n");
  expect("make sphere -o none/a.obj", 1, "none/a.obj: cannot create it: No such file or directory");
  expect("repair", 2, "which file?");
  expect("repair a b -o c.obj", 2, "one file at a time");
  expect("repair a.obj", 2, "where to? (-o FILE)");
  expect("repair a.obj -o b.obj --weld-distance zero", 2, "--weld-distance must be a positive number of metres");
}

static void helps_with_an_example_first(void **state)
{
  (void)state;
  static const char *const parts[] = {"", "info ", "make ", "repair "};
  for (size_t i = 0; i < 4; i++) {
    char arguments[32];
    snprintf(arguments, sizeof arguments, "%s--help", parts[i]);
    assert_int_equal(run(arguments), 0);
    const char *example = strstr(output, "\n  pliant mesh "), *usage = strstr(output, "\nUsage: ");
    assert_true(example && usage && example < usage);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(makes_every_kind),
      cmocka_unit_test(tells_what_a_mesh_is_like),
      cmocka_unit_test(repairs),
      cmocka_unit_test(fills_a_surface),
      cmocka_unit_test(says_what_is_wrong),
      cmocka_unit_test(helps_with_an_example_first),
  };
  return cmocka_run_group_tests(tests, start, finish);
}
