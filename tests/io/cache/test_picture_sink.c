/* SPDX-License-Identifier: MIT
   Contact sheets and videos. */
#include <png.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>

#include "cache_fixture.h"
#include "failing.h"
#include "picture/sheet.h"
#include "picture/video.h"
#include "pliant/io_picture.h"

static pl_sink_options sheet_options(pl_render_options *picture, int tiles)
{
  *picture = pl_default_render_options();
  picture->quality = PL_QUALITY_DRAFT;
  picture->threads = 1;
  pl_sink_options options = pl_default_sink_options();
  options.picture = picture;
  options.tiles = tiles;
  options.width = 64;
  options.height = 36;
  return options;
}

static png_image read_png(const char *path, uint8_t **pixels)
{
  png_image read = {.version = PNG_IMAGE_VERSION};
  assert_true(png_image_begin_read_from_file(&read, path));
  read.format = PNG_FORMAT_RGB;
  *pixels = malloc(PNG_IMAGE_SIZE(read));
  assert_non_null(*pixels);
  assert_true(png_image_finish_read(&read, NULL, *pixels, 0, NULL));
  return read;
}

/* Each tile is the picture that its frame makes with the camera and the ground of the whole run. */
static void a_sheet_has_its_tiles_in_order(void **state)
{
  cache_fixture *f = *state;
  pl_render_options picture;
  pl_sink_options options = sheet_options(&picture, 4);
  assert_ok(pl_sink_finish(write_frames(f, in_folder(f, "run.png"), options, 0, 10)));
  assert_int_equal(count_entries(f->folder), 1);
  uint8_t *pixels;
  png_image sheet = read_png(in_folder(f, "run.png"), &pixels);
  pl_sheet layout;
  assert_ok(pl_sheet_create(4, 64, 36, "run", &layout));
  assert_int_equal(sheet.width, layout.image.width);
  assert_int_equal(sheet.height, layout.image.height);
  assert_int_equal(layout.columns, 2);

  pl_framing framing = pl_framing_start(64, 36);
  for (size_t i = 0; i < 10; i++) {
    set_frame(f, i);
    assert_ok(pl_framing_add(&framing, &f->frame));
  }
  pl_camera camera = pl_framing_camera(&framing);
  picture.width = 64;
  picture.height = 36;
  static const size_t frames[4] = {0, 3, 6, 9};
  for (int tile = 0; tile < 4; tile++) {
    set_frame(f, frames[tile]);
    pl_image image;
    assert_ok(pl_render_frame(&f->frame, &camera, &picture, &image));
    int left = layout.gap + tile % 2 * (64 + layout.gap),
        top = layout.gap + layout.header + tile / 2 * (36 + layout.gap);
    int different = 0;
    for (int y = 0; y < 20; y++) /* the caption is further down */
      for (int x = 0; x < 3 * 64; x++)
        different += abs(pixels[(top + y) * 3 * (int)sheet.width + 3 * left + x] - image.pixels[y * 3 * 64 + x]) > 3;
    assert_true(different < 30); /* places were rounded to float on the way */
    pl_image_free(&image);
  }
  free(pixels);
  pl_sheet_free(&layout);
}

/* Long runs are thinned while they come; first and last frame stay. */
static void long_runs_stay_small(void **state)
{
  cache_fixture *f = *state;
  pl_render_options picture;
  pl_sink_options options = sheet_options(&picture, 2);
  pl_sink *sink = write_frames(f, in_folder(f, "long.png"), options, 0, 3000);
  struct stat about;
  assert_int_equal(stat(in_folder(f, "long.png.part/film"), &about), 0);
  assert_true(about.st_size < 3000 * 33 * 12 / 8);
  assert_ok(pl_sink_finish(sink));
  uint8_t *pixels;
  png_image sheet = read_png(in_folder(f, "long.png"), &pixels);
  assert_true(sheet.width > 128 || sheet.height > 72);
  free(pixels);
}

/* A caption stays on its tile, however long it is: nothing is written between tiles or on the next one. */
static void a_caption_stays_on_its_tile(void **state)
{
  (void)state;
  pl_sheet s;
  pl_image blank;
  assert_ok(pl_sheet_create(2, 90, 70, NULL, &s));
  assert_ok(pl_image_create(90, 70, &blank));
  memset(blank.pixels, 255, 3 * 90 * 70);
  pl_sheet_place(&s, 1, &blank, "");
  pl_sheet_place(&s, 0, &blank, "0.00 s   volume error below 0.0001 %");
  size_t written = 0;
  for (int y = 0; y < s.image.height; y++)
    for (int x = 0; x < s.image.width; x++) {
      bool dark = s.image.pixels[3 * (y * s.image.width + x)] < 240;
      written += dark;
      if (dark) assert_true(x < s.gap + 90 && y < s.gap + 70);
    }
  assert_true(written > 20);
  pl_image_free(&blank);
  pl_sheet_free(&s);
}

