/* SPDX-License-Identifier: MIT
   Marching cubes. Which edges of a cube the surface crosses follows from the signs at its eight corners, 256 cases. The
   polygons of a case are not listed here but found: around each face of the cube, every run of corners inside is cut
   off by a segment from the edge where the run is entered to the edge where it is left; following the segments from
   face to face gives closed polygons. Two cubes that share a face see the same signs on it, so they cut it alike, also
   in the ambiguous case of two opposite corners inside: there are no cracks.

   Corner c lies at (c & 1, c >> 1 & 1, c >> 2 & 1). Edge 4 a + m runs along axis a; bit 0 of m is its place along the
   next axis, bit 1 along the one after. */
#include "mesh/generate/isosurface.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"

enum { CASES = 256, EDGES = 12, NONE = 255 };
static const uint32_t NO_VERTEX = UINT32_MAX;

/* Polygons of a case: edges in order, each polygon preceded by its length; a 0 ends the list. */
typedef struct cube_case {
  uint8_t list[2 * EDGES];
} cube_case;

static int edge_between(int c, int d)
{
  int axis = (c ^ d) >> 1; /* 1, 2, 4 become 0, 1, 2 */
  return 4 * axis + (c >> (axis + 1) % 3 & 1) + 2 * (c >> (axis + 2) % 3 & 1);
}

static int edge_face(int edge, int which)
{
  int axis = (edge / 4 + 1 + which) % 3;
  return 2 * axis + (edge >> which & 1);
}

static bool share_a_face(int e, int f)
{
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++)
      if (edge_face(e, i) == edge_face(f, j)) return true;
  return false;
}

/* Corners of a face, counter-clockwise from outside the cube. */
static void face_corners(int axis, int side, int corners[4])
{
  int u = (axis + 1) % 3, v = (axis + 2) % 3;
  for (int i = 0; i < 4; i++) {
    int turned = side ? i : 3 - i;
    corners[i] = side << axis | (turned == 1 || turned == 2) << u | (turned >= 2) << v;
  }
}

/* next[e]: where the polygon goes on after crossing edge e. */
static void find_segments(int inside, uint8_t next[EDGES])
{
  memset(next, NONE, EDGES);
  for (int face = 0; face < 6; face++) {
    int corners[4];
    face_corners(face / 2, face % 2, corners);
    for (int i = 0; i < 4; i++) {
      int before = corners[i], first = corners[(i + 1) % 4];
      if (inside >> before & 1 || !(inside >> first & 1)) continue; /* not where a run begins */
      int j = i + 1;
      while (inside >> corners[(j + 1) % 4] & 1) j++;
      next[edge_between(before, first)] = (uint8_t)edge_between(corners[j % 4], corners[(j + 1) % 4]);
    }
  }
}

/* The corner to fan a polygon from, such that no diagonal lies in a face of the cube, where the neighbour's diagonal
   could be the same one. */
static int find_apex(const uint8_t *polygon, int count)
{
  for (int apex = 0; apex < count; apex++) {
    bool good = true;
    for (int i = 2; i + 1 < count; i++) good = good && !share_a_face(polygon[apex], polygon[(apex + i) % count]);
    if (good) return apex;
  }
  return 0;
}

static void find_polygons(int inside, cube_case *out)
{
  uint8_t next[EDGES], used = 0;
  find_segments(inside, next);
  for (int start = 0; start < EDGES; start++) {
    if (next[start] == NONE) continue;
    uint8_t polygon[EDGES];
    int count = 0;
    for (int e = start; next[e] != NONE;) {
      polygon[count++] = (uint8_t)e;
      int to = next[e];
      next[e] = NONE;
      e = to;
    }
    int apex = find_apex(polygon, count);
    out->list[used++] = (uint8_t)count;
    for (int i = 0; i < count; i++) out->list[used++] = polygon[(apex + i) % count];
  }
  out->list[used] = 0;
}

/* Two slices of samples at a time, and the vertices on the edges in and between them. */
typedef struct marcher {
  pl_field_function field;
  const void *context;
  double low[3], cell;
  size_t n[3];              /* samples */
  double *values[2];        /* of slices k and k + 1 */
  uint32_t *vertices[2][3]; /* on edges from a sample of a slice along each axis */
  cube_case cases[CASES];
  pl_mesh_builder *builder;
} marcher;

static void sample_slice(marcher *m, size_t k, double *values)
{
  for (size_t j = 0; j < m->n[1]; j++)
    for (size_t i = 0; i < m->n[0]; i++) {
      const double p[3] = {m->low[0] + m->cell * (double)i, m->low[1] + m->cell * (double)j,
                           m->low[2] + m->cell * (double)k};
      values[j * m->n[0] + i] = m->field(m->context, p);
    }
}

/* A vertex where the field changes sign between two samples, kept off the samples themselves. */
static uint32_t cross(marcher *m, const size_t at[3], int axis, double from, double to)
{
  if ((from < 0) == (to < 0)) return NO_VERTEX;
  double part = fmin(fmax(from / (from - to), 0.1), 0.9), p[3];
  for (int k = 0; k < 3; k++) p[k] = m->low[k] + m->cell * ((double)at[k] + (k == axis ? part : 0));
  return pl_builder_vertex(m->builder, p[0], p[1], p[2]);
}

