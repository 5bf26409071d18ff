/* SPDX-License-Identifier: MIT */
#include "cache_fixture.h"

/* Bytes of the array with that name, after its 64-bit length; *size is that length. */
static const char *array_of(const char *bytes, const char *name, const char *type, int components, size_t *size)
{
  char head[128];
  snprintf(head, sizeof head,
           "<DataArray type=\"%s\" Name=\"%s\" NumberOfComponents=\"%d\" format=\"appended\" offset=\"", type, name,
           components);
  const char *at = strstr(bytes, head);
  if (!at) fail_msg("no array %s", head);
  unsigned long offset = strtoul(at + strlen(head), NULL, 10);
  const char *data = strstr(bytes, "<AppendedData encoding=\"raw\">\n_");
  assert_non_null(data);
  data = strchr(data, '_') + 1 + offset;
  uint64_t length;
  memcpy(&length, data, 8);
  *size = (size_t)length;
  return data + 8;
}

static void expect_floats(const char *bytes, const char *name, int components, const double *values, size_t count)
{
  size_t size;
  const char *at = array_of(bytes, name, "Float32", components, &size);
  assert_int_equal(size, 4 * count);
  for (size_t i = 0; i < count; i++) {
    float value;
    memcpy(&value, at + 4 * i, 4);
    assert_true(value == (float)values[i]);
  }
}

static int32_t integer_at(const char *at, size_t i)
{
  int32_t value;
  memcpy(&value, at + 4 * i, 4);
  return value;
}

static void surfaces_are_poly_data(void **state)
{
  cache_fixture *f = *state;
  write_all(f, in_folder(f, "run.pvd"), 3);
  size_t size;
  char *bytes = read_bytes(in_folder(f, "run/run_0_ball_0002.vtp"), &size);
  set_frame(f, 2);
  assert_non_null(strstr(bytes, "<VTKFile type=\"PolyData\" version=\"1.0\" byte_order=\"LittleEndian\" "
                                "header_type=\"UInt64\">"));
  assert_non_null(strstr(bytes, "NumberOfPoints=\"6\" NumberOfVerts=\"0\" NumberOfLines=\"0\" NumberOfStrips=\"0\" "
                                "NumberOfPolys=\"8\""));
  expect_floats(bytes, "Points", 3, f->ball_positions, 3 * BALL_VERTICES);
  expect_floats(bytes, "velocity", 3, f->ball_velocities, 3 * BALL_VERTICES);
  const char *corners = array_of(bytes, "connectivity", "Int32", 1, &size);
  assert_int_equal(size, sizeof ball_triangles);
  assert_memory_equal(corners, ball_triangles, size);
  const char *ends = array_of(bytes, "offsets", "Int32", 1, &size);
  for (size_t i = 0; i < BALL_TRIANGLES; i++) assert_int_equal(integer_at(ends, i), 3 * (i + 1));
  free(bytes);
}

static void lattices_are_unstructured(void **state)
{
  cache_fixture *f = *state;
  write_all(f, in_folder(f, "run.pvd"), 3);
  size_t size;
  char *bytes = read_bytes(in_folder(f, "run/run_1_long__bar__0001.vtu"), &size);
  set_frame(f, 1);
  expect_floats(bytes, "Points", 3, f->bar_positions, 3 * BAR_VERTICES);
  expect_floats(bytes, "heat", 1, f->heat, BAR_VERTICES);
  const char *types = array_of(bytes, "types", "UInt8", 1, &size);
  assert_int_equal(size, BAR_TRIANGLES + BAR_EDGES);
  for (size_t i = 0; i < size; i++) assert_int_equal(types[i], i < BAR_TRIANGLES ? 5 : 3);
  const char *corners = array_of(bytes, "connectivity", "Int32", 1, &size);
  assert_memory_equal(corners, f->bar_triangles, sizeof f->bar_triangles);
  assert_memory_equal(corners + sizeof f->bar_triangles, f->bar_edges, sizeof f->bar_edges);
  free(bytes);
}

static void loose_vertices_are_cells(void **state)
{
  cache_fixture *f = *state;
  f->bodies[1].rest.edge_count = 0;
  write_all(f, in_folder(f, "run.pvd"), 1);
  size_t size;
  char *bytes = read_bytes(in_folder(f, "run/run_1_long__bar__0000.vtu"), &size);
  const char *types = array_of(bytes, "types", "UInt8", 1, &size);
  assert_int_equal(size, BAR_TRIANGLES + 1);
  assert_int_equal(types[BAR_TRIANGLES], 1);
  const char *corners = array_of(bytes, "connectivity", "Int32", 1, &size);
  assert_int_equal(integer_at(corners, 3 * BAR_TRIANGLES), BAR_INSIDE);
  free(bytes);
}

static void the_list_has_times_and_files(void **state)
{
  cache_fixture *f = *state;
  f->bodies[1].name = "a<b>&\"c\"";
  write_all(f, in_folder(f, "run.pvd"), 2);
  size_t size;
  char *list = read_bytes(in_folder(f, "run.pvd"), &size);
  assert_non_null(strstr(list, "<DataSet timestep=\"0\" part=\"0\" name=\"ball\" file=\"run/run_0_ball_0000.vtp\"/>"));
  assert_non_null(strstr(list,
                         "<DataSet timestep=\"0.016666666666666666\" part=\"1\" name=\"a&lt;b>&amp;&quot;c&quot;\" "
                         "file=\"run/run_1_a_b___c__0001.vtu\"/>"));
  free(list);
  assert_int_equal(count_entries(f->folder), 2);
  assert_int_equal(count_entries(in_folder(f, "run")), 4);
}

static void resumes_to_the_same_bytes(void **state)
{
  cache_fixture *f = *state;
  mkdir(in_folder(f, "whole"), 0777);
  mkdir(in_folder(f, "parts"), 0777);
  write_all(f, in_folder(f, "whole/run.pvd"), 9);
  write_interrupted(f, in_folder(f, "parts/run.pvd"), 9);
  assert_same_file(in_folder(f, "whole/run.pvd"), in_folder(f, "parts/run.pvd"));
  for (int i = 0; i < 9; i++) {
    char a[64], b[64];
    snprintf(a, sizeof a, "whole/run/run_0_ball_%04d.vtp", i);
    snprintf(b, sizeof b, "parts/run/run_0_ball_%04d.vtp", i);
    assert_same_file(in_folder(f, a), in_folder(f, b));
  }
  assert_int_equal(count_entries(in_folder(f, "parts/run")), 18);
}

/* A file where the folder should be: nothing is left behind. */
static void a_file_in_the_way(void **state)
{
  cache_fixture *f = *state;
  FILE *stream = fopen(in_folder(f, "run"), "w");
  assert_non_null(stream);
  fclose(stream);
  pl_sink *sink = write_frames(f, in_folder(f, "run.pvd"), pl_default_sink_options(), 0, 2);
  assert_int_equal(pl_sink_finish(sink), PL_ERROR_FILE);
  assert_int_equal(count_entries(f->folder), 1);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(surfaces_are_poly_data, cache_setup, cache_teardown),
      cmocka_unit_test_setup_teardown(lattices_are_unstructured, cache_setup, cache_teardown),
      cmocka_unit_test_setup_teardown(loose_vertices_are_cells, cache_setup, cache_teardown),
      cmocka_unit_test_setup_teardown(the_list_has_times_and_files, cache_setup, cache_teardown),
      cmocka_unit_test_setup_teardown(resumes_to_the_same_bytes, cache_setup, cache_teardown),
      cmocka_unit_test_setup_teardown(a_file_in_the_way, cache_setup, cache_teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
