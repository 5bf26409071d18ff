/* SPDX-License-Identifier: MIT */
#include "mesh/cage/green.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "math/vec3.h"
#include "mesh/cage/carry_kernel.h"
#include "mesh/cage/green_kernel.h"
#include "mesh/core/triangles.h"
#include "mesh/measure/measure.h"
#include "mesh/query/bvh.h"
#include "mesh/query/solid_angle.h"

enum { LANES = PL_GREEN_LANES, PARTS = 64, DEFORM_GRAIN = 256 };

static pl_status check_faces(const double *positions, size_t vertex_count, const uint32_t *triangles, size_t face_count)
{
  for (size_t i = 0; i < 3 * face_count; i++)
    if (triangles[i] >= vertex_count)
      return pl_fail(PL_ERROR_ARGUMENT, "face %zu of the cage uses vertex %u, but there are %zu", i / 3, triangles[i],
                     vertex_count);
  for (size_t f = 0; f < face_count; f++)
    if (pl_triangle_is_degenerate(positions, triangles + 3 * f))
      return pl_fail(PL_ERROR_MESH, "face %zu of the cage has no area; `pliant mesh repair` drops such faces", f);
  return PL_OK;
}

static pl_status check_vertices(size_t vertex_count, const uint32_t *triangles, size_t face_count)
{
  bool *used = PL_NEW(bool, vertex_count);
  if (!used) return PL_ERROR_MEMORY;
  for (size_t i = 0; i < 3 * face_count; i++) used[triangles[i]] = true;
  size_t unused = 0;
  while (unused < vertex_count && used[unused]) unused++;
  pl_release(used);
  if (unused == vertex_count) return PL_OK;
  return pl_fail(PL_ERROR_MESH, "vertex %zu of the cage has no face; `pliant mesh repair --drop-unused` drops it",
                 unused);
}

static pl_status check_cage(const double *positions, size_t vertex_count, const uint32_t *triangles, size_t face_count)
{
  PL_TRY(check_faces(positions, vertex_count, triangles, face_count));
  PL_TRY(check_vertices(vertex_count, triangles, face_count));
  bool closed = false;
  const pl_mesh_data data = {
      .positions = positions, .vertex_count = vertex_count, .triangles = triangles, .triangle_count = face_count};
  PL_TRY(pl_mesh_is_closed(&data, &closed));
  if (!closed)
    return pl_fail(PL_ERROR_MESH, "the cage is not closed, or its faces do not agree on what is outside; "
                                  "`pliant mesh info` says where");
  double volume = pl_mesh_volume(positions, triangles, face_count);
  if (!(volume > 0))
    return pl_fail(PL_ERROR_MESH,
                   "the cage encloses a volume of %g m^3: its faces must be counter-clockwise from outside; "
                   "`pliant mesh repair` turns them",
                   volume);
  return PL_OK;
}

static void measure_face(const double *positions, const uint32_t *triangle, pl_green_face *face)
{
  static const double none[3] = {0, 0, 0};
  double u[3], w[3], normal[3];
  for (int k = 0; k < 3; k++) {
    face->vertex[k] = triangle[k];
    pl_vec3_copy(positions + 3 * (size_t)triangle[k], face->corner[k]);
  }
  pl_vec3_sub(face->corner[1], face->corner[0], u);
  pl_vec3_sub(face->corner[2], face->corner[0], w);
  pl_vec3_cross(u, w, normal);
  face->double_area = pl_vec3_normalise(normal, none, face->normal);
  for (int k = 0; k < 3; k++) {
    double along[3];
    pl_vec3_sub(face->corner[(k + 2) % 3], face->corner[(k + 1) % 3], along);
    face->length[k] = pl_vec3_normalise(along, none, along);
    face->height[k] = face->double_area / face->length[k];
    pl_vec3_cross(along, face->normal, face->outward[k]);
  }
  for (int k = 0; k < 3; k++)
    for (int e = 0; e < 3; e++) face->product[k][e] = pl_vec3_dot(face->outward[k], face->outward[e]);
}

