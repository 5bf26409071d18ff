/* SPDX-License-Identifier: MIT
   A cell of a grid with conductivity D, in its own directions, has the energy 1/2 sum of lambda_k (v_k . grad T)^2 with
   integer vectors v_k and lambda_k >= 0: Selling's decomposition, which every positive definite matrix has. (v . grad
   T) is a difference of two corners, so that each term is a link, whatever the anisotropy; where the axes of D are
   those of the grid, the links are its edges. See J. Fehrenbach and J.-M. Mirebeau, "Sparse non-negative stencils for
   anisotropic diffusion", 2014. */
#include "matter/heat/heat_links.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/status.h"
#include "math/mat3.h"
#include "math/vec3.h"
#include "mesh/measure/measure.h"

void pl_heat_links_free(pl_heat_links *links)
{
  pl_release(links->items);
  *links = (pl_heat_links){0};
}

static pl_status add(pl_heat_links *links, uint32_t a, uint32_t b, double width)
{
  if (a == b) return PL_OK;
  PL_TRY(pl_grow((void **)&links->items, &links->capacity, links->count + 1, sizeof(pl_heat_link)));
  links->items[links->count++] = (pl_heat_link){a < b ? a : b, a < b ? b : a, width};
  return PL_OK;
}

/* ---- cells ---- */

static double dot_by(const double D[9], const int a[3], const int b[3])
{
  double sum = 0;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) sum += a[i] * D[3 * i + j] * b[j];
  return sum;
}

static const int pairs[6][4] = {{0, 1, 2, 3}, {0, 2, 1, 3}, {0, 3, 1, 2}, {1, 2, 0, 3}, {1, 3, 0, 2}, {2, 3, 0, 1}};

/* Four integer vectors with sum zero become pairwise obtuse by D. Each exchange makes their squares smaller, so that it
   ends; false: not within as many as any sensible matrix takes. */
static bool make_obtuse(const double D[9], double tolerance, int base[4][3])
{
  enum { MOST_EXCHANGES = 200 };
  for (int round = 0; round < MOST_EXCHANGES; round++) {
    int p = 0;
    while (p < 6 && dot_by(D, base[pairs[p][0]], base[pairs[p][1]]) <= tolerance) p++;
    if (p == 6) return true;
    int *turned = base[pairs[p][0]];
    for (int c = 0; c < 3; c++) {
      base[pairs[p][2]][c] += turned[c];
      base[pairs[p][3]][c] += turned[c];
      turned[c] = -turned[c];
    }
  }
  return false;
}

/* The links of one direction: from every corner from which it leads to another. */
static pl_status add_direction(const pl_heat_cell *cell, const int v[3], double weight, pl_heat_links *links)
{
  int d = cell->dimensions, corners = 1 << d, parallel = 0;
  for (int pass = 0; pass < 2; pass++)
    for (int from = 0; from < corners; from++) {
      int to = 0;
      bool inside = true;
      for (int k = 0; k < d && k < 3; k++) {
        int place = (from >> (d - 1 - k) & 1) + v[k];
        inside = inside && (place == 0 || place == 1);
        to = to << 1 | (place & 1);
      }
      if (!inside) continue;
      if (pass == 0)
        parallel++;
      else
        PL_TRY(add(links, cell->corners[from], cell->corners[to], weight / parallel));
    }
  return PL_OK;
}

/* Columns: the mean edge of the cell along each of its directions. */
static void edges_of_cell(const pl_heat_cell *cell, const double *nodes, double edge[3][3])
{
  int d = cell->dimensions, corners = 1 << d;
  for (int k = 0; k < d; k++) {
    int bit = 1 << (d - 1 - k);
    pl_vec3_set(edge[k], 0, 0, 0);
    for (int c = 0; c < corners; c++)
      pl_vec3_add_scaled(edge[k], c & bit ? 1 : -1, nodes + 3 * (size_t)cell->corners[c], edge[k]);
    pl_vec3_scale(edge[k], 2.0 / corners, edge[k]);
  }
}

/* Matrix of the metric of the edges; of missing directions the unit matrix. */
static void metric_of_edges(int dimensions, double edge[3][3], double out[9])
{
  pl_mat3_identity(out);
  for (int i = 0; i < dimensions; i++)
    for (int j = 0; j < dimensions; j++) out[3 * i + j] = pl_vec3_dot(edge[i], edge[j]);
}

static void invert_symmetric(const double a[9], double det, double out[9])
{
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      int r = (j + 1) % 3, s = (j + 2) % 3, t = (i + 1) % 3, u = (i + 2) % 3;
      out[3 * i + j] = (a[3 * r + t] * a[3 * s + u] - a[3 * r + u] * a[3 * s + t]) / det;
    }
}

