/* SPDX-License-Identifier: MIT
   The surface of a box as squares of one size, each cut in two: the outermost nodes of a lattice and nothing inside. */
#include <math.h>
#include <stdbool.h>

#include "base/floats.h"
#include "base/status.h"
#include "mesh/core/builder.h"
#include "pliant/make.h"

/* Nodes are numbered in the lattice's order, those inside left out: two full faces in x, rings in between. */
static uint32_t number_of(const uint32_t n[3], const uint32_t at[3])
{
  uint32_t face = n[1] * n[2], ring = 2 * (n[1] + n[2]) - 4, within = at[1] * n[2] + at[2];
  if (at[0] == 0) return within;
  if (at[0] == n[0] - 1) return face + (n[0] - 2) * ring + within;
  uint32_t around = at[2];
  if (at[1] > 0) around = n[2] + 2 * (at[1] - 1) + (at[1] < n[1] - 1 ? at[2] > 0 : at[2]);
  return face + (at[0] - 1) * ring + around;
}

static void add_nodes(pl_mesh_builder *b, const uint32_t n[3], double spacing)
{
  for (uint32_t i = 0; i < n[0]; i++)
    for (uint32_t j = 0; j < n[1]; j++) {
      bool edge = i == 0 || i == n[0] - 1 || j == 0 || j == n[1] - 1;
      for (uint32_t k = 0; k < n[2]; k += edge ? 1 : n[2] - 1)
        pl_builder_vertex(b, spacing * (i - 0.5 * (n[0] - 1)), spacing * (j - 0.5 * (n[1] - 1)),
                          spacing * (k - 0.5 * (n[2] - 1)));
    }
}

/* The square of a face whose first corner is `at`; u and v span it, and u x v points out of the box, or into it. */
static void add_square(pl_mesh_builder *b, const uint32_t n[3], const uint32_t at[3], int u, int v, bool out)
{
  uint32_t corner[4];
  for (uint32_t c = 0; c < 4; c++) {
    uint32_t node[3] = {at[0], at[1], at[2]};
    node[u] += c == 1 || c == 2;
    node[v] += c >= 2;
    corner[out ? c : 3 - c] = number_of(n, node);
  }
  uint32_t turn = (at[u] + at[v]) % 2; /* diagonals alternate, so that no direction is preferred */
  pl_builder_quad(b, corner[turn], corner[turn + 1], corner[(turn + 2) % 4], corner[(turn + 3) % 4]);
}

pl_status pl_make_box(const uint32_t counts[3], double spacing, pl_mesh **out)
{
  PL_OWN_FLOATS;
  *out = NULL;
  double most = 0;
  for (int a = 0; a < 3; a++) {
    if (counts[a] < 2)
      return pl_fail(PL_ERROR_ARGUMENT, "box: at least 2 vertices are needed along %c, got %u", "xyz"[a], counts[a]);
    most += 2.0 * counts[a] * counts[(a + 1) % 3];
  }
  if (!(spacing > 0 && isfinite(spacing)))
    return pl_fail(PL_ERROR_ARGUMENT, "box: spacing must be positive, got %g", spacing);
  if (most > UINT32_MAX / 4)
    return pl_fail(PL_ERROR_LIMIT, "box: %u x %u x %u vertices are too many", counts[0], counts[1], counts[2]);
  pl_mesh_builder b = {0};
  add_nodes(&b, counts, spacing);
  for (int a = 0; a < 3; a++)
    for (uint32_t side = 0; side < 2; side++) {
      int u = (a + 1) % 3, v = (a + 2) % 3;
      uint32_t at[3];
      at[a] = side * (counts[a] - 1);
      for (at[u] = 0; at[u] + 1 < counts[u]; at[u]++)
        for (at[v] = 0; at[v] + 1 < counts[v]; at[v]++) add_square(&b, counts, at, u, v, side == 1);
    }
  return pl_builder_finish(&b, out);
}
