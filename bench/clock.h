/* SPDX-License-Identifier: MIT */
#pragma once

#include <stdbool.h>
#include <time.h>

/* Seconds: of the processor time of this process (what one thread needs, whoever else uses the machine), or of the wall
   clock. */
static inline double bench_clock(bool processor_time)
{
  struct timespec t;
  clock_gettime(processor_time ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}
