/* SPDX-License-Identifier: MIT
   Fluids about surfaces and curves, (22): resistance (n . (flow - v)) n per area, on both sides of a surface together.
   Normals and areas are those of the start of a small step, the velocity v is that of its end: such a force brakes what
   moves against the fluid, however thick it is, and never turns it round. A particle at the border of a curve or a
   surface has the share of area that its triangles and edges give it. */
#include <string.h>

#include "math/mat3.h"
#include "mesh/core/grid.h"
#include "world/world.h"

static void add_triangles(const pl_body *body, const pl_mesh_data *rest, double *area)
{
  const double *x = body->view.x;
  for (size_t t = 0; t < rest->triangle_count; t++) {
    size_t corner[3];
    double a[3], b[3], normal[3];
    for (size_t k = 0; k < 3; k++) corner[k] = 3 * (size_t)body->place[rest->triangles[3 * t + k]];
    pl_vec3_sub(x + corner[1], x + corner[0], a);
    pl_vec3_sub(x + corner[2], x + corner[0], b);
    pl_vec3_cross(a, b, normal);
    for (size_t k = 0; k < 3; k++) pl_vec3_add_scaled(area + corner[k], 1.0 / 6, normal, area + corner[k]);
  }
}

/* By its cells: triangles favour one of their diagonals, and what is mirrored would not move mirrored. */
static void add_cells(const pl_body *body, const pl_grid *grid, double *area)
{
  const double *x = body->view.x;
  for (int64_t i = 0; i < pl_grid_steps(grid, 0); i++)
    for (int64_t j = 0; j < pl_grid_steps(grid, 1); j++) {
      size_t corner[4];
      double a[3], b[3], normal[3];
      bool there = true;
      for (int64_t k = 0; k < 4; k++) {
        uint32_t vertex = 0;
        there = there && pl_grid_vertex(grid, i + (k >> 1), j + (k & 1), 0, &vertex);
        corner[k] = 3 * (size_t)body->place[vertex];
      }
      if (!there) continue;
      pl_vec3_sub(x + corner[3], x + corner[0], a);
      pl_vec3_sub(x + corner[1], x + corner[2], b);
      pl_vec3_cross(a, b, normal);
      for (size_t k = 0; k < 4; k++) pl_vec3_add_scaled(area + corner[k], 0.125, normal, area + corner[k]);
    }
}

static void add_surface(const pl_body *body, double *area, double *across)
{
  pl_mesh_data rest = pl_mesh_view(body->rest);
  memset(area, 0, 3 * body->count * sizeof(double));
  if (pl_grid_dimension(&rest.grid) == 2)
    add_cells(body, &rest.grid, area);
  else
    add_triangles(body, &rest, area);
  for (size_t i = 0; i < body->count; i++) {
    double size = pl_vec3_length(area + 3 * i);
    if (size > 0) pl_mat3_outer_add(across + 9 * i, 1 / size, area + 3 * i, area + 3 * i);
  }
}

/* I - t t^T of each edge, times its length and the thickness, half of it to either end. */
static void add_curve(const pl_body *body, double *across)
{
  pl_mesh_data rest = pl_mesh_view(body->rest);
  double thickness = body->def.thickness;
  for (size_t e = 0; e < rest.edge_count; e++) {
    size_t a = body->place[rest.edges[2 * e]], b = body->place[rest.edges[2 * e + 1]];
    double along[3];
    pl_vec3_sub(body->view.x + 3 * b, body->view.x + 3 * a, along);
    double length = pl_vec3_length(along), half = 0.5 * thickness * length;
    for (size_t end = 0; end < 2 && length > 0; end++) {
      double *to = across + 9 * (end ? b : a);
      for (size_t k = 0; k < 9; k += 4) to[k] += half;
      pl_mat3_outer_add(to, -half / (length * length), along, along);
    }
  }
}

void pl_fluid_across(const pl_body *body, double *area, double *across)
{
  memset(across, 0, 9 * body->count * sizeof(double));
  if (pl_mesh_view(body->rest).triangle_count)
    add_surface(body, area, across);
  else
    add_curve(body, across);
}
