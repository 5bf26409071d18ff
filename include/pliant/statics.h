/* SPDX-License-Identifier: MIT
   Static modelling: put a few vertices where they should be, and the body takes the shape of least energy. Repeated
   while handles are dragged it starts from the last shape and takes a few solves; the shape can become the start of a
   run. */
#pragma once

#include "pliant/body.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct pl_handle {
  uint32_t particle; /* the caller's index */
  double target[3];  /* m */
} pl_handle;

typedef struct pl_statics_def {
  uint32_t mark; /* set by pl_default_statics_def */
  /* one vertex held leaves rotations free, two leave one axis, more hold position and direction */
  const pl_handle *handles;
  size_t handle_count;
  double stiffness; /* of handles and pins, N/m, > 0; default 0: the penalty of the body's model */
  double tolerance; /* the work ends when no node moves by more than this part of the body's size; > 0; default 1e-6 */
  int iterations;   /* most solves, >= 1; default 100 */
  bool gravity;     /* the world's gravity acts; default false */
  bool pins;        /* the body's pins hold; default true */
} pl_statics_def;

PL_API pl_statics_def pl_default_statics_def(void);

typedef struct pl_statics_report {
  int iterations;  /* solves made */
  bool converged;  /* within the tolerance */
  double moved;    /* by the last solve, m, the most of any node */
  double energy;   /* J: elastic, of the handles, of gravity */
  double distance; /* from a handle to its vertex, m, the largest */
  /* Continuum and hybrid models, -1 of others: N, Euclidean norms over all nodes of what acts from outside (weight,
     handles, pins, obstacles) and of what is left of it beside elastic forces, those that act in a step; and one over
     the other, 0 where neither is. */
  double load, unbalanced, residual;
} pl_statics_report;

/* At once, from where the body is; queued changes are applied first. Velocities become zero. Cage, hex, continuum
   and hybrid models: PL_ERROR_UNSUPPORTED for others. It is no change that a recording holds. report
   may be NULL. */
PL_API pl_status pl_body_settle(pl_body *body, const pl_statics_def *def, pl_statics_report *report);

#ifdef __cplusplus
}
#endif
