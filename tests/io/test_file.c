/* SPDX-License-Identifier: MIT */
#include "file.h"

#include <dirent.h>
#include <locale.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "testing.h"

static char folder[] = "/tmp/pliant-file-XXXXXX";
static char path[64];

static int make_folder(void **state)
{
  (void)state;
  if (!mkdtemp(folder)) return -1;
  snprintf(path, sizeof path, "%s/out.txt", folder);
  return 0;
}

static int remove_folder(void **state)
{
  (void)state;
  unlink(path);
  return rmdir(folder);
}

static int files_in_folder(void)
{
  DIR *directory = opendir(folder);
  assert_non_null(directory);
  int count = 0;
  for (struct dirent *entry = readdir(directory); entry; entry = readdir(directory)) count += entry->d_name[0] != '.';
  closedir(directory);
  return count;
}

static void expect_content(const char *expected)
{
  char *data = NULL;
  size_t size = 0;
  assert_ok(pl_file_read(path, &data, &size));
  assert_int_equal(size, strlen(expected));
  assert_string_equal(data, expected);
  pl_release(data);
}

static void commits_complete_files_only(void **state)
{
  (void)state;
  pl_file *file = NULL;
  assert_ok(pl_file_create(path, &file));
  assert_ok(pl_file_write(file, "count 0\n", 8));
  assert_ok(pl_file_printf(file, "%.3f %s\n", 0.5, "half"));
  assert_ok(pl_file_write_at(file, 6, "1", 1));
  assert_ok(pl_file_printf(file, "end\n"));
  assert_int_equal(access(path, F_OK), -1);
  assert_int_equal(pl_file_size(file), 23);
  assert_ok(pl_file_commit(file));
  expect_content("count 1\n0.500 half\nend\n");

  assert_ok(pl_file_create(path, &file));
  assert_ok(pl_file_write(file, "half", 4));
  pl_file_abandon(file);
  pl_file_abandon(NULL);
  expect_content("count 1\n0.500 half\nend\n");
  assert_int_equal(files_in_folder(), 1);
}

static void numbers_do_not_follow_the_locale(void **state)
{
  (void)state;
  if (!setlocale(LC_NUMERIC, "de_DE.UTF-8")) print_message("SKIPPED half of it: there is no locale de_DE.UTF-8\n");
  pl_file *file = NULL;
  assert_ok(pl_file_create(path, &file));
  assert_ok(pl_file_printf(file, "%g", 1.5));
  assert_ok(pl_file_commit(file));
  setlocale(LC_NUMERIC, "C");
  expect_content("1.5");
}

static void a_full_disk_leaves_the_old_file(void **state)
{
  (void)state;
  pl_file *file = NULL;
  assert_ok(pl_file_create(path, &file));
  assert_ok(pl_file_write(file, "old", 3));
  assert_ok(pl_file_commit(file));

  /* A limit on the size of files fails in the same place as a full disk. */
  signal(SIGXFSZ, SIG_IGN);
  struct rlimit before, limit;
  getrlimit(RLIMIT_FSIZE, &before);
  limit = before;
  limit.rlim_cur = 1 << 16;
  setrlimit(RLIMIT_FSIZE, &limit);
  static const char block[1 << 15];
  assert_ok(pl_file_create(path, &file));
  for (int i = 0; i < 8; i++) pl_file_write(file, block, sizeof block);
  pl_file_printf(file, "more");
  pl_fail(PL_ERROR_ARGUMENT, "another failure in between");
  pl_status status = pl_file_commit(file);
  setrlimit(RLIMIT_FSIZE, &before);
  assert_int_equal(status, PL_ERROR_FILE);
  assert_non_null(strstr(pl_last_error(), "out.txt: writing failed after "));
  assert_non_null(strstr(pl_last_error(), "File too large"));
  expect_content("old");
  assert_int_equal(files_in_folder(), 1);
}

