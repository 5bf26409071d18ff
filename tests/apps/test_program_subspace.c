/* SPDX-License-Identifier: MIT
   pliant subspace from its command line: made, shown, used. */
#include <string.h>
#include <unistd.h>

#include "program.h"

static char folder[64];

static void expect(int code, const char *text, const char *format, ...)
{
  char arguments[1024], before[128];
  va_list values;
  va_start(values, format);
  vsnprintf(arguments, sizeof arguments, format, values);
  va_end(values);
  snprintf(before, sizeof before, "cd %s && ", folder);
  expect_program(before, arguments, code, text);
}

static void write_scene(const char *name, const char *subspace)
{
  char path[128];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  fprintf(file,
          "{\"pliant\": 1, \"time\": {\"duration\": 0.2}, \"bodies\": [{\"name\": \"bar\", \"mesh\": {\"lattice\": "
          "{\"counts\": [7, 3, 3], \"spacing\": 0.05}}, \"model\": {\"graph\": {}}, \"pins\": [{\"particles\": "
          "{\"range\": {\"first\": 0, \"last\": 8}}}]%s}]}",
          subspace);
  fclose(file);
}

static void made_shown_and_used(void **state)
{
  (void)state;
  strcpy(folder, "/tmp/pliant-subspace-XXXXXX");
  assert_non_null(mkdtemp(folder));
  write_scene("full.json", "");
  write_scene("modes.json", ", \"subspace\": {\"file\": \"m.plb\"}");
  write_scene("samples.json", ", \"subspace\": {\"file\": \"r.plb\"}");
  expect(0, "m.plb: 5 functions for the 63 particles of body 'bar'", "subspace modes full.json -o m.plb --count 5");
  expect(0, "r.plb: 4 functions", "subspace record full.json -o r.plb --every 4 --size 4 -q");
  expect(0, "", "subspace show full.json --file r.plb -o r.png");
  expect(0, "", "subspace show modes.json -o m.png");
  expect(0, "", "run modes.json -q");
  expect(0, "", "run samples.json -q");
  expect(0, "r.plb: 4 functions", "subspace record samples.json -o r.plb --every 4 --size 4 -q"); /* in full freedom */
  expect(1, "would replace the input r.plb", "subspace show samples.json -o r.plb");              /* a picture */
  expect(1, "would replace the input", "subspace modes samples.json -o samples.json");
  expect(1, "has no subspace", "subspace show full.json -o n.png");
  expect(1, "no body 'rod'", "subspace modes full.json -o n.plb --body rod");
  expect(1, "fewer than one sample", "subspace record full.json -o n.plb --every 1000 -q");
  expect(1, "1 to 54 modes", "subspace modes full.json -o n.plb --count 55");
  expect(2, "not a value", "subspace modes full.json -o n.plb --count none");
  expect(2, "no output", "subspace modes full.json");
  expect(2, "no part of that name", "subspace fly full.json");
  expect(0, "Usage: pliant subspace", "subspace record --help");
  static const char *const files[] = {"full.json", "modes.json", "samples.json", "m.plb", "r.plb", "m.png", "r.png"};
  for (size_t k = 0; k < sizeof files / sizeof *files; k++) {
    char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, files[k]);
    assert_int_equal(unlink(path), 0);
  }
  assert_int_equal(rmdir(folder), 0); /* nothing else was left */
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(made_shown_and_used)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
