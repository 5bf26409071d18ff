/* SPDX-License-Identifier: MIT
   Equality rows of the solver: a weighted sum of particles whose velocity u is to be a goal, in all directions and
   both ways,

     u + softness p = goal,   |p| <= most.

   They are solved together with the rows of contacts. */
#pragma once

#include "contact/compliance/anchor.h"

enum { PL_MAX_EQUALITY_PARTICLES = 8 };

typedef struct pl_equality {
  pl_anchor_particle particles[PL_MAX_EQUALITY_PARTICLES];
  uint32_t particle_count;
  double goal[3];    /* m/s */
  double softness;   /* 1/kg; 0: rigid */
  double most;       /* N s; INFINITY: bears everything */
  double impulse[3]; /* N s, on the sum: an end gets its weight of it */
  double applied[3]; /* what of it has been applied */

  /* found by solving */
  double inverse[9]; /* impulse per change of velocity, kg; zero: nothing moves it */
  double response;   /* most that the velocity of the sum changes per impulse, 1/kg */
} pl_equality;

/* The equality rows of an island, and the bodies that they hold. */
typedef struct pl_equalities {
  pl_equality *const *items;
  size_t count;
} pl_equalities;

/* Residual: u + softness p - goal, with p `part` of the way from the applied impulse to the present one. */
void pl_equality_slack(const pl_coupled *bodies, const pl_equality *equality, double part, double out[3]);

/* The nearest impulse that does not break it. */
void pl_equality_project(const pl_equality *equality, const double wanted[3], double out[3]);

/* Finds the compliance of the equality rows. Needs the compliance of the bodies. */
void pl_equalities_prepare(const pl_equalities *equalities, const pl_coupled *bodies);

/* The largest velocity change that is required, or made by impulses so far. */
double pl_equalities_scale(const pl_equalities *equalities, const pl_coupled *bodies);

/* One Gauss-Seidel sweep over the equality rows; returns the largest velocity change. */
double pl_equalities_relax(const pl_equalities *equalities, pl_coupled *bodies);

/* What was not sent yet: times what is missing (pl_equality_slack), pushed in part, shortened to a part, added up in
   the slots, or sent. */
double pl_equalities_slope(const pl_equalities *equalities, const pl_coupled *bodies, double part);
void pl_equalities_push_start(const pl_equalities *equalities, pl_coupled *bodies, double part);
void pl_equalities_shorten_start(const pl_equalities *equalities, double part);
void pl_equalities_gather(const pl_equalities *equalities, pl_coupled *bodies);
void pl_equalities_mark_applied(const pl_equalities *equalities);
