/* SPDX-License-Identifier: MIT
   pliant bench cage: Table 1 of Martin et al. beside ours, and where the time goes. */
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bench/cage/bench_cage.h"
#include "clock.h"
#include "command.h"
#include "model/cage/cage.h"
#include "world/world.h"

static const char help[] =
    "Times the cage model on one thread: Table 1 of the paper (Core2 Duo, 2.4 GHz) beside ours with static drags; "
    "cost\n"
    "over quadrature points; the matrix beside DSYRK; vertices that follow. Processor time, best of many.\n"
    "\n"
    "  pliant bench cage --paper\n"
    "\n"
    "Usage: pliant bench cage [options]\n"
    "      --paper    all of it; without, only Table 1\n"
    "      --json     Table 1 for programs\n"
    "  -h, --help\n";

/* Table 1; cages are given to the body ready made, as the paper draws them by hand. */
static const struct row {
  const char *name;
  pl_character who;
  uint32_t vertices, points;
  double set_up, step; /* ms, theirs */
} rows[] = {{"Animation (fig. 3)", PL_CHARACTER_BEAR, 56, 200, 3132, 529},
            {"Goblin (fig. 5)", PL_CHARACTER_BEAR, 56, 200, 3236, 503},
            {"Dragon (fig. 1)", PL_CHARACTER_DINO, 52, 300, 4615, 653},
            {"Armadillo (fig. 6)", PL_CHARACTER_ARMADILLO, 53, 300, 4451, 784}};
enum { ROWS = sizeof rows / sizeof *rows };

typedef struct timing {
  size_t unknowns, points;
  double set_up, frozen, full, drag, drag_worst; /* ms */
} timing;

/* A vertex is dragged a little further in each frame, another stays; each frame takes at most three solves. */
static pl_status time_drag(const cage_bench *b, double *mean, double *worst)
{
  enum { FRAMES = 30 };
  pl_mesh_data rest = pl_body_rest(b->body);
  size_t top = 0, low = 0;
  for (size_t i = 0; i < rest.vertex_count; i++) {
    if (rest.positions[3 * i + 1] > rest.positions[3 * top + 1]) top = i;
    if (rest.positions[3 * i + 1] < rest.positions[3 * low + 1]) low = i;
  }
  pl_handle handles[2] = {{.particle = (uint32_t)top}, {.particle = (uint32_t)low}};
  for (size_t c = 0; c < 3; c++) {
    handles[0].target[c] = rest.positions[3 * top + c];
    handles[1].target[c] = rest.positions[3 * low + c];
  }
  pl_statics_def def = pl_default_statics_def();
  def.handles = handles;
  def.handle_count = 2;
  def.tolerance = 1e-3;
  def.iterations = 3; /* the shape follows while the hand moves on */
  *mean = *worst = 0;
  pl_status status = pl_body_settle(b->body, &def, NULL);
  for (int frame = 0; status == PL_OK && frame < FRAMES; frame++) {
    handles[0].target[0] += 0.01;
    double start = bench_clock(true);
    status = pl_body_settle(b->body, &def, NULL);
    double milliseconds = 1e3 * (bench_clock(true) - start);
    *mean += milliseconds / FRAMES;
    *worst = fmax(*worst, milliseconds);
  }
  return status;
}

static pl_status measure(const pl_mesh *mesh, const pl_mesh *cage, uint32_t points, timing *out)
{
  *out = (timing){.set_up = INFINITY, .frozen = INFINITY, .full = INFINITY};
  pl_status status = PL_OK;
  for (int round = 0; status == PL_OK && round < 4; round++) {
    bool full = round % 2 == 1;
    cage_bench b;
    double step;
    status = cage_bench_make(mesh, cage, points, full ? PL_NORMALS_FULL : PL_NORMALS_FROZEN, &b);
    out->set_up = fmin(out->set_up, b.set_up);
    if (status == PL_OK) status = cage_bench_steps(&b, 50, &step);
    if (status == PL_OK) {
      double *best = full ? &out->full : &out->frozen;
      *best = fmin(*best, step);
      const pl_cage *made = b.body->view.data;
      out->unknowns = made->nodes.unknowns;
      out->points = made->point_count;
      if (round == 3) status = time_drag(&b, &out->drag, &out->drag_worst);
    }
    pl_world_destroy(b.world);
  }
  return status;
}

