/* SPDX-License-Identifier: MIT
   One body of every model lands on a floor and rests there: what contact costs beside the body's own elastic step. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "bench/contact/bench_contact.h"
#include "clock.h"
#include "pliant/make.h"
#include "pliant/subspace.h"
#include "pliant/volume_graph.h"

typedef struct lander {
  const char *name;
  pl_model_kind model;
  bool is_ball;    /* else a bear */
  uint32_t size;   /* vertices that a cage or hexahedra carry; nodes of a graph */
  uint32_t nodes;  /* of the cage, or of the hexahedra */
  size_t modes;    /* of a graph's subspace; 0: none */
  bool keeps;      /* its volume */
  double step;     /* s */
  double asked_ms; /* at most so much contact, where the plan says so; 0: only the ratio */
} lander;

static const lander landers[] = {
    {"cage 1k", PL_MODEL_CAGE, false, 1000, 56, 0, true, 1.0 / 60, 0},
    {"cage 8k", PL_MODEL_CAGE, false, 7949, 56, 0, true, 1.0 / 60, 1.4},
    {"cage 8k 1/240", PL_MODEL_CAGE, false, 7949, 56, 0, true, 1.0 / 240, 1.1},
    {"cage 20k", PL_MODEL_CAGE, false, 19931, 56, 0, true, 1.0 / 60, 3.9},
    {"cage 100k", PL_MODEL_CAGE, false, 100000, 56, 0, false, 1.0 / 60, 0},
    {"hex 642", PL_MODEL_HEX, true, 8, 500, 0, true, 1.0 / 60, 2.4},
    {"hex 642 1/240", PL_MODEL_HEX, true, 8, 500, 0, true, 1.0 / 240, 6.8},
    {"hex 6k", PL_MODEL_HEX, false, 6000, 1500, 0, false, 1.0 / 60, 0},
    {"subspace 3k", PL_MODEL_GRAPH, false, 3000, 0, 40, false, 1.0 / 60, 0},
    {"graph 3k", PL_MODEL_GRAPH, false, 3000, 0, 0, false, 1.0 / 60, 0},
    {"graph 10k", PL_MODEL_GRAPH, false, 10000, 0, 0, false, 1.0 / 60, 0},
    {"graph 34k", PL_MODEL_GRAPH, false, 34243, 0, 0, false, 1.0 / 60, 41},
    {"graph 34k 1/240", PL_MODEL_GRAPH, false, 34243, 0, 0, false, 1.0 / 240, 23},
};
enum { LANDERS = sizeof landers / sizeof *landers };

static const double asked_ratio = 2, fall = 0.05 /* m */;

/* Of steps that something touches in: medians. */
typedef struct floor_result {
  size_t particles, steps, touching;
  double contacts, passes, sweeps;
  double elasticity, contact, volume; /* s */
  double worst;                       /* s, of a whole step */
  size_t not_converged;
} floor_result;

static pl_status make_mesh(const lander *of, pl_mesh **out)
{
  if (of->is_ball) return pl_make_icosphere(0.5, of->size, out);
  if (of->model != PL_MODEL_GRAPH) return pl_make_character(PL_CHARACTER_BEAR, 1, of->size, out);
  pl_volume_graph_def def = pl_default_volume_graph_def();
  pl_mesh *surface = NULL;
  PL_TRY(pl_make_character(PL_CHARACTER_BEAR, 1, of->size < 4000 ? 1000 : of->size / 4, &surface));
  def.surface = surface;
  def.nodes = of->size;
  pl_status status = pl_make_volume_graph(&def, out, NULL);
  pl_mesh_destroy(surface);
  return status;
}

static pl_status enter_subspace(pl_body *body, size_t modes)
{
  size_t size = 0;
  double *basis = PL_NEW(double, pl_body_particle_count(body) * (modes + 4));
  pl_status status = basis ? pl_subspace_modes(body, modes, true, basis, &size, NULL) : PL_ERROR_MEMORY;
  if (status == PL_OK) status = pl_body_set_subspace(body, basis, size);
  pl_release(basis);
  return status;
}

