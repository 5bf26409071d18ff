/* SPDX-License-Identifier: MIT
   Faces of a cage that lose their shape: nothing before, an exact gradient then, and a matrix to match. */
#include "embedded_cases.h"
#include "model/cage/cage.h"

typedef struct subject {
  pl_world *world;
  pl_mesh *mesh;
  pl_body *body;
  pl_cage *cage;
} subject;

static subject start(double own_stiffness)
{
  subject s = {.mesh = case_mesh()};
  pl_world_def world_def = quiet_world(0.01);
  s.world = make_world(&world_def);
  pl_body_def def = case_def(CASE_CAGE, s.mesh);
  def.cage.own_stiffness = own_stiffness;
  s.body = make_body(s.world, &def);
  s.cage = (pl_cage *)inside(s.body);
  return s;
}

static void end(subject *s)
{
  pl_world_destroy(s->world);
  pl_mesh_destroy(s->mesh);
}

/* The rest shape, along x `stretch` times as long, and shaken a little so that no face is special. */
static double *stretched(const subject *s, double stretch)
{
  double *y = shaken_nodes(s->body, 0.01, 3);
  for (size_t k = 0; k < s->cage->nodes.unknowns; k += 3) y[k] *= stretch;
  return y;
}

static void shape_kept_costs_nothing(void **state)
{
  (void)state;
  subject s = start(0.1);
  double *y = stretched(&s, 1.3);
  set_nodes(s.body, y);
  assert_true(pl_cage_faces_energy(s.cage, NULL) == 0);
  free(y);
  y = stretched(&s, 2.5);
  set_nodes(s.body, y);
  assert_true(pl_cage_faces_energy(s.cage, NULL) > 0.01);
  for (size_t k = 0; k < s.cage->nodes.unknowns; k++) y[k] = 3 * s.cage->nodes.rest[k]; /* larger, not another shape */
  set_nodes(s.body, y);
  assert_true(pl_cage_faces_energy(s.cage, NULL) == 0);
  free(y);
  end(&s);
}

static void forces_are_the_gradient(void **state)
{
  (void)state;
  subject s = start(0.1);
  size_t n = s.cage->nodes.unknowns;
  double *y = stretched(&s, 2.5), *f = calloc(n, sizeof(double)), step = 1e-6;
  set_nodes(s.body, y);
  pl_cage_faces_energy(s.cage, f);
  double scale = largest_of(f, n);
  assert_true(scale > 1);
  for (size_t k = 0; k < n; k++) {
    double at = y[k], ends[2];
    for (int side = 0; side < 2; side++) {
      y[k] = at + (side ? step : -step);
      set_nodes(s.body, y);
      ends[side] = pl_cage_faces_energy(s.cage, NULL);
    }
    y[k] = at;
    assert_close(f[k], -(ends[1] - ends[0]) / (2 * step), 1e-7 * scale);
  }
  free(y);
  free(f);
  end(&s);
}

/* A (A^-1 b) = b in a shape where faces resist: product and matrix are the same K. */
static void matrix_matches_the_product(void **state)
{
  (void)state;
  subject s = start(0.1);
  pl_embedded *nodes = &s.cage->nodes;
  pl_model_context context = context_of(s.body);
  size_t n = nodes->unknowns;
  double *y = stretched(&s, 2.5), *f = malloc(n * sizeof(double)), *b = malloc(n * sizeof(double));
  double *x = malloc(n * sizeof(double)), *product = malloc(n * sizeof(double));
  uint64_t seed = 2;
  for (size_t k = 0; k < n; k++) b[k] = x[k] = random_unit(&seed);
  elastic_at(s.body, y, f);
  nodes->curvature_part = 0; /* else stress adds to the matrix */
  assert_ok(nodes->kind->factorise(nodes, 1, 1e-3, NULL, 0, &context));
  assert_ok(nodes->kind->solve(nodes, x, &context));
  nodes->kind->mass(nodes, x, f);
  assert_ok(nodes->kind->stiffness(nodes, x, &context, product));
  for (size_t k = 0; k < n; k++) f[k] += 1e-3 * product[k];
  assert_less(largest_difference(f, b, n), 1e-8); /* the condition number of the matrix is about 1e5 */
  free(y);
  free(f);
  free(b);
  free(x);
  free(product);
  end(&s);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(shape_kept_costs_nothing),
                                     cmocka_unit_test(forces_are_the_gradient),
                                     cmocka_unit_test(matrix_matches_the_product)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
