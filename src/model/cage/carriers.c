/* SPDX-License-Identifier: MIT
   Carriers and what they carry: normals and their derivatives, particles, masses. */
#include <math.h>
#include <string.h>

#include "base/status.h"
#include "linalg/dense/dot_kernel.h"
#include "math/mat3.h"
#include "model/cage/cage.h"

size_t pl_cage_moving(const pl_cage *cage) { return cage->full ? cage->carriers : cage->vertices; }

/* out = [a]×, the matrix of b -> a × b */
static void cross_matrix(const double a[3], double out[9])
{
  const double m[9] = {0, -a[2], a[1], a[2], 0, -a[0], -a[1], a[0], 0};
  pl_mat3_copy(m, out);
}

/* How s n of a face follows its edges U = x1 - x0 and W = x2 - x0:
     dn/dU = -(I - n n^T) [W]× / |U×W|,        ds/dU = (|w|^2 U - (u.w) W) / (8 area^2 s),
     dn/dW =  (I - n n^T) [U]× / |U×W|,        ds/dW = (|u|^2 W - (u.w) U) / (8 area^2 s). */
static void turn_of_edge(const double n[3], double s, double doubled, const double edge[3], double sign,
                         const double ds[3], double out[9])
{
  double cross[9], flat[9];
  cross_matrix(edge, cross);
  for (int r = 0; r < 3; r++)
    for (int c = 0; c < 3; c++) flat[3 * r + c] = (r == c) - n[r] * n[c];
  pl_mat3_multiply(flat, cross, out);
  for (int r = 0; r < 3; r++)
    for (int c = 0; c < 3; c++) out[3 * r + c] = sign * s / doubled * out[3 * r + c] + n[r] * ds[c];
}

static void turn_of_face(const pl_cage *cage, size_t face, double *out)
{
  const uint32_t *corner = cage->green->triangles + 3 * face;
  double u[3], w[3], U[3], W[3], normal[3], n[3], dsU[3], dsW[3];
  const double *rest = cage->green->positions, *y = cage->nodes.y, *scaled = cage->normals + 3 * face;
  pl_vec3_sub(rest + 3 * (size_t)corner[1], rest + 3 * (size_t)corner[0], u);
  pl_vec3_sub(rest + 3 * (size_t)corner[2], rest + 3 * (size_t)corner[0], w);
  pl_vec3_sub(y + 3 * (size_t)corner[1], y + 3 * (size_t)corner[0], U);
  pl_vec3_sub(y + 3 * (size_t)corner[2], y + 3 * (size_t)corner[0], W);
  pl_vec3_cross(U, W, normal);
  double doubled = pl_vec3_length(normal), area = cage->green->areas[face];
  double s = pl_vec3_length(scaled);
  memset(out, 0, 27 * sizeof(double));
  if (!(s > 0) || !(doubled > 1e-9 * area)) return; /* a face without area: its normal stays as it is */
  pl_vec3_scale(scaled, 1 / s, n);
  double uu = pl_vec3_dot(u, u), ww = pl_vec3_dot(w, w), uw = pl_vec3_dot(u, w), over = 1 / (8 * area * area * s);
  for (int c = 0; c < 3; c++) {
    dsU[c] = over * (ww * U[c] - uw * W[c]);
    dsW[c] = over * (uu * W[c] - uw * U[c]);
  }
  turn_of_edge(n, s, doubled, W, -1, dsU, out + 9);
  turn_of_edge(n, s, doubled, U, 1, dsW, out + 18);
  for (int k = 0; k < 9; k++) out[k] = -(out[9 + k] + out[18 + k]);
}

/* Columns 0 to 2: translations. 3 to 5: rotations about the vertices' mean, made orthonormal by the Cholesky factor of
   their products. Matter decides about rigid motion alone; everything else of a vertex' motion may have some mass of
   its own. */
