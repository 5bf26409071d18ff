/* SPDX-License-Identifier: MIT
   Stick and slip on slopes against tan(phi) = 0.4, on boards and on soft slabs: scenes/contact/slope.json. */
#include <string.h>

#include "fixtures.h"
#include "math/vec3.h"
#include "scene_world.h"

static void middle_of(const pl_body *body, double out[3])
{
  const double *x = pl_body_positions(body);
  size_t n = pl_body_particle_count(body);
  memset(out, 0, 3 * sizeof(double));
  for (size_t i = 0; i < n; i++) pl_vec3_add_scaled(out, 1.0 / (double)n, x + 3 * i, out);
}

/* How far down the slope a body is from where it was. */
static double down(const pl_body *body, const double start[3])
{
  double now[3], phi = atan(0.4);
  middle_of(body, now);
  pl_vec3_sub(now, start, now);
  return pl_vec3_dot(now, (double[]){cos(phi), -sin(phi), 0});
}

static void test_stick_and_slip(void **state)
{
  (void)state;
  static const struct {
    const char *name;
    bool slides;
    double most_drag; /* m/s^2 beside friction */
  } boxes[] = {{"slides on a board", true, 0.005},
               {"stays on a board", false, 0},
               {"slides on a slab", true, 0.03}, /* its edges plough a little through what gives way */
               {"stays on a slab", false, 0}};
  enum { COUNT = sizeof boxes / sizeof *boxes };
  pl_world *world = scene_world("slope");
  double starts[COUNT][3], halves[COUNT], phi = atan(0.4);
  step_times(world, 100); /* they have settled, after 0.5 s */
  for (size_t k = 0; k < COUNT; k++) middle_of(pl_world_body(world, boxes[k].name), starts[k]);
  step_times(world, 100);
  for (size_t k = 0; k < COUNT; k++) halves[k] = down(pl_world_body(world, boxes[k].name), starts[k]);
  step_times(world, 100);
  for (size_t k = 0; k < COUNT; k++) {
    double way = down(pl_world_body(world, boxes[k].name), starts[k]);
    /* equal times, so that the second difference of the way is a t^2 */
    double measured = (way - 2 * halves[k]) / 0.25, wanted = 9.81 * (sin(phi) - 0.35 * cos(phi));
    print_message("%s: %.4f m in a second, %.4f m/s^2 (Coulomb: %.4f)\n", boxes[k].name, way, measured,
                  boxes[k].slides ? wanted : 0);
    if (boxes[k].slides)
      assert_true(measured < 1.01 * wanted && measured > wanted - boxes[k].most_drag);
    else
      assert_less(fabs(way), 2e-3); /* a fifth of a percent of what a slide would be, as soft boxes creep into shape */
  }
  pl_world_destroy(world);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_stick_and_slip)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
