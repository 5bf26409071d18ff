/* SPDX-License-Identifier: MIT
   Hexahedra: linear patches, voxels of characters, what is refused, contact. */
#include "model/hex/hex.h"

#include "embedded_cases.h"

static pl_body *hex_body(pl_world *world, const pl_mesh *mesh, uint32_t nx, uint32_t ny, uint32_t nz)
{
  pl_body_def def = pl_default_body_def(PL_MODEL_HEX);
  def.mesh = mesh;
  def.hex.cells[0] = nx;
  def.hex.cells[1] = ny;
  def.hex.cells[2] = nz;
  return make_body(world, &def);
}

/* Under any linear map the stress is the same everywhere: nodes inside feel nothing, and particles map alike. */
static void linear_patch(void **state)
{
  (void)state;
  pl_world_def world_def = quiet_world(0.01);
  pl_world *world = make_world(&world_def);
  pl_mesh *mesh = case_mesh();
  pl_body *body = hex_body(world, mesh, 5, 3, 4);
  pl_embedded *nodes = inside(body);
  const double map[9] = {1.3, 0.2, -0.1, 0.05, 0.8, 0.3, 0.1, -0.2, 1.1};
  double *y = malloc(nodes->unknowns * sizeof(double)), *f = malloc(nodes->unknowns * sizeof(double));
  double *x = malloc(3 * nodes->particles * sizeof(double)), largest = 0;
  for (size_t i = 0; i < nodes->unknowns; i += 3) pl_mat3_apply(map, nodes->rest + i, y + i);
  elastic_at(body, y, f);
  for (size_t i = 0; i < nodes->unknowns; i += 3) {
    const double *at = nodes->rest + i, high[3] = {1, 0.25, 0.25};
    bool rim = false;
    for (int k = 0; k < 3; k++) rim = rim || at[k] < 1e-9 || at[k] > high[k] - 1e-9;
    largest = fmax(largest, pl_vec3_length(f + i));
    if (!rim) assert_less(pl_vec3_length(f + i), 1e-9);
  }
  assert_true(largest > 10);
  nodes->kind->positions(nodes, NULL, x);
  for (size_t i = 0; i < nodes->particles; i++) {
    double wanted[3];
    pl_mat3_apply(map, pl_mesh_view(mesh).positions + 3 * i, wanted);
    assert_less(pl_vec3_distance(wanted, x + 3 * i), 1e-14);
  }
  free(y);
  free(f);
  free(x);
  pl_world_destroy(world);
  pl_mesh_destroy(mesh);
}

/* A character gets about as many nodes as asked for; every vertex has a host; volumes add up. */
static void voxels_hold_a_character(void **state)
{
  (void)state;
  pl_mesh *mesh = NULL;
  assert_ok(pl_make_character(PL_CHARACTER_DINO, 1, 2000, &mesh));
  pl_mesh_data data = pl_mesh_view(mesh);
  const uint32_t wanted[] = {54, 99, 300, 2000};
  for (size_t k = 0; k < sizeof wanted / sizeof *wanted; k++) {
    pl_hex_def def = pl_default_body_def(PL_MODEL_HEX).hex;
    def.nodes = wanted[k];
    pl_voxels voxels;
    assert_ok(pl_voxels_make(&data, &def, &voxels));
    assert_less(fabs((double)voxels.node_count - wanted[k]), 0.15 * wanted[k]);
    double volume = 0, truth = 0;
    for (size_t e = 0; e < voxels.element_count; e++)
      volume += voxels.fill[e] * voxels.spacing[0] * voxels.spacing[1] * voxels.spacing[2];
    for (size_t t = 0; t < data.triangle_count; t++) {
      double c[3];
      pl_vec3_cross(data.positions + 3 * (size_t)data.triangles[3 * t],
                    data.positions + 3 * (size_t)data.triangles[3 * t + 1], c);
      truth += pl_vec3_dot(c, data.positions + 3 * (size_t)data.triangles[3 * t + 2]) / 6;
    }
    assert_close(volume, truth, 1e-9 * truth);
    for (size_t i = 0; i < data.vertex_count; i++) {
      double at[3] = {0, 0, 0};
      for (size_t c = 0; c < PL_HEX_CORNERS; c++) {
        double weight = voxels.weight[PL_HEX_CORNERS * i + c];
        assert_true(weight > -1e-9 && weight < 1 + 1e-9);
        pl_vec3_add_scaled(at, weight, voxels.nodes + 3 * (size_t)voxels.corners[PL_HEX_CORNERS * voxels.host[i] + c],
                           at);
      }
      assert_less(pl_vec3_distance(at, data.positions + 3 * i), 1e-12);
    }
    pl_voxels_free(&voxels);
  }
  pl_mesh_destroy(mesh);
}

