/* SPDX-License-Identifier: MIT
   A damping ratio of hybrid and continuum bodies: what swings fades as theory has it (test_swing.c has solids), what
   moves as a whole does not, and a snapshot knows all of it. */
#include <string.h>

#include "fixtures.h"
#include "math/vec3.h"
#include "pliant/make.h"

static const double pi = 3.14159265358979323846;

/* A body of 1e5 Pa that spins about no axis of its own. */
static pl_body *spinning_bar(pl_world *world, pl_model_kind kind, double ratio, pl_momentum momentum)
{
  pl_mesh *mesh = make_bar(7, 4, 3, 0.1, 6);
  pl_mesh_data rest = pl_mesh_view(mesh);
  double *v = calloc(3 * rest.vertex_count, sizeof *v);
  for (size_t i = 0; i < rest.vertex_count; i++)
    pl_vec3_cross((double[]){0.5, 3, 0.3}, rest.positions + 3 * i, v + 3 * i);
  pl_body_def def = pl_default_body_def(kind);
  def.mesh = mesh;
  def.density = 1000;
  def.velocities = v;
  def.hybrid.stretch.value = def.continuum.youngs_modulus = 1e5;
  def.hybrid.damping_ratio = def.continuum.damping_ratio = ratio;
  def.hybrid.angular_momentum = def.continuum.angular_momentum = momentum;
  pl_body *body = make_body(world, &def);
  pl_mesh_destroy(mesh);
  free(v);
  return body;
}

/* Part of the angular momentum that is left after a second, and of the kinetic energy. */
static void spin_for_a_second(pl_model_kind kind, double ratio, pl_momentum momentum, double *left, double *moves)
{
  pl_world_def world_def = quiet_world(0.01);
  pl_world *world = make_world(&world_def);
  const pl_body *body = spinning_bar(world, kind, ratio, momentum);
  double first[3], later[3], linear[3], before = signals_of(body).kinetic;
  world_momentum(world, linear, first);
  step_times(world, 100);
  world_momentum(world, linear, later);
  *left = pl_vec3_length(later) / pl_vec3_length(first);
  *moves = signals_of(body).kinetic / before;
  pl_world_destroy(world);
}

/* Ten times critical: a viscosity that saw rotation would stop it at once. What steps take without damping is theirs
   (omega^2 h in a second: 0.09 of it); on the way to the shape that the spin asks for viscosity takes energy, but no
   momentum. */
static void test_spin(void **state)
{
  (void)state;
  static const pl_model_kind kinds[] = {PL_MODEL_HYBRID, PL_MODEL_CONTINUUM};
  for (size_t k = 0; k < 2; k++) {
    double left, moves, plain, moved;
    spin_for_a_second(kinds[k], 10, PL_MOMENTUM_KEEP, &left, &moves);
    spin_for_a_second(kinds[k], 0, PL_MOMENTUM_KEEP, &plain, &moved);
    print_message("model %d: lost %.2g of its spin; %.5f of its energy left, %.5f undamped\n", (int)kinds[k], 1 - left,
                  moves, moved);
    assert_close(left, 1, 1e-10);
    assert_close(moves, moved, 0.01);
    spin_for_a_second(kinds[k], 10, PL_MOMENTUM_FREE, &left, &moves);
    spin_for_a_second(kinds[k], 0, PL_MOMENTUM_FREE, &plain, &moved);
    print_message("not given back: %.5f left, %.5f undamped\n", left, plain);
    assert_close(left, plain, 0.01);
  }
}

/* ---- along a bar ---- */

/* How much of the logarithm of its energy a bar loses in a tenth of a second that swings in its first mode along. */
static double energy_fades(pl_model_kind kind, pl_hybrid_step step, double ratio)
{
  pl_world_def world_def = quiet_world(1.0 / 2000);
  pl_world *world = make_world(&world_def);
  pl_mesh *mesh = make_bar(13, 3, 3, 0.05, 6);
  pl_mesh_data rest = pl_mesh_view(mesh);
  double *v = calloc(3 * rest.vertex_count, sizeof *v), low = INFINITY, high = -INFINITY;
  for (size_t i = 0; i < rest.vertex_count; i++) {
    low = fmin(low, rest.positions[3 * i]);
    high = fmax(high, rest.positions[3 * i]);
  }
  for (size_t i = 0; i < rest.vertex_count; i++)
    v[3 * i] = 0.01 * cos(pi * (rest.positions[3 * i] - low) / (high - low));
  pl_body_def def = pl_default_body_def(kind);
  def.mesh = mesh;
  def.density = 1000;
  def.velocities = v;
  def.hybrid.stretch.value = def.continuum.youngs_modulus = 1e5;
  def.hybrid.step = step;
  def.hybrid.damping_ratio = def.continuum.damping_ratio = ratio;
  const pl_body *body = make_body(world, &def);
  pl_mesh_destroy(mesh);
  free(v);
  double first = total_energy(body);
  step_times(world, 240);
  double lost = -log(total_energy(body) / first);
  pl_world_destroy(world);
  return lost;
}

