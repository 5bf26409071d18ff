/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "base/timer.h"
#include "bench/graph/bench_graph.h"
#include "linalg/dense/dense.h"
#include "pliant/make.h"

pl_status graph_subject_make(const pl_world_def *world, const pl_body_def *def, graph_subject *out)
{
  *out = (graph_subject){0};
  PL_TRY(pl_world_create(world, &out->world));
  pl_status status = pl_body_create(out->world, def, &out->body);
  if (status == PL_OK) {
    out->graph = out->body->view.data;
    out->context = pl_world_context(out->world);
    out->force = PL_NEW(double, 3 * out->body->count);
    out->answer = PL_NEW(double, 3 * out->body->count);
    out->rotation = PL_NEW(double, 9 * out->body->count + 1);
    out->coordinates = PL_NEW(float, 3 * out->body->count);
    if (!out->force || !out->answer || !out->rotation || !out->coordinates) status = PL_ERROR_MEMORY;
  }
  if (status != PL_OK) graph_subject_free(out);
  return status;
}

void graph_subject_free(graph_subject *subject)
{
  pl_release(subject->force);
  pl_release(subject->answer);
  pl_release(subject->rotation);
  pl_release(subject->coordinates);
  pl_world_destroy(subject->world);
  *subject = (graph_subject){0};
}

pl_status graph_subject_steps(graph_subject *subject, int count)
{
  for (int i = 0; i < count; i++) PL_TRY(pl_world_step(subject->world));
  return PL_OK;
}

/* ---- timing ---- */

/* In a subspace that steps go in, rotations are found and what they pull with is projected in one pass; there is no
   other right-hand side to speak of, and to solve is to find coordinates and to place the particles. */
static pl_status run_rotations(graph_subject *s)
{
  pl_graph *graph = s->graph;
  if (pl_graph_is_condensed(graph)) {
    /* with active ones alone, whose they are makes no difference in time */
    float *rotation = graph->coordinates.rotation;
    pl_graph_condensed_pulls(graph, s->coordinates, 0, NULL, rotation, s->context.pool, s->answer);
    return PL_OK;
  }
  if (graph->rotations.mode == PL_ROTATIONS_PROPAGATED)
    return pl_graph_propagate(graph, s->body->view.x, &s->context, graph->rotation);
  pl_graph_rotations(graph, s->body->view.x, s->context.pool, graph->rotation);
  return PL_OK;
}

static pl_status run_rhs(graph_subject *s)
{
  if (pl_graph_is_condensed(s->graph)) return PL_OK;
  return pl_graph_forces(s->graph, s->body->view.x, s->graph->rotation, &s->context, s->force);
}

static pl_status run_solve(graph_subject *s)
{
  if (!pl_graph_is_condensed(s->graph)) return pl_graph_solve(s->graph, s->force, &s->context, s->answer);
  size_t columns = s->graph->coordinates.columns;
  pl_dense_cholesky_solve(columns, s->graph->reduced.factor, columns, s->answer);
  pl_graph_place(&s->body->view, s->context.h, 0, s->context.pool);
  return PL_OK;
}

static pl_status run_flow(graph_subject *s)
{
  pl_matter_setup setup = pl_body_matter(s->body);
  return pl_matter_flow(&setup, &s->context);
}

static pl_status run_step(graph_subject *s) { return pl_world_step(s->world); }

pl_status graph_best_of(graph_run run, graph_subject *subject, double seconds, double *best)
{
  *best = INFINITY;
  double begin = pl_seconds();
  for (int round = 0; round < 5 || pl_seconds() - begin < seconds; round++) {
    double start = pl_seconds();
    PL_TRY(run(subject));
    *best = fmin(*best, pl_seconds() - start);
  }
  return PL_OK;
}

pl_status graph_subject_time(graph_subject *subject, double seconds, graph_times *out)
{
  double share = seconds / 4;
  PL_TRY(graph_best_of(run_step, subject, share, &out->step));
  out->flow = 0;
  if (subject->graph->rest_edge) PL_TRY(graph_best_of(run_flow, subject, share, &out->flow));
  const pl_graph_coordinates *coordinates = &subject->graph->coordinates;
  for (size_t k = 0; k < 3 * coordinates->columns; k++) subject->coordinates[k] = (float)coordinates->z[k];
  PL_TRY(graph_best_of(run_rotations, subject, share, &out->rotations));
  PL_TRY(graph_best_of(run_rhs, subject, share, &out->rhs));
  return graph_best_of(run_solve, subject, share, &out->solve);
}

double graph_parts(const graph_times *times) { return times->rotations + times->rhs + times->solve + times->flow; }

double graph_subject_distance(const graph_subject *a, const graph_subject *b)
{
  double most = 0;
  for (size_t i = 0; i < a->body->count; i++) {
    const double *x = a->body->view.x + 3 * i, *y = b->body->view.x + 3 * i;
    most = fmax(most, hypot(hypot(x[0] - y[0], x[1] - y[1]), x[2] - y[2]));
  }
  return most / a->body->size;
}

/* ---- bars ---- */

pl_status graph_bar_make(const uint32_t counts[3], double spacing, int neighbours, graph_bar *bar, pl_body_def *def)
{
  *bar = (graph_bar){.face_count = (size_t)counts[1] * counts[2], .pin = pl_default_pin_def()};
  pl_lattice_def lattice = pl_default_lattice_def();
  memcpy(lattice.counts, counts, sizeof lattice.counts);
  lattice.spacing = spacing;
  lattice.neighbours = neighbours;
  bar->face = PL_NEW(uint32_t, bar->face_count);
  pl_status status = bar->face ? pl_make_lattice(&lattice, &bar->mesh) : PL_ERROR_MEMORY;
  if (status != PL_OK) {
    graph_bar_free(bar);
    return status;
  }
  for (size_t i = 0; i < bar->face_count; i++) bar->face[i] = (uint32_t)i;
  bar->pin.particles = bar->face;
  bar->pin.count = bar->face_count;
  *def = pl_default_body_def(PL_MODEL_GRAPH);
  def->mesh = bar->mesh;
  def->pins = &bar->pin;
  def->pin_count = 1;
  return PL_OK;
}

void graph_bar_free(graph_bar *bar)
{
  pl_release(bar->face);
  pl_mesh_destroy(bar->mesh);
  *bar = (graph_bar){0};
}
