/* SPDX-License-Identifier: MIT
   Runs that are interrupted, by signals or while they draw, continue and give the same results. */
#include "run_cases.h"

static const char all_outputs[] =
    "run ../scene.json --steps 20000 --fps 2 -o x.glb -o x.pc2 -o x.pvd -o x.ply "
    "-o x.png --tiles 4 --size 64x36 "
    "--signals x.csv --contacts c.csv --state 0,400,20000 --state-file x.json --hash --checkpoint-every 500";

static void expect_same_results(void)
{
  static const char *const files[] = {"x.glb",           "x.png",      "c.csv",        "x.pc2",        "x.obj",
                                      "x_in_blender.py", "x.pvd",      "x.json",       "x_0000.ply",   "x_0001.ply",
                                      "x_0100.ply",      "x_0200.ply", "x/x_0000.vtu", "x/x_0009.vtu", "x/x_0200.vtu"};
  for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
    char a[64], b[64];
    snprintf(a, sizeof a, "a/%s", files[i]);
    snprintf(b, sizeof b, "b/%s", files[i]);
    expect_same(a, b);
  }
  expect_same_signals("a/x.csv", "b/x.csv");
  assert_int_equal(entries("a"), entries("b"));
  assert_int_equal(entries("a/x"), entries("b/x"));
}

/* Ends the run in b after its first checkpoint, resumes it with other threads; a has the whole run. */
static void interrupt_and_resume(int signal, int code)
{
  pid_t child = start("b", all_outputs, 0);
  wait_for("b/x.glb.checkpoint");
  kill(child, signal);
  assert_int_equal(ended(child), code);
  rename("out.txt", "begin.txt");
  /* No half file under a good name. */
  assert_int_equal(access("b/x.glb", F_OK), -1);
  assert_int_equal(access("b/x.pvd", F_OK), -1);
  assert_int_equal(access("b/x.csv", F_OK), -1);
  if (code == 130) expect_said("--resume continues");
  char command[sizeof all_outputs + 32];
  snprintf(command, sizeof command, "%s --resume --threads 2", all_outputs);
  expect_run(0, "b", command);
  expect_same_results();
}

static void interrupted_runs_continue(void **state)
{
  (void)state;
  expect_run(0, "a", all_outputs);
  rename("out.txt", "whole.txt");
  interrupt_and_resume(SIGINT, 130);
  /* What was printed before and after makes up what an uninterrupted run prints. */
  char *whole = content("whole.txt"), *begin = content("begin.txt"), *end = content("out.txt");
  size_t length = strlen(begin);
  assert_true(length > 0 && strlen(end) > 0);
  assert_int_equal(length + strlen(end), strlen(whole));
  assert_memory_equal(whole, begin, length);
  assert_string_equal(whole + length, end);
  free(whole);
  free(begin);
  free(end);
  clear("b");
  interrupt_and_resume(SIGKILL, 1000 + SIGKILL);
}

/* Drawing takes long after the last step; what it stops at can be drawn later, everything else is there. */
static void stop_drawing_and_resume(int signal, int code)
{
  static const char command[] = "run ../scene.json --fps 200 -o x.glb -o x.png --tiles 3 --size 320x180 --quality "
                                "best -o y.glb --signals s";
  pid_t child = start("a", command, 0);
  bool drawing = false;
  for (int i = 0; i < 60000 && !drawing; i++) {
    nanosleep(&(struct timespec){0, 1000000}, NULL);
    if (access("err.txt", F_OK) != 0) continue;
    char *said = content("err.txt");
    drawing = strstr(said, "drawing") != NULL || (strstr(said, "Made") && access("a/s", F_OK) == 0);
    free(said);
  }
  wait_for("a/x.glb.checkpoint");
  kill(child, signal);
  assert_int_equal(ended(child), code);
  if (code == 130) expect_said("interrupted while x.png was drawn; the same command with --resume draws it");
  assert_int_equal(access("a/x.glb", F_OK), 0);
  assert_int_equal(access("a/s", F_OK), 0);
  assert_int_equal(access("a/x.png", F_OK), -1);
  char again[sizeof command + 16];
  snprintf(again, sizeof again, "%s --resume", command);
  expect_run(0, "a", again);
  assert_int_equal(access("a/x.png", F_OK), 0);
  assert_int_equal(entries("a"), 4);
  clear("a");
}

static void stopped_while_drawing(void **state)
{
  (void)state;
  stop_drawing_and_resume(SIGINT, 130);
  stop_drawing_and_resume(SIGKILL, 1000 + SIGKILL);
}

static void resuming_something_else_is_refused(void **state)
{
  (void)state;
  pid_t child = start("b", "run ../scene.json --steps 20000 --fps 2 -o x.glb --checkpoint-every 100", 0);
  wait_for("b/x.glb.checkpoint");
  kill(child, SIGTERM);
  assert_int_equal(ended(child), 130);
  size_t before = entries("b");
  expect_run(1, "b", "run ../diverging.json --steps 20000 --fps 2 -o x.glb --resume");
  expect_said("belongs to another scene");
  expect_run(1, "b", "run ../scene.json --steps 30000 --fps 2 -o x.glb --resume");
  expect_said("with other options");
  FILE *stream = fopen("b/x.glb.checkpoint", "r+b");
  assert_non_null(stream);
  fseek(stream, -100, SEEK_END);
  fputc('x', stream);
  fputc('y', stream);
  fclose(stream);
  expect_run(1, "b", "run ../scene.json --steps 20000 --fps 2 -o x.glb --resume");
  expect_said("is damaged");
  assert_int_equal(entries("b"), before);
  expect_run(1, "b", "run ../scene.json -o x.glb"); /* what was computed is not dropped by the way */
  expect_said("--restart drops it");
  assert_int_equal(entries("b"), before);
  expect_run(0, "b", "run ../scene.json -o x.glb --restart"); /* from the start, without the remains */
  assert_int_equal(entries("b"), 1);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup(interrupted_runs_continue, setup),
      cmocka_unit_test_setup(stopped_while_drawing, setup),
      cmocka_unit_test_setup(resuming_something_else_is_refused, setup),
  };
  return cmocka_run_group_tests(tests, group_setup, group_teardown);
}
