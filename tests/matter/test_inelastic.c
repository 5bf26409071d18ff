/* SPDX-License-Identifier: MIT
   The law of a single link against the solutions of its units: Terzopoulos & Fleischer, figs. 5 and 6. Bars of it:
   test_inelastic_models.c. */
#include "math/mat3.h"
#include "matter/inelastic_kernel.h"

#include <float.h>
#include <string.h>

#include "math/vec3.h"
#include "testing.h"

static pl_inelastic_def rigid(void) { return pl_default_inelastic_def(); }

/* A link of length 1 along a slanted direction, so that no component is special. */
static const double along[3] = {0.48, -0.6, 0.64};

typedef struct link {
  pl_inelastic_step step;
  double shifted[3], late[3], slip[3];
  double h;
} link;

static link make_link(const pl_inelastic_def *def, double h)
{
  assert_ok(pl_inelastic_check(def));
  return (link){.step = pl_inelastic_begin(def, h), .h = h};
}

static double size_along(const double v[3]) { return pl_vec3_dot(v, along); }

/* One step with the strain held; returns the stress after it. */
static double hold_strain(link *l, double strain)
{
  double elastic[3];
  pl_vec3_scale(along, strain, elastic);
  pl_vec3_sub(elastic, l->shifted, elastic);
  PL_ISA_PICK(pl_inelastic_kernels)->advance(&l->step, 1, elastic, l->shifted, &(pl_link_memory){l->late, l->slip});
  return size_along(elastic);
}

/* One step with the stress held; returns the strain after it. */
static double hold_stress(link *l, double stress)
{
  double elastic[3];
  pl_vec3_scale(along, stress, elastic);
  PL_ISA_PICK(pl_inelastic_kernels)->advance(&l->step, 1, elastic, l->shifted, &(pl_link_memory){l->late, l->slip});
  return stress + size_along(l->shifted);
}

static void stress_at_held_strain_decays_exactly(void **state)
{
  (void)state;
  pl_inelastic_def def = rigid();
  def.relaxation_time = 0.7;
  const double steps[] = {0.001, 0.02, 0.5, 100};
  for (size_t k = 0; k < sizeof steps / sizeof *steps; k++) {
    link l = make_link(&def, steps[k]);
    double stress = 0;
    int count = (int)fmax(1, 2 / steps[k] + 0.5);
    for (int i = 0; i < count; i++) stress = hold_strain(&l, 0.3);
    assert_close(stress, 0.3 * exp(-count * steps[k] / 0.7), 1e-12); /* exact but for rounding */
  }
}

/* Fig. 5 c: strain under a load that is put on and taken away. What flows is short by h / (2 t1). */
static void creep_and_recovery_are_those_of_four_units(void **state)
{
  (void)state;
  pl_inelastic_def def = rigid();
  def.relaxation_time = 2;
  def.delayed = 1.5;
  def.delay = 0.4;
  const double steps[] = {0.001, 0.005, 0.02}, load = 0.1;
  for (size_t k = 0; k < sizeof steps / sizeof *steps; k++) {
    link l = make_link(&def, steps[k]);
    int half = (int)(1.5 / steps[k] + 0.5);
    double worst = 0, late_then = load * 1.5 * (1 - exp(-1.5 / 0.4));
    for (int i = 1; i <= 2 * half; i++) {
      double t = i * steps[k], strain = hold_stress(&l, i <= half ? load : 0);
      double exact = i <= half ? load * (1 + t / 2 + 1.5 * (1 - exp(-t / 0.4)))
                               : load * 1.5 / 2 + late_then * exp(-(t - 1.5) / 0.4);
      worst = fmax(worst, fabs(strain - exact));
    }
    /* the late strain at held load is out by h / (2 t2) (1 + c) of itself */
    assert_less(worst, load * (1 + 1.5 / 2 + 1.5) * (0.0005 + steps[k] * 1.2));
  }
}

/* Both paths at half the step come half as near: the law is consistent. */
static void creep_converges_with_the_step(void **state)
{
  (void)state;
  pl_inelastic_def def = rigid();
  def.relaxation_time = 0.5;
  def.delayed = 1;
  def.delay = 0.2;
  double error[2];
  for (int k = 0; k < 2; k++) {
    double h = 0.01 / (k + 1);
    link l = make_link(&def, h);
    double strain = 0;
    for (int i = 0; i < 100 * (k + 1); i++) strain = hold_stress(&l, 0.1);
    error[k] = fabs(strain - 0.1 * (1 + 1 / 0.5 + 1 - exp(-1 / 0.2)));
  }
  assert_close(error[0] / error[1], 2, 0.1);
}

