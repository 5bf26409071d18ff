/* SPDX-License-Identifier: MIT
   The file is taken apart by the letter of the glTF specification and played back. */
#include <jansson.h>

#include "cache_fixture.h"

typedef struct glb {
  char *bytes;
  json_t *json;
  const char *binary;
  size_t binary_size;
} glb;

static uint32_t word(const char *bytes)
{
  uint32_t value;
  memcpy(&value, bytes, 4);
  return value;
}

static glb open_glb(const char *path)
{
  glb g = {0};
  size_t size;
  g.bytes = read_bytes(path, &size);
  assert_memory_equal(g.bytes, "glTF", 4);
  assert_int_equal(word(g.bytes + 4), 2);
  assert_int_equal(word(g.bytes + 8), size);
  uint32_t json_size = word(g.bytes + 12);
  assert_memory_equal(g.bytes + 16, "JSON", 4);
  assert_int_equal(json_size % 4, 0);
  json_error_t error;
  g.json = json_loadb(g.bytes + 20, json_size, JSON_REJECT_DUPLICATES, &error);
  if (!g.json) fail_msg("JSON: %s", error.text);
  const char *chunk = g.bytes + 20 + json_size;
  g.binary_size = word(chunk);
  assert_memory_equal(chunk + 4, "BIN\0", 4);
  g.binary = chunk + 8;
  assert_int_equal(g.binary + g.binary_size - g.bytes, size);
  return g;
}

static void close_glb(glb *g)
{
  json_decref(g->json);
  free(g->bytes);
}

static json_t *item(const glb *g, const char *array, size_t i)
{
  json_t *found = json_array_get(json_object_get(g->json, array), i);
  assert_non_null(found);
  return found;
}

static long whole(const json_t *object, const char *key)
{
  const json_t *value = json_object_get(object, key);
  return value ? (long)json_integer_value(value) : 0;
}

/* Component c of element i of an accessor, normalised if it says so; its raw value must lie within its bounds. */
static double element(const glb *g, long accessor, size_t i, size_t c)
{
  const json_t *a = item(g, "accessors", (size_t)accessor);
  const json_t *view = item(g, "bufferViews", (size_t)whole(a, "bufferView"));
  long type = whole(a, "componentType");
  size_t components = strcmp(json_string_value(json_object_get(a, "type")), "VEC3") == 0 ? 3 : 1;
  size_t size = type == 5120 || type == 5121 ? 1 : type == 5122 ? 2 : 4;
  size_t stride = whole(view, "byteStride") ? (size_t)whole(view, "byteStride") : size * components;
  assert_true(i < (size_t)whole(a, "count"));
  size_t within = i * stride + c * size;
  assert_true(within + size <= (size_t)whole(view, "byteLength"));
  assert_true((size_t)whole(view, "byteOffset") + within + size <= g->binary_size);
  const char *at = g->binary + whole(view, "byteOffset") + within;
  double raw, largest = 1;
  if (type == 5120) {
    raw = *(const signed char *)at;
    largest = 127;
  } else if (type == 5121) {
    raw = *(const unsigned char *)at;
    largest = 255;
  } else if (type == 5122) {
    int16_t value;
    memcpy(&value, at, 2);
    raw = value;
    largest = 32767;
  } else if (type == 5125) {
    raw = word(at);
  } else {
    float value;
    memcpy(&value, at, 4);
    raw = (double)value;
  }
  const json_t *low = json_object_get(a, "min"), *high = json_object_get(a, "max");
  if (low) assert_true(raw >= json_number_value(json_array_get(low, c)) - 1e-9);
  if (high) assert_true(raw <= json_number_value(json_array_get(high, c)) + 1e-9);
  return json_is_true(json_object_get(a, "normalized")) ? fmax(raw / largest, -1) : raw;
}

static double vector_item(const json_t *object, const char *key, size_t c)
{
  return json_number_value(json_array_get(json_object_get(object, key), c));
}

