/* SPDX-License-Identifier: MIT
   What the parts of `pliant bench contact` share: a world that is run and watched. */
#pragma once

#include "depth.h"
#include "world/world.h"

typedef struct contact_bench_options {
  int threads;
  int rounds;   /* runs of which the fastest counts, step by step */
  double limit; /* s of the wall clock for one run; then it is stopped */
  double step;  /* s, of --accept */
  bool self;    /* bodies also touch themselves */
  bool json;
  bool quick;      /* less of everything, so that a test has time for it */
  const char *row; /* the one row to run, or NULL: all */
} contact_bench_options;

/* How to get the same world again for another round. */
typedef pl_status (*contact_maker)(const void *context, const contact_bench_options *options, pl_world **out);

typedef struct contact_watch {
  size_t steps;       /* to take at most */
  size_t skip;        /* steps at the start that are not timed */
  size_t check_every; /* steps between two measurements of depths; 0: none */
  bool no_sleep;      /* sleep is off: what is timed is work */
} contact_watch;

/* s: means over the steps that were timed. */
typedef struct contact_times {
  double elasticity, finding, solving, volume, step;
} contact_times;

typedef struct contact_result {
  size_t bodies, particles, steps; /* taken */
  bool stopped;                    /* the limit was reached before all steps were taken */
  contact_times times;
  double contacts;      /* mean number */
  size_t not_converged; /* steps with a solve that hit its cap */
  double passes;        /* mean rounds of finding and solving in a step */
  double sweeps;        /* mean sweeps over the contacts of an island in a step */
  size_t rebuilt;       /* lists of candidates made anew */
  size_t pair_steps;    /* lists in use, summed over steps */
  depth moving, last;   /* the worst of all measurements, and after the last step */
  double told;          /* m, the deepest that contact itself reported */
  double loss;          /* of any body's volume at any step, relative */
  double rest_time;     /* s: from then on below rest_speed; INFINITY: not at the end */
  double sleep_time;    /* s: from then on all sleep; INFINITY: not at the end */
  double last_speed;    /* m/s, the fastest particle after the last step */
} contact_result;

static const double rest_speed = 0.01; /* m/s */

/* bench_contact_subject.c */

/* A scene of the gallery, all of its bodies touching each other. */
typedef struct contact_scene {
  const char *file; /* below the folder of scenes */
} contact_scene;
pl_status contact_scene_make(const void *scene, const contact_bench_options *options, pl_world **out);
pl_status contact_scene_steps(const contact_scene *scene, const contact_bench_options *options, size_t *steps);

pl_status contact_run(contact_maker make, const void *context, const contact_watch *watch,
                      const contact_bench_options *options, contact_result *out);
bool contact_row_is_wanted(const contact_bench_options *options, const char *row);

/* bench_contact_rest.c */
pl_status bench_contact_rest(const contact_bench_options *options);
bool contact_rest_has(const char *row);
/* bench_contact_sleep.c */
pl_status bench_contact_sleep(const contact_bench_options *options);
bool contact_sleep_has(const char *row);
/* bench_contact_scenes.c */
pl_status bench_contact_scenes(const contact_bench_options *options);
bool contact_scenes_has(const char *row);
/* bench_contact_growth.c */
pl_status bench_contact_growth(const contact_bench_options *options);
bool contact_growth_has(const char *row); /* numbers of bodies */
/* bench_contact_accept.c */
pl_status bench_contact_accept(const contact_bench_options *options);
bool contact_accept_has(const char *row);
/* bench_contact_floor.c */
pl_status bench_contact_floor(const contact_bench_options *options);
bool contact_floor_has(const char *row);
