/* SPDX-License-Identifier: MIT
   Random piles: shapes, sizes, models, materials and frictions drawn by lot fall on each other, on a floor or into a
   bowl. No step diverges and nothing becomes NaN; energy does not grow by more than a hundredth, and in few of them
   bodies get into each other by more. By how much is told. */
#include <string.h>

#include "depth.h"
#include "fixtures.h"
#include "math/vec3.h"
#include "pliant/make.h"
#include "world/world.h"

#ifndef PILES
#define PILES 20
#endif

enum { MOST_BODIES = 6, STEPS = 80 };

static double between(uint64_t *seed, double low, double high)
{
  return low + (high - low) * 0.5 * (random_unit(seed) + 1);
}

static uint32_t lot(uint64_t *seed, uint32_t count) { return (uint32_t)(random_bits(seed) % count); }

/* A closed shape of about 1 m, or a solid lattice. */
static pl_mesh *random_mesh(uint64_t *seed, bool solid)
{
  pl_mesh *mesh = NULL;
  if (solid) return make_bar(2 + lot(seed, 3), 2 + lot(seed, 3), 2 + lot(seed, 3), 0.3, 26);
  switch (lot(seed, 6)) {
  case 0: assert_ok(pl_make_sphere(0.5, 8 + lot(seed, 6), &mesh)); break;
  case 1: assert_ok(pl_make_icosphere(0.5, 2 + lot(seed, 4), &mesh)); break;
  case 2: assert_ok(pl_make_torus(0.35, between(seed, 0.1, 0.2), 16, 8, &mesh)); break;
  case 3: assert_ok(pl_make_capsule(0.2, between(seed, 0.2, 0.8), 10, 4, &mesh)); break;
  case 4: assert_ok(pl_make_cylinder(0.4, between(seed, 0.2, 1), 12, 3, &mesh)); break;
  default: assert_ok(pl_make_box((uint32_t[]){3 + lot(seed, 3), 3, 4}, 0.25, &mesh)); break;
  }
  return mesh;
}

static pl_body_def random_material(uint64_t *seed, pl_model_kind model)
{
  pl_body_def def = pl_default_body_def(model);
  double modulus = pow(10, between(seed, 4, 6.5));
  def.density = between(seed, 100, 3000);
  def.graph.youngs_modulus = def.cage.youngs_modulus = def.hex.youngs_modulus = modulus;
  def.graph.damping_stiffness = between(seed, 0, 0.005);
  def.surface.pull = between(seed, 0.3, 1);
  def.surface.region = 2 + (int)lot(seed, 2);
  def.hex.nodes = 40;
  def.cage.vertices = 20;
  def.cage.points = 60;
  def.contact.bodies = true;
  def.contact.self = lot(seed, 4) == 0;
  def.contact.friction = between(seed, 0, 1.2);
  def.contact.restitution = lot(seed, 4) == 0 ? between(seed, 0, 0.5) : 0;
  if (model == PL_MODEL_SURFACE || lot(seed, 4) == 0) def.volume.mode = PL_VOLUME_KEEP;
  return def;
}

/* How thick skins are. */
typedef enum skins {
  SKINS_DEFAULT,
  SKINS_THIN /* a thousandth of the body's size, which leaves less room for errors */
} skins;

