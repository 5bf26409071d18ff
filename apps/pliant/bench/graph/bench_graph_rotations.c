/* SPDX-License-Identifier: MIT
   pliant bench graph --rotations-curve: what propagated rotations (Huang et al., sect. 5) save and cost. A clamped bar
   hangs at rest under its weight; for each criterion and threshold, the share of active nodes and how far it is from
   where all rotations put it. */
#include <stdio.h>

#include "base/status.h"
#include "bench/graph/bench_graph.h"
#include "command.h"

static const double thresholds[] = {1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6};
enum { THRESHOLDS = sizeof thresholds / sizeof *thresholds, CRITERIA = 3, STEPS = 400 };

static const char *const criteria[CRITERIA] = {"symmetry, eq. (8)", "covariances", "linear maps"};

typedef struct curve_case {
  const char *name;
  double youngs;
} curve_case;

static const curve_case cases[] = {{"soft bar, 60 kPa", 6e4}, {"stiff bar, 2 MPa", 2e6}};

typedef struct curve_point {
  double active, error;
} curve_point;

static pl_status hang(const pl_world_def *world, const pl_body_def *def, graph_subject *out)
{
  PL_TRY(graph_subject_make(world, def, out));
  return graph_subject_steps(out, STEPS);
}

static pl_status measure(const pl_world_def *world, pl_body_def def, int criterion, double threshold,
                         const graph_subject *full, curve_point *out)
{
  def.graph.rotations.mode = PL_ROTATIONS_PROPAGATED;
  def.graph.rotations.criterion = (pl_rotation_criterion)criterion;
  def.graph.rotations.threshold = threshold;
  graph_subject s = {0};
  pl_status status = hang(world, &def, &s);
  if (status == PL_OK) {
    out->active = (double)pl_world_stats(s.world).rotations / (double)s.body->count;
    out->error = graph_subject_distance(&s, full);
  }
  graph_subject_free(&s);
  return status;
}

static void print_point(const curve_case *of, int criterion, double threshold, curve_point p, bool json, bool first)
{
  if (json)
    printf("%s\n{\"bar\": \"%s\", \"criterion\": \"%s\", \"threshold\": %g, \"active\": %g, \"error\": %g}",
           first ? "" : ",", of->name, criteria[criterion], threshold, p.active, p.error);
  else
    printf("%-18s %-18s %9.0e %8.1f %% %9.3f %%\n", of->name, criteria[criterion], threshold, 100 * p.active,
           100 * p.error);
  fflush(stdout);
}

static pl_status draw_curve(const curve_case *of, const pl_world_def *world, const pl_body_def *def,
                            const graph_bench_options *options, bool first)
{
  graph_subject full = {0};
  pl_status status = hang(world, def, &full);
  for (int c = 0; c < CRITERIA && status == PL_OK; c++)
    for (int t = 0; t < THRESHOLDS && status == PL_OK; t++) {
      curve_point point;
      status = measure(world, *def, c, thresholds[t], &full, &point);
      if (status == PL_OK) print_point(of, c, thresholds[t], point, options->json, first && c == 0 && t == 0);
    }
  graph_subject_free(&full);
  return status;
}

int bench_graph_rotations(const graph_bench_options *options)
{
  static const uint32_t counts[2][3] = {{41, 5, 5}, {11, 3, 3}};
  pl_world_def world = pl_default_world_def();
  world.substeps = 1; /* as papers have it */
  world.threads = options->threads;
  world.step = 0.01;
  graph_bar bar;
  pl_body_def def;
  pl_status status = graph_bar_make(counts[options->quick], options->quick ? 0.1 : 0.025, 26, &bar, &def);
  if (options->json)
    printf("{\"points\": [");
  else if (status == PL_OK)
    printf("A clamped bar of %u x %u x %u nodes at rest; error: farthest node from where all rotations put it, of the\n"
           "body's size\n\n%-18s %-18s %9s %10s %11s\n",
           counts[options->quick][0], counts[options->quick][1], counts[options->quick][2], "bar", "criterion",
           "threshold", "active", "error");
  for (size_t k = 0; k < sizeof cases / sizeof *cases && status == PL_OK; k++) {
    def.graph.youngs_modulus = cases[k].youngs;
    def.graph.iterations = 1;
    def.graph.bending = PL_BENDING_EDGES;
    def.graph.damping_mass = 6;
    status = draw_curve(&cases[k], &world, &def, options, k == 0);
  }
  graph_bar_free(&bar);
  if (status != PL_OK) {
    fprintf(stderr, "pliant bench graph: %s\n", pl_last_error());
    return EXIT_FAILED;
  }
  if (options->json) printf("\n]}\n");
  return EXIT_OK;
}
