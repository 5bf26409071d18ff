/* SPDX-License-Identifier: MIT
   Fill-reducing orderings. order[k] is the vertex that is eliminated k-th. */
#pragma once

#include "linalg/cholesky/cholesky.h"
#include "linalg/sparse/adjacency.h"

/* *used: what AUTO became. */
pl_status pl_order(const pl_adjacency *graph, const double *coordinates, pl_ordering wanted, uint32_t *order,
                   pl_ordering *used);

/* Nested dissection by planes through the coordinates, or, without coordinates, by distances in the graph. */
pl_status pl_order_dissection(const pl_adjacency *graph, const double *coordinates, uint32_t *order);

/* METIS_NodeND; PL_ERROR_UNSUPPORTED where the build has no METIS. */
pl_status pl_order_metis(const pl_adjacency *graph, uint32_t *order);
