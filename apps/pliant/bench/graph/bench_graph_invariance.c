/* SPDX-License-Identifier: MIT
   pliant bench graph --invariance: a clamped bar must hang the same way whatever its resolution, time step and size.
   Sags are those at rest: with heavy drag (6/s) for 4 s, which takes a motion of 2 Hz to e^-12 of itself, and on until
   half a second changes no more than a thousandth. Rotations that lag behind in stiff bodies at large steps make that
   long: it is printed. */
#include <math.h>
#include <stdio.h>

#include "base/status.h"
#include "bench/graph/bench_graph.h"
#include "command.h"

typedef struct cantilever {
  uint32_t cells; /* along the height of 0.2 m; five times as many along the length of 1 m */
  int neighbours;
  pl_graph_weights weights;
  double h; /* s */
  int iterations;
  double scale; /* of all lengths, with modulus and time to match */
} cantilever;

typedef struct sag {
  size_t nodes;
  double end;     /* mean sag of the free end, in lengths of the bar */
  double late;    /* how far it moved in half a second near the end, of that */
  double settled; /* s until then, at the size of a metre */
} sag;

static double sag_of(const graph_subject *s, size_t face, double scale)
{
  const double *x = pl_body_positions(s->body), *rest = pl_body_rest(s->body).positions;
  double sum = 0;
  for (size_t i = s->body->count - face; i < s->body->count; i++) sum += rest[3 * i + 1] - x[3 * i + 1];
  return sum / ((double)face * scale);
}

/* quick: a second of it, wherever that is. */
static pl_status hang(graph_subject *s, const cantilever *c, size_t face, bool quick, sag *out)
{
  static const double piece = 0.5, still = 1e-3; /* s, and of the sag */
  const double least = quick ? 1 : 4, most = quick ? 1 : 20;
  *out = (sag){.nodes = s->body->count};
  double change = INFINITY;
  do {
    double before = out->end, last = change;
    PL_TRY(graph_subject_steps(s, (int)lround(piece / c->h)));
    out->settled += piece;
    out->end = sag_of(s, face, c->scale);
    change = fabs(out->end - before) / out->end;
    out->late = fmax(change, last); /* of two pieces: one may have caught a turning point */
  } while (out->settled < least || (out->late > still && out->settled < most));
  return PL_OK;
}

static pl_status measure(const cantilever *c, const graph_bench_options *options, sag *out)
{
  double time = sqrt(c->scale);
  pl_world_def world = pl_default_world_def();
  world.substeps = 1; /* as papers have it */
  world.step = c->h * time;
  world.threads = options->threads;
  uint32_t side = c->cells + 1, counts[3] = {5 * c->cells + 1, side, side};
  graph_bar bar;
  pl_body_def def;
  PL_TRY(graph_bar_make(counts, 0.2 / c->cells * c->scale, c->neighbours, &bar, &def));
  def.graph.youngs_modulus = 4e6 * c->scale;
  def.graph.damping_mass = 6 / time;
  def.graph.precision = PL_PRECISION_DOUBLE;
  def.graph.iterations = c->iterations;
  def.graph.weights = c->weights;
  graph_subject s;
  pl_status status = graph_subject_make(&world, &def, &s);
  if (status == PL_OK) status = hang(&s, c, bar.face_count, options->quick, out);
  graph_subject_free(&s);
  graph_bar_free(&bar);
  return status;
}

/* ---- the sheet ---- */

/* Bars that should hang alike. */
typedef struct sheet {
  const char *name, *what;
  double tolerance; /* (largest - smallest) / largest */
  cantilever bars[4];
  size_t count;
  bool promised; /* uniform weights, bars of few cells and the single iteration of the paper promise nothing */
} sheet;

