/* SPDX-License-Identifier: MIT
   Particles that attract and repel one another: momentum, energy and where droplets come to rest. */
#include "testing.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "math/vec3.h"
#include "matter/molten.h"

enum { MOST = 200 };

typedef struct cloud {
  size_t count;
  double x[3 * MOST], v[3 * MOST], force[3 * MOST], mass[MOST];
  pl_molten particles[MOST];
  pl_arena arena;
} cloud;

static void make_cloud(cloud *c, size_t count, double size, uint64_t seed)
{
  memset(c, 0, sizeof *c);
  c->count = count;
  for (size_t i = 0; i < count; i++) {
    for (size_t k = 0; k < 3; k++) c->x[3 * i + k] = size * random_unit(&seed);
    c->mass[i] = 0.01 * (1.5 + random_unit(&seed));
    c->particles[i] =
        (pl_molten){c->x + 3 * i, c->v + 3 * i, c->force + 3 * i, c->mass[i], i % 2 ? 20 : 35, i % 3 ? 0.04 : 0.05};
  }
}

static void step_cloud(cloud *c, double h)
{
  memset(c->force, 0, sizeof c->force);
  assert_ok(pl_molten_push(c->particles, c->count, h, NULL, &c->arena));
  for (size_t i = 0; i < c->count; i++) {
    pl_vec3_add_scaled(c->v + 3 * i, h / c->mass[i], c->force + 3 * i, c->v + 3 * i);
    pl_vec3_add_scaled(c->x + 3 * i, h, c->v + 3 * i, c->x + 3 * i);
  }
}

/* Two particles come to rest at the distance where they neither attract nor repel. */
static void pairs_rest_at_their_distance(void **state)
{
  (void)state;
  for (int from = 0; from < 3; from++) {
    static cloud c;
    make_cloud(&c, 2, 1, 1);
    const double d = 0.5 * (c.particles[0].distance + c.particles[1].distance), starts[] = {0.3, 0.8, 1.6};
    memset(c.x, 0, sizeof c.x);
    c.x[3] = starts[from] * d;
    for (int i = 0; i < 4000; i++) step_cloud(&c, 0.002);
    assert_close(pl_vec3_distance(c.x, c.x + 3), d, 1e-3);
    pl_arena_free(&c.arena);
  }
}

/* A cloud keeps its momentum and angular momentum to rounding, ends in drops that move as one, and never has more
   kinetic energy than its attraction can give: for each pair less than the work over its reach. */
static void clouds_keep_their_momenta(void **state)
{
  (void)state;
  for (uint64_t seed = 1; seed < 4; seed++)
    for (int coarse = 0; coarse < 2; coarse++) {
      static cloud c;
      make_cloud(&c, MOST, 0.12, seed);
      double h = coarse ? 0.02 : 0.002, scale = 0, most = 0;
      for (int i = 0; i < 400; i++) {
        double linear[3] = {0}, angular[3] = {0}, fastest = 0;
        step_cloud(&c, h);
        for (size_t p = 0; p < c.count; p++) {
          double turn[3];
          pl_vec3_cross(c.x + 3 * p, c.v + 3 * p, turn);
          pl_vec3_add_scaled(linear, c.mass[p], c.v + 3 * p, linear);
          pl_vec3_add_scaled(angular, c.mass[p], turn, angular);
          fastest = fmax(fastest, pl_vec3_length(c.v + 3 * p));
        }
        scale = fmax(scale, 0.015 * MOST * fastest);
        assert_true(pl_vec3_length(linear) <= 1e-12 * scale);
        assert_true(pl_vec3_length(angular) <= 1e-12 * scale);
        most = fmax(most, fastest);
      }
      print_message("h = %g s: at most %.3g m/s\n", h, most);
      assert_true(most < 30);
      pl_arena_free(&c.arena);
    }
}

/* Far from one another they feel nothing, and who is in which bucket does not matter. */
static void the_table_misses_nobody(void **state)
{
  (void)state;
  static cloud c, pair;
  make_cloud(&c, MOST, 0.2, 9);
  assert_ok(pl_molten_push(c.particles, c.count, 1e-4, NULL, &c.arena)); /* a step that holds nothing down */
  for (size_t i = 0; i < MOST; i++) {
    double sum[3] = {0, 0, 0};
    for (size_t j = 0; j < MOST; j++) {
      if (j == i) continue;
      memset(pair.force, 0, sizeof pair.force);
      pair.particles[0] = c.particles[i];
      pair.particles[1] = c.particles[j];
      pair.particles[0].force = pair.force;
      pair.particles[1].force = pair.force + 3;
      assert_ok(pl_molten_push(pair.particles, 2, 1e-4, NULL, &pair.arena));
      pl_vec3_add(sum, pair.force, sum);
    }
    for (int k = 0; k < 3; k++) assert_true(fabs(sum[k] - c.force[3 * i + (size_t)k]) < 1e-12);
  }
  pl_arena_free(&c.arena);
  pl_arena_free(&pair.arena);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(pairs_rest_at_their_distance),
      cmocka_unit_test(clouds_keep_their_momenta),
      cmocka_unit_test(the_table_misses_nobody),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
