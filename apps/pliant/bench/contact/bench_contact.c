/* SPDX-License-Identifier: MIT
   pliant bench contact: what it costs that bodies touch, how well they keep out of each other, and when they come to
   rest. */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/isa.h"
#include "base/status.h"
#include "bench/contact/bench_contact.h"
#include "command.h"

static const char help[] =
    "Runs bodies that touch each other: when piles rest, what finding and solving cost beside elasticity, how cost "
    "grows.\n"
    "\n"
    "  pliant bench contact --rest\n"
    "\n"
    "Usage: pliant bench contact [options]\n"
    "      --rest        ten balls in a bowl and a tower of five boxes: time until rest, depths\n"
    "      --sleep       the same two: what a step costs asleep, beside awake\n"
    "      --scenes      the three scenes of Diziol et al., bodies side by side and heaped: stages, ratios, depths\n"
    "      --accept      what contact has to hold, at a step of 1/60 s: each bar with what was measured, pass or "
    "SHORT\n"
    "      --growth      heaps of 20 to 500 balls: time per body, and the exponent\n"
    "      --floor       one body of every model lands on a floor: contact beside its own elastic step\n"
    "                    (none of these: all but --accept and --floor)\n"
    "      --row NAME    only this pile or scene (pile, tower; armadillos, ducks, balls, heaped armadillos, …;\n"
    "                    20, 50, 100, 200, 500)\n"
    "      --self        bodies of the scenes also touch themselves\n"
    "      --threads N   1 by default; 0: one per core\n"
    "      --rounds N    run everything so often; of each step the fastest counts (default 2)\n"
    "      --limit S     stop a run after this many seconds and say so (default 120)\n"
    "      --step S      of --accept (default 1/60)\n"
    "      --json        for machines\n"
    "      --quick       less of everything\n"
    "  -h, --help\n"
    "\n"
    "Depths are those of vertices inside other bodies, by winding numbers and closest points, looked at every 20 "
    "steps;\n"
    "contact's own findings are not asked. Nobody sleeps in scenes and growth.\n";

typedef struct part {
  bool wanted;
  bool alone; /* only where it is asked for */
  pl_status (*run)(const contact_bench_options *options);
  bool (*has)(const char *row);
} part;

static int run_parts(const part *parts, size_t count, const contact_bench_options *options)
{
  bool first = true;
  if (options->json)
    printf("{\"isa\": \"%s\", \"threads\": %d", pl_isa_name(pl_isa_best()), options->threads);
  else
    printf("Contact: %s, threads %d, best of %d\n\n", pl_isa_name(pl_isa_best()), options->threads, options->rounds);
  for (size_t k = 0; k < count; k++) {
    if (!parts[k].wanted) continue;
    if (options->json)
      printf(",\n");
    else if (!first)
      printf("\n");
    first = false;
    if (parts[k].run(options) != PL_OK) {
      fprintf(stderr, "pliant bench contact: %s\n", pl_last_error());
      return EXIT_FAILED;
    }
  }
  if (options->json) printf("}\n");
  return EXIT_OK;
}

static bool read_whole(const char *text, int *out)
{
  char *end = NULL;
  *out = (int)strtol(text, &end, 10);
  return end != text && !*end;
}

/* Those that were asked for, or all that have the row. */
static bool choose_parts(part *parts, size_t count, const char *row)
{
  bool asked = false, any = false;
  for (size_t k = 0; k < count; k++) asked = asked || parts[k].wanted;
  for (size_t k = 0; k < count; k++) {
    parts[k].wanted = (parts[k].wanted || (!asked && !parts[k].alone)) && (!row || parts[k].has(row));
    any = any || parts[k].wanted;
  }
  return any;
}

int bench_contact(int argc, char **argv)
{
  enum { REST = 1, SLEEP, SCENES, GROWTH, ACCEPT, FLOOR, STEP, ROW, SELF, THREADS, ROUNDS, LIMIT, JSON, QUICK };
  static const struct option long_options[] = {{"rest", no_argument, NULL, REST},
                                               {"sleep", no_argument, NULL, SLEEP},
                                               {"scenes", no_argument, NULL, SCENES},
                                               {"growth", no_argument, NULL, GROWTH},
                                               {"accept", no_argument, NULL, ACCEPT},
                                               {"floor", no_argument, NULL, FLOOR},
                                               {"step", required_argument, NULL, STEP},
                                               {"row", required_argument, NULL, ROW},
                                               {"self", no_argument, NULL, SELF},
                                               {"threads", required_argument, NULL, THREADS},
                                               {"rounds", required_argument, NULL, ROUNDS},
                                               {"limit", required_argument, NULL, LIMIT},
                                               {"json", no_argument, NULL, JSON},
                                               {"quick", no_argument, NULL, QUICK},
                                               {"help", no_argument, NULL, 'h'},
                                               {NULL, 0, NULL, 0}};
  contact_bench_options options = {.threads = 1, .rounds = 2, .limit = 120, .step = 1.0 / 60};
  part parts[] = {{false, false, bench_contact_rest, contact_rest_has},
                  {false, false, bench_contact_sleep, contact_sleep_has},
                  {false, false, bench_contact_scenes, contact_scenes_has},
                  {false, false, bench_contact_growth, contact_growth_has},
                  {false, true, bench_contact_accept, contact_accept_has},
                  {false, true, bench_contact_floor, contact_floor_has}};
  enum { PARTS = sizeof parts / sizeof *parts };
  bool right = true;
  char *end = NULL;
  for (int option; (option = getopt_long(argc, argv, "h", long_options, NULL)) != -1;) {
    switch (option) {
    case REST:
    case SLEEP:
    case SCENES:
    case GROWTH:
    case ACCEPT:
    case FLOOR: parts[option - REST].wanted = true; break;
    case STEP:
      options.step = strtod(optarg, &end);
      right = right && end != optarg && !*end && options.step > 0 && options.step <= 0.1;
      break;
    case ROW: options.row = optarg; break;
    case SELF: options.self = true; break;
    case THREADS: right = read_whole(optarg, &options.threads) && right; break;
    case ROUNDS: right = read_whole(optarg, &options.rounds) && right; break;
    case LIMIT:
      options.limit = strtod(optarg, &end);
      right = right && end != optarg && !*end;
      break;
    case JSON: options.json = true; break;
    case QUICK: options.quick = true; break;
    case 'h': fputs(help, stdout); return EXIT_OK;
    default: fprintf(stderr, "`pliant bench contact --help` shows how\n"); return EXIT_USAGE;
    }
  }
  if (!right || optind < argc || options.threads < 0 || options.threads > 64 || options.rounds < 1 ||
      options.rounds > 100 || !(options.limit > 0 && options.limit < 1e6)) {
    fprintf(stderr, "pliant bench contact: --threads takes 0 to 64, --rounds 1 to 100, --limit a positive number, and "
                    "nothing else is taken; `pliant bench contact --help` shows how\n");
    return EXIT_USAGE;
  }
  if (!choose_parts(parts, PARTS, options.row)) {
    fprintf(stderr, "pliant bench contact: no row '%s'; `pliant bench contact --help` tells of some\n", options.row);
    return EXIT_USAGE;
  }
  return run_parts(parts, PARTS, &options);
}
