/* SPDX-License-Identifier: MIT
   An engine driven by messages as a page sends them, and read as a page reads it. */
#include "engine.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "pliant/io.h"
#include "pliant/pliant.h"
#include "testing.h"

typedef struct page {
  engine *e;
  engine_client client;
  block_writer to, from;
} page;

static const char ball[] =
    "{ // a ball above a floor\n"
    "  \"pliant\": 1,\n"
    "  \"time\": { \"step\": 0.005, \"duration\": 0.5 },\n"
    "  \"bodies\": [ { \"name\": \"ball\",\n"
    "    \"mesh\": { \"icosphere\": { \"radius\": 0.25, \"cuts\": 4 }, \"translate\": [0, 0.5, 0] },\n"
    "    \"density\": 100,\n"
    "    \"model\": { \"surface\": { \"region\": 2 } } } ],\n"
    "  \"obstacles\": [ { \"plane\": {} } ]\n"
    "}\n";

static void start(page *p)
{
  *p = (page){0};
  const engine_options options = {.tape_bytes = 8 << 20, .threads = 1, .confined = true};
  assert_int_equal(engine_create(&options, &p->e), PL_OK);
}

static void stop(page *p)
{
  engine_destroy(p->e);
  block_free(&p->to);
  block_free(&p->from);
}

static void say(page *p, const char tag[5], const void *data, size_t size)
{
  block_message(&p->to);
  block_begin(&p->to, BLOCK_TAG(tag[0], tag[1], tag[2], tag[3]));
  block_put(&p->to, data, size);
  block_end(&p->to);
  assert_int_equal(engine_message(p->e, &p->client, true, p->to.bytes.data, p->to.bytes.size), PL_OK);
}

/* Two texts: the second without a zero byte at its end. */
static void say_two(page *p, const char tag[5], const char *a, const char *b)
{
  char text[4096];
  int size = snprintf(text, sizeof text, "%s%c%s", a, 0, b);
  say(p, tag, text, (size_t)size);
}

/* What the page gets; the block of that tag, or an empty one. Acknowledges frames. */
static block get(page *p, const char tag[5])
{
  assert_int_equal(engine_write(p->e, &p->client, &p->from), PL_OK);
  block_reader reader;
  assert_int_equal(block_open(p->from.bytes.data, p->from.bytes.size, &reader), PL_OK);
  block b, found = {0};
  while (block_next(&reader, &b))
    if (b.tag == BLOCK_TAG(tag[0], tag[1], tag[2], tag[3])) found = b;
  uint32_t number = p->client.sent;
  say(p, "ackn", &number, sizeof number);
  return found;
}

static bool has(const block *b, const char *text)
{
  char copy[2048] = "";
  memcpy(copy, b->payload, b->size < sizeof copy - 1 ? b->size : sizeof copy - 1);
  return strstr(copy, text) != NULL;
}

static void steps(page *p, uint32_t count)
{
  for (; count > 0; count -= count < 50 ? count : 50) {
    uint32_t now = count < 50 ? count : 50;
    say(p, "step", &now, sizeof now);
  }
}

static double height(page *p, size_t body)
{
  const pl_body *b = pl_world_body_at(engine_world(p->e), body);
  const double *x = pl_body_positions(b);
  double sum = 0;
  for (size_t i = 0; i < pl_body_particle_count(b); i++) sum += x[3 * i + 1];
  return sum / (double)pl_body_particle_count(b);
}

static void opens_and_plays(void **state)
{
  (void)state;
  page p;
  start(&p);
  block hello = get(&p, "schm");
  assert_true(hello.size > 1000);
  say_two(&p, "open", "ball.json", ball);
  block scene = get(&p, "scen");
  assert_true(has(&scene, "\"model\": \"surface\""));
  double before = height(&p, 0);
  steps(&p, 20);
  assert_true(height(&p, 0) < before - 0.02); /* g t^2 / 2 = 0.049 m after 0.1 s */
  block frame = get(&p, "fram");
  assert_true(frame.size > 100);
  assert_int_equal(get(&p, "fram").size, 0); /* nothing is new */
  stop(&p);
}

/* A frame is sent when the last one was acknowledged, not before. */
static void waits_for_the_page(void **state)
{
  (void)state;
  page p;
  start(&p);
  say_two(&p, "open", "ball.json", ball);
  assert_int_equal(engine_write(p.e, &p.client, &p.from), PL_OK);
  steps(&p, 1);
  assert_int_equal(engine_write(p.e, &p.client, &p.from), PL_OK);
  assert_true(block_empty(&p.from));
  uint32_t number = p.client.sent;
  say(&p, "ackn", &number, sizeof number);
  assert_int_equal(engine_write(p.e, &p.client, &p.from), PL_OK);
  assert_false(block_empty(&p.from));
  stop(&p);
}

