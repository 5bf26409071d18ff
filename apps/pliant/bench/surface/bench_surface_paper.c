/* SPDX-License-Identifier: MIT
   pliant bench surface --paper: Tables 1 and 2 and figure 7 of Diziol et al., ours beside theirs. Only the paper's own
   figures are written here; everything else is measured, on the scenes of the gallery. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/isa.h"
#include "base/memory.h"
#include "base/status.h"
#include "base/timer.h"
#include "bench/surface/bench_surface.h"
#include "command.h"
#include "pliant/io.h"
#include "pliant/make.h"
#include "run/gallery.h"

/* ---- Table 1: whole scenes ---- */

typedef struct paper_scene {
  const char *name, *file;
  size_t particles;
  double direct, fast; /* ms per step on their processor; 0: not told */
  double gpu;          /* ms on their graphics card */
  double loss;         /* largest of any object */
} paper_scene;

static const paper_scene scenes[] = {
    {"armadillos", "armadillos.json", 32442, 114.75, 69.92, 4.69, 0.001},
    {"ducks", "ducks-and-rings.json", 21280, 44.88, 30.2, 3.54, 0.005},
    {"balls", "balls-in-glasses.json", 7640, 15.86, 10.58, 2.34, 0.002},
};

typedef struct scene_result {
  size_t particles, steps;
  double step, matching, contact, finding, volume; /* s, mean of all steps */
  double direct;                                   /* s, matching by direct sums in the last state */
  double fast;                                     /* the same by paths */
  double loss;
} scene_result;

static pl_status load_world(const char *file, int threads, pl_scene **scene, pl_world **world)
{
  char folder[GALLERY_PATH_SIZE], path[GALLERY_PATH_SIZE + 64];
  if (!find_gallery(folder))
    return pl_fail(PL_ERROR_FILE, "there is no folder \"scenes\" here; run this where the project's scenes are");
  snprintf(path, sizeof path, "%s/surface/%s", folder, file);
  PL_TRY(pl_scene_load(path, scene));
  PL_TRY(pl_scene_set_substeps(*scene, 1)); /* as the paper has it */
  PL_TRY(pl_scene_set_threads(*scene, threads));
  return pl_scene_world(*scene, world);
}

/* The largest relative error of any body's volume. */
static pl_status worst_loss(const pl_world *world, double *worst)
{
  for (size_t b = 0; b < pl_world_body_count(world); b++) {
    pl_body_signals signals;
    PL_TRY(pl_body_measure(pl_world_body_at(world, b), &signals));
    *worst = fmax(*worst, fabs(signals.volume_error));
  }
  return PL_OK;
}

static pl_status run_steps(pl_world *world, size_t steps, scene_result *out)
{
  for (size_t i = 0; i < steps; i++) {
    double start = pl_seconds();
    PL_TRY(pl_world_step(world));
    out->step += (pl_seconds() - start) / (double)steps;
    pl_step_stats stats = pl_world_stats(world);
    out->matching += stats.seconds[PL_STAGE_ELASTICITY] / (double)steps;
    out->contact += stats.seconds[PL_STAGE_CONTACT] / (double)steps;
    out->finding += stats.finding / (double)steps;
    out->volume += (stats.seconds[PL_STAGE_VOLUME] + stats.seconds[PL_STAGE_FLUX]) / (double)steps;
    PL_TRY(worst_loss(world, &out->loss));
  }
  return PL_OK;
}

/* Stage 2 with the other way of summing, in the same state. */
static pl_status time_sums(pl_world *world, pl_summation sums, double seconds, double *out)
{
  for (size_t b = 0; b < pl_world_body_count(world); b++) {
    pl_body *body = pl_world_body_at(world, b);
    pl_surface_def def = body->def.surface;
    def.sums = sums;
    PL_TRY(pl_body_set_surface(body, &def));
  }
  PL_TRY(pl_world_step(world));
  return surface_time_matching(world, seconds, out);
}

static pl_status run_scene(const paper_scene *of, const surface_bench_options *options, scene_result *out)
{
  pl_scene *scene = NULL;
  pl_world *world = NULL;
  pl_status status = load_world(of->file, options->threads, &scene, &world);
  if (status == PL_OK) {
    out->particles = surface_world_particles(world);
    out->steps = options->quick ? 5 : (size_t)pl_scene_step_count(scene);
    status = run_steps(world, out->steps, out);
  }
  if (status == PL_OK) status = time_sums(world, PL_SUMMATION_DIRECT, options->seconds, &out->direct);
  if (status == PL_OK) status = time_sums(world, PL_SUMMATION_PATHS, options->seconds, &out->fast);
  pl_world_destroy(world);
  pl_scene_destroy(scene);
  return status;
}

