/* SPDX-License-Identifier: MIT
   A^-1 between the nodes that carry what contact touches, by half solves of their rows (linalg/cholesky/cholesky.h),
   kept until the next factor. Particles are sums of the eight corners of their voxel, and neighbours share them: 100
   particles in contact stand on some 60 nodes. Where more are asked for than there is room, each particle's column
   takes a whole solve. */
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "linalg/dense/dot_kernel.h"
#include "model/hex/hex.h"

enum { MOST_NODES = 256 };

#define UNTOUCHED UINT32_MAX

pl_status pl_hex_touch_reserve(pl_embedded *nodes, size_t springs)
{
  (void)springs;
  pl_hex *hex = (pl_hex *)nodes;
  pl_hex_touch *touch = &hex->touch;
  if (touch->between) return PL_OK;
  size_t count = hex->voxels.node_count, capacity = count < MOST_NODES ? count : MOST_NODES;
  touch->longest = pl_cholesky_longest_path(hex->factor);
  if (!touch->slot) touch->slot = PL_NEW(uint32_t, count);
  if (!touch->node) touch->node = PL_NEW(uint32_t, capacity);
  if (!touch->half) touch->half = PL_NEW(double, 3 * capacity * touch->longest);
  if (!touch->slot || !touch->node || !touch->half) return PL_ERROR_MEMORY;
  memset(touch->slot, 0xff, count * sizeof(uint32_t));
  touch->count = 0;
  touch->capacity = capacity;
  touch->between = PL_NEW(double, 9 * capacity * capacity);
  return touch->between ? PL_OK : PL_ERROR_MEMORY;
}

void pl_hex_touch_free(pl_hex_touch *touch)
{
  pl_release(touch->slot);
  pl_release(touch->node);
  pl_release(touch->half);
  pl_release(touch->between);
  *touch = (pl_hex_touch){0};
}

void pl_hex_touch_forget(pl_hex *hex)
{
  for (size_t k = 0; k < hex->touch.count; k++) hex->touch.slot[hex->touch.node[k]] = UNTOUCHED;
  hex->touch.count = 0;
}

static const uint32_t *corners_of(const pl_hex *hex, uint32_t particle)
{
  return hex->voxels.corners + PL_HEX_CORNERS * (size_t)hex->voxels.host[particle];
}

static const double *weights_of(const pl_hex *hex, uint32_t particle)
{
  return hex->voxels.weight + PL_HEX_CORNERS * (size_t)particle;
}

/* Corners get slots; false: there is no room for all. */
static bool number_nodes(pl_hex *hex, const uint32_t *particles, size_t count)
{
  pl_hex_touch *touch = &hex->touch;
  size_t known = touch->count;
  for (size_t b = 0; b < count; b++) {
    const uint32_t *corner = corners_of(hex, particles[b]);
    for (size_t k = 0; k < PL_HEX_CORNERS; k++) {
      if (touch->slot[corner[k]] != UNTOUCHED) continue;
      if (touch->count == touch->capacity) {
        while (touch->count > known) touch->slot[touch->node[--touch->count]] = UNTOUCHED;
        return false;
      }
      touch->slot[corner[k]] = (uint32_t)touch->count;
      touch->node[touch->count++] = corner[k];
    }
  }
  return true;
}

static double *half_of(const pl_hex_touch *touch, size_t slot, size_t c)
{
  return touch->half + (3 * slot + c) * touch->longest;
}

static void multiply_halves(const pl_hex *hex, size_t a, size_t b)
{
  const pl_hex_touch *touch = &hex->touch;
  const pl_dot_kernels *kernels = PL_ISA_PICK(pl_dot_kernels);
  size_t width = 3 * touch->capacity;
  for (uint32_t r = 0; r < 3; r++)
    for (uint32_t c = 0; c < 3; c++) {
      size_t depth = pl_cholesky_common_path(hex->factor, 3 * touch->node[a] + r, 3 * touch->node[b] + c);
      double value = kernels->dot(depth, half_of(touch, a, r), half_of(touch, b, c));
      touch->between[(3 * a + r) * width + 3 * b + c] = touch->between[(3 * b + c) * width + 3 * a + r] = value;
    }
}

static void find_halves(const pl_hex *hex, size_t first)
{
  const pl_hex_touch *touch = &hex->touch;
  for (size_t a = first; a < touch->count; a++) {
    uint32_t rows[3] = {3 * touch->node[a], 3 * touch->node[a] + 1, 3 * touch->node[a] + 2};
    double *out[3] = {half_of(touch, a, 0), half_of(touch, a, 1), half_of(touch, a, 2)};
    pl_cholesky_half_solve(hex->factor, rows, 3, out);
    for (size_t b = 0; b <= a; b++) multiply_halves(hex, a, b);
  }
}

/* column: A^-1 of a unit impulse on a particle, 3 × 3 numbers for each touched node. */
static void add_corners(const pl_hex *hex, uint32_t particle, double *column)
{
  const pl_hex_touch *touch = &hex->touch;
  const uint32_t *corner = corners_of(hex, particle);
  const double *weight = weights_of(hex, particle);
  size_t rows = 3 * touch->count, width = 3 * touch->capacity;
  memset(column, 0, 3 * rows * sizeof(double));
  for (size_t k = 0; k < PL_HEX_CORNERS; k++)
    for (size_t r = 0; r < rows; r++) {
      const double *row = touch->between + r * width + 3 * (size_t)touch->slot[corner[k]];
      for (size_t c = 0; c < 3; c++) column[3 * r + c] += weight[k] * row[c];
    }
}

bool pl_hex_touch_compliance(pl_hex *hex, const uint32_t *particles, size_t count, double *column, double *out)
{
  size_t known = hex->touch.count;
  if (!number_nodes(hex, particles, count)) {
    pl_hex_touch_forget(hex); /* those of others make room */
    known = 0;
    if (!number_nodes(hex, particles, count)) return false;
  }
  find_halves(hex, known);
  for (size_t b = 0; b < count; b++) {
    add_corners(hex, particles[b], column);
    for (size_t a = 0; a < count; a++) {
      const uint32_t *corner = corners_of(hex, particles[a]);
      const double *weight = weights_of(hex, particles[a]);
      double *block = out + 9 * (a * count + b);
      memset(block, 0, 9 * sizeof(double));
      for (size_t k = 0; k < PL_HEX_CORNERS; k++)
        for (size_t e = 0; e < 9; e++) block[e] += weight[k] * column[9 * (size_t)hex->touch.slot[corner[k]] + e];
    }
  }
  return true;
}
