/* SPDX-License-Identifier: MIT
   Who does what in parallel, decided by the matrix alone. The tree of nodes is cut into groups: subtrees of some
   weight, and above them single nodes. Groups of one level are independent and run in parallel, levels follow each
   other.

   In a solve, rows outside a group are not written directly, other groups may be writing them: every group has a buffer
   for the rows below its topmost node, appended to the vectors, and its parent adds them up in fixed order. So `where`
   gives, for every row of a node, its own place if that is in the same group, else a place in the group's buffer. */
#pragma once

#include "linalg/sparse/symbolic.h"

typedef struct pl_plan {
  uint32_t groups;
  uint32_t *group_of;     /* nodes */
  uint32_t *node_starts;  /* groups + 1: nodes of a group, rising, in node_list */
  uint32_t *node_list;    /* nodes */
  uint32_t *top;          /* groups: topmost node; PL_NO_NODE for the group that collects what has no parent */
  uint32_t *parent;       /* groups; PL_NO_NODE for the last */
  uint32_t *child_starts; /* groups + 1 */
  uint32_t *child_list;
  uint32_t levels;
  uint32_t *level_starts; /* levels + 1 */
  uint32_t *level_list;   /* groups, by level */
  size_t *buffer;         /* groups + 1: place of the group's buffer, counted from place 0; the last: rows altogether */
  uint32_t *lift;         /* buffer[i] - n: where row i of the buffers belongs in the parent group */
  uint32_t *where;        /* as symbolic rows */
} pl_plan;

pl_status pl_plan_create(const pl_symbolic *symbolic, pl_plan *out);
void pl_plan_free(pl_plan *plan);
