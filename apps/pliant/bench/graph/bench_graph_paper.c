/* SPDX-License-Identifier: MIT
   pliant bench graph --paper: Table 1 and the timings of sect. 5 of Huang et al., ours beside theirs. Only the paper's
   own figures are written here; everything else is measured. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/isa.h"
#include "base/memory.h"
#include "base/status.h"
#include "bench/graph/bench_graph.h"
#include "bench/graph/bench_graph_models.h"
#include "bench/graph/bench_graph_paper.h"
#include "command.h"
#include "pliant/subspace.h"

typedef enum paper_basis { BASIS_FULL, BASIS_SAMPLES, BASIS_MODES } paper_basis;

typedef struct paper_row {
  const char *figure;
  paper_model model;
  bool said; /* the paper says which model it is */
  paper_basis basis;
  size_t size, samples;
  double active; /* of all nodes; 0: all */
  double ms;
  enum { PLAIN, LAPLACIAN, EDGES, PLASTIC } kind;
} paper_row;

static const paper_row rows[] = {
    {"1", PAPER_BAR, true, BASIS_FULL, 0, 0, 0, 33, PLAIN},
    {"2b", PAPER_TWEETY, true, BASIS_FULL, 0, 0, 0, 90, LAPLACIAN},
    {"2c", PAPER_TWEETY, true, BASIS_FULL, 0, 0, 0, 46, EDGES},
    {"3", PAPER_SANTA, true, BASIS_FULL, 0, 0, 0, 60, PLASTIC},
    {"4a", PAPER_BAR, true, BASIS_SAMPLES, 12, 4, 0, 18, PLAIN},
    {"4b", PAPER_GARGOYLE, true, BASIS_SAMPLES, 12, 4, 0, 95, PLAIN},
    {"5", PAPER_TORUS, false, BASIS_MODES, 8, 0, 0, 20, PLAIN},
    {"6c", PAPER_SANTA, false, BASIS_FULL, 0, 0, 0.04, 44, PLAIN},
    {"7a", PAPER_TORUS, false, BASIS_MODES, 10, 0, 0.04, 9.2, PLAIN},
    {"7b", PAPER_BAR, true, BASIS_SAMPLES, 12, 4, 0.10, 9.6, PLAIN},
    {"8", PAPER_GARGOYLE, false, BASIS_SAMPLES, 40, 14, 0.10, 76, PLAIN},
    {"9a", PAPER_PLANT, true, BASIS_FULL, 0, 0, 0, 19, PLAIN},
    {"9b", PAPER_GARGOYLE, true, BASIS_SAMPLES, 40, 14, 0.10, 76, PLAIN},
};

/* Steps of 5 ms before anything is timed: the bodies are well bent by then. */
enum { STEPS = 56 };

typedef struct row_result {
  size_t nodes, size; /* size: of the basis, 0 without */
  graph_times times;
  double full_step; /* s, of the same body with all its freedom and rotations */
  double active;    /* of all nodes, in the last step */
  double threshold, error;
} row_result;

/* ---- subspaces ---- */

/* Frames of a run in full dimension, as the paper's users gave samples. */
static pl_status components(const paper_row *row, graph_subject *full, double *basis, size_t *size)
{
  size_t n = 3 * full->body->count;
  double *samples = PL_NEW(double, row->samples *n);
  if (!samples) return PL_ERROR_MEMORY;
  pl_status status = PL_OK;
  for (size_t k = 0; k < row->samples && status == PL_OK; k++) {
    status = graph_subject_steps(full, STEPS / (int)row->samples);
    memcpy(samples + k * n, pl_body_positions(full->body), n * sizeof(double));
  }
  if (status == PL_OK)
    status = pl_subspace_components(full->body, samples, row->samples, row->size, false, basis, size);
  pl_release(samples);
  return status;
}

/* `full` has moved when this returns. */
static pl_status make_basis(const paper_row *row, graph_subject *full, double **basis, size_t *size)
{
  *basis = NULL;
  *size = 0;
  if (row->basis == BASIS_FULL) return graph_subject_steps(full, STEPS);
  *basis = PL_NEW(double, full->body->count *(row->size + PL_SUBSPACE_ROTATIONS));
  if (!*basis) return PL_ERROR_MEMORY;
  if (row->basis == BASIS_SAMPLES) return components(row, full, *basis, size);
  PL_TRY(pl_subspace_modes(full->body, row->size, false, *basis, size, NULL));
  return graph_subject_steps(full, STEPS);
}

/* ---- propagated rotations ---- */

