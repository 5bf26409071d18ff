/* SPDX-License-Identifier: MIT */
#include "model/common/touched_nodes.h"

#include <string.h>

#include "base/isa.h"
#include "base/memory.h"
#include "linalg/dense/dot_kernel.h"

enum { MOST_NODES = 256 };

pl_status pl_touched_reserve(pl_touched_nodes *touched, const pl_cholesky *factor, size_t nodes)
{
  if (touched->between) return PL_OK;
  size_t capacity = nodes < MOST_NODES ? nodes : MOST_NODES;
  touched->longest = pl_cholesky_longest_path(factor);
  if (!touched->slot) touched->slot = PL_NEW(uint32_t, nodes);
  if (!touched->node) touched->node = PL_NEW(uint32_t, capacity);
  if (!touched->half) touched->half = PL_NEW(double, 3 * capacity * touched->longest);
  if (!touched->slot || !touched->node || !touched->half) return PL_ERROR_MEMORY;
  memset(touched->slot, 0xff, nodes * sizeof(uint32_t));
  touched->count = 0;
  touched->capacity = capacity;
  touched->between = PL_NEW(double, 9 * capacity * capacity);
  return touched->between ? PL_OK : PL_ERROR_MEMORY;
}

void pl_touched_free(pl_touched_nodes *touched)
{
  pl_release(touched->slot);
  pl_release(touched->node);
  pl_release(touched->half);
  pl_release(touched->between);
  *touched = (pl_touched_nodes){0};
}

void pl_touched_forget(pl_touched_nodes *touched)
{
  for (size_t k = 0; k < touched->count; k++) touched->slot[touched->node[k]] = PL_UNTOUCHED;
  touched->count = 0;
}

/* Nodes get slots, some of them twice the same; false: there is no room for all. */
static bool number_nodes(pl_touched_nodes *touched, const uint32_t *nodes, size_t count)
{
  for (size_t k = 0; k < count; k++) {
    if (touched->slot[nodes[k]] != PL_UNTOUCHED) continue;
    if (touched->count == touched->capacity) return false;
    touched->slot[nodes[k]] = (uint32_t)touched->count;
    touched->node[touched->count++] = nodes[k];
  }
  return true;
}

static bool number_hosts(pl_touched_nodes *touched, const pl_node_hosts *hosts, const uint32_t *particles, size_t count)
{
  if (!hosts) return number_nodes(touched, particles, count);
  for (size_t k = 0; k < count; k++)
    if (!number_nodes(touched, hosts->nodes + hosts->per * hosts->host[particles[k]], hosts->per)) return false;
  return true;
}

static double *half_of(const pl_touched_nodes *touched, size_t slot, size_t c)
{
  return touched->half + (3 * slot + c) * touched->longest;
}

static size_t multiply_halves(const pl_touched_nodes *touched, const pl_cholesky *factor, size_t a, size_t b)
{
  const pl_dot_kernels *kernels = PL_ISA_PICK(pl_dot_kernels);
  size_t width = 3 * touched->capacity, products = 0;
  for (uint32_t r = 0; r < 3; r++)
    for (uint32_t c = 0; c < 3; c++) {
      size_t depth = pl_cholesky_common_path(factor, 3 * touched->node[a] + r, 3 * touched->node[b] + c);
      double value = kernels->dot(depth, half_of(touched, a, r), half_of(touched, b, c));
      touched->between[(3 * a + r) * width + 3 * b + c] = touched->between[(3 * b + c) * width + 3 * a + r] = value;
      products += depth;
    }
  return products;
}

bool pl_touched_find(pl_touched_nodes *touched, pl_cholesky *factor, const pl_node_hosts *hosts,
                     const uint32_t *particles, size_t count, pl_touched_work *work)
{
  size_t known = touched->count;
  if (!number_hosts(touched, hosts, particles, count)) {
    pl_touched_forget(touched); /* those of others make room */
    known = 0;
    if (!number_hosts(touched, hosts, particles, count)) {
      pl_touched_forget(touched);
      return false;
    }
  }
  *work = (pl_touched_work){.halves = touched->count - known};
  for (size_t a = known; a < touched->count; a++) {
    uint32_t rows[3] = {3 * touched->node[a], 3 * touched->node[a] + 1, 3 * touched->node[a] + 2};
    double *out[3] = {half_of(touched, a, 0), half_of(touched, a, 1), half_of(touched, a, 2)};
    pl_cholesky_half_solve(factor, rows, 3, out);
    for (size_t b = 0; b <= a; b++) work->products += multiply_halves(touched, factor, a, b);
  }
  return true;
}
