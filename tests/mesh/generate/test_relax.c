/* SPDX-License-Identifier: MIT */
#include "mesh/generate/relax.h"

#include "failing.h"
#include "mesh/generate/blobs.h"
#include "mesh/repair/flip.h"
#include "pliant/make.h"
#include "pliant/mesh_info.h"
#include "testing.h"

static const pl_blob shape[] = {
    {.kind = PL_BLOB_EGG, .a = {0, 0, 0}, .b = {0.6, 0.4, 0.5}, .turn = {20, 30, -40}},
    {.kind = PL_BLOB_LIMB, .a = {0.3, 0.2, 0}, .b = {0.5, 0.9, 0.1}, .size = {0.2, 0.1}, .twice = true, .blend = 0.1},
    {.kind = PL_BLOB_EGG, .a = {0, -0.1, 0.5}, .b = {0.2, 0.2, 0.2}, .carve = true, .blend = 0.1},
};

static double field(const void *context, const double p[3]) { return pl_blobs_distance(context, 3, p); }

static pl_status make(pl_blob blobs[3], pl_mesh_builder *builder)
{
  double low[3], high[3];
  pl_blobs_prepare(shape, 3, blobs);
  pl_blobs_box(blobs, 3, low, high);
  return pl_isosurface(field, blobs, low, high, 0.08, builder);
}

static pl_mesh_info inspect(const pl_mesh_builder *b)
{
  pl_mesh *mesh = NULL;
  pl_mesh_info info;
  assert_ok(pl_mesh_create(&(pl_mesh_data){.positions = b->positions,
                                           .vertex_count = b->vertex_count,
                                           .triangles = b->triangles,
                                           .triangle_count = b->triangle_count},
                           &mesh));
  assert_ok(pl_mesh_inspect(mesh, &info));
  pl_mesh_destroy(mesh);
  return info;
}

static void evens_out_on_the_surface(void **state)
{
  (void)state;
  pl_blob blobs[3];
  pl_mesh_builder b = {0};
  assert_ok(make(blobs, &b));
  pl_mesh_info before = inspect(&b);
  assert_ok(pl_relax(field, blobs, 0.08, 20, b.positions, b.vertex_count, b.triangles, b.triangle_count));
  pl_mesh_info after = inspect(&b);
  assert_true(after.closed && after.manifold && after.oriented);
  assert_int_equal(after.genus, before.genus);
  assert_int_equal(after.vertex_count, before.vertex_count);
  assert_less(before.angle_smallest, 15);
  assert_less(20, after.angle_smallest);
  for (size_t v = 0; v < b.vertex_count; v++)
    assert_close(field(blobs, b.positions + 3 * v), 0, 1e-4); /* three Newton steps; 1e-3 of a cell */
  pl_builder_free(&b);
}

/* The smallest angle of each triangle, on average, degrees. */
static double mean_angle(const pl_mesh_builder *b)
{
  double sum = 0;
  for (size_t t = 0; t < b->triangle_count; t++) {
    double side[3], least = 60;
    for (size_t k = 0; k < 3; k++) {
      const double *p = b->positions + 3 * b->triangles[3 * t + k],
                   *q = b->positions + 3 * b->triangles[3 * t + (k + 1) % 3];
      side[k] = sqrt(pow(p[0] - q[0], 2) + pow(p[1] - q[1], 2) + pow(p[2] - q[2], 2));
    }
    for (size_t k = 0; k < 3; k++) {
      double x = side[k], y = side[(k + 1) % 3], z = side[(k + 2) % 3];
      least = fmin(least, acos((x * x + y * y - z * z) / (2 * x * y)) * 180 / 3.14159265358979);
    }
    sum += least;
  }
  return sum / (double)b->triangle_count;
}

