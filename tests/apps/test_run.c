/* SPDX-License-Identifier: MIT
   The program itself, from its command line to its files. */
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "testing.h"

#include "pliant/world.h"

static char folder[] = "/tmp/pliant-run-XXXXXX";

/* A small bar falls on a floor. */
static const char scene_text[] =
    "{ \"pliant\": 1,\n"
    "  \"time\": { \"step\": 0.005, \"duration\": 0.5, \"fps\": 20 },\n"
    "  \"bodies\": [ { \"name\": \"bar\",\n"
    "    \"mesh\": { \"lattice\": { \"counts\": [5, 3, 3], \"spacing\": 0.1 }, \"translate\": [0, 0.3, 0] },\n"
    "    \"start\": { \"spin\": [0, 0, 2] }, \"model\": { \"graph\": { \"youngs_modulus\": 20000 } } } ],\n"
    "  \"obstacles\": [ { \"plane\": {} } ] }\n";

/* Faster than numbers go. */
static const char diverging_text[] =
    "{ \"pliant\": 1, \"time\": { \"step\": 0.005, \"duration\": 0.5, \"fps\": 200 }, \"gravity\": { \"keys\": [\n"
    "    { \"time\": 0.05, \"value\": [0, 0, 0] }, { \"time\": 0.1, \"value\": [0, -9e8, 0] } ] },\n"
    "  \"bodies\": [ { \"name\": \"rocket\", \"mesh\": { \"lattice\": { \"counts\": [3, 2, 2] } }, \"model\": { "
    "\"graph\": {} } } ] }\n";

static void write_text(const char *name, const char *text)
{
  FILE *stream = fopen(name, "w");
  assert_non_null(stream);
  fputs(text, stream);
  assert_int_equal(fclose(stream), 0);
}

static void clear(const char *path)
{
  DIR *listing = opendir(path);
  if (!listing) return;
  for (struct dirent *item = readdir(listing); item; item = readdir(listing)) {
    if (strcmp(item->d_name, ".") == 0 || strcmp(item->d_name, "..") == 0) continue;
    char name[1024];
    if (snprintf(name, sizeof name, "%s/%s", path, item->d_name) >= (int)sizeof name) continue;
    struct stat about;
    if (lstat(name, &about) == 0 && S_ISDIR(about.st_mode)) {
      clear(name);
      rmdir(name);
    } else {
      unlink(name);
    }
  }
  closedir(listing);
}

/* Every test starts in an empty folder with the scenes and two more folders. */
static int setup(void **state)
{
  (void)state;
  clear(folder);
  if (chdir(folder) != 0) return -1;
  write_text("scene.json", scene_text);
  write_text("diverging.json", diverging_text);
  return mkdir("a", 0777) || mkdir("b", 0777);
}

static int group_setup(void **state)
{
  (void)state;
  return mkdtemp(folder) ? 0 : -1;
}

static int group_teardown(void **state)
{
  (void)state;
  clear(folder);
  return chdir("/") || rmdir(folder);
}

static size_t entries(const char *path)
{
  DIR *listing = opendir(path);
  size_t count = 0;
  if (!listing) return 0;
  for (struct dirent *item = readdir(listing); item; item = readdir(listing)) count += item->d_name[0] != '.';
  closedir(listing);
  return count;
}

/* Starts the program in a folder with words separated by spaces; out.txt and err.txt get what it says. */
static pid_t start(const char *where, const char *command, rlim_t largest_file)
{
  char words[1024], *argv[64];
  snprintf(words, sizeof words, "pliant %s", command);
  size_t count = 0;
  for (char *word = strtok(words, " "); word && count < 63; word = strtok(NULL, " ")) argv[count++] = word;
  argv[count] = NULL;
  pid_t child = fork();
  assert_true(child >= 0);
  if (child > 0) return child;
  int out = open("out.txt", O_WRONLY | O_CREAT | O_TRUNC, 0666),
      err = open("err.txt", O_WRONLY | O_CREAT | O_TRUNC, 0666);
  if (out < 0 || err < 0 || dup2(out, 1) < 0 || dup2(err, 2) < 0 || chdir(where) != 0) _exit(126);
  if (largest_file) setrlimit(RLIMIT_FSIZE, &(struct rlimit){largest_file, largest_file});
  execv(PLIANT_PROGRAM, argv);
  _exit(127);
}

