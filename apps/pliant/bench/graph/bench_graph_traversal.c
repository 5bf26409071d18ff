/* SPDX-License-Identifier: MIT
   Sect. 5 of Huang et al.: for 14,190 nodes all polar decompositions take 58 ms, the traversal 7 ms if every node
   accepts and 16 ms if none does. The traversal is what propagation costs besides covariances and decompositions. */
#include <math.h>
#include <stdio.h>

#include "base/status.h"
#include "base/timer.h"
#include "bench/graph/bench_graph_models.h"
#include "bench/graph/bench_graph_paper.h"
#include "command.h"
#include "math/rotation.h"
#include "model/graph/graph_kernel.h"

/* s, the best of many */
typedef struct traversal_times {
  size_t nodes;
  double warm;        /* covariances and all rotations, from the last ones, in batches */
  double cold;        /* the same from the identity */
  double covariances; /* alone */
  double one_by_one;  /* decompositions as propagation does them, alone */
  double all_accept, none_accepts;
} traversal_times;

static pl_status run_warm(graph_subject *s)
{
  pl_graph_rotations(s->graph, s->body->view.x, s->context.pool, s->graph->rotation);
  return PL_OK;
}

/* As propagation wants them: a matrix after the other. */
static pl_status run_covariances(graph_subject *s)
{
  const pl_graph_kernels *kernels = PL_ISA_PICK(pl_graph_kernels);
  for (size_t block = 0; block < s->body->count; block += PL_ROTATION_LANES) {
    double a[PL_ROTATION_BLOCK];
    size_t count = s->body->count - block < PL_ROTATION_LANES ? s->body->count - block : PL_ROTATION_LANES;
    kernels->covariances(s->graph, s->body->view.x, block, count, a);
    for (size_t k = 0; k < count; k++) pl_rotation_load(a, k, s->rotation + 9 * (block + k));
  }
  return PL_OK;
}

static pl_status run_one_by_one(graph_subject *s)
{
  for (size_t i = 0; i < s->body->count; i++) {
    double R[9];
    pl_mat3_transpose(s->graph->rotation + 9 * i, R);
    pl_closest_rotation(s->rotation + 9 * i, R, R);
    pl_mat3_transpose(R, s->graph->rotation + 9 * i);
  }
  return PL_OK;
}

static pl_status run_propagation(graph_subject *s)
{
  return pl_graph_propagate(s->graph, s->body->view.x, &s->context, s->graph->rotation);
}

/* From the identity each time; setting it is not timed. */
static pl_status time_cold(graph_subject *s, double seconds, double *best)
{
  *best = INFINITY;
  double begin = pl_seconds();
  for (int round = 0; round < 5 || pl_seconds() - begin < seconds; round++) {
    for (size_t k = 0; k < 9 * s->body->count; k++) s->graph->rotation[k] = k % 9 % 4 == 0;
    double start = pl_seconds();
    PL_TRY(run_warm(s));
    *best = fmin(*best, pl_seconds() - start);
  }
  return PL_OK;
}

/* Undeformed, every node accepts; bent, with a threshold that nothing passes, none does. */
static pl_status measure(graph_subject *s, double seconds, traversal_times *out)
{
  double share = seconds / 6;
  out->nodes = s->body->count;
  s->graph->rotations.threshold = 1;
  PL_TRY(graph_best_of(run_propagation, s, share, &out->all_accept));
  s->graph->rotations.threshold = 1e-3;
  PL_TRY(graph_subject_steps(s, 56));
  s->graph->rotations.threshold = -1;
  PL_TRY(graph_best_of(run_propagation, s, share, &out->none_accepts));
  PL_TRY(graph_best_of(run_covariances, s, share, &out->covariances));
  PL_TRY(graph_best_of(run_one_by_one, s, share, &out->one_by_one));
  PL_TRY(time_cold(s, share, &out->cold));
  return graph_best_of(run_warm, s, share, &out->warm);
}

static pl_status measure_gargoyle(const graph_bench_options *options, traversal_times *out)
{
  paper_body body;
  PL_TRY(paper_body_make(PAPER_GARGOYLE, &body));
  body.def.graph.rotations.mode = PL_ROTATIONS_PROPAGATED;
  pl_world_def world = pl_default_world_def();
  world.substeps = 1; /* as papers have it */
  world.threads = 1;
  graph_subject subject;
  pl_status status = graph_subject_make(&world, &body.def, &subject);
  if (status == PL_OK) status = measure(&subject, options->seconds, out);
  graph_subject_free(&subject);
  paper_body_free(&body);
  return status;
}

int bench_graph_traversal(const graph_bench_options *options)
{
  static const double their_rotations = 58, their_all = 7, their_none = 16; /* ms */
  traversal_times t = {0};
  if (measure_gargoyle(options, &t) != PL_OK) {
    fprintf(stderr, "pliant bench graph: sect. 5: %s\n", pl_last_error());
    return EXIT_FAILED;
  }
  double all = t.all_accept - t.covariances, none = t.none_accepts - t.covariances - t.one_by_one;
  if (options->json)
    printf(
        ",\n\"sect5\": {\"nodes\": %zu, \"paper_rotations_ms\": %g, \"rotations_warm_ms\": %g, \"rotations_cold_ms\": "
        "%g, \"covariances_ms\": %g, \"one_by_one_ms\": %g, \"paper_all_accept_ms\": %g, \"all_accept_ms\": %g, "
        "\"all_accept_whole_ms\": %g, \"paper_none_accepts_ms\": %g, \"none_accepts_ms\": %g, "
        "\"none_accepts_whole_ms\": %g}",
        t.nodes, their_rotations, 1e3 * t.warm, 1e3 * t.cold, 1e3 * t.covariances, 1e3 * t.one_by_one, their_all,
        1e3 * all, 1e3 * t.all_accept, their_none, 1e3 * none, 1e3 * t.none_accepts);
  else
    printf("\nSect. 5, %zu nodes, one thread, ms                            theirs    ours   ratio\n"
           "all polar decompositions, with covariances, warm start       %6.0f %7.2f %7.1f\n"
           "  the same from the identity                                 %6.0f %7.2f %7.1f\n"
           "traversal, every node accepts (whole propagation %6.2f)      %6.0f %7.2f %7.1f\n"
           "traversal, none accepts (whole propagation %6.2f)            %6.0f %7.2f %7.1f\n"
           "  covariances alone %.2f, decompositions one by one alone %.2f\n",
           t.nodes, their_rotations, 1e3 * t.warm, their_rotations / (1e3 * t.warm), their_rotations, 1e3 * t.cold,
           their_rotations / (1e3 * t.cold), 1e3 * t.all_accept, their_all, 1e3 * all, their_all / (1e3 * all),
           1e3 * t.none_accepts, their_none, 1e3 * none, their_none / (1e3 * none), 1e3 * t.covariances,
           1e3 * t.one_by_one);
  return EXIT_OK;
}