/* Edges within slice k, whose values are in values[s]. */
static void cross_slice(marcher *m, size_t k, int s)
{
  const double *v = m->values[s];
  for (size_t j = 0; j < m->n[1]; j++)
    for (size_t i = 0; i < m->n[0]; i++) {
      size_t at = j * m->n[0] + i;
      const size_t place[3] = {i, j, k};
      m->vertices[s][0][at] = i + 1 < m->n[0] ? cross(m, place, 0, v[at], v[at + 1]) : NO_VERTEX;
      m->vertices[s][1][at] = j + 1 < m->n[1] ? cross(m, place, 1, v[at], v[at + m->n[0]]) : NO_VERTEX;
    }
}

static void cross_between(marcher *m, size_t k)
{
  for (size_t j = 0; j < m->n[1]; j++)
    for (size_t i = 0; i < m->n[0]; i++) {
      size_t at = j * m->n[0] + i;
      m->vertices[0][2][at] = cross(m, (const size_t[3]){i, j, k}, 2, m->values[0][at], m->values[1][at]);
    }
}

static uint32_t vertex_on(const marcher *m, size_t i, size_t j, int edge)
{
  int axis = edge / 4, offset[3] = {0, 0, 0};
  offset[(axis + 1) % 3] = edge & 1;
  offset[(axis + 2) % 3] = edge >> 1 & 1;
  size_t at = (j + (size_t)offset[1]) * m->n[0] + i + (size_t)offset[0];
  return m->vertices[axis == 2 ? 0 : offset[2]][axis][at];
}

/* A polygon whose every fan has a diagonal in a face gets a vertex in its middle. */
static void add_polygon(marcher *m, const uint32_t *corners, int count, bool centre)
{
  pl_mesh_builder *b = m->builder;
  if (!centre) {
    for (int i = 1; i + 1 < count; i++) pl_builder_triangle(b, corners[0], corners[i], corners[i + 1]);
    return;
  }
  double middle[3] = {0, 0, 0};
  if (b->status != PL_OK) return;
  for (int i = 0; i < count; i++)
    for (int k = 0; k < 3; k++) middle[k] += b->positions[3 * (size_t)corners[i] + (size_t)k] / count;
  uint32_t v = pl_builder_vertex(b, middle[0], middle[1], middle[2]);
  for (int i = 0; i < count; i++) pl_builder_triangle(b, v, corners[i], corners[(i + 1) % count]);
}

static bool needs_centre(const uint8_t *polygon, int count)
{
  for (int i = 2; i + 1 < count; i++)
    if (share_a_face(polygon[0], polygon[i])) return true;
  return false;
}

static void march_cube(marcher *m, size_t i, size_t j)
{
  int inside = 0;
  for (size_t c = 0; c < 8; c++) inside |= (m->values[c >> 2][(j + (c >> 1 & 1)) * m->n[0] + i + (c & 1)] < 0) << c;
  for (const uint8_t *list = m->cases[inside].list; *list; list += 1 + *list) {
    uint32_t corners[EDGES];
    for (int e = 0; e < *list; e++) corners[e] = vertex_on(m, i, j, list[1 + e]);
    add_polygon(m, corners, *list, needs_centre(list + 1, *list));
  }
}

static void march(marcher *m)
{
  sample_slice(m, 0, m->values[0]);
  cross_slice(m, 0, 0);
  for (size_t k = 0; k + 1 < m->n[2] && m->builder->status == PL_OK; k++) {
    sample_slice(m, k + 1, m->values[1]);
    cross_slice(m, k + 1, 1);
    cross_between(m, k);
    for (size_t j = 0; j + 1 < m->n[1]; j++)
      for (size_t i = 0; i + 1 < m->n[0]; i++) march_cube(m, i, j);
    double *values = m->values[0];
    m->values[0] = m->values[1];
    m->values[1] = values;
    for (int axis = 0; axis < 2; axis++) {
      uint32_t *vertices = m->vertices[0][axis];
      m->vertices[0][axis] = m->vertices[1][axis];
      m->vertices[1][axis] = vertices;
    }
  }
}

pl_status pl_isosurface(pl_field_function field, const void *context, const double low[3], const double high[3],
                        double cell, pl_mesh_builder *builder)
{
  marcher *m = PL_NEW(marcher, 1);
  if (!m) return PL_ERROR_MEMORY;
  m->field = field;
  m->context = context;
  m->cell = cell;
  m->builder = builder;
  for (int c = 0; c < CASES; c++) find_polygons(c, &m->cases[c]);
  /* one sample beyond the box on every side */
  for (int k = 0; k < 3; k++) {
    m->n[k] = (size_t)ceil((high[k] - low[k]) / cell) + 3;
    m->low[k] = (low[k] + high[k] - cell * (double)(m->n[k] - 1)) / 2;
  }
  size_t slice = m->n[0] * m->n[1];
  bool all = true;
  for (int s = 0; s < 2; s++) {
    all = (m->values[s] = PL_NEW(double, slice)) && all;
    for (int axis = 0; axis < 3; axis++) all = (m->vertices[s][axis] = PL_NEW(uint32_t, slice)) && all;
  }
  if (all) march(m);
  pl_status status = all ? builder->status : PL_ERROR_MEMORY;
  for (int s = 0; s < 2; s++) {
    pl_release(m->values[s]);
    for (int axis = 0; axis < 3; axis++) pl_release(m->vertices[s][axis]);
  }
  pl_release(m);
  return status;
}
