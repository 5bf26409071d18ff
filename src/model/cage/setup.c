/* SPDX-License-Identifier: MIT
   Making the body: a cage, quadrature points inside the surface, coordinates of both, and the sums that no step
   changes. */
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "linalg/dense/gram.h"
#include "math/rotation.h"
#include "math/vec3.h"
#include "mesh/cage/quadrature.h"
#include "model/cage/cage.h"
#include "pliant/cage.h"

enum { LANES = PL_CAGE_LANES };

void pl_cage_empty(pl_embedded *nodes)
{
  pl_cage *cage = (pl_cage *)nodes;
  double *const arrays[] = {cage->phi,
                            cage->psi,
                            cage->points,
                            cage->weight,
                            cage->root,
                            cage->gradient,
                            cage->mass_sums,
                            cage->inner_sums,
                            cage->first_sums,
                            cage->normals,
                            cage->normal_velocity,
                            cage->rotation,
                            cage->turning,
                            cage->e,
                            cage->rigid,
                            cage->face_force,
                            cage->F,
                            cage->P,
                            cage->sums,
                            cage->change,
                            cage->turned,
                            cage->trace,
                            cage->skew,
                            cage->combined,
                            cage->through,
                            cage->held,
                            cage->matrix,
                            cage->ahead_normals};
  for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++) pl_release(arrays[k]);
  pl_release(cage->shapes);
  pl_release(cage->shape_starts);
  pl_release(cage->shape_sides);
  pl_carry_free(&cage->carry);
  pl_green_destroy(cage->green);
}

/* ---- the cage ---- */

/* Refuses what a cage must not be, in the words of its report. mesh: NULL, or what it has to enclose. */
static pl_status check_given(const pl_mesh *cage, const pl_mesh *mesh)
{
  pl_cage_report report;
  PL_TRY(pl_cage_check(cage, mesh, 0, &report));
  if (report.good) return PL_OK;
  char text[400];
  pl_cage_describe(&report, text, sizeof text);
  return pl_fail(PL_ERROR_MESH, "the cage cannot carry this mesh: %s", text);
}

static pl_status make_cage(const pl_model_setup *setup, pl_mesh **out)
{
  pl_mesh *rest = NULL;
  PL_TRY(pl_mesh_create(&setup->rest, &rest));
  pl_cage_def wanted = pl_default_cage_def();
  wanted.mesh = rest;
  wanted.vertices = setup->def->cage.vertices;
  pl_status status = pl_make_cage(&wanted, out, NULL);
  pl_mesh_destroy(rest);
  return status;
}

static pl_status find_cage(pl_cage *cage, const pl_model_setup *setup)
{
  const pl_mesh *given = setup->def->cage.mesh;
  pl_mesh *made = NULL;
  pl_status status = given ? check_given(given, NULL) : make_cage(setup, &made);
  if (status == PL_OK) {
    pl_mesh_data data = pl_mesh_view(given ? given : made);
    status = pl_green_create(data.positions, data.vertex_count, data.triangles, data.triangle_count, &cage->green);
  }
  pl_mesh_destroy(made);
  return status;
}

/* Which corners of faces meet at each vertex. */
static pl_status list_sides(pl_cage *cage)
{
  const uint32_t *triangles = cage->green->triangles;
  cage->shape_starts = PL_NEW(uint32_t, cage->vertices + 1);
  cage->shape_sides = PL_NEW(uint32_t, 3 * cage->faces);
  if (!cage->shape_starts || !cage->shape_sides) return PL_ERROR_MEMORY;
  for (size_t k = 0; k < 3 * cage->faces; k++) cage->shape_starts[triangles[k] + 1]++;
  for (size_t i = 0; i < cage->vertices; i++) cage->shape_starts[i + 1] += cage->shape_starts[i];
  for (size_t k = 0; k < 3 * cage->faces; k++) {
    uint32_t i = triangles[k];
    size_t place = cage->shape_starts[i];
    while (cage->shape_sides[place] != 0) place++; /* sides are stored plus 1 while the list is made */
    cage->shape_sides[place] = (uint32_t)k + 1;
  }
  for (size_t k = 0; k < 3 * cage->faces; k++) cage->shape_sides[k]--;
  return PL_OK;
}

/* ---- quadrature ---- */

/* Points with their coordinates; released when the sums are made. */
typedef struct points {
  pl_quadrature made;
  const double *at, *weight;
  size_t count;
  double *phi, *psi, *dphi, *dpsi;
} points;

static void free_points(points *p)
{
  pl_quadrature_free(&p->made);
  pl_release(p->phi);
  pl_release(p->psi);
  pl_release(p->dphi);
  pl_release(p->dpsi);
}

