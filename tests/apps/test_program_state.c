/* SPDX-License-Identifier: MIT
   `pliant run --state` writes all registered fields, and scenes start from them: a cage goes on to the bit. */
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "program.h"

static char folder[] = "/tmp/pliant-state-XXXXXX", before[64];

static const char body_text[] =
    "\"time\": { \"step\": 0.005, \"duration\": 0.1 },\n"
    "  \"bodies\": [ { \"name\": \"ball\", \"mesh\": { \"icosphere\": { \"cuts\": 3 }, \"translate\": [0, 0.51, 0] },\n"
    "    \"volume\": { \"mode\": \"keep\" }, \"model\": { \"cage\": { \"vertices\": 20 } } } ],\n"
    "  \"obstacles\": [ { \"plane\": {} } ] }\n";

static void write_scene(const char *name, const char *head)
{
  FILE *stream = fopen(name, "w");
  assert_non_null(stream);
  fprintf(stream, "{ \"pliant\": 1, %s %s", head, body_text);
  assert_int_equal(fclose(stream), 0);
}

/* The text of the state of that step, from its positions to its end. */
static char *state_of(const char *name, const char *step)
{
  static char text[1 << 20];
  FILE *stream = fopen(name, "r");
  assert_non_null(stream);
  text[fread(text, 1, sizeof text - 1, stream)] = '\0';
  fclose(stream);
  char *at = strstr(text, step);
  assert_non_null(at);
  char *begin = strstr(at, "\"positions\""), *end = strstr(begin, "\"fields\"");
  assert_non_null(end);
  char *part = malloc((size_t)(end - begin) + 1);
  memcpy(part, begin, (size_t)(end - begin));
  part[end - begin] = '\0';
  return part;
}

static int enter(void **state)
{
  (void)state;
  assert_non_null(mkdtemp(folder));
  assert_int_equal(chdir(folder), 0);
  snprintf(before, sizeof before, "cd %s && ", folder);
  return 0;
}

static int leave(void **state)
{
  (void)state;
  char line[128];
  snprintf(line, sizeof line, "rm -r %s", folder);
  return system(line);
}

static void test_starts_from(void **state)
{
  (void)state;
  write_scene("first.json", "");
  write_scene("second.json", "\"from\": { \"file\": \"first.state.json\", \"step\": 12 },");
  write_scene("third.json", "\"from\": { \"file\": \"first.state.json\", \"step\": 13 },");
  write_scene("fourth.json", "\"from\": { \"file\": \"first.json\" },");
  assert_int_equal(run_program(before, "run first.json --state 12,20"), 0);
  assert_int_equal(run_program(before, "run second.json --state 0,8"), 0);
  char *wanted = state_of("first.state.json", "\"step\": 20"), *got = state_of("second.state.json", "\"step\": 8");
  assert_string_equal(got, wanted);
  free(wanted);
  free(got);
  expect_program(before, "run third.json", 1, "no state of that step");
  expect_program(before, "run fourth.json", 1, "which has no state");
  write_scene("self.json", "\"from\": { \"file\": \"first.state.json\" },");
  expect_program(before, "run self.json --state 0 --state-file first.state.json", 1, "which the scene is made of");
}

/* Files that say what no state can be, end nowhere, or are no files. */
static void test_refuses(void **state)
{
  (void)state;
  static const struct {
    const char *text, *said;
  } bad[] = {
      {"[1, 2]", "has no state"},
      {"{ \"states\": { } }", "has no state"},
      {"{ \"states\": [ 3 ] }", "none of the bodies"},
      {"{ \"states\": [ { \"bodies\": \"ball\" } ] }", "none of the bodies"},
      {"{ \"states\": [ { \"bodies\": [ { \"name\": \"cube\" } ] } ] }", "none of the bodies"},
      {"{ \"states\": [ { \"bodies\": [ { \"name\": \"ball\" } ] } ] }", "lacks the"},
      {"{ \"states\": [ { \"bodies\": [ { \"name\": \"ball\", \"fields\": 7 } ] } ] }", "lacks the"},
      {"{ \"states\": [ { \"bodies\": [ { \"name\": \"ball\", \"fields\": { \"sleep\": [1] } } ] } ] }", "must have"},
      {"{ \"states\": [ { \"bodies\": [ { \"name\": \"ball\", \"fields\": { \"sleep\": [1e999, 0] } } ] } ] }",
       "1e999"},
      {"{ \"states\": [ { \"bodies\": [", "unknown.json"},
  };
  write_scene("scene.json", "\"from\": { \"file\": \"unknown.json\" },");
  expect_program(before, "run scene.json", 1, "no such file");
  for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
    FILE *stream = fopen("unknown.json", "w");
    assert_non_null(stream);
    fputs(bad[k].text, stream);
    assert_int_equal(fclose(stream), 0);
    expect_program(before, "run scene.json", 1, bad[k].said);
  }
  assert_int_equal(mkfifo("pipe.json", 0600), 0);
  write_scene("scene.json", "\"from\": { \"file\": \"pipe.json\" },");
  expect_program(before, "run scene.json", 1, "pipe or a device");
  write_scene("scene.json", "\"from\": { \"file\": \"/dev/zero\" },");
  expect_program(before, "run scene.json", 1, "pipe or a device");
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_starts_from), cmocka_unit_test(test_refuses)};
  return cmocka_run_group_tests(tests, enter, leave);
}
