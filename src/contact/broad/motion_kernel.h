/* SPDX-License-Identifier: MIT
   How the particles of a body move in a step, in a few numbers. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "base/isa.h"

/* Motion of a body during the step, m. */
typedef struct pl_body_motion {
  double lower[3], upper[3]; /* around its particles at the start and the end of the step */
  double way[3];             /* mean displacement of its particles in the step */
  double stray;              /* the most that a particle's differs from it */
} pl_body_motion;

/* Motion relative to a reference pose, m. */
typedef struct pl_body_drift {
  double drift[3]; /* mean difference at the start of the step */
  double spread;   /* the most that a particle's differs from it */
  double excess;   /* the most that a particle's displacement, less the mean, is beyond what is allowed */
} pl_body_drift;

/* 3 numbers per particle each. */
typedef struct pl_moving_particles {
  const uint32_t *particles; /* that count; NULL: all */
  size_t count;              /* at least 1 */
  const double *x, *v;       /* m, m/s: at the end of the step */
  double h;                  /* s */
} pl_moving_particles;

/* The reference pose. */
typedef struct pl_allowed_motion {
  const double *before;       /* positions at its start */
  const double *motion_bound; /* allowed: between 0 and this, besides the mean displacement */
} pl_allowed_motion;

typedef struct pl_motion_kernels {
  void (*measure)(const pl_moving_particles *of, pl_body_motion *motion);

  /* way: the mean, as measured. */
  void (*measure_since)(const pl_moving_particles *of, const pl_allowed_motion *since, const double way[3],
                        pl_body_drift *drift);
} pl_motion_kernels;

extern const pl_motion_kernels pl_motion_kernels_baseline;
#if defined(__x86_64__)
extern const pl_motion_kernels pl_motion_kernels_avx2, pl_motion_kernels_avx512;
#endif
