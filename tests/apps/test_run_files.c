/* SPDX-License-Identifier: MIT
   Nothing of the user's is lost: pliant run writes over no file that it reads, and leaves other people's alone. */
#include "run_cases.h"

static void inputs_are_not_written_over(void **state)
{
  (void)state;
  expect_run(1, "b", "run ../scene.json --signals ../scene.json");
  expect_said("would replace ../scene.json");
  assert_int_equal(link("scene.json", "a/same.csv"), 0); /* whatever it is called */
  expect_run(1, "b", "run ../scene.json --signals ../a/same.csv");
  expect_said("would replace");
  expect_run(1, "b", "run ../scene.json --steps 1 --signals x.csv --contacts x.csv");
  expect_said("the same file");
  /* a file that comes with an output: the mesh beside a .pc2 */
  assert_int_equal(run_in(".", "mesh make sphere -o b/ball.obj"), 0);
  write_text("b/ball.json", "{ \"pliant\": 1, \"bodies\": [ { \"name\": \"ball\", \"mesh\": { \"file\": "
                            "\"ball.obj\" }, \"model\": { \"surface\": {} } } ] }\n");
  char *before = content("b/ball.obj");
  expect_run(1, "b", "run ball.json --steps 2 -o ball.pc2");
  expect_said("which the scene is made of");
  char *after = content("b/ball.obj");
  assert_string_equal(before, after);
  free(after);
  assert_int_equal(entries("b"), 2);
  static const char *const others[] = {"mesh repair ball.obj -o ../b/ball.obj",
                                       "mesh cage ball.obj -o ball.obj",
                                       "mesh graph ball.obj -o ball.obj",
                                       "mesh deform ball.obj --cage ball.obj --to ball.obj -o ball.obj",
                                       "mesh coords --cage ball.obj --points points.json -o points.json",
                                       "pose ball.json --handles ball.json -o ball.obj",
                                       "subspace modes ball.json -o ball.json"};
  write_text("b/points.json", "[]");
  for (size_t k = 0; k < sizeof others / sizeof *others; k++) {
    expect_run(1, "b", others[k]);
    expect_said("would replace the input");
  }
  after = content("b/ball.obj");
  assert_string_equal(before, after);
  free(after);
  free(before);
  expect_run(0, "b", "run ball.json --steps 2 -o ball.pc2 --overwrite-input");
}

static void foreign_folders_are_left_alone(void **state)
{
  (void)state;
  assert_int_equal(mkdir("b/x.glb.part", 0777), 0);
  write_text("b/x.glb.part/diary.txt", "dear diary");
  expect_run(1, "b", "run ../scene.json --steps 2 -o x.glb");
  expect_said("was not made by pliant");
  assert_int_equal(symlink("../a", "b/y.glb.part"), 0);
  write_text("a/diary.txt", "dear diary");
  expect_run(1, "b", "run ../scene.json --steps 2 -o y.glb");
  assert_int_equal(entries("b/x.glb.part"), 1);
  assert_int_equal(entries("a"), 1);
}

static void links_and_devices_stay(void **state)
{
  (void)state;
  struct stat about;
  write_text("a/real.csv", "old");
  assert_int_equal(symlink("../a/real.csv", "b/x.csv"), 0);
  expect_run(0, "b", "run ../scene.json --steps 2 --signals x.csv");
  assert_int_equal(lstat("b/x.csv", &about), 0);
  assert_true(S_ISLNK(about.st_mode));
  char *text = content("a/real.csv");
  assert_non_null(strstr(text, "time"));
  free(text);
  assert_int_equal(mkfifo("b/pipe.csv", 0666), 0);
  int reader = open("b/pipe.csv", O_RDONLY | O_NONBLOCK);
  assert_true(reader >= 0);
  expect_run(0, "b", "run ../scene.json --steps 2 --signals pipe.csv --checkpoint c");
  char begin[5] = {0};
  assert_int_equal(read(reader, begin, 4), 4);
  assert_string_equal(begin, "step");
  close(reader);
  assert_int_equal(lstat("b/pipe.csv", &about), 0);
  assert_true(S_ISFIFO(about.st_mode));
}

