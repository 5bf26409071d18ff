/* SPDX-License-Identifier: MIT
   What a page does with an engine. */
#include "engine.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "page.h"
#include "pliant/io.h"
#include "pliant/pliant.h"

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
  steps(&p, 400); /* thrown upwards at first, and it bounces */
  assert_true(height(&p, 0) < 0.3);
  const double beside[9] = {5, 5, 3, 0, 0, -1, 0, 0, 1};
  say(&p, "grab", beside, sizeof beside); /* meets nothing */
  assert_int_equal(get(&p, "held").size, 0);
  stop(&p);
}

/* How far the longest of all edges is stretched. */
static double worst_stretch(const pl_body *body)
{
  pl_mesh_data rest = pl_body_skin(body);
  const double *x = pl_body_positions(body);
  double worst = 0;
  for (size_t k = 0; k < 3 * rest.triangle_count; k++) {
    size_t a = rest.triangles[k], b = rest.triangles[k % 3 == 2 ? k - 2 : k + 1];
    double now = 0, then = 0;
    for (size_t c = 0; c < 3; c++) {
      now += pow(x[3 * a + c] - x[3 * b + c], 2);
      then += pow(rest.positions[3 * a + c] - rest.positions[3 * b + c], 2);
    }
    worst = fmax(worst, sqrt(now / then));
  }
  return worst;
}

/* A hand takes hold of the matter around a point, so that a thing of fine triangles is not drawn out into a needle: a
   sudden pull to half the ball's size stretches no edge to four times its length (2.8 here), where the pull on the
   three corners of a triangle makes 15 times. Let go, nothing holds it. */
static void pulls_a_patch(void **state)
{
  (void)state;
  static const char fine[] = "{ \"pliant\": 1, \"time\": { \"step\": 0.004 }, \"gravity\": [0, 0, 0], \"bodies\": [ {\n"
                             "    \"mesh\": { \"icosphere\": { \"radius\": 0.25, \"cuts\": 20 } }, \"density\": 100,\n"
                             "    \"model\": { \"surface\": { \"region\": 3 } } } ] }";
  page p;
  start(&p);
  say_two(&p, "open", "fine.json", fine);
  const double ray[9] = {0.01, 0.02, 5, 0, 0, -1, 0, 0, 1}, target[3] = {0.01, 0.02, 0.6};
  say(&p, "grab", ray, sizeof ray);
  say(&p, "pull", target, sizeof target);
  const pl_body *body = pl_world_body_at(engine_world(p.e), 0);
  for (int k = 0; k < 30; k++) {
    steps(&p, 1);
    assert_less(worst_stretch(body), 4);
  }
  steps(&p, 30);
  pl_body_signals before, after;
  say(&p, "drop", NULL, 0);
  steps(&p, 1);
  double ends[6];
  assert_int_equal(pl_body_springs(body, ends, 1), 0);
  assert_ok(pl_body_measure(body, &before));
  steps(&p, 5);
  assert_ok(pl_body_measure(body, &after));
  assert_close(after.momentum[2], before.momentum[2], 1e-6 * fabs(before.momentum[2]));
  stop(&p);
}

/* What pulls gives the momentum that it says, and never more than its limit: a ball flies sideways and is pulled up.
   In percent of the limit: momentum is summed from velocities, and the model's own rounding is far below that. */
