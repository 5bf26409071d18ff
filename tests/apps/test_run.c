/* SPDX-License-Identifier: MIT
   The program itself, from its command line to its files. */
#include <math.h>

#include "run_cases.h"

static void hashes_do_not_depend_on_threads(void **state)
{
  (void)state;
  static const char *const threads[] = {"1", "2", "7"};
  char *first = NULL;
  for (int i = 0; i < 3; i++) {
    char command[64];
    snprintf(command, sizeof command, "run scene.json -q --hash --threads %s", threads[i]);
    expect_run(0, ".", command);
    char *hashes = content("out.txt");
    if (!first) {
      first = hashes;
      size_t lines = 0;
      for (const char *c = hashes; *c; c++) lines += *c == '\n';
      assert_int_equal(lines, 101); /* the start, and 100 steps */
      assert_memory_equal(hashes, "step 0 0x", 9);
    } else {
      assert_string_equal(first, hashes);
      free(hashes);
    }
  }
  free(first);
}

static void tells_changed_angles(void **state)
{
  (void)state;
  double degrees = -1;
  expect_run(0, ".", "run scene.json -q --steps 0 --angles");
  char *said = content("out.txt");
  assert_int_equal(sscanf(said, "bar: angles of the surface have changed by %lf degrees (rms)", &degrees), 1);
  assert_true(degrees == 0);
  free(said);
  expect_run(0, ".", "run scene.json -q --angles");
  said = content("out.txt");
  assert_int_equal(sscanf(said, "bar: angles of the surface have changed by %lf degrees (rms)", &degrees), 1);
  assert_true(degrees > 0.01 && degrees < 20); /* it has met the floor */
  free(said);
}

/* The largest number of a column; no name before it has a comma. */
static double largest_signal(const char *signals, const char *column)
{
  const char *found = strstr(signals, column);
  double largest = -INFINITY;
  assert_non_null(found);
  for (const char *row = strchr(signals, '\n'); row && row[1]; row = strchr(row + 1, '\n')) {
    const char *at = row + 1;
    for (const char *c = signals; c < found; c++)
      if (*c == ',') at = strchr(at, ',') + 1;
    largest = fmax(largest, strtod(at, NULL));
  }
  return largest;
}

static void writes_everything_asked_for(void **state)
{
  (void)state;
  expect_run(0, ".", "run scene.json -o a/x.glb -o a/x.pc2 -o a/x.pvd -o a/x.obj --signals a/x.csv --state 100,0,1,1");
  expect_said("a/x.glb");
  expect_said("100 %");
  assert_int_equal(entries("a"), 1 + 3 + 2 + 11 + 1); /* glb; pc2, obj, script; pvd and folder; 11 frames; csv */
  assert_int_equal(entries("a/x"), 11);
  char *states = content("scene.state.json");
  assert_non_null(strstr(states, "\"step\": 0, \"time\": 0,"));
  assert_non_null(strstr(states, "\"step\": 1, "));
  assert_non_null(strstr(states, "\"step\": 100, "));
  assert_null(strstr(states, "\"step\": 2, "));
  assert_non_null(strstr(states, "\"name\": \"bar\""));
  free(states);
  char *signals = content("a/x.csv");
  size_t rows = 0;
  for (const char *c = signals; *c; c++) rows += *c == '\n';
  assert_int_equal(rows, 102);
  assert_memory_equal(signals, "step,time_s,kinetic_J,", 22);
  /* the bar has met the floor, gently */
  assert_true(largest_signal(signals, "contact_work") > 0);
  assert_true(largest_signal(signals, "contact_cut_short") == 0);
  free(signals);
}

static void state_is_exact(void **state)
{
  (void)state;
  expect_run(0, ".", "run scene.json -q --steps 40 --state 40 --state-file a/all.json");
  expect_run(0, ".", "run scene.json -q --duration 0.2 --state 40 --state-file b/all.json --threads 2");
  expect_same("a/all.json", "b/all.json");
}

