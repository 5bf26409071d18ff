/* SPDX-License-Identifier: MIT
   Matter that is softer where it is hot, keeps its stress when it cools, and breaks where it melts: bars of every model
   whose links have weights, under a load that stays. */
#include "inelastic_models.h"

#include "base/limits.h"
#include "matter/heat/heat.h"
#include "world/world.h"

static const double cold = 300, half_soft = 350, hot = 400;

static pl_heat_def softening(void)
{
  pl_heat_def heat = pl_default_heat_def();
  heat.conducts = true;
  heat.temperature.value = cold;
  heat.softening_begin = 320;
  heat.softening_end = 380; /* half way down at 350 K */
  heat.soft_stiffness = 0.2;
  return heat;
}

static void heat_to(const model_bar *b, double temperature)
{
  double T[BAR_COUNT];
  for (size_t i = 0; i < b->count; i++) T[i] = temperature;
  assert_ok(pl_body_set_temperatures(b->body, T));
}

static void settle(model_bar *b, const double pull[3])
{
  for (int i = 0; i < 300; i++) pull_bar(b, pull);
}

/* Strain under the same load goes with the inverse of the stiffness; nothing moves when it cools; then the load goes,
   and of the strain only what the cold matter has under that load. */
static void what_cools_keeps_its_stress(void **state)
{
  (void)state;
  for (size_t m = 0; m < BAR_MODELS; m++) {
    if (!bar_models[m].weighted) continue;
    const double pull[3] = {0.5 * bar_models[m].load, 0, 0}, none[3] = {0, 0, 0};
    pl_inelastic_def law = pl_default_inelastic_def();
    pl_heat_def heat = softening();
    model_bar b = make_heated_bar(&bar_models[m], 0.005, &law, &heat, true, 1);
    settle(&b, pull);
    double first = bar_stretch(&b);
    heat_to(&b, half_soft);
    settle(&b, pull);
    double soft = bar_stretch(&b), energy = total_energy(b.body);
    heat_to(&b, cold);
    pull_bar(&b, pull);
    double least = bar_stretch(&b), most = least;
    assert_true(total_energy(b.body) <= energy * (1 + 1e-9));
    for (int i = 0; i < 300; i++) {
      pull_bar(&b, pull);
      least = fmin(least, bar_stretch(&b));
      most = fmax(most, bar_stretch(&b));
    }
    settle(&b, none);
    print_message("%s: strain %.4f cold, %.4f at 0.6 of the stiffness, %.4f without the load\n", bar_models[m].name,
                  first / b.length, soft / b.length, bar_stretch(&b) / b.length);
    assert_close(soft / first, 1 / 0.6, 0.02); /* strains of a per cent are not quite linear */
    assert_close(least / soft, 1, 2e-3);       /* hexahedra swing a little still */
    assert_close(most / soft, 1, 2e-3);
    assert_close((soft - bar_stretch(&b)) / first, 1, 0.02);
    pl_world_destroy(b.world);
  }
}

/* Links break where they are hotter than the melting point, nowhere else; no heat goes through them any more, and none
   is lost. */
static void what_melts_breaks(void **state)
{
  (void)state;
  for (size_t m = 0; m < BAR_MODELS; m++) {
    if (!bar_models[m].breaks) continue;
    pl_inelastic_def law = pl_default_inelastic_def();
    pl_heat_def heat = softening();
    if (!bar_models[m].weighted) heat.softening_begin = heat.softening_end = 0;
    heat.melting_point = 390;
    heat.conductivity.value = 100;
    model_bar b = make_heated_bar(&bar_models[m], 0.005, &law, &heat, true, 1);
    double T[BAR_COUNT];
    const double *x = pl_body_positions(b.body);
    for (size_t i = 0; i < b.count; i++) /* the slice in the middle */
      T[i] = fabs(x[3 * i] - 0.5 * b.length) < 0.1 * BAR_SPACING ? 600 : cold;
    assert_ok(pl_body_set_temperatures(b.body, T));
    pl_heat_signals before, after;
    step_times(b.world, 1);
    assert_ok(pl_body_measure_heat(b.body, &before));
    pl_fibres fibres;
    b.body->model->fibres(&b.body->view, &fibres);
    const pl_links *links = b.body->view.links;
    size_t broken = 0;
    for (size_t k = 0; k < links->count; k++) {
      const double *one = b.body->view.x + 3 * (size_t)fibres.link_ends[2 * k];
      const double *two = b.body->view.x + 3 * (size_t)fibres.link_ends[2 * k + 1];
      bool near = fabs(0.5 * (one[0] + two[0]) - 0.5 * b.length) < 0.6 * BAR_SPACING; /* from the slice or in it */
      assert_int_equal(links->state[k] == PL_LINK_BROKEN, near);
      broken += links->state[k] == PL_LINK_BROKEN;
    }
    assert_true(broken > 0 && broken < links->count);
    step_times(b.world, 200);
    assert_ok(pl_body_measure_heat(b.body, &after));
    assert_close(after.heat / before.heat, 1, 1e-10);
    assert_true(after.most > 0.5 * (600 + cold)); /* it stays as hot as it was */
    pl_world_destroy(b.world);
  }
}

static void heat_middle(const model_bar *b, double temperature)
{
  double T[BAR_COUNT];
  const double *x = pl_body_positions(b->body);
  for (size_t i = 0; i < b->count; i++)
    T[i] = fabs(x[3 * i] - 0.5 * b->length) < 1.1 * BAR_SPACING ? temperature : cold;
  assert_ok(pl_body_set_temperatures(b->body, T));
}

