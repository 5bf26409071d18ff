/* SPDX-License-Identifier: MIT
   pliant bench cage: Table 1 of Martin et al. beside ours, and where the time goes. One thread, best of many. */
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/timer.h"
#include "command.h"
#include "model/cage/cage.h"
#include "pliant/pliant.h"
#include "world/world.h"

static const char help[] =
    "Times the cage model on one thread: set-up, steps with frozen and full normals, static drags, the matrix.\n"
    "\n"
    "  pliant bench cage --paper\n"
    "\n"
    "Usage: pliant bench cage [options]\n"
    "      --paper    only Table 1 of the paper (Core2 Duo, 2.4 GHz) beside ours\n"
    "      --json     numbers for programs\n"
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
  size_t unknowns, points, particles;
  double set_up, frozen, full, drag, drag_worst; /* ms */
  double assemble[2], rate[2];                   /* of the rank-k updates, frozen and full: ms, GF/s counting n^2 k */
  double follow;                                 /* ms: particles of one step */
} timing;

typedef struct bench_body {
  pl_world *world;
  pl_body *body;
  double seconds; /* to make it */
} bench_body;

static pl_status make(const pl_mesh *mesh, const pl_mesh *cage, uint32_t points, pl_cage_normals normals,
                      bench_body *out)
{
  *out = (bench_body){0};
  pl_world_def world_def = pl_default_world_def();
  world_def.threads = 1;
  world_def.step = 0.005;
  pl_status status = pl_world_create(&world_def, &out->world);
  pl_body_def def = pl_default_body_def(PL_MODEL_CAGE);
  def.mesh = mesh;
  def.cage.mesh = cage;
  def.cage.points = points;
  def.cage.normals = normals;
  def.cage.youngs_modulus = 2e5;
  double start = pl_seconds();
  if (status == PL_OK) status = pl_body_create(out->world, &def, &out->body);
  out->seconds = pl_seconds() - start;
  return status;
}

static pl_status time_steps(const bench_body *b, int count, double *milliseconds)
{
  *milliseconds = INFINITY;
  for (int k = 0; k < count; k++) {
    double start = pl_seconds();
    pl_status status = pl_world_step(b->world);
    if (status != PL_OK) return status;
    *milliseconds = fmin(*milliseconds, 1e3 * (pl_seconds() - start));
  }
  return PL_OK;
}

static void time_assembly(const bench_body *b, double *milliseconds, double *rate)
{
  pl_model_context context = pl_world_context(b->world);
  pl_cage *cage = b->body->view.data;
  double work = 0;
  *milliseconds = INFINITY;
  for (int k = 0; k < 30; k++) {
    double start = pl_seconds();
    work = pl_cage_assemble(cage, 1, 1e-4, &context);
    *milliseconds = fmin(*milliseconds, 1e3 * (pl_seconds() - start));
  }
  *rate = work / (*milliseconds * 1e-3) * 1e-9;
}

/* A vertex is dragged a little further in each frame, another stays; each frame takes at most three solves. */
static pl_status time_drag(const bench_body *b, double *mean, double *worst)
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
    double start = pl_seconds();
    status = pl_body_settle(b->body, &def, NULL);
    double milliseconds = 1e3 * (pl_seconds() - start);
    *mean += milliseconds / FRAMES;
    *worst = fmax(*worst, milliseconds);
  }
  return status;
}

static pl_status measure(const pl_mesh *mesh, const pl_mesh *cage, uint32_t points, int steps, timing *out)
{
  *out = (timing){.set_up = INFINITY};
  pl_status status = PL_OK;
  for (int full = 0; status == PL_OK && full < 2; full++) {
    bench_body b;
    status = make(mesh, cage, points, full ? PL_NORMALS_FULL : PL_NORMALS_FROZEN, &b);
    out->set_up = fmin(out->set_up, 1e3 * b.seconds);
    if (status == PL_OK) status = time_steps(&b, steps, full ? &out->full : &out->frozen);
    if (status == PL_OK) {
      const pl_cage *made = b.body->view.data;
      out->unknowns = made->nodes.unknowns;
      out->points = made->point_count;
      out->particles = made->nodes.particles;
      time_assembly(&b, &out->assemble[full], &out->rate[full]);
      if (full) status = time_drag(&b, &out->drag, &out->drag_worst);
    }
    pl_world_destroy(b.world);
  }
  return status;
}

