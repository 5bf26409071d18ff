/* SPDX-License-Identifier: MIT
   Details in scenes, frames and caches. */
#include <string.h>
#include <unistd.h>

#include "failing.h"
#include "file.h"
#include "fixtures.h"
#include "pliant/io.h"

#define BALL(detail)                                                                                                   \
  "{\"pliant\": 1, \"bodies\": [{\"name\": \"ball\", \"mesh\": {\"icosphere\": {\"radius\": 1, \"cuts\": 3},"          \
  " \"scale\": 0.5, \"rotate\": [0, 0, 1], \"translate\": [0, 2, 0]}, \"start\": {\"spin\": [0, 3, 0]}, \"model\": "   \
  "{\"graph\": {}}" detail "}]}"
static const char plain[] = BALL("");
static const char fine[] = BALL(", \"detail\": {\"icosphere\": {\"radius\": 1.02, \"cuts\": 8}}");

static pl_world *world_of(const char *text, uint64_t *hash)
{
  pl_scene *scene = NULL;
  pl_world *world = NULL;
  assert_ok(pl_scene_parse("s.json", text, strlen(text), &scene));
  assert_ok(pl_scene_world(scene, &world));
  if (hash) *hash = pl_scene_hash(scene);
  pl_scene_destroy(scene);
  return world;
}

/* Through the motions of the body's mesh: half a ball of 1.02 m about (0, 2, 0). */
static void is_placed_like_the_mesh(void **state)
{
  (void)state;
  pl_world *world = world_of(fine, NULL);
  pl_mesh_data mesh = pl_detail_mesh(pl_world_body_at(world, 0));
  assert_int_equal(mesh.vertex_count, 642);
  for (size_t i = 0; i < mesh.vertex_count; i++) {
    const double *x = mesh.positions + 3 * i;
    assert_close(sqrt(x[0] * x[0] + (x[1] - 2) * (x[1] - 2) + x[2] * x[2]), 0.51, 1e-12);
  }
  pl_world_destroy(world);
}

static void does_not_change_the_motion(void **state)
{
  (void)state;
  uint64_t with, without;
  pl_world *one = world_of(fine, &with), *other = world_of(plain, &without);
  assert_true(with == without);
  step_times(one, 5);
  step_times(other, 5);
  assert_true(pl_world_hash(one) == pl_world_hash(other));
  pl_world_destroy(one);
  pl_world_destroy(other);
}

static void frames_show_it(void **state)
{
  (void)state;
  pl_world *world = world_of(fine, NULL);
  const pl_body *body = pl_world_body_at(world, 0);
  step_times(world, 3);
  pl_frame_buffer *buffer = NULL;
  pl_frame frame;
  assert_ok(pl_frame_buffer_create(&buffer));
  assert_ok(pl_world_frame(world, buffer, &frame));
  const pl_frame_body *shown = &frame.bodies[0];
  assert_int_equal(shown->rest.vertex_count, 642);
  assert_int_equal(shown->rest.edge_count, 0);
  assert_ptr_equal(shown->positions, pl_detail_positions(body));
  assert_ptr_equal(shown->velocities, pl_detail_velocities(body));
  assert_true(shown->field_count > 0);
  for (size_t f = 0; f < shown->field_count; f++)
    if (strcmp(shown->fields[f].name, "rotations") == 0) {
      assert_int_equal(shown->fields[f].components, 9);
      for (size_t i = 0; i < 642; i++) assert_close(shown->fields[f].values[9 * i + 8], 1, 0.01); /* it spins about y */
    }
  size_t fields = shown->field_count;
  pl_frame_buffer_show_detail(buffer, false);
  assert_ok(pl_world_frame(world, buffer, &frame));
  assert_int_equal(frame.bodies[0].rest.vertex_count, 92);
  assert_int_equal(frame.bodies[0].field_count, fields);
  assert_ptr_equal(frame.bodies[0].positions, pl_body_positions(body));
  pl_frame_buffer_destroy(buffer);
  pl_world_destroy(world);
}

/* Vertices in the first OBJ of a sequence. */
static int vertices_in(const char *path)
{
  char *text = NULL;
  size_t size = 0;
  assert_ok(pl_file_read(path, &text, &size));
  int count = 0;
  for (const char *at = text; (at = strstr(at, "\nv ")); at++) count++;
  pl_free(text);
  return count;
}

