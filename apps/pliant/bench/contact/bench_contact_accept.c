/* SPDX-License-Identifier: MIT
   pliant bench contact --accept: what contact has to hold, at the step that people use, 1/60 s: each bar with what was
   measured. */
#include "bench/contact/bench_contact_accept.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/memory.h"
#include "base/status.h"
#include "bench/contact/bench_contact_through.h"

enum { CHECK_EVERY = 3 }; /* steps between two measurements of depths */

static const double worst_over_median = 8, least_step = 5e-4 /* s: shorter ones are noise */, gain_bar = 1e-3;

/* Bars on processor time are what the solver before this one took at 1/240 s, on the machine of the study
   (docs/contact.md). */
static const accept_scene scenes[] = {
    {"tower of 8, surface", NULL, accept_tower, PL_MODEL_SURFACE, 0, 2, 0.37, 2e-3, 0.01, 0.03, gain_bar},
    {"100 times heavier", NULL, accept_ball_on_ball, PL_MODEL_SURFACE, 100, 2, 0.43, 2e-3, 0.01, 0.03, gain_bar},
    {"10,000 times heavier", NULL, accept_ball_on_ball, PL_MODEL_SURFACE, 1e4, 2, 0, 2e-3, 0.01, 0.03, gain_bar},
    {"heap-balls", "contact/heap-balls.json", NULL, 0, 0, 3, 1.7, 2e-3, 0.01, 0.03, gain_bar},
    {"heap-ducks", "contact/heap-ducks.json", NULL, 0, 0, 1.6, 2.9, 2e-3, 0.01, 0.03, gain_bar},
    {"pile", "contact/pile.json", NULL, 0, 0, 5, 0.35, 2e-3, 0.01, 0.03, gain_bar},
    {"torus-chain", "contact/torus-chain.json", NULL, 0, 0, 2, 0.2, 2e-3, 0.01, 0.03, gain_bar},
    {"tower, graph", "contact/tower.json", NULL, 0, 0, 3, 0.25, 0, 0.01, 0.03, gain_bar},
    {"meeting", "contact/meeting.json", NULL, 0, 0, 2, 0, 2e-3, 0.01, 0.03, gain_bar},
    {"100 times heavier, cage", NULL, accept_ball_on_ball, PL_MODEL_CAGE, 100, 1, 0, 2e-3, 0.01, 0.03, gain_bar},
    {"100 times heavier, hex", NULL, accept_ball_on_ball, PL_MODEL_HEX, 100, 1, 0, 2e-3, 0.01, 0.03, gain_bar},
    {"30 mixed bodies", NULL, accept_mixed, 0, 30, 1, 0, 0, 0, 0, gain_bar},
    {"20 slabs of 1 cm", NULL, accept_slabs, 0, 0, 0.2, 0, 0, 0, 0, 0},
    {"40 m/s, surface", NULL, accept_hit, PL_MODEL_SURFACE, 40, 0.1, 0, 0, 0, 0, 0},
    {"40 m/s, graph", NULL, accept_hit, PL_MODEL_GRAPH, 40, 0.1, 0, 0, 0, 0, 0},
    {"apart, surface", NULL, accept_overlap, PL_MODEL_SURFACE, 0.125, 2, 0, 0, 0, 0, 0},
    {"apart, cage", NULL, accept_overlap, PL_MODEL_CAGE, 0.125, 2, 0, 0, 0, 0, 0},
    {"floor, cage, 4,000", NULL, accept_floor, PL_MODEL_CAGE, 4000, 1, 0, 2e-3, 0.01, 0, 0},
    {"floor, hex, 640", NULL, accept_floor, PL_MODEL_HEX, 640, 1, 0, 2e-3, 0.01, 0, 0},
    {"floor, graph, 3,375", NULL, accept_floor, PL_MODEL_GRAPH, 3375, 1, 0, 0, 0.01, 0, 0},
};

/* What was seen of one world. */
typedef struct watched {
  size_t steps, wanted;
  double cpu;      /* s per simulated second */
  double *seconds; /* per step, processor time */
  double median, worst;
  double contact_part; /* contact and volume over elasticity, median of the steps in which something touches */
  double volume, volume_end;
  double gain, most_kinetic; /* J: most that a step gained, and the largest kinetic energy */
  depth depths, last;
  double lowest, fastest_start;
  size_t not_converged;
  through thrown; /* of slabs */
} watched;

typedef struct tally {
  size_t pass, shorts;
} tally;

