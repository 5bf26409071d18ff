/* SPDX-License-Identifier: MIT
   Threads touch as straight pieces and are drawn as curves: how far these are from each other. */
#include "picture/trace/scenery.h"

#include <math.h>
#include <stdlib.h>

#include "math/vec3.h"
#include "mesh/query/separation.h"
#include "pliant/io_scene.h"
#include "pliant/pliant.h"
#include "testing.h"

/* Vertices of the picture per edge: four pieces, each of six rings with six sides. */
enum { SIDES = 6, PER_EDGE = 4 * 6 * SIDES };

/* Draws the threads of a body infinitely thin. */
static pl_scenery draw(const pl_frame_body *body)
{
  pl_scenery scenery = {.scale = 1};
  vec *colors = calloc(body->rest.vertex_count, sizeof *colors);
  assert_non_null(colors);
  pl_thread_style style = {.colors = colors, .sides = SIDES};
  assert_ok(pl_scenery_threads(&scenery, body, &style));
  free(colors);
  return scenery;
}

static double distance_to(const double *point, const double *a, const double *b)
{
  return sqrt(pl_segments_distance_squared(point, point, a, b));
}

/* The largest distance of a curve from its chord over the length of the chord; *metres: in m. */
static double farthest(const pl_frame_body *body, const pl_scenery *scenery, double *metres)
{
  double worst = 0;
  size_t at = 0;
  *metres = 0;
  for (size_t e = 0; e < body->rest.edge_count; e++) {
    const uint32_t *ends = body->rest.edges + 2 * e;
    const double *a = body->positions + 3 * (size_t)ends[0], *b = body->positions + 3 * (size_t)ends[1];
    if (ends[0] == ends[1]) continue; /* broken */
    for (size_t last = at + PER_EDGE; at < last; at++) {
      double apart = distance_to(scenery->positions + 3 * at, a, b);
      *metres = fmax(*metres, apart);
      worst = fmax(worst, apart / pl_vec3_distance(a, b));
    }
  }
  assert_int_equal(at, scenery->vertex_count);
  return worst;
}

/* With edges of one length L a slope leaves its chord by sin(turn) / 2 of L, and a cubic with two such slopes by a
   quarter of them: by L / 8, where the thread turns by right angles to one side. */
static void curves_keep_within_an_eighth_of_their_chords(void **state)
{
  (void)state;
  enum { POINTS = 41 };
  static const double square[4][3] = {{1, 0, 0}, {0, 1, 0}, {-1, 0, 0}, {0, -1, 0}};
  double rest[3 * POINTS] = {0}, x[3 * POINTS] = {0}, metres = 0, most = 0;
  uint32_t edges[2 * (POINTS - 1)];
  for (size_t i = 0; i < POINTS; i++) {
    rest[3 * i] = 0.1 * (double)i;
    if (i > 0) edges[2 * i - 2] = (uint32_t)i - 1, edges[2 * i - 1] = (uint32_t)i;
  }
  const pl_frame_body body = {
      .name = "thread",
      .rest = {.positions = rest, .vertex_count = POINTS, .edges = edges, .edge_count = POINTS - 1},
      .positions = x};
  uint64_t seed = 1;
  for (int trial = 0; trial < 200; trial++) {
    for (size_t i = 1; i < POINTS; i++) {
      double way[3];
      if (trial == 0) /* round and round a square */
        pl_vec3_copy(square[i % 4], way);
      else
        for (size_t k = 0; k < 3; k++) way[k] = random_unit(&seed);
      pl_vec3_add_scaled(x + 3 * (i - 1), 0.1 / pl_vec3_length(way), way, x + 3 * i);
    }
    pl_scenery scenery = draw(&body);
    double part = farthest(&body, &scenery, &metres);
    if (trial == 0) assert_close(part, 0.125, 1e-5); /* floats */
    most = fmax(most, part);
    pl_scenery_free(&scenery);
  }
  assert_less(most, 0.125 + 1e-5);
}

/* The first 0.4 s of scenes/matter/fig18-net.json, in which the net comes to lie around the ball. The skin keeps nodes
   6 mm away from it; between them what is drawn, 4 mm thick, stays outside, too. */
static void the_net_of_fig_18_stays_out_of_the_ball(void **state)
{
  (void)state;
  const double centre[3] = {0, 0.45, 0}, radius = 0.3;
  double worst = 0, longest = 0, nearest[2] = {INFINITY, INFINITY};
  pl_scene *scene = NULL;
  pl_world *world = NULL;
  pl_frame_buffer *buffer = NULL;
  pl_frame frame;
  assert_ok(pl_scene_load(PLIANT_SOURCE_DIR "/scenes/matter/fig18-net.json", &scene));
  assert_ok(pl_scene_world(scene, &world));
  assert_ok(pl_frame_buffer_create(&buffer));
  for (int step = 0; step < 80; step++) {
    assert_ok(pl_world_step(world));
    if (step % 4) continue;
    assert_ok(pl_world_frame(world, buffer, &frame));
    const pl_frame_body *net = frame.bodies;
    pl_scenery scenery = draw(net);
    double metres = 0;
    longest = fmax(longest, farthest(net, &scenery, &metres));
    worst = fmax(worst, metres);
    for (size_t i = 0; i < scenery.vertex_count; i++)
      nearest[0] = fmin(nearest[0], pl_vec3_distance(scenery.positions + 3 * i, centre) - radius);
    for (size_t i = 0; i < net->rest.vertex_count; i++)
      nearest[1] = fmin(nearest[1], pl_vec3_distance(net->positions + 3 * i, centre) - radius);
    pl_scenery_free(&scenery);
  }
  print_message("curves up to %.1f mm (%.3f of the chord) from their chords; no nearer to the ball than %.1f mm, nodes "
                "%.1f mm\n",
                1000 * worst, longest, 1000 * nearest[0], 1000 * nearest[1]);
  assert_less(longest, 0.135); /* 1/8 of edges of one length; of a stretched one beside a slack one a little more */
  assert_true(nearest[0] > 0.5 * 0.004);
  pl_frame_buffer_destroy(buffer);
  pl_world_destroy(world);
  pl_scene_destroy(scene);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(curves_keep_within_an_eighth_of_their_chords),
      cmocka_unit_test(the_net_of_fig_18_stays_out_of_the_ball),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
