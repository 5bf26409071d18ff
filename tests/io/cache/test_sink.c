/* SPDX-License-Identifier: MIT
   What every format must do: leave nothing behind when it fails, whatever fails. */
#include <signal.h>
#include <sys/resource.h>

#include "cache_fixture.h"
#include "failing.h"

static const char *const names[] = {"run.glb", "run.pc2", "run.pvd", "run.obj", "run.ply"};
enum { FORMATS = sizeof names / sizeof names[0] };

static void only_known_extensions(void **state)
{
  cache_fixture *f = *state;
  pl_sink *sink = NULL;
  assert_int_equal(pl_sink_open(in_folder(f, "run.abc"), NULL, &sink), PL_ERROR_UNSUPPORTED);
  assert_null(sink);
  assert_non_null(strstr(pl_last_error(), "there is no format with the extension '.abc'; there are .glb"));
  assert_int_equal(pl_sink_open(in_folder(f, "run"), NULL, &sink), PL_ERROR_UNSUPPORTED);
  assert_int_equal(pl_sink_open("", NULL, &sink), PL_ERROR_ARGUMENT);
  assert_int_equal(count_entries(f->folder), 0);
  assert_ok(pl_sink_open(in_folder(f, "run.GLB"), NULL, &sink)); /* any case */
  pl_sink_abandon(sink);
}

static void options_are_checked(void **state)
{
  cache_fixture *f = *state;
  pl_sink *sink = NULL;
  pl_sink_options options = {0};
  assert_int_equal(pl_sink_open(in_folder(f, "run.glb"), &options, &sink), PL_ERROR_ARGUMENT);
  options = pl_default_sink_options();
  options.fps = 0;
  assert_int_equal(pl_sink_open(in_folder(f, "run.glb"), &options, &sink), PL_ERROR_ARGUMENT);
}

static void says_where_it_cannot_write(void **state)
{
  cache_fixture *f = *state;
  pl_sink *sink = NULL;
  for (size_t i = 0; i < FORMATS; i++) {
    char path[128];
    snprintf(path, sizeof path, "%s/missing/%s", f->folder, names[i]);
    assert_int_equal(pl_sink_open(path, NULL, &sink), PL_ERROR_FILE);
    assert_non_null(strstr(pl_last_error(), path));
    assert_non_null(strstr(pl_last_error(), "does the folder exist?"));
  }
  mkdir(in_folder(f, "folder.glb"), 0777);
  assert_int_equal(pl_sink_open(in_folder(f, "folder.glb"), NULL, &sink), PL_ERROR_FILE);
  assert_non_null(strstr(pl_last_error(), "a folder has that name"));
}

static void abandoned_leaves_nothing(void **state)
{
  cache_fixture *f = *state;
  for (size_t i = 0; i < FORMATS; i++) {
    pl_sink_abandon(write_frames(f, in_folder(f, names[i]), pl_default_sink_options(), 0, 3));
    assert_int_equal(count_entries(f->folder), 0);
    pl_sink_abandon(write_frames(f, in_folder(f, names[i]), pl_default_sink_options(), 0, 0));
    assert_int_equal(count_entries(f->folder), 0);
    pl_sink *sink = write_frames(f, in_folder(f, names[i]), pl_default_sink_options(), 0, 0);
    assert_int_equal(pl_sink_finish(sink), PL_ERROR_ARGUMENT); /* no frames */
    assert_int_equal(count_entries(f->folder), 0);
  }
  pl_sink_abandon(NULL);
}

/* What a run that was killed left is cleared away by the next. */
static void leftovers_do_not_matter(void **state)
{
  cache_fixture *f = *state;
  for (size_t i = 0; i < FORMATS; i++) {
    pl_sink_options options = pl_default_sink_options();
    options.resumable = true;
    assert_ok(pl_sink_suspend(write_frames(f, in_folder(f, names[i]), options, 0, 3)));
    assert_int_equal(count_entries(f->folder), 1);
    write_all(f, in_folder(f, names[i]), 2);
    char part[64];
    snprintf(part, sizeof part, "%s.part", names[i]);
    assert_int_equal(access(in_folder(f, part), F_OK), -1);
    remove_folder(f->folder);
    mkdir(f->folder, 0777);
  }
}

static void nothing_to_resume(void **state)
{
  cache_fixture *f = *state;
  pl_sink_options options = pl_default_sink_options();
  options.resumable = true;
  options.resume_frames = 5;
  for (size_t i = 0; i < FORMATS; i++) {
    pl_sink *sink = NULL;
    assert_int_equal(pl_sink_open(in_folder(f, names[i]), &options, &sink), PL_ERROR_FILE);
    assert_non_null(strstr(pl_last_error(), "cannot be resumed"));
    options.resume_frames = 0;
    assert_ok(pl_sink_suspend(write_frames(f, in_folder(f, names[i]), options, 0, 3)));
    options.resume_frames = 5; /* more than there are */
    assert_ok(pl_sink_open(in_folder(f, names[i]), &options, &sink));
    assert_int_equal(pl_sink_write(sink, &f->frame), PL_ERROR_FILE);
    pl_sink_abandon(sink);
    assert_int_equal(count_entries(f->folder), 0);
  }
}

