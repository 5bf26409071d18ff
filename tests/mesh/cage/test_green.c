/* SPDX-License-Identifier: MIT */
#include "mesh/cage/green.h"

#include "base/memory.h"
#include "failing.h"
#include "fixtures.h"
#include "mesh/green_reference.h"
#include "pliant/cage.h"

typedef struct rows {
  double *phi, *psi, *dphi, *dpsi;
} rows;

static rows make_rows(const pl_green *green, size_t count)
{
  size_t n = green->vertex_count, m = green->face_count;
  rows r = {calloc(count * n, sizeof(double)), calloc(count * m, sizeof(double)), calloc(3 * count * n, sizeof(double)),
            calloc(3 * count * m, sizeof(double))};
  return r;
}

static void free_rows(rows *r)
{
  free(r->phi);
  free(r->psi);
  free(r->dphi);
  free(r->dpsi);
}

static pl_green_values values_of(const rows *r) { return (pl_green_values){r->phi, r->psi, r->dphi, r->dpsi}; }

static const double origin[3] = {0, 0, 0}, aside[3] = {3, -2, 5};

/* Points inside half the radius of a rough ball are well inside it. */
static void random_inside(uint64_t *seed, const double centre[3], double radius, double p[3])
{
  for (int k = 0; k < 3; k++) p[k] = centre[k] + 0.3 * radius * random_unit(seed);
}

/* Largest errors of a row against long double, by the stated measure. */
typedef struct errors {
  double phi, psi, dphi, dpsi;
} errors;

static double worst(double error, double before) { return error > before || isnan(error) ? error : before; }

static void compare(const pl_green *green, const double point[3], const rows *r, size_t row, errors *e)
{
  size_t n = green->vertex_count, m = green->face_count;
  wide *phi = malloc(n * sizeof *phi), *psi = malloc(m * sizeof *psi), *dphi = malloc(3 * n * sizeof *dphi),
       *dpsi = malloc(3 * m * sizeof *dpsi);
  green_reference(green, point, phi, psi, dphi, dpsi);
  for (size_t i = 0; i < n; i++) e->phi = worst(fabs((double)(phi[i] - (wide)r->phi[row * n + i])), e->phi);
  for (size_t i = 0; i < m; i++)
    e->psi = worst(fabs((double)(psi[i] - (wide)r->psi[row * m + i])) / green->size, e->psi);
  wide largest = 0;
  for (size_t i = 0; i < 3 * n; i++) largest = fmaxl(largest, fabsl(dphi[i]));
  for (size_t i = 0; i < 3 * n; i++)
    e->dphi = worst(fabs((double)((dphi[i] - (wide)r->dphi[3 * row * n + i]) / largest)), e->dphi);
  for (size_t i = 0; i < 3 * m; i++) e->dpsi = worst(fabs((double)(dpsi[i] - (wide)r->dpsi[3 * row * m + i])), e->dpsi);
  free(phi);
  free(psi);
  free(dphi);
  free(dpsi);
}

/* Σφ = 1, Σ φ v + Σ ψ n = x, Σ∇φ = 0, Σ v ∇φᵀ + Σ n ∇ψᵀ = I: to rounding, times a hundred terms. */
static void reproduces_linear_functions(void **state)
{
  (void)state;
  uint64_t seed = 1;
  pl_green *green = rough_ball(2, 3, 0.2, aside, 7);
  enum { COUNT = 37 };
  double points[3 * COUNT];
  rows r = make_rows(green, COUNT);
  pl_green_values out = values_of(&r);
  for (size_t p = 0; p < COUNT; p++) random_inside(&seed, aside, 2, points + 3 * p);
  assert_ok(pl_green_coordinates(green, points, COUNT, NULL, &out));
  size_t n = green->vertex_count, m = green->face_count;
  for (size_t p = 0; p < COUNT; p++) {
    double one = 0, x[3] = {0, 0, 0}, zero[3] = {0, 0, 0}, identity[9] = {0};
    for (size_t i = 0; i < n; i++) {
      one += r.phi[p * n + i];
      for (size_t a = 0; a < 3; a++) {
        x[a] += r.phi[p * n + i] * green->positions[3 * i + a];
        zero[a] += r.dphi[3 * (p * n + i) + a];
        for (size_t b = 0; b < 3; b++) identity[3 * a + b] += green->positions[3 * i + a] * r.dphi[3 * (p * n + i) + b];
      }
    }
    for (size_t j = 0; j < m; j++) {
      assert_true(r.psi[p * m + j] > 0);
      for (size_t a = 0; a < 3; a++) {
        x[a] += r.psi[p * m + j] * green->normals[3 * j + a];
        for (size_t b = 0; b < 3; b++) identity[3 * a + b] += green->normals[3 * j + a] * r.dpsi[3 * (p * m + j) + b];
      }
    }
    assert_close(one, 1, 1e-14);
    for (size_t a = 0; a < 3; a++) {
      assert_close(x[a], points[3 * p + a], 1e-13);
      assert_close(zero[a], 0, 1e-13);
      for (size_t b = 0; b < 3; b++) assert_close(identity[3 * a + b], a == b ? 1 : 0, 1e-13);
    }
  }
  free_rows(&r);
  pl_green_destroy(green);
}

