/* SPDX-License-Identifier: MIT
   Values per vertex in scenes: a number, an array, a file, an image, all of them the same field; meshes from images;
   grids of arrays. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/status.h"
#include "model/continuum/continuum.h"
#include "pliant/io.h"
#include "testing.h"
#include "world/world.h"

static void write_file(const char *path, const char *text)
{
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  fputs(text, file);
  fclose(file);
}

/* A 3 x 2 sheet of the continuum model with this among its keys; ' stands for ". */
static pl_status world_of(const char *mesh, const char *keys, pl_world **world)
{
  static char text[1024];
  pl_scene *scene = NULL;
  snprintf(text, sizeof text,
           "{'pliant': 1, 'bodies': [{'name': 'b', 'thickness': 0.01, 'mesh': {%s}, 'model': {'continuum': {%s}}}]}",
           mesh, keys);
  for (char *c = text; *c; c++)
    if (*c == '\'') *c = '"';
  *world = NULL;
  PL_TRY(pl_scene_parse("./s.json", text, strlen(text), &scene));
  pl_status status = pl_scene_world(scene, world);
  pl_scene_destroy(scene);
  return status;
}

static const char sheet[] = "'sheet': {'nx': 3, 'nz': 2}";

/* The field of one body as the model sees it. */
static const pl_continuum *model_of(pl_world *world) { return pl_world_body(world, "b")->view.data; }

static void four_ways_to_say_it(void **state)
{
  (void)state;
  write_file("field.txt", "1 2 3 4 5 6");
  write_file("field.pgm", "P2 3 2 5  0 2 4  1 3 5"); /* columns are the first direction */
  const char *said[] = {"'stretch': [1, 2, 3, 4, 5, 6]", "'stretch': 'field.txt'",
                        "'stretch': {'image': 'field.pgm', 'black': 1, 'white': 6}"};
  for (int k = 0; k < 3; k++) {
    pl_world *world = NULL;
    assert_ok(world_of(sheet, said[k], &world));
    for (int d = 0; d < 3; d++) /* the other directions follow */
      for (int i = 0; i < 6; i++) assert_close(model_of(world)->given[d][i], i + 1, 1e-12);
    pl_world_destroy(world);
  }
  pl_world *world = NULL;
  assert_ok(world_of(sheet, "'stretch': 7", &world));
  assert_null(model_of(world)->given[0]);
  assert_close(model_of(world)->def.stretch[0].value, 7, 0);
  pl_world_destroy(world);
  remove("field.txt");
}

static void masses_may_be_an_image(void **state)
{
  (void)state;
  pl_world *world = NULL;
  write_file("field.pgm", "P2 3 2 5  0 2 4  1 3 5");
  assert_ok(
      world_of("'sheet': {'nx': 3, 'nz': 2}}, 'masses': {'image': 'field.pgm', 'black': 1, 'white': 6", "", &world));
  for (int i = 0; i < 6; i++) assert_close(pl_body_masses(pl_world_body(world, "b"))[i], i + 1, 1e-12);
  pl_world_destroy(world);
}

static void wrong_images_are_told(void **state)
{
  (void)state;
  static const struct {
    const char *mesh, *keys, *message;
  } wrong[] = {
      {sheet, "'bend': {'image': 'nothing.pgm'}", "nothing.pgm"},
      {sheet, "'bend': {'picture': 'field.pgm'}", "picture is not a key of image"},
      {sheet, "'bend': {'black': 1}", "needs the key \"image\""},
      {sheet, "'bend': {'image': 'field.pgm', 'black': -1}", "has a black that must be >= 0, got -1"},
      {"'line': {'count': 5}", "'bend': {'image': 'field.pgm'}",
       "a picture needs a mesh with a grid of two directions"},
      {"'height_field': {'heights': [1, 2, 3, 4]}", "", "numbers need nx"},
      {"'height_field': {'heights': [1, 2, 3, 4, 5], 'nx': 2}", "", "5 numbers, which are not rows of 2"},
      {"'range_field': {'ranges': {'image': 'field.pgm'}}", "", "black that must be > 0"},
      {"'arrays': {'positions': [0, 0, 0, 1, 0, 0, 2, 0, 0], 'edges': [0, 1, 1, 2], 'grid': [4, 0, 0]}", "",
       "the grid has 4 nodes, but the mesh has 3"},
  };
  for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
    pl_world *world = NULL;
    assert_true(world_of(wrong[k].mesh, wrong[k].keys, &world) != PL_OK);
    if (!strstr(pl_last_error(), wrong[k].message)) fail_msg("wanted %s, got %s", wrong[k].message, pl_last_error());
  }
}

static void meshes_come_from_images(void **state)
{
  (void)state;
  pl_world *world = NULL;
  assert_ok(world_of("'height_field': {'heights': {'image': 'field.pgm', 'white': 0.5}, 'width': 4, 'depth': 1}", "",
                     &world));
  pl_mesh_data mesh = pl_body_rest(pl_world_body(world, "b"));
  assert_int_equal(mesh.vertex_count, 6);
  assert_int_equal(mesh.grid.counts[0], 3);
  for (size_t v = 0; v < 6; v++) {
    assert_close(mesh.positions[3 * v], 2.0 * (double)(v / 2) - 2, 1e-12);
    assert_close(mesh.positions[3 * v + 1], 0.1 * (double)v, 1e-12);
    assert_close(mesh.positions[3 * v + 2], (double)(v % 2) - 0.5, 1e-12);
  }
  pl_world_destroy(world);
  assert_ok(
      world_of("'range_field': {'ranges': {'image': 'field.pgm', 'black': 1, 'white': 2}, 'height': 3}", "", &world));
  mesh = pl_body_rest(pl_world_body(world, "b"));
  assert_true(mesh.grid.closed[0] && !mesh.grid.closed[1]);
  for (size_t v = 0; v < 6; v++) {
    const double *p = mesh.positions + 3 * v;
    assert_close(sqrt(p[0] * p[0] + p[2] * p[2]), 1 + 0.2 * (double)v, 1e-12);
    assert_close(p[1], v % 2 ? -1.5 : 1.5, 1e-12);
  }
  assert_true(mesh.positions[6] > 0); /* from +z over +x */
  pl_world_destroy(world);
  remove("field.pgm");
}

/* A ring of four points given outright is closed: four edges hold it, and four corners bend. */
static void arrays_have_grids(void **state)
{
  (void)state;
  pl_world *world = NULL;
  const char *ring =
      "'arrays': {'positions': [1, 0, 0, 0, 1, 0, -1, 0, 0, 0, -1, 0], 'edges': [0, 1, 1, 2, 2, 3, 3, 0],"
      "'grid': [4, 0, 0], 'closed': [%d, 0, 0]}";
  for (int closed = 0; closed < 2; closed++) {
    char mesh[256];
    snprintf(mesh, sizeof mesh, ring, closed);
    assert_ok(world_of(mesh, "'stretch': 1, 'bend': 1", &world));
    assert_int_equal(model_of(world)->terms.count, closed ? 8 : 5);
    pl_world_destroy(world);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(four_ways_to_say_it),   cmocka_unit_test(masses_may_be_an_image),
      cmocka_unit_test(wrong_images_are_told), cmocka_unit_test(meshes_come_from_images),
      cmocka_unit_test(arrays_have_grids),
  };
  char folder[] = "/tmp/pliant-field-XXXXXX";
  if (!mkdtemp(folder) || chdir(folder) != 0) return 1;
  int failures = cmocka_run_group_tests(tests, NULL, NULL);
  return rmdir(folder) == 0 ? failures : 1;
}
