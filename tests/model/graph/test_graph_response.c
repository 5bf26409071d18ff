/* SPDX-License-Identifier: MIT
   Impulses and compliance against the dense inverse of the matrix by definition, with and without holds.
   */
#include "graph_cases.h"
#include "model/dense_step.h"

typedef struct dense_case {
  pl_mesh *mesh;
  pl_world *world;
  pl_body *body;
  double *inverse; /* n × n in storage order; rows of fixed particles are zero */
  size_t n;
} dense_case;

/* A = M (1 + h alpha) + (h beta + h^2) K of uniform weights, inverted by LAPACK. */
static void invert(dense_case *d, const pl_body_def *def, const uint32_t *fixed, size_t fixed_count)
{
  pl_mesh_data rest = pl_mesh_view(d->mesh);
  int n = (int)rest.vertex_count, rows = 0;
  double h = pl_world_step_size(d->world), *m = malloc(rest.vertex_count * sizeof(double));
  memcpy(m, pl_body_masses(d->body), rest.vertex_count * sizeof(double));
  dense_graph g = {.n = n,
                   .rest = rest.positions,
                   .edges = rest.edges,
                   .edge_count = (int)rest.edge_count,
                   .mass = m,
                   .le = def->graph.edge * def->graph.stiffness,
                   .ll = def->graph.laplacian * def->graph.stiffness};
  dense_build(&g);
  int *row = malloc((size_t)n * sizeof(int)), *pivots = malloc((size_t)n * sizeof(int));
  for (int i = 0; i < n; i++) {
    bool out = false;
    for (size_t k = 0; k < fixed_count; k++) out |= fixed[k] == (uint32_t)i;
    if (!out) row[rows++] = i;
  }
  double *A = calloc((size_t)(rows * rows), sizeof(double)), *B = calloc((size_t)(rows * rows), sizeof(double));
  for (int a = 0; a < rows; a++) {
    for (int b = 0; b < rows; b++)
      A[a * rows + b] = (h * def->graph.damping_stiffness + h * h) * g.K[row[a] * n + row[b]];
    A[a * rows + a] += m[row[a]] * (1 + h * def->graph.damping_mass);
    B[a * rows + a] = 1;
  }
  assert_int_equal(LAPACKE_dgesv(LAPACK_ROW_MAJOR, rows, rows, A, rows, pivots, B, rows), 0);
  d->n = rest.vertex_count;
  d->inverse = calloc(d->n * d->n, sizeof(double));
  for (int a = 0; a < rows; a++)
    for (int b = 0; b < rows; b++) d->inverse[d->body->place[row[a]] * d->n + d->body->place[row[b]]] = B[a * rows + b];
  dense_free(&g);
  free(A);
  free(B);
  free(row);
  free(pivots);
  free(m);
}

static dense_case open_case(double laplacian, bool pinned, pl_precision precision)
{
  dense_case d = {.mesh = make_bar(5, 3, 3, 0.1, 26)};
  pl_world_def world_def = quiet_world(0.02);
  d.world = make_world(&world_def);
  uint32_t end[9];
  pl_pin_def pin = pl_default_pin_def();
  pin.particles = end;
  pin.count = select_particles(d.mesh, 0, 0, end);
  pl_body_def def = stiff_body(d.mesh, 500);
  def.graph.weights = PL_WEIGHTS_UNIFORM;
  def.graph.laplacian = laplacian;
  def.graph.damping_mass = 0.5;
  def.graph.damping_stiffness = 0.003;
  def.graph.precision = precision;
  def.pins = &pin;
  def.pin_count = pinned;
  d.body = make_body(d.world, &def);
  invert(&d, &def, end, pinned ? pin.count : 0);
  assert_ok(d.body->model->reserve(&d.body->view));
  return d;
}

static void close_case(dense_case *d)
{
  free(d->inverse);
  pl_world_destroy(d->world);
  pl_mesh_destroy(d->mesh);
}

