/* SPDX-License-Identifier: MIT
   src/world/bodies/detail.c: bodies that carry a fine mesh. */
#include <string.h>

#include "failing.h"
#include "fixtures.h"
#include "math/vec3.h"

static pl_mesh *ball(uint32_t cuts, double radius)
{
  pl_mesh *mesh = NULL;
  assert_ok(pl_make_icosphere(radius, cuts, &mesh));
  return mesh;
}

/* A ball that turns and falls, and a finer one around it. */
static pl_world *make_scene(int threads, pl_body **body)
{
  pl_world_def world_def = pl_default_world_def();
  world_def.threads = threads;
  pl_world *world = make_world(&world_def);
  pl_mesh *coarse = ball(6, 0.5), *fine = ball(30, 0.52);
  size_t n = pl_mesh_view(coarse).vertex_count;
  double *velocities = malloc(3 * n * sizeof *velocities);
  for (size_t i = 0; i < n; i++) {
    const double *x = pl_mesh_view(coarse).positions + 3 * i;
    pl_vec3_set(velocities + 3 * i, -4 * x[1] + 3 * x[0], 4 * x[0], 2 * x[2] * x[1]);
  }
  pl_body_def def = pl_default_body_def(PL_MODEL_GRAPH);
  def.mesh = coarse;
  def.velocities = velocities;
  *body = make_body(world, &def);
  assert_ok(pl_detail_create(*body, fine, NULL));
  pl_mesh_destroy(coarse);
  pl_mesh_destroy(fine);
  free(velocities);
  return world;
}

static void starts_where_it_was_given(void **state)
{
  (void)state;
  pl_body *body;
  pl_world *world = make_scene(1, &body);
  pl_mesh_data fine = pl_detail_mesh(body);
  assert_int_equal(fine.vertex_count, 9002);
  assert_less(largest_difference(pl_detail_positions(body), fine.positions, 3 * fine.vertex_count), 1e-13);
  pl_world_destroy(world);
}

static void moves_with_its_body_alike_on_any_number_of_threads(void **state)
{
  (void)state;
  pl_body *one, *many;
  pl_world *first = make_scene(1, &one), *second = make_scene(4, &many);
  double before = pl_detail_positions(one)[1];
  step_times(first, 30);
  step_times(second, 30);
  size_t size = 3 * pl_detail_mesh(one).vertex_count * sizeof(double);
  assert_memory_equal(pl_detail_positions(one), pl_detail_positions(many), size);
  assert_memory_equal(pl_detail_velocities(one), pl_detail_velocities(many), size);
  assert_memory_equal(pl_detail_normals(one), pl_detail_normals(many), size);
  assert_less(0.05, fabs(pl_detail_positions(one)[1] - before));
  pl_world_destroy(first);
  pl_world_destroy(second);
}

/* Positions a step of 1e-7 s along the velocities, forwards and backwards: the difference is the velocity to 1e-6 of
   it. */
static void velocities_are_derivatives(void **state)
{
  (void)state;
  pl_body *body;
  pl_world *world = make_scene(1, &body);
  step_times(world, 10);
  size_t n = pl_body_particle_count(body), m = pl_detail_mesh(body).vertex_count;
  double *x = malloc(3 * n * sizeof *x), *v = malloc(3 * n * sizeof *v), *there = malloc(3 * n * sizeof *there);
  double *rates = malloc(3 * m * sizeof *rates), *ahead = malloc(3 * m * sizeof *ahead);
  memcpy(x, pl_body_positions(body), 3 * n * sizeof *x);
  memcpy(v, pl_body_velocities(body), 3 * n * sizeof *v);
  memcpy(rates, pl_detail_velocities(body), 3 * m * sizeof *rates);
  const double step = 1e-7;
  pl_world_def quiet = quiet_world(1e-12); /* so short that a step moves nothing */
  pl_world *still = make_world(&quiet);
  pl_mesh *rest = NULL, *fine = NULL;
  pl_mesh_data rest_data = pl_body_rest(body), fine_data = pl_detail_mesh(body);
  assert_ok(pl_mesh_create(&rest_data, &rest));
  assert_ok(pl_mesh_create(&fine_data, &fine));
  pl_body_def def = pl_default_body_def(PL_MODEL_GRAPH);
  def.mesh = rest;
  def.positions = there;
  for (int side = 1; side >= -1; side -= 2) {
    for (size_t k = 0; k < 3 * n; k++) there[k] = x[k] + side * step * v[k];
    pl_body *moved = make_body(still, &def);
    assert_ok(pl_detail_create(moved, fine, NULL));
    const double *now = pl_detail_positions(moved);
    for (size_t k = 0; k < 3 * m; k++)
      if (side == 1)
        ahead[k] = now[k];
      else
        assert_close((ahead[k] - now[k]) / (2 * step), rates[k], 1e-6);
  }
  assert_less(1, largest_of(rates, 3 * m));
  pl_world_destroy(still);
  pl_world_destroy(world);
  pl_mesh_destroy(rest);
  pl_mesh_destroy(fine);
  free(x);
  free(v);
  free(there);
  free(rates);
  free(ahead);
}

