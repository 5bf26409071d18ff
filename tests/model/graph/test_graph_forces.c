/* SPDX-License-Identifier: MIT
   Energies and forces of the graph model: what must cost nothing, what must balance, and that forces are gradients. */
#include <string.h>

#include "graph_cases.h"
#include "math/mat3.h"

typedef struct mix {
  double edge, laplacian;
} mix;

static const mix mixes[] = {{1, 0}, {0, 1}, {0.7, 2}};

static pl_body *body_of(pl_world *world, const pl_mesh *mesh, mix energies, pl_graph_weights weights,
                        pl_covariance covariance, const double *masses)
{
  pl_body_def def = stiff_body(mesh, 100);
  def.graph.edge = energies.edge;
  def.graph.laplacian = energies.laplacian;
  def.graph.weights = weights;
  def.graph.covariance = covariance;
  def.masses = masses;
  return make_body(world, &def);
}

/* Scale: what noise of a tenth of a metre (about an edge) costs. Rounding leaves 1e-30 of energy and 1e-15 of force;
   1e-10 is the promise. */
static void check_rigid(pl_body *body, const graph_case *c, uint64_t *seed, double angle)
{
  pl_mesh_data rest = pl_mesh_view(c->mesh);
  size_t n = rest.vertex_count;
  double *x = malloc(3 * n * sizeof(double)), *f = malloc(3 * n * sizeof(double));
  double *bent = noisy(c->mesh, seed, 0.1);
  double energy_scale = elastic_at(body, bent, f), force_scale = largest_of(f, 3 * n);
  if (n > 1) assert_true(energy_scale > 0 && force_scale > 0);
  double R[9], t[3] = {3 * random_unit(seed), 3 * random_unit(seed), 3 * random_unit(seed)};
  random_rotation(seed, angle, R);
  move_points(rest.positions, n, R, t, x);
  double energy = elastic_at(body, x, f);
  if (!(energy <= 1e-10 * energy_scale) || !(largest_of(f, 3 * n) <= 1e-10 * force_scale))
    print_error("%s: energy %g of %g, force %g of %g\n", c->name, energy, energy_scale, largest_of(f, 3 * n),
                force_scale);
  assert_true(energy <= 1e-10 * energy_scale);
  assert_true(largest_of(f, 3 * n) <= 1e-10 * force_scale);
  free(x);
  free(f);
  free(bent);
}

static void test_rigid_motion_costs_nothing(void **state)
{
  (void)state;
  uint64_t seed = 1;
  graph_case cases[GRAPH_CASES];
  make_graph_cases(cases);
  pl_world_def world_def = quiet_world(0.01);
  for (int c = 0; c < GRAPH_CASES; c++) {
    double *masses = random_masses(&seed, pl_mesh_view(cases[c].mesh).vertex_count);
    for (int m = 0; m < 3; m++)
      for (int kind = 0; kind < 4; kind++) {
        pl_world *world = make_world(&world_def);
        pl_body *body = body_of(world, cases[c].mesh, mixes[m], kind & 1 ? PL_WEIGHTS_SHARE : PL_WEIGHTS_UNIFORM,
                                kind & 2 ? PL_COVARIANCE_MASS : PL_COVARIANCE_ENERGY, masses);
        for (int k = 0; k < 6; k++) check_rigid(body, &cases[c], &seed, k < 3 ? 3 : 40);
        pl_world_destroy(world);
      }
    free(masses);
  }
  free_graph_cases(cases);
}

/* Four turns in small steps, the rotations following from step to step: nothing is lost on the way. */
static void test_several_turns_cost_nothing(void **state)
{
  (void)state;
  pl_mesh *mesh = make_bar(5, 3, 3, 0.1, 26);
  pl_mesh_data rest = pl_mesh_view(mesh);
  pl_world_def world_def = quiet_world(0.01);
  pl_world *world = make_world(&world_def);
  pl_body *body = body_of(world, mesh, mixes[2], PL_WEIGHTS_SHARE, PL_COVARIANCE_ENERGY, NULL);
  size_t n = rest.vertex_count;
  double *x = malloc(3 * n * sizeof(double)), *f = malloc(3 * n * sizeof(double));
  pl_model_context context = pl_world_context(world);
  for (int k = 0; k < 200; k++) {
    double w[3] = {0.03 * k, 0.1 * k, -0.02 * k}, R[9];
    pl_mat3_from_rotation_vector(w, R);
    move_points(rest.positions, n, R, (double[]){0.01 * k, 0, 1}, x);
    for (size_t i = 0; i < n; i++) memcpy(body->view.x + 3 * i, x + 3 * (size_t)body->order[i], 3 * sizeof(double));
    assert_ok(body->model->import(&body->view, &context));
    /* stiffness 100 N/m times edges of 0.1 m: forces of 10 N are usual */
    assert_true(elastic_at(body, x, f) <= 1e-10 * 1.0);
    assert_true(largest_of(f, 3 * n) <= 1e-10 * 10);
  }
  free(x);
  free(f);
  pl_world_destroy(world);
  pl_mesh_destroy(mesh);
}

/* Net force and torque about the origin, relative to the sums of their parts. */
static void balance(const double *x, const double *f, size_t n, double *force, double *torque)
{
  double sum[3] = {0}, turn[3] = {0}, force_scale = 0, torque_scale = 0;
  for (size_t i = 0; i < n; i++) {
    double moment[3];
    pl_vec3_cross(x + 3 * i, f + 3 * i, moment);
    pl_vec3_add(sum, f + 3 * i, sum);
    pl_vec3_add(turn, moment, turn);
    force_scale += pl_vec3_length(f + 3 * i);
    torque_scale += pl_vec3_length(x + 3 * i) * pl_vec3_length(f + 3 * i);
  }
  *force = pl_vec3_length(sum) / force_scale;
  *torque = pl_vec3_length(turn) / torque_scale;
}