static pl_status find_points(const pl_cage *cage, const pl_model_setup *setup, points *p)
{
  const pl_cage_model_def *def = &setup->def->cage;
  if (def->quadrature_count) {
    p->at = def->quadrature_points;
    p->weight = def->quadrature_weights;
    p->count = def->quadrature_count;
  } else {
    PL_TRY(pl_quadrature_make(&setup->rest, def->spacing > 0 ? 0 : def->points, def->spacing, cage->green, &p->made));
    p->at = p->made.points;
    p->weight = p->made.weights;
    p->count = p->made.count;
  }
  if (p->count < cage->vertices)
    return pl_fail(PL_ERROR_ARGUMENT,
                   "%zu quadrature points are too few for %zu cage vertices: the mass matrix would be singular; take "
                   "at least as many, better four times",
                   p->count, cage->vertices);
  p->phi = PL_NEW(double, p->count * cage->vertices);
  p->psi = PL_NEW(double, p->count * cage->faces);
  p->dphi = PL_NEW(double, 3 * p->count * cage->vertices);
  p->dpsi = PL_NEW(double, 3 * p->count * cage->faces);
  if (!p->phi || !p->psi || !p->dphi || !p->dpsi) return PL_ERROR_MEMORY;
  pl_green_values values = {p->phi, p->psi, p->dphi, p->dpsi};
  return pl_green_coordinates(cage->green, p->at, p->count, NULL, &values);
}

/* ---- sums ---- */

static pl_status allocate(pl_cage *cage, size_t points)
{
  size_t n = cage->nodes.unknowns, carriers = cage->carriers, across = cage->across, faces = cage->faces;
  cage->point_count = points;
  cage->block_count = pl_rotation_blocks(points);
  size_t blocks = cage->block_count, depth = blocks * LANES;
  cage->stride = (n + LANES - 1) / LANES * LANES;
  size_t through = 9 * cage->vertices * across;
  if (through < n * cage->stride) through = n * cage->stride;
  cage->points = PL_NEW(double, 3 * points);
  cage->weight = PL_NEW(double, depth);
  cage->root = PL_NEW(double, depth);
  cage->gradient = PL_NEW(double, blocks * 3 * carriers * LANES);
  cage->mass_sums = PL_NEW(double, carriers *across);
  cage->inner_sums = PL_NEW(double, carriers *across);
  cage->first_sums = PL_NEW(double, carriers);
  cage->normals = PL_NEW(double, 3 * faces);
  cage->normal_velocity = PL_NEW(double, 3 * faces);
  cage->rotation = PL_NEW(double, blocks *PL_ROTATION_BLOCK);
  cage->turning = PL_NEW(double, 27 * faces);
  cage->face_force = PL_NEW(double, 3 * faces);
  cage->shapes = PL_NEW(pl_cage_face, faces);
  cage->rigid = PL_NEW(double, n *LANES);
  cage->e = PL_NEW(double, 3 * carriers);
  cage->F = PL_NEW(double, blocks *PL_ROTATION_BLOCK);
  cage->P = PL_NEW(double, blocks *PL_ROTATION_BLOCK);
  cage->sums = PL_NEW(double, 3 * carriers * LANES);
  cage->change = PL_NEW(double, 3 * carriers);
  cage->turned = PL_NEW(double, blocks * 3 * carriers * LANES);
  cage->trace = PL_NEW(double, n *depth);
  cage->skew = PL_NEW(double, cage->full ? 3 * n *depth : 0);
  cage->combined = PL_NEW(double, carriers *across);
  cage->through = PL_NEW(double, through);
  cage->matrix = PL_NEW(double, n * cage->stride);
  return cage->points && cage->weight && cage->root && cage->gradient && cage->mass_sums && cage->inner_sums &&
                 cage->first_sums && cage->normals && cage->normal_velocity && cage->rotation && cage->turning &&
                 cage->rigid && cage->face_force && cage->shapes && cage->e && cage->F && cage->P && cage->sums &&
                 cage->change && cage->turned && cage->trace && cage->skew && cage->combined && cage->through &&
                 cage->matrix
             ? PL_OK
             : PL_ERROR_MEMORY;
}

static double coordinate(const pl_cage *cage, const points *p, size_t q, size_t a)
{
  return a < cage->vertices ? p->phi[q * cage->vertices + a] : p->psi[q * cage->faces + a - cage->vertices];
}

static const double *gradient_of(const pl_cage *cage, const points *p, size_t q, size_t a)
{
  return a < cage->vertices ? p->dphi + 3 * (q * cage->vertices + a)
                            : p->dpsi + 3 * (q * cage->faces + a - cage->vertices);
}

static void lay_out(pl_cage *cage, const points *p)
{
  memcpy(cage->points, p->at, 3 * p->count * sizeof *cage->points);
  for (size_t q = 0; q < p->count; q++) {
    cage->weight[q] = p->weight[q];
    cage->root[q] = sqrt(p->weight[q]);
    double *block = cage->gradient + q / LANES * 3 * cage->carriers * LANES + q % LANES;
    for (size_t a = 0; a < cage->carriers; a++)
      for (size_t k = 0; k < 3; k++) block[(3 * a + k) * LANES] = gradient_of(cage, p, q, a)[k];
  }
}

