/* SPDX-License-Identifier: MIT
   Scenes of strangers read nothing but what lies below their folder: not by names, not by links, whatever the key. */
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "pliant/io_mesh.h"
#include "pliant/io_scene.h"
#include "pliant/make.h"
#include "testing.h"

static const char *const texts[] = {
    "{\"pliant\": 1, \"bodies\": [{\"mesh\": {\"file\": \"%s\"}, \"model\": {\"surface\": {}}}]}",
    "{\"pliant\": 1, \"bodies\": [{\"mesh\": {\"icosphere\": {\"cuts\": 2}}, \"positions\": \"%s\", \"model\": "
    "{\"surface\": "
    "{}}}]}",
    "{\"pliant\": 1, \"bodies\": [{\"mesh\": {\"icosphere\": {\"cuts\": 2}}, \"masses\": \"%s\", \"model\": "
    "{\"surface\": {}}}]}",
    "{\"pliant\": 1, \"bodies\": [{\"mesh\": {\"icosphere\": {\"cuts\": 2}}, \"model\": {\"graph\": {}}, \"subspace\": "
    "{\"file\": "
    "\"%s\"}}]}",
    "{\"pliant\": 1, \"bodies\": [{\"mesh\": {\"height_field\": {\"heights\": {\"image\": \"%s\"}}}, \"thickness\": "
    "0.01, \"model\": {\"surface\": {}}}]}",
    "{\"pliant\": 1, \"from\": {\"file\": \"%s\"}, \"bodies\": [{\"mesh\": {\"icosphere\": {\"cuts\": 2}}, \"model\": "
    "{\"surface\": {}}}]}"};

static pl_status read_scene(size_t which, const char *file)
{
  char text[1024];
  pl_scene *scene = NULL;
  snprintf(text, sizeof text, texts[which], file);
  pl_status status = pl_scene_parse_confined("test_confined.folder/scene.json", text, strlen(text), &scene);
  pl_scene_destroy(scene);
  return status;
}

static int make_folder(void **state)
{
  (void)state;
  pl_mesh *ball = NULL;
  mkdir("test_confined.folder", 0777);
  mkdir("test_confined.folder/inner", 0777);
  assert_ok(pl_make_icosphere(0.5, 2, &ball));
  assert_ok(pl_mesh_save("test_confined.folder/inner/ball.obj", ball));
  assert_ok(pl_mesh_save("test_confined.secret.obj", ball));
  pl_mesh_destroy(ball);
  unlink("test_confined.folder/link.obj");
  unlink("test_confined.folder/near.obj");
  unlink("test_confined.folder/out");
  assert_int_equal(symlink("../test_confined.secret.obj", "test_confined.folder/link.obj"), 0);
  assert_int_equal(symlink("inner/ball.obj", "test_confined.folder/near.obj"), 0);
  assert_int_equal(symlink("..", "test_confined.folder/out"), 0);
  return 0;
}

static void test_what_is_inside(void **state)
{
  (void)state;
  assert_ok(read_scene(0, "inner/ball.obj"));
  assert_ok(read_scene(0, "./inner//ball.obj"));
  assert_ok(read_scene(0, "near.obj"));
  assert_ok(read_scene(1, "near.obj")); /* positions of its vertices */
}

static void test_what_is_outside(void **state)
{
  (void)state;
  static const char *const outside[] = {"../test_confined.secret.obj",
                                        "inner/../../test_confined.secret.obj",
                                        "/etc/passwd",
                                        "//etc/passwd",
                                        "link.obj",
                                        "out/test_confined.secret.obj",
                                        "..",
                                        "inner/.."};
  for (size_t t = 0; t < sizeof texts / sizeof *texts; t++)
    for (size_t k = 0; k < sizeof outside / sizeof *outside; k++) {
      assert_int_equal(read_scene(t, outside[k]), PL_ERROR_FORMAT);
      if (!strstr(pl_last_error(), "below the scene's folder"))
        print_error("%zu, %s: %s\n", t, outside[k], pl_last_error());
      assert_non_null(strstr(pl_last_error(), "below the scene's folder"));
    }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_what_is_inside), cmocka_unit_test(test_what_is_outside)};
  return cmocka_run_group_tests(tests, make_folder, NULL);
}