static pl_status add_body(pl_world *world, const lander *of, const pl_mesh *mesh)
{
  pl_mesh_data data = pl_mesh_view(mesh);
  pl_body_def def = pl_default_body_def(of->model);
  double *positions = PL_NEW(double, 3 * data.vertex_count), least = INFINITY;
  if (!positions) return PL_ERROR_MEMORY;
  for (size_t i = 0; i < data.vertex_count; i++) least = fmin(least, data.positions[3 * i + 1]);
  for (size_t k = 0; k < 3 * data.vertex_count; k++) positions[k] = data.positions[k] + (k % 3 == 1 ? fall - least : 0);
  def.mesh = mesh;
  def.positions = positions;
  def.graph.youngs_modulus = def.cage.youngs_modulus = def.hex.youngs_modulus = 1e5;
  def.cage.vertices = of->model == PL_MODEL_CAGE ? of->nodes : def.cage.vertices;
  def.hex.nodes = of->model == PL_MODEL_HEX ? of->nodes : def.hex.nodes;
  if (of->keeps) def.volume.mode = PL_VOLUME_KEEP;
  pl_body *body = NULL;
  pl_status status = pl_body_create(world, &def, &body);
  if (status == PL_OK && of->modes) status = enter_subspace(body, of->modes);
  pl_release(positions);
  return status;
}

static pl_status make_world(const lander *of, int threads, pl_world **out)
{
  pl_world_def def = pl_default_world_def();
  def.threads = threads;
  def.step = of->step;
  def.sleep.speed = 0;
  def.substeps = 1; /* beside one elastic step */
  pl_mesh *mesh = NULL;
  pl_obstacle_def plane = pl_default_obstacle_def(PL_OBSTACLE_PLANE);
  pl_obstacle_id id;
  pl_status status = pl_world_create(&def, out);
  if (status == PL_OK) status = pl_obstacle_create(*out, &plane, &id);
  if (status == PL_OK) status = make_mesh(of, &mesh);
  if (status == PL_OK) status = add_body(*out, of, mesh);
  pl_mesh_destroy(mesh);
  return status;
}

