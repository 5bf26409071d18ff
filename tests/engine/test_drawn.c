/* SPDX-License-Identifier: MIT
   What the page draws bodies by: topology that changes, vertices that are carried, and what was played again. */
#include <math.h>

#include "base/memory.h"
#include "page.h"
#include "pliant/fracture.h"

static const char goop[] =
    "{ \"pliant\": 1, \"bodies\": [ { \"mesh\": { \"lattice\": { \"counts\": [2, 2, 4], \"spacing\": 0.1 } },\n"
    "  \"model\": { \"graph\": { \"youngs_modulus\": 1e4 } }, \"blobby\": { \"radius\": 0.08 },\n"
    "  \"start\": { \"spin\": [0, 0, 9] } } ] }";

/* The surface of a blob comes with every frame that shows another state, a mesh's topology once. Frame and topology
   agree in the number of vertices. */
static void sends_topology_when_it_is_another(void **state)
{
  (void)state;
  static const char *const texts[] = {goop, ball};
  for (int k = 0; k < 2; k++) {
    page p;
    start(&p);
    say_two(&p, "open", "scene.json", texts[k]);
    assert_true(get(&p, "topo").size > 24);
    steps(&p, 10);
    assert_int_equal(engine_write(p.e, &p.client, &p.from), PL_OK);
    block_reader reader;
    assert_int_equal(block_open(p.from.bytes.data, p.from.bytes.size, &reader), PL_OK);
    uint32_t topology = 0, frame = 0;
    for (block b; block_next(&reader, &b);) {
      if (b.tag == BLOCK_TAG('t', 'o', 'p', 'o')) memcpy(&topology, b.payload + 8, sizeof topology);
      if (b.tag == BLOCK_TAG('f', 'r', 'a', 'm')) memcpy(&frame, b.payload + 48 + 8, sizeof frame);
    }
    assert_true(frame > 50);
    assert_int_equal(topology, k == 0 ? frame : 0);
    stop(&p);
  }
}

static const char sheet[] =
    "{ \"pliant\": 1, \"gravity\": [0, 0, 0], \"bodies\": [ { \"name\": \"sheet\", \"thickness\": 0.01,\n"
    "  \"mesh\": { \"sheet\": { \"nx\": 5, \"nz\": 5 } }, \"fracture\": { \"strain\": 0.5 },\n"
    "  \"model\": { \"graph\": { \"youngs_modulus\": 1e5 } } } ] }";

/* How many triangles of a block of topology have an area. */
static uint32_t sound_triangles(const block *b)
{
  uint32_t head[6], corners[3], count = 0;
  memcpy(head, b->payload, sizeof head);
  for (uint32_t f = 0; f < head[3]; f++) {
    memcpy(corners, b->payload + sizeof head + f * sizeof corners, sizeof corners);
    count += corners[0] != corners[1];
  }
  return count;
}

/* A body that broke is drawn without the triangles over broken links, and again with them after a step back. */
static void draws_what_is_torn(void **state)
{
  (void)state;
  page p;
  start(&p);
  say_two(&p, "open", "sheet.json", sheet);
  block first = get(&p, "topo");
  uint32_t whole = sound_triangles(&first);
  steps(&p, 5);
  assert_int_equal(get(&p, "topo").size, 0);
  pl_body *body = pl_world_body_at(engine_world(p.e), 0);
  size_t count = pl_body_link_count(body);
  assert_true(count > 10);
  uint8_t *links = PL_NEW(uint8_t, count);
  for (size_t i = 0; i < count; i += 4) links[i] = PL_LINK_BROKEN;
  assert_int_equal(pl_body_set_links(body, links), PL_OK);
  pl_release(links);
  steps(&p, 5);
  block torn = get(&p, "topo");
  assert_true(torn.size > 0 && sound_triangles(&torn) < whole);
  const uint64_t back = 0;
  say(&p, "seek", &back, sizeof back);
  block again = get(&p, "topo");
  assert_true(again.size > 0 && sound_triangles(&again) == whole);
  stop(&p);
}

static pl_status add_height(const pl_world *world, void *user)
{
  double *sum = user;
  const double *x = pl_body_positions(pl_world_body_at(world, 0));
  sum[0] += 1;
  sum[1] = x[1];
  return PL_OK;
}

/* From the start to now, and what is played does not notice. */
static void goes_through_what_was_played(void **state)
{
  (void)state;
  page p;
  start(&p);
  say_two(&p, "open", "ball.json", ball);
  steps(&p, 30);
  uint64_t hash = pl_world_hash(engine_world(p.e));
  double sum[2] = {0}, now = pl_body_positions(pl_world_body_at(engine_world(p.e), 0))[1];
  assert_int_equal(engine_each_moment(p.e, add_height, sum), PL_OK);
  assert_int_equal((int)sum[0], 1 + 30 / 3); /* every third step of 5 ms is a sixtieth of a second */
  assert_true(sum[1] == now);
  assert_true(pl_world_hash(engine_world(p.e)) == hash);
  say_two(&p, "expt", "glb", "");
  block error = get(&p, "eror");
  assert_true(has(&error, "pliant view")); /* this engine has nothing to make files with */
  stop(&p);
}

/* --- vertices that the page places itself --- */

