/* SPDX-License-Identifier: MIT
   pliant explain and pliant scenes from their command lines. */
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

#include "program.h"

static void expect(const char *arguments, int code, const char *text) { expect_program("", arguments, code, text); }

static void explains_a_scene(void **state)
{
  (void)state;
  expect("explain " PLIANT_SOURCE_DIR "/scenes/bar.json", 0, "bar.edge stiffness");
  assert_non_null(strstr(output, "bodies[0].model.graph.youngs_modulus         300000 Pa "));
  assert_non_null(strstr(output, "/scenes/bar.json:21\n"));
  assert_non_null(strstr(
      output, "threads                                      0                            default: one per core\n"));
}

static void warns_and_refuses(void **state)
{
  (void)state;
  char folder[] = "/tmp/pliant-explain-XXXXXX", path[64], arguments[128], text[256];
  assert_non_null(mkdtemp(folder));
  snprintf(path, sizeof path, "%s/s.json", folder);
  snprintf(arguments, sizeof arguments, "explain %s", path);
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  fputs("{\"pliant\": 1, \"time\": {\"fps\": 60}, \"bodies\": [{\"mesh\": {\"lattice\": {\"counts\": [2, 2, 2]}}, "
        "\"model\": {\"graph\": {}}}]}",
        file);
  fclose(file);
  snprintf(text, sizeof text, "pliant explain: warning: %s:1:23: time has 3.333 steps per frame", path);
  expect(arguments, 0, text);
  file = fopen(path, "w");
  assert_non_null(file);
  fputs("{\"pliant\": 1,\n\"bodys\": []}", file);
  fclose(file);
  snprintf(text, sizeof text, "pliant explain: %s:2:1: bodys is not a key of scene; did you mean \"bodies\"?\n", path);
  expect(arguments, 1, text);
  snprintf(arguments, sizeof arguments, "scenes %s", folder);
  expect(arguments, 1, "did you mean \"bodies\"?\n");
  assert_int_equal(unlink(path), 0);
  expect(arguments, 0, "");
  assert_string_equal(output, "");
  assert_int_equal(rmdir(folder), 0);
  expect(arguments, 1, "cannot be opened");
}

static void lists_the_gallery(void **state)
{
  (void)state;
  expect("scenes " PLIANT_SOURCE_DIR "/scenes", 0, "bar.json");
  assert_non_null(strstr(output, "A soft bar, clamped at one end, bends and swings\n"));
  assert_non_null(strstr(output, "twist.json"));
  assert_non_null(strstr(output, "/scenes/graph/fig1-bar.json"));
}

static void prints_schema_and_reference(void **state)
{
  (void)state;
  expect("scenes --schema", 0, "\"$schema\": \"https://json-schema.org/draft/2020-12/schema\"");
  expect("scenes --reference", 0, "### graph model\n");
}

/* The scene has three tangles; one of them without a crossing. */
static void checks_for_tangles(void **state)
{
  (void)state;
  expect("check " PLIANT_SOURCE_DIR "/scenes/bar.json", 0, "1 body, nothing is tangled\n");
  expect("check " PLIANT_SOURCE_DIR "/scenes/contact/tangled.json", 1,
         "bodies 'left ball' and 'right ball' start inside each other: ");
  assert_non_null(strstr(output, "body 'small ball' starts wholly inside body 'big ball' near (0.03, 0.52, 0.02)"));
  assert_non_null(strstr(output, " cross 46 of 'right ball' (61, 62, 63, 64, 65, "));
  expect("check --json " PLIANT_SOURCE_DIR "/scenes/contact/tangled.json", 1,
         "{ \"tangles\": [\n  { \"a\": \"left ball\"");
  expect(
      "run --steps 1 " PLIANT_SOURCE_DIR "/scenes/contact/tangled.json", 0,
      "pliant run: warning: bodies 'left ball' and 'right ball' start inside each other: 46 triangles of 'left ball' "
      "(112, 113, 141, 142, …) cross 46 of 'right ball' (61, 62, 63, 64, …) near (");
  expect("check", 2, "name one scene");
  expect("check --wrong", 2, "`pliant check --help` shows how");
  expect("check --help", 0, "Usage: pliant check");
  expect("check /nowhere.json", 1, "pliant check: /nowhere.json: there is no such file");
}

static void warns_of_what_was_cut_short(void **state)
{
  (void)state;
  expect("run --steps 1 " PLIANT_SOURCE_DIR "/tests/world/far_attachment.json", 1,
         "pliant run: warning: near 0 s contact was cut short");
}

static void tells_how_it_is_used(void **state)
{
  (void)state;
  expect("explain --help", 0, "pliant explain scenes/bar.json");
  expect("scenes --help", 0, "Usage: pliant scenes");
  expect("explain", 2, "name one scene");
  expect("explain a b", 2, "name one scene");
  expect("explain --wrong", 2, "`pliant explain --help` shows how");
  expect("scenes --wrong", 2, "`pliant scenes --help` shows how");
  expect("scenes a b", 2, "`pliant scenes --help` shows how");
  expect("explain /nowhere.json", 1, "pliant explain: /nowhere.json: there is no such file");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(explains_a_scene),     cmocka_unit_test(warns_and_refuses),
      cmocka_unit_test(checks_for_tangles),   cmocka_unit_test(warns_of_what_was_cut_short),
      cmocka_unit_test(lists_the_gallery),    cmocka_unit_test(prints_schema_and_reference),
      cmocka_unit_test(tells_how_it_is_used),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
