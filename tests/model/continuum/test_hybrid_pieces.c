/* SPDX-License-Identifier: MIT
   Hybrid bodies in pieces: each has a frame of its own. */
#include <string.h>

#include "failing.h"
#include "fixtures.h"
#include "math/mat3.h"
#include "math/vec3.h"
#include "model/common/momentum.h"
#include "pliant/make.h"
#include "world/world.h"

enum { X = 7, Y = 4, Z = 3, COUNT = X * Y * Z, MOST_LINKS = 3 * COUNT };
#define SPACING 0.1

static pl_body *make_breaking(pl_world *world, double weight, double magnitude, double bend, double relaxation)
{
  pl_mesh *bar = make_bar(X, Y, Z, SPACING, 6);
  pl_body_def def = pl_default_body_def(PL_MODEL_HYBRID);
  def.mesh = bar;
  def.density = 1000;
  def.hybrid.stretch.value = weight;
  def.hybrid.magnitude.value = magnitude;
  def.hybrid.bend.value = bend;
  def.fracture.strain = 1e3; /* only what is cut breaks */
  def.inelastic.relaxation_time = relaxation;
  pl_body *body = make_body(world, &def);
  pl_mesh_destroy(bar);
  return body;
}

/* Breaks the links across a plane at x. */
static void cut_at(pl_body *body, const double *rest, double x)
{
  uint32_t ends[2 * MOST_LINKS];
  uint8_t state[MOST_LINKS];
  size_t count = pl_body_link_count(body);
  assert_true(count > 0 && count <= MOST_LINKS);
  assert_ok(pl_body_links(body, ends, state));
  for (size_t k = 0; k < count; k++)
    if ((rest[3 * ends[2 * k]] > x) != (rest[3 * ends[2 * k + 1]] > x)) state[k] = PL_LINK_BROKEN;
  assert_ok(pl_body_set_links(body, state));
}

/* Central differences of a smooth energy err by h^2, 1e-6 of the largest force is far above that and rounding. Also a
   turn of one piece alone costs nothing, though the magnitude holds nodes to their frame. */
static void forces_of_pieces_are_the_gradient(void **state)
{
  (void)state;
  pl_world_def world_def = quiet_world(0.01);
  pl_world *world = make_world(&world_def);
  pl_body *body = make_breaking(world, 2, 3, 0.1, 0);
  double x[3 * COUNT], rest[3 * COUNT], R[9];
  memcpy(rest, pl_body_positions(body), sizeof rest);
  cut_at(body, rest, 0.25);
  cut_at(body, rest, 0.45);
  step_times(world, 1);
  assert_int_equal(body->view.links->pieces.count, 3);
  uint64_t seed = 5;
  for (size_t k = 0; k < 3 * COUNT; k++) x[k] = rest[k] + 0.02 * random_unit(&seed);
  double before = elastic_energy(body, x, NULL);
  assert_true(before > 1e-4);
  assert_forces_are_gradient(body, x, 4, 1e-5, 1e-6);
  const double shift[3] = {0.3, -1, 2};
  random_rotation(&seed, 3, R);
  for (size_t i = 0; i < COUNT; i++)
    if (rest[3 * i] > 0.45) {
      double moved[3];
      pl_mat3_apply(R, x + 3 * i, moved);
      pl_vec3_add(moved, shift, x + 3 * i);
    }
  assert_close(elastic_energy(body, x, NULL), before, 1e-10 * before);
  pl_world_destroy(world);
}

/* ---- free flight ---- */

typedef struct flight {
  double mass, centre[3], speed[3], inertia[9], spin_momentum[3]; /* at the cut */
} flight;

static flight flight_of(const pl_body *body, size_t piece)
{
  const pl_pieces *pieces = &body->view.links->pieces;
  flight f = {0};
  for (int pass = 0; pass < 2; pass++) {
    for (uint32_t k = pieces->first[piece]; k < pieces->first[piece + 1]; k++) {
      size_t i = pieces->particle[k];
      double m = body->view.mass[i], arm[3], turn[3];
      if (pass == 0) {
        f.mass += m;
        pl_vec3_add_scaled(f.centre, m, body->view.x + 3 * i, f.centre);
        pl_vec3_add_scaled(f.speed, m, body->view.v + 3 * i, f.speed);
        continue;
      }
      pl_vec3_sub(body->view.x + 3 * i, f.centre, arm);
      pl_vec3_cross(arm, body->view.v + 3 * i, turn);
      pl_vec3_add_scaled(f.spin_momentum, m, turn, f.spin_momentum);
      for (size_t c = 0; c < 9; c++)
        f.inertia[c] += m * ((c % 4 == 0 ? pl_vec3_dot(arm, arm) : 0) - arm[c / 3] * arm[c % 3]);
    }
    if (pass == 0) {
      pl_vec3_scale(f.centre, 1 / f.mass, f.centre);
      pl_vec3_scale(f.speed, 1 / f.mass, f.speed);
    }
  }
  return f;
}

