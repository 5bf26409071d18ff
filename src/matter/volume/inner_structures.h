/* SPDX-License-Identifier: MIT */
#pragma once

#include "matter/volume/surface.h"

/* Inner structures ([D] sect. 5): from every site a ray goes inwards against the normal of the rest shape; of the first
   triangle it meets, the vertex nearest to that point is the site's partner. Fills partner, length and thickness. */
pl_status pl_volume_find_partners(const pl_mesh_data *rest, const uint32_t *place, pl_volume_shape *shape);
