/* SPDX-License-Identifier: MIT
   Which precision a factor of A = M + h^2 K may have (docs/architecture.md, Numbers). */
#pragma once

#include "linalg/sparse/sparse.h"
#include "pliant/precision.h"

/* *kappa: an upper bound, by Gershgorin's circles, of the largest eigenvalue of h^2 M^-1 K = M^-1 A - 1. It decides how
   many digits a float factor loses. mass: the diagonal of M, n entries, all positive. */
pl_status pl_condition_bound(const pl_sparse *matrix, const double *mass, double *kappa);

/* Float while kappa 6e-8 < 1e-2, else double; anything but auto is kept. */
pl_precision pl_precision_choose(pl_precision wanted, double kappa);