/* The definition, integrated: a rule of degree 5 on pieces seen under less than 7 degrees is good to 1e-9. */
static void equals_the_integrals(void **state)
{
  (void)state;
  uint64_t seed = 2;
  pl_green *green = rough_ball(1, 1, 0.3, aside, 3);
  double phi[12], psi[20];
  rows r = make_rows(green, 1);
  pl_green_values out = values_of(&r);
  for (int trial = 0; trial < 4; trial++) {
    double point[3];
    random_inside(&seed, aside, 1, point);
    assert_ok(pl_green_coordinates(green, point, 1, NULL, &out));
    green_integrals(green, point, phi, psi);
    for (size_t i = 0; i < green->vertex_count; i++) assert_close(r.phi[i], phi[i], 1e-9);
    for (size_t j = 0; j < green->face_count; j++) assert_close(r.psi[j], psi[j], 1e-9);
  }
  free_rows(&r);
  pl_green_destroy(green);
}

/* Sixth-order central differences with step 0.01: truncation 1e-12 of the seventh derivative, rounding 1e-14 / 0.01. */
static void gradients_are_slopes(void **state)
{
  (void)state;
  static const double weight[4] = {0, 3.0 / 4, -3.0 / 20, 1.0 / 60}, step = 0.01;
  uint64_t seed = 3;
  pl_green *green = rough_ball(1, 2, 0.1, origin, 5);
  size_t n = green->vertex_count, m = green->face_count;
  rows here = make_rows(green, 1), there = make_rows(green, 1);
  pl_green_values out = values_of(&here), moved = values_of(&there);
  double *slope = calloc(n + m, sizeof *slope);
  for (int trial = 0; trial < 5; trial++) {
    double point[3];
    random_inside(&seed, origin, 1, point);
    assert_ok(pl_green_coordinates(green, point, 1, NULL, &out));
    for (size_t axis = 0; axis < 3; axis++) {
      memset(slope, 0, (n + m) * sizeof *slope);
      for (int k = -3; k <= 3; k++) {
        double p[3] = {point[0], point[1], point[2]}, w = (k < 0 ? -weight[-k] : weight[k]) / step;
        p[axis] += k * step;
        assert_ok(pl_green_coordinates(green, p, 1, NULL, &moved));
        for (size_t i = 0; i < n; i++) slope[i] += w * there.phi[i];
        for (size_t j = 0; j < m; j++) slope[n + j] += w * there.psi[j];
      }
      for (size_t i = 0; i < n; i++) assert_close(here.dphi[3 * i + axis], slope[i], 1e-8);
      for (size_t j = 0; j < m; j++) assert_close(here.dpsi[3 * j + axis], slope[n + j], 1e-8);
    }
  }
  free(slope);
  free_rows(&here);
  free_rows(&there);
  pl_green_destroy(green);
}

/* A point at the given distance inside of a place on face f with barycentric coordinates b. */
static void beside_face(const pl_green *green, size_t f, const double b[3], double distance, double p[3])
{
  const uint32_t *t = green->triangles + 3 * f;
  for (size_t c = 0; c < 3; c++) {
    p[c] = -distance * green->normals[3 * f + c];
    for (int k = 0; k < 3; k++) p[c] += b[k] * green->positions[3 * (size_t)t[k] + c];
  }
}

