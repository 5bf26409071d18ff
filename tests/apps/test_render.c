/* SPDX-License-Identifier: MIT
   `pliant render` from its command line to its files. */
#include <png.h>
#include <string.h>
#include <sys/wait.h>

#include "../io/cache/cache_fixture.h"

static const char scene_text[] =
    "{ \"pliant\": 1, \"title\": \"a test\",\n"
    "  \"time\": { \"step\": 0.01, \"duration\": 0.2, \"fps\": 20 },\n"
    "  \"bodies\": [ { \"name\": \"bar\", \"model\": { \"graph\": {} },\n"
    "    \"mesh\": { \"lattice\": { \"counts\": [4, 3, 3], \"spacing\": 0.1 }, \"translate\": [0, 0.3, 0] } } ],\n"
    "  \"obstacles\": [ { \"plane\": {} } ] }\n";

/* Runs the program in the fixture's folder; what it says on stderr comes back. */
static int render(const cache_fixture *f, const char *arguments, char said[512])
{
  char command[1024];
  snprintf(command, sizeof command, "cd %s && %s render %s 2>%s.err", f->folder, PLIANT_PROGRAM, arguments, f->folder);
  int result = system(command);
  char path[128];
  snprintf(path, sizeof path, "%s.err", f->folder);
  size_t size;
  char *text = read_bytes(path, &size);
  snprintf(said, 512, "%s", text);
  free(text);
  unlink(path);
  return WEXITSTATUS(result);
}

static void assert_size(const char *path, unsigned width, unsigned height)
{
  png_image read = {.version = PNG_IMAGE_VERSION};
  assert_true(png_image_begin_read_from_file(&read, path));
  assert_int_equal(read.width, width);
  assert_int_equal(read.height, height);
  png_image_free(&read);
}

static void draws_meshes(void **state)
{
  cache_fixture *f = *state;
  char said[512];
  write_text(in_folder(f, "t.obj"), "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
  assert_int_equal(render(f, "t.obj -o t.png --width 96 --height 64 --quality draft", said), 0);
  assert_string_equal(said, "");
  assert_size(in_folder(f, "t.png"), 96, 64);
  assert_int_equal(render(f, "t.obj -o u.png --width 32 --height 32 --camera 0,0,5 0.3,0.3,0 -30 --no-ground", said),
                   2);
  assert_int_equal(render(f, "t.obj -o u.png --width 32 --height 32 --camera 0,0,5 0.3,0.3,0 30 --no-ground", said), 0);
  assert_int_equal(render(f, "missing.obj -o u.png", said), 1);
  assert_non_null(strstr(said, "missing.obj"));
}

static void draws_scenes(void **state)
{
  cache_fixture *f = *state;
  char said[512];
  write_text(in_folder(f, "s.json"), scene_text);
  assert_int_equal(render(f, "s.json -q -o still.png --time 0.1 --width 64 --height 48", said), 0);
  assert_string_equal(said, "");
  assert_size(in_folder(f, "still.png"), 64, 48);
  assert_int_equal(render(f, "s.json -q -o told.png --caption --time 0.1 --width 64 --height 48", said), 0);
  size_t plain, reported;
  free(read_bytes(in_folder(f, "still.png"), &plain));
  free(read_bytes(in_folder(f, "told.png"), &reported));
  assert_int_not_equal(plain, reported); /* there is something in the corner */
  assert_int_equal(render(f, "s.json -q -o one.png --tiles 4 --width 64 --height 36 --threads 1", said), 0);
  assert_int_equal(render(f, "s.json -q -o two.png --tiles 4 --width 64 --height 36 --threads 2", said), 0);
  assert_same_file(in_folder(f, "one.png"), in_folder(f, "two.png"));
  assert_int_equal(render(f, "s.json -q -o fast.png --sheet --color velocity --width 64 --height 36", said), 0);
  assert_int_equal(render(f, "s.json -q -o x.png --color taste --width 64 --height 36", said), 1);
  assert_non_null(strstr(said, "no body has a field 'taste'"));
  assert_int_equal(count_entries(f->folder), 6); /* nothing is left of what failed */
}

static void command_lines_that_are_wrong(void **state)
{
  cache_fixture *f = *state;
  static const char *const wrong[] = {"",
                                      "a.obj",
                                      "a.obj b.obj -o c.png",
                                      "a.obj -o c.mp4",
                                      "a.json -o c.glb",
                                      "a.json -o c.mp4 --time 1",
                                      "a.json -o c.png --time soon",
                                      "a.json -o c.png --quality superb",
                                      "a.json -o c.png --width 0",
                                      "a.json -o c.png --camera 1,2,3",
                                      "a.json -o c.png --colour red"};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    char said[512];
    assert_int_equal(render(f, wrong[i], said), 2);
    assert_true(strlen(said) > 10);
  }
  assert_int_equal(count_entries(f->folder), 0);
  char said[512];
  assert_int_equal(render(f, "--help >help.txt", said), 0);
  size_t size;
  char *text = read_bytes(in_folder(f, "help.txt"), &size);
  assert_non_null(strstr(text, "pliant render scenes/bar.json -o bar.mp4"));
  free(text);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(draws_meshes, cache_setup, cache_teardown),
      cmocka_unit_test_setup_teardown(draws_scenes, cache_setup, cache_teardown),
      cmocka_unit_test_setup_teardown(command_lines_that_are_wrong, cache_setup, cache_teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
