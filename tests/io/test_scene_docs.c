/* SPDX-License-Identifier: MIT
   What is written about scenes is true: schema and reference are what the tables give, examples can be read, and so can the
   gallery. */
#include <dirent.h>
#include <string.h>

#include "base/memory.h"
#include "file.h"
#include "pliant/io_scene.h"
#include "testing.h"

#define MARK "<!-- reference: made by `pliant scenes --reference`, do not edit -->\n\n"
#define REMEDY "is not up to date; run tools/scene-docs build/pliant\n"

static char *read_text(const char *name)
{
  char path[4096], *text = NULL;
  size_t size = 0;
  snprintf(path, sizeof path, PLIANT_SOURCE_DIR "/%s", name);
  assert_ok(pl_file_read(path, &text, &size));
  return text;
}

static void the_schema_is_up_to_date(void **state)
{
  (void)state;
  char *schema = NULL, *text = read_text("docs/scene.schema.json");
  assert_ok(pl_scene_schema(&schema));
  if (strcmp(schema, text) != 0) print_error("docs/scene.schema.json " REMEDY);
  assert_true(strcmp(schema, text) == 0);
  pl_release(text);
  pl_free(schema);
}

static void the_reference_is_up_to_date(void **state)
{
  (void)state;
  char *reference = NULL, *text = read_text("docs/scene.md");
  assert_ok(pl_scene_reference(&reference));
  const char *section = strstr(text, MARK);
  assert_non_null(section);
  bool same = strcmp(section + strlen(MARK), reference) == 0;
  if (!same) print_error("docs/scene.md " REMEDY);
  assert_true(same);
  pl_release(text);
  pl_free(reference);
}

/* Every block marked as JSON is a scene without a warning. */
static void the_examples_can_be_read(void **state)
{
  (void)state;
  char *text = read_text("docs/scene.md");
  size_t count = 0;
  for (char *at = strstr(text, "```json\n"); at; at = strstr(at, "```json\n")) {
    at += strlen("```json\n");
    char *end = strstr(at, "```");
    assert_non_null(end);
    pl_scene *scene = NULL;
    assert_ok(pl_scene_parse("example", at, (size_t)(end - at), &scene));
    for (size_t i = 0; i < pl_scene_warning_count(scene); i++) print_error("%s\n", pl_scene_warning(scene, i));
    assert_int_equal(pl_scene_warning_count(scene), 0);
    pl_world *world = NULL;
    assert_ok(pl_scene_world(scene, &world));
    for (int i = 0; i < 5; i++) assert_ok(pl_world_step(world));
    pl_world_destroy(world);
    pl_scene_destroy(scene);
    at = end + 3;
    count++;
  }
  assert_true(count >= 4);
  pl_release(text);
}

static void the_gallery_can_be_run(void **state)
{
  (void)state;
  DIR *folder = opendir(PLIANT_SOURCE_DIR "/scenes");
  assert_non_null(folder);
  size_t count = 0;
  for (struct dirent *entry; (entry = readdir(folder));) {
    if (!strstr(entry->d_name, ".json")) continue;
    char path[4096];
    snprintf(path, sizeof path, PLIANT_SOURCE_DIR "/scenes/%s", entry->d_name);
    pl_scene *scene = NULL;
    assert_ok(pl_scene_load(path, &scene));
    for (size_t i = 0; i < pl_scene_warning_count(scene); i++) print_error("%s\n", pl_scene_warning(scene, i));
    assert_int_equal(pl_scene_warning_count(scene), 0);
    assert_true(strlen(pl_scene_title(scene)) > 10);
    pl_world *world = NULL;
    assert_ok(pl_scene_world(scene, &world));
    for (int i = 0; i < 3; i++) assert_ok(pl_world_step(world));
    pl_world_destroy(world);
    pl_scene_destroy(scene);
    count++;
  }
  closedir(folder);
  assert_true(count >= 8);
}

/* The default scene: 81 nodes of the left face are held. */
static void the_bar_is_clamped_at_its_face(void **state)
{
  (void)state;
  pl_scene *scene = NULL;
  char *text = NULL;
  assert_ok(pl_scene_load(PLIANT_SOURCE_DIR "/scenes/bar.json", &scene));
  assert_ok(pl_scene_explain(scene, &text));
  assert_non_null(strstr(text, "bar.particles                                3321 "));
  assert_non_null(strstr(text, "bar.pinned particles                         81 "));
  pl_free(text);
  pl_scene_destroy(scene);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_schema_is_up_to_date),       cmocka_unit_test(the_reference_is_up_to_date),
      cmocka_unit_test(the_examples_can_be_read),       cmocka_unit_test(the_gallery_can_be_run),
      cmocka_unit_test(the_bar_is_clamped_at_its_face),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
