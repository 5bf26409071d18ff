/* SPDX-License-Identifier: MIT
   Blobby surfaces of bodies in scenes, frames and caches. */
#include <string.h>

#include "cache/blobs.h"
#include "mesh/measure/measure.h"
#include "pliant/io.h"
#include "testing.h"

static const char *const scene_text = "{\"pliant\": 1, \"bodies\": ["
                                      "{\"name\": \"goop\", \"mesh\": {\"lattice\": {\"counts\": [3, 3, 3], "
                                      "\"spacing\": 0.1}}, \"model\": {\"graph\": {}},"
                                      " \"start\": {\"velocity\": [1, 0, 0]}, \"blobby\": {\"radius\": 0.09}},"
                                      "{\"name\": \"plain\", \"mesh\": {\"lattice\": {\"counts\": [3, 3, 3], "
                                      "\"spacing\": 0.1}}, \"model\": {\"graph\": {}}}]}";

static void test_frames_hold_blobs(void **state)
{
  (void)state;
  pl_scene *scene = NULL;
  pl_world *world = NULL;
  pl_frame_buffer *buffer = NULL;
  pl_frame frame, drawn;
  pl_blobs blobs = {0};
  assert_ok(pl_scene_parse("s.json", scene_text, strlen(scene_text), &scene));
  assert_ok(pl_scene_world(scene, &world));
  assert_ok(pl_frame_buffer_create(&buffer));
  assert_ok(pl_world_frame(world, buffer, &frame));
  assert_int_equal(frame.bodies[0].rest.vertex_count, 27); /* for formats that cannot change */
  assert_true(frame.bodies[0].blobby.radius == 0.09 && frame.bodies[1].blobby.radius == 0);
  for (int k = 0; k < 2; k++) {
    assert_ok(pl_blobs_draw(&blobs, &frame, &drawn));
    const pl_frame_body *goop = &drawn.bodies[0];
    double volume = pl_mesh_volume(goop->positions, goop->rest.triangles, goop->rest.triangle_count);
    assert_true(volume > 0.008 &&
                volume < 0.055); /* between the cube of 0.2 m and that with a radius more on all sides */
    assert_true(goop->velocities[0] == 1 && goop->velocities[3 * goop->rest.vertex_count - 3] == 1);
    assert_ptr_equal(drawn.bodies[1].positions, frame.bodies[1].positions);
  }
  pl_frame_buffer_show_detail(buffer, false);
  assert_ok(pl_world_frame(world, buffer, &frame));
  assert_true(frame.bodies[0].blobby.radius == 0);

  /* the same through the C interface; a radius of 0 takes it away */
  pl_body *body = pl_world_body(world, "goop");
  pl_blobby_surface surface;
  assert_ok(pl_body_blobby(body, &surface));
  assert_true(surface.triangle_count == drawn.bodies[0].rest.triangle_count);
  pl_blobby_def def = pl_default_blobby_def();
  def.radius = 0.1;
  def.spacing = 0.06;
  assert_int_equal(pl_body_set_blobby(body, &def), PL_ERROR_ARGUMENT);
  assert_non_null(strstr(pl_last_error(), "blobby.spacing must be from 0 to half the radius"));
  assert_ok(pl_body_set_blobby(body, &(pl_blobby_def){.sharpness = 2}));
  assert_ok(pl_body_blobby(body, &surface));
  assert_int_equal(surface.triangle_count, 0);
  pl_blobs_free(&blobs);
  pl_frame_buffer_destroy(buffer);
  pl_world_destroy(world);
  pl_scene_destroy(scene);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_frames_hold_blobs)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
