/* SPDX-License-Identifier: MIT
   pliant bench continuum --matter: what the laws of matter take beside the elastic step of the same body: creep and
   yield of its fibres, and conduction of heat; and what a cut takes beside a new factor of all of its matrix. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/isa.h"
#include "bench/continuum/bench_continuum.h"
#include "clock.h"
#include "command.h"
#include "world/step/stages.h"

typedef enum matter_kind { FLOWS, CONDUCTS, BREAKS } matter_kind;

typedef struct matter_row {
  const char *what;
  matter_kind kind;
  pl_model_kind model;
  uint32_t counts[3]; /* nodes */
  double bar;         /* the part of the elastic step, or of a new factor, that it may take */
} matter_row;

static const matter_row rows[] = {
    {"creep and yield", FLOWS, PL_MODEL_CONTINUUM, {30, 30, 0}, 0.25},
    {"creep and yield", FLOWS, PL_MODEL_CONTINUUM, {16, 16, 4}, 0.25},
    {"creep and yield", FLOWS, PL_MODEL_GRAPH, {16, 16, 4}, 0.25},
    {"creep and yield", FLOWS, PL_MODEL_HEX, {16, 16, 4}, 0.25},
    {"heat", CONDUCTS, PL_MODEL_CONTINUUM, {17, 17, 5}, 0.1},
    {"heat", CONDUCTS, PL_MODEL_GRAPH, {17, 17, 5}, 0.1},
    {"heat", CONDUCTS, PL_MODEL_HEX, {17, 17, 5}, 0.1},
    {"a cut", BREAKS, PL_MODEL_GRAPH, {16, 16, 4}, 0.5},
    {"a cut", BREAKS, PL_MODEL_GRAPH, {41, 9, 9}, 0.5},
    {"a cut", BREAKS, PL_MODEL_HYBRID, {16, 16, 4}, 0.5},
    {"a cut", BREAKS, PL_MODEL_HYBRID, {180, 127, 0}, 0.5},
};

typedef struct matter_times {
  double elastic, matter; /* s, medians */
} matter_times;

static pl_body_def body_of(const matter_row *row, const pl_mesh *mesh)
{
  pl_body_def def = pl_default_body_def(row->model);
  def.mesh = mesh;
  def.thickness = row->counts[2] ? 0 : 0.01;
  def.density = 1000;
  def.hex.cells[0] = row->counts[0] - 1;
  def.hex.cells[1] = row->counts[1] - 1;
  def.hex.cells[2] = row->counts[2] ? row->counts[2] - 1 : 0;
  for (int k = 0; k < 3; k++) {
    def.continuum.stretch[k].value = def.continuum.shear[k].value = 100;
    def.continuum.bend[k].value = 1e-3;
  }
  def.graph.youngs_modulus = def.hex.youngs_modulus = 1e5;
  if (row->kind == FLOWS) { /* every unit that there is */
    def.inelastic.relaxation_time = 5;
    def.inelastic.delayed = 0.5;
    def.inelastic.yield = 0.01;
    def.inelastic.hardening = 0.5;
  } else if (row->kind == CONDUCTS) {
    def.heat.conducts = true;
  } else {
    def.fracture.strain = 1e3; /* only what is cut breaks */
    def.hybrid.stretch.value = 1e5;
    def.graph.precision = PL_PRECISION_DOUBLE;
  }
  return def;
}

/* One side is hot. */
static pl_status warm(pl_body *body, double spacing)
{
  double temperature[4096];
  size_t n = pl_body_particle_count(body);
  for (size_t i = 0; i < n && i < 4096; i++)
    temperature[i] = 300 + 100 * (pl_body_positions(body)[3 * i] < 2 * spacing ? 1 : 0);
  return pl_body_set_temperatures(body, temperature);
}

static pl_status time_heat(pl_world *world)
{
  pl_heat *heat = world->bodies[0]->heat;
  pl_heat_step step = {.bodies = &heat, .count = 1, .h = world->h, .time = world->clock.time};
  pl_model_context context = pl_world_context(world);
  return pl_heat_advance(&step, &world->heat, &context);
}