static void find_rigid(pl_cage *cage)
{
  const double *y = cage->nodes.y;
  double mean[3] = {0, 0, 0}, count = (double)cage->vertices, inertia[9], arm[3];
  for (size_t i = 0; i < cage->vertices; i++) pl_vec3_add(mean, y + 3 * i, mean);
  pl_vec3_scale(mean, 1 / count, mean);
  pl_mat3_zero(inertia);
  for (size_t i = 0; i < cage->vertices; i++) {
    pl_vec3_sub(y + 3 * i, mean, arm);
    pl_mat3_outer_add(inertia, -1, arm, arm);
    for (int c = 0; c < 3; c++) inertia[4 * c] += pl_vec3_dot(arm, arm);
  }
  double trace = inertia[0] + inertia[4] + inertia[8];
  for (int c = 0; c < 3; c++) inertia[4 * c] += 1e-14 * trace;
  double l00 = sqrt(inertia[0]), l10 = inertia[3] / l00, l20 = inertia[6] / l00;
  double l11 = sqrt(inertia[4] - l10 * l10), l21 = (inertia[7] - l20 * l10) / l11;
  double l22 = sqrt(inertia[8] - l20 * l20 - l21 * l21);
  for (size_t i = 0; i < cage->vertices; i++) {
    pl_vec3_sub(y + 3 * i, mean, arm);
    for (size_t c = 0; c < 3; c++) {
      double *row = cage->rigid + PL_CAGE_LANES * (3 * i + c), turn[3];
      for (size_t k = 0; k < 3; k++) {
        double axis[3] = {k == 0, k == 1, k == 2}, field[3];
        pl_vec3_cross(axis, arm, field);
        turn[k] = field[c];
        row[k] = k == c ? 1 / sqrt(count) : 0;
      }
      row[3] = turn[0] / l00;
      row[4] = (turn[1] - l10 * row[3]) / l11;
      row[5] = (turn[2] - l20 * row[3] - l21 * row[4]) / l22;
    }
  }
}

void pl_cage_add_own(const pl_cage *cage, const double *u, double *out)
{
  double along[PL_CAGE_LANES] = {0};
  for (size_t k = 0; k < cage->nodes.unknowns; k++)
    for (size_t c = 0; c < PL_CAGE_LANES; c++) along[c] += cage->rigid[PL_CAGE_LANES * k + c] * u[k];
  for (size_t k = 0; k < cage->nodes.unknowns; k++) {
    double rest = u[k];
    for (size_t c = 0; c < PL_CAGE_LANES; c++) rest -= cage->rigid[PL_CAGE_LANES * k + c] * along[c];
    out[k] += cage->own_mass * rest;
  }
}

void pl_cage_nodes_changed(pl_embedded *nodes)
{
  pl_cage *cage = (pl_cage *)nodes;
  pl_green_normals(cage->green, nodes->y, cage->normals, NULL);
  memcpy(cage->e, nodes->y, nodes->unknowns * sizeof(double));
  memcpy(cage->e + nodes->unknowns, cage->normals, 3 * cage->faces * sizeof(double));
  for (size_t j = 0; cage->full && j < cage->faces; j++) turn_of_face(cage, j, cage->turning + 27 * j);
  pl_cage_update_faces(cage);
  find_rigid(cage);
}

void pl_cage_extend(const pl_cage *cage, const double *u, double *e)
{
  memcpy(e, u, cage->nodes.unknowns * sizeof(double));
  double *to = e + cage->nodes.unknowns;
  memset(to, 0, 3 * cage->faces * sizeof(double));
  for (size_t j = 0; cage->full && j < cage->faces; j++, to += 3)
    for (size_t corner = 0; corner < 3; corner++) {
      double part[3];
      pl_mat3_apply(cage->turning + 27 * j + 9 * corner, u + 3 * (size_t)cage->green->triangles[3 * j + corner], part);
      pl_vec3_add(to, part, to);
    }
}

void pl_cage_collect(const pl_cage *cage, const double *force, double *f)
{
  for (size_t k = 0; k < cage->nodes.unknowns; k++) f[k] += force[k];
  const double *at = force + cage->nodes.unknowns;
  for (size_t j = 0; cage->full && j < cage->faces; j++, at += 3)
    for (size_t corner = 0; corner < 3; corner++) {
      double part[3], *to = f + 3 * (size_t)cage->green->triangles[3 * j + corner];
      pl_mat3_apply_transpose(cage->turning + 27 * j + 9 * corner, at, part);
      pl_vec3_add(to, part, to);
    }
}

/* ---- particles ---- */

void pl_cage_positions(pl_embedded *nodes, pl_pool *pool, double *x)
{
  pl_cage *cage = (pl_cage *)nodes;
  pl_carry_points(&cage->carry, nodes->y, cage->normals, pool, x);
}

void pl_cage_positions_and_velocities(pl_embedded *nodes, pl_pool *pool, double *v, double *x)
{
  pl_cage *cage = (pl_cage *)nodes;
  memcpy(cage->ahead_normals, cage->normals, 3 * cage->faces * sizeof(double)); /* of faces without area: as they are */
  pl_green_normals(cage->green, nodes->y, cage->ahead_normals, NULL);
  pl_carry_both(&cage->carry, nodes->y, cage->ahead_normals, nodes->w, cage->normal_velocity, pool, x, v);
}

