/* SPDX-License-Identifier: MIT
   Who may meet on the way from one place to another, against all pairs. */
#include "contact/broad/swept_volumes.h"

#include <string.h>

#include "contact/broad/surface.h"
#include "contact/narrow/closest_points.h"
#include "fixtures.h"
#include "math/vec3.h"
#include "pliant/make.h"

enum { MOST = 600 };

static const double part = 0.9;

typedef struct seen {
  uint8_t pairs[MOST][MOST];
  size_t count;
} seen;

static void see(void *context, uint32_t first, uint32_t second)
{
  seen *s = context;
  assert_int_equal(s->pairs[first][second], 0); /* once */
  s->pairs[first][second] = 1;
  s->count++;
}

typedef struct ball {
  pl_contact_surface surface;
  double from[3 * MOST], to[3 * MOST];
} ball;

/* It grows to one and a half times its size, and some particles go anywhere. */
static void make_ball(const pl_mesh_data *data, const double centre[3], uint64_t *seed, ball *out)
{
  uint32_t order[MOST];
  for (uint32_t i = 0; i < data->vertex_count; i++) order[i] = i;
  assert_ok(pl_contact_surface_build(data, order, order, &out->surface));
  for (size_t k = 0; k < 3 * data->vertex_count; k++) {
    out->from[k] = centre[k % 3] + data->positions[k];
    out->to[k] = centre[k % 3] + 1.5 * data->positions[k] + (k % 60 < 3 ? random_unit(seed) : 0);
  }
}

static bool move_against(pl_feature_pair kind, const ball *a, const uint32_t *first, const ball *b,
                         const uint32_t *second)
{
  pl_points before, now;
  int split = kind == PL_EDGE_EDGE ? 2 : 1;
  for (int k = 0; k < 4; k++) {
    const ball *of = k < split ? a : b;
    size_t at = 3 * (size_t)(k < split ? first[k] : second[k - split]);
    pl_vec3_copy(of->from + at, before.at[k]);
    pl_vec3_copy(of->to + at, now.at[k]);
  }
  pl_closest_points then;
  double apart = pl_nearest(kind, &before).distance;
  return pl_first_meeting(kind, &before, &now, (1 - part) * apart, &then) < 1;
}

/* All that come near each other are seen, but few others. */
static void compare(pl_feature_pair kind, const ball *a, const ball *b, pl_arena *arena)
{
  static seen s;
  const pl_contact_surface *of[2] = {&a->surface, &b->surface};
  bool edges = kind == PL_EDGE_EDGE;
  pl_swept_volumes ways[2];
  memset(&s, 0, sizeof s);
  assert_ok(
      pl_swept_volumes_find(edges ? &of[0]->edge_clusters : &of[0]->vertex_clusters, a->from, a->to, arena, &ways[0]));
  assert_ok(pl_swept_volumes_find(edges ? &of[1]->edge_clusters : &of[1]->triangle_clusters, b->from, b->to, arena,
                                  &ways[1]));
  pl_swept_volumes_meet(&ways[0], edges && a == b ? &ways[0] : &ways[1], part, see, &s);
  size_t counts[2] = {edges ? of[0]->edge_count : of[0]->vertex_count,
                      edges ? of[1]->edge_count : of[1]->triangle_count};
  for (size_t i = 0; i < counts[0]; i++)
    for (size_t j = edges && a == b ? i + 1 : 0; j < counts[1]; j++) {
      const uint32_t *first = edges ? of[0]->edges + 2 * i : of[0]->vertices + i;
      const uint32_t *second = edges ? of[1]->edges + 2 * j : of[1]->triangles + 3 * j;
      bool both = edges && a == b && s.pairs[j][i];
      if (!s.pairs[i][j] && !both) assert_false(move_against(kind, a, first, b, second));
    }
  print_message("%zu of %zu pairs are seen\n", s.count, counts[0] * counts[1]);
  assert_true(s.count < counts[0] * counts[1] / 2);
}

static void test_all_are_seen(void **state)
{
  (void)state;
  static ball balls[2];
  static const double centres[2][3] = {{0, 0, 0}, {0.8, 0.7, 0.1}};
  uint64_t seed = 3;
  pl_mesh *mesh = NULL;
  assert_ok(pl_make_icosphere(0.5, 4, &mesh));
  pl_mesh_data data = pl_mesh_view(mesh);
  for (int k = 0; k < 2; k++) make_ball(&data, centres[k], &seed, &balls[k]);
  pl_arena arena = {0};
  for (int k = 0; k < 2; k++) {
    compare(PL_VERTEX_TRIANGLE, &balls[0], &balls[k], &arena);
    compare(PL_EDGE_EDGE, &balls[0], &balls[k], &arena);
  }
  pl_arena_free(&arena);
  for (int k = 0; k < 2; k++) pl_contact_surface_free(&balls[k].surface);
  pl_mesh_destroy(mesh);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_all_are_seen)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