/* A ray from the front takes hold of the ball; moved up, it rises although gravity pulls. */
static void grabs_and_pulls(void **state)
{
  (void)state;
  page p;
  start(&p);
  say_two(&p, "open", "ball.json", ball);
  const double ray[9] = {0.02, 0.51, 3, 0, 0, -1, 0, 0, 1};
  say(&p, "grab", ray, sizeof ray);
  block held = get(&p, "held");
  assert_int_equal(held.size, 6 * sizeof(double) + 4 * sizeof(uint32_t));
  double target[3];
  memcpy(target, held.payload, sizeof target);
  assert_float_equal(target[2], 0.25, 0.02); /* the front of the ball */
  const double up[6] = {0.02, 1.01, 3, 0, 0, -1};
  say(&p, "move", up, sizeof up);
  steps(&p, 100);
  assert_true(height(&p, 0) > 0.45); /* on the floor it would be below 0.25 m */
  block pull = get(&p, "pull");
  double now[2];
  memcpy(now, pull.payload, sizeof now);
  assert_true(now[0] == 1 && now[1] > 0);
  say(&p, "drop", NULL, 0);
  steps(&p, 200); /* thrown upwards at first */
  assert_true(height(&p, 0) < 0.35);
  const double beside[9] = {5, 5, 3, 0, 0, -1, 0, 0, 1};
  say(&p, "grab", beside, sizeof beside); /* meets nothing */
  assert_int_equal(get(&p, "held").size, 0);
  stop(&p);
}

static void pins_hold(void **state)
{
  (void)state;
  page p;
  start(&p);
  say_two(&p, "open", "ball.json", ball);
  const double ray[6] = {0.02, 0.6, 3, 0, 0, -1};
  say(&p, "pin ", ray, sizeof ray);
  double before[3], after[3];
  block pins = get(&p, "pins");
  assert_int_equal(pins.size, sizeof before);
  memcpy(before, pins.payload, sizeof before);
  steps(&p, 100);
  pins = get(&p, "pins");
  memcpy(after, pins.payload, sizeof after);
  for (int c = 0; c < 3; c++) assert_float_equal(before[c], after[c], 1e-9);
  say(&p, "pin ", ray, sizeof ray); /* the same place again takes it out, if it is still under the mouse */
  say(&p, "unpn", NULL, 0);
  assert_int_equal(get(&p, "pins").size, 0);
  double held = height(&p, 0);
  steps(&p, 100);
  assert_true(height(&p, 0) < held - 0.02);
  stop(&p);
}

/* A number is changed in the text, comments stay; the running world takes it where it can. */
static void tunes(void **state)
{
  (void)state;
  page p;
  start(&p);
  say_two(&p, "open", "ball.json", ball);
  steps(&p, 10);
  uint64_t step = pl_world_step_count(engine_world(p.e));
  say_two(&p, "parm", "bodies.0.model.surface.damping", "7");
  block text = get(&p, "text");
  assert_true(has(&text, "// a ball above a floor"));
  assert_true(has(&text, "\"damping\": 7, \"region\": 2") || has(&text, "\"damping\": 7,\"region\": 2"));
  assert_int_equal(pl_world_step_count(engine_world(p.e)), step); /* it went on */
  say_two(&p, "parm", "gravity", "[0, 5, 0]");
  double before = height(&p, 0);
  steps(&p, 60);
  assert_true(height(&p, 0) > before + 0.05); /* falls upwards: -0.5 m/s * 0.3 s + 5 * 0.09 / 2 is +0.08 m */
  say_two(&p, "parm", "bodies.0.model", "{ \"graph\": { \"stiffness\": 500 } }");
  block scene = get(&p, "scen");
  assert_true(has(&scene, "\"model\": \"graph\""));
  assert_int_equal(pl_world_step_count(engine_world(p.e)), 0); /* a new world, */
  steps(&p, 1);
  assert_true(height(&p, 0) > before); /* in the pose that the old one had */
  say_two(&p, "parm", "bodies.0.model.graph.stiffness", "-3");
  block error = get(&p, "eror");
  assert_true(has(&error, "ball.json:7:"));
  assert_true(has(&error, "stiffness"));
  say_two(&p, "parm", "bodies.7.density", "1");
  error = get(&p, "eror");
  assert_true(has(&error, "no place"));
  stop(&p);
}

/* Back to a moment, and from there the same again, bit for bit. */
static void scrubs(void **state)
{
  (void)state;
  page p;
  start(&p);
  say_two(&p, "open", "ball.json", ball);
  steps(&p, 30);
  uint64_t middle = pl_world_hash(engine_world(p.e));
  steps(&p, 30);
  uint64_t end = pl_world_hash(engine_world(p.e));
  uint64_t step = 30;
  say(&p, "seek", &step, sizeof step);
  assert_int_equal(pl_world_step_count(engine_world(p.e)), 30);
  assert_true(pl_world_hash(engine_world(p.e)) == middle);
  steps(&p, 30);
  assert_true(pl_world_hash(engine_world(p.e)) == end);
  stop(&p);
}

