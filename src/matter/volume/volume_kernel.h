/* SPDX-License-Identifier: MIT
   The loops over sites that the volume constraint spends its time in, once per instruction set. */
#pragma once

#include "base/isa.h"
#include "matter/volume/surface.h"

/* Sums over the sites of a block, with g the gradient of the volume, r = x - origin, w the weight and m the mass. */
typedef struct pl_volume_sums {
  double volume;     /* sum r.g = three times the volume: it is a cubic form of the positions */
  double flux;       /* sum v.g = dV/dt */
  double strength;   /* S = sum w g.g */
  double most;       /* largest component of w g */
  double force[3];   /* sum w m g */
  double torque[3];  /* sum w m r × g */
  double mass;       /* sum w m^2 */
  double moment[3];  /* sum w m^2 r */
  double square[3];  /* sum w m^2 (xx, yy, zz) */
  double product[3]; /* sum w m^2 (xy, yz, zx) */
} pl_volume_sums;

typedef struct pl_volume_gather {
  const pl_volume_shape *shape;
  const double *x, *v;
  const double *mass, *weight; /* per particle */
  double origin[3];
  double *gradient; /* 4 per site, the fourth is anything */
} pl_volume_gather;

/* Change of positions or velocities: w (scale g + m (push + turn × r)). */
typedef struct pl_volume_change {
  const pl_volume_gather *at;
  double scale;
  double push[3], turn[3];
} pl_volume_change;

typedef struct pl_volume_kernels {
  void (*gather)(const pl_volume_gather *at, size_t begin, size_t end, pl_volume_sums *sums);
  /* Only r.g. */
  double (*measure)(const pl_volume_shape *shape, const double *x, const double origin[3], size_t begin, size_t end);
  /* Changes `to` (x or v), and adds sum m change × v to spin. */
  void (*change)(const pl_volume_change *change, size_t begin, size_t end, double *to, double spin[3]);
  /* out = mean of the weights along the walk: one step of the umbrella operator with factor 1; 0 where closed says so.
     */
  void (*smooth)(const pl_volume_shape *shape, const double *weight, const uint8_t *closed, size_t begin, size_t end,
                 double *out);
  /* out = beta s d + (1 - beta) moved, [D] eq. (11); returns the sum. */
  double (*deformation)(const pl_volume_shape *shape, const double *x, const double *moved, const double factor[3],
                        size_t begin, size_t end, double *out);
} pl_volume_kernels;

extern const pl_volume_kernels pl_volume_kernels_baseline;
#if defined(__x86_64__)
extern const pl_volume_kernels pl_volume_kernels_avx2, pl_volume_kernels_avx512;
#endif
