/* SPDX-License-Identifier: MIT */
#pragma once

#include "mesh/core/builder.h"

typedef double (*pl_field_function)(const void *context, const double p[3]);

/* Marching cubes: the surface where the field is zero, inside being negative, on cubes of edge `cell` that fill the
   box. Closed, manifold and facing outwards if the field is positive all over the border of the box. */
pl_status pl_isosurface(pl_field_function field, const void *context, const double low[3], const double high[3],
                        double cell, pl_mesh_builder *builder);
