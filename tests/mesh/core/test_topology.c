/* SPDX-License-Identifier: MIT */
#include "mesh/core/topology.h"

#include "base/memory.h"
#include "failing.h"
#include "pliant/make.h"
#include "testing.h"

static const uint32_t tetrahedron[] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3};

static void groups_sides_by_edge(void **state)
{
  (void)state;
  pl_topology t;
  assert_ok(pl_topology_build(tetrahedron, 4, 4, &t));
  const uint32_t edges[] = {0, 1, 0, 2, 0, 3, 1, 2, 1, 3, 2, 3};
  assert_int_equal(t.edge_count, 6);
  assert_memory_equal(t.edges, edges, sizeof edges);
  for (size_t e = 0; e < 6; e++) {
    assert_int_equal(pl_topology_sides(&t, e), 2);
    uint32_t a = t.sides[t.starts[e]], b = t.sides[t.starts[e] + 1];
    assert_int_equal(pl_side_from(tetrahedron, a), pl_side_to(tetrahedron, b));
    assert_int_equal(pl_side_to(tetrahedron, a), pl_side_from(tetrahedron, b));
  }
  pl_topology_free(&t);
}

static void leaves_out_sides_without_length(void **state)
{
  (void)state;
  const uint32_t triangles[] = {0, 0, 1, 2, 2, 2};
  uint32_t *edges = NULL;
  size_t count = 0;
  assert_ok(pl_mesh_edges_from_triangles(triangles, 2, 3, &edges, &count));
  assert_int_equal(count, 1);
  assert_int_equal(edges[0], 0);
  assert_int_equal(edges[1], 1);
  pl_release(edges);
}

static void lists_neighbours_in_order(void **state)
{
  (void)state;
  uint32_t *edges = NULL, *starts = NULL, *neighbours = NULL;
  size_t count = 0;
  const uint32_t fan[] = {4, 1, 0, 4, 3, 1, 4, 0, 3};
  assert_ok(pl_mesh_edges_from_triangles(fan, 3, 6, &edges, &count));
  assert_ok(pl_mesh_adjacency(edges, count, 6, &starts, &neighbours));
  const uint32_t expected_starts[] = {0, 3, 6, 6, 9, 12, 12};
  const uint32_t expected[] = {1, 3, 4, 0, 3, 4, 0, 1, 4, 0, 1, 3};
  assert_memory_equal(starts, expected_starts, sizeof expected_starts);
  assert_memory_equal(neighbours, expected, sizeof expected);
  pl_release(edges);
  pl_release(starts);
  pl_release(neighbours);
}

static void numbers_components_by_first_vertex(void **state)
{
  (void)state;
  const uint32_t triangles[] = {6, 5, 0}, edges[] = {3, 1, 4, 3};
  pl_mesh_data data = {.vertex_count = 7, .triangles = triangles, .triangle_count = 1, .edges = edges, .edge_count = 2};
  uint32_t components[7];
  size_t count = 0;
  assert_ok(pl_mesh_components(&data, components, &count));
  const uint32_t expected[] = {0, 1, UINT32_MAX, 1, 1, 0, 0};
  assert_int_equal(count, 2);
  assert_memory_equal(components, expected, sizeof expected);
}

static void finds_vertices_where_surfaces_touch(void **state)
{
  (void)state;
  /* Two tetrahedra that share vertex 3 only. */
  uint32_t triangles[24], splits[8];
  for (size_t i = 0; i < 12; i++) {
    triangles[i] = tetrahedron[i];
    triangles[12 + i] = tetrahedron[i] + 3;
  }
  pl_topology t;
  size_t fans = 0;
  assert_ok(pl_topology_build(triangles, 8, 8, &t));
  assert_ok(pl_topology_fans(&t, splits, &fans));
  assert_int_equal(fans, 8);
  for (size_t v = 0; v < 8; v++) assert_int_equal(splits[v], v == 3);
  pl_topology_free(&t);
}

/* A square of nine with its middle missing: an outer and an inner border. */
static void walks_around_borders(void **state)
{
  (void)state;
  double positions[48];
  uint32_t triangles[48];
  size_t n = 0;
  for (uint32_t v = 0; v < 16; v++) {
    positions[3 * v] = v / 4;
    positions[3 * v + 1] = 0;
    positions[3 * v + 2] = v % 4;
  }
  for (uint32_t i = 0; i < 3; i++)
    for (uint32_t j = 0; j < 3; j++) {
      if (i == 1 && j == 1) continue;
      uint32_t a = 4 * i + j, quad[6] = {a, a + 1, a + 5, a, a + 5, a + 4};
      for (int k = 0; k < 6; k++) triangles[n++] = quad[k];
    }
  pl_topology t;
  pl_border *borders = NULL;
  size_t count = 0;
  assert_ok(pl_topology_build(triangles, n / 3, 16, &t));
  assert_ok(pl_topology_borders(&t, positions, &borders, &count));
  assert_int_equal(count, 2);
  assert_true(borders[0].closed && borders[1].closed);
  assert_int_equal(borders[0].edge_count, 12);
  assert_int_equal(borders[1].edge_count, 4);
  assert_int_equal(borders[1].first_vertex, 5);
  assert_close(borders[0].length, 12, 1e-14);
  assert_close(borders[1].centre[0], 1.5, 1e-14);
  assert_close(borders[1].centre[2], 1.5, 1e-14);
  pl_release(borders);
  pl_topology_free(&t);
}