/* How many nodes are active at the positions of `pose` with this threshold, of all. */
static pl_status active_share(graph_subject *s, const graph_subject *pose, double threshold, double *out)
{
  memcpy(s->rotation, pose->graph->rotation, (9 * s->body->count + 1) * sizeof(double));
  s->graph->rotations.threshold = threshold;
  size_t before = s->context.stats->rotations;
  PL_TRY(pl_graph_propagate(s->graph, pose->body->view.x, &s->context, s->rotation));
  *out = (double)(s->context.stats->rotations - before) / (double)s->body->count;
  return PL_OK;
}

/* The threshold that activates as many nodes as the paper tells, by bisection of its logarithm. */
static pl_status find_threshold(graph_subject *s, const graph_subject *pose, double wanted, double *out)
{
  double low = -12, high = 2;
  for (int k = 0; k < 24; k++) {
    double share, middle = 0.5 * (low + high);
    PL_TRY(active_share(s, pose, pow(10, middle), &share));
    *(share > wanted ? &low : &high) = middle;
  }
  *out = pow(10, high);
  s->graph->rotations.threshold = *out;
  return PL_OK;
}

/* ---- a row ---- */

static void apply_kind(const paper_row *row, pl_graph_def *def)
{
  if (row->kind == LAPLACIAN) {
    def->edge = 0;
    def->laplacian = 1;
    def->laplacian_weights = PL_LAPLACIAN_COTANGENT;
  } else if (row->kind == EDGES) {
    def->weights = PL_WEIGHTS_COTANGENT;
  } else if (row->kind == PLASTIC) {
    def->plasticity.rule = PL_PLASTIC_RATE;
  }
}

/* A body made as `def` says, moved as long as all the others, in the space of the basis. */
static pl_status make_subject(const pl_world_def *world, const pl_body_def *def, const double *basis, size_t size,
                              graph_subject *out)
{
  PL_TRY(graph_subject_make(world, def, out));
  return size ? pl_body_set_subspace(out->body, basis, size) : PL_OK;
}

/* With all rotations in `all`, which has moved; now with some of them. */
static pl_status run_adaptive(const paper_row *row, const pl_world_def *world, const pl_body_def *plain,
                              const double *basis, size_t size, graph_subject *all, graph_subject *some,
                              row_result *out)
{
  pl_body_def def = *plain;
  def.graph.rotations.mode = PL_ROTATIONS_PROPAGATED;
  PL_TRY(make_subject(world, &def, basis, size, some));
  PL_TRY(find_threshold(some, all, row->active, &out->threshold));
  PL_TRY(graph_subject_steps(some, STEPS));
  out->error = graph_subject_distance(some, all);
  out->active = (double)pl_world_stats(some->world).rotations / (double)some->body->count;
  return PL_OK;
}

static pl_status run_subjects(const paper_row *row, const pl_world_def *world, const pl_body_def *def, double seconds,
                              graph_subject subjects[3], double **basis, row_result *out)
{
  graph_subject *full = &subjects[0], *all = &subjects[1], *some = &subjects[2], *timed = all;
  PL_TRY(graph_subject_make(world, def, full));
  PL_TRY(make_basis(row, full, basis, &out->size));
  PL_TRY(make_subject(world, def, *basis, out->size, all));
  PL_TRY(graph_subject_steps(all, STEPS));
  out->nodes = all->body->count;
  out->active = 1;
  if (row->active > 0) {
    PL_TRY(run_adaptive(row, world, def, *basis, out->size, all, some, out));
    timed = some;
  }
  PL_TRY(graph_subject_time(timed, seconds, &out->times));
  graph_times times;
  PL_TRY(graph_subject_time(full, seconds, &times));
  out->full_step = times.step;
  return PL_OK;
}

static pl_status run_row(const paper_row *row, const graph_bench_options *options, row_result *out)
{
  paper_body body;
  PL_TRY(paper_body_make(row->model, &body));
  apply_kind(row, &body.def.graph);
  pl_world_def world = pl_default_world_def();
  world.substeps = 1; /* as papers have it */
  world.threads = options->threads;
  graph_subject subjects[3] = {0};
  double *basis = NULL;
  pl_status status = run_subjects(row, &world, &body.def, options->seconds, subjects, &basis, out);
  for (int k = 0; k < 3; k++) graph_subject_free(&subjects[k]);
  pl_release(basis);
  paper_body_free(&body);
  return status;
}

/* ---- printing ---- */

static void print_header(const graph_bench_options *options)
{
  if (options->json)
    printf("{\"isa\": \"%s\", \"threads\": %d, \"rows\": [", pl_isa_name(pl_isa_best()), options->threads);
  else
    printf("Huang et al., Table 1 (3.06 GHz Xeon), and ours: %s, threads %d, h = %g ms; ms, best of many\n\n"
           "%-4s %-23s %6s %6s %5s %14s %9s | %9s %6s %6s %6s %6s %6s %6s %6s %9s %8s\n",
           pl_isa_name(pl_isa_best()), options->threads, 1e3 * pl_default_world_def().step, "fig", "model", "theirs",
           "nodes", "basis", "active theirs", "ours", "theirs ms", "ours", "ratio", "rot", "rhs", "solve", "flow",
           "/parts", "threshold", "error");
}

