/* SPDX-License-Identifier: MIT
   What a body more costs: columns of five balls side by side, all one heap, every ball with as much room. In a slot
   that is one ball wide and grows longer every ball has as many neighbours, too, however many balls there are. In a
   square bin those in the middle have more, and they are most of them in large heaps: there the cost of a pair of
   neighbours is what has to stay the same. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "bench/contact/bench_contact.h"
#include "pliant/make.h"

enum { LAYERS = 5 };

typedef struct bin {
  size_t wide, deep; /* columns */
  uint32_t around;   /* of a ball's vertices */
} bin;

static const double radius = 0.25, pitch = 0.51; /* m */
static const double room = 0.56;                 /* m, wide and deep, that a column has: as much in every bin */

/* Every other layer is shifted a little, so that balls roll off each other and lean on their neighbours. */
static pl_status add_ball(pl_world *world, const pl_body_def *def, const bin *of, size_t column, size_t layer,
                          double *positions)
{
  pl_mesh_data mesh = pl_mesh_view(def->mesh);
  size_t row = column / of->wide;
  double lean = layer % 2 ? 0.04 : -0.04;
  double at[3] = {room * ((double)(column % of->wide) + 0.5) + lean, radius + 0.02 + pitch * (double)layer,
                  room * ((double)row + 0.5) - lean};
  for (size_t i = 0; i < 3 * mesh.vertex_count; i++) positions[i] = mesh.positions[i] + at[i % 3];
  pl_body_def placed = *def;
  placed.positions = positions;
  pl_body *body = NULL;
  return pl_body_create(world, &placed, &body);
}

