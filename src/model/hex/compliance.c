/* SPDX-License-Identifier: MIT
   A^-1 between particles, from that between the nodes that carry them (model/common/touched_nodes.h). Particles are
   sums of the eight corners of their voxel, and neighbours share them: 100 particles in contact stand on some 60 nodes.
   Where more are asked for than there is room, each particle's column takes a whole solve. */
#include <string.h>

#include "base/status.h"
#include "model/hex/hex.h"

pl_status pl_hex_touch_reserve(pl_embedded *nodes, size_t springs)
{
  (void)springs;
  pl_hex *hex = (pl_hex *)nodes;
  return pl_touched_reserve(&hex->touched, hex->factor, hex->voxels.node_count);
}

static const uint32_t *corners_of(const pl_hex *hex, uint32_t particle)
{
  return hex->voxels.corners + PL_HEX_CORNERS * (size_t)hex->voxels.host[particle];
}

static const double *weights_of(const pl_hex *hex, uint32_t particle)
{
  return hex->voxels.weight + PL_HEX_CORNERS * (size_t)particle;
}

/* column: A^-1 of a unit impulse on a particle, 3 × 3 numbers for each touched node. */
static void add_corners(const pl_hex *hex, uint32_t particle, double *column)
{
  const pl_touched_nodes *touched = &hex->touched;
  const uint32_t *corner = corners_of(hex, particle);
  const double *weight = weights_of(hex, particle);
  size_t rows = 3 * touched->count, width = 3 * touched->capacity;
  memset(column, 0, 3 * rows * sizeof(double));
  for (size_t k = 0; k < PL_HEX_CORNERS; k++)
    for (size_t r = 0; r < rows; r++) {
      const double *row = touched->between + r * width + 3 * (size_t)touched->slot[corner[k]];
      for (size_t c = 0; c < 3; c++) column[3 * r + c] += weight[k] * row[c];
    }
}

bool pl_hex_touch_compliance(pl_hex *hex, const uint32_t *particles, size_t count, double *column, double *out)
{
  pl_node_hosts hosts = {hex->voxels.host, hex->voxels.corners, PL_HEX_CORNERS};
  pl_touched_work work;
  if (!pl_touched_find(&hex->touched, hex->factor, &hosts, particles, count, &work)) return false;
  for (size_t b = 0; b < count; b++) {
    add_corners(hex, particles[b], column);
    for (size_t a = 0; a < count; a++) {
      const uint32_t *corner = corners_of(hex, particles[a]);
      const double *weight = weights_of(hex, particles[a]);
      double *block = out + 9 * (a * count + b);
      memset(block, 0, 9 * sizeof(double));
      for (size_t k = 0; k < PL_HEX_CORNERS; k++)
        for (size_t e = 0; e < 9; e++) block[e] += weight[k] * column[9 * (size_t)hex->touched.slot[corner[k]] + e];
    }
  }
  return true;
}
