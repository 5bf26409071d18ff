/* SPDX-License-Identifier: MIT
   pliant bench surface --recovery: a sphere that starts flat, as a line, a point, scattered or inside out must find
   back to its shape (Diziol et al., fig. 3). */
#include <math.h>
#include <stdio.h>

#include "base/memory.h"
#include "base/status.h"
#include "bench/surface/bench_surface.h"
#include "command.h"
#include "math/mat3.h"
#include "math/rotation.h"
#include "pliant/make.h"

static const double wanted = 0.01; /* of the diameter, after a second */
/* Rings: regions of the usual 3 see too little of a sphere of 40 meridians to agree about it within a second. */
static const int region = 6;

typedef struct start {
  const char *name;
  double factors[3]; /* of the coordinates */
  double scatter;    /* random places within so many radii instead */
} start;

static const start starts[] = {{"flat", {1, 0, 1}, 0},
                               {"line", {0, 1, 0}, 0},
                               {"point", {0, 0, 0}, 0},
                               {"random", {0, 0, 0}, 1},
                               {"inside out", {-1, -1, -1}, 0}};

/* The same numbers on every machine. */
static double noise(uint64_t *state)
{
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return (double)(*state >> 11) / 9007199254740992.0 * 2 - 1;
}

/* The farthest that a particle is from the rest shape laid over the body, in diameters. */
static double deviation(const pl_body *body, double diameter)
{
  const double *x = pl_body_positions(body), *x0 = pl_body_rest(body).positions;
  size_t n = pl_body_particle_count(body);
  double centre[3] = {0}, centre0[3] = {0}, covariance[9] = {0}, rotation[9];
  for (size_t i = 0; i < 3 * n; i++) {
    centre[i % 3] += x[i] / (double)n;
    centre0[i % 3] += x0[i] / (double)n;
  }
  for (size_t i = 0; i < n; i++) {
    double now[3], rest[3];
    for (size_t k = 0; k < 3; k++) now[k] = x[3 * i + k] - centre[k], rest[k] = x0[3 * i + k] - centre0[k];
    pl_mat3_outer_add(covariance, 1, now, rest);
  }
  pl_closest_rotation(covariance, NULL, rotation);
  double most = 0;
  for (size_t i = 0; i < n; i++) {
    double rest[3], turned[3], square = 0;
    for (size_t k = 0; k < 3; k++) rest[k] = x0[3 * i + k] - centre0[k];
    pl_mat3_apply(rotation, rest, turned);
    for (size_t k = 0; k < 3; k++) square += pow(x[3 * i + k] - centre[k] - turned[k], 2);
    most = fmax(most, sqrt(square));
  }
  return most / diameter;
}

static pl_status recover(const start *from, const pl_mesh *mesh, double radius, const surface_bench_options *options,
                         double *out)
{
  pl_mesh_data data = pl_mesh_view(mesh);
  pl_body_def def = pl_default_body_def(PL_MODEL_SURFACE);
  def.mesh = mesh;
  def.surface.region = region;
  def.volume.mode = PL_VOLUME_KEEP;
  pl_world *world = NULL;
  double *positions = PL_NEW(double, 3 * data.vertex_count);
  if (!positions) return PL_ERROR_MEMORY;
  uint64_t state = 1;
  for (size_t i = 0; i < 3 * data.vertex_count; i++)
    positions[i] =
        from->scatter > 0 ? from->scatter * radius * noise(&state) : from->factors[i % 3] * data.positions[i];
  pl_status status = surface_world_make(&def, 1, options->threads, &world);
  pl_body *body = status == PL_OK ? pl_world_body_at(world, 0) : NULL;
  if (status == PL_OK) status = pl_body_set_positions(body, positions);
  int steps = status == PL_OK ? (int)lround(1 / pl_world_step_size(world)) : 0;
  for (int i = 0; i < steps && status == PL_OK; i++) status = pl_world_step(world);
  if (status == PL_OK) *out = deviation(body, 2 * radius);
  pl_world_destroy(world);
  pl_release(positions);
  return status;
}

int bench_surface_recovery(const surface_bench_options *options)
{
  const double radius = 0.5;
  pl_mesh *mesh = NULL;
  if (pl_make_sphere(radius, options->quick ? 20 : 40, &mesh) != PL_OK) {
    fprintf(stderr, "pliant bench surface: %s\n", pl_last_error());
    return EXIT_FAILED;
  }
  int code = EXIT_OK;
  size_t vertices = pl_mesh_view(mesh).vertex_count;
  if (options->json)
    printf("{\"particles\": %zu, \"region\": %d, \"wanted\": %g, \"starts\": [", vertices, region, wanted);
  else
    printf("A sphere of %zu particles with regions of %d rings, one second after such a start; farthest particle from "
           "the\n"
           "rest shape, of the diameter\n\n",
           vertices, region);
  for (size_t k = 0; k < sizeof starts / sizeof *starts && code == EXIT_OK; k++) {
    double off = INFINITY;
    if (recover(&starts[k], mesh, radius, options, &off) != PL_OK) {
      fprintf(stderr, "pliant bench surface: %s: %s\n", starts[k].name, pl_last_error());
      code = EXIT_FAILED;
    } else if (options->json)
      printf("%s\n{\"start\": \"%s\", \"deviation\": %g, \"holds\": %s}", k ? "," : "", starts[k].name, off,
             off <= wanted ? "true" : "false");
    else
      printf("  %-12s %8.4f %%  %s %g %%\n", starts[k].name, 100 * off, off <= wanted ? "within" : "NOT WITHIN",
             100 * wanted);
    fflush(stdout);
  }
  if (options->json && code == EXIT_OK) printf("\n]}\n");
  pl_mesh_destroy(mesh);
  return code;
}
