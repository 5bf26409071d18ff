/* SPDX-License-Identifier: MIT
   Eigenvalues of small dense symmetric matrices (a few hundred rows). Plain loops in a fixed order: LAPACK through
   OpenBLAS gives other last bits for another number of its threads, and a basis made with it would not be the same
   twice. */
#pragma once

#include <stddef.h>

#include "pliant/status.h"

/* a: n × n, row after row, symmetric. On return row k of a is the k-th eigenvector, of length 1, and values[k] its
   eigenvalue, in falling order. */
pl_status pl_symmetric_eigen(size_t n, double *a, double *values);
