/* SPDX-License-Identifier: MIT
   Heat against closed forms: the decay of cosines, layers between two temperatures, anisotropic fields, what is
   conserved, and that nothing becomes hotter than what heats it. */
#include "heat_cases.h"

#include <string.h>

#include "failing.h"
#include "matter/heat/heat_links.h"

static const double pi = 3.14159265358979323846, warm = 300, swing = 50;

/* T = warm + swing cos(pi x / L) on a bar of n nodes and length 1, whose nodes at the ends have half a share. */
static double *cosine(const pl_mesh *mesh, int axis)
{
  pl_mesh_data data = pl_mesh_view(mesh);
  double *T = calloc(data.vertex_count, sizeof *T);
  for (size_t i = 0; i < data.vertex_count; i++) T[i] = warm + swing * cos(pi * data.positions[3 * i + (size_t)axis]);
  return T;
}

/* What is left of the cosine after `time`, measured at its end, over exp(-alpha pi^2 t). */
static double decay_error(uint32_t nodes, double h, double time)
{
  pl_world_def world_def = quiet_world(h);
  pl_world *world = make_world(&world_def);
  pl_mesh *mesh = make_bar(nodes, 3, 2, 1.0 / (nodes - 1), 6);
  double *T = cosine(mesh, 0);
  pl_body_def def = heated(mesh);
  def.heat.temperature.values = T;
  const pl_body *body = make_body(world, &def);
  step_times(world, (int)lround(time / h));
  double left = (pl_body_temperatures(body)[0] - warm) / swing;
  double alpha = conductivity / (density * capacity), exact = exp(-alpha * pi * pi * time);
  free(T);
  pl_mesh_destroy(mesh);
  pl_world_destroy(world);
  return left / exact - 1;
}

/* Second order in space: alpha = 5e-5 m^2/s, so that half of it is gone in 1400 s; steps so short that their error, of
   first order, is a tenth of that of the grid. */
static void test_cosine_decays_at_second_order_in_space(void **state)
{
  (void)state;
  double coarse = decay_error(9, 0.05, 50), fine = decay_error(17, 0.05, 50);
  assert_close(log2(coarse / fine), 2, 0.1);
  assert_close(fine, 0, 2e-4);
}

/* Of a grid of given spacing the cosine is an eigenvector; implicit Euler makes exactly (1 + h lambda)^-n of it. */
static void test_cosine_decays_as_implicit_euler_does(void **state)
{
  (void)state;
  const double time = 800;
  const uint32_t nodes = 9;
  double spacing = 1.0 / (nodes - 1), alpha = conductivity / (density * capacity), errors[2];
  double lambda = alpha * 2 * (1 - cos(pi * spacing)) / (spacing * spacing);
  for (int k = 0; k < 2; k++) {
    double h = k ? 20 : 40, steps = time / h;
    double left = (1 + decay_error(nodes, h, time)) * exp(-alpha * pi * pi * time);
    assert_close(left, pow(1 + h * lambda, -steps), 1e-9); /* what conjugate gradients leave */
    errors[k] = left / exp(-lambda * time) - 1;
  }
  assert_close(log2(errors[0] / errors[1]), 1, 0.05);
}

/* Heat goes along one axis as fast as its conductivity says, whatever that of the others; diagonal and oblique. */
static void test_each_axis_has_its_conductivity(void **state)
{
  (void)state;
  const double matrix[2][9] = {{3, 0, 0, 0, 0.5, 0, 0, 0, 0.1}, {2, 0.5, 0, 0.5, 1, 0, 0, 0, 1}};
  for (int m = 0; m < 2; m++)
    for (int axis = 0; axis < 3; axis++) {
      pl_world_def world_def = quiet_world(1);
      pl_world *world = make_world(&world_def);
      pl_mesh *mesh = make_bar(9, 9, 9, 0.125, 6);
      double *T = cosine(mesh, axis);
      pl_body_def def = heated(mesh);
      def.heat.temperature.values = T;
      memcpy(def.heat.conductivity_matrix, matrix[m], sizeof matrix[m]);
      const pl_body *body = make_body(world, &def);
      step_times(world, 1);
      /* sides are insulated for the oblique one, which bends the field near them: ask in the middle of the others */
      size_t middle = axis == 0 ? 4 * 9 + 4 : axis == 1 ? 4 * 81 + 4 : 4 * 81 + 4 * 9;
      double left = (pl_body_temperatures(body)[middle] - warm) / swing;
      double rate = conductivity / (density * capacity) * matrix[m][4 * axis];
      double lambda = rate * 2 * (1 - cos(pi / 8)) * 64;
      assert_close(1 - left, 1 - 1 / (1 + lambda), 1e-6 * lambda);
      free(T);
      pl_mesh_destroy(mesh);
      pl_world_destroy(world);
    }
}

