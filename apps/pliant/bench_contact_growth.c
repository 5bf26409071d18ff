/* SPDX-License-Identifier: MIT
   What a body more costs: columns of five balls side by side in a bin that grows with them, all one heap. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "bench_contact.h"
#include "pliant/make.h"

enum { LAYERS = 5 };

typedef struct bin {
  size_t wide, deep; /* columns */
  uint32_t around;   /* of a ball's vertices */
} bin;

static const double radius = 0.25, pitch = 0.51; /* m */

/* Every other layer is shifted a little, so that balls roll off each other and lean on their neighbours. */
static pl_status add_ball(pl_world *world, const pl_body_def *def, const bin *of, size_t column, size_t layer,
                          double *positions)
{
  pl_mesh_data mesh = pl_mesh_view(def->mesh);
  size_t row = column / of->wide;
  double lean = layer % 2 ? 0.04 : -0.04;
  double at[3] = {pitch * ((double)(column % of->wide) + 0.5) + lean, radius + 0.02 + pitch * (double)layer,
                  pitch * ((double)row + 0.5) - lean};
  for (size_t i = 0; i < 3 * mesh.vertex_count; i++) positions[i] = mesh.positions[i] + at[i % 3];
  pl_body_def placed = *def;
  placed.positions = positions;
  pl_body *body = NULL;
  return pl_body_create(world, &placed, &body);
}

static pl_status add_walls(pl_world *world, const bin *of)
{
  const double far[3] = {pitch * (double)of->wide + 0.1, 0, pitch * (double)of->deep + 0.1};
  static const double normals[5][3] = {{0, 1, 0}, {1, 0, 0}, {-1, 0, 0}, {0, 0, 1}, {0, 0, -1}};
  for (int k = 0; k < 5; k++) {
    pl_obstacle_def wall = pl_default_obstacle_def(PL_OBSTACLE_PLANE);
    for (int c = 0; c < 3; c++) {
      wall.normal[c] = normals[k][c];
      wall.point[c] = normals[k][c] < 0 ? far[c] : k == 0 ? 0 : -0.1 * normals[k][c];
    }
    pl_obstacle_id id;
    PL_TRY(pl_obstacle_create(world, &wall, &id));
  }
  return PL_OK;
}

static pl_status fill(pl_world *world, const bin *of, const pl_mesh *mesh)
{
  pl_body_def def = pl_default_body_def(PL_MODEL_SURFACE);
  def.mesh = mesh;
  def.surface.region = 3;
  def.surface.pull = 1;
  def.surface.damping = 5;
  def.volume.mode = PL_VOLUME_KEEP;
  def.contact.bodies = true;
  double *positions = PL_NEW(double, 3 * pl_mesh_view(mesh).vertex_count);
  if (!positions) return PL_ERROR_MEMORY;
  pl_status status = add_walls(world, of);
  for (size_t layer = 0; layer < LAYERS; layer++)
    for (size_t column = 0; column < of->wide * of->deep && status == PL_OK; column++)
      status = add_ball(world, &def, of, column, layer, positions);
  pl_release(positions);
  return status;
}

static pl_status make_bin(const void *context, const contact_bench_options *options, pl_world **out)
{
  const bin *of = context;
  pl_world_def def = pl_default_world_def();
  def.threads = options->threads;
  pl_mesh *mesh = NULL;
  pl_status status = pl_world_create(&def, out);
  if (status == PL_OK) status = pl_make_sphere(radius, of->around, &mesh);
  if (status == PL_OK) status = fill(*out, of, mesh);
  pl_mesh_destroy(mesh);
  return status;
}

/* Slope of a line through points, least squares. */
static double slope(const double *x, const double *y, size_t count)
{
  double mx = 0, my = 0, xy = 0, xx = 0;
  for (size_t k = 0; k < count; k++) {
    mx += x[k] / (double)count;
    my += y[k] / (double)count;
  }
  for (size_t k = 0; k < count; k++) {
    xy += (x[k] - mx) * (y[k] - my);
    xx += (x[k] - mx) * (x[k] - mx);
  }
  return xx > 0 ? xy / xx : 0;
}