/* sums (carriers × carriers) += X X^T for `depth` columns of X, which are made by column(q). */
static pl_status add_sums(pl_cage *cage, const points *p, double density)
{
  size_t stride = (p->count + LANES - 1) / LANES * LANES;
  double *x = PL_NEW(double, cage->carriers *stride);
  if (!x) return PL_ERROR_MEMORY;
  for (size_t a = 0; a < cage->carriers; a++)
    for (size_t q = 0; q < p->count; q++) {
      double c = coordinate(cage, p, q, a);
      x[a * stride + q] = sqrt(density * p->weight[q]) * c;
      cage->first_sums[a] += density * p->weight[q] * c;
    }
  pl_gram(cage->carriers, stride, x, stride, 1, cage->mass_sums, cage->across, NULL);
  for (size_t k = 0; k < 3; k++) {
    for (size_t a = 0; a < cage->carriers; a++)
      for (size_t q = 0; q < p->count; q++) x[a * stride + q] = cage->root[q] * gradient_of(cage, p, q, a)[k];
    pl_gram(cage->carriers, stride, x, stride, 1, cage->inner_sums, cage->across, NULL);
  }
  pl_gram_mirror(cage->carriers, cage->mass_sums, cage->across);
  pl_gram_mirror(cage->carriers, cage->inner_sums, cage->across);
  pl_release(x);
  return PL_OK;
}

static pl_status bind_particles(pl_cage *cage, const pl_model_setup *setup)
{
  size_t particles = setup->rest.vertex_count;
  memcpy(cage->nodes.rest, cage->green->positions, cage->nodes.unknowns * sizeof(double));
  memcpy(cage->nodes.rest_x, setup->rest.positions, 3 * particles * sizeof(double));
  cage->phi = PL_NEW(double, particles * cage->vertices);
  cage->psi = PL_NEW(double, particles * cage->faces);
  cage->ahead_normals = PL_NEW(double, 3 * cage->faces);
  if (!cage->phi || !cage->psi || !cage->ahead_normals) return PL_ERROR_MEMORY;
  pl_green_values values = {.phi = cage->phi, .psi = cage->psi};
  pl_status status = pl_green_coordinates(cage->green, setup->rest.positions, particles, NULL, &values);
  if (status == PL_OK)
    status = pl_carry_create_from(cage->green, setup->rest.positions, particles, &values, &cage->carry);
  if (status != PL_ERROR_ARGUMENT || !setup->def->cage.mesh) return status;
  /* a cage that was given gets a detailed message */
  pl_mesh *rest = NULL;
  PL_TRY(pl_mesh_create(&setup->rest, &rest));
  pl_status told = check_given(setup->def->cage.mesh, rest);
  pl_mesh_destroy(rest);
  return told == PL_OK ? pl_fail(PL_ERROR_MESH, "the mesh comes too near to its cage") : told;
}

static void measure(pl_cage *cage, const pl_model_setup *setup)
{
  double low[3], high[3];
  pl_vec3_copy(setup->rest.positions, low);
  pl_vec3_copy(setup->rest.positions, high);
  for (size_t k = 0; k < 3 * setup->rest.vertex_count; k++) {
    low[k % 3] = fmin(low[k % 3], setup->rest.positions[k]);
    high[k % 3] = fmax(high[k % 3], setup->rest.positions[k]);
  }
  cage->nodes.size = pl_vec3_distance(low, high);
  for (size_t i = 0; i < setup->rest.vertex_count; i++) cage->nodes.total_mass += setup->mass[i];
}

static double area_of(const pl_cage *cage)
{
  double area = 0;
  for (size_t j = 0; j < cage->faces; j++) area += cage->green->areas[j];
  return area;
}

static pl_status make_sums(pl_cage *cage, const pl_model_setup *setup)
{
  points p = {0};
  pl_status status = find_points(cage, setup, &p);
  if (status == PL_OK) status = allocate(cage, p.count);
  if (status == PL_OK) {
    double volume = 0;
    for (size_t q = 0; q < p.count; q++) volume += p.weight[q];
    cage->thickness = volume / area_of(cage);
    lay_out(cage, &p);
    status = add_sums(cage, &p, cage->nodes.total_mass / volume);
  }
  free_points(&p);
  return status;
}

pl_status pl_cage_make(pl_embedded *nodes, const pl_model_setup *setup)
{
  pl_cage *cage = (pl_cage *)nodes;
  cage->full = nodes->exact = setup->def->cage.normals == PL_NORMALS_FULL;
  PL_TRY(find_cage(cage, setup));
  cage->vertices = cage->green->vertex_count;
  cage->faces = cage->green->face_count;
  cage->carriers = cage->vertices + cage->faces;
  cage->across = (cage->carriers + LANES - 1) / LANES * LANES;
  PL_TRY(pl_embedded_allocate(&cage->nodes, 3 * cage->vertices, setup->rest.vertex_count));
  measure(cage, setup);
  PL_TRY(list_sides(cage));
  PL_TRY(bind_particles(cage, setup));
  PL_TRY(make_sums(cage, setup));
  cage->shape = (pl_cage_shape){.vertices = cage->vertices,
                                .faces = cage->faces,
                                .carriers = pl_cage_moving(cage),
                                .triangles = cage->green->triangles,
                                .turning = cage->turning,
                                .starts = cage->shape_starts,
                                .sides = cage->shape_sides};
  return PL_OK;
}