/* Links of one cell: whatever the (positive definite) matrix, a linear field has the energy g . K g times the volume,
   and no link pulls uphill. Random matrices of moderate anisotropy, boxes and skewed cells. */
static void test_cells_have_the_energy_of_linear_fields(void **state)
{
  (void)state;
  uint64_t seed = 7;
  for (int round = 0; round < 200; round++) {
    double nodes[24], edges[3][3], K[9] = {1.2, 0, 0, 0, 1.2, 0, 0, 0, 1.2}, g[3];
    for (int k = 0; k < 3; k++)
      for (int c = 0; c < 3; c++) edges[k][c] = (k == c ? 0.1 * (k + 1) : 0) + 0.02 * random_unit(&seed);
    for (int k = 0; k < 2; k++) {
      double d[3] = {random_unit(&seed), random_unit(&seed), random_unit(&seed)};
      for (int i = 0; i < 9; i++) K[i] += 0.6 * d[i / 3] * d[i % 3];
    }
    for (int i = 0; i < 8; i++)
      for (int c = 0; c < 3; c++)
        nodes[3 * i + c] = (i >> 2) * edges[0][c] + (i >> 1 & 1) * edges[1][c] + (i & 1) * edges[2][c];
    for (int c = 0; c < 3; c++) g[c] = random_unit(&seed);
    pl_heat_cell cell = {3, {0, 1, 2, 3, 4, 5, 6, 7}, 0.7};
    pl_heat_links links = {0};
    if (pl_heat_links_of_cell(&cell, nodes, K, &links) == PL_ERROR_UNSUPPORTED) {
      pl_heat_links_free(&links);
      continue; /* long thin cells are too oblique for some of them */
    }
    double energy = 0, wanted = 0,
           volume = edges[0][0] * (edges[1][1] * edges[2][2] - edges[1][2] * edges[2][1]) -
                    edges[0][1] * (edges[1][0] * edges[2][2] - edges[1][2] * edges[2][0]) +
                    edges[0][2] * (edges[1][0] * edges[2][1] - edges[1][1] * edges[2][0]);
    for (size_t k = 0; k < links.count; k++) {
      double difference = 0;
      for (int c = 0; c < 3; c++)
        difference += g[c] * (nodes[3 * links.items[k].b + (size_t)c] - nodes[3 * links.items[k].a + (size_t)c]);
      energy += links.items[k].width * difference * difference;
      assert_true(links.items[k].width > 0);
    }
    for (int i = 0; i < 9; i++) wanted += g[i / 3] * K[i] * g[i % 3];
    assert_close(energy, 0.7 * volume * wanted, 1e-7 * energy); /* links below 1e-9 of the whole are left out */
    pl_heat_links_free(&links);
  }
}

/* Two layers between 400 and 300 K: the flux is 100 K over the sum of their resistances, wherever the border runs. */
static void test_two_layers_share_the_drop_by_resistance(void **state)
{
  (void)state;
  pl_world_def world_def = quiet_world(50);
  world_def.substeps = 1;
  pl_world *world = make_world(&world_def);
  pl_mesh *mesh = make_bar(21, 3, 3, 0.01, 6);
  pl_mesh_data data = pl_mesh_view(mesh);
  double k[189];
  const double k_of[2] = {40, 0.5}, border = 0.065; /* m, halfway between two nodes */
  for (size_t i = 0; i < 189; i++) k[i] = k_of[data.positions[3 * i] > border];
  uint32_t hot[9], cold[9];
  pl_heat_source_def sources[2] = {{hot, select_particles(mesh, 0, 0, hot), {{{0, 400}}, 1}, {.count = 0}},
                                   {cold, select_particles(mesh, 0, 0.2, cold), {{{0, 300}}, 1}, {.count = 0}}};
  pl_body_def def = heated(mesh);
  def.heat.conductivity.values = k;
  def.heat.sources = sources;
  def.heat.source_count = 2;
  const pl_body *body = make_body(world, &def);
  step_times(world, 4000);
  double flux = 100 / (border / k_of[0] + (0.2 - border) / k_of[1]); /* W/m^2; 405: with an arithmetic mean */
  const double *T = pl_body_temperatures(body);
  for (size_t i = 0; i < 189; i++) {
    double x = data.positions[3 * i], drop = x < border ? x / k_of[0] : border / k_of[0] + (x - border) / k_of[1];
    assert_close(T[i], 400 - flux * drop, 1e-6);
  }
  pl_mesh_destroy(mesh);
  pl_world_destroy(world);
}

/* Every way of conducting: lattice, closed surface, open sheet, curve, filled graph, hexahedra. Random temperatures
   even out, nothing leaves the range, heat stays to 1e-10, threads give the same bits. */
typedef struct subject {
  const char *name;
  pl_model_kind model;
  pl_mesh *mesh;
  double thickness;
} subject;

