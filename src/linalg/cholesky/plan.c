/* SPDX-License-Identifier: MIT */
#include "linalg/cholesky/plan.h"

#include "base/memory.h"
#include "base/status.h"
#include "linalg/cholesky/strip.h"

/* A group should keep a thread busy for clearly longer than it takes to hand it over (a few microseconds). */
static const double least_weight = 4e4; /* numbers of the factor, about 20 microseconds of a float solve */
enum { PARTS_WANTED = 16, PARTS_SMALLEST = 96 };

typedef struct cutter {
  const pl_symbolic *s;
  double *weight; /* of a node's subtree, with it */
  double large;   /* subtrees above this are cut */
  double small;   /* subtrees below this go with their parent */
} cutter;

static pl_status weigh(cutter *c)
{
  const pl_symbolic *s = c->s;
  c->weight = PL_NEW(double, s->nodes);
  if (!c->weight) return PL_ERROR_MEMORY;
  double total = 0.0;
  for (uint32_t node = 0; node < s->nodes; node++) {
    uint32_t width = pl_node_width(s, node), height = width + pl_node_below(s, node);
    c->weight[node] += 100.0 + 10.0 * height + (double)pl_strip_entries(width, height, PL_FLOAT_LANES);
    if (s->parent[node] == PL_NO_NODE)
      total += c->weight[node];
    else
      c->weight[s->parent[node]] += c->weight[node];
  }
  c->large = total / PARTS_WANTED > least_weight ? total / PARTS_WANTED : least_weight;
  c->small = total / PARTS_SMALLEST > least_weight / 4 ? total / PARTS_SMALLEST : least_weight / 4;
  return PL_OK;
}

/* A node begins a group of its own when it is large, or when its parent is large (or missing) and it is not small. */
static int is_top(const cutter *c, uint32_t node)
{
  if (c->weight[node] > c->large) return 1;
  uint32_t parent = c->s->parent[node];
  return c->weight[node] >= c->small && (parent == PL_NO_NODE || c->weight[parent] > c->large);
}

static pl_status allocate_groups(const pl_symbolic *s, pl_plan *p, uint32_t groups)
{
  p->groups = groups;
  p->node_starts = PL_NEW(uint32_t, groups + 1);
  p->node_list = PL_NEW(uint32_t, s->nodes);
  p->top = PL_NEW(uint32_t, groups);
  p->parent = PL_NEW(uint32_t, groups);
  p->child_starts = PL_NEW(uint32_t, groups + 1);
  p->child_list = PL_NEW(uint32_t, groups);
  p->level_starts = PL_NEW(uint32_t, groups + 2);
  p->level_list = PL_NEW(uint32_t, groups);
  p->buffer = PL_NEW(size_t, groups + 1);
  p->where = PL_NEW(uint32_t, s->row_starts[s->nodes]);
  return p->node_starts && p->node_list && p->top && p->parent && p->child_starts && p->child_list && p->level_starts &&
                 p->level_list && p->buffer && p->where
             ? PL_OK
             : PL_ERROR_MEMORY;
}

/* lists[starts[key]…] of the items with each key, rising; keys PL_NO_NODE are left out. */
static void bucket(uint32_t items, const uint32_t *key, uint32_t keys, uint32_t *starts, uint32_t *list)
{
  for (uint32_t i = 0; i <= keys; i++) starts[i] = 0;
  for (uint32_t i = 0; i < items; i++)
    if (key[i] != PL_NO_NODE) starts[key[i]]++;
  uint32_t sum = 0;
  for (uint32_t k = 0; k <= keys; k++) sum += starts[k], starts[k] = sum;
  for (uint32_t i = items; i-- > 0;)
    if (key[i] != PL_NO_NODE) list[--starts[key[i]]] = i;
}