static void test_solve_is_the_inverse(void **state)
{
  (void)state;
  for (int kind = 0; kind < 8; kind++) {
    dense_case d = open_case(kind & 1 ? 3 : 0, kind & 2, kind & 4 ? PL_PRECISION_FLOAT : PL_PRECISION_DOUBLE);
    pl_model_context context = pl_world_context(d.world);
    uint64_t seed = 4;
    double *b = malloc(3 * d.n * sizeof(double)), *y = malloc(3 * d.n * sizeof(double)), worst = 0, size = 0;
    for (size_t k = 0; k < 3 * d.n; k++) b[k] = random_unit(&seed);
    assert_ok(pl_graph_solve(d.body->view.data, b, &context, y));
    for (size_t i = 0; i < d.n; i++)
      for (size_t c = 0; c < 3; c++) {
        double sum = 0;
        for (size_t j = 0; j < d.n; j++) sum += d.inverse[i * d.n + j] * b[3 * j + c];
        worst = fmax(worst, fabs(sum - y[3 * i + c]));
        size = fmax(size, fabs(sum));
      }
    /* double: conditioned like 1e2; float: what the refinement is stopped at */
    if (!(worst <= (kind & 4 ? 1e-5 : 1e-13) * size)) print_error("kind %d: off by %g of %g\n", kind, worst, size);
    assert_true(worst <= (kind & 4 ? 1e-5 : 1e-13) * size);
    free(b);
    free(y);
    close_case(&d);
  }
}

/* W - W C^T (C W C^T + softness)^-1 C W, for two pins and a grab over three particles. */
static void hold_something(dense_case *d, pl_hold holds[3])
{
  static const uint32_t ends[2] = {11, 30}, grabbed[3] = {20, 21, 33};
  static const double one = 1, weights[3] = {0.25, 0.25, 0.5};
  holds[0] = (pl_hold){.particles = &ends[0], .weights = &one, .count = 1};
  holds[1] = (pl_hold){.particles = &ends[1], .weights = &one, .count = 1};
  holds[2] = (pl_hold){.particles = grabbed, .weights = weights, .count = 3, .softness = 0.37};
  d->body->view.holds = holds;
  d->body->view.hold_count = 3;
}

static void with_holds(const dense_case *d, const pl_hold *holds, double *out)
{
  size_t n = d->n;
  double C[3 * 64] = {0}, CW[3 * 64] = {0}, S[9] = {0};
  int pivots[3];
  for (size_t a = 0; a < 3; a++)
    for (size_t k = 0; k < holds[a].count; k++) C[a * 64 + holds[a].particles[k]] = holds[a].weights[k];
  for (size_t a = 0; a < 3; a++)
    for (size_t j = 0; j < n; j++)
      for (size_t i = 0; i < n; i++) CW[a * 64 + j] += C[a * 64 + i] * d->inverse[i * n + j];
  for (size_t a = 0; a < 3; a++)
    for (size_t b = 0; b < 3; b++) {
      for (size_t j = 0; j < n; j++) S[3 * a + b] += CW[a * 64 + j] * C[b * 64 + j];
      if (a == b) S[3 * a + b] += holds[a].softness;
    }
  double X[3 * 64];
  memcpy(X, CW, sizeof X);
  assert_int_equal(LAPACKE_dgesv(LAPACK_ROW_MAJOR, 3, 64, S, 3, pivots, X, 64), 0);
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++) {
      out[i * n + j] = d->inverse[i * n + j];
      for (size_t a = 0; a < 3; a++) out[i * n + j] -= CW[a * 64 + i] * X[a * 64 + j];
    }
}

static void test_compliance_and_response(void **state)
{
  (void)state;
  for (int kind = 0; kind < 8; kind++) {
    dense_case d = open_case(kind & 1 ? 3 : 0, kind & 2, PL_PRECISION_DOUBLE);
    pl_model_context context = pl_world_context(d.world);
    double *W = malloc(d.n * d.n * sizeof(double)), out[49];
    memcpy(W, d.inverse, d.n * d.n * sizeof(double));
    pl_hold holds[3];
    if (kind & 4) {
      hold_something(&d, holds);
      with_holds(&d, holds, W);
    }
    const uint32_t asked[7] = {3, 11, 12, 20, 30, 41, 44};
    double scale = largest_of(W, d.n * d.n);
    for (int again = 0; again < 2; again++) { /* the second time from the cache */
      assert_ok(d.body->model->compliance(&d.body->view, asked + again, 7 - (size_t)again, &context, out));
      size_t m = 7 - (size_t)again;
      for (size_t a = 0; a < m; a++)
        for (size_t b = 0; b < m; b++)
          assert_close(out[a * m + b], W[asked[again + (int)a] * d.n + asked[again + (int)b]], 1e-12 * scale);
    }
    double *x = malloc(3 * d.n * sizeof(double)), *v = malloc(3 * d.n * sizeof(double));
    memcpy(x, d.body->view.x, 3 * d.n * sizeof(double));
    memcpy(v, d.body->view.v, 3 * d.n * sizeof(double));
    const pl_impulse push[2] = {{12, {1, -2, 0.5}}, {44, {0.3, 0.7, -1}}};
    assert_ok(d.body->model->apply_impulses(&d.body->view, push, 2, &context));
    for (size_t i = 0; i < d.n; i++)
      for (size_t c = 0; c < 3; c++) {
        double dv = W[i * d.n + 12] * push[0].value[c] + W[i * d.n + 44] * push[1].value[c];
        assert_close(d.body->view.v[3 * i + c] - v[3 * i + c], dv, 1e-12 * scale);
        assert_close(d.body->view.x[3 * i + c] - x[3 * i + c], 0.02 * dv, 1e-13 * scale + 1e-15);
      }
    free(x);
    free(v);
    free(W);
    d.body->view.hold_count = 0;
    close_case(&d);
  }
}

