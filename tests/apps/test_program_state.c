/* SPDX-License-Identifier: MIT
   `pliant run --state` writes all registered fields, and scenes start from them: a cage goes on to the bit. */
#include <stdlib.h>
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

static void test_starts_from(void **state)
{
  (void)state;
  assert_non_null(mkdtemp(folder));
  assert_int_equal(chdir(folder), 0);
  snprintf(before, sizeof before, "cd %s && ", folder);
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
  char line[128];
  snprintf(line, sizeof line, "rm -r %s", folder);
  assert_int_equal(system(line), 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_starts_from)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