static double diagonal(const double *positions, size_t count)
{
  double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
  for (size_t i = 0; i < 3 * count; i++) {
    low[i % 3] = fmin(low[i % 3], positions[i]);
    high[i % 3] = fmax(high[i % 3], positions[i]);
  }
  return pl_vec3_distance(low, high);
}

static pl_status fill(pl_green *green, const double *positions, const uint32_t *triangles)
{
  size_t n = green->vertex_count, m = green->face_count;
  green->positions = PL_NEW(double, 3 * n);
  green->triangles = PL_NEW(uint32_t, 3 * m);
  green->normals = PL_NEW(double, 3 * m);
  green->areas = PL_NEW(double, m);
  green->faces = PL_NEW(pl_green_face, m);
  if (!green->positions || !green->triangles || !green->normals || !green->areas || !green->faces)
    return PL_ERROR_MEMORY;
  memcpy(green->positions, positions, 3 * n * sizeof(double));
  memcpy(green->triangles, triangles, 3 * m * sizeof(uint32_t));
  for (size_t f = 0; f < m; f++) {
    measure_face(positions, triangles + 3 * f, green->faces + f);
    pl_vec3_copy(green->faces[f].normal, green->normals + 3 * f);
    green->areas[f] = green->faces[f].double_area / 2;
  }
  green->size = diagonal(positions, n);
  return pl_bvh_create(positions, triangles, m, &green->bvh);
}

pl_status pl_green_create(const double *positions, size_t vertex_count, const uint32_t *triangles, size_t face_count,
                          pl_green **out)
{
  PL_TRY(check_cage(positions, vertex_count, triangles, face_count));
  pl_green *green = PL_NEW(pl_green, 1);
  if (!green) return PL_ERROR_MEMORY;
  green->vertex_count = vertex_count;
  green->face_count = face_count;
  pl_status status = fill(green, positions, triangles);
  if (status == PL_OK)
    *out = green;
  else
    pl_green_destroy(green);
  return status;
}

void pl_green_destroy(pl_green *green)
{
  if (!green) return;
  pl_bvh_destroy(green->bvh);
  pl_release(green->positions);
  pl_release(green->triangles);
  pl_release(green->normals);
  pl_release(green->areas);
  pl_release(green->faces);
  pl_release(green);
}

/* How often the cage winds about a point. */
static double winding(const pl_green *green, const double point[3])
{
  double sum = 0;
  for (size_t f = 0; f < green->face_count; f++)
    sum += pl_solid_angle(green->faces[f].corner[0], green->faces[f].corner[1], green->faces[f].corner[2], point);
  return sum / (4 * 3.14159265358979323846);
}

/* Σφ decides whether a point is inside; the distance is computed in any case. */
static pl_status check_point(const pl_green *green, const double point[3], size_t index, double winding_number)
{
  double margin = PL_GREEN_MARGIN * green->size;
  pl_bvh_point closest;
  if (pl_bvh_closest(green->bvh, point, margin, &closest))
    return pl_fail(PL_ERROR_ARGUMENT,
                   "point %zu (%g, %g, %g) is %g m from face %u of the cage, but must be inside, at least %g m away; "
                   "move it or make the cage larger",
                   index, point[0], point[1], point[2], closest.distance, closest.triangle, margin);
  if (!(fabs(winding_number - 1) <= 1e-3)) /* also where it is no number */
    return pl_fail(PL_ERROR_ARGUMENT,
                   "point %zu (%g, %g, %g) is outside the cage; `pliant mesh cage` makes one that encloses a mesh",
                   index, point[0], point[1], point[2]);
  return PL_OK;
}