static int compare(const void *a, const void *b)
{
  double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

static double median(double *values, size_t count)
{
  qsort(values, count, sizeof *values, compare);
  return values[count / 2];
}

static pl_status time_steps(pl_world *world, const matter_row *row, double seconds, matter_times *out)
{
  enum { MOST = 200 };
  double elastic[MOST], matter[MOST], spent = 0;
  size_t count = 0;
  PL_TRY(continuum_bench_shake(pl_world_body_at(world, 0), (double[3]){0.3, 1, 0.2}, 0.1));
  if (row->kind == CONDUCTS) PL_TRY(warm(pl_world_body_at(world, 0), 0.05));
  for (; count < 5 || (spent < seconds && count < MOST); count++) {
    PL_TRY(pl_world_step(world));
    pl_arena_mark mark = pl_arena_here(&world->scratch);
    double start = bench_clock(true);
    PL_TRY(pl_models_advance(world));
    double middle = bench_clock(true);
    PL_TRY(row->kind == FLOWS ? pl_matter_update(world) : time_heat(world));
    double end = bench_clock(true);
    pl_arena_back_to(&world->scratch, mark);
    elastic[count] = middle - start;
    matter[count] = end - middle;
    spent += end - start;
  }
  out->elastic = median(elastic, count);
  out->matter = median(matter, count);
  return PL_OK;
}

/* All numbers of the matrix anew, because links weaken by a thousandth or the step is another, and then a link
   somewhere, again and again. What a step takes after it is what it took before. */
static pl_status change_all(pl_body *body, const pl_matter_setup *setup, size_t count, pl_model_context *context)
{
  pl_fibres fibres;
  body->model->fibres(&body->view, &fibres);
  if (!fibres.weighted) {
    context->h *= count % 2 ? 1 : 0.99;
    return body->model->prepare(&body->view, &body->def, PL_CHANGED_STEP, context);
  }
  for (size_t k = 0; k < body->matter->links.count; k++) body->matter->links.weight[k] = count % 2 ? 1 : 0.999;
  return pl_matter_links_changed(setup, context);
}

static pl_status time_cuts(pl_world *world, double seconds, matter_times *out)
{
  enum { MOST = 200 };
  double whole[MOST], cut[MOST], spent = 0;
  pl_body *body = world->bodies[0];
  pl_links *links = &body->matter->links;
  size_t count = 0;
  for (; count < 5 || (spent < seconds && count < MOST); count++) {
    PL_TRY(pl_world_step(world));
    pl_model_context context = pl_world_context(world);
    pl_matter_setup setup = pl_body_matter(body);
    pl_arena_mark mark = pl_arena_here(&world->scratch);
    double start = bench_clock(true);
    PL_TRY(change_all(body, &setup, count, &context));
    double middle = bench_clock(true);
    links->state[links->count * (7 * count % 200 + 1) / 202] = PL_LINK_BROKEN;
    PL_TRY(pl_matter_links_changed(&setup, &context));
    double end = bench_clock(true);
    pl_arena_back_to(&world->scratch, mark);
    whole[count] = middle - start;
    cut[count] = end - middle;
    spent += end - start;
  }
  out->elastic = median(whole, count);
  out->matter = median(cut, count);
  return PL_OK;
}

static pl_status run_row(const matter_row *row, double seconds)
{
  pl_mesh *mesh = NULL;
  pl_world *world = NULL;
  matter_times t = {0};
  PL_TRY(continuum_bench_mesh(row->counts, false, 0.05, &mesh));
  pl_body_def def = body_of(row, mesh);
  pl_status status = continuum_bench_world(&def, 1.0 / 60, &world);
  if (status == PL_OK)
    status = row->kind == BREAKS ? time_cuts(world, seconds, &t) : time_steps(world, row, seconds, &t);
  pl_world_destroy(world);
  pl_mesh_destroy(mesh);
  PL_TRY(status);
  char grid[40];
  snprintf(grid, sizeof grid, row->counts[2] ? "%u x %u x %u" : "%u x %u", row->counts[0], row->counts[1],
           row->counts[2]);
  printf("%-18s %-10s %-12s %9.3f %9.3f %7.2f %5.2f %s\n", row->what, pl_model_find(row->model)->name, grid,
         1e3 * t.elastic, 1e3 * t.matter, t.matter / t.elastic, row->bar,
         t.matter <= row->bar * t.elastic ? "holds" : "DOES NOT HOLD");
  fflush(stdout);
  return PL_OK;
}

int bench_continuum_matter(const continuum_bench_options *options)
{
  printf("Laws of matter beside the elastic step of the same body, which spins and shakes: %s, one thread, 1/60 s,\n"
         "medians of processor time in ms. Of a cut: a new factor of the whole matrix in place of the step.\n\n%-18s "
         "%-10s %-12s %9s %9s %7s %5s\n",
         pl_isa_name(pl_isa_best()), "what", "model", "nodes", "elastic", "matter", "ratio", "bar");
  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
    if (!strstr(rows[k].what, options->only)) continue;
    if (run_row(&rows[k], options->seconds) != PL_OK) {
      fprintf(stderr, "pliant bench continuum: %s: %s\n", rows[k].what, pl_last_error());
      return EXIT_FAILED;
    }
  }
  return EXIT_OK;
}