/* Vertex i of a body while target t (-1: none) has weight 1. */
static void vertex_at(const glb *g, size_t body, long t, const char *attribute, size_t i, double out[3])
{
  const json_t *mesh = item(g, "meshes", body);
  const json_t *primitive = json_array_get(json_object_get(mesh, "primitives"), 0);
  long base = whole(json_object_get(primitive, "attributes"), attribute);
  for (size_t c = 0; c < 3; c++) out[c] = element(g, base, i, c);
  if (t < 0) return;
  const json_t *target = json_array_get(json_object_get(primitive, "targets"), (size_t)t);
  for (size_t c = 0; c < 3; c++) out[c] += element(g, whole(target, attribute), i, c);
}

static size_t bar_vertex(size_t i) { return i < BAR_INSIDE ? i : i + 1; }

/* Every frame is where it should be, to half a step of the 16-bit grid (15/65532 of what the body covers) and a little
   for floats. */
static void check_frame(const glb *g, cache_fixture *f, size_t frame, long target)
{
  set_frame(f, frame);
  for (size_t b = 0; b < 2; b++) {
    const json_t *node = item(g, "nodes", b);
    double scale = vector_item(node, "scale", 0);
    size_t count = b == 0 ? BALL_VERTICES : BAR_VERTICES - 1;
    for (size_t i = 0; i < count; i++) {
      double q[3];
      vertex_at(g, b, target, "POSITION", i, q);
      const double *expected = b == 0 ? f->ball_positions + 3 * i : f->bar_positions + 3 * bar_vertex(i);
      for (size_t c = 0; c < 3; c++)
        assert_close(vector_item(node, "translation", c) + scale * q[c], expected[c], scale * (0.51 / 32767));
    }
  }
}

static void plays_every_frame(void **state)
{
  cache_fixture *f = *state;
  enum { FRAMES = 30 };
  write_all(f, in_folder(f, "run.glb"), FRAMES);
  assert_int_equal(count_entries(f->folder), 1);
  glb g = open_glb(in_folder(f, "run.glb"));
  assert_string_equal(json_string_value(json_object_get(item(&g, "nodes", 1), "name")), "long \"bar\"");
  const json_t *animation = item(&g, "animations", 0);
  const json_t *sampler = json_array_get(json_object_get(animation, "samplers"), 0);
  long times = whole(sampler, "input"), weights = whole(sampler, "output");
  assert_int_equal(whole(item(&g, "accessors", (size_t)times), "count"), FRAMES);
  assert_int_equal(whole(item(&g, "accessors", (size_t)weights), "count"), FRAMES * (FRAMES - 1));
  for (size_t i = 0; i < FRAMES; i++) {
    assert_close(element(&g, times, i, 0), (double)i / 60, 1e-7);
    for (size_t t = 1; t < FRAMES; t++)
      assert_true(element(&g, weights, i * (FRAMES - 1) + t - 1, 0) == (i == t ? 1 : 0));
    check_frame(&g, f, i, (long)i - 1);
  }
  close_glb(&g);
}

/* The ball turns by half and more, where differences of normals do not fit in a byte: normals are right all the same.
   */
static void normals_follow(void **state)
{
  cache_fixture *f = *state;
  write_all(f, in_folder(f, "run.glb"), 40);
  glb g = open_glb(in_folder(f, "run.glb"));
  for (long t = -1; t < 39; t++) {
    set_frame(f, (size_t)(t + 1));
    for (size_t i = 0; i < BALL_VERTICES; i++) {
      double n[3], centre[3] = {0, 10 - 4.905 * f->frame.time * f->frame.time, 0};
      vertex_at(&g, 0, t, "NORMAL", i, n);
      /* An octahedron's normals point away from its middle; half a step of a byte in three components. */
      for (size_t c = 0; c < 3; c++) assert_close(n[c], f->ball_positions[3 * i + c] - centre[c], 0.005);
    }
  }
  close_glb(&g);
}

static void triangles_are_the_bodys(void **state)
{
  cache_fixture *f = *state;
  write_all(f, in_folder(f, "run.glb"), 2);
  glb g = open_glb(in_folder(f, "run.glb"));
  const json_t *primitive = json_array_get(json_object_get(item(&g, "meshes", 1), "primitives"), 0);
  long indices = whole(primitive, "indices");
  assert_int_equal(whole(item(&g, "accessors", (size_t)indices), "count"), 3 * BAR_TRIANGLES);
  for (size_t i = 0; i < 3 * BAR_TRIANGLES; i++)
    assert_int_equal(bar_vertex((size_t)element(&g, indices, i, 0)), f->bar_triangles[i]);
  close_glb(&g);
}