static void pulls_as_hard_as_it_says(void **state)
{
  (void)state;
  static const char flying[] =
      "{ \"pliant\": 1, \"time\": { \"step\": 0.004 }, \"gravity\": [0, 0, 0], \"bodies\": [ {\n"
      "    \"mesh\": { \"icosphere\": { \"radius\": 0.25, \"cuts\": 6 } }, \"density\": 100,\n"
      "    \"model\": { \"graph\": { \"stiffness\": 900, \"laplacian\": 5 } },\n"
      "    \"start\": { \"velocity\": [-4.5, 0, 0] } } ] }";
  enum { STEPS = 40 };
  const double h = 0.004;
  page p;
  start(&p);
  say_two(&p, "open", "flying.json", flying);
  const double ray[9] = {0.05, 0, 5, 0, 0, -1, 0, 0, 1}, up[6] = {0.05, 2, 5, 0, 0, -1};
  say(&p, "grab", ray, sizeof ray);
  say(&p, "move", up, sizeof up);
  pl_body_signals before, after;
  const pl_body *body = pl_world_body_at(engine_world(p.e), 0);
  const double most = 218; /* N: twice its weight, and 150 m/s^2 for what is near the point */
  for (int k = 0; k < STEPS; k++) {
    double reported[8], change = 0;
    assert_ok(pl_body_measure(body, &before));
    steps(&p, 1);
    assert_ok(pl_body_measure(body, &after));
    block pull = get(&p, "pull");
    memcpy(reported, pull.payload, sizeof reported);
    for (int c = 0; c < 3; c++) change += pow((after.momentum[c] - before.momentum[c]) / h, 2);
    assert_less(sqrt(change), 1.01 * most);
    assert_close(sqrt(change), reported[1], 0.01 * most);
  }
  assert_true(after.momentum[1] > 0.5 * most * STEPS * h); /* mostly upwards */
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
  block reported = get(&p, "hash");
  assert_int_equal(reported.size, 24);
  uint64_t of[2];
  memcpy(of, reported.payload, sizeof of);
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

/* A scene that is opened while another plays waits until it is told to play, so that what the page tunes first, as a
   link says, is there from the start: else the world was touched, and a link's hash could not be compared. */
static void opens_at_rest(void **state)
{
  (void)state;
  page p;
  const struct {
    uint32_t on, unused;
    double speed;
  } play = {1, 0, 1};
  start(&p);
  say_two(&p, "open", "ball.json", ball);
  say(&p, "play", &play, sizeof play);
  assert_true(engine_play(p.e, 0.05, 1));
  assert_true(pl_world_step_count(engine_world(p.e)) > 0);
  say_two(&p, "open", "ball.json", ball);
  assert_false(engine_play(p.e, 0.05, 1));
  say_two(&p, "parm", "time.duration", "0.2");
  say(&p, "play", &play, sizeof play);
  for (int k = 0; k < 5; k++) assert_true(engine_play(p.e, 0.05, 1));
  block reported = get(&p, "hash");
  uint32_t touched = 1;
  assert_int_equal(reported.size, 24);
  memcpy(&touched, reported.payload + 16, sizeof touched);
  assert_int_equal(touched, 0);
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

/* --- what is seen of the inside --- */

static const char blocks[] =
    "{ \"pliant\": 1, \"time\": { \"step\": 0.005 }, \"gravity\": [0, 0, 0],\n"
    "  \"bodies\": [ { \"name\": \"hex\", \"mesh\": { \"icosphere\": { \"radius\": 0.3, \"cuts\": 4 } },\n"
    "    \"heat\": {}, \"model\": { \"hex\": { \"youngs_modulus\": 1e5, \"nodes\": 60 } } },\n"
    "   { \"name\": \"cage\", \"mesh\": { \"icosphere\": { \"radius\": 0.3, \"cuts\": 4 }, \"translate\": [2, 0, 0] "
    "},\n"
    "    \"model\": { \"cage\": { \"youngs_modulus\": 1e5 } } },\n"
    "   { \"name\": \"shell\", \"mesh\": { \"icosphere\": { \"radius\": 0.3, \"cuts\": 4 }, \"translate\": [-2, 0, 0] "
    "},\n"
    "    \"volume\": { \"mode\": \"keep\" }, \"model\": { \"surface\": { \"region\": 1 } } } ] }";

static void want(page *p, uint32_t color, uint32_t overlays)
{
  const uint32_t wanted[4] = {color, 0, 0, overlays};
  say(p, "want", wanted, sizeof wanted);
}

/* The lowest and highest value of a body's colours in the frame that comes next. */
static void range_of(page *p, size_t body, float range[2])
{
  block frame = get(p, "fram");
  size_t at = 48;
  for (size_t b = 0; b <= body; b++) {
    uint32_t head[4];
    assert_true(at + 48 <= frame.size);
    memcpy(head, frame.payload + at, sizeof head);
    memcpy(range, frame.payload + at + 40, 2 * sizeof *range);
    at += 48 + (6 * head[2] + 7) / 8 * 8;
    if (head[3] & 1) at += (head[2] + 7) / 8 * 8;
  }
}

/* Only what a world has is offered; values are those that the library tells. */
static void paints(void **state)
{
  (void)state;
  page p;
  float range[2];
  start(&p);
  say_two(&p, "open", "blocks.json", blocks);
  block scene = get(&p, "scen");
  char *text = PL_NEW(char, scene.size + 1);
  memcpy(text, scene.payload, scene.size);
  assert_non_null(strstr(text, "\"Temperature\""));
  assert_non_null(strstr(text, "\"Region\""));
  assert_null(strstr(text, "\"Plastic strain\""));
  assert_null(strstr(text, "\"Active rotations\""));
  pl_release(text);
  want(&p, ENGINE_COLOR_TEMPERATURE, 0);
  range_of(&p, 0, range);
  assert_true(fabsf(range[0] - 293.15F) < 1e-3F); /* K, the default */
  want(&p, ENGINE_COLOR_REGION, 0);
  range_of(&p, 2, range);
  assert_true(range[0] == 0 && range[1] == 1);
  steps(&p, 2);
  want(&p, ENGINE_COLOR_VOLUME, 0);
  range_of(&p, 2, range);
  assert_true(range[0] == 0 && fabsf(range[1] - 1) < 1e-5F); /* alpha 1, the default: all share alike */
  stop(&p);
}

/* The middle of the points of a block of places, and how many there are. */
static uint32_t middle_of(const block *b, double out[3])
{
  uint32_t head[4];
  assert_true(b->size >= sizeof head);
  memcpy(head, b->payload, sizeof head);
  assert_int_equal(b->size, sizeof head + 3 * head[2] * sizeof(float));
  for (size_t k = 0; k < 3 * head[2]; k++) {
    float value;
    memcpy(&value, b->payload + sizeof head + k * sizeof value, sizeof value);
    out[k % 3] += (double)value / head[2];
  }
  return head[2];
}

/* Points and nodes of cages and hexahedra lie about where their bodies are, at rest and moved by 0.5 m. */
static void draws_the_inside(void **state)
{
  (void)state;
  page p;
  start(&p);
  say_two(&p, "open", "blocks.json", blocks);
  get(&p, "fram");
  static const double x[3] = {0, 2, -2};
  static const uint32_t bodies_of[ENGINE_OVERLAY_COUNT] = {1, 1, 2}; /* the last that has such things */
  for (uint32_t kind = 0; kind < ENGINE_OVERLAY_COUNT; kind++) {
    for (int moved = 0; moved < 2; moved++) {
      want(&p, ENGINE_COLOR_BODY, 1U << kind);
      block points = get(&p, "opnt");
      double middle[3] = {0};
      assert_true(middle_of(&points, middle) > 20);
      assert_true(fabs(middle[0] - (x[bodies_of[kind]])) < 0.01);
      assert_true(fabs(middle[1] - (0.5 * (moved + (int)kind))) < 0.01);
      if (moved) continue;
      for (size_t b = 0; b < 3; b++) {
        pl_body *body = pl_world_body_at(engine_world(p.e), b);
        size_t count = pl_body_particle_count(body);
        double *to = PL_NEW(double, 3 * count);
        memcpy(to, pl_body_positions(body), 3 * count * sizeof *to);
        for (size_t i = 0; i < count; i++) to[3 * i + 1] += 0.5;
        assert_int_equal(pl_body_set_positions(body, to), PL_OK);
        pl_release(to);
      }
      steps(&p, 1);
    }
  }
  stop(&p);
}

/* --- handles --- */

/* Seen along -z, the world within 4 m of the origin. */
static void lasso(page *p, float low, float high)
{
  struct {
    double view[16];
    uint32_t count, unused;
    float outline[8];
  } of = {.view = {[0] = 0.25, [5] = 0.25, [10] = -0.25, [15] = 1}, .count = 4};
  const float outline[8] = {low, -1, high, -1, high, 1, low, 1};
  memcpy(of.outline, outline, sizeof outline);
  say(p, "lass", &of, sizeof of);
}

static void drag(page *p, uint32_t handle, double x, double y, double z)
{
  struct {
    uint32_t handle, unused;
    double target[3];
  } of = {handle, 0, {x, y, z}};
  say(p, "hndl", &of, sizeof of);
}

/* An outline around one body makes one handle, in its middle; dragged it takes the body along. */
static void handles_pull(void **state)
{
  (void)state;
  page p;
  start(&p);
  say_two(&p, "open", "blocks.json", blocks);
  lasso(&p, 0.3F, 0.9F); /* the cage at x = 2 */
  block reported = get(&p, "hdls");
  double of[8];
  assert_int_equal(reported.size, sizeof of);
  memcpy(of, reported.payload, sizeof of);
  assert_true(of[6] == 1 && of[7] == 16);
  assert_true(fabs(of[0] - 2) < 0.1);
  drag(&p, 0, of[0], of[1] + 0.4, of[2]);
  steps(&p, 100);
  assert_true(height(&p, 1) > 0.2);
  assert_true(fabs(height(&p, 0) - (0)) < 1e-6);
  say(&p, "unhd", NULL, 0);
  assert_int_equal(get(&p, "hdls").size, 0);
  lasso(&p, 0.95F, 0.99F); /* around nothing */
  assert_int_equal(get(&p, "hdls").size, 0);
  drag(&p, 0, 0, 0, 0); /* of a handle that is not there */
  block error = get(&p, "eror");
  assert_true(has(&error, "no handle"));
  stop(&p);
}

/* Posed, one half of the body follows its handle although no time passes, and the other half stays with its own. */
static void poses(void **state)
{
  (void)state;
  page p;
  start(&p);
  say_two(&p, "open", "blocks.json", blocks);
  lasso(&p, 0.44F, 0.49F); /* left */
  lasso(&p, 0.51F, 0.56F); /* and right of the cage's middle */
  uint32_t on = 1;
  say(&p, "pose", &on, sizeof on);
  block reported = get(&p, "hdls");
  double of[16];
  assert_int_equal(reported.size, sizeof of);
  memcpy(of, reported.payload, sizeof of);
  drag(&p, 1, of[8] + 0.1, of[9], of[10]);
  block after = get(&p, "hdls");
  double now[16];
  memcpy(now, after.payload, sizeof now);
  assert_true(fabs(now[8] - (of[8] + 0.1)) < 0.02);
  assert_true(fabs(now[0] - of[0]) < 0.02);
  assert_int_equal(pl_world_step_count(engine_world(p.e)), 0);
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
  static const char *const tags[] = {"grab", "move", "pull", "pin ", "hold", "play", "step", "seek", "open", "edit",
                                     "parm", "load", "want", "ackn", "what", "lass", "hndl", "unhd", "pose", "rept"};
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
      cmocka_unit_test(pulls_as_hard_as_it_says),
      cmocka_unit_test(pulls_a_patch),
      cmocka_unit_test(pins_hold),
      cmocka_unit_test(tunes),
      cmocka_unit_test(scrubs),
      cmocka_unit_test(records_within_budget),
      cmocka_unit_test(tells_the_hash),
      cmocka_unit_test(opens_at_rest),
      cmocka_unit_test(only_one_holds_the_mouse),
      cmocka_unit_test(paints),
      cmocka_unit_test(draws_the_inside),
      cmocka_unit_test(handles_pull),
      cmocka_unit_test(poses),
      cmocka_unit_test(trusts_nobody),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