static double processor_seconds(void)
{
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static pl_status make_world(const accept_scene *scene, const contact_bench_options *options, pl_world **out)
{
  if (!scene->file) {
    pl_world_def def = pl_default_world_def();
    def.step = options->step;
    def.threads = options->threads;
    PL_TRY(pl_world_create(&def, out));
    return scene->fill(scene, *out);
  }
  contact_scene file = {scene->file};
  PL_TRY(contact_scene_make(&file, options, out));
  /* a pull is the part of the way in a step: the material that it is at the scene's own */
  for (size_t b = 0; b < (*out)->body_count; b++) {
    pl_surface_def *surface = &(*out)->bodies[b]->def.surface;
    if (!(surface->pull > 0)) continue;
    surface->stiffness = surface->pull / ((*out)->step * (*out)->step);
    surface->pull = 0;
  }
  return pl_world_set_step(*out, options->step);
}

static pl_status energy_of(const pl_world *world, double *energy, double *kinetic)
{
  *energy = *kinetic = 0;
  for (size_t b = 0; b < pl_world_body_count(world); b++) {
    pl_body_signals s;
    PL_TRY(pl_body_measure(pl_world_body_at(world, b), &s));
    *energy += s.kinetic + s.elastic + s.gravitational;
    *kinetic += s.kinetic;
  }
  return PL_OK;
}

static double worst_volume(const pl_world *world)
{
  double worst = 0;
  for (size_t b = 0; b < pl_world_body_count(world); b++) {
    const pl_body *body = pl_world_body_at(world, b);
    if (pl_body_volume(body).mode == PL_VOLUME_KEEP) worst = fmax(worst, fabs(pl_body_volume_error(body)));
  }
  return worst;
}

/* Of surfaces. */
static double lowest_of(const pl_world *world)
{
  double low = INFINITY;
  for (size_t b = 0; b < pl_world_body_count(world); b++) {
    const pl_body *body = pl_world_body_at(world, b);
    pl_mesh_data rest = pl_body_rest(body);
    for (size_t k = 0; k < 3 * rest.triangle_count; k++)
      low = fmin(low, pl_body_positions(body)[3 * (size_t)rest.triangles[k] + 1]);
  }
  return low;
}

static double fastest_of(const pl_world *world)
{
  double most = 0;
  for (size_t b = 0; b < pl_world_body_count(world); b++) {
    const pl_body *body = pl_world_body_at(world, b);
    double velocity[3] = {0};
    pl_body_signals s;
    double mass = 0;
    if (pl_body_measure(body, &s) != PL_OK) continue;
    for (size_t i = 0; i < pl_body_particle_count(body); i++) mass += pl_body_masses(body)[i];
    for (int c = 0; c < 3; c++) velocity[c] = s.momentum[c] / mass;
    most = fmax(most, hypot(velocity[0], velocity[2])); /* falling counts for nothing */
  }
  return most;
}

static int by_size(const void *a, const void *b)
{
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static double median_of(double *items, size_t count)
{
  if (count == 0) return 0;
  qsort(items, count, sizeof *items, by_size);
  return items[count / 2];
}

static pl_status check_depths(pl_world *world, watched *w)
{
  w->last = (depth){0};
  PL_TRY(depth_of_world(world, &w->last));
  w->depths.relative = fmax(w->depths.relative, w->last.relative);
  w->depths.edges_relative = fmax(w->depths.edges_relative, w->last.edges_relative);
  w->depths.obstacles_relative = fmax(w->depths.obstacles_relative, w->last.obstacles_relative);
  return PL_OK;
}

static pl_status follow(const accept_scene *scene, const contact_bench_options *options, pl_world *world, watched *w,
                        double *shares)
{
  double before, kinetic, spent = 0;
  size_t touching = 0;
  PL_TRY(energy_of(world, &before, &kinetic));
  w->lowest = INFINITY;
  if (scene->fill == accept_slabs) PL_TRY(through_begin(world, &w->thrown));
  for (size_t k = 0; k < w->wanted && spent < options->limit; k++) {
    double start = processor_seconds(), energy;
    PL_TRY(pl_world_step(world));
    spent += w->seconds[k] = processor_seconds() - start;
    w->worst = fmax(w->worst, w->seconds[k]);
    w->steps++;
    pl_step_stats stats = pl_world_stats(world);
    w->not_converged += (size_t)stats.not_converged;
    double elastic = stats.seconds[PL_STAGE_ELASTICITY];
    if (stats.contact_count && elastic > 0)
      shares[touching++] =
          (stats.seconds[PL_STAGE_CONTACT] + stats.seconds[PL_STAGE_VOLUME] + stats.seconds[PL_STAGE_FLUX]) / elastic;
    w->volume_end = worst_volume(world);
    w->volume = fmax(w->volume, w->volume_end);
    PL_TRY(energy_of(world, &energy, &kinetic));
    w->gain = fmax(w->gain, energy - before);
    w->most_kinetic = fmax(w->most_kinetic, kinetic);
    before = energy;
    if (scene->fill == accept_slabs) through_update(world, &w->thrown);
    if (scene->fill == accept_hit) w->lowest = fmin(w->lowest, lowest_of(world));
    if (scene->fill == accept_overlap) w->fastest_start = fmax(w->fastest_start, fastest_of(world));
    if (k % CHECK_EVERY == 0 || k + 1 == w->wanted) PL_TRY(check_depths(world, w));
  }
  w->cpu = spent / ((double)w->steps * options->step);
  w->median = median_of(w->seconds, w->steps);
  w->contact_part = median_of(shares, touching);
  if (scene->fill == accept_slabs) through_end(world, &w->thrown);
  return PL_OK;
}

static void bar(tally *t, const char *scene, const char *what, const char *unit, double measured, double most)
{
  bool pass = measured <= most;
  t->pass += pass;
  t->shorts += !pass;
  printf("%-26s %-34s %12.5g %12.5g %-4s %s\n", scene, what, measured, most, unit, pass ? "pass" : "SHORT");
}

static void print_bars(const accept_scene *s, const contact_bench_options *options, const watched *w, tally *t)
{
  if (w->steps < w->wanted) {
    t->shorts++;
    printf("%-26s stopped at the limit of %g s, after %zu of %zu steps: SHORT\n", s->name, options->limit, w->steps,
           w->wanted);
  }
  bar(t, s->name, "worst step over the median", "", w->worst / fmax(w->median, least_step), worst_over_median);
  if (s->cpu > 0) bar(t, s->name, "processor time per second", "s", w->cpu, s->cpu);
  if (s->volume > 0) bar(t, s->name, "error of volume", "%", 100 * w->volume, 100 * s->volume);
  if (s->vertices > 0)
    bar(t, s->name, "vertices in each other, obstacles", "%",
        100 * fmax(w->depths.relative, w->depths.obstacles_relative), 100 * s->vertices);
  if (s->edges > 0) bar(t, s->name, "middles of edges", "%", 100 * w->depths.edges_relative, 100 * s->edges);
  if (s->gain > 0)
    bar(t, s->name, "gain in a step, of kinetic", "%", w->most_kinetic > 0 ? 100 * w->gain / w->most_kinetic : 0,
        100 * s->gain);
  if (s->fill == accept_mixed) bar(t, s->name, "worst step", "s", w->worst, 0.25);
  if (s->fill == accept_slabs) {
    bar(t, s->name, "swallowed or inside out", "", (double)w->thrown.swallowed, 0);
    bar(t, s->name, "of a ball inside its slab, worst", "%", 100 * w->thrown.worst_part, 10);
  }
  if (s->fill == accept_hit) bar(t, s->name, "lowest point to the plane", "mm", 1e3 * fabs(w->lowest), 1);
  if (s->fill == accept_overlap) {
    bar(t, s->name, "in each other after 2 s", "%", 100 * w->last.relative, 0.1);
    bar(t, s->name, "fastest apart", "m/s", w->fastest_start, 1);
  }
  if (s->fill == accept_floor) bar(t, s->name, "contact and volume over elastic", "", w->contact_part, 2);
  fflush(stdout);
}

static pl_status run_scene(const accept_scene *scene, const contact_bench_options *options, tally *t)
{
  watched w = {.wanted = (size_t)ceil(scene->duration / options->step - 1e-9)};
  if (options->quick && w.wanted > 5) w.wanted = 5;
  pl_world *world = NULL;
  double *shares = PL_NEW(double, w.wanted);
  w.seconds = PL_NEW(double, w.wanted);
  pl_status status = shares && w.seconds ? make_world(scene, options, &world) : PL_ERROR_MEMORY;
  if (status == PL_OK) status = follow(scene, options, world, &w, shares);
  if (status == PL_ERROR_DIVERGED) {
    t->shorts++;
    printf("%-26s diverged: SHORT (%s)\n", scene->name, pl_last_error());
    status = PL_OK;
  } else if (status == PL_OK) {
    print_bars(scene, options, &w, t);
  }
  pl_world_destroy(world);
  pl_release(shares);
  pl_release(w.seconds);
  through_free(&w.thrown);
  return status;
}

bool contact_accept_has(const char *row)
{
  for (size_t k = 0; k < sizeof scenes / sizeof *scenes; k++)
    if (strcmp(scenes[k].name, row) == 0) return true;
  return false;
}

pl_status bench_contact_accept(const contact_bench_options *options)
{
  tally t = {0};
  if (options->json) return pl_fail(PL_ERROR_UNSUPPORTED, "--accept is for people: it has no --json");
  printf("What contact has to hold, steps of 1/%.0f s\n\n", 1 / options->step);
  printf("%-26s %-34s %12s %12s\n", "scene", "bar", "measured", "at most");
  for (size_t k = 0; k < sizeof scenes / sizeof *scenes; k++)
    if (contact_row_is_wanted(options, scenes[k].name)) PL_TRY(run_scene(&scenes[k], options, &t));
  printf("\n%zu pass, %zu short\n", t.pass, t.shorts);
  return PL_OK;
}
