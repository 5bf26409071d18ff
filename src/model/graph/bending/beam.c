/* SPDX-License-Identifier: MIT
   How much edges of a solid hold against bending beside a beam of its material, and the gain that makes them alike
   (curvature.c). Lattices and filled surfaces lack part of their moments of inertia, too: that is in it. */
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "linalg/eigen/eigen.h"
#include "math/mat3.h"
#include "model/common/momentum.h"
#include "model/graph/graph.h"

/* All of it would leave motions that alternate from node to node without any stiffness. */
static const double most_gain = 0.95;

static void rest_edge(const pl_graph *graph, size_t i, uint32_t e, double out[3])
{
  pl_vec3_sub(graph->rest + 3 * (size_t)graph->neighbour[e], graph->rest + 3 * i, out);
}

/* Centre and second moments of what triangles enclose, or of masses where they enclose something else. */
typedef struct solid_moments {
  double volume, centre[3], square[9];
} solid_moments;

static void add_moment(solid_moments *m, double weight, const double x[3])
{
  m->volume += weight;
  pl_vec3_add_scaled(m->centre, weight, x, m->centre);
  pl_mat3_outer_add(m->square, weight, x, x);
}

/* A tetrahedron with a corner at the origin: its integrals of products are those of its corners and middle. */
static void add_tetrahedron(solid_moments *m, const double *a, const double *b, const double *c)
{
  double cross[3], middle[3] = {0, 0, 0};
  pl_vec3_cross(b, c, cross);
  double volume = pl_vec3_dot(a, cross) / 6;
  const double *corner[3] = {a, b, c};
  for (int k = 0; k < 3; k++) {
    add_moment(m, volume / 20, corner[k]);
    pl_vec3_add_scaled(middle, 0.25, corner[k], middle);
  }
  add_moment(m, volume / 20, (double[]){0, 0, 0});
  add_moment(m, volume * 16 / 20, middle);
}

static solid_moments moments_of(const pl_graph *graph, const pl_model_body *body)
{
  solid_moments m = {0};
  for (size_t t = 0; t < graph->triangle_count; t++) {
    const uint32_t *corners = graph->triangles + 3 * t;
    add_tetrahedron(&m, graph->rest + 3 * (size_t)corners[0], graph->rest + 3 * (size_t)corners[1],
                    graph->rest + 3 * (size_t)corners[2]);
  }
  if (!(fabs(m.volume / graph->volume - 1) < 0.02)) {
    m = (solid_moments){0};
    for (size_t i = 0; i < graph->count; i++)
      add_moment(&m, graph->volume * body->mass[i] / graph->total_mass, graph->rest + 3 * i);
  }
  pl_vec3_scale(m.centre, 1 / m.volume, m.centre);
  pl_mat3_outer_add(m.square, -m.volume, m.centre, m.centre);
  return m;
}

/* u_along = -along × across, u_across = along^2 / 2, seen from the centre. */
static void bend(const double along[3], const double across[3], const double arm[3], double out[3])
{
  double s = pl_vec3_dot(arm, along), z = pl_vec3_dot(arm, across);
  pl_vec3_scale(along, -s * z, out);
  pl_vec3_add_scaled(out, 0.5 * s * s, across, out);
}

/* What turning does not take away of the displacements about particle i, squared: sum w |r|^2. */
static double unturned(const pl_graph *graph, const double *u, size_t i)
{
  double spread[9], spin[9], moment[3] = {0, 0, 0}, turn[3], edge[3], change[3], moved[3], sum = 0;
  pl_mat3_zero(spread);
  for (uint32_t e = graph->first[i]; e < graph->first[i + 1]; e++) {
    rest_edge(graph, i, e, edge);
    pl_vec3_sub(u + 3 * (size_t)graph->neighbour[e], u + 3 * i, change);
    pl_mat3_outer_add(spread, graph->weight[e], edge, edge);
    pl_vec3_cross(edge, change, moved);
    pl_vec3_add_scaled(moment, graph->weight[e], moved, moment);
  }
  double trace = spread[0] + spread[4] + spread[8];
  for (int k = 0; k < 9; k++) spin[k] = (k % 4 == 0 ? trace * (1 + 1e-9) : 0) - spread[k];
  pl_solve_inertia(spin, moment, turn);
  for (uint32_t e = graph->first[i]; e < graph->first[i + 1]; e++) {
    rest_edge(graph, i, e, edge);
    pl_vec3_sub(u + 3 * (size_t)graph->neighbour[e], u + 3 * i, change);
    pl_vec3_cross(turn, edge, moved);
    pl_vec3_sub(change, moved, change);
    sum += graph->weight[e] * pl_vec3_dot(change, change);
  }
  return sum;
}

/* Energy of edges, and what patterns can take of it, in units of the beam's. */
static void compare_bent(const pl_graph *graph, const solid_moments *solid, const double along[3],
                         const double across[3], double youngs_modulus, double *u, double *edges, double *patterns)
{
  double arm[3], q[PL_GRAPH_MOST_PATTERNS][3], product[3];
  for (size_t i = 0; i < graph->count; i++) {
    pl_vec3_sub(graph->rest + 3 * i, solid->centre, arm);
    bend(along, across, arm, u + 3 * i);
  }
  *edges = *patterns = 0;
  for (size_t i = 0; i < graph->count; i++) {
    *edges += unturned(graph, u, i);
    pl_graph_amplitudes(graph, u, i, q);
    for (size_t a = 0; a < graph->curvature.per; a++) *patterns += pl_vec3_dot(q[a], q[a]);
  }
  pl_mat3_apply(solid->square, across, product);
  double beam = youngs_modulus * pl_vec3_dot(across, product);
  *edges *= graph->edge_stiffness / beam;
  *patterns *= graph->edge_stiffness / beam;
}

/* Which axes a body with alike ones has must not be decided by rounding. */
static void round_moments(double square[9])
{
  double unit = 1e-6 * (square[0] + square[4] + square[8]);
  for (int k = 0; k < 9; k++) square[k] = unit * round(square[k] / unit);
}

/* Bent along its long axes across its short ones. */
pl_status pl_graph_compare_with_beam(pl_graph *graph, const pl_model_body *body, const pl_graph_def *def)
{
  static const int pairs[3][2] = {{0, 2}, {1, 2}, {0, 1}};
  solid_moments solid = moments_of(graph, body);
  double axes[9], values[3], too_much = 0, can_go = 0, held = 0;
  double *u = PL_NEW(double, 3 * graph->count);
  if (!u) return PL_ERROR_MEMORY;
  memcpy(axes, solid.square, sizeof axes);
  round_moments(axes);
  pl_status status = pl_symmetric_eigen(3, axes, values);
  for (int k = 0; status == PL_OK && k < 3; k++) {
    double edges, patterns;
    if (!(values[pairs[k][1]] > 1e-6 * values[0])) continue;
    compare_bent(graph, &solid, axes + 3 * (size_t)pairs[k][0], axes + 3 * (size_t)pairs[k][1],
                 def->edge * def->youngs_modulus, u, &edges, &patterns);
    too_much += edges - 1;
    can_go += patterns;
    held += 1;
    graph->curvature.stiffer = k == 0 ? edges : graph->curvature.stiffer;
  }
  double gain = can_go > 0 ? fmin(most_gain, fmax(0, too_much / can_go)) : 0;
  for (size_t k = 0; k < graph->curvature.per * graph->count; k++) graph->curvature.gain[k] *= gain;
  graph->curvature.left = held > 0 ? 1 + (too_much - gain * can_go) / held : 1;
  pl_release(u);
  return status;
}