static void print_sheet(const sheet *of, const sag *sags, bool json, bool first)
{
  double least = INFINITY, most = 0;
  for (size_t k = 0; k < of->count; k++) {
    least = fmin(least, sags[k].end);
    most = fmax(most, sags[k].end);
  }
  double spread = (most - least) / most;
  bool holds = spread <= of->tolerance;
  if (json) {
    printf(
        "%s\n{\"name\": \"%s\", \"over\": \"%s\", \"tolerance\": %g, \"promised\": %s, \"spread\": %g, \"holds\": %s, "
        "\"bars\": [",
        first ? "" : ",", of->name, of->what, of->tolerance, of->promised ? "true" : "false", spread,
        holds ? "true" : "false");
    for (size_t k = 0; k < of->count; k++)
      printf("%s{\"nodes\": %zu, \"h\": %g, \"iterations\": %d, \"scale\": %g, \"sag\": %.12g, \"settled\": %g, "
             "\"late\": %g}",
             k ? ", " : "", sags[k].nodes, of->bars[k].h, of->bars[k].iterations, of->bars[k].scale, sags[k].end,
             sags[k].settled, sags[k].late);
    printf("]}");
  } else {
    printf("%s\n", of->name);
    for (size_t k = 0; k < of->count; k++)
      printf("  %6zu nodes, h %5.1f ms, %2d iterations, size %6g: sag %.5f of the length after %4.1f s, %.0e of it in "
             "the last 0.5 s\n",
             sags[k].nodes, 1e3 * of->bars[k].h * sqrt(of->bars[k].scale), of->bars[k].iterations, of->bars[k].scale,
             sags[k].end, sags[k].settled, sags[k].late);
    printf("  spread over %s %.3g %%, tolerance %g %%: %s\n\n", of->what, 100 * spread, 100 * of->tolerance,
           holds          ? "holds"
           : of->promised ? "DOES NOT HOLD"
                          : "does not hold, and nobody says it should");
  }
  fflush(stdout);
}

static pl_status run_sheet(const sheet *of, const graph_bench_options *options, bool first)
{
  sag sags[4];
  for (size_t k = 0; k < of->count; k++) PL_TRY(measure(&of->bars[k], options, &sags[k]));
  print_sheet(of, sags, options->json, first);
  return PL_OK;
}

/* Bars of the paper's resolution and two finer: 3,321, 6,171 and 12,936 nodes. */
static sheet resolutions(const char *name, int neighbours, pl_graph_weights weights, bool quick)
{
  static const uint32_t cells[2][3] = {{8, 10, 13}, {3, 4, 5}};
  sheet made = {.name = name,
                .what = "resolution",
                .tolerance = 0.05,
                .count = 3,
                .promised = weights == PL_WEIGHTS_SHARE && !quick};
  for (size_t k = 0; k < 3; k++) made.bars[k] = (cantilever){cells[quick][k], neighbours, weights, 0.01, 4, 1};
  return made;
}

/* From h/4 to 4 h around 10 ms. */
static sheet time_steps(const char *name, int iterations, double tolerance, bool promised)
{
  sheet made = {.name = name, .what = "time step", .tolerance = tolerance, .count = 4, .promised = promised};
  static const double steps[4] = {0.0025, 0.01, 0.02, 0.04};
  for (size_t k = 0; k < 4; k++) made.bars[k] = (cantilever){4, 26, PL_WEIGHTS_SHARE, steps[k], iterations, 1};
  return made;
}

static sheet sizes(void)
{
  sheet made = {.name = "size, 1 mm to 1 km", .what = "size", .tolerance = 1e-6, .count = 3, .promised = true};
  static const double scales[3] = {1e-3, 1, 1e3};
  for (size_t k = 0; k < 3; k++) made.bars[k] = (cantilever){4, 26, PL_WEIGHTS_SHARE, 0.01, 4, scales[k]};
  return made;
}

int bench_graph_invariance(const graph_bench_options *options)
{
  const sheet sheets[] = {
      resolutions("resolution, 26 neighbours, weights by cell share", 26, PL_WEIGHTS_SHARE, options->quick),
      resolutions("resolution, 6 neighbours, weights by cell share", 6, PL_WEIGHTS_SHARE, options->quick),
      resolutions("resolution, 26 neighbours, uniform weights", 26, PL_WEIGHTS_UNIFORM, options->quick),
      time_steps("time step, 1 iteration as in the paper", 1, 0.05, false),
      time_steps("time step, 4 iterations", 4, 0.05, false),
      time_steps("time step, 16 iterations", 16, 0.01, !options->quick),
      sizes(),
  };
  if (options->json)
    printf("{\"sheets\": [");
  else
    printf(
        "A bar of 1 x 0.2 x 0.2 m, clamped at one end, E = 4 MPa, in double precision, at rest under its weight\n\n");
  for (size_t k = 0; k < sizeof sheets / sizeof *sheets; k++)
    if (run_sheet(&sheets[k], options, k == 0) != PL_OK) {
      fprintf(stderr, "pliant bench graph: %s: %s\n", sheets[k].name, pl_last_error());
      return EXIT_FAILED;
    }
  if (options->json) printf("\n]}\n");
  return EXIT_OK;
}
