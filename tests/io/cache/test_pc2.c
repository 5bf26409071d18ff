/* SPDX-License-Identifier: MIT */
#include "cache_fixture.h"

typedef struct pc2_header {
  char magic[12];
  int32_t version, points;
  float start, rate;
  int32_t samples;
} pc2_header;

/* The i-th vertex of the bar that a triangle uses. */
static size_t bar_vertex(size_t i) { return i < BAR_INSIDE ? i : i + 1; }

static void check_header(const char *bytes, size_t size, int points, int samples)
{
  pc2_header header;
  assert_int_equal(sizeof header, 32);
  assert_true(size >= sizeof header);
  memcpy(&header, bytes, sizeof header);
  assert_memory_equal(header.magic, "POINTCACHE2\0", 12);
  assert_int_equal(header.version, 1);
  assert_int_equal(header.points, points);
  assert_true(header.start == 0 && header.rate == 1);
  assert_int_equal(header.samples, samples);
  assert_int_equal(size, 32 + 12 * points * samples);
}

static void holds_every_frame(void **state)
{
  cache_fixture *f = *state;
  enum { FRAMES = 7 };
  write_all(f, in_folder(f, "run.pc2"), FRAMES);
  size_t size;
  char *bytes = read_bytes(in_folder(f, "run_long__bar_.pc2"), &size);
  check_header(bytes, size, BAR_VERTICES - 1, FRAMES);
  const char *at = bytes + 32;
  for (size_t i = 0; i < FRAMES; i++) {
    set_frame(f, i);
    for (size_t v = 0; v < BAR_VERTICES - 1; v++)
      for (size_t c = 0; c < 3; c++, at += 4) {
        float value;
        memcpy(&value, at, 4);
        assert_true(value == (float)f->bar_positions[3 * bar_vertex(v) + c]);
      }
  }
  free(bytes);
  bytes = read_bytes(in_folder(f, "run_ball.pc2"), &size);
  check_header(bytes, size, BALL_VERTICES, FRAMES);
  free(bytes);
  assert_int_equal(count_entries(f->folder), 5); /* two caches, two meshes, the script */
}

/* The mesh has the cache's vertices in its order, and triangles that mean the same as ours. */
static void mesh_goes_with_it(void **state)
{
  cache_fixture *f = *state;
  write_all(f, in_folder(f, "run.pc2"), 2);
  FILE *stream = fopen(in_folder(f, "run_long__bar_.obj"), "r");
  assert_non_null(stream);
  char line[256];
  size_t vertices = 0, triangles = 0;
  while (fgets(line, sizeof line, stream)) {
    double p[3];
    unsigned corner[3];
    if (sscanf(line, "v %lf %lf %lf", &p[0], &p[1], &p[2]) == 3) {
      /* 9 digits: what a float can tell apart */
      for (size_t c = 0; c < 3; c++) assert_close(p[c], f->bar_rest[3 * bar_vertex(vertices) + c], 1e-9);
      vertices++;
    } else if (sscanf(line, "f %u %u %u", &corner[0], &corner[1], &corner[2]) == 3) {
      for (size_t c = 0; c < 3; c++) assert_int_equal(bar_vertex(corner[c] - 1), f->bar_triangles[3 * triangles + c]);
      triangles++;
    }
  }
  fclose(stream);
  assert_int_equal(vertices, BAR_VERTICES - 1);
  assert_int_equal(triangles, BAR_TRIANGLES);
}

static void script_names_all(void **state)
{
  cache_fixture *f = *state;
  pl_sink_options options = pl_default_sink_options();
  options.fps = 24;
  pl_sink *sink = write_frames(f, in_folder(f, "run.pc2"), options, 0, 3);
  assert_string_equal(pl_sink_notes(sink), "1 vertices inside, used by no triangle, are left out of OBJ and PC2");
  assert_int_equal(pl_sink_file_count(sink), 5);
  assert_ok(pl_sink_finish(sink));
  size_t size;
  char *script = read_bytes(in_folder(f, "run_in_blender.py"), &size);
  assert_non_null(strstr(script, "FPS = 24\nFRAMES = 3\n"));
  assert_non_null(strstr(script, "(\"ball\", \"run_ball.obj\", \"run_ball.pc2\", ("));
  assert_non_null(strstr(script, "(\"long \\\"bar\\\"\", \"run_long__bar_.obj\", \"run_long__bar_.pc2\", ("));
  free(script);
}

static void one_body_has_the_target_name(void **state)
{
  cache_fixture *f = *state;
  f->frame.body_count = 1;
  write_all(f, in_folder(f, "one.pc2"), 1);
  size_t size;
  char *bytes = read_bytes(in_folder(f, "one.pc2"), &size);
  check_header(bytes, size, BALL_VERTICES, 1);
  free(bytes);
}

static void equal_names_get_files_of_their_own(void **state)
{
  cache_fixture *f = *state;
  f->bodies[1].name = "ball";
  write_all(f, in_folder(f, "run.pc2"), 1);
  size_t size;
  char *bytes = read_bytes(in_folder(f, "run_ball.pc2"), &size);
  check_header(bytes, size, BALL_VERTICES, 1);
  free(bytes);
  bytes = read_bytes(in_folder(f, "run_ball-1.pc2"), &size);
  check_header(bytes, size, BAR_VERTICES - 1, 1);
  free(bytes);
}

static void resumes_to_the_same_bytes(void **state)
{
  cache_fixture *f = *state;
  static const char *const names[] = {"run_ball.pc2", "run_ball.obj", "run_long__bar_.pc2", "run_long__bar_.obj",
                                      "run_in_blender.py"};
  mkdir(in_folder(f, "whole"), 0777);
  mkdir(in_folder(f, "parts"), 0777);
  write_all(f, in_folder(f, "whole/run.pc2"), 10);
  write_interrupted(f, in_folder(f, "parts/run.pc2"), 10);
  for (size_t i = 0; i < 5; i++) {
    char a[64], b[64];
    snprintf(a, sizeof a, "whole/%s", names[i]);
    snprintf(b, sizeof b, "parts/%s", names[i]);
    assert_same_file(in_folder(f, a), in_folder(f, b));
  }
  assert_int_equal(count_entries(in_folder(f, "parts")), 5);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(holds_every_frame, cache_setup, cache_teardown),
      cmocka_unit_test_setup_teardown(mesh_goes_with_it, cache_setup, cache_teardown),
      cmocka_unit_test_setup_teardown(script_names_all, cache_setup, cache_teardown),
      cmocka_unit_test_setup_teardown(one_body_has_the_target_name, cache_setup, cache_teardown),
      cmocka_unit_test_setup_teardown(equal_names_get_files_of_their_own, cache_setup, cache_teardown),
      cmocka_unit_test_setup_teardown(resumes_to_the_same_bytes, cache_setup, cache_teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
