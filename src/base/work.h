/* SPDX-License-Identifier: MIT
   Bounded work: counted, not timed, so that the bound is the same on any machine and for any number of threads. One
   unit is about the cost of changing the velocity of one particle. */
#pragma once

#include <stdbool.h>

typedef struct pl_work {
  double done, most; /* units */
  bool cut;          /* something was left out because of the bound */
} pl_work;

/* NULL: not counted and not bounded. */
static inline void pl_work_add(pl_work *work, double units)
{
  if (work) work->done += units;
}

/* Is the bound reached? The caller then leaves out what can be left out, which `cut` notes. */
static inline bool pl_work_is_exhausted(pl_work *work)
{
  if (!work || work->done < work->most) return false;
  work->cut = true;
  return true;
}
