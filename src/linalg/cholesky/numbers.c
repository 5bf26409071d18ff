/* SPDX-License-Identifier: MIT
   Memory of a factor in one precision: strips, fronts, vectors. All places are fixed here, so that factorising and
   solving allocate nothing. */
#include "base/memory.h"
#include "base/status.h"
#include "linalg/cholesky/cholesky_internal.h"

void pl_numbers_free(pl_numbers *numbers)
{
  void *arrays[] = {numbers->node_at, numbers->strips,  numbers->fronts,     numbers->front_at, numbers->remainder_at,
                    numbers->vector,  numbers->scratch, numbers->scratch_at, numbers->inverses, numbers->failed};
  for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) pl_release(arrays[i]);
  *numbers = (pl_numbers){0};
}

static size_t front_entries(const pl_symbolic *s, uint32_t node, uint32_t lanes)
{
  uint32_t height = pl_node_width(s, node) + pl_node_below(s, node);
  return pl_front_stride(height, lanes) * (height + PL_FRONT_COLUMNS);
}

static size_t remainder_entries(const pl_symbolic *s, uint32_t node, uint32_t lanes)
{
  size_t below = pl_node_below(s, node);
  return (below + lanes - 1) / lanes * lanes * below;
}

/* A group's stack: a front stands above the remainders of its children, and its own remainder replaces them. The top
   node's remainder outlives the stack and is placed behind the largest level. Gives the height of the stack. */
static size_t place_group(const pl_cholesky *c, pl_numbers *out, uint32_t group, size_t base)
{
  const pl_symbolic *s = &c->symbolic;
  uint32_t lanes = out->kernels->lanes;
  size_t top = base, peak = base;
  for (uint32_t k = c->plan.node_starts[group]; k < c->plan.node_starts[group + 1]; k++) {
    uint32_t node = c->plan.node_list[k];
    size_t remainder = top; /* where the first child of this group left its own, else on top */
    for (uint32_t child = c->child_head[node]; child != PL_NO_NODE; child = c->child_next[child])
      if (c->plan.group_of[child] == group) {
        remainder = out->remainder_at[child];
        break;
      }
    out->front_at[node] = top;
    size_t end = top + front_entries(s, node, lanes);
    if (end > peak) peak = end;
    out->remainder_at[node] = remainder;
    top = remainder + (node == c->plan.top[group] ? 0 : remainder_entries(s, node, lanes));
  }
  return peak - base;
}

static size_t place_fronts(const pl_cholesky *c, pl_numbers *out)
{
  const pl_plan *p = &c->plan;
  size_t total = 0;
  for (uint32_t level = 0; level < p->levels; level++) {
    size_t base = 0;
    for (uint32_t k = p->level_starts[level]; k < p->level_starts[level + 1]; k++)
      base += place_group(c, out, p->level_list[k], base);
    if (base > total) total = base;
  }
  for (uint32_t group = 0; group < p->groups; group++) {
    if (p->top[group] == PL_NO_NODE) continue;
    out->remainder_at[p->top[group]] = total;
    total += remainder_entries(&c->symbolic, p->top[group], out->kernels->lanes);
  }
  return total;
}

static size_t place_strips(const pl_symbolic *s, pl_numbers *out)
{
  size_t total = 0;
  for (uint32_t node = 0; node < s->nodes; node++) {
    uint32_t width = pl_node_width(s, node);
    out->node_at[node] = total;
    total += pl_strip_entries(width, width + pl_node_below(s, node), out->kernels->lanes);
  }
  return total;
}

static size_t place_scratch(const pl_cholesky *c, pl_numbers *out)
{
  size_t total = 0;
  for (uint32_t group = 0; group < c->plan.groups; group++) {
    uint32_t tallest = 0;
    for (uint32_t k = c->plan.node_starts[group]; k < c->plan.node_starts[group + 1]; k++) {
      uint32_t node = c->plan.node_list[k];
      uint32_t height = pl_node_width(&c->symbolic, node) + pl_node_below(&c->symbolic, node);
      if (height > tallest) tallest = height;
    }
    out->scratch_at[group] = total;
    uint32_t lanes = out->kernels->lanes;
    total += 3 * (size_t)((tallest + lanes - 1) / lanes * lanes) + (size_t)4 * PL_STRIP;
  }
  return total;
}

pl_status pl_numbers_create(const pl_cholesky *c, pl_precision precision, pl_numbers *out)
{
  size_t nodes = c->symbolic.nodes, groups = c->plan.groups;
  bool is_float = precision == PL_PRECISION_FLOAT;
  *out = (pl_numbers){.kernels = is_float ? PL_ISA_PICK(pl_front_float) : PL_ISA_PICK(pl_front_double),
                      .precision = precision,
                      .node_at = PL_NEW(size_t, nodes),
                      .front_at = PL_NEW(size_t, nodes),
                      .remainder_at = PL_NEW(size_t, nodes),
                      .scratch_at = PL_NEW(size_t, groups),
                      .failed = PL_NEW(uint32_t, groups)};
  if (out->node_at && out->front_at && out->remainder_at && out->scratch_at && out->failed) {
    size_t size = out->kernels->size;
    out->entries = place_strips(&c->symbolic, out);
    out->strips = pl_allocate(out->entries, size);
    out->front_entries = place_fronts(c, out);
    out->fronts = pl_allocate(out->front_entries, size);
    out->scratch = pl_allocate(place_scratch(c, out), size);
    out->vector = pl_allocate(4 * c->plan.buffer[groups], size);
    out->inverses = pl_allocate(groups * PL_STRIP * PL_STRIP, size);
    if (out->strips && out->fronts && out->scratch && out->vector && out->inverses) return PL_OK;
  }
  pl_numbers_free(out);
  return PL_ERROR_MEMORY;
}