/* D = J^+ K J^+T times the cell's measure, J its edges; 1 on the diagonal where there is no direction. */
static bool conductivity_of_cell(const pl_heat_cell *cell, const double *nodes, const double matrix[9], double D[9])
{
  double edge[3][3] = {{0}}, metric[9], inverse[9], dual[3][3];
  edges_of_cell(cell, nodes, edge);
  metric_of_edges(cell->dimensions, edge, metric);
  double det = pl_mat3_determinant(metric);
  if (!(det > 0)) return false;
  invert_symmetric(metric, det, inverse);
  double measure = sqrt(det) * cell->scale, trace = 0;
  for (int i = 0; i < cell->dimensions; i++) {
    pl_vec3_set(dual[i], 0, 0, 0);
    for (int j = 0; j < cell->dimensions; j++) pl_vec3_add_scaled(dual[i], inverse[3 * i + j], edge[j], dual[i]);
  }
  pl_mat3_zero(D);
  for (int i = 0; i < cell->dimensions; i++) {
    double flux[3];
    pl_mat3_apply(matrix, dual[i], flux);
    for (int j = 0; j < cell->dimensions; j++) D[3 * i + j] = measure * pl_vec3_dot(flux, dual[j]);
    trace += D[4 * i];
  }
  for (int i = cell->dimensions; i < 3; i++) D[4 * i] = trace;
  return isfinite(trace) && trace > 0;
}

pl_status pl_heat_links_of_cell(const pl_heat_cell *cell, const double *nodes, const double matrix[9],
                                pl_heat_links *links)
{
  double D[9];
  if (!conductivity_of_cell(cell, nodes, matrix, D)) return PL_OK; /* of no size: nothing to go through */
  static const double nothing = 1e-9;
  double tolerance = nothing * (D[0] + D[4] + D[8]);
  int base[4][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {-1, -1, -1}};
  bool good = make_obtuse(D, 1e-6 * tolerance, base);
  for (int p = 0; p < 6 && good; p++) {
    double weight = -dot_by(D, base[pairs[p][0]], base[pairs[p][1]]);
    const int *x = base[pairs[p][2]], *y = base[pairs[p][3]];
    int v[3] = {x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]};
    bool outside = false;
    for (int k = cell->dimensions; k < 3; k++) outside = outside || v[k] != 0;
    if (outside || weight <= tolerance) continue;
    for (int k = 0; k < 3; k++) good = good && abs(v[k]) <= 1;
    if (good) PL_TRY(add_direction(cell, v, weight, links));
  }
  return good ? PL_OK
              : pl_fail(PL_ERROR_UNSUPPORTED,
                        "heat.conductivity_matrix differs too much between directions that are oblique to the grid; "
                        "turn the grid along them, or make them less different");
}

/* ---- grids, triangles, edges ---- */

static uint32_t count_of(const pl_grid *grid, int k) { return grid->counts[k] ? grid->counts[k] : 1; }

static uint32_t cells_along(const pl_grid *grid, int k)
{
  return grid->counts[k] == 0 ? 1 : grid->counts[k] - !grid->closed[k];
}

/* Volume over area around a vertex: thickness of a sheet, or depth behind the surface. */
static double thickness_at(const pl_mesh_data *mesh, const double *areas, uint32_t i)
{
  return areas[i] > 0 ? mesh->vertex_volumes[i] / areas[i] : 0;
}

static void grid_cell(const pl_grid *grid, int dimensions, const uint32_t at[3], pl_heat_cell *cell)
{
  *cell = (pl_heat_cell){.dimensions = dimensions, .scale = 1};
  for (int c = 0; c < 1 << dimensions; c++) {
    uint32_t node = 0;
    for (int k = 0; k < 3; k++) {
      uint32_t step = k < dimensions ? (uint32_t)(c >> (dimensions - 1 - k)) & 1U : 0;
      node = node * count_of(grid, k) + (at[k] + step) % count_of(grid, k);
    }
    cell->corners[c] = node;
  }
}

static pl_status links_of_grid(const pl_mesh_data *mesh, int dimensions, const double matrix[9], const double *areas,
                               pl_heat_links *links)
{
  const pl_grid *grid = &mesh->grid;
  uint32_t at[3];
  for (at[0] = 0; at[0] < cells_along(grid, 0); at[0]++)
    for (at[1] = 0; at[1] < cells_along(grid, 1); at[1]++)
      for (at[2] = 0; at[2] < cells_along(grid, 2); at[2]++) {
        pl_heat_cell cell;
        grid_cell(grid, dimensions, at, &cell);
        if (dimensions == 2) {
          cell.scale = 0;
          for (int c = 0; c < 4; c++) cell.scale += 0.25 * thickness_at(mesh, areas, cell.corners[c]);
        }
        PL_TRY(pl_heat_links_of_cell(&cell, mesh->positions, matrix, links));
      }
  return PL_OK;
}

