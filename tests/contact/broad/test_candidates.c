/* SPDX-License-Identifier: MIT
   Lists of candidates against all pairs of features, looked at one by one all through the step. */
#include "contact/broad/pairs.h"
#include "contact/narrow/edge_edge.h"
#include "contact/narrow/vertex_solid.h"

#include <string.h>

#include "base/memory.h"
#include "fixtures.h"
#include "math/vec3.h"
#include "pliant/make.h"

static const double h = 0.01;

typedef struct ball {
  double *x, *v;
  uint32_t *order;
  pl_contact_surface surface;
  pl_model_body body;
  pl_contact_def def;
} ball;

typedef struct scene {
  pl_mesh *mesh;
  ball balls[2];
  pl_contact_body bodies[2];
  pl_pair pair;
  pl_near_features others;
} scene;

/* Two dented balls that go through each other, every particle on its own way. */
static void make_ball(ball *b, const pl_mesh *mesh, const double at[3], const double way[3], double stray,
                      uint64_t *seed)
{
  pl_mesh_data data = pl_mesh_view(mesh);
  size_t n = data.vertex_count;
  b->x = malloc(3 * n * sizeof(double));
  b->v = malloc(3 * n * sizeof(double));
  b->order = malloc(n * sizeof(uint32_t));
  for (uint32_t i = 0; i < n; i++) b->order[i] = i;
  assert_ok(pl_contact_surface_build(&data, b->order, b->order, &b->surface));
  b->surface.skin = 1e-3;
  for (size_t k = 0; k < 3 * n; k++) {
    b->v[k] = (way[k % 3] + stray * random_unit(seed)) / h;
    b->x[k] = data.positions[k] + 0.01 * random_unit(seed) + at[k % 3] + h * b->v[k];
  }
  b->body = (pl_model_body){.count = n, .x = b->x, .v = b->v};
  b->def = (pl_contact_def){.bodies = true};
}

/* Every third edge of the first ball pushed the other in the last step. */
static void push(scene *s)
{
  for (size_t e = 0; e < s->balls[0].surface.edge_count; e += 3)
    s->balls[0].surface.edge_partner[e] = s->bodies[1].serial + 1;
}

static void make(scene *s, const double offset[3], double stray, uint64_t seed, bool closed)
{
  *s = (scene){0};
  assert_ok(pl_make_sphere(0.25, 10, &s->mesh));
  const double there[3] = {offset[0] + 0.03, offset[1] + 0.5, offset[2] - 0.02};
  const double up[3] = {0.002, 0.004, 0}, down[3] = {0, -0.01, 0.003};
  make_ball(&s->balls[0], s->mesh, offset, up, stray, &seed);
  make_ball(&s->balls[1], s->mesh, there, down, stray, &seed);
  s->pair = (pl_pair){.first = 0, .second = 1, .margin = 2e-3, .deepest = 0.02, .h = h, .most = SIZE_MAX};
  for (int k = 0; k < 2; k++) {
    ball *b = &s->balls[k];
    pl_contact_surface_refer(&b->surface, b->x, b->v, h, k ? down : up);
    s->pair.references[k] = b->surface.newest;
    b->surface.closed = closed;
    s->bodies[k] =
        (pl_contact_body){.body = &b->body, .surface = &b->surface, .def = &b->def, .serial = 4 + (uint32_t)k};
  }
  pl_vec3_sub(up, down, s->pair.allowed);
  pl_vec3_scale(s->pair.allowed, PL_MOTION_FACTOR, s->pair.allowed);
  assert_ok(pl_candidates_reserve(&s->pair, s->bodies, &s->others));
  size_t room = s->pair.capacity;
  s->pair.capacity = 3;
  assert_false(pl_candidates_find(&s->pair, s->bodies, &s->others)); /* and says how much it needs */
  s->pair.capacity = room;
  assert_ok(pl_grow((void **)&s->pair.list, &s->pair.capacity, s->pair.count, sizeof(pl_candidate)));
  assert_true(pl_candidates_find(&s->pair, s->bodies, &s->others));
  push(s);
}

