/* SPDX-License-Identifier: MIT
   What is through what: against a double loop with another test, and for shapes whose answer is known. */
#include <string.h>

#include "base/status.h"
#include "contact/tangle/tangle.h"
#include "failing.h"
#include "fixtures.h"
#include "math/vec3.h"
#include "pliant/tangle.h"
#include "world/world.h"

/* A surface in space without a world around it. */
typedef struct subject {
  pl_model_body body;
  pl_contact_def def;
  pl_contact_surface surface;
  pl_contact_body seen;
  double *x;
  uint32_t *particles;
} subject;

static subject *make_subject(const pl_mesh_data *mesh)
{
  subject *s = test_calloc(1, sizeof *s);
  size_t n = mesh->vertex_count;
  s->x = test_calloc(3 * n, sizeof(double));
  s->particles = test_calloc(n, sizeof(uint32_t));
  memcpy(s->x, mesh->positions, 3 * n * sizeof(double));
  for (uint32_t i = 0; i < n; i++) s->particles[i] = i;
  assert_ok(pl_contact_surface_build(mesh, s->particles, s->particles, &s->surface));
  s->surface.skin = 1e-3;
  s->body = (pl_model_body){.name = "subject", .count = n, .x = s->x};
  s->def = (pl_contact_def){.bodies = true, .self = true};
  s->seen = (pl_contact_body){.body = &s->body,
                              .surface = &s->surface,
                              .def = &s->def,
                              .particles = s->particles,
                              .particle_count = n,
                              .size = 1};
  return s;
}

static void free_subject(subject *s)
{
  pl_contact_surface_free(&s->surface);
  test_free(s->x);
  test_free(s->particles);
  test_free(s);
}

typedef struct place {
  pl_arena scratch;
  pl_pool *pool;
  pl_model_context context;
} place;

static void open_place(place *p, int threads)
{
  *p = (place){.context = {.h = 0.01}};
  assert_ok(pl_pool_create(threads, NULL, NULL, &p->pool));
  p->context.pool = p->pool;
  p->context.scratch = &p->scratch;
}

static void close_place(place *p)
{
  pl_arena_free(&p->scratch);
  pl_pool_destroy(p->pool);
}

/* p + s (q - p) = a + u (b - a) + v (c - a), by Cramer's rule in long double; an independent way to the same answer. */
static bool meets(const double p[3], const double q[3], const double a[3], const double b[3], const double c[3])
{
  long double m[3][3], r[3], d[4];
  for (int k = 0; k < 3; k++) {
    m[k][0] = (long double)p[k] - q[k];
    m[k][1] = (long double)b[k] - a[k];
    m[k][2] = (long double)c[k] - a[k];
    r[k] = (long double)p[k] - a[k];
  }
  for (int column = 0; column < 4; column++) {
    long double t[3][3];
    for (int k = 0; k < 3; k++)
      for (int j = 0; j < 3; j++) t[k][j] = j == column ? r[k] : m[k][j];
    d[column] = t[0][0] * (t[1][1] * t[2][2] - t[1][2] * t[2][1]) - t[0][1] * (t[1][0] * t[2][2] - t[1][2] * t[2][0]) +
                t[0][2] * (t[1][0] * t[2][1] - t[1][1] * t[2][0]);
  }
  if (d[3] == 0) return false;
  long double s = d[0] / d[3], u = d[1] / d[3], v = d[2] / d[3];
  return s > 0 && s < 1 && u > 0 && v > 0 && u + v < 1;
}

static size_t count_slowly(const subject *one, const subject *other)
{
  size_t count = 0;
  for (size_t e = 0; e < one->surface.edge_count; e++)
    for (size_t t = 0; t < other->surface.triangle_count; t++) {
      const uint32_t *edge = one->surface.edges + 2 * e, *corner = other->surface.triangles + 3 * t;
      bool shared = false; /* also by place: rounding would decide */
      for (int k = 0; k < 6 && one == other; k++)
        shared = shared || memcmp(one->x + 3 * (size_t)edge[k / 3], one->x + 3 * (size_t)corner[k % 3], 24) == 0;
      count +=
          !shared && meets(one->x + 3 * (size_t)edge[0], one->x + 3 * (size_t)edge[1], other->x + 3 * (size_t)corner[0],
                           other->x + 3 * (size_t)corner[1], other->x + 3 * (size_t)corner[2]);
    }
  return count;
}