/* Linear elements: the gradient of corner k is across the opposite side, over the height. */
static pl_status links_of_triangle(const pl_mesh_data *mesh, const uint32_t *corner, const double matrix[9],
                                   const double *areas, pl_heat_links *links)
{
  double side[3][3], normal[3], gradient[3][3], thickness = 0;
  for (int k = 0; k < 3; k++) {
    pl_vec3_sub(mesh->positions + 3 * (size_t)corner[(k + 2) % 3], mesh->positions + 3 * (size_t)corner[(k + 1) % 3],
                side[k]);
    thickness += thickness_at(mesh, areas, corner[k]) / 3;
  }
  pl_vec3_cross(side[0], side[1], normal);
  double twice = pl_vec3_length(normal);
  if (!(twice > 0)) return PL_OK;
  for (int k = 0; k < 3; k++) {
    pl_vec3_cross(normal, side[k], gradient[k]);
    pl_vec3_scale(gradient[k], 1 / (twice * twice), gradient[k]);
  }
  for (int k = 0; k < 3; k++) {
    double flux[3];
    int l = (k + 1) % 3;
    pl_mat3_apply(matrix, gradient[k], flux);
    PL_TRY(add(links, corner[k], corner[l], -0.5 * twice * thickness * pl_vec3_dot(flux, gradient[l])));
  }
  return PL_OK;
}

static bool is_identity(const double matrix[9])
{
  for (int k = 0; k < 9; k++)
    if (matrix[k] != (k % 4 == 0)) return false;
  return true;
}

/* Each vertex shares its volume out to its edges alike: sum of width × length^2 is once the volume along a curve, and
   three times where edges go in all directions. */
static pl_status links_of_edges(const pl_mesh_data *mesh, const double matrix[9], pl_heat_links *links)
{
  if (!is_identity(matrix))
    return pl_fail(PL_ERROR_UNSUPPORTED, "heat.conductivity_matrix must be the identity for a body of nodes and edges; "
                                         "give it a lattice, a surface or hexahedra");
  uint32_t *degree = PL_NEW(uint32_t, mesh->vertex_count);
  if (!degree) return PL_ERROR_MEMORY;
  uint32_t most = 0;
  for (size_t k = 0; k < 2 * mesh->edge_count; k++)
    if (++degree[mesh->edges[k]] > most) most = degree[mesh->edges[k]];
  double dimensions = most <= 2 ? 1 : 3;
  pl_status status = PL_OK;
  for (size_t e = 0; e < mesh->edge_count && status == PL_OK; e++) {
    uint32_t a = mesh->edges[2 * e], b = mesh->edges[2 * e + 1];
    double length = pl_vec3_distance(mesh->positions + 3 * (size_t)a, mesh->positions + 3 * (size_t)b);
    double volume = mesh->vertex_volumes[a] / degree[a] + mesh->vertex_volumes[b] / degree[b];
    if (length > 0) status = add(links, a, b, dimensions * volume / (length * length));
  }
  pl_release(degree);
  return status;
}

/* Are all vertices corners of triangles? Then the mesh is a surface only. */
static bool is_surface(const pl_mesh_data *mesh, const double *areas)
{
  for (size_t i = 0; i < mesh->vertex_count; i++)
    if (!(areas[i] > 0)) return false;
  return mesh->triangle_count > 0;
}

pl_status pl_heat_links_of_mesh(const pl_mesh_data *mesh, const double matrix[9], pl_heat_links *links)
{
  double *areas = PL_NEW(double, mesh->vertex_count);
  if (!areas) return PL_ERROR_MEMORY;
  pl_mesh_vertex_areas(mesh, areas);
  const pl_grid *grid = &mesh->grid;
  bool solid = grid->counts[0] && grid->counts[2], sheet = grid->counts[1] && !grid->counts[2] && !grid->poles;
  pl_status status = PL_OK;
  if (solid || sheet)
    status = links_of_grid(mesh, solid ? 3 : 2, matrix, areas, links);
  else if (is_surface(mesh, areas))
    for (size_t t = 0; t < mesh->triangle_count && status == PL_OK; t++)
      status = links_of_triangle(mesh, mesh->triangles + 3 * t, matrix, areas, links);
  else
    status = links_of_edges(mesh, matrix, links);
  pl_release(areas);
  return status == PL_OK ? pl_heat_links_merge(links) : status;
}

/* Equal ones in the order in which they were found: sums are the same everywhere. */
typedef struct numbered {
  pl_heat_link link;
  size_t number;
} numbered;

static int compare(const void *first, const void *second)
{
  const numbered *a = first, *b = second;
  if (a->link.a != b->link.a) return a->link.a < b->link.a ? -1 : 1;
  if (a->link.b != b->link.b) return a->link.b < b->link.b ? -1 : 1;
  return a->number < b->number ? -1 : a->number > b->number;
}

pl_status pl_heat_links_merge(pl_heat_links *links)
{
  numbered *sorted = PL_NEW(numbered, links->count);
  if (!sorted) return PL_ERROR_MEMORY;
  for (size_t k = 0; k < links->count; k++) sorted[k] = (numbered){links->items[k], k};
  qsort(sorted, links->count, sizeof *sorted, compare);
  size_t count = 0, all = links->count;
  for (size_t k = 0, end; k < all; k = end) {
    pl_heat_link sum = sorted[k].link;
    for (end = k + 1; end < all && sorted[end].link.a == sum.a && sorted[end].link.b == sum.b; end++)
      sum.width += sorted[end].link.width;
    if (sum.width > 0) links->items[count++] = sum;
  }
  links->count = count;
  pl_release(sorted);
  return PL_OK;
}