/* A sheared sphere. */
static void flips_towards_larger_angles(void **state)
{
  (void)state;
  pl_mesh *sphere = NULL;
  assert_ok(pl_make_icosphere(1, 6, &sphere));
  pl_mesh_data data = pl_mesh_view(sphere);
  double *positions = malloc(3 * data.vertex_count * sizeof *positions);
  uint32_t *triangles = malloc(3 * data.triangle_count * sizeof *triangles);
  for (size_t v = 0; v < data.vertex_count; v++) {
    positions[3 * v] = data.positions[3 * v] + 1.5 * data.positions[3 * v + 1];
    positions[3 * v + 1] = data.positions[3 * v + 1];
    positions[3 * v + 2] = data.positions[3 * v + 2];
  }
  for (size_t i = 0; i < 3 * data.triangle_count; i++) triangles[i] = data.triangles[i];
  pl_mesh_builder b = {.positions = positions,
                       .vertex_count = data.vertex_count,
                       .triangles = triangles,
                       .triangle_count = data.triangle_count};
  pl_mesh_info before = inspect(&b);
  double angle_before = mean_angle(&b);
  assert_ok(pl_flip_edges(positions, data.vertex_count, triangles, data.triangle_count));
  pl_mesh_info after = inspect(&b);
  assert_true(after.closed && after.manifold && after.oriented);
  assert_less(angle_before + 2, mean_angle(&b));
  assert_less(before.angle_smallest * 0.999, after.angle_smallest);
  assert_close(after.volume, before.volume, 0.02 * before.volume);
  free(positions);
  free(triangles);
  pl_mesh_destroy(sphere);
}

static void refuses_open_surfaces(void **state)
{
  (void)state;
  const double positions[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
  uint32_t triangle[3] = {0, 1, 2};
  assert_int_equal(pl_flip_edges(positions, 3, triangle, 1), PL_ERROR_MESH);
  assert_string_equal(pl_last_error(), "only closed manifold surfaces can be smoothed");
}

/* A round cone's distance is exact: compared with the nearest of many balls along it. */
static void knows_distances(void **state)
{
  (void)state;
  pl_blob blobs[3];
  pl_blobs_prepare(shape, 3, blobs);
  pl_blob limb = blobs[1];
  limb.twice = false;
  uint64_t seed = 2;
  for (int i = 0; i < 200; i++) {
    double p[3] = {2 * random_unit(&seed), 2 * random_unit(&seed), 2 * random_unit(&seed)}, nearest = INFINITY;
    for (int s = 0; s <= 2000; s++) {
      double part = s / 2000.0, square = 0;
      for (int k = 0; k < 3; k++) square += pow(p[k] - (1 - part) * limb.a[k] - part * limb.b[k], 2);
      nearest = fmin(nearest, sqrt(square) - (1 - part) * limb.size[0] - part * limb.size[1]);
    }
    /* balls along the axis fall short of the cone by the spacing squared */
    assert_close(pl_blobs_distance(&limb, 1, p), nearest, 1e-5);
    const double mirrored[3] = {-p[0], p[1], p[2]};
    limb.twice = true;
    assert_close(pl_blobs_distance(&limb, 1, p), pl_blobs_distance(&limb, 1, mirrored), 1e-15);
    limb.twice = false;
  }
}

static pl_status relax(void *context)
{
  (void)context;
  pl_blob blobs[3];
  pl_mesh_builder b = {0};
  pl_status status = make(blobs, &b);
  if (status == PL_OK)
    status = pl_relax(field, blobs, 0.08, 1, b.positions, b.vertex_count, b.triangles, b.triangle_count);
  pl_builder_free(&b);
  return status;
}

static void survives_a_lack_of_memory(void **state)
{
  (void)state;
  assert_true(fail_each_allocation(relax, NULL) > 20);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(evens_out_on_the_surface),  cmocka_unit_test(flips_towards_larger_angles),
      cmocka_unit_test(refuses_open_surfaces),     cmocka_unit_test(knows_distances),
      cmocka_unit_test(survives_a_lack_of_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
