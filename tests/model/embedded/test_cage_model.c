/* SPDX-License-Identifier: MIT
   The cage model: similarities, spin, what is refused, and the prototype's numbers for frozen normals. */
#include "model/cage/cage.h"

#include "embedded_cases.h"
#include "math/rotation.h"

/* The bar of the prototypes: 4 × 1 × 1 m, 1 kg/m^3, in a box of 4 × 1 × 1 cells, 2 × 2 × 2 Gauss points in each cube of
   half a metre. How far the box was away and Poisson's ratio are not told; with these their numbers come out, digit for
   digit. */
static const double margin = 0.22, poisson = 0.4;

typedef struct spinning {
  pl_world *world;
  pl_mesh *mesh, *cage;
  pl_body *body;
} spinning;

static spinning spin_up(double youngs_modulus, double step, pl_cage_normals normals, pl_momentum momentum)
{
  spinning s = {.mesh = make_bar(9, 3, 3, 0.5, 6)};
  s.cage =
      make_box_cage((double[]){-margin, -margin, -margin}, (double[]){4 + margin, 1 + margin, 1 + margin}, 4, 1, 1);
  pl_world_def world_def = quiet_world(step);
  s.world = make_world(&world_def);
  pl_body_def def = pl_default_body_def(PL_MODEL_CAGE);
  def.mesh = s.mesh;
  def.density = 1;
  def.cage.mesh = s.cage;
  def.cage.spacing = 0.5;
  def.cage.youngs_modulus = youngs_modulus;
  def.cage.poisson_ratio = poisson;
  def.cage.own_mass = 0;
  def.cage.normals = normals;
  def.cage.angular_momentum = momentum;
  s.body = make_body(s.world, &def);
  pl_embedded *nodes = inside(s.body);
  double centre[3];
  nodes->kind->centre(nodes, centre);
  for (size_t i = 0; i < nodes->unknowns; i += 3) {
    double arm[3];
    pl_vec3_sub(nodes->y + i, centre, arm);
    pl_vec3_cross((double[]){0, 0, 1}, arm, nodes->w + i);
  }
  nodes->kind->record_carriers(nodes);
  return s;
}

static double spin_of(const spinning *s)
{
  pl_body_signals signals;
  assert_ok(pl_body_measure(s->body, &signals));
  return signals.angular_momentum[2];
}

static void stop(spinning *s)
{
  pl_world_destroy(s->world);
  pl_mesh_destroy(s->mesh);
  pl_mesh_destroy(s->cage);
}

/* How fast the cage's vertices turn about z, all of them taken together, rad/s. */
static double turn_of(const spinning *s)
{
  const pl_embedded *nodes = inside(s->body);
  double centre[3], moment = 0, inertia = 0;
  nodes->kind->centre(nodes, centre);
  for (size_t i = 0; i < nodes->unknowns; i += 3) {
    double x = nodes->y[i] - centre[0], y = nodes->y[i + 1] - centre[1];
    moment += x * nodes->w[i + 1] - y * nodes->w[i];
    inertia += x * x + y * y;
  }
  return moment / inertia;
}

/* What the paper complains of and the prototype measured (NOTES 2.5, 5): rad/s that are left of one after 1 and 10
   steps, damping that depends on E h^2 alone. */
static void frozen_normals_brake(void **state)
{
  (void)state;
  static const struct {
    double youngs_modulus, step, one, ten;
  } cases[] = {{1e4, 0.1, 0.74, 0.02}, {1e6, 0.01, 0.74, 0.02}, {1e4, 0.01, 1.05, 0.95}, {1e4, 0.001, 1.00, 1.01}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    spinning s = spin_up(cases[k].youngs_modulus, cases[k].step, PL_NORMALS_FROZEN, PL_MOMENTUM_FREE);
    assert_close(turn_of(&s), 1, 1e-12);
    step_times(s.world, 1);
    double one = turn_of(&s);
    step_times(s.world, 9);
    double ten = turn_of(&s);
    print_message("E %.0e, h %g: %.3f, %.3f\n", cases[k].youngs_modulus, cases[k].step, one, ten);
    assert_close(one, cases[k].one, 0.006); /* two digits are given */
    assert_close(ten, cases[k].ten, 0.006);
    stop(&s);
  }
}

static void full_normals_keep_spin(void **state)
{
  (void)state;
  for (int keep = 0; keep < 2; keep++) {
    spinning s = spin_up(1e6, 0.01, PL_NORMALS_FULL, keep ? PL_MOMENTUM_KEEP : PL_MOMENTUM_FREE);
    double first = spin_of(&s);
    step_times(s.world, 200);
    assert_close(spin_of(&s) / first, 1, keep ? 1e-5 : 1e-3);
    stop(&s);
  }
}