/* Fig. 6: O A B C D O, strain prescribed, k1 = 1, k2 = 0.25: as the hardening, and as the slope that comes of it. */
static void the_elastoplastic_loop_closes(void **state)
{
  (void)state;
  const double slope = 0.25 / 1.25;
  for (int way = 0; way < 2; way++) {
    pl_inelastic_def def = rigid();
    def.yield = 0.05;
    if (way == 0)
      def.hardening = 0.25;
    else
      def.tangent = slope;
    link l = make_link(&def, 0.005);
    enum { STEPS = 1000 };
    double stress = 0;
    for (int i = 1; i <= STEPS; i++) {
      double strain = 0.2 * i / STEPS;
      stress = hold_strain(&l, strain);
      double exact = strain <= 0.05 ? strain : 0.05 + slope * (strain - 0.05);
      assert_close(stress, exact, 1e-12);
    }
    double top = stress;
    for (int i = 1; i <= STEPS; i++) { /* unloading: elastic over twice the yield, then it slips back */
      double strain = 0.2 - 0.4 * i / STEPS, back = 0.2 - strain;
      stress = hold_strain(&l, strain);
      double exact = back <= 0.1 ? top - back : top - 0.1 - slope * (back - 0.1);
      assert_close(stress, exact, 1e-12);
    }
    double bottom = stress;
    for (int i = 1; i <= STEPS; i++) stress = hold_strain(&l, -0.2 + 0.4 * i / STEPS);
    assert_close(stress, top, 1e-4 * top); /* the cycle is closed */
    for (int i = 1; i <= STEPS; i++) stress = hold_strain(&l, 0.2 - 0.4 * i / STEPS);
    assert_close(stress, bottom, 1e-4 * top);
  }
}

/* What is beyond the yield is given up at its rate, whatever the step. */
static void viscoplastic_flow_does_not_depend_on_the_step(void **state)
{
  (void)state;
  pl_inelastic_def def = rigid();
  def.yield = 0.05;
  def.yield_time = 0.3;
  const double steps[] = {0.001, 0.02, 1};
  for (size_t k = 0; k < sizeof steps / sizeof *steps; k++) {
    link l = make_link(&def, steps[k]);
    double stress = 0;
    for (int i = 0; i < (int)(1 / steps[k] + 0.5); i++) stress = hold_strain(&l, 0.2);
    assert_close(stress, 0.05 + 0.15 * exp(-1 / 0.3), 1e-12);
  }
}

/* |e|' = -|e|^3 / (t1 r^2) has the solution |e| / sqrt(1 + 2 |e|^2 t / (t1 r^2)). */
static void a_power_law_flows_as_its_solution(void **state)
{
  (void)state;
  pl_inelastic_def def = rigid();
  def.relaxation_time = 0.5;
  def.exponent = 3;
  def.reference = 0.1;
  const double steps[] = {0.01, 1};
  for (size_t k = 0; k < sizeof steps / sizeof *steps; k++) {
    link l = make_link(&def, steps[k]);
    double stress = 0;
    for (int i = 0; i < (int)(1 / steps[k] + 0.5); i++) stress = hold_strain(&l, 0.3);
    assert_close(stress, 0.3 / sqrt(1 + 2 * 0.09 / (0.5 * 0.01)), 1e-12);
  }
}

/* Negative viscosity swells, and stops where it was told to, from any deformation, in steps of any length. */
static void swelling_is_bounded(void **state)
{
  (void)state;
  for (int nonlinear = 0; nonlinear < 2; nonlinear++) {
    pl_inelastic_def def = rigid();
    def.relaxation_time = -0.5;
    def.exponent = nonlinear ? 2 : 1;
    def.maximum = 0.4;
    const double steps[] = {0.001, 0.02, 1, 1000};
    for (size_t k = 0; k < sizeof steps / sizeof *steps; k++) {
      link l = make_link(&def, steps[k]);
      for (int i = 0; i < 20000; i++) {
        double stress = hold_strain(&l, 0.3);
        assert_true(isfinite(stress));
        assert_less(pl_vec3_length(l.shifted), 0.4 * (1 + 1e-12));
      }
      assert_close(size_along(l.shifted), -0.4, 1e-9);
    }
  }
}

/* A zero and a huge deformation leave finite numbers. */
static void extremes_stay_finite(void **state)
{
  (void)state;
  pl_inelastic_def def = rigid();
  def.relaxation_time = 1e-9;
  def.delayed = 1e3;
  def.delay = 1e-9;
  def.yield = 1e-12;
  def.hardening = 1e6;
  def.exponent = 5;
  link l = make_link(&def, 1e3);
  const double strains[] = {0, DBL_MIN, 1e-160, 1, 1e30};
  for (size_t k = 0; k < sizeof strains / sizeof *strains; k++) assert_true(isfinite(hold_strain(&l, strains[k])));
  def.hardening = 0;
  def.tangent = 1 - DBL_EPSILON;
  l = make_link(&def, 1e3);
  for (size_t k = 0; k < sizeof strains / sizeof *strains; k++) assert_true(isfinite(hold_strain(&l, strains[k])));
}