/* Above what is already there; returns the height that it reaches to. */
static double add_random_body(pl_world *world, uint64_t *seed, skins how, double height)
{
  static const pl_model_kind models[] = {PL_MODEL_GRAPH, PL_MODEL_SURFACE, PL_MODEL_CAGE, PL_MODEL_HEX};
  pl_model_kind model = models[lot(seed, 4)];
  pl_mesh *mesh = random_mesh(seed, model == PL_MODEL_GRAPH);
  pl_mesh_data rest = pl_mesh_view(mesh);
  pl_body_def def = random_material(seed, model);
  /* what is known of piles was seen with one iteration; with as many as it takes, pile 140 has an edge 2 % deep */
  if (how == SKINS_THIN) def.graph.iterations = 1;
  double scale = pow(10, between(seed, -1, 0)), R[9], low = INFINITY, high = -INFINITY;
  double *x = test_calloc(9 * rest.vertex_count, sizeof *x), *turned = x + 3 * rest.vertex_count;
  double *v = x + 6 * rest.vertex_count, velocity[3];
  for (size_t i = 0; i < 3 * rest.vertex_count; i++) x[i] = scale * rest.positions[i];
  random_rotation(seed, 3, R);
  move_points(x, rest.vertex_count, R, (double[]){0.1 * random_unit(seed), 0, 0.1 * random_unit(seed)}, turned);
  for (int c = 0; c < 3; c++) velocity[c] = 2 * random_unit(seed);
  for (size_t i = 0; i < rest.vertex_count; i++) {
    low = fmin(low, turned[3 * i + 1]);
    high = fmax(high, turned[3 * i + 1]);
    pl_vec3_copy(velocity, v + 3 * i);
  }
  for (size_t i = 0; i < rest.vertex_count; i++) turned[3 * i + 1] += height - low + 0.01;
  pl_mesh_data scaled = rest;
  double *volumes = NULL;
  if (rest.vertex_volumes) {
    volumes = test_calloc(rest.vertex_count, sizeof *volumes);
    for (size_t i = 0; i < rest.vertex_count; i++) volumes[i] = scale * scale * scale * rest.vertex_volumes[i];
    scaled.vertex_volumes = volumes;
  }
  scaled.positions = x;
  pl_mesh *small = NULL;
  assert_ok(pl_mesh_create(&scaled, &small));
  def.mesh = small;
  def.positions = turned;
  def.velocities = v;
  pl_body *body = make_body(world, &def);
  if (how == SKINS_THIN) body->surface.skin = 1e-3 * body->size;
  pl_mesh_destroy(small);
  pl_mesh_destroy(mesh);
  test_free(volumes);
  test_free(x);
  return height + (high - low) + 0.02;
}

static double energy_of(const pl_world *world)
{
  double sum = 0;
  for (size_t b = 0; b < pl_world_body_count(world); b++) sum += total_energy(pl_world_body_at(world, b));
  return sum;
}

/* Of each body a letter for its model and its size in cm. */
static void describe(const pl_world *world, char *out, size_t size)
{
  size_t at = 0;
  for (size_t b = 0; b < world->body_count && at < size; b++) {
    const pl_body *body = world->bodies[b];
    at += (size_t)snprintf(out + at, size - at, " %c%.0f", "-gsch"[body->def.model], 100 * body -> size);
  }
}

typedef struct worst {
  double growth, depth,
      edges; /* of energy in a step, by what there was; of vertices and of middles of edges, of a body's size */
  size_t has_new_particles, deep, crossed; /* piles with more than a hundredth */
} worst;

static pl_world *make_pile(uint64_t number, skins how)
{
  uint64_t seed = number;
  pl_world_def world_def = pl_default_world_def();
  world_def.step = lot(&seed, 3) == 0 ? 1.0 / 60 : 1.0 / 200;
  world_def.substeps = 1; /* what was seen was seen in steps of these lengths */
  world_def.threads = 1;
  pl_world *world = make_world(&world_def);
  pl_obstacle_def ground = pl_default_obstacle_def(lot(&seed, 3) ? PL_OBSTACLE_PLANE : PL_OBSTACLE_BOWL);
  ground.radius = 1.2;
  ground.center[1] = 1.2;
  ground.friction = between(&seed, 0, 1);
  assert_ok(pl_obstacle_create(world, &ground, NULL));
  double height = 0.3;
  uint32_t bodies = 2 + lot(&seed, MOST_BODIES - 1);
  for (uint32_t b = 0; b < bodies; b++) height = add_random_body(world, &seed, how, height);
  return world;
}

static void run_pile_looking(uint64_t number, skins how, int every, worst *out)
{
  pl_world *world = make_pile(number, how);
  double start = energy_of(world), least = start, growth = 0;
  depth deepest = {0};
  for (int k = 0; k < STEPS; k++) {
    if (pl_world_step(world) != PL_OK) {
      print_error("pile %zu, step %d: %s\n", (size_t)number, k, pl_last_error());
      fail();
    }
    double now = energy_of(world);
    assert_true(isfinite(now));
    growth = fmax(growth, (now - least) / start);
    least = fmin(least, now);
    if (k % every == every - 1) assert_ok(depth_of_world(world, &deepest));
  }
  char what[256];
  describe(world, what, sizeof what);
  if (growth > 0.01 || fmax(deepest.relative, deepest.edges_relative) > 0.01)
    print_message("pile %zu (%s, h 1/%.0f): energy grew by %.3g, %.3g deep in a body, edges %.3g, %.3g in the ground\n",
                  (size_t)number, what + 1, 1 / world->h, growth, deepest.relative, deepest.edges_relative,
                  deepest.obstacles_relative);
  out->growth = fmax(out->growth, growth);
  out->depth = fmax(out->depth, deepest.relative);
  out->edges = fmax(out->edges, deepest.edges_relative);
  out->has_new_particles += growth > 0.01;
  out->deep += deepest.relative > 0.01;
  out->crossed += deepest.edges_relative > 0.01;
  pl_world_destroy(world);
}