static pl_status add_walls(pl_world *world, const bin *of)
{
  const double far[3] = {room * (double)of->wide, 0, room * (double)of->deep};
  static const double normals[5][3] = {{0, 1, 0}, {1, 0, 0}, {-1, 0, 0}, {0, 0, 1}, {0, 0, -1}};
  for (int k = 0; k < 5; k++) {
    pl_obstacle_def wall = pl_default_obstacle_def(PL_OBSTACLE_PLANE);
    for (int c = 0; c < 3; c++) {
      wall.normal[c] = normals[k][c];
      wall.point[c] = normals[k][c] < 0 ? far[c] : 0;
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

static double pairs_of(const contact_result *r) { return (double)r->pair_steps / (double)r->steps; }

static void print_heap(const char *shape, const contact_result *r, bool json, bool first)
{
  const contact_times *t = &r->times;
  double each = 1e6 / (double)r->bodies, made = (double)r->rebuilt / fmax(1, (double)r->pair_steps);
  double pairs = pairs_of(r) / (double)r->bodies, per_pair = pairs > 0 ? each * t->step / pairs : 0;
  if (json)
    printf("%s\n{\"shape\": \"%s\", \"bodies\": %zu, \"particles\": %zu, \"steps\": %zu, \"stopped\": %s, "
           "\"pairs_per_body\": %g, \"contacts_per_body\": %g, "
           "\"passes\": %g, \"sweeps\": %g, \"lists_made\": %g, \"elasticity_us\": %g, \"finding_us\": %g, "
           "\"solving_us\": %g, \"step_us\": %g, \"pair_us\": %g, \"depth_moving\": %g, "
           "\"not_converged\": %zu}",
           first ? "" : ",", shape, r->bodies, r->particles, r->steps, r->stopped ? "true" : "false", pairs,
           r->contacts / (double)r->bodies, r->passes, r->sweeps, made, each * t->elasticity, each * t->finding,
           each * t->solving, each * t->step, per_pair, r->moving.relative, r->not_converged);
  else
    printf("%6zu %9zu %5zu%s %6.2f %9.1f %6.2f %6.1f %6.2f | %9.1f %9.1f %9.1f %9.1f %9.1f | %8.4f %6zu\n", r->bodies,
           r->particles, r->steps, r->stopped ? "*" : " ", pairs, r->contacts / (double)r->bodies, r->passes, r->sweeps,
           made, each * t->elasticity, each * t->finding, each * t->solving, each * t->step, per_pair,
           100 * r->moving.relative, r->not_converged);
  fflush(stdout);
}

typedef struct series {
  const char *shape, *title;
  const bin *bins;
  size_t count;
} series;

enum { MOST = 5, SHAPES = 2 };

static const series *all_series(bool quick)
{
  static const bin slots[] = {{1, 4, 20}, {1, 10, 20}, {1, 20, 20}, {1, 40, 20}, {1, 100, 20}};
  static const bin squares[] = {{2, 2, 20}, {2, 5, 20}, {4, 5, 20}, {5, 8, 20}, {10, 10, 20}};
  static const bin small_slots[] = {{1, 1, 8}, {1, 2, 8}}, small_squares[] = {{2, 2, 8}};
  static const char slot[] = "in a slot one ball wide, each with as many neighbours";
  static const char square[] = "in a square bin, more neighbours the more balls";
  static const series full[SHAPES] = {{"slot", slot, slots, MOST}, {"bin", square, squares, MOST}};
  static const series small[SHAPES] = {{"slot", slot, small_slots, 2}, {"bin", square, small_squares, 1}};
  return quick ? small : full;
}

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
  for (int quick = 0; quick < 2; quick++)
    for (const series *of = all_series(quick), *end = of + SHAPES; of < end; of++)
      for (size_t k = 0; k < of->count; k++) any = any || is_row(&of->bins[k], row);
  return any;
}

/* Logarithms of what is compared, for lines through them. */
typedef struct growth {
  double bodies[MOST], pairs[MOST], step[MOST], contact[MOST];
  size_t count;
} growth;

static void add_point(const contact_result *r, growth *out)
{
  out->bodies[out->count] = log((double)r->bodies);
  out->pairs[out->count] = log(fmax(1, pairs_of(r)));
  out->step[out->count] = log(r->times.step);
  out->contact[out->count++] = log(r->times.finding + r->times.solving);
}

static pl_status run_series(const series *of, const contact_bench_options *options, bool *first, growth *out)
{
  if (!options->json)
    printf("Heaps of balls of 382 particles %s: microseconds per body and step, mean of steps 60 to 100 (*: stopped at "
           "the limit of time)\n\n%6s %9s %6s %6s %9s %6s %6s %6s | %9s %9s %9s %9s %9s | %8s %6s\n",
           of->title, "bodies", "particles", "steps", "pairs", "contacts", "passes", "sweeps", "lists", "elastic",
           "finding", "solving", "step", "per pair", "depth, %", "capped");
  for (size_t k = 0; k < of->count; k++) {
    if (options->row && !is_row(&of->bins[k], options->row)) continue;
    contact_watch watch = {
        .steps = options->quick ? 10 : 100, .skip = options->quick ? 5 : 60, .check_every = 25, .no_sleep = true};
    contact_result r;
    PL_TRY(contact_run(make_bin, &of->bins[k], &watch, options, &r));
    print_heap(of->shape, &r, options->json, *first);
    *first = false;
    if (r.stopped) break; /* others take longer still, and its steps are not those that were asked for */
    add_point(&r, out);
  }
  return PL_OK;
}

pl_status bench_contact_growth(const contact_bench_options *options)
{
  const series *all = all_series(options->quick);
  growth grown[SHAPES] = {{.count = 0}};
  bool first = true;
  if (options->json) printf("\"growth\": [");
  for (size_t k = 0; k < SHAPES; k++) {
    growth *g = &grown[k];
    PL_TRY(run_series(&all[k], options, &first, g));
    if (!options->json && g->count > 1)
      printf("\ncost grows as bodies^%.3f, as pairs^%.3f (contact alone: bodies^%.3f)\n",
             slope(g->bodies, g->step, g->count), slope(g->pairs, g->step, g->count),
             slope(g->bodies, g->contact, g->count));
    if (!options->json) printf("\n");
  }
  if (options->json)
    printf("\n], \"step_exponent\": %g, \"contact_exponent\": %g, \"bin_pair_exponent\": %g",
           slope(grown[0].bodies, grown[0].step, grown[0].count),
           slope(grown[0].bodies, grown[0].contact, grown[0].count),
           slope(grown[1].pairs, grown[1].step, grown[1].count));
  return PL_OK;
}
