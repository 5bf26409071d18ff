/* SPDX-License-Identifier: MIT
   What is timed with new numbers must have new ones: what follows from numbers that stayed is not computed again. */
#pragma once

#include <stddef.h>

static inline void bench_change_numbers(double *numbers, size_t count)
{
  for (size_t k = 0; k < count; k++) numbers[k] *= 1 + 1e-9;
}