/* Tries points beside faces, edges and vertices, from a millionth to a ten-thousandth of the size away. */
static void try_near(const pl_green *green, uint64_t *seed, int trials, errors *e)
{
  rows r = make_rows(green, 1);
  pl_green_values out = values_of(&r);
  int tried = 0;
  for (int trial = 0; trial < trials; trial++) {
    double b[3] = {1, 1, 1}, p[3], distance = green->size * 1.01e-6 * pow(10, 2 * fabs(random_unit(seed)));
    if (trial % 3 > 0) b[random_bits(seed) % 3] = 0; /* an edge, … */
    if (trial % 3 > 1) b[0] = b[1] = 0, b[2] = 1;    /* … or a vertex */
    for (int k = 0; k < 3; k++) b[k] *= fabs(random_unit(seed)) + 1e-3;
    double sum = b[0] + b[1] + b[2];
    for (int k = 0; k < 3; k++) b[k] /= sum;
    beside_face(green, random_bits(seed) % green->face_count, b, distance, p);
    if (pl_green_check_points(green, p, 1) != PL_OK) continue; /* beside a concave edge it may be outside */
    tried++;
    assert_ok(pl_green_coordinates(green, p, 1, NULL, &out));
    compare(green, p, &r, 0, e);
  }
  assert_true(2 * tried > trials);
  free_rows(&r);
}

static void assert_accurate(const errors *e)
{
  print_message("largest errors: phi %.2g, psi %.2g, dphi %.2g, dpsi %.2g\n", e->phi, e->psi, e->dphi, e->dpsi);
  assert_less(e->phi, 1e-10);
  assert_less(e->psi, 1e-10);
  assert_less(e->dphi, 1e-10);
  assert_less(e->dpsi, 1e-10);
}

/* The promise of green.h: 1e-10 down to a millionth of the cage's size from faces, edges and vertices. */
static void is_accurate_near_the_cage(void **state)
{
  (void)state;
  uint64_t seed = 4;
  errors e = {0, 0, 0, 0};
  for (int cage = 0; cage < 4; cage++) {
    pl_green *green =
        rough_ball(cage % 2 ? 50 : 0.02, cage < 2 ? 1 : 3, 0.25, cage < 2 ? aside : origin, (uint64_t)cage);
    try_near(green, &seed, 600, &e);
    pl_green_destroy(green);
  }
  assert_accurate(&e);
}

static void is_accurate_near_a_made_cage(void **state)
{
  (void)state;
  uint64_t seed = 5;
  errors e = {0, 0, 0, 0};
  for (int which = 0; which < 3; which++) {
    pl_mesh *mesh = NULL, *cage = NULL;
    pl_green *green = NULL;
    pl_cage_def def = pl_default_cage_def();
    assert_ok(pl_make_character((pl_character)which, 1, 1500, &mesh));
    def.mesh = mesh;
    assert_ok(pl_make_cage(&def, &cage, NULL));
    pl_mesh_data data = pl_mesh_view(cage);
    assert_ok(pl_green_create(data.positions, data.vertex_count, data.triangles, data.triangle_count, &green));
    try_near(green, &seed, 1500, &e);
    pl_green_destroy(green);
    pl_mesh_destroy(cage);
    pl_mesh_destroy(mesh);
  }
  assert_accurate(&e);
}

static void outside_adds_up_to_nothing(void **state)
{
  (void)state;
  pl_green *green = rough_ball(1, 2, 0.2, origin, 9);
  rows r = make_rows(green, 1);
  pl_green_values out = values_of(&r);
  const double p[3] = {2, 0.5, -1};
  assert_ok(pl_green_coordinates_anywhere(green, p, 1, NULL, &out));
  double sum = 0;
  for (size_t i = 0; i < green->vertex_count; i++) sum += r.phi[i];
  assert_close(sum, 0, 1e-14);
  assert_refused(pl_green_coordinates(green, p, 1, NULL, &out), PL_ERROR_ARGUMENT, "point 0 (2, 0.5, -1) is outside");
  assert_refused(pl_green_check_points(green, p, 1), PL_ERROR_ARGUMENT, "outside");
  double points[6] = {0, 0, 0};
  const double third[3] = {1.0 / 3, 1.0 / 3, 1.0 / 3};
  beside_face(green, 11, third, 1e-7 * green->size, points + 3);
  rows two = make_rows(green, 2);
  out = values_of(&two);
  assert_refused(pl_green_coordinates(green, points, 2, NULL, &out), PL_ERROR_ARGUMENT,
                 "of the cage, but must be inside");
  assert_true(strstr(pl_last_error(), "point 1 (") && strstr(pl_last_error(), "face 11"));
  free_rows(&r);
  free_rows(&two);
  pl_green_destroy(green);
}

