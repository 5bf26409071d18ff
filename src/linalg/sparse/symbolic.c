/* SPDX-License-Identifier: MIT */
#include "linalg/sparse/symbolic.h"

#include <string.h>

#include "base/memory.h"
#include "base/status.h"

/* What is known column by column before nodes are final. */
typedef struct columns {
  uint32_t n;
  uint32_t *order, *place, *parent, *count;
  uint32_t *work; /* 4 n */
  uint32_t nodes; /* fundamental supernodes */
  uint32_t *node_first, *node_parent, *node_width, *node_height, *node_merged;
} columns;

static void columns_free(columns *c)
{
  uint32_t *arrays[] = {c->order,      c->place,       c->parent,     c->count,       c->work,
                        c->node_first, c->node_parent, c->node_width, c->node_height, c->node_merged};
  for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) pl_release(arrays[i]);
}

static pl_status columns_create(uint32_t n, columns *c)
{
  *c = (columns){.n = n};
  uint32_t **arrays[] = {&c->order,       &c->place,      &c->parent,      &c->count,      &c->node_first,
                         &c->node_parent, &c->node_width, &c->node_height, &c->node_merged};
  for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
    if (!(*arrays[i] = PL_NEW(uint32_t, n + 1))) return PL_ERROR_MEMORY;
  c->work = PL_NEW(uint32_t, 4 * (size_t)n);
  return c->work ? PL_OK : PL_ERROR_MEMORY;
}

static void invert(uint32_t n, const uint32_t *order, uint32_t *place)
{
  for (uint32_t i = 0; i < n; i++) place[order[i]] = i;
}

/* Elimination tree, made a postorder: same fill, and every subtree is a range. */
static void order_by_tree(const pl_adjacency *graph, const uint32_t *order, columns *c)
{
  uint32_t n = c->n, *post = c->work, *old_order = c->work + n;
  memcpy(c->order, order, n * sizeof *order);
  invert(n, c->order, c->place);
  pl_etree(graph, c->order, c->place, c->parent, c->work);
  pl_postorder(n, c->parent, post, c->work + 2 * (size_t)n);
  memcpy(old_order, c->order, n * sizeof *order);
  for (uint32_t i = 0; i < n; i++) c->order[i] = old_order[post[i]];
  invert(n, c->order, c->place);
  pl_etree(graph, c->order, c->place, c->parent, c->work);
  pl_column_counts(graph, c->order, c->place, c->parent, c->count, c->work);
}

/* Neighbouring columns with the same rows below make one node. */
static void find_fundamental(columns *c)
{
  uint32_t *node_of = c->work;
  c->nodes = 0;
  for (uint32_t j = 0; j < c->n; j++) {
    if (j == 0 || c->parent[j - 1] != j || c->count[j - 1] != c->count[j] + 1) {
      c->node_first[c->nodes] = j;
      c->node_width[c->nodes] = 0;
      c->node_height[c->nodes] = c->count[j];
      c->nodes++;
    }
    node_of[j] = c->nodes - 1;
    c->node_width[c->nodes - 1]++;
  }
  for (uint32_t s = 0; s < c->nodes; s++) {
    uint32_t up = c->parent[c->node_first[s] + c->node_width[s] - 1];
    c->node_parent[s] = up == PL_NO_NODE ? PL_NO_NODE : node_of[up];
  }
}

static void count_work(const columns *c, pl_symbolic *out)
{
  for (uint32_t j = 0; j < c->n; j++) {
    out->factor_entries += c->count[j];
    out->flops += 0.5 * (double)c->count[j] * (double)c->count[j];
  }
}

static pl_status allocate_nodes(pl_symbolic *out, uint32_t n, uint32_t nodes)
{
  out->n = n;
  out->nodes = nodes;
  out->order = PL_NEW(uint32_t, n);
  out->place = PL_NEW(uint32_t, n);
  out->node_of = PL_NEW(uint32_t, n);
  out->first = PL_NEW(uint32_t, nodes + 1);
  out->parent = PL_NEW(uint32_t, nodes);
  out->row_starts = PL_NEW(size_t, nodes + 1);
  return out->order && out->place && out->node_of && out->first && out->parent && out->row_starts ? PL_OK
                                                                                                  : PL_ERROR_MEMORY;
}

