/* SPDX-License-Identifier: MIT
   The loops over particles and regions that a step of the surface model spends its time in, once per instruction set.
   Each works on a range; what it writes for a particle depends on that particle and on finished arrays alone. */
#pragma once

#include "base/isa.h"
#include "model/surface/surface.h"

/* Sums over particles, about the frame's centre, with velocities v before or after matching. */
typedef struct pl_surface_moments {
  double mass;        /* kg */
  double first[4];    /* sum m r */
  double momentum[4]; /* sum m v */
  double spin[4];     /* sum m r × v */
  double squares[4];  /* sum m r r^T: xx yy zz */
  double products[4]; /* xy yz zx */
} pl_surface_moments;

/* What a step of one body works with; per particle in storage order. */
typedef struct pl_surface_step {
  const pl_surface *surface;
  const pl_surface_frame *frame;
  double h;
  double *x, *v;         /* m, m/s */
  const double *mass;    /* kg */
  const double *force;   /* N; NULL: none */
  const uint8_t *pinned; /* NULL: none is */
  bool last;             /* pass: velocities follow */
  bool damps;
  float *region_rotation; /* rotations of regions: where their search starts, and, with rows[1], what it finds */
  float *u;               /* 4: displacement seen from the body (3), 0 */
  float *total;           /* 4: what all passes pull, seen from the body; only with more than one */
  float *centre;          /* 4 per region: mean displacement (3); only with damping */
  float *speed;           /* 4: velocity seen from the body, per step; only with damping */
  /* PL_SURFACE_ROW: what is summed, in turns; the second NULL: only energies are asked for. The third, 8 wide, of
     sheets: what regions do not pull along their normals */
  float *rows[3];
  float *scratch, *more;              /* of the sums; more: of the third rows */
  pl_surface_moments *before, *after; /* per PL_SURFACE_GRAIN particles; NULL: momentum is not needed */
  struct pl_surface_motion *exact;    /* per region; NULL: the step is taken in float */
  double drift[3], spin[3];           /* m/s, rad/s: what is missing of them */

  /* computes goals without a step; then x and v stay as they are */
  double *to_goal;       /* 3 per particle: g - x, m; NULL: a step is taken */
  double *region_energy; /* per region, in units of the weights and of size^2; NULL: not wanted */
} pl_surface_step;

/* exact.c: a step in double; what it needs is in to_goal and exact. */
typedef struct pl_surface_motion pl_surface_motion;
size_t pl_surface_exact_scratch(size_t count);
bool pl_surface_take_exact(size_t count, pl_arena *scratch, pl_surface_step *step);
void pl_surface_advance_exactly(pl_surface_step *step, pl_pool *pool);

/* momentum.c: drift and spin from before and after. */
void pl_surface_missing_motion(pl_surface_step *step);

typedef void (*pl_surface_kernel)(const pl_surface_step *step, size_t begin, size_t end);

/* advance.c: a kernel over all particles or regions of a step's body. */
void pl_surface_run(pl_surface_kernel kernel, const pl_surface_step *step, pl_pool *pool);

typedef struct pl_surface_kernels {
  /* v += h f/m; u of x + h v, into rows[0]: u x0^T and u, weighted. */
  void (*predict)(const pl_surface_step *step, size_t begin, size_t end);
  /* The same rows from u as it is. */
  void (*displace)(const pl_surface_step *step, size_t begin, size_t end);
  /* Sums of rows[0] over regions; their rotations; rows[1]: R - 1 and (centre of u) - (R - 1) t0. */
  void (*match)(const pl_surface_step *step, size_t begin, size_t end);
  /* Sums of rows[1]: goals; u follows, in the last pass v, and x if nothing damps; else rows[0] for damping. */
  void (*pull)(const pl_surface_step *step, size_t begin, size_t end);
  /* Sums of rows[0]: rigid motions of regions, into rows[1], 8 floats each. */
  void (*region_motions)(const pl_surface_step *step, size_t begin, size_t end);
  /* Sums of rows[1]: v is damped, x follows. */
  void (*damp)(const pl_surface_step *step, size_t begin, size_t end);
  /* Adds the missing momentum to v and x. */
  void (*correct_momentum)(const pl_surface_step *step, size_t begin, size_t end);
} pl_surface_kernels;

extern const pl_surface_kernels pl_surface_kernels_baseline;
#if defined(__x86_64__)
extern const pl_surface_kernels pl_surface_kernels_avx2, pl_surface_kernels_avx512;
#endif
