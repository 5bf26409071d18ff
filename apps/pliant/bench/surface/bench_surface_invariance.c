/* SPDX-License-Identifier: MIT
   pliant bench surface --invariance: a soft sphere must sit on the floor the same way whatever the time step and the
   resolution, with regions given by their radius. What is compared is its height at rest over its diameter. */
#include <math.h>
#include <stdio.h>

#include "base/status.h"
#include "bench/surface/bench_surface.h"
#include "command.h"
#include "pliant/make.h"

static const double radius = 0.5; /* m */

typedef struct support {
  double h;      /* s */
  uint32_t cuts; /* of the icosphere: 10 cuts^2 + 2 particles */
} support;

typedef struct rest_height {
  size_t particles;
  double height; /* of the diameter */
} rest_height;

/* Soft enough to be squashed by a tenth of its height, stiff enough not to fold. k h^2 must stay below 1 at the largest
   step. */
static const double region_radius = 0.25, stiffness = 30000; /* m, 1/s^2 */

static double height_of(const pl_body *body)
{
  const double *x = pl_body_positions(body);
  double low = INFINITY, high = -INFINITY;
  for (size_t i = 0; i < pl_body_particle_count(body); i++) {
    low = fmin(low, x[3 * i + 1]);
    high = fmax(high, x[3 * i + 1]);
  }
  return high - low;
}

static pl_status settle(pl_world *world, const support *how, const pl_mesh *mesh, rest_height *out)
{
  pl_body_def def = pl_default_body_def(PL_MODEL_SURFACE);
  def.mesh = mesh;
  def.surface.stiffness = stiffness;
  def.surface.radius = region_radius;
  def.surface.damping = 20;
  pl_body *body = NULL;
  PL_TRY(pl_body_create(world, &def, &body));
  pl_obstacle_def floor = pl_default_obstacle_def(PL_OBSTACLE_PLANE);
  floor.point[1] = -radius;
  pl_obstacle_id id;
  PL_TRY(pl_obstacle_create(world, &floor, &id));
  const double seconds = 2;
  for (int i = 0; i < (int)lround(seconds / how->h); i++) PL_TRY(pl_world_step(world));
  *out = (rest_height){pl_body_particle_count(body), height_of(body) / (2 * radius)};
  return PL_OK;
}

static pl_status run_to_rest(const support *how, int threads, rest_height *out)
{
  pl_world_def def = pl_default_world_def();
  def.substeps = 1; /* as papers have it */
  def.step = how->h;
  def.threads = threads;
  pl_world *world = NULL;
  pl_mesh *mesh = NULL;
  pl_status status = pl_world_create(&def, &world);
  if (status == PL_OK) status = pl_make_icosphere(radius, how->cuts, &mesh);
  if (status == PL_OK) status = settle(world, how, mesh, out);
  pl_mesh_destroy(mesh);
  pl_world_destroy(world);
  return status;
}

/* ---- the sheets ---- */

typedef struct sheet {
  const char *name;
  double tolerance; /* (largest - smallest) / largest */
  support supports[3];
} sheet;

static const sheet sheets[] = {
    {"time step", 0.01, {{0.004, 8}, {0.002, 8}, {0.001, 8}}},
    {"resolution", 0.1, {{0.004, 16}, {0.004, 32}, {0.004, 64}}},
};

static pl_status run_sheet(const sheet *of, const surface_bench_options *options, bool first)
{
  rest_height found[3];
  double least = INFINITY, most = 0;
  for (int k = 0; k < 3; k++) {
    support how = of->supports[k];
    if (options->quick && how.cuts > 8) how.cuts /= 4;
    PL_TRY(run_to_rest(&how, options->threads, &found[k]));
    least = fmin(least, found[k].height);
    most = fmax(most, found[k].height);
  }
  double spread = (most - least) / most;
  bool holds = spread <= of->tolerance;
  if (options->json)
    printf("%s\n{\"over\": \"%s\", \"tolerance\": %g, \"spread\": %g, \"holds\": %s, \"spheres\": [", first ? "" : ",",
           of->name, of->tolerance, spread, holds ? "true" : "false");
  else
    printf("%s\n", of->name);
  for (int k = 0; k < 3; k++)
    if (options->json)
      printf("%s{\"particles\": %zu, \"h\": %g, \"height\": %.9g}", k ? ", " : "", found[k].particles,
             of->supports[k].h, found[k].height);
    else
      printf("  %6zu particles, h %5.3f ms: height %.5f of the diameter\n", found[k].particles, 1e3 * of->supports[k].h,
             found[k].height);
  if (options->json)
    printf("]}");
  else
    printf("  spread %.3g %%, tolerance %g %%: %s\n\n", 100 * spread, 100 * of->tolerance,
           holds ? "holds" : "DOES NOT HOLD");
  fflush(stdout);
  return PL_OK;
}

int bench_surface_invariance(const surface_bench_options *options)
{
  if (options->json) printf("{\"sheets\": [");
  for (size_t k = 0; k < sizeof sheets / sizeof *sheets; k++)
    if (run_sheet(&sheets[k], options, k == 0) != PL_OK) {
      fprintf(stderr, "pliant bench surface: %s: %s\n", sheets[k].name, pl_last_error());
      return EXIT_FAILED;
    }
  if (options->json) printf("\n]}\n");
  return EXIT_OK;
}
