/* SPDX-License-Identifier: MIT
   Values over time, linear between keys and constant outside them.

   A small step from t to t + h takes what pushes as it is at t, and where things have to be as it is at t + h: at t
   gravity, the forces of pliant/force.h and the pressure of a volume; at t + h the places of pins, grabs, obstacles and
   attachments, and the volume that a body is to have. With substeps 1 a small step is the world's step. */
#pragma once

#include <stddef.h>

/* A vector over time: gravity, the target of a grab. */
typedef struct pl_key {
  double time; /* s, strictly rising from key to key */
  double value[3];
} pl_key;

/* A rigid motion over time: x -> pivot + R(rotate) (x - pivot) + translate. */
typedef struct pl_pose_key {
  double time;         /* s, strictly rising */
  double translate[3]; /* m */
  double rotate[3];    /* rotation vector: axis times angle in radians; several turns are fine */
} pl_pose_key;

typedef struct pl_motion {
  const pl_pose_key *keys; /* NULL: at rest */
  size_t count;
  double pivot[3]; /* m */
} pl_motion;