/* What the list has besides between closed bodies, in the present step. */
static void list_edges_of_pair(scene *s)
{
  pl_candidates_mark_edges(&s->pair, s->bodies);
  for (int b = 0; b < 2; b++) pl_edge_edge_bound(&s->bodies[b], s->pair.h, s->pair.pushed);
  bool enough = pl_candidates_find_edges(&s->pair, s->bodies, &s->others);
  assert_ok(pl_grow((void **)&s->pair.list, &s->pair.capacity, s->pair.count, sizeof(pl_candidate)));
  if (!enough) assert_true(pl_candidates_find_edges(&s->pair, s->bodies, &s->others));
}

static void free_scene(scene *s)
{
  for (int k = 0; k < 2; k++) {
    pl_contact_surface_free(&s->balls[k].surface);
    free(s->balls[k].x);
    free(s->balls[k].v);
    free(s->balls[k].order);
  }
  pl_release(s->pair.list);
  pl_near_free(&s->others);
  pl_mesh_destroy(s->mesh);
}

/* The nearest that two features come, at a number of moments of the step. */
static double nearest_of(const scene *s, const pl_candidate *candidate)
{
  enum { MOMENTS = 8 };
  uint32_t particles[4], owners[4];
  double least = INFINITY;
  pl_candidate_particles(&s->pair, candidate, s->bodies, particles, owners);
  for (int t = 0; t <= MOMENTS; t++) {
    pl_points points;
    for (int k = 0; k < 4; k++) {
      const ball *b = &s->balls[owners[k]];
      size_t at = 3 * (size_t)particles[k];
      pl_vec3_add_scaled(b->x + at, -h * (1 - (double)t / MOMENTS), b->v + at, points.at[k]);
    }
    least = fmin(least, pl_nearest(pl_candidate_features(candidate), &points).distance);
  }
  return least;
}

/* Angle between the faces of an edge when the step begins, degrees; negative: it is hollow. */
static double fold_of(const ball *b, size_t edge)
{
  double at[2][3][3], normal[2][3], aside[3], cross[3];
  const pl_contact_surface *s = &b->surface;
  for (size_t t = 0; t < 2; t++) {
    const uint32_t *corner = s->triangles + 3 * (size_t)s->edge_triangles[2 * edge + t];
    double along[3], across[3];
    for (size_t k = 0; k < 3; k++)
      pl_vec3_add_scaled(b->x + 3 * (size_t)corner[k], -h, b->v + 3 * (size_t)corner[k], at[t][k]);
    pl_vec3_sub(at[t][1], at[t][0], along);
    pl_vec3_sub(at[t][2], at[t][0], across);
    pl_vec3_cross(along, across, normal[t]);
  }
  double lowest = 0;
  for (int k = 0; k < 3; k++) { /* corners of the second over the first, which two of them are on */
    pl_vec3_sub(at[1][k], at[0][0], aside);
    double height = pl_vec3_dot(aside, normal[0]);
    if (fabs(height) > fabs(lowest)) lowest = height;
  }
  pl_vec3_cross(normal[0], normal[1], cross);
  double angle = 180 / acos(-1) * atan2(pl_vec3_length(cross), pl_vec3_dot(normal[0], normal[1]));
  return lowest < 0 ? angle : -angle;
}

static double length_of(const ball *b, size_t edge)
{
  const uint32_t *ends = b->surface.edges + 2 * edge;
  double along[3];
  for (size_t c = 0; c < 3; c++) {
    size_t from = 3 * (size_t)ends[0] + c, to = 3 * (size_t)ends[1] + c;
    along[c] = b->x[to] - b->x[from] - h * (b->v[to] - b->v[from]);
  }
  return pl_vec3_length(along);
}

/* The angle, degrees, between faces on which both ends of a crossing edge lie, its middle 3 mm below the convex edge:
   the distance kept, 2 mm, and a skin. */
static double shallow_angle(double length) { return 2 * 180 / acos(-1) * atan(3e-3 / (0.5 * length)); }

/* May an edge that crosses another go deeper into it than that, or hang over beyond its faces? */
static bool may_go_deep(const ball *a, size_t edge, const ball *b, size_t across, double slack)
{
  double length = fmin(length_of(a, edge), a->surface.longest_edge), other = length_of(b, across);
  other = fmin(other, b->surface.longest_edge);
  return length > (2 - 0.01 * slack) * other || fold_of(b, across) > shallow_angle(length) - slack;
}