static const char caged[] =
    "{ \"pliant\": 1, \"time\": { \"step\": 0.005 }, \"obstacles\": [ { \"plane\": {} } ],\n"
    "  \"bodies\": [ { \"name\": \"hex\", \"mesh\": { \"icosphere\": { \"radius\": 0.3, \"cuts\": 8 }, "
    "\"translate\": [0, 0.32, 0] },\n"
    "    \"model\": { \"hex\": { \"youngs_modulus\": 1e5, \"nodes\": 60 } } },\n"
    "   { \"name\": \"cage\", \"mesh\": { \"icosphere\": { \"radius\": 0.3, \"cuts\": 8 }, "
    "\"translate\": [2, 0.32, 0] },\n"
    "    \"model\": { \"cage\": { \"youngs_modulus\": 1e5 } } },\n"
    "   { \"name\": \"modes\", \"mesh\": { \"lattice\": { \"counts\": [12, 5, 5], \"spacing\": 0.05 } },\n"
    "    \"start\": { \"rotate\": [0, 0.4, 0.8], \"translate\": [4, 0.6, 0], \"spin\": [1, 0, -3] },\n"
    "    \"subspace\": { \"modes\": 12 }, \"model\": { \"graph\": { \"youngs_modulus\": 1e5 } } },\n"
    "   { \"name\": \"pinned\", \"mesh\": { \"lattice\": { \"counts\": [12, 5, 5], \"spacing\": 0.05 }, "
    "\"translate\": [6, 1, 0] },\n"
    "    \"pins\": [ { \"particles\": { \"indices\": [0, 1, 2, 3, 4] } } ],\n"
    "    \"subspace\": { \"modes\": 12 }, \"model\": { \"graph\": { \"youngs_modulus\": 1e5 } } } ] }";

typedef struct weights {
  uint32_t head[4]; /* body, vertices, points, weights per vertex */
  uint32_t *indices;
  float *values;
  float *start; /* 3 per vertex; NULL: zero */
} weights;

/* Where a page puts vertex i: its weighted points. */
static void place(const weights *w, const float *points, size_t i, double out[3])
{
  size_t per = w->head[3] ? w->head[3] : w->head[2];
  for (size_t c = 0; c < 3; c++) out[c] = w->start ? (double)w->start[3 * i + c] : 0;
  for (size_t k = 0; k < per; k++) {
    size_t point = w->head[3] ? w->indices[per * i + k] : k;
    for (size_t c = 0; c < 3; c++) out[c] += (double)w->values[per * i + k] * (double)points[3 * point + c];
  }
}

static void read_weights(const block *b, weights *w)
{
  memcpy(w->head, b->payload, sizeof w->head);
  size_t per = w->head[3] ? w->head[3] : w->head[2], count = per * w->head[1], listed = w->head[3] ? count : 0;
  size_t end = sizeof w->head + (listed + count) * 4, more = 3 * (size_t)w->head[1] * sizeof *w->start;
  assert_true(b->size == end || b->size == end + more);
  w->start = b->size > end ? malloc(more) : NULL;
  if (w->start) memcpy(w->start, b->payload + end, more);
  w->indices = PL_NEW(uint32_t, listed + 1);
  w->values = PL_NEW(float, count);
  memcpy(w->indices, b->payload + sizeof w->head, listed * 4);
  memcpy(w->values, b->payload + sizeof w->head + listed * 4, count * 4);
}

/* The weighted points are where the vertices are, after balls were flattened on the floor and bars moved in subspaces;
   and a frame is smaller than its vertices. Weights and points are floats: 1e-5 m are 30 units of their last place. */
static void carries_vertices(void **state)
{
  (void)state;
  page p;
  enum { BODIES = 4 };
  weights w[BODIES] = {0};
  start(&p);
  say_two(&p, "open", "caged.json", caged);
  const uint32_t wanted[5] = {0, 0, 0, 0, 1};
  say(&p, "want", wanted, sizeof wanted);
  steps(&p, 60);
  assert_int_equal(engine_write(p.e, &p.client, &p.from), PL_OK);
  block_reader reader;
  block frame = {0};
  size_t read = 0;
  assert_int_equal(block_open(p.from.bytes.data, p.from.bytes.size, &reader), PL_OK);
  for (block b; block_next(&reader, &b);) {
    if (b.tag == BLOCK_TAG('c', 'a', 'r', 'y')) read_weights(&b, &w[read++]);
    if (b.tag == BLOCK_TAG('f', 'r', 'a', 'm')) frame = b;
  }
  assert_int_equal(read, BODIES);
  assert_true(!w[0].start && !w[1].start && w[2].start && w[3].start); /* only subspaces count from somewhere */
  const unsigned char *at = frame.payload + 48;
  for (size_t b = 0; b < BODIES; b++) {
    uint32_t head[4], count;
    memcpy(head, at, sizeof head);
    memcpy(&count, at + 48, sizeof count);
    assert_int_equal(head[1], 2); /* carried */
    assert_int_equal(count, w[b].head[2]);
    float *points = PL_NEW(float, 3 * count);
    memcpy(points, at + 56, 3 * count * sizeof *points);
    const double *x = pl_body_positions(pl_world_body_at(engine_world(p.e), b));
    for (size_t i = 0; i < w[b].head[1]; i++) {
      double found[3];
      place(&w[b], points, i, found);
      for (size_t c = 0; c < 3; c++) assert_true(fabs(found[c] - x[3 * i + c]) < 1e-5);
    }
    at += 56 + (12 * count + 7) / 8 * 8;
    pl_release(points);
    pl_release(w[b].indices);
    pl_release(w[b].values);
    free(w[b].start);
  }
  stop(&p);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(sends_topology_when_it_is_another),
      cmocka_unit_test(draws_what_is_torn),
      cmocka_unit_test(goes_through_what_was_played),
      cmocka_unit_test(carries_vertices),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
