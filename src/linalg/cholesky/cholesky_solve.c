/* SPDX-License-Identifier: MIT
   Solving with the factor: down the levels of groups, then up again. */
#include <math.h>
#include <string.h>

#include "base/status.h"
#include "linalg/cholesky/cholesky_internal.h"

pl_strip_node pl_strip_node_of(const pl_cholesky *c, uint32_t node)
{
  const pl_symbolic *s = &c->symbolic;
  return (pl_strip_node){(const char *)c->numbers.strips + c->numbers.node_at[node] * c->numbers.kernels->size,
                         c->plan.where + s->row_starts[node],
                         s->first[node],
                         pl_node_width(s, node),
                         pl_node_below(s, node),
                         c->columns};
}

char *pl_solve_scratch(const pl_cholesky *c, uint32_t group)
{
  return (char *)c->numbers.scratch + c->numbers.scratch_at[group] * c->numbers.kernels->size;
}

static void down_group(pl_cholesky *c, uint32_t group)
{
  const pl_plan *p = &c->plan;
  const pl_front_kernels *k = c->numbers.kernels;
  char *vector = c->numbers.vector;
  memset(vector + 4 * p->buffer[group] * k->size, 0, 4 * (p->buffer[group + 1] - p->buffer[group]) * k->size);
  for (uint32_t i = p->child_starts[group]; i < p->child_starts[group + 1]; i++) {
    size_t from = p->buffer[p->child_list[i]];
    k->lift(vector, from, p->lift + (from - c->symbolic.n), p->buffer[p->child_list[i] + 1] - from);
  }
  for (uint32_t i = p->node_starts[group]; i < p->node_starts[group + 1]; i++) {
    pl_strip_node node = pl_strip_node_of(c, p->node_list[i]);
    k->down(&node, vector, pl_solve_scratch(c, group));
  }
}

static void up_group(pl_cholesky *c, uint32_t group)
{
  const pl_plan *p = &c->plan;
  const pl_front_kernels *k = c->numbers.kernels;
  size_t buffer = p->buffer[group];
  k->lower(c->numbers.vector, buffer, p->lift + (buffer - c->symbolic.n), p->buffer[group + 1] - buffer);
  for (uint32_t i = p->node_starts[group + 1]; i-- > p->node_starts[group];) {
    pl_strip_node node = pl_strip_node_of(c, p->node_list[i]);
    k->up(&node, c->numbers.vector, pl_solve_scratch(c, group));
  }
}

typedef struct level_work {
  pl_cholesky *cholesky;
  const uint32_t *groups;
} level_work;

static void down_task(void *context, size_t begin, size_t end)
{
  const level_work *w = context;
  for (size_t k = begin; k < end; k++) down_group(w->cholesky, w->groups[k]);
}

static void up_task(void *context, size_t begin, size_t end)
{
  const level_work *w = context;
  for (size_t k = begin; k < end; k++) up_group(w->cholesky, w->groups[k]);
}

void pl_solve_vector(pl_cholesky *c, pl_pool *pool)
{
  const pl_plan *p = &c->plan;
  for (uint32_t level = 0; level < p->levels; level++) {
    level_work w = {c, p->level_list + p->level_starts[level]};
    pl_parallel_for(pool, p->level_starts[level + 1] - p->level_starts[level], 1, down_task, &w);
  }
  for (uint32_t level = p->levels; level-- > 0;) {
    level_work w = {c, p->level_list + p->level_starts[level]};
    pl_parallel_for(pool, p->level_starts[level + 1] - p->level_starts[level], 1, up_task, &w);
  }
}
