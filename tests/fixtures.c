/* SPDX-License-Identifier: MIT */
#include "fixtures.h"

#include <string.h>

#include "math/mat3.h"
#include "world/world.h"

pl_mesh *make_bar(uint32_t nx, uint32_t ny, uint32_t nz, double spacing, int neighbours)
{
  pl_lattice_def def = pl_default_lattice_def();
  def.counts[0] = nx;
  def.counts[1] = ny;
  def.counts[2] = nz;
  def.spacing = spacing;
  def.neighbours = neighbours;
  pl_mesh *mesh = NULL;
  assert_ok(pl_make_lattice(&def, &mesh));
  return mesh;
}

pl_mesh *make_graph(const double *positions, size_t vertices, const uint32_t *edges, size_t edge_count)
{
  pl_mesh *mesh = NULL;
  assert_ok(pl_mesh_create(&(pl_mesh_data){.positions = positions,
                                           .vertex_count = vertices,
                                           .edges = edge_count ? edges : NULL,
                                           .edge_count = edge_count},
                           &mesh));
  return mesh;
}

pl_world_def quiet_world(double step)
{
  pl_world_def def = pl_default_world_def();
  def.step = step;
  def.substeps = 1;
  def.gravity[1] = 0;
  def.threads = 1;
  return def;
}

pl_world *make_world(const pl_world_def *def)
{
  pl_world *world = NULL;
  assert_ok(pl_world_create(def, &world));
  return world;
}

pl_body *make_body(pl_world *world, const pl_body_def *def)
{
  pl_body *body = NULL;
  assert_ok(pl_body_create(world, def, &body));
  return body;
}

pl_body_def stiff_body(const pl_mesh *mesh, double stiffness)
{
  pl_body_def def = pl_default_body_def(PL_MODEL_GRAPH);
  def.mesh = mesh;
  def.graph.stiffness = stiffness;
  def.graph.iterations = 1;
  def.graph.precision = PL_PRECISION_DOUBLE;
  return def;
}

void step_times(pl_world *world, int steps)
{
  for (int k = 0; k < steps; k++) assert_ok(pl_world_step(world));
}

void random_rotation(uint64_t *seed, double most, double out[9])
{
  double axis[3] = {random_unit(seed), random_unit(seed), random_unit(seed)};
  pl_vec3_normalise(axis, (double[]){1, 0, 0}, axis);
  pl_vec3_scale(axis, most * random_unit(seed), axis);
  pl_mat3_from_rotation_vector(axis, out);
}

void move_points(const double *from, size_t n, const double R[9], const double t[3], double *to)
{
  for (size_t i = 0; i < n; i++) {
    double turned[3];
    pl_mat3_apply(R, from + 3 * i, turned);
    pl_vec3_add(turned, t, to + 3 * i);
  }
}

double total_energy(const pl_body *body)
{
  pl_body_signals s;
  assert_ok(pl_body_measure(body, &s));
  return s.kinetic + s.elastic + s.gravitational;
}

double fastest(const pl_body *body)
{
  const double *v = pl_body_velocities(body);
  double most = 0;
  for (size_t i = 0; i < pl_body_particle_count(body); i++) most = fmax(most, pl_vec3_length(v + 3 * i));
  return most;
}

double largest_difference(const double *a, const double *b, size_t count)
{
  double most = 0;
  for (size_t k = 0; k < count; k++) most = fmax(most, isfinite(a[k]) ? fabs(a[k] - b[k]) : INFINITY);
  return most;
}

double largest_of(const double *a, size_t count)
{
  double most = 0;
  for (size_t k = 0; k < count; k++) most = fmax(most, isfinite(a[k]) ? fabs(a[k]) : INFINITY);
  return most;
}

size_t select_particles(const pl_mesh *mesh, int axis, double value, uint32_t *out)
{
  pl_mesh_data data = pl_mesh_view(mesh);
  size_t count = 0;
  for (size_t i = 0; i < data.vertex_count; i++)
    if (fabs(data.positions[3 * i + (size_t)axis] - value) < 1e-9) out[count++] = (uint32_t)i;
  return count;
}

void assert_refused(pl_status got, pl_status wanted, const char *text)
{
  if (got != wanted || !strstr(pl_last_error(), text))
    print_error("wanted %s with '%s', got %s: %s\n", pl_status_name(wanted), text, pl_status_name(got),
                pl_last_error());
  assert_int_equal(got, wanted);
  assert_non_null(strstr(pl_last_error(), text));
}

double mass_of(const pl_body *body)
{
  double sum = 0;
  for (size_t i = 0; i < pl_body_particle_count(body); i++) sum += pl_body_masses(body)[i];
  return sum;
}

double world_energy(const pl_world *world)
{
  double sum = 0;
  for (size_t b = 0; b < pl_world_body_count(world); b++) sum += total_energy(pl_world_body_at(world, b));
  return sum;
}

void world_momentum(const pl_world *world, double linear[3], double angular[3])
{
  memset(linear, 0, 24);
  memset(angular, 0, 24);
  for (size_t b = 0; b < pl_world_body_count(world); b++) {
    pl_body_signals s;
    assert_ok(pl_body_measure(pl_world_body_at(world, b), &s));
    pl_vec3_add(linear, s.momentum, linear);
    pl_vec3_add(angular, s.angular_momentum, angular);
  }
}

pl_body_signals signals_of(const pl_body *body)
{
  pl_body_signals signals;
  assert_ok(pl_body_measure(body, &signals));
  return signals;
}

double elastic_energy(const pl_body *body, const double *x, double *force)
{
  pl_model_context context = pl_world_context(body->world);
  double energy;
  assert_ok(body->model->energy(&body->view, x, &context, &energy, force));
  return energy;
}

void assert_forces_are_gradient(const pl_body *body, double *x, size_t stride, double eps, double tolerance)
{
  size_t n = 3 * body->count;
  double *force = test_calloc(n, sizeof *force);
  elastic_energy(body, x, force);
  double largest = largest_of(force, n);
  for (size_t k = 0; k < n; k += stride) {
    double at = x[k];
    x[k] = at + eps;
    double up = elastic_energy(body, x, NULL);
    x[k] = at - eps;
    double down = elastic_energy(body, x, NULL);
    x[k] = at;
    assert_close(force[k], -(up - down) / (2 * eps), tolerance * largest);
  }
  test_free(force);
}