/* A similarity of the cage is the same similarity inside, whatever its angle and scale. */
static void keeps_similarities(void **state)
{
  (void)state;
  enum { COUNT = 20 };
  uint64_t seed = 5;
  pl_green *green = rough_ball(1, 2, 0.2, aside, 9);
  size_t n = green->vertex_count, m = green->face_count;
  rows r = make_rows(green, COUNT);
  pl_green_values out = values_of(&r);
  double points[3 * COUNT], got[3 * COUNT], *x = calloc(3 * n, sizeof *x), *normals = calloc(3 * m, sizeof *normals),
                                            *factors = calloc(m, sizeof *factors);
  for (size_t p = 0; p < COUNT; p++) random_inside(&seed, aside, 1, points + 3 * p);
  assert_ok(pl_green_coordinates(green, points, COUNT, NULL, &out));
  for (int trial = 0; trial < 5; trial++) {
    double R[9], scale = exp(2 * random_unit(&seed)), t[3] = {1, 2, -1};
    random_rotation(&seed, 3, R);
    for (int k = 0; k < 9; k++) R[k] *= scale;
    move_points(green->positions, n, R, t, x);
    pl_green_normals(green, x, normals, factors);
    for (size_t j = 0; j < m; j++) assert_close(factors[j], scale, 1e-13 * scale);
    pl_green_deform(green, r.phi, r.psi, COUNT, x, normals, NULL, got);
    move_points(points, COUNT, R, t, points);
    for (size_t i = 0; i < sizeof got / sizeof *got; i++) assert_close(got[i], points[i], 1e-13 * (10 * scale + 3));
    /* back to where they were */
    for (size_t p = 0; p < COUNT; p++) {
      double d[3], back[3];
      pl_vec3_sub(points + 3 * p, t, d);
      for (int k = 0; k < 3; k++) back[k] = (R[k] * d[0] + R[3 + k] * d[1] + R[6 + k] * d[2]) / (scale * scale);
      pl_vec3_copy(back, points + 3 * p);
    }
  }
  free(x);
  free(normals);
  free(factors);
  free_rows(&r);
  pl_green_destroy(green);
}

static void a_collapsed_face_keeps_its_direction(void **state)
{
  (void)state;
  pl_green *green = rough_ball(1, 1, 0, origin, 1);
  double *x = calloc(3 * green->vertex_count, sizeof *x), normals[60];
  memcpy(normals, green->normals, sizeof normals);
  memcpy(x, green->positions, 3 * green->vertex_count * sizeof *x);
  const uint32_t *t = green->triangles;
  pl_vec3_add(x + 3 * (size_t)t[0], x + 3 * (size_t)t[1], x + 3 * (size_t)t[2]);
  pl_vec3_scale(x + 3 * (size_t)t[2], 0.5, x + 3 * (size_t)t[2]);
  pl_green_normals(green, x, normals, NULL);
  for (int k = 0; k < 60; k++) assert_true(isfinite(normals[k]));
  assert_true(pl_vec3_dot(normals, green->normals) > 0.5);
  free(x);
  pl_green_destroy(green);
}

