/* SPDX-License-Identifier: MIT
   Run-time choice of instruction set. A kernel source (named *_kernel.c, listed with pliant_kernels() in CMake) is
   compiled once per set with PL_ISA defined as baseline, avx2 or avx512; PL_ISA_NAME(f) gives each copy its own name.
   The caller picks a table of function pointers with PL_ISA_PICK. Results are the same bits for any thread count within
   a set. */
#pragma once

#include "pliant/status.h"

typedef enum pl_isa { PL_ISA_BASELINE, PL_ISA_AVX2, PL_ISA_AVX512 } pl_isa;

/* The best set this processor has, lowered by the environment variable PLIANT_ISA (baseline, avx2, avx512). */
PL_API pl_isa pl_isa_best(void);
/* Refuses a value that names no set. */
PL_API pl_status pl_isa_check(void);
PL_API const char *pl_isa_name(pl_isa isa);

#define PL_ISA_JOIN_(name, isa) name##_##isa
#define PL_ISA_JOIN(name, isa) PL_ISA_JOIN_(name, isa)
#define PL_ISA_NAME(name) PL_ISA_JOIN(name, PL_ISA)

#if defined(__x86_64__)
#define PL_ISA_PICK(name)                                                                                              \
  (pl_isa_best() == PL_ISA_AVX512 ? &name##_avx512 : pl_isa_best() == PL_ISA_AVX2 ? &name##_avx2 : &name##_baseline)
#else
#define PL_ISA_PICK(name) (&name##_baseline)
#endif
