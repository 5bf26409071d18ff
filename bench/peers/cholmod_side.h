/* SPDX-License-Identifier: MIT
   CHOLMOD behind four calls: METIS ordering, one of its modes, three right-hand sides, cholmod_solve2. */
#pragma once

#include <stdbool.h>

#include "linalg/sparse/sparse.h"

typedef struct peer peer;
typedef enum peer_mode { PEER_SIMPLICIAL, PEER_SUPERNODAL, PEER_MODES } peer_mode;

void peer_set_threads(int threads);                         /* of the BLAS that CHOLMOD calls */
peer *peer_create(const pl_sparse *matrix, peer_mode mode); /* NULL when CHOLMOD fails */
void peer_destroy(peer *side);
int peer_analyse(peer *side);
int peer_factorise(peer *side);
/* x and b: n × 3, xyz per row; the time of the solve alone, without turning them around, is returned. */
double peer_solve(peer *side, const double *b, double *x, bool processor_time);
double peer_factor_entries(const peer *side);
