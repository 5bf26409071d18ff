/* SPDX-License-Identifier: MIT
   Subspaces in files and scenes. */
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "failing.h"
#include "file.h"
#include "fixtures.h"
#include "pliant/io.h"

static char folder[64];

static const char *path_of(const char *name)
{
  static char path[128];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  return path;
}

static int make_folder(void **state)
{
  (void)state;
  strcpy(folder, "/tmp/pliant-subspace-XXXXXX");
  return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
  (void)state;
  unlink(path_of("b.plb"));
  unlink(path_of("s.obj"));
  return rmdir(folder);
}

static void files_come_back(void **state)
{
  (void)state;
  pl_mesh *mesh = make_bar(4, 3, 3, 0.5, 26), *other = make_bar(4, 3, 3, 0.6, 26), *more = make_bar(5, 3, 3, 0.5, 26);
  pl_mesh_data rest = pl_mesh_view(mesh), moved = pl_mesh_view(other), longer = pl_mesh_view(more);
  double basis[36 * 3], *read = NULL;
  uint64_t seed = 2;
  for (size_t k = 0; k < 36 * 3; k++) basis[k] = random_unit(&seed);
  size_t size = 0, bytes;
  const char *path = path_of("b.plb");
  assert_ok(pl_subspace_save(path, &rest, basis, 3));
  assert_ok(pl_subspace_load(path, &rest, &read, &size));
  assert_int_equal(size, 3);
  assert_memory_equal(read, basis, sizeof basis);
  pl_free(read);
  assert_refused(pl_subspace_load(path, &moved, &read, &size), PL_ERROR_MISMATCH, "another rest shape");
  assert_refused(pl_subspace_load(path, &longer, &read, &size), PL_ERROR_MISMATCH, "36 vertices");
  /* every shortened file and every changed byte is noticed */
  char *data = NULL;
  assert_ok(pl_file_read(path, &data, &bytes));
  for (size_t k = 0; k < bytes; k++) {
    pl_file *file = NULL;
    data[k] ^= 0x40;
    assert_ok(pl_file_create(path, &file));
    pl_file_write(file, data, k % 7 ? bytes : k);
    assert_ok(pl_file_commit(file));
    data[k] ^= 0x40;
    assert_true(pl_subspace_load(path, &rest, &read, &size) != PL_OK);
    assert_null(read);
  }
  pl_release(data);
  assert_ok(pl_subspace_save(path, &rest, basis, 3));
  pl_mesh_destroy(mesh);
  pl_mesh_destroy(other);
  pl_mesh_destroy(more);
}

#define SCENE(subspace, pins)                                                                                          \
  "{\"pliant\": 1, \"bodies\": [{\"mesh\": {\"lattice\": {\"counts\": [4, 3, 3], \"spacing\": 0.5}}, "                 \
  "\"model\": {\"graph\": {}}" pins ", \"subspace\": " subspace "}]}"
#define PINS ", \"pins\": [{\"particles\": {\"range\": {\"first\": 0, \"last\": 8}}}]"

static pl_scene *parse(const char *text, pl_status wanted, const char *message)
{
  pl_scene *scene = NULL;
  char name[128];
  strcpy(name, path_of("scene.json"));
  pl_status status = pl_scene_parse(name, text, strlen(text), &scene);
  if (wanted == PL_OK)
    assert_ok(status);
  else
    assert_refused(status, wanted, message);
  return scene;
}

/* The size of the subspace of the scene's body after a step. */
static size_t size_in(const char *text)
{
  pl_scene *scene = parse(text, PL_OK, "");
  pl_world *world = NULL;
  assert_ok(pl_scene_world(scene, &world));
  assert_ok(pl_world_step(world));
  size_t size = pl_body_subspace_size(pl_world_body_at(world, 0));
  pl_world_destroy(world);
  pl_scene_destroy(scene);
  return size;
}