static void an_interrupted_sheet_is_the_same(void **state)
{
  cache_fixture *f = *state;
  mkdir(in_folder(f, "a"), 0777);
  mkdir(in_folder(f, "b"), 0777);
  pl_render_options picture;
  pl_sink_options options = sheet_options(&picture, 3);
  options.resumable = true;
  assert_ok(pl_sink_finish(write_frames(f, in_folder(f, "a/run.png"), options, 0, 12)));
  assert_ok(pl_sink_suspend(write_frames(f, in_folder(f, "b/run.png"), options, 0, 7)));
  options.resume_frames = 5;
  assert_ok(pl_sink_finish(write_frames(f, in_folder(f, "b/run.png"), options, 5, 12)));
  assert_same_file(in_folder(f, "a/run.png"), in_folder(f, "b/run.png"));
}

static bool count_calls(double done, void *user)
{
  int *calls = user;
  assert_true(done > 0 && done <= 1);
  return ++*calls < 3;
}

static void drawing_can_be_stopped(void **state)
{
  cache_fixture *f = *state;
  pl_render_options picture;
  pl_sink_options options = sheet_options(&picture, 6);
  int calls = 0;
  picture.progress = count_calls;
  picture.progress_user = &calls;
  pl_sink *sink = write_frames(f, in_folder(f, "run.png"), options, 0, 10);
  assert_int_equal(pl_sink_finish(sink), PL_ERROR_INTERRUPTED);
  assert_int_equal(calls, 3);
  assert_int_equal(count_entries(f->folder), 0);
}

static bool have(const char *program)
{
  char command[64];
  snprintf(command, sizeof command, "%s -version >/dev/null 2>&1", program);
  return system(command) == 0;
}

static void a_video_has_its_frames(void **state)
{
  cache_fixture *f = *state;
  if (!have("ffmpeg") || !have("ffprobe")) {
    print_message("ffmpeg or ffprobe is not installed: VIDEOS ARE NOT TESTED\n");
    skip();
  }
  pl_render_options picture;
  pl_sink_options options = sheet_options(&picture, 0);
  options.height = 35; /* made even */
  pl_sink *sink = write_frames(f, in_folder(f, "run.mp4"), options, 0, 20);
  assert_non_null(strstr(pl_sink_notes(sink), "every 2nd frame, 30 per second"));
  assert_ok(pl_sink_finish(sink));
  assert_int_equal(count_entries(f->folder), 1);
  char command[256], answer[128] = "";
  snprintf(command, sizeof command,
           "ffprobe -v error -count_frames -show_entries stream=codec_name,width,height,pix_fmt,r_frame_rate,"
           "nb_read_frames -of csv=p=0 %s",
           in_folder(f, "run.mp4"));
  FILE *probe = popen(command, "r");
  assert_non_null(probe);
  assert_non_null(fgets(answer, sizeof answer, probe));
  pclose(probe);
  assert_string_equal(answer, "h264,64,36,yuv420p,30/1,10\n");
}

static void says_that_ffmpeg_is_missing(void **state)
{
  cache_fixture *f = *state;
  char *path = strdup(getenv("PATH") ? getenv("PATH") : "");
  setenv("PATH", "/nowhere::/etc", 1);
  pl_sink *sink = NULL;
  assert_ok(pl_sink_open(in_folder(f, "run.mp4"), NULL, &sink));
  assert_int_equal(pl_sink_write(sink, &f->frame), PL_ERROR_UNSUPPORTED);
  assert_non_null(strstr(pl_last_error(), "install the package 'ffmpeg'"));
  pl_sink_abandon(sink);
  pl_video *video = NULL;
  assert_int_equal(pl_video_open(in_folder(f, "a"), in_folder(f, "b"), 16, 16, 30, &video), PL_ERROR_UNSUPPORTED);
  setenv("PATH", path, 1);
  free(path);
  remove(in_folder(f, "b"));
  assert_int_equal(count_entries(f->folder), 0);
}