static pl_status measure_row(const struct row *row, timing *out)
{
  pl_mesh *mesh = NULL, *cage = NULL;
  pl_status status = pl_make_character(row->who, 1, 6000, &mesh);
  if (status == PL_OK) status = cage_bench_cage(mesh, row->vertices, &cage);
  if (status == PL_OK) status = measure(mesh, cage, row->points, out);
  pl_mesh_destroy(mesh);
  pl_mesh_destroy(cage);
  return status;
}

static void print_row(const struct row *row, const timing *t, bool json, bool last)
{
  if (json) {
    printf("  {\"scene\": \"%s\", \"unknowns\": %zu, \"points\": %zu, \"set_up_ms\": %.3f, \"paper_set_up_ms\": %g,\n"
           "   \"frozen_ms\": %.3f, \"full_ms\": %.3f, \"paper_step_ms\": %g, \"drag_ms\": %.3f, \"drag_worst_ms\": "
           "%.3f}%s\n",
           row->name, t->unknowns, t->points, t->set_up, row->set_up, t->frozen, t->full, row->step, t->drag,
           t->drag_worst, last ? "" : ",");
    return;
  }
  printf("%-19s %4zu %4zu | %6.0f %7.1f  1/%-4.0f | %5.0f %7.3f  1/%-5.0f %7.3f  1/%-5.0f | %6.2f %6.2f\n", row->name,
         t->unknowns, t->points, row->set_up, t->set_up, row->set_up / t->set_up, row->step, t->frozen,
         row->step / t->frozen, t->full, row->step / t->full, t->drag, t->drag_worst);
}

static pl_status paper_table(bool json)
{
  if (json)
    printf("{\"table\": [\n");
  else
    printf("Martin et al., Table 1 (Core2 Duo, 2.4 GHz) beside one thread here; ms. The embedded surface has 6000 "
           "vertices.\n\n"
           "                    DOFs    Q |  set-up    ours        |  step  frozen            full            | drag: "
           "mean "
           "worst\n");
  for (size_t r = 0; r < ROWS; r++) {
    timing t;
    pl_status status = measure_row(&rows[r], &t);
    if (status != PL_OK) return status;
    print_row(&rows[r], &t, json, r + 1 == ROWS);
  }
  printf(json ? "]}\n"
              : "\nset-up: the cage given, coordinates of surface and quadrature, constant sums. drag: a frame of at "
                "most 3 solves.\n");
  return PL_OK;
}

int bench_cage(int argc, char **argv)
{
  enum { PAPER = 256, JSON };
  static const struct option options[] = {{"paper", no_argument, NULL, PAPER},
                                          {"json", no_argument, NULL, JSON},
                                          {"help", no_argument, NULL, 'h'},
                                          {NULL, 0, NULL, 0}};
  bool paper = false, json = false;
  for (int c; (c = getopt_long(argc, argv, "h", options, NULL)) != -1;) {
    if (c == 'h') {
      fputs(help, stdout);
      return EXIT_OK;
    }
    if (c == '?') {
      fprintf(stderr, "`pliant bench cage --help` shows how\n");
      return EXIT_USAGE;
    }
    paper = paper || c == PAPER;
    json = json || c == JSON;
  }
  pl_status status = paper_table(json);
  if (status == PL_OK && paper && !json) status = cage_bench_numbers();
  if (status != PL_OK) fprintf(stderr, "pliant bench cage: %s\n", pl_last_error());
  return status == PL_OK ? EXIT_OK : EXIT_FAILED;
}
