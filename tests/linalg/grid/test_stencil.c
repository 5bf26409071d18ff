/* SPDX-License-Identifier: MIT */
#include "linalg/grid/stencil.h"

#include "base/memory.h"
#include "linalg/grid/grid_cases.h"

static const grid_case cases[] = {
    {"string", {1, {37}, {false}}, 2, 10.0, 0.5, false},
    {"ring", {1, {9}, {true}}, 4, 10.0, 0.5, false},
    {"membrane", {2, {13, 22}, {false, false}}, 2, 10.0, 0.5, false},
    {"plate", {2, {13, 22}, {false, false}}, 4, 10.0, 0.5, false},
    {"tube", {2, {12, 7}, {true, false}}, 4, 10.0, 0.5, false},
    {"tube the other way", {2, {6, 17}, {false, true}}, 4, 10.0, 0.5, false},
    {"torus", {2, {5, 3}, {true, true}}, 4, 10.0, 0.5, false},
    {"solid", {3, {6, 7, 9}, {false, false, false}}, 4, 10.0, 0.5, false},
    {"closed solid", {3, {5, 4, 11}, {true, false, true}}, 4, 10.0, 0.5, false},
    {"springs", {3, {6, 7, 9}, {false, true, false}}, 2, 10.0, 0.5, false},
    {"narrow", {2, {2, 19}, {false, false}}, 4, 10.0, 0.5, false},
};

/* y = A x from the definition, element by element; one column. */
static void add_difference(const double *x, const size_t *nodes, const double *signs, int count, double w, double *y)
{
  double d = 0.0;
  for (int k = 0; k < count; k++) d += signs[k] * x[nodes[k]];
  for (int k = 0; k < count; k++) y[nodes[k]] += w * signs[k] * d;
}

static bool step_to(const pl_tensor_grid *g, size_t node, int axis, int by, size_t *out)
{
  size_t stride = 1;
  for (int a = axis + 1; a < g->dimensions; a++) stride *= g->counts[a];
  size_t count = g->counts[axis], at = node / stride % count;
  long to = (long)at + by;
  if (to < 0 || to >= (long)count) {
    if (!g->closed[axis]) return false;
    to = (to + (long)count) % (long)count;
  }
  *out = node - at * stride + (size_t)to * stride;
  return true;
}

static void multiply_by_definition(const pl_grid_operator *op, size_t nodes, const double *x, double *y)
{
  static const int pair[3][2] = {{0, 1}, {0, 2}, {1, 2}};
  const pl_tensor_grid *g = &op->grid;
  for (size_t i = 0; i < nodes; i++) y[i] = op->diagonal[i] * x[i];
  for (size_t i = 0; i < nodes; i++) {
    for (int a = 0; a < g->dimensions; a++) {
      size_t next = 0, before = 0;
      bool has_next = step_to(g, i, a, 1, &next), has_before = step_to(g, i, a, -1, &before);
      if (op->first[a] && has_next) add_difference(x, (size_t[]){i, next}, (double[]){-1, 1}, 2, op->first[a][i], y);
      if (op->second[a] && has_next && has_before)
        add_difference(x, (size_t[]){before, i, next}, (double[]){1, -2, 1}, 3, op->second[a][i], y);
    }
    for (int p = 0; p < (g->dimensions == 3 ? 3 : g->dimensions == 2); p++) {
      size_t n[4] = {i};
      if (!step_to(g, i, pair[p][0], 1, &n[1]) || !step_to(g, i, pair[p][1], 1, &n[2])) continue;
      step_to(g, n[1], pair[p][1], 1, &n[3]);
      if (op->mixed[p]) add_difference(x, n, (double[]){1, -1, -1, 1}, 4, op->mixed[p][i], y);
      if (op->cross[p]) {
        double w = op->cross[p][i], da = x[n[1]] - x[i], db = x[n[2]] - x[i];
        y[n[1]] += w * db;
        y[n[2]] += w * da;
        y[i] -= w * (da + db);
      }
    }
  }
}

/* Stencil, matrix made of it and the definition are the same operator; rounding only. */
static void is_what_the_definition_says(void **state)
{
  (void)state;
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    grid_problem p = make_grid_problem(&cases[k]);
    double *cross = calloc(p.nodes, sizeof *cross);
    for (size_t i = 0; i < p.nodes; i++) cross[i] = 0.1 * sin(3.0 * (double)i);
    for (int q = 0; q < (p.op.grid.dimensions == 3 ? 3 : p.op.grid.dimensions - 1); q++)
      if (k % 2 == 1) p.op.cross[q] = cross;
    size_t counts[3];
    bool closed[3];
    pl_stencil_terms terms;
    pl_stencil s;
    pl_stencil_terms_of(&p.op, counts, closed, &terms);
    assert_ok(pl_stencil_create(counts, closed, &terms, false, &s));
    assert_ok(pl_stencil_fill(&s, &terms, NULL, NULL));
    double *x = calloc(3 * p.nodes, sizeof *x), *y = calloc(3 * p.nodes, sizeof *y),
           *z = calloc(3 * p.nodes, sizeof *z);
    double *px = calloc(pl_stencil_room(&s, 3), sizeof *px), *py = calloc(pl_stencil_room(&s, 3), sizeof *py);
    uint64_t seed = k;
    for (size_t i = 0; i < 3 * p.nodes; i++) x[i] = random_unit(&seed);
    pl_stencil_load(&s, x, px, 3, NULL);
    pl_stencil_apply(&s, px, NULL, py, 3, NULL);
    pl_stencil_store(&s, py, y, 3, NULL);
    for (int c = 0; c < 3; c++) {
      double one[3000], by[3000];
      assert_true(p.nodes <= 3000);
      for (size_t i = 0; i < p.nodes; i++) one[i] = x[3 * i + (size_t)c];
      multiply_by_definition(&p.op, p.nodes, one, by);
      for (size_t i = 0; i < p.nodes; i++) assert_close(y[3 * i + (size_t)c], by[i], 1e-11);
    }
    pl_sparse matrix;
    size_t *entries;
    assert_ok(pl_stencil_matrix(&s, &matrix, &entries));
    pl_stencil_values(&s, entries, &matrix);
    assert_ok(pl_sparse_check(&matrix));
    pl_sparse_multiply(&matrix, x, z);
    for (size_t i = 0; i < 3 * p.nodes; i++) assert_close(y[i], z[i], 1e-11);
    pl_sparse_free(&matrix);
    pl_release(entries);
    pl_stencil_free(&s);
    free_grid_problem(&p);
    free(cross);
    free(x);
    free(y);
    free(z);
    free(px);
    free(py);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(is_what_the_definition_says)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