/* exp(-beta w^2 t), w = pi / L sqrt(E / rho), is exact but for the mesh of twelve cells and for beta w / 2 = 0.05
   beside 1: to 3 %, which tells beta from its half, and the printed step from one without viscosity. */
static void test_along(void **state)
{
  (void)state;
  static const struct {
    const char *name;
    pl_model_kind kind;
    pl_hybrid_step step;
  } models[] = {{"hybrid", PL_MODEL_HYBRID, PL_HYBRID_STABLE},
                {"hybrid, printed", PL_MODEL_HYBRID, PL_HYBRID_PRINTED},
                {"continuum", PL_MODEL_CONTINUUM, PL_HYBRID_STABLE}};
  const double ratio = 0.05, along = 0.6, diagonal = sqrt(0.36 + 0.02), speed = sqrt(100), w = pi * speed / along;
  double wanted = 2 * ratio * diagonal / (pi * speed) * w * w * 0.12;
  for (size_t k = 0; k < 3; k++) {
    double lost = energy_fades(models[k].kind, models[k].step, ratio),
           own = energy_fades(models[k].kind, models[k].step, 0);
    print_message("%s: loses %.4f of the logarithm of its energy, %.4f of it undamped, wanted %.4f more\n",
                  models[k].name, lost, own, wanted);
    assert_close(lost - own, wanted, 0.03 * wanted);
  }
}

/* ---- what bends: a sheet and a planar curve, held at one end ---- */

typedef struct strip {
  bool curve;
  double ratio;
} strip;

static const double long_side = 0.8, thickness = 0.02, modulus = 2e7, density = 1000;

static pl_body *clamp_strip(const strip *s, pl_world *world)
{
  pl_mesh *mesh;
  uint32_t held[8];
  pl_pin_def pin = pl_default_pin_def();
  if (s->curve)
    assert_ok(pl_make_line((double[]){0, 0, 0}, (double[]){long_side, 0, 0}, 17, &mesh));
  else
    assert_ok(pl_make_sheet(long_side, 0.15, 17, 4, &mesh));
  pl_mesh_data rest = pl_mesh_view(mesh);
  double low = INFINITY;
  for (size_t i = 0; i < rest.vertex_count; i++) low = fmin(low, rest.positions[3 * i]);
  for (uint32_t i = 0; i < rest.vertex_count; i++)
    if (rest.positions[3 * (size_t)i] < low + long_side / 16 + 1e-9) held[pin.count++] = i;
  pin.particles = held;
  pl_body_def def = pl_default_body_def(PL_MODEL_CONTINUUM);
  def.mesh = mesh;
  def.thickness = thickness;
  def.density = density;
  def.pins = &pin;
  def.pin_count = 1;
  def.continuum.youngs_modulus = modulus;
  def.continuum.damping_ratio = s->ratio;
  if (s->curve) def.planar.normal[2] = 1;
  pl_body *body = make_body(world, &def);
  pl_mesh_destroy(mesh);
  return body;
}

/* From where it is let go to the lowest place and up again: amplitudes shrink by exp(-pi ratio). */
static double fades(const strip *s, double *period)
{
  pl_world_def world_def = quiet_world(1.0 / 1000);
  world_def.gravity[1] = -1;
  pl_world *world = make_world(&world_def);
  const pl_body *body = clamp_strip(s, world);
  size_t last = 3 * (pl_body_particle_count(body) - 1) + 1;
  double first = pl_body_positions(body)[last], low = first, high = -INFINITY, before = first;
  *period = 0;
  for (int k = 0; k < 2000; k++) {
    step_times(world, 1);
    double y = pl_body_positions(body)[last];
    if (*period == 0 && y > before) *period = 2 * (pl_world_time(world) - world_def.step);
    if (*period == 0) low = y;
    if (*period > 0 && y < before) break;
    high = before = y;
  }
  pl_world_destroy(world);
  return -log((high - low) / (first - low)) / pi;
}