static void print_scene(const paper_scene *of, const scene_result *r, bool json, bool first)
{
  if (json)
    printf("%s\n{\"scene\": \"%s\", \"paper_particles\": %zu, \"paper_direct_ms\": %g, \"paper_fast_ms\": %g, "
           "\"paper_gpu_ms\": %g, \"paper_loss\": %g, \"particles\": %zu, \"steps\": %zu, \"step_ms\": %g, "
           "\"matching_ms\": %g, \"contact_ms\": %g, \"finding_ms\": %g, \"volume_ms\": %g, \"direct_ms\": %g, "
           "\"paths_ms\": %g, "
           "\"loss\": %g}",
           first ? "" : ",", of->name, of->particles, of->direct, of->fast, of->gpu, of->loss, r->particles, r->steps,
           1e3 * r->step, 1e3 * r->matching, 1e3 * r->contact, 1e3 * r->finding, 1e3 * r->volume, 1e3 * r->direct,
           1e3 * r->fast, r->loss);
  else
    printf("%-11s %7zu %7zu | %7.2f %7.2f %7.2f | %7.3f %7.1f %8.3f %8.3f %8.3f %8.3f | %8.3f %8.3f | %6.2f %% %7.3f "
           "%% %s\n",
           of->name, of->particles, r->particles, of->direct, of->fast, of->gpu, 1e3 * r->step,
           of->fast / (1e3 * r->step), 1e3 * r->matching, 1e3 * r->contact, 1e3 * r->finding, 1e3 * r->volume,
           1e3 * r->direct, 1e3 * r->fast, 100 * of->loss, 100 * r->loss,
           r->loss <= of->loss ? "holds" : "DOES NOT HOLD");
  fflush(stdout);
}

/* ---- figure 7: squeezed spheres ---- */

typedef struct paper_sphere {
  const char *body;
  double loss;
  bool kept;
} paper_sphere;

static const paper_sphere spheres[] = {
    {"global", 0.006, true}, {"local, beta 0.1", 0.007, true}, {"local, beta 0", 0.007, true}, {"none", 0.4, false}};
enum { SPHERE_COUNT = sizeof spheres / sizeof *spheres };

static pl_status squeeze(const surface_bench_options *options, double losses[SPHERE_COUNT])
{
  pl_scene *scene = NULL;
  pl_world *world = NULL;
  pl_status status = load_world("fig7-squeezed.json", options->threads, &scene, &world);
  size_t steps = status == PL_OK && !options->quick ? (size_t)pl_scene_step_count(scene) : 5;
  for (size_t i = 0; i < steps && status == PL_OK; i++) {
    status = pl_world_step(world);
    for (size_t k = 0; k < SPHERE_COUNT && status == PL_OK; k++) {
      const pl_body *body = pl_world_body(world, spheres[k].body);
      pl_body_signals signals;
      if (!body)
        status = pl_fail(PL_ERROR_ARGUMENT, "scenes/surface/fig7-squeezed.json has no body '%s'", spheres[k].body);
      else
        status = pl_body_measure(body, &signals);
      if (status == PL_OK) losses[k] = fmax(losses[k], fabs(signals.volume / signals.rest_volume - 1));
    }
  }
  pl_world_destroy(world);
  pl_scene_destroy(scene);
  return status;
}

static pl_status run_squeezed(const surface_bench_options *options)
{
  double losses[SPHERE_COUNT] = {0};
  PL_TRY(squeeze(options, losses));
  if (options->json)
    printf(",\n\"squeezed\": [");
  else
    printf("\nFigure 7: four spheres of 1562 particles under a plate; largest loss of volume\n\n");
  for (size_t k = 0; k < SPHERE_COUNT; k++) {
    bool holds = !spheres[k].kept || losses[k] <= spheres[k].loss;
    if (options->json)
      printf("%s{\"body\": \"%s\", \"paper_loss\": %g, \"loss\": %g}", k ? ", " : "", spheres[k].body, spheres[k].loss,
             losses[k]);
    else
      printf("  %-16s theirs %5.1f %%  ours %8.3f %%  %s\n", spheres[k].body, 100 * spheres[k].loss, 100 * losses[k],
             spheres[k].kept ? (holds ? "holds" : "DOES NOT HOLD") : "without the constraint");
  }
  if (options->json) printf("]");
  return PL_OK;
}

/* ---- Table 2: sums over regions ---- */

enum { WIDEST = 5 };

typedef struct paper_sums {
  const char *name;
  bool lattice;
  pl_summation sums;
  double ms[WIDEST]; /* for regions of 1 to 5 rings */
} paper_sums;

static const paper_sums tables[] = {
    {"lattice, direct", true, PL_SUMMATION_DIRECT, {65.1, 240.3, 617.9, 1436.2, 2615.8}},
    {"lattice, FastLSM", true, PL_SUMMATION_PATHS, {46.7, 47.9, 51.6, 57.2, 65.2}},
    {"surface, direct", false, PL_SUMMATION_DIRECT, {37.3, 53.8, 82.9, 121.5, 169.8}},
    {"surface, paths", false, PL_SUMMATION_PATHS, {42.5, 46.7, 51.6, 56.2, 62.1}},
};

static pl_status make_mesh(bool lattice, bool quick, pl_mesh **out)
{
  if (!lattice) return pl_make_icosphere(0.5, quick ? 10 : 55, out);
  pl_lattice_def def = pl_default_lattice_def();
  uint32_t side = quick ? 8 : 31;
  for (int k = 0; k < 3; k++) def.counts[k] = side;
  def.spacing = 1.0 / (side - 1);
  return pl_make_lattice(&def, out);
}

