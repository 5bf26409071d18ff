/* SPDX-License-Identifier: MIT
   Exact distances to what meshes enclose and to shells, against formulas; what is refused. */
#include "mesh/query/solid.h"

#include <string.h>

#include "failing.h"
#include "fixtures.h"
#include "math/vec3.h"
#include "pliant/make.h"

static pl_solid solid_of(const pl_mesh *mesh, double thickness)
{
  pl_solid solid;
  pl_mesh_data data = pl_mesh_view(mesh);
  assert_ok(pl_solid_create(&data, thickness, &solid));
  return solid;
}

/* To a box of half sizes 0.3, 0.2, 0.1 about the middle of a mesh that starts at the origin. */
static double box_distance(const double p[3], const double half[3])
{
  double outside = 0, shallowest = -INFINITY;
  for (int c = 0; c < 3; c++) {
    double beyond = fabs(p[c]) - half[c];
    shallowest = fmax(shallowest, beyond);
    outside += beyond > 0 ? beyond * beyond : 0;
  }
  return shallowest > 0 ? sqrt(outside) : shallowest;
}

static pl_mesh *centered_box(void)
{
  const uint32_t counts[3] = {7, 5, 3};
  pl_mesh *made = NULL, *moved = NULL;
  assert_ok(pl_make_box(counts, 0.1, &made));
  pl_mesh_data data = pl_mesh_view(made);
  double *x = malloc(3 * data.vertex_count * sizeof *x), low[3] = {INFINITY, INFINITY, INFINITY};
  for (size_t i = 0; i < 3 * data.vertex_count; i++) low[i % 3] = fmin(low[i % 3], data.positions[i]);
  const double half[3] = {0.3, 0.2, 0.1};
  for (size_t i = 0; i < 3 * data.vertex_count; i++) x[i] = data.positions[i] - low[i % 3] - half[i % 3];
  data.positions = x;
  assert_ok(pl_mesh_create(&data, &moved));
  pl_mesh_destroy(made);
  free(x);
  return moved;
}

static void check_box(const pl_solid *solid, uint64_t seed)
{
  const double half[3] = {0.3, 0.2, 0.1};
  int inside = 0;
  for (int k = 0; k < 2000; k++) {
    double p[3] = {0.5 * random_unit(&seed), 0.5 * random_unit(&seed), 0.3 * random_unit(&seed)}, normal[3], q[3];
    double d = pl_solid_distance(solid, p, normal);
    assert_close(d, box_distance(p, half), 1e-12);
    assert_close(pl_vec3_length(normal), 1, 1e-12);
    pl_vec3_add_scaled(p, -d, normal, q); /* against the normal by d lies the surface */
    assert_close(box_distance(q, half), 0, 1e-9);
    inside += d < 0;
  }
  assert_true(inside > 100 && inside < 1000);
}

static void test_box(void **state)
{
  (void)state;
  pl_mesh *mesh = centered_box();
  pl_solid solid = solid_of(mesh, 0);
  check_box(&solid, 1);
  pl_solid_free(&solid);
  pl_mesh_destroy(mesh);
}

/* The same box with every second triangle turned, and every corner a vertex of its own, as files have it. */
static void test_soup_facing_all_ways(void **state)
{
  (void)state;
  pl_mesh *mesh = centered_box();
  pl_mesh_data data = pl_mesh_view(mesh);
  size_t n = 3 * data.triangle_count;
  double *x = malloc(3 * n * sizeof *x);
  uint32_t *t = malloc(n * sizeof *t);
  for (size_t i = 0; i < n; i++) {
    memcpy(x + 3 * i, data.positions + 3 * (size_t)data.triangles[i], 24);
    size_t corner = i % 3, other = (i / 3) % 2 && corner ? 3 - corner : corner;
    t[i] = (uint32_t)(i - corner + other);
  }
  pl_mesh_data soup = {.positions = x, .vertex_count = n, .triangles = t, .triangle_count = data.triangle_count};
  pl_solid solid;
  assert_ok(pl_solid_create(&soup, 0, &solid));
  check_box(&solid, 2);
  pl_solid_free(&solid);
  pl_mesh_destroy(mesh);
  free(x);
  free(t);
}

/* A ball with a few triangles missing is still a ball; half of one is refused, and can be a shell. */
static void test_holes(void **state)
{
  (void)state;
  pl_mesh *mesh = NULL;
  assert_ok(pl_make_icosphere(0.5, 12, &mesh));
  pl_mesh_data data = pl_mesh_view(mesh);
  data.triangle_count -= 20;
  pl_solid solid;
  assert_ok(pl_solid_create(&data, 0, &solid));
  assert_true(solid.inside.hole_count >= 1);
  double normal[3];
  uint64_t seed = 5;
  for (int k = 0; k < 500; k++) {
    double p[3] = {0.7 * random_unit(&seed), 0.7 * random_unit(&seed), 0.7 * random_unit(&seed)};
    double wanted = pl_vec3_length(p) - 0.5;
    /* facets of 5 cm lie up to 0.7 mm below the sphere; the lid over the hole, 20 triangles wide, by 2 cm */
    assert_close(pl_solid_distance(&solid, p, normal), wanted, 0.025);
  }
  pl_solid_free(&solid);
  data.triangle_count /= 2;
  assert_refused(pl_solid_create(&data, 0, &solid), PL_ERROR_ARGUMENT, "give it a thickness");
  pl_solid_free(&solid);
  assert_ok(pl_solid_create(&data, 0.04, &solid));
  assert_close(pl_solid_distance(&solid, (double[]){0, 0, 0}, normal), 0.48, 2e-3); /* hollow */
  pl_solid_free(&solid);
  pl_mesh_destroy(mesh);
}

