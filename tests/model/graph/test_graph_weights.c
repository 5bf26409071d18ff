/* SPDX-License-Identifier: MIT
   From Young's modulus to edge stiffness. */
#include <string.h>

#include "graph_cases.h"

/* Energy of a stretch by `part` along `axis`, nothing turning, against E/2 part^2 V. With cell shares the lattice is a
   tiling by equal cells, so that the equality is exact for each axis; a prototype found 18 le/s and 2 le/s for uniform
   weights in an infinite lattice. Left to itself, the neighbourhood of a node on a rim turns a little, because it is
   lopsided: that saves some energy of diagonal edges (2 % of this small bar), and none where all edges run along the
   axes. */
static void check_modulus(int neighbours, int axis)
{
  const double E = 3e4, part = 1e-3;
  pl_mesh *mesh = make_bar(7, 5, 4, 0.05, neighbours);
  pl_mesh_data rest = pl_mesh_view(mesh);
  pl_world_def world_def = quiet_world(0.01);
  pl_world *world = make_world(&world_def);
  pl_body_def def = stiff_body(mesh, 0);
  def.graph.youngs_modulus = E;
  pl_body *body = make_body(world, &def);
  double *x = malloc(3 * rest.vertex_count * sizeof(double)), volume = 6 * 4 * 3 * 0.05 * 0.05 * 0.05;
  memcpy(x, rest.positions, 3 * rest.vertex_count * sizeof(double));
  for (size_t i = 0; i < rest.vertex_count; i++) x[3 * i + (size_t)axis] *= 1 + part;
  const pl_graph *graph = body->view.data;
  double full = 0.5 * E * part * part * volume, *stored = malloc(3 * rest.vertex_count * sizeof(double));
  for (size_t i = 0; i < rest.vertex_count; i++)
    memcpy(stored + 3 * i, x + 3 * (size_t)body->order[i], 3 * sizeof(double));
  /* rotations are identity from the start; differences of 5e-5 m at 0.3 m leave eleven digits */
  assert_close(pl_graph_energy(graph, stored, graph->rotation) / full, 1, 1e-10);
  double relaxed = elastic_at(body, x, NULL) / full;
  assert_true(relaxed < 1 + 1e-9 && relaxed > (neighbours == 26 ? 0.95 : 1 - 1e-9));
  free(stored);
  assert_close(graph->edge_stiffness * (neighbours == 26 ? 18 : 2) / (E * 0.05), 1, 1e-12);
  free(x);
  pl_world_destroy(world);
  pl_mesh_destroy(mesh);
}

static void test_stretch_costs_what_youngs_modulus_says(void **state)
{
  (void)state;
  for (int axis = 0; axis < 3; axis++) {
    check_modulus(26, axis);
    check_modulus(6, axis);
  }
}

static void test_mix_and_damping_reach_the_model(void **state)
{
  (void)state;
  pl_mesh *mesh = make_bar(3, 3, 3, 0.1, 26);
  pl_world_def world_def = quiet_world(0.01);
  pl_world *world = make_world(&world_def);
  pl_body_def def = stiff_body(mesh, 50);
  def.graph.edge = 0.5;
  def.graph.laplacian = 3;
  def.graph.damping_mass = 0.25;
  def.graph.damping_stiffness = 0.125;
  def.graph.damping = PL_DAMPING_LITERAL;
  const pl_graph *graph = make_body(world, &def)->view.data;
  assert_close(graph->edge_stiffness, 25, 0);
  assert_close(graph->laplacian_stiffness, 150, 0);
  assert_close(graph->alpha, 0.25, 0);
  assert_close(graph->beta, 0.125, 0);
  assert_false(graph->corotated);
  pl_world_destroy(world);
  pl_mesh_destroy(mesh);
}

static void test_a_lone_particle_needs_no_stiffness(void **state)
{
  (void)state;
  pl_mesh *mesh = NULL;
  const double at[3] = {1, 2, 3}, volume = 1e-3;
  assert_ok(pl_mesh_create(&(pl_mesh_data){.positions = at, .vertex_count = 1, .vertex_volumes = &volume}, &mesh));
  pl_world_def world_def = pl_default_world_def();
  pl_world *world = make_world(&world_def);
  pl_body_def def = pl_default_body_def(PL_MODEL_GRAPH);
  def.mesh = mesh;
  pl_body *body = make_body(world, &def);
  assert_close(pl_body_masses(body)[0], 1, 1e-15);
  step_times(world, 200);
  /* implicit Euler falls h g t / 2 further than g t^2 / 2 */
  assert_close(pl_body_positions(body)[1], 2 - 0.5 * 9.81 * 1.0 * (1 + 1.0 / 200), 1e-11);
  pl_world_destroy(world);
  pl_mesh_destroy(mesh);
}

static void test_youngs_modulus_needs_a_volume(void **state)
{
  (void)state;
  const double x[] = {0, 0, 0, 0, 0, 0};
  pl_mesh *mesh = make_graph(x, 2, (uint32_t[]){0, 1}, 1);
  pl_world_def world_def = quiet_world(0.01);
  pl_world *world = make_world(&world_def);
  pl_body_def def = stiff_body(mesh, 0);
  def.masses = (double[]){1, 1};
  pl_body *body = NULL;
  assert_refused(pl_body_create(world, &def, &body), PL_ERROR_MESH, "no edge of positive length");
  assert_null(body);
  pl_world_destroy(world);
  pl_mesh_destroy(mesh);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_stretch_costs_what_youngs_modulus_says),
                                     cmocka_unit_test(test_mix_and_damping_reach_the_model),
                                     cmocka_unit_test(test_a_lone_particle_needs_no_stiffness),
                                     cmocka_unit_test(test_youngs_modulus_needs_a_volume)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