static void a_patch_must_lie_in_what_was_written(void **state)
{
  (void)state;
  pl_file *file = NULL;
  assert_ok(pl_file_create(path, &file));
  assert_ok(pl_file_write(file, "abc", 3));
  assert_int_equal(pl_file_write_at(file, 2, "xy", 2), PL_ERROR_ARGUMENT);
  assert_int_equal(pl_file_write(file, "d", 1), PL_ERROR_ARGUMENT);
  assert_int_equal(pl_file_commit(file), PL_ERROR_ARGUMENT);
  assert_int_equal(files_in_folder(), 1);
}

static void says_why_a_file_cannot_be_had(void **state)
{
  (void)state;
  char *data = NULL, name[128], expected[256];
  size_t size = 0;
  pl_file *file = NULL;

  snprintf(name, sizeof name, "%s/none", folder);
  snprintf(expected, sizeof expected, "%s: there is no such file", name);
  assert_int_equal(pl_file_read(name, &data, &size), PL_ERROR_FILE);
  assert_string_equal(pl_last_error(), expected);

  snprintf(expected, sizeof expected, "%s: is a folder, not a file", folder);
  assert_int_equal(pl_file_read(folder, &data, &size), PL_ERROR_FILE);
  assert_string_equal(pl_last_error(), expected);
  assert_null(data);

  snprintf(expected, sizeof expected, "%s: cannot create it: a folder has that name", folder);
  assert_int_equal(pl_file_create(folder, &file), PL_ERROR_FILE);
  assert_string_equal(pl_last_error(), expected);

  snprintf(name, sizeof name, "%s/none/out", folder);
  snprintf(expected, sizeof expected, "%s: cannot create it: No such file or directory; does the folder exist?", name);
  assert_int_equal(pl_file_create(name, &file), PL_ERROR_FILE);
  assert_string_equal(pl_last_error(), expected);

  /* Sparse: takes no space. */
  assert_int_equal(truncate(path, (off_t)9 << 30), 0);
  assert_int_equal(pl_file_read(path, &data, &size), PL_ERROR_FILE);
  assert_non_null(strstr(pl_last_error(), "is larger than 8 GiB"));
  assert_int_equal(pl_file_read("", &data, &size), PL_ERROR_ARGUMENT);
  assert_int_equal(pl_file_create(NULL, &file), PL_ERROR_ARGUMENT);
}

static void reads_pipes(void **state)
{
  (void)state;
  int ends[2];
  assert_int_equal(pipe(ends), 0);
  assert_int_equal(write(ends[1], "hello", 5), 5);
  close(ends[1]);
  char name[32], *data = NULL;
  size_t size = 0;
  snprintf(name, sizeof name, "/dev/fd/%d", ends[0]);
  assert_ok(pl_file_read(name, &data, &size));
  assert_string_equal(data, "hello");
  pl_release(data);
  close(ends[0]);
}

static void continues_where_it_was_kept(void **state)
{
  (void)state;
  pl_file *file = NULL;
  assert_ok(pl_file_create(path, &file));
  assert_ok(pl_file_write(file, "one two", 7));
  assert_ok(pl_file_keep(file));
  assert_ok(pl_file_write(file, " lost", 5));
  assert_ok(pl_file_suspend(file));
  assert_int_equal(files_in_folder(), 2); /* what earlier tests made, and the kept part */
  assert_int_equal(pl_file_resume(path, 100, &file), PL_ERROR_FILE);
  assert_ok(pl_file_resume(path, 7, &file));
  assert_int_equal(pl_file_size(file), 7);
  assert_ok(pl_file_write(file, " three", 6));
  assert_ok(pl_file_write_at(file, 0, "O", 1));
  assert_ok(pl_file_commit(file));
  expect_content("One two three");
  assert_int_equal(files_in_folder(), 1);
  assert_int_equal(pl_file_resume(path, 7, &file), PL_ERROR_FILE);
  assert_non_null(strstr(pl_last_error(), "cannot be continued"));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(commits_complete_files_only),     cmocka_unit_test(numbers_do_not_follow_the_locale),
      cmocka_unit_test(a_full_disk_leaves_the_old_file), cmocka_unit_test(a_patch_must_lie_in_what_was_written),
      cmocka_unit_test(says_why_a_file_cannot_be_had),   cmocka_unit_test(reads_pipes),
      cmocka_unit_test(continues_where_it_was_kept),
  };
  return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
