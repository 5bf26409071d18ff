/* SPDX-License-Identifier: MIT
   The one table of magnitudes that the library computes with. What comes in from outside, by definitions, queued
   changes, snapshots and recordings, is held against it before anything is done with it: within these limits no product
   or square that a step takes leaves the range of double, and coordinates fit the floats that contact sorts by. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"

typedef enum pl_quantity {
  PL_QUANTITY_LENGTH,       /* m: coordinates, sizes, ways */
  PL_QUANTITY_SPEED,        /* m/s */
  PL_QUANTITY_ACCELERATION, /* m/s^2 */
  PL_QUANTITY_ANGLE,        /* rad */
  PL_QUANTITY_TIME,         /* s: when, and how long */
  PL_QUANTITY_STEP,         /* s: of time */
  PL_QUANTITY_RATE,         /* 1/s */
  PL_QUANTITY_PULL,         /* 1/s^2: stiffness per mass */
  PL_QUANTITY_MASS,         /* kg */
  PL_QUANTITY_DENSITY,      /* kg/m^3 */
  PL_QUANTITY_FORCE,        /* N */
  PL_QUANTITY_MODULUS,      /* Pa */
  PL_QUANTITY_PRESSURE,     /* Pa */
  PL_QUANTITY_STIFFNESS,    /* N/m */
  PL_QUANTITY_DAMPING,      /* N s/m */
  PL_QUANTITY_VOLUME,       /* m^3 */
  PL_QUANTITY_TEMPERATURE,  /* K */
  PL_QUANTITY_FACTOR,       /* a number without unit */
  PL_QUANTITY_COUNT
} pl_quantity;

typedef struct pl_limit {
  const char *unit;
  double least; /* of sizes that are not zero; coordinates and components may be any smaller */
  double most;  /* in magnitude */
} pl_limit;

PL_API pl_limit pl_limit_of(pl_quantity quantity);

/* A coordinate or component: finite, and no larger than the most. */
PL_API bool pl_is_within(pl_quantity quantity, double value);
/* All of them; else *first (may be NULL) is the first that is not. */
PL_API bool pl_are_within(pl_quantity quantity, const double *values, size_t count, size_t *first);

/* The same as a status; `place` is what the caller calls it ("graph.youngs_modulus"). */
PL_API pl_status pl_limit_check(pl_quantity quantity, const char *place, double value);
/* A size or strength: zero, or from the least to the most. */
PL_API pl_status pl_limit_check_size(pl_quantity quantity, const char *place, double value);
/* Each of an array, NULL being none: place[k] is named. */
PL_API pl_status pl_limit_check_all(pl_quantity quantity, const char *place, const double *values, size_t count);
PL_API pl_status pl_limit_check_sizes(pl_quantity quantity, const char *place, const double *values, size_t count);