/* Many threads, other neighbours in the list: the same bits. */
static void gives_the_same_bits(void **state)
{
  (void)state;
  enum { COUNT = 1003 };
  uint64_t seed = 6;
  pl_green *green = rough_ball(1, 2, 0.2, origin, 4);
  size_t n = green->vertex_count, m = green->face_count;
  rows a = make_rows(green, COUNT), b = make_rows(green, COUNT), single = make_rows(green, 1);
  pl_green_values out = values_of(&a), other = values_of(&b), one = values_of(&single);
  double *points = malloc(3 * COUNT * sizeof *points);
  for (size_t p = 0; p < COUNT; p++) random_inside(&seed, origin, 1, points + 3 * p);
  pl_pool *pool = NULL;
  assert_ok(pl_pool_create(3, NULL, NULL, &pool));
  assert_ok(pl_green_coordinates(green, points, COUNT, NULL, &out));
  assert_ok(pl_green_coordinates(green, points, COUNT, pool, &other));
  assert_memory_equal(a.phi, b.phi, COUNT * n * sizeof(double));
  assert_memory_equal(a.psi, b.psi, COUNT * m * sizeof(double));
  assert_memory_equal(a.dphi, b.dphi, 3 * COUNT * n * sizeof(double));
  assert_memory_equal(a.dpsi, b.dpsi, 3 * COUNT * m * sizeof(double));
  for (size_t p = 0; p < COUNT; p += 97) {
    assert_ok(pl_green_coordinates(green, points + 3 * p, 1, NULL, &one));
    assert_memory_equal(single.phi, a.phi + p * n, n * sizeof(double));
    assert_memory_equal(single.dpsi, a.dpsi + 3 * p * m, 3 * m * sizeof(double));
  }
  pl_green_values plain = {b.phi, b.psi, NULL, NULL};
  assert_ok(pl_green_coordinates(green, points, COUNT, pool, &plain));
  assert_memory_equal(a.phi, b.phi, COUNT * n * sizeof(double));
  assert_memory_equal(a.psi, b.psi, COUNT * m * sizeof(double));
  pl_pool_destroy(pool);
  free(points);
  free_rows(&a);
  free_rows(&b);
  free_rows(&single);
  pl_green_destroy(green);
}

static void refuses_broken_cages(void **state)
{
  (void)state;
  static const double x[15] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 5, 5, 5};
  static const uint32_t good[12] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2},
                        flipped[12] = {0, 1, 2, 0, 3, 1, 1, 3, 2, 0, 2, 3},
                        mixed[12] = {0, 1, 2, 0, 1, 3, 1, 2, 3, 0, 3, 2}, far[3] = {0, 1, 9}, flat[3] = {0, 1, 1};
  pl_green *green = NULL;
  assert_ok(pl_green_create(x, 4, good, 4, &green));
  pl_green_destroy(green);
  assert_refused(pl_green_create(x, 4, good, 3, &green), PL_ERROR_MESH, "not closed");
  assert_refused(pl_green_create(x, 4, mixed, 4, &green), PL_ERROR_MESH, "not closed, or its faces do not agree");
  assert_refused(pl_green_create(x, 4, flipped, 4, &green), PL_ERROR_MESH, "counter-clockwise");
  assert_refused(pl_green_create(x, 5, good, 4, &green), PL_ERROR_MESH, "vertex 4 of the cage has no face");
  assert_refused(pl_green_create(x, 4, far, 1, &green), PL_ERROR_ARGUMENT, "uses vertex 9");
  assert_refused(pl_green_create(x, 4, flat, 1, &green), PL_ERROR_MESH, "no area");
  assert_refused(pl_green_create(x, 4, NULL, 0, &green), PL_ERROR_MESH, "no face");
}

static pl_status make_and_ask(void *context)
{
  static const double x[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1}, point[3] = {0.2, 0.2, 0.2};
  static const uint32_t t[12] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2};
  (void)context;
  pl_green *green = NULL;
  double phi[4], psi[4], dphi[12], dpsi[12];
  pl_status status = pl_green_create(x, 4, t, 4, &green);
  if (status == PL_OK) status = pl_green_coordinates(green, point, 1, NULL, &(pl_green_values){phi, psi, dphi, dpsi});
  pl_green_destroy(green);
  return status;
}

static void survives_lack_of_memory(void **state)
{
  (void)state;
  assert_true(fail_each_allocation(make_and_ask, NULL) > 5);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(reproduces_linear_functions),  cmocka_unit_test(equals_the_integrals),
      cmocka_unit_test(gradients_are_slopes),         cmocka_unit_test(is_accurate_near_the_cage),
      cmocka_unit_test(is_accurate_near_a_made_cage), cmocka_unit_test(outside_adds_up_to_nothing),
      cmocka_unit_test(keeps_similarities),           cmocka_unit_test(a_collapsed_face_keeps_its_direction),
      cmocka_unit_test(gives_the_same_bits),          cmocka_unit_test(refuses_broken_cages),
      cmocka_unit_test(survives_lack_of_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