static pl_status cage_around(const pl_mesh *mesh, size_t vertices, pl_mesh **out)
{
  pl_cage_def def = pl_default_cage_def();
  def.mesh = mesh;
  def.vertices = vertices;
  return pl_make_cage(&def, out, NULL);
}

static pl_status measure_row(const struct row *row, timing *out)
{
  pl_mesh *mesh = NULL, *cage = NULL;
  pl_status status = pl_make_character(row->who, 1, 6000, &mesh);
  if (status == PL_OK) status = cage_around(mesh, row->vertices, &cage);
  if (status == PL_OK) status = measure(mesh, cage, row->points, 60, out);
  pl_mesh_destroy(mesh);
  pl_mesh_destroy(cage);
  return status;
}

static void print_row(const struct row *row, const timing *t, bool json, bool last)
{
  if (json) {
    printf("  {\"scene\": \"%s\", \"unknowns\": %zu, \"points\": %zu, \"set_up_ms\": %.3f, \"paper_set_up_ms\": %g,\n"
           "   \"frozen_ms\": %.3f, \"full_ms\": %.3f, \"paper_step_ms\": %g, \"drag_ms\": %.3f, \"drag_worst_ms\": "
           "%.3f,\n"
           "   \"assemble_frozen_gflops\": %.2f, \"assemble_full_gflops\": %.2f}%s\n",
           row->name, t->unknowns, t->points, t->set_up, row->set_up, t->frozen, t->full, row->step, t->drag,
           t->drag_worst, t->rate[0], t->rate[1], last ? "" : ",");
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

/* Cost per quadrature point, and the matrix' rate. */
static pl_status points_table(const pl_mesh *mesh, const pl_mesh *cage)
{
  printf("\nquadrature points:   frozen ms  full ms   rank-k updates, n^2 k: frozen, full GF/s\n");
  for (uint32_t points = 100; points <= 1600; points *= 2) {
    timing t;
    pl_status status = measure(mesh, cage, points, 20, &t);
    if (status != PL_OK) return status;
    printf("  %5zu              %9.3f %8.3f   %6.1f %6.1f\n", t.points, t.frozen, t.full, t.rate[0], t.rate[1]);
  }
  return PL_OK;
}

static pl_status follow_table(void)
{
  pl_mesh *mesh = NULL, *cage = NULL;
  bench_body b = {0};
  pl_status status = pl_make_character(PL_CHARACTER_DINO, 1, 100000, &mesh);
  if (status == PL_OK) status = cage_around(mesh, 60, &cage);
  if (status == PL_OK) status = make(mesh, cage, 200, PL_NORMALS_FULL, &b);
  if (status == PL_OK) {
    pl_embedded *nodes = b.body->view.data;
    double place = INFINITY, both = INFINITY, step;
    for (int k = 0; k < 20; k++) {
      double start = pl_seconds();
      nodes->kind->place(nodes, NULL, b.body->view.x);
      double middle = pl_seconds();
      nodes->kind->follow(nodes, NULL, b.body->view.v, nodes->ahead_x);
      place = fmin(place, middle - start);
      both = fmin(both, pl_seconds() - middle);
    }
    status = time_steps(&b, 20, &step);
    printf("\n%zu vertices follow a cage of %zu: positions %.2f ms, with velocities %.2f ms; the whole step %.2f ms\n",
           nodes->particles, nodes->unknowns / 3, 1e3 * place, 1e3 * both, step);
  }
  pl_world_destroy(b.world);
  pl_mesh_destroy(mesh);
  pl_mesh_destroy(cage);
  return status;
}

static pl_status more_tables(void)
{
  pl_mesh *mesh = NULL, *cage = NULL;
  pl_status status = pl_make_character(PL_CHARACTER_BEAR, 1, 2000, &mesh);
  if (status == PL_OK) status = cage_around(mesh, 56, &cage);
  if (status == PL_OK) status = points_table(mesh, cage);
  pl_mesh_destroy(mesh);
  pl_mesh_destroy(cage);
  return status == PL_OK ? follow_table() : status;
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
  if (status == PL_OK && !paper && !json) status = more_tables();
  if (status != PL_OK) fprintf(stderr, "pliant bench cage: %s\n", pl_last_error());
  return status == PL_OK ? EXIT_OK : EXIT_FAILED;
}