static int by_size(const void *a, const void *b)
{
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static double median(double *values, size_t count)
{
  qsort(values, count, sizeof *values, by_size);
  return count ? values[count / 2] : 0;
}

enum { MOST_STEPS = 480, COLUMNS = 6 };

static pl_status watch(pl_world *world, size_t steps, floor_result *out, double (*columns)[MOST_STEPS])
{
  for (size_t k = 0; k < steps; k++) {
    double start = bench_clock(true);
    PL_TRY(pl_world_step(world));
    double spent = bench_clock(true) - start;
    pl_step_stats s = pl_world_stats(world);
    double all = 0;
    for (int stage = 0; stage < PL_STAGE_COUNT; stage++) all += s.seconds[stage];
    double share = all > 0 ? spent / all : 1; /* stages go by the wall clock, which others use, too */
    all *= share;
    if (k > 0) out->worst = fmax(out->worst, all);
    if (s.contact_count == 0) continue;
    out->not_converged += s.not_converged > 0;
    double row[COLUMNS] = {(double)s.contact_count,
                           s.contact_passes,
                           s.contact_sweeps,
                           share * s.seconds[PL_STAGE_ELASTICITY],
                           share * s.seconds[PL_STAGE_CONTACT],
                           share * (s.seconds[PL_STAGE_VOLUME] + s.seconds[PL_STAGE_FLUX])};
    for (int c = 0; c < COLUMNS; c++) columns[c][out->touching] = row[c];
    out->touching++;
  }
  return PL_OK;
}

static pl_status run_lander(const lander *of, const contact_bench_options *options, floor_result *out)
{
  pl_world *world = NULL;
  size_t steps = options->quick ? 12 : (size_t)lround(1.5 / of->step);
  double(*columns)[MOST_STEPS] = (double(*)[MOST_STEPS])PL_NEW(double, COLUMNS *MOST_STEPS);
  if (!columns) return PL_ERROR_MEMORY;
  *out = (floor_result){.steps = steps};
  pl_status status = make_world(of, options->threads, &world);
  if (status == PL_OK) {
    out->particles = pl_body_particle_count(pl_world_body_at(world, 0));
    status = watch(world, steps, out, columns);
  }
  double *medians[COLUMNS] = {&out->contacts,   &out->passes,  &out->sweeps,
                              &out->elasticity, &out->contact, &out->volume};
  for (int c = 0; c < COLUMNS; c++) *medians[c] = median(columns[c], out->touching);
  pl_world_destroy(world);
  pl_release(columns);
  return status;
}

static void print_lander(const lander *of, const floor_result *r, bool json, bool first)
{
  double ratio = r->elasticity > 0 ? r->contact / r->elasticity : 0;
  if (json) {
    printf("%s\n{\"name\": \"%s\", \"particles\": %zu, \"touching\": %zu, \"contacts\": %g, \"passes\": %g, "
           "\"sweeps\": %g, \"not_converged\": %zu, \"elasticity_ms\": %g, \"contact_ms\": %g, \"volume_ms\": %g, "
           "\"ratio\": %g, \"asked_ratio\": %g, \"asked_ms\": %g, \"worst_ms\": %g}",
           first ? "" : ",", of->name, r->particles, r->touching, r->contacts, r->passes, r->sweeps, r->not_converged,
           1e3 * r->elasticity, 1e3 * r->contact, 1e3 * r->volume, ratio, asked_ratio, of->asked_ms, 1e3 * r->worst);
  } else {
    char asked[16] = "";
    if (of->asked_ms > 0) snprintf(asked, sizeof asked, "%.1f", of->asked_ms);
    printf("%-16s %7zu %5.0f %4.1f %5.0f %3zu/%-3zu | %8.2f %8.2f %8.2f | %6.2f %4.1f %6s | %8.1f\n", of->name,
           r->particles, r->contacts, r->passes, r->sweeps, r->not_converged, r->touching, 1e3 * r->elasticity,
           1e3 * r->contact, 1e3 * r->volume, ratio, asked_ratio, asked, 1e3 * r->worst);
  }
  fflush(stdout);
}

bool contact_floor_has(const char *row)
{
  for (size_t k = 0; k < LANDERS; k++)
    if (strcmp(landers[k].name, row) == 0) return true;
  return false;
}

pl_status bench_contact_floor(const contact_bench_options *options)
{
  if (options->json)
    printf("\"floor\": [");
  else
    printf("Floor: one body lands and rests. Medians over steps with contacts: rows that push, passes, sweeps; steps "
           "with an\nunconverged solve; ms of elasticity, contact, volume; contact by elasticity, and what is asked of "
           "it and of its ms;\nthe dearest step\n\n%-16s %7s %5s %4s %5s %7s | %8s %8s %8s | %6s %4s %6s | %8s\n",
           "row", "size", "rows", "pass", "sweep", "missed", "elastic", "contact", "volume", "ratio", "<=", "<= ms",
           "worst");
  bool first = true;
  for (size_t k = 0; k < LANDERS; k++) {
    if (!contact_row_is_wanted(options, landers[k].name)) continue;
    if (options->quick && landers[k].size > 10000) continue; /* making it takes longer than what it shows */
    floor_result result;
    PL_TRY(run_lander(&landers[k], options, &result));
    print_lander(&landers[k], &result, options->json, first);
    first = false;
  }
  printf(options->json ? "\n]" : "\n");
  return PL_OK;
}
