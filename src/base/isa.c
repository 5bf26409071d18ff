/* SPDX-License-Identifier: MIT */
#include "base/isa.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/status.h"

const char *pl_isa_name(pl_isa isa)
{
  return isa == PL_ISA_AVX512 ? "avx512" : isa == PL_ISA_AVX2 ? "avx2" : "baseline";
}

static pl_isa detect(void)
{
  pl_isa best = PL_ISA_BASELINE;
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) best = PL_ISA_AVX2;
  if (best == PL_ISA_AVX2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw"))
    best = PL_ISA_AVX512;
#endif
  const char *wanted = getenv("PLIANT_ISA");
  for (pl_isa isa = PL_ISA_BASELINE; wanted && isa < best; isa++)
    if (strcmp(wanted, pl_isa_name(isa)) == 0) best = isa;
  return best;
}

pl_status pl_isa_check(void)
{
  const char *wanted = getenv("PLIANT_ISA");
  if (!wanted || !wanted[0]) return PL_OK;
  for (pl_isa isa = PL_ISA_BASELINE; isa <= PL_ISA_AVX512; isa++)
    if (strcmp(wanted, pl_isa_name(isa)) == 0) return PL_OK;
  return pl_fail(PL_ERROR_ARGUMENT,
                 "PLIANT_ISA=%.32s in the environment names no instruction set; there are baseline, avx2 and avx512",
                 wanted);
}

pl_isa pl_isa_best(void)
{
  static atomic_int known = -1;
  int isa = atomic_load_explicit(&known, memory_order_relaxed);
  if (isa < 0) {
    isa = (int)detect();
    atomic_store_explicit(&known, isa, memory_order_relaxed);
  }
  return (pl_isa)isa;
}