/* Interrupted after the last frame: there is nothing more to write, but something to finish. */
static void resumed_without_more_frames(void **state)
{
  cache_fixture *f = *state;
  pl_sink_options options = pl_default_sink_options();
  options.resumable = true;
  write_all(f, in_folder(f, "whole.glb"), 3);
  options.frame_count = 3;
  assert_ok(pl_sink_suspend(write_frames(f, in_folder(f, "parts.glb"), options, 0, 3)));
  options.resume_frames = 3;
  pl_sink *sink = NULL;
  assert_ok(pl_sink_open(in_folder(f, "parts.glb"), &options, &sink));
  assert_ok(pl_sink_start(sink, &f->frame));
  assert_ok(pl_sink_finish(sink));
  assert_same_file(in_folder(f, "whole.glb"), in_folder(f, "parts.glb"));
}

static void topology_must_stay(void **state)
{
  cache_fixture *f = *state;
  for (size_t i = 0; i < FORMATS; i++) {
    pl_sink *sink = write_frames(f, in_folder(f, names[i]), pl_default_sink_options(), 0, 1);
    f->bodies[0].rest.triangle_count--;
    assert_int_equal(pl_sink_write(sink, &f->frame), PL_ERROR_UNSUPPORTED);
    assert_non_null(strstr(pl_last_error(), "body 'ball' changed its topology"));
    f->bodies[0].rest.triangle_count++;
    assert_int_equal(pl_sink_write(sink, &f->frame), PL_ERROR_UNSUPPORTED); /* the first failure sticks */
    assert_int_equal(pl_sink_finish(sink), PL_ERROR_UNSUPPORTED);
    assert_int_equal(count_entries(f->folder), 0);
  }
}

/* The limit stands in for a full disk: writing past it fails in the same way. Both while frames come and at the end. */
static void a_full_disk_leaves_nothing(void **state)
{
  cache_fixture *f = *state;
  signal(SIGXFSZ, SIG_IGN);
  struct rlimit before;
  getrlimit(RLIMIT_FSIZE, &before);
  for (size_t i = 0; i < FORMATS; i++) {
    pl_status status = PL_OK;
    pl_sink *sink = NULL;
    assert_ok(pl_sink_open(in_folder(f, names[i]), NULL, &sink));
    setrlimit(RLIMIT_FSIZE, &(struct rlimit){700, before.rlim_max});
    for (size_t k = 0; k < 20 && status == PL_OK; k++) {
      set_frame(f, k);
      status = pl_sink_write(sink, &f->frame);
    }
    char message[512];
    if (status == PL_OK) {
      status = pl_sink_finish(sink);
      snprintf(message, sizeof message, "%s", pl_last_error());
    } else {
      snprintf(message, sizeof message, "%s", pl_last_error());
      pl_sink_abandon(sink);
    }
    setrlimit(RLIMIT_FSIZE, &before);
    assert_int_equal(status, PL_ERROR_FILE);
    assert_non_null(strstr(message, "writing failed"));
    assert_int_equal(count_entries(f->folder), 0);
  }
}

typedef struct life {
  cache_fixture *fixture;
  const char *path;
} life;

/* Opened, written, finished; on failure nothing is left in the folder. */
static pl_status whole_life(void *context)
{
  life *l = context;
  pl_sink_options options = pl_default_sink_options();
  options.resumable = true;
  pl_sink *sink = NULL;
  pl_status status = pl_sink_open(l->path, &options, &sink);
  for (size_t k = 0; k < 3 && status == PL_OK; k++) {
    set_frame(l->fixture, k);
    status = pl_sink_write(sink, &l->fixture->frame);
  }
  if (status == PL_OK)
    status = pl_sink_finish(sink);
  else
    pl_sink_abandon(sink);
  if (status != PL_OK) assert_int_equal(count_entries(l->fixture->folder), 0);
  return status;
}

static void every_allocation_may_fail(void **state)
{
  cache_fixture *f = *state;
  for (size_t i = 0; i < FORMATS; i++) {
    assert_true(fail_each_allocation(whole_life, &(life){f, in_folder(f, names[i])}) > 10);
    remove_folder(f->folder);
    mkdir(f->folder, 0777);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(only_known_extensions, cache_setup, cache_teardown),
      cmocka_unit_test_setup_teardown(options_are_checked, cache_setup, cache_teardown),
      cmocka_unit_test_setup_teardown(says_where_it_cannot_write, cache_setup, cache_teardown),
      cmocka_unit_test_setup_teardown(abandoned_leaves_nothing, cache_setup, cache_teardown),
      cmocka_unit_test_setup_teardown(leftovers_do_not_matter, cache_setup, cache_teardown),
      cmocka_unit_test_setup_teardown(nothing_to_resume, cache_setup, cache_teardown),
      cmocka_unit_test_setup_teardown(resumed_without_more_frames, cache_setup, cache_teardown),
      cmocka_unit_test_setup_teardown(topology_must_stay, cache_setup, cache_teardown),
      cmocka_unit_test_setup_teardown(a_full_disk_leaves_nothing, cache_setup, cache_teardown),
      cmocka_unit_test_setup_teardown(every_allocation_may_fail, cache_setup, cache_teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
