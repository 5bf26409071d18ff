/* SPDX-License-Identifier: MIT
   What contact is measured by: scenes that are made in code, and one world followed step by step. */
#pragma once

#include "bench/contact/bench_contact.h"

typedef struct accept_scene accept_scene;

/* Fills a world that has its step, gravity and threads. */
typedef pl_status (*accept_filler)(const accept_scene *scene, pl_world *world);

struct accept_scene {
  const char *name;
  const char *file; /* below the folder of scenes; NULL: made by fill */
  accept_filler fill;
  pl_model_kind model; /* for fill */
  double number;       /* for fill */
  double duration;     /* s */

  /* bars; 0: none */
  double cpu;      /* s of processor time per simulated second */
  double volume;   /* relative */
  double vertices; /* of the size: in other bodies and in obstacles */
  double edges;
  double gain; /* of energy in a step, of the largest kinetic energy */
};

pl_status accept_tower(const accept_scene *scene, pl_world *world);
pl_status accept_ball_on_ball(const accept_scene *scene, pl_world *world); /* number: ratio of densities */
pl_status accept_floor(const accept_scene *scene, pl_world *world); /* one body falls and rests; number: vertices */
pl_status accept_mixed(const accept_scene *scene, pl_world *world); /* number: bodies */
pl_status accept_overlap(const accept_scene *scene,
                         pl_world *world); /* number: m, by which two bodies start in each other */
pl_status accept_slabs(const accept_scene *scene,
                       pl_world *world); /* body 2 k is a slab, 2 k + 1 the ball thrown at it */
pl_status accept_hit(const accept_scene *scene, pl_world *world); /* number: m/s towards a plane */
