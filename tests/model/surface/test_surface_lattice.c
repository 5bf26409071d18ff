/* SPDX-License-Identifier: MIT
   Lattice shape matching (Rivers and James) through the whole surface model: clamped solids swing down, summed by bars
   and plates, summed directly, and by the equations in double (surface_reference.h). And why solids clamped at their
   outermost nodes hang low. */
#include "surface_cases.h"
#include "surface_reference.h"

static const double step_size = 0.005, spacing = 0.1;

/* 9 × 5 × 4 nodes with 26 neighbours; with a slot its free end is a fork, across which regions do not reach. */
static pl_mesh *make_fork(bool slot)
{
  enum { NX = 9, NY = 5, NZ = 4, MOST = NX * NY * NZ };
  double positions[3 * MOST];
  uint32_t edges[26 * MOST];
  size_t count = 0, edge_count = 0;
  for (int x = 0; x < NX; x++)
    for (int y = 0; y < NY; y++)
      for (int z = 0; z < NZ; z++) {
        if (slot && y == 2 && x > 3) continue;
        const double p[3] = {x * spacing, y * spacing, z * spacing};
        memcpy(positions + 3 * count++, p, sizeof p);
      }
  for (uint32_t i = 0; i < count; i++)
    for (uint32_t j = 0; j < i; j++) {
      double most = 0;
      for (size_t c = 0; c < 3; c++) most = fmax(most, fabs(positions[3 * i + c] - positions[3 * j + c]));
      if (most > 1.01 * spacing) continue;
      edges[2 * edge_count] = j;
      edges[2 * edge_count++ + 1] = i;
    }
  return make_graph(positions, count, edges, edge_count);
}

/* The particles with x up to `depth` spacings, held where they are. */
static pl_pin_def clamp(const pl_mesh *mesh, int depth, uint32_t *particles)
{
  pl_pin_def pin = pl_default_pin_def();
  pin.particles = particles;
  for (int layer = 0; layer <= depth; layer++)
    pin.count += select_particles(mesh, 0, layer * spacing, particles + pin.count);
  return pin;
}

static void assert_described(const pl_body *body, const char *wanted)
{
  char text[1024];
  pl_body_describe(body, text, sizeof text);
  if (!strstr(text, wanted)) fail_msg("'%s' is not in '%s'", wanted, text);
}

static reference make_reference(const pl_body *body, const pl_surface_def *def, const unsigned char *pinned)
{
  pl_mesh_data rest = pl_body_rest(body);
  size_t n = rest.vertex_count;
  reference r = {.n = (int)n,
                 .rest = rest.positions,
                 .edges = rest.edges,
                 .edge_count = (int)rest.edge_count,
                 .mass = pl_body_masses(body),
                 .rings = def->region,
                 .passes = def->passes,
                 .share = def->weights == PL_REGION_SHARE,
                 .pull = def->pull,
                 .damping = def->damping_part,
                 .h = step_size,
                 .gravity = {0, -9.81, 0},
                 .pinned = pinned,
                 .x = malloc(3 * n * sizeof(double)),
                 .v = calloc(3 * n, sizeof(double)),
                 .moved = malloc(n * sizeof(double))};
  memcpy(r.x, rest.positions, 3 * n * sizeof(double));
  reference_regions(&r);
  return r;
}

/* Falls for 0.3 s, by more than half its length; errors of floats grow little on the way. */
static void compare(const pl_mesh *mesh, int rings, pl_region_weights weights)
{
  enum { STEPS = 60 };
  static const pl_summation sums[2] = {PL_SUMMATION_PATHS, PL_SUMMATION_DIRECT};
  static const char *const names[2] = {"sums = by bars and plates of the lattice\n", "sums = direct\n"};
  pl_mesh_data data = pl_mesh_view(mesh);
  size_t n = data.vertex_count;
  uint32_t held[64];
  unsigned char *pinned = calloc(n, 1);
  double *masses = malloc(n * sizeof(double));
  uint64_t seed = 4;
  for (size_t i = 0; i < n; i++) masses[i] = 1.5 + random_unit(&seed);
  pl_pin_def pin = clamp(mesh, 0, held);
  for (size_t k = 0; k < pin.count; k++) pinned[held[k]] = 1;
  pl_world_def world_def = quiet_world(step_size);
  world_def.gravity[1] = -9.81;
  pl_world *world = make_world(&world_def);
  pl_body_def def = surface_body(mesh);
  def.masses = masses;
  def.pins = &pin;
  def.pin_count = 1;
  def.surface.region = rings;
  def.surface.weights = weights;
  def.surface.pull = 0.3;
  def.surface.damping_part = 0.05;
  pl_body *bodies[2];
  for (int k = 0; k < 2; k++) {
    def.surface.sums = sums[k];
    bodies[k] = make_body(world, &def);
    assert_described(bodies[k], names[k]);
  }
  reference r = make_reference(bodies[0], &def.surface, pinned);
  for (int step = 0; step < STEPS; step++) {
    assert_ok(pl_world_step(world));
    reference_step(&r);
  }
  double low = 0;
  for (size_t i = 0; i < n; i++) low = fmin(low, r.x[3 * i + 1]);
  for (int k = 0; k < 2; k++) {
    double off = largest_difference(pl_body_positions(bodies[k]), r.x, 3 * n);
    print_message("%zu particles, region %d: lowest at %.3f m, %.*s off by %.1e m\n", n, rings, low,
                  (int)strlen(names[k]) - 1, names[k], off);
    assert_less(off, 1e-6);
  }
  assert_less(low, -0.1);
  reference_free(&r);
  pl_world_destroy(world);
  free(masses);
  free(pinned);
}