static void mistakes_of_the_command_line(void **state)
{
  (void)state;
  static const struct {
    const char *command, *said;
  } cases[] = {
      {"run", "no scene is given"},
      {"run scene.json other.json", "only one scene"},
      {"run scene.json --nonsense", "nonsense"},
      {"run scene.json --steps -3", "--steps: '-3'"},
      {"run scene.json --steps 3 --duration 2", "cannot both"},
      {"run scene.json --state 1,,2", "--state: '1,,2'"},
      {"run scene.json --state-file x.json", "--state-file needs --state"},
      {"run scene.json --size 100", "--size: '100'"},
      {"run scene.json --fps 0", "--fps: '0'"},
      {"run scene.json -o a.glb -o a.glb", "twice"},
      {"run scene.json --resume", "--resume needs"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    expect_run(2, ".", cases[i].command);
    expect_said(cases[i].said);
  }
  expect_run(0, ".", "run --help");
}

static void files_that_cannot_be_had(void **state)
{
  (void)state;
  static const struct {
    const char *command, *said;
  } cases[] = {
      {"run missing.json", "missing.json: there is no such file"},
      {"run scene.json -o nowhere/x.glb", "nowhere/x.glb: cannot be written: No such file or directory"},
      {"run scene.json -o scene.json/x.pc2", "scene.json/x.pc2: cannot be written: Not a directory"},
      {"run scene.json -o x.abc", "there is no format with the extension '.abc'"},
      {"run scene.json --signals nowhere/x.csv", "nowhere/x.csv"},
      {"run scene.json -o a/x.glb --signals nowhere/x.csv", "nowhere/x.csv"},
      {"run scene.json --state 101", "--state 101: the run has only 100 steps"},
      {"run scene.json -o a/x.glb --resume", "there is nothing to resume: a/x.glb.checkpoint: there is no such file"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    expect_run(1, ".", cases[i].command);
    expect_said(cases[i].said);
    assert_int_equal(entries("a"), 0);
  }
}

/* A limit on the size of files stands in for the end of the disk. */
static void a_full_disk_leaves_nothing(void **state)
{
  (void)state;
  static const char *const outputs[] = {"-o x.glb",
                                        "-o x.pc2",
                                        "-o x.pvd",
                                        "-o x.obj",
                                        "-o x.ply",
                                        "--signals x.csv",
                                        "--contacts x.csv",
                                        "--state 0,50,100 --state-file x.json",
                                        "-o x.glb --checkpoint-every 10"};
  for (size_t i = 0; i < sizeof outputs / sizeof outputs[0]; i++) {
    char command[128];
    snprintf(command, sizeof command, "run ../scene.json %s", outputs[i]);
    assert_int_equal(ended(start("a", command, 1500)), 1);
    expect_said("writing failed after");
    assert_int_equal(entries("a"), 0);
  }
}

static void divergence_keeps_the_frames_before(void **state)
{
  (void)state;
  expect_run(1, "a", "run ../diverging.json -o x.obj --signals x.csv");
  expect_said("rocket");
  expect_said("the last good state");
  size_t frames = entries("a") - 1;
  assert_true(frames > 5 && frames < 100);
  char *signals = content("a/x.csv");
  size_t rows = 0;
  for (const char *c = signals; *c; c++) rows += *c == '\n';
  assert_int_equal(rows, frames + 1); /* a frame per step here; and the head */
  free(signals);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup(hashes_do_not_depend_on_threads, setup),
      cmocka_unit_test_setup(tells_changed_angles, setup),
      cmocka_unit_test_setup(writes_everything_asked_for, setup),
      cmocka_unit_test_setup(state_is_exact, setup),
      cmocka_unit_test_setup(mistakes_of_the_command_line, setup),
      cmocka_unit_test_setup(files_that_cannot_be_had, setup),
      cmocka_unit_test_setup(a_full_disk_leaves_nothing, setup),
      cmocka_unit_test_setup(divergence_keeps_the_frames_before, setup),
  };
  return cmocka_run_group_tests(tests, group_setup, group_teardown);
}
