/* SPDX-License-Identifier: MIT
   A^-1 between the nodes that contact touches, of a matrix with three rows per node, by half solves of their rows
   (linalg/cholesky/cholesky.h): kept until the next factor. */
#pragma once

#include "linalg/cholesky/cholesky.h"

#define PL_UNTOUCHED UINT32_MAX

typedef struct pl_touched_nodes {
  uint32_t *slot; /* per node: its rows below, or PL_UNTOUCHED */
  uint32_t *node; /* per slot */
  size_t count, capacity;
  double *half; /* 3 × longest per slot: L^-1 of unit impulses along x, y and z */
  size_t longest;
  double *between; /* 3 capacity × 3 capacity, 1/kg; NULL: no room was reserved */
} pl_touched_nodes;

/* Room for as many as contact asks for at once, of a factor that was analysed. */
pl_status pl_touched_reserve(pl_touched_nodes *touched, const pl_cholesky *factor, size_t nodes);
void pl_touched_free(pl_touched_nodes *touched);
void pl_touched_forget(pl_touched_nodes *touched); /* with a new factor */

/* Which nodes carry a particle: `per` from nodes[per × host[particle]] on. */
typedef struct pl_node_hosts {
  const uint32_t *host, *nodes;
  size_t per;
} pl_node_hosts;

/* Finds the rows of `between` for what carries these particles (NULL: they are nodes), any number of them. What it
   took: half solves of three rows, and multiplications of these with each other. False: there is no room for so
   many. */
typedef struct pl_touched_work {
  size_t halves, products;
} pl_touched_work;
bool pl_touched_find(pl_touched_nodes *touched, pl_cholesky *factor, const pl_node_hosts *hosts,
                     const uint32_t *particles, size_t count, pl_touched_work *work);