/* A look costs as much as a step. */
static void run_pile(uint64_t number, skins how, worst *out) { run_pile_looking(number, how, 10, out); }

static uint64_t first_pile = 1, pile_count = PILES;

static void test_piles(void **state)
{
  (void)state;
  worst w = {0};
  for (uint64_t number = first_pile; number < first_pile + pile_count; number++) run_pile(number, SKINS_DEFAULT, &w);
  print_message("%zu piles: energy grew by %.3g at most (%zu by more than 0.01), bodies %.3g deep in each other (%zu "
                "more than 0.01), edges %.3g (%zu)\n",
                (size_t)pile_count, w.growth, w.has_new_particles, w.depth, w.deep, w.edges, w.crossed);
  /* Rounding decides what piles do: of 1,000 one gains as much energy, in other builds none or two, and none is as deep
     by its vertices, or one; middles of edges are in 34 to 42, with heavy bodies that crush light ones at 1/60 s until
     they go through themselves: half as many more would be something new; of few piles one says nothing. */
  assert_less((double)w.has_new_particles, 0.5 + 0.001 * (double)pile_count);
  assert_less((double)w.deep, 0.5 + 0.001 * (double)pile_count);
  assert_less((double)w.crossed, 1.5 + 0.06 * (double)pile_count);
}

/* What piles do depends on rounding, so on the compiler: each of these was worse than that at some time, with thin
   skins. */
static const double most_gained = 0.01, most_deep = 0.02;

/* Those that gained most once, each by another cause: bouncing by more than was taken (296), cages and hexahedra
   squashed far in one step (191, 213), volumes put right at any price (25, 99), fluxes taken out by few particles (20,
   22), an edge pulled through a wall (204), triangles pushed along it (388), rims met from above (197, 371), contacts
   that had pushed and were no more (38). And what only the budget holds: a late contact that asked for 14 m/s (962),
   cages with too little room for their volume (7, 959), surfaces squashed flat (84, 228), a crushed body pushed out of
   a region with itself (843); and where all motion does not pay, so that bodies stay where the step began: contact that
   squashes a cage and a surface to seven times the energy there was (332), and others (289). */
static void test_known_piles(void **state)
{
  (void)state;
  static const uint64_t known[] = {7,   20,  22,  25,  38,  84,  99,  191, 197, 204,
                                   213, 228, 289, 296, 332, 371, 388, 843, 959, 962};
  worst w = {0};
  for (size_t k = 0; k < sizeof known / sizeof *known; k++) run_pile(known[k], SKINS_THIN, &w);
  assert_less(w.growth, most_gained);
}

/* And with default skins. A body put with a corner through the wall of a bowl: a triangle that hangs there was seen
   deep in the wall, and pushed one way while the corner was held the other way, at 10 m/s (879, by 66 %). */
static void test_hooked_body(void **state)
{
  (void)state;
  worst w = {0};
  run_pile(879, SKINS_DEFAULT, &w);
  assert_less(w.growth, most_gained);
}

/* A body that the ground stops, and one that falls behind it at the same speed: they do not come near each other until
   then (60, 318). A cage that gets its volume back with another below it (3). Particles squeezed between a heavy body
   and the ground that were to bounce with all that passed through them (268). */
static void test_known_depths(void **state)
{
  (void)state;
  worst w = {0};
  static const uint64_t known[] = {3, 60, 268, 318};
  for (size_t k = 0; k < sizeof known / sizeof *known; k++) run_pile(known[k], SKINS_THIN, &w);
  assert_less(w.depth, most_deep);
}

/* Light bodies folded over convex edges of heavy ones, which were taken for tangled: their contacts were left out, and
   they went in by 13 to 30 %. */
static void test_folded_bodies(void **state)
{
  (void)state;
  worst w = {0};
  static const uint64_t known[] = {127, 273, 581, 587, 615};
  for (size_t k = 0; k < sizeof known / sizeof *known; k++) run_pile(known[k], SKINS_THIN, &w);
  assert_less(w.depth, most_deep);
}

/* Cages that contact squashes in one step: their normals turn, and their particles go farther than velocities take them
   when the step ends, which nobody saw. They were up to 4, 8 and 11 % deep, in some step or other. */
