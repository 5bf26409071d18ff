/* SPDX-License-Identifier: MIT
   Cotangent weights of a rest surface ([H] sect. 3.2, after Desbrun et al.): half the sum of the cotangents of the two
   angles that face an edge; one angle on a border, more where sheets are glued together. */
#include <math.h>

#include "math/vec3.h"
#include "model/graph/graph.h"

/* Slivers would give weights without bound. No angle counts as flatter than one degree, to either side; what an obtuse
   angle makes negative stays negative, which the energies, being squares, can bear. */
static const double steepest = 57.28996163;

/* Below this part of the longest sides' product a triangle has no area, and no say. */
static const double flat = 1e-12;

/* cot of the angle at `apex` between the directions to a and b; false for a triangle without area. */
static bool cotangent_at(const double *apex, const double *a, const double *b, double *out)
{
  double to_a[3], to_b[3], normal[3];
  pl_vec3_sub(a, apex, to_a);
  pl_vec3_sub(b, apex, to_b);
  pl_vec3_cross(to_a, to_b, normal);
  double area = pl_vec3_length(normal), inner = pl_vec3_dot(to_a, to_b);
  double scale = fmax(pl_vec3_dot(to_a, to_a), pl_vec3_dot(to_b, to_b));
  if (!(area > flat * scale)) return false;
  *out = fmax(-steepest, fmin(steepest, inner / area));
  return true;
}

void pl_graph_cotangents(pl_graph *graph, const uint32_t *triangles, size_t triangle_count, const uint32_t *place)
{
  for (uint32_t e = 0; e < graph->first[graph->count]; e++) graph->cotangent[e] = 0;
  for (size_t t = 0; t < triangle_count; t++)
    for (size_t corner = 0; corner < 3; corner++) {
      uint32_t apex = place[triangles[3 * t + corner]], a = place[triangles[3 * t + (corner + 1) % 3]],
               b = place[triangles[3 * t + (corner + 2) % 3]];
      double cotangent;
      if (a == b || a == apex || b == apex) continue;
      if (!cotangent_at(graph->rest + 3 * (size_t)apex, graph->rest + 3 * (size_t)a, graph->rest + 3 * (size_t)b,
                        &cotangent))
        continue;
      uint32_t forth = pl_graph_edge_between(graph, a, b), back = pl_graph_edge_between(graph, b, a);
      if (forth == PL_GRAPH_NO_EDGE) continue; /* the mesh gave edges of its own, and this is none of them */
      graph->cotangent[forth] += 0.5 * cotangent;
      graph->cotangent[back] += 0.5 * cotangent;
    }
}