static void turns_the_minority(void **state)
{
  (void)state;
  pl_lattice_def def = pl_default_lattice_def();
  def.counts[0] = def.counts[1] = def.counts[2] = 4;
  pl_mesh *mesh = NULL;
  assert_ok(pl_make_lattice(&def, &mesh));
  pl_mesh_data data = pl_mesh_view(mesh);
  uint32_t *triangles = malloc(3 * data.triangle_count * sizeof *triangles);
  bool *turned = calloc(data.triangle_count, 1), *turn = calloc(data.triangle_count, 1);
  uint32_t *part = calloc(data.triangle_count, sizeof *part);
  uint64_t seed = 3;
  for (size_t i = 0; i < data.triangle_count; i++) {
    turned[i] = random_unit(&seed) > 0.6; /* a fifth of them */
    triangles[3 * i] = data.triangles[3 * i];
    triangles[3 * i + 1] = data.triangles[3 * i + (turned[i] ? 2 : 1)];
    triangles[3 * i + 2] = data.triangles[3 * i + (turned[i] ? 1 : 2)];
  }
  pl_topology t;
  size_t parts = 0;
  bool orientable = false;
  assert_ok(pl_topology_build(triangles, data.triangle_count, data.vertex_count, &t));
  assert_ok(pl_topology_orient(&t, turn, part, &parts, &orientable));
  assert_true(orientable);
  assert_int_equal(parts, 1);
  assert_memory_equal(turn, turned, data.triangle_count * sizeof *turn);
  pl_topology_free(&t);
  free(triangles);
  free(turned);
  free(turn);
  free(part);
  pl_mesh_destroy(mesh);
}

static void knows_a_moebius_strip(void **state)
{
  (void)state;
  uint32_t triangles[3 * 5], part[5];
  for (uint32_t i = 0; i < 5; i++)
    for (uint32_t k = 0; k < 3; k++) triangles[3 * i + k] = (i + k) % 5;
  pl_topology t;
  bool turn[5], orientable = true;
  size_t parts = 0;
  assert_ok(pl_topology_build(triangles, 5, 5, &t));
  assert_ok(pl_topology_orient(&t, turn, part, &parts, &orientable));
  assert_false(orientable);
  assert_int_equal(parts, 1);
  pl_topology_free(&t);
}

static pl_status everything(void *context)
{
  (void)context;
  static const double positions[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
  pl_topology t;
  pl_border *borders = NULL;
  uint32_t *starts = NULL, *neighbours = NULL, components[4], part[3];
  size_t count = 0;
  bool turn[3], orientable;
  pl_mesh_data data = {.vertex_count = 4, .triangles = tetrahedron, .triangle_count = 3};
  pl_status status = pl_topology_build(tetrahedron, 3, 4, &t);
  if (status == PL_OK) status = pl_topology_borders(&t, positions, &borders, &count);
  if (status == PL_OK) status = pl_topology_fans(&t, NULL, &count);
  if (status == PL_OK) status = pl_topology_orient(&t, turn, part, &count, &orientable);
  if (status == PL_OK) status = pl_mesh_adjacency(t.edges, t.edge_count, 4, &starts, &neighbours);
  if (status == PL_OK) status = pl_mesh_components(&data, components, &count);
  pl_release(borders);
  pl_release(starts);
  pl_release(neighbours);
  pl_topology_free(&t);
  return status;
}

static void survives_a_lack_of_memory(void **state)
{
  (void)state;
  assert_true(fail_each_allocation(everything, NULL) > 10);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(groups_sides_by_edge),
      cmocka_unit_test(leaves_out_sides_without_length),
      cmocka_unit_test(lists_neighbours_in_order),
      cmocka_unit_test(numbers_components_by_first_vertex),
      cmocka_unit_test(finds_vertices_where_surfaces_touch),
      cmocka_unit_test(walks_around_borders),
      cmocka_unit_test(turns_the_minority),
      cmocka_unit_test(knows_a_moebius_strip),
      cmocka_unit_test(survives_a_lack_of_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
