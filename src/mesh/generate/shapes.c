/* SPDX-License-Identifier: MIT
   Shapes turned on the lathe, and the flat and the thin ones. */
#include <math.h>
#include <stdbool.h>

#include "base/floats.h"
#include "base/memory.h"
#include "base/status.h"
#include "math/functions.h"
#include "math/vec3.h"
#include "mesh/generate/lathe.h"
#include "pliant/make.h"

#define PI 3.14159265358979323846
enum { COUNT_LIMIT = 1 << 14 }; /* vertices along one direction of a surface */

static pl_status check_length(const char *shape, const char *what, double value)
{
  if (value > 0 && isfinite(value)) return PL_OK;
  return pl_fail(PL_ERROR_ARGUMENT, "%s: %s must be positive, got %g", shape, what, value);
}

static pl_status check_count(const char *shape, const char *what, uint32_t value, uint32_t least)
{
  if (value >= least && value <= COUNT_LIMIT) return PL_OK;
  return pl_fail(PL_ERROR_ARGUMENT, "%s: %s must be %u to %d, got %u", shape, what, least, COUNT_LIMIT, value);
}

/* Profile of a shape, then the shape. */
typedef struct profile {
  pl_ring *rings;
  size_t count, capacity;
  pl_status status;
} profile;

static void add(profile *p, double radius, double y, uint32_t count)
{
  if (p->status == PL_OK) p->status = pl_grow((void **)&p->rings, &p->capacity, p->count + 1, sizeof *p->rings);
  if (p->status == PL_OK) p->rings[p->count++] = (pl_ring){radius, y, count < 3 ? 3 : count};
}

static pl_status turn_grid(profile *p, bool closed, pl_grid grid, pl_mesh **out)
{
  pl_mesh_builder builder = {.status = p->status, .grid = grid};
  if (p->status == PL_OK) pl_lathe(&builder, p->rings, p->count, closed);
  pl_release(p->rings);
  return pl_builder_finish(&builder, out);
}

static pl_status turn(profile *p, bool closed, pl_mesh **out)
{
  return turn_grid(p, closed, (pl_grid){.counts = {0}}, out);
}

pl_status pl_make_sphere(double radius, uint32_t n, pl_mesh **out)
{
  PL_OWN_FLOATS;
  *out = NULL;
  PL_TRY(check_length("sphere", "the radius", radius));
  PL_TRY(check_count("sphere", "n", n, 3));
  profile p = {0};
  for (uint32_t i = 0; i <= n; i++) {
    double angle = PI * i / n;
    add(&p, i == 0 || i == n ? 0 : radius * pl_sin(angle), -radius * pl_cos(angle), n);
  }
  return turn_grid(&p, false, (pl_grid){.counts = {n + 1, n}, .closed = {false, true}, .poles = true}, out);
}

pl_status pl_make_torus(double radius, double tube, uint32_t around, uint32_t across, pl_mesh **out)
{
  PL_OWN_FLOATS;
  *out = NULL;
  PL_TRY(check_length("torus", "the radius", radius));
  PL_TRY(check_length("torus", "the radius of the tube", tube));
  if (tube >= radius)
    return pl_fail(PL_ERROR_ARGUMENT, "torus: the radius of the tube, %g, must be less than that of the ring, %g", tube,
                   radius);
  PL_TRY(check_count("torus", "around", around, 3));
  PL_TRY(check_count("torus", "across", across, 3));
  profile p = {0};
  for (uint32_t i = 0; i < across; i++) {
    double angle = 2 * PI * i / across;
    add(&p, radius + tube * pl_cos(angle), tube * pl_sin(angle), around);
  }
  return turn_grid(&p, true, (pl_grid){.counts = {across, around}, .closed = {true, true}}, out);
}

/* Rings of a flat cap between two radii, without the outer one; spaced like the vertices on the rim. `towards` +1 walks
   outwards (a bottom), -1 inwards (a top). */
static void add_cap(profile *p, double inner, double outer, double y, uint32_t around, int towards)
{
  uint32_t steps = (uint32_t)(0.5 + (outer - inner) / (2 * PI * outer / around));
  if (steps < 1) steps = 1;
  for (uint32_t i = 0; i < steps; i++) {
    uint32_t k = towards > 0 ? i : steps - 1 - i;
    double radius = inner + (outer - inner) * k / steps;
    add(p, radius, y, (uint32_t)(0.5 + around * radius / outer));
  }
}

pl_status pl_make_cylinder(double radius, double length, uint32_t around, uint32_t along, pl_mesh **out)
{
  PL_OWN_FLOATS;
  *out = NULL;
  PL_TRY(check_length("cylinder", "the radius", radius));
  PL_TRY(check_length("cylinder", "the length", length));
  PL_TRY(check_count("cylinder", "around", around, 3));
  PL_TRY(check_count("cylinder", "along", along, 1));
  profile p = {0};
  add_cap(&p, 0, radius, -length / 2, around, +1);
  for (uint32_t i = 0; i <= along; i++) add(&p, radius, length * i / along - length / 2, around);
  add_cap(&p, 0, radius, length / 2, around, -1);
  return turn(&p, false, out);
}

