/* SPDX-License-Identifier: MIT
   The floating-point environment that the library computes in: to the nearest, no traps, denormals kept. A host may
   have set another; each function of the interface that returns a status or computes sets this one and puts the host's
   back, flags included. tests/install/test_floats_entries.sh sees to it. */
#pragma once

#include <fenv.h>

#include "pliant/status.h"

PL_API void pl_floats_enter(fenv_t *host);
PL_API void pl_floats_leave(const fenv_t *host);

static inline fenv_t pl_floats_entered(void)
{
  fenv_t host;
  pl_floats_enter(&host);
  return host;
}

/* First in a function: until it returns, by whatever way. */
#define PL_OWN_FLOATS                                                                                                  \
  __attribute__((unused, cleanup(pl_floats_leave))) const fenv_t pl_host_floats = pl_floats_entered()

/* For the time of a step: denormals are flushed, and the rest is as above, on this thread. Gives back what was set.
   Blocks of pl_parallel_for run so, whoever's threads they run on. */
PL_API unsigned pl_denormals_flush(void);
PL_API void pl_denormals_restore(unsigned before);