/* Merged nodes are numbered by a postorder of their tree; a node's columns stand together, in the old order. */
static pl_status number_nodes(const columns *c, pl_symbolic *out)
{
  uint32_t *number = c->work, nodes = 0; /* old node -> rank among the tops, then its final number */
  for (uint32_t s = 0; s < c->nodes; s++)
    if (c->node_merged[s] == s) number[s] = nodes++;
  PL_TRY(allocate_nodes(out, c->n, nodes));
  uint32_t *scratch = PL_NEW(uint32_t, 6 * (size_t)nodes + c->nodes);
  if (!scratch) return PL_ERROR_MEMORY;
  uint32_t *parent = scratch, *post = parent + nodes, *walk = post + nodes, *height = walk + 2 * (size_t)nodes;
  uint32_t *head = height + nodes, *next = head + nodes;
  for (uint32_t s = 0; s < c->nodes; s++) {
    if (c->node_merged[s] != s) continue;
    parent[number[s]] = c->node_parent[s] == PL_NO_NODE ? PL_NO_NODE : number[c->node_merged[c->node_parent[s]]];
    height[number[s]] = c->node_height[s];
    head[number[s]] = PL_NO_NODE;
  }
  for (uint32_t s = c->nodes; s-- > 0;) { /* members of a node, rising */
    uint32_t top = number[c->node_merged[s]];
    next[s] = head[top];
    head[top] = s;
  }
  pl_postorder(nodes, parent, post, walk);
  uint32_t *final = walk, column = 0;
  for (uint32_t k = 0; k < nodes; k++) final[post[k]] = k;
  for (uint32_t k = 0; k < nodes; k++) {
    uint32_t top = post[k];
    out->first[k] = column;
    out->parent[k] = parent[top] == PL_NO_NODE ? PL_NO_NODE : final[parent[top]];
    for (uint32_t s = head[top]; s != PL_NO_NODE; s = next[s])
      for (uint32_t j = 0; j < c->node_width[s]; j++, column++) {
        out->order[column] = c->order[c->node_first[s] + j];
        out->node_of[column] = k;
      }
    out->row_starts[k + 1] = out->row_starts[k] + (height[top] - (column - out->first[k]));
  }
  out->first[nodes] = column;
  invert(c->n, out->order, out->place);
  pl_release(scratch);
  return PL_OK;
}

/* Row i stands in every node on the way from the nodes of its lower neighbours up to its own; rows come out rising. */
static pl_status find_rows(const pl_adjacency *graph, pl_symbolic *out)
{
  size_t total = out->row_starts[out->nodes];
  out->rows = PL_NEW(uint32_t, total);
  out->relative = PL_NEW(uint32_t, total);
  uint32_t *mark = PL_NEW(uint32_t, out->nodes);
  size_t *cursor = PL_NEW(size_t, out->nodes);
  pl_status status = out->rows && out->relative && mark && cursor ? PL_OK : PL_ERROR_MEMORY;
  if (status == PL_OK) {
    for (uint32_t s = 0; s < out->nodes; s++) mark[s] = PL_NO_NODE, cursor[s] = out->row_starts[s];
    for (uint32_t i = 0; i < out->n; i++) {
      uint32_t vertex = out->order[i];
      mark[out->node_of[i]] = i;
      for (int32_t e = graph->starts[vertex]; e < graph->starts[vertex + 1]; e++) {
        uint32_t j = out->place[graph->neighbours[e]];
        if (j > i) continue;
        for (uint32_t s = out->node_of[j]; mark[s] != i; s = out->parent[s]) {
          mark[s] = i;
          out->rows[cursor[s]++] = i;
        }
      }
    }
  }
  pl_release(mark);
  pl_release(cursor);
  return status;
}

static void find_relative(pl_symbolic *out)
{
  for (uint32_t s = 0; s < out->nodes; s++) {
    uint32_t p = out->parent[s];
    if (p == PL_NO_NODE) continue;
    uint32_t width = pl_node_width(out, p);
    size_t at = out->row_starts[p];
    for (size_t k = out->row_starts[s]; k < out->row_starts[s + 1]; k++) {
      uint32_t row = out->rows[k];
      if (row < out->first[p + 1]) {
        out->relative[k] = row - out->first[p];
        continue;
      }
      while (out->rows[at] != row) at++;
      out->relative[k] = width + (uint32_t)(at - out->row_starts[p]);
    }
  }
}

void pl_symbolic_free(pl_symbolic *s)
{
  uint32_t *arrays[] = {s->order, s->place, s->node_of, s->first, s->parent, s->rows, s->relative};
  for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) pl_release(arrays[i]);
  pl_release(s->row_starts);
  *s = (pl_symbolic){0};
}

static pl_status build(const pl_adjacency *graph, const uint32_t *order, columns *c, pl_symbolic *out)
{
  PL_TRY(columns_create(graph->n, c));
  order_by_tree(graph, order, c);
  find_fundamental(c);
  count_work(c, out);
  PL_TRY(pl_amalgamate(c->nodes, c->node_parent, c->node_width, c->node_height, c->node_merged));
  /* Heights and widths now describe merged nodes at their top member; members need their own widths again. */
  for (uint32_t s = 0; s < c->nodes; s++)
    c->node_width[s] = (s + 1 < c->nodes ? c->node_first[s + 1] : c->n) - c->node_first[s];
  PL_TRY(number_nodes(c, out));
  PL_TRY(find_rows(graph, out));
  find_relative(out);
  return PL_OK;
}

pl_status pl_symbolic_create(const pl_adjacency *graph, const uint32_t *order, pl_symbolic *out)
{
  *out = (pl_symbolic){0};
  columns c;
  pl_status status = build(graph, order, &c, out);
  columns_free(&c);
  if (status != PL_OK) pl_symbolic_free(out);
  return status;
}
