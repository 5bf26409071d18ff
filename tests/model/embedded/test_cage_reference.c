/* SPDX-License-Identifier: MIT
   The paper's step written down a second time, plainly: blocks K_ij, M_ij summed over quadrature points one by one,
   penalties, one dense system solved by elimination. The model with frozen normals must do the same. */
#include "embedded_cases.h"
#include "math/rotation.h"
#include "mesh/cage/green.h"
#include "model/cage/cage.h"

enum { MOST_VERTICES = 24, MOST_FACES = 44, MOST = 3 * MOST_VERTICES, POINTS = 8 * 4 * 2 * 2, MOST_PARTICLES = 256 };

static const double youngs = 2e4, poisson = 0.25, density = 800, step = 0.01, beta = 5e4;
static const double gravity[3] = {0, -9.81, 1};
/* a slanting plane through the middle of the bar, and the stiffness of what is behind it */
static const double plane_normal[3] = {0, 0.8, 0.6}, plane_point[3] = {0, 0.1, 0.1}, plane_penalty = 300;

typedef struct reference {
  pl_green *green;
  size_t vertices, faces;
  double points[3 * POINTS], weights[POINTS];
  double phi[POINTS][MOST_VERTICES], psi[POINTS][MOST_FACES];
  double dphi[POINTS][MOST_VERTICES][3], dpsi[POINTS][MOST_FACES][3];
  size_t pin_count;
  double pin_phi[64][MOST_VERTICES], pin_psi[64][MOST_FACES], pin_target[64][3];
  size_t particle_count, behind;
  double particle_phi[MOST_PARTICLES][MOST_VERTICES], particle_psi[MOST_PARTICLES][MOST_FACES];
  double y[MOST], v[MOST], normals[3 * MOST_FACES];
} reference;

/* 2 × 2 × 2 Gauss points in each of 4 × 2 × 2 boxes of the bar of 1 × 0.25 × 0.25 m. */
static void place_points(reference *r)
{
  const double side[3] = {0.25, 0.125, 0.125};
  for (size_t q = 0; q < POINTS; q++) {
    size_t box = q / 8, corner = q % 8;
    const size_t index[3] = {box / 4, box / 2 % 2, box % 2};
    for (size_t k = 0; k < 3; k++)
      r->points[3 * q + k] = side[k] * ((double)index[k] + 0.5 + ((corner >> k & 1) ? 0.5 : -0.5) / sqrt(3.0));
    r->weights[q] = side[0] * side[1] * side[2] / 8;
  }
}

static void coordinates(const reference *r, const double *points, size_t count, double *phi, double *psi, double *dphi,
                        double *dpsi)
{
  pl_green_values values = {phi, psi, dphi, dpsi};
  assert_ok(pl_green_coordinates(r->green, points, count, NULL, &values));
}

static void prepare(reference *r, const pl_mesh *mesh, const uint32_t *pinned, size_t pin_count)
{
  pl_mesh_data cage = pl_mesh_view(case_cage()), data = pl_mesh_view(mesh);
  assert_ok(pl_green_create(cage.positions, cage.vertex_count, cage.triangles, cage.triangle_count, &r->green));
  r->vertices = cage.vertex_count;
  r->faces = cage.triangle_count;
  assert_true(r->vertices <= MOST_VERTICES && r->faces <= MOST_FACES);
  place_points(r);
  for (size_t q = 0; q < POINTS; q++)
    coordinates(r, r->points + 3 * q, 1, r->phi[q], r->psi[q], r->dphi[q][0], r->dpsi[q][0]);
  r->pin_count = pin_count;
  for (size_t k = 0; k < pin_count; k++) {
    pl_vec3_copy(data.positions + 3 * (size_t)pinned[k], r->pin_target[k]);
    coordinates(r, r->pin_target[k], 1, r->pin_phi[k], r->pin_psi[k], NULL, NULL);
  }
  r->particle_count = data.vertex_count;
  assert_true(r->particle_count <= MOST_PARTICLES);
  for (size_t p = 0; p < r->particle_count; p++)
    coordinates(r, data.positions + 3 * p, 1, r->particle_phi[p], r->particle_psi[p], NULL, NULL);
  memcpy(r->y, cage.positions, 3 * r->vertices * sizeof(double));
  memcpy(r->normals, r->green->normals, 3 * r->faces * sizeof(double));
}