/* Dropped on the floor it comes to rest there: no sinking in, no gain of energy. */
static void lands_on_the_floor(void **state)
{
  (void)state;
  pl_world_def world_def = pl_default_world_def();
  pl_world *world = make_world(&world_def);
  pl_obstacle_def floor = pl_default_obstacle_def(PL_OBSTACLE_PLANE);
  floor.point[1] = -0.2;
  assert_ok(pl_obstacle_create(world, &floor, NULL));
  pl_mesh *mesh = case_mesh();
  pl_body *body = hex_body(world, mesh, 6, 2, 2);
  double start = total_energy(body), lowest = 0;
  for (int k = 0; k < 400; k++) {
    step_times(world, 1);
    assert_less(total_energy(body), start + 1e-3 * fabs(start));
    const double *x = pl_body_positions(body);
    for (size_t i = 0; i < pl_body_particle_count(body); i++) lowest = fmin(lowest, x[3 * i + 1]);
  }
  assert_close(lowest, -0.2, 2e-3);
  assert_less(fastest(body), 0.05);
  pl_world_destroy(world);
  pl_mesh_destroy(mesh);
}

static void nonsense_is_refused(void **state)
{
  (void)state;
  pl_world_def world_def = quiet_world(0.01);
  pl_world *world = make_world(&world_def);
  pl_mesh *mesh = case_mesh(), *line = NULL;
  pl_body *body = NULL;
  pl_body_def def = pl_default_body_def(PL_MODEL_HEX);
  def.mesh = mesh;
  def.hex.youngs_modulus = -1;
  assert_refused(pl_body_create(world, &def, &body), PL_ERROR_ARGUMENT, "youngs_modulus");
  def.hex.youngs_modulus = 1;
  def.hex.poisson_ratio = 0.5;
  assert_refused(pl_body_create(world, &def, &body), PL_ERROR_ARGUMENT, "poisson_ratio");
  def.hex.poisson_ratio = 0.2;
  def.hex.nodes = 7;
  assert_refused(pl_body_create(world, &def, &body), PL_ERROR_ARGUMENT, "nodes");
  def.hex.nodes = 70;
  def.hex.cells[1] = 2;
  assert_refused(pl_body_create(world, &def, &body), PL_ERROR_ARGUMENT, "cells");
  def.hex.cells[1] = 0;
  def.hex.penalty = NAN;
  assert_refused(pl_body_create(world, &def, &body), PL_ERROR_ARGUMENT, "penalty");
  def.hex.penalty = 0;
  def.hex.spacing = 1e-5;
  assert_refused(pl_body_create(world, &def, &body), PL_ERROR_LIMIT, "too fine");
  def.hex.spacing = 0;
  assert_ok(pl_make_line((double[]){0, 0, 0}, (double[]){1, 0, 0}, 5, &line));
  def.mesh = line;
  def.thickness = 0.1;
  assert_refused(pl_body_create(world, &def, &body), PL_ERROR_MESH, "no triangles");
  pl_world_destroy(world);
  pl_mesh_destroy(mesh);
  pl_mesh_destroy(line);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(linear_patch),
      cmocka_unit_test(voxels_hold_a_character),
      cmocka_unit_test(lands_on_the_floor),
      cmocka_unit_test(nonsense_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