/* Triangles anywhere; some have no area, some vertices coincide. */
static subject *random_soup(uint64_t *seed, size_t vertices, size_t triangles)
{
  double *x = test_calloc(3 * vertices, sizeof *x);
  uint32_t *t = test_calloc(3 * triangles, sizeof *t);
  for (size_t k = 0; k < 3 * vertices; k++) x[k] = random_unit(seed);
  for (size_t i = 1; i < vertices; i += 9) pl_vec3_copy(x + 3 * i - 3, x + 3 * i);
  for (size_t k = 0; k < 3 * triangles; k++) {
    t[k] = (uint32_t)(random_bits(seed) % vertices);
    if ((k % 3 > 0 && t[k] == t[k - k % 3]) || (k % 3 == 2 && t[k] == t[k - 1])) k -= k % 3 + 1;
  }
  pl_mesh_data mesh = {.positions = x, .vertex_count = vertices, .triangles = t, .triangle_count = triangles};
  subject *s = make_subject(&mesh);
  test_free(x);
  test_free(t);
  return s;
}

static void test_against_double_loop(void **state)
{
  (void)state;
  static const double nowhere[3] = {0, 0, 0};
  uint64_t seed = 11;
  place p;
  open_place(&p, 3);
  size_t all = 0;
  for (int round = 0; round < 12; round++) {
    subject *a = random_soup(&seed, 30 + 10 * (size_t)round, 40 + 20 * (size_t)round);
    subject *b = random_soup(&seed, 40, 90);
    pl_intersections found = {0}, self = {0};
    assert_ok(pl_contact_body_refit(&a->seen));
    assert_ok(pl_contact_body_refit(&b->seen));
    assert_ok(pl_intersections_find(&a->seen, &b->seen, nowhere, NULL, &p.context, &found));
    assert_int_equal(found.count, count_slowly(a, b) + count_slowly(b, a));
    assert_ok(pl_intersections_find(&a->seen, &a->seen, nowhere, NULL, &p.context, &self));
    assert_int_equal(self.count, count_slowly(a, a));
    for (size_t k = 0; k < found.count; k++) {
      pl_piercing at = pl_intersection_locate(&found.items[k], &a->seen, &b->seen);
      assert_true(at.part > 0 && at.part < 1 && at.heights[0] * at.heights[1] < 0);
    }
    all += found.count + self.count;
    pl_intersections_free(&found);
    pl_intersections_free(&self);
    free_subject(a);
    free_subject(b);
  }
  print_message("%zu crossings agree\n", all);
  assert_true(all > 10000);
  close_place(&p);
}

static subject *ball_at(double radius, uint32_t cuts, double x, double y, double z)
{
  pl_mesh *mesh = NULL;
  assert_ok(pl_make_icosphere(radius, cuts, &mesh));
  pl_mesh_data data = pl_mesh_view(mesh);
  subject *s = make_subject(&data);
  s->seen.size = 2 * radius;
  for (size_t i = 0; i < data.vertex_count; i++) pl_vec3_add(s->x + 3 * i, (double[]){x, y, z}, s->x + 3 * i);
  pl_mesh_destroy(mesh);
  return s;
}

static void look_at(subject *const *subjects, size_t count, int threads, pl_tangles *out)
{
  pl_contact_body bodies[4];
  place p;
  open_place(&p, threads);
  for (size_t b = 0; b < count; b++) {
    bodies[b] = subjects[b]->seen;
    bodies[b].serial = (uint32_t)b;
  }
  assert_ok(pl_tangles_find(out, bodies, count, NULL, &p.context));
  close_place(&p);
}

/* Particles inside are exactly those nearer to the other ball's middle than its surface is: radii of an icosphere
   differ by less than the sagitta of its faces, so particles that close to it are left aside. */