static void normals_are_those_of_the_fine_mesh(void **state)
{
  (void)state;
  pl_body *body;
  pl_world *world = make_scene(1, &body);
  const double *x = pl_detail_positions(body), *n = pl_detail_normals(body);
  for (size_t i = 0; i < pl_detail_mesh(body).vertex_count; i++) {
    assert_close(pl_vec3_length(n + 3 * i), 1, 1e-12);
    assert_less(0.999, pl_vec3_dot(x + 3 * i, n + 3 * i) / pl_vec3_length(x + 3 * i)); /* a ball of 9002 vertices */
  }
  pl_world_destroy(world);
}

/* Linear functions of the rest shape come back as such, up to the height off the surface. */
static void interpolates_what_particles_carry(void **state)
{
  (void)state;
  pl_body *body;
  pl_world *world = make_scene(1, &body);
  pl_mesh_data coarse = pl_body_rest(body), fine = pl_detail_mesh(body);
  double *values = malloc(2 * coarse.vertex_count * sizeof *values), *out = malloc(2 * fine.vertex_count * sizeof *out);
  for (size_t i = 0; i < coarse.vertex_count; i++) {
    values[2 * i] = coarse.positions[3 * i];
    values[2 * i + 1] = 7;
  }
  assert_ok(pl_detail_interpolate(body, values, 2, out));
  for (size_t i = 0; i < fine.vertex_count; i++) {
    assert_close(out[2 * i], fine.positions[3 * i], 0.04); /* 0.02 m above the surface, 0.01 m below the ball */
    assert_close(out[2 * i + 1], 7, 1e-14);
  }
  free(values);
  free(out);
  pl_world_destroy(world);
}

/* The rest shape decides, not the start; particles inside a lattice do not matter; a body can go. */
static void belongs_to_the_rest_shape(void **state)
{
  (void)state;
  pl_world_def quiet = quiet_world(0.01);
  pl_world *world = make_world(&quiet);
  pl_mesh *bar = make_bar(9, 3, 3, 0.1, 26), *fine = NULL;
  assert_ok(pl_make_sheet(0.8, 0.2, 60, 20, &fine));
  pl_mesh_data data = pl_mesh_view(bar), sheet = pl_mesh_view(fine);
  double *start = malloc(3 * data.vertex_count * sizeof *start),
         *moved = malloc(3 * sheet.vertex_count * sizeof *moved);
  for (size_t k = 0; k < 3 * data.vertex_count; k++) start[k] = data.positions[k] + (k % 3 == 0 ? 5 : 0);
  for (size_t k = 0; k < 3 * sheet.vertex_count; k++) moved[k] = sheet.positions[k] + (double[]){0.4, 0.21, 0.1}[k % 3];
  sheet.positions = moved;
  pl_mesh *top = NULL;
  assert_ok(pl_mesh_create(&sheet, &top));
  pl_body_def def = stiff_body(bar, 1000);
  def.positions = start;
  pl_body *body = make_body(world, &def);
  pl_detail_report report;
  assert_ok(pl_detail_create(body, top, &report));
  assert_true(report.height > 0.01 && report.height < 0.025); /* 0.01 above the top, more along slanting normals */
  assert_less(report.difference, 1e-13);
  const double *x = pl_detail_positions(body);
  for (size_t k = 0; k < 3 * sheet.vertex_count; k++) assert_close(x[k], moved[k] + (k % 3 == 0 ? 5 : 0), 1e-12);
  assert_ok(pl_body_remove(body));
  step_times(world, 1);
  pl_world_destroy(world);
  pl_mesh_destroy(bar);
  pl_mesh_destroy(fine);
  pl_mesh_destroy(top);
  free(start);
  free(moved);
}