/* Of two edges of closed bodies, must they be listed, and may they be? A tenth of a degree either way. */
static bool may_meet(const scene *s, const pl_candidate *candidate, double slack)
{
  const ball *a = &s->balls[0], *b = &s->balls[1];
  double least = candidate->a % 3 == 0 ? -11.478 : 5.126; /* cosines 0.98 and 0.996 */
  bool stick_out = fmin(fold_of(a, candidate->a), fold_of(b, candidate->b)) > least - slack;
  return stick_out && (candidate->a % 3 == 0 || (may_go_deep(a, candidate->a, b, candidate->b, slack) &&
                                                 may_go_deep(b, candidate->b, a, candidate->a, slack)));
}

static size_t features_of(const pl_contact_surface *s, int kind, bool querying)
{
  return kind == PL_EDGES ? s->edge_count : querying ? s->vertex_count : s->triangle_count;
}

/* Goes through all pairs of features in the order of the list. */
static void check(const scene *s, size_t *near, size_t *all)
{
  const pl_pair *pair = &s->pair;
  size_t next = 0;
  *near = *all = 0;
  for (uint32_t kind = PL_FIRST_ON_SECOND; kind <= PL_EDGES; kind++) {
    bool swapped = kind == PL_SECOND_ON_FIRST;
    size_t left = features_of(&s->balls[swapped].surface, (int)kind, true);
    size_t right = features_of(&s->balls[!swapped].surface, (int)kind, false);
    for (uint32_t a = 0; a < left; a++)
      for (uint32_t b = 0; b < right; b++) {
        pl_candidate candidate = {.kind = kind, .a = a, .b = b};
        double distance = nearest_of(s, &candidate);
        const pl_candidate *listed = next < pair->count ? &pair->list[next] : NULL;
        bool is_listed = listed && listed->kind == kind && listed->a == a && listed->b == b;
        (*all)++;
        bool convex_edges = kind == PL_EDGES && s->balls[0].surface.closed;
        *near += distance <= pair->deepest && (!convex_edges || may_meet(s, &candidate, 0));
        if (!is_listed) {
          assert_true(distance > pair->deepest || (convex_edges && !may_meet(s, &candidate, -0.1)));
          continue;
        }
        next++;
        assert_true(!convex_edges || may_meet(s, &candidate, 0.1));
        assert_true(pl_least_distance(pl_candidate_bound_distance(pair, listed, s->bodies)) <= distance);
      }
  }
  assert_int_equal(next, pair->count); /* in order, and nothing else */
}

static void test_all_near_are_listed(void **state)
{
  (void)state;
  static const double offsets[3][3] = {{0, 0, 0}, {30, -20, 5}, {0.1, 900, 0}};
  static const double strays[3] = {0, 0.005, 0.03};
  for (uint64_t k = 0; k < 3; k++)
    for (int o = 0; o < 3; o++) {
      scene s;
      size_t near, all;
      bool closed = (k + (uint64_t)o) % 2;
      make(&s, offsets[o], strays[k], 7 + k, closed);
      if (closed) list_edges_of_pair(&s);
      check(&s, &near, &all);
      print_message("%zu pairs, %zu near, %zu listed\n", all, near, s.pair.count);
      assert_true(near > 50 && s.pair.count < all / 4); /* that it lists all would be no feat */
      if (strays[k] == 0) assert_true(s.pair.count < 3 * near);
      free_scene(&s);
    }
}

/* Ways that turn out shorter, or a little longer, are allowed for. */
static void test_lists_hold_for_other_ways(void **state)
{
  (void)state;
  static const double factors[] = {0, 0.4, 1.2};
  static const double offset[3] = {1, 2, 3};
  for (size_t f = 0; f < sizeof factors / sizeof *factors; f++) {
    scene s;
    size_t near, all;
    make(&s, offset, 0.01, 99, false);
    for (int b = 0; b < 2; b++)
      for (size_t k = 0; k < 3 * s.balls[b].body.count; k++) {
        double shorter = (factors[f] - 1) * s.balls[b].v[k];
        s.balls[b].v[k] += shorter;
        s.balls[b].x[k] += h * shorter;
      }
    check(&s, &near, &all);
    assert_true(near > 20);
    free_scene(&s);
  }
}

