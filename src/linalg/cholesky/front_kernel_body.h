/* SPDX-License-Identifier: MIT
   The table of kernels for one precision; included by front_float_kernel.c and front_double_kernel.c. */
#include "linalg/cholesky/front_kernel.h"
#include "linalg/cholesky/simd.h"

#include "linalg/cholesky/front_factor_body.h"
#include "linalg/cholesky/front_solve_body.h"

const pl_front_kernels PL_ISA_JOIN(PL_FRONT_TABLE, PL_ISA) = {
    .size = sizeof(real),
    .lanes = LANES,
    .diagonal = diagonal,
    .rows = rows,
    .update = update,
    .assemble = assemble,
    .take = take,
    .put = put,
    .load = load,
    .store = store,
    .add = add,
    .lift = lift,
    .lower = lower,
    .down = down,
    .up = up,
};
