/* SPDX-License-Identifier: MIT
   Material grids: which vertex a node is, and what part of the whole it stands for. */
#pragma once

#include <stddef.h>

#include "pliant/mesh.h"

/* Number of directions, 0: there is no grid. */
PL_API size_t pl_grid_dimension(const pl_grid *grid);

/* Does it go with so many vertices? */
pl_status pl_grid_check(const pl_grid *grid, size_t vertex_count);

/* Steps between nodes along a direction: one less than nodes, or as many where it is closed. */
uint32_t pl_grid_steps(const pl_grid *grid, size_t direction);

/* The vertex of a node. Indices may run over the end of closed directions, once, either way. false: there is no such
   node. */
PL_API bool pl_grid_vertex(const pl_grid *grid, int64_t i, int64_t j, int64_t k, uint32_t *vertex);

/* Of the cells about each vertex, corners that are its own over all their corners: 1 inside, 1/2 at a border. Their sum
   is the number of cells. */
void pl_grid_shares(const pl_grid *grid, double *shares);

/* Length, area or volume of what belongs to each vertex: half the edges, quarters of the cells, eighths of the blocks
   about it. The sum is that of all cells, measured on the given positions. */
void pl_grid_measure(const pl_grid *grid, const double *positions, double *measure);
