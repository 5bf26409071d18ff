/* SPDX-License-Identifier: MIT
   What was played on the page, written as a report, is played again by `pliant replay`: the same hashes, or it says
   where they part. */
#include "report.h"

#include <stdio.h>
#include <string.h>

#include "apps/program.h"
#include "engine.h"
#include "testing.h"

static const char ball[] =
    "{ \"pliant\": 1, \"time\": { \"step\": 0.005 },\n"
    "  \"bodies\": [ { \"name\": \"ball\",\n"
    "    \"mesh\": { \"icosphere\": { \"radius\": 0.25, \"cuts\": 4 }, \"translate\": [0, 0.5, 0] },\n"
    "    \"model\": { \"surface\": { \"region\": 2 } } } ],\n"
    "  \"obstacles\": [ { \"plane\": {} } ] }\n";

typedef struct page {
  engine *e;
  engine_client client;
  block_writer to, from;
} page;

static void say(page *p, const char tag[5], const void *data, size_t size)
{
  block_message(&p->to);
  block_begin(&p->to, BLOCK_TAG(tag[0], tag[1], tag[2], tag[3]));
  block_put(&p->to, data, size);
  block_end(&p->to);
  assert_int_equal(engine_message(p->e, &p->client, true, p->to.bytes.data, p->to.bytes.size), PL_OK);
}

static void steps(page *p, uint32_t count) { say(p, "step", &count, sizeof count); }

static void start(page *p)
{
  *p = (page){0};
  const engine_options options = {.tape_bytes = 8 << 20, .threads = 1, .confined = true};
  assert_int_equal(engine_create(&options, &p->e), PL_OK);
  assert_int_equal(engine_open(p->e, "ball.json", ball, sizeof ball - 1), PL_OK);
}

static void stop(page *p)
{
  engine_destroy(p->e);
  block_free(&p->to);
  block_free(&p->from);
}

/* Pulled, pinned and tuned, so that each kind of change is in it. */
static void play(page *p)
{
  steps(p, 50);
  const double ray[9] = {0.02, 0.4, 3, 0, 0, -1, 0, 0, 1}, up[6] = {0.3, 1.0, 3, 0, 0, -1};
  say(p, "grab", ray, sizeof ray);
  for (int i = 0; i < 5; i++) {
    double move[6] = {0.05 * i, 0.4 + 0.1 * i, 3, 0, 0, -1};
    say(p, "move", move, sizeof move);
    steps(p, 9);
  }
  say(p, "pin ", up, sizeof up);
  static const char damping[] = "bodies.0.model.surface.damping\0"
                                "4",
                    gravity[] = "gravity\0[0, -3, 1]";
  say(p, "parm", damping, sizeof damping - 1);
  steps(p, 30);
  say(p, "drop", NULL, 0);
  say(p, "parm", gravity, sizeof gravity - 1);
  steps(p, 77);
}

/* The report as a file, its bytes changed at a place from its end. */
static void write_report(page *p, const char *path, size_t from_end)
{
  say(p, "rept", NULL, 0);
  assert_int_equal(engine_write(p->e, &p->client, &p->from), PL_OK);
  block_reader reader;
  assert_int_equal(block_open(p->from.bytes.data, p->from.bytes.size, &reader), PL_OK);
  FILE *file = fopen(path, "wb");
  assert_non_null(file);
  size_t written = 0;
  for (block b; block_next(&reader, &b);) {
    if (b.tag != BLOCK_TAG('r', 'e', 'p', 't')) continue;
    unsigned char *data = p->from.bytes.data + (b.payload - p->from.bytes.data);
    if (from_end > 0) data[b.size - from_end] ^= 1;
    written = fwrite(data, 1, b.size, file);
  }
  assert_int_equal(fclose(file), 0);
  assert_true(written > 1000);
}

static void replays(void **state)
{
  (void)state;
  page p;
  start(&p);
  play(&p);
  write_report(&p, "test_replay.pliant-report", 0);
  assert_int_equal(run_program("", "replay test_replay.pliant-report --threads 2"), 0);
  assert_non_null(strstr(output, "the same as in the report, as at 3 moments before"));
  char end[64];
  snprintf(end, sizeof end, "step 202: 0x%016llx", (unsigned long long)pl_world_hash(engine_world(p.e)));
  assert_non_null(strstr(output, end));
  stop(&p);
}

/* After a jump back in time, too: what was played since then. */
static void replays_from_the_middle(void **state)
{
  (void)state;
  page p;
  start(&p);
  play(&p);
  uint64_t step = 100;
  say(&p, "seek", &step, sizeof step);
  assert_true(pl_world_step_count(engine_world(p.e)) >= 97);
  steps(&p, 80);
  write_report(&p, "test_replay_middle.pliant-report", 0);
  assert_int_equal(run_program("", "replay test_replay_middle.pliant-report"), 0);
  stop(&p);
}

