/* SPDX-License-Identifier: MIT
   What the definitions of models have in common. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "pliant/status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum pl_precision {
  PL_PRECISION_AUTO,  /* float with refinement where the time step allows it, else double */
  PL_PRECISION_FLOAT, /* float factor, refined to float_residual */
  PL_PRECISION_DOUBLE
} pl_precision;

typedef enum pl_momentum {
  PL_MOMENTUM_KEEP, /* a body that nothing holds keeps spinning: default */
  PL_MOMENTUM_FREE  /* let implicit Euler brake rotation, as the paper does */
} pl_momentum;

typedef struct pl_body pl_body;

#ifdef __cplusplus
}
#endif