static void test_sheet(void **state)
{
  (void)state;
  pl_mesh *mesh = NULL;
  assert_ok(pl_make_sheet(1, 1, 5, 5, &mesh));
  pl_solid solid = solid_of(mesh, 0.02);
  double normal[3], hit[3];
  pl_mesh_data data = pl_mesh_view(mesh);
  double y = data.positions[1];
  for (int side = -1; side <= 1; side += 2) {
    double p[3] = {0.1, y + 0.3 * side, 0.05}, far[3] = {0.1, y - 0.3 * side, 0.05};
    assert_close(pl_solid_distance(&solid, p, normal), 0.29, 1e-12);
    assert_close(normal[1], side, 1e-12);
    p[1] = y + 0.004 * side; /* in the shell */
    assert_close(pl_solid_distance(&solid, p, normal), -0.006, 1e-12);
    assert_close(normal[1], side, 1e-12);
    p[1] = y + 0.3 * side;
    assert_true(pl_solid_entry(&solid, p, far, hit, normal));
    assert_close(hit[1], y + 0.01 * side, 1e-12);
    assert_close(normal[1], side, 1e-12);
  }
  assert_false(pl_solid_entry(&solid, (double[]){2, y + 1, 0}, (double[]){2, y - 1, 0}, hit, normal));
  assert_close(pl_solid_distance(&solid, (double[]){0.1, y, 0.05}, normal), -0.01, 1e-12);
  assert_close(pl_vec3_length(normal), 1, 1e-12);
  pl_solid_free(&solid);
  pl_mesh_destroy(mesh);
}

/* Who starts inside goes out freely; who comes from outside is met where it goes in, even beyond the way out. */
static void test_entries(void **state)
{
  (void)state;
  pl_mesh *mesh = centered_box();
  pl_solid solid = solid_of(mesh, 0);
  double hit[3], normal[3];
  assert_false(pl_solid_entry(&solid, (double[]){0.01, 0.02, 0.03}, (double[]){0.01, 1, 0.03}, hit, normal));
  assert_true(pl_solid_entry(&solid, (double[]){0.01, 1, 0.03}, (double[]){0.01, -1, 0.03}, hit, normal));
  assert_close(hit[1], 0.2, 1e-12);
  assert_close(normal[1], 1, 1e-12);
  pl_solid_free(&solid);
  pl_mesh_destroy(mesh);
}

static void test_refusals(void **state)
{
  (void)state;
  pl_solid solid;
  const double x[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0}, points[9] = {0};
  const uint32_t t[3] = {0, 1, 2};
  pl_mesh_data data = {.positions = x, .vertex_count = 3};
  assert_refused(pl_solid_create(&data, 0, &solid), PL_ERROR_ARGUMENT, "no triangles");
  data.triangles = t;
  data.triangle_count = 1;
  assert_refused(pl_solid_create(&data, -1, &solid), PL_ERROR_ARGUMENT, "thickness must be zero or positive");
  assert_refused(pl_solid_create(&data, NAN, &solid), PL_ERROR_ARGUMENT, "thickness must be zero or positive");
  assert_refused(pl_solid_create(&data, 0, &solid), PL_ERROR_ARGUMENT, "the mesh is open");
  pl_solid_free(&solid);
  data.positions = points;
  assert_refused(pl_solid_create(&data, 0.1, &solid), PL_ERROR_ARGUMENT, "all at one point");
  /* two triangles back to back are closed and hold nothing */
  const uint32_t both[6] = {0, 1, 2, 2, 1, 0};
  data = (pl_mesh_data){.positions = x, .vertex_count = 3, .triangles = both, .triangle_count = 2};
  assert_refused(pl_solid_create(&data, 0, &solid), PL_ERROR_ARGUMENT, "encloses no volume");
  pl_solid_free(&solid);
}

typedef struct making {
  pl_mesh_data data;
  double thickness;
} making;

static pl_status make_solid(void *context)
{
  const making *m = context;
  pl_solid solid;
  pl_status status = pl_solid_create(&m->data, m->thickness, &solid);
  pl_solid_free(&solid);
  return status;
}

static void test_failing_memory(void **state)
{
  (void)state;
  pl_mesh *mesh = centered_box();
  making m = {pl_mesh_view(mesh), 0};
  assert_true(fail_each_allocation(make_solid, &m) > 5);
  m.thickness = 0.1;
  assert_true(fail_each_allocation(make_solid, &m) > 3);
  pl_mesh_destroy(mesh);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_box),           cmocka_unit_test(test_soup_facing_all_ways),
                                     cmocka_unit_test(test_holes),         cmocka_unit_test(test_sheet),
                                     cmocka_unit_test(test_entries),       cmocka_unit_test(test_refusals),
                                     cmocka_unit_test(test_failing_memory)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
