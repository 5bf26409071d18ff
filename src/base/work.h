/* SPDX-License-Identifier: MIT
   Work that is counted, so that it can be bounded: no clock, and so the same for any machine and number of threads. One
   unit is about what changing the velocity of one particle takes. */
#pragma once

#include <stdbool.h>

typedef struct pl_work {
  double done, most; /* units */
  bool cut;          /* something was left out because there was no more of it */
} pl_work;

/* work: NULL: nobody counts, and nothing is bounded. */
static inline void pl_work_add(pl_work *work, double units)
{
  if (work) work->done += units;
}

/* No more that can be left out? Whoever asks leaves it out. */
static inline bool pl_work_is_exhausted(pl_work *work)
{
  if (!work || work->done < work->most) return false;
  work->cut = true;
  return true;
}