static void test_balls(void **state)
{
  (void)state;
  subject *balls[2] = {ball_at(0.5, 3, 0, 0, 0), ball_at(0.4, 3, 0.7, 0.1, 0.05)};
  pl_tangles found = {0};
  look_at(balls, 2, 1, &found);
  assert_int_equal(found.count, 1);
  const pl_tangled_pair *pair = &found.pairs[0];
  assert_true(pair->crossings.count > 20);
  static const double middles[2][3] = {{0, 0, 0}, {0.7, 0.1, 0.05}}, radii[2] = {0.5, 0.4};
  for (int of = 0; of < 2; of++) {
    const uint32_t *inside = found.particles + pair->inside[of].first;
    size_t next = 0, sure = 0;
    for (uint32_t i = 0; i < balls[of]->body.count; i++) {
      bool told = next < pair->inside[of].count && inside[next] == i;
      next += told;
      double distance = pl_vec3_distance(balls[of]->x + 3 * (size_t)i, middles[1 - of]);
      if (fabs(distance - radii[1 - of]) < 0.01) continue;
      assert_int_equal(told, distance < radii[1 - of]);
      sure += told;
    }
    assert_true(sure > 5);
    assert_int_equal(next, pair->inside[of].count);
  }
  /* the overlap is 0.9 - |middle| = 0.19 deep; nearest points are no farther than that */
  assert_true(pair->depth > 0.15 && pair->depth < 0.2);
  assert_less(pl_vec3_distance(pair->at, (double[]){0.4, 0.06, 0.03}), 0.06);
  pl_tangles again = {0};
  look_at(balls, 2, 4, &again);
  assert_int_equal(again.crossings.count, found.crossings.count);
  assert_memory_equal(again.crossings.items, found.crossings.items, found.crossings.count * sizeof(pl_intersection));
  assert_memory_equal(again.pairs, found.pairs, sizeof(pl_tangled_pair));
  pl_tangles_free(&again);
  pl_tangles_free(&found);
  free_subject(balls[0]);
  free_subject(balls[1]);
}

/* What is ruled out before triangles are asked crosses nothing: rings and lengthened balls, turned any way, about as
   near as they can be. */
static void test_near_and_far(void **state)
{
  (void)state;
  enum { ROUNDS = 60 };
  uint64_t seed = 5;
  size_t tangled = 0, crossings = 0;
  for (int round = 0; round < ROUNDS; round++) {
    subject *pair[2];
    for (int b = 0; b < 2; b++) {
      pl_mesh *mesh = NULL;
      if ((round + b) % 3 == 0)
        assert_ok(pl_make_torus(0.3, 0.12, 14, 8, &mesh));
      else
        assert_ok(pl_make_icosphere(0.4, 3, &mesh));
      pl_mesh_data data = pl_mesh_view(mesh);
      pair[b] = make_subject(&data);
      double turn[9], to[3] = {0.6 * b + 0.15 * random_unit(&seed), 0.3 * random_unit(&seed), 0.3 * random_unit(&seed)};
      random_rotation(&seed, 3, turn);
      for (size_t i = 0; i < data.vertex_count; i++) pair[b]->x[3 * i] *= 0.6;
      move_points(pair[b]->x, data.vertex_count, turn, to, pair[b]->x);
      pl_mesh_destroy(mesh);
    }
    pl_tangles found = {0};
    look_at(pair, 2, 1, &found);
    size_t slowly = count_slowly(pair[0], pair[1]) + count_slowly(pair[1], pair[0]);
    assert_int_equal(found.count, slowly > 0);
    assert_int_equal(found.crossings.count, slowly);
    tangled += found.count;
    crossings += slowly;
    pl_tangles_free(&found);
    free_subject(pair[0]);
    free_subject(pair[1]);
  }
  print_message("%zu of %d pairs tangled, %zu crossings\n", tangled, ROUNDS, crossings);
  assert_true(tangled > ROUNDS / 4 && tangled < 3 * ROUNDS / 4);
}

/* Apart, one in another, and in the same place to the last bit. */
static void test_nested_and_coincident(void **state)
{
  (void)state;
  subject *balls[4] = {ball_at(0.5, 3, 0, 0, 0), ball_at(0.2, 2, 0.1, 0, 0), ball_at(0.5, 3, 3, 0, 0),
                       ball_at(0.5, 3, 3, 0, 0)};
  pl_tangles found = {0};
  look_at(balls, 4, 1, &found);
  assert_int_equal(found.count, 2);
  assert_int_equal(found.pairs[0].crossings.count, 0);
  assert_int_equal(found.pairs[0].inside[1].count, balls[1]->body.count);
  assert_int_equal(found.pairs[0].inside[0].count, 0);
  assert_true(found.pairs[1].bodies[0] == 2 && found.pairs[1].bodies[1] == 3);
  assert_true(found.pairs[1].crossings.count > 50);
  assert_true(found.pairs[1].depth > 0.5);
  pl_tangles_free(&found);
  for (int b = 0; b < 4; b++) free_subject(balls[b]);
}