static void bad_numbers_are_refused(void **state)
{
  (void)state;
  pl_inelastic_def def = rigid();
  def.exponent = 0.5;
  assert_int_equal(pl_inelastic_check(&def), PL_ERROR_ARGUMENT);
  assert_non_null(strstr(pl_last_error(), "exponent"));
  def = rigid();
  def.delay = 0;
  assert_int_equal(pl_inelastic_check(&def), PL_ERROR_ARGUMENT);
  assert_non_null(strstr(pl_last_error(), "delay"));
  def = rigid();
  def.relaxation_time = -1;
  assert_int_equal(pl_inelastic_check(&def), PL_ERROR_ARGUMENT);
  assert_non_null(strstr(pl_last_error(), "maximum"));
  def.relaxation_time = (double)NAN;
  assert_int_equal(pl_inelastic_check(&def), PL_ERROR_ARGUMENT);
  const double parts[] = {-0.1, 1, 2, (double)NAN};
  for (size_t k = 0; k < sizeof parts / sizeof *parts; k++) {
    def = rigid();
    def.tangent = parts[k];
    assert_int_equal(pl_inelastic_check(&def), PL_ERROR_ARGUMENT);
    assert_non_null(strstr(pl_last_error(), "tangent must be in [0, 1)"));
  }
  def = rigid();
  def.tangent = 0.2;
  def.hardening = 0.25; /* the same curve, but one of them is enough */
  assert_int_equal(pl_inelastic_check(&def), PL_ERROR_ARGUMENT);
  assert_non_null(strstr(pl_last_error(), "give one of them"));
}

/* A rod in tension yields at the strain that was said, by both criteria; pure shear by von Mises at 3^-1/2 and by
   Tresca at 1/2 of the stress of tension. What is beyond is given up, the volume stays, and no rotation changes any of
   it. */
static void tensors_yield_as_theory_says(void **state)
{
  (void)state;
  const double nu = 0.3, yield = 0.01;
  for (int criterion = PL_YIELD_VON_MISES; criterion <= PL_YIELD_TRESCA; criterion++) {
    pl_inelastic_def def = pl_default_inelastic_def();
    def.yield = yield;
    def.criterion = (pl_yield_criterion)criterion;
    pl_inelastic_step step = pl_inelastic_begin(&def, 0.01);
    double shear = criterion == PL_YIELD_TRESCA ? 0.5 : 1 / sqrt(3); /* stress; strain is that times (1 + nu) */
    for (int kind = 0; kind < 3; kind++)
      for (int beyond = 0; beyond < 2; beyond++) {
        double e[9] = {0}, turned[9], R[9], part[9], Rt[9], before[9], size = yield * (beyond ? 1.5 : 0.999);
        if (kind == 0) e[0] = size, e[4] = e[8] = -nu * size;
        if (kind == 1) e[1] = e[3] = shear * (1 + nu) * size;
        if (kind == 2) e[0] = e[4] = e[8] = 100 * yield; /* pressure never yields */
        pl_mat3_from_rotation_vector((double[3]){0.7, -0.4, 1.1}, R);
        pl_mat3_transpose(R, Rt);
        pl_mat3_multiply(R, e, part);
        pl_mat3_multiply(part, Rt, turned);
        memcpy(before, turned, sizeof before);
        pl_inelastic_yield_tensor(&step, nu, turned, NULL);
        double change = 0;
        for (int k = 0; k < 9; k++) change = fmax(change, fabs(turned[k] - before[k]));
        assert_true((change > 0) == (beyond && kind < 2));
        assert_close(turned[0] + turned[4] + turned[8], before[0] + before[4] + before[8], 1e-15);
        if (!beyond || kind == 2) continue;
        pl_mat3_multiply(Rt, turned, part);
        pl_mat3_multiply(part, R, e);
        double left = kind == 0 ? (e[0] - e[4]) / (1 + nu) : e[1] / (shear * (1 + nu));
        assert_close(left, yield, 1e-12); /* rounding */
      }
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(tensors_yield_as_theory_says),
      cmocka_unit_test(stress_at_held_strain_decays_exactly),
      cmocka_unit_test(creep_and_recovery_are_those_of_four_units),
      cmocka_unit_test(creep_converges_with_the_step),
      cmocka_unit_test(the_elastoplastic_loop_closes),
      cmocka_unit_test(viscoplastic_flow_does_not_depend_on_the_step),
      cmocka_unit_test(a_power_law_flows_as_its_solution),
      cmocka_unit_test(swelling_is_bounded),
      cmocka_unit_test(extremes_stay_finite),
      cmocka_unit_test(bad_numbers_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