static void test_clamped_lattices_swing_as_written(void **state)
{
  (void)state;
  for (int slot = 0; slot < 2; slot++) {
    pl_mesh *mesh = make_fork(slot);
    compare(mesh, 1, PL_REGION_SHARE);
    compare(mesh, 2, PL_REGION_SHARE);
    compare(mesh, 3, PL_REGION_MASS);
    pl_mesh_destroy(mesh);
  }
}

/* A bar under little weight, stopped whenever it is fastest until it rests: how far its end hangs down, m. */
static double sag(const pl_mesh *mesh, int rings, int depth)
{
  pl_mesh_data data = pl_mesh_view(mesh);
  size_t n = data.vertex_count;
  uint32_t *held = malloc(n * sizeof *held);
  pl_pin_def pin = clamp(mesh, depth, held);
  pl_world_def world_def = quiet_world(step_size);
  world_def.gravity[1] = -0.2;
  pl_world *world = make_world(&world_def);
  pl_body_def def = surface_body(mesh);
  def.pins = &pin;
  def.pin_count = 1;
  def.surface.region = rings;
  def.surface.pull = 0.9;
  pl_body *body = make_body(world, &def);
  double *still = calloc(3 * n, sizeof(double)), before = 0;
  for (int stops = 0; stops < 12;) {
    pl_body_signals signals;
    assert_ok(pl_world_step(world));
    assert_ok(pl_body_measure(body, &signals));
    bool slows = signals.kinetic < before;
    before = slows ? 0 : signals.kinetic;
    if (!slows) continue;
    assert_ok(pl_body_set_velocities(body, still));
    stops++;
  }
  double low = 0;
  for (size_t i = 0; i < n; i++) low = fmin(low, pl_body_positions(body)[3 * i + 1]);
  pl_world_destroy(world);
  free(still);
  free(held);
  return -low;
}

/* Regions reach past the clamp: nodes held in one layer weigh little in them, half a spacing of the body's length, and
   give way like a hinge whose stiffness k ρ A (d²/12 + s²/6) s/2 does not depend on ω (every held node counts by its
   mass, shared out to its regions). Beyond the hinge the bar is a beam of the modulus k ρ s² ω (ω + 1)/3 that regions
   of that size have, L⁴/8 long. Regions that are cut off at the ends and curvature within them are not in these
   formulas: a quarter. Held as deep as regions reach, the hinge is gone. */
static void test_sag_is_that_of_a_beam_on_a_hinge(void **state)
{
  (void)state;
  enum { LONG = 25, WIDE = 5 };
  pl_mesh *mesh = make_bar(LONG, WIDE, WIDE, spacing, 26);
  double k = 0.9 / (step_size * step_size), length = (LONG - 1) * spacing, d = (WIDE - 1) * spacing;
  double section = d * d / 12 + spacing * spacing / 6; /* mean square height of the masses */
  for (int rings = 2; rings <= 4; rings++) {
    double modulus = k * spacing * spacing * rings * (rings + 1) / 3, load = 0.2;
    double beam = load * pow(length, 4) / (8 * modulus * section);
    double hinge = 0.5 * load * pow(length, 3) / (k * section * spacing / 2);
    double shallow = sag(mesh, rings, 0), deep = sag(mesh, rings, rings);
    print_message("region %d: sags by %.4f m, expected beam %.4f + hinge %.4f; held deeply %.4f\n", rings, shallow,
                  beam, hinge, deep);
    assert_close(shallow / (beam + hinge), 1, 0.25);
    assert_less(deep, beam);
  }
  pl_mesh_destroy(mesh);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_clamped_lattices_swing_as_written),
      cmocka_unit_test(test_sag_is_that_of_a_beam_on_a_hinge),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
