/* SPDX-License-Identifier: MIT
   `pliant run` in an empty folder with a small scene: how it is started, and what it left. */
#pragma once

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

#include "pliant/world.h"
#include "testing.h"

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

static inline void clear(const char *path)
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
static inline int setup(void **state)
{
  (void)state;
  clear(folder);
  if (chdir(folder) != 0) return -1;
  write_text("scene.json", scene_text);
  write_text("diverging.json", diverging_text);
  return mkdir("a", 0777) || mkdir("b", 0777);
}

static inline int group_setup(void **state)
{
  (void)state;
  return mkdtemp(folder) ? 0 : -1;
}

static inline int group_teardown(void **state)
{
  (void)state;
  clear(folder);
  return chdir("/") || rmdir(folder);
}

static inline size_t entries(const char *path)
{
  DIR *listing = opendir(path);
  size_t count = 0;
  if (!listing) return 0;
  for (struct dirent *item = readdir(listing); item; item = readdir(listing)) count += item->d_name[0] != '.';
  closedir(listing);
  return count;
}

/* Starts the program in a folder with words separated by spaces; out.txt and err.txt get what it says. */
static inline pid_t start(const char *where, const char *command, rlim_t largest_file)
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

static inline int ended(pid_t child)
{
  int status = 0;
  assert_int_equal(waitpid(child, &status, 0), child);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

static inline int run_in(const char *where, const char *command) { return ended(start(where, command, 0)); }

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

static inline void expect_run(int code, const char *where, const char *command)
{
  int got = run_in(where, command);
  if (got == code) return;
  char *err = content("err.txt");
  fail_msg("pliant %s: exit %d, expected %d: %s", command, got, code, err);
}

static inline void expect_said(const char *text)
{
  char *err = content("err.txt");
  if (!strstr(err, text)) fail_msg("'%s' is not in '%s'", text, err);
  free(err);
}

static inline void expect_same(const char *a, const char *b)
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
static inline void expect_same_signals(const char *a, const char *b)
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

/* Waits until the program has written its checkpoint, at most a minute. */
static inline void wait_for(const char *path)
{
  for (int i = 0; i < 60000 && access(path, F_OK) != 0; i++) nanosleep(&(struct timespec){0, 1000000}, NULL);
  assert_int_equal(access(path, F_OK), 0);
}
