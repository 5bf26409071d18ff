/* SPDX-License-Identifier: MIT
   Modes of small lattices against LAPACK's generalized eigenvalues of dense matrices. */
#include <string.h>

#include "failing.h"
#include "graph_cases.h"
#include "model/dense_step.h"

/* Orthonormal by mass? */
static void assert_orthonormal(const pl_body *body, size_t size, const double *basis)
{
  for (size_t a = 0; a < size; a++)
    for (size_t b = 0; b <= a; b++) {
      double sum = 0;
      for (size_t i = 0; i < body->count; i++) sum += body->mass[i] * basis[i * size + a] * basis[i * size + b];
      assert_close(sum, a == b, 1e-12); /* twice orthogonalised: rounding of a few hundred terms */
    }
}

static void against_lapack(pl_mesh *mesh, size_t pinned, size_t count, double ll, bool even)
{
  pl_mesh_data data = pl_mesh_view(mesh);
  int n = (int)data.vertex_count;
  uint64_t seed = 5;
  double *masses = random_masses(&seed, (size_t)n);
  for (int i = 0; i < n && even; i++) masses[i] = 1;
  pl_world_def world_def = quiet_world(0.01);
  pl_world *world = make_world(&world_def);
  pl_body_def def = stiff_body(mesh, 1e3);
  def.masses = masses;
  def.graph.laplacian = ll;
  def.graph.laplacian_weights = PL_LAPLACIAN_UNIFORM;
  def.graph.weights = PL_WEIGHTS_UNIFORM;
  uint32_t held[64];
  for (uint32_t k = 0; k < pinned; k++) held[k] = k;
  pl_pin_def pin = pl_default_pin_def();
  pin.particles = held;
  pin.count = pinned;
  def.pins = &pin;
  def.pin_count = pinned ? 1 : 0;
  pl_body *body = make_body(world, &def);
  dense_graph g = {.n = n,
                   .rest = data.positions,
                   .edges = data.edges,
                   .edge_count = (int)data.edge_count,
                   .mass = masses,
                   .le = 1e3,
                   .ll = ll * 1e3};
  dense_build(&g);
  int rows = n - (int)pinned;
  double *K = malloc((size_t)(rows * rows) * sizeof(double)), *M = calloc((size_t)(rows * rows), sizeof(double));
  double *mu = malloc((size_t)rows * sizeof(double));
  for (int i = 0; i < rows; i++) {
    M[i * rows + i] = masses[i + (int)pinned];
    for (int j = 0; j < rows; j++) K[i * rows + j] = g.K[(i + (int)pinned) * n + j + (int)pinned];
  }
  assert_int_equal(LAPACKE_dsygv(LAPACK_ROW_MAJOR, 1, 'N', 'L', rows, K, rows, M, rows, mu), 0);
  double *basis = malloc((size_t)n * (count + 4) * sizeof(double)), *found = malloc(count * sizeof(double));
  size_t size = 0;
  assert_ok(pl_subspace_modes(body, count, false, basis, &size, found));
  assert_int_equal(size, count);
  for (size_t k = 0; k < count; k++) /* squares of vector errors of 1e-8, and rounding of the largest eigenvalue */
    assert_close(found[k], mu[k], 1e-10 * (mu[k] + 1e-3 * mu[rows - 1]));
  assert_orthonormal(body, size, basis);
  for (size_t k = 0; k < pinned * count; k++) assert_true(basis[k] == 0);
  if (!pinned) assert_close(found[0], 0, 1e-10 * mu[rows - 1]);
  dense_free(&g);
  free(masses);
  free(K);
  free(M);
  free(mu);
  free(basis);
  free(found);
  pl_world_destroy(world);
  pl_mesh_destroy(mesh);
}

/* Seven cubes that do not touch: every eigenvalue comes seven times. */
static pl_mesh *apart(void)
{
  enum { PIECES = 7 };
  pl_mesh *one = make_bar(2, 2, 2, 0.1, 26);
  pl_mesh_data data = pl_mesh_view(one);
  double positions[PIECES * 8 * 3];
  uint32_t edges[PIECES * 28 * 2];
  assert_int_equal(data.edge_count, 28);
  for (size_t p = 0; p < PIECES; p++) {
    for (size_t k = 0; k < 24; k++) positions[24 * p + k] = data.positions[k] + (k % 3 == 0 ? (double)p : 0);
    for (size_t k = 0; k < 56; k++) edges[56 * p + k] = data.edges[k] + (uint32_t)(8 * p);
  }
  pl_mesh_destroy(one);
  return make_graph(positions, PIECES * 8, edges, PIECES * 28);
}

static void eigenvalues(void **state)
{
  (void)state;
  against_lapack(make_bar(9, 4, 4, 0.1, 26), 0, 12, 0, false);
  against_lapack(make_bar(5, 5, 5, 0.1, 6), 0, 20, 0, false);
  against_lapack(make_bar(5, 5, 5, 0.1, 6), 0, 20, 0, true); /* a cube: eigenvalues come in threes and sixes */
  against_lapack(make_bar(9, 9, 9, 0.1, 6), 0, 30, 0, true);
  against_lapack(apart(), 0, 12, 0, true);
  against_lapack(make_bar(9, 4, 4, 0.1, 26), 16, 12, 0, false);
  against_lapack(make_bar(7, 3, 3, 0.1, 26), 9, 10, 1, false);
  against_lapack(make_bar(3, 3, 3, 0.1, 26), 0, 27, 0, false); /* all of them */
  against_lapack(make_bar(2, 2, 2, 0.1, 26), 4, 1, 0, true);
}

typedef struct modes_case {
  pl_body *body;
  double *basis;
} modes_case;

static pl_status find_modes(void *context)
{
  modes_case *c = context;
  size_t size;
  double eigenvalues[4];
  return pl_subspace_modes(c->body, 4, true, c->basis, &size, eigenvalues);
}

static void failures_are_clean(void **state)
{
  (void)state;
  pl_world_def world_def = quiet_world(0.01);
  pl_world *world = make_world(&world_def);
  pl_mesh *mesh = make_bar(4, 2, 2, 0.1, 26);
  pl_body_def def = stiff_body(mesh, 1e3);
  modes_case c = {make_body(world, &def), malloc(16 * 8 * sizeof(double))};
  assert_ok(find_modes(&c)); /* the arena grows */
  assert_true(fail_each_allocation(find_modes, &c) > 20);
  size_t size;
  assert_refused(pl_subspace_modes(c.body, 17, false, c.basis, &size, NULL), PL_ERROR_ARGUMENT, "1 to 16 modes");
  assert_refused(pl_subspace_modes(c.body, 0, false, c.basis, &size, NULL), PL_ERROR_ARGUMENT, "1 to 16 modes");
  free(c.basis);
  pl_world_destroy(world);
  pl_mesh_destroy(mesh);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(eigenvalues), cmocka_unit_test(failures_are_clean)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
