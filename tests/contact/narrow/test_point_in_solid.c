/* SPDX-License-Identifier: MIT
   What a closed surface holds: against the sum of all solid angles, without a shortcut for far triangles. */
#include "contact/narrow/point_in_solid.h"

#include "fixtures.h"
#include "math/vec3.h"
#include "mesh/query/solid_angle.h"
#include "pliant/make.h"

enum { POINTS = 2000 };

typedef struct dented {
  pl_mesh *mesh;
  double *x, *v; /* 3 per particle */
  uint32_t *order;
  pl_contact_surface surface;
  pl_model_body body;
  pl_contact_body contact;
} dented;

/* A ball with a dent as deep as its middle, and every particle on a way of its own. */
static void make(dented *d)
{
  uint64_t seed = 5;
  *d = (dented){0};
  assert_ok(pl_make_sphere(1, 16, &d->mesh));
  pl_mesh_data data = pl_mesh_view(d->mesh);
  size_t n = data.vertex_count;
  d->x = malloc(3 * n * sizeof(double));
  d->v = malloc(3 * n * sizeof(double));
  d->order = malloc(n * sizeof(uint32_t));
  for (uint32_t i = 0; i < n; i++) d->order[i] = i;
  assert_ok(pl_contact_surface_build(&data, d->order, d->order, &d->surface));
  d->surface.skin = 1e-3;
  for (size_t k = 0; k < 3 * n; k++) {
    d->v[k] = 0.2 * random_unit(&seed);
    d->x[k] = data.positions[k];
  }
  for (size_t i = 0; i < n; i++)
    if (d->x[3 * i + 1] > 0.5) d->x[3 * i + 1] = 1 - d->x[3 * i + 1];
  d->body = (pl_model_body){.count = n, .x = d->x, .v = d->v};
  d->contact = (pl_contact_body){.body = &d->body, .surface = &d->surface};
}

static void free_dented(dented *d)
{
  pl_contact_surface_free(&d->surface);
  free(d->x);
  free(d->v);
  free(d->order);
  pl_mesh_destroy(d->mesh);
}

/* How often the surface goes around a point. */
static double winding(const dented *d, double back, const double point[3])
{
  double sum = 0, corner[3][3];
  for (size_t t = 0; t < d->surface.triangle_count; t++) {
    for (int k = 0; k < 3; k++) {
      size_t at = 3 * (size_t)d->surface.triangles[3 * t + (size_t)k];
      pl_vec3_add_scaled(d->x + at, -back, d->v + at, corner[k]);
    }
    sum += pl_solid_angle(corner[0], corner[1], corner[2], point);
  }
  return sum / (4 * acos(-1));
}

static void test_holds(void **state)
{
  (void)state;
  dented d;
  make(&d);
  uint64_t seed = 7;
  size_t inside = 0, outside = 0;
  for (int k = 0; k < POINTS; k++) {
    double point[3], back = k % 2 ? 0.1 : 0;
    for (int c = 0; c < 3; c++) point[c] = 1.2 * random_unit(&seed);
    bool holds = winding(&d, back, point) > 0.5;
    inside += holds;
    outside += !holds;
    assert_true(pl_surface_contains(&d.contact, back, point) == holds);
  }
  assert_true(inside > POINTS / 10 && outside > POINTS / 10);
  free_dented(&d);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_holds)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
