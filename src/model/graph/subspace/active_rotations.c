/* SPDX-License-Identifier: MIT
   Active particles in a subspace: those that [H] sect. 5 finds are kept for some steps, and in these nothing is done
   for the others. Who takes over a rotation adds its pulls to those of its source, once per choice, so that a step goes
   over the rows of active particles alone. */
#include <string.h>

#include "base/status.h"
#include "model/graph/graph.h"

enum { LANES = PL_CONDENSED_LANES };

bool pl_graph_keeps_active(const pl_graph *graph) { return graph->reduced.condensed.member != NULL; }

void pl_graph_forget_active(pl_graph *graph)
{
  graph->propagation.steps_left[0] = graph->propagation.steps_left[1] = 0;
  for (size_t i = 0; graph->propagation.rotation_source && i < graph->count; i++)
    graph->propagation.rotation_source[i] = (uint32_t)i;
}

static float *row_at(float *rows, size_t numbers, size_t i) { return rows + i / LANES * numbers * LANES + i % LANES; }

static void copy_row(float *from, size_t i, float *to, size_t k, size_t numbers)
{
  const float *a = row_at(from, numbers, i);
  float *b = row_at(to, numbers, k);
  for (size_t n = 0; n < numbers; n++) b[n * LANES] = a[n * LANES];
}

static void add_row(float *from, size_t i, float *to, size_t k, size_t numbers)
{
  const float *a = row_at(from, numbers, i);
  float *b = row_at(to, numbers, k);
  for (size_t n = 0; n < numbers; n++) b[n * LANES] += a[n * LANES];
}

/* Rows beyond the last: the identity, pulling nothing. */
static void fill_up(pl_condensed_rows *rows, size_t columns)
{
  for (size_t k = rows->count; k % LANES; k++)
    for (size_t n = 0; n < 9; n++) row_at(rows->start, 9, k)[n * LANES] = n % 4 == 0 ? 1 : 0;
  for (size_t k = rows->count; k % LANES; k++)
    for (size_t n = 0; n < 3 * columns; n++) row_at(rows->slope, 3 * columns, k)[n * LANES] = 0;
}

static void build(pl_graph *graph)
{
  pl_condensed *condensed = &graph->reduced.condensed;
  const pl_graph_propagation *p = &graph->propagation;
  size_t numbers = 3 * graph->reduced.basis.columns;
  uint32_t *slot = p->flood_queue; /* free between choices */
  condensed->some.count = 0;
  for (size_t i = 0; i < graph->count; i++) {
    if (p->rotation_source[i] != i) continue;
    slot[i] = (uint32_t)condensed->some.count;
    condensed->member[condensed->some.count++] = (uint32_t)i;
  }
  size_t blocks = (condensed->some.count + LANES - 1) / LANES;
  memset(condensed->some.pull, 0, blocks * numbers * LANES * sizeof(float));
  for (size_t k = 0; k < condensed->some.count; k++) {
    copy_row(condensed->all.start, condensed->member[k], condensed->some.start, k, 9);
    copy_row(condensed->all.slope, condensed->member[k], condensed->some.slope, k, numbers);
  }
  for (size_t i = 0; i < graph->count; i++)
    add_row(condensed->all.pull, i, condensed->some.pull, slot[p->rotation_source[i]], numbers);
  fill_up(&condensed->some, graph->reduced.basis.columns);
}

pl_status pl_graph_choose_active(pl_graph *graph, const double *x, const pl_model_context *context)
{
  size_t counted = context->stats->rotations;
  pl_graph_last_rotations(graph, graph->rotation);
  PL_TRY(pl_graph_propagate(graph, x, context, graph->rotation));
  context->stats->rotations = counted; /* they are found once more with the step */
  pl_graph_set_rotations(graph);
  build(graph);
  /* a body at rest says nothing about where it will bend: at first, choices are kept for one step, then two, four, … */
  uint32_t kept = graph->propagation.steps_left[1], most = graph->rotations.reuse;
  kept = kept == 0 ? 1 : 2 * kept;
  graph->propagation.steps_left[0] = graph->propagation.steps_left[1] = kept < most ? kept : most;
  return PL_OK;
}

pl_status pl_graph_restore_active(pl_graph *graph)
{
  if (!pl_graph_keeps_active(graph)) return PL_OK;
  for (size_t i = 0; i < graph->count; i++) {
    uint32_t source = graph->propagation.rotation_source[i];
    if (source >= graph->count || graph->propagation.rotation_source[source] != source)
      return pl_fail(PL_ERROR_FORMAT, "the list of active rotations is damaged");
  }
  if (graph->propagation.steps_left[0] > 0) build(graph);
  return PL_OK;
}

void pl_graph_take_active(const pl_graph *graph, const float *all, float *some)
{
  const pl_condensed *condensed = &graph->reduced.condensed;
  size_t padded = (condensed->some.count + LANES - 1) / LANES * LANES;
  for (size_t k = 0; k < padded; k++) {
    const float *from = row_at((float *)all, 9, k < condensed->some.count ? condensed->member[k] : 0);
    for (size_t n = 0; n < 9; n++) row_at(some, 9, k)[n * LANES] = from[n * LANES];
  }
}

void pl_graph_give_active(const pl_graph *graph, const float *some, float *all)
{
  const pl_condensed *condensed = &graph->reduced.condensed;
  for (size_t k = 0; k < condensed->some.count; k++) copy_row((float *)some, k, all, condensed->member[k], 9);
}

void pl_graph_settle_active(pl_graph *graph)
{
  for (size_t i = 0; i < graph->count; i++)
    copy_row(graph->coordinates.rotation, graph->propagation.rotation_source[i], graph->coordinates.rotation, i, 9);
}
