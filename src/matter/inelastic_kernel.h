/* SPDX-License-Identifier: MIT
   The law of inelastic fibres over one step, per instruction set. */
#pragma once

#include "base/isa.h"
#include "matter/inelastic.h"
#include "model/fibres.h"

typedef struct pl_inelastic_kernels {
  /* One link of three components: elastic: its deformation from its rest value, in length; shifted: how far its rest
     value is from the first one; length: its first length, > 0. On return `elastic` is what is left of it, and
     `shifted` the new rest value. */
  void (*advance)(const pl_inelastic_step *step, double length, double *elastic, double *shifted,
                  const pl_link_memory *memory);
  /* Rest values of the fibres begin ... end - 1 from their deformations; where fibres have three components, with one
     double of padding after the last, as all arrays of theirs have. memory: of all fibres. */
  void (*flow)(const pl_inelastic_step *step, const pl_fibres *fibres, const double *deformation,
               const pl_link_memory *memory, size_t begin, size_t end);
} pl_inelastic_kernels;

extern const pl_inelastic_kernels pl_inelastic_kernels_baseline;
#if defined(__x86_64__)
extern const pl_inelastic_kernels pl_inelastic_kernels_avx2, pl_inelastic_kernels_avx512;
#endif