/* As test_swing.c has it for solids, to the same 25 %: stiffness times beta damps a mode of frequency w by beta w / 2.
   Here what is damped is curvature. */
static void test_bending(void **state)
{
  (void)state;
  for (int curve = 0; curve < 2; curve++) {
    double period, own, more, wanted;
    double diagonal = hypot(long_side, curve ? 0 : 0.15);
    strip s = {curve, 0};
    own = fades(&s, &period);
    s.ratio = 2;
    double beta = 2 * s.ratio * diagonal / (pi * sqrt(modulus / density));
    wanted = beta * pi / period;
    more = fades(&s, &period) - own;
    print_message("%s: damped by %.4f more, wanted %.4f\n", curve ? "curve" : "sheet", more, wanted);
    assert_close(more, wanted, 0.25 * wanted);
  }
}

/* Steps after a restore are those after a save, to the last bit. */
static void test_snapshot(void **state)
{
  (void)state;
  static const pl_model_kind kinds[] = {PL_MODEL_HYBRID, PL_MODEL_CONTINUUM};
  for (size_t k = 0; k < 2; k++) {
    pl_world_def world_def = quiet_world(0.01);
    pl_world *world = make_world(&world_def);
    const pl_body *body = spinning_bar(world, kinds[k], 0.5, PL_MOMENTUM_KEEP);
    size_t count = 3 * pl_body_particle_count(body), size;
    void *data;
    double *then = malloc(count * sizeof *then);
    step_times(world, 5);
    assert_ok(pl_world_save(world, &data, &size));
    step_times(world, 5);
    memcpy(then, pl_body_positions(body), count * sizeof *then);
    assert_ok(pl_world_restore(world, data, size));
    step_times(world, 5);
    assert_memory_equal(then, pl_body_positions(body), count * sizeof *then);
    free(then);
    pl_free(data);
    pl_world_destroy(world);
  }
}

static void test_refusals(void **state)
{
  (void)state;
  pl_world_def world_def = quiet_world(0.01);
  pl_world *world = make_world(&world_def);
  pl_mesh *bar = make_bar(3, 3, 3, 0.1, 6), *line;
  assert_ok(pl_make_line((double[]){0, 0, 0}, (double[]){1, 0, 0}, 5, &line));
  pl_body *body;
  pl_body_def def = pl_default_body_def(PL_MODEL_HYBRID);
  def.mesh = bar;
  def.hybrid.damping_ratio = -1;
  assert_refused(pl_body_create(world, &def, &body), PL_ERROR_ARGUMENT, "hybrid.damping_ratio must be");
  def.hybrid.damping_ratio = 0.1;
  def.hybrid.stretch.value = 0;
  assert_refused(pl_body_create(world, &def, &body), PL_ERROR_ARGUMENT, "needs a hybrid.stretch");
  def = pl_default_body_def(PL_MODEL_CONTINUUM);
  def.mesh = bar;
  def.continuum.damping_ratio = 0.1;
  def.continuum.energy = PL_CONTINUUM_SPLINE;
  assert_refused(pl_body_create(world, &def, &body), PL_ERROR_ARGUMENT, "tensors");
  def.continuum.energy = PL_CONTINUUM_TENSORS;
  def.continuum.step = PL_CONTINUUM_PRINTED;
  assert_refused(pl_body_create(world, &def, &body), PL_ERROR_ARGUMENT, "stable");
  def.continuum.step = PL_CONTINUUM_STABLE;
  def.continuum.stretch[0].value = 0;
  assert_refused(pl_body_create(world, &def, &body), PL_ERROR_ARGUMENT, "needs a continuum.stretch");
  def.continuum.stretch[0].value = -1;
  def.mesh = line;
  def.thickness = 0.01;
  assert_refused(pl_body_create(world, &def, &body), PL_ERROR_UNSUPPORTED, "planar");
  pl_mesh_destroy(bar);
  pl_mesh_destroy(line);
  pl_world_destroy(world);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_spin), cmocka_unit_test(test_along),
                                     cmocka_unit_test(test_bending), cmocka_unit_test(test_snapshot),
                                     cmocka_unit_test(test_refusals)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