void pl_cage_spread(pl_embedded *nodes, const double *u, pl_pool *pool, double *out)
{
  pl_cage *cage = (pl_cage *)nodes;
  pl_cage_extend(cage, u, cage->change);
  pl_carry_velocities(&cage->carry, cage->change, cage->change + nodes->unknowns, pool, out);
}

/* The sum of coordinate × carrier of a particle. */
static void carry(const pl_cage *cage, uint32_t particle, const double *e, double out[3])
{
  const double *phi = cage->phi + particle * cage->vertices, *psi = cage->psi + particle * cage->faces;
  double sum[3] = {0, 0, 0};
  for (size_t i = 0; i < cage->vertices; i++) pl_vec3_add_scaled(sum, phi[i], e + 3 * i, sum);
  for (size_t j = 0; j < cage->faces; j++) pl_vec3_add_scaled(sum, psi[j], e + 3 * (cage->vertices + j), sum);
  pl_vec3_copy(sum, out);
}

void pl_cage_position_one(const pl_embedded *nodes, uint32_t particle, double out[3])
{
  const pl_cage *cage = (const pl_cage *)nodes;
  carry(cage, particle, cage->e, out);
}

void pl_cage_spread_some(const pl_embedded *nodes, const double *u, const uint32_t *particles, size_t count,
                         double *out)
{
  const pl_cage *cage = (const pl_cage *)nodes;
  const pl_dot_kernels *kernels = PL_ISA_PICK(pl_dot_kernels);
  size_t n = cage->vertices, m = cage->faces, both = cage->carriers;
  double *apart = cage->sums; /* all x, then all y, then all z */
  pl_cage_extend(cage, u, cage->change);
  for (size_t a = 0; a < both; a++)
    for (size_t c = 0; c < 3; c++) apart[c * both + a] = cage->change[3 * a + c];
  for (size_t k = 0; k < count; k++) {
    const double *phi = cage->phi + particles[k] * n, *psi = cage->psi + particles[k] * m;
    for (size_t c = 0; c < 3; c++)
      out[3 * k + c] = kernels->dot(n, phi, apart + c * both) + kernels->dot(m, psi, apart + c * both + n);
  }
}

static void add_to_carriers(const pl_cage *cage, size_t particle, const double force[3], double *e)
{
  const double *phi = cage->phi + particle * cage->vertices, *psi = cage->psi + particle * cage->faces;
  for (size_t i = 0; i < cage->vertices; i++) pl_vec3_add_scaled(e + 3 * i, phi[i], force, e + 3 * i);
  double *at = e + 3 * cage->vertices;
  for (size_t j = 0; j < cage->faces; j++) pl_vec3_add_scaled(at + 3 * j, psi[j], force, at + 3 * j);
}

void pl_cage_gather_some(const pl_embedded *nodes, const pl_impulse *forces, size_t count, double *f)
{
  const pl_cage *cage = (const pl_cage *)nodes;
  memset(cage->change, 0, 3 * cage->carriers * sizeof(double));
  for (size_t k = 0; k < count; k++) add_to_carriers(cage, forces[k].particle, forces[k].value, cage->change);
  pl_cage_collect(cage, cage->change, f);
}

void pl_cage_gather_one(const pl_embedded *nodes, uint32_t particle, const double force[3], double *f)
{
  pl_impulse one = {particle, {force[0], force[1], force[2]}};
  pl_cage_gather_some(nodes, &one, 1, f);
}

void pl_cage_gather(const pl_embedded *nodes, const double *force, double *f)
{
  const pl_cage *cage = (const pl_cage *)nodes;
  memset(cage->change, 0, 3 * cage->carriers * sizeof(double));
  for (size_t p = 0; p < nodes->particles; p++)
    if (force[3 * p] != 0 || force[3 * p + 1] != 0 || force[3 * p + 2] != 0)
      add_to_carriers(cage, p, force + 3 * p, cage->change);
  pl_cage_collect(cage, cage->change, f);
}

/* ---- masses ---- */

/* momentum (3 per carrier) = mass_sums × velocities of carriers; returns their product, twice the kinetic energy */
static double momentum_of_carriers(const pl_cage *cage, const double *velocity, double *momentum)
{
  size_t moving = pl_cage_moving(cage);
  double twice = 0;
  memset(momentum, 0, 3 * cage->carriers * sizeof(double));
  PL_ISA_PICK(pl_cage_kernels)->multiply(moving, cage->mass_sums, cage->across, velocity, momentum);
  for (size_t a = 0; a < moving; a++) twice += pl_vec3_dot(momentum + 3 * a, velocity + 3 * a);
  return twice;
}

