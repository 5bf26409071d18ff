/* SPDX-License-Identifier: MIT
   Half solves of unit vectors: only the nodes on the way from a row to the root of the elimination tree take part.
   Numbers of a way stand root first, those of a node in the order of its rows. */
#include <math.h>
#include <string.h>

#include "linalg/cholesky/cholesky_internal.h"

static uint32_t node_of(const pl_cholesky *c, uint32_t row) { return c->symbolic.node_of[c->symbolic.place[row]]; }

void pl_paths_measure(pl_cholesky *c)
{
  const pl_symbolic *s = &c->symbolic;
  c->longest_path = 0;
  for (uint32_t node = s->nodes; node-- > 0;) { /* parents come after their children */
    uint32_t above = s->parent[node] == PL_NO_NODE ? 0 : c->path_length[s->parent[node]];
    c->path_length[node] = above + pl_node_width(s, node);
    c->longest_path = c->path_length[node] > c->longest_path ? c->path_length[node] : c->longest_path;
  }
}

size_t pl_cholesky_longest_path(const pl_cholesky *c) { return c->longest_path; }

size_t pl_cholesky_path(const pl_cholesky *c, uint32_t row) { return c->path_length[node_of(c, row)]; }

size_t pl_cholesky_common_path(const pl_cholesky *c, uint32_t a, uint32_t b)
{
  const pl_symbolic *s = &c->symbolic;
  uint32_t p = node_of(c, a), q = node_of(c, b);
  while (p != q) {
    if (p == PL_NO_NODE || q == PL_NO_NODE) return 0;
    if (p < q)
      p = s->parent[p];
    else
      q = s->parent[q];
  }
  return p == PL_NO_NODE ? 0 : c->path_length[p];
}

/* All nodes on the ways of these rows, children first. */
static size_t list_nodes(pl_cholesky *c, const uint32_t *rows, size_t count)
{
  const pl_symbolic *s = &c->symbolic;
  uint32_t at[3];
  size_t nodes = 0;
  for (size_t k = 0; k < count; k++) at[k] = node_of(c, rows[k]);
  for (;;) { /* the least of where the ways stand comes next */
    uint32_t least = PL_NO_NODE;
    for (size_t k = 0; k < count; k++) least = at[k] < least ? at[k] : least;
    if (least == PL_NO_NODE) return nodes;
    c->path[nodes++] = least;
    for (size_t k = 0; k < count; k++)
      if (at[k] == least) at[k] = s->parent[least];
  }
}

static double number_at(const pl_numbers *numbers, size_t at)
{
  return numbers->precision == PL_PRECISION_FLOAT ? (double)((const float *)numbers->vector)[at]
                                                  : ((const double *)numbers->vector)[at];
}

static void take_path(const pl_cholesky *c, uint32_t row, size_t side, double *out)
{
  const pl_symbolic *s = &c->symbolic;
  double factor = 1 / sqrt(c->scale);
  for (uint32_t node = node_of(c, row); node != PL_NO_NODE; node = s->parent[node]) {
    uint32_t width = pl_node_width(s, node);
    double *to = out + c->path_length[node] - width;
    for (uint32_t i = 0; i < width; i++)
      to[i] = factor * number_at(&c->numbers, 4 * ((size_t)s->first[node] + i) + side);
  }
}

void pl_cholesky_half_solve(pl_cholesky *c, const uint32_t *rows, size_t count, double *const *out)
{
  const pl_symbolic *s = &c->symbolic;
  const pl_front_kernels *kernels = c->numbers.kernels;
  char *vector = c->numbers.vector;
  size_t nodes = list_nodes(c, rows, count), size = kernels->size;
  for (size_t k = 0; k < nodes; k++)
    memset(vector + 4 * size * s->first[c->path[k]], 0, 4 * size * pl_node_width(s, c->path[k]));
  for (size_t k = 0; k < count; k++) {
    size_t at = 4 * (size_t)s->place[rows[k]] + k;
    if (c->numbers.precision == PL_PRECISION_FLOAT)
      ((float *)c->numbers.vector)[at] = 1;
    else
      ((double *)c->numbers.vector)[at] = 1;
  }
  for (size_t k = 0; k < nodes; k++) {
    pl_strip_node node = pl_strip_node_of(c, c->path[k]);
    node.where = s->rows + s->row_starts[c->path[k]]; /* the caller works alone: no buffers between groups */
    kernels->down(&node, vector, pl_solve_scratch(c, c->plan.group_of[c->path[k]]));
  }
  for (size_t k = 0; k < count; k++) take_path(c, rows[k], k, out[k]);
}
