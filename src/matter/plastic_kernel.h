/* SPDX-License-Identifier: MIT
   Plastic flow of edges, Huang et al., sect. 3.3: edges that are deformed beyond the yield take part of the deformation
   over as their rest shape. With y the current edge, turned back into rest axes, and rho = |y - e| / |e|

     per step, as printed:  e += min(1, creep (rho - yield)) (y - e)
     rate:                  d rho / dt = -creep (rho - yield) rho, solved exactly over the step, so that steps of any
                            length give the same flow; rho never falls below the yield. */
#pragma once

#include "base/isa.h"
#include "model/fibres.h"

typedef struct pl_plastic_kernels {
  /* Rest values of the fibres begin … end - 1, of three components, from their deformations (y - e; with one double of
     padding after the last). h: s, or the world's steps where creep is given per step. */
  void (*flow)(const pl_fibres *fibres, const double *deformation, double h, size_t begin, size_t end);
} pl_plastic_kernels;

extern const pl_plastic_kernels pl_plastic_kernels_baseline;
#if defined(__x86_64__)
extern const pl_plastic_kernels pl_plastic_kernels_avx2, pl_plastic_kernels_avx512;
#endif