static void tells_what_differs(void **state)
{
  (void)state;
  page p;
  start(&p);
  play(&p);
  write_report(&p, "test_replay_wrong.pliant-report", 1); /* the last byte of the last hash */
  assert_int_equal(run_program("", "replay test_replay_wrong.pliant-report"), 1);
  assert_non_null(strstr(output, "step 202: 0x"));
  assert_non_null(strstr(output, "the report has 0x"));
  assert_int_equal(run_program("", "replay test_replay_wrong.pliant-report --scene test_replay_scene.json"), 0);
  assert_int_equal(run_program("", "replay test_replay_wrong.pliant-report --scene test_replay_wrong.pliant-report"),
                   1);
  assert_int_equal(
      run_program("", "replay test_replay_wrong.pliant-report --snapshot ./test_replay_wrong.pliant-report"), 1);
  expect_program("", "replay test_replay_scene.json", 1, "does not begin as one of Pliant's");
  expect_program("", "replay none.pliant-report", 1, "none.pliant-report");
  expect_program("", "replay", 2, "name one report");
  stop(&p);
}

/* Cut off anywhere it is refused, or replayed up to there. */
static void bears_damage(void **state)
{
  (void)state;
  page p;
  start(&p);
  play(&p);
  write_report(&p, "test_replay_cut.pliant-report", 0);
  block_writer whole = {0};
  block_reader reader;
  report_view view;
  assert_int_equal(block_open(p.from.bytes.data, p.from.bytes.size, &reader), PL_OK);
  for (block b; block_next(&reader, &b);)
    if (b.tag == BLOCK_TAG('r', 'e', 'p', 't')) pl_bytes_put(&whole.bytes, b.payload, b.size);
  assert_int_equal(report_read(whole.bytes.data, whole.bytes.size, &view), PL_OK);
  assert_int_equal(view.mark_count, 4);
  for (size_t size = 0; size + 8 < whole.bytes.size; size += 101)
    assert_int_equal(report_read(whole.bytes.data, size, &view), PL_ERROR_FORMAT);
  block_free(&whole);
  stop(&p);
}

/* A report of 4 hashes whose hash `which` is said to be of that step. */
static void expect_replay_of(page *p, size_t which, uint64_t step, const char *text)
{
  write_report(p, "test_replay_far.pliant-report", 0);
  FILE *file = fopen("test_replay_far.pliant-report", "rb+");
  assert_non_null(file);
  assert_int_equal(fseek(file, -(long)((4 - which) * sizeof(report_mark)), SEEK_END), 0);
  assert_int_equal(fwrite(&step, sizeof step, 1, file), 1);
  assert_int_equal(fclose(file), 0);
  expect_program("timeout 60 ", "replay test_replay_far.pliant-report", 1, text);
}

/* Steps that nobody took are not taken: between hashes lie no more than the page lets pass. */
static void refuses_steps_nobody_took(void **state)
{
  (void)state;
  page p;
  start(&p);
  play(&p);
  expect_replay_of(&p, 3, UINT64_C(1) << 62, "steps to its next hash");
  expect_replay_of(&p, 3, 241, "61 steps to its next hash");
  expect_replay_of(&p, 3, 240, "the report has 0x");
  stop(&p);
}

/* Hashes go farther apart, and none farther than what is replayed; then the report begins anew. */
static void marks_stay_near(void **state)
{
  (void)state;
  pl_world_def def = pl_default_world_def();
  pl_world *world = NULL;
  report r = {0};
  report_view view = {0};
  assert_int_equal(pl_world_create(&def, &world), PL_OK);
  assert_int_equal(report_begin(&r, world, "{}"), PL_OK);
  for (uint64_t step = 1; step <= 60 * 2000; step++) {
    assert_int_equal(pl_world_step(world), PL_OK);
    assert_int_equal(report_step(&r, world), PL_OK);
    if (step % 9999 != 1 && step % 60 > 1) continue;
    view.mark_count = r.mark_count + 1;
    for (size_t k = 1; k < r.mark_count; k++)
      assert_true(r.marks[k].step - r.marks[k - 1].step <= report_most_apart(&view));
    assert_true(r.mark_count == 0 || step - r.marks[r.mark_count - 1].step <= report_most_apart(&view));
  }
  assert_true(r.apart == 240);
  r.apart = REPORT_MOST_APART;
  while (r.mark_count < REPORT_MARKS) r.marks[r.mark_count++] = (report_mark){0};
  while (pl_world_step_count(world) % REPORT_MOST_APART != 0) assert_int_equal(pl_world_step(world), PL_OK);
  assert_int_equal(report_step(&r, world), PL_OK);
  assert_true(r.apart < REPORT_MOST_APART && r.mark_count <= 1);
  report_free(&r);
  pl_world_destroy(world);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(replays),      cmocka_unit_test(replays_from_the_middle),   cmocka_unit_test(tells_what_differs),
      cmocka_unit_test(bears_damage), cmocka_unit_test(refuses_steps_nobody_took), cmocka_unit_test(marks_stay_near),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
