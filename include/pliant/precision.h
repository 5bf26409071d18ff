/* SPDX-License-Identifier: MIT
   How exact the factor of an implicit solve is. */
#pragma once

typedef enum pl_precision {
  PL_PRECISION_AUTO,  /* float with refinement where the time step allows it, else double */
  PL_PRECISION_FLOAT, /* float factor, refined to float_residual */
  PL_PRECISION_DOUBLE
} pl_precision;