pl_status pl_make_capsule(double radius, double length, uint32_t around, uint32_t along, pl_mesh **out)
{
  PL_OWN_FLOATS;
  *out = NULL;
  PL_TRY(check_length("capsule", "the radius", radius));
  PL_TRY(check_length("capsule", "the length", length));
  PL_TRY(check_count("capsule", "around", around, 3));
  PL_TRY(check_count("capsule", "along", along, 1));
  uint32_t quarter = around < 8 ? 2 : around / 4;
  profile p = {0};
  for (uint32_t i = 0; i < quarter; i++) {
    double angle = PI / 2 * i / quarter;
    add(&p, radius * pl_sin(angle), -length / 2 - radius * pl_cos(angle), (uint32_t)(0.5 + around * pl_sin(angle)));
  }
  for (uint32_t i = 0; i <= along; i++) add(&p, radius, length * i / along - length / 2, around);
  for (uint32_t i = quarter; i-- > 0;) {
    double angle = PI / 2 * i / quarter;
    add(&p, radius * pl_sin(angle), length / 2 + radius * pl_cos(angle), (uint32_t)(0.5 + around * pl_sin(angle)));
  }
  return turn(&p, false, out);
}

pl_status pl_make_tube(double outer, double inner, double length, uint32_t around, uint32_t along, pl_mesh **out)
{
  PL_OWN_FLOATS;
  *out = NULL;
  PL_TRY(check_length("tube", "the inner radius", inner));
  PL_TRY(check_length("tube", "the length", length));
  if (!(outer > inner && isfinite(outer)))
    return pl_fail(PL_ERROR_ARGUMENT, "tube: the outer radius, %g, must be greater than the inner one, %g", outer,
                   inner);
  PL_TRY(check_count("tube", "around", around, 3));
  PL_TRY(check_count("tube", "along", along, 1));
  uint32_t inside = (uint32_t)(0.5 + around * inner / outer);
  profile p = {0};
  add_cap(&p, inner, outer, -length / 2, around, +1);
  for (uint32_t i = 0; i <= along; i++) add(&p, outer, length * i / along - length / 2, around);
  add_cap(&p, inner, outer, length / 2, around, -1);
  for (uint32_t i = along - 1; i > 0; i--) add(&p, inner, length * i / along - length / 2, inside);
  return turn(&p, true, out);
}

pl_status pl_make_sheet(double width, double depth, uint32_t nx, uint32_t nz, pl_mesh **out)
{
  PL_OWN_FLOATS;
  *out = NULL;
  PL_TRY(check_length("sheet", "the width", width));
  PL_TRY(check_length("sheet", "the depth", depth));
  PL_TRY(check_count("sheet", "nx", nx, 2));
  PL_TRY(check_count("sheet", "nz", nz, 2));
  pl_mesh_builder b = {.grid = {.counts = {nx, nz}}};
  for (uint32_t i = 0; i < nx; i++)
    for (uint32_t k = 0; k < nz; k++)
      pl_builder_vertex(&b, width * i / (nx - 1) - width / 2, 0, depth * k / (nz - 1) - depth / 2);
  for (uint32_t i = 0; i + 1 < nx; i++)
    for (uint32_t k = 0; k + 1 < nz; k++) {
      uint32_t a = i * nz + k;
      if ((i + k) % 2 == 0)
        pl_builder_quad(&b, a, a + 1, a + nz + 1, a + nz);
      else
        pl_builder_quad(&b, a + 1, a + nz + 1, a + nz, a);
    }
  return pl_builder_finish(&b, out);
}

pl_status pl_make_curve(const double *points, uint32_t count, int closed, pl_mesh **out)
{
  PL_OWN_FLOATS;
  *out = NULL;
  if (!points) return pl_fail(PL_ERROR_ARGUMENT, "curve: points is NULL");
  if (count < (closed ? 3U : 2U))
    return pl_fail(PL_ERROR_ARGUMENT, "curve: at least %d points are needed, got %u", closed ? 3 : 2, count);
  pl_mesh_builder b = {.grid = {.counts = {count}, .closed = {closed != 0}}};
  for (uint32_t i = 0; i < count; i++)
    pl_builder_vertex(&b, points[3 * (size_t)i], points[3 * (size_t)i + 1], points[3 * (size_t)i + 2]);
  for (uint32_t i = 0; i + 1 < count; i++) pl_builder_edge(&b, i, i + 1);
  if (closed) pl_builder_edge(&b, count - 1, 0);
  return pl_builder_finish(&b, out);
}

pl_status pl_make_line(const double from[3], const double to[3], uint32_t count, pl_mesh **out)
{
  PL_OWN_FLOATS;
  *out = NULL;
  if (count < 2) return pl_fail(PL_ERROR_ARGUMENT, "line: at least 2 points are needed, got %u", count);
  double *points = PL_NEW(double, 3 * (size_t)count);
  if (!points) return PL_ERROR_MEMORY;
  for (uint32_t i = 0; i < count; i++) {
    double part = (double)i / (count - 1);
    for (size_t axis = 0; axis < 3; axis++) points[3 * (size_t)i + axis] = (1 - part) * from[axis] + part * to[axis];
  }
  pl_status status = pl_make_curve(points, count, 0, out);
  pl_release(points);
  return status;
}

pl_status pl_make_helix(double radius, double pitch, double turns, uint32_t count, pl_mesh **out)
{
  PL_OWN_FLOATS;
  *out = NULL;
  PL_TRY(check_length("helix", "the radius", radius));
  PL_TRY(check_length("helix", "the pitch", pitch));
  PL_TRY(check_length("helix", "the number of turns", turns));
  if (count < 2) return pl_fail(PL_ERROR_ARGUMENT, "helix: at least 2 points are needed, got %u", count);
  double *points = PL_NEW(double, 3 * (size_t)count);
  if (!points) return PL_ERROR_MEMORY;
  for (uint32_t i = 0; i < count; i++) {
    double turned = turns * i / (count - 1), angle = 2 * PI * turned;
    pl_vec3_set(points + 3 * (size_t)i, radius * pl_cos(angle), pitch * turned, -radius * pl_sin(angle));
  }
  pl_status status = pl_make_curve(points, count, 0, out);
  pl_release(points);
  return status;
}
