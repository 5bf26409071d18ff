/* SPDX-License-Identifier: MIT */
#define PL_REAL_FLOAT
#define PL_FRONT_TABLE pl_front_float
#include "linalg/cholesky/front_kernel_body.h"