static pl_mesh *ball(void)
{
  pl_mesh *mesh = NULL;
  assert_ok(pl_make_icosphere(0.2, 2, &mesh));
  return mesh;
}

static pl_mesh *sheet(void)
{
  pl_mesh *mesh = NULL;
  assert_ok(pl_make_sheet(0.3, 0.2, 8, 6, &mesh));
  return mesh;
}

static pl_mesh *curve(void)
{
  double x[30] = {0};
  uint32_t edges[18];
  for (uint32_t i = 0; i < 10; i++) x[3 * i] = 0.01 * i;
  for (uint32_t i = 0; i < 9; i++) edges[2 * i] = i, edges[2 * i + 1] = i + 1;
  return make_graph(x, 10, edges, 9);
}

static void run_subject(const subject *s, int threads, double *T, uint64_t *hash)
{
  pl_world_def world_def = quiet_world(1.0 / 200);
  world_def.threads = threads;
  pl_world *world = make_world(&world_def);
  size_t n = pl_mesh_view(s->mesh).vertex_count;
  uint64_t seed = 3;
  for (size_t i = 0; i < n; i++) T[i] = warm + swing * random_unit(&seed);
  pl_body_def def = pl_default_body_def(s->model);
  def.mesh = s->mesh;
  def.thickness = s->thickness;
  def.heat.conducts = true;
  def.heat.conductivity.value = 2e4;
  def.heat.temperature.values = T;
  def.sleep = false;
  const pl_body *body = make_body(world, &def);
  pl_heat_signals before = heat_of(body);
  for (int k = 0; k < 40; k++) {
    pl_heat_signals last = heat_of(body);
    step_times(world, 1);
    pl_heat_signals now = heat_of(body);
    assert_close(now.heat, before.heat, 1e-10 * before.heat);
    assert_true(now.least >= last.least - 1e-9 && now.most <= last.most + 1e-9); /* CG leaves 1e-10 of what flows */
  }
  pl_heat_signals after = heat_of(body);
  assert_less(after.most - after.least, 0.9 * (before.most - before.least));
  memcpy(T, pl_body_temperatures(body), n * sizeof *T);
  *hash = pl_world_hash(world);
  pl_world_destroy(world);
}

static void test_heat_stays_in_range_and_stays(void **state)
{
  (void)state;
  subject subjects[] = {{"lattice", PL_MODEL_GRAPH, make_bar(6, 5, 4, 0.02, 26), 0},
                        {"closed surface", PL_MODEL_SURFACE, ball(), 0},
                        {"sheet", PL_MODEL_CONTINUUM, sheet(), 0.002},
                        {"curve", PL_MODEL_GRAPH, curve(), 0.001},
                        {"hexahedra", PL_MODEL_HEX, ball(), 0}};
  for (size_t k = 0; k < sizeof subjects / sizeof *subjects; k++) {
    double T[2][200];
    uint64_t hash[3];
    const int threads[3] = {1, 2, 7};
    for (int t = 0; t < 3; t++) {
      run_subject(&subjects[k], threads[t], T[t > 0], &hash[t]);
      assert_true(hash[t] == hash[0]);
      if (t > 0) assert_memory_equal(T[0], T[1], pl_mesh_view(subjects[k].mesh).vertex_count * sizeof(double));
    }
    pl_mesh_destroy(subjects[k].mesh);
  }
}

/* Of the cosine that there was, by mass: corners of a sheet of triangles have other masses than those of a grid. */
static double part_left(const pl_body *body, const double *start)
{
  const double *T = pl_body_temperatures(body), *mass = pl_body_masses(body);
  double now = 0, before = 0;
  for (size_t i = 0; i < pl_body_particle_count(body); i++) {
    now += mass[i] * (T[i] - warm) * (start[i] - warm);
    before += mass[i] * (start[i] - warm) * (start[i] - warm);
  }
  return now / before;
}

/* A surface mesh conducts as far as it should: on a sheet of triangles a cosine decays as on a grid. */
static void test_triangles_conduct_as_grids_do(void **state)
{
  (void)state;
  pl_mesh *mesh = sheet();
  pl_mesh_data data = pl_mesh_view(mesh);
  double T[48], left[2];
  for (size_t i = 0; i < 48; i++) T[i] = warm + swing * cos(pi * (data.positions[3 * i] / 0.3 + 0.5));
  for (int k = 0; k < 2; k++) {
    pl_mesh *plain = NULL;
    pl_mesh_data copy = data;
    if (k) copy.grid = (pl_grid){.counts = {0}};
    assert_ok(pl_mesh_create(&copy, &plain));
    pl_world_def world_def = quiet_world(0.5);
    pl_world *world = make_world(&world_def);
    pl_body_def def = heated(plain);
    def.model = PL_MODEL_SURFACE;
    def.thickness = 0.002;
    def.heat.temperature.values = T;
    const pl_body *body = make_body(world, &def);
    step_times(world, 20);
    left[k] = part_left(body, T);
    pl_mesh_destroy(plain);
    pl_world_destroy(world);
  }
  assert_close(left[0], left[1], 1e-8);
  double alpha = conductivity / (density * capacity), spacing = 0.3 / 7;
  double lambda = alpha * 2 * (1 - cos(pi / 7)) / (spacing * spacing);
  assert_close(left[0], pow(1 + 0.5 * lambda, -20), 1e-3);
  pl_mesh_destroy(mesh);
}

