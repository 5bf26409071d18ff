/* SPDX-License-Identifier: MIT
   A value that may vary over a body: one number for all of it, or one per vertex. */
#pragma once

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct pl_node_field {
  double value;         /* everywhere, where there are no values */
  const double *values; /* one per vertex, the caller's order; NULL: value everywhere */
} pl_node_field;

#ifdef __cplusplus
}
#endif