static int ended(pid_t child)
{
  int status = 0;
  assert_int_equal(waitpid(child, &status, 0), child);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

static int run_in(const char *where, const char *command) { return ended(start(where, command, 0)); }

static char *content(const char *path)
{
  FILE *stream = fopen(path, "rb");
  if (!stream) fail_msg("%s is not there", path);
  fseek(stream, 0, SEEK_END);
  long size = ftell(stream);
  rewind(stream);
  char *text = calloc((size_t)size + 1, 1);
  assert_non_null(text);
  assert_int_equal(fread(text, 1, (size_t)size, stream), size);
  fclose(stream);
  return text;
}

static void expect_run(int code, const char *where, const char *command)
{
  int got = run_in(where, command);
  if (got == code) return;
  char *err = content("err.txt");
  fail_msg("pliant %s: exit %d, expected %d: %s", command, got, code, err);
}

static void expect_said(const char *text)
{
  char *err = content("err.txt");
  if (!strstr(err, text)) fail_msg("'%s' is not in '%s'", text, err);
  free(err);
}

static void expect_same(const char *a, const char *b)
{
  struct stat a_about, b_about;
  if (stat(a, &a_about) != 0 || stat(b, &b_about) != 0) fail_msg("%s or %s is not there", a, b);
  char *a_bytes = content(a), *b_bytes = content(b);
  if (a_about.st_size != b_about.st_size || memcmp(a_bytes, b_bytes, (size_t)a_about.st_size) != 0)
    fail_msg("%s and %s differ", a, b);
  free(a_bytes);
  free(b_bytes);
}

/* Rows of a CSV without the milliseconds, one column per stage and one for finding at the end, which nobody can repeat.
   */
static void expect_same_signals(const char *a, const char *b)
{
  char *a_text = content(a), *b_text = content(b), *a_rest = NULL, *b_rest = NULL;
  char *a_line = strtok_r(a_text, "\n", &a_rest), *b_line = strtok_r(b_text, "\n", &b_rest);
  for (int row = 0; a_line || b_line; row++) {
    if (!a_line || !b_line) fail_msg("%s and %s differ in length at row %d", a, b, row);
    for (int stage = 0; stage < PL_STAGE_COUNT + 1; stage++) {
      *strrchr(a_line, ',') = 0;
      *strrchr(b_line, ',') = 0;
    }
    assert_string_equal(a_line, b_line);
    a_line = strtok_r(NULL, "\n", &a_rest);
    b_line = strtok_r(NULL, "\n", &b_rest);
  }
  free(a_text);
  free(b_text);
}

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

/* Waits until the program has written its checkpoint, at most a minute. */
static void wait_for(const char *path)
{
  for (int i = 0; i < 60000 && access(path, F_OK) != 0; i++) nanosleep(&(struct timespec){0, 1000000}, NULL);
  assert_int_equal(access(path, F_OK), 0);
}

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

/* ---- nothing of the user's is lost ---- */

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

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup(inputs_are_not_written_over, setup),
      cmocka_unit_test_setup(foreign_folders_are_left_alone, setup),
      cmocka_unit_test_setup(links_and_devices_stay, setup),
      cmocka_unit_test_setup(two_runs_do_not_meet, setup),
      cmocka_unit_test_setup(lost_output_is_told, setup),
      cmocka_unit_test_setup(pipes_are_not_named_by_scenes, setup),
      cmocka_unit_test_setup(hashes_do_not_depend_on_threads, setup),
      cmocka_unit_test_setup(tells_changed_angles, setup),
      cmocka_unit_test_setup(writes_everything_asked_for, setup),
      cmocka_unit_test_setup(state_is_exact, setup),
      cmocka_unit_test_setup(mistakes_of_the_command_line, setup),
      cmocka_unit_test_setup(files_that_cannot_be_had, setup),
      cmocka_unit_test_setup(a_full_disk_leaves_nothing, setup),
      cmocka_unit_test_setup(interrupted_runs_continue, setup),
      cmocka_unit_test_setup(stopped_while_drawing, setup),
      cmocka_unit_test_setup(resuming_something_else_is_refused, setup),
      cmocka_unit_test_setup(divergence_keeps_the_frames_before, setup),
  };
  return cmocka_run_group_tests(tests, group_setup, group_teardown);
}