/* The recording stays within its budget by being thinned, and reaches from the start to now. */
static void records_within_budget(void **state)
{
  (void)state;
  page p = {0};
  const engine_options options = {.tape_bytes = 300000, .threads = 1};
  assert_int_equal(engine_create(&options, &p.e), PL_OK);
  say_two(&p, "open", "ball.json", ball);
  steps(&p, 400);
  double of[6];
  block tape = get(&p, "tape");
  memcpy(of, tape.payload, sizeof of);
  assert_true(of[0] >= 2 && of[1] < 400000);
  assert_true(of[2] == 0 && of[3] > 300);
  stop(&p);
}

/* The end of the scene's time tells a hash, the same as the program prints. */
static void tells_the_hash(void **state)
{
  (void)state;
  page p;
  start(&p);
  say_two(&p, "open", "ball.json", ball);
  steps(&p, 100);
  block told = get(&p, "hash");
  assert_int_equal(told.size, 24);
  uint64_t of[2];
  memcpy(of, told.payload, sizeof of);
  pl_scene *scene;
  pl_world *world;
  assert_int_equal(pl_scene_parse("ball.json", ball, strlen(ball), &scene), PL_OK);
  assert_int_equal(pl_scene_world(scene, &world), PL_OK);
  for (int i = 0; i < 100; i++) assert_int_equal(pl_world_step(world), PL_OK);
  assert_true(of[0] == 100 && of[1] == pl_world_hash(world));
  pl_world_destroy(world);
  pl_scene_destroy(scene);
  stop(&p);
}

static void only_one_holds_the_mouse(void **state)
{
  (void)state;
  page p;
  start(&p);
  say_two(&p, "open", "ball.json", ball);
  engine_client other = {0};
  uint32_t count = 5;
  block_message(&p.to);
  block_begin(&p.to, BLOCK_TAG('s', 't', 'e', 'p'));
  block_put(&p.to, &count, sizeof count);
  block_end(&p.to);
  assert_int_equal(engine_message(p.e, &other, false, p.to.bytes.data, p.to.bytes.size), PL_OK);
  assert_int_equal(pl_world_step_count(engine_world(p.e)), 0);
  assert_int_equal(engine_write(p.e, &other, &p.from), PL_OK); /* but it may look */
  assert_true(p.from.bytes.size > 1000);
  stop(&p);
}

/* Texts that come by message name no files, and messages that are damaged change nothing. */
static void trusts_nobody(void **state)
{
  (void)state;
  page p;
  start(&p);
  say_two(&p, "open", "x.json",
          "{\"pliant\": 1, \"bodies\": [{\"mesh\": {\"file\": \"/etc/passwd\"}, \"model\": {\"surface\": {}}}]}");
  block error = get(&p, "eror");
  assert_true(has(&error, "x.json:1:"));
  assert_true(has(&error, "names a file"));
  assert_null(engine_world(p.e));
  say_two(&p, "open", "../x.json", ball);
  error = get(&p, "eror");
  assert_true(has(&error, "path"));
  steps(&p, 3); /* without a world */
  say_two(&p, "open", "ball.json", ball);
  const double strange[9] = {NAN, INFINITY};
  static const char *const tags[] = {"grab", "move", "pull", "pin ", "hold", "play", "step", "seek",
                                     "open", "edit", "parm", "load", "want", "ackn", "what"};
  for (size_t i = 0; i < sizeof tags / sizeof *tags; i++)
    for (size_t size = 0; size <= sizeof strange; size++) {
      if (strcmp(tags[i], "ackn") == 0 || strcmp(tags[i], "step") == 0) continue;
      say(&p, tags[i], strange, size);
    }
  assert_int_equal(pl_world_step_count(engine_world(p.e)), 0);
  const char junk[] = "GET / HTTP/1.1";
  assert_int_equal(engine_message(p.e, &p.client, true, junk, sizeof junk), PL_ERROR_FORMAT);
  steps(&p, 1);
  assert_int_equal(pl_world_step_count(engine_world(p.e)), 1);
  stop(&p);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(opens_and_plays),
      cmocka_unit_test(waits_for_the_page),
      cmocka_unit_test(grabs_and_pulls),
      cmocka_unit_test(pins_hold),
      cmocka_unit_test(tunes),
      cmocka_unit_test(scrubs),
      cmocka_unit_test(records_within_budget),
      cmocka_unit_test(tells_the_hash),
      cmocka_unit_test(only_one_holds_the_mouse),
      cmocka_unit_test(trusts_nobody),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
