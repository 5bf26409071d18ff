/* SPDX-License-Identifier: MIT */
#include "cache/spool.h"

#include "base/status.h"
#include "cache_fixture.h"
#include "pliant/make.h"

/* Frames read back are those that were written, to the bit. */
static pl_status expect_frame(void *context, const pl_frame *frame, size_t index)
{
  cache_fixture *f = context;
  set_frame(f, index);
  assert_true(frame->time == f->frame.time && frame->step == f->frame.step);
  assert_int_equal(frame->body_count, 2);
  for (size_t b = 0; b < 2; b++) {
    const pl_frame_body *back = &frame->bodies[b], *body = &f->bodies[b];
    size_t bytes = 3 * body->rest.vertex_count * sizeof(double);
    assert_string_equal(back->name, body->name);
    assert_int_equal(back->rest.vertex_count, body->rest.vertex_count);
    assert_memory_equal(back->positions, body->positions, bytes);
    assert_memory_equal(back->velocities, body->velocities, bytes);
  }
  assert_int_equal(frame->bodies[1].field_count, 1);
  assert_string_equal(frame->bodies[1].fields[0].name, "heat");
  assert_memory_equal(frame->bodies[1].fields[0].values, f->heat, sizeof f->heat);
  assert_int_equal(frame->obstacle_count, 1);
  assert_int_equal(frame->obstacles[0].shape, PL_OBSTACLE_PLANE);
  assert_true(frame->obstacles[0].normal[1] == 1);
  assert_memory_equal(frame->obstacle_axes, f->axes, sizeof f->axes);
  return PL_OK;
}

static pl_status expect_mesh(void *context, const pl_frame *frame, size_t index)
{
  (void)index;
  assert_ptr_equal(frame->obstacles[0].mesh, context);
  assert_string_equal(frame->obstacles[0].name, "");
  return PL_OK;
}

static void write_some(cache_fixture *f, pl_spool *spool, size_t begin, size_t end)
{
  for (size_t i = begin; i < end; i++) {
    set_frame(f, i);
    assert_ok(pl_spool_write(spool, &f->frame));
  }
}

static void gives_back_what_it_got(void **state)
{
  cache_fixture *f = *state;
  pl_staging *staging = NULL;
  pl_spool *spool = NULL;
  assert_ok(pl_staging_open(in_folder(f, "run.mp4"), false, &staging));
  assert_ok(pl_spool_create(staging, &spool));
  write_some(f, spool, 0, 4);
  assert_ok(pl_spool_keep(spool));
  write_some(f, spool, 4, 6); /* forgotten on resume */
  pl_spool_close(spool);
  assert_ok(pl_spool_resume(staging, &f->frame, 4, expect_frame, f, &spool));
  write_some(f, spool, 4, 9);
  assert_ok(pl_spool_keep(spool));
  pl_spool_close(spool);
  assert_ok(pl_spool_resume(staging, &f->frame, 9, expect_frame, f, &spool));
  pl_spool_close(spool);
  assert_int_equal(pl_spool_resume(staging, &f->frame, 10, expect_frame, f, &spool), PL_ERROR_FILE);
  pl_staging_abandon(staging);
  assert_int_equal(count_entries(f->folder), 0);
}

static pl_status refuse(void *context, const pl_frame *frame, size_t index)
{
  (void)context;
  (void)frame;
  return index == 2 ? pl_fail(PL_ERROR_LIMIT, "no more") : PL_OK;
}

static void passes_failures_on(void **state)
{
  cache_fixture *f = *state;
  pl_staging *staging = NULL;
  pl_spool *spool = NULL;
  assert_ok(pl_staging_open(in_folder(f, "run.mp4"), false, &staging));
  assert_ok(pl_spool_create(staging, &spool));
  write_some(f, spool, 0, 4);
  pl_spool_close(spool);
  assert_int_equal(pl_spool_resume(staging, &f->frame, 4, refuse, NULL, &spool), PL_ERROR_LIMIT);
  pl_staging_abandon(staging);
}