/* Adds one point's blocks to K and its forces to f (NOTES 2.3, lines 8, 9 and 15 of the paper's fig. 4). */
static void add_point(const reference *r, size_t q, double K[MOST][MOST], double *f)
{
  double lambda = youngs * poisson / ((1 + poisson) * (1 - 2 * poisson)), mu = youngs / (2 * (1 + poisson));
  double F[9], R[9], P[9], w = r->weights[q];
  pl_mat3_zero(F);
  for (size_t i = 0; i < r->vertices; i++) pl_mat3_outer_add(F, 1, r->y + 3 * i, r->dphi[q][i]);
  for (size_t j = 0; j < r->faces; j++) pl_mat3_outer_add(F, 1, r->normals + 3 * j, r->dpsi[q][j]);
  pl_closest_rotation_cold(F, NULL, R);
  for (int k = 0; k < 9; k++) P[k] = 2 * mu * (F[k] - R[k]) + lambda * (pl_mat3_inner(R, F) - 3) * R[k];
  for (size_t i = 0; i < r->vertices; i++) {
    double pull[3], gi[3], gj[3];
    pl_mat3_apply(P, r->dphi[q][i], pull);
    for (size_t a = 0; a < 3; a++) f[3 * i + a] -= w * pull[a];
    pl_mat3_apply(R, r->dphi[q][i], gi);
    for (size_t j = 0; j < r->vertices; j++) {
      pl_mat3_apply(R, r->dphi[q][j], gj);
      for (size_t a = 0; a < 3; a++)
        for (size_t b = 0; b < 3; b++)
          K[3 * i + a][3 * j + b] +=
              w * (lambda * gi[a] * gj[b] + mu * gj[a] * gi[b] + (a == b ? mu * pl_vec3_dot(gi, gj) : 0));
    }
  }
}

static void add_pin(const reference *r, size_t k, double K[MOST][MOST], double *f)
{
  double at[3] = {0, 0, 0};
  for (size_t i = 0; i < r->vertices; i++) pl_vec3_add_scaled(at, r->pin_phi[k][i], r->y + 3 * i, at);
  for (size_t j = 0; j < r->faces; j++) pl_vec3_add_scaled(at, r->pin_psi[k][j], r->normals + 3 * j, at);
  for (size_t i = 0; i < r->vertices; i++)
    for (size_t a = 0; a < 3; a++) {
      f[3 * i + a] += beta * r->pin_phi[k][i] * (r->pin_target[k][a] - at[a]);
      for (size_t j = 0; j < r->vertices; j++) K[3 * i + a][3 * j + a] += beta * r->pin_phi[k][i] * r->pin_phi[k][j];
    }
}

/* NOTES 2.3: K_ij += k phi_i phi_j n n^T, f_i -= k phi_i n (n.p - d), for particles behind the plane. */
static void add_plane(reference *r, size_t p, double K[MOST][MOST], double *f)
{
  double at[3] = {0, 0, 0};
  for (size_t i = 0; i < r->vertices; i++) pl_vec3_add_scaled(at, r->particle_phi[p][i], r->y + 3 * i, at);
  for (size_t j = 0; j < r->faces; j++) pl_vec3_add_scaled(at, r->particle_psi[p][j], r->normals + 3 * j, at);
  double gap = pl_vec3_dot(plane_normal, at) - pl_vec3_dot(plane_normal, plane_point);
  if (gap >= 0) return;
  r->behind++;
  for (size_t i = 0; i < r->vertices; i++)
    for (size_t a = 0; a < 3; a++) {
      f[3 * i + a] -= plane_penalty * r->particle_phi[p][i] * plane_normal[a] * gap;
      for (size_t j = 0; j < r->vertices; j++)
        for (size_t b = 0; b < 3; b++)
          K[3 * i + a][3 * j + b] +=
              plane_penalty * r->particle_phi[p][i] * r->particle_phi[p][j] * plane_normal[a] * plane_normal[b];
    }
}

static void eliminate(size_t n, double A[MOST][MOST], double *b)
{
  for (size_t k = 0; k < n; k++)
    for (size_t i = k + 1; i < n; i++) {
      double factor = A[i][k] / A[k][k];
      for (size_t j = k; j < n; j++) A[i][j] -= factor * A[k][j];
      b[i] -= factor * b[k];
    }
  for (size_t i = n; i-- > 0;) {
    for (size_t j = i + 1; j < n; j++) b[i] -= A[i][j] * b[j];
    b[i] /= A[i][i];
  }
}

