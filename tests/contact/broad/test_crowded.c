/* SPDX-License-Identifier: MIT
   Two crumpled bodies in the same place, or one through itself: nearly every feature is near nearly every other, and
   millions of pairs would be tested. A step stays short, tells that it was cut short, and does the same for any number
   of threads and after a snapshot, for which lists are made anew. */
#include <math.h>
#include <string.h>
#include <time.h>

#include "fixtures.h"
#include "pliant/make.h"

enum { STEPS = 3 };

/* s of processor time for a step; without a bound the first of these takes 31. Quiet machines take less than half a
   second, slow ones and sanitizers more. */
static const double most_seconds = 8;

/* Units of work: the bound of a step (world/step/step.c) with fewer than 2000 particles, and what may be under way when
   it is reached. */
static const double most_work = 2 * (3e8 + 2000 * 1e5);

typedef struct crowd {
  const char *name;
  pl_model_kind model;
  bool sheet, self;
  double part; /* of their size, that they are crumpled to */
} crowd;

static pl_body *add(pl_world *world, const crowd *c, uint64_t seed)
{
  pl_mesh *mesh = NULL;
  if (c->sheet)
    assert_ok(pl_make_sheet(1, 1, 30, 30, &mesh));
  else
    assert_ok(pl_make_icosphere(0.5, 8, &mesh));
  pl_mesh_data rest = pl_mesh_view(mesh);
  double *x = malloc(3 * rest.vertex_count * sizeof *x);
  assert_non_null(x);
  for (size_t k = 0; k < 3 * rest.vertex_count; k++)
    x[k] = c->part * (0.3 * rest.positions[k] + 0.5 * random_unit(&seed));
  pl_body_def def = pl_default_body_def(c->model);
  def.mesh = mesh;
  def.positions = x;
  def.contact.self = c->self;
  if (c->sheet) def.thickness = 0.002;
  if (!c->sheet) def.volume.mode = PL_VOLUME_KEEP;
  pl_body *body = make_body(world, &def);
  free(x);
  pl_mesh_destroy(mesh);
  return body;
}

static pl_world *make_crowd(const crowd *c, int threads)
{
  pl_world_def def = quiet_world(1.0 / 60);
  def.threads = threads;
  pl_world *world = make_world(&def);
  add(world, c, 1);
  if (!c->self) add(world, c, 2);
  return world;
}

/* How far the particles of all bodies are from the middle, at most, m. */
static double extent(const pl_world *world)
{
  double most = 0;
  for (size_t b = 0; b < pl_world_body_count(world); b++) {
    const pl_body *body = pl_world_body_at(world, b);
    for (size_t k = 0; k < 3 * pl_body_particle_count(body); k++) most = fmax(most, fabs(pl_body_positions(body)[k]));
  }
  return most;
}

static void check_crowd(const crowd *c)
{
  pl_world *world = make_crowd(c, 1), *threaded = make_crowd(c, 3), *restored = make_crowd(c, 1);
  double worst = 0;
  for (int k = 0; k < STEPS; k++) {
    void *snapshot;
    size_t bytes;
    assert_ok(pl_world_save(world, &snapshot, &bytes));
    assert_ok(pl_world_restore(restored, snapshot, bytes));
    pl_free(snapshot);
    clock_t begun = clock();
    step_times(world, 1);
    worst = fmax(worst, (double)(clock() - begun) / CLOCKS_PER_SEC);
    pl_step_stats stats = pl_world_stats(world);
    assert_true(k > 0 || stats.contact_cut_short > 0);
    assert_less(stats.contact_work, most_work);
    step_times(restored, 1);
    assert_true(pl_world_hash(world) == pl_world_hash(restored));
    step_times(threaded, 1);
    assert_true(pl_world_hash(world) == pl_world_hash(threaded));
    pl_world_destroy(restored);
    restored = make_crowd(c, 1);
  }
  print_message("%-18s worst step %.2f s, out to %.2f m\n", c->name, worst, extent(world));
  assert_less(worst, most_seconds);
  assert_less(extent(world), 2); /* they are 1 m wide: elasticity alone brings them there */
  pl_world_destroy(world);
  pl_world_destroy(threaded);
  pl_world_destroy(restored);
}

static void a_crowd_takes_no_longer_than_its_bound(void **state)
{
  (void)state;
  static const crowd crowds[] = {{"surfaces", PL_MODEL_SURFACE, false, false, 1},
                                 {"graphs, small", PL_MODEL_GRAPH, false, false, 0.1},
                                 {"sheets", PL_MODEL_GRAPH, true, false, 0.1},
                                 {"a sheet alone", PL_MODEL_GRAPH, true, true, 1}};
  for (size_t k = 0; k < sizeof crowds / sizeof *crowds; k++) check_crowd(&crowds[k]);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(a_crowd_takes_no_longer_than_its_bound)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