/* A program that is called ffmpeg and fails: its words come through, and writing to it does not kill us. */
static void says_what_ffmpeg_said(void **state)
{
  cache_fixture *f = *state;
  FILE *script = fopen(in_folder(f, "ffmpeg"), "w");
  assert_non_null(script);
  fputs("#!/bin/sh\necho 'the tape is torn' >&2\nexit 3\n", script);
  fclose(script);
  chmod(in_folder(f, "ffmpeg"), 0755);
  char *path = strdup(getenv("PATH") ? getenv("PATH") : ""), both[512];
  snprintf(both, sizeof both, "%s:%s", f->folder, path);
  setenv("PATH", both, 1);
  pl_render_options picture;
  pl_sink *sink = write_frames(f, in_folder(f, "run.mp4"), sheet_options(&picture, 0), 0, 60);
  assert_int_equal(pl_sink_finish(sink), PL_ERROR_FILE);
  assert_non_null(strstr(pl_last_error(), "ffmpeg failed: the tape is torn"));
  setenv("PATH", path, 1);
  free(path);
  assert_int_equal(count_entries(f->folder), 1);
}

/* The limit stands in for a full disk. */
static void a_full_disk_leaves_nothing(void **state)
{
  cache_fixture *f = *state;
  signal(SIGXFSZ, SIG_IGN);
  struct rlimit before;
  getrlimit(RLIMIT_FSIZE, &before);
  static const rlim_t limits[2] = {700, 6000}; /* in the film, in the picture */
  for (int i = 0; i < 2; i++) {
    pl_render_options picture;
    pl_sink_options options = sheet_options(&picture, 3);
    options.width = 96;
    options.height = 72;
    pl_sink *sink = NULL;
    assert_ok(pl_sink_open(in_folder(f, "run.png"), &options, &sink));
    setrlimit(RLIMIT_FSIZE, &(struct rlimit){limits[i], before.rlim_max});
    pl_status status = PL_OK;
    for (size_t k = 0; k < 4 && status == PL_OK; k++) {
      set_frame(f, k);
      status = pl_sink_write(sink, &f->frame);
    }
    assert_int_equal(status == PL_OK, i == 1);
    if (status == PL_OK)
      status = pl_sink_finish(sink);
    else
      pl_sink_abandon(sink);
    setrlimit(RLIMIT_FSIZE, &before);
    assert_int_equal(status, PL_ERROR_FILE);
    assert_non_null(strstr(pl_last_error(), "writing failed"));
    assert_int_equal(count_entries(f->folder), 0);
  }
}

static pl_status whole_life(void *context)
{
  cache_fixture *f = context;
  pl_render_options picture;
  pl_sink_options options = sheet_options(&picture, 2);
  options.width = options.height = 16;
  picture.color = "velocity";
  pl_sink *sink = NULL;
  pl_status status = pl_sink_open(in_folder(f, "run.png"), &options, &sink);
  for (size_t k = 0; k < 3 && status == PL_OK; k++) {
    set_frame(f, k);
    status = pl_sink_write(sink, &f->frame);
  }
  if (status == PL_OK)
    status = pl_sink_finish(sink);
  else
    pl_sink_abandon(sink);
  if (status != PL_OK) assert_int_equal(count_entries(f->folder), 0);
  return status;
}

static void every_allocation_may_fail(void **state)
{
  cache_fixture *f = *state;
  assert_true(fail_each_allocation(whole_life, f) > 40);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(a_sheet_has_its_tiles_in_order, cache_setup, cache_teardown),
      cmocka_unit_test_setup_teardown(long_runs_stay_small, cache_setup, cache_teardown),
      cmocka_unit_test(a_caption_stays_on_its_tile),
      cmocka_unit_test_setup_teardown(an_interrupted_sheet_is_the_same, cache_setup, cache_teardown),
      cmocka_unit_test_setup_teardown(drawing_can_be_stopped, cache_setup, cache_teardown),
      cmocka_unit_test_setup_teardown(a_video_has_its_frames, cache_setup, cache_teardown),
      cmocka_unit_test_setup_teardown(says_that_ffmpeg_is_missing, cache_setup, cache_teardown),
      cmocka_unit_test_setup_teardown(says_what_ffmpeg_said, cache_setup, cache_teardown),
      cmocka_unit_test_setup_teardown(a_full_disk_leaves_nothing, cache_setup, cache_teardown),
      cmocka_unit_test_setup_teardown(every_allocation_may_fail, cache_setup, cache_teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