static void turning(const flight *f, const double R[9], double rate[9])
{
  double body[3], spin[3], around[3], skew[9];
  pl_mat3_apply_transpose(R, f->spin_momentum, body);
  pl_solve_inertia(f->inertia, body, around);
  pl_mat3_apply(R, around, spin);
  memcpy(skew, (double[9]){0, -spin[2], spin[1], spin[2], 0, -spin[0], -spin[1], spin[0], 0}, sizeof skew);
  pl_mat3_multiply(skew, R, rate);
}

/* How far a rigid body has turned: Euler's equations by Runge-Kutta of fourth order. */
static void turn_after(const flight *f, double time, double R[9])
{
  const int steps = 2000;
  double h = time / steps;
  pl_mat3_identity(R);
  for (int s = 0; s < steps; s++) {
    double k[4][9], at[9];
    turning(f, R, k[0]);
    for (int stage = 1; stage < 4; stage++) {
      for (int j = 0; j < 9; j++) at[j] = R[j] + h * (stage == 3 ? 1 : 0.5) * k[stage - 1][j];
      turning(f, at, k[stage]);
    }
    for (int j = 0; j < 9; j++) R[j] += h / 6 * (k[0][j] + 2 * k[1][j] + 2 * k[2][j] + k[3][j]);
  }
}

static void check_momenta(const flight *now, const flight *before, double time)
{
  for (int c = 0; c < 3; c++) { /* rounding of 250 steps */
    double fallen = c == 2 ? -9.81 * time : 0;
    assert_close(now->speed[c], before->speed[c] + fallen, 1e-11 * (1 + fabs(fallen)));
    assert_close(now->spin_momentum[c], before->spin_momentum[c], 1e-9 * pl_vec3_length(before->spin_momentum));
  }
}

/* A stiff bar that tumbles and falls is cut in three: each piece keeps its momenta, falls as a stone and tumbles as
   Euler's equations say, with its own inertia. Where nodes are then is off by what a step of 2 ms turns: 2.6e-6 m
   of 0.7 m; one frame for all would be off by the way between pieces, 0.1 m. */
static void pieces_fly_on_their_own(void **state)
{
  (void)state;
  const double spin[3] = {0.7, 3, 1.5}, h = 0.002;
  const int steps = 250;
  pl_world_def world_def = quiet_world(h);
  world_def.gravity[2] = -9.81;
  pl_world *world = make_world(&world_def);
  pl_body *body = make_breaking(world, 1e9, 1e9, 0, 0);
  double rest[3 * COUNT], v[3 * COUNT], x0[3 * COUNT], worst = 0;
  memcpy(rest, pl_body_positions(body), sizeof rest);
  for (size_t i = 0; i < COUNT; i++) pl_vec3_cross(spin, rest + 3 * i, v + 3 * i);
  assert_ok(pl_body_set_velocities(body, v));
  cut_at(body, rest, 0.25);
  cut_at(body, rest, 0.35);
  step_times(world, 1);
  const pl_pieces *pieces = &body->view.links->pieces;
  assert_int_equal(pieces->count, 3);
  flight before[3];
  for (size_t p = 0; p < 3; p++) before[p] = flight_of(body, p);
  memcpy(x0, body->view.x, sizeof x0);
  step_times(world, steps);
  for (size_t p = 0; p < 3; p++) {
    double time = steps * h, R[9];
    flight now = flight_of(body, p);
    check_momenta(&now, &before[p], time);
    turn_after(&before[p], time, R);
    for (uint32_t k = pieces->first[p]; k < pieces->first[p + 1]; k++) {
      size_t i = pieces->particle[k];
      double arm[3], wanted[3];
      pl_vec3_sub(x0 + 3 * i, before[p].centre, arm);
      pl_mat3_apply(R, arm, wanted);
      pl_vec3_add(wanted, before[p].centre, wanted);
      pl_vec3_add_scaled(wanted, time, before[p].speed, wanted);
      wanted[2] -= 0.5 * 9.81 * time * (time + h); /* implicit Euler falls by h/2 more */
      worst = fmax(worst, pl_vec3_distance(wanted, body->view.x + 3 * i));
    }
  }
  print_message("pieces after %g s: %.2e m from Euler's equations\n", steps * h, worst);
  assert_true(worst < 2e-5);
  pl_world_destroy(world);
}