/* Blocks stacked face to face, and a block in a groove that fits it exactly, touch and nothing more; pushed in by a
   thousandth they do not. */
static void test_touching_is_not_tangled(void **state)
{
  (void)state;
  for (int pushed = 0; pushed < 2; pushed++) {
    subject *blocks[2];
    for (int b = 0; b < 2; b++) {
      pl_mesh *mesh = NULL;
      assert_ok(pl_make_box((uint32_t[]){3, 3, 3}, 0.1, &mesh));
      pl_mesh_data data = pl_mesh_view(mesh);
      blocks[b] = make_subject(&data);
      pl_mesh_destroy(mesh);
    }
    double low = INFINITY, high = -INFINITY;
    for (size_t i = 0; i < blocks[0]->body.count; i++) {
      low = fmin(low, blocks[0]->x[3 * i + 1]);
      high = fmax(high, blocks[0]->x[3 * i + 1]);
    }
    for (size_t i = 0; i < blocks[1]->body.count; i++) blocks[1]->x[3 * i + 1] += high - low - (pushed ? 1e-3 : 0);
    pl_tangles found = {0};
    look_at(blocks, 2, 1, &found);
    assert_int_equal(found.count, (size_t)pushed);
    if (pushed) assert_close(found.pairs[0].depth, 1e-3, 1e-4);
    pl_tangles_free(&found);
    free_subject(blocks[0]);
    free_subject(blocks[1]);
  }
}

/* Of a ball that is half turned inside out the left half is pushed right through the other: in there is nothing, though
   every ray leaves through a face that it sees from behind. A small ball that lies there and touches is not deep in
   anything. */
static void test_turned_inside_out(void **state)
{
  (void)state;
  subject *balls[2] = {ball_at(0.5, 3, 0, 0, 0), ball_at(0.15, 3, 0.2, 0, 0)};
  for (size_t i = 0; i < balls[0]->body.count; i++) {
    double *x = balls[0]->x + 3 * i;
    if (x[0] < 0) pl_vec3_set(x, -1.5 * x[0], 1.5 * x[1], 1.5 * x[2]);
  }
  /* the small one comes a hundredth of its size through the inner shell */
  double farthest = 0;
  for (size_t i = 0; i < balls[1]->body.count; i++) farthest = fmax(farthest, balls[1]->x[3 * i]);
  for (size_t i = 0; i < balls[1]->body.count; i++) balls[1]->x[3 * i] += 0.5 - farthest + 0.003;
  balls[0]->def.self = balls[1]->def.self = false;
  pl_tangles found = {0};
  look_at(balls, 2, 1, &found);
  assert_int_equal(found.count, 1);
  assert_true(found.pairs[0].crossings.count > 0);
  assert_int_equal(found.pairs[0].met, PL_TANGLE_SHALLOW);
  assert_less(found.pairs[0].depth,
              0.02); /* the faces of both are flat to about a millimetre; it was 0.3, all of the small ball */
  pl_tangles_free(&found);
  free_subject(balls[0]);
  free_subject(balls[1]);
}

/* Turned inside out altogether a ball holds nothing: what winds around a place the wrong way, as a fold that came
   through itself, is no matter. */
static void test_wrong_way_round(void **state)
{
  (void)state;
  subject *balls[2] = {ball_at(0.5, 3, 0, 0, 0), ball_at(0.15, 3, 0.1, 0, 0)};
  for (size_t i = 0; i < balls[0]->body.count; i++) balls[0]->x[3 * i] *= -1;
  balls[0]->def.self = balls[1]->def.self = false;
  pl_tangles found = {0};
  look_at(balls, 2, 1, &found);
  assert_int_equal(found.count, 0);
  pl_tangles_free(&found);
  free_subject(balls[0]);
  free_subject(balls[1]);
}