/* Of points first … first + count - 1 of a list. */
static pl_status check_rows(const pl_green *green, const double *points, size_t count, size_t first, const double *phi)
{
  size_t n = green->vertex_count;
  for (size_t p = 0; p < count; p++) {
    double sum = 0;
    for (size_t i = 0; i < n; i++) sum += phi[p * n + i];
    PL_TRY(check_point(green, points + 3 * p, first + p, sum));
  }
  return PL_OK;
}

pl_status pl_green_check_points(const pl_green *green, const double *points, size_t count)
{
  for (size_t p = 0; p < count; p++) PL_TRY(check_point(green, points + 3 * p, p, winding(green, points + 3 * p)));
  return PL_OK;
}

typedef struct coordinate_work {
  const pl_green *green;
  pl_green_kernel kernel;
  const double *points;
  size_t count, part; /* points in all, and in a part */
  const pl_green_values *out;
  double *scratch; /* of each part */
  size_t scratch_size;
} coordinate_work;

/* LANES numbers per entry become rows of `entries` numbers. */
static void transpose(const double *from, size_t entries, size_t rows, double *to)
{
  for (size_t lane = 0; lane < rows; lane++)
    for (size_t i = 0; i < entries; i++) to[lane * entries + i] = from[i * LANES + lane];
}

/* Gradients: 3 LANES numbers per entry become rows of 3 `entries` numbers, alike. */
static void evaluate(const coordinate_work *work, size_t begin, size_t end, double *scratch)
{
  size_t n = work->green->vertex_count, m = work->green->face_count;
  const pl_green_values *out = work->out;
  pl_green_block block = {.phi = scratch, .psi = scratch + n * LANES};
  if (out->dphi) {
    block.dphi = block.psi + m * LANES;
    block.dpsi = block.dphi + 3 * n * LANES;
  }
  for (size_t p = begin; p < end; p += LANES) {
    size_t rows = end - p < LANES ? end - p : LANES;
    double points[3 * LANES];
    for (size_t lane = 0; lane < LANES; lane++)
      for (size_t k = 0; k < 3; k++)
        points[k * LANES + lane] = work->points[3 * (p + (lane < rows ? lane : rows - 1)) + k];
    work->kernel(work->green->faces, m, n, points, &block);
    transpose(block.phi, n, rows, out->phi + p * n);
    transpose(block.psi, m, rows, out->psi + p * m);
    if (!out->dphi) continue;
    transpose(block.dphi, 3 * n, rows, out->dphi + 3 * p * n);
    transpose(block.dpsi, 3 * m, rows, out->dpsi + 3 * p * m);
  }
}

static void evaluate_parts(void *context, size_t begin, size_t end)
{
  const coordinate_work *work = context;
  for (size_t part = begin; part < end; part++) {
    size_t first = part * work->part, last = first + work->part;
    evaluate(work, first, last < work->count ? last : work->count, work->scratch + part * work->scratch_size);
  }
}

pl_status pl_green_coordinates_anywhere(const pl_green *green, const double *points, size_t count, pl_pool *pool,
                                        const pl_green_values *out)
{
  if (count == 0) return PL_OK;
  coordinate_work work = {
      .green = green, .kernel = PL_ISA_PICK(pl_green_kernel), .points = points, .count = count, .out = out};
  size_t blocks = (count + LANES - 1) / LANES;
  work.part = (blocks + PARTS - 1) / PARTS * LANES;
  size_t parts = (count + work.part - 1) / work.part;
  work.scratch_size = (green->vertex_count + green->face_count) * LANES * (out->dphi ? 4 : 1);
  work.scratch = PL_NEW(double, parts *work.scratch_size);
  if (!work.scratch) return PL_ERROR_MEMORY;
  pl_parallel_for(pool, parts, 1, evaluate_parts, &work);
  pl_release(work.scratch);
  return PL_OK;
}

pl_status pl_green_coordinates(const pl_green *green, const double *points, size_t count, pl_pool *pool,
                               const pl_green_values *out)
{
  PL_TRY(pl_green_coordinates_anywhere(green, points, count, pool, out));
  return check_rows(green, points, count, 0, out->phi);
}