/* Entries have the same bits whatever was asked before, also when others had to make room for them. */
static void test_room_for_columns(void **state)
{
  (void)state;
  enum { ASKED = 7, SETS = 12 };
  for (int with_holds = 0; with_holds < 2; with_holds++) {
    dense_case d = open_case(3, 0, PL_PRECISION_DOUBLE);
    pl_model_context context = pl_world_context(d.world);
    pl_hold holds[3];
    if (with_holds) hold_something(&d, holds);
    pl_graph *graph = d.body->view.data;
    assert_ok(pl_graph_reserve(&d.body->view));
    double alone[SETS][ASKED * ASKED], out[ASKED * ASKED];
    uint32_t asked[SETS][ASKED];
    uint64_t seed = 3;
    for (int k = 0; k < SETS; k++) {
      for (uint32_t i = 0; i < ASKED; i++) asked[k][i] = 6 * i + (uint32_t)(random_bits(&seed) % 6);
      pl_graph_touch_forget(graph);
      assert_ok(d.body->model->compliance(&d.body->view, asked[k], ASKED, &context, alone[k]));
    }
    pl_graph_touch_forget(graph);
    graph->touched.capacity = ASKED + 8; /* those of the holds, and a few */
    for (int k = 0; k < SETS; k++) {
      assert_ok(d.body->model->compliance(&d.body->view, asked[k], ASKED, &context, out));
      assert_memory_equal(out, alone[k], sizeof out);
      for (size_t a = 0; a < ASKED; a++)
        for (size_t b = 0; b < a; b++)
          assert_close(out[a * ASKED + b], out[b * ASKED + a], with_holds ? 1e-15 : 0); /* holds: rounding */
    }
    assert_true(graph->touched.count <= ASKED + 8);
    d.body->view.hold_count = 0;
    close_case(&d);
  }
}

/* Rotations: closest to the covariance, as LAPACK's singular value decomposition has it. */
static void test_rotations(void **state)
{
  (void)state;
  uint64_t seed = 6;
  for (int mass = 0; mass < 2; mass++) {
    pl_mesh *mesh = make_bar(5, 4, 3, 0.1, 26);
    pl_mesh_data rest = pl_mesh_view(mesh);
    double *masses = random_masses(&seed, 60), *x = noisy(mesh, &seed, 0.04), R[9 * 60], mine[9 * 60], turn[9];
    random_rotation(&seed, 3, turn);
    double turned[180];
    move_points(x, 60, turn, (double[]){1, 2, 3}, turned);
    pl_world_def world_def = quiet_world(0.01);
    pl_world *world = make_world(&world_def);
    pl_body_def def = stiff_body(mesh, 10);
    def.masses = masses;
    def.graph.weights = PL_WEIGHTS_UNIFORM;
    def.graph.covariance = mass ? PL_COVARIANCE_MASS : PL_COVARIANCE_ENERGY;
    def.positions = turned;
    pl_body *body = make_body(world, &def); /* finds the rotations of where it starts */
    dense_graph g = {.n = 60,
                     .rest = rest.positions,
                     .edges = rest.edges,
                     .edge_count = (int)rest.edge_count,
                     .mass = masses,
                     .mass_covariance = mass};
    dense_rotations(&g, turned, R);
    const pl_graph *graph = body->view.data;
    for (size_t i = 0; i < 60; i++) /* stored column after column */
      for (size_t k = 0; k < 9; k++) mine[9 * body->order[i] + k] = graph->rotation[9 * i + 3 * (k % 3) + k / 3];
    assert_less(largest_difference(mine, R, 9 * 60), 1e-9);
    free(masses);
    free(x);
    pl_world_destroy(world);
    pl_mesh_destroy(mesh);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_solve_is_the_inverse),
                                     cmocka_unit_test(test_compliance_and_response),
                                     cmocka_unit_test(test_room_for_columns), cmocka_unit_test(test_rotations)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