/* The convex edge of a long block, standing on it, across a ring that lies below, so deep in it. */
static void look_at_ridge(uint32_t around, double turn, double depth, pl_tangles *found)
{
  pl_mesh *meshes[2] = {NULL, NULL};
  subject *pair[2];
  assert_ok(pl_make_torus(0.5, 0.1, around, 24, &meshes[0]));
  assert_ok(pl_make_box((uint32_t[]){2, 2, 2}, 1, &meshes[1]));
  for (int b = 0; b < 2; b++) {
    pl_mesh_data data = pl_mesh_view(meshes[b]);
    pair[b] = make_subject(&data);
    pl_mesh_destroy(meshes[b]);
  }
  const double R[9] = {cos(turn), 0, sin(turn), 0, 1, 0, -sin(turn), 0, cos(turn)};
  double low[3] = {INFINITY, INFINITY, INFINITY}, top = -INFINITY;
  move_points(pair[0]->x, pair[0]->body.count, R, (double[]){0, 0, 0}, pair[0]->x);
  for (size_t i = 0; i < pair[0]->body.count; i++) top = fmax(top, pair[0]->x[3 * i + 1]);
  for (size_t i = 0; i < 8; i++)
    for (int c = 0; c < 3; c++) low[c] = fmin(low[c], pair[1]->x[3 * i + (size_t)c]);
  for (size_t i = 0; i < 8; i++) { /* 2 m along x, its ends squares of 40 cm */
    double *x = pair[1]->x + 3 * i, u = x[1] - low[1], v = x[2] - low[2];
    x[0] = 2 * (x[0] - low[0]) - 1;
    x[1] = top - depth + 0.4 * (u + v) * sqrt(0.5);
    x[2] = 0.4 * (u - v) * sqrt(0.5) + 1e-3;
  }
  look_at(pair, 2, 1, found);
  free_subject(pair[0]);
  free_subject(pair[1]);
}

/* A millimetre deep, twice. Between these places, over the hole, the convex edge is in nothing. */
static void test_in_and_out_again(void **state)
{
  (void)state;
  pl_tangles found = {0};
  look_at_ridge(40, 0, 1e-3, &found);
  assert_int_equal(found.count, 1);
  assert_int_equal(found.pairs[0].met, PL_TANGLE_SHALLOW);
  assert_less(found.pairs[0].depth, 1.5e-3); /* it was 0.4: as far as the ring is from the middle of its hole */
  pl_tangles_free(&found);
}

/* Halfway into a ring between its particles, all of which are beside the block: put there, that is a tangle; pressed
   there, contact keeps them where they are. */
static void test_pressed_over_a_ridge(void **state)
{
  (void)state;
  static const double pi = 3.141592653589793;
  pl_tangles found = {0};
  look_at_ridge(12, pi / 12, 0.08, &found);
  assert_int_equal(found.count, 1);
  assert_int_equal(found.pairs[0].inside[0].count + found.pairs[0].inside[1].count, 0);
  assert_true(found.pairs[0].kind != PL_TANGLE_SHALLOW);
  assert_int_equal(found.pairs[0].met, PL_TANGLE_SHALLOW);
  pl_tangles_free(&found);
}

/* All edges of a flat face lie in the planes of all its triangles: whatever rounding makes of it, a block is not
   through itself. */
static void test_flat_faces(void **state)
{
  (void)state;
  uint64_t seed = 5;
  pl_mesh *mesh = NULL;
  assert_ok(pl_make_box((uint32_t[]){6, 5, 4}, 0.1, &mesh));
  pl_mesh_data data = pl_mesh_view(mesh);
  for (int round = 0; round < 30; round++) {
    subject *block = make_subject(&data);
    double R[9];
    random_rotation(&seed, 3, R);
    move_points(data.positions, data.vertex_count, R, (double[]){1.1, -0.7, 0.3}, block->x);
    pl_tangles found = {0};
    look_at(&block, 1, 1, &found);
    assert_int_equal(found.count, 0);
    pl_tangles_free(&found);
    free_subject(block);
  }
  pl_mesh_destroy(mesh);
}

/* ---- worlds ---- */

static pl_body *add_ball(pl_world *world, const char *name, double radius, uint32_t cuts, double x)
{
  pl_mesh *mesh = NULL;
  assert_ok(pl_make_icosphere(radius, cuts, &mesh));
  pl_mesh_data data = pl_mesh_view(mesh);
  double *at = test_calloc(3 * data.vertex_count, sizeof *at);
  for (size_t i = 0; i < data.vertex_count; i++) pl_vec3_add(data.positions + 3 * i, (double[]){x, 0, 0}, at + 3 * i);
  pl_body_def def = pl_default_body_def(PL_MODEL_SURFACE);
  def.name = name;
  def.mesh = mesh;
  def.positions = at;
  def.contact.bodies = true;
  pl_body *body = make_body(world, &def);
  test_free(at);
  pl_mesh_destroy(mesh);
  return body;
}

