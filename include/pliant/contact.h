/* SPDX-License-Identifier: MIT
   How a body touches other bodies and itself. */
#pragma once

#include <stdbool.h>

#include "pliant/status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct pl_contact_def {
  bool bodies; /* touches other bodies that touch it; default false */
  bool self;   /* touches itself; default false */
  double
      friction; /* Coulomb coefficient, >= 0; of two bodies the geometric mean counts; default 0.5. Against an obstacle,
                         that of the obstacle counts */
  double restitution; /* part of the approach speed given back, [0, 1]; of two bodies the larger counts; default 0 */
  double skin;        /* m, > 0: kept free around the surface; default 0: a thousandth of the body's size, or half the
                         thickness of an open surface */
  uint32_t group;     /* 0 to 31; default 0 */
  uint32_t ignores;   /* bit g set: passes through bodies of group g; default 0 */
} pl_contact_def;

#ifdef __cplusplus
}
#endif