/* A bar that flowed until it was at ease in a bow of 80 degrees: each part has turned by up to 40, and when it comes
   off it is still at ease. Without the turn, parts would shrink by up to 1 - cos 40, which is 0.016 m of theirs. */
static void parts_of_a_bow_stay_at_ease(void **state)
{
  (void)state;
  pl_world_def world_def = quiet_world(0.005);
  pl_world *world = make_world(&world_def);
  pl_body *body = make_breaking(world, 1e5, 1e5, 0, 1e-4);
  const double length = (X - 1) * SPACING, bow = 1.4, radius = length / bow;
  double rest[3 * COUNT], x[3 * COUNT], before[3 * COUNT], zero[3 * COUNT] = {0}, worst = 0;
  memcpy(rest, pl_body_positions(body), sizeof rest);
  for (size_t i = 0; i < COUNT; i++) {
    double angle = (rest[3 * i] / length - 0.5) * bow, r = radius - rest[3 * i + 2];
    pl_vec3_set(x + 3 * i, r * sin(angle), rest[3 * i + 1], radius - r * cos(angle));
  }
  assert_ok(pl_body_set_positions(body, x));
  step_times(world, 20);
  assert_ok(pl_body_set_velocities(body, zero));
  pl_inelastic_def none = pl_default_inelastic_def();
  assert_ok(pl_body_set_inelastic(body, &none));
  step_times(world, 20);
  double eased = elastic_energy(body, body->view.x, NULL);
  memcpy(before, body->view.x, sizeof before);
  cut_at(body, rest, 0.25);
  cut_at(body, rest, 0.45);
  step_times(world, 20);
  assert_int_equal(body->view.links->pieces.count, 3);
  double parted = elastic_energy(body, body->view.x, NULL);
  for (size_t i = 0; i < COUNT; i++) worst = fmax(worst, pl_vec3_distance(body->view.x + 3 * i, before + 3 * i));
  print_message("a bow: %.1e J before the cut, %.1e J after it, moved by %.1e m\n", eased, parted, worst);
  assert_true(worst < 1e-9); /* rounding */
  pl_world_destroy(world);
}

/* Pieces that have turned against one another, a row of particles of all of them, and others beside it: all are obeyed,
   to the trace of softness (1e-10) and what solving leaves. */
static void rows_across_pieces_are_obeyed(void **state)
{
  (void)state;
  pl_world_def world_def = quiet_world(0.005);
  pl_world *world = make_world(&world_def);
  pl_body *body = make_breaking(world, 1e5, 1e4, 0, 0);
  double rest[3 * COUNT], v[3 * COUNT];
  memcpy(rest, pl_body_positions(body), sizeof rest);
  for (size_t i = 0; i < COUNT; i++) {
    const double spin[3] = {rest[3 * i] > 0.3 ? 4 : -3, 1, rest[3 * i] > 0.3 ? 2 : -1};
    pl_vec3_cross(spin, rest + 3 * i, v + 3 * i);
  }
  assert_ok(pl_body_set_velocities(body, v));
  cut_at(body, rest, 0.25);
  cut_at(body, rest, 0.35);
  step_times(world, 60);
  assert_int_equal(body->view.links->pieces.count, 3);
  const uint32_t particles[5] = {3, COUNT - 4, 40, 7, 8};
  const double weights[4] = {0.2, 0.3, 0.4, 0.1}, one = 1;
  pl_hold holds[3] = {{particles, weights, 4, {0.3, -0.2, 0.1}, 0},
                      {particles + 1, &one, 1, {1, 0, 0.5}, 0},
                      {particles + 3, weights, 2, {-0.1, 0.2, 0}, 0}};
  body->view.holds = holds;
  body->view.hold_count = 3;
  pl_model_context context = pl_world_context(world);
  pl_model_body *bodies[1] = {&body->view};
  for (int step = 0; step < 3; step++) { /* and again, when what was found is there already */
    assert_ok(body->model->advance(bodies, 1, &context));
    for (size_t k = 0; k < 3; k++) {
      double got[3] = {0};
      for (size_t p = 0; p < holds[k].count; p++)
        pl_vec3_add_scaled(got, holds[k].weights[p], body->view.v + 3 * (size_t)holds[k].particles[p], got);
      assert_close(pl_vec3_distance(got, holds[k].goal), 0, 1e-7);
    }
  }
  body->view.hold_count = 0;
  pl_world_destroy(world);
}