static void can_be_replaced_and_taken_away(void **state)
{
  (void)state;
  pl_body *body;
  pl_world *world = make_scene(1, &body);
  uint64_t hash = pl_world_hash(world);
  pl_mesh *other = ball(10, 0.55);
  pl_detail_report report;
  assert_ok(pl_detail_create(body, other, &report));
  assert_int_equal(report.vertex_count, 1002);
  assert_int_equal(pl_detail_mesh(body).vertex_count, 1002);
  assert_less(largest_difference(pl_detail_positions(body), pl_mesh_view(other).positions, 3006), 1e-13);
  pl_detail_destroy(body);
  assert_int_equal(pl_detail_mesh(body).vertex_count, 0);
  assert_null(pl_detail_positions(body));
  assert_true(pl_world_hash(world) == hash); /* none of this is state */
  pl_detail_destroy(body);
  pl_mesh_destroy(other);
  pl_world_destroy(world);
}

static void refuses_nonsense(void **state)
{
  (void)state;
  pl_body *body;
  pl_world *world = make_scene(1, &body);
  pl_mesh *points = make_graph((double[]){0, 0, 0, 1, 0, 0}, 2, (uint32_t[]){0, 1}, 1);
  assert_refused(pl_detail_create(NULL, points, NULL), PL_ERROR_ARGUMENT, "body is NULL");
  assert_refused(pl_detail_create(body, NULL, NULL), PL_ERROR_ARGUMENT, "mesh is NULL");
  assert_refused(pl_detail_create(body, points, NULL), PL_ERROR_MESH, "has no triangles to be seen");
  assert_int_equal(pl_detail_mesh(body).vertex_count, 9002); /* the old one stays */
  pl_body_def def = stiff_body(points, 10);
  def.thickness = 0.1;
  pl_body *string = make_body(world, &def);
  pl_mesh *fine = ball(3, 1);
  assert_refused(pl_detail_create(string, fine, NULL), PL_ERROR_MESH, "has no triangles that could carry");
  double value = 0;
  assert_refused(pl_detail_interpolate(string, &value, 1, &value), PL_ERROR_ARGUMENT, "has no detail");
  assert_refused(pl_detail_interpolate(body, NULL, 1, &value), PL_ERROR_ARGUMENT, "needs a body");
  assert_null(pl_detail_positions(NULL));
  assert_null(pl_detail_velocities(string));
  assert_null(pl_detail_normals(string));
  assert_int_equal(pl_detail_mesh(NULL).vertex_count, 0);
  pl_detail_destroy(NULL);
  pl_mesh_destroy(points);
  pl_mesh_destroy(fine);
  pl_world_destroy(world);
}

static pl_status make_all(void *context)
{
  pl_mesh *const *meshes = context;
  pl_world_def def = quiet_world(0.01);
  pl_world *world = NULL;
  pl_body *body = NULL;
  pl_status status = pl_world_create(&def, &world);
  pl_body_def body_def = stiff_body(meshes[0], 100);
  if (status == PL_OK) status = pl_body_create(world, &body_def, &body);
  if (status == PL_OK) status = pl_detail_create(body, meshes[1], NULL);
  if (status == PL_OK) assert_non_null(pl_detail_positions(body));
  pl_world_destroy(world);
  return status;
}

static void survives_a_lack_of_memory(void **state)
{
  (void)state;
  pl_mesh *meshes[2] = {ball(1, 0.5), ball(3, 0.5)};
  assert_true(fail_each_allocation(make_all, meshes) > 30);
  pl_mesh_destroy(meshes[0]);
  pl_mesh_destroy(meshes[1]);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(starts_where_it_was_given),
      cmocka_unit_test(moves_with_its_body_alike_on_any_number_of_threads),
      cmocka_unit_test(velocities_are_derivatives),
      cmocka_unit_test(normals_are_those_of_the_fine_mesh),
      cmocka_unit_test(interpolates_what_particles_carry),
      cmocka_unit_test(belongs_to_the_rest_shape),
      cmocka_unit_test(can_be_replaced_and_taken_away),
      cmocka_unit_test(refuses_nonsense),
      cmocka_unit_test(survives_a_lack_of_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