static void caches_hold_it(void **state)
{
  (void)state;
  static const char *const extensions[] = {"obj", "ply", "pvd", "pc2", "glb"};
  char folder[] = "/tmp/pliant-detail-XXXXXX", path[64];
  assert_non_null(mkdtemp(folder));
  pl_world *world = world_of(fine, NULL);
  pl_frame_buffer *buffer = NULL;
  pl_frame frame;
  assert_ok(pl_frame_buffer_create(&buffer));
  for (size_t i = 0; i < 5; i++) {
    pl_sink *sink = NULL;
    snprintf(path, sizeof path, "%s/b.%s", folder, extensions[i]);
    assert_ok(pl_sink_open(path, NULL, &sink));
    for (int k = 0; k < 2; k++) {
      assert_ok(pl_world_frame(world, buffer, &frame));
      assert_ok(pl_sink_write(sink, &frame));
      step_times(world, 1);
    }
    assert_ok(pl_sink_finish(sink));
  }
  snprintf(path, sizeof path, "%s/b_0001.obj", folder);
  assert_int_equal(vertices_in(path), 642);
  snprintf(path, sizeof path, "%s/b.obj", folder); /* the rest shape beside the point cache */
  assert_int_equal(vertices_in(path), 642);
  char command[96];
  snprintf(command, sizeof command, "rm -r %s", folder);
  assert_int_equal(system(command), 0);
  pl_frame_buffer_destroy(buffer);
  pl_world_destroy(world);
}

static void tells_what_is_wrong(void **state)
{
  (void)state;
  static const struct {
    const char *text, *message;
  } cases[] = {
      {BALL(", \"detail\": {\"icosphere\": {}, \"fill\": {}}"), "detail.fill has no use here"},
      {BALL(", \"detail\": {}"), "detail needs one of these keys: file"},
      {BALL(", \"detail\": {\"file\": \"nowhere.obj\"}"), "nowhere.obj"},
      {BALL(", \"details\": {}"), "did you mean \"detail\"?"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    pl_scene *scene = NULL;
    assert_int_not_equal(pl_scene_parse("s.json", cases[i].text, strlen(cases[i].text), &scene), PL_OK);
    if (!strstr(pl_last_error(), cases[i].message)) print_error("got: %s\n", pl_last_error());
    assert_non_null(strstr(pl_last_error(), cases[i].message));
  }
  static const char line[] = BALL(", \"detail\": {\"line\": {}}");
  pl_scene *scene = NULL;
  pl_world *world = NULL;
  assert_ok(pl_scene_parse("s.json", line, strlen(line), &scene));
  assert_refused(pl_scene_world(scene, &world), PL_ERROR_MESH, "the detail of body 'ball' has no triangles");
  pl_scene_destroy(scene);
}

static void is_explained(void **state)
{
  (void)state;
  pl_scene *scene = NULL;
  char *text = NULL;
  assert_ok(pl_scene_parse("s.json", fine, strlen(fine), &scene));
  assert_ok(pl_scene_explain(scene, &text));
  assert_non_null(strstr(text, "bodies[0].detail.icosphere.cuts"));
  assert_non_null(strstr(text, "ball.detail vertices                         642"));
  pl_free(text);
  pl_scene_destroy(scene);
}

static pl_status make_frame(void *context)
{
  pl_scene *scene = NULL;
  pl_world *world = NULL;
  pl_frame_buffer *buffer = NULL;
  pl_frame frame;
  pl_status status = pl_scene_parse("s.json", context, strlen(context), &scene);
  if (status == PL_OK) status = pl_scene_world(scene, &world);
  if (status == PL_OK) status = pl_frame_buffer_create(&buffer);
  if (status == PL_OK) status = pl_world_frame(world, buffer, &frame);
  pl_frame_buffer_destroy(buffer);
  pl_world_destroy(world);
  pl_scene_destroy(scene);
  return status;
}

static void survives_a_lack_of_memory(void **state)
{
  (void)state;
  static char text[] = BALL(", \"detail\": {\"icosphere\": {\"cuts\": 1}}");
  assert_true(fail_each_allocation(make_frame, text) > 50);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(is_placed_like_the_mesh),
      cmocka_unit_test(does_not_change_the_motion),
      cmocka_unit_test(frames_show_it),
      cmocka_unit_test(caches_hold_it),
      cmocka_unit_test(tells_what_is_wrong),
      cmocka_unit_test(is_explained),
      cmocka_unit_test(survives_a_lack_of_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
