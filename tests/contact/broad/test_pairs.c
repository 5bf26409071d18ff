/* SPDX-License-Identifier: MIT
   Lists of several bodies over many steps, against all vertices and triangles looked at one by one: whoever needs a
   list made anew, nobody misses anything, and the lists of others live on. */
#include "contact/broad/pairs.h"

#include <string.h>

#include "fixtures.h"
#include "math/vec3.h"
#include "pliant/make.h"

static const double h = 0.01;

enum { BALLS = 3, RADIUS_MM = 250 };

typedef struct scene {
  pl_mesh *mesh;
  double *x[BALLS], *v[BALLS];
  uint32_t *order;
  pl_contact_surface surfaces[BALLS];
  pl_model_body views[BALLS];
  pl_contact_def def;
  pl_contact_body bodies[BALLS];
  pl_arena arena;
  pl_model_context context;
  pl_pairs pairs;
} scene;

/* In a row, 20 mm into each other. */
static void make(scene *s, uint64_t *seed)
{
  *s = (scene){.def = {.bodies = true}};
  s->context = (pl_model_context){.h = h, .scratch = &s->arena};
  assert_ok(pl_make_sphere(1e-3 * RADIUS_MM, 10, &s->mesh));
  pl_mesh_data data = pl_mesh_view(s->mesh);
  size_t n = data.vertex_count;
  s->order = test_malloc(n * sizeof(uint32_t));
  for (uint32_t i = 0; i < n; i++) s->order[i] = i;
  for (uint32_t b = 0; b < BALLS; b++) {
    s->x[b] = test_malloc(3 * n * sizeof(double));
    s->v[b] = test_malloc(3 * n * sizeof(double));
    for (size_t k = 0; k < 3 * n; k++) {
      s->x[b][k] = data.positions[k] + 1e-3 * random_unit(seed) + (k % 3 == 0) * 1e-3 * (2 * RADIUS_MM - 20) * b;
      s->v[b][k] = 0;
    }
    assert_ok(pl_contact_surface_build(&data, s->order, s->order, &s->surfaces[b]));
    s->surfaces[b].skin = 1e-3;
    s->views[b] = (pl_model_body){.count = n, .x = s->x[b], .v = s->v[b]};
    s->bodies[b] = (pl_contact_body){.body = &s->views[b],
                                     .surface = &s->surfaces[b],
                                     .def = &s->def,
                                     .particles = s->order,
                                     .particle_count = n,
                                     .serial = 7 + b};
  }
}

static void free_scene(scene *s)
{
  for (int b = 0; b < BALLS; b++) {
    pl_contact_surface_free(&s->surfaces[b]);
    test_free(s->x[b]);
    test_free(s->v[b]);
  }
  test_free(s->order);
  pl_pairs_free(&s->pairs);
  pl_arena_free(&s->arena);
  pl_mesh_destroy(s->mesh);
}

/* Everybody goes its way, m, and a little beside it. */
static void move(scene *s, int ball, const double way[3], double stray, uint64_t *seed)
{
  for (size_t k = 0; k < 3 * s->views[ball].count; k++) {
    s->v[ball][k] = (way[k % 3] + stray * random_unit(seed)) / h;
    s->x[ball][k] += h * s->v[ball][k];
  }
}

static double nearest_of(const scene *s, const pl_pair *pair, const pl_candidate *candidate)
{
  double least = INFINITY;
  uint32_t particles[4], owners[4];
  pl_candidate_particles(pair, candidate, s->bodies, particles, owners);
  for (int end = 0; end < 2; end++) {
    pl_points points;
    for (int k = 0; k < 4; k++) pl_particle_place(&s->bodies[owners[k]], particles[k], end ? 0 : h, points.at[k]);
    least = fmin(least, pl_nearest(PL_VERTEX_TRIANGLE, &points).distance);
  }
  return least;
}

/* Is all that is as near as contact reaches in the list of a pair? Tells how much that is. */
static size_t check(const scene *s, const pl_pair *pair)
{
  size_t next = 0, near = 0;
  for (uint32_t kind = PL_FIRST_ON_SECOND; kind <= PL_SECOND_ON_FIRST; kind++) {
    bool swapped = kind == PL_SECOND_ON_FIRST;
    const pl_contact_surface *left = &s->surfaces[swapped ? pair->second : pair->first];
    const pl_contact_surface *right = &s->surfaces[swapped ? pair->first : pair->second];
    for (uint32_t a = 0; a < left->vertex_count; a++)
      for (uint32_t b = 0; b < right->triangle_count; b++) {
        pl_candidate one = {.kind = kind, .a = left->vertices[a], .b = b};
        const pl_candidate *listed = &pair->list[next];
        bool is_listed = next < pair->kept && listed->kind == kind && listed->a == one.a && listed->b == b;
        next += is_listed;
        if (nearest_of(s, pair, &one) > pair->deepest) continue;
        near++;
        assert_true(is_listed);
      }
  }
  assert_int_equal(next, pair->kept);
  return near;
}

static const pl_pair *pair_of(const scene *s, uint32_t first, uint32_t second)
{
  const pl_pair *pair = pl_pairs_find(&s->pairs, first, second);
  assert_non_null(pair);
  return pair;
}

static void update(scene *s)
{
  assert_ok(pl_pairs_update(&s->pairs, s->bodies, BALLS, &s->context, PL_LIST_VERTICES, NULL));
}

/* Each goes to and fro at a speed of its own. */
static void test_nothing_is_missed(void **state)
{
  (void)state;
  enum { STEPS = 60 };
  scene s;
  uint64_t seed = 3;
  size_t near = 0;
  make(&s, &seed);
  for (int k = 0; k < STEPS; k++) {
    for (int b = 0; b < BALLS; b++) {
      double way = 2e-3 * (1 << 2 * b) * (k / 4 % 2 ? -1 : 1);
      move(&s, b, (const double[]){0.2 * way, way, -0.5 * way}, 1e-4, &seed);
    }
    update(&s);
    near += check(&s, pair_of(&s, 0, 1)) + check(&s, pair_of(&s, 1, 2));
  }
  print_message("%zu near, %zu lists made in %d steps of two pairs\n", near, s.pairs.rebuilt, STEPS);
  assert_true(near > 10 * STEPS);                                   /* there was something to be missed */
  assert_true(s.pairs.rebuilt > 10 && s.pairs.rebuilt < 2 * STEPS); /* and lists were used again, and not for ever */
  free_scene(&s);
}

/* The last two come nearer to each other by more than lists allow for, a quarter of an edge, but the second does not by
   as much to the first. */
static void test_others_live_on(void **state)
{
  (void)state;
  scene s;
  uint64_t seed = 4;
  make(&s, &seed);
  double edge = s.surfaces[0].mean_edge;
  update(&s);
  assert_int_equal(s.pairs.rebuilt, 2);
  move(&s, 1, (const double[]){0.15 * edge, 0, 0}, 0, &seed);
  move(&s, 2, (const double[]){-0.14 * edge, 0, 0}, 0, &seed);
  update(&s);
  assert_int_equal(s.pairs.rebuilt, 3);
  for (int b = 0; b < BALLS; b++) move(&s, b, (const double[]){0, 0, 0}, 0, &seed);
  /* the second, which moved more, gets a new reference; the first is still near its old one */
  update(&s);
  assert_int_equal(s.pairs.rebuilt, 4);
  assert_true(check(&s, pair_of(&s, 0, 1)) > 0 && check(&s, pair_of(&s, 1, 2)) > 0);
  free_scene(&s);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_nothing_is_missed), cmocka_unit_test(test_others_live_on)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
