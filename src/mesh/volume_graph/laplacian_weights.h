/* SPDX-License-Identifier: MIT
   Weights of a graph Laplacian that reproduce the shape: K. Zhou et al., "Large mesh deformation using the volumetric
   graph Laplacian", 2005, sect. 3.2. For each node i with neighbours j, after dividing lengths by the node's mean edge,

     min |p_i - sum_j w_j p_j|^2 + 0.01 (sum_j w_j |p_i - p_j|)^2,   sum_j w_j = 1,   w_j >= 0.01

   The first term makes the Laplacian coordinate vanish, the second prefers near neighbours. With more than four
   neighbours many weights are equally good; 1e-6 |w|^2 picks the most even of them, so that the answer is unique. */
#pragma once

#include "pliant/status.h"

/* A node with this many neighbours or more gets uniform weights: 0.01 for each leaves nothing to choose. */
enum { PL_LAPLACIAN_UNIFORM_FROM = 100 };

/* weights: 2 per edge, as in pl_mesh_data. Each undirected edge once. */
PL_API pl_status pl_laplacian_weigh(const double *positions, size_t vertex_count, const uint32_t *edges,
                                    size_t edge_count, double *weights);