static void print_bin(const contact_result *r, bool json, bool first)
{
  const contact_times *t = &r->times;
  double each = 1e6 / (double)r->bodies, made = (double)r->rebuilt / fmax(1, (double)r->pair_steps);
  if (json)
    printf("%s\n{\"bodies\": %zu, \"particles\": %zu, \"steps\": %zu, \"stopped\": %s, \"contacts_per_body\": %g, "
           "\"passes\": %g, \"sweeps\": %g, \"lists_made\": %g, \"elasticity_us\": %g, \"finding_us\": %g, "
           "\"solving_us\": %g, \"step_us\": %g, \"depth_moving\": %g, "
           "\"not_converged\": %zu}",
           first ? "" : ",", r->bodies, r->particles, r->steps, r->stopped ? "true" : "false",
           r->contacts / (double)r->bodies, r->passes, r->sweeps, made, each * t->elasticity, each * t->finding,
           each * t->solving, each * t->step, r->moving.relative, r->not_converged);
  else
    printf("%6zu %9zu %5zu%s %9.1f %6.2f %6.1f %6.2f | %9.1f %9.1f %9.1f %9.1f | %8.4f %6zu\n", r->bodies, r->particles,
           r->steps, r->stopped ? "*" : " ", r->contacts / (double)r->bodies, r->passes, r->sweeps, made,
           each * t->elasticity, each * t->finding, each * t->solving, each * t->step, 100 * r->moving.relative,
           r->not_converged);
  fflush(stdout);
}

static const bin bins[] = {{2, 2, 20}, {2, 5, 20}, {4, 5, 20}, {5, 8, 20}, {10, 10, 20}};
static const bin small[] = {{1, 1, 8}, {1, 2, 8}};
enum { MOST = sizeof bins / sizeof *bins, MOST_SMALL = sizeof small / sizeof *small };

/* Rows have the number of their bodies as names. */
static bool is_row(const bin *of, const char *row)
{
  char name[32];
  snprintf(name, sizeof name, "%zu", LAYERS * of->wide * of->deep);
  return strcmp(row, name) == 0;
}

bool contact_growth_has(const char *row)
{
  bool any = false;
  for (size_t k = 0; k < MOST; k++) any = any || is_row(&bins[k], row);
  for (size_t k = 0; k < MOST_SMALL; k++) any = any || is_row(&small[k], row);
  return any;
}

pl_status bench_contact_growth(const contact_bench_options *options)
{
  double count[MOST], step[MOST], contact[MOST];
  const bin *all = options->quick ? small : bins;
  size_t done = 0;
  bool first = true;
  if (options->json)
    printf("\"growth\": [");
  else
    printf(
        "Heaps of balls of 382 particles: microseconds per body and step, mean of steps 60 to 100 (*: stopped at the "
        "limit of time)\n\n%6s %9s %6s %9s %6s %6s %6s | %9s %9s %9s %9s | %8s %6s\n",
        "bodies", "particles", "steps", "contacts", "passes", "sweeps", "lists", "elastic", "finding", "solving",
        "step", "depth, %", "capped");
  for (size_t k = 0; k < (options->quick ? (size_t)MOST_SMALL : (size_t)MOST); k++) {
    if (options->row && !is_row(&all[k], options->row)) continue;
    contact_watch watch = {
        .steps = options->quick ? 10 : 100, .skip = options->quick ? 5 : 60, .look_every = 25, .sleepless = true};
    contact_result r;
    PL_TRY(contact_run(make_bin, &all[k], &watch, options, &r));
    print_bin(&r, options->json, first);
    first = false;
    count[done] = log((double)r.bodies);
    step[done] = log(r.times.step);
    contact[done] = log(r.times.finding + r.times.solving);
    if (r.stopped) break; /* others take longer still, and its steps are not those that were asked for */
    done++;
  }
  double steps = slope(count, step, done), contacts = slope(count, contact, done);
  if (options->json)
    printf("\n], \"step_exponent\": %g, \"contact_exponent\": %g", steps, contacts);
  else if (done > 1)
    printf("\ncost grows as bodies^%.3f (contact alone ^%.3f)\n", steps, contacts);
  return PL_OK;
}
