/* SPDX-License-Identifier: MIT
   Clamped sheets of the surface model hang as plates do: held particles resist turning as the matter behind them would.
   Against the heavy elastica, found by shooting, for sheets of other lengths, widths, thicknesses, meshes and clamps,
   at steps in which their regions can pull as hard as they should (pl_body_limits says nothing of bending). */
#include <string.h>

#include "fixtures.h"
#include "pliant/make.h"

static const double density = 1000, gravity = 9.81;

typedef struct sheet {
  double length, width, thickness, youngs_modulus; /* length: of what is free */
  uint32_t cells, held;                            /* along what is free; rows that are held */
} sheet;

/* How deep the end of a heavy elastica hangs: the curvature at its clamp is such that the end has none. */
static double elastica(const sheet *of)
{
  enum { STEPS = 1000 };
  double bending = of->youngs_modulus * pow(of->thickness, 3) / 12, weight = density * gravity * of->thickness;
  double low = 0, high = weight * of->length * of->length / bending, h = of->length / STEPS, depth = 0;
  for (int k = 0; k < 60; k++) {
    double start = 0.5 * (low + high), curvature = start, angle = 0;
    depth = 0;
    for (int i = 0; i < STEPS; i++) {
      double middle = angle + 0.5 * h * curvature;
      curvature -= h * weight * (of->length - (i + 0.5) * h) * cos(middle) / bending;
      depth += h * sin(middle);
      angle += h * curvature;
    }
    *(curvature > 0 ? &high : &low) = start;
  }
  return depth;
}

static double hang(const sheet *of)
{
  double spacing = of->length / of->cells;
  uint32_t rows = of->cells + of->held, across = (uint32_t)lround(of->width / spacing) + 1, list[512];
  pl_world_def world_def = pl_default_world_def();
  world_def.step = 1.0 / 600;
  world_def.threads = 1;
  pl_world *world = make_world(&world_def);
  pl_mesh *mesh = NULL;
  assert_ok(pl_make_sheet(spacing * (rows - 1), of->width, rows, across, &mesh));
  pl_pin_def pin = pl_default_pin_def();
  pin.particles = list;
  for (uint32_t k = 0; k < of->held * across; k++) list[pin.count++] = k;
  double rate = 3.516 / (of->length * of->length) * sqrt(of->youngs_modulus / density / 12) * of->thickness;
  pl_body_def def = pl_default_body_def(PL_MODEL_SURFACE);
  def.mesh = mesh;
  def.density = density;
  def.thickness = of->thickness;
  def.surface.youngs_modulus = of->youngs_modulus;
  def.pins = &pin;
  def.pin_count = 1;
  def.sleep = false;
  def.drag = 2 * rate; /* critical */
  pl_body *body = make_body(world, &def);
  char limits[1024];
  pl_body_limits(body, limits, sizeof limits);
  assert_null(strstr(limits, "bends"));
  step_times(world, (int)ceil(20 / rate * 600));
  double depth = 0;
  for (uint32_t k = 0; k < across; k++)
    depth -= pl_body_positions(body)[3 * ((size_t)(rows - 1) * across + k) + 1] / across;
  pl_mesh_destroy(mesh);
  pl_world_destroy(world);
  return depth;
}

static void test_clamped_sheets(void **state)
{
  (void)state;
  static const sheet sheets[] = {
      {0.5, 0.25, 0.005, 1e8, 16, 2}, {0.5, 0.25, 0.005, 1e8, 32, 2}, {0.5, 0.125, 0.005, 1e8, 24, 2},
      {0.5, 0.5, 0.005, 1e8, 24, 2},  {0.5, 0.25, 0.005, 1e8, 24, 3}, {0.5, 0.25, 0.005, 1e8, 24, 6},
      {0.3, 0.3, 0.002, 1e8, 24, 2},  {0.8, 0.2, 0.005, 3e8, 32, 2},  {0.5, 0.25, 0.01, 2e7, 24, 2},
  };
  for (size_t k = 0; k < sizeof sheets / sizeof *sheets; k++) {
    double wanted = elastica(&sheets[k]), found = hang(&sheets[k]);
    print_message("%g x %g m, %g mm, %g Pa, %u cells, %u rows: %.4f m of %.4f (%+.0f %%)\n", sheets[k].length,
                  sheets[k].width, 1e3 * sheets[k].thickness, sheets[k].youngs_modulus, sheets[k].cells, sheets[k].held,
                  found, wanted, 100 * (found / wanted - 1));
    assert_close(found / wanted, 1, 0.1);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_clamped_sheets)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
