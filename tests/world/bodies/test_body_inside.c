/* SPDX-License-Identifier: MIT
   What bodies tell of their inside, against the same found in another way. */
#include "pliant/inside.h"

#include <math.h>
#include <string.h>

#include "fixtures.h"

enum { MOST = 700 };

/* Rings by going along edges, one after the other. */
static void find_rings(const pl_mesh_data *mesh, uint32_t from, int rings, double *member)
{
  memset(member, 0, mesh->vertex_count * sizeof *member);
  member[from] = 1;
  for (int ring = 0; ring < rings; ring++) {
    double next[MOST];
    memcpy(next, member, mesh->vertex_count * sizeof *member);
    for (size_t e = 0; e < mesh->edge_count; e++)
      for (int side = 0; side < 2; side++)
        if (member[mesh->edges[2 * e + (size_t)side]] == 1) next[mesh->edges[2 * e + 1 - (size_t)side]] = 1;
    memcpy(member, next, mesh->vertex_count * sizeof *member);
  }
}

static void regions_are_rings(void **state)
{
  (void)state;
  pl_mesh *mesh;
  pl_make_icosphere(0.3, 4, &mesh);
  pl_world_def quiet = quiet_world(0.01);
  pl_world *world = make_world(&quiet);
  pl_body_def def = pl_default_body_def(PL_MODEL_SURFACE);
  def.mesh = mesh;
  def.surface.region = 2;
  pl_body *body = make_body(world, &def);
  pl_mesh_data rest = pl_body_rest(body);
  double told[MOST], found[MOST], path[MOST], sizes[MOST] = {0};
  assert_true(rest.vertex_count <= MOST);
  for (uint32_t i = 0; i < rest.vertex_count; i += 7) {
    assert_ok(pl_body_region(body, i, told));
    find_rings(&rest, i, 2, found);
    assert_memory_equal(told, found, rest.vertex_count * sizeof *told);
  }
  assert_refused(pl_body_region(body, MOST, told), PL_ERROR_ARGUMENT, "does not exist");
  /* Paths hang together: there are fewer edges missing along one than it has vertices. */
  assert_ok(pl_body_paths(body, path));
  for (size_t i = 0; i < rest.vertex_count; i++) sizes[(size_t)path[i]]++;
  for (size_t e = 0; e < rest.edge_count; e++)
    if (path[rest.edges[2 * e]] == path[rest.edges[2 * e + 1]]) sizes[(size_t)path[rest.edges[2 * e]]] -= 1;
  for (size_t p = 0; p < rest.vertex_count; p++) assert_true(sizes[p] <= 1);
  pl_world_destroy(world);
  pl_mesh_destroy(mesh);
}

/* Pulled beyond its yield, a bar keeps rest edges that the body tells, too. */
static void strain_is_that_of_rest_edges(void **state)
{
  (void)state;
  pl_mesh *mesh = make_bar(7, 3, 3, 0.1, 6);
  pl_world_def quiet = quiet_world(0.01);
  pl_world *world = make_world(&quiet);
  pl_body_def def = stiff_body(mesh, 1000);
  def.graph.plasticity.rule = PL_PLASTIC_RATE;
  def.graph.plasticity.yield = 0.01;
  def.graph.plasticity.creep = 50;
  pl_body *body = make_body(world, &def);
  size_t count = pl_body_particle_count(body);
  pl_mesh_data rest = pl_body_rest(body);
  double strain[MOST], x[3 * MOST], edges[6 * MOST], sums[MOST] = {0}, ends[MOST] = {0};
  assert_ok(pl_body_plastic_strain(body, strain));
  assert_true(largest_of(strain, count) == 0);
  memcpy(x, rest.positions, 3 * count * sizeof *x);
  for (size_t i = 0; i < count; i++) x[3 * i] *= 1.3;
  assert_ok(pl_body_set_positions(body, x));
  step_times(world, 3);
  assert_ok(pl_body_plastic_strain(body, strain));
  assert_ok(pl_body_rest_edges(body, edges));
  for (size_t e = 0; e < rest.edge_count; e++)
    for (size_t side = 0; side < 2; side++) {
      const double *of = edges + 6 * e + 3 * side, *a = rest.positions + 3 * (size_t)rest.edges[2 * e],
                   *b = rest.positions + 3 * (size_t)rest.edges[2 * e + 1];
      double change = 0, length = 0, sign = side ? -1 : 1;
      for (int c = 0; c < 3; c++) {
        double first = sign * (b[c] - a[c]);
        change += (of[c] - first) * (of[c] - first);
        length += first * first;
      }
      for (size_t end = 0; end < 2; end++) {
        sums[rest.edges[2 * e + end]] += sqrt(change / length);
        ends[rest.edges[2 * e + end]]++;
      }
    }
  assert_true(largest_of(strain, count) > 0.01);
  for (size_t i = 0; i < count; i++) {
    assert_close(strain[i], sums[i] / ends[i], 1e-12);
  }
  pl_world_destroy(world);
  pl_mesh_destroy(mesh);
}

/* Corners of cells, weighted, are where particles are; points of a cage are inside it. */
static void carriers_carry(void **state)
{
  (void)state;
  pl_mesh *mesh = make_bar(9, 4, 4, 0.1, 6);
  static const pl_model_kind models[] = {PL_MODEL_HEX, PL_MODEL_CAGE};
  for (int m = 0; m < 2; m++) {
    pl_world_def quiet = quiet_world(0.01);
    pl_world *world = make_world(&quiet);
    pl_body_def def = pl_default_body_def(models[m]);
    def.mesh = mesh;
    def.hex.nodes = 60;
    pl_body *body = make_body(world, &def);
    double v[3 * MOST] = {0};
    for (size_t i = 0; i < pl_body_particle_count(body); i++) v[3 * i + 1] = 1;
    assert_ok(pl_body_set_velocities(body, v));
    step_times(world, 10);
    pl_carriers c = pl_body_carriers(body);
    assert_true(c.node_count > 0);
    const double *x = pl_body_positions(body);
    for (size_t i = 0; m == 0 && i < pl_body_particle_count(body); i++)
      for (size_t axis = 0; axis < 3; axis++) {
        double sum = 0;
        for (size_t k = 0; k < 8; k++)
          sum += c.weights[8 * i + k] * c.positions[3 * (size_t)c.corners[8 * (size_t)c.host[i] + k] + axis];
        assert_close(sum, x[3 * i + axis], 1e-9);
      }
    double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
    for (size_t k = 0; k < 3 * c.node_count; k++) {
      low[k % 3] = fmin(low[k % 3], c.rest[k]);
      high[k % 3] = fmax(high[k % 3], c.rest[k]);
      assert_close(c.positions[k], c.rest[k] + (k % 3 == 1 ? 0.1 : 0), 1e-6); /* it flew 1 m/s × 0.1 s */
    }
    assert_true(m == 0 ? c.point_count == 0 : c.point_count >= c.node_count);
    for (size_t k = 0; k < 3 * c.point_count; k++) assert_true(c.points[k] > low[k % 3] && c.points[k] < high[k % 3]);
    pl_world_destroy(world);
  }
  pl_mesh_destroy(mesh);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(regions_are_rings),
      cmocka_unit_test(strain_is_that_of_rest_edges),
      cmocka_unit_test(carriers_carry),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
