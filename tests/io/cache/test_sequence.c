/* SPDX-License-Identifier: MIT */
#include "cache_fixture.h"

enum { ALL_VERTICES = BALL_VERTICES + BAR_VERTICES, ALL_TRIANGLES = BALL_TRIANGLES + BAR_TRIANGLES };

static const double *position(const cache_fixture *f, size_t v)
{
  return v < BALL_VERTICES ? f->ball_positions + 3 * v : f->bar_positions + 3 * (v - BALL_VERTICES);
}

/* Corner c of the triangles of both bodies, counted through. */
static uint32_t corner(const cache_fixture *f, size_t c)
{
  return c < 3 * BALL_TRIANGLES ? ball_triangles[c] : BALL_VERTICES + f->bar_triangles[c - 3 * BALL_TRIANGLES];
}

static void obj_holds_all_bodies(void **state)
{
  cache_fixture *f = *state;
  write_all(f, in_folder(f, "run.obj"), 4);
  assert_int_equal(count_entries(f->folder), 4);
  set_frame(f, 3);
  FILE *stream = fopen(in_folder(f, "run_0003.obj"), "r");
  assert_non_null(stream);
  char line[256];
  size_t vertices = 0, corners = 0, objects = 0;
  while (fgets(line, sizeof line, stream)) {
    double p[3];
    unsigned v[3];
    objects += line[0] == 'o';
    if (sscanf(line, "v %lf %lf %lf", &p[0], &p[1], &p[2]) == 3) {
      assert_true(vertices < ALL_VERTICES);
      for (size_t c = 0; c < 3; c++) assert_true((float)p[c] == (float)position(f, vertices)[c]);
      vertices++;
    } else if (sscanf(line, "f %u %u %u", &v[0], &v[1], &v[2]) == 3) {
      for (size_t c = 0; c < 3; c++) assert_int_equal(v[c] - 1, corner(f, corners++));
    }
    assert_true(line[0] != 'l');
  }
  fclose(stream);
  assert_int_equal(objects, 2);
  assert_int_equal(vertices, ALL_VERTICES);
  assert_int_equal(corners, 3 * ALL_TRIANGLES);
}

static void ply_holds_all_bodies(void **state)
{
  cache_fixture *f = *state;
  write_all(f, in_folder(f, "run.ply"), 2);
  set_frame(f, 1);
  size_t size;
  char *bytes = read_bytes(in_folder(f, "run_0001.ply"), &size);
  assert_memory_equal(bytes, "ply\nformat binary_little_endian 1.0\n", 36);
  assert_non_null(strstr(bytes, "element vertex 33\n"));
  assert_non_null(strstr(bytes, "element face 56\n"));
  assert_null(strstr(bytes, "element edge"));
  const char *at = strstr(bytes, "end_header\n") + 11;
  assert_int_equal(size, (size_t)(at - bytes) + 28 * ALL_VERTICES + 13 * ALL_TRIANGLES);
  for (size_t v = 0; v < ALL_VERTICES; v++, at += 28) {
    float values[6];
    int32_t body;
    memcpy(values, at, 24);
    memcpy(&body, at + 24, 4);
    for (size_t c = 0; c < 3; c++) assert_true(values[c] == (float)position(f, v)[c]);
    assert_true(values[4] == (float)(v < BALL_VERTICES ? f->ball_velocities[3 * v + 1]
                                                       : f->bar_velocities[3 * (v - BALL_VERTICES) + 1]));
    assert_int_equal(body, v >= BALL_VERTICES);
  }
  for (size_t t = 0; t < ALL_TRIANGLES; t++, at += 13) {
    uint32_t corners[3];
    assert_int_equal(at[0], 3);
    memcpy(corners, at + 1, 12);
    for (size_t c = 0; c < 3; c++) assert_int_equal(corners[c], corner(f, 3 * t + c));
  }
  free(bytes);
}

static void curves_have_edges(void **state)
{
  cache_fixture *f = *state;
  f->bodies[1].rest.triangle_count = 0;
  write_all(f, in_folder(f, "run.ply"), 1);
  write_all(f, in_folder(f, "run.obj"), 1);
  size_t size;
  char *bytes = read_bytes(in_folder(f, "run_0000.ply"), &size);
  assert_non_null(strstr(bytes, "element edge 54\nproperty int vertex1\nproperty int vertex2\nend_header\n"));
  uint32_t last[2];
  memcpy(last, bytes + size - 8, 8);
  assert_int_equal(last[0], BALL_VERTICES + f->bar_edges[2 * BAR_EDGES - 2]);
  assert_int_equal(last[1], BALL_VERTICES + f->bar_edges[2 * BAR_EDGES - 1]);
  free(bytes);
  bytes = read_bytes(in_folder(f, "run_0000.obj"), &size);
  char line[64];
  snprintf(line, sizeof line, "\nl %u %u\n", 1 + BALL_VERTICES + f->bar_edges[0], 1 + BALL_VERTICES + f->bar_edges[1]);
  assert_non_null(strstr(bytes, line));
  free(bytes);
}

static void numbers_have_room(void **state)
{
  cache_fixture *f = *state;
  pl_sink_options options = pl_default_sink_options();
  options.frame_count = 10001;
  assert_ok(pl_sink_finish(write_frames(f, in_folder(f, "run.obj"), options, 0, 2)));
  assert_int_equal(access(in_folder(f, "run_00001.obj"), F_OK), 0);
}

static void resumes_to_the_same_files(void **state)
{
  cache_fixture *f = *state;
  static const char *const extensions[] = {"obj", "ply"};
  for (int e = 0; e < 2; e++) {
    char a[64], b[64];
    snprintf(a, sizeof a, "whole.%s", extensions[e]);
    snprintf(b, sizeof b, "parts.%s", extensions[e]);
    write_all(f, in_folder(f, a), 8);
    write_interrupted(f, in_folder(f, b), 8);
    for (int i = 0; i < 8; i++) {
      snprintf(a, sizeof a, "whole_%04d.%s", i, extensions[e]);
      snprintf(b, sizeof b, "parts_%04d.%s", i, extensions[e]);
      assert_same_file(in_folder(f, a), in_folder(f, b));
    }
  }
  assert_int_equal(count_entries(f->folder), 4 * 8);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(obj_holds_all_bodies, cache_setup, cache_teardown),
      cmocka_unit_test_setup_teardown(ply_holds_all_bodies, cache_setup, cache_teardown),
      cmocka_unit_test_setup_teardown(curves_have_edges, cache_setup, cache_teardown),
      cmocka_unit_test_setup_teardown(numbers_have_room, cache_setup, cache_teardown),
      cmocka_unit_test_setup_teardown(resumes_to_the_same_files, cache_setup, cache_teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