/* Velocities of vertices and of scaled normals. */
static void velocity_of_carriers(const pl_cage *cage, double *out)
{
  memcpy(out, cage->nodes.w, cage->nodes.unknowns * sizeof(double));
  memcpy(out + cage->nodes.unknowns, cage->normal_velocity, 3 * cage->faces * sizeof(double));
}

void pl_cage_record_carriers(pl_embedded *nodes)
{
  pl_cage *cage = (pl_cage *)nodes;
  pl_cage_extend(cage, nodes->w, cage->change);
  memcpy(cage->normal_velocity, cage->change + nodes->unknowns, 3 * cage->faces * sizeof(double));
}

void pl_cage_velocity_of(const pl_cage *cage, uint32_t particle, double out[3])
{
  double *velocity = cage->sums;
  velocity_of_carriers(cage, velocity);
  carry(cage, particle, velocity, out);
}

void pl_cage_velocity_one(const pl_embedded *nodes, uint32_t particle, double out[3])
{
  pl_cage_velocity_of((const pl_cage *)nodes, particle, out);
}

void pl_cage_add_velocity(pl_embedded *nodes, const double *dw)
{
  pl_cage *cage = (pl_cage *)nodes;
  pl_cage_extend(cage, dw, cage->change);
  for (size_t k = 0; k < 3 * cage->faces; k++) cage->normal_velocity[k] += cage->change[nodes->unknowns + k];
}

void pl_cage_turn(pl_embedded *nodes, const double rotation[9])
{
  pl_cage *cage = (pl_cage *)nodes;
  for (size_t j = 0; j < cage->faces; j++) {
    double turned[3];
    pl_mat3_apply(rotation, cage->normal_velocity + 3 * j, turned);
    pl_vec3_copy(turned, cage->normal_velocity + 3 * j);
  }
}

void pl_cage_velocities(pl_embedded *nodes, pl_pool *pool, double *v)
{
  pl_cage *cage = (pl_cage *)nodes;
  pl_carry_velocities(&cage->carry, nodes->w, cage->normal_velocity, pool, v);
}

void pl_cage_momentum(const pl_embedded *nodes, double *out)
{
  const pl_cage *cage = (const pl_cage *)nodes;
  velocity_of_carriers(cage, cage->change);
  momentum_of_carriers(cage, cage->change, cage->sums);
  memset(out, 0, nodes->unknowns * sizeof(double));
  pl_cage_collect(cage, cage->sums, out);
  pl_cage_add_own(cage, nodes->w, out);
}

double pl_cage_kinetic(const pl_embedded *nodes)
{
  const pl_cage *cage = (const pl_cage *)nodes;
  velocity_of_carriers(cage, cage->change);
  double twice = momentum_of_carriers(cage, cage->change, cage->sums), *own = cage->sums;
  memset(own, 0, nodes->unknowns * sizeof(double));
  pl_cage_add_own(cage, nodes->w, own);
  for (size_t k = 0; k < nodes->unknowns; k++) twice += own[k] * nodes->w[k];
  return 0.5 * twice;
}

void pl_cage_mass(const pl_embedded *nodes, const double *u, double *out)
{
  const pl_cage *cage = (const pl_cage *)nodes;
  pl_cage_extend(cage, u, cage->change);
  momentum_of_carriers(cage, cage->change, cage->sums);
  memset(out, 0, nodes->unknowns * sizeof(double));
  pl_cage_collect(cage, cage->sums, out);
  pl_cage_add_own(cage, u, out);
}

void pl_cage_add_weight(const pl_embedded *nodes, const double gravity[3], double *f)
{
  const pl_cage *cage = (const pl_cage *)nodes;
  for (size_t a = 0; a < cage->carriers; a++) pl_vec3_scale(gravity, cage->first_sums[a], cage->change + 3 * a);
  pl_cage_collect(cage, cage->change, f);
}

void pl_cage_centre(const pl_embedded *nodes, double out[3])
{
  const pl_cage *cage = (const pl_cage *)nodes;
  pl_vec3_set(out, 0, 0, 0);
  for (size_t a = 0; a < cage->carriers; a++) pl_vec3_add_scaled(out, cage->first_sums[a], cage->e + 3 * a, out);
  pl_vec3_scale(out, 1 / nodes->total_mass, out);
}