/* A mesh that was written is not there any more in another run: the one of that run takes its place. */
static void finds_the_meshes_of_obstacles(void **state)
{
  cache_fixture *f = *state;
  pl_staging *staging = NULL;
  pl_spool *spool = NULL;
  pl_mesh *before = NULL, *now = NULL;
  assert_ok(pl_make_icosphere(1, 2, &before));
  assert_ok(pl_make_icosphere(1, 2, &now));
  f->obstacle = pl_default_obstacle_def(PL_OBSTACLE_MESH);
  f->obstacle.mesh = before;
  assert_ok(pl_staging_open(in_folder(f, "run.mp4"), false, &staging));
  assert_ok(pl_spool_create(staging, &spool));
  write_some(f, spool, 0, 2);
  assert_ok(pl_spool_keep(spool));
  pl_spool_close(spool);
  pl_mesh_destroy(before);
  f->obstacle.mesh = now;
  assert_ok(pl_spool_resume(staging, &f->frame, 2, expect_mesh, now, &spool));
  pl_spool_close(spool);
  pl_staging_abandon(staging);
  pl_mesh_destroy(now);
}

/* The bar tears: of triangle k and edge k nothing is left from frame k on. */
static uint32_t torn_triangles[3 * BAR_TRIANGLES], torn_edges[2 * BAR_EDGES];

static void tear(cache_fixture *f, size_t index)
{
  set_frame(f, index);
  memcpy(torn_triangles, f->bar_triangles, sizeof torn_triangles);
  memcpy(torn_edges, f->bar_edges, sizeof torn_edges);
  for (size_t k = 0; k < index; k += 2) { /* every other frame cuts */
    for (size_t c = 0; c < 3; c++) torn_triangles[3 * k + c] = torn_triangles[3 * k];
    torn_edges[2 * k + 1] = torn_edges[2 * k];
  }
  f->bodies[1].rest.triangles = torn_triangles;
  f->bodies[1].rest.edges = torn_edges;
  f->bodies[1].revision = 1 + (index + 1) / 2;
}

static pl_status expect_torn(void *context, const pl_frame *frame, size_t index)
{
  cache_fixture *f = context;
  pl_frame_body now = f->bodies[1];
  tear(f, index);
  assert_true(frame->bodies[1].revision == f->bodies[1].revision);
  assert_memory_equal(frame->bodies[1].rest.triangles, torn_triangles, sizeof torn_triangles);
  assert_memory_equal(frame->bodies[1].rest.edges, torn_edges, sizeof torn_edges);
  assert_memory_equal(frame->bodies[1].positions, f->bar_positions, sizeof f->bar_positions);
  assert_true(frame->bodies[0].revision == 0);
  f->bodies[1] = now;
  return PL_OK;
}

/* Frames of before a tear come back whole, though the body is in pieces by the time that they are read. */
static void old_frames_have_their_own_tears(void **state)
{
  cache_fixture *f = *state;
  pl_staging *staging = NULL;
  pl_spool *spool = NULL;
  assert_ok(pl_staging_open(in_folder(f, "run.mp4"), false, &staging));
  assert_ok(pl_spool_create(staging, &spool));
  for (size_t i = 0; i < 5; i++) {
    tear(f, i);
    assert_ok(pl_spool_write(spool, &f->frame));
  }
  assert_ok(pl_spool_keep(spool));
  pl_spool_close(spool);
  for (size_t frames = 5; frames < 10; frames += 4) {
    tear(f, 20);
    assert_ok(pl_spool_resume(staging, &f->frame, frames, expect_torn, f, &spool));
    for (size_t i = frames; i < frames + 4; i++) {
      tear(f, i);
      assert_ok(pl_spool_write(spool, &f->frame));
    }
    assert_ok(pl_spool_keep(spool));
    pl_spool_close(spool);
  }
  pl_staging_abandon(staging);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(gives_back_what_it_got, cache_setup, cache_teardown),
      cmocka_unit_test_setup_teardown(old_frames_have_their_own_tears, cache_setup, cache_teardown),
      cmocka_unit_test_setup_teardown(finds_the_meshes_of_obstacles, cache_setup, cache_teardown),
      cmocka_unit_test_setup_teardown(passes_failures_on, cache_setup, cache_teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
