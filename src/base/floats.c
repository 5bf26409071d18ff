/* SPDX-License-Identifier: MIT */
#include "base/floats.h"

#if defined(__SSE2__)
#include <immintrin.h>
#endif

void pl_floats_enter(fenv_t *host)
{
  fegetenv(host);
  fesetenv(FE_DFL_ENV);
}

void pl_floats_leave(const fenv_t *host) { fesetenv(host); }

unsigned pl_denormals_flush(void)
{
#if defined(__SSE2__)
  enum { MASKED_AND_NEAREST = 0x1f80, FLUSH = 0x8000, ZEROS = 0x0040 };
  unsigned before = _mm_getcsr();
  _mm_setcsr(MASKED_AND_NEAREST | FLUSH | ZEROS);
  return before;
#else
  return 0;
#endif
}

void pl_denormals_restore(unsigned before)
{
#if defined(__SSE2__)
  _mm_setcsr(before);
#else
  (void)before;
#endif
}
