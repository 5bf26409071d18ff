/* SPDX-License-Identifier: MIT */
#pragma once

#include "mesh/core/builder.h"

/* Cuts the longest edges of a closed manifold surface in their middle until there are `count` more vertices, none of
   two edges of one triangle. Fails if the surface has too few edges for that. */
PL_API pl_status pl_split_longest(pl_mesh_builder *builder, size_t count);
