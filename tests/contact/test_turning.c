/* SPDX-License-Identifier: MIT
   What bodies have together when they fly into each other: momentum, angular momentum, and energy, which is only lost. */
#include "fixtures.h"
#include "math/vec3.h"
#include "pliant/make.h"

enum { MODELS = 4 };
static const pl_model_kind models[MODELS] = {PL_MODEL_GRAPH, PL_MODEL_SURFACE, PL_MODEL_CAGE, PL_MODEL_HEX};
static const char *const names[MODELS] = {"graph", "surface", "cage", "hex"};
static const double eye[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};

typedef struct block {
  int model;
  const double *turn;
  double size, at[3], velocity[3], spin[3]; /* m, of its middle, m/s, rad/s */
  double friction, restitution;
} block;

static pl_body *add_block(pl_world *world, const block *b)
{
  enum { NODES = 5 };
  pl_mesh *mesh = NULL;
  if (models[b->model] == PL_MODEL_GRAPH)
    mesh = make_bar(NODES, NODES, NODES, b->size / (NODES - 1), 26);
  else
    assert_ok(pl_make_box((uint32_t[]){NODES, NODES, NODES}, b->size / (NODES - 1), &mesh));
  pl_mesh_data rest = pl_mesh_view(mesh);
  size_t n = rest.vertex_count;
  double *x = test_calloc(6 * n, sizeof *x), *v = x + 3 * n, middle[3],
         half[3] = {b->size / 2, b->size / 2, b->size / 2};
  for (int r = 0; r < 3; r++) middle[r] = b->at[r] - pl_vec3_dot(b->turn + 3 * r, half);
  move_points(rest.positions, n, b->turn, middle, x);
  for (size_t i = 0; i < n; i++) {
    double arm[3];
    pl_vec3_sub(x + 3 * i, b->at, arm);
    pl_vec3_cross(b->spin, arm, v + 3 * i);
    pl_vec3_add(v + 3 * i, b->velocity, v + 3 * i);
  }
  pl_body_def def = pl_default_body_def(models[b->model]);
  def.mesh = mesh;
  def.positions = x;
  def.velocities = v;
  def.graph.precision = PL_PRECISION_DOUBLE;
  def.surface.damping = 20;
  def.cage.vertices = 8;
  def.hex.nodes = 27;
  def.contact.friction = b->friction;
  def.contact.restitution = b->restitution;
  pl_body *body = make_body(world, &def);
  test_free(x);
  pl_mesh_destroy(mesh);
  return body;
}

typedef struct outcome {
  double linear, angular; /* that is missing or too much, kg m/s and kg m^2/s */
  double spun;            /* most that the angular momentum of a body changed */
  double grown, kept;     /* of the energy */
  size_t touched;
} outcome;

static outcome collide(const block blocks[2], double h, int steps)
{
  pl_world_def world_def = quiet_world(h);
  pl_world *world = make_world(&world_def);
  double linear[2][3], angular[2][3];
  outcome out = {0};
  for (int b = 0; b < 2; b++) add_block(world, &blocks[b]);
  world_momentum(world, linear[0], angular[0]);
  pl_body_signals before;
  assert_ok(pl_body_measure(pl_world_body_at(world, 0), &before));
  double first = world_energy(world), least = first;
  for (int k = 0; k < steps; k++) {
    step_times(world, 1);
    out.touched += pl_world_stats(world).contact_count;
    double now = world_energy(world);
    out.grown = fmax(out.grown, (now - least) / first);
    least = fmin(least, now);
  }
  pl_body_signals after;
  assert_ok(pl_body_measure(pl_world_body_at(world, 0), &after));
  out.spun = pl_vec3_length(angular[0]);
  world_momentum(world, linear[1], angular[1]);
  out.linear = largest_difference(linear[0], linear[1], 3);
  out.angular = largest_difference(angular[0], angular[1], 3);
  out.kept = world_energy(world) / first;
  pl_world_destroy(world);
  return out;
}

static void tell(const char *what, const char *a, const char *b, double h, outcome o)
{
  print_message(
      "%s %s-%s h 1/%.0f: momentum off by %.1e, angular by %.2e of %.3g (%.2f %%), grew %.1e, kept %.3f, %zu\n", what,
      a, b, 1 / h, o.linear, o.angular, o.spun, 100 * o.angular / o.spun, o.grown, o.kept, o.touched);
}

static void test_all(void **state)
{
  (void)state;
  const double steps[] = {1.0 / 60, 1.0 / 200, 1.0 / 1000};
  for (int k = 0; k < 3; k++)
    for (int m = 0; m < MODELS; m++)
      for (int way = 0; way < 4; way++) {
        double R[9];
        uint64_t seed = 4 + (uint64_t)way;
        random_rotation(&seed, 2, R);
        /* 0, 1: off centre, without and with friction; 2: glancing; 3: bouncing */
        block blocks[2] = {{.model = 0, .turn = eye, .size = 0.3, .velocity = {2, 0, 0}},
                           {.model = m, .turn = R, .size = 0.25, .at = {0.6, 0.1, 0.05}, .velocity = {-2, 0, 0}}};
        if (way == 2) {
          blocks[1].turn = eye;
          pl_vec3_set(blocks[1].at, 0.5, 0.26, 0.02);
        }
        for (int b = 0; b < 2; b++) {
          blocks[b].friction = way == 0 ? 0 : 0.5;
          blocks[b].restitution = way == 3 ? 0.5 : 0;
        }
        const char *whats[] = {"smooth", "rough", "glancing", "bouncing"};
        outcome o = collide(blocks, steps[k], (int)(0.5 / steps[k]));
        tell(whats[way], names[0], names[m], steps[k], o);
      }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_all)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