/* Only candidates of one kind, over and over: more than are looked at in one go. */
static void repeat_kind(pl_pair *pair, uint32_t kind)
{
  enum { MANY = 1000 };
  size_t kept = 0;
  for (size_t k = 0; k < pair->count; k++)
    if (pair->list[k].kind == kind) pair->list[kept++] = pair->list[k];
  assert_true(kept > 0);
  assert_ok(pl_grow((void **)&pair->list, &pair->capacity, MANY, sizeof(pl_candidate)));
  for (size_t k = kept; k < MANY; k++) pair->list[k] = pair->list[k - kept];
  pair->count = MANY;
}

/* What is told to be far is far, and of the rest it is known how near it comes, as one by one to the bit. */
static void test_looks_at_vertices(void **state)
{
  (void)state;
  static const double offset[3] = {1, 2, 3};
  static const double reaches[2] = {0.02, 0.002};
  for (uint32_t r = 0; r < 4; r++) {
    scene s;
    size_t far = 0, near = 0;
    make(&s, offset, 0.005, 5, true);
    repeat_kind(&s.pair, r % 2 ? PL_SECOND_ON_FIRST : PL_FIRST_ON_SECOND);
    pl_candidates_bound_distance(&s.pair, 1, s.pair.count, reaches[r / 2], s.bodies);
    for (size_t k = 1; k < s.pair.count; k++) {
      const pl_candidate *candidate = &s.pair.list[k];
      pl_distance_bound least = pl_candidate_bound_distance(&s.pair, candidate, s.bodies);
      bool is_far = isinf(candidate->least.start);
      assert_true(is_far ? nearest_of(&s, candidate) > reaches[r / 2]
                         : pl_least_distance(least) <= nearest_of(&s, candidate));
      assert_true(is_far || (candidate->least.start == least.start && candidate->least.end == least.end));
      far += is_far;
      near += !is_far;
    }
    print_message("%zu near, %zu far\n", near, far);
    assert_true(near > 100 && (r < 2 || far > 200)); /* that it looks at all would be no feat */
    free_scene(&s);
  }
}

/* How near a vertex is to any triangle of the other ball. */
static double distance_to_ball(const scene *s, const pl_candidate *candidate)
{
  const ball *other = &s->balls[candidate->kind == PL_FIRST_ON_SECOND];
  double least = INFINITY;
  for (uint32_t t = 0; t < other->surface.triangle_count; t++)
    least = fmin(least, nearest_of(s, &(pl_candidate){.kind = candidate->kind, .a = candidate->a, .b = t}));
  return least;
}

/* Balls at rest: whoever is near touches, at the nearest point of all triangles. */
static void test_vertices_touch_what_is_nearest(void **state)
{
  (void)state;
  static const double offset[3] = {1, 2, 3};
  size_t touching = 0, apart = 0;
  for (uint64_t seed = 5; seed < 13; seed++) {
    scene s;
    make(&s, offset, 0.005, seed, true);
    for (int b = 0; b < 2; b++)
      for (size_t k = 0; k < 3 * s.balls[b].body.count; k++) {
        s.balls[b].x[k] -= h * s.balls[b].v[k];
        s.balls[b].v[k] = 0;
      }
    s.pair.reach = s.pair.deepest;
    for (size_t begin = 0, end = 0; begin < s.pair.count; begin = end) {
      pl_swept_contact swept;
      end = pl_vertex_group_end(&s.pair, begin);
      pl_vertex_group group = {.pair = &s.pair, .begin = begin, .end = end, .in_tangle = true};
      double distance = distance_to_ball(&s, &s.pair.list[begin]);
      pl_candidates_bound_distance(&s.pair, begin, end, s.pair.deepest, s.bodies);
      size_t found = pl_swept_contact_of_vertex(&group, s.bodies, h, &swept);
      assert_int_equal(found != SIZE_MAX, distance <= s.pair.deepest);
      apart += found == SIZE_MAX;
      if (found == SIZE_MAX) continue;
      assert_close(fabs(swept.gap + swept.kept), distance, 1e-12);
      assert_close(nearest_of(&s, &s.pair.list[found]), distance, 1e-12);
      touching++;
    }
    free_scene(&s);
  }
  print_message("%zu touch, %zu do not\n", touching, apart);
  assert_true(touching > 50 && apart > 30);
}