static void expect_thinned(cache_fixture *f, const glb *g, size_t stride, size_t last)
{
  size_t targets = (last + stride - 1) / stride;
  const json_t *primitive = json_array_get(json_object_get(item(g, "meshes", 0), "primitives"), 0);
  assert_int_equal(json_array_size(json_object_get(primitive, "targets")), targets);
  const json_t *sampler = json_array_get(json_object_get(item(g, "animations", 0), "samplers"), 0);
  for (size_t k = 0; k <= targets; k++) {
    size_t frame = k == targets ? last : k * stride;
    assert_close(element(g, whole(sampler, "input"), k, 0), (double)frame / 60, 1e-6);
    check_frame(g, f, frame, (long)k - 1);
  }
}

static void long_runs_are_thinned(void **state)
{
  cache_fixture *f = *state;
  pl_sink_options options = pl_default_sink_options();
  options.max_morphs = 10;
  options.frame_count = 48; /* 47 after the first: every 5th, and the last */
  pl_sink *sink = write_frames(f, in_folder(f, "run.glb"), options, 0, 48);
  assert_non_null(strstr(pl_sink_notes(sink), "thinned to one frame in 5 of 48"));
  assert_ok(pl_sink_finish(sink));
  glb g = open_glb(in_folder(f, "run.glb"));
  expect_thinned(f, &g, 5, 47);
  close_glb(&g);
  options.frame_count = 0; /* unknown: thinned at the end, to the same */
  assert_ok(pl_sink_finish(write_frames(f, in_folder(f, "unknown.glb"), options, 0, 48)));
  assert_same_file(in_folder(f, "run.glb"), in_folder(f, "unknown.glb"));
}

static void a_single_frame_has_no_animation(void **state)
{
  cache_fixture *f = *state;
  write_all(f, in_folder(f, "run.glb"), 1);
  glb g = open_glb(in_folder(f, "run.glb"));
  assert_null(json_object_get(g.json, "animations"));
  check_frame(&g, f, 0, -1);
  close_glb(&g);
}

/* Bodies without triangles are drawn by their edges, those without edges as points. */
static void curves_and_points(void **state)
{
  cache_fixture *f = *state;
  f->bodies[0].rest.triangle_count = 0;
  f->bodies[1].rest.triangle_count = 0;
  write_all(f, in_folder(f, "run.glb"), 3);
  glb g = open_glb(in_folder(f, "run.glb"));
  for (size_t b = 0; b < 2; b++) {
    const json_t *primitive = json_array_get(json_object_get(item(&g, "meshes", b), "primitives"), 0);
    assert_int_equal(whole(primitive, "mode"), b);
    assert_null(json_object_get(json_object_get(primitive, "attributes"), "NORMAL"));
    long points = whole(json_object_get(primitive, "attributes"), "POSITION");
    assert_int_equal(whole(item(&g, "accessors", (size_t)points), "count"), b == 0 ? BALL_VERTICES : BAR_VERTICES);
  }
  close_glb(&g);
}

static void resumes_to_the_same_bytes(void **state)
{
  cache_fixture *f = *state;
  write_all(f, in_folder(f, "whole.glb"), 20);
  write_interrupted(f, in_folder(f, "parts.glb"), 20);
  assert_same_file(in_folder(f, "whole.glb"), in_folder(f, "parts.glb"));
  assert_int_equal(count_entries(f->folder), 2);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(plays_every_frame, cache_setup, cache_teardown),
      cmocka_unit_test_setup_teardown(normals_follow, cache_setup, cache_teardown),
      cmocka_unit_test_setup_teardown(triangles_are_the_bodys, cache_setup, cache_teardown),
      cmocka_unit_test_setup_teardown(long_runs_are_thinned, cache_setup, cache_teardown),
      cmocka_unit_test_setup_teardown(a_single_frame_has_no_animation, cache_setup, cache_teardown),
      cmocka_unit_test_setup_teardown(curves_and_points, cache_setup, cache_teardown),
      cmocka_unit_test_setup_teardown(resumes_to_the_same_bytes, cache_setup, cache_teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
