/* SPDX-License-Identifier: MIT
   The multifrontal factorisation (Duff and Reid 1983): every node assembles a dense front from its columns of the
   matrix and what its children left, eliminates its columns, and leaves the rest to its parent.

   What the top of a group leaves stays where it is, so that a group is computed again only where numbers of its own
   columns, or of groups below it, are others than before: a matrix of which a few entries change costs the groups from
   there to the root, and the factor has the same bits as if all of it were new. */
#include <string.h>

#include "linalg/cholesky/cholesky_internal.h"

/* Loops inside a front are handed to the pool when they touch at least this many multiply-adds. They matter for the
   last groups, which have a level for themselves; inside others the pool runs them in place. */
static const double parallel_work = 2e5;
enum { LINES_PER_TASK = 8, COLUMNS_PER_TASK = 32, CHILD_COLUMNS_PER_TASK = 64 };

typedef struct front_work {
  const pl_front_kernels *kernels;
  char *front;
  size_t stride;
  uint32_t height;
  uint32_t at, width; /* the strip: first column, columns */
  const void *inverse;
  void *tiles;
  const void *child;
  size_t child_stride;
  uint32_t child_count;
  const uint32_t *relative;
} front_work;

static char *corner(const front_work *w) { return w->front + (w->at + w->at * w->stride) * w->kernels->size; }

static void rows_task(void *context, size_t begin, size_t end)
{
  const front_work *w = context;
  uint32_t lanes = w->kernels->lanes;
  w->kernels->rows(corner(w), w->stride, w->width, (uint32_t)begin * lanes, (uint32_t)end * lanes, w->inverse,
                   w->tiles);
}

static void update_task(void *context, size_t begin, size_t end)
{
  const front_work *w = context;
  uint32_t from = w->at + w->width;
  w->kernels->update(w->front, w->stride, w->height, w->at, w->width, from + (uint32_t)begin, from + (uint32_t)end);
}

static void assemble_task(void *context, size_t begin, size_t end)
{
  const front_work *w = context;
  w->kernels->assemble(w->front, w->stride, w->child, w->child_stride, w->child_count, w->relative, (uint32_t)begin,
                       (uint32_t)end);
}

static void spread(pl_pool *pool, double work, size_t count, size_t grain, pl_range_function task, front_work *w)
{
  if (work < parallel_work)
    task(w, 0, count);
  else
    pl_parallel_for(pool, count, grain, task, w);
}

static void add_children(const pl_cholesky *c, uint32_t node, front_work *w, pl_pool *pool)
{
  const pl_symbolic *s = &c->symbolic;
  for (uint32_t child = c->child_head[node]; child != PL_NO_NODE; child = c->child_next[child]) {
    w->child_count = pl_node_below(s, child);
    w->child_stride = (w->child_count + w->kernels->lanes - 1) / w->kernels->lanes * w->kernels->lanes;
    w->child = (const char *)c->numbers.fronts + c->numbers.remainder_at[child] * w->kernels->size;
    w->relative = s->relative + s->row_starts[child];
    double work = 0.5 * w->child_count * (double)w->child_count;
    spread(pool, work, w->child_count, CHILD_COLUMNS_PER_TASK, assemble_task, w);
  }
}

/* Gives the number of columns eliminated: the node's width, or less where a pivot is not positive. */
static uint32_t eliminate(front_work *w, uint32_t width, char *strips, void *inverse, pl_pool *pool)
{
  const pl_front_kernels *k = w->kernels;
  w->inverse = inverse;
  for (w->at = 0; w->at < width; w->at += PL_STRIP) {
    w->width = pl_strip_columns(width, w->at);
    w->tiles = strips;
    uint32_t done = k->diagonal(corner(w), w->stride, w->width, inverse);
    if (done < w->width) return w->at + done;
    uint32_t lines = pl_strip_lines(w->height, w->at, k->lanes), rest = w->height - w->at - w->width;
    spread(pool, (double)lines * k->lanes * w->width * w->width, lines, LINES_PER_TASK, rows_task, w);
    if (rest) spread(pool, 0.5 * rest * (double)rest * w->width, rest, COLUMNS_PER_TASK, update_task, w);
    strips += (size_t)lines * k->lanes * w->width * k->size;
  }
  return width;
}

static uint32_t factor_node(pl_cholesky *c, uint32_t node, void *inverse, pl_pool *pool)
{
  const pl_symbolic *s = &c->symbolic;
  const pl_front_kernels *k = c->numbers.kernels;
  const pl_permuted *m = &c->matrix;
  uint32_t width = pl_node_width(s, node), below = pl_node_below(s, node);
  front_work w = {.kernels = k,
                  .front = (char *)c->numbers.fronts + c->numbers.front_at[node] * k->size,
                  .stride = pl_front_stride(width + below, k->lanes),
                  .height = width + below};
  memset(w.front, 0, w.stride * (w.height + PL_FRONT_COLUMNS) * k->size);
  for (uint32_t j = 0; j < width; j++) {
    uint32_t column = s->first[node] + j;
    size_t e = m->diagonals[column];
    k->put(w.front + j * w.stride * k->size, m->position + e, m->values + e, m->starts[column + 1] - e, 1.0 / c->scale);
  }
  add_children(c, node, &w, pool);
  uint32_t done = eliminate(&w, width, (char *)c->numbers.strips + c->numbers.node_at[node] * k->size, inverse, pool);
  if (done < width) return s->first[node] + done;
  k->take(w.front, w.stride, w.height, width, (char *)c->numbers.fronts + c->numbers.remainder_at[node] * k->size,
          (below + k->lanes - 1) / k->lanes * k->lanes);
  return s->n;
}

static void factor_group(pl_cholesky *c, uint32_t group, pl_pool *pool)
{
  if (!c->stale[group]) return;
  char *inverse = (char *)c->numbers.inverses + (size_t)group * PL_STRIP * PL_STRIP * c->numbers.kernels->size;
  c->numbers.failed[group] = c->symbolic.n;
  for (uint32_t k = c->plan.node_starts[group]; k < c->plan.node_starts[group + 1]; k++) {
    uint32_t bad = factor_node(c, c->plan.node_list[k], inverse, pool);
    if (bad == c->symbolic.n) continue;
    c->numbers.failed[group] = bad;
    return;
  }
}

typedef struct level_work {
  pl_cholesky *cholesky;
  const uint32_t *groups;
} level_work;

static void level_task(void *context, size_t begin, size_t end)
{
  const level_work *w = context;
  for (size_t k = begin; k < end; k++) factor_group(w->cholesky, w->groups[k], NULL);
}

uint32_t pl_factor_numbers(pl_cholesky *c, pl_pool *pool)
{
  const pl_plan *p = &c->plan;
  for (uint32_t level = 0; level < p->levels; level++) {
    level_work w = {c, p->level_list + p->level_starts[level]};
    uint32_t count = p->level_starts[level + 1] - p->level_starts[level], bad = c->symbolic.n;
    if (count == 1)
      factor_group(c, w.groups[0], pool);
    else
      pl_parallel_for(pool, count, 1, level_task, &w);
    for (uint32_t k = 0; k < count; k++)
      if (c->numbers.failed[w.groups[k]] < bad) bad = c->numbers.failed[w.groups[k]];
    if (bad < c->symbolic.n) return bad;
  }
  return c->symbolic.n;
}
