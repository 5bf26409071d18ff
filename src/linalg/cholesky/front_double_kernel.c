/* SPDX-License-Identifier: MIT */
#define PL_FRONT_TABLE pl_front_double
#include "linalg/cholesky/front_kernel_body.h"