static void test_internal_forces_balance(void **state)
{
  (void)state;
  uint64_t seed = 2;
  graph_case cases[GRAPH_CASES];
  make_graph_cases(cases);
  pl_world_def world_def = quiet_world(0.01);
  for (int c = 0; c < GRAPH_CASES; c++) {
    size_t n = pl_mesh_view(cases[c].mesh).vertex_count;
    if (n == 1) continue;
    double *masses = random_masses(&seed, n), *f = malloc(3 * n * sizeof(double));
    for (int m = 0; m < 3; m++)
      for (int kind = 0; kind < 2; kind++)
        for (int k = 0; k < 5; k++) {
          pl_world *world = make_world(&world_def);
          pl_covariance covariance = kind ? PL_COVARIANCE_MASS : PL_COVARIANCE_ENERGY;
          pl_body *body = body_of(world, cases[c].mesh, mixes[m], PL_WEIGHTS_SHARE, covariance, masses);
          double *x = noisy(cases[c].mesh, &seed, k < 3 ? 0.05 : 2), force, torque;
          assert_true(elastic_at(body, x, f) > 0);
          balance(x, f, n, &force, &torque);
          if (force > 1e-13) print_error("%s, mix %d: net force %g\n", cases[c].name, m, force);
          assert_true(force <= 1e-13);
          /* exact gradients of a rotation-invariant energy have no torque */
          if (m == 0 && covariance == PL_COVARIANCE_ENERGY) {
            if (torque > 1e-12) print_error("%s: net torque %g\n", cases[c].name, torque);
            assert_true(torque <= 1e-12);
          }
          free(x);
          pl_world_destroy(world);
        }
    free(masses);
    free(f);
  }
  free_graph_cases(cases);
}

/* |f + dE/dx| / |dE/dx| at noise of 20 % of the spacing, by central differences. */
static double gradient_error(mix energies, pl_graph_weights weights, pl_covariance covariance, uint64_t seed,
                             double *torque)
{
  pl_mesh *mesh = make_bar(5, 3, 3, 0.1, 26);
  size_t n = pl_mesh_view(mesh).vertex_count;
  pl_world_def world_def = quiet_world(0.01);
  pl_world *world = make_world(&world_def);
  double *masses = random_masses(&seed, n), *x = noisy(mesh, &seed, 0.02), *f = malloc(3 * n * sizeof(double));
  pl_body *body = body_of(world, mesh, energies, weights, covariance, masses);
  elastic_at(body, x, f);
  double error = 0, size = 0, force;
  balance(x, f, n, &force, torque);
  for (size_t k = 0; k < 3 * n; k++) {
    const double d = 1e-6;
    double at = x[k];
    x[k] = at + d;
    double up = elastic_at(body, x, NULL);
    x[k] = at - d;
    double slope = (up - elastic_at(body, x, NULL)) / (2 * d);
    x[k] = at;
    error += (f[k] + slope) * (f[k] + slope);
    size += slope * slope;
  }
  free(masses);
  free(x);
  free(f);
  pl_world_destroy(world);
  pl_mesh_destroy(mesh);
  return sqrt(error / size);
}

/* Differences of size 1e-6 on lengths of 0.1 leave 1e-8 or so. */
static void test_edge_force_is_the_gradient(void **state)
{
  (void)state;
  double torque;
  assert_less(gradient_error(mixes[0], PL_WEIGHTS_SHARE, PL_COVARIANCE_ENERGY, 3, &torque), 1e-7);
  assert_less(gradient_error(mixes[0], PL_WEIGHTS_UNIFORM, PL_COVARIANCE_ENERGY, 4, &torque), 1e-7);
}

/* Rotations are not differentiated: with the paper's covariance and for the Laplacian energy the force is near the
   gradient, not equal to it. Sizes as a prototype measured them (2.4 % and 24 %), torques 0.9 % and 1.1 %; a factor of
   two either way. */
static void test_size_of_the_dropped_term(void **state)
{
  (void)state;
  double error = 0, torque, turn_mass = 0, turn_laplacian = 0;
  for (uint64_t seed = 5; seed < 8; seed++) {
    double e = gradient_error(mixes[0], PL_WEIGHTS_UNIFORM, PL_COVARIANCE_MASS, seed, &torque);
    error += e / 3;
    turn_mass += torque / 3;
  }
  print_message("mass covariance: gradient off by %.3g, torque %.3g\n", error, turn_mass);
  assert_true(error > 0.01 && error < 0.05);
  assert_true(turn_mass > 1e-4 && turn_mass < 0.02);
  error = 0;
  for (uint64_t seed = 8; seed < 11; seed++) {
    error += gradient_error(mixes[1], PL_WEIGHTS_UNIFORM, PL_COVARIANCE_MASS, seed, &torque) / 3;
    turn_laplacian += torque / 3;
  }
  print_message("Laplacian energy: gradient off by %.3g, torque %.3g\n", error, turn_laplacian);
  assert_true(error > 0.12 && error < 0.48);
  assert_true(turn_laplacian > 1e-4 && turn_laplacian < 0.03);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_rigid_motion_costs_nothing), cmocka_unit_test(test_several_turns_cost_nothing),
      cmocka_unit_test(test_internal_forces_balance), cmocka_unit_test(test_edge_force_is_the_gradient),
      cmocka_unit_test(test_size_of_the_dropped_term)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