/* A block of hexahedra, hung up, with a weight: its middle becomes hotter and hotter. Cells soften as the law says
   (weights follow to half a per cent), so that it gives way more and more; at the melting point those of the middle
   break and no others, and what is below them falls off. */
static void hexahedra_melt_and_break(void **state)
{
  (void)state;
  const double pull[3] = {2, 0, 0};
  pl_inelastic_def law = pl_default_inelastic_def();
  pl_heat_def heat = softening();
  heat.melting_point = 390;
  heat.conductivity.value = 1e-6;
  model_bar b = make_heated_bar(&bar_models[2], 0.005, &law, &heat, true, 1);
  assert_int_equal(bar_models[2].kind, PL_MODEL_HEX);
  const pl_links *links = b.body->view.links;
  pl_softening soft = b.body->heat->softening;
  double before = 0;
  for (double temperature = cold; temperature < 395; temperature += 15) {
    heat_middle(&b, temperature);
    settle(&b, pull);
    pl_fibres fibres;
    b.body->model->fibres(&b.body->view, &fibres);
    size_t softer = 0;
    for (size_t k = 0; k < links->count; k++) {
      double T = pl_heat_of_link(b.body->heat, &fibres, k);
      assert_int_equal(links->state[k], PL_LINK_SOUND);
      assert_close(links->weight[k], pl_softening_at(&soft, T), 0.006);
      softer += links->weight[k] < 1;
    }
    assert_true((softer > 0) == (temperature > heat.softening_begin) && softer < links->count);
    assert_true(bar_stretch(&b) > before * (softer ? 1.01 : 0.999));
    before = bar_stretch(&b);
  }
  heat_middle(&b, 395);
  pull_bar(&b, pull);
  size_t broken = 0;
  pl_fibres fibres;
  b.body->model->fibres(&b.body->view, &fibres);
  for (size_t k = 0; k < links->count; k++) {
    bool melts = pl_heat_of_link(b.body->heat, &fibres, k) > heat.melting_point;
    assert_int_equal(links->state[k] == PL_LINK_BROKEN, melts);
    broken += melts;
  }
  assert_int_equal(broken, 2 * (BAR_Y - 1) * (BAR_Y - 1)); /* two slices of cells */
  for (int i = 0; i < 200; i++) pull_bar(&b, pull);
  assert_true(bar_stretch(&b) > b.length);
  pl_world_destroy(b.world);
}

/* A snapshot on the way has the same bits afterwards, on any number of threads. */
static void the_same_bits(void **state)
{
  (void)state;
  const int threads[3] = {1, 2, 7};
  for (size_t m = 0; m < BAR_MODELS; m++) {
    if (!bar_models[m].weighted) continue;
    const double pull[3] = {bar_models[m].load, 0, 0};
    uint64_t hash[3];
    for (int k = 0; k < 3; k++) {
      pl_inelastic_def law = pl_default_inelastic_def();
      law.relaxation_time = 1;
      pl_heat_def heat = softening();
      heat.convection = 4000;
      model_bar b = make_heated_bar(&bar_models[m], 0.005, &law, &heat, true, threads[k]);
      heat_to(&b, hot);
      for (int i = 0; i < 20; i++) pull_bar(&b, pull);
      void *bytes = NULL;
      size_t size = 0;
      assert_ok(pl_world_save(b.world, &bytes, &size));
      for (int i = 0; i < 20; i++) pull_bar(&b, pull);
      hash[k] = pl_world_hash(b.world);
      assert_ok(pl_world_restore(b.world, bytes, size));
      for (int i = 0; i < 20; i++) pull_bar(&b, pull);
      assert_true(pl_world_hash(b.world) == hash[k]);
      assert_true(hash[k] == hash[0]);
      pl_free(bytes);
      pl_world_destroy(b.world);
    }
  }
}

static void bad_softening_is_refused(void **state)
{
  (void)state;
  pl_inelastic_def law = pl_default_inelastic_def();
  const struct {
    double begin, end, least, melting;
    const char *text;
  } bad[] = {{400, 300, 0.1, 0, "must be above softening_begin"},
             {300, 400, 0, 0, "in (0, 1]"},
             {300, 400, 0.1, -5, "melting_point must be zero"},
             {NAN, 400, 0.1, 0, "must be zero or positive"}};
  for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
    pl_heat_def heat = softening();
    heat.softening_begin = bad[k].begin;
    heat.softening_end = bad[k].end;
    heat.soft_stiffness = bad[k].least;
    heat.melting_point = bad[k].melting;
    pl_world_def world_def = quiet_world(0.005);
    pl_world *world = make_world(&world_def);
    pl_mesh *mesh = make_bar(2, 2, 2, 0.1, 26);
    pl_body_def def = bar_material(PL_MODEL_CONTINUUM);
    def.mesh = mesh;
    def.inelastic = law;
    def.heat = heat;
    pl_body *body = NULL;
    assert_refused(pl_body_create(world, &def, &body), PL_ERROR_ARGUMENT, bad[k].text);
    pl_mesh_destroy(mesh);
    pl_world_destroy(world);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_cools_keeps_its_stress), cmocka_unit_test(what_melts_breaks),
      cmocka_unit_test(hexahedra_melt_and_break),    cmocka_unit_test(the_same_bits),
      cmocka_unit_test(bad_softening_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
