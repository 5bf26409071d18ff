/* SPDX-License-Identifier: MIT
   The constant part of curvature.c: patterns of every particle, and gains from a material. */
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "linalg/eigen/eigen.h"
#include "math/mat3.h"
#include "model/graph/graph.h"

/* Of a sheet thicker than its cells: K bounds twice the energy of edges, no more. */
static const double least_gain = -0.9;

/* Relative norm below which functions are linear ones to a neighbourhood. */
static const double least_independent = 1e-3;

enum { MOST_QUADRATIC = PL_GRAPH_MOST_PATTERNS };

void pl_graph_curvature_free(pl_graph_curvature *curvature)
{
  pl_release(curvature->pattern);
  pl_release(curvature->gain);
  pl_release(curvature->axis);
  pl_release(curvature->rest);
  *curvature = (pl_graph_curvature){0};
}

/* ---- rest shape ---- */

/* Three axes of a particle. Of a sheet the last one is its normal, of a curve the first one its tangent. */
typedef struct local_frame {
  double axes[3][3];
  int dimensions;
} local_frame;

static void rest_edge(const pl_graph *graph, size_t i, uint32_t e, double out[3])
{
  pl_vec3_sub(graph->rest + 3 * (size_t)graph->neighbour[e], graph->rest + 3 * i, out);
}

/* The direction of a curve: the sum of its edges, turned to point the same way. */
static void find_tangent(const pl_graph *graph, size_t i, double out[3])
{
  double sum[3] = {0, 0, 0}, edge[3], unit[3] = {1, 0, 0};
  for (uint32_t e = graph->first[i]; e < graph->first[i + 1]; e++) {
    rest_edge(graph, i, e, edge);
    pl_vec3_add_scaled(sum, pl_vec3_dot(sum, edge) < 0 ? -1 : 1, edge, sum);
  }
  pl_vec3_normalise(sum, unit, out);
}

static local_frame frame_of(const pl_graph *graph, const pl_graph_curvature *curvature, size_t i)
{
  local_frame frame = {.axes = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, .dimensions = curvature->dimensions};
  if (curvature->dimensions == 3) return frame;
  const double *axis = curvature->axis + 3 * i;
  if (curvature->dimensions == 1) {
    pl_vec3_copy(axis, frame.axes[0]);
    return frame;
  }
  double along[3];
  uint32_t e = graph->first[i];
  rest_edge(graph, i, e, along);
  pl_vec3_add_scaled(along, -pl_vec3_dot(along, axis), axis, along);
  double otherwise[3];
  pl_vec3_perpendicular(axis, otherwise);
  pl_vec3_normalise(along, otherwise, frame.axes[0]);
  pl_vec3_cross(axis, frame.axes[0], frame.axes[1]);
  pl_vec3_copy(axis, frame.axes[2]);
  return frame;
}

/* Linear and quadratic functions of one rest edge in units of `size`; quadratic ones so that the sum of squares of
   their factors is k : k. */
static int functions_of(const local_frame *frame, const double edge[3], double size, double *linear, double *quadratic)
{
  int n = frame->dimensions, count = 0;
  for (int a = 0; a < n; a++) linear[a] = pl_vec3_dot(edge, frame->axes[a]) / size;
  for (int a = 0; a < n; a++) quadratic[count++] = 0.5 * linear[a] * linear[a];
  for (int a = 0; a < n; a++)
    for (int b = a + 1; b < n; b++) quadratic[count++] = linear[a] * linear[b] / sqrt(2);
  return count;
}

/* A neighbourhood: its functions, an edge per row. */
typedef struct neighbourhood {
  size_t edges;
  double size; /* m */
  double *linear, *quadratic, *weight;
} neighbourhood;

static double product(const neighbourhood *near, const double *a, const double *b)
{
  double sum = 0;
  for (size_t e = 0; e < near->edges; e++) sum += near->weight[e] * a[e * MOST_QUADRATIC] * b[e * MOST_QUADRATIC];
  return sum;
}

static void project_out(const neighbourhood *near, const double *from, double *column)
{
  double square = product(near, from, from);
  double part = square > 0 ? product(near, from, column) / square : 0;
  for (size_t e = 0; e < near->edges; e++) column[e * MOST_QUADRATIC] -= part * from[e * MOST_QUADRATIC];
}

/* Gram-Schmidt: linear functions become orthogonal, or zero where they depend on others, and quadratic ones orthogonal
   to them. */
static void make_orthogonal(const neighbourhood *near, int linear, int quadratic)
{
  for (int a = 0; a < linear; a++) {
    double *column = near->linear + a, before = product(near, column, column);
    for (int b = 0; b < a; b++) project_out(near, near->linear + b, column);
    if (product(near, column, column) > least_independent * before) continue;
    for (size_t e = 0; e < near->edges; e++) column[e * MOST_QUADRATIC] = 0;
  }
  for (int a = 0; a < quadratic; a++)
    for (int b = 0; b < linear; b++) project_out(near, near->linear + b, near->quadratic + a);
}