/* Groups are numbered as their tops; the last one takes what has no parent and is too small to be alone. */
static pl_status find_groups(const cutter *c, pl_plan *p)
{
  const pl_symbolic *s = c->s;
  p->group_of = PL_NEW(uint32_t, s->nodes);
  if (!p->group_of) return PL_ERROR_MEMORY;
  uint32_t groups = 0;
  for (uint32_t node = 0; node < s->nodes; node++) p->group_of[node] = is_top(c, node) ? groups++ : PL_NO_NODE;
  PL_TRY(allocate_groups(s, p, groups + 1));
  p->top[groups] = p->parent[groups] = PL_NO_NODE;
  for (uint32_t node = s->nodes; node-- > 0;) {
    uint32_t up = s->parent[node] == PL_NO_NODE ? groups : p->group_of[s->parent[node]];
    if (p->group_of[node] == PL_NO_NODE) {
      p->group_of[node] = up;
    } else {
      p->top[p->group_of[node]] = node;
      p->parent[p->group_of[node]] = up;
    }
  }
  bucket(s->nodes, p->group_of, p->groups, p->node_starts, p->node_list);
  bucket(p->groups, p->parent, p->groups, p->child_starts, p->child_list);
  return PL_OK;
}

static pl_status find_levels(pl_plan *p)
{
  uint32_t *level = PL_NEW(uint32_t, p->groups);
  if (!level) return PL_ERROR_MEMORY;
  for (uint32_t g = 0; g < p->groups; g++) { /* children come before parents */
    if (level[g] + 1 > p->levels) p->levels = level[g] + 1;
    uint32_t up = p->parent[g];
    if (up != PL_NO_NODE && level[up] < level[g] + 1) level[up] = level[g] + 1;
  }
  bucket(p->groups, level, p->levels, p->level_starts, p->level_list);
  pl_release(level);
  return PL_OK;
}

/* `row`, which lies below `node`, seen from group `g` whose top is at or above the node. */
static uint32_t place_in_group(const pl_symbolic *s, const pl_plan *p, uint32_t g, uint32_t row, size_t *at)
{
  if (p->group_of[s->node_of[row]] == g) return row;
  uint32_t top = p->top[g];
  while (s->rows[*at] != row) (*at)++;
  return (uint32_t)(p->buffer[g] + (*at - s->row_starts[top]));
}

static pl_status find_places(const pl_symbolic *s, pl_plan *p)
{
  size_t rows = s->n;
  for (uint32_t g = 0; g < p->groups; g++) {
    p->buffer[g] = rows;
    rows += p->top[g] == PL_NO_NODE ? 0 : pl_node_below(s, p->top[g]);
  }
  p->buffer[p->groups] = rows;
  if (rows > UINT32_MAX / 4) return pl_fail(PL_ERROR_LIMIT, "a factor of %u rows is too large", s->n);
  p->lift = PL_NEW(uint32_t, rows - s->n);
  if (!p->lift) return PL_ERROR_MEMORY;
  for (uint32_t node = 0; node < s->nodes; node++) {
    uint32_t g = p->group_of[node];
    size_t at = p->top[g] == PL_NO_NODE ? 0 : s->row_starts[p->top[g]];
    for (size_t k = s->row_starts[node]; k < s->row_starts[node + 1]; k++)
      p->where[k] = place_in_group(s, p, g, s->rows[k], &at);
  }
  for (uint32_t g = 0; g < p->groups; g++) {
    uint32_t up = p->parent[g];
    if (up == PL_NO_NODE) continue;
    size_t at = p->top[up] == PL_NO_NODE ? 0 : s->row_starts[p->top[up]];
    uint32_t *lift = p->lift + (p->buffer[g] - s->n);
    for (size_t k = s->row_starts[p->top[g]]; k < s->row_starts[p->top[g] + 1]; k++)
      *lift++ = place_in_group(s, p, up, s->rows[k], &at);
  }
  return PL_OK;
}

void pl_plan_free(pl_plan *p)
{
  uint32_t *arrays[] = {p->group_of,   p->node_starts,  p->node_list,  p->top,  p->parent, p->child_starts,
                        p->child_list, p->level_starts, p->level_list, p->lift, p->where};
  for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) pl_release(arrays[i]);
  pl_release(p->buffer);
  *p = (pl_plan){0};
}

pl_status pl_plan_create(const pl_symbolic *symbolic, pl_plan *out)
{
  *out = (pl_plan){0};
  cutter c = {.s = symbolic};
  pl_status status = weigh(&c);
  if (status == PL_OK) status = find_groups(&c, out);
  pl_release(c.weight);
  if (status == PL_OK) status = find_levels(out);
  if (status == PL_OK) status = find_places(symbolic, out);
  if (status != PL_OK) pl_plan_free(out);
  return status;
}
