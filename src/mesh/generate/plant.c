/* SPDX-License-Identifier: MIT
   A plant of sheets that share edges: a surface that is nowhere near a manifold, as the plant of Huang et al., fig. 9.
   */
#include <math.h>

#include "base/floats.h"
#include "base/status.h"
#include "math/functions.h"
#include "mesh/core/builder.h"
#include "pliant/make.h"

#define PI 3.14159265358979323846
#define GOLDEN_ANGLE 2.39996322972865332 /* between leaves, as plants have it: no leaf shades the next */
enum { FINS = 3, SIDE = 3, ACROSS = 2 * SIDE + 1, COUNT_LIMIT = 1 << 14 };

/* Three fins around an axis. Vertex 4 r is on the axis, the next three are on the fins. */
static void grow_stem(pl_mesh_builder *b, double height, uint32_t rows)
{
  for (uint32_t r = 0; r < rows; r++) {
    double part = (double)r / (rows - 1), radius = height * (0.036 - 0.02 * part);
    pl_builder_vertex(b, 0, height * part, 0);
    for (uint32_t f = 0; f < FINS; f++) {
      double angle = 2 * PI * f / FINS;
      pl_builder_vertex(b, radius * pl_cos(angle), height * part, radius * pl_sin(angle));
    }
    if (r == 0) continue;
    uint32_t here = (FINS + 1) * r, below = here - (FINS + 1);
    for (uint32_t f = 1; f <= FINS; f++) pl_builder_quad(b, below, below + f, here + f, here);
  }
}

/* Half of the width of a leaf of length 1 at a part of it: a stalk, then a blade with a point. */
static double half_width(double part)
{
  const double stalk = 0.28, thin = 0.022;
  if (part <= stalk) return thin;
  double along = (part - stalk) / (1 - stalk);
  return thin * (1 - along) + 0.16 * pl_pow(pl_sin(PI * pl_pow(along, 0.8)), 0.9);
}

/* A leaf: rows of ACROSS vertices with the rib in their middle, and below each rib vertex one of a keel, so that three
   sheets meet along the rib. It starts from an edge of the stem's axis and ends in a tip. */
typedef struct leaf {
  uint32_t foot, joint; /* lower and upper end of the edge of the stem */
  double start[3];      /* where the joint is */
  double azimuth, length;
  uint32_t along;
} leaf;

static void grow_leaf(pl_mesh_builder *b, const leaf *l)
{
  double out[3] = {pl_cos(l->azimuth), 0, pl_sin(l->azimuth)}, side[3] = {-out[2], 0, out[0]};
  double reach = 0, rise = 0, step = l->length / (l->along + 1);
  uint32_t before = 0;
  for (uint32_t r = 0; r <= l->along; r++) {
    double part = (r + 1.0) / (l->along + 1), elevation = 1.15 - 1.75 * part; /* rad: up at first, then drooping */
    reach += step * pl_cos(elevation);
    rise += step * pl_sin(elevation);
    uint32_t first = (uint32_t)b->vertex_count;
    if (r == l->along) { /* the tip */
      first = pl_builder_vertex(b, l->start[0] + reach * out[0], l->start[1] + rise, l->start[2] + reach * out[2]);
      for (uint32_t j = 0; j + 1 < ACROSS; j++) pl_builder_triangle(b, before + j, before + j + 1, first);
      pl_builder_triangle(b, before + SIDE, before + ACROSS, first);
      return;
    }
    double width = l->length * half_width(part),
           up[3] = {-pl_sin(elevation) * out[0], pl_cos(elevation), -pl_sin(elevation) * out[2]};
    for (int j = -SIDE; j <= SIDE + 1; j++) {
      double s = j > SIDE ? 0 : width * j / SIDE,
             lift = j > SIDE ? -0.03 * l->length * (1 - 0.6 * part) : 0.35 * fabs(s);
      pl_builder_vertex(b, l->start[0] + reach * out[0] + s * side[0] + lift * up[0], l->start[1] + rise + lift * up[1],
                        l->start[2] + reach * out[2] + s * side[2] + lift * up[2]);
    }
    uint32_t rib = first + SIDE, keel = first + ACROSS;
    if (r == 0) {
      for (uint32_t j = 0; j + 1 < ACROSS; j++) pl_builder_triangle(b, l->joint, first + j + 1, first + j);
      pl_builder_triangle(b, l->joint, keel, rib);
      pl_builder_triangle(b, l->foot, l->joint, first);
      pl_builder_triangle(b, l->foot, first + ACROSS - 1, l->joint);
      pl_builder_triangle(b, l->foot, keel, l->joint);
    } else {
      for (uint32_t j = 0; j + 1 < ACROSS; j++)
        pl_builder_quad(b, before + j, before + j + 1, first + j + 1, first + j);
      pl_builder_quad(b, before + SIDE, before + ACROSS, keel, rib);
    }
    before = first;
  }
}

pl_status pl_make_plant(double height, uint32_t leaves, uint32_t along, uint32_t rows, pl_mesh **out)
{
  PL_OWN_FLOATS;
  *out = NULL;
  if (!(height > 0 && isfinite(height)))
    return pl_fail(PL_ERROR_ARGUMENT, "plant: the height must be positive, got %g", height);
  if (leaves < 1 || leaves > COUNT_LIMIT)
    return pl_fail(PL_ERROR_ARGUMENT, "plant: leaves must be 1 to %d, got %u", COUNT_LIMIT, leaves);
  if (along < 2 || along > COUNT_LIMIT)
    return pl_fail(PL_ERROR_ARGUMENT, "plant: along must be 2 to %d, got %u", COUNT_LIMIT, along);
  if (rows < 2 * leaves + 2 || rows > 4 * COUNT_LIMIT)
    return pl_fail(PL_ERROR_ARGUMENT, "plant: rows must be %u (2 leaves + 2) to %d, got %u", 2 * leaves + 2,
                   4 * COUNT_LIMIT, rows);
  pl_mesh_builder b = {0};
  grow_stem(&b, height, rows);
  uint32_t lowest = rows / 3, span = rows - 2 - lowest;
  for (uint32_t i = 0; i < leaves; i++) {
    uint32_t row = leaves == 1 ? rows - 2 : lowest + span * i / (leaves - 1);
    double part = (row + 1.0) / (rows - 1);
    leaf l = {.foot = (FINS + 1) * row,
              .joint = (FINS + 1) * (row + 1),
              .start = {0, height * part, 0},
              .azimuth = GOLDEN_ANGLE * i,
              .length = height * (0.95 - 0.45 * part),
              .along = along};
    grow_leaf(&b, &l);
  }
  return pl_builder_finish(&b, out);
}
