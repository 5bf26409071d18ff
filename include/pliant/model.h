/* SPDX-License-Identifier: MIT
   What the definitions of models have in common. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "pliant/precision.h"
#include "pliant/status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum pl_momentum {
  PL_MOMENTUM_KEEP, /* a body that nothing holds keeps spinning: default */
  PL_MOMENTUM_FREE  /* let implicit Euler brake rotation, as the paper does */
} pl_momentum;

typedef struct pl_body pl_body;

#ifdef __cplusplus
}
#endif
