/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "failing.h"
#include "pliant/io.h"
#include "testing.h"

static const char scene_text[] =
    "{ \"pliant\": 1, \"bodies\": [\n"
    "  { \"name\": \"one\", \"mesh\": { \"lattice\": { \"counts\": [3, 2, 2] } }, \"model\": { \"graph\": {} } },\n"
    "  { \"name\": \"two\", \"mesh\": { \"lattice\": { \"counts\": [2, 2, 4] }, \"translate\": [0, 2, 0] }, \"model\": "
    "{ \"graph\": {} } } ],\n"
    "  \"obstacles\": [ { \"plane\": {} }, { \"box\": { \"half_size\": [1, 2, 3] },\n"
    "    \"motion\": { \"keys\": [ { \"time\": 0, \"rotate\": [0, 0, 0] }, { \"time\": 1, \"rotate\": [0, 1, 0] } ] } "
    "} ] }";

static pl_world *make_world(void)
{
  pl_scene *scene = NULL;
  pl_world *world = NULL;
  assert_ok(pl_scene_parse("test.json", scene_text, sizeof scene_text - 1, &scene));
  assert_ok(pl_scene_world(scene, &world));
  pl_scene_destroy(scene);
  return world;
}

static void shows_the_world(void **state)
{
  (void)state;
  pl_world *world = make_world();
  pl_frame_buffer *buffer = NULL;
  pl_frame frame;
  assert_ok(pl_frame_buffer_create(&buffer));
  for (int i = 0; i < 3; i++) {
    assert_ok(pl_world_frame(world, buffer, &frame));
    assert_true(frame.time == pl_world_time(world));
    assert_int_equal(frame.step, i);
    assert_int_equal(frame.body_count, 2);
    assert_int_equal(frame.obstacle_count, 2); /* from the first frame on */
    for (size_t b = 0; b < 2; b++) {
      const pl_body *body = pl_world_body_at(world, b);
      size_t bytes = 3 * pl_body_particle_count(body) * sizeof(double);
      assert_string_equal(frame.bodies[b].name, pl_body_name(body));
      assert_int_equal(frame.bodies[b].rest.vertex_count, pl_body_particle_count(body));
      assert_memory_equal(frame.bodies[b].positions, pl_body_positions(body), bytes);
      assert_memory_equal(frame.bodies[b].velocities, pl_body_velocities(body), bytes);
    }
    assert_ok(pl_world_step(world));
  }
  pl_frame_buffer_destroy(buffer);
  pl_world_destroy(world);
}

/* What the floor does to a body that lies on it. */
static void shows_contact_forces(void **state)
{
  (void)state;
  pl_world *world = make_world();
  pl_frame_buffer *buffer = NULL;
  pl_frame frame;
  assert_ok(pl_frame_buffer_create(&buffer));
  for (int i = 0; i < 5; i++) assert_ok(pl_world_step(world));
  assert_ok(pl_world_frame(world, buffer, &frame));
  double forces[3 * 12], sum = 0;
  const pl_frame_field *found = NULL;
  for (size_t f = 0; f < frame.bodies[0].field_count; f++)
    if (strcmp(frame.bodies[0].fields[f].name, "contact force") == 0) found = &frame.bodies[0].fields[f];
  assert_non_null(found);
  assert_int_equal(found->components, 3);
  assert_ok(pl_body_contact_forces(pl_world_body_at(world, 0), forces, NULL));
  assert_memory_equal(found->values, forces, sizeof forces);
  for (size_t i = 0; i < 12; i++) sum += forces[3 * i + 1];
  assert_true(sum > 0);
  pl_frame_buffer_destroy(buffer);
  pl_world_destroy(world);
}

/* Every registered field per particle is there, of the right body, except positions and velocities. */
static void shows_registered_fields(void **state)
{
  (void)state;
  pl_world *world = make_world();
  pl_frame_buffer *buffer = NULL;
  pl_frame frame;
  assert_ok(pl_frame_buffer_create(&buffer));
  assert_ok(pl_world_step(world));
  assert_ok(pl_world_frame(world, buffer, &frame));
  size_t found = 0;
  for (size_t i = 0; i < pl_world_field_count(world); i++) {
    pl_field field = pl_world_field(world, i);
    if (!field.body || strcmp(field.domain, "particle") != 0) continue;
    size_t b = field.body == pl_world_body_at(world, 0) ? 0 : 1, place = 0;
    while (place < frame.bodies[b].field_count && strcmp(frame.bodies[b].fields[place].name, field.name) != 0) place++;
    if (strcmp(field.name, "positions") == 0 || strcmp(field.name, "velocities") == 0) {
      assert_int_equal(place, frame.bodies[b].field_count);
      continue;
    }
    assert_true(place < frame.bodies[b].field_count);
    const pl_frame_field *shown = &frame.bodies[b].fields[place];
    size_t count = field.count * (size_t)field.components;
    double *values = calloc(count, sizeof(double));
    assert_non_null(values);
    assert_ok(pl_world_field_read(world, i, values));
    assert_int_equal(shown->components, field.components);
    assert_memory_equal(shown->values, values, count * sizeof(double));
    free(values);
    found++;
  }
  assert_int_equal(found, frame.bodies[0].field_count + frame.bodies[1].field_count);
  assert_true(found > 0);
  pl_frame_buffer_destroy(buffer);
  pl_world_destroy(world);
}

static void shows_obstacles_where_they_are(void **state)
{
  (void)state;
  pl_world *world = make_world();
  pl_frame_buffer *buffer = NULL;
  pl_frame frame;
  assert_ok(pl_frame_buffer_create(&buffer));
  while (pl_world_time(world) < 0.4999) assert_ok(pl_world_step(world));
  assert_ok(pl_world_frame(world, buffer, &frame));
  assert_int_equal(frame.obstacle_count, 2);
  assert_int_equal(frame.obstacles[0].shape, PL_OBSTACLE_PLANE);
  assert_int_equal(frame.obstacles[1].shape, PL_OBSTACLE_BOX);
  /* Half the turn of 1 rad about y; the first axis is the first column. */
  assert_close(frame.obstacle_axes[9], cos(pl_world_time(world)), 1e-12);
  assert_close(frame.obstacle_axes[15], -sin(pl_world_time(world)), 1e-12);
  pl_frame_buffer_destroy(buffer);
  pl_world_destroy(world);
}

static pl_status take_frame(void *context)
{
  pl_frame_buffer *buffer = NULL;
  pl_frame frame;
  pl_status status = pl_frame_buffer_create(&buffer);
  if (status == PL_OK) status = pl_world_frame(context, buffer, &frame);
  pl_frame_buffer_destroy(buffer);
  return status;
}

static void every_allocation_may_fail(void **state)
{
  (void)state;
  pl_world *world = make_world();
  assert_ok(take_frame(world)); /* the bodies' published copies stay with the world */
  assert_true(fail_each_allocation(take_frame, world) >= 5);
  pl_world_destroy(world);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(shows_the_world),           cmocka_unit_test(shows_registered_fields),
      cmocka_unit_test(shows_contact_forces),      cmocka_unit_test(shows_obstacles_where_they_are),
      cmocka_unit_test(every_allocation_may_fail),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
