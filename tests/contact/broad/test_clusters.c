/* SPDX-License-Identifier: MIT
   Clusters of a surface: everything is in one of them, and what is in one lies together. */
#include "contact/broad/clusters.h"

#include <math.h>

#include "contact/broad/surface.h"
#include "fixtures.h"
#include "math/vec3.h"
#include "pliant/make.h"

static void check(const pl_clusters *p, const uint32_t *corners, size_t count)
{
  size_t seen = 0;
  assert_int_equal(p->count, (count + PL_BLOCK - 1) / PL_BLOCK);
  for (size_t f = 0; f < count; f++) assert_int_equal(p->features[p->place[f]], f); /* each in one, and none twice */
  for (size_t k = 0; k < PL_BLOCK * p->count; k++) seen += p->features[k] != PL_NO_FEATURE;
  assert_int_equal(seen, count);
  for (size_t cluster = 0; cluster < p->count; cluster++)
    for (size_t k = PL_BLOCK * cluster; k < PL_BLOCK * (cluster + 1) && p->features[k] != PL_NO_FEATURE; k++)
      for (size_t c = 0; c < p->each; c++) {
        size_t found = 0, lined_up = p->each * PL_BLOCK * cluster + c * PL_BLOCK + k % PL_BLOCK;
        assert_int_equal(p->corners[lined_up], corners[p->each * p->features[k] + c]);
        for (size_t i = p->starts[cluster]; i < p->starts[cluster + 1]; i++)
          found += p->particles[i] == corners[p->each * p->features[k] + c];
        assert_int_equal(found, 1);
      }
}

/* The size of the largest cluster, m. */
static double largest(const pl_clusters *p, const double *rest)
{
  double most = 0;
  for (size_t cluster = 0; cluster < p->count; cluster++)
    for (size_t i = p->starts[cluster]; i < p->starts[cluster + 1]; i++)
      for (size_t j = i + 1; j < p->starts[cluster + 1]; j++)
        most = fmax(most, pl_vec3_distance(rest + 3 * (size_t)p->particles[i], rest + 3 * (size_t)p->particles[j]));
  return most;
}

static void test_ball(void **state)
{
  (void)state;
  pl_mesh *mesh = NULL;
  assert_ok(pl_make_sphere(0.5, 20, &mesh));
  pl_mesh_data data = pl_mesh_view(mesh);
  uint32_t *order = malloc(data.vertex_count * sizeof *order);
  for (uint32_t i = 0; i < data.vertex_count; i++) order[i] = i;
  pl_contact_surface s;
  assert_ok(pl_contact_surface_build(&data, order, order, &s));
  s.skin = 1e-3;
  const pl_clusters *all[3] = {&s.vertex_clusters, &s.edge_clusters, &s.triangle_clusters};
  const uint32_t *corners[3] = {s.vertices, s.edges, s.triangles};
  size_t counts[3] = {s.vertex_count, s.edge_count, s.triangle_count};
  for (int k = 0; k < 3; k++) {
    check(all[k], corners[k], counts[k]);
    /* A square of as large an area as 16 triangles, the most of all three, has a diagonal of 0.36 m; edges have about
       0.1 m. */
    print_message("%zu features, %zu patches, at most %.3f m\n", counts[k], all[k]->count, largest(all[k], s.rest));
    assert_true(largest(all[k], s.rest) < 2 * 0.36);
  }
  pl_contact_surface_free(&s);
  free(order);
  pl_mesh_destroy(mesh);
}

/* Any number of features, all at one place, on a line, or none. */
static void test_degenerate(void **state)
{
  (void)state;
  enum { MOST = 200 };
  double rest[3 * MOST] = {0};
  uint32_t corners[MOST];
  for (uint32_t k = 0; k < MOST; k++) corners[k] = k;
  for (int line = 0; line < 2; line++) {
    for (size_t k = 0; k < MOST; k++) rest[3 * k + 1] = line * (double)(k % 7);
    for (size_t count = 0; count <= MOST; count++) {
      pl_clusters p;
      assert_ok(pl_clusters_build(corners, 1, count, rest, &p));
      check(&p, corners, count);
      pl_clusters_free(&p);
    }
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_ball), cmocka_unit_test(test_degenerate)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