static void fill_neighbourhood(const pl_graph *graph, const local_frame *frame, size_t i, neighbourhood *near)
{
  double squares = 0, edge[3];
  uint32_t first = graph->first[i];
  near->edges = graph->first[i + 1] - first;
  for (size_t e = 0; e < near->edges; e++) {
    rest_edge(graph, i, first + (uint32_t)e, edge);
    squares += pl_vec3_dot(edge, edge);
    near->weight[e] = graph->weight[first + e];
  }
  near->size = sqrt(squares / (double)near->edges);
  int quadratic = 0;
  for (size_t e = 0; e < near->edges; e++) {
    rest_edge(graph, i, first + (uint32_t)e, edge);
    quadratic =
        functions_of(frame, edge, near->size, near->linear + e * MOST_QUADRATIC, near->quadratic + e * MOST_QUADRATIC);
  }
  make_orthogonal(near, frame->dimensions, quadratic);
}

/* ---- gains ---- */

/* Area of a particle (length, of a curve), and how much of it is not clamped. */
typedef struct extent {
  double all, free;
} extent;

static double gain_of(const pl_graph *graph, const extent *of, double lambda, double size)
{
  const pl_graph_curvature *curvature = &graph->curvature;
  if (curvature->dimensions == 3) return 1; /* until they are compared with a beam */
  if (!(of->free > 0)) return 0;
  double wanted = curvature->bending * of->all * of->all / of->free;
  return fmax(least_gain, 1 - wanted / (graph->edge_stiffness * lambda * size * size * size * size));
}

/* Patterns of particle i: eigenvectors of the products of its quadratic functions. */
static pl_status find_patterns(const pl_graph *graph, const extent *of, size_t i, neighbourhood *near)
{
  const pl_graph_curvature *curvature = &graph->curvature;
  size_t per = curvature->per;
  local_frame frame = frame_of(graph, curvature, i);
  double gram[MOST_QUADRATIC * MOST_QUADRATIC], lambda[MOST_QUADRATIC];
  fill_neighbourhood(graph, &frame, i, near);
  for (size_t a = 0; a < per; a++)
    for (size_t b = 0; b < per; b++) gram[a * per + b] = product(near, near->quadratic + a, near->quadratic + b);
  PL_TRY(pl_symmetric_eigen(per, gram, lambda));
  for (size_t a = 0; a < per; a++) {
    bool seen = lambda[a] > least_independent * lambda[0] && lambda[a] > 0;
    curvature->gain[i * per + a] = seen ? gain_of(graph, of, lambda[a], near->size) : 0;
    for (size_t e = 0; e < near->edges; e++) {
      double sum = 0;
      for (size_t b = 0; b < per; b++) sum += gram[a * per + b] * near->quadratic[e * MOST_QUADRATIC + b];
      curvature->pattern[(graph->first[i] + e) * per + a] = seen ? near->weight[e] * sum / sqrt(lambda[a]) : 0;
    }
  }
  return PL_OK;
}

/* Amplitudes of the rest shape of a sheet or curve, in its own frame. */
static void measure_rest(const pl_graph *graph, size_t i)
{
  const pl_graph_curvature *curvature = &graph->curvature;
  double q[MOST_QUADRATIC][3];
  pl_graph_amplitudes(graph, graph->rest, i, q);
  memcpy(curvature->rest + 3 * curvature->per * i, q, 3 * curvature->per * sizeof(double));
}

/* ---- areas and lengths of particles ---- */

static void add_share(const uint8_t *fixed, const uint32_t *corners, size_t count, double size, extent *of)
{
  bool clamped = true;
  for (size_t c = 0; c < count; c++) clamped = clamped && fixed[corners[c]];
  for (size_t c = 0; c < count; c++) {
    of[corners[c]].all += size / (double)count;
    if (!clamped) of[corners[c]].free += size / (double)count;
  }
}

static void measure_sheet(const pl_graph *graph, const uint8_t *fixed, extent *of)
{
  pl_graph_curvature curvature = graph->curvature;
  for (size_t t = 0; t < graph->triangle_count; t++) {
    const uint32_t *corners = graph->triangles + 3 * t;
    double a[3], b[3], area[3];
    pl_vec3_sub(graph->rest + 3 * (size_t)corners[1], graph->rest + 3 * (size_t)corners[0], a);
    pl_vec3_sub(graph->rest + 3 * (size_t)corners[2], graph->rest + 3 * (size_t)corners[0], b);
    pl_vec3_cross(a, b, area);
    for (int c = 0; c < 3; c++)
      pl_vec3_add(curvature.axis + 3 * (size_t)corners[c], area, curvature.axis + 3 * (size_t)corners[c]);
    add_share(fixed, corners, 3, 0.5 * pl_vec3_length(area), of);
  }
  for (size_t i = 0; i < graph->count; i++) {
    double up[3] = {0, 1, 0};
    pl_vec3_normalise(curvature.axis + 3 * i, up, curvature.axis + 3 * i);
  }
}