static pl_status visit_chunks(const pl_green *green, const double *points, size_t count, pl_pool *pool,
                              const pl_green_values *values, pl_green_visitor visit, void *context)
{
  for (size_t first = 0; first < count; first += PL_GREEN_CHUNK) {
    size_t rows = count - first < PL_GREEN_CHUNK ? count - first : PL_GREEN_CHUNK;
    PL_TRY(pl_green_coordinates_anywhere(green, points + 3 * first, rows, pool, values));
    PL_TRY(check_rows(green, points + 3 * first, rows, first, values->phi));
    PL_TRY(visit(context, first, rows, values));
  }
  return PL_OK;
}

pl_status pl_green_visit(const pl_green *green, const double *points, size_t count, bool gradients, pl_pool *pool,
                         pl_green_visitor visit, void *context)
{
  size_t n = green->vertex_count, m = green->face_count, rows = count < PL_GREEN_CHUNK ? count : PL_GREEN_CHUNK;
  pl_green_values values = {.phi = PL_NEW(double, rows *n), .psi = PL_NEW(double, rows *m)};
  if (gradients) {
    values.dphi = PL_NEW(double, 3 * rows * n);
    values.dpsi = PL_NEW(double, 3 * rows * m);
  }
  bool all = values.phi && values.psi && (!gradients || (values.dphi && values.dpsi));
  pl_status status = all ? visit_chunks(green, points, count, pool, &values, visit, context) : PL_ERROR_MEMORY;
  pl_release(values.phi);
  pl_release(values.psi);
  pl_release(values.dphi);
  pl_release(values.dpsi);
  return status;
}

void pl_green_normals(const pl_green *green, const double *x, double *normals, double *factors)
{
  for (size_t f = 0; f < green->face_count; f++) {
    const pl_green_face *face = green->faces + f;
    const double *a = x + 3 * (size_t)face->vertex[0];
    double u[3], w[3], now_u[3], now_w[3], direction[3], up[3];
    pl_vec3_sub(face->corner[1], face->corner[0], u);
    pl_vec3_sub(face->corner[2], face->corner[0], w);
    pl_vec3_sub(x + 3 * (size_t)face->vertex[1], a, now_u);
    pl_vec3_sub(x + 3 * (size_t)face->vertex[2], a, now_w);
    double square = pl_vec3_dot(now_u, now_u) * pl_vec3_dot(w, w) - 2 * pl_vec3_dot(now_u, now_w) * pl_vec3_dot(u, w) +
                    pl_vec3_dot(u, u) * pl_vec3_dot(now_w, now_w);
    double factor = sqrt(fmax(square, 0) / 2) / face->double_area;
    pl_vec3_normalise(normals + 3 * f, face->normal, direction);
    pl_vec3_cross(now_u, now_w, up);
    pl_vec3_normalise(up, direction, direction);
    pl_vec3_scale(direction, factor, normals + 3 * f);
    if (factors) factors[f] = factor;
  }
}

typedef struct deform_work {
  const pl_green *green;
  const pl_carry_kernels *kernels;
  const double *phi, *psi, *x, *normals;
  double *out;
} deform_work;

static void deform_rows(void *context, size_t begin, size_t end)
{
  const deform_work *work = context;
  size_t n = work->green->vertex_count, m = work->green->face_count, count = end - begin;
  double *out = work->out + 3 * begin;
  memset(out, 0, 3 * count * sizeof *out);
  work->kernels->rows(work->phi + begin * n, n, count, work->x, out);
  work->kernels->rows(work->psi + begin * m, m, count, work->normals, out);
}

void pl_green_deform(const pl_green *green, const double *phi, const double *psi, size_t count, const double *x,
                     const double *normals, pl_pool *pool, double *out)
{
  deform_work work = {green, PL_ISA_PICK(pl_carry_kernels), phi, psi, x, normals, out};
  pl_parallel_for(pool, count, DEFORM_GRAIN, deform_rows, &work);
}