/* Triangles are told by the numbers of the caller's mesh: their corners are on both sides of the other ball's
   surface. */
static void test_what_the_world_tells(void **state)
{
  (void)state;
  pl_world_def world_def = quiet_world(1.0 / 200);
  pl_world *world = make_world(&world_def);
  pl_body *left = add_ball(world, "left", 0.5, 3, 0), *right = add_ball(world, "right", 0.5, 3, 0.8);
  add_ball(world, "far", 0.5, 2, 9);
  assert_int_equal(pl_world_tangle_count(world), 0);
  uint64_t hash = pl_world_hash(world);
  assert_ok(pl_world_find_tangles(world));
  assert_true(hash == pl_world_hash(world));
  assert_int_equal(pl_world_tangle_count(world), 1);
  pl_tangle t = pl_world_tangle_at(world, 0);
  assert_true(t.a == left && t.b == right && t.crossing_count > 10);
  pl_mesh_data mesh = pl_body_rest(left);
  const double *x = pl_body_positions(left);
  for (size_t k = 0; k < t.a_triangle_count; k++) {
    assert_true(k == 0 || t.a_triangles[k] > t.a_triangles[k - 1]);
    double nearest = INFINITY, farthest = 0;
    for (size_t c = 0; c < 3; c++) {
      size_t i = mesh.triangles[3 * (size_t)t.a_triangles[k] + c];
      double distance = pl_vec3_distance(x + 3 * i, (double[]){0.8, 0, 0});
      nearest = fmin(nearest, distance);
      farthest = fmax(farthest, distance);
    }
    assert_true(nearest < 0.5 && farthest > 0.49);
  }
  assert_true(pl_world_tangle_at(world, 1).a == NULL);
  step_times(world, 1);
  assert_int_equal(pl_world_stats(world).crossing_count, t.crossing_count);
  pl_body_remove(left);
  step_times(world, 1);
  assert_int_equal(pl_world_tangle_count(world), 0);
  assert_int_equal(pl_world_find_tangles(NULL), PL_ERROR_ARGUMENT);
  assert_int_equal(pl_world_tangle_count(NULL), 0);
  pl_world_destroy(world);
}

static pl_status find_in_new_world(void *context)
{
  const pl_mesh *mesh = context;
  pl_world_def world_def = quiet_world(1.0 / 200);
  pl_world *world = NULL;
  PL_TRY(pl_world_create(&world_def, &world));
  pl_status status = PL_OK;
  for (int b = 0; b < 2 && status == PL_OK; b++) {
    pl_body_def def = pl_default_body_def(PL_MODEL_SURFACE);
    pl_body *body;
    def.mesh = mesh;
    def.contact.bodies = def.contact.self = true;
    status = pl_body_create(world, &def, &body);
  }
  if (status == PL_OK) status = pl_world_find_tangles(world);
  if (status == PL_OK) status = pl_world_step(world);
  pl_world_destroy(world);
  return status;
}

static void test_failing_memory(void **state)
{
  (void)state;
  pl_mesh *mesh = NULL;
  assert_ok(pl_make_icosphere(0.5, 1, &mesh));
  assert_true(fail_each_allocation(find_in_new_world, mesh) > 50);
  pl_mesh_destroy(mesh);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_against_double_loop),
                                     cmocka_unit_test(test_balls),
                                     cmocka_unit_test(test_near_and_far),
                                     cmocka_unit_test(test_nested_and_coincident),
                                     cmocka_unit_test(test_touching_is_not_tangled),
                                     cmocka_unit_test(test_turned_inside_out),
                                     cmocka_unit_test(test_wrong_way_round),
                                     cmocka_unit_test(test_in_and_out_again),
                                     cmocka_unit_test(test_pressed_over_a_ridge),
                                     cmocka_unit_test(test_flat_faces),
                                     cmocka_unit_test(test_what_the_world_tells),
                                     cmocka_unit_test(test_failing_memory)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
