/* SPDX-License-Identifier: MIT
   Symmetric rank-k updates of small dense matrices (a few hundred rows): what a library of linear algebra calls SYRK.
   Same bits for any number of threads, per instruction set. */
#pragma once

#include <stddef.h>

#include "base/pool.h"

/* C += scale × X X^T, n × n, where X has n rows of `depth` numbers (a multiple of 8; pad with zeros), `stride` from row
   to row. Row i of C is written up to column i at least; what lies above the diagonal is afterwards of no use. */
void pl_gram(size_t n, size_t depth, const double *x, size_t stride, double scale, double *c, size_t c_stride,
             pl_pool *pool);

/* Makes the upper triangle equal to the lower one. */
void pl_gram_mirror(size_t n, double *c, size_t c_stride);