static pl_status time_regions(const paper_sums *of, const pl_mesh *mesh, int region,
                              const surface_bench_options *options, double *out)
{
  pl_body_def def = pl_default_body_def(PL_MODEL_SURFACE);
  def.mesh = mesh;
  def.surface.region = region;
  def.surface.sums = of->sums;
  pl_world *world = NULL;
  PL_TRY(surface_world_make(&def, 1, options->threads, &world));
  pl_status status = surface_world_squeeze(world);
  if (status == PL_OK) status = surface_time_matching(world, options->seconds, out);
  pl_world_destroy(world);
  return status;
}

static pl_status run_sums(const surface_bench_options *options)
{
  if (options->json)
    printf(",\n\"sums\": [");
  else
    printf("\nTable 2: shape matching of 30,000 particles (surface: icosphere of 30,252; lattice: 31^3), ms for "
           "regions of "
           "1 to 5 rings\n\n%-18s %9s %44s %48s\n",
           "sums", "", "theirs", "ours");
  for (size_t k = 0; k < sizeof tables / sizeof *tables; k++) {
    pl_mesh *mesh = NULL;
    double best[WIDEST];
    PL_TRY(make_mesh(tables[k].lattice, options->quick, &mesh));
    pl_status status = PL_OK;
    for (int w = 0; w < WIDEST && status == PL_OK; w++)
      status = time_regions(&tables[k], mesh, w + 1, options, &best[w]);
    pl_mesh_destroy(mesh);
    PL_TRY(status);
    if (options->json) {
      printf("%s\n{\"sums\": \"%s\", \"paper_ms\": [", k ? "," : "", tables[k].name);
      for (int w = 0; w < WIDEST; w++) printf("%s%g", w ? ", " : "", tables[k].ms[w]);
      printf("], \"ms\": [");
      for (int w = 0; w < WIDEST; w++) printf("%s%g", w ? ", " : "", 1e3 * best[w]);
      printf("]}");
    } else {
      printf("%-18s", tables[k].name);
      for (int w = 0; w < WIDEST; w++) printf(" %9.1f", tables[k].ms[w]);
      printf("  |");
      for (int w = 0; w < WIDEST; w++) printf(" %8.3f", 1e3 * best[w]);
      printf("   5 rings over 1: %.2f\n", best[WIDEST - 1] / best[0]);
    }
    fflush(stdout);
  }
  if (options->json) printf("\n]");
  return PL_OK;
}

/* ---- all ---- */

static void print_header(const surface_bench_options *options)
{
  if (options->json)
    printf("{\"isa\": \"%s\", \"threads\": %d, \"scenes\": [", pl_isa_name(pl_isa_best()), options->threads);
  else
    printf("Diziol et al. (Core i7 950, GTX 470), and ours: %s, threads %d\n\n"
           "Table 1: whole scenes; ms per step, mean of all. In the last state, matching with direct sums and with "
           "paths alone.\n\n%-11s %15s | %23s | %-52s | %17s | %s\n%-11s %7s %7s | %7s %7s %7s | %7s %7s %8s %8s %8s "
           "%8s | "
           "%8s "
           "%8s | %8s %9s\n",
           pl_isa_name(pl_isa_best()), options->threads, "", "particles", "theirs", "ours", "matching", "largest loss",
           "scene", "theirs", "ours", "direct", "fast", "GPU", "step", "ratio", "matching", "contact", "finding",
           "volume", "direct", "paths", "theirs", "ours");
}

static bool is_wanted(const surface_bench_options *options, const char *row)
{
  return !options->row || strcmp(options->row, row) == 0;
}

static bool is_known(const char *row)
{
  for (size_t k = 0; k < sizeof scenes / sizeof *scenes; k++)
    if (strcmp(scenes[k].name, row) == 0) return true;
  return strcmp(row, "squeezed") == 0 || strcmp(row, "sums") == 0;
}

static pl_status run_all(const surface_bench_options *options)
{
  bool first = true;
  for (size_t k = 0; k < sizeof scenes / sizeof *scenes; k++) {
    if (!is_wanted(options, scenes[k].name)) continue;
    scene_result result = {0};
    PL_TRY(run_scene(&scenes[k], options, &result));
    print_scene(&scenes[k], &result, options->json, first);
    first = false;
  }
  if (options->json) printf("\n]");
  if (is_wanted(options, "squeezed")) PL_TRY(run_squeezed(options));
  if (is_wanted(options, "sums")) PL_TRY(run_sums(options));
  if (options->json) printf("}\n");
  return PL_OK;
}

int bench_surface_paper(const surface_bench_options *options)
{
  if (options->row && !is_known(options->row)) {
    fprintf(stderr, "pliant bench surface: no row '%s': armadillos, ducks, balls, squeezed, sums\n", options->row);
    return EXIT_USAGE;
  }
  print_header(options);
  if (run_all(options) != PL_OK) {
    fprintf(stderr, "pliant bench surface: %s\n", pl_last_error());
    return EXIT_FAILED;
  }
  return EXIT_OK;
}