static void step_reference(reference *r)
{
  static double K[MOST][MOST], A[MOST][MOST];
  double f[MOST] = {0}, b[MOST];
  size_t n = 3 * r->vertices;
  memset(K, 0, sizeof K);
  memset(A, 0, sizeof A);
  for (size_t q = 0; q < POINTS; q++) {
    add_point(r, q, K, f);
    for (size_t i = 0; i < r->vertices; i++)
      for (size_t a = 0; a < 3; a++) {
        f[3 * i + a] += density * r->weights[q] * r->phi[q][i] * gravity[a];
        for (size_t j = 0; j < r->vertices; j++)
          A[3 * i + a][3 * j + a] += density * r->weights[q] * r->phi[q][i] * r->phi[q][j];
      }
  }
  for (size_t k = 0; k < r->pin_count; k++) add_pin(r, k, K, f);
  r->behind = 0;
  for (size_t p = 0; p < r->particle_count; p++) add_plane(r, p, K, f);
  for (size_t i = 0; i < n; i++) {
    b[i] = step * f[i];
    for (size_t j = 0; j < n; j++) {
      b[i] -= step * step * K[i][j] * r->v[j];
      A[i][j] += step * step * K[i][j];
    }
  }
  eliminate(n, A, b);
  for (size_t i = 0; i < n; i++) {
    r->v[i] += b[i];
    r->y[i] += step * r->v[i];
  }
  pl_green_normals(r->green, r->y, r->normals, NULL);
}

static void steps_agree(void **state)
{
  (void)state;
  static reference r;
  pl_mesh *mesh = case_mesh();
  uint32_t pinned[64];
  size_t pin_count = select_particles(mesh, 0, 0, pinned);
  prepare(&r, mesh, pinned, pin_count);
  pl_world_def world_def = quiet_world(step);
  memcpy(world_def.gravity, gravity, sizeof gravity);
  pl_world *world = make_world(&world_def);
  pl_body_def def = case_def(CASE_FROZEN, mesh);
  pl_pin_def pin = pl_default_pin_def();
  pin.particles = pinned;
  pin.count = pin_count;
  def.pins = &pin;
  def.pin_count = 1;
  def.density = density;
  def.cage.youngs_modulus = youngs;
  def.cage.poisson_ratio = poisson;
  def.cage.penalty = beta;
  def.cage.plane_penalty = plane_penalty;
  def.cage.own_mass = 0;
  def.cage.quadrature_points = r.points;
  def.cage.quadrature_weights = r.weights;
  def.cage.quadrature_count = POINTS;
  pl_obstacle_def plane = pl_default_obstacle_def(PL_OBSTACLE_PLANE);
  memcpy(plane.normal, plane_normal, sizeof plane_normal);
  memcpy(plane.point, plane_point, sizeof plane_point);
  assert_ok(pl_obstacle_create(world, &plane, NULL));
  pl_body *body = make_body(world, &def);
  pl_embedded *nodes = inside(body);
  size_t fewest = SIZE_MAX, most = 0;
  for (int k = 0; k < 20; k++) {
    step_reference(&r);
    step_times(world, 1);
    assert_int_equal(pl_world_stats(world).contact_count, r.behind);
    fewest = r.behind < fewest ? r.behind : fewest;
    most = r.behind > most ? r.behind : most;
    /* pins pull at particles; those are carried in float, one alone in double */
    for (uint32_t p = 0; p < nodes->particles; p++) {
      double exact[3];
      nodes->kind->position_one(nodes, p, exact);
      assert_less(largest_difference(body->view.x + 3 * (size_t)p, exact, 3), 1e-8);
      pl_vec3_copy(exact, body->view.x + 3 * (size_t)p);
    }
    /* the matrices have condition numbers of about 1e6 */
    assert_less(largest_difference(nodes->y, r.y, nodes->unknowns), 1e-9);
    assert_less(largest_difference(nodes->w, r.v, nodes->unknowns), 1e-7);
  }
  print_message("%zu to %zu of %zu particles were behind the plane\n", fewest, most, r.particle_count);
  assert_true(most > 20 && fewest < r.particle_count - 20 && fewest != most);
  assert_true(largest_difference(nodes->y, nodes->rest, nodes->unknowns) > 0.01); /* it did bend */
  pl_world_destroy(world);
  pl_mesh_destroy(mesh);
  pl_green_destroy(r.green);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(steps_agree)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
