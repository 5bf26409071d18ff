/* SPDX-License-Identifier: MIT
   Elimination tree, postorder, column counts. Methods: Liu, "The role of elimination trees in sparse factorization"
   (1990); Gilbert, Ng, Peyton, "An efficient algorithm to compute row and column counts for sparse Cholesky
   factorization" (1994). */
#include "linalg/sparse/symbolic.h"

void pl_etree(const pl_adjacency *graph, const uint32_t *order, const uint32_t *place, uint32_t *parent,
              uint32_t *ancestor)
{
  for (uint32_t i = 0; i < graph->n; i++) {
    parent[i] = ancestor[i] = PL_NO_NODE;
    uint32_t vertex = order[i];
    for (int32_t e = graph->starts[vertex]; e < graph->starts[vertex + 1]; e++) {
      uint32_t j = place[graph->neighbours[e]];
      while (j < i) { /* climb from j to the root of its tree, pointing every vertex on the way at i */
        uint32_t next = ancestor[j];
        ancestor[j] = i;
        if (next == PL_NO_NODE) parent[j] = i;
        if (next == PL_NO_NODE || next == i) break;
        j = next;
      }
    }
  }
}

void pl_postorder(uint32_t n, const uint32_t *parent, uint32_t *post, uint32_t *work)
{
  uint32_t *head = work, *next = work + n;
  for (uint32_t i = 0; i < n; i++) head[i] = PL_NO_NODE;
  for (uint32_t i = n; i-- > 0;)
    if (parent[i] != PL_NO_NODE) {
      next[i] = head[parent[i]];
      head[parent[i]] = i;
    }
  uint32_t done = 0;
  for (uint32_t root = 0; root < n; root++) {
    if (parent[root] != PL_NO_NODE) continue;
    uint32_t at = root;
    for (;;) {
      while (head[at] != PL_NO_NODE) { /* down to the first leaf; head forgets children that were visited */
        uint32_t child = head[at];
        head[at] = next[child];
        at = child;
      }
      post[done++] = at;
      if (at == root) break;
      at = parent[at];
    }
  }
}

static uint32_t find_root(uint32_t *ancestor, uint32_t at)
{
  uint32_t root = at;
  while (ancestor[root] != root) root = ancestor[root];
  while (ancestor[at] != root) {
    uint32_t next = ancestor[at];
    ancestor[at] = root;
    at = next;
  }
  return root;
}

/* Vertices must be postordered. Column j has as many nonzeros as row subtrees that contain j. Each leaf of a row
   subtree adds one path; where it joins the path of the leaf before (their lowest common ancestor) one is taken away,
   and sums over the tree give the counts. Differences wrap around as unsigned numbers, the sums do not. */
void pl_column_counts(const pl_adjacency *graph, const uint32_t *order, const uint32_t *place, const uint32_t *parent,
                      uint32_t *count, uint32_t *work)
{
  uint32_t n = graph->n;
  uint32_t *first = work, *last_leaf = work + n, *ancestor = work + 2 * (size_t)n;
  for (uint32_t j = 0; j < n; j++) {
    first[j] = last_leaf[j] = PL_NO_NODE;
    ancestor[j] = j;
  }
  for (uint32_t j = 0; j < n; j++) {
    count[j] = first[j] == PL_NO_NODE; /* leaves of the tree start a path of their own */
    for (uint32_t k = j; k != PL_NO_NODE && first[k] == PL_NO_NODE; k = parent[k]) first[k] = j;
  }
  for (uint32_t j = 0; j < n; j++) {
    if (parent[j] != PL_NO_NODE) count[parent[j]]--;
    uint32_t vertex = order[j];
    for (int32_t e = graph->starts[vertex]; e < graph->starts[vertex + 1]; e++) {
      uint32_t i = place[graph->neighbours[e]];
      if (i <= j) continue;
      uint32_t leaf = last_leaf[i];
      if (leaf != PL_NO_NODE && leaf >= first[j]) continue; /* below j already: j is no leaf of the row subtree of i */
      count[j]++;
      if (leaf != PL_NO_NODE) count[find_root(ancestor, leaf)]--;
      last_leaf[i] = j;
    }
    if (parent[j] != PL_NO_NODE) ancestor[j] = parent[j];
  }
  for (uint32_t j = 0; j < n; j++)
    if (parent[j] != PL_NO_NODE) count[parent[j]] += count[j];
}