static void test_carried_bodies(void **state)
{
  (void)state;
  worst w = {0};
  static const uint64_t known[] = {300, 460, 997};
  for (size_t k = 0; k < sizeof known / sizeof *known; k++) run_pile_looking(known[k], SKINS_THIN, 1, &w);
  assert_less(w.depth, most_deep);
}

/* What had pushed some corners of a triangle took that back from others when it was seen over another place of it: a
   particle got 8 m/s, and was 25 % deep (600). Bodies that lie in an inside-out fold of another were taken for deep in
   it, and their contacts left out (55, 843). Who bounced was thought to have come from elsewhere when its volume was
   put right, and to be inside already (480, 5 %). */
static void test_seen_another_way(void **state)
{
  (void)state;
  worst w = {0};
  static const uint64_t known[] = {55, 480, 600, 843};
  for (size_t k = 0; k < sizeof known / sizeof *known; k++) run_pile_looking(known[k], SKINS_THIN, 1, &w);
  assert_less(w.depth, most_deep);
}

/* Edges across convex edges, between vertices that are all outside: bodies that turn or bend in a step, so that edges
   stick out when they meet and did not when it began, and pushed edges that met elsewhere. They were up to 4 and 2 %
   deep. */
static void test_edges_over_ridges(void **state)
{
  (void)state;
  worst w = {0};
  static const uint64_t known[] = {109, 140};
  for (size_t k = 0; k < sizeof known / sizeof *known; k++) run_pile_looking(known[k], SKINS_THIN, 1, &w);
  assert_less(w.edges, 0.01);
}

/* What does not hold what is asked yet (docs/measured/contact.md): a bar that falls 2 m/s faster than a light ball of
   34 particles below it gets 9.5 % deep into the ball in one step of 1/60 s, middles of edges 7.5 % in the steps after
   it. No worse than that. */
static void test_light_ball_under_a_bar(void **state)
{
  (void)state;
  worst w = {0};
  run_pile_looking(60, SKINS_THIN, 1, &w);
  assert_less(w.growth, most_gained);
  assert_less(w.depth, 0.15);
  assert_less(w.edges, 0.12);
}

/* Scratch memory as others may have left it, all bytes of one value. */
static void fill_scratch(pl_world *world, int byte)
{
  size_t size = world->scratch.peak;
  pl_arena_mark mark = pl_arena_here(&world->scratch);
  unsigned char *bytes = PL_TAKE(&world->scratch, unsigned char, size);
  assert_non_null(bytes);
  memset(bytes, byte, size);
  pl_arena_back_to(&world->scratch, mark);
}

static uint64_t hash_of_pile(uint64_t number, int byte)
{
  pl_world *world = make_pile(number, SKINS_DEFAULT);
  for (int k = 0; k < STEPS; k++) {
    fill_scratch(world, byte);
    assert_ok(pl_world_step(world));
  }
  uint64_t hash = pl_world_hash(world);
  pl_world_destroy(world);
  return hash;
}

/* What a pile does is the same whatever memory held before. Sweeps once went on from where memory said that rows came
   from, which made a difference where it said that this is not a number. */
static void test_old_memory(void **state)
{
  (void)state;
  static const uint64_t numbers[] = {3, 55, 600};
  for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++)
    assert_true(hash_of_pile(numbers[k], 0) == hash_of_pile(numbers[k], 0xff));
}

/* With a number: the piles from that one on; with another: so many. */
int main(int argc, char **argv)
{
  if (argc > 1) first_pile = strtoull(argv[1], NULL, 10);
  if (argc > 2) pile_count = strtoull(argv[2], NULL, 10);
  const struct CMUnitTest range[] = {cmocka_unit_test(test_piles)};
  const struct CMUnitTest all[] = {cmocka_unit_test(test_piles),
                                   cmocka_unit_test(test_known_piles),
                                   cmocka_unit_test(test_hooked_body),
                                   cmocka_unit_test(test_known_depths),
                                   cmocka_unit_test(test_folded_bodies),
                                   cmocka_unit_test(test_carried_bodies),
                                   cmocka_unit_test(test_seen_another_way),
                                   cmocka_unit_test(test_edges_over_ridges),
                                   cmocka_unit_test(test_light_ball_under_a_bar),
                                   cmocka_unit_test(test_old_memory)};
  return argc > 1 ? cmocka_run_group_tests(range, NULL, NULL) : cmocka_run_group_tests(all, NULL, NULL);
}