/* What makes floats a poor guess: far from the origin, needles, triangles without area, edges that are much too long or
   short. */
static void spoil(ball *b, uint64_t *seed)
{
  const pl_contact_surface *s = &b->surface;
  for (size_t e = 0; e < s->edge_count; e += 7) {
    const uint32_t *ends = s->edges + 2 * e;
    double part = pow(10, -6 - 6 * random_unit(seed)); /* of the edge that is left */
    for (size_t c = 0; c < 3; c++) {
      double *from = b->x + 3 * (size_t)ends[0] + c, *to = b->x + 3 * (size_t)ends[1] + c;
      *to = e % 2 ? *from + part * (*to - *from) : *from + (1 + 1e-3 * part) * (*to - *from);
      b->v[3 * (size_t)ends[1] + c] = b->v[3 * (size_t)ends[0] + c];
    }
  }
}

typedef struct tally {
  size_t convex_edges, bounds; /* edges that may be new convex edges, for sure and by bounds */
  size_t clusters, loose;      /* those with bounds that are wider than they need be: floats told them */
} tally;

/* Is everything that edges of a cluster are in what bounds say? */
static void check_bounds(const scene *s, int which, tally *all)
{
  const ball *b = &s->balls[which];
  const pl_clusters *clusters = &b->surface.edge_clusters;
  pl_folds of = pl_edge_edge_folds(&s->bodies[which], s->pair.h, s->pair.pushed);
  for (size_t k = 0; k < clusters->count; k++) {
    const pl_folded *bounds = &b->surface.folded[k];
    pl_folded folded;
    PL_ISA_PICK(pl_edge_edge_kernels)->fold(&of, clusters->features + PL_BLOCK * k, k, &folded);
    for (unsigned l = 0; l < PL_LANES; l++) assert_int_equal(folded.lanes[l] & ~bounds->lanes[l], 0);
    assert_true(bounds->range.steepest >= folded.range.steepest && bounds->range.longest >= folded.range.longest);
    assert_true(bounds->range.shortest <= 1.0061f * folded.range.shortest);
    all->clusters++;
    all->loose += bounds->steepness[0] != folded.steepness[0];
    for (unsigned l = 0; l < PL_BLOCK && clusters->features[PL_BLOCK * k + l] != PL_NO_FEATURE; l++) {
      all->bounds += bounds->lanes[PL_NEW_CONVEX_EDGE] >> l & 1;
      all->convex_edges += folded.lanes[PL_NEW_CONVEX_EDGE] >> l & 1;
      if (!(folded.lanes[PL_NEW_CONVEX_EDGE] >> l & 1)) continue;
      assert_true(bounds->steepness[l] >= folded.steepness[l] && bounds->length[l] >= folded.length[l]);
      assert_true(bounds->length[l] <= 1.0061f * folded.length[l]);
    }
  }
}

static void test_bounds_of_folds_hold(void **state)
{
  (void)state;
  static const double offsets[3][3] = {{0, 0, 0}, {30, -20, 5}, {0.1, 9e5, 0}};
  for (uint64_t k = 0; k < 24; k++) {
    scene s;
    tally all = {0};
    uint64_t seed = 5 + k;
    make(&s, offsets[k % 3], 0.01, seed, true);
    s.pair.pushed = k % 2;
    for (int b = 0; b < 2; b++) {
      if (k >= 12) spoil(&s.balls[b], &seed);
      memset(s.balls[b].surface.near_edges, 1, s.balls[b].surface.edge_clusters.count);
      pl_edge_edge_bound(&s.bodies[b], s.pair.h, s.pair.pushed);
      check_bounds(&s, b, &all);
    }
    print_message("%zu ridges, %zu bounds; %zu of %zu patches by floats\n", all.convex_edges, all.bounds, all.loose,
                  all.clusters);
    assert_true(all.bounds < all.convex_edges + all.convex_edges / 10);
    assert_true(k >= 12 ? all.loose < all.clusters : all.loose > all.clusters / 2);
    free_scene(&s);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_all_near_are_listed), cmocka_unit_test(test_lists_hold_for_other_ways),
      cmocka_unit_test(test_looks_at_vertices), cmocka_unit_test(test_vertices_touch_what_is_nearest),
      cmocka_unit_test(test_bounds_of_folds_hold)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