static void print_json(const paper_row *row, const row_result *r, bool first)
{
  printf("%s\n{\"figure\": \"%s\", \"model\": \"%s\", \"model_said\": %s, \"paper_nodes\": %zu, \"paper_ms\": %g, "
         "\"paper_basis\": %zu, \"paper_active\": %g",
         first ? "" : ",", row->figure, paper_model_name(row->model), row->said ? "true" : "false",
         paper_model_nodes(row->model), row->ms, row->size, row->active > 0 ? row->active : 1);
  printf(", \"nodes\": %zu, \"basis\": %zu, \"active\": %g, \"step_ms\": %g, \"ratio\": %g, \"rotations_ms\": %g, "
         "\"rhs_ms\": %g, \"solve_ms\": %g, \"flow_ms\": %g, \"step_over_parts\": %g, \"full_step_ms\": %g",
         r->nodes, r->size, r->active, 1e3 * r->times.step, row->ms / (1e3 * r->times.step), 1e3 * r->times.rotations,
         1e3 * r->times.rhs, 1e3 * r->times.solve, 1e3 * r->times.flow, r->times.step / graph_parts(&r->times),
         1e3 * r->full_step);
  if (row->active > 0) printf(", \"threshold\": %g, \"error\": %g", r->threshold, r->error);
  printf("}");
}

static void print_row(const paper_row *row, const row_result *r)
{
  printf("%-4s %-22s%c %6zu ", row->figure, paper_model_name(row->model), row->said ? ' ' : '?',
         paper_model_nodes(row->model));
  char basis[24] = "full";
  if (r->size) snprintf(basis, sizeof basis, "%zu", r->size);
  printf("%6zu %5s %12.0f %% %7.1f %% | %9.1f %6.2f %6.1f %6.3f %6.3f %6.3f %6.3f %6.2f", r->nodes, basis,
         100 * (row->active > 0 ? row->active : 1), 100 * r->active, row->ms, 1e3 * r->times.step,
         row->ms / (1e3 * r->times.step), 1e3 * r->times.rotations, 1e3 * r->times.rhs, 1e3 * r->times.solve,
         1e3 * r->times.flow, r->times.step / graph_parts(&r->times));
  if (row->active > 0) printf(" %9.1e %6.1f %%", r->threshold, 100 * r->error);
  if (r->size || row->active > 0)
    printf("%s full step %.2f, %.1fx", row->active > 0 ? " " : "                   ", 1e3 * r->full_step,
           r->full_step / r->times.step);
  printf("\n");
}

static void print_legend(void)
{
  printf(
      "\n?: the paper does not say which model; this one is a guess. ratio: theirs over ours. rot, rhs, solve: the\n"
      "parts of our step run alone (rotations with covariances, elastic forces, solve in three coordinates; in a\n"
      "subspace with all rotations the first two are one pass), flow: plastic flow; /parts: step over their sum. "
      "Propagated\n"
      "rotations use eq. (8) with the threshold that activates about as many nodes as theirs in the pose after %d\n"
      "steps; error: farthest node from the same run with all rotations, of the body's size. full step: the same body\n"
      "in full dimension with all rotations, and how much faster the row is.\n",
      STEPS);
}

int bench_graph_paper(const graph_bench_options *options)
{
  print_header(options);
  bool first = true;
  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
    const paper_row *row = &rows[k];
    if (options->row && strcmp(options->row, row->figure) != 0) continue;
    row_result result = {0};
    if (run_row(row, options, &result) != PL_OK) {
      fprintf(stderr, "pliant bench graph: figure %s: %s\n", row->figure, pl_last_error());
      return EXIT_FAILED;
    }
    if (options->json)
      print_json(row, &result, first);
    else
      print_row(row, &result);
    fflush(stdout);
    first = false;
  }
  bool traversal = !options->row || strcmp(options->row, "sect5") == 0;
  if (first && !traversal) {
    fprintf(stderr,
            "pliant bench graph: no row for figure '%s': 1, 2b, 2c, 3, 4a, 4b, 5, 6c, 7a, 7b, 8, 9a, 9b, sect5\n",
            options->row);
    return EXIT_USAGE;
  }
  if (!options->json) print_legend();
  if (options->json) printf("\n]");
  int code = traversal ? bench_graph_traversal(options) : EXIT_OK;
  if (options->json) printf("}\n");
  return code;
}