/* A node alone, a row of two and of three, by edges of any mesh as well: nothing is singular, and all of them fall. */
static void crumbs_fall(void **state)
{
  (void)state;
  for (int how = 0; how < 2; how++) {
    pl_world_def world_def = quiet_world(0.01);
    world_def.gravity[2] = -10;
    pl_world *world = make_world(&world_def);
    pl_mesh *mesh = NULL;
    if (how)
      assert_ok(pl_make_icosphere(0.5, 1, &mesh));
    else
      mesh = make_bar(X, Y, Z, SPACING, 6);
    pl_body_def def = pl_default_body_def(PL_MODEL_HYBRID);
    def.mesh = mesh;
    def.density = 1000;
    def.hybrid.magnitude.value = 1e4;
    def.fracture.strain = 1e3;
    pl_body *body = make_body(world, &def);
    size_t n = pl_body_particle_count(body), links = pl_body_link_count(body);
    double *start = calloc(3 * n, sizeof *start), *v = calloc(3 * n, sizeof *v);
    uint8_t *cut = calloc(links, 1);
    memcpy(start, pl_body_positions(body), 3 * n * sizeof *start);
    uint64_t seed = 4;
    for (size_t k = 0; k < 3 * n; k++) v[k] = 0.3 * random_unit(&seed);
    assert_ok(pl_body_set_velocities(body, v));
    double before = 0, after = 0, time = 0;
    for (size_t k = 0; k < 3 * n; k++) before += 0.5 * pl_body_masses(body)[k / 3] * v[k] * v[k];
    for (int round = 0; round < 8; round++) { /* at last all */
      for (size_t k = 0; k < links; k++)
        if (round == 7 || (size_t)(fabs(random_unit(&seed)) * 4) == 0) cut[k] = PL_LINK_BROKEN;
      assert_ok(pl_body_set_links(body, cut));
      step_times(world, 3);
      time += 0.03;
    }
    assert_int_equal(body->view.links->pieces.count, n);
    for (size_t i = 0; i < n; i++) {
      const double *u = pl_body_velocities(body) + 3 * i;
      double speed[3] = {u[0], u[1], u[2] + 10 * time};
      after += 0.5 * pl_body_masses(body)[i] * pl_vec3_dot(speed, speed);
    }
    assert_true(after <= before);
    double height = 0, mass = 0;
    for (size_t i = 0; i < n; i++) {
      height += pl_body_masses(body)[i] * (pl_body_positions(body)[3 * i + 2] - start[3 * i + 2]);
      height -= pl_body_masses(body)[i] * v[3 * i + 2] * time;
      mass += pl_body_masses(body)[i];
    }
    assert_close(height / mass, -0.5 * 10 * time * (time + 0.01), 1e-10); /* rounding */
    free(start);
    free(v);
    free(cut);
    pl_mesh_destroy(mesh);
    pl_world_destroy(world);
  }
}

/* In steps that cut, nothing is allocated. */
static void cuts_need_no_memory(void **state)
{
  (void)state;
  failing_memory memory = {.fail_at = 0};
  pl_set_allocator(&(pl_allocator){failing_allocate, failing_release, &memory});
  pl_world_def world_def = quiet_world(0.005);
  pl_world *world = make_world(&world_def);
  pl_body_def def = pl_default_body_def(PL_MODEL_HYBRID);
  pl_mesh *bar = make_bar(X, Y, Z, SPACING, 6);
  def.mesh = bar;
  def.density = 1000;
  def.hybrid.stretch.value = 1e5;
  def.fracture.strain = 0.02;
  def.fracture.variation = 0.5;
  pl_body *body = make_body(world, &def);
  pl_mesh_destroy(bar);
  double v[3 * COUNT];
  for (size_t i = 0; i < COUNT; i++) pl_vec3_set(v + 3 * i, 0.1 * (pl_body_positions(body)[3 * i] - 0.3), 0, 0);
  assert_ok(pl_body_set_velocities(body, v));
  step_times(world, 2);
  for (size_t k = 0; k < 3 * COUNT; k++) v[k] *= 40;
  assert_ok(pl_body_set_velocities(body, v));
  step_times(world, 1);
  size_t allocated = memory.allocated, before = body->view.links->pieces.count;
  step_times(world, 60);
  assert_true(body->view.links->pieces.count > before);
  assert_int_equal(memory.allocated, allocated);
  pl_world_destroy(world);
  assert_int_equal(memory.live, 0);
  pl_set_allocator(NULL);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(forces_of_pieces_are_the_gradient),
      cmocka_unit_test(pieces_fly_on_their_own),
      cmocka_unit_test(rows_across_pieces_are_obeyed),
      cmocka_unit_test(parts_of_a_bow_stay_at_ease),
      cmocka_unit_test(crumbs_fall),
      cmocka_unit_test(cuts_need_no_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