/* One node's worth of matter in air: T - ambient falls by 1 / (1 + h / tau) in a step. And a source of so many watts
   brings so many joules. */
static void test_air_and_power(void **state)
{
  (void)state;
  pl_world_def world_def = quiet_world(0.01);
  world_def.substeps = 1;
  pl_world *world = make_world(&world_def);
  pl_mesh *mesh = make_bar(3, 3, 3, 0.01, 6);
  pl_body_def def = heated(mesh);
  uint32_t all[27];
  for (uint32_t i = 0; i < 27; i++) all[i] = i;
  pl_heat_source_def source = {all, 27, {.count = 0}, {{{0, 3}}, 1}};
  def.heat.conductivity.value = 1e6; /* all of one temperature */
  def.heat.convection = 20;
  def.heat.ambient = 280;
  def.heat.sources = &source;
  def.heat.source_count = 1;
  def.heat.temperature.value = 350;
  const pl_body *body = make_body(world, &def);
  double C = mass_of(body) * capacity, loss = 20 * 6 * 4e-4, T = 350;
  for (int k = 0; k < 100; k++) {
    double before = heat_of(body).heat;
    step_times(world, 1);
    pl_heat_signals now = heat_of(body);
    T = (C * T + 0.01 * (loss * 280 + 3)) / (C + 0.01 * loss);
    assert_close(now.mean, T, 1e-8 * T);
    assert_close(now.from_sources, 3, 1e-12);
    assert_close(now.heat - before, 0.01 * (now.from_sources + now.from_air), 1e-12 * before);
  }
  pl_mesh_destroy(mesh);
  pl_world_destroy(world);
}

static void test_bad_heat_is_refused(void **state)
{
  (void)state;
  pl_world_def world_def = quiet_world(0.01);
  pl_world *world = make_world(&world_def);
  pl_mesh *mesh = make_bar(3, 3, 3, 0.1, 6);
  pl_body *body = NULL;
  pl_body_def def = heated(mesh);
  def.heat.capacity = 0;
  assert_refused(pl_body_create(world, &def, &body), PL_ERROR_ARGUMENT, "heat.capacity must be positive");
  def = heated(mesh);
  def.heat.temperature.value = -3;
  assert_refused(pl_body_create(world, &def, &body), PL_ERROR_ARGUMENT, "heat.temperature must be positive");
  def = heated(mesh);
  def.heat.conductivity_matrix[1] = 0.3;
  assert_refused(pl_body_create(world, &def, &body), PL_ERROR_ARGUMENT, "symmetric");
  def.heat.conductivity_matrix[1] = def.heat.conductivity_matrix[3] = 2;
  assert_refused(pl_body_create(world, &def, &body), PL_ERROR_ARGUMENT, "positive definite");
  def = heated(mesh);
  uint32_t none = 27;
  pl_heat_source_def source = {&none, 1, {.count = 0}, {{{0, 3}}, 1}};
  def.heat.sources = &source;
  def.heat.source_count = 1;
  assert_refused(pl_body_create(world, &def, &body), PL_ERROR_ARGUMENT, "particle 27 does not exist");
  def = heated(mesh);
  def.heat.conducts = false;
  body = make_body(world, &def);
  double T[27] = {0};
  assert_null(pl_body_temperatures(body));
  assert_refused(pl_body_set_temperatures(body, T), PL_ERROR_UNSUPPORTED, "has no temperature");
  pl_mesh_destroy(mesh);
  pl_world_destroy(world);
}

int main(void)
{
  choose_tests();
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_cosine_decays_at_second_order_in_space),
                                     cmocka_unit_test(test_cosine_decays_as_implicit_euler_does),
                                     cmocka_unit_test(test_each_axis_has_its_conductivity),
                                     cmocka_unit_test(test_cells_have_the_energy_of_linear_fields),
                                     cmocka_unit_test(test_two_layers_share_the_drop_by_resistance),
                                     cmocka_unit_test(test_heat_stays_in_range_and_stays),
                                     cmocka_unit_test(test_triangles_conduct_as_grids_do),
                                     cmocka_unit_test(test_air_and_power),
                                     cmocka_unit_test(test_bad_heat_is_refused)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