/* Scaled, turned and shifted, everything inside moves alike: F is the similarity itself, particles follow exactly. */
static void similarities_are_exact(void **state)
{
  (void)state;
  spinning s = spin_up(1e4, 0.01, PL_NORMALS_FULL, PL_MOMENTUM_KEEP);
  pl_embedded *nodes = inside(s.body);
  pl_cage *cage = (pl_cage *)nodes;
  double *y = malloc(nodes->unknowns * sizeof(double)), *f = malloc(nodes->unknowns * sizeof(double));
  double *x = malloc(3 * nodes->particles * sizeof(double)), *wanted = malloc(3 * nodes->particles * sizeof(double));
  uint64_t seed = 4;
  for (int k = 0; k < 10; k++) {
    double R[9], scale = 1.5 + random_unit(&seed), t[3] = {1, -2, 0.5};
    random_rotation(&seed, 3, R);
    for (int e = 0; e < 9; e++) R[e] *= scale;
    move_points(nodes->rest, nodes->unknowns / 3, R, t, y);
    move_points(nodes->rest_x, nodes->particles, R, t, wanted);
    elastic_at(s.body, y, f);
    nodes->kind->positions(nodes, NULL, x);
    assert_less(largest_difference(x, wanted, 3 * nodes->particles), 1e-13 * nodes->size * 10);
    for (size_t q = 0; q < cage->point_count; q++) {
      double F[9];
      pl_rotation_load(cage->F, q, F);
      assert_less(largest_difference(F, R, 9), 1e-12);
    }
  }
  free(y);
  free(f);
  free(x);
  free(wanted);
  stop(&s);
}

static void nonsense_is_refused(void **state)
{
  (void)state;
  pl_world_def world_def = quiet_world(0.01);
  pl_world *world = make_world(&world_def);
  pl_mesh *mesh = case_mesh();
  pl_body *body = NULL;
  pl_body_def good = case_def(CASE_CAGE, mesh), def = good;
  def.cage.poisson_ratio = -0.1;
  assert_refused(pl_body_create(world, &def, &body), PL_ERROR_ARGUMENT, "poisson_ratio");
  def = good;
  def.cage.points = 16;
  assert_refused(pl_body_create(world, &def, &body), PL_ERROR_ARGUMENT, "too few");
  def = good;
  def.cage.mesh = NULL;
  def.cage.vertices = 5;
  assert_refused(pl_body_create(world, &def, &body), PL_ERROR_ARGUMENT, "at least 8");
  def = good;
  def.cage.quadrature_count = 3;
  assert_refused(pl_body_create(world, &def, &body), PL_ERROR_ARGUMENT, "quadrature_points");
  /* cages that are open, inside out, or do not go round the body */
  pl_mesh_data data = pl_mesh_view(case_cage());
  pl_mesh *bad = NULL;
  def = good;
  data.triangle_count--;
  assert_ok(pl_mesh_create(&data, &bad));
  def.cage.mesh = bad;
  assert_refused(pl_body_create(world, &def, &body), PL_ERROR_MESH, "cage");
  pl_mesh_destroy(bad);
  data = pl_mesh_view(case_cage());
  uint32_t *turned = malloc(3 * data.triangle_count * sizeof(uint32_t));
  for (size_t k = 0; k < 3 * data.triangle_count; k++) turned[k] = data.triangles[k / 3 * 3 + 2 - k % 3];
  data.triangles = turned;
  assert_ok(pl_mesh_create(&data, &bad));
  def.cage.mesh = bad;
  assert_refused(pl_body_create(world, &def, &body), PL_ERROR_MESH, "cage");
  pl_mesh_destroy(bad);
  free(turned);
  def.cage.mesh = bad = make_box_cage((double[]){-0.1, -0.1, -0.1}, (double[]){0.8, 0.35, 0.35}, 4, 1, 1);
  assert_refused(pl_body_create(world, &def, &body), PL_ERROR_MESH, "cage");
  pl_mesh_destroy(bad);
  pl_world_destroy(world);
  pl_mesh_destroy(mesh);
}

/* A cage made automatically around a character falls on the floor and stays whole. */
static void a_character_lands(void **state)
{
  (void)state;
  pl_mesh *mesh = NULL;
  assert_ok(pl_make_character(PL_CHARACTER_DUCK, 1, 1000, &mesh));
  pl_world_def world_def = pl_default_world_def();
  world_def.step = 0.005;
  pl_world *world = make_world(&world_def);
  pl_obstacle_def floor = pl_default_obstacle_def(PL_OBSTACLE_PLANE);
  floor.point[1] = -0.2;
  assert_ok(pl_obstacle_create(world, &floor, NULL));
  pl_body_def def = pl_default_body_def(PL_MODEL_CAGE);
  def.mesh = mesh;
  def.cage.vertices = 40;
  def.cage.youngs_modulus = 5e4;
  pl_body *body = make_body(world, &def);
  double start = total_energy(body), deepest = 0;
  for (int k = 0; k < 200; k++) {
    step_times(world, 1);
    deepest = fmax(deepest, pl_world_stats(world).penetration);
    assert_less(total_energy(body), start + 0.02 * fabs(start));
  }
  const double *x = pl_body_positions(body);
  double lowest = INFINITY;
  for (size_t i = 0; i < pl_body_particle_count(body); i++) lowest = fmin(lowest, x[3 * i + 1]);
  assert_true(lowest > -0.205 && lowest < -0.1); /* it may just bounce */
  pl_world_destroy(world);
  pl_mesh_destroy(mesh);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(frozen_normals_brake),   cmocka_unit_test(full_normals_keep_spin),
      cmocka_unit_test(similarities_are_exact), cmocka_unit_test(nonsense_is_refused),
      cmocka_unit_test(a_character_lands),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