static void scenes_make_them(void **state)
{
  (void)state;
  assert_int_equal(size_in(SCENE("{\"modes\": 6}", "")), 7); /* three nodes across: 1, y and z are modes themselves */
  assert_int_equal(size_in(SCENE("{\"modes\": 6, \"rotations\": false}", "")), 6);
  assert_int_equal(size_in(SCENE("{\"modes\": 6}", PINS)), 6);
  assert_int_equal(size_in(SCENE("{\"file\": \"b.plb\"}", "")), 3);
  /* a sample: sheared in x and y, so two functions */
  pl_mesh *mesh = make_bar(4, 3, 3, 0.5, 26);
  pl_mesh_data data = pl_mesh_view(mesh);
  double x[3 * 36];
  for (size_t i = 0; i < 36; i++) {
    memcpy(x + 3 * i, data.positions + 3 * i, 3 * sizeof(double));
    x[3 * i] += 0.1 * data.positions[3 * i + 1];
    x[3 * i + 1] += 0.1 * data.positions[3 * i];
  }
  data.positions = x;
  pl_mesh *sheared = NULL;
  assert_ok(pl_mesh_create(&data, &sheared));
  assert_ok(pl_mesh_save(path_of("s.obj"), sheared));
  assert_int_equal(size_in(SCENE("{\"samples\": [{\"file\": \"s.obj\"}], \"rotations\": false}", "")), 2);
  assert_int_equal(size_in(SCENE("{\"samples\": [{\"file\": \"s.obj\"}], \"size\": 1, \"rotations\": false}", "")), 1);
  /* bent by gravity: displacements along x, y and, by rounding or not, z */
#define BENT(seconds) "{\"samples\": [{\"gravity\": [0, -5, 0]" seconds "}], \"rotations\": false}"
  assert_int_equal(size_in(SCENE(BENT(""), PINS)), 3);
  assert_int_equal(size_in(SCENE(BENT(", \"seconds\": 0.1"), PINS)), 3);
  pl_mesh_destroy(mesh);
  pl_mesh_destroy(sheared);
}

static void mistakes_are_told(void **state)
{
  (void)state;
  parse(SCENE("{\"modes\": 0}", ""), PL_ERROR_FORMAT, "modes");
  parse(SCENE("{}", ""), PL_ERROR_FORMAT, "modes, samples or file");
  parse(SCENE("{\"modes\": 3, \"file\": \"b.plb\"}", ""), PL_ERROR_FORMAT, "file");
  parse(SCENE("{\"samples\": []}", ""), PL_ERROR_FORMAT, "at least one sample");
  parse(SCENE("{\"samples\": [{\"seconds\": 1}]}", ""), PL_ERROR_FORMAT, "file or gravity");
  parse(SCENE("{\"samples\": [{\"gravity\": [0, 0, 0], \"file\": \"s.obj\"}]}", ""), PL_ERROR_FORMAT, "file");
  parse(SCENE("{\"file\": \"none.plb\"}", ""), PL_ERROR_FILE, "none.plb");
  parse(SCENE("{\"file\": \"s.obj\"}", ""), PL_ERROR_FORMAT, "is not a subspace");
  pl_scene *scene = parse(SCENE("{\"modes\": 3, \"size\": 4, \"rotations\": true}", PINS), PL_OK, "");
  assert_int_equal(pl_scene_warning_count(scene), 2);
  pl_scene_destroy(scene);
  scene = parse(SCENE("{\"modes\": 37}", ""), PL_OK, "");
  pl_world *world = NULL;
  assert_refused(pl_scene_world(scene, &world), PL_ERROR_ARGUMENT, "1 to 36 modes");
  pl_scene_destroy(scene);
}

static pl_status whole_life(void *context)
{
  const char *text = context;
  char name[128];
  strcpy(name, path_of("scene.json"));
  pl_scene *scene = NULL;
  pl_world *world = NULL;
  pl_status status = pl_scene_parse(name, text, strlen(text), &scene);
  if (status == PL_OK) status = pl_scene_world(scene, &world);
  pl_world_destroy(world);
  pl_scene_destroy(scene);
  return status;
}

static void running_out_of_memory(void **state)
{
  (void)state;
  assert_true(fail_each_allocation(whole_life, SCENE("{\"file\": \"b.plb\"}", "")) > 20);
  assert_true(fail_each_allocation(whole_life, SCENE("{\"samples\": [{\"file\": \"s.obj\"}]}", "")) > 20);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(files_come_back), cmocka_unit_test(scenes_make_them),
                                     cmocka_unit_test(mistakes_are_told), cmocka_unit_test(running_out_of_memory)};
  return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
