/* SPDX-License-Identifier: MIT
   Did balls get through the slabs that they were thrown at? A slab may wrap itself around a ball, so that positions
   do not decide; it is counted how often each vertex of a ball came through the upper side of its slab. */
#pragma once

#include "bench/contact/bench_contact_accept.h"

typedef struct through {
  double *before; /* positions of all bodies, 3 per particle, as they were seen last, m */
  /* per particle of a ball: how often it came in through the slab's surface, and through its upper side, less how often
     it came out; the first does not depend on what happens within a step, the second takes ways as straight */
  int *inside, *above;
  double worst_part; /* of a ball's vertices that are inside its slab */
  size_t swallowed;  /* balls of which more than half came through the upper side, and slabs that are inside out */
} through;

/* Body 2 k is a slab, its upper side towards y at rest, 2 k + 1 the ball thrown at it. */
pl_status through_begin(const pl_world *world, through *out);
/* After every step. */
void through_update(const pl_world *world, through *t);
void through_end(const pl_world *world, through *t); /* finds how many */
void through_free(through *t);
