/* SPDX-License-Identifier: MIT */
#include "mesh/query/winding.h"

#include <math.h>
#include <stdbool.h>

#include "base/memory.h"
#include "base/status.h"
#include "math/vec3.h"
#include "mesh/core/topology.h"
#include "mesh/query/solid_angle.h"

#define PI 3.14159265358979323846
#define NO_VERTEX UINT32_MAX

typedef struct part {
  bool closed;
  bool inwards; /* encloses a negative volume */
  bool nested;
  bool turn; /* as a whole */
  double volume;
  double low[3], high[3];
  uint32_t vertex; /* of the first triangle */
} part;

typedef struct winding_repair {
  const double *positions;
  uint32_t *triangles;
  size_t triangle_count;
  bool *turn;
  uint32_t *number; /* of a triangle's part */
  part *parts;
  size_t part_count;
} winding_repair;

static void turn_triangle(uint32_t *t)
{
  uint32_t keep = t[1];
  t[1] = t[2];
  t[2] = keep;
}

static void measure_parts(winding_repair *m, const pl_topology *topology)
{
  for (size_t i = 0; i < m->part_count; i++)
    m->parts[i] = (part){.closed = true,
                         .vertex = NO_VERTEX,
                         .low = {INFINITY, INFINITY, INFINITY},
                         .high = {-INFINITY, -INFINITY, -INFINITY}};
  for (size_t e = 0; e < topology->edge_count; e++)
    for (uint32_t i = topology->starts[e]; i < topology->starts[e + 1]; i++)
      if (pl_topology_sides(topology, e) != 2) m->parts[m->number[topology->sides[i] / 3]].closed = false;
  for (size_t i = 0; i < m->triangle_count; i++) {
    part *p = &m->parts[m->number[i]];
    if (p->vertex == NO_VERTEX) p->vertex = m->triangles[3 * i];
    const double *corner[3];
    for (int k = 0; k < 3; k++) {
      corner[k] = m->positions + 3 * (size_t)m->triangles[3 * i + (size_t)k];
      for (int axis = 0; axis < 3; axis++) {
        p->low[axis] = fmin(p->low[axis], corner[k][axis]);
        p->high[axis] = fmax(p->high[axis], corner[k][axis]);
      }
    }
    /* about a vertex of the part, which keeps the digits */
    double a[3], b[3], c[3], cross[3];
    const double *origin = m->positions + 3 * (size_t)p->vertex;
    pl_vec3_sub(corner[0], origin, a);
    pl_vec3_sub(corner[1], origin, b);
    pl_vec3_sub(corner[2], origin, c);
    pl_vec3_cross(b, c, cross);
    p->volume += pl_vec3_dot(a, cross) / 6;
  }
  for (size_t i = 0; i < m->part_count; i++) m->parts[i].inwards = m->parts[i].closed && m->parts[i].volume < 0;
}

static double solid_angle(const winding_repair *m, const uint32_t *t, const double *p)
{
  return pl_solid_angle(m->positions + 3 * (size_t)t[0], m->positions + 3 * (size_t)t[1],
                        m->positions + 3 * (size_t)t[2], p);
}

static bool box_inside(const part *inner, const part *outer)
{
  bool inside = true;
  for (int axis = 0; axis < 3; axis++)
    inside = inside && inner->low[axis] > outer->low[axis] && inner->high[axis] < outer->high[axis];
  return inside;
}

/* How often the closed parts around it wind about a vertex of part i. */
static bool is_nested(const winding_repair *m, size_t i)
{
  bool possible = false;
  for (size_t j = 0; j < m->part_count && !possible; j++)
    possible = m->parts[j].closed && box_inside(&m->parts[i], &m->parts[j]);
  if (!possible) return false;
  double angle = 0;
  const double *p = m->positions + 3 * (size_t)m->parts[i].vertex;
  for (size_t t = 0; t < m->triangle_count; t++) {
    const part *around = &m->parts[m->number[t]];
    if (around->closed && box_inside(&m->parts[i], around))
      angle += (around->inwards ? -1 : 1) * solid_angle(m, m->triangles + 3 * t, p);
  }
  return fabs(angle) > 2 * PI;
}

static void orient_parts(winding_repair *m, const pl_topology *topology, pl_winding_report *report)
{
  for (size_t i = 0; i < m->triangle_count; i++)
    if (m->turn[i]) turn_triangle(m->triangles + 3 * i);
  measure_parts(m, topology);
  for (size_t i = 0; i < m->part_count; i++) {
    part *p = &m->parts[i];
    p->nested = p->closed && is_nested(m, i);
    p->turn = p->inwards && !p->nested;
    report->nested += p->nested;
  }
  for (size_t i = 0; i < m->triangle_count; i++) {
    bool whole = m->parts[m->number[i]].turn;
    if (whole) turn_triangle(m->triangles + 3 * i);
    report->turned += m->turn[i] != whole;
  }
}

pl_status pl_winding_mend(const double *positions, size_t vertex_count, uint32_t *triangles, size_t triangle_count,
                          pl_winding_report *report)
{
  *report = (pl_winding_report){0};
  if (triangle_count == 0) return PL_OK;
  winding_repair m = {.positions = positions, .triangles = triangles, .triangle_count = triangle_count};
  pl_topology topology;
  bool orientable = true;
  pl_status status = pl_topology_build(triangles, triangle_count, vertex_count, &topology);
  if (status == PL_OK) {
    m.turn = PL_NEW(bool, triangle_count);
    m.number = PL_NEW(uint32_t, triangle_count);
    status = m.turn && m.number ? PL_OK : PL_ERROR_MEMORY;
  }
  if (status == PL_OK) status = pl_topology_orient(&topology, m.turn, m.number, &m.part_count, &orientable);
  if (status == PL_OK) {
    m.parts = PL_NEW(part, m.part_count);
    status = m.parts ? PL_OK : PL_ERROR_MEMORY;
  }
  if (status == PL_OK) orient_parts(&m, &topology, report);
  pl_release(m.turn);
  pl_release(m.number);
  pl_release(m.parts);
  pl_topology_free(&topology);
  return status;
}