static void measure_curve(const pl_graph *graph, const uint8_t *fixed, extent *of)
{
  for (size_t i = 0; i < graph->count; i++) {
    find_tangent(graph, i, graph->curvature.axis + 3 * i);
    for (uint32_t e = graph->first[i]; e < graph->first[i + 1]; e++) {
      double edge[3];
      if (graph->neighbour[e] < i) continue;
      rest_edge(graph, i, e, edge);
      add_share(fixed, (uint32_t[]){(uint32_t)i, graph->neighbour[e]}, 2, pl_vec3_length(edge), of);
    }
  }
}

/* ---- from a material ---- */

static bool allocate(const pl_graph *graph, pl_graph_curvature *out)
{
  size_t n = graph->count;
  out->pattern = PL_NEW(double, out->per *(size_t)graph->first[n]);
  out->gain = PL_NEW(double, out->per *n);
  if (out->dimensions == 3) return out->pattern && out->gain;
  out->axis = PL_NEW(double, 3 * n);
  out->rest = PL_NEW(double, 3 * out->per * n);
  return out->pattern && out->gain && out->axis && out->rest;
}

static size_t widest(const pl_graph *graph)
{
  size_t most = 0;
  for (size_t i = 0; i < graph->count; i++) {
    size_t width = graph->first[i + 1] - graph->first[i];
    most = width > most ? width : most;
  }
  return most;
}

static pl_status fill(pl_graph *graph, const pl_model_body *body, const pl_graph_def *def)
{
  size_t n = graph->count, most = widest(graph);
  extent *of = PL_NEW(extent, n);
  uint8_t *fixed = PL_NEW(uint8_t, n);
  neighbourhood near = {.linear = PL_NEW(double, most *MOST_QUADRATIC),
                        .quadratic = PL_NEW(double, most *MOST_QUADRATIC),
                        .weight = PL_NEW(double, most)};
  pl_status status = of && fixed && near.linear && near.quadratic && near.weight ? PL_OK : PL_ERROR_MEMORY;
  if (status == PL_OK) {
    for (size_t k = 0; k < body->fixed_count; k++) fixed[body->fixed[k]] = 1;
    if (graph->curvature.dimensions == 2) measure_sheet(graph, fixed, of);
    if (graph->curvature.dimensions == 1) measure_curve(graph, fixed, of);
  }
  for (size_t i = 0; status == PL_OK && i < n; i++) {
    if (graph->first[i] == graph->first[i + 1]) continue;
    status = find_patterns(graph, &of[i], i, &near);
    if (status == PL_OK && graph->curvature.rest) measure_rest(graph, i);
  }
  if (status == PL_OK && graph->curvature.dimensions == 3) status = pl_graph_compare_with_beam(graph, body, def);
  pl_release(of);
  pl_release(fixed);
  pl_release(near.linear);
  pl_release(near.quadratic);
  pl_release(near.weight);
  return status;
}

/* The paper's own numbers stay what they are: a stiffness in N/m, its weights, its Laplacian and rotations that are
   taken over. Neither where links may break: patterns go across them. */
static bool has_curvature(const pl_graph *graph, const pl_model_body *body, const pl_graph_def *def)
{
  return def->bending == PL_BENDING_MATERIAL && def->stiffness == 0 && def->edge > 0 && def->laplacian == 0 &&
         def->weights == PL_WEIGHTS_SHARE && def->rotations.mode == PL_ROTATIONS_FULL && !body->links &&
         graph->first[graph->count] > 0;
}

pl_status pl_graph_find_curvature(pl_graph *graph, const pl_model_body *body, const pl_body_def *def)
{
  static const size_t patterns[] = {0, 1, 3, 6};
  pl_graph_curvature made = {.dimensions = graph->dimensions}, before = graph->curvature;
  if (!has_curvature(graph, body, &def->graph)) {
    pl_graph_curvature_free(&graph->curvature);
    return PL_OK;
  }
  const double pi = 3.14159265358979323846, t = def->thickness;
  made.per = patterns[made.dimensions];
  made.bending =
      def->graph.edge * def->graph.youngs_modulus * (made.dimensions == 1 ? pi / 64 * t : 1.0 / 12) * t * t * t;
  pl_status status = allocate(graph, &made) ? PL_OK : PL_ERROR_MEMORY;
  graph->curvature = made;
  if (status == PL_OK) status = fill(graph, body, &def->graph);
  if (status != PL_OK) {
    pl_graph_curvature_free(&graph->curvature);
    graph->curvature = before;
    return status;
  }
  pl_graph_curvature_free(&before);
  return PL_OK;
}