static void two_runs_do_not_meet(void **state)
{
  (void)state;
  pid_t child =
      start("b", "run ../scene.json --steps 200000 --fps 2 -o x.glb --checkpoint-every 50 --checkpoint c1", 0);
  wait_for("b/c1");
  expect_run(1, "b", "run ../scene.json --steps 2 -o x.glb --checkpoint c2");
  expect_said("is being written by another process");
  kill(child, SIGHUP); /* the window was closed */
  assert_int_equal(ended(child), 130);
  struct stat about;
  assert_int_equal(stat("b/c1", &about), 0);
}

static void lost_output_is_told(void **state)
{
  (void)state;
  const char *const commands[] = {"explain scene.json", "scenes .", "--help", "run --help"};
  for (size_t k = 0; k < sizeof commands / sizeof *commands; k++) {
    char line[512];
    snprintf(line, sizeof line, "%s %s >/dev/full 2>/dev/null", PLIANT_PROGRAM, commands[k]);
    int full = system(line);
    snprintf(line, sizeof line, "%s %s >&- 2>/dev/null", PLIANT_PROGRAM, commands[k]);
    int closed = system(line);
    if (full == 0 || closed == 0) fail_msg("%s: %d on a full disk, %d when closed", commands[k], full, closed);
  }
}

static void pipes_are_not_named_by_scenes(void **state)
{
  (void)state;
  assert_int_equal(mkfifo("b/numbers.txt", 0666), 0);
  write_text("b/secret.txt", "hunter2 is the password\n");
  const char *const names[] = {"numbers.txt", "/dev/zero", "secret.txt"};
  const char *const said[] = {"pipe or a device", "pipe or a device", "is it the right file"};
  for (int k = 0; k < 3; k++) {
    char text[512];
    snprintf(
        text, sizeof text,
        "{ \"pliant\": 1, \"bodies\": [ { \"mesh\": { \"lattice\": { \"counts\": [2, 2, 2] } }, \"masses\": \"%s\","
        " \"model\": { \"graph\": {} } } ] }",
        names[k]);
    write_text("b/scene.json", text);
    expect_run(1, "b", "run scene.json --steps 1");
    expect_said(said[k]);
    char *err = content("err.txt");
    assert_null(strstr(err, "hunter2"));
    free(err);
  }
}

/* A scene may come through a pipe. While nobody writes to it, one signal ends what waits: nothing is to be saved. */
static void waiting_for_a_pipe_is_ended(void **state)
{
  (void)state;
  assert_int_equal(mkfifo("b/scene.json", 0666), 0);
  const char *const commands[] = {"run b/scene.json", "render b/scene.json -o b/x.png", "check b/scene.json",
                                  "subspace modes b/scene.json -o b/x.plb"};
  for (size_t k = 0; k < sizeof commands / sizeof *commands; k++) {
    char line[512];
    snprintf(line, sizeof line, "exec timeout -k 5 1 %s %s 2>/dev/null >&2", PLIANT_PROGRAM, commands[k]);
    int status = system(line);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 124) fail_msg("%s: status %x; -9 was needed", commands[k], status);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup(inputs_are_not_written_over, setup),
      cmocka_unit_test_setup(foreign_folders_are_left_alone, setup),
      cmocka_unit_test_setup(links_and_devices_stay, setup),
      cmocka_unit_test_setup(two_runs_do_not_meet, setup),
      cmocka_unit_test_setup(lost_output_is_told, setup),
      cmocka_unit_test_setup(pipes_are_not_named_by_scenes, setup),
      cmocka_unit_test_setup(waiting_for_a_pipe_is_ended, setup),
  };
  return cmocka_run_group_tests(tests, group_setup, group_teardown);
}
