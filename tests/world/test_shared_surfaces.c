/* SPDX-License-Identifier: MIT
   Scanned and modelled meshes as they come: every one becomes a soft body that falls on a plane, is squashed flat, and
   finds back to its shape with its volume kept. */
#include <string.h>

#include "fixtures.h"
#include "math/mat3.h"
#include "math/rotation.h"
#include "pliant/io_mesh.h"
#include "shared_meshes.h"

/* As many metres tall as makes regions of a few edges stiff enough to stand: shape matching is softer the smaller
   things are. */
static pl_mesh *load(const char *path, double size)
{
  pl_mesh *mesh = NULL, *scaled = NULL;
  assert_ok(pl_mesh_load(path, &mesh, NULL));
  pl_mesh_data data = pl_mesh_view(mesh);
  double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
  for (size_t k = 0; k < 3 * data.vertex_count; k++) {
    low[k % 3] = fmin(low[k % 3], data.positions[k]);
    high[k % 3] = fmax(high[k % 3], data.positions[k]);
  }
  double scale = size / pl_vec3_distance(low, high), *x = malloc(3 * data.vertex_count * sizeof *x);
  for (size_t k = 0; k < 3 * data.vertex_count; k++) x[k] = scale * (data.positions[k] - low[k % 3]);
  data.positions = x;
  assert_ok(pl_mesh_create(&data, &scaled));
  pl_mesh_destroy(mesh);
  free(x);
  return scaled;
}

static void centre_of(const double *x, size_t n, double out[3])
{
  pl_vec3_set(out, 0, 0, 0);
  for (size_t i = 0; i < n; i++) pl_vec3_add_scaled(out, 1.0 / (double)n, x + 3 * i, out);
}

/* Root mean square distance from the rest shape laid over it by the best rigid motion. */
static double distance_from_rest(const pl_body *body)
{
  const double *x = pl_body_positions(body), *rest = pl_body_rest(body).positions;
  size_t n = pl_body_particle_count(body);
  double a[3], b[3], A[9] = {0}, R[9], sum = 0;
  centre_of(x, n, a);
  centre_of(rest, n, b);
  for (size_t i = 0; i < n; i++)
    for (size_t r = 0; r < 3; r++)
      for (size_t c = 0; c < 3; c++) A[3 * r + c] += (x[3 * i + r] - a[r]) * (rest[3 * i + c] - b[c]);
  pl_mat3_identity(R);
  pl_closest_rotation_cold(A, R, R);
  for (size_t i = 0; i < n; i++) {
    double arm[3], goal[3];
    pl_vec3_sub(rest + 3 * i, b, arm);
    pl_mat3_apply(R, arm, goal);
    for (size_t c = 0; c < 3; c++) sum += (x[3 * i + c] - a[c] - goal[c]) * (x[3 * i + c] - a[c] - goal[c]);
  }
  return sqrt(sum / (double)n);
}

static double worst_volume_error(pl_world *world, const pl_body *body, int steps)
{
  double worst = 0;
  for (int k = 0; k < steps; k++) {
    assert_ok(pl_world_step(world));
    worst = fmax(worst, fabs(pl_body_volume_error(body)));
  }
  return worst;
}

static void squash(pl_body *body, double factor)
{
  size_t n = pl_body_particle_count(body);
  double *x = malloc(3 * n * sizeof *x), *v = calloc(3 * n, sizeof *v);
  memcpy(x, pl_body_positions(body), 3 * n * sizeof *x);
  for (size_t i = 0; i < n; i++) x[3 * i + 1] *= factor;
  assert_ok(pl_body_set_positions(body, x));
  assert_ok(pl_body_set_velocities(body, v));
  free(x);
  free(v);
}

static void drop_squash_recover(const char *name, const char *path)
{
  const double size = 4;
  pl_world_def world_def = pl_default_world_def();
  pl_world *world = make_world(&world_def);
  pl_mesh *mesh = load(path, size);
  size_t n = pl_mesh_view(mesh).vertex_count;
  double *start = malloc(3 * n * sizeof *start);
  memcpy(start, pl_mesh_view(mesh).positions, 3 * n * sizeof *start);
  for (size_t i = 0; i < n; i++) start[3 * i + 1] += 0.3;
  pl_body_def def = pl_default_body_def(PL_MODEL_SURFACE);
  def.mesh = mesh;
  def.positions = start;
  def.surface.radius = 0.15 * size;
  def.surface.stiffness = 36000;
  def.surface.damping = 3;
  def.volume.mode = PL_VOLUME_KEEP;
  def.volume.passes = 2;
  pl_body *body = make_body(world, &def);
  pl_obstacle_def plane = pl_default_obstacle_def(PL_OBSTACLE_PLANE);
  assert_ok(pl_obstacle_create(world, &plane, NULL));
  double falling = worst_volume_error(world, body, 120), after_fall = distance_from_rest(body);
  squash(body, 0.3);
  assert_ok(pl_world_step(world));
  double squashed = distance_from_rest(body);
  double recovering = worst_volume_error(world, body, 199);
  assert_ok(pl_world_set_gravity(world, (const double[]){0, 0, 0})); /* its own shape, not its sag */
  worst_volume_error(world, body, 600);
  double recovered = distance_from_rest(body);
  print_message("%-18s %6zu vertices: volume error %.1e falling, %.1e recovering; off its rest shape by %.3f of its "
                "size after the fall, "
                "%.3f squashed, %.4f in the end\n",
                name, n, falling, recovering, after_fall / size, squashed / size, recovered / size);
  assert_less(falling, 0.005);         /* what the paper loses at most */
  assert_less(0.02, squashed / size);  /* it was squashed */
  assert_less(recovered / size, 0.01); /* and came back, but for the last swings */
  pl_world_destroy(world);
  pl_mesh_destroy(mesh);
  free(start);
}

static void every_shared_mesh_is_a_soft_body(void **state)
{
  (void)state;
#ifdef PLIANT_LARGE_MESHES
  static const char *const names[] = {"bunny_3k.obj",      "koala_4k.obj",  "bob_5k.obj",
                                      "spot_12k.obj",      "spot_12k.ply",  "penguin_13k.obj",
                                      "armadillo_15k.obj", "bunny_30k.obj", "armadillo_43k.obj"};
#else
  static const char *const names[] = {"sphere_642.obj", "spot_1k.obj", "duck_2k.obj", "torus_2k.obj"};
#endif
  size_t there = 0;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    const char *path = shared_mesh(names[i]);
    if (!path) continue;
    drop_squash_recover(names[i], path);
    there++;
  }
  if (!there) skip();
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(every_shared_mesh_is_a_soft_body)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
